//! Keys that do something anywhere on the page.

use nearfar::settings::{Choice, Room, Settings};
use nearfar::shortcuts::{Pressed, Shortcut, place_after};

const PLAIN: Pressed =
    Pressed { key: "", control: false, shift: false, alt: false, in_text: false, in_dialog: false };

fn of(key: &str, pressed: Pressed) -> Option<Shortcut> {
    Shortcut::of(Pressed { key, ..pressed })
}

/// Every key that does something, and what.
fn every() -> Vec<(String, Shortcut)> {
    let rooms = Room::ALL.iter().enumerate();
    let rooms = rooms.map(|(index, &(room, _))| ((index + 1).to_string(), Shortcut::Open(room)));
    let others = [
        ("?", Shortcut::Help),
        ("[", Shortcut::Head(-1)),
        ("]", Shortcut::Head(1)),
        ("{", Shortcut::Layer(-1)),
        ("}", Shortcut::Layer(1)),
        ("Escape", Shortcut::Release),
    ];
    others.map(|(key, does)| (key.to_owned(), does)).into_iter().chain(rooms).collect()
}

#[test]
fn a_key_does_what_it_says_with_shift_or_without() {
    for (key, does) in every() {
        assert_eq!(of(&key, PLAIN), Some(does), "{key}");
        assert_eq!(of(&key, Pressed { shift: true, ..PLAIN }), Some(does), "{key}");
    }
    for key in ["0", "7", "9", "10", "a", "z", "y", "Enter", "Tab", "", "é"] {
        assert_eq!(of(key, PLAIN), None, "{key}");
    }
}

#[test]
fn control_undoes_and_redoes_and_is_else_the_browsers() {
    let control = Pressed { control: true, ..PLAIN };
    let both = Pressed { shift: true, ..control };
    assert_eq!(of("z", control), Some(Shortcut::Undo));
    assert_eq!(of("Z", control), Some(Shortcut::Undo), "with Caps Lock");
    assert_eq!(of("Z", both), Some(Shortcut::Redo));
    assert_eq!(of("z", both), Some(Shortcut::Redo), "with Caps Lock");
    assert_eq!(of("y", control), Some(Shortcut::Redo));
    assert_eq!(of("y", both), None);
    for (key, _) in every() {
        assert_eq!(of(&key, control), None, "{key}");
    }
}

#[test]
fn what_is_typed_is_typed() {
    let in_text = Pressed { in_text: true, ..PLAIN };
    for (key, _) in every() {
        assert_eq!(of(&key, in_text), None, "{key}");
        assert_eq!(of(&key, Pressed { alt: true, ..PLAIN }), None, "{key}");
    }
    for key in ["z", "Z", "y"] {
        assert_eq!(of(key, Pressed { control: true, ..in_text }), None, "{key}");
    }
}

#[test]
fn a_dialog_leaves_the_help_alone_its_key() {
    let in_dialog = Pressed { in_dialog: true, ..PLAIN };
    for (key, does) in every() {
        let expected = (does == Shortcut::Help).then_some(does);
        assert_eq!(of(&key, in_dialog), expected, "{key}");
    }
    assert_eq!(of("z", Pressed { control: true, ..in_dialog }), None);
    assert_eq!(of("?", Pressed { in_text: true, ..in_dialog }), None);
}

#[test]
fn arrows_home_and_end_lead_along_a_row_and_stay_in_it() {
    let from =
        |now| ["ArrowLeft", "ArrowRight", "Home", "End"].map(|key| place_after(key, now, 1..4));
    assert_eq!(from(1), [Some(1), Some(2), Some(1), Some(3)]);
    assert_eq!(from(3), [Some(2), Some(3), Some(1), Some(3)]);
    assert_eq!(
        [place_after("ArrowUp", 2, 0..4), place_after("ArrowDown", 2, 0..4)],
        [Some(1), Some(3)]
    );
    assert_eq!([place_after("Enter", 0, 0..4), place_after("Home", 0, 0..0)], [None, None]);
}

#[test]
fn keys_change_the_settings_that_they_name() {
    let start =
        Settings { head: 1, cursor: Some((0, 1)), selected: vec![2], ..Settings::default() };
    let after = |shortcut: Shortcut| {
        let mut settings = start.clone();
        shortcut.change(&mut settings);
        settings
    };
    assert_eq!(after(Shortcut::Open(Room::Train)), Settings { room: Room::Train, ..start.clone() });
    assert_eq!([-1, -2, 3].map(|by| after(Shortcut::Head(by)).head), [0, 0, 4]);
    let released = Settings { cursor: None, selected: Vec::new(), ..start.clone() };
    assert_eq!(after(Shortcut::Release), released);
    for elsewhere in [Shortcut::Undo, Shortcut::Redo, Shortcut::Help, Shortcut::Layer(1)] {
        assert_eq!(after(elsewhere), start, "{elsewhere:?}");
    }
}
