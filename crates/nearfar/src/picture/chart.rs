//! A small line chart: a few named series over an offset or a distance, and where they lie in it. Not for thousands
//! of points.

use std::fmt::Write;

use super::curve::curve_style;
use super::palette::Theme;
use super::scale::nice_ticks;
use crate::export::{escape, hex};

/// x and y.
pub type Point = (f64, f64);

/// One line.
#[derive(Clone, Debug, PartialEq)]
pub struct Series {
    /// What it is, for the legend.
    pub name: String,
    /// Its points with rising x.
    pub points: Vec<Point>,
    /// Which colour and dashes ([`curve_style`](super::curve_style)).
    pub style: usize,
    /// Whether it is one of many in the background.
    pub faint: bool,
    /// What stands at its end, where there is room: empty for nothing.
    pub mark: String,
}

impl Series {
    /// A line in the foreground.
    pub fn new(name: impl Into<String>, points: Vec<Point>, style: usize) -> Series {
        Series { name: name.into(), points, style, faint: false, mark: String::new() }
    }

    /// y at an x that one of the points has.
    pub fn at(&self, x: f64) -> Option<f64> {
        self.points.iter().find(|point| point.0 == x).map(|point| point.1)
    }
}

/// Where a chart's lines and axes lie.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ChartLayout {
    x: (f64, f64),
    y: (f64, f64),
}

/// The size of a chart.
pub const WIDTH: f64 = 380.0;
/// The size of a chart.
pub const HEIGHT: f64 = 210.0;
/// Room at the left of its lines.
pub const LEFT: f64 = 46.0;
/// Room at the right of its lines.
pub const RIGHT: f64 = 10.0;
/// Room above its lines.
pub const TOP: f64 = 10.0;
/// Room below its lines.
pub const BELOW: f64 = 36.0;
/// What differs less is level to the eye: rounding is not blown up into a curve.
const LEVEL: f64 = 0.005;
/// Marks of lines are at least so far apart.
const MARK_ROOM: f64 = 9.0;
/// Points get a dot of their own, up to so many.
const MOST_DOTS: usize = 70;

impl ChartLayout {
    /// The chart of these series; `None` where none has a point with a finite y.
    pub fn of(series: &[Series]) -> Option<ChartLayout> {
        let all = || series.iter().flat_map(|line| &line.points).filter(|p| p.1.is_finite());
        all().next()?;
        let range = |of: fn(&Point) -> f64, least: f64| {
            let ends = (f64::INFINITY, f64::NEG_INFINITY);
            let (low, high) = all().map(of).fold(ends, |(low, high), x| (low.min(x), high.max(x)));
            if high - low < least { (low - least, high + least) } else { (low, high) }
        };
        let (low, high) = range(|point| point.1, LEVEL);
        let room = 0.06 * (high - low);
        Some(ChartLayout { x: range(|point| point.0, 1e-9), y: (low - room, high + room) })
    }

    /// Whether an x is between the ends.
    pub fn has(&self, x: f64) -> bool {
        (self.x.0..=self.x.1).contains(&x)
    }

    /// Where an x lies.
    pub fn x_of(&self, x: f64) -> f64 {
        let (low, high) = self.x;
        LEFT + (x - low) / (high - low) * (WIDTH - LEFT - RIGHT)
    }

    /// Where a y lies, from the top.
    pub fn y_of(&self, y: f64) -> f64 {
        let (low, high) = self.y;
        TOP + (high - y) / (high - low) * (HEIGHT - TOP - BELOW)
    }

    /// The lines across: the value, and its label.
    pub fn across(&self) -> Vec<(f64, String)> {
        nice_ticks(self.y.0, self.y.1, 5)
    }

    /// What is counted along x: whole numbers, and their labels.
    pub fn along(&self) -> impl Iterator<Item = (f64, String)> {
        nice_ticks(self.x.0, self.x.1, 8).into_iter().filter(|(x, _)| x.fract() == 0.0)
    }

    /// Where x is 0, if that is between the ends.
    pub fn zero(&self) -> Option<f64> {
        (self.x.0 < 0.0 && self.x.1 > 0.0).then(|| self.x_of(0.0))
    }

    /// Axes, lines and dots as the inside of an `svg` of [`WIDTH`] and [`HEIGHT`], with style sheets' classes. `x_name` is
    /// what is counted along x; `says` names a point of a line.
    pub fn svg(
        &self,
        series: &[Series],
        x_name: &str,
        theme: Theme,
        says: &dyn Fn(&Series, Point) -> String,
    ) -> String {
        let (left, right, bottom) = (LEFT, WIDTH - RIGHT, HEIGHT - BELOW);
        let mut out = String::new();
        for (value, label) in self.across() {
            let (y, label) = (self.y_of(value), escape(&label));
            let class = if value == 0.0 { "zero" } else { "grid" };
            let _ = write!(
                out,
                r#"<line class="{class}" x1="{left}" x2="{right}" y1="{y:.2}" y2="{y:.2}"/>"#
            );
            let _ = write!(out, r#"<text class="y" x="{}" y="{y:.2}">{label}</text>"#, left - 5.0);
        }
        for (x, label) in self.along() {
            let (x, y, label) = (self.x_of(x), bottom + 14.0, escape(&label));
            let _ = write!(out, r#"<text class="x" x="{x:.2}" y="{y}">{label}</text>"#);
        }
        if let Some(x) = self.zero() {
            let _ = write!(
                out,
                r#"<line class="zero" x1="{x:.2}" x2="{x:.2}" y1="{TOP}" y2="{bottom}"/>"#
            );
        }
        for line in series {
            let style = curve_style(line.style, theme);
            let (colour, dashes) = (hex(style.colour), style.dash_text());
            let (class, points) =
                (if line.faint { "faint" } else { "" }, self.polyline(&line.points));
            let _ = write!(
                out,
                r#"<polyline class="{class}" points="{points}" stroke="{colour}" stroke-dasharray="{dashes}"/>"#
            );
            let has_dots = line.points.len() <= MOST_DOTS && !line.faint;
            for &(x, y) in line.points.iter().filter(|_| has_dots) {
                let (title, x, y) = (escape(&says(line, (x, y))), self.x_of(x), self.y_of(y));
                let _ = write!(
                    out,
                    r#"<circle cx="{x:.2}" cy="{y:.2}" r="2.4" fill="{colour}"><title>{title}</title></circle>"#
                );
            }
        }
        for ((x, y), mark) in self.marks(series) {
            let (x, y, mark) = (x - 2.0, y - 4.0, escape(mark));
            let _ = write!(out, r#"<text class="y" x="{x:.2}" y="{y:.2}">{mark}</text>"#);
        }
        let (middle, lowest, x_name) = ((left + right) / 2.0, HEIGHT - 6.0, escape(x_name));
        out + &format!(r#"<text class="x" x="{middle}" y="{lowest}">{x_name}</text>"#)
    }

    /// The points of a line, as SVG has them.
    pub fn polyline(&self, points: &[Point]) -> String {
        let place = |&(x, y): &Point| format!("{:.2},{:.2}", self.x_of(x), self.y_of(y));
        points.iter().map(place).collect::<Vec<_>>().join(" ")
    }

    /// Where lines end that have a mark, with the mark: the last first, and none over another.
    pub fn marks<'a>(&self, series: &'a [Series]) -> Vec<(Point, &'a str)> {
        let mut marks: Vec<(Point, &str)> = Vec::new();
        for line in series.iter().rev().filter(|line| !line.mark.is_empty()) {
            let Some(&(x, y)) = line.points.last() else { continue };
            let (x, y) = (self.x_of(x), self.y_of(y));
            if marks.iter().all(|((_, other), _)| (other - y).abs() >= MARK_ROOM) {
                marks.push(((x, y), &line.mark));
            }
        }
        marks
    }
}
