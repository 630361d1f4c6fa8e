//! The sentence as tokens. Bars under each token show how much attention it receives from the
//! selected tokens, from the cursor's row, or from all; a click selects a token.

use leptos::prelude::*;
use nearfar::lab::{Lab, Panel};
use nearfar::picture::scale::format_number;
use nearfar::text::Origin;

use crate::reactive::memo;
use crate::state::{Cell, use_store};

/// Mean attention that each token receives from the queries in focus, `[N]`, in A and in B.
type Received = [Vec<f32>; 2];

/// The tokens of the sentence.
#[component]
pub fn TokensPanel() -> impl IntoView {
    let store = use_store();
    let cursor = store.cursor();
    let head = store.select(|settings| settings.head);
    let selected = store.select(|settings| settings.selected.clone());
    let count = memo(move || store.with_tokens(|lab| lab.tokens().len()));
    let version = memo(move || store.tokens_version());
    let focus = memo(move || focus(&selected.get(), cursor.get(), count.get()));
    let received = memo(move || {
        let (head, focus) = (head.get(), focus.get());
        store.with_weights(|lab| {
            Panel::BOTH.map(|panel| lab.received(panel, head, &focus).unwrap_or_default())
        })
    });
    let largest = memo(move || {
        received
            .with(|received| received.iter().flatten().copied().fold(f32::MIN_POSITIVE, f32::max))
    });
    // Made anew with the sentence: a token's text and origin do not change otherwise.
    let chips = move || {
        version.get();
        store.lab_now(|lab| {
            let tokens = lab.tokens().iter().zip(lab.origins()).enumerate();
            tokens
                .map(|(index, (token, origin))| {
                    let (text, origin) = (token.text.clone(), origin.clone());
                    view! { <TokenChip index=index text=text origin=origin received=received largest=largest /> }
                })
                .collect_view()
        })
    };
    let explanation = move || {
        let whose = match (selected.with(Vec::len), cursor.get()) {
            (0, None) => "all tokens (mean)".to_owned(),
            (0, Some((i, _))) => store.with_tokens(|lab| {
                lab.tokens().get(i).map_or_else(String::new, |token| format!("“{}”", token.text))
            }),
            (1, _) => "the selected token".to_owned(),
            (count, _) => format!("the {count} selected tokens (mean)"),
        };
        format!(
            "Bars: attention received from {whose}; upper A, lower B. Click tokens to select and sum them."
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
        <div class="tokens" role="group" aria-label="Tokens of the sentence">{chips}</div>
        <p class="muted small-print">{explanation}</p>
        <p class="sums" aria-live="polite">{sums}</p>
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
    Some(format!(
        "Selected together: they give {} (A) and {} (B) of their attention to each other, and receive {} (A) and {} (B) of everybody’s.",
        format_number(a.0),
        format_number(b.0),
        format_number(a.1),
        format_number(b.1),
    ))
}

#[component]
fn TokenChip(
    index: usize,
    text: String,
    origin: Origin,
    received: Memo<Received>,
    largest: Memo<f32>,
) -> impl IntoView {
    let store = use_store();
    let selected = store.select(move |settings| settings.selected.contains(&index));
    let cursor = store.cursor();
    let is_query = memo(move || cursor.get().is_some_and(|(i, _)| i == index));
    let is_key = memo(move || cursor.get().is_some_and(|(_, j)| j == index));
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
    let (class, about) = match &origin {
        Origin::Known => ("token", String::new()),
        Origin::Unknown => {
            ("token unknown", "not in the word list: a vector made from its spelling".to_owned())
        }
        Origin::NotLoaded => {
            ("token waiting", "its vector is not loaded yet: one made from its spelling".to_owned())
        }
        Origin::Borrowed { from } => ("token", format!("with the vector of “{from}”")),
    };
    let bar = move |panel: usize| {
        move || {
            let share =
                received.with(|received| received[panel].get(index).copied().unwrap_or(0.0));
            format!("scaleX({:.3})", (share / largest.get()).clamp(0.0, 1.0))
        }
    };
    let about_text = about.clone();
    let title = (!about.is_empty()).then(|| format!("{text}: {about_text}"));
    let name = if about.is_empty() {
        format!("{}: {text}", index + 1)
    } else {
        format!("{}: {text}, {about}", index + 1)
    };
    view! {
        <button
            type="button"
            class=class
            class:selected=selected
            class:query=is_query
            class:key=is_key
            aria-pressed=move || selected.get().to_string()
            aria-label=name
            title=title
            on:click=toggle
            on:pointerenter=move |event: web_sys::PointerEvent| {
                if event.pointer_type() == "mouse" {
                    store.hover.set(Some((index, index)));
                }
            }
            on:pointerleave=move |_| store.hover.set(None)
        >
            <bdi>{text}</bdi>
            <span class="bar a" style:transform=bar(0)></span>
            <span class="bar b" style:transform=bar(1)></span>
        </button>
    }
}
