//! The time and the memory of one training step of every method beside vanilla's, in turns in one run, so
//! that what slows the machine slows all of them: `cargo run --release -p nearfar-training --example
//! methods -- [batch] [longest text] [rounds] [shortest text]`. The model is that of the example `step`, and
//! so are the texts, whose lengths are spread from the shortest (half the longest, unless it is said).
#![allow(clippy::unwrap_used, clippy::expect_used)]

use std::time::Instant;

use nearfar::model::{Architecture, OwnMethod, Pooling, Structure};
use nearfar::settings::{model_method_from_text, model_method_text};
use nearfar_training::corpus::{Corpus, Example};
use nearfar_training::options::Options;
use nearfar_training::run::Run;
use peak_alloc::PeakAlloc;

#[global_allocator]
static MEMORY: PeakAlloc = PeakAlloc;

/// Words of the made-up texts.
const WORDS: usize = 16_000;
/// Rounds that are not counted.
const FIRST: usize = 3;

fn run_of(method: &str, batch: usize, [shortest, longest]: [usize; 2], rounds: usize) -> Run {
    let example = |index: usize| {
        let length = shortest + index * 7919 % (longest - shortest + 1);
        let word = |place: usize| ((index * 104_729 + place * 7_907) % WORDS) as u32;
        Example::new(vec![(0..length.max(1)).map(word).collect()], index % 2)
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
    let shortest = argument(3, longest / 2).min(longest);
    let lab = ["vanilla", "vanilla:no-positions", "da", "da:linear"].map(str::to_owned);
    let own = OwnMethod::all().map(|method| model_method_text(method.into()));
    let mut runs: Vec<(String, Run, Vec<f64>, usize)> = lab
        .into_iter()
        .chain(own)
        .map(|name| {
            let run = run_of(&name, batch, [shortest, longest], rounds);
            (name, run, Vec::new(), 0)
        })
        .collect();
    for round in 0..rounds + FIRST {
        for (_, run, times, most) in &mut runs {
            let before = MEMORY.current_usage();
            MEMORY.reset_peak_usage();
            let start = Instant::now();
            run.advance().expect("a step");
            *most = MEMORY.peak_usage().saturating_sub(before).max(*most);
            if round >= FIRST {
                times.push(start.elapsed().as_secs_f64() * 1e3);
            }
        }
    }
    let threads = std::env::var("RAYON_NUM_THREADS").unwrap_or_else(|_| "all".to_owned());
    println!("batch {batch}, {shortest} to {longest} tokens, threads {threads}, {rounds} rounds\n");
    println!(
        "| method | own numbers | fastest ms | median ms | / vanilla's | most MB | / vanilla's |"
    );
    println!("|---|---:|---:|---:|---:|---:|---:|");
    let mut vanilla = None;
    for (name, run, mut times, most) in runs {
        times.sort_by(f64::total_cmp);
        let (fastest, median) = (times[0], times[times.len() / 2]);
        let most = most as f64 / 1e6;
        let (time, memory) = *vanilla.get_or_insert((fastest, most));
        let tensors = run.architecture.tensors();
        let own = tensors
            .iter()
            .filter(|spec| spec.role.is_position() && run.parameter(&spec.name).is_some());
        let reads = run.architecture.method.lab().is_none_or(|method| method.knows_distance());
        let own: usize = if reads { own.map(|spec| spec.len()).sum() } else { 0 };
        println!(
            "| `{name}` | {own} | {fastest:.1} | {median:.1} | {:.2} | {most:.2} | {:.2} |",
            fastest / time,
            most / memory
        );
    }
}
