//! The time of one training step of every method beside vanilla's, in turns in one run, so that what
//! slows the machine slows all of them: `cargo run --release -p nearfar-training --example methods --
//! [batch] [longest text] [rounds]`. The model and the texts are those of the example `step`.
#![allow(clippy::unwrap_used, clippy::expect_used)]

use std::time::Instant;

use nearfar::model::{Architecture, OwnMethod, Pooling, Structure};
use nearfar::settings::{model_method_from_text, model_method_text};
use nearfar_training::corpus::{Corpus, Example};
use nearfar_training::options::Options;
use nearfar_training::run::Run;

/// Words of the made-up texts.
const WORDS: usize = 16_000;
/// Rounds that are not counted.
const FIRST: usize = 3;

fn run_of(method: &str, batch: usize, longest: usize, rounds: usize) -> Run {
    let example = |index: usize| {
        let length = longest / 2 + index * 7919 % (longest - longest / 2 + 1);
        let word = |place: usize| ((index * 104_729 + place * 7_907) % WORDS) as u32;
        Example { sequences: vec![(0..length.max(1)).map(word).collect()], label: index % 2 }
    };
    let corpus = Corpus {
        words: (0..WORDS).map(|word| format!("w{word}")).collect(),
        train: (0..batch * (rounds + FIRST)).map(example).collect(),
        ..Corpus::default()
    };
    let architecture = Architecture {
        method: model_method_from_text(method).expect("a method"),
        heads: 16,
        dimensions: 16,
        width: 100,
        feed_forward: 256,
        pooling: Pooling::Attention { size: 64 },
        structure: Structure::Single,
        classes: vec!["no".to_owned(), "yes".to_owned()],
    };
    let options = Options { batch, epochs: 1, ..Options::default() };
    Run::new(architecture, options, corpus, None).expect("a run")
}

fn main() {
    let arguments: Vec<usize> =
        std::env::args().skip(1).map(|number| number.parse().expect("a number")).collect();
    let argument = |place: usize, default| arguments.get(place).copied().unwrap_or(default);
    let (batch, longest, rounds) = (argument(0, 64), argument(1, 24), argument(2, 30));
    let lab = ["vanilla", "vanilla:no-positions", "da", "da:linear"].map(str::to_owned);
    let own = OwnMethod::ALL.map(|(method, ..)| model_method_text(method.into()));
    let mut runs: Vec<(String, Run, Vec<f64>)> = lab
        .into_iter()
        .chain(own)
        .map(|name| {
            let run = run_of(&name, batch, longest, rounds);
            (name, run, Vec::new())
        })
        .collect();
    for round in 0..rounds + FIRST {
        for (_, run, times) in &mut runs {
            let start = Instant::now();
            run.advance().expect("a step");
            if round >= FIRST {
                times.push(start.elapsed().as_secs_f64() * 1e3);
            }
        }
    }
    let threads = std::env::var("RAYON_NUM_THREADS").unwrap_or_else(|_| "all".to_owned());
    println!("batch {batch}, up to {longest} tokens, threads {threads}, {rounds} rounds\n");
    println!("| method | own numbers | fastest ms | median ms | fastest / vanilla's |");
    println!("|---|---:|---:|---:|---:|");
    let mut vanilla = None;
    for (name, run, mut times) in runs {
        times.sort_by(f64::total_cmp);
        let (fastest, median) = (times[0], times[times.len() / 2]);
        let beside = fastest / *vanilla.get_or_insert(fastest);
        let tensors = run.architecture.tensors();
        let own = tensors
            .iter()
            .filter(|spec| spec.role.is_position() && run.parameter(&spec.name).is_some());
        let reads = run.architecture.method.lab().is_none_or(|method| method.knows_distance());
        let own: usize = if reads { own.map(|spec| spec.len()).sum() } else { 0 };
        println!("| `{name}` | {own} | {fastest:.1} | {median:.1} | {beside:.2} |");
    }
}
