//! What a multi-head layer learns: the projections, and w and v of every head.

use ndarray::{Array2, Array3, ArrayView2};
use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;
use rand_distr::{Distribution, StandardNormal};

use crate::Real;
use crate::attention::Mapping;
use crate::attention::error::AttentionError;

/// w and v of one head (Wu et al. 2021, sections 3.1 and 3.2). Any finite value.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HeadParameters {
    /// Weighs the distance: positive prefers far tokens, negative near ones.
    pub w: f64,
    /// Shapes the learnable sigmoid: its upper bound is 1 + e^v.
    pub v: f64,
}

/// k and b of one head with a line of its own, f(x) = k·x + b (Wu et al. 2021, section 4.3).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Line {
    /// k.
    pub slope: f64,
    /// b.
    pub intercept: f64,
}

impl Line {
    /// As a mapping.
    pub fn mapping(self) -> Mapping {
        Mapping::Linear { slope: self.slope, intercept: self.intercept }
    }
}

/// The projections of a layer with `h` heads of `d` dimensions over embeddings of width `D`.
#[derive(Clone, Debug, PartialEq)]
pub struct Projections<T> {
    /// W_Q, `[h, D, d]`.
    pub query: Array3<T>,
    /// W_K, `[h, D, d]`.
    pub key: Array3<T>,
    /// W_V, `[h, D, d]`.
    pub value: Array3<T>,
    /// W_O, `[h·d, m]`.
    pub output: Array2<T>,
}

impl<T: Real> Projections<T> {
    /// Seeded random projections, labelled untrained wherever their pictures are shown: the same
    /// seed gives the same numbers on every machine. Head i is the same whatever `heads` is, so
    /// that adding a head does not change the others.
    ///
    /// Entries are normal with deviation `UNTRAINED_GAIN / √D` (W_O: 1 / √(h·d)).
    pub fn untrained(seed: u64, heads: usize, width: usize, dimensions: usize) -> Self {
        let deviation = UNTRAINED_GAIN / (width as f64).sqrt();
        let random = |head: usize, role: u64, rows: usize, columns: usize, deviation: f64| {
            let mut rng = ChaCha8Rng::seed_from_u64(seed);
            rng.set_stream(4 * head as u64 + role);
            Array2::from_shape_simple_fn((rows, columns), || {
                let normal: f64 = StandardNormal.sample(&mut rng);
                T::from_f64(normal * deviation)
            })
        };
        let stack = |role: u64| {
            let mut stacked = Array3::zeros((heads, width, dimensions));
            for (head, mut slot) in stacked.outer_iter_mut().enumerate() {
                slot.assign(&random(head, role, width, dimensions, deviation));
            }
            stacked
        };
        let mut output = Array2::zeros((heads * dimensions, width));
        for head in 0..heads {
            let deviation = 1.0 / ((heads * dimensions) as f64).sqrt();
            let rows = head * dimensions..(head + 1) * dimensions;
            output
                .slice_mut(ndarray::s![rows, ..])
                .assign(&random(head, 3, dimensions, width, deviation));
        }
        Projections { query: stack(0), key: stack(1), value: stack(2), output }
    }

    /// The sizes of a layer whose queries, keys and values come projected: W_Q, W_K and W_V are 0 and not
    /// read, and W_O has no columns, so that a layer gives its heads and no output `[N, 0]`.
    pub fn sizes(heads: usize, width: usize, dimensions: usize) -> Self {
        let zeros = || Array3::zeros((heads, width, dimensions));
        let output = Array2::zeros((heads * dimensions, 0));
        Projections { query: zeros(), key: zeros(), value: zeros(), output }
    }

    /// The same numbers in another type.
    pub fn cast<U: Real>(&self) -> Projections<U> {
        let cast = |weights: &Array3<T>| weights.mapv(|x| U::from_f64(x.as_f64()));
        Projections {
            query: cast(&self.query),
            key: cast(&self.key),
            value: cast(&self.value),
            output: self.output.mapv(|x| U::from_f64(x.as_f64())),
        }
    }

    /// From the layout in which one matrix holds all heads side by side: `query`, `key`, `value`
    /// are `[D, h·d]` with head i in columns i·d .. (i+1)·d, `output` is `[h·d, m]`.
    pub fn from_columns(
        heads: usize,
        query: ArrayView2<T>,
        key: ArrayView2<T>,
        value: ArrayView2<T>,
        output: Array2<T>,
    ) -> Result<Self, AttentionError> {
        let split = |what, matrix: ArrayView2<T>| {
            let (width, columns) = matrix.dim();
            if heads == 0 || columns % heads != 0 {
                return Err(AttentionError::Shape {
                    what,
                    found: vec![width, columns],
                    expected: vec![width, heads.max(1) * (columns / heads.max(1)).max(1)],
                });
            }
            let d = columns / heads;
            Ok(Array3::from_shape_fn((heads, width, d), |(head, row, column)| {
                matrix[[row, head * d + column]]
            }))
        };
        let projections = Projections {
            query: split("Wq", query)?,
            key: split("Wk", key)?,
            value: split("Wv", value)?,
            output,
        };
        projections.check()?;
        Ok(projections)
    }

    /// h, the number of heads.
    pub fn heads(&self) -> usize {
        self.query.dim().0
    }

    /// D, the width of the embeddings.
    pub fn width(&self) -> usize {
        self.query.dim().1
    }

    /// d, the dimensions of a head.
    pub fn dimensions(&self) -> usize {
        self.query.dim().2
    }

    /// That the four shapes belong together and every number is finite.
    pub fn check(&self) -> Result<(), AttentionError> {
        let (heads, width, dimensions) = self.query.dim();
        for (what, size) in
            [("the heads", heads), ("the width", width), ("the dimensions of a head", dimensions)]
        {
            if size == 0 {
                return Err(AttentionError::Empty { what });
            }
        }
        shape("W_K", self.key.shape(), &[heads, width, dimensions])?;
        shape("W_V", self.value.shape(), &[heads, width, dimensions])?;
        shape("W_O", self.output.shape(), &[heads * dimensions, self.output.ncols()])?;
        finite_array("W_Q", &self.query)?;
        finite_array("W_K", &self.key)?;
        finite_array("W_V", &self.value)?;
        finite_array("W_O", &self.output)
    }
}

/// Makes the raw scores of word vectors spread by about 2: with deviation 1/√D they would be so
/// small that every untrained head looks uniform. A choice of ours, not of the paper.
pub const UNTRAINED_GAIN: f64 = 2.5;

/// An error that names the array unless `found` is `expected`.
pub(crate) fn shape(
    what: &'static str,
    found: &[usize],
    expected: &[usize],
) -> Result<(), AttentionError> {
    if found == expected {
        return Ok(());
    }
    Err(AttentionError::Shape { what, found: found.to_vec(), expected: expected.to_vec() })
}

/// As [`finite`], at the kernel's speed where nothing is wrong.
pub(crate) fn finite_array<T: Real, S, D>(
    what: &'static str,
    array: &ndarray::ArrayBase<S, D>,
) -> Result<(), AttentionError>
where
    S: ndarray::Data<Elem = T>,
    D: ndarray::Dimension,
{
    match array.as_slice_memory_order() {
        Some(values) if T::magnitude(values).is_finite() => Ok(()),
        _ => finite(what, array.iter()),
    }
}

/// An error that names the array and the place unless every number is finite.
pub(crate) fn finite<'a, T: Real>(
    what: &'static str,
    mut values: impl Iterator<Item = &'a T>,
) -> Result<(), AttentionError> {
    let mut index = 0;
    match values.find(|value| {
        index += 1;
        !value.is_finite()
    }) {
        None => Ok(()),
        Some(found) => {
            Err(AttentionError::NotFinite { what, found: found.as_f64(), index: index - 1 })
        }
    }
}
