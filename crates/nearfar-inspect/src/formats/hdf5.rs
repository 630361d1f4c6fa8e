//! HDF5, Keras' weights among them.
