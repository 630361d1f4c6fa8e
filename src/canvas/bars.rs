//! The bars under the tokens of a sentence: how much attention each receives.

use wasm_bindgen::JsCast;
use web_sys::{HtmlCollection, HtmlElement};

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
                // The size of a background moves neither the layout nor the layers of the page.
                let share = f64::from((share / largest).clamp(0.0, 1.0));
                let length = (1000.0 * share).round() as u32;
                let length = format!("{}.{}% 100%", length / 10, length % 10);
                let _ = bar.style().set_property("background-size", &length);
            }
        }
    }
}
