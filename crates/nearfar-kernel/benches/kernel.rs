//! What a slider and a keystroke wait for, natively: `cargo bench -p nearfar-kernel`. The fast kernel
//! beside the plain one; times in a browser are `cargo xtask bench`.

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use nearfar_kernel::colour::{self, IndexMap};
use nearfar_kernel::rescale::{Head, fast, plain};
use nearfar_kernel::{Packed, product};

fn numbers(count: usize) -> Vec<f32> {
    (0..count).map(|index| ((index * 37) % 101) as f32 / 25.0 - 2.0).collect()
}

fn rescale(criterion: &mut Criterion) {
    for tokens in [128, 512] {
        let scores = numbers(tokens * tokens);
        let coefficients: Vec<f32> = (0..2 * tokens - 1)
            .map(|place| (-0.1 * place.abs_diff(tokens - 1) as f32).exp())
            .collect();
        let binary: Vec<f32> = coefficients.iter().map(|f| f * std::f32::consts::LOG2_E).collect();
        let head = Head {
            tokens,
            causal: false,
            scores: &scores,
            coefficients: &coefficients,
            binary_coefficients: &binary,
            largest_score: 2.0,
        };
        let mut out = vec![0.0; tokens * tokens];
        let mut group = criterion.benchmark_group(format!("rescale one head, N = {tokens}"));
        group.bench_function("fast", |bencher| bencher.iter(|| fast(black_box(head), &mut out)));
        group.bench_function("plain", |bencher| bencher.iter(|| plain(black_box(head), &mut out)));
    }
}

fn multiply(criterion: &mut Criterion) {
    for (m, k, n) in [(128, 300, 16), (512, 16, 512), (128, 256, 256)] {
        let (a, b, mut out) = (numbers(m * k), numbers(k * n), vec![0.0; m * n]);
        let mut group = criterion.benchmark_group(format!("product {m} x {k} x {n}"));
        group.bench_function("packed", |bencher| {
            bencher.iter(|| Packed::new(k, n, black_box(&b)).multiply(m, &a, &mut out));
        });
        group.bench_function("plain", |bencher| {
            bencher.iter(|| product::multiply(m, k, n, &a, black_box(&b), &mut out));
        });
    }
}

fn paint(criterion: &mut Criterion) {
    let values = numbers(512 * 512);
    let (table, mut out) = ([[0, 0, 0, 255]; colour::ENTRIES], vec![0; 4 * values.len()]);
    let map = IndexMap { logarithmic: false, origin: -2.0, gain: 63.75, base: 0.0 };
    criterion.bench_function("paint 512 x 512", |bencher| {
        bencher.iter(|| colour::paint(black_box(&values), map, &table, &mut out));
    });
}

criterion_group!(benches, rescale, multiply, paint);
criterion_main!(benches);
