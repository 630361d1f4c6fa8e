//! A study of laws, step by step: which sentence and which head is next, how far it is, how it ends.

use nearfar::picture::chart::Series;
use nearfar_inspect::laws::{AsDistanceAware, Fitted, HeadReport, Interval, LawMeans, Means};
use nearfar_inspect::protocol::forward::Sentence;
use nearfar_inspect::protocol::laws::{LawsAsk, LawsSaid};
use nearfar_inspect::protocol::tokens::Token;
use nearfar_inspect::room::drawing::Shape;
use nearfar_inspect::room::laws::{COLUMNS, dots, in_order};
use nearfar_inspect::room::pass::Tokens;
use nearfar_inspect::room::study::{BETWEEN, Doing, Next, Order, Study, Text, of_tokens, of_words};
use serde_json::json;

/// A head on which silencing its positions has this effect, in nats.
fn head(layer: usize, head: usize, silenced: Option<f64>) -> HeadReport {
    let interval = |value: f64| json!({ "value": value, "low": value, "high": value });
    let none = interval(0.0);
    let report = json!({
        "layer": layer,
        "head": head,
        "shares": { "back": none, "ahead": none, "itself": none, "first": none, "separators": none },
        "profile": { "from": 0, "pairs": [], "attention": [], "scores": [] },
        "positions": null,
        "silenced": silenced.map(interval),
        "silenced_fit": null,
        "laws": [],
        "best": null,
        "best_in": null,
        "distance_aware": null,
    });
    serde_json::from_value(report).expect("a report")
}

fn sentence(text: &str) -> Option<Next> {
    Some(Next::Ask(of_words(text.to_owned())))
}

fn of_head(layer: usize, head: usize) -> Option<Next> {
    Some(Next::Ask(LawsAsk::Head { layer, head }))
}

const MEANS: Option<Next> = Some(Next::Ask(LawsAsk::Means));

/// The worker answers the study; whether it goes on.
fn hear(study: &mut Study, said: LawsSaid) -> bool {
    study.heard(study.number(), Ok(said))
}

fn measured(study: &mut Study, report: HeadReport) -> bool {
    hear(study, LawsSaid::Head(Box::new(report)))
}

fn added(study: &mut Study, is_taken: bool) -> bool {
    hear(study, LawsSaid::Added { tokens: 20, is_taken, wanted: Vec::new() })
}

fn typed(lines: &str) -> Text {
    let mut text = Text::default();
    text.typed(lines.to_owned());
    text
}

fn text_saved(study: &mut Study) -> String {
    match study.save() {
        LawsAsk::Save { text } => text,
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_study_is_saved_under_the_name_of_the_text_that_it_began_with() {
    let mut text = Text::default();
    text.awaits("a.txt");
    text.came("a.txt", Ok("one\ntwo".to_owned()));
    let mut study = Study::default();
    study.begin(&text, 48, Tokens::Words);
    // Another one is chosen, and not measured.
    text.awaits("b.txt");
    text.came("b.txt", Ok("three".to_owned()));
    assert_eq!(text_saved(&mut study), "a.txt");
    text.typed("four\nfive".to_owned());
    study.begin(&text, 48, Tokens::Words);
    assert_eq!(text_saved(&mut study), "typed");
}

#[test]
fn a_file_that_comes_late_does_not_overwrite_what_was_typed_or_chosen_since() {
    let mut text = Text::default();
    assert!(text.is_new());
    text.awaits("slow.txt");
    assert!(!text.is_new());
    text.typed("mine".to_owned());
    text.came("slow.txt", Ok("theirs".to_owned()));
    assert_eq!(text, typed("mine"));
    text.awaits("slow.txt");
    text.awaits("next.txt");
    text.came("slow.txt", Err("gone".to_owned()));
    text.came("next.txt", Ok("next".to_owned()));
    assert_eq!(text.lines(), "next");
    // What could not be read leaves what is there.
    text.awaits("bad.txt");
    text.came("bad.txt", Err("gone".to_owned()));
    assert_eq!((text.lines(), text.problem().map(String::as_str)), ("next", Some("gone")));
    // It is said until others are chosen or typed.
    text.awaits("good.txt");
    assert_eq!(text.problem(), None);
    text.came("good.txt", Err("gone".to_owned()));
    text.typed("mine".to_owned());
    assert_eq!(text.problem(), None);
}

/// The one that comes with the page is asked for again where it did not come.
#[test]
fn a_text_that_did_not_come_is_none() {
    let mut text = Text::default();
    text.awaits("a.txt");
    text.came("a.txt", Err("gone".to_owned()));
    assert!(text.is_new() && text.problem().is_some());
}

/// A study of three sentences of a model with so many heads in its layers.
fn begun_with(heads: &[usize], most: usize) -> Study {
    let mut study = Study::default();
    study.begin(&typed("one\n\n  two \nthree\n"), most, Tokens::Words);
    let silenced = vec!["positions".to_owned()];
    assert!(hear(&mut study, LawsSaid::Begun { silenced, heads: heads.to_vec() }));
    study
}

/// Three heads, two in the first layer.
fn begun(most: usize) -> Study {
    begun_with(&[2, 1], most)
}

/// A study with all sentences, and all heads to be measured next.
fn with_sentences(heads: &[usize]) -> Study {
    let mut study = begun_with(heads, 2);
    for _ in 0..2 {
        assert!(matches!(study.next_step(), Some(Next::Ask(LawsAsk::Sentence { .. }))));
        assert!(added(&mut study, true));
    }
    study
}

#[test]
fn sentences_are_run_one_after_another_then_heads_are_measured() {
    let mut study = begun(48);
    assert_eq!(study.doing(), Some(Doing::Sentences(0, 3)));
    for (place, text) in ["one", "two", "three"].into_iter().enumerate() {
        assert_eq!(study.next_step(), sentence(text));
        assert_eq!(study.doing(), Some(Doing::Sentences(place, 3)));
        assert!(added(&mut study, true));
    }
    assert_eq!(study.taken(), 3);
    for (done, place) in [(0, 0), (0, 1), (1, 0)].into_iter().enumerate() {
        assert_eq!(study.next_step(), of_head(place.0, place.1));
        assert_eq!(study.doing(), Some(Doing::Heads(done, 3)));
        assert!(measured(&mut study, head(place.0, place.1, None)));
        // They are shown once all are there.
        assert!(study.heads().is_empty());
    }
    assert_eq!(study.next_step(), MEANS);
    assert_eq!((study.doing(), study.heads().len()), (None, 3));
    // That is the end.
    assert!(!hear(&mut study, LawsSaid::Means(Some(means(&[])))));
    assert_eq!(study.means(), Some(&means(&[])));
}

#[test]
fn a_sentence_is_handed_over_again_with_the_words_that_the_worker_lacked() {
    let mut study = begun(48);
    assert_eq!(study.next_step(), sentence("one"));
    let number = study.number();
    let lacks = || {
        let wanted = vec!["rare.bin".to_owned()];
        Ok(LawsSaid::Added { tokens: 20, is_taken: false, wanted })
    };
    let fetch = Some(Next::Fetch(vec!["rare.bin".to_owned()]));
    assert_eq!(study.answered(number, lacks()), fetch);
    assert_eq!(study.fetched(number, Ok(true)), sentence("one"));
    // The worker has it all, and lacks it all the same: the sentence is passed over.
    assert_eq!(study.answered(number, lacks()), fetch);
    assert_eq!(study.fetched(number, Ok(false)), sentence("two"));
    assert_eq!(study.taken(), 0);
    // What is heard of another study changes nothing; what cannot be had ends this one.
    assert_eq!(study.answered(number + 1, lacks()), None);
    assert_eq!(study.fetched(number + 1, Ok(true)), None);
    assert_eq!(study.fetched(number, Err("no line".to_owned())), None);
    assert_eq!(study.problem().map(String::as_str), Some("no line"));
}

#[test]
fn an_answer_says_what_is_next() {
    let mut study = begun(48);
    assert_eq!(study.next_step(), sentence("one"));
    let added = Ok(LawsSaid::Added { tokens: 20, is_taken: true, wanted: Vec::new() });
    assert_eq!(study.answered(study.number(), added), sentence("two"));
    assert_eq!(study.answered(study.number(), Err("odd".to_owned())), None);
    assert_eq!(study.doing(), None);
}

#[test]
fn a_sentence_is_handed_over_as_a_text_or_with_all_of_its_tokens() {
    let token = |id, special| Token { id, text: String::new(), special };
    let tokens = || vec![token(101, true), token(7, false)];
    let (sentence, special) = (Sentence::Ids(vec![101, 7]), vec![true, false]);
    let between = BETWEEN;
    let whole = LawsAsk::Sentence { sentence, special, between };
    assert_eq!(of_tokens((tokens(), 0)), Some(whole));
    assert_eq!(of_tokens((tokens(), 1)), None);
    let sentence = Sentence::Text("near".to_owned());
    let text = LawsAsk::Sentence { sentence, special: Vec::new(), between };
    assert_eq!(of_words("near".to_owned()), text);
}

#[test]
fn no_more_sentences_are_taken_than_are_wanted() {
    let mut study = begun(2);
    assert_eq!(study.doing(), Some(Doing::Sentences(0, 2)));
    study.ran(true);
    study.ran(true);
    assert_eq!(study.next_step(), of_head(0, 0));
}

#[test]
fn a_sentence_that_is_passed_over_makes_room_for_the_next() {
    let mut study = begun(2);
    study.ran(true);
    study.ran(false);
    assert_eq!(study.next_step(), sentence("three"));
    assert_eq!(study.doing(), Some(Doing::Sentences(1, 2)));
    study.ran(true);
    assert_eq!(study.next_step(), of_head(0, 0));
    assert_eq!(study.taken(), 2);
}

#[test]
fn a_sentence_that_waits_for_its_words_is_run_again() {
    let mut study = begun(48);
    assert_eq!(study.next_step(), sentence("one"));
    assert_eq!(study.next_step(), sentence("one"));
}

#[test]
fn fewer_than_two_sentences_are_too_few() {
    let mut study = begun(48);
    for is_taken in [false, true, false] {
        study.ran(is_taken);
    }
    assert_eq!(study.next_step(), None);
    assert!(study.problem().is_some_and(|why| why.contains("One sentence has 16 to 40 tokens")));
    let mut study = Study::default();
    study.begin(&typed(" \n\n"), 48, Tokens::Words);
    assert_eq!((study.next_step(), study.doing()), (None, None));
    // The next study has nothing to do with it.
    study.begin(&typed("one"), 48, Tokens::Words);
    assert_eq!(study.problem(), None);
}

#[test]
fn a_sentence_is_parted_by_its_tokenizer_and_what_is_too_long_makes_room_for_the_next() {
    let mut study = begun(48);
    study.parts_by(Tokens::Tokenizer);
    let part = |text: &str| Some(Next::Part(text.to_owned()));
    let token = || vec![Token { id: 7, text: String::new(), special: false }];
    let number = study.number();
    assert_eq!(study.next_step(), part("one"));
    assert_eq!(study.parted(number, Ok((token(), 1))), part("two"));
    let whole = of_tokens((token(), 0)).map(Next::Ask);
    assert_eq!(study.parted(number, Ok((token(), 0))), whole);
    // Of another study nothing comes, not even that it failed.
    assert_eq!(study.parted(number + 1, Err("it ended".to_owned())), None);
    assert!(study.doing().is_some());
    assert_eq!(study.parted(number, Err("it ended".to_owned())), None);
    assert_eq!((study.doing(), study.problem()), (None, Some(&"it ended".to_owned())));
}

#[test]
fn a_model_without_heads_is_finished_at_once() {
    assert_eq!(with_sentences(&[]).next_step(), MEANS);
}

#[test]
fn a_study_that_is_stopped_among_heads_keeps_those_that_were_measured() {
    let mut study = with_sentences(&[2, 1]);
    let number = study.number();
    assert_eq!(study.next_step(), of_head(0, 0));
    assert!(measured(&mut study, head(0, 0, None)));
    assert_eq!(study.next_step(), of_head(0, 1));
    assert!(study.stop());
    assert_eq!((study.doing(), study.heads().len(), study.taken()), (None, 1, 2));
    // The head that was being measured is none of it any more.
    assert!(!study.heard(number, Ok(LawsSaid::Head(Box::new(head(0, 1, None))))));
    assert!(!study.heard(number, Err("it ended".to_owned())));
    assert_eq!(study.heads().len(), 1);
}

#[test]
fn a_study_that_is_stopped_among_sentences_leaves_nothing() {
    let mut study = begun(48);
    study.ran(true);
    let number = study.number();
    assert!(!study.stop());
    assert_eq!((study.doing(), study.taken(), study.silenced()), (None, 0, None));
    assert_ne!(study.number(), number);
}

#[test]
fn what_fails_ends_the_study_that_asked_for_it_and_no_other() {
    let why = || "stopped".to_owned();
    let mut study = begun(48);
    let before = study.number();
    study.begin(&typed("one\ntwo"), 48, Tokens::Words);
    study.failed(before, why());
    assert!(!study.heard(before, Err(why())));
    assert_eq!((study.doing(), study.problem()), (Some(Doing::Sentences(0, 2)), None));
    study.failed(study.number(), why());
    assert_eq!((study.doing(), study.problem()), (None, Some(&why())));
    // What is over cannot fail any more.
    study.failed(study.number(), "ended".to_owned());
    assert_eq!(study.problem(), Some(&why()));
    let mut study = begun(48);
    assert!(!study.heard(study.number(), Err(why())));
    assert_eq!((study.doing(), study.problem()), (None, Some(&why())));
}

#[test]
fn a_study_ends_where_the_tokenizer_of_its_sentences_goes() {
    let mut study = begun(2);
    study.parts_by(Tokens::Tokenizer);
    assert!(study.doing().is_some());
    study.parts_by(Tokens::Ids);
    assert!(study.doing().is_none() && study.problem().is_some());
    // Heads are measured without it.
    let mut study = with_sentences(&[2, 1]);
    assert_eq!(study.next_step(), of_head(0, 0));
    study.parts_by(Tokens::Ids);
    assert_eq!(study.doing(), Some(Doing::Heads(0, 3)));
}

#[test]
fn another_study_is_told_from_the_last_one() {
    let mut study = begun(48);
    let number = study.number();
    study.begin(&typed("a\nb"), 48, Tokens::Words);
    assert_ne!(study.number(), number);
    assert_eq!(study.next_step(), sentence("a"));
}

#[test]
fn what_goes_wrong_beside_a_study_is_said_and_leaves_it() {
    let mut study = begun(48);
    study.tell("no file".to_owned());
    assert_eq!(study.problem().map(String::as_str), Some("no file"));
    assert!(study.doing().is_some());
    // What could not be saved is tried again.
    study.save();
    assert_eq!(study.problem(), None);
}

#[test]
fn the_head_that_hangs_most_on_positions_is_looked_at_first() {
    let mut study = Study::default();
    assert_eq!(study.shown(), (0, 0));
    measured(&mut study, head(0, 0, None));
    measured(&mut study, head(0, 1, Some(0.7)));
    measured(&mut study, head(1, 0, Some(0.2)));
    assert_eq!(study.shown(), (0, 1));
    study.choose((1, 0));
    assert_eq!(study.shown(), (1, 0));
    // The next study begins anew.
    study.begin(&typed("a"), 1, Tokens::Words);
    assert_eq!(study.shown(), (0, 0));
}

/// The same head, with the shares that laws explain of it.
fn explained(mut head: HeadReport, laws: &[(&str, f64)]) -> HeadReport {
    let fitted = |&(law, share): &(&str, f64)| Fitted {
        law: law.to_owned(),
        judged: None,
        explained: Some(at(share)),
        fit: 0.0,
        at_bound: false,
        parameters: Vec::new(),
    };
    head.laws = laws.iter().map(fitted).collect();
    head
}

fn at(value: f64) -> Interval {
    Interval { value, low: value - 0.1, high: value + 0.1 }
}

/// All heads together, with the shares that laws explain of them.
fn means(laws: &[(&str, Option<f64>)]) -> Means {
    let of = |&(law, share): &(&str, Option<f64>)| LawMeans {
        law: law.to_owned(),
        judged: at(0.0),
        median: 0.0,
        explained: None,
        explained_of_all: share.map(at),
        over_half: 0,
        best_of: 0,
        fit: 0.0,
    };
    Means {
        heads: 1,
        silenced: at(1.0),
        silenced_median: 1.0,
        silenced_fit: 1.0,
        laws: laws.iter().map(of).collect(),
    }
}

#[test]
fn sentences_are_a_fifth_of_the_way_and_heads_the_rest() {
    let share = |doing: Doing, expected: f64| assert!((doing.share() - expected).abs() < 1e-12);
    share(Doing::Sentences(24, 48), 0.1);
    share(Doing::Heads(0, 12), 0.2);
    share(Doing::Heads(6, 12), 0.6);
    share(Doing::Sentences(0, 0), 0.0);
}

#[test]
fn heads_are_sorted_by_a_figure_with_those_without_it_last() {
    let none = head(0, 0, None);
    let small = explained(head(0, 1, Some(0.2)), &[("free-distance", 0.9), ("free-offset", 0.1)]);
    let large = explained(head(1, 0, Some(0.7)), &[("free-distance", 0.5), ("free-offset", 0.6)]);
    let sorted = |by: Order| {
        let mut heads = vec![large.clone(), none.clone(), small.clone()];
        by.sort(&mut heads);
        heads.iter().map(|head| (head.layer, head.head)).collect::<Vec<_>>()
    };
    assert_eq!(sorted(Order::Place), [(0, 0), (0, 1), (1, 0)]);
    assert_eq!(sorted(Order::Silenced), [(1, 0), (0, 1), (0, 0)]);
    assert_eq!(sorted(Order::Distance), [(0, 1), (1, 0), (0, 0)]);
    assert_eq!(sorted(Order::Offset), [(1, 0), (0, 1), (0, 0)]);
    // None has it: they stand as they stood.
    assert_eq!(sorted(Order::DistanceAware), [(1, 0), (0, 0), (0, 1)]);
}

#[test]
fn direction_matters_where_the_resamples_of_both_tables_are_apart() {
    let of = |offset: f64| {
        let laws = [("free-distance", Some(0.5)), ("free-offset", Some(offset)), DA];
        means(&laws).found().map(|found| found.is_apart)
    };
    // Each is ±0.1.
    assert_eq!(of(0.69), Some(false));
    assert_eq!(of(0.71), Some(true));
    // One sentence has no resamples: its figures are apart by themselves, and show nothing.
    let mut one = means(&[("free-distance", Some(0.5)), ("free-offset", Some(0.9)), DA]);
    for share in one.laws.iter_mut().filter_map(|law| law.explained_of_all.as_mut()) {
        (share.low, share.high) = (share.value, share.value);
    }
    assert_eq!(one.found().map(|found| found.is_apart), Some(false));
}

/// A law of a distance-aware head.
const DA: (&str, Option<f64>) = ("da-relu", Some(0.3));

#[test]
fn of_distance_aware_heads_the_law_that_explains_most_is_named() {
    let laws = [
        ("free-distance", Some(0.5)),
        ("free-offset", Some(0.5)),
        ("da-late", None),
        DA,
        ("da-added", Some(0.1)),
    ];
    let means = means(&laws);
    assert_eq!(means.found().map(|found| found.distance_aware.law.as_str()), Some(DA.0));
}

#[test]
fn nothing_is_found_where_positions_do_nothing() {
    assert!(means(&[("free-distance", None), ("free-offset", Some(0.5)), DA]).found().is_none());
    assert!(means(&[("free-distance", Some(0.5)), ("free-offset", Some(0.5))]).found().is_none());
}

fn share(value: f64) -> Option<Interval> {
    Some(Interval { value, low: value - 0.02, high: value + 0.03 })
}

fn with_law(law: &str, explained: f64, at_bound: bool) -> Fitted {
    Fitted {
        law: law.to_owned(),
        parameters: vec![0.5, -2.0],
        at_bound,
        fit: 0.0,
        judged: None,
        explained: share(explained),
    }
}

#[test]
fn a_study_says_how_far_it_is_then_what_was_silenced() {
    assert_eq!(Study::default().says(), "");
    let mut study = begun(48);
    study.ran(true);
    let _ = study.next_step();
    assert_eq!(study.says(), "Running sentences: 1 of 3.");
    let mut study = with_sentences(&[2, 2]);
    for place in [(0, 0), (0, 1)] {
        measured(&mut study, head(place.0, place.1, None));
    }
    let _ = study.next_step();
    assert_eq!(study.says(), "Fitting laws: 2 of 4 heads.");
    assert!(study.stop());
    assert_eq!(study.says(), "Silenced: positions.");
    hear(&mut study, LawsSaid::Begun { silenced: Vec::new(), heads: Vec::new() });
    assert!(study.says().contains("nothing is silenced"));
}

#[test]
fn the_rows_of_a_head_have_a_cell_for_each_column() {
    let none = head(1, 2, None).cells();
    assert_eq!(none.len(), COLUMNS.len());
    assert_eq!(none.map(|cell| cell), ["Layer 2, head 3", "–", "–", "–", "", "–", ""]);
    let mut some = head(0, 0, Some(0.125));
    some.laws = vec![with_law("alibi", 0.41, false), with_law("da-relu", 0.3, true)];
    some.best = Some("alibi".to_owned());
    some.distance_aware = Some(AsDistanceAware {
        law: "da-relu".to_owned(),
        w: -1.5,
        v: 2.0,
        temperature: 1.0,
        explained: share(0.3),
    });
    let cells = some.cells();
    assert_eq!(cells[1], "0.125 [0.125, 0.125]");
    assert!(cells[4].ends_with(" 41 %"), "{}", cells[4]);
    assert_eq!(cells[5], "30 % [28, 33]");
    assert_eq!(cells[6], "\u{2212}1.5, 2 (at the edge of the search range)");
}

#[test]
fn a_law_is_told_with_its_numbers_unless_they_are_many() {
    let [label, explained, numbers] = with_law("alibi", 0.5, false).cells();
    assert!(!label.is_empty());
    assert_eq!(explained, "50 % [48, 53]");
    assert!(numbers.starts_with("β 0.5, "), "{numbers}");
    let many = Fitted { parameters: vec![0.0; 40], ..with_law("free-distance", 0.5, true) };
    assert_eq!(many.cells()[2], "40 parameters (at the edge of the search range)");
}

#[test]
fn heads_are_dots_by_what_laws_explain_and_as_large_as_positions_matter() {
    let of = |place, silenced, distance, offset| {
        let mut report = head(0, place, silenced);
        report.laws = vec![
            with_law("free-distance", distance, false),
            with_law("free-offset", offset, false),
        ];
        report
    };
    // A law that is worse than none stays in the picture; of the last head nothing is explained.
    let heads = [of(0, Some(4.0), 1.0, 1.0), of(1, Some(1.0), -9.0, -0.25), head(0, 2, Some(1.0))];
    let drawing = dots(&heads);
    let all: Vec<_> = drawing.heads().map(|(place, _, radius, _)| (place, radius)).collect();
    assert_eq!(all, [((0, 0), 8.0), ((0, 1), 5.0)]);
    // From corner to corner of what is drawn in, where both shares are the same.
    let places: Vec<_> = drawing.heads().map(|(_, at, ..)| at).collect();
    let corners = Shape::Line("diagonal", [places[1], places[0]]);
    assert!(drawing.shapes.contains(&corners), "{drawing:?}");
    // Where nothing is silenced all are small.
    let small = dots(&[of(0, None, 0.5, 0.5)]);
    assert_eq!(small.heads().map(|head| head.2).collect::<Vec<_>>(), [2.0]);
    // What stands at a line is its share.
    let zero = drawing.texts("y").find(|(_, says)| *says == "0 %").expect("a label").0.1;
    let line = |shape: &&Shape| matches!(shape, Shape::Line("zero", [(_, y), (_, to)]) if y == to);
    let Some(Shape::Line(_, [(_, y), _])) = drawing.shapes.iter().find(line) else { panic!("0") };
    assert_eq!(*y, zero);
}

#[test]
fn a_head_is_drawn_by_offset_within_its_interval() {
    let mut report = head(0, 0, None);
    report.profile.from = -1;
    report.profile.attention = vec![Some(at(0.5)), None, Some(at(0.25))];
    let [low, high, value] = <[Series; 3]>::try_from(report.by_offset()).expect("three lines");
    assert_eq!(value.points, [(-1.0, 0.5), (1.0, 0.25)]);
    assert_eq!((low.at(-1.0), high.at(-1.0)), (Some(0.4), Some(0.6)));
    assert_eq!([low.faint, high.faint, value.faint], [true, true, false]);
}

#[test]
fn heads_as_distance_aware_ones_stand_by_a_number_those_that_hardly_are_faint() {
    let of = |w: f64, explained: f64| {
        let da = AsDistanceAware {
            law: String::new(),
            w,
            v: -w,
            temperature: 1.0,
            explained: share(explained),
        };
        let mut report = head(0, 0, None);
        report.distance_aware = Some(da);
        report
    };
    let heads = [of(2.0, 0.9), of(-1.0, 0.05), head(0, 2, None)];
    let by_w = in_order("w", &heads, |da| da.w);
    let bars: Vec<_> = by_w.bars().collect();
    let said: Vec<_> = bars.iter().map(|&(class, _, says)| (class, says)).collect();
    assert_eq!(said, [(Some("faint"), "\u{2212}1"), (None, "2")]);
    let ends: Vec<&str> = by_w.texts("y").map(|text| text.1).collect();
    assert_eq!(ends, ["2", "w", "\u{2212}2"]);
    // The first hangs below the line in the middle, the other stands on it, as high as there is room.
    let middle = by_w.view[3] / 2.0;
    let [[x, y, width, height], [next, top, _, tall]] = [bars[0].1, bars[1].1];
    assert_eq!((y, height, tall, top + tall), (middle, 26.0, 52.0, middle));
    assert!(x + width < next);
    let by_v = in_order("v", &heads, |da| da.v);
    assert_eq!(by_v.bars().map(|bar| bar.2).collect::<Vec<_>>(), ["\u{2212}2", "1"]);
    assert_eq!(in_order("w", &[], |da| da.w).bars().count(), 0);
}

#[test]
fn the_column_by_which_heads_stand_says_so() {
    let sorted = |of: Order| of.sorted(Order::Silenced);
    assert_eq!([sorted(Order::Silenced), sorted(Order::Place)], ["descending", "none"]);
    assert_eq!(Order::Place.sorted(Order::Place), "ascending");
}

#[test]
fn what_was_found_is_said_with_the_sentences_that_it_was_judged_on() {
    let laws = [("free-distance", Some(0.3)), ("free-offset", Some(0.7)), ("da-relu", Some(0.4))];
    let found = means(&laws);
    let (says, direction) = found.said(9).expect("something");
    let says = says.plain();
    assert!(says.contains("Over 1 head and") && says.contains("(4)"), "{says}");
    assert!(says.contains("30 % [20, 40]") && says.contains("70 % [60, 80]"), "{says}");
    assert!(says.contains("(DA) explains 40 %"), "{says}");
    assert!(direction.contains("direction matters"));
    assert_eq!(means(&[]).said(9), None);
    // The model without positions, then each law.
    let rows = found.rows();
    assert_eq!(rows.len(), 4);
    assert_eq!(rows[0].each_ref().map(String::as_str)[1..], ["1.000 [0.900, 1.100]", "", ""]);
    assert_eq!(rows[3].each_ref().map(String::as_str)[2..], ["40 % [30, 50]", "0"]);
}
