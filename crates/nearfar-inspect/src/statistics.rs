//! What the numbers of a tensor are like, in one pass for the figures and one for the histogram, a
//! chunk at a time, so that a tensor of any size takes the same memory.

use crate::error::InspectError;
use crate::limits;
use crate::tensor::Tensor;

/// Bars of a histogram.
pub const BINS: usize = 64;

/// The figures of a tensor. Minimum, maximum, mean and deviation are those of its finite numbers.
#[derive(Clone, Debug, Default, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Statistics {
    /// How many numbers.
    pub count: u64,
    /// The least finite; `None` where there is none.
    pub min: Option<f64>,
    /// The greatest finite.
    pub max: Option<f64>,
    /// The mean of the finite.
    pub mean: Option<f64>,
    /// Their deviation, divided by their number.
    pub deviation: Option<f64>,
    /// The sum of the finite.
    pub sum: f64,
    /// How many are 0.
    pub zeros: u64,
    /// How many are no number.
    pub nan: u64,
    /// How many are infinite.
    pub infinite: u64,
}

impl Statistics {
    /// How many are neither a number nor finite.
    pub fn non_finite(&self) -> u64 {
        self.nan + self.infinite
    }

    /// The share that is 0, from 0 to 1; `None` of no numbers.
    pub fn share_of_zeros(&self) -> Option<f64> {
        (self.count > 0).then(|| self.zeros as f64 / self.count as f64)
    }
}

/// How many numbers fall between equal steps from the least to the greatest.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Histogram {
    /// The lower edge of the first bar.
    pub from: f64,
    /// The upper edge of the last, which belongs to it.
    pub to: f64,
    /// The finite numbers in each bar, [`BINS`] of them; one where all are equal.
    pub counts: Vec<u64>,
}

/// Whether to go on, told with the share that is done, from 0 to 1.
pub type Progress<'a> = &'a mut dyn FnMut(f64) -> bool;

/// A pass over a tensor: every number, in order. `None` where `progress` said to stop.
fn pass(
    tensor: &Tensor,
    progress: Progress,
    each: &mut dyn FnMut(&[f64]),
) -> Result<Option<()>, InspectError> {
    tensor.whole()?;
    let total = tensor.len();
    let mut chunk = vec![0.0; (limits::CHUNK_BYTES as u64 / 8).min(total) as usize];
    let mut at = 0;
    while at < total {
        let many = (total - at).min(chunk.len() as u64) as usize;
        tensor.read(at, &mut chunk[..many])?;
        each(&chunk[..many]);
        at += many as u64;
        if !progress(at as f64 / total as f64) {
            return Ok(None);
        }
    }
    Ok(Some(()))
}

/// The figures of a tensor; `None` where `progress` said to stop.
///
/// # Errors
/// Where its numbers cannot be read.
pub fn statistics(tensor: &Tensor, progress: Progress) -> Result<Option<Statistics>, InspectError> {
    let mut all = Statistics { count: tensor.len(), ..Statistics::default() };
    // Mean and squared distance from it as they grow, chunk by chunk (Chan, Golub and LeVeque
    // 1983): sums of squares would lose what is small beside a large mean.
    let (mut finite, mut mean, mut squares) = (0.0_f64, 0.0_f64, 0.0_f64);
    let done = pass(tensor, progress, &mut |chunk| {
        let mut sum = 0.0;
        let mut here = 0_u64;
        for &x in chunk {
            if x.is_finite() {
                sum += x;
                here += 1;
                all.zeros += u64::from(x == 0.0);
                all.min = Some(all.min.map_or(x, |min| min.min(x)));
                all.max = Some(all.max.map_or(x, |max| max.max(x)));
            } else if x.is_nan() {
                all.nan += 1;
            } else {
                all.infinite += 1;
            }
        }
        if here == 0 {
            return;
        }
        let count = here as f64;
        let own = sum / count;
        let finite_here = chunk.iter().filter(|x| x.is_finite());
        let own_squares: f64 = finite_here.map(|x| (x - own) * (x - own)).sum();
        let both = finite + count;
        let apart = own - mean;
        squares += own_squares + apart * apart * finite * count / both;
        mean += apart * count / both;
        finite = both;
        all.sum += sum;
    })?;
    if finite > 0.0 {
        all.mean = Some(mean);
        all.deviation = Some((squares / finite).sqrt());
    }
    Ok(done.map(|()| all))
}

/// The histogram of a tensor's finite numbers; `None` where there are none, or where `progress` said
/// to stop.
///
/// # Errors
/// Where its numbers cannot be read.
pub fn histogram(
    tensor: &Tensor,
    statistics: &Statistics,
    progress: Progress,
) -> Result<Option<Histogram>, InspectError> {
    let (Some(from), Some(to)) = (statistics.min, statistics.max) else { return Ok(None) };
    let bins = if from == to { 1 } else { BINS };
    let mut counts = vec![0_u64; bins];
    // Halves, since the width of all finite numbers together is infinite.
    let half_width = to / 2.0 - from / 2.0;
    let done = pass(tensor, progress, &mut |chunk| {
        for &x in chunk.iter().filter(|x| x.is_finite()) {
            let share = if bins == 1 { 0.0 } else { (x / 2.0 - from / 2.0) / half_width };
            let bin = (share * bins as f64) as usize;
            counts[bin.min(bins - 1)] += 1;
        }
    })?;
    Ok(done.map(|()| Histogram { from, to, counts }))
}

/// A rectangle out of a tensor: two axes, the other indices fixed, each side thinned to what a
/// picture has room for.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Slice {
    /// Rows of the picture.
    pub rows: usize,
    /// Its columns.
    pub columns: usize,
    /// Every how many-th row and column was taken; 1 where all were.
    pub steps: [u64; 2],
    /// `[rows, columns]`, row-major.
    pub values: Vec<f64>,
}

/// Which rectangle.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct SliceOf {
    /// The axis of the rows; `None` for a tensor of one axis or none, which is one row.
    pub row_axis: Option<usize>,
    /// The axis of the columns; `None` for one number.
    pub column_axis: Option<usize>,
    /// The index on every axis; those of the two axes are where the rectangle starts.
    pub start: Vec<u64>,
    /// The most rows and columns that are wanted, before thinning.
    pub size: [u64; 2],
    /// The most rows and columns of the picture.
    pub most: usize,
}

impl SliceOf {
    /// The last two axes from their start, whole.
    pub fn whole(shape: &[u64], most: usize) -> SliceOf {
        let axes = shape.len();
        SliceOf {
            row_axis: axes.checked_sub(2),
            column_axis: axes.checked_sub(1),
            start: vec![0; axes],
            size: [u64::MAX; 2],
            most,
        }
    }

    /// The two axes from their start, whole; the other indices stay.
    pub fn widened(&self) -> SliceOf {
        let mut of = SliceOf { size: [u64::MAX; 2], ..self.clone() };
        for axis in [self.row_axis, self.column_axis].into_iter().flatten() {
            if let Some(start) = of.start.get_mut(axis) {
                *start = 0;
            }
        }
        of
    }

    /// With another axis as rows or columns, whole and from the start of every axis; where the other one has it the
    /// two change places.
    pub fn along(&self, is_row: bool, axis: usize) -> SliceOf {
        let (mine, other) = match is_row {
            true => (self.row_axis, self.column_axis),
            false => (self.column_axis, self.row_axis),
        };
        let other = if other == Some(axis) { mine } else { other };
        let (row_axis, column_axis) = match is_row {
            true => (Some(axis), other),
            false => (other, Some(axis)),
        };
        let start = vec![0; self.start.len()];
        SliceOf { row_axis, column_axis, start, size: [u64::MAX; 2], most: self.most }
    }

    /// Another extent, `factor` times as large, about a cell of the picture or about its middle: at least
    /// 8 each way where the tensor has them, and inside it. `cells` and `steps` are the picture's own.
    pub fn zoomed(
        &self,
        shape: &[u64],
        cells: [usize; 2],
        steps: [u64; 2],
        at: Option<(usize, usize)>,
        factor: f64,
    ) -> SliceOf {
        let mut of = self.clone();
        let at = at.map(|(row, column)| [row, column]);
        for (side, axis) in [self.row_axis, self.column_axis].into_iter().enumerate() {
            let Some(axis) = axis else { continue };
            let whole = shape.get(axis).copied().unwrap_or(1);
            let (Some(start), Some(size)) = (of.start.get_mut(axis), of.size.get_mut(side)) else {
                continue;
            };
            let extent = (*size).min(whole - (*start).min(whole));
            let next = ((extent as f64 * factor).round() as u64).clamp(8.min(whole), whole);
            let middle = match at {
                Some(at) => *start + at[side] as u64 * steps[side],
                None => *start + cells[side] as u64 * steps[side] / 2,
            };
            *start = middle.saturating_sub(next / 2).min(whole - next);
            *size = next;
        }
        of
    }

    /// The index in the tensor of a cell of the picture, on every axis.
    pub fn index_of(&self, (row, column): (usize, usize), steps: [u64; 2]) -> Vec<u64> {
        let along = |(axis, &start): (usize, &u64)| match axis {
            _ if self.row_axis == Some(axis) => start + row as u64 * steps[0],
            _ if self.column_axis == Some(axis) => start + column as u64 * steps[1],
            _ => start,
        };
        self.start.iter().enumerate().map(along).collect()
    }
}

/// Reads a rectangle.
///
/// # Errors
/// Where an axis or index is beyond the tensor's, or its numbers cannot be read.
pub fn slice(tensor: &Tensor, of: &SliceOf) -> Result<Slice, InspectError> {
    let wrong = |why: String| InspectError::Tensor { name: tensor.name.clone(), why };
    let shape = &tensor.shape;
    if of.start.len() != shape.len() {
        return Err(wrong(format!("{} indices for {} axes", of.start.len(), shape.len())));
    }
    if of.row_axis.is_some() && of.row_axis == of.column_axis {
        return Err(wrong("rows and columns are the same axis".to_owned()));
    }
    for (axis, (&index, &n)) in of.start.iter().zip(shape).enumerate() {
        if index >= n {
            return Err(wrong(format!("index {index} on axis {axis}, which has {n}")));
        }
    }
    let most = of.most.clamp(1, 2_048) as u64;
    let extent = |axis: Option<usize>, wanted: u64| -> Result<(u64, u64, u64), InspectError> {
        let Some(axis) = axis else { return Ok((1, 1, 0)) };
        let (Some(&n), Some(&start)) = (shape.get(axis), of.start.get(axis)) else {
            return Err(wrong(format!("axis {axis}, but it has {}", shape.len())));
        };
        let length = (n - start).min(wanted.max(1));
        let step = length.div_ceil(most);
        let stride = shape.iter().skip(axis + 1).product();
        Ok((length.div_ceil(step), step, stride))
    };
    let (rows, row_step, row_stride) = extent(of.row_axis, of.size[0])?;
    let (columns, column_step, column_stride) = extent(of.column_axis, of.size[1])?;
    let mut flat = 0_u64;
    for (axis, &index) in of.start.iter().enumerate() {
        flat += index * shape.iter().skip(axis + 1).product::<u64>();
    }
    let mut values = vec![0.0; (rows * columns) as usize];
    for (row, out) in values.chunks_exact_mut(columns as usize).enumerate() {
        let start = flat + row as u64 * row_step * row_stride;
        // A row whose numbers lie together, or nearly, is read at once.
        let gap = column_step * column_stride;
        let span = (columns - 1) * gap + 1;
        if span <= limits::CHUNK_BYTES as u64 / 8 && gap <= 64 {
            let mut numbers = vec![0.0; span as usize];
            tensor.read(start, &mut numbers)?;
            for (out, &number) in out.iter_mut().zip(numbers.iter().step_by(gap.max(1) as usize)) {
                *out = number;
            }
        } else {
            for (column, out) in out.iter_mut().enumerate() {
                tensor.read(start + column as u64 * gap, std::slice::from_mut(out))?;
            }
        }
    }
    Ok(Slice {
        rows: rows as usize,
        columns: columns as usize,
        steps: [row_step, column_step],
        values,
    })
}

#[cfg(test)]
#[path = "statistics_tests.rs"]
mod tests;
