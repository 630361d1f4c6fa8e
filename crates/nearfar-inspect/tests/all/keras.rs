//! The readers of HDF5 and of Keras' archives against samples of Keras and h5py, and hostile files.
//! `parts_old.h5` and `parts_new.h5` have the same content in the earliest and the latest version of the
//! format: every type, every layout, every way of linking.

use std::io::{Cursor, Write};

use crate::mutants::{
    Random, names, numbers, numbers_of, open_bytes, open_sample, refusal, refusal_of, rule, sample,
    try_mutant, try_mutants,
};
use hdf5_reader::checksum::jenkins_lookup3;
use nearfar_inspect::{Checkpoint, Dtype, Format, InspectError, Source, open};
use zip::CompressionMethod;
use zip::write::SimpleFileOptions;

/// Names that users give and shapes, in the order of the samples' rule.
const TINY: [(&str, &[u64]); 12] = [
    ("mha/query/kernel", &[16, 2, 8]),
    ("mha/query/bias", &[2, 8]),
    ("mha/key/kernel", &[16, 2, 8]),
    ("mha/key/bias", &[2, 8]),
    ("mha/value/kernel", &[16, 2, 8]),
    ("mha/value/bias", &[2, 8]),
    ("mha/attention_output/kernel", &[2, 8, 16]),
    ("mha/attention_output/bias", &[16]),
    ("ln/gamma", &[16]),
    ("ln/beta", &[16]),
    ("out/kernel", &[16, 4]),
    ("out/bias", &[4]),
];

/// That the twelve tensors are there under the names that `name` makes, with the rule's numbers.
fn assert_tiny(checkpoint: &Checkpoint, name: impl Fn(&str) -> String) {
    assert_eq!(checkpoint.tensors.len(), 12, "{:?}", names(checkpoint));
    for (n, (user, shape)) in TINY.iter().enumerate() {
        let name = name(user);
        let tensor = checkpoint.find(&name);
        let tensor = tensor.unwrap_or_else(|| panic!("{name}: {:?}", names(checkpoint)));
        assert_eq!((tensor.shape.as_slice(), tensor.dtype), (*shape, Dtype::F32), "{name}");
        let expected: Vec<f64> = (0..tensor.len() as usize).map(|k| rule(n, k)).collect();
        assert_eq!(numbers(tensor), expected, "{name}");
    }
}

/// `mha/query/kernel` as Keras 3 numbers it.
fn numbered(user: &str) -> String {
    let (layer, variable) = user.rsplit_once('/').unwrap();
    let number = u8::from(matches!(variable, "bias" | "beta"));
    format!("layers/{layer}/vars/{number}")
}

fn value<'a>(checkpoint: &'a Checkpoint, key: &str) -> &'a str {
    let found = checkpoint.metadata.iter().find(|(name, _)| name == key);
    &found.unwrap_or_else(|| panic!("{key} is missing: {:?}", checkpoint.metadata)).1
}

#[test]
fn weights_of_keras_3_are_called_as_the_user_called_the_layers() {
    let checkpoint = open_sample("tiny.weights.h5", &[]).unwrap();
    assert_eq!(checkpoint.format, Format::Hdf5);
    assert_tiny(&checkpoint, numbered);
    assert_eq!(value(&checkpoint, "vars@name"), "tiny");
    assert_eq!(value(&checkpoint, "layers/mha/query/vars@name"), "query");
    assert!(checkpoint.notes.iter().any(|note| note.contains("names that the user gave")));
}

#[test]
fn an_archive_of_keras_has_its_weights_and_its_configuration() {
    let checkpoint = open_sample("tiny.keras", &[]).unwrap();
    assert_eq!(checkpoint.format, Format::Keras);
    assert_tiny(&checkpoint, numbered);
    assert_eq!(value(&checkpoint, "keras_version"), "3.15.1");
    assert!(value(&checkpoint, "config.json").contains("\"num_heads\": 2"));
}

#[test]
fn an_archive_of_keras_may_be_deflated() {
    let mut archive = zip::ZipWriter::new(Cursor::new(Vec::new()));
    let options = SimpleFileOptions::default().compression_method(CompressionMethod::Deflated);
    archive.start_file("model.weights.h5", options).unwrap();
    archive.write_all(&sample("tiny.weights.h5")).unwrap();
    archive.start_file("stranger.txt", options).unwrap();
    archive.write_all(b"x").unwrap();
    let checkpoint = open_bytes(archive.finish().unwrap().into_inner()).unwrap();
    assert_eq!(checkpoint.format, Format::Keras);
    assert_tiny(&checkpoint, numbered);
    for note in ["`config.json` is missing", "the entry `stranger.txt` was passed over"] {
        assert!(
            checkpoint.notes.iter().any(|found| found.contains(note)),
            "{:?}",
            checkpoint.notes
        );
    }
}

#[test]
fn an_older_file_of_keras_has_its_names_and_its_configuration() {
    let checkpoint = open_sample("tiny_legacy.h5", &[]).unwrap();
    assert_tiny(&checkpoint, |user| {
        format!("model_weights/{}/{user}", user.split('/').next().unwrap())
    });
    assert_eq!(value(&checkpoint, "keras_version"), "3.15.1");
    assert!(value(&checkpoint, "model_config").starts_with("{\"class_name\": \"Functional\""));
    assert_eq!(value(&checkpoint, "model_weights@layer_names"), "input_layer, mha, ln, out");
}

#[test]
fn the_latest_version_with_chunks_and_a_cycle_is_read() {
    let checkpoint = open_sample("latest_chunked.h5", &[]).unwrap();
    let w = checkpoint.find("enc/w").unwrap();
    assert_eq!(
        (w.shape.as_slice(), w.type_name.as_str(), w.bytes),
        ([64, 48].as_slice(), "<f4", 12_288)
    );
    let expected: Vec<f64> = (0..64 * 48).map(|k| f64::from(k % 251)).collect();
    assert_eq!(numbers(w), expected);
    assert_eq!(expected.iter().sum::<f64>(), 378_270.0);
    let big = checkpoint.find("big_endian").unwrap();
    assert_eq!((big.dtype, big.type_name.as_str()), (Dtype::F64, ">f8"));
    assert_eq!(numbers(big).iter().sum::<f64>(), 4_560.0);
    let h = checkpoint.find("enc/h").unwrap();
    assert_eq!((h.dtype, h.shape.as_slice()), (Dtype::F16, [4, 48].as_slice()));
    assert_eq!(numbers(h).len(), 192);
    assert_eq!(names(&checkpoint).len(), 3);
    for note in ["`loop` is a soft link to `/loop`", "`enc/up` is another link to a group"] {
        assert!(
            checkpoint.notes.iter().any(|found| found.contains(note)),
            "{:?}",
            checkpoint.notes
        );
    }
}

#[test]
fn every_type_is_shown_as_what_it_is() {
    for name in ["parts_old.h5", "parts_new.h5"] {
        let checkpoint = open_sample(name, &[]).unwrap();
        for (path, dtype, type_name) in [
            ("i1", Dtype::I8, "|i1"),
            ("i2", Dtype::I16, "<i2"),
            ("big_i2", Dtype::I16, ">i2"),
            ("i4", Dtype::I32, "<i4"),
            ("i8", Dtype::I64, "<i8"),
            ("u1", Dtype::U8, "|u1"),
            ("u2", Dtype::U16, "<u2"),
            ("u4", Dtype::U32, "<u4"),
            ("big_u8", Dtype::U64, ">u8"),
            ("f2", Dtype::F16, "<f2"),
            ("big_f4", Dtype::F32, ">f4"),
            ("f8", Dtype::F64, "<f8"),
        ] {
            let tensor = checkpoint.find(&format!("types/{path}")).unwrap();
            assert_eq!(
                (tensor.dtype, tensor.type_name.as_str()),
                (dtype, type_name),
                "{name} {path}"
            );
            assert_eq!(tensor.shape, [2, 3]);
            assert_eq!(numbers(tensor), [1.0, 2.0, 3.0, 100.0, 5.0, 6.0], "{name} {path}");
        }
        let of = |path: &str| numbers_of(&checkpoint, &format!("types/{path}"));
        assert_eq!(of("bool"), [1.0, 0.0, 1.0]);
        assert_eq!(checkpoint.find("types/bool").unwrap().dtype, Dtype::Bool);
        assert_eq!(of("bf16"), [1.5, -2.0]);
        assert_eq!(checkpoint.find("types/bf16").unwrap().dtype, Dtype::Bf16);
        assert_eq!(of("scalar"), [2.5]);
        assert_eq!(of("compact"), [1.0, 2.0, 4.0]);
        assert_eq!(of("unwritten"), [1.25; 4]);
        assert!(of("empty").is_empty() && of("null").is_empty());
        for (path, what) in [("string", "string"), ("complex", "compound of 2 fields")] {
            let tensor = checkpoint.find(&format!("types/{path}")).unwrap();
            assert_eq!((tensor.dtype, tensor.type_name.as_str()), (Dtype::Other, what));
            let error = tensor.read(0, &mut [0.0]).unwrap_err().to_string();
            assert!(error.contains(&format!("numbers of type {what} are not read")), "{error}");
        }
    }
}

#[test]
fn chunks_are_read_whole_and_in_parts() {
    for name in ["parts_old.h5", "parts_new.h5"] {
        let checkpoint = open_sample(name, &[]).unwrap();
        let mut random = Random(7);
        let expected: Vec<f64> = (0..210).map(f64::from).collect();
        for path in ["plain", "packed", "single"] {
            let Some(tensor) = checkpoint.find(&format!("chunks/{path}")) else {
                assert_eq!((name, path), ("parts_old.h5", "single"));
                continue;
            };
            assert_eq!(numbers(tensor), expected, "{name} {path}");
            for _ in 0..50 {
                let start = random.below(210);
                let mut part = vec![f64::NAN; random.below(211 - start)];
                tensor.read(start as u64, &mut part).unwrap();
                assert_eq!(part, expected[start..start + part.len()], "{name} {path}");
            }
        }
        let halves: Vec<f64> = (0..100).map(|k| f64::from(k) / 4.0).collect();
        assert_eq!(numbers_of(&checkpoint, "chunks/halves"), halves);
        let grown = [1, 1, 9, 9, 1, 1, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9].map(f64::from);
        assert_eq!(numbers_of(&checkpoint, "chunks/grown"), grown, "{name}");
        let scaled = checkpoint.find("chunks/scaled").unwrap();
        let error = scaled.read(0, &mut [0.0]).unwrap_err().to_string();
        assert!(
            error.contains("chunks/scaled") && error.contains("unsupported filter: number 6"),
            "{error}"
        );
    }
    let checkpoint = open_sample("parts_new.h5", &[]).unwrap();
    let columns: Vec<f64> = (0..35).map(|k| f64::from(k * 6)).collect();
    assert_eq!(numbers_of(&checkpoint, "chunks/unlimited2"), columns);
}

#[test]
fn links_are_named_but_not_followed() {
    for name in ["parts_old.h5", "parts_new.h5"] {
        let checkpoint = open_sample(name, &[]).unwrap();
        for note in [
            "`links/soft` is a soft link to `/types/f8`; it is not followed",
            "`links/dangling` is a soft link to `/nowhere`; it is not followed",
            "`links/elsewhere` is a link to `/x` in the file `other.h5`; it is not followed",
            "`links/up` is another link to a group that is listed already",
        ] {
            assert!(
                checkpoint.notes.iter().any(|found| found == note),
                "{name}: {:?}",
                checkpoint.notes
            );
        }
        assert!(checkpoint.find("links/soft").is_none());
        // Two hard links to one object: both are listed, with the same mark.
        let (one, other) =
            (checkpoint.find("links/hard").unwrap(), checkpoint.find("types/f8").unwrap());
        assert_eq!(numbers(one), numbers(other));
        assert!(one.shared.is_some() && one.shared == other.shared);
        assert!(checkpoint.find("types/f2").unwrap().shared.is_none());
        let many: Vec<f64> =
            (0..40).map(|i| numbers_of(&checkpoint, &format!("many/d{i:02}"))[0]).collect();
        assert_eq!(many, (0..40).map(f64::from).collect::<Vec<_>>());
    }
}

#[test]
fn attributes_are_shown_as_text() {
    for name in ["parts_old.h5", "parts_new.h5"] {
        let checkpoint = open_sample(name, &[]).unwrap();
        for (key, expected) in [
            ("text", "größe"),
            ("fixed", "abc"),
            ("words", "a, bc"),
            ("number", "-7"),
            ("few", "0.5, 1.5"),
            ("many", "[100 numbers]"),
        ] {
            assert_eq!(value(&checkpoint, key), expected, "{name}");
        }
        assert!(
            checkpoint.notes.iter().any(|note| note.contains("the attribute `pair` is not shown"))
        );
    }
}

#[test]
fn a_length_of_four_gigabytes_is_refused() {
    let error = refusal("hostile_h5_4gb_alloc.h5");
    assert!(matches!(error, InspectError::Malformed { format: "HDF5 files", .. }), "{error}");
    assert!(error.to_string().contains("checksum mismatch"), "{error}");
}

#[test]
fn a_file_that_is_cut_off_is_refused_or_its_tensors_are() {
    let bytes = sample("tiny.weights.h5");
    for length in [9, 100, 1_000, 5_000] {
        refusal_of(bytes[..length].to_vec(), "a file that is cut off");
    }
    let checkpoint = open_bytes(bytes[..bytes.len() - 600].to_vec());
    if let Ok(checkpoint) = checkpoint {
        let read = |tensor: &nearfar_inspect::Tensor| tensor.read(0, &mut [0.0]).is_err();
        assert!(checkpoint.tensors.iter().any(read));
    }
}

#[test]
fn parts_that_point_at_each_other_end() {
    // Every address of the file leads to the same place, one after the other.
    let bytes = sample("parts_old.h5");
    let addresses: Vec<usize> = (0..bytes.len() - 8)
        .step_by(8)
        .filter(|&at| {
            let word = u64::from_le_bytes(*bytes[at..].first_chunk().unwrap());
            word > 0 && word < bytes.len() as u64 && word.is_multiple_of(8)
        })
        .collect();
    let mut random = Random(3);
    for round in 0..400 {
        let mut mutant = bytes.clone();
        let place = addresses[random.below(addresses.len())];
        let to = bytes[place..place + 8].to_vec();
        for _ in 0..=random.below(4) {
            let at = addresses[random.below(addresses.len())];
            mutant[at..at + 8].copy_from_slice(&to);
        }
        let _ = try_mutant(mutant, &format!("round {round}"));
    }
}

/// Where the latest version's structures begin and where their checksums are.
fn checked_blocks(bytes: &[u8]) -> Vec<(usize, usize)> {
    const MARKS: [&[u8; 4]; 13] = [
        b"OHDR", b"OCHK", b"BTHD", b"BTLF", b"BTIN", b"FRHP", b"FHIB", b"FAHD", b"FADB", b"EAHD",
        b"EAIB", b"EADB", b"EASB",
    ];
    let begins =
        (0..bytes.len() - 4).filter(|&at| MARKS.iter().any(|mark| bytes[at..].starts_with(*mark)));
    let sum = |at: usize| u32::from_le_bytes(*bytes[at..].first_chunk().unwrap());
    let ends = |at: usize| {
        let last = (at + 1_200).min(bytes.len() - 4);
        (at + 6..=last).find(|&end| jenkins_lookup3(&bytes[at..end]) == sum(end))
    };
    begins.filter_map(|at| Some((at, ends(at)?))).collect()
}

/// The latest version has checksums, which stop other mutants at the door.
#[test]
fn mutants_with_right_checksums_neither_panic_nor_hang() {
    let (mut read, mut rounds) = (0, 0);
    for name in ["parts_new.h5", "latest_chunked.h5"] {
        let bytes = sample(name);
        let blocks = checked_blocks(&bytes);
        assert!(blocks.len() > 5, "{name}: {blocks:?}");
        for seed in 0..1_500 {
            let mut random = Random(seed);
            let mut mutant = bytes.clone();
            for _ in 0..=random.below(3) {
                let (begins, ends) = blocks[random.below(blocks.len())];
                let at = begins + 4 + random.below(ends - begins - 4);
                let width = (1 << random.below(4)).min(ends - at);
                let extremes =
                    [0, 1, u64::MAX, i64::MAX as u64, 1 << 33, begins as u64, random.next()];
                let value = extremes[random.below(7)].to_le_bytes();
                match random.below(3) {
                    0 => mutant[at] ^= 1 << random.below(8),
                    1 => mutant[at] = value[0],
                    _ => mutant[at..at + width].copy_from_slice(&value[..width]),
                }
                let sum = jenkins_lookup3(&mutant[begins..ends]);
                mutant[ends..ends + 4].copy_from_slice(&sum.to_le_bytes());
            }
            let what = format!("mutant {seed} of {name}, checksums made right");
            read += u64::from(try_mutant(mutant, &what).is_ok());
            rounds += 1;
        }
    }
    assert!(read > rounds / 5, "{read} of {rounds} were read");
}

#[test]
fn mutants_neither_panic_nor_hang() {
    let read = try_mutants("tiny.weights.h5", 6_000, 1_500)
        + try_mutants("tiny_legacy.h5", 6_000, 1_000)
        + try_mutants("latest_chunked.h5", 2_000, 1_500)
        + try_mutants("parts_old.h5", 20_000, 1_500)
        + try_mutants("parts_new.h5", 20_000, 1_500);
    assert!((300..6_900).contains(&read), "{read} of 7,000 were read");
}

#[test]
fn mutants_of_an_archive_neither_panic_nor_hang() {
    let read = try_mutants("tiny.keras", 12_000, 1_000);
    assert!((10..990).contains(&read), "{read} of 1,000 were read");
}

#[test]
fn shapes_beyond_any_memory_are_listed_and_read_in_parts() {
    let began = std::time::Instant::now();
    let checkpoint = open_sample("huge_shapes.h5", &[]).unwrap();
    let old = open_sample("huge_shapes_old.h5", &[]).unwrap();
    let mut part = [0.0; 1_000];
    for (checkpoint, name, expected) in
        [(&checkpoint, "thin", 2.0), (&old, "thin", 2.0), (&checkpoint, "thin2", 3.0)]
    {
        let tensor = checkpoint.find(name).unwrap();
        for start in [0, tensor.len() / 3, tensor.len() - 1_000] {
            part.fill(0.0);
            tensor.read(start, &mut part).unwrap();
            assert_eq!(part, [expected; 1_000], "{name} {start}");
        }
    }
    let beyond = checkpoint.find("beyond").unwrap();
    beyond.read(beyond.len() - 1, &mut part[..1]).unwrap();
    assert_eq!(part[0], 0.0);
    // A chunk of 256 MB, of which 8 bytes are there.
    let error = checkpoint.find("thick").unwrap().read(0, &mut part).unwrap_err().to_string();
    assert!(error.contains("`thick`") && error.contains("limit"), "{error}");
    assert!(began.elapsed() < std::time::Duration::from_secs(5), "{:?}", began.elapsed());
}

#[test]
fn a_listing_reads_headers_only() {
    use std::sync::atomic::{AtomicU64, Ordering};
    let begins = sample("tiny.weights.h5");
    let length = begins.len() as u64 + (3 << 30);
    let source =
        std::sync::Arc::new(crate::mutants::Sparse { begins, length, read: AtomicU64::new(0) });
    let opened = open(source.clone() as std::sync::Arc<dyn Source>, &[]).unwrap();
    assert_eq!(opened.tensors.len(), 12);
    assert!(source.read.load(Ordering::Relaxed) < 200_000);
}
