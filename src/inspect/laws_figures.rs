//! The pictures of laws of distance: every head a dot, one head by distance, w and v in order.

use leptos::prelude::*;
use nearfar::picture::format_short;
use nearfar::picture::scale::nice_ticks;
use nearfar_inspect::laws::{AsDistanceAware, HeadReport, Interval};
use nearfar_inspect::room::grid::head_name;
use nearfar_inspect::room::laws::{LEAST_SHARE, in_order};

use super::{use_laws, use_room};
use crate::chart::{Chart, Series};
use crate::reactive::{memo, text};

const SIDE: f64 = 300.0;
const LEFT: f64 = 42.0;
const BELOW: f64 = 34.0;
const EDGE: f64 = 8.0;
/// For the half of a label that stands beyond the last line.
const RIGHT: f64 = 18.0;
/// Above a picture, for the name of what goes up.
const ABOVE: f64 = 22.0;
/// The largest dot, for the head to which positions do most.
const LARGEST: f64 = 8.0;
const SMALLEST: f64 = 2.0;

/// Every head a dot: what any law of |j - i| could explain of it, and what any law of j - i could.
#[component]
pub fn Dots() -> impl IntoView {
    let laws = use_laws();
    let across =
        |share: f64| LEFT + (share - LEAST_SHARE) / (1.0 - LEAST_SHARE) * (SIDE - LEFT - RIGHT);
    let up = |share: f64| ABOVE + (1.0 - share) / (1.0 - LEAST_SHARE) * (SIDE - BELOW - ABOVE);
    let ticks = nice_ticks(LEAST_SHARE, 1.0, 4)
        .into_iter()
        .map(|(share, _)| {
            let label = format!("{:.0} %", 100.0 * share);
            let class = if share == 0.0 { "zero" } else { "grid" };
            let (x, y) = (across(share), up(share));
            view! {
                <line class=class x1=LEFT x2=SIDE - RIGHT y1=y y2=y /><line class=class x1=x x2=x y1=ABOVE y2=SIDE - BELOW />
                <text class="y" x=LEFT - 4.0 y=y>{label.clone()}</text><text class="x" x=x y=SIDE - BELOW + 14.0>{label}</text>
            }
        })
        .collect_view();
    let dots = move || {
        let heads = laws.heads.get();
        let of = |head: &HeadReport| head.silenced.map_or(0.0, |silenced| silenced.value);
        let most = heads.iter().map(of).fold(f64::MIN_POSITIVE, f64::max);
        let dots = heads.iter().filter_map(|head| {
            let (x, y) = head.dot()?;
            let radius = SMALLEST + (LARGEST - SMALLEST) * (of(head) / most).sqrt();
            let place = head.place();
            let title = head_name(place);
            let is_chosen = move || laws.chosen.get() == place;
            Some(view! {
                <circle class:chosen=is_chosen cx=across(x) cy=up(y) r=radius on:click=move |_| laws.chosen.set(place)><title>{title}</title></circle>
            })
        });
        dots.collect_view()
    };
    view! {
        <figure class="own-chart law-dots">
            <svg viewBox=format!("0 0 {SIDE} {SIDE}") role="img" aria-label=texts::inspect::laws_dots()>
                {ticks}
                <line class="diagonal" x1=across(LEAST_SHARE) y1=up(LEAST_SHARE) x2=across(1.0) y2=up(1.0) />
                {dots}
                <text class="x" x=(LEFT + SIDE) / 2.0 y=SIDE - 5.0>"|j − i|"</text>
                <text class="y" x=LEFT - 4.0 y=EDGE>"j − i"</text>
            </svg>
            <figcaption class="muted small-print">{texts::inspect::laws_dots_about()}</figcaption>
        </figure>
    }
}

/// Mean attention of the chosen head by j - i, with its interval.
#[component]
pub fn ByOffset() -> impl IntoView {
    let laws = use_laws();
    let room = use_room();
    let series = memo(move || {
        let Some(head) = laws.head_shown() else { return Vec::new() };
        let profile = head.profile;
        let line = |of: fn(&Interval) -> f64, name: &str, faint: bool| {
            let places = profile.attention.iter().zip(profile.from..);
            let points =
                places.filter_map(|(figure, offset)| Some((offset as f64, of(figure.as_ref()?))));
            Series { faint, ..Series::new(name, points.collect(), 0) }
        };
        vec![
            line(|figure| figure.low, "", true),
            line(|figure| figure.high, "", true),
            line(|figure| figure.value, texts::inspect::laws_profile(), false),
        ]
    });
    let name = text(move || {
        format!("{}: {}", head_name(laws.chosen.get()), texts::inspect::laws_profile())
    });
    let lit = Signal::derive(|| None::<f64>);
    view! { <Chart name=name series=series x_name="j − i" lit=lit theme=room.theme /> }
}

/// w and v of the heads as distance-aware ones, each in order, as Figs. 6 and 7 of Wu et al. 2021 have them; heads
/// that such a law hardly explains are faint.
#[component]
pub fn InOrder() -> impl IntoView {
    let laws = use_laws();
    let bars = move |name: &'static str, number: fn(&AsDistanceAware) -> f64| {
        move || {
            let all = laws.heads.with(|heads| in_order(heads, number));
            let most = all.iter().map(|(value, _)| value.abs()).fold(1e-9, f64::max);
            let width = (SIDE - LEFT - EDGE) / all.len().max(1) as f64;
            let middle = 60.0;
            let bars = all.iter().enumerate().map(|(place, &(value, fits))| {
                let height = value.abs() / most * (middle - EDGE);
                let y = if value > 0.0 { middle - height } else { middle };
                let x = LEFT + place as f64 * width;
                view! { <rect class:faint=!fits x=x y=y width=0.8 * width height=height.max(0.5)><title>{format_short(value)}</title></rect> }
            });
            view! {
                <svg viewBox=format!("0 0 {SIDE} {}", 2.0 * middle) role="img" aria-label=name>
                    <line class="zero" x1=LEFT x2=SIDE - EDGE y1=middle y2=middle />
                    {bars.collect_view()}
                    <text class="y" x=LEFT - 4.0 y=EDGE + 4.0>{format_short(most)}</text>
                    <text class="y" x=LEFT - 4.0 y=middle>{name}</text>
                    <text class="y" x=LEFT - 4.0 y=2.0 * middle - EDGE>{format_short(-most)}</text>
                </svg>
            }
        }
    };
    view! {
        <figure class="own-chart law-bars">{bars("w", |da| da.w)}{bars("v", |da| da.v)}<figcaption class="muted small-print">{texts::inspect::laws_bars_about()}</figcaption></figure>
    }
}
