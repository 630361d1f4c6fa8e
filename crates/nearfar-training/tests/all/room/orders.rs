//! Every order of a few events, against what holds in all of them: nothing waits for ever, and what is shown is of the run
//! that the worker has.

use std::collections::VecDeque;

use nearfar::lab::Panel::{self, A, B};
use nearfar_training::protocol::{Answer, Ask, Choices, Failure, Kept, Look, Report, Task};
use nearfar_training::room::{Effect, Linked, News, OfRun, Purpose, Run, RunId, Runs, Status};

fn seed(seed: u32) -> Choices {
    Choices { seed, ..Choices::default() }
}

/// What the worker has: the choices, how many steps, and whether it goes on.
type Trained = (Choices, u64, bool);

/// After how many starts and why it was asked, where it was; the answer with its bytes.
type Said = (Option<(u32, Purpose)>, Answer, Vec<u8>);

/// A run, the page that does what it says, and its worker, which answers in order. What is on its way, either way, takes
/// any time.
#[derive(Clone)]
struct Page {
    run: Run,
    report: Report,
    /// The start whose files are being fetched.
    fetching: Option<u32>,
    to_worker: VecDeque<(u32, Ask, Vec<u8>, Purpose)>,
    to_page: VecDeque<Said>,
    worker: Option<Trained>,
}

/// What happens.
#[derive(Clone, Copy, Debug)]
enum Happens {
    /// Another seed is chosen.
    Change(u32),
    /// The user goes back to the run before the last change.
    GoBack,
    Rewind,
    Play,
    Pause,
    /// The files of a start are there.
    FilesCome,
    FilesFail,
    /// The worker does what it was asked first.
    Works,
    /// It takes a step, where it goes on, or finds that it cannot.
    Trains,
    Diverges,
    /// The page hears what the worker said first.
    Hears,
    Stops,
    Recover,
}

impl Page {
    /// A run that stands at a step.
    fn at(step: u64) -> Page {
        let mut page = Page {
            run: Run::new(RunId { choices: seed(1), number: 0 }),
            report: Report::default(),
            fetching: None,
            to_worker: VecDeque::new(),
            to_page: VecDeque::new(),
            worker: None,
        };
        page.tell(|run, _| run.open(None));
        page.settle();
        page.worker = page.worker.map(|(choices, ..)| (choices, step, false));
        page.happens(Happens::Pause);
        page.settle();
        assert_eq!(page.report.step, step);
        page
    }

    fn tell(&mut self, event: impl FnOnce(&mut Run, &Report) -> Vec<Effect>) {
        for effect in event(&mut self.run, &self.report) {
            self.act(effect);
        }
    }

    fn ask(&mut self, ask: Ask, bytes: Vec<u8>, purpose: Purpose) {
        self.to_worker.push_back((self.run.starts, ask, bytes, purpose));
    }

    fn act(&mut self, effect: Effect) {
        match effect {
            Effect::Start => self.fetching = Some(self.run.starts),
            Effect::Ask(ask, bytes, purpose) => self.ask(ask, bytes, purpose),
            Effect::Play => self.ask(Ask::Play { per_second: 0 }, Vec::new(), Purpose::Report),
            Effect::Stand(_) => self.ask(Ask::Look(Look::default()), Vec::new(), Purpose::Report),
            Effect::Draw(report) => self.report = *report,
            Effect::Clear => self.report = Report::default(),
            Effect::EndWorker => {
                self.worker = None;
                self.to_worker.clear();
                self.to_page.clear();
                self.report.playing = false;
            }
            Effect::Shelve(_)
            | Effect::Keep(_)
            | Effect::Forget
            | Effect::WriteLink
            | Effect::TakeFile => {}
        }
    }

    /// What the worker answers.
    fn answer(&mut self, ask: Ask, bytes: &[u8]) -> (Answer, Vec<u8>) {
        if let Ask::Start { choices, .. } = &ask {
            self.worker = Some((Choices::from_text(choices).0, 0, false));
            return (Answer::Started(Box::default()), Vec::new());
        }
        let Some((_, step, playing)) = &mut self.worker else {
            return (Answer::Failed(Failure::new("There is no run")), Vec::new());
        };
        match ask {
            Ask::Look(_) => {}
            Ask::Play { .. } => *playing = true,
            Ask::Rewind => (*step, *playing) = (0, false),
            Ask::Restore { .. } => (*step, *playing) = (u64::from(bytes[0]), false),
            Ask::Save => {
                return (Answer::Saved { kept: Kept::default(), step: *step }, vec![*step as u8]);
            }
            _ => *playing = false,
        }
        (Answer::Report(Box::new(self.trained())), Vec::new())
    }

    fn trained(&self) -> Report {
        let (step, playing) = self.worker.as_ref().map_or((0, false), |of| (of.1, of.2));
        Report { step, playing, ..Report::default() }
    }

    fn happens(&mut self, what: Happens) {
        match what {
            Happens::Change(to) => self.tell(|run, report| run.change(report, seed(to))),
            Happens::GoBack => self.tell(|run, report| run.go_back(report)),
            Happens::Rewind => self.tell(|run, report| run.rewind(report, &mut 0)),
            Happens::Play => self.tell(|run, _| run.play()),
            Happens::Pause => self.tell(|run, report| run.pause(report)),
            Happens::FilesCome => {
                let number = self.fetching.take();
                // The page drops files of an older start.
                if number == Some(self.run.starts) {
                    let choices = self.run.id.choices.to_text();
                    let start = Ask::Start { choices, has_file: false, file_name: String::new() };
                    self.ask(start, Vec::new(), Purpose::Report);
                }
            }
            Happens::FilesFail => {
                if self.fetching.take() == Some(self.run.starts) {
                    self.tell(|run, _| run.not_started(Failure::new("It is not there")));
                }
            }
            Happens::Works => {
                if let Some((starts, ask, bytes, purpose)) = self.to_worker.pop_front() {
                    let (answer, bytes) = self.answer(ask, &bytes);
                    self.to_page.push_back((Some((starts, purpose)), answer, bytes));
                }
            }
            Happens::Trains => {
                if let Some((_, step, true)) = &mut self.worker {
                    *step += 1;
                    let report = Answer::Report(Box::new(self.trained()));
                    self.to_page.push_back((None, report, Vec::new()));
                }
            }
            Happens::Diverges => {
                if let Some((_, _, playing @ true)) = &mut self.worker {
                    *playing = false;
                    let report = Answer::Report(Box::new(self.trained()));
                    self.to_page.push_back((None, report, Vec::new()));
                    let failed = Answer::Failed(Failure::new("The loss is not finite"));
                    self.to_page.push_back((None, failed, Vec::new()));
                }
            }
            Happens::Hears => match self.to_page.pop_front() {
                Some((Some((starts, purpose)), answer, bytes)) => {
                    self.tell(|run, _| run.answered(starts, purpose, answer, bytes));
                }
                Some((None, answer, _)) => self.tell(|run, _| run.received(answer)),
                None => {}
            },
            Happens::Stops => self.tell(|run, _| run.stopped("It stopped".to_owned())),
            Happens::Recover => self.tell(|run, _| run.recover()),
        }
    }

    /// All that is on its way comes.
    fn settle(&mut self) {
        for _ in 0..100 {
            if self.fetching.is_none() && self.to_worker.is_empty() && self.to_page.is_empty() {
                return;
            }
            for what in [Happens::FilesCome, Happens::Works, Happens::Hears] {
                self.happens(what);
            }
        }
        panic!("it never ends");
    }

    /// What holds once all came.
    fn check(&self) {
        match (&self.run.status, &self.worker) {
            (Status::Ready, Some((choices, ..))) => {
                assert_eq!(choices, &self.run.id.choices, "the worker has another run");
                assert_eq!(self.run.choices(), choices, "another run is still to come");
                let now = self.trained();
                assert_eq!((self.report.step, self.report.playing), (now.step, now.playing));
                if let Some(News::Restored(step)) = self.run.news {
                    assert!(now.step >= step, "it was not restored");
                }
            }
            (Status::Failed(_), _) => {
                assert!(!self.trained().playing, "one goes on that nobody sees");
                assert_eq!(self.run.choices(), &self.run.id.choices);
            }
            other => panic!("{other:?}"),
        }
    }
}

/// Checks every order of at most so many events, and counts them.
fn every_order(page: &Page, events: &[Happens], length: usize, so_far: &mut Vec<Happens>) -> usize {
    let mut settled = page.clone();
    settled.settle();
    let checked = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| settled.check()));
    assert!(checked.is_ok(), "{so_far:?}: {settled:?}", settled = settled.run);
    if length == 0 {
        return 1;
    }
    let mut orders = 1;
    for &what in events {
        let mut next = page.clone();
        next.happens(what);
        so_far.push(what);
        orders += every_order(&next, events, length - 1, so_far);
        so_far.pop();
    }
    orders
}

#[test]
fn whatever_comes_late_is_of_the_run_before() {
    use Happens::{
        Change, Diverges, FilesCome, FilesFail, GoBack, Hears, Play, Rewind, Trains, Works,
    };
    // The run before was left at a step, and another one goes on.
    let mut page = Page::at(3);
    page.happens(Change(2));
    page.settle();
    page.happens(Play);
    page.settle();
    page.happens(Trains);
    page.settle();
    assert_eq!((page.report.step, page.report.playing), (1, true));
    let events = [Change(1), Change(3), GoBack, FilesCome, Works, Trains, Hears];
    assert!(every_order(&page, &events, 5, &mut Vec::new()) > 19_000);
    let events = [Change(2), Change(3), Play, FilesFail, Works, Diverges, Hears];
    assert!(every_order(&page, &events, 4, &mut Vec::new()) > 2_800);
    // The worker is asked to start with another seed, and did not answer yet.
    let mut starting = page.clone();
    starting.happens(Change(3));
    while starting.fetching.is_none() {
        starting.happens(Works);
        starting.happens(Hears);
    }
    starting.happens(FilesCome);
    let events = [GoBack, Change(1), Play, FilesCome, Works, Hears];
    assert!(every_order(&starting, &events, 4, &mut Vec::new()) > 1_500);
    // Nothing was to be saved of the run that is left, and its answers are still on their way.
    let events = [Change(1), Change(3), Rewind, Play, FilesCome, Works, Hears];
    assert!(every_order(&Page::at(0), &events, 5, &mut Vec::new()) > 19_000);
}

#[test]
fn a_worker_that_stops_leaves_nothing_that_waits() {
    use Happens::{Change, FilesCome, GoBack, Hears, Play, Recover, Stops, Works};
    let mut page = Page::at(3);
    page.happens(Change(2));
    page.settle();
    let events = [Change(3), GoBack, Play, FilesCome, Works, Hears, Stops, Recover];
    assert!(every_order(&page, &events, 4, &mut Vec::new()) > 4_600);
}

#[test]
fn a_run_that_goes_on_goes_on_with_what_was_chosen_last() {
    use Happens::{Change, FilesCome, Hears, Works};
    let mut page = Page::at(0);
    page.happens(Happens::Play);
    page.settle();
    // However the answers to the first change and the second one fall.
    fn go(page: &Page, left: usize) {
        let mut last = page.clone();
        last.happens(Change(3));
        last.settle();
        last.check();
        assert!(last.report.playing, "{:?}", last.run);
        if left > 0 {
            for what in [FilesCome, Works, Hears] {
                let mut next = page.clone();
                next.happens(what);
                go(&next, left - 1);
            }
        }
    }
    page.happens(Change(2));
    go(&page, 6);
}

/// What happens to a file that is tried for two runs.
#[derive(Clone, Copy, Debug)]
enum Trial {
    Suits(Panel),
    Refused(Panel),
    Stops(Panel),
    Beside(bool),
    Other,
}

#[test]
fn a_file_that_is_tried_is_taken_once_or_refused() {
    let own = |seed| RunId { choices: Choices { seed, ..Choices::of(Task::Own) }, number: 0 };
    let linked = Linked { a: own(1), b: Some(own(2)), ..Linked::default() };
    let none = Report::default();
    let reports = [&none, &none];
    let mut runs = Runs::new(&linked, 1 << 20);
    for panel in [A, B] {
        runs.apply(panel, reports, |run, _| run.open(None));
        runs.apply(panel, reports, |run, _| run.received(Answer::Started(Box::default())));
    }
    let is_taken = |effects: &[OfRun]| effects.iter().any(|(_, of)| *of == Effect::TakeFile);
    let events = [
        Trial::Suits(A),
        Trial::Suits(B),
        Trial::Refused(A),
        Trial::Refused(B),
        Trial::Stops(A),
        Trial::Stops(B),
        Trial::Beside(false),
        Trial::Beside(true),
        Trial::Other,
    ];
    for order in 0..events.len().pow(4) {
        let order: Vec<Trial> =
            (0..4).map(|place| events[order / events.len().pow(place) % events.len()]).collect();
        let mut runs = runs.clone();
        let (mut number, mut asks) = runs.try_file("own.tsv");
        // Who is asked, in the order of the questions; whether one of them read it, and what became of it.
        let mut asked: Vec<Panel> = asks.drain(..).map(|(panel, _)| panel).collect();
        let (mut read, mut taken, mut refused) = (false, 0, false);
        let answer = |runs: &mut Runs, asked: &mut Vec<Panel>, number, panel, answer| {
            let was_asked = asked.len();
            asked.retain(|of| *of != panel);
            if asked.len() < was_asked { runs.checked(number, panel, answer) } else { Vec::new() }
        };
        for &what in &order {
            let was_asked = |panel| asked.contains(&panel);
            let effects = match what {
                Trial::Suits(panel) => {
                    read |= was_asked(panel);
                    answer(&mut runs, &mut asked, number, panel, Answer::Checked)
                }
                Trial::Refused(panel) => {
                    refused |= was_asked(panel);
                    let failed = Answer::Failed(Failure::new("It has no labels"));
                    answer(&mut runs, &mut asked, number, panel, failed)
                }
                Trial::Stops(panel) => {
                    refused |= was_asked(panel);
                    asked.retain(|of| *of != panel);
                    runs.stopped(panel, reports, "It stopped".to_owned())
                }
                Trial::Beside(is_beside) => {
                    if !is_beside {
                        asked.retain(|of| *of != B);
                    }
                    runs.compare(reports, is_beside)
                }
                Trial::Other => {
                    let again = runs.try_file("other.tsv");
                    (number, read, taken, refused) = (again.0, false, 0, false);
                    asked = again.1.into_iter().map(|(panel, _)| panel).collect();
                    Vec::new()
                }
            };
            taken += usize::from(is_taken(&effects));
            assert!(taken == 0 || asked.is_empty(), "{order:?}: taken before all have read it");
        }
        for panel in asked.clone() {
            read = true;
            let effects = answer(&mut runs, &mut asked, number, panel, Answer::Checked);
            taken += usize::from(is_taken(&effects));
        }
        assert_eq!(taken, usize::from(read && !refused), "{order:?}");
    }
}
