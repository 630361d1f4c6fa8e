//! The list of runs as something that starts them: commands, a GNU parallel line, a Slurm job array.

use std::path::{Path, PathBuf};

use clap::ValueEnum;

use super::tables::Run;
use crate::error::CommandError;
use crate::files;

/// What starts the runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Starter {
    /// The commands, one a line.
    List,
    /// The commands in a file, and the line that gives them to GNU parallel.
    Parallel,
    /// The commands in a file, and a script for a job array of Slurm.
    Slurm,
}

/// What every command says beside its run.
pub struct Common {
    /// The command itself.
    pub program: PathBuf,
    /// Where results go.
    pub folder: PathBuf,
    /// Where data sets are, if anything says so.
    pub data: Option<PathBuf>,
    /// Where word vectors are.
    pub vectors: PathBuf,
    /// Threads of each run.
    pub threads: usize,
}

/// A word of a command, in quotes where a shell would read it otherwise.
fn quoted(word: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_./=+:,@%".contains(c);
    match !word.is_empty() && word.chars().all(is_plain) {
        true => word.to_owned(),
        false => format!("'{}'", word.replace('\'', r"'\''")),
    }
}

fn path(path: &Path) -> String {
    quoted(&path.to_string_lossy())
}

impl Common {
    /// The command of a run.
    fn command(&self, run: &Run) -> String {
        let Common { program, folder, data, vectors, threads } = self;
        let mut line = format!("{} reproduce run {} --dir {}", path(program), run.id, path(folder));
        if let Some(data) = data {
            line += &format!(" --data-dir {}", path(data));
        }
        line + &format!(" --vectors {} --threads {threads}", path(vectors))
    }

    /// What starts these runs, to be printed; what it needs is written beside the results.
    ///
    /// # Errors
    /// Where a file cannot be written, or a name has a line's end in it.
    pub fn write(&self, starter: Starter, runs: &[Run]) -> Result<String, CommandError> {
        let commands: Vec<String> = runs.iter().map(|run| self.command(run)).collect();
        if let Some(command) = commands.iter().find(|command| command.contains('\n')) {
            let why = format!("a path has a line's end in its name: {command:?}");
            return Err(CommandError::Usage(why));
        }
        let list = commands.join("\n");
        let file = self.folder.join("runs.txt");
        if starter != Starter::List {
            files::write(&file, format!("{list}\n").as_bytes())?;
        }
        Ok(match starter {
            Starter::List => list,
            Starter::Parallel => {
                let log = self.folder.join("joblog.tsv");
                format!("parallel --joblog {} --resume-failed < {}", path(&log), path(&file))
            }
            Starter::Slurm => {
                let script = self.folder.join("runs.slurm");
                files::write(&script, self.slurm(&file, runs.len()).as_bytes())?;
                format!("sbatch {}", path(&script))
            }
        })
    }

    fn slurm(&self, list: &Path, count: usize) -> String {
        let log = self.folder.join("slurm-%a.log");
        format!(
            "#!/bin/sh\n\
             # Written by `nearfar reproduce plan --as slurm`: task N of the array is line N of the list.\n\
             # What is finished ends at once and what stopped goes on, so the same script starts what is\n\
             # missing. Time, memory and partition are this cluster's to say, here or behind sbatch.\n\
             #SBATCH --job-name=nearfar\n\
             #SBATCH --array=1-{count}\n\
             #SBATCH --cpus-per-task={threads}\n\
             #SBATCH --requeue\n\
             #SBATCH --open-mode=append\n\
             #SBATCH --output={log}\n\
             command=$(sed -n \"${{SLURM_ARRAY_TASK_ID}}p\" {list})\n\
             test -n \"$command\" || {{ echo \"no line $SLURM_ARRAY_TASK_ID in the list\" >&2; exit 1; }}\n\
             eval \"exec $command\"\n",
            threads = self.threads,
            // What Slurm reads of this line it reads without a shell.
            log = log.to_string_lossy(),
            list = path(list),
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_quoted_for_a_shell() {
        assert_eq!(quoted("a-b_c./d"), "a-b_c./d");
        assert_eq!(quoted(""), "''");
        assert_eq!(quoted("it's here"), r"'it'\''s here'");
        let common = Common {
            program: "/bin/nearfar".into(),
            folder: "/my runs".into(),
            data: Some("/data".into()),
            vectors: "/vectors".into(),
            threads: 2,
        };
        let run = Run::from_id("sst2-xl-seed-1").unwrap();
        let runs = [run];
        assert_eq!(
            common.write(Starter::List, &runs).unwrap(),
            "/bin/nearfar reproduce run sst2-xl-seed-1 --dir '/my runs' --data-dir /data --vectors \
             /vectors --threads 2"
        );
        let script = common.slurm(Path::new("/my runs/runs.txt"), 3);
        assert!(script.contains("#SBATCH --array=1-3\n"), "{script}");
        assert!(
            script.contains("sed -n \"${SLURM_ARRAY_TASK_ID}p\" '/my runs/runs.txt')"),
            "{script}"
        );
    }
}
