//! The bars under the tokens of a sentence: how much attention each receives.

use wasm_bindgen::JsCast;
use web_sys::{HtmlCollection, HtmlElement};

use crate::thousandths;

/// Gives the bars of every token their lengths, on one scale for all: `largest` is full. `received` has
/// what the tokens receive in A and in B, `[N]` or nothing.
pub fn show(chips: &HtmlCollection, received: &[Vec<f32>; 2], largest: f32) {
    for index in 0..chips.length() {
        let Some(bars) = chips.item(index).map(|chip| chip.children()) else { continue };
        for (place, received) in received.iter().enumerate() {
            // A chip holds its word and then the two bars.
            let bar =
                bars.item(place as u32 + 1).and_then(|bar| bar.dyn_into::<HtmlElement>().ok());
            let share = received.get(index as usize).copied().unwrap_or(0.0);
            if let Some(bar) = bar {
                let length = thousandths(f64::from((share / largest).clamp(0.0, 1.0)));
                let _ = bar.style().set_property("transform", &format!("scaleX({length})"));
            }
        }
    }
}
