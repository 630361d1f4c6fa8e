//! What the Train room says in words and numbers: of methods that a model learns with, of heads and their worth, of how
//! far a run is.

use nearfar::model::OwnMethod;
use nearfar::picture::format_short;
use nearfar::picture::scale::{format_count, format_number};
use nearfar::{Method, ModelMethod};

use super::cells::learns_of;
use super::panel::{ATTENTION, AttentionRow};
use crate::{learns, train};

/// Every method that can be trained, in the order of the menu.
pub fn methods() -> impl Iterator<Item = ModelMethod> {
    let of_lab = ATTENTION.iter().map(|row| row.method.into());
    of_lab.chain(OwnMethod::all().map(ModelMethod::from))
}

/// A method's name in the menu, and what the menu says of it.
pub fn named(method: ModelMethod) -> (&'static str, &'static str) {
    let row = |method| {
        let row = AttentionRow::of(method);
        (row.name, (row.label)())
    };
    match method {
        ModelMethod::Lab(method) => row(method),
        ModelMethod::Lines(_) => row(Method::DISTANCE_AWARE),
        ModelMethod::Own(method) => (method.kind().name(), method.kind().definition().short),
    }
}

/// What a method can learn about positions: near and far, left and right, by which numbers.
pub fn learns(method: ModelMethod) -> &'static str {
    match method {
        ModelMethod::Lines(_) => learns::lines(),
        ModelMethod::Lab(Method::DistanceAware { .. }) if !method.has_v() => learns::da_w(),
        method => learns_of(method.kind()),
    }
}

/// How far a run is. `step_ms`: milliseconds a step, 0 where none was taken.
pub fn of_counter(step: u64, epoch: u64, step_ms: f32, has_learned: bool) -> String {
    // The time may still be that of the run before.
    let is_timed = step > 0 && step_ms > 0.0;
    let (step, epoch) = (format_count(step), format_count(epoch));
    match has_learned {
        true => train::counter_learned(step, epoch),
        false if is_timed => train::counter_timed(step, epoch, format_short(step_ms.into())),
        false => train::counter(step, epoch),
    }
}

/// What the cards of heads with w show. `texts`: on how many held-out texts their worth rests; 0 before it is known.
pub fn of_heads(texts: usize, has_v: bool) -> String {
    let worth = match texts {
        0 => train::heads_about_some().to_owned(),
        count => train::heads_about(count),
    };
    format!("{worth} {}", if has_v { train::heads_pull() } else { train::heads_pull_w() })
}

/// v of a head, where it has one, and what the head is worth, where that is known.
pub fn of_worth(v: Option<f64>, worth: Option<String>) -> String {
    match (v.map(format_short), worth) {
        (Some(v), Some(worth)) => train::worth_with_v(v, worth),
        (Some(v), None) => train::worth_unknown_with_v(v),
        (None, Some(worth)) => train::worth(worth),
        (None, None) => train::worth_unknown().to_owned(),
    }
}

/// How far a head looks, and how far even attention would, in tokens.
pub fn of_reach([reach, even]: [f64; 2]) -> String {
    train::head_reach(format_number(reach), format_number(even))
}

#[cfg(test)]
mod tests {
    use super::*;
    use nearfar::methods::MethodKind;

    #[test]
    fn every_method_of_the_menu_has_a_name_of_its_own_and_says_what_it_learns() {
        let mut names: Vec<_> = methods().map(|method| named(method).0).collect();
        assert_eq!(names[..3], ["da", "vanilla", "no-positions"]);
        let count = names.len();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), count, "{names:?}");
        assert!(methods().all(|method| !learns(method).is_empty()));
        let exponent = nearfar::settings::model_method_from_text("da:exponent").unwrap();
        assert!(learns(exponent).contains("by w of each head"));
        let alibi = OwnMethod::new(MethodKind::Alibi).map(ModelMethod::from);
        assert!(methods().any(|method| Some(method) == alibi));
    }

    #[test]
    fn a_run_says_its_steps_and_its_time_until_it_has_learned() {
        assert_eq!(of_counter(1200, 3, 0.0, false), "step 1\u{202f}200, epoch 3");
        assert_eq!(of_counter(20, 1, 1.25, false), "step 20, epoch 1, 1.25 ms a step");
        assert_eq!(of_counter(20, 1, 1.25, true), "step 20, epoch 1: learned, paused");
        assert_eq!(of_counter(0, 0, 1.25, false), of_counter(0, 0, 0.0, false));
    }

    #[test]
    fn a_head_says_v_and_its_worth_as_far_as_they_are_known() {
        let worth = || Some("0.3 (0.2 to 0.4)".to_owned());
        assert_eq!(of_worth(Some(0.5), worth()), "v 0.5, worth 0.3 (0.2 to 0.4)");
        assert_eq!(of_worth(Some(0.5), None), "v 0.5, worth not measured yet");
        assert_eq!(of_worth(None, worth()), "worth 0.3 (0.2 to 0.4)");
        assert_eq!(of_worth(None, None), "worth not measured yet");
        assert!(of_heads(12, true).contains("12"));
        assert_ne!(of_heads(0, true), of_heads(0, false));
    }
}
