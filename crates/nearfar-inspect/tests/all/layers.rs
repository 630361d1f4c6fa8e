//! Layers of strangers' models in the Lab's own trace: its weights are those of the model's forward pass and
//! of PyTorch, with what is laid over a head and without.

use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::Arc;

use nearfar::Method;
use nearfar::attention::{
    Adjustment, Arithmetic, HeadParameters, Mapping, Mask, TermParameters, TermRule, Trace,
};
use nearfar::opened::lend::{LendAnswer, LendAsk, NotLent, Reads};
use nearfar::opened::{MovedHead, Wanted};
use nearfar::settings::ModelChoice;
use nearfar_inspect::checkpoint::Named;
use nearfar_inspect::encoder::{Encoder, EncoderError, HeadChoice, Input, Rescales, Run};
use nearfar_inspect::recognise::{Config, fingerprint, recognise_with};
use nearfar_inspect::report::Assignment;
use nearfar_inspect::session::Session;
use nearfar_inspect::source::FileSource;
use nearfar_inspect::{Checkpoint, Tensor, open};

const LIMIT: u64 = 1 << 30;
const VANILLA: Method = Method::Vanilla { positions: false };
/// What a stranger's model is shown with at first.
const UNCLIPPED: Method = Method::DistanceAware {
    mapping: Mapping::LearnableSigmoid,
    adjustment: Adjustment::EarlyMultiplyWithoutRelu,
};

fn go(_: usize, _: usize) -> ControlFlow<()> {
    ControlFlow::Continue(())
}

/// A model of `samples/reference` or `samples/families`, the ids that it was run on, and PyTorch's weights
/// of each layer, where the file has them under this name.
fn model(path: &str) -> (Encoder, Vec<u32>, Checkpoint) {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("samples");
    let read = |name: &str| {
        let path = folder.join(format!("{name}.safetensors"));
        open(Arc::new(FileSource::open(&path).unwrap()), &[]).unwrap()
    };
    let is_value = |tensor: &Tensor| tensor.name.starts_with("reference.");
    let (mut model, mut values) = (read(path), read(path));
    let config = model.metadata.iter().find(|(key, _)| key == "config").unwrap();
    let config = Config::read(config.1.as_bytes()).unwrap();
    model.tensors.retain(|tensor| !is_value(tensor));
    if model.tensors.is_empty() {
        // An option that changes no weight is stored without.
        model.tensors = read(path.split('+').next().unwrap()).tensors;
        model.tensors.retain(|tensor| !is_value(tensor));
    }
    model.metadata.clear();
    values.tensors.retain(is_value);
    let report = recognise_with(&model, Some(&config), &Assignment::default());
    assert_eq!(report.cannot_run(), None);
    let encoder = Encoder::load(&model, &report, LIMIT).unwrap();
    let ids = values.find("reference.ids").unwrap().numbers(1000).unwrap();
    (encoder, ids.into_iter().map(|id| id as u32).collect(), values)
}

fn flat(heads: usize) -> Vec<HeadParameters> {
    vec![HeadParameters { w: 0.0, v: 1.0 }; heads]
}

fn trace(encoder: &Encoder, run: &Run, step: usize, method: Method) -> Trace<f32> {
    let inputs = encoder.layer_inputs(run, step).unwrap();
    let heads = flat(inputs.heads());
    Trace::from_inputs(inputs, &heads, method, Mask::none()).unwrap()
}

fn apart(found: &[f32], expected: &[f32]) -> f32 {
    assert_eq!(found.len(), expected.len());
    found.iter().zip(expected).fold(0.0, |worst, (a, b)| {
        let apart = (a - b).abs();
        assert!(!apart.is_nan());
        f32::max(worst, apart)
    })
}

const MODELS: [&str; 36] = [
    "reference/bert",
    "reference/roberta",
    "reference/distilbert",
    "reference/albert",
    "reference/gpt2",
    // Scores that are not scaled, or by the layer's number.
    "families/gpt2+unscaled",
    "families/gpt2+by_layer",
    // Positions in the scores, keys that heads share, caps.
    "families/llama",
    "families/llama+one_key",
    "families/llama+yarn_scaled",
    "families/mistral+whole",
    "families/qwen2",
    "families/qwen3",
    "families/gpt_neox",
    "families/opt+narrow",
    "families/bloom",
    "families/gemma",
    "families/gemma2",
    "families/gemma3_text+scaled",
    "families/phi3",
    "families/phi3+long",
    "families/gptj",
    "families/mpt+clipped",
    "families/falcon+grouped",
    "families/falcon+odd_alibi",
    "families/modernbert",
    "families/mpnet",
    "families/smollm3",
    "families/granite",
    "families/olmo2",
    "families/phi+grouped",
    "families/t5+gated",
    "families/bart",
    "families/deberta-v2",
    "families/deberta-v2+buckets",
    "families/clip_text_model",
];

/// Layers of these let a token see less than the sentence.
fn is_windowed(encoder: &Encoder, run: &Run, step: usize) -> bool {
    matches!(encoder.layer_inputs(run, step), Err(EncoderError::Window { .. }))
}

#[test]
fn a_trace_as_the_model_is_has_its_weights() {
    let mut windows = 0;
    for name in MODELS {
        let (encoder, ids, values) = model(name);
        let run = encoder.run(Input::Ids(&ids), LIMIT, &mut go).unwrap();
        for (step, layer) in run.layers.iter().enumerate() {
            if is_windowed(&encoder, &run, step) {
                let seen = |row: &[f32]| row.iter().filter(|weight| **weight > 0.0).count();
                let most = layer.weights.chunks_exact(run.tokens).map(seen).max();
                assert!(most.unwrap() < run.tokens, "{name}, layer {step}");
                let why = encoder.layer_inputs(&run, step).unwrap_err();
                let EncoderError::Window { reach, causal, .. } = why else { panic!("{why}") };
                let side = if causal { " before it," } else { " on either side of it," };
                assert!(why.to_string().contains(side), "{name}: {why}");
                // So many tokens as it says are shown.
                let fewer = encoder.run(Input::Ids(&ids[..=reach]), LIMIT, &mut go).unwrap();
                assert!(encoder.layer_inputs(&fewer, step).is_ok(), "{name}, layer {step}");
                windows += 1;
                continue;
            }
            let as_it_is = trace(&encoder, &run, step, VANILLA);
            let weights = as_it_is.weights().as_slice().unwrap();
            let worst = apart(weights, &layer.weights);
            assert!(worst < 4e-6, "{name}, layer {step}: {worst}");
            if let Some(expected) = values.find(&format!("reference.attention.{step}")) {
                let expected = expected.numbers(LIMIT).unwrap();
                assert!(apart(weights, &expected) < 1e-5, "{name}, layer {step}");
            }
            // w = 0 without ReLU is the model as it is, to the bit.
            let at_zero = trace(&encoder, &run, step, UNCLIPPED);
            assert_eq!(at_zero.weights(), as_it_is.weights(), "{name}, layer {step}");
            let both = ["bert", "albert", "mpnet", "t5", "bart"];
            assert_eq!(
                as_it_is.mask().causal,
                !both.iter().any(|kind| name.contains(kind)),
                "{name}"
            );
        }
    }
    assert!(windows >= 4, "{windows}");
}

/// Where the rule of a term is known, it makes the term: a rotation with the model's own base is the model's.
#[test]
fn the_rule_of_a_position_term_makes_it() {
    let (mut turned, mut by_offset) = (0, 0);
    for name in MODELS {
        let (encoder, ids, _) = model(name);
        let run = encoder.run(Input::Ids(&ids), LIMIT, &mut go).unwrap();
        for (step, layer) in run.layers.iter().enumerate() {
            if is_windowed(&encoder, &run, step) {
                continue;
            }
            let mut trace = trace(&encoder, &run, step, VANILLA);
            let heads = 0..trace.head_count();
            let Some(term) = trace.position_term() else { continue };
            match term.rule().clone() {
                TermRule::Whole | TermRule::Biases(_) => {}
                TermRule::ByOffset { .. } => {
                    by_offset += 1;
                    for [_, least, most] in heads.flat_map(|head| term.by_offset(head)) {
                        assert!(most - least < 1e-4, "{name}, layer {step}");
                    }
                }
                TermRule::Rotation(rotation) => {
                    turned += 1;
                    let shapes = [rotation.base.log10(), 0.5];
                    let found = shapes.map(|shape| {
                        for head in heads.clone() {
                            let wanted = TermParameters { shape, ..TermParameters::TRAINED };
                            assert!(trace.postpone_term(head, wanted) && trace.catch_up(head));
                        }
                        apart(trace.weights().as_slice().unwrap(), &layer.weights)
                    });
                    // One pair alone turns by a radian a place, whatever the base.
                    let is_moved = rotation.frequencies.len() > 1;
                    assert!(found[0] < 1e-5, "{name}, {step}: {found:?}");
                    assert_eq!(found[1] > 1e-4, is_moved, "{name}, {step}: {found:?}");
                }
            }
        }
    }
    assert!(turned >= 20 && by_offset >= 6, "{turned} {by_offset}");
}

#[test]
fn what_is_laid_over_a_head_is_the_same_in_the_trace_and_in_the_forward_pass() {
    for name in MODELS {
        let (encoder, ids, _) = model(name);
        let run = encoder.run(Input::Ids(&ids), LIMIT, &mut go).unwrap();
        for adjustment in Adjustment::ALL {
            let parameters = HeadParameters { w: -1.0, v: 0.5 };
            let choice = |layer, head| HeadChoice { layer, head, parameters };
            let rescales = Rescales::new(
                Mapping::LearnableSigmoid,
                adjustment,
                vec![choice(0, 1), choice(1, 2)],
            );
            let moved = run.rescaled(&encoder, &rescales, &mut go).unwrap();
            let method = Method::DistanceAware { mapping: Mapping::LearnableSigmoid, adjustment };
            for (step, head) in [(0, 1), (1, 2)] {
                if is_windowed(&encoder, &moved, step) {
                    continue;
                }
                // Later layers follow: their inputs are those behind what was moved.
                let mut trace = trace(&encoder, &moved, step, method);
                trace.set_head(head, parameters).unwrap();
                let expected = moved.weights(step, head).unwrap();
                let worst = apart(trace.weights_of(head), expected);
                assert!(worst < 2e-5, "{name}, {adjustment:?}, layer {step}: {worst}");
            }
        }
    }
}

#[test]
fn the_arithmetic_of_a_cell_has_the_models_own_scale() {
    let (encoder, ids, _) = model("families/gpt2+unscaled");
    let run = encoder.run(Input::Ids(&ids), LIMIT, &mut go).unwrap();
    let trace = trace(&encoder, &run, 1, UNCLIPPED);
    let cell = Arithmetic::of(&trace, 2, 4, 1).unwrap();
    let (query, key) = (trace.query(), trace.key());
    let product: f64 = (0..trace.dimensions())
        .map(|x| f64::from(query[[2, 4, x]]) * f64::from(key[[2, 1, x]]))
        .sum();
    assert_eq!(cell.scale, Some(1.0));
    assert!((cell.dot_product - product).abs() < 1e-5, "{} {product}", cell.dot_product);
    assert!((cell.score - product).abs() < 1e-5);
    assert!((cell.worked_out(UNCLIPPED) - cell.weight).abs() < 1e-6);
    let masked = Arithmetic::of(&trace, 2, 1, 4).unwrap();
    assert_eq!((masked.allowed, masked.weight), (false, 0.0));
}

#[test]
fn there_is_no_layer_beyond_the_last() {
    let (encoder, ids, _) = model("reference/bert");
    let run = encoder.run(Input::Ids(&ids), LIMIT, &mut go).unwrap();
    let depth = encoder.depth();
    let beyond = encoder.layer_inputs(&run, depth).unwrap_err();
    assert_eq!(beyond, EncoderError::Layer { layer: depth, depth });
}

/// What the browser keeps of a choice by hand: this file's method.
fn by_hand(file: &[u8]) -> String {
    let checkpoint = nearfar_inspect::open(Arc::new(file.to_vec()), &[]).unwrap();
    let assignment = Assignment { method: Some("da".to_owned()), ..Assignment::default() };
    serde_json::to_string(&[(fingerprint(&checkpoint), assignment)]).unwrap()
}

#[test]
fn the_worker_lends_layers_as_they_are_and_behind_what_was_moved() {
    let path = format!("{}/samples/da_tiny.safetensors", env!("CARGO_MANIFEST_DIR"));
    let bytes = std::fs::read(path).unwrap();
    let assignments = by_hand(&bytes);
    let named = |source| Named { name: "da_tiny.safetensors".to_owned(), source };
    let file = || vec![named(Arc::new(bytes.clone()))];
    let mut session = Session::new();
    // As it travels, there and back.
    let mut lend = |ask: LendAsk, files: Vec<Named>| {
        let ask = LendAsk::read(ask.into_message()).unwrap();
        LendAnswer::read(session.lend(ask, files, &mut || {}).into_message()).unwrap()
    };
    // Without its method nobody knows what its w and v are.
    let open = |assignments: &str| LendAsk::Open { assignments: assignments.to_owned() };
    let answer = lend(open("no JSON"), file());
    let LendAnswer::Not(NotLent::CannotRun { why, waits: true }) = answer else {
        panic!("{answer:?}")
    };
    assert!(why.starts_with("da_tiny.safetensors: "), "{why}");
    let answer = lend(open(&assignments), file());
    let LendAnswer::Lent(lent) = answer else { panic!("{answer:?}") };
    assert_eq!(lent.reads, Reads::Ids { rows: 32 });
    assert_eq!((lent.model.depth(), lent.model.name.as_str()), (2, "da_tiny.safetensors"));
    assert_eq!(lent.model.own[0].len(), lent.model.heads[0]);
    let wanted = |layer, moved: &[(usize, usize, f64)], ids: &[u32]| {
        let moved = moved.iter().map(|&(layer, head, w)| MovedHead {
            layer,
            head,
            parameters: HeadParameters { w, v: 0.5 },
        });
        let wanted = Wanted {
            model: ModelChoice::File1,
            layer,
            sentence: "1 2 3 5 8".to_owned(),
            method: Method::DISTANCE_AWARE,
            moved: moved.collect(),
        };
        LendAsk::Layer { wanted, ids: ids.to_vec(), most: lent.most }
    };
    let ids = [1, 2, 3, 5, 8];
    let mut layer = |layer, moved: &[(usize, usize, f64)]| {
        let answer = lend(wanted(layer, moved, &ids), Vec::new());
        let LendAnswer::Layer { answer, lacks } = answer else { panic!("{answer:?}") };
        let (heads, tokens, size) = answer.inputs.query.dim();
        assert_eq!((heads, tokens, answer.inputs.causal), (lent.model.heads[layer], 5, false));
        assert_eq!(answer.inputs.scale, 1.0 / (size as f64).sqrt());
        assert!(lacks.is_empty() && answer.inputs.check().is_ok());
        assert_eq!(answer.labels, ["#1", "#2", "#3", "#5", "#8"]);
        answer.inputs.query
    };
    let (first, second) = (layer(0, &[]), layer(1, &[]));
    let moved = layer(1, &[(0, 0, 3.0)]);
    assert_ne!(moved, second, "the second layer follows the first");
    assert_ne!(layer(1, &[(0, 0, -3.0)]), moved);
    assert_eq!(layer(0, &[(0, 0, 3.0)]), first, "the first layer's inputs are before it");
    assert_eq!(layer(1, &[]), second, "nothing is left of what was moved");
    for (wrong, why) in [
        (wanted(2, &[], &ids), "there is no layer 3 of 2"),
        (wanted(1, &[(0, 9, 1.0)], &ids), "there is no such head"),
        (wanted(0, &[], &[1, 99]), "knows 32 words"),
        (wanted(0, &[], &[]), "no tokens"),
    ] {
        let answer = lend(wrong, Vec::new());
        let LendAnswer::Failed(message) = answer else { panic!("{answer:?}") };
        assert!(message.contains(why), "{message}");
    }
    let nothing_open = Session::new().lend(wanted(0, &[], &ids), Vec::new(), &mut || {});
    assert!(matches!(nothing_open, LendAnswer::Failed(_)));
}

#[test]
fn a_model_that_reads_words_is_lent_with_the_vectors_of_the_page() {
    let read = |path: &str| {
        let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../public").join(path);
        let name = path.file_name().unwrap().to_str().unwrap().to_owned();
        Named { name, source: Arc::new(std::fs::read(path).unwrap()) }
    };
    let mut session = Session::new();
    let open = LendAsk::Open { assignments: String::new() };
    let answer = session.lend(open, vec![read("checkpoints/sst2-kerple.safetensors")], &mut || {});
    let LendAnswer::Lent(lent) = answer else { panic!("{answer:?}") };
    assert_eq!((lent.reads, lent.model.attends.as_str()), (Reads::Words, "KERPLE"));
    let wanted = Wanted {
        model: ModelChoice::File1,
        layer: 0,
        sentence: "A film that nobody zzyzx".to_owned(),
        method: VANILLA,
        moved: Vec::new(),
    };
    let mut steps = 0;
    let mut layer = |session: &mut Session| {
        let ask = LendAsk::Layer { wanted: wanted.clone(), ids: Vec::new(), most: lent.most };
        session.lend(ask, Vec::new(), &mut || steps += 1)
    };
    // Words whose vectors are not there yet are made from their spelling, and the parts that have them are named.
    let LendAnswer::Layer { answer: spelled, lacks } = layer(&mut session) else { panic!() };
    assert!(lacks.contains(&"frequent.bin".to_owned()), "{lacks:?}");
    let taken = session.lend(LendAsk::Vectors, vec![read("vectors/frequent.bin")], &mut || {});
    assert_eq!(taken, LendAnswer::Taken);
    let LendAnswer::Layer { answer, lacks } = layer(&mut session) else { panic!() };
    assert!(!lacks.contains(&"frequent.bin".to_owned()), "{lacks:?}");
    assert_eq!(answer.labels, ["A", "film", "that", "nobody", "zzyzx"]);
    assert_eq!(answer.inputs.query.dim(), (lent.model.heads[0], 5, 16));
    assert!(answer.inputs.check().is_ok());
    assert_ne!(answer.inputs.query, spelled.inputs.query);
    assert!(steps > 0, "a run says that it goes on");
}

#[test]
fn the_worker_says_why_a_file_is_not_lent() {
    let named = |name: &str, bytes: &[u8]| Named {
        name: name.to_owned(),
        source: Arc::new(bytes.to_vec()),
    };
    let open = |files: Vec<Named>| {
        let ask = LendAsk::Open { assignments: String::new() };
        Session::new().lend(ask, files, &mut || {})
    };
    // A configuration alone waits for its model, an index for its first part.
    let answer = open(vec![named("config.json", br#"{"model_type": "bert"}"#)]);
    assert_eq!(answer, LendAnswer::Not(NotLent::Waits { wanted: String::new() }));
    let index = br#"{"weight_map": {"a": "model-00001-of-00002.safetensors"}}"#;
    let answer = open(vec![named("model.safetensors.index.json", index)]);
    let wanted = "model-00001-of-00002.safetensors".to_owned();
    assert_eq!(answer, LendAnswer::Not(NotLent::Waits { wanted }));
    let answer = open(vec![named("m.safetensors", b"no file")]);
    let LendAnswer::Failed(why) = answer else { panic!("{answer:?}") };
    assert!(why.starts_with("m.safetensors: "), "{why}");
}
