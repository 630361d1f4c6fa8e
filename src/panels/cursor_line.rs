//! One line beside the pictures: the cell that they all point at, in numbers.

use leptos::prelude::*;
use nearfar::picture::scale::format_number;

use crate::reactive::text;
use crate::state::use_store;

/// Query, key, distance, and the weight in A, in B, and their difference.
#[component]
pub fn CursorLine() -> impl IntoView {
    let store = use_store();
    let (cell, head) = (store.example(), store.head());
    let line = text(move || {
        let Some((i, j)) = cell.get() else { return String::new() };
        let head = head.get();
        store.with_weights(|lab| {
            let word =
                |index: usize| lab.tokens().get(index).map_or("", |token| token.text.as_str());
            let weights = store.weights_at(lab, head, (i, j));
            let [a, b, difference] = weights.map(|value| {
                value.map_or_else(|| "–".to_owned(), |value| format_number(f64::from(value)))
            });
            format!(
                "“{}” {} → “{}” {}, distance {}: A {a}, B {b}, A − B {difference}",
                word(i),
                i + 1,
                word(j),
                j + 1,
                i.abs_diff(j),
            )
        })
    });
    view! { <p class="cursor-line" role="status">{line}</p> }
}
