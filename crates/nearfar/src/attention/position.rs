//! Sinusoidal positions, which the vanilla Transformer adds to its embeddings.

use ndarray::{Array2, ArrayView1};

use crate::Real;

/// PE(p, 2i) = sin(p / 10000^(2i/m)), PE(p, 2i+1) = cos(the same), `[positions, m]`
/// (Vaswani et al. 2017, section 3.5). An odd width m ends on a sine.
pub fn sinusoidal_positions<T: Real>(positions: ArrayView1<f64>, width: usize) -> Array2<T> {
    let exponent = |column: usize| (column - column % 2) as f64 / width as f64;
    let wavelengths: Vec<_> = (0..width).map(|column| 10_000_f64.powf(exponent(column))).collect();
    Array2::from_shape_fn((positions.len(), width), |(row, column)| {
        let angle = positions[row] / wavelengths[column];
        T::from_f64(if column % 2 == 0 { angle.sin() } else { angle.cos() })
    })
}

/// Adds the positions 0 .. N-1 to embeddings `[N, m]`, in place.
pub fn add_positions<T: Real>(embeddings: &mut Array2<T>) {
    let positions = ndarray::Array1::from_iter((0..embeddings.nrows()).map(|p| p as f64));
    let width = embeddings.ncols();
    embeddings
        .zip_mut_with(&sinusoidal_positions::<T>(positions.view(), width), |x, &p| *x = *x + p);
}
