//! R: how far apart two tokens stand. A distance is a count of tokens; nothing here knows a head.

use ndarray::Array2;

use crate::Real;

/// R_ij = |i - j|, in tokens (Wu et al. 2021, section 3.1).
#[inline]
pub fn relative_distance(i: usize, j: usize) -> usize {
    i.abs_diff(j)
}

/// The relative distance matrix R, `[N, N]`, in tokens (Wu et al. 2021, section 3.1).
pub fn relative_distances<T: Real>(tokens: usize) -> Array2<T> {
    Array2::from_shape_fn((tokens, tokens), |(i, j)| T::from_f64(relative_distance(i, j) as f64))
}

/// w_i · R_ij, the distance as one head weighs it: positive prefers far tokens, negative near ones
/// (Wu et al. 2021, section 3.1).
#[inline]
pub fn weighted_distance(w: f64, distance: usize) -> f64 {
    // 0 · -1 is -0, which a page would show with a minus sign.
    w * distance as f64 + 0.0
}
