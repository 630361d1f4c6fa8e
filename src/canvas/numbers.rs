//! The numbers that stand in the cells of a matrix, where all of them are wide enough to be read.

use nearfar::picture::layout::{MatrixLayout, Viewport};
use nearfar::picture::numbers::{Digits, NUMBER_SIZE, is_noise};
use nearfar::picture::palette::{Ink, Table, readable_on};
use nearfar::picture::pointing::Cell;
use nearfar::picture::scale::Scale;

use super::Surface;

/// Whether cells hold numbers, where those have no signs.
pub fn have_room_in(layout: &MatrixLayout) -> bool {
    let Viewport { rows, columns, .. } = layout.viewport;
    Digits::of(layout.cell[0], rows * columns, Scale::Sequential { min: 0.0, max: 1.0 }).is_some()
}

/// Writes what `value_at` gives for row and column into the cells that are seen, as `text` has it. `shown`: a cell
/// whose number stands there even where it is hardly told from 0.
pub fn write(
    surface: &Surface,
    layout: &MatrixLayout,
    value_at: impl Fn(usize, usize) -> Option<f32>,
    scale: Scale,
    table: &Table,
    shown: Option<Cell>,
    text: impl Fn(f32, Digits) -> String,
) {
    let Viewport { first_row, first_column, rows, columns } = layout.viewport;
    let Some(digits) = Digits::of(layout.cell[0], rows * columns, scale) else { return };
    surface.set_font(NUMBER_SIZE);
    let last = |first: f64, count: f64| ((first + count).ceil() as usize).min(layout.columns);
    for i in first_row as usize..last(first_row, rows) {
        for j in first_column as usize..last(first_column, columns) {
            let (Some(value), Some(rect)) = (value_at(i, j), layout.cell_rect(i, j)) else {
                continue;
            };
            // A cell that the edge cuts has no room for its number.
            if rect.width < 0.95 * layout.cell[0] || rect.height < 0.95 * layout.cell[1] {
                continue;
            }
            if is_noise(scale, f64::from(value)) && shown != Some((i, j)) {
                continue;
            }
            let position = scale.position(f64::from(value));
            let ink = match readable_on(table.colour(position)) {
                Ink::Black => "#000",
                Ink::White => "#fff",
            };
            let (x, y) = (rect.x + rect.width / 2.0, rect.y + rect.height / 2.0);
            surface.centred(&text(value, digits), x, y, ink);
        }
    }
}
