//! The loops of [`strips`] and [`powers`] with relaxed SIMD, where the browser has it: they come from a
//! module of their own (`relaxed/module.rs`) and take the places of the plain ones in the program's
//! table of functions. Who calls by that place calls them, as any other function of the program; no
//! JavaScript stands between, and where the browser refuses the module everything stays as it was.
//!
//! The module is compiled by the same compiler, so a Rust function is called in the same way there
//! and here; WebAssembly checks the types of every such call.

use std::hint::black_box;
use std::sync::OnceLock;

use js_sys::WebAssembly::{Global, Instance, Module, Table};
use js_sys::{Function, Object, Reflect, Uint8Array};
use wasm_bindgen::prelude::*;

use crate::{powers, strips};

/// Made by `build.rs`.
static MODULE: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/relaxed.wasm"));

/// Bytes for the module's stack and, above it, for its constants, which `build.rs` has measured.
const STACK: usize = 16 * 1024;
const CONSTANTS: usize = include!(concat!(env!("OUT_DIR"), "/constants"));

/// The fastest [`strips::multiply`] of this browser.
pub fn multiply() -> strips::Multiply {
    load_once();
    place_of_multiply()
}

/// The fastest [`powers::weights_of_row`] of this browser.
pub fn weights_of_row() -> powers::WeightsOfRow {
    load_once();
    place_of_weights_of_row()
}

/// Whether the loops are compiled with WebAssembly's relaxed SIMD.
pub fn has_relaxed_simd() -> bool {
    load_once()
}

/// What a function pointer is here: a place in the table. The compiler is kept from knowing which
/// function stands there.
fn place_of_multiply() -> strips::Multiply {
    black_box(strips::multiply)
}

fn place_of_weights_of_row() -> powers::WeightsOfRow {
    black_box(powers::weights_of_row)
}

/// Loads the module at the first call; tells whether the browser took it.
fn load_once() -> bool {
    static LOADED: OnceLock<bool> = OnceLock::new();
    *LOADED.get_or_init(|| load().is_ok())
}

fn load() -> Result<(), JsValue> {
    let module = Module::new(&Uint8Array::from(MODULE))?;
    // The module's for as long as the program runs.
    let room = vec![0_u128; (STACK + CONSTANTS).div_ceil(size_of::<u128>())].leak();
    let constants = room.as_ptr() as usize + STACK;
    let environment = object(&[
        ("memory", wasm_bindgen::memory()),
        ("__stack_pointer", global(constants, true)?),
        ("__memory_base", global(constants, false)?),
        ("__table_base", global(0, false)?),
    ])?;
    let instance = Instance::new(&module, &object(&[("env", environment.into())])?)?;
    let function = |name: &str| -> Result<Function, JsValue> {
        Reflect::get(&instance.exports(), &name.into())?.dyn_into()
    };
    function("__wasm_apply_data_relocs")?.call0(&JsValue::UNDEFINED)?;
    let (multiply, weights_of_row) = (function("multiply")?, function("weights_of_row")?);
    let table: Table = wasm_bindgen::function_table().unchecked_into();
    table.set(place_of_multiply() as usize as u32, &multiply)?;
    table.set(place_of_weights_of_row() as usize as u32, &weights_of_row)
}

/// A global of type i32.
fn global(value: usize, is_mutable: bool) -> Result<JsValue, JsValue> {
    let kind = object(&[("value", "i32".into()), ("mutable", is_mutable.into())])?;
    Ok(Global::new(&kind, &JsValue::from(value as u32))?.into())
}

fn object(entries: &[(&str, JsValue)]) -> Result<Object, JsValue> {
    let object = Object::new();
    for (key, value) in entries {
        Reflect::set(&object, &(*key).into(), value)?;
    }
    Ok(object)
}
