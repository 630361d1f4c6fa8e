//! The time of one training step on made-up texts: `cargo run --release -p nearfar-training
//! --example step -- [batch] [longest text] [steps]`. Lengths are spread from half the longest to the longest.
#![allow(clippy::unwrap_used, clippy::expect_used)]

use std::time::Instant;

use nearfar::Method;
use nearfar::model::{Architecture, Pooling, Structure};
use nearfar_training::corpus::{Corpus, Example};
use nearfar_training::options::Options;
use nearfar_training::run::Run;

/// Words of the made-up texts.
const WORDS: usize = 16_000;

fn main() {
    let arguments: Vec<usize> =
        std::env::args().skip(1).map(|number| number.parse().expect("a number")).collect();
    let argument = |place: usize, default| arguments.get(place).copied().unwrap_or(default);
    let (batch, longest, steps) = (argument(0, 64), argument(1, 24), argument(2, 60));
    let example = |index: usize| {
        let length = longest / 2 + index * 7919 % (longest - longest / 2 + 1);
        let word = |place: usize| ((index * 104_729 + place * 7_907) % WORDS) as u32;
        Example::new(vec![(0..length.max(1)).map(word).collect()], index % 2)
    };
    let corpus = Corpus {
        words: (0..WORDS).map(|word| format!("w{word}")).collect(),
        train: (0..batch * steps).map(example).collect(),
        ..Corpus::default()
    };
    let architecture = Architecture {
        method: Method::DISTANCE_AWARE.into(),
        heads: 16,
        dimensions: 16,
        width: 100,
        feed_forward: 256,
        pooling: Pooling::Attention { size: 64 },
        structure: Structure::Single,
        classes: vec!["no".to_owned(), "yes".to_owned()],
    };
    let options = Options { batch, epochs: 1, ..Options::default() };
    let mut run = Run::new(architecture, options, corpus, None).expect("a run");
    let mut times = Vec::new();
    while !run.is_done() {
        let start = Instant::now();
        run.advance().expect("a step");
        times.push(start.elapsed().as_secs_f64() * 1e3);
    }
    times.drain(..times.len().min(10));
    times.sort_by(f64::total_cmp);
    let threads = std::env::var("RAYON_NUM_THREADS").unwrap_or_else(|_| "all".to_owned());
    println!(
        "batch {batch}, up to {longest} tokens, threads {threads}: median {:.1} ms, fastest {:.1} ms",
        times[times.len() / 2],
        times[0]
    );
}
