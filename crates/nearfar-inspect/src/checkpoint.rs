//! A file, opened: its format by its content, its tensors, and what else is to be said of it.

use std::sync::Arc;

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
    /// A tensor by its name.
    pub fn find(&self, name: &str) -> Option<&Tensor> {
        self.tensors.iter().find(|tensor| tensor.name == name)
    }

    /// The shape of a tensor by its name.
    pub fn shape_of(&self, name: &str) -> Option<Vec<u64>> {
        Some(self.find(name)?.shape.clone())
    }
}
