//! What a screen reader is told: one sentence after w or v has moved, and what became of the locked cell.
//! Numbers that follow every frame are told to nobody.

use leptos::prelude::*;
use nearfar::lab::Lab;
use nearfar::settings::Settings;
use texts::words;

use crate::reactive::{effect, on_change, text};
use crate::state::{Cell, use_store};

/// What is told when it is another than before.
#[derive(Clone, PartialEq)]
struct Told {
    w: f64,
    v: f64,
    head: usize,
    cursor: Option<Cell>,
}

impl Told {
    fn of(settings: &Settings) -> Told {
        let head = settings.head;
        Told { w: settings.w[head], v: settings.v[head], head, cursor: settings.cursor }
    }
}

/// A polite announcement, not seen.
#[component]
pub fn Announcement() -> impl IntoView {
    let store = use_store();
    let says = RwSignal::new(String::new());
    let before = StoredValue::new(store.settings_now(Told::of));
    effect(move || {
        store.follow_settled();
        let now = store.settings_now(Told::of);
        let before = before.try_update_value(|before| std::mem::replace(before, now.clone()));
        let Some(before) = before.filter(|before| *before != now) else { return };
        let moved = before.head == now.head && (before.w, before.v) != (now.w, now.v);
        let method = store.settings_now(|settings| settings.a);
        let of_move = |lab: &Lab| words::of_move(lab, method, now.head, [now.w, now.v]);
        if moved && let Some(sentence) = store.lab_now(of_move) {
            says.set(sentence);
        }
    });
    let locked = store.select(|settings| settings.cursor);
    on_change(locked, move |cell| says.set(store.lab_now(|lab| words::of_lock(lab, cell))));
    view! { <p class="visually-hidden" role="status" id="announcement">{text(move || says.get())}</p> }
}
