//! The legend of a colour scale: the ramp, its ticks, and the unit.

use leptos::html;
use leptos::prelude::*;
use nearfar::picture::palette::{Palette, Theme};
use nearfar::picture::scale::Scale;

use crate::canvas::put_pixels;
use crate::reactive::effect;

/// Outer labels of more letters leave none in the middle its room.
const MOST_LETTERS: usize = 6;

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
        let last = ticks.len().saturating_sub(1);
        let are_short = ticks.iter().all(|tick| tick.label.chars().count() <= MOST_LETTERS);
        ticks
            .into_iter()
            .enumerate()
            .map(|(index, tick)| {
                // The outer labels stay inside the ramp; of the others a short one in the middle never runs into them.
                let is_central =
                    (tick.position - 0.5).abs() < 0.1 && tick.label.len() <= 2 && are_short;
                let side = match index {
                    0 => "first",
                    _ if index == last => "last",
                    _ if is_central => "centre",
                    _ => "middle",
                };
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
