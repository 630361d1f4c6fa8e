//! The loops of [`crate::strips`] and [`crate::powers`] as fast as the processor has them. In a browser
//! `relaxed.rs` stands in the place of this file.

use multiversion::{multiversion, target::target_cfg_f};

use crate::{powers, strips};

/// Rows and strips of a block where there are sixteen vectors of eight numbers.
const ROWS: usize = 4;
const STRIPS: usize = 2;

/// [`strips::multiply`], with wide vectors and fused products where the processor has them.
#[multiversion(targets("x86_64+avx2+fma"))]
fn multiply_here(k: usize, n: usize, strips: &[f32], m: usize, a: &[f32], out: &mut [f32]) {
    if target_cfg_f!(target_feature = "fma") {
        strips::multiply_in_blocks::<ROWS, STRIPS, true>(k, n, strips, m, a, out);
    } else {
        strips::multiply(k, n, strips, m, a, out);
    }
}

/// The fastest [`strips::multiply`] of this processor.
pub fn multiply() -> strips::Multiply {
    multiply_here
}

/// [`powers::weights_of_row`].
pub fn weights_of_row() -> powers::WeightsOfRow {
    powers::weights_of_row
}

/// Whether the loops are compiled with WebAssembly's relaxed SIMD.
pub fn has_relaxed_simd() -> bool {
    false
}
