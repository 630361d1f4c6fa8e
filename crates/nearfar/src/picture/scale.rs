//! Scales: where a value lies between the two ends of a palette, the ticks of the legend, and
//! numbers as text. No colour is known here.

use nearfar_kernel::colour::IndexMap;
pub use nearfar_kernel::range::finite_range;
use nearfar_kernel::range::positive_range;

use super::palette::COLOURS;

/// Maps values to positions 0..=1. Values beyond an end are shown as the end; NaN and infinity
/// have no position. A scale without extent maps everything to its low end or its middle.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Scale {
    /// Linear from `min` (0) to `max` (1).
    Sequential {
        /// Value at position 0.
        min: f64,
        /// Value at position 1.
        max: f64,
    },
    /// Linear and symmetric: `centre - extent` (0), `centre` (0.5), `centre + extent` (1).
    Diverging {
        /// Value at position 0.5.
        centre: f64,
        /// Distance of the ends from the centre, at least 0.
        extent: f64,
    },
    /// Logarithmic and symmetric, for factors: `centre / factor` (0), `centre` (0.5),
    /// `centre * factor` (1). Halving and doubling are equally far from the middle; 0 is the low
    /// end. Coefficients have `centre` 1: below it they suppress, above it they promote.
    LogDiverging {
        /// Value at position 0.5, positive.
        centre: f64,
        /// Factor between the centre and an end, at least 1.
        factor: f64,
    },
}

/// A labelled position of a legend.
#[derive(Debug, Clone, PartialEq)]
pub struct Tick {
    /// The value.
    pub value: f64,
    /// Its position on the scale, 0..=1.
    pub position: f64,
    /// The value as text, with as many digits as tell it from its neighbours.
    pub label: String,
}

/// Outer labels of more letters leave none in the middle its room.
const MOST_LETTERS: usize = 6;

/// A tick as a legend shows it.
#[derive(Debug, Clone, PartialEq)]
pub struct Mark {
    /// The classes of its style: how it stands at its place, and whether it moved.
    pub class: String,
    /// Where, in percent of the ramp.
    pub left: f64,
    /// What stands there.
    pub label: String,
}

/// The ticks of a legend, which is drawn again and again.
#[derive(Debug, Default)]
pub struct Marks {
    before: Vec<Tick>,
    again: bool,
}

impl Marks {
    /// Those of a scale, about `count`; values lie `beyond` its ends. A label that was not there before has a style by
    /// another name each time, so that its motion begins anew.
    pub fn next(&mut self, scale: Scale, count: usize, beyond: [bool; 2]) -> Vec<Mark> {
        let mut ticks = scale.ticks(count);
        mark_ends(&mut ticks, beyond);
        self.again = !self.again;
        let moved = if self.again { "again" } else { "moved" };
        let mark = |((tick, side), is_moved): ((&Tick, &str), bool)| Mark {
            class: format!("tick {side} {}", if is_moved { moved } else { "" }),
            left: 100.0 * tick.position,
            label: tick.label.clone(),
        };
        let are_moved = self::moved(&self.before, &ticks);
        let marks = ticks.iter().zip(sides(&ticks)).zip(are_moved).map(mark).collect();
        self.before = ticks;
        marks
    }
}

/// How the label of each tick stands at its place: the `first` and the `last` stay inside the ramp; of the others a short
/// one in the `centre` never runs into them, and one in the `middle` makes room where it has none.
pub fn sides(ticks: &[Tick]) -> Vec<&'static str> {
    let are_short = ticks.iter().all(|tick| tick.label.chars().count() <= MOST_LETTERS);
    let side = |(index, tick): (usize, &Tick)| {
        let is_central = (tick.position - 0.5).abs() < 0.1 && tick.label.len() <= 2;
        match index {
            0 => "first",
            _ if index + 1 == ticks.len() => "last",
            _ if is_central && are_short => "centre",
            _ => "middle",
        }
    };
    ticks.iter().enumerate().map(side).collect()
}

/// Says of the ends that values lie `beyond` them, below the first and above the last; "≤.125" is as long as "0.125".
pub fn mark_ends(ticks: &mut [Tick], beyond: [bool; 2]) {
    let [first, .., last] = ticks else { return };
    if beyond[0] {
        first.label = match first.label.strip_prefix("0.") {
            Some(decimals) => format!("≤.{decimals}"),
            None => format!("≤ {}", first.label),
        };
    }
    if beyond[1] {
        last.label = format!("≥ {}", last.label);
    }
}

/// Which of the labels no tick of `before` has: the range moved, and with it what each colour means. None, where `before`
/// had no extent: nothing was shown yet.
pub fn moved(before: &[Tick], now: &[Tick]) -> Vec<bool> {
    let is_new = |tick: &Tick| before.iter().all(|known| known.label != tick.label);
    now.iter().map(|tick| before.len() > 1 && is_new(tick)).collect()
}

/// Coefficients seldom differ from 1 by more; beyond it, suppressed is suppressed.
const MAX_FACTOR: f64 = 1000.0;
/// Coefficients nearer to 1 than this look neutral: rounding is not blown up into a pattern.
const MIN_FACTOR: f64 = 1.01;

/// Less than this changes a score no more than 0 would.
const LEAST_COEFFICIENT: f64 = 1.0 / 64.0;
/// A scale of coefficients ends there at the latest.
const MOST_COEFFICIENT: f64 = 1024.0;

/// The next of 1, 0.7, 0.5, 0.3, 0.2, 0.1, 0.07, ... that holds an extent: the largest value is at least half of it, so that
/// a long sentence, whose weights are small, is not pale. A greater one than 1, which no weight has, is its own bound; 1e-6
/// is the least, and 0 has none.
fn bound_of(extent: f64) -> f64 {
    if extent <= 0.0 || extent > 1.0 {
        return extent.max(0.0);
    }
    let (mut bound, mut tens) = (1.0, 1.0);
    for digit in [7.0, 5.0, 3.0, 2.0, 1.0].into_iter().cycle().take(30) {
        if extent > digit / (10.0 * tens) {
            break;
        }
        bound = digit / (10.0 * tens);
        tens *= if digit == 1.0 { 10.0 } else { 1.0 };
    }
    bound
}

impl Scale {
    /// The scale of coefficients, from 1/8 to 8: w and v of two heads look as different as they are.
    pub const COEFFICIENTS: Scale = Scale::LogDiverging { centre: 1.0, factor: 8.0 };

    /// [`Scale::COEFFICIENTS`], or the narrowest of 1/16 to 16, 1/32 to 32 and so on that holds the finite coefficients:
    /// some are seen to be larger than others. Those below 1/64 are as good as 0, and above 1024 it ends.
    pub fn coefficients_of(values: &[f32]) -> Scale {
        let (least, most) = finite_range(values).unwrap_or((1.0, 1.0));
        let reach = most.max(least.max(LEAST_COEFFICIENT).recip());
        let mut factor = 8.0;
        while factor < reach.min(MOST_COEFFICIENT) {
            factor *= 2.0;
        }
        Scale::LogDiverging { centre: 1.0, factor }
    }

    /// The greatest coefficient of a scale that [`Scale::coefficients_of`] gives.
    pub fn most_of_coefficients(self) -> Option<f64> {
        match self {
            Scale::LogDiverging { centre: 1.0, factor } if factor >= 8.0 => {
                Some(factor).filter(|factor| factor.log2().fract() == 0.0)
            }
            _ => None,
        }
    }

    /// From the least to the greatest finite value; `[0, 1]` where there is none.
    pub fn sequential_of(values: &[f32]) -> Scale {
        let (min, max) = finite_range(values).unwrap_or((0.0, 1.0));
        Scale::Sequential { min, max }
    }

    /// From 0 to the greatest finite value. From the least where a late method makes weights below 0.
    pub fn from_zero_of(values: &[f32]) -> Scale {
        let (min, max) =
            finite_range(values).map_or((0.0, 1.0), |(min, max)| (min.min(0.0), max.max(0.0)));
        Scale::Sequential { min, max }
    }

    /// That of weights under a slider: as [`Scale::from_zero_of`], to the next bound that holds them all ([`bound_of`]),
    /// so that the colours stay as they are while the slider moves a little.
    pub fn weights_of(values: &[f32]) -> Scale {
        match Scale::from_zero_of(values) {
            Scale::Sequential { min, max } => Scale::Sequential { min, max: bound_of(max) },
            scale => scale,
        }
    }

    /// Symmetric about `centre`, as wide as the finite value farthest from it.
    pub fn diverging_of(values: &[f32], centre: f64) -> Scale {
        let extent = finite_range(values)
            .map_or(1.0, |(min, max)| (max - centre).max(centre - min).max(0.0));
        Scale::Diverging { centre, extent }
    }

    /// That of differences of weights: symmetric about 0, to the next bound that holds them all ([`bound_of`]), so
    /// that the colours stay as they are while a slider moves a little.
    pub fn difference_of(values: &[f32]) -> Scale {
        let extent = finite_range(values).map_or(1.0, |(min, max)| max.max(-min).max(0.0));
        Scale::Diverging { centre: 0.0, extent: bound_of(extent) }
    }

    /// Logarithmic about 1, as wide as the positive finite value farthest from it, but within
    /// a factor of 1.01 to 1000: one coefficient of 1e-30 must not hide all others.
    pub fn log_diverging_of(values: &[f32]) -> Scale {
        let factor = positive_range(values)
            .map_or(1.0, |(min, max)| max.max(min.recip()))
            .clamp(MIN_FACTOR, MAX_FACTOR);
        Scale::LogDiverging { centre: 1.0, factor }
    }

    /// One scale for several pictures: the wider of both where they are of one kind and centre,
    /// otherwise `self`.
    pub fn union(self, other: Scale) -> Scale {
        use Scale::{Diverging, LogDiverging, Sequential};
        match (self, other) {
            (Sequential { min, max }, Sequential { min: low, max: high }) => {
                Sequential { min: min.min(low), max: max.max(high) }
            }
            (Diverging { centre, extent }, Diverging { centre: c, extent: e }) if centre == c => {
                Diverging { centre, extent: extent.max(e) }
            }
            (LogDiverging { centre, factor }, LogDiverging { centre: c, factor: f })
                if centre == c =>
            {
                LogDiverging { centre, factor: factor.max(f) }
            }
            _ => self,
        }
    }

    /// Position 0..=1 of a value; `None` for NaN and infinity.
    pub fn position(self, value: f64) -> Option<f64> {
        if !value.is_finite() {
            return None;
        }
        let line = self.line();
        let x = if self.is_logarithmic() { value.max(f64::MIN_POSITIVE).log2() } else { value };
        Some((line.base + (x - line.origin) * line.slope).clamp(0.0, 1.0))
    }

    /// The value at a position: the inverse of [`Scale::position`].
    pub fn value_at(self, position: f64) -> f64 {
        let line = self.line();
        let offset = if line.slope > 0.0 { (position - line.base) / line.slope } else { 0.0 };
        let x = line.origin + offset;
        // exp2 would bring a table of its own into the page, 4 KB that do not compress.
        if self.is_logarithmic() { (x * std::f64::consts::LN_2).exp() } else { x }
    }

    /// About `count` labelled positions in rising order, both ends among them; one where the
    /// scale has no extent. Inner values are 1, 2 or 5 times a power of ten, on wide logarithmic
    /// scales powers of one factor.
    pub fn ticks(self, count: usize) -> Vec<Tick> {
        let (low, high) = (self.value_at(0.0), self.value_at(1.0));
        let tick = |value: f64, resolution: f64, least: usize| Tick {
            value,
            position: self.position(value).unwrap_or(0.0),
            label: format_digits(value, digits_for(value, resolution).max(least)),
        };
        let range = high - low;
        if !(range > 0.0 && range.is_finite()) {
            return vec![tick(low, 0.0, 3)];
        }
        let count = count.max(2);
        let inner: Vec<Tick> = match self {
            Scale::LogDiverging { centre, factor } if factor >= 4.0 => {
                power_ticks(factor, count.saturating_sub(3) / 2)
                    .map(|power| tick(centre * power, 0.0, 3))
                    .collect()
            }
            // Near 1 only the 1 itself is round.
            Scale::LogDiverging { centre, .. } => vec![tick(centre, 0.0, 3)],
            // Half of such a bound is read more easily than two fifths of it.
            Scale::Sequential { min: 0.0, max } if count == 3 && bound_of(max) == max => {
                vec![tick(max / 2.0, 0.0, 2)]
            }
            _ => {
                let (step, values) = nice_values(low, high, count);
                values.map(|value| tick(value, step, 1)).collect()
            }
        };
        // An inner label closer to an end than this would run into the end's.
        let room = 0.6 / count as f64;
        let inner = inner.into_iter().filter(|t| t.position > room && t.position < 1.0 - room);
        let [first, last] = [low, high].map(|end| tick(end, range / 100.0, 3));
        let mut ticks: Vec<Tick> = std::iter::once(first).chain(inner).chain([last]).collect();
        // What lies outside has the colour of the end.
        if let (Some(most), [first, ..]) = (self.most_of_coefficients(), &mut ticks[..]) {
            first.label = format!("1/{most}");
            mark_ends(&mut ticks, [true; 2]);
        }
        ticks
    }

    /// Whether a value lies below the low end, and whether one lies above the high end.
    pub fn beyond(self, values: &[f32]) -> [bool; 2] {
        // An end that is a value is no further than rounding from it.
        let [low, high] = [0.0, 1.0].map(|position| self.value_at(position));
        let [low, high] = [low - 1e-6 * low.abs(), high + 1e-6 * high.abs()];
        values.iter().fold([false; 2], |[below, above], &value| {
            [below || f64::from(value) < low, above || f64::from(value) > high]
        })
    }

    /// Whether small and large deviations are told from the middle, not from the low end.
    pub const fn is_diverging(self) -> bool {
        !matches!(self, Scale::Sequential { .. })
    }

    const fn is_logarithmic(self) -> bool {
        matches!(self, Scale::LogDiverging { .. })
    }

    /// The scale as a line: position = base + (x - origin) * slope, where x is the value or, on
    /// a logarithmic scale, its binary logarithm.
    fn line(self) -> Line {
        let (origin, span, base) = match self {
            Scale::Sequential { min, max } => (min, max - min, 0.0),
            Scale::Diverging { centre, extent } => (centre, 2.0 * extent, 0.5),
            Scale::LogDiverging { centre, factor } => {
                (centre.max(f64::MIN_POSITIVE).log2(), 2.0 * factor.log2(), 0.5)
            }
        };
        // Less than what rounding to f32 makes of equal values is no extent.
        let noise = if self.is_logarithmic() { 1e-6 } else { 1e-30 };
        let has_extent = span > noise && span > 1e-6 * origin.abs() && span.is_finite();
        Line { origin, base, slope: if has_extent { span.recip() } else { 0.0 } }
    }

    /// The scale in the form that pixels are painted with.
    pub(super) fn index_map(self) -> IndexMap {
        let line = self.line();
        let last = (COLOURS - 1) as f64;
        IndexMap {
            logarithmic: self.is_logarithmic(),
            origin: line.origin as f32,
            gain: (line.slope * last) as f32,
            base: (line.base * last) as f32,
        }
    }
}

struct Line {
    origin: f64,
    base: f64,
    slope: f64,
}

/// Round values between `min` and `max` for an axis, about `count`, with their labels.
pub fn nice_ticks(min: f64, max: f64, count: usize) -> Vec<(f64, String)> {
    let (step, values) = nice_values(min, max, count);
    values.map(|value| (value, format_digits(value, digits_for(value, step)))).collect()
}

/// The step (1, 2 or 5 times a power of ten) and its multiples within [min, max].
fn nice_values(min: f64, max: f64, count: usize) -> (f64, impl Iterator<Item = f64>) {
    let step = nice_step((max - min) / count.max(1) as f64);
    let usable = step > 0.0 && step.is_finite() && min.is_finite() && max.is_finite();
    // A hair more on both sides, so that an end which is itself a multiple is not lost.
    let first = (min / step - 1e-6).ceil();
    let last = (max / step + 1e-6).floor();
    let steps = if usable && last >= first { (last - first) as usize + 1 } else { 0 };
    (step, (0..steps.min(10 * count.max(1))).map(move |k| (first + k as f64) * step))
}

/// The least 1, 2 or 5 times a power of ten that is not below `least`.
fn nice_step(least: f64) -> f64 {
    let power = 10f64.powf(least.log10().floor());
    let nice = [1.0, 2.0, 5.0].into_iter().find(|m| m * power >= least * (1.0 - 1e-9));
    nice.unwrap_or(10.0) * power
}

/// Powers of one factor strictly within `1/limit..limit`, at most `per_side` (at least 1) on
/// either side of 1.
fn power_ticks(limit: f64, per_side: usize) -> impl Iterator<Item = f64> {
    let inside = |base: f64| (limit.ln() / base.ln() - 1e-9).floor();
    let fits = |&base: &f64| inside(base) <= per_side.max(1) as f64;
    let base = [2.0, 4.0, 10.0, 100.0].into_iter().find(fits).unwrap_or(1000.0);
    let most = inside(base).min(64.0) as i32;
    (-most..=most).map(move |power| base.powi(power))
}

/// About three significant digits: "0.0312", "−1.5", "12345", "2.4e−7", "∞", "NaN". The minus
/// is U+2212; zero has no sign.
pub fn format_number(value: f64) -> String {
    format_digits(value, 3)
}

/// Significant digits that show `value` to within `resolution`.
fn digits_for(value: f64, resolution: f64) -> usize {
    let digits = value.abs().log10().floor() - resolution.log10().floor() + 1.0;
    if digits.is_finite() { digits.clamp(1.0, 9.0) as usize } else { 1 }
}

/// A count in every language: a thin space, where no line breaks, before every three digits, 1 234 567. Beside it a
/// decimal point is read as one, which a comma or a point among the digits would not be.
pub fn format_count(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push('\u{202f}');
        }
        text.push(digit);
    }
    text
}

/// A number as text with so many significant digits, as [`format_number`] writes it.
pub fn format_digits(value: f64, digits: usize) -> String {
    if value.is_nan() {
        return "NaN".into();
    }
    let magnitude = value.abs();
    let text = if magnitude.is_infinite() {
        "∞".into()
    } else if magnitude == 0.0 || (1e-3..1e5).contains(&magnitude) {
        let exponent = if magnitude > 0.0 { magnitude.log10().floor() as i32 } else { 0 };
        let decimals = (digits as i32 - 1 - exponent).max(0) as usize;
        without_trailing_zeros(&format!("{magnitude:.decimals$}")).to_owned()
    } else {
        let scientific = format!("{magnitude:.*e}", digits.saturating_sub(1));
        match scientific.split_once('e') {
            Some((mantissa, exponent)) => {
                let exponent = exponent.replace('-', "−");
                format!("{}e{exponent}", without_trailing_zeros(mantissa))
            }
            None => scientific,
        }
    };
    if value < 0.0 { format!("−{text}") } else { text }
}

fn without_trailing_zeros(number: &str) -> &str {
    if number.contains('.') { number.trim_end_matches('0').trim_end_matches('.') } else { number }
}
