//! Icons in views.

use leptos::prelude::*;
pub use nearfar::picture::icon::Icon;

/// A quiet button that shows an icon alone, with its name for screen readers and under the pointer.
pub fn icon_button(
    shown: Icon,
    name: String,
    press: Box<dyn FnMut(web_sys::MouseEvent)>,
) -> AnyView {
    view! {
        <button type="button" class="quiet" aria-label=name.clone() title=name on:click=press>
            {icon_view(shown)}
        </button>
    }
    .into_any()
}

/// An icon as a picture that screen readers pass over.
pub fn icon_view(shown: Icon) -> impl IntoView {
    view! {
        <svg class="icon" viewBox="0 0 20 20" aria-hidden="true" focusable="false">
            <path d=shown.path()></path>
        </svg>
    }
}
