//! A learner in the Learn room: which lesson is taken, at which step, what was done, and which lessons were opened. What
//! happened goes in; what the page does comes out.

use nearfar::settings::{Settings, Value};

use crate::taking::{self, Found, Taken};
use crate::{Condition, Lesson, LessonError, Progress, Seen};

/// Settings of the page by name.
pub type Named = Vec<(&'static str, Value)>;

/// Why a lesson in the page's settings is not taken.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum NotTaken {
    /// There is none of this name.
    #[error("{0}")]
    Unknown(String),
    /// It is damaged.
    #[error(transparent)]
    Damaged(#[from] LessonError),
    /// The page refuses what it begins with: a setting that it names.
    #[error("{0}")]
    Refused(String),
    /// A file of the site is none, or does not come.
    #[error("{file}: {why}")]
    File {
        /// Where it was looked for.
        file: String,
        /// Why not.
        why: String,
    },
}

/// What the page does, in the order in which it is told.
#[derive(Clone, Debug, PartialEq)]
pub enum Effect {
    /// Fetches the lesson in a file of the site, for [`Learner::fetched`].
    Fetch(String),
    /// Keeps what was done.
    KeepProgress,
    /// Keeps the lessons that were opened.
    KeepOpened,
    /// Changes its settings, as a step of undo.
    Change(Named),
    /// Changes its settings, as one step of undo with the change before.
    Join(Named),
}

/// The state. An event gives `None` where it changes nothing.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Learner {
    /// The lesson that is taken; why it cannot be; or none.
    pub taken: Option<Result<Taken, NotTaken>>,
    /// Its step, from 0.
    pub step: usize,
    /// What was done.
    pub progress: Progress,
    /// Lessons that were opened here, as links hold them, the last first.
    pub opened: Vec<String>,
    /// Whether a cell is locked that is not the one that the step asks for.
    pub is_another_cell: bool,
    /// The lesson as the page's settings have it: its name, its file, or all of it.
    name: String,
    /// The panels that the page's settings show alone.
    only: String,
    /// A prediction that undo took, for redo.
    undone: Option<String>,
    /// Whether it was asked to show what was before the lesson.
    is_leaving: bool,
}

impl Learner {
    /// Who takes no lesson yet, with what the browser kept of what was done and opened.
    pub fn of_kept(progress: &str, opened: &str) -> Learner {
        let (progress, opened) = (Progress::parse(progress), taking::still_lessons(opened));
        Learner { progress, opened, ..Learner::default() }
    }

    /// The lesson that is taken, and its step, from 0.
    pub fn now(&self) -> Option<(Taken, usize)> {
        let taken = self.taken.as_ref()?.as_ref().ok()?.clone();
        let last = taken.lesson.steps.len().saturating_sub(1);
        Some((taken, self.step.min(last)))
    }

    /// Whether what completes the step is of a kind.
    pub fn waits_for(&self, kind: fn(&Condition) -> bool) -> bool {
        self.now().is_some_and(|(taken, place)| taken.condition(place).is_some_and(kind))
    }

    /// What the page's settings are, each by its name.
    pub fn hear(&mut self, now: &dyn Fn(&str) -> Option<Value>) -> Option<Vec<Effect>> {
        let name = match now("lesson") {
            Some(Value::Text(name)) => name,
            _ => String::new(),
        };
        let step = match now("step") {
            Some(Value::Number(step)) => (step as usize).saturating_sub(1),
            _ => 0,
        };
        let is_news = self.name != name || self.step != step;
        self.is_leaving &= !is_news;
        let only = now("only").map_or_else(String::new, |only| only.to_text());
        let before = std::mem::replace(&mut self.only, only);
        let is_refused = matches!(self.taken, Some(Err(NotTaken::Refused(_))));
        let mut effects = Vec::new();
        // Another step of a lesson may be one that the page shows.
        if self.name != name || is_news && is_refused {
            self.taken = match taking::find(&name) {
                Found::Nothing => None,
                Found::File => {
                    effects.push(Effect::Fetch(name.clone()));
                    None
                }
                Found::Lesson(taken) => Some(Ok(taken)),
                Found::Damaged(error) => Some(Err(error.into())),
                Found::Unknown => Some(Err(NotTaken::Unknown(name.clone()))),
            };
            self.name = name;
        }
        self.step = step;
        if let Some((taken, place)) = self.now() {
            // One that does not ship stands among those of the room.
            if taking::open(&mut self.opened, &taken) {
                effects.push(Effect::KeepOpened);
            }
            if !is_news && self.predicts_anew(&taken, place, &before) {
                effects.push(Effect::KeepProgress);
            }
            effects.extend(self.reveal());
            // A link to the step alone: its start is what the lesson says.
            if taking::is_plain(now) {
                let settings = self.start(&taken, place);
                effects.extend([Effect::KeepProgress, Effect::Join(settings)]);
            }
        }
        (is_news || !effects.is_empty()).then_some(effects)
    }

    /// Undo takes what a prediction showed, and with it the prediction; redo brings both back. `before`: the panels that
    /// were shown alone. Says whether it did.
    fn predicts_anew(&mut self, taken: &Taken, place: usize, before: &str) -> bool {
        let step = taken.lesson.steps.get(place).filter(|step| step.hides_until_predicted());
        let Some(step) = step else { return false };
        let [hidden, shown] = [false, true].map(|given| step.shown(given));
        let went =
            |from: &str, to: &str| is_same_panels(before, from) && is_same_panels(&self.only, to);
        let (is_undone, is_redone) = (went(&shown, &hidden), went(&hidden, &shown));
        let predicted = &mut self.progress.step_mut(&taken.id, place).predicted;
        if is_undone && predicted.is_some() {
            self.undone = predicted.take();
            return true;
        }
        if is_redone && predicted.is_none() && self.undone.is_some() {
            *predicted = self.undone.take();
            return true;
        }
        false
    }

    /// Shows what waited for a prediction that was given elsewhere: in another tab, or after this link was copied.
    fn reveal(&self) -> Option<Effect> {
        let (taken, place) = self.now()?;
        let step = taken.lesson.steps.get(place).filter(|step| step.hides_until_predicted())?;
        let is_given = self.progress.step(&taken.id, place).predicted.is_some();
        let hides = is_same_panels(&self.only, &step.shown(false));
        (is_given && hides).then(|| Effect::Join(vec![("only", Value::Text(step.shown(true)))]))
    }

    /// The file came, or did not. Another lesson may have been chosen meanwhile.
    pub fn fetched(&mut self, file: String, bytes: Result<Vec<u8>, String>) -> Option<Vec<Effect>> {
        if self.name != file {
            return None;
        }
        let lesson = bytes.and_then(|bytes| Lesson::parse(&bytes).map_err(|why| why.to_string()));
        self.taken = Some(lesson.map(Taken::own).map_err(|why| NotTaken::File { file, why }));
        Some(Vec::new())
    }

    /// What a step begins with. Who begins it stands there.
    fn start(&mut self, taken: &Taken, place: usize) -> Named {
        self.progress.stand(&taken.id, place);
        taken.start(place, &self.progress)
    }

    /// Begins a lesson, or goes to a step of it, from 0.
    pub fn begin(&mut self, name: &str, place: usize) -> Option<Vec<Effect>> {
        match taking::find(name) {
            Found::Lesson(taken) => Some(self.show(name.to_owned(), &taken, place)),
            _ => None,
        }
    }

    /// Goes to a step, from 0, of the lesson that is taken: one from a file of the site is found by its address alone.
    pub fn go(&mut self, place: usize) -> Option<Vec<Effect>> {
        let (taken, _) = self.now()?;
        Some(self.show(self.name.clone(), &taken, place))
    }

    fn show(&mut self, name: String, taken: &Taken, place: usize) -> Vec<Effect> {
        self.is_leaving = false;
        if matches!(self.taken, Some(Err(NotTaken::Refused(_)))) {
            self.taken = (self.name == name).then(|| Ok(taken.clone()));
        }
        let step = Value::Number((place + 1) as f64);
        let mut settings = vec![("lesson", Value::Text(name)), ("step", step)];
        settings.extend(self.start(taken, place));
        vec![Effect::KeepProgress, Effect::Change(settings)]
    }

    /// Ends the lesson: the settings are what they were before it, and what was done is kept.
    pub fn leave(&mut self, before: &Settings) -> Option<Vec<Effect>> {
        self.is_leaving = !self.name.is_empty();
        if self.name.is_empty() {
            self.taken = None;
        }
        Some(vec![Effect::Change(taking::after(before))])
    }

    /// The page refuses settings that it was given, and says why. Whoever leaves a lesson leaves it all the same.
    pub fn refused(&mut self, why: String) -> Option<Vec<Effect>> {
        if std::mem::take(&mut self.is_leaving) {
            return Some(vec![Effect::Change(taking::out())]);
        }
        self.taken = Some(Err(NotTaken::Refused(why)));
        Some(Vec::new())
    }

    /// Another tab kept what was done in it, as text.
    pub fn heard_of_progress(&mut self, kept: &str) -> Option<Vec<Effect>> {
        let progress = Progress::parse(kept);
        if progress == self.progress {
            return None;
        }
        self.progress = progress;
        Some(self.reveal().into_iter().collect())
    }

    /// Another tab kept the lessons that were opened, as text.
    pub fn heard_of_opened(&mut self, kept: &str) -> Option<Vec<Effect>> {
        let before = std::mem::replace(&mut self.opened, taking::still_lessons(kept));
        (before != self.opened).then(Vec::new)
    }

    /// A prediction, which shows what waited for it.
    pub fn predict(&mut self, given: String) -> Option<Vec<Effect>> {
        let (taken, place) = self.now()?;
        self.progress.step_mut(&taken.id, place).predicted = Some(given);
        let only = taken.lesson.steps.get(place).map(|step| Value::Text(step.shown(true)));
        let shown = only.map(|only| Effect::Change(vec![("only", only)]));
        Some([Effect::KeepProgress].into_iter().chain(shown).collect())
    }

    /// An answer.
    pub fn answer(&mut self, given: String) -> Option<Vec<Effect>> {
        let (taken, place) = self.now()?;
        self.progress.step_mut(&taken.id, place).answered = Some(given);
        Some(vec![Effect::KeepProgress])
    }

    /// Looks whether the step's condition is met; once it was, it stays so.
    pub fn look(&mut self, seen: &Seen) -> Option<Vec<Effect>> {
        let (taken, place) = self.now()?;
        let looked = taken.look(place, &self.progress, seen)?;
        let was_another = std::mem::replace(&mut self.is_another_cell, looked.is_another_cell);
        if looked.is_met {
            self.progress.step_mut(&taken.id, place).met = true;
            return Some(vec![Effect::KeepProgress]);
        }
        (was_another != self.is_another_cell).then(Vec::new)
    }

    /// Takes a lesson from those that were opened.
    pub fn forget_opened(&mut self, link: &str) -> Option<Vec<Effect>> {
        self.opened.retain(|known| known != link);
        Some(vec![Effect::KeepOpened])
    }

    /// Changes what was done otherwise: who did it, or that nothing of a lesson was.
    pub fn record(&mut self, change: impl FnOnce(&mut Progress)) -> Option<Vec<Effect>> {
        change(&mut self.progress);
        Some(vec![Effect::KeepProgress])
    }
}

/// Whether two texts name the same panels, separated by spaces, in whatever order.
fn is_same_panels(one: &str, other: &str) -> bool {
    let sorted = |text: &str| {
        let mut names: Vec<String> = text.split_whitespace().map(str::to_owned).collect();
        names.sort();
        names
    };
    sorted(one) == sorted(other)
}
