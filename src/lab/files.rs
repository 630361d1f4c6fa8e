//! What has to be said of models from files: what must be opened again, what is being done, what could not
//! be done, what is assumed of them.

use leptos::prelude::*;
use nearfar::lab::Panel;
use texts::words::opened as says;

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
    let missing = missing(store, &Panel::BOTH);
    // What a user does not wait for is not said.
    let busy = memo(move || store.said.with(|said| said.busy.clone()).unwrap_or_default());
    let problem = memo(move || store.said.with(|said| said.problem.clone()).unwrap_or_default());
    let remark = store.of_models(says::remark);
    let assumed = store.of_models(says::assumed);
    let assumptions = move || {
        let assumed = assumed.get();
        (!assumed.is_empty()).then(|| {
            let is_assumed = assumed.iter().any(|(_, is_known)| !is_known);
            let about = is_assumed.then(|| view! { <p>{rich(texts::lab::assumed_about())}</p> });
            let each = assumed.into_iter().map(|(line, _)| view! { <li>{line}</li> });
            view! {
                <section class="panel run-assumed" aria-label=texts::common::assumed()>
                    {about}
                    <ul>{each.collect_view()}</ul>
                </section>
            }
        })
    };
    // It takes no room where there is nothing to say.
    let is_silent = memo(move || {
        let says =
            [missing, busy, problem, remark].iter().any(|line| line.with(|line| !line.is_empty()));
        !says && !over.get() && assumed.with(Vec::is_empty)
    });
    let line = move |class: &'static str, role: &'static str, says: Memo<String>| {
        view! { <p class=class role=role hidden=flag(move || says.with(String::is_empty))>{text(move || says.get())}</p> }
    };
    view! {
        <div class="files-line" hidden=is_silent class:over=over data-current=text(move || is_current(store).to_string())>
            <p class="muted" role="status" hidden=flag(move || !over.get())>{texts::lab::files_drop()}</p>
            {asks(store, missing)}
            {line("files-problem", "alert", problem)}
            {line("muted", "status", busy)}
            {line("muted", "status", remark)}
            {part(move || assumptions().into_any())}
        </div>
    }
}

/// Which files have to be opened again for what these panels show, in a sentence; empty where none has to be.
pub fn missing(store: Store, panels: &'static [Panel]) -> Memo<String> {
    store.of_models(move |lab, settings| says::missing(lab, settings, panels).unwrap_or_default())
}

/// Whether A waits for a file that has to be opened again.
pub fn a_is_missing(store: Store) -> bool {
    store.now(|lab, settings| says::missing(lab, settings, &[Panel::A]).is_some())
}

/// Asks for the files that are `missing`, while there are any.
pub fn asks(store: Store, missing: Memo<String>) -> impl IntoView {
    let is_missing = memo(move || missing.with(|says| !says.is_empty()));
    let asks = move || {
        is_missing.get().then(|| {
            view! {
                <FilesMissing
                    says=missing
                    on_open=move |files| opened::open_and_tell(store, files)
                    go_on=texts::lab::files_go_on_without()
                    on_go_on=move |()| opened::go_on_without(store)
                />
            }
        })
    };
    part(move || asks().into_any())
}

/// Whether both panels show what the settings want, and no earlier state of a model from a file.
fn is_current(store: Store) -> bool {
    store.follow_weights();
    store.follow_tokens();
    store.settings().track();
    store.now(|lab, settings| Panel::BOTH.iter().all(|&panel| lab.is_current(panel, settings)))
}
