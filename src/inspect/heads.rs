//! What the heads learned: w and v sorted, as a map of near and far, as coefficients. For models without
//! them: where each head looks on the sentence, what their method has of its own for positions, and where the model
//! is not run the query and the key as they are stored. And what a reader of the model should know.

use leptos::prelude::*;
use nearfar::picture::palette::Palette;
use nearfar::picture::scale::{Scale, format_number};
use nearfar::picture::{format_exact, format_short};
use nearfar_inspect::protocol::forward::LayerHeads;
use nearfar_inspect::protocol::{Ask, Opened};
use nearfar_inspect::report::{OwnNumbers, Report, Role, Warning, parts_heads};
use nearfar_inspect::room::forward::Forward;
use nearfar_inspect::room::grid::in_order;
use nearfar_inspect::room::heads::{
    At, Learned, Measure, NumbersRow, coefficients_about, leans, learned_at, learned_text,
    map_text, scatter, started_at, tile,
};
use nearfar_inspect::room::report::NONE;
use nearfar_inspect::room::warnings::{Looked, is_soon};

use super::forward_pass::Place;
use super::parts::{HeadGrid, drawn, tinted_grid};
use super::tensor::SlicePicture;
use super::{Inspect, use_inspect};
use crate::cells;
use crate::controls::{Panel, Toggle};
use crate::matrix::small_picture;
use crate::reactive::{effect, flag, memo, text};
use crate::rich::{of_names, rich};

/// The heads of the open model.
#[component]
pub fn HeadsView() -> impl IntoView {
    let pass = use_inspect().pass;
    let has_learned = memo(move || pass.state.with(Forward::has_learned));
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
    let why_not = memo(move || pass.state.with(Forward::why_not_measured));
    let measured_on = move || {
        let (typed, tokens) = (pass.typed(), pass.tokens.get());
        pass.run.with(|run| typed.with(|typed| run.measured_on(typed, tokens)))
    };
    let beside = view! { <p class="muted measured-on">{text(move || measured_on().unwrap_or_default())}</p> };
    let button = move |which: Measure| {
        let pressed = flag(move || measure.get() == which);
        view! { <Toggle class="small" label=which.label() pressed=pressed on_press=move |()| measure.set(which) /> }
    };
    view! {
        <Panel panel="measured" id="inspect-measured" title=texts::inspect::measured() about=texts::inspect::measured_about() beside=beside.into_any()>
            <p class="table-tools">
                <span class="segmented" role="group" aria-label=texts::inspect::measure()>{Measure::ALL.map(button).collect_view()}</span>
            </p>
            <p class="muted" hidden=move || why_not.with(String::is_empty)>{move || why_not.with(|why| of_names(why))}</p>
            {grid}
            <p class="muted small-print head-shown">{text(move || pass.state.with(Forward::head_text))}</p>
        </Panel>
    }
}

/// w and v as the file has them.
#[component]
fn LearnedSection() -> impl IntoView {
    let Inspect { room, pass, .. } = use_inspect();
    let mapping = memo(move || pass.state.with(Forward::mapping));
    let layers = move || {
        let (layers, mapping) = (pass.learned.get(), mapping.get());
        let many = layers.len() > 1;
        let each = layers.iter().map(|layer| {
            let pictures = layer.pictures(mapping).into_iter().map(learned_figure).collect_view();
            view! {
                <section class="learned-layer">
                    {many.then(|| view! { <h3>{texts::inspect::layer(layer.layer + 1, &layer.name)}</h3> })}
                    <div class="learned-pair">{pictures}</div>
                </section>
            }
        });
        each.collect_view()
    };
    let map = move || {
        let (layers, mapping) = (pass.learned.get(), mapping.get());
        let colours = Palette::Signed.table(room.theme.get());
        let ends = [texts::inspect::map_near(), texts::inspect::map_far()];
        let scale_of = |all: &[f32]| Scale::diverging_of(all, 0.0);
        let by = leans(&layers, mapping);
        let says = move |place, _| tile(&layers, mapping, place);
        tinted_grid(texts::inspect::map_name(), by, ends, (colours, scale_of), says)
    };
    let plot = move || {
        let plot = pass.learned.with(|layers| scatter(layers, mapping.get()))?;
        let choose = Callback::new(move |place| pass.choose(place));
        Some(view! {
            <figure class="scatter-figure">
                <figcaption class="muted small-print">{rich(texts::inspect::scatter_caption())}</figcaption>
                {drawn(Some("scatter"), plot, Some((pass.place, choose)))}
            </figure>
        })
    };
    view! {
        <Panel panel="head-map" id="inspect-map" title=texts::inspect::map() about=text(move || map_text(mapping.get()).to_owned())>
            <div class="map-pair">
                <div>{map}<Coefficients /></div>
                {plot}
            </div>
        </Panel>
        <Panel panel="head-learned" id="inspect-learned" title=texts::inspect::learned() about=text(move || learned_text(mapping.get()).to_owned())>
            <div class="learned-layers">{layers}</div>
        </Panel>
    }
}

/// What heads learned as a picture, the lowest first, and what of it is not drawn.
fn learned_figure(Learned { symbol, drawn, caption, not_drawn }: Learned) -> AnyView {
    // w alone is near or far; how v differs from 0 is neither.
    let is_w = symbol == "w";
    view! {
        <figure class="head-learned" class:of-w=is_w>
            <figcaption>{rich(caption)}</figcaption>
            <div class="learned-picture" inner_html=drawn></div>
            {is_w.then(|| view! {
                <p class="learned-key">
                    <span class="near">{texts::inspect::learned_near()}</span>
                    <span>{texts::inspect::learned_flat()}</span>
                    <span class="far">{texts::inspect::learned_far()}</span>
                </p>
            })}
            {not_drawn.map(|says| view! { <p class="notice">{says}</p> })}
        </figure>
    }
    .into_any()
}

/// f(w·R; v) of the shown head between some tokens, its start beside it.
#[component]
fn Coefficients() -> impl IntoView {
    let Inspect { room, pass, .. } = use_inspect();
    let mapping = memo(move || pass.state.with(Forward::mapping));
    let picture = move |label: &'static str, of: At| {
        let found = memo(move || pass.state.with(|state| state.coefficients(of)));
        let drawn = Signal::derive(move || found.get().map(|(drawn, _)| drawn));
        let says = move || found.get().map(|(_, says)| says).unwrap_or_default();
        let name = text(move || texts::inspect::coefficients_name(label, says()));
        view! {
            <figure class="head-coefficient" hidden=move || found.with(Option::is_none)>
                {small_picture(drawn, room.theme.into(), Some(name))}
                <figcaption><b>{label}</b><br/>{text(says)}</figcaption>
            </figure>
        }
    };
    view! {
        <div class="head-shown">
            <h3>{text(move || { let (layer, head) = pass.place.get(); texts::inspect::coefficients(layer + 1, head + 1) })}</h3>
            <p>{text(move || pass.state.with(Forward::favours))}</p>
            <p class="muted small-print">{text(move || coefficients_about(mapping.get()))}</p>
            <div class="head-coefficients">{picture(texts::inspect::coefficients_learned(), learned_at)}{picture(texts::inspect::coefficients_start(), started_at)}</div>
        </div>
    }
}

/// What a method beside w and v has of its own for positions, in a file of this project: start beside learned, of heads
/// as pictures as well. Nothing for a file without such a method.
#[component]
fn OwnSection() -> impl IntoView {
    let Inspect { room, pass, .. } = use_inspect();
    let method = memo(move || room.of_report(Report::own_method_beside).flatten());
    let head = memo(move || pass.place.get().1);
    let tables = move || {
        // The first layer alone has numbers of its own.
        let own = pass.learned.with(|layers| layers.first().map(LayerHeads::own_tables));
        let (others, whole) = own.unwrap_or_default();
        let others = others.into_iter().map(|own| view! { <OwnTable own=own head=head /> });
        let whole = (!whole.is_empty()).then(|| {
            let rows = whole.into_iter().map(row).collect_view().into_any();
            let caption = texts::inspect::own_whole().into();
            view! { <div class="own-numbers">{table(caption, texts::common::cells_whole(), rows)}</div> }
        });
        view! { {others.collect_view()}{whole} }
    };
    let has_none =
        move || pass.learned.with(|layers| layers.iter().all(|layer| layer.own.is_empty()));
    move || {
        method.get().map(|method| {
            let beside = view! {
                <p>{cells::learns_of(method.kind())}</p>
                <p class="muted" hidden=has_none>{texts::inspect::own_about()}</p>
            };
            let title = texts::inspect::own(method.kind().definition().short);
            view! {
                <Panel panel="head-own" id="inspect-own" title=title beside=beside.into_any()>
                    <div class="learned-tables">{tables}</div>
                </Panel>
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
fn row((name, numbers): NumbersRow) -> impl IntoView {
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
    let (each, together, has_curve) = (own.each, own.together, own.has_curve());
    let picture = own.picture().map(learned_figure);
    let own = StoredValue::new(own);
    let curve = has_curve.then(|| {
        let drawn = text(move || own.with_value(|own| own.curve(head.get())));
        view! {
            <figure class="head-learned">
                <figcaption>{texts::inspect::own_curve()}</figcaption>
                <div class="own-curve" aria-hidden="true" inner_html=drawn></div>
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
    let Inspect { room, pass, .. } = use_inspect();
    move || {
        let (report, opened) = (room.report.get()?, room.opened.get()?);
        report.cannot_run()?;
        if !parts_heads(&report, |name| opened.shape_of(name)) {
            return None;
        }
        let order = in_order(&report.heads_shown(), &[]);
        let parts = StoredValue::new((report, opened));
        let part = move |place: Place, role: Role| {
            parts.with_value(|(report, opened)| opened.projection(report, place, role))
        };
        let cell = move |place: Place| {
            let key = part(place, Role::KeyWeight);
            let key = key.map(|(.., found)| format!("K {}", found.number + 1));
            view! { <span class="tint">{key.unwrap_or_else(|_| NONE.to_owned())}</span> }.into_any()
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
                Err(why) => {
                    view! { <p class="notice">{title}": "{of_names(&why)}"."</p> }.into_any()
                }
            }
        };
        Some(view! {
            <Panel class="inspect-projections" panel="projections" id="inspect-projections" title=texts::inspect::projections() about=texts::inspect::projections_about()>
                <HeadGrid name=texts::inspect::projections_grid() id="projection" order=order cell=Box::new(cell) />
                <div class="map-pair">{picture(Role::QueryWeight, texts::inspect::projections_query())}{picture(Role::KeyWeight, texts::inspect::projections_key())}</div>
            </Panel>
        })
    }
}

/// Duplicated storage, pruned heads, NaN, even heads.
#[component]
fn Warnings() -> impl IntoView {
    let Inspect { room, pass, .. } = use_inspect();
    let looked = RwSignal::new(Looked::Not);
    let look = move || {
        looked.set(Looked::Partly(0.0));
        room.ask(Ask::Warnings, &[], move |answer, _| {
            looked.try_set(Looked::of(&answer));
            room.could_not(answer);
        });
    };
    effect(move || {
        let numbers = room.of_opened(Opened::parameters).unwrap_or(0);
        room.report.track();
        // A worker that ends takes the look with it.
        room.lives.track();
        looked.set(Looked::Not);
        if is_soon(numbers) {
            look();
        }
    });
    let even = memo(move || pass.run.with(|run| run.ran()?.even_text()));
    let has_even = move || even.with(Option::is_some);
    let content = move || {
        match looked.get() {
        Looked::Partly(share) => view! { <p><progress aria-label=texts::inspect::warnings_looking() max="1" value=share></progress></p> }.into_any(),
        Looked::Not => view! { <p><button type="button" on:click=move |_| look()>{texts::inspect::warnings_look()}</button></p> }.into_any(),
        Looked::Through(warnings) => {
            let is_nothing = warnings.is_empty();
            let line = |Warning { tensor, text, .. }: Warning| {
                let name = tensor.clone();
                view! { <li>"⚠ "<button type="button" class="link" on:click=move |_| room.look_at(&name)><code>{tensor}</code></button>": "{of_names(&text)}</li> }
            };
            let lines = warnings.into_iter().map(line).collect_view();
            view! {
                <p hidden=move || !is_nothing || has_even()>{texts::inspect::warnings_none()}</p>
                <ul class="warnings">{lines}</ul>
            }
            .into_any()
        }
    }
    };
    view! {
        <Panel panel="warnings" id="inspect-warnings" title=texts::inspect::warnings()>
            {content}
            <p hidden=move || !has_even()>{text(move || even.get().unwrap_or_default())}</p>
        </Panel>
    }
}
