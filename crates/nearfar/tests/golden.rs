//! The reference values, natively. `NEARFAR_GOLDEN` names another directory of the same schema.
#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::unwrap_used, clippy::expect_used)]

mod golden {
    mod block;
    pub mod cases;
    mod gradients;
}
use golden::cases::{self, File};

use std::path::PathBuf;

fn run(name: &str, what: &str, check: fn(&File) -> usize, number: &str) {
    let directory = std::env::var_os("NEARFAR_GOLDEN")
        .map_or_else(|| PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("golden"), PathBuf::from);
    let path = directory.join(name);
    let text = std::fs::read_to_string(&path)
        .unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let ran = check(&cases::parse(&text));
    assert!(ran > 0, "{} holds no case", path.display());
    println!("{name}, {what}: {ran} in {number}");
}

macro_rules! golden {
    ($($file:literal: $in_f64:ident, $in_f32:ident = $check:ident;)*) => {$(
        #[test]
        fn $in_f64() {
            run($file, stringify!($check), cases::$check::<f64>, "f64");
        }
        #[test]
        fn $in_f32() {
            run($file, stringify!($check), cases::$check::<f32>, "f32");
        }
    )*};
}

cases::every_file!(golden);
