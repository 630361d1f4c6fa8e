//! How long every method takes for one sentence: 8 heads of 16 dimensions over 100, 64 tokens, `f32`, with
//! every intermediate kept. `cargo run --release -p nearfar --example time_methods -- [tokens] [heads]`
//! prints Markdown: the fastest and the median of 41 runs of each.

use std::sync::Arc;
use std::time::{Duration, Instant};

use ndarray::Array2;
use nearfar::methods::tree::Tree;
use nearfar::methods::{Labels, MethodKind, Options, Sentence};

const RUNS: usize = 41;

fn main() {
    let mut numbers = std::env::args().skip(1).map(|text| text.parse::<usize>());
    let mut number = |default| numbers.next().and_then(Result::ok).unwrap_or(default);
    let (tokens, heads) = (number(64).clamp(1, 512), number(8).clamp(1, 16));
    let width = 100;
    let options = Options {
        seed: 7,
        heads,
        width,
        dimensions: 16,
        clip: 8,
        longest_distance: 6,
        longest_traversal: 5,
        parts_of_speech: 17,
        relations: 37,
        features: 32,
        distance_aware: None,
        projections: None,
    };
    let x = Array2::from_shape_fn((tokens, width), |(i, j)| {
        ((i * 31 + j * 17 + i * j) % 23) as f32 / 23.0 - 0.5
    });
    let chain: Vec<usize> = (0..tokens).collect();
    let Ok(tree) = Tree::of_tokens(&chain) else { return };
    let labels =
        Labels { ids: (0..tokens).map(|token| token % 17).collect(), names: Arc::default() };
    let sentence = Sentence {
        tree: Some(&tree),
        parts_of_speech: Some(&labels),
        relations: Some(&labels),
        ..Sentence::new(x.view())
    };
    println!("| {tokens} tokens, {heads} heads | fastest | median |\n|---|---:|---:|");
    let mut total = [Duration::ZERO; 2];
    for (kind, name) in MethodKind::ALL {
        let method = kind.seeded::<f32>(&options);
        let mut times: Vec<Duration> = (0..RUNS)
            .filter_map(|_| {
                let start = Instant::now();
                let trace = method.run(&sentence).ok()?;
                let time = start.elapsed();
                // What was computed is used, and its memory is given back outside the measure.
                assert!(trace.common().weights.iter().all(|weight| weight.is_finite()));
                Some(time)
            })
            .collect();
        times.sort_unstable();
        let (Some(&fastest), Some(&median)) = (times.first(), times.get(times.len() / 2)) else {
            println!("| {name} | it does not run | |");
            continue;
        };
        total = [total[0] + fastest, total[1] + median];
        println!("| {name} | {:.2} ms | {:.2} ms |", ms(fastest), ms(median));
    }
    println!("| all {} | {:.2} ms | {:.2} ms |", MethodKind::ALL.len(), ms(total[0]), ms(total[1]));
}

fn ms(time: Duration) -> f64 {
    1e3 * time.as_secs_f64()
}
