//! Pixels of a matrix: values through a scale and a colour table into RGBA bytes for an
//! `ImageData`, one pixel a cell. Enlarging them is the canvas's work.

use std::borrow::Cow;

use super::palette::Table;
use super::scale::Scale;

/// A pixel that shows what lies behind the picture.
const TRANSPARENT: [u8; 4] = [0; 4];

/// Paints `[n]` values as `[n]` opaque RGBA pixels (`4 n` bytes) in one pass without allocation.
/// Where the lengths do not match, the shorter counts. NaN and infinity get their own colour.
pub fn paint(values: &[f32], scale: Scale, table: &Table, out: &mut [u8]) {
    nearfar_kernel::colour::paint(values, scale.index_map(), table.entries(), out);
}

/// Paints a row-major `[rows, columns]` matrix like [`paint`], and leaves the cells (i, j) that
/// `shown` denies transparent.
pub fn paint_masked(
    values: &[f32],
    columns: usize,
    scale: Scale,
    table: &Table,
    shown: impl Fn(usize, usize) -> bool,
    out: &mut [u8],
) {
    let columns = columns.max(1);
    for (i, (values, out)) in values.chunks(columns).zip(out.chunks_mut(4 * columns)).enumerate() {
        paint(values, scale, table, out);
        // A second pass over a row that is still in the cache keeps the first one straight.
        for (j, pixel) in out.as_chunks_mut::<4>().0.iter_mut().enumerate() {
            if !shown(i, j) {
                *pixel = TRANSPARENT;
            }
        }
    }
}

/// A `[n, n]` matrix in `[side, side]` cells, each the mean of the cells that it covers, for
/// thumbnails with fewer pixels than cells. With as many or fewer cells it is the matrix itself,
/// or repeats its cells.
///
/// The mean is what a large picture shows when the screen has fewer pixels than it has cells, so
/// thumbnails and large pictures agree.
pub fn reduce(values: &[f32], n: usize, side: usize) -> Vec<f32> {
    let mut reduced = Vec::with_capacity(side * side);
    let mut sums = vec![0.0; n];
    for i in 0..side {
        let rows = covered(i, side, n);
        sums.fill(0.0);
        for row in rows.clone() {
            nearfar_kernel::add(&mut sums, values.get(row * n..).unwrap_or_default());
        }
        for j in 0..side {
            let columns = covered(j, side, n);
            let count = (rows.len() * columns.len()) as f32;
            reduced.push(sums.get(columns).unwrap_or_default().iter().sum::<f32>() / count);
        }
    }
    reduced
}

/// A `[n, n]` matrix in at most `[most, most]` cells: itself, or [reduced](reduce).
pub fn fit(values: &[f32], n: usize, most: usize) -> Cow<'_, [f32]> {
    if n > most { Cow::Owned(reduce(values, n, most)) } else { Cow::Borrowed(values) }
}

/// The cells of `n` that cell `index` of `side` covers: at least one.
pub(super) fn covered(index: usize, side: usize, n: usize) -> std::ops::Range<usize> {
    let start = index * n / side.max(1);
    start..((index + 1) * n / side.max(1)).max(start + 1)
}
