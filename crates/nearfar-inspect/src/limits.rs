//! What a reader may spend on a stranger's file, in one place. Genuine files stay far below.

/// Bytes of a header (.safetensors, .npy, GGUF), as the .safetensors format itself has it.
pub const HEADER_BYTES: u64 = 100_000_000;
/// Bytes of a pickle: the largest genuine ones, of whole modules, are a few megabytes.
pub const PICKLE_BYTES: u64 = 100_000_000;
/// Containers within containers: genuine pickles exceed 64, and a tree that is dropped or walked by
/// recursion must not be deeper than a stack of 1 MB holds.
pub const DEPTH: usize = 1_000;
/// Values that a pickle may hold, copies of memoised ones included: 2^40 leaves fit in 326 bytes.
pub const PICKLE_VALUES: usize = 1_000_000;
/// Tensors in a file: the largest models that are published have some 100,000.
pub const TENSORS: usize = 1_000_000;
/// Axes of a tensor.
pub const AXES: usize = 32;
/// Bytes that one compressed entry of an archive may unpack to; what is stored as it is has no limit.
pub const UNPACKED_BYTES: u64 = 128 << 20;
/// Bytes that are read at once where numbers pass through (statistics, exports).
pub const CHUNK_BYTES: usize = 1 << 20;
/// Bytes of metadata that are kept for display.
pub const METADATA_BYTES: usize = 16 << 20;
