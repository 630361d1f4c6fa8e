//! What a screen reader is told: one sentence after w or v has moved, and what became of the locked cell.
//! Numbers that follow every frame are told to nobody.

use leptos::prelude::*;
use nearfar::lab::Panel;
use nearfar::metrics::HeadFigures;
use nearfar::settings::Settings;
use texts::words;

use crate::reactive::{effect, text};
use crate::state::{Cell, Store, use_store};

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
        if moved && let Some(sentence) = of_move(store, &now) {
            says.set(sentence);
        }
    });
    let locked = store.select(|settings| settings.cursor);
    Effect::new(move |first: Option<()>| {
        let cell = locked.get();
        if first.is_some() {
            says.set(of_lock(store, cell));
        }
    });
    view! { <p class="visually-hidden" role="status" id="announcement">{text(move || says.get())}</p> }
}

fn of_move(store: Store, now: &Told) -> Option<String> {
    let method = store.settings_now(|settings| settings.a);
    store.lab_now(|lab| {
        let of_w = words::of_w(method, now.w, now.v, lab.tokens().len())?;
        let (trace, head) = lab.head_of(Panel::A, now.head)?;
        let figures = HeadFigures::of(trace, head)?;
        Some(texts::lab::told_move(of_w, format_args!("{:.1}", figures.mean_distance)))
    })
}

fn of_lock(store: Store, cell: Option<Cell>) -> String {
    let Some((i, j)) = cell else { return texts::lab::told_released().to_owned() };
    store.lab_now(|lab| {
        let word = |index: usize| lab.tokens().get(index).map_or("", |token| token.text.as_str());
        texts::lab::told_locked(word(i), word(j))
    })
}
