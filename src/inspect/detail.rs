//! One tensor: its figures, how its numbers are spread, a picture of any slice, and its files.

use leptos::prelude::*;
use nearfar_inspect::protocol::listing::shape_text;
use nearfar_inspect::protocol::{Answer, Ask, Export};
use nearfar_inspect::room::file::bytes_text;
use nearfar_inspect::room::tensor::Bars;
use nearfar_inspect::statistics::{Histogram, Statistics};

use super::parts::entries;
use super::picture::SlicePicture;
use super::use_inspect;
use crate::reactive::memo;

/// The tensor that is looked at.
#[component]
pub fn Detail() -> impl IntoView {
    let room = use_inspect().room;
    // What is chosen again stays as it is.
    let shown = memo(move || room.shown.get());
    let content = move || {
        let place = shown.get()?;
        let opened = room.opened.get()?;
        let line = opened.tensors.get(place)?.clone();
        let twins = opened.twins(place);
        let twins = twins.map(|says| view! { <p class="muted small-print">{says}</p> });
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
    let room = use_inspect().room;
    let facts = memo(move || room.figures.with(|of| of.get(place).map(Statistics::facts)));
    view! { <dl class="facts small">{move || facts.get().map(entries)}</dl> }
}

/// The histogram, as bars with their counts.
#[component]
fn Spread(place: usize) -> impl IntoView {
    let room = use_inspect().room;
    let bars = RwSignal::new(None::<Option<Histogram>>);
    let error = RwSignal::new(String::new());
    room.ask_each_worker(Ask::Histogram { tensor: place }, error, move |answer, _| {
        if let Answer::Histogram { histogram, .. } = answer {
            bars.set(Some(histogram));
        }
    });
    let content = move || {
        let says = match bars.get() {
            Some(Some(histogram)) => return drawn(&histogram).into_any(),
            Some(None) => texts::inspect::spread_empty(),
            None if error.with(String::is_empty) => texts::inspect::spread_counting(),
            None => return view! { <p class="notice error">{error.get()}</p> }.into_any(),
        };
        view! { <p class="muted small-print">{says}</p> }.into_any()
    };
    view! {
        <figure class="spread">
            <figcaption><h3>{texts::inspect::spread()}</h3></figcaption>
            {content}
        </figure>
    }
}

fn drawn(histogram: &Histogram) -> impl IntoView + use<> {
    let Bars { bars, zero, ends: [from, to], most, name } = Bars::of(histogram);
    let (width, height) = Bars::SIZE;
    let bar = |([x, y, width, height], title): ([f64; 4], String)| {
        view! { <rect x=x y=y width=width height=height><title>{title}</title></rect> }
    };
    let bars = bars.into_iter().map(bar).collect_view();
    let zero = zero.map(|x| view! { <line class="zero" x1=x x2=x y1="0" y2=height /> });
    view! {
        <svg class="histogram" viewBox=format!("0 0 {width} {height}") preserveAspectRatio="none" role="img" aria-label=name>{bars}{zero}</svg>
        <p class="histogram-ends"><span>{from}</span><span class="muted">{most}</span><span>{to}</span></p>
    }
}
