//! One sentence through every method, as the worker does it; divergences and probes by hand.

use std::collections::BTreeMap;

use nearfar::checkpoint::Trained;
use nearfar::methods::{Knows, MethodKind};
use nearfar::text::dependency::{DependencyTree, parse};
use nearfar_compare::choices::{Choices, Source, TRAINED, trained_as, trained_in};
use nearfar_compare::divergence::{Rows, mean};
use nearfar_compare::entry::{FEATURES, Shared, options};
use nearfar_compare::probe::{changed, outcome};
use nearfar_compare::protocol::{
    Answer, Ask, Begun, Layer, MethodView, Noticed, Numbers, Probe, Setup, Shown, TermsView, Why,
};
use nearfar_compare::session::Session;

const TREE: &str = "1\tShe\t_\tPRON\t_\t_\t2\tnsubj\t_\t_\n2\tsaw\t_\tVERB\t_\t_\t0\troot\t_\t_\n3\tthe\t_\tDET\t_\t_\t4\tdet\t_\t_\n4\tman\t_\tNOUN\t_\t_\t2\tobj\t_\t_\n\n";

fn tree() -> DependencyTree {
    parse(TREE).expect("a tree").sentences[0].clone()
}

fn setup(tree: &DependencyTree) -> Setup {
    Setup {
        tree: tree.to_compact(),
        numbers: Numbers::Seeded,
        seed: 7,
        heads: 4,
        clip: 2,
        method: "da:learnable-sigmoid:early-multiply".to_owned(),
        w: BTreeMap::new(),
        v: BTreeMap::new(),
        causal: false,
        memory: String::new(),
        shown: Shown::Mean,
    }
}

/// Every answer to a request, to the end of the work.
fn ask(session: &mut Session, ask: Ask, bytes: &[Vec<u8>]) -> Vec<(Answer, Vec<Vec<u8>>)> {
    let mut answers = Vec::new();
    session.answer(1, ask, bytes, &mut |_, answer, bytes| answers.push((answer, bytes)));
    while session.has_work() {
        session.advance(&|| 0.0, &mut |_, answer, bytes| answers.push((answer, bytes)));
    }
    // Whoever waits for them is told which one is the last.
    let lasts: Vec<bool> = answers.iter().map(|(answer, _)| answer.is_last()).collect();
    let end = lasts.iter().position(|is_last| *is_last);
    assert_eq!(end.map(|end| end + 1), Some(answers.len()), "{lasts:?}");
    answers
}

/// A session with the frequent words, which hold all of the test's.
fn session() -> Session {
    let mut session = Session::new();
    let directory = concat!(env!("CARGO_MANIFEST_DIR"), "/../../public/vectors");
    let bytes = std::fs::read(format!("{directory}/frequent.bin")).expect("the frequent words");
    assert_eq!(ask(&mut session, Ask::Vectors, &[bytes]), [(Answer::Idle, Vec::new())]);
    session
}

fn numbers(bytes: &[u8]) -> Vec<f32> {
    bytes.chunks_exact(4).map(|four| f32::from_le_bytes(four.try_into().unwrap())).collect()
}

struct Compared {
    begun: Begun,
    methods: Vec<(MethodView, Vec<f32>)>,
    divergences: Vec<f32>,
}

fn compare(session: &mut Session, setup: Setup) -> Compared {
    let mut compared =
        Compared { begun: Begun::default(), methods: Vec::new(), divergences: Vec::new() };
    for (answer, bytes) in ask(session, Ask::Compare(Box::new(setup)), &[]) {
        match answer {
            Answer::Begun(begun) => compared.begun = begun,
            // What could not be run has no weights.
            Answer::Method(view) => {
                let weights = bytes.first().map_or_else(Vec::new, |bytes| numbers(bytes));
                compared.methods.push((*view, weights));
            }
            Answer::Compared => compared.divergences = numbers(&bytes[0]),
            other => panic!("{other:?}"),
        }
    }
    compared
}

#[test]
fn rows_of_every_method_sum_to_one_but_of_those_that_leave_some() {
    let mut session = session();
    let found = compare(&mut session, setup(&tree()));
    assert_eq!(found.begun.tokens, ["She", "saw", "the", "man"]);
    assert_eq!(found.begun.places, MethodKind::ALL.len());
    assert_eq!(found.methods.len(), MethodKind::ALL.len());
    for (place, (view, weights)) in found.methods.iter().enumerate() {
        assert_eq!((view.place, &view.problem), (place, &None), "{}", view.name);
        assert_eq!(view.name, MethodKind::ALL[place].1);
        assert_eq!(weights.len(), 16, "{}", view.name);
        for row in weights.chunks_exact(4) {
            // One direction of DiSAN has a row of nothing at the sentence's end; the mean has a half.
            let sum: f32 = row.iter().sum();
            let expected = if view.name == "disan" { [0.5, 1.0] } else { [1.0; 2] };
            let is_whole = expected.iter().any(|e| (sum - e).abs() < 1e-5);
            let leaves = ["stick-breaking", "window-sink"].contains(&view.name.as_str());
            assert!(is_whole || leaves && (0.0..1.0).contains(&sum), "{}: {sum}", view.name);
        }
    }
    let places = found.begun.places;
    assert_eq!(found.divergences.len(), places * places * 4);
    for a in 0..places {
        for i in 0..4 {
            let own = found.divergences[(a * places + a) * 4 + i];
            // The first query of stick-breaking sees nothing: nothing is to be compared.
            let sees = (MethodKind::ALL[a].1, i) != ("stick-breaking", 0);
            assert_eq!(own.abs() < 1e-6, sees, "{own}");
        }
    }
}

#[test]
fn the_same_projections_and_no_positions_differ_by_the_method_alone() {
    let mut session = session();
    let found = compare(&mut session, setup(&tree()));
    let of = |name: &str| found.methods.iter().position(|(view, _)| view.name == name).unwrap();
    let places = found.begun.places;
    let apart = |a: usize, b: usize| {
        let start = (a * places + b) * 4;
        mean(&found.divergences[start..start + 4]).unwrap()
    };
    assert!(apart(of("no-positions"), of("vanilla")) > 1e-4);
    let queries = |session: &mut Session, name: &str, term: &str| {
        let (view, values) = terms(session, name);
        let place = view.terms.iter().position(|known| known.name == term).unwrap();
        values[place].clone()
    };
    let shared = queries(&mut session, "rpr", "q");
    assert_eq!(queries(&mut session, "tree-distance", "q"), shared);
    assert_eq!(queries(&mut session, "da", "Q"), shared);
}

#[test]
fn another_head_is_sent_with_its_divergences() {
    let mut session = session();
    let mean_of = compare(&mut session, setup(&tree()));
    let answers = ask(&mut session, Ask::Show(Shown::Head(1)), &[]);
    assert_eq!(answers.len(), mean_of.methods.len() + 1);
    let (answer, bytes) = &answers[2];
    assert_eq!(*answer, Answer::Weights { place: 2 });
    assert_ne!(numbers(&bytes[0]), mean_of.methods[2].1);
    assert_eq!(answers.last().unwrap().0, Answer::Compared);
}

#[test]
fn an_earlier_segment_widens_the_causal_form_alone() {
    let mut session = session();
    let setup = Setup { memory: "the old man".to_owned(), ..setup(&tree()) };
    let found = compare(&mut session, setup);
    assert_eq!(found.begun.memory, ["the", "old", "man"]);
    for (view, weights) in &found.methods {
        let expected = if view.name == "xl-causal" { 3 } else { 0 };
        assert_eq!(view.memory, expected, "{}", view.name);
        assert_eq!(weights.len(), 4 * (4 + expected), "{}", view.name);
    }
    let (numbers, none): (Vec<f32>, Vec<f32>) =
        found.divergences.iter().partition(|divergence| !divergence.is_nan());
    assert!(numbers.iter().all(|d| (0.0..0.6932).contains(d)));
    // One row of one method sees nothing, the first of stick-breaking: beside all others, and the others
    // beside it.
    assert_eq!(none.len(), 2 * found.begun.places - 1, "all others can be compared");
}

fn terms(session: &mut Session, name: &str) -> (TermsView, Vec<Vec<f32>>) {
    let place = MethodKind::ALL.iter().position(|(_, known)| *known == name).unwrap();
    let mut answers = ask(session, Ask::Terms { place, head: 1, feature: None }, &[]);
    match answers.remove(0) {
        (Answer::Terms(view), bytes) => (*view, bytes.iter().map(|bytes| numbers(bytes)).collect()),
        other => panic!("{other:?}"),
    }
}

#[test]
fn every_intermediate_of_every_method_travels() {
    let mut session = session();
    compare(&mut session, setup(&tree()));
    for (_, name) in MethodKind::ALL {
        let (view, values) = terms(&mut session, name);
        assert_eq!(view.name, name);
        assert_eq!(view.features, if name == "disan" { FEATURES } else { 0 });
        assert_eq!(view.terms.len(), values.len());
        assert!(view.terms.len() > 6, "{name}");
        for (term, values) in view.terms.iter().zip(&values) {
            assert_eq!(term.rows * term.columns, values.len(), "{name} {}", term.name);
            assert!((1..=2).contains(&term.axes.len()), "{name} {} {:?}", term.name, term.axes);
        }
    }
}

#[test]
fn the_four_terms_of_transformer_xl_sum_to_its_score() {
    let mut session = session();
    compare(&mut session, setup(&tree()));
    let (view, values) = terms(&mut session, "xl");
    let of = |name: &str| &values[view.terms.iter().position(|term| term.name == name).unwrap()];
    for (at, score) in of("scores").iter().enumerate() {
        let four: f32 = ["a", "b", "c", "d"].iter().map(|name| of(name)[at]).sum();
        assert!((four / 4.0 - score).abs() < 1e-4, "{four} {score}");
    }
}

fn noticed(session: &mut Session, probe: Probe) -> Vec<(Noticed, usize)> {
    let answers = ask(session, Ask::Probe(probe), &[]);
    let (last, found) = answers.split_last().unwrap();
    assert_eq!(last.0, Answer::Idle);
    let each = found.iter().map(|(answer, bytes)| match answer {
        Answer::Noticed(noticed) => (noticed.clone(), numbers(&bytes[0]).len()),
        other => panic!("{other:?}"),
    });
    each.collect()
}

/// Whether a method says that it knows left from right.
fn direction(name: &str) -> Knows {
    let kind = MethodKind::from_name(name).unwrap();
    let setup = setup(&tree());
    let options = options(&setup, &Shared::seeded(&setup)).unwrap();
    kind.seeded::<f32>(&options).facts().direction
}

#[test]
fn a_mirrored_sentence_is_the_same_to_distance_and_not_to_direction() {
    let mut session = session();
    compare(&mut session, setup(&tree()));
    let found = noticed(&mut session, Probe::Reverse);
    assert_eq!(found.len(), MethodKind::ALL.len());
    for ((noticed, numbers), (_, name)) in found.iter().zip(MethodKind::ALL) {
        assert_eq!((noticed.tokens, *numbers), (4, 16), "{name}");
        let amount = noticed.amount.unwrap();
        // What knows no direction sees distances in the sentence or in the tree, which a mirror keeps,
        // or labels, which go along with their words.
        let is_blind = direction(name) == Knows::No;
        assert_eq!(amount < 1e-6, is_blind, "{name}: {amount}");
    }
}

#[test]
fn a_word_more_is_nothing_to_what_has_no_positions() {
    let mut session = session();
    compare(&mut session, setup(&tree()));
    let found = noticed(&mut session, Probe::Insert { at: 2, word: "not".to_owned() });
    for ((noticed, _), (_, name)) in found.iter().zip(MethodKind::ALL) {
        let amount = noticed.amount.unwrap();
        match name {
            "no-positions" | "special-pos" | "special-relation" => {
                // The specialised heads' labels are those of the tree, which the new word leaves alone.
                assert!(amount < 1e-6, "{name}: {amount}");
            }
            "da" | "rpr" | "tener" => assert!(amount > 1e-6, "{name}: {amount}"),
            _ => {}
        }
    }
    let found = noticed(&mut session, Probe::Repeat { token: 0 });
    for ((noticed, numbers), (_, name)) in found.iter().zip(MethodKind::ALL) {
        assert_eq!((noticed.tokens, *numbers), (5, 25), "{name}");
        let amount = noticed.amount.unwrap();
        match name {
            "no-positions" => assert!(amount < 1e-6, "{name}: {amount}"),
            "da" | "rpr" | "vanilla" => assert!(amount > 1e-3, "{name}: {amount}"),
            _ => {}
        }
    }
}

#[test]
fn changed_trees_are_trees() {
    let tree = tree();
    let heads = |tree: &DependencyTree| -> Vec<usize> {
        tree.words().iter().map(|word| word.head).collect()
    };
    assert_eq!(heads(&tree), [2, 0, 4, 2]);
    assert_eq!(heads(&changed(&tree, &Probe::Reverse).unwrap()), [3, 1, 0, 3]);
    let insert = |at| changed(&tree, &Probe::Insert { at, word: "not".to_owned() });
    // Before “the”: it hangs on it, and what stood behind has moved by one.
    assert_eq!(heads(&insert(2).unwrap()), [2, 0, 4, 5, 2]);
    assert_eq!(heads(&insert(0).unwrap()), [2, 3, 0, 5, 3]);
    assert_eq!(heads(&insert(4).unwrap()), [2, 0, 4, 2, 4]);
    assert_eq!(insert(5).unwrap_err(), Why::NoToken { token: 5, tokens: 4 });
    let repeat = |token| changed(&tree, &Probe::Repeat { token });
    assert_eq!(heads(&repeat(0).unwrap()), [2, 0, 4, 2, 2]);
    assert_eq!(heads(&repeat(1).unwrap()), [2, 0, 4, 2, 2]);
    assert!(repeat(4).is_err());
    let blank = changed(&tree, &Probe::Insert { at: 0, word: " ".to_owned() });
    assert_eq!(blank.unwrap_err(), Why::NoWord);
    let none = DependencyTree::unparsed::<&str>(&[]);
    assert_eq!(changed(&none, &Probe::Reverse).unwrap_err(), Why::NothingTyped);
}

#[test]
fn outcomes_by_hand() {
    // Two tokens; mirrored, each row is the other, back to front.
    let (before, after) = ([0.75, 0.25, 0.5, 0.5], [0.5, 0.5, 0.25, 0.75]);
    let found = outcome(&Probe::Reverse, 2, 0, &before, &after);
    assert_eq!((found.weights, found.amount), (before.to_vec(), Some(0.0)));
    // The new word stands between the two; what it takes is given back in proportion.
    let after = [0.375, 0.5, 0.125, 0.2, 0.6, 0.2, 0.25, 0.5, 0.25];
    let insert = Probe::Insert { at: 1, word: "x".to_owned() };
    let found = outcome(&insert, 2, 0, &before, &after);
    assert_eq!((found.weights, found.amount), (before.to_vec(), Some(0.0)));
    // Of a word and its copy, one row gives 3 : 1, one 1 : 1, one nothing to either.
    let after = [0.75, 0.0, 0.25, 0.25, 0.5, 0.25, 0.0, 1.0, 0.0];
    let found = outcome(&Probe::Repeat { token: 0 }, 2, 0, &before, &after);
    assert_eq!((found.tokens, found.amount), (3, Some(0.25)));
}

#[test]
fn divergences_by_hand() {
    let rows = |weights: &[f32], memory| Rows::new(1, weights, memory);
    let apart = |a: &Rows, b: &Rows| a.divergences(b)[0];
    let ln_2 = std::f32::consts::LN_2;
    assert!(
        (apart(&Rows::new(2, &[1., 0., 0., 1.], 0), &Rows::new(2, &[0., 1., 0., 1.], 0)) - ln_2)
            .abs()
            < 1e-6
    );
    // Without memory all weight is on the token; with it, on the memory alone.
    assert!((apart(&rows(&[1.0], 1), &rows(&[1.0, 0.0], 1)) - ln_2).abs() < 1e-6);
    assert_eq!(apart(&rows(&[1.0], 1), &rows(&[0.0, 1.0], 1)), 0.0);
    assert!(apart(&rows(&[0.0], 0), &rows(&[1.0], 0)).is_nan());
    assert!(apart(&rows(&[1.0, -1.0], 1), &rows(&[1.0, 0.0], 1)).is_nan());
    assert_eq!(mean(&[f32::NAN, 0.25, 0.75]), Some(0.5));
    assert_eq!(mean(&[f32::NAN]), None);
}

#[test]
fn what_is_missing_is_named_and_nothing_is_shown_without_it() {
    let mut session = Session::new();
    let answers = ask(&mut session, Ask::Compare(Box::new(setup(&tree()))), &[]);
    let [(Answer::Begun(begun), _)] = &answers[..] else { panic!("{answers:?}") };
    assert_eq!(begun.parts, ["frequent.bin"]);
    let mut session = self::session();
    let of = Setup { numbers: Numbers::Of("sst2-da".to_owned()), ..setup(&tree()) };
    let answers = ask(&mut session, Ask::Compare(Box::new(of)), &[]);
    let [(Answer::Begun(begun), _)] = &answers[..] else { panic!("{answers:?}") };
    assert_eq!((&begun.models[..], begun.is_whole()), (&["sst2-da".to_owned()][..], false));
}

#[test]
fn trained_models_are_compared_as_they_come() {
    let mut session = session();
    let numbers = Numbers::Each(MODELS.map(str::to_owned).to_vec());
    let trained = Setup { numbers, ..setup(&tree()) };
    let found = compare(&mut session, trained.clone());
    assert_eq!(found.begun.coming, MODELS);
    for (view, weights) in &found.methods {
        assert_eq!((view.problem.as_ref(), weights.len()), (Some(&Why::Coming), 0));
        assert_eq!((view.trained, view.answer.as_ref()), (true, None));
        assert!(!view.facts.formula.is_empty(), "what is known of the method needs no file");
    }
    give_model(&mut session, MODELS[1]);
    let mut clock = std::cell::Cell::new(0.0);
    let mut views = |session: &mut Session| {
        let mut views = Vec::new();
        let asked = Ask::Compare(Box::new(trained.clone()));
        session.answer(1, asked, &[], &mut |_, _, _| {});
        while session.has_work() {
            // A clock that goes on by one each time it is looked at.
            let now = || clock.replace(clock.get() + 1.0);
            session.advance(&now, &mut |_, answer, bytes| {
                if let Answer::Method(view) = answer {
                    views.push((*view, bytes));
                }
            });
        }
        *clock.get_mut() = 10.0;
        views
    };
    let before = views(&mut session);
    assert_eq!(before[0].0.problem, Some(Why::Coming));
    assert_eq!((before[1].0.heads, before[1].0.milliseconds), (16, 1.0));
    give_model(&mut session, MODELS[0]);
    let after = views(&mut session);
    assert_eq!(after[1], before[1], "what was computed is not computed again");
    assert_eq!((after[0].0.place, after[0].0.problem.as_ref()), (0, None));
    let answer = after[0].0.answer.clone().unwrap();
    assert_eq!(answer.classes, ["negative", "positive"]);
    assert!((answer.probabilities.iter().sum::<f32>() - 1.0).abs() < 1e-6);
    // Another sentence is computed anew.
    let other = DependencyTree::unparsed(&["a", "bad", "film"]);
    let numbers = Numbers::Each(vec![MODELS[0].to_owned()]);
    let found = compare(&mut session, Setup { numbers, ..setup(&other) });
    let answer = found.methods[0].0.answer.as_ref().unwrap();
    assert_eq!(answer.best().unwrap().0, "negative");
}

/// Every trained model of the page is there, is small enough, and is of the method that the table says; each
/// gives weights that sum to 1 and the answer of its whole model.
#[test]
fn the_models_of_the_page_are_those_of_the_table() {
    let mut session = session();
    TRAINED.iter().for_each(|(name, _)| give_model(&mut session, name));
    let numbers = Numbers::Each(TRAINED.map(|(name, _)| name.to_owned()).to_vec());
    let found = compare(&mut session, Setup { numbers, ..setup(&tree()) });
    assert!(found.begun.coming.is_empty());
    for ((name, kind), (view, weights)) in TRAINED.iter().zip(&found.methods) {
        let bytes = file(name);
        let trained = Trained::read(&bytes).unwrap();
        assert_eq!(trained.model.architecture.method.kind(), *kind, "{name}");
        let is_first = name.ends_with("-da") || name.ends_with("-vanilla");
        let most = if is_first { 560_000 } else { 500_000 };
        assert!(bytes.len() <= most, "{name} has {} bytes", bytes.len());
        assert_eq!((&view.name, view.problem.as_ref()), (&(*name).to_owned(), None));
        for (at, row) in weights.chunks_exact(4).enumerate() {
            // DiSAN's first token has nothing before it, its last nothing behind it: half of the mean is 0.
            let is_edge = *kind == MethodKind::Disan && [0, 3].contains(&at);
            let all = if is_edge { 0.5 } else { 1.0 };
            assert!((row.iter().sum::<f32>() - all).abs() < 1e-5, "{name}: {row:?}");
        }
        let task = name.split('-').next().unwrap();
        let (classes, answer) = (&trained.model.architecture.classes, view.answer.as_ref());
        assert_eq!(trained.card.get("task").map(String::as_str), Some(task));
        assert_eq!(&answer.unwrap().classes, classes);
    }
}

/// A model in a file stands beside those of the page under a name of its own; another file of that name takes its
/// place.
#[test]
fn a_file_stands_among_the_trained_models() {
    let (mut session, own) = (session(), trained_in("mine.safetensors"));
    let choices = Choices { source: Source::Each, ..Choices::default() };
    let files = ["mine.safetensors".to_owned()];
    let setup = choices.setup(tree().to_compact(), 0, None, &files).unwrap();
    assert_eq!(setup.numbers.models().len(), 1 + TRAINED.len());
    assert_eq!(setup.numbers.models()[0], own);
    let found = compare(&mut session, setup.clone());
    assert_eq!(found.begun.coming[0], own);
    assert_eq!(found.methods[0].0.problem, Some(Why::Coming));
    give_model(&mut session, "sst2-rope");
    for file_of in ["sst2-rope", "sst2-alibi"] {
        ask(&mut session, Ask::Model { name: own.clone() }, &[file(file_of)]);
        let found = compare(&mut session, setup.clone());
        let (view, weights) = &found.methods[0];
        assert_eq!((&view.name, &view.title, view.problem.as_ref()), (&own, &own, None));
        let kind = trained_as(file_of).unwrap();
        assert_eq!((view.kind.as_str(), view.trained), (kind.name(), true));
        let of_page = weights_of(&found, "sst2-rope");
        assert_eq!(*weights == of_page, file_of == "sst2-rope");
        assert!(view.answer.is_some());
    }
}

#[test]
fn a_model_that_is_read_again_ends_no_comparison_without_it() {
    let mut session = session();
    give_model(&mut session, "sst2-da");
    session.answer(1, Ask::Compare(Box::new(setup(&tree()))), &[], &mut |_, _, _| ());
    session.advance(&|| 0.0, &mut |_, _, _| ());
    let again = Ask::Model { name: "sst2-da".to_owned() };
    session.answer(2, again, &[file("sst2-da")], &mut |_, _, _| ());
    let mut is_compared = false;
    while session.has_work() {
        session.advance(&|| 0.0, &mut |id, answer, _| {
            is_compared |= (id, answer) == (1, Answer::Compared);
        });
    }
    assert!(is_compared, "the room would wait for it");
}

#[test]
fn wrong_setups_are_refused_with_the_reason() {
    let mut session = session();
    let mut refused = |setup: Setup| match &ask(&mut session, Ask::Compare(Box::new(setup)), &[])[..]
    {
        [(Answer::Failed(why), _)] => why.clone(),
        other => panic!("{other:?}"),
    };
    let right = setup(&tree());
    assert_eq!(refused(Setup { heads: 0, ..right.clone() }), Why::Heads { heads: 0 });
    assert_eq!(refused(Setup { clip: 65, ..right.clone() }), Why::Clip { clip: 65 });
    let tree = refused(Setup { tree: "x".to_owned(), ..right.clone() });
    assert!(matches!(&tree, Why::Refused(why) if why.contains("starts with")), "{tree:?}");
    let method = refused(Setup { method: "none".to_owned(), ..right });
    assert!(matches!(&method, Why::Refused(why) if why.contains("none")), "{method:?}");
}

const MODELS: [&str; 2] = ["sst2-da", "sst2-vanilla"];

fn file(name: &str) -> Vec<u8> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../public/checkpoints");
    std::fs::read(format!("{folder}/{name}.safetensors")).unwrap()
}

fn give_model(session: &mut Session, name: &str) {
    ask(session, Ask::Model { name: name.to_owned() }, &[file(name)]);
}

fn weights_of(found: &Compared, name: &str) -> Vec<f32> {
    let found = found.methods.iter().find(|(view, _)| view.name == name);
    let (view, weights) = found.unwrap_or_else(|| panic!("no {name}"));
    assert_eq!(view.problem, None, "{name}");
    weights.clone()
}

#[test]
fn words_and_projections_of_a_model_go_through_every_method() {
    let mut session = session();
    MODELS.iter().for_each(|name| give_model(&mut session, name));
    let names = MODELS.map(str::to_owned).to_vec();
    let each = compare(&mut session, Setup { numbers: Numbers::Each(names), ..setup(&tree()) });
    for (model, own) in [("sst2-da", "da"), ("sst2-vanilla", "vanilla")] {
        // Its own method among the others is the model as it was trained; h of the choices is not asked.
        let of = Setup { numbers: Numbers::Of(model.to_owned()), heads: 2, ..setup(&tree()) };
        let found = compare(&mut session, of.clone());
        assert_eq!(found.methods.len(), MethodKind::ALL.len());
        assert!(found.methods.iter().all(|(view, _)| view.problem.is_none()));
        assert_eq!(weights_of(&found, own), weights_of(&each, model));
        assert_eq!((found.begun.own.len(), found.begun.learned), (16, model == "sst2-da"));
        assert!(found.begun.words);
        // Read backwards, the model's words go through it again.
        let noticed = ask(&mut session, Ask::Probe(Probe::Reverse), &[]);
        let amount = |place: usize| match &noticed[place].0 {
            Answer::Noticed(Noticed { amount, .. }) => amount.unwrap(),
            other => panic!("{other:?}"),
        };
        assert!(amount(0) < 1e-6 && amount(1) > 1e-4);
    }
}

#[test]
fn w_and_v_that_were_moved_are_those_of_the_distance_aware_method_alone() {
    let mut session = session();
    let shown = Shown::Head(1);
    let before = compare(&mut session, Setup { shown, ..setup(&tree()) });
    assert_eq!(before.begun.own[1], [1.0, 0.0]);
    let w = BTreeMap::from([(1, 0.0)]);
    let after = compare(&mut session, Setup { shown, w, ..setup(&tree()) });
    for (before, after) in before.methods.iter().zip(&after.methods) {
        assert_eq!(before.1 == after.1, before.0.name != "da", "{}", before.0.name);
    }
    let v = BTreeMap::from([(1, 2.0)]);
    assert_ne!(
        weights_of(&compare(&mut session, Setup { shown, v, ..setup(&tree()) }), "da"),
        weights_of(&before, "da")
    );
    let nan = Setup { w: BTreeMap::from([(0, f64::NAN)]), ..setup(&tree()) };
    let answers = ask(&mut session, Ask::Compare(Box::new(nan)), &[]);
    assert!(matches!(&answers[..], [(Answer::Failed(Why::NoNumber), _)]), "{answers:?}");
}

/// Two heads of two dimensions on three tokens, none of the numbers round.
fn layer(labels: &[&str]) -> (Ask, Vec<Vec<u8>>, [Vec<f32>; 3]) {
    let numbers = |role: usize| -> Vec<f32> {
        let cells = 2 * labels.len() * 2;
        (0..cells).map(|at| ((7919 * role + 104_729 * at) % 1009) as f32 / 504.0 - 1.0).collect()
    };
    let arrays = [1, 2, 3].map(numbers);
    let bytes = arrays.iter().map(|array| array.iter().flat_map(|x| x.to_le_bytes()).collect());
    let layer = Layer {
        key: "a file, layer 3".to_owned(),
        labels: labels.iter().map(|&label| label.to_owned()).collect(),
        heads: 2,
        size: 2,
        scale: 0.3,
        causal: false,
        own: Vec::new(),
    };
    (Ask::Layer(Box::new(layer)), bytes.collect(), arrays)
}

#[test]
fn queries_and_keys_that_were_handed_over_go_through_every_method() {
    let mut session = session();
    let (ask_layer, bytes, [query, key, _]) = layer(&["[CLS]", "near", "##far"]);
    let numbers = Numbers::Layer("a file, layer 3".to_owned());
    let shown = Shown::Head(1);
    let setup = Setup { numbers, shown, heads: 9, ..setup(&tree()) };
    // It must be here first.
    let early = ask(&mut session, Ask::Compare(Box::new(setup.clone())), &[]);
    assert!(matches!(&early[..], [(Answer::Failed(Why::NoLayer), _)]));
    assert_eq!(ask(&mut session, ask_layer, &bytes), [(Answer::Idle, Vec::new())]);
    let found = compare(&mut session, setup.clone());
    assert_eq!(found.begun.tokens, ["[CLS]", "near", "##far"]);
    assert_eq!((found.begun.words, found.begun.parts.len()), (false, 0));
    // softmax(0.3 q·k), worked out here.
    let score = |i: usize, j: usize| -> f64 {
        let at = |token: usize, x: usize| 6 + 2 * token + x;
        let product = |x| f64::from(query[at(i, x)]) * f64::from(key[at(j, x)]);
        0.3 * (product(0) + product(1))
    };
    let softmax = |logit: &dyn Fn(usize, usize) -> f64| -> Vec<f64> {
        let row = |i: usize| {
            let sum: f64 = (0..3).map(|j| logit(i, j).exp()).sum();
            (0..3).map(move |j| logit(i, j).exp() / sum)
        };
        (0..3).flat_map(row).collect()
    };
    let close = |name: &str, expected: Vec<f64>| {
        let weights = weights_of(&found, name);
        let worst = weights.iter().zip(&expected).map(|(a, b)| (f64::from(*a) - b).abs());
        assert!(worst.fold(0.0, f64::max) < 1e-6, "{name}: {weights:?} {expected:?}");
    };
    close("no-positions", softmax(&score));
    // The seeded w of the second head is 1, v is 0.
    let coefficient = |i: usize, j: usize| 2.0 / (1.0 + (-(i.abs_diff(j) as f64)).exp());
    close("da", softmax(&|i, j| score(i, j).max(0.0) * coefficient(i, j)));
    // The slopes of two heads are 2^-4 and 2^-8.
    close("alibi", softmax(&|i, j| score(i, j) - i.abs_diff(j) as f64 / 256.0));
    let problem = |name: &str| {
        let of = found.methods.iter().find(|(view, _)| view.name == name).unwrap();
        assert!(of.1.is_empty());
        match &of.0.problem {
            Some(Why::Refused(why)) => why.clone(),
            other => panic!("{name}: {other:?}"),
        }
    };
    assert!(problem("vanilla").contains("the vectors of the words"));
    assert!(problem("disan").contains("no queries and keys"));
    assert!(problem("tree-distance").contains("a dependency tree"));
    assert!(problem("special-pos").contains("a part of speech"));
    // What would have to go through the model again is not made up.
    let probe = ask(&mut session, Ask::Probe(Probe::Reverse), &[]);
    assert!(matches!(&probe[..], [(Answer::Failed(Why::ReadOnce), _)]), "{probe:?}");
    // No vectors of words before it, and no output behind it.
    let (view, _) = terms(&mut session, "da");
    assert!(view.terms.iter().all(|term| term.rows * term.columns > 0));
    assert!(view.terms.iter().all(|term| term.name != "out"));
    // Tokens that are the words of the sentence have its tree.
    let (ask_layer, bytes, _) = layer(&["She", "saw", "the", "man"]);
    ask(&mut session, ask_layer, &bytes);
    let found = compare(&mut session, setup);
    assert!(found.begun.words);
    assert_eq!(weights_of(&found, "tree-distance").len(), 16);
}

#[test]
fn a_layer_that_does_not_fit_together_is_refused() {
    let mut session = session();
    let (ask_layer, mut bytes, _) = layer(&["one", "two"]);
    bytes[2].pop();
    let answers = ask(&mut session, ask_layer.clone(), &bytes);
    assert!(matches!(&answers[..], [(Answer::Failed(Why::LayerMisfit), _)]), "{answers:?}");
    assert!(matches!(ask(&mut session, ask_layer, &[])[0].0, Answer::Failed(Why::LayerMisfit)));
}
