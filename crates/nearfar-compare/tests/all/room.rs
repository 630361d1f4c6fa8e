//! What the room has: what happens goes in, what is to be done comes out.

use nearfar::picture::palette::Palette;
use nearfar::settings::{ModelChoice, Settings};
use nearfar_compare::choices::{Part, Source};
use nearfar_compare::comparison::Fetch;
use nearfar_compare::pair::Which;
use nearfar_compare::protocol::{
    Answer, Ask, Begun, MethodView, Noticed, Probe, Setup, Shown, Why,
};
use nearfar_compare::results::Kind;
use nearfar_compare::room::{Effect, Room};
use nearfar_compare::sentence::Kept;
use nearfar_compare::words::grid::Card;
use nearfar_texts::compare as texts;

use crate::grid::{begun, method};
use crate::layer::{answer, model};

/// Follows what is wanted by now.
fn follow(room: &mut Room) -> Vec<Effect> {
    let wants = room.wants();
    room.follow(wants, 0.0)
}

fn setup_of(effects: &[Effect]) -> Option<&Setup> {
    effects.iter().find_map(|effect| match effect {
        Effect::Ask(Kind::Compare, Some(Ask::Compare(setup))) => Some(&**setup),
        _ => None,
    })
}

/// With the page's sentence, before anything was found.
fn opened(sentence: &str) -> Room {
    let mut room = Room::default();
    let lab = Settings { model: ModelChoice::Untrained, ..Settings::default() };
    let kept =
        Kept { sentence: sentence.to_owned(), choices: "seeded=yes&a=da".to_owned(), seed: 7 };
    assert!(room.look(kept.clone(), &lab) && !room.look(kept, &lab));
    room
}

fn receive(room: &mut Room, kind: Kind, answer: Answer, numbers: Vec<Vec<f32>>) -> Vec<Effect> {
    room.receive(kind, answer, numbers, 1.0)
}

/// Two methods on two tokens, A and B, whose comparison is whole.
fn compared() -> Room {
    let mut room = opened("I think");
    assert!(setup_of(&follow(&mut room)).is_some());
    let weights = |first: f32| vec![vec![first, 1.0 - first, 0.5, 0.5]];
    receive(&mut room, Kind::Compare, Answer::Begun(begun(&["I", "think"], 2)), vec![]);
    for (place, (name, first)) in [("da", 0.75), ("vanilla", 0.25)].into_iter().enumerate() {
        let answer = Answer::Method(Box::new(method(place, name)));
        receive(&mut room, Kind::Compare, answer, weights(first));
    }
    let rows = vec![0.0, 0.0, 0.125, 0.25, 0.125, 0.25, 0.0, 0.0];
    receive(&mut room, Kind::Compare, Answer::Compared, vec![rows]);
    room
}

#[test]
fn what_is_wanted_is_asked_once() {
    let mut room = opened("I think");
    let effects = follow(&mut room);
    assert_eq!(
        setup_of(&effects).map(|setup| (setup.seed, setup.shown)),
        Some((7, Shown::Head(0)))
    );
    assert_eq!(follow(&mut room), []);
    // Something else that is typed is written to the page soon, and asked.
    let effects = room.change(|chosen| chosen.type_sentence("I see".to_owned()));
    assert_eq!(effects, [Effect::Write]);
    assert!(setup_of(&follow(&mut room)).is_some());
    assert!(room.hand().is_some_and(|handed| handed.sentence == "I see"));
    assert!(room.hand().is_none());
    // Of what is there other heads are shown, and nothing computed.
    let mut room = compared();
    room.change(|chosen| chosen.choices.shown = Shown::Mean);
    let shown = Effect::Ask(Kind::Compare, Some(Ask::Show(Shown::Mean)));
    assert_eq!(follow(&mut room), [shown]);
}

#[test]
fn what_a_part_shows_is_asked_once_it_is_opened() {
    let mut room = compared();
    assert_eq!(follow(&mut room), []);
    room.change(|chosen| chosen.choices.part = Part::Terms);
    let terms =
        |kind, place| Effect::AskAtRest(kind, Some(Ask::Terms { place, head: 0, feature: None }));
    assert_eq!(follow(&mut room), [terms(Kind::TermsA, 0), terms(Kind::TermsB, 1)]);
    // Opened again it asks nothing again, but what has changed.
    for part in [Part::Apart, Part::Terms] {
        room.change(|chosen| chosen.choices.part = part);
        assert_eq!(follow(&mut room), []);
    }
    room.choose_side(1, 0);
    assert_eq!(follow(&mut room), [terms(Kind::TermsB, 0)]);
    // What was found of another change goes once this one is asked.
    let probed = Effect::AskAtRest(Kind::Probe, Some(Ask::Probe(Probe::Reverse)));
    room.change(|chosen| chosen.choices.part = Part::Notices);
    assert_eq!(follow(&mut room), [probed]);
    let noticed = Noticed { place: 0, amount: Some(0.5), tokens: 2 };
    receive(&mut room, Kind::Probe, Answer::Noticed(noticed), vec![vec![1.0; 4]]);
    assert_eq!(room.noticing(0).map(|card| card.amount).as_deref(), Some("0.5"));
    assert!(room.noticing_pictures(0, Palette::Cividis).is_some());
    assert_eq!(room.rested(Kind::Probe, None), [Effect::Ask(Kind::Probe, None)]);
    assert!(room.results.noticed.is_empty());
}

#[test]
fn a_file_that_is_missing_is_fetched_and_all_compared_again() {
    let mut room = opened("I think");
    room.choose_source(Source::Bundled("sst2-da".to_owned()));
    follow(&mut room);
    let begun = Begun { models: vec!["sst2-da".to_owned()], ..Begun::default() };
    let effects = receive(&mut room, Kind::Compare, Answer::Begun(begun), vec![]);
    let [Effect::Fetch(fetch)] = effects.as_slice() else { panic!("{effects:?}") };
    assert_eq!(fetch.path, "checkpoints/sst2-da.safetensors");
    assert!(setup_of(&room.handed(fetch, 4, 0.0)).is_some());
    // What cannot be used is named, as is what did not come.
    assert_eq!(room.refused(&fetch.path, &Why::NoNumber), []);
    let problem = room.results.problem.clone().expect("it is said");
    assert!(problem.contains("sst2-da.safetensors"), "{problem}");
    room.not_loaded("vectors/a", "404".to_owned());
    assert!(room.results.problem.as_ref().is_some_and(|said| said.contains("404")));
}

#[test]
fn a_layer_is_read_of_a_model_that_was_opened() {
    let mut room = opened("yes");
    follow(&mut room);
    room.look_at_files(vec![model()], Vec::new());
    assert_eq!(room.opened(None, Ok("file-1".to_owned())), [Effect::Write]);
    let effects = follow(&mut room);
    let [Effect::Ask(Kind::Compare, None), Effect::ReadLayer(key)] = effects.as_slice() else {
        panic!("{effects:?}")
    };
    assert!(room.files.ask(key));
    room.layer_came(key.clone(), Ok(&answer(None)));
    assert!(setup_of(&follow(&mut room)).is_some());
    // On another sentence what is shown stays, until its layer is there.
    room.change(|chosen| chosen.type_sentence("no".to_owned()));
    assert!(matches!(follow(&mut room).as_slice(), [Effect::ReadLayer(_)]));
    room.layer_refused(&Why::LayerMisfit);
    assert!(room.files.unread.is_some());
    // One model is compared already.
    assert_eq!(room.choose_one(), []);
    room.choose_source(Source::Seeded);
    assert_eq!(room.choose_one(), [Effect::Write]);
    assert_eq!(room.chosen.choices.source, Source::File("minilm".to_owned()));
    assert_eq!(room.opened(None, Err("damaged".to_owned())), []);
    assert_eq!(room.files.unread.as_deref(), Some("damaged."));
}

#[test]
fn files_of_this_project_that_were_opened_again_are_read_again() {
    let mut room = opened("I think");
    room.look_at_files(Vec::new(), vec!["own".to_owned()]);
    room.choose_source(Source::Each);
    follow(&mut room);
    let begun = Begun { coming: vec!["file:own".to_owned()], places: 1, ..begun(&["I"], 1) };
    let effects = receive(&mut room, Kind::Compare, Answer::Begun(begun), vec![]);
    let [Effect::Fetch(fetch)] = effects.as_slice() else { panic!("{effects:?}") };
    room.handed(fetch, 4, 0.0);
    let again = Fetch { number: fetch.number + 1, ..fetch.clone() };
    let effects = room.look_at_files(Vec::new(), vec!["own".to_owned()]);
    assert_eq!(effects, [Effect::Forget(4), Effect::Fetch(again)]);
}

#[test]
fn what_the_page_does_not_keep_is_said_until_something_else_is_chosen() {
    let mut room = compared();
    room.change(|chosen| chosen.choices.clip = 2);
    let handed = room.hand().expect("something new");
    room.not_kept(handed, "too long".to_owned());
    assert!(room.misread.as_ref().is_some_and(|said| said.contains("too long")));
    room.change(|_| ());
    assert_eq!(room.misread, None);
    assert!(room.hand().is_some());
}

#[test]
fn what_is_shown_is_read_off_what_was_found() {
    let mut room = compared();
    assert_eq!([0, 1].map(|which| room.place(which)), [Some(0), Some(1)]);
    let drawn = room.drawn(Which::Difference, Palette::Cividis).expect("both are there");
    assert_eq!(*drawn.values, [0.5, -0.5, 0.0, 0.0]);
    assert!(room.drawn_small(1, Palette::Cividis).is_some());
    assert_eq!(room.title(Which::One(1), false), "B · vanilla");
    assert_eq!(room.titles(false)[0], ("da".to_owned(), "da".to_owned()));
    // From each token to the other: 0.25 or 0.75, and 0.5.
    let bars = room.by_distance().expect("both are there");
    assert_eq!((bars.reach, bars.has_rest), ([0.375, 0.625], false));
    assert_eq!(bars.shares, [[0.625, 0.375], [0.375, 0.625]]);
    let card = |room: &Room, place| room.card(place).map(|Card { name, sides, .. }| (name, sides));
    assert_eq!(card(&room, 0), Some(("da".to_owned(), [true, false])));
    assert_eq!(card(&room, 2), None);
    assert!(room.apart_two((0, 1), Some(1)).contains("0.25"));
    assert!(room.every_two(None).is_some());
    // On the mean of the rows 0.1875, in the second 0.25.
    let [before, _, exact] = room.apart(Some(1)).expect("both are there");
    assert!(before.contains("0.188") && before.contains("0.25"), "{before}");
    assert!(exact.contains("0.1875"), "{exact}");
    // Of what cannot be computed, what another method left is not shown.
    let terms = || Answer::Terms(Box::default());
    receive(&mut room, Kind::TermsB, terms(), vec![]);
    assert!(room.terms(1).is_some() && room.terms(0).is_none());
    assert_eq!(room.no_terms(0), texts::terms_coming());
    let failed = MethodView { problem: Some(Why::NoNumber), ..method(1, "vanilla") };
    receive(&mut room, Kind::Compare, Answer::Method(Box::new(failed)), vec![vec![]]);
    assert!(room.terms(1).is_none() && room.no_terms(1) != texts::terms_coming());
    // A pair that is chosen where it is apart is A and B.
    assert_eq!(room.choose_pair((1, 2)), []);
    room.choose_pair((1, 0));
    assert_eq!(card(&room, 0), Some(("da".to_owned(), [false, true])));
    assert_eq!(room.title(Which::One(1), false), "B · da");
    // The weights under the tree are of the tree's own words.
    assert!(room.drawn_under_tree().is_none());
}

#[test]
fn who_moved_w_in_the_lab_is_told_that_one_model_is_compared_and_goes_back_for_good() {
    let (mut room, mut lab) = (Room::default(), Settings::default());
    let kept = |choices: String| Kept { sentence: "I think".to_owned(), choices, seed: 7 };
    assert!(room.look(kept(String::new()), &lab));
    assert_eq!((&room.chosen.choices.source, room.is_moved()), (&Source::Each, false));
    lab.set_w(0, 1.5);
    assert!(room.look(kept(String::new()), &lab));
    assert!(room.chosen.choices.source.is_one() && room.is_moved());
    room.choose_source(Source::Each);
    assert!(!room.is_moved());
    // What was chosen here stays, whatever is moved there.
    let chosen = room.hand().expect("it is news").choices;
    lab.set_w(0, 2.5);
    room.look(kept(chosen), &lab);
    assert_eq!((&room.chosen.choices.source, room.is_moved()), (&Source::Each, false));
}
