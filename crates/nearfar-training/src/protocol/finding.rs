//! What a run has found, in words that need no picture.

use nearfar::attention::HeadParameters;
use nearfar::metrics::Character;
use nearfar::picture::scale::format_number;
use nearfar::{Method, ModelMethod};

use super::{Choices, HeldOut, Report, Together, Worth};

/// The character of a head by its coefficients; "flat" for a method without w.
pub fn character(method: ModelMethod, w: f32, v: f32) -> &'static str {
    let head = HeadParameters { w: w.into(), v: v.into() };
    let found = method.attention().and_then(|method| Character::of_method(method, head));
    found.unwrap_or(Character::Flat).name()
}

/// The heads whose preference is worth something: those without which the held-out loss grows by a
/// tenth of what the best one's is worth, by 0.01 nats at least, and surely: the 95 % interval lies above
/// 0. From the most worth down.
pub fn winners(worth: &[Worth]) -> Vec<usize> {
    let best = worth.iter().map(|worth| worth.mean).fold(0.0, f32::max);
    let mut heads: Vec<usize> = (0..worth.len())
        .filter(|&head| worth[head].mean >= (best / 10.0).max(0.01) && worth[head].is_sure())
        .collect();
    heads.sort_by(|&a, &b| worth[b].mean.total_cmp(&worth[a].mean));
    heads
}

/// Whether the first of [`winners`] is surely worth more than every other head: its interval lies above
/// theirs.
pub fn is_best_sure(worth: &[Worth], best: usize) -> bool {
    let low = worth.get(best).map_or(f32::MIN, |worth| worth.low);
    worth.iter().enumerate().all(|(head, other)| head == best || other.high < low)
}

/// What a head is worth, in words: "0.31 (0.2 to 0.42)", in nats.
pub fn worth_text(worth: Worth) -> String {
    let number = |x: f32| format_number((f64::from(x) * 1000.0).round() / 1000.0);
    if worth.low == f32::MIN {
        return number(worth.mean);
    }
    format!("{} ({} to {})", number(worth.mean), number(worth.low), number(worth.high))
}

/// What the heads are like now: one or two sentences.
pub fn of_heads(choices: &Choices, report: &Report) -> String {
    if let ModelMethod::Own(method) = choices.method {
        let name = method.kind().definition().short;
        return match report.learned.len() {
            0 => format!(
                "{name} has no numbers of its own about positions: what it does with them is fixed."
            ),
            _ => format!("{name} has no w: what it learns about positions is in the tables below."),
        };
    }
    if !choices.method.knows_distance() {
        let positions = choices.method == Method::VANILLA.into();
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
    let winners = winners(&report.worth);
    let [best, ..] = winners.as_slice() else {
        let heads_now = report.w.iter().zip(report.v.iter().chain(std::iter::repeat(&0.0)));
        let leaning = heads_now.filter(|(w, v)| character(choices.method, **w, **v) != "flat");
        let leaning = leaning.count();
        let sides = of_sides(report, Worth::is_sure);
        let lean = match leaning {
            0 => "no head leans to near or far tokens yet".to_owned(),
            1 => "1 head leans to near or far tokens, but that does not surely help".to_owned(),
            _ => {
                format!("{leaning} of {heads} heads lean to near or far tokens, but ")
                    + match sides.is_empty() {
                        true => "that does not surely help, neither one head nor all together",
                        false => "none surely helps alone; together they do",
                    }
            }
        };
        return format!("After {} steps, {lean}.{sides}", report.step);
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
    let worth = report.worth.get(*best).copied().unwrap_or_default();
    let most = if is_best_sure(&report.worth, *best) {
        "matters most"
    } else {
        "seems to matter most, not surely"
    };
    format!(
        "{} of {heads} {matter}, {prefer}. Head {} {most} (w = {}): with its w set to 0, the loss on \
         {} held-out texts grows by {}.",
        winners.len(),
        best + 1,
        format_number(f64::from(w(best))),
        report.worth_texts,
        worth_text(worth)
    ) + &of_sides(report, |_| true)
}

/// What all near heads, and all far heads, are worth together: a sentence for each that is to be `told`, a
/// space before it.
fn of_sides(report: &Report, told: fn(&Worth) -> bool) -> String {
    let Together { near, far } = report.together;
    let near_heads = report.w.iter().filter(|w| **w < 0.0).count();
    let far_heads = report.w.iter().filter(|w| **w > 0.0).count();
    let sides = [(near, near_heads, "near heads (w < 0)"), (far, far_heads, "far heads (w > 0)")];
    let sentence = |(worth, count, name): (Option<Worth>, usize, &str)| {
        let worth = worth.filter(told)?;
        let grows = if worth.is_sure() { "grows by" } else { "does not surely grow:" };
        let amount = worth_text(worth);
        Some(format!(" With w of all {count} {name} set to 0, the loss {grows} {amount}."))
    };
    sides.into_iter().filter_map(sentence).collect()
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

    /// Worth within 0.05 on either side.
    fn worth(means: &[f32]) -> Vec<Worth> {
        means.iter().map(|&mean| Worth { mean, low: mean - 0.05, high: mean + 0.05 }).collect()
    }

    fn report(w: &[f32], means: &[f32]) -> Report {
        let worth = worth(means);
        let v = vec![0.0; w.len()];
        Report { step: 100, w: w.to_vec(), v, worth, worth_texts: 48, ..Report::default() }
    }

    #[test]
    fn heads_are_counted_and_the_best_named() {
        let choices = Choices::default();
        let text = of_heads(&choices, &report(&[-1.8, -0.2, 0.05, 0.3], &[2.0, 0.3, 0.0, 0.001]));
        assert_eq!(
            text,
            "2 of 4 heads matter, and both prefer near tokens (w < 0). Head 1 matters most (w = −1.8): \
             with its w set to 0, the loss on 48 held-out texts grows by 2 (1.95 to 2.05)."
        );
        let text = of_heads(&choices, &report(&[-0.5, 0.4, 0.3], &[0.1, 0.25, 0.3]));
        assert!(text.contains("Head 3 seems to matter most, not surely (w = 0.3)"), "{text}");
        assert!(
            text.starts_with("3 of 3 heads matter, 1 for near tokens (w < 0) and 2 for far ones")
        );
        let text = of_heads(&choices, &report(&[0.0, 0.4], &[0.0, 0.1]));
        assert!(text.starts_with("1 of 2 heads matters, and prefers far tokens"), "{text}");
        let text = of_heads(&choices, &report(&[0.0, 0.4], &[0.0, -0.1]));
        assert_eq!(
            text,
            "After 100 steps, 1 head leans to near or far tokens, but that does not surely help."
        );
        assert!(of_heads(&choices, &report(&[0.0], &[])).contains("no head leans"));
    }

    #[test]
    fn heads_that_do_the_same_work_are_judged_together() {
        let choices = Choices::default();
        let one = |mean| Some(worth(&[mean])[0]);
        let mut of = report(&[1.2, 0.9, -0.3, 0.8], &[0.0, 0.01, 0.0, 0.0]);
        of.together = Together { near: None, far: one(0.4) };
        assert_eq!(
            of_heads(&choices, &of),
            "After 100 steps, 4 of 4 heads lean to near or far tokens, but none surely helps alone; together they \
             do. With w of all 3 far heads (w > 0) set to 0, the loss grows by 0.4 (0.35 to 0.45)."
        );
        // Neither alone nor together.
        of.together.far = one(0.02);
        let text = of_heads(&choices, &of);
        assert!(
            text.ends_with("does not surely help, neither one head nor all together."),
            "{text}"
        );
        // Beside heads that matter by themselves, both sides are told, and what is not sure is told so.
        of.worth = worth(&[1.0, 0.0, 0.0, 0.0]);
        of.together = Together { near: one(0.0), far: one(2.0) };
        let text = of_heads(&choices, &of);
        assert!(
            text.contains("near heads (w < 0) set to 0, the loss does not surely grow: 0 (−0.05"),
            "{text}"
        );
        assert!(
            text.ends_with("all 3 far heads (w > 0) set to 0, the loss grows by 2 (1.95 to 2.05)."),
            "{text}"
        );
    }

    #[test]
    fn vanilla_has_no_preference() {
        let choices = Choices { method: Method::VANILLA.into(), ..Choices::default() };
        assert!(of_heads(&choices, &report(&[-1.0], &[])).contains("sinusoidal"));
        let choices = Choices { method: nearfar::model::OwnMethod::Alibi.into(), ..choices };
        assert!(of_heads(&choices, &report(&[], &[])).starts_with("ALiBi has no numbers"));
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
        assert_eq!(winners(&worth(&[0.3, 2.0, 0.1, -1.0])), [1, 0]);
        assert!(winners(&worth(&[0.005, 0.0])).is_empty());
        // 0.04 on a few texts may as well be nothing.
        assert!(winners(&worth(&[0.04, 0.0])).is_empty());
    }

    #[test]
    fn the_worth_of_a_head_by_hand() {
        // Mean 2, deviation 1, t of 2 degrees of freedom 4.303: 2 ± 4.303 / √3.
        let found = Worth::of(&[1.0, 2.0, 3.0]);
        assert_eq!(found.mean, 2.0);
        let half = 4.303 / 3.0_f32.sqrt();
        assert!(
            (found.low - (2.0 - half)).abs() < 1e-6 && (found.high - (2.0 + half)).abs() < 1e-6
        );
        assert!(!found.is_sure() && Worth::of(&[0.5; 48]).is_sure());
        assert_eq!(worth_text(found), "2 (−0.484 to 4.48)");
        // One text says nothing of others.
        assert!(!Worth::of(&[9.0]).is_sure());
        assert_eq!(worth_text(Worth::of(&[9.0])), "9");
        assert_eq!(Worth::of(&[]), Worth::default());
    }
}
