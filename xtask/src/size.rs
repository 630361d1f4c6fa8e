//! The site's weight: the compressed copies that a host can send as they are, the table of
//! sizes, and the budgets that a build must keep.

use crate::{
    failure::{Failure, Outcome, file},
    project::on_all_cores,
};
use brotli::enc::BrotliEncoderParams;
use flate2::{Compression, GzBuilder};
use sha2::{Digest, Sha256};
use std::{
    collections::BTreeSet,
    fs,
    io::{self, Write},
    path::{Path, PathBuf},
    thread,
};

/// What the first picture of a first visit may cost, in bytes as sent with brotli: a tenth of a second
/// at the 1.6 Mbit/s of a slow 4G line, before which nothing can be seen.
const FIRST_PICTURE_BUDGET: usize = 12_800;

/// What the rest of a first visit may cost, but for word vectors and models: some two seconds on the
/// same line, before which nothing can be moved.
const FIRST_VISIT_BUDGET: usize = 498_500;

/// What the page fetches besides where it stands in another one (`embed=1`), and nowhere else.
const EMBEDDED_BUDGET: usize = 2_000;

/// What the Curves room may cost when it is opened: a second on the same line.
const CURVES_ROOM_BUDGET: usize = 219_000;

/// What the Compare room may cost when it is opened, with its worker: three and a half seconds on the same line.
const COMPARE_ROOM_BUDGET: usize = 811_500;

/// What the Train room may cost when it is opened for the first time, with its worker and all of its
/// texts: five seconds on the same line.
const TRAIN_ROOM_BUDGET: usize = 1_000_000;

/// The same for the Inspect room, without the tokenizer, which is fetched when its file is dropped.
const INSPECT_ROOM_BUDGET: usize = 1_190_000;

/// What lessons may cost when one is opened: a second and a half on the same line.
const LEARN_ROOM_BUDGET: usize = 300_000;
/// What the Share dialog may cost when it is opened: a second on the same line.
const SHARE_BUDGET: usize = 200_000;

/// What a sentence of more than 512 tokens may cost when there is one.
const LONG_SENTENCE_BUDGET: usize = 100_000;

/// What the sentences of the three languages beside English may cost together; a visit fetches those of one.
const LANGUAGES_BUDGET: usize = 116_500;

/// What may be fetched when the page is up, before anybody asked for it: the list that the service worker keeps to.
const OFFLINE_BUDGET: usize = 12_000;

/// Kinds of files with a name in the table and, where they have one, a budget in bytes as sent.
/// A file belongs to the first group that holds it.
const GROUPS: &[Group] = &[
    Group {
        name: "first visit, up to its first picture",
        budget: Some(FIRST_PICTURE_BUDGET),
        holds: |file| file.path == Path::new("index.html"),
    },
    Group {
        name: "inside another page",
        budget: Some(EMBEDDED_BUDGET),
        holds: |file| begins_with(&file.path, OF_EMBEDDED),
    },
    Group {
        name: "first visit, the rest",
        budget: Some(FIRST_VISIT_BUDGET),
        holds: |file| file.at_first,
    },
    Group {
        name: "curves room, when opened",
        budget: Some(CURVES_ROOM_BUDGET),
        holds: |file| begins_with(&file.path, OF_CURVES),
    },
    Group {
        name: "compare room, when opened",
        budget: Some(COMPARE_ROOM_BUDGET),
        holds: |file| begins_with(&file.path, OF_COMPARE),
    },
    Group {
        name: "train room, when opened",
        budget: Some(TRAIN_ROOM_BUDGET),
        holds: |file| begins_with(&file.path, OF_TRAIN),
    },
    Group {
        name: "inspect room, when opened",
        budget: Some(INSPECT_ROOM_BUDGET),
        holds: |file| begins_with(&file.path, OF_INSPECT),
    },
    Group {
        name: "lessons, when one is opened",
        budget: Some(LEARN_ROOM_BUDGET),
        holds: |file| begins_with(&file.path, OF_LEARN),
    },
    Group {
        name: "share dialog, when opened",
        budget: Some(SHARE_BUDGET),
        holds: |file| begins_with(&file.path, OF_SHARE),
    },
    Group {
        name: "long sentences, when there is one",
        budget: Some(LONG_SENTENCE_BUDGET),
        holds: |file| begins_with(&file.path, OF_EXPLORE),
    },
    Group {
        name: "languages, one of them when it is chosen",
        budget: Some(LANGUAGES_BUDGET),
        holds: |file| begins_with(&file.path, OF_TEXTS),
    },
    Group {
        name: "offline, when all of the page is up",
        budget: Some(OFFLINE_BUDGET),
        holds: |file| begins_with(&file.path, OF_OFFLINE),
    },
    Group {
        name: "word vectors and models",
        budget: None,
        holds: |file| DATA.iter().any(|folder| file.path.starts_with(folder)),
    },
    Group { name: "when asked for", budget: None, holds: |_| true },
];

struct Group {
    name: &'static str,
    budget: Option<usize>,
    holds: fn(&Asset) -> bool,
}

/// Word vectors and models are no part of the program, whoever names them.
const DATA: &[&str] = &["vectors", "checkpoints"];
/// How the names of files begin that the Train room asks for when it is opened.
const OF_TRAIN: &[&str] = &["nearfar-train", "train/"];
/// How those of the Curves room begin.
const OF_CURVES: &[&str] = &["nearfar-curves", "curves/"];
/// How those of the Compare room begin.
const OF_COMPARE: &[&str] = &["nearfar-compare", "compare/"];
/// How those of the Inspect room begin.
const OF_INSPECT: &[&str] = &["nearfar-inspect", "inspect/"];
/// How those of lessons begin.
const OF_LEARN: &[&str] = &["nearfar-learn", "learn/"];
/// How those of the Share dialog begin.
const OF_SHARE: &[&str] = &["nearfar-share", "share/"];
/// How those for long sentences begin.
const OF_EXPLORE: &[&str] = &["nearfar-explore"];
/// How those of the languages begin.
const OF_TEXTS: &[&str] = &["texts/"];
/// How those begin that make the site work without a network; the worker names every other file.
const OF_OFFLINE: &[&str] = &["offline.js", "sw.js", "manifest.webmanifest"];
/// Of these what the page asks for by its version.
const OF_OFFLINE_BY_VERSION: &[&str] = &["offline.js"];
/// What several rooms ask for: by the same version, at another time.
const OF_SEVERAL: &[&str] = &["room.js", "worker.js", "embed.js", "later.css", "nearfar-tokenizer"];
/// Of these what is fetched when a tokenizer is dropped, and not before.
const OF_TOKENIZER: &[&str] = &["nearfar-tokenizer"];
/// How those begin that the page asks for inside another one.
const OF_EMBEDDED: &[&str] = &["embed.js"];
/// Smaller files gain nothing: they travel in one packet as they are.
const WORTH_COMPRESSING: usize = 200;
/// How many files of a group the table names, the largest first.
const NAMED_IN_TABLE: usize = 12;
/// Files that are compressed already.
const COMPRESSED: &[&str] = &["png", "jpg", "jpeg", "webp", "avif", "woff2", "gz", "br", "zip"];
/// What holds the numbers of word vectors and models.
const NUMBERS: &[&str] = &["bin", "safetensors"];
/// Files whose text can name other files that a browser then fetches.
const REFERRING: &[&str] = &["html", "js", "css", "webmanifest"];

/// One file of the site and its sizes in bytes.
pub struct Asset {
    /// Where it lies in the site.
    path: PathBuf,
    raw: usize,
    gzip: Option<usize>,
    brotli: Option<usize>,
    /// Whether a first visit fetches it.
    at_first: bool,
}

impl Asset {
    /// What travels to a browser, all of which take brotli.
    pub fn sent(&self) -> usize {
        self.brotli.unwrap_or(self.raw)
    }

    /// Where it lies in the site.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Whether the page does not start without it, in the Lab of any visit.
    pub fn is_of_start(&self) -> bool {
        self.at_first
            || (begins_with(&self.path, OF_SEVERAL) && !begins_with(&self.path, OF_TOKENIZER))
            || begins_with(&self.path, OF_OFFLINE)
    }

    #[cfg(test)]
    pub fn of(path: &str, raw: usize, brotli: Option<usize>, at_first: bool) -> Self {
        Self { path: path.into(), raw, gzip: None, brotli, at_first }
    }
}

/// Writes the compressed copies beside the site's files, and measures.
///
/// Compressing as well as can be takes seconds for each megabyte, so what was compressed once is
/// kept in `cache`, under the hash of what it was.
pub fn compress(dist: &Path, cache: &Path, files: &[PathBuf]) -> Outcome<Vec<Asset>> {
    fs::create_dir_all(cache).map_err(file("create", cache))?;
    let at_first = first_visit(files, &|path| fs::read_to_string(dist.join(path)).ok());
    let done = on_all_cores(files, |path| {
        compress_one(dist, cache, path, at_first.contains(path.as_path()))
    });
    let mut site: Vec<Asset> = done.into_iter().collect::<Outcome<_>>()?;
    site.sort_by(|a, b| b.sent().cmp(&a.sent()).then_with(|| a.path.cmp(&b.path)));
    Ok(site)
}

fn compress_one(dist: &Path, cache: &Path, path: &Path, at_first: bool) -> Outcome<Asset> {
    let source = dist.join(path);
    let bytes = fs::read(&source).map_err(file("read", &source))?;
    let mut asset =
        Asset { path: path.to_owned(), raw: bytes.len(), gzip: None, brotli: None, at_first };
    if bytes.len() <= WORTH_COMPRESSING || has_extension(path, COMPRESSED) {
        return Ok(asset);
    }
    let hash: String = Sha256::digest(&bytes).iter().map(|byte| format!("{byte:02x}")).collect();
    // Returns the copy's size, or nothing where the copy would be no smaller.
    let copy = |extension: &str, compress: Compress| -> Outcome<Option<usize>> {
        let known = cache.join(format!("{hash}.{extension}"));
        let copy = match fs::read(&known) {
            Ok(copy) => copy,
            Err(_) => {
                let copy = compress(&bytes).map_err(file("compress", &source))?;
                // Under another name first: a build that is ended leaves no half copy behind.
                let part =
                    known.with_extension(format!("{extension}.{:?}", thread::current().id()));
                let written = fs::write(&part, &copy).and_then(|()| fs::rename(&part, &known));
                written.map_err(file("write", &known))?;
                copy
            }
        };
        if copy.len() >= bytes.len() {
            return Ok(None);
        }
        let target = dist.join(format!("{}.{extension}", path.display()));
        fs::write(&target, &copy).map_err(file("write", &target))?;
        Ok(Some(copy.len()))
    };
    asset.gzip = copy("gz", gzip)?;
    let is_numbers = has_extension(path, NUMBERS);
    asset.brotli = copy("br", if is_numbers { brotli_of_numbers } else { brotli })?;
    Ok(asset)
}

type Compress = fn(&[u8]) -> io::Result<Vec<u8>>;

/// Without a date, so that the same build gives the same bytes.
fn gzip(bytes: &[u8]) -> io::Result<Vec<u8>> {
    let mut encoder = GzBuilder::new().write(Vec::new(), Compression::best());
    encoder.write_all(bytes)?;
    encoder.finish()
}

fn brotli(bytes: &[u8]) -> io::Result<Vec<u8>> {
    // With blocks as large as the quality stands for, the page's program is half a percent larger; which of the smallest
    // is best differs from program to program, by up to four thousandths.
    let copies = [16, 17, 18].map(|lgblock| brotli_at(11, lgblock, bytes));
    let copies = copies.into_iter().collect::<io::Result<Vec<_>>>()?;
    Ok(copies.into_iter().min_by_key(Vec::len).unwrap_or_default())
}

/// Of numbers, which hardly compress: a thousandth more bytes, in less than half the time.
fn brotli_of_numbers(bytes: &[u8]) -> io::Result<Vec<u8>> {
    brotli_at(10, 16, bytes)
}

/// With a quality of at most 11.
fn brotli_at(quality: i32, lgblock: i32, mut bytes: &[u8]) -> io::Result<Vec<u8>> {
    // The largest window that every browser takes.
    let (lgwin, size_hint) = (24, bytes.len());
    let parameters =
        BrotliEncoderParams { quality, lgwin, lgblock, size_hint, ..Default::default() };
    let mut copy = Vec::new();
    brotli::BrotliCompress(&mut bytes, &mut copy, &parameters)?;
    Ok(copy)
}

fn has_extension(path: &Path, extensions: &[&str]) -> bool {
    let extension = path.extension().and_then(|extension| extension.to_str());
    extension.is_some_and(|extension| extensions.contains(&extension))
}

/// Whether a file is asked for by a name that stays the same and the version: those of the
/// rooms that are programs of their own. Data that a room shows are asked for by their names alone.
pub fn is_asked_for_by_version(path: &Path) -> bool {
    let starts = [
        OF_CURVES,
        OF_COMPARE,
        OF_TRAIN,
        OF_INSPECT,
        OF_LEARN,
        OF_SHARE,
        OF_EXPLORE,
        OF_TEXTS,
        OF_SEVERAL,
        OF_OFFLINE_BY_VERSION,
    ];
    starts.iter().any(|starts| begins_with(path, starts))
        && !has_extension(path, &["tsv", "conllu"])
}

fn begins_with(path: &Path, starts: &[&str]) -> bool {
    let path = path.to_string_lossy().replace('\\', "/");
    starts.iter().any(|start| path.starts_with(start))
}

/// What a first visit fetches: index.html, the files that its text names, those that their text
/// names, and so on. A file counts as named where its bare name occurs: rather too much than too
/// little.
fn first_visit<'a>(
    files: &'a [PathBuf],
    text: &dyn Fn(&Path) -> Option<String>,
) -> BTreeSet<&'a Path> {
    let (mut open, mut rest): (Vec<&Path>, Vec<&Path>) = files
        .iter()
        .map(PathBuf::as_path)
        .filter(|path| !DATA.iter().any(|folder| path.starts_with(folder)))
        .filter(|path| !begins_with(path, OF_OFFLINE))
        .partition(|path| *path == Path::new("index.html"));
    let mut fetched = BTreeSet::new();
    while let Some(path) = open.pop() {
        fetched.insert(path);
        let text = text(path).filter(|_| has_extension(path, REFERRING)).unwrap_or_default();
        let is_named = |path: &&Path| text.contains(name(path));
        let (named, others): (Vec<_>, Vec<_>) = rest.into_iter().partition(is_named);
        open.extend(named);
        rest = others;
    }
    fetched
}

fn name(path: &Path) -> &str {
    path.file_name().and_then(|name| name.to_str()).unwrap_or_default()
}

/// The files of each group with their sizes, and the group's sum.
fn grouped(site: &[Asset]) -> Vec<(&'static Group, Vec<&Asset>)> {
    let group_of = |file: &Asset| GROUPS.iter().position(|group| (group.holds)(file));
    let members = |(index, group)| {
        (group, site.iter().filter(|file| group_of(file) == Some(index)).collect::<Vec<_>>())
    };
    GROUPS.iter().enumerate().map(members).filter(|(_, files)| !files.is_empty()).collect()
}

/// The table of sizes in bytes, one block for each group.
pub fn table(site: &[Asset]) -> String {
    let names = site.iter().map(|file| file.path.display().to_string().len() + 2);
    let width = names.max().unwrap_or_default().max(24);
    let row = |name: &str, raw: usize, gzip: Option<usize>, brotli: Option<usize>| {
        let cell = |size: Option<usize>| size.map_or_else(|| "-".to_owned(), digits);
        format!("{name:<width$} {:>11} {:>11} {:>11}\n", digits(raw), cell(gzip), cell(brotli))
    };
    let mut text = format!("{:<width$} {:>11} {:>11} {:>11}\n", "bytes", "raw", "gzip", "brotli");
    for (group, files) in grouped(site) {
        let sum = |size: fn(&Asset) -> usize| files.iter().map(|file| size(file)).sum::<usize>();
        let gzip = sum(|file| file.gzip.unwrap_or(file.raw));
        text.push_str(&row(group.name, sum(|file| file.raw), Some(gzip), Some(sum(Asset::sent))));
        for file in files.iter().take(NAMED_IN_TABLE) {
            let name = format!("  {}", file.path.display());
            text.push_str(&row(&name, file.raw, file.gzip, file.brotli));
        }
        if let Some(others @ 1..) = files.len().checked_sub(NAMED_IN_TABLE) {
            text.push_str(&format!("  and {others} smaller ones\n"));
        }
    }
    text
}

/// Fails where a group is larger than its budget.
pub fn hold_to_budgets(site: &[Asset]) -> Outcome {
    let mut broken = Vec::new();
    for (group, files) in grouped(site) {
        let sent: usize = files.iter().map(|file| file.sent()).sum();
        let Some(budget) = group.budget else { continue };
        let (name, sent_text, budget_text) = (group.name, digits(sent), digits(budget));
        if sent > budget {
            let over = digits(sent - budget);
            broken.push(format!(
                "{name}: {sent_text} bytes, {over} over its budget of {budget_text}"
            ));
        } else {
            println!("{name}: {sent_text} of {budget_text} bytes");
        }
    }
    if broken.is_empty() { Ok(()) } else { Err(Failure::Refused(broken.join("\n"))) }
}

/// 1234567 as 1,234,567.
fn digits(number: usize) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Read;

    fn asset(path: &str, brotli: usize, at_first: bool) -> Asset {
        Asset { path: path.into(), raw: 3 * brotli, gzip: None, brotli: Some(brotli), at_first }
    }

    #[test]
    fn a_first_visit_follows_names_from_page_to_script_to_wasm() {
        let files = [
            "a.css",
            "app.js",
            "app_bg.wasm",
            "index.html",
            "nearfar-train.js",
            "other.js",
            "vectors/v.bin",
        ];
        let files: Vec<PathBuf> = files.iter().map(PathBuf::from).collect();
        let text = |path: &Path| match path.to_str() {
            Some("index.html") => Some("<script src=./app.js> a.css v.bin".to_owned()),
            Some("app.js") => Some("new URL('app_bg.wasm')".to_owned()),
            _ => None,
        };
        let fetched: Vec<_> = first_visit(&files, &text).into_iter().collect();
        let expected = ["a.css", "app.js", "app_bg.wasm", "index.html"];
        assert_eq!(fetched, expected.map(Path::new));
    }

    #[test]
    fn every_program_of_a_room_is_asked_for_by_version() {
        let (_, list) = include_str!("../../crates/nearfar/src/settings/text_form.rs")
            .split_once("impl Choice for Room {")
            .expect("the list of rooms");
        let list = list.split_once("];").expect("its end").0;
        let rooms = list.split('"').skip(1).step_by(2).filter(|room| *room != "lab");
        let rooms = rooms.chain(["share", "explore", "tokenizer"]);
        for room in rooms {
            assert!(
                is_asked_for_by_version(Path::new(&format!("nearfar-{room}_bg.wasm"))),
                "{room}"
            );
        }
        let others = ["nearfar-0123_bg.wasm", "train/subjectivity.tsv", "vectors/words.bin"];
        assert!(!others.iter().any(|path| is_asked_for_by_version(Path::new(path))));
    }

    #[test]
    fn a_budget_is_held_or_broken() {
        let within =
            [asset("a.wasm", FIRST_VISIT_BUDGET, true), asset("vectors/v", 1_000_000, false)];
        assert!(hold_to_budgets(&within).is_ok());
        let over = [asset("a.wasm", FIRST_VISIT_BUDGET, true), asset("a.js", 1_234, true)];
        let text = hold_to_budgets(&over).map_err(|failure| failure.to_string());
        assert!(text.is_err_and(|text| text.contains("1,234 over")));
    }

    #[test]
    fn compressed_copies_hold_the_same_bytes() -> io::Result<()> {
        let bytes = b"near and far and near and far ".repeat(40);
        let mut unzipped = Vec::new();
        flate2::read::GzDecoder::new(gzip(&bytes)?.as_slice()).read_to_end(&mut unzipped)?;
        let mut expanded = Vec::new();
        brotli::BrotliDecompress(&mut brotli(&bytes)?.as_slice(), &mut expanded)?;
        assert!(unzipped == bytes && expanded == bytes);
        expanded.clear();
        brotli::BrotliDecompress(&mut brotli_of_numbers(&bytes)?.as_slice(), &mut expanded)?;
        assert_eq!(expanded, bytes);
        Ok(())
    }

    #[test]
    fn digits_stand_in_threes() {
        assert_eq!(
            [0, 999, 1000, 350_000, 1_234_567].map(digits),
            ["0", "999", "1,000", "350,000", "1,234,567"]
        );
    }
}
