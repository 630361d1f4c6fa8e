//! The programs that the commands need: whether they are here, in which version, and how they
//! are installed. Every function returns at once, silently, where nothing is missing.

use crate::{
    failure::{Failure, Outcome, file},
    project::{Project, run},
};
use std::{
    env,
    path::PathBuf,
    process::{Command, Stdio},
};

/// The target that the page is built for.
pub const WASM_TARGET: &str = "wasm32-unknown-unknown";
/// The oldest trunk that builds the page as it should be; newer ones are welcome.
const TRUNK_VERSION: Version = (0, 21, 14);
/// The oldest Node.js that the browser tests run on (Debian 12 has 18).
const NODE_VERSION: Version = (18, 0, 0);
/// The names that Chromium and Chrome go by.
const CHROMIUM_NAMES: &[&str] =
    &["chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"];
/// Chromium without windows, as Debian calls program and package.
const HEADLESS_SHELL: &str = "chromium-headless-shell";

type Version = (u32, u32, u32);

/// The standard library for [`WASM_TARGET`].
pub fn wasm_target(project: &Project) -> Outcome {
    let installed =
        |root: String| PathBuf::from(root).join("lib/rustlib").join(WASM_TARGET).is_dir();
    let is_here = || project.answer("rustc", &["--print", "sysroot"]).is_some_and(installed);
    let what = format!("The Rust target {WASM_TARGET}, which the page is built for, is missing");
    rustup(project, &what, &["target", "add", WASM_TARGET], is_here)
}

/// rustfmt and clippy.
pub fn components(project: &Project) -> Outcome {
    let is_here = || {
        ["fmt", "clippy"].iter().all(|name| project.answer("cargo", &[name, "--version"]).is_some())
    };
    let what =
        "The Rust components rustfmt and clippy, which check formatting and lints, are missing";
    rustup(project, what, &["component", "add", "rustfmt", "clippy"], is_here)
}

fn rustup(
    project: &Project,
    what: &str,
    arguments: &[&str],
    is_here: impl Fn() -> bool,
) -> Outcome {
    if is_here() {
        return Ok(());
    }
    let line = format!("rustup {}", arguments.join(" "));
    if project.program("rustup").is_none() {
        let remedy = format!("install rustup (https://rustup.rs), then: {line}");
        return Err(missing(format!("{what}, and so is rustup, which installs them"), remedy));
    }
    println!("{what}; installing.");
    run(project.command("rustup").args(arguments))?;
    if is_here() { Ok(()) } else { Err(missing(format!("{what} still"), line)) }
}

/// trunk, which bundles and serves the page.
pub fn trunk(project: &Project) -> Outcome {
    let found = || project.answer("trunk", &["--version"]).as_deref().and_then(version);
    let is_here = || found().is_some_and(|found| found >= TRUNK_VERSION);
    let (major, minor, patch) = TRUNK_VERSION;
    cargo_install(
        project,
        "trunk",
        &format!("{major}.{minor}.{patch}"),
        "bundles the page",
        is_here,
    )
}

/// wasm-bindgen's commands, exactly as old as its library: two versions do not understand each
/// other. trunk takes this one too, as it is the first that it finds.
pub fn wasm_bindgen(project: &Project) -> Outcome {
    let lock = project.read("Cargo.lock")?;
    let Some(wanted) = locked_version(&lock, "wasm-bindgen") else {
        return Err(Failure::Refused("Cargo.lock holds no wasm-bindgen".to_owned()));
    };
    let is_here = || {
        ["wasm-bindgen", "wasm-bindgen-test-runner"].iter().all(|program| {
            let answer = project.answer(program, &["--version"]);
            answer.is_some_and(|answer| answer.split_whitespace().nth(1) == Some(wanted))
        })
    };
    cargo_install(project, "wasm-bindgen-cli", wanted, "joins WASM to JavaScript", is_here)
}

/// The version of a package in the text of a Cargo.lock.
pub fn locked_version<'a>(lock: &'a str, package: &str) -> Option<&'a str> {
    let name = format!("name = \"{package}\"");
    let mut lines = lock.lines().skip_while(|line| *line != name);
    lines.nth(1)?.strip_prefix("version = \"")?.strip_suffix('"')
}

fn cargo_install(
    project: &Project,
    package: &str,
    version: &str,
    purpose: &str,
    is_here: impl Fn() -> bool,
) -> Outcome {
    if is_here() {
        return Ok(());
    }
    println!(
        "{package} {version}, which {purpose}, is missing; installing it takes some minutes, once."
    );
    let install = ["install", package, "--version", version];
    if project.program("cargo-binstall").is_some() {
        // Somebody who has it prefers what its author compiled; where that is not to be had, it is compiled.
        let ready_made = ["binstall", package, "--version", version, "--no-confirm"];
        if run(project.cargo().args(ready_made)).is_ok() && is_here() {
            return Ok(());
        }
    }
    // A tool for a build need not be fast, it must be there soon: trunk takes a third of the time so.
    let quick = |command: &mut Command| {
        for (setting, value) in
            [("OPT_LEVEL", "0"), ("LTO", "off"), ("CODEGEN_UNITS", "64"), ("DEBUG", "0")]
        {
            command.env(format!("CARGO_PROFILE_RELEASE_{setting}"), value);
        }
        run(command)
    };
    // First with the crates that its author tried it with. A mirror that lags behind crates.io
    // may not have the newest of them: then with the newest that are there.
    let locked = quick(project.cargo().args(install).arg("--locked"));
    if locked.or_else(|_| quick(project.cargo().args(install))).is_err() {
        let what = format!("{package} {version} could not be installed");
        return Err(missing(what, format!("cargo {} --locked", install.join(" "))));
    }
    if is_here() {
        return Ok(());
    }
    let what = format!("{package} {version} is installed, but another version is found before it");
    Err(missing(
        what,
        "remove the other version, or put cargo's bin folder first in PATH".to_owned(),
    ))
}

/// The programs that run a page.
pub struct Browser {
    /// Chromium or Chrome.
    pub chromium: PathBuf,
    /// What runs the tests of the page: its headless shell, where that is here, which needs three quarters of the
    /// time.
    pub shell: PathBuf,
    /// Its WebDriver.
    pub driver: PathBuf,
}

/// Chromium and its driver, which run the tests of WASM and of the page.
pub fn browser(project: &Project) -> Outcome<Browser> {
    let find = || -> Outcome<Option<Browser>> {
        let named = named_by("CHROMIUM")?;
        let shell = named.clone().or_else(|| project.program(HEADLESS_SHELL));
        let chromium =
            named.or_else(|| CHROMIUM_NAMES.iter().find_map(|name| project.program(name)));
        let driver = named_by("CHROMEDRIVER")?.or_else(|| project.program("chromedriver"));
        Ok(chromium.zip(driver).map(|(chromium, driver)| {
            let shell = shell.unwrap_or_else(|| chromium.clone());
            Browser { chromium, shell, driver }
        }))
    };
    if let Some(browser) = find()? {
        return Ok(browser);
    }
    let what = "Chromium or its driver, which run the browser tests, are missing";
    let packages = ["chromium", "chromium-driver", HEADLESS_SHELL];
    let or = "install Chrome and chromedriver, and name them: \
              CHROMIUM=/path/to/chrome CHROMEDRIVER=/path/to/chromedriver cargo xtask test";
    // Older systems have no package of the shell.
    apt_install(project, what, &packages, or)
        .or_else(|_| apt_install(project, what, &packages[..2], or))?;
    find()?.ok_or_else(|| missing(format!("{what} still"), or.to_owned()))
}

/// Firefox, for the tests in another browser than the usual one.
pub fn firefox(project: &Project) -> Outcome<PathBuf> {
    let find = || -> Outcome<Option<PathBuf>> {
        let installed = || ["firefox-esr", "firefox"].iter().find_map(|name| project.program(name));
        Ok(named_by("FIREFOX")?.or_else(installed))
    };
    if let Some(firefox) = find()? {
        return Ok(firefox);
    }
    let what = "Firefox is missing";
    let or = "install Firefox, and name it: FIREFOX=/path/to/firefox cargo xtask test firefox";
    apt_install(project, what, &["firefox-esr"], or)?;
    find()?.ok_or_else(|| missing(format!("{what} still"), or.to_owned()))
}

/// The program that an environment variable names; it must be there.
fn named_by(variable: &str) -> Outcome<Option<PathBuf>> {
    let Some(path) = env::var_os(variable).filter(|path| !path.is_empty()).map(PathBuf::from)
    else {
        return Ok(None);
    };
    if path.is_file() {
        return Ok(Some(path));
    }
    let path = path.display();
    Err(Failure::Refused(format!("{variable} is {path}, and there is no such file")))
}

/// Node.js and npm, which run the tests of the page.
pub fn node(project: &Project) -> Outcome {
    let found = || project.answer("node", &["--version"]).as_deref().and_then(version);
    let (oldest, ..) = NODE_VERSION;
    let what =
        format!("Node.js {oldest} or newer and npm, which run the page's tests, are missing");
    let or = "install it from https://nodejs.org";
    if let Some(found) = found()
        && found < NODE_VERSION
    {
        let (major, ..) = found;
        let what =
            format!("Node.js is of version {major}, and the page's tests need {oldest} or newer");
        return Err(missing(what, "install it from https://nodejs.org".to_owned()));
    }
    let packages: Vec<_> = [("node", "nodejs"), ("npm", "npm")]
        .into_iter()
        .filter(|(program, _)| project.program(program).is_none())
        .map(|(_, package)| package)
        .collect();
    if packages.is_empty() {
        return Ok(());
    }
    apt_install(project, &what, &packages, or)?;
    let is_here = found().is_some_and(|found| found >= NODE_VERSION);
    if is_here && project.program("npm").is_some() {
        return Ok(());
    }
    Err(missing(format!("{what} still"), or.to_owned()))
}

/// The npm packages of e2e/, in the versions of its lock file.
pub fn e2e_packages(project: &Project) -> Outcome {
    let folder = project.root.join("e2e");
    let lock = folder.join("package-lock.json");
    let written = |path: PathBuf| path.metadata().and_then(|meta| meta.modified());
    let wanted = written(lock.clone()).map_err(file("read", &lock))?;
    // npm writes this file last, so it tells of a whole installation.
    let installed = written(folder.join("node_modules/.package-lock.json"));
    if installed.is_ok_and(|installed| installed >= wanted) {
        return Ok(());
    }
    println!("The npm packages of the page's tests are missing or old; installing.");
    let mut npm = project.command("npm");
    npm.args(["ci", "--no-audit", "--no-fund"]).current_dir(folder);
    // The tests use the Chromium that is here.
    run(npm.env("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1"))
}

/// Python with pip, which fetches published models from their registry.
pub fn pip(project: &Project) -> Outcome {
    let is_here = || project.answer("python3", &["-m", "pip", "--version"]).is_some();
    if is_here() {
        return Ok(());
    }
    let what = "Python 3 with pip, which fetches the models that tests need, is missing";
    let or = "install it from https://python.org";
    apt_install(project, what, &["python3", "python3-pip"], or)?;
    if is_here() { Ok(()) } else { Err(missing(format!("{what} still"), or.to_owned())) }
}

/// Installs Debian's packages where that is allowed, and otherwise says how.
fn apt_install(project: &Project, what: &str, packages: &[&str], or: &str) -> Outcome {
    let install = ["install", "--yes", "--no-install-recommends"];
    let by_hand =
        format!("sudo apt-get update && sudo apt-get install {}\nor {or}", packages.join(" "));
    let Some(apt) = apt_get(project) else {
        return Err(missing(what.to_owned(), by_hand));
    };
    println!("{what}; installing {}.", packages.join(" and "));
    let done = run(apt().arg("update")).and_then(|()| run(apt().args(install).args(packages)));
    done.map_err(|_| missing(format!("{what}, and could not be installed"), by_hand))
}

/// How apt-get is run here without asking anybody, or nothing where it cannot be.
fn apt_get(project: &Project) -> Option<impl Fn() -> Command> {
    project.program("apt-get")?;
    let is_root = project.answer("id", &["-u"])? == "0";
    if !is_root && project.answer("sudo", &["-n", "true"]).is_none() {
        return None;
    }
    Some(move || {
        let mut command = project.command(if is_root { "apt-get" } else { "sudo" });
        if !is_root {
            command.args(["-n", "DEBIAN_FRONTEND=noninteractive", "apt-get"]);
        }
        command.env("DEBIAN_FRONTEND", "noninteractive").stdin(Stdio::null());
        command
    })
}

fn missing(what: String, remedy: String) -> Failure {
    Failure::Missing { what, remedy }
}

/// The first version in a program's answer: `trunk 0.21.14` and `v20.1.0` hold one each.
fn version(answer: &str) -> Option<Version> {
    answer.split_whitespace().find_map(|word| {
        let release = word.trim_start_matches('v').split(['-', '+']).next()?;
        let mut numbers = release.split('.').map(str::parse);
        match (numbers.next()?, numbers.next()?, numbers.next()?) {
            (Ok(major), Ok(minor), Ok(patch)) => Some((major, minor, patch)),
            _ => None,
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_read_and_compared_as_numbers() {
        assert_eq!(version("trunk 0.21.14"), Some((0, 21, 14)));
        assert_eq!(version("v20.20.2"), Some((20, 20, 2)));
        assert_eq!(version("trunk 0.22.0-beta.1"), Some((0, 22, 0)));
        assert_eq!(version("trunk"), None);
        assert!(version("trunk 0.21.9") < Some(TRUNK_VERSION));
        assert!(version("trunk 0.22.0") > Some(TRUNK_VERSION));
    }

    #[test]
    fn the_locked_version_is_of_that_package_alone() {
        let lock = "[[package]]\nname = \"wasm-bindgen-futures\"\nversion = \"0.4.5\"\n\n\
                    [[package]]\nname = \"wasm-bindgen\"\nversion = \"0.2.1\"\n";
        assert_eq!(locked_version(lock, "wasm-bindgen"), Some("0.2.1"));
        assert_eq!(locked_version(lock, "wasm"), None);
    }
}
