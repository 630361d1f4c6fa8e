//! The product of a matrix and one that is laid out in strips: the loops of [`crate::Packed`].

use crate::vector::F32x8;

/// Rows of the block whose sums are held in registers: 4 x 8 `f32` are eight vectors of four, which
/// leaves as many for what they are summed from.
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

/// `out = a · b` for `a` `[m, k]`, `out` `[m, n]`, row-major, and `b` in strips of [`COLUMNS`] columns,
/// the last filled up. A strip of a few hundred rows stays in the innermost cache while every row of
/// the left matrix meets it.
///
/// # Panics
/// Where a slice is shorter than its shape says.
pub fn multiply(k: usize, n: usize, strips: &[f32], m: usize, a: &[f32], out: &mut [f32]) {
    multiply_in_blocks::<ROWS, 1, false>(k, n, strips, m, a, out);
}

/// As [`multiply`], in blocks of so many rows and strips; `IS_FUSED`: products are rounded with the sum that
/// they are added to.
#[inline(always)]
pub fn multiply_in_blocks<const ROWS: usize, const STRIPS: usize, const IS_FUSED: bool>(
    k: usize,
    n: usize,
    strips: &[f32],
    m: usize,
    a: &[f32],
    out: &mut [f32],
) {
    let (a, out) = (&a[..m * k], &mut out[..m * n]);
    if k == 0 || n == 0 {
        out.fill(0.0);
        return;
    }
    let together = (CACHED / (k * COLUMNS * STRIPS)).max(1) * STRIPS;
    for (group, strips) in strips.chunks(together * k * COLUMNS).enumerate() {
        let first_column = group * together * COLUMNS;
        for (a, out) in a.chunks(ROWS * k).zip(out.chunks_mut(ROWS * n)) {
            let rows = rows_of::<ROWS>(a, k);
            for start in (0..k).step_by(RUN) {
                let run = start..k.min(start + RUN);
                let rows = rows.map(|row| &row[run.clone()]);
                let cells = run.start * COLUMNS..run.end * COLUMNS;
                let blocks = strips.chunks_exact(k * COLUMNS * STRIPS);
                let last = blocks.remainder().chunks_exact(k * COLUMNS);
                let mut column = first_column;
                for block in blocks {
                    let strips = core::array::from_fn(|strip| {
                        &block[strip * k * COLUMNS..(strip + 1) * k * COLUMNS][cells.clone()]
                    });
                    for sums in block_sums::<ROWS, STRIPS, IS_FUSED>(rows, strips) {
                        write(&sums, column, n, start > 0, out);
                        column += COLUMNS;
                    }
                }
                for strip in last {
                    let [sums] = block_sums::<ROWS, 1, IS_FUSED>(rows, [&strip[cells.clone()]]);
                    write(&sums, column, n, start > 0, out);
                    column += COLUMNS;
                }
            }
        }
    }
}

/// Some rows of `[.., k]`; where there are fewer, the last stands for those that are missing.
#[inline(always)]
fn rows_of<const ROWS: usize>(a: &[f32], k: usize) -> [&[f32]; ROWS] {
    let last = a.len() / k - 1;
    core::array::from_fn(|row| {
        let start = row.min(last) * k;
        &a[start..start + k]
    })
}

/// Writes a block of sums to the columns from `start` on, as far as there are rows and columns, or
/// adds it to what stands there.
#[inline(always)]
fn write(sums: &[F32x8], start: usize, n: usize, adds: bool, out: &mut [f32]) {
    for (row, &sums) in out.chunks_exact_mut(n).zip(sums) {
        let row = &mut row[start..];
        if let Some((cells, _)) = row.split_first_chunk_mut::<COLUMNS>() {
            let sums = if adds { F32x8::load(cells).plus(sums) } else { sums };
            sums.store(cells);
        } else {
            let mut values = [0.0; COLUMNS];
            sums.store(&mut values);
            row.iter_mut().zip(values).for_each(|(cell, sum)| {
                *cell = if adds { *cell + sum } else { sum };
            });
        }
    }
}

/// The sums of one block of rows, each as long as the strips, with some strips `[.., COLUMNS]`.
#[inline(always)]
fn block_sums<const ROWS: usize, const STRIPS: usize, const IS_FUSED: bool>(
    rows: [&[f32]; ROWS],
    strips: [&[f32]; STRIPS],
) -> [[F32x8; ROWS]; STRIPS] {
    let mut sums = [[F32x8::splat(0.0); ROWS]; STRIPS];
    let strips = strips.map(|strip| strip.as_chunks::<COLUMNS>().0);
    // Of one known length, so that no index is checked within the loop.
    let length = strips.first().map_or(0, |strip| strip.len());
    let (rows, strips) = (rows.map(|row| &row[..length]), strips.map(|strip| &strip[..length]));
    for inner in 0..length {
        let values = strips.map(|strip| F32x8::load(&strip[inner]));
        for (row, place) in rows.iter().zip(0..ROWS) {
            let factor = row[inner];
            for (sums, values) in sums.iter_mut().zip(values) {
                sums[place] = sums[place].plus_times::<IS_FUSED>(factor, values);
            }
        }
    }
    sums
}
