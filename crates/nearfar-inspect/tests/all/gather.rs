//! Files one at a time, in every order: at the end the same is open as where all come together.

use nearfar_inspect::checkpoint::Named;
use nearfar_inspect::gather::together;
use nearfar_inspect::protocol::{Answer, Ask, Opened};
use nearfar_inspect::session::Session;

use crate::bundle::{named, parts, sample};

/// A room as the page has it: what is open, and what waits.
#[derive(Default)]
struct Room {
    session: Session,
    open: Vec<Named>,
    opened: Option<Opened>,
    waiting: Vec<Named>,
    awaited: String,
}

impl Room {
    /// Files come; why they are refused, where they are.
    fn take(&mut self, came: &[Named]) -> Option<String> {
        let wanted = self.opened.as_ref().map_or(Vec::new(), |opened| opened.wanted.clone());
        let name = |file: &Named| file.name.clone();
        let files = together(came, &self.open, &wanted, &self.waiting, name).files;
        let mut answers = Vec::new();
        let ask = Ask::Open { assignments: Vec::new() };
        self.session.answer(1, ask, files.clone(), &|| 0.0, &mut |answer, _| answers.push(answer));
        match answers.pop().unwrap() {
            Answer::Opened(opened) => {
                (self.open, self.waiting, self.opened) = (files, Vec::new(), Some(*opened));
            }
            Answer::Waits { files: names, wanted } => {
                assert_eq!(names, files.iter().map(name).collect::<Vec<_>>());
                (self.waiting, self.awaited) = (files, wanted);
            }
            Answer::Failed(failure) => return Some(failure.message),
            other => panic!("{other:?}"),
        }
        None
    }

    /// What is open, whatever came first.
    fn shown(&self) -> (Vec<String>, Vec<String>, Option<String>, u64) {
        let opened = self.opened.as_ref().unwrap();
        let sorted = |names: &mut dyn Iterator<Item = &String>| {
            let mut names: Vec<String> = names.cloned().collect();
            names.sort();
            names
        };
        let tensors = sorted(&mut opened.tensors.iter().map(|tensor| &tensor.name));
        let beside = sorted(&mut opened.beside.iter());
        (tensors, beside, opened.report.cannot_run(), opened.size)
    }
}

/// Every order of so many things.
fn orders(count: usize) -> Vec<Vec<usize>> {
    let mut orders = vec![Vec::new()];
    for place in 0..count {
        orders = orders
            .into_iter()
            .flat_map(|order: Vec<usize>| {
                (0..=order.len()).map(move |at| {
                    let mut order = order.clone();
                    order.insert(at, place);
                    order
                })
            })
            .collect();
    }
    orders
}

fn in_every_order(files: &[Named]) {
    let mut whole = Room::default();
    assert_eq!(whole.take(files), None);
    for order in orders(files.len()) {
        let mut room = Room::default();
        let names: Vec<&str> = order.iter().map(|&place| &*files[place].name).collect();
        for &place in &order {
            assert_eq!(room.take(&files[place..=place]), None, "{names:?}");
        }
        assert_eq!(room.shown(), whole.shown(), "{names:?}");
        assert!(room.waiting.is_empty(), "{names:?}");
    }
}

#[test]
fn a_model_its_configuration_and_its_tokenizer() {
    let (first, second, _, config) = parts();
    let whole = nearfar_inspect::bundle::open_together(vec![first, second]).unwrap().checkpoint;
    let mut bytes = Vec::new();
    nearfar_inspect::export::safetensors(&whole, &mut bytes).unwrap();
    in_every_order(&[
        config,
        named("model.safetensors", bytes),
        named("tokenizer.json", sample("tokenizer_wordpiece.json")),
        named("vocab.txt", sample("vocab.txt")),
    ]);
}

#[test]
fn parts_with_and_without_an_index() {
    let (first, second, index, config) = parts();
    in_every_order(&[first.clone(), second.clone(), index, config.clone()]);
    in_every_order(&[first.clone(), second.clone(), config]);
    // The names of three parts, of which each alone names one other.
    let name = |number: usize| format!("m-{number}-of-3.safetensors");
    in_every_order(&[
        Named { name: name(1), ..first },
        Named { name: name(2), ..second },
        named(&name(3), b"\x02\0\0\0\0\0\0\0{}".to_vec()),
    ]);
}

#[test]
fn numbers_in_a_file_of_their_own() {
    let model = named("da_tiny_ext.onnx", sample("da_tiny_ext.onnx"));
    let data = named("da_tiny_ext.onnx.data", sample("da_tiny_ext.onnx.data"));
    in_every_order(&[model, data]);
}

#[test]
fn a_model_that_waits_gets_its_companions_before_the_one_that_is_open() {
    let files = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>();
    let of = |came: &[&str], open: &[&str], waiting: &[&str]| {
        let together = together(&files(came), &files(open), &[], &files(waiting), String::clone);
        (together.files.join(" "), together.joins)
    };
    let (config, words) = ("config.json", "tokenizer.json");
    let whole = |files: &str, joins| (files.to_owned(), joins);
    assert_eq!(of(&[config], &["a.bin"], &[]), whole("a.bin config.json", true));
    assert_eq!(of(&[config], &["a.bin"], &["b.bin"]), whole("b.bin config.json", false));
    assert_eq!(
        of(&[words], &["a.bin"], &["b.bin", config]),
        whole("b.bin tokenizer.json config.json", false)
    );
    // Another model does not wait with it, and takes what waits for any.
    assert_eq!(of(&["c.bin"], &["a.bin"], &["b.bin", config]), whole("c.bin", false));
    assert_eq!(of(&["c.bin"], &["a.bin"], &[config]), whole("c.bin config.json", false));
    assert_eq!(of(&["c.bin", config], &[], &["b.bin"]), whole("c.bin config.json", false));
}

#[test]
fn what_comes_with_a_model_goes_before_what_waits() {
    let files = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>();
    let of = |came: &[&str], waiting: &[&str]| {
        let together = together(&files(came), &[], &[], &files(waiting), String::clone);
        let turns = together.in_turn(String::clone);
        turns.iter().map(|files| files.join(" ")).collect::<Vec<_>>()
    };
    let whole = ["b.bin", "config.json", "vocab.txt"];
    let waiting = ["tokenizer.json", "bert_config.json", "README.md"];
    // Its own tokenizer and configuration count; what else waits is laid beside it, and left where it is in the way.
    assert_eq!(
        of(&whole, &waiting),
        ["b.bin config.json vocab.txt README.md", "b.bin config.json vocab.txt"]
    );
    assert_eq!(
        of(&["b.bin"], &["tokenizer.json", "config.json"]),
        ["b.bin tokenizer.json config.json", "b.bin config.json", "b.bin"]
    );
    assert_eq!(of(&whole, &[]), ["b.bin config.json vocab.txt"]);
    // What waits with them is no model's yet: all stays, the newest first.
    assert_eq!(of(&["vocab.txt"], &["tokenizer.json"]), ["vocab.txt tokenizer.json"]);
    // The newest of two tokenizers counts for a model that is open, too.
    let open = files(&["b.bin", "tokenizer.json"]);
    let joined = together(&files(&["vocab.txt"]), &open, &[], &[], String::clone);
    assert_eq!(joined.files.join(" "), "b.bin vocab.txt tokenizer.json");
    assert_eq!((joined.joins, joined.waited), (true, 0));
}

#[test]
fn a_tokenizer_that_waits_is_not_taken_for_the_models_own() {
    let mut room = Room::default();
    assert_eq!(room.take(&[named("tokenizer.json", sample("tokenizer_wordpiece.json"))]), None);
    assert_eq!(room.waiting.len(), 1);
    let model = named("da_tiny.safetensors", sample("da_tiny.safetensors"));
    assert_eq!(room.take(&[model, named("vocab.txt", sample("vocab.txt"))]), None);
    assert_eq!(room.opened.unwrap().beside, ["vocab.txt"]);
    assert!(room.waiting.is_empty());
}

#[test]
fn what_is_waited_for_is_said() {
    let (first, _, index, config) = parts();
    let mut room = Room::default();
    assert_eq!(room.take(std::slice::from_ref(&config)), None);
    assert!(room.opened.is_none() && room.awaited.is_empty());
    assert_eq!(room.take(&[index]), None);
    assert_eq!((room.awaited.as_str(), room.waiting.len()), (&*first.name, 2));
    // What is no companion is refused at once, and what waits stays.
    let why = room.take(&[named("notes.bin", b"no model".to_vec())]).unwrap();
    assert!(why.contains("none of the formats"), "{why}");
    let why =
        room.take(&[named("maps.json", b"{\"attentions\": [[0.5, 0.5], [1]]}".to_vec())]).unwrap();
    assert!(why.contains("attention weights"), "{why}");
    assert_eq!(room.waiting.len(), 2);
    // Another model does not wait for the parts that an index names.
    let other = named("other.safetensors", sample("da_tiny.safetensors"));
    let mut with_another = Room { waiting: room.waiting.clone(), ..Room::default() };
    assert_eq!(with_another.take(&[other]), None);
    assert!(with_another.opened.is_some_and(|opened| opened.name == "other.safetensors"));
    let weights = named("maps.json", b"{\"attentions\": [[[0.5, 0.5], [1, 0]]]}".to_vec());
    let mut with_weights = Room { waiting: room.waiting.clone(), ..Room::default() };
    assert_eq!(with_weights.take(&[weights]), None);
    assert!(with_weights.opened.is_some_and(|opened| opened.maps.is_some()));
    // A part of another model under a name that is open is a model of its own.
    assert_eq!(room.take(std::slice::from_ref(&first)), None);
    let name = |file: &Named| file.name.clone();
    assert!(!together(&[first], &room.open, &[], &[], name).joins);
    assert!(together(&[config], &room.open, &[], &[], name).joins);
}
