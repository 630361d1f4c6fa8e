//! What is chosen, in the page's link and out of it.

use leptos::prelude::*;
use nearfar::settings::Room;
use nearfar_training::room::{Beside, Linked};

use super::TrainState;
use crate::kit::follow_settings;
use crate::page;

/// The page's name for the text of a link.
pub(super) const SETTING: &str = "train";

impl TrainState {
    /// Writes the link, soon.
    pub fn choices_changed(self) {
        self.writing.soon(move || {
            let text = self.linked().to_text();
            self.known.update_value(|known| {
                known.learn(text.clone());
            });
            page::set_setting(SETTING, &text);
        });
    }

    fn linked(self) -> Linked {
        untrack(move || Linked {
            a: self.a.id_now(),
            b: self.comparing.get().then(|| self.b.id_now()),
            texts: self.typed.get_value().then(|| self.texts.get()),
            head: self.has_chosen_head.get_value().then(|| self.head.get()),
            speed: self.speed.get(),
        })
    }

    /// Another link in the same tab, undo and scripts change the page's setting: followed while the
    /// room is seen.
    pub(super) fn follow_link(self) {
        follow_settings(Room::Train, move |settings| {
            // What is chosen here is newer, and about to be written.
            if self.writing.is_due() {
                return;
            }
            let text = page::text_of(settings, SETTING);
            if self.known.try_update_value(|known| known.learn(text.clone())) != Some(true) {
                return;
            }
            let (linked, problems) = Linked::from_text(&text);
            self.notices.set(says_odd(problems));
            self.apply(linked);
        });
    }

    fn apply(self, linked: Linked) {
        let now = self.linked();
        self.last_number.update_value(|last| *last = linked.last_number(*last));
        self.has_chosen_head.set_value(linked.head.is_some());
        self.head.set(linked.head.unwrap_or(0));
        self.speed.set(linked.speed);
        self.typed.set_value(linked.texts.is_some());
        match &linked.texts {
            Some(texts) => self.texts.set(texts.clone()),
            None => self.suggest_sentence(self.a),
        }
        if linked.a != now.a {
            self.a.return_to(self, linked.a.clone());
        }
        match linked.beside(&now) {
            Beside::Stays => {}
            Beside::Ends => self.set_comparing(false),
            Beside::Becomes(run) => {
                self.comparing.set(true);
                self.b.return_to(self, run);
            }
        }
    }
}

/// What of a link was not understood, in sentences.
pub(super) fn says_odd(problems: Vec<String>) -> Vec<String> {
    problems.into_iter().map(texts::train::link_odd).collect()
}
