//! Laws of distance: one sentence after another through the worker, then one head after another; and what came of it in
//! words, pictures and tables. What is asked next is the study's ([`nearfar_inspect::room::study`]).

use std::sync::Arc;

use js_sys::Uint8Array;
use leptos::prelude::*;
use nearfar_inspect::laws::{AsDistanceAware, HeadReport, Means, sentences};
use nearfar_inspect::protocol::laws::{LawsAsk, LawsSaid};
use nearfar_inspect::protocol::{Answer, Ask};
use nearfar_inspect::room::grid::head_name;
use nearfar_inspect::room::laws::{COLUMNS, LAWS_OF_ALL, LAWS_OF_HEAD, dots, in_order};
use nearfar_inspect::room::study::{BETWEEN, Doing, Next, Order, Study, Text};
use wasm_bindgen_futures::JsFuture;
use web_sys::File;

use super::forward_pass::{ForwardPass, Place};
use super::parts::{drawn, entries, trouble};
use super::state::{InspectState, View};
use super::{Inspect, use_inspect};
use crate::browser::fetch::{describe, fetch_as_file};
use crate::chart::Chart;
use crate::controls::{Panel, Toggle, chosen_files, whole_number};
use crate::labels::Label;
use crate::reactive::{effect, memo, text};
use crate::rich::{of_names, rich};

/// The sentences that come with the page.
const BUNDLED: &str = "laws/sentences.txt";
/// How many sentences are taken.
const SENTENCES: usize = 48;

/// Handles only, copied into every component.
#[derive(Clone, Copy)]
pub struct Laws {
    room: InspectState,
    pass: ForwardPass,
    /// The sentences.
    text: RwSignal<Text>,
    /// How many sentences are taken.
    sentences: RwSignal<usize>,
    /// Of the resamples.
    seed: RwSignal<usize>,
    /// The study as it goes on, and what came of it.
    study: RwSignal<Study>,
    /// The heads that were measured.
    heads: Memo<Arc<Vec<HeadReport>>>,
    /// The head that is looked at.
    shown: Memo<Place>,
}

impl Laws {
    /// Nothing measured yet.
    pub fn new(room: InspectState, pass: ForwardPass) -> Laws {
        let study = RwSignal::new(Study::default());
        let laws = Laws {
            room,
            pass,
            text: RwSignal::default(),
            sentences: RwSignal::new(SENTENCES),
            seed: RwSignal::new(1),
            study,
            heads: memo(move || study.with(|study| Arc::new(study.heads().to_vec()))),
            shown: memo(move || study.with(Study::shown)),
        };
        effect(move || {
            room.report.track();
            study.update(Study::forget);
        });
        // The next worker has no study.
        effect(move || {
            if !room.has_worker.get() {
                let why = texts::inspect::laws_ended().to_owned();
                study.update(|study| study.failed(study.number(), why));
            }
        });
        effect(move || {
            let tokens = pass.tokens.get();
            study.update(|study| study.parts_by(tokens));
        });
        effect(move || {
            if room.view() == View::Laws && laws.text.with_untracked(Text::is_new) {
                untrack(|| laws.take(None));
            }
        });
        laws
    }

    /// Takes the sentences of a file, else of the one that comes with the page.
    fn take(self, file: Option<File>) {
        let name = file.as_ref().map_or_else(|| BUNDLED.to_owned(), File::name);
        self.text.update(|text| text.awaits(&name));
        wasm_bindgen_futures::spawn_local(async move {
            let lines = sentences_of(file).await;
            self.text.try_update(|text| text.came(&name, lines));
        });
    }

    /// Begins a study.
    fn start(self) {
        let (most, tokens) = (self.sentences.get_untracked(), self.pass.tokens.get_untracked());
        let begin =
            |study: &mut Study| self.text.with_untracked(|text| study.begin(text, most, tokens));
        if self.study.try_update(begin) == Some(true) {
            self.ask(LawsAsk::Begin { seed: self.seed.get_untracked() as u64 });
        }
    }

    /// Ends the study with what was measured.
    fn stop(self) {
        if self.study.try_update(Study::stop) == Some(true) {
            self.ask(LawsAsk::Means);
        }
    }

    /// Tells the study what happened, and does what is next.
    fn happens(self, event: impl FnOnce(&mut Study) -> Option<Next>) {
        if let Some(next) = self.study.try_update(event).flatten() {
            self.go_on(next);
        }
    }

    fn go_on(self, next: Next) {
        let number = self.study.with_untracked(Study::number);
        match next {
            Next::Ask(ask) => self.ask(ask),
            Next::Part(line) => self.pass.ask_tokenizer(line, BETWEEN[1], move |parted| {
                self.happens(|study| study.parted(number, parted.flatten()));
            }),
            Next::Fetch(wanted) => {
                let then = move |outcome: Result<(), String>| {
                    self.happens(|study| study.fetched(number, outcome.map(|()| true)));
                };
                if !self.pass.hand_over_vectors(&wanted, then) {
                    self.happens(|study| study.fetched(number, Ok(false)));
                }
            }
        }
    }

    /// Asks the worker; an answer of a study that ended is dropped, a failure ends the study.
    fn ask(self, ask: LawsAsk) {
        let number = self.study.with_untracked(Study::number);
        self.room.ask(Ask::Laws(ask), &[], move |answer, _| {
            let said = match answer {
                Answer::Laws(said) => Ok(said),
                Answer::Failed(failure) => Err(failure.message),
                _ => return,
            };
            self.happens(|study| study.answered(number, said));
        });
    }

    /// Saves all of it.
    fn save(self) {
        let Some(save) = self.study.try_update(Study::save) else { return };
        self.room.ask(Ask::Laws(save), &[], move |answer, bytes: Vec<Uint8Array>| {
            match (answer, bytes.first()) {
                (Answer::Laws(LawsSaid::Saved), Some(bytes)) => {
                    crate::browser::files::save_parts("laws.json", &js_sys::Array::of1(bytes));
                }
                (Answer::Failed(failure), _) => {
                    self.study.update(|study| study.tell(failure.message));
                }
                _ => {}
            }
        });
    }

    /// The report of the head that is looked at.
    fn head_shown(self) -> Option<HeadReport> {
        let shown = self.shown.get();
        self.heads.with(|heads| heads.iter().find(|head| head.place() == shown).cloned())
    }
}

async fn sentences_of(file: Option<File>) -> Result<String, String> {
    let file = match file {
        Some(file) => file,
        None => fetch_as_file(BUNDLED, BUNDLED).await?,
    };
    let text = JsFuture::from(file.text()).await.map_err(describe)?;
    Ok(sentences(&text.as_string().unwrap_or_default(), &file.name()).join("\n"))
}

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
                Some(why) => view! { <p class="notice">{of_names(&texts::inspect::measured_cannot(why))}</p> }.into_any(),
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
        let file = chosen_files(&event).into_iter().next();
        file.into_iter().for_each(|file| laws.take(Some(file)));
    };
    let doing = memo(move || laws.study.with(Study::doing));
    let is_busy = memo(move || doing.get().is_some());
    let can_start = memo(move || room.is_ready() && !is_busy.get() && !pass.awaits_tokenizer());
    let share = move || doing.get().map_or(0.0, Doing::share);
    let says = text(move || laws.study.with(Study::says));
    let problem = memo(move || {
        let of_text = laws.text.with(|text| text.problem().cloned());
        of_text.or_else(|| laws.study.with(|study| study.problem().cloned()))
    });
    let source = text(move || {
        pass.given.with(|given| given.as_ref().map(|given| given.name.clone())).unwrap_or_default()
    });
    let number = move |name: &'static str, number: RwSignal<usize>, range| {
        let set = Callback::new(move |next| number.set(next));
        whole_number("", name.to_owned(), name.to_owned(), number.into(), range, set)
    };
    view! {
        <label class="field">
            <span class="field-label">{texts::inspect::laws_text(BETWEEN[0], BETWEEN[1])}</span>
            <textarea rows="6" spellcheck="false" prop:value=move || laws.text.with(|text| text.lines().to_owned()) on:input=move |event| laws.text.update(|text| text.typed(event_target_value(&event)))></textarea>
        </label>
        <div class="laws-row">
            <label class="field"><span class="field-label">{texts::inspect::laws_file()}</span><input type="file" accept=".txt,.conllu,text/plain" on:change=chosen /></label>
            {number(texts::inspect::laws_count(), laws.sentences, 2..=1000)}
            {number(texts::inspect::laws_seed(), laws.seed, 0..=1_000_000_000)}
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
    // Every head a dot: what any law of |j - i| could explain of it, and what any law of j - i could.
    let all = move || {
        let choose = Callback::new(move |place| laws.study.update(|study| study.choose(place)));
        drawn(None, laws.heads.with(|heads| dots(heads)), Some((laws.shown, choose)))
    };
    let save = view! { <button type="button" class="small" on:click=move |_| laws.save()>{texts::inspect::laws_save()}</button> };
    view! {
        <Panel class="laws-found" panel="laws-found" id="laws-found-title" title=texts::inspect::laws_found() beside=save.into_any()>
            {words}
            <div class="laws-figures">
                <figure class="own-chart law-dots">{all}<figcaption class="muted small-print">{texts::inspect::laws_dots_about()}</figcaption></figure>
                <Head />
            </div>
        </Panel>
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
fn columns(names: &[Label]) -> AnyView {
    names.iter().map(|name| view! { <th scope="col">{name()}</th> }).collect_view().into_any()
}

/// Cells of a row behind its name.
fn cells(says: impl IntoIterator<Item = String>) -> AnyView {
    says.into_iter().map(|says| view! { <td>{says}</td> }).collect_view().into_any()
}

/// The chosen head.
#[component]
fn Head() -> impl IntoView {
    let Inspect { room, pass, laws } = use_inspect();
    let name = text(move || head_name(laws.shown.get()));
    let run_it = move |_| {
        pass.choose(laws.shown.get_untracked());
        room.show(View::Run);
    };
    // Mean attention by j - i, with its interval.
    let series =
        memo(move || laws.head_shown().as_ref().map(HeadReport::by_offset).unwrap_or_default());
    let chart = text(move || format!("{}: {}", name.get(), texts::inspect::laws_profile()));
    let lit = Signal::derive(|| None::<f64>);
    let content = move || {
        let head = laws.head_shown()?;
        let (looks, positions) = (entries(head.looks()), head.positions_text());
        let rows = move || {
            let rows = head.laws.iter().map(|fitted| {
                let is_best = head.best.as_deref() == Some(fitted.law.as_str());
                let [law, says @ ..] = fitted.cells();
                let best = is_best.then(|| view! { " "<b>{texts::inspect::laws_best()}</b> });
                view! { <tr class:best=is_best><th scope="row">{law}{best}</th>{cells(says)}</tr> }
            });
            rows.collect_view().into_any()
        };
        Some(view! {
            <dl class="laws-shares">{looks}</dl>
            <p>{positions}</p>
            <p class="muted small-print">{texts::inspect::laws_of_head_about()}</p>
            {table("scroll", texts::inspect::laws_of_head(), columns(&LAWS_OF_HEAD), rows)}
        })
    };
    view! {
        <div class="laws-head">
            <header class="panel-head"><h3>{name}</h3><button type="button" class="small" on:click=run_it>{texts::inspect::laws_run()}</button></header>
            <Chart name=chart series=series x_name="j − i" lit=lit theme=room.theme />
            <div aria-live="polite">{content}</div>
        </div>
    }
}

/// Every head, in the order that is asked for; w and v of the heads as distance-aware ones.
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
    let row = move |head: &HeadReport| {
        let place = head.place();
        let [name, says @ ..] = head.cells();
        let is_shown = memo(move || laws.shown.get() == place);
        view! {
            <tr class:best=move || is_shown.get()>
                <th scope="row"><Toggle class="link" label=name pressed=is_shown on_press=move |()| laws.study.update(|study| study.choose(place)) /></th>
                {cells(says)}
            </tr>
        }
    };
    let rows = move || {
        let mut heads: Vec<HeadReport> = laws.heads.get().to_vec();
        order.get().sort(&mut heads);
        heads.iter().map(row).collect_view().into_any()
    };
    let bars = move |name: &'static str, number: fn(&AsDistanceAware) -> f64| {
        move || drawn(None, laws.heads.with(|heads| in_order(name, heads, number)), None)
    };
    view! {
        <h2>{texts::inspect::laws_all_heads()}</h2>
        <p class="muted small-print">{texts::inspect::laws_all_heads_about()}</p>
        {table("scroll laws-all", texts::inspect::laws_all_heads(), COLUMNS.map(column).collect_view().into_any(), rows)}
        <figure class="own-chart law-bars">{bars("w", |da| da.w)}{bars("v", |da| da.v)}<figcaption class="muted small-print">{texts::inspect::laws_bars_about()}</figcaption></figure>
    }
}

/// Every law over all heads.
#[component]
fn OfLaws() -> impl IntoView {
    let laws = use_inspect().laws;
    let rows = move || {
        let row = |[law, says @ ..]: [String; 4]| view! { <tr><th scope="row">{law}</th>{cells(says)}</tr> };
        let rows = laws.study.with(|study| study.means().map(Means::rows)).unwrap_or_default();
        rows.into_iter().map(row).collect_view().into_any()
    };
    view! {
        <h2>{texts::inspect::laws_means()}</h2>
        {table("scroll", texts::inspect::laws_means(), columns(&LAWS_OF_ALL), rows)}
    }
}
