//! The runs of the room together: what the user, a link or a file does to both.

use nearfar::lab::Panel::{self, A, B};
use nearfar_training::protocol::{Answer, Ask, Choices, Failure, Kept, Overview, Report, Task};
use nearfar_training::room::{Effect, Linked, OfRun, Purpose, RunId, Runs, Speed, Status};

const BYTES: usize = 1 << 20;

fn seed(seed: u32) -> RunId {
    RunId { choices: Choices { seed, ..Choices::default() }, number: 0 }
}

fn own(seed: u32) -> RunId {
    RunId { choices: Choices { task: Task::Own, ..self::seed(seed).choices }, number: 0 }
}

fn at(step: u64) -> Report {
    Report { step, ..Report::default() }
}

fn receive(runs: &mut Runs, panel: Panel, answer: Answer) -> Vec<OfRun> {
    let none = at(0);
    runs.apply(panel, [&none, &none], |run, _| run.received(answer))
}

/// The runs of these choices, which answer and took no step.
fn ready(a: RunId, b: Option<RunId>) -> Runs {
    let mut runs = Runs::new(&Linked { a, b, ..Linked::default() }, BYTES);
    let none = at(0);
    for &panel in runs.panels() {
        runs.apply(panel, [&none, &none], |run, _| run.open(None));
        receive(&mut runs, panel, Answer::Started(Box::default()));
    }
    runs
}

fn ask(ask: Ask) -> Effect {
    Effect::Ask(ask, Vec::new(), Purpose::Report)
}

/// The panels of effects that ask for so much.
fn asked(effects: &[OfRun], wanted: &Ask) -> Vec<Panel> {
    let is_wanted = |effect: &Effect| *effect == ask(wanted.clone());
    effects.iter().filter(|(_, effect)| is_wanted(effect)).map(|(panel, _)| *panel).collect()
}

#[test]
fn what_is_done_is_done_to_every_run_that_there_is() {
    let none = at(0);
    let reports = [&none, &none];
    let step = Ask::Step { steps: 1 };
    assert_eq!(asked(&ready(seed(1), None).step(reports), &step), [A]);
    let mut runs = ready(seed(1), Some(seed(2)));
    assert_eq!(asked(&runs.step(reports), &step), [A, B]);
    assert_eq!(runs.toggle(reports, false), [(A, Effect::Play), (B, Effect::Play)]);
    assert_eq!(asked(&runs.toggle(reports, true), &Ask::Pause), [A, B]);
    // Only what goes on is told of another speed at once.
    let playing = Report { playing: true, ..at(5) };
    let effects = runs.set_speed([&none, &playing], Speed::Slow);
    assert_eq!(effects, [(B, Effect::Play), (A, Effect::WriteLink)]);
    assert_eq!(runs.chosen.speed, Speed::Slow);
}

#[test]
fn rewound_runs_have_numbers_of_their_own() {
    let mut runs = ready(seed(1), Some(seed(2)));
    let report = at(9);
    runs.rewind([&report, &report]);
    assert_eq!([A, B].map(|panel| runs.of(panel).id.number), [1, 2]);
}

#[test]
fn what_is_chosen_last_is_shown_while_the_run_before_is_saved() {
    let mut runs = ready(seed(1), None);
    let report = at(9);
    let effects = runs.change(A, [&report, &report], |choices| choices.seed = 7);
    assert!(matches!(effects[..], [(A, Effect::Ask(Ask::Save, ..))]), "{effects:?}");
    assert_eq!((runs.of(A).id.choices.seed, runs.of(A).choices().seed), (1, 7));
    // Another change adds to it.
    runs.change(A, [&report, &report], |choices| choices.heads += 1);
    let wanted = runs.of(A).choices();
    assert_eq!((wanted.seed, wanted.heads), (7, Choices::default().heads + 1));
}

#[test]
fn undo_finds_the_run_that_was_left_on_the_shelf() {
    let mut runs = ready(seed(1), None);
    let report = at(9);
    let reports = [&report, &report];
    runs.change(A, reports, |choices| choices.seed = 7);
    let kept = Answer::Saved { kept: Kept::default(), step: 9 };
    let leave = Purpose::Leave(seed(1));
    let effects =
        runs.apply(A, reports, |run, _| run.answered(run.starts, leave, kept, vec![7; 3]));
    // The room keeps it: the page hears of the link and of the start alone.
    assert_eq!(effects, [(A, Effect::WriteLink), (A, Effect::Start)]);
    assert_eq!(runs.kept(), 1);
    receive(&mut runs, A, Answer::Started(Box::default()));
    let none = at(0);
    let linked = Linked { a: seed(1), ..Linked::default() };
    assert_eq!(runs.follow([&none, &none], linked, &[]), [(A, Effect::Start)]);
    let effects = receive(&mut runs, A, Answer::Started(Box::default()));
    assert!(matches!(effects[1], (A, Effect::Ask(Ask::Restore { .. }, ..))), "{effects:?}");
}

#[test]
fn a_run_beside_begins_with_the_choices_of_the_first_and_ends() {
    let mut runs = ready(seed(3), None);
    let none = at(0);
    let reports = [&none, &none];
    assert_eq!(runs.compare(reports, true), [(B, Effect::Start), (A, Effect::WriteLink)]);
    assert_eq!(runs.of(B).id.choices, runs.of(A).id.choices);
    assert_eq!((runs.panels(), runs.chosen.editing), (&[A, B][..], B));
    let effects = runs.compare(reports, false);
    assert!(effects.contains(&(B, Effect::EndWorker)), "{effects:?}");
    assert_eq!((runs.panels(), &runs.of(B).status), (&[A][..], &Status::Closed));
}

#[test]
fn a_link_changes_what_it_names_and_ends_what_it_does_not() {
    let none = at(0);
    let reports = [&none, &none];
    let mut runs = ready(seed(1), Some(seed(2)));
    let now = runs.linked();
    assert_eq!(runs.follow(reports, now.clone(), &[]), []);
    let other = Linked { b: Some(seed(5)), ..now };
    assert_eq!(runs.follow(reports, other.clone(), &[]), [(B, Effect::Start)]);
    assert_eq!(runs.of(B).id.choices.seed, 5);
    let alone = Linked { a: seed(1), ..Linked::default() };
    assert!(runs.follow(reports, alone, &[]).contains(&(B, Effect::EndWorker)));
    // One beside comes back without the first being touched.
    let effects = runs.follow(reports, other, &[]);
    assert!(effects.iter().all(|(panel, _)| *panel == B), "{effects:?}");
}

#[test]
fn the_data_of_the_first_run_suggest_the_sentence() {
    let mut runs = ready(own(1), Some(own(2)));
    let started = |text: &str| {
        let examples = vec![(vec![text.to_owned()], String::new())];
        Answer::Started(Box::new(Overview { examples, ..Overview::default() }))
    };
    receive(&mut runs, B, started("of B"));
    assert_eq!(runs.chosen.texts[0], "");
    receive(&mut runs, A, started("of A"));
    assert_eq!(runs.chosen.texts[0], "of A");
}

/// What is done once a file suits every run.
const TAKEN: [OfRun; 1] = [(A, Effect::TakeFile)];

fn panels(asks: &[(Panel, Ask)]) -> Vec<Panel> {
    asks.iter().map(|(panel, _)| *panel).collect()
}

#[test]
fn a_file_is_taken_once_it_suits_every_run_of_it() {
    let none = at(0);
    let reports = [&none, &none];
    let mut runs = ready(own(1), Some(own(2)));
    let (number, asks) = runs.try_file("new.tsv");
    assert_eq!(panels(&asks), [A, B]);
    assert_eq!(runs.checked(number, A, Answer::Checked), []);
    assert_eq!(runs.checked(number, B, Answer::Checked), TAKEN);
    let started = |panel| [(panel, Effect::Forget), (panel, Effect::Start)];
    assert_eq!(runs.take_file(reports), [started(A), started(B)].concat());
}

#[test]
fn a_file_that_does_not_suit_one_run_is_taken_by_none() {
    let mut runs = ready(own(1), Some(own(2)));
    runs.chosen.editing = A;
    let (number, _) = runs.try_file("new.tsv");
    let failed = Answer::Failed(Failure::new("it has no trees"));
    assert_eq!(runs.checked(number, B, failed), []);
    assert!(runs.of(B).problem.as_ref().is_some_and(|of| of.message.contains("new.tsv")));
    // What the other says then changes nothing.
    assert_eq!(runs.checked(number, A, Answer::Checked), []);
    assert_eq!([A, B].map(|panel| runs.of(panel).is_ready()), [true, true]);
}

#[test]
fn a_run_of_another_task_is_not_asked_unless_it_is_edited() {
    let none = at(0);
    let mut runs = ready(seed(1), Some(own(2)));
    runs.chosen.editing = B;
    assert_eq!(panels(&runs.try_file("new.tsv").1), [B]);
    runs.chosen.editing = A;
    let (number, asks) = runs.try_file("new.tsv");
    assert_eq!(panels(&asks), [A, B]);
    // The choices that it would begin with are those of its own file.
    let Ask::Check { choices, .. } = &asks[0].1 else { panic!("{asks:?}") };
    assert_eq!(Choices::from_text(choices).0.task, Task::Own);
    runs.checked(number, A, Answer::Checked);
    assert_eq!(runs.checked(number, B, Answer::Checked), TAKEN);
    runs.take_file([&none, &none]);
    assert_eq!([A, B].map(|panel| runs.of(panel).id.choices.task), [Task::Own; 2]);
}

#[test]
fn a_file_gives_way_to_the_next_one_and_does_not_wait_for_a_run_that_ended() {
    let none = at(0);
    let mut runs = ready(own(1), Some(own(2)));
    let (first, _) = runs.try_file("first.tsv");
    let (second, _) = runs.try_file("second.tsv");
    assert_eq!(runs.checked(first, A, Answer::Checked), []);
    assert_eq!(runs.checked(first, B, Answer::Checked), []);
    runs.compare([&none, &none], false);
    assert_eq!(runs.checked(second, A, Answer::Checked), TAKEN);
}

#[test]
fn a_file_is_taken_where_the_last_run_that_it_waits_for_ends() {
    let none = at(0);
    for is_read in [true, false] {
        let mut runs = ready(own(1), Some(own(2)));
        let (number, _) = runs.try_file("new.tsv");
        if is_read {
            assert_eq!(runs.checked(number, A, Answer::Checked), []);
        }
        let effects = runs.compare([&none, &none], false);
        assert_eq!(effects.contains(&TAKEN[0]), is_read, "{effects:?}");
        // What the run says that ended is nobody's.
        assert_eq!(runs.checked(number, B, Answer::Failed(Failure::new("odd"))), []);
        let taken = runs.checked(number, A, Answer::Checked);
        assert_eq!(taken, if is_read { vec![] } else { TAKEN.to_vec() });
    }
    // Nobody has read it: what there is stays.
    let mut runs = ready(seed(1), Some(own(2)));
    runs.chosen.editing = B;
    runs.try_file("new.tsv");
    assert!(!runs.compare([&none, &none], false).contains(&TAKEN[0]));
}

#[test]
fn a_file_that_ends_the_worker_is_refused() {
    let none = at(0);
    let reports = [&none, &none];
    let mut runs = ready(own(1), Some(own(2)));
    // The worker of A stopped before; the one that is to read the file stops as well.
    runs.stopped(A, reports, "it stopped".to_owned());
    let (number, _) = runs.try_file("new.tsv");
    assert_eq!(runs.checked(number, B, Answer::Checked), []);
    assert_eq!(runs.stopped(A, reports, "it stopped again".to_owned()), []);
    assert!(runs.of(A).problem.as_ref().is_some_and(|of| of.message.contains("new.tsv")));
    assert_eq!(runs.checked(number, A, Answer::Checked), []);
    // One that reads nothing says nothing of a file.
    let mut runs = ready(own(1), None);
    let (number, _) = runs.try_file("new.tsv");
    assert_eq!(runs.checked(number, A, Answer::Checked), TAKEN);
    runs.stopped(A, reports, "it stopped".to_owned());
    assert_eq!(runs.of(A).problem, None);
}
