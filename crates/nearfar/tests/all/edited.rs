//! An edited trace is the trace of the edited sequence, to the last bit, and heads that wait are told apart.

use ndarray::Array2;
use nearfar::Method;
use nearfar::attention::{HeadParameters, Mask, Projections, Trace};
use nearfar::lab::{Contribution, Lab, Matrix, Panel};
use nearfar::settings::{ModelChoice, Settings, View};
use nearfar::text::VectorPart;
use proptest::prelude::*;

const WIDTH: usize = 7;
const HEADS: usize = 3;

/// A row for every word, the same for the same word.
fn embedded(words: &[u8]) -> Array2<f32> {
    Array2::from_shape_fn((words.len(), WIDTH), |(i, j)| {
        ((usize::from(words[i]) * 31 + j * 17) % 23) as f32 / 11.0 - 1.0
    })
}

fn heads() -> Vec<HeadParameters> {
    vec![
        HeadParameters { w: -0.7, v: 1.0 },
        HeadParameters { w: 0.4, v: -1.0 },
        HeadParameters { w: 0.0, v: 2.0 },
    ]
}

fn trace(words: &[u8], method: Method, mask: &Mask) -> Trace<f32> {
    let projections = Projections::untrained(5, HEADS, WIDTH, 4);
    Trace::new(&projections, &heads(), method, mask.clone(), embedded(words).view()).unwrap()
}

proptest! {
    #[test]
    fn editing_equals_beginning_anew(
        before in prop::collection::vec(0_u8..6, 1..20),
        cut in 0_usize..20,
        removed in 0_usize..6,
        inserted in prop::collection::vec(0_u8..6, 0..6),
        positions: bool,
        distance: bool,
        causal: bool,
        shown in 0_usize..HEADS,
    ) {
        let cut = cut.min(before.len());
        let end = (cut + removed).min(before.len());
        let after = [&before[..cut], &inserted[..], &before[end..]].concat();
        prop_assume!(!after.is_empty());
        let method = if distance { Method::DISTANCE_AWARE } else { Method::Vanilla { positions } };
        let mask = Mask { causal, keys: None };
        let projections = Projections::untrained(5, HEADS, WIDTH, 4);
        let expected = trace(&after, method, &mask);
        // Of what another edit left waiting, too.
        let by_way_of = |between: &[u8], looked_at: &[usize]| {
            trace(&before, method, &mask)
                .edited(&projections, embedded(between).view(), looked_at)
                .and_then(|trace| trace.edited(&projections, embedded(&after).view(), &[shown]))
                .unwrap()
        };
        let detours = [by_way_of(&[0], &[]), by_way_of(&[&before[..], &[3]].concat(), &[(shown + 1) % HEADS])];
        for detour in detours {
            prop_assert_eq!(detour.weights_of(shown), expected.weights_of(shown));
        }
        let mut edited = trace(&before, method, &mask)
            .edited(&projections, embedded(&after).view(), &[shown])
            .unwrap();
        prop_assert_eq!(edited.weights_of(shown), expected.weights_of(shown));
        for head in 0..HEADS {
            prop_assert_eq!(edited.is_waiting(head), head != shown);
            prop_assert_eq!(edited.coefficients_of(head), expected.coefficients_of(head));
            prop_assert_eq!(edited.catch_up(head), head != shown);
        }
        prop_assert_eq!(edited.input(), expected.input());
        prop_assert_eq!(edited.query(), expected.query());
        prop_assert_eq!(edited.key(), expected.key());
        prop_assert_eq!(edited.value(), expected.value());
        prop_assert_eq!(edited.scores(), expected.scores());
        prop_assert_eq!(edited.weights(), expected.weights());
    }
}

#[test]
fn what_an_edit_cannot_follow_is_refused() {
    let projections = Projections::untrained(5, HEADS, WIDTH, 4);
    let made = || trace(&[1, 2, 3], Method::DISTANCE_AWARE, &Mask::none());
    let nothing = Array2::zeros((0, WIDTH));
    assert!(made().edited(&projections, nothing.view(), &[]).is_err());
    let other = Projections::untrained(5, HEADS + 1, WIDTH, 4);
    assert!(made().edited(&other, embedded(&[1]).view(), &[]).is_err());
    let keys = Mask { causal: false, keys: Some(vec![true; 3]) };
    let masked = trace(&[1, 2, 3], Method::DISTANCE_AWARE, &keys);
    assert!(masked.edited(&projections, embedded(&[1, 2]).view(), &[]).is_err());
    let mut bad = embedded(&[1, 2]);
    bad[[1, 3]] = f32::NAN;
    assert!(made().edited(&projections, bad.view(), &[]).unwrap_err().to_string().contains("NaN"));
    let mut huge = embedded(&[1, 2]);
    huge[[1, 3]] = 1e19;
    let refused = made().edited(&projections, huge.view(), &[]).unwrap_err();
    assert!(refused.to_string().contains("scale the input down"), "{refused}");
}

fn lab(settings: &Settings) -> Lab {
    let mut lab = Lab::default();
    let bytes = include_bytes!("../../../../public/vectors/frequent.bin");
    lab.vectors_mut().insert_part(VectorPart::parse(bytes).unwrap());
    lab.update(settings);
    lab
}

#[test]
fn heads_off_the_screen_wait_while_somebody_types() {
    let words = |last: &str| format!("{}{last}", "the old man and the sea ".repeat(50));
    let model = ModelChoice::Untrained;
    let mut settings =
        Settings { sentence: words("is"), model, model_b: model, head: 2, ..Settings::default() };
    let mut typing = lab(&settings);
    assert!(!typing.is_catching_up());
    settings.sentence = words("is good");
    assert!(typing.update(&settings).tokens);
    assert!(typing.is_catching_up());
    let mut values = Vec::new();
    assert_eq!(typing.matrix_into(Matrix::Weights(Panel::A), 2, &mut values), 302);
    assert_eq!(typing.matrix_into(Matrix::Weights(Panel::A), 3, &mut values), 0);
    assert_eq!(typing.value(Matrix::Difference(Contribution::Both), 3, 0, 0), None);
    assert!(typing.figures(3).is_none() && typing.strongest(Panel::A, 3).is_none());

    // Whoever looks at a head has it.
    settings.head = 3;
    assert!(typing.update(&settings).weights);
    assert_eq!(typing.matrix_into(Matrix::Weights(Panel::B), 3, &mut values), 302);
    (settings.view, settings.chosen) = (View::Heads, vec![4, 5, 6, 7]);
    typing.update(&settings);
    assert!(typing.trace_with(Panel::A, 6).is_some() && typing.trace_with(Panel::A, 7).is_none());

    // A slider that moves all heads moves the others later.
    settings.w = settings.w.map(|w| w + 0.5);
    typing.update(&settings);
    // 12 of A, and of B, which knows no w, the 11 that were on no screen: a head a slice.
    let mut slices = 1;
    while typing.catch_up(302 * 302) {
        slices += 1;
    }
    assert_eq!(slices, 12 + 11);
    let straight = lab(&settings);
    for panel in Panel::BOTH {
        let of = |lab: &Lab| lab.trace_of(panel).unwrap().weights().clone();
        assert_eq!(of(&typing), of(&straight));
    }
}
