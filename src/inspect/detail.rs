//! One tensor: its figures, how its numbers are spread, a picture of any slice, and its files.

use leptos::prelude::*;
use nearfar::picture::scale::{format_count, format_digits, format_number};
use nearfar_inspect::protocol::listing::shape_text;
use nearfar_inspect::protocol::{Answer, Export};
use nearfar_inspect::room::figures::{Asking, Question};
use nearfar_inspect::statistics::{Histogram, Statistics};

use super::picture::SlicePicture;
use super::summary::bytes_text;
use super::table_rows::{non_finite_text, percent};
use super::use_room;
use crate::reactive::{effect, memo};

/// The tensor that is looked at.
#[component]
pub fn Detail() -> impl IntoView {
    let room = use_room();
    // What is chosen again stays as it is.
    let shown = memo(move || room.shown.get());
    let content = move || {
        let place = shown.get()?;
        let opened = room.opened.get()?;
        let line = opened.tensors.get(place)?.clone();
        let twins: Vec<String> = opened
            .tensors
            .iter()
            .enumerate()
            .filter(|(other, tensor)| {
                *other != place && line.shared.is_some() && tensor.shared == line.shared
            })
            .map(|(_, tensor)| tensor.name.clone())
            .take(5)
            .collect();
        let twins = (!twins.is_empty()).then(|| {
            view! { <p class="muted small-print">{texts::inspect::tensor_twins(twins.join(", "))}</p> }
        });
        let save = |label: &'static str, what: Export| {
            view! { <button type="button" class="small" on:click=move |_| room.export(what)>{label}</button> }
        };
        let body = match line.problem.clone() {
            Some(why) => view! { <p class="notice">{why}"."</p> }.into_any(),
            // The buttons stand above what comes when it was computed: nothing moves under a press.
            None => view! {
                <p class="detail-save">{save(texts::inspect::tensor_save_npy(), Export::Npy { tensor: place })}{save(texts::inspect::tensor_save_csv(), Export::Csv { tensor: place })}</p>
                <Figures place=place />
                <Spread place=place />
                <SlicePicture place=place shape=line.shape.clone() />
            }
            .into_any(),
        };
        Some(view! {
            <section class="panel inspect-detail" data-panel="tensor" aria-labelledby="inspect-tensor">
                <header>
                    <h2 id="inspect-tensor">{line.name.clone()}</h2>
                    <p class="muted small-print">{texts::inspect::tensor(&line.type_name, shape_text(&line.shape), bytes_text(line.bytes))}</p>
                    {twins}
                </header>
                {body}
            </section>
        })
    };
    view! { {content} }
}

#[component]
fn Figures(place: usize) -> impl IntoView {
    let room = use_room();
    let figures = memo(move || {
        room.news.track();
        room.figures.with_value(|figures| figures.get(place).cloned())
    });
    let rows = move || {
        let entry = |name: &'static str, value: String| view! { <div><dt>{name}</dt><dd>{value}</dd></div> };
        let number =
            |value: Option<f64>| value.map_or_else(|| "–".to_owned(), |x| format_digits(x, 6));
        figures.get().map(|found: Statistics| {
            view! {
                {entry(texts::inspect::numbers(), format_count(found.count))}
                {entry(texts::inspect::min(), number(found.min))}
                {entry(texts::inspect::max(), number(found.max))}
                {entry(texts::inspect::mean(), number(found.mean))}
                {entry(texts::inspect::deviation(), number(found.deviation))}
                {entry(texts::inspect::zeros(), format!("{} ({})", format_count(found.zeros), found.share_of_zeros().map_or_else(|| "–".to_owned(), percent)))}
                {entry(texts::inspect::non_finite(), match found.non_finite() {
                    0 => "0".to_owned(),
                    _ => format!("{} ({} NaN, {} ∞)", non_finite_text(&found), format_count(found.nan), format_count(found.infinite)),
                })}
            }
        })
    };
    view! { <dl class="facts small">{rows}</dl> }
}

/// The histogram, as bars with their counts.
#[component]
fn Spread(place: usize) -> impl IntoView {
    let room = use_room();
    let bars = RwSignal::new(None::<Option<Histogram>>);
    let error = RwSignal::new(String::new());
    let question = StoredValue::new(Question::default());
    let ask = move || {
        room.spread(place, move |answer, _| {
            match answer {
                Answer::Histogram { histogram, .. } => {
                    bars.try_set(Some(histogram));
                }
                Answer::Failed(failure) => {
                    error.try_set(failure.message);
                }
                _ => return false,
            }
            question.try_update_value(Question::answered);
            true
        });
    };
    effect(move || {
        let count = room.lives.get();
        match question.try_update_value(|question| question.worker(count)) {
            Some(Asking::Ask) => ask(),
            Some(Asking::GiveUp) => error.set(room.why_ended()),
            Some(Asking::Nothing) | None => {}
        }
    });
    let content = move || match bars.get() {
        None if error.with(|error| !error.is_empty()) => {
            view! { <p class="notice error">{error.get()}</p> }.into_any()
        }
        None => view! { <p class="muted small-print">{texts::inspect::spread_counting()}</p> }
            .into_any(),
        Some(None) => {
            view! { <p class="muted small-print">{texts::inspect::spread_empty()}</p> }.into_any()
        }
        Some(Some(histogram)) => drawn(&histogram).into_any(),
    };
    view! {
        <figure class="spread">
            <figcaption><h3>{texts::inspect::spread()}</h3></figcaption>
            {content}
        </figure>
    }
}

const WIDTH: f64 = 320.0;
const HEIGHT: f64 = 90.0;

fn drawn(histogram: &Histogram) -> impl IntoView + use<> {
    let most = histogram.counts.iter().copied().max().unwrap_or(1).max(1);
    let (from, to) = (histogram.from, histogram.to);
    let slot = WIDTH / histogram.counts.len().max(1) as f64;
    let step =
        to / histogram.counts.len().max(1) as f64 - from / histogram.counts.len().max(1) as f64;
    let bars = histogram
        .counts
        .iter()
        .enumerate()
        .map(|(bar, &count)| {
            // What is there is seen, however little.
            let height = if count == 0 { 0.0 } else { (HEIGHT * count as f64 / most as f64).max(1.0) };
            let (low, high) = (from + step * bar as f64, from + step * (bar + 1) as f64);
            let title = texts::inspect::spread_bar(format_number(low), format_number(high), format_count(count));
            view! {
                <rect x=bar as f64 * slot y=HEIGHT - height width=(slot - 0.6).max(0.5) height=height><title>{title}</title></rect>
            }
        })
        .collect_view();
    let zero = (from < 0.0 && to > 0.0).then(|| {
        let x = WIDTH * (0.0 - from) / (to - from);
        view! { <line class="zero" x1=x x2=x y1="0" y2=HEIGHT /> }
    });
    let peak = histogram.counts.iter().position(|&count| count == most).unwrap_or(0);
    let name = texts::inspect::spread_name(
        format_number(from),
        format_number(to),
        histogram.counts.len(),
        format_count(most),
        format_number(from + step * (peak as f64 + 0.5)),
    );
    view! {
        <svg class="histogram" viewBox=format!("0 0 {WIDTH} {HEIGHT}") preserveAspectRatio="none" role="img" aria-label=name>{bars}{zero}</svg>
        <p class="histogram-ends"><span>{format_number(from)}</span><span class="muted">{texts::inspect::spread_most(format_count(most))}</span><span>{format_number(to)}</span></p>
    }
}
