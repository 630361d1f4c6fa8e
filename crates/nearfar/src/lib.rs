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
//!
//! What a script asks of the page is checked in [`script`]; [`panels`] names what a link can hide; [`shortcuts`] are its keys,
//! [`notices`] what it tells in banners; [`in_numbers`] writes numbers into lines of arithmetic. What w, v and a difference mean in words is
//! `nearfar_texts::words`.
//!
//! A model that was trained is read by [`checkpoint`], and [`model`] is what stands around its attention.
//!
//! Beside it, for comparison: [`methods`], every other way of telling distance, one file each, and
//! [`text::dependency`], the trees that some of them need.
//!
//! # Only the mathematics
//!
//! The paper's function of distance, f(x; v) with x = w·R (Eq. 4), and its coefficients for the distances 0, 1, 2 … tokens:
//!
//! ```
//! use nearfar::attention::Mapping;
//!
//! let f = Mapping::LearnableSigmoid;
//! assert_eq!(f.value(0.0, 1.0), 1.0); // a token to itself, whatever w and v
//! let mut near = [0.0; 4];
//! f.coefficients_into(-1.0, 0.0, &mut near); // w = -1: near tokens count
//! assert!((near[1] - 2.0 / (1.0 + 1.0_f64.exp())).abs() < 1e-12);
//! assert!(near.is_sorted_by(|a, b| a > b));
//! ```
//!
//! A layer of heads over a sentence, with every intermediate; then other w and v for a head, from the scores that are there:
//!
//! ```
//! use ndarray::Array2;
//! use nearfar::Method;
//! use nearfar::attention::{HeadParameters, Mask, Projections, Step, Trace};
//!
//! let projections = Projections::<f64>::untrained(7, 2, 8, 4); // seed, h, D, d
//! let sentence = Array2::from_shape_fn((5, 8), |(i, j)| ((3 * i + j) % 7) as f64 - 3.0); // [N, D]
//! let heads = [HeadParameters { w: -1.0, v: 0.5 }, HeadParameters { w: 0.3, v: 1.0 }];
//! let mut trace =
//!     Trace::new(&projections, &heads, Method::DISTANCE_AWARE, Mask::none(), sentence.view())?;
//! let row_sum: f64 = trace.weights_of(0)[..5].iter().sum();
//! assert!((row_sum - 1.0).abs() < 1e-12);
//! assert_eq!(trace.matrix(0, Step::Coefficient)[[2, 2]], 1.0);
//!
//! trace.set_head(0, HeadParameters { w: 0.0, v: 0.5 })?; // w = 0: distance is ignored
//! assert!(trace.matrix(0, Step::Coefficient).iter().all(|&f| f == 1.0));
//! # Ok::<(), nearfar::attention::AttentionError>(())
//! ```
//!
//! Any other method over a sentence, with gradients of what it learns; [`methods`] has the table of them:
//!
//! ```
//! use ndarray::Array2;
//! use nearfar::attention::Projections;
//! use nearfar::methods::alibi::Alibi;
//! use nearfar::methods::{AttentionMethod, Learns, Sentence};
//!
//! let embeddings = Array2::from_shape_fn((4, 8), |(i, j)| ((5 * i + j) % 9) as f64 / 9.0);
//! let sentence = Sentence::new(embeddings.view());
//! let alibi = Alibi::new(Projections::<f64>::untrained(1, 2, 8, 4), false);
//! let traced = alibi.run(&sentence)?;
//! assert_eq!(traced.common().weights.dim(), (2, 4, 4)); // [h, N, N]
//! for term in traced.terms() {
//!     println!("{}: {} ({})", term.name, term.title, term.source);
//! }
//!
//! let output = traced.common().output.clone();
//! let gradients = alibi.gradients(&sentence, output.view())?; // of the loss |output|² / 2
//! let of_words = gradients.get("X").ok_or("no such gradient")?; // those of a parameter: by its name
//! assert_eq!(of_words.shape(), [4, 8]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Invariants: nothing here touches the DOM, the clock or global randomness (a seed is an
//! argument); everything drawn comes from a `Trace` or a mapping; the coefficients of a head are N
//! values, since they depend on |i - j| alone; a slider move allocates nothing.

pub mod attention;
pub mod checkpoint;
pub mod curves;
pub mod explore;
pub mod export;
pub mod formula;
pub mod in_numbers;
pub mod lab;
pub mod method;
pub mod methods;
pub mod metrics;
pub mod model;
pub mod notices;
pub mod opened;
pub mod panels;
pub mod picture;
pub mod script;
pub mod settings;
pub mod share;
pub mod shortcuts;
pub mod sorted;
pub mod text;

pub use method::{Method, ModelMethod};
pub use nearfar_kernel::Real;
