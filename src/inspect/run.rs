//! Run it: the sentence through the model, every head, one large matrix, and the Lab's knobs on top.

use leptos::html;
use leptos::prelude::*;
use nearfar::Method;
use nearfar::attention::{Adjustment, Mapping};
use nearfar::picture::heatmap::paint;
use nearfar::picture::layout::{LayoutOptions, MatrixLayout};
use nearfar::picture::palette::Palette;
use nearfar::picture::scale::{Scale, format_digits, format_number};
use nearfar::settings::{Choice, MAX_PARAMETER};
use nearfar_inspect::protocol::running::{THUMBNAIL, Which};

use super::heads::HeadGrid;
use super::running::{MOST_TOKENS, Place, Running, Tokens};
use super::{use_desk, use_running};
use crate::canvas::{Surface, box_size, css, measure, put_pixels};
use crate::controls::{Menu, Slider};
use crate::panels::MappingControls;
use crate::reactive::{effect, memo, text};

const FONT: f64 = 12.0;

/// The tab.
#[component]
pub fn RunView() -> impl IntoView {
    let running = use_running();
    let desk = use_desk();
    let cannot = memo(move || {
        desk.report.with(|report| report.as_ref().and_then(|report| report.cannot_run()))
    });
    let has_run = memo(move || running.ran.with(Option::is_some));
    view! {
        <div class="inspect-run">
            <Sentence />
            <Show when=move || cannot.with(Option::is_some)>
                <p class="notice">{text(move || format!("No forward pass of this file: {}. Its tensors and heads are in the other tabs; what no file says can be set above, under “Assign by hand”.", cannot.get().unwrap_or_default()))}</p>
            </Show>
            <Show when=move || has_run.get()>
                <Assumed />
                <div class="run-stage">
                    <Heads />
                    <Matrix />
                    <Knobs />
                </div>
                <Cosines />
            </Show>
        </div>
    }
}

/// What no file says and these pictures rest on. Nothing where all is known.
#[component]
fn Assumed() -> impl IntoView {
    let desk = use_desk();
    let content = move || {
        let report = desk.report.get()?;
        (!report.assumptions.is_empty()).then(|| {
            let each = report
                .assumptions
                .iter()
                .map(|assumed| {
                    let (what, value) = (assumed.what.clone(), assumed.value.clone());
                    view! { <li title=assumed.why.clone()><span class="assumed-what">{what}</span>": "<b>{value}</b></li> }
                })
                .collect_view();
            view! {
                <section class="panel run-assumed" aria-label="What is assumed">
                    <p><b>"Assumed, not stored:"</b>" these pictures are the model’s only if all of this is so. What is otherwise can be set above, under “Assign by hand”; a config.json dropped with the model says most of it."</p>
                    <ul>{each}</ul>
                </section>
            }
        })
    };
    view! { {content} }
}

/// The sentence, what its tokens are, and how the run went.
#[component]
fn Sentence() -> impl IntoView {
    let running = use_running();
    let source = memo(move || running.tokens());
    let says = move || {
        match source.get() {
        Tokens::Words => "Tokens are the words of this project’s models: their own vectors, else the page’s table. Words in brackets have none and get one from their spelling.".to_owned(),
        Tokens::Tokenizer => running.given.with(|given| given.as_ref().map_or_else(String::new, |given| {
            format!("Tokens are those of {} ({}).", given.name, given.says)
        })),
        Tokens::Ids => "No tokenizer was given: tokens are the numbers below. Drop tokenizer.json or vocab.txt to type a sentence.".to_owned(),
    }
    };
    let state = move || {
        if let Some(busy) = running.busy.get() {
            return format!("{} …", busy.what);
        }
        running.ran.with(|ran| {
            ran.as_ref().map_or_else(String::new, |ran| {
                let layers = ran.heads.len();
                let s = if layers == 1 { "" } else { "s" };
                format!(
                    "{} tokens through {layers} layer{s} in {} ms.",
                    ran.count,
                    format_digits(ran.ms, 3)
                )
            })
        })
    };
    let words = move || {
        view! {
            <label class="field">
                <span class="field-label">"Sentence (the Lab’s)"</span>
                <textarea
                    rows="2"
                    prop:value=move || running.sentence.get()
                    on:input=move |event| running.type_sentence(event_target_value(&event))
                ></textarea>
            </label>
        }
    };
    let numbers = move || {
        view! {
            <label class="field">
                <span class="field-label">{format!("Numbers of tokens, at most {MOST_TOKENS}")}</span>
                <textarea rows="2" class="ids" spellcheck="false" prop:value=move || running.ids.get() on:input=move |event| running.ids.set(event_target_value(&event))></textarea>
            </label>
        }
    };
    view! {
        <section class="panel run-sentence" aria-label="Sentence">
            {move || if source.get() == Tokens::Ids { numbers().into_any() } else { words().into_any() }}
            <p class="muted small-print">
                {text(says)}" "{text(move || running.remark.get())}" "
                <button type="button" class="link" hidden=move || source.get() != Tokens::Tokenizer on:click=move |_| running.drop_tokenizer()>"Go on without it"</button>
            </p>
            <p class="notice error" role="alert" hidden=move || running.refused.with(Option::is_none)>{text(move || running.refused.get().unwrap_or_default())}</p>
            <p class="notice error" role="alert" hidden=move || running.problem.with(Option::is_none)>{text(move || running.problem.get().unwrap_or_default())}</p>
            <p class="run-state small-print" role="status">{text(state)}</p>
        </section>
    }
}

/// Every layer's heads, as thumbnails.
#[component]
fn Heads() -> impl IntoView {
    let running = use_running();
    let desk = use_desk();
    let table = memo(move || Palette::Cividis.table(desk.theme.get()));
    let shape = memo(move || {
        running.ran.with(|ran| {
            ran.as_ref()
                .map_or_else(Vec::new, |ran| ran.heads.iter().map(Vec::len).collect::<Vec<_>>())
        })
    });
    let grid = move || {
        let shape = shape.get();
        let firsts = StoredValue::new(
            shape
                .iter()
                .scan(0, |sum, heads| {
                    let first = *sum;
                    *sum += heads;
                    Some(first)
                })
                .collect::<Vec<usize>>(),
        );
        let cell = move |place: Place| {
            let canvas = NodeRef::<html::Canvas>::new();
            effect(move || {
                running.frame.track();
                let Some(canvas) = canvas.get() else { return };
                let first = firsts.with_value(|firsts| firsts.get(place.0).copied().unwrap_or(0));
                let weights = running.thumbnail(first + place.1);
                if weights.is_empty() {
                    return;
                }
                let mut pixels = vec![0; 4 * weights.len()];
                table.with(|table| {
                    paint(&weights, Scale::from_zero_of(&weights), table, &mut pixels)
                });
                let _ = put_pixels(&canvas, &pixels, THUMBNAIL, THUMBNAIL);
            });
            let is_laid = move || running.laid.with(|laid| laid.contains_key(&place));
            let says = move || {
                let line = running.line(place);
                let distance = line.and_then(|line| line.distance);
                distance.map_or_else(|| "–".to_owned(), |distance| format_digits(distance, 2))
            };
            view! {
                <canvas node_ref=canvas aria-hidden="true"></canvas>
                <span class="head-line"><span class="visually-hidden">"mean distance "</span>{text(says)}<span class="laid" hidden=move || !is_laid()>" ●"<span class="visually-hidden">" rescaled"</span></span></span>
            }
            .into_any()
        };
        view! { <HeadGrid name="Attention of every head" shape=shape cell=cell /> }
    };
    view! {
        <section class="panel run-heads" aria-labelledby="run-heads-title">
            <header class="panel-head">
                <h2 id="run-heads-title">"Heads"</h2>
                <p class="muted">"Below each its mean attended distance in tokens; ● is rescaled."</p>
            </header>
            {grid}
        </section>
    }
}

/// One head's weights between all tokens.
#[component]
fn Matrix() -> impl IntoView {
    let running = use_running();
    let desk = use_desk();
    let frame = NodeRef::<html::Div>::new();
    let canvas = NodeRef::<html::Canvas>::new();
    let size = box_size(frame);
    let layout = StoredValue::new(None::<MatrixLayout>);
    effect(move || {
        let theme = desk.theme.get();
        let size = size.get();
        let cursor = running.cursor.get();
        let (Some(canvas), Some(map)) = (canvas.get(), running.map.get()) else { return };
        let labels = running.labels.get();
        if labels.len() != map.count || size.0 < 60.0 || size.1 < 60.0 {
            return;
        }
        let Some(surface) = Surface::new(&canvas, size.0, size.1) else { return };
        let options = LayoutOptions {
            width: size.0,
            height: size.1,
            max_label: 90.0,
            max_cell: 48.0,
            ..LayoutOptions::default()
        };
        let plan =
            MatrixLayout::new(&labels, &labels, None, &options, |label| measure(label, FONT));
        let (scale, palette) = colours(map.which, &map.weights);
        let mut pixels = vec![0; 4 * map.weights.len()];
        paint(&map.weights, scale, &palette.table(theme), &mut pixels);
        surface.cells(&pixels, map.count, plan.viewport, plan.plot);
        surface.set_font(FONT);
        let ink = css(theme.foreground(), 1.0);
        for label in plan.row_labels.iter().chain(&plan.column_labels) {
            surface.label(label, &ink);
        }
        if let Some(rect) = cursor.and_then(|(row, column)| plan.cell_rect(row, column)) {
            surface.outline(rect, &css(theme.background(), 1.0), 4.0);
            surface.outline(rect, &ink, 2.0);
        }
        layout.set_value(Some(plan));
    });
    let point = move |event: web_sys::PointerEvent| {
        let Some(canvas) = canvas.get_untracked() else { return };
        let rect = canvas.get_bounding_client_rect();
        let (x, y) =
            (f64::from(event.client_x()) - rect.x(), f64::from(event.client_y()) - rect.y());
        if let Some(cell) = layout.with_value(|layout| layout.as_ref()?.cell_at(x, y)) {
            running.cursor.set(Some(cell));
        }
    };
    let on_key = move |event: web_sys::KeyboardEvent| {
        let last = running.labels.with_untracked(Vec::len).saturating_sub(1);
        let (row, column) = running.cursor.get_untracked().unwrap_or((0, 0));
        let moved = match event.key().as_str() {
            "ArrowUp" => (row.saturating_sub(1), column),
            "ArrowDown" => ((row + 1).min(last), column),
            "ArrowLeft" => (row, column.saturating_sub(1)),
            "ArrowRight" => (row, (column + 1).min(last)),
            "Home" => (row, 0),
            "End" => (row, last),
            "Escape" => {
                running.cursor.set(None);
                return;
            }
            _ => return,
        };
        event.prevent_default();
        running.cursor.set(Some(moved));
    };
    let under = move || {
        let (query, key) = running.cursor.get()?;
        let map = running.map.get()?;
        let weight = *map.weights.get(query * map.count + key)?;
        let (i, j) = running
            .labels
            .with(|labels| Some((labels.get(query)?.clone(), labels.get(key)?.clone())))?;
        let what = match map.which {
            Which::Before => "weight",
            Which::After => "weight, rescaled",
            Which::Difference => "after − before",
        };
        Some(format!(
            "“{i}” ({}) → “{j}” ({}), {what}: {}",
            query + 1,
            key + 1,
            format_digits(weight.into(), 5)
        ))
    };
    let title = move || {
        let (layer, head) = running.place.get();
        format!("Layer {}, head {}", layer + 1, head + 1)
    };
    let can_differ = move || running.rescaled.with(Option::is_some);
    let button = move |which: Which, label: &'static str| {
        view! {
            <button
                type="button"
                class="small"
                disabled=move || which != Which::Before && !can_differ()
                aria-pressed=move || if running.which.get() == which { "true" } else { "false" }
                on:click=move |_| running.which.set(which)
            >
                {label}
            </button>
        }
    };
    let range = move || {
        running.map.with(|map| {
            map.as_ref().map_or_else(String::new, |map| {
                let (scale, _) = colours(map.which, &map.weights);
                format!(
                    "Colours from {} to {}.",
                    format_number(scale.value_at(0.0)),
                    format_number(scale.value_at(1.0))
                )
            })
        })
    };
    view! {
        <section class="panel run-matrix" aria-labelledby="run-matrix-title">
            <header class="panel-head">
                <h2 id="run-matrix-title">{text(title)}</h2>
                <span class="segmented" role="group" aria-label="Which weights">
                    {button(Which::Before, "Before")}{button(Which::After, "After")}{button(Which::Difference, "Difference")}
                </span>
            </header>
            <div
                node_ref=frame
                class="matrix-frame"
                tabindex="0"
                role="application"
                aria-roledescription="matrix"
                aria-label=text(move || format!("Attention weights of {}; rows look, columns are looked at; arrow keys move the cursor. {}", title(), under().unwrap_or_default()))
                on:keydown=on_key
                on:pointermove=point
                on:pointerdown=point
            >
                <canvas node_ref=canvas></canvas>
            </div>
            <p class="slice-value" aria-live="polite">{text(move || under().unwrap_or_else(|| "Each row is a token that looks; point at a cell, or use the arrow keys.".to_owned()))}</p>
            <p class="muted small-print">{text(range)}</p>
        </section>
    }
}

fn colours(which: Which, weights: &[f32]) -> (Scale, Palette) {
    match which {
        Which::Difference => (Scale::diverging_of(weights, 0.0), Palette::Difference),
        Which::Before | Which::After => (Scale::from_zero_of(weights), Palette::Cividis),
    }
}

/// Which heads the knobs move.
#[derive(Clone, Copy, PartialEq)]
enum Reach {
    Head,
    Layer,
    All,
}

impl Choice for Reach {
    const ALL: &'static [(Self, &'static str, &'static str)] = &[
        (Reach::Head, "head", "this head"),
        (Reach::Layer, "layer", "all heads of this layer"),
        (Reach::All, "all", "all heads of the model"),
    ];
}

/// The places that the knobs move.
fn reached(running: Running, reach: Reach) -> Vec<Place> {
    let now = running.place.get_untracked();
    let shape: Vec<usize> = running.ran.with_untracked(|ran| {
        ran.as_ref().map_or_else(Vec::new, |ran| ran.heads.iter().map(Vec::len).collect())
    });
    let all = shape
        .into_iter()
        .enumerate()
        .flat_map(|(layer, heads)| (0..heads).map(move |head| (layer, head)));
    all.filter(|&(layer, head)| match reach {
        Reach::Head => (layer, head) == now,
        Reach::Layer => layer == now.0,
        Reach::All => true,
    })
    .collect()
}

/// w and v, mapping and adjustment, restore.
#[component]
fn Knobs() -> impl IntoView {
    let running = use_running();
    let reach = RwSignal::new(Reach::Head);
    let chosen = memo(move || reach.get());
    // A head without w and v of its own begins where every coefficient is 1.
    let now = memo(move || running.parameters(running.place.get()).unwrap_or((0.0, 1.0)));
    let set = move |w: Option<f64>, v: Option<f64>| {
        let places = reached(running, reach.get_untracked());
        let (shown_w, shown_v) = now.get_untracked();
        running.laid.update(|laid| {
            for place in places {
                laid.insert(place, (w.unwrap_or(shown_w), v.unwrap_or(shown_v)));
            }
        });
    };
    let mapping = memo(move || match running.method.get() {
        Method::DistanceAware { mapping, .. } => mapping,
        Method::Vanilla { .. } => Mapping::LearnableSigmoid,
    });
    let adjustment = memo(move || match running.method.get() {
        Method::DistanceAware { adjustment, .. } => adjustment,
        Method::Vanilla { .. } => Adjustment::EarlyMultiply,
    });
    let set_method = move |mapping: Mapping, adjustment: Adjustment| {
        running.method.set(Method::DistanceAware { mapping, adjustment });
    };
    let own = move || match running.own(running.place.get()) {
        Some((w, v)) => format!("As trained: w = {}, v = {}.", format_number(w), format_number(v)),
        None => "This head was trained without w and v; moving them lays distance over its scores."
            .to_owned(),
    };
    let any = move || running.laid.with(|laid| !laid.is_empty());
    let here = move || running.laid.with(|laid| laid.contains_key(&running.place.get()));
    let timing = move || {
        running.rescaled.with(|rescaled| {
            rescaled.as_ref().map_or_else(String::new, |rescaled| {
                format!("Rescaled in {} ms.", format_digits(rescaled.ms, 3))
            })
        })
    };
    view! {
        <section class="panel run-knobs" aria-labelledby="run-knobs-title">
            <h2 id="run-knobs-title">"Lay distance over"</h2>
            <Menu label="Moves" value=chosen on_choose=move |next: Reach| reach.set(next) />
            <Slider
                label="w"
                hint="near < 0 < far"
                value=Signal::derive(move || (now.get().0, false))
                ends=(-4.0, 4.0)
                range=(-MAX_PARAMETER, MAX_PARAMETER)
                on_input=move |w| set(Some(w), None)
                on_settle=|()| ()
            />
            <Slider
                label="v"
                hint="strength"
                value=Signal::derive(move || (now.get().1, false))
                ends=(-4.0, 4.0)
                range=(-MAX_PARAMETER, MAX_PARAMETER)
                on_input=move |v| set(None, Some(v))
                on_settle=|()| ()
            />
            <p class="muted small-print">{text(own)}</p>
            <MappingControls mapping=mapping on_change=move |next: Mapping| set_method(next, adjustment.get_untracked()) />
            <Menu label="Adjustment" value=adjustment on_choose=move |next: Adjustment| set_method(mapping.get_untracked(), next) />
            <p class="knob-buttons">
                <button type="button" class="small" disabled=move || !here() on:click=move |_| running.laid.update(|laid| { laid.remove(&running.place.get_untracked()); })>"Restore this head"</button>
                <button type="button" class="small" disabled=move || !any() on:click=move |_| running.laid.update(std::collections::BTreeMap::clear)>"Restore all"</button>
            </p>
            <p class="muted small-print" role="status">{text(timing)}</p>
        </section>
    }
}

/// How far each token's final hidden state moved.
#[component]
fn Cosines() -> impl IntoView {
    let running = use_running();
    let content = move || {
        let Some(rescaled) = running.rescaled.get() else {
            return view! { <p class="muted">"Move w or v of a head: here stands how far each token’s final hidden state turns from where it was (the cosine of the two; 1 is unmoved)."</p> }.into_any();
        };
        let labels = running.labels.get();
        // Most turn by so little that bars of the cosine itself would all look alike.
        let furthest = rescaled.cosines.iter().fold(0.0_f64, |most, cosine| most.max(1.0 - cosine));
        let rows = labels
            .into_iter()
            .zip(rescaled.cosines.clone())
            .map(|(label, cosine)| {
                let width = format!("{:.2}%", 100.0 * (1.0 - cosine) / furthest.max(f64::MIN_POSITIVE));
                view! {
                    <li><bdi>{label}</bdi><span class="cosine-bar" aria-hidden="true"><span style:width=width></span></span><span class="cosine">{format_digits(cosine, 5)}</span></li>
                }
            })
            .collect_view();
        view! {
            <p class="muted small-print">"Bars: how far each token’s state turned, measured by the one that turned the furthest. Numbers: the cosine; 1 is unmoved."</p>
            <ol class="cosines">{rows}</ol>
        }
        .into_any()
    };
    view! {
        <section class="panel" aria-labelledby="run-cosines-title">
            <header class="panel-head"><h2 id="run-cosines-title">"Final hidden states: cosine to before"</h2></header>
            {content}
        </section>
    }
}
