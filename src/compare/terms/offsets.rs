//! Intermediates along the offset and the distance: charts of what a query gives, tables that pairs are looked up
//! in, with the row of the pair lit and every pair that uses it, and RoPE's angles as clocks. Which lines a chart has
//! is `nearfar_compare::charts`'.

use leptos::prelude::*;
use nearfar_compare::charts::{self, Course};
use nearfar_compare::curves::{self, LookUp, row_of_pair, turns};
use nearfar_compare::terms::TermsOf;
use nearfar_compare::words::terms::{self as words, Clock};

use super::picture::{Look, term};
use super::{Own, set_title};
use crate::canvas::css;
use crate::chart::{Chart, Series};
use crate::compare::fields::text_of;
use crate::controls::check;
use crate::reactive::{memo, text};

/// A chart over the distance, that of the pair lit.
fn by_distance(own: Own, name: Signal<String>, series: Memo<Vec<Series>>) -> AnyView {
    let distance = Signal::derive(move || {
        let (query, column) = own.pair.get()?;
        let memory = own.read(|terms| Some(terms.view.memory))?;
        Some((query + memory).abs_diff(column) as f64)
    });
    view! { <Chart name=name series=series x_name=texts::compare::distance_axis() lit=distance theme=own.room.theme /> }
        .into_any()
}

/// What a query gives by offset: its own values, those that depend on the offset alone, and what the
/// sinusoids say about each other.
pub fn direction(
    own: Own,
    of: &'static str,
    alone: Option<&'static str>,
    table: Option<&'static str>,
) -> AnyView {
    let of_pair = move |read: fn(TermsOf, &str, usize) -> Option<Course>, name| {
        memo(move || {
            let (query, _) = own.pair.get()?;
            own.read(|terms| read(terms, name, query))
        })
    };
    let first = folded(own, of_pair(charts::of_query, of), texts::compare::sides_of_query());
    let second = alone.map(|name| {
        let every = memo(move || own.read(|terms| charts::of_every_query(terms, name)));
        folded(own, every, texts::compare::sides_of_every_query())
    });
    let third = table.map(|name| {
        let positions = of_pair(charts::of_positions, name);
        let row = Signal::derive(move || {
            let pair = own.pair.get()?;
            own.read(|terms| row_of_pair(terms.get(name)?, pair))
        });
        let look = Look { row: Some(row), large: true, by_keys: true, ..Look::default() };
        let chart = folded(own, positions, texts::compare::sides_of_positions());
        view! { {chart}{term(own, name, look)} }
    });
    view! { <div class="own-row wide">{first}{second}{third}</div> }.into_any()
}

/// A curve by offset folded at 0, so that left and right lie upon each other.
fn folded(own: Own, course: Memo<Option<Course>>, whose: &'static str) -> AnyView {
    let series = memo(move || {
        course.with(|course| charts::folded(course.as_ref().map_or(&[], |course| &course.points)))
    });
    let title = text_of(course, |course| course.title.clone());
    let says = text_of(course, |course| words::sides(&course.points));
    let name = text(move || texts::compare::sides_name(title.get(), says.get()));
    view! {
        <div class="own-column own-sides">
            <p><b>{move || set_title(&title.get())}</b><span class="own-source">{whose}</span></p>
            {by_distance(own, name, series)}
            <p class="small-print" data-sides=title>{says}</p>
        </div>
    }
    .into_any()
}

/// f by distance, of the shown head.
pub fn coefficients(own: Own) -> AnyView {
    let series = memo(move || own.read_or_none(charts::coefficients));
    by_distance(own, texts::compare::da_coefficients_chart().into(), series)
}

/// -m |i - j| of all heads.
pub fn slopes(own: Own) -> AnyView {
    let series = memo(move || {
        let tokens = own.room.count();
        own.read_or_none(|terms| charts::slopes_of_heads(terms, tokens).unwrap_or_default())
    });
    let list = text(move || own.read_or_none(charts::every_slope));
    view! {
        {by_distance(own, texts::compare::alibi_chart().into(), series)}
        <p class="small-print">{list}</p>
    }
    .into_any()
}

/// The row of a table that the pair under the cursor is looked up in, and the line that says it.
fn lit(
    own: Own,
    ids: &'static str,
    table: &'static str,
) -> (Signal<Option<usize>>, impl IntoView + use<>) {
    let lit: Memo<Option<LookUp>> = memo(move || {
        let pair = own.pair.get()?;
        own.read(|terms| curves::look_up(terms.get(ids)?, terms.get(table)?, pair))
    });
    let row = Signal::derive(move || lit.with(|lit| lit.as_ref().map(|lit| lit.row)));
    let line = view! {
        <p class="lit-line" data-row=text_of(lit, |lit| lit.row.to_string())>
            <span class="lit-swatch" style:background=move || css(own.accent(), 1.0) aria-hidden="true"></span>
            {text_of(lit, words::looked_up)}
        </p>
    };
    (row, line)
}

/// What the matrix of rows shows: every pair of the row that is lit.
fn pairs_of(row: Signal<Option<usize>>) -> Look {
    Look { value: Some(row), large: true, by_keys: true, ..Look::default() }
}

/// Tables that pairs are looked up in: Shaw's offsets, tree distances and traversals.
pub fn look_up(own: Own, ids: &'static str, tables: &'static [&'static str]) -> AnyView {
    let (row, line) = lit(own, ids, tables.first().copied().unwrap_or_default());
    let strip = Look { row: Some(row), large: true, ..Look::default() };
    view! {
        {line}
        <div class="own-row wide">
            {term(own, ids, pairs_of(row))}
            {tables.iter().map(|name| term(own, name, strip)).collect_view()}
        </div>
    }
    .into_any()
}

/// T5's buckets of pairs, the bias of each, and the bias by offset, also beyond the sentence.
pub fn buckets(own: Own) -> AnyView {
    let (row, line) = lit(own, "bucket", "bias_table");
    let far = RwSignal::new(false);
    let series = memo(move || {
        let (tokens, far) = (own.room.count(), far.get());
        own.read_or_none(|terms| charts::buckets(terms, tokens, far))
    });
    let offset = Signal::derive(move || own.pair.get().map(|(i, j)| j as f64 - i as f64));
    let label = view! { " "{texts::compare::t5_chart_far()} };
    view! {
        {line}
        <div class="own-row wide">
            <div class="own-column">
                <Chart name=texts::compare::t5_chart() series=series x_name=texts::compare::t5_chart_axis() lit=offset theme=own.room.theme />
                {check(label.into_any(), far.into(), move |chosen| far.set(chosen))}
                {term(own, "bias_table", Look { column: Some(row), ..Look::default() })}
            </div>
            {term(own, "bucket", pairs_of(row))}
        </div>
    }
    .into_any()
}

/// RoPE's angle of every pair of dimensions between the two tokens, as hands of a clock, and what each pair gives to
/// the score.
pub fn angles(own: Own) -> AnyView {
    let turned = memo(move || {
        let pair = own.pair.get()?;
        Some((pair, own.read(|terms| turns(terms, pair))?))
    });
    let clock = |(place, turn)| {
        let Clock { hand: (x, y), degrees, title, name, shares } = Clock::of(place, turn);
        view! {
            <li data-pair=place>
                <svg viewBox="-24 -24 48 48" role="img" aria-label=name>
                    <circle r="22" /><line class="start" x1="0" y1="0" x2="0" y2="-20" /><line class="hand" x1="0" y1="0" x2=x y2=y />
                </svg>
                <b>{degrees}"°"</b>
                <small>{title}</small>
                <small class="share">{shares}</small>
            </li>
        }
    };
    let clocks = move || {
        let (_, turns) = turned.get()?;
        let clocks = turns.into_iter().enumerate().map(clock).collect_view();
        Some(view! { <ol class="clocks">{clocks}</ol> })
    };
    view! { <p class="small-print">{text_of(turned, |(pair, turns)| words::turned(turns, *pair))}</p>{clocks} }
        .into_any()
}
