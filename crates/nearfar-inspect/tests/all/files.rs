//! The room's files: what joins what is open, what waits, what a new worker is handed, what can be tried again.

use nearfar_inspect::Format;
use nearfar_inspect::link::Named;
use nearfar_inspect::protocol::{Answer, Failure, Opened};
use nearfar_inspect::recognise::recognise;
use nearfar_inspect::room::files::{Became, Come, Files, HasName, Opening, Tokenizer};

use crate::recognise::sample;

/// A file that is nothing but its name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Name(pub &'static str);

impl HasName for Name {
    fn name(&self) -> String {
        self.0.to_owned()
    }
}

pub fn model(name: &str) -> Opened {
    Opened {
        name: name.to_owned(),
        size: 8,
        format: Format::SafeTensors,
        tensors: Vec::new(),
        metadata: Vec::new(),
        notes: Vec::new(),
        passed_over: Vec::new(),
        wanted: Vec::new(),
        beside: Vec::new(),
        report: Box::new(recognise(&sample("da_tiny.npz"))),
        maps: None,
    }
}

fn opened(name: &str) -> Answer {
    Answer::Opened(Box::new(model(name)))
}

/// What is handed to the worker when these come.
fn opens(files: &mut Files<Name>, came: &[&'static str]) -> Opening<Name> {
    assert_eq!(come(files, came), Come::Opens);
    files.opening().expect("files")
}

/// What is handed to the worker next.
fn has_its_turn(files: &mut Files<Name>) -> Opening<Name> {
    assert_eq!(files.next_turn(), Come::Opens);
    files.opening().expect("files")
}

fn names(opening: &Opening<Name>) -> Vec<&'static str> {
    opening.files.iter().map(|file| file.0).collect()
}

fn come(files: &mut Files<Name>, came: &[&'static str]) -> Come<Name> {
    let came: Vec<Name> = came.iter().copied().map(Name).collect();
    files.come(&came, None)
}

/// Files of which the first is a model, given by the user and opened.
fn open(came: &[&'static str]) -> Files<Name> {
    let mut files = Files::default();
    let opening = opens(&mut files, came);
    files.opened(opening, &model(came.first().expect("a model")));
    files
}

fn with_example() -> Files<Name> {
    let mut files = Files::default();
    let address = "checkpoints/a.safetensors".to_owned();
    assert_eq!(files.example_comes(Name("a.safetensors"), address), Come::Opens);
    let opening = files.opening().expect("files");
    files.opened(opening, &model("a.safetensors"));
    files
}

#[test]
fn no_file_opens_nothing() {
    let mut files = Files::default();
    assert_eq!(come(&mut files, &[]), Come::Nothing);
    assert_eq!(files.opening(), None);
}

#[test]
fn a_configuration_joins_the_open_model() {
    let mut files = open(&["m.safetensors"]);
    let opening = opens(&mut files, &["config.json"]);
    assert_eq!(names(&opening), ["m.safetensors", "config.json"]);
}

#[test]
fn what_joins_a_model_of_the_site_leaves_its_address() {
    let mut files = Files::default();
    let address = Some("models/m.safetensors".to_owned());
    assert_eq!(files.come(&[Name("m.safetensors")], address), Come::Opens);
    let opening = files.opening().expect("files");
    files.opened(opening, &model("m.safetensors"));
    let opening = opens(&mut files, &["config.json"]);
    files.opened(opening, &model("m.safetensors"));
    assert_eq!(files.address(), Some("models/m.safetensors"));
    assert_eq!(files.named(), Named::Site("models/m.safetensors".to_owned()));
}

#[test]
fn the_lab_calls_a_model_of_the_page_by_its_address() {
    let name_of = |address: Option<&str>| {
        let mut files = Files::default();
        files.come(&[Name("m.safetensors")], address.map(str::to_owned));
        let opening = files.opening().expect("files");
        files.opened(opening, &model("m.safetensors"));
        files.name_in_lab()
    };
    assert_eq!(name_of(None), "m.safetensors");
    assert_eq!(name_of(Some("models/m.safetensors")), "m.safetensors");
    let of_page = "checkpoints/sst2-kerple.safetensors";
    assert_eq!(name_of(Some(of_page)), of_page);
}

#[test]
fn another_model_takes_the_place_of_the_open_one_and_of_its_address() {
    let mut files = with_example();
    let opening = opens(&mut files, &["n.safetensors"]);
    assert_eq!(names(&opening), ["n.safetensors"]);
    files.opened(opening, &model("n.safetensors"));
    assert_eq!((files.address(), files.is_example()), (None, false));
    assert_eq!(files.named(), Named::Own("n.safetensors".to_owned()));
}

#[test]
fn a_file_that_the_open_model_lacks_joins_it() {
    let mut files = Files::default();
    let opening = opens(&mut files, &["m.onnx"]);
    let opened = Opened { wanted: vec!["m.data".to_owned()], ..model("m.onnx") };
    files.opened(opening, &opened);
    let opening = opens(&mut files, &["m.data"]);
    assert_eq!(names(&opening), ["m.onnx", "m.data"]);
}

#[test]
fn nothing_joins_the_example() {
    let mut files = with_example();
    let opening = opens(&mut files, &["config.json"]);
    assert_eq!(names(&opening), ["config.json"]);
    files.wait(opening);
    // Nor is a tokenizer: both go to the reader as if nothing were open.
    let opening = opens(&mut files, &["tokenizer.json"]);
    assert_eq!(names(&opening), ["tokenizer.json", "config.json"]);
}

#[test]
fn the_example_has_no_name_in_a_link_and_none_among_the_recent() {
    let files = with_example();
    assert_eq!((files.named(), files.remembered()), (Named::Example, None));
    assert!(files.is_open() && files.is_example());
}

#[test]
fn what_comes_takes_the_place_of_the_example_that_is_being_opened() {
    let mut files = Files::default();
    assert_eq!(files.example_comes(Name("a.npz"), "a.npz".to_owned()), Come::Opens);
    let example = files.opening().expect("it is being opened");
    let goes_on = || Answer::Progress { what: "reading".to_owned(), share: 0.5 };
    assert!(matches!(files.answered(&example, goes_on()), Became::GoesOn(_)));
    assert_eq!(files.come(&[Name("m.safetensors")], None), Come::Opens);
    for answer in [goes_on(), opened("a.npz"), Answer::Failed(Failure::new("no model"))] {
        assert_eq!(files.answered(&example, answer), Became::Nothing);
    }
    // Where the worker ends it is the model that can be tried again.
    files.ended();
    assert_eq!(files.try_again(), Come::Opens);
    let names = files.opening().map(|opening| opening.files);
    assert_eq!(names, Some(vec![Name("m.safetensors")]));
}

#[test]
fn the_example_comes_only_where_nothing_else_did() {
    let example = |files: &mut Files<Name>| files.example_comes(Name("a.npz"), "a.npz".to_owned());
    let mut files = Files::default();
    let opening = opens(&mut files, &["config.json"]);
    assert_eq!(example(&mut files), Come::Nothing);
    files.wait(opening);
    assert_eq!(example(&mut files), Come::Nothing);
    files.forget_waiting();
    assert_eq!(example(&mut files), Come::Opens);
    assert_eq!(files.opening().map(|opening| names(&opening)), Some(vec!["a.npz"]));
}

#[test]
fn what_is_fetched_gives_way_to_the_next_model_that_is_asked_for() {
    let mut files = Files::<Name>::default();
    let first = files.fetch("checkpoints/a.safetensors");
    // What belongs to it may come meanwhile.
    assert_eq!(files.fetch("checkpoints/config.json"), first);
    come(&mut files, &["vocab.txt"]);
    assert!(files.awaits(first));
    let second = files.fetch("checkpoints/b.safetensors");
    assert_eq!([first, second].map(|number| files.awaits(number)), [false, true]);
    files.come(&[Name("b.safetensors")], Some("checkpoints/b.safetensors".to_owned()));
    assert!(files.awaits(second));
    come(&mut files, &["m.safetensors"]);
    assert!(!files.awaits(second));
    // Who stops what is being done stops what is fetched, too.
    let third = files.fetch("checkpoints/c.safetensors");
    files.restart();
    assert!(!files.awaits(third));
}

#[test]
fn undo_comes_back_to_the_example_and_to_files_of_this_visit() {
    let mut files = with_example();
    let opening = opens(&mut files, &["m.safetensors", "config.json"]);
    let fetched = files.fetch("checkpoints/b.safetensors");
    files.opened(opening, &model("m.safetensors"));
    assert_eq!(files.come_back(&Named::Example), Come::Opens);
    assert!(!files.awaits(fetched));
    let opening = files.opening().expect("files");
    assert_eq!(names(&opening), ["a.safetensors"]);
    files.opened(opening, &model("a.safetensors"));
    assert_eq!((files.named(), files.is_example()), (Named::Example, true));
    // And redo to the file of the user's, with what came with it.
    assert_eq!(files.come_back(&Named::Own("m.safetensors".to_owned())), Come::Opens);
    let opening = files.opening().expect("files");
    assert_eq!(names(&opening), ["m.safetensors", "config.json"]);
    files.opened(opening, &model("m.safetensors"));
    assert_eq!(files.named(), Named::Own("m.safetensors".to_owned()));
    assert_eq!(files.come_back(&Named::Own("n.safetensors".to_owned())), Come::Nothing);
}

#[test]
fn a_tokenizer_alone_changes_nothing_else_of_the_open_model() {
    let mut files = open(&["m.safetensors", "tokenizer.json"]);
    assert!(files.tokenizer_came_with_it());
    let came = come(&mut files, &["vocab.txt"]);
    assert_eq!(came, Come::Tokenizer(Name("vocab.txt")));
    assert!(!files.tokenizer_came_with_it());
    assert_eq!(files.opening(), None);
}

#[test]
fn a_tokenizer_belongs_to_the_model_that_it_came_with() {
    let mut files = Files::default();
    let opening = opens(&mut files, &["m.safetensors", "tokenizer.json"]);
    let tokenizer = files.opened(opening, &model("m.safetensors"));
    assert_eq!(tokenizer, Tokenizer::Is(Some(Name("tokenizer.json"))));
    // Another model comes without one.
    let opening = opens(&mut files, &["n.safetensors"]);
    assert_eq!(files.opened(opening, &model("n.safetensors")), Tokenizer::Is(None));
    assert!(!files.tokenizer_came_with_it());
}

#[test]
fn a_tokenizer_stays_when_a_configuration_joins() {
    let mut files = open(&["m.safetensors"]);
    assert_eq!(come(&mut files, &["tokenizer.json"]), Come::Tokenizer(Name("tokenizer.json")));
    let opening = opens(&mut files, &["config.json"]);
    assert_eq!(files.opened(opening, &model("m.safetensors")), Tokenizer::Stays);
}

#[test]
fn companions_wait_and_are_opened_with_the_model_that_comes() {
    let mut files = Files::default();
    let opening = opens(&mut files, &["config.json"]);
    files.wait(opening);
    let opening = opens(&mut files, &["m.safetensors"]);
    assert_eq!(names(&opening), ["m.safetensors", "config.json"]);
    files.opened(opening, &model("m.safetensors"));
    // They wait no longer.
    assert_eq!(names(&opens(&mut files, &["n.safetensors"])), ["n.safetensors"]);
}

#[test]
fn companions_that_are_on_their_way_to_the_worker_join_too() {
    let mut files = Files::default();
    let opening = opens(&mut files, &["config.json"]);
    assert_eq!(come(&mut files, &["m.safetensors"]), Come::Waits);
    files.wait(opening);
    let opening = has_its_turn(&mut files);
    assert_eq!(names(&opening), ["m.safetensors", "config.json"]);
}

#[test]
fn companions_join_a_model_that_was_on_its_way_when_they_came() {
    let mut files = Files::default();
    let opening = opens(&mut files, &["m.safetensors"]);
    for companion in ["config.json", "tokenizer.json"] {
        assert_eq!(come(&mut files, &[companion]), Come::Waits);
    }
    files.opened(opening, &model("m.safetensors"));
    let opening = has_its_turn(&mut files);
    assert_eq!(names(&opening), ["m.safetensors", "config.json"]);
    files.opened(opening, &model("m.safetensors"));
    assert_eq!(files.next_turn(), Come::Tokenizer(Name("tokenizer.json")));
    assert_eq!(files.next_turn(), Come::Nothing);
}

#[test]
fn a_model_that_is_on_its_way_is_none_of_another_ones_files() {
    let mut files = Files::default();
    let opening = opens(&mut files, &["m.safetensors", "config.json"]);
    assert_eq!(come(&mut files, &["n.safetensors"]), Come::Waits);
    files.opened(opening, &model("m.safetensors"));
    assert_eq!(names(&has_its_turn(&mut files)), ["n.safetensors"]);
}

#[test]
fn of_two_models_the_second_is_on_its_way_until_it_was_opened_itself() {
    let mut files = Files::default();
    let first = opens(&mut files, &["m.safetensors"]);
    assert_eq!(come(&mut files, &["n.safetensors"]), Come::Waits);
    files.opened(first, &model("m.safetensors"));
    has_its_turn(&mut files);
    // It ends the worker: the next one is handed the first, and the second can be tried again.
    files.ended();
    let opening = files.opening().expect("files");
    assert_eq!((names(&opening), opening.again), (vec!["m.safetensors"], true));
    assert_eq!(files.try_again(), Come::Waits);
    files.opened(opening, &model("m.safetensors"));
    assert_eq!(names(&has_its_turn(&mut files)), ["n.safetensors"]);
}

#[test]
fn a_second_model_is_opened_by_the_next_worker_where_the_first_one_ended_the_worker() {
    let mut files = Files::default();
    opens(&mut files, &["m.safetensors"]);
    assert_eq!(come(&mut files, &["n.safetensors"]), Come::Waits);
    files.ended();
    let opening = files.opening().expect("files");
    assert_eq!((names(&opening), opening.again), (vec!["n.safetensors"], false));
    files.opened(opening, &model("n.safetensors"));
    // The first one is what can be tried again.
    assert_eq!(files.try_again(), Come::Opens);
    assert_eq!(files.opening().map(|opening| names(&opening)), Some(vec!["m.safetensors"]));
}

#[test]
fn what_comes_while_the_worker_is_started_anew_comes_after_what_is_open() {
    let mut files = open(&["m.safetensors"]);
    files.ended();
    assert_eq!(come(&mut files, &["n.safetensors"]), Come::Waits);
    let opening = files.opening().expect("files");
    assert_eq!((names(&opening), opening.again), (vec!["m.safetensors"], true));
    files.opened(opening, &model("m.safetensors"));
    has_its_turn(&mut files);
    // So that what is open stays so in the worker, too, where this is refused.
    files.refused();
    assert_eq!(files.model(), Some(Name("m.safetensors")));
}

#[test]
fn what_was_open_and_is_refused_by_the_next_worker_is_open_no_more() {
    let mut files = open(&["m.safetensors"]);
    files.ended();
    files.refused();
    assert!(!files.is_open());
    assert_eq!((files.opening(), files.next_turn()), (None, Come::Nothing));
}

#[test]
fn who_stops_the_worker_stops_all_that_is_on_its_way() {
    let mut files = open(&["m.safetensors"]);
    opens(&mut files, &["n.safetensors"]);
    assert_eq!(come(&mut files, &["o.safetensors"]), Come::Waits);
    files.restart();
    let opening = files.opening().expect("files");
    files.opened(opening, &model("m.safetensors"));
    assert_eq!(files.next_turn(), Come::Nothing);
}

#[test]
fn a_refused_file_leaves_what_is_open() {
    let mut files = open(&["m.safetensors"]);
    opens(&mut files, &["n.safetensors"]);
    files.refused();
    assert_eq!(files.opening(), None);
    assert_eq!(files.model(), Some(Name("m.safetensors")));
}

#[test]
fn the_next_worker_is_handed_what_is_open() {
    let mut files = open(&["m.safetensors", "config.json"]);
    files.restart();
    let opening = files.opening().expect("files");
    assert_eq!((names(&opening), opening.again), (vec!["m.safetensors", "config.json"], true));
    // Which changes nothing of it.
    let before = files.clone();
    assert_eq!(files.opened(opening, &model("m.safetensors")), Tokenizer::Stays);
    assert_eq!((files.files(), files.named()), (before.files(), before.named()));
    assert_eq!(files.opening(), None);
}

#[test]
fn without_an_open_file_the_next_worker_is_handed_nothing() {
    let mut files = Files::default();
    opens(&mut files, &["m.safetensors"]);
    files.restart();
    assert_eq!(files.opening(), None);
}

#[test]
fn what_took_too_long_can_be_tried_again_once() {
    let mut files = open(&["m.safetensors"]);
    opens(&mut files, &["n.safetensors"]);
    files.ended();
    // Meanwhile what was open is opened again.
    let opening = files.opening().expect("files");
    assert!(opening.again);
    assert_eq!(files.try_again(), Come::Waits);
    files.opened(opening, &model("m.safetensors"));
    assert_eq!(names(&has_its_turn(&mut files)), ["n.safetensors"]);
    assert_eq!(files.try_again(), Come::Nothing);
}

#[test]
fn what_the_next_worker_cannot_open_either_is_open_no_more() {
    let mut files = open(&["m.safetensors"]);
    files.ended();
    assert!(files.is_open());
    files.ended();
    assert!(!files.is_open());
    assert_eq!((files.opening(), files.try_again()), (None, Come::Nothing));
    assert_eq!(files.model(), None);
}

#[test]
fn a_model_in_parts_is_called_by_the_one_that_was_opened() {
    let mut files = Files::default();
    let opening = opens(&mut files, &["config.json", "m-00001.safetensors"]);
    files.opened(opening, &model("m-00001.safetensors"));
    assert_eq!(files.model(), Some(Name("m-00001.safetensors")));
    assert_eq!(files.remembered(), Some("m-00001.safetensors"));
    assert_eq!(files.tokenizer_config(), None);
}

#[test]
fn the_worker_opens_what_it_is_handed_or_has_it_wait_or_refuses_it() {
    let mut files = Files::default();
    let opening = opens(&mut files, &["config.json"]);
    let waits = Answer::Waits { files: vec!["config.json".to_owned()], wanted: String::new() };
    let became = files.answered(&opening, waits);
    assert!(matches!(&became, Became::Waits(says) if says.contains("config.json")), "{became:?}");
    let opening = opens(&mut files, &["m.safetensors"]);
    assert_eq!(names(&opening), ["m.safetensors", "config.json"]);
    let became = files.answered(&opening, opened("m.safetensors"));
    assert!(matches!(became, Became::Open { opened: Some(_), tokenizer: Tokenizer::Is(None) }));
    let opening = opens(&mut files, &["n.safetensors"]);
    let failure = Failure::new("it is damaged");
    let became = files.answered(&opening, Answer::Failed(failure.clone()));
    assert_eq!(became, Became::Refused(Some(failure)));
    assert_eq!(files.named(), Named::Own("m.safetensors".to_owned()));
}

#[test]
fn what_was_open_before_is_handed_to_the_next_worker_without_a_word() {
    let mut files = open(&["m.safetensors"]);
    files.ended();
    let again = files.opening().expect("it is handed over");
    let goes_on = Answer::Progress { what: "reading".to_owned(), share: 0.5 };
    assert_eq!(files.answered(&again, goes_on), Became::Nothing);
    let became = files.answered(&again, opened("m.safetensors"));
    assert_eq!(became, Became::Open { opened: None, tokenizer: Tokenizer::Stays });
    assert_eq!(files.opening(), None);
}

#[test]
fn another_room_is_handed_the_tokenizer_that_is_used() {
    let files = open(&["m.safetensors", "tokenizer.json", "config.json"]);
    let handed = |tokenizer: Option<&'static str>| {
        let files = files.with_tokenizer(tokenizer.map(Name));
        files.iter().map(|file| file.0).collect::<Vec<_>>()
    };
    // It was refused, or taken away.
    assert_eq!(handed(None), ["m.safetensors", "config.json"]);
    assert_eq!(handed(Some("vocab.txt")), ["m.safetensors", "config.json", "vocab.txt"]);
}
