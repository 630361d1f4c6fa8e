//! The document: for every table what was run, figures over seeds, and sentences that say no more
//! than the intervals bear out.

use std::fmt::Write;

use nearfar_training::figures::{Difference, Interval, RESAMPLES, Summary, paired_bootstrap};

use super::Wanted;
use super::learned::{LEARNED, Places};
use super::results::{Results, RunLine};
use super::tables::{PAPER_DATA, Printed, Row, Table};
use crate::error::CommandError;
use crate::scores::{BOOTSTRAP_SEED, Scores};

const HEAD: &str = "\
# Reproduction

What the paper's tables become with this program and the data at hand. `nearfar reproduce all
--data-dir DATA` wrote this page from the runs; its figures, and the sentences about them, were not
typed. `nearfar reproduce --help` says how runs are kept and gone on with.

Figures are per cent on the test examples, of the epoch with the best dev accuracy. `±` is the sample
deviation over seeds, as in the paper; intervals are 95 %: over seeds with Student's t, over examples
by the percentile bootstrap (2,000 resamples; paired where two models are compared). Each interval is
for its comparison alone: of twenty comparisons without a difference, one excludes 0 by chance.

## What differs from the paper

- Word vectors are GloVe 6B with 100 dimensions, rows rounded to int8; the paper has 300. So the model
  is 100 wide.
- Training data are fewer, and the reviews are others; each table says so.
- As in the paper: one layer, 16 heads of 16, words start from GloVe and are trained, Adam at 0.001;
  one text for SST and AG, two for SNLI, sentences within documents for reviews (at most 30 words
  each, longer ones are cut; \"most texts\" of them). The paper does not say: a feed-forward layer of
  256, additive attention pooling of size 64, pairs joined as [p; h; |p - h|; p * h], dropout on
  embeddings, attention, feed-forward and pooled vector.
- w and v have a learning rate of their own, 0.03, a choice of ours that was not measured against
  others. All rates fall to 0 in a straight line.
- The linear mapping has k = b = 1, not learned: k times w is one number, and w is learned. The clip
  has T = 5; the paper does not say its threshold.
- Transformer-RPR has k = 16, and its own vectors for keys and values; Transformer-XL looks both ways
  and has no memory; the Adapted Transformer is that of its paper's equations: keys are the input,
  which a matrix makes as wide as all heads, and scores are not scaled. The paper does not say its k,
  and whether its three have what their papers have beside.
- The paper repeats each run 5 times; each table here says its seeds.
";

/// What is written.
pub struct Document {
    /// The Markdown.
    pub text: String,
    /// Its pictures, a file name and an SVG each.
    pub pictures: Vec<(String, String)>,
}

/// The whole document. With `leave_out`, a table keeps the methods that have runs and the seeds that all of
/// these have, and says what it has not. `folder` is where its links look for the pictures.
///
/// # Errors
/// Where a result has no figures.
pub fn write(
    tables: &[Table],
    results: &Results,
    leave_out: bool,
    folder: &str,
) -> Result<Document, CommandError> {
    let mut out = HEAD.to_owned();
    let mut pictures = Vec::new();
    // Writing to a string does not fail.
    let _ = write_data(tables, results, &mut out);
    for table in tables {
        let (kept, left_out) =
            if leave_out { finished(table, results) } else { Default::default() };
        let measured = Measured::of(kept.as_ref().unwrap_or(table), &left_out, results)?;
        let _ = measured.write(&mut out);
        if table.wanted == Wanted::Tables {
            let _ = measured.write_learned(folder, &mut out, &mut pictures);
        }
    }
    Ok(Document { text: out, pictures })
}

/// Table 1: the paper's data beside those of the runs.
fn write_data(tables: &[Table], results: &Results, out: &mut String) -> std::fmt::Result {
    let mut rows = String::new();
    for (name, task, paper) in PAPER_DATA {
        let runs = tables.iter().filter(|table| table.task == task).flat_map(|table| {
            let seeds = table.seeds.iter();
            seeds.flat_map(move |&seed| table.rows.iter().map(move |row| table.plan(row, seed)))
        });
        let Some(line) = runs.filter_map(|plan| results.find(&plan, None)).next() else { continue };
        writeln!(rows, "| {name}, the paper | {} |", paper.join(" | "))?;
        writeln!(
            rows,
            "| {task}, here | {} | {} | {} | {} | {:.1} |",
            line.train_examples,
            line.dev_examples,
            line.truth.len(),
            line.classes,
            line.mean_words
        )?;
    }
    if rows.is_empty() {
        return Ok(());
    }
    writeln!(
        out,
        "\n## Table 1, the data\n\nWords are those of all texts of an example (both of a pair), before any is \
         cut; the paper does not say how it counts.\n\n| data | train | dev | test | classes | mean words \
         |\n| --- | --- | --- | --- | --- | --- |\n{rows}"
    )
}

/// A row with the runs that there are, in the order of the seeds.
struct MeasuredRow<'a> {
    row: &'a Row,
    runs: Vec<Option<(&'a RunLine, Scores)>>,
}

impl MeasuredRow<'_> {
    fn each(&self, figure: impl Fn(&Scores) -> f64) -> Vec<f64> {
        self.runs.iter().flatten().map(|(_, scores)| figure(scores)).collect()
    }
}

/// The methods of a table that have runs, with the seeds that all of them have; and what is left out, by
/// name. `None` where no run would be left.
fn finished(table: &Table, results: &Results) -> (Option<Table>, Vec<String>) {
    let has = |row: &Row, seed: u64| results.find(&table.plan(row, seed), None).is_some();
    let (rows, without): (Vec<Row>, Vec<Row>) =
        table.rows.iter().cloned().partition(|row| table.seeds.iter().any(|&seed| has(row, seed)));
    let (seeds, not_all): (Vec<u64>, Vec<u64>) =
        table.seeds.iter().partition(|&&seed| rows.iter().all(|row| has(row, seed)));
    if rows.is_empty() || seeds.is_empty() {
        return (None, Vec::new());
    }
    let without = without.into_iter().map(|row| row.label.to_owned());
    let seed = |seed: u64| format!("seed {seed}");
    let left_out = without.chain(not_all.into_iter().map(seed)).collect();
    (Some(Table { rows, seeds, ..table.clone() }), left_out)
}

struct Measured<'a> {
    table: &'a Table,
    /// What the table has not, since it was not run.
    left_out: &'a [String],
    rows: Vec<MeasuredRow<'a>>,
}

impl<'a> Measured<'a> {
    fn of(
        table: &'a Table,
        left_out: &'a [String],
        results: &'a Results,
    ) -> Result<Measured<'a>, CommandError> {
        let rows = table.rows.iter().map(|row| {
            let run = |&seed: &u64| {
                let line = results.find(&table.plan(row, seed), None);
                line.map(|line| Ok((line, line.scores()?))).transpose()
            };
            let runs = table.seeds.iter().map(run).collect::<Result<_, CommandError>>()?;
            Ok(MeasuredRow { row, runs })
        });
        Ok(Measured { table, left_out, rows: rows.collect::<Result<_, CommandError>>()? })
    }

    fn write(&self, out: &mut String) -> std::fmt::Result {
        writeln!(out, "\n## {}\n\n{}\n", self.table.title, self.table.about)?;
        self.write_settings(out)?;
        let mut lines = self.rows.iter().flat_map(|row| row.runs.iter().flatten());
        let Some((line, scores)) = lines.next() else {
            return writeln!(out, "No run is finished.");
        };
        writeln!(
            out,
            "{} training, {} dev and {} test examples, {} classes; data (SHA-256): {}.\n",
            line.train_examples,
            line.dev_examples,
            scores.truth.len(),
            line.classes,
            line.data.iter().map(|file| format!("`{file}`")).collect::<Vec<_>>().join(", ")
        )?;
        self.write_means(out)?;
        self.write_seeds(out)?;
        self.write_differences(out)?;
        self.write_heads(out)
    }

    fn write_settings(&self, out: &mut String) -> std::fmt::Result {
        let Some(first) = self.table.rows.first() else { return Ok(()) };
        let plan = self.table.plan(first, 1);
        let left_out = ["task", "method", "seed", "word_vectors", "train_vectors"];
        let settings: Vec<String> = plan
            .entries()
            .into_iter()
            .filter(|(key, _)| !left_out.contains(&key.as_str()))
            .map(|(key, value)| format!("{} {value}", key.replace('_', " ")))
            .collect();
        let seeds: Vec<String> = self.table.seeds.iter().map(u64::to_string).collect();
        writeln!(out, "Seeds {}; {}.\n", seeds.join(", "), settings.join(", "))?;
        if !self.left_out.is_empty() {
            writeln!(out, "Not run, or not all: {}.\n", self.left_out.join(", "))?;
        }
        Ok(())
    }

    fn write_means(&self, out: &mut String) -> std::fmt::Result {
        writeln!(
            out,
            "| method | runs | accuracy | interval over seeds | macro-F | interval over seeds | the \
             paper's accuracy | the paper's macro-F |\n| --- | --- | --- | --- | --- | --- | --- | \
             --- |"
        )?;
        for measured in &self.rows {
            let there = measured.runs.iter().flatten().count();
            let accuracy = Summary::new(&measured.each(|scores| scores.confusion.accuracy()));
            let macro_f = Summary::new(&measured.each(|scores| scores.confusion.macro_f()));
            let paper = |place: usize| {
                let figures = measured.row.paper.as_ref().and_then(|both| both.get(place));
                figures.map_or("-".to_owned(), |Printed { mean, deviation }| {
                    format!("{mean:.2} ± {deviation:.2}")
                })
            };
            writeln!(
                out,
                "| {} | {there} of {} | {} | {} | {} | {} | {} | {} |",
                measured.row.label,
                measured.runs.len(),
                mean(accuracy),
                mean_interval(accuracy),
                mean(macro_f),
                mean_interval(macro_f),
                paper(0),
                paper(1)
            )?;
        }
        writeln!(out)
    }

    fn write_seeds(&self, out: &mut String) -> std::fmt::Result {
        let seeds: Vec<String> =
            self.table.seeds.iter().map(|seed| format!("seed {seed}")).collect();
        writeln!(out, "| accuracy / macro-F | {} |", seeds.join(" | "))?;
        writeln!(out, "| --- |{}", " --- |".repeat(seeds.len()))?;
        for measured in &self.rows {
            let cell = |run: &Option<(&RunLine, Scores)>| {
                run.as_ref().map_or("not run".to_owned(), |(_, scores)| {
                    let Scores { confusion, .. } = scores;
                    let (accuracy, macro_f) = (confusion.accuracy(), confusion.macro_f());
                    format!("{:.2} / {:.2}", 100.0 * accuracy, 100.0 * macro_f)
                })
            };
            let cells: Vec<String> = measured.runs.iter().map(cell).collect();
            writeln!(out, "| {} | {} |", measured.row.label, cells.join(" | "))?;
        }
        writeln!(out)
    }

    /// The first row against each of the others.
    fn write_differences(&self, out: &mut String) -> std::fmt::Result {
        let Some((first, others)) = self.rows.split_first() else { return Ok(()) };
        for other in others {
            let pairs = first.runs.iter().zip(&other.runs).zip(&self.table.seeds);
            let differences: Vec<(u64, Difference)> = pairs
                .filter_map(|((first, other), &seed)| {
                    let ((line, one), (_, other)) = (first.as_ref()?, other.as_ref()?);
                    Some((seed, difference(line, one, other)?))
                })
                .collect();
            write!(out, "- {}", sentence(first.row.label, other.row.label, &differences))?;
            writeln!(out)?;
        }
        writeln!(out)
    }

    /// Figs. 6 and 7: w and v of the first row's runs, sorted.
    fn write_learned(
        &self,
        folder: &str,
        out: &mut String,
        pictures: &mut Vec<(String, String)>,
    ) -> std::fmt::Result {
        let runs = self.rows.iter().take(1).flat_map(|first| first.runs.iter().flatten());
        let runs: Vec<&RunLine> = runs.map(|(line, _)| *line).collect();
        let both: Vec<Places> = LEARNED.iter().filter_map(|learned| learned.over(&runs)).collect();
        let Some(heads) = both.iter().map(Places::heads).max() else { return Ok(()) };
        writeln!(
            out,
            "\n### w and v, sorted, as Figs. 6 and 7 show them\n\nEach run's values are sorted first; bars \
             are the mean over {} runs at each place, lines its deviation, rings where they started.\n",
            runs.len()
        )?;
        for places in &both {
            let name = format!("{}-{}.svg", self.table.task, places.symbol);
            writeln!(out, "![{}]({folder}/{name})", places.in_words())?;
            pictures.push((name, places.picture()));
        }
        let places: Vec<String> = (1..=heads).map(|place| place.to_string()).collect();
        writeln!(out, "\n| place | {} |\n| --- |{}", places.join(" | "), " --- |".repeat(heads))?;
        for places in &both {
            places.write_rows(out)?;
        }
        writeln!(out)?;
        for places in &both {
            writeln!(out, "- {}", places.in_words())?;
        }
        if let Some(paper) = self.table.learned {
            writeln!(out, "- {paper}")?;
        }
        Ok(())
    }

    /// Where w and v went.
    fn write_heads(&self, out: &mut String) -> std::fmt::Result {
        let Some(first) = self.rows.first() else { return Ok(()) };
        let runs: Vec<&RunLine> = first.runs.iter().flatten().map(|(line, _)| *line).collect();
        let heads: usize = runs.iter().map(|line| line.w.len()).sum();
        if heads == 0 {
            return Ok(());
        }
        let positive = |values: fn(&RunLine) -> &[f64]| {
            let all = runs.iter().flat_map(|line| values(line));
            all.filter(|&&value| value > 0.0).count()
        };
        let turned: usize = runs
            .iter()
            .flat_map(|line| line.w.iter().zip(&line.w_start))
            .filter(|(now, then)| *now * *then < 0.0)
            .count();
        writeln!(
            out,
            "{}: of {heads} heads over all runs, w is positive (far) in {} ({} at the start), and \
             changed its sign in {turned}; v is positive in {} ({} at the start).",
            first.row.label,
            positive(|line| &line.w),
            positive(|line| &line.w_start),
            positive(|line| &line.v),
            positive(|line| &line.v_start)
        )
    }
}

fn difference(line: &RunLine, one: &Scores, other: &Scores) -> Option<Difference> {
    if one.truth != other.truth {
        return None;
    }
    let (one_answers, other_answers) = (&one.predicted, &other.predicted);
    let resamples = RESAMPLES;
    paired_bootstrap(
        &one.truth,
        one_answers,
        other_answers,
        line.classes,
        BOOTSTRAP_SEED,
        resamples,
    )
    .ok()
}

fn mean(summary: Option<Summary>) -> String {
    summary.map_or("-".to_owned(), |Summary { mean, deviation, .. }| match deviation {
        Some(deviation) => format!("{:.2} ± {:.2}", 100.0 * mean, 100.0 * deviation),
        None => format!("{:.2}", 100.0 * mean),
    })
}

fn mean_interval(summary: Option<Summary>) -> String {
    summary.and_then(|summary| summary.interval).map_or("-".to_owned(), |Interval { low, high }| {
        format!("{:.2} to {:.2}", 100.0 * low, 100.0 * high)
    })
}

/// What the differences of the same seeds bear out.
fn sentence(first: &str, other: &str, differences: &[(u64, Difference)]) -> String {
    let accuracies: Vec<f64> =
        differences.iter().map(|(_, difference)| 100.0 * difference.accuracy).collect();
    let Some(Summary { seeds, mean, interval, .. }) = Summary::new(&accuracies) else {
        return format!("{first} against {other}: no seed has both runs.");
    };
    let place = if mean > 0.0 {
        format!("ahead by {mean:.2} points of accuracy")
    } else if mean < 0.0 {
        format!("behind by {:.2} points of accuracy", -mean)
    } else {
        "as accurate".to_owned()
    };
    let examples: Vec<String> = differences
        .iter()
        .map(|(seed, difference)| {
            let Interval { low, high } = difference.accuracy_interval;
            format!(
                "seed {seed} {:+.2} [{:+.2}, {:+.2}]",
                100.0 * difference.accuracy,
                100.0 * low,
                100.0 * high
            )
        })
        .collect();
    let apart = |side: fn(&Interval) -> bool| {
        differences.iter().filter(|(_, d)| side(&d.accuracy_interval)).count()
    };
    let (ahead, behind) = (apart(|d| d.low > 0.0), apart(|d| d.high < 0.0));
    let over_seeds = match interval {
        None => "one seed has no interval over seeds".to_owned(),
        Some(Interval { low, high }) => {
            let verdict = if low > 0.0 || high < 0.0 {
                "excludes 0"
            } else {
                "includes 0: these runs do not tell the two apart"
            };
            format!("the interval over {seeds} seeds, {low:.2} to {high:.2}, {verdict}")
        }
    };
    format!(
        "{first} against {other}: {place}; {over_seeds}. Paired bootstrap over the test examples: \
         {}; ahead with an interval above 0 in {ahead} of {seeds}, behind with one below 0 in {behind}.",
        examples.join(", ")
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reproduce::results::tests::line;
    use crate::reproduce::tables;

    #[test]
    fn the_document_claims_what_intervals_bear_out_and_marks_what_is_missing() {
        let folder = std::env::temp_dir().join(format!("nearfar-document-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let mut results = Results::open(&folder.join("results.jsonl")).unwrap();
        let mut table = tables::all().remove(0);
        table.seeds = vec![1, 2, 3];
        let written = |table: &Table, results: &Results, leave_out| {
            write(std::slice::from_ref(table), results, leave_out, "pictures").unwrap()
        };
        let empty = written(&table, &results, false).text;
        assert!(empty.contains("No run is finished."), "{empty}");
        let truth = "01".repeat(50);
        let wrong = |count: usize| format!("{}{}", "10".repeat(count / 2), &truth[count..]);
        // 90, 92 and 94 % against 80 %: 12 ± 2, and t(2) = 4.303: 12 ± 4.97.
        for (seed, count) in [(1, 10), (2, 8), (3, 6)] {
            results.add(line(&table.plan(&table.rows[0], seed), &truth, &wrong(count))).unwrap();
            results.add(line(&table.plan(&table.rows[1], seed), &truth, &wrong(20))).unwrap();
        }
        let Document { text, pictures } = written(&table, &results, false);
        table.seeds = vec![1, 2, 3, 4];
        let short = written(&table, &results, true).text;
        std::fs::remove_dir_all(&folder).unwrap();
        let left_out = "Not run, or not all: Transformer-RPR, Transformer-XL, Adapted Transformer, \
                        Transformer without positions, seed 4.";
        assert!(short.contains(left_out), "{short}");
        assert!(
            !short.contains("not run |") && short.contains("| Transformer | 3 of 3 |"),
            "{short}"
        );
        let row = "| DA-Transformer | 3 of 3 | 92.00 ± 2.00 | 87.03 to 96.97 | 92.00 ± 2.00 |";
        assert!(text.contains(row), "{text}");
        assert!(text.contains("90.49 ± 0.17 | 90.43 ± 0.19 |"), "{text}");
        let claim = "DA-Transformer against Transformer: ahead by 12.00 points of accuracy; the \
                     interval over 3 seeds, 7.03 to 16.97, excludes 0.";
        assert!(text.contains(claim), "{text}");
        assert!(text.contains("without positions | not run | not run | not run |"), "{text}");
        assert!(text.contains("against Transformer without positions: no seed has both runs."));
        let heads = "of 6 heads over all runs, w is positive (far) in 6 (3 at the start)";
        assert!(text.contains(heads), "{text}");
        assert!(text.contains("| SST, the paper | 8k | 1k | 2k | 2 | 19 |"), "{text}");
        assert!(text.contains("| sst2, here | 10 | 5 | 100 | 2 | 7.5 |"), "{text}");
        assert!(!text.contains("Amazon, the paper") && !empty.contains("## Table 1"), "{text}");
        // The runs' w are 0.5 and 0.25, from 0.5 and -0.5; v 1 and -1, from 0.
        assert!(text.contains("| w learned | 0.50 ± 0.00 | 0.25 ± 0.00 |"), "{text}");
        let names: Vec<&str> = pictures.iter().map(|(name, _)| name.as_str()).collect();
        assert_eq!(names, ["sst2-w.svg", "sst2-v.svg"]);
        assert!(names.iter().all(|name| text.contains(&format!("](pictures/{name})"))), "{text}");
    }

    #[test]
    fn an_interval_with_0_in_it_claims_nothing() {
        let interval = Interval { low: -0.02, high: 0.03 };
        let difference = |accuracy| Difference {
            accuracy,
            accuracy_interval: interval,
            macro_f: accuracy,
            macro_f_interval: interval,
            first_ahead: 0.5,
        };
        let text = sentence("A", "B", &[(1, difference(0.01)), (2, difference(-0.02))]);
        assert!(text.starts_with("A against B: behind by 0.50 points"), "{text}");
        assert!(text.contains("includes 0: these runs do not tell the two apart"), "{text}");
        let text = sentence("A", "B", &[(7, difference(0.01))]);
        assert!(text.contains("one seed has no interval over seeds"), "{text}");
        assert!(
            text.contains("seed 7 +1.00 [-2.00, +3.00]; ahead with an interval above 0 in 0 of 1")
        );
    }
}
