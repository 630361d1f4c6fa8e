//! What a sentence of more than 512 tokens shows, how far it is, and what it does not show.

use leptos::prelude::*;
use nearfar::lab::Matrix;
use nearfar::lab::Panel;
use nearfar::text::MAX_TOKENS;

use crate::reactive::text;
use crate::state::use_store;

/// One line, in the place of what is left out.
#[component]
pub fn LongLine() -> impl IntoView {
    let store = use_store();
    let head = store.head();
    let line = move || {
        store.follow_weights();
        let tokens = store.lab_now(|lab| lab.tokens().len());
        let (part, is_too_large, refined, rows, memory) = store.explored(|explorer| {
            let rows = explorer.figures().map_or(0, |(_, rows)| rows);
            let part = explorer.raster(Matrix::Weights(Panel::A)).0;
            (part, explorer.is_too_large(), explorer.refined(), rows, explorer.memory())
        })?;
        let drawn = match part.raster {
            _ if is_too_large => " Its scores are too large to be re-scaled.".to_owned(),
            [0, _] => " Its first picture is on its way.".to_owned(),
            _ if part.is_exact() => " Every cell is drawn.".to_owned(),
            raster => {
                let [high, wide] = [0, 1].map(|axis| part.cells[axis].div_ceil(raster[axis]));
                let draft = if refined < 1.0 {
                    format!(", of one row in {high} so far ({:.0} % refined)", 100.0 * refined)
                } else {
                    String::new()
                };
                format!(
                    " A pixel shows the weight farthest from 0 of up to {high} × {wide} cells{draft}; zoom in for single cells."
                )
            }
        };
        let figures = if rows > 0 && rows < tokens {
            format!(" Figures: {rows} of {tokens} rows.")
        } else {
            String::new()
        };
        let memory =
            if memory > 0.0 { format!(" ({:.0} MB each)", memory / 1e6) } else { String::new() };
        Some(format!(
            "More than {MAX_TOKENS} tokens: head {} alone is computed, by rows, in two workers{memory}.{drawn}{figures} The numbers of the cell under the cursor are exact. Left out: pictures and figures of the other heads, lines, several heads side by side, the tokens one by one, the steps from distance to weight, the answers, and files of numbers.",
            head.get() + 1,
        ))
    };
    view! { <p class="muted long-line">{text(move || line().unwrap_or_default())}</p> }
}
