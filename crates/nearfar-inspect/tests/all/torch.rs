//! PyTorch's files: what the samples hold, number by number, and that hostile ones are refused. The
//! pickles of single tests are written here, opcode by opcode.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use nearfar_inspect::checkpoint::Format;
use nearfar_inspect::tensor::{ByteOrder, Storage};
use nearfar_inspect::{Checkpoint, Dtype, InspectError, limits, open};

use crate::mutants::{
    Sparse, assert_da_tiny, names, numbers, numbers_of, open_bytes, open_sample, refusal,
    refusal_of, rule, sample, try_mutant, try_mutants,
};

#[test]
fn zip_container() {
    let checkpoint = open_sample("da_tiny.pt", &[]).unwrap();
    assert_eq!(checkpoint.format, Format::TorchZip);
    assert_eq!(checkpoint.tensors.len(), 25);
    assert_da_tiny(&checkpoint, true);
    assert!(checkpoint.tensors.iter().all(|tensor| tensor.shared.is_none()));
    assert!(checkpoint.notes.is_empty(), "{:?}", checkpoint.notes);
    let metadata = [("version", "3"), ("byteorder", "little")];
    assert_eq!(checkpoint.metadata, metadata.map(|(k, v)| (k.to_owned(), v.to_owned())));
}

#[test]
fn older_container() {
    let checkpoint = open_sample("da_tiny_legacy.pt", &[]).unwrap();
    assert_eq!(checkpoint.format, Format::TorchLegacy);
    assert_eq!(checkpoint.tensors.len(), 25);
    assert_da_tiny(&checkpoint, true);
    assert!(checkpoint.notes.is_empty(), "{:?}", checkpoint.notes);
}

#[test]
fn sums_and_first_values_of_the_manifest() {
    let manifest: serde_json::Value =
        serde_json::from_slice(&sample("manifest_da_tiny.json")).unwrap();
    for name in ["da_tiny.pt", "da_tiny_legacy.pt"] {
        let checkpoint = open_sample(name, &[]).unwrap();
        assert_eq!(manifest.as_object().unwrap().len(), 25);
        for (name, expected) in manifest.as_object().unwrap() {
            let tensor = checkpoint.find(name).unwrap();
            assert_eq!(serde_json::json!(tensor.shape), expected["shape"]);
            let numbers = numbers(tensor);
            assert_eq!(numbers.iter().sum::<f64>(), expected["sum"].as_f64().unwrap(), "{name}");
            let first = expected["first"].as_array().unwrap();
            assert_eq!(serde_json::json!(numbers[..first.len()]), expected["first"], "{name}");
        }
    }
}

#[test]
fn nested_dictionary_gives_a_prefix_and_settings() {
    let checkpoint = open_sample("da_tiny_nested.pth", &[]).unwrap();
    assert_eq!(checkpoint.tensors.len(), 25);
    let prefix = "model_state_dict.";
    assert!(names(&checkpoint).iter().all(|name| name.starts_with(prefix)));
    let mut inner = checkpoint.clone();
    for tensor in &mut inner.tensors {
        tensor.name.drain(..prefix.len());
    }
    assert_da_tiny(&inner, true);
    for (key, value) in
        [("epoch", "3"), ("args.d_model", "16"), ("args.n_head", "2"), ("optimizer.lr", "0.001")]
    {
        let pair = (key.to_owned(), value.to_owned());
        assert!(checkpoint.metadata.contains(&pair), "{key}: {:?}", checkpoint.metadata);
    }
}

/// Types, steps, sharing and extremes, in both containers.
fn check_edge(checkpoint: &Checkpoint) {
    let all: Vec<f64> = (0..24).map(f64::from).collect();
    for (name, dtype, type_name) in [
        ("f16", Dtype::F16, "torch.float16"),
        ("bf16", Dtype::Bf16, "torch.bfloat16"),
        ("f64", Dtype::F64, "torch.float64"),
        ("i64", Dtype::I64, "torch.int64"),
        ("i8", Dtype::I8, "torch.int8"),
        ("u8", Dtype::U8, "torch.uint8"),
    ] {
        let tensor = checkpoint.find(name).unwrap();
        assert_eq!((tensor.dtype, &*tensor.type_name), (dtype, type_name));
        assert_eq!(tensor.shape, [4, 6]);
        assert_eq!(tensor.bytes, 24 * dtype.bytes().unwrap());
        assert_eq!(numbers(tensor), all, "{name}");
        assert_eq!(tensor.shared, None, "{name}");
    }
    assert_eq!(checkpoint.find("bool").unwrap().dtype, Dtype::Bool);
    let beyond_ten: Vec<f64> = (0..24).map(|n| f64::from(u8::from(n > 10))).collect();
    assert_eq!(numbers_of(checkpoint, "bool"), beyond_ten);

    let transposed = checkpoint.find("transposed").unwrap();
    assert_eq!(transposed.shape, [6, 4]);
    assert!(matches!(&transposed.storage, Storage::Region { strides: Some(strides), .. }
        if *strides == [1, 6]));
    let expected: Vec<f64> = (0..24).map(|k| f64::from(k % 4 * 6 + k / 4)).collect();
    assert_eq!(numbers(transposed), expected);
    let slice = checkpoint.find("slice").unwrap();
    assert_eq!(slice.shape, [2, 3]);
    assert_eq!(numbers(slice), [8.0, 9.0, 10.0, 14.0, 15.0, 16.0]);
    let shared = checkpoint.find("shared").unwrap();
    assert_eq!(numbers(shared), all);
    assert!(shared.shared.is_some());
    assert_eq!([transposed.shared, slice.shared], [shared.shared; 2]);

    let scalar = checkpoint.find("scalar").unwrap();
    assert_eq!((&scalar.shape[..], numbers(scalar)), (&[][..], vec![2.5]));
    let empty = checkpoint.find("empty").unwrap();
    assert_eq!((&empty.shape[..], numbers(empty)), (&[0, 3][..], vec![]));
    let param = numbers_of(checkpoint, "param");
    assert_eq!(param[..3], [-0.984375, -0.875, -0.765625]);
    let nan = numbers_of(checkpoint, "nan");
    assert!(nan[0].is_nan());
    assert_eq!(nan[1..], [f64::INFINITY, f64::NEG_INFINITY, 1.0]);
    assert_eq!(checkpoint.tensors.len(), 14);
}

#[test]
fn types_steps_and_shared_storages() {
    check_edge(&open_sample("edge.pt", &[]).unwrap());
    check_edge(&open_sample("edge_legacy.pt", &[]).unwrap());
}

#[test]
fn whole_module() {
    let checkpoint = open_sample("full_module.pt", &[]).unwrap();
    assert_eq!(names(&checkpoint), ["weight", "bias"]);
    let weight: Vec<f64> = (0..12).map(|k| rule(5, k)).collect();
    assert_eq!(numbers_of(&checkpoint, "weight"), weight);
    let bias: Vec<f64> = (0..3).map(|k| rule(6, k)).collect();
    assert_eq!(numbers_of(&checkpoint, "bias"), bias);
    assert_eq!(checkpoint.notes, ["names `torch.nn.modules.linear.Linear`, which was not called"]);
}

#[test]
fn what_a_pickle_would_call_is_named() {
    let checkpoint = open_sample("hostile_reduce.pt", &[]).unwrap();
    assert_eq!(names(&checkpoint), ["w"]);
    assert_eq!(numbers_of(&checkpoint, "w").iter().sum::<f64>(), -3.703125);
    assert_eq!(checkpoint.notes, ["names `builtins.print`, which was not called"]);
}

#[test]
fn nested_beyond_the_limit() {
    let error = refusal("hostile_pickle_deep.pkl");
    let (what, limit) = ("containers within containers", limits::DEPTH as u64);
    assert_eq!(error, InspectError::TooMuch { what, found: limit + 1, limit });
}

#[test]
fn memo_bomb_is_gone_through_once() {
    let error = refusal("hostile_pickle_memo_bomb.pkl");
    assert!(error.to_string().contains("a pickle without tensors"), "{error}");
}

#[test]
fn zip_bomb() {
    let error = refusal("hostile_zip_bomb.pt");
    assert!(error.to_string().contains("0x00 is no opcode"), "{error}");
}

// Pickles that are written here.

/// A tensor of floats, as PyTorch pickles it: steps, first number and storage as given.
fn tensor(count: u8, first: &str, shape: &str, strides: &str) -> Vec<u8> {
    let mut bytes = b"ctorch._utils\n_rebuild_tensor_v2\n((".to_vec();
    bytes.extend(b"X\x07\0\0\0storagectorch\nFloatStorage\nX\x01\0\0\x000X\x03\0\0\0cpuK");
    bytes.push(count);
    bytes.extend(format!("tQI{first}\n({shape}t({strides}tI00\nNtR").as_bytes());
    bytes
}

/// The older container around a pickle, with one storage of floats.
fn legacy(object: &[u8], numbers: &[f32]) -> Vec<u8> {
    let mut bytes = b"\x80\x02\x8a\x0a\x6c\xfc\x9c\x46\xf9\x20\x6a\xa8\x50\x19.".to_vec();
    bytes.extend(b"\x80\x02M\xe9\x03.\x80\x02}.\x80\x02");
    bytes.extend(object);
    bytes.extend(b".\x80\x02]X\x01\0\0\x000a.");
    bytes.extend((numbers.len() as u64).to_le_bytes());
    bytes.extend(numbers.iter().flat_map(|number| number.to_le_bytes()));
    bytes
}

#[test]
fn python_2_dictionary_of_pairs() {
    let mut object = b"ccollections\nOrderedDict\n](]U\x05lin.wa".to_vec();
    // ((key, value) as lists in a list, as Python 2 reduced an OrderedDict)
    object.extend(tensor(4, "0", "I2\nI2\n", "I2\nI1\n"));
    object.extend(b"ae\x85R");
    let checkpoint = open_bytes(legacy(&object, &[1.0, 2.0, 3.0, 4.0])).unwrap();
    assert_eq!(names(&checkpoint), ["lin.w"]);
    assert_eq!(numbers_of(&checkpoint, "lin.w"), [1.0, 2.0, 3.0, 4.0]);
    assert!(checkpoint.notes.is_empty(), "{:?}", checkpoint.notes);
}

#[test]
fn view_of_a_storage_in_the_older_container() {
    let mut object = b"}U\x01actorch._utils\n_rebuild_tensor\n((".to_vec();
    object.extend(b"U\x07storagectorch\nFloatStorage\nU\x010U\x03cpuK\x04(U\x01vK\x01K\x02ttQ");
    object.extend(b"K\x00K\x02\x85K\x01\x85tRs");
    let checkpoint = open_bytes(legacy(&object, &[1.0, 2.0, 3.0, 4.0])).unwrap();
    assert_eq!(numbers_of(&checkpoint, "a"), [2.0, 3.0]);
}

/// Of a dictionary with one tensor, the error that it has instead of numbers.
fn no_numbers(object: &[u8]) -> String {
    let mut all = b"}U\x01a".to_vec();
    all.extend(object);
    all.push(b's');
    let checkpoint = open_bytes(legacy(&all, &[1.0, 2.0, 3.0, 4.0])).unwrap();
    assert_eq!(names(&checkpoint), ["a"]);
    let Storage::Nowhere(error) = &checkpoint.tensors[0].storage else { panic!("it has numbers") };
    assert_eq!(checkpoint.tensors[0].shared, None);
    error.to_string()
}

#[test]
fn numbers_beyond_the_storage() {
    // Number 0 + (2 - 1) * 2 + (3 - 1) * 1 = 4 of 4.
    let error = no_numbers(&tensor(4, "0", "I2\nI3\n", "I2\nI1\n"));
    assert!(error.contains("number 4 of the storage `0`, which has 4"), "{error}");
    // One fewer step is just within.
    let mut all = b"}U\x01a".to_vec();
    all.extend(tensor(4, "0", "I2\nI3\n", "I1\nI1\n"));
    all.push(b's');
    let checkpoint = open_bytes(legacy(&all, &[1.0, 2.0, 3.0, 4.0])).unwrap();
    assert_eq!(numbers_of(&checkpoint, "a"), [1.0, 2.0, 3.0, 2.0, 3.0, 4.0]);
    // Announced to be more than is there.
    let error = no_numbers(&tensor(200, "4", "I1\n", "I1\n"));
    assert!(error.contains("number 4 of the storage `0`, which has 4"), "{error}");
}

#[test]
fn steps_and_shapes_that_overflow() {
    let error =
        no_numbers(&tensor(4, "0", "I2\nI2\n", "I9223372036854775807\nI9223372036854775807\n"));
    assert!(error.contains("last number"), "{error}");
    let error = no_numbers(&tensor(4, "0", "I4294967296\nI4294967296\n", "I0\nI0\n"));
    assert!(error.contains("more numbers than can be counted"), "{error}");
    let error = no_numbers(&tensor(4, "9223372036854775807", "I1\n", "I1\n"));
    assert!(error.contains("last number"), "{error}");
    let error = no_numbers(&tensor(4, "0", "I2\nI2\n", "I1\n"));
    assert!(error.contains("2 axes, but steps along 1"), "{error}");
    let error = no_numbers(&tensor(4, "-1", "I2\n", "I1\n"));
    assert!(error.contains("not natural numbers"), "{error}");
}

#[test]
fn tensors_of_other_kinds_are_listed_with_the_reason() {
    let storage = "(U\x07storagectorch\nQInt8Storage\nU\x010U\x03cpuK\x04tQ";
    let quantised =
        format!("ctorch._utils\n_rebuild_qtensor\n({storage}K\0(K\x02K\x02t(K\x02K\x01tNtR");
    let error = no_numbers(quantised.as_bytes());
    assert!(error.contains("`.dequantize()`"), "{error}");
    let meta =
        b"ctorch._utils\n_rebuild_meta_tensor_no_storage\n(ctorch\nfloat32\n(K\x02t(K\x01t\x89tR";
    // No storage names a type, so the container's list must be empty.
    let mut bytes = legacy(b"", &[]);
    let at = bytes.windows(4).position(|bytes| bytes == b"}.\x80\x02").unwrap() + 4;
    bytes.truncate(at);
    bytes.extend(b"}U\x01a");
    bytes.extend(meta);
    bytes.extend(b"s.\x80\x02].");
    let checkpoint = open_bytes(bytes).unwrap();
    let tensor = &checkpoint.tensors[0];
    assert_eq!((tensor.dtype, &tensor.shape[..]), (Dtype::F32, &[2][..]));
    let mut out = [0.0];
    let error = tensor.read(0, &mut out).unwrap_err();
    assert!(error.to_string().contains("without numbers"), "{error}");
}

#[test]
fn a_container_that_holds_itself_ends() {
    // d = {}; d['self'] = d; d['w'] = a tensor.
    let mut object = b"}q\x00U\x04selfh\x00sU\x01w".to_vec();
    object.extend(tensor(4, "0", "I4\n", "I1\n"));
    object.push(b's');
    let checkpoint = open_bytes(legacy(&object, &[1.0, 2.0, 3.0, 4.0])).unwrap();
    assert_eq!(names(&checkpoint), ["w"]);
}

#[test]
fn a_container_with_two_names_is_listed_under_both() {
    let mut object = b"}U\x01a}U\x01w".to_vec();
    object.extend(tensor(4, "0", "I4\n", "I1\n"));
    object.extend(b"sq\x00sU\x01bh\x00s");
    let checkpoint = open_bytes(legacy(&object, &[1.0, 2.0, 3.0, 4.0])).unwrap();
    assert_eq!(names(&checkpoint), ["a.w", "b.w"]);
    assert_eq!(checkpoint.tensors[0].shared, Some(0));
    assert_eq!(checkpoint.tensors[1].shared, Some(0));
}

#[test]
fn shared_containers_with_a_tensor_do_not_multiply() {
    // Forty lists of the same two below each other: 2^40 names of one tensor.
    let mut object = tensor(4, "0", "I4\n", "I1\n");
    for _ in 0..40 {
        object.extend(b"q\x00]h\x00ah\x00a");
    }
    let began = std::time::Instant::now();
    let opened = open_bytes(legacy(&object, &[1.0, 2.0, 3.0, 4.0]));
    assert!(began.elapsed().as_secs_f64() < 2.0);
    let error = match opened {
        Ok(checkpoint) => {
            assert!(checkpoint.tensors.len() < 200_000, "{}", checkpoint.tensors.len());
            checkpoint.notes.join(" ")
        }
        Err(error) => error.to_string(),
    };
    assert!(error.contains("listed once") || error.contains("at most"), "{error}");
}

#[test]
fn one_long_list_of_many_objects_is_refused() {
    // 300,000 numbers in one list, which 300,000 objects are made of.
    let mut bytes = b"\x80\x02](".to_vec();
    bytes.extend(b"]".iter().cycle().take(200_000));
    bytes.extend(b"eq\x00]cx\nY\nq\x01(".iter());
    for _ in 0..200_000 {
        bytes.extend(b"h\x01h\x00\x85R");
    }
    bytes.extend(b"e\x86.");
    let error = refusal_of(bytes, "shared list");
    assert!(matches!(error, InspectError::TooMuch { .. }), "{error}");
}

#[test]
fn pickles_that_break_the_rules() {
    for (bytes, why) in [
        (&b"\x80\x02.  "[..], "the stack is empty"),
        (b"\x80\x02(K\x01ta.", "the stack is empty"),
        (b"\x80\x02t.", "there is none"),
        (b"\x80\x02h\x07.", "the memo has nothing at 7"),
        (b"\x80\x02K\x01]s.", "the stack is empty"),
        (b"\x80\x02K\x01K\x02a.", "what is no list"),
        (b"\x80\x02K\x01K\x02K\x03s.", "what is no dictionary"),
        (b"\x80\x02}(K\x01u.", "a key without a value"),
        (b"\x80\x02Ix\n.", "`x` is no whole number"),
        (b"\x80\x02Fx\n.", "`x` is no float"),
        (b"\x80\x02Sx\n.", "without its quotes"),
        (b"\x80\x02V\\uD800\n.", "names no character"),
        (b"\x80\x02\xff.", "0xff is no opcode"),
        (b"\x80\x02(o.", "an object without a class"),
        (b"\x80\x02\x97.", "a buffer outside the pickle"),
        (b"\x80\x02\x80\x09.", "protocol 9"),
        (b"\x80\x02K\x01K\x02\x93.", "a global's name is no text"),
        (b"\x80\x02T\xff\xff\xff\xffabc.", "a length of -1"),
        (b"\x80\x02px\n.", "`x` is no index"),
        (b"\x80\x02K\x01r\xff\xff\xff\xff.", "at most 1000000"),
        (b"\x80\x02\x8e\xff\xff\xff\xff\xff\xff\xff\x7f.", "the file ends at"),
        (b"\x80\x02X\xff\xff\xff\xff", "the file ends at"),
        (b"\x80\x02]", "the file ends at"),
        (b"\x80\x02}.", "a pickle without tensors"),
    ] {
        let error = refusal_of(bytes.to_vec(), "pickle").to_string();
        assert!(error.contains(why), "{}: {error}", bytes.escape_ascii());
    }
}

#[test]
fn too_many_values_and_opcodes() {
    let limit = limits::PICKLE_VALUES as u64;
    let error = refusal_of([&b"\x80\x02"[..], &vec![b'N'; 2_000_000]].concat(), "values");
    let what = "values of a pickle";
    assert_eq!(error, InspectError::TooMuch { what, found: limit + 1, limit });
    let error = refusal_of([&b"\x80\x02"[..], &b"N0".repeat(3_000_000)].concat(), "values");
    assert_eq!(error, InspectError::TooMuch { what, found: limit + 1, limit });
    let limit = limits::PICKLE_STEPS as u64;
    let error = refusal_of([&b"\x80\x02"[..], &b"(1".repeat(5_000_000)].concat(), "opcodes");
    let what = "opcodes of a pickle";
    assert_eq!(error, InspectError::TooMuch { what, found: limit + 1, limit });
}

#[test]
fn older_container_that_breaks_the_rules() {
    let mut object = b"}U\x01a".to_vec();
    object.extend(tensor(4, "0", "I4\n", "I1\n"));
    object.push(b's');
    let whole = legacy(&object, &[1.0, 2.0, 3.0, 4.0]);
    assert_eq!(open_bytes(whole.clone()).unwrap().tensors.len(), 1);
    let cut_off = whole[..whole.len() - 1].to_vec();
    let error = refusal_of(cut_off, "cut off");
    assert!(matches!(error, InspectError::Truncated { wanted: 16, .. }), "{error}");
    let mut huge = whole.clone();
    let at = huge.len() - 24;
    huge[at..at + 8].copy_from_slice(&u64::MAX.to_le_bytes());
    let error = refusal_of(huge, "count").to_string();
    assert!(error.contains("the storage `0` has 18446744073709551615 numbers"), "{error}");
    let protocol = whole.windows(2).position(|bytes| bytes == b"\xe9\x03").unwrap();
    let mut other = whole.clone();
    other[protocol] = 0xe8;
    let error = refusal_of(other, "protocol").to_string();
    assert!(error.contains("this version of PyTorch's older container"), "{error}");
    let mut unlisted = whole;
    let key = unlisted.len() - 24 - 3;
    assert_eq!(unlisted[key], b'0');
    unlisted[key] = b'1';
    let error = refusal_of(unlisted, "key").to_string();
    assert!(error.contains("the storage `1` is listed, but of no type"), "{error}");
}

#[test]
fn tar_archive_of_the_first_versions() {
    let mut bytes = vec![0; 1024];
    bytes[..8].copy_from_slice(b"sys_info");
    bytes[257..262].copy_from_slice(b"ustar");
    let error = refusal_of(bytes, "tar").to_string();
    assert!(error.contains("tar archive"), "{error}");
    assert!(error.contains("load it with PyTorch and save it again"), "{error}");
}

/// An archive of entries that are stored as they are.
fn archive(entries: &[(&str, &[u8])]) -> Vec<u8> {
    use std::io::Write;
    let mut zip = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    let stored =
        zip::write::SimpleFileOptions::default().compression_method(zip::CompressionMethod::Stored);
    for (name, bytes) in entries {
        zip.start_file(*name, stored).unwrap();
        zip.write_all(bytes).unwrap();
    }
    zip.finish().unwrap().into_inner()
}

#[test]
fn big_endian_archive() {
    let mut object = b"\x80\x02}U\x01a".to_vec();
    object.extend(tensor(2, "0", "I2\n", "I1\n"));
    object.extend(b"s.");
    let data = [1.5_f32, -2.0].map(f32::to_be_bytes).concat();
    let entries = [("x/data.pkl", &object[..]), ("x/byteorder", b"big"), ("x/data/0", &data)];
    let checkpoint = open_bytes(archive(&entries)).unwrap();
    assert!(matches!(checkpoint.tensors[0].storage, Storage::Region { order: ByteOrder::Big, .. }));
    assert_eq!(numbers_of(&checkpoint, "a"), [1.5, -2.0]);
    let middle = [entries[0], ("x/byteorder", &b"middle"[..]), entries[2]];
    let error = refusal_of(archive(&middle), "byteorder").to_string();
    assert!(error.contains("`middle` is neither `little` nor `big`"), "{error}");
}

#[test]
fn missing_storage_spoils_one_tensor_only() {
    let mut object = b"\x80\x02}U\x01a".to_vec();
    object.extend(tensor(2, "0", "I2\n", "I1\n"));
    object.extend(b"sU\x05epochK\x07s.");
    let checkpoint = open_bytes(archive(&[("x/data.pkl", &object)])).unwrap();
    let error = checkpoint.tensors[0].read(0, &mut [0.0]).unwrap_err().to_string();
    assert!(error.contains("the storage `0`"), "{error}");
    assert_eq!(checkpoint.metadata, [("epoch".to_owned(), "7".to_owned())]);
}

#[test]
fn script_lists_parameters_once_and_its_classes_together() {
    // An object whose attributes are a tensor, and a list with the tensor and another object.
    let mut object = b"\x80\x02c__torch__.net\nNet\n)\x81}(X\x01\0\0\0w".to_vec();
    object.extend(tensor(2, "0", "I2\n", "I1\n"));
    object.extend(b"q\x00X\x05\0\0\0again](h\x00c__torch__.net\nPart\n)\x81e");
    object.extend(b"X\x04\0\0\0flatctorch.jit._pickle\nbuild_tensorlist\n](h\x00e\x85Rub.");
    let data = [1.0_f32, 2.0].map(f32::to_le_bytes).concat();
    let entries =
        [("x/data.pkl", &object[..]), ("x/constants.pkl", b"\x80\x02)."), ("x/data/0", &data)];
    let checkpoint = open_bytes(archive(&entries)).unwrap();
    assert_eq!(names(&checkpoint), ["w"]);
    assert_eq!(checkpoint.notes.len(), 2, "{:?}", checkpoint.notes);
    assert!(checkpoint.notes[0].contains("its program was not run"));
    assert!(checkpoint.notes[1].contains("2 classes of its own program"));
}

#[test]
fn arrays_of_numpy_in_a_pickle() {
    // {'a': array([[0., 1.5], [2., -1.]], dtype=float32)}, protocol 3, and the same in Fortran order.
    let array = |fortran: u8| {
        let mut bytes =
            b"cnumpy.core.multiarray\n_reconstruct\ncnumpy\nndarray\nK\0\x85C\x01b\x87R".to_vec();
        bytes.extend(b"(K\x01K\x02K\x02\x86cnumpy\ndtype\nX\x02\0\0\0f4\x89\x88\x87R");
        bytes.extend(b"(K\x03X\x01\0\0\0<NNNJ\xff\xff\xff\xffJ\xff\xff\xff\xffK\0tb");
        bytes.push(fortran);
        bytes.extend(b"C\x10");
        bytes.extend([0.0_f32, 1.5, 2.0, -1.0].map(f32::to_le_bytes).concat());
        bytes.extend(b"tb");
        bytes
    };
    let object =
        [b"\x80\x03}X\x01\0\0\0a", &array(0x89)[..], b"sX\x01\0\0\0f", &array(0x88), b"s."]
            .concat();
    let checkpoint = open_bytes(object).unwrap();
    assert_eq!(checkpoint.format, Format::TorchLegacy);
    assert_eq!(names(&checkpoint), ["a", "f"]);
    assert_eq!(numbers_of(&checkpoint, "a"), [0.0, 1.5, 2.0, -1.0]);
    assert_eq!(numbers_of(&checkpoint, "f"), [0.0, 2.0, 1.5, -1.0]);
    assert!(checkpoint.notes.is_empty(), "{:?}", checkpoint.notes);
}

#[test]
fn array_of_protocol_0_by_its_escapes() {
    // Two big-endian int16, 92 and 258, as the text '\x00\\\x01\x02' of Latin-1.
    let object = b"cnumpy.core.multiarray\n_reconstruct\n(cnumpy\nndarray\n(I0\ntVb\ntR(I1\n(I2\nt\
        cnumpy\ndtype\n(Vi2\nI00\nI01\ntR(I3\nV>\nNNNI-1\nI-1\nI0\ntbI00\n\
        c_codecs\nencode\n(V\\u0000\\u005c\x01\x02\nVlatin1\ntRtb.";
    let checkpoint = open_bytes(object.to_vec()).unwrap();
    assert_eq!(numbers(&checkpoint.tensors[0]), [92.0, 258.0]);
    assert_eq!(checkpoint.tensors[0].type_name, ">i2");
}

#[test]
fn only_the_pickle_is_read_of_a_large_file() {
    let mut object = b"}U\x01a".to_vec();
    object.extend(tensor(4, "0", "I4\n", "I1\n"));
    object.push(b's');
    let mut begins = legacy(&object, &[0.0; 4]);
    let length = 1_u64 << 32;
    let at = begins.len() - 24;
    let count = (length - at as u64 - 8) / 4;
    begins[at..at + 8].copy_from_slice(&count.to_le_bytes());
    let source = Arc::new(Sparse { begins, length, read: AtomicU64::new(0) });
    let checkpoint = open(source.clone(), &[]).unwrap();
    assert_eq!(checkpoint.tensors.len(), 1);
    let read = source.read.load(Ordering::Relaxed);
    assert!(read < 1 << 20, "{read} bytes were read");
}

#[test]
fn mutants_of_the_zip_container() {
    let read = try_mutants("edge.pt", 1200, 2500) + try_mutants("full_module.pt", 1000, 1500);
    assert!(read > 100, "{read} of 4000 were read");
}

#[test]
fn mutants_of_the_older_container() {
    let read =
        try_mutants("edge_legacy.pt", 1800, 2500) + try_mutants("da_tiny_legacy.pt", 3500, 1500);
    assert!(read > 100, "{read} of 4000 were read");
}

#[test]
fn mutants_of_the_pickle_in_an_archive_that_fits() {
    // The checksum of stored entries is not compared, so that the pickle is what is met.
    let bytes = sample("edge.pt");
    let pickle = bytes.windows(4).position(|bytes| bytes == b"\x80\x02cc").unwrap();
    let mut read = 0;
    for seed in 0..3000 {
        let changed = crate::mutants::mutant(&bytes[pickle..pickle + 1000], 1000, seed);
        let mut all = bytes.clone();
        let many = changed.len().min(1000);
        all[pickle..pickle + many].copy_from_slice(&changed[..many]);
        read += u32::from(try_mutant(all, &format!("mutant {seed}")).is_ok());
    }
    assert!(read > 100, "{read} of 3000 were read");
}
