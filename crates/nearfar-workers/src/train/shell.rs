//! Steps in slices between requests, and reports now and then.

use nearfar_kit::UNASKED;
use nearfar_kit::envelope::Envelope;
use nearfar_training::protocol::{Answer, Ask, Failure, PROTOCOL};
use nearfar_training::session::{Reply, Session};
use nearfar_workers::shell::{Next, Page, Work, bytes, read, run};

/// A slice of steps takes about so long: what is asked meanwhile waits no longer.
const SLICE_MS: f64 = 40.0;
/// Reports are no closer than this while the run goes on.
const REPORT_MS: f64 = 100.0;

struct Trainer {
    page: Page,
    session: Session,
    /// Milliseconds between steps, and when the last began, while the run goes on.
    playing: Option<(f64, f64)>,
    reported: f64,
}

/// Listens.
pub fn start() {
    run(PROTOCOL, |page| Trainer { page, session: Session::new(), playing: None, reported: 0.0 });
}

impl Work for Trainer {
    fn receive(&mut self, envelope: Envelope) {
        let ask: Ask = match read(&envelope) {
            Ok(ask) => ask,
            Err(why) => {
                return self.send(envelope.id, (Answer::Failed(Failure::new(why)), Vec::new()));
            }
        };
        match &ask {
            Ask::Play { per_second } => {
                let pause = if *per_second == 0 { 0.0 } else { 1000.0 / f64::from(*per_second) };
                self.playing = Some((pause, 0.0));
            }
            Ask::Look(_) | Ask::Save | Ask::Export | Ask::Check { .. } => {}
            _ => self.playing = None,
        }
        let steps = if let Ask::Step { steps } = &ask { f64::from(*steps) } else { 0.0 };
        let begun = self.page.now();
        let reply = self.session.answer(ask, bytes(&envelope));
        self.session.took(self.page.now() - begun, steps);
        self.send(envelope.id, reply);
    }

    /// Steps until the slice is over, or one where there is a pause between steps.
    fn advance(&mut self) {
        let Some((pause, last)) = self.playing else { return };
        let begun = self.page.now();
        if pause > 0.0 && begun - last < pause {
            return;
        }
        let page = self.page.clone();
        let mut taken = 0;
        let outcome = self.session.advance(&mut || {
            let goes_on = taken == 0 || (pause == 0.0 && page.now() - begun < SLICE_MS);
            taken += 1;
            goes_on
        });
        let end = self.page.now();
        match outcome {
            Ok(steps) => self.session.took(end - begun, steps as f64),
            Err(failure) => {
                self.playing = None;
                self.report();
                return self.send(UNASKED, (Answer::Failed(failure), Vec::new()));
            }
        }
        self.playing = Some((pause, begun));
        if end - self.reported >= REPORT_MS {
            self.report();
        }
    }

    fn next(&self) -> Next {
        match self.playing {
            None => Next::Nothing,
            Some((pause, last)) => match pause - (self.page.now() - last) {
                left if pause > 0.0 && left > 0.0 => Next::After(left),
                _ => Next::Slice,
            },
        }
    }
}

impl Trainer {
    fn report(&mut self) {
        self.reported = self.page.now();
        if let Ok(reply) = self.session.report() {
            self.send(UNASKED, reply);
        }
    }

    fn send(&self, id: u32, (mut answer, bytes): Reply) {
        if let Answer::Report(report) = &mut answer {
            report.playing = self.playing.is_some();
            report.step_ms = self.session.step_ms() as f32;
        }
        self.page.answer(id, &answer, &bytes);
    }
}
