//! The worker that compares methods: a thin shell round [`nearfar_compare::session::Session`]. It has
//! the messages and the clock; what is computed is the session's.

#[cfg(target_arch = "wasm32")]
mod shell;

fn main() {
    #[cfg(target_arch = "wasm32")]
    shell::start();
}
