//! Intermediates along the offset and the distance: left and right upon each other, coefficients, slopes.

use leptos::prelude::*;
use nearfar::methods::alibi::slopes;
use nearfar::picture::format_short;
use nearfar_compare::curves::{
    Point, by_offset, diagonals, head_count, products_by_offset, row_of_pair, row_of_query, sides,
};
use nearfar_compare::words::terms as words;

use super::picture::{Look, TermPicture, picture_of};
use super::{Own, set_title};
use crate::chart::{Chart, Series};
use crate::reactive::{memo, text};

/// What a query gives by offset: its own values, those that depend on the offset alone, and what the
/// sinusoids say about each other.
#[component]
pub fn DirectionSection(
    own: Own,
    of: &'static str,
    alone: Option<&'static str>,
    table: Option<&'static str>,
) -> impl IntoView {
    let query = move || own.pair.get().map(|pair| pair.0);
    let of_query = memo(move || {
        let query = query()?;
        own.read(|terms| Some(by_offset(terms, terms.get(of)?, query)))
    });
    let title = |name: &'static str| {
        text(move || {
            own.read(|terms| Some(terms.get(name)?.term.title.clone())).unwrap_or_default()
        })
    };
    let first = view! { <SidePair own=own title=title(of) points=of_query whose=texts::compare::sides_of_query() /> };
    let second = alone.map(|name| {
        let points = memo(move || own.read(|terms| Some(diagonals(terms, terms.get(name)?))));
        view! { <SidePair own=own title=title(name) points=points whose=texts::compare::sides_of_every_query() /> }
    });
    let third = table.map(|name| {
        let points = memo(move || {
            let query = query()?;
            own.read(|terms| {
                let table = terms.get(name)?;
                Some(products_by_offset(table, row_of_query(table, query)))
            })
        });
        let row = Signal::derive(move || {
            let pair = own.pair.get()?;
            own.read(|terms| row_of_pair(terms.get(name)?, pair))
        });
        let pictured = Look { row: Some(row), large: true, by_keys: true, ..Look::default() };
        let title = text(move || own.read(|terms| Some(words::products(terms.get(name)?))).unwrap_or_default());
        view! {
            <SidePair own=own title=title points=points whose=texts::compare::sides_of_positions() />
            <TermPicture own=own picture=picture_of(own, name) look=pictured />
        }
    });
    view! { <div class="own-row wide">{first}{second}{third}</div> }
}

/// A curve by offset folded at 0, so that left and right lie upon each other.
#[component]
fn SidePair(
    own: Own,
    title: Signal<String>,
    points: Memo<Option<Vec<Point>>>,
    whose: &'static str,
) -> impl IntoView {
    let series = memo(move || {
        let [before, after] = sides(&points.get().unwrap_or_default());
        let before = Series::new(texts::compare::sides_before(), before, 0);
        let after = Series::new(texts::compare::sides_after(), after, 1);
        [before, after].into_iter().filter(|side| side.points.len() > 1).collect()
    });
    let says =
        text(move || points.with(|points| points.as_deref().map(words::sides)).unwrap_or_default());
    let name = text(move || texts::compare::sides_name(title.get(), says.get()));
    view! {
        <div class="own-column own-sides">
            <p><b>{move || set_title(&title.get())}</b><span class="own-source">{whose}</span></p>
            <Chart name=name series=series x_name=texts::compare::distance_axis() lit=own.distance() theme=own.room.theme />
            <p class="small-print" data-sides=title>{says}</p>
        </div>
    }
}

/// f by distance, of the shown head.
#[component]
pub fn CoefficientSection(own: Own) -> impl IntoView {
    let series = memo(move || {
        let curve = own.read(|terms| Some(diagonals(terms, terms.get("Rhat")?)));
        let [before, _] = sides(&curve.unwrap_or_default());
        let even: Vec<Point> = before.iter().map(|point| (point.0, 1.0)).collect();
        let even =
            Series { faint: true, ..Series::new(texts::compare::da_coefficient_one(), even, 7) };
        vec![even, Series::new(texts::compare::da_coefficient_of_head(), before, 0)]
    });
    view! { <Chart name=texts::compare::da_coefficients_chart() series=series x_name=texts::compare::distance_axis() lit=own.distance() theme=own.room.theme /> }
}

/// -m |i - j| of all heads.
#[component]
pub fn SlopeSection(own: Own) -> impl IntoView {
    let series = memo(move || {
        let last = own.room.tokens.with(|tokens| tokens.len()).saturating_sub(1).max(1);
        let found = own.read(|terms| {
            Some((terms.view.head, head_count(terms)?, terms.get("slope")?.at(0, 0)?))
        });
        let Some((head, heads, slope)) = found else { return Vec::new() };
        let line = |slope: f64| (0..=last).map(|x| (x as f64, 0.0 - slope * x as f64)).collect();
        let others = slopes(heads).into_iter().enumerate().filter(|(at, _)| *at != head);
        let others = others.map(|(at, slope)| Series {
            faint: true,
            mark: (at + 1).to_string(),
            ..Series::new(texts::compare::alibi_head(at + 1), line(slope), 7)
        });
        let shown = texts::compare::alibi_head_shown(head + 1, format_short(slope));
        let mark = (head + 1).to_string();
        others.chain([Series { mark, ..Series::new(shown, line(slope), 0) }]).collect()
    });
    let list = text(move || {
        let heads = own.read(head_count).unwrap_or(0);
        let all: Vec<String> = slopes(heads).into_iter().map(format_short).collect();
        texts::compare::alibi_every_slope(heads, all.join(", "))
    });
    view! {
        <Chart name=texts::compare::alibi_chart() series=series x_name=texts::compare::distance_axis() lit=own.distance() theme=own.room.theme />
        <p class="small-print">{list}</p>
    }
}
