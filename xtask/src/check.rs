//! `cargo xtask check`: formatting, lints, dependencies and the house rules. All are run, whichever fails, so
//! that one run tells everything.

use crate::{
    dependencies,
    failure::{Failure, Outcome, usage},
    project::{Project, run as run_program},
    test::NOT_NATIVE,
    tidy, tools,
};

type Step = (&'static str, fn(&Project) -> Outcome);

const STEPS: &[Step] = &[
    ("house rules", tidy::run),
    ("Cargo.lock", lock),
    ("crates", dependencies::crates),
    ("npm packages", dependencies::npm_audit),
    ("formatting", formatting),
    ("lints", native_lints),
    ("lints for the browser", wasm_lints),
];

/// Runs every step and tells which failed.
pub fn run(project: &Project, arguments: &[String]) -> Outcome {
    let only = arguments.join(" ");
    if !only.is_empty() && STEPS.iter().all(|(name, _)| *name != only) {
        let names: Vec<_> = STEPS.iter().map(|(name, _)| *name).collect();
        return Err(usage(format!("`check` does not know `{only}`, but {}", names.join(", "))));
    }
    tools::components(project)?;
    tools::wasm_target(project)?;
    let mut failed = Vec::new();
    for (name, step) in STEPS.iter().filter(|(name, _)| only.is_empty() || *name == only) {
        match step(project) {
            Ok(()) => println!("check {name}: passed"),
            Err(failure) => {
                eprintln!("\ncheck {name}: {failure}");
                failed.push(*name);
            }
        }
    }
    if failed.is_empty() {
        return Ok(());
    }
    Err(Failure::Refused(format!("not as they should be: {}", failed.join(", "))))
}

/// A lock file behind Cargo.toml would be another build for everybody.
fn lock(project: &Project) -> Outcome {
    let mut cargo = project.cargo();
    cargo.args(["metadata", "--locked", "--format-version", "1"]);
    run_program(cargo.stdout(std::process::Stdio::null()))
}

/// Lists the files that `cargo fmt --all` would change.
fn formatting(project: &Project) -> Outcome {
    run_program(project.cargo().args(["fmt", "--all", "--check", "--", "--files-with-diff"]))
}

fn native_lints(project: &Project) -> Outcome {
    let not_here = NOT_NATIVE.iter().flat_map(|name| ["--exclude", name]);
    let mut cargo = project.cargo();
    cargo.args(["clippy", "--workspace", "--all-targets"]).args(not_here);
    run_program(cargo.args(["--", "--deny", "warnings"]))
}

fn wasm_lints(project: &Project) -> Outcome {
    let packages =
        ["nearfar-page", "nearfar-programs", "nearfar", "nearfar-kernel", "nearfar-workers"];
    let mut cargo = project.cargo();
    cargo.arg("clippy").args(packages.iter().flat_map(|package| ["--package", package]));
    cargo.args(["--target", tools::WASM_TARGET]);
    run_program(cargo.args(["--", "--deny", "warnings"]))
}
