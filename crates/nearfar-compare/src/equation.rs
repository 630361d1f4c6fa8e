//! The score of one pair as an equation in real numbers, line by line, each of which adds up: what the
//! papers write in letters. One function for each way of scoring, tried in order.

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

    fn new(name: impl Into<String>, operands: Vec<Operand>, result: f64) -> Line {
        Line { name: name.into(), operands, function: Function::None, result, is_weight: false }
    }
}

fn operand(sign: Sign, name: impl Into<String>, value: f64) -> Operand {
    Operand { sign, name: name.into(), value }
}

/// A query and a column, the memory's first.
type Pair = (usize, usize);
/// Lines and labels.
type Found = (Vec<Line>, Vec<(&'static str, String)>);

/// Every way of scoring; the first that finds its intermediates counts.
const WAYS: [fn(TermsOf, Pair) -> Option<Found>; 9] = [
    transformer_xl,
    adapted,
    distance_aware,
    looked_up,
    alibi,
    bucketed,
    rotary,
    every_feature,
    products_alone,
];

/// How query `pair.0` came to give its weight to column `pair.1`. `None` where there is no such pair, or
/// no way of scoring has its intermediates. A mean over features has no lines: each has its own.
pub fn equation(terms: TermsOf, pair: Pair) -> Option<Equation> {
    let score = terms.scores()?;
    let result = score.at(pair.0, pair.1)?;
    let (mut lines, labels) = WAYS.iter().find_map(|way| way(terms, pair))?;
    let masked = !terms.is_allowed(pair.0, pair.1);
    let weight = terms.weights()?.at(pair.0, pair.1);
    let is_late = terms.get("normalised").is_some();
    if let (false, false, false, Some(weight)) = (masked, is_late, lines.is_empty(), weight) {
        lines.push(softmax_line(terms, score, pair, "weight", result, weight)?);
    }
    Some(Equation { lines, labels, masked, weight, source: score.term.source.clone() })
}

/// exp(score - ln Σ exp), over what the query may look at.
fn softmax_line(
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

fn sum_line(name: &str, parts: &[(&str, f64)]) -> Line {
    let operands = parts.iter().map(|(name, value)| operand(Sign::Plus, *name, *value)).collect();
    Line::new(name, operands, parts.iter().map(|(_, value)| value).sum())
}

/// `sum / √d = score`.
fn over_root(terms: TermsOf, sum: f64, score: f64) -> Option<Line> {
    let root = dimensions(terms)?.sqrt();
    let operands = vec![operand(Sign::Plus, "sum", sum), operand(Sign::Over, "√d", root)];
    Some(Line::new("score", operands, score))
}

/// Dai et al. 2019, section 3.3.
fn transformer_xl(terms: TermsOf, (i, j): Pair) -> Option<Found> {
    let at = |name: &str| terms.get(name)?.at(i, j);
    let parts = [("(a)", at("a")?), ("(b)", at("b")?), ("(c)", at("c")?), ("(d)", at("d")?)];
    let sum = sum_line("sum", &parts);
    let score = over_root(terms, sum.result, terms.scores()?.at(i, j)?)?;
    let offset = i as i64 + terms.view.memory as i64 - j as i64;
    Some((vec![sum, score], vec![("i - j", offset.to_string())]))
}

/// Yan et al. 2019, Eq. 18.
fn adapted(terms: TermsOf, (i, j): Pair) -> Option<Found> {
    let names = ["term_qk", "term_qR", "term_uk", "term_vR", "term_kR"];
    let parts = names.iter().filter_map(|name| {
        let matrix = terms.get(name)?;
        Some((matrix.term.title.as_str(), matrix.at(i, j)?))
    });
    let parts: Vec<_> = parts.collect();
    if parts.len() < 4 {
        return None;
    }
    let line = Line { result: terms.scores()?.at(i, j)?, ..sum_line("score", &parts) };
    Some((vec![line], vec![("i - j", (i as i64 - j as i64).to_string())]))
}

/// `first`, from queries and keys, as a product over √d.
fn raw_line(terms: TermsOf, (i, j): Pair, name: &str, raw: f64) -> Option<Line> {
    let product = dot(terms.first(&["Q", "q"])?, terms.first(&["K", "k"])?, (i, j))?;
    let root = dimensions(terms)?.sqrt();
    let operands = vec![operand(Sign::Plus, "q_i · k_j", product), operand(Sign::Over, "√d", root)];
    Some(Line::new(name, operands, raw))
}

fn dot(queries: TermMatrix, keys: TermMatrix, (i, j): Pair) -> Option<f64> {
    let (query, key) = (queries.row(i)?, keys.row(j)?);
    Some(query.iter().zip(key).map(|(&q, &k)| f64::from(q) * f64::from(k)).sum())
}

/// Wu et al. 2021, Eq. 2, 5 and 6, and the rivals of section 4.4.
fn distance_aware(terms: TermsOf, pair: Pair) -> Option<Found> {
    let at = |name: &str| terms.get(name)?.at(pair.0, pair.1);
    let (raw, coefficient) = (at("raw")?, at("Rhat")?);
    let mut lines = vec![raw_line(terms, pair, "raw score", raw)?];
    let clipped = at("relu");
    if let Some(relu) = clipped {
        let operands = vec![operand(Sign::Plus, "raw score", raw)];
        lines.push(Line { function: Function::Relu, ..Line::new("ReLU", operands, relu) });
    }
    let is_late = terms.get("normalised").is_some();
    let (before, name, to) = match (at("normalised"), clipped) {
        (Some(normalised), _) => {
            let raw_scores = terms.get("raw")?;
            let name = "softmax of the raw scores";
            if terms.is_allowed(pair.0, pair.1) {
                lines.push(softmax_line(terms, raw_scores, pair, name, raw, normalised)?);
            }
            (normalised, name, terms.weights()?)
        }
        (None, Some(relu)) => (relu, "ReLU", terms.scores()?),
        (None, None) => (raw, "raw score", terms.scores()?),
    };
    let sign = if terms.view.multiplies? { Sign::Times } else { Sign::Plus };
    let operands =
        vec![operand(Sign::Plus, name, before), operand(sign, "coefficient", coefficient)];
    let name = if is_late { "weight" } else { "score" };
    let result = to.at(pair.0, pair.1)?;
    if !is_late || terms.is_allowed(pair.0, pair.1) {
        lines.push(Line { is_weight: is_late, ..Line::new(name, operands, result) });
    }
    let mut labels = vec![("|i - j|", pair.0.abs_diff(pair.1).to_string())];
    if let (Some(w), Some(v)) = (terms.get("w"), terms.get("v")) {
        let shown = |x: f64| nearfar::picture::scale::format_digits(x, 5);
        labels.push(("w", shown(w.at(0, 0)?)));
        labels.push(("v", shown(v.at(0, 0)?)));
    }
    Some((lines, labels))
}

/// Tables of vectors that are added to the keys: the row of every pair, the table, and the products of
/// queries with the pairs' rows.
const LOOKED_UP: [(&str, &str, &str); 4] = [
    ("index", "tab_K", "position"),
    ("ids_relpos", "tab_relpos", "relpos"),
    ("ids_tree", "tab_tree", "tree"),
    ("ids_traversal", "tab_traversal", "traversal"),
];

/// Shaw et al. 2018, Eq. 5, and the thesis on structured bias.
fn looked_up(terms: TermsOf, (i, j): Pair) -> Option<Found> {
    let content = terms.get("content")?.at(i, j)?;
    let mut parts = vec![("q_i · k_j", content)];
    let mut labels = Vec::new();
    for (ids, table, products) in LOOKED_UP {
        let (Some(ids), Some(table), Some(products)) =
            (terms.get(ids), terms.get(table), terms.get(products))
        else {
            continue;
        };
        let row = ids.index(i, j)?;
        let (name, label) = match products.term.name.as_str() {
            "position" => ("q_i · a^K_ij", "offset"),
            "relpos" => ("q_i · b_ij", "offset"),
            "tree" => ("q_i · t_ij", "tree distance"),
            _ => ("q_i · t_ij", "tree traversal"),
        };
        parts.push((name, products.at(i, j)?));
        labels.push((label, table.name(row).map_or_else(|| row.to_string(), str::to_owned)));
        labels.push(("row", row.to_string()));
    }
    if parts.len() == 1 {
        return None;
    }
    let sum = sum_line("sum", &parts);
    let score = over_root(terms, sum.result, terms.scores()?.at(i, j)?)?;
    Some((vec![sum, score], labels))
}

/// Press et al. 2022, section 3.
fn alibi(terms: TermsOf, (i, j): Pair) -> Option<Found> {
    let at = |name: &str| terms.get(name)?.at(i, j);
    let slope = terms.get("slope")?.at(0, 0)?;
    let (content, bias) = (at("content")?, at("bias")?);
    let distance = i.abs_diff(j) as f64;
    let operands =
        vec![operand(Sign::Plus, "slope m", slope), operand(Sign::Times, "|i - j|", distance)];
    let taken = Line::new("taken off", operands, 0.0 - bias);
    let operands = vec![
        operand(Sign::Plus, "content", content),
        operand(Sign::Minus, "m |i - j|", 0.0 - bias),
    ];
    let score = Line::new("score", operands, terms.scores()?.at(i, j)?);
    let raw = raw_line(terms, (i, j), "content", content)?;
    Some((vec![raw, taken, score], Vec::new()))
}

/// Raffel et al. 2020, section 2.1.
fn bucketed(terms: TermsOf, (i, j): Pair) -> Option<Found> {
    let at = |name: &str| terms.get(name)?.at(i, j);
    let bucket = terms.get("bucket")?.index(i, j)?;
    let name = format!("b[{bucket}]");
    let parts = [("q_i · k_j", at("content")?), (name.as_str(), at("bias")?)];
    let line = Line { result: terms.scores()?.at(i, j)?, ..sum_line("score", &parts) };
    let offset = (j as i64 - i as i64).to_string();
    Some((vec![line], vec![("j - i", offset), ("bucket", bucket.to_string())]))
}

/// Su et al. 2021, Eq. 16 and 34.
fn rotary(terms: TermsOf, pair: Pair) -> Option<Found> {
    let turned = dot(terms.get("q_turned")?, terms.get("k_turned")?, pair)?;
    let root = dimensions(terms)?.sqrt();
    let before =
        raw_line(terms, pair, "without turning", terms.get("content")?.at(pair.0, pair.1)?)?;
    let operands = vec![
        operand(Sign::Plus, "turned q_i · turned k_j", turned),
        operand(Sign::Over, "√d", root),
    ];
    let score = Line::new("score", operands, terms.scores()?.at(pair.0, pair.1)?);
    Some((vec![before, score], vec![("j - i", (pair.1 as i64 - pair.0 as i64).to_string())]))
}

/// Shen et al. 2018, section 3.3, of one feature; of their mean there is no line. The bias b_1 is no
/// intermediate: it is 0 in seeded parameters, which are all there are.
fn every_feature(terms: TermsOf, (i, j): Pair) -> Option<Found> {
    let direction = terms.direction()?;
    let get = |name: &str| terms.get(&format!("{direction}{name}"));
    let score = get("logits")?.at(i, j)?;
    let Some(feature) = terms.view.feature else { return Some(Found::default()) };
    let parts =
        [("h_j W_1", get("dep")?.at(j, feature)?), ("h_i W_2", get("head")?.at(i, feature)?)];
    let line = Line { function: Function::SoftLimit, result: score, ..sum_line("score", &parts) };
    Some((vec![line], Vec::new()))
}

/// Vaswani et al. 2017, Eq. 1; specialised heads.
fn products_alone(terms: TermsOf, (i, j): Pair) -> Option<Found> {
    let raw = terms.scores()?.at(i, j)?;
    let labels = || {
        let ids = terms.get("label_ids")?;
        let name = |token| Some(ids.name(ids.index(0, token)?)?.to_owned());
        Some(vec![("label of i", name(i)?), ("label of j", name(j)?)])
    };
    Some((vec![raw_line(terms, (i, j), "score", raw)?], labels().unwrap_or_default()))
}
