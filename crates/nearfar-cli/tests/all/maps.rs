//! `nearfar inspect` says whether a model runs, and `nearfar attend` shows or writes its attention.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::Arc;
use std::time::{Duration, Instant};

use nearfar_inspect::checkpoint::Named;
use nearfar_inspect::protocol::{Answer, Ask, MapsLine};
use nearfar_inspect::session::Session;
use nearfar_inspect::{Checkpoint, export, open};
use serde_json::Value;

fn samples() -> PathBuf {
    [env!("CARGO_MANIFEST_DIR"), "..", "nearfar-inspect", "samples"].iter().collect()
}

fn read(path: &Path) -> Checkpoint {
    open(std::sync::Arc::new(std::fs::read(path).unwrap()), &[]).unwrap()
}

fn nearfar(arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_nearfar"));
    command.args(arguments).env("NEARFAR_VECTORS", public("vectors")).output().unwrap()
}

fn public(name: &str) -> PathBuf {
    [env!("CARGO_MANIFEST_DIR"), "..", "..", "public", name].iter().collect()
}

/// The attention weights that the page finds in a file, as its reader opens it.
fn in_the_page(path: &str) -> MapsLine {
    let bytes = std::fs::read(path).unwrap();
    let name = Path::new(path).file_name().unwrap().to_string_lossy().into_owned();
    let mut found = None;
    let ask = Ask::Open { assignments: Vec::new() };
    let files = vec![Named { name, source: Arc::new(bytes) }];
    Session::new().answer(1, ask, files, &|| 0.0, &mut |answer, _| found = Some(answer));
    let Some(Answer::Opened(opened)) = found else { panic!("{path}: {found:?}") };
    opened.maps.unwrap().unwrap()
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

    /// As `of`, with a vocabulary of as many pieces as the model has words.
    fn with_tokenizer(name: &str, test: &str) -> Model {
        let model = Model::of(name, test);
        let words = (0..20).map(|k| format!("w{k}"));
        let special = ["[PAD]", "[UNK]", "[CLS]", "[SEP]"].map(str::to_owned);
        let all: Vec<String> = special.into_iter().chain(words).collect();
        std::fs::write(model.path("vocab.txt"), all.join("\n")).unwrap();
        model
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
    let attend = ["attend", &path, "--ids", "3,5,7", "--out", &out, "--heads", "4"];
    // Its names are RoBERTa's, too, whose positions begin elsewhere.
    let ran = nearfar(&attend);
    assert!(text(&ran.stderr).contains("BERT 0, RoBERTa 2"), "{}", text(&ran.stderr));
    let ran = nearfar(&[&attend[..], &["--first-position", "0"]].concat());
    assert!(ran.status.success(), "{}", text(&ran.stderr));
    let assumed = text(&ran.stderr);
    for what in ["a token sees", "norms", "activation", "scores"] {
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
    let ran = nearfar(&["attend", &path, "--ids", "3", "--out", "maps.csv"]);
    assert_eq!(ran.status.code(), Some(2));
    assert!(text(&ran.stderr).contains("written as .npz, not as `.csv`"), "{}", text(&ran.stderr));
}

#[test]
fn a_text_is_parted_by_the_tokenizer_beside_the_model() {
    let model = Model::with_tokenizer("bert", "text");
    let (path, out) = (model.path("model.safetensors"), model.path("maps.npz"));
    let ran = nearfar(&["attend", &path, "w3 w5 unheard", "--out", &out]);
    assert!(ran.status.success(), "{}", text(&ran.stderr));
    assert!(text(&ran.stderr).contains("note: ") && text(&ran.stderr).contains("lower-cased"));
    let written = read(Path::new(&out));
    assert_eq!(written.find("ids").unwrap().numbers(9).unwrap(), [2.0, 7.0, 9.0, 1.0, 3.0]);
    let tokens = ["[CLS]", "w3", "w5", "[UNK]", "[SEP]"].map(str::to_owned).to_vec();
    let expected = MapsLine { heads: vec![4, 4], labels: tokens.clone(), causal: false };
    assert_eq!(in_the_page(&out), expected);
    // The numbers of the same tokens give the same; so does JSON, which the page opens, too.
    let json = model.path("maps.json");
    let printed = nearfar(&["attend", &path, "w3 w5 unheard", "--json"]).stdout;
    std::fs::write(&json, &printed).unwrap();
    assert_eq!(in_the_page(&json), expected);
    let by_ids = nearfar(&["attend", &path, "--ids", "2,7,9,1,3", "--json"]).stdout;
    let [by_text, by_ids] =
        [printed, by_ids].map(|json| serde_json::from_slice::<Value>(&json).unwrap());
    assert_eq!(by_text["attentions"], by_ids["attentions"]);
    // The model has 20 positions: [SEP] stays.
    let long = vec!["w1"; 30].join(" ");
    let ran = nearfar(&["attend", &path, &long]);
    assert!(
        text(&ran.stderr).contains("20 positions; 12 tokens are left out"),
        "{}",
        text(&ran.stderr)
    );
    let said = text(&ran.stdout);
    assert!(said.starts_with("20 tokens: [CLS] w1 ") && said.contains(" w1 [SEP]\n"), "{said}");
    // A tokenizer of another model, and one that lies elsewhere.
    let other = samples().join("tokenizer_wordpiece.json").to_string_lossy().into_owned();
    let ran = nearfar(&["attend", &path, "near", "--tokenizer", &other]);
    assert!(text(&ran.stderr).contains("it belongs to another model"), "{}", text(&ran.stderr));
    let elsewhere = model.path("any.txt");
    std::fs::rename(model.path("vocab.txt"), &elsewhere).unwrap();
    assert!(nearfar(&["attend", &path, "w1", "--tokenizer", &elsewhere]).status.success());
    std::fs::write(model.path("vocab.json"), "{}").unwrap();
    let ran = nearfar(&["attend", &path, "w1"]);
    assert!(
        text(&ran.stderr).contains("The vocab.json there is not read"),
        "{}",
        text(&ran.stderr)
    );
}

/// Every kind of file with every kind of input and output: the result, or what is wrong and what to do.
#[test]
fn every_file_with_every_input_and_output() {
    let parted = Model::with_tokenizer("bert", "parted");
    let bare = Model::of("bert", "bare");
    let own = public("checkpoints").join("sst2-da.safetensors").to_string_lossy().into_owned();
    let (maps, plain) = (bare.path("weights.npz"), bare.path("notes.txt"));
    let made = nearfar(&["attend", &bare.path("model.safetensors"), "--ids", "3", "--out", &maps]);
    assert!(made.status.success(), "{}", text(&made.stderr));
    std::fs::write(&plain, "no model").unwrap();
    let missing = bare.path("nowhere.safetensors");
    let folder = bare.folder.to_string_lossy().into_owned();
    let inputs: [&[&str]; 3] = [&["w1 w2"], &["--ids", "5,6"], &[]];
    let none = "give a text, or the token IDs by --ids";
    let with_tokenizer = parted.path("model.safetensors");
    let without = bare.path("model.safetensors");
    let config = bare.path("config.json");
    // Of a text, of numbers, of nothing: the exit code, and what is printed or said.
    let files: [(&str, [(i32, &str); 3]); 8] = [
        (&own, [(0, "w1"), (1, "the model reads words, not token IDs"), (2, none)]),
        (&with_tokenizer, [(0, "[CLS]"), (0, "#5"), (2, none)]),
        (
            &without,
            [(1, "there is no tokenizer.json or vocab.txt beside it"), (0, "#5"), (2, none)],
        ),
        (&maps, [(1, "it holds attention weights, which were computed already"); 3]),
        (&plain, [(1, "none of the formats that are read"); 3]),
        (&config, [(1, "none of the formats that are read"); 3]),
        (&folder, [(1, "it is a folder; name the file in it"); 3]),
        (&missing, [(1, "cannot be read"); 3]),
    ];
    let out = bare.path("out.npz");
    let outputs: [&[&str]; 3] = [&[], &["--json"], &["--out", &out]];
    for (file, expected) in files {
        for (input, (code, says)) in inputs.iter().zip(expected) {
            for output in outputs {
                let line = [&["attend", file][..], input, output].concat();
                let ran = nearfar(&line);
                let (printed, said) = (text(&ran.stdout), text(&ran.stderr));
                assert_eq!(ran.status.code(), Some(code), "{line:?}: {said}");
                if code != 0 {
                    assert!(said.contains(says), "{line:?}: {said}");
                    assert!(printed.is_empty() && !Path::new(&out).exists(), "{line:?}");
                } else if output.contains(&"--out") {
                    let labels = in_the_page(&out).labels;
                    assert!(labels.iter().any(|label| label == says), "{line:?}: {labels:?}");
                    std::fs::remove_file(&out).unwrap();
                } else {
                    assert!(printed.contains(says), "{line:?}: {printed}");
                }
            }
        }
    }
    for wrong in [&["--out", "x.npz"][..], &["--ids", "3,x"], &["w1", "--ids", "3"], &["a", "b"]] {
        let ran = nearfar(&[&["attend", &with_tokenizer][..], wrong].concat());
        assert_eq!(ran.status.code(), Some(2), "{wrong:?}: {}", text(&ran.stderr));
    }
    let ran = nearfar(&["attend", &own, "w1", "--tokenizer", "x.json"]);
    assert!(text(&ran.stderr).contains("are for models of others"), "{}", text(&ran.stderr));
    let ran = nearfar(&["attend", &without, "--ids", "3,24"]);
    assert!(text(&ran.stderr).contains("the model knows 24 words"), "{}", text(&ran.stderr));
    // What reads nearfar's own files alone names what reads others; what runs others names what is no model.
    for command in ["card", "evaluate", "pack"] {
        let out: &[&str] = if command == "pack" { &["--out", &out] } else { &[] };
        let ran = nearfar(&[&[command, &without][..], out].concat());
        assert!(text(&ran.stderr).contains("nearfar did not write this"), "{}", text(&ran.stderr));
    }
    let ran = nearfar(&["laws", &maps, "--text", &plain]);
    assert!(text(&ran.stderr).contains("it holds attention weights"), "{}", text(&ran.stderr));
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
