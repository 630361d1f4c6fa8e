//! Heads as they are shown: w and v in tiles and in a plot, coefficients of one, what they do on the sentence. What
//! they hold is [`crate::heads`]'s.

use nearfar::attention::Mapping;
use nearfar::metrics::Character;
use nearfar::model::Each;
use nearfar::picture::learned::{by_offset, sorted, svg};
use nearfar::picture::palette::Palette;
use nearfar::picture::scale::{Scale, format_digits, format_number};
use nearfar::picture::{Drawn, format_short};
use nearfar_texts::inspect as texts;
use nearfar_texts::words::cells;

use super::grid::{axis, places, ticks};
use super::tensor::{or_none, percent};
use crate::heads::{character, sign_of};
use crate::link::Place;
use crate::protocol::Opened;
use crate::protocol::forward::{HeadLine, LayerHeads, OwnNumbers, Ran};
use crate::recognise::{Layer, Projection, Report, Role, projection};

/// w and v.
type Parameters = (f64, f64);

/// Cells of a grid of heads at most.
const CELLS: usize = 4_096;
/// Tokens of a picture of coefficients.
pub const TOKENS: usize = 24;

/// w and v of a head as they were learned, where both are numbers.
pub fn learned_at(layers: &[LayerHeads], (layer, head): Place) -> Option<Parameters> {
    layers.get(layer)?.learned(head)
}

/// Where they started.
pub fn started_at(layers: &[LayerHeads], (layer, head): Place) -> Option<Parameters> {
    layers.get(layer)?.started(head)
}

/// What a tile of a head says: whether it is near or far, and its w.
pub fn tile(layers: &[LayerHeads], mapping: Option<Mapping>, place: Place, w: f64) -> String {
    let known = learned_at(layers, place);
    let sign = known.map_or("", |(w, v)| sign_of(character(mapping, w, v)));
    format!("{sign} {}", format_number(w))
}

/// What the colours of the tiles mean, and by what heads are near or far. The colours are of w: they are near and far
/// where its sign is.
pub fn map_text(mapping: Option<Mapping>) -> String {
    let of = |w: f64| character(mapping, w, 0.0);
    let colours = match (of(-1.0), of(1.0)) {
        (Character::Near, Character::Far) => texts::map_tiles(),
        _ => texts::map_colours(),
    };
    let by = match mapping {
        Some(_) => texts::map_by_coefficient(),
        None => texts::map_by_sign(),
    };
    format!("{colours} {by}")
}

/// A head in the plot of w and v.
#[derive(Clone, Debug, PartialEq)]
pub struct Point {
    /// Which.
    pub place: Place,
    /// Where it stands, in a box of [`Scatter::SIDE`].
    pub at: (f64, f64),
    /// Where it started.
    pub from: Option<(f64, f64)>,
    /// The head with its w and v.
    pub title: String,
}

/// w across, v up: a point for each head where both are numbers.
#[derive(Clone, Debug, PartialEq)]
pub struct Scatter {
    /// The heads.
    pub points: Vec<Point>,
    /// Where w and v are 0.
    pub zero: (f64, f64),
    /// What is counted across: where, and what stands there.
    pub across: Vec<(f64, String)>,
    /// What is counted up.
    pub up: Vec<(f64, String)>,
    /// How many heads are near, far and flat, in a sentence.
    pub name: String,
}

impl Scatter {
    /// The side of the box.
    pub const SIDE: f64 = 240.0;

    /// Of all heads of a model, by the mapping that it was trained with.
    pub fn of(layers: &[LayerHeads], mapping: Option<Mapping>) -> Scatter {
        let shape: Vec<usize> = layers.iter().map(|layer| layer.w.len()).collect();
        let one = |place| Some((place, learned_at(layers, place)?, started_at(layers, place)));
        let heads: Vec<(Place, Parameters, Option<Parameters>)> =
            places(&shape).filter_map(one).collect();
        let all =
            || heads.iter().flat_map(|(_, learned, start)| [Some(*learned), *start]).flatten();
        let (w, v) = (axis(all().map(|(w, _)| w)), axis(all().map(|(_, v)| v)));
        let at = |(x, y): Parameters| {
            let side = Scatter::SIDE;
            (side * (x - w.0) / (w.1 - w.0), side * (v.1 - y) / (v.1 - v.0))
        };
        let shown = |tick: f64| format_number((10.0 * tick).round() / 10.0);
        let point = |&(place, learned, start): &(Place, Parameters, Option<Parameters>)| {
            let [w, v] = [learned.0, learned.1].map(format_number);
            let title = texts::scatter_point(place.0 + 1, place.1 + 1, w, v);
            Point { place, at: at(learned), from: start.map(at), title }
        };
        let count = |wanted: Character| {
            heads.iter().filter(|(_, (w, v), _)| character(mapping, *w, *v) == wanted).count()
        };
        let [near, far, flat] = [Character::Near, Character::Far, Character::Flat].map(count);
        Scatter {
            points: heads.iter().map(point).collect(),
            zero: at((0.0, 0.0)),
            across: ticks(w).into_iter().map(|tick| (at((tick, 0.0)).0, shown(tick))).collect(),
            up: ticks(v).into_iter().map(|tick| (at((0.0, tick)).1, shown(tick))).collect(),
            name: texts::scatter(heads.len(), near, far, flat),
        }
    }
}

/// f(w·R; v) between [`TOKENS`] tokens.
pub fn coefficients(mapping: Mapping, (w, v): Parameters) -> Drawn {
    let of = |cell: usize| mapping.coefficient(w, v, (cell / TOKENS).abs_diff(cell % TOKENS));
    let values: Vec<f32> = (0..TOKENS * TOKENS).map(of).collect();
    let scale = match mapping.is_positive() {
        true => Scale::COEFFICIENTS,
        false => Scale::diverging_of(&values, 1.0),
    };
    Drawn::unnamed([TOKENS; 2], values, scale, Palette::Signed)
}

/// w and v, and the coefficients at four distances.
pub fn coefficients_text(mapping: Mapping, (w, v): Parameters) -> String {
    let at = |distance: usize| format_short(mapping.coefficient::<f64>(w, v, distance));
    texts::coefficients_says(format_number(w), format_number(v), at(0), at(1), at(5), at(20))
}

impl Report {
    /// Heads of each stored layer, as many as a grid shows: a file may announce any number.
    pub fn heads_shown(&self) -> Vec<usize> {
        let mut left = CELLS;
        let take = |layer: &Layer| {
            let taken = layer.heads.min(left);
            left -= taken;
            taken
        };
        self.layers.iter().map(take).take_while(|&heads| heads > 0).collect()
    }
}

impl Opened {
    /// Where the query or the key of a head lies: the place of the tensor, its shape, and which part of it.
    ///
    /// # Errors
    /// Why it cannot be shown, see [`projection`]; or its numbers cannot be read.
    pub fn projection(
        &self,
        report: &Report,
        (layer, head): Place,
        role: Role,
    ) -> Result<(usize, Vec<u64>, Projection), String> {
        let found = projection(report, layer, head, role, |name| self.shape_of(name))?;
        let place = self.place_of(&found.tensor);
        let line = place.and_then(|place| Some((place, self.tensors.get(place)?)));
        let (place, line) = line.ok_or_else(|| texts::projections_nothing().to_owned())?;
        match &line.problem {
            Some(why) => Err(why.clone()),
            None => Ok((place, line.shape.clone(), found)),
        }
    }
}

impl OwnNumbers {
    /// What a head has of it, learned and at the start: its own numbers, where every head has such.
    pub fn of_head(&self, head: usize) -> [&[f32]; 2] {
        [&self.learned, &self.start]
            .map(|lists| lists.get(head).or(lists.first()).map_or(&[] as &[f32], Vec::as_slice))
    }

    /// The numbers of a head as rows, each with its name: learned and at the start, where there are such.
    pub fn rows(&self, head: usize) -> Vec<(String, [Option<f32>; 2])> {
        let [learned, start] = self.of_head(head);
        let row = |place: usize| {
            let numbers = [learned, start].map(|list| list.get(place).copied());
            (cells::name(self.each, learned.len(), place), numbers)
        };
        (0..learned.len()).map(row).collect()
    }

    /// One number of each head or feature as a picture, sorted, with its start.
    pub fn picture(&self) -> Option<String> {
        let numbers =
            |list: &[f32]| list.iter().map(|&number| f64::from(number)).collect::<Vec<_>>();
        let [learned, start] = self.of_head(0).map(numbers);
        matches!(self.each, Each::Head | Each::Feature)
            .then(|| svg(&self.name, &sorted(&start, &learned)))
    }

    /// Whether the numbers are of offsets, so that there is a curve of each head.
    pub fn has_curve(&self) -> bool {
        matches!(self.each, Each::Offset | Each::Bucket)
    }

    /// That curve.
    pub fn curve(&self, head: usize) -> String {
        let [learned, start] = self.of_head(head);
        by_offset(self.each, learned, start)
    }
}

/// What the grid of heads without w and v shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Measure {
    /// Mean distance, in tokens.
    Distance,
    /// Mean entropy, in nats.
    Entropy,
}

impl Measure {
    /// Of what a head does.
    pub fn of(self, line: &HeadLine) -> Option<f64> {
        match self {
            Measure::Distance => line.distance,
            Measure::Entropy => line.entropy,
        }
    }

    /// What the first and the last of a row of heads are, the least first.
    pub fn ends(self) -> [&'static str; 2] {
        match self {
            Measure::Distance => [texts::map_near(), texts::map_far()],
            Measure::Entropy => [texts::map_narrow(), texts::map_wide()],
        }
    }
}

impl HeadLine {
    /// Its mean distance, short.
    pub fn distance_text(&self) -> String {
        or_none(self.distance, |distance| format_digits(distance, 2))
    }

    /// What a head does, in a sentence.
    pub fn says(&self, (layer, head): Place) -> String {
        let [distance, entropy] =
            [self.distance, self.entropy].map(|number| or_none(number, format_number));
        let share = or_none(self.near, percent);
        match self.is_even {
            true => texts::measured_head_even(layer + 1, head + 1, distance, entropy, share),
            false => texts::measured_head(layer + 1, head + 1, distance, entropy, share),
        }
    }
}

impl Ran {
    /// The heads that spread their weight almost evenly, in a sentence; `None` where there is none.
    pub fn even_text(&self) -> Option<String> {
        let even = self.even();
        let count: usize = even.iter().map(|(_, heads)| heads.len()).sum();
        let layer = |(layer, heads): &(usize, Vec<usize>)| {
            let heads: Vec<String> = heads.iter().map(|head| (head + 1).to_string()).collect();
            texts::warnings_even_layer(layer + 1, heads.join(", "))
        };
        let layers: Vec<String> = even.iter().map(layer).collect();
        (count > 0).then(|| texts::warnings_even(count, count, layers.join("; ")))
    }
}
