//! The worker that parts a sentence: a thin shell round [`nearfar_inspect::tokenizer::Tokenizer`], fetched only
//! when a tokenizer's file is dropped.

#[cfg(target_arch = "wasm32")]
mod shell;

fn main() {
    #[cfg(target_arch = "wasm32")]
    shell::start();
}
