//! What is behind a number, a formula or a word of the trade, on request: the whole number, the line
//! that the formula is set from, what the word means.

use std::sync::atomic::{AtomicU32, Ordering};

use leptos::prelude::*;
use nearfar::formula::mathml;
use nearfar::picture::{format_exact, format_short};
use wasm_bindgen::JsCast;
use web_sys::KeyboardEvent;

use crate::reactive::text;

/// A number with at most three decimals; all of it in its title. Empty where there is none.
#[component]
pub fn Exact(#[prop(into)] value: Signal<Option<f64>>) -> impl IntoView {
    let short = text(move || value.get().map(format_short).unwrap_or_default());
    let whole = text(move || value.get().map(format_exact).unwrap_or_default());
    view! { <span class="exact" title=whole>{short}</span> }
}

/// A formula that is written in one line, set.
#[component]
pub fn Formula(#[prop(into)] line: Signal<String>) -> impl IntoView {
    view! { <span class="formula" inner_html=text(move || line.with(|line| mathml(line)))></span> }
}

/// Tells the descriptions of terms apart.
static TERMS: AtomicU32 = AtomicU32::new(0);

/// A word of the trade. Under the pointer, under a finger and with the focus it says what it means;
/// Escape closes that.
#[component]
pub fn Term(word: &'static str, means: &'static str) -> impl IntoView {
    let id = format!("term-{}", TERMS.fetch_add(1, Ordering::Relaxed));
    let close = move |event: KeyboardEvent| {
        let button = event.current_target().map(JsCast::unchecked_into::<web_sys::HtmlElement>);
        if event.key() == "Escape"
            && let Some(button) = button
        {
            let _ = button.blur();
            event.stop_propagation();
        }
    };
    view! {
        <span class="term-box">
            <button type="button" class="term" aria-describedby=id.clone() on:keydown=close>{word}</button>
            <span class="term-means" role="tooltip" id=id>{means}</span>
        </span>
    }
}
