//! One tensor: its figures, how its numbers are spread, its files, and a picture of any slice: two axes as rows and
//! columns, the others at an index, with the numbers under the cursor.

use std::sync::Arc;

use js_sys::Uint8Array;
use leptos::prelude::*;
use nearfar::picture::Zoom;
use nearfar::picture::scale::format_count;
use nearfar_inspect::protocol::listing::shape_text;
use nearfar_inspect::protocol::{Answer, Ask, Export};
use nearfar_inspect::room::file::bytes_text;
use nearfar_inspect::room::tensor::{Bars, OffScale, Shown, Slicing};
use nearfar_inspect::statistics::{Histogram, SliceOf, Statistics};

use super::parts::{drawn, entries, select};
use super::use_inspect;
use crate::canvas::css;
use crate::controls::whole_number;
use crate::kit::f64s;
use crate::matrix::{Key, MatrixPicture, Picture, Source, Zooms, colours_of, pointing};
use crate::reactive::{effect, flag, memo, text};
use crate::rich::of_names;

/// The tensor that is looked at.
#[component]
pub fn Detail() -> impl IntoView {
    let room = use_inspect().room;
    // What is chosen again stays as it is.
    let shown = memo(move || room.shown.get());
    move || {
        let place = shown.get()?;
        let opened = room.opened.get()?;
        let line = opened.tensors.get(place)?.clone();
        let facts = memo(move || room.figures.with(|of| of.get(place).map(Statistics::facts)));
        let twins = opened.twins(place);
        let twins = twins.map(|says| view! { <p class="muted small-print">{says}</p> });
        let save = |label: &'static str, what: Export| {
            view! { <button type="button" class="small" on:click=move |_| room.export(what)>{label}</button> }
        };
        let body = match line.problem.clone() {
            Some(why) => view! { <p class="notice">{of_names(&why)}"."</p> }.into_any(),
            // The buttons stand above what comes when it was computed: nothing moves under a press.
            None => view! {
                <p class="detail-save">{save(texts::inspect::tensor_save_npy(), Export::Npy { tensor: place })}{save(texts::inspect::tensor_save_csv(), Export::Csv { tensor: place })}</p>
                <dl class="facts small">{move || facts.get().map(entries)}</dl>
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
    }
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
            Some(Some(histogram)) => {
                let Bars { drawing, ends: [from, to], most } = Bars::of(&histogram);
                return view! {
                    {drawn(Some("histogram"), drawing, None)}
                    <p class="histogram-ends"><span>{from}</span><span class="muted">{most}</span><span>{to}</span></p>
                }
                .into_any();
            }
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

/// The controls and the canvas.
#[component]
pub fn SlicePicture(
    place: usize,
    shape: Vec<u64>,
    /// What is shown first, and by “All”; without it the whole tensor, along axes that can be chosen.
    #[prop(optional)]
    home: Option<SliceOf>,
    /// The caption.
    #[prop(default = texts::inspect::slice())]
    title: &'static str,
) -> impl IntoView {
    let room = use_inspect().room;
    let slicing = RwSignal::new(Slicing::new(shape, home));
    let (is_empty, has_axes) = slicing.with_untracked(|of| (of.is_empty(), of.has_axes()));
    let cursor = RwSignal::new(None::<(usize, usize)>);
    let error = RwSignal::new(String::new());
    let come = move |answer, bytes: Vec<Uint8Array>| {
        if let Answer::Slice { of, rows, columns, steps, .. } = answer {
            let values = f64s(bytes.first());
            error.set(String::new());
            slicing.update(|slicing| slicing.come(Shown { of, rows, columns, steps, values }));
        }
    };
    let of = memo(move || slicing.with(|slicing| slicing.of().clone()));
    effect(move || {
        let of = of.get();
        // Another slice is another question, and the answer to the last one is dropped.
        if !is_empty {
            room.ask_each_worker(Ask::Slice { tensor: place, of }, error, come);
        }
    });
    let matrix = memo(move || {
        let weights = room.palette.get();
        slicing.with(|slicing| slicing.drawn(weights).map(Arc::new))
    });
    let (palette, scale) = colours_of(matrix.into());
    let zoom = move |zoom: Zoom| {
        let at = cursor.get_untracked();
        if slicing.try_update(|slicing| slicing.zoom(zoom, at)) == Some(true) {
            cursor.set(None);
        }
    };
    let under = move || slicing.with(|slicing| slicing.under(cursor.get()));
    // What no scale has a place for, with the colours that stand for it.
    let odd = memo(move || slicing.with(Slicing::off_scale));
    let odd_ones = move || {
        let one = |(colour, word, count): OffScale| {
            let style = css(colour, 1.0);
            view! { <span style:background=style aria-hidden="true">"\u{2003}"</span>{format!(" {word}: {count} ")} }
        };
        odd.get().into_iter().map(one).collect_view()
    };
    let name = text(move || slicing.with(|of| of.name(title, scale.get(), cursor.get())));
    let class = text(move || format!("slice-frame {}", slicing.with(Slicing::form)));
    let zoomed = flag(move || slicing.with(Slicing::is_zoomed));
    let on_point = pointing(cursor);
    let theme = room.theme.into();
    let unit = Signal::stored(String::new());
    let picture = Picture {
        class,
        stays: true,
        zoom: Zooms::By { ask: Callback::new(zoom), zoomed },
        key: Some(Key { palette, scale, unit }),
        ..Picture::new(Source::bare(matrix.into(), theme), theme, name, cursor.into(), on_point)
    };
    view! {
        <figure class="slice" hidden=is_empty>
            <figcaption><h3>{title}</h3></figcaption>
            {has_axes.then(|| view! { <Axes slicing=slicing /> })}
            <p class="notice error" hidden=move || error.with(String::is_empty)>{text(move || error.get())}</p>
            <p class="slice-tools muted small-print">{text(move || slicing.with(Slicing::size_text))}</p>
            <p class="slice-value" aria-live="polite">{text(move || under().unwrap_or_else(|| texts::inspect::slice_how().to_owned()))}</p>
            <div class="matrix">
                <MatrixPicture picture=picture />
            </div>
            <p class="small-print" hidden=move || odd.with(Vec::is_empty)>{odd_ones}</p>
        </figure>
    }
}

/// Which axes are rows and columns, and the index on the others.
#[component]
fn Axes(slicing: RwSignal<Slicing>) -> impl IntoView {
    let names = slicing.with_untracked(Slicing::axis_names);
    let menu = |label: &'static str, is_row: bool| {
        let chosen = Signal::derive(move || slicing.with(|of| of.axes()[usize::from(!is_row)]));
        let class = "inline";
        select((class, label, None), None, names.clone(), chosen, move |axis| {
            axis.into_iter().for_each(|axis| slicing.update(|of| of.choose(is_row, axis)));
        })
    };
    let index = move |axis: usize| {
        let last = slicing.with_untracked(|of| of.last(axis));
        let value = memo(move || slicing.with(|of| of.index(axis).unwrap_or(0) as usize));
        let set = move |index| slicing.update(|of| of.set_index(axis, index as u64));
        let label = texts::inspect::slice_axis_at(axis);
        let name = texts::inspect::slice_axis_at_name(axis, format_count(last));
        let range = 0..=last as usize;
        whole_number("inline", label, name, value.into(), range, Callback::new(set))
    };
    // The indices of the other axes are written anew only where the two axes change.
    let others = memo(move || slicing.with(Slicing::others));
    let others = move || others.get().into_iter().map(index).collect_view();
    view! {
        <div class="slice-axes">
            {menu(texts::inspect::slice_rows(), true)}{menu(texts::inspect::slice_columns(), false)}{others}
        </div>
    }
}
