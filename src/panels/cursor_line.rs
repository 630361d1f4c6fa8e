//! One line beside the pictures: the cell that they all point at, in numbers.

use leptos::prelude::*;
use nearfar::lab::{Matrix, Panel};
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
            let number = |matrix| {
                let value = lab.value(matrix, head, i, j);
                value.map_or_else(|| "–".to_owned(), |value| format_number(f64::from(value)))
            };
            format!(
                "“{}” {} → “{}” {}, distance {}: A {}, B {}, A − B {}",
                word(i),
                i + 1,
                word(j),
                j + 1,
                i.abs_diff(j),
                number(Matrix::Weights(Panel::A)),
                number(Matrix::Weights(Panel::B)),
                number(Matrix::Difference),
            )
        })
    });
    view! { <p class="cursor-line" role="status">{line}</p> }
}
