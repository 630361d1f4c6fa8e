//! The loops that methods share: products of heads, looked-up products, masked softmax, seeded
//! numbers. The inner loops are the kernel's; nothing here knows a method.

use ndarray::{Array, Array2, Array3, ArrayBase, ArrayView2, Axis, Dimension, s};
use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;
use rand_distr::{Distribution, StandardNormal};

use crate::Real;
use crate::attention::AttentionError;
use crate::attention::parameters::{finite, shape};
use crate::attention::{Mask, Projections};
use crate::methods::{MethodError, MethodTrace, Projected, Sentence};

/// The elements of an array in standard layout.
pub(crate) fn cells<S: ndarray::Data, D: Dimension>(array: &ArrayBase<S, D>) -> &[S::Elem] {
    array.as_slice().unwrap_or_else(|| unreachable!("the array was brought into standard layout"))
}

/// a · b, `[m, n]`, of `[m, k]` and `[k, n]`.
pub(crate) fn product<T: Real>(a: ArrayView2<T>, b: ArrayView2<T>) -> Array2<T> {
    let ((m, k), n) = (a.dim(), b.ncols());
    if n == 0 {
        return Array2::zeros((m, 0));
    }
    let (a, b) = (a.as_standard_layout(), b.as_standard_layout());
    let mut out = vec![T::zero(); m * n];
    T::multiply(m, k, n, cells(&a), cells(&b), &mut out);
    Array2::from_shape_vec((m, n), out).unwrap_or_else(|_| unreachable!("m · n cells"))
}

/// `[h, n, m]` from one matrix `[n, m]` per head.
pub(crate) fn each_head<T: Real>(
    heads: usize,
    (rows, columns): (usize, usize),
    make: impl Fn(usize) -> Array2<T>,
) -> Array3<T> {
    let mut all = Array3::zeros((heads, rows, columns));
    for (head, mut slot) in all.outer_iter_mut().enumerate() {
        slot.assign(&make(head));
    }
    all
}

/// X W of every head, `[h, N, d]`, of X `[N, D]` and W `[h, D, d]`.
pub(crate) fn project<T: Real>(input: ArrayView2<T>, weights: &Array3<T>) -> Array3<T> {
    let (heads, _, d) = weights.dim();
    each_head(heads, (input.nrows(), d), |head| product(input, weights.index_axis(Axis(0), head)))
}

/// a_i · b_j of every head, `[h, N, K]`, of `[h, N, d]` and `[h, K, d]`.
pub(crate) fn products<T: Real>(a: &Array3<T>, b: &Array3<T>) -> Array3<T> {
    each_head(a.dim().0, (a.dim().1, b.dim().1), |head| {
        product(a.index_axis(Axis(0), head), b.index_axis(Axis(0), head).t())
    })
}

/// q_i · table[ids[i, j]] of every head, `[h, N, K]`: N·R products and N·K look-ups, rather than N·K
/// products (Shaw et al. 2018, section 3.3, in spirit). Every id must have a row.
pub(crate) fn looked_up_products<T: Real>(
    query: &Array3<T>,
    table: &Array2<T>,
    ids: &Array2<usize>,
) -> Array3<T> {
    each_head(query.dim().0, ids.dim(), |head| {
        let by_label = product(query.index_axis(Axis(0), head), table.t());
        look_up(&by_label, ids)
    })
}

/// `by_label[i, ids[i, j]]`, of `[N, R]`.
pub(crate) fn look_up<T: Real>(by_label: &Array2<T>, ids: &Array2<usize>) -> Array2<T> {
    let mut out = Array2::zeros(ids.dim());
    let rows = out.outer_iter_mut().zip(ids.outer_iter()).zip(by_label.outer_iter());
    for ((mut out, ids), by_label) in rows {
        out.zip_mut_with(&ids, |out, &id| *out = by_label[id]);
    }
    out
}

/// Σ over the keys of each label: `[h, N, R]` from weights `[h, N, K]`, the backward pass through
/// [`look_up`].
pub(crate) fn by_label<T: Real>(
    weights: &Array3<T>,
    ids: &Array2<usize>,
    labels: usize,
) -> Array3<T> {
    each_head(weights.dim().0, (ids.nrows(), labels), |head| {
        let mut sums = Array2::zeros((ids.nrows(), labels));
        for ((i, j), &id) in ids.indexed_iter() {
            sums[[i, id]] = sums[[i, id]] + weights[[head, i, j]];
        }
        sums
    })
}

/// softmax of every row of scores `[h, N, K]` over the keys that are allowed.
pub(crate) fn softmax_where<T: Real>(
    scores: &Array3<T>,
    allowed: impl Fn(usize, usize) -> bool,
) -> Array3<T> {
    let mut weights = scores.as_standard_layout().into_owned();
    for mut head in weights.outer_iter_mut() {
        for (i, mut row) in head.outer_iter_mut().enumerate() {
            for (j, cell) in row.iter_mut().enumerate() {
                if !allowed(i, j) {
                    *cell = T::neg_infinity();
                }
            }
            if let Some(row) = row.as_slice_mut() {
                T::softmax(row);
            }
        }
    }
    weights
}

/// softmax of every row, under a mask between N tokens.
pub(crate) fn softmax<T: Real>(scores: &Array3<T>, mask: &Mask) -> Array3<T> {
    if mask.is_none() {
        return softmax_where(scores, |_, _| true);
    }
    softmax_where(scores, |i, j| mask.allows(i, j))
}

/// Where the sentence's mask and a rule of the method both let a query look: 1, else 0, `[N, N]`.
pub(crate) fn allowed_pairs(
    tokens: usize,
    mask: &Mask,
    rule: impl Fn(usize, usize) -> bool,
) -> Array2<usize> {
    Array2::from_shape_fn((tokens, tokens), |(i, j)| usize::from(rule(i, j) && mask.allows(i, j)))
}

/// From scores `[h, N, N]` to the output: softmax over the keys that are allowed, values, W_O.
pub(crate) fn attended<T: Real>(
    scores: Array3<T>,
    allowed: &Array2<usize>,
    value: &Array3<T>,
    output: &Array2<T>,
) -> Result<MethodTrace<T>, AttentionError> {
    check_scores(&scores)?;
    let weights = softmax_where(&scores, |i, j| allowed[[i, j]] == 1);
    let heads = weighted_values(&weights, value);
    MethodTrace::new(scores, weights, heads, output)
}

/// Σ_j weights_ij value_j of every head, `[h, N, d]`.
pub(crate) fn weighted_values<T: Real>(weights: &Array3<T>, value: &Array3<T>) -> Array3<T> {
    each_head(weights.dim().0, (weights.dim().1, value.dim().2), |head| {
        product(weights.index_axis(Axis(0), head), value.index_axis(Axis(0), head))
    })
}

/// `[N, h·d]`, head 0 first, of `[h, N, d]`.
pub(crate) fn side_by_side<T: Real>(heads: &Array3<T>) -> Array2<T> {
    let (h, tokens, d) = heads.dim();
    let mut out = Array2::zeros((tokens, h * d));
    for (head, values) in heads.outer_iter().enumerate() {
        out.slice_mut(s![.., head * d..(head + 1) * d]).assign(&values);
    }
    out
}

/// `[h, N, d]` of `[N, h·d]`: the backward pass through [`side_by_side`].
pub(crate) fn split_heads<T: Real>(concatenated: ArrayView2<T>, heads: usize) -> Array3<T> {
    let d = concatenated.ncols() / heads.max(1);
    each_head(heads, (concatenated.nrows(), d), |head| {
        concatenated.slice(s![.., head * d..(head + 1) * d]).to_owned()
    })
}

/// x + y, cell by cell.
pub(crate) fn sum<T: Real, D: Dimension>(x: &Array<T, D>, y: &Array<T, D>) -> Array<T, D> {
    let mut out = x.clone();
    out.zip_mut_with(y, |x, &y| *x = *x + y);
    out
}

/// Each row of a head plus that head's vector, `[h, N, d]` of `[h, N, d]` and `[h, d]`.
pub(crate) fn plus_head_vector<T: Real>(rows: &Array3<T>, vectors: &Array2<T>) -> Array3<T> {
    let mut out = rows.clone();
    for (mut head, vector) in out.outer_iter_mut().zip(vectors.outer_iter()) {
        for mut row in head.outer_iter_mut() {
            row.zip_mut_with(&vector, |x, &v| *x = *x + v);
        }
    }
    out
}

/// 1 / √d.
pub(crate) fn inverse_root<T: Real>(dimensions: usize) -> T {
    T::from_f64(1.0 / (dimensions as f64).sqrt())
}

/// What every method asks of its projections, its input and its mask.
pub(crate) fn check_layer<T: Real>(
    projections: &Projections<T>,
    input: ArrayView2<T>,
    mask: &Mask,
) -> Result<(), AttentionError> {
    projections.check()?;
    shape("the input", input.shape(), &[input.nrows(), projections.width()])?;
    check_input(input, mask)
}

/// [`queries_keys_values`] under their names.
pub(crate) fn projected<T: Real>(
    projections: &Projections<T>,
    sentence: &Sentence<T>,
) -> Result<Projected<T>, AttentionError> {
    let [query, key, value] = queries_keys_values(projections, sentence)?;
    Ok(Projected { query, key, value })
}

/// q_i · k_j times a number, `[h, N, N]`.
pub(crate) fn content<T: Real>(projected: &Projected<T>, scale: T) -> Array3<T> {
    products(&projected.query, &projected.key).mapv(|score: T| score * scale)
}

/// Q, K and V of every head, `[h, N, d]`: as the sentence has them, or its word vectors projected.
pub(crate) fn queries_keys_values<T: Real>(
    projections: &Projections<T>,
    sentence: &Sentence<T>,
) -> Result<[Array3<T>; 3], AttentionError> {
    if let Some(projected) = sentence.projected {
        check_keys(&sentence.mask, projected.tokens())?;
        return projected.of_sizes(projections.heads(), projections.dimensions());
    }
    check_layer(projections, sentence.embeddings, &sentence.mask)?;
    let weights = [&projections.query, &projections.key, &projections.value];
    Ok(weights.map(|weights| project(sentence.embeddings, weights)))
}

/// There is no backward pass to word vectors that are not there.
pub(crate) fn refuse_projected<T>(sentence: &Sentence<T>) -> Result<(), MethodError> {
    let (method, what) = ("the backward pass", "word vectors");
    match sentence.projected {
        Some(_) => Err(MethodError::Projected { method, what }),
        None => Ok(()),
    }
}

fn check_keys(mask: &Mask, tokens: usize) -> Result<(), AttentionError> {
    match &mask.keys {
        Some(keys) => shape("the key mask", &[keys.len()], &[tokens]),
        None => Ok(()),
    }
}

/// That there is a token, every number is finite, and the mask is of the sentence.
pub(crate) fn check_input<T: Real>(
    input: ArrayView2<T>,
    mask: &Mask,
) -> Result<(), AttentionError> {
    if input.nrows() == 0 {
        return Err(AttentionError::Empty { what: "the sentence" });
    }
    finite("the input", input.iter())?;
    check_keys(mask, input.nrows())
}

/// That scores are numbers that a softmax can work with; `[h, N, K]`.
pub(crate) fn check_scores<T: Real>(scores: &Array3<T>) -> Result<(), AttentionError> {
    for (head, scores) in scores.outer_iter().enumerate() {
        let largest = match scores.as_slice() {
            Some(cells) => T::magnitude(cells),
            None => scores.iter().fold(T::zero(), |largest, x| largest.max(x.abs())),
        };
        if largest > T::SCORE_LIMIT {
            let (found, limit) = (largest.as_f64(), T::SCORE_LIMIT.as_f64());
            return Err(AttentionError::ScoreTooLarge { head, found, limit });
        }
    }
    Ok(())
}

/// The streams of seeded numbers that are no projections of a head. Streams below are
/// [`Projections::untrained`]'s, four for each head.
const FIRST_STREAM: u64 = 1 << 32;

/// Seeded normal numbers `[rows, columns]` with a deviation; the same on every machine, and for each
/// `stream` others.
pub(crate) fn seeded<T: Real>(
    seed: u64,
    stream: u64,
    shape: (usize, usize),
    deviation: f64,
) -> Array2<T> {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    rng.set_stream(FIRST_STREAM + stream);
    Array2::from_shape_simple_fn(shape, || {
        let normal: f64 = StandardNormal.sample(&mut rng);
        T::from_f64(normal * deviation)
    })
}
