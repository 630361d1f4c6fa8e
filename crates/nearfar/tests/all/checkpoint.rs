//! Checkpoints are read as strangers' bytes: what the format's own writer wrote is read back, and
//! whatever else a file holds gives an error that names what and where.

use std::collections::HashMap;

use nearfar::checkpoint::trained::{ROWS, WORDS, architecture_entries};
use nearfar::checkpoint::{CheckpointError, SafeTensors, Trained, WordTable};
use nearfar::model::{Architecture, ModelError, Pooling, Structure};
use nearfar::settings::DEFAULT_SENTENCE;
use nearfar::text::{MAX_TOKENS, VectorPart, WordVectors, tokenize_limited};
use nearfar::{Method, text::Origin};
use proptest::prelude::*;
use safetensors::tensor::{Dtype, TensorView};

const BUNDLED: [&[u8]; 4] = [
    include_bytes!("../../../../public/checkpoints/sst2-da.safetensors"),
    include_bytes!("../../../../public/checkpoints/sst2-vanilla.safetensors"),
    include_bytes!("../../../../public/checkpoints/agnews-da.safetensors"),
    include_bytes!("../../../../public/checkpoints/agnews-vanilla.safetensors"),
];

fn architecture() -> Architecture {
    Architecture {
        method: Method::DISTANCE_AWARE.into(),
        heads: 2,
        dimensions: 3,
        width: 4,
        feed_forward: 5,
        pooling: Pooling::Attention { size: 2 },
        structure: Structure::Single,
        classes: vec!["no".to_owned(), "yes".to_owned()],
    }
}

/// A file as the format's own writer makes it, with tensors and metadata changed by `edit`.
fn file(
    edit: impl FnOnce(&mut HashMap<String, (Dtype, Vec<usize>, Vec<u8>)>, &mut HashMap<String, String>),
) -> Vec<u8> {
    let architecture = architecture();
    let mut tensors = HashMap::new();
    for (place, spec) in architecture.tensors().into_iter().enumerate() {
        let values = (0..spec.len()).map(|cell| ((cell * 7 + place) % 11) as f32 / 11.0 - 0.4);
        let bytes = values.flat_map(f32::to_le_bytes).collect();
        tensors.insert(spec.name, (Dtype::F32, spec.shape, bytes));
    }
    tensors.insert(WORDS.to_owned(), (Dtype::U8, vec![8], b"bad\ngood".to_vec()));
    let rows = (0..8).flat_map(|cell| (cell as f32).to_le_bytes()).collect();
    tensors.insert(ROWS.to_owned(), (Dtype::F32, vec![2, 4], rows));
    let mut metadata: HashMap<String, String> = architecture_entries(&architecture)
        .into_iter()
        .map(|(key, value)| (key.to_owned(), value))
        .collect();
    edit(&mut tensors, &mut metadata);
    let views: Vec<_> = tensors
        .iter()
        .map(|(name, (dtype, shape, bytes))| {
            (name.as_str(), TensorView::new(*dtype, shape.clone(), bytes).unwrap())
        })
        .collect();
    safetensors::serialize(views, Some(metadata)).unwrap()
}

#[test]
fn what_the_formats_own_writer_wrote_is_read() {
    let bytes = file(|_, _| ());
    let trained = Trained::read(&bytes).unwrap();
    assert_eq!(trained.model.architecture, architecture());
    assert_eq!(trained.table.get("good"), Some(&[4.0, 5.0, 6.0, 7.0][..]));
    assert_eq!(trained.table.get("ugly"), None);
    assert!(!trained.shared_vectors && trained.start.is_empty());
    let embedded = trained.embed(["bad", "ugly"], &WordVectors::new());
    assert_eq!(embedded.origin, [Origin::Learned, Origin::Unknown]);
    assert_eq!(embedded.matrix.row(0).to_vec(), [0.0, 1.0, 2.0, 3.0]);
    let answer = trained.model.classify(&[embedded.matrix.view()]).unwrap();
    assert!((answer.probabilities.iter().sum::<f32>() - 1.0).abs() < 1e-6);

    // Every tensor has the values that the format's own reader gives.
    let ours = SafeTensors::read(&bytes).unwrap();
    let theirs = safetensors::SafeTensors::deserialize(&bytes).unwrap();
    assert_eq!(ours.names().count(), theirs.names().len());
    for (name, view) in theirs.tensors() {
        assert_eq!(ours.shape(&name), Some(view.shape()));
        if view.dtype() == Dtype::F32 {
            let values: Vec<f32> =
                view.data().as_chunks().0.iter().map(|bytes| f32::from_le_bytes(*bytes)).collect();
            assert_eq!(ours.numbers(&name).unwrap(), values, "{name}");
        }
    }
}

#[test]
fn half_precision_and_bytes_are_read_as_numbers() {
    let bytes = file(|tensors, _| {
        // 1.5 and -2 in f16 and in bf16; -3 and 4 as int8.
        let halves = [0x3e00_u16, 0xc000].iter().flat_map(|half| half.to_le_bytes()).collect();
        tensors.insert("half".to_owned(), (Dtype::F16, vec![2], halves));
        let halves = [0x3fc0_u16, 0xc000].iter().flat_map(|half| half.to_le_bytes()).collect();
        tensors.insert("brain".to_owned(), (Dtype::BF16, vec![2], halves));
        tensors.insert("bytes".to_owned(), (Dtype::I8, vec![2], vec![253, 4]));
        tensors.insert("long".to_owned(), (Dtype::I64, vec![1], vec![0; 8]));
    });
    let file = SafeTensors::read(&bytes).unwrap();
    assert_eq!(file.numbers("half").unwrap(), [1.5, -2.0]);
    assert_eq!(file.numbers("brain").unwrap(), [1.5, -2.0]);
    assert_eq!(file.numbers("bytes").unwrap(), [-3.0, 4.0]);
    assert!(file.numbers("long").unwrap_err().to_string().contains("I64"));
    assert!(file.numbers("none").unwrap_err().to_string().contains("not in the file"));
}

/// What the page draws at a first visit, before the whole files have come.
#[test]
fn the_start_of_a_model_is_the_whole_one_for_the_first_sentence() {
    let [whole_bytes, ..] = BUNDLED;
    let part = |bytes: &[u8]| VectorPart::parse(bytes).unwrap();
    let table = |part| {
        let mut vectors = WordVectors::new();
        vectors.insert_part(part);
        vectors
    };
    let learned = part(include_bytes!("../../../../public/checkpoints/sst2-da.first.bin"));
    let shared = table(part(include_bytes!("../../../../public/vectors/first.bin")));
    let frequent = table(part(include_bytes!("../../../../public/vectors/frequent.bin")));
    let rows = WordTable::of_part(&learned);

    // The numbers of the model end where the rows of its words begin.
    let file = SafeTensors::read(whole_bytes).unwrap();
    let words = file.numbers(ROWS).unwrap().len() + file.bytes(WORDS).unwrap().len();
    let end = whole_bytes.len() - words;
    for short in [0, 7, 8, 1_000, end - 1] {
        assert_eq!(Trained::read_start(&whole_bytes[..short], &rows), Ok(None), "{short}");
    }
    let start = Trained::read_start(&whole_bytes[..end], &rows).unwrap().unwrap();
    let whole = Trained::read(whole_bytes).unwrap();
    assert_eq!(start.model, whole.model);
    assert_eq!((&start.start, &start.card), (&whole.start, &whole.card));

    let tokens = tokenize_limited(DEFAULT_SENTENCE, MAX_TOKENS).tokens;
    let words = || tokens.iter().map(|token| token.word.as_str());
    let embedded = start.embed(words(), &shared);
    assert_eq!(embedded, whole.embed(words(), &frequent));
    assert!(embedded.origin.contains(&Origin::Learned));
    assert_eq!(embedded.origin.len(), tokens.len());
}

#[test]
fn the_start_of_another_file_is_refused() {
    let rows = WordTable::default();
    let long = Trained::read_start(b"<!doctype html><p>", &rows);
    assert!(matches!(long, Err(CheckpointError::HeaderLength { .. })), "{long:?}");
    let header = Trained::read_start(b"\x02\0\0\0\0\0\0\0[]", &rows);
    assert!(matches!(header, Err(CheckpointError::Header { .. })), "{header:?}");
}

#[test]
fn every_bundled_model_is_read_and_says_where_it_comes_from() {
    for bytes in BUNDLED {
        let trained = Trained::read(bytes).unwrap();
        assert!(bytes.len() <= 1_500_000);
        assert!(trained.shared_vectors && !trained.table.is_empty());
        assert_eq!(trained.start.len(), trained.model.architecture.heads);
        for key in ["task", "seed", "test_accuracy", "terms", "learning_rate"] {
            assert!(trained.card.contains_key(key), "{key}");
        }
        assert!(trained.model.architecture.classes.iter().all(|class| class.len() > 1));
    }
}

#[test]
fn the_lab_computes_distance_aware_and_vanilla_models_alone() {
    let other = include_bytes!("../../../../public/checkpoints/sst2-alibi.safetensors");
    assert!(BUNDLED.iter().all(|bytes| Trained::read(bytes).unwrap().is_of_lab()));
    assert!(!Trained::read(other).unwrap().is_of_lab());
}

#[test]
fn what_is_missing_or_wrong_is_named() {
    let refused = |bytes: &[u8]| Trained::read(bytes).expect_err("a bad file");
    let missing = refused(&file(|tensors, _| drop(tensors.remove("words.attention.key"))));
    assert_eq!(
        missing,
        CheckpointError::Model(ModelError::Missing { name: "words.attention.key".to_owned() })
    );
    let nan = refused(&file(|tensors, _| {
        let (_, _, bytes) = tensors.get_mut("classifier.bias").unwrap();
        bytes[4..8].copy_from_slice(&f32::NAN.to_le_bytes());
    }));
    assert!(nan.to_string().contains("`classifier.bias`") && nan.to_string().contains("place 1"));
    for (key, value) in [
        ("format", "other/1"),
        ("heads", "two"),
        ("heads", "0"),
        ("width", "99999999999999999999"),
        ("method", "magic"),
        ("pooling", "attention:x"),
        ("structure", "ring"),
        ("vectors", "glove-6b-100d-int8"),
    ] {
        let error = refused(&file(|_, metadata| {
            metadata.insert(key.to_owned(), value.to_owned());
        }));
        assert!(!error.to_string().is_empty(), "{key} = {value}");
    }
    let unsorted = refused(&file(|tensors, _| {
        tensors.insert(WORDS.to_owned(), (Dtype::U8, vec![8], b"good\nbad".to_vec()));
    }));
    assert!(unsorted.to_string().contains("order of their bytes"));
    let header = |text: &str| [&(text.len() as u64).to_le_bytes(), text.as_bytes()].concat();
    for (text, says) in [
        ("{\"a\":{\"dtype\":\"F32\",\"shape\":[1],\"data_offsets\":[0,4]}}", "do not lie"),
        ("{\"a\":{\"dtype\":\"F32\",\"shape\":[9],\"data_offsets\":[0,0]}}", "do not hold"),
        (
            "{\"a\":{\"dtype\":\"F32\",\"shape\":[4611686018427387904,4],\"data_offsets\":[0,0]}}",
            "do not hold",
        ),
        ("{\"a\":{\"dtype\":\"F32\",\"shape\":[-1],\"data_offsets\":[0,0]}}", "whole numbers"),
        ("{\"a\":{\"shape\":[1],\"data_offsets\":[0,4]}}", "dtype"),
        ("[]", "no object"),
        ("{\"__metadata__\":{\"a\":1}}", "no text"),
        ("{", "at byte 1"),
    ] {
        let error = SafeTensors::read(&header(text)).expect_err(text);
        assert!(error.to_string().contains(says), "{text}: {error}");
    }
    assert!(matches!(SafeTensors::read(&[1, 2]), Err(CheckpointError::TooShort { found: 2 })));
    let huge = [&u64::MAX.to_le_bytes()[..], b"{}"].concat();
    assert!(matches!(SafeTensors::read(&huge), Err(CheckpointError::HeaderLength { .. })));
}

/// Shapes are held, not counts: as many numbers in another order are another model.
#[test]
fn a_tensor_of_another_shape_is_refused() {
    let tensors: Vec<(String, Vec<usize>)> =
        architecture().tensors().into_iter().map(|spec| (spec.name, spec.shape)).collect();
    let others = [(ROWS.to_owned(), vec![2, 4])];
    for (name, shape) in tensors.into_iter().chain(others) {
        let reversed: Vec<usize> = shape.iter().rev().copied().collect();
        let flat = vec![shape.iter().product()];
        let column = [&shape[..], &[1]].concat();
        for other in [reversed, flat, column] {
            if other == shape {
                continue;
            }
            let bytes = file(|tensors, _| {
                tensors.get_mut(&name).unwrap().1.clone_from(&other);
            });
            let error = Trained::read(&bytes).expect_err("another shape");
            let (found, expected) = (other.clone(), shape.clone());
            assert_eq!(error, CheckpointError::Shape { name: name.clone(), found, expected });
            let says = error.to_string();
            assert!(says.contains(&name) && says.contains(&format!("{other:?}")), "{says}");
            let transposed = other.len() == 2 && other.iter().rev().eq(&shape);
            assert_eq!(says.contains("a transpose was forgotten"), transposed, "{says}");
        }
    }
    // Start and scales belong to the heads and to the rows.
    for (name, length) in
        [("start.words.attention.w", 3), ("start.words.attention.v", 1), ("embedding.scales", 4)]
    {
        let bytes = file(|tensors, _| {
            for name in ["start.words.attention.w", "start.words.attention.v"] {
                tensors.insert(name.to_owned(), (Dtype::F32, vec![2], vec![0; 8]));
            }
            tensors.insert(name.to_owned(), (Dtype::F32, vec![length], vec![0; 4 * length]));
        });
        let error = Trained::read(&bytes).expect_err("another length");
        let (found, expected) = (vec![length], vec![2]);
        assert_eq!(error, CheckpointError::Shape { name: name.to_owned(), found, expected });
    }
    // A type that holds no numbers is named as such, not as a tensor that is missing.
    let bytes = file(|tensors, _| {
        let (dtype, _, bytes) = tensors.get_mut("classifier.bias").unwrap();
        (*dtype, *bytes) = (Dtype::I64, vec![0; 16]);
    });
    assert!(Trained::read(&bytes).unwrap_err().to_string().contains("I64"));
}

proptest! {
    /// Any byte of a small checkpoint may be another: the reader answers, and does not stop.
    #[test]
    fn a_changed_file_is_read_or_refused(at in 0..4_000_usize, byte in any::<u8>(), cut in 0..4_000_usize) {
        let mut bytes = file(|_, _| ());
        let length = bytes.len();
        bytes[at % length] = byte;
        let _ = Trained::read(&bytes);
        let _ = Trained::read(&bytes[..cut % length]);
    }

    #[test]
    fn any_bytes_are_read_or_refused(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        let _ = Trained::read(&bytes);
        let mut framed = (bytes.len() as u64).to_le_bytes().to_vec();
        framed.extend(bytes);
        let _ = Trained::read(&framed);
    }
}
