//! `nearfar laws`: a model with its tokenizer beside it, over the sentences of a text.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use nearfar_inspect::{export, open};
use serde_json::Value;

fn nearfar(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_nearfar")).args(arguments).output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

/// A folder with a small BERT, its words, and sentences of them.
struct Folder(PathBuf);

impl Folder {
    fn new(test: &str) -> Folder {
        let samples: PathBuf =
            [env!("CARGO_MANIFEST_DIR"), "..", "nearfar-inspect", "samples"].iter().collect();
        let folder = Folder(
            std::env::temp_dir().join(format!("nearfar-laws-{test}-{}", std::process::id())),
        );
        std::fs::create_dir_all(&folder.0).unwrap();
        let bytes = std::fs::read(samples.join("families/bert.safetensors")).unwrap();
        let mut model = open(std::sync::Arc::new(bytes), &[]).unwrap();
        let config = model.metadata.iter().find(|(key, _)| key == "config").unwrap().1.clone();
        folder.write("config.json", &config);
        model.tensors.retain(|tensor| !tensor.name.starts_with("reference."));
        model.metadata.clear();
        let mut bytes = Vec::new();
        export::safetensors(&model, &mut bytes).unwrap();
        std::fs::write(folder.0.join("model.safetensors"), bytes).unwrap();
        let words = (0..20).map(|k| format!("w{k}"));
        let special = ["[PAD]", "[UNK]", "[CLS]", "[SEP]"].map(str::to_owned);
        let all: Vec<String> = special.into_iter().chain(words).collect();
        folder.write("vocab.txt", &all.join("\n"));
        let line = |sentence: usize| -> String {
            let words: Vec<String> = (0..5 + sentence % 3)
                .map(|k| format!("w{}", (k * 7 + sentence * 3) % 20))
                .collect();
            words.join(" ")
        };
        let lines: Vec<String> = (0..8).map(line).collect();
        folder.write("lines.txt", &lines.join("\n"));
        folder
    }

    fn write(&self, name: &str, text: &str) {
        std::fs::write(self.0.join(name), text).unwrap();
    }

    fn path(&self, name: &str) -> String {
        self.0.join(name).to_string_lossy().into_owned()
    }

    fn laws(&self, more: &[&str]) -> Output {
        let (model, lines) = (self.path("model.safetensors"), self.path("lines.txt"));
        nearfar(&[&["laws", &model, "--text", &lines, "--shortest", "3"], more].concat())
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

#[test]
fn every_head_as_json() {
    let folder = Folder::new("json");
    let ran = folder.laws(&["--json"]);
    assert!(ran.status.success(), "{}", text(&ran.stderr));
    assert!(text(&ran.stderr).contains("note: 8 sentences fit, not 48"), "{}", text(&ran.stderr));
    let whole: Value = serde_json::from_slice(&ran.stdout).unwrap();
    assert_eq!(whole["version"], 1);
    // [CLS], 5 to 7 words, [SEP].
    assert_eq!(whole["tokens"], serde_json::json!([7, 8, 9, 7, 8, 9, 7, 8]));
    assert_eq!(whole["reach"], 8);
    assert!(whole["silenced"][0].as_str().unwrap().starts_with("the table of positions"));
    let heads = whole["heads"].as_array().unwrap();
    assert_eq!(heads.len(), 8);
    assert_eq!((&heads[7]["layer"], &heads[7]["head"]), (&Value::from(2), &Value::from(4)));
    let names: Vec<&Value> =
        whole["laws"].as_array().unwrap().iter().map(|law| &law["name"]).collect();
    for head in heads {
        let fitted: Vec<&Value> =
            head["laws"].as_array().unwrap().iter().map(|law| &law["law"]).collect();
        assert_eq!(fitted, names);
        let share = |name: &str| head["shares"][name]["value"].as_f64().unwrap();
        assert!((share("back") + share("ahead") + share("itself") - 1.0).abs() < 1e-6);
        assert!(share("separators") > 0.0, "[SEP] is one");
        assert_eq!(head["profile"]["from"], -8);
        assert_eq!(head["profile"]["attention"].as_array().unwrap().len(), 17);
        assert!(head["silenced"]["value"].as_f64().unwrap() > 0.0);
        assert!(head.get("by_sentence").is_none());
    }
    assert_eq!(whole["means"]["laws"].as_array().unwrap().len(), names.len());
    assert_eq!(folder.laws(&["--json"]).stdout, ran.stdout, "the same bytes once more");
    // The document names every law and every field.
    let document = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/laws.md");
    let document = std::fs::read_to_string(document).unwrap();
    for name in names {
        let name = name.as_str().unwrap();
        let ending = name.rsplit_once('-').map_or(name, |(_, ending)| ending);
        let is_named = document.contains(&format!("`{name}`"))
            || ending == "shifted" && document.contains("`-shifted`");
        assert!(is_named, "docs/laws.md does not name the law {name}");
    }
    let named = |object: &Value, of: &str| {
        for field in object.as_object().unwrap().keys() {
            let is_named = document.contains(&format!("`{field}`"))
                || document.contains(&format!(".{field}`"))
                || document.contains(&format!("`.{field}"));
            assert!(is_named, "docs/laws.md does not name {field} of {of}");
        }
    };
    named(&whole, "the whole");
    named(&whole["means"], "the means");
    named(&whole["means"]["laws"][0], "a law's means");
    named(&heads[0], "a head");
    named(&heads[0]["laws"][0], "a head's law");
    named(&heads[0]["distance_aware"], "a head as a DA head");
}

#[test]
fn one_head_in_the_terminal() {
    let folder = Folder::new("table");
    let ran = folder.laws(&["--layer", "2", "--head", "3", "--sentences", "6"]);
    assert!(ran.status.success(), "{}", text(&ran.stderr));
    let table = text(&ran.stdout);
    assert!(table.contains("6 sentences, 48 tokens"), "{table}");
    assert!(table.contains("mean over 1 heads"), "{table}");
    assert!(table.lines().any(|line| line.starts_with("    2    3 ")), "{table}");
    assert!(!table.lines().any(|line| line.starts_with("    1    1 ")), "{table}");
}

#[test]
fn what_is_refused_and_why() {
    let folder = Folder::new("refused");
    let says = |ran: &Output, code: i32, part: &str| {
        assert_eq!(ran.status.code(), Some(code), "{}", text(&ran.stderr));
        assert!(text(&ran.stderr).contains(part), "{}", text(&ran.stderr));
    };
    says(&folder.laws(&["--layer", "3"]), 2, "there is no such head; the layers have 4, 4 heads");
    says(&folder.laws(&["--longest", "6"]), 1, "0 of its 8 sentences have 3 to 6 tokens");
    says(&folder.laws(&["--sentences", "1"]), 1, "at least 2 are needed");
    says(&folder.laws(&["--text", "nowhere.txt"]), 2, "cannot be used multiple times");
    std::fs::remove_file(folder.0.join("vocab.txt")).unwrap();
    says(&folder.laws(&[]), 1, "there is no tokenizer.json or vocab.txt beside it");
}
