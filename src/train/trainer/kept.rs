//! What a run was: kept in the browser for the next visit, and to go back to after a change.

use js_sys::Uint8Array;
use leptos::prelude::*;
use nearfar::picture::scale::format_count;
use nearfar_training::protocol::{Answer, Ask, Choices, Kept};

use super::Trainer;
use crate::train::database::{self, Record};
use crate::train::state::TrainState;

/// A run that can be gone back to.
#[derive(Clone, Debug)]
pub struct Saved {
    /// Its choices.
    pub choices: Choices,
    /// Its points.
    pub kept: Kept,
    /// Its state.
    pub state: Vec<u8>,
    /// Its steps.
    pub step: u64,
}

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
                }
                Answer::Failed(failure) => {
                    self.news.set(texts::train::not_restored(failure.message));
                }
                _ => {}
            },
        );
    }

    /// Keeps the run for [`Trainer::go_back`] if it is worth that, with the sentence `again`; then goes on with
    /// `then`.
    pub(super) fn remember_then(self, again: String, then: impl FnOnce() + 'static) {
        let step = self.report.with_untracked(|report| report.step);
        if step == 0 || !self.is_ready_now() {
            return then();
        }
        let choices = self.choices.get_untracked();
        self.ask_then(Ask::Save, &[], move |answer, bytes| {
            if let Some(saved) = saved_of(answer, &bytes, choices) {
                self.undo.set(Some((saved, again)));
            }
            then();
        });
    }

    /// The run before the last change.
    pub fn go_back(self, room: TrainState) {
        if let Some((saved, _)) = self.undo.try_update(Option::take).flatten() {
            self.choices.set(saved.choices.clone());
            room.choices_changed();
            self.start(room, Some(saved));
        }
    }

    /// Keeps the state in the browser, for the next visit.
    pub fn keep(self) {
        let step = self.report.with_untracked(|report| report.step);
        if step == 0 || !self.is_ready_now() {
            return;
        }
        let choices = self.choices.get_untracked();
        self.ask_then(Ask::Save, &[], move |answer, bytes| {
            let Some(saved) = saved_of(answer, &bytes, choices) else { return };
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
                problems.is_empty().then_some(Saved { choices, kept, state, step })
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

fn saved_of(answer: Answer, bytes: &[Uint8Array], choices: Choices) -> Option<Saved> {
    match (answer, bytes.first()) {
        (Answer::Saved { kept, step }, Some(state)) => {
            Some(Saved { choices, kept, state: state.to_vec(), step })
        }
        _ => None,
    }
}
