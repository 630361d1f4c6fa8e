//! NumPy's files: what the samples hold, each version and order, and that hostile headers are refused.

use nearfar_inspect::checkpoint::Format;
use nearfar_inspect::tensor::{ByteOrder, Storage};
use nearfar_inspect::{Dtype, InspectError};

use crate::mutants::{
    assert_da_tiny, names, numbers, numbers_of, open_bytes, open_sample, refusal, refusal_of, rule,
    try_mutants,
};

#[test]
fn archives_stored_and_deflated() {
    for name in ["da_tiny.npz", "da_tiny_deflate.npz"] {
        let checkpoint = open_sample(name, &[]).unwrap();
        assert_eq!(checkpoint.format, Format::Npz);
        assert_eq!(checkpoint.tensors.len(), 25);
        assert_da_tiny(&checkpoint, true);
        assert!(checkpoint.notes.is_empty(), "{:?}", checkpoint.notes);
        assert_eq!(checkpoint.tensors[0].type_name, "<f4");
    }
}

#[test]
fn one_array() {
    let checkpoint = open_sample("one.npy", &[]).unwrap();
    assert_eq!(checkpoint.format, Format::Npy);
    let array = &checkpoint.tensors[0];
    assert_eq!((&*array.name, &array.shape[..], array.dtype), ("array", &[32, 16][..], Dtype::F32));
    let expected: Vec<f64> = (0..512).map(|k| rule(0, k)).collect();
    assert_eq!(numbers(array), expected);
    assert_eq!(array.bytes, 2048);
}

#[test]
fn first_axis_first_and_greatest_byte_first() {
    let checkpoint = open_sample("one_fortran_be.npy", &[]).unwrap();
    let array = &checkpoint.tensors[0];
    assert_eq!((array.dtype, &*array.type_name), (Dtype::F64, ">f8"));
    assert!(
        matches!(&array.storage, Storage::Region { order: ByteOrder::Big, strides: Some(s), .. }
        if *s == [1, 32])
    );
    let expected: Vec<f64> = (0..512).map(|k| rule(0, k)).collect();
    assert_eq!(numbers(array), expected);
}

/// An array of a version, header and numbers.
fn npy(version: u8, header: &str, data: &[u8]) -> Vec<u8> {
    let mut bytes = b"\x93NUMPY".to_vec();
    bytes.extend([version, 0]);
    match version {
        1 => bytes.extend((header.len() as u16).to_le_bytes()),
        _ => bytes.extend((header.len() as u32).to_le_bytes()),
    }
    bytes.extend(header.as_bytes());
    bytes.extend(data);
    bytes
}

fn header(descr: &str, fortran: &str, shape: &str) -> String {
    format!("{{'descr': '{descr}', 'fortran_order': {fortran}, 'shape': {shape}, }}    \n")
}

#[test]
fn every_version_and_type() {
    let cases: [(&str, &[u8], Dtype, f64); 13] = [
        ("<f8", &1.5_f64.to_le_bytes(), Dtype::F64, 1.5),
        (">f4", &1.5_f32.to_be_bytes(), Dtype::F32, 1.5),
        ("<f2", &[0x00, 0x3e], Dtype::F16, 1.5),
        ("<i8", &(-2_i64).to_le_bytes(), Dtype::I64, -2.0),
        (">i4", &(-2_i32).to_be_bytes(), Dtype::I32, -2.0),
        ("=i2", &(-2_i16).to_le_bytes(), Dtype::I16, -2.0),
        ("|i1", &(-2_i8).to_le_bytes(), Dtype::I8, -2.0),
        ("<u8", &7_u64.to_le_bytes(), Dtype::U64, 7.0),
        ("<u4", &7_u32.to_le_bytes(), Dtype::U32, 7.0),
        (">u2", &7_u16.to_be_bytes(), Dtype::U16, 7.0),
        ("|u1", &[7], Dtype::U8, 7.0),
        ("|b1", &[1], Dtype::Bool, 1.0),
        ("|b1", &[0], Dtype::Bool, 0.0),
    ];
    for (descr, bytes, dtype, expected) in cases {
        for version in 1..=3 {
            // One number, in no axis and in one.
            for shape in ["()", "(1,)", "(1L,)", "(1, 1)"] {
                let array = npy(version, &header(descr, "False", shape), bytes);
                let checkpoint = open_bytes(array).unwrap();
                assert_eq!(checkpoint.tensors[0].dtype, dtype, "{descr}");
                assert_eq!(numbers(&checkpoint.tensors[0]), [expected], "{descr} {shape}");
            }
        }
    }
}

#[test]
fn three_axes_first_axis_first() {
    // a[i, j, k] = 100 i + 10 j + k, shape [2, 3, 2]: i runs first in the file.
    let mut data = Vec::new();
    for k in 0..2_u8 {
        for j in 0..3 {
            for i in 0..2 {
                data.push(100 * i + 10 * j + k);
            }
        }
    }
    let checkpoint = open_bytes(npy(1, &header("|u1", "True", "(2, 3, 2)"), &data)).unwrap();
    let expected = [0., 1., 10., 11., 20., 21., 100., 101., 110., 111., 120., 121.];
    assert_eq!(numbers(&checkpoint.tensors[0]), expected);
}

#[test]
fn empty_array() {
    let checkpoint = open_bytes(npy(1, &header("<f4", "True", "(0, 3)"), &[])).unwrap();
    assert!(numbers(&checkpoint.tensors[0]).is_empty());
    assert_eq!(checkpoint.tensors[0].shape, [0, 3]);
}

#[test]
fn types_that_are_not_numbers_are_listed() {
    for (descr, data) in
        [("<c8", &[0; 8][..]), ("<U2", &[0; 8]), ("|S4", &[0; 4]), ("<M8[ns]", &[0; 8])]
    {
        let checkpoint = open_bytes(npy(1, &header(descr, "False", "(1,)"), data)).unwrap();
        let array = &checkpoint.tensors[0];
        assert_eq!((array.dtype, &*array.type_name), (Dtype::Other, descr));
        let error = array.read(0, &mut [0.0]).unwrap_err().to_string();
        assert!(error.contains(&format!("numbers of type `{descr}` are not read")), "{error}");
    }
    let record = "{'descr': [('x', '<f4'), ('y', [('z', '<i2', (2,))])], 'fortran_order': False, 'shape': (1,)}\n";
    let checkpoint = open_bytes(npy(1, record, &[0; 8])).unwrap();
    assert_eq!(
        (checkpoint.tensors[0].dtype, &checkpoint.tensors[0].shape[..]),
        (Dtype::Other, &[1][..])
    );
}

#[test]
fn objects_are_refused() {
    let error = refusal("hostile_npy_object.npy");
    assert!(
        matches!(&error, InspectError::Tensor { name, why }
        if name == "array" && why.contains("Python objects, which are a pickle")),
        "{error}"
    );
}

#[test]
fn more_numbers_than_can_be_counted() {
    let error = refusal("hostile_npy_shape.npy");
    assert!(
        matches!(&error, InspectError::Tensor { name, why }
        if name == "array" && why.contains("more numbers than can be counted")),
        "{error}"
    );
    // 2^61 numbers can be counted, their bytes cannot.
    let error = refusal_of(npy(1, &header("<f8", "False", "(2305843009213693952,)"), &[]), "bytes");
    assert!(error.to_string().contains("more than a file holds"), "{error}");
    let error = refusal_of(npy(1, &header("<f8", "False", "(2,)"), &[0; 15]), "cut off");
    assert!(matches!(error, InspectError::Truncated { wanted: 16, .. }), "{error}");
}

#[test]
fn headers_that_break_the_rules() {
    let good = header("<f4", "False", "(1,)");
    for (header, why) in [
        ("", "a value was expected at byte 0, but it ends there".to_owned()),
        ("[]", "it is no dictionary".to_owned()),
        ("{'descr': '<f4', 'shape': (1,)}", "is missing".to_owned()),
        (&good.replace("'shape'", "'shapes'"), "the key `shapes` is unexpected".to_owned()),
        (&good.replace("'fortran_order'", "'descr'"), "the key `descr` is unexpected".to_owned()),
        (&format!("{} 1", good.trim()), "the end was expected".to_owned()),
        (&good.replace("(1,)", "(-1,)"), "a value was expected".to_owned()),
        (&good.replace("(1,)", "('1',)"), "more than natural numbers".to_owned()),
        (&good.replace("(1,)", "(1 2)"), "a comma was expected".to_owned()),
        (&good.replace("(1,)", "(99999999999999999999,)"), "too large".to_owned()),
        (&good.replace("False", "None"), "a value was expected".to_owned()),
        (&good.replace("'<f4'", "print()"), "a value was expected".to_owned()),
        (&good.replace("'<f4'", "'<f4"), "a key or a comma was expected".to_owned()),
        (&good.replace("'<f4'", "'<\\x664'"), "does not end, or has escapes".to_owned()),
        (&good.replace("'descr':", "'descr'"), "a colon was expected".to_owned()),
        (&good.replace("'<f4'", &"[".repeat(10_000)), "lists within lists".to_owned()),
    ] {
        let error = refusal_of(npy(1, header, &[0; 4]), header).to_string();
        assert!(error.contains(&why), "{header}: {error}");
    }
    assert!(open_bytes(npy(1, &good, &[0; 4])).is_ok());
}

#[test]
fn too_many_axes_version_and_length() {
    let shape = format!("({})", "1,".repeat(33));
    let error = refusal_of(npy(1, &header("<f4", "False", &shape), &[0; 4]), "axes").to_string();
    assert!(error.contains("33 axes"), "{error}");
    let error = refusal_of(npy(4, &header("<f4", "False", "(1,)"), &[0; 4]), "version").to_string();
    assert!(error.contains("version 4 of the .npy format"), "{error}");
    let mut long = npy(2, &header("<f4", "False", "(1,)"), &[0; 4]);
    long[8..12].copy_from_slice(&u32::MAX.to_le_bytes());
    assert!(matches!(refusal_of(long, "length"), InspectError::Truncated { .. }));
    let padded = format!("{}{}", header("<f4", "False", "(1,)"), " ".repeat(70_000));
    let error = refusal_of(npy(2, &padded, &[0; 4]), "length");
    assert!(
        matches!(error, InspectError::TooMuch { what: "bytes of an array's header", .. }),
        "{error}"
    );
    let cut_off = refusal_of(b"\x93NUMPY\x01\0".to_vec(), "cut off");
    assert!(matches!(cut_off, InspectError::Truncated { .. }), "{cut_off}");
}

#[test]
fn one_bad_member_is_passed_over_with_a_note() {
    use std::io::Write;
    let mut zip = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    let options = zip::write::SimpleFileOptions::default();
    for (name, bytes) in [
        ("good.npy", npy(1, &header("|u1", "False", "(2,)"), &[3, 4])),
        ("bad.npy", npy(1, &header("|u1", "False", "(2,)"), &[3])),
        ("objects.npy", npy(1, &header("|O", "False", "(2,)"), b"\x80\x02.")),
        ("read.me", b"text".to_vec()),
    ] {
        zip.start_file(name, options).unwrap();
        zip.write_all(&bytes).unwrap();
    }
    let checkpoint = open_bytes(zip.finish().unwrap().into_inner()).unwrap();
    assert_eq!(names(&checkpoint), ["good", "objects"]);
    assert_eq!(numbers_of(&checkpoint, "good"), [3.0, 4.0]);
    assert!(checkpoint.find("objects").unwrap().read(0, &mut [0.0]).is_err());
    assert!(checkpoint.notes[0].starts_with("the entry `bad.npy`: "), "{:?}", checkpoint.notes);
    assert_eq!(checkpoint.notes[1], "the entry `read.me` is no array");
}

#[test]
fn mutants_of_arrays() {
    let read = try_mutants("one.npy", 128, 3000) + try_mutants("one_fortran_be.npy", 128, 1000);
    assert!(read > 300, "{read} of 4000 were read");
}

#[test]
fn mutants_of_archives() {
    let read =
        try_mutants("da_tiny.npz", 600, 1000) + try_mutants("da_tiny_deflate.npz", 600, 1000);
    assert!(read > 100, "{read} of 2000 were read");
}
