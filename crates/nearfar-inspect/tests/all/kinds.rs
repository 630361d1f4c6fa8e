//! Names of files: the table against the samples, the document, and what is opened.

use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use nearfar_inspect::kinds::{self, KINDS};
use nearfar_inspect::{Format, open};

fn samples() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("samples");
    let files = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    files.filter(|path| path.is_file()).collect()
}

#[test]
fn every_sample_has_an_ending_of_its_format() {
    let mut found = HashSet::from([Format::Json]);
    for path in samples() {
        let name = path.file_name().unwrap().to_string_lossy();
        let Ok(checkpoint) = open(Arc::new(std::fs::read(&path).unwrap()), &[]) else { continue };
        let kind = kinds::of(&name).unwrap_or_else(|| panic!("{name} has an ending of no kind"));
        assert!(kind.formats.contains(&checkpoint.format), "{name} is {:?}", checkpoint.format);
        assert!(kinds::is_model(&name) && !kinds::is_companion(&name), "{name}");
        found.insert(checkpoint.format);
    }
    let listed: Vec<Format> = KINDS.iter().flat_map(|kind| kind.formats).copied().collect();
    assert_eq!(
        listed.len(),
        found.len(),
        "a format stands in two rows, or has no sample: {listed:?}"
    );
}

#[test]
fn an_ending_belongs_to_one_kind_and_is_documented() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let document = std::fs::read_to_string(root.join("docs/inspect.md")).unwrap();
    let all: Vec<&str> = KINDS.iter().flat_map(|kind| kind.endings).copied().collect();
    assert_eq!(all.iter().collect::<HashSet<_>>().len(), all.len(), "an ending stands twice");
    let words = kinds::in_words();
    for kind in KINDS {
        for ending in kind.endings {
            let of = kinds::of(&format!("a.b.{}", ending.to_uppercase())).unwrap();
            assert_eq!(of.endings, kind.endings);
            if kind.formats.is_empty() {
                continue;
            }
            // Two formats of one ending may stand in one cell: `.npy, .npz`.
            let is_named = document
                .lines()
                .filter_map(|line| line.strip_prefix("| ")?.split('|').next())
                .any(|cell| {
                    cell.split([' ', ',', '(', ')']).any(|word| word == format!(".{ending}"))
                });
            assert!(is_named, "docs/inspect.md, Formats: no .{ending}");
            assert_eq!(words.contains(&format!(".{ending}")), !kind.is_beside, "{words}");
        }
    }
    assert!(kinds::of("no ending").is_none() && kinds::of("a.png").is_none());
}

/// Every reader is fuzzed, and has a file that is made to harm; JSON is read by a crate that is.
#[test]
fn every_format_has_a_target_of_the_fuzzer() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz");
    let manifest = std::fs::read_to_string(folder.join("Cargo.toml")).unwrap();
    let targets: Vec<(String, String)> = std::fs::read_dir(folder.join("fuzz_targets"))
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .map(|path| {
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            (name, std::fs::read_to_string(path).unwrap())
        })
        .collect();
    for format in KINDS.iter().flat_map(|kind| kind.formats).filter(|&&one| one != Format::Json) {
        let of_format =
            |(_, text): &&(String, String)| text.contains(&format!("Format::{format:?},"));
        let target = targets.iter().find(of_format);
        let (name, _) = target
            .unwrap_or_else(|| panic!("crates/nearfar-inspect/fuzz has no target of {format:?}"));
        assert!(
            manifest.contains(&format!("fuzz_targets/{name}\"")),
            "fuzz/Cargo.toml: no [[bin]] of {name}"
        );
    }
}

#[test]
fn what_belongs_beside_a_model() {
    for name in ["config.json", "tokenizer.json", "vocab.txt", "model.onnx.data", "README.md"] {
        assert!(kinds::is_companion(name) && !kinds::is_model(name), "{name}");
    }
    for name in ["tokenizer.json", "my_tokenizer.JSON", "vocab.txt", "bert-vocab.txt"] {
        assert!(kinds::is_tokenizer(name), "{name}");
    }
    for name in ["tokenizer_config.json", "config.json", "notes.txt", "vocab.json"] {
        assert!(!kinds::is_tokenizer(name), "{name}");
        assert_eq!(kinds::is_tokenizer_config(name), name == "tokenizer_config.json");
    }
}
