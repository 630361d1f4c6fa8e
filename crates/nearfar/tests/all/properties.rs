//! What holds for any w, v and N, and one example of three tokens worked out by hand.

use ndarray::{Array2, Array3, arr2};
use nearfar::attention::mapping::softplus;
use nearfar::attention::trace::trace_sequences;
use nearfar::attention::{
    Adjustment, AttentionError, HeadParameters, Mapping, Mask, Projections, Step, Trace,
};
use nearfar::{Method, Real};
use proptest::prelude::*;
use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};

fn random<T: Real>(seed: u64, shape: (usize, usize, usize)) -> Array3<T> {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    Array3::from_shape_simple_fn(shape, || T::from_f64(rng.random_range(-2.0..2.0)))
}

fn method(mapping: Mapping, adjustment: Adjustment) -> Method {
    Method::DistanceAware { mapping, adjustment }
}

fn trace<T: Real>(
    tokens: usize,
    seed: u64,
    head: HeadParameters,
    method: Method,
    mask: Mask,
) -> Trace<T> {
    let shape = (1, tokens, 4);
    let (q, k, v) = (random(seed, shape), random(seed + 1, shape), random(seed + 2, shape));
    Trace::from_projected(q, k, v, &[head], method, mask, Array2::zeros((tokens, 0)))
        .expect("a trace")
}

/// Three tokens, one head of one dimension, w = ln 2, v = 0, so that every number can be done by
/// hand: f(x; 0) = 2 / (1 + e^-x), with e^-wR = 2^-R: f = 1, 4/3, 8/5 at distances 0, 1, 2.
#[test]
fn three_tokens_by_hand() {
    let column = |values: [f64; 3]| Array3::from_shape_vec((1, 3, 1), values.to_vec()).unwrap();
    let head = HeadParameters { w: 2.0_f64.ln(), v: 0.0 };
    let (q, k, v) =
        (column([1.0, 2.0, -1.0]), column([3.0, 0.0, -1.0]), column([1.0, 10.0, 100.0]));
    let trace = Trace::from_projected(
        q,
        k,
        v,
        &[head],
        Method::DISTANCE_AWARE,
        Mask::none(),
        Array2::zeros((3, 0)),
    )
    .unwrap();

    let close = |found: Array2<f64>, expected: [[f64; 3]; 3], what: &str| {
        let difference = &found - &arr2(&expected);
        assert!(difference.iter().all(|x| x.abs() < 1e-14), "{what}: {found}");
    };
    close(trace.matrix(0, Step::Distance), [[0., 1., 2.], [1., 0., 1.], [2., 1., 0.]], "R");
    let (near, far) = (4. / 3., 8. / 5.);
    close(
        trace.matrix(0, Step::Coefficient),
        [[1., near, far], [near, 1., near], [far, near, 1.]],
        "f(wR)",
    );
    close(trace.matrix(0, Step::Score), [[3., 0., -1.], [6., 0., -2.], [-3., 0., 1.]], "QK'");
    close(trace.matrix(0, Step::Clipped), [[3., 0., 0.], [6., 0., 0.], [0., 0., 1.]], "ReLU");
    close(trace.matrix(0, Step::Logit), [[3., 0., 0.], [8., 0., 0.], [0., 0., 1.]], "product");
    let row = |logits: [f64; 3]| {
        let sum: f64 = logits.iter().map(|x| x.exp()).sum();
        logits.map(|x| x.exp() / sum)
    };
    let weights = [row([3., 0., 0.]), row([8., 0., 0.]), row([0., 0., 1.])];
    close(trace.matrix(0, Step::Weight), weights, "softmax");
    let output = trace.outputs(arr2(&[[2.0]]).view()).unwrap();
    for (i, weights) in weights.iter().enumerate() {
        let expected = weights[0] + 10. * weights[1] + 100. * weights[2];
        assert!((output.heads[[0, i, 0]] - expected).abs() < 1e-12);
        assert!((output.projected[[i, 0]] - 2. * expected).abs() < 1e-12);
    }
}

proptest! {
    #[test]
    fn f_is_one_at_distance_zero(w in -1e3..1e3, v in -1e3..1e3) {
        prop_assert_eq!(Mapping::LearnableSigmoid.coefficient::<f64>(w, v, 0), 1.0);
        prop_assert_eq!(Mapping::LearnableSigmoid.coefficient::<f32>(w, v, 0), 1.0);
    }

    #[test]
    fn f_is_bounded_and_monotone(w in -1e3..1e3, v in -1e3..1e3, tokens in 2..200_usize) {
        let mut f = vec![0.0_f64; tokens];
        Mapping::LearnableSigmoid.coefficients_into(w, v, &mut f);
        // f lies between 0 and 1 + e^v, saturated; compared in logarithms to allow any v.
        let bound = softplus(v).min(f64::COEFFICIENT_LIMIT.ln());
        for pair in f.windows(2) {
            let (low, high) = if w >= 0.0 { (pair[0], pair[1]) } else { (pair[1], pair[0]) };
            prop_assert!(low <= high * (1.0 + 1e-12));
        }
        for value in f {
            prop_assert!(value >= 0.0 && value.ln() <= bound + 1e-9);
        }
    }

    #[test]
    fn derivatives_are_the_slopes(x in -20.0..20.0, v in -10.0..10.0) {
        let step = 1e-5;
        for mapping in [Mapping::LearnableSigmoid, Mapping::Sigmoid, Mapping::Exponent,
                        Mapping::Linear { slope: 0.3, intercept: 2.0 }] {
            let numeric = (mapping.value(x + step, v) - mapping.value(x - step, v)) / (2.0 * step);
            let scale = mapping.value(x, v).abs().max(1e-3);
            prop_assert!((mapping.derivative_x(x, v) - numeric).abs() <= 1e-6 * scale);
            let numeric = (mapping.value(x, v + step) - mapping.value(x, v - step)) / (2.0 * step);
            prop_assert!((mapping.derivative_v(x, v) - numeric).abs() <= 1e-6 * scale);
        }
    }

    #[test]
    fn rows_of_early_methods_sum_to_one(
        w in -3.0..3.0, v in -3.0..3.0, tokens in 1..70_usize, seed in 0..1000_u64, causal: bool
    ) {
        for adjustment in Adjustment::ALL.into_iter().filter(|adjustment| adjustment.is_early()) {
            for mapping in [Mapping::LearnableSigmoid, Mapping::Exponent, Mapping::Clip { threshold: 5.0 }] {
                let mask = Mask { causal, keys: None };
                let trace = trace::<f32>(tokens, seed, HeadParameters { w, v }, method(mapping, adjustment), mask);
                for row in trace.weights().rows() {
                    prop_assert!((row.sum() - 1.0).abs() < 1e-5);
                    prop_assert!(row.iter().all(|&weight| weight >= 0.0));
                }
            }
        }
    }

    #[test]
    fn without_w_it_is_relu_attention_exactly(v in -5.0..5.0, tokens in 1..60_usize, seed in 0..1000_u64) {
        let with = trace::<f32>(tokens, seed, HeadParameters { w: 0.0, v }, Method::DISTANCE_AWARE, Mask::none());
        let constant = Mapping::Linear { slope: 0.0, intercept: 1.0 };
        let relu = method(constant, Adjustment::EarlyMultiply);
        let without = trace::<f32>(tokens, seed, HeadParameters { w: 0.0, v }, relu, Mask::none());
        prop_assert_eq!(with.weights(), without.weights());
    }

    #[test]
    fn permuted_tokens_with_their_distances_permute_the_weights(
        w in -2.0..2.0, v in -2.0..2.0, tokens in 2..30_usize, seed in 0..1000_u64
    ) {
        // Reversal is the permutation that keeps every |i - j|.
        let head = HeadParameters { w, v };
        let forward = trace::<f64>(tokens, seed, head, Method::DISTANCE_AWARE, Mask::none());
        let reverse = |array: &Array3<f64>| array.slice(ndarray::s![.., ..;-1, ..]).to_owned();
        let backward = Trace::from_projected(
            reverse(forward.query()), reverse(forward.key()), reverse(forward.value()),
            &[head], Method::DISTANCE_AWARE, Mask::none(), Array2::zeros((tokens, 0)),
        ).unwrap();
        let mirrored = backward.weights().slice(ndarray::s![.., ..;-1, ..;-1]).to_owned();
        prop_assert!((&mirrored - forward.weights()).iter().all(|x| x.abs() < 1e-12));
        // Any other permutation, with the distances carried along, through the row function itself.
        let mut order: Vec<usize> = (0..tokens).collect();
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        for i in (1..tokens).rev() {
            order.swap(i, rng.random_range(0..=i));
        }
        let scores = forward.matrix(0, Step::Score);
        let coefficients = forward.matrix(0, Step::Coefficient);
        for i in 0..tokens {
            let pick = |matrix: &Array2<f64>| order.iter().map(|&j| matrix[[i, j]]).collect::<Vec<_>>();
            let mut weights = vec![0.0; tokens];
            Adjustment::EarlyMultiply.weights_into(&pick(&scores), &pick(&coefficients), &mut weights);
            for (place, &j) in order.iter().enumerate() {
                prop_assert!((weights[place] - forward.weights()[[0, i, j]]).abs() < 1e-12);
            }
        }
    }

    #[test]
    fn a_slider_move_equals_a_fresh_trace(
        w in -3.0..3.0, v in -3.0..3.0, tokens in 1..40_usize, seed in 0..1000_u64, causal: bool
    ) {
        let mask = Mask { causal, keys: None };
        let start = HeadParameters { w: 0.4, v: -1.0 };
        let mut moved = trace::<f32>(tokens, seed, start, Method::DISTANCE_AWARE, mask.clone());
        let mut told = vec![0.0; tokens * tokens];
        moved.weights_with_into(0, HeadParameters { w, v }, &mut told);
        moved.set_head(0, HeadParameters { w, v }).unwrap();
        let fresh = trace::<f32>(tokens, seed, HeadParameters { w, v }, Method::DISTANCE_AWARE, mask);
        prop_assert_eq!(moved.weights(), fresh.weights());
        // What a move would give is what it gives, but for the kernel's roundings.
        let apart = told.iter().zip(fresh.weights()).map(|(told, fresh)| (told - fresh).abs());
        prop_assert!(apart.fold(0.0, f32::max) < 1e-5);
    }

    #[test]
    fn padding_equals_the_sequence_without_it(tokens in 1..30_usize, padding in 0..10_usize, seed in 0..1000_u64) {
        let all = tokens + padding;
        let head = HeadParameters { w: -0.7, v: 0.4 };
        for adjustment in Adjustment::ALL {
            let method = method(Mapping::LearnableSigmoid, adjustment);
            let padded = trace::<f64>(all, seed, head, method, Mask::padding(tokens, all));
            let cut = |array: &Array3<f64>| array.slice(ndarray::s![.., ..tokens, ..]).to_owned();
            let short = Trace::from_projected(
                cut(padded.query()), cut(padded.key()), cut(padded.value()),
                &[head], method, Mask::none(), Array2::zeros((tokens, 0)),
            ).unwrap();
            let inside = padded.weights().slice(ndarray::s![.., ..tokens, ..tokens]).to_owned();
            prop_assert!((&inside - short.weights()).iter().all(|x| x.abs() < 1e-12));
            prop_assert!(padded.weights().slice(ndarray::s![.., .., tokens..]).iter().all(|&x| x == 0.0));
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]
    #[test]
    fn output_is_finite_at_the_extremes(
        w in prop_oneof![Just(-1e3), Just(1e3), -1e3..1e3],
        v in prop_oneof![Just(-1e3), Just(1e3), -1e3..1e3],
        tokens in prop_oneof![Just(2_048_usize), 1..2_048_usize],
        seed in 0..1000_u64,
    ) {
        let mut trace = trace::<f32>(tokens, seed, HeadParameters { w, v }, Method::DISTANCE_AWARE, Mask::none());
        for adjustment in Adjustment::ALL {
            for mapping in [Mapping::LearnableSigmoid, Mapping::Exponent, Mapping::Linear { slope: 2.0, intercept: 1.0 }] {
                trace.set_method(method(mapping, adjustment));
                prop_assert!(trace.weights().iter().all(|x| x.is_finite()), "{:?} {:?}", mapping, adjustment);
                let output = trace.outputs(Array2::eye(4).view()).unwrap();
                prop_assert!(output.projected.iter().all(|x| x.is_finite()), "{:?} {:?}", mapping, adjustment);
            }
        }
    }
}

#[test]
fn sequences_of_different_lengths_each_on_its_own() {
    let projections = Projections::<f64>::untrained(7, 2, 6, 3);
    let heads = [HeadParameters { w: 1.0, v: 0.0 }, HeadParameters { w: -1.0, v: 0.5 }];
    let sentences: Vec<Array2<f64>> = [3, 1, 5]
        .map(|n| random::<f64>(n as u64, (1, n, 6)).index_axis_move(ndarray::Axis(0), 0))
        .to_vec();
    let views: Vec<_> = sentences.iter().map(|sentence| sentence.view()).collect();
    let traces = trace_sequences(&projections, &heads, Method::DISTANCE_AWARE, &views).unwrap();
    for (trace, sentence) in traces.iter().zip(&sentences) {
        let alone =
            Trace::new(&projections, &heads, Method::DISTANCE_AWARE, Mask::none(), sentence.view())
                .unwrap();
        assert_eq!(trace.weights(), alone.weights());
    }
    assert_eq!(traces.iter().map(Trace::tokens).collect::<Vec<_>>(), [3, 1, 5]);
}

#[test]
fn a_head_does_not_change_when_others_are_added() {
    let few = Projections::<f32>::untrained(7, 2, 10, 4);
    let many = Projections::<f32>::untrained(7, 5, 10, 4);
    assert_eq!(few.query, many.query.slice(ndarray::s![..2, .., ..]));
    assert_ne!(few.query, Projections::<f32>::untrained(8, 2, 10, 4).query);
    assert_ne!(few.query, few.key);
}

#[test]
fn untrained_projections_are_the_same_on_every_machine() {
    let projections = Projections::<f64>::untrained(7, 1, 2, 2);
    let expected =
        [-1.0965415038400543, -1.9564537589174065, 1.258244217726311, 0.5088044237679388]
            .map(|x| x * 1.25);
    for (found, expected) in projections.query.iter().zip(expected) {
        assert!((found - expected).abs() < 1e-12, "{:?}", projections.query);
    }
}

#[test]
fn errors_say_what_and_where() {
    let projections = Projections::<f32>::untrained(7, 1, 4, 2);
    let head = [HeadParameters { w: 0.0, v: 0.0 }];
    let run = |embeddings: Array2<f32>| {
        Trace::new(&projections, &head, Method::DISTANCE_AWARE, Mask::none(), embeddings.view())
            .err()
    };
    assert_eq!(run(Array2::zeros((0, 4))), Some(AttentionError::Empty { what: "the sequence" }));
    assert!(matches!(
        run(Array2::zeros((3, 5))),
        Some(AttentionError::Shape { what: "the input", .. })
    ));
    let mut hole = Array2::zeros((3, 4));
    hole[[1, 2]] = f32::NAN;
    assert!(matches!(
        run(hole),
        Some(AttentionError::NotFinite { what: "the input", index: 6, .. })
    ));
    assert!(matches!(
        run(Array2::from_elem((2, 4), 1e15)),
        Some(AttentionError::ScoreTooLarge { head: 0, .. })
    ));
    let mut trace = trace::<f32>(3, 0, head[0], Method::DISTANCE_AWARE, Mask::none());
    let before = trace.weights().clone();
    assert!(trace.set_head(0, HeadParameters { w: f64::NAN, v: 0.0 }).is_err());
    assert!(trace.set_head(1, head[0]).is_err());
    assert_eq!(&before, trace.weights());
}
