//! A table of vectors: in memory where it is not too large, else in its file, from where rows are
//! read when they are asked for, and kept. A sentence that is typed has mostly the words that it had
//! before, and each read costs a call of the browser.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::sync::{Mutex, PoisonError};

use super::error::EncoderError;
use crate::limits;
use crate::tensor::Tensor;

/// Bytes of rows that are kept; beyond it all are let go.
const KEPT_BYTES: usize = 32 << 20;

/// A table `[rows, width]`.
pub(super) struct Table {
    rows: Rows,
    width: usize,
}

enum Rows {
    Loaded(Vec<f32>),
    InFile(Box<InFile>),
}

struct InFile {
    tensor: Tensor,
    seen: Mutex<HashMap<u64, Vec<f32>>>,
}

impl Rows {
    fn in_file(tensor: &Tensor) -> Rows {
        Rows::InFile(Box::new(InFile { tensor: tensor.clone(), seen: Mutex::default() }))
    }
}

impl Table {
    /// Loads a table of at most [`limits::TABLE_BYTES`].
    pub fn new(tensor: &Tensor, width: usize) -> Result<Table, EncoderError> {
        let most = limits::TABLE_BYTES / 4;
        let rows = if tensor.len() <= most {
            Rows::Loaded(tensor.numbers(most)?)
        } else {
            Rows::in_file(tensor)
        };
        Ok(Table { rows, width })
    }

    /// Adds the row `start`, and those after it, to rows `[n, width]`.
    pub fn add_from(&self, start: u32, rows: &mut [f32]) -> Result<(), EncoderError> {
        let ids: Vec<u32> = (start..).take(rows.len() / self.width.max(1)).collect();
        self.add_each(&ids, rows)
    }

    /// Adds one row to each of the rows `[n, width]`.
    pub fn add_to_each(&self, row: u32, rows: &mut [f32]) -> Result<(), EncoderError> {
        self.add_each(&vec![row; rows.len() / self.width.max(1)], rows)
    }

    /// Adds row `ids[i]` to row i of `[n, width]`.
    pub fn add_each(&self, ids: &[u32], rows: &mut [f32]) -> Result<(), EncoderError> {
        let add = |out: &mut [f32], row: &[f32]| {
            out.iter_mut().zip(row).for_each(|(out, &x)| *out += x);
        };
        let pairs = ids.iter().zip(rows.chunks_exact_mut(self.width.max(1)));
        match &self.rows {
            Rows::Loaded(all) => {
                for (&id, out) in pairs {
                    let row = all.chunks_exact(self.width.max(1)).nth(id as usize);
                    add(out, row.ok_or_else(|| self.beyond(id, all.len()))?);
                }
            }
            Rows::InFile(file) => {
                let InFile { tensor, seen } = &**file;
                let mut seen = seen.lock().unwrap_or_else(PoisonError::into_inner);
                if seen.len().saturating_mul(4 * self.width) > KEPT_BYTES {
                    seen.clear();
                }
                for (&id, out) in pairs {
                    let row = match seen.entry(id.into()) {
                        Entry::Occupied(known) => known.into_mut(),
                        Entry::Vacant(place) => {
                            let mut numbers = vec![0.0; self.width];
                            tensor.read(u64::from(id) * self.width as u64, &mut numbers)?;
                            place.insert(numbers.into_iter().map(|x| x as f32).collect())
                        }
                    };
                    add(out, row);
                }
            }
        }
        Ok(())
    }

    /// The mean of the rows from `first` on, `[width]`: of `count`, or of as many as there are.
    pub fn mean(&self, first: u32, count: usize) -> Result<Vec<f32>, EncoderError> {
        let width = self.width.max(1);
        let rows = match &self.rows {
            Rows::Loaded(all) => all.len() / width,
            Rows::InFile(file) => usize::try_from(file.tensor.len()).unwrap_or(usize::MAX) / width,
        };
        let count = count.min(rows.saturating_sub(first as usize));
        let mut sums = vec![0.0_f64; self.width];
        for row in (first..).take(count) {
            let mut numbers = vec![0.0; self.width];
            self.add_each(&[row], &mut numbers)?;
            sums.iter_mut().zip(&numbers).for_each(|(sum, &x)| *sum += f64::from(x));
        }
        Ok(sums.into_iter().map(|sum| (sum / count.max(1) as f64) as f32).collect())
    }

    fn beyond(&self, id: u32, numbers: usize) -> EncoderError {
        let rows = numbers / self.width.max(1);
        EncoderError::CannotRun { why: format!("row {id} of a table of {rows} is asked for") }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use crate::tensor::{Dtype, Storage};

    #[test]
    fn rows_are_added_from_memory_and_from_the_file() {
        let tensor = Tensor {
            name: "x".to_owned(),
            dtype: Dtype::F32,
            type_name: "F32".to_owned(),
            shape: vec![3, 2],
            bytes: 24,
            shared: None,
            repeats: false,
            storage: Storage::Values([1.0, 2.0, 3.0, 4.0, 5.0, 6.0].into()),
        };
        let in_file = Table { rows: Rows::in_file(&tensor), width: 2 };
        for table in [Table::new(&tensor, 2).unwrap(), in_file] {
            for _ in 0..2 {
                let mut rows = [10.0; 6];
                table.add_each(&[2, 0, 2], &mut rows).unwrap();
                assert_eq!(rows, [15.0, 16.0, 11.0, 12.0, 15.0, 16.0]);
            }
            let mut rows = [0.0; 4];
            table.add_from(1, &mut rows).unwrap();
            assert_eq!(rows, [3.0, 4.0, 5.0, 6.0]);
            table.add_to_each(0, &mut rows).unwrap();
            assert_eq!(rows, [4.0, 6.0, 6.0, 8.0]);
            assert!(table.add_from(2, &mut rows).is_err(), "the second row is beyond the table");
            assert!(table.add_each(&[3], &mut rows).is_err());
            assert_eq!(table.mean(0, 2).unwrap(), [2.0, 3.0]);
            assert_eq!(table.mean(1, 64).unwrap(), [4.0, 5.0], "of as many as there are");
        }
    }
}
