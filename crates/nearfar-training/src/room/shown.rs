//! What is drawn of a run: its last report, and what reports leave behind.

use nearfar::ModelMethod;
use nearfar::lab::Panel;

use super::Curves;
use super::plots::Seen;
use crate::protocol::{HeldOut, Point, Report};

/// What is drawn.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Shown {
    /// The last report, without its points.
    pub report: Report,
    /// The points.
    pub curves: Curves,
    /// The weights of the sentence that is looked at, `[N, N]`.
    pub weights: Vec<f32>,
}

impl Shown {
    /// Takes a report; `weights` are those beside it, which a report has that looks at a sentence.
    pub fn take(&mut self, mut report: Report, weights: impl FnOnce() -> Vec<f32>) {
        self.curves.take(&mut report);
        if report.looked.is_some() {
            self.weights = weights();
        }
        self.report = report;
    }

    /// What its held-out texts said last.
    pub fn held_out(&self) -> Option<&HeldOut> {
        self.curves.held_out.last()
    }

    /// What plots show of the run in a panel, by a method: before the first step w and v where they start.
    pub fn seen(&self, panel: Panel, method: ModelMethod) -> Seen {
        let (report, mut curves) = (&self.report, self.curves.clone());
        let (worth, step) = (report.worth.clone(), report.step);
        if curves.points.is_empty() && !report.w.is_empty() {
            let (w, v) = (report.w.clone(), report.v.clone());
            curves.points.push(Point { step, loss: f32::NAN, right: f32::NAN, w, v });
        }
        Seen { panel, method, curves, worth, step }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::protocol::Looked;

    fn report(step: u64) -> Report {
        let held_out = vec![HeldOut { step, loss: 0.5, right: 0.75 }];
        Report {
            step,
            points: vec![Point { step, ..Point::default() }],
            held_out,
            ..Report::default()
        }
    }

    #[test]
    fn a_report_leaves_its_points_and_the_weights_that_came_with_it() {
        let mut shown = Shown::default();
        assert_eq!(shown.held_out(), None);
        shown.take(Report { looked: Some(Looked::default()), ..report(1) }, || vec![1.0]);
        assert_eq!((shown.weights.as_slice(), shown.report.step), (&[1.0][..], 1));
        // The next one looks at nothing, and goes on after the first point.
        let next = Report { from: 1, held_out_from: 1, ..report(2) };
        shown.take(next, || panic!("there are none beside it"));
        assert_eq!(shown.weights, [1.0]);
        assert_eq!((shown.curves.points.len(), shown.report.points.len()), (2, 0));
        assert_eq!(shown.held_out().map(|held_out| held_out.step), Some(2));
        let seen = shown.seen(Panel::B, nearfar::Method::VANILLA.into());
        assert_eq!((seen.panel, seen.step, seen.curves), (Panel::B, 2, shown.curves));
    }

    #[test]
    fn before_the_first_step_plots_show_where_w_and_v_start() {
        let seen = |shown: &Shown| shown.seen(Panel::A, nearfar::Method::DISTANCE_AWARE.into());
        let start = Report { w: vec![0.0, 0.5], v: vec![1.0, -1.0], ..Report::default() };
        let mut shown = Shown { report: start, ..Shown::default() };
        let [point] = &seen(&shown).curves.points[..] else { panic!("the start") };
        assert_eq!(
            (point.step, &point.w[..], &point.v[..]),
            (0, &[0.0, 0.5][..], &[1.0, -1.0][..])
        );
        // Nothing is known of loss and accuracy before it.
        assert!(point.loss.is_nan() && point.right.is_nan());
        // A step has points of its own; of a run that is not there nothing is known.
        shown.take(report(1), Vec::new);
        assert_eq!(seen(&shown).curves.points.len(), 1);
        assert_eq!(seen(&shown).curves.points[0].step, 1);
        assert!(seen(&Shown::default()).curves.points.is_empty());
    }
}
