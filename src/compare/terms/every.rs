//! A list of every intermediate by name, and a picture of the one that is chosen: nothing that was
//! computed is hidden.

use std::sync::Arc;

use leptos::prelude::*;
use nearfar::picture::count_of;
use nearfar_compare::protocol::{AxisView, TermView};

use super::Own;
use super::picture::{Look, Picture, TermPicture};
use crate::reactive::{memo, text};

/// `query × key`.
fn shape(term: &TermView) -> String {
    let words = |axis: &AxisView| match axis {
        AxisView::Query => ("query", "queries"),
        AxisView::Key => ("key", "keys"),
        AxisView::Token => ("token", "tokens"),
        AxisView::Dimension => ("dimension", "dimensions"),
        AxisView::Feature => ("feature", "features"),
        AxisView::Offset => ("offset", "offsets"),
        AxisView::Label => ("row of a table", "rows of a table"),
    };
    let sizes =
        if term.axes.len() > 1 { vec![term.rows, term.columns] } else { vec![term.columns] };
    let axes = term.axes.iter().zip(sizes).map(|(axis, size)| {
        let (one, many) = words(axis);
        count_of(size, one, many)
    });
    axes.collect::<Vec<_>>().join(" × ")
}

/// The list and the picture.
#[component]
pub fn EveryTerm(own: Own) -> impl IntoView {
    let chosen = RwSignal::new(String::new());
    let list = memo(move || {
        let names = own.read(|terms| {
            let line = |term: &TermView| {
                (term.name.clone(), term.title.clone(), term.source.clone(), shape(term))
            };
            Some(terms.view.terms.iter().map(line).collect::<Vec<_>>())
        });
        names.unwrap_or_default()
    });
    // A method without the chosen one shows its first.
    let name = memo(move || {
        let chosen = chosen.get();
        list.with(|list| {
            let found = list.iter().find(|line| line.0 == chosen).or(list.first());
            found.map(|line| line.0.clone()).unwrap_or_default()
        })
    });
    let picture = memo(move || {
        let name = name.get();
        own.read(|terms| Some(Arc::new(Picture::of(terms, terms.get(&name)?))))
    });
    let rows = move || {
        list.get()
            .into_iter()
            .map(|(term, title, source, shape)| {
                let of = term.clone();
                let is_shown = Memo::new(move |_| name.with(|name| *name == of));
                let pick = term.clone();
                view! {
                    <tr class:lit=move || is_shown.get()>
                        <th scope="row">
                            <button type="button" class="link" aria-pressed=move || if is_shown.get() { "true" } else { "false" } on:click=move |_| chosen.set(pick.clone())><code>{term.clone()}</code></button>
                        </th>
                        <td>{title}</td><td class="muted">{shape}</td><td class="muted">{source}</td>
                    </tr>
                }
            })
            .collect_view()
    };
    let count = text(move || count_of(list.with(Vec::len), "intermediate", "intermediates"));
    let look = Look { large: true, by_keys: true, ..Look::default() };
    view! {
        <section class="own-panel own-every" data-panel="every">
            <h3>"Everything that was computed"</h3>
            <p class="muted small-print">""{count}" of this head, in the order of their computation, under their papers’ names. Choose one to see it."</p>
            <div class="own-every-pair">
                <div class="scroll" tabindex="0" role="region" aria-label="Intermediates">
                    <table class="own-list">
                        <thead><tr><th scope="col">"name"</th><th scope="col">"what"</th><th scope="col">"shape"</th><th scope="col">"where from"</th></tr></thead>
                        <tbody>{rows}</tbody>
                    </table>
                </div>
                <TermPicture own=own picture=picture look=look />
            </div>
        </section>
    }
}
