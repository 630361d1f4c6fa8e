//! The worker that reads files: a thin shell round [`nearfar_inspect::session::Session`]. It has the
//! files, the messages and the clock; what is read and computed is the session's.

#[cfg(target_arch = "wasm32")]
mod file;
#[cfg(target_arch = "wasm32")]
mod linked;
#[cfg(target_arch = "wasm32")]
mod shell;

fn main() {
    #[cfg(target_arch = "wasm32")]
    shell::start();
}
