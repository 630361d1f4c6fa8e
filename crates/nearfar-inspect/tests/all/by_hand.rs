//! What is chosen by hand: the numbers that the controls show, patterns and roles, and what the browser keeps.

use nearfar::Method;
use nearfar::attention::{Adjustment, Mapping};
use nearfar_inspect::recognise::recognise;
use nearfar_inspect::report::{Assigned, Assignment, Obstacle, Question, Report, Role};
use nearfar_inspect::room::by_hand::{
    Numbers, change, chosen_for, keep, pattern_of, remember, with_kept,
};

use crate::link::with_tensors;
use crate::recognise::sample;

/// Two layers of four heads of 8 (`manifest_da_tiny.json`); nothing in the file says how it was trained.
fn report() -> Report {
    let mut report = recognise(&sample("da_tiny.npz"));
    report.heads.value = 4;
    report.head_size = 16;
    report.order.value = vec![0, 1];
    report.epsilon.value = 1e-5;
    report.first_position = 2;
    report.obstacles = Vec::new();
    report
}

fn obstacle(question: Option<Question>) -> Obstacle {
    Obstacle { why: String::new(), question }
}

#[test]
fn controls_show_what_was_found() {
    let expected = Numbers {
        heads: Some(4),
        head_size: Some(16),
        runs: Some(2),
        // 1/√16.
        scale: Some(0.25),
        epsilon: Some(1e-5),
        first_position: Some(2),
    };
    assert_eq!(Assignment::default().numbers(&report()), expected);
}

#[test]
fn what_was_chosen_goes_before_what_was_found() {
    let chosen = Assignment {
        heads: Some(8),
        runs: Some(12),
        scale: Some(1.0),
        epsilon: Some(0.5),
        ..Assignment::default()
    };
    let numbers = chosen.numbers(&report());
    assert_eq!((numbers.heads, numbers.runs), (Some(8), Some(12)));
    assert_eq!((numbers.scale, numbers.epsilon), (Some(1.0), Some(0.5)));
    assert_eq!(numbers.head_size, Some(16));
}

#[test]
fn what_nobody_knows_is_shown_as_nothing() {
    let mut report = report();
    report.heads.value = 0;
    report.head_size = 0;
    report.order.value = Vec::new();
    let numbers = Assignment::default().numbers(&report);
    assert_eq!((numbers.heads, numbers.head_size, numbers.runs), (None, None, None));
    assert_eq!(numbers.scale, None);
}

#[test]
fn the_first_position_is_empty_while_it_is_asked_for() {
    let mut report = report();
    report.obstacles = vec![obstacle(Some(Question::FirstPosition))];
    assert_eq!(Assignment::default().numbers(&report).first_position, None);
    let chosen = Assignment { first_position: Some(0), ..Assignment::default() };
    assert_eq!(chosen.numbers(&report).first_position, Some(0));
}

#[test]
fn controls_open_where_a_choice_would_help() {
    let mut report = report();
    assert!(!report.asks_anything());
    report.obstacles = vec![obstacle(None)];
    assert!(!report.asks_anything());
    report.obstacles.push(obstacle(Some(Question::Scale)));
    assert!(report.asks_anything());
}

#[test]
fn mapping_and_adjustment_begin_as_the_file_says_else_as_the_paper_has_them() {
    let mut report = report();
    let mut of = |text: Option<&str>| {
        report.method.value = text.map(str::to_owned);
        (report.first_trained(), report.trained_text())
    };
    let of_file =
        Method::DistanceAware { mapping: Mapping::Sigmoid, adjustment: Adjustment::LateMultiply };
    let (method, says) = of(Some("da:sigmoid:late-multiply"));
    assert_eq!(method, of_file);
    let of_paper = Method::DistanceAware {
        mapping: Mapping::LearnableSigmoid,
        adjustment: Adjustment::EarlyMultiply,
    };
    assert_eq!([of(None).0, of(Some("vanilla")).0, of(Some("what")).0], [of_paper; 3]);
    // The file says it, or does not.
    assert_ne!(of(None).1, says);
}

#[test]
fn w_and_v_act_unless_the_method_uses_none() {
    let mut report = report();
    let mut of = |text: Option<&str>| {
        report.method.value = text.map(str::to_owned);
        report.uses_learned()
    };
    // Nothing says how they were trained: they are shown.
    assert!(of(None));
    assert!(of(Some("da:sigmoid:late-multiply")));
    assert!(!of(Some("vanilla")));
    assert!(!of(Some("rope")));
}

#[test]
fn the_first_number_of_a_name_is_that_of_a_layer() {
    assert_eq!(pattern_of("encoder.layer.3.attn.0.weight"), "encoder.layer.*.attn.0.weight");
    assert_eq!(pattern_of("h2.mlp.weight"), "h2.mlp.weight");
    assert_eq!(pattern_of("a..b"), "a..b");
    assert_eq!(pattern_of("12"), "*");
}

#[test]
fn a_pattern_that_fits_no_tensor_is_said_to_fit_none() {
    let opened = with_tensors(&["layers.0.query", "layers.1.query", "head"]);
    for fits in ["layers.*.query", "layers.1.query", "head"] {
        assert_eq!(opened.none_fits(fits), None, "{fits}");
    }
    for fits_none in ["layers.*.key", "layers.2.query", "layer*", "hea", "head*"] {
        let says = opened.none_fits(fits_none).expect(fits_none);
        assert_eq!(says, format!("No tensor is named “{fits_none}”."));
    }
}

#[test]
fn a_pattern_has_one_role_and_the_last_one_counts() {
    let mut chosen = Assignment::default();
    chosen.give("a.*".to_owned(), Some(Role::QueryWeight), None);
    chosen.give("b.*".to_owned(), None, None);
    chosen.give("a.*".to_owned(), Some(Role::KeyWeight), None);
    let given = |pattern: &str, role| Assigned {
        pattern: pattern.to_owned(),
        role,
        orientation: None,
        share: None,
    };
    assert_eq!(chosen.roles, [given("b.*", None), given("a.*", Some(Role::KeyWeight))]);
    chosen.take_back("b.*");
    assert_eq!(chosen.roles, [given("a.*", Some(Role::KeyWeight))]);
}

#[test]
fn the_last_eight_names_are_kept_each_once() {
    let mut names = Vec::new();
    for name in ["a", "b", "c", "d", "e", "f", "g", "h", "i", "c"] {
        remember(&mut names, name);
    }
    assert_eq!(names, ["c", "i", "h", "g", "f", "e", "d", "b"]);
}

#[test]
fn a_long_name_is_cut_by_letters() {
    let mut names = Vec::new();
    remember(&mut names, &"型".repeat(300));
    assert_eq!(names, ["型".repeat(200)]);
}

#[test]
fn choices_are_kept_by_architecture_and_none_forgets_them() {
    let heads = |heads| Assignment { heads: Some(heads), ..Assignment::default() };
    let mut all = Vec::new();
    keep(&mut all, "one", &heads(1));
    keep(&mut all, "two", &heads(2));
    keep(&mut all, "one", &heads(3));
    assert_eq!(all, [("one".to_owned(), heads(3)), ("two".to_owned(), heads(2))]);
    keep(&mut all, "one", &Assignment::default());
    assert_eq!(all, [("two".to_owned(), heads(2))]);
}

#[test]
fn of_many_architectures_the_oldest_are_forgotten() {
    let chosen = Assignment { heads: Some(1), ..Assignment::default() };
    let mut all = Vec::new();
    for number in 0..51 {
        keep(&mut all, &number.to_string(), &chosen);
    }
    assert_eq!(all.len(), 50);
    assert_eq!(all.last().map(|(name, _)| name.as_str()), Some("1"));
}

#[test]
fn what_was_chosen_on_this_visit_counts_where_the_browser_keeps_nothing() {
    let heads = |heads| Assignment { heads: Some(heads), ..Assignment::default() };
    let of = |name: &str, assignment| (name.to_owned(), assignment);
    let chosen = [of("one", heads(1)), of("two", Assignment::default())];
    assert_eq!(chosen_for(&with_kept(&chosen, Vec::new()), "one"), heads(1));
    // It goes before what was kept, and what was taken back is gone.
    let kept = vec![of("one", heads(9)), of("two", heads(2)), of("three", heads(3))];
    let all = with_kept(&chosen, kept);
    assert_eq!(all, [of("one", heads(1)), of("three", heads(3))]);
    assert_eq!(chosen_for(&all, "two"), Assignment::default());
}

#[test]
fn a_change_adds_to_what_was_chosen_before_and_leaves_other_architectures_alone() {
    let heads = |heads| Assignment { heads: Some(heads), ..Assignment::default() };
    let of = |name: &str, assignment| (name.to_owned(), assignment);
    let mut chosen = Vec::new();
    let mut kept = vec![of("one", heads(9)), of("two", heads(2))];
    let changed = change(&mut chosen, &mut kept, "one", |all| all.runs = Some(3));
    assert_eq!((changed.heads, changed.runs), (Some(9), Some(3)));
    assert_eq!(kept, [of("one", changed.clone()), of("two", heads(2))]);
    assert_eq!(chosen, [of("one", changed)]);
    // The browser kept nothing: what was chosen on this visit counts.
    let changed = change(&mut chosen, &mut Vec::new(), "one", |all| all.runs = None);
    assert_eq!(changed, heads(9));
    // Nothing chosen is kept no longer, and goes before what another tab kept.
    change(&mut chosen, &mut kept, "one", |all| *all = Assignment::default());
    assert_eq!(kept, [of("two", heads(2))]);
    assert_eq!(chosen_for(&with_kept(&chosen, vec![of("one", heads(9))]), "one").heads, None);
}
