//! The command from outside: files in, files and exit codes out. Models are tiny, since tests are
//! built without optimisation.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use serde_json::Value;

/// A folder of its own, removed at the end.
pub struct Folder {
    path: PathBuf,
}

impl Folder {
    pub fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("nearfar-{name}-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&path);
        std::fs::create_dir_all(&path).unwrap();
        Folder { path }
    }

    pub fn write(&self, name: &str, text: &str) {
        let path = self.path.join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    }

    pub fn read(&self, name: &str) -> Vec<u8> {
        std::fs::read(self.path.join(name)).unwrap()
    }

    fn has(&self, name: &str) -> bool {
        self.path.join(name).exists()
    }

    pub fn command(&self, line: &str) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_nearfar"));
        command.args(line.split_whitespace()).current_dir(&self.path);
        command.env_remove("NEARFAR_DATA").env_remove("NEARFAR_VECTORS");
        command
    }

    pub fn run(&self, line: &str) -> Output {
        self.command(line).output().unwrap()
    }

    /// Runs a line that must succeed; gives back what it prints.
    pub fn ok(&self, line: &str) -> String {
        let output = self.run(line);
        assert_eq!(output.status.code(), Some(0), "{line}: {}", said(&output));
        String::from_utf8(output.stdout).unwrap()
    }

    /// Runs a line that must end with this code; gives back what it says.
    pub fn fails(&self, code: i32, line: &str) -> String {
        let output = self.run(line);
        assert_eq!(output.status.code(), Some(code), "{line}: {}", said(&output));
        said(&output)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.path);
    }
}

fn said(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// Two classes that a word tells apart, most of the time.
pub fn films(rows: usize) -> String {
    let row = |row: usize| {
        let good = row.is_multiple_of(2);
        let word = if good == (row % 7 != 3) { "lovely" } else { "dull" };
        let thing = ["film", "scene", "story", "actor"][row % 4];
        let label = if good { "positive" } else { "negative" };
        format!("{label}\tthe {thing} {row} was {word}\n")
    };
    (0..rows).map(row).collect()
}

pub const TINY: &str = "--own-vectors 6 --heads 2 --dimensions 3 --feed-forward 5 --pooling mean \
                    --batch 8 --dropout 0.2 --epochs 3 --threads 1";

#[test]
fn what_was_trained_is_measured_again_to_the_digit() {
    let folder = Folder::new("measure");
    folder.write("films.tsv", &films(80));
    let printed = folder.ok(&format!("train --task films.tsv {TINY} --out films.safetensors"));
    assert!(printed.contains("test accuracy"), "{printed}");
    assert!(!folder.has("films.resume.safetensors"), "what is done needs no state");

    let answer: Value =
        serde_json::from_str(&folder.ok("evaluate films.safetensors --json")).unwrap();
    assert_eq!(answer["as_on_the_card"], true);
    assert_eq!(answer["task"], "films.tsv");
    assert_eq!(answer["examples"], 8, "a tenth of the rows is held out");
    let text = folder.ok("evaluate films.safetensors --part dev");
    assert!(text.contains("as on its card, to the digit"), "{text}");
    let all: Value =
        serde_json::from_str(&folder.ok("evaluate films.safetensors --data films.tsv --json"))
            .unwrap();
    assert_eq!(all["examples"], 80, "a file that says no split is measured whole");
    assert_eq!(all["as_on_the_card"], Value::Null);

    let card = folder.ok("card films.safetensors");
    for part in ["films.tsv: negative, positive", "seed 1", "SHA-256", "w at the start", "schedule"]
    {
        assert!(card.contains(part), "{part}: {card}");
    }
    let markdown = folder.ok("card films.safetensors --markdown");
    assert!(markdown.contains("| test | "), "{markdown}");

    let printed = folder.ok("pack films.safetensors --rows 5 --out small.safetensors");
    assert!(printed.contains("points against the full model"), "{printed}");
    let small: Value =
        serde_json::from_str(&folder.ok("evaluate small.safetensors --json")).unwrap();
    assert_eq!(small["as_on_the_card"], true, "the card has the figures of the small model");
    let card = folder.ok("card small.safetensors");
    assert!(card.contains("5 words with vectors of their own in int8"), "{card}");
    assert!(card.contains("accuracy before packing"), "{card}");
}

#[test]
fn a_trace_is_written_whole() {
    let folder = Folder::new("attend");
    folder.write("films.tsv", &films(40));
    folder.ok(&format!("train --task films.tsv {TINY} --out films.safetensors"));
    let output =
        folder.command("attend films.safetensors --json").arg("the lovely film").output().unwrap();
    let trace: Value = serde_json::from_slice(&output.stdout).unwrap();
    let sequence = &trace["sequences"][0];
    assert_eq!(sequence["tokens"], serde_json::json!(["the", "lovely", "film"]));
    assert_eq!(sequence["origins"][1], "learned");
    assert_eq!(sequence["heads"].as_array().unwrap().len(), 2);
    let steps = sequence["heads"][0]["steps"].as_array().unwrap();
    let names: Vec<&str> = steps.iter().map(|step| step["step"].as_str().unwrap()).collect();
    let expected =
        ["distance", "weighted_distance", "coefficient", "score", "clipped", "logit", "weight"];
    assert_eq!(names, expected);
    let sum = |values: &Value| -> f64 {
        values.as_array().unwrap().iter().map(|value| value.as_f64().unwrap()).sum()
    };
    for row in steps[6]["matrix"].as_array().unwrap() {
        assert!((sum(row) - 1.0).abs() < 1e-5, "a row of weights sums to 1: {row}");
    }
    assert!((sum(&sequence["shares"]) - 1.0).abs() < 1e-5);
    assert!((sum(&trace["probabilities"]) - 1.0).abs() < 1e-5);

    let output =
        folder.command("attend films.safetensors").arg("the lovely film").output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.contains("strongest links"), "{text}");
    folder.fails(2, "attend films.safetensors one two");
    let output = folder.command("attend films.safetensors").arg(" ").output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(said(&output).contains("no word in it"));
}

#[test]
fn an_interrupted_run_ends_as_if_nothing_had_been() {
    let folder = Folder::new("resume");
    folder.write("films.tsv", &films(80));
    let line = |out: &str| format!("train --task films.tsv {TINY} --out {out}.safetensors");
    folder.ok(&line("whole"));

    // 64 rows are left to learn from, 8 steps an epoch.
    let message = folder.fails(130, &format!("{} --stop-after-steps 3", line("parts")));
    assert!(message.contains("interrupted after step 3 of 24"), "{message}");
    assert!(folder.has("parts.resume.safetensors") && !folder.has("parts.safetensors"));
    let message = folder.fails(130, &format!("{} --stop-after-steps 9 --resume", line("parts")));
    assert!(message.contains("going on after step 3 of 24"), "{message}");
    let message = folder.fails(1, &format!("{} --seed 2", line("parts")));
    assert!(message.contains("another run: its seed is `1`, this run's is `2`"), "{message}");
    folder.ok(&line("parts"));
    assert!(folder.read("parts.safetensors") == folder.read("whole.safetensors"));
    assert!(!folder.has("parts.resume.safetensors"));

    let message = folder.fails(1, &format!("{} --resume", line("parts")));
    assert!(message.contains("there is no saved run"), "{message}");
    folder.write("parts.resume.safetensors", "broken");
    folder.fails(1, &line("parts"));
    folder.ok(&format!("{} --fresh", line("parts")));
    assert!(folder.read("parts.safetensors") == folder.read("whole.safetensors"));
}

#[cfg(unix)]
#[test]
fn ctrl_c_saves() {
    let folder = Folder::new("signal");
    folder.write("films.tsv", &films(80));
    let line = format!("train --task films.tsv {TINY} --epochs 100000 --out films.safetensors");
    let line = line.replace("--epochs 3 ", "");
    let mut child = folder.command(&line).stderr(std::process::Stdio::null()).spawn().unwrap();
    // The end of the first epoch is saved.
    for _ in 0..600 {
        if folder.has("films.resume.safetensors") {
            break;
        }
        std::thread::sleep(std::time::Duration::from_millis(100));
    }
    let process = child.id().to_string();
    assert!(Command::new("kill").args(["-INT", &process]).status().unwrap().success());
    assert_eq!(child.wait().unwrap().code(), Some(130));
    assert!(folder.has("films.resume.safetensors") && !folder.has("films.safetensors"));
}

#[test]
fn a_seed_is_the_same_bytes_with_any_number_of_threads() {
    let folder = Folder::new("threads");
    folder.write("films.tsv", &films(120));
    // Large enough that products are shared out among the threads.
    let model =
        "--own-vectors 64 --heads 4 --dimensions 16 --feed-forward 128 --epochs 2 --batch 64";
    let line = |name: &str, rest: &str| {
        folder.ok(&format!("train --task films.tsv {model} {rest} --out {name}.safetensors"));
        folder.read(&format!("{name}.safetensors"))
    };
    let one = line("one", "--threads 1");
    assert!(one == line("two", "--threads 2"));
    assert!(one == line("four", "--threads 4"));
    assert!(one != line("other", "--seed 2"));
}

#[test]
fn patience_ends_a_run_and_the_best_epoch_is_kept() {
    let folder = Folder::new("patience");
    folder.write("films.tsv", &films(80));
    let tiny = TINY.replace("--epochs 3", "--epochs 50");
    let line = format!("train --task films.tsv {tiny} --patience 2 --learning-rate 0");
    let output = folder.run(&format!("{line} --head-learning-rate 0 --out films.safetensors"));
    assert_eq!(output.status.code(), Some(0), "{}", said(&output));
    let epochs = said(&output).lines().filter(|line| line.starts_with("epoch ")).count();
    assert_eq!(epochs, 3, "nothing moves, so the first epoch stays the best: {}", said(&output));
    assert!(String::from_utf8(output.stdout).unwrap().contains("epoch 1"));
}

#[test]
fn made_up_tasks_and_pairs_are_learnt_from() {
    let folder = Folder::new("tasks");
    let tiny = TINY.replace("--epochs 3", "--epochs 1").replace("--batch 8", "--batch 64");
    folder.ok(&format!("train --task near {tiny} --mapping sigmoid --out near.safetensors"));
    let text = folder.ok("evaluate near.safetensors");
    assert!(text.contains("as on its card, to the digit"), "{text}");
    let pairs = (0..40).map(|row| {
        let label = if row % 2 == 0 { "same" } else { "other" };
        format!("{label}\ta film {row}\ta {} {row}\n", if row % 2 == 0 { "film" } else { "boat" })
    });
    folder.write("pairs.tsv", &pairs.collect::<String>());
    folder.ok(&format!("train --task pairs.tsv {TINY} --method vanilla --out pairs.safetensors"));
    let text = folder.ok("evaluate pairs.safetensors");
    assert!(text.contains("as on its card, to the digit"), "{text}");
    folder.write("films.tsv", &films(40));
    let message = folder.fails(1, "evaluate pairs.safetensors --data films.tsv");
    assert!(message.contains("the model answers other, same"), "{message}");
}

#[test]
fn bad_rows_are_named_and_nothing_is_dropped() {
    let folder = Folder::new("rows");
    let good = films(20);
    folder.write("films.tsv", &format!("{good}positive\n\nnegative\tone\ttwo\n{good}"));
    let message = folder.fails(1, &format!("train --task films.tsv {TINY}"));
    assert!(message.contains("films.tsv: 3 bad rows, nothing was read"), "{message}");
    for line in ["line 21: 1 columns", "line 22: the line is empty", "line 23: 3 columns"] {
        assert!(message.contains(line), "{line}: {message}");
    }
}

#[test]
fn what_is_wrong_is_said_with_its_exit_code() {
    let folder = Folder::new("errors");
    folder.write("films.tsv", &films(40));
    folder.write("broken.safetensors", "no checkpoint at all");
    let message = folder.fails(1, "train --task imdb");
    assert!(message.contains("there is no task \"imdb\": expected sst2"), "{message}");
    let message = folder.fails(1, "train --task sst2");
    assert!(
        message.contains("--data-dir DIR or the environment variable NEARFAR_DATA"),
        "{message}"
    );
    let message = folder.fails(1, "train --task sst2 --data-dir nowhere");
    assert!(message.contains("sst2_sentences.tsv.gz is missing"), "{message}");
    let message = folder.fails(1, "train --task films.tsv --vectors nowhere");
    assert!(message.contains("frequent.bin is missing"), "{message}");
    let message = folder.fails(1, "evaluate broken.safetensors");
    assert!(message.contains("broken.safetensors: "), "{message}");
    let message = folder.fails(1, "evaluate nowhere.safetensors");
    assert!(message.contains("nowhere.safetensors cannot be read"), "{message}");
    let message =
        folder.fails(1, &format!("train --task films.tsv {TINY} --out no/where.safetensors"));
    assert!(message.contains("cannot be written"), "{message}");
    for line in [
        "",
        "train",
        "train --task near --method perceptron",
        "train --task near --method vanilla --mapping sigmoid",
        "train --task near --dropout 2",
        "train --task near --threads 0",
        "train --task near --resume --fresh",
        "reproduce table-9",
        "reproduce fig-4 --only agnews",
        "reproduce",
        "reproduce run sst2-lstm-seed-1 --dir runs",
        "reproduce plan all --dir runs --threads 0",
    ] {
        folder.fails(2, line);
    }
}

#[test]
fn every_command_helps_with_examples() {
    let folder = Folder::new("help");
    let commands = ["", "train", "evaluate", "attend", "pack", "card", "reproduce"];
    for command in
        commands.into_iter().chain(["reproduce plan", "reproduce run", "reproduce collect"])
    {
        let text = folder.ok(&format!("{command} --help"));
        assert!(text.contains("Examples:\n  nearfar "), "{command}: {text}");
    }
}

#[test]
fn the_cards_of_the_pages_models_are_as_the_command_writes_them() {
    let models: PathBuf =
        [env!("CARGO_MANIFEST_DIR"), "..", "..", "public", "checkpoints"].iter().collect();
    let files = std::fs::read_dir(&models).unwrap().map(|file| file.unwrap().path());
    let mut files: Vec<PathBuf> =
        files.filter(|path| path.extension().is_some_and(|end| end == "safetensors")).collect();
    files.sort();
    let mut command = Folder::new("cards").command("card --markdown");
    let output = command.current_dir(&models).args(&files).output().unwrap();
    let written = String::from_utf8(output.stdout).unwrap();
    let committed = std::fs::read_to_string(models.join("README.md")).unwrap();
    let other = written.lines().zip(committed.lines()).find(|(now, then)| now != then);
    assert_eq!(other, None, "see CONTRIBUTING.md, *Add a method*, for how it is written");
    assert_eq!(written, committed);
}

/// A data folder with a tiny `sst2`; that its checksum is another is a warning.
fn tiny_sst2(folder: &Folder) {
    let mut text = "split\tlabel\ttext\n".to_owned();
    for (row, line) in films(40).lines().enumerate() {
        let part = ["train", "train", "train", "dev", "test"][row % 5];
        let (label, words) = line.split_once('\t').unwrap();
        text += &format!("{part}\t{}\t{words}\n", u8::from(label == "positive"));
    }
    folder.write("data/sst2/sst2_sentences.tsv.gz", &text);
}

#[test]
fn a_table_is_run_interrupted_and_gone_on_with() {
    let folder = Folder::new("reproduce");
    tiny_sst2(&folder);
    let line = "reproduce fig-5 --seeds 1,2 --epochs 1 --data-dir data --out doc.md --results r.jsonl \
                --threads 1";
    // 24 training rows are one step of 32.
    let message = folder.fails(130, &line.replace("--epochs 1", "--epochs 2 --stop-after-steps 1"));
    assert!(message.contains("interrupted after step 1 of 2"), "{message}");
    let states = |folder: &Path| {
        let files = std::fs::read_dir(folder).unwrap().map(|file| file.unwrap().file_name());
        files.filter(|name| name.to_string_lossy().ends_with(".resume.safetensors")).count()
    };
    assert_eq!(states(&folder.path), 1);
    let output = folder.run(&line.replace("--epochs 1", "--epochs 2"));
    assert!(said(&output).contains("going on after step 1 of 2"), "{}", said(&output));
    assert_eq!(states(&folder.path), 0);
    let lines =
        |folder: &Folder| String::from_utf8(folder.read("r.jsonl")).unwrap().lines().count();
    assert_eq!(lines(&folder), 8, "four methods, two seeds");
    let text = String::from_utf8(folder.read("doc.md")).unwrap();
    assert!(text.contains("| late add | 2 of 2 | "), "{text}");

    folder.ok(&line.replace("--epochs 1", "--epochs 2"));
    assert_eq!(lines(&folder), 8, "what is there is not run again");
    folder.ok("reproduce all --write-only --epochs 2 --out all.md --results r.jsonl");
    let text = String::from_utf8(folder.read("all.md")).unwrap();
    assert!(text.contains("| late add | 2 of 3 | "), "{text}");
    assert!(text.contains("No run is finished."), "SNLI was not run: {text}");
    assert!(text.contains("not run |"), "{text}");
}

#[test]
fn many_processes_make_the_same_table_as_one_after_another() {
    let folder = Folder::new("many");
    tiny_sst2(&folder);
    let which = "--seeds 1 --epochs 2";
    let plan = format!("reproduce plan fig-5 {which} --dir runs --data-dir data");
    let list = folder.ok(&plan);
    let ids: Vec<&str> = list.lines().map(|line| line.split_whitespace().nth(3).unwrap()).collect();
    let labels = ["", "-learnable-sigmoid-early-add", "-learnable-sigmoid-late-multiply"];
    let expected: Vec<String> = labels
        .into_iter()
        .chain(["-learnable-sigmoid-late-add"])
        .map(|method| format!("sst2-da{method}-seed-1-epochs-2"))
        .collect();
    assert_eq!(ids, expected);
    let line = folder.ok(&format!("{plan} --as parallel"));
    assert!(line.contains("--joblog") && line.contains("runs.txt"), "{line}");
    assert_eq!(folder.read("runs/runs.txt"), list.as_bytes());
    folder.ok(&format!("{plan} --as slurm"));
    let script = String::from_utf8(folder.read("runs/runs.slurm")).unwrap();
    assert!(script.contains("#SBATCH --array=1-4\n"), "{script}");

    // The first is stopped in the middle, the second begun by two at once.
    let run = |id: &str| format!("reproduce run {id} --dir runs --data-dir data --threads 1");
    folder.fails(130, &format!("{} --stop-after-steps 1", run(ids[0])));
    let said_of_missing =
        said(&folder.run(&format!(
            "reproduce collect runs {which} --only sst2 --tables fig-5 --out many.md"
        )));
    assert!(
        said_of_missing.contains(&format!("missing: {} (stopped in the middle)", ids[0])),
        "{said_of_missing}"
    );
    assert!(
        said_of_missing.contains(&format!("missing: {} (not begun)", ids[3])),
        "{said_of_missing}"
    );
    let both = [0, 1].map(|_| {
        let mut command = folder.command(&run(ids[1]));
        command.stderr(std::process::Stdio::piped()).stdout(std::process::Stdio::piped());
        command.spawn().unwrap()
    });
    let both = both.map(|child| child.wait_with_output().unwrap());
    // Where the second came too late, the result was there.
    let is_well = |output: &Output| {
        output.status.success() || said(output).contains("is being run by another process")
    };
    assert!(both.iter().all(is_well), "{both:?}");
    assert!(both.iter().any(|output| output.status.success()), "{both:?}");
    let output = folder.run(&run(&ids.join(" ")));
    assert_eq!(output.status.code(), Some(0), "{}", said(&output));
    assert!(said(&output).contains("going on after step 1 of 2"), "{}", said(&output));
    let printed = String::from_utf8(output.stdout).unwrap();
    assert!(printed.contains(&format!("{}: was there", ids[1])), "{printed}");

    // One after another: the same results and the same document.
    let serial = "--data-dir data --out one.md --results one.jsonl --threads 1";
    folder.ok(&format!("reproduce fig-5 {which} {serial}"));
    let files: Vec<u8> =
        ids.iter().flat_map(|id| folder.read(&format!("runs/{id}.json"))).collect();
    assert_eq!(folder.read("one.jsonl"), files);
    let collect = "reproduce collect runs --tables fig-5 --results many.jsonl --out many.md";
    let printed = folder.ok(&format!("{collect} {which}"));
    assert!(printed.contains("4 of 4 runs"), "{printed}");
    assert_eq!(folder.read("many.md"), folder.read("one.md"));
    assert_eq!(folder.read("many.jsonl"), files);
    folder.ok(&format!("{collect} {which}"));
    assert_eq!(folder.read("many.jsonl"), files, "what is there is not added again");
    let left = std::fs::read_dir(folder.path.join("runs")).unwrap();
    let left: Vec<String> =
        left.map(|file| file.unwrap().file_name().to_string_lossy().into_owned()).collect();
    let is_open = |name: &&String| name.ends_with(".lock") || name.contains("resume");
    assert_eq!(left.iter().find(is_open), None, "{left:?}");
}
