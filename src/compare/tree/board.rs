//! What is edited: the tree with where it is drawn, and the editor's state; pointers and keys on it. No view. What presses
//! and keys do is the editor's (`nearfar_compare::tree_editor`).

use std::sync::Arc;

use leptos::html;
use leptos::prelude::*;
use ndarray::Array2;
use nearfar::methods::tree::TreePath;
use nearfar::picture::arcs::ArcLayout;
use nearfar::text::dependency::DependencyTree;
use nearfar_compare::tree_editor::{
    Effects, MOST_WAYS, TreeEditor, arcs_between, scroll_at, scroll_to,
};
use nearfar_compare::tree_picture::{lay_out, node_under};
use wasm_bindgen::JsCast;
use web_sys::{Element, KeyboardEvent, PointerEvent};

use crate::canvas::measure;
use crate::compare::state::CompareState;
use crate::focus::focus_first;
use crate::reactive::{effect, memo};

/// Handles to all of it; copied into every component.
#[derive(Clone, Copy)]
pub struct Board {
    /// It has the tree, and the cursor: query and key, from 0.
    pub room: CompareState,
    /// What is chosen, carried and said; [`Board::act`] changes it.
    pub editor: RwSignal<TreeEditor>,
    /// The chosen word, from 1, if the sentence has it.
    pub chosen: Memo<Option<usize>>,
    /// Where everything stands.
    pub layout: Memo<Arc<ArcLayout>>,
    /// From every word to every word.
    pub ways: Memo<Arc<Array2<TreePath>>>,
    /// The words whose arcs are on the way that the cursor points at, from 1.
    pub lit: Memo<Vec<usize>>,
    /// The word whose arc is carried, and the node over which it is held, with whether it cannot hang there: each
    /// changes less often than the pointer moves.
    pub carried: Memo<Option<usize>>,
    pub over: Memo<Option<(usize, bool)>>,
    /// The box that scrolls, and the picture in it.
    pub frame: NodeRef<html::Div>,
    pub plane: NodeRef<html::Div>,
}

impl Board {
    pub fn new(room: CompareState) -> Self {
        let (tree, cursor) = (room.tree, room.cursor);
        let editor = RwSignal::new(TreeEditor::default());
        effect(move || editor.update(|editor| editor.follow(&tree.get())));
        let ways = memo(move || Arc::new(tree.get().tree().token_ways()));
        let layout = memo(move || {
            let tree = tree.get();
            let ways = (tree.words().len() <= MOST_WAYS).then(|| ways.get());
            Arc::new(lay_out(&tree, ways.as_deref(), measure))
        });
        let lit = memo(move || {
            cursor.get().map(|cell| arcs_between(&tree.get(), cell)).unwrap_or_default()
        });
        let chosen = memo(move || {
            let words = tree.get().words().len();
            editor.with(|editor| editor.chosen(words))
        });
        Board {
            room,
            editor,
            chosen,
            layout,
            ways,
            lit,
            carried: memo(move || editor.with(|editor| Some(editor.carry()?.word))),
            over: memo(move || editor.with(TreeEditor::over)),
            frame: NodeRef::new(),
            plane: NodeRef::new(),
        }
    }

    /// Whether a pointer that moves may drag an arc.
    fn may_drag(self, pointer: i32) -> bool {
        self.editor.with_untracked(|editor| editor.may_drag(pointer))
    }

    /// The editor does something with the tree, and the page what follows from it. Not generic: gestures are many.
    pub fn act(self, act: &mut dyn FnMut(&mut TreeEditor, &DependencyTree) -> Effects) -> Effects {
        let tree = self.room.tree.get_untracked();
        let done = self.editor.try_update(|editor| act(editor, &tree)).unwrap_or_default();
        if done.point.is_some() {
            self.room.cursor.set(done.point);
        }
        if let Some(tree) = &done.change {
            self.room.set_tree(tree.clone());
        }
        if let Some(node) = done.focus {
            focus_first(&format!(".tree-plane [data-node='{node}']"));
        }
        if let Some(node) = done.show {
            self.show(node);
        }
        done
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

    // Pointers and keys on the words, handed to the editor. A word is dragged onto its new head, or picked up by a second
    // press or by Enter and put down on the head.

    /// A press begins on a word, or on ROOT.
    pub fn press(self, node: usize, event: &PointerEvent) {
        if event.button() != 0 || !event.is_primary() {
            return;
        }
        let pointer = event.pointer_id();
        self.act(&mut |editor, tree| editor.press(tree, node, pointer, point_of(event)));
        if let Some(element) = element(event.current_target())
            && self.may_drag(pointer)
        {
            let _ = element.set_pointer_capture(pointer);
        }
    }

    /// The pointer moves: beyond a few pixels it carries the arc.
    pub fn drag(self, event: &PointerEvent) {
        if !self.may_drag(event.pointer_id()) {
            return;
        }
        let to = point_of(event);
        let (over, at) = self.under(to);
        if self.act(&mut |editor, tree| editor.drag(tree, to, over, at)).scrolls {
            self.scroll_at(to.0);
        }
    }

    /// The node under a point of the window, and the point in the picture.
    fn under(self, (x, y): (f64, f64)) -> (Option<usize>, Option<(f64, f64)>) {
        let Some(plane) = self.plane.get_untracked() else { return (None, None) };
        let rect = plane.get_bounding_client_rect();
        let at = (x - rect.x(), y - rect.y());
        let under = |layout: &Arc<ArcLayout>| node_under(layout, at, rect.height());
        (self.layout.with_untracked(under), Some(at))
    }

    fn scroll_at(self, x: f64) {
        let Some(frame) = self.frame.get_untracked() else { return };
        let rect = frame.get_bounding_client_rect();
        let step = scroll_at(x, rect.left(), rect.right());
        if step != 0 {
            frame.set_scroll_left(frame.scroll_left() + step);
        }
    }

    /// A key on a word.
    pub fn key(self, node: usize, event: &KeyboardEvent) {
        if event.ctrl_key() || event.meta_key() || event.alt_key() {
            return;
        }
        let cursor = self.room.cursor.get_untracked();
        let (key, extends) = (event.key(), event.shift_key());
        if self.act(&mut |editor, tree| editor.key(tree, cursor, node, &key, extends)).is_taken {
            event.prevent_default();
            event.stop_propagation();
        }
    }

    /// The focus leaves a word, for another one or for elsewhere.
    pub fn left(self, event: &web_sys::FocusEvent) {
        let goes_on = element(event.related_target())
            .is_some_and(|element| element.closest(".tree-words").ok().flatten().is_some());
        if !goes_on {
            self.act(&mut |editor, _| TreeEditor::left(editor));
        }
    }
}

fn element(target: Option<web_sys::EventTarget>) -> Option<Element> {
    target.and_then(|target| target.dyn_into().ok())
}

/// A point of the window.
fn point_of(event: &PointerEvent) -> (f64, f64) {
    (f64::from(event.client_x()), f64::from(event.client_y()))
}
