//! Files that a user gives the page: an input's, and those that a shared link or a reload asks for again.

use leptos::html;
use leptos::prelude::*;
use web_sys::{DragEvent, Event, File, HtmlInputElement};

use crate::reactive::{handler, text};
use crate::room::listed_in;

/// The files that a file input was given.
pub fn chosen_files(event: &Event) -> Vec<File> {
    let input = event_target::<HtmlInputElement>(event);
    let files = input.files().map(|files| listed_in(&files)).unwrap_or_default();
    // The same file again is a change again.
    input.set_value("");
    files
}

/// The files that were dropped.
pub fn dropped(event: &DragEvent) -> Vec<File> {
    let files = event.data_transfer().and_then(|data| data.files());
    files.map(|files| listed_in(&files)).unwrap_or_default()
}

/// Lets a user choose files for an input that is not seen.
pub fn ask_for_files(input: NodeRef<html::Input>) {
    if let Some(input) = input.get_untracked() {
        input.click();
    }
}

/// Says that a model's files have to be opened again, and takes them.
#[component]
pub fn FilesMissing(
    /// Which ones.
    #[prop(into)]
    says: Signal<String>,
    /// Takes those that were chosen.
    #[prop(into)]
    on_open: Callback<Vec<File>>,
    /// What is said of going on without them.
    go_on: &'static str,
    /// Goes on without them.
    #[prop(into)]
    on_go_on: Callback<()>,
) -> impl IntoView {
    view! {
        <div class="notice files-missing" role="status">
            <p>{text(move || says.get())}</p>
            <label class="open-file button">
                {texts::lab::files_open_again()}
                <input type="file" multiple aria-label=texts::lab::files_open_again_name() on:change=handler(move |event| on_open.run(chosen_files(&event))) />
            </label>
            <button type="button" class="small" on:click=handler(move |_| on_go_on.run(()))>{go_on}</button>
        </div>
    }
}
