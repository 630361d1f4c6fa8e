//! The page's entry point: mounts the app, and says so plainly if it ever stops.

use nearfar_page::{app, trouble};

fn main() {
    trouble::watch();
    leptos::mount::mount_to_body(app::App);
    trouble::started();
}
