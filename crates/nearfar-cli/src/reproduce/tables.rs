//! Which runs each table of the paper needs here, and what the paper has in its place.

use nearfar::settings::{method_file_name, model_method_from_text};

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
    /// What the paper finds in w and v of this task's heads.
    pub learned: Option<&'static str>,
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

/// The paper's Table 1 (its name, the task here, then train, dev, test, classes and average length as it
/// prints them).
pub const PAPER_DATA: [(&str, &str, [&str; 5]); 4] = [
    ("SST", "sst2", ["8k", "1k", "2k", "2", "19"]),
    ("SNLI", "snli", ["55k", "10k", "10k", "2", "22"]),
    ("AG", "agnews", ["108k", "12k", "7.6k", "4", "44"]),
    ("Amazon", "reviews", ["40k", "5k", "5k", "5", "133"]),
];

const DA: &str = "da";
const VANILLA: &str = "vanilla";
const WITHOUT: &str = "vanilla:no-positions";
/// k is that of Shaw et al. 2018; the paper does not say its own.
const RPR: &str = "rpr";
const XL: &str = "xl";
const ADAPTED: &str = "tener";

/// Tables 3 and 4: the methods that the paper compares, its own first, in the order of `figures`:
/// accuracy and macro-F with their deviations. Behind them one without positions, which it has not.
fn compared(figures: [[f64; 4]; 5]) -> Vec<Row> {
    let methods = [
        ("DA-Transformer", DA),
        ("Transformer", VANILLA),
        ("Transformer-RPR", RPR),
        ("Transformer-XL", XL),
        ("Adapted Transformer", ADAPTED),
    ];
    let row = |((label, method), figures): ((&'static str, &'static str), [f64; 4])| {
        let [accuracy, deviation, macro_f, macro_deviation] = figures;
        Row {
            label,
            method,
            paper: Some([
                Printed { mean: accuracy, deviation },
                Printed { mean: macro_f, deviation: macro_deviation },
            ]),
        }
    };
    let label = "Transformer without positions";
    let without = Row { label, method: WITHOUT, paper: None };
    methods.into_iter().zip(figures).map(row).chain([without]).collect()
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
        learned: None,
    };
    vec![
        table(
            Wanted::Tables,
            "Table 4, SST",
            "The paper's SST has 8k / 1k / 2k sentences; here are the 6,920 / 872 / 1,821 of the \
             usual split into two classes.",
            "sst2",
            compared([
                [90.49, 0.17, 90.43, 0.19],
                [89.67, 0.22, 89.59, 0.24],
                [89.94, 0.19, 89.90, 0.20],
                [90.06, 0.20, 90.02, 0.21],
                [90.15, 0.19, 90.10, 0.10],
            ]),
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
            compared([
                [84.18, 0.27, 84.16, 0.29],
                [81.45, 0.30, 81.42, 0.31],
                [82.20, 0.31, 82.18, 0.31],
                [83.19, 0.29, 83.15, 0.30],
                [82.35, 0.28, 82.31, 0.30],
            ]),
            1..=5,
        ),
        Table {
            learned: Some(
                "The paper's Fig. 6 (AG, 5 runs) has half of w above 0, and most of v below.",
            ),
            ..table(
                Wanted::Tables,
                "Table 3, AG",
                "The paper's AG has 108k / 12k / 7.6k texts; here are 58,426 training rows, 3,000 more \
             for dev, and the whole test set.",
                "agnews",
                compared([
                    [93.72, 0.11, 93.70, 0.12],
                    [93.01, 0.13, 93.00, 0.13],
                    [93.14, 0.12, 93.13, 0.13],
                    [93.35, 0.10, 93.34, 0.11],
                    [93.28, 0.13, 93.27, 0.14],
                ]),
                1..=3,
            )
        },
        table(
            Wanted::Tables,
            "Table 3, reviews in place of Amazon",
            "The paper's Amazon Electronics (40k / 5k / 5k reviews, 5 classes) was not to be had. \
             Here are 7,852 reviews of four kinds of products with 1, 2, 4 or 5 stars: another task, \
             whose figures say nothing about the paper's.",
            "reviews",
            compared([
                [66.38, 0.39, 44.29, 0.40],
                [65.15, 0.40, 42.14, 0.41],
                [65.29, 0.38, 42.40, 0.40],
                [65.50, 0.40, 42.88, 0.43],
                [65.47, 0.39, 42.69, 0.42],
            ]),
            1..=3,
        ),
    ]
}

/// One run of a table.
#[derive(Clone, Debug, PartialEq)]
pub struct Run {
    /// Its name: task, method, seed, and the epochs where they are not the task's. Letters, digits,
    /// `.` and `-`, so that files and jobs can be called by it.
    pub id: String,
    /// The task.
    pub task: &'static str,
    /// What is run.
    pub plan: Plan,
}

impl Run {
    fn new(task: &'static str, plan: Plan) -> Run {
        let usual = Plan::new(task, plan.method, 0).settings.options.epochs;
        let options = &plan.settings.options;
        let mut id = format!("{task}-{}-seed-{}", method_file_name(plan.method), options.seed);
        if options.epochs != usual {
            id += &format!("-epochs-{}", options.epochs);
        }
        Run { id, task, plan }
    }

    /// The run of this name, if a table has its task and method.
    pub fn from_id(id: &str) -> Option<Run> {
        let (rest, epochs) = match id.split_once("-epochs-") {
            Some((rest, epochs)) => (rest, Some(epochs.parse().ok()?)),
            None => (id, None),
        };
        let seed: u64 = rest.rsplit_once("-seed-")?.1.parse().ok()?;
        let tables = all().into_iter().map(|table| Table { epochs, seeds: vec![seed], ..table });
        runs_of(&tables.collect::<Vec<_>>()).into_iter().find(|run| run.id == id)
    }
}

/// Every run of the tables once, table after table, within one seed after seed, so that what is there
/// so far can be compared.
pub fn runs_of(tables: &[Table]) -> Vec<Run> {
    let mut runs: Vec<Run> = Vec::new();
    for table in tables {
        for &seed in &table.seeds {
            for row in &table.rows {
                let run = Run::new(table.task, table.plan(row, seed));
                if runs.iter().all(|known| known.id != run.id) {
                    runs.push(run);
                }
            }
        }
    }
    runs
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_run_is_found_by_its_name() {
        let mut tables = all();
        let runs = runs_of(&tables);
        for run in &runs {
            assert_eq!(Run::from_id(&run.id).as_ref(), Some(run));
            // Two with one name would be one result.
            assert_eq!(runs.iter().filter(|other| other.plan == run.plan).count(), 1, "{}", run.id);
        }
        let ids: Vec<&str> = runs.iter().map(|run| run.id.as_str()).collect();
        assert!(ids.contains(&"sst2-da-seed-1"));
        assert!(ids.contains(&"sst2-da-linear-1-1--early-multiply-seed-3"), "{ids:?}");
        tables.iter_mut().for_each(|table| table.epochs = Some(2));
        let shortened = &runs_of(&tables)[3];
        assert_eq!(shortened.id, "sst2-xl-seed-1-epochs-2");
        assert_eq!(Run::from_id(&shortened.id).as_ref(), Some(shortened));
        for other in ["", "sst2-da", "sst2-lstm-seed-1", "sst2-da-seed-x", "sst2-da-seed-01"] {
            assert_eq!(Run::from_id(other), None, "{other}");
        }
    }

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
