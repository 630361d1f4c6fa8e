//! Files that belong together: parts under an index, a part alone, pointers of Git LFS, and views
//! that have more numbers than the file has bytes.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use nearfar_inspect::bundle::{Bundle, open_together, parts_of};
use nearfar_inspect::checkpoint::Named;
use nearfar_inspect::error::BundleError;
use nearfar_inspect::export;
use nearfar_inspect::recognise::recognise_with;
use nearfar_inspect::report::Assignment;
use nearfar_inspect::statistics::{SliceOf, slice, statistics};
use nearfar_inspect::{Checkpoint, Format, InspectError, open};

pub(crate) fn sample(name: &str) -> Vec<u8> {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("samples").join(name);
    std::fs::read(path).unwrap()
}

pub(crate) fn named(name: &str, bytes: Vec<u8>) -> Named {
    Named { name: name.to_owned(), source: Arc::new(bytes) }
}

/// BERT of two layers, its config, and its tensors in two parts with their index.
pub(crate) fn parts() -> (Named, Named, Named, Named) {
    let whole = open(Arc::new(sample("families/bert.safetensors")), &[]).unwrap();
    let config = whole.metadata.iter().find(|(key, _)| key == "config").unwrap().1.clone();
    let model: Vec<_> =
        whole.tensors.iter().filter(|t| !t.name.starts_with("reference.")).cloned().collect();
    let names = ["model-00001-of-00002.safetensors", "model-00002-of-00002.safetensors"];
    let part = |of: &dyn Fn(&str) -> bool| {
        let tensors = model.iter().filter(|tensor| of(&tensor.name)).cloned().collect();
        let part = Checkpoint {
            format: Format::SafeTensors,
            tensors,
            metadata: Vec::new(),
            notes: Vec::new(),
            wanted: Vec::new(),
        };
        let mut bytes = Vec::new();
        export::safetensors(&part, &mut bytes).unwrap();
        bytes
    };
    let is_second = |name: &str| name.contains("layer.1.");
    let map: serde_json::Map<String, serde_json::Value> = model
        .iter()
        .map(|tensor| (tensor.name.clone(), names[usize::from(is_second(&tensor.name))].into()))
        .collect();
    let index = serde_json::json!({ "metadata": { "total_size": 1 }, "weight_map": map });
    (
        named(names[0], part(&|name| !is_second(name))),
        named(names[1], part(&is_second)),
        named("model.safetensors.index.json", index.to_string().into_bytes()),
        named("config.json", config.into_bytes()),
    )
}

fn cannot_run(bundle: &Bundle) -> Option<String> {
    let by_hand = Assignment::default();
    recognise_with(&bundle.checkpoint, bundle.config.as_ref(), &by_hand).cannot_run()
}

#[test]
fn parts_with_their_index_are_one_model() {
    let (first, second, index, config) = parts();
    assert_eq!(parts_of(&index).unwrap(), [first.name.clone(), second.name.clone()]);
    let sizes = first.source.len() + second.source.len();
    let files = vec![config.clone(), second.clone(), index, first.clone()];
    let whole = open_together(files).unwrap();
    assert_eq!((whole.model.name.as_str(), whole.size), ("model.safetensors.index.json", sizes));
    assert_eq!(whole.checkpoint.tensors.len(), 39);
    assert_eq!((cannot_run(&whole), whole.checkpoint.wanted.len()), (None, 0));
    assert_eq!(whole.beside, ["config.json"]);
    // Without the index by their names.
    let whole = open_together(vec![second, config, first]).unwrap();
    assert_eq!((whole.checkpoint.tensors.len(), cannot_run(&whole)), (39, None));
}

#[test]
fn a_part_alone_says_so() {
    let (first, second, index, config) = parts();
    let alone = open_together(vec![first.clone(), config.clone()]).unwrap();
    assert!(alone.checkpoint.notes[0].contains("part 1 of 2"), "{:?}", alone.checkpoint.notes);
    assert_eq!(alone.checkpoint.wanted, std::slice::from_ref(&second.name));
    let why = cannot_run(&alone).unwrap();
    assert!(why.contains("`model-00002-of-00002.safetensors`"), "{why}");
    let half = open_together(vec![index.clone(), first, config]).unwrap();
    assert_eq!(half.checkpoint.wanted, [second.name]);
    assert!(cannot_run(&half).is_some());
    let BundleError { file, error } = open_together(vec![index]).err().unwrap();
    assert_eq!(file, "model.safetensors.index.json");
    assert!(error.to_string().contains("model-00001-of-00002.safetensors"), "{error}");
}

#[test]
fn an_index_that_does_not_fit_its_parts() {
    let (first, second, index, _) = parts();
    let refused = |files: Vec<Named>| {
        let BundleError { file, error } = open_together(files).err().unwrap();
        (file, error.to_string())
    };
    // The parts' contents are exchanged.
    let first_named = Named { name: first.name.clone(), source: second.source.clone() };
    let second_named = Named { name: second.name.clone(), source: first.source.clone() };
    let (file, why) = refused(vec![index.clone(), first_named, second_named]);
    assert!(file == first.name && why.contains("has it not"), "{file}: {why}");
    let twice = Named { name: second.name, source: first.source.clone() };
    let (_, why) = refused(vec![index, first.clone(), twice]);
    assert!(why.contains("another part has it, too"), "{why}");
    for text in ["{}", "[]", "{\"weight_map\": {\"a\": 3}}", "{\"weight_map\": {}}", "{"] {
        let index = named("x.index.json", text.as_bytes().to_vec());
        let (file, _) = refused(vec![index, first.clone()]);
        assert_eq!(file, "x.index.json", "{text}");
    }
}

#[test]
fn a_pointer_of_git_lfs_is_named() {
    let text = "version https://git-lfs.github.com/spec/v1\n\
                oid sha256:4d7a214614ab2935c943f9e0ff69d22eadbb8f32b1258daaa5e2ca24d17e2393\n\
                size 12345\n";
    let pointer = |name: &str| named(name, text.as_bytes().to_vec());
    let BundleError { file, error } =
        open_together(vec![pointer("model.safetensors")]).err().unwrap();
    assert_eq!((file.as_str(), &error), ("model.safetensors", &InspectError::Pointer));
    assert!(error.to_string().contains("git lfs pull"));
    // A configuration may be one as well; the model is read without.
    let (first, second, _, _) = parts();
    let whole = open_together(vec![first, second, pointer("config.json")]).unwrap();
    assert!(whole.config.is_none());
    let [why] = &whole.passed_over[..] else { panic!("{:?}", whole.passed_over) };
    assert!(why.contains("config.json") && why.contains("Git LFS"), "{why}");
}

#[test]
fn what_is_not_used_is_named() {
    let (first, second, index, _) = parts();
    let files = || vec![first.clone(), second.clone(), index.clone()];
    assert_eq!(open_together(files()).unwrap().passed_over, [""; 0]);
    let broken = named("config.json", b"{\"hidden_size\": 64,}".to_vec());
    let whole = open_together([files(), vec![broken]].concat()).unwrap();
    let [why] = &whole.passed_over[..] else { panic!("{:?}", whole.passed_over) };
    assert!(why.starts_with("config.json was passed over") && why.contains("column 20"), "{why}");
    // Two models: one is open, the other is named.
    let other = named("other.safetensors", sample("da_tiny.safetensors"));
    let two = open_together(vec![named("one.pt", sample("da_tiny.pt")), other]).unwrap();
    assert_eq!(two.model.name, "one.pt");
    let [why] = &two.passed_over[..] else { panic!("{:?}", two.passed_over) };
    assert!(why.starts_with("other.safetensors was not opened: one.pt"), "{why}");
    // The numbers of an .onnx are no model of their own.
    let external = ["da_tiny_ext.onnx", "da_tiny_ext.onnx.data"];
    let files = external.map(|name| named(name, sample(name))).to_vec();
    assert_eq!(open_together(files).unwrap().passed_over, [""; 0]);
}

#[test]
fn of_files_of_one_name_it_is_said_that_one_was_opened() {
    let model = || named("m.npz", sample("da_tiny.npz"));
    let [why] = &open_together(vec![model(), model()]).unwrap().passed_over[..] else {
        panic!("one is passed over")
    };
    assert_eq!(why, "several files are called m.npz: one was opened");
}

#[test]
fn a_view_of_more_numbers_than_bytes_is_listed_and_not_read() {
    let begun = Instant::now();
    let views = open(Arc::new(sample("hostile_views.pt")), &[]).unwrap();
    let of = |name: &str| views.find(name).unwrap();
    for name in ["stride_0", "stride_0_columns", "overlapping", "many.7"] {
        let error = statistics(of(name), &mut |_| true).unwrap_err();
        assert!(error.to_string().contains("repeats"), "{error}");
        let picture = slice(of(name), &SliceOf::whole(&of(name).shape, 64)).unwrap();
        assert!((32..=64).contains(&picture.columns), "{name}: {}", picture.columns);
    }
    // What is repeated a little is read as ever, a transpose too.
    let small = statistics(of("expanded"), &mut |_| true).unwrap().unwrap();
    assert_eq!((small.count, small.sum), (3 * 4, 3.0 * 6.0));
    let mut turned = [0.0; 6];
    of("turned").read(0, &mut turned).unwrap();
    assert_eq!(turned, [0.0, 3.0, 1.0, 4.0, 2.0, 5.0]);
    assert!(begun.elapsed() < Duration::from_secs(20), "{:?}", begun.elapsed());
}
