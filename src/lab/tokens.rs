//! The sentence as tokens. Bars under each token show how much attention it receives from the
//! selected tokens, from the cursor's row, or from all; a click selects a token.

use leptos::html;
use leptos::prelude::*;
use nearfar::lab::{Panel, summed_queries};
use texts::words;

use crate::canvas::bars;
use crate::focus::within;
use crate::reactive::{effect, handler, memo, text};
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
    let chips = StoredValue::new_local(Vec::<Chip>::new());
    let cursor = store.cursor();
    let head = store.head();
    let selected = store.select(|settings| settings.selected.clone());
    let longest = RwSignal::new(0.0_f32);
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
            show(&list, chips, wanted);
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
            let received = store.lab_now(|lab| {
                let queries = queries.unwrap_or_else(|| (0..lab.tokens().len()).collect());
                Panel::BOTH.map(|panel| lab.received(panel, head, &queries).unwrap_or_default())
            });
            let largest = received.iter().flatten().copied().fold(f32::MIN_POSITIVE, f32::max);
            longest.try_set(largest);
            bars::show(&list.children(), &received, largest);
        });
    });
    // The list listens for all of its chips.
    let chip_of = move |event: &web_sys::Event| {
        let chip = within(event, ".token")?;
        chips.with_value(|chips| chips.iter().position(|known| known.button == chip))
    };
    let toggle = move |event: web_sys::MouseEvent| {
        if let Some(index) = chip_of(&event) {
            store.edit(None, |settings| settings.toggle_token(index));
        }
    };
    let point = move |event: web_sys::PointerEvent| {
        if event.pointer_type() == "mouse" {
            store.hover.set(chip_of(&event).map(|index| (index, index)));
        }
    };
    let explanation = move || {
        let longest = Some(longest.get()).filter(|longest| *longest != f32::MIN_POSITIVE);
        let (selected, cursor) = (selected.get(), cursor.get());
        store.with_tokens(|lab| words::of_bars(lab, &selected, cursor, longest))
    };
    let sums = sums_line(store);
    view! {
        <div
            node_ref=list
            class="tokens"
            role="group"
            aria-label=texts::lab::tokens()
            on:keydown=handler(move |event: web_sys::KeyboardEvent| roving::on_key(&event))
            on:click=handler(toggle)
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

/// A token's button, and what it shows.
struct Chip {
    button: web_sys::Element,
    shows: words::Chip,
}

/// Brings the chips into agreement with those that are wanted.
fn show(list: &web_sys::Element, chips: &mut Vec<Chip>, wanted: Vec<words::Chip>) {
    let shown: Vec<_> = chips.iter().map(|chip| chip.shows.text.as_str()).collect();
    let (gone, new) = words::replaced(&shown, &wanted);
    let next = chips.get(gone.end).map(|chip| chip.button.clone());
    let made = new.map_while(|_| {
        let chip = Chip { button: new_button()?, shows: words::Chip::default() };
        list.insert_before(&chip.button, next.as_deref()).ok()?;
        Some(chip)
    });
    let made: Vec<_> = made.collect();
    chips.splice(gone, made).for_each(|chip| chip.button.remove());
    for (chip, wanted) in chips.iter_mut().zip(wanted) {
        if chip.shows != wanted {
            write(&chip.button, &chip.shows, &wanted);
            chip.shows = wanted;
        }
    }
}

fn new_button() -> Option<web_sys::Element> {
    let button = document().create_element("button").ok()?;
    button.set_inner_html("<bdi></bdi><span class=\"bar a\"></span><span class=\"bar b\"></span>");
    button.set_attribute("type", "button").ok()?;
    button.set_attribute("tabindex", "-1").ok()?;
    Some(button)
}

/// Writes what differs.
fn write(button: &web_sys::Element, before: &words::Chip, now: &words::Chip) {
    if before.text != now.text
        && let Some(word) = button.first_element_child()
    {
        word.set_text_content(Some(&now.text));
    }
    for ((name, now), before) in now.attributes.iter().zip(&before.attributes) {
        if before.1 != *now {
            let _ = button.set_attribute(name, now);
        }
    }
}
