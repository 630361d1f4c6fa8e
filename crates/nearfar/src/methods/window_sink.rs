//! Windows and sinks: a query sees what is near, and may leave a part of its attention with nobody (Beltagy
//! et al. 2020; OpenAI 2025). Nothing else is known of positions.

use ndarray::{Array1, Array2, Array3, ArrayView2, Axis, s};

use crate::Real;
use crate::attention::parameters::{finite, shape};
use crate::attention::{Mask, Projections};
use crate::methods::gradient::{attention_backward, backward_between, content_backward};
use crate::methods::loops::{
    allowed_pairs, check_scores, content, inverse_root, projected, seeded, softmax_where,
    weighted_values,
};
use crate::methods::trace::{HEAD_VECTORS, OF_TOKENS, allowed_term, projected_terms};
use crate::methods::{
    AttentionMethod, Definition, Explained, Facts, Gradients, Knows, Learns, Measure, MethodError,
    MethodTrace, Needs, Options, ParameterCount, Projected, Reference, Sentence, Term, cells_of,
};

const PAPER: &str = "Beltagy et al. 2020, section 3.1; OpenAI 2025, section 2";

/// The window of seeded ones: 2 tokens to either side.
const WINDOW: usize = 2;

/// A window with a learned sink.
pub const DEFINITION: Definition = Definition {
    name: "window-sink",
    short: "Window, sink",
    needs: Needs::WORDS,
    causal: false,
    reference: Some(Reference { file: "v_window_sink", with: &[] }),
};

pub(crate) fn both<T: Real>(options: &Options) -> WindowSink<T> {
    WindowSink::seeded(options.projections(), options.seed)
}

/// softmax over the keys of a window, and over a sink that has no value: weights are
/// e^s_ij / (e^sink + Σ e^s_il), s_ij = q_i · k_j / √d.
#[derive(Clone, Debug, PartialEq)]
pub struct WindowSink<T> {
    /// W_Q, W_K, W_V, W_O.
    pub projections: Projections<T>,
    /// How far a query sees: |i - j| ≤ window; under a causal mask i - window < j ≤ i, so that the window
    /// counts the query itself. 0: everywhere.
    pub window: usize,
    /// A logit of every head that takes its share of each row, `[h]`; `None`: rows sum to 1.
    pub sink: Option<Array1<T>>,
    /// The first keys that every query sees, whatever the window (Xiao et al. 2024).
    pub first_keys: usize,
}

/// A sentence through [`WindowSink`], every intermediate kept.
#[derive(Clone, Debug)]
pub struct WindowSinkTrace<T> {
    /// What every method has; rows of weights sum to 1 - `sink_weight`.
    pub common: MethodTrace<T>,
    /// Q, K and V.
    pub projected: Projected<T>,
    /// Where a query may look, `[N, N]`.
    pub allowed: Array2<usize>,
    /// What the sink takes, `[h, N]`, where there is one.
    pub sink_weight: Option<Array2<T>>,
    sink: Option<Array1<T>>,
}

impl<T: Real> WindowSink<T> {
    /// A window of 2 tokens and seeded sinks about 1 over given projections: a choice of ours.
    pub fn seeded(projections: Projections<T>, seed: u64) -> Self {
        let normal: Array2<T> = seeded(seed, 28, (1, projections.heads()), 0.5);
        let sink = normal.row(0).mapv(|x| x + T::one());
        WindowSink { projections, window: WINDOW, sink: Some(sink), first_keys: 0 }
    }

    /// Whether a query sees a key, but for the mask of the sentence.
    fn sees(&self, i: usize, j: usize, causal: bool) -> bool {
        let near = match (self.window, causal) {
            (0, _) => true,
            (window, false) => i.abs_diff(j) <= window,
            (window, true) => i.saturating_sub(j) < window,
        };
        near || j < self.first_keys
    }

    /// One sentence, every intermediate typed.
    ///
    /// # Errors
    /// As [`AttentionMethod::run`].
    pub fn trace(&self, sentence: &Sentence<T>) -> Result<WindowSinkTrace<T>, MethodError> {
        if let Some(sink) = &self.sink {
            shape("the sinks", sink.shape(), &[self.projections.heads()])?;
            finite("the sinks", sink.iter())?;
        }
        self.core_forward(projected(&self.projections, sentence)?, &sentence.mask)
    }

    fn core_forward(
        &self,
        projected: Projected<T>,
        mask: &Mask,
    ) -> Result<WindowSinkTrace<T>, MethodError> {
        let (h, tokens, d) = projected.query.dim();
        let scores = content(&projected, inverse_root(d));
        check_scores(&scores)?;
        let allowed = allowed_pairs(tokens, mask, |i, j| self.sees(i, j, mask.causal));
        // The sink is one column more, which every query sees.
        let mut with_sink = Array3::from_elem((h, tokens, tokens + 1), T::neg_infinity());
        with_sink.slice_mut(s![.., .., ..tokens]).assign(&scores);
        if let Some(sink) = &self.sink {
            let sink = sink.view().insert_axis(Axis(1));
            with_sink.slice_mut(s![.., .., tokens]).zip_mut_with(&sink, |cell, &x| *cell = x);
        }
        let all = softmax_where(&with_sink, |i, j| j == tokens || allowed[[i, j]] == 1);
        let weights = all.slice(s![.., .., ..tokens]).as_standard_layout().into_owned();
        let sink_weight = self.sink.as_ref().map(|_| all.slice(s![.., .., tokens]).to_owned());
        let heads = weighted_values(&weights, &projected.value);
        let common = MethodTrace::new(scores, weights, heads, &self.projections.output)?;
        Ok(WindowSinkTrace { common, projected, allowed, sink_weight, sink: self.sink.clone() })
    }

    backward_between! {
        /// dL/dX (`X`), dL/dW_Q, dL/dW_K, dL/dW_V, dL/dW_O and dL/dsink (`sink`, `[h]`), where there is one, from
        /// dL/dout `[N, m]`, given the sentence and its trace.
        ///
        /// # Errors
        /// Where dL/dout has another shape than the output, or is not finite.
        WindowSinkTrace
    }

    /// dL/dQ, dL/dK and dL/dV from dL/dheads, all `[h, N, d]`.
    fn core_backward(
        &self,
        trace: &WindowSinkTrace<T>,
        d_heads: &Array3<T>,
        gradients: &mut Gradients<T>,
    ) -> [Array3<T>; 3] {
        let common = &trace.common;
        let value = &trace.projected.value;
        // The sink has no value, so that the softmax of the keys is what it is without one.
        let (d_scores, d_value) = attention_backward(&common.weights, value, d_heads, None);
        if let Some(sink_weight) = &trace.sink_weight {
            // Σ_j dL/dw_j w_j of a row is dL/dz · z.
            let mut d_sink = Array1::<T>::zeros(common.head_count());
            for ((head, i), &weight) in sink_weight.indexed_iter() {
                let pairs = d_heads.slice(s![head, i, ..]);
                let z = common.heads.slice(s![head, i, ..]);
                let dot = pairs.iter().zip(z).fold(T::zero(), |sum, (&d, &z)| sum + d * z);
                d_sink[head] = d_sink[head] - weight * dot;
            }
            gradients.add("sink", d_sink);
        }
        let scale = inverse_root(self.projections.dimensions());
        let [d_query, d_key] = content_backward(&trace.projected, &d_scores, scale);
        [d_query, d_key, d_value]
    }
}

impl<T: Real> AttentionMethod<T> for WindowSink<T> {
    fn facts(&self) -> Facts {
        Facts {
            title: "Window and sink".into(),
            paper: "Beltagy et al. 2020: Longformer: The Long-Document Transformer; OpenAI 2025: gpt-oss-120b & gpt-oss-20b Model Card",
            equation: "section 3.1; section 2".into(),
            formula: "q_i · k_j / √d where |i - j| ≤ window; softmax beside a sink".into(),
            direction: Knows::No,
            exact_distance: Knows::Partly("whether a key is within the window"),
            beyond_k: Knows::No,
            syntax: Knows::No,
        }
    }

    fn parameter_count(&self) -> ParameterCount {
        ParameterCount::own(self.sink.as_ref().map_or(0, Array1::len), "h")
    }

    fn run(&self, sentence: &Sentence<T>) -> Result<Box<dyn Explained<T>>, MethodError> {
        Ok(Box::new(self.trace(sentence)?))
    }
}

impl<T: Real> Learns<T> for WindowSink<T> {
    fn projections(&mut self) -> Option<&mut Projections<T>> {
        Some(&mut self.projections)
    }

    fn own(&mut self) -> Vec<(&'static str, &mut [T])> {
        self.sink.as_mut().map(|sink| ("sink", cells_of(sink))).into_iter().collect()
    }

    crate::methods::gradients_by_trace!();
}

impl<T: Real> Explained<T> for WindowSinkTrace<T> {
    fn common(&self) -> &MethodTrace<T> {
        &self.common
    }

    fn terms(&self) -> Vec<Term<'_, T>> {
        let mut terms = projected_terms(&self.projected, PAPER);
        terms.push(allowed_term(&self.allowed, PAPER));
        if let (Some(sink), Some(weight)) = (&self.sink, &self.sink_weight) {
            let sink = sink.clone().insert_axis(Axis(1));
            terms.push(Term::owned("sink", "The sink's logit", PAPER, HEAD_VECTORS, sink));
            terms.push(
                Term::new("sink_weight", "What the sink takes of a row", PAPER, OF_TOKENS, weight)
                    .measuring(Measure::Amount),
            );
        }
        terms.extend(self.common.terms(["scores", "weights", "z", "concat", "out"], PAPER));
        terms
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn method(window: usize, sink: Option<[f64; 2]>, first_keys: usize) -> WindowSink<f64> {
        let mut projections = Projections::untrained(1, 2, 6, 4);
        // No content: all scores are 0.
        projections.query.fill(0.0);
        let sink = sink.map(|sink| ndarray::arr1(&sink));
        WindowSink { projections, window, sink, first_keys }
    }

    fn row(method: &WindowSink<f64>, mask: Mask) -> Vec<f64> {
        let x = Array2::from_shape_fn((6, 6), |(i, j)| ((i * 7 + j * 3) % 5) as f64 / 4.0 - 0.5);
        let sentence = Sentence { mask, ..Sentence::new(x.view()) };
        let weights = method.trace(&sentence).unwrap().common.weights;
        weights.slice(s![1, 4, ..]).iter().map(|w| (w * 1e12).round() / 1e12).collect()
    }

    #[test]
    fn windows_and_sinks_by_hand() {
        // Without content a row is shared out alike: two keys to the left, itself, one to the right.
        let none = Mask::none;
        assert_eq!(row(&method(2, None, 0), none()), [0.0, 0.0, 0.25, 0.25, 0.25, 0.25]);
        assert_eq!(row(&method(2, None, 0), Mask::causal()), [0.0, 0.0, 0.0, 0.5, 0.5, 0.0]);
        // A sink of ln 4 is worth four keys without a score.
        let sink = Some([0.0, 4_f64.ln()]);
        assert_eq!(row(&method(2, sink, 0), none()), [0.0, 0.0, 0.125, 0.125, 0.125, 0.125]);
        assert_eq!(row(&method(2, None, 1), Mask::causal())[0], 0.333_333_333_333);
        assert_eq!(row(&method(0, sink, 0), none()), [0.1; 6]);
    }

    #[test]
    fn sinks_that_are_no_numbers_are_refused() {
        let x = Array2::zeros((2, 6));
        let error = method(2, Some([f64::NAN, 0.0]), 0).trace(&Sentence::new(x.view()));
        assert!(error.unwrap_err().to_string().contains("the sinks"));
    }
}
