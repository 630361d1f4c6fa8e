//! Small models of many families as transformers saves them (tools/make_families.py): attention as
//! its eager mode gives it, or refused with the reason; never wrong. And the table of it in
//! docs/inspect.md.

#![allow(clippy::unwrap_used, clippy::expect_used)]

mod forward;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use nearfar_inspect::encoder::Input;
use nearfar_inspect::recognise::{Assigned, Assignment, Question, Report, Role, projection};
use nearfar_inspect::source::FileSource;
use nearfar_inspect::tensor::Storage;
use nearfar_inspect::{Checkpoint, Dtype, Format, InspectError, Tensor, open};
use serde_json::Value;

use forward::{LIMIT, WITHIN, apart, damaged, recognised};

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
    forward::attention(model, report, |_| Input::Ids(ids))
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
    let keys = ["num_attention_heads", "n_heads", "n_head"];
    keys.iter().find_map(|key| config[key].as_u64()).unwrap() as usize
}

#[test]
fn with_its_config_a_known_family_is_right() {
    let all = stored();
    assert!(all.len() >= 20, "{}", all.len());
    for Case { name, model, config, reference } in &all {
        let report = recognised(model, Some(config), &Assignment::default());
        assert_eq!(report.cannot_run(), None, "{name}");
        assert_eq!(report.assumptions, [], "{name}");
        let found = attention(model, &report, &ids(reference)).unwrap();
        let apart = apart(&found, &expected(reference));
        assert!(apart <= WITHIN, "{name}: {apart}");
    }
}

#[test]
fn without_its_config_a_known_family_asks_and_says_what_it_assumes() {
    for Case { name, model, config, reference } in stored() {
        let bare = recognised(&model, None, &Assignment::default());
        let asks = |question| bare.obstacles.iter().any(|o| o.question == Some(question));
        assert!(asks(Question::Heads), "{name}: {:?}", bare.obstacles);
        let by_hand = Assignment {
            heads: Some(heads(&config)),
            runs: config["num_hidden_groups"]
                .as_u64()
                .and(config["num_hidden_layers"].as_u64())
                .map(|n| n as usize),
            ..Assignment::default()
        };
        let report = recognised(&model, None, &by_hand);
        let found = attention(&model, &report, &ids(&reference));
        assert!(found.is_ok(), "{name}: {found:?}");
        // Options that no tensor shows are listed, each where it can be set.
        let listed = |question| report.assumptions.iter().any(|a| a.question == question);
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
    let mut right = 0;
    for Case { name, model, config, reference } in stored() {
        let said = recognised(&model, Some(&config), &Assignment::default());
        // A scale that differs from layer to layer is no number.
        if said.scale.value.by_layer {
            continue;
        }
        let by_hand = Assignment {
            heads: Some(said.heads.value),
            runs: config["num_hidden_groups"]
                .as_u64()
                .and(config["num_hidden_layers"].as_u64())
                .map(|n| n as usize),
            activation: Some(said.activation.value),
            norms: Some(said.norms.value),
            epsilon: Some(said.epsilon.value),
            causal: Some(said.causal.value),
            scale: said.scale.value.factor,
            first_position: Some(said.first_position),
            ..Assignment::default()
        };
        let report = recognised(&model, None, &by_hand);
        let found = attention(&model, &report, &ids(&reference)).unwrap();
        let expected = expected(&reference);
        // Without a config nothing tells BERT from RoBERTa, whose padding is not counted.
        if said.padding.is_none() {
            assert!(apart(&found, &expected) <= WITHIN, "{name}");
            right += 1;
        }
    }
    assert!(right >= 15, "{right}");
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
        norms: Some(nearfar_inspect::recognise::NormPlacement::Pre),
        activation: Some(nearfar_inspect::recognise::Activation::Gelu),
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
    for name in
        ["phi3", "falcon", "falcon+grouped", "llama+grouped", "bart", "t5", "gpt_neox", "mpt"]
    {
        let report = of(name);
        assert_eq!((report.heads.value, report.head_size), (4, 4), "{name}: {:?}", report.heads);
    }
    for name in ["bart", "whisper", "t5"] {
        let report = of(name);
        let counts: Vec<usize> = report.stacks().iter().map(|(_, count)| *count).collect();
        assert_eq!(counts, [2, 2], "{name}: {:?}", report.stacks());
    }
}

#[test]
fn one_tensor_otherwise_and_the_answer_is_right_or_refused_or_says_what_it_assumes() {
    for case in stored() {
        // One of each family; the options change no name.
        if case.name.contains('+')
            && !["electra+narrow", "albert+groups"].contains(&case.name.as_str())
        {
            continue;
        }
        let Case { name, model, config, reference } = case;
        let (ids, expected) = (ids(&reference), expected(&reference));
        let by_hand = Assignment {
            heads: Some(heads(&config)),
            runs: config["num_hidden_groups"]
                .as_u64()
                .and(config["num_hidden_layers"].as_u64())
                .map(|n| n as usize),
            ..Assignment::default()
        };
        let bare = recognised(&model, None, &by_hand);
        let of_bare = attention(&model, &bare, &ids).unwrap();
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
];

/// Keys that a class of transformers has a value of its own for where config.json is silent.
type Default = fn(&str) -> Option<Value>;
const CLASSES: &[(&str, Default)] = &[
    ("hidden_act", |name| {
        Some(Value::from(if name.starts_with("albert") { "gelu_new" } else { "gelu" }))
    }),
    ("activation", |_| Some(Value::from("gelu"))),
    ("activation_function", |_| Some(Value::from("gelu_new"))),
    ("layer_norm_eps", |_| Some(Value::from(1e-12))),
    ("layer_norm_epsilon", |_| Some(Value::from(1e-5))),
    ("is_decoder", |_| Some(Value::from(false))),
    ("scale_attn_weights", |_| Some(Value::from(true))),
    ("scale_attn_by_inverse_layer_idx", |_| Some(Value::from(false))),
    // Of RoBERTa and its kin; the others do not read it.
    ("pad_token_id", |_| Some(Value::from(1))),
];

#[test]
fn one_option_otherwise_and_the_answer_is_right_or_refused() {
    for Case { name, model, config, reference } in stored() {
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
            let why = report.cannot_run().unwrap_or_default();
            assert!(why.contains(&format!("`{key}` = {value}")), "{name}: {why}");
        }
    }
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
        let shape_of = |name: &str| Some(model.find(name)?.shape.clone());
        projection(&report, layer, head, role, shape_of)
    };
    // 4 heads of 4, a key for two of them.
    let query = part("llama+grouped", 1, 3, Role::QueryWeight).unwrap();
    assert_eq!((query.of.start.clone(), query.of.size[0], query.number), (vec![12, 0], 4, 3));
    assert_eq!(query.tensor, "layers.1.self_attn.q_proj.weight");
    let key = |head| part("llama+grouped", 1, head, Role::KeyWeight).unwrap();
    assert_eq!([0, 1, 2, 3].map(|head| key(head).number), [0, 0, 1, 1]);
    assert_eq!((key(3).of.start, key(3).of.row_axis), (vec![4, 0], Some(0)));
    assert!(key(2).says.contains("heads 3 to 4, which share it"), "{}", key(2).says);
    // One key for each head.
    let key = part("bart", 0, 2, Role::KeyWeight).unwrap();
    assert_eq!((key.of.start, key.number), (vec![8, 0], 2));
    // Query, key and value in one: head by head, or one after the other; no name says which.
    for name in ["gpt_neox", "bloom", "falcon", "phi3", "mpt", "gpt_bigcode+many"] {
        let why = part(name, 0, 0, Role::QueryWeight).unwrap_err();
        assert!(why.contains("in one") || why.contains("no matrix"), "{name}: {why}");
    }
    assert!(part("llama", 0, 4, Role::KeyWeight).is_err());
    assert!(part("llama", 9, 0, Role::KeyWeight).is_err());
    // Nothing is shown that does not fit: whatever is told lies within its tensor.
    let mut told = 0;
    for (name, (model, config)) in &all {
        let report = recognised(model, Some(config), &Assignment::default());
        for (layer, head) in (0..3).flat_map(|layer| (0..5).map(move |head| (layer, head))) {
            for role in [Role::QueryWeight, Role::KeyWeight] {
                let shape_of = |name: &str| Some(model.find(name)?.shape.clone());
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
    assert_eq!(Role::ALL.len(), 36);
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
    for Case { name, model, config, reference } in stored() {
        let report = recognised(&model, Some(&config), &Assignment::default());
        let found = attention(&model, &report, &ids(&reference)).unwrap();
        let is_right = apart(&found, &expected(&reference)) <= WITHIN;
        let with = if is_right { "attention within 1e-5" } else { "wrong" };
        let bare = recognised(&model, None, &Assignment::default());
        let without = if bare.obstacles.iter().all(|o| o.question.is_some()) {
            "asks for heads, then lists what it assumes"
        } else {
            "refused"
        };
        add(&name, config["model_type"].as_str().unwrap(), with.to_owned(), without.to_owned());
    }
    for (name, (model, config)) in refused() {
        let report = recognised(&model, Some(&config), &Assignment::default());
        let why = report.obstacles.first().unwrap().why.clone();
        let what = why.rsplit("not known here yet: ").next().unwrap();
        let bare = recognised(&model, None, &Assignment::default());
        let without = match bare.obstacles.iter().all(|o| o.question == Some(Question::Heads)) {
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
        "write it anew: NEARFAR_WRITE_TABLE=1 cargo test -p nearfar-inspect --test families"
    );
}

/// All that the script makes, as people have them: a folder each.
#[test]
#[ignore = "needs tools/make_families.py target/families"]
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
