//! One run in the room: what the user and the worker do in, what the page does for it out.

use nearfar::Method;
use nearfar_training::protocol::{
    Answer, Ask, Choices, Failure, HeldOut, Kept, Overview, Report, Task,
};
use nearfar_training::room::says::About;
use nearfar_training::room::{Again, Effect, News, Purpose, Run, RunId, Status};
use nearfar_training::session::Session;
use nearfar_training::shelf::Saved;

fn seed(seed: u32) -> Choices {
    Choices { seed, ..Choices::default() }
}

fn id(number_of_seed: u32, number: u32) -> RunId {
    RunId { choices: seed(number_of_seed), number }
}

fn at(step: u64) -> Report {
    Report { step, ..Report::default() }
}

fn playing(step: u64) -> Report {
    Report { playing: true, ..at(step) }
}

fn saved(id: RunId, step: u64) -> Saved {
    let RunId { choices, number } = id;
    Saved { choices, number, kept: Kept::default(), state: vec![7; 3], step }
}

fn answer(step: u64) -> Answer {
    Answer::Saved { kept: Kept::default(), step }
}

fn started() -> Answer {
    Answer::Started(Box::default())
}

fn stand() -> Effect {
    Effect::Stand(Box::<Overview>::default())
}

fn draw(step: u64) -> Effect {
    Effect::Draw(Box::new(at(step)))
}

fn ask(ask: Ask) -> Effect {
    Effect::Ask(ask, Vec::new(), Purpose::Report)
}

/// Seed 1, number 0; it answers, and has said nothing yet.
fn ready() -> Run {
    let mut run = Run::new(id(1, 0));
    run.open(None);
    run.received(started());
    run
}

fn with_news(news: News) -> Run {
    let mut run = ready();
    run.news = Some(news);
    run
}

fn failed(run: &mut Run, message: &str) -> Vec<Effect> {
    let failed = Answer::Failed(Failure::new(message));
    run.answered(run.starts, Purpose::Report, failed, Vec::new())
}

/// The purpose of the one request to save.
fn asked_to_save(effects: Vec<Effect>) -> Purpose {
    match <[Effect; 1]>::try_from(effects) {
        Ok([Effect::Ask(Ask::Save, bytes, purpose)]) if bytes.is_empty() => purpose,
        other => panic!("{other:?}"),
    }
}

/// The browser keeps the run as it is at a step.
fn keep(run: &mut Run, step: u64) {
    let purpose = asked_to_save(run.keep(&at(step)));
    run.answered(run.starts, purpose, answer(step), vec![7; 3]);
}

/// The bytes of a model that was made with these choices.
fn checkpoint_of(choices: &Choices) -> Vec<u8> {
    let mut session = Session::new();
    let ask = Ask::Start { choices: choices.to_text(), has_file: false, file_name: String::new() };
    session.answer(ask, Vec::new());
    session.answer(Ask::Export, Vec::new()).1.remove(0)
}

#[test]
fn a_run_starts_stands_and_reports() {
    let mut run = Run::new(id(1, 0));
    assert_eq!(run.status, Status::Closed);
    assert_eq!(run.open(None), [Effect::Start]);
    assert_eq!(run.status, Status::Starting);
    assert_eq!(run.received(started()), [stand()]);
    assert_eq!(run.status, Status::Ready);
    assert_eq!(run.received(Answer::Report(Box::new(at(3)))), [draw(3)]);
}

/// A report of a run that plays, with what held-out examples say since the last one.
fn asked_held_out(step: u64, right: &[f32]) -> Report {
    let held_out = right.iter().map(|&right| HeldOut { step, loss: 0.1, right }).collect();
    Report { held_out, ..playing(step) }
}

#[test]
fn a_task_that_is_learned_pauses_once() {
    let mut run = ready();
    let mut pauses = |report: Report| {
        let effects = run.received(Answer::Report(Box::new(report)));
        effects.contains(&ask(Ask::Pause))
    };
    // Three times in a row, in one report or in several.
    assert!(!pauses(asked_held_out(63, &[1.0])));
    assert!(!pauses(asked_held_out(189, &[0.98, 0.9])));
    assert!(!pauses(asked_held_out(252, &[0.99])));
    assert!(!pauses(asked_held_out(300, &[])));
    assert!(pauses(asked_held_out(378, &[0.97, 1.0])));
    // Whoever goes on goes on.
    assert!(!pauses(asked_held_out(600, &[1.0, 1.0, 1.0])));
    // Another start learns again.
    assert!(!pauses(at(0)));
    assert!(pauses(asked_held_out(189, &[1.0, 1.0, 1.0])));
}

#[test]
fn a_run_that_only_guesses_does_not_pause() {
    let mut run = Run::new(id(1, 0));
    run.open(None);
    run.received(Answer::Started(Box::new(Overview { largest_class: 0.98, ..Default::default() })));
    let effects = run.received(Answer::Report(Box::new(asked_held_out(189, &[0.98; 5]))));
    assert!(!effects.contains(&ask(Ask::Pause)), "{effects:?}");
}

#[test]
fn a_run_from_a_file_is_kept_and_gone_back_to_before_it_took_a_step() {
    let from_file = Report { from_file: true, ..at(0) };
    let mut run = ready();
    let report = Answer::Report(Box::new(from_file.clone()));
    let effects = run.answered(run.starts, Purpose::StartFrom(seed(1)), report, Vec::new());
    assert!(effects.contains(&Effect::Ask(Ask::Save, Vec::new(), Purpose::Keep(id(1, 0)))));
    let purpose = asked_to_save(run.change(&from_file, seed(2)));
    run.answered(run.starts, purpose, answer(0), vec![7; 3]);
    assert_eq!(run.undo.map(|(saved, _)| saved), Some(saved(id(1, 0), 0)));
}

#[test]
fn a_run_that_is_rewound_is_forgotten_with_what_was_said_of_it() {
    let mut run = with_news(News::Restored(5));
    let purpose = asked_to_save(run.rewind(&at(5), &mut 0));
    let effects = run.answered(run.starts, purpose, answer(5), vec![7; 3]);
    assert_eq!(effects[1..], [Effect::Forget, ask(Ask::Rewind)]);
    assert_eq!(run.news, None);
}

#[test]
fn what_is_kept_of_a_run_that_stopped_is_not_rewound() {
    let mut run = Run::new(id(1, 0));
    run.open(Some(saved(id(1, 0), 40)));
    run.stopped("no memory".to_owned());
    let mut last_number = 0;
    assert_eq!(run.rewind(&at(40), &mut last_number), []);
    assert_eq!((run.id.number, last_number), (0, 0));
}

#[test]
fn a_run_that_comes_back_learned_does_not_pause() {
    let mut run = ready();
    let report = Report { playing: false, ..asked_held_out(600, &[1.0; 5]) };
    run.answered(run.starts, Purpose::Restore(600), Answer::Report(Box::new(report)), Vec::new());
    let effects = run.received(Answer::Report(Box::new(asked_held_out(700, &[1.0; 3]))));
    assert!(!effects.contains(&ask(Ask::Pause)), "{effects:?}");
}

#[test]
fn a_report_of_the_run_before_is_not_drawn() {
    let mut run = ready();
    run.change(&at(0), seed(2));
    assert_eq!(run.received(Answer::Report(Box::new(at(3)))), []);
    run.received(started());
    assert_eq!(run.received(Answer::Report(Box::new(at(0)))), [draw(0)]);
}

#[test]
fn what_the_browser_kept_of_the_same_choices_goes_on() {
    let mut run = Run::new(id(1, 0));
    assert_eq!(run.open(Some(saved(id(1, 0), 40))), [Effect::Start]);
    let restore =
        Effect::Ask(Ask::Restore { kept: Kept::default() }, vec![7; 3], Purpose::Restore(40));
    assert_eq!(run.received(started()), [stand(), restore]);
    let effects = run.answered(
        run.starts,
        Purpose::Restore(40),
        Answer::Report(Box::new(at(40))),
        Vec::new(),
    );
    assert_eq!(run.news, Some(News::Restored(40)));
    // The last report that was drawn has no step yet, and the run is kept all the same.
    let keep = Effect::Ask(Ask::Save, Vec::new(), Purpose::Keep(id(1, 0)));
    assert_eq!(effects, [draw(40), keep]);
    // Once is enough: another start begins at its start.
    run.start_over();
    assert_eq!(run.received(started()), [stand()]);
}

#[test]
fn what_the_browser_kept_of_other_choices_is_left() {
    let mut run = Run::new(id(1, 0));
    run.open(Some(saved(id(2, 0), 40)));
    assert_eq!(run.received(started()), [stand()]);
    assert_eq!(run.news, None);
}

#[test]
fn a_state_that_cannot_be_restored_says_why_and_the_run_stands_at_its_start() {
    let mut run = ready();
    let refused = Answer::Failed(Failure::new("The state is of another version"));
    assert_eq!(run.answered(run.starts, Purpose::Restore(40), refused, Vec::new()), []);
    assert_eq!(run.news, Some(News::NotRestored("The state is of another version".to_owned())));
    assert_eq!((run.status, run.problem), (Status::Ready, None));
}

#[test]
fn a_run_that_cannot_start_leaves_nothing_in_sight_and_silences_the_one_before() {
    let mut run = Run::new(id(1, 0));
    run.open(None);
    let effects = failed(&mut run, "Row 3 has no label");
    let silence = Effect::Ask(Ask::Pause, Vec::new(), Purpose::Silence);
    assert_eq!(effects, [silence, Effect::Clear]);
    assert_eq!(run.status, Status::Failed(Failure::new("Row 3 has no label")));
    assert!(run.status.never_started());
    // The pause reports the run before: nobody's.
    assert_eq!(
        run.answered(run.starts, Purpose::Silence, Answer::Report(Box::new(at(9))), Vec::new()),
        []
    );
    assert!(run.status.never_started());
}

#[test]
fn what_fails_while_a_run_answers_is_a_problem_and_the_run_stays() {
    let mut run = ready();
    failed(&mut run, "Loss is not finite");
    assert_eq!(run.problem, Some(Failure::new("Loss is not finite")));
    assert_eq!(run.status, Status::Ready);
    // Who plays again has read it.
    assert_eq!(run.play(), [Effect::Play]);
    assert_eq!(run.problem, None);
}

#[test]
fn a_worker_that_stops_says_why_once() {
    let mut run = ready();
    assert_eq!(run.stopped("It ran out of memory".to_owned()), [Effect::EndWorker]);
    assert_eq!(run.stopped("It was ended".to_owned()), []);
    // A choice that was refused says nothing of a worker that stops next.
    let mut run = ready();
    failed(&mut run, "There is no file yet");
    assert_eq!(run.stopped("It ran out of memory".to_owned()), [Effect::EndWorker]);
    let Status::Failed(failure) = &run.status else { panic!("{:?}", run.status) };
    assert_eq!((failure.message.as_str(), failure.fatal), ("It ran out of memory", true));
    assert!(!run.status.never_started());
}

#[test]
fn after_a_worker_stopped_the_last_kept_state_goes_on() {
    let mut run = ready();
    keep(&mut run, 40);
    run.stopped("It ran out of memory".to_owned());
    assert_eq!(run.recover(), [Effect::Start]);
    let restore =
        Effect::Ask(Ask::Restore { kept: Kept::default() }, vec![7; 3], Purpose::Restore(40));
    assert_eq!(run.received(started()), [stand(), restore]);
}

#[test]
fn a_kept_state_of_other_choices_does_not_go_on_after_a_worker_stopped() {
    let mut run = ready();
    keep(&mut run, 40);
    run.change(&at(0), seed(2));
    run.stopped("It ran out of memory".to_owned());
    run.recover();
    assert_eq!(run.received(started()), [stand()]);
}

#[test]
fn a_run_at_its_start_is_not_saved_before_other_choices() {
    let mut run = ready();
    let effects = run.change(&at(0), seed(2));
    assert_eq!(effects, [Effect::WriteLink, Effect::Start]);
    assert_eq!((run.id.clone(), run.undo.clone()), (id(2, 0), None));
}

#[test]
fn the_same_choices_change_nothing() {
    let mut run = ready();
    assert_eq!(run.change(&playing(40), seed(1)), []);
    assert_eq!(run.status, Status::Ready);
}

#[test]
fn choices_settle_before_a_run_starts_with_them() {
    let mut run = ready();
    run.change(&at(0), Choices { shared_vectors: true, width: 32, ..seed(1) });
    assert_eq!(run.id.choices.width, 100);
}

#[test]
fn a_run_that_took_steps_is_shelved_and_offered_before_it_starts_again() {
    let mut run = ready();
    let purpose = asked_to_save(run.change(&at(40), seed(2)));
    // Until the worker has answered, the run is as it was.
    assert_eq!((run.id.clone(), run.status.clone()), (id(1, 0), Status::Ready));
    let effects = run.answered(run.starts, purpose, answer(40), vec![7; 3]);
    let left = saved(id(1, 0), 40);
    assert_eq!(effects, [Effect::Shelve(left.clone()), Effect::WriteLink, Effect::Start]);
    assert_eq!(run.undo, Some((left, Again::With("seed 2 instead of 1".to_owned()))));
    assert_eq!((run.id, run.status), (id(2, 0), Status::Starting));
}

#[test]
fn a_run_that_could_not_be_saved_starts_again_all_the_same() {
    let mut run = ready();
    let purpose = asked_to_save(run.change(&at(40), seed(2)));
    let effects =
        run.answered(run.starts, purpose, Answer::Failed(Failure::new("No memory")), Vec::new());
    assert_eq!(effects, [Effect::WriteLink, Effect::Start]);
    assert_eq!((run.id, run.undo, run.problem), (id(2, 0), None, None));
}

fn vanilla(number_of_seed: u32) -> Choices {
    Choices { method: Method::VANILLA.into(), ..seed(number_of_seed) }
}

#[test]
fn what_is_changed_while_a_run_is_saved_is_changed_as_well() {
    let mut run = ready();
    let purpose = asked_to_save(run.change(&at(40), seed(2)));
    assert_eq!(run.choices(), &seed(2));
    assert_eq!(run.change(&at(40), vanilla(2)), []);
    let effects = run.answered(run.starts, purpose, answer(40), vec![7; 3]);
    let left = saved(id(1, 0), 40);
    assert_eq!(effects, [Effect::Shelve(left.clone()), Effect::WriteLink, Effect::Start]);
    let differ = "method Sinusoids instead of DA, seed 2 instead of 1".to_owned();
    assert_eq!(run.undo, Some((left, Again::With(differ))));
    assert_eq!((run.id.choices, run.status), (vanilla(2), Status::Starting));
}

#[test]
fn what_is_changed_back_while_a_run_is_saved_leaves_the_run() {
    let mut run = ready();
    let purpose = asked_to_save(run.change(&at(40), seed(2)));
    assert_eq!(run.change(&at(40), seed(1)), []);
    let effects = run.answered(run.starts, purpose, answer(40), vec![7; 3]);
    assert_eq!(effects, [Effect::Shelve(saved(id(1, 0), 40))]);
    assert_eq!((run.id, run.status, run.undo), (id(1, 0), Status::Ready, None));
}

#[test]
fn rewinding_while_a_changed_run_is_saved_keeps_the_change() {
    let mut run = ready();
    let purpose = asked_to_save(run.change(&at(40), seed(2)));
    assert_eq!(run.rewind(&at(40), &mut 4), []);
    let effects = run.answered(run.starts, purpose, answer(40), vec![7; 3]);
    let shelve = Effect::Shelve(saved(id(1, 0), 40));
    assert_eq!(effects, [shelve, Effect::WriteLink, Effect::Start]);
    assert_eq!(run.id, id(2, 5));
}

#[test]
fn a_change_while_a_worker_that_stops_should_save_is_not_lost() {
    let mut run = ready();
    asked_to_save(run.change(&at(40), seed(2)));
    let effects = run.stopped("It ran out of memory".to_owned());
    assert_eq!(effects, [Effect::EndWorker, Effect::WriteLink]);
    assert_eq!(run.recover(), [Effect::Start]);
    assert_eq!(run.id, id(2, 0));
}

#[test]
fn a_run_that_is_opened_again_while_it_is_saved_is_not_closed() {
    let mut run = ready();
    let purpose = asked_to_save(run.close(&at(40)));
    assert_eq!(run.open_beside(seed(3)), [Effect::Start]);
    let effects = run.answered(run.starts, purpose, answer(40), vec![7; 3]);
    assert_eq!(effects, [Effect::Shelve(saved(id(1, 0), 40))]);
    assert_eq!((run.id, run.status), (id(3, 0), Status::Starting));
}

#[test]
fn a_run_that_played_plays_with_its_other_choices() {
    let mut run = ready();
    let purpose = asked_to_save(run.change(&playing(40), seed(2)));
    run.answered(run.starts, purpose, answer(40), Vec::new());
    assert_eq!(run.received(started()), [stand(), Effect::Play]);
    // And only then.
    run.start_over();
    assert_eq!(run.received(started()), [stand()]);
}

#[test]
fn a_run_that_could_not_start_does_not_play_later() {
    let mut run = ready();
    let purpose = asked_to_save(run.change(&playing(40), seed(2)));
    run.answered(run.starts, purpose, answer(40), Vec::new());
    failed(&mut run, "Row 3 has no label");
    run.recover();
    assert_eq!(run.received(started()), [stand()]);
}

#[test]
fn what_is_answered_to_an_earlier_start_is_of_another_run() {
    let mut run = ready();
    run.change(&playing(0), seed(2));
    let first = run.starts;
    run.change(&at(0), seed(3));
    assert_eq!(run.answered(first, Purpose::Report, started(), Vec::new()), []);
    let late = Answer::Failed(Failure::new("Row 3 has no label"));
    assert_eq!(run.answered(first, Purpose::Report, late.clone(), Vec::new()), []);
    // Nor what the run before found by itself.
    assert_eq!((run.received(late), &run.status, &run.problem), (vec![], &Status::Starting, &None));
    // It goes on as the one before was told to.
    let effects = run.answered(run.starts, Purpose::Report, started(), Vec::new());
    assert_eq!(effects, [stand(), Effect::Play]);
}

#[test]
fn a_run_of_a_file_that_is_another_one_by_now_is_not_gone_back_to() {
    let mut run = Run::new(RunId { choices: Choices::of(Task::Own), number: 0 });
    run.open(None);
    run.received(started());
    let starts = run.starts;
    let purpose = asked_to_save(run.change(&at(40), Choices { seed: 2, ..Choices::of(Task::Own) }));
    // The file is taken before what is left was saved.
    assert_eq!(run.take_file(&at(40), true), [Effect::Forget, Effect::Start]);
    assert_eq!(run.answered(starts, purpose, answer(40), vec![7; 3]), []);
    assert_eq!(run.undo, None);
}

#[test]
fn rewinding_begins_another_run_of_the_same_choices() {
    let (mut run, mut last_number) = (ready(), 4);
    let purpose = asked_to_save(run.rewind(&at(40), &mut last_number));
    assert_eq!((run.id.clone(), last_number), (id(1, 5), 5));
    let effects = run.answered(run.starts, purpose, answer(40), vec![7; 3]);
    // It was left under the number that it had.
    let left = saved(id(1, 0), 40);
    assert_eq!(effects, [Effect::Shelve(left.clone()), Effect::Forget, ask(Ask::Rewind)]);
    assert_eq!(run.undo, Some((left, Again::Rewound)));
    assert_eq!(run.status, Status::Ready);
}

#[test]
fn rewinding_a_run_at_its_start_takes_no_number() {
    let (mut run, mut last_number) = (ready(), 4);
    assert_eq!(run.rewind(&at(0), &mut last_number), [Effect::Forget, ask(Ask::Rewind)]);
    assert_eq!((run.id, last_number), (id(1, 0), 4));
}

#[test]
fn undo_goes_back_to_the_run_that_was_left_and_shelves_the_other() {
    let mut run = ready();
    let purpose = asked_to_save(run.change(&at(40), seed(2)));
    run.answered(run.starts, purpose, answer(40), vec![7; 3]);
    run.received(started());
    // The second took 5 steps.
    let mut effects = run.go_back(&at(5));
    assert_eq!(effects.pop(), Some(Effect::WriteLink));
    let purpose = asked_to_save(effects);
    let effects = run.answered(run.starts, purpose, answer(5), vec![8; 3]);
    let left = Saved { state: vec![8; 3], ..saved(id(2, 0), 5) };
    assert_eq!(effects, [Effect::Shelve(left.clone()), Effect::Start]);
    assert_eq!(run.undo, Some((left, Again::Returned("seed 1 instead of 2".to_owned()))));
    assert_eq!(run.id, id(1, 0));
    let effects = run.received(started());
    assert!(matches!(&effects[1], Effect::Ask(Ask::Restore { .. }, _, Purpose::Restore(40))));
}

#[test]
fn without_a_run_that_was_left_there_is_nothing_to_go_back_to() {
    let mut run = ready();
    assert_eq!(run.go_back(&at(5)), []);
    assert_eq!(run.status, Status::Ready);
}

/// Why a run started again when undo or a link asked for another one.
fn returned(to: RunId, left: Option<Saved>) -> Again {
    let mut run = ready();
    let purpose = asked_to_save(run.return_to(&at(40), to.clone(), left));
    assert_eq!(run.id.number, to.number);
    run.answered(run.starts, purpose, answer(40), Vec::new());
    assert_eq!(run.id, to);
    run.undo.unwrap().1
}

#[test]
fn undo_says_whether_a_run_goes_on_and_what_differs() {
    let differ = || "seed 2 instead of 1".to_owned();
    assert_eq!(returned(id(2, 0), None), Again::With(differ()));
    assert_eq!(returned(id(2, 0), Some(saved(id(2, 0), 9))), Again::Returned(differ()));
    assert_eq!(returned(id(1, 3), None), Again::Rewound);
    assert_eq!(returned(id(1, 3), Some(saved(id(1, 3), 9))), Again::GoneBack);
}

#[test]
fn undo_writes_no_link() {
    // The link is where it comes from.
    let mut run = ready();
    assert_eq!(run.return_to(&at(0), id(2, 1), None), [Effect::Start]);
    assert_eq!(run.id, id(2, 1));
}

#[test]
fn what_was_said_of_a_run_is_not_said_of_the_next() {
    let mut run = with_news(News::Restored(3));
    run.change(&at(0), seed(2));
    assert_eq!(run.news, None);
    let mut run = with_news(News::Restored(3));
    run.return_to(&at(0), id(2, 0), None);
    assert_eq!(run.news, None);
    let mut run = with_news(News::Restored(3));
    assert_eq!(run.start_over(), [Effect::Forget, Effect::Start]);
    assert_eq!(run.news, None);
    // A rewound one begins anew.
    let mut run = with_news(News::Restored(3));
    run.rewind(&at(0), &mut 0);
    assert_eq!(run.news, None);
    // One that is closed says nothing where the next is opened in its place.
    let mut run = with_news(News::Restored(3));
    run.close(&at(0));
    run.open_beside(seed(2));
    assert_eq!(run.news, None);
}

#[test]
fn a_file_that_is_no_checkpoint_or_is_not_read_is_a_problem_with_its_name_and_changes_nothing() {
    for (file, why) in [(Ok(b"words".to_vec()), ""), (Err("It is gone".to_owned()), "It is gone")] {
        let mut run = ready();
        assert_eq!(run.start_from(&at(40), "a.safetensors", file), []);
        let said = run.problem.map(|problem| problem.message).unwrap_or_default();
        assert!(said.contains("a.safetensors") && said.contains(why), "{said}");
        assert_eq!((run.id, run.status), (id(1, 0), Status::Ready));
    }
}

#[test]
fn a_checkpoint_is_put_under_the_run_that_stands_at_its_start() {
    let mut run = ready();
    let file = checkpoint_of(&seed(2));
    let purpose = asked_to_save(run.start_from(&at(40), "a", Ok(file.clone())));
    run.answered(run.starts, purpose, answer(40), Vec::new());
    assert_eq!(run.id, id(2, 0));
    let put = Effect::Ask(Ask::StartFrom, file, Purpose::StartFrom(seed(1)));
    assert_eq!(run.received(started()), [stand(), put]);
    let report = || Answer::Report(Box::new(at(0)));
    let keep = Effect::Ask(Ask::Save, Vec::new(), Purpose::Keep(id(2, 0)));
    assert_eq!(
        run.answered(run.starts, Purpose::StartFrom(seed(1)), report(), Vec::new()),
        [draw(0), keep]
    );
    assert_eq!(run.news, Some(News::FromCheckpoint));
}

#[test]
fn after_a_checkpoint_that_does_not_fit_the_run_before_goes_on() {
    let refused = || Answer::Failed(Failure::new("Its width is another"));
    let file = checkpoint_of(&seed(2));
    // What the run had learned is put back.
    let mut run = ready();
    let purpose = asked_to_save(run.start_from(&at(40), "a", Ok(file.clone())));
    run.answered(run.starts, purpose, answer(40), vec![7; 3]);
    run.received(started());
    let purpose = Purpose::StartFrom(seed(1));
    let goes_back = [Effect::WriteLink, Effect::Start];
    assert_eq!(run.answered(run.starts, purpose.clone(), refused(), Vec::new()), goes_back);
    assert_eq!((&run.id, &run.undo), (&id(1, 0), &None));
    let restore =
        Effect::Ask(Ask::Restore { kept: Kept::default() }, vec![7; 3], Purpose::Restore(40));
    assert_eq!(run.received(started()), [stand(), restore]);
    assert_eq!(run.problem, Some(Failure::new("Its width is another")));
    // One that had taken no step begins again with its choices.
    let mut run = ready();
    assert_eq!(run.start_from(&at(0), "a", Ok(file)), [Effect::WriteLink, Effect::Start]);
    assert_eq!(run.id, id(2, 0));
    run.received(started());
    assert_eq!(run.answered(run.starts, purpose, refused(), Vec::new()), goes_back);
    assert_eq!(run.received(started()), [stand()]);
    assert_eq!((run.id, run.problem), (id(1, 0), Some(Failure::new("Its width is another"))));
}

#[test]
fn pausing_keeps_a_run_that_took_steps() {
    let mut run = ready();
    assert_eq!(run.pause(&at(0)), [ask(Ask::Pause)]);
    let keep = Effect::Ask(Ask::Save, Vec::new(), Purpose::Keep(id(1, 0)));
    assert_eq!(run.pause(&at(7)), [ask(Ask::Pause), keep]);
    // One that does not answer is not asked.
    run.change(&at(0), seed(2));
    assert_eq!(run.keep(&at(7)), []);
}

#[test]
fn what_is_kept_comes_back_and_what_is_damaged_does_not() {
    let mut run = ready();
    let purpose = asked_to_save(run.keep(&at(7)));
    let effects = run.answered(run.starts, purpose, answer(7), vec![7; 3]);
    let [Effect::Keep(text)] = &effects[..] else { panic!("{effects:?}") };
    assert!(text.starts_with(r#"["task=near",{"#) && text.ends_with(",7]"), "{text}");
    assert_eq!(Saved::from_text(text, vec![7; 3], 4), Some(saved(id(1, 4), 7)));
    assert_eq!(Saved::from_text(&text[1..], vec![7; 3], 4), None);
    assert_eq!(Saved::from_text(&text.replace("near", "nearby"), vec![7; 3], 4), None);
    // As an earlier version kept it: without what heads are worth.
    let old = r#"["task=near",{"stride":1,"points":[],"held_out":[]},7]"#;
    assert_eq!(Saved::from_text(old, Vec::new(), 0).map(|saved| saved.kept.stride), Some(1));
}

#[test]
fn that_nothing_is_kept_is_said_where_nothing_else_is() {
    let mut run = ready();
    run.not_kept(Some(2));
    assert_eq!(run.news, Some(News::NotKept(Some(2))));
    let mut run = with_news(News::Restored(3));
    run.not_kept(None);
    assert_eq!(run.news, Some(News::Restored(3)));
}

#[test]
fn a_tab_beyond_those_that_are_kept_is_not_told_that_nothing_is() {
    assert!(News::NotKept(Some(0)).says().contains("keeps nothing"));
    let says = News::NotKept(None).says();
    assert!(says.contains("8 tabs") && !says.contains("keeps nothing"), "{says}");
}

#[test]
fn a_run_that_does_not_answer_is_not_told_to_go_on() {
    let mut run = ready();
    failed(&mut run, "Loss is not finite");
    run.change(&at(0), seed(2));
    assert_eq!((run.play(), run.step()), (vec![], vec![]));
    failed(&mut run, "Row 3 has no label");
    assert_eq!((run.play(), run.step()), (vec![], vec![]));
    run.recover();
    run.received(started());
    assert_eq!((run.play(), run.step()), (vec![Effect::Play], vec![ask(Ask::Step { steps: 1 })]));
}

#[test]
fn what_was_kept_of_a_run_that_begins_again_does_not_come_back() {
    let mut run = ready();
    keep(&mut run, 40);
    run.start_over();
    run.received(started());
    run.stopped("It ran out of memory".to_owned());
    run.recover();
    assert_eq!(run.received(started()), [stand()]);
}

#[test]
fn what_is_saved_too_late_of_a_run_that_begins_again_is_not_kept() {
    let mut run = ready();
    let purpose = asked_to_save(run.keep(&at(40)));
    run.start_over();
    assert_eq!(run.answered(run.starts, purpose, answer(40), vec![7; 3]), []);
    run.received(started());
    run.stopped("It ran out of memory".to_owned());
    run.recover();
    assert_eq!(run.received(started()), [stand()]);
    // One that is being rewound is not asked for its state once more.
    let mut run = ready();
    asked_to_save(run.rewind(&at(40), &mut 0));
    assert_eq!(run.keep(&at(40)), []);
}

#[test]
fn what_was_kept_does_not_take_the_place_of_what_was_chosen_before_it_was_found() {
    let mut run = Run::new(RunId { choices: Choices::of(Task::Own), number: 0 });
    let kept = saved(run.id.clone(), 40);
    assert_eq!(run.take_file(&at(0), true), [Effect::Forget, Effect::Start]);
    assert_eq!(run.open(Some(kept.clone())), []);
    assert_eq!(run.received(started()), [stand()]);
    assert_eq!(run.open(Some(kept)), []);
}

#[test]
fn a_file_that_is_refused_leaves_the_run_as_it_was() {
    let mut run = Run::new(RunId { choices: Choices::of(Task::Own), number: 0 });
    run.open(None);
    let bad = || Failure::new("2 bad rows\nline 2: 1 columns");
    // There is no file yet: the problem with this one takes the place of that.
    failed(&mut run, "There is no file yet");
    run.refuse_file("own.tsv", bad());
    let Status::Failed(failure) = &run.status else { panic!("{:?}", run.status) };
    assert!(failure.message.contains("own.tsv") && failure.details == ["line 2: 1 columns"]);
    run.recover();
    run.received(started());
    keep(&mut run, 9);
    let before = run.clone();
    run.refuse_file("own.tsv", bad());
    let said = run.says(About::Problem).unwrap();
    assert!(said.words.contains("own.tsv") && said.words.contains("2 bad rows"), "{said:?}");
    assert_eq!(said.details, ["line 2: 1 columns"]);
    run.problem = None;
    assert_eq!(run, before);
}

#[test]
fn a_run_beside_takes_the_choices_and_begins_at_the_start() {
    let mut run = Run::new(RunId { number: 2, ..RunId::default() });
    let choices = Choices { method: Method::VANILLA.into(), ..seed(3) };
    assert_eq!(run.open_beside(choices.clone()), [Effect::Start]);
    assert_eq!(run.id, RunId { choices, number: 2 });
}

#[test]
fn a_run_that_is_closed_is_shelved_and_the_browser_forgets_it() {
    let mut run = ready();
    let purpose = asked_to_save(run.close(&at(40)));
    let effects = run.answered(run.starts, purpose, answer(40), vec![7; 3]);
    let shelve = Effect::Shelve(saved(id(1, 0), 40));
    assert_eq!(effects, [shelve, Effect::EndWorker, Effect::Clear, Effect::Forget]);
    assert_eq!((run.status, run.undo), (Status::Closed, None));
}

#[test]
fn another_file_starts_the_run_again_and_takes_back_the_offer_to_go_back() {
    let own = RunId { choices: Choices::of(Task::Own), number: 0 };
    let mut run = Run::new(own.clone());
    run.undo = Some((saved(own, 9), Again::Rewound));
    assert_eq!(run.take_file(&at(5), false), [Effect::Forget, Effect::Start]);
    assert_eq!(run.undo, None);
    // A run of another task becomes one of the file, and is not lost.
    let mut run = ready();
    assert_eq!(run.take_file(&at(5), false), []);
    let purpose = asked_to_save(run.take_file(&at(5), true));
    run.answered(run.starts, purpose, answer(5), Vec::new());
    assert_eq!(run.id.choices, seed(1).for_task(Task::Own));
    assert!(run.undo.is_some());
}

/// The ticks, of 8, at which a run with a kept state of so many bytes is kept.
fn ticks(bytes: usize, report: &Report) -> Vec<usize> {
    let mut run = ready();
    let purpose = asked_to_save(run.keep(&at(7)));
    run.answered(run.starts, purpose, answer(7), vec![7; bytes]);
    (1..=8).filter(|&tick| !run.keep_at(tick, report).is_empty()).collect()
}

#[test]
fn a_run_that_goes_on_is_kept_at_every_tick_and_a_large_one_at_every_fourth() {
    assert_eq!(ticks(0, &playing(7)), [1, 2, 3, 4, 5, 6, 7, 8]);
    assert_eq!(ticks((2 << 20) - 1, &playing(7)).len(), 8);
    assert_eq!(ticks(2 << 20, &playing(7)), [4, 8]);
    assert!(ticks(0, &at(7)).is_empty());
    // One step by hand.
    assert_eq!(ticks(0, &at(8)).len(), 8);
    assert!(ticks(0, &at(0)).is_empty(), "nothing was learned");
}

#[test]
fn what_happened_to_a_run_is_said_in_words() {
    assert_eq!(News::Restored(1200).says(), "Restored at step 1\u{202f}200.");
    assert!(News::NotRestored("it is damaged".to_owned()).says().contains("it is damaged"));
    let again = Again::With("seed 2 instead of 1".to_owned());
    assert_eq!(again.says(), "started again with seed 2 instead of 1.");
}
