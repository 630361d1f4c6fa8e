//! The Compare room's program.

fn main() {
    nearfar_page::compare::start();
}
