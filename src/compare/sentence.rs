//! The sentence as a text, and its tree.

use std::sync::Arc;

use leptos::prelude::*;
use ndarray::Array2;
use nearfar::text::dependency::DependencyTree;

use super::tree::{AttentionArcs, TreeEditor, TreeSource};
use super::use_desk;
use crate::reactive::memo;

/// The text, where trees come from, and the tree.
#[component]
pub fn Sentence() -> impl IntoView {
    let desk = use_desk();
    let place = desk.place(0);
    let arcs = memo(move || {
        let place = place.get()?;
        let (title, memory) = desk.methods.with(|methods| {
            methods.get(place).map(|method| (method.facts.title.clone(), method.memory))
        })?;
        let (weights, tokens) = (desk.weights(place), desk.tokens());
        if desk.tree.with(|tree| tree.words().len()) != tokens {
            return None;
        }
        let own = weights.chunks_exact((memory + tokens).max(1)).flat_map(|row| &row[memory..]);
        let weights = Array2::from_shape_vec((tokens, tokens), own.copied().collect()).ok()?;
        Some(Arc::new(AttentionArcs { title, weights }))
    });
    let give = move |tree: DependencyTree| desk.set_tree(tree);
    let tree = Signal::derive(move || desk.tree.get());
    view! {
        <section class="panel" aria-labelledby="compare-sentence">
            <h2 id="compare-sentence">"Sentence"</h2>
            <textarea
                rows="2"
                aria-labelledby="compare-sentence"
                prop:value=move || desk.sentence.get()
                on:input=move |event| desk.type_sentence(event_target_value(&event))
            ></textarea>
            <TreeSource tree=tree give=give />
        </section>
        <TreeEditor tree=tree change=give cursor=desk.cursor arcs=arcs />
    }
}
