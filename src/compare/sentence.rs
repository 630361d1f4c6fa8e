//! The sentence as a text, at the head of the room; and its tree, a part of the room.

use std::sync::Arc;

use leptos::prelude::*;
use ndarray::Array2;
use nearfar_compare::grid::own_columns;

use super::model::ModelLine;
use super::parts::Made;
use super::tree::{AttentionArcs, TreeEditor, TreeSource, TreeTools};
use super::use_room;
use crate::reactive::memo;

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

/// The tree over its words, where it comes from, and as what it leaves.
#[component]
pub fn TreePart() -> impl IntoView {
    let room = use_room();
    let place = room.place(0);
    let arcs = memo(move || {
        let place = place.get()?;
        let (title, memory) = room.methods.with(|methods| {
            methods.get(place).map(|method| (method.facts.title.clone(), method.memory))
        })?;
        let (weights, tokens) = (room.weights(place), room.tokens());
        // Arcs are over the words; a model's own tokens are others.
        if !room.begun.with(|begun| begun.words)
            || room.tree.with(|tree| tree.words().len()) != tokens
        {
            return None;
        }
        let own = own_columns(&weights, memory, tokens);
        let weights = Array2::from_shape_vec((tokens, tokens), own).ok()?;
        Some(Arc::new(AttentionArcs { title, weights }))
    });
    let tree = Signal::derive(move || room.tree.get());
    view! {
        <TreeEditor tree=tree change=move |tree| room.set_tree(tree) cursor=room.cursor arcs=arcs />
        <TreeTools />
    }
}
