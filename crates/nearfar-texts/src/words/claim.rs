//! What is said beside the first three steps.

use std::cmp::Ordering;

use nearfar::lab::Lab;
use nearfar::lab::first_steps::Says;
use nearfar::settings::Settings;

use super::relu::{scores_below, without_relu};
use crate::lab;

/// What the first steps say of the shown head and the locked cell. `has_term`: whether its model adds something to its
/// scores by itself.
pub fn of_claim(lab: &Lab, settings: &Settings, says: Says, has_term: bool) -> String {
    let (head, locked) = (settings.head, settings.cursor);
    let (example, in_general) = match says {
        Says::W(_) if has_term => (None, lab::claim_term()),
        Says::W(Ordering::Greater) => (None, lab::claim_w_far()),
        Says::W(_) => (None, lab::claim_w()),
        Says::V(Ordering::Less) => (None, lab::claim_v_near()),
        Says::V(Ordering::Greater) => (None, lab::claim_v_far()),
        Says::V(Ordering::Equal) => (None, lab::claim_v_flat()),
        Says::TryRelu => (scores_below(lab, head, locked), lab::claim_relu()),
        Says::LeftOut => (without_relu(lab, head, locked), lab::claim_relu_off()),
        Says::NoRelu => (None, lab::claim_relu_out()),
        Says::Relu => {
            let elsewhere = lab.head_of_relu().filter(|(other, _)| *other != head);
            (elsewhere.map(|(other, _)| lab::claim_relu_in(other + 1)), lab::claim_relu())
        }
        Says::Done => (None, lab::claim_done()),
    };
    example.unwrap_or_else(|| in_general.to_owned())
}

#[cfg(test)]
mod tests {
    use super::super::sample;
    use super::*;
    use nearfar::method::Method;

    #[test]
    fn relu_is_spoken_of_by_the_locked_cell_where_there_is_one() {
        let mut settings = sample::settings(Method::DISTANCE_AWARE, 1.0, 1.0);
        let lab = sample::lab(&settings, &sample::answer([[0.0, 0.0, -1.0], [0.0; 3], [0.0; 3]]));
        let says = |settings: &Settings, says| of_claim(&lab, settings, says, false);
        assert_eq!(says(&settings, Says::TryRelu), lab::claim_relu());
        assert_eq!(says(&settings, Says::LeftOut), lab::claim_relu_off());
        settings.cursor = Some((0, 2));
        assert!(says(&settings, Says::TryRelu).contains("Watch “near” → “far”"));
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
        let mut said: Vec<_> =
            steps.into_iter().map(|says| of_claim(&lab, &settings, says, false)).collect();
        said.push(of_claim(&lab, &settings, Says::W(Ordering::Less), true));
        said.sort_unstable();
        said.dedup();
        assert_eq!(said.len(), steps.len() + 1);
    }
}
