//! Panel A's way from distances to weights, a small matrix a step; each opens large.

use leptos::html;
use leptos::prelude::*;
use nearfar::Method;
use nearfar::attention::{LayerInputs, Mask, Step, Trace};
use nearfar::in_numbers::short;
use nearfar::lab::lanes::{Lane, Place, places};
use nearfar::lab::{Lab, Matrix, Panel};
use nearfar::metrics::{self, HeadFigures};
use nearfar::picture::format_short;
use nearfar::picture::heatmap::{fit, paint_masked};
use nearfar::picture::scale::Scale;
use nearfar::settings::Settings;
use texts::words;

use crate::canvas::{put_pixels, with_pixels};
use crate::lab::{LargePicture, ShowLarge};
use crate::matrix::Legend;
use crate::reactive::{effect, flag, handler, memo, text};
use crate::stages::{Later, place};
use crate::state::{Store, use_store};

/// A small picture has at most this many pixels a side: more than the page has room for would be
/// handed to the screen at every change, and left out by it.
const MOST_PIXELS: usize = 256;

/// What is said of a step.
#[derive(Clone, Copy)]
pub struct StepTexts {
    /// Its formula, in one line.
    pub formula: &'static str,
    /// Its name.
    pub name: &'static str,
    /// What its numbers are, where there is little room.
    counts: &'static str,
    /// The same where there is more.
    unit: &'static str,
    /// What the step is for, in a sentence.
    why: &'static str,
}

/// What is said of a step of a method.
pub fn step_texts(step: Step, method: Method) -> StepTexts {
    use texts::lab;
    let adjustment = match method {
        Method::DistanceAware { adjustment, .. } => Some(adjustment),
        Method::Vanilla { .. } => None,
    };
    let adds = adjustment.is_some_and(|adjustment| !adjustment.multiplies());
    let of = |formula, name, counts, why| StepTexts { formula, name, counts, unit: counts, why };
    let weight = |formula, name, unit, why| StepTexts {
        unit,
        ..of(formula, name, lab::counts_weight(), why)
    };
    match step {
        Step::Distance => {
            of("R = |i − j|", lab::step_distance(), lab::counts_tokens(), lab::why_distance())
        }
        Step::WeightedDistance => {
            of("w·R", lab::step_weighted(), lab::counts_weighted(), lab::why_weighted())
        }
        Step::Coefficient => {
            let (counts, unit, why) = match adds {
                true => {
                    (lab::counts_addend(), lab::counts_addend_more(), lab::why_coefficient_added())
                }
                false => (lab::counts_factor(), lab::counts_factor_more(), lab::why_coefficient()),
            };
            StepTexts { unit, ..of("f(w·R; v)", lab::step_coefficient(), counts, why) }
        }
        Step::Term => of("β·b(i, j)", lab::step_term(), lab::counts_score(), lab::why_term()),
        Step::Score => {
            let formula = score_formula(false, false);
            of(formula, lab::step_raw_score(), lab::counts_score(), lab::why_raw_score())
        }
        Step::Clipped => {
            of("ReLU(S)", lab::step_clipped(), lab::counts_score(), lab::why_clipped())
        }
        Step::Logit => match adjustment.filter(|adjustment| adjustment.is_early()) {
            Some(adjustment) => {
                let formula = match (adjustment.clips(), adjustment.multiplies()) {
                    (true, true) => "ReLU(S) ∘ f",
                    (true, false) => "ReLU(S) + f",
                    (false, true) => "S ∘ f",
                    (false, false) => "S + f",
                };
                of(formula, lab::step_adjusted(), lab::counts_score(), lab::why_adjusted())
            }
            None => of("S", lab::step_score(), lab::counts_score(), lab::why_score()),
        },
        Step::Normalised => weight(
            "softmax(S)",
            lab::step_normalised(),
            lab::counts_weight_sums(),
            lab::why_softmax(),
        ),
        Step::Weight => match adjustment.filter(|adjustment| !adjustment.is_early()) {
            Some(adjustment) => {
                let formula =
                    if adjustment.multiplies() { "softmax(S) ∘ f" } else { "softmax(S) + f" };
                let unit = lab::counts_weight_unsummed();
                weight(formula, lab::step_weight(), unit, lab::why_weight())
            }
            None => {
                weight("softmax", lab::step_weight(), lab::counts_weight_sums(), lab::why_softmax())
            }
        },
    }
}

/// The formula of a score in a model from a file, which may have a scale and a bias of its own.
pub fn score_formula(has_scale: bool, has_bias: bool) -> &'static str {
    match (has_scale, has_bias) {
        (false, false) => "S = QKᵀ/√d",
        (false, true) => "S = QKᵀ/√d + βb",
        (true, false) => texts::lab::formula_scale(),
        (true, true) => texts::lab::formula_scale_bias(),
    }
}

/// [`score_formula`] of what panel A shows.
fn shown_score_formula(lab: &Lab) -> &'static str {
    let own = lab.trace_of(Panel::A).map(|trace| {
        let usual = LayerInputs::<f64>::usual_scale(trace.dimensions());
        (trace.scale() != usual, trace.position_term().is_some())
    });
    let (has_scale, has_bias) = own.unwrap_or_default();
    score_formula(has_scale, has_bias)
}

/// [`step_texts`]' formula, where each key may have its weight on its own.
fn formula(step: Step, settings: &Settings) -> String {
    let StepTexts { formula, .. } = step_texts(step, settings.a);
    if settings.competition { formula.to_owned() } else { formula.replace("softmax", "σ") }
}

/// The steps of panel A as small matrices in two lanes that meet, and switches that leave one out.
#[component]
pub fn PipelineSection() -> impl IntoView {
    let store = use_store();
    let method = store.select(|settings| settings.a);
    let has_term = store.has_term();
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
                    </li>
                }
            })
            .collect_view()
    };
    let reason = memo(move || reason_of_relu(store));
    view! {
        <section class="way" data-panel="steps" aria-labelledby="pipeline-title">
            <header class="panel-head">
                <h2 id="pipeline-title">{texts::lab::pipeline_title()}</h2>
                <StepSwitches />
            </header>
            <ol class="pipeline">
                {steps}
                // Where the lane of scores begins later than that of distances.
                <li class="step step-why" hidden=flag(move || reason.with(String::is_empty))>{text(move || reason.get())}</li>
            </ol>
            <p class="without" role="status">{text(move || consequence(store))}</p>
        </section>
    }
}

/// What the scores of A are multiplied with, and what is left of them: on a phone beside the picture that they make,
/// where it leaves room.
#[component]
pub fn StepsBeside() -> impl IntoView {
    let store = use_store();
    let method = store.select(|settings| settings.a);
    let steps = move || {
        let shown = [Step::Coefficient, Step::Clipped].into_iter();
        let shown = shown.filter(|step| method.get().steps().contains(step));
        shown.map(|step| view! { <StepPicture step=step /> }).collect_view()
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
    let adjustment = store.select(|settings| match settings.a {
        Method::DistanceAware { adjustment, .. } => Some(adjustment),
        Method::Vanilla { .. } => None,
    });
    let clips = move || adjustment.get().is_none_or(|adjustment| adjustment.clips());
    let is_fixed =
        move || adjustment.get().is_none_or(|adjustment| adjustment.other_clipping().is_none());
    let toggle = move |_| {
        store.edit(None, |settings| {
            if let Method::DistanceAware { adjustment, .. } = &mut settings.a {
                *adjustment = adjustment.other_clipping().unwrap_or(*adjustment);
            }
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
    let is_long = memo(move || store.with_tokens(nearfar::lab::Lab::is_long));
    view! {
        <div class="switches" role="group" aria-label=texts::lab::switches()>
            <span class="muted">{texts::lab::switches_about()}</span>
            <ReluSwitch />
            {switch(texts::lab::switch_distance(), texts::lab::switch_distance_title(), distance.into(), flag(move || !method.get().knows_distance()), handler(move |_| store.edit(None, |settings| settings.distance = !settings.distance)))}
            {switch(texts::lab::switch_softmax(), texts::lab::switch_softmax_title(), competition.into(), is_long.into(), handler(move |_| store.edit(None, |settings| settings.competition = !settings.competition)))}
        </div>
    }
}

/// What is left out of A, and what that does to the shown head, in numbers.
fn consequence(store: Store) -> String {
    let head = store.head().get();
    // Each cell of a long sentence is looked at: that waits for rest. What is read of the settings changes weights.
    store.follow_weights_at_rest();
    let (method, distance, competition) =
        store.settings_now(|settings| (settings.a, settings.distance, settings.competition));
    store.lab_now(|lab| {
        let Some((trace, head)) = lab.head_of(Panel::A, head) else { return String::new() };
        if !method.knows_distance() {
            return String::new();
        }
        let [below, cells] = metrics::zeroed(trace, head);
        let mut says = Vec::new();
        let w = trace.heads().get(head).map_or(0.0, |head| head.w);
        let effective = || HeadFigures::of(trace, head).map(|figures| figures.effective_tokens);
        if competition {
            says.extend(words::of_evenness(method, w, trace.tokens(), [below, cells], effective));
        }
        if let Some(relu) = words::of_relu(method, w, below, cells) {
            // What it does while it is on stands beside its step.
            says.extend((!clips(method)).then_some(relu));
            says.extend(example_of_relu(lab, trace, head));
        }
        if !distance {
            let has_own = trace.position_term().is_some() || trace.method().adds_positions();
            says.push(match has_own {
                true => texts::lab::distance_is_off_own().to_owned(),
                false => texts::lab::distance_is_off().to_owned(),
            });
        }
        if !competition {
            let sums =
                trace.weights_of(head).chunks(trace.tokens()).map(|row| row.iter().sum::<f32>());
            let (least, most) = sums
                .fold((f32::MAX, 0.0_f32), |(least, most), sum| (least.min(sum), most.max(sum)));
            let [least, most] = [least, most].map(|sum| format!("{sum:.2}"));
            says.push(texts::lab::softmax_is_off(trace.tokens(), least, most));
        }
        says.join(" ")
    })
}

fn clips(method: Method) -> bool {
    matches!(method, Method::DistanceAware { adjustment, .. } if adjustment.clips())
}

/// What ReLU is there for in the shown head of A, while it is on; empty where there is none.
fn reason_of_relu(store: Store) -> String {
    let head = store.head().get();
    store.follow_weights_at_rest();
    let method = store.settings_now(|settings| settings.a);
    let reason = store.lab_now(|lab| {
        let (trace, head) = lab.head_of(Panel::A, head)?;
        let [below, cells] = metrics::zeroed(trace, head);
        let w = trace.heads().get(head).map_or(0.0, |head| head.w);
        words::of_relu(method, w, below, cells)
    });
    reason.filter(|_| clips(method)).unwrap_or_default()
}

/// Two keys of a query that change places without ReLU, in words, where there are such.
fn example_of_relu(lab: &Lab, trace: &Trace<f32>, head: usize) -> Option<String> {
    let found = metrics::overtaken(trace, head, metrics::factor_of(trace, head)?)?;
    let word = |index: usize| lab.tokens().get(index).map_or("", |token| token.text.as_str());
    let [first, second] = found.keys.map(word);
    let [score_first, score_second] = found.scores.map(short);
    let [product_first, product_second] = found.products.map(short);
    Some(texts::lab::relu_example(
        word(found.query),
        first,
        score_first,
        second,
        score_second,
        product_first,
        product_second,
    ))
}

/// A step of panel A as a small matrix; a click opens it large.
#[component]
pub fn StepPicture(step: Step) -> impl IntoView {
    let store = use_store();
    let large = use_context::<ShowLarge>();
    let method = store.select(|settings| settings.a);
    let formula = store.select(move |settings| formula(step, settings));
    // Weights move with every slider: what is read of them then is written only where it is another.
    let of_score = memo(move || match step {
        Step::Score => Some(store.with_weights(shown_score_formula)),
        _ => None,
    });
    let formula = memo(move || of_score.get().map_or_else(|| formula.get(), str::to_owned));
    let says = move || step_texts(step, method.get());
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
                        let reduced = fit(values, tokens, side);
                        let mask = match lab.is_causal() && step.is_masked() {
                            true => Mask::causal(),
                            false => Mask::none(),
                        };
                        let shown = |i, j| mask.allows(i * tokens / side, j * tokens / side);
                        paint_masked(&reduced, side, drawn, &table, shown, pixels);
                        put_pixels(&canvas, pixels, side, side);
                    });
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
                    unit=text(move || says().counts)
                />
                <output class="step-value" aria-live="off">{text(move || at_cursor().map_or_else(|| "·".to_owned(), |value| format_short(f64::from(value))))}</output>
            </button>
    }
}
