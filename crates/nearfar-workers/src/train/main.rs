//! The worker that trains: a thin shell round [`nearfar_training::session::Session`]. It has the
//! clock, the messages and the pauses between steps; what is computed is the session's.

#[cfg(target_arch = "wasm32")]
mod shell;

fn main() {
    #[cfg(target_arch = "wasm32")]
    shell::start();
}
