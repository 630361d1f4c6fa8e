//! w and v of the DA-Transformer's heads, as the sliders show and move them.

use std::collections::BTreeMap;

use nearfar::Method;
use nearfar::attention::HeadParameters;
use nearfar::settings::{ModelChoice, Settings, method_from_text};
use nearfar_compare::choices::{Choices, Source};
use nearfar_compare::distance::{Number, of_shown_head, restore, take_from_lab};
use nearfar_compare::protocol::{Begun, Shown};

/// Three heads with w and v of their own.
fn begun() -> Begun {
    Begun { own: vec![[-1.0, 0.5], [0.0, 0.5], [2.0, 0.5]], ..Begun::default() }
}

fn head(head: usize) -> Choices {
    Choices { shown: Shown::Head(head), ..Choices::default() }
}

fn mean() -> Choices {
    Choices { shown: Shown::Mean, ..Choices::default() }
}

#[test]
fn a_slider_shows_the_number_of_the_shown_head() {
    assert_eq!(Number::W.shown(&head(2), &begun()), (2.0, false));
    assert_eq!(Number::V.shown(&head(2), &begun()), (0.5, false));
    let moved = Choices { w: BTreeMap::from([(2, -0.25)]), ..head(2) };
    assert_eq!(Number::W.shown(&moved, &begun()), (-0.25, false));
    // A head that there is not is the last one.
    assert_eq!(Number::W.shown(&head(9), &begun()), (2.0, false));
    assert_eq!(Number::W.shown(&head(0), &Begun::default()), (0.0, false));
}

#[test]
fn over_the_mean_a_slider_says_whether_heads_differ() {
    assert_eq!(Number::W.shown(&mean(), &begun()), (-1.0, true));
    assert_eq!(Number::V.shown(&mean(), &begun()), (0.5, false));
}

#[test]
fn a_slider_moves_the_shown_head_or_all() {
    let mut choices = head(1);
    Number::W.set(&mut choices, &begun(), 1.5);
    assert_eq!(choices.w, BTreeMap::from([(1, 1.5)]));
    choices.shown = Shown::Mean;
    Number::W.set(&mut choices, &begun(), -3.0);
    assert_eq!(choices.w, BTreeMap::from([(0, -3.0), (1, -3.0), (2, -3.0)]));
    assert!(choices.v.is_empty());
}

#[test]
fn a_number_that_is_a_heads_own_is_no_longer_moved() {
    let mut choices = mean();
    Number::W.set(&mut choices, &begun(), 1.0);
    Number::W.set(&mut choices, &begun(), 2.0);
    assert_eq!(choices.w, BTreeMap::from([(0, 2.0), (1, 2.0)]));
    restore(&mut choices);
    assert_eq!(choices, mean());
}

#[test]
fn the_numbers_of_one_head_are_named_and_those_of_several_are_not() {
    assert_eq!(of_shown_head(&head(2), &begun()), Some((2.0, Some(0.5))));
    assert_eq!(of_shown_head(&mean(), &begun()), None);
    let linear = method_from_text("da:linear(1,1):late-add").expect("a method");
    let without_v = Choices { method: linear, ..head(2) };
    assert_eq!(of_shown_head(&without_v, &begun()), Some((2.0, None)));
    // The only head is the mean.
    let one = Begun { own: vec![[3.0, 1.0]], ..Begun::default() };
    assert_eq!(of_shown_head(&mean(), &one), Some((3.0, Some(1.0))));
    assert_eq!(of_shown_head(&Choices { source: Source::Each, ..head(2) }, &begun()), None);
}

#[test]
fn the_lab_gives_its_head_with_w_v_and_mapping_and_nothing_else() {
    let mut lab = Settings { model: ModelChoice::Untrained, head: 3, ..Settings::default() };
    lab.a = method_from_text("da:linear(1,1):late-add").expect("a method");
    lab.adopt(Some(&[HeadParameters { w: -0.5, v: 1.0 }; 12]));
    let mut choices = Choices { clip: 2, causal: true, ..head(0) };
    take_from_lab(&mut choices, &lab);
    assert_eq!((choices.shown, choices.method), (Shown::Head(3), lab.a));
    assert_ne!(choices.method, Method::DISTANCE_AWARE);
    assert_eq!((choices.clip, choices.causal), (2, true));
    assert_eq!(choices.heads, lab.heads);
}
