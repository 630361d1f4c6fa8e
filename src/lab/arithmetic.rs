//! The arithmetic of the cell under the cursor, in real numbers, for A and for B.

use leptos::prelude::*;
use nearfar::lab::Panel;
use texts::Mark;
use texts::words::{self, steps};

use crate::reactive::text;
use crate::state::use_store;

/// How one query came to give its weight to one key.
#[component]
pub fn ArithmeticSection() -> impl IntoView {
    let store = use_store();
    let pointed = store.cursor();
    let head = store.head();
    let cursor = store.example();
    let locked = store.select(|settings| settings.cursor);
    let words = move || {
        let (i, j) = cursor.get()?;
        store.with_tokens(|lab| {
            Some((lab.tokens().get(i)?.text.clone(), lab.tokens().get(j)?.text.clone()))
        })
    };
    let title = move || match (words(), cursor.get()) {
        (Some((query, key)), Some((i, j))) => title_of((query, i), (key, j)),
        _ => texts::lab::arithmetic_title_none().into_any(),
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

/// Which word looks at which, each with its place, from 0.
fn title_of((query, i): (String, usize), (key, j): (String, usize)) -> AnyView {
    let title = texts::lab::arithmetic_title(query, i + 1, key, j + 1);
    let part = |(marks, words): &(Vec<Mark>, String)| {
        let words = words.clone();
        match marks.last() {
            Some(Mark::Slot) => view! { <bdi class="word">{words}</bdi> }.into_any(),
            Some(Mark::Index) => view! { <span class="place">{words}</span> }.into_any(),
            _ => words.into_any(),
        }
    };
    title.parts().iter().map(part).collect_view().into_any()
}
