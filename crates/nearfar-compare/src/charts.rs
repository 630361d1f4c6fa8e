//! Intermediates along the offset and the distance as charts: which lines, what they are called, which of them are
//! faint, what is said of them. Nothing is drawn.

use nearfar::methods::alibi::slopes;
use nearfar::picture::chart::Series;
use nearfar::picture::format_short;
use nearfar_texts::compare as texts;

use crate::curves::{
    Point, bucket_curve, by_offset, diagonals, head_count, products_by_offset, row_of_query, sides,
};
use crate::pointing::Pair;
use crate::terms::TermsOf;
use crate::words::terms as words;

/// Farther than this all offsets share the last of T5's buckets.
const REACH: i64 = 140;
/// The chart of its buckets reaches so far at least.
const LEAST_REACH: i64 = 8;
/// The style of a line that others are measured by.
const FAINT: usize = 7;

/// A chart over the distance.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Plot {
    /// What stands over it; empty for nothing.
    pub title: String,
    /// Behind that, whose curve it is.
    pub whose: &'static str,
    /// What it is, for those who do not see it.
    pub name: String,
    /// Its lines.
    pub series: Vec<Series>,
    /// What is said under it.
    pub says: String,
}

impl Plot {
    /// A curve by offset, left and right upon each other.
    fn of_sides(title: String, whose: &'static str, by_offset: &[Point]) -> Plot {
        let says = words::sides(by_offset);
        let name = texts::sides_name(&title, &says);
        Plot { title, whose, name, series: folded(by_offset), says }
    }
}

/// Which chart over the distance.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Plotted {
    /// What the query of the pair gives by offset, from the rows of an intermediate.
    OfQuery(&'static str),
    /// What every query gives by offset, from an intermediate that depends on the offset alone.
    OfEveryQuery(&'static str),
    /// What the positions of a table of sinusoids say about each other, seen from the query of the pair.
    OfPositions(&'static str),
    /// f of the shown head.
    Coefficients,
    /// The slopes of all heads.
    Slopes,
}

impl Plotted {
    /// The chart at a pair of a sentence of so many tokens; `None` where what it is of is not there.
    pub fn of(self, terms: TermsOf, pair: Option<Pair>, tokens: usize) -> Option<Plot> {
        match self {
            Plotted::OfQuery(of) => of_query(terms, of, pair?.0),
            Plotted::OfEveryQuery(alone) => of_every_query(terms, alone),
            Plotted::OfPositions(table) => of_positions(terms, table, pair?.0),
            Plotted::Coefficients => Some(coefficients(terms)),
            Plotted::Slopes => slopes_of_heads(terms, tokens),
        }
    }
}

/// What a query gives by offset, from the rows of the intermediate `of`.
pub fn of_query(terms: TermsOf, of: &str, query: usize) -> Option<Plot> {
    let matrix = terms.get(of)?;
    let points = by_offset(terms, matrix, query);
    Some(Plot::of_sides(matrix.term.title.clone(), texts::sides_of_query(), &points))
}

/// What every query gives by offset, from the intermediate `alone`, which depends on the offset alone.
pub fn of_every_query(terms: TermsOf, alone: &str) -> Option<Plot> {
    let matrix = terms.get(alone)?;
    let points = diagonals(terms, matrix);
    Some(Plot::of_sides(matrix.term.title.clone(), texts::sides_of_every_query(), &points))
}

/// What the positions of a table of sinusoids say about each other, seen from a query.
pub fn of_positions(terms: TermsOf, table: &str, query: usize) -> Option<Plot> {
    let table = terms.get(table)?;
    let points = products_by_offset(table, row_of_query(table, query));
    Some(Plot::of_sides(words::products(table), texts::sides_of_positions(), &points))
}

/// A curve by offset folded at 0, so that left and right lie upon each other. A side of one point is no line.
fn folded(by_offset: &[Point]) -> Vec<Series> {
    let [before, after] = sides(by_offset);
    let before = Series::new(texts::sides_before(), before, 0);
    let after = Series::new(texts::sides_after(), after, 1);
    [before, after].into_iter().filter(|side| side.points.len() > 1).collect()
}

/// f by distance, of the shown head, and 1, which changes nothing.
pub fn coefficients(terms: TermsOf) -> Plot {
    let curve = terms.get("Rhat").map(|matrix| diagonals(terms, matrix));
    let [before, _] = sides(&curve.unwrap_or_default());
    let one = before.iter().map(|point| (point.0, 1.0)).collect();
    let one = Series { faint: true, ..Series::new(texts::da_coefficient_one(), one, FAINT) };
    let series = vec![one, Series::new(texts::da_coefficient_of_head(), before, 0)];
    Plot { name: texts::da_coefficients_chart().to_owned(), series, ..Plot::default() }
}

/// -m |i - j| in a sentence of so many tokens, of all heads, the shown one last; and the slopes of all as numbers.
pub fn slopes_of_heads(terms: TermsOf, tokens: usize) -> Option<Plot> {
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
    let series = others.chain([line(name, shown, slope, 0)]).collect();
    let all: Vec<String> = slopes(heads).into_iter().map(format_short).collect();
    let says = texts::alibi_every_slope(heads, all.join(", "));
    Some(Plot { name: texts::alibi_chart().to_owned(), series, says, ..Plot::default() })
}

/// T5's bias by offset, as far as a sentence of so many tokens goes, or `far`: to where all share the last bucket.
pub fn buckets(terms: TermsOf, tokens: usize, far: bool) -> Vec<Series> {
    let reach = i64::try_from(tokens).unwrap_or(REACH).clamp(LEAST_REACH, REACH);
    let reach = if far { REACH } else { reach };
    let biases = terms.get("bias_table").map_or(&[][..], |table| table.values);
    vec![Series::new(texts::t5_chart_curve(), bucket_curve(biases, reach), 0)]
}
