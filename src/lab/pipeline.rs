//! Panel A's way from distances to weights, a small matrix a step; each opens large, which an icon in it says.

use leptos::html;
use leptos::prelude::*;
use nearfar::attention::Step;
use nearfar::lab::lanes::{Lane, Place, ends, places};
use nearfar::lab::{Lab, Matrix, Panel, Switch};
use nearfar::picture::format_short;
use nearfar::picture::pointing::Mark;
use nearfar::settings::Settings;
use texts::words::labels::of_switch;
use texts::words::steps::ShownStep;
use texts::words::{self, steps};

use super::matrix::{Drawing, LargePicture, ShowLarge};
use crate::canvas::matrix::draw_small;
use crate::controls::{Icon, icon_view};
use crate::matrix::{Legend, place_mark};
use crate::reactive::{effect, handler, memo, text};
use crate::roving;
use crate::stages::{Later, place};
use crate::state::{Store, use_store};

/// A small picture has at most this many pixels a side: more than the page has room for would be
/// handed to the screen at every change, and left out by it.
const MOST_PIXELS: usize = 256;

/// The steps of panel A as small matrices in two lanes that meet, and switches that leave one out.
#[component]
pub fn PipelineSection() -> impl IntoView {
    let store = use_store();
    let method = store.select(|settings| settings.a);
    let has_term = store.has_term();
    let (head, example) = (store.head(), store.example());
    let share_of_zero = memo(move || {
        let (cell, method) = (example.get()?, method.get());
        store.with_weights(|lab| {
            let cell = store.shown(lab, |shown| shown.arithmetic(Panel::A, head.get(), cell))?;
            Some(steps::share_of_zero(&cell, method))
        })
    });
    let reason = said(store, words::reason_of_relu);
    let steps = move || {
        let steps = places(method.get(), has_term.get()).into_iter().enumerate();
        steps
            .map(|(index, Place { step, lane, column, sign })| {
                let lane = match lane {
                    Lane::Distance => "distance",
                    Lane::Score => "score",
                    Lane::Both => "both",
                };
                view! {
                    <li class="step" role="presentation" data-sign=sign data-lane=lane style=("--place", column.to_string())>
                        <Later place=place::PIPELINE + 1 + index as u8 / 2>
                            <StepPicture step=step option=Some(index) />
                        </Later>
                    </li>
                }
            })
            .collect_view()
    };
    let of_relu = move || {
        let places = places(method.get(), has_term.get());
        places.into_iter().find(|place| place.step == Step::Clipped).map(|place| place.column)
    };
    let consequence = said(store, words::of_left_out);
    let pair = text(move || store.with_tokens(|lab| words::of_pair(lab, example.get())));
    view! {
        <section class="way" data-panel="steps" aria-labelledby="pipeline-title">
            <header class="panel-head">
                <h2 id="pipeline-title">{texts::lab::pipeline_title()}</h2>
                <span class="muted way-pair">{pair}</span>
                <div class="switches" role="group" aria-label=texts::lab::switches()>
                    <span class="muted">{texts::lab::switches_about()}</span>
                    {Switch::ALL.map(|switch| view! { <StepSwitch switch=switch /> })}
                </div>
            </header>
            <div class="pipeline">
                <ol role="listbox" aria-labelledby="pipeline-title" on:keydown=handler(move |event: web_sys::KeyboardEvent| roving::on_key(&event))>{steps}</ol>
                {move || of_relu().map(|column| view! {
                    <div class="step-why" style=("--place", column.to_string())>
                        <p>{text(move || share_of_zero.get().unwrap_or_default())}</p>
                        <p>{text(move || reason.get())}</p>
                    </div>
                })}
            </div>
            <p class="without">{text(move || consequence.get())}</p>
        </section>
    }
}

/// The ends of both lanes, which make the scores or weights of A: on a phone beside that picture, where it leaves room.
#[component]
pub fn StepsBeside() -> impl IntoView {
    let store = use_store();
    let method = store.select(|settings| settings.a);
    let steps = move || {
        let (score, sign, coefficient) = ends(method.get())?;
        Some(view! {
            <StepPicture step=score caption=steps::caption(score) />
            <span class="step-sign" aria-hidden="true">{sign}</span>
            <StepPicture step=coefficient caption=steps::caption(coefficient) />
        })
    };
    // It goes where the picture goes that it explains.
    view! { <div class="steps-beside" data-panel="picture-a">{steps}</div> }
}

/// Leaves a step of A out, to see what it is for.
#[component]
pub fn StepSwitch(switch: Switch) -> impl IntoView {
    let store = use_store();
    let is_on = store.select(move |settings| switch.is_on(settings));
    let is_fixed = store.select(move |settings| switch.is_fixed(settings));
    let toggle = move |_| store.edit(None, |settings| switch.toggle(settings));
    let (label, title) = of_switch(switch);
    view! {
        <button
            type="button"
            class="small switch"
            role="switch"
            aria-checked=text(move || is_on.get().to_string())
            disabled=is_fixed
            title=title
            on:click=handler(toggle)
        >
            {label}
        </button>
    }
}

/// What is said of the shown head of A and the locked cell. Each cell of a long sentence is looked at: that waits for rest.
/// What else is read of the settings changes weights.
fn said(store: Store, of: fn(&Lab, &Settings) -> String) -> Memo<String> {
    let shown = store.select(|settings| (settings.head, settings.cursor));
    memo(move || {
        // Nobody else reads it: what is tracked alone would never be computed.
        shown.get();
        store.follow_at_rest(Store::follow_weights);
        store.now(of)
    })
}

/// A step of panel A as a small matrix; a click opens it large.
#[component]
pub fn StepPicture(
    step: Step,
    /// In place of its formula: what it shows, and what its colours are.
    #[prop(optional_no_strip)]
    caption: Option<[&'static str; 2]>,
    /// Its place among the options of a list, of which the first is the stop of the Tab key; a button by itself.
    #[prop(optional_no_strip)]
    option: Option<usize>,
) -> impl IntoView {
    let store = use_store();
    let large = use_context::<ShowLarge>();
    let says = store.of_models(move |lab, settings| steps::of_step(lab, settings, step));
    let of =
        move |read: fn(&ShownStep) -> &str| text(move || says.with(|says| read(says).to_owned()));
    let why = of(|says| says.why);
    let matrix = Matrix::Step(Panel::A, step);
    let on_open = move |_| {
        if let Some(large) = large {
            large.show(LargePicture {
                matrix: matrix.into(),
                title: text(move || {
                    says.with(|says| texts::lab::step_title(says.name, &says.formula))
                }),
                unit: of(|says| says.unit),
                why,
            });
        }
    };
    let canvas = NodeRef::<html::Canvas>::new();
    let (theme, head, cursor, example) =
        (store.theme(), store.head(), store.cursor(), store.example());
    let drawing = Drawing::new(store, matrix.into(), head);
    let value = text(move || {
        let value = example
            .get()
            .and_then(|(i, j)| store.with_weights(|lab| lab.value(matrix, head.get(), i, j)));
        value.map_or_else(|| "·".to_owned(), |value| format_short(f64::from(value)))
    });
    let shape = RwSignal::new([0; 2]);
    effect(move || {
        let Some(canvas) = canvas.get() else { return };
        drawing.track();
        store.at_rest(move || {
            store.lab_now(|lab| {
                drawing.draw(store, lab, &mut |frame| {
                    shape.set(frame.part.cells);
                    if !frame.values.is_empty() {
                        draw_small(&canvas, frame, MOST_PIXELS);
                    }
                });
            });
        });
    });
    let mark = NodeRef::<html::I>::new();
    effect(move || {
        let [frame, _] = Mark::default().frames(cursor.get(), shape.get());
        mark.get().iter().for_each(|mark| place_mark(mark, frame));
    });
    let shown = view! {
            <span class="step-name">{of(|says| says.name)}</span>
            {match caption {
                Some([shows, colours]) => view! {
                    " "<span class="step-caption">{shows}</span>
                    <span class="step-colours">{colours}</span>
                }
                .into_any(),
                None => view! { <span class="step-formula">{of(|says| &says.formula)}</span> }.into_any(),
            }}
            {icon_view(Icon::Enlarge)}
            <span class="step-picture">
                <canvas node_ref=canvas aria-hidden="true"></canvas>
                <i node_ref=mark class="step-cursor" hidden></i>
            </span>
            <Legend palette=drawing.palette scale=drawing.scale theme=theme count=2 unit=of(|says| says.counts) />
            <output class="step-value" aria-live="off">{value}</output>
    };
    match option {
        Some(place) => view! {
            <div role="option" class="step-button" title=why tabindex=if place == 0 { "0" } else { "-1" } on:click=handler(on_open)>
                {shown}
            </div>
        }
        .into_any(),
        None => view! { <button type="button" class="step-button" title=why on:click=handler(on_open)>{shown}</button> }.into_any(),
    }
}
