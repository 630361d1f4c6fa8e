//! What a method has of its own for positions, cell by cell, as a person reads it: by head, by offset, by bucket.

use crate::method::ModelMethod;

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
