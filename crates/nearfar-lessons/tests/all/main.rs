//! What the Learn room decides.
#![allow(clippy::unwrap_used, clippy::expect_used)]

mod learner;
