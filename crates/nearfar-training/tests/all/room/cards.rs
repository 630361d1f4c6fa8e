//! The cards of heads.

use nearfar::attention::{Adjustment, Mapping};
use nearfar::{Method, ModelMethod};
use nearfar_texts::words::train::of_reach;
use nearfar_training::protocol::{Looked, Report, Worth};
use nearfar_training::room::Card;

const DA: Method = Method::DISTANCE_AWARE;

fn report() -> Report {
    let worth = Worth { mean: 0.3, low: 0.2, high: 0.4 };
    let tokens = ["a", "b", "c"].map(str::to_owned).to_vec();
    let looked = Looked { tokens, reach: vec![0.512, 1.0], ..Looked::default() };
    Report {
        w: vec![-1.5, 0.0],
        v: vec![0.25, 0.5],
        worth: vec![worth],
        looked: Some(looked),
        ..Report::default()
    }
}

#[test]
fn a_card_has_the_numbers_of_its_head() {
    let card = Card::of(&report(), DA.into(), 0, false);
    assert_eq!((card.w, card.character), (-1.5, "near"));
    assert_eq!(card.worth, "v 0.25, worth 0.3 (0.2 to 0.4)");
    // Even attention of 3 tokens: (0 + 1 + 2 + 1 + 0 + 1 + 2 + 1 + 0) / 9.
    assert_eq!(card.reach, of_reach([0.5, 0.9]));
    let card = Card::of(&report(), DA.into(), 1, false);
    assert_eq!((card.w, card.character), (0.0, "flat"));
    assert_eq!(card.worth, "v 0.5, worth not measured yet");
    assert_eq!(card.reach, of_reach([1.0, 0.9]));
    // Behind a causal mask: (0 + 1/2 + (2 + 1)/3) / 3.
    assert_eq!(Card::of(&report(), DA.into(), 1, true).reach, of_reach([1.0, 0.5]));
}

#[test]
fn a_mapping_without_v_shows_none() {
    let mapping = Mapping::Linear { slope: 1.0, intercept: 0.0 };
    let line = Method::DistanceAware { mapping, adjustment: Adjustment::EarlyMultiply };
    let card = Card::of(&report(), ModelMethod::from(line), 0, false);
    assert_eq!(card.worth, "worth 0.3 (0.2 to 0.4)");
}

#[test]
fn before_a_report_there_is_nothing_but_zeros() {
    let card = Card::of(&Report::default(), DA.into(), 3, false);
    assert_eq!((card.w, card.character), (0.0, "flat"));
    assert_eq!((card.worth.as_str(), card.reach.as_str()), ("v 0, worth not measured yet", ""));
    let looked = Some(Looked::default());
    assert_eq!(Card::of(&Report { looked, ..Report::default() }, DA.into(), 0, false).reach, "");
}
