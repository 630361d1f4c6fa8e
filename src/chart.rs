//! A small line chart as SVG: a few named series over an offset or a distance, the cursor's place lit
//! with the numbers there. Not for thousands of points.

use leptos::prelude::*;
pub use nearfar::picture::chart::Series;
use nearfar::picture::chart::{BELOW, ChartLayout, HEIGHT, TOP, WIDTH};
use nearfar::picture::curve::{CurveStyle, curve_style};
use nearfar::picture::palette::Theme;
use nearfar::picture::{format_exact, format_short};

use crate::canvas::css;
use crate::reactive::text;

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
    let says = |line: &Series, (x, y)| texts::common::chart_point(&line.name, x, format_exact(y));
    let drawn = move || {
        let series = series.get();
        let layout = ChartLayout::of(&series)?;
        let inside = layout.svg(&series, x_name, theme.get(), &says);
        let lit = move || {
            let x = layout.x_of(lit.get().filter(|&x| layout.has(x))?);
            Some(view! { <line class="lit" x1=x x2=x y1=TOP y2=HEIGHT - BELOW /> })
        };
        Some(view! {
            <svg viewBox=format!("0 0 {WIDTH} {HEIGHT}") role="img" aria-label=name>{lit}<g inner_html=inside></g></svg>
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
