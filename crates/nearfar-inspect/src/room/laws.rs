//! What a study of laws found, in words, as rows of tables and in pictures. What is measured next is
//! [`super::study`]'s.

use nearfar::picture::chart::Series;
use nearfar::picture::format_short;
use nearfar::picture::scale::{format_digits, nice_ticks};
use nearfar_texts::{Rich, inspect as texts};

use super::drawing::{At, Drawing, Shape};
use super::grid::head_name;
use super::grouped;
use super::report::{Fact, NONE};
use super::study::{Doing, Found, Order, Study};
use crate::laws::{AsDistanceAware, Fitted, HeadReport, Interval, Law, LawRow, Means, judged_of};
use crate::link::Place;

/// A law has a number for each distance at most so far that they are read one by one.
const MOST_NUMBERS: usize = 4;
/// The side of a picture of heads.
const SIDE: f64 = 300.0;
/// Room at its left, for what is counted up.
const LEFT: f64 = 42.0;
/// Room at its right, for the half of a label that stands beyond the last line.
const RIGHT: f64 = 18.0;
/// Room above, for the name of what goes up.
const ABOVE: f64 = 22.0;
/// Room below.
const BELOW: f64 = 34.0;
/// The radii of a head to which positions do nothing, and of the one to which they do most.
const RADII: (f64, f64) = (2.0, 8.0);
/// Where the line is on which bars stand.
const MIDDLE: f64 = 60.0;
/// Room above, below and at the right of bars.
const EDGE: f64 = 8.0;
/// Shares below are drawn here: a law that is worse than none is that, however much.
const LEAST_SHARE: f64 = -0.25;
/// Below it a head is no distance-aware one, whatever w and v (docs/laws.md).
const FITS: f64 = 0.1;

/// A text of the page.
type Label = fn() -> &'static str;

/// The columns of the table of heads, and what a press on one sorts by.
pub const COLUMNS: [(Label, Option<Order>); 7] = [
    (texts::laws_column_head, Some(Order::Place)),
    (texts::laws_column_positions, Some(Order::Silenced)),
    (|| "|j − i|", Some(Order::Distance)),
    (|| "j − i", Some(Order::Offset)),
    (texts::laws_column_best, None),
    (texts::laws_column_da, Some(Order::DistanceAware)),
    (|| "w, v", None),
];

/// The columns of the table of one head's laws.
pub const LAWS_OF_HEAD: [Label; 3] = [texts::laws_law, texts::laws_explains, texts::laws_numbers];

/// The columns of the table of laws over all heads.
pub const LAWS_OF_ALL: [Label; 4] =
    [texts::laws_law, texts::laws_column_left, texts::laws_explains, texts::laws_column_best_of];

fn row(law: &str) -> Option<&'static LawRow> {
    Law::from_name(law).map(Law::row)
}

fn label(law: &str) -> &'static str {
    row(law).map_or("", |row| row.label)
}

/// A share: "41 %".
fn percent(share: Option<Interval>) -> String {
    share.map_or_else(|| NONE.to_owned(), |share| format!("{:.0} %", 100.0 * share.value))
}

/// A share with its interval: "41 % [38, 44]".
fn percent_within(share: Option<Interval>) -> String {
    let within = |Interval { value, low, high }: Interval| {
        let [value, low, high] = [value, low, high].map(|share| 100.0 * share);
        format!("{value:.0} % [{low:.0}, {high:.0}]")
    };
    share.map_or_else(|| NONE.to_owned(), within)
}

/// Nats with their interval: "0.123 [0.100, 0.150]".
fn nats(figure: Option<Interval>) -> String {
    let within = |Interval { value, low, high }| format!("{value:.3} [{low:.3}, {high:.3}]");
    figure.map_or_else(|| NONE.to_owned(), within)
}

fn at_bound(is_at_bound: bool) -> &'static str {
    if is_at_bound { texts::laws_at_bound() } else { "" }
}

impl Study {
    /// How far it is; once it is over, what the model was silenced of.
    pub fn says(&self) -> String {
        match (self.doing(), self.silenced()) {
            (Some(Doing::Sentences(done, of)), _) => {
                texts::laws_sentences(grouped(done), grouped(of))
            }
            (Some(Doing::Heads(done, of)), _) => texts::laws_heads(grouped(done), of),
            (None, None) => String::new(),
            (None, Some([])) => texts::laws_no_positions().to_owned(),
            (None, Some(all)) => texts::laws_silenced(all.join("; ")),
        }
    }
}

impl Order {
    /// What a screen reader is told of the column that sorts by it, where heads stand by `now`.
    pub fn sorted(self, now: Order) -> &'static str {
        match self {
            _ if self != now => "none",
            Order::Place => "ascending",
            _ => "descending",
        }
    }
}

impl Fitted {
    /// A row: the law, what it explains, its numbers.
    pub fn cells(&self) -> [String; 3] {
        let named = || {
            let names = row(&self.law).map_or(&[] as &[&str], |row| row.parameters);
            let named = names.iter().zip(&self.parameters).map(|(name, &value)| {
                format!("{} {}", name.replace("beta", "β"), format_digits(value, 3))
            });
            named.collect::<Vec<_>>().join(", ")
        };
        let numbers = match self.parameters.len() {
            0..=MOST_NUMBERS => named(),
            count => texts::laws_many(count),
        };
        let numbers = format!("{numbers} {}", at_bound(self.at_bound));
        [label(&self.law).to_owned(), percent_within(self.explained), numbers]
    }
}

impl HeadReport {
    /// Its layer and itself.
    pub fn place(&self) -> Place {
        (self.layer, self.head)
    }

    fn fitted(&self, law: &str) -> Option<&Fitted> {
        self.laws.iter().find(|fitted| fitted.law == law)
    }

    /// What a law explains of it.
    pub fn explained(&self, law: &str) -> Option<Interval> {
        self.fitted(law)?.explained
    }

    /// Where it looks.
    pub fn looks(&self) -> Vec<Fact> {
        let shares = &self.shares;
        let fact = |name, share| Fact::new(name, percent_within(Some(share)));
        vec![
            fact(texts::laws_back(), shares.back),
            fact(texts::laws_ahead(), shares.ahead),
            fact(texts::laws_itself(), shares.itself),
            fact(texts::laws_first(), shares.first),
            fact(texts::laws_separators(), shares.separators),
        ]
    }

    /// What positions do to it, in a sentence.
    pub fn positions_text(&self) -> String {
        texts::laws_head_positions(nats(self.silenced))
    }

    /// A row: one cell for each of [`COLUMNS`].
    pub fn cells(&self) -> [String; 7] {
        let best = self
            .best
            .as_deref()
            .map(|law| format!("{} {}", label(law), percent(self.explained(law))));
        let da = self.distance_aware.as_ref();
        let numbers = da.map(|AsDistanceAware { law, w, v, .. }| {
            let bound = at_bound(self.fitted(law).is_some_and(|fitted| fitted.at_bound));
            format!("{}, {} {bound}", format_short(*w), format_short(*v)).trim_end().to_owned()
        });
        [
            head_name(self.place()),
            nats(self.silenced),
            percent_within(self.explained("free-distance")),
            percent_within(self.explained("free-offset")),
            best.unwrap_or_default(),
            percent_within(da.and_then(|da| da.explained)),
            numbers.unwrap_or_default(),
        ]
    }

    /// Where it stands among [`dots`].
    fn dot(&self) -> Option<At> {
        let share = |law| Some(self.explained(law)?.value.clamp(LEAST_SHARE, 1.0));
        Some(dot_at(share("free-distance")?, share("free-offset")?))
    }

    /// Its mean attention by j - i, within the interval.
    pub fn by_offset(&self) -> Vec<Series> {
        let line = |of: fn(&Interval) -> f64, name: &str, faint: bool| {
            let places = self.profile.attention.iter().zip(self.profile.from..);
            let points =
                places.filter_map(|(figure, offset)| Some((offset as f64, of(figure.as_ref()?))));
            Series { faint, ..Series::new(name, points.collect(), 0) }
        };
        vec![
            line(|figure| figure.low, "", true),
            line(|figure| figure.high, "", true),
            line(|figure| figure.value, texts::laws_profile(), false),
        ]
    }
}

/// Where two shares stand, across and up.
fn dot_at(across: f64, up: f64) -> At {
    let share = |share: f64| (share - LEAST_SHARE) / (1.0 - LEAST_SHARE);
    let (width, height) = (SIDE - LEFT - RIGHT, SIDE - ABOVE - BELOW);
    (LEFT + share(across) * width, ABOVE + (1.0 - share(up)) * height)
}

/// Every head of which anything is explained as a dot: across what any law of |j - i| could explain of it, up what any
/// law of j - i could. The more positions do to it, the larger it is.
pub fn dots(heads: &[HeadReport]) -> Drawing {
    let (left, right, below) = (LEFT, SIDE - RIGHT, SIDE - BELOW);
    let mut shapes = Vec::new();
    for (share, _) in nice_ticks(LEAST_SHARE, 1.0, 4) {
        let ((x, y), class) = (dot_at(share, share), if share == 0.0 { "zero" } else { "grid" });
        let says = format!("{:.0} %", 100.0 * share);
        shapes.extend([
            Shape::Line(class, [(left, y), (right, y)]),
            Shape::Line(class, [(x, ABOVE), (x, below)]),
            Shape::Text("y", (left - 4.0, y), says.clone()),
            Shape::Text("x", (x, below + 14.0), says),
        ]);
    }
    // Where both are the same.
    let ends = [LEAST_SHARE, 1.0].map(|share| dot_at(share, share));
    shapes.push(Shape::Line("diagonal", ends));
    let of = |head: &HeadReport| head.silenced.map_or(0.0, |silenced| silenced.value);
    let most = heads.iter().map(of).fold(f64::MIN_POSITIVE, f64::max);
    let (small, large) = RADII;
    shapes.extend(heads.iter().filter_map(|head| {
        let radius = small + (large - small) * (of(head) / most).sqrt();
        Some(Shape::Head(head.place(), head.dot()?, radius, head_name(head.place())))
    }));
    let across = ((left + SIDE) / 2.0, SIDE - 5.0);
    shapes.push(Shape::Text("x", across, "|j − i|".to_owned()));
    shapes.push(Shape::Text("y", (left - 4.0, 8.0), "j − i".to_owned()));
    let view = [0.0, 0.0, SIDE, SIDE];
    Drawing { view, is_stretched: false, name: texts::laws_dots().to_owned(), shapes }
}

/// w or v (`name`) of the heads as distance-aware ones, the least first, as bars on a line in the middle, as Figs. 6 and
/// 7 of Wu et al. 2021 have them; heads of which such a law hardly explains anything are faint.
pub fn in_order(name: &str, heads: &[HeadReport], number: fn(&AsDistanceAware) -> f64) -> Drawing {
    let of = |head: &HeadReport| {
        let da = head.distance_aware.as_ref()?;
        Some((number(da), da.explained?.value > FITS))
    };
    let mut all: Vec<(f64, bool)> = heads.iter().filter_map(of).collect();
    all.sort_by(|a, b| a.0.total_cmp(&b.0));
    let most = all.iter().map(|(value, _)| value.abs()).fold(1e-9, f64::max);
    let width = (SIDE - LEFT - EDGE) / all.len().max(1) as f64;
    let bar = |(place, &(value, fits)): (usize, &(f64, bool))| {
        let height = value.abs() / most * (MIDDLE - EDGE);
        let y = if value > 0.0 { MIDDLE - height } else { MIDDLE };
        let at = [LEFT + place as f64 * width, y, 0.8 * width, height.max(0.5)];
        Shape::Bar((!fits).then_some("faint"), at, format_short(value))
    };
    let mut shapes = vec![Shape::Line("zero", [(LEFT, MIDDLE), (SIDE - EDGE, MIDDLE)])];
    shapes.extend(all.iter().enumerate().map(bar));
    let text = |y: f64, says: String| Shape::Text("y", (LEFT - 4.0, y), says);
    shapes.extend([
        text(EDGE + 4.0, format_short(most)),
        text(MIDDLE, name.to_owned()),
        text(2.0 * MIDDLE - EDGE, format_short(-most)),
    ]);
    let view = [0.0, 0.0, SIDE, 2.0 * MIDDLE];
    Drawing { view, is_stretched: false, name: name.to_owned(), shapes }
}

impl Means {
    /// What was found over so many sentences, and whether direction matters, in sentences; `None` where positions do
    /// nothing that could be explained.
    pub fn said(&self, sentences: usize) -> Option<(Rich, &'static str)> {
        let Found { distance, offset, distance_aware, is_apart } = self.found()?;
        let says = texts::laws_words(
            self.heads,
            // All these figures are of the sentences that no law was fitted to.
            judged_of(sentences),
            nats(Some(self.silenced)),
            percent_within(Some(distance)),
            percent_within(Some(offset)),
            label(&distance_aware.law),
            percent_within(distance_aware.explained_of_all),
        );
        let direction = if is_apart { texts::laws_direction() } else { texts::laws_no_direction() };
        Some((says, direction))
    }

    /// A row for the model without positions and one for each law: nats left, what it explains, heads it fits best.
    pub fn rows(&self) -> Vec<[String; 4]> {
        let silenced = texts::laws_column_silenced().to_owned();
        let first = [silenced, nats(Some(self.silenced)), String::new(), String::new()];
        let laws = self.laws.iter().map(|law| {
            let explained = percent_within(law.explained_of_all);
            let best_of = grouped(law.best_of);
            [label(&law.law).to_owned(), nats(Some(law.judged)), explained, best_of]
        });
        std::iter::once(first).chain(laws).collect()
    }
}
