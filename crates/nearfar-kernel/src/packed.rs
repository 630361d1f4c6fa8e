//! A matrix that many others are multiplied by, its columns laid out in the order in which a block
//! of sums reads them. Packing takes about as long as multiplying by two rows.

/// Rows and columns of the block whose sums are held in registers: 4 x 8 `f32` are eight vectors,
/// which leaves as many for what they are summed from.
const ROWS: usize = 4;
const COLUMNS: usize = 8;
/// Products that are added up before they meet the sum so far: shorter sums are more exact.
const RUN: usize = 128;
/// Numbers of the right matrix that stay in the innermost cache (24 KB) while all rows of the left
/// one meet them.
const CACHED: usize = 6 * 1024;

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
        let mut panels = vec![0.0; n.div_ceil(COLUMNS) * k * COLUMNS];
        let rows = values[..k * n].chunks_exact(n.max(1));
        for (panel, cells) in panels.chunks_exact_mut((k * COLUMNS).max(1)).enumerate() {
            let start = panel * COLUMNS;
            for (cells, row) in cells.as_chunks_mut::<COLUMNS>().0.iter_mut().zip(rows.clone()) {
                match row[start..].first_chunk() {
                    Some(row) => *cells = *row,
                    None => cells.iter_mut().zip(&row[start..]).for_each(|(cell, &x)| *cell = x),
                }
            }
        }
        Packed { k, n, panels }
    }

    /// From its transpose `[n, k]`, row-major: how most libraries store a linear layer.
    ///
    /// # Panics
    /// Where the slice is shorter than its shape says.
    pub fn transposed(k: usize, n: usize, values: &[f32]) -> Packed {
        let mut panels = vec![0.0; n.div_ceil(COLUMNS) * k * COLUMNS];
        for (column, values) in values[..k * n].chunks_exact(k.max(1)).enumerate() {
            let panel = column / COLUMNS * k * COLUMNS;
            let cells = panels[panel..panel + k * COLUMNS].as_chunks_mut::<COLUMNS>().0;
            for (cells, &value) in cells.iter_mut().zip(values) {
                cells[column % COLUMNS] = value;
            }
        }
        Packed { k, n, panels }
    }

    /// `[k, n]`.
    pub fn shape(&self) -> [usize; 2] {
        [self.k, self.n]
    }

    /// `out = a · self` for `a` `[m, k]`, `out` `[m, n]`, row-major.
    ///
    /// # Panics
    /// Where a slice is shorter than its shape says.
    pub fn multiply(&self, m: usize, a: &[f32], out: &mut [f32]) {
        let Packed { k, n, panels } = self;
        let (k, n) = (*k, *n);
        let (a, out) = (&a[..m * k], &mut out[..m * n]);
        if k == 0 || n == 0 {
            out.fill(0.0);
            return;
        }
        let together = (CACHED / (k * COLUMNS)).max(1);
        for (group, panels) in panels.chunks(together * k * COLUMNS).enumerate() {
            let first_column = group * together * COLUMNS;
            for (a, out) in a.chunks(ROWS * k).zip(out.chunks_mut(ROWS * n)) {
                let rows = rows_of(a, k);
                for start in (0..k).step_by(RUN) {
                    let run = start..k.min(start + RUN);
                    let rows = rows.map(|row| &row[run.clone()]);
                    for (panel, cells) in panels.chunks_exact(k * COLUMNS).enumerate() {
                        let cells = &cells[run.start * COLUMNS..run.end * COLUMNS];
                        let column = first_column + panel * COLUMNS;
                        write(&block_sums(rows, cells), column, n, start > 0, out);
                    }
                }
            }
        }
    }
}

/// Four rows of `[.., k]`; where there are fewer, the last stands for those that are missing.
#[inline(always)]
fn rows_of(a: &[f32], k: usize) -> [&[f32]; ROWS] {
    let last = a.len() / k - 1;
    std::array::from_fn(|row| {
        let start = row.min(last) * k;
        &a[start..start + k]
    })
}

/// Writes a block of sums to the columns from `start` on, as far as there are rows and columns, or
/// adds it to what stands there.
#[inline(always)]
fn write(sums: &[[f32; COLUMNS]; ROWS], start: usize, n: usize, adds: bool, out: &mut [f32]) {
    for (row, sums) in out.chunks_exact_mut(n).zip(sums) {
        match row.get_mut(start..start + COLUMNS) {
            Some(cells) if !adds => cells.copy_from_slice(sums),
            Some(cells) => cells.iter_mut().zip(sums).for_each(|(cell, &sum)| *cell += sum),
            None => row[start..].iter_mut().zip(sums).for_each(|(cell, &sum)| {
                *cell = if adds { *cell + sum } else { sum };
            }),
        }
    }
}

/// The sums of one block of rows, each as long as the panel, with one panel `[.., COLUMNS]`.
#[inline(always)]
fn block_sums(rows: [&[f32]; ROWS], panel: &[f32]) -> [[f32; COLUMNS]; ROWS] {
    let mut sums = [[0.0_f32; COLUMNS]; ROWS];
    let panel = panel.as_chunks::<COLUMNS>().0;
    // Of one known length, so that no index is checked within the loop.
    let rows = rows.map(|row| &row[..panel.len()]);
    for (inner, values) in panel.iter().enumerate() {
        for (sums, row) in sums.iter_mut().zip(rows) {
            for (sum, &value) in sums.iter_mut().zip(values) {
                *sum += row[inner] * value;
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
