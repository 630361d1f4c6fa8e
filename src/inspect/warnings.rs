//! What a reader of the model should know.

use leptos::prelude::*;
use nearfar_inspect::protocol::{Answer, Ask};
use nearfar_inspect::recognise::Warning;

use super::{Inspect, use_inspect};
use crate::reactive::{effect, memo, text};

/// Numbers that are looked through without being asked to.
const SMALL: u64 = 20_000_000;
/// Warnings that are listed.
const LISTED: usize = 200;

/// Duplicated storage, pruned heads, NaN, even heads.
#[component]
pub fn Warnings() -> impl IntoView {
    let Inspect { room, pass, .. } = use_inspect();
    let found = RwSignal::new(None::<Vec<Warning>>);
    let share = RwSignal::new(None::<f64>);
    let look = move || {
        share.set(Some(0.0));
        room.ask(Ask::Warnings, &[], move |answer, _| {
            match answer {
                Answer::Progress { share: now, .. } => {
                    share.try_set(Some(now));
                    return;
                }
                Answer::Warnings(warnings) => _ = found.try_set(Some(warnings)),
                Answer::Failed(failure) => room.problem.set(Some(failure)),
                _ => {}
            }
            share.try_set(None);
        });
    };
    effect(move || {
        let numbers =
            room.opened.with(|opened| opened.as_ref().map_or(0, |opened| opened.parameters()));
        room.report.track();
        found.set(None);
        if numbers <= SMALL {
            look();
        }
    });
    let even = memo(move || pass.run.with(|run| run.ran()?.even_text()));
    let has_even = move || even.with(Option::is_some);
    let content = move || {
        match (found.get(), share.get()) {
        (_, Some(share)) => view! { <p><progress aria-label=texts::inspect::warnings_looking() max="1" value=share></progress></p> }.into_any(),
        (None, None) => view! { <p><button type="button" on:click=move |_| look()>{texts::inspect::warnings_look()}</button></p> }.into_any(),
        (Some(warnings), None) => {
            let is_nothing = warnings.is_empty();
            let line = |Warning { tensor, text, .. }: Warning| {
                let name = tensor.clone();
                view! { <li>"⚠ "<button type="button" class="link" on:click=move |_| room.look_at(&name)><code>{tensor}</code></button>": "{text}</li> }
            };
            let lines = warnings.into_iter().take(LISTED).map(line).collect_view();
            view! {
                <p hidden=move || !is_nothing || has_even()>{texts::inspect::warnings_none()}</p>
                <ul class="warnings">{lines}</ul>
            }
            .into_any()
        }
    }
    };
    view! {
        <section class="panel" data-panel="warnings" aria-labelledby="inspect-warnings">
            <header class="panel-head"><h2 id="inspect-warnings">{texts::inspect::warnings()}</h2></header>
            {content}
            <p hidden=move || !has_even()>{text(move || even.get().unwrap_or_default())}</p>
        </section>
    }
}
