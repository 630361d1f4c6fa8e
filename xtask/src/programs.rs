//! The programs that index.html asks trunk for, and building many at once: trunk builds one after another, and linking one
//! as a whole keeps a single core busy.

use crate::{
    failure::Outcome,
    project::{Project, run as run_program},
    tools,
};
use std::{panic::resume_unwind, thread};

/// A program that index.html asks trunk for.
#[derive(Debug, PartialEq)]
pub struct Program<'a> {
    /// Its package's folder.
    pub folder: &'a str,
    /// Its name.
    pub name: &'a str,
    /// The profile of Cargo.toml that it is built with.
    pub profile: &'a str,
}

/// The program that this line of index.html asks trunk for.
pub fn in_line(line: &str) -> Option<Program<'_>> {
    let value = |name: &str| line.split_once(&format!(" {name}=\""))?.1.split('"').next();
    let profile = value("data-cargo-profile").unwrap_or("release");
    let is_program = line.contains("data-trunk rel=\"rust\"");
    is_program
        .then(|| Some(Program { folder: value("href")?, name: value("data-bin")?, profile }))?
}

/// Builds programs as trunk will ask for them, or it would build them again: those of one package and profile by one
/// call. The calls run beside each other: what one links as a whole, on a single core, leaves another core to the next.
pub fn build(project: &Project, programs: &[Program]) -> Outcome {
    let mut groups: Vec<(&str, &str)> =
        programs.iter().map(|one| (one.folder, one.profile)).collect();
    groups.sort_unstable();
    groups.dedup();
    let build_group = |(folder, profile): (&str, &str)| {
        let mut cargo = project.cargo();
        cargo.args(["build", "--quiet", "--target", tools::WASM_TARGET, "--profile", profile]);
        cargo.args(["--manifest-path", &format!("{folder}/Cargo.toml")]);
        let these = programs.iter().filter(|one| (one.folder, one.profile) == (folder, profile));
        cargo.args(these.flat_map(|one| ["--bin", one.name]));
        run_program(&mut cargo)
    };
    thread::scope(|scope| {
        let started: Vec<_> =
            groups.into_iter().map(|group| scope.spawn(move || build_group(group))).collect();
        started
            .into_iter()
            .try_for_each(|one| one.join().unwrap_or_else(|panic| resume_unwind(panic)))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_program_is_known_by_its_line() {
        let line = "<link data-trunk rel=\"rust\" href=\"crates/a\" data-cargo-profile=\"page\" data-bin=\"b\" />";
        let found = Program { folder: "crates/a", name: "b", profile: "page" };
        assert_eq!(in_line(line), Some(found));
        let line = line.replace(" data-cargo-profile=\"page\"", "");
        let usual = in_line(&line);
        assert_eq!(usual.map(|program| program.profile), Some("release"));
        assert_eq!(in_line("<link data-trunk rel=\"copy-file\" href=\"public/room.js\" />"), None);
    }
}
