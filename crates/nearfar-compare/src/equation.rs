//! The score of one pair as an equation in real numbers, line by line, each of which adds up: what the
//! papers write in letters. How a method scores is in its file in [`crate::methods`]; here is what they
//! share.

use nearfar::methods::disan::SOFT_LIMIT;

use crate::terms::{TermMatrix, TermsOf};

/// What an operand does to what stands before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sign {
    /// It is added; the first operand of a line is, too.
    Plus,
    /// It is taken off.
    Minus,
    /// It multiplies.
    Times,
    /// It divides.
    Over,
}

/// A number of a line.
#[derive(Clone, Debug, PartialEq)]
pub struct Operand {
    /// What it does.
    pub sign: Sign,
    /// Its name, in the paper's letters.
    pub name: String,
    /// Its value.
    pub value: f64,
}

/// What happens to the number that the operands give.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Function {
    /// Nothing.
    None,
    /// max(x, 0).
    Relu,
    /// c·tanh(x / c) with the c of DiSAN.
    SoftLimit,
    /// exp(x).
    Exponential,
}

/// One line: operands from left to right, a function of them, the result.
#[derive(Clone, Debug, PartialEq)]
pub struct Line {
    /// What it gives.
    pub name: String,
    /// From left to right: a product or a quotient takes all that stands before it.
    pub operands: Vec<Operand>,
    /// What is made of them.
    pub function: Function,
    /// What the method's own intermediate holds.
    pub result: f64,
    /// Whether the result is a weight, a share of a row; else it is a score or a part of one.
    pub is_weight: bool,
}

/// How one query came to give its weight to one key.
#[derive(Clone, Debug, PartialEq)]
pub struct Equation {
    /// The lines, each from what is above it.
    pub lines: Vec<Line>,
    /// What else the pair is: its label, its bucket, its distance; with the value.
    pub labels: Vec<(&'static str, String)>,
    /// Whether the query may not look at the key: its weight is 0.
    pub masked: bool,
    /// The weight.
    pub weight: Option<f64>,
    /// Where the score is defined.
    pub source: String,
}

impl Line {
    /// The operands and the function, computed.
    pub fn computed(&self) -> f64 {
        let x = self.operands.iter().fold(0.0, |x, operand| match operand.sign {
            Sign::Plus => x + operand.value,
            Sign::Minus => x - operand.value,
            Sign::Times => x * operand.value,
            Sign::Over => x / operand.value,
        });
        match self.function {
            Function::None => x,
            Function::Relu => x.max(0.0),
            Function::SoftLimit => SOFT_LIMIT * (x / SOFT_LIMIT).tanh(),
            Function::Exponential => x.exp(),
        }
    }

    /// Whether the operands give the result, as far as `f32` goes: to 1e-4 of the largest number of the
    /// line, which of a score is at least 1, since products of vectors lose what their parts cancel. Of
    /// an exponential the result alone counts, which may be far smaller than what it is made of.
    pub fn adds_up(&self) -> bool {
        /// Smaller numbers than the kernel's exponential gives, which ends near e^-87.
        const LEAST: f64 = 1e-37;
        let largest = self.operands.iter().map(|operand| operand.value.abs()).fold(0.0, f64::max);
        let is_product = self.operands.iter().any(|operand| operand.sign == Sign::Times);
        let size = match (self.function, self.is_weight) {
            (Function::Exponential, _) => self.result.abs(),
            (_, true) if is_product => self.result.abs(),
            (_, true) => largest,
            (_, false) => largest.max(1.0),
        };
        (self.computed() - self.result).abs() <= 1e-4 * size + LEAST
    }

    pub(crate) fn new(name: impl Into<String>, operands: Vec<Operand>, result: f64) -> Line {
        Line { name: name.into(), operands, function: Function::None, result, is_weight: false }
    }
}

pub(crate) fn operand(sign: Sign, name: impl Into<String>, value: f64) -> Operand {
    Operand { sign, name: name.into(), value }
}

/// A query and a column, the memory's first.
pub type Pair = (usize, usize);
/// Lines and labels.
pub type Found = (Vec<Line>, Vec<(&'static str, String)>);

/// How query `pair.0` came to give its weight to column `pair.1`. `None` where there is no such pair or
/// method, or an intermediate is missing. A mean over features has no lines: each has its own.
pub fn equation(terms: TermsOf, pair: Pair) -> Option<Equation> {
    let score = terms.scores()?;
    let result = score.at(pair.0, pair.1)?;
    let (mut lines, labels) = (terms.own()?.equation)(terms, pair)?;
    let masked = !terms.is_allowed(pair.0, pair.1);
    let weight = terms.weights()?.at(pair.0, pair.1);
    let is_late = terms.get("normalised").is_some();
    if let (false, false, false, Some(weight)) = (masked, is_late, lines.is_empty(), weight) {
        lines.push(softmax_line(terms, score, pair, "weight", result, weight)?);
    }
    Some(Equation { lines, labels, masked, weight, source: score.term.source.clone() })
}

/// exp(score - ln Σ exp), over what the query may look at.
pub(crate) fn softmax_line(
    terms: TermsOf,
    scores: TermMatrix,
    (query, column): Pair,
    name: &str,
    score: f64,
    weight: f64,
) -> Option<Line> {
    let row = scores.row(query)?;
    let seen = || row.iter().enumerate().filter(|(at, _)| terms.is_allowed(query, *at));
    let greatest = seen().map(|(_, &x)| f64::from(x)).fold(f64::NEG_INFINITY, f64::max);
    let total: f64 = seen().map(|(_, &x)| (f64::from(x) - greatest).exp()).sum();
    let log_sum = greatest + total.ln();
    if !log_sum.is_finite() || column >= row.len() {
        return None;
    }
    let operands = vec![
        operand(Sign::Plus, "score", score),
        operand(Sign::Minus, "ln Σ exp of the row", log_sum),
    ];
    let line = Line::new(name, operands, weight);
    Some(Line { function: Function::Exponential, is_weight: true, ..line })
}

/// d, the size of a head: the columns of its queries.
pub(crate) fn dimensions(terms: TermsOf) -> Option<f64> {
    Some(terms.first(&["Q", "q"])?.term.columns as f64)
}

pub(crate) fn sum_line(name: &str, parts: &[(&str, f64)]) -> Line {
    let operands = parts.iter().map(|(name, value)| operand(Sign::Plus, *name, *value)).collect();
    Line::new(name, operands, parts.iter().map(|(_, value)| value).sum())
}

/// `sum / √d = score`.
pub(crate) fn over_root(terms: TermsOf, sum: f64, score: f64) -> Option<Line> {
    let root = dimensions(terms)?.sqrt();
    let operands = vec![operand(Sign::Plus, "sum", sum), operand(Sign::Over, "√d", root)];
    Some(Line::new("score", operands, score))
}

/// `first`, from queries and keys, as a product over √d.
pub(crate) fn raw_line(terms: TermsOf, (i, j): Pair, name: &str, raw: f64) -> Option<Line> {
    let product = dot(terms.first(&["Q", "q"])?, terms.first(&["K", "k"])?, (i, j))?;
    let root = dimensions(terms)?.sqrt();
    let operands = vec![operand(Sign::Plus, "q_i · k_j", product), operand(Sign::Over, "√d", root)];
    Some(Line::new(name, operands, raw))
}

pub(crate) fn dot(queries: TermMatrix, keys: TermMatrix, (i, j): Pair) -> Option<f64> {
    let (query, key) = (queries.row(i)?, keys.row(j)?);
    Some(query.iter().zip(key).map(|(&q, &k)| f64::from(q) * f64::from(k)).sum())
}

/// A table of vectors that are added to the keys.
pub(crate) struct Table {
    /// The row of every pair.
    pub ids: &'static str,
    /// The table.
    pub table: &'static str,
    /// The products of queries with the pairs' rows.
    pub products: &'static str,
    /// A product, in the paper's letters.
    pub name: &'static str,
    /// What a row stands for.
    pub label: &'static str,
}

/// Content and the products with rows of tables, over √d. Tables that a form has not are passed over.
pub(crate) fn looked_up_sum(terms: TermsOf, (i, j): Pair, tables: &[Table]) -> Option<Found> {
    let mut parts = vec![("q_i · k_j", terms.get("content")?.at(i, j)?)];
    let mut labels = Vec::new();
    for own in tables {
        let (Some(ids), Some(table), Some(products)) =
            (terms.get(own.ids), terms.get(own.table), terms.get(own.products))
        else {
            continue;
        };
        let row = ids.index(i, j)?;
        parts.push((own.name, products.at(i, j)?));
        labels.push((own.label, table.name(row).map_or_else(|| row.to_string(), str::to_owned)));
        labels.push(("row", row.to_string()));
    }
    let sum = sum_line("sum", &parts);
    let score = over_root(terms, sum.result, terms.scores()?.at(i, j)?)?;
    Some((vec![sum, score], labels))
}

/// Products of queries and keys alone, over √d.
pub(crate) fn products_alone(terms: TermsOf, pair: Pair) -> Option<Vec<Line>> {
    let raw = terms.scores()?.at(pair.0, pair.1)?;
    Some(vec![raw_line(terms, pair, "score", raw)?])
}
