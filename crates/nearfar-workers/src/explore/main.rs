//! The worker that computes rows of one head of a long sentence: a thin shell round
//! [`nearfar::explore::Session`].

#[cfg(target_arch = "wasm32")]
mod shell;

fn main() {
    #[cfg(target_arch = "wasm32")]
    shell::start();
}
