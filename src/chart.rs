//! A small line chart as SVG: a few named series over an offset or a distance, the cursor's place lit
//! with the numbers there. Not for thousands of points.

use leptos::prelude::*;
use nearfar::picture::curve::curve_style;
use nearfar::picture::palette::Theme;
use nearfar::picture::scale::nice_ticks;
use nearfar::picture::{format_exact, format_short};

use crate::canvas::css;
use crate::reactive::text;

/// x and y.
pub type Point = (f64, f64);

/// One line.
#[derive(Clone, Debug, PartialEq)]
pub struct Series {
    /// What it is, for the legend.
    pub name: String,
    /// Its points with rising x.
    pub points: Vec<Point>,
    /// Which colour and dashes.
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

    fn at(&self, x: f64) -> Option<f64> {
        self.points.iter().find(|point| point.0 == x).map(|point| point.1)
    }
}

const WIDTH: f64 = 380.0;
const HEIGHT: f64 = 210.0;
const LEFT: f64 = 46.0;
const RIGHT: f64 = 10.0;
const TOP: f64 = 10.0;
const BELOW: f64 = 36.0;
/// Points get a dot of their own, up to so many.
const MOST_DOTS: usize = 70;
/// Marks of lines are at least so far apart.
const MARK_ROOM: f64 = 9.0;

/// The chart.
#[component]
pub fn Chart(
    /// Its name for screen readers.
    #[prop(into)]
    name: Signal<String>,
    series: Memo<Vec<Series>>,
    /// What is counted along x.
    x_name: &'static str,
    /// Which x is lit.
    #[prop(into)]
    lit: Signal<Option<f64>>,
    #[prop(into)] theme: Signal<Theme>,
) -> impl IntoView {
    let drawn = move || {
        let series = series.get();
        let theme = theme.get();
        let all = || series.iter().flat_map(|line| &line.points).filter(|p| p.1.is_finite());
        all().next()?;
        let range = |of: fn(&Point) -> f64, least: f64| {
            let (low, high) =
                all().map(of).fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), x| {
                    (low.min(x), high.max(x))
                });
            if high - low < least { (low - least, high + least) } else { (low, high) }
        };
        let (x_low, x_high) = range(|point| point.0, 1e-9);
        // What differs less is level to the eye: rounding is not blown up into a curve.
        let (low, high) = range(|point| point.1, 0.005);
        let room = 0.06 * (high - low);
        let (low, high) = (low - room, high + room);
        let x_of = move |x: f64| LEFT + (x - x_low) / (x_high - x_low) * (WIDTH - LEFT - RIGHT);
        let y_of = move |y: f64| TOP + (high - y) / (high - low) * (HEIGHT - TOP - BELOW);
        let across = nice_ticks(low, high, 5).into_iter().map(|(value, label)| {
            let y = y_of(value);
            let class = if value == 0.0 { "zero" } else { "grid" };
            view! {
                <line class=class x1=LEFT x2=WIDTH - RIGHT y1=y y2=y />
                <text class="y" x=LEFT - 5.0 y=y>{label}</text>
            }
        });
        let along = nice_ticks(x_low, x_high, 8).into_iter().filter(|(x, _)| x.fract() == 0.0).map(
            |(x, label)| {
                view! { <text class="x" x=x_of(x) y=HEIGHT - BELOW + 14.0>{label}</text> }
            },
        );
        let zero = (x_low < 0.0 && x_high > 0.0).then(|| {
            view! { <line class="zero" x1=x_of(0.0) x2=x_of(0.0) y1=TOP y2=HEIGHT - BELOW /> }
        });
        let mut marked: Vec<f64> = Vec::new();
        let marks = series.iter().rev().filter(|line| !line.mark.is_empty()).filter_map(|line| {
            let &(x, y) = line.points.last()?;
            let (x, y) = (x_of(x), y_of(y));
            if marked.iter().any(|other| (other - y).abs() < MARK_ROOM) {
                return None;
            }
            marked.push(y);
            Some(view! { <text class="y" x=x - 2.0 y=y - 4.0>{line.mark.clone()}</text> })
        });
        let marks = marks.collect_view();
        let lines = series.iter().map(|line| {
            let style = curve_style(line.style, theme);
            let colour = css(style.colour, 1.0);
            let points: Vec<String> =
                line.points.iter().map(|&(x, y)| format!("{:.2},{:.2}", x_of(x), y_of(y))).collect();
            let dash: Vec<String> = style.dash.iter().map(f64::to_string).collect();
            let has_dots = line.points.len() <= MOST_DOTS && !line.faint;
            let dots = has_dots.then(|| {
                line.points
                    .iter()
                    .map(|&(x, y)| {
                        let title = texts::common::chart_point(&line.name, x, format_exact(y));
                        view! { <circle cx=x_of(x) cy=y_of(y) r="2.4" fill=colour.clone()><title>{title}</title></circle> }
                    })
                    .collect_view()
            });
            view! {
                <polyline class:faint=line.faint points=points.join(" ") stroke=colour.clone() stroke-dasharray=dash.join(" ") />
                {dots}
            }
        });
        let lit = move || {
            let x = lit.get().filter(|x| (x_low..=x_high).contains(x))?;
            Some(view! { <line class="lit" x1=x_of(x) x2=x_of(x) y1=TOP y2=HEIGHT - BELOW /> })
        };
        Some(view! {
            <svg viewBox=format!("0 0 {WIDTH} {HEIGHT}") role="img" aria-label=name>
                {across.collect_view()}{along.collect_view()}{zero}{lit}{lines.collect_view()}{marks}
                <text class="x" x=(LEFT + WIDTH - RIGHT) / 2.0 y=HEIGHT - 6.0>{x_name}</text>
            </svg>
        })
    };
    let legend = move || {
        let theme = theme.get();
        series
            .get()
            .into_iter()
            .filter(|line| !line.faint)
            .map(|line| {
                let style = curve_style(line.style, theme);
                let dash: Vec<String> = style.dash.iter().map(f64::to_string).collect();
                let of = line.clone();
                let value = text(move || {
                    let here = lit.get().and_then(|x| Some((x, of.at(x)?)));
                    let shown =
                        |(x, y)| texts::common::chart_at_cursor(format_short(y), format_short(x));
                    here.map(shown).unwrap_or_default()
                });
                view! {
                    <li>
                        <svg class="swatch" viewBox="0 0 28 8" aria-hidden="true"><line x1="0" x2="28" y1="4" y2="4" stroke=css(style.colour, 1.0) stroke-dasharray=dash.join(" ") /></svg>
                        <span>{line.name.clone()}</span>
                        <b class="chart-value">{value}</b>
                    </li>
                }
            })
            .collect_view()
    };
    view! { <figure class="own-chart">{drawn}<ul class="chart-legend">{legend}</ul></figure> }
}
