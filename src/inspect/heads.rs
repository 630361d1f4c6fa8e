//! What the heads learned: w and v sorted, as a map of near and far, as coefficients; for models
//! without them, where each head looks on the sentence. And what a reader of the model should know.

use std::sync::Arc;

use leptos::html;
use leptos::prelude::*;
use nearfar::Method;
use nearfar::attention::Mapping;
use nearfar::metrics::Character;
use nearfar::picture::Drawn;
use nearfar::picture::learned::svg;
use nearfar::picture::palette::{Ink, Palette, Rgb, readable_on};
use nearfar::picture::scale::{Scale, format_number};
use nearfar::settings::{Choice, MappingKind, method_from_text};
use nearfar_inspect::heads::{character, drawable, not_drawn, sign_of};
use nearfar_inspect::protocol::forward::{LayerHeads, Stored};
use nearfar_inspect::protocol::{Answer, Ask};
use nearfar_inspect::recognise::Warning;

use super::forward_pass::{ForwardPass, Place};
use super::projections::Projections;
use super::state::InspectState;
use super::{use_forward_pass, use_room};
use crate::canvas::css;
use crate::matrix::paint_small;
use crate::reactive::{effect, memo, text};

/// Tokens of a picture of coefficients.
const TOKENS: usize = 24;
/// Numbers that are looked through without being asked to.
const SMALL: u64 = 20_000_000;

/// The heads of the open model.
#[component]
pub fn HeadsView() -> impl IntoView {
    let pass = use_forward_pass();
    let room = use_room();
    // A vanilla file of this project has w and v, too, which nothing uses.
    let has_learned = memo(move || {
        let is_used = room.report.with(|report| {
            let method = report.as_ref().map(|report| report.method.value.clone());
            method.is_some_and(|method| !method.is_some_and(|method| method.starts_with("vanilla")))
        });
        is_used && pass.learned.with(|layers| !layers.is_empty())
    });
    view! {
        <div class="inspect-heads">
            <Show when=move || has_learned.get() fallback=|| view! { <MeasuredSection /> }>
                <LearnedSection />
            </Show>
            <Projections />
            <Warnings />
        </div>
    }
}

/// Layers by heads: cells that are chosen by a click or the arrow keys.
#[component]
pub fn HeadGrid(
    /// What the grid shows.
    #[prop(into)]
    name: Signal<String>,
    /// What the ids of its cells begin with.
    #[prop(default = "head")]
    id: &'static str,
    /// Heads of each layer.
    shape: Vec<usize>,
    /// What stands in a cell.
    cell: impl Fn(Place) -> AnyView + Copy + Send + Sync + 'static,
) -> impl IntoView {
    let pass = use_forward_pass();
    let most = shape.iter().copied().max().unwrap_or(0);
    let kept = StoredValue::new(shape.clone());
    let go = move |layer: isize, head: isize| {
        let (now_layer, now_head) = pass.place.get_untracked();
        let next = kept.with_value(|shape| {
            let last = shape.len().saturating_sub(1);
            let layer = now_layer.saturating_add_signed(layer).min(last);
            let heads = shape.get(layer).copied().unwrap_or(1).saturating_sub(1);
            (layer, now_head.saturating_add_signed(head).min(heads))
        });
        pass.place.set(next);
        let place = format!("#{id}-{}-{} button", next.0, next.1);
        if let Ok(Some(button)) = document().query_selector(&place)
            && let Ok(button) =
                web_sys::wasm_bindgen::JsCast::dyn_into::<web_sys::HtmlElement>(button)
        {
            let _ = button.focus();
        }
    };
    let on_key = move |event: web_sys::KeyboardEvent| {
        match event.key().as_str() {
            "ArrowUp" => go(-1, 0),
            "ArrowDown" => go(1, 0),
            "ArrowLeft" => go(0, -1),
            "ArrowRight" => go(0, 1),
            _ => return,
        }
        event.prevent_default();
    };
    let columns = (0..most).map(|head| view! { <th scope="col">{head + 1}</th> }).collect_view();
    let rows = shape
        .iter()
        .enumerate()
        .map(|(layer, &heads)| {
            let cells = (0..heads)
                .map(|head| {
                    let place = (layer, head);
                    let is_shown = move || pass.place.get() == place;
                    view! {
                        <td id=format!("{id}-{layer}-{head}") data-head=head + 1>
                            <button
                                type="button"
                                class="head-cell"
                                tabindex=move || if is_shown() { "0" } else { "-1" }
                                aria-pressed=move || if is_shown() { "true" } else { "false" }
                                on:click=move |_| pass.place.set(place)
                            >
                                <span class="visually-hidden">{format!("Layer {}, head {}: ", layer + 1, head + 1)}</span>
                                {cell(place)}
                            </button>
                        </td>
                    }
                })
                .collect_view();
            view! { <tr><th scope="row">{layer + 1}</th>{cells}</tr> }
        })
        .collect_view();
    view! {
        <div class="scroll">
            <table class="head-grid" class:single={shape.len() == 1} class:many={most > 8} aria-label=name on:keydown=on_key>
                <thead><tr><td class="corner">"layer \\ head"</td>{columns}</tr></thead>
                <tbody>{rows}</tbody>
            </table>
        </div>
    }
}

/// A cell of a colour, with a text that can be read on it.
pub fn tinted(colour: Rgb, text: String) -> AnyView {
    let ink = match readable_on(colour) {
        Ink::Black => "#000000",
        Ink::White => "#ffffff",
    };
    view! { <span class="tint" style:background=css(colour, 1.0) style:color=ink>{text}</span> }
        .into_any()
}

/// w and v as the file has them.
#[component]
fn LearnedSection() -> impl IntoView {
    let pass = use_forward_pass();
    let room = use_room();
    let layers = move || {
        let layers = pass.learned.get();
        let many = layers.len() > 1;
        layers
            .iter()
            .map(|layer| {
                let picture = |symbol: &'static str, start: &[Stored], learned: &[Stored]| {
                    (!learned.is_empty()).then(|| {
                        let drawn = svg(symbol, &drawable(start, learned));
                        let odd = not_drawn(symbol, start, learned).map(|text| view! { <p class="notice">{text}</p> });
                        let starts = if start.is_empty() { "where it started is not stored" } else { "rings: where it started" };
                        view! {
                            <figure class="head-learned">
                                <figcaption><i>{symbol}</i>" of each head, sorted; "{starts}</figcaption>
                                <div class="learned-picture" inner_html=drawn></div>
                                {odd}
                            </figure>
                        }
                    })
                };
                view! {
                    <section class="learned-layer">
                        {many.then(|| view! { <h3>{format!("Layer {}: {}", layer.layer + 1, layer.name)}</h3> })}
                        <div class="learned-pair">
                            {picture("w", &layer.start_w, &layer.w)}
                            {picture("v", &layer.start_v, &layer.v)}
                        </div>
                    </section>
                }
            })
            .collect_view()
    };
    let map = move || {
        let layers = pass.learned.get();
        let theme = room.theme.get();
        let all: Vec<f32> = layers.iter().flat_map(|layer| &layer.w).map(|w| w.0 as f32).collect();
        let scale = Scale::diverging_of(&all, 0.0);
        let table = StoredValue::new(Palette::Signed.table(theme));
        let shape: Vec<usize> = layers.iter().map(|layer| layer.w.len()).collect();
        let cell = move |place: Place| {
            let Some(w) = w_at(pass, place) else { return ().into_any() };
            let colour = table.with_value(|table| table.colour(scale.position(w)));
            let sign = learned_at(pass, place)
                .map_or("", |(w, v)| sign_of(character(untrack(|| mapping_of(room, pass)), w, v)));
            tinted(colour, format!("{sign} {}", format_number(w)))
        };
        view! { <HeadGrid name="w of every head, and whether it is near or far" shape=shape cell=cell /> }
    };
    view! {
        <section class="panel" aria-labelledby="inspect-learned">
            <header class="panel-head">
                <h2 id="inspect-learned">"What the heads learned"</h2>
                <p class="muted">"w below 0 prefers near words, above 0 far ones; v bounds how strongly. Sorted as in Figs. 6 and 7 of Wu et al. 2021, (a) w and (b) v."</p>
            </header>
            <div class="learned-layers">{layers}</div>
        </section>
        <section class="panel" aria-labelledby="inspect-map">
            <header class="panel-head">
                <h2 id="inspect-map">"Near and far"</h2>
                <p class="muted">"▸◂ near, ◂▸ far, ― flat: "{text(move || match mapping_of(room, pass) {
                    Some(_) => "by the coefficient ten tokens away, as everywhere in Nearfar.",
                    None => "by the sign of w alone, since no file says by which mapping the model was trained.",
                }.to_owned())}" Colours show w, green above 0, purple below. Choose a head to see its coefficients."</p>
            </header>
            <div class="map-pair">
                <div>{map}</div>
                <Scatter />
            </div>
            <Coefficients />
        </section>
    }
}

/// w of a head, NaN and infinities too.
fn w_at(pass: ForwardPass, (layer, head): Place) -> Option<f64> {
    pass.learned.with(|layers| Some(layers.get(layer)?.w.get(head)?.0))
}

/// w and v where both are numbers; v is 0 where the file has none, for mappings that have none.
fn both(w: &[Stored], v: &[Stored], head: usize) -> Option<(f64, f64)> {
    let w = w.get(head)?.0;
    let v = if v.is_empty() { 0.0 } else { v.get(head)?.0 };
    (w.is_finite() && v.is_finite()).then_some((w, v))
}

fn learned_at(pass: ForwardPass, (layer, head): Place) -> Option<(f64, f64)> {
    pass.learned.with(|layers| {
        let layer: &LayerHeads = layers.get(layer)?;
        both(&layer.w, &layer.v, head)
    })
}

fn start_at(pass: ForwardPass, (layer, head): Place) -> Option<(f64, f64)> {
    pass.learned.with(|layers| {
        let layer: &LayerHeads = layers.get(layer)?;
        both(&layer.start_w, &layer.start_v, head)
    })
}

/// The mapping that the model was trained with, where it is known and the file has what it needs.
fn mapping_of(room: InspectState, pass: ForwardPass) -> Option<Mapping> {
    let text = room.report.with(|report| report.as_ref()?.method.value.clone())?;
    let mapping = match method_from_text(&text).ok()? {
        Method::DistanceAware { mapping, .. } => mapping,
        Method::Vanilla { .. } => return None,
    };
    let has_v = pass.learned.with(|layers| layers.iter().all(|layer| !layer.v.is_empty()));
    (has_v || mapping != Mapping::LearnableSigmoid).then_some(mapping)
}

/// w and v.
type Parameters = (f64, f64);

const SIDE: f64 = 240.0;

/// w against v, a point for each head, with its start.
#[component]
fn Scatter() -> impl IntoView {
    let pass = use_forward_pass();
    let room = use_room();
    let content = move || {
        let layers = pass.learned.get();
        let places: Vec<Place> = layers
            .iter()
            .enumerate()
            .flat_map(|(layer, of)| (0..of.w.len()).map(move |head| (layer, head)))
            .collect();
        let points: Vec<(Place, Parameters, Option<Parameters>)> = places
            .into_iter()
            .filter_map(|place| Some((place, learned_at(pass, place)?, start_at(pass, place))))
            .collect();
        let all =
            || points.iter().flat_map(|(_, learned, start)| [Some(*learned), *start]).flatten();
        let range = |of: fn((f64, f64)) -> f64| {
            let (low, high) =
                all().map(of).fold((-0.5_f64, 0.5_f64), |(low, high), x| (low.min(x), high.max(x)));
            let room = 0.08 * (high - low);
            (low - room, high + room)
        };
        let (w, v) = (range(|p| p.0), range(|p| p.1));
        let at = move |(x, y): (f64, f64)| {
            (SIDE * (x - w.0) / (w.1 - w.0), SIDE * (v.1 - y) / (v.1 - v.0))
        };
        let (zero_x, zero_y) = at((0.0, 0.0));
        let marks = points
            .iter()
            .map(|&(place, learned, start)| {
                let (x, y) = at(learned);
                let from = start.map(|start| {
                    let (from_x, from_y) = at(start);
                    view! { <line class="moved" x1=from_x y1=from_y x2=x y2=y /> }
                });
                let chosen = move || pass.place.get() == place;
                let title = format!("layer {}, head {}: w {}, v {}", place.0 + 1, place.1 + 1, format_number(learned.0), format_number(learned.1));
                view! { {from}<circle class:chosen=chosen cx=x cy=y r="4" on:click=move |_| pass.place.set(place)><title>{title}</title></circle> }
            })
            .collect_view();
        let mapping = mapping_of(room, pass);
        let of = |wanted: Character| {
            points.iter().filter(|(_, (w, v), _)| character(mapping, *w, *v) == wanted).count()
        };
        let name = format!(
            "w against v of {} heads; {} near, {} far, {} flat",
            points.len(),
            of(Character::Near),
            of(Character::Far),
            of(Character::Flat)
        );
        view! {
            <svg class="scatter" viewBox=format!("-4 -4 {} {}", SIDE + 8.0, SIDE + 8.0) role="img" aria-label=name>
                <rect class="frame" x="0" y="0" width=SIDE height=SIDE />
                <line class="zero" x1=zero_x x2=zero_x y1="0" y2=SIDE /><line class="zero" x1="0" x2=SIDE y1=zero_y y2=zero_y />
                {marks}
            </svg>
        }
    };
    view! {
        <figure class="scatter-figure">
            <figcaption class="muted small-print">"Across: "<i>"w"</i>". Up: "<i>"v"</i>". Lines lead from the start."</figcaption>
            {content}
        </figure>
    }
}

/// f(w·R; v) of the shown head between some tokens, its start beside it.
#[component]
fn Coefficients() -> impl IntoView {
    let pass = use_forward_pass();
    let room = use_room();
    // The mapping that the model was trained with; without it there is nothing to draw.
    let mapping = memo(move || mapping_of(room, pass));
    let picture = move |label: &'static str, of: fn(ForwardPass, Place) -> Option<(f64, f64)>| {
        let canvas = NodeRef::<html::Canvas>::new();
        let parameters = memo(move || {
            let (w, v) = of(pass, pass.place.get())?;
            mapping.get().map(|mapping| (mapping, w, v))
        });
        let drawn = memo(move || {
            let (mapping, w, v) = parameters.get()?;
            let of =
                |cell: usize| mapping.coefficient(w, v, (cell / TOKENS).abs_diff(cell % TOKENS));
            let values: Vec<f32> = (0..TOKENS * TOKENS).map(of).collect();
            let scale = Scale::log_diverging_of(&values);
            Some(Arc::new(Drawn::unnamed([TOKENS; 2], values, scale, Palette::Signed)))
        });
        paint_small(canvas, drawn.into(), room.theme.into());
        let says = move || {
            let (mapping, w, v) = parameters.get()?;
            let at = |distance: usize| format_number(mapping.coefficient::<f64>(w, v, distance));
            Some(format!(
                "w = {}, v = {}: {} at distance 0, {} at 1, {} at 5, {} at 20",
                format_number(w),
                format_number(v),
                at(0),
                at(1),
                at(5),
                at(20)
            ))
        };
        view! {
            <figure class="head-coefficient" hidden=move || parameters.get().is_none()>
                <canvas node_ref=canvas role="img" aria-label=text(move || format!("{label}: {}", says().unwrap_or_default()))></canvas>
                <figcaption><b>{label}</b><br/>{text(move || says().unwrap_or_default())}</figcaption>
            </figure>
        }
    };
    view! {
        <h3>{text(move || { let (layer, head) = pass.place.get(); format!("Coefficients of layer {}, head {}", layer + 1, head + 1) })}</h3>
        <p class="muted small-print">{text(move || match mapping.get() {
            Some(mapping) => format!("f(w·R; v) between {TOKENS} tokens, by the mapping that the model was trained with ({}).", MappingKind::of(mapping).label()),
            None => "No file says by which mapping the model was trained, so its coefficients are not drawn: set it above, under “Assign by hand”.".to_owned(),
        })}</p>
        <div class="head-coefficients">{picture("Learned", learned_at)}{picture("At the start", start_at)}</div>
    }
}

/// Which measure the grid shows.
#[derive(Clone, Copy, PartialEq)]
enum Measure {
    Distance,
    Entropy,
}

/// Where each head looks on the sentence, for models without w and v.
#[component]
fn MeasuredSection() -> impl IntoView {
    let pass = use_forward_pass();
    let room = use_room();
    let measure = RwSignal::new(Measure::Distance);
    let grid = move || {
        let ran = pass.ran.get()?;
        let theme = room.theme.get();
        let now = measure.get();
        let value = move |place: Place| {
            let line = pass.line(place)?;
            if now == Measure::Distance { line.distance } else { line.entropy }
        };
        let places = ran
            .heads
            .iter()
            .enumerate()
            .flat_map(|(layer, heads)| (0..heads.len()).map(move |head| (layer, head)));
        let all: Vec<f32> = places.filter_map(value).map(|x| x as f32).collect();
        let scale = Scale::sequential_of(&all);
        let table = StoredValue::new(room.palette.get().table(theme));
        let shape: Vec<usize> = ran.heads.iter().map(Vec::len).collect();
        let cell = move |place: Place| match value(place) {
            Some(x) => tinted(
                table.with_value(|table| table.colour(scale.position(x))),
                format_number((x * 100.0).round() / 100.0),
            ),
            None => view! { <span class="tint">"–"</span> }.into_any(),
        };
        Some(
            view! { <HeadGrid name="Where each head looks on the sentence" shape=shape cell=cell /> },
        )
    };
    let press = move |which: Measure| move || if measure.get() == which { "true" } else { "false" };
    let no_run = move || {
        let why = room.report.with(|report| report.as_ref()?.cannot_run());
        let why = why.or_else(|| pass.problem.get());
        match why {
            Some(why) => format!("Heads cannot be measured: {why}"),
            None if pass.ran.with(Option::is_none) => "Running the sentence …".to_owned(),
            None => String::new(),
        }
    };
    view! {
        <section class="panel" aria-labelledby="inspect-measured">
            <header class="panel-head">
                <h2 id="inspect-measured">"Where each head looks"</h2>
                <p class="muted">"This model uses no w and v; measured on the sentence of the tab “Run it”, as the mean over its tokens."</p>
            </header>
            <p class="table-tools">
                <span class="segmented" role="group" aria-label="Measure">
                    <button type="button" class="small" aria-pressed=press(Measure::Distance) on:click=move |_| measure.set(Measure::Distance)>"Mean distance (tokens)"</button>
                    <button type="button" class="small" aria-pressed=press(Measure::Entropy) on:click=move |_| measure.set(Measure::Entropy)>"Entropy (nats)"</button>
                </span>
            </p>
            <p class="muted" hidden=move || no_run().is_empty()>{text(no_run)}</p>
            {grid}
            <p class="muted small-print">{text(move || {
                let (layer, head) = pass.place.get();
                pass.line((layer, head)).map(|line| format!(
                    "Layer {}, head {}: mean distance {} tokens, entropy {} nats, {} of its weight within two tokens{}.",
                    layer + 1, head + 1,
                    line.distance.map_or_else(|| "–".to_owned(), format_number),
                    line.entropy.map_or_else(|| "–".to_owned(), format_number),
                    line.near.map_or_else(|| "–".to_owned(), super::table::percent),
                    if line.is_even { "; it spreads its weight almost evenly" } else { "" },
                )).unwrap_or_default()
            })}</p>
        </section>
    }
}

/// Duplicated storage, pruned heads, NaN, even heads.
#[component]
fn Warnings() -> impl IntoView {
    let room = use_room();
    let pass = use_forward_pass();
    let found = RwSignal::new(None::<Vec<Warning>>);
    let share = RwSignal::new(None::<f64>);
    let look = move || {
        share.set(Some(0.0));
        room.ask(Ask::Warnings, &[], move |answer, _| {
            match answer {
                Answer::Progress { share: now, .. } => {
                    share.try_set(Some(now));
                    return false;
                }
                Answer::Warnings(warnings) => {
                    found.try_set(Some(warnings));
                }
                Answer::Failed(failure) => room.problem.set(Some(failure)),
                _ => {}
            }
            share.try_set(None);
            true
        });
    };
    effect(move || {
        let numbers =
            room.opened.with(|opened| opened.as_ref().map_or(0, |opened| opened.parameters()));
        room.report.track();
        found.set(None);
        if numbers <= SMALL {
            look();
        }
    });
    let even = move || {
        pass.ran.with(|ran| {
            let Some(ran) = ran else { return 0 };
            ran.heads.iter().flatten().filter(|line| line.is_even).count()
        })
    };
    let content = move || {
        match (found.get(), share.get()) {
        (_, Some(share)) => view! { <p><progress aria-label="Looking through all numbers" max="1" value=share></progress></p> }.into_any(),
        (None, None) => view! { <p><button type="button" on:click=move |_| look()>"Look through all numbers"</button></p> }.into_any(),
        (Some(warnings), None) => {
            let count = warnings.len();
            let lines = warnings
                .into_iter()
                .take(200)
                .map(|warning| {
                    let name = warning.tensor.clone();
                    view! { <li>"⚠ "{warning.text}" "<button type="button" class="link" on:click=move |_| room.look_at(&name)><code>{warning.tensor.clone()}</code></button></li> }
                })
                .collect_view();
            view! {
                <p hidden=move || count != 0 || even() != 0>"Nothing: no number is NaN or infinite, no head is all 0, nothing is stored twice."</p>
                <ul class="warnings">{lines}</ul>
            }
            .into_any()
        }
    }
    };
    view! {
        <section class="panel" aria-labelledby="inspect-warnings">
            <header class="panel-head"><h2 id="inspect-warnings">"What to be warned of"</h2></header>
            {content}
            <p hidden=move || even() == 0>{text(move || format!("⚠ {} of the heads spread their weight almost evenly on the sentence.", even()))}</p>
        </section>
    }
}
