//! The command `nearfar`: one file per command, and what they share.
//!
//! | command | with |
//! |---|---|
//! | [`train`] | [`plan`] (what), [`task`] and [`datasets`] (on what), [`session`] (step after step), [`resume`] and [`interrupt`] (stop and go on), [`progress`] (what is shown) |
//! | [`evaluate`] | [`scores`] |
//! | [`attend`], [`pack`], [`card`] | |
//! | [`inspect`], [`laws`], [`attend`] by [`maps`] | any checkpoint, read as a stranger's bytes: [`strangers`] (the files, the tokenizer), [`hand`] (what no file says) |
//! | [`reproduce`] | the paper's tables with the data at hand |

mod attend;
mod card;
mod datasets;
mod error;
mod evaluate;
mod files;
mod hand;
mod inspect;
mod interrupt;
mod laws;
mod maps;
mod methods;
mod own;
mod pack;
mod plan;
mod print;
mod progress;
mod reproduce;
mod resume;
mod scores;
mod session;
mod strangers;
mod task;
mod train;
mod vectors;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

use error::CommandError;

const EXAMPLES: &str = "\
Examples:
  nearfar train --task sst2 --method da --seed 1 --data-dir DATA --out sst2-da.safetensors
  nearfar evaluate sst2-da.safetensors --data-dir DATA
  nearfar attend sst2-da.safetensors \"not a bad film at all\"
  nearfar attend model.safetensors \"the cat sat\" --out maps.npz
  nearfar inspect pytorch_model.bin
  nearfar laws model.safetensors --text sentences.txt
  nearfar methods
  nearfar pack sst2-da.safetensors --rows 2000 --data-dir DATA --out small.safetensors
  nearfar reproduce all --data-dir DATA --out docs/reproduction.md

Exit codes: 0 done, 1 something is wrong with the input or the data, 2 the command line is wrong,
130 interrupted and saved. NEARFAR_DATA and NEARFAR_VECTORS name the folders of data sets and word
vectors where --data-dir and --vectors do not.";

/// Trains, evaluates, explains and inspects DA-Transformers: attention that knows real distance (Wu et al.
/// 2021).
#[derive(Debug, Parser)]
#[command(name = "nearfar", version, after_help = EXAMPLES, arg_required_else_help = true)]
struct Line {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    Train(Box<train::Arguments>),
    Evaluate(evaluate::Arguments),
    Attend(attend::Arguments),
    Inspect(inspect::Arguments),
    Laws(laws::Arguments),
    Pack(pack::Arguments),
    Card(card::Arguments),
    Methods(methods::Arguments),
    Reproduce(reproduce::Arguments),
}

fn main() -> ExitCode {
    let result = match Line::parse().command {
        Command::Train(arguments) => train::run(*arguments),
        Command::Evaluate(arguments) => evaluate::run(&arguments),
        Command::Attend(arguments) => attend::run(&arguments),
        Command::Inspect(arguments) => inspect::run(&arguments),
        Command::Laws(arguments) => laws::run(&arguments),
        Command::Pack(arguments) => pack::run(&arguments),
        Command::Card(arguments) => card::run(&arguments),
        Command::Methods(arguments) => methods::run(&arguments),
        Command::Reproduce(arguments) => reproduce::run(arguments),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        // Whoever read the output has heard enough, as in `nearfar card x | head`.
        Err(CommandError::Print(error)) if error.kind() == std::io::ErrorKind::BrokenPipe => {
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("{}{error}", if error.exit_code() == 130 { "" } else { "error: " });
            ExitCode::from(error.exit_code())
        }
    }
}
