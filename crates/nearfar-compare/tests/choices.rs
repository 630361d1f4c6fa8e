//! The Compare room's part of a link.
#![allow(clippy::expect_used)]

use nearfar::settings::{DEFAULT_SENTENCE, method_from_text};
use nearfar::text::dependency::parse;
use nearfar_compare::choices::{Choices, OPENING, Part};
use nearfar_compare::protocol::{Probe, Shown};

fn changed() -> Choices {
    Choices {
        part: Part::Notices,
        tree: "r_2.PRON.nsubj.I_0.VERB.root.think".to_owned(),
        trained: true,
        pair: ["rpr", "xl"].map(str::to_owned),
        shown: Shown::Head(3),
        own_range: false,
        heads: 4,
        clip: 2,
        method: method_from_text("da:linear(1,1):late-add").expect("a method"),
        causal: true,
        memory: "an earlier, longer segment & more".to_owned(),
        cursor: Some((0, 11)),
        feature: Some(7),
        probe: Some(Probe::Insert { at: 2, word: "a,b".to_owned() }),
    }
}

#[test]
fn the_default_is_no_text() {
    assert_eq!(Choices::default().to_text(), "");
    assert_eq!(Choices::from_text(""), (Choices::default(), Vec::new()));
}

#[test]
fn every_choice_comes_back() {
    let text = changed().to_text();
    assert_eq!(Choices::from_text(&text), (changed(), Vec::new()), "{text}");
    for shown in [Shown::Mean, Shown::Head(0)] {
        let choices = Choices { shown, ..Choices::default() };
        assert_eq!(Choices::from_text(&choices.to_text()), (choices, Vec::new()));
    }
    for (part, name, _) in Part::ALL {
        let choices = Choices { part, ..Choices::default() };
        let text = choices.to_text();
        assert_eq!(text.is_empty(), part == Part::Methods, "{name}");
        assert_eq!(Choices::from_text(&text), (choices, Vec::new()));
    }
    for probe in [None, Some(Probe::Reverse), Some(Probe::Repeat { token: 5 })] {
        let choices = Choices { probe, ..Choices::default() };
        assert_eq!(Choices::from_text(&choices.to_text()), (choices, Vec::new()));
    }
}

#[test]
fn the_opening_tree_is_the_bundled_one() {
    let trees = parse(include_str!("../../../public/compare/trees.conllu")).expect("trees");
    let opening = trees.sentences.first().expect("a tree");
    assert_eq!(opening.to_compact(), OPENING);
    assert_eq!(opening.text(), DEFAULT_SENTENCE);
}

#[test]
fn what_is_not_understood_is_named_and_left() {
    let (choices, problems) = Choices::from_text(concat!(
        "head=17&k=0&cursor=1&probe=turn&method=none&other=1&heads=4&trained=maybe&range=all",
        "&causal=1&a=nobody&method=vanilla&part=cellar"
    ));
    assert_eq!(choices, Choices { heads: 4, ..Choices::default() });
    let named: Vec<&str> =
        problems.iter().filter_map(|problem| problem.split(':').next()).collect();
    let expected = [
        "head", "k", "cursor", "probe", "method", "other", "trained", "range", "causal", "a",
        "method", "part",
    ];
    assert_eq!(named, expected);
}
