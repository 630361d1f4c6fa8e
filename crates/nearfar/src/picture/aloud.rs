//! A matrix in words, for those who do not see it: what is said of its largest cell, of a pair of tokens.

use std::ops::Range;

use super::pointing::Cell;
use super::scale::format_number;
use super::section::Section;

/// Where the largest finite value stands, and the value. Of equal ones it is the last.
pub fn largest(values: &[f32]) -> Option<(usize, f32)> {
    largest_where(values, |_| true)
}

/// The cell of the largest finite value of a `[n, n]` matrix that lies beside its diagonal.
pub fn strongest_pair(values: &[f32], n: usize) -> Option<(Cell, f32)> {
    let n = n.max(1);
    let (index, value) = largest_where(values, |index| index / n != index % n)?;
    Some(((index / n, index % n), value))
}

fn largest_where(values: &[f32], counts: impl Fn(usize) -> bool) -> Option<(usize, f32)> {
    let cells = values.iter().copied().enumerate();
    let cells = cells.filter(|&(index, value)| value.is_finite() && counts(index));
    cells.max_by(|a, b| a.1.total_cmp(&b.1))
}

/// A head's matrix in two sentences: its size, its largest value with the tokens that it is between.
/// `part` is what of the matrix `values` are.
pub fn of_head(head: usize, tokens: &[&str], part: Section, values: &[f32]) -> String {
    let Some((index, value)) = largest(values) else { return "Empty matrix".to_owned() };
    let name = |range: Range<usize>| {
        let text = tokens.get(range.start).copied().unwrap_or_default();
        let more = if range.len() > 1 { " and those after it" } else { "" };
        format!("“{text}”{more}")
    };
    let (count, columns) = (tokens.len(), part.raster[1].max(1));
    format!(
        "Head {}, {count} queries by {count} keys. Largest: {} from {} to {}.",
        head + 1,
        format_number(f64::from(value)),
        name(part.rows_of(index / columns)),
        name(part.columns_of(index % columns)),
    )
}

/// Two tokens by name and place: “cat” (2) → “sat” (3).
pub fn pair(tokens: &[String], (i, j): Cell) -> String {
    let word = |at: usize| tokens.get(at).map_or("", String::as_str);
    format!("“{}” ({}) → “{}” ({})", word(i), i + 1, word(j), j + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_largest_is_finite() {
        let values = [0.1, f32::NAN, 0.7, f32::INFINITY, -2.0, 0.7];
        assert_eq!(largest(&values), Some((5, 0.7)));
        assert_eq!(largest(&[f32::NAN]), None);
        let square = [0.9, 0.1, 0.3, 0.8];
        assert_eq!(strongest_pair(&square, 2), Some(((1, 0), 0.3)));
        assert_eq!(strongest_pair(&[1.0], 1), None);
        assert_eq!(strongest_pair(&[], 0), None);
    }

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
