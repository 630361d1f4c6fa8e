//! Requests and answers, without a browser.

#![allow(clippy::unwrap_used, clippy::expect_used)]

use std::sync::Arc;

use super::figures::{Figures, Step, Wanted};
use super::*;
use crate::protocol::forward::{HeadRescale, Rescale, Sentence, Stored, THUMBNAIL, Which};
use crate::protocol::laws::{LawsAsk, LawsSaid};
use crate::protocol::{Export, Opened};
use crate::statistics::Histogram;
use crate::tensor::{Dtype, Storage};

fn sample(name: &str) -> Named {
    let path = format!("{}/samples/{name}", env!("CARGO_MANIFEST_DIR"));
    Named { name: name.to_owned(), source: Arc::new(std::fs::read(path).unwrap()) }
}

/// All answers to a request, work on figures included.
fn ask(session: &mut Session, ask: Ask, files: Vec<Named>) -> Vec<(Answer, Vec<Vec<u8>>)> {
    let mut answers = Vec::new();
    session.answer(1, ask, files, &|| 0.0, &mut |answer, bytes| answers.push((answer, bytes)));
    session.advance(&mut || true, &mut |id, answer| {
        assert_eq!(id, 1);
        answers.push((answer, Vec::new()));
    });
    answers.retain(|(answer, _)| !matches!(answer, Answer::Progress { .. }));
    answers
}

fn one(session: &mut Session, what: Ask) -> (Answer, Vec<Vec<u8>>) {
    let mut answers = ask(session, what, Vec::new());
    assert_eq!(answers.len(), 1, "{answers:?}");
    answers.pop().unwrap()
}

fn open_files(names: &[&str]) -> (Session, Opened) {
    let mut session = Session::new();
    let files = names.iter().map(|name| sample(name)).collect();
    let answers = ask(&mut session, Ask::Open { assignments: Vec::new() }, files);
    let [(Answer::Opened(opened), _)] = &answers[..] else { panic!("{answers:?}") };
    let opened = (**opened).clone();
    (session, opened)
}

/// As the sample's heads are taken to be trained, which its file does not say.
fn trained_as_the_paper(session: &mut Session) {
    let fingerprint = session.open().unwrap().report.fingerprint.clone();
    let assignment = Assignment { method: Some("da".to_owned()), ..Assignment::default() };
    one(session, Ask::Assign { fingerprint, assignment });
}

fn failure(answers: &[(Answer, Vec<Vec<u8>>)]) -> &Failure {
    let [(Answer::Failed(failure), _)] = answers else { panic!("{answers:?}") };
    failure
}

fn floats(bytes: &[u8]) -> Vec<f32> {
    bytes.as_chunks::<4>().0.iter().map(|bytes| f32::from_le_bytes(*bytes)).collect()
}

#[test]
fn a_file_is_opened_with_what_lies_beside_it() {
    // The data come first, and are no model.
    let (_, opened) = open_files(&["da_tiny_ext.onnx.data", "da_tiny_ext.onnx"]);
    assert_eq!(opened.name, "da_tiny_ext.onnx");
    assert_eq!(opened.beside, ["da_tiny_ext.onnx.data"]);
    assert_eq!(opened.wanted, Vec::<String>::new());
    let (_, opened) = open_files(&["da_tiny.safetensors"]);
    assert_eq!((opened.tensors.len(), opened.size), (25, 21_424));
    assert_eq!(opened.tensors[0].shape, [32, 16]);
    assert_eq!(opened.report.depth(), 2);
}

#[test]
fn a_file_that_is_refused_leaves_the_open_one() {
    let (mut session, _) = open_files(&["da_tiny.safetensors"]);
    let hostile = vec![sample("hostile_st_overlap.safetensors")];
    let answers = ask(&mut session, Ask::Open { assignments: Vec::new() }, hostile);
    let failure = failure(&answers);
    assert_eq!(failure.file.as_deref(), Some("hostile_st_overlap.safetensors"));
    assert!(failure.message.contains("overlaps"), "{}", failure.message);
    let answers = ask(&mut session, Ask::Histogram { tensor: 0 }, Vec::new());
    let [(Answer::Histogram { histogram: Some(bars), .. }, _), (Answer::Idle, _)] = &answers[..]
    else {
        panic!("{answers:?}")
    };
    assert_eq!((bars.from, bars.to, bars.counts.iter().sum::<u64>()), (-2.0, 2.0, 512));
}

#[test]
fn nothing_is_answered_before_a_file_is_open() {
    let mut session = Session::new();
    let answers = ask(&mut session, Ask::Histogram { tensor: 0 }, Vec::new());
    assert!(failure(&answers).message.contains("No file is open"));
    assert!(!session.has_work());
    let answers = ask(&mut session, Ask::Open { assignments: Vec::new() }, Vec::new());
    assert!(failure(&answers).message.contains("No file was given"));
}

#[test]
fn figures_are_those_of_the_manifest() {
    let (mut session, opened) = open_files(&["da_tiny.safetensors"]);
    let place = opened.tensors.iter().position(|line| line.name == "embedding.weight").unwrap();
    let wanted = Ask::Statistics { tensors: vec![place, 999] };
    let answers = ask(&mut session, wanted, Vec::new());
    let [(Answer::Statistics { tensor, statistics: Ok(found) }, _), (Answer::Idle, _)] =
        &answers[..]
    else {
        panic!("{answers:?}")
    };
    assert_eq!((*tensor, found.count, found.sum), (place, 512, -3.703_125));
}

#[test]
fn what_is_no_longer_wanted_is_dropped() {
    let (mut session, _) = open_files(&["da_tiny.safetensors"]);
    let send: Send = &mut |_, _| ();
    session.answer(1, Ask::Statistics { tensors: vec![0, 1, 2] }, Vec::new(), &|| 0.0, send);
    assert!(session.has_work());
    // Even this is answered: a worker that says nothing is ended.
    let (answer, _) = one(&mut session, Ask::Statistics { tensors: Vec::new() });
    assert_eq!(answer, Answer::Idle);
    assert!(!session.has_work());
}

/// Numbers of more than two pieces, with some that are not finite.
fn large() -> Tensor {
    let count = 2_500_000_usize;
    let number = |k: usize| match k {
        7 => f64::NAN,
        1_500_000 => f64::INFINITY,
        _ => ((k * 7) % 257) as f64 - 100.0,
    };
    Tensor {
        name: "large".to_owned(),
        dtype: Dtype::F64,
        type_name: "F64".to_owned(),
        shape: vec![count as u64],
        bytes: 8 * count as u64,
        shared: None,
        repeats: false,
        storage: Storage::Values((0..count).map(number).collect()),
    }
}

fn until_done(
    wanted: Wanted,
    tensor: &Tensor,
    found: &mut [Option<Statistics>],
) -> (usize, Answer) {
    let mut figures = Figures::new(wanted);
    for pieces in 1..100 {
        if let Step::Done(answer) = figures.step(std::slice::from_ref(tensor), found) {
            return (pieces, answer);
        }
    }
    panic!("it never ends");
}

#[test]
fn figures_in_pieces_are_those_of_the_whole() {
    let tensor = large();
    let whole = statistics::statistics(&tensor, &mut |_| true).unwrap().unwrap();
    let mut found = [None];
    let (pieces, _) = until_done(Wanted::Statistics(0), &tensor, &mut found);
    assert_eq!(pieces, 3);
    let parts = found[0].clone().unwrap();
    assert_eq!((parts.count, parts.nan, parts.infinite), (2_500_000, 1, 1));
    assert_eq!((parts.min, parts.max, parts.zeros), (whole.min, whole.max, whole.zeros));
    assert!((parts.mean.unwrap() - whole.mean.unwrap()).abs() < 1e-9);
    assert!((parts.deviation.unwrap() - whole.deviation.unwrap()).abs() < 1e-9);
    let bars = statistics::histogram(&tensor, &whole, &mut |_| true).unwrap();
    let (_, answer) = until_done(Wanted::Histogram(0), &tensor, &mut found);
    let Answer::Histogram { histogram, .. } = answer else { panic!("{answer:?}") };
    assert_eq!(histogram, bars);
    let counted: u64 = histogram.map(|Histogram { counts, .. }| counts.iter().sum()).unwrap();
    assert_eq!(counted, 2_499_998);
}

#[test]
fn a_slice_comes_as_numbers() {
    let (mut session, opened) = open_files(&["edge.safetensors"]);
    let place = opened.tensors.iter().position(|line| line.name == "param").unwrap();
    let of = SliceOf::whole(&opened.tensors[place].shape, 10);
    let (answer, bytes) = one(&mut session, Ask::Slice { tensor: place, of });
    assert!(matches!(answer, Answer::Slice { rows: 3, columns: 4, steps: [1, 1], .. }));
    let first: Vec<f64> =
        bytes[0].as_chunks::<8>().0.iter().map(|b| f64::from_le_bytes(*b)).collect();
    assert_eq!(first.len(), 12);
    assert_eq!(first[..3], [-0.984_375, -0.875, -0.765_625]);
    let wrong = SliceOf { start: vec![9, 0], ..SliceOf::whole(&[3, 4], 10) };
    let answers = ask(&mut session, Ask::Slice { tensor: place, of: wrong }, Vec::new());
    assert!(failure(&answers).message.contains("index 9 on axis 0"));
}

fn exported(session: &mut Session, what: Export) -> (String, Vec<u8>) {
    let mut answers = ask(session, Ask::Export(what), Vec::new());
    let Some((Answer::Exported { name }, _)) = answers.pop() else { panic!("{answers:?}") };
    assert!(answers.iter().all(|(answer, _)| *answer == Answer::Part));
    (name, answers.into_iter().flat_map(|(_, bytes)| bytes).flatten().collect())
}

#[test]
fn exports_open_again_with_the_same_numbers() {
    let (mut session, opened) = open_files(&["da_tiny.pt"]);
    let (name, file) = exported(&mut session, Export::Npy { tensor: 0 });
    assert_eq!(name, "embedding.weight.npy");
    let again = crate::open(Arc::new(file), &[]).unwrap();
    assert_eq!(again.tensors[0].numbers(1_000).unwrap()[..2], [-2.0, -1.890_625]);
    let (name, file) = exported(&mut session, Export::SafeTensors);
    assert_eq!(name, "da_tiny.safetensors");
    assert_eq!(crate::open(Arc::new(file), &[]).unwrap().tensors.len(), 25);
    let (name, table) = exported(&mut session, Export::StatisticsCsv);
    assert_eq!(name, "da_tiny.statistics.csv");
    let table = String::from_utf8(table).unwrap();
    assert_eq!(table.lines().count(), 1 + opened.tensors.len());
    let line = table.lines().nth(1).unwrap();
    assert!(line.starts_with("embedding.weight,") && line.contains("-2,"), "{line}");
}

#[test]
fn heads_come_first_where_they_are_known_and_quickly_run() {
    let (_, opened) = open_files(&["da_tiny.safetensors"]);
    assert!(opened.begins_with_heads());
    let mut large = opened.clone();
    large.tensors[0].shape = vec![40_000, 40_000];
    assert!(!large.begins_with_heads());
    // Without known heads there is nothing to show.
    let (_, edge) = open_files(&["edge.safetensors"]);
    assert!(!edge.begins_with_heads());
}

#[test]
fn choices_by_hand_are_followed_and_remembered() {
    let (mut session, opened) = open_files(&["da_tiny.safetensors"]);
    let assignment = Assignment { causal: Some(true), ..Assignment::default() };
    let mut assign = |fingerprint: &str| {
        let (fingerprint, assignment) = (fingerprint.to_owned(), assignment.clone());
        let (answer, _) = one(&mut session, Ask::Assign { fingerprint, assignment });
        let Answer::Recognised(report) = answer else { panic!("{answer:?}") };
        report
    };
    // What was chosen for the file before comes late.
    assert_eq!(*assign("of another"), *opened.report);
    let report = assign(&opened.report.fingerprint);
    assert!(report.causal.value && !opened.report.causal.value);
    // A file of the same names and shapes, in another format.
    let assignments = vec![(opened.report.fingerprint.clone(), assignment)];
    let open = Ask::Open { assignments };
    let answers = ask(&mut session, open, vec![sample("da_tiny.npz")]);
    let [(Answer::Opened(opened), _)] = &answers[..] else { panic!("{answers:?}") };
    assert!(opened.report.causal.value);
}

#[test]
fn heads_come_with_the_files_numbers() {
    let (mut session, _) = open_files(&["da_tiny.safetensors"]);
    let (answer, _) = one(&mut session, Ask::Heads);
    let Answer::Heads(layers) = answer else { panic!("{answer:?}") };
    assert_eq!(layers[0].w, [-0.984_375, -0.875].map(Stored));
    assert_eq!(layers[0].v, [-0.781_25, -0.671_875].map(Stored));
    assert!(layers[0].start_w.is_empty());
}

/// A sentence through the model as it is.
fn run_of(sentence: Sentence) -> Ask {
    Ask::Run { sentence, causal: false }
}

#[test]
fn the_causal_mask_of_the_page_holds_in_a_run_and_its_rescaling() {
    let (mut session, _) = open_files(&["da_tiny.safetensors"]);
    trained_as_the_paper(&mut session);
    let masked = |session: &mut Session, causal| {
        let sentence = Sentence::Ids(vec![1, 2, 3, 4]);
        one(session, Ask::Run { sentence, causal });
        floats(&one(session, Ask::Map { layer: 0, head: 0, which: Which::Before }).1[0])
    };
    let is_lower = |weights: &[f32]| {
        let mut cells = weights.iter().enumerate();
        cells.all(|(cell, &weight)| cell % 4 <= cell / 4 || weight == 0.0)
    };
    let plain = masked(&mut session, false);
    let lower = masked(&mut session, true);
    assert!(!is_lower(&plain) && is_lower(&lower));
    for row in lower.chunks(4) {
        assert!((row.iter().sum::<f32>() - 1.0).abs() < 1e-6);
    }
    let heads = vec![HeadRescale { layer: 0, head: 0, w: 3.0, v: 1.0 }];
    let method = "da:learnable-sigmoid:early-multiply".to_owned();
    one(&mut session, Ask::Rescale(Rescale { method, heads }));
    let after =
        floats(&one(&mut session, Ask::Map { layer: 0, head: 0, which: Which::After }).1[0]);
    assert!(is_lower(&after) && after != lower);
    // The mask goes with the run, not with the file.
    assert_eq!(masked(&mut session, false), plain);
}

#[test]
fn what_is_laid_over_a_head_moves_its_weights_and_the_states() {
    let (mut session, _) = open_files(&["da_tiny.safetensors"]);
    let asked = ask(&mut session, run_of(Sentence::Ids(vec![1])), Vec::new());
    assert!(failure(&asked).message.contains("mapping and adjustment"));
    trained_as_the_paper(&mut session);
    let (answer, bytes) = one(&mut session, run_of(Sentence::Ids(vec![1, 2, 3, 4])));
    let Answer::Ran(ran) = answer else { panic!("{answer:?}") };
    assert_eq!((ran.count, ran.heads.len(), ran.heads[0].len()), (4, 2, 2));
    assert_eq!(ran.own[0][0], (-0.984_375, -0.781_25));
    assert_eq!(floats(&bytes[0]).len(), 4 * THUMBNAIL * THUMBNAIL);
    let map = |session: &mut Session, which| {
        floats(&one(session, Ask::Map { layer: 0, head: 0, which }).1[0])
    };
    let before = map(&mut session, Which::Before);
    for row in before.chunks(4) {
        assert!((row.iter().sum::<f32>() - 1.0).abs() < 1e-6);
    }
    let lay = |session: &mut Session, w: f64| {
        let head = HeadRescale { layer: 0, head: 0, w, v: -0.781_25 };
        let method = "da:learnable-sigmoid:early-multiply".to_owned();
        let (answer, _) = one(session, Ask::Rescale(Rescale { method, heads: vec![head] }));
        let Answer::Rescaled(rescaled) = answer else { panic!("{answer:?}") };
        rescaled.cosines
    };
    // Its own w changes nothing.
    assert!(lay(&mut session, -0.984_375).iter().all(|cosine| (cosine - 1.0).abs() < 1e-6));
    assert!(map(&mut session, Which::Difference).iter().all(|x| x.abs() < 1e-6));
    assert!(lay(&mut session, 3.0).iter().any(|cosine| *cosine < 1.0 - 1e-9));
    let after = map(&mut session, Which::After);
    let difference = map(&mut session, Which::Difference);
    assert!(difference.iter().any(|x| x.abs() > 1e-3));
    for ((after, before), difference) in after.iter().zip(&before).zip(&difference) {
        assert!((after - before - difference).abs() < 1e-6);
    }
    let wrong = Rescale { method: "vanilla".to_owned(), heads: Vec::new() };
    let answers = ask(&mut session, Ask::Rescale(wrong), Vec::new());
    assert!(failure(&answers).message.contains("nothing to lay over"));
}

#[test]
fn a_text_needs_a_model_that_reads_words() {
    let (mut session, _) = open_files(&["da_tiny.safetensors"]);
    let asked = ask(&mut session, run_of(Sentence::Ids(vec![1])), Vec::new());
    assert!(failure(&asked).message.contains("mapping and adjustment"));
    trained_as_the_paper(&mut session);
    let text = Sentence::Text("near and far".to_owned());
    let answers = ask(&mut session, run_of(text), Vec::new());
    assert!(failure(&answers).message.contains("token IDs, not words"));
    let answers = ask(&mut session, run_of(Sentence::Ids(vec![32])), Vec::new());
    assert!(failure(&answers).message.contains("32"), "{answers:?}");
}

#[test]
fn a_model_of_this_project_reads_words() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../public/checkpoints/sst2-da.safetensors");
    let source = Arc::new(std::fs::read(path).unwrap());
    let file = Named { name: "sst2-da.safetensors".to_owned(), source };
    let mut session = Session::new();
    ask(&mut session, Ask::Open { assignments: Vec::new() }, vec![file]);
    let text = Sentence::Text("A good film, zyxwv.".to_owned());
    let (answer, _) = one(&mut session, run_of(text));
    let Answer::Ran(ran) = answer else { panic!("{answer:?}") };
    assert_eq!(ran.tokens, ["A", "good", "film", ",", "zyxwv", "."]);
    assert_eq!((ran.known[1], ran.known[4]), (true, false));
    assert!(!ran.wanted.is_empty());
    assert_eq!((ran.heads.len(), ran.heads[0].len()), (1, 16));
}

#[test]
fn a_cache_gives_the_same_bytes() {
    let bytes: Vec<u8> = (0..300_000_u32).map(|k| (k * 31 % 251) as u8).collect();
    let cached = Cached::new(Arc::new(bytes.clone()));
    for (at, length) in [(0, 10), (65_530, 12), (65_536, 65_536), (1, 200_000), (299_990, 10)] {
        let mut buffer = vec![0; length];
        cached.read_at(at as u64, &mut buffer).unwrap();
        assert_eq!(buffer, bytes[at..at + length], "{at}");
    }
    assert!(matches!(
        cached.read_at(299_995, &mut [0; 10]),
        Err(InspectError::Truncated { at: 299_995, .. })
    ));
}

#[test]
fn laws_are_measured_sentence_by_sentence_and_head_by_head() {
    let (mut session, opened) = open_files(&["da_tiny.safetensors"]);
    trained_as_the_paper(&mut session);
    let mut laws = |ask| match one(&mut session, Ask::Laws(ask)) {
        (Answer::Laws(said), bytes) => Ok((said, bytes)),
        (Answer::Failed(failure), _) => Err(failure.message),
        other => panic!("{other:?}"),
    };
    assert!(laws(LawsAsk::Head { layer: 0, head: 0 }).unwrap_err().contains("No sentence"));
    let (LawsSaid::Begun { silenced, heads }, _) = laws(LawsAsk::Begin { seed: 3 }).unwrap() else {
        panic!("not begun")
    };
    assert!(!silenced.is_empty() && !heads.is_empty());
    let between = [4, 8];
    let mut sentence = |ids: Vec<u32>| {
        let ask = LawsAsk::Sentence { sentence: Sentence::Ids(ids), special: vec![true], between };
        match laws(ask).unwrap().0 {
            LawsSaid::Added { tokens, is_taken, .. } => (tokens, is_taken),
            other => panic!("{other:?}"),
        }
    };
    assert_eq!(sentence(vec![1, 2, 3]), (3, false));
    assert_eq!(sentence(vec![1; 9]), (9, false));
    for first in 1..=4 {
        assert_eq!(sentence((first..first + 6).collect()), (6, true));
    }
    for (layer, &count) in heads.iter().enumerate() {
        for head in 0..count {
            let (LawsSaid::Head(report), _) = laws(LawsAsk::Head { layer, head }).unwrap() else {
                panic!("no head")
            };
            assert_eq!((report.layer, report.head), (layer, head));
            assert!(report.silenced.unwrap().value > 0.0);
        }
    }
    assert!(laws(LawsAsk::Head { layer: 99, head: 0 }).is_err());
    let (LawsSaid::Means(Some(means)), _) = laws(LawsAsk::Means).unwrap() else { panic!("none") };
    assert_eq!(means.heads, heads.iter().sum::<usize>());
    let (_, bytes) = laws(LawsAsk::Save { text: "a text".to_owned() }).unwrap();
    let whole: serde_json::Value = serde_json::from_slice(&bytes[0]).unwrap();
    assert_eq!(whole["seed"], 3);
    assert_eq!(whole["model"], opened.name.as_str());
    assert_eq!(whole["tokens"], serde_json::json!([6, 6, 6, 6]));
    assert_eq!(whole["means"]["silenced"]["value"], means.silenced.value);
    assert_eq!(whole["heads"][0]["layer"], 1);
}

#[test]
fn as_many_tokens_are_run_as_fit() {
    let (mut session, opened) = open_files(&["da_tiny.safetensors"]);
    trained_as_the_paper(&mut session);
    let mut report = (*opened.report).clone();
    let most = report.most_tokens();
    assert_eq!(most, report.positions.unwrap_or(1_024).min(1_024));
    let ids = |count: usize| Sentence::Ids((0..count as u32).map(|id| id % 3).collect());
    let (Answer::Ran(ran), _) = one(&mut session, run_of(ids(most))) else { panic!("not run") };
    assert_eq!(ran.count, most);
    report.heads.value = 128;
    report.order.value = vec![0; 96];
    let most = report.most_tokens();
    let bytes =
        |tokens| 96 * crate::limits::bytes_of_layer(128, report.head_size, report.width, tokens);
    assert!(bytes(most) <= crate::limits::RUN_BYTES && bytes(most + 1) > crate::limits::RUN_BYTES);
}
