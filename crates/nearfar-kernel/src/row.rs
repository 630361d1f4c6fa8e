//! One row of scores meets its coefficients.

use crate::Real;

/// max(x, 0).
#[inline(always)]
pub fn relu<T: Real>(x: T) -> T {
    if x > T::zero() { x } else { T::zero() }
}

/// `out = operation(scores, coefficients)`, cell by cell; the shortest slice counts.
#[inline(always)]
pub(crate) fn combine<T: Real>(
    scores: &[T],
    coefficients: &[T],
    out: &mut [T],
    operation: impl Fn(T, T) -> T,
) {
    for ((out, &score), &coefficient) in out.iter_mut().zip(scores).zip(coefficients) {
        *out = operation(score, coefficient);
    }
}

/// `row = operation(row, coefficients)`, cell by cell; the shorter slice counts.
#[inline(always)]
pub(crate) fn combine_in_place<T: Real>(
    row: &mut [T],
    coefficients: &[T],
    operation: impl Fn(T, T) -> T,
) {
    for (cell, &coefficient) in row.iter_mut().zip(coefficients) {
        *cell = operation(*cell, coefficient);
    }
}

/// `out = a - b`, cell by cell; the shortest slice counts.
pub fn subtract(a: &[f32], b: &[f32], out: &mut [f32]) {
    combine(a, b, out, |a, b| a - b);
}

/// `sums += row`, cell by cell; the shorter slice counts.
pub fn add(sums: &mut [f32], row: &[f32]) {
    combine_in_place(sums, row, |sum, x| sum + x);
}
