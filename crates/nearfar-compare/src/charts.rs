//! Intermediates along the offset and the distance as the lines of a chart: which ones, what they are called, which
//! of them are faint. Nothing is drawn.

use nearfar::methods::alibi::slopes;
use nearfar::picture::chart::Series;
use nearfar::picture::format_short;
use nearfar_texts::compare as texts;

use crate::curves::{
    Point, bucket_curve, by_offset, diagonals, head_count, products_by_offset, row_of_query, sides,
};
use crate::terms::TermsOf;
use crate::words::terms::products;

/// Farther than this all offsets share the last of T5's buckets.
const REACH: i64 = 140;
/// The chart of its buckets reaches so far at least.
const LEAST_REACH: i64 = 8;
/// The style of a line that others are measured by.
const FAINT: usize = 7;

/// A curve by offset, with its title.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Course {
    /// What it is.
    pub title: String,
    /// Its points by offset.
    pub points: Vec<Point>,
}

/// What a query gives by offset, from the rows of the intermediate `of`.
pub fn of_query(terms: TermsOf, of: &str, query: usize) -> Option<Course> {
    let matrix = terms.get(of)?;
    Some(Course { title: matrix.term.title.clone(), points: by_offset(terms, matrix, query) })
}

/// What every query gives by offset, from the intermediate `alone`, which depends on the offset alone.
pub fn of_every_query(terms: TermsOf, alone: &str) -> Option<Course> {
    let matrix = terms.get(alone)?;
    Some(Course { title: matrix.term.title.clone(), points: diagonals(terms, matrix) })
}

/// What the positions of a table of sinusoids say about each other, seen from a query.
pub fn of_positions(terms: TermsOf, table: &str, query: usize) -> Option<Course> {
    let table = terms.get(table)?;
    let points = products_by_offset(table, row_of_query(table, query));
    Some(Course { title: products(table), points })
}

/// A curve by offset folded at 0, so that left and right lie upon each other. A side of one point is no line.
pub fn folded(by_offset: &[Point]) -> Vec<Series> {
    let [before, after] = sides(by_offset);
    let before = Series::new(texts::sides_before(), before, 0);
    let after = Series::new(texts::sides_after(), after, 1);
    [before, after].into_iter().filter(|side| side.points.len() > 1).collect()
}

/// f by distance, of the shown head, and 1, which changes nothing.
pub fn coefficients(terms: TermsOf) -> Vec<Series> {
    let curve = terms.get("Rhat").map(|matrix| diagonals(terms, matrix));
    let [before, _] = sides(&curve.unwrap_or_default());
    let one = before.iter().map(|point| (point.0, 1.0)).collect();
    let one = Series { faint: true, ..Series::new(texts::da_coefficient_one(), one, FAINT) };
    vec![one, Series::new(texts::da_coefficient_of_head(), before, 0)]
}

/// -m |i - j| in a sentence of so many tokens, of all heads, the shown one last.
pub fn slopes_of_heads(terms: TermsOf, tokens: usize) -> Option<Vec<Series>> {
    let (shown, heads) = (terms.view.head, head_count(terms)?);
    let slope = terms.get("slope")?.at(0, 0)?;
    let last = tokens.saturating_sub(1).max(1);
    let line = |name: String, head: usize, slope: f64, style: usize| {
        let points = (0..=last).map(|x| (x as f64, 0.0 - slope * x as f64)).collect();
        Series { mark: (head + 1).to_string(), ..Series::new(name, points, style) }
    };
    let others = slopes(heads).into_iter().enumerate().filter(|(head, _)| *head != shown);
    let others = others.map(|(head, slope)| Series {
        faint: true,
        ..line(texts::alibi_head(head + 1), head, slope, FAINT)
    });
    let name = texts::alibi_head_shown(shown + 1, format_short(slope));
    Some(others.chain([line(name, shown, slope, 0)]).collect())
}

/// The slopes of all heads as numbers.
pub fn every_slope(terms: TermsOf) -> String {
    let heads = head_count(terms).unwrap_or(0);
    let all: Vec<String> = slopes(heads).into_iter().map(format_short).collect();
    texts::alibi_every_slope(heads, all.join(", "))
}

/// T5's bias by offset, as far as a sentence of so many tokens goes, or `far`: to where all share the last bucket.
pub fn buckets(terms: TermsOf, tokens: usize, far: bool) -> Vec<Series> {
    let reach = i64::try_from(tokens).unwrap_or(REACH).clamp(LEAST_REACH, REACH);
    let reach = if far { REACH } else { reach };
    let biases = terms.get("bias_table").map_or(&[][..], |table| table.values);
    vec![Series::new(texts::t5_chart_curve(), bucket_curve(biases, reach), 0)]
}
