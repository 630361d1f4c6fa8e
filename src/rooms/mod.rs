//! The rooms of the page.

mod curves;
mod lab;

pub use curves::Curves;
pub use lab::Lab;
