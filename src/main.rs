//! The page's entry point: mounts the app, and says so plainly if it ever stops.

mod address;
mod app;
mod canvas;
mod controls;
mod export;
mod panels;
mod reactive;
mod rooms;
mod script;
mod state;
mod trouble;
mod word_vectors;

fn main() {
    trouble::watch();
    leptos::mount::mount_to_body(app::App);
    trouble::started();
}
