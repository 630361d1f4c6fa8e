//! The reader of GGUF against samples of gguf-py, hostile files, and headers written by hand.
//! `blocks.gguf` has blocks of random bytes and, as `.f32` beside each, what gguf-py 0.19 makes of them.

use crate::mutants::{
    assert_da_tiny, numbers, numbers_of, open_bytes, open_sample, refusal, refusal_of, try_mutants,
};
use nearfar_inspect::{Dtype, Format, InspectError, limits};

/// A file by hand, version 3 and little-endian.
struct Writer(Vec<u8>);

impl Writer {
    fn new(tensors: u64, pairs: u64) -> Writer {
        let mut bytes = b"GGUF".to_vec();
        bytes.extend(3_u32.to_le_bytes());
        bytes.extend(tensors.to_le_bytes());
        bytes.extend(pairs.to_le_bytes());
        Writer(bytes)
    }

    fn u32(mut self, value: u32) -> Writer {
        self.0.extend(value.to_le_bytes());
        self
    }

    fn u64(mut self, value: u64) -> Writer {
        self.0.extend(value.to_le_bytes());
        self
    }

    fn text(self, text: &str) -> Writer {
        let mut writer = self.u64(text.len() as u64);
        writer.0.extend(text.as_bytes());
        writer
    }

    fn tensor(self, name: &str, dims: &[u64], kind: u32, offset: u64) -> Writer {
        let mut writer = self.text(name).u32(dims.len() as u32);
        for &size in dims {
            writer = writer.u64(size);
        }
        writer.u32(kind).u64(offset)
    }

    /// Fills up to the boundary of numbers, and adds some.
    fn data(mut self, bytes: usize) -> Vec<u8> {
        let begins = self.0.len().next_multiple_of(32);
        self.0.resize(begins + bytes, 0);
        self.0
    }
}

fn value<'a>(checkpoint: &'a nearfar_inspect::Checkpoint, key: &str) -> &'a str {
    let found = checkpoint.metadata.iter().find(|(name, _)| name == key);
    &found.unwrap_or_else(|| panic!("{key} is missing")).1
}

#[test]
fn the_tiny_state_dict_has_its_values() {
    let checkpoint = open_sample("da_tiny.gguf", &[]).unwrap();
    assert_eq!(checkpoint.format, Format::Gguf);
    assert_eq!(checkpoint.tensors.len(), 28);
    assert_da_tiny(&checkpoint, true);
    assert_eq!(value(&checkpoint, "general.architecture"), "datransformer");
    assert_eq!(value(&checkpoint, "datransformer.head_count"), "2");
    assert_eq!(value(&checkpoint, "tokenizer.ggml.tokens"), "[a, b, ç]");
    let f16 = checkpoint.find("f16").unwrap();
    assert_eq!((f16.dtype, f16.shape.as_slice()), (Dtype::F16, [1, 2].as_slice()));
    assert_eq!(numbers(f16), [1.5, -2.0]);
}

#[test]
fn blocks_of_8_and_4_bits_are_near_the_line_that_they_were_made_of() {
    let checkpoint = open_sample("da_tiny.gguf", &[]).unwrap();
    for (name, type_name, bytes, step) in
        [("q8_0", "Q8_0", 68, 1.0 / 127.0), ("q4_0", "Q4_0", 36, 1.0 / 8.0)]
    {
        let tensor = checkpoint.find(name).unwrap();
        assert_eq!((tensor.dtype, tensor.type_name.as_str()), (Dtype::Quantised, type_name));
        assert_eq!((tensor.shape.as_slice(), tensor.bytes), ([2, 32].as_slice(), bytes));
        assert_eq!(numbers(tensor).iter().sum::<f64>(), 0.0, "{name}");
        for (k, found) in numbers(tensor).into_iter().enumerate() {
            let line = -1.0 + 2.0 * k as f64 / 63.0;
            assert!((found - line).abs() <= step, "{name} {k}: {found}, {line}");
        }
    }
}

#[test]
fn blocks_of_every_type_are_to_the_bit_what_gguf_py_makes_of_them() {
    let checkpoint = open_sample("blocks.gguf", &[]).unwrap();
    let kinds = ["Q4_0", "Q4_1", "Q5_0", "Q5_1", "Q8_0", "Q2_K", "Q3_K", "Q4_K", "Q5_K", "Q6_K"];
    for kind in kinds {
        let tensor = checkpoint.find(kind).unwrap();
        assert_eq!(tensor.type_name, kind);
        let expected = numbers_of(&checkpoint, &format!("{kind}.f32"));
        assert_eq!(numbers(tensor), expected, "{kind}");
        // A part that begins and ends within blocks.
        let (start, end) = (expected.len() / 5 + 1, expected.len() - 7);
        let mut part = vec![f64::NAN; end - start];
        tensor.read(start as u64, &mut part).unwrap();
        assert_eq!(part, expected[start..end], "{kind}");
        assert!(tensor.read(expected.len() as u64 - 1, &mut [0.0; 2]).is_err());
    }
}

#[test]
fn a_block_by_hand() {
    // Q8_0: d = 0.5, then 32 signed bytes.
    let mut bytes = Writer::new(1, 0).tensor("q", &[32], 8, 0).data(34);
    let at = bytes.len() - 34;
    bytes[at..at + 2].copy_from_slice(&[0x00, 0x38]);
    bytes[at + 2] = 3;
    bytes[at + 33] = 0x80;
    let found = numbers(&open_bytes(bytes).unwrap().tensors[0]);
    assert_eq!((found[0], found[1], found[31]), (1.5, 0.0, -64.0));
}

#[test]
fn a_big_endian_file_has_its_values() {
    let checkpoint = open_sample("big_endian.gguf", &[]).unwrap();
    assert_eq!(checkpoint.notes, ["the file is big-endian"]);
    assert_eq!(numbers_of(&checkpoint, "f32"), [1.0, 2.0, 3.0, 4.0, 5.0, -6.5]);
    assert_eq!(checkpoint.find("f32").unwrap().shape, [2, 3]);
    assert_eq!(numbers_of(&checkpoint, "f16"), [0.5, -2.0]);
    assert_eq!(numbers_of(&checkpoint, "i32"), [7.0, -8.0]);
    assert_eq!(numbers_of(&checkpoint, "i8"), [7.0, -8.0]);
    assert_eq!(numbers_of(&checkpoint, "f64"), [0.1]);
    for (key, expected) in [
        ("big.heads", "3"),
        ("big.epsilon", "0.5"),
        ("big.short", "[1, 2, 3]"),
        ("big.long", "[20 numbers]"),
        ("big.yes", "true"),
        ("big.words", "[100 strings]"),
    ] {
        assert_eq!(value(&checkpoint, key), expected);
    }
    let blocks = checkpoint.find("q8_0").unwrap();
    let error = blocks.read(0, &mut [0.0]).unwrap_err();
    assert!(matches!(error, InspectError::Unsupported { .. }), "{error}");
}

#[test]
fn a_type_that_is_not_decoded_is_listed_with_the_reason() {
    let bytes = Writer::new(2, 0).tensor("a", &[256], 16, 0).tensor("b", &[3], 99, 96).data(96);
    let checkpoint = open_bytes(bytes).unwrap();
    let known: Vec<_> = checkpoint
        .tensors
        .iter()
        .map(|tensor| (tensor.dtype, tensor.type_name.as_str(), tensor.bytes))
        .collect();
    assert_eq!(known, [(Dtype::Quantised, "IQ2_XXS", 66), (Dtype::Other, "type 99", 0)]);
    for tensor in &checkpoint.tensors {
        let error = tensor.read(0, &mut [0.0]).unwrap_err().to_string();
        assert!(error.contains("is not read; convert the file"), "{error}");
    }
}

#[test]
fn counts_beyond_any_file_are_refused() {
    let limit = limits::TENSORS as u64;
    let expected = InspectError::TooMuch { what: "tensors", found: 1 << 60, limit };
    assert_eq!(refusal("hostile_gguf_counts.gguf"), expected);
}

#[test]
fn an_unknown_type_of_a_value_is_refused() {
    let error = refusal("hostile_gguf_enum.gguf").to_string();
    let expected = "the metadata key `general.architecture`: before byte 56: the type 8200";
    assert!(error.contains(expected), "{error}");
}

#[test]
fn older_and_newer_versions_are_refused() {
    for version in [0, 1, 4] {
        let mut bytes = Writer::new(0, 0).data(0);
        bytes[4] = version;
        let error = refusal_of(bytes, "a version").to_string();
        assert!(
            error.contains(&format!("byte 4: version {version} of GGUF is not read")),
            "{error}"
        );
    }
}

#[test]
fn version_2_is_read() {
    let mut bytes = Writer::new(1, 0).tensor("a", &[2], 0, 0).data(8);
    bytes[4] = 2;
    assert_eq!(numbers(&open_bytes(bytes).unwrap().tensors[0]), [0.0, 0.0]);
}

#[test]
fn every_rule_of_the_header_has_its_error() {
    let align = |value: u32| Writer::new(0, 1).text("general.alignment").u32(4).u32(value).data(0);
    let nested = |depth: usize| {
        let mut writer = Writer::new(0, 1).text("deep").u32(9);
        for _ in 0..depth {
            writer = writer.u32(9).u64(1);
        }
        writer.u32(0).u64(0).data(0)
    };
    let twice = Writer::new(0, 2).text("a").u32(7).data(0).len();
    let mut twin_keys = Writer::new(0, 2).text("a").u32(4).u32(1).text("a").u32(4).u32(2).data(0);
    twin_keys.truncate(twice.max(twin_keys.len()));
    for (bytes, expected) in [
        (align(0), "`general.alignment`: it is 0, but must be a power of two"),
        (align(24), "`general.alignment`: it is 24, but must be a power of two"),
        (
            Writer::new(0, 1).text("general.alignment").u32(10).u64(32).data(0),
            "must be an unsigned number of 4 bytes",
        ),
        (twin_keys, "the metadata key `a`: it stands twice"),
        (
            Writer::new(2, 0).tensor("a", &[8], 0, 0).tensor("a", &[8], 0, 32).data(64),
            "the tensor `a`: it stands twice",
        ),
        (
            Writer::new(2, 0).tensor("a", &[9], 0, 0).tensor("b", &[8], 0, 32).data(64),
            "the tensor `b`: it begins at byte",
        ),
        (Writer::new(1, 0).tensor("a", &[8], 0, 4).data(64), "its offset 4 is no multiple of 32"),
        (
            Writer::new(1, 0).tensor("a", &[8], 0, u64::MAX - 31).data(64),
            "the tensor `a`: its offset",
        ),
        (Writer::new(1, 0).tensor("a", &[9], 0, 0).data(32), "takes 36 bytes from byte 64"),
        (
            Writer::new(1, 0).tensor("a", &[1 << 32, 1 << 32], 0, 0).data(32),
            "more numbers than can be counted",
        ),
        (
            Writer::new(1, 0).tensor("a", &[1 << 62], 28, 0).data(32),
            "more bytes than can be counted",
        ),
        (Writer::new(1, 0).tensor("a", &[33], 8, 0).data(68), "make no whole blocks of 32"),
        (Writer::new(1, 0).tensor("a", &[1; 33], 0, 0).data(32), "33 axes"),
        (Writer::new(1, 0).text("a").u32(u32::MAX).data(32), "4294967295 axes"),
        (Writer::new(1, 0).u64(1 << 50).data(32), "bytes of a tensor's name"),
        (Writer::new(0, 1).u64(1 << 50).data(32), "bytes of a metadata key"),
        (
            Writer::new(0, 1).text("a").u32(8).u64(1 << 50).data(32),
            "are announced, but the file ends",
        ),
        (
            Writer::new(0, 1).text("a").u32(9).u32(12).u64(1 << 62).data(32),
            "an array of 4611686018427387904 values",
        ),
        (
            Writer::new(0, 1).text("a").u32(9).u32(8).u64(1 << 62).data(32),
            "are announced, but the file ends",
        ),
        (Writer::new(0, 1).text("a").u32(9).u32(77).u64(9).data(32), "the type 77 of a value"),
        (nested(2_000), "arrays within arrays"),
        (Writer::new(0, 1 << 40).data(0), "metadata keys"),
    ] {
        let error = refusal_of(bytes, expected).to_string();
        assert!(error.contains(expected), "{error}, but expected: {expected}");
    }
    let deep = open_bytes(nested(900)).unwrap();
    assert_eq!(deep.metadata, [("deep".to_owned(), "[1 arrays]".to_owned())]);
}

#[test]
fn mutants_neither_panic_nor_hang() {
    let read = try_mutants("da_tiny.gguf", 2_400, 2_000)
        + try_mutants("blocks.gguf", 1_100, 1_000)
        + try_mutants("big_endian.gguf", 1_650, 1_500);
    assert!((300..4_400).contains(&read), "{read} of 4,500 were read");
}
