//! What the page says of a changed sentence, held to what the methods make of it.

use std::collections::BTreeMap;

use nearfar::methods::MethodKind;
use nearfar::text::dependency::parse;
use nearfar_compare::protocol::{Answer, Ask, Numbers, Probe, Setup, Shown};
use nearfar_compare::session::Session;

const TREE: &str = "1\tShe\t_\tPRON\t_\t_\t2\tnsubj\t_\t_\n2\tsaw\t_\tVERB\t_\t_\t0\troot\t_\t_\n3\tthe\t_\tDET\t_\t_\t4\tdet\t_\t_\n4\tman\t_\tNOUN\t_\t_\t2\tobj\t_\t_\n\n";

/// Below this the page says that a method does not notice.
const NOTHING: f64 = 1e-6;

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
