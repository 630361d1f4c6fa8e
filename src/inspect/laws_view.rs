//! Laws of distance: the text, how far it is, what came of it in words, pictures and tables.

use leptos::prelude::*;
use nearfar::picture::{format_short, scale::format_digits};
use nearfar_inspect::laws::{Fitted, HeadReport, Interval, Law, judged_of};
use nearfar_inspect::room::study::{Found as Figures, Order};

use super::forward_pass::Place;
use super::laws::{BETWEEN, Doing};
use super::laws_figures::{ByOffset, Dots, InOrder};
use super::{use_forward_pass, use_laws, use_room};
use crate::controls::{NumberField, chosen_files};
use crate::reactive::{memo, part, text};
use crate::rich::rich;

/// The view.
#[component]
pub fn LawsView() -> impl IntoView {
    let laws = use_laws();
    let room = use_room();
    let why_not = memo(move || room.report.with(|report| report.as_ref()?.cannot_run()));
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
    let laws = use_laws();
    let pass = use_forward_pass();
    let open = move |event| {
        if let Some(file) = chosen_files(&event).into_iter().next() {
            laws.open(file);
        }
    };
    let is_busy = memo(move || laws.doing.with(Option::is_some));
    let room = use_room();
    // A tokenizer that is on its way is waited for.
    let is_coming = move || {
        room.tokenizer_file.with(Option::is_some)
            && pass.given.with(Option::is_none)
            && pass.refused.with(Option::is_none)
    };
    let can_start = memo(move || room.is_ready() && !is_busy.get() && !is_coming());
    let share = move || laws.doing.get().map_or(0.0, Doing::share);
    let says = text(move || match laws.doing.get() {
        Some(Doing::Sentences(done, of)) => texts::inspect::laws_sentences(done, of),
        Some(Doing::Heads(done, of)) => texts::inspect::laws_heads(done, of),
        None => {
            let silenced = laws.silenced.get().map(|all| match all.is_empty() {
                true => texts::inspect::laws_no_positions().to_owned(),
                false => texts::inspect::laws_silenced(all.join("; ")),
            });
            silenced.unwrap_or_default()
        }
    });
    let source = text(move || {
        pass.given.with(|given| given.as_ref().map(|given| given.name.clone())).unwrap_or_default()
    });
    view! {
        <label class="field">
            <span class="field-label">{texts::inspect::laws_text(BETWEEN[0], BETWEEN[1])}</span>
            <textarea rows="6" spellcheck="false" prop:value=move || laws.text.get() on:input=move |event| laws.text.set(event_target_value(&event))></textarea>
        </label>
        <div class="laws-row">
            <label class="field"><span class="field-label">{texts::inspect::laws_file()}</span><input type="file" accept=".txt,.conllu,text/plain" on:change=open /></label>
            <div class="field"><span class="field-label">{texts::inspect::laws_count()}</span>
                <NumberField name=texts::inspect::laws_count() value=Signal::derive(move || Some(laws.sentences.get() as f64)) range=(2.0, 1000.0) whole=true on_change=move |count: f64| laws.sentences.set(count as usize) /></div>
            <div class="field"><span class="field-label">{texts::inspect::laws_seed()}</span>
                <NumberField name=texts::inspect::laws_seed() value=Signal::derive(move || Some(laws.seed.get() as f64)) range=(0.0, 1e9) whole=true on_change=move |seed: f64| laws.seed.set(seed as u64) /></div>
            <button type="button" class="strong" disabled=move || !can_start.get() on:click=move |_| laws.start()>{texts::inspect::laws_start()}</button>
            <Show when=move || is_busy.get()><button type="button" on:click=move |_| laws.stop()>{texts::inspect::laws_stop()}</button><progress max="1" prop:value=share></progress></Show>
        </div>
        <p class="small-print muted" role="status">{says}" "{source}</p>
        <p class="notice error" role="alert" hidden=move || laws.problem.with(Option::is_none)>{text(move || laws.problem.get().unwrap_or_default())}</p>
    }
}

fn percent(share: Option<Interval>) -> String {
    share.map_or_else(|| "–".to_owned(), |share| format!("{:.0} %", 100.0 * share.value))
}

fn percent_within(share: Option<Interval>) -> String {
    let within = |Interval { value, low, high }: Interval| {
        let [value, low, high] = [value, low, high].map(|share| 100.0 * share);
        format!("{value:.0} % [{low:.0}, {high:.0}]")
    };
    share.map_or_else(|| "–".to_owned(), within)
}

fn nats(figure: Option<Interval>) -> String {
    let within = |Interval { value, low, high }| format!("{value:.3} [{low:.3}, {high:.3}]");
    figure.map_or_else(|| "–".to_owned(), within)
}

fn label(name: &str) -> &str {
    Law::from_name(name).map_or("", |law| law.row().label)
}

/// What came of it.
#[component]
fn Found() -> impl IntoView {
    let laws = use_laws();
    let words = move || {
        let means = laws.means.get()?;
        let Figures { distance, offset, distance_aware: da, is_apart } = means.found()?;
        // All these figures are of the sentences that no law was fitted to.
        let sentences = judged_of(laws.tokens.with(Vec::len));
        Some(view! {
            <p>{rich(texts::inspect::laws_words(means.heads, sentences, nats(Some(means.silenced)), percent_within(Some(distance)), percent_within(Some(offset)), label(&da.law), percent_within(da.explained_of_all)))}</p>
            <p><b>{if is_apart { texts::inspect::laws_direction() } else { texts::inspect::laws_no_direction() }}</b></p>
        })
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
        <section class="panel laws-found" data-panel="laws-means"><Means /></section>
    }
}

/// The chosen head.
#[component]
fn Head() -> impl IntoView {
    let laws = use_laws();
    let title = text(move || {
        let (layer, head) = laws.chosen.get();
        texts::inspect::head(layer + 1, head + 1)
    });
    let content = move || {
        let head = laws.head_shown()?;
        let shares = &head.shares;
        let shares = [
            (texts::inspect::laws_back(), shares.back),
            (texts::inspect::laws_ahead(), shares.ahead),
            (texts::inspect::laws_itself(), shares.itself),
            (texts::inspect::laws_first(), shares.first),
            (texts::inspect::laws_separators(), shares.separators),
        ];
        let shares = shares.map(|(name, share)| view! { <div><dt>{name}</dt><dd>{percent_within(Some(share))}</dd></div> });
        let rows = head
            .laws
            .iter()
            .map(|fitted| law_row(fitted, head.best.as_deref() == Some(&fitted.law)));
        Some(view! {
            <dl class="laws-shares">{shares.collect_view()}</dl>
            <p>{texts::inspect::laws_head_positions(nats(head.silenced))}</p>
            <p class="muted small-print">{texts::inspect::laws_of_head_about()}</p>
            <div class="scroll" tabindex="0" role="region" aria-label=texts::inspect::laws_of_head()>
                <table class="laws-table">
                    <thead><tr><th scope="col">{texts::inspect::laws_law()}</th><th scope="col">{texts::inspect::laws_explains()}</th><th scope="col">{texts::inspect::laws_numbers()}</th></tr></thead>
                    <tbody>{rows.collect_view()}</tbody>
                </table>
            </div>
        })
    };
    view! {
        <div class="laws-head">
            <header class="panel-head"><h3>{title}</h3><button type="button" class="small" on:click=move |_| laws.run_it()>{texts::inspect::laws_run()}</button></header>
            <ByOffset />
            <div aria-live="polite">{content}</div>
        </div>
    }
}

fn law_row(fitted: &Fitted, is_best: bool) -> impl IntoView + use<> {
    // A table has a number for each distance: too many to read.
    const MOST: usize = 4;
    let row = Law::from_name(&fitted.law).map(Law::row);
    let names = row.map_or(&[] as &[&str], |row| row.parameters);
    let numbers = match fitted.parameters.len() {
        0..=MOST => {
            let named = names.iter().zip(&fitted.parameters);
            let named = named.map(|(name, &value)| {
                format!("{} {}", name.replace("beta", "β"), format_digits(value, 3))
            });
            named.collect::<Vec<_>>().join(", ")
        }
        count => texts::inspect::laws_many(count),
    };
    let at_bound = fitted.at_bound.then(texts::inspect::laws_at_bound);
    let best = is_best.then(|| view! { " "<b>{texts::inspect::laws_best()}</b> });
    view! {
        <tr class:best=is_best><th scope="row">{label(&fitted.law).to_owned()}{best}</th><td>{percent_within(fitted.explained)}</td><td>{numbers}" "{at_bound}</td></tr>
    }
}

/// Every head, in the order that is asked for.
#[component]
fn Heads() -> impl IntoView {
    let laws = use_laws();
    let order = RwSignal::new(Order::Place);
    let head = move |label: &'static str, of: Order| {
        let sorted = text(move || match order.get() == of {
            true => {
                if of == Order::Place {
                    "ascending"
                } else {
                    "descending"
                }
            }
            false => "none",
        });
        view! { <th scope="col" aria-sort=sorted><button type="button" class="link" on:click=move |_| order.set(of)>{label}</button></th> }
    };
    let rows = move || {
        let mut heads: Vec<HeadReport> = laws.heads.get().to_vec();
        order.get().sort(&mut heads);
        heads.iter().map(head_row).collect_view()
    };
    let head_row_of_columns = view! {
        <tr>
            {head(texts::inspect::laws_column_head(), Order::Place)}
            {head(texts::inspect::laws_column_positions(), Order::Silenced)}
            {head("|j − i|", Order::Distance)}
            {head("j − i", Order::Offset)}
            <th scope="col">{texts::inspect::laws_column_best()}</th>
            {head(texts::inspect::laws_column_da(), Order::DistanceAware)}
            <th scope="col">"w, v"</th>
        </tr>
    };
    view! {
        <h2>{texts::inspect::laws_all_heads()}</h2>
        <p class="muted small-print">{texts::inspect::laws_all_heads_about()}</p>
        <div class="scroll laws-all" tabindex="0" role="region" aria-label=texts::inspect::laws_all_heads()>
            <table class="laws-table"><thead>{head_row_of_columns}</thead><tbody>{rows}</tbody></table>
        </div>
        <InOrder />
    }
}

fn head_row(head: &HeadReport) -> impl IntoView + use<> {
    let laws = use_laws();
    let place: Place = (head.layer, head.head);
    let best = head.best.as_deref().map(|name| {
        let of = head.laws.iter().find(|fitted| fitted.law == name);
        format!("{} {}", label(name), percent(of.and_then(|fitted| fitted.explained)))
    });
    let da = head.distance_aware.as_ref();
    let numbers = da.map(|da| {
        let is_at_bound = head.laws.iter().any(|fitted| fitted.law == da.law && fitted.at_bound);
        let bound = if is_at_bound { texts::inspect::laws_at_bound() } else { "" };
        format!("{}, {} {bound}", format_short(da.w), format_short(da.v)).trim_end().to_owned()
    });
    let name = texts::inspect::head(place.0 + 1, place.1 + 1);
    let is_chosen = memo(move || laws.chosen.get() == place);
    view! {
        <tr class:best=move || is_chosen.get()>
            <th scope="row"><button type="button" class="link" aria-pressed=move || is_chosen.get().to_string() on:click=move |_| laws.chosen.set(place)>{name}</button></th>
            <td>{nats(head.silenced)}</td>
            <td>{percent_within(head.explained("free-distance"))}</td>
            <td>{percent_within(head.explained("free-offset"))}</td>
            <td>{best}</td>
            <td>{percent_within(da.and_then(|da| da.explained))}</td>
            <td>{numbers}</td>
        </tr>
    }
}

/// Every law over all heads.
#[component]
fn Means() -> impl IntoView {
    let laws = use_laws();
    let rows = part(move || {
        let Some(means) = laws.means.get() else { return ().into_any() };
        let silenced = view! { <tr><th scope="row">{texts::inspect::laws_column_silenced()}</th><td>{nats(Some(means.silenced))}</td><td></td><td></td></tr> };
        let each = means.laws.iter().map(|law| {
            view! { <tr><th scope="row">{label(&law.law).to_owned()}</th><td>{nats(Some(law.judged))}</td><td>{percent_within(law.explained_of_all)}</td><td>{law.best_of}</td></tr> }
        });
        view! { {silenced}{each.collect_view()} }.into_any()
    });
    view! {
        <h2>{texts::inspect::laws_means()}</h2>
        <div class="scroll" tabindex="0" role="region" aria-label=texts::inspect::laws_means()>
            <table class="laws-table">
                <thead><tr><th scope="col">{texts::inspect::laws_law()}</th><th scope="col">{texts::inspect::laws_column_left()}</th><th scope="col">{texts::inspect::laws_explains()}</th><th scope="col">{texts::inspect::laws_column_best_of()}</th></tr></thead>
                <tbody>{rows}</tbody>
            </table>
        </div>
    }
}
