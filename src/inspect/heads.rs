//! What the heads learned: w and v sorted, as a map of near and far, as coefficients. For models without
//! them another part says where each head looks on the sentence.

use std::sync::Arc;

use leptos::html;
use leptos::prelude::*;
use nearfar::attention::Mapping;
use nearfar::metrics::Character;
use nearfar::picture::learned::svg;
use nearfar::picture::palette::Palette;
use nearfar::picture::scale::{Scale, format_number};
use nearfar::picture::{Drawn, format_short};
use nearfar::settings::MappingKind;
use nearfar_inspect::heads::{character, drawable, not_drawn, sign_of};
use nearfar_inspect::protocol::forward::Stored;
use nearfar_inspect::room::grid::{axis, ticks};

use super::forward_pass::{ForwardPass, Place};
use super::head_grid::{HeadGrid, Sorted, tinted};
use super::measured::MeasuredSection;
use super::own_numbers::OwnSection;
use super::projections::Projections;
use super::state::InspectState;
use super::warnings::Warnings;
use super::{use_forward_pass, use_room};
use crate::labels::Labelled;
use crate::matrix::paint_small;
use crate::reactive::{memo, text};
use crate::rich::rich;

/// Tokens of a picture of coefficients.
const TOKENS: usize = 24;

/// The heads of the open model.
#[component]
pub fn HeadsView() -> impl IntoView {
    let pass = use_forward_pass();
    let room = use_room();
    let has_learned = memo(move || {
        room.uses_learned()
            && pass.learned.with(|layers| layers.iter().any(|layer| !layer.w.is_empty()))
    });
    view! {
        <div class="inspect-heads">
            <Show when=move || has_learned.get() fallback=|| view! { <MeasuredSection /> }>
                <LearnedSection />
            </Show>
            <OwnSection />
            <Projections />
            <Warnings />
        </div>
    }
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
                        let caption = match start {
                            [] => texts::inspect::learned_caption_no_start(symbol),
                            _ => texts::inspect::learned_caption(symbol),
                        };
                        view! {
                            // w alone is near or far; how v differs from 0 is neither.
                            <figure class="head-learned" class:of-w={symbol == "w"}>
                                <figcaption>{rich(caption)}</figcaption>
                                <div class="learned-picture" inner_html=drawn></div>
                                {odd}
                            </figure>
                        }
                    })
                };
                view! {
                    <section class="learned-layer">
                        {many.then(|| view! { <h3>{texts::inspect::layer(layer.layer + 1, &layer.name)}</h3> })}
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
        let by = layers.iter().map(|layer| layer.w.iter().map(|w| Some(w.0)).collect()).collect();
        let sorted = Sorted { by, ends: [texts::inspect::map_near(), texts::inspect::map_far()] };
        view! { <HeadGrid name=texts::inspect::map_name() shape=shape sorted=sorted cell=cell /> }
    };
    // The tiles' colours are of w: they are near and far where its sign is.
    let colours = move || {
        let of = |w: f64| character(mapping_of(room, pass), w, 0.0);
        match (of(-1.0), of(1.0)) {
            (Character::Near, Character::Far) => texts::inspect::map_tiles(),
            _ => texts::inspect::map_colours(),
        }
    };
    view! {
        <section class="panel" data-panel="head-map" aria-labelledby="inspect-map">
            <header class="panel-head">
                <h2 id="inspect-map">{texts::inspect::map()}</h2>
                <p class="muted">{text(colours)}" "{text(move || match mapping_of(room, pass) {
                    Some(_) => texts::inspect::map_by_coefficient(),
                    None => texts::inspect::map_by_sign(),
                })}</p>
            </header>
            <div class="map-pair">
                <div>{map}<Coefficients /></div>
                <Scatter />
            </div>
        </section>
        <section class="panel" data-panel="head-learned" aria-labelledby="inspect-learned">
            <header class="panel-head">
                <h2 id="inspect-learned">{texts::inspect::learned()}</h2>
                <p class="muted">{texts::inspect::learned_about()}</p>
            </header>
            <div class="learned-layers">{layers}</div>
        </section>
    }
}

/// w of a head, NaN and infinities too.
fn w_at(pass: ForwardPass, (layer, head): Place) -> Option<f64> {
    pass.learned.with(|layers| Some(layers.get(layer)?.w.get(head)?.0))
}

fn learned_at(pass: ForwardPass, (layer, head): Place) -> Option<(f64, f64)> {
    pass.learned.with(|layers| layers.get(layer)?.learned(head))
}

fn start_at(pass: ForwardPass, (layer, head): Place) -> Option<(f64, f64)> {
    pass.learned.with(|layers| layers.get(layer)?.started(head))
}

/// The mapping that the model was trained with, where it is known and the file has what it needs.
fn mapping_of(room: InspectState, pass: ForwardPass) -> Option<Mapping> {
    let has_v = pass.learned.with(|layers| layers.iter().all(|layer| !layer.v.is_empty()));
    room.report.with(|report| report.as_ref()?.trained_mapping(has_v))
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
        let (w, v) = (axis(all().map(|p| p.0)), axis(all().map(|p| p.1)));
        let at = move |(x, y): (f64, f64)| {
            (SIDE * (x - w.0) / (w.1 - w.0), SIDE * (v.1 - y) / (v.1 - v.0))
        };
        let (zero_x, zero_y) = at((0.0, 0.0));
        let shown = |tick: f64| format_number((10.0 * tick).round() / 10.0);
        let across = ticks(w).into_iter().map(|tick| {
            let x = at((tick, 0.0)).0;
            view! { <text class="across" x=x y=SIDE + 14.0>{shown(tick)}</text> }
        });
        let up = ticks(v).into_iter().map(|tick| {
            let y = at((0.0, tick)).1;
            view! { <text class="up" x="-6" y=y + 4.0>{shown(tick)}</text> }
        });
        let ticks = (across.collect_view(), up.collect_view());
        let marks = points
            .iter()
            .map(|&(place, learned, start)| {
                let (x, y) = at(learned);
                let from = start.map(|start| {
                    let (from_x, from_y) = at(start);
                    view! { <line class="moved" x1=from_x y1=from_y x2=x y2=y /> }
                });
                let chosen = move || pass.place.get() == place;
                let title = texts::inspect::scatter_point(place.0 + 1, place.1 + 1, format_number(learned.0), format_number(learned.1));
                view! { {from}<circle class:chosen=chosen cx=x cy=y r="4" on:click=move |_| pass.place.set(place)><title>{title}</title></circle> }
            })
            .collect_view();
        let mapping = mapping_of(room, pass);
        let of = |wanted: Character| {
            points.iter().filter(|(_, (w, v), _)| character(mapping, *w, *v) == wanted).count()
        };
        let name = texts::inspect::scatter(
            points.len(),
            of(Character::Near),
            of(Character::Far),
            of(Character::Flat),
        );
        view! {
            <svg class="scatter" viewBox=format!("-34 -20 {} {}", SIDE + 54.0, SIDE + 40.0) role="img" aria-label=name>
                <rect class="frame" x="0" y="0" width=SIDE height=SIDE />
                <line class="zero" x1=zero_x x2=zero_x y1="0" y2=SIDE /><line class="zero" x1="0" x2=SIDE y1=zero_y y2=zero_y />
                {ticks}
                <text class="axis" x=SIDE + 10.0 y=zero_y + 4.0>"w"</text><text class="axis" x=zero_x y="-8">"v"</text>
                {marks}
            </svg>
        }
    };
    view! {
        <figure class="scatter-figure">
            <figcaption class="muted small-print">{rich(texts::inspect::scatter_caption())}</figcaption>
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
            let scale = match mapping.is_positive() {
                true => Scale::COEFFICIENTS,
                false => Scale::diverging_of(&values, 1.0),
            };
            Some(Arc::new(Drawn::unnamed([TOKENS; 2], values, scale, Palette::Signed)))
        });
        paint_small(canvas, drawn.into(), room.theme.into());
        let says = move || {
            let (mapping, w, v) = parameters.get()?;
            let at = |distance: usize| format_short(mapping.coefficient::<f64>(w, v, distance));
            let (w, v) = (format_number(w), format_number(v));
            Some(texts::inspect::coefficients_says(w, v, at(0), at(1), at(5), at(20)))
        };
        view! {
            <figure class="head-coefficient" hidden=move || parameters.get().is_none()>
                <canvas node_ref=canvas role="img" aria-label=text(move || texts::inspect::coefficients_name(label, says().unwrap_or_default()))></canvas>
                <figcaption><b>{label}</b><br/>{text(move || says().unwrap_or_default())}</figcaption>
            </figure>
        }
    };
    view! {
        <div class="head-shown">
            <h3>{text(move || { let (layer, head) = pass.place.get(); texts::inspect::coefficients(layer + 1, head + 1) })}</h3>
            <p class="muted small-print">{text(move || match mapping.get() {
                Some(mapping) => texts::inspect::coefficients_about(TOKENS, MappingKind::of(mapping).label()),
                None => texts::inspect::coefficients_none().to_owned(),
            })}</p>
            <div class="head-coefficients">{picture(texts::inspect::coefficients_learned(), learned_at)}{picture(texts::inspect::coefficients_start(), start_at)}</div>
        </div>
    }
}
