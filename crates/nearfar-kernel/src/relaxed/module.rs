//! A WebAssembly module of its own, in which the loops of [`strips`] and [`powers`] are compiled with
//! relaxed SIMD: a multiplication and an addition are then one instruction. A browser without relaxed
//! SIMD refuses a program that holds such an instruction anywhere, so it cannot stand in the page's.
//!
//! `build.rs` compiles it as a shared library by WebAssembly's convention for dynamic linking (the
//! tool conventions' DynamicLinking.md): memory, stack and the place of its constants are given to it
//! by who loads it, `relaxed.rs`. Every program that multiplies in `f32` carries its bytes. So there is one
//! source of the loops, and no second build of the site.
#![no_std]
#![allow(unsafe_code)]

#[path = "../strips.rs"]
mod strips;
#[path = "../powers.rs"]
mod powers;
#[path = "../vector.rs"]
mod vector;

/// Without a message, which would be most of the module.
#[panic_handler]
fn panic(_: &core::panic::PanicInfo<'_>) -> ! {
    core::arch::wasm32::unreachable()
}

/// See [`strips::multiply`].
// SAFETY: no other function of the module has the name.
#[unsafe(no_mangle)]
pub fn multiply(k: usize, n: usize, strips: &[f32], m: usize, a: &[f32], out: &mut [f32]) {
    strips::multiply(k, n, strips, m, a, out);
}

/// See [`powers::weights_of_row`].
// SAFETY: no other function of the module has the name.
#[unsafe(no_mangle)]
pub fn weights_of_row(scores: &[f32], coefficients: &[f32], is_safe: bool, out: &mut [f32]) {
    powers::weights_of_row(scores, coefficients, is_safe, out);
}
