//! The reader of .safetensors against samples, hostile files, and the format's own crate.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use crate::mutants::{
    Sparse, assert_da_tiny, mutant, names, numbers, numbers_of, open_bytes, open_sample, refusal,
    refusal_of, sample, try_mutant,
};
use nearfar_inspect::{Dtype, Format, InspectError, limits, open};

/// A file of a header and as many bytes of numbers.
fn file(header: &str, bytes: usize) -> Vec<u8> {
    let mut file = (header.len() as u64).to_le_bytes().to_vec();
    file.extend(header.as_bytes());
    file.extend(std::iter::repeat_n(0, bytes));
    file
}

/// That the header is refused, and the error names what is wrong.
fn assert_refused(header: &str, bytes: usize, expected: &str) {
    let error = refusal_of(file(header, bytes), header).to_string();
    assert!(error.contains(expected), "{header}: {error}");
}

#[test]
fn the_tiny_state_dict_has_its_values() {
    let checkpoint = open_sample("da_tiny.safetensors", &[]).unwrap();
    assert_eq!(checkpoint.format, Format::SafeTensors);
    assert_eq!(checkpoint.tensors.len(), 25);
    assert_eq!(checkpoint.metadata, [("format".to_owned(), "pt".to_owned())]);
    assert!(checkpoint.notes.is_empty() && checkpoint.wanted.is_empty());
    assert_da_tiny(&checkpoint, false);
    let embedding = checkpoint.find("embedding.weight").unwrap();
    assert_eq!((embedding.type_name.as_str(), embedding.bytes), ("F32", 2048));
    assert_eq!(numbers(embedding).iter().sum::<f64>(), -3.703125);
}

#[test]
fn every_type_is_shown_as_what_it_is() {
    let checkpoint = open_sample("edge.safetensors", &[]).unwrap();
    for (name, dtype, sum) in [
        ("f16", Dtype::F16, 276.0),
        ("bf16", Dtype::Bf16, 276.0),
        ("f64", Dtype::F64, 276.0),
        ("i64", Dtype::I64, 276.0),
        ("i8", Dtype::I8, 276.0),
        ("u8", Dtype::U8, 276.0),
        ("bool", Dtype::Bool, 13.0),
    ] {
        let tensor =
            checkpoint.find(name).unwrap_or_else(|| panic!("{name}: {:?}", names(&checkpoint)));
        assert_eq!((tensor.dtype, tensor.shape.as_slice()), (dtype, [4, 6].as_slice()), "{name}");
        assert_eq!(numbers(tensor).iter().sum::<f64>(), sum, "{name}");
    }
    let scalar = checkpoint.find("scalar").unwrap();
    assert_eq!((scalar.shape.len(), numbers(scalar)), (0, vec![2.5]));
    let empty = checkpoint.find("empty").unwrap();
    assert_eq!((empty.shape.as_slice(), empty.bytes), ([0, 3].as_slice(), 0));
    assert!(numbers(empty).is_empty());
    let nan = numbers_of(&checkpoint, "nan");
    assert!(nan[0].is_nan());
    assert_eq!(nan[1..], [f64::INFINITY, f64::NEG_INFINITY, 1.0]);
    assert_eq!(numbers_of(&checkpoint, "param")[..3], [-0.984375, -0.875, -0.765625]);
}

#[test]
fn a_type_that_is_newer_than_the_reader_is_listed_but_not_read() {
    let header = r#"{"a":{"dtype":"F8_E4M3","shape":[4],"data_offsets":[0,4]},"b":{"dtype":"F2_NEW","shape":[9],"data_offsets":[4,7]}}"#;
    let checkpoint = open_bytes(file(header, 7)).unwrap();
    let dtypes: Vec<_> = checkpoint.tensors.iter().map(|tensor| tensor.dtype).collect();
    assert_eq!(dtypes, [Dtype::Other, Dtype::Other]);
    assert_eq!(checkpoint.tensors[1].type_name, "F2_NEW");
    let error = checkpoint.tensors[0].read(0, &mut [0.0]).unwrap_err();
    assert!(matches!(error, InspectError::Tensor { .. }), "{error}");
}

#[test]
fn types_smaller_than_a_byte_count_in_bits() {
    let entry = |bytes: u32| {
        format!(r#"{{"a":{{"dtype":"F4","shape":[3,2],"data_offsets":[0,{bytes}]}}}}"#)
    };
    assert_eq!(open_bytes(file(&entry(3), 3)).unwrap().tensors[0].bytes, 3);
    assert_refused(&entry(6), 6, "takes 3 bytes, but 6 are given");
}

#[test]
fn a_header_that_is_too_long_is_refused() {
    assert_eq!(
        refusal("hostile_st_header_len.safetensors"),
        InspectError::TooMuch {
            what: "bytes of the header",
            found: i64::MAX as u64,
            limit: limits::HEADER_BYTES
        }
    );
}

#[test]
fn a_header_that_leads_out_of_the_file_is_refused() {
    let mut bytes = file("{}", 0);
    bytes[0] = 3;
    let expected = InspectError::Truncated { at: 8, wanted: 3, available: 10 };
    assert_eq!(refusal_of(bytes, "a header of 3 bytes"), expected);
}

#[test]
fn tensors_that_overlap_are_refused() {
    let error = refusal("hostile_st_overlap.safetensors").to_string();
    assert!(error.contains("the tensor `b`") && error.contains("overlaps"), "{error}");
}

#[test]
fn a_hole_between_tensors_is_refused() {
    let error = refusal("hostile_st_hole.safetensors").to_string();
    assert!(error.contains("the tensor `b`") && error.contains("leaves a hole"), "{error}");
}

#[test]
fn bytes_after_the_last_tensor_are_refused() {
    let error = refusal("hostile_st_trailing.safetensors").to_string();
    assert!(error.contains("bytes follow; nothing may"), "{error}");
}

#[test]
fn a_shape_that_cannot_be_counted_is_refused() {
    let error = refusal("hostile_st_huge_shape.safetensors").to_string();
    assert!(
        error.contains("the tensor `a`") && error.contains("[4294967296, 4294967296]"),
        "{error}"
    );
}

#[test]
fn a_name_that_stands_twice_is_refused() {
    let error = refusal("hostile_st_dup_key.safetensors").to_string();
    assert!(error.contains("the tensor `a`: the key stands twice"), "{error}");
}

#[test]
fn every_rule_of_the_header_has_its_error() {
    let a = r#""dtype":"F32","shape":[1],"data_offsets":[0,4]"#;
    for (header, bytes, expected) in [
        (r#"{"a":1}"#.to_owned(), 0, "the tensor `a`"),
        (r#"{"a":{"shape":[1],"data_offsets":[0,4]}}"#.to_owned(), 4, "`dtype` is missing"),
        (r#"{"a":{"dtype":"F32","data_offsets":[0,4]}}"#.to_owned(), 4, "`shape` is missing"),
        (r#"{"a":{"dtype":"F32","shape":[1]}}"#.to_owned(), 4, "`data_offsets` is missing"),
        (
            format!(r#"{{"a":{{{a},"dtype":"F32"}}}}"#),
            4,
            "the tensor `a`: the key `dtype` stands twice",
        ),
        (
            r#"{"a":{"dtype":"F32","shape":[-1],"data_offsets":[0,4]}}"#.to_owned(),
            4,
            "the tensor `a`",
        ),
        (
            r#"{"a":{"dtype":"F32","shape":[1],"data_offsets":[4,0]}}"#.to_owned(),
            4,
            "ends before that",
        ),
        (
            r#"{"a":{"dtype":"F32","shape":[2],"data_offsets":[0,4]}}"#.to_owned(),
            4,
            "takes 8 bytes, but 4 are given",
        ),
        (format!(r#"{{"a":{{{a}}}}}"#), 3, "but only 3 bytes follow the header"),
        (
            r#"{"a":{"dtype":"F64","shape":[4611686018427387904],"data_offsets":[0,8]}}"#
                .to_owned(),
            8,
            "more bits than can be counted",
        ),
        (format!(r#"{{"a":{{{a}}},"#), 4, "the header"),
        (format!(r#"{{"a":{{{a}}}}} x"#), 4, "the header"),
        (r#"{"__metadata__":{"a":"1","a":"2"}}"#.to_owned(), 0, "`a` in `__metadata__`"),
        (r#"{"__metadata__":{},"__metadata__":{}}"#.to_owned(), 0, "`__metadata__` stands twice"),
        (r#"{"__metadata__":{"a":1}}"#.to_owned(), 0, "the header"),
        (
            format!(
                r#"{{"a":{{"dtype":"F32","shape":[{}1],"data_offsets":[0,4]}}}}"#,
                "1,".repeat(32)
            ),
            4,
            "more than 32 axes",
        ),
        (format!(r#"{{"a":{}{}}}"#, "[".repeat(100_000), "]".repeat(100_000)), 0, "the tensor `a`"),
    ] {
        assert_refused(&header, bytes, expected);
    }
}

#[test]
fn two_gigabytes_are_listed_by_their_header() {
    let header = r#"{"w":{"dtype":"F16","shape":[1024,1048576],"data_offsets":[0,2147483648]}}"#;
    let begins = file(header, 0);
    let length = begins.len() as u64 + (2 << 30);
    let source = Arc::new(Sparse { begins, length, read: AtomicU64::new(0) });
    let began = Instant::now();
    let checkpoint = open(source.clone(), &[]).unwrap();
    assert!(began.elapsed() < Duration::from_millis(300));
    assert!(source.read.load(Ordering::Relaxed) < 2_000);
    let mut last = [1.0];
    checkpoint.tensors[0].read((1 << 30) - 1, &mut last).unwrap();
    assert_eq!(last, [0.0]);
}

/// What the format's crate takes is taken with the same content, and what it refuses is refused. They
/// differ in keys that stand twice, which it does not see, and in types that it does not know.
#[test]
fn mutants_are_judged_as_the_formats_crate_judges_them() {
    let (mut taken, mut refused) = (0, 0);
    for (name, head) in [("da_tiny.safetensors", 2200), ("edge.safetensors", 1100)] {
        let bytes = sample(name);
        for seed in 0..2_000 {
            let mutant = mutant(&bytes, head, seed);
            let what = format!("mutant {seed} of {name}");
            let ours = try_mutant(mutant.clone(), &what);
            match (ours, safetensors::SafeTensors::deserialize(&mutant)) {
                (Ok(ours), Ok(theirs)) => {
                    taken += 1;
                    assert_eq!(ours.tensors.len(), theirs.len(), "{what}");
                    for tensor in &ours.tensors {
                        let view = theirs.tensor(&tensor.name).unwrap();
                        let shape: Vec<u64> = view.shape().iter().map(|&n| n as u64).collect();
                        assert_eq!(tensor.shape, shape, "{what}");
                        assert_eq!(tensor.bytes, view.data().len() as u64, "{what}");
                        assert_eq!(tensor.type_name, view.dtype().to_string(), "{what}");
                    }
                }
                (Err(_), Err(_)) => refused += 1,
                (Ok(ours), Err(error)) => {
                    let newer = ours.tensors.iter().any(|tensor| tensor.dtype == Dtype::Other);
                    assert!(newer, "{what}: only the crate refuses it: {error}");
                }
                (Err(error), Ok(_)) => {
                    assert!(
                        error.to_string().contains("twice"),
                        "{what}: only we refuse it: {error}"
                    );
                }
            }
        }
    }
    assert!(taken > 300 && refused > 300, "{taken} taken, {refused} refused");
}
