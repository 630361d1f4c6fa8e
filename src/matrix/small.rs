//! A small picture of a matrix, to be seen and not pointed at: cells at a pixel each on a canvas that the
//! style sheet enlarges.

use leptos::html;
use leptos::prelude::*;
use nearfar::picture::palette::Theme;

use super::{Handed, Source};
use crate::canvas::matrix::draw_bare;
use crate::reactive::effect;

/// Paints a matrix on a canvas whenever it or the theme is another.
pub fn paint_small(canvas: NodeRef<html::Canvas>, drawn: Handed, theme: Signal<Theme>) {
    let (source, _) = Source::bare(drawn, theme);
    effect(move || {
        if let Some(canvas) = canvas.get() {
            source.draw(None, &mut |frame| draw_bare(&canvas, frame));
        }
    });
}
