//! The time of a forward pass: `cargo run --release -p nearfar-inspect --example forward --
//! MODEL [tokens] [runs]`. Every run has other tokens.
#![allow(clippy::unwrap_used, clippy::expect_used)]

use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

use nearfar_inspect::encoder::{Encoder, Input};
use nearfar_inspect::recognise::recognise;
use nearfar_inspect::source::FileSource;

fn main() {
    let mut arguments = std::env::args().skip(1);
    let path = arguments.next().expect("a model");
    let mut number = |default| arguments.next().map_or(default, |text| text.parse().unwrap());
    let (tokens, runs) = (number(128), number(20));
    let source = Arc::new(FileSource::open(Path::new(&path)).expect("a file"));
    let checkpoint = nearfar_inspect::open(source, &[]).expect("a checkpoint");
    let report = recognise(&checkpoint);
    let start = Instant::now();
    let encoder = Encoder::load(&checkpoint, &report, 4 << 30).expect("an encoder");
    println!("loaded in {:.0} ms", start.elapsed().as_secs_f64() * 1e3);
    let mut times: Vec<f64> = (0..runs)
        .map(|run| {
            let id = |place: usize| (2_000 + (place * 37 + run * 101) % 20_000) as u32;
            let ids: Vec<u32> = (0..tokens).map(id).collect();
            let start = Instant::now();
            let go_on = &mut |_, _| ControlFlow::Continue(());
            encoder.run(Input::Ids(&ids), 4 << 30, go_on).expect("a run");
            start.elapsed().as_secs_f64() * 1e3
        })
        .collect();
    times.sort_by(f64::total_cmp);
    println!("{tokens} tokens: median {:.1} ms, fastest {:.1} ms", times[runs / 2], times[0]);
}
