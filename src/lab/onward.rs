//! Where a visit goes on from the Lab: to a room that shows what is in hand in another way.

use leptos::prelude::*;
use nearfar::settings::Room;

use crate::labels::{Label, Labelled};
use crate::reactive::handler;
use crate::state::use_store;

/// The rooms, what is done there, and more of it.
const WAYS: [(Room, Label, Label); 4] = [
    (Room::Learn, texts::lab::onward_learn, texts::lab::onward_learn_about),
    (Room::Train, texts::lab::onward_train, texts::lab::onward_train_about),
    (Room::Compare, texts::lab::onward_compare, texts::lab::onward_compare_about),
    (Room::Inspect, texts::lab::onward_inspect, texts::lab::onward_inspect_about),
];

/// A way to each of the rooms.
#[component]
pub fn Onward() -> impl IntoView {
    let store = use_store();
    let ways = WAYS.map(|(room, label, about)| {
        let go = move |_| {
            store.edit(None, |settings| settings.room = room);
            window().scroll_to_with_x_and_y(0.0, 0.0);
        };
        view! {
            <li>
                <button type="button" on:click=handler(go)>
                    <b>{label()}</b>
                    <span class="muted">{about()}</span>
                    <span class="onward-room">{room.label()}" →"</span>
                </button>
            </li>
        }
    });
    view! {
        <section class="onward" data-panel="onward" aria-label=texts::lab::onward()>
            <ul>{ways.into_iter().collect_view()}</ul>
        </section>
    }
}
