//! Layers of opened models that are on their way: what is asked for next, what waits, what was refused.

use super::Wanted;
use crate::lab::{Lab, Panel};
use crate::settings::Settings;

/// The layers that are asked for. One request a model at a time: what moves meanwhile waits for its answer.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Asked {
    /// What is on its way.
    asked: Vec<Wanted>,
    /// What was refused last, which is not asked for again.
    refused: Vec<Wanted>,
}

/// When what is missing is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum When {
    /// Nothing is missing; whether what was refused is still what is wanted.
    Never {
        /// Whether it is: what could not be done is said as long.
        is_refused: bool,
    },
    /// At once: what is shown is of another layer or model.
    Now,
    /// Once all rests: an earlier state of the same layer is shown, or on its way.
    Rested,
}

fn wanted(lab: &Lab, settings: &Settings) -> impl Iterator<Item = Wanted> {
    Panel::BOTH.into_iter().filter_map(|panel| lab.wanted(panel, settings))
}

impl Asked {
    /// What both panels want and is neither there nor on its way, and was not refused.
    fn missing(&self, lab: &Lab, settings: &Settings) -> Vec<Wanted> {
        let mut missing: Vec<Wanted> = Vec::new();
        for wanted in wanted(lab, settings) {
            let is_known = self.asked.contains(&wanted) || self.refused.contains(&wanted);
            if !is_known && !lab.has_layer(&wanted) && !missing.contains(&wanted) {
                missing.push(wanted);
            }
        }
        missing
    }

    /// The settings, or what is there, have changed.
    pub fn when(&self, lab: &Lab, settings: &Settings) -> When {
        let missing = self.missing(lab, settings);
        if missing.is_empty() {
            let is_refused = wanted(lab, settings).any(|wanted| self.refused.contains(&wanted));
            return When::Never { is_refused };
        }
        let shows = |wanted: &Wanted| {
            self.asked.iter().any(|asked| asked.is_of_layer(wanted)) || lab.has_any_of(wanted)
        };
        if missing.iter().all(shows) { When::Rested } else { When::Now }
    }

    /// What is asked for now, of what is missing.
    pub fn ask(&mut self, lab: &Lab, settings: &Settings) -> Vec<Wanted> {
        let before = self.asked.len();
        for wanted in self.missing(lab, settings) {
            if self.asked.iter().all(|asked| asked.model != wanted.model) {
                self.asked.push(wanted);
            }
        }
        self.asked.get(before..).unwrap_or_default().to_vec()
    }

    /// An answer, or a refusal, came; whether a panel still wants it. What nobody wants any more is dropped, and not
    /// spoken of.
    pub fn answered(
        &mut self,
        came: &Wanted,
        is_refused: bool,
        lab: &Lab,
        settings: &Settings,
    ) -> bool {
        self.asked.retain(|asked| asked != came);
        let is_wanted = wanted(lab, settings).any(|wanted| wanted == *came);
        match (is_wanted, is_refused) {
            (true, true) => self.refused.push(came.clone()),
            (true, false) => self.refused.clear(),
            (false, _) => {}
        }
        is_wanted
    }

    /// Another model was opened: what was refused may be asked for again.
    pub fn forget_refused(&mut self) {
        self.refused.clear();
    }

    /// Whether nothing is on its way that the settings show.
    pub fn has_settled(&self, lab: &Lab, settings: &Settings) -> bool {
        wanted(lab, settings).all(|wanted| lab.has_layer(&wanted) || self.refused.contains(&wanted))
    }
}
