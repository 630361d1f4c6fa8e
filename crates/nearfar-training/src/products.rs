//! The matrix products of one step, alone: which they are, how many operations they take, and the
//! same products once more by the same library, so that somebody with a clock can tell their share.

use burn::tensor::{Device, Tensor, TensorData};
use nearfar::ModelMethod;
use nearfar::model::{Architecture, Structure};

use crate::graph::Batch;
use crate::parallel;

/// `count` products of `[m, k]` by `[k, n]`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Product {
    /// How many at once.
    pub count: usize,
    /// Rows of the left matrix.
    pub m: usize,
    /// What is summed over.
    pub k: usize,
    /// Columns of the right matrix.
    pub n: usize,
}

impl Product {
    /// Multiplications and additions, forwards and backwards: for C = A B, also dA = dC Bᵀ and
    /// dB = Aᵀ dC.
    pub fn operations(self) -> f64 {
        6.0 * self.count as f64 * self.m as f64 * self.k as f64 * self.n as f64
    }
}

/// The forward products of a batch, padded as the graph pads it: those of the autodiff library, not what
/// an operation of ours multiplies within.
pub fn of_batch(architecture: &Architecture, batch: &Batch) -> Vec<Product> {
    let longest = |lengths: &[usize]| lengths.iter().copied().max().unwrap_or(1);
    let lengths: Vec<usize> = batch.sequences.iter().map(Vec::len).collect();
    let mut all = of_encoder(architecture, lengths.len(), longest(&lengths));
    if architecture.structure == Structure::Hierarchical {
        all.extend(of_encoder(architecture, batch.groups.len(), longest(&batch.groups)));
    }
    let (k, n) = (architecture.features(), architecture.classes.len());
    all.push(Product { count: 1, m: batch.labels.len(), k, n });
    all
}

fn of_encoder(architecture: &Architecture, sequences: usize, tokens: usize) -> Vec<Product> {
    let (h, d, width) = (architecture.heads, architecture.dimensions, architecture.width);
    let feed_forward = architecture.feed_forward;
    let rows = sequences * tokens;
    let one = |m, k, n| Product { count: 1, m, k, n };
    let per_head = |m, k, n| Product { count: sequences * h, m, k, n };
    let mut all = match architecture.method {
        ModelMethod::Lab(_) | ModelMethod::Lines(_) => vec![
            one(rows, width, 3 * h * d),
            per_head(tokens, d, tokens),
            per_head(tokens, tokens, d),
        ],
        ModelMethod::Own(method) if method.definition().is_encoder => return Vec::new(),
        ModelMethod::Own(method) if method.definition().slices_keys => {
            let mut all = vec![one(rows, h * d, 2 * h * d)];
            all.extend((width != h * d).then(|| one(rows, width, h * d)));
            all
        }
        ModelMethod::Own(_) => vec![one(rows, width, 3 * h * d)],
    };
    all.extend([
        one(rows, h * d, width),
        one(rows, width, feed_forward),
        one(rows, feed_forward, width),
    ]);
    if architecture.structure != Structure::Tokens {
        all.push(Product { count: sequences, m: 1, k: tokens, n: width });
    }
    if let Some(size) = architecture.pooling_size() {
        all.extend([one(rows, width, size), one(rows, size, 1)]);
    }
    all
}

/// The operands of some products, made beforehand: making them is not to be timed.
pub struct Operands {
    list: Vec<[Tensor<3>; 3]>,
}

impl Operands {
    /// Of these products. The numbers are neither all equal nor ever 0.
    pub fn new(products: &[Product]) -> Operands {
        let device = Device::flex();
        let matrix = |count: usize, rows: usize, columns: usize| {
            let cells = (0..count * rows * columns).map(|cell| ((cell % 7) as f32 - 3.5) / 8.0);
            let data = TensorData::new(cells.collect(), [count, rows, columns]);
            Tensor::<3>::from_data(data, &device)
        };
        let operands = |&Product { count, m, k, n }: &Product| {
            [matrix(count, m, k), matrix(count, k, n), matrix(count, m, n)]
        };
        Operands { list: products.iter().map(operands).collect() }
    }

    /// Computes every product and the two of its gradient; gives back a number of each, so that
    /// nothing can be left out.
    pub fn multiply(&self) -> Vec<f32> {
        let corner = |product: Tensor<3>| {
            let values = product.slice([0..1, 0..1, 0..1]).into_data().try_into_vec::<f32>();
            values.ok().and_then(|values| values.first().copied()).unwrap_or_default()
        };
        let all = self.list.iter().flat_map(|[a, b, gradient]| {
            [
                a.clone().matmul(b.clone()),
                gradient.clone().matmul(b.clone().transpose()),
                a.clone().transpose().matmul(gradient.clone()),
            ]
        });
        all.map(corner).collect()
    }
}

/// [`Operands::multiply`] of every shard of a batch, on as many threads as a step uses.
pub fn multiply_shards(shards: &[Operands]) -> Vec<Vec<f32>> {
    parallel::map_on_threads(shards, Operands::multiply)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn operations_by_hand() {
        // [2, 3] by [3, 4]: 24 multiplications and as many additions, three times over.
        assert_eq!(Product { count: 1, m: 2, k: 3, n: 4 }.operations(), 144.0);
    }

    #[test]
    fn every_product_is_computed_with_its_gradient() {
        let products = [Product { count: 1, m: 1, k: 2, n: 1 }];
        // a = b = [-3.5, -2.5] / 8, the gradient is [-3.5] / 8.
        let (x, y) = (-3.5 / 8.0, -2.5 / 8.0);
        let computed = Operands::new(&products).multiply();
        assert_eq!(computed, [x * x + y * y, x * x, x * x]);
    }
}
