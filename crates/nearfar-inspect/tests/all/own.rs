//! Models of no package: PyTorch's own encoder, heads with w and v, this project's files, names of one's
//! own, GGUF's names. One tensor or one key otherwise: the answer stays, is refused, or says one thing
//! more that it assumes.

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use ndarray::Array2;
use nearfar::ModelMethod;
use nearfar::attention::{HeadParameters, Mask, TermParameters, Trace};
use nearfar::checkpoint::Trained;
use nearfar::checkpoint::trained::architecture_entries;
use nearfar::methods::rope::Rope;
use nearfar::methods::rotation::Rotation;
use nearfar::methods::t5::Buckets;
use nearfar::methods::{AttentionMethod, MethodKind, Sentence};
use nearfar::model::encoder::Own;
use nearfar::model::own::Sizes;
use nearfar::model::{Architecture, Each, OwnMethod, Pooling, Structure};
use nearfar_inspect::encoder::{Encoder, Input};
use nearfar_inspect::report::{
    Activation, Assignment, Family, Finding, NormPlacement, Part, Report, Role, Status, learned,
};
use nearfar_inspect::source::FileSource;
use nearfar_inspect::{Checkpoint, open};
use safetensors::tensor::{Dtype, TensorView};
use serde_json::{Value, json};

use crate::forward::{WITHIN, apart, damaged, recognised};
use crate::mutants::open_bytes;

struct Case {
    name: &'static str,
    model: Checkpoint,
    config: Option<Value>,
    by_hand: Assignment,
}

fn checkpoint(path: PathBuf) -> Checkpoint {
    open(Arc::new(FileSource::open(&path).unwrap()), &[]).unwrap()
}

/// A model of the samples with its config.json, without its reference values.
fn sample(path: &str) -> (Checkpoint, Value) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("samples");
    let mut model = checkpoint(folder.join(path));
    let config = model.metadata.iter().find(|(key, _)| key == "config");
    let config = config.map(|(_, text)| serde_json::from_str(text).unwrap());
    model.metadata.clear();
    model.tensors.retain(|tensor| !tensor.name.starts_with("reference."));
    (model, config.unwrap_or(Value::Null))
}

/// The same with other names.
fn renamed(mut model: Checkpoint, names: &[(&str, &str)]) -> Checkpoint {
    for tensor in &mut model.tensors {
        for (from, to) in names {
            tensor.name = tensor.name.replace(from, to);
        }
    }
    model
}

fn cases() -> Vec<Case> {
    let plain = |causal, norms, activation| Assignment {
        heads: Some(4),
        causal: Some(causal),
        norms: Some(norms),
        activation: Some(activation),
        ..Assignment::default()
    };
    let post = || plain(false, NormPlacement::Post, Activation::Gelu);
    let (torch_post, post_config) = sample("reference/torch_post.safetensors");
    let (torch_pre, pre_config) = sample("reference/torch_pre.safetensors");
    let (bert, _) = sample("families/bert.safetensors");
    let mut bert = bert;
    bert.tensors.retain(|tensor| !tensor.name.contains("pooler"));
    let own = renamed(
        bert.clone(),
        &[
            ("encoder.layer.", "blocks."),
            ("attention.self.query", "attn.wq"),
            ("attention.self.key", "attn.wk"),
            ("attention.self.value", "attn.wv"),
            ("attention.output.dense", "attn.wo"),
            ("attention.output.LayerNorm", "norm1"),
            ("intermediate.dense", "ff.linear1"),
            ("output.dense", "ff.linear2"),
            ("output.LayerNorm", "norm2"),
        ],
    );
    let mut gguf = renamed(
        bert,
        &[
            ("encoder.layer.", "blk."),
            ("attention.self.query", "attn_q"),
            ("attention.self.key", "attn_k"),
            ("attention.self.value", "attn_v"),
            ("attention.output.dense", "attn_output"),
            ("attention.output.LayerNorm", "attn_output_norm"),
            ("intermediate.dense", "ffn_up"),
            ("output.dense", "ffn_down"),
            ("output.LayerNorm", "layer_output_norm"),
            ("embeddings.word_embeddings", "token_embd"),
            ("embeddings.position_embeddings", "position_embd"),
            ("embeddings.token_type_embeddings", "token_types"),
            ("embeddings.LayerNorm", "token_embd_norm"),
        ],
    );
    gguf.metadata = [("general.architecture", "bert"), ("bert.attention.head_count", "4")]
        .map(|(key, value)| (key.to_owned(), value.to_owned()))
        .to_vec();
    let (da, _) = sample("da_tiny.safetensors");
    let trained = Assignment { method: Some("da".to_owned()), ..Assignment::default() };
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../public/checkpoints");
    let nearfar = checkpoint(folder.join("sst2-da.safetensors"));
    let case = |name, model, config, by_hand| Case { name, model, config, by_hand };
    vec![
        case("torch, norms last", torch_post, Some(post_config), Assignment::default()),
        case("torch, norms first", torch_pre, Some(pre_config), Assignment::default()),
        case("names of one's own", own, None, post()),
        case("BERT's names in GGUF", gguf, None, Assignment::default()),
        case("heads with w and v", da.clone(), None, trained.clone()),
        case(
            "heads with w and v, by config.json",
            da,
            Some(json!({"mapping": "clip(1.5)", "adjustment": "early-add"})),
            Assignment::default(),
        ),
        case("this project's", nearfar, None, Assignment::default()),
    ]
}

fn attention(model: &Checkpoint, report: &Report) -> Result<Vec<Vec<f32>>, String> {
    let vectors: Vec<f32> =
        (0..7 * report.width).map(|k| ((k * 37 + k / 7) % 101) as f32 / 50.0 - 1.0).collect();
    crate::forward::attention(model, report, |encoder| match encoder.reads_vectors() {
        true => Input::Vectors(&vectors),
        false => Input::Ids(&[2, 17, 5, 1, 11, 22, 3]),
    })
}

/// That a report is run as it was, refused, or says something more.
fn holds(what: &str, model: &Checkpoint, report: &Report, known: &Report, expected: &[Vec<f32>]) {
    if let Ok(found) = attention(model, report) {
        let apart = apart(&found, expected);
        let says = report.assumptions.iter().any(|told| !known.assumptions.contains(told));
        assert!(apart <= WITHIN || says, "{what}: {apart}; {:?}", report.assumptions);
    }
}

#[test]
fn one_tensor_otherwise() {
    for Case { name, model, config, by_hand } in cases() {
        let known = recognised(&model, config.as_ref(), &by_hand);
        let expected = attention(&model, &known).expect(name);
        let is_table = |part: &&Part| {
            matches!(part.role, Role::WordEmbedding | Role::PositionEmbedding | Role::TypeEmbedding)
        };
        let tables: Vec<&str> =
            known.outside.iter().filter(is_table).map(|part| part.tensor.as_str()).collect();
        for place in 0..model.tensors.len() {
            let tensor = model.tensors[place].name.clone();
            for (what, damaged) in damaged(&model, place) {
                // Other numbers in a table are another model's.
                if what == "narrowed" && tables.contains(&tensor.as_str()) {
                    continue;
                }
                let report = recognised(&damaged, config.as_ref(), &by_hand);
                holds(&format!("{name}: `{tensor}` {what}"), &damaged, &report, &known, &expected);
            }
        }
    }
}

#[test]
fn one_key_otherwise() {
    // What a key says is computed as it says; these have tests of their own.
    let computed = [
        "nhead",
        "num_heads",
        "norm_first",
        "activation",
        "hidden_act",
        "layer_norm_eps",
        "causal",
        "is_decoder",
        "scale",
        "method",
        "mapping",
        "adjustment",
    ];
    for Case { name, model, config, by_hand } in cases() {
        let Some(config) = config else { continue };
        let known = recognised(&model, Some(&config), &by_hand);
        let expected = attention(&model, &known).expect(name);
        let mut all: Vec<(String, Value)> = Vec::new();
        for (key, value) in config.as_object().unwrap() {
            for other in [
                Value::Null,
                json!(!value.as_bool().unwrap_or(false)),
                json!(value.as_f64().map_or(3.5, |x| x + 1.0)),
                json!(value.as_u64().map_or(7, |n| n + 1)),
                json!("another"),
                json!([1]),
                json!({"rope_type": "default"}),
            ] {
                all.push((key.clone(), other));
            }
        }
        for (key, value) in [
            ("rope_theta", json!(1e4)),
            ("alibi", json!(true)),
            ("temperature", json!(0.5)),
            ("top_k", json!(4)),
            ("window", json!(3)),
            ("bias", json!(false)),
            ("embedding_scale", json!(true)),
        ] {
            all.push((key.to_owned(), value));
        }
        for (key, value) in all {
            let mut changed = config.clone();
            changed[&key] = value.clone();
            let report = recognised(&model, Some(&changed), &by_hand);
            if !computed.contains(&key.as_str()) {
                let what = format!("{name}: `{key}` = {value}");
                holds(&what, &model, &report, &known, &expected);
            }
            if !config.as_object().unwrap().contains_key(&key) && key != "bias" {
                let why = report.cannot_run().unwrap_or_default();
                assert!(why.contains(&format!("`{key}`")), "{name}: `{key}`: {why}");
            }
        }
    }
}

/// A file of this project with numbers that differ by their place, and the vectors of a text of seven words.
fn own_file(architecture: &Architecture) -> (Vec<u8>, Vec<f32>) {
    let values = |place: usize, count: usize, lowest: f32| -> Vec<u8> {
        let value = |k: usize| (((k * 37 + place * 11) % 101) as f32 / 250.0 - 0.2).max(lowest);
        (0..count).flat_map(|k| value(k).to_le_bytes()).collect()
    };
    let tensors: Vec<(String, Vec<usize>, Vec<u8>)> =
        (architecture.tensors().into_iter().enumerate())
            .map(|(place, spec)| {
                let count = spec.shape.iter().product();
                let lowest = spec.range.map_or(f32::MIN, |[lowest, _]| lowest);
                (spec.name, spec.shape, values(place, count, lowest))
            })
            .collect();
    let views = tensors.iter().map(|(name, shape, bytes)| {
        (name, TensorView::new(Dtype::F32, shape.clone(), bytes).unwrap())
    });
    let entries = architecture_entries(architecture);
    let metadata = entries.into_iter().map(|(key, value)| (key.to_owned(), value)).collect();
    let vectors = (0..7 * architecture.width).map(|k| ((k * 37) % 101) as f32 / 50.0 - 1.0);
    (safetensors::serialize(views, Some(metadata)).unwrap(), vectors.collect())
}

fn architecture(
    method: ModelMethod,
    heads: usize,
    dimensions: usize,
    width: usize,
) -> Architecture {
    Architecture {
        method,
        heads,
        dimensions,
        width,
        feed_forward: 8,
        pooling: Pooling::Mean,
        structure: Structure::Single,
        classes: vec!["negative".to_owned(), "positive".to_owned()],
    }
}

/// The heads of this project's files are of any size: together they need not be as wide as a word.
#[test]
fn heads_of_any_size_run() {
    let method = nearfar::Method::DISTANCE_AWARE;
    for (heads, dimensions) in
        [(4, 8), (4, 16), (8, 4), (2, 16), (3, 16), (4, 12), (5, 20), (6, 25)]
    {
        let (file, vectors) = own_file(&architecture(method.into(), heads, dimensions, 100));
        let model = open_bytes(file.clone()).unwrap();
        let report = recognised(&model, None, &Assignment::default());
        assert_eq!(report.cannot_run(), None, "{heads} x {dimensions}");
        assert_eq!((report.heads.value, report.head_size), (heads, dimensions));
        let trained = Trained::read(&file).unwrap().model.words;
        let found =
            crate::forward::attention(&model, &report, |_| Input::Vectors(&vectors)).unwrap();
        let embeddings = Array2::from_shape_vec((7, 100), vectors.clone()).unwrap();
        let trace = Trace::new(
            &trained.projections,
            &trained.heads,
            method,
            Mask::default(),
            embeddings.view(),
        );
        let expected: Vec<f32> = trace.unwrap().weights().iter().copied().collect();
        assert!(apart(&found, &[expected]) < WITHIN, "{heads} x {dimensions}");
    }
}

/// Relative positions up to 2.
fn shaw_of_2() -> OwnMethod {
    OwnMethod::new(MethodKind::Shaw).unwrap().with_number(2)
}

/// This project's files of every method that trains: weights and states are the trained model's, and what a layer
/// hands out gives the same weights in a laboratory that knows none of the methods.
#[test]
fn files_of_every_method_run() {
    let methods = OwnMethod::all().filter(|method| !method.needs_syntax());
    let methods = methods.chain([shaw_of_2()]);
    let cases = methods.flat_map(|method| {
        let structures = [Structure::Single, Structure::Pair, Structure::Hierarchical];
        [32, 20]
            .into_iter()
            .flat_map(move |width| structures.map(|structure| (method, width, structure)))
    });
    let weights = |trace: &Trace<f32>| [trace.weights().iter().copied().collect::<Vec<_>>()];
    let mut others = 0;
    for (method, width, structure) in cases {
        let (file, vectors) =
            own_file(&Architecture { structure, ..architecture(method.into(), 4, 8, width) });
        let model = open_bytes(file.clone()).unwrap();
        let report = recognised(&model, None, &Assignment::default());
        if method.definition().is_encoder {
            assert_eq!(report.family, Family::Disan);
            assert!(report.cannot_run().unwrap().contains("weighs features and has no heads"));
            // Every number of it is known as its own.
            let is_known = |finding: &Finding| finding.status == Status::Recognised;
            assert!(!report.findings.is_empty() && report.findings.iter().all(is_known));
            // Its numbers: b of both gates feature by feature, the others by their size.
            let own = learned(&model, &report).unwrap().remove(0).own;
            assert_eq!(own.len(), method.own(Sizes { heads: 4, dimensions: 8, width }).len());
            let gates = own.iter().filter(|own| own.each == Each::Feature);
            let gates: Vec<_> = gates.map(|own| (&*own.name, own.learned[0].len())).collect();
            assert_eq!(gates, [("bw_b_f", width / 2), ("fw_b_f", width / 2)]);
            continue;
        }
        assert_eq!(report.cannot_run(), None, "{method:?} {width} {structure:?}");
        assert_eq!(report.method_beside(), Some(method));
        assert_eq!((report.heads.value, report.head_size), (4, 8), "{method:?} {width}");
        let trained = Trained::read(&file).unwrap();
        let words = &trained.model.words;
        let mut encoder = Encoder::load(&model, &report, u64::MAX).unwrap();
        encoder.attend_as(words);
        let go_on = &mut |_: usize, _: usize| ControlFlow::Continue(());
        let run = encoder.run(Input::Vectors(&vectors), u64::MAX, go_on).unwrap();
        let embeddings = Array2::from_shape_vec((7, width), vectors.clone()).unwrap();
        let own = words.own.as_ref().unwrap();
        let trace = words.own_method(own).unwrap().run(&Sentence::new(embeddings.view())).unwrap();
        let expected: Vec<f32> = trace.common().weights.iter().copied().collect();
        let found = &run.layers[0].weights;
        let expected = [expected];
        assert!(apart(std::slice::from_ref(found), &expected) < WITHIN, "{method:?} {width}");
        // Behind W_O, the norms and the feed-forward layer.
        let encoded = words.encode_own(own, embeddings.view(), &*trace).unwrap();
        let states = encoded.hidden;
        assert!(apart(&[run.last.to_vec()], &[states]) < WITHIN, "{method:?} {width}");
        let inputs = encoder.layer_inputs(&run, 0).unwrap();
        let plain = nearfar::Method::Vanilla { positions: false };
        let heads = [HeadParameters { w: 0.0, v: 0.0 }; 4];
        let shown = Trace::from_inputs(inputs, &heads, plain, Mask::default()).unwrap();
        // From there on the answer is the model's, with what the method adds to values.
        let answer = trained.model.classify_elsewhere(embeddings.view(), &shown);
        match structure {
            Structure::Single => {
                let whole = trained.model.classify(&[embeddings.view()]).unwrap();
                let (found, whole) = (answer.unwrap().logits, whole.logits);
                assert!(apart(&[found], &[whole]) < WITHIN, "{method:?} {width}");
            }
            Structure::Pair | Structure::Hierarchical | Structure::Tokens => {
                assert!(answer.is_err());
            }
        }
        assert!(apart(&weights(&shown), &expected) < WITHIN, "{method:?} {width}");
        // A shorter reach is that of a shorter table, another base that of another rotation, a bucket that moves that of
        // another table, u and v that are scaled those of a model with such u and v.
        let with = |changed: &dyn Fn(&str, &mut [f32])| {
            let values = own.values.iter().map(|(name, numbers)| {
                let mut numbers = numbers.clone();
                changed(name, &mut numbers);
                (*name, numbers)
            });
            let own = Own { values: values.collect(), ..own.clone() };
            words.own_method(&own).unwrap()
        };
        let trained = TermParameters::TRAINED;
        let (wanted, other) = match (method.kind(), method.number()) {
            (MethodKind::Shaw, Some((number, clip))) if clip == number.usual => {
                let values = own.values.iter().map(|(name, table)| {
                    let (row, first) = (table.len() / (2 * clip + 1), clip - 2);
                    (*name, table[first * row..(first + 5) * row].to_vec())
                });
                let values = values.collect();
                let own = Own { method: shaw_of_2(), values, ..own.clone() };
                let wanted = TermParameters { shape: 2.0, ..trained };
                (wanted, words.own_method(&own).unwrap())
            }
            (MethodKind::Rope, _) => {
                let rotation = Rotation { base: 100.0, ..Rotation::paper(8) };
                let rope = Rope { rotation, ..Rope::new(words.projections.clone()) };
                let wanted = TermParameters { shape: 2.0, ..trained };
                (wanted, Box::new(rope) as Box<dyn AttentionMethod<f32>>)
            }
            (MethodKind::T5, _) => {
                // Two places after: a bucket of its own, `[32, h]`.
                let row = Buckets::ENCODER.bucket(0, 2) * 4;
                let wanted = TermParameters { shift: 1.5, offset: 2, ..trained };
                (wanted, with(&|_, table| table[row..row + 4].iter_mut().for_each(|x| *x += 1.5)))
            }
            (MethodKind::TransformerXl | MethodKind::Adapted | MethodKind::AdaptedProgram, _) => {
                let wanted = TermParameters { shape: 2.5, shift: -0.75, ..trained };
                let scaled = with(&|name, numbers| {
                    let factor = match name {
                        "u" => 2.5,
                        "v" => 0.25,
                        _ => 1.0,
                    };
                    numbers.iter_mut().for_each(|x| *x *= factor);
                });
                (wanted, scaled)
            }
            _ => continue,
        };
        let trace = other.run(&Sentence::new(embeddings.view())).unwrap();
        let expected: Vec<f32> = trace.common().weights.iter().copied().collect();
        let mut moved = shown;
        for head in 0..4 {
            assert!(moved.postpone_term(head, wanted) && moved.catch_up(head));
        }
        let before = apart(&weights(&moved), std::slice::from_ref(found));
        let after = apart(&weights(&moved), &[expected]);
        assert!(after < WITHIN && before > 100.0 * WITHIN, "{method:?}: {before} {after}");
        others += 1;
    }
    // Six of them, at two widths, in three structures.
    assert_eq!(others, 36);
}

/// What gives every word a class is listed, and its own numbers are told, but it is not run: of a tree nothing is
/// guessed.
#[test]
fn what_gives_every_word_a_class_is_refused() {
    let structure = Structure::Tokens;
    let trees = OwnMethod::all().filter(|method| method.needs_syntax()).map(ModelMethod::from);
    for method in trees.chain([nearfar::Method::DISTANCE_AWARE.into()]) {
        let (file, _) = own_file(&Architecture { structure, ..architecture(method, 4, 8, 32) });
        let model = open_bytes(file.clone()).unwrap();
        let report = recognised(&model, None, &Assignment::default());
        let why = report.cannot_run().unwrap();
        assert!(why.contains("every word a class"), "{why}");
        assert_eq!((report.heads.value, report.head_size), (4, 8));
        let own = learned(&model, &report).unwrap();
        let sizes = Sizes { heads: 4, dimensions: 8, width: 32 };
        let expected = match method {
            ModelMethod::Own(own) => own.own(sizes).len(),
            _ => 0,
        };
        assert_eq!(own[0].own.len(), expected);
        let refused = Trained::read(&file).unwrap_err().to_string();
        assert!(refused.contains("every word a class"), "{refused}");
        assert_eq!(Trained::read_any(&file).unwrap().model.architecture.method, method);
    }
}

/// Numbers of a method's own are told as the file has them; what states no shape of theirs is passed over, whatever
/// memory it asks for.
#[test]
fn own_numbers_are_those_of_the_file_and_odd_shapes_are_passed_over() {
    let t5 = OwnMethod::new(MethodKind::T5).unwrap();
    for (method, name, rows) in [(t5, "bias_table", 32), (shaw_of_2(), "tab_K", 5)] {
        let (file, _) = own_file(&architecture(method.into(), 4, 8, 32));
        let mut model = open_bytes(file.clone()).unwrap();
        let report = recognised(&model, None, &Assignment::default());
        let found = learned(&model, &report).unwrap();
        let own = found[0].own.iter().find(|own| own.name == name).unwrap();
        let tensor = format!("words.attention.position.{name}");
        let safe = safetensors::SafeTensors::deserialize(&file).unwrap();
        let bytes = safe.tensor(&tensor).unwrap().data().to_vec();
        let stored: Vec<f32> =
            bytes.chunks_exact(4).map(|b| f32::from_le_bytes([b[0], b[1], b[2], b[3]])).collect();
        let columns = stored.len() / rows;
        match method.kind() {
            // Each head's own column.
            MethodKind::T5 => {
                assert_eq!((own.learned.len(), own.together, columns), (4, 1, 4));
                for (head, learned) in own.learned.iter().enumerate() {
                    let column: Vec<f32> =
                        stored.iter().skip(head).step_by(columns).copied().collect();
                    assert_eq!(*learned, column);
                }
            }
            _ => {
                let size = |row: &[f32]| {
                    let squares: f64 = row.iter().map(|&x| f64::from(x) * f64::from(x)).sum();
                    (squares / row.len() as f64).sqrt()
                };
                let expected = stored.chunks_exact(columns).map(size);
                assert_eq!((own.learned.len(), own.learned[0].len()), (1, rows));
                for (&found, expected) in own.learned[0].iter().zip(expected) {
                    assert!((f64::from(found) - expected).abs() < 1e-6 * expected.max(1e-3));
                }
            }
        }
        for shape in [vec![1 << 31, 0], vec![1 << 20, 1 << 20], vec![1, 1, 1, 1], vec![0]] {
            let placed = model.tensors.iter_mut().find(|placed| placed.name == tensor).unwrap();
            placed.shape = shape.clone();
            let found = learned(&model, &report).unwrap();
            assert!(found[0].own.iter().all(|own| own.name != name), "{shape:?}");
        }
    }
}
