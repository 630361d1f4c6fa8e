//! What the method learns about positions, as tables that a page can show: each tensor cell by cell, and the
//! gradient of the last step beside it.

use nearfar::model::Cells;

use crate::protocol::Learned;
use crate::run::{Run, StepReport};

/// Every tensor that the words' attention learns about positions. Where a tensor has numbers for every head
/// and more, those of `head` are told, or of the last where there are fewer.
pub fn learned(run: &Run, last: Option<&StepReport>, head: usize) -> Vec<Learned> {
    let sizes = run.architecture.sizes();
    let gradients = last.map(|last| last.learned_gradients.as_slice()).unwrap_or_default();
    let tables = run.learned_places().enumerate().filter_map(|(at, place)| {
        let parameter = run.parameters.iter().nth(place)?;
        let head = head.min(sizes.heads.max(1) - 1);
        let name = parameter.spec.name.rsplit('.').next().unwrap_or_default().to_owned();
        let method = run.architecture.method;
        let cells = Cells::of(method, &name, &parameter.spec.shape, sizes.heads, head);
        Some(Learned {
            name,
            each: cells.each,
            together: cells.together(parameter.values.len()),
            values: cells.sizes(&parameter.values),
            gradients: gradients.get(at).map(|one| cells.sizes(one)).unwrap_or_default(),
        })
    });
    tables.collect()
}
