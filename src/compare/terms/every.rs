//! A list of every intermediate by name, and a picture of the one that is chosen: nothing that was
//! computed is hidden.

use leptos::prelude::*;
use nearfar_compare::protocol::TermView;
use nearfar_compare::words::terms::shape;

use super::picture::{Look, TermPicture, pictured};
use super::{Own, set_title};
use crate::reactive::{memo, text};

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
        own.read(|terms| pictured(terms, &name))
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
                        <td>{set_title(&title)}</td><td class="muted">{shape}</td><td class="muted">{source}</td>
                    </tr>
                }
            })
            .collect_view()
    };
    let how = text(move || texts::compare::every_how(list.with(Vec::len)));
    let look = Look { large: true, by_keys: true, ..Look::default() };
    let columns = [
        texts::compare::every_name(),
        texts::compare::every_what(),
        texts::compare::every_shape(),
        texts::compare::every_source(),
    ];
    let columns = columns.map(|column| view! { <th scope="col">{column}</th> }).collect_view();
    view! {
        <section class="own-panel own-every" data-drawing="every">
            <h3>{texts::compare::every()}</h3>
            <p class="muted small-print">{how}</p>
            <div class="own-every-pair">
                <div class="scroll" tabindex="0" role="region" aria-label=texts::compare::every_table(own.letter())>
                    <table class="own-list">
                        <thead><tr>{columns}</tr></thead>
                        <tbody>{rows}</tbody>
                    </table>
                </div>
                <TermPicture own=own picture=picture look=look />
            </div>
        </section>
    }
}
