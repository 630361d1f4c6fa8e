//! The loops that a slider waits for: matrix products, the adjustment of a row, softmax, colours.
//!
//! `opt-level` is per package. The page and the library are built small; this package is built
//! fast, written so that LLVM turns its loops into SIMD. Functions that are generic would be
//! compiled where they are called, so everything is reached through [`Real`], whose methods are
//! compiled here for `f32` and `f64`.
//!
//! No shape is checked here beyond what keeps memory safe; `nearfar::attention` does that.

pub mod colour;
mod extreme;
#[cfg_attr(target_arch = "wasm32", path = "relaxed.rs")]
mod fastest;
mod packed;
mod powers;
pub mod product;
pub mod range;
mod real;
pub mod rescale;
mod row;
mod softmax;
mod strips;
mod vector;

pub use extreme::{keep_farther, keep_farther_of_blocks};
pub use fastest::has_relaxed_simd;
pub use packed::Packed;
pub use product::transpose;
pub use real::Real;
pub use rescale::{FastRow, Head};
pub use row::{add, relu, subtract};
