//! The points of a run's curves: one every so many steps, ever fewer as the run goes on, so that
//! what is kept, sent and drawn stays small. They depend on the steps alone, not on the clock.

use super::look::Asked;
use crate::protocol::{HeldOut, Kept, Point};
use crate::run::StepReport;

/// Points are thinned out beyond so many.
const MOST_POINTS: usize = 400;
/// Steps between the first points.
const FIRST_STRIDE: u64 = 4;

/// The points so far, and which of them the page has.
#[derive(Clone, Debug)]
pub struct Curves {
    kept: Kept,
    sent: usize,
    held_out_sent: usize,
    loss: f64,
    right: usize,
    examples: usize,
    steps: usize,
}

impl Default for Curves {
    fn default() -> Self {
        Curves::from_kept(Kept { stride: FIRST_STRIDE, ..Kept::default() })
    }
}

impl Curves {
    /// Goes on from what was kept; nothing of it is sent yet.
    pub fn from_kept(mut kept: Kept) -> Curves {
        kept.stride = kept.stride.max(FIRST_STRIDE);
        Curves { kept, sent: 0, held_out_sent: 0, loss: 0.0, right: 0, examples: 0, steps: 0 }
    }

    /// What is to be kept with a state.
    pub fn kept(&self) -> &Kept {
        &self.kept
    }

    /// Takes a step in; `heads` are w and v after it.
    pub fn step(&mut self, step: &StepReport, heads: impl FnOnce() -> (Vec<f32>, Vec<f32>)) {
        self.loss += f64::from(step.loss);
        self.right += step.correct;
        self.examples += step.examples;
        self.steps += 1;
        if !step.step.is_multiple_of(self.kept.stride) {
            return;
        }
        let (w, v) = heads();
        self.kept.points.push(Point {
            step: step.step,
            loss: (self.loss / self.steps as f64) as f32,
            right: self.right as f32 / self.examples.max(1) as f32,
            w,
            v,
        });
        (self.loss, self.right, self.examples, self.steps) = (0.0, 0, 0, 0);
        if self.kept.points.len() > MOST_POINTS {
            self.kept.stride *= 2;
            let stride = self.kept.stride;
            self.kept.points.retain(|point| point.step.is_multiple_of(stride));
            self.sent = 0;
        }
    }

    /// Takes in what the held-out examples said after a step.
    pub fn held_out(&mut self, step: u64, asked: Asked) {
        let Asked { loss, right, worth, together, worth_texts } = asked;
        self.kept.held_out.push(HeldOut { step, loss, right });
        (self.kept.worth, self.kept.together, self.kept.worth_texts) =
            (worth, together, worth_texts);
        if self.kept.held_out.len() > MOST_POINTS {
            let mut index = 0;
            self.kept.held_out.retain(|_| {
                index += 1;
                index % 2 == 0
            });
            self.held_out_sent = 0;
        }
    }

    /// What the page has not yet: from which place on, and the points; likewise held out.
    pub fn news(&mut self) -> (usize, Vec<Point>, usize, Vec<HeldOut>) {
        let (from, held_out_from) = (self.sent, self.held_out_sent);
        self.sent = self.kept.points.len();
        self.held_out_sent = self.kept.held_out.len();
        let points = self.kept.points.get(from..).unwrap_or_default().to_vec();
        let held_out = self.kept.held_out.get(held_out_from..).unwrap_or_default().to_vec();
        (from, points, held_out_from, held_out)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn step(step: u64) -> StepReport {
        StepReport {
            step,
            epoch: 1,
            loss: step as f32,
            correct: 1,
            examples: 2,
            tokens: 1,
            w_gradient: vec![],
            v_gradient: vec![],
            learned_gradients: vec![],
            ends_epoch: false,
        }
    }

    #[test]
    fn points_stay_few_and_the_page_hears_of_each_once() {
        let mut curves = Curves::default();
        let mut page = Vec::new();
        for number in 1..=20_000 {
            curves.step(&step(number), || (vec![0.5], vec![0.25]));
            if number % 7 == 0 {
                let (from, points, ..) = curves.news();
                page.truncate(from);
                page.extend(points);
            }
        }
        let (from, points, ..) = curves.news();
        page.truncate(from);
        page.extend(points);
        assert_eq!(page, curves.kept().points);
        assert!(page.len() <= MOST_POINTS && page.len() > MOST_POINTS / 4, "{}", page.len());
        assert!(page.is_sorted_by_key(|point| point.step));
        // The mean of 1 to 4 would be the first point's, had it not been thinned out.
        assert_eq!((page[0].step, page[0].right), (curves.kept().stride, 0.5));
    }
}
