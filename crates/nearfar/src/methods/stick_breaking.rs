//! Stick-breaking attention: from the nearest key to the farthest, each takes a share of what nearer ones
//! left of a stick of length 1 (Tan et al. 2024). There is no softmax and no position.

use ndarray::{Array2, Array3, ArrayView2, Axis};

use crate::Real;
use crate::attention::mapping::{sigmoid, softplus};
use crate::attention::{Mask, Projections};
use crate::methods::gradient::{backward_between, content_backward};
use crate::methods::loops::{
    allowed_pairs, check_scores, content, each_head, inverse_root, product, projected,
    weighted_values,
};
use crate::methods::trace::{HEAD_PAIRS, OF_TOKENS, allowed_term, projected_terms};
use crate::methods::{
    AttentionMethod, Definition, Explained, Facts, Gradients, Knows, Learns, Measure, MethodError,
    MethodTrace, Needs, Options, ParameterCount, Projected, Reference, Role, Sentence, Term,
};

const PAPER: &str = "Tan et al. 2024, Eq. 2 to 4";

/// The paper's: what stands strictly before the query, the rest of the stick dropped.
pub const DEFINITION: Definition = Definition {
    name: "stick-breaking",
    short: "Stick-breaking",
    needs: Needs::WORDS,
    causal: true,
    reference: Some(Reference { file: "u_stick_breaking", with: &[] }),
};

pub(crate) fn strict<T: Real>(options: &Options) -> StickBreaking<T> {
    StickBreaking::new(options.projections())
}

/// z_i = Σ_j w_ij v_j, w_ij = β_ij · Π_l (1 - β_il) over the keys l between j and i, β_ij = σ(q_i · k_j / √d).
#[derive(Clone, Debug, PartialEq)]
pub struct StickBreaking<T> {
    /// W_Q, W_K, W_V, W_O.
    pub projections: Projections<T>,
    /// Whether a query sees itself, first of all keys; the paper's does not, so that the first query
    /// sees nothing.
    pub attend_current: bool,
    /// Whether what is left of the stick goes to the query's own value (an option of the released program)
    /// rather than to nothing.
    pub rest_to_self: bool,
}

/// A sentence through [`StickBreaking`], every intermediate kept.
#[derive(Clone, Debug)]
pub struct StickBreakingTrace<T> {
    /// What every method has; rows of weights sum to 1 - `remainder`.
    pub common: MethodTrace<T>,
    /// Q, K and V.
    pub projected: Projected<T>,
    /// Where a query may look, `[N, N]`.
    pub allowed: Array2<usize>,
    /// σ(q_i · k_j / √d), `[h, N, N]`; 0 where a query may not look.
    pub beta: Array3<T>,
    /// What nearer keys left of the stick, `[h, N, N]`; 0 where a query may not look.
    pub left: Array3<T>,
    /// What all keys left, `[h, N]`.
    pub remainder: Array2<T>,
}

impl<T: Real> StickBreaking<T> {
    /// The paper's form over given projections.
    pub fn new(projections: Projections<T>) -> Self {
        StickBreaking { projections, attend_current: false, rest_to_self: false }
    }

    /// One sentence, every intermediate typed.
    ///
    /// # Errors
    /// As [`AttentionMethod::run`].
    pub fn trace(&self, sentence: &Sentence<T>) -> Result<StickBreakingTrace<T>, MethodError> {
        self.core_forward(projected(&self.projections, sentence)?, &sentence.mask)
    }

    fn core_forward(
        &self,
        projected: Projected<T>,
        mask: &Mask,
    ) -> Result<StickBreakingTrace<T>, MethodError> {
        let (h, tokens, d) = projected.query.dim();
        let scores = content(&projected, inverse_root(d));
        check_scores(&scores)?;
        let own = self.attend_current;
        let allowed = allowed_pairs(tokens, mask, |i, j| j < i || own && j == i);
        let [mut beta, mut left, mut weights] = [0; 3].map(|_| Array3::zeros(scores.dim()));
        let mut remainder = Array2::zeros((h, tokens));
        for head in 0..h {
            for i in 0..tokens {
                // Products of many small numbers go through logarithms: ln(1 - σ(x)) = -softplus(x).
                let mut log_left = 0.0_f64;
                for j in (0..=i).rev().filter(|&j| allowed[[i, j]] == 1) {
                    let (at, score) = ([head, i, j], scores[[head, i, j]].as_f64());
                    let (share, rest) = (sigmoid(score), log_left.exp());
                    beta[at] = T::from_f64(share);
                    left[at] = T::from_f64(rest);
                    weights[at] = T::from_f64(share * rest);
                    log_left -= softplus(score);
                }
                remainder[[head, i]] = T::from_f64(log_left.exp());
            }
        }
        let mut heads = weighted_values(&weights, &projected.value);
        if self.rest_to_self {
            for ((head, i, c), cell) in heads.indexed_iter_mut() {
                *cell = *cell + remainder[[head, i]] * projected.value[[head, i, c]];
            }
        }
        let common = MethodTrace::new(scores, weights, heads, &self.projections.output)?;
        Ok(StickBreakingTrace { common, projected, allowed, beta, left, remainder })
    }

    backward_between! {
        /// dL/dX (`X`), dL/dW_Q, dL/dW_K, dL/dW_V and dL/dW_O from dL/dout `[N, m]`, given the sentence and
        /// its trace.
        ///
        /// # Errors
        /// Where dL/dout has another shape than the output, or is not finite.
        StickBreakingTrace
    }

    /// dL/dQ, dL/dK and dL/dV from dL/dheads, all `[h, N, d]`. With D_j = dL/dw_j - dL/dremainder and
    /// E_j = Σ over the keys that come after j (farther ones) of w D, dL/dscore_j is
    /// w_j (1 - β_j) D_j - β_j E_j: its own share grows, what it leaves shrinks.
    fn core_backward(
        &self,
        trace: &StickBreakingTrace<T>,
        d_heads: &Array3<T>,
        _: &mut Gradients<T>,
    ) -> [Array3<T>; 3] {
        let (weights, value) = (&trace.common.weights, &trace.projected.value);
        let (h, tokens, d) = value.dim();
        let of = |all: &Array3<T>, head| all.index_axis(Axis(0), head).to_owned();
        let mut d_value = each_head(h, (tokens, d), |head| {
            product(of(weights, head).t(), d_heads.index_axis(Axis(0), head))
        });
        let d_scores = each_head(h, (tokens, tokens), |head| {
            let d_weights = product(d_heads.index_axis(Axis(0), head), of(value, head).t());
            let mut d_scores = Array2::zeros((tokens, tokens));
            for i in 0..tokens {
                // What all keys leave is the query's own: dL/dremainder.
                let d_rest = if self.rest_to_self { d_weights[[i, i]] } else { T::zero() };
                let mut farther = T::zero();
                for j in (0..=i).filter(|&j| trace.allowed[[i, j]] == 1) {
                    let (weight, share) = (weights[[head, i, j]], trace.beta[[head, i, j]]);
                    let gain = weight * (d_weights[[i, j]] - d_rest);
                    d_scores[[i, j]] = (T::one() - share) * gain - share * farther;
                    farther = farther + gain;
                }
            }
            d_scores
        });
        if self.rest_to_self {
            for ((head, i, c), cell) in d_value.indexed_iter_mut() {
                *cell = *cell + trace.remainder[[head, i]] * d_heads[[head, i, c]];
            }
        }
        let [d_query, d_key] = content_backward(&trace.projected, &d_scores, inverse_root(d));
        [d_query, d_key, d_value]
    }
}

impl<T: Real> AttentionMethod<T> for StickBreaking<T> {
    fn facts(&self) -> Facts {
        Facts {
            title: "Stick-breaking".into(),
            paper: "Tan et al. 2024: Scaling Stick-Breaking Attention: An Efficient Implementation and In-depth Study",
            equation: "Eq. 2 to 4".into(),
            formula: "w_ij = β_ij · Π_{j<l<i} (1 - β_il), β_ij = σ(q_i · k_j / √d)".into(),
            direction: Knows::Partly("only through the mask"),
            exact_distance: Knows::Partly("only the order: nearer keys take their share first"),
            beyond_k: Knows::Partly("there is no k; a far key gets what all nearer ones left"),
            syntax: Knows::No,
        }
    }

    fn parameter_count(&self) -> ParameterCount {
        ParameterCount::own(0, "0")
    }

    fn run(&self, sentence: &Sentence<T>) -> Result<Box<dyn Explained<T>>, MethodError> {
        Ok(Box::new(self.trace(sentence)?))
    }
}

impl<T: Real> Learns<T> for StickBreaking<T> {
    fn projections(&mut self) -> Option<&mut Projections<T>> {
        Some(&mut self.projections)
    }

    fn own(&mut self) -> Vec<(&'static str, &mut [T])> {
        Vec::new()
    }

    crate::methods::gradients_by_trace!();
}

impl<T: Real> Explained<T> for StickBreakingTrace<T> {
    fn common(&self) -> &MethodTrace<T> {
        &self.common
    }

    fn terms(&self) -> Vec<Term<'_, T>> {
        let common = self.common.terms(["scores", "weights", "z", "concat", "out"], PAPER);
        let (scores, rest): (Vec<_>, Vec<_>) =
            common.into_iter().partition(|term| term.role == Some(Role::Scores));
        let mut terms = projected_terms(&self.projected, PAPER);
        terms.push(allowed_term(&self.allowed, PAPER));
        terms.extend(scores.into_iter().map(|term| term.titled("Scores q_i · k_j / √d")));
        let of_pairs = |name, title, values| {
            Term::new(name, title, PAPER, HEAD_PAIRS, values).measuring(Measure::Amount)
        };
        terms.push(of_pairs("beta", "β: the share of what is left, σ(score)", &self.beta));
        terms.push(of_pairs("left", "What nearer keys left, Π (1 - β_il)", &self.left));
        let title = "What all keys left, 1 - Σ weights";
        let remainder = Term::new("remainder", title, PAPER, OF_TOKENS, &self.remainder);
        terms.push(remainder.measuring(Measure::Amount));
        terms.extend(rest);
        terms
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// One head of one dimension: X is W_V's picture of itself, and scores are products of the numbers.
    fn one_head() -> StickBreaking<f64> {
        let one = Array3::ones((1, 1, 1));
        let projections = Projections {
            query: one.clone(),
            key: one.clone(),
            value: one,
            output: Array2::ones((1, 1)),
        };
        StickBreaking::new(projections)
    }

    #[test]
    fn shares_of_the_stick_by_hand() {
        // Scores of the last query, 1: ln 3 and ln 1, of which σ is 3/4 and 1/2.
        let x = ndarray::arr2(&[[3_f64.ln()], [0.0], [1.0]]);
        let trace = one_head().trace(&Sentence::new(x.view())).unwrap();
        let row = trace.common.weights.slice(ndarray::s![0, 2, ..]);
        // The nearer key takes 1/2, the farther one 3/4 of what is left.
        for (found, expected) in row.iter().zip([0.375, 0.5, 0.0]) {
            assert!((found - expected).abs() < 1e-15, "{found} is not {expected}");
        }
        assert!((trace.remainder[[0, 2]] - 0.125).abs() < 1e-15);
        assert!((trace.common.output[[2, 0]] - 0.375 * 3_f64.ln()).abs() < 1e-15);
        // The first query sees nothing.
        assert_eq!((trace.remainder[[0, 0]], trace.common.output[[0, 0]]), (1.0, 0.0));
        let itself = StickBreaking { rest_to_self: true, ..one_head() };
        let itself = itself.trace(&Sentence::new(x.view())).unwrap();
        assert_eq!(itself.common.output[[0, 0]], x[[0, 0]]);
        let current = StickBreaking { attend_current: true, ..one_head() };
        let current = current.trace(&Sentence::new(x.view())).unwrap();
        assert!((current.common.weights[[0, 1, 1]] - 0.5).abs() < 1e-15);
    }

    #[test]
    fn a_key_that_is_masked_takes_nothing() {
        let x = ndarray::arr2(&[[3_f64.ln()], [0.0], [1.0]]);
        let keys = Some(vec![true, false, true]);
        let mask = Mask { causal: false, keys };
        let sentence = Sentence { mask, ..Sentence::new(x.view()) };
        let trace = one_head().trace(&sentence).unwrap();
        assert!((trace.common.weights[[0, 2, 0]] - 0.75).abs() < 1e-15);
        assert_eq!(trace.common.weights[[0, 2, 1]], 0.0);
    }
}
