//! Positions that are silenced, by what that must mean: a model that does not know where its words stand does the
//! same with them in any order. And a study from sentences to report.

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use nearfar::checkpoint::Trained;
use nearfar_inspect::encoder::{Encoder, Input, Positions, Run};
use nearfar_inspect::recognise::{Config, recognise, recognise_with};
use nearfar_inspect::report::Assignment;
use nearfar_inspect::source::FileSource;
use nearfar_inspect::study::{LawsError, LayerMaps, Observed, Options, Study};
use nearfar_inspect::{Checkpoint, open};

const LIMIT: u64 = 1 << 30;

fn go(_: usize, _: usize) -> ControlFlow<()> {
    ControlFlow::Continue(())
}

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

fn checkpoint(path: &Path) -> Checkpoint {
    open(Arc::new(FileSource::open(path).unwrap()), &[]).unwrap()
}

/// A small model as transformers saves it.
fn family(name: &str) -> Encoder {
    let mut model = checkpoint(&folder().join(format!("samples/families/{name}.safetensors")));
    let config = model.metadata.iter().find(|(key, _)| key == "config").unwrap();
    let config = Config::read(config.1.as_bytes()).unwrap();
    model.tensors.retain(|tensor| !tensor.name.starts_with("reference."));
    if model.tensors.is_empty() {
        // An option that changes no weight is stored without.
        let base = name.split('+').next().unwrap();
        model = checkpoint(&folder().join(format!("samples/families/{base}.safetensors")));
        model.tensors.retain(|tensor| !tensor.name.starts_with("reference."));
    }
    model.metadata.clear();
    let report = recognise_with(&model, Some(&config), &Assignment::default());
    assert_eq!(report.cannot_run(), None, "{name}");
    Encoder::load(&model, &report, LIMIT).unwrap()
}

/// What stands at a place of the sentence in another order.
const ORDER: [usize; 6] = [2, 0, 4, 1, 3, 5];
const IDS: [u32; 6] = [3, 17, 9, 5, 21, 7];

fn runs(encoder: &Encoder, positions: Positions) -> [Run; 2] {
    let run = |ids: &[u32]| encoder.run_with(Input::Ids(ids), positions, LIMIT, &mut go).unwrap();
    [run(&IDS), run(&ORDER.map(|place| IDS[place]))]
}

/// How far the weights of the reordered sentence are from the reordered weights, in the layers and rows given.
fn apart(runs: &[Run; 2], layers: usize, rows: &[usize]) -> f32 {
    let [plain, reordered] = runs;
    let n = IDS.len();
    let mut worst = 0.0_f32;
    for (plain, reordered) in plain.layers.iter().zip(&reordered.layers).take(layers) {
        for head in 0..plain.heads {
            for &i in rows {
                for (j, &from) in ORDER.iter().enumerate() {
                    let found = reordered.weights[(head * n + i) * n + j];
                    let expected = plain.weights[(head * n + ORDER[i]) * n + from];
                    worst = worst.max((found - expected).abs());
                }
            }
        }
    }
    worst
}

#[test]
fn a_silenced_model_does_the_same_with_words_in_any_order() {
    let all = [0, 1, 2, 3, 4, 5];
    for (name, says) in [
        ("bert", "the table of positions"),
        ("distilbert+sinusoidal", "the table of positions"),
        ("albert", "the table of positions"),
        ("electra", "the table of positions"),
        ("roberta", "the table of positions"),
        ("mpnet", "the table of positions"),
        ("modernbert+every", "rotations"),
        ("t5", "numbers by distance"),
        ("deberta-v2", "products of words with distances"),
        ("deberta-v2+buckets", "products of words with distances"),
    ] {
        let encoder = family(name);
        let silences = encoder.silences();
        assert!(silences.iter().any(|text| text.starts_with(says)), "{name}: {silences:?}");
        // A window tells who is near, and stays.
        let sees_all =
            |&layer: &usize| all.iter().all(|&i| encoder.keys_seen(layer, i, 6) == (0..6));
        let layers = (0..encoder.depth()).take_while(sees_all).count();
        assert!(layers > 0, "{name}");
        let silenced = apart(&runs(&encoder, Positions::Silenced), layers, &all);
        assert!(silenced < 2e-6, "{name}: {silenced}");
        let real = apart(&runs(&encoder, Positions::AsTrained), layers, &all);
        assert!(real > 1e-4, "{name}: without its positions nothing changes: {real}");
    }
}

/// A model of the page, as the room opens it.
fn of_page(name: &str) -> Encoder {
    let path = folder().join(format!("../../public/checkpoints/{name}.safetensors"));
    let model = checkpoint(&path);
    let mut encoder = Encoder::load(&model, &recognise(&model), LIMIT).unwrap();
    let trained = Trained::read(&std::fs::read(path).unwrap()).unwrap();
    encoder.attend_as(&trained.model.words);
    encoder
}

#[test]
fn what_a_model_of_the_page_knows_of_positions_is_named() {
    for (name, says) in [
        ("sst2-da", "w and v of the heads: the coefficient of distance 0"),
        ("sst2-alibi", "ALiBi: scores of queries and keys alone"),
        ("sst2-rope", "RoPE: scores of queries and keys alone"),
        ("sst2-kerple", "KERPLE: scores of queries and keys alone"),
    ] {
        assert_eq!(of_page(name).silences(), [says], "{name}");
    }
    // It is said of one model of film reviews alone that it has no positions: it has none. DiSAN has no heads to run.
    let folder = folder().join("../../public/checkpoints");
    let mut silent = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        let Some(name) = name.strip_suffix(".safetensors") else { continue };
        let is_run = name.starts_with("sst2-") && name != "sst2-disan";
        if is_run && of_page(name).silences().is_empty() {
            silent.push(name.to_owned());
        }
    }
    assert_eq!(silent, ["sst2-no-positions"]);
    // Its positions are in its input; its w and v act on nothing.
    let vanilla = of_page("sst2-vanilla").silences();
    assert!(vanilla.len() == 1 && vanilla[0].starts_with("sinusoidal positions"), "{vanilla:?}");
}

#[test]
fn the_last_token_of_a_causal_model_sees_the_others_in_any_order() {
    // Its mask still tells how many stand before a token, so only the first layer's last row is free of order.
    for name in [
        "gpt2",
        "opt",
        "bloom",
        "bloom+odd_heads",
        "mpt",
        "falcon+alibi",
        "falcon",
        "llama",
        "gpt_neox",
        "gptj",
        "phi",
        "qwen3",
        "gemma",
        "llama+yarn",
        "phi3+long",
    ] {
        let encoder = family(name);
        assert!(!encoder.silences().is_empty(), "{name}");
        let silenced = apart(&runs(&encoder, Positions::Silenced), 1, &[5]);
        assert!(silenced < 2e-6, "{name}: {silenced}");
        let real = apart(&runs(&encoder, Positions::AsTrained), 1, &[5]);
        assert!(real > 1e-5, "{name}: without its positions nothing changes: {real}");
    }
}

/// A model of ours, and vectors of words for it.
fn own(name: &str) -> (Encoder, Vec<Vec<f32>>) {
    let path = folder().join(format!("../../public/checkpoints/{name}.safetensors"));
    let model = checkpoint(&path);
    let report = recognise(&model);
    let encoder = Encoder::load(&model, &report, LIMIT).unwrap();
    let width = encoder.width();
    let words = |sentence: usize| -> Vec<f32> {
        let n = 9 + sentence % 5;
        let at = |k: usize| (k * 7919 + sentence * 104_729 + k * k * 31) % 1009;
        (0..n * width).map(|k| at(k) as f32 / 252.0 - 2.0).collect()
    };
    (encoder, (0..16).map(words).collect())
}

#[test]
fn the_heads_of_a_trained_model_have_the_w_and_v_that_they_were_trained_with() {
    let (encoder, sentences) = own("sst2-da");
    let mut study = Study::new(Options::default());
    for words in &sentences {
        study
            .add(&Observed::of(&encoder, Input::Vectors(words), &[], LIMIT, &mut go).unwrap())
            .unwrap();
    }
    assert_eq!(study.heads().len(), encoder.depth());
    for (head, own) in encoder.own(0).iter().enumerate().take(3) {
        let report = study.head(0, head).unwrap();
        let law = report.laws.iter().find(|law| law.law == "da-relu").unwrap();
        let silenced = report.silenced.unwrap().value;
        let explained = law.explained.unwrap();
        println!("{head}: {own:?} {:?} {silenced} {explained:?}", law.parameters);
        assert!(explained.value > 0.999 && explained.low > 0.999, "{explained:?}");
        let [beta, w, v] = law.parameters[..] else { panic!("three numbers") };
        assert!((beta - 1.0).abs() < 0.02, "{beta}");
        assert!((w - own.w).abs() < 0.02 && (v - own.v).abs() < 0.1, "{w} {v} {own:?}");
        assert_eq!(report.distance_aware.unwrap().law, "da-relu");
        assert_eq!(report.best.as_deref(), Some("da-relu"));
    }
}

#[test]
fn without_positions_there_is_nothing_to_explain() {
    // Shares of the vanilla model's heads change with its sinusoidal positions alone.
    let (encoder, sentences) = own("sst2-vanilla");
    let mut study = Study::new(Options::default());
    for words in sentences.iter().take(4) {
        let mut observed =
            Observed::of(&encoder, Input::Vectors(words), &[], LIMIT, &mut go).unwrap();
        for layer in &mut observed.layers {
            layer.silenced_scores = layer.scores.clone();
            layer.silenced_weights = layer.silenced_weights.as_ref().map(|_| layer.weights.clone());
        }
        study.add(&observed).unwrap();
    }
    let report = study.head(0, 0).unwrap();
    assert!(report.silenced.unwrap().value < 1e-9, "{:?}", report.silenced);
    assert_eq!((report.best, report.best_in), (None, None));
    assert!(report.laws.iter().all(|law| law.explained.is_none()));
}

/// A sentence of one layer and one head.
fn sentence(n: usize, weights: Vec<f32>, scores: Vec<f32>) -> Observed {
    Observed {
        tokens: n,
        special: vec![false; n],
        layers: vec![LayerMaps {
            heads: 1,
            seen: vec![0..n; n],
            weights,
            scores: scores.clone().into(),
            silenced_scores: scores.into(),
            silenced_weights: None,
        }],
    }
}

#[test]
fn shares_and_profile_by_hand() {
    let mut study = Study::new(Options::default());
    let mut three = sentence(
        3,
        vec![0.5, 0.25, 0.25, 0.2, 0.6, 0.2, 0.1, 0.2, 0.7],
        vec![1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0],
    );
    three.special = vec![true, false, true];
    study.add(&three).unwrap();
    let report = study.head(0, 0).unwrap();
    let shares = report.shares;
    let close =
        |found: f64, expected: f64| assert!((found - expected).abs() < 1e-6, "{found} {expected}");
    close(shares.back.value, (0.2 + 0.1 + 0.2) / 3.0);
    close(shares.ahead.value, (0.5 + 0.2) / 3.0);
    close(shares.itself.value, (0.5 + 0.6 + 0.7) / 3.0);
    close(shares.first.value, (0.5 + 0.2 + 0.1) / 3.0);
    close(shares.separators.value, (0.25 + 0.2 + 0.7) / 3.0);
    let profile = report.profile;
    assert_eq!((profile.from, profile.pairs), (-2, vec![1, 2, 3, 2, 1]));
    let values: Vec<f64> = profile.attention.iter().map(|figure| figure.unwrap().value).collect();
    for (found, expected) in values.iter().zip([0.1, 0.2, 0.6, 0.225, 0.25]) {
        close(*found, expected);
    }
    close(profile.scores[0].unwrap().value, 7.0);
    close(profile.scores[3].unwrap().value, (2.0 + 6.0) / 2.0);
    // One sentence: laws are fitted, nothing is judged.
    assert_eq!(report.silenced, None);
    assert!(report.positions.is_some());
    assert!(report.laws.iter().all(|law| law.judged.is_none() && law.fit.is_finite()));
    assert_eq!(study.means(&[study.head(0, 0).unwrap()]), None);
}

#[test]
fn laws_are_fitted_to_the_even_sentences_and_judged_on_the_odd() {
    // Even sentences look one back, odd ones one ahead: what fits the former is worse than none on the latter.
    let mut study = Study::new(Options::default());
    let n = 5;
    for number in 0..6 {
        let wanted =
            |i: usize| if number % 2 == 0 { i.saturating_sub(1) } else { (i + 1).min(n - 1) };
        let weight = |k: usize| if k % n == wanted(k / n) { 0.8 } else { 0.05 };
        study.add(&sentence(n, (0..n * n).map(weight).collect(), vec![0.0; n * n])).unwrap();
    }
    let report = study.head(0, 0).unwrap();
    let free = report.laws.iter().find(|law| law.law == "free-offset").unwrap();
    let (fit, judged) = (free.fit, free.judged.unwrap());
    assert!(fit < report.silenced_fit.unwrap() / 2.0, "{fit}");
    assert!(judged.value > report.silenced.unwrap().value, "{judged:?}");
    assert!(free.explained.unwrap().value < 0.0);
    // Sentences that are the same leave nothing to resample.
    assert!((judged.high - judged.low).abs() < 1e-12);
}

#[test]
fn the_same_sentences_and_seed_give_the_same_report() {
    let (encoder, sentences) = own("sst2-da");
    let report = |seed| {
        let mut study = Study::new(Options { seed, ..Options::default() });
        for words in sentences.iter().take(6) {
            let observed = Observed::of(&encoder, Input::Vectors(words), &[], LIMIT, &mut go);
            study.add(&observed.unwrap()).unwrap();
        }
        study.head(0, 1).unwrap()
    };
    assert_eq!(report(1), report(1));
    let (first, second) = (report(1), report(2));
    assert_ne!(first.shares.back.low, second.shares.back.low);
    assert_eq!(first.laws[3].parameters, second.laws[3].parameters);
}

#[test]
fn sentences_that_are_refused() {
    let mut study = Study::new(Options::default());
    let refused = |study: &mut Study, sentence: &Observed| {
        let before = study.tokens().to_vec();
        let error = study.add(sentence).unwrap_err();
        assert_eq!(study.tokens(), before);
        error
    };
    let even = vec![0.5; 4];
    let wrong = |why| LawsError::Row { layer: 0, head: 0, row: 1, why };
    let nan = sentence(2, even.clone(), vec![0.0, 0.0, f32::NAN, 0.0]);
    assert_eq!(refused(&mut study, &nan), wrong("a score is not finite"));
    let negative = sentence(2, vec![0.5, 0.5, -0.5, 1.5], vec![0.0; 4]);
    assert_eq!(refused(&mut study, &negative), wrong("its weights are no distribution"));
    let none = sentence(2, vec![0.5, 0.5, 0.0, 0.0], vec![0.0; 4]);
    assert_eq!(refused(&mut study, &none), wrong("its weights are no distribution"));
    let short = sentence(2, vec![0.5; 3], vec![0.0; 4]);
    let shape = LawsError::Shape { layer: 0, what: "the weights", found: 3, expected: 4 };
    assert_eq!(refused(&mut study, &short), shape);
    let mut blind = sentence(2, even.clone(), vec![0.0; 4]);
    blind.layers[0].seen[1] = 1..1;
    assert!(matches!(refused(&mut study, &blind), LawsError::Row { row: 1, .. }));
    // One token sees itself: nothing to explain, nothing that breaks.
    for _ in 0..3 {
        study.add(&sentence(1, vec![1.0], vec![0.3])).unwrap();
    }
    let report = study.head(0, 0).unwrap();
    assert_eq!(report.shares.itself.value, 1.0);
    assert_eq!(report.silenced.unwrap().value, 0.0);
    assert!(report.laws.iter().all(|law| law.parameters.iter().all(|x| x.is_finite())));
    let mut two = sentence(1, vec![1.0], vec![0.3]);
    two.layers.push(two.layers[0].clone());
    assert!(matches!(refused(&mut study, &two), LawsError::Heads { .. }));
    assert_eq!(study.head(0, 1), Err(LawsError::NoHead { layer: 0, head: 1 }));
    assert_eq!(
        Study::new(Options::default()).head(0, 0).unwrap_err(),
        LawsError::NoHead { layer: 0, head: 0 }
    );
    let mut small = Study::new(Options { limit_bytes: 40, ..Options::default() });
    small.add(&sentence(2, even.clone(), vec![0.0; 4])).unwrap();
    let error = refused(&mut small, &sentence(2, even, vec![0.0; 4]));
    assert_eq!(error, LawsError::TooMuch { sentences: 2, bytes: 64, limit: 40 });
}

#[test]
fn a_study_can_be_stopped() {
    let (encoder, sentences) = own("sst2-da");
    let mut calls = Vec::new();
    let mut stop = |layer: usize, of: usize| {
        calls.push((layer, of));
        if layer + 1 == of { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    let stopped = Observed::of(&encoder, Input::Vectors(&sentences[0]), &[], LIMIT, &mut stop);
    assert!(matches!(stopped, Err(LawsError::Encoder(_))));
    assert_eq!(calls, [(0, 2), (1, 2)]);
}
