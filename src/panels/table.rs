//! A matrix as a table of numbers: the text alternative of its picture.

use leptos::prelude::*;
use nearfar::lab::Matrix;

use crate::state::use_store;

/// A larger table would stall the page; the CSV has it all.
const MOST: usize = 64;

/// The numbers of a matrix of the shown head.
#[component]
pub fn MatrixTable(#[prop(into)] matrix: Signal<Matrix>) -> impl IntoView {
    let store = use_store();
    let head = store.head();
    move || {
        let (matrix, head) = (matrix.get(), head.get());
        store.with_weights(|lab| {
            let mut values = Vec::new();
            let tokens = lab.matrix_into(matrix, head, &mut values);
            let shown = tokens.min(MOST);
            let names: Vec<_> = lab.tokens().iter().map(|token| token.text.clone()).take(shown).collect();
            let heads = names.iter().map(|name| view! { <th scope="col"><bdi>{name.clone()}</bdi></th> }).collect_view();
            let rows = names
                .iter()
                .zip(values.chunks(tokens.max(1)))
                .map(|(name, row)| {
                    let cells = row.iter().take(shown).map(|value| view! { <td>{format!("{value:.4}").replace('-', "\u{2212}")}</td> });
                    view! { <tr><th scope="row"><bdi>{name.clone()}</bdi></th>{cells.collect_view()}</tr> }
                })
                .collect_view();
            let note = (tokens > shown).then(|| {
                format!("The first {shown} of {tokens} tokens; “Save, Numbers (CSV)” has all of them.")
            });
            view! {
                <p class="muted">"Rows are queries, columns are keys. " {note}</p>
                <div class="scroll" tabindex="0" role="region" aria-label="Table of numbers">
                    <table class="values">
                        <thead><tr><td></td>{heads}</tr></thead>
                        <tbody>{rows}</tbody>
                    </table>
                </div>
            }
        })
    }
}
