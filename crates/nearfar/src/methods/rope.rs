//! RoPE: queries and keys turned by an angle that grows with their position, so that their product knows
//! the difference of positions alone (Su et al. 2021).

use ndarray::{Array1, Array2, Array3, ArrayView2};

use crate::Real;
use crate::attention::{AttentionError, Mask, Projections};
use crate::attention::{TermRotation, TermRule};
use crate::methods::gradient::{attention_backward, backward_between, products_backward, scaled};
use crate::methods::loops::{
    check_scores, inverse_root, products, queries_keys_values, softmax, weighted_values,
};
use crate::methods::rotation::{PairLayout, Rotation, Scaling, Turns};
use crate::methods::trace::{HEAD_PAIRS, HEAD_TOKENS};
use crate::methods::{
    AttentionMethod, Axis as TermAxis, Definition, Explained, Facts, Gradients, Knows, Learns,
    MethodError, MethodTrace, Needs, Options, ParameterCount, Sentence, Term,
};
use crate::model::own::{Learned, Misfit, Numbers, OF_HEAD, Own, Sizes};

/// softmax((q_i rotated by i θ) · (k_j rotated by j θ) / √d) V (Su et al. 2021, Eq. 14 to 16 and 34).
#[derive(Clone, Debug, PartialEq)]
pub struct Rope<T> {
    /// W_Q, W_K, W_V, W_O.
    pub projections: Projections<T>,
    /// Which dimensions are turned, and how fast.
    pub rotation: Rotation,
    /// The position of the first token. Weights do not depend on it.
    pub first_position: f64,
}

/// Neighbouring dimensions as pairs.
pub const DEFINITION: Definition =
    Definition { name: "rope", short: "RoPE", needs: Needs::WORDS, causal: false, reference: None };

/// What a model has of it; nothing of it is learned.
pub(crate) struct Interleaved;

impl Learned for Interleaved {
    const OWN: Own = Own::NOTHING;
    type Method<T: Real> = Rope<T>;

    fn misfit(Sizes { dimensions, .. }: Sizes) -> Option<Misfit> {
        let rule = "RoPE rotates pairs and needs an even number";
        (dimensions % 2 == 1).then_some((OF_HEAD, dimensions, rule))
    }

    fn term_rule(size: usize, _: usize) -> TermRule {
        let paper = Rotation::paper(size);
        TermRule::Rotation(TermRotation {
            frequencies: paper.frequencies(0),
            base: paper.base,
            layout: paper.layout,
            factor: paper.attention_factor(),
        })
    }

    fn of_numbers<T: Real>(numbers: Numbers<T>) -> Result<Rope<T>, AttentionError> {
        Ok(Rope::new(numbers.projections))
    }
}

pub(crate) fn paper<T: Real>(options: &Options) -> Rope<T> {
    Rope::new(options.projections())
}

/// A sentence through [`Rope`], every intermediate kept.
#[derive(Clone, Debug)]
pub struct RopeTrace<T> {
    /// What every method has.
    pub common: MethodTrace<T>,
    /// θ of every pair, radians from one position to the next, `[D/2]`.
    pub frequencies: Array1<T>,
    /// The angle of every position and pair, in radians, `[N, D/2]`.
    pub angles: Array2<T>,
    /// What a turned query is multiplied by beside, and a key divided, `[N, D/2]`; of xPos alone.
    pub decay: Option<Array2<T>>,
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

impl<T: Real> Rope<T> {
    /// The paper's: every dimension is turned, positions from 0 on.
    pub fn new(projections: Projections<T>) -> Self {
        let rotation = Rotation::paper(projections.dimensions());
        Rope { projections, rotation, first_position: 0.0 }
    }

    /// What turns queries, and what turns keys.
    pub(crate) fn turns(&self, tokens: usize) -> [Turns<T>; 2] {
        let rotation = self.rotation;
        let angles = rotation.angles(tokens, self.first_position);
        let decay = rotation.decay(tokens, self.first_position);
        let (factor, decay) = (rotation.attention_factor(), decay.as_ref());
        let of_query = |at| factor * decay.map_or(1.0, |decay| decay[at]);
        let of_key = |at| factor / decay.map_or(1.0, |decay| decay[at]);
        [Turns::new(rotation, &angles, of_query), Turns::new(rotation, &angles, of_key)]
    }

    /// One sentence, every intermediate typed.
    ///
    /// # Errors
    /// As [`AttentionMethod::run`]; [`MethodError::Size`] where the number of turned dimensions is odd or
    /// larger than a head, [`MethodError::Number`] where a number of the rotation is impossible.
    pub fn trace(&self, sentence: &Sentence<T>) -> Result<RopeTrace<T>, MethodError> {
        self.rotation.check(self.projections.dimensions())?;
        self.core_forward(queries_keys_values(&self.projections, sentence)?, &sentence.mask)
    }

    /// What stands between the projections: from Q, K and V `[h, N, d]` to the heads.
    ///
    /// # Errors
    /// As [`AttentionMethod::run`].
    fn core_forward(
        &self,
        [query, key, value]: [Array3<T>; 3],
        mask: &Mask,
    ) -> Result<RopeTrace<T>, MethodError> {
        let (_, tokens, d) = query.dim();
        let [of_query, of_key] = self.turns(tokens);
        let (turned_query, turned_key) = (of_query.forward(&query), of_key.forward(&key));
        let scale = inverse_root(d);
        let scaled = |a, b| products(a, b).mapv(|score: T| score * scale);
        let content = scaled(&query, &key);
        let scores = scaled(&turned_query, &turned_key);
        check_scores(&scores)?;
        let weights = softmax(&scores, mask);
        let heads = weighted_values(&weights, &value);
        let common = MethodTrace::new(scores, weights, heads, &self.projections.output)?;
        let frequencies = Array1::from(self.rotation.frequencies(tokens)).mapv(T::from_f64);
        let angles = self.rotation.angles(tokens, self.first_position).mapv(T::from_f64);
        let decay = self.rotation.decay(tokens, self.first_position);
        let decay = decay.map(|decay| decay.mapv(T::from_f64));
        Ok(RopeTrace {
            common,
            frequencies,
            angles,
            decay,
            query,
            key,
            value,
            turned_query,
            turned_key,
            content,
        })
    }
}

impl<T: Real> AttentionMethod<T> for Rope<T> {
    fn facts(&self) -> Facts {
        Facts {
            title: match self.rotation.scaling {
                Scaling::Xpos { .. } => "RoPE with xPos",
                _ => "RoPE",
            }
            .into(),
            paper: "Su et al. 2021: RoFormer: Enhanced Transformer with Rotary Position Embedding",
            equation: match (self.rotation.scaling, self.rotation.layout) {
                (Scaling::None, PairLayout::Interleaved) => "Eq. 14 to 16 and 34",
                (Scaling::None, PairLayout::Half) => {
                    "Eq. 14 to 16 and 34, with the first half of dimensions paired with the second"
                }
                _ => "Eq. 14 to 16 and 34, with other angles for longer texts",
            }
            .into(),
            formula: "(q_i rotated by i θ) · (k_j rotated by j θ) / √d".into(),
            direction: Knows::Yes,
            exact_distance: Knows::Partly("through angles of d/2 frequencies"),
            beyond_k: Knows::Partly(
                "there is no k; far positions are rotated by nearly equal slow angles",
            ),
            syntax: Knows::No,
        }
    }

    fn parameter_count(&self) -> ParameterCount {
        ParameterCount::own(0, "0 (angles are fixed)")
    }

    fn run(&self, sentence: &Sentence<T>) -> Result<Box<dyn Explained<T>>, MethodError> {
        Ok(Box::new(self.trace(sentence)?))
    }
}

impl<T: Real> Rope<T> {
    backward_between! {
        /// dL/dX (`X`), dL/dW_Q, dL/dW_K, dL/dW_V and dL/dW_O from dL/dout `[N, m]`, given the sentence and
        /// its trace. Angles are fixed.
        ///
        /// # Errors
        /// Where dL/dout has another shape than the output, or is not finite.
        RopeTrace
    }

    /// The backward pass through [`Rope::core_forward`]: dL/dQ, dL/dK and dL/dV from dL/dheads, all `[h, N, d]`.
    fn core_backward(
        &self,
        trace: &RopeTrace<T>,
        d_heads: &Array3<T>,
        _: &mut Gradients<T>,
    ) -> [Array3<T>; 3] {
        let (d_scores, d_value) =
            attention_backward(&trace.common.weights, &trace.value, d_heads, None);
        let d_products = scaled(&d_scores, inverse_root(self.projections.dimensions()));
        let [d_query, d_key] =
            products_backward(&trace.turned_query, &trace.turned_key, &d_products);
        let [of_query, of_key] = self.turns(trace.common.tokens());
        [of_query.backward(&d_query), of_key.backward(&d_key), d_value]
    }
}

impl<T: Real> Learns<T> for Rope<T> {
    fn projections(&mut self) -> Option<&mut Projections<T>> {
        Some(&mut self.projections)
    }

    fn own(&mut self) -> Vec<(&'static str, &mut [T])> {
        Vec::new()
    }

    crate::methods::gradients_by_trace!();
    crate::methods::attention_core::has_core!();
}

crate::methods::attention_core::impl_core!(Rope, RopeTrace);

impl<T: Real> Explained<T> for RopeTrace<T> {
    fn common(&self) -> &MethodTrace<T> {
        &self.common
    }

    fn terms(&self) -> Vec<Term<'_, T>> {
        const TURN: &str = "Su et al. 2021, Eq. 34";
        const SCORE: &str = "Su et al. 2021, Eq. 16";
        const ANGLES: &[TermAxis] = &[TermAxis::Token, TermAxis::Dimension];
        const EQUATION_15: &str = "Su et al. 2021, Eq. 15";
        let mut terms = vec![
            Term::new(
                "inv_freq",
                "θ of each pair of dimensions",
                EQUATION_15,
                &[TermAxis::Dimension],
                &self.frequencies,
            ),
            Term::new(
                "angles",
                "Angle of each pair of dimensions",
                EQUATION_15,
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
        if let Some(decay) = &self.decay {
            let title = "What queries are multiplied by, and keys divided";
            terms.push(Term::new("xpos_scale", title, "Sun et al. 2022", ANGLES, decay));
        }
        terms.extend(self.common.terms(["scores", "weights", "z", "concat", "out"], SCORE));
        terms
    }
}
