//! What a run has found, in words that need no picture.

use nearfar::Method;
use nearfar::picture::scale::format_number;

use super::{Choices, HeldOut, Report};

/// A head leans to one side where |w| is at least this: below it, a coefficient 10 tokens away
/// differs from 1 by less than it does from seed to seed.
pub const LEANS: f32 = 0.1;

/// The character of a head by its w.
pub fn character(w: f32) -> &'static str {
    if w <= -LEANS {
        "near"
    } else if w >= LEANS {
        "far"
    } else {
        "flat"
    }
}

/// The heads whose preference is worth something: those without which the held-out loss grows by a
/// tenth of what the best one's is worth, and by 0.01 nats at least. From the most worth down.
pub fn winners(uses: &[f32]) -> Vec<usize> {
    let best = uses.iter().copied().fold(0.0, f32::max);
    let mut heads: Vec<usize> =
        (0..uses.len()).filter(|&head| uses[head] >= (best / 10.0).max(0.01)).collect();
    heads.sort_by(|&a, &b| uses[b].total_cmp(&uses[a]));
    heads
}

/// What the heads are like now: one or two sentences.
pub fn of_heads(choices: &Choices, report: &Report) -> String {
    if !choices.method.knows_distance() {
        let positions = choices.method == Method::VANILLA;
        let has = if positions {
            "It has sinusoidal positions instead"
        } else {
            "It has no positions either"
        };
        return format!(
            "Vanilla attention has no w: no head can prefer near or far tokens. {has}."
        );
    }
    let heads = report.w.len();
    if report.step == 0 {
        let all_zero = report.w.iter().all(|&w| w == 0.0);
        return if all_zero {
            format!("All {heads} heads start with w = 0: they prefer neither near nor far tokens.")
        } else {
            format!("The {heads} heads start with w at random.")
        };
    }
    let winners = winners(&report.uses);
    let [best, ..] = winners.as_slice() else {
        let leaning = report.w.iter().filter(|&&w| character(w) != "flat").count();
        let lean = match leaning {
            0 => "no head leans to near or far tokens yet".to_owned(),
            1 => "1 head leans to near or far tokens, but that does not help yet".to_owned(),
            _ => format!(
                "{leaning} of {heads} heads lean to near or far tokens, but that does not help yet"
            ),
        };
        return format!("After {} steps, {lean}.", report.step);
    };
    let w = |head: &usize| report.w.get(*head).copied().unwrap_or(0.0);
    let near = winners.iter().filter(|head| w(head) < 0.0).count();
    let far = winners.len() - near;
    let prefer = match (near, far) {
        (1, 0) => "and prefers near tokens (w < 0)".to_owned(),
        (0, 1) => "and prefers far tokens (w > 0)".to_owned(),
        (2, 0) => "and both prefer near tokens (w < 0)".to_owned(),
        (0, 2) => "and both prefer far tokens (w > 0)".to_owned(),
        (near, 0) => format!("and all {near} prefer near tokens (w < 0)"),
        (0, far) => format!("and all {far} prefer far tokens (w > 0)"),
        (near, far) => format!("{near} for near tokens (w < 0) and {far} for far ones (w > 0)"),
    };
    let matter = if winners.len() == 1 { "heads matters" } else { "heads matter" };
    let worth = report.uses.get(*best).copied().unwrap_or(0.0);
    format!(
        "{} of {heads} {matter}, {prefer}. Head {} matters most (w = {}): with its w set to 0, the \
         held-out loss grows by {}.",
        winners.len(),
        best + 1,
        format_number(f64::from(w(best))),
        format_number(f64::from(worth))
    )
}

/// How good the answers are: `largest_class` is what always naming the most frequent class gives.
pub fn of_answers(step: u64, held_out: Option<&HeldOut>, largest_class: f64) -> String {
    let percent = |share: f64| format!("{:.0} %", 100.0 * share);
    match held_out {
        None if step == 0 => "Press Play: nothing is learned yet.".to_owned(),
        None => "The held-out texts are asked soon.".to_owned(),
        Some(held_out) => {
            let right = f64::from(held_out.right);
            let judged = if right <= largest_class + 0.03 {
                ", as good as guessing so far"
            } else if right >= 0.97 {
                ": the task is learned, pause when you like"
            } else {
                ""
            };
            format!(
                "{} of the held-out texts are answered right{judged} (guessing: {}).",
                percent(right),
                percent(largest_class)
            )
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn report(w: &[f32], uses: &[f32]) -> Report {
        Report { step: 100, w: w.to_vec(), uses: uses.to_vec(), ..Report::default() }
    }

    #[test]
    fn heads_are_counted_and_the_best_named() {
        let choices = Choices::default();
        let text = of_heads(&choices, &report(&[-1.8, -0.2, 0.05, 0.3], &[2.0, 0.3, 0.0, 0.001]));
        assert_eq!(
            text,
            "2 of 4 heads matter, and both prefer near tokens (w < 0). Head 1 matters most (w = −1.8): \
             with its w set to 0, the held-out loss grows by 2."
        );
        let text = of_heads(&choices, &report(&[-0.5, 0.4, 0.3], &[0.1, 0.2, 0.3]));
        assert!(
            text.starts_with("3 of 3 heads matter, 1 for near tokens (w < 0) and 2 for far ones")
        );
        let text = of_heads(&choices, &report(&[0.0, 0.4], &[0.0, 0.1]));
        assert!(text.starts_with("1 of 2 heads matters, and prefers far tokens"), "{text}");
        let text = of_heads(&choices, &report(&[0.0, 0.4], &[0.0, -0.1]));
        assert_eq!(
            text,
            "After 100 steps, 1 head leans to near or far tokens, but that does not help yet."
        );
        assert!(of_heads(&choices, &report(&[0.0], &[])).contains("no head leans"));
    }

    #[test]
    fn vanilla_has_no_preference() {
        let choices = Choices { method: Method::VANILLA, ..Choices::default() };
        assert!(of_heads(&choices, &report(&[-1.0], &[])).contains("sinusoidal"));
    }

    #[test]
    fn answers_are_judged_by_guessing() {
        let of = |right| of_answers(1, Some(&HeldOut { step: 1, loss: 0.0, right }), 0.5);
        assert!(of(0.52).contains("as good as guessing"));
        assert!(of(0.8).starts_with("80 % of the held-out texts are answered right (guessing"));
        assert!(of(0.99).contains("learned"));
        assert!(of_answers(0, None, 0.5).contains("Play"));
        assert!(of_answers(9, None, 0.5).contains("soon"));
    }

    #[test]
    fn winners_are_worth_a_tenth_of_the_best() {
        assert_eq!(winners(&[0.3, 2.0, 0.1, -1.0]), [1, 0]);
        assert!(winners(&[0.005, 0.0]).is_empty());
    }
}
