//! Rescale and softmax as one operation of the autodiff library. Forward and backward are the
//! library's own ([`nearfar::attention::weights_of_head`], [`nearfar::attention::head_backward`]),
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
use nearfar::attention::{HeadGradient, HeadShape, head_backward, weights_of_head};

use crate::parallel::for_each_chunk;

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
    /// Attention weights `[B, h, N, N]` from raw scores `[B, h, N, N]` and w and v `[2, h]`. Cells
    /// beyond a sequence's length are 0.
    fn rescale(
        scores: FloatTensor<Self>,
        heads: FloatTensor<Self>,
        how: Rescale,
    ) -> FloatTensor<Self>;

    /// dL/dscores and dL/dheads, side by side in one tensor `[B·h·N·N + 2·h]`, from what went in,
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

impl RescaleBackend for Flex {
    fn rescale(
        scores: FloatTensor<Self>,
        heads: FloatTensor<Self>,
        how: Rescale,
    ) -> FloatTensor<Self> {
        let [scores, heads] = [scores, heads].map(|tensor| tensor.to_contiguous());
        let [sequences, h, stride, _] = scores.shape().dims::<4>();
        let (scores, heads) = (numbers(&scores), numbers(&heads));
        let mut weights = vec![0.0_f32; scores.len()];
        for_each_chunk(&mut weights, stride * stride, |index, weights| {
            let (head, shape) = (index % h, HeadShape { tokens: how.lengths[index / h], stride });
            let scores = &scores[index * stride * stride..(index + 1) * stride * stride];
            let (w, v) = (f64::from(heads[head]), f64::from(heads[h + head]));
            weights_of_head(how.method, w, v, shape, scores, weights);
        });
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
        let (scores, heads) = (numbers(&scores), numbers(&heads));
        let (weights, d_weights) = (numbers(&weights), numbers(&d_weights));
        let mut d_scores = vec![0.0_f32; scores.len()];
        let gradients = for_each_chunk(&mut d_scores, stride * stride, |index, d_scores| {
            let (head, shape) = (index % h, HeadShape { tokens: how.lengths[index / h], stride });
            let cells = index * stride * stride..(index + 1) * stride * stride;
            let (w, v) = (f64::from(heads[head]), f64::from(heads[h + head]));
            head_backward(
                how.method,
                w,
                v,
                shape,
                &scores[cells.clone()],
                &weights[cells.clone()],
                &d_weights[cells],
                d_scores,
            )
        });
        // Added in the order of the batch, whatever thread was done first.
        let mut d_heads = vec![HeadGradient::default(); h];
        for (index, gradient) in gradients.into_iter().enumerate() {
            d_heads[index % h].w += gradient.w;
            d_heads[index % h].v += gradient.v;
        }
        d_scores.extend(d_heads.iter().map(|gradient| gradient.w as f32));
        d_scores.extend(d_heads.iter().map(|gradient| gradient.v as f32));
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

/// Attention weights `[B, h, N, N]` from raw scores `[B, h, N, N]` and w and v `[2, h]`,
/// differentiable by both.
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
