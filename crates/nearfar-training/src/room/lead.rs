//! The first line of the room: where to begin, what to watch while a run goes on, what came of it once it stands.

use nearfar::ModelMethod;
use nearfar::metrics::Character;
use nearfar_texts::train as texts;

use super::Shown;
use crate::data::Generated;
use crate::protocol::finding::{characters, is_learned, sign_is_preference, winners};
use crate::protocol::{Choices, Report, Task};

/// Whether a task needs heads that prefer near tokens, and such that prefer far ones; `None` where nobody knows.
fn needs(task: Task) -> Option<[bool; 2]> {
    match task {
        Task::Generated(Generated::Near) => Some([true, false]),
        Task::Generated(Generated::Far) => Some([false, true]),
        Task::Generated(Generated::Both) => Some([true, true]),
        Task::Generated(Generated::Neither) | Task::BuiltIn | Task::Own => None,
    }
}

/// What to watch while a run goes on.
pub fn watch(choices: &Choices) -> &'static str {
    match needs(choices.task) {
        _ if !sign_is_preference(choices.method) => texts::lead_watch(),
        Some([true, false]) => texts::lead_watch_near(),
        Some([false, true]) => texts::lead_watch_far(),
        Some(_) => texts::lead_watch_both(),
        None => texts::lead_watch_any(),
    }
}

/// What came of a run that stands; empty before its first step. `largest_class`: the share that guessing answers right.
pub fn result(choices: &Choices, shown: &Shown, largest_class: f64) -> String {
    let steps = shown.report.step as usize;
    if steps == 0 {
        return String::new();
    }
    let percent = |share: f64| format!("{:.0} %", 100.0 * share);
    let answers = match shown.held_out() {
        None => texts::lead_paused_unasked(steps),
        Some(held_out) => {
            let right = percent(held_out.right.into());
            match is_learned(held_out, largest_class) {
                true => texts::lead_learned(steps, right),
                false => texts::lead_paused(steps, right, percent(largest_class)),
            }
        }
    };
    let heads = heads(choices.method, needs(choices.task), &shown.report);
    [vec![answers], heads].concat().join(" ")
}

/// Which heads prefer what the task needs: those that surely help, or where none does all that prefer it.
fn heads(method: ModelMethod, needs: Option<[bool; 2]>, report: &Report) -> Vec<String> {
    if !sign_is_preference(method) {
        return Vec::new();
    }
    let (characters, sure) = (characters(method, report), winners(&report.worth));
    let of = |side: Character| {
        let all: Vec<usize> =
            (0..characters.len()).filter(|&head| characters[head] == side).collect();
        let helps: Vec<usize> = all.iter().copied().filter(|head| sure.contains(head)).collect();
        if helps.is_empty() { all } else { helps }
    };
    let listed = |heads: &[usize]| {
        let numbers: Vec<String> = heads.iter().map(|head| (head + 1).to_string()).collect();
        numbers.join(", ")
    };
    let (near, far) = (of(Character::Near), of(Character::Far));
    let Some([needs_near, needs_far]) = needs else {
        let count = |side| characters.iter().filter(|&&head| head == side).count().to_string();
        let (near, far) = (count(Character::Near), count(Character::Far));
        return vec![texts::lead_heads(near, characters.len().to_string(), far)];
    };
    let mut said = Vec::new();
    if needs_near {
        said.push(match near.len() {
            0 => texts::lead_near_none().to_owned(),
            count => texts::lead_near(count, listed(&near)),
        });
    }
    if needs_far {
        said.push(match far.len() {
            0 => texts::lead_far_none().to_owned(),
            count => texts::lead_far(count, listed(&far)),
        });
    }
    said
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::protocol::{HeldOut, Worth};

    fn of(task: Generated) -> Choices {
        Choices::of(Task::Generated(task))
    }

    fn shown(step: u64, w: &[f32], right: Option<f32>) -> Shown {
        let (w, v) = (w.to_vec(), vec![0.0; w.len()]);
        let mut shown =
            Shown { report: Report { step, w, v, ..Report::default() }, ..Shown::default() };
        shown.curves.held_out.extend(right.map(|right| HeldOut { step, loss: 0.1, right }));
        shown
    }

    #[test]
    fn a_run_that_stands_says_what_came_of_it() {
        let near = of(Generated::Near);
        assert_eq!(result(&near, &shown(0, &[0.0], None), 0.5), "");
        let learned = shown(572, &[-1.8, 0.0, -0.7, 0.4], Some(1.0));
        assert_eq!(
            result(&near, &learned, 0.5),
            "Learned in 572 steps: 100 % right. Heads 1, 3 prefer near tokens, as the task needs."
        );
        // Of those that surely help, the others need not be named.
        let mut sure = learned.clone();
        sure.report.worth =
            [2.0, 0.0, 0.0, 0.0].map(|mean| Worth { mean, low: mean, high: mean }).into();
        assert!(
            result(&near, &sure, 0.5).ends_with("Head 1 prefers near tokens, as the task needs.")
        );
        let begun = shown(40, &[0.0, 0.4], Some(0.52));
        assert_eq!(
            result(&near, &begun, 0.5),
            "Paused after 40 steps: 52 % right (guessing: 50 %). Play goes on. No head prefers near tokens yet; the \
             task needs one."
        );
        assert!(result(&near, &shown(1, &[0.0], None), 0.5).starts_with("Paused after 1 step."));
    }

    #[test]
    fn every_task_says_what_it_needs() {
        let run = shown(300, &[-1.8, 0.9], Some(1.0));
        let says = |task| result(&of(task), &run, 0.5);
        assert!(
            says(Generated::Far).contains("Head 2 prefers far")
                && !says(Generated::Far).contains("near")
        );
        assert!(says(Generated::Both).contains("Head 1 prefers near"));
        assert!(says(Generated::Both).contains("Head 2 prefers far"));
        assert!(says(Generated::Neither).contains("near tokens: 1 of 2; far tokens: 1"));
        let watched: Vec<_> =
            [Generated::Near, Generated::Far, Generated::Both, Generated::Neither]
                .map(|task| watch(&of(task)))
                .into();
        assert!((1..watched.len()).all(|at| !watched[..at].contains(&watched[at])), "{watched:?}");
    }

    #[test]
    fn nothing_is_said_of_near_and_far_where_w_does_not_say_it() {
        let vanilla = Choices { method: nearfar::Method::VANILLA.into(), ..of(Generated::Near) };
        let run = shown(9, &[], Some(0.99));
        assert_eq!(result(&vanilla, &run, 0.5), "Learned in 9 steps: 99 % right.");
        assert!(!watch(&vanilla).contains("near"));
    }
}
