//! Strangers' files: read, recognised, run. `third_party` is a program of its own, which needs published models.
#![allow(clippy::unwrap_used, clippy::expect_used)]

mod archive;
mod bundle;
mod by_hand;
mod encoder;
mod families;
mod forward;
mod gather;
mod gguf;
mod grid;
mod keras;
mod kinds;
mod laws;
mod layers;
mod link;
mod maps;
mod mutants;
mod numpy;
mod onnx;
mod own;
mod recognise;
mod safetensors;
mod table;
mod torch;
