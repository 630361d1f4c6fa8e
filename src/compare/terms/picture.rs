//! A small matrix with a cursor: pixels on a canvas, hatched where nothing may be looked at, the cell of
//! the shared cursor framed, the number under it, a legend. Rows of them, and the relative shift.

use std::sync::Arc;

use leptos::prelude::*;
use nearfar::picture::palette::method_colours;
use nearfar::picture::{Drawn, Mark, Tint};
use nearfar_compare::drawings::Step;
use nearfar_compare::pointing::Pair;
use nearfar_compare::protocol::Cell;
use nearfar_compare::terms::{Pictured, TermsOf};
use nearfar_compare::words::terms::{self as words, CellSaid};

use super::{Own, ink_on, set_title};
use crate::canvas::css;
use crate::matrix::{Form, Legend, MatrixPicture, Picture, Source, colours_of};
use crate::reactive::{memo, text};

/// Rows with names beside them, at most so many.
const MOST_NAMES: usize = 40;

/// An intermediate as its picture has it.
pub fn pictured(terms: TermsOf, name: &str) -> Option<Arc<Pictured>> {
    Some(Arc::new(Pictured::of(terms, terms.get(name)?, texts::compare::tree_itself())))
}

/// A picture of an intermediate by name, followed as it changes.
pub fn picture_of(own: Own, name: &'static str) -> Memo<Option<Arc<Pictured>>> {
    memo(move || own.read(|terms| pictured(terms, name)))
}

/// What a small matrix shows beside its numbers.
#[derive(Clone, Copy, Default)]
pub struct Look {
    /// The row to be lit, in place of the cursor's.
    pub row: Option<Signal<Option<usize>>>,
    /// The column to be lit, in place of the cursor's.
    pub column: Option<Signal<Option<usize>>>,
    /// The value whose cells are lit.
    pub value: Option<Signal<Option<usize>>>,
    /// Whether it is wider and has names at its rows.
    pub large: bool,
    /// Whether arrow keys move its cursor; of several with one cursor the first is enough.
    pub by_keys: bool,
    /// Whether its title is left out.
    pub bare: bool,
}

/// A matrix with its cursor, its number and its legend.
#[component]
pub fn TermPicture(
    own: Own,
    picture: Memo<Option<Arc<Pictured>>>,
    #[prop(optional)] look: Look,
) -> impl IntoView {
    // Rows and columns that are no queries and keys.
    let here = RwSignal::new(None::<Cell>);
    let cell = memo(move || {
        let picture = picture.get()?;
        let memory = own.read(|terms| Some(terms.view.memory))?;
        let (row, column) = picture.follow.cell(own.pair.get(), here.get(), memory)?;
        let row = look.row.map_or(Some(row), |row| row.get())?;
        // Without a column to be lit, one is chosen here.
        let column = look.column.and_then(|column| column.get()).unwrap_or(column);
        picture.at((row, column)).map(|_| (row, column))
    });
    let pair_of = move |at: Cell| -> Option<Pair> {
        let picture = picture.get_untracked()?;
        let pair = own.pair.get_untracked().unwrap_or_default();
        picture.follow.pair(at, pair, picture.rows, own.memory_now())
    };
    let go = move |at: Cell| {
        here.set(Some(at));
        if let Some(pair) = pair_of(at) {
            own.point(pair);
        }
    };
    let point = move |at: Option<Cell>| match at {
        Some(at) if cell.get_untracked() != Some(at) => go(at),
        Some(_) => {}
        None => own.leave(),
    };
    let choose = move |at: Cell| {
        if let Some(pair) = pair_of(at) {
            own.choose(pair);
        }
    };
    let lit = move || look.value.and_then(|value| value.get());
    let drawn = memo(move || {
        let accent = method_colours(own.room.theme.get())[own.side];
        let tint = lit().map(|lit| Tint::Value(lit as f32, accent));
        let picture = picture.get()?;
        let drawn = picture.drawn(own.room.palette.get());
        Some(Arc::new(Drawn { tint, ..drawn }))
    });
    let (palette, scale) = colours_of(drawn.into());
    let says = memo(move || {
        let (picture, cell) = (picture.get()?, cell.get()?);
        own.names(|names| names.cell(&picture, cell))
    });
    let said = move |part: fn(&CellSaid) -> &String| {
        text(move || says.with(|said| said.as_ref().map(part).cloned()).unwrap_or_default())
    };
    let head = move || {
        let picture = picture.get()?;
        let title = set_title(&picture.title);
        (!look.bare).then(|| {
            view! { <figcaption><b>{title}</b><span class="own-source">{format!("{} · {}", picture.name, picture.source)}</span></figcaption> }
        })
    };
    let name = text(move || {
        let name = picture.get().zip(says.get()).map(|(of, said)| words::picture(&of, &said));
        name.unwrap_or_default()
    });
    let memory = move || {
        let picture = picture.get()?;
        (picture.memory > 0).then(|| {
            let share = 100.0 * picture.memory as f64 / picture.columns.max(1) as f64;
            view! { <span class="own-memory" style:width=format!("{share}%")><span>{texts::compare::picture_memory()}</span></span> }
        })
    };
    let texts = move || {
        let picture = picture.get()?;
        if picture.texts.is_empty() {
            return None;
        }
        let (scale, table) = (scale.get(), palette.get().table(own.room.theme.get()));
        let lit = lit();
        let accent = method_colours(own.room.theme.get())[own.side];
        let cells = picture.texts.iter().enumerate().map(|(at, text)| {
            let value = picture.values.get(at).copied().unwrap_or_default();
            let is_lit = lit.is_some_and(|lit| lit as f32 == value);
            let behind =
                if is_lit { accent } else { table.colour(scale.position(f64::from(value))) };
            let (long, longest) = (text.chars().count() > 3, text.chars().count() > 4);
            let (row, column) = (at / picture.columns.max(1), at % picture.columns.max(1));
            view! {
                <text x=20 * column + 10 y=20 * row + 10 fill=ink_on(behind) class:long=long class:longest=longest class:lit=is_lit>{text.clone()}</text>
            }
        });
        let size = format!("0 0 {} {}", 20 * picture.columns, 20 * picture.rows);
        Some(
            view! { <svg class="own-texts" viewBox=size aria-hidden="true">{cells.collect_view()}</svg> },
        )
    };
    let names = move || {
        let picture = picture.get()?;
        let shown = look.large && !picture.row_names.is_empty() && picture.rows <= MOST_NAMES;
        shown.then(|| {
            let names = picture.row_names.iter().enumerate().map(|(at, name)| {
                let is_lit = move || look.row.is_some_and(|row| row.get() == Some(at));
                let name = name.clone();
                view! { <span class:lit=is_lit>{move || if is_lit() { "▸ " } else { "" }}{name}</span> }
            });
            view! { <div class="own-row-names" aria-hidden="true">{names.collect_view()}</div> }
        })
    };
    let aspect = text(move || picture.get().map(|of| of.aspect().to_string()).unwrap_or_default());
    // A row or a column that is lit is lit as a whole.
    let mark = Signal::derive(move || Mark {
        row: look.row.is_some(),
        column: look.column.is_some_and(|column| column.get().is_some()),
        is_cross: false,
    });
    let form = Form::Bare { mark, aspect: Some(aspect) };
    let theme = own.room.theme.into();
    let source = Source::bare(drawn.into(), theme);
    let shown = Picture {
        on_choose: Some(Callback::new(choose)),
        is_stop: Signal::stored(look.by_keys),
        ..Picture::new(source, form, theme, name, cell.into(), Callback::new(point))
    };
    let above = view! { {texts}{memory} }.into_any();
    let data_name = text(move || picture.get().map(|p| p.name.clone()).unwrap_or_default());
    view! {
        <figure class="own-picture" class:large=look.large data-term=data_name>
            {head}
            <div class="own-body">
                {names}
                <MatrixPicture picture=shown.class("own-frame") above=above />
            </div>
            <p class="own-value"><b title=said(|said| &said.exact)>{text(move || says.get().map_or_else(|| "–".to_owned(), |said| said.value))}</b>" "<span>{said(|said| &said.place)}</span></p>
            <Legend palette=palette scale=scale theme=own.room.theme unit="" />
        </figure>
    }
}

/// Matrices side by side with what happens between them; those that the method has not are left out.
#[component]
pub fn MatrixRow(own: Own, matrices: &'static [(Step, &'static str)]) -> impl IntoView {
    let found = memo(move || {
        let has = |terms: TermsOf| {
            let found = matrices.iter().filter(|(_, name)| terms.get(name).is_some());
            Some(found.copied().collect::<Vec<_>>())
        };
        own.read(has).unwrap_or_default()
    });
    let shown = move || {
        let shown = found.get().into_iter().enumerate().map(|(at, (step, name))| {
            let sign = words::step(step);
            let look = Look { by_keys: at == 0, ..Look::default() };
            view! {
                <div class="own-step">
                    <span class="own-sign" class:none=sign.is_empty()>{sign}</span>
                    <TermPicture own=own picture=picture_of(own, name) look=look />
                </div>
            }
        });
        shown.collect_view()
    };
    view! { <div class="own-row">{shown}</div> }
}

/// (b) + (d) by offset, as it is multiplied, and by key, as it is added.
#[component]
pub fn ShiftSection(own: Own) -> impl IntoView {
    let look = Look { by_keys: true, ..Look::default() };
    view! {
        <div class="own-row wide">
            <div class="own-step"><TermPicture own=own picture=picture_of(own, "BD_raw") look=look /></div>
            <div class="own-step">
                <span class="own-sign">{texts::compare::xl_shift_step()}</span>
                <TermPicture own=own picture=picture_of(own, "BD") look=look />
            </div>
        </div>
    }
}

/// A colour as CSS.
pub fn accent(own: Own) -> String {
    css(method_colours(own.room.theme.get())[own.side], 1.0)
}
