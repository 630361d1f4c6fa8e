//! Reference values of whole models, made by `tools/make_models.py` with PyTorch: every mapping and
//! adjustment through a block, causal too, pairs and documents. They hold `nearfar::model`.

use ndarray::{Array1, Array2, ArrayView2};
use nearfar::Real;
use nearfar::attention::{Mask, Trace};
use nearfar::model::{Architecture, Encoder, Model, Pooling, Structure};
use nearfar::settings::method_from_text;

use super::methods::{Count, PaperCase, PaperFile, each};

fn numbers<T: Real>(case: &PaperCase, path: &str) -> Vec<T> {
    case.tensor(path).data().iter().map(|&x| T::from_f64(x)).collect()
}

/// The model of a case: its sizes are those of its tensors.
fn model_of<T: Real>(case: &PaperCase) -> Model<T> {
    let shape = |name: &str| case.tensor(&format!("inputs.{name}")).shape.clone();
    let heads = shape("words.attention.w")[0];
    let query = shape("words.attention.query");
    let architecture = Architecture {
        method: method_from_text(case.text("method")).expect("a method").into(),
        heads,
        dimensions: query[1] / heads,
        width: query[0],
        feed_forward: shape("words.feed_forward.hidden.bias")[0],
        pooling: match case.text("pooling") {
            "mean" => Pooling::Mean,
            "attention" => Pooling::Attention { size: shape("words.pooling.query")[0] },
            other => panic!("unknown pooling {other}"),
        },
        structure: match case.text("structure") {
            "single" => Structure::Single,
            "pair" => Structure::Pair,
            "hierarchical" => Structure::Hierarchical,
            other => panic!("unknown structure {other}"),
        },
        classes: (0..shape("classifier.bias")[0]).map(|class| class.to_string()).collect(),
    };
    for spec in architecture.tensors() {
        assert_eq!(shape(&spec.name), spec.shape, "{} {}", case.name, spec.name);
    }
    let find = |name: &str| Some(numbers(case, &format!("inputs.{name}")));
    Model::from_tensors(architecture, find).unwrap_or_else(|error| panic!("{}: {error}", case.name))
}

/// Compares what an encoder makes of a sequence, and gives its vector.
fn compare_encoded<T: Real>(
    case: &PaperCase,
    name: &str,
    encoder: &Encoder<T>,
    trace: &Trace<T>,
) -> Vec<T> {
    let encoded = encoder.encode(trace).expect("an encoded sequence");
    let path = |value: &str| format!("outputs.{name}.{value}");
    case.compare(&path("attn"), trace.weights());
    let shape = (trace.tokens(), encoded.pooled.len());
    let hidden = Array2::from_shape_vec(shape, encoded.hidden).expect("whole rows");
    case.compare(&path("x2"), &hidden);
    case.compare(&path("shares"), &Array1::from(encoded.shares));
    case.compare(&path("pooled"), &Array1::from(encoded.pooled.clone()));
    encoded.pooled
}

/// x_models: from word vectors to logits, every step of it.
pub fn models<T: Real>(file: &PaperFile) -> Count {
    each(file, |case| {
        let model = model_of::<T>(case);
        let method = model.architecture.method.lab().expect("a method of the Lab");
        let words = &model.words;
        let is_text = |place: &usize| case.has(&format!("inputs.text{place}"));
        let texts: Vec<Array2<T>> =
            (0..).take_while(is_text).map(|place| case.input2(&format!("text{place}"))).collect();
        let (mut pooled, mut traces) = (Vec::new(), Vec::new());
        for (place, text) in texts.iter().enumerate() {
            let trace = words.attend(method, text.view()).expect("a trace");
            pooled.push(compare_encoded(case, &format!("words{place}"), words, &trace));
            if model.architecture.structure == Structure::Single {
                let causal = Trace::new(
                    &words.projections,
                    &words.heads,
                    method,
                    Mask::causal(),
                    text.view(),
                );
                compare_encoded(case, "causal", words, &causal.expect("a trace"));
            }
            traces.push(trace);
        }
        let traces: Vec<&Trace<T>> = traces.iter().collect();
        let (_, answer) = model.classify_traces(&traces).expect("an answer");
        case.compare("outputs.logits", &Array1::from(answer.logits));
        if let Some(sentences) = &model.sentences {
            let shape = (pooled.len(), model.architecture.width);
            let rows = Array2::from_shape_vec(shape, pooled.concat()).expect("whole rows");
            let trace = sentences.attend(method, rows.view()).expect("a trace");
            compare_encoded(case, "sentences", sentences, &trace);
        }
        let views: Vec<ArrayView2<T>> = texts.iter().map(|text| text.view()).collect();
        let answer = model.classify(&views).expect("an answer");
        case.compare("outputs.logits", &Array1::from(answer.logits));
    })
}
