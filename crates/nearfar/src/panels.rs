//! The panels and controls that a link can hide, or show alone: a stable name each, which the page's elements
//! carry as `data-panel`. The page hides them by one style sheet (`public/start.js`); here are the names.

use crate::settings::Room;

/// A part of the page that a link can hide.
#[derive(Debug)]
pub struct PanelRow {
    /// Its name in links: `data-panel` of its elements. In words it is called by `crates/nearfar-texts/src/words/named.rs`.
    pub name: &'static str,
    /// The rooms that have it.
    pub rooms: &'static [Room],
}

const EVERY: &[Room] = Room::EVERY;
/// Those whose pictures have tools.
const WITH_TOOLS: &[Room] = &[Room::Lab, Room::Compare, Room::Train, Room::Inspect];
const LAB: &[Room] = &[Room::Lab];
const CURVES: &[Room] = &[Room::Curves];
const COMPARE: &[Room] = &[Room::Compare];
const TRAIN: &[Room] = &[Room::Train];
const INSPECT: &[Room] = &[Room::Inspect];

const fn row(name: &'static str, rooms: &'static [Room]) -> PanelRow {
    PanelRow { name, rooms }
}

/// Every panel, in the order of the page: what is round a room, then room by room. One that stands in another
/// (the sliders in the experiment) comes after it.
pub const PANELS: &[PanelRow] = &[
    row("rooms", EVERY),
    row("undo", EVERY),
    row("start-over", EVERY),
    row("copy-link", EVERY),
    row("share", EVERY),
    row("theme", EVERY),
    row("help", EVERY),
    row("foot", EVERY),
    row("language", EVERY),
    row("picture-tools", WITH_TOOLS),
    row("claim", LAB),
    row("sentence", &[Room::Lab, Room::Compare]),
    row("examples", LAB),
    row("experiment", LAB),
    row("controls", LAB),
    row("head", LAB),
    row("sliders", LAB),
    row("curve", LAB),
    row("presets", LAB),
    row("stage", LAB),
    row("pictures", LAB),
    row("picture-a", LAB),
    row("picture-b", LAB),
    row("picture-difference", LAB),
    row("difference", LAB),
    row("steps", LAB),
    row("heads", LAB),
    row("methods", LAB),
    row("look", LAB),
    row("answers", LAB),
    row("arithmetic", LAB),
    row("figures", LAB),
    row("learned", LAB),
    row("onward", LAB),
    row("plot", CURVES),
    row("edit-curve", CURVES),
    row("values", CURVES),
    row("matrices", CURVES),
    row("requirements", CURVES),
    row("parts", COMPARE),
    row("grid", COMPARE),
    row("grid-tools", COMPARE),
    row("pair", COMPARE),
    row("terms", COMPARE),
    row("notices", COMPARE),
    row("apart", COMPARE),
    row("knows", COMPARE),
    row("tree", COMPARE),
    row("lead", &[Room::Compare, Room::Train, Room::Inspect]),
    row("task", TRAIN),
    row("transport", TRAIN),
    row("finding", TRAIN),
    row("plots", TRAIN),
    row("train-heads", TRAIN),
    row("train-learned", TRAIN),
    row("train-attention", TRAIN),
    row("train-model", TRAIN),
    row("files", INSPECT),
    row("summary", INSPECT),
    row("report", INSPECT),
    row("views", INSPECT),
    row("tensors", INSPECT),
    row("tensor", INSPECT),
    row("head-learned", INSPECT),
    row("head-own", INSPECT),
    row("head-map", INSPECT),
    row("measured", INSPECT),
    row("projections", INSPECT),
    row("warnings", INSPECT),
    row("run-sentence", INSPECT),
    row("run-knobs", INSPECT),
    row("run-heads", INSPECT),
    row("run-matrix", INSPECT),
    row("run-cosines", INSPECT),
    row("laws", INSPECT),
    row("laws-found", INSPECT),
    row("laws-heads", INSPECT),
    row("laws-means", INSPECT),
];

/// Panels that a link names, in the order of [`PANELS`], each once.
pub type Named = Vec<&'static str>;

/// The panels among names, which spaces, commas or semicolons divide; and the first three of the names that are none.
pub fn named(text: &str) -> (Named, Vec<String>) {
    let divides = |mark: char| mark.is_whitespace() || mark == ',' || mark == ';';
    let names: Vec<&str> = text.split(divides).filter(|name| !name.is_empty()).collect();
    let is_known = |name: &str| PANELS.iter().any(|row| row.name == name);
    let known = PANELS.iter().map(|row| row.name).filter(|name| names.contains(name)).collect();
    let unknown = names.iter().filter(|name| !is_known(name)).take(3);
    (known, unknown.map(|name| (*name).to_owned()).collect())
}

/// Of panels those that a room has.
pub fn of_room(names: &[&'static str], room: Room) -> Named {
    let has = |row: &&PanelRow| row.rooms.contains(&room) && names.contains(&row.name);
    PANELS.iter().filter(has).map(|row| row.name).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::settings::SettingError;

    #[test]
    fn names_are_told_apart_from_what_is_none() {
        assert_eq!(named("heads methods"), (vec!["heads", "methods"], vec![]));
        assert_eq!(named("methods,heads;heads, "), (vec!["heads", "methods"], vec![]));
        assert_eq!(named(""), (vec![], vec![]));
        let said = |text| {
            let (known, unknown) = named(text);
            (known, SettingError::NoPanels(unknown).to_string())
        };
        assert_eq!(said("heads nosuch"), (vec!["heads"], "“nosuch” is no panel".to_owned()));
        let wrong = "“x”, “y”, “Heads” are no panels".to_owned();
        assert_eq!(said("x y Heads"), (vec![], wrong));
    }

    #[test]
    fn a_room_has_its_own() {
        assert_eq!(of_room(&["plot", "heads", "help"], Room::Lab), ["help", "heads"]);
        assert_eq!(of_room(&["heads"], Room::Curves), Vec::<&str>::new());
    }

    /// They stand in selectors as they are.
    #[test]
    fn names_are_plain_and_stand_once() {
        for (place, row) in PANELS.iter().enumerate() {
            let is_plain = |mark: char| mark.is_ascii_lowercase() || mark == '-';
            assert!(row.name.chars().all(is_plain), "{}", row.name);
            assert!(row.name.starts_with(|mark: char| mark.is_ascii_lowercase()));
            let again = PANELS[..place].iter().any(|other| other.name == row.name);
            assert!(!again && !row.rooms.is_empty(), "{}", row.name);
        }
    }
}
