//! A small picture of a matrix, to be seen and not pointed at: cells at a pixel each on a canvas that the
//! style sheet enlarges.

use leptos::html;
use leptos::prelude::*;
use nearfar::picture::palette::Theme;

use super::{Handed, Source};
use crate::canvas::matrix::draw_bare;
use crate::reactive::effect;

/// The picture, painted whenever the matrix or the theme is another; `name` says it in words, where nothing beside it does.
pub fn small_picture(drawn: Handed, theme: Signal<Theme>, name: Option<Signal<String>>) -> AnyView {
    let canvas = NodeRef::<html::Canvas>::new();
    let (source, _) = Source::bare(drawn, theme);
    effect(move || {
        if let Some(canvas) = canvas.get() {
            source.draw(None, &mut |frame| draw_bare(&canvas, frame));
        }
    });
    let (role, hidden) = if name.is_some() { (Some("img"), None) } else { (None, Some("true")) };
    view! { <canvas node_ref=canvas role=role aria-label=name aria-hidden=hidden></canvas> }
        .into_any()
}
