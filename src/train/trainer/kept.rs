//! What a run was: kept in the browser for the next visit, and to go back to after a change.

use js_sys::Uint8Array;
use leptos::prelude::*;
use nearfar::picture::scale::format_count;
use nearfar_training::protocol::{Answer, Ask, Choices, Kept, differences};
use nearfar_training::shelf::Saved;

use super::Trainer;
use crate::train::database::{self, Record};
use crate::train::state::TrainState;

impl Trainer {
    /// Puts a saved state into the run that stands at its start.
    pub(super) fn go_on_from(self, room: TrainState, saved: Saved) {
        let state = Uint8Array::from(saved.state.as_slice());
        let step = saved.step;
        self.ask_then(
            Ask::Restore { kept: saved.kept },
            &[state],
            move |answer, bytes| match answer {
                Answer::Report(report) => {
                    self.news.set(texts::train::restored(format_count(step)));
                    self.reported(room, *report, &bytes);
                    // The next visit finds this one, and not the one that was left for it. Its step is seen in the
                    // next frame.
                    self.keep_as_it_is();
                }
                Answer::Failed(failure) => {
                    self.news.set(texts::train::not_restored(failure.message));
                }
                _ => {}
            },
        );
    }

    /// Puts the run on the shelf if it is worth that, and offers it with the sentence `again`; then goes on with
    /// `then`.
    pub fn remember_then(self, room: TrainState, again: String, then: impl FnOnce() + 'static) {
        let step = self.report.with_untracked(|report| report.step);
        if step == 0 || !self.is_ready_now() {
            self.undo.set(None);
            return then();
        }
        let which = self.which_now();
        self.ask_then(Ask::Save, &[], move |answer, bytes| {
            if let Some(saved) = saved_of(answer, &bytes, which) {
                room.shelf.update(|shelf| shelf.put(saved.clone()));
                self.undo.set(Some((saved, again)));
            }
            then();
        });
    }

    /// The run before the last change.
    pub fn go_back(self, room: TrainState) {
        if let Some((saved, _)) = self.undo.get_untracked() {
            let which = (saved.choices.clone(), saved.number);
            self.leave_for(room, which, Some(saved));
            room.choices_changed();
        }
    }

    /// Other choices by undo, redo or a link: the run that was left with them goes on, or a new one begins.
    pub fn return_to(self, room: TrainState, (choices, number): (Choices, u32)) {
        let saved = room.shelf.with_untracked(|shelf| shelf.last_of(&choices, number).cloned());
        self.leave_for(room, (choices, number), saved);
    }

    fn which_now(self) -> (Choices, u32) {
        (self.choices.get_untracked(), self.number.get_untracked())
    }

    fn leave_for(self, room: TrainState, (choices, number): (Choices, u32), saved: Option<Saved>) {
        let differ = self.choices.with_untracked(|before| differences(before, &choices));
        let again = match &saved {
            Some(_) if differ.is_empty() => texts::train::again_gone_back().to_owned(),
            Some(_) => texts::train::again_returned(differ),
            None if differ.is_empty() => texts::train::again_rewound().to_owned(),
            None => texts::train::again_with(differ),
        };
        self.remember_then(room, again, move || {
            self.choices.set(choices);
            self.news.set(String::new());
            self.start(room, saved);
        });
        self.number.set(number);
    }

    /// Keeps the state in the browser, for the next visit.
    pub fn keep(self) {
        if self.report.with_untracked(|report| report.step) > 0 {
            self.keep_as_it_is();
        }
    }

    fn keep_as_it_is(self) {
        if !self.is_ready_now() {
            return;
        }
        let which = self.which_now();
        self.ask_then(Ask::Save, &[], move |answer, bytes| {
            let Some(saved) = saved_of(answer, &bytes, which) else { return };
            let kept = serde_json::to_string(&(saved.choices.to_text(), &saved.kept, saved.step));
            if let (Ok(text), Some(bytes)) = (kept, bytes.into_iter().next()) {
                let told = move |is_kept: bool| {
                    if !is_kept && self.news.with_untracked(String::is_empty) {
                        self.news.set(texts::train::not_kept().to_owned());
                    }
                };
                database::put(self.letter.key(), Record { text, bytes }, told);
            }
            self.saved.set_value(Some(saved));
        });
    }

    /// Hands over what the browser kept of this run, if anything.
    pub fn kept(self, take: impl FnOnce(Option<Saved>) + 'static) {
        database::get(self.letter.key(), move |record| {
            let saved = record.and_then(|Record { text, bytes }| {
                let (choices, kept, step): (String, Kept, u64) =
                    serde_json::from_str(&text).ok()?;
                let (choices, problems) = Choices::from_text(&choices);
                let state = bytes.to_vec();
                let number = self.number.get_untracked();
                problems.is_empty().then_some(Saved { choices, number, kept, state, step })
            });
            take(saved);
        });
    }

    /// How much a kept state weighs: large ones are kept less often.
    pub fn kept_bytes(self) -> usize {
        self.saved.with_value(|saved| saved.as_ref().map_or(0, |saved| saved.state.len()))
    }

    /// Forgets the run that the browser kept, and starts again from the seed.
    pub fn start_over(self, room: TrainState) {
        database::delete(self.letter.key());
        self.news.set(String::new());
        self.start(room, None);
    }
}

fn saved_of(
    answer: Answer,
    bytes: &[Uint8Array],
    (choices, number): (Choices, u32),
) -> Option<Saved> {
    match (answer, bytes.first()) {
        (Answer::Saved { kept, step }, Some(state)) => {
            Some(Saved { choices, number, kept, state: state.to_vec(), step })
        }
        _ => None,
    }
}
