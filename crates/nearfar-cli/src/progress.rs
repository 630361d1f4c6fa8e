//! What a training run shows on standard error: a bar on a terminal, otherwise a line per epoch.

use std::io::IsTerminal;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};
use nearfar_training::products::{Operands, Product, multiply_shards, of_batch};
use nearfar_training::run::{Run, StepReport};

/// In how many steps the products of one are timed alone.
const TIMED_EVERY: u64 = 10;

/// Sums over some steps.
#[derive(Clone, Copy, Debug, Default)]
struct Sums {
    steps: u64,
    tokens: usize,
    loss: f64,
    correct: usize,
    examples: usize,
    time: Duration,
}

impl Sums {
    fn add(&mut self, report: &StepReport, time: Duration) {
        self.steps += 1;
        self.tokens += report.tokens;
        self.loss += f64::from(report.loss);
        self.correct += report.correct;
        self.examples += report.examples;
        self.time += time;
    }

    fn speed(&self) -> String {
        let (steps, seconds) = (self.steps.max(1) as f64, self.time.as_secs_f64().max(1e-9));
        format!(
            "{:.1} ms/step, {:.0} tokens/s",
            1e3 * seconds / steps,
            self.tokens as f64 / seconds
        )
    }
}

/// Shows a run and keeps its times.
pub struct Progress {
    bar: Option<ProgressBar>,
    profile: bool,
    epoch: Sums,
    all: Sums,
    /// Of the steps whose products were timed alone: the steps, the products, their operations.
    timed: (Duration, Duration, f64),
}

impl Progress {
    /// Of a run of `steps`, `from` of them taken. `profile` times the matrix products alone, too.
    pub fn new(from: u64, steps: u64, profile: bool) -> Progress {
        let bar = std::io::stderr().is_terminal().then(|| {
            let style = ProgressStyle::with_template("{bar:30} {pos}/{len} {msg} {eta} left");
            let style = style.unwrap_or_else(|_| ProgressStyle::default_bar());
            let bar = ProgressBar::new(steps).with_style(style).with_position(from);
            bar.reset_eta();
            bar
        });
        Progress {
            bar,
            profile,
            epoch: Sums::default(),
            all: Sums::default(),
            timed: Default::default(),
        }
    }

    /// Says something.
    pub fn say(&self, line: &str) {
        match &self.bar {
            Some(bar) => bar.suspend(|| eprintln!("{line}")),
            None => eprintln!("{line}"),
        }
    }

    /// Takes a step and keeps its time.
    ///
    /// # Errors
    /// As [`Run::advance`].
    pub fn step(&mut self, run: &mut Run) -> Result<StepReport, nearfar_training::run::RunError> {
        let timed = self.profile && run.step_number().is_multiple_of(TIMED_EVERY);
        let products = timed.then(|| {
            let batches = run.next_batches();
            let of_batch = |batch| of_batch(&run.architecture, batch);
            let shards: Vec<Vec<Product>> = batches.iter().map(of_batch).collect();
            let operands: Vec<_> = shards.iter().map(|products| Operands::new(products)).collect();
            let start = Instant::now();
            multiply_shards(&operands);
            (
                start.elapsed(),
                shards.iter().flatten().map(|product| product.operations()).sum::<f64>(),
            )
        });
        let start = Instant::now();
        let report = run.advance()?;
        let time = start.elapsed();
        if let Some((alone, operations)) = products {
            self.timed.0 += time;
            self.timed.1 += alone;
            self.timed.2 += operations;
        }
        self.epoch.add(&report, time);
        self.all.add(&report, time);
        if let Some(bar) = &self.bar {
            bar.set_position(report.step);
            bar.set_message(format!("epoch {} loss {:.3}", report.epoch, report.loss));
        }
        Ok(report)
    }

    /// Says how an epoch went.
    pub fn end_epoch(&mut self, run: &Run, dev: Option<f64>) {
        let Sums { steps, loss, correct, examples, .. } = self.epoch;
        let epoch = run.step_number() / run.steps_per_epoch();
        let mut line = format!(
            "epoch {epoch}/{}: loss {:.4}, train {:.2} %",
            run.options.epochs,
            loss / steps.max(1) as f64,
            100.0 * correct as f64 / examples.max(1) as f64
        );
        if let (Some(dev), Some(best)) = (dev, run.best()) {
            line += &format!(
                ", dev {:.2} % (best {:.2} % in epoch {})",
                100.0 * dev,
                100.0 * best.accuracy,
                best.epoch
            );
        }
        self.say(&format!("{line}, {}", self.epoch.speed()));
        self.epoch = Sums::default();
    }

    /// Ends the bar and says how fast it was.
    pub fn finish(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
        if self.all.steps > 0 {
            eprintln!("{} steps: {}", self.all.steps, self.all.speed());
        }
        let (steps, products, operations) = self.timed;
        if !products.is_zero() {
            eprintln!(
                "matrix products: {:.0} % of a step at {:.1} GFLOP/s (the products of every {TIMED_EVERY}th \
                 step once more alone, with the same shapes and library)",
                100.0 * products.as_secs_f64() / steps.as_secs_f64(),
                operations / products.as_secs_f64() / 1e9
            );
        }
    }
}
