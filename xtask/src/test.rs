//! `cargo xtask test`: the tests on this machine, as WASM in a browser, and of the built page.

use crate::{
    failure::{Failure, Outcome, file, usage},
    models,
    project::{Project, run as run_program},
    single, site, tools, wheel,
};
use std::{env, fs, path::Path, process::Command, time::Instant};

/// The packages whose tests also run as WASM.
const LIBRARIES: &[&str] = &["nearfar", "nearfar-kernel"];
/// What the driver of the browser is told.
const DRIVER_SETTINGS: &str = "crates/nearfar/webdriver.json";
/// How the names begin of the libraries' test files that are written for a browser.
const WASM_TESTS: &str = "wasm";
/// What a browser gets for all tests of one file, in seconds: they are built without optimisation
/// of their own, and the machine may be slow.
const WASM_TIMEOUT: &str = "300";

/// The packages that only a browser runs: they are compiled for WASM alone, and tested end to end.
pub const NOT_NATIVE: [&str; 2] = ["nearfar-page", "nearfar-programs"];
/// The test files that need `cargo xtask fetch-models`. Their tests are ignored but where they are asked for.
pub const NEEDS_MODELS: &str = "third_party";

type Suite = (&'static str, fn(&Project) -> Outcome);

/// The suites in the order in which they fail soonest.
const SUITES: &[Suite] = &[("native", native), ("wasm", wasm), ("e2e", e2e)];

/// Suites that run where they are named.
const ON_DEMAND: &[Suite] = &[("firefox", firefox)];

/// Runs the suite that is named, or all but those on demand.
pub fn run(project: &Project, arguments: &[String]) -> Outcome {
    for (name, suite) in chosen(arguments)? {
        let start = Instant::now();
        suite(project)?;
        println!("\ntest {name}: passed ({:.1} s)", start.elapsed().as_secs_f64());
    }
    Ok(())
}

fn chosen(arguments: &[String]) -> Outcome<Vec<&'static Suite>> {
    match arguments {
        [] => Ok(SUITES.iter().collect()),
        [name] => match SUITES.iter().chain(ON_DEMAND).find(|(suite, _)| suite == name) {
            Some(suite) => Ok(vec![suite]),
            None => Err(usage(format!("there are no `{name}` tests"))),
        },
        _ => Err(usage("`test` takes one name or none")),
    }
}

/// Everything but the page, with the examples of the documentation, then the package for notebooks, and
/// what needs models that others published. Programs of `examples/` are compiled by the lints, not here.
fn native(project: &Project) -> Outcome {
    for what in ["--tests", "--doc"] {
        run_program(project.cargo().args(["test", "--workspace", what]).args(not_here()))?;
    }
    // It sees to it that there is Python.
    models::fetch_models(project, &[])?;
    let mut python = project.command("python3");
    run_program(python.args(["-B", "-m", "unittest", "discover", "python/tests"]))?;
    // Of the whole workspace, as above: of two packages alone, cargo would compile their crates with other features anew.
    let mut cargo = project.cargo();
    cargo.args(["test", "--workspace", "--test", NEEDS_MODELS]).args(not_here());
    run_program(cargo.args(["--", "--ignored"]))
}

/// The packages that are not compiled natively, left out of the workspace.
fn not_here() -> impl Iterator<Item = &'static str> {
    NOT_NATIVE.iter().flat_map(|name| ["--exclude", name])
}

/// The libraries as the page runs them: WASM, in a browser.
fn wasm(project: &Project) -> Outcome {
    let mut tests = Vec::new();
    for library in LIBRARIES {
        let folder = project.root.join("crates").join(library).join("tests");
        let entries = fs::read_dir(&folder).map_err(file("read", &folder))?;
        let paths = entries.filter_map(|entry| Some(entry.ok()?.path()));
        let known = tests.len();
        tests.extend(paths.filter_map(|path| wasm_test(&path)));
        if tests.len() == known {
            let what =
                format!("{library} has no tests/{WASM_TESTS}*.rs: nothing was tested as WASM");
            return Err(Failure::Refused(what));
        }
    }
    tests.sort();
    tests.dedup();
    tools::wasm_target(project)?;
    tools::wasm_bindgen(project)?;
    let browser = tools::browser(project)?;

    let target = project.root.join("target");
    fs::create_dir_all(&target).map_err(file("create", &target))?;
    let settings = target.join("webdriver.json");
    let text = project.read(DRIVER_SETTINGS)?;
    fs::write(&settings, with_browser(&text, &browser.chromium)?)
        .map_err(file("write", &settings))?;

    let mut cargo = project.cargo();
    cargo.args(["test", "--target", tools::WASM_TARGET]);
    cargo.args(LIBRARIES.iter().flat_map(|library| ["--package", library]));
    cargo.args(tests.iter().flat_map(|test| ["--test", test]));
    cargo.env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUNNER", "wasm-bindgen-test-runner");
    cargo.env("CHROMEDRIVER", browser.driver).env("WASM_BINDGEN_TEST_WEBDRIVER_JSON", settings);
    if env::var_os("WASM_BINDGEN_TEST_TIMEOUT").is_none() {
        cargo.env("WASM_BINDGEN_TEST_TIMEOUT", WASM_TIMEOUT);
    }
    run_program(&mut cargo)
}

/// The name of the test that this file holds, where it is one for a browser.
fn wasm_test(path: &Path) -> Option<String> {
    let name = path.file_name()?.to_str()?.strip_suffix(".rs")?;
    name.starts_with(WASM_TESTS).then(|| name.to_owned())
}

/// The driver's settings with the browser that it shall start: left alone, it takes its own.
fn with_browser(settings: &str, chromium: &Path) -> Outcome<String> {
    let options = "\"goog:chromeOptions\": {";
    let Some((before, after)) = settings.split_once(options) else {
        let what = format!("{DRIVER_SETTINGS} holds no {options}");
        return Err(Failure::Refused(what));
    };
    Ok(format!("{before}{options} \"binary\": {:?},{after}", chromium.to_string_lossy()))
}

/// The built page, used as a person uses it.
fn e2e(project: &Project) -> Outcome {
    tools::node(project)?;
    tools::e2e_packages(project)?;
    let browser = tools::browser(project)?;
    models::fetch_models(project, &[])?;
    site::run(project, &[])?;
    // It writes the page as one file, too, which tests open from the disk.
    wheel::try_notebook(project)?;
    // A test asks the command what the page should show. The native tests have compiled it; without a test beside it,
    // cargo leaves out the features that tests alone ask for, and compiles it anew.
    let mut cargo = project.cargo();
    cargo.args(["build", "--workspace", "--bin", "nearfar", "--test", NEEDS_MODELS]);
    run_program(cargo.args(not_here()))?;
    run_program(playwright(project).env("CHROMIUM", browser.shell))
}

/// The same page in another browser: every room opened and used, its numbers beside Chromium's.
fn firefox(project: &Project) -> Outcome {
    tools::node(project)?;
    tools::e2e_packages(project)?;
    let (browser, firefox) = (tools::browser(project)?, tools::firefox(project)?);
    site::run(project, &[])?;
    single::run(project, &["--built".to_owned()])?;
    let mut npx = playwright(project);
    npx.arg("firefox.spec").env("CHROMIUM", browser.chromium).env("FIREFOX", firefox);
    run_program(&mut npx)
}

fn playwright(project: &Project) -> Command {
    let mut npx = project.command("npx");
    npx.args(["--no-install", "playwright", "test"]).current_dir(project.root.join("e2e"));
    npx
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_suite_or_all() {
        let names = |words: &[&str]| {
            let words: Vec<String> = words.iter().map(|word| (*word).to_owned()).collect();
            chosen(&words).ok().map(|suites| suites.iter().map(|suite| suite.0).collect::<Vec<_>>())
        };
        assert_eq!(names(&[]), Some(vec!["native", "wasm", "e2e"]));
        assert_eq!(names(&["wasm"]), Some(vec!["wasm"]));
        assert_eq!(names(&["firefox"]), Some(vec!["firefox"]));
        assert_eq!(names(&["wsam"]), None);
        assert_eq!(names(&["wasm", "e2e"]), None);
    }

    #[test]
    fn browser_tests_are_known_by_their_names() {
        assert_eq!(wasm_test(Path::new("tests/wasm_speed.rs")), Some("wasm_speed".to_owned()));
        assert_eq!(wasm_test(Path::new("tests/golden.rs")), None);
        assert_eq!(wasm_test(Path::new("tests/wasm.md")), None);
    }

    #[test]
    fn the_driver_is_told_its_browser() {
        let settings =
            with_browser("{ \"goog:chromeOptions\": { \"args\": [] } }", Path::new("/opt/c"));
        let expected = "{ \"goog:chromeOptions\": { \"binary\": \"/opt/c\", \"args\": [] } }";
        assert_eq!(settings.ok().as_deref(), Some(expected));
        assert!(with_browser("{}", Path::new("/opt/c")).is_err());
    }
}
