//! Panel A's way from distances to weights, a small matrix a step; each opens large.

use leptos::html;
use leptos::prelude::*;
use nearfar::Method;
use nearfar::attention::{Adjustment, Step};
use nearfar::lab::{Matrix, Panel};
use nearfar::picture::heatmap::{fit, paint};
use nearfar::picture::scale::{Scale, format_number};

use crate::canvas::{put_pixels, with_pixels};
use crate::controls::Dialog;
use crate::panels::{Legend, MatrixPanel, ModelBadge};
use crate::reactive::{effect, handler, memo, text};
use crate::stages::{Later, place};
use crate::state::use_store;

/// A small picture has at most this many pixels a side: more than the page has room for would be
/// handed to the screen at every change, and left out by it.
const MOST_PIXELS: usize = 256;

/// A step's formula, name and unit.
pub fn step_texts(step: Step, method: Method) -> (&'static str, &'static str, &'static str) {
    let adjustment = match method {
        Method::DistanceAware { adjustment, .. } => Some(adjustment),
        Method::Vanilla { .. } => None,
    };
    match step {
        Step::Distance => ("R = |i − j|", "Distance", "tokens"),
        Step::WeightedDistance => ("w·R", "Weighted", "w × tokens"),
        Step::Coefficient => ("f(w·R; v)", "Coefficient", "factor; 1 changes nothing"),
        Step::Score => ("S = QKᵀ/√d", "Raw score", "score"),
        Step::Clipped => ("ReLU(S)", "Clipped", "score"),
        Step::Logit => match adjustment {
            Some(Adjustment::EarlyMultiply) => ("ReLU(S) ∘ f", "Adjusted", "score"),
            Some(Adjustment::EarlyAdd) => ("S + f", "Adjusted", "score"),
            Some(Adjustment::EarlyMultiplyWithoutRelu) => ("S ∘ f", "Adjusted", "score"),
            Some(Adjustment::EarlyAddWithRelu) => ("ReLU(S) + f", "Adjusted", "score"),
            _ => ("S", "Score", "score"),
        },
        Step::Normalised => ("softmax(S)", "Normalised", "weight, a row sums to 1"),
        Step::Weight => match adjustment {
            Some(Adjustment::LateMultiply) => {
                ("softmax(S) ∘ f", "Weight", "weight, rows do not sum to 1")
            }
            Some(Adjustment::LateAdd) => {
                ("softmax(S) + f", "Weight", "weight, rows do not sum to 1")
            }
            _ => ("softmax", "Weight", "weight, a row sums to 1"),
        },
    }
}

/// The steps of panel A as a row of small matrices.
#[component]
pub fn PipelinePanel() -> impl IntoView {
    let store = use_store();
    let method = store.select(|settings| settings.a);
    let large = RwSignal::new(None::<Step>);
    let open = RwSignal::new(false);
    let show = Callback::new(move |step| {
        large.set(Some(step));
        open.set(true);
    });
    let texts = move || large.get().map(|step| step_texts(step, method.get()));
    let steps = move || {
        let steps = method.get().steps().iter().enumerate();
        steps
            .map(|(index, &step)| {
                view! {
                    <Later place=place::PIPELINE + 1 + index as u8 / 2>
                        <StepPicture step=step on_open=show />
                    </Later>
                }
            })
            .collect_view()
    };
    view! {
        <section class="panel" aria-labelledby="pipeline-title">
            <header class="panel-head">
                <h2 id="pipeline-title">"From distance to weight"</h2>
                <ModelBadge />
                <p class="muted">"Method A, step by step. Any picture opens large; the numbers are those of the cell under the cursor."</p>
            </header>
            <ol class="pipeline">{steps}</ol>
            <Dialog
                open=open
                large=true
                title=Signal::derive(move || texts().map_or_else(String::new, |(formula, name, _)| format!("{name}: {formula}")))
            >
                <MatrixPanel
                    matrix=Signal::derive(move || Matrix::Step(Panel::A, large.get().unwrap_or(Step::Weight)))
                    title=Signal::derive(move || texts().map_or_else(String::new, |(formula, ..)| formula.to_owned()))
                    unit=Signal::derive(move || texts().map_or_else(String::new, |(.., unit)| unit.to_owned()))
                />
            </Dialog>
        </section>
    }
}

#[component]
fn StepPicture(step: Step, on_open: Callback<Step>) -> impl IntoView {
    let store = use_store();
    let canvas = NodeRef::<html::Canvas>::new();
    let theme = store.theme();
    let head = store.head();
    let colours = store.colours();
    let range = store.select(|settings| settings.range);
    let method = store.select(|settings| settings.a);
    let cursor = store.cursor();
    let matrix = Matrix::Step(Panel::A, step);
    let palette = memo(move || matrix.palette(colours.get()));
    let table = memo(move || palette.get().table(theme.get()));
    let scale = RwSignal::new(Scale::Sequential { min: 0.0, max: 1.0 });
    let example = store.example();
    let at_cursor = move || {
        let (i, j) = example.get()?;
        store.with_weights(|lab| lab.value(matrix, head.get(), i, j))
    };
    let tokens_shown = RwSignal::new(0_usize);
    let values = StoredValue::new_local(Vec::<f32>::new());

    effect(move || {
        let Some(canvas) = canvas.get() else { return };
        let (head, range) = (head.get(), range.get());
        let table = table.get();
        store.at_ease(move || {
            store.lab_now(|lab| {
                values.try_update_value(|values| {
                    let tokens = lab.matrix_into(matrix, head, values);
                    tokens_shown.set(tokens);
                    if tokens == 0 {
                        return;
                    }
                    let drawn = lab.scale(matrix, head, values, range);
                    if scale.get_untracked() != drawn {
                        scale.set(drawn);
                    }
                    let side = tokens.min(MOST_PIXELS);
                    with_pixels(side * side, |pixels| {
                        paint(&fit(values, tokens, side), drawn, &table, pixels);
                        put_pixels(&canvas, pixels, side, side);
                    });
                });
            });
        });
    });
    let texts = move || step_texts(step, method.get());
    let percent =
        move |index: usize| format!("{}%", 100.0 * index as f64 / tokens_shown.get().max(1) as f64);
    let size = move || format!("{}%", (100.0 / tokens_shown.get().max(1) as f64).max(2.0));
    let mark = move || {
        cursor.get().map(|(i, j)| {
            view! { <span class="step-cursor" style:top=percent(i) style:left=percent(j) style:width=size() style:height=size()></span> }
        })
    };
    view! {
        <li class="step" class:branch=step == Step::Score>
            <button type="button" title="Open large" on:click=handler(move |_| on_open.run(step))>
                <span class="step-name">{text(move || texts().1)}</span>
                <span class="step-formula">{text(move || texts().0)}</span>
                <span class="step-picture">
                    <canvas node_ref=canvas aria-hidden="true"></canvas>
                    {mark}
                </span>
                <Legend
                    palette=palette
                    scale=scale
                    theme=theme
                    count=2
                    unit=Signal::derive(move || {
                        texts().2.split([',', ';']).next().unwrap_or_default().to_owned()
                    })
                />
                <output class="step-value">{text(move || at_cursor().map_or_else(|| "·".to_owned(), |value| format_number(f64::from(value))))}</output>
            </button>
        </li>
    }
}
