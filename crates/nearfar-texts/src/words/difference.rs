//! What A and B have in common, by the settings: what a sentence about A - B speaks of.

use nearfar::attention::{HeadParameters, TermParameters};
use nearfar::in_numbers::short;
use nearfar::lab::{Contribution, Lab, Matrix, Panel};
use nearfar::method::Method;
use nearfar::picture::format_short;
use nearfar::picture::largest::farthest;
use nearfar::settings::Settings;

use super::labels::Labelled;
use super::{Compared, Kinship};
use crate::lab;

impl Kinship {
    /// What A and B of these settings have in common.
    pub fn of(settings: &Settings) -> Kinship {
        let (a, b) = (settings.a, settings.b);
        match settings.head_b {
            _ if settings.model != settings.model_b => Kinship::Unrelated,
            _ if settings.layer_b.is_some() => Kinship::SameModel,
            Some(_) => Kinship::SameModel,
            // Positions of a model from a file are its own, but its layers follow each other.
            None if settings.model.is_file() => match settings.differs_before() {
                _ if settings.term_of(settings.head) != TermParameters::TRAINED => {
                    Kinship::OtherTerm
                }
                true => Kinship::OtherLayers,
                false => Kinship::SameScores,
            },
            None if a.adds_positions() == b.adds_positions() => Kinship::SameScores,
            None => Kinship::SameHead,
        }
    }
}

impl Compared {
    /// What stands in A and in B; `below` as in [`Compared::below`].
    pub fn of(lab: &Lab, settings: &Settings, below: usize) -> Compared {
        let head = |panel: Panel, place: usize| {
            let still = HeadParameters { w: 0.0, v: 0.0 };
            lab.heads_of(panel, settings).get(place).copied().unwrap_or(still)
        };
        Compared {
            methods: [settings.a, settings.b],
            heads: [
                head(Panel::A, settings.head),
                head(Panel::B, settings.head_b.unwrap_or(settings.head)),
            ],
            kinship: Kinship::of(settings),
            part: shown_part(settings),
            distance: settings.distance,
            competition: settings.competition,
            tokens: lab.tokens().len(),
            below,
        }
    }
}

/// Whether A at w = 0 stands between A and B: only then the difference has two parts.
pub fn has_parts(settings: &Settings) -> bool {
    let clips =
        matches!(settings.a, Method::DistanceAware { adjustment, .. } if adjustment.clips());
    // Without softmax A is of another kind than B, and no part of clipping or distance alone.
    settings.competition && clips && Kinship::of(settings) == Kinship::SameScores
}

/// The part of the difference that is shown.
pub fn shown_part(settings: &Settings) -> Contribution {
    if has_parts(settings) { settings.difference } else { Contribution::Both }
}

/// What the shown part of the difference is, in a few words; empty where more than ReLU and distance may differ.
pub fn part_in_words(settings: &Settings) -> &'static str {
    let is_plain = !settings.b.knows_distance() && settings.a.knows_distance();
    let is_distance =
        is_plain && settings.competition && Kinship::of(settings) == Kinship::SameScores;
    match has_parts(settings) {
        true => settings.difference.label(),
        false if is_distance => Contribution::Distance.label(),
        false => "",
    }
}

/// Less than this is 0 in three decimals.
const LEAST: f32 = 0.0005;

/// Where a part of A - B is farthest from 0 in a head, and how far; empty where it is 0 everywhere, or not there.
pub fn of_largest(lab: &Lab, part: Contribution, head: usize) -> String {
    let mut apart = Vec::new();
    let tokens = lab.matrix_into(Matrix::Difference(part), head, &mut apart);
    let Some((index, most)) = farthest(&apart).filter(|(_, most)| most.abs() >= LEAST) else {
        return String::new();
    };
    let (query, key) = (lab.word(index / tokens), lab.word(index % tokens));
    lab::largest_difference(format_short(most.into()), query, key)
}

/// The head of B that is `nearest` to the shown one of A and how far apart they are, in nats: what its button says, and
/// whether it stands beside it.
pub fn of_nearest(settings: &Settings, nearest: Option<(usize, f64)>) -> (String, bool) {
    let Some((of_b, apart)) = nearest else { return (String::new(), true) };
    let is_shown = settings.head_b.unwrap_or(settings.head) == of_b;
    let (of_b, apart) = (of_b + 1, short(apart));
    match is_shown {
        true => (lab::nearest_shown(of_b, apart), true),
        false => (lab::nearest_show(of_b, apart), false),
    }
}

#[cfg(test)]
mod tests {
    use super::super::sample::{self, PLAIN};
    use super::*;
    use crate::choices;
    use nearfar::settings::{ModelChoice, Moved};

    #[test]
    fn the_nearest_head_is_offered_until_it_is_shown() {
        let mut settings = Settings { head: 1, ..Settings::default() };
        assert_eq!(of_nearest(&settings, None), (String::new(), true));
        let offer = "Show head 4 of B, most like A’s on this sentence (0.25 nats apart)";
        assert_eq!(of_nearest(&settings, Some((3, 0.25))), (offer.to_owned(), false));
        let (shown, is_shown) = of_nearest(&settings, Some((1, 0.25)));
        assert!(is_shown && shown.starts_with("Head 2 of B is most like A’s"), "{shown}");
        settings.head_b = Some(3);
        assert!(of_nearest(&settings, Some((3, 0.25))).1);
    }

    #[test]
    fn two_heads_are_as_near_as_what_made_their_scores() {
        let start = Settings::default();
        for (settings, kinship) in [
            (start.clone(), Kinship::SameScores),
            (Settings { b: Method::VANILLA, ..start.clone() }, Kinship::SameHead),
            (
                Settings { a: Method::VANILLA, b: Method::VANILLA, ..start.clone() },
                Kinship::SameScores,
            ),
            (Settings { head_b: Some(1), ..start.clone() }, Kinship::SameModel),
            (
                Settings { head_b: Some(1), model_b: ModelChoice::Sst2Vanilla, ..start },
                Kinship::Unrelated,
            ),
        ] {
            assert_eq!(Kinship::of(&settings), kinship, "{:?}", settings.b);
        }
    }

    #[test]
    fn the_largest_difference_is_named_with_its_pair() {
        // Of the row of near, by has e^(ln 3) = 3 of 5 in B. In A it has 3^f(1) of 3^f(1) + 2, where f(1) = 0.443.
        let scores = [[0.0, 1.098_612_3, 0.0], [0.0; 3], [0.0; 3]];
        let settings = sample::settings(Method::DISTANCE_AWARE, -1.0, 1.0);
        let lab = sample::lab(&settings, &sample::answer(scores));
        let of = |part| of_largest(&lab, part, 0);
        // 1.627 of 3.627 in place of 3 of 5.
        assert_eq!(of(Contribution::Both), "Largest: −0.151, “near” → “by”");
        assert_eq!(of(Contribution::Distance), "Largest: −0.151, “near” → “by”");
        assert_eq!(of(Contribution::Clipping), "", "no score is below 0");
        assert_eq!(of_largest(&Lab::default(), Contribution::Both, 0), "");
    }

    #[test]
    fn layers_of_a_file_follow_each_other() {
        let mut settings = sample::settings(Method::DISTANCE_AWARE, -1.0, 1.0);
        assert_eq!(Kinship::of(&settings), Kinship::SameScores);
        // Whatever positions a vanilla Transformer adds, a file has its own.
        settings.b = Method::VANILLA;
        assert_eq!(Kinship::of(&settings), Kinship::SameScores);
        settings.b = PLAIN;
        settings.layer_b = Some(2);
        assert_eq!(Kinship::of(&settings), Kinship::SameModel);
        settings.layer_b = None;
        settings.show_layer(1);
        settings.elsewhere = vec![Moved { layer: 0, head: 0, w: Some(1.0), v: None }];
        assert_eq!(Kinship::of(&settings), Kinship::OtherLayers);
        settings.set_beta(0, 0.5);
        assert_eq!(Kinship::of(&settings), Kinship::OtherTerm);
    }

    #[test]
    fn the_part_is_named_where_nothing_else_differs() {
        let start = Settings::default();
        let b = start.b;
        for (settings, says) in [
            (start.clone(), choices::difference_both()),
            (
                Settings { difference: Contribution::Clipping, ..start.clone() },
                choices::difference_clipping(),
            ),
            (Settings { a: Method::WITHOUT_RELU, ..start.clone() }, choices::difference_distance()),
            (Settings { a: Method::WITHOUT_RELU, competition: false, ..start.clone() }, ""),
            (Settings { a: Method::WITHOUT_RELU, head_b: Some(1), ..start.clone() }, ""),
            (Settings { a: b, ..start.clone() }, ""),
            (Settings { a: Method::WITHOUT_RELU, b: Method::WITHOUT_RELU, ..start }, ""),
        ] {
            assert_eq!(part_in_words(&settings), says, "{:?} {:?}", settings.a, settings.b);
        }
    }

    #[test]
    fn a_minus_b_has_parts_where_a_clips_the_scores_of_b() {
        let whole = Settings { difference: Contribution::Clipping, ..Settings::default() };
        assert!(has_parts(&whole));
        assert_eq!(shown_part(&whole), Contribution::Clipping);
        for without in [
            Settings { competition: false, ..whole.clone() },
            Settings { a: Method::WITHOUT_RELU, ..whole.clone() },
            Settings { a: PLAIN, ..whole.clone() },
            Settings { b: Method::VANILLA, ..whole.clone() },
            Settings { head_b: Some(1), ..whole },
        ] {
            assert!(!has_parts(&without), "{:?}", without.a);
            assert_eq!(shown_part(&without), Contribution::Both);
        }
    }

    #[test]
    fn w_of_a_is_0_where_its_distance_is_left_out() {
        let mut settings = Settings { head: 2, head_b: Some(3), ..Settings::default() };
        settings.set_w(2, -1.5);
        settings.set_w(3, 0.5);
        let mut lab = Lab::default();
        lab.tokenize(&settings);
        let compared = Compared::of(&lab, &settings, 4);
        assert_eq!(compared.heads.map(|head| head.w), [-1.5, 0.5]);
        // I liked the show my friends told me about
        assert_eq!((compared.tokens, compared.below), (9, 4));
        assert_eq!(compared.kinship, Kinship::SameModel);
        settings.distance = false;
        let compared = Compared::of(&lab, &settings, 4);
        assert_eq!(compared.heads.map(|head| head.w), [0.0, 0.5]);
        assert!(!compared.distance && compared.competition);
    }
}
