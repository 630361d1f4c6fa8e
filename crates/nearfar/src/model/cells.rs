//! What a method has of its own for positions, cell by cell, as a person reads it: by head, by offset, by bucket.

use crate::method::ModelMethod;
use crate::methods::t5::Buckets;

/// Farther than the last bucket begins.
const FARTHEST: i64 = 130;

/// What a cell is of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Each {
    /// A head, from the first.
    Head,
    /// An offset j - i, from -k to k.
    Offset,
    /// A bucket of offsets, of the shown head.
    Bucket,
    /// A feature, from the first.
    Feature,
    /// The whole tensor.
    Whole,
}

impl Each {
    /// The row of `rows` that an offset j - i falls into; `None` for what is not of offsets, or beyond them.
    pub fn row_of_offset(self, rows: usize, offset: i64) -> Option<usize> {
        let row = match self {
            Each::Offset => usize::try_from(offset + (rows / 2) as i64).ok()?,
            Each::Bucket => {
                let [i, j] = [-offset, offset].map(|place| usize::try_from(place).unwrap_or(0));
                Buckets::ENCODER.bucket(i, j)
            }
            Each::Head | Each::Feature | Each::Whole => return None,
        };
        (row < rows).then_some(row)
    }

    /// The name of a row, from 0, of so many: "1" for the first head or feature, "−3" for an offset, "8 … 11" for a
    /// bucket. `None` for the whole tensor, which has words.
    pub fn row_name(self, rows: usize, row: usize) -> Option<String> {
        match self {
            Each::Head | Each::Feature => Some((row + 1).to_string()),
            Each::Offset => Some(signed(row as i64 - (rows / 2) as i64)),
            Each::Bucket => Some(offsets_of_bucket(rows, row)),
            Each::Whole => None,
        }
    }
}

/// The offsets of a bucket: "−3", "8 … 11", "≥ 113".
fn offsets_of_bucket(rows: usize, row: usize) -> String {
    let is_of = |&offset: &i64| Each::Bucket.row_of_offset(rows, offset) == Some(row);
    let mut all = (-FARTHEST..=FARTHEST).filter(is_of);
    // Nothing stands behind a word at a distance of 0.
    let Some(first) = all.next() else { return "–".to_owned() };
    let last = all.next_back().unwrap_or(first);
    match (first, last) {
        _ if first == -FARTHEST => format!("≤ {}", signed(last)),
        _ if last == FARTHEST => format!("≥ {}", signed(first)),
        _ if first == last => signed(first),
        _ => format!("{} … {}", signed(first), signed(last)),
    }
}

/// An offset with a true minus sign.
pub(crate) fn signed(offset: i64) -> String {
    offset.to_string().replace('-', "\u{2212}")
}

/// How a row-major tensor is cut into cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cells {
    /// What a cell is of.
    pub each: Each,
    /// How many there are.
    count: usize,
    /// Whether cells are rows; else blocks of as many columns each.
    in_rows: bool,
    /// The one column that is told; `None` for all of a cell.
    column: Option<usize>,
    columns: usize,
}

impl Cells {
    /// Of a tensor by the last part of its name, in a model of so many heads. Where it has numbers for every head
    /// and more, those of `head` are told.
    pub fn of(
        method: ModelMethod,
        name: &str,
        shape: &[usize],
        heads: usize,
        head: usize,
    ) -> Cells {
        let rows = shape.first().copied().unwrap_or(1);
        let columns = shape.get(1).copied().unwrap_or(1);
        let cells = |each, count, in_rows| Cells { each, count, in_rows, column: None, columns };
        let each = match method {
            ModelMethod::Own(method) => method.each(name),
            _ => Each::Head,
        };
        match each {
            // W_R `[D, h·d]` has heads side by side, u and v `[h, d]` one below the other.
            Each::Head => cells(each, heads, name != "W_R"),
            Each::Bucket => Cells { column: Some(head), ..cells(each, rows, true) },
            Each::Offset | Each::Feature => cells(each, rows, true),
            Each::Whole => cells(each, 1, true),
        }
    }

    /// How many numbers of a tensor of so many a cell stands for: 1, and the cell is the number itself; else it is
    /// their root mean square.
    pub fn together(&self, numbers: usize) -> usize {
        if self.column.is_some() { 1 } else { (numbers / self.count.max(1)).max(1) }
    }

    /// A number for each cell: itself, or the root mean square of several.
    pub fn sizes(&self, values: &[f32]) -> Vec<f32> {
        let together = self.together(values.len());
        let block = (self.columns / self.count.max(1)).max(1);
        let mut found = vec![(0.0_f64, 0.0_f32); self.count];
        for (place, &value) in values.iter().enumerate() {
            let column = place % self.columns.max(1);
            if self.column.is_some_and(|wanted| wanted != column) {
                continue;
            }
            let rows_of_a_cell = (values.len() / self.columns.max(1) / self.count.max(1)).max(1);
            let cell = if self.in_rows {
                place / self.columns.max(1) / rows_of_a_cell
            } else {
                column / block
            };
            if let Some((squares, only)) = found.get_mut(cell) {
                *squares += f64::from(value) * f64::from(value);
                *only = value;
            }
        }
        let size = |(squares, only): (f64, f32)| match together {
            1 => only,
            many => (squares / many as f64).sqrt() as f32,
        };
        found.into_iter().map(size).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_offset_falls_into_its_row() {
        // From -2 to 2.
        let row = |offset| Each::Offset.row_of_offset(5, offset);
        assert_eq!([-3, -2, 0, 2, 3].map(row), [None, Some(0), Some(2), Some(4), None]);
        // T5's first 16 buckets are of what stands before, the other 16 of what stands behind (Raffel et al. 2020).
        let bucket = |offset| Each::Bucket.row_of_offset(32, offset);
        assert_eq!([0, -1, -7, -500, 1, 500].map(bucket), [0, 1, 7, 15, 17, 31].map(Some));
        assert_eq!(Each::Bucket.row_of_offset(8, 500), None);
        for each in [Each::Head, Each::Feature, Each::Whole] {
            assert_eq!(each.row_of_offset(5, 0), None);
        }
    }

    #[test]
    fn rows_are_named_by_what_they_are_of() {
        let name = |each: Each, rows, row| each.row_name(rows, row);
        assert_eq!(name(Each::Head, 16, 0).as_deref(), Some("1"));
        assert_eq!(name(Each::Feature, 4, 3).as_deref(), Some("4"));
        assert_eq!(name(Each::Whole, 1, 0), None);
        let offsets = [0, 2, 4].map(|row| name(Each::Offset, 5, row).unwrap());
        assert_eq!(offsets, ["−2", "0", "2"]);
        // 8 … 11 share a bucket on each side; none is at a distance of 0 behind.
        let rows = [0, 1, 7, 8, 15, 16, 17, 24, 31];
        let buckets = rows.map(|row| name(Each::Bucket, 32, row).unwrap());
        assert_eq!(buckets, ["0", "−1", "−7", "−11 … −8", "≤ −91", "–", "1", "8 … 11", "≥ 91"]);
    }

    fn cells(each: Each, count: usize, in_rows: bool, columns: usize) -> Cells {
        Cells { each, count, in_rows, column: None, columns }
    }

    #[test]
    fn cells_by_hand() {
        let values = [3.0, 4.0, -1.0, 7.0, 0.0, 0.0];
        let one_each = cells(Each::Head, 6, true, 1);
        assert_eq!((one_each.together(6), one_each.sizes(&values)), (1, values.to_vec()));
        let rows = cells(Each::Offset, 3, true, 2);
        assert_eq!(rows.together(6), 2);
        assert_eq!(rows.sizes(&values), [12.5_f32.sqrt(), 5.0, 0.0]);
        let blocks = cells(Each::Head, 3, false, 3);
        assert_eq!(blocks.sizes(&values), [(29.0_f32).sqrt(), 8.0_f32.sqrt(), 0.5_f32.sqrt()]);
        let column = Cells { column: Some(1), ..cells(Each::Bucket, 3, true, 2) };
        assert_eq!((column.together(6), column.sizes(&values)), (1, vec![4.0, 7.0, 0.0]));
        let whole = cells(Each::Whole, 1, true, 2);
        assert_eq!(whole.sizes(&values), [(75.0_f32 / 6.0).sqrt()]);
    }
}
