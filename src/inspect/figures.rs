//! Figures as they are found by the worker, and files that it writes.

use std::time::Duration;

use js_sys::Uint8Array;
use leptos::prelude::*;
use nearfar_inspect::protocol::{Answer, Ask, Export};
use nearfar_inspect::room::figures::Figures;
use nearfar_inspect::statistics::Statistics;

use super::state::{Busy, InspectState};

impl InspectState {
    /// The figures of these tensors are wanted next, and no others.
    pub fn want(self, places: &[usize]) {
        let missing = self.figures.try_update_value(|figures| figures.want(places)).flatten();
        if let Some(missing) = missing {
            self.find(missing);
        }
    }

    /// The next worker is asked for what the last one left.
    pub(super) fn find_what_is_left(self) {
        if let Some(missing) = self.figures.try_update_value(Figures::next_worker).flatten() {
            self.find(missing);
        }
    }

    fn find(self, missing: Vec<usize>) {
        if let Some(id) = self.finding_id.get_value() {
            self.forget(id);
        }
        let count = missing.len();
        let mut left = count;
        self.finding.set(Some((count, count)));
        let id =
            self.ask(Ask::Statistics { tensors: missing }, &[], move |answer, _| match answer {
                Answer::Statistics { tensor, statistics } => {
                    left = left.saturating_sub(1);
                    self.keep(tensor, statistics);
                    self.tell(Some((left, count)));
                    false
                }
                Answer::Idle | Answer::Failed(_) => {
                    self.figures.update_value(Figures::want_nothing);
                    self.tell(None);
                    true
                }
                _ => false,
            });
        self.finding_id.set_value(Some(id));
    }

    /// No figures are wanted.
    pub fn want_nothing(self) {
        if let Some(id) = self.finding_id.get_value() {
            self.forget(id);
        }
        self.figures.update_value(Figures::want_nothing);
        self.finding.set(None);
        self.ask(Ask::Statistics { tensors: Vec::new() }, &[], |_, _| true);
    }

    /// How a tensor's numbers are spread; only the last one asked for is answered.
    pub fn spread(
        self,
        tensor: usize,
        then: impl FnMut(Answer, Vec<Uint8Array>) -> bool + 'static,
    ) {
        if let Some(id) = self.spread.get_value() {
            self.forget(id);
        }
        let id = self.ask(Ask::Histogram { tensor }, &[], then);
        self.spread.set_value(Some(id));
    }

    pub(super) fn keep(self, place: usize, statistics: Result<Statistics, String>) {
        self.figures.update_value(|figures| figures.keep(place, statistics));
    }

    /// Figures come by the hundred: once a frame is soon enough.
    pub(super) fn tell(self, finding: Option<(usize, usize)>) {
        self.told.set_value(finding);
        if self.news_are_due.get_value() {
            return;
        }
        self.news_are_due.set_value(true);
        let tell = move || {
            if self.news_are_due.try_set_value(false).is_none() {
                self.finding.set(self.told.get_value());
                self.news.update(|news| *news += 1);
            }
        };
        // A hidden page has no frames.
        if document().hidden() {
            set_timeout(tell, Duration::from_millis(50));
        } else {
            request_animation_frame(tell);
        }
    }

    /// Saves a tensor, the figures or the model as a file.
    pub fn export(self, what: Export) {
        let busy = |share| Some(Busy { what: texts::inspect::saving().to_owned(), share });
        self.busy.set(busy(None));
        let parts = js_sys::Array::new();
        self.ask(Ask::Export(what), &[], move |answer, bytes| {
            match answer {
                Answer::Part => {
                    bytes.iter().for_each(|bytes| {
                        parts.push(bytes);
                    });
                    return false;
                }
                Answer::Progress { share, .. } => {
                    self.busy.set(busy(Some(share)));
                    return false;
                }
                Answer::Exported { name } => crate::export::save_parts(&name, &parts),
                Answer::Failed(failure) => self.problem.set(Some(failure)),
                _ => {}
            }
            self.busy.set(None);
            true
        });
    }
}
