//! What has to be said of models from files: what must be opened again, what is being done, what could not
//! be done, what is assumed of them.

use leptos::prelude::*;
use nearfar::lab::Panel;
use nearfar::opened::OpenedModel;

use crate::controls::FilesMissing;
use crate::opened;
use crate::reactive::{flag, memo, part, text};
use crate::rich::rich;
use crate::room;
use crate::state::{Store, use_store};

/// The element of the Lab onto which files are dropped.
pub const LAB: &str = "lab";

/// The lines, under the sentence. Files may be dropped anywhere in the Lab.
#[component]
pub fn FilesLine() -> impl IntoView {
    let store = use_store();
    let over = RwSignal::new(false);
    room::follow_drops(LAB, over, move |files| opened::open_and_tell(store, files));
    let awaited = memo(move || {
        store.tokens_version();
        store
            .settings()
            .with(|settings| store.lab_now(|lab| texts::words::opened::awaited(lab, settings)))
    });
    let missing = move || {
        awaited.with(|awaited| match &awaited[..] {
            [] => None,
            [file] => Some(texts::page::file_awaited(file)),
            [first, second, ..] => Some(texts::page::file_awaited_two(first, second)),
        })
    };
    let is_missing = memo(move || missing().is_some());
    let asks = move || {
        is_missing.get().then(|| {
            view! {
                <FilesMissing
                    says=text(move || missing().unwrap_or_default())
                    on_open=move |files| opened::open_and_tell(store, files)
                    go_on=texts::lab::files_go_on_without()
                    on_go_on=move |()| opened::go_on_without(store)
                />
            }
        })
    };
    // What a user does not wait for is not said.
    let busy = move || store.said.with(|said| said.busy.clone()).unwrap_or_default();
    let problem = move || store.said.with(|said| said.problem.clone()).unwrap_or_default();
    let problem = memo(problem);
    let remark = memo(move || {
        store.tokens_version();
        store.settings().with(|settings| {
            store.lab_now(|lab| {
                let apart = texts::words::opened::why_apart(lab, settings);
                let cut = texts::words::opened::left_out(lab);
                [cut, apart].into_iter().flatten().collect::<Vec<_>>().join(" ")
            })
        })
    });
    let assumed = memo(move || {
        store.tokens_version();
        store.settings().with(|settings| {
            store.lab_now(|lab| {
                let mut models = vec![settings.model, settings.model_b];
                models.dedup();
                let lines = models.into_iter().filter_map(|choice| lab.opened(choice));
                // Of weights alone nothing is assumed, nor is what departs from published models.
                let said = |model: &OpenedModel| {
                    let lines = model.assumptions.iter();
                    let lines = lines.map(|line| (line.clone(), model.weights_only));
                    let departs = model.departures.iter().map(|line| (format!("⚠ {line}"), true));
                    lines.chain(departs).collect::<Vec<_>>()
                };
                lines.flat_map(said).collect::<Vec<_>>()
            })
        })
    });
    let assumptions = move || {
        assumed.with(|assumed| {
            (!assumed.is_empty()).then(|| {
                let each = assumed.iter().map(|(line, _)| view! { <li>{line.clone()}</li> });
                let is_assumed = assumed.iter().any(|(_, is_known)| !is_known);
                let about =
                    is_assumed.then(|| view! { <p>{rich(texts::lab::assumed_about())}</p> });
                view! {
                    <section class="panel run-assumed" aria-label=texts::common::assumed()>
                        {about}
                        <ul>{each.collect_view()}</ul>
                    </section>
                }
            })
        })
    };
    // It takes no room where there is nothing to say.
    let is_silent = memo(move || {
        let says = is_missing.get() || over.get() || !busy().is_empty();
        let says = says || problem.with(|said| !said.is_empty());
        !says && remark.with(String::is_empty) && assumed.with(Vec::is_empty)
    });
    view! {
        <div class="files-line" hidden=is_silent class:over=over data-current=text(move || is_current(store).to_string())>
            <p class="muted" role="status" hidden=flag(move || !over.get())>{texts::lab::files_drop()}</p>
            {part(move || asks().into_any())}
            <p class="files-problem" role="alert" hidden=flag(move || problem.with(String::is_empty))>{text(move || problem.get())}</p>
            <p class="muted" role="status" hidden=flag(move || busy().is_empty())>{text(busy)}</p>
            <p class="muted" role="status" hidden=flag(move || remark.with(String::is_empty))>{text(move || remark.get())}</p>
            {part(move || assumptions().into_any())}
        </div>
    }
}

/// Whether both panels show what the settings want, and no earlier state of a model from a file.
fn is_current(store: Store) -> bool {
    store.follow_weights();
    store.tokens_version();
    store.settings().with(|settings| {
        store.lab_now(|lab| Panel::BOTH.iter().all(|&panel| lab.is_current(panel, settings)))
    })
}
