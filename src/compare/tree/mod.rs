//! The dependency tree of the sentence: drawn over its words, edited by pointer and keys, read and
//! written as CoNLL-U. The tree itself, what is no tree and why, is the library's (`text::dependency`).
//!
//! | file | what |
//! |---|---|
//! | `board` | what is edited and where it is drawn, pointers and keys on it; no view |
//! | `picture` | arcs and words |
//! | `word` | head, relation and part of speech of the chosen word |
//! | `source` | where trees come from, one of several sentences, and as what they leave |

mod board;
mod picture;
mod source;
mod word;

use std::sync::Arc;

use leptos::prelude::*;
use nearfar_compare::tree_editor::Outcome;
use nearfar_compare::tree_picture::attention;
use nearfar_compare::words::tree as words;

use super::fields::text_of;
use super::use_room;
use crate::controls::{Slider, check};
use crate::reactive::{memo, text};
use board::Board;
use picture::Picture;
use source::TreeTools;
use word::WordSection;

pub use source::{Source, TreeSource};

/// Weights below it are not drawn, unless the user says otherwise.
const THRESHOLD: f64 = 0.1;

/// The tree over its words, to be edited; where it comes from, and as what it leaves.
#[component]
pub fn TreePart() -> impl IntoView {
    let room = use_room();
    // The weights of A, drawn under the words.
    let arcs = memo(move || {
        let method = room.side(0)?;
        let weights = room.weights(method.place);
        attention(&room.begun.get(), &room.tree.get(), &weights, method.memory).map(Arc::new)
    });
    let board = Board::new(room);
    provide_context(board);
    let threshold = RwSignal::new(THRESHOLD);
    let is_below = RwSignal::new(false);
    let drawn = Signal::derive(move || arcs.get().filter(|_| is_below.get()));
    let pair = move || words::pair(room.cursor.get(), &board.ways.get(), &room.tree.get());
    let origin = text(move || room.tree.get().origin().label());
    view! {
        <section class="panel tree" data-panel="tree" aria-labelledby="tree-title">
            <header class="panel-head">
                <h2 id="tree-title">{texts::compare::trees()}</h2>
                <span class="badge tree-origin">{origin}</span>
            </header>
            <p class="muted small-print" id="tree-how">{texts::compare::trees_how()}</p>
            <Picture arcs=drawn threshold=threshold />
            <p class="tree-pair" role="status">{text(pair)}</p>
            <SaidLine />
            <p class="tree-crossings">{text(move || words::crossings(&room.tree.get()))}</p>
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
    let said = memo(move || board.said());
    // Words do not change with what is said of them.
    let line = move || words::said(said.get().as_ref(), &board.room.tree.get_untracked());
    let instead = move || {
        let tree = board.room.tree.get_untracked();
        let word = said.get()?.instead(&tree)?;
        let label = texts::compare::trees_make_root_instead(words::name(&tree, word));
        let make_root = move |_| drop(board.act(&mut |editor, tree| editor.make_root(tree, word)));
        Some(view! { <button type="button" class="small" on:click=make_root>{label}</button> })
    };
    view! {
        <div class="tree-said" class:refused=move || said.with(|said| said.as_ref().is_some_and(Outcome::is_refusal))>
            <p aria-live="polite">{text(line)}</p>
            {instead}
        </div>
    }
}

/// Whether attention is drawn below the words, and which weights.
#[component]
fn Below(
    arcs: Memo<Option<Arc<Vec<f32>>>>,
    is_below: RwSignal<bool>,
    threshold: RwSignal<f64>,
) -> impl IntoView {
    let room = use_room();
    let title = text(move || room.side(0).map(|method| method.facts.title).unwrap_or_default());
    let label = view! { <span>{text(move || texts::compare::trees_attention(title.get()))}</span> };
    let count = text_of(arcs, move |arcs| words::drawn(arcs, threshold.get() as f32));
    view! {
        <div class="tree-threshold">
            {check(label.into_any(), is_below.into(), move |below| is_below.set(below))}
            <Show when=move || is_below.get()>
                <Slider
                    label=texts::compare::trees_threshold()
                    hint=texts::compare::trees_threshold_hint()
                    value=Signal::derive(move || (threshold.get(), false))
                    ends=(0.0, 1.0)
                    range=(0.0, 1.0)
                    on_input=move |least| threshold.set(least)
                />
                <p class="muted small-print" role="status">{count}</p>
            </Show>
        </div>
    }
}
