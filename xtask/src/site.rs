//! `cargo xtask build`: the static site in dist/. trunk bundles it; then the page gets its
//! content security policy, WASM loses what no browser reads, files get their compressed copies,
//! and their sizes are held to.

use crate::{
    csp,
    failure::{Failure, Outcome, file, usage},
    languages, lean, offline, order, programs,
    project::{Project, on_all_cores, run as run_program},
    size, start, tools, wasm,
};
use sha2::{Digest, Sha256};
use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
    time::Instant,
};

/// Where the finished site lies.
pub const DIST: &str = "dist";
/// Where compressed copies are kept from one build to the next.
const CACHE: &str = "target/compressed";

/// Builds the site.
pub fn run(project: &Project, arguments: &[String]) -> Outcome {
    if let Some(word) = arguments.first() {
        return Err(usage(format!("`build` does not know `{word}`")));
    }
    let start = Instant::now();
    prepare(project)?;
    let page = project.read("index.html")?;
    let programs: Vec<_> = page.lines().filter_map(programs::in_line).collect();
    programs::build(project, &programs)?;
    run_program(trunk(project).args(["build", "--release", "--dist", DIST]))?;
    let dist = project.root.join(DIST);
    let files = files(&dist)?;
    for name in ["index.html", "offline.js", "manifest.webmanifest"] {
        start::write_texts(project, &dist.join(name))?;
    }
    let is_text = |path: &&PathBuf| {
        let is_lean = |end: &std::ffi::OsStr| end == "js" || end == "css";
        path.as_path() == Path::new("index.html") || path.extension().is_some_and(is_lean)
    };
    for path in files.iter().filter(is_text) {
        make_lean(&dist.join(path))?;
    }
    let is_program = |path: &&PathBuf| path.extension().is_some_and(|end| end == "wasm");
    let programs: Vec<_> = files.iter().filter(is_program).map(|path| dist.join(path)).collect();
    let make_small = |path: &PathBuf| {
        trim(path)?;
        shorten(path)?;
        put_in_order(path)
    };
    on_all_cores(&programs, make_small).into_iter().collect::<Outcome<Vec<()>>>()?;
    write_version(&dist, &files)?;
    write_policy(&dist)?;
    let cache = project.root.join(CACHE);
    let worker = PathBuf::from(offline::WORKER);
    let others: Vec<_> = files.into_iter().filter(|path| *path != worker).collect();
    let mut site = size::compress(&dist, &cache, &others)?;
    // It names all the others with their sizes.
    offline::write(&dist, &site)?;
    site.extend(size::compress(&dist, &cache, &[worker])?);
    println!("\n{}", size::table(&site));
    size::hold_to_budgets(&site)?;
    println!("The site is in {DIST}/ ({:.1} s).", start.elapsed().as_secs_f64());
    Ok(())
}

/// Installs what a build needs and fetches the crates, so that trunk can work without a network.
pub fn prepare(project: &Project) -> Outcome {
    tools::wasm_target(project)?;
    tools::trunk(project)?;
    tools::wasm_bindgen(project)?;
    languages::write(project)?;
    run_program(project.cargo().args(["fetch", "--target", tools::WASM_TARGET]))
}

/// trunk as the project runs it: all that it needs is installed, and it downloads nothing, nor
/// asks whether there is a newer trunk.
pub fn trunk(project: &Project) -> Command {
    let mut trunk = project.command("trunk");
    trunk.env("TRUNK_OFFLINE", "true").env("TRUNK_SKIP_VERSION_CHECK", "true");
    // trunk refuses to start where NO_COLOR is anything but `true` or `false`.
    if std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty()) {
        trunk.env("NO_COLOR", "true");
    } else {
        trunk.env_remove("NO_COLOR");
    }
    trunk
}

/// The page asks for the programs of its rooms by names that stay the same from build to build, and by this version: a hash of what they are.
fn write_version(dist: &Path, files: &[PathBuf]) -> Outcome {
    let mut hash = Sha256::new();
    for path in files.iter().filter(|path| size::is_asked_for_by_version(path)) {
        hash.update(fs::read(dist.join(path)).map_err(file("read", path))?);
    }
    let version: String =
        hash.finalize().iter().take(8).map(|byte| format!("{byte:02x}")).collect();
    let path = dist.join("index.html");
    let page = fs::read_to_string(&path).map_err(file("read", &path))?;
    let (before, after) =
        ("name=\"nearfar-version\" content=\"\"", "name=\"nearfar-version\" content=");
    if !page.contains(before) {
        return Err(Failure::Refused("index.html has no empty nearfar-version".to_owned()));
    }
    let page = page.replace(before, &format!("{after}\"{version}\""));
    fs::write(&path, page).map_err(file("write", &path))
}

fn write_policy(dist: &Path) -> Outcome {
    let path = dist.join("index.html");
    let page = fs::read_to_string(&path).map_err(file("read", &path))?;
    fs::write(&path, csp::with_policy(&page)?).map_err(file("write", &path))
}

/// The page, the scripts and the style sheets, without comments and indentation.
fn make_lean(path: &Path) -> Outcome {
    let text = fs::read_to_string(path).map_err(file("read", path))?;
    if lean::has_long_literal(&text) {
        return Ok(());
    }
    fs::write(path, lean::lean(&text)).map_err(file("write", path))
}

/// Gives a program and the script that belongs to it short names for each other's functions.
fn shorten(program: &Path) -> Outcome {
    let name = program.to_string_lossy();
    let Some(script) =
        name.strip_suffix("_bg.wasm").map(|name| PathBuf::from(format!("{name}.js")))
    else {
        return Ok(());
    };
    let bytes = fs::read(program).map_err(file("read", program))?;
    let text = fs::read_to_string(&script).map_err(file("read", &script))?;
    let Some((text, bytes)) = wasm::with_short_imports(&text, &bytes) else {
        return Err(Failure::Refused(format!("{name} imports more than functions")));
    };
    fs::write(program, bytes).map_err(file("write", program))?;
    fs::write(&script, text).map_err(file("write", &script))
}

/// Functions that are alike stand together: the compressed copy is smaller.
fn put_in_order(program: &Path) -> Outcome {
    let bytes = fs::read(program).map_err(file("read", program))?;
    let ordered = order::by_likeness(&bytes)
        .map_err(|error| Failure::Refused(format!("{}: {error}", program.display())))?;
    fs::write(program, ordered).map_err(file("write", program))
}

fn trim(path: &Path) -> Outcome {
    let bytes = fs::read(path).map_err(file("read", path))?;
    let Some(trimmed) = wasm::without_custom_sections(&bytes) else {
        return Err(Failure::Refused(format!("{} is not WASM", path.display())));
    };
    fs::write(path, trimmed).map_err(file("write", path))
}

/// All files under the folder that are not hidden, as paths within it, in order.
pub fn files(folder: &Path) -> Outcome<Vec<PathBuf>> {
    let mut files = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(next) = folders.pop() {
        for entry in fs::read_dir(&next).map_err(file("read", &next))? {
            let entry = entry.map_err(file("read", &next))?;
            let path = entry.path();
            if entry.file_name().as_encoded_bytes().starts_with(b".") {
                // What a build that was stopped left behind.
            } else if path.is_dir() {
                folders.push(path);
            } else if let Ok(inside) = path.strip_prefix(folder) {
                files.push(inside.to_owned());
            }
        }
    }
    files.sort();
    Ok(files)
}
