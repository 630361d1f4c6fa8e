//! A message for programs that carry no reader of JSON: the page does not, it is downloaded first.

/// Lists of numbers and texts, and arrays. Who exchanges them knows what stands where.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Message {
    /// Its numbers, of any value.
    pub numbers: Vec<f64>,
    /// Its texts.
    pub texts: Vec<String>,
    /// What is too large for numbers.
    pub arrays: Vec<Vec<f32>>,
}
