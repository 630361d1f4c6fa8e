//! The project's commands: `cargo xtask --help` lists them. Each is one module and one row of
//! [`COMMANDS`]; each installs what it needs and finds missing, and says so first.

mod bench;
mod check;
mod csp;
mod dependencies;
mod failure;
mod languages;
mod lean;
mod models;
mod offline;
mod order;
mod programs;
mod project;
mod sentences;
mod serve;
mod single;
mod site;
mod size;
mod start;
mod test;
// The compiler that the package's build script has, too; functions are written there alone.
#[path = "../../crates/nearfar-texts/compile.rs"]
#[cfg_attr(not(test), expect(dead_code))]
mod texts;
mod tidy;
mod tools;
mod wasm;
mod wheel;

use failure::Outcome;
use project::Project;
use std::process::ExitCode;

/// A command: what a person types, what they read about it, and what it does.
struct Command {
    name: &'static str,
    arguments: &'static str,
    about: &'static str,
    run: fn(&Project, &[String]) -> Outcome,
}

const COMMANDS: &[Command] = &[
    Command {
        name: "serve",
        arguments: "[--port PORT] [--open]",
        about: "build the page, serve it on this machine, and build it again on every change",
        run: serve::run,
    },
    Command {
        name: "build",
        arguments: "",
        about: "write the static site to dist/, ready for any host and path, within its size budgets",
        run: site::run,
    },
    Command {
        name: "single",
        arguments: "[--built]",
        about: "build the site as one HTML file, which runs from a disk, and print where it is",
        run: single::run,
    },
    Command {
        name: "wheel",
        arguments: "[--built]",
        about: "build the Python package for notebooks, and print where it is",
        run: wheel::run,
    },
    Command {
        name: "test",
        arguments: "[native|wasm|e2e|firefox]",
        about: "run the tests: on this machine, as WASM in a browser, on the built page, or all three; on demand in Firefox",
        run: test::run,
    },
    Command {
        name: "check",
        arguments: "[STEP]",
        about: "check formatting, lints and the house rules, or one step (`house rules`)",
        run: check::run,
    },
    Command {
        name: "bench",
        arguments: "[--peers DIR]",
        about: "time the Lab's attention and colours in Chromium, beside peers where their harness is",
        run: bench::run,
    },
    Command {
        name: "fetch-models",
        arguments: "",
        about: "fetch published models (100 MB) into target/models for the tests that need them",
        run: models::fetch_models,
    },
];

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match dispatch(&arguments) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            eprintln!("\nxtask: {failure}");
            ExitCode::FAILURE
        }
    }
}

fn dispatch(arguments: &[String]) -> Outcome {
    let asks_for_help = |text: &String| matches!(text.as_str(), "--help" | "-h" | "help");
    let Some((name, rest)) = arguments.split_first() else {
        print!("{}", help());
        return Ok(());
    };
    if arguments.iter().any(asks_for_help) {
        print!("{}", help());
        return Ok(());
    }
    match COMMANDS.iter().find(|command| command.name == name) {
        Some(command) => (command.run)(&Project::find()?, rest),
        None => Err(failure::usage(format!("there is no command `{name}`"))),
    }
}

fn help() -> String {
    let mut text = String::from("The project's commands.\n\nUsage: cargo xtask COMMAND\n\n");
    for Command { name, arguments, about, .. } in COMMANDS {
        text.push_str(&format!("  {:<30}  {about}\n", format!("{name} {arguments}").trim_end()));
    }
    text.push_str(
        "\nWhat a command needs and finds missing it installs, or it prints how to install it.\n\
         CHROMIUM and CHROMEDRIVER name another browser and driver for the tests.\n",
    );
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn help_names_every_command() {
        let help = help();
        for command in COMMANDS {
            assert!(help.contains(command.name) && help.contains(command.about));
        }
    }

    #[test]
    fn an_unknown_command_is_named() {
        let failure = dispatch(&["biuld".to_owned()]).map_err(|failure| failure.to_string());
        assert!(failure.is_err_and(|text| text.contains("`biuld`") && text.contains("--help")));
    }
}
