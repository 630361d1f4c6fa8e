//! The legend of a colour scale: the ramp, its ticks, and the unit.

use leptos::html;
use leptos::prelude::*;
use nearfar::picture::palette::{Palette, Theme};
use nearfar::picture::scale::{Scale, sides};

use crate::canvas::put_pixels;
use crate::reactive::effect;

/// A horizontal colour ramp with labelled ticks.
#[component]
pub fn Legend(
    #[prop(into)] palette: Signal<Palette>,
    #[prop(into)] scale: Signal<Scale>,
    #[prop(into)] theme: Signal<Theme>,
    /// What the numbers count.
    #[prop(into)]
    unit: Signal<String>,
    /// About how many ticks there is room for.
    #[prop(default = 3)]
    count: usize,
) -> impl IntoView {
    let ramp = NodeRef::<html::Canvas>::new();
    effect(move || {
        let Some(canvas) = ramp.get() else { return };
        let colours = palette.get().table(theme.get());
        let pixels: Vec<u8> = colours.colours().flat_map(|[r, g, b]| [r, g, b, 255]).collect();
        put_pixels(&canvas, &pixels, 1, pixels.len() / 4);
    });
    let ticks = move || {
        let ticks = scale.get().ticks(count);
        let sides = sides(&ticks);
        ticks
            .into_iter()
            .zip(sides)
            .map(|(tick, side)| {
                view! { <span class=format!("tick {side}") style:left=format!("{}%", 100.0 * tick.position)>{tick.label}</span> }
            })
            .collect_view()
    };
    view! {
        <span class="legend">
            <canvas node_ref=ramp class="ramp" aria-hidden="true"></canvas>
            <span class="ticks">{ticks}</span>
            <span class="unit" title=unit>{unit}</span>
        </span>
    }
}
