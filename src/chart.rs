//! A small line chart as SVG: a few named series over an offset or a distance, the cursor's place lit
//! with the numbers there. Not for thousands of points.

use leptos::prelude::*;
pub use nearfar::picture::chart::Series;
use nearfar::picture::chart::{BELOW, ChartLayout, HEIGHT, LEFT, RIGHT, TOP, WIDTH};
use nearfar::picture::curve::{CurveStyle, curve_style};
use nearfar::picture::palette::Theme;
use nearfar::picture::{format_exact, format_short};

use crate::canvas::css;
use crate::reactive::text;

/// Points get a dot of their own, up to so many.
const MOST_DOTS: usize = 70;

/// A sample of a line.
#[component]
pub fn Swatch(
    #[prop(into)] colour: Signal<String>,
    /// Its dashes as SVG has them.
    #[prop(into)]
    dash: Signal<String>,
    /// In CSS pixels.
    #[prop(default = 3)]
    width: u32,
) -> impl IntoView {
    view! {
        <svg class="swatch" viewBox="0 0 34 8" aria-hidden="true">
            <line x1="1" y1="4" x2="33" y2="4" stroke=colour stroke-width=width stroke-dasharray=dash></line>
        </svg>
    }
}

/// A sample of a line, as pictures draw it.
pub fn swatch(style: &CurveStyle) -> impl IntoView + use<> {
    view! { <Swatch colour=css(style.colour, 1.0) dash=style.dash_text() /> }
}

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
        let layout = ChartLayout::of(&series)?;
        let across = layout.across().into_iter().map(|(value, label)| {
            let y = layout.y_of(value);
            let class = if value == 0.0 { "zero" } else { "grid" };
            view! {
                <line class=class x1=LEFT x2=WIDTH - RIGHT y1=y y2=y />
                <text class="y" x=LEFT - 5.0 y=y>{label}</text>
            }
        });
        let along = layout.along().map(|(x, label)| {
            view! { <text class="x" x=layout.x_of(x) y=HEIGHT - BELOW + 14.0>{label}</text> }
        });
        let zero = layout
            .zero()
            .map(|x| view! { <line class="zero" x1=x x2=x y1=TOP y2=HEIGHT - BELOW /> });
        let marks = layout.marks(&series).into_iter().map(|((x, y), mark)| {
            view! { <text class="y" x=x - 2.0 y=y - 4.0>{mark.to_owned()}</text> }
        });
        let marks = marks.collect_view();
        let lines = series.iter().map(|line| {
            let style = curve_style(line.style, theme);
            let colour = css(style.colour, 1.0);
            let has_dots = line.points.len() <= MOST_DOTS && !line.faint;
            let dots = has_dots.then(|| {
                line.points
                    .iter()
                    .map(|&(x, y)| {
                        let title = texts::common::chart_point(&line.name, x, format_exact(y));
                        view! { <circle cx=layout.x_of(x) cy=layout.y_of(y) r="2.4" fill=colour.clone()><title>{title}</title></circle> }
                    })
                    .collect_view()
            });
            view! {
                <polyline class:faint=line.faint points=layout.polyline(&line.points) stroke=colour.clone() stroke-dasharray=style.dash_text() />
                {dots}
            }
        });
        let lit = move || {
            let x = layout.x_of(lit.get().filter(|&x| layout.has(x))?);
            Some(view! { <line class="lit" x1=x x2=x y1=TOP y2=HEIGHT - BELOW /> })
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
                let swatch = swatch(&curve_style(line.style, theme));
                let of = line.clone();
                let value = text(move || {
                    let here = lit.get().and_then(|x| Some((x, of.at(x)?)));
                    let shown =
                        |(x, y)| texts::common::chart_at_cursor(format_short(y), format_short(x));
                    here.map(shown).unwrap_or_default()
                });
                view! {
                    <li>
                        {swatch}
                        <span>{line.name.clone()}</span>
                        <b class="chart-value">{value}</b>
                    </li>
                }
            })
            .collect_view()
    };
    view! { <figure class="own-chart">{drawn}<ul class="chart-legend">{legend}</ul></figure> }
}
