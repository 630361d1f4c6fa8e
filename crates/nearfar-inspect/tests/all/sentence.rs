//! A sentence through the open model, step by step: what is asked next, and what becomes of the answers.

use std::sync::Arc;

use nearfar_inspect::link::Named;
use nearfar_inspect::protocol::forward::{
    HeadLine, LayerHeads, Ran, Rescaled, Sentence, Stored, Which,
};
use nearfar_inspect::protocol::{Answer, Ask, Failure};
use nearfar_inspect::recognise::recognise;
use nearfar_inspect::report::{Family, Obstacle, Report};
use nearfar_inspect::room::forward::{Effect, Forward, Purpose};
use nearfar_inspect::room::grid::Reach;
use nearfar_inspect::room::heads::{learned_at, started_at};
use nearfar_inspect::room::pass::Given;

use crate::recognise::sample;

/// A model of two layers of two heads with w and v, which can be run.
pub fn report(family: Family) -> Report {
    let mut report = recognise(&sample("da_tiny.npz"));
    report.family = family;
    report.method.value = Some("da:sigmoid:late-multiply".to_owned());
    report.obstacles = Vec::new();
    report
}

pub fn begun(family: Family) -> Forward {
    let mut state = Forward::default();
    state.begin(Some(Arc::new(report(family))), &Named::Example);
    state
}

/// A sentence of so many tokens, as the worker answers.
pub fn ran(count: usize) -> Answer {
    let heads = vec![vec![HeadLine::default(); 2]; 2];
    let tokens = (0..count).map(|token| format!("t{token}")).collect();
    Answer::Ran(Box::new(Ran { count, tokens, known: vec![true; count], heads, ..Ran::default() }))
}

/// The purpose of the one request that is a run, and its sentence.
fn asked_to_run(effects: &[Effect]) -> (Purpose, Sentence) {
    match effects {
        [Effect::Ask(Ask::Run { sentence, .. }, purpose)] => (purpose.clone(), sentence.clone()),
        other => panic!("{other:?}"),
    }
}

/// Token numbers that were run.
fn with_run() -> Forward {
    let mut state = begun(Family::Bert);
    let (purpose, _) = asked_to_run(&state.run("1 2".to_owned(), false));
    state.answered(purpose, ran(2), vec![0.0; 4]);
    state
}

/// Asks for weights of the first head.
fn map(which: Which) -> Effect {
    Effect::Ask(Ask::Map { layer: 0, head: 0, which }, Purpose::Map)
}

/// The number by which the tokenizer's answer counts.
fn asked_to_part(effects: &[Effect]) -> u32 {
    match effects {
        [Effect::Part(_, _, number)] => *number,
        other => panic!("{other:?}"),
    }
}

fn failed(why: &str) -> Answer {
    Answer::Failed(Failure::new(why))
}

#[test]
fn another_model_is_asked_for_its_heads_and_the_nearest_is_shown() {
    let mut state = Forward::default();
    let effects = state.begin(Some(Arc::new(report(Family::Nearfar))), &Named::Example);
    assert_eq!(effects, [Effect::Ask(Ask::Heads, Purpose::Heads(false)), Effect::Unpoint]);
    let stored = |values: [f64; 2]| values.map(Stored).to_vec();
    let layer = LayerHeads { w: stored([0.5, -1.0]), v: stored([0.0; 2]), ..LayerHeads::default() };
    state.answered(Purpose::Heads(false), Answer::Heads(vec![layer]), Vec::new());
    assert_eq!((state.looks.seen.place, state.learned.len()), ((0, 1), 1));
    assert!(state.mapping().is_some() && state.has_learned());
    // f(w·0) of its sigmoid is a half; where it started is not stored.
    let (drawn, says) = state.coefficients(learned_at).expect("coefficients");
    assert_eq!((drawn.values[0], says.contains("w = \u{2212}1")), (0.5, true), "{says}");
    assert_eq!(state.coefficients(started_at), None);
    // Where none is open there is nothing to ask.
    assert_eq!(state.begin(None, &Named::Example), [Effect::Unpoint]);
    assert_eq!((state.learned.len(), state.run("1".to_owned(), false)), (0, Vec::new()));
}

#[test]
fn a_model_that_reads_words_waits_for_their_vectors() {
    let mut state = begun(Family::Nearfar);
    let run = |state: &mut Forward| state.run("a cat".to_owned(), true);
    assert_eq!(run(&mut state), [Effect::Fetch(Vec::new())]);
    let names = state.fetch(&[]);
    assert_eq!((names.len(), state.fetch(&[]).len()), (1, 0));
    let (_, sentence) = asked_to_run(&run(&mut state));
    assert_eq!(sentence, Sentence::Text("a cat".to_owned()));
    // Vectors that come are no reason to run again what lacked none.
    assert!(!state.came());
    // What could not be had is fetched again, and so is all for a new worker.
    state.lost(&names);
    assert_eq!(run(&mut state), [Effect::Fetch(Vec::new())]);
    state.fetch(&[]);
    state.new_worker();
    assert_eq!(run(&mut state), [Effect::Fetch(Vec::new())]);
}

#[test]
fn what_a_run_lacks_is_fetched_and_only_the_last_sentence_counts() {
    let mut state = begun(Family::Bert);
    let (first, _) = asked_to_run(&state.run("1 2".to_owned(), false));
    let (last, sentence) = asked_to_run(&state.run("1 2 3".to_owned(), false));
    assert_eq!(sentence, Sentence::Ids(vec![1, 2, 3]));
    assert_eq!(state.answered(first, ran(2), Vec::new()), []);
    assert!(!state.run.is_there());
    let progress = Answer::Progress { what: "runs".to_owned(), share: 0.5 };
    state.answered(last.clone(), progress, Vec::new());
    assert_eq!(state.going.busy.as_ref().and_then(|busy| busy.share), Some(0.5));
    assert_eq!(state.says(), "runs …");
    let Answer::Ran(mut answer) = ran(3) else { panic!("a run") };
    answer.wanted = vec!["rare.bin".to_owned()];
    let wanted = Effect::Fetch(answer.wanted.clone());
    let effects = state.answered(last, Answer::Ran(answer), Vec::new());
    assert_eq!(effects, [wanted, Effect::Unpoint, map(Which::Before)]);
    assert_eq!((state.run.labels().len(), &state.going.busy), (3, &None));
}

#[test]
fn a_sentence_is_run_again_once_vectors_come_that_another_asked_for() {
    let mut state = begun(Family::Nearfar);
    // They are on their way, for a study of laws.
    state.fetch(&["rare.bin".to_owned()]);
    let (purpose, _) = asked_to_run(&state.run("a rare cat".to_owned(), false));
    let Answer::Ran(mut answer) = ran(3) else { panic!("a run") };
    answer.wanted = vec!["rare.bin".to_owned()];
    let effects = state.answered(purpose, Answer::Ran(answer), Vec::new());
    assert!(effects.contains(&Effect::Fetch(vec!["rare.bin".to_owned()])));
    // Nobody fetches them twice, and the sentence waits for them.
    assert!(state.fetch(&["rare.bin".to_owned()]).is_empty());
    assert!(state.came() && !state.came());
    // Another sentence has all that it needs.
    state.run("a cat".to_owned(), false);
    assert!(!state.came());
}

#[test]
fn the_cursor_stays_on_the_same_tokens() {
    let mut state = with_run();
    let (purpose, _) = asked_to_run(&state.run("1 2".to_owned(), true));
    assert_eq!(state.answered(purpose, ran(2), Vec::new()), [map(Which::Before)]);
}

#[test]
fn a_run_that_comes_out_as_the_last_one_asks_for_its_weights_again() {
    let mut state = with_run();
    // The worker ended before it answered; the next one runs the sentence again.
    state.worker_ended();
    state.new_worker();
    let before = state.run.clone();
    // What it has not run yet it is asked nothing of.
    state.looks.seen.laid.insert((0, 1), (1.0, 0.0));
    assert_eq!((state.ask_map(), state.lay()), (vec![], vec![]));
    state.looks.seen.laid.clear();
    let (purpose, _) = asked_to_run(&state.run("1 2".to_owned(), false));
    let effects = state.answered(purpose, ran(2), vec![0.0; 4]);
    assert_eq!((state.run == before, effects), (true, vec![map(Which::Before)]));
}

#[test]
fn what_cannot_be_run_says_why() {
    let mut state = with_run();
    assert_eq!(state.run("one".to_owned(), false), []);
    assert!(state.going.problem.as_ref().is_some_and(|why| why.contains("one")));
    assert!(!state.run.is_there() && state.head_text().is_empty());
    assert!(state.why_not_measured().contains("one"));
    let (purpose, _) = asked_to_run(&state.run("1".to_owned(), false));
    state.answered(purpose, failed("too long"), Vec::new());
    assert_eq!(state.going.problem.as_deref(), Some("too long"));
    // A refused model is not run at all.
    let mut refused = report(Family::Bert);
    refused.obstacles = vec![Obstacle { why: "no heads".to_owned(), question: None }];
    state.begin(Some(Arc::new(refused)), &Named::Example);
    assert_eq!(state.run("1".to_owned(), false), []);
    assert!(state.why_not_measured().contains("no heads"));
}

#[test]
fn a_tokenizer_parts_the_sentence_first() {
    let mut state = begun(Family::Bert);
    let says = "a tokenizer".to_owned();
    state.given = Some(Given { name: "tokenizer.json".to_owned(), says });
    let effects = state.run("a cat".to_owned(), false);
    assert!(matches!(&effects[..], [Effect::Part(text, most, _)] if text == "a cat" && *most > 1));
    let number = asked_to_part(&effects);
    let (_, sentence) = asked_to_run(&state.parted(number, Some(Ok((Vec::new(), 3)))));
    assert_eq!(sentence, Sentence::Ids(Vec::new()));
    assert!(state.going.remark.contains('3'));
    let number = asked_to_part(&state.run("a cat".to_owned(), false));
    assert_eq!(state.parted(number, Some(Err("it has no such letter".to_owned()))), []);
    assert!(state.going.problem.as_ref().is_some_and(|why| why.starts_with("tokenizer.json")));
}

#[test]
fn what_a_tokenizer_says_late_is_of_no_sentence() {
    let mut state = begun(Family::Bert);
    state.given = Some(Given { name: "tokenizer.json".to_owned(), says: String::new() });
    let parted = || Some(Ok((Vec::new(), 0)));
    let first = asked_to_part(&state.run("a cat".to_owned(), false));
    let last = asked_to_part(&state.run("a cat sat".to_owned(), false));
    assert_eq!((state.parted(first, parted()), state.going.busy.is_some()), (vec![], true));
    // The worker ended meanwhile, and nobody would run it.
    state.worker_ended();
    assert_eq!((state.parted(last, parted()), state.going.busy.is_some()), (vec![], false));
    // The tokenizer itself ended.
    let lost = asked_to_part(&state.run("a cat".to_owned(), false));
    assert_eq!((state.parted(lost, None), state.going.busy.is_some()), (vec![], false));
}

#[test]
fn w_and_v_are_laid_over_the_heads_one_request_at_a_time() {
    let mut state = with_run();
    assert_eq!(state.lay(), []);
    state.looks.seen.laid.insert((0, 1), (1.0, 0.0));
    let effects = state.lay();
    assert!(matches!(effects[..], [Effect::Ask(Ask::Rescale(_), Purpose::Rescale)]));
    // What moves meanwhile waits for the next.
    state.looks.seen.laid.insert((0, 1), (2.0, 0.0));
    assert_eq!(state.lay(), []);
    let rescaled = || Answer::Rescaled(Box::<Rescaled>::default());
    let next = state.answered(Purpose::Rescale, rescaled(), vec![1.0; 4]);
    assert!(matches!(&next[..], [Effect::Ask(Ask::Rescale(asked), _)] if asked.heads[0].w == 2.0));
    // The weights that are shown now are asked for as they are chosen, and again whenever others are laid over them.
    assert_eq!(state.ask_map(), [map(Which::After)]);
    let next = state.answered(Purpose::Rescale, rescaled(), vec![1.0; 4]);
    assert_eq!(next, [map(Which::After)]);
    assert_eq!((state.which, state.run.thumbnails()), (Which::After, &[1.0; 4][..]));
    // What was chosen meanwhile stays.
    state.which = Which::Difference;
    assert_eq!(state.answered(Purpose::Rescale, failed("odd"), Vec::new()), []);
    assert_eq!((state.which, state.going.problem.as_deref()), (Which::Difference, Some("odd")));
    state.looks.seen.laid.clear();
    assert_eq!(state.lay(), []);
    assert_eq!((state.which, state.run.over()), (Which::Before, None));
}

#[test]
fn knobs_move_heads_from_where_the_shown_one_is() {
    let mut state = with_run();
    // A head without w and v of its own begins where every coefficient is 1.
    assert_eq!((state.own(), state.parameters()), (None, (0.0, 1.0)));
    state.move_heads(Reach::Head, |moved| moved.0 = 2.0);
    assert_eq!(state.looks.seen.laid, [((0, 0), (2.0, 1.0))].into());
    state.looks.seen.place = (1, 0);
    state.move_heads(Reach::Layer, |moved| moved.1 = -1.0);
    assert_eq!(state.parameters(), (0.0, -1.0));
    let laid: Vec<_> = state.looks.seen.laid.into_iter().collect();
    assert_eq!(laid, [((0, 0), (2.0, 1.0)), ((1, 0), (0.0, -1.0)), ((1, 1), (0.0, -1.0))]);
}

#[test]
fn weights_are_shown_of_the_head_that_is_looked_at() {
    let mut state = with_run();
    assert_eq!((state.why_not_measured(), state.head_text().is_empty()), (String::new(), false));
    assert_eq!(Forward::default().ask_map(), []);
    assert_eq!(state.ask_map(), [map(Which::Before)]);
    let map = |head, which| Answer::Map { layer: 0, head, which };
    for (answer, numbers) in [
        (map(1, Which::Before), vec![0.5; 4]),
        (map(0, Which::After), vec![0.5; 4]),
        // Of another sentence.
        (map(0, Which::Before), vec![0.5; 9]),
    ] {
        state.answered(Purpose::Map, answer, numbers);
        assert_eq!(state.map, None);
    }
    state.answered(Purpose::Map, map(0, Which::Before), vec![0.5; 4]);
    assert_eq!(state.map, Some((Which::Before, Arc::new(vec![0.5; 4]))));
}

#[test]
fn what_w_favours_is_told_beside_how_far_the_head_looks() {
    let mut state = begun(Family::Bert);
    assert_eq!(state.favours(), "", "no w is known");
    let stored = |values: [f64; 2]| values.map(Stored).to_vec();
    let layer = LayerHeads { w: stored([1.2, -1.0]), v: stored([0.0; 2]), ..LayerHeads::default() };
    state.learned = Arc::new(vec![layer]);
    state.looks.seen.place = (0, 0);
    assert_eq!(state.favours(), "Its w favours far words.");
    let (purpose, _) = asked_to_run(&state.run("1 2".to_owned(), false));
    let Answer::Ran(mut answer) = ran(2) else { panic!("a run") };
    answer.heads[0][0].distance = Some(0.52);
    state.answered(purpose, Answer::Ran(answer), vec![0.0; 4]);
    // Of two tokens uniform attention looks half a token away.
    let looks = "Its w favours far words; on the sentence it looks 0.5 tokens away (uniform: 0.5).";
    assert_eq!(state.favours(), looks);
    state.looks.seen.place = (0, 1);
    assert_eq!(state.favours(), "Its w favours near words.", "this head is not measured");
}
