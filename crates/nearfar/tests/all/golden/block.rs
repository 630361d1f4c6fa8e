//! k_block: the whole model, forward. The gradients of the same file, and its steps of Adam, belong
//! to training and are checked in `nearfar-training`.

use std::collections::BTreeMap;

use ndarray::{Array2, Array3, ArrayD, Axis};
use nearfar::attention::Trace;
use nearfar::model::layers::{Linear, NORM_EPSILON};
use nearfar::model::{Architecture, Encoded, Model, Pooling, Structure};
use nearfar::{Method, Real};

use super::cases::{Case, File, Tensor, Tolerance, matrices};

/// k_block: embeddings, one encoder, pooling and classifier, every sequence on its own. Returns the
/// number of sequences.
pub fn block<T: Real>(file: &File) -> usize {
    let tolerance = Tolerance::of::<T>();
    let mut sequences = 0;
    for case in &file.cases {
        assert_eq!(case.number("ln_eps"), NORM_EPSILON, "{}", case.name);
        let model = model_of::<T>(case);
        let table = case.inputs["E"].array2::<T>();
        let targets = case.params["targets"].as_array().expect("a list of classes");
        assert_eq!(case.sequences.len(), case.forward.len(), "{}", case.name);
        assert_eq!(case.sequences.len(), targets.len(), "{}", case.name);
        let mut losses = Vec::new();
        for (index, (ids, expected)) in case.sequences.iter().zip(&case.forward).enumerate() {
            let name = format!("{} sequence {index}", case.name);
            let target = targets[index].as_u64().expect("a class") as usize;
            let embeddings = table.select(Axis(0), ids);
            let found = forward(&model, &embeddings, target);
            losses.push(found["loss"].first().expect("one number").as_f64());
            for (value, expected) in expected {
                let found = found
                    .get(value.as_str())
                    .unwrap_or_else(|| panic!("{name} {value} is not checked"));
                expected.check(&format!("{name} {value}"), found, tolerance);
            }
            assert_eq!(found.len(), expected.len(), "{name}: every value is stored");
        }
        let mean = losses.iter().sum::<f64>() / losses.len() as f64;
        let expected = case.batch_loss.expect("the loss of the batch");
        tolerance.check(&format!("{} batch", case.name), mean, expected, expected);
        sequences += losses.len();
    }
    sequences
}

/// Every value on the way from embeddings `[N, D]` to the cross entropy of a class, under the names
/// of the file.
fn forward<T: Real>(
    model: &Model<T>,
    embeddings: &Array2<T>,
    target: usize,
) -> BTreeMap<&'static str, ArrayD<T>> {
    let words = &model.words;
    let trace = words.attend(Method::DISTANCE_AWARE, embeddings.view()).expect("a trace");
    let (mut encoded, answer) = model.classify_traces(&[&trace]).expect("an answer");
    let encoded = encoded.remove(0);
    let asked = model.classify(&[embeddings.view()]).expect("an answer");
    assert_eq!(answer, asked, "the same answer with the attention computed before or within");

    let outputs = trace.outputs(words.projections.output.view()).expect("an output");
    let mut found: BTreeMap<_, _> = matrices(&trace)
        .into_iter()
        // The file leaves out what depends on no number of the model.
        .filter(|(name, _)| !["R", "Rw"].contains(name))
        .map(|(name, matrix)| (name, matrix.into_dyn()))
        .collect();
    found.insert("H", trace.input().to_owned().into_dyn());
    found.insert("Q", trace.query().clone().into_dyn());
    found.insert("K", trace.key().clone().into_dyn());
    found.insert("V", trace.value().clone().into_dyn());
    found.insert("O", outputs.heads.into_dyn());
    found.insert("concat", outputs.concatenated.into_dyn());
    insert_encoded(&mut found, model, &trace, &encoded);
    let probability = answer.probabilities[target];
    found.insert("logits", flat(&answer.logits));
    found.insert("probs", flat(&answer.probabilities));
    found.insert("loss", flat(&[-probability.ln()]));
    found
}

fn insert_encoded<T: Real>(
    found: &mut BTreeMap<&'static str, ArrayD<T>>,
    model: &Model<T>,
    trace: &Trace<T>,
    encoded: &Encoded<T>,
) {
    let rows = |values: &[T]| {
        let shape = vec![trace.tokens(), values.len() / trace.tokens()];
        ArrayD::from_shape_vec(shape, values.to_vec()).expect("whole rows")
    };
    // Two values live only within a step of the model; they are made of its layers here.
    let mut hidden = rows(&model.words.hidden.apply(&encoded.after_attention));
    hidden.mapv_inplace(|x| x.max(T::zero()));
    found.insert("ffn_hidden", hidden);
    if let Some(pooling) = &model.words.pooling {
        let projected = pooling.projection.apply(&encoded.hidden).into_iter().map(T::tanh);
        let no_bias = vec![T::zero()];
        let scores = Linear { weight: pooling.query.clone(), bias: no_bias }
            .apply(&projected.collect::<Vec<_>>());
        found.insert("pool_scores", flat(&scores));
        found.insert("pool_attn", flat(&encoded.shares));
    }
    found.insert("out", rows(&encoded.attended));
    found.insert("x1", rows(&encoded.after_attention));
    found.insert("ffn", rows(&encoded.fed_forward));
    found.insert("x2", rows(&encoded.hidden));
    found.insert("pooled", flat(&encoded.pooled));
}

fn flat<T: Real>(values: &[T]) -> ArrayD<T> {
    ArrayD::from_shape_vec(vec![values.len()], values.to_vec()).expect("a vector")
}

/// The model of a case. Every input but the embeddings is one of its tensors.
fn model_of<T: Real>(case: &Case) -> Model<T> {
    let size = |name| case.number(name) as usize;
    let pooling = match case.params["pooling"].as_str() {
        Some("mean") => Pooling::Mean,
        Some("attention") => Pooling::Attention { size: case.inputs["q_p"].shape[0] },
        other => panic!("{}: unknown pooling {other:?}", case.name),
    };
    let architecture = Architecture {
        method: Method::DISTANCE_AWARE.into(),
        heads: size("h"),
        dimensions: size("d"),
        width: size("d_model"),
        feed_forward: size("d_ff"),
        pooling,
        structure: Structure::Single,
        classes: (0..size("classes")).map(|class| class.to_string()).collect(),
    };
    assert_eq!(architecture.tensors().len() + 1, case.inputs.len(), "{}", case.name);
    let find = |name: &str| {
        let name = file_name(name);
        case.inputs.get(name).map(|tensor| match name {
            "W_Q" | "W_K" | "W_V" => side_by_side(tensor),
            _ => tensor.data().iter().map(|&x| T::from_f64(x)).collect(),
        })
    };
    Model::from_tensors(architecture, find).unwrap_or_else(|error| panic!("{}: {error}", case.name))
}

/// What the file calls a tensor of the model.
fn file_name(name: &str) -> &str {
    match name {
        "words.attention.query" => "W_Q",
        "words.attention.key" => "W_K",
        "words.attention.value" => "W_V",
        "words.attention.output" => "W_O",
        "words.attention.w" => "w",
        "words.attention.v" => "v",
        "words.attention_norm.gain" => "ln1_g",
        "words.attention_norm.bias" => "ln1_b",
        "words.feed_forward.hidden.weight" => "W_1",
        "words.feed_forward.hidden.bias" => "b_1",
        "words.feed_forward.output.weight" => "W_2",
        "words.feed_forward.output.bias" => "b_2",
        "words.feed_forward_norm.gain" => "ln2_g",
        "words.feed_forward_norm.bias" => "ln2_b",
        "words.pooling.weight" => "W_p",
        "words.pooling.bias" => "b_p",
        "words.pooling.query" => "q_p",
        "classifier.weight" => "W_c",
        "classifier.bias" => "b_c",
        other => panic!("the file has no {other}"),
    }
}

/// `[h, D, d]` as `[D, h·d]`, row-major: head i in columns i·d to (i + 1)·d.
fn side_by_side<T: Real>(tensor: &Tensor) -> Vec<T> {
    let heads: Array3<T> = tensor.array3();
    let (h, width, d) = heads.dim();
    let matrix =
        Array2::from_shape_fn((width, h * d), |(row, column)| heads[[column / d, row, column % d]]);
    matrix.into_raw_vec_and_offset().0
}
