//! Which runs each table of the paper needs here, and what the paper has in its place.

use nearfar::settings::model_method_from_text;

use super::Wanted;
use crate::plan::Plan;

/// A figure of the paper with its deviation over five runs, in per cent.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Printed {
    /// The mean.
    pub mean: f64,
    /// The deviation.
    pub deviation: f64,
}

/// One method of a table.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// What it is called.
    pub label: &'static str,
    /// As [`model_method_from_text`] reads it.
    pub method: &'static str,
    /// The paper's accuracy and macro-F, where it prints them.
    pub paper: Option<[Printed; 2]>,
}

/// One table on one task.
#[derive(Clone, Debug, PartialEq)]
pub struct Table {
    /// What it belongs to.
    pub wanted: Wanted,
    /// Its heading.
    pub title: &'static str,
    /// What the paper has there, in a sentence or two.
    pub about: &'static str,
    /// The task.
    pub task: &'static str,
    /// The methods. The first is compared with each of the others.
    pub rows: Vec<Row>,
    /// The seeds.
    pub seeds: Vec<u64>,
    /// Other epochs than the task's.
    pub epochs: Option<usize>,
}

impl Table {
    /// The run of a row.
    pub fn plan(&self, row: &Row, seed: u64) -> Plan {
        let method = model_method_from_text(row.method);
        let method = method.unwrap_or_else(|why| unreachable!("{}: {why}", row.method));
        let mut plan = Plan::new(self.task, method, seed);
        if let Some(epochs) = self.epochs {
            plan.settings.options.epochs = epochs;
        }
        plan
    }
}

const DA: &str = "da";
const VANILLA: &str = "vanilla";
const WITHOUT: &str = "vanilla:no-positions";

/// Tables 3 and 4: DA-Transformer, Transformer; accuracy, macro-F.
fn compared(figures: [[f64; 4]; 2], without: bool) -> Vec<Row> {
    let row = |label, method, [accuracy, deviation, macro_f, macro_deviation]: [f64; 4]| Row {
        label,
        method,
        paper: Some([
            Printed { mean: accuracy, deviation },
            Printed { mean: macro_f, deviation: macro_deviation },
        ]),
    };
    let mut rows =
        vec![row("DA-Transformer", DA, figures[0]), row("Transformer", VANILLA, figures[1])];
    if without {
        let label = "Transformer without positions";
        rows.push(Row { label, method: WITHOUT, paper: None });
    }
    rows
}

fn rows(list: &[(&'static str, &'static str)]) -> Vec<Row> {
    list.iter().map(|&(label, method)| Row { label, method, paper: None }).collect()
}

/// All tables, those that say most in little time first.
pub fn all() -> Vec<Table> {
    let table = |wanted, title, about, task, rows, seeds: std::ops::RangeInclusive<u64>| Table {
        wanted,
        title,
        about,
        task,
        rows,
        seeds: seeds.collect(),
        epochs: None,
    };
    vec![
        table(
            Wanted::Tables,
            "Table 4, SST",
            "The paper's SST has 8k / 1k / 2k sentences; here are the 6,920 / 872 / 1,821 of the \
             usual split into two classes.",
            "sst2",
            compared([[90.49, 0.17, 90.43, 0.19], [89.67, 0.22, 89.59, 0.24]], true),
            1..=5,
        ),
        table(
            Wanted::Mappings,
            "Fig. 4, mapping functions, on SST",
            "The paper shows AG, Amazon and MIND as bars without numbers, and says: clip and linear \
             are not optimal, exponent is below both sigmoids, the learnable sigmoid is best.",
            "sst2",
            rows(&[
                ("learnable sigmoid", DA),
                ("sigmoid", "da:sigmoid:early-multiply"),
                ("exponent", "da:exponent:early-multiply"),
                ("linear, k = b = 1", "da:linear(1,1):early-multiply"),
                ("clip, T = 5", "da:clip(5):early-multiply"),
            ]),
            1..=3,
        ),
        table(
            Wanted::Adjustments,
            "Fig. 5, adjusting methods, on SST",
            "The paper shows AG, Amazon and MIND as bars without numbers, and says: early is better \
             than late, multiplying better than adding.",
            "sst2",
            rows(&[
                ("early multiply", DA),
                ("early add", "da:learnable-sigmoid:early-add"),
                ("late multiply", "da:learnable-sigmoid:late-multiply"),
                ("late add", "da:learnable-sigmoid:late-add"),
            ]),
            1..=3,
        ),
        table(
            Wanted::Tables,
            "Table 4, SNLI",
            "The paper's Table 1 says 55k / 10k / 10k pairs and 2 classes; here are 21,605 training \
             pairs, the whole dev and test sets, and 3 classes.",
            "snli",
            compared([[84.18, 0.27, 84.16, 0.29], [81.45, 0.30, 81.42, 0.31]], false),
            1..=3,
        ),
        table(
            Wanted::Tables,
            "Table 3, AG",
            "The paper's AG has 108k / 12k / 7.6k texts; here are 58,426 training rows, 3,000 more \
             for dev, and the whole test set.",
            "agnews",
            compared([[93.72, 0.11, 93.70, 0.12], [93.01, 0.13, 93.00, 0.13]], false),
            1..=2,
        ),
        table(
            Wanted::Tables,
            "Table 3, reviews in place of Amazon",
            "The paper's Amazon Electronics (40k / 5k / 5k reviews, 5 classes) was not to be had. \
             Here are 7,852 reviews of four kinds of products with 1, 2, 4 or 5 stars: another task, \
             whose figures say nothing about the paper's.",
            "reviews",
            compared([[66.38, 0.39, 44.29, 0.40], [65.15, 0.40, 42.14, 0.41]], false),
            1..=2,
        ),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_method_is_one_and_the_first_is_the_papers() {
        for table in all() {
            for row in &table.rows {
                table.plan(row, 1);
            }
            assert_eq!(
                table.plan(&table.rows[0], 1).method,
                nearfar::Method::DISTANCE_AWARE.into()
            );
        }
    }
}
