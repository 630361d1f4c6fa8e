//! What the page says of a changed sentence, held to what the methods make of it; who notices, in order.

use std::collections::BTreeMap;

use nearfar::methods::MethodKind;
use nearfar::picture::palette::Palette;
use nearfar::picture::scale::Scale;
use nearfar::text::dependency::parse;
use nearfar_compare::notice::{self, Answered, NOTHING, NoAmount};
use nearfar_compare::protocol::{Answer, Ask, Noticed, Numbers, Probe, Setup, Shown};
use nearfar_compare::session::Session;
use nearfar_compare::words::noticed;

const TREE: &str = "1\tShe\t_\tPRON\t_\t_\t2\tnsubj\t_\t_\n2\tsaw\t_\tVERB\t_\t_\t0\troot\t_\t_\n3\tthe\t_\tDET\t_\t_\t4\tdet\t_\t_\n4\tman\t_\tNOUN\t_\t_\t2\tobj\t_\t_\n\n";

fn ask(session: &mut Session, ask: Ask, bytes: &[Vec<u8>]) -> Vec<Answer> {
    let mut answers = Vec::new();
    session.answer(1, ask, bytes, &mut |_, answer, _| answers.push(answer));
    while session.has_work() {
        session.advance(&|| 0.0, &mut |_, answer, _| answers.push(answer));
    }
    answers
}

/// What each method makes of the changed sentence, by name.
fn amounts(tree: &str, causal: bool, probe: &Probe) -> Vec<(&'static str, Option<f64>)> {
    let mut session = Session::new();
    let directory = concat!(env!("CARGO_MANIFEST_DIR"), "/../../public/vectors");
    let bytes = std::fs::read(format!("{directory}/frequent.bin")).expect("the frequent words");
    ask(&mut session, Ask::Vectors, &[bytes]);
    let setup = Setup {
        tree: parse(tree).expect("a tree").sentences[0].to_compact(),
        numbers: Numbers::Seeded,
        seed: 7,
        heads: 4,
        clip: 2,
        method: "da:learnable-sigmoid:early-multiply".to_owned(),
        w: BTreeMap::new(),
        v: BTreeMap::new(),
        causal,
        memory: String::new(),
        shown: Shown::Mean,
    };
    ask(&mut session, Ask::Compare(Box::new(setup)), &[]);
    let answers = ask(&mut session, Ask::Probe(probe.clone()), &[]);
    let amounts: Vec<_> = answers
        .into_iter()
        .filter_map(|answer| match answer {
            Answer::Noticed(noticed) => Some((MethodKind::ALL[noticed.place].1, noticed.amount)),
            _ => None,
        })
        .collect();
    assert_eq!(amounts.len(), MethodKind::ALL.len());
    amounts
}

#[test]
fn a_new_leaf_is_nothing_to_what_counts_in_the_tree_alone() {
    for (at, causal) in [(0, false), (2, false), (4, false), (2, true)] {
        let probe = Probe::Insert { at, word: "not".to_owned() };
        for (name, amount) in amounts(TREE, causal, &probe) {
            let amount = amount.expect(name);
            match name {
                "tree-distance" | "tree-traversal" | "no-positions" => {
                    assert!(amount < NOTHING, "{name} at {at}: {amount}");
                }
                "tree-distance-rpr" | "tree-traversal-rpr" if at == 2 => {
                    assert!(amount > NOTHING, "{name} at {at}: {amount}");
                }
                _ => {}
            }
        }
    }
}

#[test]
fn the_causal_mask_tells_the_ends_apart_whatever_the_method() {
    for probe in [Probe::Reverse, Probe::Repeat { token: 0 }, Probe::Repeat { token: 3 }] {
        for (name, amount) in amounts(TREE, true, &probe) {
            assert!(amount.expect(name) > NOTHING, "{name}: {probe:?}, {amount:?}");
        }
    }
}

#[test]
fn the_one_word_of_a_sentence_has_nobody_where_none_sees_itself() {
    let one = "1\tYes\t_\tINTJ\t_\t_\t0\troot\t_\t_\n\n";
    for (name, amount) in amounts(one, false, &Probe::Reverse) {
        let sees_itself = !["disan", "stick-breaking"].contains(&name);
        assert_eq!(amount.is_some(), sees_itself, "{name}: {amount:?}");
    }
}

/// What a method made of a change: its place, how much, and its weights.
fn answered(place: usize, amount: Option<f64>, weights: &[f32]) -> Answered {
    (Noticed { place, amount, tokens: 2 }, weights.to_vec())
}

#[test]
fn who_notices_most_stands_first_and_who_could_not_be_asked_last() {
    let answers = [
        answered(0, Some(0.0), &[]),
        answered(1, None, &[]),
        answered(2, Some(0.5), &[]),
        answered(4, Some(0.25), &[]),
        answered(3, Some(0.25), &[]),
    ];
    assert_eq!(notice::order(&answers), [2, 3, 4, 0, 1]);
}

#[test]
fn rounding_is_no_noticing() {
    let answers = [
        answered(0, Some(0.0), &[]),
        answered(1, Some(9e-7), &[]),
        answered(2, Some(1e-6), &[]),
        answered(3, Some(0.5), &[]),
        answered(4, None, &[]),
    ];
    assert_eq!(notice::count(&answers), (2, 4));
    assert_eq!(notice::count(&[]), (0, 0));
    let said = noticed(&answers);
    assert!(said.contains('2') && said.contains('4'), "{said}");
    assert_eq!(noticed(&[]), "");
}

#[test]
fn the_same_button_again_asks_for_nothing() {
    let repeat = |token| Probe::Repeat { token };
    assert_eq!(notice::pressed(None, repeat(1)), Some(repeat(1)));
    assert_eq!(notice::pressed(Some(&repeat(1)), repeat(1)), None);
    assert_eq!(notice::pressed(Some(&repeat(1)), repeat(2)), Some(repeat(2)));
}

#[test]
fn a_word_is_inserted_where_it_is_typed_else_at_the_cursor_else_before_the_second() {
    assert_eq!(notice::insert_at(Some(0), Some(3), 5), 0);
    assert_eq!(notice::insert_at(None, Some(3), 5), 3);
    assert_eq!(notice::insert_at(None, None, 5), 1);
    // At the end at most.
    assert_eq!(notice::insert_at(Some(9), None, 5), 5);
    assert_eq!(notice::insert_at(None, None, 0), 0);
}

#[test]
fn the_token_that_is_repeated_is_one_of_the_sentence() {
    assert_eq!(notice::repeated(Some(2), Some(3), 5), 2);
    assert_eq!(notice::repeated(None, Some(3), 5), 3);
    assert_eq!(notice::repeated(None, None, 5), 0);
    assert_eq!(notice::repeated(Some(5), None, 5), 4);
    assert_eq!(notice::repeated(None, None, 0), 0);
}

#[test]
fn weights_say_why_they_have_no_amount() {
    assert_eq!(NoAmount::of(&[], 2), None);
    assert_eq!(NoAmount::of(&[0.5, -0.5, 0.0, 1.0], 2), Some(NoAmount::Negative));
    assert_eq!(NoAmount::of(&[0.0, 0.0, 0.0, 1.0], 2), Some(NoAmount::NoRow));
    assert_eq!(NoAmount::of(&[0.0; 4], 2), Some(NoAmount::RowsEmpty));
    assert_eq!(NoAmount::of(&[0.0], 1), Some(NoAmount::RowEmpty));
}

#[test]
fn the_picture_before_is_without_the_earlier_segment() {
    let before = [0.5, 0.25, 0.25, 0.0, 0.25, 0.75];
    let after = answered(0, Some(0.5), &[1.0, 0.0, 0.0, 1.0]);
    let of = |before: &[f32], after: &Answered| {
        notice::pictures(before, 1, after, Palette::Grey)
            .map(|both| both.map(|side| (*side).clone()))
    };
    let [one, other] = of(&before, &after).expect("pictures");
    assert_eq!((one.shape, other.shape), ([2, 2], [2, 2]));
    assert_eq!(*one.values, [0.25, 0.25, 0.25, 0.75]);
    assert_eq!(*other.values, [1.0, 0.0, 0.0, 1.0]);
    // One range of colours for both.
    assert_eq!((one.scale, other.scale), (Scale::Sequential { min: 0.0, max: 1.0 }, one.scale));
    assert_eq!([of(&before, &answered(0, None, &[])), of(&[], &after)], [None, None]);
}

#[test]
fn an_amount_is_at_most_one_or_the_logarithm_of_two() {
    assert_eq!(notice::width(Some(0.25), true), "25%");
    assert_eq!(notice::width(Some(2_f64.ln()), false), "100%");
    assert_eq!(notice::width(None, true), "0%");
    // It is that of the method at its place.
    let answers = [answered(3, Some(0.5), &[]), answered(1, None, &[])];
    let of = |place| notice::of_place(&answers, place).map(|(noticed, _)| noticed.amount);
    assert_eq!([of(1), of(3), of(0)], [Some(None), Some(Some(0.5)), None]);
}
