//! The rooms of the page.

mod lab;

pub use lab::{Front, Lab};
