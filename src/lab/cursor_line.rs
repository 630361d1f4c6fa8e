//! One line beside the pictures: the cell that they all point at, in numbers.

use leptos::html;
use leptos::prelude::*;
use nearfar::lab::Contribution;
use texts::words;

use crate::lab::tokens::sums_line;
use crate::reactive::{effect, flag, text};
use crate::stages::{Later, place};
use crate::state::{Cell, Store, use_store};

/// The locked cell and the selected tokens.
type Chosen = (Option<Cell>, Vec<usize>);

/// Query, key, distance, and the weight in A, in B, and their difference.
#[component]
pub fn CursorLine() -> impl IntoView {
    let store = use_store();
    let (cell, head) = (store.example(), store.head());
    let part = store.select(words::shown_part);
    let line = text(move || {
        cell.get().map_or_else(String::new, |cell| describe(store, head.get(), cell, part.get()))
    });
    // Told to whoever moves the cursor by keys; what a slider moves has its own sentence.
    let live = text(move || {
        line.track();
        let focus = document().active_element();
        let is_matrix = focus.is_some_and(|focus| focus.class_list().contains("matrix-frame"));
        if is_matrix { "polite" } else { "off" }
    });
    // Where there is room for one of both, what was chosen last: a cell, or tokens.
    let chosen = store.select(|settings| (settings.cursor, settings.selected.clone()));
    let last = Memo::new(move |before: Option<&(Chosen, bool)>| {
        let now = chosen.get();
        let is_cell = match before {
            Some(((cell, _), _)) if *cell != now.0 => now.0.is_some(),
            Some((before, is_cell)) => *is_cell && *before == now,
            None => false,
        };
        (now, is_cell)
    });
    view! {
        <p class="cursor-line" class:of-cell=flag(move || last.get().1) id="cell" data-panel="pictures" aria-live=live>
            // Whoever looks at the pictures has them first.
            <Later place=place::LOOK><Verdict /></Later>
            <span class="cursor-cell">{line}</span>
            <span class="sums">{sums_line(store)}</span>
        </p>
    }
}

/// What the models make of the sentence, in a few words; all of it stands further down.
#[component]
fn Verdict() -> impl IntoView {
    let store = use_store();
    let line = NodeRef::<html::Span>::new();
    effect(move || {
        let Some(line) = line.get() else { return };
        store.follow_tokens();
        store.at_rest(move || {
            let says = store.now(words::of_verdict);
            line.set_text_content(Some(&says));
        });
    });
    // It follows every move: whoever asks for it reads it where it stands whole.
    view! { <span class="verdict" aria-hidden="true" node_ref=line></span> }
}

fn describe(store: Store, head: usize, cell: Cell, part: Contribution) -> String {
    store.with_weights(|lab| {
        let weights = store.shown(lab, |shown| shown.weights_at(head, cell, part));
        words::of_cell(lab, weights, cell, part)
    })
}
