//! The dependency tree of the sentence: drawn over its words, edited by pointer and keys, read and
//! written as CoNLL-U. The tree itself, what is no tree and why, is the library's (`text::dependency`).
//!
//! | file | what |
//! |---|---|
//! | `board` | what is edited and where it is drawn; no view |
//! | `gesture` | pointers and keys, handed to the editor (`nearfar_compare::tree_editor`) |
//! | `picture` | arcs and words |
//! | `word` | head, relation and part of speech of the chosen word |
//! | `source` | where trees come from, and as what they leave |
//! | `choose` | one of several sentences |

mod board;
mod choose;
mod gesture;
mod picture;
mod source;
mod word;

use std::sync::Arc;

use leptos::prelude::*;
use ndarray::Array2;
use nearfar_compare::grid::own_columns;
use nearfar_compare::tree_editor::Outcome;

use super::state::CompareState;
use super::use_room;
use crate::controls::Slider;
use crate::reactive::{memo, text};
use board::Board;
use picture::Picture;
use source::TreeTools;
use word::WordSection;

pub use source::{TreeSource, provide_source};

/// Weights of a method, to be drawn under the words.
#[derive(Clone, Debug, PartialEq)]
pub struct AttentionArcs {
    /// Whose: the method and head.
    pub title: String,
    /// From query to key, `[N, N]`, N the words of the tree; others are not drawn.
    pub weights: Array2<f32>,
}

/// Weights below it are not drawn, unless the user says otherwise.
const THRESHOLD: f64 = 0.1;

impl CompareState {
    /// The weights of A, where they are between the words of the tree.
    fn attention_arcs(self) -> Memo<Option<Arc<AttentionArcs>>> {
        let place = self.place(0);
        memo(move || {
            let place = place.get()?;
            let (title, memory) = self.methods.with(|methods| {
                methods.get(place).map(|method| (method.facts.title.clone(), method.memory))
            })?;
            let (weights, tokens) = (self.weights(place), self.tokens());
            // Arcs are over the words; a model's own tokens are others.
            if !self.begun.with(|begun| begun.words)
                || self.tree.with(|tree| tree.words().len()) != tokens
            {
                return None;
            }
            let own = own_columns(&weights, memory, tokens);
            let weights = Array2::from_shape_vec((tokens, tokens), own).ok()?;
            Some(Arc::new(AttentionArcs { title, weights }))
        })
    }
}

/// The tree over its words, to be edited; where it comes from, and as what it leaves.
#[component]
pub fn TreePart() -> impl IntoView {
    let room = use_room();
    let arcs = room.attention_arcs();
    let board = Board::new(room);
    provide_context(board);
    let threshold = RwSignal::new(THRESHOLD);
    let is_below = RwSignal::new(false);
    let drawn = Signal::derive(move || arcs.get().filter(|_| is_below.get()));
    let origin = text(move || room.tree.with(|tree| tree.origin().label()));
    view! {
        <section class="panel tree" data-panel="tree" aria-labelledby="tree-title">
            <header class="panel-head">
                <h2 id="tree-title">{texts::compare::trees()}</h2>
                <span class="badge tree-origin">{origin}</span>
            </header>
            <p class="muted small-print" id="tree-how">{texts::compare::trees_how()}</p>
            <Picture arcs=drawn threshold=threshold />
            <p class="tree-pair" role="status">{text(move || board.pair())}</p>
            <SaidLine />
            <p class="tree-crossings">{text(move || board.crossings())}</p>
            <Show when=move || arcs.with(Option::is_some)>
                <Below arcs=arcs is_below=is_below threshold=threshold />
            </Show>
            <WordSection />
        </section>
        <TreeTools />
    }
}

/// The board of the part that this is in.
fn use_board() -> Board {
    use_context::<Board>().unwrap_or_else(|| unreachable!("TreePart provides it"))
}

/// What was done or refused, with what can be done instead.
#[component]
fn SaidLine() -> impl IntoView {
    let board = use_board();
    let said = board.said;
    let instead = move || {
        let word = said.with(|said| {
            let said = said.as_ref()?;
            board.tree.with_untracked(|tree| said.instead(tree))
        })?;
        let label = texts::compare::trees_make_root_instead(board.name(word));
        let make_root = move |_| drop(board.act(&mut |editor, tree| editor.make_root(tree, word)));
        Some(view! { <button type="button" class="small" on:click=make_root>{label}</button> })
    };
    view! {
        <div class="tree-said" class:refused=move || said.with(|said| said.as_ref().is_some_and(Outcome::is_refusal))>
            <p aria-live="polite">{text(move || board.said_text())}</p>
            {instead}
        </div>
    }
}

/// Whether attention is drawn below the words, and which weights.
#[component]
fn Below(
    arcs: Memo<Option<Arc<AttentionArcs>>>,
    is_below: RwSignal<bool>,
    threshold: RwSignal<f64>,
) -> impl IntoView {
    let title = move || arcs.with(|arcs| arcs.as_ref().map(|arcs| arcs.title.clone()));
    let count = move || {
        let least = threshold.get() as f32;
        arcs.with(|arcs| {
            let weights = &arcs.as_ref()?.weights;
            let drawn = weights.iter().filter(|weight| **weight > 0.0 && **weight >= least).count();
            Some(match drawn.min(picture::MOST_ARCS) {
                shown if shown < drawn => texts::compare::trees_drawn_strongest(shown, drawn),
                _ => texts::compare::trees_drawn(drawn, weights.len()),
            })
        })
    };
    view! {
        <div class="tree-threshold">
            <label class="check">
                <input
                    type="checkbox"
                    prop:checked=move || is_below.get()
                    on:change=move |event| is_below.set(event_target_checked(&event))
                />
                <span>{text(move || texts::compare::trees_attention(title().unwrap_or_default()))}</span>
            </label>
            <Show when=move || is_below.get()>
                <Slider
                    label=texts::compare::trees_threshold()
                    hint=texts::compare::trees_threshold_hint()
                    value=Signal::derive(move || (threshold.get(), false))
                    ends=(0.0, 1.0)
                    range=(0.0, 1.0)
                    on_input=move |least| threshold.set(least)
                />
                <p class="muted small-print" role="status">{text(move || count().unwrap_or_default())}</p>
            </Show>
        </div>
    }
}
