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
        let computed = match memory > 0.0 {
            true => {
                let memory = format!("{:.0}", memory / 1e6);
                texts::lab::long_computed_memory(MAX_TOKENS, head.get() + 1, memory)
            }
            false => texts::lab::long_computed(MAX_TOKENS, head.get() + 1),
        };
        let drawn = match part.raster {
            _ if is_too_large => texts::lab::long_too_large().to_owned(),
            [0, _] => texts::lab::long_coming().to_owned(),
            _ if part.is_exact() => texts::lab::long_every_cell().to_owned(),
            raster => {
                let [high, wide] = [0, 1].map(|axis| part.cells[axis].div_ceil(raster[axis]));
                if refined < 1.0 {
                    texts::lab::long_draft(high, wide, format_args!("{:.0}", 100.0 * refined))
                } else {
                    texts::lab::long_reduced(high, wide)
                }
            }
        };
        let figures = (rows > 0 && rows < tokens).then(|| texts::lab::long_figures(rows, tokens));
        let says = [computed, drawn].into_iter().chain(figures);
        let says = says.chain([texts::lab::long_left_out().to_owned()]);
        Some(says.collect::<Vec<_>>().join(" "))
    };
    view! { <p class="muted long-line">{text(move || line().unwrap_or_default())}</p> }
}
