//! What the heads learned: w and v sorted, as a map of near and far, as coefficients. For models without
//! them: where each head looks on the sentence, what their method has of its own for positions, and where the model
//! is not run the query and the key as they are stored. And what a reader of the model should know.

use std::sync::Arc;

use leptos::html;
use leptos::prelude::*;
use nearfar::model::Each;
use nearfar::picture::learned::svg;
use nearfar::picture::palette::Palette;
use nearfar::picture::scale::{Scale, format_number};
use nearfar::picture::{format_exact, format_short};
use nearfar::settings::MappingKind;
use nearfar_inspect::heads::{drawable, not_drawn};
use nearfar_inspect::protocol::forward::{LayerHeads, Stored};
use nearfar_inspect::protocol::{Answer, Ask, Opened};
use nearfar_inspect::recognise::{OwnNumbers, Report, Role, Warning, parts_heads};
use nearfar_inspect::room::grid::in_order;
use nearfar_inspect::room::heads::{
    Measure, Point, Scatter, TOKENS, coefficients, coefficients_text, learned_at, map_text,
    started_at, tile,
};
use nearfar_inspect::room::report::NONE;
use nearfar_inspect::room::run::Run;

use super::forward_pass::Place;
use super::head_grid::{HeadGrid, tinted_grid};
use super::tensor::SlicePicture;
use super::{Inspect, use_inspect};
use crate::cells;
use crate::controls::Toggle;
use crate::labels::Labelled;
use crate::matrix::paint_small;
use crate::reactive::{effect, flag, memo, text};
use crate::rich::rich;

/// Numbers that are looked through without being asked to.
const SMALL: u64 = 20_000_000;
/// Warnings that are listed.
const LISTED: usize = 200;

/// The heads of the open model.
#[component]
pub fn HeadsView() -> impl IntoView {
    let Inspect { room, pass, .. } = use_inspect();
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

/// Where each head looks on the sentence, for models without w and v.
#[component]
fn MeasuredSection() -> impl IntoView {
    let Inspect { room, pass, .. } = use_inspect();
    let measure = RwSignal::new(Measure::Distance);
    let grid = move || {
        let now = measure.get();
        let by = pass.run.with(|run| run.is_there().then(|| run.measured(now)))?;
        let colours = room.palette.get().table(room.theme.get());
        let says = |_, x: f64| format_number((x * 100.0).round() / 100.0);
        let name = texts::inspect::measured_name();
        Some(tinted_grid(name, by, now.ends(), (colours, Scale::sequential_of), says))
    };
    let no_run = move || match room
        .cannot_run()
        .or_else(|| pass.going.with(|going| going.problem.clone()))
    {
        Some(why) => texts::inspect::measured_cannot(why),
        None if pass.run.with(Run::is_there) => String::new(),
        None => texts::inspect::measured_running().to_owned(),
    };
    let of_head = move || {
        let place = pass.place.get();
        pass.run.with(|run| Some(run.line(place)?.says(place)))
    };
    let measured_on = move || {
        let (typed, tokens) = (pass.typed(), pass.tokens());
        pass.run.with(|run| typed.with(|typed| run.measured_on(typed, tokens)))
    };
    let button = move |which: Measure, label: &'static str| {
        let pressed = flag(move || measure.get() == which);
        view! { <Toggle class="small" label=label pressed=pressed on_press=move |()| measure.set(which) /> }
    };
    view! {
        <section class="panel" data-panel="measured" aria-labelledby="inspect-measured">
            <header class="panel-head">
                <h2 id="inspect-measured">{texts::inspect::measured()}</h2>
                <p class="muted">{texts::inspect::measured_about()}</p>
                <p class="muted measured-on">{text(move || measured_on().unwrap_or_default())}</p>
            </header>
            <p class="table-tools">
                <span class="segmented" role="group" aria-label=texts::inspect::measure()>
                    {button(Measure::Distance, texts::inspect::measure_distance())}
                    {button(Measure::Entropy, texts::inspect::measure_entropy())}
                </span>
            </p>
            <p class="muted" hidden=move || no_run().is_empty()>{text(no_run)}</p>
            {grid}
            <p class="muted small-print head-shown">{text(move || of_head().unwrap_or_default())}</p>
        </section>
    }
}

/// w and v as the file has them.
#[component]
fn LearnedSection() -> impl IntoView {
    let Inspect { room, pass, .. } = use_inspect();
    let picture = |symbol: &'static str, start: &[Stored], learned: &[Stored]| {
        (!learned.is_empty()).then(|| {
            let drawn = svg(symbol, &drawable(start, learned));
            learned_figure(symbol, drawn, !start.is_empty(), not_drawn(symbol, start, learned))
        })
    };
    let layers = move || {
        let layers = pass.learned.get();
        let many = layers.len() > 1;
        let each = layers.iter().map(|layer| {
            view! {
                <section class="learned-layer">
                    {many.then(|| view! { <h3>{texts::inspect::layer(layer.layer + 1, &layer.name)}</h3> })}
                    <div class="learned-pair">
                        {picture("w", &layer.start_w, &layer.w)}
                        {picture("v", &layer.start_v, &layer.v)}
                    </div>
                </section>
            }
        });
        each.collect_view()
    };
    let mapping = memo(move || pass.mapping());
    let map = move || {
        let layers = pass.learned.get();
        let mapping = mapping.get_untracked();
        let by: Vec<Vec<Option<f64>>> =
            layers.iter().map(|layer| layer.w.iter().map(|w| Some(w.0)).collect()).collect();
        let colours = Palette::Signed.table(room.theme.get());
        let ends = [texts::inspect::map_near(), texts::inspect::map_far()];
        let scale_of = |all: &[f32]| Scale::diverging_of(all, 0.0);
        let says = move |place, w| tile(&layers, mapping, place, w);
        tinted_grid(texts::inspect::map_name(), by, ends, (colours, scale_of), says)
    };
    view! {
        <section class="panel" data-panel="head-map" aria-labelledby="inspect-map">
            <header class="panel-head">
                <h2 id="inspect-map">{texts::inspect::map()}</h2>
                <p class="muted">{text(move || map_text(mapping.get()))}</p>
            </header>
            <div class="map-pair">
                <div>{map}<Coefficients /></div>
                <Plot />
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

/// What heads learned as a picture, sorted, and what of it is not drawn.
fn learned_figure(
    symbol: &str,
    drawn: String,
    has_start: bool,
    not_drawn: Option<String>,
) -> AnyView {
    let caption = match has_start {
        true => texts::inspect::learned_caption(symbol),
        false => texts::inspect::learned_caption_no_start(symbol),
    };
    view! {
        // w alone is near or far; how v differs from 0 is neither.
        <figure class="head-learned" class:of-w={symbol == "w"}>
            <figcaption>{rich(caption)}</figcaption>
            <div class="learned-picture" inner_html=drawn></div>
            {not_drawn.map(|says| view! { <p class="notice">{says}</p> })}
        </figure>
    }
    .into_any()
}

/// w against v, a point for each head, with its start.
#[component]
fn Plot() -> impl IntoView {
    let pass = use_inspect().pass;
    let mark = move |Point { place, at: (x, y), from, title }: Point| {
        let from = from.map(|from| view! { <line class="moved" x1=from.0 y1=from.1 x2=x y2=y /> });
        let chosen = move || pass.place.get() == place;
        view! { {from}<circle class:chosen=chosen cx=x cy=y r="4" on:click=move |_| pass.choose(place)><title>{title}</title></circle> }
    };
    let content = move || {
        let plot = pass.learned.with(|layers| Scatter::of(layers, pass.mapping()));
        let Scatter { points, zero: (zero_x, zero_y), across, up, name } = plot;
        let side = Scatter::SIDE;
        let across = across
            .into_iter()
            .map(|(x, says)| view! { <text class="across" x=x y=side + 14.0>{says}</text> });
        let up = up
            .into_iter()
            .map(|(y, says)| view! { <text class="up" x="-6" y=y + 4.0>{says}</text> });
        view! {
            <svg class="scatter" viewBox=format!("-34 -20 {} {}", side + 54.0, side + 40.0) role="img" aria-label=name>
                <rect class="frame" x="0" y="0" width=side height=side />
                <line class="zero" x1=zero_x x2=zero_x y1="0" y2=side /><line class="zero" x1="0" x2=side y1=zero_y y2=zero_y />
                {across.collect_view()}{up.collect_view()}
                <text class="axis" x=side + 10.0 y=zero_y + 4.0>"w"</text><text class="axis" x=zero_x y="-8">"v"</text>
                {points.into_iter().map(mark).collect_view()}
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
    type At = fn(&[LayerHeads], Place) -> Option<(f64, f64)>;
    let Inspect { room, pass, .. } = use_inspect();
    // The mapping that the model was trained with; without it there is nothing to draw.
    let mapping = memo(move || pass.mapping());
    let picture = move |label: &'static str, of: At| {
        let canvas = NodeRef::<html::Canvas>::new();
        let parameters = memo(move || {
            let found = pass.learned.with(|layers| of(layers, pass.place.get()));
            mapping.get().zip(found)
        });
        let drawn = memo(move || {
            let (mapping, found) = parameters.get()?;
            Some(Arc::new(coefficients(mapping, found)))
        });
        paint_small(canvas, drawn.into(), room.theme.into());
        let says = move || {
            let says = parameters.get().map(|(mapping, found)| coefficients_text(mapping, found));
            says.unwrap_or_default()
        };
        view! {
            <figure class="head-coefficient" hidden=move || parameters.get().is_none()>
                <canvas node_ref=canvas role="img" aria-label=text(move || texts::inspect::coefficients_name(label, says()))></canvas>
                <figcaption><b>{label}</b><br/>{text(says)}</figcaption>
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
            <div class="head-coefficients">{picture(texts::inspect::coefficients_learned(), learned_at)}{picture(texts::inspect::coefficients_start(), started_at)}</div>
        </div>
    }
}

/// What a method beside w and v has of its own for positions, in a file of this project: start beside learned, of heads
/// as pictures as well. Nothing for a file without such a method.
#[component]
fn OwnSection() -> impl IntoView {
    let Inspect { room, pass, .. } = use_inspect();
    let method = memo(move || room.report.with(|report| report.as_ref()?.own_method_beside()));
    let head = memo(move || pass.place.get().1);
    // The first layer alone has numbers of its own.
    let tables = move || {
        let layers = pass.learned.get();
        let own = layers.first().map(|layer| layer.own.clone()).unwrap_or_default();
        let (whole, cut): (Vec<_>, Vec<_>) =
            own.into_iter().partition(|own| own.each == Each::Whole);
        let cut = cut.into_iter().map(|own| view! { <OwnTable own=own head=head /> });
        // Those that are told by their size alone are a row each.
        let whole = (!whole.is_empty()).then(|| {
            let rows = whole.into_iter().map(|own| {
                let numbers = own.of_head(0).map(|list| list.first().copied());
                row((own.name, numbers))
            });
            let rows = rows.collect_view().into_any();
            let caption = texts::inspect::own_whole().to_owned().into();
            view! { <div class="own-numbers">{table(caption, texts::common::cells_whole(), rows)}</div> }
        });
        view! { {cut.collect_view()}{whole} }
    };
    let has_none =
        move || pass.learned.with(|layers| layers.iter().all(|layer| layer.own.is_empty()));
    move || {
        method.get().map(|method| {
            let short = method.kind().definition().short;
            view! {
                <section class="panel" data-panel="head-own" aria-labelledby="inspect-own">
                    <header class="panel-head">
                        <h2 id="inspect-own">{texts::inspect::own(short)}</h2>
                        <p>{cells::learns_of(method.kind())}</p>
                        <p class="muted" hidden=has_none>{texts::inspect::own_about()}</p>
                    </header>
                    <div class="learned-tables">{tables}</div>
                </section>
            }
        })
    }
}

/// A table of numbers, as learned and at the start.
fn table(caption: Signal<String>, column: &'static str, rows: AnyView) -> AnyView {
    view! {
        <div class="scroll" tabindex="0" role="group" aria-label=caption>
            <table class="learned-table">
                <caption>{caption}</caption>
                <thead>
                    <tr>
                        <th scope="col">{column}</th>
                        <th scope="col">{texts::inspect::coefficients_learned()}</th>
                        <th scope="col">{texts::inspect::coefficients_start()}</th>
                    </tr>
                </thead>
                <tbody>{rows}</tbody>
            </table>
        </div>
    }
    .into_any()
}

/// A row of it, with a dash where there is no number.
fn row((name, numbers): (String, [Option<f32>; 2])) -> impl IntoView {
    let cell = |number: Option<f32>| {
        let number = number.map(f64::from);
        let says = number.map_or_else(|| NONE.to_owned(), format_short);
        view! { <td title=number.map(format_exact)>{says}</td> }
    };
    view! { <tr><th scope="row">{name}</th>{numbers.map(cell).collect_view()}</tr> }
}

/// One tensor: of each head as a picture with its start, and all as a table.
#[component]
fn OwnTable(own: OwnNumbers, head: Memo<usize>) -> impl IntoView {
    let OwnNumbers { each, together, .. } = own;
    let has_start = !own.start.is_empty();
    let picture = own.picture().map(|drawn| learned_figure(&own.name, drawn, has_start, None));
    let has_curve = own.has_curve();
    let own = StoredValue::new(own);
    let curve = has_curve.then(|| {
        let drawn = move || own.with_value(|own| own.curve(head.get()));
        view! {
            <figure class="head-learned">
                <figcaption>{texts::inspect::own_curve()}</figcaption>
                <div class="own-curve" aria-hidden="true" inner_html=text(drawn)></div>
            </figure>
        }
    });
    let caption =
        text(move || own.with_value(|own| cells::caption(&own.name, each, together, head.get())));
    let rows =
        move || own.with_value(|own| own.rows(head.get())).into_iter().map(row).collect_view();
    let table = table(caption, cells::column(each), rows.into_any());
    view! { <div class="own-numbers">{picture}{curve}{table}</div> }
}

/// Choose a layer and a head; its rows of W_Q and W_K. Nothing where the model is run, or heads cannot be parted.
#[component]
fn Projections() -> impl IntoView {
    let room = use_inspect().room;
    move || {
        let (report, opened) = (room.report.get()?, room.opened.get()?);
        report.cannot_run()?;
        let are_told = parts_heads(&report, |name| opened.shape_of(name));
        are_told.then(|| view! { <Projected report=report opened=opened /> })
    }
}

#[component]
fn Projected(report: Arc<Report>, opened: Arc<Opened>) -> impl IntoView {
    let pass = use_inspect().pass;
    let order = in_order(&report.heads_shown(), &[]);
    let parts = StoredValue::new((report, opened));
    let part = move |place: Place, role: Role| {
        parts.with_value(|(report, opened)| opened.projection(report, place, role))
    };
    let cell = move |place: Place| {
        let key = part(place, Role::KeyWeight);
        let key =
            key.map_or_else(|_| NONE.to_owned(), |(.., found)| format!("K {}", found.number + 1));
        view! { <span class="tint">{key}</span> }.into_any()
    };
    let picture = move |role: Role, title: &'static str| {
        move || match part(pass.place.get(), role) {
            Ok((place, shape, found)) => view! {
                <div class="head-projection">
                    <SlicePicture place=place shape=shape home=found.of title=title />
                    <p class="muted small-print">{found.says}"."</p>
                </div>
            }
            .into_any(),
            Err(why) => view! { <p class="notice">{title}": "{why}"."</p> }.into_any(),
        }
    };
    view! {
        <section class="panel inspect-projections" data-panel="projections" aria-labelledby="inspect-projections">
            <header class="panel-head">
                <h2 id="inspect-projections">{texts::inspect::projections()}</h2>
                <p class="muted">{texts::inspect::projections_about()}</p>
            </header>
            <HeadGrid name=texts::inspect::projections_grid() id="projection" order=order cell=Box::new(cell) />
            <div class="map-pair">{picture(Role::QueryWeight, texts::inspect::projections_query())}{picture(Role::KeyWeight, texts::inspect::projections_key())}</div>
        </section>
    }
}

/// Duplicated storage, pruned heads, NaN, even heads.
#[component]
fn Warnings() -> impl IntoView {
    let Inspect { room, pass, .. } = use_inspect();
    let found = RwSignal::new(None::<Vec<Warning>>);
    let share = RwSignal::new(None::<f64>);
    let look = move || {
        share.set(Some(0.0));
        room.ask(Ask::Warnings, &[], move |answer, _| {
            match answer {
                Answer::Progress { share: now, .. } => {
                    share.try_set(Some(now));
                    return;
                }
                Answer::Warnings(warnings) => _ = found.try_set(Some(warnings)),
                Answer::Failed(failure) => room.problem.set(Some(failure)),
                _ => {}
            }
            share.try_set(None);
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
    let even = memo(move || pass.run.with(|run| run.ran()?.even_text()));
    let has_even = move || even.with(Option::is_some);
    let content = move || {
        match (found.get(), share.get()) {
        (_, Some(share)) => view! { <p><progress aria-label=texts::inspect::warnings_looking() max="1" value=share></progress></p> }.into_any(),
        (None, None) => view! { <p><button type="button" on:click=move |_| look()>{texts::inspect::warnings_look()}</button></p> }.into_any(),
        (Some(warnings), None) => {
            let is_nothing = warnings.is_empty();
            let line = |Warning { tensor, text, .. }: Warning| {
                let name = tensor.clone();
                view! { <li>"⚠ "<button type="button" class="link" on:click=move |_| room.look_at(&name)><code>{tensor}</code></button>": "{text}</li> }
            };
            let lines = warnings.into_iter().take(LISTED).map(line).collect_view();
            view! {
                <p hidden=move || !is_nothing || has_even()>{texts::inspect::warnings_none()}</p>
                <ul class="warnings">{lines}</ul>
            }
            .into_any()
        }
    }
    };
    view! {
        <section class="panel" data-panel="warnings" aria-labelledby="inspect-warnings">
            <header class="panel-head"><h2 id="inspect-warnings">{texts::inspect::warnings()}</h2></header>
            {content}
            <p hidden=move || !has_even()>{text(move || even.get().unwrap_or_default())}</p>
        </section>
    }
}
