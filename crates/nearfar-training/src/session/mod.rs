//! A run behind a page: requests in, answers out, in steps as many as the caller has time for. Pure:
//! the clock, the messages and the pauses are the shell's.

mod curves;
mod data;
mod learned;
mod look;

use std::collections::BTreeMap;

use nearfar::checkpoint::Trained;
use nearfar::settings::{Choice, method_file_name};
use nearfar::text::{VectorPart, WordVectors};

use crate::options::Options;
use crate::parameters::{Moments, Parameters};
use crate::protocol::{
    Answer, Ask, Choices, Failure, Kept, Look, MOST_TOKENS, Overview, Report, Task,
};
use crate::run::{Run, RunError, StepReport};
use curves::Curves;

/// The held-out examples are asked after every epoch, but no more often than this.
const FEWEST_STEPS_BETWEEN: u64 = 50;
/// As many held-out examples say what each head's preference is worth: they are asked once more for every
/// head.
const ASKED_FOR_WORTH: usize = 48;

/// The time of a step is a mean over about so many.
const REMEMBERED_STEPS: f64 = 30.0;

/// An answer and the bytes beside it.
pub type Reply = (Answer, Vec<Vec<u8>>);

/// What the worker holds.
#[derive(Default)]
pub struct Session {
    running: Option<Running>,
    look: Look,
}

/// A run and its curves.
struct Running {
    run: Run,
    choices: Choices,
    vectors: WordVectors,
    curves: Curves,
    last: Option<StepReport>,
    /// Whether the run's start is that of a file.
    from_file: bool,
    /// Milliseconds that a step takes; 0 before the first.
    step_ms: f64,
}

impl Session {
    /// No run yet.
    pub fn new() -> Session {
        Session::default()
    }

    /// Answers a request. `Play` and `Pause` are the shell's; here they only report.
    pub fn answer(&mut self, ask: Ask, bytes: Vec<Vec<u8>>) -> Reply {
        let answer = self.try_answer(ask, bytes);
        answer.unwrap_or_else(|failure| (Answer::Failed(failure), Vec::new()))
    }

    fn try_answer(&mut self, ask: Ask, bytes: Vec<Vec<u8>>) -> Result<Reply, Failure> {
        let plain = |answer: Answer| Ok((answer, Vec::new()));
        match ask {
            Ask::Start { choices, has_file, file_name } => {
                let overview = self.start(&choices, has_file, &file_name, bytes)?;
                plain(Answer::Started(Box::new(overview)))
            }
            Ask::Check { choices, file_name } => {
                let choices = Choices { task: Task::Own, ..read(&choices)? };
                let file = bytes.first().map(|bytes| (file_name.as_str(), bytes.as_slice()));
                data::begin(&choices, file, None)?;
                plain(Answer::Checked)
            }
            Ask::Play { .. } | Ask::Pause => self.report(),
            Ask::Step { steps } => {
                let mut left = steps;
                self.advance(&mut || {
                    let goes_on = left > 0;
                    left = left.saturating_sub(1);
                    goes_on
                })?;
                self.report()
            }
            Ask::Rewind => {
                self.running()?.rewind();
                self.report()
            }
            Ask::Look(look) => {
                self.look = look;
                self.report()
            }
            Ask::Save => {
                let running = self.running()?;
                let kept = running.curves.kept().clone();
                let answer = Answer::Saved { kept, step: running.run.step_number() };
                Ok((answer, vec![running.run.state()]))
            }
            Ask::Restore { kept } => {
                let running = self.running()?;
                let state = bytes.first().map(Vec::as_slice).unwrap_or_default();
                let drawn = running.run.start.clone();
                running.run.restore(state).map_err(Failure::new)?;
                // Its start was kept with it: where that is not the seed's, it came from a file.
                let values = |start: &Parameters| {
                    start.iter().map(|one| one.values.clone()).collect::<Vec<_>>()
                };
                running.from_file = values(&drawn) != values(&running.run.start);
                running.curves = Curves::from_kept(kept);
                running.last = None;
                self.report()
            }
            Ask::Export => {
                let running = self.running()?;
                let (name, file) = running.export();
                Ok((Answer::Checkpoint { name }, vec![file]))
            }
            Ask::StartFrom => {
                let running = self.running()?;
                let file = bytes.first().map(Vec::as_slice).unwrap_or_default();
                running.start_from(file)?;
                self.report()
            }
        }
    }

    fn running(&mut self) -> Result<&mut Running, Failure> {
        self.running.as_mut().ok_or_else(|| Failure::new("There is no run yet."))
    }

    fn start(
        &mut self,
        choices: &str,
        has_file: bool,
        file_name: &str,
        bytes: Vec<Vec<u8>>,
    ) -> Result<Overview, Failure> {
        let choices = read(choices)?;
        let mut bytes = bytes.into_iter();
        let file = if has_file { bytes.next() } else { None };
        let mut vectors = WordVectors::new();
        for part in bytes {
            vectors.insert_part(VectorPart::parse(&part).map_err(Failure::new)?);
        }
        let shared = choices.shared_vectors.then_some(&vectors);
        let file = file.as_deref().map(|bytes| (file_name, bytes));
        let (run, overview) = data::begin(&choices, file, shared)?;
        let curves = Curves::default();
        self.running = Some(Running {
            run,
            choices,
            vectors,
            curves,
            last: None,
            from_file: false,
            step_ms: 0.0,
        });
        Ok(overview)
    }

    /// Takes steps while `goes_on` says so; it is asked before each.
    ///
    /// # Errors
    /// Where there is no run, or a step cannot be taken.
    pub fn advance(&mut self, goes_on: &mut dyn FnMut() -> bool) -> Result<usize, Failure> {
        let running = self.running()?;
        let mut steps = 0;
        while goes_on() {
            running.step()?;
            steps += 1;
        }
        Ok(steps)
    }

    /// So many steps of the run took so many milliseconds, by the shell's clock.
    pub fn took(&mut self, ms: f64, steps: f64) {
        let Some(running) = self.running.as_mut().filter(|_| steps > 0.0) else { return };
        let share = if running.step_ms == 0.0 { 1.0 } else { (steps / REMEMBERED_STEPS).min(1.0) };
        running.step_ms += share * (ms / steps - running.step_ms);
    }

    /// Milliseconds that a step of the run takes: a mean of the last ones; 0 before the first.
    pub fn step_ms(&self) -> f64 {
        self.running.as_ref().map_or(0.0, |running| running.step_ms)
    }

    /// How far the run is, and what it makes of the sentence that is looked at. `playing` and
    /// `step_ms` are the shell's.
    ///
    /// # Errors
    /// Where there is no run.
    pub fn report(&mut self) -> Result<Reply, Failure> {
        let look = self.look.clone();
        let running = self.running()?;
        let (from, points, held_out_from, held_out) = running.curves.news();
        let (w, v) = heads(&running.run);
        let Kept { worth, together, worth_texts, .. } = running.curves.kept().clone();
        let (looked, weights) = look::look(&running.run, &running.vectors, &look);
        let last = running.last.as_ref();
        let report = Report {
            step: running.run.step_number(),
            epoch: running.run.step_number() / running.run.steps_per_epoch() + 1,
            from_file: running.from_file,
            playing: false,
            step_ms: 0.0,
            w,
            v,
            w_gradient: last.map(|last| last.w_gradient.clone()).unwrap_or_default(),
            v_gradient: last.map(|last| last.v_gradient.clone()).unwrap_or_default(),
            learned: learned::learned(&running.run, last, look.head),
            worth,
            together,
            worth_texts,
            loss: last.map(|last| last.loss),
            from,
            points,
            held_out_from,
            held_out,
            looked,
        };
        let bytes = if weights.is_empty() { Vec::new() } else { vec![weights] };
        Ok((Answer::Report(Box::new(report)), bytes))
    }
}

fn read(choices: &str) -> Result<Choices, Failure> {
    let (choices, problems) = Choices::from_text(choices);
    problems.first().map_or(Ok(choices), |problem| Err(Failure::new(problem)))
}

fn heads(run: &Run) -> (Vec<f32>, Vec<f32>) {
    run.heads().iter().map(|head| (head.w as f32, head.v as f32)).unzip()
}

impl Running {
    fn step(&mut self) -> Result<(), Failure> {
        let report = self.run.advance().map_err(|error| Failure {
            diverged: matches!(error, RunError::NotFinite { .. }),
            ..Failure::new(error)
        })?;
        let run = &self.run;
        self.curves.step(&report, || heads(run));
        if report.ends_epoch {
            self.run.close_epoch().map_err(Failure::new)?;
        }
        let between = self.run.steps_per_epoch().max(FEWEST_STEPS_BETWEEN);
        // Epochs as long as thousands of steps would leave the curve without a point.
        let between = between.min(4 * FEWEST_STEPS_BETWEEN);
        if report.step.is_multiple_of(between) {
            self.ask_held_out()?;
        }
        self.last = Some(report);
        Ok(())
    }

    fn ask_held_out(&mut self) -> Result<(), Failure> {
        let examples = std::mem::take(&mut self.run.corpus.dev);
        let asked = look::ask(&self.run, &examples, ASKED_FOR_WORTH);
        self.run.corpus.dev = examples;
        if let Some(asked) = asked.map_err(Failure::new)? {
            self.curves.held_out(self.run.step_number(), asked);
        }
        Ok(())
    }

    fn rewind(&mut self) {
        let run = &mut self.run;
        run.parameters = run.start.clone();
        run.table = run.table_start.clone();
        run.table_moments = Moments::zero(run.table.len());
        run.step = 0;
        run.best = None;
        self.curves = Curves::default();
        self.last = None;
    }

    /// The model as it is now, which is what the page shows: not that of the best epoch.
    fn export(&self) -> (String, Vec<u8>) {
        let mut now = self.run.clone();
        now.best = None;
        let mut card = BTreeMap::new();
        let mut add = |key: &str, value: String| {
            card.insert(key.to_owned(), value);
        };
        add("task", self.choices.task.name().to_owned());
        add("choices", self.choices.to_text());
        add("made_by", "Nearfar's Train room".to_owned());
        if let Some(held_out) = self.curves.kept().held_out.last() {
            add("held_out_accuracy", held_out.right.to_string());
            add("held_out_step", held_out.step.to_string());
        }
        let (task, step) = (self.choices.task.name(), self.run.step_number());
        let (method, seed) = (method_file_name(self.choices.method), self.choices.seed);
        let name = format!("nearfar-{task}-{method}-seed-{seed}-step-{step}.safetensors");
        (name, now.checkpoint(&card))
    }

    fn start_from(&mut self, file: &[u8]) -> Result<(), Failure> {
        let trained = Trained::read(file).map_err(Failure::new)?;
        self.run.start_from(&trained, file, &self.vectors).map_err(Failure::new)?;
        self.from_file = true;
        self.rewind();
        Ok(())
    }
}

/// The most tokens that are read of a sentence that is looked at.
fn tokens_read(options: &Options) -> usize {
    options.longest.min(MOST_TOKENS)
}

#[cfg(test)]
mod tests;
