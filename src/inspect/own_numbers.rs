//! What a method beside w and v has of its own for positions, in a file of this project: start beside learned, of
//! heads as pictures as well.

use leptos::prelude::*;
use nearfar::model::Each;
use nearfar::picture::learned::{sorted, svg};
use nearfar::picture::scale::nice_ticks;
use nearfar::picture::{format_exact, format_short};
use nearfar_inspect::recognise::OwnNumbers;

use super::{use_forward_pass, use_room};
use crate::cells;
use crate::reactive::{memo, text};
use crate::rich::rich;

/// The curve goes to so many words on both sides.
const MOST_OFFSET: i64 = 20;

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

/// Both lists over the offset j - i, as far as words of a sentence are apart.
fn by_offset(each: Each, learned: &[f32], start: &[f32]) -> String {
    let (width, height, most) = (360.0, 120.0, MOST_OFFSET);
    let value = |list: &[f32], offset: i64| {
        let row = cells::row_of_offset(each, list.len(), offset)?;
        Some(f64::from(*list.get(row)?)).filter(|value| value.is_finite())
    };
    let all = || (-most..=most).flat_map(|offset| [learned, start].map(|list| value(list, offset)));
    let (low, high) =
        all().flatten().fold((0.0_f64, 1e-6_f64), |(low, high), x| (low.min(x), high.max(x)));
    let x_of = |offset: i64| 34.0 + (width - 40.0) * (offset + most) as f64 / (2 * most) as f64;
    let y_of = |value: f64| 8.0 + (height - 28.0) * (high - value) / (high - low);
    let line = |class: &str, list: &[f32]| {
        let points = (-most..=most).filter_map(|offset| {
            Some(format!("{:.1},{:.1}", x_of(offset), y_of(value(list, offset)?)))
        });
        let points: Vec<_> = points.collect();
        format!("<polyline class=\"{class}\" points=\"{}\"/>", points.join(" "))
    };
    let mut out = format!("<svg viewBox=\"0 0 {width} {height}\">");
    for (tick, text) in nice_ticks(low, high, 3) {
        let y = y_of(tick);
        out += &format!(
            "<line class=\"grid\" x1=\"34\" x2=\"{width}\" y1=\"{y:.1}\" y2=\"{y:.1}\"/><text class=\"axis\" x=\"30\" y=\"{:.1}\">{text}</text>",
            y + 3.5
        );
    }
    for offset in [-most, 0, most] {
        let text = offset.to_string().replace('-', "\u{2212}");
        let y = height - 6.0;
        out +=
            &format!("<text x=\"{:.1}\" y=\"{y}\">{text}</text>", x_of(offset).min(width - 10.0));
    }
    out + &line("start", start) + &line("learned", learned) + "</svg>"
}
