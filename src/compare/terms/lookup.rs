//! Tables that pairs are looked up in: the row of the pair lit, and every pair that uses the same row.
//! Shaw's offsets, tree distances and traversals, T5's buckets.

use leptos::prelude::*;
use nearfar_compare::curves::{LookUp, bucket_curve, look_up};
use nearfar_compare::words::terms as words;

use super::Own;
use super::picture::{Look, TermPicture, accent, picture_of};
use crate::chart::{Chart, Series};
use crate::reactive::{memo, text};

/// The row of the pair under the cursor.
fn lit(own: Own, ids: &'static str, table: &'static str) -> Memo<Option<LookUp>> {
    memo(move || {
        let pair = own.pair.get()?;
        own.read(|terms| look_up(terms.get(ids)?, terms.get(table)?, pair))
    })
}

#[component]
fn LitLine(own: Own, lit: Memo<Option<LookUp>>) -> impl IntoView {
    let says = text(move || lit.with(|lit| lit.as_ref().map(words::looked_up)).unwrap_or_default());
    let row = text(move || {
        lit.with(|lit| lit.as_ref().map(|lit| lit.row.to_string()).unwrap_or_default())
    });
    view! {
        <p class="lit-line" data-row=row><span class="lit-swatch" style:background=move || accent(own) aria-hidden="true"></span>{says}</p>
    }
}

/// The matrix of rows, and the tables.
#[component]
pub fn LookUpSection(
    own: Own,
    ids: &'static str,
    tables: &'static [&'static str],
) -> impl IntoView {
    let first = tables.first().copied().unwrap_or_default();
    let lit = lit(own, ids, first);
    let row = Signal::derive(move || lit.with(|lit| lit.as_ref().map(|lit| lit.row)));
    let pairs = Look { value: Some(row), large: true, by_keys: true, ..Look::default() };
    let strip = Look { row: Some(row), large: true, ..Look::default() };
    let strips = tables.iter().map(|name| {
        view! { <TermPicture own=own picture=picture_of(own, name) look=strip /> }
    });
    view! {
        <LitLine own=own lit=lit />
        <div class="own-row wide">
            <TermPicture own=own picture=picture_of(own, ids) look=pairs />
            {strips.collect_view()}
        </div>
    }
}

/// Farther than this all offsets share the last bucket.
const REACH: i64 = 140;

/// Buckets of pairs, the bias of each, and the bias by offset, also beyond the sentence.
#[component]
pub fn BucketSection(own: Own) -> impl IntoView {
    let lit = lit(own, "bucket", "bias_table");
    let row = Signal::derive(move || lit.with(|lit| lit.as_ref().map(|lit| lit.row)));
    let pairs = Look { value: Some(row), large: true, by_keys: true, ..Look::default() };
    let strip = Look { column: Some(row), ..Look::default() };
    let far = RwSignal::new(false);
    let series = memo(move || {
        let reach = if far.get() {
            REACH
        } else {
            i64::try_from(own.room.tokens.with(|tokens| tokens.len()))
                .unwrap_or(REACH)
                .clamp(8, REACH)
        };
        let curve = own.read(|terms| Some(bucket_curve(terms.get("bias_table")?.values, reach)));
        vec![Series::new(texts::compare::t5_chart_curve(), curve.unwrap_or_default(), 0)]
    });
    let offset = Signal::derive(move || own.pair.get().map(|(i, j)| j as f64 - i as f64));
    view! {
        <LitLine own=own lit=lit />
        <div class="own-row wide">
            <div class="own-column">
                <Chart name=texts::compare::t5_chart() series=series x_name=texts::compare::t5_chart_axis() lit=offset theme=own.room.theme />
                <label class="check"><input type="checkbox" prop:checked=move || far.get() on:change=move |event| far.set(event_target_checked(&event)) />" "{texts::compare::t5_chart_far()}</label>
                <TermPicture own=own picture=picture_of(own, "bias_table") look=strip />
            </div>
            <TermPicture own=own picture=picture_of(own, "bucket") look=pairs />
        </div>
    }
}
