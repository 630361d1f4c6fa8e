//! A, B and A − B as they are drawn large: on the sentence's tokens, those of an earlier segment before them; and every
//! method as it is drawn small.

use std::sync::Arc;

use nearfar::metrics::RowFigures;
use nearfar::picture::Drawn;
use nearfar::picture::palette::Palette;
use nearfar::picture::scale::Scale;
use nearfar_texts::compare as texts;

use crate::grid::own_columns;
use crate::protocol::{Begun, Cell};

/// What one of the three large pictures shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Which {
    /// A (0) or B (1).
    One(usize),
    /// A − B.
    Difference,
}

impl Which {
    /// All three, from left to right.
    pub const ALL: [Which; 3] = [Which::One(0), Which::One(1), Which::Difference];

    /// The class by which it has its colour.
    pub fn accent(self) -> &'static str {
        match self {
            Which::One(0) => "a",
            Which::One(_) => "b",
            Which::Difference => "difference",
        }
    }
}

/// The shown weights of a method, `[N, M + N]`, and M.
pub type Side = (Arc<Vec<f32>>, usize);

/// Whether there is a weight for every pair, and at least one.
fn is_whole((weights, memory): &Side, tokens: usize) -> bool {
    tokens > 0 && weights.len() == tokens * (memory + tokens)
}

/// A or B; `None` while its weights are not there.
pub fn of_one(begun: &Begun, side: Side, scale: Scale, palette: Palette) -> Option<Arc<Drawn>> {
    if !is_whole(&side, begun.tokens.len()) {
        return None;
    }
    let (weights, memory) = side;
    let rows = Arc::new(begun.tokens.clone());
    let columns = match memory {
        0 => rows.clone(),
        _ => {
            let remembered = begun.memory.iter().take(memory).map(texts::pair_memory);
            Arc::new(remembered.chain(begun.tokens.iter().cloned()).collect())
        }
    };
    Some(Arc::new(Drawn::new(rows, columns, weights, scale, palette)))
}

/// How many columns of a picture stand before the sentence's own: those of an earlier segment.
pub fn skipped(drawn: &Arc<Drawn>) -> usize {
    drawn.shape[1].saturating_sub(drawn.shape[0])
}

/// The value of a pair of the sentence in a picture.
pub fn value_of(drawn: &Arc<Drawn>, (query, key): Cell) -> Option<f64> {
    drawn.value_at((query, skipped(drawn) + key)).map(f64::from)
}

/// The small picture of a method on so many tokens, without names; `None` while its weights are not there.
pub fn unnamed(
    weights: Arc<Vec<f32>>,
    tokens: usize,
    scale: Scale,
    palette: Palette,
) -> Option<Arc<Drawn>> {
    let shape = [tokens, weights.len().checked_div(tokens)?];
    let none = Arc::new(Vec::new());
    let drawn = Drawn { shape, ..Drawn::new(none.clone(), none, weights, scale, palette) };
    (shape[1] > 0).then(|| Arc::new(drawn))
}

/// A − B on the sentence's own keys; `None` while one of the two is not there.
pub fn difference(begun: &Begun, a: &Side, b: &Side) -> Option<Arc<Drawn>> {
    let tokens = begun.tokens.len();
    if ![a, b].iter().all(|side| is_whole(side, tokens)) {
        return None;
    }
    let [a, b] = [a, b].map(|(weights, memory)| own_columns(weights, *memory, tokens));
    let difference: Vec<f32> = a.iter().zip(&b).map(|(a, b)| a - b).collect();
    let (names, scale) = (Arc::new(begun.tokens.clone()), Scale::difference_of(&difference));
    let drawn = Drawn::new(names.clone(), names, Arc::new(difference), scale, Palette::Difference);
    Some(Arc::new(drawn))
}

/// How far a method looks, in tokens: Σ a |i - j| over the keys of a row, those of an earlier segment among them, on the mean
/// of the rows. `None` while its weights are not there, and where no row is a distribution.
pub fn reach(side: &Side, tokens: usize) -> Option<f64> {
    if !is_whole(side, tokens) {
        return None;
    }
    let (weights, memory) = side;
    let rows = weights.chunks(memory + tokens).enumerate();
    let rows = rows.filter_map(|(query, row)| RowFigures::of(memory + query, row));
    let distances: Vec<f64> = rows.map(|row| row.mean_distance).collect();
    (!distances.is_empty()).then(|| distances.iter().sum::<f64>() / distances.len() as f64)
}

/// Whether a picture has cells of no number, which are blank.
pub fn has_blank(drawn: &Drawn) -> bool {
    drawn.values.iter().any(|value| value.is_nan())
}

/// How far any two of the methods of these names are apart, from the divergences of every two; `None` while they are
/// not there.
pub fn every_two(names: Arc<Vec<String>>, apart: Vec<f32>) -> Option<Arc<Drawn>> {
    let is_whole = !names.is_empty() && apart.len() == names.len() * names.len();
    let scale = Scale::from_zero_of(&apart);
    let drawn = Drawn::new(names.clone(), names, Arc::new(apart), scale, Palette::Grey);
    is_whole.then(|| Arc::new(drawn))
}
