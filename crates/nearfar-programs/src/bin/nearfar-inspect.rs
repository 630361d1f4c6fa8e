//! The Inspect room's entry point: a program of its own, which the page fetches when the room is opened.

fn main() {
    nearfar_page::inspect::start();
}
