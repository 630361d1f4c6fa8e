//! What the room says of a run.

use nearfar::ModelMethod;
use nearfar_training::protocol::{
    Answer, Ask, Choices, FIELDS, Failure, HeldOut, Kept, Overview, Report,
};
use nearfar_training::room::says::{
    About, Offer, held_out_rows, of_data, of_difference, of_finding, of_progress, title_of,
};
use nearfar_training::room::{Again, Effect, News, Purpose, Run, RunId, Status};
use nearfar_training::shelf::Saved;

fn by(method: &str) -> Choices {
    let (choices, problems) = Choices::from_text(&format!("task=own;method={method}"));
    assert_eq!(problems, [""; 0]);
    choices
}

#[test]
fn the_rate_of_w_and_v_is_named_by_what_learns_at_it() {
    let field = |name: &str| FIELDS.iter().find(|field| field.name == name).unwrap();
    let usual = Some("Learning rate of w and v".to_owned());
    assert_eq!(title_of(field("head-rate"), &by("da")), usual);
    let without_v = title_of(field("head-rate"), &by("da:exponent"));
    assert_eq!(without_v.as_deref(), Some("Learning rate of w"));
    // It has numbers of its own, and no w.
    let own = title_of(field("head-rate"), &by("kerple"));
    assert!(matches!(by("kerple").method, ModelMethod::Own(_)));
    assert!(own.is_some() && own != usual, "{own:?}");
    assert_eq!(title_of(field("head-rate"), &by("vanilla")), None);
    assert_eq!(title_of(field("seed"), &by("vanilla")).as_deref(), Some("Seed"));
}

#[test]
fn two_runs_differ_in_what_was_chosen_or_in_nothing() {
    let run = |seed| Choices { seed, ..Choices::default() };
    assert!(of_difference(&run(1), &run(2)).contains("seed 2 instead of 1"));
    let none = of_difference(&run(1), &run(1));
    assert!(!none.is_empty() && !none.contains("instead"), "{none}");
}

#[test]
fn data_are_told_in_figures() {
    let classes = ["a", "b", "c"].map(str::to_owned).to_vec();
    let overview = Overview {
        train: 700,
        held_out: 150,
        words: 90,
        parameters: 45,
        classes,
        ..Overview::default()
    };
    let says = of_data(&overview);
    for figure in ["700", "150", "90", "45", "3"] {
        assert!(says.contains(figure), "{figure}: {says}");
    }
}

#[test]
fn a_run_that_has_learned_all_says_so_once_it_stands() {
    let held_out = |right| HeldOut { step: 40, loss: 0.001, right };
    let at = |playing, right| {
        let report = Report { step: 40, epoch: 2, step_ms: 5.0, playing, ..Report::default() };
        of_progress(&report, Some(&held_out(right)), 0.5)
    };
    assert_ne!(at(false, 1.0), at(false, 0.5));
    assert_eq!(at(true, 1.0), at(true, 0.5));
    assert_eq!(
        at(false, 0.5),
        of_progress(&Report { step: 40, epoch: 2, step_ms: 5.0, ..Report::default() }, None, 0.5)
    );
    // Where nearly all is of one class, guessing is right as often.
    let report = Report { step: 40, epoch: 2, ..Report::default() };
    let of = |largest_class| of_progress(&report, Some(&held_out(0.98)), largest_class);
    assert_eq!(of(0.97), of_progress(&report, None, 0.97));
    assert_ne!(of(0.5), of(0.97));
}

const ALL: [About; 4] = [About::News, About::Undo, About::Problem, About::Failed];

/// A run that answers, and has nothing to say.
fn ready() -> Run {
    let mut run = Run::new(RunId::default());
    run.open(None);
    run.received(Answer::Started(Box::default()));
    run
}

fn says(run: &Run, about: About) -> (String, Vec<Offer>) {
    let said = run.says(about).unwrap();
    (said.words, said.offers)
}

#[test]
fn each_thing_of_a_run_is_said_in_its_own_place_with_what_can_be_done() {
    let run = ready();
    assert_eq!(ALL.map(|about| run.says(about)), [None, None, None, None]);
    let mut run = ready();
    run.news = Some(News::Restored(1200));
    run.problem = Some(Failure::new("the loss is not finite"));
    let news = ("Restored at step 1\u{202f}200.".to_owned(), vec![Offer::BeginAgain]);
    assert_eq!(says(&run, About::News), news);
    let problem = ("the loss is not finite.".to_owned(), vec![Offer::ForgetProblem]);
    assert_eq!(says(&run, About::Problem), problem);
    run.problem = run.problem.map(|problem| Failure { diverged: true, ..problem });
    let (words, offers) = says(&run, About::Problem);
    assert!(words.starts_with("the loss is not finite. "), "{words}");
    assert_eq!(offers, [Offer::HalveRates, Offer::ForgetProblem]);
    assert_eq!((run.says(About::Undo), run.says(About::Failed)), (None, None));
}

#[test]
fn why_a_run_started_again_is_said_where_it_did() {
    let mut run = ready();
    let saved = Saved {
        choices: Choices::default(),
        number: 0,
        kept: Kept::default(),
        state: Vec::new(),
        step: 1200,
    };
    run.undo = Some((saved, Again::Rewound));
    let offers = vec![Offer::GoBack(1200), Offer::ForgetUndo];
    assert!(Offer::GoBack(1200).says().contains("1\u{202f}200"));
    assert_eq!(says(&run, About::Undo), (Again::Rewound.says(), offers.clone()));
    run.status = Status::Failed(Failure::new("no data"));
    assert_eq!(says(&run, About::Undo), ("Nothing has started yet.".to_owned(), offers));
}

#[test]
fn a_run_that_failed_says_its_details_and_whether_it_goes_on_or_tries_again() {
    let mut run = ready();
    run.status = Status::Failed(Failure::new("No rows\nline 2: 1 columns"));
    let said = run.says(About::Failed).unwrap();
    assert_eq!(
        (said.words.as_str(), said.details),
        ("No rows", vec!["line 2: 1 columns".to_owned()])
    );
    assert_eq!(said.offers, [Offer::TryAgain]);
    // A worker that stops after that is heard; what it stops by once more is not.
    run.stopped("It ran out of memory".to_owned());
    run.stopped("unheard".to_owned());
    assert_eq!(says(&run, About::Failed), ("It ran out of memory".to_owned(), vec![Offer::GoOn]));
    assert_eq!(run.accept(Offer::GoOn, &Report::default()), [Effect::Start]);
}

#[test]
fn what_is_offered_is_done() {
    let report = Report { step: 5, ..Report::default() };
    let mut run = ready();
    run.news = Some(News::NotKept(None));
    assert_eq!(run.accept(Offer::BeginAgain, &report), [Effect::Forget, Effect::Start]);
    assert_eq!(run.news, None);
    let mut run = ready();
    run.problem = Some(Failure { diverged: true, ..Failure::new("not finite") });
    assert_eq!(run.accept(Offer::ForgetProblem, &report), []);
    assert_eq!(run.problem, None);
    // It starts again with half the rates once it was saved.
    let saves = Effect::Ask(Ask::Save, Vec::new(), Purpose::Leave(RunId::default()));
    assert_eq!(run.accept(Offer::HalveRates, &report), [saves]);
    let rate = Choices::default().learning_rate;
    assert_eq!(run.choices().learning_rate, rate / 2.0);
}

#[test]
fn a_run_that_could_not_start_has_found_nothing() {
    let found = |status: &Status| {
        let (choices, overview) = (Choices::default(), Overview::default());
        of_finding(status, &choices, &Report::default(), None, &overview)
    };
    let waits = found(&Status::Failed(Failure::new("no data")));
    assert_eq!((waits.says.as_str(), waits.more.as_str()), ("Nothing has started yet.", ""));
    assert_ne!(found(&Status::Ready), waits);
    // Of one that stopped it is said what it had found.
    let stopped = Status::Failed(Failure { fatal: true, ..Failure::new("no memory") });
    assert_eq!(found(&stopped), found(&Status::Ready));
}

#[test]
fn rows_that_are_held_out_are_listed_of_a_file_alone() {
    let overview = |held_out_rows| Overview { held_out_rows, ..Overview::default() };
    assert_eq!(held_out_rows(&overview(Vec::new())), None);
    let says = held_out_rows(&overview(vec![3, 12])).expect("rows");
    assert!(says.contains("3, 12"), "{says}");
}
