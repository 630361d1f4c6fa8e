//! The table of what each method knows and costs: in which order its rows stand.

use std::cmp::Ordering;

use crate::protocol::{FactsView, KnowsView, MethodView};

/// A column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "as of `FactsView`")]
pub enum Column {
    Method,
    Direction,
    Exact,
    Beyond,
    Syntax,
    Parameters,
    Time,
    Source,
    Formula,
}

impl Column {
    /// Every column, from left to right.
    pub const ALL: [Column; 9] = [
        Column::Method,
        Column::Direction,
        Column::Exact,
        Column::Beyond,
        Column::Syntax,
        Column::Parameters,
        Column::Time,
        Column::Source,
        Column::Formula,
    ];

    /// What it says of a method, where it says how far it knows something.
    fn knows(self, facts: &FactsView) -> Option<&KnowsView> {
        match self {
            Column::Direction => Some(&facts.direction),
            Column::Exact => Some(&facts.exact_distance),
            Column::Beyond => Some(&facts.beyond_k),
            Column::Syntax => Some(&facts.syntax),
            _ => None,
        }
    }

    fn compare(self, one: &MethodView, other: &MethodView) -> Ordering {
        let rank = |knows: Option<&KnowsView>| match knows {
            Some(KnowsView::Yes) => 0,
            Some(KnowsView::Partly(_)) => 1,
            Some(KnowsView::Unknown(_)) => 2,
            Some(KnowsView::No) => 3,
            None => 4,
        };
        let (a, b) = (&one.facts, &other.facts);
        match self {
            Column::Method => one.title.cmp(&other.title),
            Column::Parameters => a.added.cmp(&b.added),
            Column::Time => time(one).total_cmp(&time(other)),
            Column::Source => a.paper.cmp(&b.paper),
            Column::Formula => a.formula.cmp(&b.formula),
            _ => rank(self.knows(a)).cmp(&rank(self.knows(b))),
        }
    }
}

/// A method that did not run has no time, and stands behind those that did.
fn time(method: &MethodView) -> f64 {
    if method.problem.is_some() { f64::INFINITY } else { method.milliseconds }
}

/// By which column rows are sorted, and whether it falls; `None`: the order of the grid.
pub type Order = Option<(Column, bool)>;

/// The order once the head of a column is pressed: up, down, and back to the order of the grid.
pub fn turn(order: Order, column: Column) -> Order {
    match order {
        Some((sorted, false)) if sorted == column => Some((column, true)),
        Some((sorted, true)) if sorted == column => None,
        _ => Some((column, false)),
    }
}

/// How the head of a column shows the order: the value of its `aria-sort`, and what stands behind its label.
pub fn shown(order: Order, column: Column) -> (&'static str, &'static str) {
    match order.filter(|(sorted, _)| *sorted == column) {
        Some((_, true)) => ("descending", " ▼"),
        Some((_, false)) => ("ascending", " ▲"),
        None => ("none", ""),
    }
}

/// The places of the methods in order; those that are alike stand as in the grid.
pub fn sorted(methods: &[MethodView], order: Order) -> Vec<usize> {
    let mut methods: Vec<&MethodView> = methods.iter().collect();
    methods.sort_by(|one, other| {
        let by_column = order.map_or(Ordering::Equal, |(column, falls)| {
            let order = column.compare(one, other);
            if falls { order.reverse() } else { order }
        });
        by_column.then(one.place.cmp(&other.place))
    });
    methods.into_iter().map(|method| method.place).collect()
}

/// A whole number with its digits in groups of three.
pub fn grouped(number: i64) -> String {
    let digits = number.unsigned_abs().to_string();
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push('\u{202f}');
        }
        text.push(digit);
    }
    if number < 0 { format!("\u{2212}{text}") } else { text }
}

/// A formula with words behind it, in pieces between which a line may end: before the words, which no formula does
/// within.
pub fn in_pieces(formula: &str) -> Vec<String> {
    let mut pieces = vec![];
    for part in formula.split_inclusive("; ") {
        match part.split_once(" (") {
            // A bracket behind a factor belongs to the words, one behind an operator to the formula.
            Some((before, after)) if before.ends_with(char::is_alphanumeric) => {
                pieces.extend([before.to_owned(), format!("({after}")]);
            }
            _ => pieces.push(part.to_owned()),
        }
    }
    pieces
}
