//! The forgetting attention: every token has a gate, made from its vector, and what stands before it
//! counts for as much as the gates between let through (Lin et al. 2025).

use ndarray::{Array1, Array2, Array3, ArrayView2, Axis};

use crate::Real;
use crate::attention::mapping::{sigmoid, softplus};
use crate::attention::parameters::{UNTRAINED_GAIN, finite, shape};
use crate::attention::{Mask, Projections};
use crate::methods::gradient::{Layer, attention_backward, content_backward};
use crate::methods::loops::{
    allowed_pairs, attended, content, inverse_root, product, projected, seeded, sum,
};
use crate::methods::trace::{HEAD_PAIRS, OF_TOKENS, allowed_term, projected_terms};
use crate::methods::{
    AttentionMethod, Definition, Explained, Facts, Gradients, Knows, Learns, Measure, MethodError,
    MethodTrace, Needs, Options, ParameterCount, Projected, Reference, Sentence, Term, cells_of,
};

const PAPER: &str = "Lin et al. 2025, section 3";

/// A gate for each token and head.
pub const DEFINITION: Definition = Definition {
    name: "forgetting",
    short: "Forgetting",
    needs: Needs::WORDS,
    causal: true,
    reference: Some(Reference { file: "t_forgetting", with: &[] }),
};

pub(crate) fn gated<T: Real>(options: &Options) -> Forgetting<T> {
    Forgetting::seeded(options.projections(), options.width, options.seed)
}

/// softmax(q_i · k_j / √d + Σ ln f_l over j < l ≤ i) V for j ≤ i, f_l = σ(x_l W_f + b_f).
#[derive(Clone, Debug, PartialEq)]
pub struct Forgetting<T> {
    /// W_Q, W_K, W_V, W_O.
    pub projections: Projections<T>,
    /// W_f, `[D, h]`.
    pub gate: Array2<T>,
    /// b_f, `[h]`.
    pub gate_bias: Array1<T>,
}

/// A sentence through [`Forgetting`], every intermediate kept.
#[derive(Clone, Debug)]
pub struct ForgettingTrace<T> {
    /// What every method has.
    pub common: MethodTrace<T>,
    /// Q, K and V.
    pub projected: Projected<T>,
    /// Where a query may look, `[N, N]`.
    pub allowed: Array2<usize>,
    /// x W_f + b_f, `[h, N]`.
    pub gate_logit: Array2<T>,
    /// f, `[h, N]`.
    pub gate: Array2<T>,
    /// ln f, `[h, N]`.
    pub log_gate: Array2<T>,
    /// q_i · k_j / √d, `[h, N, N]`.
    pub content: Array3<T>,
    /// Σ ln f_l over j < l ≤ i, `[h, N, N]`; 0 for j > i.
    pub bias: Array3<T>,
}

impl<T: Real> Forgetting<T> {
    /// Seeded gates over given projections of vectors of `width`: a choice of ours, by which gates of word
    /// vectors are about 3/4, each head's and each token's another.
    pub fn seeded(projections: Projections<T>, width: usize, seed: u64) -> Self {
        let h = projections.heads();
        let deviation = UNTRAINED_GAIN / (width.max(1) as f64).sqrt();
        let gate = seeded(seed, 16, (width, h), deviation);
        let bias: Array2<T> = seeded(seed, 17, (1, h), 0.5);
        let gate_bias = bias.row(0).mapv(|b| b + T::one());
        Forgetting { projections, gate, gate_bias }
    }

    fn check(&self, width: usize) -> Result<(), MethodError> {
        let h = self.projections.heads();
        shape("W_f", self.gate.shape(), &[width, h])?;
        shape("b_f", self.gate_bias.shape(), &[h])?;
        finite("W_f", self.gate.iter())?;
        Ok(finite("b_f", self.gate_bias.iter())?)
    }

    /// One sentence, every intermediate typed.
    ///
    /// # Errors
    /// As [`AttentionMethod::run`]; [`MethodError::Projected`] without word vectors.
    pub fn trace(&self, sentence: &Sentence<T>) -> Result<ForgettingTrace<T>, MethodError> {
        if sentence.projected.is_some() {
            let (method, what) = ("the gates of the forgetting attention", "word vectors");
            return Err(MethodError::Projected { method, what });
        }
        let projected = projected(&self.projections, sentence)?;
        self.check(sentence.embeddings.ncols())?;
        let mut gate_logit = product(self.gate.t(), sentence.embeddings.t());
        for (mut row, &bias) in gate_logit.outer_iter_mut().zip(&self.gate_bias) {
            row.mapv_inplace(|x| x + bias);
        }
        self.core_forward(projected, gate_logit, &sentence.mask)
    }

    fn core_forward(
        &self,
        projected: Projected<T>,
        gate_logit: Array2<T>,
        mask: &Mask,
    ) -> Result<ForgettingTrace<T>, MethodError> {
        let d = self.projections.dimensions();
        let content = content(&projected, inverse_root(d));
        let tokens = gate_logit.ncols();
        let gate = gate_logit.mapv(|x| T::from_f64(sigmoid(x.as_f64())));
        let log_gate = gate_logit.mapv(|x| T::from_f64(-softplus(-x.as_f64())));
        let mut bias = Array3::zeros(content.dim());
        for (head, log_gate) in log_gate.outer_iter().enumerate() {
            for i in 0..tokens {
                let mut between = 0.0_f64;
                for j in (0..i).rev() {
                    between += log_gate[j + 1].as_f64();
                    bias[[head, i, j]] = T::from_f64(between);
                }
            }
        }
        let allowed = allowed_pairs(tokens, mask, |i, j| j <= i);
        let scores = sum(&content, &bias);
        let common = attended(scores, &allowed, &projected.value, &self.projections.output)?;
        Ok(ForgettingTrace {
            common,
            projected,
            allowed,
            gate_logit,
            gate,
            log_gate,
            content,
            bias,
        })
    }

    /// dL/dX (`X`), dL/dW_Q, dL/dW_K, dL/dW_V, dL/dW_O, dL/dW_f and dL/db_f from dL/dout `[N, m]`, given the
    /// sentence and its trace. X has a part through the gates.
    ///
    /// # Errors
    /// Where dL/dout has another shape than the output, or is not finite.
    pub fn backward(
        &self,
        sentence: &Sentence<T>,
        trace: &ForgettingTrace<T>,
        d_output: ArrayView2<T>,
    ) -> Result<Gradients<T>, MethodError> {
        let layer = Layer::of(sentence, &self.projections, &trace.common);
        layer.backward(d_output, |d_heads, gradients| {
            let (weights, value) = (&trace.common.weights, &trace.projected.value);
            let (d_scores, d_value) = attention_backward(weights, value, d_heads, None);
            let mut d_logit = Array2::<T>::zeros(trace.gate_logit.dim());
            for (head, d_bias) in d_scores.outer_iter().enumerate() {
                // The gate of l is in the bias of every i ≥ l and j < l. One token earlier, the pairs of
                // key l fall out and those of query l come in.
                let mut through = T::zero();
                for l in (1..d_bias.nrows()).rev() {
                    let (row, column) = (d_bias.row(l), d_bias.column(l));
                    let as_key = column.iter().skip(l + 1).fold(T::zero(), |sum, &d| sum + d);
                    let as_query = row.iter().take(l).fold(T::zero(), |sum, &d| sum + d);
                    through = through - as_key + as_query;
                    d_logit[[head, l]] = through * (T::one() - trace.gate[[head, l]]);
                }
            }
            gradients.add("W_f", product(sentence.embeddings.t(), d_logit.t()));
            gradients.add("b_f", d_logit.sum_axis(Axis(1)));
            gradients.add("X", product(d_logit.t(), self.gate.t()));
            let scale = inverse_root(self.projections.dimensions());
            let [d_query, d_key] = content_backward(&trace.projected, &d_scores, scale);
            [d_query, d_key, d_value]
        })
    }
}

impl<T: Real> AttentionMethod<T> for Forgetting<T> {
    fn facts(&self) -> Facts {
        Facts {
            title: "Forgetting attention".into(),
            paper: "Lin et al. 2025: Forgetting Transformer: Softmax Attention with a Forget Gate",
            equation: "section 3".into(),
            formula: "q_i · k_j / √d + Σ_{j<l≤i} ln(f_l)".into(),
            direction: Knows::Partly("only through the mask"),
            exact_distance: Knows::Partly("how many gates stand between, where they are alike"),
            beyond_k: Knows::Partly("there is no k; every token between subtracts more"),
            syntax: Knows::No,
        }
    }

    fn parameter_count(&self) -> ParameterCount {
        ParameterCount::own(self.gate.len() + self.gate_bias.len(), "D·h + h")
    }

    fn run(&self, sentence: &Sentence<T>) -> Result<Box<dyn Explained<T>>, MethodError> {
        Ok(Box::new(self.trace(sentence)?))
    }
}

impl<T: Real> Learns<T> for Forgetting<T> {
    fn projections(&mut self) -> Option<&mut Projections<T>> {
        Some(&mut self.projections)
    }

    fn own(&mut self) -> Vec<(&'static str, &mut [T])> {
        vec![("W_f", cells_of(&mut self.gate)), ("b_f", cells_of(&mut self.gate_bias))]
    }

    crate::methods::gradients_by_trace!();
}

impl<T: Real> Explained<T> for ForgettingTrace<T> {
    fn common(&self) -> &MethodTrace<T> {
        &self.common
    }

    fn terms(&self) -> Vec<Term<'_, T>> {
        let of_tokens = |name, title, values| Term::new(name, title, PAPER, OF_TOKENS, values);
        let mut terms = projected_terms(&self.projected, PAPER);
        terms.extend([
            allowed_term(&self.allowed, PAPER),
            of_tokens("gate_logit", "x W_f + b_f", &self.gate_logit),
            of_tokens("f", "f: the gate of each token, σ(x W_f + b_f)", &self.gate)
                .measuring(Measure::Amount),
            of_tokens("log_f", "ln f", &self.log_gate),
            Term::new("content", "Content q_i · k_j / √d", PAPER, HEAD_PAIRS, &self.content),
            Term::new("bias", "Bias Σ ln f_l, j < l ≤ i", PAPER, HEAD_PAIRS, &self.bias),
        ]);
        terms.extend(self.common.terms(["scores", "weights", "z", "concat", "out"], PAPER));
        terms
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn forgetting(gates: &[f64]) -> Forgetting<f64> {
        let bias = gates.iter().map(|f| (f / (1.0 - f)).ln()).collect();
        let projections = Projections::untrained(1, gates.len(), 6, 4);
        Forgetting { projections, gate: Array2::zeros((6, gates.len())), gate_bias: bias }
    }

    #[test]
    fn what_gates_let_through_by_hand() {
        let x = Array2::from_shape_fn((4, 6), |(i, j)| ((i * 7 + j * 3) % 5) as f64 / 4.0 - 0.5);
        let trace = forgetting(&[0.5, 0.9]).trace(&Sentence::new(x.view())).unwrap();
        // The same gate everywhere is a slope: three tokens on, 0.5³ is let through.
        assert!((trace.bias[[0, 3, 0]] - 3.0 * 0.5_f64.ln()).abs() < 1e-12);
        assert!((trace.bias[[1, 3, 2]] - 0.9_f64.ln()).abs() < 1e-12);
        assert_eq!([trace.bias[[0, 2, 2]], trace.common.weights[[0, 1, 2]]], [0.0, 0.0]);
    }

    #[test]
    fn gates_of_another_size_are_refused() {
        let x = Array2::zeros((4, 6));
        let wrong = Forgetting { gate: Array2::zeros((5, 2)), ..forgetting(&[0.5, 0.9]) };
        assert!(wrong.trace(&Sentence::new(x.view())).unwrap_err().to_string().contains("W_f"));
        let wrong =
            Forgetting { gate_bias: ndarray::arr1(&[f64::NAN; 2]), ..forgetting(&[0.5, 0.9]) };
        assert!(wrong.trace(&Sentence::new(x.view())).unwrap_err().to_string().contains("b_f"));
    }
}
