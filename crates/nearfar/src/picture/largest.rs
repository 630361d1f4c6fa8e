//! Where a matrix is largest: what is said of it first to those who do not see it.

use super::pointing::Cell;

/// Where the largest finite value stands, and the value. Of equal ones it is the last.
pub fn largest(values: &[f32]) -> Option<(usize, f32)> {
    largest_where(values, |_| true)
}

/// Where a value farthest from 0 stands, and the value.
pub fn farthest(values: &[f32]) -> Option<(usize, f32)> {
    let apart: Vec<f32> = values.iter().map(|value| value.abs()).collect();
    largest(&apart).map(|(index, _)| (index, values[index]))
}

/// The cell of the largest finite value of a `[n, n]` matrix that lies beside its diagonal.
pub fn strongest_pair(values: &[f32], n: usize) -> Option<(Cell, f32)> {
    let n = n.max(1);
    let (index, value) = largest_where(values, |index| index / n != index % n)?;
    Some(((index / n, index % n), value))
}

fn largest_where(values: &[f32], counts: impl Fn(usize) -> bool) -> Option<(usize, f32)> {
    let cells = values.iter().copied().enumerate();
    let cells = cells.filter(|&(index, value)| value.is_finite() && counts(index));
    cells.max_by(|a, b| a.1.total_cmp(&b.1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_largest_is_finite() {
        let values = [0.1, f32::NAN, 0.7, f32::INFINITY, -2.0, 0.7];
        assert_eq!(largest(&values), Some((5, 0.7)));
        assert_eq!(largest(&[f32::NAN]), None);
        assert_eq!(farthest(&values), Some((4, -2.0)));
        let square = [0.9, 0.1, 0.3, 0.8];
        assert_eq!(strongest_pair(&square, 2), Some(((1, 0), 0.3)));
        assert_eq!(strongest_pair(&[1.0], 1), None);
        assert_eq!(strongest_pair(&[], 0), None);
    }
}
