//! A [frame](Frame) of a matrix on a canvas: laid out with labels and numbers, or its cells alone.

use nearfar::picture::frame::Frame;
use nearfar::picture::heatmap::fit;
use nearfar::picture::layout::MatrixLayout;
use nearfar::picture::numbers::in_a_cell;
use nearfar::picture::palette::Theme;
use nearfar::picture::pointing::Cell;
use nearfar::picture::section::Section;
use web_sys::HtmlCanvasElement;

use super::{Surface, labelled, numbers, put_pixels, with_pixels};

/// The cells where the layout has them, and their numbers where they can be read; that of `shown` whatever it is.
pub fn draw_cells(surface: &Surface, layout: &MatrixLayout, frame: &Frame, shown: Option<Cell>) {
    let seen = frame.part.source(layout.viewport);
    with_pixels(frame.values.len(), |pixels| {
        frame.paint(pixels);
        surface.cells(pixels, frame.part.raster[1], seen, layout.plot);
    });
    let value_at = |i, j| frame.value_at(i, j).filter(|_| frame.is_shown(i, j));
    numbers::write(surface, layout, value_at, frame.scale, frame.table, shown, in_a_cell);
}

/// Labels and cursor, above the cells; with `axes` the words for queries and keys.
pub fn draw_over(
    surface: &Surface,
    layout: &MatrixLayout,
    cursor: Option<Cell>,
    theme: Theme,
    axes: bool,
) {
    match axes {
        true => labelled::draw_labels(surface, layout, cursor, theme),
        false => surface.matrix_labels(layout, cursor, theme),
    }
    surface.cross(layout, cursor, theme);
}

/// A square matrix, all of which the frame has cell by cell, in at most `most` pixels a side: each is the mean of the
/// cells that it covers.
pub fn draw_small(canvas: &HtmlCanvasElement, frame: &Frame, most: usize) {
    let Section { cells: [tokens, _], .. } = frame.part;
    let part = Section { raster: [tokens.min(most); 2], ..frame.part };
    let values = fit(frame.values, tokens, most);
    draw_bare(canvas, &Frame { values: &values, part, ..*frame });
}

/// The cells alone, a pixel each, on a canvas that the page enlarges.
pub fn draw_bare(canvas: &HtmlCanvasElement, frame: &Frame) {
    let [rows, columns] = frame.part.raster;
    if rows == 0 || columns == 0 || frame.values.len() != rows * columns {
        return;
    }
    with_pixels(frame.values.len(), |pixels| {
        frame.paint(pixels);
        put_pixels(canvas, pixels, rows, columns);
    });
}
