//! What a study of laws found, in words, as rows of tables and in order. What is measured next is
//! [`super::study`]'s.

use nearfar::picture::format_short;
use nearfar::picture::scale::format_digits;
use nearfar_texts::{Rich, inspect as texts};

use super::grid::head_name;
use super::report::{Fact, NONE};
use super::study::{Doing, Found, Order};
use crate::laws::{AsDistanceAware, Fitted, HeadReport, Interval, Law, LawRow, Means, judged_of};
use crate::link::Place;

/// A law has a number for each distance at most so far that they are read one by one.
const MOST_NUMBERS: usize = 4;
/// Shares below are drawn here: a law that is worse than none is that, however much.
pub const LEAST_SHARE: f64 = -0.25;
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

/// How far a study is; once it is over, what the model was `silenced` of.
pub fn progress(doing: Option<Doing>, silenced: Option<&[String]>) -> String {
    match (doing, silenced) {
        (Some(Doing::Sentences(done, of)), _) => texts::laws_sentences(done, of),
        (Some(Doing::Heads(done, of)), _) => texts::laws_heads(done, of),
        (None, None) => String::new(),
        (None, Some([])) => texts::laws_no_positions().to_owned(),
        (None, Some(all)) => texts::laws_silenced(all.join("; ")),
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

    /// Its dot: across what a free table of |j - i| explains, up one of j - i.
    pub fn dot(&self) -> Option<(f64, f64)> {
        let share = |law| Some(self.explained(law)?.value.clamp(LEAST_SHARE, 1.0));
        Some((share("free-distance")?, share("free-offset")?))
    }
}

/// A number of the heads as distance-aware ones, the least first, and whether such a law explains enough of the head.
pub fn in_order(heads: &[HeadReport], number: fn(&AsDistanceAware) -> f64) -> Vec<(f64, bool)> {
    let of = |head: &HeadReport| {
        let da = head.distance_aware.as_ref()?;
        Some((number(da), da.explained?.value > FITS))
    };
    let mut all: Vec<(f64, bool)> = heads.iter().filter_map(of).collect();
    all.sort_by(|a, b| a.0.total_cmp(&b.0));
    all
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
            let best_of = law.best_of.to_string();
            [label(&law.law).to_owned(), nats(Some(law.judged)), explained, best_of]
        });
        std::iter::once(first).chain(laws).collect()
    }
}
