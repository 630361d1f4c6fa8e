//! A run as the room shows it, and the tokenizer that parts its sentence.

use std::sync::Arc;

use nearfar::attention::Mapping;
use nearfar::picture::palette::Palette;
use nearfar::picture::scale::Scale;
use nearfar_inspect::link::Place;
use nearfar_inspect::protocol::forward::{HeadLine, Ran, Rescaled, THUMBNAIL, Which};
use nearfar_inspect::room::heads::Measure;
use nearfar_inspect::room::pass::{Given, Tokens};
use nearfar_inspect::room::run::{Run, own_text, weights_text};

fn line(distance: f64) -> HeadLine {
    HeadLine { distance: Some(distance), ..HeadLine::default() }
}

fn thumbnails(heads: usize, value: f32) -> Vec<f32> {
    (0..heads * THUMBNAIL * THUMBNAIL).map(|cell| value + cell as f32).collect()
}

/// Three heads in two layers over two tokens, the second of them unknown.
fn run(is_masked: bool) -> Run {
    let ran = Ran {
        count: 2,
        tokens: vec!["a".to_owned(), "b".to_owned()],
        known: vec![true, false],
        heads: vec![vec![line(1.0)], vec![line(2.0), line(3.0)]],
        own: vec![vec![(0.5, 1.0)]],
        ms: 1.0,
        ..Ran::default()
    };
    Run::new(ran, Vec::new(), thumbnails(3, 0.0), is_masked)
}

fn rescaled() -> Rescaled {
    let heads = vec![vec![line(1.5)], vec![line(2.5), line(3.5)]];
    Rescaled { heads, cosines: vec![1.0, 0.5], ms: 2.0 }
}

#[test]
fn where_nothing_was_run_nothing_is_shown() {
    let none = Run::default();
    assert!(!none.is_there());
    assert_eq!((none.line((0, 0)), none.own((0, 0)), none.cosines()), (None, None, None));
    assert_eq!((none.says(), none.timing(), none.shape()), Default::default());
    assert_eq!(none.thumbnail((0, 0)), [0.0; 0]);
    assert_eq!(none.measured_on("a", Tokens::Words), None);
}

#[test]
fn what_is_laid_over_the_heads_is_shown_until_it_is_taken_away() {
    let mut run = run(false);
    let at = |run: &Run, place: Place| run.line(place).and_then(|line| line.distance);
    assert_eq!(at(&run, (1, 1)), Some(3.0));
    run.lay(rescaled(), thumbnails(3, 0.5));
    assert_eq!(at(&run, (1, 1)), Some(3.5));
    assert_eq!(run.thumbnail((1, 0))[0], (THUMBNAIL * THUMBNAIL) as f32 + 0.5);
    assert!(run.timing().contains("2 ms"));
    let small = |run: &Run, place| run.small(place, Scale::COEFFICIENTS, Palette::Cividis);
    assert_eq!(small(&run, (1, 0)).map(|drawn| drawn.shape), Some([THUMBNAIL; 2]));
    assert_eq!(small(&run, (2, 0)), None);
    run.take_away();
    assert_eq!(at(&run, (1, 1)), Some(3.0));
    assert_eq!(run.thumbnail((1, 1))[0], (2 * THUMBNAIL * THUMBNAIL) as f32);
    assert_eq!((run.over(), run.timing()), (None, String::new()));
}

#[test]
fn each_token_is_told_with_how_far_it_turned() {
    let mut run = run(false);
    run.lay(rescaled(), Vec::new());
    let of = |label: &str, cosine: &str, turned| (label.to_owned(), cosine.to_owned(), turned);
    assert_eq!(run.cosines(), Some(vec![of("a", "1", 0.0), of("(b)", "0.5", 1.0)]));
}

#[test]
fn tokens_are_called_as_they_were_given_else_as_the_model_has_them() {
    assert_eq!(run(false).labels(), ["a", "(b)"]);
    let named = Run::new(Ran::default(), vec!["#1".to_owned()], Vec::new(), false);
    assert_eq!(named.labels(), ["#1"]);
}

#[test]
fn a_run_says_whether_the_pages_mask_was_laid_over_it() {
    assert_eq!(run(false).says(), "2 tokens through 2 layers in 1 ms.");
    assert!(run(true).says().ends_with("with the page’s causal mask."));
}

#[test]
fn what_was_measured_names_its_sentence_and_what_the_model_does_not_know() {
    let says = run(false).measured_on(" a b ", Tokens::Words);
    assert_eq!(says.as_deref(), Some("Measured on “a b”; unknown to the model: 1 of 2 tokens."));
    let says = run(false).measured_on("1 2", Tokens::Ids);
    assert_eq!(says.as_deref(), Some("Measured on “1 2”."));
    let says = run(true).measured_on("1 2", Tokens::Ids);
    assert_eq!(says.as_deref(), Some("Measured on “1 2”. Measured with the page’s causal mask."));
    let by = run(false).measured(Measure::Distance);
    assert_eq!(by, [vec![Some(1.0)], vec![Some(2.0), Some(3.0)]]);
    assert_eq!(run(false).measured(Measure::Entropy)[0], [None]);
}

#[test]
fn where_nothing_is_measured_it_is_said_why() {
    let none = Run::default();
    let why = Some("no heads".to_owned());
    assert!(none.why_not_measured(why.clone()).contains("no heads"));
    assert!(run(false).why_not_measured(why).contains("no heads"));
    // It is on its way.
    assert!(!none.why_not_measured(None).is_empty());
    assert_eq!(run(false).why_not_measured(None), "");
}

#[test]
fn weights_are_drawn_where_they_are_of_this_sentence() {
    let weights = Arc::new(vec![1.0, 0.0, 0.5, 0.5]);
    let draw =
        |run: &Run, which, is_causal| run.drawn(which, &weights, is_causal, Palette::Cividis);
    let drawn = draw(&run(false), Which::Before, false).expect("a picture");
    assert_eq!((drawn.palette, drawn.is_shown((0, 1))), (Palette::Cividis, true));
    // The model's own mask, and the page's.
    for (run, is_causal) in [(run(false), true), (run(true), false)] {
        assert!(!draw(&run, Which::After, is_causal).expect("a picture").is_shown((0, 1)));
    }
    let drawn = draw(&run(false), Which::Difference, false).expect("a picture");
    assert_eq!(drawn.palette, Palette::Difference);
    let of_another = Arc::new(vec![1.0; 9]);
    assert_eq!(run(false).drawn(Which::Before, &of_another, false, Palette::Cividis), None);
}

#[test]
fn a_cell_says_which_weight_it_is() {
    let says = Which::ALL.map(|which| which.of_cell("a → b", 0.25));
    assert_eq!(says[0], "a → b, weight: 0.25");
    assert_eq!(says[1], "a → b, weight, rescaled: 0.25");
    assert_eq!(says[2], "a → b, after − before: 0.25");
}

#[test]
fn a_head_is_told_by_its_layer_and_by_what_it_was_trained_with() {
    let says = weights_text((1, 2), Some("a → b, weight: 0.25".to_owned()));
    assert!(says.contains('2') && says.contains('3') && says.ends_with("0.25"), "{says}");
    let own = Some((-0.5, 1.0));
    assert_eq!(own_text(own, None), "As trained: w = \u{2212}0.5, v = 1.");
    assert_eq!(own_text(own, Some(Mapping::LearnableSigmoid)), own_text(own, None));
    assert_eq!(own_text(own, Some(Mapping::Sigmoid)), "As trained: w = \u{2212}0.5.");
    assert!(own_text(None, None).contains("without w and v"));
}

#[test]
fn a_tokenizer_says_what_it_is_and_what_was_assumed() {
    let of = |notes: &[&str], words| {
        let notes = notes.iter().map(|&note| note.to_owned()).collect();
        Given::new("vocab.txt", "WordPiece", 100, notes, words, true)
    };
    let says = |given: Given| given.says;
    assert_eq!(of(&[], 100).map(says).as_deref(), Ok("WordPiece, 100 vocabulary entries"));
    let noted = of(&["lower case"], 104).map(says).expect("it fits");
    assert!(noted.starts_with("WordPiece, 100 vocabulary entries; lower case; "), "{noted}");
    assert!(of(&[], 20_000).is_err());
}
