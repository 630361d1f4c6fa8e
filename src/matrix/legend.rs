//! The legend of a colour scale: the ramp, its ticks, and the unit.

use leptos::html;
use leptos::prelude::*;
use nearfar::picture::palette::{Palette, Theme};
use nearfar::picture::scale::{Mark, Marks, Scale};

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
    /// Whether values lie below its low end, and above its high one.
    #[prop(optional, into)]
    beyond: Signal<[bool; 2]>,
) -> impl IntoView {
    let ramp = NodeRef::<html::Canvas>::new();
    effect(move || {
        let Some(canvas) = ramp.get() else { return };
        let colours = palette.get().table(theme.get());
        let pixels: Vec<u8> = colours.colours().flat_map(|[r, g, b]| [r, g, b, 255]).collect();
        put_pixels(&canvas, &pixels, 1, pixels.len() / 4);
    });
    let mut marks = Marks::default();
    let ticks = move || {
        let marks = marks.next(scale.get(), count, beyond.get());
        let shown = marks.into_iter().map(|Mark { class, left, label }| {
            view! { <span class=class style:left=format!("{left}%")>{label}</span> }
        });
        shown.collect_view()
    };
    view! {
        <span class="legend">
            <canvas node_ref=ramp class="ramp" aria-hidden="true"></canvas>
            <span class="ticks">{ticks}</span>
            <span class="unit" title=unit>{unit}</span>
        </span>
    }
}
