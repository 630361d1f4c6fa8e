//! The log-spaced continuous position bias of Swin v2, along one axis: a small network makes a bias of the
//! logarithm of the offset, beside scores that are cosines (Liu et al. 2022).

use ndarray::{Array1, Array2, Array3, ArrayView2, Axis};

use crate::Real;
use crate::attention::mapping::sigmoid;
use crate::attention::parameters::{finite, shape};
use crate::attention::{Mask, Projections};
use crate::methods::gradient::{
    attention_backward, backward_between, content_backward, products_backward,
};
use crate::methods::loops::{
    allowed_pairs, attended, content, inverse_root, products, projected, sum,
};
use crate::methods::perceptron::Perceptron;
use crate::methods::trace::{HEAD_PAIRS, HEAD_VECTORS, projected_terms};
use crate::methods::{
    AttentionMethod, Axis as TermAxis, Definition, Explained, Facts, Gradients, Knows, Learns,
    Measure, MethodError, MethodTrace, Needs, Options, ParameterCount, Projected, Reference,
    Sentence, Term, cells_of,
};

const PAPER: &str = "Liu et al. 2022, Eq. 2 to 4";

/// Units of seeded ones; the released program has 512.
const WIDTH: usize = 32;
/// The window of seeded ones, in tokens: offsets beyond it are extrapolated.
const WINDOW: usize = 8;
/// The largest factor of a cosine.
const LARGEST_SCALE: f64 = 100.0;

/// The released program's form.
pub const DEFINITION: Definition = Definition {
    name: "log-cpb",
    short: "Log CPB",
    needs: Needs::WORDS,
    causal: false,
    reference: Some(Reference { file: "r_log_cpb", with: &[] }),
};

pub(crate) fn released<T: Real>(options: &Options) -> LogCpb<T> {
    LogCpb::seeded(options.projections(), options.seed)
}

/// What the network is given of an offset Δ = i - j.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Coordinates {
    /// sgn(Δ)·log₂(1 + |8 Δ / (window - 1)|) / 3, the released program's: 1 at the window's end.
    Window(usize),
    /// sgn(Δ)·ln(1 + |Δ|), the paper's.
    Logarithm,
}

impl Coordinates {
    /// Of an offset.
    pub fn of(self, offset: i64) -> f64 {
        let (offset, side) = (offset.unsigned_abs() as f64, offset.signum() as f64);
        side * match self {
            Coordinates::Window(window) => {
                (8.0 * offset / (window as f64 - 1.0) + 1.0).log2() / 3.0
            }
            Coordinates::Logarithm => offset.ln_1p(),
        }
    }
}

/// softmax(τ cos(q_i, k_j) + 16 σ(MLP(Δ̂))) V under the sentence's mask, τ = e^min(`logit_scale`, ln 100). The paper
/// has two axes, of an image; here there is one.
#[derive(Clone, Debug, PartialEq)]
pub struct LogCpb<T> {
    /// W_Q, W_K, W_V, W_O.
    pub projections: Projections<T>,
    /// The network, without b_2.
    pub network: Perceptron<T>,
    /// ln τ of every head, `[h]`; `None`: q_i · k_j / √d in place of cosines.
    pub logit_scale: Option<Array1<T>>,
    /// What the network is given.
    pub coordinates: Coordinates,
    /// Whether the bias is 16 σ(MLP), as in the released program, or MLP itself, as in the paper.
    pub squash: bool,
}

/// A sentence through [`LogCpb`], every intermediate kept.
#[derive(Clone, Debug)]
pub struct LogCpbTrace<T> {
    /// What every method has.
    pub common: MethodTrace<T>,
    /// Q, K and V.
    pub projected: Projected<T>,
    /// Of offsets -(N - 1) to N - 1, `[2N - 1]`.
    pub coordinates: Array1<T>,
    /// What the network makes of them, `[2N - 1, h]`.
    pub made: Array2<T>,
    /// cos(q_i, k_j), `[h, N, N]`, and τ, `[h, 1]`, where there are cosines.
    pub cosine: Option<(Array3<T>, Array2<T>)>,
    /// τ cos(q_i, k_j), or q_i · k_j / √d, `[h, N, N]`.
    pub content: Array3<T>,
    /// The bias of each pair, `[h, N, N]`.
    pub bias: Array3<T>,
    network: Perceptron<T>,
    logit_scale: Option<Array1<T>>,
}

/// Vectors over their lengths, and the lengths, `[h, N]`; a vector of nothing stays.
fn normalised<T: Real>(vectors: &Array3<T>) -> (Array3<T>, Array2<T>) {
    let length = vectors
        .map_axis(Axis(2), |vector| vector.iter().fold(T::zero(), |sum, &x| sum + x * x).sqrt());
    let mut unit = vectors.clone();
    for ((head, i, _), x) in unit.indexed_iter_mut() {
        let length = length[[head, i]];
        if length > T::zero() {
            *x = *x / length;
        }
    }
    (unit, length)
}

/// The backward pass of [`normalised`]: what is along the vector does not count.
fn normalised_backward<T: Real>(
    unit: &Array3<T>,
    length: &Array2<T>,
    d_unit: &Array3<T>,
) -> Array3<T> {
    let mut d = d_unit.clone();
    for ((head, i), &length) in length.indexed_iter() {
        let unit = unit.slice(ndarray::s![head, i, ..]);
        let mut d = d.slice_mut(ndarray::s![head, i, ..]);
        let along = unit.iter().zip(&d).fold(T::zero(), |sum, (&u, &d)| sum + u * d);
        let over = if length > T::zero() { T::one() / length } else { T::zero() };
        d.zip_mut_with(&unit, |d, &u| *d = (*d - u * along) * over);
    }
    d
}

impl<T: Real> LogCpb<T> {
    /// A seeded network over given projections, τ = 10 (the program's start) and a window of 8 tokens: a
    /// choice of ours.
    pub fn seeded(projections: Projections<T>, seed: u64) -> Self {
        let h = projections.heads();
        LogCpb {
            network: Perceptron::seeded(seed, 24, WIDTH, h, false),
            logit_scale: Some(Array1::from_elem(h, T::from_f64(10.0_f64.ln()))),
            coordinates: Coordinates::Window(WINDOW),
            squash: true,
            projections,
        }
    }

    fn check(&self) -> Result<(), MethodError> {
        let h = self.projections.heads();
        self.network.check(h)?;
        if let Some(scale) = &self.logit_scale {
            shape("the scale of cosines", scale.shape(), &[h])?;
            finite("the scale of cosines", scale.iter())?;
        }
        match self.coordinates {
            Coordinates::Window(found) if found < 2 => {
                let (what, rule) = ("the window", "it must have 2 tokens at least");
                Err(MethodError::Size { what, found, rule })
            }
            _ => Ok(()),
        }
    }

    /// The bias of what the network gives, and its derivative.
    fn bias_of(&self, made: f64) -> [f64; 2] {
        if !self.squash {
            return [made, 1.0];
        }
        let share = sigmoid(made);
        [16.0 * share, 16.0 * share * sigmoid(-made)]
    }

    /// One sentence, every intermediate typed.
    ///
    /// # Errors
    /// As [`AttentionMethod::run`]; [`MethodError::Size`] where the window is less than 2.
    pub fn trace(&self, sentence: &Sentence<T>) -> Result<LogCpbTrace<T>, MethodError> {
        self.check()?;
        self.core_forward(projected(&self.projections, sentence)?, &sentence.mask)
    }

    fn core_forward(
        &self,
        projected: Projected<T>,
        mask: &Mask,
    ) -> Result<LogCpbTrace<T>, MethodError> {
        let (h, tokens, d) = projected.query.dim();
        let cosine = self.logit_scale.as_ref().map(|scale| {
            let [query, key] = [&projected.query, &projected.key].map(|x| normalised(x).0);
            let scale = scale.mapv(|x| T::from_f64(x.as_f64().min(LARGEST_SCALE.ln()).exp()));
            (products(&query, &key), scale.insert_axis(Axis(1)))
        });
        let content = match &cosine {
            Some((cosine, scale)) => {
                let scale = scale.clone().insert_axis(Axis(2));
                let mut content = cosine.clone();
                content.zip_mut_with(&scale, |x, &scale| *x = *x * scale);
                content
            }
            None => content(&projected, inverse_root(d)),
        };
        let offset = |row: usize| row as i64 - tokens as i64 + 1;
        let all = 2 * tokens - 1;
        let coordinates: Vec<f64> = (0..all).map(|row| self.coordinates.of(offset(row))).collect();
        let mut made = Array2::zeros((all, h));
        let mut bias_of = Array2::zeros((all, h));
        for (row, &x) in coordinates.iter().enumerate() {
            for (head, &found) in self.network.of(x).iter().enumerate() {
                made[[row, head]] = T::from_f64(found);
                bias_of[[row, head]] = T::from_f64(self.bias_of(found)[0]);
            }
        }
        let mut bias = Array3::zeros((h, tokens, tokens));
        for ((head, i, j), cell) in bias.indexed_iter_mut() {
            *cell = bias_of[[i + tokens - 1 - j, head]];
        }
        let scores = sum(&content, &bias);
        let allowed = allowed_pairs(tokens, mask, |_, _| true);
        let common = attended(scores, &allowed, &projected.value, &self.projections.output)?;
        Ok(LogCpbTrace {
            common,
            projected,
            coordinates: coordinates.into_iter().map(T::from_f64).collect(),
            made,
            cosine,
            content,
            bias,
            network: self.network.clone(),
            logit_scale: self.logit_scale.clone(),
        })
    }

    backward_between! {
        /// dL/dX (`X`), dL/dW_Q, dL/dW_K, dL/dW_V, dL/dW_O, those of the network (`W_1`, `b_1`, `W_2`) and
        /// `logit_scale`, where there is one, from dL/dout `[N, m]`, given the sentence and its trace. A
        /// scale at its limit has no slope.
        ///
        /// # Errors
        /// Where dL/dout has another shape than the output, or is not finite.
        LogCpbTrace
    }

    /// dL/dQ, dL/dK and dL/dV from dL/dheads, all `[h, N, d]`.
    fn core_backward(
        &self,
        trace: &LogCpbTrace<T>,
        d_heads: &Array3<T>,
        gradients: &mut Gradients<T>,
    ) -> [Array3<T>; 3] {
        let (weights, value) = (&trace.common.weights, &trace.projected.value);
        let (d_scores, d_value) = attention_backward(weights, value, d_heads, None);
        let (h, tokens, d) = value.dim();
        // Pairs of one offset have the same bias: their gradients add up.
        let mut d_made = Array2::<f64>::zeros((2 * tokens - 1, h));
        for ((head, i, j), d) in d_scores.indexed_iter() {
            d_made[[i + tokens - 1 - j, head]] += d.as_f64();
        }
        let mut of_network = self.network.no_gradient();
        for (row, mut d) in d_made.outer_iter_mut().enumerate() {
            d.zip_mut_with(&trace.made.row(row), |d, made| *d *= self.bias_of(made.as_f64())[1]);
            let x = self.coordinates.of(row as i64 - tokens as i64 + 1);
            self.network.backward(x, &d.to_owned(), &mut of_network);
        }
        of_network.add_to(gradients);
        let (Some((cosine, scale)), Some(logit)) = (&trace.cosine, &self.logit_scale) else {
            let [d_query, d_key] = content_backward(&trace.projected, &d_scores, inverse_root(d));
            return [d_query, d_key, d_value];
        };
        let mut d_logit = Array1::zeros(h);
        let mut d_cosine = d_scores;
        for (head, mut d) in d_cosine.outer_iter_mut().enumerate() {
            let scale = scale[[head, 0]];
            let cosine = cosine.index_axis(Axis(0), head);
            let dot = d.iter().zip(&cosine).fold(T::zero(), |sum, (&d, &cosine)| sum + d * cosine);
            if logit[head].as_f64() < LARGEST_SCALE.ln() {
                d_logit[head] = dot * scale;
            }
            d.mapv_inplace(|d| d * scale);
        }
        gradients.add("logit_scale", d_logit);
        let [(query, of_query), (key, of_key)] =
            [&trace.projected.query, &trace.projected.key].map(normalised);
        let [d_query, d_key] = products_backward(&query, &key, &d_cosine);
        let d_query = normalised_backward(&query, &of_query, &d_query);
        [d_query, normalised_backward(&key, &of_key, &d_key), d_value]
    }
}

impl<T: Real> AttentionMethod<T> for LogCpb<T> {
    fn facts(&self) -> Facts {
        let content = match self.logit_scale {
            Some(_) => "τ · cos(q_i, k_j)",
            None => "q_i · k_j / √d",
        };
        let coordinate = match self.coordinates {
            Coordinates::Window(_) => "sgn(i - j) · log_2(1 + 8 |i - j| / (k - 1)) / 3",
            Coordinates::Logarithm => "sgn(i - j) · ln(1 + |i - j|)",
        };
        let made = format!("MLP({coordinate})");
        let bias = if self.squash { format!("16 · σ({made})") } else { made };
        Facts {
            title: "Log-spaced continuous bias".into(),
            paper: "Liu et al. 2022: Swin Transformer V2: Scaling Up Capacity and Resolution",
            equation: if self.squash {
                "Eq. 2 to 4, along one axis; as in the released code"
            } else {
                "Eq. 2 to 4, along one axis"
            }
            .into(),
            formula: format!("{content} + {bias}").into(),
            direction: Knows::Yes,
            exact_distance: Knows::Yes,
            beyond_k: Knows::Partly("ever more slowly; k is the window of the coordinates"),
            syntax: Knows::No,
        }
    }

    fn parameter_count(&self) -> ParameterCount {
        let scales = self.logit_scale.as_ref().map_or(0, Array1::len);
        ParameterCount::own(self.network.count() + scales, "2·width + width·h + h")
    }

    fn run(&self, sentence: &Sentence<T>) -> Result<Box<dyn Explained<T>>, MethodError> {
        Ok(Box::new(self.trace(sentence)?))
    }
}

impl<T: Real> Learns<T> for LogCpb<T> {
    fn projections(&mut self) -> Option<&mut Projections<T>> {
        Some(&mut self.projections)
    }

    fn own(&mut self) -> Vec<(&'static str, &mut [T])> {
        let mut own = self.network.own();
        own.extend(self.logit_scale.as_mut().map(|scale| ("logit_scale", cells_of(scale))));
        own
    }

    crate::methods::gradients_by_trace!();
}

impl<T: Real> Explained<T> for LogCpbTrace<T> {
    fn common(&self) -> &MethodTrace<T> {
        &self.common
    }

    fn terms(&self) -> Vec<Term<'_, T>> {
        const OFFSETS: &[TermAxis] = &[TermAxis::Offset];
        const MADE: &[TermAxis] = &[TermAxis::Offset, TermAxis::Head];
        let of_pairs = |name, title, values| Term::new(name, title, PAPER, HEAD_PAIRS, values);
        let last = self.coordinates.len() as i64 / 2;
        let names = || (-last..=last).map(|offset| offset.to_string()).collect();
        let mut terms = projected_terms(&self.projected, PAPER);
        terms.push(
            Term::new("coords", "Coordinate of i - j", PAPER, OFFSETS, &self.coordinates)
                .with_rows(names()),
        );
        terms.extend(self.network.terms(PAPER));
        terms.push(Term::new("mlp", "MLP(coordinate)", PAPER, MADE, &self.made).with_rows(names()));
        if let (Some((cosine, scale)), Some(logit)) = (&self.cosine, &self.logit_scale) {
            let logit = logit.clone().insert_axis(Axis(1));
            terms.push(Term::owned("logit_scale", "ln τ", PAPER, HEAD_VECTORS, logit));
            terms.push(
                Term::new("scale", "τ, at most 100", PAPER, HEAD_VECTORS, scale)
                    .measuring(Measure::Amount),
            );
            terms.push(of_pairs("cosine", "cos(q_i, k_j)", cosine));
        }
        let content = if self.cosine.is_some() { "τ cos(q_i, k_j)" } else { "q_i · k_j / √d" };
        terms.push(of_pairs("content", content, &self.content));
        terms.push(of_pairs("bias", "Bias of i - j", &self.bias));
        terms.extend(self.common.terms(["scores", "weights", "z", "concat", "out"], PAPER));
        terms
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bias() -> LogCpb<f64> {
        LogCpb::seeded(Projections::untrained(1, 2, 6, 4), 3)
    }

    fn embeddings() -> Array2<f64> {
        Array2::from_shape_fn((4, 6), |(i, j)| ((i * 7 + j * 3) % 5) as f64 / 4.0 - 0.5)
    }

    #[test]
    fn coordinates_by_hand() {
        // log₂(1 + 8) / 3 at the window's end, log₂(1 + 8/7) / 3 beside the query.
        let window = Coordinates::Window(8);
        assert!((window.of(7) - 9_f64.log2() / 3.0).abs() < 1e-15);
        assert!((window.of(-1) + (15.0 / 7.0_f64).log2() / 3.0).abs() < 1e-15);
        assert_eq!([window.of(0), Coordinates::Logarithm.of(0)], [0.0, 0.0]);
        assert!((Coordinates::Logarithm.of(-2) + 3_f64.ln()).abs() < 1e-15);
    }

    #[test]
    fn cosines_and_biases_keep_to_their_ranges() {
        let x = embeddings();
        let trace = bias().trace(&Sentence::new(x.view())).unwrap();
        let (cosine, scale) = trace.cosine.as_ref().unwrap();
        assert!(cosine.iter().all(|x| x.abs() < 1.0 + 1e-12));
        assert!((scale[[0, 0]] - 10.0).abs() < 1e-12);
        assert!(trace.bias.iter().all(|x| (0.0..16.0).contains(x)));
        assert_eq!(trace.bias[[1, 2, 0]], trace.bias[[1, 3, 1]]);
        let large = LogCpb { logit_scale: Some(ndarray::arr1(&[9.0, 1.0])), ..bias() };
        let trace = large.trace(&Sentence::new(x.view())).unwrap();
        assert!((trace.cosine.unwrap().1[[0, 0]] - 100.0).abs() < 1e-12, "no more than 100");
    }

    #[test]
    fn what_does_not_fit_is_refused() {
        let x = embeddings();
        let refused =
            |method: LogCpb<f64>| method.trace(&Sentence::new(x.view())).unwrap_err().to_string();
        let narrow = LogCpb { coordinates: Coordinates::Window(1), ..bias() };
        assert!(refused(narrow).contains("2 tokens at least"));
        let wrong = LogCpb { logit_scale: Some(ndarray::arr1(&[f64::INFINITY, 1.0])), ..bias() };
        assert!(refused(wrong).contains("the scale of cosines"));
    }
}
