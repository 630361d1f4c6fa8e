//! `cargo xtask wheel`: the Python package `nearfar` as a wheel: its few lines of Python, and the page as one file.

use crate::{
    failure::{Failure, Outcome, file, usage},
    project::{Project, run as run_program},
    single, site, tools,
};
use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use flate2::{Compression, Crc, write::DeflateEncoder};
use sha2::{Digest, Sha256};
use std::{fs, io, io::Write, path::PathBuf};

/// Where the wheel is written.
const OUT: &str = "target/wheel";
/// The Python files, and the licences, as they lie in the project and in the wheel.
const FILES: &[(&str, &str)] = &[
    ("python/nearfar/__init__.py", "nearfar/__init__.py"),
    ("python/nearfar/py.typed", "nearfar/py.typed"),
    ("python/nearfar/widget.js", "nearfar/widget.js"),
    ("python/nearfar/widget.py", "nearfar/widget.py"),
    ("LICENSE-APACHE", "{info}/licenses/LICENSE-APACHE"),
    ("LICENSE-MIT", "{info}/licenses/LICENSE-MIT"),
];
/// What a wheel says of itself (PEP 427): pure Python, for any machine.
const WHEEL: &str =
    "Wheel-Version: 1.0\nGenerator: nearfar-xtask\nRoot-Is-Purelib: true\nTag: py3-none-any\n";
/// What the wheel may weigh, in bytes: what a slow line fetches in a minute.
const BUDGET: usize = 8_000_000;

/// What runs a notebook, as pip names it.
const RUNS_NOTEBOOKS: &[&str] = &["nbclient==0.11.0", "ipykernel==7.4.0", "anywidget==0.11.0"];
/// Where that is installed.
const NOTEBOOK: &str = "target/notebook";

/// Runs docs/notebook.ipynb with the wheel of the site in dist/.
pub fn try_notebook(project: &Project) -> Outcome {
    run(project, &["--built".to_owned()])?;
    tools::pip(project)?;
    let wheel = wheel_path(project)?;
    let folder = project.root.join(NOTEBOOK);
    let mut pip = project.command("python3");
    pip.args(["-m", "pip", "install", "--quiet", "--upgrade", "--disable-pip-version-check"]);
    pip.arg("--target").arg(&folder).args(RUNS_NOTEBOOKS).arg(&wheel);
    run_program(&mut pip).map_err(|failure| Failure::Missing {
        what: format!("what runs a notebook could not be installed: {failure}"),
        remedy: "Let pip reach a package registry (the default is pypi.org).".to_owned(),
    })?;
    let mut python = project.command("python3");
    python.args(["-B", "python/tests/run_notebook.py", "docs/notebook.ipynb"]);
    python.env("PYTHONPATH", &folder).env("JUPYTER_PATH", folder.join("share/jupyter"));
    run_program(&mut python)
}

/// Where the wheel of this version lies.
fn wheel_path(project: &Project) -> Outcome<PathBuf> {
    let manifest = project.read("Cargo.toml")?;
    let Some(version) = version(&manifest) else {
        return Err(Failure::Refused("Cargo.toml has no version of the workspace".to_owned()));
    };
    Ok(project.root.join(OUT).join(format!("nearfar-{version}-py3-none-any.whl")))
}

/// Builds the site, packs it as one file and that as a wheel; `--built` takes the site in dist/ as it is.
pub fn run(project: &Project, arguments: &[String]) -> Outcome {
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match words.as_slice() {
        [] => site::run(project, &[])?,
        ["--built"] => {}
        [word, ..] => return Err(usage(format!("`wheel` does not know `{word}`"))),
    }
    let (page, _) = single::write(project)?;
    let manifest = project.read("Cargo.toml")?;
    let Some(version) = version(&manifest) else {
        return Err(Failure::Refused("Cargo.toml has no version of the workspace".to_owned()));
    };
    let info = format!("nearfar-{version}.dist-info");
    let mut files = Vec::new();
    for (from, to) in FILES {
        let path = project.root.join(from);
        let bytes = fs::read(&path).map_err(file("read", &path))?;
        files.push((to.replace("{info}", &info), bytes));
    }
    files.push(("nearfar/nearfar.html".to_owned(), fs::read(&page).map_err(file("read", &page))?));
    let about = format!("{}\n{}", metadata(version), project.read("python/README.md")?);
    files.push((format!("{info}/METADATA"), about.into_bytes()));
    files.push((format!("{info}/WHEEL"), WHEEL.into()));
    files.push(record(&info, &files));
    let folder = project.root.join(OUT);
    fs::create_dir_all(&folder).map_err(file("create", &folder))?;
    let path = wheel_path(project)?;
    let bytes = zipped(&files).map_err(file("compress", &path))?;
    if bytes.len() > BUDGET {
        let what = format!("the wheel has {} bytes, over its budget of {BUDGET}", bytes.len());
        return Err(Failure::Refused(what));
    }
    fs::write(&path, &bytes).map_err(file("write", &path))?;
    println!("{} ({:.1} MB)", path.display(), bytes.len() as f64 / 1e6);
    Ok(())
}

/// The version that all packages of the workspace have.
fn version(manifest: &str) -> Option<&str> {
    let (_, package) = manifest.split_once("[workspace.package]")?;
    let line = package.lines().find_map(|line| line.strip_prefix("version = \""))?;
    line.strip_suffix('"')
}

/// The head of METADATA; its body is the package's README.
fn metadata(version: &str) -> String {
    format!(
        "Metadata-Version: 2.4\nName: nearfar\nVersion: {version}\n\
         Summary: A laboratory for attention that knows distance, in a notebook\n\
         License-Expression: MIT OR Apache-2.0\n\
         License-File: LICENSE-APACHE\nLicense-File: LICENSE-MIT\n\
         Requires-Python: >=3.9\n\
         Provides-Extra: widget\nRequires-Dist: anywidget >=0.9; extra == \"widget\"\n\
         Description-Content-Type: text/markdown\n"
    )
}

/// RECORD: every file with its hash and size, itself without.
fn record(info: &str, files: &[(String, Vec<u8>)]) -> (String, Vec<u8>) {
    let path = format!("{info}/RECORD");
    let mut text = String::new();
    for (name, bytes) in files {
        let hash = URL_SAFE_NO_PAD.encode(Sha256::digest(bytes));
        text.push_str(&format!("{name},sha256={hash},{}\n", bytes.len()));
    }
    text.push_str(&format!("{path},,\n"));
    (path, text.into_bytes())
}

/// A zip archive of these files, all compressed, without dates: the same files give the same bytes.
fn zipped(files: &[(String, Vec<u8>)]) -> io::Result<Vec<u8>> {
    let too_large = |_| io::Error::other("it is too large for a zip archive of the plain kind");
    let mut archive = Vec::new();
    let mut directory = Vec::new();
    for (name, bytes) in files {
        let mut crc = Crc::new();
        crc.update(bytes);
        let mut encoder = DeflateEncoder::new(Vec::new(), Compression::best());
        encoder.write_all(bytes)?;
        let packed = encoder.finish()?;
        // Version 2.0, names in UTF-8, deflate, 1 January 1980, what is in it, and the name's length.
        let mut head = Vec::new();
        for half in [20_u16, 1 << 11, 8, 0, 0x21] {
            head.extend(half.to_le_bytes());
        }
        let size = u32::try_from(bytes.len()).map_err(too_large)?;
        let packed_size = u32::try_from(packed.len()).map_err(too_large)?;
        for word in [crc.sum(), packed_size, size] {
            head.extend(word.to_le_bytes());
        }
        head.extend(u16::try_from(name.len()).map_err(too_large)?.to_le_bytes());
        let offset = u32::try_from(archive.len()).map_err(too_large)?;
        archive.extend(b"PK\x03\x04");
        archive.extend(&head);
        archive.extend([0; 2]);
        archive.extend(name.as_bytes());
        archive.extend(packed);
        directory.extend(b"PK\x01\x02");
        // Made as on Unix, where a file may be read by all.
        directory.extend((20_u16 | 3 << 8).to_le_bytes());
        directory.extend(&head);
        directory.extend([0; 8]);
        directory.extend((0o100_644_u32 << 16).to_le_bytes());
        directory.extend(offset.to_le_bytes());
        directory.extend(name.as_bytes());
    }
    let count = u16::try_from(files.len()).map_err(too_large)?;
    let (start, length) = (u32::try_from(archive.len()), u32::try_from(directory.len()));
    archive.extend(directory);
    archive.extend(b"PK\x05\x06\0\0\0\0");
    archive.extend(count.to_le_bytes());
    archive.extend(count.to_le_bytes());
    archive.extend(length.map_err(too_large)?.to_le_bytes());
    archive.extend(start.map_err(too_large)?.to_le_bytes());
    archive.extend([0; 2]);
    Ok(archive)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_version_is_the_workspaces() {
        assert!(version(include_str!("../../Cargo.toml")).is_some_and(|found| found.contains('.')));
        assert_eq!(version("[package]\nversion = \"1\""), None);
    }

    #[test]
    fn a_record_names_every_file_with_its_hash() {
        let (path, text) =
            record("a.dist-info", &[("a/b.py".to_owned(), b"near and far".to_vec())]);
        // printf 'near and far' | openssl dgst -sha256 -binary | base64 | tr '/+' '_-'
        let hash = "gE9iwVaEpsGQtR_HcsMQWlaFSHZC39bs0_89ZlvACwg";
        let expected = format!("a/b.py,sha256={hash},12\na.dist-info/RECORD,,\n");
        assert_eq!((path.as_str(), text), ("a.dist-info/RECORD", expected.into_bytes()));
    }

    #[test]
    fn an_archive_ends_with_its_directory() {
        let files = [("a.txt".to_owned(), b"near".to_vec()), ("b.txt".to_owned(), b"far".to_vec())];
        let archive = zipped(&files).expect("it is small");
        assert!(archive.starts_with(b"PK\x03\x04"));
        let end = archive.get(archive.len() - 22..).unwrap_or_default();
        assert!(end.starts_with(b"PK\x05\x06"));
        assert_eq!(end.get(8..12), Some(&[2, 0, 2, 0][..]));
        assert_eq!(archive, zipped(&files).expect("the same"));
    }
}
