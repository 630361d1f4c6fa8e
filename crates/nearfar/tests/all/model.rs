//! The model around the attention: what holds for any of its tensors, how texts are put together,
//! and what is refused. Its numbers are held to the reference values in `golden`.

use std::collections::BTreeMap;

use ndarray::{Array2, ArrayView2, Axis};
use nearfar::attention::{
    Adjustment, AttentionError, HeadParameters, Mapping, Mask, Projections, Trace,
};
use nearfar::model::architecture::LARGEST_SIZE;
use nearfar::model::classifier::pair_features;
use nearfar::model::{
    Answer, Architecture, ArchitectureError, Encoder, Model, ModelError, Pooling, Structure,
};
use nearfar::{Method, Real};
use proptest::prelude::*;
use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};

const STRUCTURES: [Structure; 3] = [Structure::Single, Structure::Pair, Structure::Hierarchical];
const POOLINGS: [Pooling; 2] = [Pooling::Mean, Pooling::Attention { size: 4 }];
const METHODS: [Method; 4] = [
    Method::DISTANCE_AWARE,
    Method::VANILLA,
    Method::Vanilla { positions: false },
    Method::DistanceAware { mapping: Mapping::Exponent, adjustment: Adjustment::LateAdd },
];
const WIDTH: usize = 6;

/// No two sizes are the same, so that none can stand for another.
fn architecture(method: Method, structure: Structure, pooling: Pooling) -> Architecture {
    let classes = ["near", "far", "neither"].map(str::to_owned).to_vec();
    Architecture {
        method: method.into(),
        heads: 2,
        dimensions: 5,
        width: WIDTH,
        feed_forward: 7,
        pooling,
        structure,
        classes,
    }
}

type Tensors<T> = BTreeMap<String, Vec<T>>;

/// Every tensor of a model, uniform between -1 and 1.
fn tensors<T: Real>(architecture: &Architecture, seed: u64) -> Tensors<T> {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut random = |n| (0..n).map(|_| T::from_f64(rng.random_range(-1.0..1.0))).collect();
    let specs = architecture.tensors();
    specs.into_iter().map(|spec| (spec.name.clone(), random(spec.len()))).collect()
}

fn model_of<T: Real>(
    architecture: &Architecture,
    tensors: &Tensors<T>,
) -> Result<Model<T>, ModelError> {
    Model::from_tensors(architecture.clone(), |name| tensors.get(name).cloned())
}

fn random_model<T: Real>(
    method: Method,
    structure: Structure,
    pooling: Pooling,
    seed: u64,
) -> Model<T> {
    let architecture = architecture(method, structure, pooling);
    model_of(&architecture, &tensors(&architecture, seed)).unwrap()
}

/// Texts of these numbers of tokens.
fn random_texts<T: Real>(lengths: &[usize], seed: u64) -> Vec<Array2<T>> {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut random = || T::from_f64(rng.random_range(-1.0..1.0));
    lengths.iter().map(|&n| Array2::from_shape_simple_fn((n, WIDTH), &mut random)).collect()
}

fn ask<T: Real>(model: &Model<T>, texts: &[Array2<T>]) -> Result<Answer<T>, ModelError> {
    let views: Vec<ArrayView2<T>> = texts.iter().map(|text| text.view()).collect();
    model.classify(&views)
}

/// Texts that a structure takes.
fn lengths_for(structure: Structure, lengths: [usize; 3]) -> Vec<usize> {
    match structure {
        Structure::Single | Structure::Tokens => lengths[..1].to_vec(),
        Structure::Pair => lengths[..2].to_vec(),
        Structure::Hierarchical => lengths.to_vec(),
    }
}

/// The largest difference between two answers' logits.
fn difference(a: &Answer<f64>, b: &Answer<f64>) -> f64 {
    assert_eq!(a.logits.len(), b.logits.len());
    a.logits.iter().zip(&b.logits).fold(0.0, |largest, (a, b)| (a - b).abs().max(largest))
}

fn probabilities_are_shares<T: Real>(lengths: [usize; 3], seed: u64) -> Result<(), TestCaseError> {
    for structure in STRUCTURES {
        for pooling in POOLINGS {
            for method in METHODS {
                let model = random_model::<T>(method, structure, pooling, seed);
                let texts = random_texts(&lengths_for(structure, lengths), seed);
                let answer = ask(&model, &texts).unwrap();
                let what = format!("{structure:?} {pooling:?} {method:?}: {answer:?}");
                prop_assert_eq!(answer.logits.len(), 3, "{}", what);
                let sum = answer.probabilities.iter().fold(0.0, |sum, p| sum + p.as_f64());
                prop_assert!((sum - 1.0).abs() < 8.0 * T::epsilon().as_f64(), "{}", what);
                prop_assert!(answer.probabilities.iter().all(|p| *p >= T::zero()), "{}", what);
                let largest = answer.logits.iter().fold(T::neg_infinity(), |a, &b| a.max(b));
                prop_assert_eq!(answer.logits[answer.class()], largest, "{}", what);
                // So are the shares of the words in the vector of their text.
                let trace = model.words.attend(method, texts[0].view()).unwrap();
                let shares = model.words.encode(&trace).unwrap().shares;
                prop_assert_eq!(shares.len(), lengths[0]);
                let sum = shares.iter().fold(0.0, |sum, p| sum + p.as_f64());
                let ulps = 8.0 + lengths[0] as f64;
                prop_assert!((sum - 1.0).abs() < ulps * T::epsilon().as_f64(), "{}", what);
            }
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]
    #[test]
    fn probabilities_sum_to_one(a in 1..9_usize, b in 1..9_usize, c in 1..9_usize, seed: u64) {
        probabilities_are_shares::<f64>([a, b, c], seed)?;
        probabilities_are_shares::<f32>([a, b, c], seed)?;
    }

    #[test]
    fn the_order_of_words_is_nothing_to_vanilla_without_positions(
        tokens in 1..9_usize, seed: u64, shuffle: u64
    ) {
        let mut order: Vec<usize> = (0..tokens).collect();
        let mut rng = ChaCha8Rng::seed_from_u64(shuffle);
        for i in (1..tokens).rev() {
            order.swap(i, rng.random_range(0..=i));
        }
        for pooling in POOLINGS {
            let method = Method::Vanilla { positions: false };
            let model = random_model::<f64>(method, Structure::Single, pooling, seed);
            let text = random_texts::<f64>(&[tokens], seed).remove(0);
            let permuted = text.select(Axis(0), &order);
            let moved = difference(
                &ask(&model, &[text]).unwrap(),
                &ask(&model, &[permuted]).unwrap(),
            );
            prop_assert!(moved < 1e-9, "{pooling:?} {order:?}: {moved:e}");
        }
    }

    #[test]
    fn a_sentence_read_backwards_has_the_same_distances(tokens in 1..9_usize, seed: u64) {
        for pooling in POOLINGS {
            let model = random_model::<f64>(Method::DISTANCE_AWARE, Structure::Single, pooling, seed);
            let text = random_texts::<f64>(&[tokens], seed).remove(0);
            let backwards = text.slice(ndarray::s![..;-1, ..]).to_owned();
            let moved = difference(
                &ask(&model, &[text]).unwrap(),
                &ask(&model, &[backwards]).unwrap(),
            );
            prop_assert!(moved < 1e-9, "{pooling:?}: {moved:e}");
        }
    }
}

/// Fixed seeds: that an answer moves holds for almost every model, not for every one.
#[test]
fn the_order_of_words_matters_where_it_is_known() {
    let rotation = [1, 2, 3, 4, 0];
    for seed in 0..50 {
        for pooling in POOLINGS {
            let text = random_texts::<f64>(&[5], seed).remove(0);
            let rotated = text.select(Axis(0), &rotation);
            let moved = |model: &Model<f64>| {
                let answers = [&text, &rotated].map(|text| model.classify(&[text.view()]).unwrap());
                difference(&answers[0], &answers[1])
            };
            let model = random_model(Method::VANILLA, Structure::Single, pooling, seed);
            assert!(moved(&model) > 1e-6, "vanilla, seed {seed}");
            let mut model = random_model(Method::DISTANCE_AWARE, Structure::Single, pooling, seed);
            assert!(model.words.heads.iter().any(|head| head.w.abs() > 1e-3), "seed {seed}");
            assert!(moved(&model) > 1e-6, "distance-aware, seed {seed}: {:e}", moved(&model));
            for head in &mut model.words.heads {
                head.w = 0.0;
            }
            assert!(moved(&model) < 1e-9, "w = 0, seed {seed}");
        }
    }
}

/// A tensor that is read under another's name, or not at all, leaves the answer alike.
#[test]
fn every_tensor_moves_the_answer() {
    for structure in STRUCTURES {
        for pooling in POOLINGS {
            for method in METHODS {
                let architecture = architecture(method, structure, pooling);
                let tensors = tensors::<f64>(&architecture, 3);
                let texts = random_texts(&lengths_for(structure, [4, 3, 5]), 3);
                let answer = |tensors: &Tensors<f64>| {
                    ask(&model_of(&architecture, tensors).unwrap(), &texts).unwrap()
                };
                let before = answer(&tensors);
                let mut moving = 0;
                for name in tensors.keys() {
                    let mut moved = tensors.clone();
                    let values = moved.get_mut(name).unwrap();
                    values.iter_mut().enumerate().for_each(|(k, x)| *x += 0.1 + 0.03 * k as f64);
                    let expected = match name.rsplit('.').next() {
                        Some("w") => method.knows_distance(),
                        Some("v") => method.has_v(),
                        _ => true,
                    };
                    let found = difference(&before, &answer(&moved)) > 1e-6;
                    assert_eq!(found, expected, "{structure:?} {pooling:?} {method:?} {name}");
                    moving += if found { tensors[name].len() } else { 0 };
                }
                // What the page says of a run: no number is counted that does nothing.
                assert_eq!(architecture.numbers_to_learn(), moving);
                assert_eq!(architecture.learns_v(), method.has_v());
            }
        }
    }
}

/// The vector of a text, and x · W + b in plain loops.
fn pooled(encoder: &Encoder<f64>, text: &Array2<f64>) -> Vec<f64> {
    let trace = encoder.attend(Method::DISTANCE_AWARE, text.view()).unwrap();
    encoder.encode(&trace).unwrap().pooled
}

fn logits_by_hand(model: &Model<f64>, features: &[f64]) -> Vec<f64> {
    let classes = model.architecture.classes.len();
    assert_eq!(features.len(), model.architecture.features());
    let logit = |class: usize| {
        let weights = model.classifier.weight.iter().skip(class).step_by(classes);
        features.iter().zip(weights).map(|(x, w)| x * w).sum::<f64>() + model.classifier.bias[class]
    };
    (0..classes).map(logit).collect()
}

fn check_answer(answer: &Answer<f64>, logits: &[f64]) {
    assert_eq!(answer.logits.len(), logits.len());
    let sum: f64 = logits.iter().map(|x| x.exp()).sum();
    for ((found, probability), expected) in
        answer.logits.iter().zip(&answer.probabilities).zip(logits)
    {
        assert!((found - expected).abs() < 1e-12, "{found} is not {expected}");
        assert!((probability - expected.exp() / sum).abs() < 1e-12);
    }
}

#[test]
fn a_pair_is_put_together_from_its_texts() {
    // p, h, |p - h|, p ∘ h.
    let features = pair_features(&[1.0, -2.0], &[3.0, 0.5]);
    assert_eq!(features, [1.0, -2.0, 3.0, 0.5, 2.0, 2.5, 3.0, -1.0]);
    for (seed, pooling) in (0..).zip(POOLINGS) {
        let model = random_model(Method::DISTANCE_AWARE, Structure::Pair, pooling, seed);
        let texts = random_texts(&[4, 7], seed);
        let [p, h] = [&texts[0], &texts[1]].map(|text| pooled(&model.words, text));
        let features: Vec<f64> = p
            .iter()
            .chain(&h)
            .copied()
            .chain((0..WIDTH).map(|k| (p[k] - h[k]).abs()))
            .chain((0..WIDTH).map(|k| p[k] * h[k]))
            .collect();
        check_answer(&ask(&model, &texts).unwrap(), &logits_by_hand(&model, &features));
    }
}

#[test]
fn a_document_is_put_together_from_its_sentences() {
    for (seed, pooling) in (0..).zip(POOLINGS) {
        let model = random_model(Method::DISTANCE_AWARE, Structure::Hierarchical, pooling, seed);
        let sentences = model.sentences.as_ref().unwrap();
        assert_ne!(sentences, &model.words);
        for lengths in [&[4, 7, 2][..], &[3]] {
            let texts = random_texts(lengths, seed);
            let vectors: Vec<f64> =
                texts.iter().flat_map(|text| pooled(&model.words, text)).collect();
            let rows = Array2::from_shape_vec((texts.len(), WIDTH), vectors).unwrap();
            let expected = logits_by_hand(&model, &pooled(sentences, &rows));
            let answer = ask(&model, &texts).unwrap();
            check_answer(&answer, &expected);

            // Empty sentences are left out, wherever they stand.
            let mut holed = texts.clone();
            holed.insert(1, Array2::zeros((0, WIDTH)));
            holed.push(Array2::zeros((0, WIDTH)));
            assert_eq!(ask(&model, &holed).unwrap(), answer);
        }
    }
}

#[test]
fn a_single_text_is_classified_by_its_vector() {
    for (seed, pooling) in (0..).zip(POOLINGS) {
        let model = random_model(Method::DISTANCE_AWARE, Structure::Single, pooling, seed);
        let texts = random_texts(&[5], seed);
        let vector = pooled(&model.words, &texts[0]);
        check_answer(&ask(&model, &texts).unwrap(), &logits_by_hand(&model, &vector));
        let trace = model.words.attend(Method::DISTANCE_AWARE, texts[0].view()).unwrap();
        let (encoded, answer) = model.classify_traces(&[&trace]).unwrap();
        assert_eq!(encoded[0].pooled, vector);
        assert_eq!(answer, ask(&model, &texts).unwrap());
    }
}

#[test]
fn the_class_is_the_first_of_equals() {
    let class = |logits: [f32; 3]| Answer::from_logits(logits.to_vec()).class();
    assert_eq!(class([1.0, 3.0, 3.0]), 1);
    assert_eq!(class([2.0, 2.0, 2.0]), 0);
    assert_eq!(class([-3.0, -2.0, -1.0]), 2);
}

#[test]
fn texts_that_a_model_does_not_take_are_errors() {
    let text = |n: usize| Array2::<f32>::from_elem((n, WIDTH), 0.5);
    let wrong = |found, expected| Err(ModelError::Texts { found, expected });
    let empty = || Err(AttentionError::Empty { what: "the sequence" }.into());
    for pooling in POOLINGS {
        let model = |structure| random_model::<f32>(Method::DISTANCE_AWARE, structure, pooling, 1);
        let [single, pair, document] = STRUCTURES.map(model);

        assert_eq!(ask(&single, &[]), wrong(0, "one text"));
        assert_eq!(ask(&single, &[text(2), text(2)]), wrong(2, "one text"));
        assert_eq!(ask(&single, &[text(0)]), empty());

        assert_eq!(ask(&pair, &[]), wrong(0, "a pair of texts"));
        assert_eq!(ask(&pair, &[text(2)]), wrong(1, "a pair of texts"));
        assert_eq!(ask(&pair, &[text(2), text(0)]), empty());
        assert_eq!(ask(&pair, &[text(1), text(1), text(1)]), wrong(3, "a pair of texts"));

        assert_eq!(ask(&document, &[]), wrong(0, "at least one sentence"));
        assert_eq!(ask(&document, &[text(0), text(0)]), wrong(0, "at least one sentence"));

        let trace = single.words.attend(Method::DISTANCE_AWARE, text(2).view()).unwrap();
        assert_eq!(pair.classify_traces(&[&trace]).err(), wrong(1, "a pair of texts").err());

        let narrow = Array2::zeros((2, WIDTH - 1));
        let mut hole = text(2);
        hole[[1, 0]] = f32::NAN;
        for (model, before) in [(&single, vec![]), (&pair, vec![text(1)]), (&document, vec![])] {
            let with = |last: &Array2<f32>| {
                let texts = [&before[..], std::slice::from_ref(last)].concat();
                ask(model, &texts).unwrap_err()
            };
            assert!(matches!(
                with(&narrow),
                ModelError::Attention(AttentionError::Shape { what: "the input", .. })
            ));
            assert!(matches!(
                with(&hole),
                ModelError::Attention(AttentionError::NotFinite { what: "the input", .. })
            ));
        }

        let others = Projections::<f32>::untrained(1, 3, WIDTH, 5);
        let heads = [HeadParameters { w: 0.0, v: 0.0 }; 3];
        let method = Method::DISTANCE_AWARE;
        let trace = Trace::new(&others, &heads, method, Mask::none(), text(2).view()).unwrap();
        assert!(matches!(
            single.classify_traces(&[&trace]),
            Err(ModelError::Attention(AttentionError::Shape { what: "W_O", .. }))
        ));
    }
}

#[test]
fn errors_name_the_tensor() {
    for structure in STRUCTURES {
        for pooling in POOLINGS {
            let architecture = architecture(Method::DISTANCE_AWARE, structure, pooling);
            let whole = tensors::<f32>(&architecture, 1);
            let specs = architecture.tensors();
            assert_eq!(specs.len(), whole.len(), "every name is another");
            assert!(specs.iter().all(|spec| !spec.is_empty()));
            for spec in specs {
                let (name, expected) = (spec.name.clone(), spec.len());
                let error = |change: &dyn Fn(&mut Tensors<f32>)| {
                    let mut tensors = whole.clone();
                    change(&mut tensors);
                    let error = model_of(&architecture, &tensors).unwrap_err();
                    assert!(error.to_string().contains(&format!("`{name}`")), "{error}");
                    error
                };
                let values = |tensors: &mut Tensors<f32>, change: fn(&mut Vec<f32>)| {
                    change(tensors.get_mut(&name).unwrap());
                };
                let missing = error(&|tensors| drop(tensors.remove(&name)));
                assert_eq!(missing, ModelError::Missing { name: name.clone() });
                let length = |found| ModelError::Length { name: name.clone(), found, expected };
                let short =
                    error(&|tensors| values(tensors, |values| values.truncate(values.len() - 1)));
                assert_eq!(short, length(expected - 1));
                let long = error(&|tensors| values(tensors, |values| values.push(0.0)));
                assert_eq!(long, length(expected + 1));
                let none = error(&|tensors| values(tensors, Vec::clear));
                assert_eq!(none, length(0));
                for bad in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY] {
                    let index = expected - 1;
                    let not_finite = error(&|tensors| tensors.get_mut(&name).unwrap()[index] = bad);
                    assert_eq!(not_finite, ModelError::NotFinite { name: name.clone(), index });
                }
            }
            // What the model has no use for is no harm.
            let mut more = whole.clone();
            more.insert("optimizer.step".to_owned(), vec![f32::NAN]);
            assert_eq!(model_of(&architecture, &more), model_of(&architecture, &whole));
        }
    }
}

#[test]
fn impossible_sizes_are_refused_before_any_tensor_is_asked_for() {
    type Change = fn(&mut Architecture, usize);
    let sizes: [(&str, Change); 6] = [
        ("the number of heads", |architecture, size| architecture.heads = size),
        ("the dimensions of a head", |architecture, size| architecture.dimensions = size),
        ("the width of the embeddings", |architecture, size| architecture.width = size),
        ("the width of the feed-forward layer", |architecture, size| {
            architecture.feed_forward = size;
        }),
        ("the size of the pooling", |architecture, size| {
            architecture.pooling = Pooling::Attention { size };
        }),
        ("the number of classes", |architecture, size| {
            architecture.classes = vec![String::new(); size];
        }),
    ];
    for (what, change) in sizes {
        for found in [0, LARGEST_SIZE + 1] {
            let mut architecture =
                architecture(Method::DISTANCE_AWARE, Structure::Single, Pooling::Mean);
            change(&mut architecture, found);
            let error = Model::<f32>::from_tensors(architecture, |name| panic!("asked for {name}"));
            let expected = ArchitectureError::Size { what, found, highest: LARGEST_SIZE };
            assert_eq!(error, Err(ModelError::Architecture(expected)));
        }
    }
}
