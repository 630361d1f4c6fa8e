//! `nearfar inspect` says whether a model runs, and `nearfar attend --ids` writes its attention.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::time::{Duration, Instant};

use nearfar_inspect::{Checkpoint, export, open};

fn samples() -> PathBuf {
    [env!("CARGO_MANIFEST_DIR"), "..", "nearfar-inspect", "samples"].iter().collect()
}

fn read(path: &Path) -> Checkpoint {
    open(std::sync::Arc::new(std::fs::read(path).unwrap()), &[]).unwrap()
}

fn nearfar(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_nearfar")).args(arguments).output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

/// A folder with a model as transformers saves it, and what transformers says of it.
struct Model {
    folder: PathBuf,
    reference: Checkpoint,
}

impl Model {
    fn of(name: &str, test: &str) -> Model {
        let whole = read(&samples().join("families").join(format!("{name}.safetensors")));
        let folder = std::env::temp_dir().join(format!("nearfar-{test}-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let config = whole.metadata.iter().find(|(key, _)| key == "config").unwrap();
        std::fs::write(folder.join("config.json"), &config.1).unwrap();
        let (mut model, mut reference) = (whole.clone(), whole);
        model.tensors.retain(|tensor| !tensor.name.starts_with("reference."));
        reference.tensors.retain(|tensor| tensor.name.starts_with("reference."));
        let mut bytes = Vec::new();
        export::safetensors(&model, &mut bytes).unwrap();
        std::fs::write(folder.join("model.safetensors"), bytes).unwrap();
        Model { folder, reference }
    }

    fn path(&self, name: &str) -> String {
        self.folder.join(name).to_string_lossy().into_owned()
    }
}

impl Drop for Model {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

#[test]
fn the_attention_of_a_model_as_arrays_of_numpy() {
    let model = Model::of("gpt2", "maps");
    let (path, out) = (model.path("model.safetensors"), model.path("maps.npz"));
    let said = nearfar(&["inspect", &path, "--no-statistics"]);
    assert!(text(&said.stdout).contains("\nforward: yes\n"), "{}", text(&said.stdout));
    assert!(!text(&said.stdout).contains("assumed"), "{}", text(&said.stdout));
    let ran = nearfar(&["attend", &path, "--ids", "2,17,5,1,11,22,3", "--out", &out]);
    assert!(ran.status.success(), "{}", text(&ran.stderr));
    assert_eq!(text(&ran.stderr), "");
    let written = read(Path::new(&out));
    let ids = written.find("ids").unwrap();
    assert_eq!((ids.type_name.as_str(), &ids.shape), ("<i8", &vec![7]));
    assert_eq!(ids.numbers(7).unwrap(), [2.0, 17.0, 5.0, 1.0, 11.0, 22.0, 3.0]);
    let maps = written.find("attentions").unwrap();
    assert_eq!((maps.type_name.as_str(), &maps.shape), ("<f4", &vec![2, 4, 7, 7]));
    let expected: Vec<f32> = (0..2)
        .flat_map(|layer| {
            let layer = model.reference.find(&format!("reference.attention.{layer}"));
            layer.unwrap().numbers(1000).unwrap()
        })
        .collect();
    for (found, expected) in maps.numbers(1000).unwrap().iter().zip(&expected) {
        assert!((found - expected).abs() < 1e-5);
    }
}

#[test]
fn what_is_not_known_is_asked_for_and_said() {
    let model = Model::of("bert", "asked");
    std::fs::remove_file(model.path("config.json")).unwrap();
    let (path, out) = (model.path("model.safetensors"), model.path("maps.npz"));
    let said = nearfar(&["inspect", &path, "--no-statistics"]);
    assert!(text(&said.stdout).contains("\nforward: no, because nothing says how many heads"));
    let ran = nearfar(&["attend", &path, "--ids", "3,5,7", "--out", &out]);
    assert_eq!(ran.status.code(), Some(1));
    assert!(text(&ran.stderr).contains("forward: no, because"), "{}", text(&ran.stderr));
    assert!(!Path::new(&out).exists());
    let ran = nearfar(&["attend", &path, "--ids", "3,5,7", "--out", &out, "--heads", "4"]);
    assert!(ran.status.success(), "{}", text(&ran.stderr));
    let assumed = text(&ran.stderr);
    for what in ["a token sees", "norms", "activation", "scores", "first token"] {
        assert!(
            assumed.lines().any(|line| line.starts_with("assumed: ") && line.contains(what)),
            "{what}: {assumed}"
        );
    }
    let chosen = [
        "--heads",
        "2",
        "--causal",
        "true",
        "--activation",
        "relu",
        "--norms",
        "first",
        "--scale",
        "0.5",
        "--epsilon",
        "1e-5",
        "--first-position",
        "3",
    ];
    let inspected = nearfar(&[&["inspect", &path, "--no-statistics"][..], &chosen].concat());
    let inspected = text(&inspected.stdout);
    assert!(
        inspected.contains("forward: yes") && !inspected.contains("assumed: norms"),
        "{inspected}"
    );
}

#[test]
fn a_config_elsewhere_and_one_that_vetoes() {
    let model = Model::of("gpt2", "veto");
    let (path, out) = (model.path("model.safetensors"), model.path("maps.npz"));
    let config = std::fs::read_to_string(model.path("config.json")).unwrap();
    let other = config.replacen('{', "{\"rope_theta\": 10000.0, ", 1);
    let elsewhere = model.path("other.json");
    std::fs::rename(model.path("config.json"), &elsewhere).unwrap();
    std::fs::write(model.path("any.name"), other).unwrap();
    let arguments = ["attend", &path, "--ids", "3,5,7", "--out", &out];
    let config = model.path("any.name");
    let ran = nearfar(&[&arguments[..], &["--config", &config]].concat());
    assert!(text(&ran.stderr).contains("`rope_theta` = 10000.0: rotary"), "{}", text(&ran.stderr));
    std::fs::rename(&elsewhere, model.path("config.json")).unwrap();
    assert!(nearfar(&arguments).status.success());
}

#[test]
fn a_distance_aware_model_asks_for_its_mapping() {
    let path = samples().join("da_tiny.safetensors").to_string_lossy().into_owned();
    let said = text(&nearfar(&["inspect", &path, "--no-statistics"]).stdout);
    assert!(said.contains("forward: no, because its heads have w and v"), "{said}");
    let by_hand = ["--mapping", "clip(3)", "--adjustment", "late-add"];
    let said = nearfar(&[&["inspect", &path, "--no-statistics"][..], &by_hand].concat());
    assert!(text(&said.stdout).contains("forward: yes"), "{}", text(&said.stdout));
    let out = std::env::temp_dir().join(format!("nearfar-da-{}.npz", std::process::id()));
    let out = out.to_string_lossy();
    let ran =
        nearfar(&[&["attend", &path, "--ids", "3,5,7", "--out", &out][..], &by_hand].concat());
    assert!(ran.status.success(), "{}", text(&ran.stderr));
    assert_eq!(read(Path::new(&*out)).find("attentions").unwrap().shape, [2, 2, 3, 3]);
    std::fs::remove_file(&*out).unwrap();
    let ran = nearfar(&["attend", &path, "--ids", "3", "--out", &out, "--mapping", "clip(3)"]);
    assert_eq!(ran.status.code(), Some(2));
}

#[test]
fn words_are_no_numbers_and_numbers_no_words() {
    let own: PathBuf =
        [env!("CARGO_MANIFEST_DIR"), "..", "..", "public", "checkpoints", "sst2-da.safetensors"]
            .iter()
            .collect();
    let ran = nearfar(&["attend", &own.to_string_lossy(), "--ids", "3,5", "--out", "x.npz"]);
    assert!(text(&ran.stderr).contains("reads words"), "{}", text(&ran.stderr));
    let model = Model::of("bert", "words");
    let (path, out) = (model.path("model.safetensors"), model.path("maps.npz"));
    let ran = nearfar(&["attend", &path, "--ids", "3,24", "--out", &out]);
    assert!(text(&ran.stderr).contains("the model knows 24 words"), "{}", text(&ran.stderr));
    for wrong in
        [&["--ids", "3"][..], &["--out", "x.npz"], &["--ids", "3,x", "--out", "y.npz"], &[]]
    {
        let ran = nearfar(&[&["attend", &path][..], wrong].concat());
        assert_eq!(ran.status.code(), Some(2), "{wrong:?}");
    }
}

#[test]
fn a_view_without_end_is_answered_at_once() {
    let begun = Instant::now();
    let path = samples().join("hostile_views.pt").to_string_lossy().into_owned();
    let said = nearfar(&["inspect", &path]);
    assert!(said.status.success());
    assert!(text(&said.stdout).contains("a view that repeats them"), "{}", text(&said.stdout));
    assert!(begun.elapsed() < Duration::from_secs(20), "{:?}", begun.elapsed());
}
