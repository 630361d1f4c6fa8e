//! w and v of a distance-aware model's heads, or what another method has of its own, as learned and as they started.

use nearfar::ModelMethod;
use nearfar::model::{Cells, Each};

use super::{Layer, Report, Role};
use crate::checkpoint::Checkpoint;
use crate::error::InspectError;
use crate::limits;
use crate::tensor::Tensor;

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
    /// What another method has of its own for positions.
    pub own: Vec<OwnNumbers>,
}

/// One tensor that a method beside w and v learned about positions, cell by cell.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct OwnNumbers {
    /// Its name, the last part of that in the file: `u`, `tab_K`, `bias_table`.
    pub name: String,
    /// What a cell is of.
    #[serde(with = "EachForm")]
    pub each: Each,
    /// How many numbers a cell stands for: 1, and it is the number itself; else it is their root mean square.
    pub together: usize,
    /// The cells as learned; where they differ by head, those of every head, else one list.
    pub learned: Vec<Vec<f32>>,
    /// Where they started; empty where the file does not say.
    pub start: Vec<Vec<f32>>,
}

/// How a kind of cell is sent.
#[derive(serde::Serialize, serde::Deserialize)]
#[serde(remote = "Each")]
enum EachForm {
    Head,
    Offset,
    Bucket,
    Feature,
    Whole,
}

/// What the names of these tensors begin with: of DiSAN, an encoder of its own, and of the other methods.
const OWN: [&str; 2] = [super::DISAN, "words.attention.position."];
/// Larger tensors of a method's own are passed over.
const MOST_OWN: u64 = 1 << 22;

/// w and v of every layer that has them; of another method its own numbers.
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
    if let Some(method) = report.own_method_beside() {
        let name = report.layers.first().map(|layer| layer.name.clone()).unwrap_or_default();
        let own = own_numbers(checkpoint, ModelMethod::Own(method), report.heads.value)?;
        return Ok(vec![Learned { name, own, ..Learned::default() }]);
    }
    let of = |(number, layer): (usize, &Layer)| {
        Ok(Learned {
            layer: number,
            name: layer.name.clone(),
            w: read(layer, Role::DistanceW)?,
            v: read(layer, Role::DistanceV)?,
            start_w: read(layer, Role::StartW)?,
            start_v: read(layer, Role::StartV)?,
            own: Vec::new(),
        })
    };
    report.layers.iter().enumerate().filter(has_w).map(of).collect()
}

/// What a method of this project has of its own, in the order of the file's names.
fn own_numbers(
    checkpoint: &Checkpoint,
    method: ModelMethod,
    heads: usize,
) -> Result<Vec<OwnNumbers>, InspectError> {
    let numbers = |tensor: &Tensor| -> Result<Vec<f32>, InspectError> {
        let mut numbers = vec![0.0; tensor.len() as usize];
        tensor.read(0, &mut numbers)?;
        Ok(numbers.into_iter().map(|number| number as f32).collect())
    };
    let mut all = Vec::new();
    for tensor in &checkpoint.tensors {
        let Some(name) = OWN.iter().find_map(|front| tensor.name.strip_prefix(front)) else {
            continue;
        };
        let shape: Vec<usize> = tensor.shape.iter().map(|&size| size as usize).collect();
        let cells = |head| Cells::of(method, name, &shape, heads, head);
        let first = cells(0);
        // A file may state any shape: of none without numbers, and of no more heads than there are columns.
        let fits = (1..=MOST_OWN).contains(&tensor.len()) && shape.len() <= 2;
        if !fits || first.each == Each::Bucket && shape.get(1) != Some(&heads) {
            continue;
        }
        let of_heads = if first.each == Each::Bucket { heads } else { 1 };
        let by_head = |values: &[f32]| -> Vec<Vec<f32>> {
            (0..of_heads).map(|head| cells(head).sizes(values)).collect()
        };
        let start = checkpoint.find(&format!("start.{}", tensor.name));
        let start = start.filter(|start| start.shape == tensor.shape).map(numbers).transpose()?;
        let learned = numbers(tensor)?;
        all.push(OwnNumbers {
            name: name.to_owned(),
            each: first.each,
            together: first.together(learned.len()),
            learned: by_head(&learned),
            start: start.map(|start| by_head(&start)).unwrap_or_default(),
        });
    }
    Ok(all)
}
