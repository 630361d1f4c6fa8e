//! What the page round the rooms says: of the last visit, of a link that was opened or copied, of keys.

use nearfar::picture::scale::format_number;
use nearfar::settings::url::Ignored;
use nearfar::settings::{Room, Settings};

use super::labels::Labelled;
use crate::{common, page};

/// So many letters of the last visit's sentence are shown.
const LETTERS: usize = 40;

/// What the last visit ended with: its room, but for the Lab, and the beginning of its sentence.
pub fn of_last_visit(last: &Settings) -> String {
    let mut sentence: String = last.sentence.chars().take(LETTERS).collect();
    if sentence.len() < last.sentence.len() {
        sentence.push('…');
    }
    match last.room {
        Room::Lab => page::last_visit_lab(sentence),
        room => page::last_visit_room(room.label(), sentence),
    }
}

/// What of a link was not understood, and why; nothing where all was.
pub fn of_ignored(ignored: &[Ignored]) -> Option<String> {
    let parts = ignored.iter().map(|part| format!("{}: {}", part.name, part.reason));
    let parts: Vec<_> = parts.collect();
    (!parts.is_empty()).then(|| page::link_ignored(parts.join("; ")))
}

/// What a copied link to a room lacks, where it lacks something.
pub fn of_copied_link(room: Room) -> Option<&'static str> {
    match room {
        Room::Train => Some(page::share_of_train()),
        Room::Inspect => Some(page::share_of_inspect()),
        Room::Lab | Room::Curves | Room::Compare | Room::Learn => None,
    }
}

/// Which keys there are, and what each does.
pub fn of_keys() -> [[&'static str; 2]; 13] {
    [
        [page::keys_list_keys(), page::keys_list()],
        [page::keys_undo_keys(), page::keys_undo()],
        [page::keys_rooms_keys(), page::keys_rooms()],
        [page::keys_head_keys(), page::keys_head()],
        [page::keys_layer_keys(), page::keys_layer()],
        [page::keys_arrows_keys(), page::keys_arrows()],
        [page::keys_ends_keys(), page::keys_ends()],
        [page::keys_lock_keys(), page::keys_lock()],
        [page::keys_zoom_keys(), page::keys_zoom()],
        [page::keys_table_keys(), page::keys_table()],
        [page::keys_listen_keys(), page::keys_listen()],
        [page::keys_escape_keys(), page::keys_escape()],
        [page::keys_train_keys(), page::keys_train()],
    ]
}

/// What a screen reader says of a slider: what its number does, or the number; or that heads `differ` in it.
pub fn of_slider((number, differ): (f64, bool), says: Option<String>) -> String {
    match says.filter(|says| !says.is_empty()) {
        _ if differ => common::slider_heads_differ().to_owned(),
        Some(says) => says,
        None => format_number(number),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use nearfar::settings::Choice;

    /// Who speaks to the page says what is seen.
    #[test]
    fn the_word_on_the_button_of_help_begins_its_name() {
        assert!(crate::page::help().starts_with(crate::page::help_word()));
    }

    #[test]
    fn a_slider_says_what_its_number_does_unless_heads_differ() {
        let of = |differ, says: &str| of_slider((0.5, differ), Some(says.to_owned()));
        assert_eq!((of(false, "flat"), of(false, "")), ("flat".to_owned(), "0.5".to_owned()));
        assert_eq!(of(true, "flat"), common::slider_heads_differ());
        assert_eq!(of_slider((2.0, false), None), "2");
    }

    #[test]
    fn the_last_visit_is_told_by_its_room_and_the_beginning_of_its_sentence() {
        let long = Settings { sentence: "é".repeat(41), ..Settings::default() };
        let about = of_last_visit(&long);
        assert!(about.contains(&format!("{}…", "é".repeat(40))), "{about}");
        let short =
            Settings { sentence: "é".repeat(40), room: Room::Train, ..Settings::default() };
        let about = of_last_visit(&short);
        assert!(about.contains(&short.sentence) && !about.contains('…'), "{about}");
        assert!(about.contains(Room::Train.label()), "{about}");
    }

    #[test]
    fn a_link_says_what_it_lacks_in_rooms_that_hold_files_and_runs() {
        let lacks = |&(room, _): &(Room, &str)| of_copied_link(room).map(|_| room);
        let rooms: Vec<_> = Room::ALL.iter().filter_map(lacks).collect();
        assert_eq!(rooms, [Room::Train, Room::Inspect]);
    }

    #[test]
    fn every_part_of_a_link_that_is_ignored_is_named_with_its_reason() {
        let of = |link: &str| of_ignored(&nearfar::settings::url::decode(link).1);
        assert_eq!(of("model=untrained&heads=3"), None);
        let says = of("model=sst2-da&heads=3&colour=red").unwrap_or_default();
        for part in ["“colour”: there is no such setting; ", "“heads”: the model has 16 heads"]
        {
            assert!(says.contains(part), "{says}");
        }
    }

    #[test]
    fn every_key_is_listed_once() {
        let mut keys = of_keys().map(|[key, _]| key).to_vec();
        keys.sort_unstable();
        keys.dedup();
        assert_eq!(keys.len(), of_keys().len(), "{keys:?}");
    }
}
