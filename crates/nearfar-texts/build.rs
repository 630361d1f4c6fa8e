//! Writes a module for each resource and a function for each message.

use std::fmt::Write as _;
use std::path::Path;
use std::{env, fs};

// Other languages are `cargo xtask`'s, which has the same file.
#[expect(dead_code)]
mod compile;

fn main() -> Result<(), String> {
    println!("cargo::rerun-if-changed=en");
    println!("cargo::rerun-if-changed=compile.rs");
    let mut modules = String::new();
    let mut first = 0;
    for (name, source) in compile::resources(Path::new("en"))? {
        let messages =
            compile::messages(&source).map_err(|error| format!("en/{name}.ftl: {error}"))?;
        let functions = compile::functions(&messages, first);
        first += messages.len();
        let _ = writeln!(
            modules,
            "/// `en/{name}.ftl`.\n\
             #[allow(clippy::too_many_arguments, clippy::tabs_in_doc_comments)]\n\
             pub mod {name} {{\n{functions}}}"
        );
    }
    let out = env::var("OUT_DIR").map_err(|error| error.to_string())?;
    fs::write(Path::new(&out).join("texts.rs"), modules).map_err(|error| error.to_string())
}
