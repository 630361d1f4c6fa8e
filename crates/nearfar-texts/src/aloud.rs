//! A matrix in words, for those who do not see it.

use std::ops::Range;

use nearfar::picture::largest::largest;
use nearfar::picture::pointing::Cell;
use nearfar::picture::scale::format_number;
use nearfar::picture::section::Section;

use crate::common;

/// A head's matrix in two sentences: its size, its largest value with the tokens that it is between.
/// `part` is what of the matrix `values` are.
pub fn of_head(head: usize, tokens: &[&str], part: Section, values: &[f32]) -> String {
    let Some((index, value)) = largest(values) else {
        return common::aloud_empty().to_owned();
    };
    let name = |range: Range<usize>| {
        let word = tokens.get(range.start).copied().unwrap_or_default();
        if range.len() > 1 { common::aloud_words(word) } else { common::aloud_word(word) }
    };
    let (count, columns) = (tokens.len(), part.raster[1].max(1));
    let from = name(part.rows_of(index / columns));
    let to = name(part.columns_of(index % columns));
    common::aloud_head(count, head + 1, format_number(f64::from(value)), from, to)
}

/// Two tokens by name and place: “cat” (2) → “sat” (3).
pub fn pair(tokens: &[String], (i, j): Cell) -> String {
    let word = |at: usize| tokens.get(at).map_or("", String::as_str);
    common::aloud_pair(word(i), i + 1, word(j), j + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_head_is_said_with_its_tokens() {
        let tokens = ["the", "cat"];
        let said = of_head(2, &tokens, Section::whole(2), &[0.2, 0.8, 0.5, 0.5]);
        assert_eq!(said, "Head 3, 2 queries by 2 keys. Largest: 0.8 from “the” to “cat”.");
        let block = Section { first: [0, 0], cells: [2, 2], raster: [1, 1] };
        let said = of_head(0, &tokens, block, &[0.5]);
        assert!(said.ends_with("from “the” and those after it to “the” and those after it."));
        assert_eq!(of_head(0, &[], Section::default(), &[]), "Empty matrix");
    }

    #[test]
    fn a_pair_has_places_from_1() {
        let tokens = ["the".to_owned(), "cat".to_owned()];
        assert_eq!(pair(&tokens, (0, 1)), "“the” (1) → “cat” (2)");
        assert_eq!(pair(&tokens, (0, 7)), "“the” (1) → “” (8)");
    }
}
