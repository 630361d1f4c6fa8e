//! A button with a panel under it, which holds what is not needed at every moment.

use leptos::html;
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::{FocusEvent, KeyboardEvent};

use crate::reactive::{flag, handler, part, text};

/// A button that opens a panel under it. Escape closes it, and so does whatever takes the focus elsewhere.
pub struct Drop {
    /// What the button shows.
    pub opener: AnyView,
    /// Its name.
    pub name: String,
    /// Its class.
    pub class: &'static str,
    /// Its id, where a label elsewhere presses it, too.
    pub id: Option<&'static str>,
    /// The name of the panel for screen readers.
    pub about: &'static str,
    /// The name of both in links that hide panels.
    pub panel: Option<&'static str>,
}

impl Drop {
    /// The button, and the panel with `content`, which is made whenever it is opened and is given what closes
    /// the panel.
    pub fn view(self, content: Box<dyn Fn(Callback<()>) -> AnyView + Send>) -> AnyView {
        let is_open = RwSignal::new(false);
        let drop = NodeRef::<html::Span>::new();
        let opener = NodeRef::<html::Button>::new();
        let close = Callback::new(move |()| {
            is_open.set(false);
            if let Some(opener) = opener.get_untracked() {
                let _ = opener.focus();
            }
        });
        let on_key = move |event: KeyboardEvent| {
            if event.key() == "Escape" && is_open.get_untracked() {
                event.stop_propagation();
                close.run(());
            }
        };
        let on_focus_out = move |event: FocusEvent| {
            // Leaving the page takes the focus too, when the signals are already gone.
            let inside = drop.try_get_untracked().flatten().is_some_and(|drop| {
                let target = event.related_target();
                let target = target.and_then(|target| target.dyn_into::<web_sys::Node>().ok());
                drop.contains(target.as_ref())
            });
            if !inside {
                is_open.try_set(false);
            }
        };
        let toggle = move |_| is_open.update(|open| *open = !*open);
        view! {
            <span class="drop" data-panel=self.panel node_ref=drop on:keydown=handler(on_key) on:focusout=handler(on_focus_out)>
                <button
                    node_ref=opener
                    type="button"
                    id=self.id
                    class=self.class
                    aria-label=self.name.clone()
                    title=self.name
                    aria-expanded=text(move || is_open.get().to_string())
                    on:click=handler(toggle)
                >
                    {self.opener}
                </button>
                // It takes the focus of a click beside its controls, so that such a click does not close it.
                <div class="drop-menu" role="group" aria-label=self.about tabindex="-1" hidden=flag(move || !is_open.get())>
                    {part(move || is_open.get().then(|| content(close)).into_any())}
                </div>
            </span>
        }
        .into_any()
    }
}
