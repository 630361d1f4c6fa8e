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
            let part = store.matrix_into(lab, matrix, head, &mut values);
            if !part.is_exact() {
                return view! { <p>"Zoom in until every cell is a pixel of its own: its number then stands here."</p> }.into_any();
            }
            let tokens = lab.tokens().len();
            let shown = part.cells.map(|cells| cells.min(MOST));
            let names = |axis: usize| {
                let tokens = lab.tokens().iter().skip(part.first[axis]).take(shown[axis]);
                tokens.map(|token| token.text.clone())
            };
            let heads = names(1).map(|name| view! { <th scope="col"><bdi>{name}</bdi></th> }).collect_view();
            let rows = names(0)
                .zip(values.chunks(part.cells[1].max(1)))
                .map(|(name, row)| {
                    let cells = row.iter().take(shown[1]).map(|value| view! { <td>{in_four_decimals(*value)}</td> });
                    view! { <tr><th scope="row"><bdi>{name}</bdi></th>{cells.collect_view()}</tr> }
                })
                .collect_view();
            let note = match (lab.is_long(), shown.map(|shown| tokens > shown)) {
                (true, _) => {
                    let [query, key] = part.first.map(|first| first + 1);
                    format!("{} queries from number {query} on, {} keys from number {key} on.", shown[0], shown[1])
                }
                (false, [true, _]) => {
                    format!("The first {} of {tokens} tokens; “Save, Numbers (CSV)” has all of them.", shown[0])
                }
                _ => String::new(),
            };
            view! {
                <p class="muted">"Rows are queries, columns are keys. " {note}</p>
                <div class="scroll" tabindex="0" role="region" aria-label="Table of numbers">
                    <table class="values">
                        <thead><tr><td></td>{heads}</tr></thead>
                        <tbody>{rows}</tbody>
                    </table>
                </div>
            }
            .into_any()
        })
    }
}

/// Four decimals, and no sign where they are all 0.
fn in_four_decimals(value: f32) -> String {
    let text = format!("{value:.4}");
    let text = if text == "-0.0000" { "0.0000".to_owned() } else { text };
    text.replace('-', "\u{2212}")
}
