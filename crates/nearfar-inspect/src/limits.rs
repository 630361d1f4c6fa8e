//! What a reader may spend on a stranger's file, in one place. Genuine files stay far below.

/// Bytes of a header (.safetensors, .npy, GGUF), as the .safetensors format itself has it.
pub const HEADER_BYTES: u64 = 100_000_000;
/// Bytes of the header of an array of NumPy, which itself refuses more than 10,000.
pub const ARRAY_HEADER_BYTES: u64 = 1 << 16;
/// Bytes of a pickle: the largest genuine ones, of whole modules, are a few megabytes.
pub const PICKLE_BYTES: u64 = 100_000_000;
/// Containers within containers: genuine pickles exceed 64, and a tree that is dropped or walked by
/// recursion must not be deeper than a stack of 1 MB holds.
pub const DEPTH: usize = 1_000;
/// Values that a pickle may hold, copies of memoised ones included: 2^40 leaves fit in 326 bytes.
pub const PICKLE_VALUES: usize = 1_000_000;
/// Opcodes of a pickle: genuine ones have two or three for each value.
pub const PICKLE_STEPS: usize = 4 * PICKLE_VALUES;
/// Steps of the search for tensors in a pickle: those that share one long list could make it endless.
pub const WALK_STEPS: usize = 16 * PICKLE_VALUES;
/// Bytes of all tensors' names together: a pickle can name one long key again and again.
pub const NAMES_BYTES: usize = 32 << 20;
/// Tensors in a file: the largest models that are published have some 100,000.
pub const TENSORS: usize = 1_000_000;
/// Axes of a tensor.
pub const AXES: usize = 32;
/// Entries of an archive: a tensor each in PyTorch's, and a few more.
pub const ENTRIES: u64 = 200_000;
/// Bytes that one compressed entry of an archive may unpack to; what is stored as it is has no limit.
pub const UNPACKED_BYTES: u64 = 128 << 20;
/// Bytes that are read at once where numbers pass through (statistics, exports).
pub const CHUNK_BYTES: usize = 1 << 20;
/// Bytes of a view with steps between its numbers that are read at once.
pub const SPAN_BYTES: u64 = 64 << 20;
/// Numbers that all tensors together may have for each byte of the file: the smallest blocks of GGUF
/// hold three. Views that repeat what is stored have more.
pub const NUMBERS_PER_BYTE: u64 = 4;
/// Numbers that they may have beyond that: of small tables that are repeated, of compressed zeros.
pub const NUMBERS_BEYOND: u64 = 1 << 22;
/// Bytes of metadata that are kept for display.
pub const METADATA_BYTES: usize = 16 << 20;
/// Keys of metadata: genuine files have some hundred.
pub const METADATA_PAIRS: usize = 100_000;
/// Layers of a model, and how often they are run: the deepest that are published have some 130.
pub const LAYERS: usize = 1_000;
/// Heads of a layer: the most that are published have 128.
pub const HEADS: usize = 4_096;
/// Bytes of a config.json; genuine ones have a few thousand.
pub const CONFIG_BYTES: usize = 4 << 20;
/// Graphs within graphs of ONNX: loops within branches within loops; genuine files have a few.
pub const GRAPH_DEPTH: usize = 64;
/// Bytes that the listing of an HDF5 file, or one read of its numbers, may fetch in all: its parts
/// point to each other, and may lead a reader round in circles.
pub const WALK_BYTES: u64 = 1 << 30;
/// Bytes of a file beside a model that is read as a whole (a table of words, a file of this project).
pub const COMPANION_BYTES: u64 = 64 << 20;
/// Bytes of weights as `f32` that are loaded for a forward pass: a worker may take 2 GB in all.
pub const MODEL_BYTES: u64 = 1_400 << 20;
/// Bytes of a table of words as `f32` that is loaded whole: those of most encoders are smaller, and a
/// read costs the browser more than what it reads.
pub const TABLE_BYTES: u64 = 160 << 20;
/// Bytes of scores, weights and states that a sentence may take; once more as many when heads are rescaled.
pub const RUN_BYTES: u64 = 640 << 20;
/// Tokens of a sentence that is run, as far as its bytes allow.
pub const TOKENS: usize = 1_024;

/// Bytes of what a layer of h heads of d dimensions and the width D keeps of N tokens: scores, weights, values,
/// states.
pub fn bytes_of_layer(heads: usize, head_size: usize, width: usize, tokens: usize) -> u64 {
    let [h, d, width, n] = [heads, head_size, width, tokens].map(|size| size as u64);
    let maps = n.saturating_mul(n).saturating_mul(2 * h);
    let rows = n.saturating_mul(h.saturating_mul(d).saturating_add(width));
    maps.saturating_add(rows).saturating_mul(size_of::<f32>() as u64)
}
