//! T5's relative bias: a learned number for each head and each bucket of relative positions, added to
//! the scores; buckets grow with the distance (Raffel et al. 2020, section 2.1, and the released program).

use ndarray::{Array2, Array3, ArrayView2};

use crate::Real;
use crate::attention::TermRule;
use crate::attention::parameters::{finite, shape};
use crate::attention::{AttentionError, Mask, Projections};
use crate::methods::gradient::{attention_backward, backward_between, products_backward, scaled};
use crate::methods::loops::{
    check_scores, each_head, inverse_root, products, queries_keys_values, seeded, softmax_where,
    sum, weighted_values,
};
use crate::methods::trace::{HEAD_PAIRS, HEAD_TOKENS, PAIRS};
use crate::methods::{
    AttentionMethod, Axis as TermAxis, Definition, Explained, Facts, Gradients, Knows, Learns,
    MethodError, MethodTrace, Needs, Options, ParameterCount, Sentence, Term, cells_of,
};
use crate::model::own::{Learned, Numbers, Own, OwnTensor, Sizes};
use crate::model::{Each, Start};

/// How relative positions fall into buckets.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Buckets {
    /// How many there are, 32 in the paper; at least 4, and even where bidirectional.
    pub count: usize,
    /// The distance from which on all share the last bucket, 128 in the paper.
    pub farthest: usize,
    /// Whether left and right have buckets of their own (an encoder); else all that stands behind the
    /// query shares bucket 0 with the query itself (a decoder, which masks it).
    pub bidirectional: bool,
}

impl Buckets {
    /// The paper's 32 buckets up to 128 tokens, both sides.
    pub const ENCODER: Buckets = Buckets { count: 32, farthest: 128, bidirectional: true };
    /// The paper's 32 buckets up to 128 tokens, what stands before.
    pub const DECODER: Buckets = Buckets { count: 32, farthest: 128, bidirectional: false };

    /// The buckets of one side.
    fn of_one_side(self) -> usize {
        if self.bidirectional { self.count / 2 } else { self.count }
    }

    /// The bucket of query i and key j. Of the n buckets of a side, e = ⌊n/2⌋ are a distance each; distance
    /// a from e on is in e + ⌊(n - e) ln(a/e) / ln(farthest/e)⌋, at most n - 1. The floor is exact: where
    /// the quotient of logarithms is a whole number, so is what is counted, as in the released
    /// program's float32 and not in float64. A key behind the query is in the upper half of all
    /// buckets where bidirectional.
    pub fn bucket(self, i: usize, j: usize) -> usize {
        let side = self.of_one_side();
        let behind = j > i;
        let (offset, distance) = match (self.bidirectional, behind) {
            (true, true) => (side, j - i),
            (false, true) => (0, 0),
            (_, false) => (0, i - j),
        };
        let exact = side / 2;
        if distance < exact {
            return offset + distance;
        }
        if distance >= self.farthest {
            return offset + side - 1;
        }
        let steps = side - exact;
        let grown = (distance as f64 / exact as f64).ln()
            / (self.farthest as f64 / exact as f64).ln()
            * steps as f64;
        // Near a whole number the logarithms cannot tell on which side of it they are.
        let edge = grown.round();
        let whole = if (grown - edge).abs() > 1e-9 {
            grown as usize
        } else {
            let edge = edge as usize;
            // (a/e)^steps ≥ (farthest/e)^edge, in whole numbers.
            let a = whole_product(&[(distance, steps), (exact, edge)]);
            let b = whole_product(&[(self.farthest, edge), (exact, steps)]);
            if a >= b { edge } else { edge.saturating_sub(1) }
        };
        offset + (exact + whole).min(side - 1)
    }

    /// The bucket of every j - i from -(N-1) to N-1, `[2N-1]`.
    pub fn by_offset(self, tokens: usize) -> Vec<usize> {
        let last = tokens.saturating_sub(1);
        let offsets = 0..2 * tokens - tokens.min(1);
        // Only j - i counts.
        offsets.map(|place| self.bucket(last, place)).collect()
    }

    /// The bucket of every pair, `[N, N]`.
    pub fn of_sentence(self, tokens: usize) -> Array2<usize> {
        Array2::from_shape_fn((tokens, tokens), |(i, j)| self.bucket(i, j))
    }

    fn check(self) -> Result<(), MethodError> {
        let (what, found) = ("the number of buckets", self.count);
        if self.count < 4 || self.bidirectional && self.count % 2 == 1 {
            let rule = "at least 4 are needed, and an even number for both directions";
            return Err(MethodError::Size { what, found, rule });
        }
        if self.farthest <= self.of_one_side() / 2 {
            return Err(MethodError::Size {
                what: "the farthest distance",
                found: self.farthest,
                rule: "it must be more than the distances that have a bucket of their own",
            });
        }
        Ok(())
    }
}

/// Π base^power, exactly: how many digits of 32 bits it has, and these, the highest first, so that
/// products compare as they are.
fn whole_product(powers: &[(usize, usize)]) -> (usize, Vec<u32>) {
    let mut digits = vec![1_u32];
    for &(base, power) in powers {
        for _ in 0..power {
            let mut carry = 0_u128;
            for digit in &mut digits {
                let product = u128::from(*digit) * base as u128 + carry;
                *digit = (product & u128::from(u32::MAX)) as u32;
                carry = product >> 32;
            }
            while carry > 0 {
                digits.push((carry & u128::from(u32::MAX)) as u32);
                carry >>= 32;
            }
        }
    }
    digits.reverse();
    (digits.len(), digits)
}

/// softmax(q_i · k_j + b[bucket(i, j)]) V.
#[derive(Clone, Debug, PartialEq)]
pub struct T5<T> {
    /// W_Q, W_K, W_V, W_O.
    pub projections: Projections<T>,
    /// The bias of every bucket and head, `[buckets, h]`.
    pub bias_table: Array2<T>,
    /// How relative positions fall into buckets.
    pub buckets: Buckets,
    /// Whether products are divided by √d. T5 does not: its initial W_Q is smaller by √d.
    pub scaled: bool,
}

/// Both directions.
pub const DEFINITION: Definition = Definition {
    name: "t5",
    short: "T5 bias",
    needs: Needs::WORDS,
    causal: false,
    reference: None,
};

/// What a model learns of it.
pub(crate) struct OfEncoder;

impl Learned for OfEncoder {
    const OWN: Own = Own { divides_scores: false, starts_queries_smaller: true, ..Own::NOTHING };
    type Method<T: Real> = T5<T>;

    fn each(_: &str) -> Each {
        Each::Bucket
    }

    fn term_rule(_: usize, tokens: usize) -> TermRule {
        TermRule::ByOffset { buckets: Buckets::ENCODER.by_offset(tokens) }
    }

    fn tensors(sizes: Sizes, _: usize) -> Vec<OwnTensor> {
        let shape = [Buckets::ENCODER.count, sizes.heads];
        vec![OwnTensor::scores("bias_table", &shape, Start::Glorot)]
    }

    fn of_numbers<T: Real>(mut numbers: Numbers<T>) -> Result<T5<T>, AttentionError> {
        let bias_table = numbers.next()?;
        let (projections, scaled) = (numbers.projections, Self::OWN.divides_scores);
        Ok(T5 { projections, bias_table, buckets: Buckets::ENCODER, scaled })
    }
}

pub(crate) fn encoder<T: Real>(options: &Options) -> T5<T> {
    T5::seeded(options.projections(), Buckets::ENCODER, options.seed)
}

/// A sentence through [`T5`], every intermediate kept.
#[derive(Clone, Debug)]
pub struct T5Trace<T> {
    /// What every method has.
    pub common: MethodTrace<T>,
    /// Q, `[h, N, d]`.
    pub query: Array3<T>,
    /// K, `[h, N, d]`.
    pub key: Array3<T>,
    /// V, `[h, N, d]`.
    pub value: Array3<T>,
    /// The bucket of every pair, `[N, N]`.
    pub bucket: Array2<usize>,
    /// q_i · k_j (over √d where scaled), `[h, N, N]`.
    pub content: Array3<T>,
    /// The bias of each pair's bucket, `[h, N, N]`.
    pub bias: Array3<T>,
    bias_table: Array2<T>,
}

impl<T: Real> T5<T> {
    /// Seeded biases, standard normal (a choice of ours), over given projections. W_Q is divided by √d, as
    /// T5's own initial values are, so that un-scaled scores are those of the other methods.
    pub fn seeded(mut projections: Projections<T>, buckets: Buckets, seed: u64) -> Self {
        let scale = inverse_root(projections.dimensions());
        projections.query.mapv_inplace(|w: T| w * scale);
        let bias_table = seeded(seed, 14, (buckets.count, projections.heads()), 1.0);
        T5 { projections, bias_table, buckets, scaled: false }
    }

    /// One sentence, every intermediate typed.
    ///
    /// # Errors
    /// As [`AttentionMethod::run`]; [`MethodError::Size`] where the buckets are too few.
    pub fn trace(&self, sentence: &Sentence<T>) -> Result<T5Trace<T>, MethodError> {
        self.buckets.check()?;
        let h = self.projections.heads();
        shape("the table of biases", self.bias_table.shape(), &[self.buckets.count, h])?;
        finite("the table of biases", self.bias_table.iter())?;
        let mut projected = queries_keys_values(&self.projections, sentence)?;
        if sentence.projected.is_some() && !self.scaled {
            // As W_Q of seeded ones: un-scaled scores are those of the other methods.
            let scale = inverse_root(self.projections.dimensions());
            projected[0].mapv_inplace(|q: T| q * scale);
        }
        self.core_forward(projected, &sentence.mask)
    }

    /// What stands between the projections: from Q, K and V `[h, N, d]` to the heads.
    ///
    /// # Errors
    /// As [`AttentionMethod::run`].
    fn core_forward(
        &self,
        [query, key, value]: [Array3<T>; 3],
        mask: &Mask,
    ) -> Result<T5Trace<T>, MethodError> {
        let (h, tokens, d) = query.dim();
        let scale = if self.scaled { inverse_root(d) } else { T::one() };
        let content = products(&query, &key).mapv(|score: T| score * scale);
        let bucket = self.buckets.of_sentence(tokens);
        let bias =
            each_head(h, bucket.dim(), |head| bucket.mapv(|row| self.bias_table[[row, head]]));
        let scores = sum(&content, &bias);
        check_scores(&scores)?;
        let causal = !self.buckets.bidirectional;
        let weights = softmax_where(&scores, |i, j| (!causal || j <= i) && mask.allows(i, j));
        let heads = weighted_values(&weights, &value);
        let common = MethodTrace::new(scores, weights, heads, &self.projections.output)?;
        let bias_table = self.bias_table.clone();
        Ok(T5Trace { common, query, key, value, bucket, content, bias, bias_table })
    }
}

impl<T: Real> AttentionMethod<T> for T5<T> {
    fn facts(&self) -> Facts {
        Facts {
            title: "T5 relative bias".into(),
            paper: "Raffel et al. 2020: Exploring the Limits of Transfer Learning with a Unified Text-to-Text Transformer",
            equation: "section 2.1; buckets as in the released code".into(),
            formula: "q_i · k_j + b[bucket(j - i)]".into(),
            direction: if self.buckets.bidirectional {
                Knows::Yes
            } else {
                Knows::Partly("only through the mask")
            },
            exact_distance: Knows::Partly("of near tokens; farther ones share buckets"),
            beyond_k: Knows::Partly("coarser and coarser, up to the farthest bucket"),
            syntax: Knows::No,
        }
    }

    fn parameter_count(&self) -> ParameterCount {
        ParameterCount::own(self.bias_table.len(), "buckets·h")
    }

    fn run(&self, sentence: &Sentence<T>) -> Result<Box<dyn Explained<T>>, MethodError> {
        Ok(Box::new(self.trace(sentence)?))
    }
}

impl<T: Real> T5<T> {
    backward_between! {
        /// dL/dX (`X`), dL/dW_Q, dL/dW_K, dL/dW_V, dL/dW_O and dL/db (`bias_table`, `[buckets, h]`) from
        /// dL/dout `[N, m]`, given the sentence and its trace.
        ///
        /// # Errors
        /// Where dL/dout has another shape than the output, or is not finite.
        T5Trace
    }

    /// The backward pass through [`T5::core_forward`]: dL/dQ, dL/dK and dL/dV from dL/dheads, all `[h, N, d]`.
    fn core_backward(
        &self,
        trace: &T5Trace<T>,
        d_heads: &Array3<T>,
        gradients: &mut Gradients<T>,
    ) -> [Array3<T>; 3] {
        let (d_scores, d_value) =
            attention_backward(&trace.common.weights, &trace.value, d_heads, None);
        // Every pair of a bucket has the same bias: their gradients add up. Masked pairs have none.
        let mut d_table = Array2::zeros(self.bias_table.dim());
        for ((head, i, j), &d) in d_scores.indexed_iter() {
            let cell: &mut T = &mut d_table[[trace.bucket[[i, j]], head]];
            *cell = *cell + d;
        }
        gradients.add("bias_table", d_table);
        let root = inverse_root(self.projections.dimensions());
        let d_content = scaled(&d_scores, if self.scaled { root } else { T::one() });
        let [d_query, d_key] = products_backward(&trace.query, &trace.key, &d_content);
        [d_query, d_key, d_value]
    }
}

impl<T: Real> Learns<T> for T5<T> {
    fn projections(&mut self) -> Option<&mut Projections<T>> {
        Some(&mut self.projections)
    }

    fn own(&mut self) -> Vec<(&'static str, &mut [T])> {
        vec![("bias_table", cells_of(&mut self.bias_table))]
    }

    crate::methods::gradients_by_trace!();
    crate::methods::attention_core::has_core!();
}

crate::methods::attention_core::impl_core!(T5, T5Trace);

impl<T: Real> Explained<T> for T5Trace<T> {
    fn common(&self) -> &MethodTrace<T> {
        &self.common
    }

    fn terms(&self) -> Vec<Term<'_, T>> {
        const SECTION: &str = "Raffel et al. 2020, section 2.1";
        const TABLE: &[TermAxis] = &[TermAxis::Label, TermAxis::Head];
        let names = (0..self.bias_table.nrows()).map(|bucket| bucket.to_string()).collect();
        let mut terms = vec![
            Term::indices("bucket", "Bucket of j - i", SECTION, PAIRS, &self.bucket),
            Term::new("bias_table", "Bias of each bucket", SECTION, TABLE, &self.bias_table)
                .with_rows(names),
            Term::new("q", "Queries x W_Q", SECTION, HEAD_TOKENS, &self.query),
            Term::new("k", "Keys x W_K", SECTION, HEAD_TOKENS, &self.key),
            Term::new("v", "Values x W_V", SECTION, HEAD_TOKENS, &self.value),
            Term::new("content", "Content q_i · k_j", SECTION, HEAD_PAIRS, &self.content),
            Term::new("bias", "Bias b[bucket]", SECTION, HEAD_PAIRS, &self.bias),
        ];
        terms.extend(self.common.terms(["scores", "weights", "z", "concat", "out"], SECTION));
        terms
    }
}
