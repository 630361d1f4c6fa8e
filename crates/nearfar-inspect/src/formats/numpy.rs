//! NumPy's .npy and .npz.
