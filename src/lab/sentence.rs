//! What the user types, examples to begin with, and what became of it.

use leptos::prelude::*;
use nearfar::picture::scale::format_count;
use nearfar::settings::MAX_SENTENCE;
use texts::words::{self, EXAMPLES};

use super::tokens::TokensSection;
use crate::kit::Debounce;
use crate::notices::Cause;
use crate::reactive::{flag, handler, text};
use crate::stages::{Later, place};
use crate::state::use_store;

/// Typing that rests for this long is a step of undo.
const PAUSE: std::time::Duration = std::time::Duration::from_secs(1);

/// The sentence.
#[component]
pub fn SentenceSection() -> impl IntoView {
    let store = use_store();
    let sentence = store.select(|settings| settings.sentence.clone());
    let pause = Debounce::new(PAUSE);
    let write = move |event| {
        let text = event_target_value(&event);
        // What is typed without a pause is one step of undo.
        pause.soon(move || store.end_gesture());
        let mut is_whole = true;
        store.edit(Some("sentence"), |settings| is_whole = settings.type_sentence(&text));
        if is_whole {
            store.settle_notice(Cause::Sentence);
        } else {
            let most = format_count(MAX_SENTENCE as u64);
            store.notify(Cause::Sentence, texts::lab::sentence_too_long(most), true);
        }
    };
    let choose_example = move |event| {
        let chosen =
            event_target_value(&event).parse::<usize>().ok().and_then(|index| EXAMPLES.get(index));
        if let Some(example) = chosen {
            store.settle_notice(Cause::Sentence);
            store.edit(None, |settings| {
                settings.type_sentence(example.sentence);
            });
        }
    };
    let examples = EXAMPLES.iter().enumerate().map(|(index, example)| {
        view! { <option value=index.to_string() selected=flag(move || sentence.with(|sentence| sentence == example.sentence))>{(example.name)()}</option> }
    });
    let is_own = move || {
        sentence.with(|sentence| EXAMPLES.iter().all(|example| example.sentence != sentence))
    };
    let selected = store.select(|settings| settings.selected.clone());
    let cursor = store.cursor();
    let bars = move || {
        let (selected, cursor) = (selected.get(), cursor.get());
        store.with_tokens(|lab| words::of_bars_in_short(lab, &selected, cursor))
    };
    let status = move || {
        let is_ready = store.is_ready();
        let loaded = store.loading.with(|loading| (!is_ready).then_some(loading.frequent));
        store.with_tokens(|lab| words::of_status(lab, loaded))
    };
    view! {
        <section class="panel sentence" data-panel="sentence" aria-labelledby="sentence-title">
            <header class="panel-head">
                <h2 id="sentence-title"><label for="sentence">{texts::lab::sentence_title()}</label></h2>
                <label class="field inline examples" data-panel="examples">
                    {texts::lab::examples()}
                    <select on:change=handler(choose_example)>
                        <option value="" disabled=true selected=is_own>{texts::lab::example_own()}</option>
                        {examples.collect_view()}
                    </select>
                </label>
                <p class="muted status" role="status">
                    {text(status)}
                    <span class="bars-short" aria-hidden="true">" " {text(bars)}</span>
                </p>
            </header>
            <textarea
                id="sentence"
                rows="1"
                spellcheck="false"
                dir="auto"
                placeholder=texts::lab::sentence_placeholder()
                prop:value=text(move || sentence.get())
                on:input=handler(write)
                on:blur=handler(move |_| store.end_gesture())
            ></textarea>
            <Later place=place::TOKENS>
                <TokensSection />
            </Later>
        </section>
    }
}
