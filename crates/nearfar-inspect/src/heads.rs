//! w and v of heads as they are drawn and said: what is no number is named, never taken for 0; near, far
//! and flat are the library's.

use nearfar::attention::{HeadParameters, Mapping};
use nearfar::metrics::Character;
use nearfar::picture::learned::{Moved, sorted};
use nearfar::picture::scale::format_number;
use nearfar_texts::inspect;

use crate::protocol::forward::{LayerHeads, Stored};

impl LayerHeads {
    /// w and v of a head where both are numbers; v is 0 where the file has none, for mappings that have none.
    pub fn learned(&self, head: usize) -> Option<(f64, f64)> {
        both(&self.w, &self.v, head)
    }

    /// Where they started.
    pub fn started(&self, head: usize) -> Option<(f64, f64)> {
        both(&self.start_w, &self.start_v, head)
    }

    /// w and v of all heads; none where one of them is no number.
    pub fn all_learned(&self) -> Vec<HeadParameters> {
        let one = |head| self.learned(head).map(|(w, v)| HeadParameters { w, v });
        (0..self.w.len()).map(one).collect::<Option<_>>().unwrap_or_default()
    }
}

fn both(w: &[Stored], v: &[Stored], head: usize) -> Option<(f64, f64)> {
    let w = w.get(head)?.0;
    let v = if v.is_empty() { 0.0 } else { v.get(head)?.0 };
    (w.is_finite() && v.is_finite()).then_some((w, v))
}

/// Heads in falling order of what they learned; those whose number is none are left out. A start that
/// is no number is passed over as one that is not stored.
pub fn drawable(start: &[Stored], learned: &[Stored]) -> Vec<Moved> {
    let at = |values: &[Stored], head: usize| {
        values.get(head).map(|value| value.0).filter(|value| value.is_finite())
    };
    let known: Vec<usize> =
        (0..learned.len()).filter(|&head| at(learned, head).is_some()).collect();
    let values: Vec<f64> = known.iter().filter_map(|&head| at(learned, head)).collect();
    let starts: Vec<f64> =
        known.iter().zip(&values).map(|(&head, &value)| at(start, head).unwrap_or(value)).collect();
    let of = |moved: Moved| Moved { head: known.get(moved.head).copied().unwrap_or(0), ..moved };
    sorted(&starts, &values).into_iter().map(of).collect()
}

/// Numbers that are not drawn since they are not finite, in a sentence; nothing where all are.
pub fn not_drawn(symbol: &str, start: &[Stored], learned: &[Stored]) -> Option<String> {
    let odd = |values: &[Stored], says: fn(&str, usize, String) -> String| -> Vec<String> {
        let values = values.iter().enumerate().filter(|(_, value)| !value.0.is_finite());
        values.map(|(head, value)| says(symbol, head + 1, format_number(value.0))).collect()
    };
    let mut all =
        odd(learned, |symbol, head, number| inspect::learned_of_head(symbol, head, number));
    all.extend(odd(start, |symbol, head, number| inspect::learned_of_start(symbol, head, number)));
    (!all.is_empty()).then(|| inspect::learned_not_drawn(all.join(", ")))
}

/// Near, far or flat: by the library's definition where the mapping is known, else by the sign of w.
pub fn character(mapping: Option<Mapping>, w: f64, v: f64) -> Character {
    match mapping {
        Some(mapping) => Character::of_head(mapping, HeadParameters { w, v }),
        None if w < 0.0 => Character::Near,
        None if w > 0.0 => Character::Far,
        None => Character::Flat,
    }
}

/// A character as a sign.
pub fn sign_of(character: Character) -> &'static str {
    match character {
        Character::Near => "▸◂",
        Character::Far => "◂▸",
        Character::Flat => "―",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HEADS: [Stored; 4] = [Stored(0.5), Stored(f64::NAN), Stored(-1.0), Stored(f64::INFINITY)];

    #[test]
    fn what_is_no_number_is_named_and_not_drawn_as_zero() {
        let heads: Vec<usize> = drawable(&[], &HEADS).iter().map(|moved| moved.head).collect();
        assert_eq!(heads, [0, 2]);
        let text = not_drawn("w", &[], &HEADS).unwrap_or_default();
        assert!(text.contains("w of head 2 (NaN), w of head 4 (∞)"), "{text}");
        let start = not_drawn("v", &[Stored(f64::NAN)], &[Stored(0.0)]).unwrap_or_default();
        assert!(start.ends_with(": the start of v of head 1 (NaN)."), "{start}");
        assert_eq!(not_drawn("w", &[], &[Stored(0.0)]), None);
        // A start that is no number is not shown as one.
        let moved = drawable(&[Stored(f64::NAN)], &[Stored(2.0)]);
        assert_eq!(moved.iter().map(|moved| moved.start).collect::<Vec<_>>(), [2.0]);
    }

    #[test]
    fn a_character_is_the_librarys_or_the_sign_of_w() {
        let sigmoid = Some(Mapping::LearnableSigmoid);
        // v makes a large w flat (`metrics::Character`).
        assert_eq!(character(sigmoid, 5.0, -3.0), Character::Flat);
        assert_eq!(character(sigmoid, 0.5, 1.0), Character::Far);
        assert_eq!(character(None, 5.0, -3.0), Character::Far);
        assert_eq!(character(None, -0.001, 0.0), Character::Near);
        assert_eq!(character(None, 0.0, 0.0), Character::Flat);
    }
}
