//! Pixels of a matrix: values through a scale and a colour table into RGBA bytes for an
//! `ImageData`, one pixel a cell. Enlarging them is the canvas's work.

use nearfar_kernel::colour::MISSING;

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

/// Paints a row-major `[rows, columns]` matrix into `[out_rows, out_columns]` pixels, for
/// thumbnails with fewer pixels than cells (with more, cells are repeated).
///
/// Each pixel shows the cell of its block that deviates most: from the middle on diverging
/// scales, from the low end otherwise. A mean would wash out a head that looks at one token in
/// each row, which is what thumbnails are scanned for. A non-finite cell always wins; a block
/// without any `shown` cell stays transparent.
pub fn paint_reduced(
    values: &[f32],
    columns: usize,
    scale: Scale,
    table: &Table,
    [out_rows, out_columns]: [usize; 2],
    shown: impl Fn(usize, usize) -> bool,
    out: &mut [u8],
) {
    let rows = values.len() / columns.max(1);
    let (pixels, _) = out.as_chunks_mut::<4>();
    if rows == 0 || columns == 0 || out_columns == 0 {
        pixels.fill(TRANSPARENT);
        return;
    }
    let map = scale.index_map();
    let pivot = if scale.is_diverging() { i32::from(MISSING) - 1 } else { 0 };
    let deviation = |index: u16| (2 * i32::from(index) - pivot).abs();
    let mut indices = vec![0; columns];
    let mut strongest: Vec<Option<u16>> = vec![None; out_columns];
    for (out_row, pixels) in pixels.chunks_mut(out_columns).take(out_rows).enumerate() {
        strongest.fill(None);
        for i in block(out_row, out_rows, rows) {
            let Some(row) = values.get(i * columns..(i + 1) * columns) else {
                break;
            };
            map.indices(row, &mut indices);
            for (out_column, strongest) in strongest.iter_mut().enumerate() {
                let cells = block(out_column, out_columns, columns);
                let start = cells.start;
                for (j, &index) in indices.get(cells).unwrap_or_default().iter().enumerate() {
                    if strongest.is_none_or(|best| deviation(index) > deviation(best))
                        && shown(i, start + j)
                    {
                        *strongest = Some(index);
                    }
                }
            }
        }
        for (pixel, strongest) in pixels.iter_mut().zip(&strongest) {
            *pixel = strongest.map_or(TRANSPARENT, |index| table.rgba(index));
        }
    }
}

/// The cells behind pixel `index` of `pixels`: all that it touches, at least one.
fn block(index: usize, pixels: usize, cells: usize) -> std::ops::Range<usize> {
    let start = index * cells / pixels;
    let end = ((index + 1) * cells).div_ceil(pixels);
    start..end.max(start + 1).min(cells)
}
