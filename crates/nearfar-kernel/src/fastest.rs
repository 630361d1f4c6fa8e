//! The loops of [`crate::strips`] and [`crate::powers`] as fast as the processor has them. In a browser
//! `relaxed.rs` stands in the place of this file.

use crate::{powers, strips};

/// [`strips::multiply`].
pub fn multiply() -> strips::Multiply {
    strips::multiply
}

/// [`powers::weights_of_row`].
pub fn weights_of_row() -> powers::WeightsOfRow {
    powers::weights_of_row
}

/// Whether the loops are compiled with WebAssembly's relaxed SIMD.
pub fn has_relaxed_simd() -> bool {
    false
}
