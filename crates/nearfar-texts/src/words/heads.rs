//! Which heads the sliders move.

use nearfar::settings::Settings;

use crate::{common, lab};

/// The heads that move, and of how many they are; the second is empty where they are all of several.
pub fn of_moved_heads(settings: &Settings) -> (String, String) {
    let (moved, heads) = (settings.moved_heads(), settings.heads);
    let who = match moved[..] {
        [_, _, ..] if moved.len() == heads => lab::heads_every(heads),
        [head] => common::head(head + 1),
        _ => {
            let names: Vec<_> = moved.iter().map(|head| (head + 1).to_string()).collect();
            lab::heads_several(names.join(", "))
        }
    };
    let of_all = if moved.len() == heads { String::new() } else { lab::of_all(heads) };
    (who, of_all)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_heads_that_move_are_named() {
        for (heads, head, chosen, who, of_all) in [
            (4, 1, vec![], "Head 2", "of 4"),
            (4, 1, vec![3], "Heads 2, 4", "of 4"),
            (4, 1, vec![0, 2, 3], "All 4 heads", ""),
            (1, 0, vec![], "Head 1", ""),
        ] {
            let settings = Settings { heads, head, chosen, ..Settings::default() };
            assert_eq!(of_moved_heads(&settings), (who.to_owned(), of_all.to_owned()));
        }
    }
}
