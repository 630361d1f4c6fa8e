//! Numbers out of bytes that travelled: least byte first, as every machine of a browser has them.

/// The `f32` that bytes hold; what is left at their end is no number.
pub fn f32s(bytes: &[u8]) -> Vec<f32> {
    bytes.as_chunks::<4>().0.iter().map(|bytes| f32::from_le_bytes(*bytes)).collect()
}

/// The `f64` that bytes hold; what is left at their end is no number.
pub fn f64s(bytes: &[u8]) -> Vec<f64> {
    bytes.as_chunks::<8>().0.iter().map(|bytes| f64::from_le_bytes(*bytes)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_from_where_a_view_begins() {
        let numbers = [1.5, -0.25, f32::MAX, 0.0];
        let wide = numbers.map(f64::from);
        for before in 0..9 {
            let begin = |rest: Vec<u8>| [vec![0xff; before], rest, vec![7]].concat();
            let bytes = begin(numbers.iter().flat_map(|x| x.to_le_bytes()).collect());
            assert_eq!(f32s(&bytes[before..]), numbers);
            let bytes = begin(wide.iter().flat_map(|x| x.to_le_bytes()).collect());
            assert_eq!(f64s(&bytes[before..]), wide);
        }
        assert!(f32s(&[]).is_empty() && f64s(&[0; 7]).is_empty());
    }
}
