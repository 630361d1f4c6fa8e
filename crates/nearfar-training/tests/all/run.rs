//! Runs: the same seed is the same run; a saved run goes on as if nothing had been; what does not
//! fit is refused; and the graph that training differentiates is the model that answers.

use std::collections::{BTreeMap, BTreeSet};

use ndarray::{Array2, ArrayView2};
use nearfar::attention::{Adjustment, MAPPINGS, Mapping};
use nearfar::methods::{Sentence, Syntax};
use nearfar::model::{Architecture, Model, OwnMethod, Pooling, Structure};
use nearfar::settings::{model_method_from_text, model_method_text};
use nearfar::text::dependency::{DependencyTree, Origin, PartOfSpeech, Relation, Word, WordLabel};
use nearfar::text::{DIMENSION, Part, VectorPart, WordVectors, tokenize};
use nearfar::{Method, ModelMethod};
use nearfar_training::corpus::{Corpus, Example};
use nearfar_training::data::{Dataset, Generated, Labelled};
use nearfar_training::graph::{Batch, pass};
use nearfar_training::options::Options;
use nearfar_training::parameters::{HeadStart, Parameters};
use nearfar_training::run::{Run, RunError};
use nearfar_training::save::pack;
use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};

/// Every method that trains, by its name: from the tables, so that a new row is trained here as well.
fn methods() -> Vec<String> {
    let vanilla = [true, false].map(|positions| Method::Vanilla { positions }.into());
    let mappings = MAPPINGS.iter().map(|row| {
        let adjustment = Adjustment::EarlyMultiply;
        Method::DistanceAware { mapping: row.mapping(), adjustment }.into()
    });
    let adjustments = Adjustment::ALL.into_iter().flat_map(|adjustment| {
        let mapping = Mapping::LearnableSigmoid;
        [Method::DistanceAware { mapping, adjustment }.into(), ModelMethod::Lines(adjustment)]
    });
    // Beyond a small number some words lie.
    let own = OwnMethod::all().map(|method| method.with_number(3).into());
    let all: BTreeSet<String> = vanilla
        .into_iter()
        .chain(mappings)
        .chain(adjustments)
        .chain(own)
        .map(|method: ModelMethod| model_method_text(method))
        .collect();
    // The first of the mappings and the first of the adjustments are one.
    assert_eq!(
        all.len(),
        1 + MAPPINGS.len() + 2 * Adjustment::ALL.len() + OwnMethod::all().count()
    );
    all.into_iter().collect()
}

fn architecture(method: impl Into<ModelMethod>, structure: Structure) -> Architecture {
    let method = method.into();
    // Pairs are turned, and the released program of TENER halves a head; all heads are then wider than a
    // word, and elsewhere as wide.
    let even = ["rope", "tener-program"].contains(&model_method_text(method).as_str());
    Architecture {
        method,
        heads: 2,
        dimensions: if even { 4 } else { 3 },
        width: 6,
        feed_forward: 5,
        pooling: Pooling::Attention { size: 4 },
        structure,
        classes: vec!["negative".to_owned(), "positive".to_owned()],
    }
}

fn options() -> Options {
    Options { epochs: 3, batch: 8, dropout: 0.25, ..Options::default() }
}

fn dataset() -> Dataset {
    Generated::Near.dataset(1, 40, 12, 12..=16).unwrap()
}

/// A tree over words with these heads, from 1, and labels that differ from word to word.
fn syntax(heads: &[usize]) -> Syntax {
    let word = |(place, &head): (usize, &usize)| {
        let part_of_speech = PartOfSpeech::ALL[place * 5 % 17].0;
        let relations = ["nsubj", "obj", "det"].map(|name| Relation::from_text(name).unwrap());
        let relation = if head == 0 { Relation::ROOT } else { relations[place % 3].clone() };
        Word::new("word", part_of_speech, head, relation)
    };
    let words = heads.iter().enumerate().map(word).collect();
    DependencyTree::new(words, Origin::Read).unwrap().syntax()
}

/// The same sentences with a tree over each, and a class for every word.
fn treebank() -> Dataset {
    let mut dataset = dataset();
    dataset.structure = Structure::Tokens;
    for example in dataset.train.iter_mut().chain(&mut dataset.dev) {
        let words: Vec<String> =
            tokenize(&example.texts.concat()).into_iter().map(|token| token.word).collect();
        example.labels = words.iter().map(|word| word.len() % 2).collect();
        let heads: Vec<usize> = (0..words.len()).map(|place| place.div_ceil(2)).collect();
        example.syntax = Some(syntax(&heads));
        example.texts = words;
    }
    dataset
}

fn run_of(options: Options) -> Run {
    let corpus = Corpus::new(&dataset(), &options);
    let architecture = architecture(Method::DISTANCE_AWARE, Structure::Single);
    Run::new(architecture, options, corpus, None).unwrap()
}

/// Takes steps, and closes the epochs on the way.
fn advance(run: &mut Run, steps: usize) {
    for _ in 0..steps {
        if run.advance().unwrap().ends_epoch {
            run.close_epoch().unwrap();
        }
    }
}

#[test]
fn the_same_seed_is_the_same_run() {
    let finished = |seed: u64| {
        let mut run = run_of(Options { seed, ..options() });
        let steps = run.steps() as usize;
        advance(&mut run, steps);
        assert!(run.is_done());
        (run.state(), run.checkpoint(&BTreeMap::new()))
    };
    assert_eq!(finished(7), finished(7));
    assert_ne!(finished(7).1, finished(8).1);
}

/// Loss, gradients and the step of the word vectors, whose rows are shared between shards.
#[test]
fn a_batch_in_shards_is_the_batch() {
    let options = Options { batch: 40, dropout: 0.0, ..options() };
    let mut run = run_of(options.clone());
    let sizes: Vec<usize> = run.next_batches().iter().map(|batch| batch.labels.len()).collect();
    assert_eq!(sizes, [16, 16, 8]);
    let report = run.advance().unwrap();

    let corpus = Corpus::new(&dataset(), &options);
    let architecture = architecture(Method::DISTANCE_AWARE, Structure::Single);
    let parameters = Parameters::start(&architecture, options.seed, options.head_start);
    let batch = Batch::new(&corpus.train);
    let table = corpus.table(architecture.width, None);
    let row = |row: u32| {
        table[row as usize * architecture.width..(row as usize + 1) * architecture.width].to_vec()
    };
    let rows: Vec<f32> = batch.rows.iter().flat_map(|&place| row(place)).collect();
    let passed = pass(&architecture, &parameters, rows, &batch, &mut |_| None);
    let close = |found: f32, expected: f32, what: &str| {
        let error = (found - expected).abs();
        assert!(error <= 1e-6 + 1e-5 * expected.abs(), "{what}: {found} for {expected}");
    };
    close(report.loss, passed.loss, "loss");
    assert_eq!((report.examples, report.tokens), (40, batch.tokens()));
    let names: Vec<&str> = parameters.iter().map(|one| one.spec.name.as_str()).collect();
    let gradient =
        |name: &str| &passed.gradients[names.iter().position(|known| *known == name).unwrap()];
    for (found, name) in
        [(&report.w_gradient, "words.attention.w"), (&report.v_gradient, "words.attention.v")]
    {
        for (&found, &expected) in found.iter().zip(gradient(name)) {
            close(found, expected, name);
        }
    }
    let gradients = passed.row_gradients.chunks(architecture.width);
    for (&place, gradients) in batch.rows.iter().zip(gradients) {
        let found = run.vector(&corpus.words[place as usize]).unwrap();
        for ((&found, start), &gradient) in found.iter().zip(row(place)).zip(gradients) {
            // Adam's first step is the rate against the sign, where the gradient is not tiny.
            if gradient.abs() > 1e-5 {
                close(found, start - 1e-3 * gradient.signum(), "a word's vector");
            }
        }
    }
}

#[test]
fn a_restored_run_goes_on_as_if_nothing_had_been() {
    // Five steps are an epoch: saved within the first, at its end, and within the second.
    for saved_after in [0, 3, 5, 8] {
        let mut whole = run_of(options());
        advance(&mut whole, saved_after);
        let state = whole.state();
        let mut restored = run_of(options());
        restored.restore(&state).unwrap();
        assert_eq!(restored.state(), state, "after {saved_after}");
        for run in [&mut whole, &mut restored] {
            advance(run, 15 - saved_after);
        }
        assert_eq!(restored.state(), whole.state(), "after {saved_after}");
        let card = BTreeMap::new();
        assert_eq!(restored.checkpoint(&card), whole.checkpoint(&card), "after {saved_after}");
    }
}

/// Of every method: the loss falls, a run that was stopped and saved is the run that was not, and its
/// checkpoint is the model.
#[test]
fn every_method_learns_and_goes_on() {
    let options = Options {
        epochs: 8,
        learning_rate: 2e-2,
        head_learning_rate: 3e-2,
        dropout: 0.1,
        ..options()
    };
    let start = |method: &str| {
        let method = model_method_from_text(method).unwrap();
        let needs_syntax = matches!(method, ModelMethod::Own(method) if method.needs_syntax());
        let dataset = if needs_syntax { treebank() } else { dataset() };
        let corpus = Corpus::new(&dataset, &options);
        let architecture = architecture(method, dataset.structure);
        Run::new(architecture, options.clone(), corpus, None).unwrap()
    };
    for method in &methods() {
        let mut whole = start(method);
        let (per_epoch, steps) = (whole.steps_per_epoch() as usize, whole.steps() as usize);
        let mut losses = Vec::new();
        let mut saved = Vec::new();
        for step in 0..steps {
            if step == per_epoch + 2 {
                saved = whole.state();
            }
            let report = whole.advance().unwrap();
            losses.push(report.loss);
            if report.ends_epoch {
                whole.close_epoch().unwrap();
            }
        }
        let mean = |losses: &[f32]| losses.iter().sum::<f32>() / losses.len() as f32;
        let (first, last) = (mean(&losses[..per_epoch]), mean(&losses[steps - per_epoch..]));
        assert!(last < 0.98 * first, "{method}: the loss went from {first} to {last}");
        let mut restored = start(method);
        restored.restore(&saved).unwrap();
        advance(&mut restored, steps - per_epoch - 2);
        assert_eq!(restored.state(), whole.state(), "{method}");
        let card = BTreeMap::new();
        let file = whole.checkpoint(&card);
        assert_eq!(restored.checkpoint(&card), file, "{method}");

        let trained = nearfar::checkpoint::Trained::read_any(&file).unwrap();
        assert_eq!(trained.model, whole.best_model().unwrap(), "{method}");
        // Where positions started stands beside where they are.
        let starts =
            Parameters::start(&trained.model.architecture, options.seed, HeadStart::Normal);
        let kept: Vec<(String, Vec<f32>)> = starts
            .iter()
            .filter(|one| one.spec.role.is_position())
            .map(|one| (one.spec.name.clone(), one.values.clone()))
            .collect();
        if trained.model.architecture.method.lab().is_none() {
            assert_eq!(trained.own_start, kept, "{method}");
        } else {
            assert_eq!(trained.start.len(), 2, "{method}");
        }
        if let ModelMethod::Own(own) = trained.model.architecture.method
            && own.definition().guide.is_some()
        {
            // Head 1 asks by labels: its columns of W_Q and W_K, 3 of 6, stay where they started, the others move.
            for name in ["words.attention.query", "words.attention.key"] {
                let (start, now) = (starts.get(name).unwrap(), whole.parameter(name).unwrap());
                for (place, (start, now)) in start.iter().zip(now).enumerate() {
                    assert_eq!(start == now, place % 6 < 3, "{method}: {name}, {place}");
                }
            }
            let labels = trained.card.get("labels").unwrap();
            assert_eq!(
                labels.lines().count(),
                whole.parameter("words.attention.position.label_table").unwrap().len() / 3
            );
        }
        for (name, start) in kept {
            let is_read = match name.rsplit('.').next() {
                Some("w") => trained.model.architecture.method.knows_distance(),
                Some("v") if trained.own_start.is_empty() => {
                    trained.model.architecture.method.has_v()
                }
                _ => true,
            };
            let now = whole.parameter(&name).unwrap();
            assert_eq!(now != start, is_read, "{method}: {name} has not moved, or without cause");
        }
    }
}

#[test]
fn a_state_of_another_run_is_refused() {
    let mut run = run_of(options());
    advance(&mut run, 6);
    let state = run.state();
    let refused = |mut other: Run, part: &str| {
        let before = other.state();
        let error = other.restore(&state).unwrap_err();
        assert!(matches!(&error, RunError::State { why } if why.contains(part)), "{error}");
        assert_eq!(other.state(), before, "a refused state changes nothing");
    };
    refused(run_of(Options { seed: 2, ..options() }), "seed");
    refused(run_of(Options { dropout: 0.5, ..options() }), "dropout");
    let mut other = dataset();
    other.train.swap(0, 1);
    let corpus = Corpus::new(&other, &options());
    let single = architecture(Method::DISTANCE_AWARE, Structure::Single);
    refused(Run::new(single, options(), corpus, None).unwrap(), "corpus");
    let corpus = Corpus::new(&dataset(), &options());
    let vanilla = architecture(Method::VANILLA, Structure::Single);
    refused(Run::new(vanilla, options(), corpus, None).unwrap(), "method");

    let mut fresh = run_of(options());
    for length in [0, 7, 100, state.len() - 1] {
        assert!(fresh.restore(&state[..length]).is_err(), "{length} bytes of a state");
    }
    assert_eq!(fresh.step_number(), 0);
    fresh.restore(&state).unwrap();
}

#[test]
fn a_step_into_nothing_is_not_taken() {
    // Adam and the layer norms keep even rates of 10 finite; vectors at the end of f32 do not stay
    // there.
    let row = ("the".to_owned(), f32::MAX / 200.0, [100_i8; DIMENSION]);
    let mut vectors = WordVectors::new();
    vectors.insert_part(VectorPart::new(Part::Frequent, vec![row]).unwrap());
    let corpus = Corpus::new(&dataset(), &options());
    let wide = Architecture {
        width: DIMENSION,
        ..architecture(Method::DISTANCE_AWARE, Structure::Single)
    };
    let mut run = Run::new(wide, options(), corpus, Some(&vectors)).unwrap();
    let (mut before, mut error) = (run.state(), None);
    while !run.is_done() && error.is_none() {
        before = run.state();
        error = run.advance().err();
    }
    let error = error.expect("sums over such vectors are infinite");
    assert!(matches!(error, RunError::NotFinite { .. }), "{error}");
    assert_eq!(run.state(), before, "the parameters are as they were");
}

#[test]
fn a_packed_checkpoint_keeps_the_rows_that_moved_most() {
    let mut run = run_of(options());
    advance(&mut run, 15);
    let full = run.checkpoint(&BTreeMap::from([("task".to_owned(), "near".to_owned())]));
    let vectors = WordVectors::new();
    let card = BTreeMap::from([("packed_rows".to_owned(), "3".to_owned())]);
    let packed = pack(&full, 3, &vectors, &card).unwrap();
    let read = |bytes: &[u8]| nearfar::checkpoint::Trained::read(bytes).unwrap();
    let (full_model, small) = (read(&full), read(&packed));
    assert!(packed.len() < full.len());
    assert_eq!(small.table.len(), 3);
    assert_eq!(small.card.get("task").map(String::as_str), Some("near"));
    assert_eq!(small.card.get("packed_rows").map(String::as_str), Some("3"));
    assert_eq!(small.start, full_model.start);
    let distance = |word: &str| -> f32 {
        let start = nearfar::text::embedding::seeded_by_spelling(word, 6);
        let row = full_model.table.get(word).unwrap();
        row.iter().zip(start).map(|(now, then)| (now - then).powi(2)).sum()
    };
    let words: Vec<&String> = run.corpus.words.iter().collect();
    let moved = words.iter().filter(|word| full_model.table.get(word).is_some());
    let (kept, left): (Vec<&str>, Vec<&str>) =
        moved.map(|word| word.as_str()).partition(|word| small.table.get(word).is_some());
    let nearest_kept = kept.iter().map(|word| distance(word)).fold(f32::MAX, f32::min);
    assert!(left.iter().all(|word| distance(word) <= nearest_kept));
    for word in kept {
        let (row, exact) = (small.table.get(word).unwrap(), full_model.table.get(word).unwrap());
        let largest = exact.iter().fold(0.0_f32, |largest, x| largest.max(x.abs()));
        for (x, y) in row.iter().zip(exact) {
            assert!((x - y).abs() <= largest / 127.0 * 0.51, "{x} for {y}");
        }
    }
    assert_eq!(pack(&packed, 3, &vectors, &card).unwrap(), packed, "packing twice is packing once");
}

/// Examples of mixed lengths as rows of a table of `words` rows; where words have classes, with a tree.
fn random_examples(rng: &mut ChaCha8Rng, structure: Structure, words: u32) -> Vec<Example> {
    let mut texts = || match structure {
        Structure::Single | Structure::Tokens => 1,
        Structure::Pair => 2,
        Structure::Hierarchical => rng.random_range(1..=4),
    };
    let counts: Vec<usize> = (0..5).map(|_| texts()).collect();
    let mut text = || -> Vec<u32> {
        let length = rng.random_range(1..=9);
        (0..length).map(|_| rng.random_range(0..words)).collect()
    };
    let examples = counts.into_iter().enumerate();
    let mut examples: Vec<Example> = examples
        .map(|(example, count)| Example::new((0..count).map(|_| text()).collect(), example % 2))
        .collect();
    if structure == Structure::Tokens {
        for example in &mut examples {
            let tokens = example.tokens();
            example.labels = (0..tokens).map(|_| rng.random_range(0..2)).collect();
            // Word i + 1 hangs on one before it, the first on ROOT.
            let heads: Vec<usize> = (0..tokens)
                .map(|word| if word == 0 { 0 } else { rng.random_range(1..=word) })
                .collect();
            example.syntax = Some(syntax(&heads));
        }
    }
    examples
}

/// Where a number of a case stands.
#[derive(Clone, Copy, Debug)]
enum Place {
    Tensor { tensor: usize, cell: usize },
    Table { cell: usize },
}

struct Case {
    architecture: Architecture,
    parameters: Parameters,
    /// `[words, width]`.
    table: Vec<f32>,
    examples: Vec<Example>,
}

impl Case {
    fn new(seed: u64, method: &str, structure: Structure, pooling: Pooling) -> Case {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let method = model_method_from_text(method).unwrap();
        let architecture = Architecture { pooling, ..architecture(method, structure) };
        let mut parameters = Parameters::start(&architecture, seed, HeadStart::Normal);
        // Gains and biases away from their starts, so that none can be left out unnoticed.
        for parameter in parameters.iter_mut() {
            parameter.values.iter_mut().for_each(|x| *x += rng.random_range(-0.3..0.3));
            if let Some([lowest, highest]) = parameter.spec.range {
                let inside = |x: &mut f32| *x = x.clamp(lowest + 0.1, highest - 0.1);
                parameter.values.iter_mut().for_each(inside);
            }
        }
        let table = (0..20 * architecture.width).map(|_| rng.random_range(-1.0..1.0)).collect();
        let examples = random_examples(&mut rng, structure, 20);
        Case { architecture, parameters, table, examples }
    }

    fn batch(&self) -> Batch {
        Batch::new(&self.examples)
    }

    fn rows(&self, batch: &Batch) -> Vec<f32> {
        let width = self.architecture.width;
        let row = |&row: &u32| &self.table[row as usize * width..(row as usize + 1) * width];
        batch.rows.iter().flat_map(row).copied().collect()
    }

    /// The logits of every answer by the model that answers, in `f64`.
    fn logits(&self) -> Vec<Vec<f64>> {
        let width = self.architecture.width;
        let find = |name: &str| {
            let values = self.parameters.get(name)?;
            Some(values.iter().map(|&x| f64::from(x)).collect())
        };
        let model = Model::<f64>::from_tensors(self.architecture.clone(), find).unwrap();
        let embed = |text: &Vec<u32>| {
            let row = |&row: &u32| &self.table[row as usize * width..(row as usize + 1) * width];
            let values = text.iter().flat_map(row).map(|&x| f64::from(x)).collect();
            Array2::from_shape_vec((text.len(), width), values).unwrap()
        };
        let answer = |example: &Example| {
            let texts: Vec<Array2<f64>> = example.sequences.iter().map(embed).collect();
            let views: Vec<ArrayView2<f64>> = texts.iter().map(|text| text.view()).collect();
            if self.architecture.structure == Structure::Tokens {
                let sentence = Sentence::new(views[0]).with_syntax(example.syntax.as_ref());
                model.tag(&sentence).unwrap()
            } else {
                vec![model.classify(&views).unwrap()]
            }
        };
        self.examples.iter().flat_map(answer).map(|answer| answer.logits).collect()
    }

    fn value(&mut self, place: Place) -> &mut f32 {
        match place {
            Place::Tensor { tensor, cell } => {
                &mut self.parameters.iter_mut().nth(tensor).unwrap().values[cell]
            }
            Place::Table { cell } => &mut self.table[cell],
        }
    }

    /// The mean cross entropy by the model that answers.
    fn loss(&self) -> f64 {
        let labels: Vec<usize> =
            self.examples.iter().flat_map(|example| &example.labels).copied().collect();
        let each = self.logits().into_iter().zip(&labels).map(|(logits, &label)| {
            let sum: f64 = logits.iter().map(|logit| (logit - logits[label]).exp()).sum();
            sum.ln()
        });
        each.sum::<f64>() / labels.len() as f64
    }
}

/// Every method with every structure, and both kinds of pooling in turn.
fn cases() -> impl Iterator<Item = (String, Case)> {
    let structures =
        [Structure::Single, Structure::Pair, Structure::Hierarchical, Structure::Tokens];
    methods().into_iter().enumerate().flat_map(move |(place, method)| {
        let fits = |method: &str, structure| {
            let method = model_method_from_text(method).unwrap();
            architecture(method, structure).check().is_ok()
        };
        let structures: Vec<Structure> =
            structures.into_iter().filter(|&structure| fits(&method, structure)).collect();
        structures.into_iter().enumerate().map(move |(kind, structure)| {
            let pooling = if (place + kind) % 2 == 0 {
                Pooling::Attention { size: 4 }
            } else {
                Pooling::Mean
            };
            let name = format!("{method}, {structure:?}, {pooling:?}");
            (name, Case::new((3 * place + kind) as u64, &method, structure, pooling))
        })
    })
}

#[test]
fn the_graph_is_the_model() {
    for (name, case) in cases() {
        let batch = case.batch();
        let passed =
            pass(&case.architecture, &case.parameters, case.rows(&batch), &batch, &mut |_| None);
        let expected: Vec<f64> = case.logits().concat();
        assert_eq!(passed.logits.len(), expected.len());
        for (logit, expected) in passed.logits.iter().zip(expected) {
            let error = (f64::from(*logit) - expected).abs();
            assert!(error <= 1e-5 * expected.abs().max(1.0), "{name}: {logit} for {expected}");
        }
        let error = (f64::from(passed.loss) - case.loss()).abs();
        assert!(error <= 1e-5, "{name}: the loss is {} for {}", passed.loss, case.loss());
    }
}

#[test]
fn gradients_are_those_of_the_model() {
    // Central differences of the f64 model: the truncation is about h² and the rounding 1e-16 / h,
    // both far below what the f32 graph rounds. Where a ReLU or |p - h| turns within h the two differ by
    // more: then a step of a sixteenth must agree.
    const STEPS: [f32; 2] = [4e-6, 2.5e-7];
    let mut wrong = Vec::new();
    for (name, mut case) in cases() {
        let batch = case.batch();
        let passed =
            pass(&case.architecture, &case.parameters, case.rows(&batch), &batch, &mut |_| None);
        let mut check = |case: &mut Case, place: Place, gradient: f32| {
            let before = *case.value(place);
            let mut loss_at = |x: f32| {
                *case.value(place) = x;
                // What was added, after rounding.
                (f64::from(x) - f64::from(before), case.loss())
            };
            let differences = STEPS.map(|h| {
                let ((above, high), (below, low)) = (loss_at(before + h), loss_at(before - h));
                (high - low) / (above - below)
            });
            *case.value(place) = before;
            let agrees = |expected: &f64| {
                (f64::from(gradient) - expected).abs() <= 1e-5 + 1e-3 * expected.abs()
            };
            if !differences.iter().any(agrees) {
                wrong.push(format!("{name}, {place:?}: {gradient} for {differences:?}"));
            }
        };
        let tensors = case.parameters.iter().len();
        for place in 0..tensors {
            let gradients = &passed.gradients[place];
            // All that tells where tokens are, the first and the last number of the others.
            let is_position = case.parameters.iter().nth(place).unwrap().spec.role.is_position();
            let cells: Vec<usize> = if is_position {
                (0..gradients.len()).collect()
            } else {
                vec![0, gradients.len() - 1]
            };
            for cell in cells {
                check(&mut case, Place::Tensor { tensor: place, cell }, gradients[cell]);
            }
        }
        let width = case.architecture.width;
        let row = batch.rows[0] as usize;
        for column in [0, width - 1] {
            let place = Place::Table { cell: row * width + column };
            check(&mut case, place, passed.row_gradients[column]);
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn nothing_to_learn_from_is_an_error() {
    let options = options();
    let empty = Dataset { train: Vec::new(), ..dataset() };
    let corpus = Corpus::new(&empty, &options);
    let single = architecture(Method::DISTANCE_AWARE, Structure::Single);
    let error = Run::new(single.clone(), options.clone(), corpus, None).unwrap_err();
    assert_eq!(error, RunError::NoExamples);
    let mut pairs = dataset();
    pairs.train.push(Labelled::new(vec!["one".to_owned(), "two".to_owned()], 0));
    let corpus = Corpus::new(&pairs, &options);
    let error = Run::new(single, options, corpus, None).unwrap_err();
    assert_eq!(error, RunError::Texts { found: 2, expected: 1 });
}

/// Words are counted, not sentences, and shards together are the batch.
#[test]
fn every_word_counts_alike() {
    let options = Options { batch: 40, dropout: 0.0, epochs: 2, ..options() };
    let dataset = treebank();
    let words =
        |examples: &[Labelled]| -> usize { examples.iter().map(|one| one.texts.len()).sum() };
    for method in ["da", "tree-distance(3)"] {
        let corpus = Corpus::new(&dataset, &options);
        let method = model_method_from_text(method).unwrap();
        let architecture = architecture(method, Structure::Tokens);
        let parameters = Parameters::start(&architecture, options.seed, options.head_start);
        let batch = Batch::new(&corpus.train);
        assert_eq!((batch.labels.len(), batch.syntax.len()), (words(&dataset.train), 40));
        let table = corpus.table(architecture.width, None);
        let row = |&row: &u32| &table[row as usize * 6..(row as usize + 1) * 6];
        let rows = batch.rows.iter().flat_map(row).copied().collect();
        let passed = pass(&architecture, &parameters, rows, &batch, &mut |_| None);
        let mut run = Run::new(architecture, options.clone(), corpus, None).unwrap();
        let report = run.advance().unwrap();
        assert!((report.loss - passed.loss).abs() < 1e-5 * passed.loss, "{report:?}");
        assert_eq!(report.examples, words(&dataset.train));
        let answers = run.answers(&run.corpus.dev).unwrap();
        assert_eq!(answers.iter().map(Vec::len).sum::<usize>(), words(&dataset.dev));
    }
}

#[test]
fn what_does_not_fit_a_treebank_is_refused() {
    let options = options();
    let run = |method: &str, dataset: &Dataset| {
        let corpus = Corpus::new(dataset, &options);
        let method = model_method_from_text(method).unwrap();
        let classes = dataset.classes.clone();
        let architecture = Architecture { classes, ..architecture(method, dataset.structure) };
        Run::new(architecture, options.clone(), corpus, None)
    };
    let refused = |method: &str, dataset: &Dataset, part: &str| {
        let error = run(method, dataset).unwrap_err().to_string();
        assert!(error.contains(part), "{error}");
    };
    refused("disan", &treebank(), "gives a text one vector");
    refused(
        "tree-distance",
        &dataset(),
        "tree-distance reads what a parser gives of every sentence",
    );
    refused("special-pos", &dataset(), "which these texts do not have: train it on a treebank");
    // What would read its own answer.
    for (method, label, other) in [
        ("special-pos", WordLabel::PartOfSpeech, WordLabel::Relation),
        ("special-relation(3)", WordLabel::Relation, WordLabel::PartOfSpeech),
    ] {
        let answers = |label: WordLabel| Dataset { classes: label.names().to_vec(), ..treebank() };
        refused(
            method,
            &answers(label),
            "reads the label of every word that the model is to answer",
        );
        assert!(run(method, &answers(other)).is_ok(), "{method}");
    }
    let mut bare = treebank();
    bare.dev[3].syntax = None;
    assert!(run("rpr", &bare).is_ok());
    refused("tree-traversal", &bare, "has none over its words");
    let mut short = treebank();
    short.train[0].labels.pop();
    refused("rpr", &short, "classes for");
}
