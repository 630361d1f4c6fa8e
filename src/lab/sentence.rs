//! What the user types, examples to begin with, and what became of it.

use leptos::prelude::*;
use nearfar::picture::scale::format_count;
use nearfar::settings::{DEFAULT_SENTENCE, FIGURE_8, MAX_SENTENCE};
use nearfar::text::Origin;

use crate::kit::Debounce;
use crate::lab::TokensSection;
use crate::notices::Cause;
use crate::reactive::{flag, handler, text};
use crate::stages::{Later, place};
use crate::state::use_store;

/// Typing that rests for this long is a step of undo.
const PAUSE: std::time::Duration = std::time::Duration::from_secs(1);

/// A sentence to begin with.
struct Example {
    name: fn() -> &'static str,
    /// What it says.
    sentence: &'static str,
}

/// Sentences written for this page.
const EXAMPLES: &[Example] = &[
    Example { name: texts::lab::example_film, sentence: DEFAULT_SENTENCE },
    Example {
        name: texts::lab::example_meal,
        sentence: "The old man said that the food was not good, but the people at the next table did not think so.",
    },
    Example {
        name: texts::lab::example_negation,
        sentence: "It was not good, not bad, and not what we had been told to expect.",
    },
    Example {
        name: texts::lab::example_repetition,
        sentence: "Time after time after time, the same man told the same story to the same people.",
    },
    Example { name: texts::lab::example_news, sentence: FIGURE_8 },
    Example { name: || "中文", sentence: "距离会改变每一个词看到的世界。" },
    Example {
        name: || "한국어", sentence: "거리가 멀수록 단어는 서로를 다르게 봅니다."
    },
];

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
        let (kept, is_whole) = fitting(text);
        if is_whole {
            store.settle_notice(Cause::Sentence);
        } else {
            let most = format_count(MAX_SENTENCE as u64);
            store.notify(Cause::Sentence, texts::lab::sentence_too_long(most), true);
        }
        store.edit(Some("sentence"), |settings| {
            settings.sentence = kept;
            // The cursor and the selection belong to the words that were there.
            settings.cursor = None;
            settings.selected.clear();
        });
    };
    let choose_example = move |event| {
        let chosen =
            event_target_value(&event).parse::<usize>().ok().and_then(|index| EXAMPLES.get(index));
        if let Some(example) = chosen {
            store.edit(None, |settings| {
                settings.sentence = example.sentence.to_owned();
                settings.cursor = None;
                settings.selected.clear();
            });
        }
    };
    let examples = EXAMPLES.iter().enumerate().map(|(index, example)| {
        view! { <option value=index.to_string() selected=flag(move || sentence.with(|sentence| sentence == example.sentence))>{(example.name)()}</option> }
    });
    let is_own = move || {
        sentence.with(|sentence| EXAMPLES.iter().all(|example| example.sentence != sentence))
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
                <Status />
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

/// The text, cut at the longest that settings keep, on a character boundary; and whether all of it
/// is there.
fn fitting(mut text: String) -> (String, bool) {
    let end = text.floor_char_boundary(MAX_SENTENCE);
    let is_whole = end == text.len();
    text.truncate(end);
    (text, is_whole)
}

/// How many tokens, what was cut, what is unknown, what is loading.
#[component]
fn Status() -> impl IntoView {
    let store = use_store();
    let count = move || {
        let count = store.with_tokens(|lab| lab.tokens().len());
        texts::lab::status_tokens(count, count)
    };
    let cut = move || {
        store.with_tokens(|lab| {
            let cut = lab.tokenized()?.cut?;
            let rest = lab.tokenized_text().get(cut.first_left_out..)?;
            let rest: String = rest.chars().take(24).collect();
            Some(texts::lab::status_cut(lab.tokens().len(), cut.total, rest))
        })
    };
    let origins = move || {
        store.with_tokens(|lab| {
            let of =
                |wanted: Origin| lab.origins().iter().filter(|origin| **origin == wanted).count();
            (of(Origin::Unknown), of(Origin::NotLoaded))
        })
    };
    let unknown = move || match origins().0 {
        0 => None,
        count => Some(texts::lab::status_unknown(count, count)),
    };
    let waiting = move || match origins().1 {
        0 => None,
        _ if !store.is_ready() => {
            let share = store.loading.with(|loading| loading.frequent);
            Some(texts::lab::status_loading(format_args!("{:.0}", 100.0 * share)))
        }
        count => Some(texts::lab::status_waiting(count, count)),
    };
    view! {
        <p class="muted status" role="status">
            {text(move || {
                let says = [Some(count()), cut(), unknown(), waiting()];
                says.into_iter().flatten().collect::<Vec<_>>().join(" ")
            })}
        </p>
    }
}
