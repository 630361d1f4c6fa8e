//! Pointers and keys on the words: what they do is the board's. A word is dragged onto its new head, or
//! picked up by a second press or by Enter and put down on the head.

use leptos::prelude::*;
use wasm_bindgen::prelude::*;
use web_sys::{Element, HtmlElement, KeyboardEvent, PointerEvent};

use super::board::{Board, By, Carry};

/// A press that moves farther is a drag.
const DRAG: f64 = 6.0;
/// Above and below the picture, a drag still finds its word; near the sides the picture scrolls.
const AROUND: f64 = 40.0;
const SCROLL: i32 = 14;

/// A press on a word that has not ended.
#[derive(Clone, Copy)]
pub struct Press {
    node: usize,
    pointer: i32,
    from: (f64, f64),
    /// Whether the word was the chosen one before.
    again: bool,
}

/// The gestures of one picture. Handles only.
#[derive(Clone, Copy)]
pub struct Gestures {
    board: Board,
    press: StoredValue<Option<Press>>,
}

impl Gestures {
    pub fn new(board: Board) -> Self {
        Gestures { board, press: StoredValue::new(None) }
    }

    /// A press begins on a word, or on ROOT.
    pub fn press(self, node: usize, event: &PointerEvent) {
        if event.button() != 0 || !event.is_primary() {
            return;
        }
        let again = untrack(|| self.board.chosen()) == Some(node);
        let from = (f64::from(event.client_x()), f64::from(event.client_y()));
        self.press.set_value(Some(Press { node, pointer: event.pointer_id(), from, again }));
        // ROOT hangs on nothing: it is pressed, but not dragged.
        if node > 0
            && let Some(element) = element(event.current_target())
        {
            let _ = element.set_pointer_capture(event.pointer_id());
        }
    }

    /// The pointer moves: beyond a few pixels it carries the arc.
    pub fn drag(self, event: &PointerEvent) {
        let Some(press) = self.press.get_value() else { return };
        if press.node == 0 || press.pointer != event.pointer_id() {
            return;
        }
        let (x, y) = (f64::from(event.client_x()), f64::from(event.client_y()));
        let carry = self.board.carry.get_untracked();
        let is_dragged = carry.is_some_and(|carry| carry.by == By::Drag);
        let (over, at) = self.under(x, y, press.node);
        if is_dragged {
            self.scroll_at(x);
            self.board.hold(over, at);
        } else if (x - press.from.0).hypot(y - press.from.1) > DRAG {
            self.board.pick_up(press.node, By::Drag, at);
            self.board.hold(over, at);
        }
    }

    /// The press ends.
    pub fn release(self, event: &PointerEvent) {
        let Some(press) = self.press.get_value() else { return };
        if press.pointer != event.pointer_id() {
            return;
        }
        self.press.set_value(None);
        match self.board.carry.get_untracked() {
            Some(Carry { by: By::Drag, .. }) => self.board.drop_it(),
            Some(Carry { word, .. }) if word == press.node => self.board.put_back(),
            Some(_) => {
                self.board.hold(Some(press.node), None);
                self.board.drop_it();
            }
            None if press.node == 0 => {}
            None if press.again => self.board.pick_up(press.node, By::Tap, None),
            None => {
                self.board.choose(press.node);
                self.board.point(press.node, press.node);
            }
        }
    }

    /// The browser took the press over, to scroll or to zoom.
    pub fn cancel(self) {
        self.press.set_value(None);
        if self.board.carry.get_untracked().is_some_and(|carry| carry.by == By::Drag) {
            self.board.put_back();
        }
    }

    /// The node under a point of the window, other than the carried word, and the point in the picture.
    fn under(self, x: f64, y: f64, word: usize) -> (Option<usize>, Option<(f64, f64)>) {
        let Some(plane) = self.board.plane.get_untracked() else { return (None, None) };
        let rect = plane.get_bounding_client_rect();
        let at = (x - rect.x(), y - rect.y());
        let is_near = (-AROUND..rect.height() + AROUND).contains(&at.1);
        let node = self.board.layout.with_untracked(|layout| layout.node_at(at.0));
        (Some(node).filter(|node| is_near && *node != word), Some(at))
    }

    fn scroll_at(self, x: f64) {
        let Some(frame) = self.board.frame.get_untracked() else { return };
        let rect = frame.get_bounding_client_rect();
        let step = if x < rect.left() + AROUND {
            -SCROLL
        } else if x > rect.right() - AROUND {
            SCROLL
        } else {
            return;
        };
        frame.set_scroll_left(frame.scroll_left() + step);
    }

    /// A key on a word.
    pub fn key(self, node: usize, event: &KeyboardEvent) {
        if event.ctrl_key() || event.meta_key() || event.alt_key() {
            return;
        }
        let carry = self.board.carry.get_untracked();
        let done = match carry {
            Some(carry) => self.carry_by(carry, &event.key()),
            None => self.move_by(node, &event.key(), event.shift_key()),
        };
        if done {
            event.prevent_default();
            event.stop_propagation();
        }
    }

    fn carry_by(self, carry: Carry, key: &str) -> bool {
        let last = untrack(|| self.board.count());
        let from = carry.target.unwrap_or(carry.word);
        // A word does not hang on itself: it is passed over.
        let step = |by: isize| {
            let next = from.saturating_add_signed(by).min(last);
            let beyond = next.saturating_add_signed(by).min(last);
            match (next == carry.word, beyond == carry.word) {
                (false, _) => next,
                (true, false) => beyond,
                (true, true) => from,
            }
        };
        let target = match key {
            "ArrowLeft" | "ArrowUp" => step(-1),
            "ArrowRight" | "ArrowDown" => step(1),
            "Home" => 0,
            "End" if last == carry.word => last.saturating_sub(1),
            "End" => last,
            "Enter" | " " => {
                self.board.drop_it();
                return true;
            }
            "Escape" => {
                self.board.put_back();
                return true;
            }
            _ => return false,
        };
        self.board.hold(Some(target), None);
        self.show(target);
        true
    }

    fn move_by(self, node: usize, key: &str, extends: bool) -> bool {
        let last = untrack(|| self.board.count());
        // With Shift the key of the cursor moves, and the word stays.
        let from = match self.board.cursor.get_untracked().filter(|_| extends) {
            Some((query, key)) if query + 1 == node => key + 1,
            _ => node,
        };
        let next = match key {
            "ArrowLeft" | "ArrowUp" => from.saturating_sub(1).max(1),
            "ArrowRight" | "ArrowDown" => (from + 1).min(last),
            "Home" => 1,
            "End" => last,
            "Enter" | " " => {
                self.board.pick_up(node, By::Keys, None);
                return true;
            }
            _ => return false,
        };
        if extends {
            self.board.point(node, next);
            self.show(next);
        } else {
            self.board.point(next, next);
            self.focus(next);
        }
        true
    }

    /// The focus comes to a word.
    pub fn focused(self, node: usize) {
        if self.board.carry.with_untracked(Option::is_none) {
            self.board.choose(node);
        }
    }

    /// The focus leaves the words: what keys carry is put back.
    pub fn left(self, event: &web_sys::FocusEvent) {
        let goes_on = element(event.related_target())
            .is_some_and(|element| element.closest(".tree-words").ok().flatten().is_some());
        let by_keys = self.board.carry.get_untracked().is_some_and(|carry| carry.by == By::Keys);
        if by_keys && !goes_on {
            self.board.leave();
        }
    }

    fn focus(self, node: usize) {
        let plane = self.board.plane.get_untracked();
        let word = plane
            .and_then(|plane| plane.query_selector(&format!("[data-node='{node}']")).ok().flatten())
            .and_then(|word| word.dyn_into::<HtmlElement>().ok());
        if let Some(word) = word {
            let _ = word.focus();
        }
    }

    /// Scrolls a node into sight.
    fn show(self, node: usize) {
        let column = self.board.layout.with_untracked(|layout| layout.columns.get(node).copied());
        let (Some(frame), Some(column)) = (self.board.frame.get_untracked(), column) else {
            return;
        };
        let (left, right) = (column.left - AROUND, column.left + column.width + AROUND);
        let (from, wide) = (f64::from(frame.scroll_left()), f64::from(frame.client_width()));
        if left < from {
            frame.set_scroll_left(left.max(0.0) as i32);
        } else if right > from + wide {
            frame.set_scroll_left((right - wide) as i32);
        }
    }
}

fn element(target: Option<web_sys::EventTarget>) -> Option<Element> {
    target.and_then(|target| target.dyn_into().ok())
}
