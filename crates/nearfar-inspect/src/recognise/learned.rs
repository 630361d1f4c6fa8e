//! w and v of a distance-aware model's heads, as learned and as they started.

use super::report::{Layer, Report, Role};
use crate::checkpoint::Checkpoint;
use crate::error::InspectError;
use crate::limits;

/// w and v of the heads of one stored layer, `[h]` each; empty where the file has none.
#[derive(Clone, Debug, Default, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Learned {
    /// Which stored layer, from 0.
    pub layer: usize,
    /// What its names begin with.
    pub name: String,
    /// w.
    pub w: Vec<f64>,
    /// v.
    pub v: Vec<f64>,
    /// Where w started.
    pub start_w: Vec<f64>,
    /// Where v started.
    pub start_v: Vec<f64>,
}

/// w and v of every layer that has them.
///
/// # Errors
/// Where the numbers cannot be read.
pub fn learned(checkpoint: &Checkpoint, report: &Report) -> Result<Vec<Learned>, InspectError> {
    let has_w = |(_, layer): &(usize, &Layer)| layer.part(Role::DistanceW).is_some();
    let read = |layer: &Layer, role| -> Result<Vec<f64>, InspectError> {
        let part = layer.part(role).and_then(|part| checkpoint.find(&part.tensor));
        let Some(tensor) = part else { return Ok(Vec::new()) };
        let count = tensor.len().min(limits::HEADS as u64) as usize;
        let mut numbers = vec![0.0; count];
        tensor.read(0, &mut numbers)?;
        Ok(numbers)
    };
    let of = |(number, layer): (usize, &Layer)| {
        Ok(Learned {
            layer: number,
            name: layer.name.clone(),
            w: read(layer, Role::DistanceW)?,
            v: read(layer, Role::DistanceV)?,
            start_w: read(layer, Role::StartW)?,
            start_v: read(layer, Role::StartV)?,
        })
    };
    report.layers.iter().enumerate().filter(has_w).map(of).collect()
}
