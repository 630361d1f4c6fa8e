//! The product of a matrix and one that is laid out in strips: the loops of [`crate::Packed`].

use crate::vector::F32x4;

/// Rows and columns of the block whose sums are held in registers: 4 x 8 `f32` are eight vectors,
/// which leaves as many for what they are summed from.
const ROWS: usize = 4;
/// Columns of a strip.
pub const COLUMNS: usize = 8;
/// Products that are added up before they meet the sum so far: shorter sums are more exact.
const RUN: usize = 128;
/// Numbers of the right matrix that stay in the innermost cache (24 KB) while all rows of the left
/// one meet them.
const CACHED: usize = 6 * 1024;

/// How many numbers the strips of a matrix `[k, n]` hold.
pub const fn length(k: usize, n: usize) -> usize {
    n.div_ceil(COLUMNS) * k * COLUMNS
}

/// [`multiply`].
pub type Multiply = fn(usize, usize, &[f32], usize, &[f32], &mut [f32]);

type Sums = [[F32x4; 2]; ROWS];

/// `out = a · b` for `a` `[m, k]`, `out` `[m, n]`, row-major, and `b` in strips of [`COLUMNS`] columns,
/// the last filled up. A strip of a few hundred rows stays in the innermost cache while every row of
/// the left matrix meets it.
///
/// # Panics
/// Where a slice is shorter than its shape says.
pub fn multiply(k: usize, n: usize, strips: &[f32], m: usize, a: &[f32], out: &mut [f32]) {
    let (a, out) = (&a[..m * k], &mut out[..m * n]);
    if k == 0 || n == 0 {
        out.fill(0.0);
        return;
    }
    let together = (CACHED / (k * COLUMNS)).max(1);
    for (group, strips) in strips.chunks(together * k * COLUMNS).enumerate() {
        let first_column = group * together * COLUMNS;
        for (a, out) in a.chunks(ROWS * k).zip(out.chunks_mut(ROWS * n)) {
            let rows = rows_of(a, k);
            for start in (0..k).step_by(RUN) {
                let run = start..k.min(start + RUN);
                let rows = rows.map(|row| &row[run.clone()]);
                for (strip, cells) in strips.chunks_exact(k * COLUMNS).enumerate() {
                    let cells = &cells[run.start * COLUMNS..run.end * COLUMNS];
                    let column = first_column + strip * COLUMNS;
                    write(&block_sums(rows, cells), column, n, start > 0, out);
                }
            }
        }
    }
}

/// Four rows of `[.., k]`; where there are fewer, the last stands for those that are missing.
#[inline(always)]
fn rows_of(a: &[f32], k: usize) -> [&[f32]; ROWS] {
    let last = a.len() / k - 1;
    core::array::from_fn(|row| {
        let start = row.min(last) * k;
        &a[start..start + k]
    })
}

/// Writes a block of sums to the columns from `start` on, as far as there are rows and columns, or
/// adds it to what stands there.
#[inline(always)]
fn write(sums: &Sums, start: usize, n: usize, adds: bool, out: &mut [f32]) {
    for (row, &[left, right]) in out.chunks_exact_mut(n).zip(sums) {
        let row = &mut row[start..];
        if let Some((cells, _)) = row.split_first_chunk_mut::<COLUMNS>() {
            for (cells, sums) in cells.as_chunks_mut::<4>().0.iter_mut().zip([left, right]) {
                let sums = if adds { F32x4::load(cells).plus(sums) } else { sums };
                sums.store(cells);
            }
        } else {
            let mut values = [0.0; COLUMNS];
            let halves = values.as_chunks_mut::<4>().0.iter_mut();
            halves.zip([left, right]).for_each(|(half, sums)| sums.store(half));
            row.iter_mut().zip(values).for_each(|(cell, sum)| {
                *cell = if adds { *cell + sum } else { sum };
            });
        }
    }
}

/// The sums of one block of rows, each as long as the strip, with one strip `[.., COLUMNS]`.
#[inline(always)]
fn block_sums(rows: [&[f32]; ROWS], strip: &[f32]) -> Sums {
    let mut sums = [[F32x4::splat(0.0); 2]; ROWS];
    let strip = strip.as_chunks::<COLUMNS>().0;
    // Of one known length, so that no index is checked within the loop.
    let rows = rows.map(|row| &row[..strip.len()]);
    for (inner, values) in strip.iter().enumerate() {
        let [left, right] = values.as_chunks::<4>().0 else { continue };
        let (left, right) = (F32x4::load(left), F32x4::load(right));
        for (sums, row) in sums.iter_mut().zip(rows) {
            let factor = F32x4::splat(row[inner]);
            *sums = [factor.times_plus(left, sums[0]), factor.times_plus(right, sums[1])];
        }
    }
    sums
}
