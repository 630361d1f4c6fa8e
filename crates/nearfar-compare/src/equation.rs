//! The score of one pair as an equation in real numbers, line by line, each of which adds up: what the
//! papers write in letters. How a method scores is in its file in [`crate::methods`]; here is what they
//! share.

use std::borrow::Cow;

use nearfar::attention::mapping::sigmoid;
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

/// What a number of an equation is called: in letters, or by what it is, for which the page has words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Name {
    /// In the paper's letters, or as the paper names an intermediate.
    Letters(Cow<'static, str>),
    /// In the words of the page's text of this key.
    Key(&'static str),
    /// What the softmax sees.
    Score,
    /// The share of the row.
    Weight,
    /// The sum of what stands before.
    Sum,
    /// The score of query and key alone.
    Content,
    /// The score before anything is done about positions.
    RawScore,
    /// What the distance multiplies or adds.
    Coefficient,
    /// What is taken off for the distance.
    TakenOff,
    /// ln Σ exp of the scores of the row.
    LogSum,
    /// A row of a table.
    Row,
    /// How far to the left or right.
    Offset,
}

impl From<&'static str> for Name {
    fn from(letters: &'static str) -> Name {
        Name::Letters(Cow::Borrowed(letters))
    }
}

impl From<String> for Name {
    fn from(letters: String) -> Name {
        Name::Letters(Cow::Owned(letters))
    }
}

/// A number of a line.
#[derive(Clone, Debug, PartialEq)]
pub struct Operand {
    /// What it does.
    pub sign: Sign,
    /// What it is.
    pub name: Name,
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
    /// 1 / (1 + exp(-x)).
    Sigmoid,
}

/// One line: operands from left to right, a function of them, the result.
#[derive(Clone, Debug, PartialEq)]
pub struct Line {
    /// What it gives.
    pub name: Name,
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
    pub labels: Vec<(Name, String)>,
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
            Function::Sigmoid => sigmoid(x),
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

    /// The operands before which a bracket closes that opened before the first one: a product or a quotient takes
    /// all that stands before it, also where that is a sum.
    pub fn brackets(&self) -> Vec<usize> {
        let (mut closed, mut is_sum) = (Vec::new(), false);
        for (at, operand) in self.operands.iter().enumerate() {
            match operand.sign {
                Sign::Plus | Sign::Minus => is_sum |= at > 0,
                Sign::Times | Sign::Over if is_sum => {
                    closed.push(at);
                    is_sum = false;
                }
                Sign::Times | Sign::Over => {}
            }
        }
        closed
    }

    pub(crate) fn new(name: impl Into<Name>, operands: Vec<Operand>, result: f64) -> Line {
        Line { name: name.into(), operands, function: Function::None, result, is_weight: false }
    }
}

pub(crate) fn operand(sign: Sign, name: impl Into<Name>, value: f64) -> Operand {
    Operand { sign, name: name.into(), value }
}

/// A query and a column, the memory's first.
pub type Pair = (usize, usize);
/// Lines and labels.
pub type Found = (Vec<Line>, Vec<(Name, String)>);

/// How query `pair.0` came to give its weight to column `pair.1`. `None` where there is no such pair or
/// method, or an intermediate is missing. A mean over features has no lines: each has its own.
pub fn equation(terms: TermsOf, pair: Pair) -> Option<Equation> {
    let score = terms.scores()?;
    let result = score.at(pair.0, pair.1)?;
    let (mut lines, labels) = (terms.own()?.equation)(terms, pair)?;
    let masked = !terms.is_allowed(pair.0, pair.1);
    let weight = terms.weights()?.at(pair.0, pair.1);
    // Where a method's own lines end in the weight, no softmax comes after them.
    let ends = lines.last().is_none_or(|line| line.is_weight);
    if let (false, false, Some(weight)) = (masked, ends, weight) {
        lines.push(softmax_line(terms, score, pair, Name::Weight, result, weight)?);
    }
    Some(Equation { lines, labels, masked, weight, source: score.term.source.clone() })
}

/// exp(score - ln Σ exp), over what the query may look at.
pub(crate) fn softmax_line(
    terms: TermsOf,
    scores: TermMatrix,
    (query, column): Pair,
    name: Name,
    score: f64,
    weight: f64,
) -> Option<Line> {
    let row = scores.row(query)?;
    // A sink is in the sum as a key would be.
    let sink = terms.get("sink").and_then(|sink| sink.at(0, 0));
    let seen = || {
        let keys = row.iter().enumerate().filter(|(at, _)| terms.is_allowed(query, *at));
        keys.map(|(_, &x)| f64::from(x)).chain(sink)
    };
    let greatest = seen().fold(f64::NEG_INFINITY, f64::max);
    let total: f64 = seen().map(|x| (x - greatest).exp()).sum();
    let log_sum = greatest + total.ln();
    if !log_sum.is_finite() || column >= row.len() {
        return None;
    }
    let operands =
        vec![operand(Sign::Plus, Name::Score, score), operand(Sign::Minus, Name::LogSum, log_sum)];
    let line = Line::new(name, operands, weight);
    Some(Line { function: Function::Exponential, is_weight: true, ..line })
}

/// d, the size of a head: the columns of its queries.
pub(crate) fn dimensions(terms: TermsOf) -> Option<f64> {
    Some(terms.first(&["Q", "q"])?.term.columns as f64)
}

pub(crate) fn sum_line<N: Into<Name>>(
    name: Name,
    parts: impl IntoIterator<Item = (N, f64)>,
) -> Line {
    let parts = parts.into_iter();
    let operands: Vec<Operand> =
        parts.map(|(name, value)| operand(Sign::Plus, name, value)).collect();
    let sum = operands.iter().map(|operand| operand.value).sum();
    Line::new(name, operands, sum)
}

/// `sum / √d = score`.
pub(crate) fn over_root(terms: TermsOf, sum: f64, score: f64) -> Option<Line> {
    let root = dimensions(terms)?.sqrt();
    let operands = vec![operand(Sign::Plus, Name::Sum, sum), operand(Sign::Over, "√d", root)];
    Some(Line::new(Name::Score, operands, score))
}

/// `first`, from queries and keys, as a product over √d.
pub(crate) fn raw_line(terms: TermsOf, (i, j): Pair, name: Name, raw: f64) -> Option<Line> {
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
    pub label: Name,
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
        labels.push((
            own.label.clone(),
            table.name(row).map_or_else(|| row.to_string(), str::to_owned),
        ));
        labels.push((Name::Row, row.to_string()));
    }
    let sum = sum_line(Name::Sum, parts);
    let score = over_root(terms, sum.result, terms.scores()?.at(i, j)?)?;
    Some((vec![sum, score], labels))
}

/// Content over √d, lines of a method's own, and the score as content and the bias, by its name.
pub(crate) fn biased_lines(
    terms: TermsOf,
    (i, j): Pair,
    before: Vec<Line>,
    name: &'static str,
) -> Option<Vec<Line>> {
    let at = |name: &str| terms.get(name)?.at(i, j);
    let content = at("content")?;
    let mut lines = vec![raw_line(terms, (i, j), Name::Content, content)?];
    lines.extend(before);
    let operands =
        vec![operand(Sign::Plus, Name::Content, content), operand(Sign::Plus, name, at("bias")?)];
    lines.push(Line::new(Name::Score, operands, terms.scores()?.at(i, j)?));
    Some(lines)
}

/// What a network of ReLUs makes of x: between two kinks it is a line, of which slope and start are what
/// the units that are on sum up to.
pub(crate) fn piece_line(
    terms: TermsOf,
    of: &'static str,
    x: f64,
    name: &'static str,
    result: f64,
) -> Option<Line> {
    let row = |name: &str| terms.get(name)?.row(0);
    let units = row("W_1")?.iter().zip(row("b_1")?).zip(row("W_2")?);
    let start = terms.get("b_2").and_then(|bias| bias.at(0, 0)).unwrap_or(0.0);
    let (mut slope, mut start) = (0.0, start);
    for ((&w, &b), &out) in units {
        let [w, b, out] = [w, b, out].map(f64::from);
        if x * w + b > 0.0 {
            slope += w * out;
            start += b * out;
        }
    }
    let operands = vec![
        operand(Sign::Plus, Name::Key("network-slope"), slope),
        operand(Sign::Times, of, x),
        operand(Sign::Plus, Name::Key("network-start"), start),
    ];
    Some(Line::new(name, operands, result))
}

/// Products of queries and keys alone, over √d.
pub(crate) fn products_alone(terms: TermsOf, pair: Pair) -> Option<Vec<Line>> {
    let raw = terms.scores()?.at(pair.0, pair.1)?;
    Some(vec![raw_line(terms, pair, Name::Score, raw)?])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sum_that_is_multiplied_stands_in_brackets() {
        use Sign::{Minus, Over, Plus, Times};
        let brackets = |signs: &[Sign]| {
            let operands = signs.iter().map(|sign| operand(*sign, "x", 1.0)).collect();
            Line::new("y", operands, 0.0).brackets()
        };
        assert!(brackets(&[Plus, Plus, Minus]).is_empty());
        assert!(brackets(&[Plus, Times, Plus]).is_empty());
        assert!(brackets(&[Plus, Over]).is_empty());
        // (a - b) * c + b, as CoPE has it.
        assert_eq!(brackets(&[Plus, Minus, Times, Plus]), [2]);
        // (a + b) * c / d, ((a + b) * c + d) / e.
        assert_eq!(brackets(&[Plus, Plus, Times, Over]), [2]);
        assert_eq!(brackets(&[Plus, Plus, Times, Plus, Over]), [2, 4]);
    }
}
