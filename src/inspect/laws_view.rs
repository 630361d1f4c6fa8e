//! Laws of distance: the text, how far it is, what came of it in words, pictures and tables.

use leptos::prelude::*;
use nearfar::picture::format_short;
use nearfar_inspect::laws::{AsDistanceAware, HeadReport, Means};
use nearfar_inspect::room::grid::head_name;
use nearfar_inspect::room::laws::{COLUMNS, Dot, InOrder as Ordered, SIDE};
use nearfar_inspect::room::study::{BETWEEN, Doing, Order, Study};

use super::parts::{entries, trouble};
use super::{Inspect, use_inspect};
use crate::chart::Chart;
use crate::controls::{NumberField, Toggle, chosen_files};
use crate::labels::Label;
use crate::reactive::{memo, text};
use crate::rich::rich;

/// The view.
#[component]
pub fn LawsView() -> impl IntoView {
    let Inspect { room, laws, .. } = use_inspect();
    let why_not = memo(move || room.cannot_run());
    let has_heads = memo(move || !laws.heads.with(|heads| heads.is_empty()));
    view! {
        <section class="panel laws-text" data-panel="laws" aria-labelledby="laws-title">
            <h2 id="laws-title">{texts::inspect::view_laws()}</h2>
            <p>{rich(texts::inspect::laws_about())}</p>
            {move || match why_not.get() {
                Some(why) => view! { <p class="notice">{texts::inspect::measured_cannot(why)}</p> }.into_any(),
                None => view! { <Sentences /> }.into_any(),
            }}
        </section>
        <Show when=move || has_heads.get()><Found /></Show>
    }
}

/// The sentences, and the button that begins.
#[component]
fn Sentences() -> impl IntoView {
    let Inspect { room, pass, laws } = use_inspect();
    let chosen = move |event: web_sys::Event| {
        chosen_files(&event).into_iter().take(1).for_each(|file| laws.open(file))
    };
    let doing = memo(move || laws.study.with(Study::doing));
    let is_busy = memo(move || doing.get().is_some());
    // A tokenizer that is on its way is waited for.
    let is_coming = move || {
        room.tokenizer_file.with(Option::is_some)
            && pass.given.with(Option::is_none)
            && pass.refused.with(Option::is_none)
    };
    let can_start = memo(move || room.is_ready() && !is_busy.get() && !is_coming());
    let share = move || doing.get().map_or(0.0, Doing::share);
    let says = text(move || laws.study.with(Study::says));
    let problem = memo(move || laws.study.with(|study| study.problem().cloned()));
    let source = text(move || {
        pass.given.with(|given| given.as_ref().map(|given| given.name.clone())).unwrap_or_default()
    });
    let number =
        move |name: &'static str, value: Signal<Option<f64>>, range, set: Callback<f64>| {
            view! {
                <div class="field"><span class="field-label">{name}</span>
                    <NumberField name=name value=value range=range whole=true on_change=set /></div>
            }
        };
    let sentences = Signal::derive(move || Some(laws.sentences.get() as f64));
    let seed = Signal::derive(move || Some(laws.seed.get() as f64));
    view! {
        <label class="field">
            <span class="field-label">{texts::inspect::laws_text(BETWEEN[0], BETWEEN[1])}</span>
            <textarea rows="6" spellcheck="false" prop:value=move || laws.text.get() on:input=move |event| laws.text.set(event_target_value(&event))></textarea>
        </label>
        <div class="laws-row">
            <label class="field"><span class="field-label">{texts::inspect::laws_file()}</span><input type="file" accept=".txt,.conllu,text/plain" on:change=chosen /></label>
            {number(texts::inspect::laws_count(), sentences, (2.0, 1000.0), Callback::new(move |count| laws.sentences.set(count as usize)))}
            {number(texts::inspect::laws_seed(), seed, (0.0, 1e9), Callback::new(move |seed| laws.seed.set(seed as u64)))}
            <button type="button" class="strong" disabled=move || !can_start.get() on:click=move |_| laws.start()>{texts::inspect::laws_start()}</button>
            <Show when=move || is_busy.get()><button type="button" on:click=move |_| laws.stop()>{texts::inspect::laws_stop()}</button><progress max="1" prop:value=share></progress></Show>
        </div>
        <p class="small-print muted" role="status">{says}" "{source}</p>
        {trouble(problem)}
    }
}

/// What came of it.
#[component]
fn Found() -> impl IntoView {
    let laws = use_inspect().laws;
    let words = move || {
        let said = |study: &Study| study.means()?.said(study.taken());
        let (says, direction) = laws.study.with(said)?;
        Some(view! { <p>{rich(says)}</p><p><b>{direction}</b></p> })
    };
    view! {
        <section class="panel laws-found" data-panel="laws-found" aria-labelledby="laws-found-title">
            <header class="panel-head">
                <h2 id="laws-found-title">{texts::inspect::laws_found()}</h2>
                <button type="button" class="small" on:click=move |_| laws.save()>{texts::inspect::laws_save()}</button>
            </header>
            {words}
            <div class="laws-figures"><Dots /><Head /></div>
        </section>
        <section class="panel laws-found" data-panel="laws-heads"><Heads /></section>
        <section class="panel laws-found" data-panel="laws-means"><OfLaws /></section>
    }
}

/// A table that is scrolled.
fn table(
    class: &'static str,
    name: &'static str,
    head: AnyView,
    rows: impl Fn() -> AnyView + Send + 'static,
) -> AnyView {
    view! {
        <div class=class tabindex="0" role="region" aria-label=name>
            <table class="laws-table"><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>
        </div>
    }
    .into_any()
}

/// The heads of columns by which nothing is sorted.
fn columns(names: &[&'static str]) -> AnyView {
    names.iter().map(|&name| view! { <th scope="col">{name}</th> }).collect_view().into_any()
}

/// The chosen head.
#[component]
fn Head() -> impl IntoView {
    let laws = use_inspect().laws;
    let row = |cells: [String; 3], is_best: bool| {
        let [law, explained, numbers] = cells;
        let best = is_best.then(|| view! { " "<b>{texts::inspect::laws_best()}</b> });
        view! { <tr class:best=is_best><th scope="row">{law}{best}</th><td>{explained}</td><td>{numbers}</td></tr> }
    };
    let content = move || {
        let head = laws.head_shown()?;
        let (looks, positions) = (entries(head.looks()), head.positions_text());
        let rows = move || {
            let is_best = |law: &str| head.best.as_deref() == Some(law);
            let rows = head.laws.iter().map(|fitted| row(fitted.cells(), is_best(&fitted.law)));
            rows.collect_view().into_any()
        };
        let names = [
            texts::inspect::laws_law(),
            texts::inspect::laws_explains(),
            texts::inspect::laws_numbers(),
        ];
        Some(view! {
            <dl class="laws-shares">{looks}</dl>
            <p>{positions}</p>
            <p class="muted small-print">{texts::inspect::laws_of_head_about()}</p>
            {table("scroll", texts::inspect::laws_of_head(), columns(&names), rows)}
        })
    };
    view! {
        <div class="laws-head">
            <header class="panel-head"><h3>{text(move || head_name(laws.shown.get()))}</h3><button type="button" class="small" on:click=move |_| laws.run_it()>{texts::inspect::laws_run()}</button></header>
            <ByOffset />
            <div aria-live="polite">{content}</div>
        </div>
    }
}

/// Every head, in the order that is asked for.
#[component]
fn Heads() -> impl IntoView {
    let laws = use_inspect().laws;
    let order = RwSignal::new(Order::Place);
    let column = move |(label, of): (Label, Option<Order>)| match of {
        None => view! { <th scope="col">{label()}</th> }.into_any(),
        Some(of) => {
            let sorted = text(move || of.sorted(order.get()));
            view! { <th scope="col" aria-sort=sorted><button type="button" class="link" on:click=move |_| order.set(of)>{label()}</button></th> }
                .into_any()
        }
    };
    let rows = move || {
        let mut heads: Vec<HeadReport> = laws.heads.get().to_vec();
        order.get().sort(&mut heads);
        heads.iter().map(head_row).collect_view().into_any()
    };
    view! {
        <h2>{texts::inspect::laws_all_heads()}</h2>
        <p class="muted small-print">{texts::inspect::laws_all_heads_about()}</p>
        {table("scroll laws-all", texts::inspect::laws_all_heads(), COLUMNS.map(column).collect_view().into_any(), rows)}
        <InOrder />
    }
}

fn head_row(head: &HeadReport) -> impl IntoView + use<> {
    let laws = use_inspect().laws;
    let place = head.place();
    let [name, cells @ ..] = head.cells();
    let is_shown = memo(move || laws.shown.get() == place);
    let cells = cells.map(|cell| view! { <td>{cell}</td> }).collect_view();
    view! {
        <tr class:best=move || is_shown.get()>
            <th scope="row"><Toggle class="link" label=name pressed=is_shown on_press=move |()| laws.choose(place) /></th>
            {cells}
        </tr>
    }
}

/// Every law over all heads.
#[component]
fn OfLaws() -> impl IntoView {
    let laws = use_inspect().laws;
    let rows = move || {
        let row = |[law, cells @ ..]: [String; 4]| {
            let cells = cells.map(|cell| view! { <td>{cell}</td> }).collect_view();
            view! { <tr><th scope="row">{law}</th>{cells}</tr> }
        };
        let rows = laws.study.with(|study| study.means().map(Means::rows)).unwrap_or_default();
        rows.into_iter().map(row).collect_view().into_any()
    };
    let names = [
        texts::inspect::laws_law(),
        texts::inspect::laws_column_left(),
        texts::inspect::laws_explains(),
        texts::inspect::laws_column_best_of(),
    ];
    view! {
        <h2>{texts::inspect::laws_means()}</h2>
        {table("scroll", texts::inspect::laws_means(), columns(&names), rows)}
    }
}

/// Every head a dot: what any law of |j - i| could explain of it, and what any law of j - i could.
#[component]
fn Dots() -> impl IntoView {
    let laws = use_inspect().laws;
    let (left, right, above, below) = (Dot::LEFT, SIDE - Dot::RIGHT, Dot::ABOVE, SIDE - Dot::BELOW);
    let tick = |((x, y), is_zero, label): ((f64, f64), bool, String)| {
        let class = if is_zero { "zero" } else { "grid" };
        view! {
            <line class=class x1=left x2=right y1=y y2=y /><line class=class x1=x x2=x y1=above y2=below />
            <text class="y" x=left - 4.0 y=y>{label.clone()}</text><text class="x" x=x y=below + 14.0>{label}</text>
        }
    };
    let dot = move |Dot { place, at: (x, y), radius }: Dot| {
        let is_shown = move || laws.shown.get() == place;
        view! {
            <circle class:chosen=is_shown cx=x cy=y r=radius on:click=move |_| laws.choose(place)><title>{head_name(place)}</title></circle>
        }
    };
    let dots = move || laws.heads.with(|heads| Dot::all(heads)).into_iter().map(dot).collect_view();
    let [from, to] = Dot::diagonal();
    view! {
        <figure class="own-chart law-dots">
            <svg viewBox=format!("0 0 {SIDE} {SIDE}") role="img" aria-label=texts::inspect::laws_dots()>
                {Dot::ticks().into_iter().map(tick).collect_view()}
                <line class="diagonal" x1=from.0 y1=from.1 x2=to.0 y2=to.1 />
                {dots}
                <text class="x" x=(left + SIDE) / 2.0 y=SIDE - 5.0>"|j − i|"</text>
                <text class="y" x=left - 4.0 y=8.0>"j − i"</text>
            </svg>
            <figcaption class="muted small-print">{texts::inspect::laws_dots_about()}</figcaption>
        </figure>
    }
}

/// Mean attention of the chosen head by j - i, with its interval.
#[component]
fn ByOffset() -> impl IntoView {
    let Inspect { room, laws, .. } = use_inspect();
    let series =
        memo(move || laws.head_shown().as_ref().map(HeadReport::by_offset).unwrap_or_default());
    let name = text(move || {
        format!("{}: {}", head_name(laws.shown.get()), texts::inspect::laws_profile())
    });
    let lit = Signal::derive(|| None::<f64>);
    view! { <Chart name=name series=series x_name="j − i" lit=lit theme=room.theme /> }
}

/// w and v of the heads as distance-aware ones, each in order, as Figs. 6 and 7 of Wu et al. 2021 have them; heads
/// that such a law hardly explains are faint.
#[component]
fn InOrder() -> impl IntoView {
    let laws = use_inspect().laws;
    let bars = move |name: &'static str, number: fn(&AsDistanceAware) -> f64| {
        move || {
            let Ordered { bars, most } = laws.heads.with(|heads| Ordered::of(heads, number));
            let bar = |([x, y, width, height], value, fits): ([f64; 4], f64, bool)| {
                view! { <rect class:faint=!fits x=x y=y width=width height=height><title>{format_short(value)}</title></rect> }
            };
            let (left, middle, edge) = (Dot::LEFT, Ordered::MIDDLE, Ordered::EDGE);
            view! {
                <svg viewBox=format!("0 0 {SIDE} {}", 2.0 * middle) role="img" aria-label=name>
                    <line class="zero" x1=left x2=SIDE - edge y1=middle y2=middle />
                    {bars.into_iter().map(bar).collect_view()}
                    <text class="y" x=left - 4.0 y=edge + 4.0>{format_short(most)}</text>
                    <text class="y" x=left - 4.0 y=middle>{name}</text>
                    <text class="y" x=left - 4.0 y=2.0 * middle - edge>{format_short(-most)}</text>
                </svg>
            }
        }
    };
    view! {
        <figure class="own-chart law-bars">{bars("w", |da| da.w)}{bars("v", |da| da.v)}<figcaption class="muted small-print">{texts::inspect::laws_bars_about()}</figcaption></figure>
    }
}
