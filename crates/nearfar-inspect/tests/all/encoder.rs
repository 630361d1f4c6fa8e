//! The forward pass against PyTorch's (tools/reference.py), and against this project's own model.

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use nearfar::Method;
use nearfar::attention::{Adjustment, HeadParameters, Mapping};
use nearfar_inspect::encoder::{Encoder, EncoderError, HeadChoice, Input, Rescales, Run};
use nearfar_inspect::recognise::{Config, recognise, recognise_with};
use nearfar_inspect::report::{
    Assigned, Assignment, Family, How, NormPlacement, Obstacle, Report, Role,
};
use nearfar_inspect::source::FileSource;
use nearfar_inspect::{Checkpoint, open};

const LIMIT: u64 = 1 << 30;

fn checkpoint(path: &Path) -> Checkpoint {
    open(Arc::new(FileSource::open(path).unwrap()), &[]).unwrap()
}

fn reference(name: &str) -> Checkpoint {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("samples/reference");
    checkpoint(&folder.join(format!("{name}.safetensors")))
}

/// A model beside its reference values, parted into the two.
fn small(name: &str) -> (Checkpoint, Config, Checkpoint) {
    let whole = reference(name);
    let config = whole.metadata.iter().find(|(key, _)| key == "config").unwrap();
    let config = Config::read(config.1.as_bytes()).unwrap();
    let (mut model, mut values) = (whole.clone(), whole);
    model.tensors.retain(|tensor| !tensor.name.starts_with("reference."));
    model.metadata.clear();
    values.tensors.retain(|tensor| tensor.name.starts_with("reference."));
    (model, config, values)
}

fn ids(values: &Checkpoint) -> Vec<u32> {
    let ids = values.find("reference.ids").unwrap().numbers(1000).unwrap();
    ids.into_iter().map(|id| id as u32).collect()
}

fn go(_: usize, _: usize) -> ControlFlow<()> {
    ControlFlow::Continue(())
}

fn difference(what: &str, found: &[f32], expected: &[f32]) -> f32 {
    assert_eq!(found.len(), expected.len(), "{what}");
    found.iter().zip(expected).fold(0.0, |worst: f32, (a, b)| {
        let apart = (a - b).abs();
        assert!(!apart.is_nan(), "{what}");
        worst.max(apart)
    })
}

/// That every state and weight of a run is within 1e-5 of the reference.
fn compare(run: &Run, values: &Checkpoint, normed: bool) {
    let expected =
        |name: &str| values.find(&format!("reference.{name}")).unwrap().numbers(LIMIT).unwrap();
    let (mut states, mut weights) = (0.0_f32, 0.0_f32);
    for (i, layer) in run.layers.iter().enumerate() {
        let name = format!("attention.{i}");
        weights = weights.max(difference(&name, &layer.weights, &expected(&name)));
    }
    for (i, state) in run.states.iter().enumerate() {
        let name = format!("hidden.{i}");
        // The list of transformers' GPT-2 ends on the states behind the last norm.
        let found = if normed && i + 1 == run.states.len() { &run.last } else { state };
        states = states.max(difference(&name, found, &expected(&name)));
    }
    states = states.max(difference("last", &run.last, &expected("last")));
    assert!(states <= 1e-5, "states differ by {states}");
    assert!(weights <= 1e-5, "weights differ by {weights}");
}

fn check(name: &str, family: Family) -> (Report, Encoder, Run) {
    let (model, config, values) = small(name);
    let report = recognise_with(&model, Some(&config), &Assignment::default());
    assert_eq!(report.family, family);
    assert_eq!(report.cannot_run(), None);
    assert_eq!(report.heads.value, 4, "{:?}", report.heads);
    assert_eq!(report.heads.how, How::Config);
    let encoder = Encoder::load(&model, &report, LIMIT).unwrap();
    let run = encoder.run(Input::Ids(&ids(&values)), LIMIT, &mut go).unwrap();
    compare(&run, &values, family == Family::Gpt2);
    (report, encoder, run)
}

#[test]
fn bert() {
    check("bert", Family::Bert);
}

#[test]
fn roberta_with_swish() {
    let (report, ..) = check("roberta", Family::Roberta);
    assert_eq!(report.first_position, 2);
    assert_eq!(report.positions, Some(22));
}

#[test]
fn distilbert_with_relu() {
    check("distilbert", Family::DistilBert);
}

#[test]
fn albert_with_two_groups() {
    let (report, ..) = check("albert", Family::Albert);
    assert_eq!(report.order.value, [0, 0, 1, 1]);
}

#[test]
fn gpt2_is_causal() {
    let (report, _, run) = check("gpt2", Family::Gpt2);
    assert!(report.causal.value);
    let weights = run.weights(1, 3).unwrap();
    assert_eq!(weights[1], 0.0);
    assert_eq!(weights[0], 1.0);
}

#[test]
fn torch_encoder_with_norms_after() {
    check("torch_post", Family::TorchEncoder);
}

#[test]
fn torch_encoder_with_norms_before() {
    let (report, ..) = check("torch_pre", Family::TorchEncoder);
    assert_eq!(report.norms.value, NormPlacement::Pre);
    assert_eq!(report.norms.how, How::Config);
}

/// Numbers that look like word vectors, the same on every machine.
fn vectors(count: usize) -> Vec<f32> {
    (0..count).map(|k| ((k * 37 + k / 7) % 101) as f32 / 50.0 - 1.0).collect()
}

#[test]
fn this_projects_models_as_the_library_runs_them() {
    for name in ["sst2-da", "sst2-vanilla", "agnews-da"] {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../public/checkpoints");
        let path = folder.join(format!("{name}.safetensors"));
        let model = checkpoint(&path);
        let report = recognise(&model);
        assert_eq!((report.family, report.cannot_run()), (Family::Nearfar, None));
        let encoder = Encoder::load(&model, &report, LIMIT).unwrap();
        let (tokens, width) = (11, report.width);
        let words = vectors(tokens * width);
        let run = encoder.run(Input::Vectors(&words), LIMIT, &mut go).unwrap();

        let bytes = std::fs::read(&path).unwrap();
        let trained = nearfar::checkpoint::Trained::read(&bytes).unwrap();
        let own = ndarray::ArrayView2::from_shape((tokens, width), &words).unwrap();
        let trace = trained
            .model
            .words
            .attend(trained.model.architecture.method.attention().unwrap(), own)
            .unwrap();
        let encoded = trained.model.words.encode(&trace).unwrap();
        assert!(difference("states", &run.last, &encoded.hidden) <= 1e-5);
        for head in 0..trace.head_count() {
            let weights = run.weights(0, head).unwrap();
            assert!(difference("weights", weights, trace.weights_of(head)) <= 1e-5);
        }
        let figures = nearfar::metrics::HeadFigures::of(&trace, 3).unwrap();
        let found = run.figures(0, 3).unwrap();
        assert!((figures.mean_distance - found.mean_distance).abs() < 1e-4);
        assert!((figures.entropy - found.entropy).abs() < 1e-4);
    }
}

fn choice(layer: usize, head: usize, w: f64, v: f64) -> HeadChoice {
    HeadChoice { layer, head, parameters: HeadParameters { w, v } }
}

fn rescales(heads: Vec<HeadChoice>) -> Rescales {
    Rescales::new(Mapping::LearnableSigmoid, Adjustment::EarlyMultiply, heads)
}

#[test]
fn a_rescaled_head_and_what_follows_it() {
    let (_, encoder, run) = check("bert", Family::Bert);
    let chosen = rescales(vec![choice(1, 2, -0.7, 0.4)]);
    let moved = run.rescaled(&encoder, &chosen, &mut go).unwrap();
    // Nothing before the layer is computed again, nor its scores.
    assert!(Arc::ptr_eq(&run.layers[0], &moved.layers[0]));
    assert!(Arc::ptr_eq(&run.states[1], &moved.states[1]));
    assert!(Arc::ptr_eq(&run.layers[1].scores, &moved.layers[1].scores));
    for head in [0, 1, 3] {
        assert_eq!(run.weights(1, head), moved.weights(1, head));
    }
    // The head itself by the definition, row by row.
    let n = run.tokens;
    for (i, (scores, weights)) in
        run.scores(1, 2).unwrap().chunks(n).zip(moved.weights(1, 2).unwrap().chunks(n)).enumerate()
    {
        let coefficient =
            |j: usize| -> f32 { Mapping::LearnableSigmoid.coefficient(-0.7, 0.4, i.abs_diff(j)) };
        let logits: Vec<f32> = (0..n).map(|j| scores[j].max(0.0) * coefficient(j)).collect();
        let sum: f32 = logits.iter().map(|x| x.exp()).sum();
        for (weight, logit) in weights.iter().zip(logits) {
            assert!((weight - logit.exp() / sum).abs() < 1e-6);
        }
    }
    let cosines = moved.cosines(&run);
    assert_eq!(cosines.len(), n);
    assert!(cosines.iter().all(|&cosine| cosine < 1.0 - 1e-6 && cosine > 0.0), "{cosines:?}");
    assert!(run.cosines(&run).iter().all(|&cosine| cosine > 1.0 - 1e-12));
    // And back.
    let restored = moved.rescaled(&encoder, &Rescales::default(), &mut go).unwrap();
    assert_eq!(restored.last, run.last);
}

#[test]
fn rescaling_in_two_steps_is_rescaling_at_once() {
    let (_, encoder, run) = check("albert", Family::Albert);
    let (first, second) = (choice(2, 1, 0.8, 1.0), choice(0, 3, -1.2, -0.5));
    let once = run.rescaled(&encoder, &rescales(vec![first, second]), &mut go).unwrap();
    let step = run.rescaled(&encoder, &rescales(vec![first]), &mut go).unwrap();
    let twice = step.rescaled(&encoder, &rescales(vec![first, second]), &mut go).unwrap();
    assert_eq!(once.last, twice.last);
    // A shared layer is rescaled at one step only.
    assert_eq!(run.weights(1, 1), step.weights(1, 1));
    assert_ne!(run.weights(2, 1), step.weights(2, 1));
}

#[test]
fn a_rescaled_head_stays_causal() {
    let (_, encoder, run) = check("gpt2", Family::Gpt2);
    for adjustment in Adjustment::ALL {
        let heads = vec![choice(0, 0, 1.0, 0.0)];
        let rescales = Rescales::new(Mapping::Exponent, adjustment, heads);
        let moved = run.rescaled(&encoder, &rescales, &mut go).unwrap();
        for (i, row) in moved.weights(0, 0).unwrap().chunks(run.tokens).enumerate() {
            assert!(row[i + 1..].iter().all(|&weight| weight == 0.0), "{adjustment:?}");
        }
    }
}

#[test]
fn a_sentence_that_cannot_be_run() {
    let (report, encoder, run) = check("bert", Family::Bert);
    let fails = |ids: &[u32], limit| encoder.run(Input::Ids(ids), limit, &mut go).unwrap_err();
    assert_eq!(fails(&[], LIMIT), EncoderError::NoTokens);
    let unknown = EncoderError::UnknownWord { place: 1, id: 48, words: 48 };
    assert_eq!(fails(&[1, 48], LIMIT), unknown);
    // Tokens count from 1, and the number may have been typed: no tokenizer is blamed.
    assert_eq!(
        unknown.to_string(),
        "token 2 has the number 48, but the model knows 48 words, numbered from 0"
    );
    let positions = EncoderError::Positions { tokens: 25, positions: 24 };
    assert_eq!(fails(&[1; 25], LIMIT), positions);
    let bytes = encoder.bytes_of_run(3);
    // Two layers: scores and weights of 4 heads, values and states of 3 tokens.
    assert_eq!(bytes, 2 * 4 * (2 * 4 * 9 + 3 * 64));
    assert_eq!(fails(&[1; 3], 10), EncoderError::TooLong { tokens: 3, bytes, limit: 10 });
    assert_eq!(
        encoder.run(Input::Vectors(&[0.0; 33]), LIMIT, &mut go).unwrap_err(),
        EncoderError::Vectors { found: 33, width: 32 }
    );
    let mut stop = |layer: usize, of: usize| {
        assert_eq!(of, 2);
        if layer == 1 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    let cancelled = encoder.run(Input::Ids(&[1, 2]), LIMIT, &mut stop).unwrap_err();
    assert_eq!(cancelled, EncoderError::Cancelled);
    let wrong = |choice| run.rescaled(&encoder, &rescales(vec![choice]), &mut go).unwrap_err();
    assert!(matches!(wrong(choice(0, 4, 0.0, 0.0)), EncoderError::Rescale { head: 4, .. }));
    assert!(matches!(wrong(choice(2, 0, 0.0, 0.0)), EncoderError::Rescale { layer: 2, .. }));
    assert!(matches!(wrong(choice(0, 0, f64::NAN, 0.0)), EncoderError::Rescale { .. }));
    assert!(report.positions == Some(24));
}

#[test]
fn weights_that_cannot_be_loaded() {
    let (mut model, config, _) = small("bert");
    let report = recognise_with(&model, Some(&config), &Assignment::default());
    let error = |result: Result<Encoder, EncoderError>| result.err().unwrap();
    let found = error(Encoder::load(&model, &report, 100));
    assert!(matches!(found, EncoderError::TooLarge { bytes, limit: 100 } if bytes > 60_000));
    let place = model.tensors.iter().position(|t| t.name.ends_with("0.output.dense.bias")).unwrap();
    let mut values = vec![0.0; 32];
    values[7] = f64::NAN;
    model.tensors[place].storage = nearfar_inspect::tensor::Storage::Values(values.into());
    let found = error(Encoder::load(&model, &report, LIMIT));
    assert!(matches!(found, EncoderError::NotFinite { index: 7, .. }));
    model.tensors.remove(place);
    let found = error(Encoder::load(&model, &report, LIMIT));
    assert!(matches!(found, EncoderError::Tensor { .. }));
    let refused =
        Report { obstacles: vec![Obstacle { why: "no".to_owned(), question: None }], ..report };
    let found = error(Encoder::load(&model, &refused, LIMIT));
    assert_eq!(found, EncoderError::CannotRun { why: "no".to_owned() });
}

#[test]
fn a_sample_with_w_and_v_runs() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("samples");
    let model = checkpoint(&folder.join("da_tiny.safetensors"));
    let by_hand = |method: &str| {
        let method = Some(method.to_owned());
        recognise_with(&model, None, &Assignment { method, ..Assignment::default() })
    };
    let report = by_hand("da");
    let encoder = Encoder::load(&model, &report, LIMIT).unwrap();
    assert_eq!(encoder.method(), Method::DISTANCE_AWARE);
    assert_eq!(encoder.own(0)[0], HeadParameters { w: -0.984375, v: -0.78125 });
    let run = encoder.run(Input::Ids(&[1, 2, 3, 31]), LIMIT, &mut go);
    let run = run.unwrap();
    assert!(run.last.iter().all(|x| x.is_finite()));
    // A head with w and v of its own attends by them without being rescaled by hand.
    let bare = run.rescaled(&encoder, &rescales(vec![choice(0, 0, -0.984375, -0.78125)]), &mut go);
    assert_eq!(bare.unwrap().last, run.last);
    // Trained with another mapping it attends otherwise, whoever says so.
    let mut stored = model.clone();
    stored.metadata.push(("method".to_owned(), "da:clip(1.5):early-add".to_owned()));
    let config = Config::read(br#"{"mapping": "clip(1.5)", "adjustment": "early-add"}"#).unwrap();
    let clip = Rescales::new(
        Mapping::Clip { threshold: 1.5 },
        Adjustment::EarlyAdd,
        (0..2)
            .flat_map(|layer| (0..2).map(move |head| (layer, head)))
            .map(|(layer, head)| HeadChoice { layer, head, parameters: encoder.own(layer)[head] })
            .collect(),
    );
    let expected = run.rescaled(&encoder, &clip, &mut go).unwrap();
    assert!(difference("maps", &expected.layers[0].weights, &run.layers[0].weights) > 1e-3);
    for (how, report) in [
        (How::Chosen, by_hand("da:clip(1.5):early-add")),
        (How::Stored, recognise(&stored)),
        (How::Config, recognise_with(&model, Some(&config), &Assignment::default())),
    ] {
        assert_eq!((report.method.how, report.cannot_run()), (how, None));
        let encoder = Encoder::load(&model, &report, LIMIT).unwrap();
        let run = encoder.run(Input::Ids(&[1, 2, 3, 31]), LIMIT, &mut go).unwrap();
        assert_eq!(run.last, expected.last, "{how:?}");
    }
    let wrong = by_hand("da:clap(1.5):early-add");
    assert!(wrong.cannot_run().unwrap().contains("clap"));
}

#[test]
fn roles_by_hand_run_as_names_do() {
    let (mut model, config, values) = small("bert");
    let report = recognise_with(&model, Some(&config), &Assignment::default());
    let parts = report.layers.iter().flat_map(|layer| &layer.parts).chain(&report.outside);
    let parts: Vec<(String, Role)> = parts.map(|p| (p.tensor.clone(), p.role)).collect();
    // Names that say nothing, and one matrix the other way round.
    let mut roles = Vec::new();
    for (name, role) in &parts {
        let place = model.tensors.iter().position(|tensor| tensor.name == *name).unwrap();
        let number = name.chars().find(char::is_ascii_digit);
        let tensor = &mut model.tensors[place];
        let mut pattern = format!("t{}", *role as usize);
        if let Some(number) = number {
            tensor.name = format!("g{number}_{pattern}");
            pattern = format!("g*_{pattern}");
        } else {
            tensor.name = pattern.clone();
        }
        if *role == Role::HiddenWeight {
            let numbers = tensor.numbers(LIMIT).unwrap();
            let (rows, columns) = (tensor.shape[0] as usize, tensor.shape[1] as usize);
            let turned: Vec<f64> = (0..rows * columns)
                .map(|k| f64::from(numbers[k % rows * columns + k / rows]))
                .collect();
            tensor.shape.reverse();
            tensor.storage = nearfar_inspect::tensor::Storage::Values(turned.into());
        }
        let orientation = (*role == Role::FeedForwardWeight)
            .then_some(nearfar_inspect::report::Orientation::OutIn);
        let role = if *role == Role::Head { None } else { Some(*role) };
        roles.push(Assigned { pattern, role, orientation, share: None });
    }
    let assignment = Assignment {
        roles,
        heads: Some(4),
        activation: Some(nearfar_inspect::report::Activation::Gelu),
        epsilon: Some(1e-12),
        causal: Some(false),
        norms: Some(NormPlacement::Post),
        ..Assignment::default()
    };
    let mut report = recognise_with(&model, None, &assignment);
    assert_eq!((report.family, report.cannot_run()), (Family::Other, None));
    // The map that was turned spoke for the whole file; square maps cannot speak for themselves.
    for layer in &mut report.layers {
        for part in &mut layer.parts {
            if !matches!(part.role, Role::HiddenWeight) {
                part.orientation = nearfar_inspect::report::Orientation::OutIn;
            }
        }
    }
    let encoder = Encoder::load(&model, &report, LIMIT).unwrap();
    let run = encoder.run(Input::Ids(&ids(&values)), LIMIT, &mut go).unwrap();
    compare(&run, &values, false);
}

#[test]
fn relative_positions_that_are_all_alike() {
    use nearfar_inspect::tensor::Storage;
    let (mut model, config, values) = small("bert");
    let table = |name: &str, row: &[f64]| nearfar_inspect::Tensor {
        name: name.to_owned(),
        shape: vec![5, 8],
        storage: Storage::Values(row.repeat(5).into()),
        ..model.tensors[0].clone()
    };
    let row: Vec<f64> = (0..8).map(|k| f64::from(k) / 4.0 - 0.6).collect();
    let mut with_key = model.clone();
    with_key.tensors.push(table("encoder.layer.1.attention.self.rel_k", &row));
    let mut with_value = model.clone();
    with_value.tensors.push(table("encoder.layer.1.attention.self.rel_v", &row));
    let run = |model: &Checkpoint| {
        let report = recognise_with(model, Some(&config), &Assignment::default());
        assert_eq!(report.cannot_run(), None);
        let encoder = Encoder::load(model, &report, LIMIT).unwrap();
        (encoder.run(Input::Ids(&ids(&values)), LIMIT, &mut go).unwrap(), report)
    };
    // The same number added to all scores of a row changes no weight.
    let (of_key, report) = run(&with_key);
    assert!(report.layers[1].part(Role::RelativeKey).is_some());
    compare(&of_key, &values, false);
    let plain = run(&model).0;
    assert_ne!(of_key.scores(1, 0), plain.scores(1, 0));
    // Weights sum to 1: the same vector added to every value is a bias of the values.
    let name = "encoder.layer.1.attention.self.value.bias";
    let bias = model.tensors.iter_mut().find(|tensor| tensor.name == name).unwrap();
    let numbers = bias.numbers(LIMIT).unwrap();
    let sums = numbers.iter().zip(row.iter().cycle()).map(|(&b, r)| f64::from(b) + r);
    bias.storage = Storage::Values(sums.collect::<Vec<_>>().into());
    assert!(difference("states", &run(&with_value).0.last, &run(&model).0.last) < 1e-5);
    assert!(difference("states", &plain.last, &run(&model).0.last) > 1e-2);
}

#[test]
fn vectors_in_place_of_words() {
    for (name, family) in [("bert", Family::Bert), ("albert", Family::Albert)] {
        let (model, _, values) = small(name);
        let (_, encoder, run) = check(name, family);
        let table = model.find("embeddings.word_embeddings.weight").unwrap();
        let width = table.shape[1] as usize;
        let table = table.numbers(LIMIT).unwrap();
        let ids = ids(&values);
        let rows =
            ids.iter().flat_map(|&id| &table[id as usize * width..(id as usize + 1) * width]);
        let rows: Vec<f32> = rows.copied().collect();
        let again = encoder.run(Input::Vectors(&rows), LIMIT, &mut go).unwrap();
        assert_eq!(again.last, run.last);
    }
}
