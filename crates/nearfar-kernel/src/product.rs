//! Matrix products of row-major slices, blocked so that the sums stay in registers: what the packed
//! product is held to, and what computes in `f64`.

use crate::Real;

/// Rows and columns of the block whose sums are held in registers: 4 x 8 `f32` are eight vectors.
const ROWS: usize = 4;
const COLUMNS: usize = 8;

/// `out = a · b` for `a` `[m, k]`, `b` `[k, n]`, `out` `[m, n]`, all row-major.
///
/// # Panics
/// Where a slice is shorter than its shape says.
pub fn multiply<T: Real>(m: usize, k: usize, n: usize, a: &[T], b: &[T], out: &mut [T]) {
    let (a, b, out) = (&a[..m * k], &b[..k * n], &mut out[..m * n]);
    for i in (0..m).step_by(ROWS) {
        let rows = ROWS.min(m - i);
        for j in (0..n).step_by(COLUMNS) {
            let columns = COLUMNS.min(n - j);
            if rows == ROWS && columns == COLUMNS {
                block(i, j, k, n, a, b, out);
            } else {
                edge(i..i + rows, j..j + columns, k, n, a, b, out);
            }
        }
    }
}

#[inline(always)]
fn block<T: Real>(i: usize, j: usize, k: usize, n: usize, a: &[T], b: &[T], out: &mut [T]) {
    let mut sums = [[T::zero(); COLUMNS]; ROWS];
    let a_rows: [&[T]; ROWS] = std::array::from_fn(|r| &a[(i + r) * k..(i + r + 1) * k]);
    for inner in 0..k {
        let b_row = &b[inner * n + j..inner * n + j + COLUMNS];
        for (row, a_row) in sums.iter_mut().zip(a_rows) {
            let factor = a_row[inner];
            for (sum, &value) in row.iter_mut().zip(b_row) {
                *sum = *sum + factor * value;
            }
        }
    }
    for (r, row) in sums.iter().enumerate() {
        out[(i + r) * n + j..(i + r) * n + j + COLUMNS].copy_from_slice(row);
    }
}

fn edge<T: Real>(
    rows: std::ops::Range<usize>,
    columns: std::ops::Range<usize>,
    k: usize,
    n: usize,
    a: &[T],
    b: &[T],
    out: &mut [T],
) {
    for i in rows {
        for j in columns.clone() {
            let mut sum = T::zero();
            for inner in 0..k {
                sum = sum + a[i * k + inner] * b[inner * n + j];
            }
            out[i * n + j] = sum;
        }
    }
}

/// `out = a · bᵀ` for `a` `[m, k]`, `b` `[n, k]`, `out` `[m, n]`, all row-major.
///
/// # Panics
/// Where a slice is shorter than its shape says.
pub fn multiply_transposed<T: Real>(m: usize, k: usize, n: usize, a: &[T], b: &[T], out: &mut [T]) {
    let mut turned = vec![T::zero(); k * n];
    transpose(n, k, b, &mut turned);
    multiply(m, k, n, a, &turned, out);
}

/// `out = aᵀ` for `a` `[m, n]`, `out` `[n, m]`, row-major.
pub fn transpose<T: Real>(m: usize, n: usize, a: &[T], out: &mut [T]) {
    for i in 0..m {
        for j in 0..n {
            out[j * m + i] = a[i * n + j];
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equals_the_definition_for_every_edge() {
        for (m, k, n) in [(1, 1, 1), (4, 3, 8), (5, 7, 9), (11, 16, 11), (3, 2, 17), (9, 1, 8)] {
            let a: Vec<f64> = (0..m * k).map(|x| ((x * 7) % 13) as f64 - 6.0).collect();
            let b: Vec<f64> = (0..k * n).map(|x| ((x * 5) % 11) as f64 - 5.0).collect();
            let mut out = vec![f64::NAN; m * n];
            multiply(m, k, n, &a, &b, &mut out);
            for i in 0..m {
                for j in 0..n {
                    let expected: f64 = (0..k).map(|x| a[i * k + x] * b[x * n + j]).sum();
                    assert_eq!(out[i * n + j], expected, "[{i}, {j}] of {m} x {k} x {n}");
                }
            }
        }
    }
}
