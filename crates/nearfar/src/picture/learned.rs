//! What training did to w or v of every head, sorted, its start beside it: the form of Figs. 6 and
//! 7 of Wu et al. 2021; and what was learned of each offset. As SVG whose colours are the style sheet's.

use std::fmt::Write;

use crate::model::Each;
use crate::model::cells::signed;
use crate::picture::scale::{format_number, nice_ticks};

const WIDTH: f64 = 360.0;
const HEIGHT: f64 = 150.0;
const LEFT: f64 = 34.0;
const TOP: f64 = 10.0;
const BOTTOM: f64 = 22.0;
/// [`by_offset`] goes to so many words on both sides.
const MOST_OFFSET: i64 = 20;

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

/// Both lists, `[rows]`, over the offset j - i, as far as words of a sentence are apart; 0 is always seen.
pub fn by_offset(each: Each, learned: &[f32], start: &[f32]) -> String {
    let (width, height, most) = (360.0, 120.0, MOST_OFFSET);
    let value = |list: &[f32], offset: i64| {
        let row = each.row_of_offset(list.len(), offset)?;
        Some(f64::from(*list.get(row)?)).filter(|value| value.is_finite())
    };
    let all = || (-most..=most).flat_map(|offset| [learned, start].map(|list| value(list, offset)));
    let (low, high) =
        all().flatten().fold((0.0_f64, 1e-6_f64), |(low, high), x| (low.min(x), high.max(x)));
    let x_of = |offset: i64| 34.0 + (width - 40.0) * (offset + most) as f64 / (2 * most) as f64;
    let y_of = |value: f64| 8.0 + (height - 28.0) * (high - value) / (high - low);
    let line = |class: &str, list: &[f32]| {
        let points = (-most..=most).filter_map(|offset| {
            Some(format!("{:.1},{:.1}", x_of(offset), y_of(value(list, offset)?)))
        });
        let points: Vec<_> = points.collect();
        format!("<polyline class=\"{class}\" points=\"{}\"/>", points.join(" "))
    };
    let mut out = format!("<svg viewBox=\"0 0 {width} {height}\">");
    for (tick, text) in nice_ticks(low, high, 3) {
        let y = y_of(tick);
        out += &format!(
            "<line class=\"grid\" x1=\"34\" x2=\"{width}\" y1=\"{y:.1}\" y2=\"{y:.1}\"/><text class=\"axis\" x=\"30\" y=\"{:.1}\">{text}</text>",
            y + 3.5
        );
    }
    for offset in [-most, 0, most] {
        let text = signed(offset);
        let y = height - 6.0;
        out +=
            &format!("<text x=\"{:.1}\" y=\"{y}\">{text}</text>", x_of(offset).min(width - 10.0));
    }
    out + &line("start", start) + &line("learned", learned) + "</svg>"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_learned_of_offsets_is_two_lines() {
        // From -1 to 1, beyond which nothing is known: three points at 34 + 320 · (offset + 20) / 40.
        let svg = by_offset(Each::Offset, &[1.0, 0.0, -1.0], &[0.5, f32::NAN, 0.5]);
        assert!(
            svg.starts_with(
                "<svg viewBox=\"0 0 360 120\"><line class=\"grid\" x1=\"34\" x2=\"360\""
            )
        );
        // 1 stands at 8 and -1 at 100; of the start the number that is none is left out, and it lies behind.
        assert!(svg.ends_with(
            "<polyline class=\"start\" points=\"186.0,31.0 202.0,31.0\"/><polyline class=\"learned\" points=\"186.0,8.0 194.0,54.0 202.0,100.0\"/></svg>"
        ), "{svg}");
        for (x, text) in [("34.0", "−20"), ("194.0", "0"), ("350.0", "20")] {
            assert!(svg.contains(&format!("<text x=\"{x}\" y=\"114\">{text}</text>")), "{svg}");
        }
    }

    #[test]
    fn buckets_are_steps_and_what_is_not_of_offsets_has_no_points() {
        let learned: Vec<f32> = (0..32).map(|row| row as f32).collect();
        let svg = by_offset(Each::Bucket, &learned, &[]);
        let points = |class: &str| {
            let start = format!("<polyline class=\"{class}\" points=\"");
            let (_, line) = svg.split_once(&start).unwrap();
            line.split('"').next().unwrap().split_whitespace().count()
        };
        assert_eq!((points("learned"), points("start")), (41, 0));
        let none = by_offset(Each::Head, &learned, &learned);
        assert!(none.ends_with("points=\"\"/><polyline class=\"learned\" points=\"\"/></svg>"));
        assert!(!none.contains("NaN"));
    }

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
