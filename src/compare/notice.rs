//! Who notices a change: the sentence reversed, with a word more, with a word twice. Asks, and shows what
//! each method made of it. The measures are `nearfar_compare::probe`'s, their order `nearfar_compare::notice`'s.

use std::sync::Arc;

use leptos::html;
use leptos::prelude::*;
use nearfar::picture::palette::{Palette, Theme};
use nearfar::picture::scale::Scale;
use nearfar::picture::{Drawn, format_exact, format_short};
use nearfar_compare::notice::{self, Answered, NOTHING, NoAmount};
use nearfar_compare::protocol::{MOST_TOKENS, MethodView, Probe};

use super::words::why;
use crate::controls::NumberField;
use crate::matrix::{Legend, paint_small};
use crate::reactive::{memo, text};

/// The shown weights of each place, `[N, M + N]`; none where there are none.
pub type Weights = Arc<Vec<Option<Arc<Vec<f32>>>>>;

/// What the measure is, what should be seen and why.
fn words(probe: &Probe) -> [&'static str; 2] {
    match probe {
        Probe::Reverse => {
            [texts::compare::notices_reverse_how(), texts::compare::notices_reverse_why()]
        }
        Probe::Insert { .. } => {
            [texts::compare::notices_insert_how(), texts::compare::notices_insert_why()]
        }
        Probe::Repeat { .. } => {
            [texts::compare::notices_repeat_how(), texts::compare::notices_repeat_why()]
        }
    }
}

/// Whether a method notices, and how much: of 1 for a word that is repeated, else in nats.
fn noticing(amount: f64, is_repeat: bool) -> String {
    if amount < NOTHING {
        let least = if amount == 0.0 { "0".to_owned() } else { format!("< {NOTHING}") };
        return match is_repeat {
            true => texts::compare::notices_nothing_of_one(least),
            false => texts::compare::notices_nothing(least),
        };
    }
    let short = format_short(amount);
    match (short.strip_prefix("< "), is_repeat) {
        (Some(least), true) => texts::compare::notices_little_of_one(least),
        (Some(least), false) => texts::compare::notices_little(least),
        (None, true) => texts::compare::notices_some_of_one(short),
        (None, false) => texts::compare::notices_some(short),
    }
}

/// What the causal mask makes of that.
fn words_of_mask(probe: &Probe) -> &'static str {
    match probe {
        Probe::Reverse | Probe::Repeat { .. } => texts::compare::notices_mask(),
        Probe::Insert { .. } => texts::compare::notices_mask_insert(),
    }
}

/// The buttons and the pictures.
#[component]
pub fn Notice(
    /// What was compared.
    #[prop(into)]
    methods: Signal<Arc<Vec<MethodView>>>,
    /// The tokens.
    #[prop(into)]
    tokens: Signal<Arc<Vec<String>>>,
    /// The weights of the sentence as it is, by place.
    #[prop(into)]
    before: Signal<Weights>,
    /// What came of the probe.
    #[prop(into)]
    answers: Signal<Arc<Vec<Answered>>>,
    /// Query and key, from 0.
    cursor: RwSignal<Option<(usize, usize)>>,
    /// Light or dark.
    #[prop(into)]
    theme: Signal<Theme>,
    /// The colours of weights.
    #[prop(into)]
    palette: Signal<Palette>,
    /// What is asked.
    #[prop(into)]
    asked: Signal<Option<Probe>>,
    /// Whether a token sees only itself and the tokens before it.
    #[prop(into)]
    causal: Signal<bool>,
    /// Asks for another change, or none.
    #[prop(into)]
    ask: Callback<Option<Probe>>,
    /// What is said before the pictures.
    children: Children,
) -> impl IntoView {
    // Once more on the same button: none.
    let go = Callback::new(move |probe: Probe| {
        ask.run(asked.with_untracked(|asked| notice::pressed(asked.as_ref(), probe)));
    });
    let says = move |part: usize| {
        text(move || {
            let words = asked.with(|asked| asked.as_ref().map(words));
            words.and_then(|words| words.get(part).copied()).unwrap_or_default()
        })
    };
    let mask = text(move || {
        let words = asked.with(|asked| asked.as_ref().map(words_of_mask));
        words.filter(|_| causal.get()).map_or_else(String::new, |words| format!("{words} "))
    });
    let order = memo(move || answers.with(|answers| notice::order(answers)));
    let is_repeat = Signal::derive(move || asked.with(|a| matches!(a, Some(Probe::Repeat { .. }))));
    let room = Answers { methods, before, answers, theme, palette, is_repeat };
    let count = text(move || {
        let (noticed, all) = answers.with(|answers| notice::count(answers));
        if all == 0 { String::new() } else { texts::compare::notices_count(noticed, all) }
    });
    view! {
        <div class="notice-room">
            <ProbeButtons tokens=tokens cursor=cursor asked=asked go=go />
            <p class="notice-count" role="status"><b>{count}</b></p>
            <details class="notice-words" hidden=move || asked.with(Option::is_none)>
                <summary>{texts::compare::notices_how()}</summary>
                <p>{says(0)}</p>
                <p class="muted"><b>{mask}</b>{says(1)}</p>
            </details>
            {children()}
            <ol class="notice-list">
                <For each=move || order.get() key=|place| *place children=move |place| view! { <Card room=room place=place /> } />
            </ol>
        </div>
    }
}

/// Reverse, insert, repeat.
#[component]
fn ProbeButtons(
    tokens: Signal<Arc<Vec<String>>>,
    cursor: RwSignal<Option<(usize, usize)>>,
    asked: Signal<Option<Probe>>,
    go: Callback<Probe>,
) -> impl IntoView {
    let word = RwSignal::new(texts::compare::notices_word().to_owned());
    // Where no number was typed, the token under the cursor.
    let typed = RwSignal::new(None::<usize>);
    let repeated = RwSignal::new(None::<usize>);
    let last = move || tokens.with(|tokens| tokens.len());
    let under = move || cursor.get().map(|(query, _)| query);
    let at = move || notice::insert_at(typed.get(), under(), last());
    let token = move || notice::repeated(repeated.get(), under(), last());
    let before = text(move || {
        tokens.with(|tokens| match tokens.get(at()) {
            Some(token) => texts::compare::quoted(token),
            None => texts::compare::notices_at_end().to_owned(),
        })
    });
    let options = move || {
        tokens
            .get()
            .iter()
            .enumerate()
            .map(|(at, text)| view! { <option value=at.to_string() selected=move || token() == at>{format!("{text} ({})", at + 1)}</option> })
            .collect_view()
    };
    let pressed = move |is: fn(&Probe) -> bool| {
        move || if asked.with(|asked| asked.as_ref().is_some_and(is)) { "true" } else { "false" }
    };
    view! {
        <div class="notice-probes">
            <p><button type="button" data-probe="reverse" aria-pressed=pressed(|probe| *probe == Probe::Reverse) on:click=move |_| go.run(Probe::Reverse)>{texts::compare::notices_reverse()}</button></p>
            <p class="notice-probe">
                <button type="button" data-probe="insert" aria-pressed=pressed(|probe| matches!(probe, Probe::Insert { .. })) disabled=move || word.with(|word| word.trim().is_empty()) on:click=move |_| go.run(Probe::Insert { at: at(), word: word.get() })>{texts::compare::notices_insert()}</button>
                <input class="notice-word" type="text" aria-label=texts::compare::notices_word_name() maxlength="60" prop:value=move || word.get() on:input=move |event| word.set(event_target_value(&event)) />
                <span class="field inline">
                    <span class="field-label">{texts::compare::notices_before()}</span>
                    <NumberField
                        name=texts::compare::notices_before_name()
                        value=Signal::derive(move || Some(at() as f64 + 1.0))
                        range=(1.0, (MOST_TOKENS + 1) as f64)
                        whole=true
                        on_change=move |number: f64| typed.set(Some(number.max(1.0) as usize - 1))
                    />
                </span>
                <span class="muted">{before}</span>
                <button type="button" class="small" disabled=move || typed.get().is_none() on:click=move |_| typed.set(None)>{texts::compare::notices_at_cursor()}</button>
            </p>
            <p class="notice-probe">
                <button type="button" data-probe="repeat" aria-pressed=pressed(|probe| matches!(probe, Probe::Repeat { .. })) disabled=move || last() == 0 on:click=move |_| go.run(Probe::Repeat { token: token() })>{texts::compare::notices_repeat()}</button>
                <label class="field inline">
                    <span class="field-label">{texts::compare::notices_which()}</span>
                    <select on:change=move |event| {
                        if let Ok(token) = event_target_value(&event).parse() {
                            repeated.set(Some(token));
                        }
                    }>{options}</select>
                </label>
                <span class="muted">{texts::compare::notices_repeat_where()}</span>
            </p>
        </div>
    }
}

/// What all cards read.
#[derive(Clone, Copy)]
struct Answers {
    methods: Signal<Arc<Vec<MethodView>>>,
    before: Signal<Weights>,
    answers: Signal<Arc<Vec<Answered>>>,
    theme: Signal<Theme>,
    palette: Signal<Palette>,
    is_repeat: Signal<bool>,
}

/// Two pictures on one scale.
#[derive(Clone, PartialEq)]
struct Pictures {
    /// Rows and values, without the memory.
    sides: [(usize, Vec<f32>); 2],
    scale: Scale,
}

impl Answers {
    /// What is read of what came of a place.
    fn of<T>(self, place: usize, read: impl FnOnce(&Answered) -> Option<T>) -> Option<T> {
        self.answers.with(|answers| read(answers.iter().find(|(found, _)| found.place == place)?))
    }

    /// Why weights that were computed have no amount.
    fn why_none(self, place: usize) -> Option<&'static str> {
        let why = self.of(place, |(noticed, weights)| NoAmount::of(weights, noticed.tokens))?;
        Some(match why {
            NoAmount::Negative => texts::compare::notices_negative(),
            NoAmount::NoRow => texts::compare::notices_no_row(),
            NoAmount::RowEmpty => texts::compare::notices_row_empty(),
            NoAmount::RowsEmpty => texts::compare::notices_rows_empty(),
        })
    }

    fn pictures(self, place: usize) -> Option<Pictures> {
        let memory = self.methods.with(|methods| {
            methods.iter().find(|method| method.place == place).map_or(0, |method| method.memory)
        });
        let before = self.before.with(|before| before.get(place).cloned().flatten())?;
        let sides = self.of(place, |answered| notice::pictures(&before, memory, answered))?;
        let [of_before, of_after] = [0, 1].map(|at| Scale::from_zero_of(&sides[at].1));
        Some(Pictures { sides, scale: of_before.union(of_after) })
    }
}

/// One method: words, a bar, before and after.
#[component]
fn Card(room: Answers, place: usize) -> impl IntoView {
    let amount = memo(move || room.of(place, |(noticed, _)| noticed.amount));
    let pictures = memo(move || room.pictures(place));
    let method = memo(move || {
        room.methods.with(|methods| methods.iter().find(|method| method.place == place).cloned())
    });
    let title = text(move || method.get().map(|method| method.title).unwrap_or_default());
    let name = text(move || method.get().map(|method| method.name).unwrap_or_default());
    let says = text(move || {
        let is_repeat = room.is_repeat.get();
        match amount.get() {
            Some(amount) => noticing(amount, is_repeat),
            None => {
                let problem = method.get().and_then(|method| Some(why(&method.problem?)));
                let why = problem.or_else(|| room.why_none(place).map(str::to_owned));
                match why {
                    Some(why) => texts::compare::notices_failed_why(why),
                    None => texts::compare::notices_failed().to_owned(),
                }
            }
        }
    });
    let data = text(move || amount.get().map(|amount| amount.to_string()).unwrap_or_default());
    let exact = text(move || amount.get().map(format_exact).unwrap_or_default());
    let width = move || {
        format!("{}%", 100.0 * amount.get().unwrap_or(0.0) / notice::most(room.is_repeat.get()))
    };
    let side = move |at: usize, label: &'static str| {
        let canvas = NodeRef::<html::Canvas>::new();
        let drawn = memo(move || {
            let palette = room.palette.get();
            pictures.with(|pictures| {
                let pictures = pictures.as_ref()?;
                let (rows, values) = pictures.sides.get(at)?;
                let shape = [(*rows).max(1), values.len() / (*rows).max(1)];
                Some(Arc::new(Drawn::unnamed(shape, values.clone(), pictures.scale, palette)))
            })
        });
        paint_small(canvas, drawn.into(), room.theme);
        let name = text(move || format!("{}, {label}", title.get()));
        view! { <figure><canvas node_ref=canvas role="img" aria-label=name></canvas><figcaption>{label}</figcaption></figure> }
    };
    let scale = Signal::derive(move || {
        pictures.get().map_or(Scale::Sequential { min: 0.0, max: 1.0 }, |pictures| pictures.scale)
    });
    // A picture stays where its numbers alone change.
    let has_pictures = memo(move || pictures.with(Option::is_some));
    let pair = move || {
        has_pictures.get().then(|| {
            view! {
                <div class="notice-pair">
                    {side(0, texts::compare::notices_picture_before())}
                    {side(1, texts::compare::notices_picture_after())}
                </div>
                <Legend palette=room.palette scale=scale theme=room.theme unit="" count=2 />
            }
        })
    };
    view! {
        <li class="notice-card" data-method=name data-amount=data>
            <p><b>{title}</b></p>
            <p class="notice-says" title=exact>{says}</p>
            <span class="notice-bar" aria-hidden="true"><span style:width=width></span></span>
            {pair}
        </li>
    }
}
