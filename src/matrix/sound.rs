//! Listening to a row: its tones by the browser's synthesizer, the cursor that follows them, and what is told
//! of them. What is heard when is the library's `picture::sound`. Nothing plays unasked, and only one row at a
//! time.

use std::cell::RefCell;
use std::time::Duration;

use crate::browser::sound::sing;
use crate::browser::wants_less_motion;
use leptos::html;
use leptos::prelude::*;
use nearfar::picture::pointing::Cell;
use nearfar::picture::sound::{Tone, heard_at, highest, tones};
use web_sys::{AudioContext, KeyboardEvent};

use super::Picture;

thread_local! {
    /// What plays now, and the flag of its picture.
    static PLAYING: RefCell<Option<(AudioContext, RwSignal<bool>)>> = const { RefCell::new(None) };
}

/// The rows of one picture as sound; a handle.
#[derive(Clone, Copy)]
pub struct Sound {
    picture: Picture,
    frame: NodeRef<html::Div>,
    /// Whether a row of this picture plays.
    pub is_playing: RwSignal<bool>,
    /// What is told.
    pub says: RwSignal<String>,
    /// The row that was pressed last.
    pub pressed: StoredValue<usize>,
}

/// Ends what plays, at once.
pub fn stop() {
    // Whoever reads the flag may ask for more.
    let playing = PLAYING.with_borrow_mut(Option::take);
    if let Some((context, is_playing)) = playing {
        let _ = context.close();
        is_playing.try_set(false);
    }
}

impl Sound {
    /// Of a picture in its frame.
    pub fn new(picture: Picture, frame: NodeRef<html::Div>) -> Sound {
        let (is_playing, says) = (RwSignal::new(false), RwSignal::new(String::new()));
        Sound { picture, frame, is_playing, says, pressed: StoredValue::new(0) }
    }

    /// Plays the row under the cursor, or the one that was pressed last; stops where one plays.
    pub fn toggle(self) {
        let from = self.picture.from.get_untracked();
        self.play(from.map_or(self.pressed.get_value(), |(row, _)| row));
    }

    /// Plays a row; stops where one plays.
    pub fn play(self, row: usize) {
        let was_playing = self.is_playing.get_untracked();
        stop();
        if was_playing {
            return;
        }
        let Picture { source, skipped, cursor, .. } = self.picture;
        let row = untrack(|| row.min(source.shape()[0].saturating_sub(1)));
        let mut heard = Vec::new();
        let from = skipped.get_untracked();
        untrack(|| source.draw(None, &mut |frame| heard = tones(frame, row, from)));
        let name = |axis, at| match untrack(|| source.names(axis, at, 1)).pop() {
            Some(name) => texts::common::aloud_word(name),
            None => (at + 1).to_string(),
        };
        self.says.set(match highest(&heard) {
            Some(tone) => texts::common::matrix_heard(name(0, row), name(1, tone.column)),
            None => texts::common::matrix_unheard(name(0, row)),
        });
        let Ok((context, begin)) = sing(&heard) else { return };
        PLAYING.set(Some((context.clone(), self.is_playing)));
        self.is_playing.set(true);
        self.follow(context, begin, row, heard, cursor.get_untracked());
    }

    /// Puts the cursor on the tone that is heard, until the last one is over; it then stands where it stood.
    fn follow(
        self,
        context: AudioContext,
        begin: f64,
        row: usize,
        heard: Vec<Tone>,
        before: Option<Cell>,
    ) {
        let is_over = PLAYING
            .with_borrow(|playing| playing.as_ref().is_none_or(|(playing, _)| *playing != context));
        if is_over {
            return;
        }
        let now = (context.current_time() - begin).max(0.0);
        let tone = heard_at(&heard, now);
        // A room that was left is still there, but not seen.
        let frame = self.frame.try_get_untracked().flatten();
        let (Some((tone, left)), true) =
            (tone, frame.is_some_and(|frame| frame.client_width() > 0))
        else {
            stop();
            self.picture.on_point.try_run(before);
            return;
        };
        if !wants_less_motion() {
            self.picture.on_point.try_run(Some((row, tone.column)));
        }
        let wait = Duration::from_secs_f64(left.max(0.01));
        set_timeout(move || self.follow(context, begin, row, heard, before), wait);
    }

    /// A key that ends what plays: Escape, which then does nothing else, and what leaves the picture.
    pub fn is_ended_by(self, event: &KeyboardEvent) -> bool {
        let is_escape = event.key() == "Escape";
        if !self.is_playing.get_untracked() || !(is_escape || event.key() == "Tab") {
            return false;
        }
        stop();
        if is_escape {
            event.prevent_default();
            event.stop_propagation();
        }
        is_escape
    }
}
