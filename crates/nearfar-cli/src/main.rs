//! The command `nearfar`.

#[allow(dead_code, reason = "the commands that load data are not there yet")]
mod datasets;

fn main() {}
