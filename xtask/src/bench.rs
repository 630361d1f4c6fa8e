//! `cargo xtask bench`: the Lab's attention and colours in Chromium, timed; with a folder of peers
//! also beside what others would use. Never part of the tests.

use crate::{
    failure::{Failure, Outcome, file, usage},
    project::{Project, run as run_program},
    tools,
};
use std::{
    fs,
    path::{Path, PathBuf},
};

/// The example of the library that the page of the benches calls.
const EXAMPLE: &str = "nearfar_bench";
/// The page's own files.
const PAGE: &str = "benches/page";
/// Where the page is put together.
const FOLDER: &str = "target/bench-page";

/// Builds the page of the benches and has it timed.
pub fn run(project: &Project, arguments: &[String]) -> Outcome {
    let peers = parse(arguments)?;
    tools::wasm_target(project)?;
    tools::wasm_bindgen(project)?;
    tools::node(project)?;
    tools::e2e_packages(project)?;
    let browser = tools::browser(project)?;
    let folder = build(project)?;

    let mut node = project.command("node");
    node.arg("benches/kernel.mjs").arg(&folder).env("CHROMIUM", browser.chromium);
    if let Some(peers) = peers {
        let whole = fs::canonicalize(&peers).map_err(file("find", &peers))?;
        if !whole.join("run.mjs").is_file() {
            let what = format!("{} holds no run.mjs: no folder of peers", whole.display());
            return Err(Failure::Refused(what));
        }
        node.arg(whole);
    }
    run_program(&mut node)
}

/// The folder with the page, its program and its glue.
fn build(project: &Project) -> Outcome<PathBuf> {
    let mut cargo = project.cargo();
    cargo.args([
        "build",
        "--release",
        "--package",
        "nearfar",
        "--example",
        EXAMPLE,
        "--target",
        tools::WASM_TARGET,
    ]);
    run_program(&mut cargo)?;
    let target = std::env::var_os("CARGO_TARGET_DIR")
        .map_or_else(|| project.root.join("target"), |target| project.root.join(target));
    let program = target.join(tools::WASM_TARGET).join("release/examples/nearfar_bench.wasm");
    let folder = project.root.join(FOLDER);
    fs::create_dir_all(&folder).map_err(file("create", &folder))?;
    let mut bindgen = project.command("wasm-bindgen");
    bindgen.args(["--target", "web", "--no-typescript", "--out-dir"]).arg(&folder).arg(program);
    run_program(&mut bindgen)?;
    let page = project.root.join(PAGE);
    for entry in fs::read_dir(&page).map_err(file("read", &page))? {
        let entry = entry.map_err(file("read", &page))?;
        copy(&entry.path(), &folder.join(entry.file_name()))?;
    }
    Ok(folder)
}

fn copy(from: &Path, to: &Path) -> Outcome {
    fs::copy(from, to).map(|_| ()).map_err(file("write", to))
}

/// The folder of peers, where one is named.
fn parse(arguments: &[String]) -> Outcome<Option<PathBuf>> {
    match arguments {
        [] => Ok(None),
        [flag, folder] if flag == "--peers" => Ok(Some(PathBuf::from(folder))),
        [flag] => match flag.strip_prefix("--peers=") {
            Some(folder) if !folder.is_empty() => Ok(Some(PathBuf::from(folder))),
            _ => Err(usage(format!("`bench` does not know `{flag}`"))),
        },
        _ => Err(usage("`bench` takes --peers DIR or nothing")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_of_peers_or_none() {
        let parsed = |words: &[&str]| {
            parse(&words.iter().map(|word| (*word).to_owned()).collect::<Vec<_>>()).ok()
        };
        assert_eq!(parsed(&[]), Some(None));
        assert_eq!(parsed(&["--peers", "a"]), Some(Some(PathBuf::from("a"))));
        assert_eq!(parsed(&["--peers=a"]), Some(Some(PathBuf::from("a"))));
        assert_eq!(parsed(&["--peers="]), None);
        assert_eq!(parsed(&["--piers", "a"]), None);
    }
}
