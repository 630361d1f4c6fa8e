//! The places of the Lab in the order of the page, and what stands below every room: each is mounted in a task of its own.
//! In this order nothing that is there is moved by what comes.

/// Settings and numbers are there before anything is, and what follows them.
pub const SETTINGS: u8 = 0;
/// What stands round every room.
pub const SHELL: u8 = 1;
/// Its header.
pub const HEADER: u8 = 2;
/// What scripts and other programs see of it.
pub const SCRIPT: u8 = 3;
/// The open room, whose own places follow.
pub const ROOM: u8 = 4;
/// What the Lab claims, and its first steps.
pub const CLAIM: u8 = 5;
/// The sentence.
pub const SENTENCE: u8 = 6;
/// Its tokens.
pub const TOKENS: u8 = 7;
/// The frame of what follows.
pub const EXPERIMENT: u8 = 8;
/// w and v.
pub const SLIDERS: u8 = 9;
/// The curve of w and v.
pub const CAUSE: u8 = 10;
/// The frame of the pictures.
pub const ANSWERS: u8 = 11;
/// And the two after it: B, A − B.
pub const PICTURES: u8 = 12;
/// What of their making stands beside them on a phone.
pub const BESIDE: u8 = 15;
/// The names and the cursor of a picture.
pub const LABELS: u8 = 16;
/// What is pressed beside it.
pub const TOOLS: u8 = 17;
/// And those after it: two steps each.
pub const PIPELINE: u8 = 18;
/// And the next: eight heads each.
pub const STRIP: u8 = 23;
/// The answers of the models.
pub const LOOK: u8 = 26;
/// The arithmetic of one cell.
pub const ARITHMETIC: u8 = 27;
/// And the two after it: eight heads each.
pub const FIGURES: u8 = 28;
/// What the model learned.
pub const LEARNED: u8 = 31;
/// The foot of the page.
pub const END: u8 = 32;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_places_have_an_order_with_room_for_those_that_are_several() {
        // A place, and how many follow each other from it.
        let places = [
            (SETTINGS, 1),
            (SHELL, 1),
            (HEADER, 1),
            (SCRIPT, 1),
            (ROOM, 1),
            (CLAIM, 1),
            (SENTENCE, 1),
            (TOKENS, 1),
            (EXPERIMENT, 1),
            (SLIDERS, 1),
            (CAUSE, 1),
            (ANSWERS, 1),
            (PICTURES, 3),
            (BESIDE, 1),
            (LABELS, 1),
            (TOOLS, 1),
            (PIPELINE, 5),
            (STRIP, 3),
            (LOOK, 1),
            (ARITHMETIC, 1),
            (FIGURES, 3),
            (LEARNED, 1),
            (END, 1),
        ];
        let after = places.iter().fold(0, |next, &(place, count)| {
            assert_eq!(place, next);
            place + count
        });
        assert!(after <= 64, "a turn is a bit of 64 (`nearfar_kit::Turns`)");
    }
}
