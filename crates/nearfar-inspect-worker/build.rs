//! The worker's budget of bytes, which the browser holds it to: what asks for more ends, and the page
//! starts another worker.

/// A model of 300 million numbers as f32, and what its forward pass takes.
const MOST_MEMORY: u64 = 2 << 30;

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    if std::env::var("CARGO_CFG_TARGET_ARCH").is_ok_and(|arch| arch == "wasm32") {
        println!("cargo:rustc-link-arg-bins=--max-memory={MOST_MEMORY}");
    }
}
