//! Intermediates by name: how a trace becomes what the worker sends, and what panels, curves and the
//! equation of a pair read of it. Nothing is computed. How one is drawn is [`Pictured`]'s.

mod pictured;

use std::sync::Arc;

use nearfar::methods::{Explained, MethodKind};

use crate::curves::bucket_names;
use crate::methods::{OwnTerms, own_terms};
use crate::protocol::{AxisView, MeasureView, RoleView, TermView, TermsView};

pub use pictured::{CellText, Lit, Pictured};

/// Every intermediate of a trace for the head and the feature of `asked`, and the values of each, row by
/// row. A head that there is not is the last one, a feature that there is not is the mean; place, name
/// and mask stay those of `asked`.
pub fn packed(trace: &dyn Explained<f32>, asked: TermsView) -> (TermsView, Vec<Vec<f32>>) {
    let (heads, tokens, keys) = trace.common().weights.dim();
    let head = asked.head.min(heads.saturating_sub(1));
    let features = trace.features().map_or(0, |[forward, _]| forward.dim().2);
    let feature = asked.feature.filter(|&feature| feature < features);
    let (mut terms, mut values) = (Vec::new(), Vec::new());
    for term in trace.terms() {
        let Some(matrix) = term.matrix(head, feature) else { continue };
        // Queries that came projected have no words before them, and no W_O behind them.
        if matrix.is_empty() {
            continue;
        }
        let axes = term.axes.iter().copied().filter_map(AxisView::new);
        // Where a matrix is one feature of many, the features are no axis.
        let many = term.shape().len() > 2;
        terms.push(TermView {
            name: term.name.to_owned(),
            title: term.title.to_owned(),
            source: term.source.to_owned(),
            axes: axes.filter(|axis| *axis != AxisView::Feature || !many).collect(),
            rows: matrix.nrows(),
            columns: matrix.ncols(),
            whole: term.integer_values().is_some(),
            names: match term.name {
                // The number of a bucket does not say which offsets share it.
                "bias_table" => bucket_names(term.rows.len()),
                _ => term.rows.clone(),
            },
            role: term.role.map(RoleView::new),
            measure: MeasureView::new(term.measure),
        });
        values.push(matrix.iter().copied().collect());
    }
    let memory = keys.saturating_sub(tokens);
    let multiplies = trace.adjustment().map(|adjustment| adjustment.multiplies());
    (TermsView { head, feature, features, memory, multiplies, terms, ..asked }, values)
}

/// Every intermediate of one method for one head, as the worker sent them.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Terms {
    /// What there is.
    pub view: TermsView,
    /// The values of each, row by row.
    pub values: Vec<Vec<f32>>,
}

impl Terms {
    /// To be read.
    pub fn of(&self) -> TermsOf<'_> {
        TermsOf { view: &self.view, values: &self.values }
    }
}

/// The same, shared. Whether they are others is told without reading every number.
#[derive(Clone, Debug)]
pub struct Shared(Arc<Terms>);

impl Shared {
    /// Of what came.
    pub fn new(terms: Terms) -> Shared {
        Shared(Arc::new(terms))
    }

    /// To be read.
    pub fn of(&self) -> TermsOf<'_> {
        self.0.of()
    }
}

impl PartialEq for Shared {
    fn eq(&self, other: &Shared) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

/// The intermediates of one method with their values.
#[derive(Clone, Copy, Debug)]
pub struct TermsOf<'a> {
    /// What there is.
    pub view: &'a TermsView,
    /// The values of each, row by row.
    pub values: &'a [Vec<f32>],
}

/// One intermediate with its values; there are as many as rows times columns.
#[derive(Clone, Copy, Debug)]
pub struct TermMatrix<'a> {
    /// What it is.
    pub term: &'a TermView,
    /// The values, row by row.
    pub values: &'a [f32],
}

impl<'a> TermsOf<'a> {
    /// The intermediate of a name; `None` where there is none, or its values are of another length.
    pub fn get(self, name: &str) -> Option<TermMatrix<'a>> {
        let place = self.view.terms.iter().position(|term| term.name == name)?;
        self.at(place)
    }

    /// The intermediate at a place.
    pub fn at(self, place: usize) -> Option<TermMatrix<'a>> {
        let (term, values) = (self.view.terms.get(place)?, self.values.get(place)?);
        let is_whole = term.rows.checked_mul(term.columns) == Some(values.len());
        is_whole.then_some(TermMatrix { term, values })
    }

    /// The intermediate of a name, or the first one where there is none of that name.
    pub fn get_or_first(self, name: &str) -> Option<TermMatrix<'a>> {
        let place = self.view.terms.iter().position(|term| term.name == name);
        self.at(place.unwrap_or_default())
    }

    /// The first of these names that there is.
    pub fn first(self, names: &[&str]) -> Option<TermMatrix<'a>> {
        names.iter().find_map(|name| self.get(name))
    }

    /// The intermediate that is this to every method.
    pub fn with_role(self, role: RoleView) -> Option<TermMatrix<'a>> {
        self.at(self.view.terms.iter().position(|term| term.role == Some(role))?)
    }

    /// The method's own equation and panels; `None` where there is no method of its name.
    pub fn own(self) -> Option<&'static OwnTerms> {
        MethodKind::from_name(&self.view.method).map(own_terms)
    }

    /// Whether all of these names are there.
    pub fn has(self, names: &[&str]) -> bool {
        names.iter().all(|name| self.get(name).is_some())
    }

    /// `fw.` or `bw.`, where the method has two directions (DiSAN).
    pub fn direction(self) -> Option<&'static str> {
        self.get("fw.P")?;
        Some(if self.view.head == 0 { "fw." } else { "bw." })
    }

    /// What the softmax sees.
    pub fn scores(self) -> Option<TermMatrix<'a>> {
        match self.direction() {
            Some(direction) => self.get(&format!("{direction}logits")),
            None => self.with_role(RoleView::Scores),
        }
    }

    /// The attention weights of the head, or of the direction and feature.
    pub fn weights(self) -> Option<TermMatrix<'a>> {
        match self.direction() {
            Some(direction) => self.get(&format!("{direction}P")),
            None => self.with_role(RoleView::Weights),
        }
    }

    /// 1 where a query may look, where the method says it.
    pub fn allowed(self) -> Option<TermMatrix<'a>> {
        match self.direction() {
            Some(direction) => self.get(&format!("{direction}allowed")),
            None => self.get("allowed"),
        }
    }

    /// Whether the query sees the column, as the method's own mask has it, or the causal one.
    pub fn is_allowed(self, query: usize, column: usize) -> bool {
        match self.allowed() {
            Some(allowed) => allowed.at(query, column) == Some(1.0),
            None => !self.view.causal || column <= query + self.view.memory,
        }
    }
}

impl<'a> TermMatrix<'a> {
    /// A cell.
    pub fn at(self, row: usize, column: usize) -> Option<f64> {
        Some(f64::from(*self.row(row)?.get(column)?))
    }

    /// A cell of whole numbers as an index.
    pub fn index(self, row: usize, column: usize) -> Option<usize> {
        let value = self.at(row, column)?;
        (value >= 0.0 && value.fract() == 0.0).then_some(value as usize)
    }

    /// A row.
    pub fn row(self, row: usize) -> Option<&'a [f32]> {
        if row >= self.term.rows {
            return None;
        }
        let columns = self.term.columns;
        self.values.get(row * columns..(row + 1) * columns)
    }

    /// The rows.
    pub fn rows(self) -> impl Iterator<Item = &'a [f32]> {
        self.values.chunks_exact(self.term.columns.max(1))
    }

    /// Whether tokens look at tokens.
    pub fn is_between_tokens(self) -> bool {
        self.term.axes.starts_with(&[AxisView::Query, AxisView::Key])
    }

    /// The name of a row of a table, or of what an index points at. That of the way from a token to itself
    /// is empty, as the papers write it.
    pub fn name(self, at: usize) -> Option<&'a str> {
        self.term.names.get(at).map(String::as_str)
    }
}
