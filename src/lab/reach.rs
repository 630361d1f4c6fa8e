//! How far A and B look, on a scale and in words: what moves with w, whatever the coefficient prefers.

use leptos::prelude::*;
use texts::words::{self, Reach};

use crate::reactive::{memo, text};
use crate::state::use_store;

/// Sentences of more tokens are measured once the numbers rest.
const MOST_LIVE: usize = 64;

/// The mean distances of the shown head, of B and of an even row.
#[component]
pub fn ReachLine() -> impl IntoView {
    let store = use_store();
    let head = store.head();
    let tokens = memo(move || store.with_tokens(|lab| lab.tokens().len()));
    let found = memo(move || {
        let head = head.get();
        match tokens.get() > MOST_LIVE {
            true => store.follow_settled(),
            false => store.with_weights(|_| ()),
        }
        let competition = store.settings_now(|settings| settings.competition);
        store.lab_now(|lab| Reach::of(lab, head, competition))
    });
    let share = move |of: usize| {
        text(move || {
            let shares = found.get().map(|(.., reach)| reach.shares(tokens.get()));
            format!("{:.1}%", 100.0 * shares.unwrap_or_default()[of])
        })
    };
    let said = memo(move || {
        let (method, character, reach) = found.get()?;
        Some(words::of_reach(method, character, reach))
    });
    let line = text(move || said.get().map_or_else(String::new, |(line, _)| line));
    let why = text(move || said.get().map_or_else(String::new, |(_, why)| why.to_owned()));
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
            <p>{line}</p>
            <p>{why}</p>
        </div>
    }
}
