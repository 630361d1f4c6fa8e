//! What is edited: the tree with where it is drawn, and the editor's state. No view. What presses and keys do is the
//! editor's (`nearfar_compare::tree_editor`), what is said of it `nearfar_compare::words::tree`'s.

use std::sync::Arc;

use leptos::html;
use leptos::prelude::*;
use ndarray::Array2;
use nearfar::methods::tree::TreePath;
use nearfar::picture::arcs::{ArcLayout, ArcOptions};
use nearfar::text::dependency::DependencyTree;
use nearfar_compare::protocol::Cell;
use nearfar_compare::tree_editor::{
    Carry, Effects, MOST_WAYS, Outcome, TreeEditor, arcs_between, scroll_to,
};
use nearfar_compare::words::tree as words;
use wasm_bindgen::JsCast;
use web_sys::HtmlElement;

use crate::canvas::measure;
use crate::compare::state::CompareState;
use crate::reactive::{effect, memo};

/// Sizes of text, in CSS pixels: words; relations, parts of speech and ways.
const WORD_SIZE: f64 = 15.0;
const SMALL_SIZE: f64 = 11.0;
/// Beside the text in a word's box, on both sides together.
const PADDING: f64 = 10.0;
/// Handles to all of it; copied into every component.
#[derive(Clone, Copy)]
pub struct Board {
    room: CompareState,
    pub tree: RwSignal<Arc<DependencyTree>>,
    /// Query and key, from 0.
    pub cursor: RwSignal<Option<Cell>>,
    editor: RwSignal<TreeEditor>,
    /// The chosen word, from 1, if the sentence has it.
    pub chosen: Memo<Option<usize>>,
    pub carry: Memo<Option<Carry>>,
    pub said: Memo<Option<Outcome>>,
    /// Where everything stands.
    pub layout: Memo<Arc<ArcLayout>>,
    /// From every word to every word.
    pub ways: Memo<Arc<Array2<TreePath>>>,
    /// The words whose arcs are on the way that the cursor points at, from 1.
    pub lit: Memo<Vec<usize>>,
    /// The word whose arc is carried, and the node over which it is held: each changes less often than
    /// the pointer moves.
    pub carried: Memo<Option<usize>>,
    pub held: Memo<Option<usize>>,
    /// Whether the carried arc cannot hang where it is held.
    pub is_refused: Memo<bool>,
    /// The box that scrolls, and the picture in it.
    pub frame: NodeRef<html::Div>,
    pub plane: NodeRef<html::Div>,
}

impl Board {
    pub fn new(room: CompareState) -> Self {
        let (tree, cursor) = (room.tree, room.cursor);
        let editor = RwSignal::new(TreeEditor::default());
        effect(move || tree.with(|tree| editor.update(|editor| editor.follow(tree))));
        let ways = memo(move || tree.with(|tree| Arc::new(tree.tree().token_ways())));
        let layout = memo(move || {
            tree.with(|tree| {
                let ways = (tree.words().len() <= MOST_WAYS).then(|| ways.get());
                Arc::new(lay_out(tree, ways.as_deref()))
            })
        });
        let lit = memo(move || {
            let cell = cursor.get();
            cell.map(|cell| tree.with(|tree| arcs_between(tree, cell))).unwrap_or_default()
        });
        let chosen = memo(move || {
            let words = tree.with(|tree| tree.words().len());
            editor.with(|editor| editor.chosen(words))
        });
        let carry = memo(move || editor.with(TreeEditor::carry));
        Board {
            room,
            tree,
            cursor,
            editor,
            chosen,
            carry,
            said: memo(move || editor.with(|editor| editor.said().cloned())),
            layout,
            ways,
            lit,
            carried: memo(move || carry.get().map(|carry| carry.word)),
            held: memo(move || carry.get()?.target),
            is_refused: memo(move || editor.with(|editor| editor.refusal().is_some())),
            frame: NodeRef::new(),
            plane: NodeRef::new(),
        }
    }

    /// How many words there are.
    pub fn count(self) -> usize {
        self.tree.with(|tree| tree.words().len())
    }

    /// A word with its number, for a sentence about it.
    pub fn name(self, node: usize) -> String {
        self.tree.with(|tree| words::name(tree, node))
    }

    /// What the editor knows, without following it.
    pub fn now<T>(self, read: impl FnOnce(&TreeEditor) -> T) -> T {
        self.editor.with_untracked(read)
    }

    /// The editor does something with the tree, and the page what follows from it. Not generic: gestures are many.
    pub fn act(self, act: &mut dyn FnMut(&mut TreeEditor, &DependencyTree) -> Effects) -> Effects {
        let tree = self.tree.get_untracked();
        let done = self.editor.try_update(|editor| act(editor, &tree)).unwrap_or_default();
        if done.point.is_some() {
            self.cursor.set(done.point);
        }
        if let Some(tree) = &done.change {
            self.room.set_tree(tree.clone());
        }
        if let Some(node) = done.focus {
            self.focus(node);
        }
        if let Some(node) = done.show {
            self.show(node);
        }
        done
    }

    fn focus(self, node: usize) {
        let plane = self.plane.get_untracked();
        let word = plane
            .and_then(|plane| plane.query_selector(&format!("[data-node='{node}']")).ok().flatten())
            .and_then(|word| word.dyn_into::<HtmlElement>().ok());
        if let Some(word) = word {
            let _ = word.focus();
        }
    }

    /// Scrolls a node into sight.
    fn show(self, node: usize) {
        let column = self.layout.with_untracked(|layout| layout.columns.get(node).copied());
        let (Some(frame), Some(column)) = (self.frame.get_untracked(), column) else { return };
        let (from, wide) = (f64::from(frame.scroll_left()), f64::from(frame.client_width()));
        if let Some(to) = scroll_to(column.left, column.width, from, wide) {
            frame.set_scroll_left(to);
        }
    }

    /// What was said last, in words.
    pub fn said_text(self) -> String {
        // Words do not change with what is said of them.
        self.said.with(|said| self.tree.with_untracked(|tree| words::said(said.as_ref(), tree)))
    }

    /// The way between the words at the cursor, in a line.
    pub fn pair(self) -> String {
        let cursor = self.cursor.get();
        self.ways.with(|ways| self.tree.with(|tree| words::pair(cursor, ways, tree)))
    }

    /// Which arcs cross, in words.
    pub fn crossings(self) -> String {
        self.tree.with(|tree| words::crossings(tree))
    }
}

fn lay_out(tree: &DependencyTree, ways: Option<&Array2<TreePath>>) -> ArcLayout {
    let wide = |text: &str, size: f64| measure(text, size) + PADDING;
    let of_word = |(place, word): (usize, &nearfar::text::dependency::Word)| {
        let form = wide(&word.form, WORD_SIZE);
        let tag = wide(&words::tag_text(place + 1, word.part_of_speech), SMALL_SIZE);
        // The way with the most letters is about the widest.
        let way = ways.and_then(|ways| {
            let texts = ways.column(place).into_iter().map(|way| words::way_text(*way));
            texts.max_by_key(String::len)
        });
        form.max(tag).max(way.map_or(0.0, |text| wide(&text, SMALL_SIZE)))
    };
    let mut widths = vec![wide("ROOT", SMALL_SIZE)];
    widths.extend(tree.words().iter().enumerate().map(of_word));
    let labels: Vec<f64> =
        tree.words().iter().map(|word| measure(&word.relation.to_string(), SMALL_SIZE)).collect();
    ArcLayout::new(tree.tree(), &widths, &labels, &ArcOptions::default())
}
