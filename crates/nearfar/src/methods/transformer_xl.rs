//! Transformer-XL: content and position apart, with biases u and v in the place of the query's
//! position (Dai et al. 2019). Causal over a memory, or in both directions as an encoder needs it.

use ndarray::{Array1, Array2, Array3, ArrayView2, Axis, concatenate, s};

use crate::Real;
use crate::attention::parameters::{finite, shape};
use crate::attention::{AttentionError, Mask, Projections};
use crate::methods::gradient::{
    attention_backward, check_upstream, head_sums, output_backward, products_backward,
    project_backward, scaled,
};
use crate::methods::loops::{
    cells, check_scores, each_head, inverse_root, plus_head_vector, product, products, project,
    queries_keys_values, seeded, softmax_where, sum, weighted_values,
};
use crate::methods::trace::{HEAD_PAIRS, HEAD_TOKENS, HEAD_VECTORS, OFFSETS, PAIRS, TOKENS};
use crate::methods::{
    AttentionMethod, Axis as TermAxis, Definition, Explained, Facts, Gradients, Knows, Learns,
    MethodError, MethodTrace, Needs, Options, ParameterCount, Sentence, Term, cells_of,
};
use crate::model::layers::Norm;
use crate::model::own::{Learned, Numbers, Own, OwnTensor, Sizes};

/// A_ij = q_i·k_j + q_i·(R_{i-j} W_R) + u·k_j + v·(R_{i-j} W_R), over √d (Dai et al. 2019, section
/// 3.3).
#[derive(Clone, Debug, PartialEq)]
pub struct TransformerXl<T> {
    /// W_Q, W_{K,E}, W_V, W_O.
    pub projections: Projections<T>,
    /// W_{K,R}, `[h, D, d]`.
    pub position_projection: Array3<T>,
    /// u, added to the query where it meets content, `[h, d]`.
    pub content_bias: Array2<T>,
    /// v, added to the query where it meets positions, `[h, d]`.
    pub position_bias: Array2<T>,
    /// As in the paper: a query sees the memory, itself and what stands before it. Else an encoder's
    /// form of ours: every key, no memory.
    pub causal: bool,
}

/// Both directions.
pub const DEFINITION: Definition =
    Definition { name: "xl", short: "XL", needs: Needs::WORDS, causal: false, reference: None };

/// As published: causal, with a memory.
pub const CAUSAL: Definition = Definition {
    name: "xl-causal",
    short: "XL, causal",
    needs: Needs { memory: true, ..Needs::WORDS },
    causal: true,
    reference: None,
};

/// What a model learns of it.
pub(crate) struct BothDirections;

impl Learned for BothDirections {
    const OWN: Own = Own::NOTHING;
    type Method<T: Real> = TransformerXl<T>;

    fn tensors(sizes: Sizes, _: usize) -> Vec<OwnTensor> {
        let projection = OwnTensor::vectors("W_R", &[sizes.width, sizes.all_heads()]);
        let projection = OwnTensor { is_in_columns: true, ..projection };
        std::iter::once(projection).chain(both_biases(sizes)).collect()
    }

    fn of_numbers<T: Real>(mut numbers: Numbers<T>) -> Result<TransformerXl<T>, AttentionError> {
        Ok(TransformerXl {
            position_projection: heads_apart(&numbers.next()?, numbers.sizes.heads),
            content_bias: numbers.next()?,
            position_bias: numbers.next()?,
            projections: numbers.projections,
            causal: false,
        })
    }
}

/// u and v, `[h, d]`.
pub(super) fn both_biases(sizes: Sizes) -> [OwnTensor; 2] {
    ["u", "v"].map(|name| OwnTensor::vectors(name, &[sizes.heads, sizes.dimensions]))
}

/// `[h, D, d]` of `[D, h·d]`.
fn heads_apart<T: Real>(columns: &Array2<T>, heads: usize) -> Array3<T> {
    let (width, all) = columns.dim();
    let d = all / heads.max(1);
    Array3::from_shape_fn((heads, width, d), |(head, row, column)| {
        columns[[row, head * d + column]]
    })
}

pub(crate) fn both_directions<T: Real>(options: &Options) -> TransformerXl<T> {
    TransformerXl::seeded(options.projections(), false, options.seed)
}

pub(crate) fn causal<T: Real>(options: &Options) -> TransformerXl<T> {
    TransformerXl::seeded(options.projections(), true, options.seed)
}

/// A sentence through [`TransformerXl`], every intermediate kept. M tokens of memory, K = M + N keys,
/// P relative positions.
#[derive(Clone, Debug)]
pub struct TransformerXlTrace<T> {
    /// What every method has.
    pub common: MethodTrace<T>,
    /// The relative positions query - key, descending, `[P]`.
    pub positions: Vec<i64>,
    /// R of each, `[P, D]`.
    pub sinusoids: Array2<T>,
    /// Q, `[h, N, d]`.
    pub query: Array3<T>,
    /// K over memory and sentence, `[h, K, d]`.
    pub key: Array3<T>,
    /// V over memory and sentence, `[h, K, d]`.
    pub value: Array3<T>,
    /// R W_R, `[h, P, d]`.
    pub projected_sinusoids: Array3<T>,
    /// (a) q_i · k_j, `[h, N, K]`.
    pub content: Array3<T>,
    /// (b) q_i · R_{i-j} W_R, `[h, N, K]`; 0 where masked.
    pub position: Array3<T>,
    /// (c) u · k_j, `[h, N, K]`.
    pub global_content: Array3<T>,
    /// (d) v · R_{i-j} W_R, `[h, N, K]`; 0 where masked.
    pub global_position: Array3<T>,
    /// (a) + (c), `[h, N, K]`.
    pub content_and_bias: Array3<T>,
    /// (b) + (d) before the shift: column p belongs to `positions[p]`, `[h, N, P]`.
    pub unshifted: Array3<T>,
    /// (b) + (d), `[h, N, K]`; 0 where masked.
    pub shifted: Array3<T>,
    /// 1 where a query may look, `[N, K]`.
    pub allowed: Array2<usize>,
    /// LayerNorm(H + out) without gain and bias, `[N, D]`; `None` where W_O has another width than D.
    pub block_output: Option<Array2<T>>,
    content_bias: Array2<T>,
    position_bias: Array2<T>,
}

/// R of relative positions, `[P, D]`: the sines of all frequencies, then the cosines, 10000^(-2i/D)
/// (the released program; section 3.3 takes R from Vaswani et al. 2017, who interleave them). An odd D
/// has one sine more.
pub fn half_sinusoids<T: Real>(positions: &[i64], width: usize) -> Array2<T> {
    let sines = width.div_ceil(2);
    let divisor = |frequency| 10_000_f64.powf(2.0 * f64::from(frequency) / width as f64);
    let divisors: Vec<f64> = (0..).take(sines).map(|frequency: u32| divisor(frequency)).collect();
    Array2::from_shape_fn((positions.len(), width), |(row, column)| {
        let (is_sine, frequency) = (column < sines, column % sines);
        let angle = positions[row] as f64 / divisors[frequency];
        T::from_f64(if is_sine { angle.sin() } else { angle.cos() })
    })
}

/// The relative positions query - key that occur, descending: K-1 .. 0 where causal, N-1 .. -(N-1)
/// where not.
pub fn relative_positions(tokens: usize, keys: usize, causal: bool) -> Vec<i64> {
    let signed = |n: usize| i64::try_from(n).unwrap_or(i64::MAX);
    let lowest = if causal { 0 } else { 1 - signed(tokens) };
    (lowest..signed(keys.max(tokens))).rev().collect()
}

/// The relative shift (Dai et al. 2019, appendix B) as the released program does it: a column of zeros in
/// front, the same cells read as rows of another length, the first row dropped. From `[N, P]`, whose
/// columns are relative positions in descending order, to `[N, keys]`. Cells of keys behind the query
/// hold leftovers where `unshifted` is causal; they are to be masked.
pub fn relative_shift<T: Real>(unshifted: ArrayView2<T>, keys: usize) -> Array2<T> {
    let (tokens, width) = unshifted.dim();
    let mut padded = Array2::zeros((tokens, width + 1));
    padded.slice_mut(s![.., 1..]).assign(&unshifted);
    let rows = cells(&padded).get(tokens..).unwrap_or_default().chunks_exact(width.max(1));
    let mut shifted = Array2::zeros((tokens, keys.min(width)));
    for (mut out, row) in shifted.outer_iter_mut().zip(rows) {
        out.iter_mut().zip(row).for_each(|(cell, &value)| *cell = value);
    }
    shifted
}

impl<T: Real> TransformerXl<T> {
    /// Seeded W_R, u and v over given projections. W_R is scaled as the other untrained projections
    /// are; u and v are standard normal: a choice of ours.
    pub fn seeded(projections: Projections<T>, causal: bool, seed: u64) -> Self {
        let (h, width, d) = projections.query.dim();
        let deviation = crate::attention::parameters::UNTRAINED_GAIN / (width as f64).sqrt();
        let position_projection =
            each_head(h, (width, d), |head| seeded(seed, 16 + head as u64, (width, d), deviation));
        let (content_bias, position_bias) =
            (seeded(seed, 2, (h, d), 1.0), seeded(seed, 3, (h, d), 1.0));
        TransformerXl { projections, position_projection, content_bias, position_bias, causal }
    }

    /// One sentence, every intermediate typed.
    ///
    /// # Errors
    /// As [`AttentionMethod::run`]; a memory without the causal form is refused.
    pub fn trace(&self, sentence: &Sentence<T>) -> Result<TransformerXlTrace<T>, MethodError> {
        let width = self.projections.width();
        let [query, mut key, mut value] = queries_keys_values(&self.projections, sentence)?;
        self.check()?;
        let tokens = sentence.embeddings.nrows();
        let nothing = Array2::zeros((0, width));
        let memory = sentence.memory.unwrap_or(nothing.view());
        if !self.causal && memory.nrows() > 0 {
            return Err(MethodError::Size {
                what: "the memory of the bidirectional form",
                found: memory.nrows(),
                rule: "only the causal form has one; leave it out",
            });
        }
        shape("the memory", memory.shape(), &[memory.nrows(), width])?;
        finite("the memory", memory.iter())?;
        if memory.nrows() > 0 {
            if sentence.projected.is_some() {
                let method = "a memory of word vectors";
                return Err(MethodError::Projected { method, what: "W_K and W_V" });
            }
            let before = |weights: &Array3<T>, of_sentence: Array3<T>| {
                concatenate(Axis(1), &[project(memory, weights).view(), of_sentence.view()])
                    .map_err(|_| AttentionError::Empty { what: "the memory" })
            };
            key = before(&self.projections.key, key)?;
            value = before(&self.projections.value, value)?;
        }
        let mut trace = self.core_forward([query, key, value], &sentence.mask)?;
        trace.block_output = (trace.common.output.ncols() == width).then(|| {
            let norm = Norm { gain: vec![T::one(); width], bias: vec![T::zero(); width] };
            let flat = |rows: ArrayView2<T>| rows.iter().copied().collect::<Vec<T>>();
            let rows = norm.of_sum(&flat(sentence.embeddings), &flat(trace.common.output.view()));
            Array1::from(rows)
                .into_shape_with_order((tokens, width))
                .unwrap_or_else(|_| unreachable!("LayerNorm keeps the shape"))
        });
        Ok(trace)
    }

    /// What stands between the projections: from Q `[h, N, d]`, K and V `[h, K, d]` to the heads.
    ///
    /// # Errors
    /// As [`AttentionMethod::run`].
    fn core_forward(
        &self,
        [query, key, value]: [Array3<T>; 3],
        mask: &Mask,
    ) -> Result<TransformerXlTrace<T>, MethodError> {
        let ((h, tokens, d), keys) = (query.dim(), key.dim().1);
        let remembered = keys - tokens;
        let positions = relative_positions(tokens, keys, self.causal);
        let sinusoids = half_sinusoids(&positions, self.position_projection.dim().1);
        let projected_sinusoids = project(sinusoids.view(), &self.position_projection);

        // Between the N tokens the sentence's own mask counts too; the memory is always seen.
        let allows = |i: usize, j: usize| {
            (!self.causal || j <= remembered + i)
                && (j < remembered || mask.allows(i, j - remembered))
        };
        let allowed = Array2::from_shape_fn((tokens, keys), |(i, j)| usize::from(allows(i, j)));
        let shift = |unshifted: &Array3<T>| {
            each_head(h, (tokens, keys), |head| {
                let mut shifted = relative_shift(unshifted.index_axis(Axis(0), head), keys);
                shifted.zip_mut_with(&allowed, |cell, &allowed| {
                    *cell = if allowed == 1 { *cell } else { T::zero() };
                });
                shifted
            })
        };
        let content = products(&query, &key);
        let global_content = each_head(h, (tokens, keys), |head| {
            let row = product(
                self.content_bias.slice(s![head..head + 1, ..]),
                key.index_axis(Axis(0), head).t(),
            );
            Array2::from_shape_fn((tokens, keys), |(_, j)| row[[0, j]])
        });
        let content_and_bias = sum(&content, &global_content);
        let unshifted_content = products(&query, &projected_sinusoids);
        // v · r of every position, the same for every query.
        let of_positions = each_head(h, (1, positions.len()), |head| {
            let bias = self.position_bias.slice(s![head..head + 1, ..]);
            product(bias, projected_sinusoids.index_axis(Axis(0), head).t())
        });
        let unshifted =
            plus_head_vector(&unshifted_content, &of_positions.index_axis(Axis(1), 0).to_owned());
        let shifted = shift(&unshifted);
        let position = shift(&unshifted_content);
        let global_position = each_head(h, (tokens, keys), |head| {
            Array2::from_shape_fn((tokens, keys), |(i, j)| {
                if allowed[[i, j]] == 1 {
                    of_positions[[head, 0, j + tokens - 1 - i]]
                } else {
                    T::zero()
                }
            })
        });
        let scale = inverse_root(d);
        let scores = sum(&content_and_bias, &shifted).mapv(|score: T| score * scale);
        check_scores(&scores)?;
        let weights = softmax_where(&scores, |i, j| allowed[[i, j]] == 1);
        let heads = weighted_values(&weights, &value);
        let common = MethodTrace::new(scores, weights, heads, &self.projections.output)?;
        Ok(TransformerXlTrace {
            common,
            positions,
            sinusoids,
            query,
            key,
            value,
            projected_sinusoids,
            content,
            position,
            global_content,
            global_position,
            content_and_bias,
            unshifted,
            shifted,
            allowed,
            block_output: None,
            content_bias: self.content_bias.clone(),
            position_bias: self.position_bias.clone(),
        })
    }

    fn check(&self) -> Result<(), AttentionError> {
        let (h, width, d) = self.projections.query.dim();
        shape("W_R", self.position_projection.shape(), &[h, width, d])?;
        shape("u", self.content_bias.shape(), &[h, d])?;
        shape("v", self.position_bias.shape(), &[h, d])?;
        finite("W_R", self.position_projection.iter())?;
        finite("u", self.content_bias.iter())?;
        finite("v", self.position_bias.iter())
    }
}

impl<T: Real> AttentionMethod<T> for TransformerXl<T> {
    fn facts(&self) -> Facts {
        Facts {
            title: if self.causal { "Transformer-XL, causal" } else { "Transformer-XL" }.into(),
            paper: "Dai et al. 2019: Transformer-XL: Attentive Language Models beyond a Fixed-Length Context",
            equation: "section 3.3, terms (a) to (d)".into(),
            formula: "[(q_i + u) · k_j + (q_i + v) · R_{i-j} W_R] / √d".into(),
            direction: Knows::Yes,
            exact_distance: Knows::Partly("through sinusoids that W_R must keep apart"),
            beyond_k: Knows::Partly("there is no k; far positions look more and more alike"),
            syntax: Knows::No,
        }
    }

    fn parameter_count(&self) -> ParameterCount {
        let biases = self.content_bias.len() + self.position_bias.len();
        ParameterCount::own(self.position_projection.len() + biases, "D·h·d + 2·h·d")
    }

    fn run(&self, sentence: &Sentence<T>) -> Result<Box<dyn Explained<T>>, MethodError> {
        Ok(Box::new(self.trace(sentence)?))
    }
}

/// `[h, N, P]`.
const HEAD_OFFSETS: &[TermAxis] = &[TermAxis::Head, TermAxis::Query, TermAxis::Offset];
/// `[h, P, d]`.
const HEAD_OFFSET_VECTORS: &[TermAxis] = &[TermAxis::Head, TermAxis::Offset, TermAxis::Dimension];

impl<T: Real> TransformerXl<T> {
    /// dL/dH (`H`), dL/dW_Q, dL/dW_K, dL/dW_V, dL/dW_R, dL/dW_O, dL/du and dL/dv from dL/dout `[N, m]`
    /// (before the residual and the layer norm), given the sentence and its trace.
    ///
    /// # Errors
    /// Where dL/dout has another shape than the output, or is not finite.
    pub fn backward(
        &self,
        sentence: &Sentence<T>,
        trace: &TransformerXlTrace<T>,
        d_output: ArrayView2<T>,
    ) -> Result<Gradients<T>, MethodError> {
        let common = &trace.common;
        check_upstream(common, d_output)?;
        let mut gradients = Gradients::new();
        let d_heads = output_backward(common, &self.projections.output, d_output, &mut gradients);
        let [d_query, d_key, d_value] = self.core_backward(trace, &d_heads, &mut gradients);

        let input = sentence.embeddings;
        let memory = sentence.memory.unwrap_or(input.slice_move(s![..0, ..]));
        let remembered = memory.nrows();
        let seen = concatenate(Axis(0), &[memory, input])
            .unwrap_or_else(|_| unreachable!("the trace was made from both"));
        let mut d_input = Array2::zeros(input.dim());
        let d = project_backward(input, &self.projections.query, &d_query, &mut d_input);
        gradients.add("W_Q", d);
        let mut d_seen = Array2::zeros(seen.dim());
        for (name, weights, d_projected) in
            [("W_K", &self.projections.key, &d_key), ("W_V", &self.projections.value, &d_value)]
        {
            let d = project_backward(seen.view(), weights, d_projected, &mut d_seen);
            gradients.add(name, d);
        }
        let of_sentence = d_seen.slice(s![remembered.., ..]);
        d_input.zip_mut_with(&of_sentence, |sum: &mut T, &d| *sum = *sum + d);
        gradients.add("H", d_input);
        Ok(gradients)
    }

    /// The backward pass through [`TransformerXl::core_forward`]: dL/dQ `[h, N, d]`, dL/dK and dL/dV `[h, K, d]` from
    /// dL/dheads `[h, N, d]`.
    fn core_backward(
        &self,
        trace: &TransformerXlTrace<T>,
        d_heads: &Array3<T>,
        gradients: &mut Gradients<T>,
    ) -> [Array3<T>; 3] {
        let (d_scores, d_value) =
            attention_backward(&trace.common.weights, &trace.value, d_heads, None);
        let d_scores = scaled(&d_scores, inverse_root(self.projections.dimensions()));

        let biased = plus_head_vector(&trace.query, &self.content_bias);
        let [d_content, d_key] = products_backward(&biased, &trace.key, &d_scores);
        gradients.add("u", head_sums(&d_content));
        let biased = plus_head_vector(&trace.query, &self.position_bias);
        let d_unshifted = unshift(&d_scores, trace.positions.len());
        let [d_position, d_sinusoids] =
            products_backward(&biased, &trace.projected_sinusoids, &d_unshifted);
        gradients.add("v", head_sums(&d_position));

        // W_R sees the sinusoids, which are fixed.
        let (h, width, d) = self.position_projection.dim();
        let d_position_projection = each_head(h, (width, d), |head| {
            product(trace.sinusoids.t(), d_sinusoids.index_axis(Axis(0), head))
        });
        gradients.add("W_R", d_position_projection);
        [sum(&d_content, &d_position), d_key, d_value]
    }
}

/// Back through the relative shift, `[h, N, P]` of `[h, N, K]`: what cell j of row i came from is column
/// N-1-i+j. Masked cells have no gradient, and are 0 already.
fn unshift<T: Real>(d_shifted: &Array3<T>, positions: usize) -> Array3<T> {
    let (h, tokens, _) = d_shifted.dim();
    let mut d = Array3::zeros((h, tokens, positions));
    for ((head, i, j), &cell) in d_shifted.indexed_iter() {
        let column = tokens - 1 - i + j;
        if column < positions {
            d[[head, i, column]] = cell;
        }
    }
    d
}

impl<T: Real> Learns<T> for TransformerXl<T> {
    fn projections(&mut self) -> Option<&mut Projections<T>> {
        Some(&mut self.projections)
    }

    fn own(&mut self) -> Vec<(&'static str, &mut [T])> {
        vec![
            ("W_R", cells_of(&mut self.position_projection)),
            ("u", cells_of(&mut self.content_bias)),
            ("v", cells_of(&mut self.position_bias)),
        ]
    }

    crate::methods::gradients_by_trace!();
    crate::methods::attention_core::has_core!();
}

crate::methods::attention_core::impl_core!(TransformerXl, TransformerXlTrace);

impl<T: Real> Explained<T> for TransformerXlTrace<T> {
    fn common(&self) -> &MethodTrace<T> {
        &self.common
    }

    fn terms(&self) -> Vec<Term<'_, T>> {
        const SECTION: &str = "Dai et al. 2019, section 3.3";
        const SHIFT: &str = "Dai et al. 2019, appendix B";
        let names: Vec<String> = self.positions.iter().map(i64::to_string).collect();
        let pairs =
            |name, title, source, values| Term::new(name, title, source, HEAD_PAIRS, values);
        let mut terms = vec![
            Term::integers(
                "pos_seq",
                "Relative positions i - j",
                SECTION,
                &[TermAxis::Offset],
                &self.positions,
            )
            .with_rows(names.clone()),
            Term::new("R", "Sinusoids R of each", SECTION, OFFSETS, &self.sinusoids)
                .with_rows(names.clone()),
            Term::new(
                "u",
                "u: every query's content bias",
                SECTION,
                HEAD_VECTORS,
                &self.content_bias,
            ),
            Term::new(
                "v",
                "v: every query's position bias",
                SECTION,
                HEAD_VECTORS,
                &self.position_bias,
            ),
            Term::new("q", "Queries h W_Q", SECTION, HEAD_TOKENS, &self.query),
            Term::new("k", "Keys [memory; h] W_K", SECTION, HEAD_KEYS, &self.key),
            Term::new("val", "Values [memory; h] W_V", SECTION, HEAD_KEYS, &self.value),
            Term::new(
                "r",
                "Projected sinusoids R W_R",
                SECTION,
                HEAD_OFFSET_VECTORS,
                &self.projected_sinusoids,
            )
            .with_rows(names.clone()),
            pairs("a", "(a) content: q_i · k_j", SECTION, &self.content),
            pairs("b", "(b) content and position: q_i · R_{i-j} W_R", SECTION, &self.position),
            pairs("c", "(c) global content: u · k_j", SECTION, &self.global_content),
            pairs("d", "(d) global position: v · R_{i-j} W_R", SECTION, &self.global_position),
            pairs("AC", "(a) + (c) = (q_i + u) · k_j", SHIFT, &self.content_and_bias),
            Term::new("BD_raw", "(b) + (d) before the shift", SHIFT, HEAD_OFFSETS, &self.unshifted)
                .with_rows(names),
            pairs("BD", "(b) + (d) = (q_i + v) · R_{i-j} W_R", SHIFT, &self.shifted),
            Term::indices("allowed", "Whether i may look at j", SECTION, PAIRS, &self.allowed),
        ];
        terms.extend(self.common.terms(["scores", "attn", "vec", "concat", "out"], SECTION));
        if let Some(block) = &self.block_output {
            let title = "LayerNorm(H + out)";
            terms.push(Term::new("block_out", title, SECTION, TOKENS, block));
        }
        terms
    }
}

/// `[h, K, d]`.
const HEAD_KEYS: &[TermAxis] = &[TermAxis::Head, TermAxis::Key, TermAxis::Dimension];
