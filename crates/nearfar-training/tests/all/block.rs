//! The graph of a step against the reference values of a whole block (`k_block.json`): loss,
//! gradients, and the parameters after one and ten steps of Adam. `NEARFAR_GOLDEN` names another
//! directory of the same schema.

use std::collections::BTreeMap;
use std::path::PathBuf;

use nearfar::Method;
use nearfar::model::{Architecture, Pooling, Structure};
use nearfar_training::adam::Adam;
use nearfar_training::corpus::Example;
use nearfar_training::graph::{Batch, pass};
use nearfar_training::parameters::{Moments, Parameters};
use serde::Deserialize;

#[derive(Deserialize)]
struct File {
    cases: Vec<Case>,
}

#[derive(Deserialize)]
struct Case {
    name: String,
    params: Params,
    inputs: BTreeMap<String, Tensor>,
    sequences: Vec<Vec<u32>>,
    batch_loss: f64,
    grad: BTreeMap<String, Tensor>,
    adam: Expected,
}

#[derive(Deserialize)]
struct Params {
    h: usize,
    d: usize,
    d_model: usize,
    d_ff: usize,
    classes: usize,
    pooling: String,
    targets: Vec<usize>,
    lr: f32,
}

#[derive(Deserialize)]
struct Tensor {
    shape: Vec<usize>,
    data: Vec<f64>,
}

#[derive(Deserialize)]
struct Expected {
    loss_before_step: Vec<f64>,
    loss_after_10: f64,
    params_after: BTreeMap<String, BTreeMap<String, Tensor>>,
}

/// What the files call a tensor.
const NAMES: [(&str, &str); 18] = [
    ("words.attention.query", "W_Q"),
    ("words.attention.key", "W_K"),
    ("words.attention.value", "W_V"),
    ("words.attention.output", "W_O"),
    ("words.attention.w", "w"),
    ("words.attention.v", "v"),
    ("words.attention_norm.gain", "ln1_g"),
    ("words.attention_norm.bias", "ln1_b"),
    ("words.feed_forward.hidden.weight", "W_1"),
    ("words.feed_forward.hidden.bias", "b_1"),
    ("words.feed_forward.output.weight", "W_2"),
    ("words.feed_forward.output.bias", "b_2"),
    ("words.feed_forward_norm.gain", "ln2_g"),
    ("words.feed_forward_norm.bias", "ln2_b"),
    ("words.pooling.weight", "W_p"),
    ("words.pooling.bias", "b_p"),
    ("words.pooling.query", "q_p"),
    ("classifier.weight", "W_c"),
];

impl Tensor {
    /// In our layout: heads side by side in columns where the file stacks them, `[h, m, d]`.
    fn values(&self) -> Vec<f32> {
        let narrow = |x: &f64| *x as f32;
        let [h, m, d] = self.shape[..] else { return self.data.iter().map(narrow).collect() };
        let cell = |place: usize| {
            let (row, column) = (place / (h * d), place % (h * d));
            narrow(&self.data[(column / d * m + row) * d + column % d])
        };
        (0..h * m * d).map(cell).collect()
    }

    fn check(&self, what: &str, found: &[f32]) {
        let expected = self.values();
        assert_eq!(found.len(), expected.len(), "{what}");
        let largest = expected.iter().fold(0.0_f32, |largest, x| largest.max(x.abs()));
        for (index, (found, expected)) in found.iter().zip(&expected).enumerate() {
            let error = (found - expected).abs();
            assert!(
                error <= 1e-4 * largest || error < 1e-7,
                "{what}[{index}]: {found} is not {expected}"
            );
        }
    }
}

fn golden_name(name: &str) -> &str {
    NAMES.iter().find(|(ours, _)| *ours == name).map_or("b_c", |(_, theirs)| theirs)
}

fn run(case: &Case) {
    let params = &case.params;
    let pooling = match params.pooling.as_str() {
        "mean" => Pooling::Mean,
        "attention" => Pooling::Attention { size: case.inputs["q_p"].data.len() },
        other => panic!("unknown pooling {other}"),
    };
    let architecture = Architecture {
        method: Method::DISTANCE_AWARE.into(),
        heads: params.h,
        dimensions: params.d,
        width: params.d_model,
        feed_forward: params.d_ff,
        pooling,
        structure: Structure::Single,
        classes: (0..params.classes).map(|class| class.to_string()).collect(),
    };
    let mut parameters = Parameters::from_values(&architecture, |spec| {
        Some(case.inputs[golden_name(&spec.name)].values())
    })
    .unwrap();
    let mut table = case.inputs["E"].values();
    let mut table_moments = Moments::zero(table.len());
    let width = params.d_model;
    let pairs = case.sequences.iter().zip(&params.targets);
    let examples: Vec<Example> =
        pairs.map(|(sequence, &label)| Example::new(vec![sequence.clone()], label)).collect();
    let batch = Batch::new(&examples);
    let rows = |table: &[f32]| -> Vec<f32> {
        let row = |&row: &u32| table[row as usize * width..][..width].to_vec();
        batch.rows.iter().flat_map(row).collect()
    };
    let close = |what: &str, found: f32, expected: f64| {
        let error = (f64::from(found) - expected).abs();
        assert!(error <= 1e-4 * expected, "{} {what}: {found} is not {expected}", case.name);
    };
    for step in 1..=11_u64 {
        let pass = pass(&architecture, &parameters, rows(&table), &batch, &mut |_| None);
        if step == 11 {
            close("loss after 10 steps", pass.loss, case.adam.loss_after_10);
            break;
        }
        close("loss", pass.loss, case.adam.loss_before_step[step as usize - 1]);
        if step == 1 {
            close("loss", pass.loss, case.batch_loss);
            for (parameter, gradient) in parameters.iter().zip(&pass.gradients) {
                let name = golden_name(&parameter.spec.name);
                case.grad[name].check(&format!("{} d{name}", case.name), gradient);
            }
            let mut dense = vec![0.0; table.len()];
            for (&row, gradient) in batch.rows.iter().zip(pass.row_gradients.chunks(width)) {
                dense[row as usize * width..][..width].copy_from_slice(gradient);
            }
            case.grad["E"].check(&format!("{} dE", case.name), &dense);
            assert_eq!(case.grad.len(), parameters.iter().len() + 1, "{}", case.name);
        }
        let adam = Adam::at(step);
        for (parameter, gradient) in parameters.iter_mut().zip(&pass.gradients) {
            adam.update(params.lr, &mut parameter.values, gradient, &mut parameter.moments);
        }
        adam.update_rows(
            params.lr,
            width,
            &mut table,
            &batch.rows,
            &pass.row_gradients,
            &mut table_moments,
        );
        if let Some(expected) = case.adam.params_after.get(&step.to_string()) {
            for parameter in parameters.iter() {
                let name = golden_name(&parameter.spec.name);
                let what = format!("{} {name} after {step}", case.name);
                expected[name].check(&what, &parameter.values);
            }
            expected["E"].check(&format!("{} E after {step}", case.name), &table);
        }
    }
}

#[test]
fn loss_gradients_and_adam_of_the_block() {
    let directory = std::env::var_os("NEARFAR_GOLDEN").map_or_else(
        || PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../nearfar/golden"),
        PathBuf::from,
    );
    let path = directory.join("k_block.json");
    let text = std::fs::read_to_string(&path)
        .unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let file: File = serde_json::from_str(&text).unwrap();
    assert!(!file.cases.is_empty());
    file.cases.iter().for_each(run);
}
