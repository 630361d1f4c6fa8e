//! What a run has found, in words that need no picture.

use nearfar::attention::HeadParameters;
use nearfar::metrics::Character;
use nearfar::picture::scale::{format_count, format_number};
use nearfar::{Method, ModelMethod};

use super::{Choices, HeldOut, Overview, Report, Together, Worth};

/// The character of a head by its coefficients; flat for a method without w.
pub fn character_of(method: ModelMethod, w: f64, v: f64) -> Character {
    let head = HeadParameters { w, v };
    let found = method.attention().and_then(|method| Character::of_method(method, head));
    found.unwrap_or(Character::Flat)
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

/// Whether a head is surely worth more than every other: its interval lies above theirs.
fn is_best_sure(worth: &[Worth], best: usize) -> bool {
    let low = worth.get(best).map_or(f32::MIN, |worth| worth.low);
    let mut others = worth.iter().enumerate().filter(|&(head, _)| head != best);
    others.all(|(_, other)| other.high < low)
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

/// What the heads are like now.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Finding {
    /// One sentence.
    pub says: String,
    /// The numbers that it rests on, in sentences; empty where there are none.
    pub more: String,
}

/// What a run has found: of its heads, and how good its answers are.
pub fn of_run(
    choices: &Choices,
    report: &Report,
    held_out: Option<&HeldOut>,
    overview: &Overview,
) -> Finding {
    let Finding { says, more } = of_heads(choices, report);
    Finding { says: format!("{says} {}", of_answers(report, held_out, overview)), more }
}

/// What the heads are like now.
pub fn of_heads(choices: &Choices, report: &Report) -> Finding {
    let alone = |says: String| Finding { says, more: String::new() };
    if let ModelMethod::Own(method) = choices.method {
        let name = method.kind().definition().short;
        return alone(match report.learned.len() {
            0 => format!(
                "{name} has no parameters of its own for positions: what it does with them is fixed."
            ),
            _ => format!("{name} has no w: what it learns about positions is in the tables below."),
        });
    }
    if !choices.method.knows_distance() {
        let has = match choices.method == Method::VANILLA.into() {
            true => "it learns near and far from sinusoidal positions",
            false => "without positions it cannot tell near from far",
        };
        return alone(format!("Vanilla attention has no w: {has}."));
    }
    let heads = report.w.len();
    if report.step == 0 {
        let all_zero = report.w.iter().all(|&w| w == 0.0);
        let (the, all, start) = match heads {
            1 => ("head".to_owned(), "the head prefers".to_owned(), "starts"),
            _ => (format!("{heads} heads"), format!("all {heads} heads prefer"), "start"),
        };
        return alone(match (report.from_file, all_zero) {
            (true, _) => format!("The {the} {start} with w as the file has it."),
            (_, true) => format!("Nothing is learned yet: {all} neither near nor far."),
            _ => format!("Nothing is learned yet: the {the} {start} with w at random."),
        });
    }
    let heads = counted(heads as u64, "head");
    let characters = characters(choices.method, report);
    let is_preference = sign_is_preference(choices.method);
    let sides = of_sides(is_preference, &characters, report);
    let winners = winners(&report.worth);
    let [best, ..] = winners.as_slice() else {
        let leaning = characters.iter().filter(|&&head| head != Character::Flat).count();
        let leans = match (leaning, is_preference) {
            (0, true) => "no head prefers near or far tokens yet".to_owned(),
            (0, false) => "no head's coefficient changes much with distance yet".to_owned(),
            (1, true) => format!("1 of {heads} prefers near or far tokens"),
            (_, true) => format!("{leaning} of {heads} prefer near or far tokens"),
            (1, false) => format!("the coefficient of 1 of {heads} changes with distance"),
            (_, false) => {
                format!("the coefficients of {leaning} of {heads} change with distance")
            }
        };
        let helps = match (leaning, sides.is_empty()) {
            (0, _) => "",
            (_, true) => "; no head surely matters yet",
            (_, false) => ": together they help, alone each may not",
        };
        let after = counted(report.step, "step");
        let says = format!("After {after}, {leans}{helps}.");
        return Finding { says, more: sides.join(" ") };
    };
    let w = format_number(f64::from(report.w.get(*best).copied().unwrap_or(0.0)));
    let side = match characters.get(*best) {
        Some(Character::Near) if is_preference => ", near",
        Some(Character::Far) if is_preference => ", far",
        _ => "",
    };
    let worth = |head: usize| worth_text(report.worth.get(head).copied().unwrap_or_default());
    let rival = rival(&report.worth, *best);
    let matters = match rival {
        Some(rival) => format!("matters, but head {} may matter more", rival + 1),
        None if is_best_sure(&report.worth, *best) => "matters most so far".to_owned(),
        None => "matters most so far; another may overtake it".to_owned(),
    };
    let says = format!("Head {} (w = {w}{side}) {matters}.", best + 1);
    let prefer = preference(is_preference, winners.iter().filter_map(|&head| characters.get(head)));
    let matter = if winners.len() == 1 { "surely matters" } else { "surely matter" };
    let mut more = vec![
        format!("{} of {heads} {matter}, {prefer}.", winners.len()),
        format!(
            "With w of head {} set to 0, the loss on {} grows by {}.",
            best + 1,
            counted(report.worth_texts as u64, "held-out text"),
            worth(*best)
        ),
    ];
    more.extend(rival.map(|head| format!("Of head {}: {}.", head + 1, worth(head))));
    more.extend(sides);
    Finding { says, more: more.join(" ") }
}

/// "1 step", "1 200 steps".
fn counted(count: u64, one: &str) -> String {
    format!("{} {one}{}", format_count(count), if count == 1 { "" } else { "s" })
}

/// The character of every head now.
pub fn characters(method: ModelMethod, report: &Report) -> Vec<Character> {
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

/// What all near heads, and all far heads, are surely worth together: a sentence for each.
fn of_sides(is_preference: bool, characters: &[Character], report: &Report) -> Vec<String> {
    let Together { near, far } = report.together;
    let count = |side: Character| characters.iter().filter(|&&head| head == side).count();
    let names = match is_preference {
        true => ["near heads (w < 0)", "far heads (w > 0)"],
        false => ["heads whose coefficient falls", "heads whose coefficient grows"],
    };
    let sides = [(near, Character::Near), (far, Character::Far)].into_iter().zip(names);
    let sentence = |((worth, side), name): ((Option<Worth>, Character), &str)| {
        let worth = worth_text(worth.filter(Worth::is_sure)?);
        // w may have moved since the held-out texts were asked.
        let count = count(side);
        let all = if count > 1 { format!("all {count}") } else { "all".to_owned() };
        Some(format!("With w of {all} {name} set to 0, the loss grows by {worth}."))
    };
    sides.filter_map(sentence).collect()
}

/// The share of held-out examples that a learned task answers right, at least.
const LEARNED: f32 = 0.97;

/// Whether held-out examples were answered no better than by always naming the most frequent class, whose share is
/// `largest_class`.
fn is_guessing(held_out: &HeldOut, largest_class: f64) -> bool {
    f64::from(held_out.right) <= largest_class + 0.03
}

/// Whether held-out examples were answered as a learned task is, and better than by guessing.
pub fn is_learned(held_out: &HeldOut, largest_class: f64) -> bool {
    held_out.right >= LEARNED && !is_guessing(held_out, largest_class)
}

/// How good the answers are, beside what always naming the most frequent class gives. Nothing before the first step.
pub fn of_answers(report: &Report, held_out: Option<&HeldOut>, overview: &Overview) -> String {
    let Overview { largest_class, treebank, .. } = *overview;
    let answered = if treebank { "words" } else { "texts" };
    let percent = |share: f64| format!("{:.0} %", 100.0 * share);
    match held_out {
        None if report.step == 0 => String::new(),
        None => "The held-out texts are asked soon.".to_owned(),
        Some(held_out) => {
            let judged = if is_guessing(held_out, largest_class) {
                " As good as guessing so far."
            } else if !is_learned(held_out, largest_class) {
                ""
            } else if report.playing {
                " The task is learned: pause when you like."
            } else {
                " The task is learned, and training paused: Play goes on."
            };
            format!(
                "{} of the held-out {answered} are answered right (guessing: {}).{judged}",
                percent(held_out.right.into()),
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
    fn the_best_head_is_named_and_the_numbers_are_told_apart() {
        let choices = Choices::default();
        let found = of_heads(&choices, &report(&[-1.8, -0.2, 0.05, 0.3], &[2.0, 0.3, 0.0, 0.001]));
        assert_eq!(found.says, "Head 1 (w = −1.8, near) matters most so far.");
        assert_eq!(
            found.more,
            "2 of 4 heads surely matter, and both prefer near tokens (w < 0). With w of head 1 set to 0, the loss on \
             48 held-out texts grows by 2 (1.95 to 2.05)."
        );
        let found = of_heads(&choices, &report(&[-0.5, 0.4, 0.3], &[0.1, 0.25, 0.3]));
        assert_eq!(
            found.says,
            "Head 3 (w = 0.3, far) matters most so far; another may overtake it."
        );
        assert!(
            found.more.starts_with(
                "3 of 3 heads surely matter, 1 for near tokens (w < 0) and 2 for far ones"
            ),
            "{found:?}"
        );
        let found = of_heads(&choices, &report(&[0.0, 0.4], &[0.0, 0.1]));
        assert!(
            found.more.starts_with("1 of 2 heads surely matters, and prefers far tokens"),
            "{found:?}"
        );
        let found = of_heads(&choices, &report(&[0.0, 0.4], &[0.0, -0.1]));
        assert_eq!(
            found.says,
            "After 100 steps, 1 of 2 heads prefers near or far tokens; no head surely matters yet."
        );
        assert_eq!(found.more, "");
        assert_eq!(
            of_heads(&choices, &report(&[0.0], &[])).says,
            "After 100 steps, no head prefers near or far tokens yet."
        );
    }

    #[test]
    fn heads_that_do_the_same_work_are_judged_together() {
        let choices = Choices::default();
        let one = |mean| Some(worth(&[mean])[0]);
        let mut of = report(&[1.2, 0.9, -0.3, 0.8], &[0.0, 0.01, 0.0, 0.0]);
        of.together = Together { near: None, far: one(0.4) };
        let found = of_heads(&choices, &of);
        assert_eq!(
            found.says,
            "After 100 steps, 4 of 4 heads prefer near or far tokens: together they help, alone each may not."
        );
        let far = "With w of all 3 far heads (w > 0) set to 0, the loss grows by ";
        assert_eq!(found.more, format!("{far}0.4 (0.35 to 0.45)."));
        // Neither alone nor together.
        of.together.far = one(0.02);
        let found = of_heads(&choices, &of);
        assert!(
            found.says.ends_with("; no head surely matters yet.") && found.more.is_empty(),
            "{found:?}"
        );
        // Beside heads that matter by themselves, the side that is sure is told.
        of.worth = worth(&[1.0, 0.0, 0.0, 0.0]);
        of.together = Together { near: one(0.0), far: one(2.0) };
        let found = of_heads(&choices, &of);
        assert!(found.more.ends_with(&format!("{far}2 (1.95 to 2.05).")), "{found:?}");
        assert!(!found.more.contains("near heads"), "{found:?}");
    }

    #[test]
    fn a_run_is_told_by_its_heads_and_its_answers() {
        let (choices, overview) = (Choices::default(), Overview::default());
        let report = report(&[-1.8, -0.2], &[2.0, 0.3]);
        let held_out = HeldOut { step: 100, loss: 0.1, right: 0.8 };
        let found = of_run(&choices, &report, Some(&held_out), &overview);
        let heads = of_heads(&choices, &report);
        let answers = "80 % of the held-out texts are answered right (guessing: 0 %).";
        assert_eq!(found, Finding { says: format!("{} {answers}", heads.says), more: heads.more });
    }

    #[test]
    fn vanilla_has_no_preference() {
        let choices = Choices { method: Method::VANILLA.into(), ..Choices::default() };
        assert!(of_heads(&choices, &report(&[-1.0], &[])).says.contains("sinusoidal"));
        let alibi = nearfar::model::OwnMethod::new(nearfar::methods::MethodKind::Alibi).unwrap();
        let choices = Choices { method: alibi.into(), ..choices };
        assert!(of_heads(&choices, &report(&[], &[])).says.starts_with("ALiBi has no parameters"));
    }

    #[test]
    fn answers_are_judged_by_guessing() {
        let at = |step, from_file| Report { step, from_file, ..Report::default() };
        let texts = Overview { largest_class: 0.5, ..Overview::default() };
        let of =
            |right| of_answers(&at(1, false), Some(&HeldOut { step: 1, loss: 0.0, right }), &texts);
        assert!(of(0.52).contains("As good as guessing"));
        assert!(of(0.8).starts_with("80 % of the held-out texts are answered right (guessing"));
        assert!(of(0.99).contains("learned"));
        let right = HeldOut { step: 1, loss: 0.0, right: 0.99 };
        assert!(is_learned(&right, 0.5) && !is_learned(&right, 0.98));
        assert_eq!(of_answers(&at(0, false), None, &texts), "");
        assert!(of_answers(&at(9, true), None, &texts).contains("soon"));
        let words = Overview { treebank: true, ..texts };
        let held_out = HeldOut { step: 1, loss: 0.0, right: 0.8 };
        let said = of_answers(&at(1, false), Some(&held_out), &words);
        assert!(said.starts_with("80 % of the held-out words are"), "{said}");
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
                "Head 1 (w = −0.5, near) matters, but head 2 may matter more.",
            ),
            (
                &[(0.072, 0.01, 0.134), (0.05, 0.01, 0.09)],
                "Head 1 (w = −0.5, near) matters most so far; another may overtake it.",
            ),
            (&[(0.5, 0.4, 0.6), (0.1, 0.05, 0.15)], "Head 1 (w = −0.5, near) matters most so far."),
            (
                &[(0.019, 0.01, 0.028), (0.033, -0.01, 0.076), (0.018, 0.01, 0.026)],
                "Head 1 (w = −0.5, near) matters, but head 2 may matter more.",
            ),
        ];
        for (table, expected) in cases {
            let mut of = report(&vec![-0.5; table.len()], &[]);
            of.worth = table.iter().map(|&(mean, low, high)| Worth { mean, low, high }).collect();
            let found = of_heads(&Choices::default(), &of);
            assert_eq!(found.says, *expected);
            let larger = of.worth.iter().any(|other| other.mean > of.worth[0].mean);
            assert_eq!(found.more.contains("Of head 2: "), larger, "{found:?}");
            let sure = of.worth.iter().filter(|worth| worth.is_sure()).count();
            let counted = format!("{sure} of {} heads surely matter", table.len());
            assert!(found.more.starts_with(&counted), "{found:?}");
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
        let Finding { says, more } = of_heads(&choices, &report(&[-0.5, 0.0], &[0.3, 0.0]));
        assert!(says.starts_with("Head 1 (w = −0.5) matters most"), "{says}");
        assert!(
            more.starts_with(
                "1 of 2 heads surely matters, and its coefficient falls with distance."
            ),
            "{more}"
        );
        assert!(!more.contains("w <") && !more.contains("near"), "{more}");
        let mut of = report(&[-0.5, 0.4, 0.4], &[0.3, 0.3, 0.2]);
        of.together.far = Some(Worth { mean: 1.0, low: 0.5, high: 1.5 });
        let text = of_heads(&choices, &of).more;
        assert!(text.contains("1 coefficient falls and 2 coefficients grow"), "{text}");
        assert!(text.contains("all 2 heads whose coefficient grows set to 0"), "{text}");
        // The clip at 0 cuts what a positive w would say.
        let none = Method::DistanceAware {
            mapping: nearfar::attention::Mapping::Clip { threshold: 0.0 },
            adjustment: nearfar::attention::Adjustment::LateMultiply,
        };
        let choices = Choices { method: none.into(), ..Choices::default() };
        let text = of_heads(&choices, &report(&[0.5], &[])).says;
        assert!(text.contains("no head's coefficient changes much"), "{text}");
        // By the paper's mapping as before, and a head that hardly leans is not called near.
        let text = of_heads(&Choices::default(), &report(&[-1.0, -0.001], &[0.3, 0.2])).more;
        assert!(text.contains("1 for near tokens (w < 0) and 1 for neither"), "{text}");
    }

    #[test]
    fn a_start_from_a_file_and_large_steps_are_told() {
        let choices = Choices::default();
        let of = Report { step: 0, from_file: true, ..report(&[-1.0, 0.5], &[]) };
        assert_eq!(of_heads(&choices, &of).says, "The 2 heads start with w as the file has it.");
        let of = Report { from_file: false, ..of };
        assert!(of_heads(&choices, &of).says.ends_with("the 2 heads start with w at random."));
        let of = Report { w: vec![0.0; 2], ..of };
        assert_eq!(
            of_heads(&choices, &of).says,
            "Nothing is learned yet: all 2 heads prefer neither near nor far."
        );
        let of = Report { step: 1125, ..of };
        assert!(of_heads(&choices, &of).says.starts_with("After 1\u{202f}125 steps, "));
        let of = Report { step: 1, ..of };
        assert!(of_heads(&choices, &of).says.starts_with("After 1 step, "));
        let of = |w: f32, step| Report { w: vec![w], v: vec![0.0], step, ..Report::default() };
        assert_eq!(
            [of(0.0, 0), of(0.5, 0), of(-3.0, 1)].map(|report| of_heads(&choices, &report).says),
            [
                "Nothing is learned yet: the head prefers neither near nor far.",
                "Nothing is learned yet: the head starts with w at random.",
                "After 1 step, 1 of 1 head prefers near or far tokens; no head surely matters yet.",
            ]
        );
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
