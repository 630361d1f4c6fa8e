//! A file, opened: its format by its content, its tensors, and what else is to be said of it.

use std::sync::Arc;

use crate::error::InspectError;
use crate::formats;
use crate::limits;
use crate::source::Source;
use crate::tensor::Tensor;

/// What a file is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
pub enum Format {
    /// .safetensors.
    SafeTensors,
    /// PyTorch in a zip archive, as it has been written since 1.6.
    TorchZip,
    /// PyTorch's older container, or a bare pickle.
    TorchLegacy,
    /// One array of NumPy.
    Npy,
    /// An archive of arrays of NumPy.
    Npz,
    /// HDF5, Keras' .h5 and .weights.h5 among them.
    Hdf5,
    /// Keras 3's archive.
    Keras,
    /// ONNX.
    Onnx,
    /// GGUF.
    Gguf,
    /// Attention weights as JSON.
    Json,
}

/// An opened file. Its numbers are read when they are asked for.
#[derive(Clone)]
pub struct Checkpoint {
    /// What it is.
    pub format: Format,
    /// Its tensors, in the order of the file.
    pub tensors: Vec<Tensor>,
    /// What the file says of itself, by key, in its order.
    pub metadata: Vec<(String, String)>,
    /// What a reader wants to say: globals that a pickle names (never called), entries that were
    /// passed over and why.
    pub notes: Vec<String>,
    /// Files that hold numbers of this one and were not given.
    pub wanted: Vec<String>,
}

/// A file that was given together with others, by its name without a folder.
#[derive(Clone)]
pub struct Named {
    /// Its name.
    pub name: String,
    /// Its bytes.
    pub source: Arc<dyn Source>,
}

impl Checkpoint {
    /// Marks tensors that have more numbers than `stored` bytes account for, so that no work on the
    /// file is longer than the file.
    fn bound(&mut self, stored: u64) {
        let mut left =
            stored.saturating_mul(limits::NUMBERS_PER_BYTE).saturating_add(limits::NUMBERS_BEYOND);
        for tensor in &mut self.tensors {
            match left.checked_sub(tensor.len()) {
                Some(rest) => left = rest,
                None => tensor.repeats = true,
            }
        }
    }

    /// A tensor by its name.
    pub fn find(&self, name: &str) -> Option<&Tensor> {
        self.tensors.iter().find(|tensor| tensor.name == name)
    }

    /// The shape of a tensor by its name.
    pub fn shape_of(&self, name: &str) -> Option<Vec<u64>> {
        Some(self.find(name)?.shape.clone())
    }
}

/// Opens a file by its content. `beside` are the files that were given together with it.
///
/// # Errors
/// Where it is none of the formats, or breaks its format's rules.
pub fn open(source: Arc<dyn Source>, beside: &[Named]) -> Result<Checkpoint, InspectError> {
    let beside_bytes =
        beside.iter().fold(0, |sum: u64, file| sum.saturating_add(file.source.len()));
    let stored = source.len().saturating_add(beside_bytes);
    let mut checkpoint = formats::open(source, beside)?;
    checkpoint.bound(stored);
    Ok(checkpoint)
}

/// Reads bytes as a format, whatever they look like: for tests that damage them.
///
/// # Errors
/// As [`open`], but never because the format is another.
pub fn open_as(
    format: Format,
    source: Arc<dyn Source>,
    beside: &[Named],
) -> Result<Checkpoint, InspectError> {
    formats::open_as(format, source, beside)
}
