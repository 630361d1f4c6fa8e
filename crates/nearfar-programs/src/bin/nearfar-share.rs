//! The Share dialog's program.

fn main() {
    nearfar_page::share::start();
}
