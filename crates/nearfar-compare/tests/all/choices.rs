//! The Compare room's part of a link.

use std::collections::BTreeMap;

use nearfar::Method;
use nearfar::attention::HeadParameters;
use nearfar::settings::{
    Choice, DEFAULT_SENTENCE, MAX_LAYERS, ModelChoice, Settings, method_from_text,
};
use nearfar::text::dependency::parse;
use nearfar_compare::choices::{
    Choices, Misread, OPENING, Part, Problem, Source, TRAINED, trained_as,
};
use nearfar_compare::protocol::{Numbers, Probe, Shown};

fn changed() -> Choices {
    Choices {
        part: Part::Notices,
        tree: "r_2.PRON.nsubj.I_0.VERB.root.think".to_owned(),
        source: Source::File("minilm, large & small.safetensors".to_owned()),
        layer: 2,
        pair: ["rpr", "xl"].map(str::to_owned),
        shown: Shown::Head(3),
        own_range: true,
        heads: 4,
        clip: 2,
        method: method_from_text("da:linear(1,1):late-add").expect("a method"),
        w: BTreeMap::from([(0, -0.5), (6, 2.0)]),
        v: BTreeMap::from([(6, 1.25)]),
        causal: true,
        memory: "an earlier, longer segment & more".to_owned(),
        cursor: Some((0, 11)),
        feature: Some(7),
        probe: Some(Probe::Insert { at: 2, word: "a,b".to_owned() }),
    }
}

#[test]
fn no_text_is_left_to_the_lab() {
    // Choices are never no text: where there is none, nobody chose.
    assert_eq!(Choices::default().to_text(), "seeded=yes");
    assert_eq!(Choices::from_text(""), (Choices::default(), Vec::new()));
}

#[test]
fn the_room_begins_with_what_is_in_hand_in_the_lab() {
    for (model, name) in ModelChoice::ALL {
        let mut lab = Settings { model: *model, head: 6, ..Settings::default() };
        lab.name_file(*model, "minilm.safetensors");
        lab.adopt(Some(&[HeadParameters { w: -0.5, v: 1.0 }; 12]));
        let opening = Choices::opening(&lab, &[]);
        let expected = match name.split('-').next() {
            Some("untrained") => Source::Seeded,
            Some("opened" | "file") => Source::File("minilm.safetensors".to_owned()),
            _ => Source::Each,
        };
        assert_eq!((opening.source.clone(), opening.shown), (expected, Shown::Head(6)), "{name}");
        assert!(opening.w.is_empty() && opening.v.is_empty(), "{name}");
        // What is in hand is A among trained models.
        if opening.source == Source::Each {
            assert_eq!(opening.pair[0], *name);
            assert_ne!(opening.pair[0], opening.pair[1]);
            assert!(opening.pair.iter().all(|name| trained_as(name).is_some()), "{name}");
        }
        assert_eq!(Choices::from_text(&opening.to_text()), (opening, Vec::new()), "{name}");
        // So is one in a file of this project, and one of the page that stands among files.
        let own = ["minilm.safetensors".to_owned()];
        if model.is_file() {
            let opening = Choices::opening(&lab, &own);
            assert_eq!(
                (&opening.source, &*opening.pair[0]),
                (&Source::Each, "file:minilm.safetensors")
            );
            assert_eq!(Choices::from_text(&opening.to_text()), (opening, Vec::new()), "{name}");
            let mut page = lab.clone();
            page.name_file(*model, "checkpoints/sst2-rope.safetensors");
            let opening = Choices::opening(&page, &own);
            assert_eq!((&opening.source, &*opening.pair[0]), (&Source::Each, "sst2-rope"));
        }
        // What was moved goes along, through every method.
        lab.set_w(6, -1.0);
        let opening = Choices::opening(&lab, &own);
        assert_eq!(opening, Choices::of_lab(&lab), "{name}");
        assert_ne!(opening.source, Source::Each, "{name}");
        assert_eq!((opening.w.get(&6), opening.v.get(&6)), (Some(&-1.0), Some(&1.0)), "{name}");
        assert_eq!(Choices::from_text(&opening.to_text()), (opening, Vec::new()), "{name}");
    }
    let lab = Settings { layer: 2, ..Settings::default() };
    assert_eq!(Choices::of_lab(&lab).layer, 2);
}

#[test]
fn what_was_not_chosen_here_follows_the_lab() {
    let opening = |lab: &Settings| Choices::opening(lab, &[]);
    let lab = Settings { head: 1, ..Settings::default() };
    let mut elsewhere = Settings { head: 4, causal: !lab.causal, ..lab.clone() };
    elsewhere.adopt(Some(&[HeadParameters { w: -0.5, v: 1.0 }; 12]));
    elsewhere.set_w(4, -1.0);
    let (before, after) = (opening(&lab), opening(&elsewhere));
    assert_ne!(before, after);
    let read = |text: &str, lab: &Settings| {
        let (choices, problems) = Choices::from_text_of_lab(text, lab, &[]);
        assert!(problems.is_empty(), "{text}: {problems:?}");
        choices
    };
    // Nothing chosen, and a part opened: nothing is this room's own but the part.
    assert_eq!(read("", &elsewhere), after);
    let opened = Choices { part: Part::Terms, ..before.clone() };
    let text = opened.to_text_of_lab(&before);
    assert_eq!(text, "part=terms&lab=yes");
    assert_eq!(read(&text, &lab), opened);
    assert_eq!(read(&text, &elsewhere), Choices { part: Part::Terms, ..after.clone() });
    // A head of this room stays; the rest follows.
    let shown = Shown::Head(6);
    let text = Choices { shown, ..before.clone() }.to_text_of_lab(&before);
    assert_eq!(read(&text, &elsewhere), Choices { shown, ..after.clone() });
    // A model that was chosen stays among models, and a method among methods, though a move of w in Curves or in the Lab
    // makes the other kind of what was not chosen.
    assert_eq!((&before.source, &after.source), (&Source::Each, &Choices::of_lab(&lab).source));
    let with_b = |choices: &Choices, b: &str| {
        let pair = [choices.pair[0].clone(), b.to_owned()];
        Choices { pair, ..choices.clone() }
    };
    let models = with_b(&before, "sst2-rope");
    let text = models.to_text_of_lab(&before);
    assert_eq!(text, "lab=yes&b=sst2-rope");
    assert_eq!(read(&text, &lab), models);
    let read_after = read(&text, &elsewhere);
    assert_eq!((&read_after.source, &read_after.pair), (&models.source, &models.pair));
    let methods = with_b(&after, "rope");
    let read_before = read(&methods.to_text_of_lab(&after), &lab);
    assert_eq!((&read_before.source, &read_before.pair), (&after.source, &methods.pair));
    // A mask of the Lab is taken off here.
    let unmasked = Choices { causal: !after.causal, ..after.clone() };
    assert_eq!(read(&unmasked.to_text_of_lab(&after), &elsewhere), unmasked);
    // Numbers of this room's own, w of a head too, are left by the Lab.
    let mut seeded = before.clone();
    seeded.choose_source(Source::Seeded, None, &[]);
    for own in [seeded, Choices { w: BTreeMap::from([(0, 2.0)]), ..before.clone() }] {
        let text = own.to_text_of_lab(&before);
        assert!(!Choices::follows_lab(&text), "{text}");
        assert_eq!(read(&text, &elsewhere), own);
    }
}

/// A file of this project, and a Lab that has its third layer in hand with w moved, and with w put back.
#[test]
fn a_method_over_a_file_of_this_project_keeps_mapping_and_layer_where_w_is_put_back() {
    let files = ["own.safetensors".to_owned()];
    let mut lab = Settings { model: ModelChoice::Opened, layer: 2, ..Settings::default() };
    lab.name_file(ModelChoice::Opened, "own.safetensors");
    lab.a = method_from_text("da:linear(1,1):late-add").expect("a method");
    lab.adopt(Some(&[HeadParameters { w: -0.5, v: 1.0 }; 12]));
    let mut moved = lab.clone();
    moved.set_w(0, -1.0);
    let opening = Choices::opening(&moved, &files);
    let chosen = Choices { pair: ["da", "rope"].map(str::to_owned), ..opening.clone() };
    let text = chosen.to_text_of_lab(&opening);
    assert!(Choices::follows_lab(&text), "{text}");
    assert_eq!(Choices::from_text_of_lab(&text, &moved, &files), (chosen.clone(), Vec::new()));
    let (put_back, problems) = Choices::from_text_of_lab(&text, &lab, &files);
    assert_eq!(problems, []);
    assert_eq!((put_back.layer, put_back.method), (2, lab.a));
    assert_eq!(put_back, Choices { w: BTreeMap::new(), v: BTreeMap::new(), ..chosen });
}

#[test]
fn every_choice_comes_back() {
    let text = changed().to_text();
    assert_eq!(Choices::from_text(&text), (changed(), Vec::new()), "{text}");
    for shown in [Shown::Mean, Shown::Head(0)] {
        let choices = Choices { shown, ..Choices::default() };
        assert_eq!(Choices::from_text(&choices.to_text()), (choices, Vec::new()));
    }
    for source in [Source::Each, Source::Bundled("agnews-da".to_owned())] {
        let choices = Choices { source, ..Choices::default() };
        assert_eq!(Choices::from_text(&choices.to_text()), (choices, Vec::new()));
    }
    for (part, name) in Part::ALL {
        let choices = Choices { part, ..Choices::default() };
        let text = choices.to_text();
        assert_eq!(text.contains("part="), part != Part::Methods, "{name}");
        assert_eq!(Choices::from_text(&text), (choices, Vec::new()));
    }
    for probe in [None, Some(Probe::Reverse), Some(Probe::Repeat { token: 5 })] {
        let name = probe.as_ref().map_or("none", Probe::name);
        let choices = Choices { probe, ..Choices::default() };
        // Who asks for nothing else says nothing.
        assert_eq!(choices.to_text().contains(name), name != "reverse");
        assert_eq!(Choices::from_text(&choices.to_text()), (choices, Vec::new()));
    }
}

#[test]
fn the_opening_tree_is_the_bundled_one() {
    let trees = parse(include_str!("../../../../public/compare/trees.conllu")).expect("trees");
    let opening = trees.sentences.first().expect("a tree");
    assert_eq!(opening.to_compact(), OPENING);
    assert_eq!(opening.text(), DEFAULT_SENTENCE);
}

#[test]
fn what_is_not_understood_is_named_and_left() {
    let (choices, problems) = Choices::from_text(concat!(
        "head=17&k=0&cursor=1&probe=turn&method=none&other=1&heads=4&trained=maybe&range=all",
        "&causal=1&a=nobody&method=vanilla&part=cellar&of=gpt&layer=0&w=1&v=17:1&v=1:1e9"
    ));
    assert_eq!(choices, Choices { heads: 4, ..Choices::default() });
    let found: Vec<(&str, &Problem)> =
        problems.iter().map(|misread| (misread.name.as_str(), &misread.problem)).collect();
    let text = |text: &str| text.to_owned();
    let whole = |number: &str, most| Problem::NotWhole { text: text(number), most };
    let refused = method_from_text("none").expect_err("no method").to_string();
    let expected = [
        ("head", whole("17", 16)),
        ("k", whole("0", 64)),
        ("cursor", Problem::NotCell),
        ("probe", Problem::NotProbe),
        ("method", Problem::Refused(refused)),
        ("other", Problem::NoChoice),
        ("trained", Problem::NotFlag(text("maybe"))),
        ("range", Problem::NotRange(text("all"))),
        ("causal", Problem::NotFlag(text("1"))),
        ("a", Problem::NoMethod(text("nobody"))),
        ("method", Problem::NotDistanceAware(text("vanilla"))),
        ("part", Problem::NoPart(text("cellar"))),
        ("of", Problem::NoModel(text("gpt"))),
        ("layer", whole("0", MAX_LAYERS)),
        ("w", Problem::NotOfHead(text("1"))),
        ("v", whole("17", 16)),
        ("v", Problem::Beyond(1e9)),
    ];
    assert_eq!(found, expected.each_ref().map(|(name, problem)| (*name, problem)));
}

#[test]
fn what_does_not_fit_whose_numbers_are_compared_is_named_and_left() {
    let each = Choices { source: Source::Each, ..Choices::default() };
    let bundled = Choices { source: Source::Bundled("sst2-da".to_owned()), ..Choices::default() };
    let cases = [
        ("a=xl-causal&trained=yes", "a", Problem::NotModel("xl-causal".to_owned()), each.clone()),
        ("trained=yes&b=da", "b", Problem::NotModel("da".to_owned()), each),
        (
            "seeded=yes&b=sst2-rope",
            "b",
            Problem::NotMethod("sst2-rope".to_owned()),
            Choices::default(),
        ),
        ("layer=9&of=sst2-da", "layer", Problem::NoLayers, bundled),
    ];
    for (text, name, problem, expected) in cases {
        let (choices, problems) = Choices::from_text(text);
        assert_eq!(choices, expected, "{text}");
        assert_eq!(problems, [Misread { name: name.to_owned(), problem }], "{text}");
    }
    // Wherever they stand, what fits is taken.
    for text in ["a=sst2-xl&trained=yes", "trained=yes&a=file:m.bin", "layer=2&file=m.bin"] {
        assert_eq!(Choices::from_text(text).1, [], "{text}");
    }
}

#[test]
fn another_source_has_its_own_heads_and_its_own_pair() {
    let moved = || Choices { w: BTreeMap::from([(3, 1.0)]), layer: 2, ..Choices::default() };
    let mut choices = moved();
    choices.choose_source(Source::Seeded, None, &[]);
    assert_eq!(choices, moved());
    // Over a model from a file distance is laid as the Lab lays it; over others the paper's way.
    let method = Method::VANILLA.laid_first(true);
    let source = Source::File("a.gguf".to_owned());
    choices.choose_source(source.clone(), Some(method), &[]);
    let pair = ["da", "no-positions"].map(str::to_owned);
    assert_eq!(choices, Choices { source, method, pair, ..Choices::default() });
    choices.choose_source(Source::Each, None, &[]);
    assert_eq!(choices.pair, ["sst2-da", "sst2-vanilla"]);
    assert_eq!(choices.method, Method::DISTANCE_AWARE);
    choices.choose_source(Source::Bundled("agnews-da".to_owned()), None, &[]);
    assert_eq!(choices.pair, ["da", "vanilla"]);
}

#[test]
fn another_layer_has_its_own_w_and_v() {
    let mut choices = Choices { w: [(0, 1.0)].into(), v: [(1, 2.0)].into(), ..Choices::default() };
    choices.choose_layer(3);
    assert_eq!(choices, Choices { layer: 2, ..Choices::default() });
}

#[test]
fn what_was_chosen_stays_where_another_source_has_it() {
    let pair = |a: &str, b: &str| [a.to_owned(), b.to_owned()];
    let mut choices =
        Choices { source: Source::Each, pair: pair("sst2-da", "sst2-alibi"), ..Choices::default() };
    choices.choose_source(Source::Seeded, None, &[]);
    assert_eq!(choices.pair, pair("da", "alibi"));
    choices.choose_source(Source::Bundled("sst2-da".to_owned()), None, &[]);
    assert_eq!(choices.pair, pair("da", "alibi"));
    choices.pair = pair("t5", "alibi");
    choices.source = Source::Seeded;
    choices.choose_source(Source::Each, None, &[]);
    assert_eq!(choices.pair, pair("sst2-t5", "sst2-alibi"));
    // No model of the page is trained with CoPE, and two of one method are one method.
    choices.choose_source(Source::Seeded, None, &[]);
    choices.pair = pair("cope", "alibi");
    choices.choose_source(Source::Each, None, &[]);
    assert_eq!(choices.pair, pair("sst2-da", "sst2-vanilla"));
    choices.pair = pair("sst2-da", "agnews-da");
    choices.choose_source(Source::Seeded, None, &[]);
    assert_eq!(choices.pair, pair("da", "vanilla"));
}

#[test]
fn a_model_from_a_file_is_compared_once_its_layer_is_there() {
    let setup = |choices: &Choices, key: Option<&str>| {
        choices.setup(String::new(), 7, key.map(str::to_owned), &[]).map(|setup| setup.numbers)
    };
    let of_file = Choices { source: Source::File("a.gguf".to_owned()), ..Choices::default() };
    assert_eq!(setup(&of_file, None), None);
    assert_eq!(setup(&of_file, Some("key")), Some(Numbers::Layer("key".to_owned())));
    assert_eq!(setup(&Choices::default(), None), Some(Numbers::Seeded));
}

#[test]
fn a_menu_tells_a_file_from_a_model_of_the_page() {
    let file = Source::File("sst2-da".to_owned());
    assert_eq!(file.menu_value(), "file:sst2-da");
    assert_eq!(Source::of_menu("file:sst2-da"), file);
    assert_eq!(Source::of_menu("sst2-da"), Source::Bundled("sst2-da".to_owned()));
    assert_eq!(Source::Each.menu_value(), "");
}

#[test]
fn every_model_of_the_page_is_compared() {
    let of_page = nearfar::opened::OF_PAGE.map(|(address, _)| address);
    let compared: Vec<_> =
        TRAINED.iter().map(|(name, _)| format!("checkpoints/{name}.safetensors")).collect();
    let found: Vec<_> = compared.iter().filter(|name| of_page.contains(&name.as_str())).collect();
    assert_eq!(found, of_page.each_ref(), "TRAINED in crates/nearfar-compare/src/choices.rs");
}
