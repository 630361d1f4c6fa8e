//! A matrix as a table of numbers: the text alternative of its picture.

use leptos::prelude::*;
use texts::words::{in_four_decimals, of_table};

use super::Source;

/// A larger table would stall the page; the CSV has it all.
const MOST: usize = 64;

/// The numbers of a matrix between tokens.
#[component]
pub fn MatrixTable(source: Source) -> impl IntoView {
    move || {
        let mut table = ().into_any();
        source.draw(None, &mut |frame| table = of_part(source, frame.values, frame.part));
        table
    }
}

fn of_part(source: Source, values: &[f32], part: nearfar::picture::Section) -> AnyView {
    if !part.is_exact() {
        return view! { <p>{texts::common::table_zoom_in()}</p> }.into_any();
    }
    let all = source.shape();
    let shown = part.cells.map(|cells| cells.min(MOST));
    let names = |axis: usize| source.names(axis, part.first[axis], shown[axis]).into_iter();
    let heads =
        names(1).map(|name| view! { <th scope="col"><bdi>{name}</bdi></th> }).collect_view();
    let rows = names(0)
        .zip(values.chunks(part.cells[1].max(1)))
        .map(|(name, row)| {
            let cells = row.iter().take(shown[1]);
            let cells = cells.map(|value| view! { <td>{in_four_decimals(*value)}</td> });
            view! { <tr><th scope="row"><bdi>{name}</bdi></th>{cells.collect_view()}</tr> }
        })
        .collect_view();
    let note = of_table(part, all, shown);
    view! {
        <p class="muted">{texts::common::table_about()}" "{note}</p>
        <div class="scroll" tabindex="0" role="region" aria-label=texts::common::table_name()>
            <table class="values">
                <thead><tr><td></td>{heads}</tr></thead>
                <tbody>{rows}</tbody>
            </table>
        </div>
    }
    .into_any()
}
