//! What a method beside w and v has of its own for positions, in a file of this project: start beside learned, of
//! heads as pictures as well.

use leptos::prelude::*;
use nearfar::model::Each;
use nearfar::picture::{format_exact, format_short};
use nearfar_inspect::recognise::OwnNumbers;
use nearfar_inspect::room::report::NONE;

use super::parts::learned_figure;
use super::{Inspect, use_inspect};
use crate::cells;
use crate::reactive::{memo, text};

/// The tables; nothing for a file without such a method.
#[component]
pub fn OwnSection() -> impl IntoView {
    let Inspect { room, pass, .. } = use_inspect();
    let method = memo(move || room.report.with(|report| report.as_ref()?.own_method_beside()));
    let head = memo(move || pass.place.get().1);
    // The first layer alone has numbers of its own.
    let tables = move || {
        let layers = pass.learned.get();
        let own = layers.first().map(|layer| layer.own.clone()).unwrap_or_default();
        let (whole, cut): (Vec<_>, Vec<_>) =
            own.into_iter().partition(|own| own.each == Each::Whole);
        let cut = cut.into_iter().map(|own| view! { <Table own=own head=head /> });
        let whole = (!whole.is_empty()).then(|| view! { <Whole tensors=whole /> });
        view! { {cut.collect_view()}{whole} }
    };
    let has_none =
        move || pass.learned.with(|layers| layers.iter().all(|layer| layer.own.is_empty()));
    move || {
        method.get().map(|method| {
            let short = method.kind().definition().short;
            view! {
                <section class="panel" data-panel="head-own" aria-labelledby="inspect-own">
                    <header class="panel-head">
                        <h2 id="inspect-own">{texts::inspect::own(short)}</h2>
                        <p>{cells::learns_of(method.kind())}</p>
                        <p class="muted" hidden=has_none>{texts::inspect::own_about()}</p>
                    </header>
                    <div class="learned-tables">{tables}</div>
                </section>
            }
        })
    }
}

/// A table of numbers, as learned and at the start.
fn table(caption: Signal<String>, column: &'static str, rows: AnyView) -> AnyView {
    view! {
        <div class="scroll" tabindex="0" role="group" aria-label=caption>
            <table class="learned-table">
                <caption>{caption}</caption>
                <thead>
                    <tr>
                        <th scope="col">{column}</th>
                        <th scope="col">{texts::inspect::coefficients_learned()}</th>
                        <th scope="col">{texts::inspect::coefficients_start()}</th>
                    </tr>
                </thead>
                <tbody>{rows}</tbody>
            </table>
        </div>
    }
    .into_any()
}

/// A row of it, with a dash where there is no number.
fn row((name, numbers): (String, [Option<f32>; 2])) -> impl IntoView {
    let cell = |number: Option<f32>| {
        let number = number.map(f64::from);
        let says = number.map_or_else(|| NONE.to_owned(), format_short);
        view! { <td title=number.map(format_exact)>{says}</td> }
    };
    view! { <tr><th scope="row">{name}</th>{numbers.map(cell).collect_view()}</tr> }
}

/// Tensors that are told by their size alone, a row each.
#[component]
fn Whole(tensors: Vec<OwnNumbers>) -> impl IntoView {
    let rows = tensors.into_iter().map(|own| {
        let numbers = own.of_head(0).map(|list| list.first().copied());
        row((own.name, numbers))
    });
    let caption = texts::inspect::own_whole().to_owned().into();
    let rows = rows.collect_view().into_any();
    view! { <div class="own-numbers">{table(caption, texts::common::cells_whole(), rows)}</div> }
}

/// One tensor: of each head as a picture with its start, and all as a table.
#[component]
fn Table(own: OwnNumbers, head: Memo<usize>) -> impl IntoView {
    let OwnNumbers { each, together, .. } = own;
    let has_start = !own.start.is_empty();
    let picture = own.picture().map(|drawn| learned_figure(&own.name, drawn, has_start, None));
    let has_curve = own.has_curve();
    let own = StoredValue::new(own);
    let curve = has_curve.then(|| {
        let drawn = move || own.with_value(|own| own.curve(head.get()));
        view! {
            <figure class="head-learned">
                <figcaption>{texts::inspect::own_curve()}</figcaption>
                <div class="own-curve" aria-hidden="true" inner_html=text(drawn)></div>
            </figure>
        }
    });
    let caption =
        text(move || own.with_value(|own| cells::caption(&own.name, each, together, head.get())));
    let rows =
        move || own.with_value(|own| own.rows(head.get())).into_iter().map(row).collect_view();
    let rows = view! { {rows} }.into_any();
    view! {
        <div class="own-numbers">
            {picture}{curve}{table(caption, cells::column(each), rows)}
        </div>
    }
}
