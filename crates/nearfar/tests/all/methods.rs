//! What holds for the methods of the papers on any sentence, and what can be worked out by hand. The
//! reference values are in `golden.rs`.

use std::collections::BTreeSet;
use std::sync::Arc;

use ndarray::{Array2, Array3, Axis, Ix2, arr2, s};
use nearfar::Method;
use nearfar::attention::{Adjustment, HeadParameters, MAPPINGS, Mapping, Mask, Projections};
use nearfar::methods::adapted::{Adapted, AdaptedForm, AdaptedKey, relative_sinusoids};
use nearfar::methods::alibi::{Alibi, formula_slopes, slopes};
use nearfar::methods::distance_aware::DistanceAware;
use nearfar::methods::rope::Rope;
use nearfar::methods::rotation::{PairLayout, Rotation, Scaling};
use nearfar::methods::shaw::Shaw;
use nearfar::methods::specialised::Specialised;
use nearfar::methods::t5::{Buckets, T5};
use nearfar::methods::transformer_xl::{TransformerXl, half_sinusoids, relative_shift};
use nearfar::methods::tree::{
    Tree, TreeError, TreePath, traversal_table_rows, traversal_vocabulary,
};
use nearfar::methods::tree_bias::{BiasLabel, TreeBias};
use nearfar::methods::vanilla::Vanilla;
use nearfar::methods::{
    AttentionMethod, Explained, Gradients, Knows, Labels, Learns, MethodError, MethodKind, Needs,
    Options, Sentence,
};
use nearfar::text::dependency::WordLabel;
use proptest::prelude::*;
use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};

const WIDTH: usize = 12;

fn embeddings(tokens: usize, seed: u64) -> Array2<f64> {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    Array2::from_shape_simple_fn((tokens, WIDTH), || rng.random_range(-1.0..1.0))
}

fn projections(seed: u64) -> Projections<f64> {
    Projections::untrained(seed, 2, WIDTH, 4)
}

fn options(seed: u64) -> Options {
    Options {
        seed,
        heads: 2,
        width: WIDTH,
        dimensions: 4,
        clip: 3,
        longest_distance: 3,
        longest_traversal: 3,
        parts_of_speech: 17,
        relations: 37,
        features: 5,
        distance_aware: None,
        projections: None,
    }
}

/// Heads, from 1, of a random tree of tokens: each hangs on ROOT or on a token that was placed before.
fn random_heads(tokens: usize, seed: u64) -> Vec<usize> {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut order: Vec<usize> = (1..=tokens).collect();
    for place in (1..tokens).rev() {
        order.swap(place, rng.random_range(0..=place));
    }
    let mut heads = vec![0; tokens];
    for (place, &node) in order.iter().enumerate() {
        if place > 0 && rng.random_range(0..6) > 0 {
            heads[node - 1] = order[rng.random_range(0..place)];
        }
    }
    heads
}

fn mirrored<T: Clone>(matrix: &Array2<T>) -> Array2<T> {
    matrix.slice(s![..;-1, ..;-1]).to_owned()
}

fn largest_difference(a: &Array3<f64>, b: &Array3<f64>) -> f64 {
    assert_eq!(a.dim(), b.dim());
    a.iter().zip(b).fold(0.0, |largest, (a, b)| (a - b).abs().max(largest))
}

/// The weights of a method on a sentence with a tree and labels.
fn weights(
    kind: MethodKind,
    seed: u64,
    x: &Array2<f64>,
    heads: &[usize],
    labels: &[usize],
) -> Array3<f64> {
    let tree = Tree::of_tokens(heads).unwrap();
    let labels = Labels { ids: labels.to_vec(), names: Arc::default() };
    let sentence = Sentence {
        tree: Some(&tree),
        parts_of_speech: Some(&labels),
        relations: Some(&labels),
        ..Sentence::new(x.view())
    };
    kind.seeded::<f64>(&options(seed)).run(&sentence).unwrap().common().weights.clone()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn zero_tables_are_no_positions(tokens in 1..12_usize, more in 0..3_usize, seed in 0..1000_u64) {
        let x = embeddings(tokens, seed);
        let clip = tokens - 1 + more;
        let table = Array2::zeros((2 * clip + 1, 4));
        let shaw =
            Shaw { projections: projections(seed), key_table: table.clone(), value_table: table };
        let plain = Vanilla { positions: false, ..Vanilla::new(projections(seed)) };
        let sentence = Sentence::new(x.view());
        let (shaw, plain) = (shaw.trace(&sentence).unwrap(), plain.trace(&sentence).unwrap());
        prop_assert!(largest_difference(&shaw.common.weights, &plain.common.weights) < 1e-13);
        prop_assert!(largest_difference(&shaw.common.heads, &plain.common.heads) < 1e-12);
    }

    #[test]
    fn both_forms_of_shaw_are_equal(
        tokens in 1..9_usize, clip in 0..11_usize, seed in 0..1000_u64, causal: bool
    ) {
        let x = embeddings(tokens, seed);
        let method = Shaw::seeded(projections(seed), clip, seed + 1);
        let mask = if causal { Mask::causal() } else { Mask::none() };
        let sentence = Sentence { mask, ..Sentence::new(x.view()) };
        let trace = method.trace(&sentence).unwrap();
        let [e, alpha, z] = method.naive(&sentence).unwrap();
        prop_assert!(largest_difference(&e, &trace.common.scores) < 1e-11);
        prop_assert!(largest_difference(&alpha, &trace.common.weights) < 1e-11);
        prop_assert!(largest_difference(&z, &trace.common.heads) < 1e-11);
    }

    /// The program's padding and reshaping against the definition: cell j of row i is the column of the
    /// relative position i + M - j, and columns are in descending order.
    #[test]
    fn the_relative_shift_is_the_loop(tokens in 1..10_usize, memory in 0..6_usize, causal: bool) {
        let memory = if causal { memory } else { 0 };
        let (keys, columns) = (tokens + memory, if causal { tokens + memory } else { 2 * tokens - 1 });
        let raw = Array2::from_shape_fn((tokens, columns), |(i, p)| (100 * i + p + 1) as f64);
        let shifted = relative_shift(raw.view(), keys);
        let highest = keys as i64 - 1;
        for i in 0..tokens {
            for j in 0..keys {
                let relative = (i + memory) as i64 - j as i64;
                if causal && relative < 0 {
                    continue;
                }
                prop_assert_eq!(shifted[[i, j]], raw[[i, (highest - relative) as usize]]);
            }
        }
    }

    /// Of two tokens one can get all weight whatever the positions say; from three on, the difference is at
    /// least 2e-4 for each of these seeds.
    #[test]
    fn a_mirrored_sentence_mirrors_da_and_not_tener(tokens in 3..12_usize, seed in 0..1000_u64) {
        let x = embeddings(tokens, seed);
        let back = x.slice(s![..;-1, ..]).to_owned();
        let heads = DistanceAware::<f64>::seeded_heads(2);
        let da = DistanceAware::new(projections(seed), heads);
        let run = |x: &Array2<f64>| da.trace(&Sentence::new(x.view())).unwrap().common.weights;
        let (there, mirror) = (run(&x), run(&back).slice(s![.., ..;-1, ..;-1]).to_owned());
        prop_assert!(largest_difference(&there, &mirror) < 1e-12);
        let tener = Adapted::seeded(projections(seed), seed);
        let run = |x: &Array2<f64>| tener.trace(&Sentence::new(x.view())).unwrap().common.weights;
        let (there, mirror) = (run(&x), run(&back).slice(s![.., ..;-1, ..;-1]).to_owned());
        prop_assert!(largest_difference(&there, &mirror) > 1e-4);
    }

    /// What the table of methods says about direction is what happens: a method that does not know it
    /// mirrors its weights with the sentence, its tree and its labels.
    #[test]
    fn the_table_is_right_about_direction(seed in 0..200_u64) {
        let tokens = 8;
        let x = embeddings(tokens, seed);
        let back = x.slice(s![..;-1, ..]).to_owned();
        let heads = random_heads(tokens, seed);
        let mirror = |head: usize| if head == 0 { 0 } else { tokens + 1 - head };
        let back_heads: Vec<usize> = heads.iter().rev().map(|&head| mirror(head)).collect();
        let labels: Vec<usize> = (0..tokens).map(|token| (token * 5 + 3) % 17).collect();
        let back_labels: Vec<usize> = labels.iter().rev().copied().collect();
        for (kind, name) in MethodKind::ALL {
            let there = weights(kind, seed, &x, &heads, &labels);
            let mirror = weights(kind, seed, &back, &back_heads, &back_labels);
            let difference = largest_difference(&there, &mirror.slice(s![.., ..;-1, ..;-1]).to_owned());
            match kind.seeded::<f64>(&options(seed)).facts().direction {
                Knows::No => prop_assert!(difference < 1e-10, "{} {}", name, difference),
                Knows::Yes => prop_assert!(difference > 1e-9, "{} {}", name, difference),
                Knows::Partly(_) => {}
            }
        }
    }

    #[test]
    fn tree_distance_is_a_metric(tokens in 1..14_usize, seed in 0..10_000_u64) {
        let ways = Tree::of_tokens(&random_heads(tokens, seed)).unwrap().ways();
        let d = |a: usize, b: usize| ways[[a, b]].distance();
        for a in 0..=tokens {
            for b in 0..=tokens {
                prop_assert_eq!(d(a, b) == 0, a == b);
                prop_assert_eq!(d(a, b), d(b, a));
                for c in 0..=tokens {
                    prop_assert!(d(a, c) <= d(a, b) + d(b, c));
                }
            }
        }
    }

    /// Distance and traversal against a walk from node to node.
    #[test]
    fn the_traversal_tells_the_distance(tokens in 1..14_usize, seed in 0..10_000_u64) {
        let tree = Tree::of_tokens(&random_heads(tokens, seed)).unwrap();
        let ways = tree.ways();
        for ((a, b), way) in ways.indexed_iter() {
            let text = way.to_string();
            // One character for each edge, but L and R stand for two.
            let shortcut = text.starts_with(['L', 'R']);
            prop_assert_eq!(way.distance(), text.len() + usize::from(shortcut));
            prop_assert_eq!(way.characters(), text.len());
            // Walk up from a and b to where they meet.
            let above = |node| std::iter::successors(Some(node), |&node| tree.parent(node));
            let up = above(a).position(|node| above(b).any(|other| other == node)).unwrap();
            let meeting = above(a).nth(up).unwrap();
            let down = above(b).position(|node| node == meeting).unwrap();
            prop_assert_eq!((way.up, way.down), (up, down));
            prop_assert_eq!(shortcut, up == 1 && down > 0);
            if shortcut {
                let sibling = above(b).nth(down - 1).unwrap();
                prop_assert_eq!(text.starts_with('L'), sibling < a);
            }
        }
    }

    #[test]
    fn a_traversal_label_is_its_place_in_the_vocabulary(
        tokens in 1..14_usize, longest in 1..7_usize, seed in 0..10_000_u64
    ) {
        let vocabulary = traversal_vocabulary(longest);
        prop_assert_eq!(vocabulary.len(), traversal_table_rows(longest));
        for way in Tree::of_tokens(&random_heads(tokens, seed)).unwrap().ways() {
            let text = way.to_string();
            let expected = vocabulary.iter().position(|name| *name == text);
            prop_assert_eq!(way.traversal_label(longest), expected.unwrap_or(vocabulary.len() - 1));
            prop_assert_eq!(way.distance_label(longest), way.distance().min(longest + 1));
        }
    }

    #[test]
    fn rope_knows_the_difference_of_positions_alone(
        tokens in 1..10_usize, first in -1000.0..1000.0_f64, seed in 0..1000_u64
    ) {
        let x = embeddings(tokens, seed);
        let run = |first_position| {
            let method = Rope { first_position, ..Rope::new(projections(seed)) };
            method.trace(&Sentence::new(x.view())).unwrap().common.scores
        };
        prop_assert!(largest_difference(&run(0.0), &run(first)) < 1e-11);
    }

    #[test]
    fn alibi_without_a_slope_is_no_positions(tokens in 1..10_usize, seed in 0..1000_u64) {
        let x = embeddings(tokens, seed);
        let sentence = Sentence::new(x.view());
        let alibi = Alibi { slopes: vec![0.0; 2], ..Alibi::new(projections(seed), false) };
        let plain = Vanilla { positions: false, ..Vanilla::new(projections(seed)) };
        let (alibi, plain) = (alibi.trace(&sentence).unwrap(), plain.trace(&sentence).unwrap());
        prop_assert!(largest_difference(&alibi.common.weights, &plain.common.weights) < 1e-13);
    }

    /// A query of the causal form does not care how the segment is cut: memory and sentence together
    /// are one longer sentence.
    #[test]
    fn memory_is_what_stands_before(tokens in 1..6_usize, memory in 1..6_usize, seed in 0..1000_u64) {
        let all = embeddings(memory + tokens, seed);
        let method = TransformerXl::seeded(projections(seed), true, seed);
        let whole = method.trace(&Sentence::new(all.view())).unwrap();
        let (before, after) = all.view().split_at(Axis(0), memory);
        let cut = method.trace(&Sentence { memory: Some(before), ..Sentence::new(after) }).unwrap();
        let expected = whole.common.weights.slice(s![.., memory.., ..]).to_owned();
        prop_assert!(largest_difference(&cut.common.weights, &expected) < 1e-12);
    }
}

/// A scaling of every kind, for heads of 4 dimensions.
const SCALINGS: [Scaling; 7] = [
    Scaling::None,
    Scaling::Interpolation { factor: 3.0 },
    Scaling::Ntk { factor: 3.0 },
    Scaling::DynamicNtk { factor: 2.0, longest: 3.0 },
    Scaling::Yarn {
        factor: 4.0,
        longest: 64.0,
        beta_fast: 8.0,
        beta_slow: 0.5,
        truncate: false,
        mscale: None,
    },
    Scaling::Llama3 { factor: 8.0, longest: 32.0, low_turns: 1.0, high_turns: 4.0 },
    Scaling::Xpos { gamma: 0.4, base: 8.0 },
];

/// The sum of the squared outputs, whose derivative by the output is twice the output.
fn loss<M: AttentionMethod<f64>>(method: &M, x: &Array2<f64>, mask: &Mask) -> f64 {
    let sentence = Sentence { mask: mask.clone(), ..Sentence::new(x.view()) };
    method.run(&sentence).unwrap().common().output.iter().map(|z| z * z).sum()
}

/// Holds every gradient to central differences of [`loss`]; `cells` hands out the numbers of a
/// parameter's name.
fn agrees_with_differences<M: AttentionMethod<f64> + Clone>(
    method: &M,
    x: &Array2<f64>,
    mask: &Mask,
    gradients: &Gradients<f64>,
    cells: for<'a> fn(&'a mut M, &str) -> &'a mut [f64],
) -> Result<(), TestCaseError> {
    const STEP: f64 = 1e-5;
    for (name, gradient) in gradients.iter() {
        for (place, &found) in gradient.iter().enumerate() {
            let moved = |by: f64| {
                let (mut method, mut x) = (method.clone(), x.clone());
                match name {
                    // TENER's letter for the input.
                    "X" | "H" => x.as_slice_mut().unwrap()[place] += by,
                    _ => cells(&mut method, name)[place] += by,
                }
                loss(&method, &x, mask)
            };
            let expected = (moved(STEP) - moved(-STEP)) / (2.0 * STEP);
            let error = (found - expected).abs();
            prop_assert!(
                error < 1e-6 * expected.abs().max(1.0),
                "{} [{}]: {} is not {}",
                name,
                place,
                found,
                expected
            );
        }
    }
    Ok(())
}

/// One number of a parameter by its name among the gradients.
fn cell<'a>(method: &'a mut dyn Learns<f64>, name: &str, place: usize) -> &'a mut f64 {
    if ["W_Q", "W_K", "W_V", "W_O"].contains(&name) {
        let projections = method.projections().unwrap_or_else(|| panic!("no projections"));
        return &mut projection_cells(projections, name)[place];
    }
    let own = method.own().into_iter().find(|(own, _)| *own == name);
    let (_, cells) = own.unwrap_or_else(|| panic!("{name} is the gradient of no parameter"));
    &mut cells[place]
}

/// The numbers of a projection by its name among the gradients.
fn projection_cells<'a>(projections: &'a mut Projections<f64>, name: &str) -> &'a mut [f64] {
    let cells = match name {
        "W_Q" => projections.query.as_slice_mut(),
        "W_K" => projections.key.as_slice_mut(),
        "W_V" => projections.value.as_slice_mut(),
        "W_O" => projections.output.as_slice_mut(),
        other => panic!("no parameter {other}"),
    };
    cells.unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(8))]

    #[test]
    fn gradients_of_alibi_are_central_differences(
        tokens in 1..6_usize, seed in 0..1000_u64, causal: bool, padded in 0..2_usize
    ) {
        let x = embeddings(tokens, seed);
        let mask = Mask::padding(tokens.saturating_sub(padded).max(1), tokens);
        let method = Alibi::new(projections(seed), causal);
        let sentence = Sentence { mask: mask.clone(), ..Sentence::new(x.view()) };
        let trace = method.trace(&sentence).unwrap();
        let d = trace.common.output.mapv(|z| 2.0 * z);
        let gradients = method.backward(&sentence, &trace, d.view()).unwrap();
        prop_assert_eq!(gradients.len(), 5);
        agrees_with_differences(&method, &x, &mask, &gradients, |method, name| {
            projection_cells(&mut method.projections, name)
        })?;
    }

    /// What a method's own file promises, for all of them: every gradient is that of a parameter, and what
    /// moving the parameter does.
    #[test]
    fn gradients_of_every_method_are_central_differences(
        tokens in 1..4_usize, seed in 0..1000_u64, causal: bool
    ) {
        // Word vectors as large as the page's: larger ones make rows of weights one-hot.
        let x = embeddings(tokens, seed) * 0.3;
        let tree = Tree::of_tokens(&random_heads(tokens, seed)).unwrap();
        let labels = Labels { ids: (0..tokens).map(|token| token * 5 % 17).collect(), names: Arc::default() };
        let options = Options { clip: 2, longest_distance: 2, longest_traversal: 2, features: 3, ..options(seed) };
        for (kind, name) in MethodKind::ALL {
            let Some(mut method) = kind.learner::<f64>(&options) else {
                prop_assert_eq!(kind, MethodKind::DistanceAware, "its gradients are attention's");
                continue;
            };
            let run = |method: &dyn Learns<f64>, x: &Array2<f64>| {
                let mask = if causal { Mask::causal() } else { Mask::none() };
                let sentence = Sentence {
                    mask,
                    tree: Some(&tree),
                    parts_of_speech: Some(&labels),
                    relations: Some(&labels),
                    ..Sentence::new(x.view())
                };
                let trace = method.run(&sentence).unwrap();
                let output = &trace.common().output;
                let gradients = method.gradients(&sentence, output.mapv(|z| 2.0 * z).view()).unwrap();
                (output.iter().map(|z| z * z).sum::<f64>(), gradients)
            };
            let (_, gradients) = run(method.as_ref(), &x);
            for (own, _) in method.own() {
                prop_assert!(gradients.get(own).is_some(), "{} has no gradient of {}", name, own);
            }
            for (parameter, gradient) in gradients.iter() {
                // A few places of each: there are thousands.
                for place in (0..gradient.len()).step_by(gradient.len().div_ceil(3).max(1)) {
                    let mut moved = |by: f64| {
                        let mut x = x.clone();
                        let is_input = ["X", "E", "H"].contains(&parameter);
                        if is_input {
                            x.as_slice_mut().unwrap()[place] += by;
                        } else {
                            *cell(method.as_mut(), parameter, place) += by;
                        }
                        let (loss, _) = run(method.as_ref(), &x);
                        if !is_input {
                            *cell(method.as_mut(), parameter, place) -= by;
                        }
                        loss
                    };
                    const STEP: f64 = 1e-5;
                    let expected = (moved(STEP) - moved(-STEP)) / (2.0 * STEP);
                    let found = gradient.iter().nth(place).copied().unwrap();
                    prop_assert!(
                        (found - expected).abs() < 2e-6 * expected.abs().max(1.0),
                        "{} {} [{}]: {} is not {}", name, parameter, place, found, expected
                    );
                }
            }
        }
    }

    #[test]
    fn gradients_of_tener_are_central_differences(
        tokens in 1..5_usize, seed in 0..1000_u64, program: bool
    ) {
        let x = embeddings(tokens, seed);
        let mask = Mask::none();
        let form = if program { AdaptedForm::Program } else { AdaptedForm::Paper };
        // Scaled: un-scaled scores are so large that a row of weights is nearly one-hot.
        let method = Adapted { form, scaled: true, ..Adapted::seeded(projections(seed), seed) };
        let sentence = Sentence::new(x.view());
        let trace = method.trace(&sentence).unwrap();
        let d = trace.common.output.mapv(|z| 2.0 * z);
        let gradients = method.backward(&sentence, &trace, d.view()).unwrap();
        prop_assert_eq!(gradients.len(), 7);
        agrees_with_differences(&method, &x, &mask, &gradients, |method, name| match name {
            "u" => method.content_bias.as_slice_mut().unwrap(),
            "v" => method.position_bias.as_slice_mut().unwrap(),
            "W_in" => method.input.as_mut().unwrap().as_slice_mut().unwrap(),
            _ => projection_cells(&mut method.projections, name),
        })?;
    }

    #[test]
    fn gradients_of_t5_are_central_differences(
        tokens in 1..6_usize, seed in 0..1000_u64, bidirectional: bool, scaled: bool
    ) {
        let x = embeddings(tokens, seed);
        let mask = Mask::none();
        let buckets = Buckets { count: 6, farthest: 5, bidirectional };
        let method = T5 { scaled, ..T5::seeded(projections(seed), buckets, seed) };
        let sentence = Sentence::new(x.view());
        let trace = method.trace(&sentence).unwrap();
        let d = trace.common.output.mapv(|z| 2.0 * z);
        let gradients = method.backward(&sentence, &trace, d.view()).unwrap();
        prop_assert_eq!(gradients.len(), 6);
        agrees_with_differences(&method, &x, &mask, &gradients, |method, name| match name {
            "bias_table" => method.bias_table.as_slice_mut().unwrap(),
            _ => projection_cells(&mut method.projections, name),
        })?;
    }

    #[test]
    fn gradients_of_rope_are_central_differences(
        tokens in 1..6_usize, seed in 0..1000_u64, half: bool, part: bool, causal: bool
    ) {
        let x = embeddings(tokens, seed);
        let mask = if causal { Mask::causal() } else { Mask::none() };
        for scaling in SCALINGS {
            // Stretching the base needs more than one pair.
            let part = part && !matches!(scaling, Scaling::Ntk { .. } | Scaling::DynamicNtk { .. });
            let rotation = Rotation {
                dimensions: if part { 2 } else { 4 },
                base: 100.0,
                layout: if half { PairLayout::Half } else { PairLayout::Interleaved },
                scaling,
            };
            let method = Rope { projections: projections(seed), rotation, first_position: 2.0 };
            let sentence = Sentence { mask: mask.clone(), ..Sentence::new(x.view()) };
            let trace = method.trace(&sentence).unwrap();
            let d = trace.common.output.mapv(|z| 2.0 * z);
            let gradients = method.backward(&sentence, &trace, d.view()).unwrap();
            prop_assert_eq!(gradients.len(), 5);
            agrees_with_differences(&method, &x, &mask, &gradients, |method, name| {
                projection_cells(&mut method.projections, name)
            })?;
        }
    }

    /// The bucket is the largest whole number k with (farthest/e)^k ≤ (a/e)^(n-e), which here is counted
    /// in 128 bits.
    #[test]
    fn t5_buckets_are_exact(half in 2..9_usize, farthest in 1..200_usize, distance in 0..400_usize) {
        let count = 2 * half;
        let exact = half;
        let farthest = exact + farthest;
        let buckets = Buckets { count, farthest, bidirectional: false };
        let steps = (count - exact) as u32;
        let power = |base: usize, power: u32| (base as u128).checked_pow(power);
        let expected = if distance < exact {
            Some(distance)
        } else {
            let reaches = |k: u32| {
                let a = power(distance, steps)?.checked_mul(power(exact, k)?)?;
                let b = power(farthest, k)?.checked_mul(power(exact, steps)?)?;
                Some(a >= b)
            };
            (0..=steps).map(reaches).collect::<Option<Vec<_>>>().map(|reached| {
                let whole = reached.iter().filter(|reached| **reached).count() - 1;
                (exact + whole).min(count - 1)
            })
        };
        if let Some(expected) = expected {
            prop_assert_eq!(buckets.bucket(distance, 0), expected);
        }
    }
}

/// Distances on the edge of two buckets: 4·2^n, where logarithms in float64 fall below.
#[test]
fn t5_buckets_at_exact_powers() {
    let buckets = Buckets { count: 9, farthest: 128, bidirectional: false };
    for (distance, expected) in
        [(3, 3), (4, 4), (7, 4), (8, 5), (15, 5), (16, 6), (32, 7), (63, 7), (64, 8), (128, 8)]
    {
        assert_eq!(buckets.bucket(distance, 0), expected, "{distance}");
    }
    // Powers far beyond 128 bits.
    let many = Buckets { count: 200, farthest: 100 * 2_usize.pow(10), bidirectional: false };
    for power in 0..10 {
        assert_eq!(many.bucket(100 << power, 0), 100 + 10 * power, "{power}");
        assert_eq!(many.bucket((100 << power) + 1, 0), 100 + 10 * power, "{power}");
        let before = 100 + 10 * power - 1;
        assert_eq!(many.bucket((100 << power) - 1, 0), before, "{power}");
    }
}

#[test]
fn rotations_that_are_none_are_refused() {
    let x = embeddings(3, 1);
    let refused = |rotation: Rotation| {
        let method = Rope { projections: projections(1), rotation, first_position: 0.0 };
        let error = method.trace(&Sentence::new(x.view())).expect_err("a bad rotation");
        error.to_string()
    };
    let paper = Rotation::paper(4);
    for dimensions in [0, 3, 6] {
        let says = refused(Rotation { dimensions, ..paper });
        assert!(says.contains(&format!("is {dimensions};")), "{says}");
    }
    for base in [1.0, -3.0, f64::NAN, f64::INFINITY] {
        assert!(refused(Rotation { base, ..paper }).contains("base of the angles"));
    }
    for (scaling, says) in [
        (Scaling::Interpolation { factor: 0.0 }, "factor"),
        (Scaling::Ntk { factor: f64::NAN }, "factor"),
        (Scaling::DynamicNtk { factor: 2.0, longest: 0.0 }, "positions of training"),
        (Scaling::Xpos { gamma: -1.0, base: 512.0 }, "gamma"),
        (
            Scaling::Llama3 { factor: 2.0, longest: 8.0, low_turns: 4.0, high_turns: 4.0 },
            "high_freq_factor",
        ),
    ] {
        let found = refused(Rotation { scaling, ..paper });
        assert!(found.contains(says), "{found}");
    }
    let stretched = Rotation { dimensions: 2, scaling: Scaling::Ntk { factor: 2.0 }, ..paper };
    assert!(refused(stretched).contains("4 or more"));
}

/// Every method, whatever it is: terms that can be drawn, weights that are shares, masks that hold.
#[test]
fn every_method_explains_itself() {
    let tokens = 7;
    let x = embeddings(tokens, 3);
    let tree = Tree::of_tokens(&random_heads(tokens, 3)).unwrap();
    let labels = Labels { ids: vec![0, 1, 2, 3, 1, 0, 16], names: Arc::default() };
    let mask = Mask::padding(5, tokens);
    let sentence = Sentence {
        mask,
        tree: Some(&tree),
        parts_of_speech: Some(&labels),
        relations: Some(&labels),
        ..Sentence::new(x.view())
    };
    let mut titles = BTreeSet::new();
    for (kind, name) in MethodKind::ALL {
        assert_eq!(MethodKind::from_name(name), Some(kind));
        assert_eq!(kind.name(), name);
        let method = kind.seeded::<f64>(&options(11));
        let facts = method.facts();
        assert!(titles.insert((facts.title, facts.formula)), "{name} has a title of its own");
        assert!(!facts.paper.is_empty() && !facts.equation.is_empty(), "{name}");
        assert!(!method.parameter_count().formula.is_empty(), "{name}");
        let trace = method.run(&sentence).unwrap();
        let common = trace.common();
        assert_eq!((common.head_count(), common.tokens()), (2, tokens), "{name}");
        for ((head, i, j), &weight) in common.weights.indexed_iter() {
            assert!((0.0..=1.0).contains(&weight), "{name} [{head}, {i}, {j}]: {weight}");
            assert!(j < 5 || weight == 0.0, "{name}: a masked key has a weight");
        }
        // What a row leaves to no key, where a method leaves some.
        let mut sums = common.weights.sum_axis(Axis(2));
        for left in ["remainder", "sink_weight"].into_iter().filter_map(|name| trace.term(name)) {
            sums += &left.numbers().unwrap().to_owned().into_dimensionality::<Ix2>().unwrap();
        }
        for &sum in &sums {
            // DiSAN's first and last token look at nobody.
            let empty = kind == MethodKind::Disan && sum == 0.0;
            assert!(empty || (sum - 1.0).abs() < 1e-12, "{name}: {sum}");
        }
        let mean = common.mean_weights();
        assert!(
            (mean[[1, 0]] - (common.weights[[0, 1, 0]] + common.weights[[1, 1, 0]]) / 2.0).abs()
                < 1e-15
        );

        let terms = trace.terms();
        let names: BTreeSet<_> = terms.iter().map(|term| term.name).collect();
        assert_eq!(names.len(), terms.len(), "{name}: every term has a name of its own");
        for term in &terms {
            let what = format!("{name} {}", term.name);
            assert!(!term.title.is_empty() && !term.source.is_empty(), "{what}");
            assert_eq!(term.axes.len(), term.shape().len(), "{what}");
            let matrix = term.matrix(1, None).unwrap_or_else(|| panic!("{what} is no matrix"));
            assert!(matrix.iter().all(|x| x.is_finite()), "{what}");
            if term.is_between_tokens() {
                assert_eq!(matrix.dim(), (tokens, tokens), "{what}");
            }
            if !term.rows.is_empty() {
                let named = term.shape().contains(&term.rows.len());
                assert!(named || term.name.starts_with("ids_"), "{what}: {:?}", term.rows);
            }
        }
        let like_weights =
            |term: &&nearfar::methods::Term<f64>| term.shape() == common.weights.shape();
        assert!(terms.iter().filter(like_weights).count() > 1, "{name}");
        assert_eq!(trace.features().is_some(), kind == MethodKind::Disan);
    }
}

#[test]
fn a_feature_is_chosen_or_averaged() {
    let x = embeddings(4, 5);
    let method = MethodKind::Disan.seeded::<f64>(&options(5));
    let trace = method.run(&Sentence::new(x.view())).unwrap();
    let p = trace.term("fw.P").unwrap();
    assert_eq!(p.shape(), [4, 4, 5]);
    let each: Vec<_> = (0..5).map(|feature| p.matrix(0, Some(feature)).unwrap()).collect();
    let sum = each.iter().fold(Array2::<f64>::zeros((4, 4)), |sum, one| sum + one);
    let mean = p.matrix(0, None).unwrap();
    assert!((&mean * 5.0 - sum).iter().all(|x| x.abs() < 1e-14));
    let averaged = trace.common().weights.index_axis(Axis(0), 0).to_owned();
    assert!((mean - averaged).iter().all(|x| x.abs() < 1e-14));
    assert!(p.matrix(0, Some(5)).is_none());
    assert!(trace.term("weights").unwrap().matrix(2, None).is_none());
    assert!(trace.term("no such term").is_none());
    // Forward sees what stands before: the first token sees nobody, its context is 0.
    let context = trace.term("fw.s").unwrap().matrix(0, None).unwrap();
    assert!(context.row(0).iter().all(|x| *x == 0.0));
}

/// 32 buckets up to 128 tokens, both sides: 8 distances each, then 8·16^(n/8): 8, 11.3, 16, 22.6, 32,
/// 45.3, 64, 90.5 are where the next bucket starts. A key behind the query is 16 higher.
#[test]
fn t5_buckets_by_hand() {
    let starts = [(8, 8), (12, 9), (16, 10), (23, 11), (32, 12), (46, 13), (64, 14), (91, 15)];
    for (distance, expected) in (0..8).map(|distance| (distance, distance)).chain(starts) {
        assert_eq!(Buckets::ENCODER.bucket(distance, 0), expected, "{distance} to the left");
        let right = if distance == 0 { 0 } else { 16 + expected };
        assert_eq!(Buckets::ENCODER.bucket(0, distance), right, "{distance} to the right");
    }
    for (distance, start) in starts.into_iter().skip(1) {
        assert_eq!(Buckets::ENCODER.bucket(distance - 1, 0), start - 1, "just before {distance}");
    }
    for distance in [127, 128, 500] {
        assert_eq!(Buckets::ENCODER.bucket(distance, 0), 15);
        assert_eq!(Buckets::ENCODER.bucket(0, distance), 31);
    }
    // One side: 16 distances each, then 16·8^(n/16): 16, 18.2, …, 45.3 (n = 8), …, 112.4 (n = 15).
    for (distance, expected) in [
        (0, 0),
        (1, 1),
        (15, 15),
        (16, 16),
        (18, 16),
        (19, 17),
        (45, 23),
        (46, 24),
        (112, 30),
        (113, 31),
        (128, 31),
        (999, 31),
    ] {
        assert_eq!(Buckets::DECODER.bucket(distance, 0), expected, "{distance}");
    }
    assert_eq!(Buckets::DECODER.bucket(0, 7), 0, "what stands behind is masked");
}

#[test]
fn t5_adds_the_bias_of_the_bucket() {
    let x = embeddings(5, 1);
    let buckets = Buckets { count: 4, farthest: 3, bidirectional: true };
    let mut method = T5::seeded(projections(1), buckets, 1);
    method.bias_table = arr2(&[[0.0, 1.0], [0.5, -1.0], [9.0, 9.0], [-2.0, 3.0]]);
    let trace = method.trace(&Sentence::new(x.view())).unwrap();
    // Two buckets a side, one distance each: 0 is bucket 0, left of it 1, right of it 2 + 1.
    assert_eq!(trace.bucket.row(2).to_vec(), [1, 1, 0, 3, 3]);
    let bias = trace.common.scores - &trace.content;
    let close = |found: f64, expected: f64| assert!((found - expected).abs() < 1e-12);
    close(bias[[0, 2, 0]], 0.5);
    close(bias[[0, 2, 4]], -2.0);
    close(bias[[1, 2, 2]], 1.0);
    close(bias[[1, 2, 3]], 3.0);
}

#[test]
fn alibi_slopes_by_hand() {
    assert_eq!(slopes(8), [0.5, 0.25, 0.125, 0.0625, 0.03125, 0.015625, 0.0078125, 0.00390625]);
    assert_eq!(slopes(1), [0.00390625]);
    assert_eq!(slopes(2), [0.0625, 0.00390625]);
    assert!(slopes(0).is_empty());
    // Not a power of two: those of 4, then the first, third, … of 8.
    assert_eq!(slopes(6), [0.25, 0.0625, 0.015625, 0.00390625, 0.5, 0.125]);
    // The paper's formula for any h, which is another for 6: 2^(-8/6), its square and so on.
    assert_eq!(formula_slopes(8), slopes(8));
    assert_eq!(formula_slopes(6)[2], 0.0625);
    let twelve = slopes(12);
    assert_eq!(twelve[..8], slopes(8));
    for (found, exponent) in twelve[8..].iter().zip([0.5, 1.5, 2.5, 3.5_f64]) {
        assert!((found - (-exponent).exp2()).abs() < 1e-15);
    }
    let x = embeddings(4, 1);
    let trace = Alibi::new(projections(1), true).trace(&Sentence::new(x.view())).unwrap();
    let bias = trace.common.scores - &trace.content;
    // h = 2: m = 1/16 and 1/256.
    assert!((bias[[0, 3, 0]] + 3.0 / 16.0).abs() < 1e-12);
    assert!((bias[[1, 3, 1]] + 2.0 / 256.0).abs() < 1e-12);
    assert_eq!(trace.common.weights[[0, 1, 2]], 0.0, "the causal form masks what stands behind");
}

/// One head of two dimensions, q = k = (1, 0) everywhere: position p turns them to (cos p, sin p), and
/// the product of i and j is cos(i - j).
#[test]
fn rope_by_hand() {
    let column = |x: f64, y: f64| Array3::from_shape_vec((1, 1, 2), vec![x, y]).unwrap();
    let projections = Projections {
        query: column(1.0, 0.0),
        key: column(1.0, 0.0),
        value: column(1.0, 1.0),
        output: arr2(&[[1.0], [1.0]]),
    };
    let x = Array2::ones((4, 1));
    let trace = Rope::new(projections).trace(&Sentence::new(x.view())).unwrap();
    for ((_, i, j), &score) in trace.common.scores.indexed_iter() {
        let expected = (i as f64 - j as f64).cos() / 2.0_f64.sqrt();
        assert!((score - expected).abs() < 1e-14, "[{i}, {j}]: {score}");
    }
    assert!((trace.turned_query[[0, 3, 1]] - 3.0_f64.sin()).abs() < 1e-15);
    // Of four dimensions the second pair turns by p / 100.
    let slow = Rotation::paper(4).angles(3, 1.0);
    assert_eq!(slow.row(1).to_vec(), [2.0, 0.02]);
}

#[test]
fn sinusoids_by_hand() {
    // Of width 4: frequencies 1 and 1/100; sines, then cosines.
    let halves = half_sinusoids::<f64>(&[2, -2], 4);
    let expected = [2.0_f64.sin(), 0.02_f64.sin(), 2.0_f64.cos(), 0.02_f64.cos()];
    for (found, expected) in halves.row(0).iter().zip(expected) {
        assert!((found - expected).abs() < 1e-15);
    }
    assert_eq!(halves[[1, 0]], -halves[[0, 0]], "a sine tells left from right");
    let paper = relative_sinusoids::<f64>(&[3], 4, AdaptedForm::Paper);
    let program = relative_sinusoids::<f64>(&[3], 4, AdaptedForm::Program);
    let expected = [3.0_f64.sin(), 3.0_f64.cos(), 0.03_f64.sin(), 0.03_f64.cos()];
    for (found, expected) in paper.iter().zip(expected) {
        assert!((found - expected).abs() < 1e-15);
    }
    // The program divides by d/2 - 1 = 1: frequencies 1 and 1/10,000.
    let expected = [3.0_f64.sin(), 0.0003_f64.sin(), 3.0_f64.cos(), 0.0003_f64.cos()];
    for (found, expected) in program.iter().zip(expected) {
        assert!((found - expected).abs() < 1e-15);
    }
}

/// What the table says that a method reads of a sentence is what it cannot do without; what it counts as its
/// own is what it learns beside the projections.
#[test]
fn the_table_of_methods_is_right() {
    let x = embeddings(4, 1);
    let tree = Tree::of_tokens(&[0, 1, 1, 2]).unwrap();
    let labels = Labels { ids: vec![0; 4], names: Arc::default() };
    let memory = embeddings(2, 3);
    let (mut names, mut titles) = (BTreeSet::new(), BTreeSet::new());
    for (kind, name) in MethodKind::ALL {
        let definition = kind.definition();
        assert_eq!(definition.name, name);
        assert!(names.insert(name) && titles.insert(definition.short), "{name} stands twice");
        let mut method = kind.learner::<f64>(&options(1));
        let run = |needs: Needs| {
            let sentence = Sentence {
                tree: needs.tree.then_some(&tree),
                parts_of_speech: needs.parts_of_speech.then_some(&labels),
                relations: needs.relations.then_some(&labels),
                memory: needs.memory.then_some(memory.view()),
                ..Sentence::new(x.view())
            };
            kind.seeded::<f64>(&options(1)).run(&sentence)
        };
        let needs = definition.needs;
        let trace = run(needs).unwrap_or_else(|error| panic!("{name}: {error}"));
        let keys = trace.common().weights.dim().2;
        assert_eq!(keys, if needs.memory { 6 } else { 4 }, "{name}");
        let without = run(Needs { memory: needs.memory, ..Needs::WORDS });
        assert_eq!(without.is_err(), needs.syntax());
        let looks_ahead = trace.common().weights.indexed_iter().any(|((head, i, j), &weight)| {
            let of_one_side = kind == MethodKind::Disan && head == 1;
            !of_one_side && j + 4 > i + keys && weight != 0.0
        });
        let disan = kind == MethodKind::Disan;
        assert_eq!(looks_ahead, !definition.causal && !disan, "{name}");
        let Some(method) = &mut method else { continue };
        // What makes H of the word vectors is no part of attention.
        let own = method.own().into_iter().filter(|(own, _)| *own != "W_in");
        let learned: usize = own.map(|(_, cells)| cells.len()).sum();
        assert_eq!(method.parameter_count().own, learned, "{name}");
    }
}

/// h = 2, d = 4, D = 12 (or 8, so that keys can be slices), k = 3, m = 3.
#[test]
fn parameters_by_hand() {
    let own = |kind: MethodKind| kind.seeded::<f64>(&options(1)).parameter_count();
    let added = |kind| own(kind).added();
    assert_eq!(added(MethodKind::Vanilla), 0);
    assert_eq!(added(MethodKind::DistanceAware), 2 * 2);
    assert_eq!(added(MethodKind::Shaw), 2 * 7 * 4);
    assert_eq!(added(MethodKind::TransformerXl), 12 * 2 * 4 + 2 * 2 * 4);
    // Over H of width h·d = 8, and the layer that makes it of D = 12 is not attention's.
    assert_eq!(added(MethodKind::Adapted), 2 * 2 * 4 - 8 * 2 * 4, "no W_K");
    assert_eq!(added(MethodKind::AdaptedProgram), 2 * 2 * 4 - 8 * 2 * 4, "no W_K");
    assert_eq!(added(MethodKind::TreeDistance), 5 * 4);
    assert_eq!(added(MethodKind::TreeTraversal), 15 * 4);
    assert_eq!(added(MethodKind::TreeDistanceRelative), 5 * 4 + 7 * 4);
    assert_eq!(added(MethodKind::TreeTraversalRelative), 15 * 4 + 7 * 4);
    // 17 labels of 16 dimensions, two projections of 16 x 4 in the place of two of 12 x 4.
    assert_eq!(added(MethodKind::SpecialisedPartOfSpeech), 17 * 16 + 2 * 16 * 4 - 2 * 12 * 4);
    assert_eq!(added(MethodKind::Disan), 2 * 12 * 5 + 16 * 25 + 10 * 5);
    assert_eq!(added(MethodKind::Alibi), 0);
    assert_eq!(added(MethodKind::T5), 32 * 2);
    assert_eq!(added(MethodKind::Rope), 0);
    let slices = MethodKind::Adapted.seeded::<f64>(&Options { width: 8, ..options(1) });
    assert_eq!(slices.parameter_count().added(), 2 * 2 * 4 - 8 * 2 * 4, "no W_K");
}

/// What the table says of the DA-Transformer follows its settings, and is what coefficients do.
#[test]
fn facts_of_the_da_transformer_follow_mapping_and_adjustment() {
    let heads: Vec<_> = [-0.5, 0.75].map(|w| HeadParameters { w, v: 1.0 }).to_vec();
    let of = |method| DistanceAware {
        projections: projections(1),
        heads: heads.clone(),
        lines: Vec::new(),
        method,
    };
    let mut seen = BTreeSet::new();
    for mapping in MAPPINGS.iter().map(|row| row.mapping()) {
        for adjustment in Adjustment::ALL {
            let method = of(Method::DistanceAware { mapping, adjustment });
            let facts = method.facts();
            let formula = facts.formula.clone();
            assert!(seen.insert((facts.title.clone(), facts.formula.clone())), "{facts:?}");
            assert_eq!(formula.contains("ReLU"), adjustment.clips(), "{formula}");
            assert_eq!(formula.contains("softmax"), !adjustment.is_early(), "{formula}");
            assert_eq!(
                formula.contains(" · f(") || formula.contains(") · "),
                adjustment.multiplies()
            );
            let is_own = Method::DistanceAware { mapping, adjustment } == Method::DISTANCE_AWARE;
            assert_eq!(facts.equation == "Eq. 5 and 6", is_own, "{facts:?}");
            // Exact where no two distances of any head have the same coefficient.
            let is_exact = heads.iter().all(|head| {
                let at = |distance| mapping.coefficient::<f64>(head.w, head.v, distance);
                (0..20).all(|distance| at(distance) != at(distance + 1))
            });
            assert_eq!(facts.exact_distance == Knows::Yes, is_exact, "{mapping:?}");
            // w, and v where there is one.
            let count = method.parameter_count();
            let of_head = 1 + usize::from(mapping.has_v());
            assert_eq!(count.own, 2 * of_head, "{mapping:?}");
        }
    }
    // What has no coefficients, or only one for all distances, knows none.
    for method in [
        of(Method::VANILLA),
        DistanceAware {
            lines: Vec::new(),
            heads: vec![HeadParameters { w: 0.0, v: 1.0 }; 2],
            ..of(Method::DISTANCE_AWARE)
        },
        of(Method::DistanceAware {
            mapping: Mapping::Linear { slope: 0.0, intercept: 1.0 },
            adjustment: Adjustment::LateAdd,
        }),
    ] {
        let facts = method.facts();
        assert_eq!([facts.exact_distance, facts.beyond_k], [Knows::No; 2], "{facts:?}");
    }
    assert_eq!(of(Method::VANILLA).parameter_count().own, 0);
}

/// Yan et al. 2019, Eq. 16: keys are slices of H, of width h·d. Word vectors of another width are fitted to it
/// by a layer, as in the released program.
#[test]
fn keys_of_tener_are_slices_of_its_input() {
    let (x, shared) = (embeddings(5, 4), projections(9));
    let method = Adapted::seeded(shared.clone(), 9);
    assert_eq!(method.key, AdaptedKey::Slice);
    let trace = method.trace(&Sentence::new(x.view())).unwrap();
    assert_eq!(trace.hidden.dim(), (5, 2 * 4));
    for head in 0..2 {
        let slice = trace.hidden.slice(s![.., 4 * head..4 * (head + 1)]);
        assert_eq!(trace.key.index_axis(Axis(0), head), slice);
        // So they are the keys of the other methods; queries and values are made of H.
        let others = x.dot(&shared.key.index_axis(Axis(0), head));
        assert!((&others - &slice).iter().all(|x| x.abs() < 1e-12));
        let query = trace.hidden.dot(&method.projections.query.index_axis(Axis(0), head));
        let found = trace.query.index_axis(Axis(0), head);
        assert!((&query - &found).iter().all(|x| x.abs() < 1e-12));
    }
    let names: Vec<_> = trace.terms().iter().map(|term| term.name).collect();
    assert!(names.contains(&"H"), "{names:?}");
    // Where the width is h·d already, H is the input.
    let fits = Projections::<f64>::untrained(9, 3, WIDTH, 4);
    let method = Adapted::seeded(fits.clone(), 9);
    assert!(method.input.is_none() && method.projections == fits);
    assert_eq!(method.trace(&Sentence::new(x.view())).unwrap().hidden, x);
}

#[test]
fn all_methods_see_the_same_projections() {
    let x = embeddings(6, 2);
    let sentence = Sentence::new(x.view());
    let run = |kind: MethodKind| kind.seeded::<f64>(&options(9)).run(&sentence).unwrap();
    let plain = run(MethodKind::NoPositions).common().scores.clone();
    for kind in [MethodKind::Alibi, MethodKind::Rope, MethodKind::T5] {
        let trace = run(kind);
        let content = trace.term("content").unwrap().numbers().unwrap().to_owned();
        let content = content.into_dimensionality().unwrap();
        assert!(largest_difference(&plain, &content) < 1e-12, "{kind:?}");
    }
    // A link that names a DA-Transformer's own w and v has them.
    let heads = vec![HeadParameters { w: 0.3, v: -1.0 }; 2];
    let own =
        Options { distance_aware: Some((heads, nearfar::Method::DISTANCE_AWARE)), ..options(9) };
    let trace = MethodKind::DistanceAware.seeded::<f64>(&own).run(&sentence).unwrap();
    assert_eq!(trace.term("w").unwrap().matrix(0, None).unwrap()[[0, 0]], 0.3);
}

fn error<T: std::fmt::Debug>(result: Result<T, MethodError>) -> String {
    result.expect_err("an error").to_string()
}

#[test]
fn a_tree_bias_without_a_tree() {
    let x = embeddings(3, 1);
    let method = TreeBias::seeded(projections(1), &[(BiasLabel::TreeDistance, 2)], 1);
    assert_eq!(
        error(method.trace(&Sentence::new(x.view()))),
        "a tree bias needs a dependency tree, which the sentence does not have"
    );
    let tree = Tree::of_tokens(&[0, 1]).unwrap();
    let other = error(method.trace(&Sentence { tree: Some(&tree), ..Sentence::new(x.view()) }));
    assert_eq!(other, "the tree over the sentence has the shape [2], but [3] is needed");
}

#[test]
fn a_label_without_a_vector() {
    let x = embeddings(3, 1);
    let method = Specialised::seeded(projections(1), WordLabel::Relation, 4, 5, 1);
    assert_eq!(
        error(method.trace(&Sentence::new(x.view()))),
        "a specialised head needs a relation for every token, which the sentence does not have"
    );
    let labels = Labels { ids: vec![0, 4, 1], names: Arc::default() };
    let sentence = Sentence { relations: Some(&labels), ..Sentence::new(x.view()) };
    assert_eq!(
        error(method.trace(&sentence)),
        "token 1 has the label 4, but the table has 4 rows (0 to 3)"
    );
    let beyond = Specialised { head: 2, ..method };
    assert!(error(beyond.trace(&sentence)).starts_with("the specialised head is 2;"));
}

#[test]
fn sizes_that_a_formula_has_no_place_for() {
    let x = embeddings(3, 1);
    let sentence = Sentence::new(x.view());
    let odd = Projections::<f64>::untrained(1, 2, WIDTH, 3);
    assert!(
        error(Rope::new(odd.clone()).trace(&sentence))
            .starts_with("the number of turned dimensions is 3;")
    );
    let form = AdaptedForm::Program;
    let program = Adapted { form, ..Adapted::seeded(odd.clone(), 1) };
    assert!(error(program.trace(&sentence)).starts_with("the size of a head is 3;"));
    let slices = Adapted { input: None, projections: odd.clone(), ..Adapted::seeded(odd, 1) };
    assert!(error(slices.trace(&sentence)).contains("the input's width has the shape [12]"));
    for count in [3, 5] {
        let buckets = Buckets { count, ..Buckets::ENCODER };
        let few = T5::seeded(projections(1), buckets, 1);
        assert!(error(few.trace(&sentence)).contains("number of buckets"));
    }
    let near = T5::seeded(projections(1), Buckets { farthest: 8, ..Buckets::ENCODER }, 1);
    assert!(error(near.trace(&sentence)).contains("farthest distance"));
    let memory = embeddings(2, 1);
    let both = TransformerXl::seeded(projections(1), false, 1);
    let sentence = Sentence { memory: Some(memory.view()), ..sentence };
    assert!(error(both.trace(&sentence)).contains("only the causal form has one"));
}

#[test]
fn no_token_and_no_number() {
    let empty = Array2::zeros((0, WIDTH));
    let mut broken = embeddings(3, 1);
    broken[[1, 2]] = f64::NAN;
    let tree = Tree::of_tokens(&[0, 1, 1]).unwrap();
    let labels = Labels { ids: vec![0; 3], names: Arc::default() };
    for (kind, name) in MethodKind::ALL {
        let method = kind.seeded::<f64>(&options(1));
        assert!(method.run(&Sentence::new(empty.view())).is_err(), "{name}");
        let sentence = Sentence {
            tree: Some(&tree),
            parts_of_speech: Some(&labels),
            relations: Some(&labels),
            ..Sentence::new(broken.view())
        };
        assert!(method.run(&sentence).is_err(), "{name}");
        let narrow = Array2::zeros((3, WIDTH - 1));
        assert!(method.run(&Sentence::new(narrow.view())).is_err(), "{name}");
    }
}

#[test]
fn heads_that_are_no_tree() {
    assert_eq!(Tree::new(&[]), Err(TreeError::Empty));
    assert_eq!(
        Tree::of_tokens(&[2, 3, 2]).map_err(|e| e.to_string()),
        Err("node 3 is its own ancestor".into())
    );
    assert!(matches!(Tree::of_tokens(&[1]), Err(TreeError::Cycle { node: 1 })));
    assert_eq!(Tree::of_tokens(&[7]), Err(TreeError::OutOfRange { node: 1, found: 7, nodes: 2 }));
    assert!(matches!(Tree::new(&[Some(1), None]), Err(TreeError::Root { node: 0, .. })));
    assert!(matches!(Tree::new(&[None, None]), Err(TreeError::Root { node: 1, .. })));
    let none = Tree::of_tokens(&[]).unwrap();
    assert_eq!((none.nodes(), none.tokens(), none.token_ways().len()), (1, 0, 0));
    // A chain as long as the longest sentence, and no stack of that depth.
    let chain: Vec<usize> = (0..512).collect();
    let ways = Tree::of_tokens(&chain).unwrap().ways();
    assert_eq!(ways[[0, 512]], TreePath { up: 0, down: 512, sibling: None });
    assert_eq!(mirrored(&ways)[[0, 512]].to_string().len(), 512);
}
