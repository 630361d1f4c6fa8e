//! A matrix that many others are multiplied by, its columns laid out in the order in which a block
//! of sums reads them. Packing takes about as long as multiplying by two rows.

/// Rows and columns of the block whose sums are held in registers: 4 x 8 `f32` are eight vectors,
/// which leaves as many for what they are summed from.
const ROWS: usize = 4;
const COLUMNS: usize = 8;

/// A matrix `[k, n]` in panels of [`COLUMNS`] columns, the last filled up with zeros. A panel of a
/// few hundred rows stays in the innermost cache while every row of the left matrix meets it.
#[derive(Clone, Debug, PartialEq)]
pub struct Packed {
    k: usize,
    n: usize,
    panels: Vec<f32>,
}

impl Packed {
    /// From `[k, n]`, row-major.
    ///
    /// # Panics
    /// Where the slice is shorter than its shape says.
    pub fn new(k: usize, n: usize, values: &[f32]) -> Packed {
        Packed::from_fn(k, n, |inner, column| values[inner * n + column])
    }

    /// From its transpose `[n, k]`, row-major: how most libraries store a linear layer.
    ///
    /// # Panics
    /// Where the slice is shorter than its shape says.
    pub fn transposed(k: usize, n: usize, values: &[f32]) -> Packed {
        Packed::from_fn(k, n, |inner, column| values[column * k + inner])
    }

    fn from_fn(k: usize, n: usize, value: impl Fn(usize, usize) -> f32) -> Packed {
        let mut panels = vec![0.0; n.div_ceil(COLUMNS) * k * COLUMNS];
        for (panel, cells) in panels.chunks_exact_mut((k * COLUMNS).max(1)).enumerate() {
            let columns = COLUMNS.min(n - panel * COLUMNS);
            for (inner, row) in cells.chunks_exact_mut(COLUMNS).enumerate() {
                for (column, cell) in row[..columns].iter_mut().enumerate() {
                    *cell = value(inner, panel * COLUMNS + column);
                }
            }
        }
        Packed { k, n, panels }
    }

    /// `[k, n]`.
    pub fn shape(&self) -> [usize; 2] {
        [self.k, self.n]
    }

    /// `out = a · self` for `a` `[m, k]`, `out` `[m, n]`, row-major. The rows of `a` are laid out
    /// anew, too, which costs as much as one panel.
    ///
    /// # Panics
    /// Where a slice is shorter than its shape says.
    pub fn multiply(&self, m: usize, a: &[f32], out: &mut [f32]) {
        let Packed { k, n, panels } = self;
        let (k, n) = (*k, *n);
        let (a, out) = (&a[..m * k], &mut out[..m * n]);
        if k == 0 {
            out.fill(0.0);
            return;
        }
        let blocks = interleaved(m, k, a);
        for (panel, cells) in panels.chunks_exact(k * COLUMNS).enumerate() {
            let start = panel * COLUMNS;
            let columns = COLUMNS.min(n - start);
            for (block, rows) in blocks.chunks_exact(k * ROWS).enumerate() {
                let sums = block_sums(rows, cells);
                let first = block * ROWS;
                for (row, sums) in (first..m).zip(&sums) {
                    let at = row * n + start;
                    if columns == COLUMNS {
                        out[at..at + COLUMNS].copy_from_slice(sums);
                    } else {
                        out[at..at + columns].copy_from_slice(&sums[..columns]);
                    }
                }
            }
        }
    }
}

/// `[m, k]` in blocks of [`ROWS`] rows, each `[k, ROWS]`, the last filled up with zeros.
fn interleaved(m: usize, k: usize, a: &[f32]) -> Vec<f32> {
    let mut blocks = vec![0.0; m.div_ceil(ROWS) * k * ROWS];
    for (block, cells) in blocks.chunks_exact_mut(k * ROWS).enumerate() {
        for (r, row) in a.chunks_exact(k).skip(block * ROWS).take(ROWS).enumerate() {
            for (cell, &value) in cells.iter_mut().skip(r).step_by(ROWS).zip(row) {
                *cell = value;
            }
        }
    }
    blocks
}

/// The sums of one block of rows `[k, ROWS]` with one panel `[k, COLUMNS]`.
#[inline(always)]
fn block_sums(rows: &[f32], panel: &[f32]) -> [[f32; COLUMNS]; ROWS] {
    let mut sums = [[0.0_f32; COLUMNS]; ROWS];
    let (rows, panel) = (rows.as_chunks::<ROWS>().0, panel.as_chunks::<COLUMNS>().0);
    for (factors, values) in rows.iter().zip(panel) {
        for (sums, &factor) in sums.iter_mut().zip(factors) {
            for (sum, &value) in sums.iter_mut().zip(values) {
                *sum += factor * value;
            }
        }
    }
    sums
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::product;

    #[test]
    fn equals_the_plain_product_for_every_edge() {
        for (m, k, n) in
            [(1, 1, 1), (4, 3, 8), (5, 7, 9), (11, 16, 11), (3, 2, 17), (9, 0, 8), (0, 2, 2)]
        {
            // Small whole numbers: sums are exact in any order.
            let a: Vec<f32> = (0..m * k).map(|x| ((x * 7) % 13) as f32 - 6.0).collect();
            let b: Vec<f32> = (0..k * n).map(|x| ((x * 5) % 11) as f32 - 5.0).collect();
            let mut expected = vec![f32::NAN; m * n];
            product::multiply(m, k, n, &a, &b, &mut expected);
            let mut transposed = vec![0.0; k * n];
            product::transpose(k, n, &b, &mut transposed);
            for packed in [Packed::new(k, n, &b), Packed::transposed(k, n, &transposed)] {
                assert_eq!(packed.shape(), [k, n]);
                let mut out = vec![f32::NAN; m * n];
                packed.multiply(m, &a, &mut out);
                assert_eq!(out, expected, "{m} x {k} x {n}");
            }
        }
    }
}
