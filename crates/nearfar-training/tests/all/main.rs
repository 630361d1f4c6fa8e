//! Training: the graph, the runs, what they save.
#![allow(clippy::unwrap_used, clippy::expect_used)]

mod block;
mod golden;
mod options;
mod room;
mod run;
mod shelf;
