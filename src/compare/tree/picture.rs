//! Arcs over the words, the words with their parts of speech, attention under them, and the arc that is
//! being carried.

use std::sync::Arc;

use leptos::prelude::*;
use nearfar::picture::arcs::{ArcLayout, AttentionArc, Column, TreeArc};
use nearfar::picture::lines::{LinkOptions, links};
use nearfar::text::dependency::DependencyTree;
use nearfar_compare::protocol::Cell;
use nearfar_compare::sentence::forms;
use nearfar_compare::tree_editor::{MOST_ARCS, MOST_CROSSINGS};
use nearfar_compare::tree_picture::{CarriedArc, carried, tip};
use nearfar_compare::words::tree::{label, tag, way_under};
use web_sys::PointerEvent;

use super::board::Board;
use super::use_board;
use crate::reactive::{memo, text};

/// The height of a word's box: form, number and part of speech, way.
const WORD_HEIGHT: f64 = 58.0;
/// How deep attention hangs under the words.
const DEPTH: f64 = 110.0;
/// The picture, in a box of its own that scrolls.
#[component]
pub fn Picture(arcs: Signal<Option<Arc<Vec<f32>>>>, threshold: RwSignal<f64>) -> impl IntoView {
    let board = use_board();
    let layout = board.layout;
    let has_attention = memo(move || arcs.with(Option::is_some));
    let height = move || {
        let below = if has_attention.get() { DEPTH + 12.0 } else { 0.0 };
        layout.with(|layout| layout.base) + WORD_HEIGHT + below
    };
    let words = move || (1..).zip(forms(&board.room.tree.get())).collect::<Vec<_>>();
    let is_empty = memo(move || board.count() == 0);
    let first = memo(move || board.chosen.get().unwrap_or(1));
    view! {
        <p class="muted" hidden=move || !is_empty.get()>{texts::compare::trees_no_word()}</p>
        <div class="tree-frame scroll" node_ref=board.frame hidden=move || is_empty.get()>
            <div
                class="tree-plane"
                class:carrying=move || board.carried.get().is_some()
                node_ref=board.plane
                style:width=move || px(layout.with(|layout| layout.width))
                style:height=move || px(height())
            >
                <svg aria-hidden="true" width="100%" height="100%">
                    {move || layout.with(|layout| tree_arcs(board, layout))}
                    {move || crossings(board)}
                    {move || arcs.get().and_then(|arcs| attention(board, &arcs, threshold.get() as f32))}
                    {move || carried_arc(board)}
                </svg>
                <Word node=0 first=first><span class="tree-form">"ROOT"</span></Word>
                <div
                    class="tree-words"
                    role="listbox"
                    aria-label=texts::compare::trees_words()
                    aria-orientation="horizontal"
                    aria-describedby="tree-how"
                    on:focusout=move |event| board.left(&event)
                >
                    <For each=words key=|word| word.clone() let((node, form))>
                        <Word node=node first=first><bdi class="tree-form">{form}</bdi></Word>
                    </For>
                </div>
            </div>
        </div>
    }
}

fn px(length: f64) -> String {
    format!("{length:.1}px")
}

/// A word's box; or ROOT's, on which an arc is dropped, and which is no word.
#[component]
fn Word(node: usize, first: Memo<usize>, children: Children) -> impl IntoView {
    let board = use_board();
    let is_word = node > 0;
    // The page's policy forbids whole styles as attributes.
    let length = move |of: fn(&Column) -> f64| {
        move || board.layout.with(|layout| layout.columns.get(node).map(|column| px(of(column))))
    };
    // Whether the carried arc is held over it, and may not hang there.
    let held = move || board.over.get().filter(|(over, _)| *over == node);
    let of_word = |read: fn(&DependencyTree, usize) -> String| {
        text(move || read(&board.room.tree.get(), node))
    };
    let lines = is_word.then(|| {
        // From the word that the cursor is on to this one.
        let way = text(move || way_under(board.room.cursor.get(), &board.ways.get(), node));
        view! { <span class="tree-tag">{of_word(tag)}</span><span class="tree-way">{way}</span> }
    });
    let at_cursor =
        move || board.room.cursor.get().is_some_and(|(i, j)| [i + 1, j + 1].contains(&node));
    let pair = node.checked_sub(1).map(|word| (word, word));
    let point = move |event: PointerEvent| {
        if board.carry.with_untracked(Option::is_none) {
            point(board, pair)(event);
        }
    };
    let yes = |is: bool| if is { "true" } else { "false" };
    view! {
        <div
            class="tree-word"
            class:tree-root=!is_word
            class:target=move || held().is_some()
            class:refused=move || held().is_some_and(|(_, refused)| refused)
            class:carried=move || board.carried.get() == Some(node)
            class:lit=at_cursor
            role=is_word.then_some("option")
            data-node=is_word.then(|| node.to_string())
            tabindex=move || is_word.then(|| if first.get() == node { "0" } else { "-1" })
            aria-selected=move || is_word.then(|| yes(board.chosen.get() == Some(node)))
            aria-label=is_word.then(|| of_word(label))
            style:left=length(|column| column.left)
            style:width=length(|column| column.width)
            style:top=move || px(board.layout.with(|layout| layout.base))
            style:height=px(WORD_HEIGHT)
            on:pointerdown=move |event| board.press(node, &event)
            on:pointermove=move |event| board.drag(&event)
            on:pointerup=move |event| board.release(&event)
            on:pointercancel=move |_| board.cancel()
            on:pointerenter=point
            on:focus=move |_| board.focused(node)
            on:keydown=move |event| board.key(node, &event)
        >
            {children()}
            {lines}
        </div>
    }
}

/// What the mouse does on what is drawn of a pair.
fn point(board: Board, pair: Option<Cell>) -> impl Fn(PointerEvent) {
    move |event| {
        if pair.is_some() && event.pointer_type() == "mouse" {
            board.room.cursor.set(pair);
        }
    }
}

fn tree_arcs(board: Board, layout: &ArcLayout) -> impl IntoView + use<> {
    let arc = |arc: &TreeArc| {
        let (word, head) = (arc.dependent, arc.head);
        let path = layout.path(arc);
        let label = board.room.tree.with_untracked(|tree| {
            tree.words().get(word - 1).map_or_else(String::new, |word| word.relation.to_string())
        });
        let lit = move || board.lit.with(|lit| lit.contains(&word));
        let carried = move || board.carried.get() == Some(word);
        let choose = move |_| drop(board.act(&mut |editor, _| editor.choose(word)));
        let point = point(board, head.checked_sub(1).map(|head| (word - 1, head)));
        view! {
            <g class="tree-arc" class:lit=lit class:carried=carried on:pointerenter=point on:click=choose>
                <path class="tree-reach" d=path.clone() />
                <path class="tree-line" d=path />
                <path class="tree-tip" d=tip(arc.to, layout.base, 1.0) />
                <text x=arc.label.x + arc.label.width / 2.0 y=arc.top + 3.8>{label}</text>
            </g>
        }
    };
    layout.arcs.iter().map(arc).collect_view()
}

/// A ring where two arcs cross; the line under the picture says which.
fn crossings(board: Board) -> impl IntoView + use<> {
    let pairs = board.room.tree.with(|tree| tree.crossings(MOST_CROSSINGS));
    let layout = board.layout.get();
    let rings = pairs.iter().filter_map(|&(one, other)| layout.crossing(one, other));
    rings.map(|(x, y)| view! { <circle class="tree-crossing" cx=x cy=y r="4.5" /> }).collect_view()
}

/// The weights that are large enough, from query to key, `[N, N]`.
fn attention(board: Board, weights: &[f32], threshold: f32) -> Option<impl IntoView + use<>> {
    let words = board.count();
    // Of another sentence, or not there yet.
    if weights.len() != words * words {
        return None;
    }
    let options = LinkOptions { threshold, most: MOST_ARCS, full: None };
    let layout = board.layout.get();
    let arcs = layout.attention(&links(weights, words, None, &options), DEPTH);
    let drawn = arcs.iter().map(|arc| attention_arc(board, arc)).collect_view();
    let top = layout.base + WORD_HEIGHT;
    Some(view! { <g transform=format!("translate(0 {top:.1})")>{drawn}</g> })
}

fn attention_arc(board: Board, arc: &AttentionArc) -> impl IntoView + use<> {
    let (query, key) = (arc.link.query, arc.link.key);
    // The queries other than the cursor's step back.
    let is_dim = move || board.room.cursor.get().is_some_and(|(row, _)| row != query);
    let is_lit = move || board.room.cursor.get() == Some((query, key));
    let point = point(board, Some((query, key)));
    let opacity = format!("{:.3}", 0.25 + 0.75 * arc.link.opacity);
    view! {
        <g class="tree-attention" class:dim=is_dim class:lit=is_lit on:pointerenter=point>
            <path class="tree-reach" d=arc.path() />
            <path class="tree-line" d=arc.path() stroke-width=arc.link.width stroke-opacity=opacity.clone() />
            <path class="tree-tip" d=tip(arc.to, 0.0, -1.0) fill-opacity=opacity />
        </g>
    }
}

/// The arc that is carried.
fn carried_arc(board: Board) -> Option<impl IntoView + use<>> {
    let carry = board.carry.get()?;
    let is_refused = board.over.get().is_some_and(|(_, refused)| refused);
    let CarriedArc { line, tip, cross } = board.layout.with(|layout| carried(layout, &carry))?;
    let cross = is_refused.then(|| view! { <path class="tree-cross" d=cross /> });
    Some(view! {
        <g class="tree-carried" class:refused=is_refused>
            <path class="tree-line" d=line />
            <path class="tree-tip" d=tip />
            {cross}
        </g>
    })
}
