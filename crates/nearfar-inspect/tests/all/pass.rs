//! A sentence through the model as the room has it: tokens, what a link looks at, requests to lay w and v over heads.

use nearfar::Method;
use nearfar::attention::{Adjustment, Mapping};
use nearfar::settings::{Value, method_text};
use nearfar_inspect::link::{Looked, Named};
use nearfar_inspect::protocol::forward::{HeadLine, Ran, Rescaled};
use nearfar_inspect::protocol::tokens::TokenAnswer;
use nearfar_inspect::recognise::recognise;
use nearfar_inspect::report::{Family, Obstacle, Report};
use nearfar_inspect::room::pass::{
    Given, Going, Laid, Lay, Laying, Looks, Parts, Seen, Tokens, beginning, labels_of_ids,
    read_ids, thumbnail,
};

use crate::recognise::sample;

/// Mapping and adjustment of no default.
const OTHER: Method =
    Method::DistanceAware { mapping: Mapping::Sigmoid, adjustment: Adjustment::LateMultiply };

/// A model of two layers of four heads.
fn report(method: &str) -> Report {
    let mut report = recognise(&sample("da_tiny.npz"));
    report.layers.iter_mut().for_each(|layer| layer.heads = 4);
    report.method.value = Some(method.to_owned());
    report.obstacles = Vec::new();
    report
}

fn own(name: &str) -> Named {
    Named::Own(name.to_owned())
}

/// A run of layers with so many heads each.
fn ran(heads: &[usize]) -> Ran {
    let heads = heads.iter().map(|&heads| vec![HeadLine::default(); heads]);
    Ran { heads: heads.collect(), ..Ran::default() }
}

fn strings(texts: &[&str]) -> Vec<String> {
    texts.iter().map(|&text| text.to_owned()).collect()
}

fn at(layer: usize, head: usize) -> Looked {
    Looked { place: Some((layer, head)), ..Looked::default() }
}

#[test]
fn tokens_come_from_words_a_tokenizer_or_numbers() {
    assert_eq!(Tokens::of(Some(Family::Nearfar), true), Tokens::Words);
    assert_eq!(Tokens::of(Some(Family::Bert), true), Tokens::Tokenizer);
    assert_eq!(Tokens::of(Some(Family::Bert), false), Tokens::Ids);
    assert_eq!(Tokens::of(None, true), Tokens::Tokenizer);
    assert_eq!(Tokens::of(None, false), Tokens::Ids);
}

#[test]
fn what_a_tokenizer_does_not_know_is_counted_by_its_mark() {
    let labels = strings(&["a", "[UNK]", "<unk>", "[UNK]s"]);
    assert_eq!(Tokens::Tokenizer.unknown(&labels, None), 2);
    assert_eq!(Tokens::Ids.unknown(&labels, None), 0);
}

#[test]
fn words_without_a_vector_are_counted_and_stand_in_parentheses() {
    let tokens = strings(&["a", "frump", "cat"]);
    let ran = Ran { tokens, known: vec![true, false, true], ..Ran::default() };
    assert_eq!(Tokens::Words.unknown(&[], Some(&ran)), 1);
    assert_eq!(Tokens::Words.unknown(&[], None), 0);
    assert_eq!(ran.labels(), ["a", "(frump)", "cat"]);
}

#[test]
fn numbers_of_tokens_are_shown_with_a_mark() {
    assert_eq!(labels_of_ids(&[101, 7]), ["#101", "#7"]);
}

#[test]
fn numbers_that_are_typed_are_read_or_said_to_be_none() {
    assert_eq!(read_ids("#101, 7", 8), Ok(vec![101, 7]));
    let why = |text| read_ids(text, 1).expect_err("none");
    assert!(why("1 cat").contains("cat") && why("1 2").contains('2'), "{}", why("1 2"));
    assert!(!why("").is_empty());
}

#[test]
fn the_field_and_the_line_under_it_say_where_tokens_come_from() {
    let given = Given { name: "vocab.txt".to_owned(), says: "WordPiece".to_owned() };
    let says = |tokens: Tokens| tokens.says(Some(&given));
    assert!(says(Tokens::Tokenizer).contains("vocab.txt"));
    assert!(says(Tokens::Tokenizer).contains("WordPiece"));
    assert!(says(Tokens::Ids).contains("No tokenizer was given"));
    assert_ne!(says(Tokens::Words), says(Tokens::Ids));
    // It is being read.
    assert_eq!(Tokens::Tokenizer.says(None), "");
    assert_eq!(Tokens::Words.field_label(9), Tokens::Tokenizer.field_label(9));
    assert_ne!(Tokens::Words.field_label(9), Tokens::Ids.field_label(9));
    assert!(Tokens::Ids.field_label(77).contains("77"));
    assert!(Tokens::Words.field_label(131_072).contains("131\u{202f}072"));
}

#[test]
fn a_tokenizer_answers_what_it_was_asked_or_that_is_odd() {
    let loaded = || TokenAnswer::Loaded { kind: "BPE".to_owned(), words: 9, notes: Vec::new() };
    let encoded = || TokenAnswer::Encoded { text: "a".to_owned(), tokens: Vec::new(), cut: 2 };
    let failed = || TokenAnswer::Failed { message: "no text".to_owned() };
    assert_eq!(loaded().loaded(), Ok(("BPE".to_owned(), 9, Vec::new())));
    assert_eq!(encoded().parted(), Ok((Vec::new(), 2)));
    assert_eq!(failed().parted().expect_err("why"), "no text");
    assert_eq!(failed().loaded().expect_err("why"), "no text");
    assert_eq!(loaded().parted().expect_err("odd"), encoded().loaded().expect_err("odd"));
}

#[test]
fn a_tokenizer_is_used_where_it_fits_the_model() {
    let loaded = |words| TokenAnswer::Loaded { kind: "BPE".to_owned(), words, notes: Vec::new() };
    let given = Given::read("t.json", loaded(9), 9, false).expect("as many as the model has");
    assert_eq!(given.name, "t.json");
    assert!(given.says.contains("BPE"), "{}", given.says);
    let why = Given::read("t.json", loaded(9), 8, true).expect_err("a row is missing");
    assert!(why.file.as_deref() == Some("t.json") && why.message.contains('9'), "{why:?}");
    let failed = TokenAnswer::Failed { message: "no tokenizer".to_owned() };
    let why = Given::read("t.json", failed, 9, true).expect_err("why");
    assert_eq!((why.file.as_deref(), why.message.as_str()), (Some("t.json"), "no tokenizer"));
}

/// A tokenizer that was read is still used for the next sentence: this one alone has no run.
#[test]
fn a_sentence_that_cannot_be_parted_is_said_until_the_next_one_runs() {
    let given = Given { name: "t.json".to_owned(), says: "BPE".to_owned() };
    let mut going = Going::default();
    going.begin();
    going.over(Some(given.cannot_part("no text")));
    assert_eq!(going.problem.as_deref(), Some("t.json: no text."));
    going.begin();
    going.over(None);
    assert_eq!(going.problem, None);
}

#[test]
fn a_sentence_goes_on_until_its_last_answer() {
    let mut going = Going::default();
    let first = going.begin();
    let second = going.begin();
    assert!(first != second && going.number() == second && going.busy.is_some());
    going.over(None);
    assert_eq!((going.busy.clone(), going.problem.clone()), (None, None));
    // What is refused before it is sent ends what is on its way: its answer would be of another sentence.
    let third = going.begin();
    going.over(Some("no number".to_owned()));
    assert_eq!(going.problem.as_deref(), Some("no number"));
    assert!(going.busy.is_none() && going.number() != third);
    // The next one leaves that said until it is run.
    going.begin();
    assert!(going.problem.is_some() && going.busy.is_some());
}

#[test]
fn a_sentence_says_how_many_of_its_tokens_were_cut() {
    let mut going = Going::default();
    going.parted(128, 3);
    assert!(going.remark.contains('3'), "{}", going.remark);
    going.parted(5, 0);
    assert_eq!(going.remark, "");
}

#[test]
fn the_part_that_every_text_needs_is_fetched_first_and_once() {
    let (known, wanted) = (strings(&["frequent.bin", "b.bin"]), strings(&["b.bin", "c.bin"]));
    let mut parts = Parts::default();
    assert_eq!(parts.lacking(&[]), ["frequent.bin"]);
    assert_eq!(parts.lacking(&wanted), ["frequent.bin", "b.bin", "c.bin"]);
    parts.fetch(&known);
    assert_eq!(parts.lacking(&wanted), ["c.bin"]);
    assert_eq!(parts.lacking(&[]), Vec::<String>::new());
}

#[test]
fn parts_that_did_not_come_are_fetched_again() {
    let mut parts = Parts::default();
    let first = parts.lacking(&[]);
    parts.fetch(&first);
    assert_eq!(parts.lacking(&strings(&["b.bin"])), ["b.bin"]);
    parts.lost(&first);
    assert_eq!(parts.lacking(&strings(&["b.bin"])), ["frequent.bin", "b.bin"]);
}

#[test]
fn a_long_sentence_is_named_by_sixty_letters() {
    assert_eq!(beginning("A short one."), "A short one.");
    assert_eq!(beginning(&"é".repeat(60)), "é".repeat(60));
    assert_eq!(beginning(&format!("{}  end", "é".repeat(58))), format!("{}…", "é".repeat(58)));
}

#[test]
fn a_thumbnail_is_the_heads_own_or_nothing() {
    // 24 · 24 = 576 pixels each.
    let all: Vec<f32> = (0..2 * 576).map(|pixel| pixel as f32).collect();
    let second = thumbnail(&all, 1).expect("two heads");
    assert_eq!((second.len(), second.first(), second.last()), (576, Some(&576.0), Some(&1151.0)));
    assert_eq!(thumbnail(&all, 2), None);
}

#[test]
fn heads_of_all_layers_stand_one_after_the_other() {
    let ran = ran(&[2, 4, 3]);
    assert_eq!([0, 1, 2].map(|layer| ran.first_of(layer)), [0, 2, 6]);
    assert_eq!(Ran::default().first_of(1), 0);
}

/// A model of a method of no default, recognised.
fn sigmoid() -> Report {
    report("da:sigmoid:late-multiply")
}

/// The same before its configuration has come.
fn not_yet() -> Report {
    Report { obstacles: vec![Obstacle { why: "no heads".to_owned(), question: None }], ..sigmoid() }
}

#[test]
fn a_model_begins_with_its_own_mapping_and_nothing_laid_over() {
    let mut looks = Looks::default();
    assert!(!looks.begin(Some(&sigmoid()), &own("m")));
    assert_eq!(looks.seen, Seen { place: (0, 0), laid: Laid::new(), method: OTHER });
    // The next one has vanilla attention: as over nothing.
    looks.begin(Some(&report("vanilla")), &own("n"));
    assert_eq!(looks, Looks::default());
}

#[test]
fn the_head_that_stands_first_is_shown_unless_one_was_chosen() {
    let first = |shown, is_chosen| {
        let mut looks = Looks::default();
        looks.seen.place = shown;
        looks.stands_first(3, is_chosen);
        looks.seen.place
    };
    assert_eq!(first((0, 0), false), (0, 3));
    assert_eq!(first((0, 0), true), (0, 0));
    // Another was pressed before the answer came.
    assert_eq!(first((1, 2), false), (1, 2));
}

#[test]
fn a_link_to_the_open_file_is_looked_at_at_once() {
    let mut looks = Looks::default();
    looks.begin(Some(&sigmoid()), &own("m"));
    looks.stands_first(3, false);
    looks.look(own("m"), at(1, 2), Some(&sigmoid()));
    assert_eq!((looks.seen.place, looks.seen.method), ((1, 2), OTHER));
    // What it does not say is as it is at first.
    looks.look(own("m"), Looked::default(), Some(&sigmoid()));
    assert_eq!(looks.seen.place, (0, 3));
}

#[test]
fn a_link_to_another_file_waits_until_that_is_open() {
    let mut looks = Looks::default();
    looks.look(own("m"), at(1, 2), None);
    assert_eq!(looks.seen.place, (0, 0));
    assert!(looks.begin(Some(&sigmoid()), &own("m")));
    assert_eq!(looks.seen.place, (1, 2));
    // Once.
    assert!(!looks.begin(Some(&sigmoid()), &own("m")));
    assert_eq!(looks.seen.place, (0, 0));
}

#[test]
fn a_link_without_a_head_chooses_none() {
    let mut looks = Looks::default();
    let laid = Laid::from([((0, 1), (1.0, 2.0))]);
    looks.look(own("m"), Looked { laid: laid.clone(), ..Looked::default() }, None);
    assert!(!looks.begin(Some(&sigmoid()), &own("m")));
    assert_eq!(looks.seen.laid, laid);
}

#[test]
fn another_file_forgets_what_a_link_looked_at() {
    let mut looks = Looks::default();
    looks.look(own("m"), at(1, 2), None);
    assert!(!looks.begin(Some(&sigmoid()), &own("n")));
    assert!(!looks.begin(Some(&sigmoid()), &own("m")));
}

#[test]
fn what_cannot_be_run_yet_is_looked_at_again_with_its_configuration() {
    let mut looks = Looks::default();
    looks.look(own("m"), at(1, 2), None);
    assert!(looks.begin(Some(&not_yet()), &own("m")));
    // The configuration came: it is recognised anew.
    assert!(looks.begin(Some(&sigmoid()), &own("m")));
    assert_eq!(looks.seen.place, (1, 2));
    assert!(!looks.begin(Some(&sigmoid()), &own("m")));
}

#[test]
fn a_link_to_the_open_file_forgets_one_that_waited() {
    let mut looks = Looks::default();
    looks.look(own("n"), at(1, 2), None);
    looks.look(own("m"), at(0, 1), Some(&sigmoid()));
    assert!(!looks.begin(Some(&sigmoid()), &own("n")));
}

#[test]
fn a_link_says_only_what_is_not_so_at_first() {
    let mut looks = Looks::default();
    looks.begin(Some(&sigmoid()), &own("m"));
    looks.stands_first(3, false);
    assert_eq!(looks.looked(&own("m")), Looked::default());
    let laid = Laid::from([((0, 0), (1.0, 0.5))]);
    looks.seen = Seen { place: (0, 0), laid: laid.clone(), method: Method::DISTANCE_AWARE };
    let method = Some(Method::DISTANCE_AWARE);
    assert_eq!(looks.looked(&own("m")), Looked { place: Some((0, 0)), laid, method });
}

#[test]
fn a_link_keeps_what_it_said_of_a_file_that_cannot_be_run_yet() {
    let mut looks = Looks::default();
    let said = Looked { method: Some(OTHER), ..at(1, 2) };
    looks.look(own("m"), said.clone(), None);
    assert_eq!(looks.looked(&own("n")), Looked::default());
    // Only the head is what is shown now.
    looks.seen.place = (1, 1);
    assert_eq!(looks.looked(&own("m")), Looked { place: Some((1, 1)), ..said });
}

#[test]
fn heads_that_the_model_has_not_are_neither_shown_nor_laid_over_and_are_named() {
    let laid = Laid::from([((1, 3), (1.0, 1.0)), ((1, 4), (1.0, 1.0)), ((2, 0), (1.0, 1.0))]);
    let within = Laid::from([((1, 3), (1.0, 1.0))]);
    for place in [(1, 4), (2, 0), (98, 98)] {
        let mut looks = Looks::default();
        let looked = Looked { place: Some(place), laid: laid.clone(), method: None };
        looks.look(own("m"), looked, None);
        assert!(!looks.begin(Some(&sigmoid()), &own("m")), "{place:?}");
        assert_eq!((looks.seen.place, &looks.seen.laid), ((0, 0), &within));
        let [head, moves] = looks.left() else { panic!("{:?}", looks.left()) };
        let named = format!("layer {}, head {},", place.0 + 1, place.1 + 1);
        assert!(head.contains(&named) && moves.contains("w and v"), "{head} {moves}");
        // The one that stands first takes its place.
        looks.stands_first(3, false);
        assert_eq!(looks.seen.place, (0, 3));
        // Another link, or another file.
        looks.look(own("m"), at(1, 3), Some(&sigmoid()));
        assert_eq!((looks.seen.place, looks.left()), ((1, 3), &[][..]));
    }
}

#[test]
fn heads_are_those_of_layers_as_they_are_run() {
    let mut report = sigmoid();
    assert_eq!(report.heads_seen(), Some(vec![4, 4]));
    // As ALBERT runs its layers.
    report.order.value = vec![1, 1, 0];
    report.layers[1].heads = 2;
    assert_eq!(report.heads_seen(), Some(vec![2, 2, 4]));
    report.obstacles = not_yet().obstacles;
    assert_eq!(report.heads_seen(), Some(vec![4, 2]));
    // Until somebody says how many there are, any head may be one.
    report.layers.iter_mut().for_each(|layer| layer.heads = 0);
    assert_eq!(report.heads_seen(), None);
    let mut looks = Looks::default();
    looks.look(own("m"), at(1, 7), Some(&report));
    assert_eq!((looks.seen.place, looks.left()), ((1, 7), &[][..]));
}

#[test]
fn nothing_is_laid_over_heads_before_a_run() {
    assert_eq!(Laying::default().moved(false, true), Lay::Nothing);
}

#[test]
fn one_request_at_a_time_and_what_moved_meanwhile_is_the_next() {
    let mut laying = Laying::default();
    assert_eq!(laying.moved(true, true), Lay::Ask);
    assert_eq!(laying.moved(true, true), Lay::Nothing);
    assert_eq!(laying.moved(true, true), Lay::Nothing);
    // However often it moved, it is asked for once.
    assert!(laying.answered(true));
    assert_eq!(laying.moved(true, true), Lay::Ask);
    assert!(!laying.answered(true));
}

#[test]
fn what_is_restored_is_taken_away_at_once_and_once_more_after_a_late_answer() {
    let mut laying = Laying::default();
    assert_eq!(laying.moved(true, true), Lay::Ask);
    assert_eq!(laying.moved(true, false), Lay::TakeAway);
    // The answer that was on its way has laid it over again.
    assert!(laying.answered(false));
    assert_eq!(laying.moved(true, false), Lay::TakeAway);
}

#[test]
fn the_lab_is_told_of_the_shown_layer_and_of_those_elsewhere() {
    let laid = Laid::from([((0, 1), (0.5, 1.0)), ((1, 0), (-1.0, 0.25)), ((1, 2), (3.0, 0.0))]);
    let seen = Seen { place: (1, 0), laid, method: OTHER };
    let text = |text: &str| Value::Text(text.to_owned());
    let expected = [
        ("a", text(&method_text(OTHER))),
        ("w", text("1:-1,3:3")),
        ("v", text("1:0.25,3:0")),
        ("elsewhere", Value::Texts(strings(&["1.2:0.5:1"]))),
    ];
    assert_eq!(seen.for_lab(), expected);
    let rescale = seen.rescale();
    assert_eq!(rescale.method, method_text(OTHER));
    let heads = rescale.heads.iter().map(|of| (of.layer, of.head, of.w, of.v));
    assert_eq!(heads.collect::<Vec<_>>(), [(0, 1, 0.5, 1.0), (1, 0, -1.0, 0.25), (1, 2, 3.0, 0.0)]);
    assert_eq!(Seen { laid: Laid::new(), ..seen }.for_lab(), []);
}

#[test]
fn a_bar_is_as_wide_as_its_token_turned_beside_the_farthest() {
    let turned =
        |cosines: &[f64]| Rescaled { cosines: cosines.to_vec(), ..Rescaled::default() }.turned();
    assert_eq!(turned(&[1.0, 0.5, 0.75]), [0.0, 1.0, 0.5]);
    // Where none turned there is no bar.
    assert_eq!(turned(&[1.0, 1.0]), [0.0, 0.0]);
    // Nor where every cosine is printed as 1.
    assert_eq!(turned(&[0.999_996, 1.0]), [0.0, 0.0]);
    assert_eq!(turned(&[0.999_99, 1.0]), [1.0, 0.0]);
}

#[test]
fn even_heads_are_named_by_their_layers() {
    let mut ran = ran(&[2, 1, 3]);
    ran.heads[0][1].is_even = true;
    ran.heads[2][0].is_even = true;
    ran.heads[2][2].is_even = true;
    assert_eq!((ran.shape(), ran.even()), (vec![2, 1, 3], vec![(0, vec![1]), (2, vec![0, 2])]));
}
