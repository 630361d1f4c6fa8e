//! A session as a page uses it, at small sizes.

use nearfar::Method;
use nearfar::attention::{Adjustment, Mapping};
use nearfar::model::OwnMethod;
use nearfar::settings::{Choice, model_method_text};
use nearfar::text::dependency::WordLabel;

use super::*;
use crate::protocol::{Each, Kept};

const SMALL: &str = "task=near;heads=2;d=4;width=8;feed-forward=8;examples=60;batch=6";

fn start(session: &mut Session, choices: &str) -> Result<Overview, Failure> {
    let ask = Ask::Start { choices: choices.into(), has_file: false, file_name: String::new() };
    match session.answer(ask, vec![]).0 {
        Answer::Started(overview) => Ok(*overview),
        Answer::Failed(failure) => Err(failure),
        other => panic!("{other:?}"),
    }
}

fn start_file(session: &mut Session, choices: &str, file: &str) -> Result<Overview, Failure> {
    let ask =
        Ask::Start { choices: choices.into(), has_file: true, file_name: "own.tsv".to_owned() };
    match session.answer(ask, vec![file.as_bytes().to_vec()]).0 {
        Answer::Started(overview) => Ok(*overview),
        Answer::Failed(failure) => Err(failure),
        other => panic!("{other:?}"),
    }
}

#[track_caller]
fn report(session: &mut Session, ask: Ask, bytes: Vec<Vec<u8>>) -> (Report, Vec<Vec<u8>>) {
    match session.answer(ask, bytes) {
        (Answer::Report(report), bytes) => (*report, bytes),
        (other, _) => panic!("{other:?}"),
    }
}

fn steps(session: &mut Session, steps: u32) -> Report {
    report(session, Ask::Step { steps }, vec![]).0
}

#[test]
fn a_run_starts_steps_and_comes_back_to_the_same_start() {
    let mut session = Session::new();
    let overview = start(&mut session, SMALL).unwrap();
    assert_eq!((overview.train, overview.held_out, overview.texts), (60, 200, 1));
    assert_eq!((overview.steps_per_epoch, overview.largest_class), (10, 0.5));
    assert_eq!(overview.examples.len(), 2);
    let first = steps(&mut session, 60);
    assert_eq!((first.step, first.epoch, first.from), (60, 7, 0));
    assert_eq!(first.points.len(), 15);
    assert_eq!(first.held_out.iter().map(|point| point.step).collect::<Vec<_>>(), [50]);
    assert_eq!((first.w.len(), first.worth.len(), first.w_gradient.len()), (2, 2, 2));
    assert!(first.w.iter().all(|&w| w != 0.0));

    let (start, _) = report(&mut session, Ask::Rewind, vec![]);
    assert_eq!((start.step, start.w, start.loss), (0, vec![0.0; 2], None));
    assert!(start.points.is_empty() && start.from == 0 && start.held_out.is_empty());
    assert_eq!(steps(&mut session, 60), first);

    let more = steps(&mut session, 8);
    assert_eq!((more.from, more.points.len(), more.held_out_from), (15, 2, 1));
}

#[test]
fn a_saved_run_goes_on_as_if_nothing_had_been() {
    let mut whole = Session::new();
    start(&mut whole, SMALL).unwrap();
    steps(&mut whole, 64);
    let (Answer::Saved { kept, step }, state) = whole.answer(Ask::Save, vec![]) else { panic!() };
    assert_eq!(step, 64);
    let after = steps(&mut whole, 40);

    let mut other = Session::new();
    start(&mut other, SMALL).unwrap();
    let (restored, _) = report(&mut other, Ask::Restore { kept }, state.clone());
    assert_eq!((restored.step, restored.points.len(), restored.from), (64, 16, 0));
    let again = steps(&mut other, 40);
    assert_eq!((again.step, &again.w, &again.points), (104, &after.w, &after.points));

    start(&mut other, "task=far;heads=2").unwrap();
    let refused = other.answer(Ask::Restore { kept: Kept::default() }, state).0;
    let Answer::Failed(failure) = refused else { panic!("{refused:?}") };
    assert!(failure.message.contains("does not fit"), "{failure:?}");
}

#[test]
fn what_is_looked_at_comes_with_every_report() {
    let mut session = Session::new();
    start(&mut session, SMALL).unwrap();
    let look =
        Look { texts: vec!["The film was not dull".into()], text: 0, head: 9, causal: false };
    let (report_, bytes) = report(&mut session, Ask::Look(look), vec![]);
    let looked = report_.looked.unwrap();
    assert_eq!(looked.tokens, ["The", "film", "was", "not", "dull"]);
    assert_eq!(looked.known, [true, true, false, true, true]);
    assert_eq!((looked.head, looked.probabilities.len(), looked.reach.len()), (1, 2, 2));
    assert_eq!(bytes[0].len(), 4 * 25);
    let weights: Vec<f32> =
        bytes[0].as_chunks::<4>().0.iter().map(|bytes| f32::from_le_bytes(*bytes)).collect();
    for row in weights.chunks(5) {
        assert!((row.iter().sum::<f32>() - 1.0).abs() < 1e-5);
    }
    assert!(steps(&mut session, 1).looked.is_some());
    let masked = vec!["The film was not dull".to_owned()];
    let masked = Look { texts: masked, text: 0, head: 1, causal: true };
    let (_, bytes) = report(&mut session, Ask::Look(masked), vec![]);
    let weights: Vec<f32> =
        bytes[0].as_chunks::<4>().0.iter().map(|bytes| f32::from_le_bytes(*bytes)).collect();
    for (i, row) in weights.chunks(5).enumerate() {
        assert!((row.iter().sum::<f32>() - 1.0).abs() < 1e-5);
        assert!(row[i + 1..].iter().all(|&weight| weight == 0.0) && row[i] > 0.0);
    }
    let long =
        Look { texts: vec!["good ".repeat(MOST_TOKENS + 3)], text: 0, head: 0, causal: false };
    let looked = report(&mut session, Ask::Look(long), vec![]).0.looked.unwrap();
    assert_eq!(looked.tokens.len() + looked.left_out, MOST_TOKENS + 3);
    assert!(looked.left_out >= 3, "{}", looked.left_out);
    let nothing = Look { texts: vec![" ".into()], text: 0, head: 0, causal: false };
    let (report_, bytes) = report(&mut session, Ask::Look(nothing), vec![]);
    assert!(report_.looked.unwrap().problem.unwrap().starts_with("Type a sentence"));
    assert!(bytes.is_empty());
}

#[test]
fn a_checkpoint_opens_and_is_what_was_shown() {
    let mut session = Session::new();
    start(&mut session, SMALL).unwrap();
    let shown = steps(&mut session, 25);
    let (Answer::Checkpoint { name }, file) = session.answer(Ask::Export, vec![]) else { panic!() };
    assert_eq!(name, "nearfar-near-da-seed-1-step-25.safetensors");
    let trained = Trained::read(&file[0]).unwrap();
    let w: Vec<f32> = trained.model.words.heads.iter().map(|head| head.w as f32).collect();
    assert_eq!(w, shown.w);
    assert_eq!(trained.card.get("task").map(String::as_str), Some("near"));

    let known = Choices::default().for_checkpoint(&file[0]).unwrap();
    assert_eq!(known, Choices::from_text(SMALL).0);
    assert!(Choices::default().for_checkpoint(b"no such file").is_err());

    // Another run goes on from it, and comes back to it.
    start(&mut session, &format!("{SMALL};seed=2")).unwrap();
    let (from, _) = report(&mut session, Ask::StartFrom, file.clone());
    assert_eq!((from.step, &from.w, from.from_file), (0, &shown.w, true));
    steps(&mut session, 3);
    let (Answer::Saved { kept, .. }, state) = session.answer(Ask::Save, vec![]) else { panic!() };
    let (back, _) = report(&mut session, Ask::Rewind, vec![]);
    assert_eq!((back.w, back.from_file), (shown.w.clone(), true));
    // So it is after another visit.
    start(&mut session, &format!("{SMALL};seed=2")).unwrap();
    assert!(!report(&mut session, Ask::Pause, vec![]).0.from_file);
    report(&mut session, Ask::Restore { kept }, state);
    let (back, _) = report(&mut session, Ask::Rewind, vec![]);
    assert_eq!((back.w, back.from_file), (shown.w, true));
    start(&mut session, "task=near;heads=3").unwrap();
    let refused = session.answer(Ask::StartFrom, file).0;
    let Answer::Failed(Failure { message, .. }) = refused else { panic!("{refused:?}") };
    assert!(message.starts_with("the checkpoint does not fit this task: its `"), "{message}");
}

#[test]
fn a_file_is_read_or_its_bad_lines_named() {
    let mut session = Session::new();
    let choices = "task=own;vectors=spelling;width=8;heads=2;d=4;batch=4";
    let failure = start_file(&mut session, choices, "a\tone\nb\nc\ttwo\t3\n").unwrap_err();
    assert_eq!(failure.message, "2 bad rows, nothing was read");
    assert!(failure.details[0].starts_with("line 2: 1 columns"), "{failure:?}");
    assert!(failure.details[1].starts_with("line 3: 3 columns"), "{failure:?}");
    assert!(start(&mut session, choices).unwrap_err().message.contains("no file yet"));

    let rows: String = (0..20).map(|row| format!("{}\tword{row} here\tother\n", row % 2)).collect();
    let overview = start_file(&mut session, choices, &rows).unwrap();
    assert_eq!((overview.texts, overview.train, overview.held_out), (2, 16, 4));
    assert_eq!(overview.classes, ["0", "1"]);
    assert!(overview.notes[0].contains("4 of the rows are held out"), "{:?}", overview.notes);
    assert_eq!(overview.held_out_rows.len(), 4);
    assert!(overview.held_out_rows.iter().all(|row| (1..=20).contains(row)));
    // One word is in every row; of the others those that are told are held out.
    let trained = overview.examples.iter().map(|(texts, _)| texts[0].clone());
    for text in trained {
        let row: usize = text["word".len()..].split(' ').next().unwrap().parse().unwrap();
        assert!(!overview.held_out_rows.contains(&(row + 1)), "{text}");
    }
    assert_eq!(steps(&mut session, 9).step, 9);
    let look =
        Look { texts: vec!["word1".into(), "other here".into()], text: 1, head: 0, causal: false };
    let (looked, _) = report(&mut session, Ask::Look(look), vec![]);
    assert_eq!(looked.looked.unwrap().tokens, ["other", "here"]);
}

#[test]
fn a_file_that_is_tried_leaves_the_run_as_it_is() {
    let mut session = Session::new();
    let choices = "task=own;vectors=shared;heads=2;d=4;batch=4";
    let check = |session: &mut Session, file: &str| {
        let ask = Ask::Check { choices: choices.into(), file_name: "own.tsv".to_owned() };
        session.answer(ask, vec![file.as_bytes().to_vec()]).0
    };
    let rows = "a\tone word\nb\tother words\n".repeat(8);
    assert_eq!(check(&mut session, &rows), Answer::Checked);
    assert!(matches!(session.answer(Ask::Save, vec![]).0, Answer::Failed(_)), "there is no run");
    start(&mut session, SMALL).unwrap();
    let before = steps(&mut session, 3);
    for (bad, why) in
        [("a\tone\nb\n".to_owned(), "1 bad row"), ("a\tone word\n".repeat(8), "class")]
    {
        let Answer::Failed(failure) = check(&mut session, &bad) else { panic!("{bad}") };
        assert!(failure.message.contains(why), "{failure:?}");
    }
    assert_eq!(check(&mut session, &rows), Answer::Checked);
    let (after, _) = report(&mut session, Ask::Pause, vec![]);
    assert_eq!((after.step, after.w), (before.step, before.w));
}

#[test]
fn the_time_of_a_step_is_that_of_the_run() {
    let mut session = Session::new();
    session.took(40.0, 1.0);
    assert_eq!(session.step_ms(), 0.0, "there is no run");
    start(&mut session, SMALL).unwrap();
    session.took(40.0, 0.0);
    assert_eq!(session.step_ms(), 0.0, "no step was taken");
    session.took(40.0, 10.0);
    assert_eq!(session.step_ms(), 4.0);
    // Three of thirty steps weigh a tenth.
    session.took(42.0, 3.0);
    assert!((session.step_ms() - 5.0).abs() < 1e-9);
    start(&mut session, &format!("{SMALL};seed=2")).unwrap();
    assert_eq!(session.step_ms(), 0.0);
}

/// Sentences of five words: two nouns with their articles on a verb.
fn treebank() -> String {
    let words = |row: usize| -> String {
        let nouns = ["owl", "mouse", "dog", "cat", "film"];
        let (first, second) = (nouns[row % 5], nouns[(row / 5 + 2 * row + 1) % 5]);
        let line = |id: usize, form: &str, part: &str, head: usize, relation: &str| {
            format!("{id}\t{form}\t_\t{part}\t_\t_\t{head}\t{relation}\t_\t_\n")
        };
        [
            line(1, "The", "DET", 2, "det"),
            line(2, first, "NOUN", 3, "nsubj"),
            line(3, ["sees", "likes"][row % 2], "VERB", 0, "root"),
            line(4, "a", "DET", 5, "det"),
            line(5, second, "NOUN", 3, "obj"),
        ]
        .concat()
    };
    (0..20).map(|row| format!("# sent_id = {row}\n{}\n", words(row))).collect()
}

#[test]
fn every_method_learns_the_words_of_a_treebank_but_the_one_that_has_none() {
    const SMALL: &str =
        "task=own;heads=2;d=4;width=8;feed-forward=8;batch=4;vectors=spelling;rate=0.02;dropout=0";
    let look = |text: &str| {
        Ask::Look(Look { texts: vec![text.to_owned()], text: 0, head: 1, causal: false })
    };
    let own = OwnMethod::all().map(|method| model_method_text(method.into()));
    for method in ["da".to_owned(), "vanilla".to_owned()].into_iter().chain(own) {
        for &(label, _) in WordLabel::ALL {
            let mut session = Session::new();
            let choices = format!("{SMALL};method={method};label={}", label.name());
            let started = start_file(&mut session, &choices, &treebank());
            let is_refused = method == "disan"
                || method.starts_with("special-pos") && label == WordLabel::PartOfSpeech
                || method.starts_with("special-relation") && label == WordLabel::Relation;
            if is_refused {
                let why = started.unwrap_err().message;
                let expected = if method == "disan" {
                    "choose another method"
                } else {
                    "would learn to copy it"
                };
                assert!(why.contains(expected), "{choices}: {why}");
                continue;
            }
            let overview = started.unwrap();
            assert_eq!(
                (overview.train, overview.held_out, overview.texts),
                (16, 4, 1),
                "{choices}"
            );
            assert!(overview.treebank && overview.examples.len() == 5);
            let (texts, answer) = &overview.examples[0];
            let gold = if label == WordLabel::Relation {
                "det nsubj root det obj"
            } else {
                "DET NOUN VERB DET NOUN"
            };
            assert_eq!(answer, gold);
            // Of five words two are nouns, or two articles.
            assert!((overview.largest_class - 0.4).abs() < 1e-12);
            let after = steps(&mut session, 50);
            let last = after.held_out.last().unwrap();
            assert!(f64::from(last.right) > overview.largest_class, "{choices}: {last:?}");
            assert!(after.points.last().unwrap().loss < after.points[0].loss, "{choices}");
            let (looked, bytes) = report(&mut session, look(&texts[0]), vec![]);
            let looked = looked.looked.unwrap();
            assert_eq!((looked.tokens.len(), looked.tags.len(), looked.problem), (5, 5, None));
            let named = |label: usize| overview.classes[label].as_str();
            let of_file: Vec<&str> = looked.tags.iter().map(|tag| named(tag.1.unwrap())).collect();
            assert_eq!(of_file.join(" "), gold);
            let weights: Vec<f32> = bytes[0]
                .chunks(4)
                .map(|four| f32::from_le_bytes(four.try_into().unwrap()))
                .collect();
            assert!(weights.chunks(5).all(|row| (row.iter().sum::<f32>() - 1.0).abs() < 1e-5));
            // Another sentence has no labels, and no tree.
            let (other, bytes) = report(&mut session, look("Owls see."), vec![]);
            let other = other.looked.unwrap();
            let needs = method.starts_with("tree") || method.starts_with("special");
            assert_eq!(other.problem.is_some(), needs, "{choices}");
            assert_eq!(bytes.is_empty(), needs);
            assert!(other.tags.iter().all(|(_, gold)| gold.is_none()));
            assert!(matches!(session.answer(Ask::Export, vec![]).0, Answer::Checkpoint { .. }));
        }
    }
    let rows = "good\ta film\nbad\ta play\n".repeat(8);
    let failed =
        start_file(&mut Session::new(), "task=own;method=tree-distance(4);vectors=spelling", &rows);
    assert!(failed.unwrap_err().message.contains("treebank"));
}

#[test]
fn without_a_run_or_with_bad_choices_nothing_stops() {
    let mut session = Session::new();
    for ask in [Ask::Pause, Ask::Rewind, Ask::Save, Ask::Export, Ask::Step { steps: 1 }] {
        assert!(matches!(session.answer(ask, vec![]).0, Answer::Failed(_)));
    }
    assert!(start(&mut session, "task=near;heads=0").is_err());
    start(&mut session, SMALL).unwrap();
    for ask in [Ask::StartFrom, Ask::Restore { kept: Kept::default() }] {
        for bytes in [vec![], vec![b"no such file".to_vec()]] {
            assert!(matches!(session.answer(ask.clone(), bytes).0, Answer::Failed(_)));
        }
    }
    assert_eq!(steps(&mut session, 1).step, 1);
}

/// Every method of the room: tables of what it learns about positions, whose gradients are there after a step,
/// the same run again, and one that goes on from its state.
#[test]
fn every_method_tells_what_it_learns() {
    let with = |name: &str, each, cells| (name.to_owned(), each, cells);
    let all = [
        ("da", vec![with("w", Each::Head, 2), with("v", Each::Head, 2)]),
        ("da:sigmoid:early-multiply", vec![with("w", Each::Head, 2)]),
        ("vanilla", vec![]),
        ("vanilla:no-positions", vec![]),
        ("rpr(3)", vec![with("tab_K", Each::Offset, 7), with("tab_V", Each::Offset, 7)]),
        (
            "xl",
            vec![with("W_R", Each::Head, 2), with("u", Each::Head, 2), with("v", Each::Head, 2)],
        ),
        ("tener", vec![with("u", Each::Head, 2), with("v", Each::Head, 2)]),
        ("tener-program", vec![with("u", Each::Head, 2), with("v", Each::Head, 2)]),
        ("t5", vec![with("bias_table", Each::Bucket, 32)]),
        ("alibi", vec![]),
        ("rope", vec![]),
        ("kerple", vec![with("r1", Each::Head, 2), with("r2", Each::Head, 2)]),
        ("kerple-power", vec![with("a", Each::Head, 2), with("p", Each::Head, 2)]),
    ];
    for method in OwnMethod::all().filter(|method| !method.needs_syntax()) {
        let name = method.kind().name();
        let is_held = |(held, _): &(&str, Vec<_>)| held.split('(').next() == Some(name);
        assert!(name == "disan" || all.iter().any(is_held), "no case of {name}");
    }
    for (method, expected) in all {
        let choices = format!("{SMALL};method={method}");
        let mut session = Session::new();
        start(&mut session, &choices).unwrap();
        let before = session.report().unwrap().0;
        let Answer::Report(before) = before else { panic!("{before:?}") };
        let found: Vec<_> = before
            .learned
            .iter()
            .map(|one| (one.name.clone(), one.each, one.values.len()))
            .collect();
        assert_eq!(found, expected, "{method}");
        assert!(before.learned.iter().all(|one| one.gradients.is_empty()), "{method}");
        let after = steps(&mut session, 3);
        for one in &after.learned {
            assert_eq!(one.gradients.len(), one.values.len(), "{method} {}", one.name);
            assert!(one.gradients.iter().any(|&gradient| gradient != 0.0), "{method} {}", one.name);
        }
        let (Answer::Saved { kept, .. }, state) = session.answer(Ask::Save, vec![]) else {
            panic!()
        };
        let whole = steps(&mut session, 2);
        let mut other = Session::new();
        start(&mut other, &choices).unwrap();
        report(&mut other, Ask::Restore { kept }, state);
        assert_eq!(steps(&mut other, 2).learned, whole.learned, "{method}");
        let (answer, files) = session.answer(Ask::Export, vec![]);
        assert!(matches!(answer, Answer::Checkpoint { .. }), "{method}");
        let trained = Trained::read(&files[0]).unwrap();
        assert_eq!(trained.model.architecture.method, Choices::from_text(&choices).0.method);
        // And back: a run starts from what was downloaded.
        let again = Choices::default().for_checkpoint(&files[0]).unwrap();
        assert_eq!(again, Choices::from_text(&choices).0, "{method}");
        report(&mut other, Ask::StartFrom, files);
    }
    let mut session = Session::new();
    start(&mut session, &format!("{SMALL};method=disan")).unwrap();
    let after = steps(&mut session, 1);
    assert_eq!(after.learned.len(), 20);
    for one in &after.learned {
        // b of the gates is told feature by feature: there are as many as half the width.
        let is_gate = ["fw_b_f", "bw_b_f"].contains(&one.name.as_str());
        let expected = if is_gate { (Each::Feature, one.values.len()) } else { (Each::Whole, 1) };
        assert_eq!((one.each, one.values.len()), expected, "{}", one.name);
        assert!(!is_gate || one.values.len() > 1);
    }
    assert!(start(&mut session, &format!("{SMALL};method=rope;d=3")).is_err());
}

#[test]
fn every_method_can_be_trained() {
    let method = |mapping, adjustment| Method::DistanceAware { mapping, adjustment };
    for method in [
        Method::VANILLA,
        Method::Vanilla { positions: false },
        method(Mapping::Clip { threshold: 5.0 }, Adjustment::LateAdd),
        method(Mapping::Linear { slope: 0.5, intercept: 1.0 }, Adjustment::EarlyAdd),
        method(Mapping::Exponent, Adjustment::LateMultiply),
    ] {
        let mut session = Session::new();
        let text = nearfar::settings::method_text(method);
        start(&mut session, &format!("{SMALL};method={text}")).unwrap();
        let report = steps(&mut session, 50);
        assert_eq!((report.step, report.worth.len()), (50, 2), "{text}");
    }
}

/// What the room promises, with fewer steps and smaller models than it takes.
#[test]
fn far_words_make_w_positive() {
    let mut session = Session::new();
    start(&mut session, "task=far;heads=4;d=4;width=16;feed-forward=16;head-rate=0.05").unwrap();
    let report = steps(&mut session, 300);
    let best = crate::protocol::finding::winners(&report.worth);
    assert!(best.first().is_some_and(|&head| report.w[head] > 0.1), "{:?}", report);
}
