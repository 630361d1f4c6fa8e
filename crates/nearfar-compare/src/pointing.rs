//! Where the room's cursor, which is a query and a key of the sentence, points in pictures of intermediates: their
//! rows and columns are queries, keys, offsets or none of these, and columns of an earlier segment come first.

use crate::protocol::{AxisView, Cell, TermView};
use crate::terms::TermsOf;

/// Query and column of weights `[N, M + N]`, from 0.
pub type Pair = (usize, usize);
/// A column of the earlier segment, for as long as the room's cursor is at the cell.
pub type Remembered = Option<(Cell, usize)>;

/// How the cursor moves through a picture.
#[derive(Clone, Debug, PartialEq)]
pub enum Follow {
    /// Rows are queries, columns are keys.
    Pair,
    /// Rows are queries, columns are offsets query - key.
    Offsets(Vec<i64>),
    /// Rows are queries, or tokens as such; columns are chosen in the picture.
    Query,
    /// Rows are keys, memory first; columns are chosen in the picture.
    Key,
    /// Both are chosen in the picture.
    Here,
}

impl Follow {
    /// Through the picture of an intermediate.
    pub fn of(term: &TermView) -> Follow {
        match term.axes.as_slice() {
            [AxisView::Query, AxisView::Key] => Follow::Pair,
            [AxisView::Query, AxisView::Offset] => {
                Follow::Offsets(term.names.iter().filter_map(|name| name.parse().ok()).collect())
            }
            [AxisView::Query | AxisView::Token, _] => Follow::Query,
            [AxisView::Key, _] => Follow::Key,
            _ => Follow::Here,
        }
    }

    /// The cell of a pair, where `here` was chosen in the picture; `None` where it has none.
    pub fn cell(&self, pair: Option<Pair>, here: Option<Cell>, memory: usize) -> Option<Cell> {
        let column = here.map_or(0, |cell| cell.1);
        Some(match self {
            Follow::Pair => pair?,
            Follow::Offsets(offsets) => {
                let (query, key) = pair?;
                let offset = (query + memory) as i64 - key as i64;
                (query, offsets.iter().position(|&other| other == offset)?)
            }
            Follow::Query => (pair?.0, column),
            Follow::Key => (pair?.1, column),
            Follow::Here => here.unwrap_or((0, 0)),
        })
    }

    /// The pair of a cell in a picture of so many rows, after another `pair`; `None` where it is none: a cell by
    /// offset may have its key outside the sentence.
    pub fn pair(
        &self,
        (row, column): Cell,
        pair: Pair,
        rows: usize,
        memory: usize,
    ) -> Option<Pair> {
        match self {
            Follow::Pair => Some((row, column)),
            Follow::Offsets(offsets) => {
                let key = (row + memory) as i64 - offsets.get(column)?;
                let key = usize::try_from(key).ok()?;
                (key < rows + memory).then_some((row, key))
            }
            Follow::Query => Some((row, pair.1)),
            Follow::Key => Some((pair.0, row)),
            Follow::Here => None,
        }
    }
}

/// The cursor at a pair, and what is remembered of it: at a column of the earlier segment, of which the sentence has
/// no key, the cursor stays at the query itself.
pub fn cursor_at((query, column): Pair, memory: usize) -> (Cell, Remembered) {
    match column.checked_sub(memory) {
        Some(key) => ((query, key), None),
        None => ((query, query), Some(((query, query), column))),
    }
}

/// The pair that is shown: at the cursor, else the one that is shown of both methods, else the example.
pub fn shown_pair(
    terms: TermsOf,
    cursor: Option<Cell>,
    remembered: Remembered,
    shared: Option<Cell>,
) -> Option<Pair> {
    let weights = terms.weights()?;
    let of = |(query, key): Cell| (query, key + terms.view.memory);
    let pointed = cursor.map(|at| match remembered {
        Some((cell, column)) if cell == at => (at.0, column),
        _ => of(at),
    });
    let is_there = |at: &Pair| weights.at(at.0, at.1).is_some();
    let shown = pointed.filter(is_there).or_else(|| shared.map(of).filter(is_there));
    shown.or_else(|| example(terms))
}

/// The strongest weight between two different tokens, as an example while nobody points.
fn example(terms: TermsOf) -> Option<Pair> {
    let weights = terms.weights()?;
    let memory = terms.view.memory;
    let cells = weights.rows().enumerate().flat_map(|(query, row)| {
        row.iter().enumerate().map(move |(column, &weight)| ((query, column), weight))
    });
    let others = cells.filter(|((query, column), weight)| {
        *column >= memory && *column != query + memory && weight.is_finite()
    });
    let strongest = others.max_by(|one, other| one.1.total_cmp(&other.1));
    strongest.map(|(cell, _)| cell).or((!weights.values.is_empty()).then_some((0, memory)))
}

/// Query and key of the strongest weight between two different tokens of the sentence.
pub fn strongest_pair(terms: TermsOf) -> Option<Cell> {
    let (query, column) = example(terms)?;
    Some((query, column.checked_sub(terms.view.memory)?))
}
