//! Panel A's way from distances to weights, a small matrix a step; each opens large.

use leptos::html;
use leptos::prelude::*;
use nearfar::Method;
use nearfar::attention::Step;
use nearfar::lab::{Matrix, Panel};
use nearfar::metrics::{self, HeadFigures};
use nearfar::picture::heatmap::{fit, paint};
use nearfar::picture::scale::{Scale, format_number};
use nearfar::settings::Settings;
use nearfar::words;

use crate::canvas::{put_pixels, with_pixels};
use crate::lab::{LargePicture, ShowLarge};
use crate::matrix::Legend;
use crate::reactive::{effect, flag, handler, memo, text};
use crate::stages::{Later, place};
use crate::state::{Store, use_store};

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
        Step::Logit => match adjustment.filter(|adjustment| adjustment.is_early()) {
            Some(adjustment) => {
                let formula = match (adjustment.clips(), adjustment.multiplies()) {
                    (true, true) => "ReLU(S) ∘ f",
                    (true, false) => "ReLU(S) + f",
                    (false, true) => "S ∘ f",
                    (false, false) => "S + f",
                };
                (formula, "Adjusted", "score")
            }
            None => ("S", "Score", "score"),
        },
        Step::Normalised => ("softmax(S)", "Normalised", "weight, a row sums to 1"),
        Step::Weight => match adjustment.filter(|adjustment| !adjustment.is_early()) {
            Some(adjustment) => {
                let formula =
                    if adjustment.multiplies() { "softmax(S) ∘ f" } else { "softmax(S) + f" };
                (formula, "Weight", "weight, rows do not sum to 1")
            }
            None => ("softmax", "Weight", "weight, a row sums to 1"),
        },
    }
}

/// [`step_texts`]' formula, where each key may have its weight on its own.
fn formula(step: Step, settings: &Settings) -> String {
    let (formula, ..) = step_texts(step, settings.a);
    if settings.competition { formula.to_owned() } else { formula.replace("softmax", "σ") }
}

/// What stands between a step and the one before it: distances make coefficients, queries and keys make
/// scores, and where both meet is what the adjustment does.
fn sign_before(step: Step, method: Method) -> &'static str {
    let Method::DistanceAware { adjustment, .. } = method else { return "→" };
    let meets = if adjustment.multiplies() { "×" } else { "+" };
    match step {
        Step::Score => meets,
        Step::Logit if adjustment.is_early() => "=",
        Step::Weight if !adjustment.is_early() => "=",
        _ => "→",
    }
}

/// The steps of panel A as a row of small matrices, and switches that leave one out.
#[component]
pub fn PipelineSection() -> impl IntoView {
    let store = use_store();
    let method = store.select(|settings| settings.a);
    let steps = move || {
        let steps = method.get().steps().iter().enumerate();
        steps
            .map(|(index, &step)| {
                view! {
                    <li class="step" data-sign=text(move || sign_before(step, method.get()).to_owned())>
                        <Later place=place::PIPELINE + 1 + index as u8 / 2>
                            <StepPicture step=step />
                        </Later>
                    </li>
                }
            })
            .collect_view()
    };
    view! {
        <section class="way" aria-labelledby="pipeline-title">
            <header class="panel-head">
                <h2 id="pipeline-title">"How A comes about"</h2>
                <StepSwitches />
            </header>
            <ol class="pipeline">{steps}</ol>
            <p class="without" role="status">{text(move || consequence(store))}</p>
        </section>
    }
}

/// Leaves a step of A out, to see what it is for.
#[component]
fn StepSwitches() -> impl IntoView {
    let store = use_store();
    let method = store.select(|settings| settings.a);
    let adjustment = move || match method.get() {
        Method::DistanceAware { adjustment, .. } => Some(adjustment),
        Method::Vanilla { .. } => None,
    };
    let without_relu = move || adjustment().is_some_and(|adjustment| !adjustment.clips());
    let has_relu =
        move || adjustment().is_some_and(|adjustment| adjustment.other_clipping().is_some());
    let toggle_relu = move |_| {
        store.edit(None, |settings| {
            if let Method::DistanceAware { adjustment, .. } = &mut settings.a {
                *adjustment = adjustment.other_clipping().unwrap_or(*adjustment);
            }
        });
    };
    let distance = store.select(|settings| settings.distance);
    let competition = store.select(|settings| settings.competition);
    let is_long = memo(move || store.with_tokens(nearfar::lab::Lab::is_long));
    let switch = |label: &'static str,
                  title: &'static str,
                  is_on: Signal<bool>,
                  is_off_limits: Signal<bool>,
                  toggle: Box<dyn FnMut(web_sys::MouseEvent)>| {
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
    };
    view! {
        <div class="switches" role="group" aria-label="Steps that can be left out">
            <span class="muted">"Steps of A:"</span>
            {switch("ReLU", "Without it negative scores are adjusted too", flag(move || !without_relu()), flag(move || !has_relu()), handler(toggle_relu))}
            {switch("Distance", "Without it every w counts as 0", distance.into(), flag(move || !method.get().knows_distance()), handler(move |_| store.edit(None, |settings| settings.distance = !settings.distance)))}
            {switch("Softmax", "Without it each key gets its weight on its own, by a sigmoid in place of the softmax", competition.into(), is_long.into(), handler(move |_| store.edit(None, |settings| settings.competition = !settings.competition)))}
        </div>
    }
}

/// What is left out of A, and what that does to the shown head, in numbers.
fn consequence(store: Store) -> String {
    let head = store.head().get();
    let (method, distance, competition) =
        store.settings().with(|settings| (settings.a, settings.distance, settings.competition));
    store.with_weights(|lab| {
        let Some((trace, head)) = lab.head_of(Panel::A, head) else { return String::new() };
        let Method::DistanceAware { adjustment, .. } = method else { return String::new() };
        let cells = trace.tokens() * trace.tokens();
        let below = (metrics::zeroed_share(trace, head) * cells as f64).round();
        let mut says = Vec::new();
        let w = trace.heads().get(head).map_or(0.0, |head| head.w);
        let effective = HeadFigures::of(trace, head).map_or(0.0, |figures| figures.effective_tokens);
        says.extend(words::of_evenness(method, w, effective, trace.tokens()));
        if adjustment.is_early() && adjustment.multiplies() {
            says.push(if adjustment.clips() {
                format!("ReLU sets {below} of the {cells} scores to 0. Without it distance would work backwards on them: a coefficient below 1 would lift a negative score.")
            } else {
                format!("Without ReLU distance works backwards on the {below} of {cells} scores that are negative: a coefficient below 1 lifts them, one above 1 presses them down.")
            });
        }
        if !distance {
            says.push("Without distance every coefficient is that of w = 0: what is left is the same for near and far words.".to_owned());
        }
        if !competition {
            let sums = trace.weights_of(head).chunks(trace.tokens()).map(|row| row.iter().sum::<f32>());
            let (least, most) = sums.fold((f32::MAX, 0.0_f32), |(least, most), sum| (least.min(sum), most.max(sum)));
            says.push(format!(
                "Without softmax words do not compete: each weight is σ(score − ln {}) on its own: what one word gains no other loses, and rows sum to {least:.2} up to {most:.2} instead of 1.",
                trace.tokens(),
            ));
        }
        says.join(" ")
    })
}

/// A step of panel A as a small matrix; a click opens it large.
#[component]
pub fn StepPicture(step: Step) -> impl IntoView {
    let store = use_store();
    let large = use_context::<ShowLarge>();
    let method = store.select(|settings| settings.a);
    let formula = store.select(move |settings| formula(step, settings));
    let on_open = move |_| {
        if let Some(large) = large {
            let texts = move || step_texts(step, method.get());
            large.show(LargePicture {
                matrix: Matrix::Step(Panel::A, step).into(),
                title: Signal::derive(move || format!("{}: {}", texts().1, formula.get())),
                unit: Signal::derive(move || texts().2.to_owned()),
            });
        }
    };
    let canvas = NodeRef::<html::Canvas>::new();
    let theme = store.theme();
    let head = store.head();
    let colours = store.colours();
    let range = store.select(|settings| settings.range);
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
        store.at_rest(move || {
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
            <button type="button" class="step-button" title="Open large" on:click=handler(on_open)>
                <span class="step-name">{text(move || texts().1)}</span>
                <span class="step-formula">{text(move || formula.get())}</span>
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
    }
}
