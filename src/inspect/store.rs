//! What the browser keeps of the room: the names of recent files, and what was chosen by hand for an
//! architecture. Nothing of a file's content.

use leptos::prelude::*;
use nearfar_inspect::recognise::Assignment;
use nearfar_inspect::room::by_hand;

use crate::opened::reader::{ASSIGNED, kept};

const RECENT: &str = "nearfar.inspect.recent";

fn read<T: serde::de::DeserializeOwned + Default>(key: &str) -> T {
    serde_json::from_str(&kept(key)).unwrap_or_default()
}

/// Where the browser keeps nothing, that is the user's choice.
fn write<T: serde::Serialize>(key: &str, value: &T) {
    let storage = window().local_storage().ok().flatten();
    if let (Some(storage), Ok(text)) = (storage, serde_json::to_string(value)) {
        let _ = storage.set_item(key, &text);
    }
}

/// The names of recent files, the last one first; files of the site by their path.
pub fn recent() -> Vec<String> {
    read(RECENT)
}

/// Puts a name in front.
pub fn remember(name: &str) -> Vec<String> {
    let mut names = recent();
    by_hand::remember(&mut names, name);
    write(RECENT, &names);
    names
}

/// Forgets all names.
pub fn forget() {
    write(RECENT, &Vec::<String>::new());
}

/// What was chosen by hand, by the architecture's fingerprint.
pub fn assignments() -> Vec<(String, Assignment)> {
    read(ASSIGNED)
}

/// What was chosen for one.
pub fn assignment(fingerprint: &str) -> Assignment {
    let mut all = assignments().into_iter();
    all.find(|(known, _)| known == fingerprint).map(|(_, of)| of).unwrap_or_default()
}

/// Keeps what was chosen for an architecture; nothing chosen forgets it.
pub fn assign(fingerprint: &str, assignment: &Assignment) {
    let mut all = assignments();
    by_hand::keep(&mut all, fingerprint, assignment);
    write(ASSIGNED, &all);
}
