//! What the project is made of besides its own code: where crates come from, under which licences, and what is known
//! against the npm packages of the tests. What is not checked here, and why, is in SECURITY.md.

use crate::{
    failure::{Failure, Outcome},
    project::Project,
    tools,
};
use std::process::Stdio;

/// The licences that ask for nothing but their own text. One of a choice is enough, all of several are needed.
const LICENCES: &[&str] = &[
    "0BSD",
    "Apache-2.0",
    "Apache-2.0 WITH LLVM-exception",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "BSL-1.0",
    "CC0-1.0",
    "ISC",
    "MIT",
    "MIT-0",
    "Unicode-3.0",
    "Unlicense",
    "Zlib",
];
/// Crates under others, with the reason.
const EXCEPTIONS: &[(&str, &str)] = &[
    // By way of burn-tensor: it colours what that prints for developers.
    ("colored", "MPL-2.0, whose terms are about changes to its own files, and none is made"),
];
/// Where every crate comes from that is not the project's own.
const SOURCE: &str = "registry+https://github.com/rust-lang/crates.io-index";

/// Holds sources and licences of all crates to the lists above.
pub fn crates(project: &Project) -> Outcome {
    let lock = project.read("Cargo.lock")?;
    let mut problems = foreign(&lock);
    let mut cargo = project.cargo();
    cargo.args(["tree", "--workspace", "--locked", "--target", "all", "--prefix", "none"]);
    cargo.args(["--edges", "normal,build,dev", "--format", "{p}|{l}"]);
    let answer = cargo.stderr(Stdio::inherit()).output();
    let answer = answer.ok().filter(|answer| answer.status.success());
    let Some(answer) = answer else {
        return Err(Failure::Refused("cargo tree does not list the crates".to_owned()));
    };
    problems.extend(unlisted(&String::from_utf8_lossy(&answer.stdout)));
    if problems.is_empty() { Ok(()) } else { Err(Failure::Refused(problems.join("\n"))) }
}

/// The lines of a Cargo.lock that name another source.
fn foreign(lock: &str) -> Vec<String> {
    let sources =
        lock.lines().filter_map(|line| line.strip_prefix("source = \"")?.strip_suffix('"'));
    sources
        .filter(|source| *source != SOURCE)
        .map(|source| format!("a crate comes from {source}"))
        .collect()
}

/// The crates of `name version|licence` lines whose licence is none of the listed.
fn unlisted(tree: &str) -> Vec<String> {
    let mut found: Vec<String> = tree
        .lines()
        .filter_map(|line| line.split_once('|'))
        .filter(|(package, licence)| {
            let name = package.split(' ').next().unwrap_or_default();
            let licence = licence.trim_end_matches("(*)").trim();
            let is_excepted = EXCEPTIONS.iter().any(|(other, ..)| *other == name);
            !is_excepted && !is_listed(licence)
        })
        .map(|(package, licence)| format!("{package} is under `{licence}`, which is not listed"))
        .collect();
    found.sort();
    found.dedup();
    found
}

/// Whether what an SPDX expression asks for is listed: all parts of AND, one part of OR. A slash is an old way to write OR.
fn is_listed(expression: &str) -> bool {
    let words = expression.replace('/', " OR ").replace('(', " ( ").replace(')', " ) ");
    let words: Vec<&str> = words.split_whitespace().collect();
    let mut at = 0;
    let listed = any_of(&words, &mut at);
    listed && at == words.len()
}

/// AND binds more closely than OR, as SPDX has it.
fn any_of(words: &[&str], at: &mut usize) -> bool {
    let mut listed = all_of(words, at);
    while words.get(*at) == Some(&"OR") {
        *at += 1;
        listed |= all_of(words, at);
    }
    listed
}

fn all_of(words: &[&str], at: &mut usize) -> bool {
    let mut listed = one(words, at);
    while words.get(*at) == Some(&"AND") {
        *at += 1;
        listed &= one(words, at);
    }
    listed
}

fn one(words: &[&str], at: &mut usize) -> bool {
    let Some(word) = words.get(*at) else { return false };
    *at += 1;
    if *word == "(" {
        let listed = any_of(words, at);
        let is_closed = words.get(*at) == Some(&")");
        *at += 1;
        return listed && is_closed;
    }
    if words.get(*at) == Some(&"WITH") {
        let exception = words.get(*at + 1).copied().unwrap_or_default();
        *at += 2;
        return LICENCES.contains(&format!("{word} WITH {exception}").as_str());
    }
    LICENCES.contains(word)
}

/// Asks npm's registry what is known against the packages of the tests.
pub fn npm_audit(project: &Project) -> Outcome {
    tools::node(project)?;
    let mut npm = project.command("npm");
    npm.args(["audit", "--json"]).current_dir(project.root.join("e2e")).stderr(Stdio::null());
    let answer = npm.output().map_err(|error| Failure::Refused(format!("npm audit: {error}")))?;
    match audited(&String::from_utf8_lossy(&answer.stdout), answer.status.success()) {
        Some(true) => Ok(()),
        Some(false) => Err(Failure::Refused("`npm audit` in e2e/ names advisories".to_owned())),
        None => {
            println!("npm's registry answers no audit here: nothing was learned of its packages");
            Ok(())
        }
    }
}

/// Whether a report names nothing; `None` where it is no report, but an error of the registry or of the line.
fn audited(report: &str, is_success: bool) -> Option<bool> {
    report.contains("\"auditReportVersion\"").then_some(is_success)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_choice_needs_one_listed_licence_and_a_sum_all() {
        for listed in [
            "MIT",
            "MIT/Apache-2.0",
            "MIT OR LGPL-2.1-or-later",
            "Apache-2.0 WITH LLVM-exception OR Apache-2.0 OR MIT",
            "(MIT OR GPL-3.0-only) AND Unicode-3.0",
        ] {
            assert!(is_listed(listed), "{listed}");
        }
        for other in [
            "",
            "GPL-3.0-only",
            "MIT AND GPL-3.0-only",
            "(MIT OR Apache-2.0",
            "MIT MIT",
            "MIT WITH other",
        ] {
            assert!(!is_listed(other), "{other}");
        }
    }

    #[test]
    fn a_crate_under_another_licence_is_named() {
        let tree =
            "near v1.0.0|MIT\nfar v2.0.0|GPL-3.0-only\nfar v2.0.0|GPL-3.0-only (*)\nnone v1.0.0|";
        let found = unlisted(tree);
        assert_eq!(found.len(), 3, "{found:?}");
        assert!(
            found.iter().all(|line| line.starts_with("far v2.0.0") || line.starts_with("none"))
        );
    }

    #[test]
    fn a_crate_from_elsewhere_is_named() {
        let lock = format!("source = \"{SOURCE}\"\nsource = \"git+https://example.org/a\"\n");
        assert_eq!(foreign(&lock), ["a crate comes from git+https://example.org/a"]);
    }

    #[test]
    fn an_error_of_the_registry_is_no_report() {
        assert_eq!(audited("{\"auditReportVersion\": 2}", true), Some(true));
        assert_eq!(audited("{\"auditReportVersion\": 2}", false), Some(false));
        assert_eq!(audited("{\"error\": {\"code\": \"ENOTFOUND\"}}", false), None);
    }
}
