//! The page's entry point: mounts the app, and says so plainly if it ever stops.

fn main() {
    nearfar_page::start();
}
