//! Compiles `src/relaxed/module.rs`, for programs in WebAssembly: see there.

use std::env;
use std::path::PathBuf;
use std::process::{Command, ExitCode};

fn main() -> ExitCode {
    println!("cargo::rerun-if-changed=build.rs");
    for file in ["relaxed/module.rs", "strips.rs", "powers.rs", "vector.rs"] {
        println!("cargo::rerun-if-changed=src/{file}");
    }
    if env::var("CARGO_CFG_TARGET_ARCH").as_deref() != Ok("wasm32") {
        return ExitCode::SUCCESS;
    }
    match compile() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            println!("cargo::error=the module with relaxed SIMD: {error}");
            ExitCode::FAILURE
        }
    }
}

fn compile() -> Result<(), String> {
    let variable = |name: &str| env::var(name).map_err(|error| format!("{name}: {error}"));
    let module = PathBuf::from(variable("OUT_DIR")?).join("relaxed.wasm");
    let outcome = Command::new(variable("RUSTC")?)
        .args(["--edition=2024", "--crate-type=cdylib", "--crate-name=relaxed"])
        .args(["--target", &variable("TARGET")?, "-Ctarget-feature=+simd128,+relaxed-simd"])
        .args(["-Copt-level=3", "-Ccodegen-units=1", "-Cpanic=abort", "-Cstrip=symbols"])
        // A shared library. With link-time optimisation what it needs of `core` is compiled for it.
        .args(["-Clto=fat", "-Crelocation-model=pic", "-Clink-arg=-shared"])
        .args(["-Clink-arg=--experimental-pic", "-Clink-arg=--import-memory"])
        .arg("-o")
        .arg(&module)
        .arg("src/relaxed/module.rs")
        .output()
        .map_err(|error| format!("rustc did not start: {error}"))?;
    if !outcome.status.success() {
        return Err(String::from_utf8_lossy(&outcome.stderr).into_owned());
    }
    let bytes = std::fs::read(&module).map_err(|error| format!("{}: {error}", module.display()))?;
    let needed = constants(&bytes).ok_or("its section dylink.0 cannot be read")?;
    let written = module.with_file_name("constants");
    std::fs::write(&written, needed.to_string())
        .map_err(|error| format!("{}: {error}", written.display()))
}

/// The memory that a shared library asks for, in bytes: the first number of the first part of its
/// first section, `dylink.0` (WebAssembly tool conventions, DynamicLinking.md).
fn constants(module: &[u8]) -> Option<u64> {
    const NAME: &[u8] = b"\x08dylink.0";
    // After the eight bytes of magic and version: section 0, its length, its name.
    let rest = module.get(8..)?.strip_prefix(&[0])?;
    let (_, rest) = number(rest)?;
    // Part 1, its length, the size of the memory.
    let rest = rest.strip_prefix(NAME)?.strip_prefix(&[1])?;
    let (_, rest) = number(rest)?;
    Some(number(rest)?.0)
}

/// An unsigned number in LEB128, and what follows it.
fn number(bytes: &[u8]) -> Option<(u64, &[u8])> {
    let length = bytes.iter().take(9).position(|byte| byte & 0x80 == 0)? + 1;
    let (digits, rest) = bytes.split_at(length);
    let value = digits.iter().rev().fold(0, |sum, byte| sum << 7 | u64::from(byte & 0x7f));
    Some((value, rest))
}
