//! What a screen reader is told: one sentence after w or v has moved, and what became of the locked cell.
//! Numbers that follow every frame are told to nobody.

use leptos::prelude::*;
use nearfar::settings::Settings;
use texts::words;

use crate::reactive::{effect, on_change, text};
use crate::state::use_store;

/// A polite announcement, not seen.
#[component]
pub fn Announcement() -> impl IntoView {
    let store = use_store();
    let says = RwSignal::new(String::new());
    let shown = |settings: &Settings| {
        let head = settings.head;
        (head, [settings.w[head], settings.v[head]])
    };
    let before = StoredValue::new(store.settings_now(shown));
    effect(move || {
        store.follow_settled();
        let now = store.settings_now(shown);
        let before = before.try_update_value(|before| std::mem::replace(before, now));
        let (head, numbers) = now;
        if before.is_none_or(|before| before.0 != head || before.1 == numbers) {
            return;
        }
        let method = store.settings_now(|settings| settings.a);
        if let Some(told) = store.lab_now(|lab| words::of_move(lab, method, head, numbers)) {
            says.set(told);
        }
    });
    let locked = store.select(|settings| settings.cursor);
    on_change(locked, move |cell| says.set(store.lab_now(|lab| words::of_lock(lab, cell))));
    view! { <p class="visually-hidden" role="status" id="announcement">{text(move || says.get())}</p> }
}
