//! A table of layers by heads, in which one is chosen.

use leptos::prelude::*;
use nearfar::picture::palette::{Ink, Rgb, readable_on};

use super::forward_pass::Place;
use super::use_forward_pass;
use crate::canvas::css;

/// Layers by heads: cells that are chosen by a click or the arrow keys.
#[component]
pub fn HeadGrid(
    /// What the grid shows.
    #[prop(into)]
    name: Signal<String>,
    /// What the ids of its cells begin with.
    #[prop(default = "head")]
    id: &'static str,
    /// Heads of each layer.
    shape: Vec<usize>,
    /// What stands in a cell.
    cell: impl Fn(Place) -> AnyView + Copy + Send + Sync + 'static,
) -> impl IntoView {
    let pass = use_forward_pass();
    let most = shape.iter().copied().max().unwrap_or(0);
    let kept = StoredValue::new(shape.clone());
    let go = move |layer: isize, head: isize| {
        let (now_layer, now_head) = pass.place.get_untracked();
        let next = kept.with_value(|shape| {
            let last = shape.len().saturating_sub(1);
            let layer = now_layer.saturating_add_signed(layer).min(last);
            let heads = shape.get(layer).copied().unwrap_or(1).saturating_sub(1);
            (layer, now_head.saturating_add_signed(head).min(heads))
        });
        pass.place.set(next);
        let place = format!("#{id}-{}-{} button", next.0, next.1);
        if let Ok(Some(button)) = document().query_selector(&place)
            && let Ok(button) =
                web_sys::wasm_bindgen::JsCast::dyn_into::<web_sys::HtmlElement>(button)
        {
            let _ = button.focus();
        }
    };
    let on_key = move |event: web_sys::KeyboardEvent| {
        match event.key().as_str() {
            "ArrowUp" => go(-1, 0),
            "ArrowDown" => go(1, 0),
            "ArrowLeft" => go(0, -1),
            "ArrowRight" => go(0, 1),
            _ => return,
        }
        event.prevent_default();
    };
    let columns = (0..most).map(|head| view! { <th scope="col">{head + 1}</th> }).collect_view();
    let rows = shape
        .iter()
        .enumerate()
        .map(|(layer, &heads)| {
            let cells = (0..heads)
                .map(|head| {
                    let place = (layer, head);
                    let is_shown = move || pass.place.get() == place;
                    view! {
                        <td id=format!("{id}-{layer}-{head}") data-head=head + 1>
                            <button
                                type="button"
                                class="head-cell"
                                tabindex=move || if is_shown() { "0" } else { "-1" }
                                aria-pressed=move || if is_shown() { "true" } else { "false" }
                                on:click=move |_| pass.place.set(place)
                            >
                                <span class="visually-hidden">{texts::inspect::head_cell(layer + 1, head + 1)}" "</span>
                                {cell(place)}
                            </button>
                        </td>
                    }
                })
                .collect_view();
            view! { <tr><th scope="row">{layer + 1}</th>{cells}</tr> }
        })
        .collect_view();
    view! {
        <div class="scroll">
            <table class="head-grid" class:single={shape.len() == 1} class:many={most > 8} class:fits={most <= 16} aria-label=name on:keydown=on_key>
                <thead><tr><td class="corner">{texts::inspect::head_corner()}</td>{columns}</tr></thead>
                <tbody>{rows}</tbody>
            </table>
        </div>
    }
}

/// A cell of a colour, with a text that can be read on it.
pub fn tinted(colour: Rgb, text: String) -> AnyView {
    let ink = match readable_on(colour) {
        Ink::Black => "#000000",
        Ink::White => "#ffffff",
    };
    view! { <span class="tint" style:background=css(colour, 1.0) style:color=ink>{text}</span> }
        .into_any()
}
