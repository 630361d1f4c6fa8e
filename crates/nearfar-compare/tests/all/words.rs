//! What the page says of a comparison.

use std::f64::consts::PI;

use nearfar::Method;
use nearfar::opened::OpenedModel;
use nearfar::settings::ModelChoice;
use nearfar::text::dependency::{DependencyTree, EditError, Origin, PartOfSpeech, Relation, parse};
use nearfar_compare::choices::{Choices, Misread, Part, Problem, Source, TRAINED};
use nearfar_compare::curves::Turn;
use nearfar_compare::drawings::Step;
use nearfar_compare::equation::{Equation, Function, Line, Name, Operand, Sign};
use nearfar_compare::knowledge::Column;
use nearfar_compare::layer::Files;
use nearfar_compare::notice::{Answered, NoAmount};
use nearfar_compare::protocol::{
    AxisView, Begun, FactsView, KnowsView, MeasureView, MethodView, Noticed, Probe, Shown,
    TermView, Why,
};
use nearfar_compare::sentence::{Chosen, NoTree};
use nearfar_compare::tree_editor::{By, Outcome};
use nearfar_compare::words::grid::{idea, model_title};
use nearfar_compare::words::{
    Known, Noticing, around, column, ended, insert_before, known, knows_line, made, mask_on_probe,
    misread_choice, misread_link, no_amount, no_insert, no_repeat, noticing, part, probe, setup,
    stand_in, terms, time, to_tree, token_menu, tree, why,
};

use crate::grid::method;

#[test]
fn the_pair_of_an_equation_is_the_one_under_the_cursor_or_an_example() {
    let of = |at_cursor, side| terms::whose_pair("Head 7".to_owned(), at_cursor, side);
    let [cursor, of_a, strongest] = [of(true, 0), of(false, 1), of(false, 0)];
    assert!([&cursor, &of_a, &strongest].iter().all(|said| said.contains("Head 7")));
    assert!(cursor != of_a && of_a != strongest && strongest != cursor);
    // B's example is A's; where somebody points, it is the same of both.
    assert_eq!(of(true, 1), cursor);
}

#[test]
fn what_is_shown_of_a_tree_and_of_features_is_said() {
    let [up, down] = [true, false].map(terms::hop);
    assert!(up.0 == "↑" && down.0 == "↓" && up.1 != down.1);
    let of = |feature| terms::weights_of(feature).plain();
    assert!(of(Some(6)).contains('7') && of(None) != of(Some(6)));
    assert!(terms::missing(Some(&Why::NoWord)).contains("here is no word to insert"));
    assert!(!terms::missing(None).is_empty());
    let to_trees = [Origin::NoTreeYet, Origin::Begun, Origin::Read, Origin::Edited].map(to_tree);
    assert!(to_trees[0] == to_trees[1] && to_trees[2] == to_trees[3]);
    assert_ne!(to_trees[0], to_trees[2]);
    let of = |problem| time(&MethodView { problem, milliseconds: 1.0 / 3.0, ..method(0, "da") });
    let (short, exact) = of(None);
    assert!(short == "0.333" && exact.starts_with("0.33333"), "{short} {exact}");
    assert_eq!(of(Some(Why::Coming)), ("–".to_owned(), String::new()));
    let [again, for_good] = [false, true].map(|is_final| ended("stopped", is_final));
    assert!(again.starts_with("The worker stopped.") && for_good.contains("Reload the page"));
}

#[test]
fn a_menu_counts_tokens_as_people_do() {
    let tokens = ["a", "b"].map(str::to_owned);
    let menu = token_menu(&tokens);
    let menu = menu.iter().map(|(value, label)| [value.as_str(), label]).collect::<Vec<_>>();
    assert_eq!(menu, [["0", "a (1)"], ["1", "b (2)"]]);
    let before = [1, 2].map(|at| insert_before(&tokens, at));
    assert_eq!(before, ["“b”", "the end"]);
}

/// Each begins with what is expected.
fn begin(said: impl IntoIterator<Item = (String, &'static str)>) {
    for (said, expected) in said {
        assert!(said.starts_with(expected), "“{said}” does not begin with “{expected}”");
    }
}

#[test]
fn why_something_could_not_be_done_counts_from_1_and_names_the_bounds() {
    let said = [
        (Why::Empty, "the sentence is empty"),
        (Why::NothingToChange, "there is no sentence to change"),
        (Why::NothingTyped, "the sentence is empty; type one first"),
        (Why::NoToken { token: 4, tokens: 3 }, "there is no token 5: the sentence has 3"),
        (Why::TooLong, "one more word would make more than 256 tokens"),
        (Why::NoWord, "there is no word to insert"),
        (Why::ReadOnce, "A model from a file has read only this sentence"),
        (Why::NothingToExplain, "there is nothing to explain yet"),
        (Why::NoLayer, "the layer of the model is not loaded"),
        (Why::LayerMisfit, "the numbers of the layer do not fit together"),
        (Why::Heads { heads: 99 }, "the number of heads is 99; 1 to 16 are possible"),
        (Why::Clip { clip: 0 }, "k is 0; 1 to "),
        (Why::NoNumber, "w and v must be numbers"),
        (Why::NoModel { name: "x".to_owned() }, "the model x is not loaded"),
        (Why::Coming, "its file is not loaded yet"),
        (Why::NoOwnNumbers, "the model has no parameters of its method"),
        (Why::Refused("in its own words".to_owned()), "in its own words"),
    ];
    begin(said.map(|(because, expected)| (why(&because), expected)));
}

#[test]
fn a_choice_that_is_not_understood_is_named_with_why() {
    let text = || "x".to_owned();
    let said = [
        (Problem::NoChoice, "k: there is no such choice"),
        (Problem::NoPart(text()), "k: there is no part x of the room"),
        (Problem::NoModel(text()), "k: there is no model x on the page"),
        (Problem::NoMethod(text()), "k: there is no method or model x"),
        (Problem::NotModel(text()), "k: x is a method, but trained models are compared"),
        (Problem::NotMethod(text()), "k: x is a trained model, but methods are compared"),
        (Problem::NoLayers, "k: only a model from a file has layers"),
        (Problem::NotDistanceAware(text()), "k: x is not a DA-Transformer"),
        (
            Problem::TooLong(2000),
            "k: 2\u{202f}000 bytes are too long; at most 1\u{202f}000 are kept",
        ),
        (Problem::NotWhole { text: text(), most: 8 }, "k: x is not a whole number from 1 to 8"),
        (Problem::NotFlag(text()), "k: x is neither yes nor no"),
        (Problem::NotRange(text()), "k: x is neither own nor common"),
        (Problem::NotCell, "k: two numbers are needed"),
        (
            Problem::BeyondSentence { cell: (98, 0), tokens: 3 },
            "k: row 99, column 1 is beyond the sentence’s last token (3)",
        ),
        (Problem::NotOfHead(text()), "k: x is not HEAD:NUMBER"),
        (Problem::Beyond(-99.5), "k: -99.5 is beyond "),
        (Problem::NotProbe, "k: it must be one of: none; reverse; "),
        (Problem::Refused(text()), "k: x"),
    ];
    begin(said.map(|(problem, expected)| {
        (misread_choice(&Misread { name: "k".to_owned(), problem }), expected)
    }));
}

#[test]
fn what_of_a_link_is_not_understood_stands_in_one_sentence() {
    let misread = Misread { name: "k".to_owned(), problem: Problem::NotCell };
    assert_eq!(misread_link(&[], None), None);
    let both = misread_link(&[misread], Some(&NoTree::OfOther)).expect("a sentence");
    assert!(both.contains("k: two numbers are needed; tree: "), "{both}");
}

#[test]
fn tabs_and_columns_are_told_apart_by_their_names() {
    let tabs = Part::ALL.map(|(name, _)| part(name)).to_vec();
    let columns = Column::ALL.map(column).to_vec();
    for mut names in [tabs, columns] {
        let all = names.len();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), all);
    }
}

#[test]
fn what_stands_in_for_a_tree_says_how_many_pictures_are_of_it() {
    let origins = [Origin::NoTreeYet, Origin::Begun, Origin::Read, Origin::Edited];
    let said = origins.map(|origin| [stand_in(origin, 1), stand_in(origin, 3)]);
    assert!(said.iter().all(|[one, three]| one != three && three.contains('3')), "{said:?}");
}

#[test]
fn every_model_of_the_page_has_a_title_of_its_own() {
    let mut titles: Vec<_> =
        TRAINED.iter().map(|(name, kind)| model_title(name, kind.name())).collect();
    assert_eq!(titles[..2], ["DA: films", "Vanilla: films"]);
    titles.sort();
    titles.dedup();
    assert_eq!(titles.len(), TRAINED.len());
    // Of a file the method is known once it is read.
    assert_eq!(model_title("file:mine.safetensors", "t5"), "T5 bias: mine.safetensors");
    assert_eq!(model_title("file:mine.safetensors", ""), "mine.safetensors");
}

#[test]
fn how_far_something_is_known_is_told_by_sign_word_and_class() {
    let how = || "left of k".to_owned();
    let all = [KnowsView::Yes, KnowsView::Partly(how()), KnowsView::Unknown(how()), KnowsView::No];
    let all = all.each_ref().map(known);
    let parts: [fn(&Known) -> &'static str; 3] = [|one| one.class, |one| one.sign, |one| one.word];
    for of in parts {
        let mut told = all.each_ref().map(of);
        told.sort_unstable();
        assert!(told.windows(2).all(|two| two[0] != two[1]), "{told:?}");
    }
    assert_eq!(all.map(|one| one.how), ["", "left of k", "left of k", ""]);
}

#[test]
fn what_is_known_in_part_says_how_only_where_there_is_room() {
    let (direction, exact_distance) =
        (KnowsView::Partly("up to k".to_owned()), KnowsView::Unknown(String::new()));
    let facts = FactsView { direction, exact_distance, ..FactsView::default() };
    let view = MethodView { facts, ..method(0, "rpr") };
    // What is no method of a paper knows nothing by itself.
    assert_eq!(knows_line(&view, true), "");
    let facts = FactsView { paper: "a paper".to_owned(), ..view.facts.clone() };
    let view = MethodView { facts, ..view };
    let plain = |short| knows_line(&view, short).replace('\u{a0}', " ");
    assert_eq!(plain(false), "direction: partly; exact distance: not known");
    assert_eq!(plain(true), "direction: partly (up to k); exact distance: not known");
    let idea = |kind: &str| idea(&method(0, kind), &Source::Seeded, false);
    assert!(!idea("da").is_empty());
    assert_eq!(idea("none of them"), "");
}

#[test]
fn the_table_names_the_sizes_that_its_methods_share() {
    let said = |source: Source| {
        let choices = Choices { source, heads: 6, clip: 5, ..Choices::default() };
        setup(&choices, 1, 12)
    };
    assert_eq!(said(Source::Each), "Here: 1 token; h, k and d are each model’s own.");
    // A model has its own heads, seeded projections those that are chosen.
    begin([
        (said(Source::File("x".to_owned())), "Here: h = 12, k = 5, tree distances"),
        (said(Source::Bundled("sst2-da".to_owned())), "Here: h = 12, k = 5, tree distances"),
        (said(Source::Seeded), "Here: h = 6, d = "),
    ]);
}

#[test]
fn a_sentence_is_parted_at_its_slot() {
    let knows = nearfar_texts::compare::knows_about();
    let [before, behind] = around(&knows);
    assert!(before.ends_with("on top of the ") && behind.starts_with(" of an ordinary layer"));
    // Without one all of it stands before.
    let without = nearfar_texts::compare::model_assumed();
    assert_eq!(around(&without), [without.plain(), String::new()]);
}

fn begun(words: &[(&str, bool)]) -> Begun {
    Begun {
        tokens: words.iter().map(|(word, _)| (*word).to_owned()).collect(),
        unknown: words.iter().map(|(_, unknown)| *unknown).collect(),
        ..Begun::default()
    }
}

fn made_of(source: Source, begun: &Begun, own: &[&str], sentence: &str) -> String {
    let choices = Choices { source, layer: 2, ..Choices::default() };
    made_of_choices(choices, begun, own, sentence)
}

fn made_of_choices(choices: Choices, begun: &Begun, own: &[&str], sentence: &str) -> String {
    let mut files = Files::default();
    let model = OpenedModel::plain("x", vec![2, 2, 2]);
    let own = own.iter().map(|&name| name.to_owned()).collect();
    files.look(vec![(ModelChoice::File1, model)], own);
    let sentence = sentence.to_owned();
    made(&files, &Chosen { sentence, choices, ..Chosen::default() }, begun)
}

#[test]
fn which_numbers_are_compared_is_said_of_every_source() {
    let none = begun(&[]);
    let of = |source: Source| made_of(source, &none, &["a.st", "b.st"], "");
    let each = of(Source::Each);
    assert!(each.starts_with("Trained models; those of film reviews differ only in the method."));
    assert!(each.ends_with("as they were trained: a.st, b.st."));
    assert!(!made_of(Source::Each, &none, &[], "").contains("open files"));
    // Files of this project matter to no other source.
    assert!(of(Source::Seeded).ends_with("Nothing here was learned."));
    assert!(of(Source::Bundled("sst2-da".to_owned())).contains(" of Film reviews"));
    // Layers count from 1.
    assert!(of(Source::File("x".to_owned())).contains(" of x, layer 3,"));
}

#[test]
fn what_is_left_out_and_what_has_no_vector_stands_behind() {
    let words = begun(&[("zyx", true), ("cat", false), ("abc", true), ("zyx", true)]);
    let said = made_of(Source::Seeded, &words, &[], &"cat ".repeat(263));
    let cut = " At most 256 tokens are compared; 7 more are left out, and so is the tree.";
    let unknown = " Words without a word vector get one made from their spelling: “abc”, “zyx”.";
    assert!(said.ends_with(&format!("Nothing here was learned.{cut}{unknown}")), "{said}");
    // A model from a file cuts by itself: nothing is known of that before its layer is there.
    let said = made_of(Source::File("x".to_owned()), &begun(&[]), &[], &"cat ".repeat(263));
    assert!(!said.contains("more are left out"), "{said}");
}

#[test]
fn of_a_long_memory_it_is_told_that_the_last_tokens_are_used() {
    let of = |source: Source, tokens: usize| {
        let memory = ["a"].repeat(tokens).join(" ");
        made_of_choices(Choices { source, memory, ..Choices::default() }, &begun(&[]), &[], "")
    };
    let told = " Only the last 64 tokens of the memory are used; 6 before them are left out.";
    assert!(of(Source::Seeded, 70).ends_with(told), "{}", of(Source::Seeded, 70));
    assert!(!of(Source::Seeded, 64).contains("of the memory"));
    assert!(!of(Source::File("x".to_owned()), 70).contains("of the memory"));
}

#[test]
fn what_was_moved_in_the_lab_is_told_but_of_models_as_they_were_trained() {
    let of = |source: Source, change: fn(&mut Choices)| {
        let mut choices = Choices { source, ..Choices::default() };
        change(&mut choices);
        made_of_choices(choices, &begun(&[]), &[], "")
    };
    let sources = [Source::Seeded, Source::Bundled("sst2-da".to_owned()), Source::Each];
    for source in sources {
        let is_told = source != Source::Each;
        // Over one model it stands in a notice of its own (`Room::is_moved`).
        let is_seeded = source == Source::Seeded;
        let moved = of(source.clone(), |choices| choices.w = [(0, 1.0)].into());
        assert_eq!(
            moved.contains("w or v was moved, here, in the Lab or in Curves."),
            is_seeded,
            "{moved}"
        );
        let late = of(source.clone(), |choices| choices.method = Method::VANILLA.laid_first(true));
        assert_eq!(late.contains("mapping or adjustment was changed"), is_told, "{late}");
        let plain = of(source, |_| {});
        assert!(!plain.contains("the Lab"), "{plain}");
    }
    // What is laid over a model from a file is at first that model's own.
    let file = || Source::File("x".to_owned());
    let own =
        of(file(), |choices| choices.method = OpenedModel::plain("x", vec![2]).first_method());
    assert!(!own.contains("was changed"), "{own}");
}

#[test]
fn a_layer_that_the_file_has_not_is_never_named() {
    let beyond = Choices { source: Source::File("x".to_owned()), layer: 9, ..Choices::default() };
    let said = made_of_choices(beyond, &begun(&[]), &[], "");
    assert!(said.contains(" of x, layer 3,"), "{said}");
}

#[test]
fn rounding_is_not_noticed_and_little_is_less_than() {
    assert_eq!(noticing(0.0, false), "○ does not notice (0 nats)");
    assert_eq!(noticing(9e-7, true), "○ does not notice (< 0.000001 of 1)");
    assert_eq!(noticing(1e-6, false), "● notices: less than 0.001 nats");
    assert_eq!(noticing(1e-6, true), "● notices: less than 0.001 of 1");
    assert_eq!(noticing(0.25, false), "● notices: 0.25 nats");
    assert_eq!(noticing(0.25, true), "● notices: 0.25 of 1");
}

#[test]
fn every_change_says_how_it_is_measured_and_what_the_mask_does() {
    let insert = Probe::Insert { at: 0, word: "so".to_owned() };
    let repeat = Probe::Repeat { token: 0 };
    begin([
        (probe(&Probe::Reverse)[0].to_owned(), "The sentence is run in reverse order"),
        (probe(&insert)[0].to_owned(), "One word is added."),
        (probe(&repeat)[0].to_owned(), "The chosen word is added once more"),
    ]);
    // A word more changes nothing of what the mask lets through between the old ones.
    let is_alike = mask_on_probe(&Probe::Reverse, true) == mask_on_probe(&repeat, true);
    assert!(is_alike && mask_on_probe(&insert, true) != mask_on_probe(&repeat, true));
    assert_eq!(mask_on_probe(&insert, false), "");
}

#[test]
fn weights_without_an_amount_say_why() {
    let all = [NoAmount::Negative, NoAmount::NoRow, NoAmount::RowEmpty, NoAmount::RowsEmpty];
    begin(all.map(|why| no_amount(why).to_owned()).into_iter().zip([
        "weights below 0",
        "no row has weights",
        "its row gives nothing",
        "its rows give nothing",
    ]));
}

#[test]
fn what_one_method_made_of_a_change_is_an_amount_or_why_there_is_none() {
    let answered = |amount, weights: &[f32]| -> Answered {
        (Noticed { place: 0, amount, tokens: 2 }, weights.to_vec())
    };
    let (some, none) = (answered(Some(0.25), &[]), answered(None, &[0.5, -0.5, 0.0, 1.0]));
    let of = |problem, answered, is_repeat| {
        let method = MethodView { problem, ..method(0, "da") };
        Noticing::of(&method, Shown::Head(5), answered, is_repeat)
    };
    let says = |problem, answered| of(problem, answered, false).says;
    assert_eq!(says(Some(Why::Coming), Some(&some)), noticing(0.25, false));
    let failed = "⚠ could not be computed";
    // Why it did not run comes before what its weights are.
    let coming = format!("{failed}: {}", why(&Why::Coming));
    assert_eq!(says(Some(Why::Coming), Some(&none)), coming);
    let negative = format!("{failed}: {}", no_amount(NoAmount::Negative));
    assert_eq!(says(None, Some(&none)), negative);
    let empty = answered(None, &[]);
    assert_eq!([says(None, None), of(None, Some(&empty), true).says], [failed; 2]);
    // Beside it stands the amount, as a number and as a bar.
    let card = of(None, Some(&some), true);
    assert_eq!([card.amount, card.exact, card.width], ["0.25", "0.25", "25%"]);
    let card = of(None, Some(&none), true);
    assert_eq!([card.amount, card.exact, card.width], ["", "", "0%"]);
    // Of four heads the sixth is not there: the title says which is shown.
    assert!(card.name == "da" && card.title.contains('4'), "{}", card.title);
}

#[test]
fn numbers_of_equations_and_steps_have_their_letters_or_the_pages_words() {
    let name = |name: Name| terms::name(&name);
    assert_eq!(
        [Name::from("q·k"), Name::Score, Name::Weight].map(name),
        ["q·k", "score", "weight"]
    );
    assert_eq!(name(Name::Key("da-coefficient")), name(Name::Coefficient));
    assert_eq!([Step::First, Step::OverRoot, Step::Times].map(terms::step), ["", "→ / √d", "×"]);
    assert_eq!([terms::row(""), terms::row("U2")], ["itself", "U2"]);
    // A panel without a text says nothing.
    assert_eq!([terms::title("no such panel"), terms::about("no such panel")], ["", ""]);
}

#[test]
fn a_line_of_an_equation_is_written_with_its_brackets_and_whether_it_adds_up() {
    let operand = |sign, name: &'static str, value| Operand { sign, name: name.into(), value };
    let operands = vec![
        operand(Sign::Plus, "a", 1.0),
        operand(Sign::Minus, "b", -2.0),
        operand(Sign::Times, "c", -0.5),
    ];
    let (name, function) = (Name::Score, Function::Relu);
    let line = Line { name, operands, function, result: 0.0, is_weight: false };
    let written = terms::line(&line);
    // (1 - (-2)) × (-0.5), below 0.
    assert_eq!((written.before.as_str(), written.after.as_str()), ("max((", ", 0)"));
    let of = |of: &terms::WrittenOperand| (of.closing, of.sign, of.number.clone(), of.is_bracketed);
    let operands: Vec<_> = written.operands.iter().map(of).collect();
    let number = |text: &str| text.to_owned();
    assert_eq!(operands[0], ("", "", number("1.000"), false));
    assert_eq!(operands[1], ("", "−", number("\u{2212}2.000"), true));
    assert_eq!(operands[2], (")", "×", number("\u{2212}0.500"), true));
    assert_eq!((written.equals, written.result.number.as_str()), ("=", "0.000"));
    assert_eq!(terms::line(&Line { result: 1.0, ..line }).equals, "≠");
    // Rounding leaves no sign.
    assert_eq!(terms::number(-0.0001), "0.000");
}

#[test]
fn a_hand_of_a_clock_turns_by_the_angle_without_whole_turns() {
    // A quarter to the right, and one whole turn.
    let turn = Turn { angle: 2.5 * PI, before: 0.5, after: -0.25 };
    let clock = terms::Clock::of(1, turn);
    assert!((clock.hand.0 - 20.0).abs() < 1e-9 && clock.hand.1.abs() < 1e-9, "{:?}", clock.hand);
    assert_eq!((clock.degrees.as_str(), clock.shares.as_str()), ("90", "0.5 → −0.25"));
    // The second pair are the dimensions 3 and 4.
    assert!(
        [&clock.title, &clock.name].iter().all(|text| text.contains('3') && text.contains('4'))
    );
    let all = terms::turned(&[turn, turn], (3, 1));
    assert!(["−2", "1", "−0.5"].iter().all(|number| all.contains(number)), "{all}");
}

#[test]
fn a_token_is_the_query_the_key_both_or_none() {
    let marks = [(true, true), (true, false), (false, true)];
    let [both, query, key] = marks.map(|(is_query, is_key)| terms::mark(is_query, is_key));
    assert!(both != query && query != key && both != key);
    assert_eq!(terms::mark(false, false), "");
}

#[test]
fn a_way_has_so_many_arcs_or_is_not_known() {
    let said = [Some(0), Some(3), None].map(|arcs| terms::way_length(arcs, 9));
    assert!(said[0] != said[1] && said[1].contains('3'), "{said:?}");
    assert_eq!(said[2], "");
    // A longer sentence was left out.
    assert!(terms::way_length(None, 300).contains("256"));
}

#[test]
fn columns_of_an_earlier_segment_are_named_apart_from_tokens() {
    let tokens = ["a", "b"].map(str::to_owned);
    let names = terms::Names { tokens: &tokens, memory: 1 };
    assert_eq!([names.token(1), names.column(2)], ["b (2)", "b (2)"]);
    assert!(!names.column(0).contains("a (1)"), "{}", names.column(0));
}

#[test]
fn the_weight_of_a_pair_is_in_percent_or_masked() {
    let found = |masked, weight| {
        let source = "Eq. 1".to_owned();
        terms::weight(&Equation { lines: vec![], labels: vec![], masked, weight, source })
    };
    assert!(found(false, Some(0.25)).contains("25"));
    assert!(!found(true, Some(0.25)).contains("25") && found(true, None).contains("Eq. 1"));
}

#[test]
fn both_sides_of_a_query_are_alike_or_differ_by_so_much() {
    let of = |after: f64| terms::sides(&[(-1.0, 0.5), (0.0, 1.0), (1.0, after)]);
    assert_ne!(of(0.5), of(0.75));
    assert!(of(0.75).contains("0.25"), "{}", of(0.75));
    // Without the other side there is nothing to compare.
    assert!(![of(0.5), of(0.75)].contains(&terms::sides(&[(0.0, 1.0), (1.0, 0.5)])));
}

#[test]
fn an_intermediate_of_one_row_is_counted_by_its_columns_alone() {
    let of = |axes: &[AxisView]| {
        let (name, title, source) = (String::new(), String::new(), String::new());
        let measure = MeasureView::Signed;
        let (whole, names, role) = (false, Vec::new(), None);
        let axes = axes.to_vec();
        let (rows, columns) = (if axes.len() > 1 { 3 } else { 1 }, 2);
        let term =
            TermView { name, title, source, axes, rows, columns, whole, names, role, measure };
        terms::shape(&term)
    };
    assert_eq!(of(&[AxisView::Query, AxisView::Key]), "3 queries × 2 keys");
    assert_eq!(of(&[AxisView::Token, AxisView::Dimension]), "3 tokens × 2 dimensions");
    assert_eq!(of(&[AxisView::Feature]), "2 features");
}

/// 2 hangs on ROOT, 1 and 4 on 2, 3 on 4.
fn she_saw() -> DependencyTree {
    let text = "1\tShe\t_\tPRON\t_\t_\t2\tnsubj\t_\t_\n2\tsaw\t_\tVERB\t_\t_\t0\troot\t_\t_\n3\tthe\t_\tDET\t_\t_\t4\tdet\t_\t_\n4\tman\t_\tNOUN\t_\t_\t2\tobj\t_\t_\n\n";
    parse(text).expect("a tree").sentences.remove(0)
}

#[test]
fn every_outcome_of_a_gesture_is_said_of_the_words_that_it_is_of() {
    let cycle = || EditError::Cycle { word: 2, head: 1 };
    let said = [
        (Outcome::PickedUp(1, By::Keys), "The arc of “She” (1) is picked up: arrow keys"),
        (Outcome::PickedUp(1, By::Tap), "The arc of “She” (1) is picked up: press its new head"),
        (Outcome::PickedUp(1, By::Drag), "Drop the arc of “She” (1) on its new head."),
        (Outcome::OverNone, "Let go here"),
        (Outcome::Over(0), "Attach to ROOT."),
        (Outcome::OverRefused(1, cycle()), "Cannot attach to “She” (1): word 2 cannot"),
        (Outcome::PutBack(3), "The arc of “the” (3) stays as it was."),
        (Outcome::HangsAlready(3, 4), "“the” (3) is already attached to “man” (4)."),
        (
            Outcome::HangsNow { word: 3, head: 2, crosses: Some(4) },
            "“the” (3) is now attached to “saw” (2). Its arc crosses that of “man” (4)",
        ),
        (
            Outcome::RootNow(1, Some(2)),
            "“She” (1) is the root now, and “saw” (2) is attached to it.",
        ),
        (Outcome::RootNow(1, None), "“She” (1) is the root now."),
        (Outcome::RelationNow(1, Relation::ROOT), "“She” (1) is root now."),
        (Outcome::PartNow(1, PartOfSpeech::X), "“She” (1) is X now."),
        (Outcome::Refused(cycle()), "Not changed: word 2 cannot"),
        (Outcome::NoRelation("a b".to_owned()), "Not changed: "),
    ];
    let words = she_saw();
    begin(said.map(|(outcome, expected)| (tree::said(Some(&outcome), &words), expected)));
    let refused = tree::said(Some(&Outcome::NoRelation("a b".to_owned())), &words);
    assert!(refused.contains("“a b”"), "{refused}");
    assert_eq!(tree::said(None, &words), "");
    // What crosses nothing says nothing of it.
    let plain = Outcome::HangsNow { word: 3, head: 2, crosses: None };
    assert_eq!(tree::said(Some(&plain), &words), "“the” (3) is now attached to “saw” (2).");
}

#[test]
fn the_way_at_the_cursor_is_said_as_long_as_the_sentence_has_its_words() {
    let words = she_saw();
    let ways = words.tree().token_ways();
    let said = |cursor| tree::pair(cursor, &ways, &words);
    begin([
        (said(None), "Point at a word, an arc or a cell"),
        // the, up to man, up to saw.
        (said(Some((2, 1))), "“the” (3) → “saw” (2): tree distance 2, traversal UU"),
        (said(Some((2, 2))), "“the” (3): under each word, its tree distance"),
    ]);
    assert_eq!(said(Some((2, 9))), "");
    let under = |at: (usize, usize)| tree::way_text(*ways.get(at).expect("a way"));
    assert_eq!([under((2, 2)), under((2, 1))], ["0", "2 UU"]);
    assert_eq!([tree::tag(&words, 3), tree::tag(&words, 9)], ["3 DET", ""]);
    // Under a word stands the way to it from the cursor's query.
    assert_eq!(tree::way_under(Some((2, 0)), &ways, 2), "2 UU");
    assert_eq!(
        [tree::way_under(None, &ways, 2), tree::way_under(Some((2, 0)), &ways, 9)],
        ["", ""]
    );
}

#[test]
fn a_word_says_how_it_hangs_in_the_tree_and_what_that_means() {
    let words = she_saw();
    assert_eq!(tree::label(&words, 3), "the, word 3, DET, det of “man” (4)");
    assert_eq!([tree::label(&words, 0), tree::label(&words, 5), tree::meaning(&words, 5)], [""; 3]);
    begin([
        (tree::meaning(&words, 3), "“the” (3): determiner; det ("),
        (tree::meaning(&words, 2), "“saw” (2): verb; it is attached to ROOT."),
    ]);
}

#[test]
fn of_many_weights_the_strongest_are_drawn() {
    assert_eq!(tree::drawn(&[0.5, 0.1, 0.0, 0.4], 0.2), "2 of 4 weights are drawn.");
    // A weight of 0 is never drawn.
    assert_eq!(tree::drawn(&[0.0; 3], 0.0), "0 of 3 weights are drawn.");
    let many = tree::drawn(&[0.5; 500], 0.2);
    assert!(many.starts_with("The 400 strongest of 500 weights"), "{many}");
}

#[test]
fn arcs_that_cross_are_named_in_pairs() {
    let said = |heads: &[usize]| {
        let line = |(head, at): (&usize, usize)| {
            let relation = if *head == 0 { "root" } else { "dep" };
            format!("{at}\tw{at}\t_\tX\t_\t_\t{head}\t{relation}\t_\t_\n")
        };
        let text: String = heads.iter().zip(1..).map(line).collect();
        tree::crossings(&parse(&format!("{text}\n")).expect("a tree").sentences.remove(0))
    };
    assert_eq!(said(&[2, 0, 2]), "");
    // The arc from 3 to 1 crosses those from ROOT to 2 and from 2 to 4.
    let crossed = "“w1” (1) and “w2” (2); of “w1” (1) and “w4” (4)";
    let expected = format!("The arcs of {crossed} cross: the tree is not projective.");
    assert_eq!(said(&[3, 0, 2, 2]), expected);
}

#[test]
fn a_word_that_cannot_be_inserted_or_repeated_says_why() {
    assert_eq!([no_insert("really"), no_repeat("near far")], ["", ""]);
    let said = "there is no word to insert; type one";
    assert_eq!([no_insert(""), no_insert(" ")], [said, said]);
    assert_eq!(no_repeat(" "), "the sentence is empty; type one first");
}
