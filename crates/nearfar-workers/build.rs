//! The reader's budget of bytes, which the browser holds it to: what asks for more ends, and the page
//! starts another worker.

/// A model of 300 million numbers as f32, and what its forward pass takes.
const MOST_MEMORY: u64 = 2 << 30;

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    let is_browser = std::env::var("CARGO_CFG_TARGET_ARCH").is_ok_and(|arch| arch == "wasm32");
    if is_browser && std::env::var_os("CARGO_FEATURE_INSPECT").is_some() {
        println!("cargo:rustc-link-arg-bin=nearfar-inspect-worker=--max-memory={MOST_MEMORY}");
    }
}
