//! The .safetensors format.
