//! Names and shapes to layers: every family, what is missing or extra, what the user assigns.

use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;

use nearfar::attention::Mapping;
use nearfar_inspect::recognise::{Config, fingerprint, recognise, recognise_with, warnings};
use nearfar_inspect::report::{
    Activation, Assigned, Assignment, Family, How, NormPlacement, Orientation, Question, Report,
    Role, Share, Status, WarningKind, learned,
};
use nearfar_inspect::source::FileSource;
use nearfar_inspect::tensor::Storage;
use nearfar_inspect::{Checkpoint, Dtype, Format, InspectError, Tensor, open};

/// A tensor by name and shape alone.
fn tensor(name: &str, shape: &[u64]) -> Tensor {
    Tensor {
        name: name.to_owned(),
        dtype: Dtype::F32,
        type_name: "F32".to_owned(),
        shape: shape.to_vec(),
        bytes: 0,
        shared: None,
        repeats: false,
        storage: Storage::Nowhere(InspectError::Unreadable { at: 0, why: "a test".to_owned() }),
    }
}

fn file(tensors: Vec<Tensor>) -> Checkpoint {
    Checkpoint {
        format: Format::SafeTensors,
        tensors,
        metadata: Vec::new(),
        notes: Vec::new(),
        wanted: Vec::new(),
    }
}

fn named(tensors: &[(&str, &[u64])]) -> Checkpoint {
    file(tensors.iter().map(|(name, shape)| tensor(name, shape)).collect())
}

pub fn sample(name: &str) -> Checkpoint {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("samples").join(name);
    open(Arc::new(FileSource::open(&path).unwrap()), &[]).unwrap()
}

fn status(report: &Report, status: Status) -> Vec<&str> {
    let found = report.findings.iter().filter(|finding| finding.status == status);
    found.map(|finding| finding.tensor.as_str()).collect()
}

/// BERT's tensors, of `layers` layers.
fn bert(prefix: &str, layers: usize, width: u64) -> Vec<Tensor> {
    let mut tensors = vec![
        tensor(&format!("{prefix}embeddings.word_embeddings.weight"), &[100, width]),
        tensor(&format!("{prefix}embeddings.position_embeddings.weight"), &[512, width]),
        tensor(&format!("{prefix}embeddings.token_type_embeddings.weight"), &[2, width]),
        tensor(&format!("{prefix}embeddings.LayerNorm.gamma"), &[width]),
        tensor(&format!("{prefix}embeddings.LayerNorm.beta"), &[width]),
    ];
    for layer in 0..layers {
        for (name, out, input) in [
            ("attention.self.query", width, width),
            ("attention.self.key", width, width),
            ("attention.self.value", width, width),
            ("attention.output.dense", width, width),
            ("intermediate.dense", 4 * width, width),
            ("output.dense", width, 4 * width),
        ] {
            let name = format!("{prefix}encoder.layer.{layer}.{name}");
            tensors.push(tensor(&format!("{name}.weight"), &[out, input]));
            tensors.push(tensor(&format!("{name}.bias"), &[out]));
        }
        for name in ["attention.output.LayerNorm", "output.LayerNorm"] {
            let name = format!("{prefix}encoder.layer.{layer}.{name}");
            tensors.push(tensor(&format!("{name}.gamma"), &[width]));
            tensors.push(tensor(&format!("{name}.beta"), &[width]));
        }
    }
    tensors
}

#[test]
fn the_samples_in_every_format() {
    for (name, prefix) in [
        ("da_tiny.safetensors", ""),
        ("da_tiny.pt", ""),
        ("da_tiny_legacy.pt", ""),
        ("da_tiny_nested.pth", "model_state_dict."),
        ("da_tiny.npz", ""),
        ("da_tiny_deflate.npz", ""),
        ("da_tiny.gguf", ""),
        ("da_tiny.onnx", ""),
    ] {
        let file = sample(name);
        let report = recognise(&file);
        assert_eq!(report.family, Family::DistanceAware, "{name}: {report:#?}");
        assert_eq!(report.prefix, prefix, "{name}");
        assert_eq!((report.heads.value, report.heads.how), (2, How::Shape), "{name}");
        assert_eq!((report.width, report.head_size, report.feed_forward), (16, 8, 32), "{name}");
        assert_eq!((report.layers.len(), report.words), (2, 32), "{name}");
        // The file does not say by which mapping it was trained: the question is asked.
        assert_eq!((&report.method.value, report.method.how), (&None, How::Unknown), "{name}");
        let asked: Vec<_> = report.obstacles.iter().map(|obstacle| obstacle.question).collect();
        // Some samples hold tensors that belong to nothing: the user says so.
        let alien = ["f16", "q8_0", "q4_0", "typed_floats"];
        let alien: Vec<&str> = alien.into_iter().filter(|name| file.find(name).is_some()).collect();
        assert_eq!(status(&report, Status::Extra).len(), alien.len(), "{name}");
        let expected = [Some(Question::Method), Some(Question::Roles)];
        assert_eq!(asked, expected[..1 + usize::from(!alien.is_empty())], "{name}");
        let roles = alien.iter().map(|name| Assigned { role: None, ..assigned(name, Role::Head) });
        let method = Some("da:clip(3):late-add".to_owned());
        let chosen = Assignment { method, roles: roles.collect(), ..Assignment::default() };
        let chosen = recognise_with(&file, None, &chosen);
        assert_eq!(chosen.method.value.as_deref(), Some("da:clip(3):late-add"), "{name}");
        assert_eq!(chosen.cannot_run(), None, "{name}");
        assert!(chosen.assumptions.iter().any(|assumed| assumed.what == "norms"), "{name}");
        assert_eq!(status(&report, Status::Recognised).len(), 25, "{name}: {:#?}", report.findings);
        let learned = learned(&file, &report).unwrap();
        assert_eq!(learned[0].w, [-0.984375, -0.875], "{name}");
        assert_eq!(learned[0].v, [-0.78125, -0.671875], "{name}");
        assert_eq!(learned.len(), 2);
    }
}

#[test]
fn this_projects_own_files() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../public/checkpoints");
    let path = path.join("sst2-da.safetensors");
    let file = open(Arc::new(FileSource::open(&path).unwrap()), &[]).unwrap();
    let report = recognise(&file);
    assert_eq!(report.family, Family::Nearfar);
    assert_eq!(report.heads.value, 16);
    assert_eq!((report.method.how, report.epsilon.value), (How::Stored, 1e-5));
    assert!(report.method.value.as_ref().unwrap().starts_with("da"));
    assert_eq!(status(&report, Status::Extra), [""; 0]);
    assert_eq!(status(&report, Status::Missing), [""; 0]);
    let learned = learned(&file, &report).unwrap();
    assert_eq!((learned[0].w.len(), learned[0].start_v.len()), (16, 16));
    assert_ne!(learned[0].w, learned[0].start_w);
}

#[test]
fn keras_in_three_files() {
    for name in ["tiny.keras", "tiny.weights.h5", "tiny_legacy.h5"] {
        let report = recognise(&sample(name));
        assert_eq!(report.family, Family::Keras, "{name}: {report:#?}");
        assert_eq!((report.heads.value, report.heads.how), (2, How::Shape), "{name}");
        assert_eq!((report.width, report.head_size), (16, 8), "{name}");
        let layer = &report.layers[0];
        assert_eq!(layer.part(Role::QueryWeight).unwrap().orientation, Orientation::InHeads);
        assert_eq!(layer.part(Role::OutputWeight).unwrap().orientation, Orientation::HeadsOut);
        assert!(layer.part(Role::ValueBias).is_some(), "{name}");
        assert!(report.cannot_run().unwrap().contains("order"));
    }
}

#[test]
fn bert_under_prefixes() {
    for prefix in ["", "bert.", "0.auto_model.", "module.", "state_dict.model.bert."] {
        let mut tensors = bert(prefix, 2, 384);
        tensors.push(tensor(&format!("{prefix}pooler.dense.weight"), &[384, 384]));
        tensors.push(tensor("classifier.bias", &[2]));
        // Heads are taken from published models only where the vocabulary is a published one, too.
        let unknown = recognise(&file(tensors.clone()));
        assert_eq!((unknown.heads.value, unknown.heads.how), (0, How::Unknown));
        assert_eq!(unknown.obstacles.len(), 1, "{:?}", unknown.obstacles);
        assert_eq!(unknown.obstacles[0].question, Some(Question::Heads));
        tensors[0].shape = vec![30_522, 384];
        let report = recognise(&file(tensors));
        assert_eq!((report.family, report.prefix.as_str()), (Family::Bert, prefix));
        assert_eq!((report.heads.value, report.heads.how), (12, How::Assumed));
        assert!(report.heads.why.contains("MiniLM has 12 heads of 32"), "{}", report.heads.why);
        assert_eq!(status(&report, Status::Extra), [""; 0]);
        assert_eq!(report.layers[1].name, format!("{prefix}encoder.layer.1."));
        assert_eq!(report.cannot_run(), None);
        assert_eq!(report.epsilon.value, 1e-12);
    }
}

#[test]
fn where_positions_begin_is_shown_by_the_file_or_asked() {
    // Rows of positions, of token types (0: no table), what names begin with; the first token's row.
    for (rows, types, prefix, first) in [
        (512, 2, "", Some(0)),
        (1024, 2, "", Some(0)),
        (40, 2, "bert.", Some(0)),
        (40, 2, "electra.", Some(0)),
        (514, 1, "", Some(2)),
        (514, 0, "", Some(2)),
        (40, 1, "roberta.", Some(2)),
        (40, 2, "data2vec_text.", Some(2)),
        (512, 1, "", None),
        (514, 2, "", None),
        (258, 1, "model.", None),
        (64, 2, "", None),
        (40, 1, "", None),
        (40, 0, "", None),
    ] {
        let mut tensors = bert(prefix, 1, 8);
        tensors[1].shape[0] = rows;
        tensors[2].shape[0] = types;
        tensors.retain(|tensor| tensor.shape[0] > 0);
        let heads = Assignment { heads: Some(2), ..Assignment::default() };
        let report = recognise_with(&file(tensors.clone()), None, &heads);
        let asks = report.obstacles.iter().any(|o| o.question == Some(Question::FirstPosition));
        assert_eq!(asks, first.is_none(), "{rows}, {types}, {prefix}: {:?}", report.obstacles);
        assert_eq!(report.first_position, first.unwrap_or(0), "{rows}, {types}, {prefix}");
        // By hand it is BERT, or RoBERTa, whose padding is not counted.
        for (row, padding) in [(0, None), (2, Some(1))] {
            let by_hand = Assignment { first_position: Some(row), ..heads.clone() };
            let report = recognise_with(&file(tensors.clone()), None, &by_hand);
            assert_eq!(report.cannot_run(), None);
            assert_eq!((report.first_position, report.padding), (row, padding));
        }
    }
}

#[test]
fn what_departs_from_published_models_of_its_sizes_is_said() {
    let config = |heads: usize| {
        let text = format!(r#"{{"model_type": "bert", "num_attention_heads": {heads}}}"#);
        Config::read(text.as_bytes()).unwrap()
    };
    for (width, usual, who) in [
        (128, 2, "BERT-tiny"),
        (256, 4, "BERT-mini"),
        (384, 12, "MiniLM"),
        (512, 8, "BERT-small"),
        (768, 12, "BERT-base"),
        (1024, 16, "BERT-large"),
    ] {
        let mut tensors = bert("", 1, width);
        tensors[0].shape[0] = 30_522;
        let file = file(tensors);
        for heads in [1, 2, 4, 8, 16].into_iter().chain([usual]) {
            let by_hand = Assignment { heads: Some(heads), ..Assignment::default() };
            for report in [
                recognise_with(&file, Some(&config(heads)), &Assignment::default()),
                recognise_with(&file, None, &by_hand),
            ] {
                assert_eq!((report.heads.value, report.cannot_run()), (heads, None));
                let said = report.departures;
                assert_eq!(said.is_empty(), heads == usual, "{width}, {heads}: {said:?}");
                let names = |said: &String| said.contains(who) && said.contains(&usual.to_string());
                assert!(said.iter().all(names), "{said:?}");
            }
        }
        assert_eq!(recognise(&file).departures, [""; 0]);
    }
    // No published model has so few words.
    let small = file(bert("", 1, 384));
    assert_eq!(
        recognise_with(&small, Some(&config(6)), &Assignment::default()).departures,
        [""; 0]
    );
}

#[test]
fn missing_extra_and_reshaped() {
    let mut tensors = bert("", 2, 64);
    tensors.retain(|tensor| {
        tensor.name != "encoder.layer.1.intermediate.dense.bias"
            && tensor.name != "embeddings.position_embeddings.weight"
    });
    tensors.push(tensor("something.else", &[3]));
    tensors[0].shape = vec![1, 100, 64];
    let place = |name: &str| tensors.iter().position(|tensor| tensor.name == name).unwrap();
    let (turned, broken) =
        (place("encoder.layer.0.output.dense.weight"), place("encoder.layer.1.output.dense.bias"));
    tensors[turned].shape = vec![256, 64];
    tensors[broken].shape = vec![63];
    let report = recognise(&file(tensors));
    assert_eq!(status(&report, Status::Extra), ["something.else"]);
    assert_eq!(
        status(&report, Status::Missing),
        ["encoder.layer.1.intermediate.dense.bias", "embeddings.position_embeddings.weight"]
    );
    assert_eq!(
        status(&report, Status::Reshaped),
        [
            "embeddings.word_embeddings.weight",
            "encoder.layer.0.output.dense.weight",
            "encoder.layer.1.output.dense.bias"
        ]
    );
    let part = report.layers[0].part(Role::FeedForwardWeight).unwrap();
    assert_eq!(part.orientation, Orientation::InOut);
    let why = report.cannot_run().unwrap();
    assert!(why.contains("encoder.layer.1.output.dense.bias"), "{why}");
    assert!(why.contains("[63], the others need [64]"), "{why}");
}

#[test]
fn roberta_by_prefix_or_by_its_positions() {
    let report = recognise(&file(bert("roberta.", 1, 64)));
    assert_eq!((report.family, report.first_position), (Family::Roberta, 2));
    assert_eq!((report.positions, report.epsilon.value), (Some(510), 1e-5));
    let mut tensors = bert("", 1, 64);
    tensors[1].shape = vec![514, 64];
    tensors[2].shape = vec![1, 64];
    assert_eq!(recognise(&file(tensors)).family, Family::Roberta);
}

fn gpt2(turned: bool) -> Checkpoint {
    let shape = |a: u64, b: u64| if turned { vec![b, a] } else { vec![a, b] };
    let mut tensors = vec![
        tensor("transformer.wte.weight", &[50, 64]),
        tensor("transformer.wpe.weight", &[32, 64]),
    ];
    for (name, a, b) in [
        ("attn.c_attn", 64, 192),
        ("attn.c_proj", 64, 64),
        ("mlp.c_fc", 64, 256),
        ("mlp.c_proj", 256, 64),
    ] {
        let name = format!("transformer.h.0.{name}");
        tensors.push(tensor(&format!("{name}.weight"), &shape(a, b)));
        tensors.push(tensor(&format!("{name}.bias"), &[b]));
    }
    for name in ["h.0.ln_1", "h.0.ln_2", "ln_f"] {
        tensors.push(tensor(&format!("transformer.{name}.weight"), &[64]));
        tensors.push(tensor(&format!("transformer.{name}.bias"), &[64]));
    }
    tensors.push(tensor("transformer.h.0.attn.bias", &[1, 1, 32, 32]));
    tensors.push(tensor("lm_head.weight", &[50, 64]));
    file(tensors)
}

#[test]
fn gpt2_both_ways_round() {
    for (turned, orientation) in [(false, Orientation::InOut), (true, Orientation::OutIn)] {
        let chosen = Assignment { heads: Some(4), ..Assignment::default() };
        let report = recognise_with(&gpt2(turned), None, &chosen);
        let lies = report.assumptions.iter().any(|assumed| assumed.what == "orientation");
        assert_eq!(lies, turned);
        assert_eq!(report.family, Family::Gpt2);
        assert_eq!(report.cannot_run(), None);
        assert!(report.causal.value);
        assert_eq!(report.activation.value, Activation::GeluTanh);
        let layer = &report.layers[0];
        let value = layer.part(Role::ValueWeight).unwrap();
        assert_eq!(value.orientation, orientation);
        assert_eq!(value.share, Some(Share { index: 2, of: 3 }));
        assert_eq!(value.tensor, "transformer.h.0.attn.c_attn.weight");
        assert_eq!(layer.part(Role::KeyBias).unwrap().share, Some(Share { index: 1, of: 3 }));
        assert_eq!(status(&report, Status::Extra), [""; 0]);
    }
}

#[test]
fn a_vision_transformer_says_that_it_needs_an_image() {
    let mut tensors = vec![
        tensor("cls_token", &[1, 1, 192]),
        tensor("pos_embed", &[1, 197, 192]),
        tensor("patch_embed.proj.weight", &[192, 3, 16, 16]),
        tensor("patch_embed.proj.bias", &[192]),
    ];
    for (name, out, input) in [
        ("attn.qkv", 576, 192),
        ("attn.proj", 192, 192),
        ("mlp.fc1", 768, 192),
        ("mlp.fc2", 192, 768),
    ] {
        tensors.push(tensor(&format!("blocks.0.{name}.weight"), &[out, input]));
        tensors.push(tensor(&format!("blocks.0.{name}.bias"), &[out]));
    }
    for name in ["blocks.0.norm1", "blocks.0.norm2", "norm"] {
        tensors.push(tensor(&format!("{name}.weight"), &[192]));
        tensors.push(tensor(&format!("{name}.bias"), &[192]));
    }
    let report = recognise(&file(tensors));
    assert_eq!((report.family, report.heads.value), (Family::Vit, 3));
    assert!(report.cannot_run().unwrap().contains("image"));
}

#[test]
fn names_of_nobodys_and_relative_tables() {
    let report = recognise(&named(&[
        ("tok_emb.weight", &[90, 32]),
        ("stack.0.mha.to_q.weight", &[32, 32]),
        ("stack.0.mha.to_k.weight", &[32, 32]),
        ("stack.0.mha.to_v.weight", &[32, 32]),
        ("stack.0.mha.to_out.0.weight", &[32, 32]),
        ("stack.0.mha.rel_k.weight", &[9, 8]),
        ("stack.0.mha.rel_v.weight", &[9, 8]),
        ("stack.0.ln_1.weight", &[32]),
        ("stack.0.ln_2.weight", &[32]),
        ("stack.0.mlp.0.weight", &[64, 32]),
        ("stack.0.mlp.2.weight", &[32, 64]),
    ]));
    assert_eq!(report.family, Family::Other);
    assert_eq!((report.heads.value, report.heads.how), (4, How::Shape));
    let layer = &report.layers[0];
    assert_eq!(layer.part(Role::RelativeKey).unwrap().tensor, "stack.0.mha.rel_k.weight");
    assert_eq!(layer.part(Role::RelativeValue).unwrap().tensor, "stack.0.mha.rel_v.weight");
    assert_eq!(layer.part(Role::OutputWeight).unwrap().tensor, "stack.0.mha.to_out.0.weight");
    assert_eq!(layer.part(Role::FeedForwardNormGain).unwrap().tensor, "stack.0.ln_2.weight");
    assert_eq!(report.words, 90);
    assert_eq!(status(&report, Status::Extra), [""; 0]);
    let why = report.cannot_run().unwrap();
    let asked = "say by hand: what a token sees, norms first or last, the activation";
    assert!(why.contains(asked), "{why}");
    // Norms without biases may be root-mean-square norms.
    assert!(report.cannot_run().unwrap().contains("root-mean-square"));
    assert!(report.assumptions.iter().any(|assumed| assumed.what == "positions"));
}

#[test]
fn w_and_v_under_any_name() {
    let mut tensors = bert("", 2, 64);
    for layer in 0..2 {
        tensors.push(tensor(&format!("encoder.layer.{layer}.attention.near"), &[1, 8, 1, 1]));
        tensors.push(tensor(&format!("encoder.layer.{layer}.attention.bend"), &[1, 8, 1, 1]));
    }
    let report = recognise(&file(tensors));
    assert_eq!((report.heads.value, report.heads.how), (8, How::Shape));
    assert!(report.distance_aware());
    let w = report.layers[1].part(Role::DistanceW).unwrap();
    assert_eq!(w.tensor, "encoder.layer.1.attention.near");
    assert!(report.notes.iter().any(|note| note.contains("by their order in the file")));
    assert!(report.assumptions.iter().any(|assumed| assumed.what == "w and v"));
    assert_eq!(report.method.value, None);
}

#[test]
fn layers_that_lost_heads() {
    let mut tensors = bert("", 2, 384);
    tensors[0].shape = vec![30_522, 384];
    for tensor in &mut tensors {
        let name = tensor.name.clone();
        if !name.contains("layer.1.attention") {
            continue;
        }
        // Nine heads of 32 are left.
        if name.contains(".self.") {
            tensor.shape[0] = 288;
        } else if name.ends_with("dense.weight") {
            tensor.shape[1] = 288;
        }
    }
    let report = recognise(&file(tensors));
    assert_eq!(report.cannot_run(), None);
    assert_eq!((report.layers[0].heads, report.layers[1].heads), (12, 9));
}

#[test]
fn a_config_that_contradicts() {
    let config = Config::read(br#"{"num_attention_heads": 7, "num_hidden_layers": 3}"#).unwrap();
    let report = recognise_with(&file(bert("", 2, 384)), Some(&config), &Assignment::default());
    assert_eq!((report.heads.value, report.heads.how), (0, How::Unknown));
    let why = report.cannot_run().unwrap();
    assert!(why.contains("7 heads (config.json says so) do not part a query of 384"), "{why}");
    assert!(why.contains("3 layers, but the file has 2"), "{why}");
    for (text, part) in [
        (r#"{"num_attention_heads": 12, "hidden_size": 768}"#, "as 768, but the file has 384"),
        (r#"{"num_attention_heads": 12, "intermediate_size": 7}"#, "as 7, but the file has 1536"),
        (r#"{"num_attention_heads": 12, "vocab_size": 7}"#, "its words as 7"),
        (r#"{"num_attention_heads": 12, "max_position_embeddings": 7}"#, "its positions as 7"),
        (r#"{"num_attention_heads": 12, "type_vocab_size": 7}"#, "its token types as 7"),
        (r#"{"num_attention_heads": 12, "head_dim": 16}"#, "12 heads of 16"),
    ] {
        let config = Config::read(text.as_bytes()).unwrap();
        let report = recognise_with(&file(bert("", 2, 384)), Some(&config), &Assignment::default());
        let why = report.cannot_run().unwrap_or_default();
        assert!(why.contains(part), "{text}: {why}");
    }
    let config = Config::read(br#"{"hidden_act": "mish"}"#).unwrap();
    let report = recognise_with(&file(bert("", 2, 384)), Some(&config), &Assignment::default());
    assert!(report.cannot_run().unwrap().contains("mish"));
    let config = Config::read(br#"{"position_embedding_type": "relative_key"}"#).unwrap();
    let report = recognise_with(&file(bert("", 2, 384)), Some(&config), &Assignment::default());
    assert!(report.cannot_run().unwrap().contains("relative_key"));
}

fn assigned(pattern: &str, role: Role) -> Assigned {
    Assigned { pattern: pattern.to_owned(), role: Some(role), orientation: None, share: None }
}

#[test]
fn roles_by_hand() {
    let mut tensors = vec![tensor("T", &[40, 32])];
    for layer in 0..3 {
        for letter in ["a", "b", "c", "d"] {
            tensors.push(tensor(&format!("z{layer}/{letter}"), &[32, 32]));
        }
    }
    let file = file(tensors);
    let report = recognise(&file);
    assert_eq!(report.family, Family::Unknown);
    assert!(report.cannot_run().unwrap().contains("by hand"));
    let assignment = Assignment {
        roles: vec![
            assigned("T", Role::WordEmbedding),
            assigned("z*/a", Role::QueryWeight),
            assigned("z*/b", Role::KeyWeight),
            assigned("z*/c", Role::ValueWeight),
            assigned("z*/d", Role::OutputWeight),
            assigned("no", Role::Head),
        ],
        heads: Some(4),
        activation: Some(Activation::Swish),
        causal: Some(false),
        ..Assignment::default()
    };
    let report = recognise_with(&file, None, &assignment);
    assert_eq!((report.family, report.layers.len()), (Family::Other, 3));
    assert_eq!((report.heads.value, report.heads.how), (4, How::Chosen));
    assert_eq!((report.words, report.width), (40, 32));
    assert_eq!(report.activation.value, Activation::Swish);
    assert_eq!(report.cannot_run(), None);
    assert!(report.notes.iter().any(|note| note.contains("`no`")));
    let text = serde_json::to_string(&assignment).unwrap();
    assert_eq!(serde_json::from_str::<Assignment>(&text).unwrap(), assignment);
    assert_eq!(serde_json::from_str::<Assignment>("{}").unwrap(), Assignment::default());
    let text = serde_json::to_string(&report).unwrap();
    assert_eq!(serde_json::from_str::<Report>(&text).unwrap(), report);
}

#[test]
fn a_role_taken_away() {
    let mut tensors = bert("", 1, 64);
    tensors.push(tensor("encoder.layer.0.attention.w", &[4]));
    tensors.push(tensor("encoder.layer.0.attention.v", &[4]));
    let file = file(tensors);
    assert!(recognise(&file).distance_aware());
    let none = |pattern: &str| Assigned { role: None, ..assigned(pattern, Role::Head) };
    let roles = vec![none("encoder.layer.*.attention.w"), none("encoder.layer.*.attention.v")];
    let report = recognise_with(&file, None, &Assignment { roles, ..Assignment::default() });
    assert!(!report.distance_aware());
    assert_eq!(status(&report, Status::Extra).len(), 2);
}

#[test]
fn albert_runs_as_often_as_is_said() {
    let name = |part: &str| format!("albert.encoder.albert_layer_groups.0.albert_layers.0.{part}");
    let mut tensors = vec![
        tensor("albert.embeddings.word_embeddings.weight", &[50, 16]),
        tensor("albert.embeddings.position_embeddings.weight", &[50, 16]),
        tensor("albert.encoder.embedding_hidden_mapping_in.weight", &[64, 16]),
        tensor("albert.encoder.embedding_hidden_mapping_in.bias", &[64]),
    ];
    for (part, out, input) in [
        ("attention.query", 64, 64),
        ("attention.key", 64, 64),
        ("attention.value", 64, 64),
        ("attention.dense", 64, 64),
        ("ffn", 96, 64),
        ("ffn_output", 64, 96),
    ] {
        tensors.push(tensor(&name(&format!("{part}.weight")), &[out, input]));
        tensors.push(tensor(&name(&format!("{part}.bias")), &[out]));
    }
    for part in ["attention.LayerNorm", "full_layer_layer_norm"] {
        tensors.push(tensor(&name(&format!("{part}.weight")), &[64]));
        tensors.push(tensor(&name(&format!("{part}.bias")), &[64]));
    }
    tensors.push(tensor("albert.embeddings.LayerNorm.weight", &[16]));
    tensors.push(tensor("albert.embeddings.LayerNorm.bias", &[16]));
    let file = file(tensors);
    let report = recognise(&file);
    assert_eq!(
        (report.family, report.depth(), report.order.how),
        (Family::Albert, 0, How::Unknown)
    );
    let asked: Vec<_> = report.obstacles.iter().map(|obstacle| obstacle.question).collect();
    assert_eq!(asked, [Some(Question::Heads), Some(Question::Layers)]);
    let chosen = Assignment { runs: Some(usize::MAX), ..Assignment::default() };
    assert_eq!(recognise_with(&file, None, &chosen).depth(), 1000);
}

#[test]
fn a_fingerprint_knows_shapes_but_not_depth() {
    let two = fingerprint(&file(bert("", 2, 64)));
    assert_eq!(two.len(), 16);
    assert_eq!(two, fingerprint(&file(bert("", 12, 64))));
    let mut reversed = bert("", 2, 64);
    reversed.reverse();
    assert_eq!(two, fingerprint(&file(reversed)));
    assert_ne!(two, fingerprint(&file(bert("", 2, 128))));
    assert_ne!(two, fingerprint(&file(bert("bert.", 2, 64))));
}

fn go(_: u64, _: u64) -> ControlFlow<()> {
    ControlFlow::Continue(())
}

#[test]
fn warnings_of_numbers() {
    let mut tensors = bert("", 1, 64);
    for (i, tensor) in tensors.iter_mut().enumerate() {
        let count = tensor.shape.iter().product::<u64>() as usize;
        let mut values: Vec<f64> =
            (0..count).map(|k| ((k * 7 + i * 13) % 101 + 1) as f64).collect();
        let heads = |head: usize| head * 16 * 64..(head + 1) * 16 * 64;
        match tensor.name.as_str() {
            // Rows are outputs: head 2 of four.
            "encoder.layer.0.attention.self.value.weight" => values[heads(2)].fill(0.0),
            // Columns are inputs: head 1.
            "encoder.layer.0.attention.output.dense.weight" => {
                values.chunks_mut(64).for_each(|row| row[16..32].fill(0.0));
            }
            "encoder.layer.0.intermediate.dense.bias" => {
                values[5] = f64::NAN;
                values[6] = f64::INFINITY;
            }
            "embeddings.position_embeddings.weight" => tensor.shared = Some(9),
            "embeddings.token_type_embeddings.weight" => tensor.shared = Some(9),
            "encoder.layer.0.attention.self.key.bias"
            | "encoder.layer.0.attention.self.query.bias" => {
                values = (0..64).map(|k| (k * k) as f64).collect();
            }
            name if name.ends_with("bias") || name.ends_with("beta") => values.fill(0.0),
            _ => {}
        }
        tensor.storage = Storage::Values(values.into());
    }
    tensors.push(tensor("lost", &[2]));
    let file = file(tensors);
    let chosen = Assignment { heads: Some(4), ..Assignment::default() };
    let report = recognise_with(&file, None, &chosen);
    let found = warnings(&file, &report, &mut go).unwrap();
    let of = |kind| -> Vec<(&str, Option<usize>)> {
        let fits = found.iter().filter(|warning| warning.kind == kind);
        fits.map(|warning| (warning.tensor.as_str(), warning.head)).collect()
    };
    assert_eq!(
        of(WarningKind::PrunedHead),
        [
            ("encoder.layer.0.attention.self.value.weight", Some(2)),
            ("encoder.layer.0.attention.output.dense.weight", Some(1))
        ]
    );
    assert_eq!(of(WarningKind::NotFinite), [("encoder.layer.0.intermediate.dense.bias", None)]);
    let text = found.iter().find(|w| w.kind == WarningKind::NotFinite).unwrap();
    assert_eq!(text.text, "NaN: 1, infinite: 1, of 256 in all");
    assert_eq!(of(WarningKind::SharedStorage), [("embeddings.token_type_embeddings.weight", None)]);
    assert_eq!(of(WarningKind::SameNumbers), [("encoder.layer.0.attention.self.key.bias", None)]);
    assert_eq!(of(WarningKind::Unreadable), [("lost", None)]);
    let mut calls = 0;
    let mut stop = |done, of| {
        assert!(done <= of);
        calls += 1;
        if calls == 3 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    assert_eq!(warnings(&file, &report, &mut stop), None);
}

#[test]
fn a_pruned_head_of_a_fused_tensor() {
    let mut file = gpt2(false);
    for tensor in &mut file.tensors {
        let count = tensor.shape.iter().product::<u64>() as usize;
        let mut values = vec![1.0; count];
        if tensor.name.ends_with("c_attn.weight") {
            // [in, out]: columns 64 to 96 are the key's first half.
            values.chunks_mut(192).for_each(|row| row[64..96].fill(0.0));
        }
        tensor.storage = Storage::Values(values.into());
    }
    let chosen = Assignment { heads: Some(2), ..Assignment::default() };
    let report = recognise_with(&file, None, &chosen);
    let found = warnings(&file, &report, &mut go).unwrap();
    let pruned: Vec<_> = found.iter().filter(|w| w.kind == WarningKind::PrunedHead).collect();
    assert_eq!(pruned.len(), 1);
    assert_eq!(pruned[0].head, Some(0));
    assert!(pruned[0].text.contains("key"));
}

#[test]
fn hostile_names_and_shapes() {
    let huge = u64::MAX;
    let shapes: [&[u64]; 6] =
        [&[huge, huge], &[], &[0, 0], &[1, huge, 1], &[3, 0], &[huge, 2, huge]];
    for (i, shape) in shapes.iter().enumerate() {
        for part in 0..6 {
            let mut tensors = bert("", 2, 64);
            tensors.push(tensor("encoder.layer.0.attention.w", shape));
            tensors.push(tensor("encoder.layer.0.attention.v", shape));
            let count = tensors.len();
            tensors[(part * 5 + i) % count].shape = shape.to_vec();
            let report = recognise(&file(tensors));
            assert!(report.findings.len() >= count);
        }
        let all = gpt2(false).tensors.into_iter();
        let all = all.map(|t| Tensor { shape: shape.to_vec(), ..t }).collect();
        assert!(recognise(&file(all)).cannot_run().is_some());
    }
    // More layers than any model has, out of order, and names without an end.
    let mut many = Vec::new();
    for layer in (0..5_000).rev() {
        for part in ["query", "key", "value", "w", "v"] {
            many.push(tensor(&format!("x.{layer}.attn.{part}"), &[8, 8]));
        }
    }
    many.push(tensor(&".".repeat(100_000), &[1]));
    many.push(tensor("", &[1]));
    let report = recognise(&file(many));
    assert_eq!(report.layers.len(), 1000);
    let mut tensors = bert("", 1500, 8);
    tensors.push(tensor("encoder.layer.18446744073709551616.output.dense.weight", &[1]));
    assert_eq!(recognise(&file(tensors)).layers.len(), 1000);
    assert_eq!(recognise(&file(Vec::new())).family, Family::Unknown);
}

#[test]
fn the_names_of_tensorflow() {
    let mut tensors = vec![
        tensor("bert/embeddings/word_embeddings/embeddings:0", &[90, 64]),
        tensor("bert/embeddings/position_embeddings/embeddings:0", &[32, 64]),
    ];
    for (name, input, out) in [
        ("attention/self/query", 64, 64),
        ("attention/self/key", 64, 64),
        ("attention/self/value", 64, 64),
        ("attention/output/dense", 64, 64),
        ("intermediate/dense", 64, 256),
        ("output/dense", 256, 64),
    ] {
        let name = format!("bert/encoder/layer_._0/{name}");
        tensors.push(tensor(&format!("{name}/kernel:0"), &[input, out]));
        tensors.push(tensor(&format!("{name}/bias:0"), &[out]));
    }
    for name in ["attention/output/LayerNorm", "output/LayerNorm"] {
        let name = format!("bert/encoder/layer_._0/{name}");
        tensors.push(tensor(&format!("{name}/gamma:0"), &[64]));
        tensors.push(tensor(&format!("{name}/beta:0"), &[64]));
    }
    // Names that no known family has: what is plain about them is the user's to say.
    assert!(recognise(&file(tensors.clone())).cannot_run().unwrap().contains("say by hand"));
    let plain = Assignment {
        heads: Some(4),
        causal: Some(false),
        norms: Some(NormPlacement::Post),
        activation: Some(Activation::Gelu),
        ..Assignment::default()
    };
    let report = recognise_with(&file(tensors), None, &plain);
    assert_eq!((report.family, report.cannot_run()), (Family::Other, None));
    assert_eq!(status(&report, Status::Extra), [""; 0]);
    let name = |role| report.layers[0].part(role).unwrap().tensor.as_str();
    let front = "bert/encoder/layer_._0";
    assert_eq!(name(Role::OutputWeight), format!("{front}/attention/output/dense/kernel:0"));
    assert_eq!(name(Role::FeedForwardWeight), format!("{front}/output/dense/kernel:0"));
    assert_eq!(name(Role::FeedForwardNormGain), format!("{front}/output/LayerNorm/gamma:0"));
    let query = report.layers[0].part(Role::QueryWeight).unwrap();
    assert_eq!(query.orientation, Orientation::InOut);
}

#[test]
fn an_encoder_beside_its_decoder() {
    let layer = |start: &str, tensors: &mut Vec<Tensor>| {
        for (name, shape) in [
            ("self_attn.in_proj_weight", vec![96, 32]),
            ("self_attn.in_proj_bias", vec![96]),
            ("self_attn.out_proj.weight", vec![32, 32]),
            ("self_attn.out_proj.bias", vec![32]),
            ("linear1.weight", vec![64, 32]),
            ("linear1.bias", vec![64]),
            ("linear2.weight", vec![32, 64]),
            ("linear2.bias", vec![32]),
            ("norm1.weight", vec![32]),
            ("norm1.bias", vec![32]),
            ("norm2.weight", vec![32]),
            ("norm2.bias", vec![32]),
        ] {
            tensors.push(tensor(&format!("{start}.{name}"), &shape));
        }
    };
    let mut tensors = vec![tensor("src_embed.weight", &[50, 32])];
    layer("t.decoder.layers.0", &mut tensors);
    tensors.push(tensor("t.decoder.layers.0.multihead_attn.in_proj_weight", &[96, 32]));
    let alone = recognise(&file(tensors.clone()));
    assert_eq!(alone.prefix, "t.decoder.");
    assert!(alone.cannot_run().unwrap().contains("another sequence"));
    layer("t.encoder.layers.0", &mut tensors);
    let chosen = Assignment { heads: Some(4), ..Assignment::default() };
    let report = recognise_with(&file(tensors), None, &chosen);
    assert_eq!((report.family, report.prefix.as_str()), (Family::TorchEncoder, "t.encoder."));
    assert_eq!(report.cannot_run(), None);
    assert_eq!(report.layers.len(), 1);
}

#[test]
fn the_trained_mapping_is_that_of_the_method_with_what_it_needs() {
    let file = sample("da_tiny.npz");
    let mut report = recognise(&file);
    let mut of = |text: Option<&str>, has_v: bool| {
        report.method.value = text.map(str::to_owned);
        report.trained_mapping(has_v)
    };
    let da = Some("da:learnable-sigmoid:early-multiply");
    assert_eq!(of(da, true), Some(Mapping::LearnableSigmoid));
    // The learnable sigmoid without v is not what was trained; the others have none.
    assert_eq!(of(da, false), None);
    assert_eq!(of(Some("da:sigmoid:early-multiply"), false), Some(Mapping::Sigmoid));
    for none in [Some("vanilla"), Some("rope"), Some("what"), None] {
        assert_eq!(of(none, true), None, "{none:?}");
    }
}
