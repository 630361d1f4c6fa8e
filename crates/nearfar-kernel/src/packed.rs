//! A matrix that many others are multiplied by, its columns laid out in the order in which a block
//! of sums reads them. Packing takes about as long as multiplying by two rows.

use crate::fastest;
use crate::strips::{self, COLUMNS};

/// A matrix `[k, n]` in strips of [`COLUMNS`] columns, the last filled up with zeros.
#[derive(Clone, Debug, PartialEq)]
pub struct Packed {
    k: usize,
    n: usize,
    strips: Vec<f32>,
}

impl Packed {
    /// From `[k, n]`, row-major.
    ///
    /// # Panics
    /// Where the slice is shorter than its shape says.
    pub fn new(k: usize, n: usize, values: &[f32]) -> Packed {
        let mut strips = vec![0.0; strips::length(k, n)];
        let rows = values[..k * n].chunks_exact(n.max(1));
        for (strip, cells) in strips.chunks_exact_mut((k * COLUMNS).max(1)).enumerate() {
            let start = strip * COLUMNS;
            for (cells, row) in cells.as_chunks_mut::<COLUMNS>().0.iter_mut().zip(rows.clone()) {
                match row[start..].first_chunk() {
                    Some(row) => *cells = *row,
                    None => cells.iter_mut().zip(&row[start..]).for_each(|(cell, &x)| *cell = x),
                }
            }
        }
        Packed { k, n, strips }
    }

    /// From its transpose `[n, k]`, row-major: how most libraries store a linear layer.
    ///
    /// # Panics
    /// Where the slice is shorter than its shape says.
    pub fn transposed(k: usize, n: usize, values: &[f32]) -> Packed {
        let mut strips = vec![0.0; strips::length(k, n)];
        for (column, values) in values[..k * n].chunks_exact(k.max(1)).enumerate() {
            let strip = column / COLUMNS * k * COLUMNS;
            let cells = strips[strip..strip + k * COLUMNS].as_chunks_mut::<COLUMNS>().0;
            for (cells, &value) in cells.iter_mut().zip(values) {
                cells[column % COLUMNS] = value;
            }
        }
        Packed { k, n, strips }
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
        let Packed { k, n, strips } = self;
        fastest::multiply()(*k, *n, strips, m, a, out);
    }
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
