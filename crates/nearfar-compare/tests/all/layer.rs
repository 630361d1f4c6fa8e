//! The layer of a model from a file that is compared.

use ndarray::Array3;
use nearfar::Method;
use nearfar::attention::{HeadParameters, LayerInputs, TermRule};
use nearfar::opened::{LayerAnswer, OpenedModel};
use nearfar::settings::ModelChoice;
use nearfar_compare::choices::{Choices, Source};
use nearfar_compare::layer::{Files, FilesSaid, HeldLayer, LayerKey, Next, OpenModel};
use nearfar_compare::protocol::Begun;
use nearfar_compare::sentence::Chosen;
use nearfar_compare::words::made;

use crate::grid::method;

/// Three layers of two heads, of which the second layer has w and v of its own.
pub fn model() -> OpenModel {
    let own = vec![HeadParameters { w: -0.5, v: 1.0 }; 2];
    let model = OpenedModel {
        own: vec![vec![], own],
        method: Method::Vanilla { positions: true },
        ..OpenedModel::plain("minilm", vec![2, 2, 2])
    };
    (ModelChoice::File1, model)
}

fn key(layer: usize, sentence: &str, opened: u32) -> LayerKey {
    LayerKey::new(&model(), layer, sentence.to_owned(), opened)
}

/// What the page says of a layer with two heads of four numbers, on three tokens.
pub fn answer(bias: Option<Array3<f32>>) -> LayerAnswer {
    let inputs = || Array3::zeros((2, 3, 4));
    let inputs = LayerInputs {
        query: inputs(),
        key: inputs(),
        value: inputs(),
        scale: 0.5,
        bias,
        rule: TermRule::Whole,
        causal: true,
    };
    LayerAnswer { labels: ["[CLS]", "yes", "[SEP]"].map(str::to_owned).to_vec(), cut: 2, inputs }
}

fn of(source: Source) -> Chosen {
    let choices = Choices { source, ..Choices::default() };
    Chosen { sentence: "yes".to_owned(), choices, ..Chosen::default() }
}

fn of_file(name: &str) -> Chosen {
    of(Source::File(name.to_owned()))
}

#[test]
fn a_layer_beyond_the_last_one_is_the_last_one() {
    assert_eq!(key(9, "yes", 1).wanted.layer, 2);
    assert_eq!(key(1, "yes", 1).wanted.layer, 1);
    assert_eq!(key(9, "yes", 1).text(), "1/file-1/2/yes");
}

#[test]
fn a_file_that_was_opened_takes_the_place_of_the_numbers_or_stands_as_a() {
    let mut files = files(&[]);
    files.opening = Some("x".to_owned());
    let file = || Source::File("minilm".to_owned());
    let mut opened = |source: Source, own: Option<&str>, opened: Result<&str, &str>| {
        let opened = opened.map(str::to_owned).map_err(str::to_owned);
        files.opened(&of(source).choices, own.map(str::to_owned), opened)
    };
    assert_eq!(opened(Source::Seeded, None, Ok("file-1")), [file()]);
    // What is compared already, and what is not there, change nothing.
    assert_eq!(opened(file(), None, Ok("file-1")), []);
    assert_eq!(opened(Source::Seeded, None, Ok("file-2")), []);
    // One of this project is compared as it was trained, whether or not the Lab runs it.
    let mine = || Source::File("mine".to_owned());
    for answer in [Ok("file-2"), Err("not for the Lab")] {
        assert_eq!(opened(Source::Each, Some("mine"), answer), [mine(), Source::Each]);
    }
    assert_eq!(opened(mine(), Some("mine"), Ok("file-2")), []);
    assert_eq!(opened(Source::Seeded, None, Err("damaged")), []);
    assert_eq!((&files.opening, files.unread.as_deref()), (&None, Some("damaged")));
    // It is said until another one is there.
    files.opened(&of(Source::Each).choices, Some("mine".to_owned()), Ok("file-2".to_owned()));
    assert_eq!(files.unread, None);
}

#[test]
fn what_is_laid_over_a_model_begins_as_that_model_has_it() {
    let files = files(&[]);
    let mut choices = Choices::default();
    files.choose(&mut choices, Source::File("minilm".to_owned()));
    assert_eq!(choices.method, model().1.first_method());
    assert_eq!(choices.source, Source::File("minilm".to_owned()));
    files.choose(&mut choices, Source::Seeded);
    assert_eq!(choices.method, Method::DISTANCE_AWARE);
}

#[test]
fn a_file_that_was_opened_again_is_another_model() {
    let (held, _) = HeldLayer::of(key(0, "yes", 1), &answer(None), &[model()]);
    assert!(held.is(&key(0, "yes", 1)) && !held.is(&key(0, "yes", 2)));
    assert!(!held.is_of_layer(&key(0, "yes", 2)));
    assert!(!held.is(&key(0, "no", 1)) && held.is_of_layer(&key(0, "no", 1)));
    assert!(!held.is_of_layer(&key(1, "yes", 1)));
}

#[test]
fn the_worker_is_told_the_shape_of_a_layer_and_its_own_w_and_v() {
    let (held, layer) = HeldLayer::of(key(1, "yes", 1), &answer(None), &[model()]);
    assert_eq!((layer.heads, layer.size, layer.scale, layer.causal), (2, 4, 0.5, true));
    assert_eq!(layer.own, [[-0.5, 1.0]; 2]);
    assert_eq!((layer.key, held.cut), ("1/file-1/1/yes".to_owned(), 2));
}

#[test]
fn a_layer_is_plain_where_nothing_is_added_and_nothing_laid_over_it() {
    let is_plain = |layer, answer: &LayerAnswer, model| {
        HeldLayer::of(key(layer, "yes", 1), answer, &[model]).0.is_plain
    };
    assert!(is_plain(0, &answer(None), model()));
    assert!(!is_plain(0, &answer(Some(Array3::zeros((2, 3, 3)))), model()));
    // Its heads have w and v.
    assert!(!is_plain(1, &answer(None), model()));
    let (choice, open) = model();
    assert!(!is_plain(
        0,
        &answer(None),
        (choice, OpenedModel { attends: "rpr".to_owned(), ..open })
    ));
}

/// The model is open, and so are files of this project.
fn files(own: &[&str]) -> Files {
    let mut files = Files::default();
    files.look(vec![model()], own.iter().map(|&name| name.to_owned()).collect());
    files
}

#[test]
fn what_came_is_given_to_the_worker_where_it_is_still_wanted() {
    let asked = || key(0, "yes", 1);
    let mut known = files(&[]);
    assert!(known.ask(&asked()));
    // One at a time.
    assert!(!known.ask(&key(0, "no", 1)));
    let Next::Give(layer) = known.came(asked(), Some(asked()), Ok(&answer(None))) else {
        panic!("it is wanted")
    };
    assert_eq!(layer.key, "1/file-1/0/yes");
    assert!(known.has(&asked()) && !known.has(&key(0, "no", 1)));
    // Of another sentence it is the same layer, but not what is to be compared.
    let other = |change: fn(&mut Chosen)| {
        let mut chosen = of_file("minilm");
        change(&mut chosen);
        chosen
    };
    let sentence = other(|chosen| chosen.sentence.push('!'));
    let layer = other(|chosen| chosen.choices.layer = 1);
    let all = [of_file("minilm"), sentence, layer];
    assert_eq!(all.each_ref().map(|chosen| known.shows_layer(chosen)), [true, true, false]);
    let is_there = all.each_ref().map(|chosen| known.setup(chosen).is_some());
    assert_eq!(is_there, [true, false, false]);
    let bare = method(0, "no-positions");
    assert!(known.is_as_in_file(&all[0], &bare));
    assert!(!known.is_as_in_file(&of(Source::Seeded), &bare));
    assert_eq!((known.is_plain(), known.left_out(&of_file("minilm"))), (true, 2));
    let said = made(&known, &of_file("minilm"), &Begun::default());
    let cut = " The model is run on the first tokens; 2 more are left out.";
    assert!(said.ends_with(cut), "{said}");
    // Of other numbers the sentence's own tokens are counted.
    assert_eq!(known.left_out(&of(Source::Seeded)), 0);
    // What the worker has is not asked for again, another sentence is.
    assert!(!known.ask(&asked()) && known.ask(&key(0, "no", 1)));
}

#[test]
fn what_is_no_longer_wanted_is_dropped() {
    let (asked, other) = (key(0, "yes", 1), key(0, "no", 1));
    let mut known = files(&[]);
    assert!(known.ask(&asked));
    let next = known.came(asked.clone(), Some(other.clone()), Ok(&answer(None)));
    assert_eq!(next, Next::Ask(other.clone()));
    assert!(!known.has(&asked) && known.ask(&other));
    assert_eq!(known.came(other.clone(), None, Err("gone".to_owned())), Next::Nothing);
    assert_eq!(known.unread, None);
    // Why it did not come is said of what is wanted.
    assert!(known.ask(&other));
    let gone = known.came(other.clone(), Some(other), Err("gone".to_owned()));
    assert_eq!((gone, known.unread.as_deref()), (Next::Nothing, Some("gone")));
    assert!(!known.is_plain());
}

#[test]
fn the_chosen_model_is_the_open_one_of_its_name() {
    let files = files(&[]);
    let file = |name: &str| Source::File(name.to_owned());
    assert_eq!(files.model(&file("minilm")), Some(&model()));
    assert_eq!(files.model(&file("other")), None);
    assert_eq!(files.model(&Source::Bundled("minilm".to_owned())), None);
    // One beyond its last layer is that.
    let beyond = |name: &str| {
        let mut chosen = of_file(name);
        chosen.choices.layer = 9;
        chosen
    };
    assert_eq!(files.layer(&beyond("minilm")), (3, 3));
    assert_eq!(files.layer(&beyond("other")), (10, 1));
    // Its layer on a sentence is wanted while it is open.
    assert_eq!(files.wanted(&of_file("minilm")), Some(key(0, "yes", 1)));
    assert_eq!(files.wanted(&of_file("other")), None);
}

#[test]
fn one_model_is_the_open_one_or_the_first_of_the_page() {
    let [open, page] = [files(&[]), Files::default()].map(|files| files.one_model());
    assert_eq!(open, Source::File("minilm".to_owned()));
    assert_eq!(page, Source::Bundled("sst2-da".to_owned()));
    assert!(page.is_one() && open.is_one() && !Source::Seeded.is_one() && !Source::Each.is_one());
}

#[test]
fn a_file_is_waited_for_until_it_is_open() {
    let none = Files::default();
    assert_eq!(files(&[]).awaited(&of_file("minilm").choices), None);
    assert_eq!(files(&[]).awaited(&of_file("other").choices), Some("other".to_owned()));
    assert_eq!(none.awaited(&of(Source::Seeded).choices), None);
    let pair = ["sst2-da", "file:own"].map(str::to_owned);
    let among = Choices { pair, source: Source::Each, ..Choices::default() };
    assert_eq!(files(&[]).awaited(&among), Some("own".to_owned()));
    assert_eq!(files(&["own"]).awaited(&among), None);
}

#[test]
fn a_file_that_is_being_opened_is_not_asked_for() {
    let mut files = files(&[]);
    assert_eq!(files.said(&of_file("minilm")), FilesSaid::default());
    assert_eq!(files.said(&of_file("other")).awaited.as_deref(), Some("other"));
    files.opening = Some("other".to_owned());
    let said = files.said(&of_file("other"));
    assert_eq!((said.awaited, said.opening.as_deref()), (None, Some("other")));
    // A layer that the model has not is told, once the model is open.
    let mut beyond = of_file("minilm");
    beyond.choices.layer = 9;
    let told = "Layer 10 was asked for, but the model has 3: layer 3 is compared";
    assert_eq!(files.said(&beyond).departures, [told]);
    beyond.choices.layer = 2;
    assert!(files.said(&beyond).departures.is_empty());
    let mut other = of_file("other");
    other.choices.layer = 9;
    assert!(files.said(&other).departures.is_empty());
    // What is assumed is that of the chosen model.
    files.open[0].1.assumptions.push("no mask".to_owned());
    assert_eq!(files.said(&of_file("minilm")).assumptions, ["no mask"]);
    assert!(files.said(&of_file("other")).assumptions.is_empty());
}
