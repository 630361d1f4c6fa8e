//! Attention weights from elsewhere: every form in which they are saved, what they become, and what is refused.

use std::io::{Cursor, Write};

use nearfar::Method;
use nearfar::opened::Wanted;
use nearfar::opened::lend::{LendAnswer, LendAsk, Reads};
use nearfar::settings::ModelChoice;
use nearfar_inspect::checkpoint::Named;
use nearfar_inspect::maps::Maps;
use nearfar_inspect::session::Session;
use std::sync::Arc;

const LAYERS: usize = 2;
const HEADS: usize = 3;
const TOKENS: usize = 4;

/// A of a cell: rows of 1 to N, turned by layer and head, in tenths; a row adds up to 1.
fn weight(layer: usize, head: usize, i: usize, j: usize) -> f64 {
    [0.1, 0.2, 0.3, 0.4][(layer + 2 * head + i + 3 * j) % TOKENS]
}

fn all(layers: std::ops::Range<usize>) -> Vec<f32> {
    let mut all = Vec::new();
    for layer in layers {
        for head in 0..HEADS {
            for i in 0..TOKENS {
                all.extend((0..TOKENS).map(|j| weight(layer, head, i, j) as f32));
            }
        }
    }
    all
}

fn npy(descr: &str, shape: &str, data: &[u8]) -> Vec<u8> {
    let header = format!("{{'descr': '{descr}', 'fortran_order': False, 'shape': {shape}, }}\n");
    let mut bytes = b"\x93NUMPY\x01\x00".to_vec();
    bytes.extend((header.len() as u16).to_le_bytes());
    bytes.extend(header.as_bytes());
    bytes.extend(data);
    bytes
}

fn floats(shape: &str, numbers: &[f32]) -> Vec<u8> {
    let data: Vec<u8> = numbers.iter().flat_map(|x| x.to_le_bytes()).collect();
    npy("<f4", shape, &data)
}

fn words(texts: &[&str]) -> Vec<u8> {
    let width = texts.iter().map(|text| text.chars().count()).max().unwrap();
    let mut data = Vec::new();
    for text in texts {
        let points = text.chars().map(u32::from).chain(std::iter::repeat(0)).take(width);
        data.extend(points.flat_map(u32::to_le_bytes));
    }
    npy(&format!("<U{width}"), &format!("({},)", texts.len()), &data)
}

fn npz(entries: &[(&str, Vec<u8>)]) -> Vec<u8> {
    let mut archive = zip::ZipWriter::new(Cursor::new(Vec::new()));
    let options = zip::write::SimpleFileOptions::default()
        .compression_method(zip::CompressionMethod::Deflated);
    for (name, bytes) in entries {
        archive.start_file(format!("{name}.npy"), options).unwrap();
        archive.write_all(bytes).unwrap();
    }
    archive.finish().unwrap().into_inner()
}

fn found(bytes: Vec<u8>) -> Option<Result<Maps, String>> {
    let checkpoint = nearfar_inspect::open(Arc::new(bytes), &[]).unwrap();
    Maps::find(&checkpoint).map(|maps| maps.map_err(|error| error.to_string()))
}

fn maps(bytes: Vec<u8>) -> Maps {
    found(bytes).unwrap().unwrap()
}

fn refusal(bytes: Vec<u8>) -> String {
    found(bytes).unwrap().unwrap_err()
}

const WORDS: [&str; TOKENS] = ["[CLS]", "naïve", "🙂", "[SEP]"];

/// That a trace of the layers has the weights again.
fn assert_all(maps: &Maps, labels: &[&str]) {
    assert_eq!(maps.labels, labels);
    assert_eq!(maps.heads(), [HEADS; LAYERS]);
    assert!(!maps.causal);
    for layer in 0..LAYERS {
        let inputs = maps.inputs(layer).unwrap();
        inputs.check().unwrap();
        let flat = [nearfar::attention::HeadParameters { w: 0.0, v: 1.0 }; HEADS];
        let vanilla = nearfar::Method::Vanilla { positions: false };
        let mask = nearfar::attention::Mask::none();
        let trace = nearfar::attention::Trace::from_inputs(inputs, &flat, vanilla, mask).unwrap();
        for ((head, i, j), &a) in trace.weights().indexed_iter() {
            let expected = weight(layer, head, i, j);
            assert!((f64::from(a) - expected).abs() < 1e-6, "{layer} {head} {i} {j}: {a}");
        }
    }
    assert!(maps.inputs(LAYERS).is_none());
}

#[test]
fn every_form_is_the_same() {
    let whole = all(0..LAYERS);
    let by_layer = |shape: &str, name: &str| {
        let of = |layer: usize| floats(shape, &all(layer..layer + 1));
        let entries: Vec<(String, Vec<u8>)> =
            (0..LAYERS).map(|layer| (format!("{name}{layer}"), of(layer))).collect();
        let entries: Vec<(&str, Vec<u8>)> =
            entries.iter().map(|(name, bytes)| (name.as_str(), bytes.clone())).collect();
        npz(&entries)
    };
    let numbers = ["1", "2", "3", "4"];
    let tokens = || ("tokens", words(&WORDS));
    assert_all(&maps(npz(&[("attentions", floats("(2, 3, 4, 4)", &whole)), tokens()])), &WORDS);
    assert_all(&maps(npz(&[("attentions", floats("(2, 1, 3, 4, 4)", &whole)), tokens()])), &WORDS);
    let ids: Vec<u8> = [101_i64, 7, 8, 102].iter().flat_map(|id| id.to_le_bytes()).collect();
    let ids = ("ids", npy("<i8", "(4,)", &ids));
    let own = npz(&[ids, ("attentions", floats("(2, 3, 4, 4)", &whole))]);
    assert_all(&maps(own), &["#101", "#7", "#8", "#102"]);
    assert_all(&maps(by_layer("(1, 3, 4, 4)", "arr_")), &numbers);
    assert_all(&maps(by_layer("(3, 4, 4)", "attentions.")), &numbers);
    assert_all(&maps(floats("(2, 3, 4, 4)", &whole)), &numbers);
    assert_all(&maps(floats("(2, 1, 3, 4, 4)", &whole)), &numbers);

    let json = |batch: bool| {
        let rows = |layer: usize, head: usize| {
            let row = |i: usize| (0..TOKENS).map(|j| weight(layer, head, i, j)).collect::<Vec<_>>();
            (0..TOKENS).map(row).collect::<Vec<_>>()
        };
        let heads = |layer| (0..HEADS).map(|head| rows(layer, head)).collect::<Vec<_>>();
        let layers: Vec<serde_json::Value> = (0..LAYERS)
            .map(|layer| match batch {
                true => serde_json::json!([heads(layer)]),
                false => serde_json::json!(heads(layer)),
            })
            .collect();
        serde_json::Value::from(layers)
    };
    for batch in [false, true] {
        let object =
            serde_json::json!({ "tokens": WORDS, "model": "x", "attentions": json(batch) });
        assert_all(&maps(object.to_string().into_bytes()), &WORDS);
        let text = format!("\u{feff} {}", json(batch));
        assert_all(&maps(text.into_bytes()), &numbers);
    }
}

#[test]
fn masks_of_the_past_are_known() {
    let causal = [1.0, 0.0, 0.5, 0.5];
    let maps = maps(npz(&[("attentions", floats("(1, 1, 2, 2)", &causal))]));
    assert!(maps.causal);
    let inputs = maps.inputs(0).unwrap();
    assert!(inputs.causal);
    // A weight of 0 has a logarithm that is a number.
    inputs.check().unwrap();
}

#[test]
fn what_cannot_be_shown_is_refused_in_words() {
    let of = |shape: &str, numbers: &[f32]| npz(&[("attentions", floats(shape, numbers))]);
    let refused = |bytes: Vec<u8>, words: &[&str]| {
        let why = refusal(bytes);
        assert!(words.iter().all(|word| why.contains(word)), "{why}");
    };
    refused(
        of("(1, 1, 2, 3)", &[0.5; 6]),
        &["`attentions`", "[1, 1, 2, 3]", "[layers, heads, N, N]"],
    );
    refused(of("(4,)", &[0.5; 4]), &["[4]"]);
    refused(
        of("(1, 1, 2, 2)", &[1.0, 0.0, 0.5, 2.5]),
        &["layer 1, head 1, row 2", "a weight is 2.5"],
    );
    refused(of("(1, 1, 2, 2)", &[1.0, 0.0, 0.5, 0.2]), &["row 2", "add up to 0.700"]);
    refused(of("(1, 1, 2, 2)", &[f32::NAN, 0.0, 0.5, 0.5]), &["row 1", "NaN"]);
    refused(of("(1, 2, 2, 2)", &[1.0, 0.0, 0.5, 0.5, -0.5, 1.5, 0.0, 0.0]), &["head 2", "-0.5"]);
    refused(of("(0, 2, 2, 2)", &[]), &["[0, 2, 2, 2]"]);
    let many = vec![1.0 / 129.0; 129 * 129];
    refused(of("(1, 1, 129, 129)", &many), &["129 tokens", "128"]);
    let tokens = ("tokens", words(&["one"]));
    let half = floats("(1, 1, 2, 2)", &[0.5; 4]);
    refused(npz(&[("attentions", half.clone()), tokens]), &["1 tokens", "those of 2"]);
    let other = floats("(1, 3, 3)", &[1.0 / 3.0; 9]);
    refused(npz(&[("attentions_0", half), ("attentions_1", other)]), &["2", "3"]);
}

#[test]
fn other_files_are_no_weights() {
    // A matrix of weights of a model.
    assert_eq!(found(floats("(2, 2)", &[0.5; 4])), None);
    assert_eq!(found(floats("(1, 2, 2)", &[0.5, 0.7, 0.5, 0.5])), None);
    assert_eq!(found(npz(&[("weight", floats("(1, 1, 2, 2)", &[0.5; 4]))])), None);
    // JSON of other kinds is none of the formats, as it was.
    let cases = [
        r#"{"model_type": "bert", "hidden_size": 4}"#,
        r#"{"tokens": ["a"]}"#,
        r#"["a", "b"]"#,
        "[]",
        "{}",
        "{",
        "[[[",
        "[{\"attentions\": [1]}]",
    ];
    for text in cases {
        let outcome = nearfar_inspect::open(Arc::new(text.as_bytes().to_vec()), &[]);
        let why = outcome.err().unwrap().to_string();
        assert!(why.contains("none of the formats"), "{text}: {why}");
    }
}

#[test]
fn lists_that_are_no_grid_are_refused() {
    let cases = [
        (r#"{"attentions": [[[[0.5, 0.5], [1]]]]}"#, "a list of 1 stands beside lists of 2"),
        (r#"{"attentions": [[[[0.5, 0.5], 1]]]}"#, "a number stands where"),
        (r#"{"attentions": [[[[0.5, [0.5]], [1, 0]]]]}"#, "a list stands where"),
        (r#"{"attentions": [[[[[[0.5]]]]]]}"#, "a list stands where"),
        (r#"{"attentions": 3}"#, "a number stands where"),
        (r#"{"attentions": {"a": 1}}"#, "at most 5 lists deep"),
        (r#"{"attentions": [[[[0.5, 0.5]"#, "line 1"),
        (r#"{"attentions": [[[["x"]]]]}"#, "a number, or a list of them"),
    ];
    for (text, expected) in cases {
        let outcome = nearfar_inspect::open(Arc::new(text.as_bytes().to_vec()), &[]);
        let why = outcome.err().unwrap().to_string();
        assert!(why.contains(expected), "{text}: {why}");
    }
    // Far too deep, and cut off anywhere.
    let deep = format!("{{\"attentions\": {}", "[".repeat(100_000));
    assert!(nearfar_inspect::open(Arc::new(deep.into_bytes()), &[]).is_err());
    let whole = r#"{"attentions": [[[[0.5, 0.5], [0.25, 0.75]]]], "tokens": ["a", "b"]}"#;
    for end in 0..whole.len() {
        let cut = whole.as_bytes()[..end].to_vec();
        assert!(nearfar_inspect::open(Arc::new(cut), &[]).is_err(), "{end}");
    }
    assert_eq!(maps(whole.as_bytes().to_vec()).labels, ["a", "b"]);
}

#[test]
fn attention_weights_are_lent_layer_by_layer() {
    let mut session = Session::new();
    let bytes = npz(&[("attentions", floats("(2, 3, 4, 4)", &all(0..LAYERS)))]);
    let files = vec![Named { name: "maps.npz".to_owned(), source: Arc::new(bytes) }];
    let open = LendAsk::Open { assignments: String::new() };
    let answer = session.lend(open, files, &mut || {});
    let LendAnswer::Lent(lent) = answer else { panic!("{answer:?}") };
    let Reads::Nothing { labels } = lent.reads else { panic!("{:?}", lent.reads) };
    assert_eq!((lent.model.heads, labels.len(), lent.model.causal), (vec![3, 3], 4, false));
    assert!(lent.model.weights_only);
    for (layer, expected) in [(1, true), (2, false)] {
        let wanted = Wanted {
            model: ModelChoice::File1,
            layer,
            sentence: "what is typed changes nothing".to_owned(),
            method: Method::Vanilla { positions: false },
            moved: Vec::new(),
        };
        let ask = LendAsk::Layer { wanted, ids: Vec::new(), most: lent.most };
        match (session.lend(ask, Vec::new(), &mut || {}), expected) {
            (LendAnswer::Layer { answer, .. }, true) => {
                assert_eq!((answer.inputs.query.dim(), &answer.labels), ((3, 4, 1), &labels));
                let bias = answer.inputs.bias.unwrap()[[0, 1, 1]];
                assert!((f64::from(bias) - weight(1, 0, 1, 1).ln()).abs() < 1e-6);
            }
            (LendAnswer::Failed(why), false) => assert!(why.contains("no layer 3")),
            (answer, _) => panic!("{answer:?}"),
        }
    }
}

#[test]
fn weights_are_told_from_a_vocabulary_that_has_the_word() {
    for text in ["[[[[1]]]]", " { \"attentions\" : [[", "{\"tokens\": [], \"attention\":{"] {
        assert!(nearfar_inspect::maps::begins_as_weights(text.as_bytes()), "{text}");
    }
    for text in [
        "",
        "[PAD]\nattention\n",
        "{\"vocab\": {\"attention\": 3086",
        "{\"attentions\"",
        "\"attention\": ",
    ] {
        assert!(!nearfar_inspect::maps::begins_as_weights(text.as_bytes()), "{text}");
    }
}
