//! Methods on queries, keys and values that a model projected itself: the model's own scores stand where a
//! method has its products, and what a method cannot be without is refused.

use ndarray::{Array2, Array3};
use nearfar::Method;
use nearfar::attention::{HeadParameters, LayerInputs, Mask, Projections, TermRule, Trace};
use nearfar::methods::alibi::Alibi;
use nearfar::methods::distance_aware::DistanceAware;
use nearfar::methods::shaw::Shaw;
use nearfar::methods::t5::{Buckets, T5};
use nearfar::methods::transformer_xl::TransformerXl;
use nearfar::methods::tree::Tree;
use nearfar::methods::vanilla::Vanilla;
use nearfar::methods::{
    AttentionMethod, Learns, MethodError, MethodKind, Options, Projected, Sentence,
};
use proptest::prelude::*;
use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};

const H: usize = 3;
const D: usize = 4;

fn inputs(tokens: usize, scale: f64, seed: u64) -> LayerInputs<f64> {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut array = || Array3::from_shape_simple_fn((H, tokens, D), || rng.random_range(-1.5..1.5));
    let (query, key, value) = (array(), array(), array());
    LayerInputs { query, key, value, scale, bias: None, rule: TermRule::Whole, causal: false }
}

fn sizes() -> Projections<f64> {
    Projections::sizes(H, H * D, D)
}

fn options() -> Options {
    Options {
        seed: 5,
        heads: H,
        width: H * D,
        dimensions: D,
        clip: 3,
        longest_distance: 3,
        longest_traversal: 3,
        parts_of_speech: 17,
        relations: 37,
        features: 5,
        distance_aware: None,
        projections: Some(Projections::sizes(H, H * D, D)),
    }
}

/// scale · q_i · k_j, one product after the other.
fn scores(inputs: &LayerInputs<f64>) -> Array3<f64> {
    let tokens = inputs.tokens();
    Array3::from_shape_fn((H, tokens, tokens), |(h, i, j)| {
        (0..D).map(|x| inputs.query[[h, i, x]] * inputs.key[[h, j, x]]).sum::<f64>() * inputs.scale
    })
}

fn expect_close(found: &Array3<f64>, expected: &Array3<f64>, within: f64, what: &str) {
    assert_eq!(found.dim(), expected.dim(), "{what}");
    let worst = found.iter().zip(expected).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
    assert!(worst <= within, "{what}: {worst}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(32))]

    #[test]
    fn vanilla_and_distance_aware_are_the_trace_of_the_same_layer(
        tokens in 1..9_usize,
        scale in 0.05..1.5_f64,
        w in -2.0..2.0_f64,
        v in -2.0..2.0_f64,
        causal: bool,
        seed in 0..1000_u64,
    ) {
        let inputs = inputs(tokens, scale, seed);
        let projected = Projected::new(inputs.clone()).unwrap();
        let mask = Mask { causal, keys: None };
        let sentence = Sentence { mask: mask.clone(), ..Sentence::of_projected(&projected) };
        let heads: Vec<HeadParameters> =
            (0..H).map(|head| HeadParameters { w: w + head as f64, v }).collect();
        let trace = |method| Trace::from_inputs(inputs.clone(), &heads, method, mask.clone()).unwrap();

        let vanilla = Vanilla { positions: false, ..Vanilla::new(sizes()) };
        let found = vanilla.trace(&sentence).unwrap().common;
        let expected = trace(Method::Vanilla { positions: false });
        expect_close(&found.weights, expected.weights(), 1e-12, "vanilla");
        expect_close(&found.scores, &scores(&inputs), 1e-12, "raw scores");
        let values = expected.outputs(Array2::zeros((H * D, 0)).view()).unwrap();
        expect_close(&found.heads, &values.heads, 1e-12, "heads");
        prop_assert_eq!(found.output.dim(), (tokens, 0));

        let aware = DistanceAware::new(sizes(), heads.clone());
        let found = aware.trace(&sentence).unwrap().common;
        expect_close(&found.weights, trace(Method::DISTANCE_AWARE).weights(), 1e-12, "DA");
    }

    #[test]
    fn without_positions_of_its_own_every_method_has_the_models_scores(
        tokens in 1..9_usize,
        scale in 0.05..1.5_f64,
        seed in 0..1000_u64,
    ) {
        let inputs = inputs(tokens, scale, seed);
        let expected = scores(&inputs);
        let projected = Projected::new(inputs).unwrap();
        let sentence = Sentence::of_projected(&projected);
        let run = |method: &dyn AttentionMethod<f64>| {
            method.run(&sentence).unwrap().common().scores.clone()
        };
        let table = || Array2::zeros((7, D));
        let shaw = Shaw { projections: sizes(), key_table: table(), value_table: table() };
        let mut xl = TransformerXl::seeded(sizes(), false, 3);
        xl.position_projection.fill(0.0);
        xl.content_bias.fill(0.0);
        xl.position_bias.fill(0.0);
        let t5 = T5 {
            projections: sizes(),
            bias_table: Array2::zeros((32, H)),
            buckets: Buckets::ENCODER,
            scaled: false,
        };
        let alibi = Alibi { slopes: vec![0.0; H], ..Alibi::new(sizes(), false) };
        let flat = vec![HeadParameters { w: 0.0, v: 1.0 }; H];
        let unclipped = Method::DistanceAware {
            mapping: nearfar::attention::Mapping::LearnableSigmoid,
            adjustment: nearfar::attention::Adjustment::EarlyMultiplyWithoutRelu,
        };
        let aware = DistanceAware { method: unclipped, ..DistanceAware::new(sizes(), flat) };
        let all: [(&str, &dyn AttentionMethod<f64>); 5] =
            [("shaw", &shaw), ("xl", &xl), ("t5", &t5), ("alibi", &alibi), ("da", &aware)];
        for (name, method) in all {
            expect_close(&run(method), &expected, 1e-12, name);
        }
        // Turned by no angle at all, and with no penalty.
        for name in ["rope", "kerple", "kerple-power"] {
            let kind = MethodKind::from_name(name).unwrap();
            let explained = kind.seeded::<f64>(&options()).run(&sentence).unwrap();
            let content = explained.term("content").unwrap().numbers().unwrap().to_owned();
            expect_close(&content.into_dimensionality().unwrap(), &expected, 1e-12, name);
        }
        // TENER does not scale: its products are √d times as large.
        let tener = MethodKind::Adapted.seeded::<f64>(&options()).run(&sentence).unwrap();
        let products = tener.term("term_qk").unwrap().numbers().unwrap().to_owned();
        let unscaled = expected.mapv(|score| score * (D as f64).sqrt());
        expect_close(&products.into_dimensionality().unwrap(), &unscaled, 1e-12, "tener");
    }
}

#[test]
fn at_the_usual_scale_queries_stay_as_they_are() {
    let inputs = inputs(5, LayerInputs::<f64>::usual_scale(D), 2);
    assert_eq!(Projected::new(inputs.clone()).unwrap().query, inputs.query);
}

#[test]
fn a_method_that_needs_more_says_what() {
    let projected = Projected::new(inputs(4, 0.5, 1)).unwrap();
    let sentence = Sentence::of_projected(&projected);
    let mut ran = Vec::new();
    for (kind, name) in MethodKind::ALL {
        match kind.seeded::<f64>(&options()).run(&sentence) {
            Ok(explained) => {
                let mut sums = explained.common().weights.sum_axis(ndarray::Axis(2));
                // What a row leaves to no key, where a method leaves some.
                let left = ["remainder", "sink_weight"].map(|name| explained.term(name));
                for left in left.into_iter().flatten() {
                    let left = left.numbers().unwrap().to_owned();
                    sums += &left.into_dimensionality::<ndarray::Ix2>().unwrap();
                }
                assert!(sums.iter().all(|sum| (sum - 1.0).abs() < 1e-12), "{name}");
                ran.push(name);
            }
            Err(MethodError::Projected { what, .. }) => assert!(!what.is_empty(), "{name}"),
            Err(MethodError::Missing { .. }) => {
                let needs = kind.definition().needs;
                assert!(needs.syntax(), "{name}");
            }
            Err(other) => panic!("{name}: {other}"),
        }
    }
    let expected = [
        "no-positions",
        "da",
        "rpr",
        "xl",
        "xl-causal",
        "tener",
        "tener-program",
        "alibi",
        "t5",
        "rope",
        "kerple",
        "kerple-power",
        "stick-breaking",
        "cope",
        "fire",
        "log-cpb",
        "window-sink",
        "deberta",
    ];
    assert_eq!(ran, expected);
    // Where the model's tokens have a tree, the tree counts.
    let tree = Tree::of_tokens(&[2, 0, 2, 3]).unwrap();
    let sentence = Sentence { tree: Some(&tree), ..sentence };
    assert!(MethodKind::TreeDistance.seeded::<f64>(&options()).run(&sentence).is_ok());
}

#[test]
fn what_does_not_fit_is_refused() {
    let projected = Projected::new(inputs(4, 0.5, 1)).unwrap();
    let sentence = Sentence::of_projected(&projected);
    let other = Projections::<f64>::sizes(H + 1, H * D, D);
    assert!(Alibi::new(other, false).trace(&sentence).is_err());
    let masked = Mask { causal: false, keys: Some(vec![true; 3]) };
    let masked = Sentence { mask: masked, ..sentence.clone() };
    assert!(Alibi::new(sizes(), false).trace(&masked).is_err());
    let vanilla = Vanilla { positions: false, ..Vanilla::new(sizes()) };
    let no_way = vanilla.gradients(&sentence, Array2::zeros((4, 0)).view());
    assert!(matches!(no_way, Err(MethodError::Projected { .. })));
    let memory = Array2::zeros((2, H * D));
    let remembers = Sentence { memory: Some(memory.view()), ..sentence };
    let found = TransformerXl::seeded(sizes(), true, 3).trace(&remembers);
    assert!(matches!(found, Err(MethodError::Projected { .. })));
    let not_finite = LayerInputs { scale: f64::NAN, ..inputs(4, 0.5, 1) };
    assert!(Projected::new(not_finite).is_err());
}
