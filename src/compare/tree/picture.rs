//! Arcs over the words, the words with their parts of speech, attention under them, and the arc that is
//! being carried.

use std::sync::Arc;

use leptos::prelude::*;
use nearfar::picture::arcs::{ArcLayout, AttentionArc, Column, TreeArc};
use nearfar::picture::lines::{LinkOptions, links};
use nearfar::text::dependency::DependencyTree;
use nearfar_compare::tree_editor::{By, Carry, Effects, MOST_CROSSINGS, MOST_WAYS};
use nearfar_compare::words::tree::{name, tag_text, way_text};

use super::board::Board;
use super::gesture::Gestures;
use super::{AttentionArcs, use_board};
use crate::reactive::{memo, text};

/// The height of a word's box: form, number and part of speech, way.
const WORD_HEIGHT: f64 = 58.0;
/// How deep attention hangs under the words.
const DEPTH: f64 = 110.0;
/// The most arcs of attention that are drawn, the strongest.
pub const MOST_ARCS: usize = 400;

/// The picture, in a box of its own that scrolls.
#[component]
pub fn Picture(
    arcs: Signal<Option<Arc<AttentionArcs>>>,
    threshold: RwSignal<f64>,
) -> impl IntoView {
    let board = use_board();
    let gestures = Gestures(board);
    let layout = board.layout;
    let has_attention = memo(move || arcs.with(Option::is_some));
    let height = move || {
        let below = if has_attention.get() { DEPTH + 12.0 } else { 0.0 };
        layout.with(|layout| layout.base) + WORD_HEIGHT + below
    };
    let words = move || {
        board.tree.with(|tree| {
            let words = tree.words().iter().zip(1..);
            words.map(|(word, node)| (node, word.form.clone())).collect::<Vec<_>>()
        })
    };
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
                    {move || carried(board)}
                </svg>
                <Root gestures=gestures />
                <div
                    class="tree-words"
                    role="listbox"
                    aria-label=texts::compare::trees_words()
                    aria-orientation="horizontal"
                    aria-describedby="tree-how"
                    on:focusout=move |event| gestures.left(&event)
                >
                    <For each=words key=|word| word.clone() let((node, form))>
                        <Word node=node form=form gestures=gestures first=first />
                    </For>
                </div>
            </div>
        </div>
    }
}

fn px(length: f64) -> String {
    format!("{length:.1}px")
}

/// An arrowhead at a point, downwards or upwards.
fn tip(x: f64, y: f64, side: f64) -> String {
    format!("M{:.1} {:.1}h7L{x:.1} {y:.1}z", x - 3.5, y - 7.0 * side)
}

/// Whether the carried arc is held over a node, and may not hang there.
fn held(board: Board, node: usize) -> (bool, bool) {
    let is_over = board.held.get() == Some(node);
    (is_over, is_over && board.is_refused.get())
}

/// A length of a node's box. The page's policy forbids whole styles as attributes.
fn length(
    board: Board,
    node: usize,
    of: fn(&Column, f64) -> f64,
) -> impl Fn() -> String + Copy + Send + Sync {
    move || {
        board.layout.with(|layout| {
            let column = layout.columns.get(node);
            column.map_or_else(String::new, |column| format!("{:.1}px", of(column, layout.base)))
        })
    }
}

/// ROOT: what an arc is dropped on, not a word.
#[component]
fn Root(gestures: Gestures) -> impl IntoView {
    let board = use_board();
    view! {
        <div
            class="tree-word tree-root"
            class:target=move || held(board, 0).0
            class:refused=move || held(board, 0).1
            style:left=length(board, 0, |column, _| column.left)
            style:width=length(board, 0, |column, _| column.width)
            style:top=length(board, 0, |_, base| base)
            style:height=format!("{WORD_HEIGHT}px")
            on:pointerdown=move |event| gestures.press(0, &event)
            on:pointerup=move |event| gestures.release(&event)
            on:pointercancel=move |_| gestures.cancel()
        >
            <span class="tree-form">"ROOT"</span>
        </div>
    }
}

#[component]
fn Word(node: usize, form: String, gestures: Gestures, first: Memo<usize>) -> impl IntoView {
    let board = use_board();
    let with_word = move |read: &dyn Fn(&DependencyTree, usize) -> String| {
        board
            .tree
            .with(|tree| if node <= tree.words().len() { read(tree, node) } else { String::new() })
    };
    let label = move || {
        with_word(&|tree, node| {
            let Some(word) = tree.words().get(node - 1) else { return String::new() };
            let head = name(tree, word.head);
            let (part, relation) = (word.part_of_speech, &word.relation);
            texts::compare::trees_word(&word.form, node, part, relation, head)
        })
    };
    let tag = move || {
        with_word(&|tree, node| {
            tree.words()
                .get(node - 1)
                .map_or_else(String::new, |word| tag_text(node, word.part_of_speech))
        })
    };
    // From the word that the cursor is on to this one.
    let way = move || {
        let Some((query, _)) = board.cursor.get() else { return String::new() };
        let has_room = board.ways.with(|ways| ways.nrows() <= MOST_WAYS);
        let way = board.ways.with(|ways| ways.get((query, node - 1)).copied());
        way.filter(|_| has_room).map_or_else(String::new, way_text)
    };
    let at_cursor =
        move || board.cursor.get().is_some_and(|(query, key)| [query, key].contains(&(node - 1)));
    let point = move |event: web_sys::PointerEvent| {
        if event.pointer_type() == "mouse" && board.carry.with_untracked(Option::is_none) {
            board.cursor.set(Some((node - 1, node - 1)));
        }
    };
    view! {
        <div
            class="tree-word"
            class:target=move || held(board, node).0
            class:refused=move || held(board, node).1
            class:carried=move || board.carried.get() == Some(node)
            class:lit=at_cursor
            role="option"
            data-node=node
            tabindex=move || if first.get() == node { "0" } else { "-1" }
            aria-selected=move || if board.chosen.get() == Some(node) { "true" } else { "false" }
            aria-label=text(label)
            style:left=length(board, node, |column, _| column.left)
            style:width=length(board, node, |column, _| column.width)
            style:top=length(board, node, |_, base| base)
            style:height=format!("{WORD_HEIGHT}px")
            on:pointerdown=move |event| gestures.press(node, &event)
            on:pointermove=move |event| gestures.drag(&event)
            on:pointerup=move |event| gestures.release(&event)
            on:pointercancel=move |_| gestures.cancel()
            on:pointerenter=point
            on:focus=move |_| gestures.focused(node)
            on:keydown=move |event| gestures.key(node, &event)
        >
            <bdi class="tree-form">{form}</bdi>
            <span class="tree-tag">{text(tag)}</span>
            <span class="tree-way">{text(way)}</span>
        </div>
    }
}

fn tree_arcs(board: Board, layout: &ArcLayout) -> impl IntoView + use<> {
    let arc = |arc: &TreeArc| {
        let (word, head) = (arc.dependent, arc.head);
        let path = layout.path(arc);
        let label = board.tree.with_untracked(|tree| {
            tree.words().get(word - 1).map_or_else(String::new, |word| word.relation.to_string())
        });
        let lit = move || board.lit.with(|lit| lit.contains(&word));
        let carried = move || board.carried.get() == Some(word);
        let choose = move || {
            board.act(&mut |editor, _| {
                editor.choose(word);
                Effects::default()
            });
        };
        let point = move |event: web_sys::PointerEvent| {
            if let Some(head) = head.checked_sub(1).filter(|_| event.pointer_type() == "mouse") {
                board.cursor.set(Some((word - 1, head)));
            }
        };
        view! {
            <g class="tree-arc" class:lit=lit class:carried=carried on:pointerenter=point on:click=move |_| choose()>
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
    let pairs = board.tree.with(|tree| tree.crossings(MOST_CROSSINGS));
    board.layout.with(|layout| {
        let rings = pairs.iter().filter_map(|&(one, other)| layout.crossing(one, other));
        rings
            .map(|(x, y)| view! { <circle class="tree-crossing" cx=x cy=y r="4.5" /> })
            .collect_view()
    })
}

/// The weights that are large enough, from query to key.
fn attention(board: Board, arcs: &AttentionArcs, threshold: f32) -> Option<impl IntoView + use<>> {
    let words = board.count();
    // Of another sentence, or not there yet.
    if arcs.weights.dim() != (words, words) {
        return None;
    }
    let weights: Vec<f32> = arcs.weights.iter().copied().collect();
    let options = LinkOptions { threshold, most: MOST_ARCS, full: None };
    let drawn = board.layout.with(|layout| {
        let links = links(&weights, words, None, &options);
        layout.attention(&links, DEPTH).iter().map(|arc| attention_arc(board, arc)).collect_view()
    });
    let top = board.layout.with(|layout| layout.base) + WORD_HEIGHT;
    Some(view! { <g transform=format!("translate(0 {top:.1})")>{drawn}</g> })
}

fn attention_arc(board: Board, arc: &AttentionArc) -> impl IntoView + use<> {
    let (query, key) = (arc.link.query, arc.link.key);
    // The queries other than the cursor's step back.
    let is_dim = move || board.cursor.get().is_some_and(|(row, _)| row != query);
    let is_lit = move || board.cursor.get() == Some((query, key));
    let point = move |event: web_sys::PointerEvent| {
        if event.pointer_type() == "mouse" {
            board.cursor.set(Some((query, key)));
        }
    };
    let opacity = format!("{:.3}", 0.25 + 0.75 * arc.link.opacity);
    view! {
        <g class="tree-attention" class:dim=is_dim class:lit=is_lit on:pointerenter=point>
            <path class="tree-reach" d=arc.path() />
            <path class="tree-line" d=arc.path() stroke-width=arc.link.width stroke-opacity=opacity.clone() />
            <path class="tree-tip" d=tip(arc.to, 0.0, -1.0) fill-opacity=opacity />
        </g>
    }
}

/// The arc that is carried, from its word to the pointer or to the head over which it is held.
fn carried(board: Board) -> Option<impl IntoView + use<>> {
    let Carry { word, target, by, at } = board.carry.get()?;
    let is_refused = board.is_refused.get();
    let (from, to, base) = board.layout.with(|layout| {
        let middle = |node: usize| layout.columns.get(node).map(|column| column.middle());
        let to = target.and_then(middle).map(|x| (x, layout.base));
        Some((middle(word)?, to, layout.base))
    })?;
    let loose = at.filter(|_| by == By::Drag);
    let (x, y) = to.or(loose)?;
    let high = (base - 24.0 - 0.18 * (x - from).abs()).max(6.0);
    let path = format!("M{x:.1} {y:.1}C{x:.1} {high:.1} {from:.1} {high:.1} {from:.1} {base:.1}");
    let cross = is_refused.then(|| {
        let (x, y) = (x.midpoint(from), 0.25 * y.min(base) + 0.75 * high);
        let arms = format!("M{:.1} {:.1}l10 10m0-10l-10 10", x - 5.0, y - 5.0);
        view! { <path class="tree-cross" d=arms /> }
    });
    Some(view! {
        <g class="tree-carried" class:refused=is_refused>
            <path class="tree-line" d=path />
            <path class="tree-tip" d=tip(from, base, 1.0) />
            {cross}
        </g>
    })
}
