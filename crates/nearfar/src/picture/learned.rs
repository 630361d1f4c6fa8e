//! What training did to w or v of every head, sorted, its start beside it: the form of Figs. 6 and
//! 7 of Wu et al. 2021, as SVG whose colours are the style sheet's.

use std::fmt::Write;

use crate::picture::scale::format_number;

const WIDTH: f64 = 360.0;
const HEIGHT: f64 = 150.0;
const LEFT: f64 = 34.0;
const TOP: f64 = 10.0;
const BOTTOM: f64 = 22.0;

/// One head's value at the start and as learned.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Moved {
    /// The head, from 0.
    pub head: usize,
    /// At the start.
    pub start: f64,
    /// As learned.
    pub learned: f64,
    /// How far several runs differ there, as a deviation; 0 for one run.
    pub deviation: f64,
}

/// The heads in falling order of what they learned. `start` and `learned` are `[h]`; without a
/// known start the two are taken to be equal.
pub fn sorted(start: &[f64], learned: &[f64]) -> Vec<Moved> {
    let moved = |(head, &learned): (usize, &f64)| {
        let start = start.get(head).copied().unwrap_or(learned);
        Moved { head, start, learned, deviation: 0.0 }
    };
    let mut all: Vec<Moved> = Vec::with_capacity(learned.len());
    for one in learned.iter().enumerate().map(moved) {
        // Heads are few; each goes to its place, behind its equals.
        let place = all.partition_point(|other| other.learned >= one.learned);
        all.insert(place, one);
    }
    all
}

/// `count` heads spread evenly over the order of what they learned, from the lowest to the highest; `heads`
/// in falling order, as [`sorted`] gives them. Fewer where there are fewer.
pub fn spread(heads: &[Moved], count: usize) -> Vec<usize> {
    let count = count.min(heads.len());
    let last = heads.len().saturating_sub(1);
    let steps = count.saturating_sub(1).max(1);
    // The nearest whole place, from the end of the list on, where the lowest is.
    let place = |step: usize| last - (step * last + steps / 2) / steps;
    (0..count).filter_map(|step| heads.get(place(step))).map(|moved| moved.head).collect()
}

/// A picture of sorted values, as [`drawn`] draws it, with what it shows in words. `symbol` is w or v.
pub fn svg(symbol: &str, heads: &[Moved]) -> String {
    drawn(heads, &summary(symbol, heads))
}

/// A bar from 0 to what was learned, with a line as long as the deviation either way where there is one, a
/// ring at the start, the head's number (from 1) below. `label` says it in words.
pub fn drawn(heads: &[Moved], label: &str) -> String {
    let ends = |head: &Moved| [head.learned - head.deviation, head.learned + head.deviation];
    let all = || heads.iter().flat_map(|head| ends(head).into_iter().chain([head.start]));
    let low = all().fold(-0.5_f64, f64::min);
    let high = all().fold(0.5_f64, f64::max);
    let y = |value: f64| {
        TOP + (HEIGHT - TOP - BOTTOM) * (high - value) / (high - low).max(f64::MIN_POSITIVE)
    };
    let slot = (WIDTH - LEFT) / heads.len().max(1) as f64;
    let mut out = String::new();
    // Writing to a String cannot fail.
    let _ =
        write!(out, "<svg viewBox=\"0 0 {WIDTH} {HEIGHT}\" role=\"img\" aria-label=\"{label}\">");
    for tick in [low, 0.0, high] {
        let line = if tick == 0.0 { "zero" } else { "grid" };
        let _ = write!(
            out,
            "<line class=\"{line}\" x1=\"{LEFT}\" x2=\"{WIDTH}\" y1=\"{0:.1}\" y2=\"{0:.1}\"/><text class=\"axis\" x=\"{1}\" y=\"{2:.1}\">{3}</text>",
            y(tick),
            LEFT - 4.0,
            y(tick) + 3.5,
            format_number((tick * 100.0).round() / 100.0)
        );
    }
    for (place, head) in heads.iter().enumerate() {
        let x = LEFT + slot * (place as f64 + 0.5);
        let (zero, learned) = (y(0.0), y(head.learned));
        let side = if head.learned < 0.0 { "below" } else { "above" };
        let _ = write!(
            out,
            "<rect class=\"{side}\" x=\"{:.1}\" width=\"{:.1}\" y=\"{:.1}\" height=\"{:.1}\"/><circle cx=\"{x:.1}\" cy=\"{:.1}\" r=\"3.2\"/><text x=\"{x:.1}\" y=\"{:.1}\">{}</text>",
            x - slot * 0.3,
            slot * 0.6,
            zero.min(learned),
            (zero - learned).abs().max(0.6),
            y(head.start),
            HEIGHT - 7.0,
            head.head + 1
        );
        if head.deviation > 0.0 {
            let [low, high] = ends(head).map(y);
            let _ = write!(
                out,
                "<line class=\"spread\" x1=\"{x:.1}\" x2=\"{x:.1}\" y1=\"{low:.1}\" y2=\"{high:.1}\"/>"
            );
        }
    }
    out + "</svg>"
}

/// The same in one sentence.
pub fn summary(symbol: &str, heads: &[Moved]) -> String {
    let count = heads.len();
    let of = |test: fn(&Moved) -> bool| heads.iter().filter(|head| test(head)).count();
    let moved = heads.iter().map(|head| (head.learned - head.start).abs()).sum::<f64>();
    format!(
        "{symbol} of {count} heads: {} above 0 and {} below as learned, {} above 0 at the start; {} changed sign; they moved by {} on average.",
        of(|head| head.learned > 0.0),
        of(|head| head.learned < 0.0),
        of(|head| head.start > 0.0),
        of(|head| head.start * head.learned < 0.0),
        format_number((100.0 * moved / count.max(1) as f64).round() / 100.0),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn heads_are_sorted_and_counted() {
        let heads = sorted(&[0.5, -1.0, 2.0], &[-0.5, -1.5, 3.0]);
        assert_eq!(heads.iter().map(|head| head.head).collect::<Vec<_>>(), [2, 0, 1]);
        let text = summary("w", &heads);
        assert_eq!(
            text,
            "w of 3 heads: 1 above 0 and 2 below as learned, 2 above 0 at the start; 1 changed sign; they moved by 0.83 on average."
        );
        let svg = svg("w", &heads);
        assert_eq!(svg.matches("<rect").count(), 3);
        assert_eq!(svg.matches("<circle").count(), 3);
        assert!(svg.contains(&text));
    }

    #[test]
    fn heads_are_spread_over_what_they_learned() {
        let heads = |w: &[f64]| sorted(w, w);
        // In falling order heads 1, 5, 4, 0, 2, 6, 3; every second from the end.
        let seven = heads(&[0.2, 5.0, 0.1, -1.0, 0.9, 2.0, 0.0]);
        assert_eq!(spread(&seven, 4), [3, 2, 4, 1]);
        assert_eq!(spread(&seven, 1), [3]);
        assert_eq!(spread(&heads(&[1.0, -1.0]), 4), [1, 0]);
        assert!(spread(&[], 4).is_empty());
        let sixteen: Vec<f64> = (0..16).map(f64::from).collect();
        assert_eq!(spread(&heads(&sixteen), 4), [0, 5, 10, 15]);
    }

    #[test]
    fn without_heads_there_is_still_a_picture() {
        assert!(svg("v", &sorted(&[], &[])).ends_with("</svg>"));
    }
}
