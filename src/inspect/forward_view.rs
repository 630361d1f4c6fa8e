//! Run it: the sentence through the model, every head, one large matrix, knobs, how far hidden states moved.

use std::sync::Arc;

use leptos::prelude::*;
use nearfar::picture::format_exact;
use nearfar::picture::scale::Scale;
use nearfar::settings::MAX_PARAMETER;
use nearfar_inspect::protocol::forward::Which;
use nearfar_inspect::report::Assumption;
use nearfar_inspect::room::forward::Forward;
use nearfar_inspect::room::grid::{Reach, head_name, in_order};
use nearfar_inspect::room::pass::Seen;
use nearfar_inspect::room::run::{Run, own_text, weights_text};
use texts::aloud;

use super::forward_pass::{Place, Tokens};
use super::parts::{HeadGrid, trouble};
use super::summary::Departures;
use super::{Inspect, use_inspect};
use crate::canvas::labelled::Room;
use crate::controls::{Menu, Panel, Slider, Toggle, field};
use crate::lab::DistanceControls;
use crate::matrix::{MatrixPicture, Picture, Source, Zooms, pointing, small_picture};
use crate::reactive::{flag, mark, memo, text};
use crate::rich::{of_names, rich};

/// The line that says why v does nothing.
const V_OFF: &str = "run-knobs-v-off";

/// The tab.
#[component]
pub fn RunView() -> impl IntoView {
    let Inspect { room, pass, .. } = use_inspect();
    let cannot = memo(move || room.cannot_run());
    let has_run = memo(move || pass.run.with(Run::is_there));
    view! {
        <div class="inspect-run">
            <Sentence />
            {move || cannot.get().map(|why| view! { <p class="notice">{of_names(&texts::inspect::cannot_run(why))}</p> })}
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

/// What no file says and these pictures rest on, and where the model departs from published ones. Nothing where all
/// is known and usual.
#[component]
fn Assumed() -> impl IntoView {
    let room = use_inspect().room;
    move || {
        let report = room.report.get()?;
        let assumed = (!report.assumptions.is_empty()).then(|| {
            let one = |Assumption { what, value, why, .. }| {
                view! { <li title=why><span class="assumed-what">{what}</span>": "<b>{value}</b></li> }
            };
            let each = report.assumptions.iter().cloned().map(one).collect_view();
            view! {
                <section class="panel run-assumed" aria-label=texts::common::assumed()>
                    <p>{rich(texts::inspect::assumed_about())}</p>
                    <ul>{each}</ul>
                </section>
            }
        });
        Some(view! { <Departures report=report />{assumed} })
    }
}

/// The sentence, what its tokens are, and how the run went.
#[component]
fn Sentence() -> impl IntoView {
    let Inspect { room, pass, .. } = use_inspect();
    let source = pass.tokens;
    let says = text(move || pass.given.with(|given| source.get().says(given.as_ref())));
    let problem = memo(move || pass.going.with(|going| going.problem.clone()));
    // Another model, or a tokenizer for it, has another field.
    let typed = move || {
        let is_ids = source.get() == Tokens::Ids;
        let value = if is_ids { pass.ids } else { pass.sentence };
        let label = source.get().field_label(pass.most_tokens());
        let typed = move |event| match (is_ids, event_target_value(&event)) {
            (true, text) => pass.ids.set(text),
            (false, text) => pass.type_sentence(text),
        };
        let typed = view! { <textarea rows="2" class:ids=is_ids spellcheck=is_ids.then_some("false") prop:value=move || value.get() on:input=typed></textarea> };
        field("", label, typed.into_any())
    };
    view! {
        <section class="panel run-sentence" data-panel="run-sentence" aria-label=texts::inspect::sentence()>
            {typed}
            <p class="muted small-print">
                {says}" "{text(move || pass.going.with(|going| going.remark.clone()))}" "
                <button type="button" class="link" hidden=move || source.get() != Tokens::Tokenizer on:click=move |_| room.tokenizer_file.set(None)>{texts::inspect::tokenizer_drop()}</button>
            </p>
            {trouble(problem)}
            <p class="run-state small-print" role="status">{text(move || pass.state.with(Forward::says))}</p>
        </section>
    }
}

/// Every layer's heads, as thumbnails.
#[component]
fn Heads() -> impl IntoView {
    let Inspect { room, pass, .. } = use_inspect();
    let shape = memo(move || pass.run.with(Run::shape));
    // All in one range: a bright head is a sharp one.
    let scale = memo(move || pass.run.with(|run| Scale::weights_of(run.thumbnails())));
    let cell = move |place: Place| {
        let drawn = memo(move || {
            let (scale, palette) = (scale.get(), room.palette.get());
            pass.run.with(|run| run.small(place, scale, palette).map(Arc::new))
        });
        let is_laid = move || pass.laid.with(|laid| laid.contains_key(&place));
        let says = move || pass.run.with(|run| run.line(place).unwrap_or_default().distance_text());
        view! {
            {small_picture(drawn.into(), room.theme.into(), None)}
            <span class="head-line"><span class="visually-hidden">{texts::inspect::run_heads_distance()}" "</span>{text(says)}<span class="laid" hidden=move || !is_laid()>" ●"<span class="visually-hidden">" "{texts::inspect::run_heads_rescaled()}</span></span></span>
        }
        .into_any()
    };
    let grid = move || {
        view! { <HeadGrid name=texts::inspect::run_heads_name() order=in_order(&shape.get(), &[]) cell=Box::new(cell) /> }
    };
    view! {
        <Panel class="run-heads" panel="run-heads" id="run-heads-title" title=texts::inspect::run_heads() about=texts::inspect::run_heads_about()>{grid}</Panel>
    }
}

/// One head's weights between all tokens.
#[component]
fn Matrix() -> impl IntoView {
    let Inspect { room, pass, .. } = use_inspect();
    let drawn = memo(move || {
        let (which, weights) = pass.map.get()?;
        let is_causal = room.of_report(|report| report.causal.value) == Some(true);
        let palette = room.palette.get();
        let drawn = pass.run.with(|run| run.drawn(which, &weights, is_causal, palette))?;
        Some(Arc::new(drawn))
    });
    let weight = move || drawn.get()?.value_at(pass.cursor.get()?).map(f64::from);
    let exact = text(move || weight().map(format_exact).unwrap_or_default());
    let under = move || {
        let (which, _) = pass.map.get()?;
        let pair = aloud::pair(&drawn.get()?.rows, pass.cursor.get()?);
        Some(which.of_cell(&pair, weight()?))
    };
    let title = move || head_name(pass.place.get());
    let can_differ = move || pass.run.with(|run| run.over().is_some());
    let button = move |which: Which| {
        let pressed = flag(move || pass.which.get() == which);
        let disabled = flag(move || which != Which::Before && !can_differ());
        view! { <Toggle class="small" label=which.label() pressed=pressed disabled=disabled on_press=move |()| pass.show(which) /> }
    };
    let label = text(move || weights_text(pass.place.get(), under()));
    let unit = text(move || pass.which.get().unit());
    let about =
        move || format!("{}, {}", room.name().unwrap_or_default(), pass.which.get().label());
    let (theme, cursor) = (room.theme.into(), pass.cursor);
    let source = Source::labelled(drawn.into(), theme, Room::TOKENS);
    let plain = Picture::new(source, theme, label, cursor.into(), pointing(cursor));
    let picture = Picture {
        stays: true,
        zoom: Zooms::View(RwSignal::new(None)),
        ..plain.keyed(drawn.into(), unit, title, about)
    };
    let buttons = view! {
        <span class="segmented" role="group" aria-label=texts::inspect::which()>{Which::ALL.map(button).collect_view()}</span>
    };
    view! {
        <Panel class="run-matrix" panel="run-matrix" id="run-matrix-title" title=text(title) beside=buttons.into_any()>
            <div class="matrix"><MatrixPicture picture=picture /></div>
            <p class="slice-value" aria-live="polite" title=exact>{text(move || under().unwrap_or_else(|| texts::inspect::weights_how().to_owned()))}</p>
        </Panel>
    }
}

/// The Lab's knobs on top of a model: w and v that are laid over its heads, mapping and adjustment, restore.
#[component]
fn Knobs() -> impl IntoView {
    let pass = use_inspect().pass;
    let reach = RwSignal::new(Reach::Head);
    let now = memo(move || pass.state.with(Forward::parameters));
    let v_off = memo(move || (!pass.method.get().has_v()).then_some(V_OFF));
    let slider = move |label: &'static str,
                       hint: &'static str,
                       of: fn(&mut (f64, f64)) -> &mut f64| {
        let set = move |number: f64| {
            let reach = reach.get_untracked();
            pass.state.update(|state| state.move_heads(reach, |moved| *of(moved) = number));
        };
        let value = Signal::derive(move || (*of(&mut now.get()), false));
        // Some mappings do not read v.
        let off = mark(move || (label == "v").then(|| v_off.get()).flatten());
        view! {
            <Slider label=label hint=hint value=value off=off ends=(-4.0, 4.0) range=(-MAX_PARAMETER, MAX_PARAMETER) on_input=set />
        }
    };
    let restore = move |label: &'static str, is_there: Signal<bool>, change: fn(&mut Seen)| {
        view! { <button type="button" class="small" disabled=move || !is_there.get() on:click=move |_| pass.see(change)>{label}</button> }
    };
    let is_here = flag(move || pass.laid.with(|laid| laid.contains_key(&pass.place.get())));
    let is_any = flag(move || pass.laid.with(|laid| !laid.is_empty()));
    view! {
        <section class="panel run-knobs" data-panel="run-knobs" aria-labelledby="run-knobs-title">
            <h2 id="run-knobs-title">{texts::inspect::knobs()}</h2>
            <Menu label=texts::inspect::knobs_reach() value=memo(move || reach.get()) on_choose=move |next: Reach| reach.set(next) />
            {slider("w", texts::inspect::knobs_w_hint(), |(w, _)| w)}
            {slider("v", texts::inspect::knobs_v_hint(), |(_, v)| v)}
            <p id=V_OFF class="muted small-print" hidden=move || v_off.get().is_none()>{texts::lab::v_none()}</p>
            <p class="muted small-print">{text(move || pass.state.with(|state| own_text(state.own(), state.mapping())))}</p>
            <DistanceControls method=pass.method on_change=move |method| pass.see(|seen| seen.method = method) />
            <p class="knob-buttons">
                {restore(texts::inspect::knobs_restore(), is_here, |seen| _ = seen.laid.remove(&seen.place))}
                {restore(texts::inspect::knobs_restore_all(), is_any, |seen| seen.laid.clear())}
            </p>
            <p class="muted small-print" role="status">{text(move || pass.run.with(Run::timing))}</p>
        </section>
    }
}

/// How far each token's final hidden state moved.
#[component]
fn Cosines() -> impl IntoView {
    let pass = use_inspect().pass;
    let content = move || {
        let Some(cosines) = pass.run.with(Run::cosines) else {
            return view! { <p class="muted">{texts::inspect::cosines_none()}</p> }.into_any();
        };
        let row = |(label, cosine, turned): (String, String, f64)| {
            let width = format!("{:.2}%", 100.0 * turned);
            view! {
                <li><bdi>{label}</bdi><span class="cosine-bar" aria-hidden="true"><span style:width=width></span></span><span class="cosine">{cosine}</span></li>
            }
        };
        let rows = cosines.into_iter().map(row).collect_view();
        view! {
            <p class="muted small-print">{texts::inspect::cosines_about()}</p>
            <ol class="cosines">{rows}</ol>
        }
        .into_any()
    };
    view! { <Panel panel="run-cosines" id="run-cosines-title" title=texts::inspect::cosines()>{content}</Panel> }
}
