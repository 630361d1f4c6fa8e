//! A list of every intermediate by name, and a picture of the one that is chosen: nothing that was
//! computed is hidden.

use leptos::prelude::*;
use nearfar_compare::words::terms::shape;

use super::picture::{Look, TermPicture, pictured};
use super::{Own, set_title};
use crate::reactive::{flag, memo, text};

/// The list and the picture.
#[component]
pub fn EveryTerm(own: Own) -> impl IntoView {
    let chosen = RwSignal::new(String::new());
    let list = memo(move || own.read(|terms| Some(terms.view.terms.clone())).unwrap_or_default());
    // A method without the chosen one shows its first.
    let picture = memo(move || {
        own.read(|terms| Some(pictured(terms, chosen.with(|name| terms.get_or_first(name))?)))
    });
    let rows = move || {
        list.get()
            .into_iter()
            .map(|term| {
                let (of, pick) = (term.name.clone(), term.name.clone());
                let is_shown = flag(move || {
                    picture.with(|picture| picture.as_ref().is_some_and(|shown| shown.name == of))
                });
                view! {
                    <tr class:lit=is_shown>
                        <th scope="row">
                            <button type="button" class="link" aria-pressed=text(move || is_shown.get().to_string()) on:click=move |_| chosen.set(pick.clone())><code>{term.name.clone()}</code></button>
                        </th>
                        <td>{set_title(&term.title)}</td><td class="muted">{shape(&term)}</td><td class="muted">{term.source}</td>
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
