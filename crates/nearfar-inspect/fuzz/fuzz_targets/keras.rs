//! Hostile bytes for one reader; see the package's library.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| nearfar_inspect_fuzz::read(nearfar_inspect::Format::Keras, data));
