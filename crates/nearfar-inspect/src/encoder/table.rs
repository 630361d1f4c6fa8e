//! A table of vectors that stays in its file: rows are read when they are asked for, and kept. A
//! sentence that is typed has mostly the words that it had before, and each read costs a call of the
//! browser.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use super::error::EncoderError;
use crate::tensor::Tensor;

/// Bytes of rows that are kept; beyond it all are let go.
const KEPT_BYTES: usize = 32 << 20;

/// A table `[rows, width]`.
pub(super) struct Table {
    tensor: Tensor,
    width: usize,
    seen: Mutex<HashMap<u64, Box<[f32]>>>,
}

impl Table {
    pub fn new(tensor: Tensor, width: usize) -> Table {
        Table { tensor, width, seen: Mutex::default() }
    }

    /// Adds the row `start`, and those after it, to rows `[n, width]`.
    pub fn add_from(&self, start: u64, rows: &mut [f32]) -> Result<(), EncoderError> {
        let found = self.read(start, rows.len())?;
        rows.iter_mut().zip(found).for_each(|(out, x)| *out += x as f32);
        Ok(())
    }

    /// Adds one row to each of the rows `[n, width]`.
    pub fn add_to_each(&self, row: u64, rows: &mut [f32]) -> Result<(), EncoderError> {
        let found = self.read(row, self.width)?;
        for out in rows.chunks_exact_mut(self.width.max(1)) {
            out.iter_mut().zip(&found).for_each(|(out, &x)| *out += x as f32);
        }
        Ok(())
    }

    /// Adds row `ids[i]` to row i of `[n, width]`.
    pub fn add_each(&self, ids: &[u32], rows: &mut [f32]) -> Result<(), EncoderError> {
        let mut seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
        if seen.len().saturating_mul(4 * self.width) > KEPT_BYTES {
            seen.clear();
        }
        for (&id, out) in ids.iter().zip(rows.chunks_exact_mut(self.width.max(1))) {
            let row = match seen.entry(id.into()) {
                std::collections::hash_map::Entry::Occupied(known) => known.into_mut(),
                std::collections::hash_map::Entry::Vacant(place) => {
                    let found = self.read(id.into(), self.width)?;
                    place.insert(found.into_iter().map(|x| x as f32).collect())
                }
            };
            out.iter_mut().zip(&row[..]).for_each(|(out, &x)| *out += x);
        }
        Ok(())
    }

    fn read(&self, row: u64, count: usize) -> Result<Vec<f64>, EncoderError> {
        let mut numbers = vec![0.0; count];
        self.tensor.read(row.saturating_mul(self.width as u64), &mut numbers)?;
        Ok(numbers)
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use crate::tensor::{Dtype, Storage};

    #[test]
    fn rows_are_added_read_once_or_again() {
        let tensor = Tensor {
            name: "x".to_owned(),
            dtype: Dtype::F32,
            type_name: "F32".to_owned(),
            shape: vec![3, 2],
            bytes: 24,
            shared: None,
            storage: Storage::Values([1.0, 2.0, 3.0, 4.0, 5.0, 6.0].into()),
        };
        let table = Table::new(tensor, 2);
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
    }
}
