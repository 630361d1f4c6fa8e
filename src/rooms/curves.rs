//! The Curves room.
use leptos::prelude::*;
/// The mapping functions.
#[component]
pub fn Curves() -> impl IntoView { view! { <p>"curves"</p> } }
