//! What A - B is: the whole of it or a part, chosen over its picture, and in words; and for models that were trained
//! apart the head of B that is nearest.

use leptos::prelude::*;
use nearfar::lab::{Contribution, Panel};
use nearfar::metrics;
use nearfar::settings::Choice;
use texts::words::{self, Compared, Kinship};

use crate::labels::Labelled;
use crate::reactive::{flag, handler, memo, text};
use crate::state::use_store;

/// The heading of the picture of A - B: its title, and which part of the difference it is, where it has parts.
#[component]
pub fn DifferenceHead(#[prop(into)] title: Signal<String>) -> impl IntoView {
    let store = use_store();
    let part = store.select(words::shown_part);
    let divides = store.select(words::has_parts);
    let parts = || Contribution::ALL.iter().map(|&(each, _)| each);
    let choices = parts().enumerate().map(|(index, each)| {
        view! { <option value=index.to_string() selected=flag(move || part.get() == each)>{each.label()}</option> }
    });
    let choose = move |event| {
        let chosen = event_target_value(&event).parse().ok();
        if let Some(each) = chosen.and_then(|index| parts().nth(index)) {
            store.edit(None, |settings| settings.difference = each);
        }
    };
    let head = store.head();
    let largest = memo(move || {
        let (part, head) = (part.get(), head.get());
        store.follow_settled();
        store.lab_now(|lab| words::of_largest(lab, part, head))
    });
    view! {
        <span class="matrix-title" title=title>{title}</span>
        <span class="muted matrix-largest" title=text(move || largest.get())>{text(move || largest.get())}</span>
        // What the menu says, until it is pointed at.
        <span class="matrix-about part-name" aria-hidden=text(move || divides.get().to_string())>{store.select(words::part_in_words)}</span>
        <select
            class="quiet matrix-part"
            data-panel="difference"
            aria-label=texts::lab::parts()
            hidden=flag(move || !divides.get())
            on:change=handler(choose)
        >
            {choices.collect_view()}
        </select>
    }
}

/// What the shown part of the difference says.
#[component]
pub fn DifferenceSection() -> impl IntoView {
    let store = use_store();
    let head = store.head();
    // Each score is looked at: that waits for rest, and w does not move them.
    let below = memo(move || {
        store.follow_settled();
        let head = head.get();
        store.lab_now(|lab| {
            lab.head_of(Panel::A, head).map_or(1, |(trace, head)| metrics::zeroed(trace, head)[0])
        })
    });
    let says = memo(move || {
        let (_, below) = (store.settings().track(), below.get());
        store.follow_weights();
        store.now(|lab, settings| words::of_difference(&Compared::of(lab, settings, below)))
    });
    view! {
        <div class="parts" data-panel="difference">
            <p role="status">{text(move || says.get())}</p>
            <NearestHead />
        </div>
    }
}

/// Offers the head of B that is nearest to the shown one of A, where the two are of different models.
#[component]
fn NearestHead() -> impl IntoView {
    let store = use_store();
    let head = store.head();
    let are_strangers = store.select(|settings| Kinship::of(settings) == Kinship::Unrelated);
    let head_b = store.select(|settings| settings.head_b);
    let nearest = memo(move || {
        store.follow_settled();
        are_strangers.get().then(|| store.lab_now(|lab| lab.nearest_in_b(head.get())))?
    });
    let offer = memo(move || {
        let _ = (head.get(), head_b.get());
        store.settings_now(|settings| words::of_nearest(settings, nearest.get()))
    });
    let show = move |_| {
        if let Some((of_b, _)) = nearest.get_untracked() {
            store.edit(None, |settings| {
                settings.head_b = Some(of_b).filter(|&of_b| of_b != settings.head)
            });
        }
    };
    let same = move |_| store.edit(None, |settings| settings.head_b = None);
    view! {
        <p class="nearest" hidden=flag(move || nearest.get().is_none())>
            <button type="button" class="small" disabled=flag(move || offer.get().1) on:click=handler(show)>{text(move || offer.get().0)}</button>
            <button type="button" class="small" hidden=flag(move || head_b.get().is_none()) on:click=handler(same)>{texts::lab::nearest_same()}</button>
        </p>
    }
}
