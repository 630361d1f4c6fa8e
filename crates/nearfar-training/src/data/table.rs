//! Tab-separated bytes to rows of cells, with every bad row collected. There are no quotes and no
//! escapes: a tab ends a cell, a line feed ends a row, and a `"` is text. What the columns mean is
//! the caller's business.

use std::fmt;

use nearfar::picture::count_of;
use nearfar::text::tokenize;

/// The most bytes of a file, unpacked: 64 MiB, four times the largest file of the tasks at hand,
/// and with the copies made of it far below the 4 GiB that a page can have.
pub const MOST_BYTES: usize = 64 << 20;

/// The most rows: more than SNLI, the largest set in use (some 570,000), has.
pub const MOST_ROWS: usize = 1_000_000;

/// The most columns, so that a wrong kind of file is named at once.
pub const MOST_COLUMNS: usize = 64;

/// The most bytes of a text: three times the longest review in use (21,167 bytes), and many times
/// what a model reads of it.
pub const LONGEST_TEXT: usize = 65_536;

/// How many bad rows an error lists; the others are counted.
pub const LISTED_ROWS: usize = 20;

/// How much of a cell a message repeats, in characters.
const LONGEST_QUOTE: usize = 40;

/// Why a file is no table of labelled texts.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TsvError {
    /// No rows.
    #[error("the file has no rows, expected lines of a label, a tab and a text")]
    Empty,
    /// More bytes than [`MOST_BYTES`].
    #[error("{found} bytes, expected at most {MOST_BYTES}: take fewer rows")]
    Bytes {
        /// Bytes in the file.
        found: usize,
    },
    /// More rows than [`MOST_ROWS`].
    #[error("more than {MOST_ROWS} rows, expected at most so many: take fewer rows")]
    Rows,
    /// Another kind of file, told from its first bytes.
    #[error("the file is {found}, expected text in UTF-8: {remedy}")]
    Kind {
        /// What it is.
        found: &'static str,
        /// What to do.
        remedy: &'static str,
    },
    /// The first line is of no use.
    #[error("line 1: {found}, expected {expected}")]
    Header {
        /// What it has.
        found: String,
        /// What it should have.
        expected: String,
    },
    /// Too few or too many classes.
    #[error(
        "the training rows have {}{}, expected {expected}",
        count_of(*.found, "class", "classes"), quoted_list(.names)
    )]
    Classes {
        /// How many.
        found: usize,
        /// The first of them.
        names: Vec<String>,
        /// How many there should be.
        expected: String,
    },
    /// Bad rows.
    #[error("{0}")]
    BadRows(BadRows),
}

/// The rows of a file that cannot be used, in the order of the file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BadRows {
    /// The first [`LISTED_ROWS`] of them.
    pub first: Vec<BadRow>,
    /// How many there are in all.
    pub total: usize,
}

/// A row that cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {problem}")]
pub struct BadRow {
    /// Its line, from 1.
    pub line: usize,
    /// What is wrong.
    pub problem: RowProblem,
}

/// What is wrong with a row.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RowProblem {
    /// Nothing but white space, with rows after it.
    #[error("the line is empty, expected a row: delete the line")]
    Blank,
    /// Not UTF-8.
    #[error("byte {byte} of the line is not UTF-8: save the file as UTF-8")]
    Encoding {
        /// The first bad byte, from 1.
        byte: usize,
    },
    /// Another number of cells than the first row.
    #[error(
        "{found} columns, expected {expected} as in line 1: tabs separate columns and cannot \
         stand in a text"
    )]
    Columns {
        /// Cells in this row.
        found: usize,
        /// Cells in the first row.
        expected: usize,
    },
    /// A text without a word.
    #[error("the {column} is {found:?}, expected at least one word")]
    NoWords {
        /// Which column.
        column: String,
        /// What it holds.
        found: String,
    },
    /// A cell longer than it may be.
    #[error("the {column} has {found} bytes, expected at most {expected}")]
    TooLong {
        /// Which column.
        column: String,
        /// Its bytes.
        found: usize,
        /// The most that it may have.
        expected: usize,
    },
    /// A cell that is none of the values that it can have.
    #[error("the {column} is {found:?}, expected {expected}")]
    Value {
        /// Which column.
        column: String,
        /// The start of what it holds.
        found: String,
        /// What it may be.
        expected: String,
    },
}

impl RowProblem {
    /// A cell that is none of the values that it can have; a long one is cut for the message.
    pub fn value(column: &str, found: &str, expected: &str) -> RowProblem {
        RowProblem::Value {
            column: column.to_owned(),
            found: quote(found),
            expected: expected.to_owned(),
        }
    }
}

impl BadRows {
    /// Adds one: listed while there is room, counted in any case.
    pub fn add(&mut self, line: usize, problem: RowProblem) {
        self.total += 1;
        if self.first.len() < LISTED_ROWS {
            self.first.push(BadRow { line, problem });
        }
    }

    /// An error where there is a bad row.
    ///
    /// # Errors
    /// [`TsvError::BadRows`] with all of them.
    pub fn check(self) -> Result<(), TsvError> {
        if self.total == 0 { Ok(()) } else { Err(TsvError::BadRows(self)) }
    }
}

impl fmt::Display for BadRows {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rows = if self.total == 1 { "row" } else { "rows" };
        write!(f, "{} bad {rows}, nothing was read", self.total)?;
        for row in &self.first {
            write!(f, "\n  {row}")?;
        }
        match self.total - self.first.len().min(self.total) {
            0 => Ok(()),
            others => write!(f, "\n  and {others} more"),
        }
    }
}

/// A file cut into lines, its first row read.
#[derive(Clone, Debug)]
pub struct Table<'a> {
    /// The cells of the first line.
    first: Vec<&'a str>,
    /// All lines, without their ends and without empty ones at the end of the file.
    lines: Vec<&'a [u8]>,
}

impl<'a> Table<'a> {
    /// Cuts a file into lines: UTF-8 with or without a byte order mark, lines ended by LF or CRLF.
    /// Empty lines at the end count as none. Rows are checked by [`Table::read`].
    ///
    /// # Errors
    /// Where the file is empty, too large, plainly of another kind, or its first line unreadable.
    pub fn new(bytes: &'a [u8]) -> Result<Table<'a>, TsvError> {
        if bytes.len() > MOST_BYTES {
            return Err(TsvError::Bytes { found: bytes.len() });
        }
        check_kind(bytes)?;
        let mut bytes = bytes.strip_prefix("\u{feff}".as_bytes()).unwrap_or(bytes);
        while let Some(rest) = bytes.strip_suffix(b"\n").or_else(|| bytes.strip_suffix(b"\r")) {
            bytes = rest;
        }
        // Before the lines are listed, which takes memory. A header may come on top of the rows.
        if bytes.iter().filter(|&&byte| byte == b'\n').count() > MOST_ROWS {
            return Err(TsvError::Rows);
        }
        let mut lines: Vec<&[u8]> = bytes
            .split(|&byte| byte == b'\n')
            .map(|line| line.strip_suffix(b"\r").unwrap_or(line))
            .collect();
        while lines.last().is_some_and(|line| line.trim_ascii().is_empty()) {
            lines.pop();
        }
        let Some(first) = lines.first() else { return Err(TsvError::Empty) };
        let first = std::str::from_utf8(first).map_err(|error| {
            let mut rows = BadRows::default();
            rows.add(1, RowProblem::Encoding { byte: error.valid_up_to() + 1 });
            TsvError::BadRows(rows)
        })?;
        let first: Vec<&str> = first.split('\t').collect();
        if first.len() > MOST_COLUMNS {
            return Err(TsvError::Header {
                found: format!("{} columns", first.len()),
                expected: format!("at most {MOST_COLUMNS}"),
            });
        }
        Ok(Table { first, lines })
    }

    /// The cells of the first line, as they are.
    pub fn first(&self) -> &[&'a str] {
        &self.first
    }

    /// The column whose name in the first line is one of `names`, letters' case aside.
    ///
    /// # Errors
    /// Where two columns have such a name.
    pub fn find(&self, names: &[&str]) -> Result<Option<usize>, TsvError> {
        let is_named = |cell: &str| names.iter().any(|name| cell.trim().eq_ignore_ascii_case(name));
        let mut found = self.first.iter().enumerate().filter(|(_, cell)| is_named(cell));
        let Some((column, name)) = found.next() else { return Ok(None) };
        match found.next() {
            None => Ok(Some(column)),
            Some((_, second)) => Err(TsvError::Header {
                found: format!("the columns {:?} and {:?}", name.trim(), second.trim()),
                expected: "one of them".to_owned(),
            }),
        }
    }

    /// The column of a name, which must be there.
    ///
    /// # Errors
    /// Where no column or two columns have the name.
    pub fn column(&self, name: &str) -> Result<usize, TsvError> {
        self.find(&[name])?.ok_or_else(|| TsvError::Header {
            found: format!("no column {name:?} among{}", quoted_list(&self.first)),
            expected: format!("a header with the column {name:?}"),
        })
    }

    /// Calls `take` with the cells of every row from line `from` (1 or, after a header, 2) on; all
    /// have as many cells as the first line. What it refuses is collected with its line.
    ///
    /// # Errors
    /// Where a row is bad, or there is none.
    pub fn read(
        &self,
        from: usize,
        mut take: impl FnMut(&Cells<'_, 'a>) -> Result<(), RowProblem>,
    ) -> Result<(), TsvError> {
        let rows = self.lines.get(from.saturating_sub(1)..).unwrap_or_default();
        if rows.is_empty() {
            return Err(TsvError::Empty);
        }
        let mut bad = BadRows::default();
        let mut cells = Vec::new();
        for (line, row) in (from..).zip(rows) {
            let result = self.cells(row, &mut cells).and_then(|()| take(&Cells { cells: &cells }));
            if let Err(problem) = result {
                bad.add(line, problem);
            }
        }
        bad.check()
    }

    fn cells(&self, row: &'a [u8], cells: &mut Vec<&'a str>) -> Result<(), RowProblem> {
        cells.clear();
        let text = std::str::from_utf8(row)
            .map_err(|error| RowProblem::Encoding { byte: error.valid_up_to() + 1 })?;
        if text.trim().is_empty() {
            return Err(RowProblem::Blank);
        }
        cells.extend(text.split('\t'));
        let (found, expected) = (cells.len(), self.first.len());
        if found == expected { Ok(()) } else { Err(RowProblem::Columns { found, expected }) }
    }
}

/// The cells of a row.
#[derive(Clone, Copy, Debug)]
pub struct Cells<'row, 'a> {
    cells: &'row [&'a str],
}

impl<'a> Cells<'_, 'a> {
    /// The cell of a column without white space around it; empty beyond the last column.
    pub fn get(&self, column: usize) -> &'a str {
        self.cells.get(column).map_or("", |cell| cell.trim())
    }

    /// The text of a column, checked by [`check_text`].
    ///
    /// # Errors
    /// Where it has no word or is too long; the error calls the column `name`.
    pub fn text(&self, column: usize, name: &str) -> Result<&'a str, RowProblem> {
        let text = self.get(column);
        check_text(text, name).map(|()| text)
    }
}

/// That a text has at least one token and at most [`LONGEST_TEXT`] bytes.
///
/// # Errors
/// Where it has no token or is too long.
pub fn check_text(text: &str, column: &str) -> Result<(), RowProblem> {
    if text.len() > LONGEST_TEXT {
        let (found, expected) = (text.len(), LONGEST_TEXT);
        return Err(RowProblem::TooLong { column: column.to_owned(), found, expected });
    }
    // A letter or digit is in some token. Without one, an emoji may be all there is.
    if text.contains(char::is_alphanumeric) || !tokenize(text).is_empty() {
        return Ok(());
    }
    Err(RowProblem::NoWords { column: column.to_owned(), found: quote(text) })
}

/// Kinds of files that are taken for text by mistake.
fn check_kind(bytes: &[u8]) -> Result<(), TsvError> {
    let (found, remedy) = if bytes.starts_with(&[0x1f, 0x8b]) {
        ("gzip", "unpack it first")
    } else if bytes.starts_with(b"PK\x03\x04") {
        ("a zip archive or a spreadsheet", "save the sheet as tab-separated text")
    } else if bytes.starts_with(&[0xff, 0xfe]) || bytes.starts_with(&[0xfe, 0xff]) {
        ("text in UTF-16", "save it as UTF-8")
    } else if bytes.contains(&0) {
        ("binary (it has a byte of 0)", "choose a file of tab-separated text")
    } else {
        return Ok(());
    };
    Err(TsvError::Kind { found, remedy })
}

/// The start of a text, for a message.
fn quote(text: &str) -> String {
    match text.char_indices().nth(LONGEST_QUOTE) {
        None => text.to_owned(),
        Some((end, _)) => format!("{}…", text.get(..end).unwrap_or_default()),
    }
}

/// ` "a", "b"`, each cut.
pub(super) fn quoted_list<S: AsRef<str>>(names: &[S]) -> String {
    let names: Vec<String> =
        names.iter().map(|name| format!("{:?}", quote(name.as_ref()))).collect();
    if names.is_empty() { String::new() } else { format!(" {}", names.join(", ")) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn problems(bytes: &[u8]) -> String {
        let table = Table::new(bytes).unwrap();
        table.read(1, |cells| cells.text(1, "text").map(|_| ())).unwrap_err().to_string()
    }

    #[test]
    fn bad_rows_are_listed_with_their_lines() {
        // Line 5 is a quotation mark, which is a token; line 8 a zero-width space, which is none.
        let start = b"a\tone\n\nb\nc\t\xff\n".as_slice();
        let bytes = [start, "d\t \u{201d}\ne\t5\t6\nf\t\ng\t\u{200b}\nh\tok\n".as_bytes()].concat();
        assert_eq!(
            problems(&bytes),
            "6 bad rows, nothing was read\n  \
             line 2: the line is empty, expected a row: delete the line\n  \
             line 3: 1 columns, expected 2 as in line 1: tabs separate columns and cannot stand \
             in a text\n  \
             line 4: byte 3 of the line is not UTF-8: save the file as UTF-8\n  \
             line 6: 3 columns, expected 2 as in line 1: tabs separate columns and cannot stand \
             in a text\n  \
             line 7: the text is \"\", expected at least one word\n  \
             line 8: the text is \"\\u{200b}\", expected at least one word"
        );
    }

    #[test]
    fn bad_rows_beyond_the_list_are_counted() {
        let bytes = format!("a\tone\n{}", "b\n".repeat(25));
        let message = problems(bytes.as_bytes());
        assert!(message.starts_with("25 bad rows"), "{message}");
        assert!(message.ends_with("and 5 more"), "{message}");
        assert_eq!(message.lines().count(), 22);
    }

    #[test]
    fn a_long_text_is_refused() {
        let bytes = format!("a\t{}", "x".repeat(LONGEST_TEXT + 1));
        assert!(problems(bytes.as_bytes()).contains("65537 bytes, expected at most 65536"));
    }

    #[test]
    fn other_kinds_of_files_are_named() {
        let kind = |bytes: &[u8]| Table::new(bytes).unwrap_err().to_string();
        assert!(kind(&[0x1f, 0x8b, 8]).contains("gzip"));
        assert!(kind(b"PK\x03\x04").contains("spreadsheet"));
        assert!(kind(&[0xff, 0xfe, b'a', 0]).contains("UTF-16"));
        assert!(kind(b"a\t\0").contains("binary"));
        assert!(kind(b"").contains("no rows"));
        assert!(kind(b"\n\r\n \n").contains("no rows"));
        assert!(kind(b"\xfe\tb").contains("line 1: byte 1"));
        assert!(kind(&[b'\t'; 64]).contains("no rows"));
        assert!(kind(format!("a{}", "\tb".repeat(64)).as_bytes()).contains("65 columns"));
    }

    #[test]
    fn columns_are_found_by_name() {
        let table = Table::new("\u{feff}Label\tTEXT \ttext\r\na\tb\tc\r\n".as_bytes()).unwrap();
        assert_eq!(table.column("label"), Ok(0));
        let message = table.column("text").unwrap_err().to_string();
        assert_eq!(message, "line 1: the columns \"TEXT\" and \"text\", expected one of them");
        let message = table.column("stars").unwrap_err().to_string();
        assert!(message.contains("no column \"stars\" among \"Label\", \"TEXT \""), "{message}");
        let mut rows = Vec::new();
        let take = |cells: &Cells<'_, '_>| {
            rows.push(cells.get(2).to_owned());
            Ok(())
        };
        table.read(2, take).unwrap();
        assert_eq!(rows, ["c"]);
    }
}
