//! The house rules as code, over the files that git tracks or would track. A rule is one
//! function from the files to what breaks it, and has one test.

use crate::{
    failure::{Failure, Outcome},
    languages,
    project::Project,
    sentences,
    test::{NEEDS_MODELS, NOT_NATIVE},
    tools::locked_version,
};
use std::path::{Component, Path, PathBuf};

type Rule = fn(&[File]) -> Vec<Breach>;

const RULES: &[Rule] = &[
    sources_open_with_docs,
    nothing_is_unfinished,
    every_number_is_computed,
    the_library_is_pure,
    numbers_come_by_the_kit,
    page_files_are_short,
    wasm_bindgen_is_pinned,
    front_matter_exists,
    links_resolve,
    sentences_stand_in_resources,
    every_text_is_read,
    every_test_runs,
    every_room_is_whole,
];

/// Where the library's sources lie.
const LIBRARY: &str = "crates/nearfar/src/";
/// Where the page's sources lie.
const PAGE: &str = "src/";
/// Lessons name their texts by key.
const LESSONS: &str = "crates/nearfar-lessons/lessons/";
/// Where the methods name what the page says of them, and where that is put together.
const METHODS: &str = "crates/nearfar-compare/src/";
/// Where what is found in a file of somebody's is put into words.
const INSPECT: &str = "crates/nearfar-inspect/src/";
/// Where what a run is and was is put into words.
const TRAIN: &str = "crates/nearfar-training/src/";
/// Where the sentences of the page stand.
const TEXTS: &str = "crates/nearfar-texts/en/";
/// Where methods have the names by which their texts are found.
const DEFINITIONS: &str = "crates/nearfar/src/methods/";
/// What puts numbers into words, with their sentences.
const IN_WORDS: &str = "crates/nearfar-texts/src/";
/// The most lines that a file of the page may have: one component is one screenful.
const PAGE_LINES: usize = 600;

/// A file: its path from the project's folder, with `/`, and its text (empty where it is binary).
struct File {
    path: String,
    text: String,
}

/// What breaks a rule, and where; line 0 is the whole file.
#[derive(Debug, PartialEq)]
struct Breach {
    path: String,
    line: usize,
    what: String,
}

impl Breach {
    fn new(path: &str, line: usize, what: impl Into<String>) -> Self {
        Self { path: path.to_owned(), line, what: what.into() }
    }
}

/// Fails with every breach of every rule.
pub fn run(project: &Project) -> Outcome {
    let files = files(project)?;
    let mut breaches: Vec<_> = RULES.iter().flat_map(|rule| rule(&files)).collect();
    let page = project.read("index.html")?;
    let problems = languages::problems(&project.root, &page).into_iter();
    breaches.extend(problems.map(|what| Breach::new("crates/nearfar-texts", 0, what)));
    if breaches.is_empty() {
        return Ok(());
    }
    let line = |Breach { path, line, what }: &Breach| match line {
        0 => format!("  {path}: {what}"),
        _ => format!("  {path}:{line}: {what}"),
    };
    let lines: Vec<_> = breaches.iter().map(line).collect();
    Err(Failure::Refused(format!("{} breaches\n{}", lines.len(), lines.join("\n"))))
}

fn files(project: &Project) -> Outcome<Vec<File>> {
    let list = ["ls-files", "-z", "--cached", "--others", "--exclude-standard"];
    let Some(list) = project.answer("git", &list) else {
        return Err(Failure::Missing {
            what: "git does not list the project's files".to_owned(),
            remedy: "install git, and run this in a clone of the project".to_owned(),
        });
    };
    let mut paths: Vec<&str> = list.split('\0').filter(|path| !path.is_empty()).collect();
    paths.sort_unstable();
    paths.dedup();
    // git still lists what was deleted and not yet committed.
    let paths = paths.into_iter().filter(|path| project.root.join(path).is_file());
    let text = |path: &str| std::fs::read_to_string(project.root.join(path)).unwrap_or_default();
    Ok(paths.map(|path| File { path: path.to_owned(), text: text(path) }).collect())
}

/// The Rust sources under one of these folders.
fn sources<'a>(files: &'a [File], folders: &[&str]) -> impl Iterator<Item = &'a File> {
    files.iter().filter(move |file| {
        file.path.ends_with(".rs") && folders.iter().any(|folder| file.path.starts_with(folder))
    })
}

/// Every line of these sources that holds one of the words outside a comment.
fn mentions(files: &[File], folders: &[&str], words: &[&str], why: &str) -> Vec<Breach> {
    let mut breaches = Vec::new();
    for file in sources(files, folders) {
        for (index, line) in file.text.lines().enumerate() {
            let code = line.split_once("//").map_or(line, |(code, _)| code);
            for word in words.iter().filter(|word| code.contains(**word)) {
                breaches.push(Breach::new(&file.path, index + 1, format!("`{word}`: {why}")));
            }
        }
    }
    breaches
}

fn sources_open_with_docs(files: &[File]) -> Vec<Breach> {
    let breach = |file: &File| Breach::new(&file.path, 1, "does not open with `//!`: what it is");
    sources(files, &[""]).filter(|file| !file.text.starts_with("//!")).map(breach).collect()
}

fn nothing_is_unfinished(files: &[File]) -> Vec<Breach> {
    // In two pieces, so that this file keeps its own rule.
    let words = [concat!("to", "do!("), concat!("unimpl", "emented!("), concat!("db", "g!(")];
    mentions(files, &[""], &words, "must not stay")
}

fn every_number_is_computed(files: &[File]) -> Vec<Breach> {
    let words =
        ["Math.random", "Math::random", "rand::rng()", "thread_rng", "from_os_rng", "SysRng"];
    let why = "every number shown is computed; a seed is an argument";
    mentions(files, &[PAGE, LIBRARY], &words, why)
}

fn the_library_is_pure(files: &[File]) -> Vec<Breach> {
    let words = ["web_sys", "js_sys", "wasm_bindgen", "std::time"];
    mentions(files, &[LIBRARY], &words, "the library touches neither the page nor the clock")
}

fn numbers_come_by_the_kit(files: &[File]) -> Vec<Breach> {
    let words = [".buffer()", "from_le_bytes", "from_ne_bytes"];
    let why = "bytes may begin anywhere in their buffer; `kit::f32s` and `f64s` read them";
    mentions(files, &[PAGE], &words, why)
}

fn page_files_are_short(files: &[File]) -> Vec<Breach> {
    let breach = |file: &File| {
        let lines = file.text.lines().count();
        let what = format!("has {lines} lines; {PAGE_LINES} are the most");
        (lines > PAGE_LINES).then(|| Breach::new(&file.path, 0, what))
    };
    sources(files, &[PAGE]).filter_map(breach).collect()
}

/// wasm-bindgen's library and command must be the same version.
fn wasm_bindgen_is_pinned(files: &[File]) -> Vec<Breach> {
    let text =
        |path: &str| files.iter().find(|file| file.path == path).map(|file| file.text.as_str());
    let breach = |what: String| vec![Breach::new("Cargo.toml", 0, what)];
    let (Some(manifest), Some(lock)) = (text("Cargo.toml"), text("Cargo.lock")) else {
        return breach("Cargo.toml and Cargo.lock must both be tracked".to_owned());
    };
    let pinned = manifest.lines().find_map(|line| {
        let (name, version) = line.split_once('=')?;
        let version = version.trim().trim_matches('"').strip_prefix('=')?;
        (name.trim() == "wasm-bindgen").then_some(version)
    });
    match (pinned, locked_version(lock, "wasm-bindgen")) {
        (Some(pinned), Some(locked)) if pinned == locked => Vec::new(),
        (Some(pinned), locked) => {
            let locked = locked.unwrap_or("none");
            breach(format!("wasm-bindgen is pinned to {pinned}, and Cargo.lock holds {locked}"))
        }
        (None, _) => {
            breach("wasm-bindgen is not pinned, as in `wasm-bindgen = \"=0.2.1\"`".to_owned())
        }
    }
}

fn front_matter_exists(files: &[File]) -> Vec<Breach> {
    let expected =
        ["ARCHITECTURE.md", "CHANGELOG.md", "LICENSE-APACHE", "LICENSE-MIT", "README.md"];
    let missing = |path: &&str| files.iter().all(|file| file.path != *path);
    expected.into_iter().filter(missing).map(|path| Breach::new(path, 0, "is missing")).collect()
}

/// Every relative link of the documents leads to a file or folder that is tracked.
fn links_resolve(files: &[File]) -> Vec<Breach> {
    let mut breaches = Vec::new();
    for document in files.iter().filter(|file| file.path.ends_with(".md")) {
        let folder = Path::new(&document.path).parent().unwrap_or(Path::new(""));
        let mut in_code = false;
        for (index, line) in document.text.lines().enumerate() {
            in_code ^= line.trim_start().starts_with("```");
            for target in links(line).filter(|_| !in_code) {
                let path = target.split('#').next().unwrap_or_default();
                let is_elsewhere = path.is_empty() || path.contains(':');
                if !is_elsewhere && !leads_somewhere(files, &folder.join(path)) {
                    let what = format!("the link `{target}` leads nowhere");
                    breaches.push(Breach::new(&document.path, index + 1, what));
                }
            }
        }
    }
    breaches
}

/// The targets of the links in a line: `[text](target)`, and `[text]: target` at its start.
fn links(line: &str) -> impl Iterator<Item = &str> {
    let inline = line.split("](").skip(1).filter_map(|rest| rest.split([')', ' ']).next());
    let definition = line.strip_prefix('[').and_then(|rest| rest.split_once("]: "));
    inline.chain(definition.and_then(|(_, rest)| rest.split_whitespace().next()))
}

fn leads_somewhere(files: &[File], path: &Path) -> bool {
    let mut plain = PathBuf::new();
    for part in path.components() {
        match part {
            Component::Normal(name) => plain.push(name),
            Component::ParentDir if !plain.pop() => return false,
            _ => {}
        }
    }
    files.iter().any(|file| Path::new(&file.path).starts_with(&plain))
}

/// A sentence that a user reads stands in the resource of its language, not in a view.
fn sentences_stand_in_resources(files: &[File]) -> Vec<Breach> {
    let mut breaches = Vec::new();
    for file in sources(files, &[PAGE]) {
        match sentences::in_source(&file.text) {
            Ok(found) => breaches.extend(found.into_iter().map(|found| {
                let what = format!("“{}” belongs into a resource of {TEXTS}", found.text);
                Breach::new(&file.path, found.line, what)
            })),
            Err(why) => breaches.push(Breach::new(&file.path, 0, why)),
        }
    }
    breaches
}

fn every_text_is_read(files: &[File]) -> Vec<Breach> {
    let lessons = files.iter().filter(|file| file.path.starts_with(LESSONS));
    let page = files.iter().filter(|file| {
        file.path == "index.html"
            || ["public/offline.js", "public/single.js"].contains(&file.path.as_str())
    });
    let used: Vec<&str> = sources(files, &[PAGE, METHODS, INSPECT, TRAIN, DEFINITIONS, IN_WORDS])
        .chain(page)
        .chain(lessons)
        .map(|file| file.text.as_str())
        .collect();
    let mut breaches = Vec::new();
    for file in files.iter().filter(|file| file.path.starts_with(TEXTS)) {
        let Some(name) = file.path.rsplit('/').next().and_then(|name| name.strip_suffix(".ftl"))
        else {
            continue;
        };
        match sentences::unused(name, &file.text, &used) {
            Ok(unused) => breaches.extend(
                unused
                    .into_iter()
                    .map(|key| Breach::new(&file.path, 0, format!("no view reads `{key}`"))),
            ),
            Err(why) => breaches.push(Breach::new(&file.path, 0, why)),
        }
    }
    breaches
}

/// A room stands in files that no compiler compares: what is forgotten of one is named.
fn every_room_is_whole(files: &[File]) -> Vec<Breach> {
    const ROOMS: &str = "crates/nearfar/src/settings/text_form.rs";
    let text =
        |path: &str| files.iter().find(|file| file.path == path).map(|file| file.text.as_str());
    let list = text(ROOMS).and_then(|text| text.split_once("impl Choice for Room {"));
    let list = list.and_then(|(_, rest)| rest.split_once("];")).map_or("", |(list, _)| list);
    let mut breaches = Vec::new();
    for room in list.split('"').skip(1).step_by(2).filter(|room| *room != "lab") {
        for path in [
            format!("src/{room}/mod.rs"),
            format!("style/{room}.css"),
            format!("crates/nearfar-texts/en/{room}.ftl"),
            format!("crates/nearfar-programs/src/bin/nearfar-{room}.rs"),
        ] {
            if text(&path).is_none() {
                breaches.push(Breach::new(&path, 0, format!("is missing, of the room {room}")));
            }
        }
        for (path, part) in [
            ("index.html", format!("data-target-path=\"{room}\"")),
            ("index.html", format!("data-bin=\"nearfar-{room}\"")),
            ("index.html", format!("{{{{choices.room-{room}}}}}")),
            ("xtask/src/size.rs", format!("&[\"nearfar-{room}\", \"{room}/\"]")),
            ("xtask/src/languages.rs", format!("\"{room}\"")),
            ("e2e/rooms.ts", format!("[\"{room}\", ")),
            ("e2e/languages.spec.ts", format!("\"{room}\"")),
        ] {
            if !text(path).is_some_and(|text| text.contains(&part)) {
                breaches.push(Breach::new(path, 0, format!("has no {part}, of the room {room}")));
            }
        }
    }
    breaches
}

/// A `#[test]` that `cargo xtask test` does not run looks like one that passes.
fn every_test_runs(files: &[File]) -> Vec<Breach> {
    let folder =
        |path: &str| path.rsplit_once('/').map_or(String::new(), |(to, _)| format!("{to}/"));
    let manifests: Vec<(String, &str)> = files
        .iter()
        .filter(|file| file.path.ends_with("Cargo.toml"))
        .map(|file| (folder(&file.path), file.text.as_str()))
        .collect();
    let mut breaches = Vec::new();
    for file in sources(files, &[""]) {
        let line_of =
            |wanted: fn(&str) -> bool| file.text.lines().position(|line| wanted(line.trim()));
        let is_ignored =
            |line: &str| line.starts_with("#[ignore") && !line.contains("\"on demand: ");
        if let Some(line) = line_of(is_ignored)
            && !file.path.ends_with(&format!("/tests/{NEEDS_MODELS}.rs"))
        {
            let what = format!(
                "only tests/{NEEDS_MODELS}.rs is run with `--ignored`; what nobody runs unasked says `on demand: ` and how"
            );
            breaches.push(Breach::new(&file.path, line + 1, what));
        }
        let Some(line) = line_of(|line| line == "#[test]") else {
            continue;
        };
        let mut breach = |what: String| breaches.push(Breach::new(&file.path, line + 1, what));
        let own = manifests.iter().filter(|(folder, _)| file.path.starts_with(folder.as_str()));
        let manifest = own.max_by_key(|(folder, _)| folder.len()).map_or("", |(_, text)| text);
        let named = |name: &&&str| manifest.contains(&format!("\nname = \"{name}\"\n"));
        if let Some(package) = NOT_NATIVE.iter().find(named) {
            breach(format!("the tests of {package} are not run natively: this one never runs"));
        }
        for switch in ["test = false", "autotests = false"] {
            if manifest.lines().any(|line| line.trim() == switch) {
                breach(format!("its Cargo.toml says `{switch}`: it never runs"));
            }
        }
        if !is_compiled(files, &file.path) {
            breach("no file declares this module: it never runs".to_owned());
        }
    }
    breaches
}

/// Whether this source is the root of a crate, or a module that its parent declares.
fn is_compiled(files: &[File], path: &str) -> bool {
    let (folder, name) = path.rsplit_once('/').unwrap_or(("", path));
    let is_root_folder =
        ["/tests", "/examples", "/benches", "/bin"].iter().any(|end| folder.ends_with(end));
    if ["lib.rs", "main.rs", "build.rs"].contains(&name) || is_root_folder {
        return true;
    }
    let (parents, module) = match name {
        "mod.rs" => {
            let (above, module) = folder.rsplit_once('/').unwrap_or(("", folder));
            (above.to_owned(), module)
        }
        _ => (folder.to_owned(), name.trim_end_matches(".rs")),
    };
    let parents = [
        format!("{parents}/lib.rs"),
        format!("{parents}/main.rs"),
        format!("{parents}/mod.rs"),
        format!("{parents}.rs"),
    ];
    let declaration = format!("mod {module};");
    let is_declared = files
        .iter()
        .filter(|file| parents.contains(&file.path))
        .any(|file| file.text.lines().any(|line| line.trim().ends_with(&declaration)));
    let is_named = |line: &str| {
        let named = line.trim().strip_prefix("#[path = \"").and_then(|rest| rest.split('"').next());
        named.is_some_and(|named| named.rsplit('/').next() == Some(name))
    };
    is_declared || sources(files, &[""]).any(|file| file.text.lines().any(is_named))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The lines of `path` that break the rule where it holds `text`.
    fn lines(rule: Rule, path: &str, text: &str) -> Vec<usize> {
        let files = [File { path: path.to_owned(), text: text.to_owned() }];
        rule(&files).iter().map(|breach| breach.line).collect()
    }

    #[test]
    fn a_source_opens_with_docs() {
        assert_eq!(lines(sources_open_with_docs, "src/a.rs", "use b;\n"), [1]);
        assert_eq!(lines(sources_open_with_docs, "src/a.rs", "//! What it is.\n"), []);
        assert_eq!(lines(sources_open_with_docs, "a.css", "a {}\n"), []);
    }

    #[test]
    fn unfinished_work_is_found() {
        for name in ["todo", "unimplemented", "dbg"] {
            assert_eq!(lines(nothing_is_unfinished, "a.rs", &format!("fn a() {{\n{name}!()")), [2]);
            assert_eq!(lines(nothing_is_unfinished, "a.rs", &format!("// no {name}!() here")), []);
        }
    }

    #[test]
    fn random_numbers_are_found() {
        for call in ["js_sys::Math::random()", "rand::rng()", "thread_rng()"] {
            assert_eq!(lines(every_number_is_computed, "src/a.rs", call), [1]);
            assert_eq!(lines(every_number_is_computed, "crates/nearfar/src/a.rs", call), [1]);
            assert_eq!(lines(every_number_is_computed, "xtask/src/a.rs", call), []);
        }
        assert_eq!(lines(every_number_is_computed, "src/a.rs", "rng.seed_from_u64(seed)"), []);
    }

    #[test]
    fn the_library_may_not_see_the_page_or_the_clock() {
        for name in ["use web_sys::Window;", "std::time::Instant::now()"] {
            assert_eq!(lines(the_library_is_pure, "crates/nearfar/src/a/b.rs", name), [1]);
            assert_eq!(lines(the_library_is_pure, "src/a.rs", name), []);
        }
        assert_eq!(
            lines(the_library_is_pure, "crates/nearfar/src/a.rs", "//! No web_sys here."),
            []
        );
    }

    #[test]
    fn numbers_out_of_bytes_come_by_the_kit() {
        for line in ["Float32Array::new(&bytes.buffer())", "f32::from_le_bytes(*bytes)"] {
            assert_eq!(lines(numbers_come_by_the_kit, "src/a/b.rs", line), [1]);
            assert_eq!(lines(numbers_come_by_the_kit, "crates/nearfar-kit/src/a.rs", line), []);
        }
        assert_eq!(lines(numbers_come_by_the_kit, "src/a.rs", "file.array_buffer()"), []);
    }

    #[test]
    fn a_long_file_of_the_page_is_found() {
        assert_eq!(lines(page_files_are_short, "src/a.rs", &"\n".repeat(PAGE_LINES + 1)), [0]);
        assert_eq!(lines(page_files_are_short, "src/a.rs", &"\n".repeat(PAGE_LINES)), []);
    }

    #[test]
    fn wasm_bindgen_is_pinned_to_what_is_locked() {
        let breaches = |manifest: &str| {
            let lock = "name = \"wasm-bindgen\"\nversion = \"0.2.1\"\n";
            let file =
                |path: &str, text: &str| File { path: path.to_owned(), text: text.to_owned() };
            wasm_bindgen_is_pinned(&[file("Cargo.toml", manifest), file("Cargo.lock", lock)]).len()
        };
        assert_eq!(breaches("wasm-bindgen = \"=0.2.1\""), 0);
        assert_eq!(breaches("wasm-bindgen = \"=0.2.2\""), 1);
        assert_eq!(breaches("wasm-bindgen = \"0.2.1\""), 1);
    }

    #[test]
    fn missing_front_matter_is_named() {
        let file = |path: &&str| File { path: (*path).to_owned(), text: String::new() };
        let all = ["ARCHITECTURE.md", "CHANGELOG.md", "LICENSE-APACHE", "LICENSE-MIT", "README.md"];
        let files: Vec<File> = all.iter().map(file).collect();
        assert_eq!(front_matter_exists(&files), []);
        let missing = front_matter_exists(files.get(1..).unwrap_or_default());
        assert_eq!(missing, [Breach::new("ARCHITECTURE.md", 0, "is missing")]);
    }

    #[test]
    fn a_sentence_in_a_view_is_found() {
        let view = "//! A view.\nfn a() {\n    view! { <p>\"What a user reads.\"</p> }\n}";
        assert_eq!(lines(sentences_stand_in_resources, "src/a.rs", view), [3]);
        assert_eq!(lines(sentences_stand_in_resources, "crates/a/src/a.rs", view), []);
    }

    #[test]
    fn a_text_that_nobody_reads_is_found() {
        let file = |path: &str, text: &str| File { path: path.to_owned(), text: text.to_owned() };
        let breaches = |view: &str| {
            let resource = file("crates/nearfar-texts/en/lab.ftl", "title = Sentence\n");
            every_text_is_read(&[resource, file("src/a.rs", view)]).len()
        };
        assert_eq!(breaches("texts::lab::title()"), 0);
        assert_eq!(breaches("texts::lab::titles()"), 1);
        assert_eq!(breaches(""), 1);
    }

    #[test]
    fn a_test_that_never_runs_is_found() {
        let file = |path: &str, text: &str| File { path: path.to_owned(), text: text.to_owned() };
        let test = "//! Tests.\n#[test]\nfn a() {}\n";
        let breaches = |manifest: &str, others: &[(&str, &str)]| {
            let mut files = vec![file("crates/a/Cargo.toml", manifest)];
            files.extend(others.iter().map(|(path, text)| file(path, text)));
            every_test_runs(&files).iter().map(|breach| breach.line).collect::<Vec<_>>()
        };
        let plain = "[package]\nname = \"a\"\n";
        assert_eq!(breaches(plain, &[("crates/a/src/lib.rs", test)]), []);
        assert_eq!(
            breaches(&format!("{plain}[lib]\ntest = false\n"), &[("crates/a/src/lib.rs", test)]),
            [2]
        );
        let page = format!("[package]\nname = \"{}\"\n", NOT_NATIVE[0]);
        assert_eq!(breaches(&page, &[("crates/a/src/lib.rs", test)]), [2]);
        let orphan = ("crates/a/tests/all/b.rs", test);
        assert_eq!(breaches(plain, &[orphan, ("crates/a/tests/all/main.rs", "mod c;\n")]), [2]);
        assert_eq!(breaches(plain, &[orphan, ("crates/a/tests/all/main.rs", "mod b;\n")]), []);
        let inner = ("crates/a/src/b/c.rs", test);
        assert_eq!(breaches(plain, &[inner, ("crates/a/src/b.rs", "    pub mod c;\n")]), []);
        assert_eq!(breaches(plain, &[("crates/a/tests/b.rs", "#[ignore]\n#[test]\n")]), [1]);
        let asked = "#[ignore = \"on demand: by hand\"]\n#[test]\n";
        assert_eq!(breaches(plain, &[("crates/a/tests/b.rs", asked)]), []);
        let beside = ("crates/a/src/lib.rs", "#[path = \"b_tests.rs\"]\nmod tests;\n");
        assert_eq!(breaches(plain, &[("crates/a/src/b_tests.rs", test), beside]), []);
        let path = format!("crates/a/tests/{NEEDS_MODELS}.rs");
        assert_eq!(breaches(plain, &[(&path, "#[ignore]\n#[test]\n")]), []);
    }

    #[test]
    fn links_lead_somewhere() {
        let good = "[a](a.md#top), [b](../docs), [c](https://example.org) [d](#here)\n[e]: a.md\n";
        assert_eq!(lines(links_resolve, "docs/a.md", good), []);
        assert_eq!(lines(links_resolve, "docs/a.md", "```\n[a](b.md)\n```\n"), []);
        let bad = "[a](b.md)\n![a](../../a.md)\n[c]: d.md\n";
        assert_eq!(lines(links_resolve, "docs/a.md", bad), [1, 2, 3]);
    }

    #[test]
    fn a_room_that_lacks_a_part_is_named() {
        let file = |path: &str, text: &str| File { path: path.to_owned(), text: text.to_owned() };
        let rooms = "impl Choice for Room {\n    const ALL: &'static [(Self, &'static str)] = &[(Room::Lab, \"lab\"), (Room::X, \"x\")];";
        let breaches =
            every_room_is_whole(&[file("crates/nearfar/src/settings/text_form.rs", rooms)]);
        assert_eq!(breaches.len(), 11, "{breaches:?}");
        let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        let of = |path: &std::path::Path, name: &str| {
            file(name, &std::fs::read_to_string(path.join(name)).unwrap_or_default())
        };
        let mut whole = vec![];
        for name in [
            "crates/nearfar/src/settings/text_form.rs",
            "index.html",
            "xtask/src/size.rs",
            "xtask/src/languages.rs",
            "e2e/rooms.ts",
            "e2e/languages.spec.ts",
        ] {
            whole.push(of(&path, name));
        }
        let missing: Vec<_> = every_room_is_whole(&whole)
            .into_iter()
            .filter(|breach| !breach.what.starts_with("is missing"))
            .collect();
        assert_eq!(missing, []);
    }
}
