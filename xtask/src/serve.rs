//! `cargo xtask serve`: the page on this machine, built again on every change.

use crate::{
    failure::{Failure, Outcome, usage},
    project::{Project, become_program},
    site,
};
use std::net::{Ipv4Addr, TcpListener};

const DEFAULT_PORT: u16 = 8080;

/// Builds the page and serves it until somebody ends it.
pub fn run(project: &Project, arguments: &[String]) -> Outcome {
    let Options { port, open } = parse(arguments)?;
    if TcpListener::bind((Ipv4Addr::LOCALHOST, port)).is_err() {
        let other = if port == DEFAULT_PORT { DEFAULT_PORT + 1 } else { DEFAULT_PORT };
        return Err(Failure::Refused(format!(
            "port {port} is taken by another program, or may not be used. Choose another one:\n\n    \
             cargo xtask serve --port {other}"
        )));
    }
    site::prepare(project)?;
    println!("\nThe page will be at http://127.0.0.1:{port}/ once it is built. Ctrl-C ends it.");
    let mut trunk = site::trunk(project);
    // Not in dist/: that holds the site that `cargo xtask build` has finished.
    trunk.args(["serve", "--release", "--dist", "target/serve"]);
    trunk.args(["--port", &port.to_string()]);
    become_program(if open { trunk.arg("--open") } else { &mut trunk })
}

#[derive(Debug, PartialEq)]
struct Options {
    port: u16,
    open: bool,
}

fn parse(arguments: &[String]) -> Outcome<Options> {
    let mut options = Options { port: DEFAULT_PORT, open: false };
    let mut words = arguments.iter().map(String::as_str);
    while let Some(word) = words.next() {
        match word.split_once('=').map_or((word, None), |(name, value)| (name, Some(value))) {
            ("--open", None) => options.open = true,
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
        assert_eq!(parsed(&[]), Some(Options { port: 8080, open: false }));
        assert_eq!(parsed(&["--open", "--port", "9000"]), Some(Options { port: 9000, open: true }));
        assert_eq!(parsed(&["--port=9000"]), Some(Options { port: 9000, open: false }));
    }

    #[test]
    fn bad_arguments_are_refused() {
        for words in [&["--port"][..], &["--port", "0"], &["--port", "70000"], &["--prot", "1"]] {
            assert_eq!(parsed(words), None);
        }
    }
}
