//! The room's part of a link, there and back, and what it makes of a room.

use nearfar::settings::MAX_ROOM_TEXT;
use nearfar_training::protocol::Choices;
use nearfar_training::room::{Beside, Linked, RunId, Speed};

fn run(seed: u32, number: u32) -> RunId {
    RunId { choices: Choices { seed, ..Choices::default() }, number }
}

fn read(text: &str) -> Linked {
    let (linked, problems) = Linked::from_text(text);
    assert_eq!(problems, [""; 0], "{text}");
    linked
}

#[test]
fn the_usual_room_is_an_empty_text() {
    assert_eq!(Linked::default().to_text(), "");
    assert_eq!(read(""), Linked::default());
}

#[test]
fn a_link_holds_what_differs_and_comes_back() {
    let linked = Linked {
        a: run(2, 3),
        b: Some(run(1, 4)),
        texts: Some(["not dull".to_owned(), "a & b".to_owned()]),
        head: Some(2),
        speed: Speed::Slow,
    };
    let text = linked.to_text();
    let wanted = "a=task%3Dnear%3Bseed%3D2&b=task%3Dnear&a-run=3&b-run=4&s=not+dull&s2=a+%26+b\
                  &head=3&speed=slow";
    assert_eq!(text, wanted);
    assert_eq!(read(&text), linked);
}

#[test]
fn the_number_of_a_run_that_is_not_there_is_dropped() {
    assert_eq!(read("b-run=4").b, None);
    assert_eq!(read("a-run=4").a, run(1, 4));
    // Wherever it stands.
    assert_eq!(read("b-run=4&b=task%3Dnear").b, Some(run(1, 4)));
}

#[test]
fn a_sentence_longer_than_a_link_takes_is_cut_there() {
    for letter in ["a", "ä", "д", "你", "🙂"] {
        let typed = [letter.repeat(5_000), letter.repeat(300)];
        let linked = Linked { texts: Some(typed.clone()), ..Linked::default() };
        let text = linked.to_text();
        assert!(text.len() <= MAX_ROOM_TEXT, "{letter}: {}", text.len());
        let [first, second] = read(&text).texts.unwrap();
        assert!(typed[0].starts_with(&first) && first.chars().count() >= 300, "{letter}");
        assert_eq!(second, typed[1], "{letter}");
    }
    // A text of a pair alone is as it is typed: with nothing beside it.
    assert_eq!(read("s2=b").texts, Some([String::new(), "b".to_owned()]));
}

#[test]
fn heads_count_from_1_in_a_link_and_are_those_of_its_runs() {
    assert_eq!(read("head=1").head, Some(0));
    assert_eq!(read("head=8").head, Some(7));
    assert_eq!(read("head=9&b=task%3Dnear%3Bheads%3D12").head, Some(8));
    for head in ["0", "9", "99", "second"] {
        let (linked, problems) = Linked::from_text(&format!("head={head}"));
        assert_eq!(linked, Linked::default());
        assert_eq!(problems, [format!("head: “{head}” is no head from 1 to 8")]);
    }
}

#[test]
fn a_bad_part_is_as_in_the_default_and_is_named() {
    let text = "a=task%3Dnear%3Bheads%3D99%3Bseed%3D2&speed=odd&x=1&a-run=-1";
    let (linked, problems) = Linked::from_text(text);
    assert_eq!(linked, Linked { a: run(2, 0), ..Linked::default() });
    let expected = [
        "heads: 99 is no whole number from 1 to 16",
        "speed: “odd” is not full, medium or slow",
        "there is no choice “x”",
        "a-run: “-1” is no number of a run",
    ];
    assert_eq!(problems, expected);
    // It is one sentence, however many there are.
    let said = Linked::says_odd(&problems);
    assert!(said.len() == 1 && said[0].matches("in the link").count() == 1, "{said:?}");
    assert!(expected.iter().all(|problem| said[0].contains(problem)), "{said:?}");
    assert_eq!(Linked::says_odd(&[]), [""; 0]);
}

#[test]
fn choices_that_are_none_and_those_given_twice_are_named() {
    let read = |text| Linked::from_text(text);
    let (linked, problems) = read("a=garbage");
    assert_eq!((linked, problems.len()), (Linked::default(), 1));
    assert!(problems[0].contains("“garbage”"), "{problems:?}");
    let (linked, problems) = read("a=task%3Dnear%3Btask%3Dfar");
    assert_eq!((linked, problems.len()), (Linked::default(), 1));
    assert!(problems[0].contains("“far”"), "{problems:?}");
}

#[test]
fn a_link_ends_changes_or_leaves_the_run_beside() {
    let with = |b: Option<RunId>| Linked { b, ..Linked::default() };
    let (none, one, other) = (with(None), with(Some(run(1, 0))), with(Some(run(1, 1))));
    assert_eq!(none.clone().beside(&none), Beside::Stays);
    assert_eq!(one.clone().beside(&one), Beside::Stays);
    assert_eq!(none.clone().beside(&one), Beside::Ends);
    assert_eq!(one.clone().beside(&none), Beside::Becomes(run(1, 0)));
    assert_eq!(other.beside(&one), Beside::Becomes(run(1, 1)));
}

#[test]
fn numbers_of_new_runs_follow_the_highest_of_a_link() {
    let last = |a, b: Option<u32>, before| {
        Linked { a: run(1, a), b: b.map(|b| run(1, b)), ..Linked::default() }.last_number(before)
    };
    assert_eq!((last(0, None, 0), last(3, None, 0)), (0, 3));
    assert_eq!((last(3, Some(7), 0), last(3, Some(1), 0)), (7, 3));
    // One that is followed later raises them, and lowers none.
    assert_eq!((last(3, Some(7), 5), last(3, Some(7), 9)), (7, 9));
}

#[test]
fn speeds_are_steps_a_second() {
    let speeds = [Speed::Full, Speed::Medium, Speed::Slow].map(Speed::per_second);
    assert_eq!(speeds, [0, 20, 2]);
}
