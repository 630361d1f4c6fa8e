//! What is there of a comparison as its answers come.

use nearfar::picture::scale::Scale;
use nearfar_compare::choices::Choices;
use nearfar_compare::found::{Found, Stays};
use nearfar_compare::protocol::{Begun, KnowsView, MethodView, Shown, Why};

use crate::grid::{begun, method};

/// A comparison by so many places of which these methods are there.
fn found(places: usize, methods: &[MethodView]) -> Found {
    let mut found = Found::default();
    found.begin(begun(&["I", "think"], places));
    methods.iter().for_each(|method| found.take(method.clone(), Vec::new()));
    found
}

fn of_names(places: usize, names: &[&str]) -> Found {
    let methods = names.iter().enumerate().map(|(place, name)| method(place, name));
    found(places, &methods.collect::<Vec<_>>())
}

fn pair(found: &Found, a: &str, b: &str) -> [Option<usize>; 2] {
    let choices = Choices { pair: [a, b].map(str::to_owned), ..Choices::default() };
    [0, 1].map(|which| found.place(&choices, which))
}

#[test]
fn a_and_b_are_where_the_chosen_methods_stand() {
    let found = of_names(3, &["vanilla", "rpr", "da"]);
    assert_eq!(pair(&found, "da", "vanilla"), [Some(2), Some(0)]);
}

#[test]
fn what_is_not_in_the_grid_is_its_first_or_second_place_once_all_are_there() {
    let names = ["vanilla", "rpr"];
    assert_eq!(pair(&of_names(3, &names), "da", "xl"), [None, None]);
    assert_eq!(pair(&of_names(2, &names), "da", "xl"), [Some(0), Some(1)]);
    // A grid of one has no second.
    assert_eq!(pair(&of_names(1, &names[..1]), "da", "xl"), [Some(0), None]);
    assert_eq!(pair(&Found::default(), "da", "xl"), [None, None]);
}

#[test]
fn a_head_that_no_method_has_is_the_last_one_that_there_is() {
    let found = found(2, &[MethodView { heads: 2, ..method(0, "disan") }, method(1, "da")]);
    assert_eq!(found.shown(Shown::Head(7)), Shown::Head(3));
    assert_eq!(found.shown(Shown::Head(1)), Shown::Head(1));
    assert_eq!(found.shown(Shown::Mean), Shown::Mean);
}

#[test]
fn a_head_stays_chosen_while_what_may_have_it_is_on_its_way() {
    let methods = || [method(0, "da"), method(1, "rpr")];
    assert_eq!(found(3, &methods()).shown(Shown::Head(7)), Shown::Head(7));
    let coming = MethodView { problem: Some(Why::Coming), ..method(2, "xl") };
    let [da, rpr] = methods();
    assert_eq!(found(3, &[da, rpr, coming]).shown(Shown::Head(7)), Shown::Head(7));
    assert_eq!(Found::default().shown(Shown::Head(7)), Shown::Head(7));
}

#[test]
fn a_and_b_have_one_range_and_the_others_their_own_or_all_the_same() {
    let mut found = of_names(3, &["da", "xl", "rpr"]);
    for (place, largest) in [0.4, 0.15, 1.0].into_iter().enumerate() {
        found.take_weights(place, vec![0.0, largest]);
    }
    let (pair, largest) = ([Some(1), Some(0)], |place: usize| found.weights(place)[1]);
    let of = |places: &[usize]| {
        let scales = places.iter().map(|&place| Scale::weights_of(&[0.0, largest(place)]));
        scales.reduce(Scale::union).expect("a place")
    };
    assert_eq!([0, 1].map(|place| found.scale_of(place, pair, true)), [of(&[0, 1]); 2]);
    assert_eq!(found.scale_of(2, pair, true), of(&[2]));
    assert_eq!(found.scale_of(0, [Some(0), None], true), of(&[0]));
    assert_eq!(found.scale_of(1, pair, false), of(&[0, 1, 2]));
    // Each of the three is told from the others.
    assert!(of(&[1]) != of(&[0, 1]) && of(&[0, 1]) != of(&[0, 1, 2]));
    let none = Scale::Sequential { min: 0.0, max: 1.0 };
    assert_eq!(Found::default().scale_of(0, [None; 2], false), none);
}

/// What stays of a comparison when another one begins.
fn after(known: &Begun, other: &Begun) -> Stays {
    let mut found = Found::default();
    found.begin(known.clone());
    (0..known.places).for_each(|place| found.take(method(place, "da"), vec![0.5]));
    let stays = found.begin(other.clone());
    let is_kept = stays != Stays::Nothing;
    assert_eq!(
        (found.methods.len() == known.places, found.weights(0).len()),
        (is_kept, usize::from(is_kept))
    );
    assert_eq!(*found.begun, *other);
    stays
}

#[test]
fn pictures_stay_where_the_sentence_does() {
    let known = begun(&["I", "think"], 3);
    assert_eq!(after(&known, &known), Stays::All);
    assert_eq!(after(&known, &begun(&["I", "see"], 3)), Stays::Weights);
    let remembered = Begun { memory: vec!["So".to_owned()], ..known.clone() };
    assert_eq!(after(&known, &remembered), Stays::Weights);
    assert_eq!(after(&known, &begun(&["I"], 3)), Stays::Nothing);
    assert_eq!(after(&known, &begun(&["I", "think"], 4)), Stays::Nothing);
}

#[test]
fn pictures_of_a_long_sentence_do_not_wait_for_another_one() {
    let other = |count: usize| {
        let (mut a, b) = (vec!["a"; count], vec!["a"; count]);
        a[0] = "b";
        after(&begun(&a, 3), &begun(&b, 3))
    };
    assert_eq!([other(64), other(65)], [Stays::Weights, Stays::Nothing]);
}

#[test]
fn a_method_that_comes_again_takes_its_place() {
    let mut found = of_names(2, &["da", "rpr"]);
    found.take(MethodView { memory: 3, milliseconds: 2.0, ..method(0, "xl") }, vec![0.5]);
    let names: Vec<&str> = found.methods.iter().map(|method| method.name.as_str()).collect();
    assert_eq!((names, found.milliseconds()), (vec!["xl", "rpr"], 3.0));
    // Its weights go with its earlier segment.
    found.take_weights(1, Vec::new());
    let (weights, memory) = found.side(0).expect("a method");
    assert_eq!((weights.as_slice(), memory, found.side(2)), (&[0.5][..], 3, None));
}

#[test]
fn methods_that_read_the_tree_stand_apart() {
    let mut tree = method(1, "tree-distance");
    tree.facts.syntax = KnowsView::Yes;
    let found = found(3, &[method(0, "da"), tree, method(2, "rpr")]);
    let place = |place: usize, name: &str| (place, name.to_owned());
    assert_eq!(found.places(true), [place(1, "tree-distance")]);
    assert_eq!(found.places(false), [place(0, "da"), place(2, "rpr")]);
}

#[test]
fn weights_of_a_short_sentence_are_drawn_once_the_last_place_is_there() {
    let drawn = |tokens: &[&str]| {
        let mut found = Found::default();
        found.begin(begun(tokens, 3));
        [0, 1, 2].map(|place| {
            found.take(method(place, "da"), vec![place as f32]);
            [0, 1, 2].map(|place| found.weights(place).len())
        })
    };
    // The first ones are drawn as they come.
    assert_eq!(drawn(&["I", "think"]), [[1, 0, 0], [1, 1, 0], [1, 1, 1]]);
    assert_eq!(drawn(&["a"; 65]), [[1, 0, 0], [1, 1, 0], [1, 1, 1]]);
    // Until then those of the heads before stay, and never stand beside those of others.
    let mut found = of_names(2, &["da", "rpr"]);
    let mut heads = |weight: f32| {
        [0, 1].map(|place| {
            found.take_weights(place, vec![weight]);
            [0, 1].map(|place| found.weights(place).to_vec())
        })
    };
    heads(0.5);
    assert_eq!(heads(0.25), [[vec![0.5], vec![0.5]], [vec![0.25], vec![0.25]]]);
    // Of another length those before cannot be drawn any more; where the last place has none, the end draws the others.
    found.take_weights(0, vec![0.25, 0.75]);
    assert_eq!(found.weights(0).to_vec(), [0.25, 0.75]);
    found.take_weights(0, vec![0.75, 0.25]);
    assert_eq!(found.weights(0).to_vec(), [0.25, 0.75]);
    found.compare(Vec::new());
    assert_eq!(found.weights(0).to_vec(), [0.75, 0.25]);
}

#[test]
fn what_an_interrupted_comparison_left_waiting_is_not_drawn_over_the_next() {
    let mut found = of_names(3, &[]);
    found.take(method(0, "da"), vec![0.5]);
    // Its file is on its way: it has no weights yet, as none are drawn. Then the comparison begins anew, with them.
    found.take(MethodView { problem: Some(Why::Coming), ..method(1, "xl") }, Vec::new());
    assert_eq!(found.begin(begun(&["I", "think"], 3)), Stays::All);
    for (place, name) in ["da", "xl", "rpr"].into_iter().enumerate() {
        found.take(method(place, name), vec![0.25]);
    }
    assert_eq!([0, 1, 2].map(|place| found.weights(place).to_vec()), [[0.25]; 3].map(Vec::from));
}

#[test]
fn a_comparison_that_is_whole_is_told_from_the_one_before() {
    let mut found = of_names(2, &["da", "rpr"]);
    found.compare(vec![0.0, 0.0, 0.5, 0.25, 0.5, 0.25, 0.0, 0.0]);
    assert_eq!((found.compared, found.divergences.between(0, 1, Some(1))), (1, Some(0.25)));
    found.clear();
    assert_eq!((found.methods.len(), found.begun.places, found.compared), (0, 0, 1));
    // The same places are other methods next.
    assert_eq!(found.divergences.between(0, 1, Some(1)), None);
}
