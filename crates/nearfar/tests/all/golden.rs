//! The reference values, natively. `NEARFAR_GOLDEN` names another directory of the same schema.

mod block;
pub mod cases;
mod forms;
mod gradients;
mod method_gradients;
pub mod methods;
mod models;
pub mod named;
mod positions;
use cases::File;
use methods::{Count, PaperFile};

use std::path::PathBuf;

fn read(name: &str) -> String {
    let directory = std::env::var_os("NEARFAR_GOLDEN")
        .map_or_else(|| PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("golden"), PathBuf::from);
    let path = directory.join(name);
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn run(name: &str, what: &str, check: fn(&File) -> usize, number: &str) {
    let ran = check(&cases::parse(&read(name)));
    assert!(ran > 0, "{name} holds no case");
    println!("{name}, {what}: {ran} in {number}");
}

/// How many cases and tensors a file holds, counted without its schema: cases by their names, tensors
/// that are computed (neither inputs nor gradients) by their shapes.
fn held(text: &str) -> Count {
    fn tensors(value: &serde_json::Value) -> usize {
        match value {
            serde_json::Value::Object(fields) if fields.contains_key("shape") => 1,
            serde_json::Value::Object(fields) => {
                let computed =
                    fields.iter().filter(|(name, _)| *name != "inputs" && *name != "losses");
                computed.map(|(_, value)| tensors(value)).sum()
            }
            serde_json::Value::Array(values) => values.iter().map(tensors).sum(),
            _ => 0,
        }
    }
    let value = serde_json::from_str(text).expect("a golden file is JSON");
    Count { cases: text.matches("\"name\"").count(), tensors: tensors(&value) }
}

fn run_method(name: &str, check: impl Fn(&PaperFile) -> Count, number: &str) {
    let text = read(name);
    let (ran, held) = (check(&methods::parse(&text)), held(&text));
    assert!(ran.cases > 0, "{name} holds no case");
    assert_eq!(ran.cases, held.cases, "{name}: every case runs");
    // Tables and indices among the inputs are compared too.
    assert!(ran.tensors >= held.tensors, "{name}: {} of {} tensors", ran.tensors, held.tensors);
    println!("{name}: {} cases, {} tensors compared in {number}", ran.cases, ran.tensors);
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

/// How many gradients a file holds, and in how many cases, counted without its schema.
fn held_gradients(text: &str) -> Count {
    let value: serde_json::Value = serde_json::from_str(text).expect("a golden file is JSON");
    let mut count = Count::default();
    for case in value["cases"].as_array().expect("cases") {
        for loss in case["losses"].as_object().into_iter().flat_map(|losses| losses.values()) {
            count.cases += 1;
            count.tensors += loss["grad"].as_object().expect("gradients").len();
        }
    }
    count
}

fn run_gradients(name: &str, check: impl Fn(&PaperFile) -> Count, number: &str) {
    let text = read(name);
    let ran = check(&methods::parse(&text));
    assert!(ran.tensors > 0, "{name} holds no gradient");
    assert_eq!(ran, held_gradients(&text), "{name}: every gradient is compared");
    println!("{name}: gradients of {} cases, {} tensors in {number}", ran.cases, ran.tensors);
}

macro_rules! golden_gradients {
    ($($file:literal: $in_f64:ident, $in_f32:ident = $check:ident;)*) => {$(
        #[test]
        fn $in_f64() {
            run_gradients($file, methods::$check::<f64>, "f64");
        }
        #[test]
        fn $in_f32() {
            run_gradients($file, methods::$check::<f32>, "f32");
        }
    )*};
}

methods::every_gradient_file!(golden_gradients);

macro_rules! golden_methods {
    ($($file:literal: $in_f64:ident, $in_f32:ident = $check:ident;)*) => {$(
        #[test]
        fn $in_f64() {
            run_method($file, methods::$check::<f64>, "f64");
        }
        #[test]
        fn $in_f32() {
            run_method($file, methods::$check::<f32>, "f32");
        }
    )*};
}

methods::every_method_file!(golden_methods);

/// The reference values of every method whose table names a file.
#[test]
fn files_that_the_table_of_methods_names() {
    for (file, of) in named::files() {
        let name = format!("{file}.json");
        run_method(&name, |file| named::named::<f64>(&of, file), "f64");
        run_method(&name, |file| named::named::<f32>(&of, file), "f32");
        run_gradients(&name, |file| named::named_gradients::<f64>(&of, file), "f64");
        run_gradients(&name, |file| named::named_gradients::<f32>(&of, file), "f32");
    }
}

/// No file of reference values lies there that nothing is held to.
#[test]
fn every_golden_file_is_used() {
    let mut used: Vec<String> = named::files().keys().map(|file| format!("{file}.json")).collect();
    macro_rules! names {
        ($($file:literal: $in_f64:ident, $in_f32:ident = $check:ident;)*) => {
            used.extend([$($file.to_owned()),*]);
        };
    }
    cases::every_file!(names);
    methods::every_method_file!(names);
    let directory = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("golden");
    for entry in std::fs::read_dir(directory).expect("the golden files") {
        let name = entry.expect("a file").file_name().into_string().expect("a plain name");
        let is_values = name.ends_with(".json");
        assert!(!is_values || used.contains(&name), "no check and no method names {name}");
    }
}
