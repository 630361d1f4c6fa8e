//! What the tests of several readers share: files of `samples`, and mutants of them.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use nearfar_inspect::checkpoint::Named;
use nearfar_inspect::{Checkpoint, InspectError, Source, Tensor, open};

/// Longest that one mutant may take, also where other tests run beside this one.
const PATIENCE: Duration = Duration::from_secs(2);

/// The bytes of a sample.
pub fn sample(name: &str) -> Vec<u8> {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("samples").join(name);
    std::fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Opens bytes with nothing beside them.
pub fn open_bytes(bytes: Vec<u8>) -> Result<Checkpoint, InspectError> {
    open(Arc::new(bytes), &[])
}

/// Opens a sample with others beside it.
pub fn open_sample(name: &str, beside: &[&str]) -> Result<Checkpoint, InspectError> {
    let named = |name: &&str| Named {
        name: (*name).to_owned(),
        source: Arc::new(sample(name)) as Arc<dyn Source>,
    };
    let beside: Vec<Named> = beside.iter().map(named).collect();
    open(Arc::new(sample(name)), &beside)
}

/// The samples' rule: number `k` of tensor `i`.
pub fn rule(i: usize, k: usize) -> f64 {
    (((k * 7 + i * 13) % 257) as f64 - 128.0) / 64.0
}

/// All numbers of a tensor.
pub fn numbers(tensor: &Tensor) -> Vec<f64> {
    let mut out = vec![f64::NAN; tensor.len() as usize];
    tensor.read(0, &mut out).unwrap();
    out
}

/// All numbers of the tensor of a name.
pub fn numbers_of(checkpoint: &Checkpoint, name: &str) -> Vec<f64> {
    let found = checkpoint.find(name);
    numbers(found.unwrap_or_else(|| panic!("{name} is missing: {:?}", names(checkpoint))))
}

/// The names of all tensors.
pub fn names(checkpoint: &Checkpoint) -> Vec<&str> {
    checkpoint.tensors.iter().map(|tensor| tensor.name.as_str()).collect()
}

/// That a checkpoint has the 25 tensors of the tiny state dict, number by number, in their order.
pub fn assert_da_tiny(checkpoint: &Checkpoint, in_order: bool) {
    let order = DA_TINY.iter().map(|(name, _)| *name).collect::<Vec<_>>();
    if in_order {
        let names = names(checkpoint);
        assert_eq!(names[..25], order);
    }
    for (i, (name, shape)) in DA_TINY.iter().enumerate() {
        let tensor = checkpoint.find(name).unwrap_or_else(|| panic!("{name} is missing"));
        assert_eq!(tensor.shape, *shape, "{name}");
        assert_eq!(tensor.dtype, nearfar_inspect::Dtype::F32, "{name}");
        let expected: Vec<f64> = (0..tensor.len() as usize).map(|k| rule(i, k)).collect();
        assert_eq!(numbers(tensor), expected, "{name}");
        // Any part of them, too.
        let (start, many) = (tensor.len() as usize / 3, tensor.len() as usize / 2);
        let mut part = vec![f64::NAN; many];
        tensor.read(start as u64, &mut part).unwrap();
        assert_eq!(part, expected[start..start + many], "{name}");
    }
}

/// Names and shapes of the tiny state dict, in the order of their numbers.
pub const DA_TINY: [(&str, &[u64]); 25] = [
    ("embedding.weight", &[32, 16]),
    ("encoder.layers.0.self_attn.wq.weight", &[16, 16]),
    ("encoder.layers.0.self_attn.wk.weight", &[16, 16]),
    ("encoder.layers.0.self_attn.wv.weight", &[16, 16]),
    ("encoder.layers.0.self_attn.wo.weight", &[16, 16]),
    ("encoder.layers.0.self_attn.w", &[2]),
    ("encoder.layers.0.self_attn.v", &[2]),
    ("encoder.layers.0.norm1.weight", &[16]),
    ("encoder.layers.0.norm1.bias", &[16]),
    ("encoder.layers.0.ff.0.weight", &[32, 16]),
    ("encoder.layers.0.ff.0.bias", &[32]),
    ("encoder.layers.0.ff.2.weight", &[16, 32]),
    ("encoder.layers.0.ff.2.bias", &[16]),
    ("encoder.layers.1.self_attn.wq.weight", &[16, 16]),
    ("encoder.layers.1.self_attn.wk.weight", &[16, 16]),
    ("encoder.layers.1.self_attn.wv.weight", &[16, 16]),
    ("encoder.layers.1.self_attn.wo.weight", &[16, 16]),
    ("encoder.layers.1.self_attn.w", &[2]),
    ("encoder.layers.1.self_attn.v", &[2]),
    ("encoder.layers.1.norm1.weight", &[16]),
    ("encoder.layers.1.norm1.bias", &[16]),
    ("encoder.layers.1.ff.0.weight", &[32, 16]),
    ("encoder.layers.1.ff.0.bias", &[32]),
    ("encoder.layers.1.ff.2.weight", &[16, 32]),
    ("encoder.layers.1.ff.2.bias", &[16]),
];

/// SplitMix64: seeded, so that a mutant can be made again.
pub struct Random(pub u64);

impl Random {
    /// The next number.
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number below a limit.
    pub fn below(&mut self, limit: usize) -> usize {
        (self.next() % limit.max(1) as u64) as usize
    }
}

/// A changed copy: bits flipped, runs overwritten, numbers replaced by extremes, bytes cut off,
/// taken out, doubled or copied elsewhere. Half of the changes are within the first `head` bytes.
pub fn mutant(bytes: &[u8], head: usize, seed: u64) -> Vec<u8> {
    let mut random = Random(seed);
    let mut out = bytes.to_vec();
    for _ in 0..=random.below(3) {
        let near = random.below(2) == 0;
        let within = if near { head.min(out.len()) } else { out.len() };
        let at = random.below(within);
        let many = (1 + random.below(32)).min(out.len() - at.min(out.len()));
        match random.below(8) {
            0 | 1 if !out.is_empty() => out[at] ^= 1 << random.below(8),
            2 => {
                let byte = [0, 0xff, 0x7f, 0x80, random.next() as u8][random.below(5)];
                out[at..at + many].fill(byte);
            }
            3 => out.truncate(at),
            4 => {
                let extremes = [u64::MAX, i64::MAX as u64, 1 << 32, 1 << 40, u32::MAX.into(), 0, 1];
                let number = extremes[random.below(7)].to_le_bytes();
                let width = [1, 2, 4, 8][random.below(4)].min(out.len() - at);
                out[at..at + width].copy_from_slice(&number[..width]);
            }
            5 => {
                out.drain(at..at + many);
            }
            6 => {
                let part = out[at..at + many].to_vec();
                out.splice(at..at, part);
            }
            _ => {
                let from = random.below(out.len().saturating_sub(many));
                let part = out[from..from + many.min(out.len() - from)].to_vec();
                let to = at..at + part.len().min(out.len() - at);
                out.splice(to, part);
            }
        }
    }
    out
}

/// Opens a mutant and reads some numbers of each tensor: neither a panic nor a hang.
pub fn try_mutant(bytes: Vec<u8>, what: &str) -> Result<Checkpoint, InspectError> {
    let began = Instant::now();
    let opened = catch_unwind(AssertUnwindSafe(|| {
        let opened = open_bytes(bytes);
        if let Ok(checkpoint) = &opened {
            for tensor in checkpoint.tensors.iter().take(100) {
                let many = tensor.len().min(50);
                let mut out = vec![0.0; many as usize];
                let _ = tensor.read(0, &mut out);
                let _ = tensor.read(tensor.len() - many, &mut out);
            }
        }
        opened
    }));
    let took = began.elapsed();
    assert!(took < PATIENCE, "{what} took {took:?}");
    opened.unwrap_or_else(|_| panic!("{what} panicked"))
}

/// Mutants of a sample, one after the other; returns how many of them were read all the same.
pub fn try_mutants(name: &str, head: usize, count: u64) -> u64 {
    let bytes = sample(name);
    let mut read = 0;
    for seed in 0..count {
        let mutant = mutant(&bytes, head, seed);
        read += u64::from(try_mutant(mutant, &format!("mutant {seed} of {name}")).is_ok());
    }
    read
}

/// Refuses a sample within two seconds; returns the error.
pub fn refusal(name: &str) -> InspectError {
    refusal_of(sample(name), name)
}

/// Refuses bytes within two seconds; returns the error.
pub fn refusal_of(bytes: Vec<u8>, what: &str) -> InspectError {
    let began = Instant::now();
    let error = open_bytes(bytes).err().unwrap_or_else(|| panic!("{what} was opened"));
    assert!(began.elapsed() < PATIENCE, "{what}");
    error
}

/// A source that ends nowhere near its content: zeros after a beginning, and a count of what is read.
pub struct Sparse {
    /// The beginning.
    pub begins: Vec<u8>,
    /// The length.
    pub length: u64,
    /// Bytes that were read.
    pub read: std::sync::atomic::AtomicU64,
}

impl Source for Sparse {
    fn len(&self) -> u64 {
        self.length
    }

    fn read_at(&self, at: u64, buffer: &mut [u8]) -> Result<(), InspectError> {
        nearfar_inspect::source::check_range(at, buffer.len() as u64, self.length)?;
        self.read.fetch_add(buffer.len() as u64, std::sync::atomic::Ordering::Relaxed);
        for (index, byte) in buffer.iter_mut().enumerate() {
            let place = usize::try_from(at).ok().and_then(|at| self.begins.get(at + index));
            *byte = place.copied().unwrap_or(0);
        }
        Ok(())
    }
}
