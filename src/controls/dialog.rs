//! A dialog: the browser's own, so that Escape, focus and the backdrop are as everywhere.

use leptos::html;
use leptos::prelude::*;

use crate::controls::{Icon, icon_button};
use crate::reactive::{effect, handler, when};

/// A modal dialog that shows its children while `open`.
#[component]
pub fn Dialog(
    /// Whether it is open; closing it sets this.
    open: RwSignal<bool>,
    /// Its heading.
    #[prop(into)]
    title: Signal<String>,
    /// Whether it takes all the room there is.
    #[prop(optional)]
    large: bool,
    /// What it shows; made anew each time that it opens.
    children: ChildrenFn,
) -> impl IntoView {
    let node = NodeRef::<html::Dialog>::new();
    effect(move || {
        let Some(dialog) = node.get() else { return };
        match (open.get(), dialog.open()) {
            (true, false) => drop(dialog.show_modal()),
            (false, true) => dialog.close(),
            _ => {}
        }
    });
    // A click on the backdrop has the dialog itself as its target.
    let close_outside = move |event: web_sys::MouseEvent| {
        if event.target().as_ref() == node.get().as_deref().map(AsRef::as_ref) {
            open.set(false);
        }
    };
    view! {
        <dialog
            node_ref=node
            class="dialog"
            class:large=large
            aria-label=title
            on:close=handler(move |_| {
                open.try_set(false);
            })
            on:click=handler(close_outside)
        >
            <div class="dialog-body">
                <header class="dialog-head">
                    <h2>{title}</h2>
                    {icon_button(Icon::Close, texts::common::dialog_close().to_owned(), handler(move |_| open.set(false)))}
                </header>
                <Show when=when(move || open.get())>{children()}</Show>
            </div>
        </dialog>
    }
}
