//! The pictures of laws of distance: every head a dot, one head by distance, w and v in order.

use leptos::prelude::*;
use nearfar::picture::format_short;
use nearfar_inspect::laws::{AsDistanceAware, HeadReport};
use nearfar_inspect::room::grid::head_name;
use nearfar_inspect::room::laws::{Dot, InOrder as Ordered, SIDE};

use super::{Inspect, use_inspect};
use crate::chart::Chart;
use crate::reactive::{memo, text};

/// Every head a dot: what any law of |j - i| could explain of it, and what any law of j - i could.
#[component]
pub fn Dots() -> impl IntoView {
    let laws = use_inspect().laws;
    let (left, right, above, below) = (Dot::LEFT, SIDE - Dot::RIGHT, Dot::ABOVE, SIDE - Dot::BELOW);
    let tick = |((x, y), is_zero, label): ((f64, f64), bool, String)| {
        let class = if is_zero { "zero" } else { "grid" };
        view! {
            <line class=class x1=left x2=right y1=y y2=y /><line class=class x1=x x2=x y1=above y2=below />
            <text class="y" x=left - 4.0 y=y>{label.clone()}</text><text class="x" x=x y=below + 14.0>{label}</text>
        }
    };
    let dot = move |Dot { place, at: (x, y), radius }: Dot| {
        let is_shown = move || laws.shown.get() == place;
        view! {
            <circle class:chosen=is_shown cx=x cy=y r=radius on:click=move |_| laws.choose(place)><title>{head_name(place)}</title></circle>
        }
    };
    let dots = move || laws.heads.with(|heads| Dot::all(heads)).into_iter().map(dot).collect_view();
    let [from, to] = Dot::diagonal();
    view! {
        <figure class="own-chart law-dots">
            <svg viewBox=format!("0 0 {SIDE} {SIDE}") role="img" aria-label=texts::inspect::laws_dots()>
                {Dot::ticks().into_iter().map(tick).collect_view()}
                <line class="diagonal" x1=from.0 y1=from.1 x2=to.0 y2=to.1 />
                {dots}
                <text class="x" x=(left + SIDE) / 2.0 y=SIDE - 5.0>"|j − i|"</text>
                <text class="y" x=left - 4.0 y=8.0>"j − i"</text>
            </svg>
            <figcaption class="muted small-print">{texts::inspect::laws_dots_about()}</figcaption>
        </figure>
    }
}

/// Mean attention of the chosen head by j - i, with its interval.
#[component]
pub fn ByOffset() -> impl IntoView {
    let Inspect { room, laws, .. } = use_inspect();
    let series =
        memo(move || laws.head_shown().as_ref().map(HeadReport::by_offset).unwrap_or_default());
    let name = text(move || {
        format!("{}: {}", head_name(laws.shown.get()), texts::inspect::laws_profile())
    });
    let lit = Signal::derive(|| None::<f64>);
    view! { <Chart name=name series=series x_name="j − i" lit=lit theme=room.theme /> }
}

/// w and v of the heads as distance-aware ones, each in order, as Figs. 6 and 7 of Wu et al. 2021 have them; heads
/// that such a law hardly explains are faint.
#[component]
pub fn InOrder() -> impl IntoView {
    let laws = use_inspect().laws;
    let bars = move |name: &'static str, number: fn(&AsDistanceAware) -> f64| {
        move || {
            let Ordered { bars, most } = laws.heads.with(|heads| Ordered::of(heads, number));
            let bar = |([x, y, width, height], value, fits): ([f64; 4], f64, bool)| {
                view! { <rect class:faint=!fits x=x y=y width=width height=height><title>{format_short(value)}</title></rect> }
            };
            let (left, middle, edge) = (Dot::LEFT, Ordered::MIDDLE, Ordered::EDGE);
            view! {
                <svg viewBox=format!("0 0 {SIDE} {}", 2.0 * middle) role="img" aria-label=name>
                    <line class="zero" x1=left x2=SIDE - edge y1=middle y2=middle />
                    {bars.into_iter().map(bar).collect_view()}
                    <text class="y" x=left - 4.0 y=edge + 4.0>{format_short(most)}</text>
                    <text class="y" x=left - 4.0 y=middle>{name}</text>
                    <text class="y" x=left - 4.0 y=2.0 * middle - edge>{format_short(-most)}</text>
                </svg>
            }
        }
    };
    view! {
        <figure class="own-chart law-bars">{bars("w", |da| da.w)}{bars("v", |da| da.v)}<figcaption class="muted small-print">{texts::inspect::laws_bars_about()}</figcaption></figure>
    }
}
