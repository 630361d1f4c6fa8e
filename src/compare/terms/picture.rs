//! A small matrix with a cursor: pixels on a canvas, hatched where nothing may be looked at, the cell of
//! the shared cursor framed, the number under it, a legend; and a list of all of them.

use std::sync::Arc;

use leptos::prelude::*;
use nearfar_compare::protocol::{Cell, TermView};
use nearfar_compare::terms::{Lit, Pictured, TermMatrix, TermsOf};
use nearfar_compare::words::terms as words;

use super::{Own, ink_on, set_title};
use crate::compare::text_of;
use crate::matrix::{Form, Legend, MatrixPicture, Picture, Source, colours_of};
use crate::reactive::{flag, memo, text};

/// An intermediate as its picture has it.
fn pictured(terms: TermsOf, term: TermMatrix) -> Arc<Pictured> {
    Arc::new(Pictured::of(terms, term, texts::compare::tree_itself()))
}

/// A picture of an intermediate by name, followed as it changes.
pub fn term(own: Own, name: &'static str, look: Look) -> AnyView {
    let picture = memo(move || own.read(|terms| Some(pictured(terms, terms.get(name)?))));
    view! { <TermPicture own=own picture=picture look=look /> }.into_any()
}

/// What a small matrix shows beside its numbers.
#[derive(Clone, Copy, Default)]
pub struct Look {
    /// What is lit beside the cursor's cell.
    pub lit: Option<Signal<Lit>>,
    /// Whether it is wider and has names at its rows.
    pub large: bool,
    /// Whether arrow keys move its cursor; of several with one cursor the first is enough.
    pub by_keys: bool,
}

/// A matrix with its cursor, its number and its legend.
#[component]
fn TermPicture(own: Own, picture: Memo<Option<Arc<Pictured>>>, look: Look) -> impl IntoView {
    let (weights, theme) = (own.room.palette, own.room.theme);
    let lit = move || look.lit.map(|lit| lit.get()).unwrap_or_default();
    // Another row or column redraws no cells.
    let tint = memo(move || Some((lit().value()?, own.accent())));
    // Rows and columns that are no queries and keys.
    let here = RwSignal::new(None::<Cell>);
    let cell = memo(move || picture.get()?.cell(own.pair.get(), here.get(), lit()));
    let pair_of = move |at: Cell| {
        picture.get_untracked()?.pair(at, own.pair.get_untracked().unwrap_or_default())
    };
    let point = move |at: Option<Cell>| match at {
        Some(at) if cell.get_untracked() != Some(at) => {
            here.set(Some(at));
            pair_of(at).into_iter().for_each(|pair| own.point(Some(pair)));
        }
        Some(_) => {}
        None => own.point(None),
    };
    let drawn = memo(move || Some(Arc::new(picture.get()?.drawn(weights.get(), tint.get()))));
    let (palette, scale) = colours_of(drawn.into());
    let says = memo(move || {
        let (picture, cell) = (picture.get()?, cell.get()?);
        own.names(|names| names.cell(&picture, cell))
    });
    let head = move || {
        picture.get().map(|of| {
            let source = format!("{} · {}", of.name, of.source);
            view! { <figcaption><b>{set_title(&of.title)}</b><span class="own-source">{source}</span></figcaption> }
        })
    };
    let name = text_of(says, move |said| {
        picture.get().map_or_else(String::new, |of| words::picture(&of, said))
    });
    let memory = move || {
        picture.get()?.memory_share().map(|share| {
            let width = format!("{}%", 100.0 * share);
            view! { <span class="own-memory" style:width=width><span>{texts::compare::picture_memory()}</span></span> }
        })
    };
    let texts = move || {
        let picture = picture.get()?;
        let texts = picture.cell_texts(weights.get(), theme.get(), tint.get());
        let (wide, high) = picture.size();
        (!texts.is_empty()).then(|| {
            let cells = texts.into_iter().map(|cell| {
                let ((x, y), class) = (cell.middle(), cell.class());
                view! { <text x=x y=y fill=ink_on(cell.behind) class=class>{cell.text}</text> }
            });
            view! { <svg class="own-texts" viewBox=format!("0 0 {wide} {high}") aria-hidden="true">{cells.collect_view()}</svg> }
        })
    };
    let names = move || {
        let picture = picture.get().filter(|_| look.large)?;
        let names = picture.names_beside();
        (!names.is_empty()).then(|| {
            let names = names.iter().enumerate().map(|(at, name)| {
                let is_lit = move || lit() == Lit::Row(Some(at));
                let name = name.clone();
                view! { <span class:lit=is_lit>{move || if is_lit() { "▸ " } else { "" }}{name}</span> }
            });
            view! { <div class="own-row-names" aria-hidden="true">{names.collect_view()}</div> }
        })
    };
    let mark = Signal::derive(move || lit().mark());
    let aspect = text_of(picture, |picture| picture.aspect().to_string());
    let form = Form::Bare { mark, aspect: Some(aspect) };
    let bare = Source::bare(drawn.into(), theme.into());
    let shown = Picture {
        form,
        on_choose: Some(Callback::new(move |at| {
            pair_of(at).into_iter().for_each(|pair| own.choose(pair));
        })),
        is_stop: Signal::stored(look.by_keys),
        ..Picture::new(bare, theme.into(), name, cell.into(), Callback::new(point))
    };
    let above = view! { {texts}{memory} }.into_any();
    view! {
        <figure class="own-picture" class:large=look.large data-term=text_of(picture, |picture| picture.name.clone())>
            {head}
            <div class="own-body">
                {names}
                <MatrixPicture picture=shown.class("own-frame") above=above />
            </div>
            <p class="own-value"><b title=text_of(says, |said| said.exact.clone())>{text(move || says.get().map_or_else(|| "–".to_owned(), |said| said.value))}</b>" "<span>{text_of(says, |said| said.place.clone())}</span></p>
            <Legend palette=palette scale=scale theme=theme unit="" />
        </figure>
    }
}

/// A list of every intermediate by name, and a picture of the one that is chosen: nothing that was computed is hidden.
#[component]
pub fn EveryTerm(own: Own) -> impl IntoView {
    let chosen = RwSignal::new(String::new());
    let list = memo(move || own.read_or_none(|terms| terms.view.terms.clone()));
    // A method without the chosen one shows its first.
    let picture = memo(move || {
        own.read(|terms| Some(pictured(terms, chosen.with(|name| terms.get_or_first(name))?)))
    });
    let row = move |term: TermView| {
        let (of, pick) = (term.name.clone(), term.name.clone());
        let is_shown = flag(move || {
            picture.with(|shown| shown.as_ref().is_some_and(|shown| shown.name == of))
        });
        view! {
            <tr class:lit=is_shown>
                <th scope="row">
                    <button type="button" class="link" aria-pressed=text(move || is_shown.get().to_string()) on:click=move |_| chosen.set(pick.clone())><code>{term.name.clone()}</code></button>
                </th>
                <td>{set_title(&term.title)}</td><td class="muted">{words::shape(&term)}</td><td class="muted">{term.source}</td>
            </tr>
        }
    };
    let rows = move || list.get().into_iter().map(row).collect_view();
    let how = text(move || texts::compare::every_how(list.with(Vec::len)));
    let look = Look { lit: None, large: true, by_keys: true };
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
