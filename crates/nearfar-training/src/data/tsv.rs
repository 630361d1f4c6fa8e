//! A labelled file of the user's own, tab-separated, to a [`Dataset`]. It sees bytes only: no file
//! is opened, nothing is unpacked.
//!
//! With a header, the columns are found by name, letters' case aside: `label`; `text` (or
//! `premise`); for pairs `text2` (or `hypothesis`); and, if the file says so itself, `split` with
//! `train`, `dev` (or `valid`, `validation`) and `test`. Other columns are left alone, and named in
//! the result. Without a header, there are two or three columns: label, text and, for pairs, the
//! second text. The first line is a header if one of its cells is one of these names.
//!
//! Tabs separate and nothing quotes: a `"` is text. See [`super::table`] for lines and encoding.

use std::collections::BTreeSet;

use nearfar::model::Structure;

use super::table::{Cells, RowProblem, Table, TsvError};
use super::{Dataset, Labelled};

/// The most classes: more than any task in use has, few enough for a table of mistakes that can
/// still be read.
pub const MOST_CLASSES: usize = 100;

/// The most bytes of a label: it names a class in a legend.
pub const LONGEST_LABEL: usize = 64;

const LABEL: &[&str] = &["label"];
const TEXT: &[&str] = &["text", "premise"];
const SECOND: &[&str] = &["text2", "hypothesis"];
const SPLIT: &[&str] = &["split"];

/// What a file held.
#[derive(Clone, Debug, PartialEq)]
pub struct Parsed {
    /// Its examples. Without a column `split` all are training examples, and [`Dataset::dev`] and
    /// [`Dataset::test`] are empty: see [`Dataset::hold_out`].
    pub dataset: Dataset,
    /// The columns that were left alone.
    pub ignored: Vec<String>,
}

/// The columns of a file.
struct Columns {
    label: usize,
    text: usize,
    second: Option<usize>,
    split: Option<usize>,
    /// The line of the first row.
    first_row: usize,
}

/// A row before the classes are known.
struct Row<'a> {
    label: &'a str,
    texts: Vec<&'a str>,
    split: Split,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Split {
    Train,
    Dev,
    Test,
}

/// Reads a labelled file. Classes are the distinct labels, in the order of numbers if all are whole
/// numbers, otherwise of their bytes.
///
/// # Errors
/// Where the file is no table; where the columns are not those above; where rows are bad, all of
/// them counted, none left out; where the training rows have fewer than two classes or more than
/// [`MOST_CLASSES`]; where a label stands in no training row.
pub fn parse(name: &str, bytes: &[u8]) -> Result<Parsed, TsvError> {
    let table = Table::new(bytes)?;
    let columns = columns(&table)?;
    let mut rows = Vec::new();
    table.read(columns.first_row, |cells| {
        rows.push(row(&columns, cells)?);
        Ok(())
    })?;
    let classes = classes(&rows)?;
    check_classes_are_learnt(&table, &columns, &classes)?;

    let structure = if columns.second.is_some() { Structure::Pair } else { Structure::Single };
    let (mut train, mut dev, mut test) = (Vec::new(), Vec::new(), Vec::new());
    for row in rows {
        let Some(label) = classes.iter().position(|class| *class == row.label) else { continue };
        let texts = row.texts.into_iter().map(str::to_owned).collect();
        let part = match row.split {
            Split::Train => &mut train,
            Split::Dev => &mut dev,
            Split::Test => &mut test,
        };
        part.push(Labelled::new(texts, label));
    }
    let classes = classes.into_iter().map(str::to_owned).collect();
    let dataset = Dataset { name: name.to_owned(), structure, classes, train, dev, test };
    Ok(Parsed { dataset, ignored: ignored(&table, &columns) })
}

fn columns(table: &Table<'_>) -> Result<Columns, TsvError> {
    let found = [table.find(LABEL)?, table.find(TEXT)?, table.find(SECOND)?, table.find(SPLIT)?];
    if found == [None; 4] {
        let second = match table.first().len() {
            2 => None,
            3 => Some(2),
            found => {
                return Err(TsvError::Header {
                    found: format!("{found} columns and no header"),
                    expected: "two or three (label, text, second text), separated by tabs, or a \
                               header with the columns label and text"
                        .to_owned(),
                });
            }
        };
        return Ok(Columns { label: 0, text: 1, second, split: None, first_row: 1 });
    }
    let [label, text, second, split] = found;
    let missing = |name: &str| table.column(name);
    Ok(Columns {
        label: label.map_or_else(|| missing("label"), Ok)?,
        text: text.map_or_else(|| missing("text"), Ok)?,
        second,
        split,
        first_row: 2,
    })
}

fn ignored(table: &Table<'_>, columns: &Columns) -> Vec<String> {
    let used = [Some(columns.label), Some(columns.text), columns.second, columns.split];
    let rest =
        table.first().iter().enumerate().filter(|(column, _)| !used.contains(&Some(*column)));
    rest.map(|(_, name)| name.trim().to_owned()).collect()
}

fn row<'a>(columns: &Columns, cells: &Cells<'_, 'a>) -> Result<Row<'a>, RowProblem> {
    let label = cells.get(columns.label);
    if label.is_empty() {
        return Err(RowProblem::value("label", label, "the name of a class"));
    }
    if label.len() > LONGEST_LABEL {
        let (column, found, expected) = ("label".to_owned(), label.len(), LONGEST_LABEL);
        return Err(RowProblem::TooLong { column, found, expected });
    }
    let mut texts = vec![cells.text(columns.text, "text")?];
    if let Some(second) = columns.second {
        texts.push(cells.text(second, "second text")?);
    }
    let split = match columns.split.map(|column| cells.get(column)) {
        None => Split::Train,
        Some(found) => match found.to_ascii_lowercase().as_str() {
            "train" => Split::Train,
            "dev" | "valid" | "validation" => Split::Dev,
            "test" => Split::Test,
            _ => return Err(RowProblem::value("split", found, "train, dev or test")),
        },
    };
    Ok(Row { label, texts, split })
}

/// The distinct labels of the training rows, in order.
fn classes<'a>(rows: &[Row<'a>]) -> Result<Vec<&'a str>, TsvError> {
    let training = rows.iter().filter(|row| row.split == Split::Train);
    let distinct: BTreeSet<&str> = training.map(|row| row.label).collect();
    let mut classes: Vec<&str> = distinct.into_iter().collect();
    let (found, expected) =
        (classes.len(), format!("2 to {MOST_CLASSES}: is the label the right column?"));
    if !(2..=MOST_CLASSES).contains(&found) {
        let names = classes.iter().take(5).map(|&name| name.to_owned()).collect();
        return Err(TsvError::Classes { found, names, expected });
    }
    let numbers: Option<Vec<i64>> = classes.iter().map(|class| class.parse().ok()).collect();
    if let Some(numbers) = numbers {
        let mut numbered: Vec<(i64, &str)> = numbers.into_iter().zip(classes).collect();
        numbered.sort_unstable();
        classes = numbered.into_iter().map(|(_, class)| class).collect();
    }
    Ok(classes)
}

/// That no label stands in dev or test alone: a model could never answer it.
fn check_classes_are_learnt(
    table: &Table<'_>,
    columns: &Columns,
    classes: &[&str],
) -> Result<(), TsvError> {
    table.read(columns.first_row, |cells| {
        let label = cells.get(columns.label);
        if classes.contains(&label) {
            return Ok(());
        }
        Err(RowProblem::value("label", label, "one that a training row has, too"))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(text: &str) -> Dataset {
        parse("test", text.as_bytes()).unwrap().dataset
    }

    fn refused(text: &str) -> String {
        parse("test", text.as_bytes()).unwrap_err().to_string()
    }

    fn example(texts: &[&str], label: usize) -> Labelled {
        Labelled::new(texts.iter().map(|&text| text.to_owned()).collect(), label)
    }

    #[test]
    fn two_columns_need_no_header() {
        let dataset = parsed("no\tdull \"film\r\nyes\t good , 'fun'\r\n");
        assert_eq!(dataset.classes, ["no", "yes"]);
        assert_eq!(dataset.structure, Structure::Single);
        let expected = [example(&["dull \"film"], 0), example(&["good , 'fun'"], 1)];
        assert_eq!(dataset.train, expected);
        assert!(dataset.dev.is_empty() && dataset.test.is_empty());
    }

    #[test]
    fn three_columns_are_pairs() {
        let dataset = parsed("b\tone\ttwo\na\tthree\tfour");
        assert_eq!(dataset.structure, Structure::Pair);
        assert_eq!(dataset.train, [example(&["one", "two"], 1), example(&["three", "four"], 0)]);
    }

    #[test]
    fn a_header_names_the_columns_and_the_splits() {
        let text = "\u{feff}src\tSplit\ttext2\tText\tlabel\n\
                    x\ttrain\tq\tp\tb\nx\tTRAIN\tq\tp\ta\nx\tvalid\tq\tp\tb\nx\ttest\tq\tp\ta\n\n";
        let Parsed { dataset, ignored } = parse("test", text.as_bytes()).unwrap();
        assert_eq!(dataset.train, [example(&["p", "q"], 1), example(&["p", "q"], 0)]);
        assert_eq!(dataset.dev, [example(&["p", "q"], 1)]);
        assert_eq!(dataset.test, [example(&["p", "q"], 0)]);
        assert_eq!(ignored, ["src"]);
        assert_eq!(
            parsed("premise\thypothesis\tlabel\np\th\t0\np\th\t1").structure,
            Structure::Pair
        );
    }

    #[test]
    fn whole_numbers_are_ordered_as_numbers() {
        assert_eq!(parsed("10\ta\n9\tb\n-1\tc").classes, ["-1", "9", "10"]);
        assert_eq!(parsed("10\ta\n9\tb\nx\tc").classes, ["10", "9", "x"]);
    }

    #[test]
    fn bad_columns_are_named() {
        let message = refused("label\ttexts\na\tb");
        assert!(message.contains("no column \"text\" among \"label\", \"texts\""), "{message}");
        let message = refused("class\ttext\na\tb");
        assert!(message.contains("no column \"label\" among \"class\", \"text\""), "{message}");
        assert!(refused("text,label\nb,a").contains("1 columns and no header"));
        assert!(refused("a\tb\tc\td").contains("4 columns and no header"));
        assert!(
            refused("label\ttext\ttext2\thypothesis\n").contains("\"text2\" and \"hypothesis\"")
        );
        assert!(refused("label\ttext").contains("no rows"));
    }

    #[test]
    fn bad_rows_are_errors() {
        let long = "l".repeat(LONGEST_LABEL + 1);
        let message = refused(&format!(
            "label\ttext\tsplit\n\tone\ttrain\n{long}\ttwo\ttrain\na\tthree\ttrial\na\t\ttrain\n"
        ));
        assert_eq!(
            message,
            "4 bad rows, nothing was read\n  \
             line 2: the label is \"\", expected the name of a class\n  \
             line 3: the label has 65 bytes, expected at most 64\n  \
             line 4: the split is \"trial\", expected train, dev or test\n  \
             line 5: the text is \"\", expected at least one word"
        );
    }

    #[test]
    fn classes_must_be_two_or_more_and_learnt() {
        let message = refused("a\tone\na\ttwo");
        assert!(message.contains("have 1 class \"a\", expected 2 to 100"), "{message}");
        let many: String = (0..=MOST_CLASSES).map(|class| format!("{class}\tword\n")).collect();
        assert!(refused(&many).contains("have 101 classes"));
        let message = refused("label\ttext\tsplit\na\tx\ttrain\nb\tx\ttrain\nc\tx\ttest\n");
        assert!(message.contains("line 4: the label is \"c\", expected one that"), "{message}");
    }
}
