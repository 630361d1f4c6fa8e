//! Lessons: the walk through the paper, those that ship beside it, a teacher's own. A program of its own, which
//! the page fetches when the Learn room is opened or a link holds a lesson. It shows two places of the page: the
//! room, and while a lesson is taken a strip above whatever room its step is in.

mod ask;
mod make;
mod overview;
mod picture;
mod state;
mod strip;
mod teacher;

use leptos::prelude::*;

use crate::room;
use overview::Overview;
use state::LearnState;
use strip::Strip;

/// The place of the strip in the page.
const STRIP: &str = "learn-strip";

/// Mounts room and strip.
pub fn start() {
    room::mount("learn-room", texts::learn::kept(), || {
        let state = LearnState::new();
        provide_context(state);
        room::mount_beside(STRIP, move || {
            provide_context(state);
            view! { <Strip /> }
        });
        view! { <Overview /> }
    });
}

/// What lessons share.
fn use_learn() -> LearnState {
    use_context::<LearnState>().unwrap_or_else(|| unreachable!("start provides it"))
}
