//! The methods beside the Lab's two as one operation of the autodiff library. Forward and backward are
//! the library's own ([`nearfar::methods::AttentionCore`], and [`nearfar::methods::Learns`] of an encoder of
//! its own), so that there is one definition of each method's mathematics; here is only how a batch
//! reaches them.

use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use burn::backend::autodiff::Autodiff;
use burn::backend::autodiff::checkpoint::base::Checkpointer;
use burn::backend::autodiff::checkpoint::strategy::CheckpointStrategy;
use burn::backend::autodiff::grads::Gradients;
use burn::backend::autodiff::ops::{Backward, Ops, OpsKind};
use burn::backend::tensor::FloatTensor;
use burn::backend::{AutodiffBackend, Backend, Dispatch, Flex, TensorMetadata, backend_extension};
use burn::tensor::{Tensor, TensorData};
use ndarray::{Array2, Array3, ArrayView2};
use nearfar::methods::{self, Learns, MethodError, Passed, Sentence, Syntax};
use nearfar::model::OwnMethod;
use nearfar::model::own::{Sizes, ToLearn, without_projections};

/// How the batch attends, and how long each of its sequences is.
#[derive(Clone)]
pub struct Attend {
    /// The method.
    pub method: OwnMethod,
    /// The sizes that its own numbers depend on.
    pub sizes: Sizes,
    /// N of every sequence, `[B]`; each at least 1 and at most the padded length.
    pub lengths: Arc<[usize]>,
    /// What a parser gives of every sequence, `[B]`, for a method that reads it; none where it does not.
    pub syntax: Arc<[Syntax]>,
    forward: Arc<Mutex<Option<Forward>>>,
}

impl Attend {
    /// A batch on its way.
    pub fn new(method: OwnMethod, sizes: Sizes, lengths: Arc<[usize]>) -> Attend {
        Attend { method, sizes, lengths, syntax: Arc::default(), forward: Arc::default() }
    }

    /// With what a parser gives of every sequence.
    pub fn with_syntax(self, syntax: Arc<[Syntax]>) -> Attend {
        Attend { syntax, ..self }
    }

    fn forward(&self) -> MutexGuard<'_, Option<Forward>> {
        self.forward.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl fmt::Debug for Attend {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        let mut out = formatter.debug_struct("Attend");
        out.field("method", &self.method).field("lengths", &self.lengths).finish_non_exhaustive()
    }
}

/// What the backward pass needs of the forward pass.
struct Forward {
    method: Box<dyn Learns<f32>>,
    /// One for each sequence; none of an encoder, which runs forward again.
    passed: Vec<Passed<f32>>,
}

/// The operation, on the backends that have it.
#[backend_extension(Flex, Autodiff)]
pub trait AttendBackend: Backend {
    /// From Q, K and V one after the other `[B, 3h, N, d]` to heads `[B, h, N, d]`; of an encoder from
    /// embeddings `[B, N, D]` to vectors `[B, D]`. `own` has every own number of the method in the order
    /// and layout of checkpoints, `[1, n]`, or one number that is not read. Cells beyond a sequence's
    /// length are 0. Where the method refuses (a score beyond every limit), all is NaN.
    fn attend(input: FloatTensor<Self>, own: FloatTensor<Self>, how: Attend) -> FloatTensor<Self>;

    /// dL/dinput and dL/down, side by side in one tensor, from what went in and dL/dout.
    fn attend_backward(
        input: FloatTensor<Self>,
        own: FloatTensor<Self>,
        d_out: FloatTensor<Self>,
        how: Attend,
    ) -> FloatTensor<Self>;
}

/// The numbers of a contiguous tensor of f32, which is all that the graph has.
fn numbers(tensor: &FloatTensor<Flex>) -> &[f32] {
    tensor.as_slice().unwrap_or_else(|| unreachable!("contiguous, and of f32"))
}

fn tensor(shape: Vec<usize>, values: Vec<f32>) -> FloatTensor<Flex> {
    FloatTensor::<Flex>::from_data(TensorData::new(values, shape))
}

/// Where the matrix of a head lies in `[B, roles·h, N, d]`, and how it is cut to a sequence's length.
#[derive(Clone, Copy)]
struct Heads {
    heads: usize,
    longest: usize,
    dimensions: usize,
}

impl Heads {
    fn cells(self) -> usize {
        self.longest * self.dimensions
    }

    /// `[h, tokens, d]` of the `matrix`-th matrix on.
    fn take(self, values: &[f32], matrix: usize, tokens: usize) -> Array3<f32> {
        let used = tokens * self.dimensions;
        let of_head = |head: usize| {
            let start = (matrix + head) * self.cells();
            &values[start..start + used]
        };
        let cells = (0..self.heads).flat_map(of_head).copied().collect();
        Array3::from_shape_vec((self.heads, tokens, self.dimensions), cells)
            .unwrap_or_else(|_| unreachable!("h·N·d cells"))
    }

    /// The backward pass of [`Heads::take`].
    fn put(self, values: &mut [f32], matrix: usize, heads: &Array3<f32>) {
        let used = heads.dim().1 * self.dimensions;
        let cells = heads.as_standard_layout();
        let cells = cells.as_slice().unwrap_or_default();
        for (head, cells) in cells.chunks_exact(used.max(1)).enumerate() {
            let start = (matrix + head) * self.cells();
            values[start..start + used].copy_from_slice(cells);
        }
    }
}

/// The method with its own numbers, `[n]`.
fn method_of(how: &Attend, own: &[f32]) -> Result<Box<dyn Learns<f32>>, MethodError> {
    let mut rest = own;
    let mut next = |wanted: &nearfar::model::own::OwnTensor| {
        let count = wanted.shape.iter().product();
        let (values, after) = rest.split_at_checked(count).unwrap_or_default();
        rest = after;
        values.to_vec()
    };
    let projections = without_projections(how.sizes);
    Ok(how.method.with_numbers::<f32, ToLearn>(how.sizes, projections, None, &mut next)?)
}

impl AttendBackend for Flex {
    fn attend(input: FloatTensor<Self>, own: FloatTensor<Self>, how: Attend) -> FloatTensor<Self> {
        let [input, own] = [input, own].map(|tensor| tensor.to_contiguous());
        let shape = input.shape().to_vec();
        let (out_shape, values) = if how.method.definition().is_encoder {
            let out = vec![shape[0], how.sizes.width];
            (out, encode(&how, numbers(&input), shape[1], numbers(&own)))
        } else {
            let heads = Heads { heads: shape[1] / 3, longest: shape[2], dimensions: shape[3] };
            let out = vec![shape[0], heads.heads, shape[2], shape[3]];
            (out, cross(&how, numbers(&input), heads, numbers(&own)))
        };
        let count = out_shape.iter().product();
        tensor(out_shape, values.unwrap_or_else(|_| vec![f32::NAN; count]))
    }

    fn attend_backward(
        input: FloatTensor<Self>,
        own: FloatTensor<Self>,
        d_out: FloatTensor<Self>,
        how: Attend,
    ) -> FloatTensor<Self> {
        let [input, own, d_out] = [input, own, d_out].map(|tensor| tensor.to_contiguous());
        let shape = input.shape().to_vec();
        let forward = how.forward().take();
        let mut d_input = vec![0.0_f32; numbers(&input).len()];
        let mut d_own = vec![0.0_f32; numbers(&own).len()];
        if let Some(forward) = forward {
            let mut gradients = methods::Gradients::default();
            if how.method.definition().is_encoder {
                let (input, d_out) = (numbers(&input), numbers(&d_out));
                encode_backward(
                    &how,
                    &forward,
                    input,
                    shape[1],
                    d_out,
                    &mut d_input,
                    &mut gradients,
                );
            } else {
                let heads = Heads { heads: shape[1] / 3, longest: shape[2], dimensions: shape[3] };
                cross_backward(
                    &how,
                    &forward,
                    heads,
                    numbers(&d_out),
                    &mut d_input,
                    &mut gradients,
                );
            }
            let mut place = 0;
            for own in how.method.own(how.sizes) {
                let count: usize = own.shape.iter().product();
                if let Some(gradient) = gradients.get(own.name) {
                    own.write_gradient(gradient, &mut d_own[place..place + count]);
                }
                place += count;
            }
        }
        d_input.extend(d_own);
        tensor(vec![d_input.len()], d_input)
    }
}

/// Heads of every sequence, `[B, h, N, d]`.
fn cross(
    how: &Attend,
    projected: &[f32],
    heads: Heads,
    own: &[f32],
) -> Result<Vec<f32>, MethodError> {
    let method = method_of(how, own)?;
    let mut out = vec![0.0_f32; projected.len() / 3];
    let mut passed = Vec::with_capacity(how.lengths.len());
    if let Some(between) = method.as_core() {
        for (place, &tokens) in how.lengths.iter().enumerate() {
            let matrix = |role: usize| (3 * place + role) * heads.heads;
            let roles = [0, 1, 2].map(|role| heads.take(projected, matrix(role), tokens));
            let nothing = Array2::zeros((tokens, 0));
            let sentence = Sentence::new(nothing.view()).with_syntax(how.syntax.get(place));
            let one = between.forward(roles, &sentence)?;
            heads.put(&mut out, place * heads.heads, &one.heads);
            passed.push(one);
        }
    }
    *how.forward() = Some(Forward { method, passed });
    Ok(out)
}

fn cross_backward(
    how: &Attend,
    forward: &Forward,
    heads: Heads,
    d_heads: &[f32],
    d_projected: &mut [f32],
    gradients: &mut methods::Gradients<f32>,
) {
    let Some(between) = forward.method.as_core() else { return };
    for (place, (&tokens, passed)) in how.lengths.iter().zip(&forward.passed).enumerate() {
        let d_heads = heads.take(d_heads, place * heads.heads, tokens);
        let roles = between.backward(passed, &d_heads, gradients);
        for (role, d) in roles.iter().enumerate() {
            heads.put(d_projected, (3 * place + role) * heads.heads, d);
        }
    }
}

/// The embeddings of each sequence, `[N, D]`, of `[B, longest, D]`.
fn sequences<'a>(
    how: &'a Attend,
    input: &'a [f32],
    longest: usize,
) -> impl Iterator<Item = ArrayView2<'a, f32>> {
    let width = how.sizes.width;
    let rows = input.chunks_exact((longest * width).max(1)).zip(how.lengths.iter());
    rows.filter_map(move |(rows, &tokens)| {
        ArrayView2::from_shape((tokens, width), rows.get(..tokens * width)?).ok()
    })
}

/// The vector of every sequence, `[B, D]`.
fn encode(
    how: &Attend,
    input: &[f32],
    longest: usize,
    own: &[f32],
) -> Result<Vec<f32>, MethodError> {
    let method = method_of(how, own)?;
    let mut out = Vec::with_capacity(how.lengths.len() * how.sizes.width);
    for embeddings in sequences(how, input, longest) {
        out.extend(method.run(&Sentence::new(embeddings))?.common().output.iter());
    }
    *how.forward() = Some(Forward { method, passed: Vec::new() });
    Ok(out)
}

fn encode_backward(
    how: &Attend,
    forward: &Forward,
    input: &[f32],
    longest: usize,
    d_out: &[f32],
    d_input: &mut [f32],
    gradients: &mut methods::Gradients<f32>,
) {
    let width = how.sizes.width;
    let rows = d_input.chunks_exact_mut((longest * width).max(1));
    let upstream = d_out.chunks_exact(width.max(1));
    for ((embeddings, d_rows), d_out) in sequences(how, input, longest).zip(rows).zip(upstream) {
        let Ok(d_out) = ArrayView2::from_shape((1, width), d_out) else { continue };
        // Its shapes are those of the forward pass; a gradient that is not finite is the run's to refuse.
        let Ok(found) = forward.method.gradients(&Sentence::new(embeddings), d_out) else {
            d_rows.fill(f32::NAN);
            continue;
        };
        for (name, gradient) in found.iter() {
            if name == "X" {
                d_rows.iter_mut().zip(gradient).for_each(|(d, &value)| *d = value);
            } else {
                gradients.add(name, gradient.clone());
            }
        }
    }
}

impl<B: Backend + AttendBackend, C: CheckpointStrategy> AttendBackend for Autodiff<B, C> {
    fn attend(input: FloatTensor<Self>, own: FloatTensor<Self>, how: Attend) -> FloatTensor<Self> {
        #[derive(Debug)]
        struct AttendStep;

        impl<B: Backend + AttendBackend> Backward<B, 2> for AttendStep {
            type State = (FloatTensor<B>, FloatTensor<B>, Attend);

            fn backward(
                self,
                ops: Ops<Self::State, 2>,
                gradients: &mut Gradients,
                _: &mut Checkpointer,
            ) {
                let d_out = gradients.consume::<B>(&ops.node);
                let (input, own, how) = ops.state;
                let (input_shape, own_shape) = (input.shape(), own.shape());
                let cells = input_shape.num_elements();
                let all = B::attend_backward(input, own, d_out, how);
                let part = |range: std::ops::Range<usize>, shape| {
                    B::float_reshape(B::float_slice(all.clone(), &[range.into()]), shape)
                };
                let [input, own] = ops.parents;
                if let Some(node) = input {
                    gradients.register::<B>(node.id, part(0..cells, input_shape));
                }
                if let Some(node) = own {
                    let end = cells + own_shape.num_elements();
                    gradients.register::<B>(node.id, part(cells..end, own_shape));
                }
            }
        }

        match AttendStep.prepare::<C>([input.node(), own.node()]).compute_bound().stateful() {
            OpsKind::Tracked(step) => {
                let (input, own) = (input.into_primitive(), own.into_primitive());
                let out = B::attend(input.clone(), own.clone(), how.clone());
                step.finish((input, own, how), out)
            }
            OpsKind::UnTracked(step) => {
                step.finish(B::attend(input.into_primitive(), own.into_primitive(), how))
            }
        }
    }

    fn attend_backward(
        input: FloatTensor<Self>,
        own: FloatTensor<Self>,
        d_out: FloatTensor<Self>,
        how: Attend,
    ) -> FloatTensor<Self> {
        // A constant of the graph: nobody differentiates twice.
        <Self as AutodiffBackend>::from_inner(B::attend_backward(
            input.into_primitive(),
            own.into_primitive(),
            d_out.into_primitive(),
            how,
        ))
    }
}

/// From projections `[B, 3h, N, d]` (Q, K, V one after the other) to heads `[B, h, N, d]`,
/// differentiable by both.
///
/// # Panics
/// Where `how` has other lengths than there are sequences, or is of an encoder.
pub fn attend(projected: Tensor<4>, own: Tensor<2>, how: Attend) -> Tensor<4> {
    let [sequences, _, tokens, _] = projected.dims();
    check(&how, sequences, tokens, false);
    let out =
        <Dispatch as AttendBackend>::attend(projected.into_dispatch(), own.into_dispatch(), how);
    Tensor::from_dispatch(out)
}

/// From embeddings `[B, N, D]` to the vectors of sequences, `[B, D]`, of a method that is an encoder.
///
/// # Panics
/// As [`attend`], where `how` is of none.
pub fn encode_sequences(embeddings: Tensor<3>, own: Tensor<2>, how: Attend) -> Tensor<2> {
    let [sequences, tokens, _] = embeddings.dims();
    check(&how, sequences, tokens, true);
    let out =
        <Dispatch as AttendBackend>::attend(embeddings.into_dispatch(), own.into_dispatch(), how);
    Tensor::from_dispatch(out)
}

fn check(how: &Attend, sequences: usize, tokens: usize, is_encoder: bool) {
    assert!(
        how.lengths.len() == sequences && how.lengths.iter().all(|n| (1..=tokens).contains(n)),
        "lengths {:?} for {sequences} sequences of at most {tokens} tokens",
        how.lengths
    );
    assert_eq!(how.method.definition().is_encoder, is_encoder, "{:?}", how.method);
}
