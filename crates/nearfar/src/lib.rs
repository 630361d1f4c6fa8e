//! Attention that knows distance: the mathematics of the DA-Transformer (Wu, Wu and Huang, NAACL
//! 2021) and of what it is compared with, every intermediate of it, and pictures of them.
//!
//! The way of the data, in order:
//!
//! 1. [`text`]: typed text becomes tokens ([`text::tokenize`]), tokens become word vectors
//!    ([`text::WordVectors`]), `[N, D]`.
//! 2. [`attention`]: vectors become queries, keys and values, scores, coefficients and weights
//!    ([`attention::Trace`]), one file per step of the formula; [`method`] says which steps.
//! 3. [`metrics`]: weights become a few figures per row and head ([`metrics::HeadFigures`]).
//! 4. [`picture`]: numbers become colours, positions and curves.
//!    [`export`] writes them as files.
//!    [`formula`] sets the methods' formulas as MathML.
//! 5. [`settings`]: everything that a link restores, one value ([`settings::Settings`]).
//! 6. [`lab`]: settings in, traces out, and nothing recomputed that did not move ([`lab::Lab`]).
//!    [`explore`]: one head of a sentence that is too long for that, by rows and in workers.
//!    [`opened`]: a layer of a model from anybody's file, which another program runs.
//! 7. [`words`]: what w, v and a difference mean, in words made from numbers.
//!
//! What a script asks of the page is checked in [`script`].
//!
//! Beside it, for comparison: [`methods`], every other way of telling distance, one file each, and
//! [`text::dependency`], the trees that some of them need.
//!
//! Invariants: nothing here touches the DOM, the clock or global randomness (a seed is an
//! argument); everything drawn comes from a `Trace` or a mapping; the coefficients of a head are N
//! values, since they depend on |i - j| alone; a slider move allocates nothing.

pub mod attention;
pub mod checkpoint;
pub mod explore;
pub mod export;
pub mod formula;
pub mod lab;
pub mod method;
pub mod methods;
pub mod metrics;
pub mod model;
pub mod opened;
pub mod picture;
pub mod script;
pub mod settings;
pub mod sorted;
pub mod text;
pub mod words;

pub use method::{Method, ModelMethod};
pub use nearfar_kernel::Real;
