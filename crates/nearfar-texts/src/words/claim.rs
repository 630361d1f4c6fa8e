//! What is said beside the first three steps, and to whoever is new here.

use std::cmp::Ordering;

use nearfar::attention::HeadParameters;
use nearfar::lab::first_steps::{NEGATED, PRAISE, Says, ShownSteps};
use nearfar::lab::{Lab, Panel};
use nearfar::metrics::HeadFigures;
use nearfar::settings::Settings;

use super::answers::percent;
use super::relu::{with_relu, without_relu};
use super::rounded;
use crate::lab;

/// What the first steps say of the shown head and the locked cell: what the last step did, and what to do next. `has_term`:
/// whether its model adds something to its scores by itself.
pub fn of_claim(lab: &Lab, settings: &Settings, shown: &ShownSteps, has_term: bool) -> String {
    let (head, locked) = (settings.head, settings.cursor);
    // Where w decides. The line before it speaks of film reviews.
    let has_w = settings.distance && settings.a.knows_distance() && !has_term;
    let is_why = matches!(shown.says, Says::W(_)) && has_w && settings.model.reads_reviews();
    let moved = shown.moved_from.and_then(|from| of_move(lab, settings, from));
    let (example, in_general) = match shown.says {
        Says::W(_) if moved.is_some() => (None, lab::claim_then_w()),
        Says::W(_) if has_term => (None, lab::claim_term()),
        Says::W(Ordering::Greater) => (None, lab::claim_w_far()),
        Says::W(_) => (None, lab::claim_w()),
        Says::V(Ordering::Less) if moved.is_some() => (None, lab::claim_then_v_near()),
        Says::V(Ordering::Greater) if moved.is_some() => (None, lab::claim_then_v_far()),
        Says::V(Ordering::Less) => (None, lab::claim_v_near()),
        Says::V(Ordering::Greater) => (None, lab::claim_v_far()),
        Says::V(Ordering::Equal) => (None, lab::claim_v_flat()),
        Says::TryRelu => (with_relu(lab, head, locked), lab::claim_relu()),
        Says::LeftOut => (without_relu(lab, head, locked), lab::claim_relu_off()),
        Says::NoRelu => (None, lab::claim_relu_out()),
        Says::Relu => {
            let elsewhere = lab.head_of_relu().filter(|(other, _)| *other != head);
            (elsewhere.map(|(other, _)| lab::claim_relu_in(other + 1)), lab::claim_relu())
        }
        Says::Done if settings.model.reads_reviews() => {
            (of_negated(lab, settings), lab::claim_done_film())
        }
        Says::Done => (None, lab::claim_done()),
    };
    let says = example.unwrap_or_else(|| in_general.to_owned());
    let says =
        if is_why && moved.is_none() { format!("{} {says}", lab::claim_why()) } else { says };
    // ReLU's step has words of its own for what it did.
    match moved.filter(|_| matches!(shown.says, Says::W(_) | Says::V(_) | Says::Relu)) {
        Some(moved) => format!("{moved} {says}"),
        None => says,
    }
}

/// What A and B say of the sentence that the last step offers; `None` of another.
fn of_negated(lab: &Lab, settings: &Settings) -> Option<String> {
    let (class, share) = lab.verdict(Panel::A).filter(|_| settings.sentence == NEGATED)?;
    let of_b = lab.verdict(Panel::B).filter(|&(of_b, _)| of_b == class && class != PRAISE);
    Some(match of_b {
        Some((_, other)) => lab::claim_done_wrong(class, percent(share), percent(other)),
        None => lab::claim_done_tried(class, percent(share)),
    })
}

/// How far the shown head of A looks, beside how far it looked with other w and v (`from`); `None` where its numbers are
/// not there, or not yet those of the settings.
fn of_move(lab: &Lab, settings: &Settings, from: HeadParameters) -> Option<String> {
    let (trace, head) = lab.head_of(Panel::A, settings.head).filter(|_| settings.distance)?;
    let shown = settings.head;
    let to = HeadParameters { w: *settings.w.get(shown)?, v: *settings.v.get(shown)? };
    if trace.heads().get(head) != Some(&to) {
        return None;
    }
    let tokens = trace.tokens();
    let mut weights = vec![0.0; tokens * tokens];
    trace.weights_with_into(head, from, &mut weights);
    let [before, now] = [HeadFigures::of_weights(tokens, &weights)?, HeadFigures::of(trace, head)?]
        .map(|figures| rounded(figures.mean_distance, 10.0));
    let said = |distance: f64| format!("{distance:.1}");
    let says = match (now.total_cmp(&before), to.w == from.w) {
        (Ordering::Equal, _) => return Some(lab::claim_as_far(shown + 1, said(now))),
        (_, true) if to.v > from.v => lab::claim_stronger,
        (_, true) => lab::claim_milder,
        (Ordering::Less, _) => lab::claim_nearer,
        (Ordering::Greater, _) => lab::claim_farther,
    };
    Some(says(shown + 1, said(now), said(before)))
}

/// The words of the first screen that a newcomer may not know, and what each means.
pub fn of_terms() -> [[&'static str; 2]; 8] {
    [
        [lab::word_token(), lab::word_token_means()],
        [lab::word_query(), lab::word_query_means()],
        [lab::word_score(), lab::word_score_means()],
        [lab::word_softmax(), lab::word_softmax_means()],
        [lab::word_head(), lab::word_head_means()],
        [lab::word_relu(), lab::word_relu_means()],
        [lab::word_da(), lab::word_da_means()],
        [lab::word_vanilla(), lab::word_vanilla_means()],
    ]
}

#[cfg(test)]
mod tests {
    use super::super::sample;
    use super::*;
    use nearfar::lab::first_steps::FirstSteps;
    use nearfar::method::Method;
    use nearfar::settings::ModelChoice;

    /// As the steps are at first, but for what they say.
    fn saying(says: Says) -> ShownSteps {
        ShownSteps { says, ..FirstSteps::default().shown(&Settings::default()) }
    }

    #[test]
    fn relu_is_spoken_of_by_the_locked_cell_where_there_is_one() {
        let mut settings = sample::settings(Method::DISTANCE_AWARE, 1.0, 1.0);
        let lab = sample::lab(&settings, &sample::answer([[0.0, 0.0, -1.0], [0.0; 3], [0.0; 3]]));
        let says = |settings: &Settings, says| of_claim(&lab, settings, &saying(says), false);
        assert_eq!(says(&settings, Says::TryRelu), lab::claim_relu());
        assert_eq!(says(&settings, Says::LeftOut), lab::claim_relu_off());
        settings.cursor = Some((0, 2));
        assert!(says(&settings, Says::TryRelu).contains("“far” fit badly: −1."));
        assert!(says(&settings, Says::LeftOut).contains("−1 × 2.72 = −2.72"));
        // In general it is said of no cell.
        assert_eq!(says(&settings, Says::Relu), lab::claim_relu());
    }

    #[test]
    fn every_step_has_its_own_words() {
        let (lab, settings) = (Lab::default(), Settings::default());
        let steps = [
            Says::W(Ordering::Less),
            Says::W(Ordering::Greater),
            Says::V(Ordering::Less),
            Says::V(Ordering::Greater),
            Says::V(Ordering::Equal),
            Says::LeftOut,
            Says::NoRelu,
            Says::Relu,
            Says::Done,
        ];
        let says = |says, has_term| of_claim(&lab, &settings, &saying(says), has_term);
        let mut said: Vec<_> = steps.into_iter().map(|step| says(step, false)).collect();
        said.push(says(Says::W(Ordering::Less), true));
        said.sort_unstable();
        said.dedup();
        assert_eq!(said.len(), steps.len() + 1);
    }

    #[test]
    fn what_w_decides_is_said_before_it_is_asked_for() {
        let start = Settings::default();
        let in_settings = |settings: &Settings, says, has_term| {
            of_claim(&Lab::default(), settings, &saying(says), has_term)
        };
        let of = |says, has_term| in_settings(&start, says, has_term);
        let [why, drag] = [lab::claim_why(), lab::claim_w()];
        assert_eq!(of(Says::W(Ordering::Less), false), format!("{why} {drag}"));
        assert_eq!(of(Says::W(Ordering::Less), true), lab::claim_term());
        assert_eq!(of(Says::V(Ordering::Less), false), lab::claim_v_near());
        for without_why in [
            Settings { a: Method::VANILLA, ..start.clone() },
            Settings { distance: false, ..start.clone() },
            Settings { model: ModelChoice::AgNewsDa, ..start.clone() },
        ] {
            assert_eq!(in_settings(&without_why, Says::W(Ordering::Less), false), drag);
        }
    }

    /// near scores far as ln 4, and all else as 0. At w = 0 it looks (0 + 1 + 4·2) / 6 = 1.5 tokens away, by 2/3 and far 1:
    /// on average 1.1. A w that leaves nothing of a score 2 tokens away makes that 1, for all rows are even; one that
    /// doubles it makes near look (1 + 16·2) / 18 = 1.8 tokens away, on average 1.2.
    fn lab_of(w: f64) -> (Lab, Settings) {
        lab_with(w, 0.0)
    }

    fn lab_with(w: f64, v: f64) -> (Lab, Settings) {
        let settings = sample::settings(Method::DISTANCE_AWARE, w, v);
        let scores = [[0.0, 0.0, 4.0_f32.ln()], [0.0; 3], [0.0; 3]];
        let lab = sample::lab(&settings, &sample::answer(scores));
        (lab, settings)
    }

    #[test]
    fn a_move_of_w_is_told_by_how_far_the_head_looks() {
        for (from, to, says) in [
            (0.0, -20.0, "Head 1 looks nearer: 0.9 tokens away on average, not 1.1."),
            (0.0, 20.0, "Head 1 looks farther: 1.2 tokens away on average, not 1.1."),
            (-20.0, 20.0, "Head 1 looks farther: 1.2 tokens away on average, not 0.9."),
            (20.0, 30.0, "Head 1 still looks 1.2 tokens away on average."),
        ] {
            let (lab, settings) = lab_of(to);
            let moved = of_move(&lab, &settings, HeadParameters { w: from, v: 0.0 });
            assert_eq!(moved.as_deref(), Some(says), "{from} to {to}");
        }
    }

    #[test]
    fn a_move_of_v_is_told_as_one_of_strength() {
        for (from, to, says) in [
            (-20.0, 0.0, "Stronger: head 1 looks 1.2 tokens away on average, not 1.1."),
            (0.0, -20.0, "Milder: head 1 looks 1.1 tokens away on average, not 1.2."),
            (0.0, 20.0, "Head 1 still looks 1.2 tokens away on average."),
        ] {
            let (lab, settings) = lab_with(2.0, to);
            let moved = of_move(&lab, &settings, HeadParameters { w: 2.0, v: from });
            assert_eq!(moved.as_deref(), Some(says), "{from} to {to}");
        }
    }

    #[test]
    fn what_a_move_did_is_said_with_what_comes_next() {
        let (lab, settings) = lab_of(20.0);
        let from = Some(HeadParameters { w: 0.0, v: 0.0 });
        let of = |says| {
            let shown = ShownSteps { moved_from: from, ..saying(says) };
            of_claim(&lab, &settings, &shown, false)
        };
        let moved = of_move(&lab, &settings, HeadParameters { w: 0.0, v: 0.0 }).unwrap_or_default();
        for (says, next) in [
            (Says::W(Ordering::Greater), lab::claim_then_w()),
            (Says::V(Ordering::Less), lab::claim_then_v_near()),
            (Says::V(Ordering::Greater), lab::claim_then_v_far()),
            (Says::V(Ordering::Equal), lab::claim_v_flat()),
            (Says::Relu, lab::claim_relu()),
        ] {
            assert_eq!(of(says), format!("{moved} {next}"), "{says:?}");
        }
        // "Not bad" is asked of a model that reads film reviews alone.
        assert_eq!(of(Says::Done), lab::claim_done());
        let done = |model| {
            let settings = Settings { model, ..settings.clone() };
            of_claim(&lab, &settings, &saying(Says::Done), false)
        };
        assert_eq!(done(ModelChoice::Sst2Vanilla), lab::claim_done_film());
        assert_eq!(done(ModelChoice::AgNewsDa), lab::claim_done());
        assert_eq!(of(Says::LeftOut), lab::claim_relu_off());
    }

    #[test]
    fn nothing_is_told_of_numbers_that_are_not_those_of_the_settings() {
        let (lab, mut settings) = lab_of(20.0);
        let from = HeadParameters { w: 0.0, v: 0.0 };
        assert!(of_move(&lab, &settings, from).is_some());
        assert_eq!(of_move(&Lab::default(), &settings, from), None);
        settings.distance = false;
        assert_eq!(of_move(&lab, &settings, from), None);
        settings.distance = true;
        settings.set_w(0, 1.0);
        assert_eq!(of_move(&lab, &settings, from), None, "the Lab has not followed yet");
    }

    #[test]
    fn every_term_is_explained_once_in_a_sentence_or_two() {
        let terms = of_terms();
        for [term, means] in terms {
            assert_eq!(terms.iter().filter(|[other, _]| *other == term).count(), 1, "{term}");
            assert!(means.ends_with('.') && means.matches(". ").count() < 2, "{means}");
        }
    }
}
