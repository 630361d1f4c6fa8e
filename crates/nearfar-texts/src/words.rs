//! What w, v and the difference of A and B mean, in words made from numbers: the lines under the sliders
//! and beside the pictures. What they say is computed where it is defined. The folder has what is said of panels, steps,
//! cells and saved pictures.

mod answers;
mod cell;
pub mod cells;
mod claim;
pub mod curve;
mod difference;
mod examples;
mod figures;
mod heads;
pub mod labels;
mod learned;
mod long;
mod named;
pub mod opened;
mod panel;
mod pictures;
mod relu;
#[cfg(test)]
mod sample;
pub mod saved;
mod shell;
pub mod steps;
mod table;
pub mod term;
mod tokens;
pub mod train;

pub use answers::{ClassRow, of_answer, of_verdict};
pub use cell::{Told, of_cell, of_lock, of_pair, of_pointing, of_row, of_sums};
pub use claim::{of_claim, of_terms};
pub use difference::{has_parts, of_largest, of_nearest, part_in_words, shown_part};
pub use examples::{EXAMPLES, Example};
pub use figures::{cells_of, figure_columns};
pub use heads::{of_heads, of_moved_heads, of_side_by_side, of_thumbnail};
pub use learned::learned;
pub use long::of_long;
pub use named::of_named_panel;
pub use opened::of_model;
pub use panel::{
    ATTENTION, AttentionRow, about, attention_in_menu, attention_menu, in_file, of_method,
    of_panel, short_of_method, short_of_panel, title_of, why_no_trace,
};
pub use pictures::{label_of_picture, matrix_of, title_of_head, title_of_picture, unit_of_picture};
pub use relu::{of_left_out, reason_of_relu};
pub use shell::{of_copied_link, of_ignored, of_keys, of_last_visit, of_slider};
pub use table::{in_four_decimals, of_table, of_unit};
pub use tokens::{Chip, chips, of_bars, of_bars_in_short, of_status, of_unknown};

use nearfar::attention::requirements::Found;
use nearfar::attention::{Adjustment, HeadParameters};
use nearfar::in_numbers::short;
use nearfar::lab::{Contribution, Lab, Panel};
use nearfar::method::Method;
use nearfar::metrics::{self, Character, HeadFigures};
use nearfar::picture::format_short;
use nearfar::picture::scale::{format_count, format_number};

use crate::{compare, curves, lab};

/// Rows over more than this share of the words are almost even.
const EVEN_SHARE: f64 = 0.8;
/// The distance, in tokens, that the line of w speaks of, where the sentence has it.
const EXAMPLE_DISTANCE: usize = 3;

/// So many of something.
fn counted(count: usize) -> String {
    format_count(count as u64)
}

fn rounded(value: f64, parts: f64) -> f64 {
    (value * parts).round() / parts + 0.0
}

/// A share in percent: whole, with a decimal below 10, and never 0 where it is more.
fn percent(share: f64) -> String {
    match 100.0 * share {
        percent if percent >= 10.0 => lab::w_percent(format_args!("{percent:.0}")),
        percent if percent >= 0.1 => lab::w_percent(rounded(percent, 10.0)),
        percent if percent > 0.0 => lab::w_percent_little().to_owned(),
        _ => lab::w_percent_none().to_owned(),
    }
}

fn times(factor: f64) -> String {
    match factor {
        // As good as 1 is not 1.
        0.95..1.05 => short(factor),
        ..100.0 => format!("{factor:.1}"),
        _ => format_number(factor),
    }
}

/// A reason as a sentence of its own; one that ends as a sentence is left as it is.
pub fn reason(why: impl AsRef<str>) -> String {
    let why = why.as_ref();
    match why.ends_with(['.', '?', '!', '。', '？']) {
        true => why.to_owned(),
        false => compare::reason(why),
    }
}

/// What a coefficient multiplies, in a word.
fn what(adjustment: Adjustment) -> &'static str {
    match adjustment.is_early() {
        true => lab::w_score(),
        false => lab::w_weight(),
    }
}

/// What w does: "w = −1.7, near: scores shrink with distance"; by a mapping without v, which would say how strongly, what
/// becomes of a score some places away, of a sentence of `tokens` tokens. What knows no distance has no such line.
pub fn of_w(method: Method, w: f64, v: f64, tokens: usize) -> Option<String> {
    let Method::DistanceAware { mapping, adjustment } = method else { return None };
    let places = EXAMPLE_DISTANCE.min(tokens.saturating_sub(1)).max(1);
    let coefficient: f64 = mapping.coefficient(w, v, places);
    // What is nearer counts less than 1 in some far heads, too: not every f begins at 1.
    let character = Character::of_head(mapping, HeadParameters { w, v });
    let side = |text: String| match character {
        Character::Near => lab::w_near(text),
        Character::Far => lab::w_far(text),
        Character::Flat => text,
    };
    // A word itself can have another coefficient than all that are farther.
    let is_same = [0, 1, places, tokens.saturating_sub(1)]
        .iter()
        .all(|&distance| mapping.coefficient::<f64>(w, v, distance) == 1.0);
    let (w, is_early) = (short(w), adjustment.is_early());
    Some(match (adjustment.multiplies(), coefficient) {
        (false, c) if is_early => lab::w_adds_to_score(places, w, short(c)),
        (false, c) => lab::w_adds_to_weight(places, w, short(c)),
        (true, _) if is_same && is_early => lab::w_keeps_scores(w),
        (true, _) if is_same => lab::w_keeps_weights(w),
        (true, c) if c < 0.0 && is_early => lab::w_turns_score(places, w, times(-c)),
        (true, c) if c < 0.0 => lab::w_turns_weight(places, w, times(-c)),
        // The line of v has the numbers.
        (true, _) if mapping.has_v() && character == Character::Near => {
            lab::w_shrinks(side(w), what(adjustment))
        }
        (true, _) if mapping.has_v() && character == Character::Far => {
            lab::w_grows(side(w), what(adjustment))
        }
        (true, c) if c < 1.0 => lab::w_takes(places, side(w), what(adjustment), percent(c)),
        (true, c) => lab::w_lifts(places, side(w), what(adjustment), times(c)),
    })
}

/// What v does: how soon the scores of a near head shrink, how high those of a far one grow in a sentence of `tokens`
/// tokens, and at most: "v = 0.7, how high: up to × 2.4 (limit 3.0)". What has no v says so.
pub fn of_v(method: Method, w: f64, v: f64, tokens: usize) -> Option<String> {
    let Method::DistanceAware { mapping, adjustment } = method else { return None };
    if !mapping.has_v() {
        return Some(lab::v_none().to_owned());
    }
    let stands = mapping.landmarks(v)?;
    let (says, multiplies) = (short(v), adjustment.multiplies());
    if w == 0.0 {
        return Some(lab::v_without_w(says));
    }
    if w > 0.0 {
        // f rises with the distance: the first and the last word get the most.
        let most: f64 = mapping.coefficient(w, v, tokens.saturating_sub(1));
        let said = |number: f64| if multiplies { times(number) } else { short(number) };
        let (most, bound) = (said(most), said(stands.bound));
        return Some(match (multiplies, most == bound) {
            (true, true) => lab::v_lifts(says, bound),
            (true, false) => lab::v_lifts_here(says, most, bound),
            (false, true) => lab::v_adds(says, bound),
            (false, false) => lab::v_adds_here(says, most, bound),
        });
    }
    if multiplies {
        // Of the next word, whatever w and v are: numbers that are compared as v moves.
        let factor: f64 = mapping.coefficient(w, v, 1);
        let factor = match factor {
            0.01..0.995 => format!("{factor:.2}"),
            _ => format_short(factor),
        };
        return Some(lab::v_fades(says, factor));
    }
    let half = stands.half_lost / w;
    if half > tokens.max(1) as f64 {
        return Some(lab::v_adds_little(says));
    }
    let places = short(rounded(half, 10.0));
    Some(match places.as_str() {
        // What is left one place away.
        _ if half < 0.95 => lab::v_adds_most_at_one(says, percent(mapping.coefficient(w, v, 1))),
        "1" => lab::v_adds_half_at_one(says),
        _ => lab::v_adds_half(says, places),
    })
}

/// The coefficients of a head at 0, 1 and the farthest of `tokens` tokens, in words; empty for what has none.
pub fn of_coefficients(
    method: Method,
    HeadParameters { w, v }: HeadParameters,
    tokens: usize,
) -> String {
    let Method::DistanceAware { mapping, .. } = method else { return String::new() };
    let at = |distance: usize| short(mapping.coefficient::<f64>(w, v, distance));
    let far = tokens.saturating_sub(1).max(1);
    lab::coefficient_curve(at(0), at(1), at(far), counted(far))
}

/// What β of a model's own position term adds to scores, some places before and after the word that looks.
/// `by_offset` is the term by the signed distance, from -(N-1) to N-1, `[2N-1]`: mean, least and most. Where it is
/// one of words as well, the mean is said to be one.
pub fn of_beta(beta: f64, by_offset: &[[f64; 3]]) -> String {
    let here = by_offset.len() / 2;
    let places = EXAMPLE_DISTANCE.min(here);
    let ends =
        [here - places, here + places].map(|at| by_offset.get(at).copied().unwrap_or_default());
    let [before, after] = ends.map(|[mean, ..]| short(rounded(beta * mean, 1e3)));
    let is_of_distance =
        ends.iter().all(|[_, least, most]| most - least <= 1e-4 * most.abs().max(1.0));
    let beta = short(beta);
    match places {
        0 => lab::beta_alone(beta),
        _ if is_of_distance => lab::beta_says(places, beta, before, after),
        _ => lab::beta_says_mean(places, beta, before, after),
    }
}

/// What the reach of a model's own position term does, of at most `most` places in this sentence.
pub fn of_reach_of_term(reach: f64, most: usize) -> String {
    match reach.max(0.0) as usize {
        reach if reach >= most => lab::reach_of_term_all(most),
        0 => lab::reach_of_term_none().to_owned(),
        reach => lab::reach_of_term(reach),
    }
}

/// What the base of a model's rotation, 10 to the power of `lg_base`, does to heads of `pairs` pairs of dimensions that
/// were trained with another.
pub fn of_base(lg_base: f64, trained: f64, pairs: usize) -> String {
    let base = 10_f64.powf(lg_base);
    // The last of them: θ = base^(-2c/D).
    let slowest = base.powf(-((pairs.max(1) - 1) as f64) / pairs.max(1) as f64);
    lab::base_of_rotation(short(base), short(trained), short(slowest))
}

/// Which of the distances of this sentence are in the bucket of j - i = `offset`, and its number; `buckets` and b
/// are by j - i from -(N-1) to N-1, `[2N-1]`.
pub fn of_bucket(offset: f64, buckets: &[usize], by_offset: &[[f64; 3]]) -> String {
    let farthest = buckets.len() / 2;
    let place = (offset.round() + farthest as f64).max(0.0) as usize;
    let Some(bucket) = buckets.get(place) else { return String::new() };
    let number = by_offset.get(place).map_or(0.0, |[mean, ..]| rounded(*mean, 1e3));
    let number = short(number);
    let mut sharing = (0..buckets.len()).filter(|&other| buckets.get(other) == Some(bucket));
    let first = sharing.next().unwrap_or(place);
    let last = sharing.next_back().unwrap_or(first);
    let offset_of = |place: usize| short(place as f64 - farthest as f64);
    match first == last {
        true => lab::bucket_of_one(offset_of(first), number),
        false => lab::bucket_of_many(offset_of(first), offset_of(last), number),
    }
}

/// How even the rows of a head are, where that surprises: a head whose scores are 0, by ReLU or by a near
/// coefficient, looks everywhere alike, since a score of 0 has its share, too. ReLU sets `zeroed` of `cells` scores to
/// 0. `effective` of `tokens` words, over how many even attention would spread as widely; computed where it can be said.
pub fn of_evenness(
    method: Method,
    w: f64,
    tokens: usize,
    [zeroed, cells]: [usize; 2],
    effective: impl FnOnce() -> Option<f64>,
) -> Option<String> {
    let by_relu = 2 * zeroed > cells;
    let surprises = method.multiplies_scores() && method.clips() && (by_relu || w < 0.0);
    let effective = (surprises && tokens > 2).then(effective)??;
    let is_even = effective > EVEN_SHARE * tokens as f64;
    let effective = short(rounded(effective, 10.0));
    is_even.then(|| match by_relu {
        true => lab::rows_are_even_clipped(effective, tokens),
        false => lab::rows_are_even(tokens, effective),
    })
}

/// What ReLU does to the shown head, or what its absence does: of `cells` scores `below` are not above 0. Nothing
/// where the method multiplies no scores, so that their sign does not matter. `meets`: the words of a score below 0, the
/// score and its coefficient; `None` where distance changes no such score by as much as is seen.
pub fn of_relu(
    method: Method,
    meets: Option<([&str; 2], [f64; 2])>,
    below: usize,
    cells: usize,
) -> Option<String> {
    let [zeroed, all] = [below, cells].map(counted);
    method.multiplies_scores().then(|| match (method.clips(), below, meets) {
        (true, 0, _) => lab::relu_idle().to_owned(),
        (true, _, None) => lab::relu_alone(zeroed, all),
        (clips, _, Some(([query, key], [score, factor]))) => {
            let raises = factor > 1.0;
            let [score, factor, product] = [score, factor, score * factor].map(short);
            match (clips, raises) {
                (false, _) => lab::relu_is_off(zeroed, all, query, key, score, factor, product),
                (true, true) => {
                    lab::relu_is_on_far(zeroed, all, factor, query, key, score, product)
                }
                (true, false) => lab::relu_is_on(zeroed, all, factor, query, key, score, product),
            }
        }
        (false, 0, _) => lab::relu_off_idle().to_owned(),
        (false, _, None) => lab::relu_off_alone(zeroed, all),
    })
}

/// How far heads look: mean distances in tokens, weighted by attention, over the rows of a sentence.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Reach {
    /// The shown head of A.
    pub a: f64,
    /// That of B, where it is there.
    pub b: Option<f64>,
    /// Attention to all alike.
    pub even: f64,
    /// The share of A's raw scores that are not above 0.
    pub below: f64,
    /// Whether the coefficient takes far scores towards 0: that of the farthest tokens is from 0 to 1.
    pub fades: bool,
    /// Whether the next token's coefficient is as large as that of the farthest one, or nearly: a near head's is larger.
    pub is_level: bool,
}

/// The curve of a far head is level where the coefficient of the next token is at least this share of the farthest's.
const LEVEL: f64 = 0.8;

impl Reach {
    /// That of a head, from 0, with its method and the character of its coefficient. Where keys do not compete
    /// (`competition`) there is no share of a row. `None` while A is not there.
    pub fn of(
        lab: &Lab,
        head: usize,
        competition: bool,
    ) -> Option<(Method, Option<Character>, Reach)> {
        let (trace, of_a) = lab.head_of(Panel::A, head)?;
        let distance = |panel| {
            let (trace, head) = lab.head_of(panel, head)?;
            Some(HeadFigures::of(trace, head)?.mean_distance)
        };
        let method = trace.method();
        let (mapping, _) = method.coefficients();
        let parameters = trace.heads().get(of_a).copied();
        let farthest = trace.tokens().saturating_sub(1);
        let coefficient = |distance| {
            parameters.map(|HeadParameters { w, v }| mapping.coefficient::<f64>(w, v, distance))
        };
        let (next, last) = (coefficient(1), coefficient(farthest));
        let reach = Reach {
            a: distance(Panel::A)?,
            b: distance(Panel::B),
            even: lab.even_figures()?.head?.mean_distance,
            below: metrics::zeroed_share(trace, of_a),
            fades: competition && last.is_some_and(|last| (0.0..1.0).contains(&last)),
            is_level: farthest > 1
                && next.zip(last).is_some_and(|(next, last)| next >= LEVEL * last),
        };
        let character = parameters.and_then(|head| Character::of_method(method, head));
        Some((method, character, reach))
    }

    /// How far A, B and an even row look, as shares of how far a row of `tokens` tokens looks at most, 0..=1; 0 where B is
    /// not there.
    pub fn shares(&self, tokens: usize) -> [f64; 3] {
        // No row looks farther than from one end to the other: on the average three quarters of that, at most.
        let most = 0.75 * tokens.saturating_sub(1).max(1) as f64;
        [self.a, self.b.unwrap_or_default(), self.even].map(|distance| (distance / most).min(1.0))
    }
}

/// How far A looks, beside B and an even row; and why, or where its coefficient says the opposite, that: a coefficient
/// moves scores, and the softmax turns scores into weights. `character` is the coefficient's. The second is empty where
/// nothing is to be said.
pub fn of_reach(
    method: Method,
    character: Option<Character>,
    reach: Reach,
) -> (String, &'static str) {
    let shown = |distance: f64| format!("{distance:.2}");
    let (a, even) = (shown(reach.a), shown(reach.even));
    let Some(b) = reach.b else { return (lab::reach_alone(a, even), "") };
    let says = lab::reach(a.as_str(), shown(b), even);
    let of_scores = method.adjustment().filter(|_| method.multiplies_scores());
    let clips = of_scores.filter(|_| reach.fades).map(|adjustment| adjustment.clips());
    // Nothing where they are as far apart as can be seen.
    let is_farther = (a != shown(b)).then_some(reach.a > b);
    let more = match (character, is_farther) {
        (Some(Character::Near), Some(true)) if clips == Some(true) && reach.below > 0.5 => {
            lab::reach_near_yet_clipped()
        }
        (Some(Character::Near), Some(true)) if clips == Some(true) => lab::reach_near_yet_why(),
        (Some(Character::Near), Some(true)) if clips == Some(false) && reach.below > 0.5 => {
            lab::reach_near_yet_below()
        }
        (Some(Character::Near), Some(true)) => lab::reach_near_yet(),
        (Some(Character::Near), _) if clips == Some(true) => lab::reach_near_keeps(),
        (Some(Character::Far), Some(false)) => match of_scores.map(|adjustment| adjustment.clips())
        {
            Some(false) => lab::reach_far_yet_below(),
            _ => lab::reach_far_yet(),
        },
        (Some(Character::Far), _) if of_scores.is_some() && reach.is_level => {
            lab::reach_far_level()
        }
        _ => "",
    };
    (says, more)
}

/// How far the shown head looks, as it is shown and said.
#[derive(Clone, Debug, PartialEq)]
pub struct ReachLine {
    /// [`Reach::shares`] as a style has them.
    pub shares: [String; 3],
    /// How far.
    pub says: String,
    /// Why, where that is to be said.
    pub why: &'static str,
}

impl ReachLine {
    /// Of a head of A, from 0; nothing is said where A is not there.
    pub fn of(lab: &Lab, head: usize, competition: bool) -> ReachLine {
        let Some((method, character, reach)) = Reach::of(lab, head, competition) else {
            let shares = [(); 3].map(|()| "0%".to_owned());
            return ReachLine { shares, says: String::new(), why: "" };
        };
        let (says, why) = of_reach(method, character, reach);
        let shares = reach.shares(lab.tokens().len());
        ReachLine { shares: shares.map(|share| format!("{:.1}%", 100.0 * share)), says, why }
    }
}

/// What the coefficient of a head prefers.
pub fn of_character(character: Character) -> &'static str {
    match character {
        Character::Near => lab::head_near(),
        Character::Far => lab::head_far(),
        Character::Flat => lab::head_flat(),
    }
}

/// What two panels have in common, as far as their difference is concerned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kinship {
    /// The same head of the same model on the same input: queries and keys are the same numbers.
    SameScores,
    /// The same head of the same model, but one of them sees positions and the other does not.
    SameHead,
    /// The same head of the same model, but w and v of layers before it are laid over in one of them.
    OtherLayers,
    /// The same head of the same model, of whose own position term another part counts in A.
    OtherTerm,
    /// Two heads of one model.
    SameModel,
    /// Two models.
    Unrelated,
}

/// What stands in A and in B: all that a sentence about A - B may speak of.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Compared {
    /// Their methods.
    pub methods: [Method; 2],
    /// w and v of the head that each shows, as they act: in A w is 0 where its distance is left out.
    pub heads: [HeadParameters; 2],
    /// What the two have in common.
    pub kinship: Kinship,
    /// What of A - B is shown.
    pub part: Contribution,
    /// Whether the coefficients of A act.
    pub distance: bool,
    /// Whether the keys of A compete.
    pub competition: bool,
    /// How many tokens the sentence has.
    pub tokens: usize,
    /// How many scores of A's head are not above 0: with none, clipping does nothing.
    pub below: usize,
}

impl Compared {
    /// f(0) of A, where its scores or weights are changed by it.
    fn at_zero(&self) -> Option<f64> {
        let Method::DistanceAware { mapping, adjustment } = self.methods[0] else { return None };
        let at_zero: f64 = mapping.coefficient(0.0, self.heads[0].v, 0);
        // Softmax does not see what is added to all scores of a row alike.
        let is_seen = !adjustment.is_early() || adjustment.multiplies() || !self.competition;
        (is_seen && at_zero != neutral(self.methods[0])).then_some(at_zero)
    }

    /// Whether coefficients of A differ between two places of the sentence. f never turns back, so the ends tell.
    fn has_distance(&self) -> bool {
        let Method::DistanceAware { mapping, .. } = self.methods[0] else { return false };
        let HeadParameters { w, v } = self.heads[0];
        let farthest = self.tokens.saturating_sub(1);
        mapping.coefficient::<f64>(w, v, 0) != mapping.coefficient::<f64>(w, v, farthest)
    }

    /// Whether w or v of the two panels differ where their method reads them.
    fn differs_in_parameters(&self) -> bool {
        let [a, b] = self.heads;
        self.methods[0].knows_distance() && a.w != b.w
            || self.methods[0].has_v() && a.v != b.v && a.w != 0.0
    }

    /// A - B where queries and keys are the same: the sentence, and whether it is of A's softmax already.
    fn of_same_scores(&self) -> (String, bool) {
        let [a, b] = self.methods;
        let clips = self.below > 0
            && matches!(a, Method::DistanceAware { adjustment, .. } if adjustment.clips());
        let is_plain = !b.knows_distance();
        // With the same scores, plain attention is plain attention.
        let are_alike = a == b || !a.knows_distance() && is_plain;
        let with_at_zero = |says: &str| match self.at_zero() {
            Some(value) => {
                format!("{says} {}", lab::apart_at_zero(short(value), short(neutral(a))))
            }
            None => says.to_owned(),
        };
        let says = match self.part {
            Contribution::Distance => lab::apart_distance().to_owned(),
            Contribution::Clipping if !is_plain => lab::apart_rest().to_owned(),
            Contribution::Clipping if clips => with_at_zero(lab::apart_clipping()),
            Contribution::Clipping => lab::apart_not_distance().to_owned(),
            Contribution::Both if are_alike && self.differs_in_parameters() => {
                lab::apart_parameters().to_owned()
            }
            Contribution::Both if are_alike => return self.of_softmax(),
            Contribution::Both if a.knows_distance() && is_plain => {
                match (clips, self.has_distance()) {
                    (true, true) => with_at_zero(lab::apart_both()),
                    (true, false) => with_at_zero(lab::apart_clipping_alone()),
                    (false, true) => with_at_zero(lab::apart_distance_alone()),
                    (false, false) if self.at_zero().is_none() => return self.of_softmax(),
                    (false, false) => with_at_zero(lab::apart_methods()),
                }
            }
            Contribution::Both => lab::apart_methods().to_owned(),
        };
        (says, false)
    }

    /// A - B where nothing but A's softmax can make a difference.
    fn of_softmax(&self) -> (String, bool) {
        match self.competition {
            true => (lab::apart_none().to_owned(), false),
            false => (lab::apart_softmax().to_owned(), true),
        }
    }
}

/// The coefficient that changes nothing.
fn neutral(method: Method) -> f64 {
    let multiplies =
        matches!(method, Method::DistanceAware { adjustment, .. } if adjustment.multiplies());
    f64::from(u8::from(multiplies))
}

/// What A - B shows, and what is left out of A.
pub fn of_difference(compared: &Compared) -> String {
    let (mut says, says_softmax) = match compared.kinship {
        Kinship::Unrelated => (lab::apart_unrelated().to_owned(), false),
        Kinship::SameModel => (lab::apart_heads().to_owned(), false),
        Kinship::OtherLayers => (lab::apart_layers().to_owned(), false),
        Kinship::OtherTerm => (lab::apart_term().to_owned(), false),
        Kinship::SameHead => {
            let names = if compared.methods[0].adds_positions() { ["A", "B"] } else { ["B", "A"] };
            (lab::apart_positions(names[0], names[1]), false)
        }
        Kinship::SameScores => compared.of_same_scores(),
    };
    let mut add = |sentence: &str| says.extend([" ", sentence]);
    if !compared.distance && compared.methods[0].knows_distance() {
        add(lab::without_distance());
    }
    if !compared.competition && !says_softmax {
        add(match compared.part {
            // It is left out of both.
            Contribution::Distance => lab::without_softmax(),
            Contribution::Both | Contribution::Clipping => lab::without_softmax_too(),
        });
    }
    says
}

/// What the paper asks of a mapping where this decides.
pub fn asked(found: &Found) -> &'static str {
    match found {
        Found::AtZero(_) => curves::asks_one_at_zero(),
        Found::FarBelow(_) => curves::asks_zero_below(),
        Found::FarAbove { .. } => curves::asks_bound(),
        Found::Learned(_) => curves::asks_learned(),
        Found::Course { .. } => curves::asks_one_way(),
    }
}

/// What decided whether a mapping meets a requirement.
pub fn of_requirement(found: &Found) -> String {
    match found {
        Found::AtZero(value) => format!("f(0) = {}", format_number(*value)),
        Found::FarBelow(value) => format!("f(−10⁹) = {}", format_number(*value)),
        Found::FarAbove { value, grows: true } => curves::found_growth(format_number(*value)),
        Found::FarAbove { value, grows: false } => curves::found_bound(format_number(*value)),
        Found::Learned(letters) => match letters[..] {
            [] => curves::found_nothing_learned().to_owned(),
            ["v"] => curves::found_v_learned().to_owned(),
            _ => curves::found_learned_in_paper(letters.join(", ")),
        },
        Found::Course { never_falls, never_rises } => match (never_falls, never_rises) {
            (true, true) => curves::found_constant(),
            (true, false) => curves::found_no_fall(),
            (false, true) => curves::found_no_rise(),
            (false, false) => curves::found_both_ways(),
        }
        .to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ndarray::{Array2, Array3};
    use nearfar::attention::requirements::requirements;
    use nearfar::attention::{Adjustment, MAPPINGS, Mapping, Mask, Normalisation, Trace};

    const DA: Method = Method::DISTANCE_AWARE;

    fn said(method: Method, character: Option<Character>, reach: Reach) -> String {
        let (says, why) = of_reach(method, character, reach);
        format!("{says} {why}")
    }

    #[test]
    fn a_curve_is_level_beyond_two_tokens_and_fades_towards_0() {
        let found = |w, competition| {
            let settings = sample::settings(DA, w, 1.0);
            let lab = sample::lab(&settings, &sample::answer([[0.5; 3]; 3]));
            Reach::of(&lab, 0, competition).expect("three tokens")
        };
        // f(1) is 0.82 and 0.71 of f(2).
        for (w, is_level) in [(2.4, true), (1.5, false), (-2.0, true)] {
            let (method, character, reach) = found(w, true);
            let side = if w > 0.0 { Character::Far } else { Character::Near };
            assert_eq!((method, character), (DA, Some(side)));
            assert_eq!((reach.is_level, reach.fades), (is_level, w < 0.0), "{w}");
        }
        assert!(!found(-2.0, false).2.fades);
        // Of two tokens the next one is the farthest.
        let settings = sample::settings(DA, 2.4, 1.0);
        let lab = sample::lab(&settings, &sample::answer([[0.5; 2]; 2]));
        assert!(!Reach::of(&lab, 0, true).expect("two tokens").2.is_level);
    }

    #[test]
    fn how_far_heads_look_is_shown_and_said_together() {
        let settings = sample::settings(DA, -2.0, 1.0);
        let lab = sample::lab(&settings, &sample::answer([[0.0; 3]; 3]));
        // All rows are even: (1 + 2/3 + 1) / 3 of 0.75 · 2 tokens.
        let line = ReachLine::of(&lab, 0, true);
        assert_eq!(line.shares, ["59.3%"; 3]);
        assert!(line.says.starts_with("On average A looks 0.89 tokens away"), "{}", line.says);
        assert_eq!(line.why, lab::reach_near_keeps());
        let none = ReachLine::of(&Lab::default(), 0, true);
        assert_eq!(
            (none.shares, none.says.as_str(), none.why),
            (["0%"; 3].map(str::to_owned), "", "")
        );
    }

    #[test]
    fn the_scale_of_distances_ends_where_no_row_looks_farther() {
        // Of 5 tokens 3 at most.
        let reach = Reach { a: 1.5, b: None, even: 6.0, below: 0.0, fades: true, is_level: false };
        assert_eq!(reach.shares(5), [0.5, 0.0, 1.0]);
        assert_eq!(Reach { b: Some(0.75), ..reach }.shares(1), [1.0, 1.0, 1.0]);
    }

    #[test]
    fn where_the_coefficient_says_the_opposite_of_the_attention_both_are_said() {
        let reach =
            |a, b| Reach { a, b: Some(b), even: 3.3, below: 0.0, fades: true, is_level: false };
        for adjustment in Adjustment::ALL {
            let method = Method::DistanceAware { mapping: Mapping::LearnableSigmoid, adjustment };
            for (character, a, b, yet) in [
                (Character::Near, 3.06, 2.9, "prefers near tokens, yet A looks farther than B"),
                (Character::Far, 2.9, 3.06, "prefers far tokens, yet A looks nearer than B"),
                (Character::Near, 2.9, 3.06, ""),
                (Character::Far, 3.06, 2.9, ""),
                (Character::Flat, 3.06, 2.9, ""),
                // Not to be told apart.
                (Character::Near, 3.061, 3.06, ""),
            ] {
                let says = said(method, Some(character), reach(a, b));
                assert!(says.contains(&format!("A looks {a:.2}")), "{says}");
                assert!(says.contains(&format!("{b:.2}")) && says.contains("3.30"), "{says}");
                assert_eq!(says.contains("yet"), !yet.is_empty(), "{says}");
                assert!(says.contains(yet), "{says}");
                // The reason is of a ReLU before a softmax, and of nothing else.
                let has_reason =
                    adjustment.is_early() && adjustment.multiplies() && adjustment.clips();
                let is_near = character == Character::Near;
                assert_eq!(says.contains("score of 0"), has_reason && is_near, "{says}");
            }
        }
        // Most scores are negative, and nothing sets them to 0.
        let unclipped = Method::DistanceAware {
            mapping: Mapping::LearnableSigmoid,
            adjustment: Adjustment::EarlyMultiplyWithoutRelu,
        };
        for below in [0.4, 0.6] {
            let reach = Reach { below, ..reach(3.06, 2.9) };
            let says = said(unclipped, Some(Character::Near), reach);
            assert_eq!(says.contains("most scores are below 0"), below > 0.5, "{says}");
            let says = said(DA, Some(Character::Near), reach);
            assert!(!says.contains("most scores are below 0"), "{says}");
        }
        // A coefficient that grows below 0 takes no score to 0, as that of a line.
        let line = Method::DistanceAware {
            mapping: Mapping::Linear { slope: 1.0, intercept: 0.0 },
            adjustment: Adjustment::EarlyMultiply,
        };
        for (a, b, yet) in [(3.0, 3.2, false), (3.2, 3.0, true)] {
            let reach = Reach { fades: false, ..reach(a, b) };
            let says = said(line, Some(Character::Near), reach);
            assert!(!says.contains("score of 0"), "{says}");
            assert_eq!(says.contains("yet"), yet, "{says}");
        }
        // Beyond the next token the curve says little of distance.
        let level = Reach { is_level: true, ..reach(3.2, 3.0) };
        let says = said(DA, Some(Character::Far), level);
        assert!(says.contains("From distance 1 on, the curve is almost level"), "{says}");
        for (method, character) in [(Method::VANILLA, Character::Far), (DA, Character::Near)] {
            let says = said(method, Some(character), level);
            assert!(!says.contains("level"), "{says}");
        }
        let alone = said(DA, Some(Character::Near), Reach { b: None, ..reach(3.0, 0.0) });
        assert!(
            alone.contains("3.00") && alone.contains("3.30") && !alone.contains('B'),
            "{alone}"
        );
    }

    #[test]
    fn a_reason_ends_once() {
        assert_eq!(reason("the file is empty"), "the file is empty.");
        assert_eq!(reason("Open the model next."), "Open the model next.");
        assert_eq!(reason("is this a checkpoint?"), "is this a checkpoint?");
    }

    #[test]
    fn w_and_v_in_words_by_hand() {
        for (w, says) in [
            (-1.0, "w = −1, near: scores shrink with distance"),
            (2.0, "w = 2, far: scores grow with distance"),
        ] {
            assert_eq!(of_w(DA, w, 1.0, 9).as_deref(), Some(says));
        }
        assert_eq!(
            of_w(DA, 0.0, 1.0, 9).as_deref(),
            Some("w = 0: w changes no score, near or far")
        );
        // After the softmax it is a weight that is multiplied.
        let late = Method::DistanceAware {
            mapping: Mapping::LearnableSigmoid,
            adjustment: Adjustment::LateMultiply,
        };
        assert_eq!(
            of_w(late, -1.0, 0.0, 9).as_deref(),
            Some("w = −1, near: weights shrink with distance")
        );
        // Of a mapping without v it is said here how strongly: e^-3 = 0.0498, e^-30, e^6.
        let power = Method::DistanceAware {
            mapping: Mapping::Exponent,
            adjustment: Adjustment::EarlyMultiply,
        };
        for (w, tokens, says) in [
            (-1.0, 9, "w = −1, near: scores 3 tokens away keep 5\u{a0}%"),
            (-30.0, 2, "w = −30, near: scores 1 token away keep < 0.1\u{a0}%"),
            (0.5, 9, "w = 0.5, far: scores 3 tokens away count × 4.5"),
        ] {
            assert_eq!(of_w(power, w, 0.0, tokens).as_deref(), Some(says));
        }
        // A sigmoid begins at 1/2: 1 / (1 + e^-1.5) = 0.8176 is farther than that, and below 1.
        let sigmoid = Method::DistanceAware {
            mapping: Mapping::Sigmoid,
            adjustment: Adjustment::EarlyMultiply,
        };
        assert_eq!(
            of_w(sigmoid, 0.5, 0.0, 9).as_deref(),
            Some("w = 0.5, far: scores 3 tokens away keep 82\u{a0}%")
        );
        // min(0, 1) for the word itself, min(3, 1) for one 3 tokens away: that changes something.
        let clip = Method::DistanceAware {
            mapping: Mapping::Clip { threshold: 1.0 },
            adjustment: Adjustment::EarlyMultiply,
        };
        assert_eq!(
            of_w(clip, 1.0, 0.0, 9).as_deref(),
            Some("w = 1, far: scores 3 tokens away count × 1")
        );
        // 2 / (1 + e^0.03) = 0.985: ten tokens away 0.95, which is flat.
        let flat = of_w(DA, -0.01, 0.0, 9);
        assert_eq!(flat.as_deref(), Some("w = −0.01: scores 3 tokens away keep 99\u{a0}%"));
        assert_eq!(of_v(DA, 2.0, 0.7, 9).as_deref(), Some("v = 0.7, how high: up to × 3.0"));
        // (1 + e^0.7) / (1 + e^(0.7 - 0.4)) = 1.282, of a bound of 1 + e^0.7 = 3.014
        assert_eq!(
            of_v(DA, 0.1, 0.7, 5).as_deref(),
            Some("v = 0.7, how high: up to × 1.3 (limit 3.0)")
        );
        // 2 / (1 + e^3) = 0.0949
        assert_eq!(
            of_v(DA, -3.0, 0.0, 9).as_deref(),
            Some("v = 0, how soon: × 0.09 at distance 1")
        );
        // 2 / (1 + e) = 0.54 and 2 / (1 + e^0.3) = 0.85
        let half = Some("v = 0, how soon: × 0.54 at distance 1");
        assert_eq!(of_v(DA, -1.0, 0.0, 9).as_deref(), half);
        let half = Some("v = 0, how soon: × 0.85 at distance 1");
        assert_eq!(of_v(DA, -0.3, 0.0, 9).as_deref(), half);
        // 2 / (1 + e^20)
        let none = Some("v = 0, how soon: × <\u{a0}0.001 at distance 1");
        assert_eq!(of_v(DA, -20.0, 0.0, 9).as_deref(), none);
        assert_eq!(of_v(DA, 0.0, 1.0, 9).as_deref(), Some("v = 1: no effect while w is 0"));
        // As good as 1 is not 1: 2 / (1 + e^0.01) = 0.995.
        let little = Some("v = 0, how soon: × 0.995 at distance 1");
        assert_eq!(of_v(DA, -0.01, 0.0, 9).as_deref(), little);
        assert_eq!(of_w(Method::Vanilla { positions: true }, 1.0, 1.0, 9), None);
    }

    #[test]
    fn the_shape_of_a_term_in_words_by_hand() {
        let one = "A word more than 1 token away counts as 1 token away.";
        assert_eq!(of_reach_of_term(1.0, 8), one);
        assert!(of_reach_of_term(3.0, 8).contains("more than 3 tokens away"));
        assert_eq!(of_reach_of_term(0.0, 8), "Reach 0: every word counts as 0 tokens away.");
        for whole in [8.0, 500.0] {
            assert!(of_reach_of_term(whole, 8).contains("each of the 8 distances"), "{whole}");
        }
        // θ of the last of 8 pairs: 10^(-7/8) = 0.133; of one pair it is 1, whatever the base.
        let says = of_base(1.0, 1e4, 8);
        assert!(
            says.contains("Base 10, trained with 10000") && says.contains("0.13 radians"),
            "{says}"
        );
        assert!(of_base(3.0, 1e4, 1).contains("rotates 1 radians"));
    }

    #[test]
    fn bucket_in_words_by_hand() {
        // -3 and -2 share a bucket, as 2 and 3 do.
        let (buckets, numbers) = ([2, 2, 1, 0, 3, 4, 4], [0.5, 0.5, 0.25, 0.0, -1.0, 2.0, 2.0]);
        let by_offset = numbers.map(|number| [number; 3]);
        let one = "j − i = −1 has a bucket of its own. Its bias is 0.25.";
        assert_eq!(of_bucket(-1.0, &buckets, &by_offset), one);
        let many = "In this sentence, its bucket holds j − i from 2 to 3. Its bias is 2.";
        assert_eq!(of_bucket(3.0, &buckets, &by_offset), many);
        assert_eq!(of_bucket(4.0, &buckets, &by_offset), "");
    }

    #[test]
    fn beta_in_words_by_hand() {
        // ALiBi with a slope of 0.25 between four tokens.
        let alibi: Vec<[f64; 3]> =
            (-3..=3).map(|offset: i32| [-0.25 * f64::from(offset.abs()); 3]).collect();
        assert_eq!(
            of_beta(1.0, &alibi),
            "β = 1: adds −0.75 to the score of a word 3 tokens before, −0.75 after"
        );
        assert_eq!(
            of_beta(-2.0, &alibi),
            "β = −2: adds 1.5 to the score of a word 3 tokens before, 1.5 after"
        );
        // What depends on the words as well, between two tokens.
        let shaw = [[0.1, -0.2, 0.4], [0.0, 0.0, 0.0], [-0.3, -0.5, -0.1]];
        assert_eq!(
            of_beta(0.5, &shaw),
            "β = 0.5: adds 0.05 to the score of a word 1 token before, −0.15 after, on average"
        );
        assert_eq!(of_beta(1.0, &[[0.0; 3]]), "β = 1");
    }

    #[test]
    fn every_mapping_and_adjustment_has_words() {
        for row in &MAPPINGS {
            for adjustment in Adjustment::ALL {
                let method = Method::DistanceAware { mapping: row.mapping(), adjustment };
                for w in [-1000.0, -1.0, 0.0, 1.0, 1000.0] {
                    let (of_w, of_v) = (of_w(method, w, 1.0, 1), of_v(method, w, 1.0, 1));
                    for text in [of_w, of_v].into_iter().flatten() {
                        assert!(!text.contains("NaN") && !text.contains("inf"), "{text}");
                    }
                }
            }
        }
    }

    /// Weights `[N·N]` of one head on scores of both signs.
    fn weights(method: Method, head: HeadParameters, competition: bool) -> Vec<f64> {
        let numbers = |seed: usize| {
            Array3::from_shape_fn((1, 5, 4), |(_, i, j)| {
                ((i * 7 + j * 3 + seed) % 11) as f64 / 2.5 - 2.0
            })
        };
        let input = Array2::zeros((5, 0));
        let [query, key, value] = [1, 5, 8].map(numbers);
        let mut trace =
            Trace::from_projected(query, key, value, &[head], method, Mask::default(), input)
                .expect("shapes that fit");
        if !competition {
            trace.set_normalisation(Normalisation::Sigmoid);
        }
        assert!(trace.scores().iter().any(|&score| score < 0.0));
        trace.weights_of(0).to_vec()
    }

    fn differ(a: &[f64], b: &[f64]) -> bool {
        a.iter().zip(b).any(|(a, b)| (a - b).abs() > 1e-9)
    }

    fn all_methods() -> Vec<Method> {
        let aware = MAPPINGS.iter().flat_map(|row| {
            Adjustment::ALL
                .map(|adjustment| Method::DistanceAware { mapping: row.mapping(), adjustment })
        });
        [true, false]
            .map(|positions| Method::Vanilla { positions })
            .into_iter()
            .chain(aware)
            .collect()
    }

    /// A sentence about A - B names what makes it, and nothing else: each claim is held to weights that are computed.
    #[test]
    fn what_makes_the_difference_is_what_is_said() {
        let parameters =
            [(0.0, 0.5), (-1.2, 0.5), (1.5, -0.7)].map(|(w, v)| HeadParameters { w, v });
        let methods = all_methods();
        let mut said = std::collections::BTreeMap::new();
        for (&a, &b) in methods.iter().flat_map(|a| methods.iter().map(move |b| (a, b))) {
            for (moved, of_b) in parameters.into_iter().flat_map(|a| parameters.map(|b| (a, b))) {
                for (distance, competition) in
                    [(true, true), (true, false), (false, true), (false, false)]
                {
                    let of_a = HeadParameters { w: if distance { moved.w } else { 0.0 }, ..moved };
                    let says = of_difference(&Compared {
                        methods: [a, b],
                        heads: [of_a, of_b],
                        kinship: Kinship::SameScores,
                        part: Contribution::Both,
                        distance,
                        competition,
                        tokens: 5,
                        below: 1,
                    });
                    let what = format!("{a:?} {of_a:?} {b:?} {of_b:?} {competition}: {says}");
                    *said
                        .entry(says.split('.').next().unwrap_or_default().to_owned())
                        .or_insert(0) += 1;
                    let weights_a = weights(a, of_a, competition);
                    let weights_b = weights(b, of_b, true);
                    let (says_none, is_none) =
                        (says.contains(lab::apart_none()), !differ(&weights_a, &weights_b));
                    assert!(is_none || !says_none, "{what}");
                    // Two ways of attending may agree by chance, or where all coefficients are 0.
                    let is_void = weights_a.iter().all(|&weight| weight == 0.0);
                    if !is_void && (a == b || !b.knows_distance()) {
                        assert_eq!(says_none, is_none, "{what}");
                    }
                    assert_eq!(
                        says.contains(lab::without_distance()),
                        !distance && a.knows_distance(),
                        "{what}"
                    );
                    let softmax = [lab::apart_softmax(), lab::without_softmax_too()];
                    assert_eq!(
                        softmax.iter().any(|part| says.contains(part)),
                        !competition,
                        "{what}"
                    );
                    if says.contains(lab::apart_parameters()) {
                        assert!(a == b && of_a != of_b, "{what}");
                    }
                    let (Method::DistanceAware { adjustment, .. }, Method::Vanilla { .. }) = (a, b)
                    else {
                        continue;
                    };
                    let flat = HeadParameters { w: 0.0, ..of_a };
                    let without_distance = weights(a, flat, competition);
                    let names_distance = [lab::apart_both(), lab::apart_distance_alone()];
                    assert_eq!(
                        names_distance.iter().any(|part| says.contains(part)),
                        differ(&weights_a, &without_distance),
                        "{what}"
                    );
                    let names_clipping = [lab::apart_both(), lab::apart_clipping_alone()];
                    assert_eq!(
                        names_clipping.iter().any(|part| says.contains(part)),
                        adjustment.clips(),
                        "{what}"
                    );
                    // Without clipping and at w = 0 there is but f(0) between A and plain attention.
                    if !adjustment.clips() {
                        assert_eq!(
                            says.contains("at distance 0"),
                            differ(&without_distance, &weights(b, of_b, competition)),
                            "{what}"
                        );
                    }
                }
            }
        }
        // Every sentence of the same scores was said.
        assert!(said.len() >= 7, "{said:#?}");
    }

    #[test]
    fn who_sees_positions_is_named() {
        let compared = |a, b| Compared {
            methods: [a, b],
            heads: [HeadParameters { w: 0.0, v: 0.0 }; 2],
            kinship: Kinship::SameHead,
            part: Contribution::Both,
            distance: true,
            competition: true,
            tokens: 5,
            below: 1,
        };
        let [with, without] = [true, false].map(|positions| Method::Vanilla { positions });
        assert!(
            of_difference(&compared(with, without)).contains("A sees positions and B does not")
        );
        assert!(of_difference(&compared(DA, with)).contains("B sees positions and A does not"));
    }

    /// Whatever is said of ReLU is said of scores that there are.
    #[test]
    fn relu_is_said_to_do_what_it_does() {
        for method in all_methods() {
            for (meets, below) in
                [(None, 0), (None, 3), (Some([-2.0, 0.1]), 3), (Some([-2.0, 1.5]), 3)]
            {
                let meets = meets.map(|numbers| (["near", "far"], numbers));
                let says = of_relu(method, meets, below, 25);
                let Method::DistanceAware { adjustment, .. } = method else {
                    assert_eq!(says, None);
                    continue;
                };
                assert_eq!(says.is_some(), adjustment.is_early() && adjustment.multiplies());
                let Some(says) = says else { continue };
                assert_eq!(says.contains("3 of"), below == 3, "{says}");
                let example = match meets.filter(|_| adjustment.clips()) {
                    Some((_, [_, 0.1])) => "× 0.1 lifts “near” → “far” from −2 to −0.2.",
                    Some(_) => "× 1.5 lowers “near” → “far” from −2 to −3.",
                    None => "",
                };
                assert!(says.ends_with(example) && says.contains('→') == meets.is_some(), "{says}");
                assert_eq!(says.contains("backwards"), meets.is_some(), "{says}");
                assert_eq!(says.contains("Without ReLU"), !adjustment.clips(), "{says}");
            }
        }
    }

    /// A coefficient that is added is not said to be a factor, and the other way round.
    #[test]
    fn w_and_v_are_said_to_multiply_or_to_add() {
        for method in all_methods() {
            let Method::DistanceAware { mapping, adjustment } = method else { continue };
            for w in [-2.0, -0.001, 0.0, 0.5, 2.0] {
                let texts =
                    [of_w(method, w, 0.5, 9), of_v(method, w, 0.5, 9).filter(|_| mapping.has_v())];
                for text in texts.into_iter().flatten() {
                    let adds = text.contains("add");
                    let is_idle = text.contains("no effect");
                    assert!(is_idle || adds != adjustment.multiplies(), "{method:?} {w}: {text}");
                }
            }
        }
    }

    #[test]
    fn every_requirement_has_words() {
        let said = |mapping| requirements(mapping, 0.5).map(|one| of_requirement(&one.found));
        assert_eq!(
            said(Mapping::Linear { slope: 1.0, intercept: 1.0 }),
            [
                "f(0) = 1",
                "f(−10⁹) = −1e9",
                "f(10⁹) = 1e9, and still growing",
                "k, b: learned for every head in the paper, set by hand here",
                "never falls on [−40, 40], 8\u{202f}001 samples",
            ]
        );
        let sigmoid = said(Mapping::LearnableSigmoid);
        assert_eq!(sigmoid[2], "f(10⁹) = 2.65, and no larger beyond");
        assert_eq!(sigmoid[3], "learns v");
        let asks: Vec<_> = requirements(Mapping::Exponent, 0.0).map(|one| asked(&one.found)).into();
        assert_eq!(asks[3], "tunable: its shape can be learned");
    }
}
