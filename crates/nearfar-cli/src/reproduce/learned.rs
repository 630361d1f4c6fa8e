//! Figs. 6 and 7 of the paper: w and v of the heads, each run's sorted, and the mean of the runs at each
//! place.

use std::fmt::Write;

use nearfar::picture::learned::{Moved, drawn};
use nearfar_training::figures::Summary;

use super::results::RunLine;

/// A learned number of every head.
#[derive(Clone, Copy)]
pub struct Learned {
    /// Its name: w or v.
    pub symbol: &'static str,
    start: fn(&RunLine) -> &[f64],
    now: fn(&RunLine) -> &[f64],
}

/// Both, as the figures have them.
pub const LEARNED: [Learned; 2] = [
    Learned { symbol: "w", start: |run| &run.w_start, now: |run| &run.w },
    Learned { symbol: "v", start: |run| &run.v_start, now: |run| &run.v },
];

/// The heads' values at each place of the falling order, over the runs. A place is no head: the head that is
/// largest in one run need not be so in another.
pub struct Places {
    /// What it is of.
    pub symbol: &'static str,
    /// How many runs.
    pub runs: usize,
    start: Vec<Summary>,
    now: Vec<Summary>,
}

impl Learned {
    /// Of these runs; `None` where they have no heads, or not all as many.
    pub fn over(self, runs: &[&RunLine]) -> Option<Places> {
        let (start, now) = (over(runs, self.start)?, over(runs, self.now)?);
        (start.len() == now.len()).then_some(Places {
            symbol: self.symbol,
            runs: runs.len(),
            start,
            now,
        })
    }
}

fn over(runs: &[&RunLine], values: fn(&RunLine) -> &[f64]) -> Option<Vec<Summary>> {
    let sorted = |run: &&RunLine| {
        let mut sorted = values(run).to_vec();
        sorted.sort_by(|one, other| other.total_cmp(one));
        sorted
    };
    let sorted: Vec<Vec<f64>> = runs.iter().map(sorted).collect();
    let heads = sorted.first().map_or(0, Vec::len);
    if heads == 0 || sorted.iter().any(|values| values.len() != heads) {
        return None;
    }
    (0..heads)
        .map(|place| Summary::new(&sorted.iter().map(|values| values[place]).collect::<Vec<_>>()))
        .collect()
}

/// The colours of a picture that stands in a page of its own, light or dark as its reader has it.
const STYLE: &str = "<style>text{font:10px system-ui,sans-serif;fill:#444;text-anchor:middle}\
    .axis{text-anchor:end}line{stroke:#ccc}.zero{stroke:#666}.above{fill:#c2571a}.below{fill:#2b6cb0}\
    circle{fill:none;stroke:#222;stroke-width:1.2}.spread{stroke:#222}\
    @media (prefers-color-scheme:dark){text{fill:#bbb}line{stroke:#444}.zero{stroke:#999}\
    .above{fill:#f0945a}.below{fill:#6aa5e0}circle,.spread{stroke:#eee}}</style>";

impl Places {
    /// Bars of the mean with the deviation over runs as a line, and rings where they started.
    pub fn picture(&self) -> String {
        let place = |(head, (start, now)): (usize, (&Summary, &Summary))| Moved {
            head,
            start: start.mean,
            learned: now.mean,
            deviation: now.deviation.unwrap_or(0.0),
        };
        let places: Vec<Moved> = self.start.iter().zip(&self.now).enumerate().map(place).collect();
        let svg = drawn(&places, &self.in_words());
        // A file of its own names its language, and brings its colours.
        svg.replacen("<svg ", "<svg xmlns=\"http://www.w3.org/2000/svg\" ", 1).replacen(
            '>',
            &format!(">{STYLE}"),
            1,
        ) + "\n"
    }

    /// The same in one sentence.
    pub fn in_words(&self) -> String {
        let above = |places: &[Summary]| places.iter().filter(|place| place.mean > 0.0).count();
        let ends = |places: &[Summary]| match places {
            [first, .., last] => format!("from {:.2} to {:.2}", first.mean, last.mean),
            places => places.iter().map(|place| format!("{:.2}", place.mean)).collect(),
        };
        format!(
            "{} of {} heads, each run's sorted, mean of {} runs at each place: {} above 0, {}; at the \
             start {} above 0, {}.",
            self.symbol,
            self.now.len(),
            self.runs,
            above(&self.now),
            ends(&self.now),
            above(&self.start),
            ends(&self.start)
        )
    }

    /// A row of Markdown: the mean and deviation at each place.
    pub fn write_rows(&self, out: &mut String) -> std::fmt::Result {
        for (what, places) in [("at the start", &self.start), ("learned", &self.now)] {
            write!(out, "| {} {what} |", self.symbol)?;
            for Summary { mean, deviation, .. } in places {
                match deviation {
                    Some(deviation) => write!(out, " {mean:.2} ± {deviation:.2} |")?,
                    None => write!(out, " {mean:.2} |")?,
                }
            }
            writeln!(out)?;
        }
        Ok(())
    }

    /// The number of heads.
    pub fn heads(&self) -> usize {
        self.now.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plan::Plan;
    use crate::reproduce::results::tests::line;

    #[test]
    fn each_run_is_sorted_before_the_mean() {
        let plan = Plan::new("sst2", nearfar::Method::DISTANCE_AWARE, 1);
        let run = |w: [f64; 3], w_start: [f64; 3]| RunLine {
            w: w.to_vec(),
            w_start: w_start.to_vec(),
            ..line(&plan, "01", "01")
        };
        let runs = [run([-1.0, 3.0, 0.5], [0.0, 0.5, -0.5]), run([1.0, -2.0, 0.1], [0.5; 3])];
        let [w, v] = LEARNED;
        let places = w.over(&runs.iter().collect::<Vec<_>>()).unwrap();
        let means: Vec<f64> = places.now.iter().map(|place| place.mean).collect();
        // (3 + 1) / 2, (0.5 + 0.1) / 2, (-1 - 2) / 2.
        assert_eq!(means, [2.0, 0.3, -1.5]);
        assert_eq!(
            places.in_words(),
            "w of 3 heads, each run's sorted, mean of 2 runs at each place: 2 above 0, from 2.00 to \
             -1.50; at the start 2 above 0, from 0.50 to 0.00."
        );
        let mut rows = String::new();
        places.write_rows(&mut rows).unwrap();
        assert!(
            rows.contains("| w learned | 2.00 ± 1.41 | 0.30 ± 0.28 | -1.50 ± 0.71 |"),
            "{rows}"
        );
        let picture = places.picture();
        assert_eq!(picture.matches("<rect").count(), 3);
        assert_eq!(picture.matches("class=\"spread\"").count(), 3);
        assert!(picture.contains(&places.in_words()));
        assert!(v.over(&runs.iter().collect::<Vec<_>>()).is_some());
        assert!(w.over(&[]).is_none());
        let fewer = RunLine { w: vec![1.0], ..runs[0].clone() };
        assert!(w.over(&[&runs[0], &fewer]).is_none());
    }
}
