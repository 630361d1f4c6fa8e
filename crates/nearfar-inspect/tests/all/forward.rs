//! What the tests of forward passes share: a model as it is recognised, its attention, how far that is
//! from what is expected, and the model with one tensor otherwise.

use std::ops::ControlFlow;

use nearfar_inspect::encoder::{Encoder, Input};
use nearfar_inspect::recognise::{Config, recognise_with};
use nearfar_inspect::report::{Assignment, Report};
use nearfar_inspect::tensor::Storage;
use nearfar_inspect::{Checkpoint, Tensor};
use serde_json::Value;

/// The most numbers that are read.
pub const LIMIT: u64 = 1 << 30;
/// What attention may differ by.
pub const WITHIN: f32 = 1e-5;

/// What a model is recognised as.
pub fn recognised(model: &Checkpoint, said: Option<&Value>, by_hand: &Assignment) -> Report {
    let config = said.map(|said| Config::read(said.to_string().as_bytes()).unwrap());
    recognise_with(model, config.as_ref(), by_hand)
}

/// The attention of every layer on the input that suits its encoder, or why there is none.
pub fn attention<'a>(
    model: &Checkpoint,
    report: &Report,
    input: impl FnOnce(&Encoder) -> Input<'a>,
) -> Result<Vec<Vec<f32>>, String> {
    if let Some(why) = report.cannot_run() {
        return Err(why);
    }
    let encoder = Encoder::load(model, report, LIMIT).map_err(|error| error.to_string())?;
    let go = &mut |_: usize, _: usize| ControlFlow::Continue(());
    let run = encoder.run(input(&encoder), LIMIT, go).map_err(|error| error.to_string())?;
    Ok(run.layers.iter().map(|layer| layer.weights.clone()).collect())
}

/// The largest difference; infinite where layers or sizes differ, or a number is none.
pub fn apart(found: &[Vec<f32>], expected: &[Vec<f32>]) -> f32 {
    if found.len() != expected.len() || found.iter().zip(expected).any(|(a, b)| a.len() != b.len())
    {
        return f32::INFINITY;
    }
    let differences =
        found.iter().flatten().zip(expected.iter().flatten()).map(|(a, b)| (a - b).abs());
    differences
        .fold(0.0, |worst, apart| if apart.is_nan() { f32::INFINITY } else { worst.max(apart) })
}

/// The model with one tensor renamed, dropped, transposed, narrowed, or with another beside it: what no
/// config can make good.
pub fn damaged(model: &Checkpoint, place: usize) -> Vec<(&'static str, Checkpoint)> {
    let mut all = Vec::new();
    let mut with = |what, change: &dyn Fn(&mut Vec<Tensor>)| {
        let mut model = model.clone();
        change(&mut model.tensors);
        all.push((what, model));
    };
    with("renamed", &|tensors| tensors[place].name.push_str("_x"));
    with("renamed away", &|tensors| tensors[place].name = "elsewhere.weight".to_owned());
    with("dropped", &|tensors| drop(tensors.remove(place)));
    let tensor = &model.tensors[place];
    let (start, end) = tensor.name.rsplit_once('.').unwrap_or((&tensor.name, "weight"));
    let beside =
        ["_gate.weight", ".rotary.inv_freq", "_norm.weight"].map(|odd| format!("{start}{odd}"));
    for name in beside.into_iter().chain([format!("{start}_gate.{end}")]) {
        with("with another beside it", &|tensors| {
            tensors.push(Tensor { name: name.clone(), ..tensors[place].clone() });
        });
    }
    if let [a, b] = tensor.shape[..]
        && a != b
    {
        with("transposed", &|tensors| {
            let numbers = tensors[place].numbers(LIMIT).unwrap();
            let turned: Vec<f64> = (0..b)
                .flat_map(|column| (0..a).map(move |row| (row * b + column) as usize))
                .map(|index| f64::from(numbers[index]))
                .collect();
            tensors[place].shape = vec![b, a];
            tensors[place].storage = Storage::Values(turned.into());
        });
    }
    if !tensor.shape.is_empty() {
        with("narrowed", &|tensors| {
            let tensor = &mut tensors[place];
            let last = tensor.shape.len() - 1;
            tensor.shape[last] -= 1;
            let numbers = vec![0.25; tensor.len() as usize];
            tensor.storage = Storage::Values(numbers.into());
        });
    }
    all
}
