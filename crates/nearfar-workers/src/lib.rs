//! What all workers have in common: they say that they are there, take requests, and work on in slices
//! between them, so that what is asked meanwhile waits no longer than one. What is computed is a session's
//! of the library; the programs beside this are thin shells round them.

#[cfg(target_arch = "wasm32")]
pub mod shell;
