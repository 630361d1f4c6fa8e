//! Models from files in the Lab: what is wanted of them, what is shown meanwhile, w and v by layer, links.

use ndarray::Array3;
use nearfar::Method;
use nearfar::attention::{
    Adjustment, Arithmetic, AttentionError, HeadParameters, LayerInputs, Mapping, Mask, Step,
    TermParameters, TermRule, Trace,
};
use nearfar::checkpoint::Trained;
use nearfar::lab::{Absent, Contribution, Lab, Matrix, NotShown, Panel};
use nearfar::metrics::Character;
use nearfar::model::OwnMethod;
use nearfar::opened::lend::{LendAnswer, LendAsk, Lent, NotLent, Reads};
use nearfar::opened::{
    Asked, LayerAnswer, MovedHead, OpenedModel, Openings, Shelf, Showing, Wanted, When, keep_last,
    stamp,
};
use nearfar::opened::{OF_PAGE, method_of_page, of_page_behind};
use nearfar::script::{Argument, changed, showing};
use nearfar::settings::url::{decode, encode, encode_all};
use nearfar::settings::{FILES, ModelChoice, Moved, Settings};
use nearfar::text::VectorPart;
use nearfar_kit::Message;

const AS_IT_IS: Method = Method::Vanilla { positions: false };
const UNCLIPPED: Method = Method::DistanceAware {
    mapping: Mapping::LearnableSigmoid,
    adjustment: Adjustment::EarlyMultiplyWithoutRelu,
};
const FILE: ModelChoice = ModelChoice::File1;

fn model(name: &str) -> OpenedModel {
    OpenedModel {
        name: name.to_owned(),
        heads: vec![2, 2, 3],
        own: vec![Vec::new(); 3],
        method: AS_IT_IS,
        causal: false,
        assumptions: vec!["heads: 2 (by the family)".to_owned()],
        departures: vec!["2 heads of 4, where another has 4 of 2".to_owned()],
        reads: "token IDs".to_owned(),
        attends: "ALiBi".to_owned(),
        weights_only: false,
    }
}

/// Numbers that differ by layer, head and place, none of them round.
fn inputs(layer: usize, heads: usize, tokens: usize, seed: usize) -> LayerInputs<f32> {
    let array = |role: usize| {
        Array3::from_shape_fn((heads, tokens, 4), |(h, i, x)| {
            let k = 7919 * (layer + 3 * role + 11 * h + 101 * seed) + 104_729 * i + 1_299_709 * x;
            (k % 1009) as f32 / 504.0 - 1.0
        })
    };
    LayerInputs {
        query: array(0),
        key: array(1),
        value: array(2),
        scale: 0.5,
        bias: None,
        rule: TermRule::Whole,
        causal: false,
    }
}

fn answer(layer: usize, labels: &[&str], seed: usize) -> LayerAnswer {
    let heads = if layer == 2 { 3 } else { 2 };
    LayerAnswer {
        labels: labels.iter().map(|&label| label.to_owned()).collect(),
        cut: 0,
        inputs: inputs(layer, heads, labels.len(), seed),
    }
}

const PIECES: [&str; 5] = ["[CLS]", "near", "##far", "far", "[SEP]"];

/// A shows a layer of the file, B the same as it is.
fn settings(layer: usize) -> Settings {
    let mut settings = Settings {
        sentence: "nearfar far".to_owned(),
        model: FILE,
        model_b: FILE,
        a: UNCLIPPED,
        b: AS_IT_IS,
        ..Settings::default()
    };
    settings.show_layer(layer);
    settings.adopt(Some(&model("m").own_heads(layer)));
    settings
}

#[test]
fn nothing_is_known_of_a_file_s_way_with_distance_at_w_0() {
    let (mut lab, mut settings) = (lab(), settings(0));
    bring(&mut lab, &settings, 0);
    for (w, known) in [(0.0, None), (-1.0, Some(Character::Near)), (1.0, Some(Character::Far))] {
        settings.set_w(0, w);
        lab.update(&settings);
        assert_eq!(lab.known_character(0), known, "{w}");
        assert!(lab.character(0).is_some());
    }
}

#[test]
fn layers_end_with_the_first_and_the_last() {
    let mut settings = settings(0);
    let mut step = |by| {
        settings.step_layer(by, 3);
        settings.layer
    };
    assert_eq!([step(-1), step(1), step(1), step(1), step(-1)], [0, 1, 2, 2, 1]);
    settings.step_layer(1, 0);
    assert_eq!(settings.layer, 0, "a model that is not there has one");
}

fn lab() -> Lab {
    let mut lab = Lab::default();
    lab.insert_opened(FILE, model("m.safetensors")).unwrap();
    lab
}

/// Brings what both panels want.
fn bring(lab: &mut Lab, settings: &Settings, seed: usize) {
    let all = Panel::BOTH.map(|panel| lab.wanted(panel, settings));
    for wanted in all.into_iter().flatten() {
        let layer = wanted.layer;
        lab.insert_layer(wanted, answer(layer, &PIECES, seed));
    }
    lab.update(settings);
}

fn weights(lab: &Lab, panel: Panel, head: usize) -> Vec<f32> {
    lab.trace_of(panel).unwrap().weights_of(head).to_vec()
}

#[test]
fn a_layer_of_a_file_is_shown_with_its_own_tokens_as_it_is_in_the_file() {
    let (mut lab, settings) = (lab(), settings(1));
    lab.update(&settings);
    assert!(lab.trace_of(Panel::A).is_none());
    assert_eq!(lab.why_absent(Panel::A, &settings), Some(Absent::Waits));
    bring(&mut lab, &settings, 0);
    assert_eq!(lab.why_absent(Panel::A, &settings), None);
    let tokens: Vec<_> = lab.tokens().iter().map(|token| token.text.as_str()).collect();
    assert_eq!(tokens, PIECES);
    let expected = Trace::from_inputs(
        inputs(1, 2, 5, 0),
        &[HeadParameters { w: 0.0, v: 0.0 }; 2],
        AS_IT_IS,
        Mask::none(),
    )
    .unwrap();
    for panel in Panel::BOTH {
        assert_eq!(lab.trace_of(panel).unwrap().weights(), expected.weights());
        assert!(lab.is_as_trained(panel, &settings) && lab.is_current(panel, &settings));
    }
    let mut cells = Vec::new();
    assert_eq!(lab.matrix_into(Matrix::Difference(Contribution::Both), 1, &mut cells), 5);
    assert!(cells.iter().all(|&cell| cell == 0.0));
    // The untrained projections of before are not those of the file.
    assert!(lab.projections(Panel::A).is_none());
    assert!(lab.parts_needed(&settings).is_empty());
}

/// What a model adds by itself counts β times in A, and once in B; at β = 0 only queries and keys are left.
#[test]
fn beta_says_how_much_of_the_models_own_term_counts() {
    let term = Array3::from_shape_fn((2, 5, 5), |(h, i, j)| {
        -(i.abs_diff(j) as f32) * if h == 0 { 0.5 } else { 0.125 }
    });
    let kept = term.clone();
    let of = |beta: f32| {
        let bias = Some(kept.mapv(|b| beta * b));
        let inputs = LayerInputs { bias, ..inputs(1, 2, 5, 0) };
        let still = [HeadParameters { w: 0.0, v: 1.0 }; 2];
        Trace::from_inputs(inputs, &still, AS_IT_IS, Mask::none()).unwrap()
    };
    let (mut lab, mut settings) = (lab(), settings(1));
    let wanted = lab.wanted(Panel::A, &settings).unwrap();
    let mut answer = answer(1, &PIECES, 0);
    answer.inputs.bias = Some(term.clone());
    lab.insert_layer(wanted, answer);
    lab.update(&settings);
    let close = |found: &[f32], expected: &[f32]| {
        found.iter().zip(expected).all(|(a, b)| (a - b).abs() < 1e-6)
            && found.len() == expected.len()
    };
    assert_eq!(weights(&lab, Panel::A, 0), of(1.0).weights_of(0));
    for beta in [0.0, 2.5, -1.0] {
        settings.set_beta(0, beta);
        assert!(lab.update(&settings).weights);
        assert!(close(&weights(&lab, Panel::A, 0), of(beta as f32).weights_of(0)), "β = {beta}");
        // The other head and B are as they were.
        assert_eq!(weights(&lab, Panel::A, 1), of(1.0).weights_of(1));
        assert_eq!(weights(&lab, Panel::B, 0), of(1.0).weights_of(0));
        assert!(!lab.is_as_trained(Panel::A, &settings) && lab.is_as_trained(Panel::B, &settings));
        assert!(!settings.is_own());
        let mut term = [0.0; 5];
        lab.trace_of(Panel::A).unwrap().row_into(0, Step::Term, 4, &mut term);
        assert_eq!(term.map(f64::from), [-2.0, -1.5, -1.0, -0.5, 0.0].map(|b| beta * b));
        let cell = Arithmetic::of(lab.trace_of(Panel::A).unwrap(), 0, 4, 1).unwrap();
        assert!((cell.bias - beta * -1.5).abs() < 1e-6);
        assert!((cell.dot_product * 0.5 + cell.bias - cell.score).abs() < 1e-5);
    }
    // A link carries it, a layer that comes anew has it, another layer has its own.
    let link = encode(&settings);
    assert!(link.contains("beta=1%3A-1"), "{link}");
    let (read, ignored) = decode(&link);
    assert!(ignored.is_empty() && read.beta == settings.beta);
    lab.insert_opened(FILE, model("m.safetensors")).unwrap();
    let mut answer = self::answer(1, &PIECES, 0);
    answer.inputs.bias = Some(term);
    lab.insert_layer(lab.wanted(Panel::A, &settings).unwrap(), answer);
    lab.update(&settings);
    assert!(close(&weights(&lab, Panel::A, 0), of(-1.0).weights_of(0)));
    let mut elsewhere = settings.clone();
    elsewhere.show_layer(2);
    assert!(elsewhere.has_whole_position_terms());
    settings.restore();
    lab.update(&settings);
    assert_eq!(weights(&lab, Panel::A, 0), of(1.0).weights_of(0));
    assert!(settings.is_own() && lab.is_as_trained(Panel::A, &settings));
}

/// Beyond a reach a term by offsets stays as it is at it, in A alone; a link carries it, and a message the rule.
#[test]
fn the_reach_of_a_term_by_offsets_can_be_moved() {
    let slope = |most: usize| {
        Array3::from_shape_fn((2, 5, 5), |(_, i, j)| -(i.abs_diff(j).min(most) as f32) * 0.5)
    };
    let of = |most: usize| {
        let inputs = LayerInputs { bias: Some(slope(most)), ..inputs(1, 2, 5, 0) };
        let still = [HeadParameters { w: 0.0, v: 1.0 }; 2];
        Trace::from_inputs(inputs, &still, AS_IT_IS, Mask::none()).unwrap()
    };
    let (mut lab, mut settings) = (lab(), settings(1));
    let mut answer = answer(1, &PIECES, 0);
    (answer.inputs.bias, answer.inputs.rule) =
        (Some(slope(5)), TermRule::ByOffset { buckets: Vec::new() });
    let read = LayerAnswer::read(answer.clone().into_message()).unwrap();
    assert_eq!(read.inputs, answer.inputs);
    lab.insert_layer(lab.wanted(Panel::A, &settings).unwrap(), read);
    lab.update(&settings);
    // Mean, least and most of each distance from -4 to 4.
    let by_offset = |lab: &Lab| lab.term_by_offset(1).unwrap()[7];
    assert_eq!(by_offset(&lab), [-1.5; 3]);
    assert_eq!(lab.term_by_offset(2), None);
    for reach in [2, 0, 1] {
        let before = lab.term_shape(1);
        settings.set_shape(1, reach as f64);
        assert!(lab.update(&settings).weights);
        assert_ne!(lab.term_shape(1), before);
        assert_eq!(by_offset(&lab), [-0.5 * reach as f64; 3]);
        assert_eq!(weights(&lab, Panel::A, 1), of(reach).weights_of(1), "{reach}");
        assert_eq!(weights(&lab, Panel::A, 0), of(5).weights_of(0));
        assert_eq!(weights(&lab, Panel::B, 1), of(5).weights_of(1));
        assert!(!lab.is_as_trained(Panel::A, &settings) && !settings.is_own());
    }
    let before = lab.term_shape(1);
    settings.set_beta(1, 2.0);
    lab.update(&settings);
    assert_eq!((lab.term_shape(1), by_offset(&lab)), (before, [-0.5; 3]));
    settings.set_beta(1, 1.0);
    let link = encode(&settings);
    assert!(link.contains("shape=2%3A1") && !link.contains("beta"), "{link}");
    let (read, ignored) = decode(&link);
    assert!(ignored.is_empty() && read.shape == settings.shape);
    settings.restore();
    lab.update(&settings);
    assert_eq!(weights(&lab, Panel::A, 1), of(5).weights_of(1));
    assert!(settings.is_own());
}

/// Every method of a file beside the Lab's that answers to texts has its model of the page, by the name that it has everywhere.
#[test]
fn models_of_the_page_are_those_of_the_methods() {
    let methods =
        OwnMethod::all().filter(|method| !method.definition().is_encoder && !method.needs_syntax());
    let expected: Vec<_> = methods
        .map(|method| {
            let name = method.kind().name();
            (format!("checkpoints/sst2-{name}.safetensors"), method.kind().definition().short)
        })
        .collect();
    let found: Vec<_> = OF_PAGE.iter().map(|&(file, method)| (file.to_owned(), method)).collect();
    assert_eq!(found, expected);
    for (file, method) in OF_PAGE {
        let path = format!("{}/../../public/{file}", env!("CARGO_MANIFEST_DIR"));
        assert!(std::path::Path::new(&path).is_file(), "{path}");
        assert_eq!(method_of_page(file), Some(method));
        // As a link and a place among the models have it.
        let mut settings = Settings::default();
        settings.name_file(FILE, file);
        assert_eq!(settings.file_of(FILE), file);
    }
}

/// A β whose scores could not be re-scaled is refused, and nothing is changed.
#[test]
fn a_large_term_times_beta_is_refused() {
    let bias = Some(Array3::from_elem((1, 3, 3), 1e3));
    let inputs = LayerInputs { bias, ..inputs(0, 1, 3, 0) };
    let heads = [HeadParameters { w: -1.0, v: 1.0 }];
    let mut trace =
        Trace::from_inputs(inputs, &heads, Method::DISTANCE_AWARE, Mask::none()).unwrap();
    let term = |beta: f64| TermParameters { beta, ..TermParameters::TRAINED };
    assert!(trace.postpone_term(0, term(10.0)) && trace.catch_up(0));
    let before = trace.weights().clone();
    for beta in [1e34, 1e300, f64::NAN, f64::INFINITY] {
        assert!(!trace.postpone_term(0, term(beta)) && !trace.is_waiting(0), "{beta}");
    }
    assert_eq!(trace.weights(), &before);
    assert_eq!(trace.position_term().unwrap().parameters(), [term(10.0)]);
    assert!(!trace.postpone_term(1, term(1.0)));
    let mut plain =
        Trace::from_inputs(self::inputs(0, 1, 3, 0), &heads, AS_IT_IS, Mask::none()).unwrap();
    assert!(!plain.postpone_term(0, term(2.0)));
}

#[test]
fn what_is_laid_first_leaves_the_weights_as_they_are_at_w_0() {
    let laid = |method: Method| {
        let heads = [HeadParameters { w: 0.0, v: 1.0 }; 2];
        Trace::from_inputs(inputs(1, 2, 5, 0), &heads, method, Mask::none()).unwrap()
    };
    for method in [Method::VANILLA, AS_IT_IS] {
        for has_scores in [true, false] {
            let first = laid(method.laid_first(has_scores));
            assert_eq!(first.weights(), laid(AS_IT_IS).weights(), "{method:?}, {has_scores}");
        }
    }
    // What has a mapping and an adjustment of its own keeps them.
    for adjustment in Adjustment::ALL {
        let method = Method::DistanceAware { mapping: Mapping::Exponent, adjustment };
        assert_eq!([true, false].map(|has_scores| method.laid_first(has_scores)), [method; 2]);
    }
}

#[test]
fn w_moves_a_at_once_and_the_later_layers_when_they_come() {
    let (mut lab, mut settings) = (lab(), settings(0));
    bring(&mut lab, &settings, 0);
    let before = weights(&lab, Panel::A, 1);
    settings.set_w(1, -1.0);
    assert!(lab.update(&settings).weights);
    assert_ne!(weights(&lab, Panel::A, 1), before);
    assert_eq!(weights(&lab, Panel::B, 1), before, "B is the model as it is");
    assert!(!lab.is_as_trained(Panel::A, &settings) && lab.is_as_trained(Panel::B, &settings));
    // The layer itself is the same whatever is laid over it.
    assert!(Panel::BOTH.iter().all(|&panel| lab.is_current(panel, &settings)));
    settings.show_layer(2);
    settings.adopt(Some(&model("m").own_heads(2)));
    let [a, b] = Panel::BOTH.map(|panel| lab.wanted(panel, &settings).unwrap());
    let moved = MovedHead { layer: 0, head: 1, parameters: HeadParameters { w: -1.0, v: 1.0 } };
    assert_eq!((a.layer, a.method, &a.moved[..]), (2, UNCLIPPED, &[moved][..]));
    assert_eq!((b.layer, b.method, &b.moved[..]), (2, AS_IT_IS, &[][..]));
    assert!(settings.differs_before());
    // What was shown stays until both are there.
    assert!(!lab.update(&settings).weights);
    assert_eq!(weights(&lab, Panel::B, 1), before);
    assert!(!lab.is_current(Panel::A, &settings));
    lab.insert_layer(a, answer(2, &PIECES, 1));
    lab.insert_layer(b, answer(2, &PIECES, 2));
    lab.update(&settings);
    assert_eq!(lab.trace_of(Panel::A).unwrap().head_count(), 3);
    assert_ne!(weights(&lab, Panel::A, 0), weights(&lab, Panel::B, 0));
    // Back in the first layer, its head is where it was.
    settings.show_layer(0);
    settings.adopt(Some(&model("m").own_heads(0)));
    assert_eq!((settings.w[1], settings.altered.w.as_slice()), (-1.0, &[1][..]));
    assert_eq!(lab.wanted(Panel::A, &settings).unwrap().moved, []);
    settings.restore();
    settings.adopt(Some(&model("m").own_heads(0)));
    assert!(settings.is_own() && settings.w[1] == 0.0);
}

#[test]
fn while_a_sentence_is_typed_the_last_layer_stays() {
    let (mut lab, mut settings) = (lab(), settings(1));
    bring(&mut lab, &settings, 0);
    settings.sentence += " away";
    settings.set_w(0, 2.0);
    assert!(lab.update(&settings).weights, "w moves what is there");
    assert_eq!(lab.tokens().len(), 5);
    assert!(!lab.is_current(Panel::A, &settings));
    let wanted = lab.wanted(Panel::A, &settings).unwrap();
    assert!(!lab.has_layer(&wanted) && lab.has_any_of(&wanted));
    lab.insert_layer(wanted, answer(1, &["[CLS]", "away", "[SEP]"], 0));
    let updated = lab.update(&settings);
    assert!(updated.tokens && updated.weights);
    assert_eq!(lab.tokens().len(), 3);
}

#[test]
fn b_with_other_tokens_is_never_laid_upon_a() {
    let (mut lab, mut settings) = (lab(), settings(1));
    settings.model_b = ModelChoice::Untrained;
    settings.b = Method::VANILLA;
    bring(&mut lab, &settings, 0);
    assert!(lab.trace_of(Panel::A).is_some() && lab.trace_of(Panel::B).is_none());
    let why = lab.why_absent(Panel::B, &settings);
    assert_eq!(why, Some(Absent::OtherTokens { a: 5, b: 2 }));
    let mut cells = Vec::new();
    assert_eq!(lab.matrix_into(Matrix::Difference(Contribution::Both), 0, &mut cells), 0);
    assert_eq!(lab.value(Matrix::Difference(Contribution::Both), 0, 0, 0), None);
    assert_eq!(lab.figures(0).unwrap().divergence, None);
    assert_eq!(lab.received(Panel::B, 0, &[0]), None);
    // The other way round the tokens are the words.
    (settings.model, settings.model_b) = (settings.model_b, settings.model);
    bring(&mut lab, &settings, 0);
    assert_eq!(lab.tokens().len(), 2);
    assert!(lab.trace_of(Panel::A).is_some() && lab.trace_of(Panel::B).is_none());
}

#[test]
fn a_script_is_refused_a_sentence_that_weights_alone_cannot_be_of() {
    let (mut lab, settings) = (Lab::default(), settings(1));
    let sentence =
        Argument::Object(vec![("sentence".to_owned(), Argument::Text("another".to_owned()))]);
    lab.insert_opened(FILE, model("m.safetensors")).unwrap();
    assert_eq!(changed(&settings, &sentence, &lab).unwrap().sentence, "another");
    let maps = OpenedModel { weights_only: true, ..model("maps.npz") };
    lab.insert_opened(FILE, maps).unwrap();
    let refused = changed(&settings, &sentence, &lab).unwrap_err().to_string();
    assert!(refused.contains("“sentence”") && refused.contains("“maps.npz”"), "{refused}");
    // What is no news is none.
    let same = Argument::Text(settings.sentence.clone());
    let same = Argument::Object(vec![("sentence".to_owned(), same)]);
    assert_eq!(changed(&settings, &same, &lab), Ok(settings));
}

#[test]
fn the_models_own_scale_bias_and_mask_are_kept() {
    let mut own = inputs(0, 2, 5, 0);
    own.scale = 2.0;
    own.causal = true;
    own.bias = Some(Array3::from_shape_fn((2, 5, 5), |(h, i, j)| (h + 2 * i + 3 * j) as f32 / 8.0));
    let bias = own.bias.clone().unwrap();
    let heads = [HeadParameters { w: -0.5, v: 1.0 }; 2];
    let trace = Trace::from_inputs(own.clone(), &heads, UNCLIPPED, Mask::none()).unwrap();
    let (i, j) = (3, 1);
    let row: Vec<f64> = (0..=i)
        .map(|j| {
            let product: f64 = (0..4)
                .map(|x| f64::from(own.query[[1, i, x]]) * f64::from(own.key[[1, j, x]]))
                .sum();
            let v: f64 = 1.0;
            let f = (1.0 + v.exp()) / (1.0 + (v + 0.5 * i.abs_diff(j) as f64).exp());
            (2.0 * product + f64::from(bias[[1, i, j]])) * f
        })
        .collect();
    let sum: f64 = row.iter().map(|logit| logit.exp()).sum();
    let cell = Arithmetic::of(&trace, 1, i, j).unwrap();
    assert!((cell.logit - row[j]).abs() < 1e-5);
    assert!((cell.weight - row[j].exp() / sum).abs() < 1e-6);
    assert_eq!((cell.scale, cell.bias), (Some(2.0), f64::from(bias[[1, i, j]])));
    assert!((cell.dot_product * 2.0 + cell.bias - cell.score).abs() < 1e-6);
    assert_eq!(trace.weights_of(1)[5 * i + 4], 0.0, "a causal model stays so");
    own.scale = f64::NAN;
    let refused = Trace::from_inputs(own, &heads, UNCLIPPED, Mask::none()).unwrap_err();
    assert!(matches!(refused, AttentionError::NotFinite { what: "the scale of the scores", .. }));
}

#[test]
fn a_mask_of_the_settings_is_not_the_models_and_that_of_a_model_is() {
    for of_model in [false, true] {
        let (mut lab, mut settings) = (lab(), settings(1));
        settings.causal = !of_model;
        let mut answer = answer(1, &PIECES, 0);
        answer.inputs.causal = of_model;
        lab.insert_layer(lab.wanted(Panel::A, &settings).unwrap(), answer);
        lab.update(&settings);
        // The settings are others before the numbers are: whether the model masks does not wait for them.
        assert_eq!((lab.is_causal(), lab.is_causal_by_itself()), (true, of_model));
    }
}

#[test]
fn messages_come_back_as_they_went_and_others_are_refused() {
    let mut opened = model("a file; with semicolon.bin");
    opened.own[1] = vec![HeadParameters { w: -1.5, v: 0.25 }; 2];
    opened.method = Method::DISTANCE_AWARE;
    assert_eq!(OpenedModel::read(opened.clone().into_message()), Some(opened.clone()));
    let wanted = Wanted {
        model: ModelChoice::File3,
        layer: 2,
        sentence: "how\nfar".to_owned(),
        method: UNCLIPPED,
        moved: vec![MovedHead {
            layer: 1,
            head: 3,
            parameters: HeadParameters { w: 1.0, v: -2.0 },
        }],
    };
    assert_eq!(Wanted::read(wanted.clone().into_message()), Some(wanted.clone()));
    let mut layer = answer(2, &PIECES, 3);
    assert_eq!(LayerAnswer::read(layer.clone().into_message()), Some(layer.clone()));
    layer.inputs.bias = Some(Array3::zeros((3, 5, 5)));
    let message = layer.clone().into_message();
    assert_eq!(LayerAnswer::read(message.clone()), Some(layer));
    // Too few, too many, not finite, not whole.
    for place in 0..message.numbers.len() {
        for other in [f64::NAN, -1.0, 0.5, 1e9] {
            let mut wrong = message.clone();
            wrong.numbers[place] = other;
            let read = LayerAnswer::read(wrong);
            // The scale is any number, and how many were left out is any whole one.
            assert!(read.is_none() || place == 5 || place == 3, "{place} {other}");
        }
    }
    let mut wrong = message.clone();
    wrong.arrays[1].pop();
    assert_eq!(LayerAnswer::read(wrong), None);
    let mut wrong = message.clone();
    wrong.arrays[0][7] = f32::NAN;
    assert_eq!(LayerAnswer::read(wrong), None);
    let mut wrong = message;
    wrong.texts.pop();
    assert_eq!(LayerAnswer::read(wrong), None);
    let weights = OpenedModel { weights_only: true, ..opened.clone() };
    assert_eq!(OpenedModel::read(weights.clone().into_message()), Some(weights));
    // A flag that is none, more assumptions than there are, no layer, a layer too many.
    for (place, other) in [(0, 2.0), (1, 0.5), (2, 3.0), (3, 0.0), (3, 4.0)] {
        let mut wrong = opened.clone().into_message();
        wrong.numbers[place] = other;
        assert_eq!(OpenedModel::read(wrong), None, "{place} {other}");
    }
}

#[test]
fn what_is_lent_comes_back_as_it_went_and_others_are_refused() {
    let wanted = Wanted {
        model: ModelChoice::File1,
        layer: 1,
        sentence: "near".to_owned(),
        method: UNCLIPPED,
        moved: Vec::new(),
    };
    let asks = [
        LendAsk::Open { assignments: "[[\"bert\", {}]]".to_owned() },
        LendAsk::Vectors,
        LendAsk::Layer { wanted, ids: vec![101, 7, u32::MAX], most: 128 },
    ];
    for ask in asks {
        let message = ask.clone().into_message();
        assert_eq!(LendAsk::read(message.clone()), Some(ask));
        for place in 0..message.numbers.len() {
            for other in [f64::NAN, -1.0, 0.5, 1e12] {
                let mut wrong = message.clone();
                wrong.numbers[place] = other;
                assert_eq!(LendAsk::read(wrong), None, "{place} {other}");
            }
        }
        let mut longer = message;
        longer.texts.push("another".to_owned());
        assert_eq!(LendAsk::read(longer), None);
    }
    let text = |text: &str| text.to_owned();
    let lent = |reads| {
        let lacks = vec![text("model-00002.safetensors")];
        LendAnswer::Lent(Lent { model: model("m.safetensors"), reads, most: 40, lacks })
    };
    let mut with_bias = answer(2, &PIECES, 3);
    with_bias.inputs.bias = Some(Array3::zeros((3, 5, 5)));
    let answers = [
        LendAnswer::Busy,
        LendAnswer::Taken,
        LendAnswer::Failed(text("a file: it is cut off")),
        LendAnswer::Not(NotLent::OfTheLab),
        LendAnswer::Not(NotLent::Waits { wanted: String::new() }),
        LendAnswer::Not(NotLent::CannotRun { why: text("no heads"), waits: true }),
        LendAnswer::Not(NotLent::CannotRun { why: text("no heads"), waits: false }),
        LendAnswer::Layer { answer: with_bias, lacks: vec![text("a.bin"), text("b.bin")] },
        lent(Reads::Words),
        lent(Reads::Ids { rows: 30_522 }),
        lent(Reads::Nothing { labels: PIECES.map(text).into() }),
    ];
    for answer in answers {
        let message = answer.clone().into_message();
        assert_eq!(LendAnswer::read(message.clone()), Some(answer));
        for place in 0..2.min(message.numbers.len()) {
            for other in [f64::NAN, -1.0, 0.5, 1e12] {
                let mut wrong = message.clone();
                wrong.numbers[place] = other;
                assert_eq!(LendAnswer::read(wrong), None, "{place} {other}");
            }
        }
        let mut shorter = message.clone();
        if !shorter.texts.is_empty() {
            shorter.texts.truncate(shorter.texts.len() / 2);
            assert_eq!(LendAnswer::read(shorter), None);
        }
        let mut longer = message;
        longer.numbers.push(0.0);
        longer.texts.push(text("another"));
        assert_eq!(LendAnswer::read(longer), None);
    }
    assert_eq!(LendAsk::read(Message::default()), None);
    assert_eq!(LendAnswer::read(Message::default()), None);
}

#[test]
fn a_link_names_the_file_and_restores_all_else() {
    let mut settings = settings(2);
    settings.name_file(FILE, "model; best.safetensors");
    settings.head = 1;
    settings.set_w(1, -1.0);
    settings.elsewhere = vec![
        Moved { layer: 0, head: 1, w: Some(2.0), v: None },
        Moved { layer: 1, head: 0, w: None, v: Some(-0.5) },
    ];
    settings.layer_b = Some(0);
    let link = encode(&settings);
    assert!(link.contains("model=file-1") && link.contains("layer=3"), "{link}");
    assert!(link.contains("elsewhere=1.2%3A2%3A%3B2.1%3A%3A-0.5"), "{link}");
    let (restored, ignored) = decode(&link);
    assert_eq!(ignored, []);
    assert_eq!(restored.file_of(FILE), "model  best.safetensors");
    assert_eq!((restored.model, restored.layer, restored.layer_b), (FILE, 2, Some(0)));
    assert_eq!((restored.w[1], &restored.elsewhere), (-1.0, &settings.elsewhere));
    // Before its file is there, and when it is: the place waits for that name.
    let mut lab = Lab::default();
    lab.update(&restored);
    assert_eq!(lab.why_absent(Panel::A, &restored), Some(Absent::File));
    assert_eq!(lab.place_for("model; best.safetensors", &restored), Some(FILE));
    assert_eq!(lab.place_for("another.bin", &restored), Some(ModelChoice::File2));
    assert_eq!(decode(&encode_all(&restored)), (restored, Vec::new()));
    // What no panel shows is not in a link, and old links know no layers.
    let plain = Settings { files: settings.files.clone(), ..Settings::default() };
    assert_eq!(encode(&plain), "");
    let (old, ignored) = decode("model=untrained&w=1:2&head=3");
    assert_eq!((old.layer, old.elsewhere.len(), ignored.len()), (0, 0, 0));
}

#[test]
fn bad_parts_of_a_link_are_named() {
    for (part, why) in [
        ("elsewhere=2.7", "is not LAYER.HEAD:W:V"),
        ("elsewhere=0.1:1:1", "is not between 1"),
        ("elsewhere=1.17:1:1", "is not between 1 and 16"),
        ("elsewhere=2.1:x:1", "is not a number"),
        ("layer=0", "is not between 1"),
        ("layer=999", "is not between 1"),
        ("layer-b=1,2", "one layer or none"),
        ("files=a;b;c;d;e;f", "are too many"),
    ] {
        let (settings, ignored) = decode(part);
        assert_eq!(settings, Settings::default(), "{part}");
        assert_eq!(ignored.len(), 1, "{part}");
        assert!(ignored[0].reason.to_string().contains(why), "{part}: {}", ignored[0].reason);
    }
}

#[test]
fn models_that_cannot_be_shown_are_refused_and_change_nothing() {
    let mut lab = lab();
    let mut many = model("many.bin");
    many.heads = vec![17];
    let refused = lab.insert_opened(FILE, many.clone()).unwrap_err();
    assert_eq!(refused, NotShown::Heads(17));
    assert_eq!(refused.to_string(), "it has 17 heads, and the Lab shows at most 16");
    assert_eq!(lab.opened(FILE).unwrap().name, "m.safetensors");
    many.heads = Vec::new();
    assert!(lab.insert_opened(FILE, many).is_err());
    assert!(lab.insert_opened(ModelChoice::Opened, model("x")).is_err());
    // A file of the same name takes its place; with all places shown or taken, one that nobody shows.
    let settings = settings(0);
    assert_eq!(lab.place_for("m.safetensors", &settings), Some(FILE));
    for (place, name) in
        [(ModelChoice::File2, "b"), (ModelChoice::File3, "c"), (ModelChoice::File4, "d")]
    {
        assert_eq!(lab.place_for(name, &settings), Some(place));
        lab.insert_opened(place, model(name)).unwrap();
    }
    assert_eq!(lab.place_for("e", &settings), Some(ModelChoice::File2));
    // Another file of a name that is open is called by a number, too; the same one is not.
    assert_eq!(lab.name_for("b", &settings, |_| true), "b");
    assert_eq!(lab.name_for("b", &settings, |_| false), "b (2)");
    assert_eq!(lab.name_for("new", &settings, |_| false), "new");
    lab.insert_opened(ModelChoice::File4, model("b (2)")).unwrap();
    assert_eq!(lab.name_for("b", &settings, |choice| choice == ModelChoice::File4), "b (2)");
    assert_eq!(lab.name_for("b", &settings, |_| false), "b (3)");
    // A link that waits for one with a number gets it, though the file's own name is free.
    let mut waits = Settings { model: ModelChoice::File1, ..Settings::default() };
    waits.name_file(ModelChoice::File1, "z (2)");
    let empty = Lab::default();
    assert_eq!(empty.name_for("z", &waits, |_| false), "z (2)");
    assert_eq!(empty.place_for("z (2)", &waits), Some(ModelChoice::File1));
}

#[test]
fn where_a_script_shows_a_model_is_taken_or_refused() {
    let options = |pairs: &[(&str, Argument)]| {
        let pairs = pairs.iter().map(|(name, value)| ((*name).to_owned(), value.clone()));
        Argument::Object(pairs.collect())
    };
    assert_eq!(showing(&Argument::Undefined), Ok(Showing::default()));
    let all = options(&[
        ("panel", Argument::Text("b".to_owned())),
        ("layer", Argument::Number(3.0)),
        ("head", Argument::Number(7.0)),
    ]);
    let expected =
        Showing { panel: Some(Panel::B), layer: Some(2), head: Some(6), elsewhere: false };
    assert_eq!(showing(&all), Ok(expected));
    let nowhere = options(&[("panel", Argument::Text("none".to_owned()))]);
    assert_eq!(showing(&nowhere), Ok(Showing::ELSEWHERE));
    for (wrong, why) in [
        (Argument::Text("a".to_owned()), "an object with panel, layer and head"),
        (options(&[("panel", Argument::Text("c".to_owned()))]), "there is no panel “c”"),
        (options(&[("layer", Argument::Number(0.0))]), "a layer from 1, not 0"),
        (options(&[("head", Argument::Number(1.5))]), "a head from 1, not 1.5"),
        (options(&[("head", Argument::Number(17.0))]), "a head from 1, not 17"),
        (options(&[("row", Argument::Number(1.0))]), "knows no “row”"),
    ] {
        let refused = showing(&wrong).unwrap_err().to_string();
        assert!(refused.contains(why), "{refused}");
    }
}

#[test]
fn an_own_checkpoint_hands_its_layer_over_as_a_file_does() {
    let public = concat!(env!("CARGO_MANIFEST_DIR"), "/../../public");
    let bytes = |name: &str| std::fs::read(format!("{public}/{name}")).unwrap();
    for (file, has_own) in [("sst2-da", true), ("sst2-vanilla", false)] {
        let mut lab = Lab::default();
        assert!(lab.open_models().is_empty());
        assert!(lab.own_layer("near and far").is_none());
        let trained = Trained::read(&bytes(&format!("checkpoints/{file}.safetensors"))).unwrap();
        let method = trained.model.architecture.method.attention().unwrap();
        lab.insert_own("own", trained).unwrap();
        lab.vectors_mut().insert_part(VectorPart::parse(&bytes("vectors/frequent.bin")).unwrap());
        let [(ModelChoice::Opened, known)] = &lab.open_models()[..] else { panic!("one is open") };
        assert_eq!(known.name, "own");
        assert_eq!((known.heads.as_slice(), known.own[0].is_empty()), (&[16][..], !has_own));
        let answer = lab.own_layer("near and far").unwrap().unwrap();
        assert_eq!((answer.labels.join(" "), answer.cut), ("near and far".to_owned(), 0));
        // What the Lab itself makes of it, as it was trained.
        let mut settings = Settings {
            sentence: "near and far".to_owned(),
            model: ModelChoice::Opened,
            a: method,
            ..Settings::default()
        };
        settings.adopt(lab.own_heads(ModelChoice::Opened).as_deref());
        lab.update(&settings);
        let shown = lab.trace_of(Panel::A).unwrap();
        let heads = lab.own_heads(ModelChoice::Opened).unwrap();
        let method = if has_own { method } else { AS_IT_IS };
        let trace = Trace::from_inputs(answer.inputs, &heads, method, Mask::none()).unwrap();
        assert_eq!(trace.weights(), shown.weights(), "{file}");
        assert!(lab.own_layer("").unwrap().is_err());
        let long = "far ".repeat(130);
        assert_eq!(lab.own_layer(&long).unwrap().unwrap().cut, 2);
    }
}

/// What is asked for now, by layer.
fn ask(asked: &mut Asked, lab: &Lab, settings: &Settings) -> Vec<usize> {
    asked.ask(lab, settings).iter().map(|wanted| wanted.layer).collect()
}

#[test]
fn two_panels_that_want_the_same_layer_ask_once() {
    let (lab, settings) = (lab(), settings(0));
    let mut asked = Asked::default();
    assert_eq!(asked.when(&lab, &settings), When::Now);
    assert_eq!(ask(&mut asked, &lab, &settings), [0]);
    // It is on its way.
    assert_eq!(asked.when(&lab, &settings), When::Never { is_refused: false });
    assert!(ask(&mut asked, &lab, &settings).is_empty());
    assert!(!asked.has_settled(&lab, &settings));
}

#[test]
fn a_sentence_that_is_typed_rests_before_it_is_asked_for_and_waits_for_the_answer() {
    let (mut lab, mut settings) = (lab(), settings(0));
    let mut asked = Asked::default();
    let first = asked.ask(&lab, &settings);
    settings.sentence = "nearfar".to_owned();
    assert_eq!(asked.when(&lab, &settings), When::Rested);
    // One request a model at a time.
    assert!(ask(&mut asked, &lab, &settings).is_empty());
    assert!(!asked.answered(&first[0], false, &lab, &settings));
    assert_eq!(ask(&mut asked, &lab, &settings), [0]);
    bring(&mut lab, &settings, 1);
    assert!(asked.has_settled(&lab, &settings));
    settings.sentence = "far".to_owned();
    assert_eq!(asked.when(&lab, &settings), When::Rested);
}

#[test]
fn another_layer_is_asked_for_at_once() {
    let (mut lab, mut settings) = (lab(), settings(0));
    bring(&mut lab, &settings, 1);
    settings.show_layer(1);
    assert_eq!(Asked::default().when(&lab, &settings), When::Now);
}

#[test]
fn what_was_refused_is_not_asked_for_again_until_another_model_is_opened() {
    let (lab, settings) = (lab(), settings(0));
    let mut asked = Asked::default();
    let wanted = asked.ask(&lab, &settings);
    assert!(asked.answered(&wanted[0], true, &lab, &settings));
    assert_eq!(asked.when(&lab, &settings), When::Never { is_refused: true });
    assert!(ask(&mut asked, &lab, &settings).is_empty());
    assert!(asked.has_settled(&lab, &settings));
    asked.forget_refused();
    assert_eq!(ask(&mut asked, &lab, &settings), [0]);
}

#[test]
fn a_refusal_that_nobody_waits_for_any_more_is_forgotten() {
    let (lab, mut settings) = (lab(), settings(0));
    let mut asked = Asked::default();
    let wanted = asked.ask(&lab, &settings);
    settings.sentence = "nearfar".to_owned();
    assert!(!asked.answered(&wanted[0], true, &lab, &settings));
    settings.sentence = "nearfar far".to_owned();
    assert_eq!(ask(&mut asked, &lab, &settings), [0]);
}

#[test]
fn a_layer_that_came_forgets_what_was_refused() {
    let (lab, mut settings) = (lab(), settings(0));
    let mut asked = Asked::default();
    let refused = asked.ask(&lab, &settings);
    assert!(asked.answered(&refused[0], true, &lab, &settings));
    settings.sentence = "nearfar".to_owned();
    let came = asked.ask(&lab, &settings);
    assert!(asked.answered(&came[0], false, &lab, &settings));
    settings.sentence = "nearfar far".to_owned();
    assert_eq!(ask(&mut asked, &lab, &settings), [0]);
}

#[test]
fn models_of_the_lab_are_asked_of_nobody() {
    let (lab, settings) = (Lab::default(), Settings::default());
    let mut asked = Asked::default();
    assert_eq!(asked.when(&lab, &settings), When::Never { is_refused: false });
    assert!(ask(&mut asked, &lab, &settings).is_empty());
    assert!(asked.has_settled(&lab, &settings));
}

#[test]
fn of_files_that_are_read_at_once_the_last_is_shown() {
    let mut openings = Openings::default();
    let [first, second, third] = [(); 3].map(|()| openings.begin());
    let showing = Showing::default();
    // The second is there before the first.
    assert_eq!(openings.come(second, showing), showing);
    assert_eq!(openings.come(first, showing), Showing { elsewhere: true, ..showing });
    assert_eq!(openings.come(third, showing), showing);
    // Another panel has an order of its own, and what is shown in none takes no place.
    let [first, second, third] = [(); 3].map(|()| openings.begin());
    let [in_b, elsewhere] =
        [Showing { panel: Some(Panel::B), ..showing }, Showing { elsewhere: true, ..showing }];
    assert_eq!(openings.come(third, elsewhere), elsewhere);
    assert_eq!(openings.come(second, in_b), in_b);
    assert_eq!(openings.come(first, showing), showing);
    assert_eq!(openings.come(first, in_b), Showing { elsewhere: true, ..in_b });
}

#[test]
fn a_file_that_is_opened_again_and_companions_that_come_belong_to_the_model_of_a_place() {
    let mut shelf = Shelf::default();
    assert_eq!(shelf.model(FILE), None);
    let (first, other) = (Some((1, 1)), Some((1, 2)));
    shelf.put(FILE, "first", first);
    assert!(shelf.is_same(FILE, first, None) && !shelf.is_same(FILE, other, None));
    // A file is told by itself, whatever is shown when it comes; companions by what they joined.
    assert!(!shelf.is_same(FILE, other, Some(FILE)));
    assert!(shelf.is_same(FILE, None, Some(FILE)) && !shelf.is_same(FILE, None, None));
    shelf.put(FILE, "with companions", None);
    assert_eq!(shelf.model(FILE), Some(&"with companions"));
    assert!(shelf.is_same(FILE, first, None));
    shelf.put(ModelChoice::File2, "another", other);
    assert!(shelf.is_same(ModelChoice::File2, other, None) && !shelf.is_same(FILE, other, None));
}

#[test]
fn settings_take_over_what_the_models_have() {
    let lab = lab();
    // A link that names a layer beyond the last, and B's model before it is there.
    let start = || Settings { model: FILE, model_b: FILE, ..Settings::default() };
    let mut settings = Settings { layer: 7, layer_b: Some(9), ..start() };
    let mut waits = Settings { model_b: ModelChoice::File2, ..settings.clone() };
    lab.take_over(&mut settings);
    assert_eq!((settings.layer, settings.layer_of(Panel::B)), (2, 2));
    assert_eq!((settings.file_of(FILE), settings.heads), ("m.safetensors", 3));
    lab.take_over(&mut waits);
    assert_eq!(waits.layer, 7, "what is not there may have any number of layers");
    // A model of the page that is named takes the place of what is there.
    let (address, _) = OF_PAGE[0];
    let mut named = start();
    named.name_file(FILE, address);
    lab.take_over(&mut named);
    assert_eq!(named.file_of(FILE), address);
    assert!(lab.is_there(FILE, None) && !lab.is_there(FILE, Some(address)));
    assert!(lab.is_there(FILE, Some("m.safetensors")) && !lab.is_there(ModelChoice::File2, None));
    // Without a model all is settled, and untrained heads have w and v of their own.
    let mut settings = Settings { heads: 4, head: 9, ..Settings::default() };
    lab.take_over(&mut settings);
    assert_eq!(settings.head, 3);
    let mut settings = Settings { model: ModelChoice::Untrained, ..Settings::default() };
    settings.w = [9.0; 16];
    lab.take_over(&mut settings);
    assert_ne!(settings.w, [9.0; 16]);
}

#[test]
fn a_model_is_shown_where_it_was_asked_for_or_in_a_where_no_panel_shows_it() {
    let asked = Showing { panel: Some(Panel::B), ..Showing::default() };
    for (showing, is_shown, panel) in [
        (Showing::default(), false, Some(Panel::A)),
        (Showing::default(), true, None),
        (asked, false, Some(Panel::B)),
        (asked, true, Some(Panel::B)),
        (Showing::ELSEWHERE, false, None),
        (Showing { elsewhere: true, ..asked }, false, None),
    ] {
        assert_eq!(showing.in_panel(is_shown), panel, "{showing:?} {is_shown}");
    }
    let settings = Settings { model_b: FILE, ..Settings::default() };
    assert!(Lab::default().awaits(FILE, &settings) && !lab().awaits(FILE, &settings));
    assert!(!Lab::default().awaits(ModelChoice::File2, &settings));
    // Anybody's file is not fetched, and one of the page is not there by another's name.
    let untrained =
        |model_b| Settings { model: ModelChoice::Untrained, model_b, ..Settings::default() };
    let mut settings = untrained(FILE);
    assert!(Lab::default().has_models_of_page(&settings) && lab().has_named(FILE, &settings));
    settings.name_file(FILE, OF_PAGE[0].0);
    assert!(!lab().has_models_of_page(&settings) && !lab().has_named(FILE, &settings));
    assert!(!lab().has_models_of_page(&untrained(ModelChoice::AgNewsDa)));
}

#[test]
fn an_own_checkpoint_is_named_by_its_file_and_shown_as_it_was_trained() {
    let bytes = include_bytes!("../../../../public/checkpoints/sst2-vanilla.safetensors");
    let mut lab = lab();
    let opened = ModelChoice::Opened;
    assert_eq!(lab.first_method(opened), Method::DISTANCE_AWARE, "nothing is there");
    lab.insert_own("mine.safetensors", Trained::read(bytes).unwrap()).unwrap();
    let mut settings = Settings { model: opened, ..Settings::default() };
    lab.take_over(&mut settings);
    assert_eq!(settings.file_of(opened), "mine.safetensors");
    assert_eq!(
        (lab.first_method(opened), lab.laid_first(opened)),
        (Method::VANILLA, Method::DISTANCE_AWARE)
    );
    // Of the page's by their names, of a file what leaves its weights as they are.
    for (choice, expected) in [
        (ModelChoice::Sst2Da, Method::DISTANCE_AWARE),
        (ModelChoice::AgNewsVanilla, Method::VANILLA),
        (ModelChoice::Untrained, Method::DISTANCE_AWARE),
        (FILE, UNCLIPPED),
        (ModelChoice::File2, Method::DISTANCE_AWARE),
    ] {
        assert_eq!(lab.first_method(choice), expected, "{choice:?}");
    }
}

#[test]
fn files_are_told_apart_by_their_size_and_by_both_ends() {
    let of = stamp(9.0, b"begins", b"ends");
    assert_eq!(of, stamp(9.0, b"begins", b"ends"));
    let others =
        [stamp(8.0, b"begins", b"ends"), stamp(9.0, b"b", b"ends"), stamp(9.0, b"begins", b"e")];
    assert!(others.iter().all(|other| *other != of));
}

#[test]
fn the_last_files_are_kept_each_under_its_name_once() {
    let mut files: Vec<(String, usize)> = Vec::new();
    let names = |files: &[(String, usize)]| files.iter().map(|(_, n)| *n).collect::<Vec<_>>();
    for number in 0..=FILES.len() {
        keep_last(&mut files, (format!("{number}.npz"), number), |(name, _)| name.clone());
    }
    // The oldest gave way.
    assert_eq!(names(&files), (1..=FILES.len()).collect::<Vec<_>>());
    keep_last(&mut files, ("2.npz".to_owned(), 99), |(name, _)| name.clone());
    assert_eq!(files.len(), FILES.len());
    assert_eq!((names(&files).contains(&2), names(&files).last()), (false, Some(&99)));
}

#[test]
fn a_place_holds_a_model_of_the_page_where_the_settings_name_one() {
    let (address, _) = OF_PAGE[0];
    let place = FILES.into_iter().find(|choice| choice.is_file()).expect("places for files");
    let mut settings = Settings::default();
    assert_eq!(of_page_behind(&settings, place), None);
    settings.name_file(place, address);
    assert_eq!(of_page_behind(&settings, place), Some(address));
    settings.name_file(place, "mine.safetensors");
    assert_eq!(of_page_behind(&settings, place), None);
}
