//! What is asked of the worker next, and which files are fetched.

use nearfar_compare::choices::{Choices, Source};
use nearfar_compare::comparison::{Comparison, Fetch, Step};
use nearfar_compare::protocol::{Ask, Begun, Setup, Shown};

fn setup(choices: &Choices) -> Setup {
    choices.setup("r_0.X.root.Yes".to_owned(), 7, None, &[]).expect("no layer is needed")
}

fn of(source: Source) -> Setup {
    setup(&Choices { source, ..Choices::default() })
}

fn seeded() -> Setup {
    of(Source::Seeded)
}

/// A layer of a model from a file, of this key.
fn layer(key: &str) -> Setup {
    let source = Source::File("minilm".to_owned());
    let choices = Choices { source, ..Choices::default() };
    choices.setup(String::new(), 7, Some(key.to_owned()), &[]).expect("the layer is there")
}

fn begun(coming: &[&str]) -> Begun {
    let coming = coming.iter().map(|&name| name.to_owned()).collect();
    Begun { places: 4, coming, ..Begun::default() }
}

fn pair() -> [String; 2] {
    ["c", "a"].map(str::to_owned)
}

/// The room with all of a comparison.
fn whole(setup: Setup) -> Comparison {
    let mut room = Comparison::default();
    room.want(Some(setup), false);
    room.wait(100.0);
    room.compared(&begun(&[]), 350.0);
    assert!(room.is_whole());
    assert_eq!(room.took(), 250.0);
    room
}

fn model(path: &str, name: &str) -> (String, Ask) {
    (path.to_owned(), Ask::Model { name: name.to_owned() })
}

/// Where files are fetched from.
fn paths(files: &[Fetch]) -> Vec<&str> {
    files.iter().map(|fetch| fetch.path.as_str()).collect()
}

/// The same, with what the worker is told.
fn told(files: Vec<Fetch>) -> Vec<(String, Ask)> {
    files.into_iter().map(|fetch| (fetch.path, fetch.ask)).collect()
}

#[test]
fn the_first_comparison_takes_nothing_away() {
    let mut room = Comparison::default();
    let compare = Step::Compare { setup: seeded(), clears: false };
    assert_eq!(room.want(Some(seeded()), false), compare);
}

#[test]
fn other_heads_of_what_is_there_are_shown_and_not_computed() {
    let mut room = whole(seeded());
    let mean = Setup { shown: Shown::Mean, ..seeded() };
    assert_eq!(room.want(Some(mean.clone()), false), Step::Show(Shown::Mean));
    room.wait(0.0);
    // Before they are there, heads alone are not enough.
    let compare = Step::Compare { setup: seeded(), clears: false };
    assert_eq!(room.want(Some(seeded()), false), compare);
}

#[test]
fn another_number_of_the_same_source_is_compared_while_pictures_stay() {
    let mut room = whole(seeded());
    let other = Setup { clip: 2, ..seeded() };
    let compare = Step::Compare { setup: other.clone(), clears: false };
    assert_eq!(room.want(Some(other), false), compare);
}

#[test]
fn pictures_of_other_numbers_do_not_stay() {
    let mut room = whole(seeded());
    let step = room.want(Some(of(Source::Each)), false);
    assert!(matches!(step, Step::Compare { clears: true, .. }), "{step:?}");
    let step = room.want(Some(layer("1")), false);
    assert!(matches!(step, Step::Compare { clears: true, .. }), "{step:?}");
    // One layer's stay until those of another sentence are there.
    let step = room.want(Some(layer("2")), false);
    assert!(matches!(step, Step::Compare { clears: false, .. }), "{step:?}");
}

#[test]
fn what_is_shown_of_a_layer_stays_while_it_is_on_its_way_on_another_sentence() {
    let mut room = whole(layer("1"));
    assert!(room.is_of_layer());
    assert_eq!(room.want(None, true), Step::Wait);
    assert!(!room.is_whole() && room.is_of_layer());
    assert_eq!(room.want(None, false), Step::Clear);
    assert!(!room.is_of_layer());
    let compare = Step::Compare { setup: layer("1"), clears: false };
    assert_eq!(room.want(Some(layer("1")), false), compare);
}

#[test]
fn what_ended_the_worker_is_not_asked_again_by_itself() {
    let mut room = whole(seeded());
    room.wait(0.0);
    room.ended(false);
    assert!(room.is_whole());
    // The next worker has nothing: heads alone are not enough.
    let mean = Setup { shown: Shown::Mean, ..seeded() };
    let compare = Step::Compare { setup: mean.clone(), clears: false };
    assert_eq!(room.want(Some(mean), false), compare);
    room.ended(true);
    assert!(!room.is_whole());
}

#[test]
fn what_cannot_be_done_is_not_waited_for() {
    let mut room = Comparison::default();
    room.want(Some(seeded()), false);
    room.wait(0.0);
    assert!(!room.is_whole());
    room.failed();
    assert!(room.is_whole());
}

#[test]
fn a_comparison_is_whole_once_no_model_is_on_its_way() {
    let mut room = Comparison::default();
    let compared = |room: &mut Comparison, coming: &[&str]| {
        room.wait(0.0);
        room.compared(&begun(coming), 250.0);
        room.is_whole()
    };
    assert!(!compared(&mut room, &["a"]));
    room.lost("checkpoints/a.safetensors", &begun(&["a", "b"]), &pair());
    assert!(!compared(&mut room, &["a", "b"]));
    assert!(compared(&mut room, &["a"]));
}

#[test]
fn a_comparison_that_goes_on_is_not_whole_though_the_last_model_is_lost() {
    let mut room = Comparison::default();
    room.want(Some(of(Source::Each)), false);
    room.wait(0.0);
    let coming = begun(&["a"]);
    room.fetch(&coming, &pair());
    room.lost("checkpoints/a.safetensors", &coming, &pair());
    assert!(!room.is_whole());
    // Other heads would take the place of the answers that are still to come.
    let mean = Setup { shown: Shown::Mean, ..of(Source::Each) };
    assert!(matches!(room.want(Some(mean), false), Step::Compare { .. }));
    room.compared(&begun(&[]), 1.0);
    assert!(room.is_whole());
    // The layer of another sentence is on its way: what comes of this one is not all.
    room.wait(0.0);
    assert_eq!(room.want(None, true), Step::Wait);
    room.compared(&begun(&[]), 1.0);
    assert!(!room.is_whole());
}

#[test]
fn words_and_needed_models_are_all_fetched_and_of_the_others_a_and_b_first() {
    let mut room = Comparison::default();
    let begun = Begun {
        parts: vec!["frequent.bin".to_owned()],
        models: vec!["sst2-da".to_owned()],
        ..begun(&["a", "b", "c", "d", "e"])
    };
    let expected = [
        ("vectors/frequent.bin".to_owned(), Ask::Vectors),
        model("checkpoints/sst2-da.safetensors", "sst2-da"),
        model("checkpoints/a.safetensors", "a"),
        model("checkpoints/c.safetensors", "c"),
        model("checkpoints/b.safetensors", "b"),
    ];
    assert_eq!(told(room.fetch(&begun, &pair())), expected);
    // What is on its way is not fetched again.
    assert_eq!(room.fetch(&begun, &pair()), []);
}

#[test]
fn a_model_in_a_file_of_this_project_is_read_by_its_own_name() {
    let mut room = Comparison::default();
    let fetched = room.fetch(&begun(&["file:own.safetensors"]), &pair());
    assert_eq!(told(fetched), [model("file:own.safetensors", "file:own.safetensors")]);
}

#[test]
fn models_behind_one_that_did_not_come_do_not_wait_for_it() {
    let mut room = Comparison::default();
    let begun = begun(&["a", "b", "c", "d"]);
    let fetched = room.fetch(&begun, &pair());
    let of_site = |name| format!("checkpoints/{name}.safetensors");
    assert_eq!(paths(&fetched), ["a", "c", "b"].map(of_site));
    let next = room.lost("checkpoints/c.safetensors", &begun, &pair());
    assert_eq!(paths(&next), ["d"].map(of_site));
    assert!(room.has_lost() && !room.is_whole());
}

#[test]
fn nothing_is_waited_for_once_the_last_model_did_not_come() {
    let mut room = Comparison::default();
    for (name, is_whole) in [("a", false), ("b", true)] {
        room.lost(&format!("checkpoints/{name}.safetensors"), &begun(&["a", "b"]), &pair());
        assert_eq!(room.is_whole(), is_whole, "{name}");
    }
    // A part of the word table is no model.
    let mut room = Comparison::default();
    room.lost("vectors/frequent.bin", &begun(&[]), &pair());
    assert!(!room.is_whole());
}

#[test]
fn what_did_not_come_is_fetched_again_once_something_else_is_chosen() {
    let mut room = Comparison::default();
    let begun = begun(&["a"]);
    room.fetch(&begun, &pair());
    assert_eq!(room.lost("checkpoints/a.safetensors", &begun, &pair()), []);
    assert_eq!(room.fetch(&begun, &pair()), []);
    room.want(Some(seeded()), false);
    assert!(!room.has_lost());
    assert_eq!(paths(&room.fetch(&begun, &pair())), ["checkpoints/a.safetensors"]);
}

#[test]
fn a_file_that_the_worker_cannot_use_is_fetched_again_once_something_else_is_chosen() {
    let path = "checkpoints/a.safetensors";
    let mut room = Comparison::default();
    let fetched = room.fetch(&begun(&["a"]), &pair());
    room.handed(&fetched[0], Some(3));
    assert_eq!(room.fetch(&begun(&["a"]), &pair()), []);
    room.lost(path, &begun(&["a"]), &pair());
    // Not with the comparison that was asked along with it, or it would be refused without end: not where there is
    // nothing to compare without it, either.
    assert_eq!(room.fetch(&begun(&["a"]), &pair()), []);
    let needed = Begun { models: vec!["a".to_owned()], ..begun(&[]) };
    assert_eq!(room.fetch(&needed, &pair()), []);
    room.want(Some(seeded()), false);
    assert_eq!(paths(&room.fetch(&needed, &pair())), [path]);
}

#[test]
fn files_of_this_project_that_are_others_are_read_again() {
    let coming = begun(&["file:one", "file:two", "sst2-da"]);
    let handed = || {
        let mut room = Comparison::default();
        for (fetch, request) in room.fetch(&coming, &pair()).iter().zip(3..) {
            room.handed(fetch, Some(request));
        }
        room
    };
    let open = ["two".to_owned()];
    let (requests, again) = handed().read_again(&open, &Source::Each);
    assert_eq!(requests, [3, 4]);
    // The one that is no longer open is not; the page's own model stays.
    assert_eq!(told(again), [model("file:two", "file:two")]);
    let mut room = handed();
    let (requests, again) = room.read_again(&open, &Source::Seeded);
    assert_eq!((requests, again), (vec![3, 4], vec![]));
    // They are fetched where trained models are compared again.
    assert_eq!(paths(&room.fetch(&coming, &pair())), ["file:one", "file:two"]);
}

#[test]
fn a_file_that_was_on_its_way_when_it_was_read_again_does_not_count() {
    let coming = begun(&["file:one"]);
    let open = ["one".to_owned()];
    let mut room = Comparison::default();
    let first = room.fetch(&coming, &pair()).remove(0);
    assert!(room.awaits(&first));
    let (requests, mut again) = room.read_again(&open, &Source::Each);
    let second = again.remove(0);
    assert_eq!((requests, again), (vec![], vec![]));
    // Whichever comes first: the worker is given the file as it is now, once.
    assert!(!room.awaits(&first) && room.awaits(&second));
    room.handed(&second, Some(3));
    assert!(!room.awaits(&first));
    let (requests, _) = room.read_again(&open, &Source::Seeded);
    assert_eq!(requests, [3]);
    // Where it is not read again at once, it is not taken for what is read later.
    assert!(!room.awaits(&second));
    assert_eq!(paths(&room.fetch(&coming, &pair())), ["file:one"]);
    assert!(!room.awaits(&second));
}

#[test]
fn a_file_that_could_not_be_used_is_read_again_once_it_is_another() {
    let coming = begun(&["file:one"]);
    let mut room = Comparison::default();
    room.fetch(&coming, &pair());
    room.lost("file:one", &coming, &pair());
    let (_, again) = room.read_again(&["one".to_owned()], &Source::Each);
    assert_eq!(paths(&again), ["file:one"]);
    assert!(!room.has_lost());
}
