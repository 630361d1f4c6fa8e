//! Keras 3's archive.
