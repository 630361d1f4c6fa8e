//! RoPE: queries and keys turned by an angle that grows with their position, so that their product knows
//! the difference of positions alone (Su et al. 2021).

use ndarray::{Array2, Array3, ArrayView2, Axis};

use crate::Real;
use crate::attention::Projections;
use crate::methods::loops::{
    check_layer, check_scores, each_head, inverse_root, products, project, softmax, weighted_values,
};
use crate::methods::trace::{HEAD_PAIRS, HEAD_TOKENS};
use crate::methods::{
    AttentionMethod, Axis as TermAxis, Explained, Facts, Knows, MethodError, MethodTrace,
    ParameterCount, Sentence, Term,
};

/// softmax((q_i Θ_i) · (k_j Θ_j) / √d) V: neighbouring dimensions 2c, 2c+1 are a pair that is turned by
/// p·10000^(-2c/d) (Su et al. 2021, Eq. 14 to 16 and 34).
#[derive(Clone, Debug, PartialEq)]
pub struct Rope<T> {
    /// W_Q, W_K, W_V, W_O; d must be even.
    pub projections: Projections<T>,
    /// The position of the first token. Weights do not depend on it.
    pub first_position: f64,
}

/// A sentence through [`Rope`], every intermediate kept.
#[derive(Clone, Debug)]
pub struct RopeTrace<T> {
    /// What every method has.
    pub common: MethodTrace<T>,
    /// The angle of every position and pair, in radians, `[N, d/2]`.
    pub angles: Array2<T>,
    /// Q, `[h, N, d]`.
    pub query: Array3<T>,
    /// K, `[h, N, d]`.
    pub key: Array3<T>,
    /// V, `[h, N, d]`.
    pub value: Array3<T>,
    /// Q turned, `[h, N, d]`.
    pub turned_query: Array3<T>,
    /// K turned, `[h, N, d]`.
    pub turned_key: Array3<T>,
    /// q_i · k_j / √d without turning, for comparison, `[h, N, N]`.
    pub content: Array3<T>,
}

/// p·10000^(-2c/d) in radians, `[N, d/2]`, of the positions `first` on.
pub fn angles(tokens: usize, dimensions: usize, first: f64) -> Array2<f64> {
    Array2::from_shape_fn((tokens, dimensions / 2), |(token, pair)| {
        let exponent = 2.0 * pair as f64 / dimensions as f64;
        (first + token as f64) / 10_000_f64.powf(exponent)
    })
}

/// Every pair (x, y) of a row, turned by its angle: (x cos - y sin, x sin + y cos). `rows` is `[N, d]`,
/// `angles` `[N, d/2]` (Su et al. 2021, Eq. 34).
pub fn turn<T: Real>(rows: ArrayView2<T>, angles: &Array2<f64>) -> Array2<T> {
    let mut turned = rows.to_owned();
    for (mut row, angles) in turned.outer_iter_mut().zip(angles.outer_iter()) {
        for (pair, angle) in angles.iter().enumerate() {
            let (sine, cosine) = (T::from_f64(angle.sin()), T::from_f64(angle.cos()));
            let (x, y) = (row[2 * pair], row[2 * pair + 1]);
            row[2 * pair] = x * cosine - y * sine;
            row[2 * pair + 1] = x * sine + y * cosine;
        }
    }
    turned
}

impl<T: Real> Rope<T> {
    /// Positions from 0 on.
    pub fn new(projections: Projections<T>) -> Self {
        Rope { projections, first_position: 0.0 }
    }

    /// One sentence, every intermediate typed.
    ///
    /// # Errors
    /// As [`AttentionMethod::run`]; [`MethodError::Size`] where d is odd.
    pub fn trace(&self, sentence: &Sentence<T>) -> Result<RopeTrace<T>, MethodError> {
        let input = sentence.embeddings;
        check_layer(&self.projections, input, &sentence.mask)?;
        let (h, _, d) = self.projections.query.dim();
        if d % 2 == 1 {
            let rule = "pairs are turned, so that an even number is needed";
            return Err(MethodError::Size { what: "the size of a head", found: d, rule });
        }
        let [query, key, value] =
            [&self.projections.query, &self.projections.key, &self.projections.value]
                .map(|weights| project(input, weights));
        let tokens = input.nrows();
        let angles = angles(tokens, d, self.first_position);
        let [turned_query, turned_key] = [&query, &key].map(|vectors| {
            each_head(h, (tokens, d), |head| turn(vectors.index_axis(Axis(0), head), &angles))
        });
        let scale = inverse_root(d);
        let scaled = |a, b| products(a, b).mapv(|score: T| score * scale);
        let content = scaled(&query, &key);
        let scores = scaled(&turned_query, &turned_key);
        check_scores(&scores)?;
        let weights = softmax(&scores, &sentence.mask);
        let heads = weighted_values(&weights, &value);
        let common = MethodTrace::new(scores, weights, heads, &self.projections.output)?;
        let angles = angles.mapv(T::from_f64);
        Ok(RopeTrace { common, angles, query, key, value, turned_query, turned_key, content })
    }
}

impl<T: Real> AttentionMethod<T> for Rope<T> {
    fn facts(&self) -> Facts {
        Facts {
            title: "RoPE",
            paper: "Su et al. 2021: RoFormer: Enhanced Transformer with Rotary Position Embedding",
            equation: "Eq. 14 to 16 and 34",
            formula: "(q_i turned by i θ) · (k_j turned by j θ) / √d",
            direction: Knows::Yes,
            exact_distance: Knows::Partly("through angles of d/2 frequencies"),
            beyond_k: Knows::Partly(
                "there is no k; far positions are turned by nearly equal slow angles",
            ),
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

impl<T: Real> Explained<T> for RopeTrace<T> {
    fn common(&self) -> &MethodTrace<T> {
        &self.common
    }

    fn terms(&self) -> Vec<Term<'_, T>> {
        const TURN: &str = "Su et al. 2021, Eq. 34";
        const SCORE: &str = "Su et al. 2021, Eq. 16";
        const ANGLES: &[TermAxis] = &[TermAxis::Token, TermAxis::Dimension];
        let mut terms = vec![
            Term::new(
                "angles",
                "Angle of each pair of dimensions",
                "Su et al. 2021, Eq. 15",
                ANGLES,
                &self.angles,
            ),
            Term::new("q", "Queries x W_Q", SCORE, HEAD_TOKENS, &self.query),
            Term::new("k", "Keys x W_K", SCORE, HEAD_TOKENS, &self.key),
            Term::new("v", "Values x W_V", SCORE, HEAD_TOKENS, &self.value),
            Term::new("q_turned", "Queries, turned", TURN, HEAD_TOKENS, &self.turned_query),
            Term::new("k_turned", "Keys, turned", TURN, HEAD_TOKENS, &self.turned_key),
            Term::new(
                "content",
                "q_i · k_j / √d without turning",
                SCORE,
                HEAD_PAIRS,
                &self.content,
            ),
        ];
        terms.extend(self.common.terms(["scores", "weights", "heads", "concat", "out"], SCORE));
        terms
    }
}
