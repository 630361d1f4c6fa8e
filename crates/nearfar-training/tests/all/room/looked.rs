//! The sentence that the room looks at, and the head that it shows.

use std::sync::Arc;

use nearfar::picture::Drawn;
use nearfar::picture::palette::Palette;
use nearfar::picture::scale::Scale;
use nearfar_training::data::Generated;
use nearfar_training::protocol::{Each, Learned, Looked, Report, Task, Worth};
use nearfar_training::room::Shown;
use nearfar_training::room::looked::{
    about, answers, drawn, examples, head_of_report, labels, left_out, strongest, suggested, tags,
    weight_at,
};

fn strings(words: &[&str]) -> Vec<String> {
    words.iter().map(|&word| word.to_owned()).collect()
}

fn worth(mean: f32, low: f32) -> Worth {
    Worth { mean, low, high: 2.0 * mean - low }
}

#[test]
fn a_generated_task_brings_its_own_sentence() {
    let examples = [(strings(&["made up from the seed"]), "positive".to_owned())];
    let [first, second] = suggested(Task::Generated(Generated::Near), &examples);
    assert_eq!(first, "the film not dull here today the story turns charming");
    assert_eq!(second, "");
}

#[test]
fn a_file_is_looked_at_by_its_first_example() {
    let pair = (strings(&["A man sleeps.", "He is awake."]), "contradiction".to_owned());
    let single = (strings(&["good"]), "positive".to_owned());
    assert_eq!(
        suggested(Task::BuiltIn, &[pair, single.clone()]),
        ["A man sleeps.", "He is awake."]
    );
    assert_eq!(suggested(Task::Own, &[single]), ["good", ""]);
    assert_eq!(suggested(Task::Own, &[]), ["", ""]);
}

#[test]
fn a_generated_task_is_shown_by_its_own_sentences_with_their_answers() {
    let of_data = [(strings(&["A man sleeps.", "He is awake."]), "contradiction".to_owned())];
    assert_eq!(examples(Task::BuiltIn, &of_data), of_data);
    let own = examples(Task::Generated(Generated::Near), &of_data);
    let answers: Vec<&str> = own.iter().map(|(_, answer)| answer.as_str()).collect();
    // "not dull" is good, "not great" is bad.
    assert_eq!(answers, ["positive", "negative"]);
    assert!(own.iter().all(|(texts, _)| texts.len() == 1));
}

#[test]
fn what_stands_over_the_picture_says_that_nothing_is_learned_yet_and_that_a_mask_holds() {
    let (start, masked) = (about(true, false), about(false, true));
    assert!(start.contains("Nothing is learned yet") && !start.contains("causal mask"));
    assert!(masked.contains("causal mask") && !masked.contains("Nothing is learned yet"));
    let untrained =
        |step, from_file| Report { step, from_file, ..Report::default() }.is_untrained();
    assert_eq!(
        [untrained(0, false), untrained(1, false), untrained(0, true)],
        [true, false, false]
    );
}

#[test]
fn what_starts_at_zero_is_told_from_what_is_drawn_and_from_what_moved() {
    let from_zero = |step, values: &[f32]| {
        let one = Learned {
            name: "w".to_owned(),
            each: Each::Head,
            together: 1,
            values: values.to_vec(),
            gradients: Vec::new(),
        };
        Report { step, learned: vec![one], ..Report::default() }.learns_from_zero()
    };
    assert!(from_zero(0, &[0.0, 0.0]));
    assert!(!from_zero(0, &[0.0, 0.1]), "a bias table is drawn");
    assert!(!from_zero(1, &[0.0, 0.0]));
}

#[test]
fn words_that_training_does_not_hold_stand_in_parentheses() {
    let looked = Looked {
        tokens: strings(&["a", "zebra", "sleeps"]),
        known: vec![true, false, true],
        ..Looked::default()
    };
    assert_eq!(labels(&looked), ["a", "(zebra)", "sleeps"]);
}

#[test]
fn the_answer_of_a_word_is_right_wrong_or_nobodys_to_judge() {
    let looked = Looked {
        tokens: strings(&["a", "fast", "run"]),
        tags: vec![(0, Some(0)), (1, Some(2)), (2, None)],
        ..Looked::default()
    };
    let classes = strings(&["DET", "ADJ", "NOUN"]);
    let all = tags(&looked, &classes);
    assert_eq!(all.iter().map(|(word, _)| word.as_str()).collect::<Vec<_>>(), ["a", "fast", "run"]);
    let [right, wrong, unjudged] = [0, 1, 2].map(|word| all[word].1.as_str());
    assert!(right.contains("DET") && wrong.contains("ADJ") && wrong.contains("NOUN"));
    assert_ne!(right, "DET");
    assert_eq!(unjudged, "NOUN");
    // Classes that came with another run.
    assert_eq!(tags(&looked, &classes[..1])[2].1, "");
    let one_answer = Looked { tags: Vec::new(), ..looked };
    assert_eq!(tags(&one_answer, &classes), []);
}

#[test]
fn weights_are_said_with_their_tokens() {
    let tokens = Arc::new(strings(&["a", "b"]));
    let drawn = |weights: &[f32]| {
        let (weights, scale) = (Arc::new(weights.to_vec()), Scale::weights_of(weights));
        Drawn::new(tokens.clone(), tokens.clone(), weights, scale, Palette::Cividis)
    };
    let whole = drawn(&[0.75, 0.25, 0.5, 0.5]);
    assert_eq!(weight_at(&whole, (0, 1)).as_deref(), Some("“a” (1) → “b” (2): 0.25"));
    assert_eq!(weight_at(&whole, (0, 2)), None);
    // The diagonal is no pair, though its weight is larger.
    let said = "Strongest between two words: “b” looks at “a” with 50 %.";
    assert_eq!(strongest(&whole).as_deref(), Some(said));
    assert_eq!(strongest(&drawn(&[])), None);
}

#[test]
fn the_room_shows_the_head_that_is_surely_worth_most_until_somebody_chose() {
    // The second has the largest estimate, but it is not sure.
    let all = [worth(0.2, 0.1), worth(0.9, -0.1), worth(0.3, 0.2)];
    assert_eq!(head_of_report(&all, false), Some(2));
    assert_eq!(head_of_report(&all, true), None);
    assert_eq!(head_of_report(&all[1..2], false), None);
    assert_eq!(head_of_report(&[], false), None);
}

#[test]
fn weights_are_drawn_once_there_is_one_for_every_pair_of_tokens() {
    let looked = Looked { tokens: strings(&["a", "b"]), known: vec![true; 2], ..Looked::default() };
    let report = Report { looked: Some(looked), ..Report::default() };
    let mut shown = Shown { report, weights: vec![0.75, 0.25, 0.5, 0.5], ..Shown::default() };
    let whole = drawn(&shown, false, Palette::Cividis).unwrap();
    assert_eq!((whole.rows.as_slice(), whole.is_shown((0, 1))), (&strings(&["a", "b"])[..], true));
    assert!(!drawn(&shown, true, Palette::Cividis).unwrap().is_shown((0, 1)));
    // Those of a sentence before.
    shown.weights.pop();
    assert_eq!(drawn(&shown, false, Palette::Cividis), None);
    assert_eq!(drawn(&Shown::default(), false, Palette::Cividis), None);
}

#[test]
fn the_answer_is_a_probability_for_each_class_of_at_most_twelve() {
    let mut looked = Looked { probabilities: vec![0.01; 20], ..Looked::default() };
    let classes: Vec<String> = (0..20).map(|class| class.to_string()).collect();
    (looked.probabilities[1], looked.probabilities[17]) = (0.25, 0.5);
    let two = vec![("0".to_owned(), 0.01), ("1".to_owned(), 0.25)];
    assert_eq!(answers(&looked, &classes[..2]), (two, String::new()));
    let (listed, others) = answers(&looked, &classes);
    let first: Vec<&str> = listed.iter().take(3).map(|(class, _)| class.as_str()).collect();
    assert_eq!((first, listed.len()), (vec!["17", "1", "0"], 12));
    assert!(others.contains('8'), "{others}");
}

#[test]
fn that_the_end_of_a_text_is_not_read_is_said() {
    let of = |count| left_out(&Looked { left_out: count, ..Looked::default() });
    assert_eq!(of(0), None);
    assert!(of(38).is_some_and(|said| said.contains("38")));
}
