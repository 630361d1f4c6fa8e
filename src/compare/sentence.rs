//! The sentence as a text, at the head of the room; and its tree, a part of the room.

use std::sync::Arc;

use leptos::prelude::*;
use ndarray::Array2;

use super::model::ModelLine;
use super::parts::Made;
use super::tree::{AttentionArcs, TreeEditor, TreeSource, TreeTools};
use super::use_desk;
use crate::reactive::memo;

/// The text, examples of it, and what it is compared with.
#[component]
pub fn Sentence() -> impl IntoView {
    let desk = use_desk();
    view! {
        <section class="panel compare-head" aria-labelledby="compare-sentence">
            <div class="compare-text">
                <h2 id="compare-sentence">"Sentence"</h2>
                <textarea
                    rows="1"
                    aria-labelledby="compare-sentence"
                    prop:value=move || desk.sentence.get()
                    on:input=move |event| desk.type_sentence(event_target_value(&event))
                ></textarea>
                <TreeSource />
            </div>
            <Made />
            <ModelLine />
        </section>
    }
}

/// The tree over its words, where it comes from, and as what it leaves.
#[component]
pub fn TreePart() -> impl IntoView {
    let desk = use_desk();
    let place = desk.place(0);
    let arcs = memo(move || {
        let place = place.get()?;
        let (title, memory) = desk.methods.with(|methods| {
            methods.get(place).map(|method| (method.facts.title.clone(), method.memory))
        })?;
        let (weights, tokens) = (desk.weights(place), desk.tokens());
        // Arcs are over the words; a model's own tokens are others.
        if !desk.begun.with(|begun| begun.words)
            || desk.tree.with(|tree| tree.words().len()) != tokens
        {
            return None;
        }
        let own = weights.chunks_exact((memory + tokens).max(1)).flat_map(|row| &row[memory..]);
        let weights = Array2::from_shape_vec((tokens, tokens), own.copied().collect()).ok()?;
        Some(Arc::new(AttentionArcs { title, weights }))
    });
    let tree = Signal::derive(move || desk.tree.get());
    view! {
        <TreeEditor tree=tree change=move |tree| desk.set_tree(tree) cursor=desk.cursor arcs=arcs />
        <TreeTools />
    }
}
