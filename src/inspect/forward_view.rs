//! Run it: the sentence through the model, every head, one large matrix, and the Lab's knobs on top.

use std::sync::Arc;

use leptos::html;
use leptos::prelude::*;
use nearfar::Method;
use nearfar::attention::{Adjustment, Mapping};
use nearfar::picture::palette::Palette;
use nearfar::picture::scale::{Scale, format_digits, format_number};
use nearfar::picture::{Drawn, aloud};
use nearfar::settings::{Choice, MAX_PARAMETER};
use nearfar_inspect::protocol::forward::{THUMBNAIL, Which};

use super::forward_pass::{ForwardPass, MOST_TOKENS, Place, Tokens};
use super::heads::HeadGrid;
use super::{use_forward_pass, use_room};
use crate::canvas::labelled::Room;
use crate::controls::{Menu, Slider};
use crate::lab::MappingControls;
use crate::matrix::{
    Form, Key, MatrixPicture, Picture, Source, Zooms, colours_of, paint_small, pointing,
};
use crate::reactive::{memo, text};

/// The tab.
#[component]
pub fn RunView() -> impl IntoView {
    let pass = use_forward_pass();
    let room = use_room();
    let cannot = memo(move || {
        room.report.with(|report| report.as_ref().and_then(|report| report.cannot_run()))
    });
    let has_run = memo(move || pass.ran.with(Option::is_some));
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
    let room = use_room();
    let content = move || {
        let report = room.report.get()?;
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
    let pass = use_forward_pass();
    let source = memo(move || pass.tokens());
    let says = move || {
        match source.get() {
        Tokens::Words => "Tokens are the words of this project’s models: their own vectors, else the page’s table. Words in brackets have none and get one from their spelling.".to_owned(),
        Tokens::Tokenizer => pass.given.with(|given| given.as_ref().map_or_else(String::new, |given| {
            format!("Tokens are those of {} ({}).", given.name, given.says)
        })),
        Tokens::Ids => "No tokenizer was given: tokens are the numbers below. Drop tokenizer.json or vocab.txt to type a sentence.".to_owned(),
    }
    };
    let state = move || {
        if let Some(busy) = pass.busy.get() {
            return format!("{} …", busy.what);
        }
        pass.ran.with(|ran| {
            ran.as_ref().map_or_else(String::new, |ran| {
                let layers = ran.heads.len();
                let s = if layers == 1 { "" } else { "s" };
                format!(
                    "{} tokens through {layers} layer{s} in {} ms{}.",
                    ran.count,
                    format_digits(ran.ms, 3),
                    if pass.is_masked.get() { ", with the page’s causal mask" } else { "" }
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
                    prop:value=move || pass.sentence.get()
                    on:input=move |event| pass.type_sentence(event_target_value(&event))
                ></textarea>
            </label>
        }
    };
    let numbers = move || {
        view! {
            <label class="field">
                <span class="field-label">{format!("Numbers of tokens, at most {MOST_TOKENS}")}</span>
                <textarea rows="2" class="ids" spellcheck="false" prop:value=move || pass.ids.get() on:input=move |event| pass.ids.set(event_target_value(&event))></textarea>
            </label>
        }
    };
    view! {
        <section class="panel run-sentence" aria-label="Sentence">
            {move || if source.get() == Tokens::Ids { numbers().into_any() } else { words().into_any() }}
            <p class="muted small-print">
                {text(says)}" "{text(move || pass.remark.get())}" "
                <button type="button" class="link" hidden=move || source.get() != Tokens::Tokenizer on:click=move |_| pass.drop_tokenizer()>"Go on without it"</button>
            </p>
            <p class="notice error" role="alert" hidden=move || pass.refused.with(Option::is_none)>{text(move || pass.refused.get().unwrap_or_default())}</p>
            <p class="notice error" role="alert" hidden=move || pass.problem.with(Option::is_none)>{text(move || pass.problem.get().unwrap_or_default())}</p>
            <p class="run-state small-print" role="status">{text(state)}</p>
        </section>
    }
}

/// Every layer's heads, as thumbnails.
#[component]
fn Heads() -> impl IntoView {
    let pass = use_forward_pass();
    let room = use_room();
    let shape = memo(move || {
        pass.ran.with(|ran| {
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
            let drawn = memo(move || {
                pass.frame.track();
                let first = firsts.with_value(|firsts| firsts.get(place.0).copied().unwrap_or(0));
                let (weights, palette) = (pass.thumbnail(first + place.1), room.palette.get());
                let (scale, shape) = (Scale::from_zero_of(&weights), [THUMBNAIL; 2]);
                let drawn = Drawn::unnamed(shape, weights, scale, palette);
                drawn.is_whole().then(|| Arc::new(drawn))
            });
            paint_small(canvas, drawn.into(), room.theme.into());
            let is_laid = move || pass.laid.with(|laid| laid.contains_key(&place));
            let says = move || {
                let line = pass.line(place);
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
    let pass = use_forward_pass();
    let room = use_room();
    let drawn = memo(move || {
        let (map, labels, palette) = (pass.map.get()?, pass.labels.get(), room.palette.get());
        let (scale, palette) = colours(map.which, &map.weights, palette);
        let (labels, values) = (Arc::new(labels), Arc::new(map.weights.clone()));
        let drawn = Drawn::new(labels.clone(), labels, values, scale, palette);
        let is_causal = room.report.with(|report| report.as_ref().is_some_and(|r| r.causal.value));
        let drawn = if is_causal || pass.is_masked.get() { drawn.causal() } else { drawn };
        drawn.is_whole().then(|| Arc::new(drawn))
    });
    let under = move || {
        let cell = pass.cursor.get()?;
        let map = pass.map.get()?;
        let drawn = drawn.get()?;
        let weight = f64::from(drawn.value_at(cell)?);
        let what = match map.which {
            Which::Before => "weight",
            Which::After => "weight, rescaled",
            Which::Difference => "after − before",
        };
        let pair = aloud::pair(&drawn.rows, cell);
        Some(format!("{pair}, {what}: {}", format_digits(weight, 5)))
    };
    let title = move || {
        let (layer, head) = pass.place.get();
        format!("Layer {}, head {}", layer + 1, head + 1)
    };
    let can_differ = move || pass.rescaled.with(Option::is_some);
    let button = move |which: Which, label: &'static str| {
        view! {
            <button
                type="button"
                class="small"
                disabled=move || which != Which::Before && !can_differ()
                aria-pressed=move || if pass.which.get() == which { "true" } else { "false" }
                on:click=move |_| pass.which.set(which)
            >
                {label}
            </button>
        }
    };
    let label = text(move || {
        let (title, under) = (title(), under().unwrap_or_default());
        format!(
            "Attention weights of {title}; rows look, columns are looked at; arrow keys move the cursor. {under}"
        )
    });
    let on_point = pointing(pass.cursor);
    let (palette, scale) = colours_of(drawn.into());
    let unit = text(move || match pass.which.get() {
        Which::Before | Which::After => "attention weight",
        Which::Difference => "after − before",
    });
    let theme = room.theme.into();
    let source = Source::labelled(drawn.into(), theme, Room::TOKENS);
    let form = Form::Labelled { axes: true };
    let picture = Picture {
        stays: true,
        zoom: Zooms::View(RwSignal::new(None)),
        key: Some(Key { palette, scale, unit }),
        ..Picture::new(source, form, theme, label, pass.cursor.into(), on_point)
    };
    view! {
        <section class="panel run-matrix" aria-labelledby="run-matrix-title">
            <header class="panel-head">
                <h2 id="run-matrix-title">{text(title)}</h2>
                <span class="segmented" role="group" aria-label="Which weights">
                    {button(Which::Before, "Before")}{button(Which::After, "After")}{button(Which::Difference, "Difference")}
                </span>
            </header>
            <div class="matrix">
                <MatrixPicture picture=picture />
            </div>
            <p class="slice-value" aria-live="polite">{text(move || under().unwrap_or_else(|| "Each row is a token that looks; point at a cell, or use the arrow keys.".to_owned()))}</p>
        </section>
    }
}

fn colours(which: Which, weights: &[f32], chosen: Palette) -> (Scale, Palette) {
    match which {
        Which::Difference => (Scale::diverging_of(weights, 0.0), Palette::Difference),
        Which::Before | Which::After => (Scale::from_zero_of(weights), chosen),
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
fn reached(pass: ForwardPass, reach: Reach) -> Vec<Place> {
    let now = pass.place.get_untracked();
    let shape: Vec<usize> = pass.ran.with_untracked(|ran| {
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
    let pass = use_forward_pass();
    let reach = RwSignal::new(Reach::Head);
    let chosen = memo(move || reach.get());
    // A head without w and v of its own begins where every coefficient is 1.
    let now = memo(move || pass.parameters(pass.place.get()).unwrap_or((0.0, 1.0)));
    let set = move |w: Option<f64>, v: Option<f64>| {
        let places = reached(pass, reach.get_untracked());
        let (shown_w, shown_v) = now.get_untracked();
        pass.laid.update(|laid| {
            for place in places {
                laid.insert(place, (w.unwrap_or(shown_w), v.unwrap_or(shown_v)));
            }
        });
    };
    let mapping = memo(move || match pass.method.get() {
        Method::DistanceAware { mapping, .. } => mapping,
        Method::Vanilla { .. } => Mapping::LearnableSigmoid,
    });
    let adjustment = memo(move || match pass.method.get() {
        Method::DistanceAware { adjustment, .. } => adjustment,
        Method::Vanilla { .. } => Adjustment::EarlyMultiply,
    });
    let set_method = move |mapping: Mapping, adjustment: Adjustment| {
        pass.method.set(Method::DistanceAware { mapping, adjustment });
    };
    let own = move || match pass.own(pass.place.get()) {
        Some((w, v)) => format!("As trained: w = {}, v = {}.", format_number(w), format_number(v)),
        None => "This head was trained without w and v; moving them lays distance over its scores."
            .to_owned(),
    };
    let any = move || pass.laid.with(|laid| !laid.is_empty());
    let here = move || pass.laid.with(|laid| laid.contains_key(&pass.place.get()));
    let timing = move || {
        pass.rescaled.with(|rescaled| {
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
                <button type="button" class="small" disabled=move || !here() on:click=move |_| pass.laid.update(|laid| { laid.remove(&pass.place.get_untracked()); })>"Restore this head"</button>
                <button type="button" class="small" disabled=move || !any() on:click=move |_| pass.laid.update(std::collections::BTreeMap::clear)>"Restore all"</button>
            </p>
            <p class="muted small-print" role="status">{text(timing)}</p>
        </section>
    }
}

/// How far each token's final hidden state moved.
#[component]
fn Cosines() -> impl IntoView {
    let pass = use_forward_pass();
    let content = move || {
        let Some(rescaled) = pass.rescaled.get() else {
            return view! { <p class="muted">"Move w or v of a head: here stands how far each token’s final hidden state turns from where it was (the cosine of the two; 1 is unmoved)."</p> }.into_any();
        };
        let labels = pass.labels.get();
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
