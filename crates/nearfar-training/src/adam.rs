//! Adam (Kingma and Ba 2015, algorithm 1), bias-corrected, ε added after the square root.
//!
//! Ours and not the autodiff library's: over plain slices the state of a run is a list of named arrays, rows of
//! the embedding table that a batch does not touch cost nothing, and w and v have a rate of their own.

use crate::parameters::Moments;

/// β1.
pub const BETA_1: f64 = 0.9;
/// β2.
pub const BETA_2: f64 = 0.999;
/// ε.
pub const EPSILON: f32 = 1e-8;

/// The corrections of one step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Adam {
    first_correction: f32,
    second_correction: f32,
}

impl Adam {
    /// The step number `step`, from 1.
    pub fn at(step: u64) -> Adam {
        let correction = |beta: f64| (1.0 / (1.0 - beta.powf(step as f64))) as f32;
        Adam { first_correction: correction(BETA_1), second_correction: correction(BETA_2) }
    }

    /// Moves values against their gradient. All slices are of one length.
    pub fn update(self, rate: f32, values: &mut [f32], gradients: &[f32], moments: &mut Moments) {
        self.update_slices(rate, values, gradients, &mut moments.first, &mut moments.second);
    }

    /// Moves the rows of a table that a batch touched, and no others: a row that does not occur
    /// keeps its moments, too. `gradients` is `[rows, width]`.
    pub fn update_rows(
        self,
        rate: f32,
        width: usize,
        table: &mut [f32],
        rows: &[u32],
        gradients: &[f32],
        moments: &mut Moments,
    ) {
        for (&row, gradients) in rows.iter().zip(gradients.chunks_exact(width)) {
            let range = row as usize * width..(row as usize + 1) * width;
            self.update_slices(
                rate,
                &mut table[range.clone()],
                gradients,
                &mut moments.first[range.clone()],
                &mut moments.second[range],
            );
        }
    }

    fn update_slices(
        self,
        rate: f32,
        values: &mut [f32],
        gradients: &[f32],
        first: &mut [f32],
        second: &mut [f32],
    ) {
        let (b1, b2) = (BETA_1 as f32, BETA_2 as f32);
        // Of f64: 1 - β2 in f32 would be 5e-5 off.
        let (new_1, new_2) = ((1.0 - BETA_1) as f32, (1.0 - BETA_2) as f32);
        let cells = values.iter_mut().zip(gradients).zip(first.iter_mut().zip(second));
        for ((value, &gradient), (first, second)) in cells {
            *first = b1 * *first + new_1 * gradient;
            *second = b2 * *second + new_2 * gradient * gradient;
            let scale = (*second * self.second_correction).sqrt() + EPSILON;
            *value -= rate * *first * self.first_correction / scale;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_step_is_the_rate_against_the_sign() {
        let mut values = [1.0, 1.0];
        let mut moments = Moments::zero(2);
        Adam::at(1).update(0.1, &mut values, &[5.0, -0.01], &mut moments);
        assert!((values[0] - 0.9).abs() < 1e-6 && (values[1] - 1.1).abs() < 1e-6);
        assert!((moments.first[0] - 0.5).abs() < 1e-6 && (moments.second[0] - 0.025).abs() < 1e-6);
    }

    #[test]
    fn rows_that_do_not_occur_stay() {
        let mut table = [1.0, 2.0, 3.0, 4.0, 5.0, 6.0];
        let mut moments = Moments::zero(6);
        Adam::at(1).update_rows(0.5, 2, &mut table, &[1], &[1.0, -1.0], &mut moments);
        assert_eq!((table[0], table[1], table[4], table[5]), (1.0, 2.0, 5.0, 6.0));
        assert!((table[2] - 2.5).abs() < 1e-6 && (table[3] - 4.5).abs() < 1e-6);
    }
}
