//! The page: a store of settings and numbers, rooms that show them, and what they are made of.
//! `crates/nearfar-programs` starts one program with it for the page, and one for each room that is
//! a program of its own.
//!
//! | what | where |
//! |---|---|
//! | settings, numbers, frames, banners | `state` |
//! | link and storage; scripts | `address`, `browser`; `script` (`window.nearfar`) |
//! | what is fetched | `models`, `word_vectors`, `first_visit` |
//! | models from files | `opened` |
//! | when something is shown | `stages` (a room opens), `at_rest` and `explore` (a long sentence) |
//! | the shell, the Lab | `app`, `lab` |
//! | rooms that are programs of their own | `curves`, `compare`, `train`, `inspect`, `learn`, `share` |
//! | such a room in the page, the page as it sees it | `room`, `page` |
//! | what all rooms are made with | `kit`, `matrix`, `canvas`, `chart`, `controls`, `focus`, `roving`, `reactive` |
//! | what is asked of the browser | `browser` |
//! | words | `rich`, `explain`, `trouble` |

mod address;
mod app;
mod at_rest;
mod browser;
mod canvas;
mod chart;
pub mod compare;
mod controls;
pub mod curves;
mod explain;
mod explore;
mod first_visit;
mod focus;
pub mod inspect;
mod kit;
mod lab;
pub mod learn;
mod matrix;
mod models;
mod opened;
mod page;
mod reactive;
mod rich;
mod room;
mod roving;
mod script;
pub mod share;
mod stages;
mod state;
pub mod train;
mod trouble;
mod word_vectors;

use nearfar::notices;
use texts::words::{cells, labels};

/// Mounts the page.
pub fn start() {
    trouble::watch();
    // A browser compiles what runs for the first time, which is a task's length by itself: starting the program,
    // reading its settings and mounting the page are tasks of their own.
    in_a_task(|| {
        let (settings, ignored) = address::settings_at_start();
        in_a_task(|| leptos::mount::mount_to_body(|| app::app(settings, ignored)));
    });
}

fn in_a_task(act: impl FnOnce() + 'static) {
    leptos::prelude::set_timeout(act, std::time::Duration::ZERO);
}
