//! Methods against each other: A and B large, and their signed difference, in a row, and where there is no room for
//! it, small ones at the foot of the screen; and how far any two methods are apart.

use std::sync::Arc;

use leptos::html;
use leptos::prelude::*;
use nearfar::picture::{format_exact, format_short};
use nearfar_compare::choices::Part;
use nearfar_compare::pair::{self, Which};
use nearfar_compare::protocol::{Cell, MethodView};
use nearfar_compare::words::{around, grid as words};
use texts::Rich;

use super::fields::text_of;
use super::grid::Over;
use super::state::CompareState;
use super::use_room;
use crate::canvas::labelled::Room;
use crate::explain::{Exact, Term};
use crate::export::saving;
use crate::matrix::{
    Form, Handed, Key, MatrixPicture, Picture, Source, Zooms, colours_of, paint_small, pointing,
};
use crate::reactive::{memo, text};

/// One of the three, and what is drawn.
pub type Drawing = (Which, Handed);

/// What one of the three is called: in full, or in a word or two.
fn title(room: CompareState, which: Which, is_full: bool) -> Signal<String> {
    text(move || words::title_of_three(which, &room.sides(), room.shown.get(), is_full))
}

/// The three, of what is A and B.
pub fn drawings(room: CompareState) -> [Drawing; 3] {
    let of = move |at: usize| {
        let place = room.places[at].get()?;
        Some((place, (room.weights(place), room.method_at(Some(place))?.memory)))
    };
    let drawn = move |which: Which| {
        let begun = room.begun.get();
        let drawn = match which {
            Which::One(at) => {
                let (place, side) = of(at)?;
                pair::of_one(&begun, side, room.scale_of(place), room.palette.get())
            }
            Which::Difference => pair::difference(&begun, &of(0)?.1, &of(1)?.1),
        };
        drawn.map(Arc::new)
    };
    Which::ALL.map(|which| (which, memo(move || drawn(which)).into()))
}

/// The three, large.
#[component]
pub fn Pair(drawings: [Drawing; 3], pictures: NodeRef<html::Div>) -> impl IntoView {
    view! {
        <section class="panel compare-against" data-panel="pair" aria-labelledby="compare-pair-title">
            <h2 id="compare-pair-title">{texts::compare::pair()}</h2>
            <ApartLine />
            <div class="compare-pair" node_ref=pictures>
                {drawings.map(|drawing| view! { <Large drawing=drawing /> }).into_iter().collect_view()}
            </div>
        </section>
    }
}

/// The three, small, in sight while methods are chosen: always where there is little room, else where the large ones
/// are out of sight.
#[component]
pub fn PairDock(drawings: [Drawing; 3], is_needed: ReadSignal<bool>) -> impl IntoView {
    let room = use_room();
    let small = |(which, drawn): Drawing| {
        let short = title(room, which, false);
        let canvas = NodeRef::<html::Canvas>::new();
        paint_small(canvas, drawn, room.theme.into());
        let caption = match which {
            Which::One(at) => view! { <MethodOf at=at title=short is_short=true /> }.into_any(),
            Which::Difference => short.into_any(),
        };
        view! {
            <figure class=which.accent()>
                <canvas node_ref=canvas role="img" aria-label=short></canvas>
                <figcaption>{caption}</figcaption>
            </figure>
        }
    };
    view! {
        <aside class="compare-dock" class:needed=is_needed data-panel="pair" aria-label=texts::compare::pair_dock()>
            {drawings.map(small).into_iter().collect_view()}
            <ApartLine />
        </aside>
    }
}

/// How far A and B are apart, in a line.
#[component]
fn ApartLine() -> impl IntoView {
    let room = use_room();
    let [[line, after], [exact, _]] =
        [format_short, format_exact].map(|write| around_slot(apart(room, write)));
    view! {
        <p class="muted compare-apart-line">
            <span aria-live="polite" title=exact>{line}</span>
            {nats()}
            {after}
        </p>
    }
}

#[component]
fn Large(drawing: Drawing) -> impl IntoView {
    let room = use_room();
    let (which, drawn) = drawing;
    let title = title(room, which, true);
    let idea = text(move || match which {
        Which::One(at) => room.side(at).map_or("", |method| room.idea_of(&method)),
        Which::Difference => room.choices(|choices| words::idea_of_difference(&choices.source)),
    });
    let over = Over::new(drawn);
    let value = over.value;
    let of_what = text(move || {
        let cell = room.at.get().filter(|_| value.get().is_some());
        words::pointed(which, &room.tokens.get(), cell)
    });
    let label = text(move || {
        let value = value.get().map(format_short).unwrap_or_default();
        format!("{}: {}{value}", title.get(), of_what.get())
    });
    let source = Source::labelled(drawn, room.theme.into(), Room::TITLES);
    let picture = over.picture(source, Form::Labelled { axes: false }, label);
    let saved_title = move || words::saved_title(which, &room.sides(), room.shown.get());
    let made_of = move || {
        let (sides, begun) = (room.sides(), room.begun.get());
        room.choices(|choices| words::made_of(which, &sides, choices, &begun, room.shown.get()))
    };
    let picture = keyed(picture, drawn, words::unit(which), saved_title, made_of);
    let picture = Picture { zoom: Zooms::View(RwSignal::new(None)), ..picture };
    let head = match which {
        Which::One(at) => view! { <MethodOf at=at title=title /> }.into_any(),
        Which::Difference => {
            view! { <span class="matrix-title" title=title>{title}</span> }.into_any()
        }
    };
    view! {
        <figure class=format!("matrix {}", which.accent())>
            <figcaption class="matrix-head">{head}</figcaption>
            <p class="compare-idea">{idea}</p>
            <div class="matrix-place"><MatrixPicture picture=picture.class("compare-matrix") /></div>
            <p class="compare-said">{of_what}<Exact value=value /></p>
        </figure>
    }
}

/// A picture with its legend and the menu that saves it, with its title and whose numbers they are.
fn keyed(
    picture: Picture,
    drawn: Handed,
    unit: &'static str,
    title: impl Fn() -> String + Send + Sync + 'static,
    whose: impl Fn() -> String + Send + Sync + 'static,
) -> Picture {
    let (palette, scale) = colours_of(drawn);
    let key = Key { palette, scale, unit: Signal::stored(unit.to_owned()) };
    Picture { export: Some(saving(picture.source, key, title, whose)), key: Some(key), ..picture }
}

/// The title of A (0) or B (1): which method it is, among all that there are.
#[component]
pub fn MethodOf(
    at: usize,
    title: Signal<String>,
    /// Whether there is room for a word or two.
    #[prop(default = false)]
    is_short: bool,
) -> impl IntoView {
    let room = use_room();
    let letter = ["A", "B"][at];
    let chosen = room.places[at];
    let names = memo(move || {
        let named = |method: &MethodView| (method.name.clone(), room.title_of(method, !is_short));
        room.methods.get().iter().map(named).collect::<Vec<_>>()
    });
    let options = move || {
        let option = |(place, (name, title)): (usize, (String, String))| {
            view! { <option value=name prop:selected=move || chosen.get() == Some(place)>{title}</option> }
        };
        names.get().into_iter().enumerate().map(option).collect_view()
    };
    let choose = move |event| {
        let name = event_target_value(&event);
        room.choose(|choices| choices.pair[at] = name);
    };
    view! {
        <label class="matrix-title compare-title" title=title>
            {letter}
            <select class="quiet" aria-label=texts::compare::pair_method(letter) on:change=choose>{options}</select>
        </label>
    }
}

/// The divergence of A and B in words, as `write` writes numbers.
fn apart(room: CompareState, write: fn(f64) -> String) -> Memo<Rich> {
    memo(move || {
        let (row, tokens) = (room.at.get().map(|(row, _)| row), room.tokens.get());
        let places = room.places.map(|place| place.get());
        room.divergences.with(|found| words::apart(found, places, row, &tokens, write))
    })
}

/// The nats in a sentence, which say what they are.
fn nats() -> impl IntoView {
    view! { <Term word=texts::compare::nats() means=texts::common::nats_means() /> }
}

/// What stands before the slot of a sentence, and what behind it: what is in the slot stays while these change.
fn around_slot(sentence: Memo<Rich>) -> [Signal<String>; 2] {
    [0, 1].map(|at| text(move || sentence.with(|sentence| around(sentence)[at].clone())))
}

/// A matrix of Jensen-Shannon divergences of any two methods, of the row under the cursor or of all rows. Pointing at a cell names the two; choosing it makes them A and B.
#[component]
pub fn Apart() -> impl IntoView {
    let room = use_room();
    let pointed = RwSignal::new(None::<Cell>);
    let names = memo(move || {
        let title = |method: &MethodView| room.title_of(method, false);
        Arc::new(room.methods.get().iter().map(title).collect::<Vec<_>>())
    });
    let row = memo(move || room.at.get().map(|(i, _)| i));
    let drawn = memo(move || {
        let values = room.divergences.get().matrix(row.get());
        pair::every_two(names.get(), values).map(Arc::new)
    });
    let [a, b] = room.places;
    let shown = memo(move || pointed.get().or(a.get().zip(b.get())));
    let about = memo(move || words::apart_about(&room.tokens.get(), row.get()));
    let [before, after] = around_slot(about);
    let said = text_of(shown, move |&pair| {
        let found = room.divergences.with(|found| found.between(pair.0, pair.1, row.get()));
        names.with(|names| words::apart_two(names, pair, found))
    });
    let choose = move |(a, b): Cell| {
        let methods = room.methods.get_untracked();
        if let (Some(a), Some(b)) = (methods.get(a), methods.get(b)) {
            room.choose(|choices| choices.pair = [a, b].map(|method| method.name.clone()));
        }
    };
    let (drawn, theme) = (Signal::from(drawn), room.theme.into());
    let label = text(move || texts::compare::apart_picture(said.get()));
    let source = Source::labelled(drawn, theme, Room::TITLES);
    let form = Form::Labelled { axes: false };
    let picture = Picture {
        on_choose: Some(Callback::new(choose)),
        ..Picture::new(source, form, theme, label, shown.into(), pointing(pointed))
    };
    let title = || texts::compare::apart().to_owned();
    let picture = keyed(picture, drawn, texts::compare::nats(), title, move || room.whose());
    view! {
        <section class="panel compare-apart" data-panel="apart" aria-labelledby="compare-apart-title">
            <h2 id="compare-apart-title">{texts::compare::apart()}</h2>
            <p class="muted">{before}{nats()}{after}</p>
            <p class="compare-said">
                <b aria-live="polite">{said}</b>
                " "
                <button type="button" class="small" on:click=move |_| room.show_part(Part::Methods)>{texts::compare::apart_see()}</button>
            </p>
            <figure class="matrix"><MatrixPicture picture=picture.class("compare-matrix") /></figure>
        </section>
    }
}
