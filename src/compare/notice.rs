//! Who notices a change: the sentence reversed, with a word more, with a word twice. Asks, and shows what
//! each method made of it. The measures are `nearfar_compare::probe`'s, their order `nearfar_compare::notice`'s.

use leptos::prelude::*;
use nearfar_compare::notice;
use nearfar_compare::protocol::{MOST_TOKENS, Probe};
use nearfar_compare::room::Room as Has;
use nearfar_compare::words::{self, Noticing};

use super::{StandIn, alert, text_of, use_room};
use crate::controls::{Panel, field, select_of, whole_number};
use crate::matrix::{Handed, Legend, colours_of, small_picture};
use crate::reactive::{flag, memo, text};

/// The sentence changed: the buttons and the pictures.
#[component]
pub fn Changed() -> impl IntoView {
    let room = use_room();
    let asked = room.select(|choices| choices.probe.clone());
    let causal = room.select(|choices| choices.causal);
    let says = move |part: usize| text_of(asked, move |asked| words::probe(asked)[part].to_owned());
    let mask = text_of(asked, move |asked| words::mask_on_probe(asked, causal.get()));
    let unasked = memo(move || room.with(|has| has.results.unasked.clone()));
    let order = memo(move || room.with(|has| notice::order(&has.results.noticed)));
    let of_tree = memo(move || room.found(|found| found.count_of_tree(false)));
    view! {
        <Panel panel="notices" id="compare-notice-title" title=texts::compare::notices() about=text(move || room.with(Has::whose))>
            <p class="muted small-print">{texts::compare::notices_about()}</p>
            {alert(unasked.into())}
            <div class="notice-room">
                <ProbeButtons />
                <p class="notice-count" role="status"><b>{text(move || room.with(|has| words::noticed(&has.results.noticed)))}</b></p>
                <details class="notice-words" hidden=move || asked.with(Option::is_none)>
                    <summary>{texts::compare::notices_how()}</summary>
                    <p>{says(0)}</p>
                    <p class="muted"><b>{mask}</b>{says(1)}</p>
                </details>
                <StandIn count=of_tree />
                <ol class="notice-list">
                    <For each=move || order.get() key=|place| *place children=move |place| view! { <Card place=place /> } />
                </ol>
            </div>
        </Panel>
    }
}

/// Reverse, insert, repeat.
#[component]
fn ProbeButtons() -> impl IntoView {
    let room = use_room();
    let (asked, tokens) = (room.select(|choices| choices.probe.clone()), room.tokens);
    let word = RwSignal::new(texts::compare::notices_word().to_owned());
    // Where no number was typed, the token under the cursor.
    let typed = RwSignal::new(None::<usize>);
    let repeated = RwSignal::new(None::<usize>);
    let last = move || tokens.get().len();
    let under = move || room.cursor.get().map(|(query, _)| query);
    let at = move || notice::insert_at(typed.get(), under(), last());
    let token = move || notice::repeated(repeated.get(), under(), last());
    let before = text(move || words::insert_before(&tokens.get(), at()));
    let which = memo(move || words::token_menu(&tokens.get()));
    let repeat = Box::new(move |token: String| repeated.set(token.parse().ok()));
    let which = select_of(None, which.into(), text(move || token().to_string()), repeat);
    let which = field("inline", texts::compare::notices_which().to_owned(), which);
    let button = |label: &'static str,
                  off: Signal<bool>,
                  probe: fn(usize, usize, String) -> Probe| {
        let name = probe(0, 0, String::new()).name();
        let is_pressed =
            move || asked.with(|asked| asked.as_ref().is_some_and(|asked| asked.name() == name));
        let press = move |_| {
            // Once more on the same button: none.
            let probe = probe(at(), token(), word.get());
            let probe = asked.with_untracked(|asked| notice::pressed(asked.as_ref(), probe));
            room.choose(|choices| choices.probe = probe);
        };
        view! {
            <button type="button" data-probe=name aria-pressed=text(move || is_pressed().to_string()) disabled=off on:click=press>{label}</button>
        }
    };
    let insert = |at, _, word| Probe::Insert { at, word };
    let label = texts::compare::notices_before().to_owned();
    let name = texts::compare::notices_before_name().to_owned();
    let place = Signal::derive(move || at() + 1);
    let set_place = Callback::new(move |place: usize| typed.set(Some(place - 1)));
    // Why a button is off stands beside it.
    let no_insert = text(move || word.with(|word| words::no_insert(word)));
    let no_repeat = text(move || room.with(|has| words::no_repeat(&has.chosen.sentence)));
    view! {
        <div class="notice-probes">
            <p>{button(texts::compare::notices_reverse(), Signal::stored(false), |_, _, _| Probe::Reverse)}</p>
            <p class="notice-probe">
                {button(texts::compare::notices_insert(), flag(move || no_insert.with(|why| !why.is_empty())), insert)}
                <input class="notice-word" type="text" aria-label=texts::compare::notices_word_name() maxlength="60" prop:value=move || word.get() on:input=move |event| word.set(event_target_value(&event)) />
                {whole_number("inline", label, name, place, 1..=MOST_TOKENS + 1, set_place)}
                <span class="muted">{before}</span>
                <button type="button" class="small" disabled=move || typed.get().is_none() on:click=move |_| typed.set(None)>{texts::compare::notices_at_cursor()}</button>
                <span role="status">{no_insert}</span>
            </p>
            <p class="notice-probe">
                {button(texts::compare::notices_repeat(), flag(move || last() == 0), |_, token, _| Probe::Repeat { token })}
                {which}
                <span class="muted">{texts::compare::notices_repeat_where()}</span>
                <span role="status">{no_repeat}</span>
            </p>
        </div>
    }
}

/// One method: words, a bar, before and after.
#[component]
fn Card(place: usize) -> impl IntoView {
    let room = use_room();
    let (theme, palette) = (room.theme, room.palette);
    let card = memo(move || room.with(|has| has.noticing(place)));
    let part = move |part: fn(&Noticing) -> &String| text_of(card, move |card| part(card).clone());
    let title = part(|card| &card.title);
    let pictures = memo(move || room.with(|has| has.noticing_pictures(place, palette.get())));
    let drawn = move |at: usize| {
        Handed::from(memo(move || pictures.with(|both| Some(both.as_ref()?[at].clone()))))
    };
    let side = move |at: usize, label: &'static str| {
        let name = text(move || format!("{}, {label}", title.get()));
        let picture = small_picture(drawn(at), theme.into(), Some(name));
        view! { <figure>{picture}<figcaption>{label}</figcaption></figure> }
    };
    let (_, scale) = colours_of(drawn(0));
    view! {
        <li class="notice-card" data-method=part(|card| &card.name) data-amount=part(|card| &card.amount)>
            <p><b>{title}</b></p>
            <p class="notice-says" title=part(|card| &card.exact)>{part(|card| &card.says)}</p>
            <span class="notice-bar" aria-hidden="true"><span style:width=part(|card| &card.width)></span></span>
            // A picture stays where its numbers alone change.
            <Show when=move || pictures.with(Option::is_some)>
                <div class="notice-pair">
                    {side(0, texts::compare::notices_picture_before())}
                    {side(1, texts::compare::notices_picture_after())}
                </div>
                <Legend palette=palette scale=scale theme=theme unit="" count=2 />
            </Show>
        </li>
    }
}
