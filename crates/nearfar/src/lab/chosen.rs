//! What was chosen last of a sentence: a cell, or tokens. Where there is room for one of both, its numbers are shown. And what
//! a tap on a token points at.

use super::Cell;
use crate::settings::Settings;

/// The locked cell and the selected tokens, and which of both came last.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Chosen {
    cursor: Option<Cell>,
    selected: Vec<usize>,
    /// Whether it was a cell.
    pub is_cell: bool,
}

impl Chosen {
    /// After these settings came; at first nothing was chosen, whatever they have.
    pub fn after(before: Option<&Chosen>, settings: &Settings) -> Chosen {
        let Settings { cursor, selected, .. } = settings;
        let is_cell = match before {
            Some(before) if before.cursor != *cursor => cursor.is_some(),
            Some(before) => before.is_cell && before.selected == *selected,
            None => false,
        };
        Chosen { cursor: *cursor, selected: selected.clone(), is_cell }
    }
}

/// Selects a token or takes it back, by a press; the cell that is pointed at from then on. A mouse and keys point already,
/// and a finger that selects a token points at its row, until it takes the token back.
pub fn press_token(
    settings: &mut Settings,
    token: usize,
    by_touch: bool,
    pointed: Option<Cell>,
) -> Option<Cell> {
    settings.toggle_token(token);
    match by_touch {
        true => settings.selected.contains(&token).then_some((token, token)),
        false => pointed,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_that_was_chosen_is_a_cell_or_tokens() {
        let mut settings = Settings { cursor: Some((1, 2)), ..Settings::default() };
        let mut chosen = Chosen::after(None, &settings);
        assert!(!chosen.is_cell, "a link had it");
        let mut follow = |settings: &Settings| {
            chosen = Chosen::after(Some(&chosen), settings);
            chosen.is_cell
        };
        settings.cursor = Some((0, 2));
        assert!(follow(&settings));
        assert!(follow(&settings), "nothing else was chosen");
        settings.toggle_token(3);
        assert!(!follow(&settings));
        settings.cursor = None;
        assert!(!follow(&settings), "a cell that is released is none");
    }

    #[test]
    fn a_finger_points_at_the_row_of_the_token_that_it_selects() {
        let mut settings = Settings::default();
        assert_eq!(press_token(&mut settings, 2, true, None), Some((2, 2)));
        assert_eq!(press_token(&mut settings, 4, true, Some((2, 2))), Some((4, 4)));
        assert_eq!(settings.selected, [2, 4]);
        assert_eq!(press_token(&mut settings, 4, true, Some((4, 4))), None);
        // What a mouse points at is not of its press.
        assert_eq!(press_token(&mut settings, 2, false, Some((1, 0))), Some((1, 0)));
        assert!(settings.selected.is_empty());
    }
}
