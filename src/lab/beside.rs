//! The texts beside the sentence, for a model that reads several: a pair, or the sentences of a document.

use leptos::prelude::*;
use nearfar::lab::Lab;
use nearfar::model::Structure;
use nearfar::settings::MAX_TEXTS;

use crate::controls::{Icon, icon_button};
use crate::kit::Debounce;
use crate::reactive::{flag, handler, memo, part, text};
use crate::state::use_store;
use texts::answers;

/// Typing that rests for this long is a step of undo.
const PAUSE: std::time::Duration = std::time::Duration::from_secs(1);

/// The texts in their order, where a model of A or B reads several: one is the sentence, the others are typed
/// here, and any of them can be shown.
#[component]
pub fn TextsBeside() -> impl IntoView {
    let store = use_store();
    let structure = store.of_models(Lab::reads_several);
    let rows = move |structure: Structure| {
        let count = store.select(move |settings| settings.texts(structure).len());
        let is_document = structure == Structure::Hierarchical;
        let is_full = flag(move || count.get() >= MAX_TEXTS);
        let add = is_document.then(|| {
            view! {
                <button
                    type="button"
                    class="small"
                    disabled=is_full
                    on:click=handler(move |_| store.edit(None, |settings| settings.add_text(structure)))
                >
                    {answers::text_add()}
                </button>
                <p class="muted small-print" role="status">
                    {text(move || if is_full.get() { answers::text_add_full(MAX_TEXTS) } else { String::new() })}
                </p>
            }
        });
        view! {
            <div class="texts-beside">
                <p class="muted">{if is_document { answers::texts_document() } else { answers::texts_pair() }}</p>
                <ol>
                    <For each=move || 0..count.get() key=|place| *place let:place>
                        <Row structure=structure place=place count=count />
                    </For>
                </ol>
                {add}
            </div>
        }
    };
    part(move || structure.get().map(rows).into_any())
}

/// One text: the sentence as it is, or a field with what can be done to it.
#[component]
fn Row(structure: Structure, place: usize, count: Memo<usize>) -> impl IntoView {
    let store = use_store();
    let of = store.select(move |settings| {
        let texts = settings.texts(structure);
        texts.get(place).map(|(text, is_sentence)| ((*text).to_owned(), *is_sentence))
    });
    let words = text(move || of.get().map(|(text, _)| text).unwrap_or_default());
    let is_sentence = memo(move || of.get().is_some_and(|(_, is_sentence)| is_sentence));
    let pause = Debounce::new(PAUSE);
    let write = move |event| {
        let text = event_target_value(&event);
        pause.soon(move || store.end_gesture());
        store.edit(Some("others"), |settings| settings.write_text(structure, place, &text));
    };
    let show = move |_| store.edit(None, |settings| settings.show_text(structure, place));
    let remove = move |_| store.edit(None, |settings| settings.remove_text(structure, place));
    let row = move || {
        match is_sentence.get() {
        true => view! {
            <span class="text-shown">{words}</span>
            <span class="badge">{answers::text_shown()}</span>
        }
        .into_any(),
        false => view! {
            <input
                type="text"
                dir="auto"
                spellcheck="false"
                aria-label=text(move || answers::text(place + 1, count.get()))
                placeholder=answers::text_placeholder()
                prop:value=words
                on:input=handler(write)
                on:blur=handler(move |_| store.end_gesture())
            />
            <button type="button" class="small" title=answers::text_show_title(place + 1) on:click=handler(show)>
                {answers::text_show()}
            </button>
            {(structure == Structure::Hierarchical)
                .then(|| icon_button(Icon::Close, answers::text_remove(place + 1), handler(remove)))}
        }
        .into_any(),
    }
    };
    view! { <li>{part(row)}</li> }
}
