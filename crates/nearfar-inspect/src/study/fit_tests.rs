//! Heads whose law is known: the fit finds it.

#![allow(clippy::unwrap_used)]

use nearfar::Method;
use nearfar::attention::{Adjustment, HeadRescale, HeadShape, Mapping};

use super::*;
use crate::laws::LAWS;

/// Numbers that look like scores, from -2 to 2, the same on every machine.
fn scores(n: usize, sentence: usize) -> Vec<f32> {
    let at = |k: usize| ((k * 7919 + sentence * 104_729 + k * k * 31) % 1009) as f32 / 252.0 - 2.0;
    (0..n * n).map(at).collect()
}

fn whole(n: usize) -> Vec<Range<usize>> {
    vec![0..n; n]
}

/// Sentences of 9 to 14 tokens whose weights are the law's.
fn made_by(law: Law, numbers: &[f64], reach: usize, sentences: Range<usize>) -> Rows {
    let mut rows = Rows::default();
    for sentence in sentences {
        let n = 9 + sentence % 6;
        let scores = scores(n, sentence);
        let mut one = Rows::default();
        one.push(&vec![1.0; n * n], &scores, &whole(n));
        let shape = law.shape(numbers, reach);
        let (mut weights, mut logits) = (Vec::new(), Vec::new());
        one.each(law.scores(), reach, |_, _, scores, places| {
            fill(&shape, scores, places, &mut logits);
            let top = logits.iter().copied().fold(f64::NEG_INFINITY, f64::max);
            let sum: f64 = logits.iter().map(|z| (z - top).exp()).sum();
            weights.extend(logits.iter().map(|z| ((z - top).exp() / sum) as f32));
        });
        rows.push(&weights, &scores, &whole(n));
    }
    rows
}

fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len() as f64
}

/// Numbers of a law that none of its starts is.
fn known(law: Law, reach: usize) -> Vec<f64> {
    match law {
        Law::Sigmoid(_) | Law::LateSigmoid(_) | Law::AddedSigmoid => vec![1.3, -0.45, 0.8],
        Law::Exponent(_) => vec![0.9, -0.2],
        Law::Linear(_) => vec![-0.07, 1.1],
        Law::Clip(_) => vec![0.4, 1.0, 4.3],
        Law::Kerple => vec![1.2, 1.5, -0.6],
        Law::Temperature => vec![1.7],
        Law::Alibi => vec![0.8, 0.3],
        law => (0..law.count(reach)).map(|k| 1.0 - ((k * 5) % 7) as f64 / 5.0).collect(),
    }
}

#[test]
fn every_law_finds_itself() {
    let reach = 13;
    for row in &LAWS {
        let law = row.law;
        let numbers = known(law, reach);
        let rows = made_by(law, &numbers, reach, 0..12);
        let others = made_by(law, &numbers, reach, 12..24);
        let found = fit(&rows, law, reach).unwrap();
        let held_out = mean(&others.divergences(law, &found.numbers, reach));
        let silenced = mean(&others.divergences(Law::Temperature, &[1.0], reach));
        let left = held_out / silenced;
        assert!(left < 1e-5, "{}: {left} is not explained, {:?}", row.name, found.numbers);
        if numbers.len() <= 4 {
            for (found, known) in found.numbers.iter().zip(&numbers) {
                assert!((found - known).abs() < 1e-3, "{}: {found} {known}", row.name);
            }
        }
    }
}

#[test]
fn w_and_v_of_the_librarys_own_head_are_found() {
    // Weights by Eq. 5 and 6 as the library computes them, not by this module.
    let (w, v) = (0.35, 1.2);
    let method = Method::DistanceAware {
        mapping: Mapping::LearnableSigmoid,
        adjustment: Adjustment::EarlyMultiply,
    };
    let mut rows = Rows::default();
    for sentence in 0..10 {
        let n = 8 + sentence;
        let scores = scores(n, sentence);
        let mut weights = vec![0.0; n * n];
        let shape = HeadShape { tokens: n, stride: n };
        HeadRescale::<f32>::new(method, w, v, n).weights(shape, &scores, &mut weights);
        rows.push(&weights, &scores, &whole(n));
    }
    let found = fit(&rows, Law::Sigmoid(Scores::Clipped), 17).unwrap();
    for (found, known) in found.numbers.iter().zip([1.0, w, v]) {
        assert!((found - known).abs() < 1e-3, "{found} {known}");
    }
    assert!(found.loss < 1e-9 && !found.at_bound, "{found:?}");
}

#[test]
fn gradients_are_those_of_central_differences() {
    let reach = 6;
    // Weights of another law, so that nothing is at its smallest.
    let rows = made_by(Law::Kerple, &[0.6, -0.4, 1.0], 13, 0..5);
    for row in &LAWS {
        let law = row.law;
        let mut numbers = known(law, reach);
        numbers.iter_mut().enumerate().for_each(|(k, x)| *x += 0.013 * k as f64);
        let slope = rows.slope(law, &numbers, reach);
        let apart = mean(&rows.divergences(law, &numbers, reach));
        assert!((slope.loss - apart).abs() < 1e-12, "{}: {} {apart}", row.name, slope.loss);
        for k in (0..numbers.len()).filter(|&k| !law.is_fixed(k)) {
            let h = 1e-5;
            let at = |by: f64| {
                let mut numbers = numbers.clone();
                numbers[k] += by;
                rows.slope(law, &numbers, reach)
            };
            let (up, down) = (at(h), at(-h));
            let expected = (up.loss - down.loss) / (2.0 * h);
            let found = slope.gradient[k];
            assert!((found - expected).abs() < 1e-7, "{} {k}: {found} {expected}", row.name);
            // Where logits are linear in the numbers, Fisher's matrix is the second derivative.
            if law.is_linear() {
                let count = numbers.len();
                for l in 0..count {
                    let expected = (up.gradient[l] - down.gradient[l]) / (2.0 * h);
                    let found = slope.curvature[k * count + l];
                    assert!((found - expected).abs() < 1e-6, "{} {k} {l}", row.name);
                }
            }
        }
    }
}

#[test]
fn a_wider_law_is_never_worse_where_it_is_fitted() {
    let reach = 13;
    let rows = made_by(Law::FreeOffset, &known(Law::FreeOffset, reach), reach, 0..8);
    let loss = |law| fit(&rows, law, reach).unwrap().loss;
    let temperature = loss(Law::Temperature);
    let free = loss(Law::FreeDistance);
    for law in [Law::LateSigmoid(Scores::AsTheyAre), Law::Alibi, Law::Kerple, Law::AddedSigmoid] {
        let loss = loss(law);
        assert!(loss <= temperature + 1e-9, "{law:?}: {loss} {temperature}");
        assert!(free <= loss + 1e-7, "{law:?}: {loss} {free}");
    }
    assert!(loss(Law::FreeOffset) <= free + 1e-9);
    assert!(loss(Law::FreeOffset) < 1e-8);
}

#[test]
fn a_system_by_hand() {
    // [[4, 2], [2, 3]] x = [2, 1]: x = [1/2, 0].
    let x = solve(vec![4.0, 2.0, 2.0, 3.0], vec![2.0, 1.0]).unwrap();
    assert!((x[0] - 0.5).abs() < 1e-15 && x[1].abs() < 1e-15);
    assert_eq!(solve(vec![1.0, 2.0, 2.0, 1.0], vec![1.0, 1.0]), None, "not positive");
    assert_eq!(solve(vec![f64::NAN], vec![1.0]), None);
}

#[test]
fn one_token_and_no_sentence_do_no_harm() {
    assert_eq!(fit(&Rows::default(), Law::Alibi, 3), None);
    let mut rows = Rows::default();
    rows.push(&[1.0], &[0.7], &whole(1));
    for row in &LAWS {
        let found = fit(&rows, row.law, 0).unwrap();
        assert!(found.loss == 0.0 && found.numbers.iter().all(|x| x.is_finite()), "{}", row.name);
    }
}

#[test]
fn a_divergence_by_hand() {
    // p = [3/4, 1/4], q = [1/2, 1/2] in one row, p = q in the other: half of ln 2 - H(p).
    let mut rows = Rows::default();
    rows.push(&[0.75, 0.25, 0.5, 0.5], &[0.0; 4], &whole(2));
    let found = rows.divergences(Law::Temperature, &[1.0], 1);
    let expected = (0.75 * 1.5_f64.ln() + 0.25 * 0.5_f64.ln()) / 2.0;
    assert!((found[0] - expected).abs() < 1e-12);
}

#[test]
fn offsets_without_a_pair_have_their_neighbours_number() {
    // Two tokens: offsets -1, 0, 1 of a table from -3 to 3.
    let mut rows = Rows::default();
    rows.push(&[0.9, 0.1, 0.3, 0.7], &[0.1, 0.2, 0.3, 0.4], &whole(2));
    let found = fit(&rows, Law::FreeOffset, 3).unwrap().numbers;
    let table = &found[1..];
    assert_eq!(table[3], 0.0, "counted from distance 0");
    assert_eq!([table[0], table[1]], [table[2]; 2]);
    assert_eq!([table[5], table[6]], [table[4]; 2]);
    assert!(table[2] != 0.0 && table[4] != 0.0);
}
