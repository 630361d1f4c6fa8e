//! A, B and A − B as they are drawn, and what is said of them and of methods.

use std::sync::Arc;

use nearfar::opened::OpenedModel;
use nearfar::picture::palette::Palette;
use nearfar::picture::scale::Scale;
use nearfar::settings::ModelChoice;
use nearfar_compare::choices::{Choices, MODELS, Source};
use nearfar_compare::divergence::Divergences;
use nearfar_compare::layer::Files;
use nearfar_compare::pair::{
    Bars, Side, Which, by_distance, difference, every_two, has_blank, of_one, reach, skipped,
    unnamed, value_of,
};
use nearfar_compare::protocol::{AnswerView, Begun, FactsView, KnowsView, MethodView, Shown};
use nearfar_compare::sentence::Chosen;
use nearfar_compare::words::grid::{
    Sides, answer, apart, apart_about, apart_two, card, heads_menu, idea, idea_of_difference,
    instead, made_of, menu_of, model_label, named, of_bars, of_reach, pointed, pointed_in_all,
    saved_title, title, title_of_three, unit, whose, whose_w_and_v,
};

use crate::grid::method;

const SCALE: Scale = Scale::Sequential { min: 0.0, max: 1.0 };

fn begun() -> Begun {
    let texts = |texts: [&str; 2]| texts.map(str::to_owned).to_vec();
    Begun { tokens: texts(["a", "b"]), memory: texts(["x", "y"]), ..Begun::default() }
}

fn side(weights: &[f32], memory: usize) -> Side {
    (Arc::new(weights.to_vec()), memory)
}

#[test]
fn tokens_of_an_earlier_segment_stand_before_those_of_the_sentence() {
    let plain = of_one(&begun(), side(&[1.0, 0.0, 0.5, 0.5], 0), SCALE, Palette::Viridis);
    let plain = plain.expect("a picture");
    assert_eq!((plain.shape, &plain.columns), ([2, 2], &plain.rows));
    let weights = [0.25, 0.25, 0.5, 0.0, 0.0, 1.0];
    let drawn = of_one(&begun(), side(&weights, 1), SCALE, Palette::Viridis).expect("a picture");
    assert_eq!((drawn.shape, drawn.columns.len()), ([2, 3], 3));
    // A pair of the sentence is found behind them.
    let values = [(0, 0), (1, 1), (2, 0)].map(|pair| value_of(&drawn, pair));
    assert_eq!((skipped(&drawn), values), (1, [Some(0.25), Some(1.0), None]));
    assert!(drawn.columns[0].contains('x') && drawn.columns[1..] == drawn.rows[..]);
}

#[test]
fn what_is_not_there_is_not_drawn() {
    let of = |begun: &Begun, weights: &[f32]| of_one(begun, side(weights, 0), SCALE, Palette::Grey);
    assert_eq!(of(&begun(), &[1.0, 0.0]), None);
    assert_eq!(of(&Begun::default(), &[]), None);
    assert_eq!(difference(&begun(), &side(&[1.0; 4], 0), &side(&[], 0)), None);
}

#[test]
fn a_small_picture_has_a_row_for_each_token_and_no_names() {
    let of = |weights: &[f32], tokens| {
        let drawn = unnamed(Arc::new(weights.to_vec()), tokens, SCALE, Palette::Grey)?;
        Some((drawn.shape, drawn.rows.len(), drawn.is_whole()))
    };
    assert_eq!(of(&[0.5; 6], 2), Some(([2, 3], 0, true)));
    assert_eq!([of(&[], 2), of(&[], 0)], [None, None]);
}

#[test]
fn any_two_methods_are_drawn_once_all_are_there() {
    let names = Arc::new(["DA", "T5"].map(str::to_owned).to_vec());
    let drawn = every_two(names.clone(), vec![0.0, 0.25, 0.25, 0.0]).expect("a picture");
    assert_eq!((&drawn.rows, &drawn.columns, drawn.shape), (&names, &names, [2, 2]));
    assert_eq!(drawn.scale, Scale::Sequential { min: 0.0, max: 0.25 });
    assert!(!has_blank(&drawn));
    // What is no distribution is apart from nothing.
    let none = every_two(names.clone(), vec![0.0, f32::NAN, f32::NAN, f32::NAN]);
    assert!(has_blank(&none.expect("a picture")));
    assert_eq!(every_two(names, vec![0.0]), None);
    assert_eq!(every_two(Arc::default(), Vec::new()), None);
}

#[test]
fn what_is_pointed_at_is_said_with_its_words() {
    let tokens = begun().tokens;
    let pair = "“a” (1) → “b” (2): ";
    assert_eq!(pointed(Which::Difference, &tokens, Some((0, 1))), pair);
    assert!(pointed_in_all(&tokens, Some((0, 1))).contains("“a” (1) → “b” (2)"));
    assert!(!pointed_in_all(&tokens, None).contains("“a”"));
    // How to point is said once.
    let none = Which::ALL.map(|which| pointed(which, &tokens, None));
    assert!(!none[0].is_empty() && none[1..] == ["", ""]);
    let said = card("T5".to_owned(), &tokens, Some(((0, 1), 0.25)));
    assert_eq!(said, format!("T5: {pair}0.25"));
    assert!(card("T5".to_owned(), &tokens, None).contains("T5"));
    let about = |row| apart_about(&tokens, row).concat();
    assert!(about(Some(1)).contains('b') && about(None) != about(Some(1)));
    assert_eq!([Shown::Mean, Shown::Head(2)].map(Shown::head), [0, 2]);
}

#[test]
fn the_menu_of_heads_has_their_mean_first() {
    let menu = |shown| {
        let menu = heads_menu(shown, &[MethodView { heads: 2, ..method(0, "da") }]);
        menu.into_iter().map(|(value, label)| format!("{value}:{label}")).collect::<Vec<_>>()
    };
    assert_eq!(menu(Shown::Mean), [":Averaged", "1:Head 1", "2:Head 2"]);
    assert_eq!(menu(Shown::Head(2)).len(), 4);
}

#[test]
fn the_menu_of_models_has_those_from_files_first_and_what_is_missing_once() {
    let open = [(ModelChoice::File1, OpenedModel::plain("mine.bin", vec![2]))];
    let values = |missing: Option<&str>| {
        let menu = menu_of(&open, missing.map(str::to_owned));
        menu.into_iter().map(|(value, _)| value).collect::<Vec<_>>()
    };
    let here = [&["file:mine.bin"][..], &MODELS].concat();
    assert_eq!(values(None), here);
    assert_eq!(values(Some("mine.bin")), here);
    assert_eq!(values(Some("gone.bin"))[..2], ["file:mine.bin", "file:gone.bin"]);
    assert_eq!(menu_of(&open, None)[1].1, model_label(MODELS[0]));
}

#[test]
fn two_methods_are_apart_by_a_number_or_by_none() {
    let names = ["DA", "T5"].map(str::to_owned);
    let said = |pair, apart| apart_two(&names, pair, apart);
    assert!(said((0, 1), Some(0.25)).contains("0.25"));
    let none = said((1, 0), None);
    assert!(none.contains("DA") && none.contains("T5") && !none.contains("0.25"), "{none}");
}

#[test]
fn w_and_v_are_of_one_head_or_all_and_learned_or_not() {
    let shown = [Shown::Head(2), Shown::Mean];
    let mut said = shown.map(|shown| [true, false].map(|learned| whose_w_and_v(shown, learned)));
    assert!(said[0].iter().all(|said| said.contains('3')), "{said:?}");
    let said = said.as_flattened_mut();
    said.sort();
    assert!(said.windows(2).all(|two| two[0] != two[1]), "{said:?}");
}

#[test]
fn a_minus_b_is_of_the_sentences_own_keys() {
    let a = side(&[0.25, 0.25, 0.5, 0.0, 0.0, 1.0], 1);
    let b = side(&[1.0, 0.0, 0.5, 0.5], 0);
    let drawn = difference(&begun(), &a, &b).expect("a picture");
    assert_eq!(*drawn.values, [-0.75, 0.5, -0.5, 0.5]);
    assert_eq!(drawn.palette, Palette::Difference);
}

#[test]
fn a_model_is_called_as_in_the_menus_also_by_its_address() {
    let films = model_label("sst2-da");
    assert_eq!(model_label("checkpoints/sst2-da.safetensors"), films);
    assert_eq!(model_label("sst2-t5"), "Film reviews (SST-2), T5 bias");
    assert_eq!([model_label("file:mine.st"), model_label("mine.st")], ["mine.st", "mine.st"]);
}

#[test]
fn a_method_with_fewer_heads_says_which_one_is_shown() {
    let of = |kind: &str, heads, shown| {
        let method = MethodView { heads, ..method(0, kind) };
        (title(&method, shown, false), instead(&method, shown))
    };
    assert_eq!(of("da", 4, Shown::Head(3)), ("da".to_owned(), String::new()));
    assert_eq!(of("da", 4, Shown::Mean), ("da".to_owned(), String::new()));
    let (named, beneath) = of("da", 1, Shown::Head(3));
    assert_eq!(named, "da, its head 1 of 1");
    assert!(beneath.starts_with("It has one head"), "{beneath}");
    let (named, beneath) = of("disan", 2, Shown::Head(3));
    assert_eq!((named.as_str(), beneath.as_str()), ("disan, backward block", "Backward block"));
}

#[test]
fn a_model_from_a_file_knows_what_its_queries_and_keys_hold() {
    let view = method(0, "no-positions");
    let file = Source::File("x".to_owned());
    let ideas =
        [idea(&view, &file, true), idea(&view, &file, false), idea(&view, &Source::Seeded, true)];
    assert!(ideas[0] != ideas[1] && ideas[1] != ideas[2]);
    let known = named(view.clone(), true);
    assert!(known.title != view.title && known.title == known.facts.title);
    assert!(matches!(known.facts.direction, KnowsView::Unknown(_)));
    assert_eq!(named(view.clone(), false), view);
    // A trained model has the page's name.
    let trained =
        named(MethodView { trained: true, kind: "da".to_owned(), ..method(0, "sst2-da") }, false);
    assert_eq!(
        (trained.title.as_str(), trained.facts.title),
        ("DA: films", model_label("sst2-da"))
    );
    assert_ne!(idea_of_difference(&Source::Each), idea_of_difference(&Source::Seeded));
}

#[test]
fn a_trained_model_answers_with_its_most_probable_class() {
    let view = AnswerView {
        classes: ["bad", "good"].map(str::to_owned).to_vec(),
        probabilities: vec![0.25, 0.75],
    };
    let said = ("says good, 75.0\u{a0}%".to_owned(), 0.75);
    assert_eq!(answer(&view), Some(said));
    assert_eq!(answer(&AnswerView { classes: vec![], probabilities: vec![] }), None);
}

#[test]
fn w_and_v_are_named_where_they_are_in_the_picture() {
    let begun = Begun { own: vec![[0.5, 1.0], [-0.25, 2.0]], ..begun() };
    let sides = [Some(method(0, "da")), Some(method(1, "vanilla"))];
    let files = Files::default();
    let chosen_of = |source, shown| {
        let choices = Choices { source, shown, ..Choices::default() };
        Chosen { choices, ..Chosen::default() }
    };
    let whose = |head| whose(&files, &Chosen::default(), Shown::Head(head));
    let of = |which, source, shown| {
        made_of(which, &sides, (&files, &chosen_of(source, shown)), &begun, shown)
    };
    let seeded = |which, shown| of(which, Source::Seeded, shown);
    let of_da = seeded(Which::One(0), Shown::Head(0));
    assert!(of_da.ends_with("w = 0.5, v = 1"), "{of_da}");
    let plain = seeded(Which::One(1), Shown::Head(0));
    assert_eq!(plain, whose(0));
    // A difference has what one of the two has.
    assert_eq!(seeded(Which::Difference, Shown::Head(0)), of_da);
    // The mean of heads has no one w, and trained models have each its own.
    assert!(!seeded(Which::Difference, Shown::Mean).contains("w = "));
    assert!(!of(Which::Difference, Source::Each, Shown::Head(0)).contains("w = "));
    // Of one with fewer heads its last is shown.
    let fewer = [Some(MethodView { heads: 2, ..method(0, "da") }), None];
    let (chosen, shown) = (chosen_of(Source::Seeded, Shown::Head(7)), Shown::Head(7));
    let last = made_of(Which::One(0), &fewer, (&files, &chosen), &begun, shown);
    assert!(last.starts_with(&whose(1)), "{last}");
}

#[test]
fn each_of_the_three_has_its_letter_and_the_difference_both_names_where_it_is_saved() {
    let named = |name: &str, title: &str| {
        let facts = FactsView { title: title.to_owned(), ..FactsView::default() };
        Some(MethodView { facts, ..method(0, name) })
    };
    let sides = [named("da", "DA-Transformer"), named("rpr", "Shaw et al.")];
    let title =
        |sides: &Sides, which, is_full| title_of_three(which, sides, Shown::Head(0), is_full);
    assert_eq!(Which::ALL.map(|which| title(&sides, which, false)), ["A · da", "B · rpr", "A − B"]);
    assert_eq!(title(&sides, Which::One(1), true), "B · Shaw et al.");
    // What is not there yet has no letter.
    assert_eq!(title(&[None, None], Which::One(0), true), "");
    let saved = Which::ALL.map(|which| saved_title(which, &sides, Shown::Head(0)));
    assert_eq!(saved[0], "A · DA-Transformer");
    assert!(saved[2].contains("DA-Transformer") && saved[2].contains("Shaw et al."), "{saved:?}");
    assert_eq!(unit(Which::One(0)), unit(Which::One(1)));
    assert_ne!(unit(Which::One(0)), unit(Which::Difference));
    assert_eq!(Which::ALL.map(Which::accent), ["a", "b", "difference"]);
}

#[test]
fn how_far_two_are_apart_is_said_of_all_rows_and_of_the_one_under_the_cursor() {
    let rows = vec![0.0, 0.0, 0.1, 0.3, 0.1, 0.3, 0.0, 0.0];
    let found = Divergences::new(2, 2, rows);
    let tokens = ["a", "word"].map(str::to_owned);
    let of = |b, row| apart(&found, [Some(0), b], row, &tokens, |x| format!("{x:.1}"));
    let said = |row| of(Some(1), row).expect("numbers").concat();
    assert!(said(None).contains("0.2") && !said(None).contains("0.3"));
    let of_row = said(Some(1));
    assert!(["0.2", "0.3", "word"].iter().all(|part| of_row.contains(part)), "{of_row}");
    // Without numbers there are no nats either.
    assert_eq!([of(Some(5), None), of(None, None)], [None, None]);
}

#[test]
fn how_far_both_look_is_said_where_both_are_distributions() {
    // Rows 0 and 1: 0.25 and 0.5 of their weight one token away.
    let near = by_distance(&side(&[0.75, 0.25, 0.5, 0.5], 0), 2).expect("distributions");
    assert_eq!(near, [0.625, 0.375]);
    assert_eq!(reach(&near), 0.375);
    // After two of an earlier segment: token 0 looks two back, token 1 at itself. A row of zeros says nothing.
    let reach_of = |weights: &[f32]| by_distance(&side(weights, 2), 2).map(|shares| reach(&shares));
    assert_eq!(reach_of(&[1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0]), Some(1.0));
    assert_eq!(reach_of(&[1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0]), Some(2.0));
    assert_eq!(by_distance(&side(&[0.0; 4], 0), 2), None, "no row is a distribution");
    assert_eq!(by_distance(&side(&[1.0, 0.0], 0), 2), None, "not all weights are there");
    assert_eq!(of_reach([0.375, 2.0]), "On average A looks 0.38 tokens away, B 2.00.");
}

#[test]
fn far_distances_have_one_bar_together() {
    let even = |count: usize| vec![1.0 / count as f64; count];
    let short = Bars::of(&[even(2), even(4)]);
    assert_eq!(short.shares, [[0.5, 0.25], [0.5, 0.25], [0.0, 0.25], [0.0, 0.25]]);
    assert_eq!((short.name(3), short.highest()), ("3".to_owned(), 0.5));
    // In the middle between the first two of four bars, and of all four.
    assert_eq!([0, 1].map(|which| short.place_of_reach(which)), [Some(0.25), Some(0.5)]);
    let long = Bars::of(&[even(20), even(10)]);
    assert_eq!((long.shares.len(), long.name(8), long.name(9)), (10, "8".into(), "9+".into()));
    assert!(of_bars(&long).ends_with("8: 0.10, 9+: 0.10"), "{}", of_bars(&long));
    let last = long.shares[9];
    assert!((last[0] - 0.55).abs() < 1e-12 && (last[1] - 0.1).abs() < 1e-12, "{last:?}");
    // A looks 9.5 away, which is somewhere in the last bar; B 4.5.
    assert_eq!(long.place_of_reach(0), None);
    assert!((long.place_of_reach(1).expect("a bar of its own") - 0.5).abs() < 1e-12);
    assert_eq!(
        of_bars(&short),
        "Share of attention by distance. A, 0: 0.50, 1: 0.50, 2: 0.00, 3: 0.00; B, 0: 0.25, 1: 0.25, 2: 0.25, 3: 0.25"
    );
}
