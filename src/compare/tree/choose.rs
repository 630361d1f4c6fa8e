//! A dialog that offers sentences with their trees: the examples, or what a file holds.

use leptos::prelude::*;
use nearfar::text::dependency::DependencyTree;
use nearfar_compare::tree_source::{FEW, MOST_LISTED, Offer, about, found};

use crate::controls::Dialog;
use crate::reactive::{memo, text};

/// The dialog.
#[component]
pub fn Choose(
    open: RwSignal<bool>,
    offer: RwSignal<Offer>,
    /// Called with the place of the chosen sentence.
    #[prop(into)]
    choose: Callback<usize>,
    /// Called to try again what did not come.
    #[prop(into)]
    retry: Callback<()>,
) -> impl IntoView {
    view! {
        <Dialog open=open title=text(move || offer.with(|offer| offer.title.clone()))>
            <List offer=offer choose=choose retry=retry />
        </Dialog>
    }
}

#[component]
fn List(offer: RwSignal<Offer>, choose: Callback<usize>, retry: Callback<()>) -> impl IntoView {
    let wanted = RwSignal::new(String::new());
    let texts = memo(move || {
        let sentences = offer.with(|offer| offer.sentences.clone()).unwrap_or_default();
        sentences.iter().map(DependencyTree::text).collect::<Vec<_>>()
    });
    let listed = memo(move || {
        let wanted = wanted.get();
        texts.with(|texts| found(texts, &wanted))
    });
    let many = move || texts.with(Vec::len) > FEW;
    let count = move || match listed.with(Vec::len) {
        found if found > MOST_LISTED => texts::compare::offer_count_cut(found, MOST_LISTED),
        found => texts::compare::offer_count(found, found),
    };
    let problem = move || {
        let problem = offer.with(|offer| offer.problem.clone())?;
        Some(view! {
            <div class="notice error" role="alert">
                <p>{texts::words::reason(problem)}</p>
                <button type="button" on:click=move |_| retry.run(())>{texts::common::try_again()}</button>
            </div>
        })
    };
    let places =
        move || listed.with(|found| found.iter().copied().take(MOST_LISTED).collect::<Vec<_>>());
    let sentence = move |place: usize| {
        let (about, text) = offer.with_untracked(|offer| {
            offer.at(place).map(|tree| (about(tree), tree.text())).unwrap_or_default()
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
        <Show when=move || offer.with(Offer::is_coming)><p role="status">{texts::compare::offer_coming()}</p></Show>
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
