//! How far any two methods are apart: a matrix of Jensen-Shannon divergences, of the row under the
//! cursor or of all rows.

use std::sync::Arc;

use leptos::prelude::*;
use nearfar_compare::choices::Part;
use nearfar_compare::pair;
use nearfar_compare::protocol::{Cell, MethodView};
use nearfar_compare::words::grid as words;

use super::fields::{around_slot, nats, text_of};
use super::use_room;
use crate::canvas::labelled::Room;
use crate::export::saving;
use crate::matrix::{Form, Key, MatrixPicture, Picture, Source, colours_of};
use crate::reactive::{memo, text};

/// The matrix. Pointing at a cell names the two; choosing it makes them A and B.
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
    let about = memo(move || match row.get() {
        Some(row) => {
            let word = room.begun.get().tokens.get(row).cloned();
            texts::compare::apart_of_row(word.unwrap_or_default())
        }
        None => texts::compare::apart_of_all(),
    });
    let [before, after] = around_slot(about);
    let said = text_of(shown, move |&pair| {
        let found = room.divergences.with(|found| found.between(pair.0, pair.1, row.get()));
        names.with(|names| words::apart_two(names, pair, found))
    });
    let point = move |cell: Option<Cell>| pointed.set(cell);
    let choose = move |(a, b): Cell| {
        let methods = room.methods.get_untracked();
        if let (Some(a), Some(b)) = (methods.get(a), methods.get(b)) {
            room.choose(|choices| choices.pair = [a, b].map(|method| method.name.clone()));
        }
    };
    let (drawn, theme) = (Signal::from(drawn), room.theme.into());
    let (palette, scale) = colours_of(drawn);
    let label = text(move || texts::compare::apart_picture(said.get()));
    let source = Source::labelled(drawn, theme, Room::TITLES);
    let form = Form::Labelled { axes: false };
    let key = Key { palette, scale, unit: Signal::stored(texts::compare::nats().to_owned()) };
    let title = || texts::compare::apart().to_owned();
    let picture = Picture {
        on_choose: Some(Callback::new(choose)),
        export: Some(saving(source, key, title, move || room.whose())),
        key: Some(key),
        ..Picture::new(source, form, theme, label, shown.into(), Callback::new(point))
    };
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
