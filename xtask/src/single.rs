//! `cargo xtask single`: the site as one HTML file, which runs wherever it lies: opened from a disk, mailed,
//! inside a notebook. Its programs and workers, the frequent words' vectors and one model are in it.

use crate::{
    csp,
    failure::{Failure, Outcome, file, usage},
    lean, offline,
    project::Project,
    site, start,
};
use base64::{Engine, engine::general_purpose::STANDARD};
use flate2::{Compression, write::DeflateEncoder};
use std::{
    fs, io,
    io::Write,
    path::{Path, PathBuf},
};

/// Where the file is written.
const OUT: &str = "target/single/nearfar.html";
/// How the page's scripts ask for a module, and how they do here: a browser imports nothing from a file.
const IMPORT: (&str, &str) = ("import(", "importFromFile(");
/// The scripts in which that stands, beside the page.
const IMPORTING: &str = "room.js";
/// What is left out: what a file has no use for, the vectors of rarer words, and all models but the first.
const LEFT_OUT: &[&str] = &[
    "index.html",
    offline::WORKER,
    "offline.js",
    "manifest.webmanifest",
    "nearfar.d.ts",
    "worker.js",
    "icon",
    "vectors/part-",
    "checkpoints/",
];
/// How the names of what is kept of these begin: the one model.
const KEPT: &str = "checkpoints/sst2-da.";

/// Builds the site and packs it; `--built` takes the site in dist/ as it is.
pub fn run(project: &Project, arguments: &[String]) -> Outcome {
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match words.as_slice() {
        [] => site::run(project, &[])?,
        ["--built"] => {}
        [word, ..] => return Err(usage(format!("`single` does not know `{word}`"))),
    }
    let (path, size) = write(project)?;
    println!("{} ({:.1} MB)", path.display(), size as f64 / 1e6);
    Ok(())
}

/// Writes the file from the site in dist/: where it is, and its size in bytes.
pub fn write(project: &Project) -> Outcome<(PathBuf, usize)> {
    let dist = project.root.join(site::DIST);
    let page = dist.join("index.html");
    let page = fs::read_to_string(&page).map_err(file("read", &page))?;
    let prelude = start::with_texts(project, &project.read("public/single.js")?)?;
    let mut files = Vec::new();
    for path in site::files(&dist)?.into_iter().filter(|path| is_inside(path)) {
        let source = dist.join(&path);
        let mut bytes = fs::read(&source).map_err(file("read", &source))?;
        if path == Path::new(IMPORTING) {
            bytes = String::from_utf8_lossy(&bytes).replace(IMPORT.0, IMPORT.1).into_bytes();
        }
        let packed = pack(&bytes).map_err(file("compress", &source))?;
        files.push((path.to_string_lossy().replace('\\', "/"), packed));
    }
    let text = joined(&page, &lean::lean(&prelude), &files).map_err(Failure::Refused)?;
    let path = project.root.join(OUT);
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).map_err(file("create", folder))?;
    }
    fs::write(&path, &text).map_err(file("write", &path))?;
    Ok((path, text.len()))
}

fn is_inside(path: &Path) -> bool {
    let name = path.to_string_lossy().replace('\\', "/");
    let is_copy = [".br", ".gz", ".md"].iter().any(|end| name.ends_with(end));
    let is_left_out = LEFT_OUT.iter().any(|start| name.starts_with(start));
    !is_copy && (!is_left_out || name.starts_with(KEPT))
}

/// As `public/single.js` unpacks it. Every browser that runs the page knows deflate; none all of brotli.
fn pack(bytes: &[u8]) -> io::Result<String> {
    let mut encoder = DeflateEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(bytes)?;
    Ok(STANDARD.encode(encoder.finish()?))
}

/// The page with its prelude as the first script, its files at the end, and the policy of such a page.
fn joined(page: &str, prelude: &str, files: &[(String, String)]) -> Result<String, String> {
    let page = without_tag(page, "<meta http-equiv=\"Content-Security-Policy\"")
        .ok_or("index.html has no content security policy yet: is it built?")?;
    // The document is its own base, also where it stands in another as text.
    let page = without_tag(&page, "<base ").ok_or("index.html has no <base>")?;
    let page = without_tag(&page, "<link rel=\"icon\"").ok_or("index.html has no icon")?;
    let (head, rest) = page.split_once("<script").ok_or("index.html has no script")?;
    let rest = format!("<script{rest}");
    if !rest.contains(IMPORT.0) {
        return Err("index.html imports no program".to_owned());
    }
    let rest = rest.replace(IMPORT.0, IMPORT.1);
    // In a block of its own: its names are not the page's.
    let mut text = format!("{head}<script>\n{{\n{prelude}}}\n</script>\n{rest}");
    let end = text.rfind("</body>").ok_or("index.html has no </body>")?;
    let tail = text.split_off(end);
    for (path, packed) in files {
        text.push_str(&format!(
            "<script type=\"text/plain\" data-file=\"{path}\">{packed}</script>\n"
        ));
    }
    text.push_str(&tail);
    csp::with_policy_of_single(&text).map_err(|failure| failure.to_string())
}

/// A text without the first tag that begins so.
fn without_tag(text: &str, begins: &str) -> Option<String> {
    let start = text.find(begins)?;
    let end = start + text.get(start..)?.find('>')? + 1;
    Some(format!("{}{}", text.get(..start)?, text.get(end..)?.trim_start()))
}

#[cfg(test)]
mod tests {
    use super::*;

    const PAGE: &str = "<html><head><meta charset=\"utf-8\"><meta http-equiv=\"Content-Security-Policy\" \
                        content=\"default-src 'self'\" /><base href=\"./\" /><link rel=\"icon\" href=\"i.svg\" />\
                        <script>import(\"a.js\")</script></head><body></body></html>";

    #[test]
    fn the_page_gets_its_prelude_files_and_policy() {
        let files = [("a.js".to_owned(), "AAAA".to_owned())];
        let text = joined(PAGE, "let a;\n", &files).expect("it is a page");
        assert!(text.find("let a;") < text.find("importFromFile(\"a.js\")"), "{text}");
        let data = "<script type=\"text/plain\" data-file=\"a.js\">AAAA</script>\n</body>";
        assert!(text.contains(data), "{text}");
        assert!(text.contains("connect-src blob:;") && !text.contains("'self'"), "{text}");
        // Two scripts run, and have a hash each; what is only read has none.
        assert_eq!(text.matches("'sha256-").count(), 2, "{text}");
        assert!(!text.contains("<base") && !text.contains("i.svg"), "{text}");
    }

    #[test]
    fn a_page_that_is_not_built_is_refused() {
        for page in
            ["<html>", &PAGE.replace("http-equiv", "name"), &PAGE.replace("import(", "load(")]
        {
            assert!(joined(page, "", &[]).is_err(), "{page}");
        }
    }

    #[test]
    fn programs_first_vectors_and_one_model_are_inside() {
        let inside = |path: &str| is_inside(Path::new(path));
        for path in [
            "nearfar-train_bg.wasm",
            "vectors/frequent.bin",
            "checkpoints/sst2-da.safetensors",
            "room.js",
        ] {
            assert!(inside(path), "{path}");
        }
        for path in
            ["vectors/part-001.bin", "checkpoints/agnews-da.safetensors", "a.js.br", "sw.js"]
        {
            assert!(!inside(path), "{path}");
        }
    }
}
