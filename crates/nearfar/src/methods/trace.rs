//! What every method gives: scores, weights and outputs in common, and a list of its own named
//! intermediates, so that a picture can be drawn of each without knowing the method.

use ndarray::{
    Array2, Array3, ArrayBase, ArrayView, ArrayView3, ArrayViewD, Axis as Dim, CowArray, Dimension,
    IxDyn,
};

use crate::Real;
use crate::attention::parameters::shape;
use crate::attention::{Adjustment, AttentionError};
use crate::methods::Projected;
use crate::methods::loops::{product, side_by_side};

/// One sentence of N tokens through one method with h heads of d dimensions: what all methods have.
///
/// K, the number of keys, is N, and more where a method has a memory. For DiSAN, h is 2 (forward,
/// backward) and scores and weights are means over the features; the features themselves are in
/// [`Explained::features`].
#[derive(Clone, Debug, PartialEq)]
pub struct MethodTrace<T> {
    /// What the softmax sees, before masking, `[h, N, K]`.
    pub scores: Array3<T>,
    /// The attention weights, `[h, N, K]`: row i is the query; masked keys have 0.
    pub weights: Array3<T>,
    /// What each head gives, `[h, N, d]`.
    pub heads: Array3<T>,
    /// The heads side by side, `[N, h·d]`.
    pub concatenated: Array2<T>,
    /// `concatenated` · W_O, `[N, m]`; of DiSAN the one vector of the sentence, `[1, 2D]`.
    pub output: Array2<T>,
}

impl<T: Real> MethodTrace<T> {
    /// From the output of every head, projected by W_O `[h·d, m]`.
    ///
    /// # Errors
    /// Where W_O has another height than h·d.
    pub(crate) fn new(
        scores: Array3<T>,
        weights: Array3<T>,
        heads: Array3<T>,
        output_projection: &Array2<T>,
    ) -> Result<Self, AttentionError> {
        let concatenated = side_by_side(&heads);
        let (height, width) = output_projection.dim();
        shape("W_O", &[height, width], &[concatenated.ncols(), width])?;
        let output = product(concatenated.view(), output_projection.view());
        Ok(MethodTrace { scores, weights, heads, concatenated, output })
    }

    /// N, the number of queries.
    pub fn tokens(&self) -> usize {
        self.weights.dim().1
    }

    /// h, the number of heads.
    pub fn head_count(&self) -> usize {
        self.weights.dim().0
    }

    /// The weights averaged over the heads, `[N, K]`.
    pub fn mean_weights(&self) -> Array2<T> {
        let share = T::one() / T::from_f64(self.head_count().max(1) as f64);
        let mut sum = Array2::zeros((self.weights.dim().1, self.weights.dim().2));
        for head in self.weights.outer_iter() {
            sum.zip_mut_with(&head, |sum: &mut T, &weight| *sum = *sum + weight * share);
        }
        sum
    }

    /// The intermediates that every method has: `scores`, `weights`, `heads`, `concat`, `out`, under
    /// the names that the method's papers and reference values give them.
    pub(crate) fn terms(&self, names: [&'static str; 5], source: &'static str) -> Vec<Term<'_, T>> {
        let [scores, weights, heads, concatenated, output] = names;
        vec![
            Term::new(scores, "Scores before the softmax", source, HEAD_PAIRS, &self.scores)
                .with_role(Role::Scores),
            Term::new(weights, "Attention weights", source, HEAD_PAIRS, &self.weights)
                .with_role(Role::Weights),
            Term::new(heads, "Output of each head", source, HEAD_TOKENS, &self.heads)
                .with_role(Role::Heads),
            Term::new(concatenated, "Heads side by side", source, TOKENS, &self.concatenated)
                .with_role(Role::Concatenated),
            Term::new(output, "Output, after W_O", source, TOKENS, &self.output)
                .with_role(Role::Output),
        ]
    }
}

/// Q, K and V under the letters of the reference values.
pub(crate) fn projected_terms<'a, T: Real>(
    projected: &'a Projected<T>,
    source: &'static str,
) -> Vec<Term<'a, T>> {
    vec![
        Term::new("q", "Queries x W_Q", source, HEAD_TOKENS, &projected.query),
        Term::new("k", "Keys x W_K", source, HEAD_TOKENS, &projected.key),
        Term::new("v", "Values x W_V", source, HEAD_TOKENS, &projected.value),
    ]
}

/// Where a query may look: 1, else 0.
pub(crate) fn allowed_term<'a, T: Real>(
    allowed: &'a ndarray::Array2<usize>,
    source: &'static str,
) -> Term<'a, T> {
    Term::indices("allowed", "1 where a query may look", source, PAIRS, allowed)
}

/// What an axis of an intermediate counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Axis {
    /// Heads.
    Head,
    /// Tokens that attend: rows of an attention matrix.
    Query,
    /// Tokens that are attended to: columns of an attention matrix, memory first.
    Key,
    /// Tokens.
    Token,
    /// Dimensions of a head, or the width of an embedding.
    Dimension,
    /// Features, each of which has weights of its own (DiSAN).
    Feature,
    /// Relative positions, see the term's `rows`.
    Offset,
    /// Rows of a table of labels, see the term's `rows`.
    Label,
    /// Directions: forward, backward.
    Direction,
}

/// `[h, N, K]`.
pub(crate) const HEAD_PAIRS: &[Axis] = &[Axis::Head, Axis::Query, Axis::Key];
/// `[h, N, d]`.
pub(crate) const HEAD_TOKENS: &[Axis] = &[Axis::Head, Axis::Token, Axis::Dimension];
/// `[N, K]`.
pub(crate) const PAIRS: &[Axis] = &[Axis::Query, Axis::Key];
/// `[h, N]`: a number for each token.
pub(crate) const OF_TOKENS: &[Axis] = &[Axis::Head, Axis::Token];
/// `[N, m]`.
pub(crate) const TOKENS: &[Axis] = &[Axis::Token, Axis::Dimension];
/// `[h, d]`.
pub(crate) const HEAD_VECTORS: &[Axis] = &[Axis::Head, Axis::Dimension];
/// `[labels, d]`.
pub(crate) const TABLE: &[Axis] = &[Axis::Label, Axis::Dimension];
/// `[offsets, d]`.
pub(crate) const OFFSETS: &[Axis] = &[Axis::Offset, Axis::Dimension];

/// The values of an intermediate.
#[derive(Clone, Debug)]
pub enum Values<'a, T> {
    /// Numbers.
    Numbers(CowArray<'a, T, IxDyn>),
    /// Whole numbers: indices into a table, positions, 0 and 1 of a mask.
    Indices(CowArray<'a, i64, IxDyn>),
}

/// What an intermediate is to every method.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Role {
    /// What the softmax sees.
    Scores,
    /// The attention weights.
    Weights,
    /// What each head gives.
    Heads,
    /// The heads side by side.
    Concatenated,
    /// What comes out.
    Output,
}

/// What the numbers of an intermediate measure: how colours tell them apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Measure {
    /// Signed numbers, compared with 0.
    Signed,
    /// Numbers that are never below 0: shares, gates, distances.
    Amount,
    /// Positive factors, compared with 1 by their logarithm.
    Factor,
    /// Factors that can be negative, compared with 1.
    SignedFactor,
    /// Whole numbers: indices, places, labels.
    Whole,
}

/// One named intermediate of a method.
#[derive(Clone, Debug)]
pub struct Term<'a, T> {
    /// Its letter or name in the paper, unique within the method.
    pub name: &'static str,
    /// What it is, in a few words or as a formula.
    pub title: &'static str,
    /// The paper and equation that it is from.
    pub source: &'static str,
    /// What each axis of `values` counts.
    pub axes: &'static [Axis],
    /// The values, of as many axes.
    pub values: Values<'a, T>,
    /// The names along the axis that is an [`Axis::Offset`] or [`Axis::Label`]; of indices, the names of
    /// the rows that they point at. Else empty.
    pub rows: Vec<String>,
    /// What it is to every method; `None` for what is the method's own.
    pub role: Option<Role>,
    /// What its numbers measure.
    pub measure: Measure,
}

impl<'a, T: Real> Term<'a, T> {
    /// Numbers that the trace holds.
    pub(crate) fn new<D: Dimension>(
        name: &'static str,
        title: &'static str,
        source: &'static str,
        axes: &'static [Axis],
        values: &'a ndarray::Array<T, D>,
    ) -> Self {
        Self::of_view(name, title, source, axes, values.view())
    }

    /// Numbers that the trace holds, as a view.
    pub(crate) fn of_view<D: Dimension>(
        name: &'static str,
        title: &'static str,
        source: &'static str,
        axes: &'static [Axis],
        values: ArrayView<'a, T, D>,
    ) -> Self {
        let values = Values::Numbers(CowArray::from(values.into_dyn()));
        Term::of_values(name, title, source, axes, values)
    }

    /// Numbers that are made for the purpose.
    pub(crate) fn owned<D: Dimension>(
        name: &'static str,
        title: &'static str,
        source: &'static str,
        axes: &'static [Axis],
        values: ndarray::Array<T, D>,
    ) -> Self {
        let values = Values::Numbers(CowArray::from(values.into_dyn()));
        Term::of_values(name, title, source, axes, values)
    }

    /// Whole numbers.
    pub(crate) fn indices<D: Dimension, S: ndarray::Data<Elem = usize>>(
        name: &'static str,
        title: &'static str,
        source: &'static str,
        axes: &'static [Axis],
        values: &ArrayBase<S, D>,
    ) -> Self {
        let values = values.map(|&index| i64::try_from(index).unwrap_or(i64::MAX)).into_dyn();
        let values = Values::Indices(CowArray::from(values));
        Term::of_values(name, title, source, axes, values)
    }

    /// Whole numbers that may be negative.
    pub(crate) fn integers(
        name: &'static str,
        title: &'static str,
        source: &'static str,
        axes: &'static [Axis],
        values: &[i64],
    ) -> Self {
        let values = ndarray::Array1::from(values.to_vec()).into_dyn();
        let values = Values::Indices(CowArray::from(values));
        Term::of_values(name, title, source, axes, values)
    }

    fn of_values(
        name: &'static str,
        title: &'static str,
        source: &'static str,
        axes: &'static [Axis],
        values: Values<'a, T>,
    ) -> Self {
        let measure = match values {
            Values::Numbers(_) => Measure::Signed,
            Values::Indices(_) => Measure::Whole,
        };
        Term { name, title, source, axes, values, rows: Vec::new(), role: None, measure }
    }

    /// Under another title.
    pub(crate) fn titled(self, title: &'static str) -> Self {
        Term { title, ..self }
    }

    /// With what it is to every method. Weights are amounts.
    pub(crate) fn with_role(self, role: Role) -> Self {
        let measure = if role == Role::Weights { Measure::Amount } else { self.measure };
        Term { role: Some(role), measure, ..self }
    }

    /// Measuring something else than signed numbers.
    pub(crate) fn measuring(self, measure: Measure) -> Self {
        Term { measure, ..self }
    }

    /// With names along the axis of offsets or labels.
    pub(crate) fn with_rows(self, rows: Vec<String>) -> Self {
        Term { rows, ..self }
    }

    /// The lengths of the axes.
    pub fn shape(&self) -> &[usize] {
        match &self.values {
            Values::Numbers(values) => values.shape(),
            Values::Indices(values) => values.shape(),
        }
    }

    /// The numbers, where they are no indices.
    pub fn numbers(&self) -> Option<ArrayViewD<'_, T>> {
        match &self.values {
            Values::Numbers(values) => Some(values.view()),
            Values::Indices(_) => None,
        }
    }

    /// The indices, where they are no numbers.
    pub fn integer_values(&self) -> Option<ArrayViewD<'_, i64>> {
        match &self.values {
            Values::Numbers(_) => None,
            Values::Indices(values) => Some(values.view()),
        }
    }

    /// Whether rows and columns are tokens that attend to tokens.
    pub fn is_between_tokens(&self) -> bool {
        self.axes.contains(&Axis::Query) && self.axes.contains(&Axis::Key)
    }

    /// The term as one matrix: of the head `head` (or direction) where there is an axis of heads, of
    /// one feature (`None`: the mean over features) where each has its own; a vector is one row.
    /// `None` where there is no such head or feature.
    pub fn matrix(&self, head: usize, feature: Option<usize>) -> Option<Array2<T>> {
        let mut values = match &self.values {
            Values::Numbers(values) => values.to_owned(),
            Values::Indices(values) => values.mapv(|index| T::from_f64(index as f64)),
        };
        let mut axes = self.axes.to_vec();
        let mut remove = |values: ndarray::ArrayD<T>, wanted: Axis, at: Option<usize>| {
            let Some(place) = axes.iter().position(|&axis| axis == wanted) else {
                return Some(values);
            };
            axes.remove(place);
            match at {
                Some(at) if at < values.len_of(Dim(place)) => {
                    Some(values.index_axis_move(Dim(place), at))
                }
                Some(_) => None,
                None => {
                    let count = T::from_f64(values.len_of(Dim(place)).max(1) as f64);
                    Some(values.sum_axis(Dim(place)).mapv(|sum| sum / count))
                }
            }
        };
        values = remove(values, Axis::Head, Some(head))?;
        values = remove(values, Axis::Direction, Some(head))?;
        if values.ndim() > 2 {
            values = remove(values, Axis::Feature, feature)?;
        }
        while values.ndim() < 2 {
            values = values.insert_axis(Dim(0));
        }
        values.into_dimensionality().ok()
    }
}

/// What one run of a method explains: the common part, and every intermediate by name.
pub trait Explained<T: Real> {
    /// What every method has.
    fn common(&self) -> &MethodTrace<T>;

    /// Every intermediate, in the order in which they are computed.
    fn terms(&self) -> Vec<Term<'_, T>>;

    /// The weights of every feature, `[N, N, F]` of each direction, where each feature has its own
    /// (DiSAN).
    fn features(&self) -> Option<[ArrayView3<'_, T>; 2]> {
        None
    }

    /// How distance coefficients meet scores, where there are any (Wu et al. 2021, section 4.4).
    fn adjustment(&self) -> Option<Adjustment> {
        None
    }

    /// The intermediate of a name.
    fn term(&self, name: &str) -> Option<Term<'_, T>> {
        self.terms().into_iter().find(|term| term.name == name)
    }
}
