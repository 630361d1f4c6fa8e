//! The sentence as tokens. Bars under each token show how much attention it receives from the
//! selected tokens, from the cursor's row, or from all; a click selects a token.

use leptos::html;
use leptos::prelude::*;
use nearfar::lab::{Lab, Panel};
use nearfar::picture::scale::format_number;
use nearfar::text::{MAX_TOKENS, Origin};

use crate::canvas::bars;
use crate::reactive::{effect, handler, memo, text};
use crate::state::{Cell, Store, use_store};

/// The tokens of the sentence.
///
/// A sentence has up to 512 tokens, and their bars move with every slider: they are written by one
/// effect for all, not by an effect each.
#[component]
pub fn TokensPanel() -> impl IntoView {
    let store = use_store();
    let list = NodeRef::<html::Div>::new();
    let cursor = store.cursor();
    let head = store.head();
    let selected = store.select(|settings| settings.selected.clone());
    let count = memo(move || store.with_tokens(|lab| lab.tokens().len()));
    let version = memo(move || store.tokens_version());
    let longest = RwSignal::new(0.0_f32);
    let focus = memo(move || focus(&selected.get(), cursor.get(), count.get()));
    // A keystroke changes a token or two: the others keep their chips.
    let tokens = move || {
        version.get();
        store.lab_now(|lab| {
            // Thousands of chips would hold up the page.
            if lab.is_long() {
                return Vec::new();
            }
            let tokens = lab.tokens().iter().enumerate();
            tokens.map(|(index, token)| (index, token.text.clone())).collect::<Vec<_>>()
        })
    };
    effect(move || {
        version.get();
        let (Some(list), head) = (list.get(), head.get()) else { return };
        let received = focus.with(|focus| {
            store.with_weights(|lab| {
                Panel::BOTH.map(|panel| lab.received(panel, head, focus).unwrap_or_default())
            })
        });
        let largest = received.iter().flatten().copied().fold(f32::MIN_POSITIVE, f32::max);
        longest.set(largest);
        bars::show(&list.children(), &received, largest);
    });
    effect(move || {
        version.get();
        let Some(list) = list.get() else { return };
        let (cursor, selected) = (cursor.get(), selected.get());
        for index in 0..list.children().length() {
            let Some(chip) = list.children().item(index) else { continue };
            let index = index as usize;
            let classes = chip.class_list();
            let _ = classes.toggle_with_force("query", cursor.is_some_and(|(i, _)| i == index));
            let _ = classes.toggle_with_force("key", cursor.is_some_and(|(_, j)| j == index));
            let pressed = if selected.contains(&index) { "true" } else { "false" };
            if chip.get_attribute("aria-pressed").as_deref() != Some(pressed) {
                let _ = chip.set_attribute("aria-pressed", pressed);
            }
        }
    });
    effect(move || {
        version.get();
        let Some(list) = list.get() else { return };
        store.lab_now(|lab| {
            for (index, token) in lab.tokens().iter().enumerate() {
                let Some(chip) = list.children().item(index as u32) else { continue };
                let origin = lab.origins().get(index).unwrap_or(&Origin::NotLoaded);
                mark_origin(&chip, index, &token.text, origin);
            }
        });
    });
    let explanation = move || {
        if count.get() > MAX_TOKENS {
            return format!("Tokens are listed one by one up to {MAX_TOKENS}.");
        }
        let whose = match (selected.with(Vec::len), cursor.get()) {
            (0, None) => "all tokens (mean)".to_owned(),
            (0, Some((i, _))) => store.with_tokens(|lab| {
                lab.tokens().get(i).map_or_else(String::new, |token| format!("“{}”", token.text))
            }),
            (1, _) => "the selected token".to_owned(),
            (count, _) => format!("the {count} selected tokens (mean)"),
        };
        let longest = format_number(longest.get().into());
        format!(
            "Bars: attention received from {whose}; upper A, lower B, the longest {longest}. Click tokens to select and sum them."
        )
    };
    let sums = move || {
        let selected = selected.get();
        if selected.is_empty() {
            return None;
        }
        store.with_weights(|lab| sums(lab, head.get(), &selected))
    };
    view! {
        <div node_ref=list class="tokens" role="group" aria-label="Tokens of the sentence">
            <For each=tokens key=|token| token.clone() let((index, text))>{chip(store, index, &text)}</For>
        </div>
        <p class="muted small-print">{text(explanation)}</p>
        <p class="sums" aria-live="polite">{text(move || sums().unwrap_or_default())}</p>
    }
}

/// The queries whose attention is summed: the selected ones, else the cursor's, else all.
fn focus(selected: &[usize], cursor: Option<Cell>, count: usize) -> Vec<usize> {
    let selected: Vec<_> = selected.iter().copied().filter(|&token| token < count).collect();
    match (selected.is_empty(), cursor) {
        (false, _) => selected,
        (true, Some((i, _))) => vec![i],
        (true, None) => (0..count).collect(),
    }
}

/// What the selected tokens give to each other, and receive from all, in A and in B.
fn sums(lab: &Lab, head: usize, selected: &[usize]) -> Option<String> {
    let shares = Panel::BOTH.map(|panel| {
        let given = lab.received(panel, head, selected)?;
        let all: Vec<usize> = (0..given.len()).collect();
        let from_all = lab.received(panel, head, &all)?;
        let of_selected = |received: &[f32]| {
            selected.iter().filter_map(|&token| received.get(token)).sum::<f32>()
        };
        Some((f64::from(of_selected(&given)), f64::from(of_selected(&from_all))))
    });
    let [Some(a), Some(b)] = shares else { return None };
    if let [one] = selected {
        let word = &lab.tokens().get(*one)?.text;
        return Some(format!(
            "“{word}” gives {} (A) and {} (B) of its attention to itself, and receives {} (A) and {} (B) of everybody’s.",
            format_number(a.0),
            format_number(b.0),
            format_number(a.1),
            format_number(b.1),
        ));
    }
    Some(format!(
        "Selected together: they give {} (A) and {} (B) of their attention to each other, and receive {} (A) and {} (B) of everybody’s.",
        format_number(a.0),
        format_number(b.0),
        format_number(a.1),
        format_number(b.1),
    ))
}

/// Says of a token's chip where its vector comes from.
fn mark_origin(chip: &web_sys::Element, index: usize, text: &str, origin: &Origin) {
    let (class, about) = match origin {
        Origin::Known => ("", String::new()),
        Origin::Learned => ("", "with a vector that training moved".to_owned()),
        Origin::Unknown => {
            ("unknown", "not in the word list: a vector made from its spelling".to_owned())
        }
        Origin::NotLoaded => {
            ("waiting", "its vector is not loaded yet: one made from its spelling".to_owned())
        }
        Origin::Borrowed { from } => ("", format!("with the vector of “{from}”")),
    };
    for mark in ["unknown", "waiting"] {
        let _ = chip.class_list().toggle_with_force(mark, mark == class);
    }
    let place = index + 1;
    let (title, name) = if about.is_empty() {
        // What is too long for its chip is read in full here.
        let title = if text.len() > 20 { text.to_owned() } else { String::new() };
        (title, format!("{place}: {text}"))
    } else {
        (format!("{text}: {about}"), format!("{place}: {text}, {about}"))
    };
    for (attribute, value) in [("title", title), ("aria-label", name)] {
        if chip.get_attribute(attribute).unwrap_or_default() != value {
            let _ = chip.set_attribute(attribute, &value);
        }
    }
}

fn chip(store: Store, index: usize, text: &str) -> impl IntoView + use<> {
    let toggle = move |_| {
        store.edit(None, |settings| {
            if let Some(place) = settings.selected.iter().position(|&token| token == index) {
                settings.selected.remove(place);
            } else {
                settings.selected.push(index);
                settings.selected.sort_unstable();
            }
        });
    };
    let point = move |event: web_sys::PointerEvent| {
        if event.pointer_type() == "mouse" {
            store.hover.set(Some((index, index)));
        }
    };
    view! {
        <button
            type="button"
            class="token"
            aria-pressed="false"
            on:click=handler(toggle)
            on:pointerenter=handler(point)
            on:pointerleave=handler(move |_| store.hover.set(None))
        >
            <bdi>{text.to_owned()}</bdi>
            <span class="bar a"></span>
            <span class="bar b"></span>
        </button>
    }
}
