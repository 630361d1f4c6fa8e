//! Strangers' checkpoints: what is in a file, what its tensors are, and what its heads do. Nothing
//! in a file is executed, and no length in it is believed before it is checked. A package apart from `nearfar`,
//! which every page loads: HDF5 and pickles are not needed there.
//!
//! | step | module |
//! |---|---|
//! | what a file is by its name | [`kinds`] |
//! | bytes, a range at a time | [`source`] |
//! | what a server says of the ranges that it hands out | [`remote`] |
//! | bytes to named tensors, by format | [`formats`], [`checkpoint`] |
//! | files that were given together, parts of one model among them | [`bundle`] |
//! | files that come one at a time | [`gather`] |
//! | figures, histograms, pictures of slices | [`statistics`] |
//! | w and v of heads as they are drawn; numbers that are not finite, in a picture | [`heads`], [`pixels`] |
//! | tensors and figures as files | [`export`] |
//! | requests and answers between a page and its worker | [`protocol`], [`session`] |
//! | tensors to layers with roles, and what the user assigns | [`recognise`], [`report`] |
//! | a typed text to what a model reads | [`words`], [`tokenizer`] |
//! | what the room decides, without a page | [`room`] |
//! | a forward pass, and rescaling laid over it | [`encoder`] |
//! | what distance does to each head, measured over a text | [`laws`], [`study`] |
//! | attention weights from elsewhere, as a model that can be looked at | [`maps`] |
//! | what of all this a link names | [`link`] |
//! | what a reader may spend | [`limits`] |
//! | what can be wrong | [`error`] |

#[cfg(feature = "session")]
pub mod bundle;
pub mod checkpoint;
#[cfg(feature = "session")]
pub mod encoder;
pub mod error;
#[cfg(feature = "session")]
pub mod export;
#[cfg(feature = "session")]
pub mod formats;
pub mod gather;
pub mod heads;
pub mod kinds;
pub mod laws;
pub mod limits;
pub mod link;
pub mod maps;
pub mod pixels;
pub mod protocol;
#[cfg(feature = "session")]
pub mod recognise;
pub mod remote;
pub mod report;
pub mod room;
#[cfg(feature = "session")]
pub mod session;
pub mod source;
pub mod statistics;
#[cfg(feature = "session")]
pub mod study;
pub mod tensor;
#[cfg(feature = "tokenizer")]
pub mod tokenizer;
pub mod words;

pub use checkpoint::{Checkpoint, Format};
pub use error::InspectError;
#[cfg(feature = "session")]
pub use formats::{open, open_as};
pub use source::Source;
pub use tensor::{Dtype, Tensor};
