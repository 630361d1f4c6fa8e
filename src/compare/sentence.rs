//! The sentence as a text, at the head of the room.

use leptos::prelude::*;

use super::model::ModelLine;
use super::parts::Made;
use super::tree::TreeSource;
use super::use_room;

/// The text, examples of it, and what it is compared with.
#[component]
pub fn Sentence() -> impl IntoView {
    let room = use_room();
    view! {
        <section class="panel compare-head" data-panel="sentence" aria-labelledby="compare-sentence">
            <div class="compare-text">
                <h2 id="compare-sentence">{texts::compare::sentence()}</h2>
                <textarea
                    rows="1"
                    aria-labelledby="compare-sentence"
                    prop:value=move || room.sentence.get()
                    on:input=move |event| room.type_sentence(event_target_value(&event))
                ></textarea>
                <TreeSource />
            </div>
            <Made />
            <ModelLine />
        </section>
    }
}
