//! `cargo xtask serve`: the page on this machine, built again on every change. It is there as soon as its
//! own program is built; the rooms' programs and the workers follow, and the page is loaded again.

use crate::{
    failure::{Failure, Outcome, file, usage},
    programs::{Program, build, in_line},
    project::{Project, become_program},
    site, start, tools,
};
use std::{
    env, fs,
    net::{Ipv4Addr, TcpListener},
    path::{Path, PathBuf},
    process::{Command, Stdio},
    thread,
    time::{Duration, SystemTime},
};

const DEFAULT_PORT: u16 = 8080;
/// What trunk serves: index.html with other profiles and, at first, fewer programs. In the project's
/// folder, since trunk reads the paths in it from where it stands; git ignores it.
const PAGE: &str = "serve.html";
/// The programs without which there is no page.
const FIRST_PROGRAMS: &[&str] = &["nearfar-page"];
/// What the page is made of. All of the project's folder would be target/ too, and trunk's watcher stops
/// at the renames of an incremental build.
const WATCHED: &[&str] = &[PAGE, "Cargo.toml", "src", "crates", "style", "public"];
/// Where the site lies. Not in dist/: that holds what `cargo xtask build` has finished.
const DIST: &str = "target/serve";
/// The profile of Cargo.toml that all programs are built with.
const PROFILE: &str = "quick";

/// Builds the page and serves it until somebody ends it.
pub fn run(project: &Project, arguments: &[String]) -> Outcome {
    let Options { port, open, rooms } = parse(arguments)?;
    if rooms {
        return follow(project);
    }
    if TcpListener::bind((Ipv4Addr::LOCALHOST, port)).is_err() {
        let other = if port == DEFAULT_PORT { DEFAULT_PORT + 1 } else { DEFAULT_PORT };
        return Err(Failure::Refused(format!(
            "port {port} is taken by another program, or may not be used. Choose another one:\n\n    \
             cargo xtask serve --port {other}"
        )));
    }
    site::prepare(project)?;
    let were_built = rooms_mark(project).exists();
    write_page(project, were_built)?;
    println!("\nThe page will be at http://127.0.0.1:{port}/ once it is built. Ctrl-C ends it.");
    if !were_built {
        println!("The other rooms follow some minutes later, and the page is loaded again then.");
    }
    // This process becomes trunk: what follows beside it is another.
    let this = env::current_exe().map_err(|error| Failure::Refused(error.to_string()))?;
    let follower = Command::new(this)
        .args(["serve", "--rooms"])
        .current_dir(&project.root)
        .stdin(Stdio::null())
        .spawn();
    follower.map_err(|error| Failure::Refused(format!("the rooms cannot be built: {error}")))?;
    let mut trunk = site::trunk(project);
    trunk.args(["serve", PAGE, "--release", "--html-output", "index.html", "--dist", DIST]);
    trunk.args(["--port", &port.to_string()]);
    trunk.args(WATCHED.iter().flat_map(|path| ["--watch", path]));
    become_program(if open { trunk.arg("--open") } else { &mut trunk })
}

/// Runs beside trunk, as long as that runs: builds the rooms where they are not built yet, and keeps what
/// trunk serves in step with index.html.
fn follow(project: &Project) -> Outcome {
    let trunk = parent();
    let runs = || trunk.is_some() && parent() == trunk;
    let index = project.root.join("index.html");
    let mut known = written(&index);
    if !rooms_mark(project).exists() {
        // Two builds hold each other up: the page's is trunk's, and comes first.
        let (page, begun) = (project.root.join(DIST).join("index.html"), SystemTime::now());
        while runs() && written(&page).is_none_or(|written| written < begun) {
            thread::sleep(Duration::from_secs(1));
        }
        if runs() {
            build_rooms(project)?;
        }
    }
    while runs() {
        thread::sleep(Duration::from_secs(1));
        let now = written(&index);
        if now != known {
            known = now;
            write_page(project, true)?;
        }
    }
    Ok(())
}

/// When a file was last written.
fn written(path: &Path) -> Option<SystemTime> {
    path.metadata().and_then(|meta| meta.modified()).ok()
}

/// The process that began this one; it changes when that one ends. `None` where the system has no such
/// thing.
fn parent() -> Option<u32> {
    #[cfg(unix)]
    {
        Some(std::os::unix::process::parent_id())
    }
    #[cfg(not(unix))]
    {
        None
    }
}

/// Builds the programs that the page does not begin with, then lets trunk know of them.
fn build_rooms(project: &Project) -> Outcome {
    let page = project.read("index.html")?;
    let rooms: Vec<Program> = page
        .lines()
        .filter_map(in_line)
        .filter(|program| !FIRST_PROGRAMS.contains(&program.name))
        .map(|program| Program { profile: PROFILE, ..program })
        .collect();
    build(project, &rooms)?;
    let mark = rooms_mark(project);
    // What was removed meanwhile (`cargo clean`) is no reason to end.
    if let Some(folder) = mark.parent() {
        fs::create_dir_all(folder).map_err(file("write", folder))?;
    }
    fs::write(&mark, "").map_err(file("write", &mark))?;
    write_page(project, true)
}

/// A file that is there once all programs were built here.
fn rooms_mark(project: &Project) -> PathBuf {
    project.root.join("target").join(tools::WASM_TARGET).join(PROFILE).join("rooms-were-built")
}

fn write_page(project: &Project, with_rooms: bool) -> Outcome {
    let page = start::with_texts(project, &project.read("index.html")?)?;
    let page = page_to_serve(&page, with_rooms);
    let path = project.root.join(PAGE);
    fs::write(&path, page).map_err(file("write", &path))
}

/// index.html with every program in the quick profile, and with those of the rooms or without.
fn page_to_serve(page: &str, with_rooms: bool) -> String {
    let mut lines = String::new();
    for line in page.lines() {
        let Some(Program { name, .. }) = in_line(line) else {
            lines.push_str(line);
            lines.push('\n');
            continue;
        };
        if with_rooms || FIRST_PROGRAMS.contains(&name) {
            let line = line.replace(" data-cargo-profile=\"page\"", "");
            let profile = format!("rel=\"rust\" data-cargo-profile=\"{PROFILE}\"");
            lines.push_str(&line.replace("rel=\"rust\"", &profile));
            lines.push('\n');
        }
    }
    lines
}

#[derive(Debug, PartialEq)]
struct Options {
    port: u16,
    open: bool,
    /// Only the programs that follow are to be built: this command asks itself for them.
    rooms: bool,
}

fn parse(arguments: &[String]) -> Outcome<Options> {
    let mut options = Options { port: DEFAULT_PORT, open: false, rooms: false };
    let mut words = arguments.iter().map(String::as_str);
    while let Some(word) = words.next() {
        match word.split_once('=').map_or((word, None), |(name, value)| (name, Some(value))) {
            ("--open", None) => options.open = true,
            ("--rooms", None) => options.rooms = true,
            ("--port" | "-p", value) => {
                let value = value.or_else(|| words.next()).unwrap_or_default();
                let port = value.parse().ok().filter(|port| *port > 0);
                let problem = || usage(format!("`{value}` is not a port: 1 to 65535"));
                options.port = port.ok_or_else(problem)?;
            }
            _ => return Err(usage(format!("`serve` does not know `{word}`"))),
        }
    }
    Ok(options)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(words: &[&str]) -> Option<Options> {
        parse(&words.iter().map(|word| (*word).to_owned()).collect::<Vec<_>>()).ok()
    }

    #[test]
    fn arguments_are_read() {
        let default = Options { port: 8080, open: false, rooms: false };
        assert_eq!(parsed(&[]), Some(default));
        let open = Options { port: 9000, open: true, rooms: false };
        assert_eq!(parsed(&["--open", "--port", "9000"]), Some(open));
        let other = Options { port: 9000, open: false, rooms: false };
        assert_eq!(parsed(&["--port=9000"]), Some(other));
        assert!(parsed(&["--rooms"]).is_some_and(|options| options.rooms));
    }

    #[test]
    fn bad_arguments_are_refused() {
        for words in [&["--port"][..], &["--port", "0"], &["--port", "70000"], &["--prot", "1"]] {
            assert_eq!(parsed(words), None);
        }
    }

    #[test]
    fn the_page_comes_first_and_all_of_it_is_built_quickly() {
        let page = include_str!("../../index.html");
        let programs = |page: &str| -> Vec<String> {
            page.lines().filter_map(in_line).map(|program| program.name.to_owned()).collect()
        };
        let all = programs(page);
        assert!(FIRST_PROGRAMS.iter().all(|first| all.iter().any(|name| name == first)));
        let packages = page.lines().filter_map(in_line).map(|program| program.folder);
        for folder in packages {
            assert!(Path::new("..").join(folder).join("Cargo.toml").is_file(), "{folder}");
        }
        assert_eq!(programs(&page_to_serve(page, false)), FIRST_PROGRAMS);
        let whole = page_to_serve(page, true);
        assert_eq!(programs(&whole), all);
        let quick =
            whole.lines().filter(|line| line.contains("data-cargo-profile=\"quick\"")).count();
        assert_eq!(quick, all.len());
        assert_eq!(whole.lines().count(), page.lines().count());
    }
}
