//! Rescale and softmax as one operation of the autodiff library. Forward and backward are the
//! library's own ([`nearfar::attention::HeadRescale`]),
//! so that there is one definition of the mathematics; here is only how a batch reaches them.

use std::sync::Arc;

use burn::backend::autodiff::Autodiff;
use burn::backend::autodiff::checkpoint::base::Checkpointer;
use burn::backend::autodiff::checkpoint::strategy::CheckpointStrategy;
use burn::backend::autodiff::grads::Gradients;
use burn::backend::autodiff::ops::{Backward, Ops, OpsKind};
use burn::backend::tensor::FloatTensor;
use burn::backend::{AutodiffBackend, Backend, Dispatch, Flex, TensorMetadata, backend_extension};
use burn::tensor::{Tensor, TensorData};
use nearfar::Method;
use nearfar::attention::{HeadRescale, HeadShape, Line};

/// How the batch attends, and how long each of its sequences is.
#[derive(Clone, Debug)]
pub struct Rescale {
    /// The method.
    pub method: Method,
    /// N of every sequence, `[B]`; each at least 1 and at most the padded length.
    pub lengths: Arc<[usize]>,
}

/// The operation, on the backends that have it.
#[backend_extension(Flex, Autodiff)]
pub trait RescaleBackend: Backend {
    /// Attention weights `[B, h, N, N]` from raw scores `[B, h, N, N]` and w and v `[2, h]`, or w, v, k
    /// and b `[4, h]` where every head has a line of its own. Cells beyond a sequence's length are 0.
    fn rescale(
        scores: FloatTensor<Self>,
        heads: FloatTensor<Self>,
        how: Rescale,
    ) -> FloatTensor<Self>;

    /// dL/dscores and dL/dheads, side by side in one tensor `[B·h·N·N + 2·h]` (or + 4·h), from what went in,
    /// what came out, and dL/dweights.
    fn rescale_backward(
        scores: FloatTensor<Self>,
        heads: FloatTensor<Self>,
        weights: FloatTensor<Self>,
        d_weights: FloatTensor<Self>,
        how: Rescale,
    ) -> FloatTensor<Self>;
}

/// The numbers of a contiguous tensor of f32, which is all that the graph has.
fn numbers(tensor: &FloatTensor<Flex>) -> &[f32] {
    tensor.as_slice().unwrap_or_else(|| unreachable!("contiguous, and of f32"))
}

fn tensor(shape: Vec<usize>, values: Vec<f32>) -> FloatTensor<Flex> {
    FloatTensor::<Flex>::from_data(TensorData::new(values, shape))
}

/// The h heads of a batch of padded length `longest`, from w and v `[2, h]`, or w, v, k and b `[4, h]`.
fn heads_of(how: &Rescale, heads: &[f32], h: usize, longest: usize) -> Vec<HeadRescale<f32>> {
    let of = |role: usize, head: usize| heads.get(role * h + head).copied().map(f64::from);
    let head = |head: usize| {
        let (w, v) = (of(0, head).unwrap_or(0.0), of(1, head).unwrap_or(0.0));
        let line = of(2, head).zip(of(3, head));
        let method = match (how.method, line) {
            (Method::DistanceAware { adjustment, .. }, Some((slope, intercept))) => {
                let mapping = Line { slope, intercept }.mapping();
                Method::DistanceAware { mapping, adjustment }
            }
            (method, _) => method,
        };
        HeadRescale::new(method, w, v, longest)
    };
    (0..h).map(head).collect()
}

impl RescaleBackend for Flex {
    fn rescale(
        scores: FloatTensor<Self>,
        heads: FloatTensor<Self>,
        how: Rescale,
    ) -> FloatTensor<Self> {
        let [scores, heads] = [scores, heads].map(|tensor| tensor.to_contiguous());
        let [sequences, h, stride, _] = scores.shape().dims::<4>();
        let scores = numbers(&scores);
        let heads = heads_of(&how, numbers(&heads), h, stride);
        let mut weights = vec![0.0_f32; scores.len()];
        let cells = stride * stride;
        let matrices = scores.chunks(cells).zip(weights.chunks_mut(cells)).enumerate();
        for (index, (scores, weights)) in matrices {
            let shape = HeadShape { tokens: how.lengths[index / h], stride };
            heads[index % h].weights(shape, scores, weights);
        }
        tensor(vec![sequences, h, stride, stride], weights)
    }

    fn rescale_backward(
        scores: FloatTensor<Self>,
        heads: FloatTensor<Self>,
        weights: FloatTensor<Self>,
        d_weights: FloatTensor<Self>,
        how: Rescale,
    ) -> FloatTensor<Self> {
        let [scores, heads, weights, d_weights] =
            [scores, heads, weights, d_weights].map(|tensor| tensor.to_contiguous());
        let [_, h, stride, _] = scores.shape().dims::<4>();
        let (scores, weights, d_weights) =
            (numbers(&scores), numbers(&weights), numbers(&d_weights));
        let has_lines = numbers(&heads).len() > 2 * h;
        let heads = heads_of(&how, numbers(&heads), h, stride);
        let mut d_scores = vec![0.0_f32; scores.len()];
        let mut d_coefficients = vec![0.0_f64; h * stride];
        let cells = stride * stride;
        for (index, d_scores) in d_scores.chunks_mut(cells).enumerate() {
            let head = index % h;
            let shape = HeadShape { tokens: how.lengths[index / h], stride };
            let range = index * cells..(index + 1) * cells;
            heads[head].backward(
                shape,
                &scores[range.clone()],
                &weights[range.clone()],
                &d_weights[range],
                d_scores,
                &mut d_coefficients[head * stride..(head + 1) * stride],
            );
        }
        let by_head = heads.iter().zip(d_coefficients.chunks(stride));
        let d_heads: Vec<_> = by_head.map(|(head, sums)| head.gradient(sums)).collect();
        d_scores.extend(d_heads.iter().map(|gradient| gradient.w as f32));
        d_scores.extend(d_heads.iter().map(|gradient| gradient.v as f32));
        if has_lines {
            let by_head = heads.iter().zip(d_coefficients.chunks(stride));
            let lines: Vec<_> = by_head.map(|(head, sums)| head.line_gradient(sums)).collect();
            d_scores.extend(lines.iter().map(|line| line.slope as f32));
            d_scores.extend(lines.iter().map(|line| line.intercept as f32));
        }
        tensor(vec![d_scores.len()], d_scores)
    }
}

impl<B: Backend + RescaleBackend, C: CheckpointStrategy> RescaleBackend for Autodiff<B, C> {
    fn rescale(
        scores: FloatTensor<Self>,
        heads: FloatTensor<Self>,
        how: Rescale,
    ) -> FloatTensor<Self> {
        #[derive(Debug)]
        struct RescaleStep;

        impl<B: Backend + RescaleBackend> Backward<B, 2> for RescaleStep {
            type State = (FloatTensor<B>, FloatTensor<B>, FloatTensor<B>, Rescale);

            fn backward(
                self,
                ops: Ops<Self::State, 2>,
                gradients: &mut Gradients,
                _: &mut Checkpointer,
            ) {
                let d_weights = gradients.consume::<B>(&ops.node);
                let (scores, heads, weights, how) = ops.state;
                let (scores_shape, heads_shape) = (scores.shape(), heads.shape());
                let cells = scores_shape.num_elements();
                let all = B::rescale_backward(scores, heads, weights, d_weights, how);
                let part = |range: std::ops::Range<usize>, shape| {
                    B::float_reshape(B::float_slice(all.clone(), &[range.into()]), shape)
                };
                let [scores, heads] = ops.parents;
                if let Some(node) = scores {
                    gradients.register::<B>(node.id, part(0..cells, scores_shape));
                }
                if let Some(node) = heads {
                    let end = cells + heads_shape.num_elements();
                    gradients.register::<B>(node.id, part(cells..end, heads_shape));
                }
            }
        }

        match RescaleStep.prepare::<C>([scores.node(), heads.node()]).compute_bound().stateful() {
            OpsKind::Tracked(step) => {
                let (scores, heads) = (scores.into_primitive(), heads.into_primitive());
                let weights = B::rescale(scores.clone(), heads.clone(), how.clone());
                step.finish((scores, heads, weights.clone(), how), weights)
            }
            OpsKind::UnTracked(step) => {
                step.finish(B::rescale(scores.into_primitive(), heads.into_primitive(), how))
            }
        }
    }

    fn rescale_backward(
        scores: FloatTensor<Self>,
        heads: FloatTensor<Self>,
        weights: FloatTensor<Self>,
        d_weights: FloatTensor<Self>,
        how: Rescale,
    ) -> FloatTensor<Self> {
        // A constant of the graph: nobody differentiates twice.
        <Self as AutodiffBackend>::from_inner(B::rescale_backward(
            scores.into_primitive(),
            heads.into_primitive(),
            weights.into_primitive(),
            d_weights.into_primitive(),
            how,
        ))
    }
}

/// Attention weights `[B, h, N, N]` from raw scores `[B, h, N, N]` and w and v `[2, h]` (or w, v, k and
/// b, `[4, h]`), differentiable by both.
///
/// # Panics
/// Where `how` has other lengths than the scores have sequences, or one beyond N.
pub fn rescale(scores: Tensor<4>, heads: Tensor<2>, how: Rescale) -> Tensor<4> {
    let [sequences, _, tokens, _] = scores.dims();
    assert!(
        how.lengths.len() == sequences && how.lengths.iter().all(|n| (1..=tokens).contains(n)),
        "lengths {:?} for {sequences} sequences of at most {tokens} tokens",
        how.lengths
    );
    let weights =
        <Dispatch as RescaleBackend>::rescale(scores.into_dispatch(), heads.into_dispatch(), how);
    Tensor::from_dispatch(weights)
}
