//! What is said beside the pictures: of the cell that they point at, of how far A and B look, of a sentence that is too long
//! for all of it, and to those who hear the page.

use leptos::html;
use leptos::prelude::*;
use nearfar::lab::Chosen;
use texts::words::{self, ReachLine as Reach, Told};

use super::tokens::sums_line;
use crate::reactive::{effect, flag, memo, on_change, text};
use crate::stages::{Later, place};
use crate::state::use_store;

/// Sentences of more tokens are measured once the numbers rest.
const MOST_LIVE: usize = 64;

/// What a screen reader is told, not seen: one sentence after w or v has moved, what a step that is left out does, and what
/// became of the locked cell. Numbers that follow every frame are told to nobody.
#[component]
pub fn Announcement() -> impl IntoView {
    let store = use_store();
    let says = RwSignal::new(String::new());
    let told = StoredValue::new(store.now(Told::of));
    effect(move || {
        store.follow_settled();
        let next = told
            .try_update_value(|told| store.now(|lab, settings| told.next(lab, settings)))
            .flatten();
        next.into_iter().for_each(|next| says.set(next));
    });
    let locked = store.select(|settings| settings.cursor);
    on_change(locked, move |cell| says.set(store.lab_now(|lab| words::of_lock(lab, cell))));
    view! { <p class="visually-hidden" role="status" id="announcement">{text(move || says.get())}</p> }
}

/// One line beside the pictures: query, key, distance, and the weight in A, in B, and their difference.
#[component]
pub fn CursorLine() -> impl IntoView {
    let store = use_store();
    let (cell, head) = (store.example(), store.head());
    let part = store.select(words::shown_part);
    let line = text(move || {
        let Some(cell) = cell.get() else { return String::new() };
        let (head, part) = (head.get(), part.get());
        store.with_weights(|lab| {
            let weights = store.shown(lab, |shown| shown.weights_at(head, cell, part));
            words::of_cell(lab, weights, cell, part)
        })
    });
    // Told to whoever moves the cursor by keys; what a slider moves has its own sentence.
    let live = text(move || {
        line.track();
        let focus = document().active_element();
        let is_matrix = focus.is_some_and(|focus| focus.class_list().contains("matrix-frame"));
        if is_matrix { "polite" } else { "off" }
    });
    let chosen = Memo::new(move |before: Option<&Chosen>| {
        store.settings().with(|settings| Chosen::after(before, settings))
    });
    view! {
        <p class="cursor-line" class:of-cell=flag(move || chosen.with(|chosen| chosen.is_cell)) id="cell" data-panel="pictures" aria-live=live>
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
        store.at_rest(move || line.set_text_content(Some(&store.now(words::of_verdict))));
    });
    // It follows every move: whoever asks for it reads it where it stands whole.
    view! { <span class="verdict" aria-hidden="true" node_ref=line></span> }
}

/// In the place of what is left out of a sentence of more than 512 tokens: what is shown, and how far it is.
#[component]
pub fn LongLine() -> impl IntoView {
    let store = use_store();
    let head = store.head();
    let line = move || {
        store.follow_weights();
        let tokens = store.lab_now(|lab| lab.tokens().len());
        store.explored(|explorer| words::of_long(tokens, head.get(), explorer))
    };
    view! { <p class="muted long-line">{text(move || line().unwrap_or_default())}</p> }
}

/// How far A, B and an even row look, on a scale and in words: what moves with w, whatever the coefficient prefers.
#[component]
pub fn ReachLine() -> impl IntoView {
    let store = use_store();
    let head = store.head();
    let found = memo(move || {
        match store.with_tokens(|lab| lab.tokens().len()) > MOST_LIVE {
            true => store.follow_settled(),
            false => store.follow_weights(),
        }
        let competition = store.settings_now(|settings| settings.competition);
        store.lab_now(|lab| Reach::of(lab, head.get(), competition))
    });
    let share = move |of: usize| text(move || found.with(|found| found.shares[of].clone()));
    view! {
        <div class="reach" data-panel="pictures">
            <div aria-hidden="true">
                <span class="reach-scale">
                    <i class="a" style:width=share(0)></i>
                    <i class="b" style:width=share(1)></i>
                    <i class="even" style:left=share(2)></i>
                </span>
                <span class="reach-about">{texts::lab::reach_scale()}</span>
            </div>
            <p>{text(move || found.with(|found| found.says.clone()))}</p>
            <p>{text(move || found.with(|found| found.why))}</p>
        </div>
    }
}
