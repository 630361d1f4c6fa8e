//! The project's folder, the programs found on this machine, and how they are run; work on all of its cores.

use crate::failure::{Failure, Outcome, file};
use std::{
    env,
    ffi::{OsStr, OsString},
    fs, io,
    panic::resume_unwind,
    path::{Path, PathBuf},
    process::{Command, Stdio},
    sync::atomic::{AtomicUsize, Ordering},
    thread,
};

/// Where the project lies and where its programs are looked for.
pub struct Project {
    /// The workspace's folder.
    pub root: PathBuf,
    /// `PATH`, with the folder that `cargo install` writes to in front: what was just installed
    /// is found even where a shell does not know that folder yet.
    search_path: OsString,
    /// What rustc is told of programs for the browser.
    flags: String,
}

impl Project {
    /// Finds the workspace above this package. Cargo tells where that is at each run; what was
    /// true when this program was compiled is only the second choice.
    pub fn find() -> Outcome<Self> {
        let package = env::var_os("CARGO_MANIFEST_DIR")
            .map_or_else(|| PathBuf::from(env!("CARGO_MANIFEST_DIR")), PathBuf::from);
        let root = package.parent().unwrap_or(&package).to_owned();
        if !root.join("Trunk.toml").is_file() {
            let here = root.display();
            return Err(Failure::Refused(format!("{here} is not the project's folder")));
        }
        let cargo_home = env::var_os("CARGO_HOME").map(PathBuf::from);
        let cargo_home = cargo_home.or_else(|| env::home_dir().map(|home| home.join(".cargo")));
        let path = env::var_os("PATH").unwrap_or_default();
        let folders = cargo_home.iter().map(|home| home.join("bin"));
        let search_path = env::join_paths(folders.chain(env::split_paths(&path))).unwrap_or(path);
        let mut project = Self { root, search_path, flags: String::new() };
        let asked = [["--version", "--verbose"], ["--print", "sysroot"]];
        let [about, sysroot] =
            asked.map(|asked| project.answer("rustc", &asked).unwrap_or_default());
        project.flags =
            without_folders(&cargo_home.unwrap_or_default(), Path::new(&sysroot), &about);
        Ok(project)
    }

    /// The program of this name, or nothing where it is not installed.
    pub fn program(&self, name: &str) -> Option<PathBuf> {
        let name = format!("{name}{}", env::consts::EXE_SUFFIX);
        env::split_paths(&self.search_path)
            .map(|folder| folder.join(&name))
            .find(|candidate| is_executable(candidate))
    }

    /// A command of this program, to be run in the project's folder.
    pub fn command(&self, program: impl AsRef<OsStr>) -> Command {
        let program = program.as_ref();
        let found = program.to_str().and_then(|name| self.program(name));
        let mut command = Command::new(found.as_deref().map_or(program, Path::as_os_str));
        command.current_dir(&self.root).env("PATH", &self.search_path);
        command.env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS", &self.flags);
        command
    }

    /// Cargo, the one that runs this program.
    pub fn cargo(&self) -> Command {
        self.command(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
    }

    /// What the command prints, trimmed, or nothing where it cannot be run or fails.
    pub fn answer(&self, program: &str, arguments: &[&str]) -> Option<String> {
        let mut command = self.command(program);
        let output = command.args(arguments).stdin(Stdio::null()).stderr(Stdio::null()).output();
        let output = output.ok().filter(|output| output.status.success())?;
        Some(String::from_utf8_lossy(&output.stdout).trim().to_owned())
    }

    /// The text of one of the project's files.
    pub fn read(&self, path: &str) -> Outcome<String> {
        let path = self.root.join(path);
        fs::read_to_string(&path).map_err(file("read", &path))
    }
}

/// Flags that keep this machine's folders out of a program, which names the source file of every place that can panic:
/// whoever builds it gets the same bytes, also where rustup has put the standard library's sources into its `sysroot`.
/// `about` is what `rustc --version --verbose` prints. Cargo splits flags at spaces: a folder with one stays as it is.
fn without_folders(cargo_home: &Path, sysroot: &Path, about: &str) -> String {
    let commit = about.lines().find_map(|line| line.strip_prefix("commit-hash: "));
    let library = format!("/rustc/{}", commit.unwrap_or("unknown"));
    [
        (cargo_home.join("registry/src"), "/crates"),
        (sysroot.join("lib/rustlib/src/rust"), &*library),
    ]
    .map(|(folder, name)| format!("--remap-path-prefix={}={name}", folder.display()))
    .into_iter()
    .filter(|flag| !flag.contains(char::is_whitespace))
    .collect::<Vec<_>>()
    .join(" ")
}

/// Runs the command after printing its line; what it prints itself goes through.
pub fn run(command: &mut Command) -> Outcome {
    let line = line_of(command);
    println!("\n$ {line}");
    match command.status() {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(Failure::Program { line, end: status.to_string() }),
        Err(error) => Err(could_not_start(line, &error)),
    }
}

/// Runs the command in the place of this program where the system can do that, so that who ends
/// this program ends it, and no server is left behind. Returns only where that fails.
#[cfg(unix)]
pub fn become_program(command: &mut Command) -> Outcome {
    use std::os::unix::process::CommandExt;
    let line = line_of(command);
    println!("\n$ {line}");
    Err(could_not_start(line, &command.exec()))
}

/// Runs the command and waits for it.
#[cfg(not(unix))]
pub fn become_program(command: &mut Command) -> Outcome {
    run(command)
}

fn could_not_start(line: String, error: &io::Error) -> Failure {
    Failure::Program { line, end: format!("it could not be started: {error}") }
}

/// The command as a person would type it: the program by its name, spaces quoted.
fn line_of(command: &Command) -> String {
    let program = Path::new(command.get_program());
    let program = program.file_name().unwrap_or(command.get_program());
    let words = std::iter::once(program).chain(command.get_args()).map(|word| {
        let word = word.to_string_lossy();
        if word.contains([' ', '*', '\'']) { format!("{word:?}") } else { word.into_owned() }
    });
    words.collect::<Vec<_>>().join(" ")
}

fn is_executable(path: &Path) -> bool {
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        path.metadata().is_ok_and(|meta| meta.is_file() && meta.permissions().mode() & 0o111 != 0)
    }
    #[cfg(not(unix))]
    {
        path.is_file()
    }
}

/// What `work` makes of each of the items, on all cores; in no order.
pub fn on_all_cores<T: Sync, R: Send>(items: &[T], work: impl Fn(&T) -> R + Sync) -> Vec<R> {
    let next = AtomicUsize::new(0);
    let some = || {
        let mut done = Vec::new();
        while let Some(item) = items.get(next.fetch_add(1, Ordering::Relaxed)) {
            done.push(work(item));
        }
        done
    };
    let threads = thread::available_parallelism().map_or(1, usize::from);
    thread::scope(|scope| {
        let workers: Vec<_> = (0..threads).map(|_| scope.spawn(some)).collect();
        let done = workers
            .into_iter()
            .flat_map(|worker| worker.join().unwrap_or_else(|panic| resume_unwind(panic)));
        done.collect()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_line_reads_as_typed() {
        let mut command = Command::new("/usr/bin/cargo");
        command.args(["test", "two words"]);
        assert_eq!(line_of(&command), "cargo test \"two words\"");
    }

    #[test]
    fn folders_of_a_machine_get_other_names() {
        let about = "rustc 1.95.0\nhost: somewhere\ncommit-hash: 5980\n";
        let flags = without_folders(Path::new("/home/a/.cargo"), Path::new("/opt/stable"), about);
        assert_eq!(
            flags.replace('\\', "/"),
            "--remap-path-prefix=/home/a/.cargo/registry/src=/crates \
             --remap-path-prefix=/opt/stable/lib/rustlib/src/rust=/rustc/5980"
        );
        let flags = without_folders(Path::new("/home/a b"), Path::new("/opt/stable"), about);
        assert!(!flags.contains("/home") && flags.contains("/opt/stable"), "{flags}");
    }

    #[test]
    fn a_failing_program_is_named() {
        let failure = run(&mut Command::new("there-is-no-such-program"));
        let text = failure.err().map(|failure| failure.to_string()).unwrap_or_default();
        assert!(text.contains("there-is-no-such-program") && text.contains("could not be started"));
    }
}
