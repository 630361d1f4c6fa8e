//! FIRE: a small network makes a bias of the distance as a share of the query's own position, so that a
//! longer text is told apart no farther than a short one (Li et al. 2024).

use ndarray::{Array1, Array2, Array3, ArrayView2};

use crate::Real;
use crate::attention::parameters::{finite, shape};
use crate::attention::{Mask, Projections};
use crate::methods::gradient::{attention_backward, backward_between, content_backward};
use crate::methods::loops::{allowed_pairs, attended, content, inverse_root, projected, sum};
use crate::methods::perceptron::Perceptron;
use crate::methods::trace::{HEAD_PAIRS, PAIRS, projected_terms};
use crate::methods::{
    AttentionMethod, Axis as TermAxis, Definition, Explained, Facts, Gradients, Knows, Learns,
    Measure, MethodError, MethodTrace, Needs, Options, ParameterCount, Projected, Reference,
    Sentence, Term, cells_of,
};

const PAPER: &str = "Li et al. 2024, Eq. 3 and 4";

/// The paper's units, 32.
const WIDTH: usize = 32;

/// With the constant of the released programs.
pub const DEFINITION: Definition = Definition {
    name: "fire",
    short: "FIRE",
    needs: Needs::WORDS,
    causal: false,
    reference: Some(Reference { file: "p_fire", with: &[] }),
};

pub(crate) fn interpolated<T: Real>(options: &Options) -> Fire<T> {
    Fire::seeded(options.projections(), options.seed)
}

/// softmax(q_i · k_j / √d + MLP(ψ(|i - j|) / ψ(max(L, i)))) V, ψ(u) = ln(c u + 1), under the sentence's mask; i
/// counts from 0. The paper has it causal; the same formula serves both directions.
#[derive(Clone, Debug, PartialEq)]
pub struct Fire<T> {
    /// W_Q, W_K, W_V, W_O.
    pub projections: Projections<T>,
    /// The network, an output for each head.
    pub network: Perceptron<T>,
    /// c, `[1]`; its sign does not count, and it is not 0.
    pub steepness: Array1<T>,
    /// L, `[1]`, above 0: up to this position shares are of L.
    pub threshold: Array1<T>,
    /// What programs add to the divisor, 1e-6; 0 in the paper.
    pub epsilon: f64,
}

/// A sentence through [`Fire`], every intermediate kept.
#[derive(Clone, Debug)]
pub struct FireTrace<T> {
    /// What every method has.
    pub common: MethodTrace<T>,
    /// Q, K and V.
    pub projected: Projected<T>,
    /// The distance as a share, `[N, N]`.
    pub share: Array2<T>,
    /// q_i · k_j / √d, `[h, N, N]`.
    pub content: Array3<T>,
    /// What the network makes of the shares, `[h, N, N]`.
    pub bias: Array3<T>,
    numbers: [Array1<T>; 2],
    network: Perceptron<T>,
}

impl<T: Real> Fire<T> {
    /// A seeded network over given projections, c = 1 and L = 1.5: a choice of ours. Programs start from
    /// L = 512, up to which nothing depends on the query's position.
    pub fn seeded(projections: Projections<T>, seed: u64) -> Self {
        let number = |x: f64| Array1::from_elem(1, T::from_f64(x));
        Fire {
            network: Perceptron::seeded(seed, 20, WIDTH, projections.heads(), true),
            steepness: number(1.0),
            threshold: number(1.5),
            epsilon: 1e-6,
            projections,
        }
    }

    fn check(&self) -> Result<(), MethodError> {
        self.network.check(self.projections.heads())?;
        let both = [
            ("c", &self.steepness, "it must not be 0"),
            ("L", &self.threshold, "it must be above 0"),
        ];
        for (what, number, rule) in both {
            shape(what, number.shape(), &[1])?;
            finite(what, number.iter())?;
            let found = number[0].as_f64();
            if found == 0.0 || what == "L" && found < 0.0 {
                return Err(MethodError::Number { what, found, rule });
            }
        }
        if !(self.epsilon >= 0.0 && self.epsilon.is_finite()) {
            let (what, rule) = ("what is added to the divisor", "it must be 0 or above");
            return Err(MethodError::Number { what, found: self.epsilon, rule });
        }
        Ok(())
    }

    fn numbers(&self) -> [f64; 2] {
        [self.steepness[0].as_f64(), self.threshold[0].as_f64()]
    }

    /// ψ(|i - j|), the divisor, and the position that it is of.
    fn parts(&self, i: usize, j: usize) -> [f64; 3] {
        let [c, threshold] = self.numbers();
        let position = threshold.max(i as f64);
        let psi = |u: f64| (c * u).abs().ln_1p();
        [psi(i.abs_diff(j) as f64), psi(position) + self.epsilon, position]
    }

    /// One sentence, every intermediate typed.
    ///
    /// # Errors
    /// As [`AttentionMethod::run`]; [`MethodError::Number`] where c is 0 or L is not above 0.
    pub fn trace(&self, sentence: &Sentence<T>) -> Result<FireTrace<T>, MethodError> {
        self.check()?;
        self.core_forward(projected(&self.projections, sentence)?, &sentence.mask)
    }

    fn core_forward(
        &self,
        projected: Projected<T>,
        mask: &Mask,
    ) -> Result<FireTrace<T>, MethodError> {
        let (_, tokens, d) = projected.query.dim();
        let content = content(&projected, inverse_root(d));
        let mut share = Array2::zeros((tokens, tokens));
        let mut bias = Array3::zeros(content.dim());
        for ((i, j), share) in share.indexed_iter_mut() {
            let [above, below, _] = self.parts(i, j);
            *share = T::from_f64(above / below);
            for (head, &found) in self.network.of(above / below).iter().enumerate() {
                bias[[head, i, j]] = T::from_f64(found);
            }
        }
        let scores = sum(&content, &bias);
        let allowed = allowed_pairs(tokens, mask, |_, _| true);
        let common = attended(scores, &allowed, &projected.value, &self.projections.output)?;
        let numbers = [self.steepness.clone(), self.threshold.clone()];
        let network = self.network.clone();
        Ok(FireTrace { common, projected, share, content, bias, numbers, network })
    }

    backward_between! {
        /// dL/dX (`X`), dL/dW_Q, dL/dW_K, dL/dW_V, dL/dW_O, dL/dc (`c`), dL/dL (`L`) and those of the network
        /// (`W_1`, `b_1`, `W_2`, `b_2`) from dL/dout `[N, m]`, given the sentence and its trace.
        ///
        /// # Errors
        /// Where dL/dout has another shape than the output, or is not finite.
        FireTrace
    }

    /// dL/dQ, dL/dK and dL/dV from dL/dheads, all `[h, N, d]`.
    fn core_backward(
        &self,
        trace: &FireTrace<T>,
        d_heads: &Array3<T>,
        gradients: &mut Gradients<T>,
    ) -> [Array3<T>; 3] {
        let (weights, value) = (&trace.common.weights, &trace.projected.value);
        let (d_scores, d_value) = attention_backward(weights, value, d_heads, None);
        let (h, tokens, _) = d_scores.dim();
        let [c, threshold] = self.numbers();
        let mut of_network = self.network.no_gradient();
        let [mut d_c, mut d_threshold] = [0.0; 2];
        for i in 0..tokens {
            for j in 0..tokens {
                let d = Array1::from_shape_fn(h, |head| d_scores[[head, i, j]].as_f64());
                let [above, below, position] = self.parts(i, j);
                let share = above / below;
                let d_share = self.network.backward(share, &d, &mut of_network);
                let (d_above, d_below) = (d_share / below, -d_share * share / below);
                // dψ(u)/dc = u·sign(c) / (|c| u + 1), dψ(u)/du = |c| / (|c| u + 1).
                let by_c = |u: f64| u * c.signum() / ((c * u).abs() + 1.0);
                d_c += d_above * by_c(i.abs_diff(j) as f64) + d_below * by_c(position);
                if threshold > i as f64 {
                    d_threshold += d_below * c.abs() / ((c * threshold).abs() + 1.0);
                }
            }
        }
        of_network.add_to(gradients);
        gradients.add("c", Array1::from_elem(1, T::from_f64(d_c)));
        gradients.add("L", Array1::from_elem(1, T::from_f64(d_threshold)));
        let scale = inverse_root(self.projections.dimensions());
        let [d_query, d_key] = content_backward(&trace.projected, &d_scores, scale);
        [d_query, d_key, d_value]
    }
}

impl<T: Real> AttentionMethod<T> for Fire<T> {
    fn facts(&self) -> Facts {
        Facts {
            title: "FIRE".into(),
            paper: "Li et al. 2024: Functional Interpolation for Relative Positions Improves Long Context Transformers",
            equation: "Eq. 3 and 4, with |i - j| for encoders".into(),
            formula: "q_i · k_j / √d + MLP(ln(c |i - j| + 1) / ln(c · max(L, i) + 1))".into(),
            direction: Knows::Partly("beyond L distances are shares of the query's position"),
            exact_distance: Knows::Yes,
            beyond_k: Knows::Yes,
            syntax: Knows::No,
        }
    }

    fn parameter_count(&self) -> ParameterCount {
        ParameterCount::own(self.network.count() + 2, "2·width + width·h + h + 2")
    }

    fn run(&self, sentence: &Sentence<T>) -> Result<Box<dyn Explained<T>>, MethodError> {
        Ok(Box::new(self.trace(sentence)?))
    }
}

impl<T: Real> Learns<T> for Fire<T> {
    fn projections(&mut self) -> Option<&mut Projections<T>> {
        Some(&mut self.projections)
    }

    fn own(&mut self) -> Vec<(&'static str, &mut [T])> {
        let mut own = self.network.own();
        own.push(("c", cells_of(&mut self.steepness)));
        own.push(("L", cells_of(&mut self.threshold)));
        own
    }

    crate::methods::gradients_by_trace!();
}

impl<T: Real> Explained<T> for FireTrace<T> {
    fn common(&self) -> &MethodTrace<T> {
        &self.common
    }

    fn terms(&self) -> Vec<Term<'_, T>> {
        const NUMBER: &[TermAxis] = &[TermAxis::Dimension];
        let of_pairs = |name, title, values| Term::new(name, title, PAPER, HEAD_PAIRS, values);
        let [c, threshold] = &self.numbers;
        let mut terms = projected_terms(&self.projected, PAPER);
        terms.extend([
            Term::new("c", "c: how steep the logarithm is", PAPER, NUMBER, c),
            Term::new("L", "L: up to here shares are of L", PAPER, NUMBER, threshold),
            Term::new("x", "ψ(|i - j|) / ψ(max(L, i))", PAPER, PAIRS, &self.share)
                .measuring(Measure::Amount),
        ]);
        terms.extend(self.network.terms(PAPER));
        terms.push(of_pairs("content", "Content q_i · k_j / √d", &self.content));
        terms.push(of_pairs("bias", "Bias MLP(x)", &self.bias));
        terms.extend(self.common.terms(["scores", "weights", "z", "concat", "out"], PAPER));
        terms
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fire(c: f64, threshold: f64) -> Fire<f64> {
        let seeded = Fire::seeded(Projections::untrained(1, 2, 6, 4), 3);
        let [steepness, threshold] = [c, threshold].map(|x| ndarray::arr1(&[x]));
        Fire { steepness, threshold, epsilon: 0.0, ..seeded }
    }

    #[test]
    fn shares_by_hand() {
        let x = Array2::from_shape_fn((4, 6), |(i, j)| ((i * 7 + j * 3) % 5) as f64 / 4.0 - 0.5);
        let trace = fire(1.0, 2.0).trace(&Sentence::new(x.view())).unwrap();
        // Up to position 2 of ln(2 + 1), then of ln(3 + 1); ahead a share may pass 1.
        let share = |i: usize, j: usize| trace.share[[i, j]];
        assert!((share(1, 0) - 2_f64.ln() / 3_f64.ln()).abs() < 1e-15);
        assert!((share(3, 1) - 3_f64.ln() / 4_f64.ln()).abs() < 1e-15);
        assert!((share(0, 3) - 4_f64.ln() / 3_f64.ln()).abs() < 1e-15);
        assert_eq!(share(2, 2), 0.0);
    }

    #[test]
    fn numbers_that_divide_by_nothing_are_refused() {
        let x = Array2::zeros((4, 6));
        let refused = |c, threshold| {
            fire(c, threshold).trace(&Sentence::new(x.view())).unwrap_err().to_string()
        };
        assert!(refused(0.0, 2.0).starts_with("c is 0"), "{}", refused(0.0, 2.0));
        assert!(refused(1.0, 0.0).starts_with("L is 0"));
        assert!(refused(1.0, -3.0).contains("above 0"));
        assert!(refused(f64::NAN, 1.0).contains('c'));
    }
}
