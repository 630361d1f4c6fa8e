//! DiSAN: attention weights for every feature, once over what stands before and once over what stands
//! after, a gate between a token and its context, and one vector for the sentence (Shen et al. 2018).

use ndarray::{
    Array1, Array2, Array3, ArrayView1, ArrayView2, ArrayView3, Axis, Zip, concatenate, s, stack,
};
use nearfar_kernel::transpose;

use crate::Real;
use crate::attention::parameters::{UNTRAINED_GAIN, finite, shape};
use crate::attention::{AttentionError, Mask, Projections};
use crate::methods::loops::{cells, check_input, product, seeded};
use crate::methods::trace::PAIRS;
use crate::methods::{
    AttentionMethod, Axis as TermAxis, Definition, Explained, Facts, Gradients, Knows, Learns,
    Measure, MethodError, MethodTrace, Needs, Options, ParameterCount, Role, Sentence, Term,
    cells_of,
};
use crate::model::own::{Learned, Misfit, Numbers, Own, OwnTensor, Sizes};
use crate::model::{Each, Start};

/// c in c·tanh(x / c), the authors' own choice.
pub const SOFT_LIMIT: f64 = 5.0;

/// One directional block (Shen et al. 2018, section 3.3), D inputs, F features.
#[derive(Clone, Debug, PartialEq)]
pub struct DirectionalBlock<T> {
    /// W^(h), `[D, F]`.
    pub hidden: Array2<T>,
    /// b^(h), `[F]`.
    pub hidden_bias: Array1<T>,
    /// W^(1), of the token that is attended to, `[F, F]`.
    pub attended: Array2<T>,
    /// W^(2), of the token that attends, `[F, F]`.
    pub attending: Array2<T>,
    /// b^(1), `[F]`.
    pub score_bias: Array1<T>,
    /// W^(f1), of the context s, `[F, F]`.
    pub gate_context: Array2<T>,
    /// W^(f2), of the token h, `[F, F]`.
    pub gate_token: Array2<T>,
    /// b^(f), `[F]`.
    pub gate_bias: Array1<T>,
}

/// Attention of the sentence to its tokens (source2token, Shen et al. 2018, section 3.2), over G = 2F features.
#[derive(Clone, Debug, PartialEq)]
pub struct SourceToToken<T> {
    /// W^(1), `[G, G]`.
    pub inner: Array2<T>,
    /// b^(1), `[G]`.
    pub inner_bias: Array1<T>,
    /// W, `[G, G]`.
    pub outer: Array2<T>,
    /// b, `[G]`.
    pub outer_bias: Array1<T>,
}

/// DiSAN (Shen et al. 2018, section 4). No dropout, no batch norm.
#[derive(Clone, Debug, PartialEq)]
pub struct Disan<T> {
    /// Sees what stands before.
    pub forward: DirectionalBlock<T>,
    /// Sees what stands after.
    pub backward: DirectionalBlock<T>,
    /// From tokens to the sentence.
    pub source: SourceToToken<T>,
}

/// Which tokens a block sees. Never the token itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Direction {
    /// j < i: what stands before.
    Forward,
    /// j > i: what stands after.
    Backward,
}

impl Direction {
    /// Whether token i may attend to token j.
    pub fn allows(self, i: usize, j: usize) -> bool {
        match self {
            Direction::Forward => j < i,
            Direction::Backward => j > i,
        }
    }
}

/// One block's intermediates.
#[derive(Clone, Debug, PartialEq)]
pub struct BlockTrace<T> {
    /// h = ELU(x W^(h) + b^(h)), `[N, F]`.
    pub hidden: Array2<T>,
    /// h W^(1), `[N, F]`.
    pub attended: Array2<T>,
    /// h W^(2), `[N, F]`.
    pub attending: Array2<T>,
    /// c·tanh((h_j W^(1) + h_i W^(2) + b^(1)) / c), before masking, `[N, N, F]`.
    pub logits: Array3<T>,
    /// 1 where i may attend to j, `[N, N]`.
    pub allowed: Array2<usize>,
    /// P: softmax over j for each feature; all 0 where nothing is allowed, `[N, N, F]`.
    pub weights: Array3<T>,
    /// s_i = Σ_j P_ij ∘ h_j, `[N, F]`.
    pub context: Array2<T>,
    /// F = σ(s W^(f1) + h W^(f2) + b^(f)), `[N, F]`.
    pub gate: Array2<T>,
    /// u = F ∘ h + (1 - F) ∘ s, `[N, F]`.
    pub output: Array2<T>,
}

/// A sentence through [`Disan`], every intermediate kept.
#[derive(Clone, Debug)]
pub struct DisanTrace<T> {
    /// What every method has; heads are the directions, scores and weights means over features.
    pub common: MethodTrace<T>,
    /// The forward block.
    pub forward: BlockTrace<T>,
    /// The backward block.
    pub backward: BlockTrace<T>,
    /// f = ELU(U W^(1) + b^(1)) W + b, `[N, G]`.
    pub source_scores: Array2<T>,
    /// softmax of f over tokens for each feature, `[N, G]`.
    pub source_weights: Array2<T>,
    /// Σ_i P_i ∘ u_i, `[G]`.
    pub sentence: Array1<T>,
}

/// x where positive, e^x - 1 where not: σ of the authors' program.
pub(crate) fn elu<T: Real>(x: T) -> T {
    if x > T::zero() { x } else { x.exp_m1() }
}

/// tanh by the kernel's exponential: absolutely, not relatively, as exact as the type.
fn tanh<T: Real>(x: T) -> T {
    let two = T::one() + T::one();
    T::one() - two / (T::one() + (two * x).exponential())
}

fn sigmoid<T: Real>(x: T) -> T {
    T::one() / (T::one() + (-x).exponential())
}

/// rows W + b.
pub(crate) fn affine<T: Real>(
    rows: ArrayView2<T>,
    weights: &Array2<T>,
    bias: &Array1<T>,
) -> Array2<T> {
    product(rows, weights.view()) + bias
}

/// softmax over the first axis of `[N, F]` for each feature; `allowed` says which rows count.
pub(crate) fn softmax_of_features<T: Real>(
    logits: ArrayView2<T>,
    allowed: impl Fn(usize) -> bool,
) -> Array2<T> {
    let (tokens, features) = logits.dim();
    let mut weights: Vec<T> = logits.iter().copied().collect();
    let mut scratch = vec![T::zero(); weights.len()];
    softmax_columns(tokens, features, &mut weights, &mut scratch, allowed);
    Array2::from_shape_vec((tokens, features), weights)
        .unwrap_or_else(|_| unreachable!("a softmax keeps the shape"))
}

/// softmax of every column of `cells` `[tokens, features]` in place, over the rows that are allowed: a
/// column is a row of the transposed cells, which the kernel's softmax works on.
fn softmax_columns<T: Real>(
    tokens: usize,
    features: usize,
    cells: &mut [T],
    scratch: &mut [T],
    allowed: impl Fn(usize) -> bool,
) {
    for (token, row) in cells.chunks_exact_mut(features.max(1)).enumerate() {
        if !allowed(token) {
            row.fill(T::neg_infinity());
        }
    }
    transpose(tokens, features, cells, scratch);
    scratch.chunks_exact_mut(tokens.max(1)).for_each(T::softmax);
    transpose(features, tokens, scratch, cells);
}

impl<T: Real> DirectionalBlock<T> {
    /// D and F.
    pub fn dim(&self) -> (usize, usize) {
        self.hidden.dim()
    }

    fn seeded(seed: u64, stream: u64, width: usize, features: usize) -> Self {
        let square =
            |at| seeded(seed, stream + at, (features, features), 1.0 / (features as f64).sqrt());
        let deviation = UNTRAINED_GAIN / (width as f64).sqrt();
        DirectionalBlock {
            hidden: seeded(seed, stream, (width, features), deviation),
            hidden_bias: Array1::zeros(features),
            attended: square(1),
            attending: square(2),
            score_bias: Array1::zeros(features),
            gate_context: square(3),
            gate_token: square(4),
            gate_bias: Array1::zeros(features),
        }
    }

    /// That the shapes belong together and every number is finite.
    fn check(&self) -> Result<(), AttentionError> {
        let (width, features) = self.dim();
        for (what, size) in [("the width", width), ("the features", features)] {
            if size == 0 {
                return Err(AttentionError::Empty { what });
            }
        }
        for (what, matrix) in [
            ("W_1", &self.attended),
            ("W_2", &self.attending),
            ("W_f1", &self.gate_context),
            ("W_f2", &self.gate_token),
        ] {
            shape(what, matrix.shape(), &[features, features])?;
            finite(what, matrix.iter())?;
        }
        finite("W_h", self.hidden.iter())?;
        for (what, bias) in
            [("b_h", &self.hidden_bias), ("b_1", &self.score_bias), ("b_f", &self.gate_bias)]
        {
            shape(what, bias.shape(), &[features])?;
            finite(what, bias.iter())?;
        }
        Ok(())
    }

    /// x `[N, D]` through the block. A masked key is seen by nobody.
    fn trace(&self, x: ArrayView2<T>, direction: Direction, mask: &Mask) -> BlockTrace<T> {
        let (tokens, features) = (x.nrows(), self.hidden.ncols());
        let hidden = affine(x, &self.hidden, &self.hidden_bias).mapv(elu);
        let attended = product(hidden.view(), self.attended.view());
        let attending = product(hidden.view(), self.attending.view());
        let allows = |i, j| direction.allows(i, j) && mask.allows(i, j);
        let allowed = Array2::from_shape_fn((tokens, tokens), |(i, j)| usize::from(allows(i, j)));
        let (limit, inverse) = (T::from_f64(SOFT_LIMIT), T::from_f64(1.0 / SOFT_LIMIT));
        // Flat and row by row: this is the method with the most cells, N·N·F of each direction.
        let queries = &attending + &self.score_bias;
        let size = tokens * features;
        let [mut logits, mut weights] = [(); 2].map(|()| vec![T::zero(); tokens * size]);
        let [mut scratch, mut context] = [(); 2].map(|()| vec![T::zero(); size]);
        let (queries, keys, values) = (cells(&queries), cells(&attended), cells(&hidden));
        for i in 0..tokens {
            let query = &queries[i * features..(i + 1) * features];
            let (logits, weights) =
                (&mut logits[i * size..(i + 1) * size], &mut weights[i * size..(i + 1) * size]);
            for (row, key) in logits.chunks_exact_mut(features).zip(keys.chunks_exact(features)) {
                for ((cell, &key), &query) in row.iter_mut().zip(key).zip(query) {
                    *cell = limit * tanh(inverse * (key + query));
                }
            }
            weights.copy_from_slice(logits);
            softmax_columns(tokens, features, weights, &mut scratch, |j| allows(i, j));
            T::times(weights, values, &mut scratch);
            let context = &mut context[i * features..(i + 1) * features];
            for row in scratch.chunks_exact(features) {
                T::plus_in_place(context, row);
            }
        }
        let cube = |cells| {
            Array3::from_shape_vec((tokens, tokens, features), cells)
                .unwrap_or_else(|_| unreachable!("N·N·F cells"))
        };
        let (logits, weights) = (cube(logits), cube(weights));
        let context = Array2::from_shape_vec((tokens, features), context)
            .unwrap_or_else(|_| unreachable!("N·F cells"));
        let gate = (product(context.view(), self.gate_context.view())
            + affine(hidden.view(), &self.gate_token, &self.gate_bias))
        .mapv(sigmoid);
        let mut output = context.clone();
        ndarray::Zip::from(&mut output)
            .and(&gate)
            .and(&hidden)
            .for_each(|u: &mut T, &gate, &h| *u = gate * h + (T::one() - gate) * *u);
        BlockTrace { hidden, attended, attending, logits, allowed, weights, context, gate, output }
    }
}

impl<T: Real> SourceToToken<T> {
    fn seeded(seed: u64, stream: u64, features: usize) -> Self {
        let deviation = 1.0 / (features as f64).sqrt();
        let square = |at| seeded(seed, stream + at, (features, features), deviation);
        SourceToToken {
            inner: square(0),
            inner_bias: Array1::zeros(features),
            outer: square(1),
            outer_bias: Array1::zeros(features),
        }
    }

    fn check(&self, features: usize) -> Result<(), AttentionError> {
        shape("W_1 of source2token", self.inner.shape(), &[features, features])?;
        shape("W of source2token", self.outer.shape(), &[features, features])?;
        shape("b_1 of source2token", self.inner_bias.shape(), &[features])?;
        shape("b of source2token", self.outer_bias.shape(), &[features])?;
        finite("W_1 of source2token", self.inner.iter())?;
        finite("W of source2token", self.outer.iter())?;
        finite("b_1 of source2token", self.inner_bias.iter())?;
        finite("b of source2token", self.outer_bias.iter())
    }

    /// f and its softmax over the tokens that are allowed, both `[N, G]`.
    fn trace(&self, u: ArrayView2<T>, mask: &Mask) -> [Array2<T>; 2] {
        let inner = affine(u, &self.inner, &self.inner_bias).mapv(elu);
        let scores = affine(inner.view(), &self.outer, &self.outer_bias);
        let key = |token: usize| {
            mask.keys.as_ref().is_none_or(|keys| keys.get(token).copied().unwrap_or(false))
        };
        let weights = softmax_of_features(scores.view(), key);
        [scores, weights]
    }
}

/// Both directions.
pub const DEFINITION: Definition = Definition {
    name: "disan",
    short: "DiSAN",
    needs: Needs::WORDS,
    causal: false,
    reference: None,
};

/// F of a model's DiSAN: half the width, so that both directions side by side are as wide as a word.
pub fn features_of(width: usize) -> usize {
    width / 2
}

/// What a model learns of it.
pub(crate) struct BothBlocks;

impl Learned for BothBlocks {
    const OWN: Own = Own { is_encoder: true, ..Own::NOTHING };
    type Method<T: Real> = Disan<T>;

    fn each(name: &str) -> Each {
        // b of its gates; the other tensors are weights of layers.
        if name.ends_with("_b_f") { Each::Feature } else { Each::Whole }
    }

    fn misfit(Sizes { width, .. }: Sizes) -> Option<Misfit> {
        let rule = "DiSAN has half of it for each direction and needs an even number";
        (width % 2 == 1 || width < 2).then_some(("the width of the embeddings", width, rule))
    }

    fn tensors(Sizes { width, .. }: Sizes, _: usize) -> Vec<OwnTensor> {
        let features = features_of(width);
        let weight = |name, rows, columns| {
            OwnTensor::new(name, &[rows, columns], Start::Glorot, crate::model::Role::Weight)
        };
        let bias =
            |name, size| OwnTensor::new(name, &[size], Start::Zero, crate::model::Role::Weight);
        let block = |names: [&'static str; 8]| {
            let [hidden, hidden_bias, attended, attending, score, context, token, gate] = names;
            [
                weight(hidden, width, features),
                bias(hidden_bias, features),
                weight(attended, features, features),
                weight(attending, features, features),
                bias(score, features),
                weight(context, features, features),
                weight(token, features, features),
                bias(gate, features),
            ]
        };
        let both = 2 * features;
        let source = [
            weight("st_W_1", both, both),
            bias("st_b_1", both),
            weight("st_W", both, both),
            bias("st_b", both),
        ];
        let blocks = [FORWARD, BACKWARD].map(block);
        blocks.into_iter().flatten().chain(source).collect()
    }

    fn of_numbers<T: Real>(mut numbers: Numbers<T>) -> Result<Disan<T>, AttentionError> {
        let mut block = || -> Result<_, AttentionError> {
            Ok(DirectionalBlock {
                hidden: numbers.next()?,
                hidden_bias: numbers.next_vector()?,
                attended: numbers.next()?,
                attending: numbers.next()?,
                score_bias: numbers.next_vector()?,
                gate_context: numbers.next()?,
                gate_token: numbers.next()?,
                gate_bias: numbers.next_vector()?,
            })
        };
        let (forward, backward) = (block()?, block()?);
        let source = SourceToToken {
            inner: numbers.next()?,
            inner_bias: numbers.next_vector()?,
            outer: numbers.next()?,
            outer_bias: numbers.next_vector()?,
        };
        Ok(Disan { forward, backward, source })
    }
}

pub(crate) fn both_blocks<T: Real>(options: &Options) -> Disan<T> {
    Disan::seeded(options.width, options.features, options.seed)
}

impl<T: Real> Disan<T> {
    /// Seeded, biases 0: an input of `width` dimensions, `features` of each direction. Scales are those
    /// of other untrained projections; a choice of ours.
    pub fn seeded(width: usize, features: usize, seed: u64) -> Self {
        Disan {
            forward: DirectionalBlock::seeded(seed, 100, width, features),
            backward: DirectionalBlock::seeded(seed, 110, width, features),
            source: SourceToToken::seeded(seed, 120, 2 * features),
        }
    }

    /// One sentence, every intermediate typed.
    ///
    /// # Errors
    /// As [`AttentionMethod::run`].
    pub fn trace(&self, sentence: &Sentence<T>) -> Result<DisanTrace<T>, MethodError> {
        if sentence.projected.is_some() {
            let (method, what) =
                ("DiSAN, which has no queries and keys,", "the vectors of the words");
            return Err(MethodError::Projected { method, what });
        }
        let x = sentence.embeddings;
        check_input(x, &sentence.mask)?;
        self.forward.check()?;
        self.backward.check()?;
        let (width, features) = self.forward.dim();
        shape("W_h of the backward block", self.backward.hidden.shape(), &[width, features])?;
        shape("the input", x.shape(), &[x.nrows(), width])?;
        self.source.check(2 * features)?;

        let forward = self.forward.trace(x, Direction::Forward, &sentence.mask);
        let backward = self.backward.trace(x, Direction::Backward, &sentence.mask);
        let concatenated = concatenate(Axis(1), &[forward.output.view(), backward.output.view()])
            .unwrap_or_else(|_| unreachable!("two blocks of one shape"));
        let means = |[forward, backward]: [&Array3<T>; 2]| {
            let share = T::one() / T::from_f64(features as f64);
            let cells =
                cells(forward).chunks_exact(features).chain(cells(backward).chunks_exact(features));
            let means = cells.map(|row| row.iter().fold(T::zero(), |sum, &x| sum + x) * share);
            Array3::from_shape_vec((2, x.nrows(), x.nrows()), means.collect())
                .unwrap_or_else(|_| unreachable!("two blocks of one shape"))
        };
        let heads = stack(Axis(0), &[forward.output.view(), backward.output.view()])
            .unwrap_or_else(|_| unreachable!("two blocks of one shape"));
        let [source_scores, source_weights] =
            self.source.trace(concatenated.view(), &sentence.mask);
        let vector = (&source_weights * &concatenated).sum_axis(Axis(0));
        let common = MethodTrace {
            scores: means([&forward.logits, &backward.logits]),
            weights: means([&forward.weights, &backward.weights]),
            heads,
            output: vector.clone().insert_axis(Axis(0)),
            concatenated,
        };
        Ok(DisanTrace {
            common,
            forward,
            backward,
            source_scores,
            source_weights,
            sentence: vector,
        })
    }
}

/// Token2token attention before it was simplified (Shen et al. 2018, section 3.2): f = ELU(x_j W^(1) + x_i
/// W^(2) + b^(1)) W + b, without a mask.
#[derive(Clone, Debug, PartialEq)]
pub struct FullTokenToToken<T> {
    /// W^(1), of the token that is attended to, `[D, D]`.
    pub attended: Array2<T>,
    /// W^(2), of the token that attends, `[D, D]`.
    pub attending: Array2<T>,
    /// b^(1), `[D]`.
    pub inner_bias: Array1<T>,
    /// W, `[D, D]`.
    pub outer: Array2<T>,
    /// b, `[D]`.
    pub outer_bias: Array1<T>,
}

/// A sentence through [`FullTokenToToken`].
#[derive(Clone, Debug, PartialEq)]
pub struct FullTokenToTokenTrace<T> {
    /// f, `[N, N, D]`.
    pub scores: Array3<T>,
    /// P: softmax over j for each feature, `[N, N, D]`.
    pub weights: Array3<T>,
    /// s_i = Σ_j P_ij ∘ x_j, `[N, D]`.
    pub context: Array2<T>,
}

impl<T: Real> FullTokenToToken<T> {
    /// x `[N, D]` through it.
    ///
    /// # Errors
    /// Where shapes do not belong together.
    pub fn trace(&self, x: ArrayView2<T>) -> Result<FullTokenToTokenTrace<T>, AttentionError> {
        let (tokens, width) = x.dim();
        for (what, matrix) in
            [("W_1", &self.attended), ("W_2", &self.attending), ("W", &self.outer)]
        {
            shape(what, matrix.shape(), &[width, width])?;
        }
        shape("b_1", self.inner_bias.shape(), &[width])?;
        shape("b", self.outer_bias.shape(), &[width])?;
        let attended = product(x, self.attended.view());
        let attending = affine(x, &self.attending, &self.inner_bias);
        let [mut scores, mut weights] = [(); 2].map(|()| Array3::zeros((tokens, tokens, width)));
        let mut context = Array2::zeros((tokens, width));
        for i in 0..tokens {
            let inner = (&attended + &attending.row(i)).mapv(elu);
            let f = affine(inner.view(), &self.outer, &self.outer_bias);
            let p = softmax_of_features(f.view(), |_| true);
            context.row_mut(i).assign(&(&p * &x).sum_axis(Axis(0)));
            scores.index_axis_mut(Axis(0), i).assign(&f);
            weights.index_axis_mut(Axis(0), i).assign(&p);
        }
        Ok(FullTokenToTokenTrace { scores, weights, context })
    }
}

impl<T: Real> AttentionMethod<T> for Disan<T> {
    fn facts(&self) -> Facts {
        Facts {
            title: "DiSAN".into(),
            paper: "Shen et al. 2018: DiSAN: Directional Self-Attention Network for RNN/CNN-Free Language Understanding",
            equation: "sections 3.2, 3.3 and 4".into(),
            formula: "c·tanh((h_j W_1 + h_i W_2 + b) / c), for every feature".into(),
            direction: Knows::Yes,
            exact_distance: Knows::No,
            beyond_k: Knows::No,
            syntax: Knows::No,
        }
    }

    fn parameter_count(&self) -> ParameterCount {
        let of_block = |block: &DirectionalBlock<T>| {
            block.hidden.len() + 4 * block.attended.len() + 3 * block.score_bias.len()
        };
        let source = 2 * (self.source.inner.len() + self.source.inner_bias.len());
        let own = of_block(&self.forward) + of_block(&self.backward) + source;
        let formula = "2·D·F + 16·F² + 10·F in all; there are no W_Q, W_K, W_V, W_O";
        ParameterCount::own(own, formula)
    }

    fn run(&self, sentence: &Sentence<T>) -> Result<Box<dyn Explained<T>>, MethodError> {
        Ok(Box::new(self.trace(sentence)?))
    }
}

/// `[N, N, F]`.
const PAIRS_OF_FEATURES: &[TermAxis] = &[TermAxis::Query, TermAxis::Key, TermAxis::Feature];
/// `[N, F]`.
const TOKEN_FEATURES: &[TermAxis] = &[TermAxis::Token, TermAxis::Feature];
/// `[F]`.
const FEATURES: &[TermAxis] = &[TermAxis::Feature];
/// `[2, N, N]`.
const BOTH_PAIRS: &[TermAxis] = &[TermAxis::Direction, TermAxis::Query, TermAxis::Key];
/// `[2, N, F]`.
const BOTH_TOKENS: &[TermAxis] = &[TermAxis::Direction, TermAxis::Token, TermAxis::Feature];

impl<T> BlockTrace<T> {
    fn terms(&self, names: [&'static str; 9]) -> Vec<Term<'_, T>>
    where
        T: Real,
    {
        let term = |at: usize, title, source, values| {
            Term::new(names[at], title, source, TOKEN_FEATURES, values)
        };
        let pairs = |at: usize, title, source, values| {
            Term::new(names[at], title, source, PAIRS_OF_FEATURES, values)
        };
        const MASKED: &str = "Shen et al. 2018, section 3.3";
        vec![
            term(0, "h = ELU(x W_h + b_h)", "Shen et al. 2018, section 3.3", &self.hidden),
            term(1, "Attended: h W_1", MASKED, &self.attended),
            term(2, "Attending: h W_2", MASKED, &self.attending),
            pairs(3, "c·tanh((h_j W_1 + h_i W_2 + b_1) / c)", MASKED, &self.logits),
            Term::indices(
                names[4],
                "Whether i may look at j",
                "Shen et al. 2018, section 3.3",
                PAIRS,
                &self.allowed,
            ),
            pairs(5, "P: weights of every feature", "Shen et al. 2018, section 3.2", &self.weights)
                .measuring(Measure::Amount),
            term(6, "s_i = Σ_j P_ij ∘ h_j", "Shen et al. 2018, section 3.2", &self.context),
            term(
                7,
                "F: gate between token and context",
                "Shen et al. 2018, section 3.3",
                &self.gate,
            )
            .measuring(Measure::Amount),
            term(8, "u = F ∘ h + (1 - F) ∘ s", "Shen et al. 2018, section 3.3", &self.output),
        ]
    }
}

impl<T: Real> Disan<T> {
    /// dL/dX (`X`) and the gradient of every parameter (`fw_W_h`, …, `bw_b_f`, `st_W_1`, `st_b_1`,
    /// `st_W`, `st_b`) from dL/dsentence `[2F]`, given the sentence and its trace.
    ///
    /// # Errors
    /// Where dL/dsentence has another shape than the sentence vector, or is not finite.
    pub fn backward(
        &self,
        sentence: &Sentence<T>,
        trace: &DisanTrace<T>,
        d_sentence: ArrayView1<T>,
    ) -> Result<Gradients<T>, MethodError> {
        shape("dL/dsentence", d_sentence.shape(), trace.sentence.shape())?;
        finite("dL/dsentence", d_sentence.iter())?;
        let mut gradients = Gradients::new();
        let u = &trace.common.concatenated;

        // sentence = Σ_i P_i ∘ u_i; P = softmax of f over i, for each feature.
        let p = &trace.source_weights;
        let mut d_u = p * &d_sentence;
        let d_p = u * &d_sentence;
        let d_f = softmax_of_features_backward(p.view(), d_p.view());
        // f = ELU(u W_1 + b_1) W + b
        let inner = affine(u.view(), &self.source.inner, &self.source.inner_bias).mapv(elu);
        gradients.add("st_W", product(inner.t(), d_f.view()));
        gradients.add("st_b", d_f.sum_axis(Axis(0)));
        let mut d_inner = product(d_f.view(), self.source.outer.t());
        through_elu(&mut d_inner, &inner);
        gradients.add("st_W_1", product(u.t(), d_inner.view()));
        gradients.add("st_b_1", d_inner.sum_axis(Axis(0)));
        add(&mut d_u, &product(d_inner.view(), self.source.inner.t()));

        let features = self.forward.dim().1;
        let mut d_x = Array2::zeros(sentence.embeddings.dim());
        for (block, of_block, columns, names) in [
            (&self.forward, &trace.forward, s![.., ..features], FORWARD),
            (&self.backward, &trace.backward, s![.., features..], BACKWARD),
        ] {
            let d_u = d_u.slice(columns).to_owned();
            block.backward(sentence.embeddings, of_block, &d_u, names, &mut gradients, &mut d_x);
        }
        gradients.add("X", d_x);
        Ok(gradients)
    }
}

/// The names of a block's gradients, in the order of [`DirectionalBlock`]'s fields.
pub(crate) type Names = [&'static str; 8];
pub(crate) const FORWARD: Names =
    ["fw_W_h", "fw_b_h", "fw_W_1", "fw_W_2", "fw_b_1", "fw_W_f1", "fw_W_f2", "fw_b_f"];
pub(crate) const BACKWARD: Names =
    ["bw_W_h", "bw_b_h", "bw_W_1", "bw_W_2", "bw_b_1", "bw_W_f1", "bw_W_f2", "bw_b_f"];

impl<T: Real> DirectionalBlock<T> {
    /// The parameters in the order of [`Names`].
    fn own(&mut self, names: Names) -> Vec<(&'static str, &mut [T])> {
        let cells = [
            cells_of(&mut self.hidden),
            cells_of(&mut self.hidden_bias),
            cells_of(&mut self.attended),
            cells_of(&mut self.attending),
            cells_of(&mut self.score_bias),
            cells_of(&mut self.gate_context),
            cells_of(&mut self.gate_token),
            cells_of(&mut self.gate_bias),
        ];
        names.into_iter().zip(cells).collect()
    }

    fn backward(
        &self,
        x: ArrayView2<T>,
        trace: &BlockTrace<T>,
        d_output: &Array2<T>,
        names: Names,
        gradients: &mut Gradients<T>,
        d_x: &mut Array2<T>,
    ) {
        let BlockTrace { hidden, context, gate, weights, logits, .. } = trace;
        let one = T::one();
        // u = F ∘ h + (1 - F) ∘ s
        let mut d_hidden = d_output * gate;
        let mut d_context = d_output.clone();
        Zip::from(&mut d_context).and(gate).for_each(|d: &mut T, &gate| *d = *d * (one - gate));
        // F = σ(s W_f1 + h W_f2 + b_f); σ' = F (1 - F)
        let mut d_gate = d_output.clone();
        Zip::from(&mut d_gate)
            .and(hidden)
            .and(context)
            .and(gate)
            .for_each(|d: &mut T, &h, &s, &gate| *d = *d * (h - s) * gate * (one - gate));
        gradients.add(names[5], product(context.t(), d_gate.view()));
        gradients.add(names[6], product(hidden.t(), d_gate.view()));
        gradients.add(names[7], d_gate.sum_axis(Axis(0)));
        add(&mut d_context, &product(d_gate.view(), self.gate_context.t()));
        add(&mut d_hidden, &product(d_gate.view(), self.gate_token.t()));

        // s_i = Σ_j P_ij ∘ h_j; P_i = softmax over j, for each feature.
        let mut d_attended = Array2::zeros(hidden.dim());
        let mut d_attending = Array2::zeros(hidden.dim());
        for i in 0..x.nrows() {
            let (p, d_s) = (weights.index_axis(Axis(0), i), d_context.row(i));
            add(&mut d_hidden, &(&p * &d_s));
            let mut d_logits = softmax_of_features_backward(p, (hidden * &d_s).view());
            through_soft_limit(&mut d_logits, logits, i);
            add(&mut d_attended, &d_logits);
            d_attending.row_mut(i).assign(&d_logits.sum_axis(Axis(0)));
        }
        gradients.add(names[2], product(hidden.t(), d_attended.view()));
        gradients.add(names[3], product(hidden.t(), d_attending.view()));
        gradients.add(names[4], d_attending.sum_axis(Axis(0)));
        add(&mut d_hidden, &product(d_attended.view(), self.attended.t()));
        add(&mut d_hidden, &product(d_attending.view(), self.attending.t()));

        // h = ELU(x W_h + b_h)
        through_elu(&mut d_hidden, hidden);
        gradients.add(names[0], product(x.t(), d_hidden.view()));
        gradients.add(names[1], d_hidden.sum_axis(Axis(0)));
        add(d_x, &product(d_hidden.view(), self.hidden.t()));
    }
}

fn add<T: Real>(sum: &mut Array2<T>, more: &Array2<T>) {
    sum.zip_mut_with(more, |sum, &x| *sum = *sum + x);
}

/// Through ELU, given what came out: its slope is 1 where that is positive, else out + 1.
fn through_elu<T: Real>(d: &mut Array2<T>, out: &Array2<T>) {
    d.zip_mut_with(out, |d, &out| {
        *d = if out > T::zero() { *d } else { *d * (out + T::one()) };
    });
}

/// Through c·tanh(x / c) of query i, given what came out: its slope is 1 - (out / c)².
fn through_soft_limit<T: Real>(d: &mut Array2<T>, logits: &Array3<T>, i: usize) {
    let inverse = T::from_f64(1.0 / SOFT_LIMIT);
    d.zip_mut_with(&logits.index_axis(Axis(0), i), |d, &out| {
        let tanh = out * inverse;
        *d = *d * (T::one() - tanh * tanh);
    });
}

/// Back through a softmax over the first axis for each feature, `[N, F]`; what is masked has P = 0.
fn softmax_of_features_backward<T: Real>(p: ArrayView2<T>, d_p: ArrayView2<T>) -> Array2<T> {
    let dots = (&p * &d_p).sum_axis(Axis(0));
    let mut d = d_p.to_owned();
    for (mut row, p) in d.outer_iter_mut().zip(p.outer_iter()) {
        Zip::from(&mut row).and(p).and(&dots).for_each(|d: &mut T, &p, &dot| *d = p * (*d - dot));
    }
    d
}

impl<T: Real> Learns<T> for Disan<T> {
    fn projections(&mut self) -> Option<&mut Projections<T>> {
        None
    }

    fn own(&mut self) -> Vec<(&'static str, &mut [T])> {
        let mut own = self.forward.own(FORWARD);
        own.extend(self.backward.own(BACKWARD));
        own.extend([
            ("st_W_1", cells_of(&mut self.source.inner)),
            ("st_b_1", cells_of(&mut self.source.inner_bias)),
            ("st_W", cells_of(&mut self.source.outer)),
            ("st_b", cells_of(&mut self.source.outer_bias)),
        ]);
        own
    }

    fn gradients(
        &self,
        sentence: &Sentence<T>,
        d_output: ArrayView2<T>,
    ) -> Result<Gradients<T>, MethodError> {
        let trace = self.trace(sentence)?;
        shape("dL/dsentence", d_output.shape(), &[1, trace.sentence.len()])?;
        self.backward(sentence, &trace, d_output.row(0))
    }
}

impl<T: Real> Explained<T> for DisanTrace<T> {
    fn common(&self) -> &MethodTrace<T> {
        &self.common
    }

    fn terms(&self) -> Vec<Term<'_, T>> {
        const SOURCE: &str = "Shen et al. 2018, section 3.2";
        const SECTION: &str = "Shen et al. 2018, section 4";
        let mut terms = self.forward.terms([
            "fw.h",
            "fw.dep",
            "fw.head",
            "fw.logits",
            "fw.allowed",
            "fw.P",
            "fw.s",
            "fw.F",
            "fw.u",
        ]);
        terms.extend(self.backward.terms([
            "bw.h",
            "bw.dep",
            "bw.head",
            "bw.logits",
            "bw.allowed",
            "bw.P",
            "bw.s",
            "bw.F",
            "bw.u",
        ]));
        let common = &self.common;
        terms.extend([
            Term::new("scores", "Scores, mean over features", SECTION, BOTH_PAIRS, &common.scores)
                .with_role(Role::Scores),
            Term::new(
                "weights",
                "Weights, mean over features",
                SECTION,
                BOTH_PAIRS,
                &common.weights,
            )
            .with_role(Role::Weights),
            Term::new("heads", "u of both directions", SECTION, BOTH_TOKENS, &common.heads)
                .with_role(Role::Heads),
            Term::new(
                "U",
                "Both side by side: [u_fw | u_bw]",
                SECTION,
                TOKEN_FEATURES,
                &common.concatenated,
            )
            .with_role(Role::Concatenated),
            Term::new(
                "st.f",
                "f = ELU(u W_1 + b_1) W + b",
                SOURCE,
                TOKEN_FEATURES,
                &self.source_scores,
            ),
            Term::new(
                "st.P",
                "Weight of each token for each feature",
                SOURCE,
                TOKEN_FEATURES,
                &self.source_weights,
            )
            .measuring(Measure::Amount),
            Term::new(
                "sentence",
                "Σ_i P_i ∘ u_i",
                "Shen et al. 2018, section 4",
                FEATURES,
                &self.sentence,
            ),
        ]);
        terms
    }

    fn features(&self) -> Option<[ArrayView3<'_, T>; 2]> {
        Some([self.forward.weights.view(), self.backward.weights.view()])
    }
}
