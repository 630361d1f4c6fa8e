//! Figures as they are found by the worker, and files that it writes.

use std::time::Duration;

use js_sys::Uint8Array;
use leptos::prelude::*;
use nearfar_inspect::protocol::{Answer, Ask, Export};
use nearfar_inspect::room::figures::{Asking, Figures, Question};
use nearfar_inspect::statistics::Statistics;

use super::state::{Busy, InspectState};
use crate::reactive::effect;

/// Figures that were found are told of so often.
const OFTEN: Duration = Duration::from_millis(30);

impl InspectState {
    /// The figures of these tensors are wanted next, and no others.
    pub fn want(self, places: &[usize]) {
        let missing = self.figures.try_update_untracked(|figures| figures.want(places)).flatten();
        if let Some(missing) = missing {
            self.find(missing);
        }
    }

    /// The next worker is asked for what the last one left.
    pub(super) fn find_what_is_left(self) {
        if let Some(missing) = self.figures.try_update(Figures::next_worker).flatten() {
            self.find(missing);
        }
    }

    fn find(self, missing: Vec<usize>) {
        self.forget(self.finding_id.get_value());
        let id = self.ask(Ask::Statistics { tensors: missing }, &[], move |answer, _| {
            match answer {
                Answer::Statistics { tensor, statistics } => self.keep(tensor, statistics),
                answer if answer.is_last() => self.figures.update_untracked(Figures::want_nothing),
                // How far a large tensor is.
                _ => return,
            }
            self.tell();
        });
        self.finding_id.set_value(id);
        self.figures.notify();
    }

    /// No figures are wanted.
    pub fn want_nothing(self) {
        self.forget(self.finding_id.get_value());
        self.figures.update(Figures::want_nothing);
        self.ask(Ask::Statistics { tensors: Vec::new() }, &[], |_, _| {});
    }

    /// Asks something of the worker, and of the next one where that takes the question with it; `error` says why there
    /// is no answer. Where whoever asks is gone nobody waits any more.
    pub fn ask_each_worker(
        self,
        ask: Ask,
        error: RwSignal<String>,
        then: impl Fn(Answer, Vec<Uint8Array>) + Copy + 'static,
    ) {
        let question = StoredValue::new(Question::default());
        effect(move || {
            let count = self.lives.get();
            match question.try_update_value(|question| question.worker(count)) {
                Some(Asking::Ask) => {
                    let id = self.ask(ask.clone(), &[], move |answer, bytes| {
                        if answer.is_last() {
                            question.try_update_value(Question::answered);
                        }
                        match answer {
                            Answer::Failed(failure) => error.set(failure.message),
                            answer => then(answer, bytes),
                        }
                    });
                    on_cleanup(move || self.forget(id));
                }
                Some(Asking::GiveUp) => error.set(self.why_ended()),
                Some(Asking::Nothing) | None => {}
            }
        });
    }

    pub(super) fn keep(self, place: usize, statistics: Result<Statistics, String>) {
        self.figures.update_untracked(|figures| figures.keep(place, statistics));
    }

    /// Figures come by the hundred: so often is soon enough. A hidden page has timers, but no frames.
    fn tell(self) {
        if !self.are_due.get_value() {
            self.are_due.set_value(true);
            set_timeout(
                move || {
                    self.are_due.set_value(false);
                    self.figures.notify();
                },
                OFTEN,
            );
        }
    }

    /// Saves a tensor, the figures or the model as a file.
    pub fn export(self, what: Export) {
        let busy = |share| Some(Busy { share, ..Busy::with(texts::inspect::saving()) });
        self.busy.set(busy(None));
        let parts = js_sys::Array::new();
        self.ask(Ask::Export(what), &[], move |answer, bytes| {
            match answer {
                Answer::Part => return bytes.iter().for_each(|bytes| _ = parts.push(bytes)),
                Answer::Progress { share, .. } => return self.busy.set(busy(Some(share))),
                Answer::Exported { name } => crate::export::save_parts(&name, &parts),
                Answer::Failed(failure) => self.problem.set(Some(failure)),
                _ => {}
            }
            self.busy.set(None);
        });
    }
}
