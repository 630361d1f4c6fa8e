//! The parts of the room, one of them shown: their tabs, and what all of them say once, which numbers
//! are compared and what the tree is.

use leptos::prelude::*;
use nearfar::text::dependency::Origin;
use nearfar_compare::choices::Part;
use nearfar_compare::words;
use wasm_bindgen::JsCast;
use web_sys::KeyboardEvent;

use super::state::CompareState;
use super::use_room;
use crate::reactive::{memo, text};

/// Where the parts begin: above their tabs.
const TOP: &str = "compare-parts";
/// So much of the screen the page's head takes, in CSS pixels.
const HEAD: f64 = 56.0;

fn tab_id(part: Part) -> String {
    format!("compare-tab-{}", part.name())
}

fn panel_id(part: Part) -> String {
    format!("compare-part-{}", part.name())
}

impl CompareState {
    /// Shows a part, from its top.
    pub fn show_part(self, part: Part) {
        if self.choices.with_untracked(|choices| choices.part) != part {
            self.choose(|choices| choices.part = part);
        }
        let top = document().get_element_by_id(TOP);
        let above = top.map_or(0.0, |top| top.get_bounding_client_rect().top() - HEAD);
        if above < 0.0 {
            window().scroll_by_with_x_and_y(0.0, above);
        }
    }
}

/// The tabs: one stop, arrow keys go from one to the next.
#[component]
pub fn PartTabs() -> impl IntoView {
    let room = use_room();
    let shown = room.part;
    let on_key = move |event: KeyboardEvent| {
        let Some(part) = shown.get_untracked().after_key(&event.key()) else { return };
        event.prevent_default();
        event.stop_propagation();
        room.show_part(part);
        let tab = document().get_element_by_id(&tab_id(part));
        if let Some(tab) = tab.and_then(|tab| tab.dyn_into::<web_sys::HtmlElement>().ok()) {
            let _ = tab.focus();
        }
    };
    let tab = |(part, _): (Part, &'static str)| {
        let is_shown = move || shown.get() == part;
        view! {
            <button
                type="button"
                role="tab"
                id=tab_id(part)
                aria-controls=panel_id(part)
                aria-selected=move || if is_shown() { "true" } else { "false" }
                tabindex=move || if is_shown() { "0" } else { "-1" }
                on:click=move |event| {
                    room.show_part(part);
                    // On a phone it may be cut at the edge of their row.
                    let options = web_sys::ScrollIntoViewOptions::new();
                    options.set_block(web_sys::ScrollLogicalPosition::Nearest);
                    options.set_inline(web_sys::ScrollLogicalPosition::Center);
                    event_target::<web_sys::Element>(&event).scroll_into_view_with_scroll_into_view_options(&options);
                }
            >
                {words::part(part)}
            </button>
        }
    };
    view! {
        <div id=TOP class="compare-parts-top" aria-hidden="true"></div>
        <div class="compare-parts" data-panel="parts" role="tablist" aria-label=texts::compare::parts() on:keydown=on_key>
            {Part::ALL.map(tab).into_iter().collect_view()}
        </div>
    }
}

/// A part: made when it is first shown, and kept.
#[component]
pub fn PartSection(part: Part, children: ChildrenFn) -> impl IntoView {
    let shown = use_room().part;
    let is_shown = memo(move || shown.get() == part);
    let is_made = Memo::new(move |was: Option<&bool>| is_shown.get() || was == Some(&true));
    let children = StoredValue::new(children);
    view! {
        <div
            role="tabpanel"
            id=panel_id(part)
            class="compare-part"
            data-part=part.name()
            aria-labelledby=tab_id(part)
            hidden=move || !is_shown.get()
        >
            <Show when=move || is_made.get()>{children.with_value(|children| children())}</Show>
        </div>
    }
}

/// Which numbers are compared; said once, for all parts.
#[component]
pub fn Made() -> impl IntoView {
    let room = use_room();
    let line = text(move || {
        let left_out = room.left_out();
        let (begun, own) = (room.begun.get(), room.own.get());
        room.choices.with(|choices| words::made(choices, &begun, &own, left_out))
    });
    view! { <p class="muted compare-made">{line}</p> }
}

/// What the tree is that methods are drawn from: a stand-in, where none is known. Stands before them.
#[component]
pub fn StandIn(
    /// How many pictures beside it are drawn from the tree; none, and nothing is said.
    #[prop(into)]
    count: Signal<usize>,
) -> impl IntoView {
    let room = use_room();
    let origin = memo(move || room.tree.with(|tree| tree.origin()));
    let is_stand_in = move || matches!(origin.get(), Origin::NoTreeYet | Origin::Begun);
    let line = text(move || words::stand_in(origin.get(), count.get()));
    view! {
        <p class="compare-standin" class:stands-in=is_stand_in hidden=move || count.get() == 0>
            <span role="status">{line}</span>
            " "
            <button type="button" class="small" on:click=move |_| room.show_part(Part::Tree)>
                {text(move || match is_stand_in() {
                    true => texts::compare::stand_in_give_tree(),
                    false => texts::compare::stand_in_see_tree(),
                })}
            </button>
        </p>
    }
}
