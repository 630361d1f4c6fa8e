//! PyTorch's files: the zip container, the older one, and bare pickles.
