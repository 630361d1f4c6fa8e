//! CoPE: a position is how many keys a query counts, and which keys it counts is for its gates to say
//! (Golovneva et al. 2024).

use ndarray::{Array2, Array3, ArrayView2};

use crate::Real;
use crate::attention::mapping::sigmoid;
use crate::attention::parameters::{finite, shape};
use crate::attention::{Mask, Projections};
use crate::methods::gradient::{
    attention_backward, backward_between, content_backward, product_of_heads,
};
use crate::methods::loops::{
    allowed_pairs, attended, content, each_head, inverse_root, product, projected, seeded, sum,
};
use crate::methods::trace::{HEAD_PAIRS, TABLE, allowed_term, projected_terms};
use crate::methods::{
    AttentionMethod, Axis as TermAxis, Definition, Explained, Facts, Gradients, Knows, Learns,
    Measure, MethodError, MethodTrace, Needs, Options, ParameterCount, Projected, Reference,
    Sentence, Term, cells_of,
};

const PAPER: &str = "Golovneva et al. 2024, Eq. 3 to 6";

/// The rows of the table of seeded ones: positions that are told apart.
const POSITIONS: usize = 16;

/// Scaled, as the released program.
pub const DEFINITION: Definition = Definition {
    name: "cope",
    short: "CoPE",
    needs: Needs::WORDS,
    causal: true,
    reference: Some(Reference { file: "s_cope", with: &[] }),
};

pub(crate) fn counted<T: Real>(options: &Options) -> Cope<T> {
    Cope::seeded(options.projections(), POSITIONS, options.seed)
}

/// softmax(q_i · k_j / √d + q_i · e[p_ij]) V for j ≤ i, p_ij = Σ σ(q_i · k_l / √d) over j ≤ l ≤ i; between
/// whole positions the products are interpolated, beyond the last row p stays there.
#[derive(Clone, Debug, PartialEq)]
pub struct Cope<T> {
    /// W_Q, W_K, W_V, W_O.
    pub projections: Projections<T>,
    /// e, a vector for each whole position, shared by all heads, `[positions, d]`.
    pub position_table: Array2<T>,
    /// Whether content and gates are over √d, as in the released program; in the paper's formulas neither is.
    pub scaled: bool,
}

/// A sentence through [`Cope`], every intermediate kept.
#[derive(Clone, Debug)]
pub struct CopeTrace<T> {
    /// What every method has.
    pub common: MethodTrace<T>,
    /// Q, K and V.
    pub projected: Projected<T>,
    /// Where a query may look, `[N, N]`.
    pub allowed: Array2<usize>,
    /// q_i · k_j (over √d where scaled), `[h, N, N]`.
    pub content: Array3<T>,
    /// σ(content), `[h, N, N]`; 0 where a query may not look.
    pub gates: Array3<T>,
    /// p, `[h, N, N]`; 0 where a query may not look.
    pub position: Array3<T>,
    /// q_i · e of every whole position, `[h, N, positions]`.
    pub by_position: Array3<T>,
    /// q_i · e[p], interpolated, `[h, N, N]`; 0 where a query may not look.
    pub bias: Array3<T>,
    table: Array2<T>,
}

/// A position as the row below it, the row above it and how far it is from the one to the other.
fn between_rows(position: f64) -> (usize, usize, f64) {
    let floor = position.floor();
    (floor as usize, position.ceil() as usize, position - floor)
}

impl<T: Real> Cope<T> {
    /// Seeded vectors over given projections, of deviation 1/2: a choice of ours (the program starts at 0,
    /// where nothing is told apart).
    pub fn seeded(projections: Projections<T>, positions: usize, seed: u64) -> Self {
        let position_table = seeded(seed, 18, (positions, projections.dimensions()), 0.5);
        Cope { projections, position_table, scaled: true }
    }

    fn scale(&self) -> T {
        if self.scaled { inverse_root(self.projections.dimensions()) } else { T::one() }
    }

    fn check(&self) -> Result<(), MethodError> {
        let (rows, d) = (self.position_table.nrows(), self.projections.dimensions());
        if rows == 0 {
            let (what, rule) = ("the number of positions", "at least one is needed");
            return Err(MethodError::Size { what, found: rows, rule });
        }
        shape("the vectors of positions", self.position_table.shape(), &[rows, d])?;
        Ok(finite("the vectors of positions", self.position_table.iter())?)
    }

    /// One sentence, every intermediate typed.
    ///
    /// # Errors
    /// As [`AttentionMethod::run`]; [`MethodError::Size`] where there is no position.
    pub fn trace(&self, sentence: &Sentence<T>) -> Result<CopeTrace<T>, MethodError> {
        self.check()?;
        self.core_forward(projected(&self.projections, sentence)?, &sentence.mask)
    }

    fn core_forward(
        &self,
        projected: Projected<T>,
        mask: &Mask,
    ) -> Result<CopeTrace<T>, MethodError> {
        let (h, tokens, _) = projected.query.dim();
        let table = self.position_table.clone();
        let content = content(&projected, self.scale());
        let allowed = allowed_pairs(tokens, mask, |i, j| j <= i);
        let by_position = each_head(h, (tokens, table.nrows()), |head| {
            product(projected.query.index_axis(ndarray::Axis(0), head), table.t())
        });
        let [mut gates, mut position, mut bias] = [0; 3].map(|_| Array3::zeros(content.dim()));
        let last = (table.nrows() - 1) as f64;
        for head in 0..h {
            for i in 0..tokens {
                let mut counted = 0.0_f64;
                for j in (0..=i).rev().filter(|&j| allowed[[i, j]] == 1) {
                    let at = [head, i, j];
                    let gate = sigmoid(content[at].as_f64());
                    counted += gate;
                    let found = counted.min(last);
                    let (below, above, part) = between_rows(found);
                    let of = |row: usize| by_position[[head, i, row]].as_f64();
                    gates[at] = T::from_f64(gate);
                    position[at] = T::from_f64(found);
                    bias[at] = T::from_f64((1.0 - part) * of(below) + part * of(above));
                }
            }
        }
        let scores = sum(&content, &bias);
        let common = attended(scores, &allowed, &projected.value, &self.projections.output)?;
        Ok(CopeTrace {
            common,
            projected,
            allowed,
            content,
            gates,
            position,
            by_position,
            bias,
            table,
        })
    }

    backward_between! {
        /// dL/dX (`X`), dL/dW_Q, dL/dW_K, dL/dW_V, dL/dW_O and dL/de (`pos_emb`, `[positions, d]`) from
        /// dL/dout `[N, m]`, given the sentence and its trace. At a whole position the slope is that towards
        /// the row above; beyond the last row there is none.
        ///
        /// # Errors
        /// Where dL/dout has another shape than the output, or is not finite.
        CopeTrace
    }

    /// dL/dQ, dL/dK and dL/dV from dL/dheads, all `[h, N, d]`.
    fn core_backward(
        &self,
        trace: &CopeTrace<T>,
        d_heads: &Array3<T>,
        gradients: &mut Gradients<T>,
    ) -> [Array3<T>; 3] {
        let (weights, value) = (&trace.common.weights, &trace.projected.value);
        let (d_scores, d_value) = attention_backward(weights, value, d_heads, None);
        let (h, tokens, rows) = trace.by_position.dim();
        let last = T::from_f64((rows - 1) as f64);
        let mut d_content = d_scores.clone();
        let mut d_by_position = Array3::<T>::zeros((h, tokens, rows));
        for head in 0..h {
            for i in 0..tokens {
                // A gate is in the positions of all keys up to its own: from the farthest on.
                let mut d_counted = T::zero();
                for j in (0..=i).filter(|&j| trace.allowed[[i, j]] == 1) {
                    let at = [head, i, j];
                    let (d, position) = (d_scores[at], trace.position[at]);
                    let (below, above, part) = between_rows(position.as_f64());
                    let part = T::from_f64(part);
                    for (row, share) in [(below, T::one() - part), (above, part)] {
                        let cell = &mut d_by_position[[head, i, row]];
                        *cell = *cell + share * d;
                    }
                    if position < last {
                        let of = |row: usize| trace.by_position[[head, i, row]];
                        let above = above.max(below + 1);
                        d_counted = d_counted + d * (of(above) - of(below));
                    }
                    let gate = trace.gates[at];
                    d_content[at] = d_content[at] + d_counted * gate * (T::one() - gate);
                }
            }
        }
        let [mut d_query, d_key] = content_backward(&trace.projected, &d_content, self.scale());
        gradients.add("pos_emb", product_of_heads(&d_by_position, &trace.projected.query));
        let back = each_head(h, (tokens, self.position_table.ncols()), |head| {
            let d = d_by_position.index_axis(ndarray::Axis(0), head);
            product(d, self.position_table.view())
        });
        d_query = sum(&d_query, &back);
        [d_query, d_key, d_value]
    }
}

impl<T: Real> AttentionMethod<T> for Cope<T> {
    fn facts(&self) -> Facts {
        Facts {
            title: "CoPE".into(),
            paper: "Golovneva et al. 2024: Contextual Position Encoding: Learning to Count What's Important",
            equation: "Eq. 3 to 6; scaled as in the released code".into(),
            formula: "q_i · k_j / √d + q_i · e[p_ij], p_ij = Σ_{j≤l≤i} σ(q_i · k_l / √d)".into(),
            direction: Knows::Partly("only through the mask"),
            exact_distance: Knows::Partly("of the keys that its gates count, not of all"),
            beyond_k: Knows::Partly("from the last position on all are one"),
            syntax: Knows::No,
        }
    }

    fn parameter_count(&self) -> ParameterCount {
        ParameterCount::own(self.position_table.len(), "positions·d")
    }

    fn run(&self, sentence: &Sentence<T>) -> Result<Box<dyn Explained<T>>, MethodError> {
        Ok(Box::new(self.trace(sentence)?))
    }
}

impl<T: Real> Learns<T> for Cope<T> {
    fn projections(&mut self) -> Option<&mut Projections<T>> {
        Some(&mut self.projections)
    }

    fn own(&mut self) -> Vec<(&'static str, &mut [T])> {
        vec![("pos_emb", cells_of(&mut self.position_table))]
    }

    crate::methods::gradients_by_trace!();
}

impl<T: Real> Explained<T> for CopeTrace<T> {
    fn common(&self) -> &MethodTrace<T> {
        &self.common
    }

    fn terms(&self) -> Vec<Term<'_, T>> {
        const BY_POSITION: &[TermAxis] = &[TermAxis::Head, TermAxis::Query, TermAxis::Label];
        let names = || (0..self.table.nrows()).map(|row| row.to_string()).collect();
        let of_pairs = |name, title, values| Term::new(name, title, PAPER, HEAD_PAIRS, values);
        let mut terms = projected_terms(&self.projected, PAPER);
        terms.extend([
            allowed_term(&self.allowed, PAPER),
            of_pairs("content", "Content q_i · k_j, over √d where scaled", &self.content),
            of_pairs("gates", "Gates σ(content)", &self.gates).measuring(Measure::Amount),
            of_pairs("position", "p: gates from the key to the query, summed", &self.position)
                .measuring(Measure::Amount),
            Term::new("pos_emb", "e: a vector for each position", PAPER, TABLE, &self.table)
                .with_rows(names()),
            Term::new("q_e", "q_i · e of every position", PAPER, BY_POSITION, &self.by_position)
                .with_rows(names()),
            of_pairs("bias", "Bias q_i · e[p], interpolated", &self.bias),
        ]);
        terms.extend(self.common.terms(["scores", "weights", "z", "concat", "out"], PAPER));
        terms
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// One head of one dimension whose projections leave the numbers as they are.
    fn one_head(table: &[f64]) -> Cope<f64> {
        let one = Array3::ones((1, 1, 1));
        let projections = Projections {
            query: one.clone(),
            key: one.clone(),
            value: one,
            output: Array2::ones((1, 1)),
        };
        let position_table = Array2::from_shape_fn((table.len(), 1), |(row, _)| table[row]);
        Cope { projections, position_table, scaled: true }
    }

    #[test]
    fn keys_are_counted_by_hand() {
        // The last query is 1: its gates are σ(ln 3) = 3/4, σ(0) = 1/2 and σ(ln 1) = 1/2.
        let x = ndarray::arr2(&[[3_f64.ln()], [0.0], [1.0]]);
        let trace = one_head(&[0.0, 1.0, 4.0]).trace(&Sentence::new(x.view())).unwrap();
        let itself = 1.0 / (1.0 + (-1.0_f64).exp());
        let expected = [itself + 0.5 + 0.75, itself + 0.5, itself];
        for (j, expected) in expected.into_iter().enumerate() {
            let found = trace.position[[0, 2, j]];
            assert!((found - expected).abs() < 1e-12, "{found} is not {expected}");
        }
        // Between rows 1 and 2, of 1 and 4.
        let part = itself + 0.5 - 1.0;
        assert!((trace.bias[[0, 2, 1]] - (1.0 + 3.0 * part)).abs() < 1e-12);
        assert_eq!(trace.bias[[0, 0, 2]], 0.0);
        // A table that ends at 1 counts no farther.
        let short = one_head(&[0.0, 1.0]).trace(&Sentence::new(x.view())).unwrap();
        assert_eq!([short.position[[0, 2, 0]], short.bias[[0, 2, 0]]], [1.0, 1.0]);
    }

    #[test]
    fn a_table_that_does_not_fit_is_refused() {
        let x = ndarray::arr2(&[[1.0], [2.0]]);
        let error = one_head(&[]).trace(&Sentence::new(x.view())).unwrap_err().to_string();
        assert!(error.contains("at least one is needed"), "{error}");
        let error = one_head(&[f64::NAN]).trace(&Sentence::new(x.view())).unwrap_err().to_string();
        assert!(error.contains("the vectors of positions"), "{error}");
    }
}
