//! The programs that index.html asks trunk for, and building many at once: trunk builds one after another, and linking one
//! as a whole keeps a single core busy.

use crate::{
    failure::Outcome,
    project::{Project, run as run_program},
    tools,
};

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
/// call, so that all cores have work.
pub fn build(project: &Project, programs: &[Program]) -> Outcome {
    let mut left: Vec<&Program> = programs.iter().collect();
    while let Some(&Program { folder, profile, .. }) = left.first() {
        let (these, others) =
            left.into_iter().partition(|one| (one.folder, one.profile) == (folder, profile));
        left = others;
        let mut cargo = project.cargo();
        cargo.args(["build", "--quiet", "--target", tools::WASM_TARGET, "--profile", profile]);
        cargo.args(["--manifest-path", &format!("{folder}/Cargo.toml")]);
        let these: Vec<&Program> = these;
        cargo.args(these.iter().flat_map(|one| ["--bin", one.name]));
        run_program(&mut cargo)?;
    }
    Ok(())
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
