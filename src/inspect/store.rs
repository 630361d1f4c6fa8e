//! What the browser keeps of the room: the names of recent files, and what was chosen by hand for an
//! architecture. Nothing of a file's content.

use leptos::prelude::*;
use nearfar_inspect::recognise::Assignment;
use nearfar_inspect::room::by_hand;

use super::state::InspectState;
use crate::kept::Kept;
use crate::opened::reader::ASSIGNED;

const RECENT: Kept = Kept::of_visits("nearfar.inspect.recent");

fn read<T: serde::de::DeserializeOwned + Default>(kept: Kept) -> T {
    serde_json::from_str(&kept.get().unwrap_or_default()).unwrap_or_default()
}

fn write<T: serde::Serialize>(kept: Kept, value: &T) {
    if let Ok(text) = serde_json::to_string(value) {
        kept.put(&text);
    }
}

/// The names of recent files, the last one first; files of the site by their path.
pub fn recent() -> Vec<String> {
    read(RECENT)
}

impl InspectState {
    /// Changes the names of recent files.
    pub fn change_recent(self, change: impl FnOnce(&mut Vec<String>)) {
        let mut names = recent();
        change(&mut names);
        write(RECENT, &names);
        self.recent.set(names);
    }

    /// What was chosen by hand, by the architecture's fingerprint.
    pub fn assignments(self) -> Vec<(String, Assignment)> {
        self.chosen.with_value(|chosen| by_hand::with_kept(chosen, read(ASSIGNED)))
    }

    /// What was chosen for one.
    pub fn assignment(self, fingerprint: &str) -> Assignment {
        by_hand::chosen_for(&self.assignments(), fingerprint)
    }

    /// Keeps what is chosen for an architecture from now on; nothing chosen forgets it.
    pub fn assign(self, fingerprint: String, assignment: Assignment) {
        // That of one architecture alone: another tab may have kept others since.
        let mut kept = read(ASSIGNED);
        by_hand::keep(&mut kept, &fingerprint, &assignment);
        write(ASSIGNED, &kept);
        self.chosen.update_value(|chosen| {
            chosen.retain(|(known, _)| *known != fingerprint);
            chosen.insert(0, (fingerprint, assignment));
        });
    }
}
