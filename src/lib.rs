//! The page: a store of settings and numbers, rooms that show them, and what they are made of.
//! `crates/nearfar-programs` starts one program with it for the page, and one for each room that is
//! a program of its own.
//!
//! | what | where |
//! |---|---|
//! | settings, numbers, frames | `state` |
//! | link and storage; scripts | `address`, `kept`; `script` (`window.nearfar`) |
//! | what is fetched | `models`, `word_vectors`, `first_visit` |
//! | models from files | `opened` |
//! | when something is shown | `stages` (a room opens), `at_rest` and `explore` (a long sentence) |
//! | the shell, the Lab | `app`, `rooms`, `lab` |
//! | rooms that are programs of their own | `curves`, `compare`, `train`, `inspect`, `learn`, `share` |
//! | such a room in the page, the page as it sees it | `room`, `page` |
//! | what all rooms are made with | `kit`, `matrix`, `canvas`, `chart`, `controls`, `roving`, `reactive` |
//! | words | `labels`, `rich`, `explain`, `language`, `notices`, `trouble` |

mod address;
mod app;
mod at_rest;
mod canvas;
mod cells;
mod chart;
pub mod compare;
mod controls;
pub mod curves;
mod explain;
mod explore;
mod export;
mod fetch;
mod first_visit;
pub mod inspect;
mod kept;
mod kit;
mod lab;
mod labels;
mod language;
pub mod learn;
mod matrix;
mod models;
mod notices;
mod opened;
mod page;
mod reactive;
mod rich;
mod room;
mod rooms;
mod roving;
mod script;
pub mod share;
mod stages;
mod state;
pub mod train;
mod trouble;
mod values;
mod word_vectors;

/// Mounts the page.
pub fn start() {
    trouble::watch();
    // Starting the program is one task, mounting the page others.
    leptos::prelude::set_timeout(
        || leptos::mount::mount_to_body(app::App),
        std::time::Duration::ZERO,
    );
}
