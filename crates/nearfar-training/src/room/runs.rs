//! The runs of the room, one or two beside each other, with what is chosen for both: what the user, a link or a file does
//! in; what the page does for which run out. What happens to one run is its own ([`Run`]).

use nearfar::lab::Panel;

use super::{Beside, Chosen, Effect, Linked, Run, RunId, Speed};
use crate::protocol::{Answer, Ask, Choices, Failure, Report, Task};
use crate::shelf::Shelf;

/// What the page does for the run in a panel.
pub type OfRun = (Panel, Effect);

/// The last reports of both runs that were drawn.
pub type Reports<'a> = [&'a Report; 2];

/// A file that is to take the place of the user's own, while runs are asked whether it suits them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Trial {
    /// Counts files: what is answered of another one is dropped.
    number: u32,
    name: String,
    /// Runs that did not answer yet.
    asked: Vec<Panel>,
    /// Whether it suits one at least.
    suits: bool,
    /// The run that becomes one of the file, if it is not.
    edited: Option<Panel>,
}

/// The runs and what is chosen beside what they are made with.
#[derive(Clone, Debug)]
pub struct Runs {
    runs: [Run; 2],
    /// What is chosen for both.
    pub chosen: Chosen,
    /// The runs that were left.
    shelf: Shelf,
    /// The highest number of a run so far.
    last_number: u32,
    trial: Trial,
}

fn place(panel: Panel) -> usize {
    usize::from(panel == Panel::B)
}

impl Runs {
    /// As a link has them, not started; those that are left may weigh so many bytes together.
    pub fn new(linked: &Linked, shelf_bytes: usize) -> Runs {
        let b = linked.b.clone().unwrap_or_default();
        Runs {
            runs: [Run::new(linked.a.clone()), Run::new(b)],
            chosen: Chosen::of(linked),
            shelf: Shelf::new(shelf_bytes),
            last_number: linked.last_number(0),
            trial: Trial::default(),
        }
    }

    /// The panels that have a run.
    pub fn panels(&self) -> &'static [Panel] {
        if self.chosen.comparing { &[Panel::A, Panel::B] } else { &[Panel::A] }
    }

    /// The run in a panel.
    pub fn of(&self, panel: Panel) -> &Run {
        &self.runs[place(panel)]
    }

    /// How many runs that were left can be gone back to.
    pub fn kept(&self) -> usize {
        self.shelf.count()
    }

    /// The same, to be told something that has no effect on the page.
    pub fn of_mut(&mut self, panel: Panel) -> &mut Run {
        &mut self.runs[place(panel)]
    }

    /// Something happens to the run in a panel.
    pub fn apply(
        &mut self,
        panel: Panel,
        reports: Reports,
        event: impl FnOnce(&mut Run, &Report) -> Vec<Effect>,
    ) -> Vec<OfRun> {
        let effects = event(self.of_mut(panel), reports[place(panel)]);
        let mut of_page = Vec::new();
        for effect in effects {
            match effect {
                Effect::Shelve(saved) => self.shelf.put(saved),
                effect => {
                    // A run beside is looked at with the sentence that is there.
                    if let (Panel::A, Effect::Stand(overview)) = (panel, &effect) {
                        let task = self.of(panel).id.choices.task;
                        self.chosen.suggest(task, &overview.examples);
                    }
                    of_page.push((panel, effect));
                }
            }
        }
        of_page
    }

    /// The same to every run that there is.
    fn each(
        &mut self,
        reports: Reports,
        mut event: impl FnMut(&mut Run, &Report) -> Vec<Effect>,
    ) -> Vec<OfRun> {
        let mut effects = Vec::new();
        for &panel in self.panels() {
            effects.extend(self.apply(panel, reports, &mut event));
        }
        effects
    }

    /// All go on, or stop where one was seen to go on.
    pub fn toggle(&mut self, reports: Reports, are_playing: bool) -> Vec<OfRun> {
        self.each(reports, |run, report| if are_playing { run.pause(report) } else { run.play() })
    }

    /// One step of every run.
    pub fn step(&mut self, reports: Reports) -> Vec<OfRun> {
        self.each(reports, |run, _| run.step())
    }

    /// Every run to its start.
    pub fn rewind(&mut self, reports: Reports) -> Vec<OfRun> {
        let mut last = self.last_number;
        let mut effects = self.each(reports, |run, report| run.rewind(report, &mut last));
        self.last_number = last;
        effects.push((Panel::A, Effect::WriteLink));
        effects
    }

    /// Another speed, at once.
    pub fn set_speed(&mut self, reports: Reports, speed: Speed) -> Vec<OfRun> {
        self.chosen.speed = speed;
        let go_on = |run: &mut Run, report: &Report| match report.playing {
            true => run.play(),
            false => Vec::new(),
        };
        let mut effects = self.each(reports, go_on);
        effects.push((Panel::A, Effect::WriteLink));
        effects
    }

    /// Keeps every run in the browser, before the page may go.
    pub fn keep(&mut self, reports: Reports) -> Vec<OfRun> {
        self.each(reports, |run, report| run.keep(report))
    }

    /// A tick of the room, see [`Run::keep_at`].
    pub fn keep_at(&mut self, reports: Reports, tick: usize) -> Vec<OfRun> {
        self.each(reports, |run, report| run.keep_at(tick, report))
    }

    /// A second run with the choices of the first, or none: undo brings it back with what it learned.
    pub fn compare(&mut self, reports: Reports, comparing: bool) -> Vec<OfRun> {
        self.chosen.compare(comparing);
        let choices = self.of(Panel::A).choices().clone();
        let mut effects = self.apply(Panel::B, reports, |run, report| match comparing {
            true => run.open_beside(choices),
            false => run.close(report),
        });
        if !comparing {
            effects.extend(self.not_asked(Panel::B));
        }
        effects.push((Panel::A, Effect::WriteLink));
        effects
    }

    /// Other choices of a run.
    pub fn change(
        &mut self,
        panel: Panel,
        reports: Reports,
        change: impl FnOnce(&mut Choices),
    ) -> Vec<OfRun> {
        let mut choices = self.of(panel).choices().clone();
        change(&mut choices);
        self.apply(panel, reports, |run, report| run.change(report, choices))
    }

    /// As a link has them.
    pub fn linked(&self) -> Linked {
        let [a, b] = &self.runs;
        self.chosen.linked(a.id.clone(), b.id.clone())
    }

    /// Another link, undo or redo; `examples` are those of the data of run A.
    pub fn follow(
        &mut self,
        reports: Reports,
        linked: Linked,
        examples: &[(Vec<String>, String)],
    ) -> Vec<OfRun> {
        let now = self.linked();
        self.last_number = linked.last_number(self.last_number);
        self.chosen.follow(&linked);
        self.chosen.suggest(self.of(Panel::A).id.choices.task, examples);
        let mut effects = Vec::new();
        if linked.a != now.a {
            effects.extend(self.return_to(Panel::A, reports, linked.a.clone()));
        }
        match linked.beside(&now) {
            Beside::Stays => {}
            Beside::Ends => effects.extend(self.compare(reports, false)),
            Beside::Becomes(run) => {
                self.chosen.comparing = true;
                effects.extend(self.return_to(Panel::B, reports, run));
            }
        }
        effects
    }

    /// Another run in a panel: the one that was left, where it is still there.
    fn return_to(&mut self, panel: Panel, reports: Reports, id: RunId) -> Vec<OfRun> {
        let saved = self.shelf.last_of(&id.choices, id.number).cloned();
        self.apply(panel, reports, |run, report| run.return_to(report, id, saved))
    }

    /// A file is to take the place of the user's own: its number, and what is asked for each run that would be one of it.
    pub fn try_file(&mut self, name: &str) -> (u32, Vec<(Panel, Ask)>) {
        let edited = self.chosen.editing;
        let is_own = |panel: Panel| self.of(panel).choices().task == Task::Own;
        let panels = self.panels().iter().copied();
        let asked: Vec<Panel> = panels.filter(|&panel| panel == edited || is_own(panel)).collect();
        let ask = |&panel: &Panel| {
            // The choices that a run with it would begin with.
            let choices = match is_own(panel) {
                true => self.of(panel).choices().clone(),
                false => self.of(panel).choices().for_task(Task::Own),
            };
            (panel, Ask::Check { choices: choices.to_text(), file_name: name.to_owned() })
        };
        let asks = asked.iter().map(ask).collect();
        let (number, name) = (self.trial.number + 1, name.to_owned());
        self.trial = Trial { number, name, asked, suits: false, edited: Some(edited) };
        (number, asks)
    }

    /// What was answered for the run in a panel to the file of this number. Where it does not suit one, that is said of the
    /// run, and what there is stays.
    pub fn checked(&mut self, number: u32, panel: Panel, answer: Answer) -> Vec<OfRun> {
        if self.trial.number != number || !self.trial.asked.contains(&panel) {
            return Vec::new();
        }
        if let Answer::Failed(failure) = answer {
            self.refuse_file(panel, failure);
            return Vec::new();
        }
        self.trial.suits = true;
        self.not_asked(panel).into_iter().collect()
    }

    /// The file does not suit the run in a panel: nobody else is asked.
    fn refuse_file(&mut self, panel: Panel, failure: Failure) {
        self.trial.asked.clear();
        let name = self.trial.name.clone();
        self.of_mut(panel).refuse_file(&name, failure);
    }

    /// The run in a panel is not waited for: the file is taken once it suits all of those that there are.
    fn not_asked(&mut self, panel: Panel) -> Option<OfRun> {
        let Trial { asked, suits, .. } = &mut self.trial;
        let place = asked.iter().position(|asked| *asked == panel)?;
        asked.remove(place);
        (asked.is_empty() && *suits).then_some((Panel::A, Effect::TakeFile))
    }

    /// The worker of a run stopped for good, perhaps for the file that it was to read.
    pub fn stopped(&mut self, panel: Panel, reports: Reports, message: String) -> Vec<OfRun> {
        if self.trial.asked.contains(&panel) {
            self.refuse_file(panel, Failure::new(message.clone()));
        }
        self.apply(panel, reports, |run, _| run.stopped(message))
    }

    /// The file that was tried is the user's own now.
    pub fn take_file(&mut self, reports: Reports) -> Vec<OfRun> {
        self.shelf.forget_own();
        let edited = self.trial.edited;
        let mut effects = Vec::new();
        for &panel in self.panels() {
            let take =
                |run: &mut Run, report: &Report| run.take_file(report, edited == Some(panel));
            effects.extend(self.apply(panel, reports, take));
        }
        effects
    }
}
