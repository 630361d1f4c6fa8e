//! The reader of ONNX against samples of the `onnx` package and messages written by hand.
//! `parts.onnx` has every place in which the format keeps numbers.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::mutants::{
    Sparse, assert_da_tiny, names, numbers, numbers_of, open_bytes, open_sample, refusal,
    refusal_of, sample, try_mutants,
};
use nearfar_inspect::checkpoint::Named;
use nearfar_inspect::{Checkpoint, Dtype, Format, InspectError, open};

/// A number of variable length.
fn varint(mut value: u64) -> Vec<u8> {
    let mut bytes = Vec::new();
    while value >= 128 {
        bytes.push(value as u8 | 128);
        value >>= 7;
    }
    bytes.push(value as u8);
    bytes
}

/// A field of bytes.
fn field(number: u64, content: &[u8]) -> Vec<u8> {
    let mut bytes = varint(number << 3 | 2);
    bytes.extend(varint(content.len() as u64));
    bytes.extend(content);
    bytes
}

/// A field of a number.
fn number(field: u64, value: u64) -> Vec<u8> {
    [varint(field << 3), varint(value)].concat()
}

/// A model of one graph.
fn model(graph: &[u8]) -> Vec<u8> {
    [number(1, 8), field(7, graph)].concat()
}

/// A tensor: f32, one axis of `size`, named `t`, and further fields.
fn tensor(size: u64, more: &[u8]) -> Vec<u8> {
    [number(1, size), number(2, 1), field(8, b"t"), more.to_vec()].concat()
}

fn value<'a>(checkpoint: &'a Checkpoint, key: &str) -> &'a str {
    let found = checkpoint.metadata.iter().find(|(name, _)| name == key);
    &found.unwrap_or_else(|| panic!("{key} is missing: {:?}", checkpoint.metadata)).1
}

fn error_of(checkpoint: &Checkpoint, name: &str) -> InspectError {
    checkpoint.find(name).unwrap().read(0, &mut [0.0]).unwrap_err()
}

#[test]
fn the_tiny_state_dict_has_its_values() {
    let checkpoint = open_sample("da_tiny.onnx", &[]).unwrap();
    assert_eq!(checkpoint.format, Format::Onnx);
    assert_eq!(checkpoint.tensors.len(), 27);
    assert_da_tiny(&checkpoint, true);
    assert_eq!(numbers_of(&checkpoint, "typed_floats"), [0.5, 1.5, 2.5, 3.5]);
    let f16 = checkpoint.find("f16").unwrap();
    assert_eq!((f16.dtype, numbers(f16)), (Dtype::F16, vec![1.5, -2.0]));
    assert_eq!(value(&checkpoint, "ir_version"), "14");
    assert_eq!(value(&checkpoint, "nodes"), "MatMul 1");
    assert_eq!(value(&checkpoint, "graph"), "da_tiny");
}

#[test]
fn numbers_in_a_file_beside_are_read_from_it() {
    let checkpoint = open_sample("da_tiny_ext.onnx", &["da_tiny_ext.onnx.data"]).unwrap();
    assert_da_tiny(&checkpoint, true);
    assert!(checkpoint.wanted.is_empty());
}

#[test]
fn a_file_that_is_not_beside_is_asked_for_by_its_name() {
    let checkpoint = open_sample("da_tiny_ext.onnx", &[]).unwrap();
    assert_eq!(checkpoint.wanted, ["da_tiny_ext.onnx.data"]);
    let embedding = checkpoint.find("embedding.weight").unwrap();
    assert_eq!(embedding.shape, [32, 16]);
    assert_eq!(
        embedding.read(0, &mut [0.0]).unwrap_err(),
        InspectError::Beside {
            name: "embedding.weight".to_owned(),
            file: "da_tiny_ext.onnx.data".to_owned()
        }
    );
}

#[test]
fn a_file_beside_that_is_too_short_is_named() {
    let mut data = sample("da_tiny_ext.onnx.data");
    data.truncate(2_047);
    let beside = [Named { name: "da_tiny_ext.onnx.data".to_owned(), source: Arc::new(data) }];
    let checkpoint = open(Arc::new(sample("da_tiny_ext.onnx")), &beside).unwrap();
    let last = checkpoint.tensors.last().unwrap().read(0, &mut [0.0]).unwrap_err().to_string();
    assert!(
        last.contains("of `da_tiny_ext.onnx.data` are announced, but that ends at 2047"),
        "{last}"
    );
}

#[test]
fn every_place_of_numbers_is_read() {
    let checkpoint = open_sample("parts.onnx", &["parts.bin"]).unwrap();
    for (name, dtype, expected) in [
        ("floats", Dtype::F32, vec![0.5, 1.5, 2.5, 3.5]),
        ("doubles", Dtype::F64, vec![0.1, -0.2]),
        ("int32s", Dtype::I32, vec![1.0, -2.0, 300.0]),
        ("int8s", Dtype::I8, vec![-128.0, 127.0]),
        ("uint8s", Dtype::U8, vec![0.0, 255.0]),
        ("bools", Dtype::Bool, vec![1.0, 0.0, 1.0]),
        ("halves", Dtype::F16, vec![1.5, -2.0]),
        ("brains", Dtype::Bf16, vec![1.5]),
        ("int64s", Dtype::I64, vec![-5.0, (1_u64 << 40) as f64]),
        ("uint32s", Dtype::U32, vec![4_000_000_000.0]),
        ("scalar", Dtype::F32, vec![2.5]),
        ("elsewhere", Dtype::F32, vec![1.25, -3.5]),
        ("sparse", Dtype::F32, vec![1.5, 2.5]),
        ("sparse.indices", Dtype::I64, vec![2.0, 7.0]),
        ("c1", Dtype::F32, vec![1.0, 2.0]),
        ("c2", Dtype::F32, vec![0.25]),
        ("c3", Dtype::I64, vec![1.0, -2.0, 3.0]),
        ("c4", Dtype::F32, vec![0.5, 1.5]),
        ("if_out/then_branch/w", Dtype::F32, vec![3.0]),
        ("if_out/then_branch/inner_if/then_branch/deep", Dtype::I64, vec![9.0]),
        ("if_out/then_branch/inner_if/else_branch/deep", Dtype::I64, vec![9.0]),
        ("if_out/else_branch/e", Dtype::I64, vec![4.0]),
        ("Half/half", Dtype::F32, vec![0.5]),
    ] {
        let tensor =
            checkpoint.find(name).unwrap_or_else(|| panic!("{name}: {:?}", names(&checkpoint)));
        assert_eq!((tensor.dtype, numbers(tensor)), (dtype, expected), "{name}");
    }
    assert_eq!(checkpoint.find("floats").unwrap().shape, [2, 2]);
    assert!(checkpoint.find("scalar").unwrap().shape.is_empty());
    assert!(checkpoint.find("c2").unwrap().shape.is_empty());
}

#[test]
fn what_cannot_be_read_is_listed_with_the_reason() {
    let checkpoint = open_sample("parts.onnx", &[]).unwrap();
    for (name, expected) in [
        ("words", "numbers of type string are not read"),
        ("fp8", "numbers of type float8e4m3fn are not read"),
        ("few", "its shape has 3 numbers, but 1 stand in it"),
        ("none", "the file holds no numbers for it"),
        ("short", "takes 8 bytes, but 7 are given"),
        ("elsewhere", "open that file together with this one"),
    ] {
        let error = error_of(&checkpoint, name).to_string();
        assert!(error.contains(name) && error.contains(expected), "{error}");
    }
    assert_eq!(checkpoint.wanted, ["parts.bin"]);
    let folder = "numbers are in `../sub/parts.bin`: folders are not followed";
    assert!(checkpoint.notes.iter().any(|note| note.starts_with(folder)), "{:?}", checkpoint.notes);
    assert!(checkpoint.notes.iter().any(|note| note.contains("`sparse` is sparse")));
}

#[test]
fn the_model_says_what_it_is() {
    let checkpoint = open_sample("parts.onnx", &[]).unwrap();
    for (key, expected) in [
        ("ir_version", "8"),
        ("producer_name", "by hand"),
        ("producer_version", "1"),
        ("opset", "17, own 1"),
        ("author", "nobody"),
        ("graph", "parts"),
        ("inputs", "x: float32[batch, 8, 16]; cond: bool[]"),
        ("outputs", "if_out: int64[1]"),
        ("nodes", "Constant 8, If 2, Mul 1"),
    ] {
        assert_eq!(value(&checkpoint, key), expected, "{key}");
    }
}

#[test]
fn a_length_beyond_the_file_is_refused() {
    let error = refusal("hostile_negative_skip.onnx").to_string();
    let expected = "byte 2: the field 7 has 20310 bytes, but only 24 are left where it stands";
    assert!(error.contains(expected), "{error}");
}

#[test]
fn a_negative_length_is_refused() {
    // The length of a node's input: -1 in ten bytes, within a graph whose own length is right.
    let input = [&[0x0a][..], &varint(u64::MAX), b"r.layers.0."].concat();
    let bytes = model(&field(1, &input));
    let error = refusal_of(bytes, "a negative length").to_string();
    assert!(error.contains("the field 1 has a negative length, -1"), "{error}");
}

#[test]
fn every_rule_of_a_message_has_its_error() {
    let long = [&[0x08][..], &[0xff; 11]].concat();
    let name = vec![b'n'; 70_000];
    for (bytes, expected) in [
        (model(&field(5, &long)), "a number of more than ten bytes"),
        (model(&field(5, &[0x08, 0x80])), "a number is cut off"),
        (model(&field(5, &[0x0d, 0, 0])), "the field 1 has 4 bytes, but only 2 are left"),
        (model(&field(5, &[0x0b])), "the field 1 is of the kind 3"),
        (model(&field(5, &tensor(u64::MAX, &[]))), "an axis of a tensor has the size -1"),
        (
            model(&field(5, &tensor(1 << 40, &number(1, 1 << 40)))),
            "the tensor `t`: the shape [1099511627776, 1099511627776]",
        ),
        (model(&field(5, &field(1, &[1; 33]))), "axes of a tensor: 33, but at most 32"),
        (model(&field(5, &field(8, &name))), "bytes of a name: 70000"),
    ] {
        let error = refusal_of(bytes, expected).to_string();
        assert!(error.contains(expected), "{error}, but expected: {expected}");
    }
}

#[test]
fn graphs_that_lie_too_deep_are_refused() {
    let mut graph = field(5, &tensor(1, &field(9, &[0, 0, 128, 63])));
    for _ in 0..3 {
        let attribute = [field(1, b"body"), field(6, &graph)].concat();
        graph = field(1, &[field(3, b"n"), field(5, &attribute)].concat());
    }
    let shallow = open_bytes(model(&graph)).unwrap();
    assert_eq!(numbers_of(&shallow, "n/body/n/body/n/body/t"), [1.0]);
    for _ in 0..10_000 {
        let attribute = [field(1, b"body"), field(6, &graph)].concat();
        graph = field(1, &field(5, &attribute));
    }
    let error = refusal_of(model(&graph), "deep graphs").to_string();
    assert!(error.contains("graphs within graphs: 65, but at most 64"), "{error}");
}

#[test]
fn offsets_that_are_no_numbers_are_refused() {
    for (offset, expected) in [
        ("-4", "its offset in another file is `-4`"),
        ("18446744073709551615", "are announced, but that ends at 16"),
        ("12", "8 bytes from byte 12 of `parts.bin`"),
    ] {
        let pair = |key: &str, text: &str| {
            field(13, &[field(1, key.as_bytes()), field(2, text.as_bytes())].concat())
        };
        let more = [number(14, 1), pair("location", "parts.bin"), pair("offset", offset)].concat();
        let beside =
            [Named { name: "parts.bin".to_owned(), source: Arc::new(sample("parts.bin")) }];
        let checkpoint = open(Arc::new(model(&field(5, &tensor(2, &more)))), &beside).unwrap();
        let error = error_of(&checkpoint, "t").to_string();
        assert!(error.contains(expected), "{error}");
    }
}

#[test]
fn numbers_of_four_gigabytes_are_passed_over() {
    let length = 4_u64 << 30;
    let head = [number(1, length / 4), number(2, 1), field(8, b"t"), vec![0x4a], varint(length)];
    let head = head.concat();
    let graph_head = [vec![0x2a], varint(head.len() as u64 + length), head].concat();
    let graph = graph_head.len() as u64 + length;
    let begins = [number(1, 8), vec![0x3a], varint(graph), graph_head].concat();
    let length = begins.len() as u64 + length;
    let source = Arc::new(Sparse { begins, length, read: AtomicU64::new(0) });
    let checkpoint = open(source.clone(), &[]).unwrap();
    assert_eq!(checkpoint.tensors[0].shape, [1 << 30]);
    assert!(source.read.load(Ordering::Relaxed) < 200_000);
    let mut last = [1.0];
    checkpoint.tensors[0].read((1 << 30) - 1, &mut last).unwrap();
    assert_eq!(last, [0.0]);
}

#[test]
fn mutants_neither_panic_nor_hang() {
    let read = try_mutants("da_tiny.onnx", 400, 2_000)
        + try_mutants("parts.onnx", 1_300, 3_000)
        + try_mutants("da_tiny_ext.onnx", 2_900, 1_000);
    assert!((300..5_900).contains(&read), "{read} of 6,000 were read");
}
