//! The arithmetic of the cell under the cursor, in real numbers, for A and for B.

use leptos::prelude::*;
use nearfar::lab::Panel;
use texts::words::{self, steps};

use crate::reactive::text;
use crate::rich::rich_with;
use crate::state::use_store;

/// How one query came to give its weight to one key.
#[component]
pub fn ArithmeticSection() -> impl IntoView {
    let store = use_store();
    let pointed = store.cursor();
    let head = store.head();
    let cursor = store.example();
    let locked = store.select(|settings| settings.cursor);
    // Which word looks at which, each with its place.
    let title = move || {
        let title = store.with_tokens(|lab| {
            let (i, j) = cursor.get()?;
            let [query, key] = [lab.tokens().get(i)?, lab.tokens().get(j)?];
            Some(texts::lab::arithmetic_title(&query.text, i + 1, &key.text, j + 1))
        });
        match title {
            Some(title) => {
                rich_with(title, |word| view! { <bdi class="word">{word}</bdi> }.into_any())
            }
            None => texts::lab::arithmetic_title_none().into_any(),
        }
    };
    let state = move || words::of_pointing(head.get(), pointed.get(), locked.get(), cursor.get());
    let side = move |panel: Panel| {
        move || {
            let (i, j) = cursor.get()?;
            let head = head.get();
            store.with_weights(|lab| {
                let cell = store.shown(lab, |shown| shown.arithmetic(panel, head, (i, j)))?;
                let (method, label) = store.settings_now(|settings| {
                    (panel.method(settings), words::of_panel(settings, panel))
                });
                let lines = steps::lines(&cell, method);
                let rows = lines.into_iter().map(|(name, formula, value)| {
                    view! { <tr><th scope="row">{name}</th><td class="formula">{formula}</td><td class="result">{value}</td></tr> }
                });
                Some(view! {
                    <table class=format!("arithmetic {}", panel.name())>
                        <caption>{format!("{} · {label}", panel.letter())}</caption>
                        <tbody>{rows.collect_view()}</tbody>
                    </table>
                })
            })
        }
    };
    view! {
        <section class="panel" data-panel="arithmetic" aria-labelledby="cell-title">
            <header class="panel-head">
                <h2 id="cell-title">{title}</h2>
                <p class="muted">{text(state)}</p>
            </header>
            <div class="arithmetic-pair">{side(Panel::A)}{side(Panel::B)}</div>
        </section>
    }
}
