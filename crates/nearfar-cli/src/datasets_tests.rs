//! Tests of the data sets: on small files made here, and on the real ones where `NEARFAR_DATA`
//! names their folder.

use std::io::Write;

use flate2::Compression;
use flate2::write::GzEncoder;

use super::*;

/// A task as it is read where nobody says what is learned.
fn load(task: &str, folder: Option<&Path>) -> Result<Loaded, DatasetError> {
    super::load(task, folder, Reading::default())
}

/// A folder of its own for one test, removed at its end.
struct Folder(PathBuf);

impl Folder {
    fn new(test: &str) -> Folder {
        let name = format!("nearfar-datasets-{}-{test}", std::process::id());
        let path = std::env::temp_dir().join(name);
        std::fs::create_dir_all(&path).unwrap();
        Folder(path)
    }

    fn write(&self, name: &str, bytes: &[u8]) -> PathBuf {
        let path = self.0.join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, bytes).unwrap();
        path
    }

    fn write_packed(&self, name: &str, text: &str) -> PathBuf {
        self.write(name, &packed(text.as_bytes()))
    }

    fn load(&self, task: &str) -> Result<Loaded, DatasetError> {
        load(task, Some(&self.0))
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn packed(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

fn example(texts: &[&str], label: usize) -> Labelled {
    Labelled::new(texts.iter().map(|&text| text.to_owned()).collect(), label)
}

#[test]
fn sst2_is_split_by_its_column() {
    let folder = Folder::new("sst2");
    let text = "split\tlabel\ttext\ntrain\t1\tgood\ndev\t0\tbad\ntest\t1\tfine \n";
    folder.write_packed("sst2/sst2_sentences.tsv.gz", text);
    let loaded = folder.load("sst2").unwrap();
    assert_eq!(loaded.dataset.classes, ["negative", "positive"]);
    assert_eq!(loaded.dataset.train, [example(&["good"], 1)]);
    assert_eq!(loaded.dataset.dev, [example(&["bad"], 0)]);
    assert_eq!(loaded.dataset.test, [example(&["fine"], 1)]);
    assert_eq!(loaded.files[0].name, "sst2/sst2_sentences.tsv.gz");
    assert!(!loaded.files[0].known);
    let warning = &loaded.warnings[0];
    assert!(warning.contains(&loaded.files[0].sha256) && warning.contains("expected 0ee9307d"));
}

#[test]
fn agnews_joins_titles_and_holds_out() {
    let folder = Folder::new("agnews");
    let mut train = "label\ttitle\ttext\tsrc\n0\tA title\tand text\tx\n".to_owned();
    for row in 0..3999 {
        train += &format!("{}\t\ttext {row}\tx\n", row % 4);
    }
    folder.write_packed("agnews/train_partial.tsv.gz", &train);
    folder.write_packed("agnews/test.tsv.gz", "label\ttitle\ttext\n3\tOne\ttwo\n");
    let Loaded { dataset, files, .. } = folder.load("agnews").unwrap();
    assert_eq!((dataset.train.len(), dataset.dev.len()), (1000, AGNEWS_DEV_ROWS));
    assert_eq!(dataset.test, [example(&["One two"], 3)]);
    let all = || dataset.train.iter().chain(&dataset.dev);
    assert!(all().any(|one| one.texts == ["A title and text"]));
    assert!(all().any(|one| one.texts == ["text 0"]));
    assert_eq!(files.len(), 2);
    assert_eq!(folder.load("agnews").unwrap().dataset, dataset);
}

#[test]
fn snli_has_pairs() {
    let folder = Folder::new("snli");
    for file in ["train_subset", "dev", "test"] {
        let text = "label\tpremise\thypothesis\ncontradiction\tit rains\tit is dry\n";
        folder.write_packed(&format!("snli/{file}.tsv.gz"), text);
    }
    let dataset = folder.load("snli").unwrap().dataset;
    assert_eq!(dataset.structure, Structure::Pair);
    for part in [&dataset.train, &dataset.dev, &dataset.test] {
        assert_eq!(*part, [example(&["it rains", "it is dry"], 2)]);
    }
}

#[test]
fn reviews_are_sentences_and_the_title_is_one() {
    let folder = Folder::new("reviews");
    let long = "Word. ".repeat(50);
    let text = format!(
        "split\tdomain\tstars\ttitle\ttext\ntrain\tdvd\t4\tNice\tI like it. So do you\n\
         test\tdvd\t1\t\t{long}\n"
    );
    folder.write_packed("reviews/amazon_mds_4domains.tsv.gz", &text);
    let Loaded { dataset, warnings, .. } = folder.load("reviews").unwrap();
    assert_eq!(dataset.structure, Structure::Hierarchical);
    assert_eq!(dataset.train, [example(&["Nice", "I like it.", "So do you"], 2)]);
    assert_eq!(dataset.test[0].texts.len(), REVIEW_LIMITS.sentences);
    assert!(warnings.iter().any(|warning| warning.starts_with("1 documents")), "{warnings:?}");
}

#[test]
fn what_is_missing_is_named_with_its_source() {
    let folder = Folder::new("missing");
    for task in TASKS.iter().map(|task| task.name) {
        let message = folder.load(task).unwrap_err().to_string();
        let file = folder.0.join(task);
        assert!(message.contains(&file.display().to_string()), "{message}");
        assert!(message.contains("GitHub repositor"), "{message}");
        assert!(
            message.contains("--data-dir DIR") && message.contains(FOLDER_VARIABLE),
            "{message}"
        );
        assert!(!message.contains("://"), "{message}");
        let message = load(task, None).unwrap_err().to_string();
        assert!(message.contains("--data-dir DIR"), "{message}");
    }
    let message = load("imdb", Some(&folder.0)).unwrap_err().to_string();
    assert!(
        message.contains("\"imdb\": expected sst2, agnews, snli, reviews, ud-ewt; near"),
        "{message}"
    );
    let message = load("nowhere/x.tsv", None).unwrap_err().to_string();
    assert!(message.contains("nowhere/x.tsv: entity not found"), "{message}");
}

#[test]
fn bad_rows_name_file_and_line() {
    let folder = Folder::new("rows");
    let text = "split\tlabel\ttext\ntrain\t2\tgood\nvalid\t0\tbad\ntest\t1\t\n";
    folder.write_packed("sst2/sst2_sentences.tsv.gz", text);
    let message = folder.load("sst2").unwrap_err().to_string();
    let expected = "sst2_sentences.tsv.gz: 3 bad rows, nothing was read\n  \
                    line 2: the label is \"2\", expected 0 or 1\n  \
                    line 3: the split is \"valid\", expected train, dev or test\n  \
                    line 4: the text is \"\", expected at least one word";
    assert!(message.ends_with(expected), "{message}");
    folder.write_packed("sst2/sst2_sentences.tsv.gz", "label\ttext\n1\tgood\n");
    let message = folder.load("sst2").unwrap_err().to_string();
    assert!(message.contains("no column \"split\" among \"label\", \"text\""), "{message}");
}

#[test]
fn files_that_are_too_large_or_cut_short_are_refused() {
    let folder = Folder::new("large");
    let path = folder.write("bomb.tsv.gz", &packed(&vec![b'a'; MOST_BYTES + 1]));
    let message = load(path.to_str().unwrap(), None).unwrap_err().to_string();
    assert!(message.contains("more than 67108864 bytes unpacked"), "{message}");
    let whole = packed(b"a\tone\nb\ttwo\n");
    let path = folder.write("short.tsv.gz", &whole[..whole.len() - 6]);
    let error = load(path.to_str().unwrap(), None).unwrap_err();
    assert!(matches!(error, DatasetError::Read { .. }), "{error}");
}

#[test]
fn a_file_without_splits_gets_them() {
    let folder = Folder::new("file");
    let rows: String = (0..100).map(|row| format!("{}\ttext {row}\n", row % 2)).collect();
    for path in [folder.write("a.tsv", rows.as_bytes()), folder.write_packed("a.tsv.gz", &rows)] {
        let Loaded { dataset, files, warnings } = load(path.to_str().unwrap(), None).unwrap();
        let sizes = [&dataset.train, &dataset.dev, &dataset.test].map(Vec::len);
        assert_eq!(sizes, [80, 10, 10]);
        assert_eq!(dataset.counts(&dataset.test), [5, 5]);
        assert_eq!(files[0].sha256.len(), 64);
        assert_eq!(warnings.len(), 2, "{warnings:?}");
    }
}

#[test]
fn the_splits_of_a_file_are_kept() {
    let folder = Folder::new("splits");
    let mut rows = "label\ttext\tsplit\tnote\na\tone\ttest\tx\nb\ttwo\ttest\tx\n".to_owned();
    for row in 0..40 {
        rows += &format!("{}\ttext {row}\ttrain\tx\n", if row % 2 == 0 { "a" } else { "b" });
    }
    let path = folder.write("a.tsv", rows.as_bytes());
    let Loaded { dataset, warnings, .. } = load(path.to_str().unwrap(), None).unwrap();
    let sizes = [&dataset.train, &dataset.dev, &dataset.test].map(Vec::len);
    assert_eq!(sizes, [36, 4, 2]);
    assert_eq!(warnings.len(), 2, "{warnings:?}");
    assert!(warnings[0].contains("note"), "{warnings:?}");
}

/// The counts that the notes on the data state.
#[test]
fn the_real_files_are_as_described() {
    let Some(folder) = folder(None) else {
        println!("skipped: {FOLDER_VARIABLE} names no folder of data sets");
        return;
    };
    type Counts = &'static [usize];
    let tasks: [(&str, [usize; 3], Counts, Counts); 4] = [
        ("sst2", [6920, 872, 1821], &[3310, 3610], &[912, 909]),
        ("agnews", [58_426, 3000, 7600], &[], &[1900; 4]),
        ("snli", [21_605, 9842, 9824], &[7203, 7098, 7304], &[3368, 3219, 3237]),
        ("reviews", [6286, 816, 750], &[1883, 1236, 889, 2278], &[216, 140, 115, 279]),
    ];
    for (task, sizes, train, test) in tasks {
        let Loaded { dataset, files, warnings } = load(task, Some(&folder)).unwrap();
        assert_eq!([&dataset.train, &dataset.dev, &dataset.test].map(Vec::len), sizes, "{task}");
        assert_eq!(dataset.counts(&dataset.test), test, "{task}");
        if !train.is_empty() {
            assert_eq!(dataset.counts(&dataset.train), train, "{task}");
        }
        assert!(files.iter().all(|file| file.known), "{files:?}");
        let distinct: std::collections::BTreeSet<_> =
            dataset.train.iter().map(|one| &one.texts).collect();
        let seen =
            |part: &[Labelled]| part.iter().filter(|one| distinct.contains(&one.texts)).count();
        println!(
            "{task}: {sizes:?}, dev {:?}, {} train texts stand twice, {} dev and {} test texts in \
             train, warnings {warnings:?}",
            dataset.counts(&dataset.dev),
            dataset.train.len() - distinct.len(),
            seen(&dataset.dev),
            seen(&dataset.test),
        );
        if task == "agnews" {
            let whole: Vec<usize> = (0..4)
                .map(|class| {
                    dataset.counts(&dataset.train)[class] + dataset.counts(&dataset.dev)[class]
                })
                .collect();
            assert_eq!(whole, [15_173, 15_208, 15_036, 16_009]);
        }
        if task == "reviews" {
            let mut lengths: Vec<usize> = dataset.train.iter().map(|one| one.texts.len()).collect();
            lengths.sort_unstable();
            let quarter = |part: usize| lengths[(lengths.len() - 1) * part / 4];
            println!("  sentences: quartiles {} {} {}", quarter(1), quarter(2), quarter(3));
        }
    }
}
