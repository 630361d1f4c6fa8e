//! A labelled matrix as the Lab draws it: where cells and labels go, and the labels. style/start.css has the same for the start
//! section.

use nearfar::picture::layout::{LayoutOptions, MatrixLayout, Viewport};
use nearfar::picture::palette::Theme;

use super::{LABEL_SIZE, LINE_HEIGHT, Surface, css, measure};

const AXIS_SIZE: f64 = 9.0;
/// Height of a line of the words for the axes.
const AXIS_LINE: f64 = 11.0;
/// The words for columns and for rows.
const AXES: [&str; 2] = ["key →", "query ↓"];

/// The layout of a matrix between tokens in a box of CSS pixels; `None` where there is no room, or no
/// token.
pub fn lay_out(
    labels: &[&str],
    viewport: Option<Viewport>,
    size: (f64, f64),
) -> Option<MatrixLayout> {
    let fits = size.0 > 40.0 && !labels.is_empty();
    fits.then(|| {
        let measure = |text: &str| measure(text, LABEL_SIZE);
        MatrixLayout::new(labels, labels, viewport, &Room::TOKENS.options(size), measure)
    })
}

/// As [`lay_out`], of rows and columns with names of their own, and room for them.
pub fn lay_out_named(
    [rows, columns]: [&[String]; 2],
    viewport: Option<Viewport>,
    size: (f64, f64),
    room: Room,
) -> Option<MatrixLayout> {
    let fits = size.0 > 40.0 && !rows.is_empty() && !columns.is_empty();
    fits.then(|| {
        let measure = |text: &str| measure(text, LABEL_SIZE);
        MatrixLayout::new(rows, columns, viewport, &room.options(size), measure)
    })
}

/// The most that labels and cells take, in CSS pixels.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Room {
    /// The longest label.
    pub label: f64,
    /// The largest cell.
    pub cell: f64,
}

impl Room {
    /// That of a matrix between tokens.
    pub const TOKENS: Room = Room { label: 84.0, cell: 96.0 };
    /// That of one whose names are titles.
    pub const TITLES: Room = Room { label: 130.0, cell: 44.0 };

    fn options(self, (width, height): (f64, f64)) -> LayoutOptions {
        LayoutOptions {
            width,
            height,
            line_height: LINE_HEIGHT,
            max_label: self.label,
            max_cell: self.cell,
            square: true,
        }
    }
}

/// The labels of rows and columns, those of the cursor marked, and the words for the axes where their
/// corner has room.
pub fn draw_labels(
    surface: &Surface,
    layout: &MatrixLayout,
    cursor: Option<(usize, usize)>,
    theme: Theme,
) {
    surface.matrix_labels(layout, cursor, theme);
    let widths = AXES.map(|word| measure(word, AXIS_SIZE));
    let Some(places) = layout.axis_words(widths, LINE_HEIGHT, AXIS_LINE) else { return };
    surface.set_font(AXIS_SIZE);
    let faint = css(theme.foreground(), 0.66);
    for (word, (x, y)) in AXES.into_iter().zip(places) {
        surface.right_aligned(word, x, y, &faint);
    }
}
