//! Attention that knows distance.
pub mod attention;
pub mod method;
pub mod metrics;
pub mod real;
pub mod picture { pub mod scale { pub fn format_number(v: f64) -> String { v.to_string() } } }
pub use method::Method;
pub use real::Real;
