//! One line beside the pictures: the cell that they all point at, in numbers.

use leptos::prelude::*;
use nearfar::lab::{Contribution, Matrix};
use nearfar::picture::scale::format_number;

use crate::lab::shown_part;
use crate::reactive::text;
use crate::state::{Store, use_store};

/// Query, key, distance, and the weight in A, in B, and their difference.
#[component]
pub fn CursorLine() -> impl IntoView {
    let store = use_store();
    let (cell, head) = (store.example(), store.head());
    let part = store.select(shown_part);
    let line = text(move || {
        cell.get().map_or_else(String::new, |cell| describe(store, head.get(), cell, part.get()))
    });
    view! { <p class="cursor-line" id="cell">{line}</p> }
}

fn describe(store: Store, head: usize, (i, j): (usize, usize), part: Contribution) -> String {
    store.with_weights(|lab| {
        let word = |index: usize| lab.tokens().get(index).map_or("", |token| token.text.as_str());
        let mut weights = store.weights_at(lab, head, (i, j));
        let name = match part {
            Contribution::Both => "A − B",
            Contribution::Clipping => "by clipping",
            Contribution::Distance => "by distance",
        };
        if part != Contribution::Both {
            weights[2] = lab.value(Matrix::Difference(part), head, i, j);
        }
        let [a, b, difference] = weights.map(|value| {
            value.map_or_else(|| "–".to_owned(), |value| format_number(f64::from(value)))
        });
        let places = match i.abs_diff(j) {
            0 => "itself".to_owned(),
            1 => "1 place away".to_owned(),
            places => format!("{places} places away"),
        };
        format!("“{}” looks at “{}”, {places}: A {a}, B {b}, {name} {difference}", word(i), word(j))
    })
}
