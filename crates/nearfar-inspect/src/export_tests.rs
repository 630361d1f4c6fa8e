//! Exports, byte by byte where they are short.
#![allow(clippy::unwrap_used, clippy::expect_used)]

use super::*;
use crate::checkpoint::Format;
use crate::tensor::Storage;

fn tensor(name: &str, dtype: Dtype, shape: &[u64], values: &[f64]) -> Tensor {
    Tensor {
        name: name.to_owned(),
        dtype,
        type_name: format!("{dtype:?}"),
        shape: shape.to_vec(),
        bytes: 0,
        shared: None,
        repeats: false,
        storage: Storage::Values(values.into()),
    }
}

#[test]
fn npy_as_numpy_writes_it() {
    let x = tensor("x", Dtype::F16, &[1, 2], &[1.5, -2.0]);
    let mut bytes = Vec::new();
    npy(&x, &mut bytes).unwrap();
    assert_eq!(&bytes[..10], b"\x93NUMPY\x01\x00\x76\x00");
    assert_eq!(bytes.len(), 128 + 8);
    let header = std::str::from_utf8(&bytes[10..128]).unwrap();
    let expected = "{'descr': '<f4', 'fortran_order': False, 'shape': (1, 2), }";
    assert_eq!(header.trim_end(), expected);
    assert!(header.ends_with('\n'));
    assert_eq!(bytes[128..], [0, 0, 0xC0, 0x3F, 0, 0, 0, 0xC0]);

    for (shape, text) in [(vec![], "()"), (vec![2], "(2,)"), (vec![2, 1, 1], "(2, 1, 1)")] {
        let values = vec![1.0; shape.iter().product::<u64>() as usize];
        let mut bytes = Vec::new();
        npy(&tensor("x", Dtype::I64, &shape, &values), &mut bytes).unwrap();
        let header = String::from_utf8_lossy(&bytes[10..128]).into_owned();
        assert!(
            header.contains(&format!("'<i8', 'fortran_order': False, 'shape': {text}")),
            "{header}"
        );
    }
}

#[test]
fn csv_has_a_line_for_each_row() {
    let text = |x: &Tensor| {
        let mut bytes = Vec::new();
        csv(x, &mut bytes).unwrap();
        String::from_utf8(bytes).unwrap()
    };
    let x = tensor("x", Dtype::F32, &[2, 2], &[f64::from(0.1_f32), 2.0, f64::NAN, -4.0]);
    assert_eq!(text(&x), "0.1,2\nNaN,-4\n");
    assert_eq!(text(&tensor("x", Dtype::I8, &[3], &[1.0, 2.0, 3.0])), "1\n2\n3\n");
    assert_eq!(text(&tensor("x", Dtype::F64, &[0, 3], &[])), "");
}

#[test]
fn safetensors_read_back_and_name_what_is_left_out() {
    let lost = InspectError::Beside { name: "c".to_owned(), file: "c.data".to_owned() };
    let mut c = tensor("c", Dtype::F32, &[4], &[]);
    c.storage = Storage::Nowhere(lost.clone());
    let checkpoint = Checkpoint {
        format: Format::Onnx,
        tensors: vec![
            tensor("a", Dtype::F32, &[2, 1], &[1.5, -2.0]),
            c,
            tensor("b", Dtype::Bool, &[2], &[1.0, 0.0]),
        ],
        metadata: vec![("made by".to_owned(), "hand".to_owned())],
        notes: Vec::new(),
        wanted: Vec::new(),
    };
    let mut bytes = Vec::new();
    let left_out = safetensors(&checkpoint, &mut bytes).unwrap();
    assert_eq!(left_out, [("c".to_owned(), lost)]);
    let found = nearfar::checkpoint::SafeTensors::read(&bytes).unwrap();
    assert_eq!(found.names().collect::<Vec<_>>(), ["a", "b"]);
    assert_eq!(found.numbers("a").unwrap(), [1.5, -2.0]);
    assert_eq!(found.shape("b"), Some(&[2][..]));
    assert_eq!(bytes[bytes.len() - 2..], [1, 0]);
    assert_eq!(found.metadata().get("made by").map(String::as_str), Some("hand"));
}

#[test]
fn statistics_as_tables() {
    let statistics = Statistics {
        count: 2,
        min: Some(-1.0),
        max: Some(0.5),
        mean: Some(-0.25),
        deviation: Some(0.75),
        sum: -0.5,
        zeros: 0,
        nan: 0,
        infinite: 0,
    };
    let lines = [
        Line {
            name: "=a,\"b\"",
            dtype: "F32",
            shape: &[1, 2],
            bytes: 8,
            statistics: Some(&statistics),
        },
        Line { name: "c", dtype: "F8", shape: &[], bytes: 1, statistics: None },
    ];
    let mut bytes = Vec::new();
    statistics_csv(&lines, &mut bytes).unwrap();
    assert_eq!(
        String::from_utf8(bytes).unwrap(),
        "name,dtype,shape,bytes,count,min,max,mean,deviation,zeros,nan,infinite\n\
         \"'=a,\"\"b\"\"\",F32,1x2,8,2,-1,0.5,-0.25,0.75,0,0,0\n\
         c,F8,,1,,,,,,,,\n"
    );
    let mut bytes = Vec::new();
    statistics_json(&lines, &mut bytes).unwrap();
    let json: serde_json::Value = serde_json::from_slice(&bytes).unwrap();
    assert_eq!(json[0]["statistics"]["mean"], -0.25);
    assert_eq!(json[1]["statistics"], serde_json::Value::Null);
}
