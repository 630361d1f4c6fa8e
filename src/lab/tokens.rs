//! The sentence as tokens. Bars under each token show how much attention it receives from the
//! selected tokens, from the cursor's row, or from all; a press selects a token, and a finger's marks its row.

use leptos::html;
use leptos::prelude::*;
use nearfar::lab::{press_token, summed_queries};
use texts::words::{self, Chip};

use super::model::fill;
use crate::canvas::bars;
use crate::focus::within;
use crate::reactive::{effect, handler, memo, on_change, text};
use crate::roving;
use crate::state::{Store, use_store};

/// The tokens of the sentence.
///
/// A sentence has up to 512 tokens: one effect writes all chips, and of each only what is another than
/// before. An effect each would be slow to leave.
#[component]
pub fn TokensSection() -> impl IntoView {
    let store = use_store();
    let list = NodeRef::<html::Div>::new();
    let chips = StoredValue::new(Vec::<Chip>::new());
    let (cursor, head) = (store.cursor(), store.head());
    let selected = store.select(|settings| settings.selected.clone());
    let longest = RwSignal::new(None);
    // How many chips there are: the bars of a new one have no length yet.
    let placed = RwSignal::new(0_usize);
    let queries = memo(move || summed_queries(&selected.get(), cursor.get()));
    effect(move || {
        let Some(list) = list.get() else { return };
        let cursor = cursor.get();
        selected.track();
        store.follow_at_rest(Store::follow_tokens);
        let wanted = store.now(|lab, settings| words::chips(lab, settings, cursor));
        chips.update_value(|chips| {
            chips.resize_with(wanted.len(), Chip::default);
            fill(&list, chips.iter().zip(&wanted), write, "div");
            *chips = wanted;
            roving::keep_one_stop(&list);
            if placed.get_untracked() != chips.len() {
                placed.set(chips.len());
            }
        });
    });
    effect(move || {
        let (Some(list), head, queries) = (list.get(), head.get(), queries.get()) else { return };
        placed.track();
        store.at_rest(move || {
            let (received, most) =
                store.lab_now(|lab| lab.received_in_both(head, queries.as_deref()));
            longest.try_set(most);
            bars::show(&list.children(), &received, most.unwrap_or(f32::MIN_POSITIVE));
        });
    });
    // The list listens for all of its chips.
    let token_of = move |event: &web_sys::Event| {
        let (chip, chips) = (within(event, ".token")?, list.get_untracked()?.children());
        (0..chips.length() as usize).find(|&place| chips.item(place as u32).as_ref() == Some(&chip))
    };
    let by_touch = StoredValue::new(false);
    let point = move |event: web_sys::PointerEvent| {
        by_touch.set_value(event.pointer_type() != "mouse");
        if !by_touch.get_value() {
            store.hover.set(token_of(&event).map(|token| (token, token)));
        }
    };
    let press = move |event: web_sys::MouseEvent| {
        let Some(token) = token_of(&event) else { return };
        // A key clicks nowhere.
        let by_touch = by_touch.get_value() && event.detail() > 0;
        let mut pointed = store.hover.get_untracked();
        store.edit(None, |settings| {
            pointed = press_token(settings, token, by_touch, pointed);
        });
        store.hover.set(pointed);
    };
    // What a tap marked goes with its selection, whatever took that away.
    on_change(selected, move |selected| {
        let is_gone = |&(i, j): &(usize, usize)| i == j && !selected.contains(&i);
        if by_touch.get_value() && store.hover.get_untracked().as_ref().is_some_and(is_gone) {
            store.hover.set(None);
        }
    });
    let explanation = move || {
        let (selected, cursor) = (selected.get(), cursor.get());
        store.with_tokens(|lab| words::of_bars(lab, &selected, cursor, longest.get()))
    };
    let sums = sums_line(store);
    view! {
        <div
            node_ref=list
            class="tokens"
            role="listbox"
            aria-multiselectable="true"
            aria-label=texts::lab::tokens()
            on:keydown=handler(move |event: web_sys::KeyboardEvent| roving::on_key(&event))
            on:click=handler(press)
            on:pointerover=handler(point)
            on:pointerleave=handler(move |_| store.hover.set(None))
        ></div>
        // The sums stand where the explanation stood, so that nothing moves when a token is chosen.
        <p class="muted small-print bars-line" class:summed=move || !sums.with(String::is_empty)>
            <span class="bars-about">{text(explanation)}</span>
            <span class="sums" aria-live="polite">{sums}</span>
        </p>
    }
}

/// What the selected tokens give and receive, in words; empty where none is selected.
pub fn sums_line(store: Store) -> Signal<String> {
    let (selected, head) = (store.select(|settings| settings.selected.clone()), store.head());
    text(move || {
        let selected = selected.get();
        if selected.is_empty() {
            return String::new();
        }
        store.with_weights(|lab| words::of_sums(lab, head.get(), &selected)).unwrap_or_default()
    })
}

/// Writes what differs into the chip of a token.
fn write(chip: &web_sys::Element, (before, now): (&Chip, &Chip)) {
    let set = |name: &str, value: &str| _ = chip.set_attribute(name, value);
    if chip.child_element_count() == 0 {
        chip.set_inner_html(
            "<bdi></bdi><span class=\"bar a\"></span><span class=\"bar b\"></span>",
        );
        set("role", "option");
        set("tabindex", "-1");
    }
    if before.text != now.text
        && let Some(word) = chip.first_element_child()
    {
        word.set_text_content(Some(&now.text));
    }
    for ((name, now), before) in now.attributes.iter().zip(&before.attributes) {
        if before.1 != *now {
            set(name, now);
        }
    }
}
