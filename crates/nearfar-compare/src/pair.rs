//! A, B and A − B as they are drawn large: on the sentence's tokens, those of an earlier segment before them; and every
//! method as it is drawn small.

use std::sync::Arc;

use nearfar::metrics;
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

/// The share of a method's attention at each distance, keys of an earlier segment among them, on the mean of the rows.
/// `None` while its weights are not there, and where no row is a distribution.
pub fn by_distance(side: &Side, tokens: usize) -> Option<Vec<f64>> {
    if !is_whole(side, tokens) {
        return None;
    }
    let (weights, memory) = side;
    let rows = weights.chunks(memory + tokens).enumerate();
    metrics::by_distance(rows.map(|(query, row)| (memory + query, row)))
}

/// How far a method looks on average, in tokens, from its shares at each distance.
pub fn reach(shares: &[f64]) -> f64 {
    shares.iter().enumerate().map(|(distance, share)| distance as f64 * share).sum()
}

/// The shares of A and B at each distance as bars: what is farther than the last but one is one bar.
#[derive(Clone, Debug, PartialEq)]
pub struct Bars {
    /// The shares of A and B, from distance 0 on.
    pub shares: Vec<[f64; 2]>,
    /// Whether the last bar is of all that is as far or farther.
    pub has_rest: bool,
    /// How far A and B look on average.
    pub reach: [f64; 2],
}

impl Bars {
    /// As many bars as have room for their names.
    const MOST: usize = 10;

    /// Of the shares of A and B at each distance.
    pub fn of(sides: &[Vec<f64>; 2]) -> Bars {
        let distances = sides.iter().map(Vec::len).max().unwrap_or(0);
        let mut shares = vec![[0.0; 2]; distances.min(Self::MOST)];
        for (which, side) in sides.iter().enumerate() {
            for (distance, share) in side.iter().enumerate() {
                shares[distance.min(Self::MOST - 1)][which] += share;
            }
        }
        let reach = [0, 1].map(|which: usize| reach(&sides[which]));
        Bars { shares, has_rest: distances > Self::MOST, reach }
    }

    /// The name of a bar: its distance, with a + where it is of all beyond, too.
    pub fn name(&self, distance: usize) -> String {
        let is_rest = self.has_rest && distance + 1 == self.shares.len();
        format!("{distance}{}", if is_rest { "+" } else { "" })
    }

    /// The largest share, which is as high as the picture.
    pub fn highest(&self) -> f64 {
        self.shares.iter().flatten().copied().fold(0.0, f64::max)
    }

    /// Where A (0) or B (1) looks on average, from 0 to 1 of the width; `None` among what has no bar of its own.
    pub fn place_of_reach(&self, which: usize) -> Option<f64> {
        let (reach, bars) = (self.reach[which], self.shares.len() as f64);
        let own = if self.has_rest { bars - 1.0 } else { bars };
        (reach + 0.5 <= own).then(|| (reach + 0.5) / bars)
    }
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
