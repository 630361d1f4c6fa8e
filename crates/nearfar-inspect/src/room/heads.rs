//! Heads as they are shown: w and v in tiles and in a plot, coefficients of one, what they do on the sentence. What
//! they hold is [`crate::heads`]'s.

use nearfar::attention::Mapping;
use nearfar::metrics::Character;
use nearfar::model::Each;
use nearfar::picture::learned::{Moved, by_offset, sorted, svg};
use nearfar::picture::palette::Palette;
use nearfar::picture::scale::{Scale, format_digits, format_number};
use nearfar::picture::{Drawn, format_short};
use nearfar::settings::MappingKind;
use nearfar_texts::words::cells;
use nearfar_texts::words::labels::Labelled;
use nearfar_texts::{Rich, inspect as texts};

use super::drawing::{Drawing, Shape};
use super::grid::{axis, in_order, places, ticks};
use super::grouped;
use super::tensor::{or_none, percent};
use crate::heads::{character, drawable, not_drawn, sign_of};
use crate::link::Place;
use crate::protocol::Opened;
use crate::protocol::forward::{HeadLine, LayerHeads, OwnNumbers, Ran, Stored};
use crate::report::{Layer, Projection, Report, Role, projection};

/// w and v.
pub type Parameters = (f64, f64);

/// Cells of a grid of heads at most.
const CELLS: usize = 4_096;
/// Tokens of a picture of coefficients.
const TOKENS: usize = 24;

/// Where w and v of a head are looked up: [`learned_at`] or [`started_at`].
pub type At = fn(&[LayerHeads], Place) -> Option<Parameters>;

/// w and v of a head as they were learned, where both are numbers.
pub fn learned_at(layers: &[LayerHeads], (layer, head): Place) -> Option<Parameters> {
    layers.get(layer)?.learned(head)
}

/// Where they started.
pub fn started_at(layers: &[LayerHeads], (layer, head): Place) -> Option<Parameters> {
    layers.get(layer)?.started(head)
}

/// What a tile of a head says: whether it is near or far, and its w.
pub fn tile(layers: &[LayerHeads], mapping: Option<Mapping>, (layer, head): Place) -> String {
    let known = learned_at(layers, (layer, head));
    let sign = known.map_or("", |(w, v)| sign_of(character(mapping, w, v)));
    let w = layers.get(layer).and_then(|layer| layer.w.get(head));
    format!("{sign} {}", w.map_or_else(String::new, |w| format_number(w.0)))
}

/// What the colours of the tiles mean, and by what heads are near or far.
pub fn map_text(mapping: Option<Mapping>) -> &'static str {
    match mapping {
        Some(_) => texts::map_by_coefficient(),
        None => texts::map_by_sign(),
    }
}

/// Whether heads have v: not by a mapping that is known to read none, whatever the file holds.
pub fn has_v(mapping: Option<Mapping>) -> bool {
    mapping.is_none_or(Mapping::has_v)
}

/// What the pictures of w, and of v where heads have it, show.
pub fn learned_text(mapping: Option<Mapping>) -> &'static str {
    if has_v(mapping) { texts::learned_about() } else { texts::learned_about_w() }
}

/// The side of the plot of w and v.
const SIDE: f64 = 240.0;

/// w across, v up: a dot for each head of a model where both are numbers, with a line from where it started. By the
/// mapping that it was trained with it is said how many are near, far and flat. `None` where heads have no v.
pub fn scatter(layers: &[LayerHeads], mapping: Option<Mapping>) -> Option<Drawing> {
    if !has_v(mapping) {
        return None;
    }
    let shape: Vec<usize> = layers.iter().map(|layer| layer.w.len()).collect();
    let one = |place| Some((place, learned_at(layers, place)?, started_at(layers, place)));
    let heads: Vec<(Place, Parameters, Option<Parameters>)> =
        places(&shape).filter_map(one).collect();
    let all = || heads.iter().flat_map(|(_, learned, start)| [Some(*learned), *start]).flatten();
    let (w, v) = (axis(all().map(|(w, _)| w)), axis(all().map(|(_, v)| v)));
    let at = |(x, y): Parameters| (SIDE * (x - w.0) / (w.1 - w.0), SIDE * (v.1 - y) / (v.1 - v.0));
    let shown = |tick: f64| format_number((10.0 * tick).round() / 10.0);
    let (zero_x, zero_y) = at((0.0, 0.0));
    let mut shapes = vec![
        Shape::Frame([0.0, 0.0, SIDE, SIDE]),
        Shape::Line("zero", [(zero_x, 0.0), (zero_x, SIDE)]),
        Shape::Line("zero", [(0.0, zero_y), (SIDE, zero_y)]),
    ];
    let across = |tick| Shape::Text("across", (at((tick, 0.0)).0, SIDE + 14.0), shown(tick));
    let up = |tick| Shape::Text("up", (-6.0, at((0.0, tick)).1 + 4.0), shown(tick));
    shapes.extend(ticks(w).into_iter().map(across));
    shapes.extend(ticks(v).into_iter().map(up));
    shapes.push(Shape::Text("axis", (SIDE + 10.0, zero_y + 4.0), "w".to_owned()));
    shapes.push(Shape::Text("axis", (zero_x, -8.0), "v".to_owned()));
    for &(place, learned, start) in &heads {
        shapes.extend(start.map(|start| Shape::Line("moved", [at(start), at(learned)])));
        let [w, v] = [learned.0, learned.1].map(format_number);
        let says = texts::scatter_point(place.0 + 1, place.1 + 1, w, v);
        shapes.push(Shape::Head(place, at(learned), 4.0, says));
    }
    let count = |wanted: Character| {
        heads.iter().filter(|(_, (w, v), _)| character(mapping, *w, *v) == wanted).count()
    };
    let [near, far, flat] =
        [Character::Near, Character::Far, Character::Flat].map(|of| grouped(count(of)));
    Some(Drawing {
        view: [-34.0, -20.0, SIDE + 54.0, SIDE + 40.0],
        is_stretched: false,
        name: texts::scatter(heads.len(), near, far, flat),
        shapes,
    })
}

/// f(w·R; v) between some tokens.
pub fn coefficients(mapping: Mapping, (w, v): Parameters) -> Drawn {
    let of = |cell: usize| mapping.coefficient(w, v, (cell / TOKENS).abs_diff(cell % TOKENS));
    let values: Vec<f32> = (0..TOKENS * TOKENS).map(of).collect();
    let scale = match mapping.is_positive() {
        true => Scale::coefficients_of(&values),
        false => Scale::diverging_of(&values, 1.0),
    };
    Drawn::unnamed([TOKENS; 2], values, scale, Palette::Signed)
}

/// w and v, where there is one, and the coefficients at four distances.
pub fn coefficients_text(mapping: Mapping, (w, v): Parameters) -> String {
    let at = |distance: usize| format_short(mapping.coefficient::<f64>(w, v, distance));
    let (w, v) = (format_number(w), format_number(v));
    match mapping.has_v() {
        true => texts::coefficients_says(w, v, at(0), at(1), at(5), at(20)),
        false => texts::coefficients_says_w(w, at(0), at(1), at(5), at(20)),
    }
}

/// What coefficients of a head are shown, by its mapping; nothing is, where that is not known.
pub fn coefficients_about(mapping: Option<Mapping>) -> String {
    match mapping {
        Some(mapping) => texts::coefficients_about(TOKENS, MappingKind::of(mapping).label()),
        None => texts::coefficients_none().to_owned(),
    }
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

/// What heads learned of one number as a picture, the lowest first as tiles stand, with their start.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Learned {
    /// w, v, or the tensor's name.
    pub symbol: String,
    /// The picture, as SVG.
    pub drawn: String,
    /// What it shows.
    pub caption: Rich,
    /// What of it is not drawn, in a sentence.
    pub not_drawn: Option<String>,
}

impl Learned {
    /// Of heads in falling order.
    fn new(
        symbol: &str,
        mut heads: Vec<Moved>,
        has_start: bool,
        not_drawn: Option<String>,
    ) -> Learned {
        heads.reverse();
        let caption = match has_start {
            true => texts::learned_caption(symbol),
            false => texts::learned_caption_no_start(symbol),
        };
        Learned { symbol: symbol.to_owned(), drawn: svg(symbol, &heads), caption, not_drawn }
    }
}

/// A row of numbers with its name: learned and at the start, where there are such.
pub type NumbersRow = (String, [Option<f32>; 2]);

impl LayerHeads {
    /// Pictures of w and of v, as far as the layer has them and the mapping, where it is known, reads them.
    pub fn pictures(&self, mapping: Option<Mapping>) -> Vec<Learned> {
        let one = |symbol, start: &[Stored], learned: &[Stored]| {
            let heads = drawable(start, learned);
            let not_drawn = not_drawn(symbol, start, learned);
            (!learned.is_empty()).then(|| Learned::new(symbol, heads, !start.is_empty(), not_drawn))
        };
        let w = one("w", &self.start_w, &self.w);
        let v = has_v(mapping).then(|| one("v", &self.start_v, &self.v)).flatten();
        w.into_iter().chain(v).collect()
    }

    /// What its method has of its own for positions: tensors that are told number by number, and those that are told by
    /// their size alone, which are a row each.
    pub fn own_tables(&self) -> (Vec<OwnNumbers>, Vec<NumbersRow>) {
        let (whole, others): (Vec<_>, Vec<_>) =
            self.own.iter().cloned().partition(|own| own.each == Each::Whole);
        let row = |own: OwnNumbers| {
            let numbers = own.of_head(0).map(|list| list.first().copied());
            (own.name, numbers)
        };
        (others, whole.into_iter().map(row).collect())
    }
}

/// By what every head stands and is coloured in a grid, `[layers][h]`: the root of |w|, so that small ones have colours that
/// are told apart beside a large one, with the sign that its tile says, below 0 of a near head, above 0 of a far one, 0 of a
/// flat one. w itself where w or v is no number.
pub fn leans(layers: &[LayerHeads], mapping: Option<Mapping>) -> Vec<Vec<Option<f64>>> {
    let of = |layer: &LayerHeads, head: usize| match layer.learned(head) {
        Some((w, v)) => match character(mapping, w, v) {
            Character::Near => -w.abs().sqrt(),
            Character::Far => w.abs().sqrt(),
            Character::Flat => 0.0,
        },
        None => layer.w[head].0,
    };
    let all = |layer: &LayerHeads| (0..layer.w.len()).map(|head| Some(of(layer, head))).collect();
    layers.iter().map(all).collect()
}

/// The head of the first layer that stands first: the one that prefers near words most.
pub fn first_head(layers: &[LayerHeads], mapping: Option<Mapping>) -> usize {
    let first = leans(layers.get(..1).unwrap_or_default(), mapping);
    let heads = first.first().map_or(0, Vec::len);
    in_order(&[heads], &first).concat().first().copied().unwrap_or(0)
}

impl OwnNumbers {
    /// What a head has of it, learned and at the start: its own numbers, where every head has such.
    pub fn of_head(&self, head: usize) -> [&[f32]; 2] {
        [&self.learned, &self.start]
            .map(|lists| lists.get(head).or(lists.first()).map_or(&[] as &[f32], Vec::as_slice))
    }

    /// The numbers of a head as rows, each with its name: learned and at the start, where there are such.
    pub fn rows(&self, head: usize) -> Vec<NumbersRow> {
        let [learned, start] = self.of_head(head);
        let row = |place: usize| {
            let numbers = [learned, start].map(|list| list.get(place).copied());
            (cells::name(self.each, learned.len(), place), numbers)
        };
        (0..learned.len()).map(row).collect()
    }

    /// One number of each head or feature as a picture.
    pub fn picture(&self) -> Option<Learned> {
        let numbers =
            |list: &[f32]| list.iter().map(|&number| f64::from(number)).collect::<Vec<_>>();
        let [learned, start] = self.of_head(0).map(numbers);
        let (heads, has_start) = (sorted(&start, &learned), !self.start.is_empty());
        matches!(self.each, Each::Head | Each::Feature)
            .then(|| Learned::new(&self.name, heads, has_start, None))
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
    /// Each.
    pub const ALL: [Measure; 2] = [Measure::Distance, Measure::Entropy];

    /// What it is called.
    pub fn label(self) -> &'static str {
        match self {
            Measure::Distance => texts::measure_distance(),
            Measure::Entropy => texts::measure_entropy(),
        }
    }

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
        (count > 0).then(|| texts::warnings_even(count, grouped(count), layers.join("; ")))
    }
}
