//! The trace: one sequence through one layer, with every intermediate. The page, the tests and the
//! exports all read these numbers; nothing else computes attention.

mod edited;
mod position_term;

use ndarray::{Array2, Array3, ArrayView2, Axis};
use nearfar_kernel::{Head, relu};

use crate::Real;
use crate::attention::adjustment::Adjustment;
use crate::attention::distance::{relative_distance, weighted_distance};
use crate::attention::error::AttentionError;
use crate::attention::inputs::LayerInputs;
use crate::attention::mapping::Mapping;
use crate::attention::mask::Mask;
use crate::attention::normalisation::Normalisation;
use crate::attention::parameters::{
    HeadParameters, Line, Projections, finite, finite_array, shape,
};
use crate::attention::position::add_positions;
use crate::attention::term_rule::TermRule;
use crate::method::Method;
use edited::{Waits, score_pairs};
pub use position_term::{PositionTerm, TRAINED_SHAPE, TermParameters};

/// A matrix between tokens, `[N, N]`, on the way from distances to weights.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Step {
    /// R, in tokens.
    Distance,
    /// w·R.
    WeightedDistance,
    /// f(w·R).
    Coefficient,
    /// β b, what a model from a file adds to its scores by itself; 0 in others. No method has it among its steps.
    Term,
    /// Q Kᵀ / √d.
    Score,
    /// ReLU(scores).
    Clipped,
    /// What the softmax sees, before masking.
    Logit,
    /// softmax(scores), before a late adjustment.
    Normalised,
    /// The attention weights: what multiplies V.
    Weight,
}

impl Step {
    /// Whether a masked pair has no value in it.
    pub fn is_masked(self) -> bool {
        matches!(self, Step::Normalised | Step::Weight)
    }
}

/// One sequence of N tokens through one layer of h heads of d dimensions.
///
/// Q, K, V and the raw scores are computed once. Moving w or v of a head
/// ([`set_head`](Trace::set_head)) recomputes that head's N coefficients and N² weights from the
/// cached scores and allocates nothing.
#[derive(Clone, Debug)]
pub struct Trace<T> {
    method: Method,
    normalisation: Normalisation,
    mask: Mask,
    heads: Vec<HeadParameters>,
    /// k and b of every head, where each has a line of its own; else empty.
    lines: Vec<Line>,
    input: Array2<T>,
    query: Array3<T>,
    key: Array3<T>,
    value: Array3<T>,
    /// What Q Kᵀ is multiplied by.
    scale: f64,
    /// What the model itself adds to its scores.
    position_term: Option<PositionTerm<T>>,
    scores: Array3<T>,
    /// The largest |score| of each head, `[h]`.
    largest_scores: Vec<T>,
    /// `[h, 2N-1]`: f(w·|k - (N-1)|), mirrored, so that the coefficients of row i are the window
    /// that starts at N-1-i. This makes every row of the kernel a plain contiguous loop.
    mirrored_coefficients: Array2<T>,
    /// Those of the head that was rescaled last, times log2 e, `[2N-1]`: room for the kernel.
    binary_coefficients: Vec<T>,
    weights: Array3<T>,
    /// What of each head is still to be computed, `[h]`.
    waiting: Vec<Waits>,
}

/// What a layer gives back: per head, side by side, and projected.
#[derive(Clone, Debug, PartialEq)]
pub struct Outputs<T> {
    /// A·V of every head, `[h, N, d]` (Eq. 6).
    pub heads: Array3<T>,
    /// The heads side by side, `[N, h·d]`.
    pub concatenated: Array2<T>,
    /// `concatenated` · W_O, `[N, m]` (Eq. 3).
    pub projected: Array2<T>,
}

impl<T: Real> Trace<T> {
    /// Runs a sequence of embeddings `[N, D]` through the layer. `heads` has one entry per head of
    /// `projections`; methods that do not know distance ignore it.
    ///
    /// # Errors
    /// Where shapes do not belong together, a number is not finite, a dimension is 0, or a raw
    /// score is beyond [`Real::SCORE_LIMIT`].
    pub fn new(
        projections: &Projections<T>,
        heads: &[HeadParameters],
        method: Method,
        mask: Mask,
        embeddings: ArrayView2<T>,
    ) -> Result<Self, AttentionError> {
        projections.check()?;
        let (tokens, width) = embeddings.dim();
        shape("the input", embeddings.shape(), &[tokens, projections.width()])?;
        finite_array("the input", &embeddings)?;
        let mut input = in_standard_layout(embeddings.to_owned());
        if method.adds_positions() {
            add_positions(&mut input);
        }
        let project = |weights: &Array3<T>| {
            let (h, _, d) = weights.dim();
            let weights = weights.as_standard_layout();
            let mut projected = Array3::zeros((h, tokens, d));
            for (head, weights) in projected.outer_iter_mut().zip(weights.outer_iter()) {
                multiply_arrays(tokens, width, d, input.view(), weights, head);
            }
            projected
        };
        let (query, key, value) =
            (project(&projections.query), project(&projections.key), project(&projections.value));
        Self::from_projected(query, key, value, heads, method, mask, input)
    }

    /// From queries, keys and values `[h, N, d]` that are already projected. `input` is kept as it
    /// is given (`[N, D]`, or `[N, 0]` where there is none); positions are not added.
    ///
    /// # Errors
    /// As [`new`](Trace::new).
    pub fn from_projected(
        query: Array3<T>,
        key: Array3<T>,
        value: Array3<T>,
        heads: &[HeadParameters],
        method: Method,
        mask: Mask,
        input: Array2<T>,
    ) -> Result<Self, AttentionError> {
        let scale = LayerInputs::<T>::usual_scale(query.dim().2);
        let (causal, rule) = (mask.causal, TermRule::Whole);
        let inputs = LayerInputs { query, key, value, scale, bias: None, rule, causal };
        Self::of_inputs(inputs, heads, method, mask, input)
    }

    /// From what a layer of any model hands to attention. Its own mask is kept: where the model is causal,
    /// so is the trace, whatever `mask` says. Positions are the model's own; none are added.
    ///
    /// # Errors
    /// As [`new`](Trace::new).
    pub fn from_inputs(
        inputs: LayerInputs<T>,
        heads: &[HeadParameters],
        method: Method,
        mask: Mask,
    ) -> Result<Self, AttentionError> {
        let tokens = inputs.tokens();
        let mask = Mask { causal: mask.causal || inputs.causal, ..mask };
        Self::of_inputs(inputs, heads, method, mask, Array2::zeros((tokens, 0)))
    }

    fn of_inputs(
        inputs: LayerInputs<T>,
        heads: &[HeadParameters],
        method: Method,
        mask: Mask,
        input: Array2<T>,
    ) -> Result<Self, AttentionError> {
        inputs.check()?;
        let LayerInputs { query, key, value, scale, bias, rule, causal: _ } = inputs;
        let (h, tokens, size) = query.dim();
        shape("w and v", &[heads.len()], &[h])?;
        if let Some(keys) = &mask.keys {
            shape("the key mask", &[keys.len()], &[tokens])?;
        }
        let [query, key, value] = [query, key, value].map(in_standard_layout);
        for parameters in heads {
            finite("w", [parameters.w].iter())?;
            finite("v", [parameters.v].iter())?;
        }
        let mut trace = Trace {
            method,
            normalisation: Normalisation::default(),
            mask,
            heads: heads.to_vec(),
            lines: Vec::new(),
            input: in_standard_layout(input),
            query,
            key,
            value,
            scale,
            position_term: bias.map(|bias| PositionTerm::new(in_standard_layout(bias), rule, size)),
            scores: Array3::zeros((0, tokens, tokens)),
            largest_scores: Vec::with_capacity(h),
            mirrored_coefficients: Array2::zeros((h, 2 * tokens - 1)),
            binary_coefficients: vec![T::zero(); 2 * tokens - 1],
            weights: Array3::zeros((0, tokens, tokens)),
            waiting: vec![Waits::Nothing; h],
        };
        trace.attend()?;
        Ok(trace)
    }

    /// Scores and weights of every head, one head after the other: its matrices are still in the
    /// cache when the next step reads them.
    fn attend(&mut self) -> Result<(), AttentionError> {
        let (h, tokens, _) = self.query.dim();
        let cells = tokens * tokens;
        let mut scores = vec![T::zero(); h * cells + APART];
        scores.truncate(h * cells);
        let mut weights = vec![T::zero(); h * cells];
        for head in 0..h {
            let scores = &mut scores[head * cells..(head + 1) * cells];
            self.score_all(head, scores);
            let largest = T::magnitude(scores);
            within_limit(head, largest)?;
            self.largest_scores.push(largest);
            self.coefficients(head);
            let of_head = Head {
                tokens,
                causal: self.mask.causal,
                scores,
                coefficients: row(&self.mirrored_coefficients, head),
                binary_coefficients: &self.binary_coefficients,
                largest_score: largest,
            };
            let out = &mut weights[head * cells..(head + 1) * cells];
            weights_of_head(self.rule(), of_head, out);
        }
        self.scores = stacked(h, tokens, scores);
        self.weights = stacked(h, tokens, weights);
        Ok(())
    }

    /// Gives one head other w and v, and recomputes its coefficients and weights from the cached
    /// scores. Allocates nothing.
    ///
    /// # Errors
    /// Where w or v is not finite, or there is no such head; the trace then stays as it was.
    pub fn set_head(
        &mut self,
        head: usize,
        parameters: HeadParameters,
    ) -> Result<(), AttentionError> {
        finite("w", [parameters.w].iter())?;
        finite("v", [parameters.v].iter())?;
        let count = self.heads.len();
        if !self.postpone_head(head, parameters) {
            return Err(AttentionError::Shape {
                what: "the head's index",
                found: vec![head],
                expected: vec![count],
            });
        }
        self.catch_up(head);
        Ok(())
    }

    /// Replaces the mapping and adjustment of a distance-aware trace, from the cached scores.
    /// `false`, and nothing done, where the two methods do not see the same scores.
    pub fn set_method(&mut self, method: Method) -> bool {
        if method.adds_positions() != self.method.adds_positions() {
            return false;
        }
        self.method = method;
        (0..self.heads.len()).for_each(|head| self.rescale(head));
        true
    }

    /// Gives every head of a linear mapping k and b of its own, `[h]`, from the cached scores; with no
    /// lines all have those of the method again.
    ///
    /// # Errors
    /// Where there are others than heads, or one is not finite; the trace then stays as it was.
    pub fn set_lines(&mut self, lines: &[Line]) -> Result<(), AttentionError> {
        if !lines.is_empty() {
            shape("k and b", &[lines.len()], &[self.heads.len()])?;
        }
        for line in lines {
            finite("k", [line.slope].iter())?;
            finite("b", [line.intercept].iter())?;
        }
        self.lines = lines.to_vec();
        (0..self.heads.len()).for_each(|head| self.rescale(head));
        Ok(())
    }

    /// Makes weights of logits in another way, from the cached scores.
    pub fn set_normalisation(&mut self, normalisation: Normalisation) {
        if self.normalisation != normalisation {
            self.normalisation = normalisation;
            (0..self.heads.len()).for_each(|head| self.rescale(head));
        }
    }

    fn rescale(&mut self, head: usize) {
        self.coefficients(head);
        let (tokens, cells) = (self.tokens(), self.tokens() * self.tokens());
        let waits = std::mem::replace(&mut self.waiting[head], Waits::Nothing);
        if waits > Waits::Weights {
            let mut all = std::mem::replace(&mut self.scores, Array3::zeros((0, 0, 0)));
            let scores = &mut slice_mut(&mut all)[head * cells..(head + 1) * cells];
            match &self.position_term {
                Some(term) if waits == Waits::Term => term.scores_into(head, scores),
                _ => self.score_all(head, scores),
            }
            self.largest_scores[head] = T::magnitude(scores);
            self.scores = all;
        }
        let of_head = Head {
            tokens,
            causal: self.mask.causal,
            scores: &slice(&self.scores)[head * cells..(head + 1) * cells],
            coefficients: row(&self.mirrored_coefficients, head),
            binary_coefficients: &self.binary_coefficients,
            largest_score: self.largest_scores[head],
        };
        let keys = self.mask.keys.as_deref();
        let rule = Rule { method: self.method, normalisation: self.normalisation, keys };
        let out = &mut slice_mut(&mut self.weights)[head * cells..(head + 1) * cells];
        weights_of_head(rule, of_head, out);
    }

    /// All raw scores of one head, `[N·N]`: Q Kᵀ times the scale, and the model's own position term.
    fn score_all(&mut self, head: usize, scores: &mut [T]) {
        score_pairs(&self.query, &self.key, self.scale, head, 0..self.tokens(), scores);
        if let Some(term) = &mut self.position_term {
            term.keep(head, scores);
            term.scores_into(head, scores);
        }
    }

    fn rule(&self) -> Rule<'_> {
        let keys = self.mask.keys.as_deref();
        Rule { method: self.method, normalisation: self.normalisation, keys }
    }

    /// The coefficients of one head from its w and v.
    fn coefficients(&mut self, head: usize) {
        let mut mirrored = self.mirrored_coefficients.index_axis_mut(Axis(0), head);
        let (mirrored, binary) = (slice_mut(&mut mirrored), &mut self.binary_coefficients);
        let method = method_of_head(self.method, &self.lines, head);
        mirrored_coefficients_into(method, self.heads[head], mirrored, binary);
    }

    /// N, the number of tokens.
    pub fn tokens(&self) -> usize {
        self.query.dim().1
    }

    /// h, the number of heads.
    pub fn head_count(&self) -> usize {
        self.heads.len()
    }

    /// d, the dimensions of a head.
    pub fn dimensions(&self) -> usize {
        self.query.dim().2
    }

    /// What Q Kᵀ is multiplied by, 1/√d in most models.
    pub fn scale(&self) -> f64 {
        self.scale
    }

    /// What the model itself adds to the scaled scores, and how much of it counts in each head; `None` for
    /// nothing.
    pub fn position_term(&self) -> Option<&PositionTerm<T>> {
        self.position_term.as_ref()
    }

    /// How this trace attends.
    pub fn method(&self) -> Method {
        self.method
    }

    /// How logits become weights.
    pub fn normalisation(&self) -> Normalisation {
        self.normalisation
    }

    /// Who may look at whom.
    pub fn mask(&self) -> &Mask {
        &self.mask
    }

    /// w and v of every head, `[h]`.
    pub fn heads(&self) -> &[HeadParameters] {
        &self.heads
    }

    /// What the projections saw, `[N, D]`: embeddings, with positions where the method adds them.
    pub fn input(&self) -> ArrayView2<'_, T> {
        self.input.view()
    }

    /// Q, `[h, N, d]` (Eq. 1).
    pub fn query(&self) -> &Array3<T> {
        &self.query
    }

    /// K, `[h, N, d]` (Eq. 1).
    pub fn key(&self) -> &Array3<T> {
        &self.key
    }

    /// V, `[h, N, d]` (Eq. 1).
    pub fn value(&self) -> &Array3<T> {
        &self.value
    }

    /// Q Kᵀ / √d, `[h, N, N]` (Eq. 2); with another scale and a bias where the model has its own.
    pub fn scores(&self) -> &Array3<T> {
        &self.scores
    }

    /// The attention weights, `[h, N, N]`: row i is the query (Eq. 6).
    pub fn weights(&self) -> &Array3<T> {
        &self.weights
    }

    /// The weights of one head, row-major, `[N·N]`.
    ///
    /// # Panics
    /// Where there is no such head.
    pub fn weights_of(&self, head: usize) -> &[T] {
        let cells = self.tokens() * self.tokens();
        &slice(&self.weights)[head * cells..(head + 1) * cells]
    }

    /// The weights that one head would have at w = 0, into `out`, row-major, `[N·N]`: the same scores,
    /// adjusted as ever, by coefficients that are all f(0). What is then left of the method does not
    /// depend on distance.
    ///
    /// # Panics
    /// Where there is no such head, or `out` is not `[N·N]`.
    pub fn weights_without_distance_into(&self, head: usize, out: &mut [T]) {
        let tokens = self.tokens();
        let at_zero = match method_of_head(self.method, &self.lines, head) {
            Method::DistanceAware { mapping, .. } => {
                mapping.coefficient(0.0, self.heads[head].v, 0)
            }
            Method::Vanilla { .. } => T::zero(),
        };
        let coefficients = vec![at_zero; tokens];
        let scores = &slice(&self.scores)[head * tokens * tokens..(head + 1) * tokens * tokens];
        let rows = scores.chunks_exact(tokens).zip(out.chunks_exact_mut(tokens));
        for (i, (scores, out)) in rows.enumerate() {
            let rule = self.rule();
            masked_weights_of_row(rule, self.mask.causal, i, scores, &coefficients, out);
        }
    }

    /// The weights that one head would have with another w and v, into `out`, row-major, `[N·N]`: the same scores, other
    /// coefficients.
    ///
    /// # Panics
    /// Where there is no such head, or `out` is not `[N·N]`.
    pub fn weights_with_into(&self, head: usize, parameters: HeadParameters, out: &mut [T]) {
        let tokens = self.tokens();
        let [mut mirrored, mut binary] = [(); 2].map(|()| vec![T::zero(); 2 * tokens - 1]);
        let method = method_of_head(self.method, &self.lines, head);
        mirrored_coefficients_into(method, parameters, &mut mirrored, &mut binary);
        let scores = &slice(&self.scores)[head * tokens * tokens..(head + 1) * tokens * tokens];
        let rows = scores.chunks_exact(tokens).zip(out.chunks_exact_mut(tokens));
        for (i, (scores, out)) in rows.enumerate() {
            let coefficients = &mirrored[tokens - 1 - i..2 * tokens - 1 - i];
            masked_weights_of_row(self.rule(), self.mask.causal, i, scores, coefficients, out);
        }
    }

    /// The coefficients of one head by distance, `[N]`, from distance 0 on (Eq. 5).
    ///
    /// # Panics
    /// Where there is no such head.
    pub fn coefficients_of(&self, head: usize) -> &[T] {
        let row = 2 * self.tokens() - 1;
        &slice(&self.mirrored_coefficients)[head * row + self.tokens() - 1..(head + 1) * row]
    }

    /// Row `i` of a step of one head, into `out`, `[N]`. Steps that the method does not take
    /// (a coefficient of the vanilla Transformer) are what they would be: distance and weighted
    /// distance are computed all the same, coefficients are 0.
    ///
    /// # Panics
    /// Where there is no such head or row, or `out` is not `[N]`.
    pub fn row_into(&self, head: usize, step: Step, i: usize, out: &mut [T]) {
        let tokens = self.tokens();
        let start = (head * tokens + i) * tokens;
        let mirrored = self.mirrored_coefficients.index_axis(Axis(0), head);
        let row = Row {
            method: self.method,
            normalisation: self.normalisation,
            mask: &self.mask,
            w: self.heads[head].w,
            query: i,
            term: self.position_term.as_ref().map(|term| term.row(head, i)),
            scores: &slice(&self.scores)[start..start + tokens],
            coefficients: &slice(&mirrored)[tokens - 1 - i..2 * tokens - 1 - i],
            weights: &slice(&self.weights)[start..start + tokens],
        };
        row.step_into(step, out);
    }

    /// A step of one head as a matrix `[N, N]`.
    ///
    /// # Panics
    /// Where there is no such head.
    pub fn matrix(&self, head: usize, step: Step) -> Array2<T> {
        let tokens = self.tokens();
        let mut matrix = Array2::zeros((tokens, tokens));
        for (i, mut row) in matrix.outer_iter_mut().enumerate() {
            self.row_into(head, step, i, slice_mut(&mut row));
        }
        matrix
    }

    /// What the layer gives back: A·V, side by side, times W_O `[h·d, m]`.
    ///
    /// # Errors
    /// Where W_O has another height than h·d.
    pub fn outputs(&self, output_projection: ArrayView2<T>) -> Result<Outputs<T>, AttentionError> {
        let (h, tokens, d) = self.value.dim();
        let width = output_projection.ncols();
        shape("W_O", output_projection.shape(), &[h * d, width])?;
        let mut heads = Array3::zeros((h, tokens, d));
        let each =
            heads.outer_iter_mut().zip(self.weights.outer_iter()).zip(self.value.outer_iter());
        for ((out, weights), value) in each {
            multiply_arrays(tokens, tokens, d, weights, value, out);
        }
        let mut concatenated = Array2::zeros((tokens, h * d));
        let rows = slice_mut(&mut concatenated).chunks_exact_mut(h * d);
        for (token, row) in rows.enumerate() {
            let of_token = slice(&heads)[token * d..].chunks(tokens * d);
            row.chunks_exact_mut(d)
                .zip(of_token)
                .for_each(|(to, from)| to.copy_from_slice(&from[..d]));
        }
        let mut projected = Array2::zeros((tokens, width));
        let output_projection = output_projection.as_standard_layout();
        if width == 0 {
            return Ok(Outputs { heads, concatenated, projected });
        }
        multiply_arrays(
            tokens,
            h * d,
            width,
            concatenated.view(),
            output_projection.view(),
            projected.view_mut(),
        );
        Ok(Outputs { heads, concatenated, projected })
    }
}

/// One row of a head: what the other steps of its way to the weights are worked out from.
pub(crate) struct Row<'a, T> {
    pub method: Method,
    pub normalisation: Normalisation,
    pub mask: &'a Mask,
    pub w: f64,
    /// i, which row it is.
    pub query: usize,
    /// b, `[N]`, and β.
    pub term: Option<(&'a [T], f64)>,
    /// `[N]`, as the coefficients and the weights.
    pub scores: &'a [T],
    pub coefficients: &'a [T],
    pub weights: &'a [T],
}

impl<T: Real> Row<'_, T> {
    /// See [`Trace::row_into`].
    pub fn step_into(&self, step: Step, out: &mut [T]) {
        let (i, scores, coefficients) = (self.query, self.scores, self.coefficients);
        match step {
            Step::Distance => fill(out, |j| T::from_f64(relative_distance(i, j) as f64)),
            Step::WeightedDistance => {
                fill(out, |j| T::from_f64(weighted_distance(self.w, relative_distance(i, j))));
            }
            Step::Coefficient => out.copy_from_slice(coefficients),
            Step::Term => match self.term {
                Some((term, beta)) => fill(out, |j| T::from_f64(beta * term[j].as_f64())),
                None => out.fill(T::zero()),
            },
            Step::Score => out.copy_from_slice(scores),
            Step::Clipped => fill(out, |j| relu(scores[j])),
            Step::Logit => match self.method {
                Method::Vanilla { .. } => out.copy_from_slice(scores),
                Method::DistanceAware { adjustment, .. } => {
                    adjustment.logits_into(scores, coefficients, out)
                }
            },
            Step::Normalised => {
                fill(out, |j| if self.mask.allows(i, j) { scores[j] } else { T::neg_infinity() });
                let seen = if self.mask.causal { i + 1 } else { out.len() };
                self.normalisation.apply(&mut out[..seen]);
                out[seen..].fill(T::zero());
            }
            Step::Weight => out.copy_from_slice(self.weights),
        }
    }
}

/// Several sequences of different lengths through one layer, each on its own: no padding needed.
///
/// # Errors
/// As [`Trace::new`], for the first sequence that fails.
pub fn trace_sequences<T: Real>(
    projections: &Projections<T>,
    heads: &[HeadParameters],
    method: Method,
    sequences: &[ArrayView2<T>],
) -> Result<Vec<Trace<T>>, AttentionError> {
    sequences
        .iter()
        .map(|sequence| Trace::new(projections, heads, method, Mask::none(), *sequence))
        .collect()
}

/// The method of one head, where each may have a line of its own.
fn method_of_head(method: Method, lines: &[Line], head: usize) -> Method {
    match (method, lines.get(head)) {
        (Method::DistanceAware { adjustment, mapping: Mapping::Linear { .. } }, Some(line)) => {
            Method::DistanceAware { mapping: line.mapping(), adjustment }
        }
        _ => method,
    }
}

/// The coefficients of one head by signed distance, `[2N-1]`, and the same times log2 e, for the
/// kernel; left as they are for a method that knows no distance.
pub(crate) fn mirrored_coefficients_into<T: Real>(
    method: Method,
    HeadParameters { w, v }: HeadParameters,
    mirrored: &mut [T],
    binary: &mut [T],
) {
    let Method::DistanceAware { mapping, .. } = method else { return };
    let tokens = mirrored.len().div_ceil(2);
    mapping.each_coefficient::<T>(w, v, tokens, |distance, coefficient| {
        let (near, far) = (tokens - 1 - distance, tokens - 1 + distance);
        let value = T::from_f64(coefficient);
        (mirrored[near], mirrored[far]) = (value, value);
        // A coefficient as small leaves no score above 2^-29, and 2^that is 1. Smaller ones would
        // lead to subnormal products, for each of which processors take a hundred cycles.
        let is_felt = coefficient.abs() > 2.0_f64.powi(-60);
        let exponent = if is_felt { coefficient * std::f64::consts::LOG2_E } else { 0.0 };
        let value = T::from_f64(exponent);
        (binary[near], binary[far]) = (value, value);
    });
}

/// Row `i` of weights; `scores`, `coefficients` and `out` are `[N]`. A causal row ends at its query:
/// what lies beyond is not computed and then masked.
#[inline]
pub(crate) fn masked_weights_of_row<T: Real>(
    rule: Rule<'_>,
    causal: bool,
    i: usize,
    scores: &[T],
    coefficients: &[T],
    out: &mut [T],
) {
    let seen = if causal { i + 1 } else { out.len() };
    let (out, unseen) = out.split_at_mut(seen);
    unseen.fill(T::zero());
    weights_of_row(rule, &scores[..seen], &coefficients[..seen], out);
}

/// How scores and coefficients become weights.
#[derive(Clone, Copy)]
pub(crate) struct Rule<'a> {
    pub method: Method,
    pub normalisation: Normalisation,
    /// The keys that may be looked at, `[N]`; `None` for all.
    pub keys: Option<&'a [bool]>,
}

/// Room after the scores, 2 KB. Processors take a load for one that waits for a store just before it
/// where their addresses agree in the last 12 bits; matrices of a power of two that lie end to end
/// agree so.
const APART: usize = 512;

/// Whether the weights are softmax(ReLU(S) ∘ f), which the kernel computes in one go.
pub(crate) fn is_rescaled(method: Method) -> bool {
    matches!(method, Method::DistanceAware { adjustment: Adjustment::EarlyMultiply, .. })
}

/// The weights of one head, `[N, N]`.
fn weights_of_head<T: Real>(rule: Rule<'_>, head: Head<'_, T>, out: &mut [T]) {
    let is_softmax = rule.normalisation == Normalisation::Softmax;
    if is_rescaled(rule.method) && is_softmax && rule.keys.is_none() {
        return T::rescale(head, out);
    }
    for (scores, first, out) in head.rows(out) {
        let coefficients = &head.coefficients[first..first + scores.len()];
        weights_of_row(rule, scores, coefficients, out);
    }
}

/// One row of weights. `keys` is longer than the row where the row is causal.
#[inline]
fn weights_of_row<T: Real>(rule: Rule<'_>, scores: &[T], coefficients: &[T], out: &mut [T]) {
    let Rule { method, normalisation, keys } = rule;
    let mask = |out: &mut [T], value: T| {
        for (cell, &allowed) in out.iter_mut().zip(keys.unwrap_or_default()) {
            *cell = if allowed { *cell } else { value };
        }
    };
    match method {
        Method::Vanilla { .. } => out.copy_from_slice(scores),
        Method::DistanceAware { adjustment, .. } => {
            adjustment.logits_into(scores, coefficients, out)
        }
    }
    mask(out, T::neg_infinity());
    normalisation.apply(out);
    if let Method::DistanceAware { adjustment, .. } = method {
        adjustment.after_softmax(coefficients, out);
        // A late addition would lift the masked keys from 0.
        mask(out, T::zero());
    }
}

/// Refuses scores that cannot be re-scaled.
fn within_limit<T: Real>(head: usize, largest: T) -> Result<(), AttentionError> {
    if largest > T::SCORE_LIMIT {
        let (found, limit) = (largest.as_f64(), T::SCORE_LIMIT.as_f64());
        return Err(AttentionError::ScoreTooLarge { head, found, limit });
    }
    Ok(())
}

/// Matrices `[N, N]` one after the other as `[h, N, N]`.
fn stacked<T>(h: usize, tokens: usize, cells: Vec<T>) -> Array3<T> {
    Array3::from_shape_vec((h, tokens, tokens), cells)
        .unwrap_or_else(|_| unreachable!("a matrix was made for each head"))
}

/// A row of a matrix.
fn row<T>(matrix: &Array2<T>, index: usize) -> &[T] {
    let columns = matrix.ncols();
    &slice(matrix)[index * columns..(index + 1) * columns]
}

fn fill<T>(out: &mut [T], value: impl Fn(usize) -> T) {
    out.iter_mut().enumerate().for_each(|(j, cell)| *cell = value(j));
}

fn multiply_arrays<T: Real>(
    m: usize,
    k: usize,
    n: usize,
    a: ArrayView2<T>,
    b: ArrayView2<T>,
    mut out: ndarray::ArrayViewMut2<T>,
) {
    T::multiply(m, k, n, slice(&a), slice(&b), slice_mut(&mut out));
}

fn in_standard_layout<T: Clone, D: ndarray::Dimension>(
    array: ndarray::Array<T, D>,
) -> ndarray::Array<T, D> {
    if array.is_standard_layout() { array } else { array.as_standard_layout().into_owned() }
}

/// The elements of an array that this module made in standard layout.
fn slice<S, D>(array: &ndarray::ArrayBase<S, D>) -> &[S::Elem]
where
    S: ndarray::Data,
    D: ndarray::Dimension,
{
    array.as_slice().unwrap_or_else(|| unreachable!("arrays of a trace are in standard layout"))
}

/// As [`slice`], to be written.
fn slice_mut<S, D>(array: &mut ndarray::ArrayBase<S, D>) -> &mut [S::Elem]
where
    S: ndarray::DataMut,
    D: ndarray::Dimension,
{
    array.as_slice_mut().unwrap_or_else(|| unreachable!("arrays of a trace are in standard layout"))
}
