//! Pointers and keys on the words, handed to the editor. A word is dragged onto its new head, or picked up by
//! a second press or by Enter and put down on the head.

use leptos::prelude::*;
use nearfar_compare::tree_editor::{TreeEditor, scroll_at};
use wasm_bindgen::prelude::*;
use web_sys::{Element, KeyboardEvent, PointerEvent};

use super::board::Board;

/// Above and below the picture, a drag still finds its word.
const AROUND: f64 = 40.0;

/// A point of the window.
fn point_of(event: &PointerEvent) -> (f64, f64) {
    (f64::from(event.client_x()), f64::from(event.client_y()))
}

impl Board {
    /// A press begins on a word, or on ROOT.
    pub fn press(self, node: usize, event: &PointerEvent) {
        if event.button() != 0 || !event.is_primary() {
            return;
        }
        let pointer = event.pointer_id();
        self.act(&mut |editor, tree| editor.press(tree, node, pointer, point_of(event)));
        if let Some(element) = element(event.current_target())
            && self.now(|editor| editor.may_drag(pointer))
        {
            let _ = element.set_pointer_capture(pointer);
        }
    }

    /// The pointer moves: beyond a few pixels it carries the arc.
    pub fn drag(self, event: &PointerEvent) {
        if !self.now(|editor| editor.may_drag(event.pointer_id())) {
            return;
        }
        let to = point_of(event);
        let (over, at) = self.under(to);
        if self.act(&mut |editor, tree| editor.drag(tree, to, over, at)).scrolls {
            self.scroll_at(to.0);
        }
    }

    /// The press ends.
    pub fn release(self, event: &PointerEvent) {
        self.act(&mut |editor, tree| editor.release(tree, event.pointer_id()));
    }

    /// The browser took the press over, to scroll or to zoom.
    pub fn cancel(self) {
        self.act(&mut |editor, _| editor.cancel());
    }

    /// The node under a point of the window, and the point in the picture.
    fn under(self, (x, y): (f64, f64)) -> (Option<usize>, Option<(f64, f64)>) {
        let Some(plane) = self.plane.get_untracked() else { return (None, None) };
        let rect = plane.get_bounding_client_rect();
        let at = (x - rect.x(), y - rect.y());
        let is_near = (-AROUND..rect.height() + AROUND).contains(&at.1);
        let node = self.layout.with_untracked(|layout| layout.node_at(at.0));
        (is_near.then_some(node), Some(at))
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
        let cursor = self.cursor.get_untracked();
        let (key, extends) = (event.key(), event.shift_key());
        if self.act(&mut |editor, tree| editor.key(tree, cursor, node, &key, extends)).is_taken {
            event.prevent_default();
            event.stop_propagation();
        }
    }

    /// The focus comes to a word.
    pub fn focused(self, node: usize) {
        self.act(&mut |editor, _| editor.focused(node));
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
