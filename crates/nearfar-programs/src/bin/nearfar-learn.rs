//! The entry point of lessons: a program of its own, which the page fetches when one is opened.

fn main() {
    nearfar_page::learn::start();
}
