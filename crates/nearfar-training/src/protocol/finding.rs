//! What a run has found, in words that need no picture.

use nearfar::attention::HeadParameters;
use nearfar::metrics::Character;
use nearfar::picture::scale::{format_count, format_number};
use nearfar::{Method, ModelMethod};

use super::{Choices, HeldOut, Report, Together, Worth};

/// The character of a head by its coefficients; flat for a method without w.
pub fn character_of(method: ModelMethod, w: f64, v: f64) -> Character {
    let head = HeadParameters { w, v };
    let found = method.attention().and_then(|method| Character::of_method(method, head));
    found.unwrap_or(Character::Flat)
}

/// One word for [`character_of`].
pub fn character(method: ModelMethod, w: f32, v: f32) -> &'static str {
    character_of(method, w.into(), v.into()).name()
}

/// Whether the sign of w says what a head prefers: below 0 near tokens, above 0 far ones. So it is where
/// every coefficient is positive. A mapping that can be negative turns scores or weights round, and a
/// coefficient that falls with distance is then no preference for near tokens.
pub fn sign_is_preference(method: ModelMethod) -> bool {
    match method.attention() {
        Some(Method::DistanceAware { mapping, .. }) => mapping.is_positive(),
        _ => false,
    }
}

/// The heads whose preference surely helps by itself: the interval of what it is worth lies above 0
/// ([`Worth::is_sure`]), as its card shows. From the largest estimate down.
pub fn winners(worth: &[Worth]) -> Vec<usize> {
    let mut heads: Vec<usize> = (0..worth.len()).filter(|&head| worth[head].is_sure()).collect();
    heads.sort_by(|&a, &b| worth[b].mean.total_cmp(&worth[a].mean));
    heads
}

/// Whether a head is surely worth more than every other of `others`: its interval lies above theirs.
fn is_best_sure(worth: &[Worth], best: usize, others: &[usize]) -> bool {
    let low = worth.get(best).map_or(f32::MIN, |worth| worth.low);
    let mut others = others.iter().filter(|&&head| head != best);
    others.all(|&head| worth.get(head).is_none_or(|other| other.high < low))
}

/// The head with the largest estimate of all, where that is larger than the best sure one's: it is not sure.
fn rival(worth: &[Worth], best: usize) -> Option<usize> {
    let mean = |head: usize| worth.get(head).map_or(f32::MIN, |worth| worth.mean);
    let larger = (0..worth.len()).filter(|&head| mean(head) > mean(best));
    larger.max_by(|&a, &b| mean(a).total_cmp(&mean(b)))
}

/// What a head is worth, in words: "0.31 (0.2 to 0.42)", in nats.
pub fn worth_text(worth: Worth) -> String {
    let number = |x: f32| format_number((f64::from(x) * 1000.0).round() / 1000.0);
    if worth.low == f32::MIN {
        return number(worth.mean);
    }
    format!("{} ({} to {})", number(worth.mean), number(worth.low), number(worth.high))
}

/// A weight in percent, with its sign: a mapping that can be negative makes negative weights. Small ones have
/// a decimal, and 0 has no sign.
pub fn percent_text(weight: f32) -> String {
    let percent = 100.0 * f64::from(weight);
    format_number(match percent.abs() < 1.0 {
        true => (10.0 * percent).round() / 10.0,
        false => percent.round(),
    })
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
            "what it learns of near and far, it learns from sinusoidal positions"
        } else {
            "and without positions no head can tell near from far"
        };
        return format!("Vanilla attention has no w, no number that says near or far: {has}.");
    }
    let heads = report.w.len();
    if report.step == 0 {
        let all_zero = report.w.iter().all(|&w| w == 0.0);
        return if report.from_file {
            format!("The {heads} heads start with w as the file has it.")
        } else if all_zero {
            format!("All {heads} heads start with w = 0: they prefer neither near nor far tokens.")
        } else {
            format!("The {heads} heads start with w at random.")
        };
    }
    let characters = characters(choices.method, report);
    let is_preference = sign_is_preference(choices.method);
    let winners = winners(&report.worth);
    let [best, ..] = winners.as_slice() else {
        let leaning = characters.iter().filter(|&&head| head != Character::Flat).count();
        let sides = of_sides(is_preference, &characters, report, Worth::is_sure);
        let lean = match (leaning, is_preference) {
            (0, true) => "no head leans to near or far tokens yet".to_owned(),
            (0, false) => "no head's coefficient changes much with distance yet".to_owned(),
            (1, true) => {
                "1 head leans to near or far tokens, but that does not surely help".to_owned()
            }
            (1, false) => {
                "the coefficient of 1 head changes with distance, but that does not surely help"
                    .to_owned()
            }
            _ => {
                let heads = match is_preference {
                    true => format!("{leaning} of {heads} heads lean to near or far tokens, but "),
                    false => format!(
                        "the coefficients of {leaning} of {heads} heads change with distance, but "
                    ),
                };
                heads
                    + match sides.is_empty() {
                        true => "that does not surely help, neither one head nor all together",
                        false => "none surely helps alone; together they do",
                    }
            }
        };
        return format!("After {} steps, {lean}.{sides}", format_count(report.step));
    };
    let prefer = preference(is_preference, winners.iter().filter_map(|&head| characters.get(head)));
    let matter = if winners.len() == 1 { "heads matters" } else { "heads matter" };
    let w = report.w.get(*best).copied().unwrap_or(0.0);
    let worth = report.worth.get(*best).copied().unwrap_or_default();
    let all: Vec<usize> = (0..report.worth.len()).collect();
    let rival = rival(&report.worth, *best);
    let most = if is_best_sure(&report.worth, *best, &all) {
        "matters most"
    } else if rival.is_none() {
        "seems to matter most, not surely"
    } else if is_best_sure(&report.worth, *best, &winners) {
        "matters most of those that surely do"
    } else {
        "seems to matter most of those that surely do"
    };
    let rival = rival.map_or_else(String::new, |head| {
        let worth = report.worth.get(head).copied().unwrap_or_default();
        format!(" Head {} may matter more, not surely: {}.", head + 1, worth_text(worth))
    });
    format!(
        "{} of {heads} {matter}, {prefer}. Head {} {most} (w = {}): with its w set to 0, the loss on \
         {} held-out texts grows by {}.{rival}",
        winners.len(),
        best + 1,
        format_number(f64::from(w)),
        report.worth_texts,
        worth_text(worth)
    ) + &of_sides(is_preference, &characters, report, |_| true)
}

/// The character of every head now.
fn characters(method: ModelMethod, report: &Report) -> Vec<Character> {
    let heads = report.w.iter().zip(report.v.iter().chain(std::iter::repeat(&0.0)));
    heads.map(|(&w, &v)| character_of(method, w.into(), v.into())).collect()
}

/// What the heads that matter do with distance, behind "2 of 8 heads matter, ".
fn preference<'a>(is_preference: bool, heads: impl Iterator<Item = &'a Character>) -> String {
    let (mut near, mut far, mut flat) = (0_usize, 0_usize, 0_usize);
    for head in heads {
        match head {
            Character::Near => near += 1,
            Character::Far => far += 1,
            Character::Flat => flat += 1,
        }
    }
    let [nearer, farther] = match is_preference {
        true => ["near tokens (w < 0)", "far tokens (w > 0)"],
        false => ["fall", "grow"],
    };
    let alone = match (near, far, flat) {
        (count, 0, 0) => Some((count, nearer)),
        (0, count, 0) => Some((count, farther)),
        _ => None,
    };
    match (alone, is_preference) {
        (Some((1, side)), true) => format!("and prefers {side}"),
        (Some((2, side)), true) => format!("and both prefer {side}"),
        (Some((count, side)), true) => format!("and all {count} prefer {side}"),
        (Some((1, side)), false) => format!("and its coefficient {side}s with distance"),
        (Some((_, side)), false) => format!("and their coefficients {side} with distance"),
        (None, true) if near + far == 0 => "though near and far weigh almost the same".to_owned(),
        (None, false) if near + far == 0 => {
            "though distance hardly changes the coefficient".to_owned()
        }
        (None, _) => {
            let said = |count: usize, one: &str, more: &str| match count {
                0 => None,
                1 => Some(format!("1 {one}")),
                count => Some(format!("{count} {more}")),
            };
            let parts = match is_preference {
                true => [
                    said(near, "for near tokens (w < 0)", "for near tokens (w < 0)"),
                    said(far, "for far ones (w > 0)", "for far ones (w > 0)"),
                    said(flat, "for neither", "for neither"),
                ],
                false => [
                    said(near, "coefficient falls", "coefficients fall"),
                    said(far, "coefficient grows", "coefficients grow"),
                    said(flat, "hardly changes with distance", "hardly change with distance"),
                ],
            };
            let parts: Vec<String> = parts.into_iter().flatten().collect();
            match parts.split_last() {
                Some((last, before)) if !before.is_empty() => {
                    format!("{} and {last}", before.join(", "))
                }
                _ => parts.concat(),
            }
        }
    }
}

/// What all near heads, and all far heads, are worth together: a sentence for each that is to be `told`, a
/// space before it.
fn of_sides(
    is_preference: bool,
    characters: &[Character],
    report: &Report,
    told: fn(&Worth) -> bool,
) -> String {
    let Together { near, far } = report.together;
    let count = |side: Character| characters.iter().filter(|&&head| head == side).count();
    let names = match is_preference {
        true => ["near heads (w < 0)", "far heads (w > 0)"],
        false => ["heads whose coefficient falls", "heads whose coefficient grows"],
    };
    let sides = [(near, Character::Near), (far, Character::Far)].into_iter().zip(names);
    let sentence = |((worth, side), name): ((Option<Worth>, Character), &str)| {
        let worth = worth.filter(told)?;
        // w may have moved since the held-out texts were asked.
        let count = count(side);
        let all = if count > 1 { format!("all {count}") } else { "all".to_owned() };
        let grows = if worth.is_sure() { "grows by" } else { "does not surely grow:" };
        let amount = worth_text(worth);
        Some(format!(" With w of {all} {name} set to 0, the loss {grows} {amount}."))
    };
    sides.filter_map(sentence).collect()
}

/// How good the answers are: `largest_class` is what always naming the most frequent class gives.
pub fn of_answers(report: &Report, held_out: Option<&HeldOut>, largest_class: f64) -> String {
    let percent = |share: f64| format!("{:.0} %", 100.0 * share);
    match held_out {
        None if report.step == 0 && report.from_file => {
            "Press Play: training goes on from the file.".to_owned()
        }
        None if report.step == 0 => "Press Play: nothing is learned yet.".to_owned(),
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
        let at = |step, from_file| Report { step, from_file, ..Report::default() };
        let of =
            |right| of_answers(&at(1, false), Some(&HeldOut { step: 1, loss: 0.0, right }), 0.5);
        assert!(of(0.52).contains("as good as guessing"));
        assert!(of(0.8).starts_with("80 % of the held-out texts are answered right (guessing"));
        assert!(of(0.99).contains("learned"));
        assert!(of_answers(&at(0, false), None, 0.5).contains("nothing is learned yet"));
        assert!(!of_answers(&at(0, true), None, 0.5).contains("nothing"));
        assert!(of_answers(&at(9, true), None, 0.5).contains("soon"));
    }

    #[test]
    fn winners_are_those_whose_interval_lies_above_0() {
        assert_eq!(winners(&worth(&[0.3, 2.0, 0.1, -1.0])), [1, 0, 2]);
        assert!(winners(&worth(&[0.005, 0.0])).is_empty());
        // 0.04 on a few texts may as well be nothing.
        assert!(winners(&worth(&[0.04, 0.0])).is_empty());
        // As the card shows it: "0.007 (0.001 to 0.013)" is sure, "0.007 (0 to 0.013)" is not.
        let card = |low: f32| Worth { mean: 0.007, low, high: 0.013 };
        assert_eq!(worth_text(card(0.001)), "0.007 (0.001 to 0.013)");
        assert_eq!(winners(&[card(0.001)]), [0]);
        assert_eq!(worth_text(card(0.0004)), "0.007 (0 to 0.013)");
        assert!(winners(&[card(0.0004)]).is_empty());
    }

    /// Over tables of worths: what the verdict names is what the cards show.
    #[test]
    fn the_verdict_follows_the_cards() {
        type Shown = (f32, f32, f32);
        let cases: &[(&[Shown], &str)] = &[
            // The largest estimate is not sure.
            (
                &[(0.072, 0.01, 0.134), (0.084, -0.01, 0.178)],
                "Head 1 matters most of those that surely do (w = −0.5)",
            ),
            (
                &[(0.072, 0.01, 0.134), (0.05, 0.01, 0.09)],
                "Head 1 seems to matter most, not surely",
            ),
            (&[(0.5, 0.4, 0.6), (0.1, 0.05, 0.15)], "Head 1 matters most (w = −0.5)"),
            (
                &[(0.019, 0.01, 0.028), (0.033, -0.01, 0.076), (0.018, 0.01, 0.026)],
                "Head 1 seems to matter most of those that surely do",
            ),
        ];
        for (table, expected) in cases {
            let mut of = report(&vec![-0.5; table.len()], &[]);
            of.worth = table.iter().map(|&(mean, low, high)| Worth { mean, low, high }).collect();
            let text = of_heads(&Choices::default(), &of);
            assert!(text.contains(expected), "{text}");
            let larger = of.worth.iter().any(|other| other.mean > of.worth[0].mean);
            assert_eq!(text.contains("Head 2 may matter more, not surely: "), larger, "{text}");
            let sure = of.worth.iter().filter(|worth| worth.is_sure()).count();
            assert!(text.starts_with(&format!("{sure} of {} heads matter", table.len())), "{text}");
        }
    }

    /// A coefficient that can be negative is told as what it is, and flat heads as flat.
    #[test]
    fn near_and_far_are_read_from_the_coefficient() {
        let clip = Method::DistanceAware {
            mapping: nearfar::attention::Mapping::Clip { threshold: 5.0 },
            adjustment: nearfar::attention::Adjustment::LateMultiply,
        };
        let choices = Choices { method: clip.into(), ..Choices::default() };
        let text = of_heads(&choices, &report(&[-0.5, 0.0], &[0.3, 0.0]));
        assert!(
            text.starts_with("1 of 2 heads matters, and its coefficient falls with distance."),
            "{text}"
        );
        assert!(!text.contains("w <") && !text.contains("near"), "{text}");
        let mut of = report(&[-0.5, 0.4, 0.4], &[0.3, 0.3, 0.2]);
        of.together.far = Some(Worth { mean: 1.0, low: 0.5, high: 1.5 });
        let text = of_heads(&choices, &of);
        assert!(text.contains("1 coefficient falls and 2 coefficients grow"), "{text}");
        assert!(text.contains("all 2 heads whose coefficient grows set to 0"), "{text}");
        // The clip at 0 cuts what a positive w would say.
        let none = Method::DistanceAware {
            mapping: nearfar::attention::Mapping::Clip { threshold: 0.0 },
            adjustment: nearfar::attention::Adjustment::LateMultiply,
        };
        let choices = Choices { method: none.into(), ..Choices::default() };
        let text = of_heads(&choices, &report(&[0.5], &[]));
        assert!(text.contains("no head's coefficient changes much"), "{text}");
        // By the paper's mapping as before, and a head that hardly leans is not called near.
        let text = of_heads(&Choices::default(), &report(&[-1.0, -0.001], &[0.3, 0.2]));
        assert!(text.contains("1 for near tokens (w < 0) and 1 for neither"), "{text}");
    }

    #[test]
    fn a_start_from_a_file_and_large_steps_are_told() {
        let choices = Choices::default();
        let of = Report { step: 0, from_file: true, ..report(&[-1.0, 0.5], &[]) };
        assert_eq!(of_heads(&choices, &of), "The 2 heads start with w as the file has it.");
        let of = Report { from_file: false, ..of };
        assert_eq!(of_heads(&choices, &of), "The 2 heads start with w at random.");
        let of = Report { step: 1125, ..of };
        assert!(of_heads(&choices, &of).starts_with("After 1,125 steps, "));
    }

    #[test]
    fn percents_have_their_sign_and_0_has_none() {
        let cases = [
            (0.312, "31"),
            (1.0, "100"),
            (-0.0, "0"),
            (-0.0001, "0"),
            (-0.004, "−0.4"),
            (-0.25, "−25"),
            (0.006, "0.6"),
        ];
        for (weight, expected) in cases {
            assert_eq!(percent_text(weight), expected, "{weight}");
        }
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
