//! The Train room's entry point: a program of its own, which the page fetches when the room is opened.

fn main() {
    nearfar_page::train::start();
}
