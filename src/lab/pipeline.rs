//! Panel A's way from distances to weights, a small matrix a step; each opens large.

use leptos::html;
use leptos::prelude::*;
use nearfar::attention::Step;
use nearfar::lab::lanes::{Lane, Place, ends, places};
use nearfar::lab::{Lab, Matrix, Panel};
use nearfar::picture::format_short;
use nearfar::settings::Settings;
use texts::words::{self, steps};

use crate::canvas::matrix::draw_small;
use crate::lab::matrix::Drawing;
use crate::lab::{LargePicture, ShowLarge};
use crate::matrix::Legend;
use crate::reactive::{effect, flag, handler, memo, text};
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
    let steps = move || {
        let steps = places(method.get(), has_term.get()).into_iter().enumerate();
        steps
            .map(|(index, Place { step, lane, column, sign })| {
                let row = match lane {
                    Lane::Distance => "1",
                    Lane::Score => "2",
                    Lane::Both => "1 / span 2",
                };
                view! {
                    <li class="step" data-sign=sign style:grid-column=column.to_string() style:grid-row=row>
                        <Later place=place::PIPELINE + 1 + index as u8 / 2>
                            <StepPicture step=step />
                        </Later>
                        {(step == Step::Weight).then(|| view! { <p class="step-says">{text(move || share_of_zero.get().unwrap_or_default())}</p> })}
                    </li>
                }
            })
            .collect_view()
    };
    let reason = said(store, words::reason_of_relu);
    let consequence = said(store, words::of_left_out);
    let example = store.example();
    let pair = text(move || store.with_tokens(|lab| words::of_pair(lab, example.get())));
    view! {
        <section class="way" data-panel="steps" aria-labelledby="pipeline-title">
            <header class="panel-head">
                <h2 id="pipeline-title">{texts::lab::pipeline_title()}</h2>
                <span class="muted way-pair">{pair}</span>
                <StepSwitches />
            </header>
            <ol class="pipeline">
                {steps}
                // Where the lane of scores begins later than that of distances.
                <li class="step step-why" hidden=flag(move || reason.with(String::is_empty))>{text(move || reason.get())}</li>
            </ol>
            <p class="without" role="status">{text(move || consequence.get())}</p>
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

/// A switch that leaves a step out.
fn switch(
    label: &'static str,
    title: &'static str,
    is_on: Signal<bool>,
    is_off_limits: Signal<bool>,
    toggle: Box<dyn FnMut(web_sys::MouseEvent)>,
) -> impl IntoView {
    view! {
        <button
            type="button"
            class="small switch"
            role="switch"
            aria-checked=text(move || is_on.get().to_string())
            disabled=is_off_limits
            title=title
            on:click=toggle
        >
            {label}
        </button>
    }
}

/// Leaves ReLU out of A.
#[component]
pub fn ReluSwitch() -> impl IntoView {
    let store = use_store();
    let method = store.select(|settings| settings.a);
    let clips = move || method.get().clips();
    let is_fixed = move || method.get().other_clipping().is_none();
    let toggle = move |_| {
        store.edit(None, |settings| {
            settings.a = settings.a.other_clipping().unwrap_or(settings.a);
        });
    };
    let (label, title) = (texts::lab::switch_relu(), texts::lab::switch_relu_title());
    switch(label, title, flag(clips), flag(is_fixed), handler(toggle))
}

/// Leaves a step of A out, to see what it is for.
#[component]
fn StepSwitches() -> impl IntoView {
    let store = use_store();
    let method = store.select(|settings| settings.a);
    let distance = store.select(|settings| settings.distance);
    let competition = store.select(|settings| settings.competition);
    view! {
        <div class="switches" role="group" aria-label=texts::lab::switches()>
            <span class="muted">{texts::lab::switches_about()}</span>
            <ReluSwitch />
            {switch(texts::lab::switch_distance(), texts::lab::switch_distance_title(), distance.into(), flag(move || !method.get().knows_distance()), handler(move |_| store.edit(None, |settings| settings.distance = !settings.distance)))}
            {switch(texts::lab::switch_softmax(), texts::lab::switch_softmax_title(), competition.into(), Signal::default(), handler(move |_| store.edit(None, |settings| settings.competition = !settings.competition)))}
        </div>
    }
}

/// What is said of the shown head of A. Each cell of a long sentence is looked at: that waits for rest. What is read of
/// the settings changes weights.
fn said(store: Store, of: fn(&Lab, &Settings) -> String) -> Memo<String> {
    memo(move || {
        store.head().get();
        store.follow_at_rest(Store::follow_weights);
        store.now(of)
    })
}

/// A step of panel A as a small matrix; a click opens it large.
#[component]
pub fn StepPicture(
    step: Step,
    /// In place of its formula.
    #[prop(optional_no_strip)]
    caption: Option<&'static str>,
) -> impl IntoView {
    let store = use_store();
    let large = use_context::<ShowLarge>();
    let method = store.select(|settings| settings.a);
    let formula = store.select(move |settings| steps::formula(step, settings));
    // Weights move with every slider: what is read of them then is written only where it is another.
    let of_score = memo(move || match step {
        Step::Score => Some(store.with_weights(steps::shown_score_formula)),
        _ => None,
    });
    let formula = memo(move || of_score.get().map_or_else(|| formula.get(), str::to_owned));
    let says = move || steps::step_texts(step, method.get());
    let competition = store.select(|settings| settings.competition);
    let why = text(move || match step {
        Step::Normalised | Step::Weight if !competition.get() => texts::lab::switch_softmax_title(),
        _ => says().why,
    });
    let on_open = move |_| {
        if let Some(large) = large {
            large.show(LargePicture {
                matrix: Matrix::Step(Panel::A, step).into(),
                title: text(move || texts::lab::step_title(says().name, formula.get())),
                unit: text(move || says().unit),
                why,
            });
        }
    };
    let canvas = NodeRef::<html::Canvas>::new();
    let (theme, head, cursor) = (store.theme(), store.head(), store.cursor());
    let matrix = Matrix::Step(Panel::A, step);
    let drawing = Drawing::new(store, matrix.into(), head);
    let example = store.example();
    let at_cursor = move || {
        let (i, j) = example.get()?;
        store.with_weights(|lab| lab.value(matrix, head.get(), i, j))
    };
    let tokens_shown = RwSignal::new(0_usize);

    effect(move || {
        let Some(canvas) = canvas.get() else { return };
        drawing.track();
        store.at_rest(move || {
            store.lab_now(|lab| {
                drawing.draw(store, lab, &mut |frame| {
                    tokens_shown.set(frame.part.cells[0]);
                    if !frame.values.is_empty() {
                        draw_small(&canvas, frame, MOST_PIXELS);
                    }
                });
            });
        });
    });
    let percent =
        move |index: usize| format!("{}%", 100.0 * index as f64 / tokens_shown.get().max(1) as f64);
    let size = move || format!("{}%", (100.0 / tokens_shown.get().max(1) as f64).max(2.0));
    let mark = move || {
        cursor.get().map(|(i, j)| {
            view! { <span class="step-cursor" style:top=percent(i) style:left=percent(j) style:width=size() style:height=size()></span> }
        })
    };
    view! {
            <button type="button" class="step-button" title=why on:click=handler(on_open)>
                <span class="step-name">{text(move || says().name)}</span>
                <span class=if caption.is_some() { "step-caption" } else { "step-formula" }>{text(move || caption.map_or_else(|| formula.get(), str::to_owned))}</span>
                <span class="step-picture">
                    <canvas node_ref=canvas aria-hidden="true"></canvas>
                    {mark}
                </span>
                <Legend
                    palette=drawing.palette
                    scale=drawing.scale
                    theme=theme
                    count=2
                    unit=text(move || says().counts)
                />
                <output class="step-value" aria-live="off">{text(move || at_cursor().map_or_else(|| "·".to_owned(), |value| format_short(f64::from(value))))}</output>
            </button>
    }
}
