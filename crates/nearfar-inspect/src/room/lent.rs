//! Models that the other rooms show: which files wait for a model, which models are lent at all, and what is said of
//! them.

use nearfar::opened::MOST_TOKENS;
use nearfar::opened::lend::{LendAnswer, Lent, NotLent, Reads};
use nearfar_texts::{common, page};

use crate::kinds::is_companion;
use crate::report::{Family, Report};
use crate::words::tokenizer_fits;

/// What is said of files that wait for a model, or for the file `wanted` of one.
pub fn waits(names: &[String], wanted: &str) -> String {
    let names = names.join(", ");
    match wanted {
        "" => common::file_waits(names),
        wanted => common::file_waits_named(wanted, names),
    }
}

/// Why no model is shown of files that were given, in a sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NotShown {
    /// They wait for the model to which they belong.
    Waits(String),
    /// The model cannot be run without a file that belongs to it, and waits for that.
    Lacks(String),
    /// They were not opened.
    Problem(String),
}

impl From<String> for NotShown {
    fn from(problem: String) -> NotShown {
        NotShown::Problem(problem)
    }
}

impl NotShown {
    /// The sentence.
    pub fn says(self) -> String {
        match self {
            NotShown::Waits(says) | NotShown::Lacks(says) | NotShown::Problem(says) => says,
        }
    }

    /// What is wrong told of the model's file, which the reason may name already.
    pub fn of_file(self, name: &str) -> NotShown {
        let of = |why: String| {
            let bare = why.strip_prefix(name).and_then(|rest| rest.strip_prefix(": "));
            match why.starts_with(&page::file_problem(name, "")) {
                true => why,
                false => page::file_problem(name, bare.unwrap_or(&why)),
            }
        };
        match self {
            NotShown::Waits(says) => NotShown::Waits(says),
            NotShown::Lacks(why) => NotShown::Lacks(of(why)),
            NotShown::Problem(why) => NotShown::Problem(of(why)),
        }
    }
}

/// The model that the reader lends, which was handed files of these names.
///
/// # Errors
/// Why it lends none.
pub fn lent(answer: LendAnswer, names: &[String]) -> Result<Lent, NotShown> {
    match answer {
        LendAnswer::Lent(lent) => Ok(lent),
        LendAnswer::Not(NotLent::Waits { wanted }) => Err(NotShown::Waits(waits(names, &wanted))),
        LendAnswer::Not(NotLent::OfTheLab) => Err(page::lent_own().to_owned().into()),
        LendAnswer::Not(NotLent::CannotRun { why, waits }) => {
            let says = page::lent_cannot_run(why);
            let why = if waits { NotShown::Lacks(says) } else { NotShown::Problem(says) };
            // What came may be a companion alone, of a model that waited: it is that one which cannot be run.
            let model = names.iter().find(|name| !is_companion(name));
            Err(model.map_or(why.clone(), |model| why.of_file(model)))
        }
        _ => Err(page::lent_reader_odd().to_owned().into()),
    }
}

/// What a model of so many rows reads by a tokenizer of a kind that knows so many pieces.
///
/// # Errors
/// Where that is another model's, see [`tokenizer_fits`].
pub fn reads_by(name: &str, kind: &str, pieces: usize, rows: usize) -> Result<String, String> {
    let more = tokenizer_fits(pieces, rows, true).map_err(|why| format!("{name}: {why}"))?;
    let reads = page::lent_reads(name, kind, pieces);
    Ok(match more {
        0 => reads,
        more => format!("{reads}; {}", common::tokenizer_more_rows(more)),
    })
}

/// Says what a model reads, and what is assumed of weights alone; `by_tokenizer` is what [`reads_by`] says, where a
/// tokenizer came with it.
pub fn say_reads(lent: &mut Lent, by_tokenizer: Option<String>) {
    let model = &mut lent.model;
    model.reads = match (&lent.reads, by_tokenizer) {
        (Reads::Nothing { labels }, _) => {
            model.assumptions.push(page::lent_weights_alone(&model.name, labels.len()));
            page::lent_reads_nothing().to_owned()
        }
        (Reads::Words, _) => page::lent_reads_words().to_owned(),
        (Reads::Ids { .. }, Some(by_tokenizer)) => by_tokenizer,
        (Reads::Ids { .. }, None) => page::lent_reads_numbers().to_owned(),
    };
}

/// Files `F` that wait for the model to which they belong, or for a file without which the model among them cannot
/// be run.
#[derive(Clone, Debug)]
pub struct Waiting<F>(Vec<F>);

impl<F> Waiting<F> {
    /// The files.
    pub fn files(&self) -> &[F] {
        &self.0
    }

    /// A model was opened: with files of one that was open (`joins`), or with those that waited.
    pub fn opened(&mut self, joins: bool) {
        if !joins {
            self.0.clear();
        }
    }

    /// These files wait.
    pub fn wait(&mut self, files: Vec<F>) {
        self.0 = files;
    }

    /// Files that `came` were refused: a model that waited and cannot be run even so does not take what comes for others.
    /// Companions that came to it wait for the next one.
    pub fn refused(&mut self, came: &[F], name: impl Fn(&F) -> String)
    where
        F: Clone,
    {
        let all = self.0.len();
        self.0.retain(|file| is_companion(&name(file)));
        if self.0.len() < all && came.iter().all(|file| is_companion(&name(file))) {
            let names: Vec<String> = came.iter().map(&name).collect();
            self.0.retain(|file| !names.contains(&name(file)));
            self.0.extend_from_slice(came);
        }
    }
}

impl<F> Default for Waiting<F> {
    fn default() -> Self {
        Waiting(Vec::new())
    }
}

impl Report {
    /// Whether other rooms show the model, which came with files of these names.
    ///
    /// # Errors
    /// Why not.
    pub fn lends(&self, mut names: impl Iterator<Item = String>) -> Result<(), NotLent> {
        if let Some(why) = self.cannot_run() {
            let waits = !names.any(|name| name == "config.json");
            return Err(NotLent::CannotRun { why, waits });
        }
        let is_of_lab = self.reads_words() && self.method_beside().is_none();
        if is_of_lab { Err(NotLent::OfTheLab) } else { Ok(()) }
    }

    /// Whether it reads words of the page's own table.
    pub fn reads_words(&self) -> bool {
        self.family == Family::Nearfar
    }

    /// The most tokens on which other rooms have it run.
    pub fn most_lent(&self) -> usize {
        self.positions.unwrap_or(MOST_TOKENS).min(MOST_TOKENS)
    }
}
