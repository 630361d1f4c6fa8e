//! Small models of many families as transformers saves them (tools/make_families.py): attention as
//! its eager mode gives it, or refused with the reason; never wrong. And the table of it in
//! docs/inspect.md.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use nearfar::attention::HeadParameters;
use nearfar_inspect::encoder::{Encoder, HeadChoice, Input, Rescales};
use nearfar_inspect::report::{
    Assigned, Assignment, Family, How, Obstacle, Question, Report, Role, Status, projection,
};
use nearfar_inspect::source::FileSource;
use nearfar_inspect::tensor::Storage;
use nearfar_inspect::{Checkpoint, Dtype, Format, InspectError, Tensor, open};
use serde_json::Value;

use crate::forward::{LIMIT, WITHIN, apart, damaged, recognised};

/// What hidden states may differ by, beside the largest number.
const STATES_WITHIN: f32 = 1e-4;

/// A model that is run, its configuration, and what transformers says of it.
struct Case {
    name: String,
    model: Checkpoint,
    config: Value,
    reference: Checkpoint,
}

fn crate_folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

fn stored() -> Vec<Case> {
    let folder = crate_folder().join("samples/families");
    let mut paths: Vec<PathBuf> =
        std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.retain(|path| path.extension().is_some_and(|ending| ending == "safetensors"));
    paths.sort();
    let mut all: Vec<Case> = paths.iter().map(|path| case(path)).collect();
    // An option that changes no weight is stored without.
    let bases: Vec<(String, Vec<Tensor>)> =
        all.iter().map(|case| (case.name.clone(), case.model.tensors.clone())).collect();
    for case in all.iter_mut().filter(|case| case.model.tensors.is_empty()) {
        let kind = case.name.split('+').next().unwrap();
        case.model.tensors = bases.iter().find(|(name, _)| name == kind).unwrap().1.clone();
    }
    all
}

fn case(path: &Path) -> Case {
    let mut model = open(Arc::new(FileSource::open(path).unwrap()), &[]).unwrap();
    let config = model.metadata.iter().find(|(key, _)| key == "config").unwrap().1.clone();
    model.metadata.clear();
    let mut reference = model.clone();
    model.tensors.retain(|tensor| !tensor.name.starts_with("reference."));
    reference.tensors.retain(|tensor| tensor.name.starts_with("reference."));
    Case {
        name: path.file_stem().unwrap().to_string_lossy().into_owned(),
        model,
        config: serde_json::from_str(&config).unwrap(),
        reference,
    }
}

/// Names, shapes and configurations of models that are refused.
fn refused() -> BTreeMap<String, (Checkpoint, Value)> {
    let text = std::fs::read(crate_folder().join("samples/families/refused.json")).unwrap();
    let all: BTreeMap<String, Value> = serde_json::from_slice(&text).unwrap();
    let of = |case: Value| {
        let tensors = case["tensors"].as_object().unwrap().iter();
        let tensors = tensors.map(|(name, shape)| Tensor {
            name: name.clone(),
            dtype: Dtype::F32,
            type_name: "F32".to_owned(),
            shape: serde_json::from_value(shape.clone()).unwrap(),
            bytes: 0,
            shared: None,
            repeats: false,
            storage: Storage::Nowhere(InspectError::Unreadable { at: 0, why: "a test".to_owned() }),
        });
        let model = Checkpoint {
            format: Format::SafeTensors,
            tensors: tensors.collect(),
            metadata: Vec::new(),
            notes: Vec::new(),
            wanted: Vec::new(),
        };
        (model, case["config"].clone())
    };
    all.into_iter().map(|(name, case)| (name, of(case))).collect()
}

/// The attention of every layer, or why there is none.
fn attention(model: &Checkpoint, report: &Report, ids: &[u32]) -> Result<Vec<Vec<f32>>, String> {
    crate::forward::attention(model, report, |_| Input::Ids(ids))
}

fn ids(reference: &Checkpoint) -> Vec<u32> {
    let ids = reference.find("reference.ids").unwrap().numbers(LIMIT).unwrap();
    ids.into_iter().map(|id| id as u32).collect()
}

fn expected(reference: &Checkpoint) -> Vec<Vec<f32>> {
    let layer = |number: usize| reference.find(&format!("reference.attention.{number}"));
    (0..).map_while(layer).map(|tensor| tensor.numbers(LIMIT).unwrap()).collect()
}

fn heads(config: &Value) -> usize {
    let keys = ["num_attention_heads", "n_heads", "n_head", "num_heads", "encoder_attention_heads"];
    keys.iter().find_map(|key| config[key].as_u64()).unwrap_or(4) as usize
}

/// Whether a model is of a family that is run with a configuration alone.
fn needs_config(model: &Checkpoint) -> bool {
    recognised(model, None, &Assignment::default()).family.needs_config()
}

/// The states behind the embeddings and each layer, and the last: what was found and what is expected.
fn states(case: &Case, report: &Report) -> Vec<(Vec<f32>, Vec<f32>)> {
    let encoder = Encoder::load(&case.model, report, LIMIT).unwrap();
    let go = &mut |_: usize, _: usize| ControlFlow::Continue(());
    let run = encoder.run(Input::Ids(&ids(&case.reference)), LIMIT, go).unwrap();
    let expected = |name: &str| Some(case.reference.find(name)?.numbers(LIMIT).unwrap());
    let state = |(place, state): (usize, &Arc<[f32]>)| {
        Some((state.to_vec(), expected(&format!("reference.state.{place}"))?))
    };
    let states = run.states.iter().enumerate().filter_map(state);
    states.chain(expected("reference.last").map(|last| (run.last.to_vec(), last))).collect()
}

/// The largest difference beside the largest number that is expected.
fn apart_of_size(found: &[f32], expected: &[f32]) -> f32 {
    let largest = expected.iter().fold(0.0_f32, |most, x| most.max(x.abs()));
    apart(&[found.to_vec()], &[expected.to_vec()]) / largest
}

#[test]
fn with_its_config_a_known_family_is_right() {
    let all = stored();
    assert!(all.len() >= 20, "{}", all.len());
    for case in &all {
        let Case { name, model, config, reference } = case;
        let report = recognised(model, Some(config), &Assignment::default());
        assert_eq!(report.cannot_run(), None, "{name}");
        assert_eq!(report.assumptions, [], "{name}");
        let found = attention(model, &report, &ids(reference)).unwrap();
        let apart = apart(&found, &expected(reference));
        assert!(apart <= WITHIN, "{name}: {apart}");
        let states = states(case, &report);
        assert_eq!(states.is_empty(), !report.family.needs_config(), "{name}");
        let depth = expected(reference).len();
        assert!(states.is_empty() || states.len() == depth + 1, "{name}: {}", states.len());
        let mut worst = 0.0;
        for (place, (found, expected)) in states.iter().enumerate() {
            let apart = apart_of_size(found, expected);
            assert!(apart <= STATES_WITHIN, "{name}: state {place}: {apart}");
            worst = f32::max(worst, apart);
        }
        println!("{name}: attention {apart:.1e}, states {worst:.1e}");
    }
}

#[test]
fn a_family_that_needs_its_config_says_so() {
    let mut seen = 0;
    for Case { name, model, config, .. } in stored().iter().filter(|case| needs_config(&case.model))
    {
        let by_hand = plain(heads(config));
        for assignment in [Assignment::default(), by_hand] {
            let why = recognised(model, None, &assignment).cannot_run().unwrap_or_default();
            assert!(why.contains("drop the model's config.json"), "{name}: {why}");
        }
        // Nor with one that names no model, or another's.
        for kind in [Value::Null, Value::from("bert"), Value::from("gpt2"), Value::from("mixtral")]
        {
            let mut other = config.clone();
            other["model_type"] = kind.clone();
            let report = recognised(model, Some(&other), &Assignment::default());
            assert!(report.cannot_run().is_some(), "{name}, {kind}");
        }
        seen += 1;
    }
    assert!(seen >= 40, "{seen}");
}

/// What is said by hand of any model: how many heads it has, and how often ALBERT's layers are run.
fn counted(config: &Value) -> Assignment {
    let runs = config["num_hidden_groups"].as_u64().and(config["num_hidden_layers"].as_u64());
    let runs = runs.map(|n| n as usize);
    Assignment { heads: Some(heads(config)), runs, ..Assignment::default() }
}

#[test]
fn without_its_config_a_known_family_asks_and_says_what_it_assumes() {
    for Case { name, model, config, reference } in stored() {
        let bare = recognised(&model, None, &Assignment::default());
        if bare.family.needs_config() {
            continue;
        }
        let asks = |question| bare.obstacles.iter().any(|o| o.question == Some(question));
        assert!(asks(Question::Heads), "{name}: {:?}", bare.obstacles);
        let mut by_hand = counted(&config);
        let asked = recognised(&model, None, &by_hand);
        let asks = asked.obstacles.iter().any(|o| o.question == Some(Question::FirstPosition));
        // These names are RoBERTa's, too, and tables so small tell the two not apart.
        assert_eq!(asks, matches!(bare.family, Family::Bert | Family::Roberta), "{name}");
        by_hand.first_position = asks.then_some(0);
        let report = recognised(&model, None, &by_hand);
        let found = attention(&model, &report, &ids(&reference));
        assert!(found.is_ok(), "{name}: {found:?}");
        // Options that no tensor shows are listed, each where it can be set.
        let listed = |question| {
            let is_said = question == Question::FirstPosition && asks;
            is_said || report.assumptions.iter().any(|a| a.question == question)
        };
        for question in [
            Question::Causal,
            Question::Norms,
            Question::Activation,
            Question::Scale,
            Question::Epsilon,
            Question::FirstPosition,
        ] {
            assert!(listed(question), "{name}: {question:?}");
        }
    }
}

#[test]
fn all_that_a_config_says_can_be_said_by_hand() {
    let (mut right, mut derived) = (0, 0);
    for Case { name, model, config, reference } in stored() {
        let said = recognised(&model, Some(&config), &Assignment::default());
        // A scale that differs from layer to layer is no number.
        if said.scale.value.by_layer || said.family.needs_config() {
            continue;
        }
        let by_hand = Assignment {
            activation: Some(said.activation.value),
            norms: Some(said.norms.value),
            epsilon: Some(said.epsilon.value),
            causal: Some(said.causal.value),
            scale: said.scale.value.factor,
            first_position: Some(said.first_position),
            ..counted(&config)
        };
        let report = recognised(&model, None, &by_hand);
        let found = attention(&model, &report, &ids(&reference)).unwrap();
        let expected = expected(&reference);
        assert!(apart(&found, &expected) <= WITHIN, "{name}");
        right += 1;
        // Where positions begin is asked where it is not said, and never guessed.
        let open = Assignment { first_position: None, ..by_hand };
        if let Ok(found) = attention(&model, &recognised(&model, None, &open), &ids(&reference)) {
            assert!(apart(&found, &expected) <= WITHIN, "{name}");
            derived += 1;
        }
    }
    assert!(right >= 25 && derived >= 8, "{right}, {derived}");
}

#[test]
fn what_is_not_known_is_refused_with_its_name() {
    let all = refused();
    let kinds: std::collections::BTreeSet<&str> =
        all.values().map(|(_, config)| config["model_type"].as_str().unwrap()).collect();
    assert!(kinds.len() >= 50, "{}", kinds.len());
    for (name, (model, config)) in &all {
        let report = recognised(model, Some(config), &Assignment::default());
        let why = report.cannot_run().unwrap_or_default();
        let kind = config["model_type"].as_str().unwrap();
        assert!(why.contains(&format!("`model_type` = \"{kind}\"")), "{name}: {why}");
        // Nothing is asked that would not mend it.
        let asks = |o: &Obstacle| o.question == Some(Question::FirstPosition);
        assert!(!report.obstacles.iter().any(asks), "{name}: {why}");
        // Nor by hand: its rules are others.
        let by_hand = plain(4);
        assert!(recognised(model, Some(config), &by_hand).cannot_run().is_some(), "{name}");
        let bare = recognised(model, None, &Assignment::default());
        assert!(bare.cannot_run().is_some(), "{name}");
        // Whoever says by hand that it is plain is told what that rests on.
        let told = recognised(model, None, &by_hand);
        assert!(told.cannot_run().is_some() || !told.assumptions.is_empty(), "{name}");
    }
}

fn plain(heads: usize) -> Assignment {
    Assignment {
        heads: Some(heads),
        causal: Some(true),
        norms: Some(nearfar_inspect::report::NormPlacement::Pre),
        activation: Some(nearfar_inspect::report::Activation::Gelu),
        ..Assignment::default()
    }
}

#[test]
fn heads_and_stacks_are_those_of_the_config() {
    let all = refused();
    let of = |name: &str| {
        let (model, config) = &all[name];
        recognised(model, Some(config), &Assignment::default())
    };
    for name in ["whisper", "cohere", "codegen", "persimmon", "stablelm"] {
        let report = of(name);
        assert_eq!((report.heads.value, report.head_size), (4, 4), "{name}: {:?}", report.heads);
    }
    let report = of("whisper");
    let counts: Vec<usize> = report.stacks().iter().map(|(_, count)| *count).collect();
    assert_eq!(counts, [2, 2], "{:?}", report.stacks());
}

#[test]
fn one_tensor_otherwise_and_the_answer_is_right_or_refused_or_says_what_it_assumes() {
    for case in stored() {
        // One of each family; the options change no name.
        if case.name.contains('+') && !OTHER_NAMES.contains(&case.name.as_str()) {
            continue;
        }
        let Case { name, model, config, reference } = case;
        let (ids, expected) = (ids(&reference), expected(&reference));
        let first = recognised(&model, Some(&config), &Assignment::default()).first_position;
        let by_hand = Assignment { first_position: Some(first), ..counted(&config) };
        let bare = recognised(&model, None, &by_hand);
        let of_bare = attention(&model, &bare, &ids);
        assert_eq!(of_bare.is_err(), bare.family.needs_config(), "{name}");
        let of_bare = of_bare.unwrap_or_default();
        for place in 0..model.tensors.len() {
            let tensor = &model.tensors[place].name;
            if tensor.contains("pooler") {
                continue;
            }
            for (what, damaged) in damaged(&model, place) {
                let report = recognised(&damaged, Some(&config), &Assignment::default());
                if let Ok(found) = attention(&damaged, &report, &ids) {
                    let apart = apart(&found, &expected);
                    assert!(apart <= WITHIN, "{name}: `{tensor}` {what}: {apart}");
                }
                let report = recognised(&damaged, None, &by_hand);
                if let Ok(found) = attention(&damaged, &report, &ids) {
                    let says_so = report.assumptions.len() > bare.assumptions.len();
                    // A table of words or positions may be shorter.
                    let is_shorter = what == "narrowed" && tensor.contains("embeddings");
                    assert!(
                        says_so || is_shorter || apart(&found, &of_bare) <= WITHIN,
                        "{name} without config: `{tensor}` {what}"
                    );
                }
            }
        }
    }
}

/// Options that change which tensors there are.
const OTHER_NAMES: &[&str] = &[
    "electra+narrow",
    "albert+groups",
    "llama+biased",
    "opt+narrow",
    "falcon+grouped",
    "falcon+serial",
    "modernbert+biased",
    "t5+gated",
    "deberta-v2+buckets",
];

/// Keys whose other values are computed as they say; each has cases of its own.
const COMPUTED: &[&str] = &[
    "num_attention_heads",
    "n_heads",
    "n_head",
    "hidden_act",
    "activation",
    "activation_function",
    "layer_norm_eps",
    "layer_norm_epsilon",
    "is_decoder",
    "scale_attn_weights",
    "scale_attn_by_inverse_layer_idx",
    "hidden_activation",
    "rms_norm_eps",
    "norm_eps",
    "rope_parameters",
    "max_position_embeddings",
    "original_max_position_embeddings",
    "sliding_window",
    "use_sliding_window",
    "max_window_layers",
    "layer_types",
    "use_parallel_residual",
    "rotary_dim",
    "query_pre_attn_scalar",
    "attn_logit_softcapping",
    "attn_config",
    "alibi",
    "parallel_attn",
    "local_attention",
    "relative_attention_max_distance",
    "feed_forward_proj",
    "dense_act_fn",
    "pos_att_type",
    "position_buckets",
    "max_relative_positions",
    "no_rope_layers",
    "scale_embedding",
    "embedding_multiplier",
    "residual_multiplier",
    "attention_multiplier",
];

/// Whether a name of a stored case is of one of these kinds.
fn is_of(name: &str, kinds: &[&str]) -> bool {
    kinds.contains(&name.split('+').next().unwrap_or(name))
}

const BY_SILU: &[&str] =
    &["llama", "mistral", "qwen2", "qwen3", "phi3", "smollm3", "granite", "olmo2"];

/// Keys that a class of transformers has a value of its own for where config.json is silent.
type Default = fn(&str) -> Option<Value>;
const CLASSES: &[(&str, Default)] = &[
    ("hidden_act", |name| {
        Some(Value::from(match name {
            name if name.starts_with("albert") => "gelu_new",
            name if is_of(name, &["gemma"]) => "gelu_pytorch_tanh",
            name if is_of(name, &["clip_text_model"]) => "quick_gelu",
            name if is_of(name, &["phi"]) => "gelu_new",
            name if is_of(name, BY_SILU) => "silu",
            _ => "gelu",
        }))
    }),
    ("hidden_activation", |name| {
        Some(Value::from(if is_of(name, &["modernbert"]) { "gelu" } else { "gelu_pytorch_tanh" }))
    }),
    ("rms_norm_eps", |name| {
        Some(Value::from(if is_of(name, &["phi3", "olmo2"]) { 1e-5 } else { 1e-6 }))
    }),
    ("norm_eps", |_| Some(Value::from(1e-5))),
    // A rotation or a window of another model than the stored one.
    ("rope_parameters", |_| None),
    ("max_position_embeddings", |_| None),
    ("original_max_position_embeddings", |_| None),
    ("sliding_window", |_| None),
    ("use_sliding_window", |_| None),
    ("max_window_layers", |_| None),
    ("layer_types", |_| None),
    ("rotary_dim", |_| None),
    ("query_pre_attn_scalar", |_| None),
    ("attn_logit_softcapping", |_| None),
    ("attn_config", |_| None),
    ("local_attention", |_| None),
    ("relative_attention_max_distance", |_| None),
    ("max_relative_positions", |_| None),
    ("position_buckets", |_| None),
    ("pos_att_type", |_| None),
    ("no_rope_layers", |_| None),
    ("scale_embedding", |_| Some(Value::from(false))),
    ("embedding_multiplier", |_| Some(Value::from(1.0))),
    ("residual_multiplier", |_| Some(Value::from(1.0))),
    ("attention_multiplier", |_| Some(Value::from(1.0))),
    ("use_parallel_residual", |_| Some(Value::from(true))),
    ("alibi", |_| Some(Value::from(false))),
    ("parallel_attn", |_| Some(Value::from(true))),
    ("activation", |_| Some(Value::from("gelu"))),
    ("activation_function", |name| {
        Some(Value::from(match name {
            name if is_of(name, &["opt"]) => "relu",
            name if is_of(name, &["bart"]) => "gelu",
            _ => "gelu_new",
        }))
    }),
    ("layer_norm_eps", |name| {
        Some(Value::from(match name {
            name if is_of(name, &["gpt_neox", "clip_text_model", "phi"]) => 1e-5,
            name if is_of(name, &["deberta-v2"]) => 1e-7,
            _ => 1e-12,
        }))
    }),
    ("layer_norm_epsilon", |name| {
        Some(Value::from(if is_of(name, &["t5"]) { 1e-6 } else { 1e-5 }))
    }),
    ("is_decoder", |_| Some(Value::from(false))),
    ("scale_attn_weights", |_| Some(Value::from(true))),
    ("scale_attn_by_inverse_layer_idx", |_| Some(Value::from(false))),
    // Of RoBERTa and its kin; the others do not read it.
    ("pad_token_id", |_| Some(Value::from(1))),
];

/// Keys that some families read.
fn is_read(key: &str) -> bool {
    ["rope_theta", "alibi", "sliding_window", "position_embedding_type", "num_key_value_heads"]
        .contains(&key)
}

#[test]
fn one_option_otherwise_and_the_answer_is_right_or_refused() {
    for Case { name, model, config, reference } in stored() {
        // Of a family with a reading of its own the case as it is, and those of other tensors or rotations.
        let others = name.contains('+') && !OTHER_NAMES.contains(&name.as_str());
        if others && needs_config(&model) && !name.contains("window") {
            continue;
        }
        let (ids, expected) = (ids(&reference), expected(&reference));
        let is_computed = |key: &str| {
            let positions = key == "pad_token_id"
                && ["roberta", "camembert", "data2vec"].iter().any(|kind| name.contains(kind));
            let runs = key == "num_hidden_layers" && name.starts_with("albert");
            COMPUTED.contains(&key) || positions || runs
        };
        let said = config.as_object().unwrap();
        for (key, value) in said {
            let others = [
                Value::Null,
                Value::from(!value.as_bool().unwrap_or(false)),
                Value::from(value.as_f64().map_or(3.5, |x| x + 1.0)),
                Value::from(value.as_u64().map_or(7, |n| n + 1)),
                Value::from("another"),
                serde_json::json!([1]),
                serde_json::json!({"rope_type": "default"}),
            ];
            for other in others.into_iter().filter(|other| other != value) {
                let mut changed = config.clone();
                changed[key] = other.clone();
                let report = recognised(&model, Some(&changed), &Assignment::default());
                if let Ok(found) = attention(&model, &report, &ids)
                    && !is_computed(key)
                {
                    let apart = apart(&found, &expected);
                    assert!(apart <= WITHIN, "{name}: `{key}` = {other}: {apart}");
                }
            }
        }
        // A key that is not there is as the class of transformers has it.
        for (key, value) in said {
            let mut changed = config.clone();
            changed.as_object_mut().unwrap().remove(key);
            let report = recognised(&model, Some(&changed), &Assignment::default());
            if let Ok(found) = attention(&model, &report, &ids) {
                let apart = apart(&found, &expected);
                let is_told = key == "model_type" && !report.assumptions.is_empty();
                let is_default = CLASSES.iter().any(|(known, default)| {
                    known == key && !default(&name).is_some_and(|default| default == *value)
                });
                assert!(
                    apart <= WITHIN || is_told || is_default,
                    "{name} without `{key}` = {value}: {apart}"
                );
            }
        }
        for (key, value) in [
            ("rope_theta", Value::from(1e4)),
            ("alibi", Value::from(true)),
            ("sliding_window", Value::from(4)),
            ("position_embedding_type", Value::from("relative_key")),
            ("num_key_value_heads", Value::from(2)),
            ("auto_map", serde_json::json!({"AutoModel": "own.Model"})),
            ("per_layer_config", serde_json::json!([])),
            ("a_key_of_tomorrow", Value::from(1)),
        ] {
            let mut changed = config.clone();
            changed[key] = value.clone();
            let report = recognised(&model, Some(&changed), &Assignment::default());
            // What a family reads is computed, and has cases of its own.
            if report.family.needs_config() && is_read(key) {
                continue;
            }
            let why = report.cannot_run().unwrap_or_default();
            assert!(why.contains(&format!("`{key}` = {value}")), "{name}: {why}");
        }
    }
}

/// What says that something is not there, in the configuration of any model.
const OFF: &[(&str, &[&str])] = &[
    ("sliding_window", &["null", "0"]),
    ("use_sliding_window", &["null", "false"]),
    ("layer_types", &["null"]),
    ("alibi", &["null", "false"]),
    ("rope_scaling", &["null"]),
    ("rope_parameters", &["null"]),
    ("rope_interleaved", &["null", "false"]),
    ("use_mrope", &["null", "false"]),
    ("attn_logit_softcapping", &["null", "0", "0.0"]),
    ("clip_qkv", &["null", "0"]),
    ("qk_layernorm", &["null", "false"]),
    ("use_qk_norm", &["null", "false"]),
    ("relative_attention", &["null", "false"]),
    ("use_bidirectional_attention", &["null", "false"]),
    ("add_cross_attention", &["null", "false"]),
    ("is_decoder", &["null"]),
    ("pruned_heads", &["null", "{}", "[]"]),
    ("quantization_config", &["null"]),
    ("auto_map", &["null"]),
    ("head_dim", &["null"]),
    ("a_key_of_tomorrow", &["null"]),
];

/// Keys of classes whose default is on, so that off is not as absent: there are no windows, and no cap.
const ON_WHERE_ABSENT: &[(&str, &[&str])] = &[
    ("sliding_window", &["mistral", "gemma2", "gemma3_text"]),
    ("attn_logit_softcapping", &["gemma2"]),
];

#[test]
fn what_is_off_is_as_if_it_were_absent() {
    let all = stored();
    let cases: Vec<&Case> = all.iter().filter(|case| !case.name.contains('+')).collect();
    let known: std::collections::BTreeSet<&String> =
        all.iter().flat_map(|case| case.config.as_object().unwrap().keys()).collect();
    let mut offs: Vec<(String, Value)> =
        known.into_iter().map(|key| (key.clone(), Value::Null)).collect();
    offs.extend(OFF.iter().flat_map(|(key, values)| {
        let value = |text: &&str| serde_json::from_str(text).unwrap();
        values.iter().map(move |text| ((*key).to_owned(), value(text)))
    }));
    let (mut seen, mut wrong) = (0, std::collections::BTreeSet::new());
    for case in cases {
        let Case { name, model, config, .. } = case;
        for (key, value) in &offs {
            let mut absent = config.clone();
            absent.as_object_mut().unwrap().remove(key);
            let mut off = absent.clone();
            off[key] = value.clone();
            let [absent, off] =
                [absent, off].map(|said| recognised(model, Some(&said), &Assignment::default()));
            seen += 1;
            if OFF.iter().all(|(known, _)| known != key) {
                // A size, an activation: some classes need a value, and null is none.
                let is_named =
                    off.cannot_run().is_some_and(|why| why.contains(&format!("`{key}` = null")));
                if !is_named && off != absent {
                    wrong.insert(format!("{name}: `{key}` = {value}"));
                }
                continue;
            }
            let is_on = ON_WHERE_ABSENT
                .iter()
                .any(|(known, kinds)| known == key && kinds.contains(&name.as_str()));
            let expected = Report {
                mechanisms: nearfar_inspect::report::mechanisms::Mechanisms {
                    soft_cap: absent
                        .mechanisms
                        .soft_cap
                        .filter(|_| !(is_on && key == "attn_logit_softcapping")),
                    ..absent.mechanisms.clone()
                },
                ..absent.clone()
            };
            if is_on && key == "sliding_window" {
                // Layers that should have one have none: refused with the reason, or run without.
                let windows = off.mechanisms.layers.iter().any(|layer| layer.window.is_some());
                assert!(!windows, "{name}: `{key}` = {value}");
            } else if off != expected {
                wrong.insert(format!("{name}: `{key}` = {value}"));
            }
        }
    }
    assert_eq!(wrong, std::collections::BTreeSet::new());
    assert!(seen >= 2_000, "{seen}");
}

#[test]
fn an_encoder_alone_is_one_stack_and_a_decoder_is_causal_by_its_family() {
    let mut encoders = 0;
    for (name, model, report) in known_in_part() {
        let is_decoder = |tensor: &Tensor| tensor.name.contains("decoder.");
        let is_encoder = |tensor: &Tensor| tensor.name.starts_with("encoder.");
        let [mut without, mut alone] = [model.clone(), model.clone()];
        without.tensors.retain(|tensor| !is_decoder(tensor));
        alone.tensors.retain(is_encoder);
        for (file, kind) in [&without, &alone]
            .into_iter()
            .filter(|_| model.tensors.iter().any(is_encoder))
            .flat_map(|file| {
                [None, Some("t5"), Some("umt5"), Some("mbart")].map(|kind| (file, kind))
            })
        {
            let said = kind.map(|kind| serde_json::json!({"model_type": kind}));
            let report = recognised(file, said.as_ref(), &Assignment::default());
            assert!(report.stacks().len() <= 1, "{name}: {:?}", report.stacks());
            let why = report.cannot_run().unwrap_or_default();
            assert!(!why.contains("stack") && !why.contains("a decoder is"), "{name}: {why}");
            encoders += 1;
        }
        if report.family.needs_config() && !report.is_foreign && report.causal.how == How::Assumed {
            assert!(
                is_of(&name, &["gemma2", "gemma3_text", "modernbert"]),
                "{name}: {:?}",
                report.causal
            );
        }
        let by_config = name.split('+').next().unwrap();
        if is_of(by_config, BY_SILU)
            || is_of(
                by_config,
                &["gpt2", "bloom", "falcon", "gptj", "opt", "mpt", "phi", "gpt_neox"],
            )
        {
            assert!(report.causal.value, "{name}: {:?}", report.causal);
        }
    }
    assert!(encoders >= 10, "{encoders}");
}

#[test]
fn a_table_of_words_under_its_other_name_alone_is_the_table() {
    let mut seen = 0;
    for (name, model, _) in known_in_part() {
        let [shared, copy] = ["shared.weight", "encoder.embed_tokens.weight"];
        if !model.tensors.iter().any(|tensor| tensor.name == shared) {
            continue;
        }
        let mut other = model.clone();
        other.tensors.retain(|tensor| tensor.name != copy);
        other.tensors.iter_mut().filter(|tensor| tensor.name == shared).for_each(|tensor| {
            tensor.name = copy.to_owned();
        });
        let of = |file: &Checkpoint| recognised(file, None, &Assignment::default());
        let (before, after) = (of(&model), of(&other));
        assert_eq!(after.why, before.why, "{name}");
        assert_eq!(after.words, before.words, "{name}");
        assert_eq!(after.cannot_run(), before.cannot_run(), "{name}");
        seen += 1;
    }
    assert!(seen >= 2, "{seen}");
}

/// Keys of attention that some model is published with, and values that no stored case has. What no class reads is
/// refused by its name, so that the next one needs no row.
const OF_ATTENTION: &[(&str, &str)] = &[
    ("alibi", "true"),
    ("alibi_bias_max", "4"),
    ("attention_chunk_size", "4"),
    ("attention_multiplier", "0.37"),
    ("attention_window", "[4, 4]"),
    ("attn_config", r#"{"softmax_scale": 0.37}"#),
    ("attn_config", r#"{"clip_qkv": 0.37}"#),
    ("attn_config", r#"{"alibi_bias_max": 4}"#),
    ("attn_config", r#"{"rope": true}"#),
    ("attn_logit_softcapping", "3.7"),
    ("attn_scale", "0.37"),
    ("attn_temperature_tuning", "true"),
    ("clip_qkv", "0.37"),
    ("embedding_multiplier", "3.7"),
    ("floor_scale", "37"),
    ("global_attn_every_n_layers", "7"),
    ("global_rope_theta", "370.0"),
    ("head_dim", "6"),
    ("is_causal", "false"),
    ("kv_lora_rank", "4"),
    ("local_attention", "6"),
    ("local_rope_theta", "370.0"),
    ("max_relative_positions", "5"),
    ("no_rope_layer_interval", "3"),
    ("no_rope_layers", "[0, 0]"),
    ("num_key_value_heads", "1"),
    ("num_kv_heads", "1"),
    ("num_kv_heads", "3"),
    ("partial_rotary_factor", "0.75"),
    ("pos_att_type", r#"["c2p"]"#),
    ("position_buckets", "7"),
    ("position_embedding_type", r#""relative_key_query""#),
    ("qk_layernorm", "true"),
    ("qk_norm", "true"),
    ("query_pre_attn_scalar", "37"),
    ("relative_attention", "true"),
    ("relative_attention_max_distance", "37"),
    ("relative_attention_num_buckets", "6"),
    ("residual_multiplier", "0.37"),
    ("rope_interleaved", "true"),
    ("rope_local_base_freq", "370.0"),
    ("rope_parameters", r#"{"rope_type": "default", "rope_theta": 370.0}"#),
    ("rope_parameters", r#"{"rope_type": "linear", "rope_theta": 1e4, "factor": 3.7}"#),
    ("rope_parameters", r#"{"rope_type": "dynamic", "rope_theta": 1e4, "factor": 3.7}"#),
    (
        "rope_parameters",
        r#"{"rope_type": "yarn", "rope_theta": 1e4, "factor": 3.7, "original_max_position_embeddings": 16}"#,
    ),
    (
        "rope_parameters",
        r#"{"rope_type": "yarn", "rope_theta": 1e4, "factor": 3.7, "beta_fast": 7}"#,
    ),
    (
        "rope_parameters",
        r#"{"rope_type": "llama3", "rope_theta": 1e4, "factor": 3.7, "low_freq_factor": 1, "high_freq_factor": 4, "original_max_position_embeddings": 16}"#,
    ),
    (
        "rope_parameters",
        r#"{"rope_type": "longrope", "rope_theta": 1e4, "short_factor": [1], "long_factor": [2]}"#,
    ),
    ("rope_parameters", r#"{"rope_type": "of_tomorrow", "rope_theta": 1e4}"#),
    ("rope_parameters", r#"{"rope_type": "default", "rope_theta": 1e4, "a_key_of_tomorrow": 1}"#),
    ("rope_scaling", r#"{"type": "linear", "factor": 3.7}"#),
    ("rope_scaling", r#"{"type": "ntk-aware", "alpha": 3.7}"#),
    ("rope_theta", "370.0"),
    ("rotary_dim", "2"),
    ("rotary_emb_base", "370"),
    ("rotary_pct", "0.75"),
    ("scale_attn_by_inverse_layer_idx", "true"),
    ("scale_attn_weights", "false"),
    ("share_att_key", "true"),
    ("sinks", "4"),
    ("sliding_window", "3"),
    ("sliding_window_pattern", "7"),
    ("softmax_scale", "0.37"),
    ("use_bidirectional_attention", "true"),
    ("use_qk_norm", "true"),
    ("v_head_dim", "6"),
];

/// Of these kinds, or cases of a kind, a key does nothing, for a reason.
const WITHOUT_EFFECT: &[(&[&str], &[&str], &str)] = &[
    (
        &["rope_theta", "rope_scaling", "rope_parameters"],
        &["falcon+alibi", "falcon+odd_alibi"],
        "ALiBi stands in the place of rotary positions",
    ),
    (&["num_kv_heads"], &["falcon"], "`multi_query`: all heads share one key"),
    (&["sliding_window"], &["qwen2", "qwen3", "smollm3"], "windows are not switched on"),
    (&["sliding_window_pattern"], &["gemma3_text"], "`layer_types` says it of each layer"),
    (&["global_attn_every_n_layers"], &["modernbert"], "`layer_types` says it of each layer"),
    (&["no_rope_layer_interval"], &["smollm3"], "`no_rope_layers` says it of each layer"),
    (
        &["max_relative_positions", "position_buckets", "share_att_key"],
        &["deberta-v2+plain"],
        "`relative_attention` is off",
    ),
];
/// Sizes: where they are not those of the tensors, these say so.
const SIZES: &[&str] = &["head_dim", "num_key_value_heads", "num_kv_heads"];

#[test]
fn whatever_a_config_says_of_attention_changes_what_is_computed_or_is_refused_by_its_name() {
    let (mut seen, mut silent) = (0, std::collections::BTreeSet::new());
    for Case { name, model, config, .. } in stored() {
        let base = recognised(&model, Some(&config), &Assignment::default());
        for (key, value) in OF_ATTENTION {
            let mut other = config.clone();
            other[*key] = serde_json::from_str(value).unwrap();
            if other == config {
                continue;
            }
            let report = recognised(&model, Some(&other), &Assignment::default());
            let does = match report.cannot_run() {
                Some(_) => {
                    let names = |o: &Obstacle| o.why.contains(key) || o.why.contains("config.json");
                    SIZES.contains(key) || report.obstacles.iter().any(names)
                }
                None => report != base,
            };
            let is_told = WITHOUT_EFFECT.iter().any(|(keys, kinds, _)| {
                keys.contains(key) && (is_of(&name, kinds) || kinds.contains(&name.as_str()))
            });
            seen += 1;
            if !does && !is_told {
                silent.insert(format!("{name}: `{key}` = {value}: {:?}", report.cannot_run()));
            }
        }
    }
    let silent: Vec<String> = silent.into_iter().collect();
    assert!(silent.is_empty(), "{}", silent.join("\n"));
    assert!(seen >= 5_000, "{seen}");
}

#[test]
fn what_is_laid_over_any_model_first_leaves_it_as_it_is_at_w_0() {
    let mut seen = 0;
    for Case { name, model, config, reference } in stored() {
        let report = recognised(&model, Some(&config), &Assignment::default());
        let encoder = Encoder::load(&model, &report, LIMIT).unwrap();
        let go = &mut |_: usize, _: usize| ControlFlow::Continue(());
        let run = encoder.run(Input::Ids(&ids(&reference)), LIMIT, go).unwrap();
        let (mapping, adjustment) = report.own_method().unwrap().laid_first(true).coefficients();
        let heads = (0..run.layers.len()).flat_map(|layer| {
            let parameters = HeadParameters { w: 0.0, v: 1.0 };
            (0..encoder.heads(layer)).map(move |head| HeadChoice { layer, head, parameters })
        });
        let heads: Vec<HeadChoice> = heads.collect();
        seen += heads.len();
        let laid = run.rescaled(&encoder, &Rescales::new(mapping, adjustment, heads), go).unwrap();
        let [before, after] = [&run, &laid]
            .map(|run| run.layers.iter().map(|layer| layer.weights.clone()).collect::<Vec<_>>());
        let apart = apart(&after, &before);
        assert!(apart <= 1e-6, "{name}: {apart}");
    }
    assert!(seen >= 500, "{seen}");
}

/// Every number of a configuration, within objects and lists too, as something that no model has.
fn hostile(value: &Value) -> Vec<Value> {
    let with = |found: Vec<Value>, put: &dyn Fn(Value) -> Value| -> Vec<Value> {
        found.into_iter().map(put).collect()
    };
    match value {
        Value::Number(_) => [
            serde_json::json!(0),
            serde_json::json!(-1),
            serde_json::json!(4096),
            serde_json::json!(u64::from(u32::MAX)),
            serde_json::json!(u64::MAX),
            serde_json::json!(1e300),
            serde_json::json!(1e-300),
        ]
        .into(),
        Value::Object(entries) => entries
            .iter()
            .flat_map(|(key, inner)| {
                with(hostile(inner), &|other| {
                    let mut changed = value.clone();
                    changed[key] = other;
                    changed
                })
            })
            .collect(),
        Value::Array(entries) if entries.len() < 8 => (0..entries.len())
            .flat_map(|place| {
                with(hostile(&entries[place]), &|other| {
                    let mut changed = value.clone();
                    changed[place] = other;
                    changed
                })
            })
            .collect(),
        _ => Vec::new(),
    }
}

#[test]
fn hostile_numbers_of_a_configuration_are_errors_or_numbers() {
    let mut seen = 0;
    for Case { name, model, config, reference } in stored() {
        let is_other = name.contains('+') && !OTHER_NAMES.contains(&name.as_str());
        if !needs_config(&model) || is_other && !name.starts_with("llama+") {
            continue;
        }
        let ids = ids(&reference);
        for changed in hostile(&config) {
            let report = recognised(&model, Some(&changed), &Assignment::default());
            if let Ok(found) = attention(&model, &report, &ids) {
                assert!(
                    found.iter().flatten().all(|weight| weight.is_finite()),
                    "{name}: {changed}"
                );
            }
            seen += 1;
        }
    }
    assert!(seen >= 2_000, "{seen}");
}

#[test]
fn what_else_is_in_the_file_is_told() {
    let case = stored().into_iter().find(|case| case.name == "bert").unwrap();
    let with = |front: &str, more: Vec<Tensor>| {
        let mut model = case.model.clone();
        for tensor in &mut model.tensors {
            tensor.name = format!("{front}{}", tensor.name);
        }
        model.tensors.extend(more);
        let report = recognised(&model, Some(&case.config), &Assignment::default());
        assert_eq!(report.cannot_run(), None);
        report.assumptions.into_iter().map(|told| (told.what, told.value)).collect::<Vec<_>>()
    };
    let renamed = |tensor: &Tensor, name: String| Tensor { name, ..tensor.clone() };
    // Weights that were averaged beside those that were trained: either may be meant.
    let twin =
        case.model.tensors.iter().map(|tensor| renamed(tensor, format!("ema.{}", tensor.name)));
    let told = with("model.", twin.collect());
    assert_eq!(told.len(), 1, "{told:?}");
    assert_eq!(told[0].0, "which of its models");
    // A learned prompt is read by every layer, and lies in none.
    let prompt =
        renamed(&case.model.tensors[0], "prompt_encoder.default.embedding.weight".to_owned());
    let told = with("base_model.", vec![prompt]);
    assert_eq!(told.len(), 1, "{told:?}");
    assert!(told[0].1.contains("prompt_encoder.default.embedding.weight"), "{told:?}");
    // What makes an answer of its states is not run in any case.
    let head = renamed(&case.model.tensors[0], "cls.predictions.decoder.weight".to_owned());
    assert_eq!(with("bert.", vec![head]), []);
}

#[test]
fn query_and_key_of_a_head_are_told_where_nothing_is_run() {
    let all = refused();
    let part = |name: &str, layer: usize, head: usize, role: Role| {
        let (model, config) = &all[name];
        let report = recognised(model, Some(config), &Assignment::default());
        assert!(report.cannot_run().is_some(), "{name}");
        projection(&report, layer, head, role, |name| model.shape_of(name))
    };
    // One key for each head.
    let key = part("whisper", 0, 2, Role::KeyWeight).unwrap();
    assert_eq!((key.of.start, key.number), (vec![8, 0], 2));
    // Query, key and value in one: head by head, or one after the other; no name says which.
    for name in ["codegen", "persimmon", "gpt_bigcode+many"] {
        let why = part(name, 0, 0, Role::QueryWeight).unwrap_err();
        assert!(why.contains("in one") || why.contains("no matrix"), "{name}: {why}");
    }
    assert!(part("stablelm", 0, 4, Role::KeyWeight).is_err());
    assert!(part("stablelm", 9, 0, Role::KeyWeight).is_err());
    // Nothing is shown that does not fit: whatever is told lies within its tensor.
    let mut told = 0;
    for (name, (model, config)) in &all {
        let report = recognised(model, Some(config), &Assignment::default());
        for (layer, head) in (0..3).flat_map(|layer| (0..5).map(move |head| (layer, head))) {
            for role in [Role::QueryWeight, Role::KeyWeight] {
                let shape_of = |name: &str| model.shape_of(name);
                let Ok(found) = projection(&report, layer, head, role, shape_of) else { continue };
                let shape = &model.find(&found.tensor).unwrap().shape;
                let axis = found.of.row_axis.unwrap();
                assert!(
                    found.of.start[axis] + found.of.size[0] <= shape[axis],
                    "{name}: {found:?}"
                );
                told += 1;
            }
        }
    }
    assert!(told >= 200, "{told}");
}

#[test]
fn query_and_key_of_a_head_that_shares_them_or_lies_in_one_with_others() {
    let all = stored();
    let part = |name: &str, layer: usize, head: usize, role: Role| {
        let case = all.iter().find(|case| case.name == name).unwrap();
        let report = recognised(&case.model, Some(&case.config), &Assignment::default());
        projection(&report, layer, head, role, |name| case.model.shape_of(name))
    };
    // 4 heads of 8, a key for two of them.
    let query = part("llama", 1, 3, Role::QueryWeight).unwrap();
    assert_eq!((query.of.start.clone(), query.of.size[0], query.number), (vec![24, 0], 8, 3));
    assert_eq!(query.tensor, "layers.1.self_attn.q_proj.weight");
    let key = |head| part("llama", 1, head, Role::KeyWeight).unwrap();
    assert_eq!([0, 1, 2, 3].map(|head| key(head).number), [0, 0, 1, 1]);
    assert_eq!((key(3).of.start, key(3).of.row_axis), (vec![8, 0], Some(0)));
    assert!(key(2).says.contains("heads 3 to 4, which share it"), "{}", key(2).says);
    // Head by head: query, key and value of the first, of the second, ...
    for (name, role, head, begins) in [
        ("gpt_neox", Role::QueryWeight, 2, 2 * 24),
        ("gpt_neox", Role::KeyWeight, 2, 2 * 24 + 8),
        ("bloom", Role::KeyWeight, 3, 3 * 12 + 4),
        // Four queries, then a key, then a value.
        ("falcon", Role::QueryWeight, 3, 24),
        ("falcon", Role::KeyWeight, 3, 32),
        // Twice two queries, a key, a value.
        ("falcon+grouped", Role::QueryWeight, 3, 32 + 8),
        ("falcon+grouped", Role::KeyWeight, 3, 32 + 16),
        // All queries, then the two keys.
        ("phi3", Role::QueryWeight, 1, 8),
        ("phi3", Role::KeyWeight, 3, 32 + 8),
        ("mpt", Role::KeyWeight, 1, 16 + 4),
    ] {
        let found = part(name, 0, head, role).unwrap();
        assert_eq!(found.of.start, [begins, 0], "{name}, {role:?}");
    }
}

/// A model of every family with what may be known of it: nothing, heads by hand, its configuration, or one that
/// names another model.
fn known_in_part() -> Vec<(String, Checkpoint, Report)> {
    let kept = stored().into_iter().map(|case| (case.name, (case.model, case.config)));
    let mut all = Vec::new();
    for (name, (model, config)) in kept.chain(refused()) {
        let mut other = config.clone();
        other["model_type"] = Value::from("of_tomorrow");
        for said in [None, Some(&config), Some(&other)] {
            for by_hand in [Assignment::default(), plain(heads(&config))] {
                let report = recognised(&model, said, &by_hand);
                all.push((name.clone(), model.clone(), report));
            }
        }
    }
    all
}

#[test]
fn query_and_key_of_each_head_are_promised_where_they_are_shown() {
    let (mut promised, mut silent) = (0, 0);
    for (name, model, report) in known_in_part() {
        let shape_of = |name: &str| model.shape_of(name);
        let heads = |layer: usize| (0..report.layers[layer].heads).map(move |head| (layer, head));
        let mut places = (0..report.layers.len()).flat_map(heads).peekable();
        let are_shown = places.peek().is_some()
            && places.all(|(layer, head)| {
                let told = |role| projection(&report, layer, head, role, shape_of).is_ok();
                told(Role::QueryWeight) && told(Role::KeyWeight)
            });
        let says = report.still_seen(shape_of);
        assert_eq!(says.contains("query and key of each head"), are_shown, "{name}: {says}");
        *(if are_shown { &mut promised } else { &mut silent }) += 1;
    }
    assert!(promised >= 200 && silent >= 200, "{promised}, {silent}");
}

#[test]
fn heads_by_hand_part_what_holds_query_key_and_value_in_one_as_the_config_does() {
    let mut seen = std::collections::BTreeSet::new();
    for Case { name, model, config, .. } in stored() {
        let joined = |tensor: &Tensor| {
            ["query_key_value", "qkv"].iter().any(|n| tensor.name.to_lowercase().contains(n))
        };
        if !needs_config(&model) || !model.tensors.iter().any(joined) {
            continue;
        }
        let by_config = recognised(&model, Some(&config), &Assignment::default());
        let by_hand = Assignment { heads: Some(heads(&config)), ..Assignment::default() };
        let by_hand = recognised(&model, None, &by_hand);
        assert!(by_hand.cannot_run().is_some(), "{name}");
        for (layer, head) in
            (0..2).flat_map(|layer| (0..heads(&config)).map(move |head| (layer, head)))
        {
            for role in [Role::QueryWeight, Role::KeyWeight] {
                let of =
                    |report| projection(report, layer, head, role, |name| model.shape_of(name));
                assert_eq!(of(&by_hand), of(&by_config), "{name}, {role:?} of {layer}, {head}");
            }
        }
        seen.insert(by_config.family.to_string());
    }
    assert_eq!(seen.len(), 5, "{seen:?}");
}

/// A decoder as GGUF's converters keep it, with the keys of its architecture.
fn in_gguf(case: &Case, architecture: &str) -> Checkpoint {
    let mut model = case.model.clone();
    for (from, to) in [
        ("layers.", "blk."),
        ("self_attn.q_proj", "attn_q"),
        ("self_attn.k_proj", "attn_k"),
        ("self_attn.v_proj", "attn_v"),
        ("self_attn.o_proj", "attn_output"),
        ("self_attn.q_norm", "attn_q_norm"),
        ("self_attn.k_norm", "attn_k_norm"),
        ("mlp.gate_proj", "ffn_gate"),
        ("mlp.up_proj", "ffn_up"),
        ("mlp.down_proj", "ffn_down"),
        ("input_layernorm", "attn_norm"),
        ("pre_feedforward_layernorm", "ffn_norm"),
        ("post_feedforward_layernorm", "post_ffw_norm"),
        (
            "post_attention_layernorm",
            if architecture.starts_with("gemma") { "post_attention_norm" } else { "ffn_norm" },
        ),
        ("embed_tokens", "token_embd"),
    ] {
        model.tensors.iter_mut().for_each(|tensor| tensor.name = tensor.name.replace(from, to));
    }
    let config = &case.config;
    let number = |key: &str| config[key].as_u64();
    let size = number("head_dim").unwrap_or(config["hidden_size"].as_u64().unwrap() / 4) as usize;
    for tensor in &mut model.tensors {
        if tensor.name == "norm.weight" {
            tensor.name = "output_norm.weight".to_owned();
        }
        // Gains of Gemma are kept whole.
        if architecture.starts_with("gemma") && tensor.name.ends_with("norm.weight") {
            let whole = tensor.numbers(LIMIT).unwrap().into_iter().map(|x| 1.0 + f64::from(x));
            tensor.storage = Storage::Values(whole.collect::<Vec<f64>>().into());
        }
        // What turned by halves of a head lies as neighbours.
        if architecture == "llama"
            && ["attn_q.weight", "attn_k.weight"].iter().any(|end| tensor.name.ends_with(end))
        {
            let columns = tensor.shape[1] as usize;
            let numbers = tensor.numbers(LIMIT).unwrap();
            let row = |place: usize| {
                let (head, within) = (place / size, place % size);
                head * size + within % 2 * (size / 2) + within / 2
            };
            let rows = 0..tensor.shape[0] as usize;
            let turned: Vec<f64> = rows
                .flat_map(|place| &numbers[row(place) * columns..(row(place) + 1) * columns])
                .map(|&x| f64::from(x))
                .collect();
            tensor.storage = Storage::Values(turned.into());
        }
    }
    let rope = &config["rope_parameters"];
    if rope["rope_type"] == "llama3" {
        // As the converter writes them.
        let at = |key: &str| rope[key].as_f64().unwrap();
        let (factor, low, high) = (at("factor"), at("low_freq_factor"), at("high_freq_factor"));
        let first = at("original_max_position_embeddings");
        let of = |pair: usize| {
            let wave =
                2.0 * std::f64::consts::PI * at("rope_theta").powf(2.0 * pair as f64 / size as f64);
            if wave < first / high {
                1.0
            } else if wave > first / low {
                factor
            } else {
                let smooth = (first / wave - low) / (high - low);
                1.0 / ((1.0 - smooth) / factor + smooth)
            }
        };
        let factors: Vec<f64> = (0..size / 2).map(of).collect();
        let mut tensor = model.tensors[0].clone();
        tensor.name = "rope_freqs.weight".to_owned();
        tensor.shape = vec![factors.len() as u64];
        tensor.storage = Storage::Values(factors.into());
        model.tensors.push(tensor);
    }
    let mut metadata = vec![
        ("general.architecture".to_owned(), architecture.to_owned()),
        ("tokenizer.ggml.model".to_owned(), "gpt2".to_owned()),
    ];
    let mut add =
        |key: &str, value: String| metadata.push((format!("{architecture}.{key}"), value));
    for (key, from) in [
        ("block_count", "num_hidden_layers"),
        ("embedding_length", "hidden_size"),
        ("feed_forward_length", "intermediate_size"),
        ("attention.head_count", "num_attention_heads"),
        ("attention.head_count_kv", "num_key_value_heads"),
        ("attention.layer_norm_rms_epsilon", "rms_norm_eps"),
        ("attention.key_length", "head_dim"),
        ("context_length", "max_position_embeddings"),
        ("vocab_size", "vocab_size"),
        ("attn_logit_softcapping", "attn_logit_softcapping"),
        ("attention.sliding_window", "sliding_window"),
    ] {
        let windows = architecture.starts_with("gemma") || key != "attention.sliding_window";
        if windows && !config[from].is_null() {
            add(key, config[from].to_string());
        }
    }
    let theta = [&rope["rope_theta"], &rope["full_attention"]["rope_theta"]];
    add("rope.freq_base", theta.into_iter().find(|theta| theta.is_number()).unwrap().to_string());
    add("rope.dimension_count", size.to_string());
    model.metadata = metadata;
    model.format = Format::Gguf;
    model
}

#[test]
fn a_decoder_in_gguf_is_as_under_its_own_names() {
    let all = stored();
    for (name, architecture) in [
        ("llama", "llama"),
        ("llama+one_key", "llama"),
        ("llama+llama3", "llama"),
        ("qwen2", "qwen2"),
        ("qwen3", "qwen3"),
        ("gemma2+plain_scale", "gemma2"),
        ("gemma3_text+pattern", "gemma3"),
    ] {
        let case = all.iter().find(|case| case.name == name).unwrap();
        let model = in_gguf(case, architecture);
        let report = recognised(&model, None, &Assignment::default());
        assert_eq!(report.cannot_run(), None, "{name}");
        assert_eq!(report.assumptions, [], "{name}");
        let found = attention(&model, &report, &ids(&case.reference)).unwrap();
        let apart = apart(&found, &expected(&case.reference));
        assert!(apart <= WITHIN, "{name}: {apart}");
        // The file goes before a config.json, which would have its rows lie otherwise.
        let with = recognised(&model, Some(&case.config), &Assignment::default());
        assert_eq!(with.cannot_run(), None, "{name}");
        assert_eq!(attention(&model, &with, &ids(&case.reference)).unwrap(), found, "{name}");
        // One key otherwise, or one more.
        for (key, value) in [
            ("expert_count", "8"),
            ("attention.sliding_window", if architecture.starts_with("gemma") { "0" } else { "4" }),
            ("attention.head_count_kv", "3"),
            ("rope.scaling.type", "yarn"),
            ("rope.scaling.factor", "4"),
            ("rope.scaling.attn_factor", "2"),
            ("rope.scaling.original_context_length", "64"),
            ("attention.scale", "0.37"),
            ("attention.clamp_kqv", "4"),
            ("attention.max_alibi_bias", "8"),
            ("attention.causal", "false"),
            ("attention.layer_norm_rms_epsilon", "a lot"),
            ("rope.dimension_count", "7"),
            ("a_key_of_tomorrow", "1"),
            ("embedding_length", "18446744073709551615"),
        ] {
            let mut other = model.clone();
            let key = format!("{architecture}.{key}");
            other.metadata.retain(|(known, _)| *known != key);
            other.metadata.push((key.clone(), value.to_owned()));
            let why = recognised(&other, None, &Assignment::default()).cannot_run();
            let why = why.unwrap_or_else(|| panic!("{name}: {key}"));
            assert!(!why.contains("config.json:"), "{name}: {why}");
        }
        let mut other = model.clone();
        other.metadata.retain(|(key, _)| key != "general.architecture");
        assert!(recognised(&other, None, &Assignment::default()).cannot_run().is_some(), "{name}");
    }
}

#[test]
fn a_tensor_that_the_user_explained_is_no_obstacle() {
    let case = stored().into_iter().find(|case| case.name == "bert").unwrap();
    let mut model = case.model.clone();
    let mut more = model.tensors[0].clone();
    more.name = "encoder.layer.1.attention.self.notes.weight".to_owned();
    model.tensors.push(more);
    let report = recognised(&model, Some(&case.config), &Assignment::default());
    assert!(report.cannot_run().unwrap().contains("self.notes.weight"));
    let roles = vec![Assigned {
        pattern: "encoder.layer.*.attention.self.notes.weight".to_owned(),
        role: None,
        orientation: None,
        share: None,
    }];
    let by_hand = Assignment { roles, ..Assignment::default() };
    assert_eq!(recognised(&model, Some(&case.config), &by_hand).cannot_run(), None);
    assert_eq!(Role::ALL.len(), 53);
}

/// A row of the table for each `model_type`.
fn table() -> String {
    let mut rows: BTreeMap<String, (Vec<String>, String, String)> = BTreeMap::new();
    let mut add = |name: &str, kind: &str, with: String, without: String| {
        let option = name.split_once('+').map_or("as it is", |(_, option)| option);
        let row = rows
            .entry(kind.to_owned())
            .or_insert_with(|| (Vec::new(), with.clone(), without.clone()));
        row.0.push(option.replace('_', " "));
        assert_eq!(row.1, with, "{name}");
    };
    for case in stored() {
        let Case { name, model, config, reference } = &case;
        let report = recognised(model, Some(config), &Assignment::default());
        let found = attention(model, &report, &ids(reference)).unwrap();
        let is_right = apart(&found, &expected(reference)) <= WITHIN;
        let states = states(&case, &report);
        let near = |(found, expected): &(Vec<f32>, Vec<f32>)| {
            apart_of_size(found, expected) <= STATES_WITHIN
        };
        let with = match is_right && states.iter().all(near) {
            true if states.is_empty() => "attention within 1e-5",
            true => "attention within 1e-5, states within 1e-4 of their size",
            false => "wrong",
        };
        let bare = recognised(model, None, &Assignment::default());
        let without = if bare.family.needs_config() {
            "asks for config.json"
        } else if bare.obstacles.iter().all(|o| o.question.is_some()) {
            "asks for heads, then lists what it assumes"
        } else {
            "refused"
        };
        add(name, config["model_type"].as_str().unwrap(), with.to_owned(), without.to_owned());
    }
    for (name, (model, config)) in refused() {
        let report = recognised(&model, Some(&config), &Assignment::default());
        let why = report.obstacles.first().unwrap().why.clone();
        let what = why.rsplit("not known here yet: ").next().unwrap();
        let bare = recognised(&model, None, &Assignment::default());
        let asked = [Some(Question::Heads), Some(Question::FirstPosition)];
        let without = match bare.obstacles.iter().all(|o| asked.contains(&o.question)) {
            true => "asks for heads, then lists what it assumes",
            false => "refused",
        };
        add(
            &name,
            config["model_type"].as_str().unwrap(),
            format!("refused: {what}"),
            without.to_owned(),
        );
    }
    let mut text =
        "| `model_type` | options | with config.json | without |\n|---|---|---|---|\n".to_owned();
    for (kind, (options, with, without)) in rows {
        text.push_str(&format!("| {kind} | {} | {with} | {without} |\n", options.join(", ")));
    }
    text
}

/// Query, key and value in one tensor, whose parts only a configuration tells: the file is intact all the same.
#[test]
fn joined_projections_are_no_damage_without_a_configuration() {
    let kinds = ["bloom", "falcon", "gpt_neox", "phi3"];
    let mut looked = 0;
    for case in stored() {
        if !kinds.iter().any(|kind| case.name.split('+').next() == Some(*kind)) {
            continue;
        }
        let bare = recognised(&case.model, None, &Assignment::default());
        assert!(bare.cannot_run().is_some(), "{}", case.name);
        let whys: Vec<&str> = bare.obstacles.iter().map(|obstacle| obstacle.why.as_str()).collect();
        assert!(!whys.iter().any(|why| why.contains("the others need")), "{}: {whys:?}", case.name);
        let reshaped = bare.findings.iter().find(|finding| finding.status == Status::Reshaped);
        assert!(reshaped.is_none(), "{}: {reshaped:?}", case.name);
        looked += 1;
    }
    assert!(looked >= kinds.len(), "{looked}");
}

#[test]
fn the_table_in_the_documents_is_that_of_a_run() {
    const BEGINS: &str = "<!-- families: begins -->\n";
    const ENDS: &str = "<!-- families: ends -->";
    let path = crate_folder().join("../../docs/inspect.md");
    let text = std::fs::read_to_string(&path).unwrap();
    let (before, rest) = text.split_once(BEGINS).expect("the table's begin");
    let (_, after) = rest.split_once(ENDS).expect("the table's end");
    let fresh = format!("{before}{BEGINS}{}{ENDS}{after}", table());
    if std::env::var_os("NEARFAR_WRITE_TABLE").is_some() {
        std::fs::write(&path, &fresh).unwrap();
    }
    assert!(
        text == fresh,
        "write it anew: NEARFAR_WRITE_TABLE=1 cargo test -p nearfar-inspect --test all families"
    );
}

/// All that the script makes, as people have them: a folder each.
#[test]
#[ignore = "on demand: tools/make_families.py target/families writes the cases"]
fn every_case_of_the_script() {
    let root = crate_folder().join("../../target/families");
    let root = std::env::var_os("NEARFAR_FAMILIES").map_or(root, PathBuf::from);
    let (mut right, mut refused, mut assumed, mut wrong) = (0, 0, 0, Vec::new());
    let mut folders: Vec<PathBuf> =
        std::fs::read_dir(&root).unwrap().map(|entry| entry.unwrap().path()).collect();
    folders.sort();
    for folder in folders.iter().filter(|path| path.is_dir()) {
        let name = folder.file_name().unwrap().to_string_lossy().into_owned();
        let file = |name: &str| {
            open(Arc::new(FileSource::open(&folder.join(name)).unwrap()), &[]).unwrap()
        };
        let (model, mut reference) = (file("model.safetensors"), file("reference.safetensors"));
        for tensor in &mut reference.tensors {
            tensor.name = format!("reference.{}", tensor.name);
        }
        let said: Value =
            serde_json::from_slice(&std::fs::read(folder.join("config.json")).unwrap()).unwrap();
        for said in [Some(&said), None] {
            let report = recognised(&model, said, &Assignment::default());
            match attention(&model, &report, &ids(&reference)) {
                Ok(found) => {
                    let expected = expected(&reference);
                    let apart = apart(&found, &expected);
                    let counted = match report.assumptions.is_empty() {
                        // Eager mode wanted more than numbers of tokens: there is nothing to compare.
                        _ if expected.is_empty() => "not compared",
                        _ if apart <= WITHIN => "right",
                        false => "assumed",
                        true => "wrong",
                    };
                    println!("{name}, config {}: {counted}, {apart:e}", said.is_some());
                    match counted {
                        "right" => right += 1,
                        "assumed" => assumed += 1,
                        "wrong" => wrong.push((name.clone(), apart)),
                        _ => {}
                    }
                }
                Err(why) => {
                    println!("{name}, config {}: refused: {why}", said.is_some());
                    refused += 1;
                }
            }
        }
    }
    println!("{right} right, {assumed} rest on what is listed, {refused} refused");
    assert_eq!(wrong, []);
    assert!(right >= 1);
}
