//! Arcs over the words, the words with their parts of speech, attention under them, and the arc that is
//! being carried.

use std::sync::Arc;

use leptos::prelude::*;
use nearfar::picture::arcs::Column;
use nearfar::text::dependency::DependencyTree;
use nearfar_compare::protocol::Cell;
use nearfar_compare::sentence::forms;
use nearfar_compare::tree_editor::TreeEditor;
use nearfar_compare::tree_picture::{
    Arrow, CarriedArc, WORD_HEIGHT, carried, crossings, height, tree_arrows, weight_arrows,
};
use nearfar_compare::words::tree::{label, tag, way_under};
use web_sys::PointerEvent;

use super::board::Board;
use crate::reactive::{memo, text};

/// The picture, in a box of its own that scrolls.
#[component]
pub fn Picture(
    board: Board,
    arcs: Signal<Option<Arc<Vec<f32>>>>,
    threshold: RwSignal<f64>,
) -> impl IntoView {
    let layout = board.layout;
    let has_attention = memo(move || arcs.with(Option::is_some));
    let tree = board.room.tree;
    let over = move || {
        let arrows = tree_arrows(&layout.get(), &tree.get()).into_iter();
        arrows.map(|arrow| arc(board, arrow)).collect_view()
    };
    let rings = move || crossings(&layout.get(), &tree.get()).into_iter().map(ring).collect_view();
    let words = move || (1..).zip(forms(&tree.get())).collect::<Vec<_>>();
    let is_empty = memo(move || tree.get().words().is_empty());
    let first = memo(move || board.chosen.get().unwrap_or(1));
    view! {
        <p class="muted" hidden=move || !is_empty.get()>{texts::compare::trees_no_word()}</p>
        <div class="tree-frame scroll" node_ref=board.frame hidden=move || is_empty.get()>
            <div
                class="tree-plane"
                class:carrying=move || board.carried.get().is_some()
                node_ref=board.plane
                style:width=move || px(layout.with(|layout| layout.width))
                style:height=move || px(layout.with(|layout| height(layout, has_attention.get())))
            >
                <svg aria-hidden="true" width="100%" height="100%">
                    {over}
                    {rings}
                    {move || arcs.get().and_then(|arcs| attention(board, &arcs, threshold.get() as f32))}
                    {move || carried_arc(board)}
                </svg>
                <Word board=board node=0 first=first><span class="tree-form">"ROOT"</span></Word>
                <div
                    class="tree-words"
                    role="listbox"
                    aria-label=texts::compare::trees_words()
                    aria-orientation="horizontal"
                    aria-describedby="tree-how"
                    on:focusout=move |event| board.left(&event)
                >
                    <For each=words key=|word| word.clone() let((node, form))>
                        <Word board=board node=node first=first><bdi class="tree-form">{form}</bdi></Word>
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
fn Word(board: Board, node: usize, first: Memo<usize>, children: Children) -> impl IntoView {
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
        if board.carried.with_untracked(Option::is_none) {
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
            on:pointerup=move |event| drop(board.act(&mut |editor, tree| editor.release(tree, event.pointer_id())))
            on:pointercancel=move |_| drop(board.act(&mut |editor, _| editor.cancel()))
            on:pointerenter=point
            on:focus=move |_| drop(board.act(&mut |editor, _| editor.focused(node)))
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

fn arc(board: Board, arrow: Arrow) -> impl IntoView {
    let Arrow { word, pair, line, tip, label, label_at: (x, y), strength } = arrow;
    let (width, opacity) = strength.unzip();
    let at_cursor = move || board.room.cursor.get() == pair;
    let lit = move || word.map_or_else(at_cursor, |word| board.lit.with(|lit| lit.contains(&word)));
    // Weights of other queries than the cursor's step back.
    let is_dim = move || {
        let row = |cell: Option<Cell>| cell.map(|(row, _)| row);
        let at = row(board.room.cursor.get());
        word.is_none() && at.is_some() && at != row(pair)
    };
    let carried = move || word.is_some() && board.carried.get() == word;
    let choose = move |_| {
        word.into_iter().for_each(|word| drop(board.act(&mut |editor, _| editor.choose(word))));
    };
    let class = if word.is_some() { "tree-arc" } else { "tree-attention" };
    let label = word.map(|_| view! { <text x=x y=y>{label}</text> });
    view! {
        <g class=class class:lit=lit class:dim=is_dim class:carried=carried on:pointerenter=point(board, pair) on:click=choose>
            <path class="tree-reach" d=line.clone() />
            <path class="tree-line" d=line stroke-width=width stroke-opacity=opacity.clone() />
            <path class="tree-tip" d=tip fill-opacity=opacity />
            {label}
        </g>
    }
}

/// A ring where two arcs cross; the line under the picture says which.
fn ring((x, y): (f64, f64)) -> impl IntoView {
    view! { <circle class="tree-crossing" cx=x cy=y r="4.5" /> }
}

/// The weights that are large enough, from query to key, `[N, N]`.
fn attention(board: Board, weights: &[f32], threshold: f32) -> Option<impl IntoView + use<>> {
    let (layout, words) = (board.layout.get(), board.room.tree.get().words().len());
    let arrows = weight_arrows(&layout, weights, words, threshold)?.into_iter();
    let drawn = arrows.map(|arrow| arc(board, arrow)).collect_view();
    let top = layout.base + WORD_HEIGHT;
    Some(view! { <g transform=format!("translate(0 {top:.1})")>{drawn}</g> })
}

/// The arc that is carried.
fn carried_arc(board: Board) -> Option<impl IntoView + use<>> {
    let carry = board.editor.with(TreeEditor::carry)?;
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
