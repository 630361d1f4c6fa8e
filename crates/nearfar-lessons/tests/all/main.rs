//! What the Learn room decides.

mod learner;
