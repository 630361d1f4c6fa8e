//! Where a labelled matrix goes: cells, labels, zoom and the cell under a point, in CSS pixels.
//! Pure geometry; text widths come from the caller, because every canvas measures differently.

use unicode_segmentation::UnicodeSegmentation;

/// An axis-parallel rectangle; y grows downwards.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Rect {
    /// Left edge.
    pub x: f64,
    /// Top edge.
    pub y: f64,
    /// Extent to the right, at least 0.
    pub width: f64,
    /// Extent downwards, at least 0.
    pub height: f64,
}

impl Rect {
    /// The right edge.
    pub fn right(&self) -> f64 {
        self.x + self.width
    }

    /// The bottom edge.
    pub fn bottom(&self) -> f64 {
        self.y + self.height
    }

    /// Whether the point lies inside; left and top edges belong to it, right and bottom do not.
    pub fn contains(&self, x: f64, y: f64) -> bool {
        (self.x..self.right()).contains(&x) && (self.y..self.bottom()).contains(&y)
    }

    /// The common part; `None` where there is none.
    pub fn intersection(&self, other: &Rect) -> Option<Rect> {
        let (x, y) = (self.x.max(other.x), self.y.max(other.y));
        let width = self.right().min(other.right()) - x;
        let height = self.bottom().min(other.bottom()) - y;
        (width > 0.0 && height > 0.0).then_some(Rect { x, y, width, height })
    }
}

/// Which end of a text lies at its anchor.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Align {
    /// The text begins at the anchor.
    Start,
    /// The anchor is the text's middle.
    Middle,
    /// The text ends at the anchor.
    End,
}

/// A text to draw, middle of its line on the anchor.
#[derive(Debug, Clone, PartialEq)]
pub struct Label {
    /// Which token it names.
    pub index: usize,
    /// The text, already cut to the room there is.
    pub text: String,
    /// Anchor.
    pub x: f64,
    /// Anchor.
    pub y: f64,
    /// Measured width of the text, along its line.
    pub width: f64,
    /// Whether the line runs upwards (turned by -90°) instead of to the right.
    pub upwards: bool,
    /// Which end lies at the anchor.
    pub align: Align,
}

impl Label {
    /// The room that the text takes at a line height.
    pub fn bounds(&self, line_height: f64) -> Rect {
        let before = match self.align {
            Align::Start => 0.0,
            Align::Middle => self.width / 2.0,
            Align::End => self.width,
        };
        let half = line_height / 2.0;
        if self.upwards {
            let y = self.y + before - self.width;
            Rect { x: self.x - half, y, width: line_height, height: self.width }
        } else {
            let x = self.x - before;
            Rect { x, y: self.y - half, width: self.width, height: line_height }
        }
    }
}

/// The part of a matrix that is seen, in cells; fractions of cells are allowed.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Viewport {
    /// First visible row.
    pub first_row: f64,
    /// First visible column.
    pub first_column: f64,
    /// Visible rows.
    pub rows: f64,
    /// Visible columns.
    pub columns: f64,
}

/// Zooming in ends here: fewer cells tell nothing about their neighbours.
const FEWEST_VISIBLE: f64 = 4.0;

impl Viewport {
    /// All of a `[rows, columns]` matrix.
    pub fn whole(rows: usize, columns: usize) -> Viewport {
        let (rows, columns) = (rows as f64, columns as f64);
        Viewport { first_row: 0.0, first_column: 0.0, rows, columns }
    }

    /// The nearest viewport inside a `[rows, columns]` matrix that shows at least four cells
    /// each way (or all); what is not a number becomes the whole.
    pub fn clamped(self, rows: usize, columns: usize) -> Viewport {
        let (first_row, visible_rows) = clamp_window(self.first_row, self.rows, rows);
        let (first_column, visible_columns) =
            clamp_window(self.first_column, self.columns, columns);
        Viewport { first_row, first_column, rows: visible_rows, columns: visible_columns }
    }
}

fn clamp_window(first: f64, visible: f64, total: usize) -> (f64, f64) {
    let total = total as f64;
    // `f64::clamp` keeps NaN; `min` and `max` do not.
    let visible = visible.min(total).max(FEWEST_VISIBLE.min(total));
    let first = first.max(0.0).min(total - visible);
    (first, visible)
}

/// What a matrix picture has to fit into.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct LayoutOptions {
    /// Width of the whole picture.
    pub width: f64,
    /// Height of the whole picture.
    pub height: f64,
    /// Height of a line of label text; lines closer than this overlap.
    pub line_height: f64,
    /// Longest label; longer texts are cut with an ellipsis. 0 draws none.
    pub max_label: f64,
    /// Largest cell, so that three tokens do not fill a screen.
    pub max_cell: f64,
    /// Whether cells are as high as wide.
    pub square: bool,
}

impl Default for LayoutOptions {
    fn default() -> Self {
        LayoutOptions {
            width: 480.0,
            height: 480.0,
            line_height: 16.0,
            max_label: 120.0,
            max_cell: 64.0,
            square: true,
        }
    }
}

/// The rows among rows and columns, and the columns.
const ROWS: usize = 0;
const COLUMNS: usize = 1;

/// Labels take at most this share of the width and of the height.
const LABEL_SHARE: f64 = 0.3;

/// A laid out matrix. The plot rectangle does not depend on the viewport: zooming moves cells
/// and labels, nothing else.
#[derive(Debug, Clone, PartialEq)]
pub struct MatrixLayout {
    /// Rows of the matrix.
    pub rows: usize,
    /// Columns of the matrix.
    pub columns: usize,
    /// What is visible.
    pub viewport: Viewport,
    /// Where the visible cells are drawn.
    pub plot: Rect,
    /// Width and height of a cell.
    pub cell: [f64; 2],
    /// Labels left of the plot that fit without touching each other.
    pub row_labels: Vec<Label>,
    /// Labels above the plot, level where each fits over its column, else upwards.
    pub column_labels: Vec<Label>,
    /// Of rows and of columns, whether they have a label or not: text and width.
    texts: [Vec<(String, f64)>; 2],
    /// Whether the labels of columns run upwards.
    upwards: bool,
    line: f64,
    /// Width and height of the whole picture.
    size: [f64; 2],
}

impl MatrixLayout {
    /// Lays out a matrix with one row for each of `rows` and one column for each of `columns`.
    /// `measure` gives the width of a text in CSS pixels.
    pub fn new(
        rows: &[impl AsRef<str>],
        columns: &[impl AsRef<str>],
        viewport: Option<Viewport>,
        options: &LayoutOptions,
        measure: impl Fn(&str) -> f64,
    ) -> MatrixLayout {
        let cut = |text: &str, room: f64| cut_to(text, room, &measure);
        MatrixLayout::with_labels(rows, columns, viewport, options, cut)
    }

    /// As [`MatrixLayout::new`]; `cut` gives a text cut to the room there is, and its width then. A
    /// program whose texts are known to fit does without the tables that tell where characters end.
    pub fn with_labels(
        rows: &[impl AsRef<str>],
        columns: &[impl AsRef<str>],
        viewport: Option<Viewport>,
        options: &LayoutOptions,
        cut: impl Fn(&str, f64) -> (String, f64),
    ) -> MatrixLayout {
        let (width, height) = (options.width.max(0.0), options.height.max(0.0));
        let line = options.line_height.max(1.0);
        // Half a line between labels and cells also keeps the first row's label, which may stick
        // out by that much, from the first column's.
        let gap = line / 2.0;
        let room = |extent: f64| options.max_label.min(LABEL_SHARE * extent - gap);
        let (row_texts, widest_row) = fit_texts(rows, room(width), line, &cut);
        let left = if widest_row > 0.0 { widest_row + gap } else { 0.0 };

        let place = |top: f64| {
            let wide = (width - left).max(0.0) / columns.len().max(1) as f64;
            let high = (height - top).max(0.0) / rows.len().max(1) as f64;
            let largest = options.max_cell.max(0.0);
            let (wide, high) = (wide.min(largest), high.min(largest));
            let [wide, high] = if options.square { [wide.min(high); 2] } else { [wide, high] };
            let (width, height) = (wide * columns.len() as f64, high * rows.len() as f64);
            Rect { x: left, y: top, width, height }
        };
        let level = place(line + gap);
        let cell_width = level.width / columns.len().max(1) as f64;
        let (level_texts, widest) = fit_texts(columns, room(f64::INFINITY), line, &cut);
        // Level labels that are closer than a line is high read like one sentence.
        let upwards = widest + line > cell_width;
        let (column_texts, plot) = if upwards {
            let (texts, widest) = fit_texts(columns, room(height), line, &cut);
            let top = if widest > 0.0 { widest + gap } else { 0.0 };
            (texts, place(top))
        } else {
            let plot = if widest > 0.0 { level } else { place(0.0) };
            (level_texts, plot)
        };

        let whole = Viewport::whole(rows.len(), columns.len());
        let viewport = viewport.unwrap_or(whole).clamped(rows.len(), columns.len());
        let cell = [plot.width / viewport.columns.max(1.0), plot.height / viewport.rows.max(1.0)];
        let mut layout = MatrixLayout {
            rows: rows.len(),
            columns: columns.len(),
            viewport,
            plot,
            cell,
            row_labels: Vec::new(),
            column_labels: Vec::new(),
            texts: [row_texts, column_texts],
            upwards,
            line,
            size: [width, height],
        };
        layout.row_labels = layout.labels(ROWS, line);
        layout.column_labels = layout.labels(COLUMNS, if upwards { line } else { 0.0 });
        layout
    }

    /// The labels of rows or columns that leave `spacing` between their middles, and fit.
    fn labels(&self, of: usize, spacing: f64) -> Vec<Label> {
        let canvas = Rect { x: 0.0, y: 0.0, width: self.size[0], height: self.size[1] };
        let (axis, texts) = (self.axis(of), &self.texts[of]);
        let labels = axis.labels(texts, spacing, |index, text, width, middle| {
            self.label(of, index, text, width, middle)
        });
        labels.filter(|label| is_inside(&label.bounds(self.line), &canvas)).collect()
    }

    fn axis(&self, of: usize) -> Axis {
        let Viewport { first_row, first_column, .. } = self.viewport;
        let (plot, [width, height]) = (self.plot, self.cell);
        match of {
            ROWS => Axis { start: plot.y, end: plot.bottom(), first: first_row, pitch: height },
            _ => Axis { start: plot.x, end: plot.right(), first: first_column, pitch: width },
        }
    }

    /// The label of a row or column whose middle is there.
    fn label(&self, of: usize, index: usize, text: String, width: f64, middle: f64) -> Label {
        let gap = self.line / 2.0;
        let (upwards, align) = match of {
            ROWS => (false, Align::End),
            // What is no wider than a line is high needs not be turned: an “I” would read as a dash.
            _ if self.upwards && width > self.line => (true, Align::Start),
            _ => (false, Align::Middle),
        };
        let (x, y) = match of {
            ROWS => (self.plot.x - gap, middle),
            _ if upwards => (middle, self.plot.y - gap),
            _ => (middle, self.plot.y - gap - self.line / 2.0),
        };
        Label { index, text, x, y, width, upwards, align }
    }

    /// The label of a row (0) or column (1) that is pointed at, within the picture, whether it has one among
    /// [`row_labels`](Self::row_labels) and [`column_labels`](Self::column_labels) or no room between others. `None` where
    /// it is not seen.
    pub fn label_of(&self, of: usize, index: usize) -> Option<Label> {
        let (text, width) = self.texts.get(of)?.get(index)?;
        let axis = self.axis(of);
        let middle = axis.middle(index);
        let half = match of {
            COLUMNS if !self.upwards => width / 2.0,
            _ => self.line / 2.0,
        };
        let is_seen = !text.is_empty() && (axis.start..=axis.end).contains(&middle);
        let last = if of == ROWS { self.size[1] } else { self.size[0] } - half;
        let middle = middle.min(last).max(half);
        is_seen.then(|| self.label(of, index, text.clone(), *width, middle))
    }

    /// Where the words for columns and for rows end at the right, as points on the middle of their lines, in
    /// the corner that labels leave free; `None` where it has no room for words of these widths.
    pub fn axis_words(
        &self,
        widths: [f64; 2],
        label_line: f64,
        line: f64,
    ) -> Option<[(f64, f64); 2]> {
        const GAP: f64 = 3.0;
        // A label of cells that are narrower than its line sticks out by half of the rest.
        let bounds = |label: &Label| label.bounds(label_line);
        let left =
            self.column_labels.iter().map(|label| bounds(label).x).fold(self.plot.x, f64::min);
        let top = self.row_labels.iter().map(|label| bounds(label).y).fold(self.plot.y, f64::min);
        let right = left - GAP;
        let rows = top - GAP - line / 2.0;
        let columns = rows - line;
        let fits = widths.into_iter().all(|width| width <= right) && columns >= line / 2.0;
        fits.then_some([(right, columns), (right, rows)])
    }

    /// Cells alone, which fill a box of CSS pixels, as high as wide or not.
    pub fn bare([rows, columns]: [usize; 2], (width, height): (f64, f64)) -> MatrixLayout {
        let plot = Rect { x: 0.0, y: 0.0, width: width.max(0.0), height: height.max(0.0) };
        MatrixLayout {
            rows,
            columns,
            viewport: Viewport::whole(rows, columns),
            plot,
            cell: [plot.width / columns.max(1) as f64, plot.height / rows.max(1) as f64],
            row_labels: Vec::new(),
            column_labels: Vec::new(),
            texts: [Vec::new(), Vec::new()],
            upwards: false,
            line: 0.0,
            size: [width, height],
        }
    }

    /// The cell (row, column) under a point; `None` outside the plot.
    pub fn cell_at(&self, x: f64, y: f64) -> Option<(usize, usize)> {
        if !self.plot.contains(x, y) {
            return None;
        }
        let (row, column) = self.matrix_point(x, y);
        let cell = (row.floor() as usize, column.floor() as usize);
        (cell.0 < self.rows && cell.1 < self.columns).then_some(cell)
    }

    /// The visible part of cell (row, column); `None` where nothing of it is seen.
    pub fn cell_rect(&self, row: usize, column: usize) -> Option<Rect> {
        let [width, height] = self.cell;
        let x = self.plot.x + (column as f64 - self.viewport.first_column) * width;
        let y = self.plot.y + (row as f64 - self.viewport.first_row) * height;
        (row < self.rows && column < self.columns)
            .then_some(Rect { x, y, width, height })
            .and_then(|cell| cell.intersection(&self.plot))
    }

    /// The viewport after enlarging by `factor` (below 1: shrinking) about a point: what lies
    /// under it stays there, unless that would show more than the matrix.
    pub fn zoomed(&self, x: f64, y: f64, factor: f64) -> Viewport {
        let view = self.viewport;
        let (rows, columns) = (self.rows as f64, self.columns as f64);
        // One factor for both directions keeps square cells square.
        let least = (view.rows / rows).max(view.columns / columns);
        let most = (view.rows / FEWEST_VISIBLE.min(rows))
            .min(view.columns / FEWEST_VISIBLE.min(columns))
            .max(1.0);
        let factor = factor.min(most).max(least);
        if !(factor > 0.0 && factor.is_finite()) {
            return view;
        }
        let (row, column) = self.matrix_point(
            x.clamp(self.plot.x, self.plot.right()),
            y.clamp(self.plot.y, self.plot.bottom()),
        );
        Viewport {
            first_row: row - (row - view.first_row) / factor,
            first_column: column - (column - view.first_column) / factor,
            rows: view.rows / factor,
            columns: view.columns / factor,
        }
        .clamped(self.rows, self.columns)
    }

    /// The viewport after dragging the cells by (dx, dy).
    pub fn panned(&self, dx: f64, dy: f64) -> Viewport {
        let [width, height] = self.cell.map(|extent| extent.max(f64::MIN_POSITIVE));
        Viewport {
            first_row: self.viewport.first_row - dy / height,
            first_column: self.viewport.first_column - dx / width,
            ..self.viewport
        }
        .clamped(self.rows, self.columns)
    }

    /// The point in cells: (row, column) with fractions.
    fn matrix_point(&self, x: f64, y: f64) -> (f64, f64) {
        let [width, height] = self.cell.map(|extent| extent.max(f64::MIN_POSITIVE));
        (
            self.viewport.first_row + (y - self.plot.y) / height,
            self.viewport.first_column + (x - self.plot.x) / width,
        )
    }
}

/// One direction of a picture: a token every `pitch` from `start`, the first visible being
/// `first`, the last before `end`.
pub(super) struct Axis {
    pub start: f64,
    pub end: f64,
    pub first: f64,
    pub pitch: f64,
}

impl Axis {
    /// The middle of a token.
    pub(super) fn middle(&self, index: usize) -> f64 {
        self.start + (index as f64 + 0.5 - self.first) * self.pitch
    }

    /// A label for every k-th visible token, k the least round number that leaves `spacing`
    /// between their middles. Multiples of k, so that panning does not change which.
    pub(super) fn labels<'a>(
        &'a self,
        texts: &'a [(String, f64)],
        spacing: f64,
        label: impl Fn(usize, String, f64, f64) -> Label + 'a,
    ) -> impl Iterator<Item = Label> + 'a {
        let every = label_stride(self.pitch, spacing);
        texts
            .iter()
            .enumerate()
            .step_by(every)
            .filter(|(_, (text, _))| !text.is_empty())
            .map(|(index, (text, width))| (index, text, *width, self.middle(index)))
            .filter(|&(.., middle)| (self.start..=self.end).contains(&middle))
            .map(move |(index, text, width, middle)| label(index, text.clone(), width, middle))
    }
}

/// The least of 1, 2, 5, 10, 20, 50, … that brings `pitch` to `spacing`.
fn label_stride(pitch: f64, spacing: f64) -> usize {
    let mut decade = 1_usize;
    while decade < 1_000_000 {
        for every in [decade, 2 * decade, 5 * decade] {
            if every as f64 * pitch >= spacing {
                return every;
            }
        }
        decade *= 10;
    }
    usize::MAX
}

pub(super) fn is_inside(inner: &Rect, outer: &Rect) -> bool {
    inner.x >= outer.x - 1e-6
        && inner.y >= outer.y - 1e-6
        && inner.right() <= outer.right() + 1e-6
        && inner.bottom() <= outer.bottom() + 1e-6
}

/// The texts cut to `room`, each with its width, and the greatest width. With less room than a
/// line is high nothing readable is left: all are empty.
pub(super) fn fit_texts(
    texts: &[impl AsRef<str>],
    room: f64,
    line: f64,
    cut: &impl Fn(&str, f64) -> (String, f64),
) -> (Vec<(String, f64)>, f64) {
    let fit = |text: &str| if room < line { (String::new(), 0.0) } else { cut(text, room) };
    let fitted: Vec<_> = texts.iter().map(|text| fit(text.as_ref())).collect();
    let widest = fitted.iter().map(|&(_, width)| width).fold(0.0, f64::max);
    (fitted, widest)
}

/// `text` cut to `room` by [`ellipsis`], and its width then.
pub fn cut_to(text: &str, room: f64, measure: impl Fn(&str) -> f64) -> (String, f64) {
    let text = ellipsis(text, room, &measure);
    let width = measure(&text);
    (text, width)
}

/// `text`, or as many of its first characters (grapheme clusters) as fit into `room` before an
/// ellipsis; empty where not even that fits.
pub fn ellipsis(text: &str, room: f64, measure: impl Fn(&str) -> f64) -> String {
    if measure(text) <= room {
        return text.to_owned();
    }
    let ends: Vec<usize> = text.grapheme_indices(true).map(|(start, _)| start).collect();
    let cut = |end: usize| format!("{}…", text.get(..end).unwrap_or_default().trim_end());
    let fitting = ends.partition_point(|&end| measure(&cut(end)) <= room);
    fitting.checked_sub(1).and_then(|last| ends.get(last)).map_or_else(String::new, |&end| cut(end))
}
