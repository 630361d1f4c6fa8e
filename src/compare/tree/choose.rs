//! A dialog that offers sentences with their trees: the examples, or what a file holds.

use std::sync::Arc;

use leptos::prelude::*;
use nearfar::text::dependency::DependencyTree;
use nearfar_compare::tree_source::{FEW, MOST_LISTED, found, remarks};

use crate::controls::Dialog;
use crate::reactive::{effect, memo, text};

/// What is offered. Neither sentences nor a problem: they are on their way.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Offer {
    pub title: String,
    pub sentences: Option<Arc<Vec<DependencyTree>>>,
    /// Why there are none.
    pub problem: Option<String>,
    /// What a reader left out, for whichever is chosen.
    pub notes: Vec<String>,
}

/// The dialog; open while there is an offer.
#[component]
pub fn Choose(
    offer: RwSignal<Option<Offer>>,
    /// Called with the place of the chosen sentence.
    #[prop(into)]
    choose: Callback<usize>,
    /// Called to try again what did not come.
    #[prop(into)]
    retry: Callback<()>,
) -> impl IntoView {
    let open = RwSignal::new(false);
    effect(move || {
        let is_some = offer.with(Option::is_some);
        if open.get_untracked() != is_some {
            open.set(is_some);
        }
    });
    effect(move || {
        if !open.get() && offer.with_untracked(Option::is_some) {
            offer.set(None);
        }
    });
    let title = text(move || {
        offer.with(|offer| offer.as_ref().map_or_else(String::new, |offer| offer.title.clone()))
    });
    view! {
        <Dialog open=open title=title>
            <List offer=offer choose=choose retry=retry />
        </Dialog>
    }
}

#[component]
fn List(
    offer: RwSignal<Option<Offer>>,
    choose: Callback<usize>,
    retry: Callback<()>,
) -> impl IntoView {
    let wanted = RwSignal::new(String::new());
    let texts = memo(move || {
        offer.with(|offer| {
            let sentences = offer.as_ref()?.sentences.clone()?;
            Some(sentences.iter().map(DependencyTree::text).collect::<Vec<_>>())
        })
    });
    let listed = memo(move || {
        let wanted = wanted.get();
        texts.with(|texts| found(texts.as_deref().unwrap_or_default(), &wanted))
    });
    let many = move || texts.with(|texts| texts.as_ref().is_some_and(|texts| texts.len() > FEW));
    let count = move || match listed.with(Vec::len) {
        found if found > MOST_LISTED => texts::compare::offer_count_cut(found, MOST_LISTED),
        found => texts::compare::offer_count(found, found),
    };
    let problem = move || {
        let problem = offer.with(|offer| offer.as_ref()?.problem.clone())?;
        Some(view! {
            <div class="notice error" role="alert">
                <p>{texts::words::reason(problem)}</p>
                <button type="button" on:click=move |_| retry.run(())>{texts::common::try_again()}</button>
            </div>
        })
    };
    let is_coming = move || {
        offer.with(|offer| {
            offer.as_ref().is_some_and(|offer| offer.sentences.is_none() && offer.problem.is_none())
        })
    };
    let places =
        move || listed.with(|found| found.iter().copied().take(MOST_LISTED).collect::<Vec<_>>());
    let sentence = move |place: usize| {
        let (about, text) = offer.with_untracked(|offer| {
            let tree =
                offer.as_ref().and_then(|offer| offer.sentences.as_ref()?.get(place).cloned());
            tree.map_or_else(Default::default, |tree| (about(&tree), tree.text()))
        });
        view! {
            <li>
                <button type="button" on:click=move |_| choose.run(place)>
                    <span class="tree-sentence">{text}</span>
                    <span class="muted small-print">{about}</span>
                </button>
            </li>
        }
    };
    view! {
        <Show when=is_coming><p role="status">{texts::compare::offer_coming()}</p></Show>
        {problem}
        <Show when=many>
            <label class="field">
                <span class="field-label">{texts::compare::offer_search()}</span>
                <input type="text" prop:value=move || wanted.get() on:input=move |event| wanted.set(event_target_value(&event)) />
            </label>
            <p class="muted small-print" role="status">{text(count)}</p>
        </Show>
        <ul class="tree-offer">
            <For each=places key=|place| *place let(place)>{sentence(place)}</For>
        </ul>
    }
}

/// What a sentence's comments say of it; else how long it is.
fn about(tree: &DependencyTree) -> String {
    let remarks = remarks(tree);
    match remarks.is_empty() {
        true => texts::compare::offer_words(tree.words().len()),
        false => remarks,
    }
}
