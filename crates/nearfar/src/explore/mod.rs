//! One head of a long sentence, in A and in B, without its N x N matrix: all heads of both would be 67 MB at
//! 512 tokens and 4.3 GB at 4,096.
//!
//! Two workers without shared memory keep queries and keys of the head, `[N, d]` each, and compute rows of
//! weights when they are asked for, each every second row of the raster. What is drawn is a raster
//! ([`Section`](crate::picture::Section)): every value stands for a block of cells and is the weight farthest
//! from 0 among them.
//!
//! 1. [`message`]: what the page and its workers exchange, as numbers.
//! 2. [`rows`]: rows of scores and weights of one head, the same numbers as a `Trace` has.
//! 3. [`session`]: a worker's work. A draft of its share of the raster, from one row of each block; then
//!    every row; then the head's figures. A newer view drops what is not done of an older one.
//! 4. [`explorer`]: the page's side. It asks for one draft at a time, puts the shares of the workers
//!    together, and drops answers to what was asked before.
//! 5. [`exploration`]: what of settings, screen and cursor makes the page give and ask the workers something.
//! 6. [`shown`]: the numbers of a head, from the workers or from the Lab.

pub mod exploration;
pub mod explorer;
pub mod message;
pub mod rows;
pub mod session;
pub mod shown;

pub use exploration::{Asks, Exploration, Found};
pub use explorer::{Explorer, Plan, Received};
pub use message::{Answer, CellNumbers, Request, Side, Sums, View};
pub use session::Session;
pub use shown::Shown;
