//! Keys that do something anywhere on the page. What a picture or a control does with keys is its own.

use std::ops::Range;

use crate::settings::{Choice, Room, Settings};

/// A key as it was pressed, and where.
#[derive(Clone, Copy, Debug, Default)]
pub struct Pressed<'a> {
    /// Its name, as browsers have it (`KeyboardEvent.key`).
    pub key: &'a str,
    /// Together with Control, or with Command.
    pub control: bool,
    /// Together with Shift.
    pub shift: bool,
    /// Together with Alt.
    pub alt: bool,
    /// In a field that takes what is typed.
    pub in_text: bool,
    /// While a dialog is open.
    pub in_dialog: bool,
}

/// What a key does.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Shortcut {
    /// Takes back the last change.
    Undo,
    /// Brings back what was taken back.
    Redo,
    /// Opens the help, or closes it.
    Help,
    /// Opens a room.
    Open(Room),
    /// Goes so many heads on.
    Head(isize),
    /// Goes so many layers on.
    Layer(isize),
    /// Releases the cell and the tokens that are chosen.
    Release,
}

impl Shortcut {
    /// What this key does, if anything.
    pub fn of(pressed: Pressed) -> Option<Self> {
        let Pressed { key, control, shift, alt, in_text, in_dialog } = pressed;
        // A dialog has the keys to itself, and a text field undoes its own typing.
        if in_dialog && key != "?" || in_text || alt && !control {
            return None;
        }
        match (key, control, shift) {
            ("z" | "Z", true, false) => Some(Shortcut::Undo),
            ("z" | "Z", true, true) | ("y", true, false) => Some(Shortcut::Redo),
            (_, true, _) => None,
            ("?", ..) => Some(Shortcut::Help),
            ("[", ..) => Some(Shortcut::Head(-1)),
            ("]", ..) => Some(Shortcut::Head(1)),
            ("{", ..) => Some(Shortcut::Layer(-1)),
            ("}", ..) => Some(Shortcut::Layer(1)),
            ("Escape", ..) => Some(Shortcut::Release),
            // A room's number, from 1.
            _ => {
                let &[digit @ b'1'..=b'9'] = key.as_bytes() else { return None };
                let room = Room::ALL.get(usize::from(digit - b'1'));
                room.map(|&(room, _)| Shortcut::Open(room))
            }
        }
    }
}

impl Shortcut {
    /// What it does to the settings; nothing where that is done elsewhere.
    pub fn change(self, settings: &mut Settings) {
        match self {
            Shortcut::Open(room) => settings.room = room,
            Shortcut::Head(by) => settings.head = settings.head.saturating_add_signed(by),
            Shortcut::Release => {
                settings.cursor = None;
                settings.selected.clear();
            }
            Shortcut::Undo | Shortcut::Redo | Shortcut::Help | Shortcut::Layer(_) => {}
        }
    }
}

/// Where an arrow key, Home or End leads from a place of a row of places; `None` for any other key.
pub fn place_after(key: &str, now: usize, places: Range<usize>) -> Option<usize> {
    let (first, last) = (places.start, places.end.checked_sub(1)?);
    Some(match key {
        "ArrowRight" | "ArrowDown" => (now + 1).min(last),
        "ArrowLeft" | "ArrowUp" => now.saturating_sub(1).max(first),
        "Home" => first,
        "End" => last,
        _ => return None,
    })
}
