//! `nearfar inspect` from outside: files in, text, JSON and files out.

use std::path::PathBuf;
use std::process::{Command, Output};

use serde_json::Value;

fn sample(name: &str) -> PathBuf {
    [env!("CARGO_MANIFEST_DIR"), "..", "nearfar-inspect", "samples", name].iter().collect()
}

fn inspect(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_nearfar")).arg("inspect").args(arguments).output().unwrap()
}

fn text(output: &Output) -> String {
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout.clone()).unwrap()
}

fn path(name: &str) -> String {
    sample(name).to_string_lossy().into_owned()
}

#[test]
fn a_checkpoint_is_listed_with_figures_and_what_it_is() {
    let found = text(&inspect(&[&path("da_tiny.safetensors")]));
    let line = found.lines().find(|line| line.starts_with("embedding.weight")).unwrap();
    let cells: Vec<&str> = line.split_whitespace().collect();
    // 32 x 16 numbers, ((k·7) mod 257 - 128) / 64 from -2 to 2.
    assert_eq!(cells[1..7], ["F32", "32", "x", "16", "2048", "-2.00000"], "{line}");
    assert!(found.contains("SafeTensors: 25 tensors"), "{found}");
    assert!(found.contains("recognised as"), "{found}");
}

#[test]
fn json_holds_figures_and_the_report() {
    let found: Value =
        serde_json::from_str(&text(&inspect(&[&path("da_tiny.pt"), "--json"]))).unwrap();
    let tensors = found["tensors"].as_array().unwrap();
    assert_eq!((tensors.len(), &found["format"]), (25, &Value::from("TorchZip")));
    assert_eq!(tensors[0]["statistics"]["sum"], -3.703125);
    assert_eq!(found["recognised"]["layers"].as_array().unwrap().len(), 2);
    let found = inspect(&[&path("da_tiny.pt"), "--json", "--no-statistics"]);
    let found: Value = serde_json::from_str(&text(&found)).unwrap();
    assert_eq!(found["tensors"][0].get("statistics"), None);
}

#[test]
fn one_tensor_with_its_first_numbers_and_as_a_file() {
    let name = "encoder.layers.0.self_attn.w";
    let found = text(&inspect(&[&path("da_tiny.gguf"), "--tensor", name]));
    assert!(found.contains("begins with -0.984375, -0.875\n"), "{found}");

    let out = std::env::temp_dir().join(format!("nearfar-inspect-{}.csv", std::process::id()));
    let arguments = [&path("da_tiny.onnx"), "--tensor", name, "--out", &out.to_string_lossy()];
    text(&inspect(&arguments));
    assert_eq!(std::fs::read_to_string(&out).unwrap(), "-0.984375\n-0.875\n");
    std::fs::remove_file(&out).unwrap();
}

#[test]
fn a_checkpoint_becomes_safetensors() {
    let out = std::env::temp_dir().join(format!("nearfar-{}.safetensors", std::process::id()));
    text(&inspect(&[&path("da_tiny_legacy.pt"), "--out", &out.to_string_lossy()]));
    let bytes = std::fs::read(&out).unwrap();
    let written = nearfar::checkpoint::SafeTensors::read(&bytes).unwrap();
    assert_eq!(written.names().count(), 25);
    assert_eq!(written.numbers("encoder.layers.0.self_attn.v").unwrap(), [-0.78125, -0.671875]);
    std::fs::remove_file(&out).unwrap();
}

#[test]
fn what_is_wrong_is_said_with_the_file_and_what_to_do() {
    let fails = |code: i32, arguments: &[&str]| {
        let output = inspect(arguments);
        assert_eq!(output.status.code(), Some(code), "{arguments:?}");
        String::from_utf8(output.stderr).unwrap()
    };
    let said = fails(1, &[&path("hostile_st_overlap.safetensors")]);
    assert!(said.contains("hostile_st_overlap.safetensors: "), "{said}");
    let said = fails(2, &[&path("da_tiny.pt"), "--tensor", "self_attn.w"]);
    assert!(said.contains("there is encoder.layers.0.self_attn.wq.weight"), "{said}");
    let said = fails(2, &[&path("da_tiny.pt"), "--out", "x.txt"]);
    assert!(said.contains(".safetensors") && said.contains("`.txt`"), "{said}");
    let said = fails(1, &["no-such-file"]);
    assert!(said.contains("no-such-file cannot be read"), "{said}");
}
