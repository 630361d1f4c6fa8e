//! What a method beside w and v has of its own for positions, in a file of this project: start beside learned, of
//! heads as pictures as well.

use leptos::prelude::*;
use nearfar::model::Each;
use nearfar::picture::learned::{by_offset, sorted, svg};
use nearfar::picture::{format_exact, format_short};
use nearfar_inspect::recognise::OwnNumbers;

use super::{use_forward_pass, use_room};
use crate::cells;
use crate::reactive::{memo, text};
use crate::rich::rich;

/// The tables; nothing for a file without such a method.
#[component]
pub fn OwnSection() -> impl IntoView {
    let (room, pass) = (use_room(), use_forward_pass());
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

/// Tensors that are told by their size alone, a row each.
#[component]
fn Whole(tensors: Vec<OwnNumbers>) -> impl IntoView {
    let caption = texts::inspect::own_whole();
    let rows = tensors.into_iter().map(|own| {
        let [learned, start] = [own.learned, own.start]
            .map(|lists| number(lists.first().and_then(|list| list.first()).copied()));
        view! { <tr><th scope="row">{own.name}</th>{learned}{start}</tr> }
    });
    view! {
        <div class="own-numbers">
            <div class="scroll" tabindex="0" role="group" aria-label=caption>
                <table class="learned-table">
                    <caption>{caption}</caption>
                    <Head title=texts::common::cells_whole() />
                    <tbody>{rows.collect_view()}</tbody>
                </table>
            </div>
        </div>
    }
}

/// The first row of a table.
#[component]
fn Head(title: &'static str) -> impl IntoView {
    view! {
        <thead>
            <tr>
                <th scope="col">{title}</th>
                <th scope="col">{texts::inspect::coefficients_learned()}</th>
                <th scope="col">{texts::inspect::coefficients_start()}</th>
            </tr>
        </thead>
    }
}

/// A number of a table, or a dash where there is none.
fn number(number: Option<f32>) -> impl IntoView {
    let number = number.map(f64::from);
    let exact = number.map(format_exact);
    view! { <td title=exact>{number.map_or_else(|| "–".to_owned(), format_short)}</td> }
}

/// One tensor: of each head as a picture with its start, and all as a table.
#[component]
fn Table(own: OwnNumbers, head: Memo<usize>) -> impl IntoView {
    let OwnNumbers { name, each, together, learned, start } = own;
    let picture = matches!(each, Each::Head | Each::Feature).then(|| {
        let wide = |lists: &[Vec<f32>]| -> Vec<f64> {
            lists.first().into_iter().flatten().map(|&number| f64::from(number)).collect()
        };
        let drawn = svg(&name, &sorted(&wide(&start), &wide(&learned)));
        let caption = match start.is_empty() {
            true => texts::inspect::learned_caption_no_start(&name),
            false => texts::inspect::learned_caption(&name),
        };
        view! {
            <figure class="head-learned">
                <figcaption>{rich(caption)}</figcaption>
                <div class="learned-picture" inner_html=drawn></div>
            </figure>
        }
    });
    let curve = matches!(each, Each::Offset | Each::Bucket).then(|| {
        let (learned, start) = (learned.clone(), start.clone());
        let drawn = move || {
            let of = |lists: &[Vec<f32>]| lists.get(head.get()).or(lists.first()).cloned();
            let [learned, start] = [of(&learned), of(&start)].map(Option::unwrap_or_default);
            by_offset(each, &learned, &start)
        };
        view! {
            <figure class="head-learned">
                <figcaption>{texts::inspect::own_curve()}</figcaption>
                <div class="own-curve" aria-hidden="true" inner_html=text(drawn)></div>
            </figure>
        }
    });
    let caption = text(move || cells::caption(&name, each, together, head.get()));
    let rows = move || {
        // Of buckets every head has its own.
        let of = |lists: &[Vec<f32>]| {
            lists.get(head.get()).or(lists.first()).cloned().unwrap_or_default()
        };
        let (learned, start) = (of(&learned), of(&start));
        let count = learned.len();
        let row = |(row, &learned): (usize, &f32)| {
            let start = number(start.get(row).copied());
            view! { <tr><th scope="row">{cells::name(each, count, row)}</th>{number(Some(learned))}{start}</tr> }
        };
        learned.iter().enumerate().map(row).collect_view()
    };
    view! {
        <div class="own-numbers">
            {picture}{curve}
            <div class="scroll" tabindex="0" role="group" aria-label=caption>
                <table class="learned-table">
                    <caption>{caption}</caption>
                    <Head title=cells::column(each) />
                    <tbody>{rows}</tbody>
                </table>
            </div>
        </div>
    }
}
