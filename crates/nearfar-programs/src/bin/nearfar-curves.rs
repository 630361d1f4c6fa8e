//! The Curves room's program.

fn main() {
    nearfar_page::curves::start();
}
