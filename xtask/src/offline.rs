//! What the service worker (`public/sw.js`) is told of the build: every file of the site with its hash and its
//! sizes, so that what is kept for use offline is of one version, and its size can be said beforehand.

use crate::{
    failure::{Failure, Outcome, file},
    size::{self, Asset},
};
use sha2::{Digest, Sha256};
use std::{fs, path::Path};

/// The worker's file in the site. Its name stays the same from build to build: that is how a browser finds a newer one.
pub const WORKER: &str = "sw.js";
/// What stands in it for the version of the page, and for the files.
const HOLES: [&str; 2] = ["const VERSION = \"\";", "const FILES = {};"];
/// What only people read, on the host.
const NOT_FETCHED: &[&str] = &["README.md"];

/// Writes the version and the list of files into the worker. `site` is what is finished, all but the worker.
pub fn write(dist: &Path, site: &[Asset]) -> Outcome {
    let page = dist.join("index.html");
    let page = fs::read_to_string(&page).map_err(file("read", &page))?;
    let Some(version) = version(&page) else {
        return Err(Failure::Refused("index.html has no nearfar-version yet".to_owned()));
    };
    let mut files = Vec::new();
    let is_fetched = |path: &Path| {
        path != Path::new(WORKER) && !NOT_FETCHED.iter().any(|name| path.ends_with(name))
    };
    for asset in site.iter().filter(|asset| is_fetched(asset.path())) {
        let path = dist.join(asset.path());
        let bytes = fs::read(&path).map_err(file("read", &path))?;
        files.push(entry(asset, &bytes));
    }
    files.sort();
    let path = dist.join(WORKER);
    let worker = fs::read_to_string(&path).map_err(file("read", &path))?;
    let Some(worker) = filled(&worker, version, &files) else {
        return Err(Failure::Refused(format!("{WORKER} has no place for {}", HOLES.join(" or "))));
    };
    fs::write(&path, worker).map_err(file("write", &path))
}

/// The version that the page of a build puts behind its files' names.
pub fn version(page: &str) -> Option<&str> {
    let (_, rest) = page.split_once("name=\"nearfar-version\" content=\"")?;
    rest.split('"').next().filter(|version| !version.is_empty())
}

/// A line of the list: path, the start of the hash, bytes, bytes as sent, and who asks for it how.
fn entry(asset: &Asset, bytes: &[u8]) -> String {
    let hash: String =
        Sha256::digest(bytes).iter().take(8).map(|byte| format!("{byte:02x}")).collect();
    let path = asset.path().to_string_lossy().replace('\\', "/");
    let kind =
        u8::from(asset.is_of_start()) + 2 * u8::from(size::is_asked_for_by_version(asset.path()));
    format!("\"{path}\":[\"{hash}\",{},{},{kind}]", bytes.len(), asset.sent())
}

fn filled(worker: &str, version: &str, files: &[String]) -> Option<String> {
    let filled = [
        format!("const VERSION = \"{version}\";"),
        format!("const FILES = {{\n{}\n}};", files.join(",\n")),
    ];
    let mut text = worker.to_owned();
    for (hole, filled) in HOLES.iter().zip(filled) {
        if text.matches(hole).count() != 1 {
            return None;
        }
        text = text.replace(hole, &filled);
    }
    Some(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_worker_is_told_of_every_file_but_itself() {
        let worker = include_str!("../../public/sw.js");
        let text = filled(worker, "1f", &["\"a.js\":[\"00\",1,1,2]".to_owned()]);
        let text = text.unwrap_or_default();
        assert!(text.contains("const VERSION = \"1f\";"), "{text}");
        assert!(text.contains("const FILES = {\n\"a.js\":[\"00\",1,1,2]\n};"), "{text}");
        // What is filled in cannot be filled in twice.
        assert_eq!(filled(&text, "2f", &[]), None);
    }

    #[test]
    fn a_file_has_its_hash_and_sizes() {
        // printf 'near and far' | sha256sum
        let asset = Asset::of("texts/de.json", 12, Some(9), true);
        let expected = "\"texts/de.json\":[\"804f62c15684a6c1\",12,9,3]";
        assert_eq!(entry(&asset, b"near and far"), expected);
    }

    #[test]
    fn a_page_says_its_version() {
        assert_eq!(version("<meta name=\"nearfar-version\" content=\"a5\" />"), Some("a5"));
        assert_eq!(version("<meta name=\"nearfar-version\" content=\"\" />"), None);
    }
}
