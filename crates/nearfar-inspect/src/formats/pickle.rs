//! Python's pickles, read by a machine that calls nothing.
