//! A labelled matrix: cells on one canvas, labels and cursor on another above it. It knows nothing of
//! methods; what a cell means is told by whoever shows it.

use std::sync::Arc;

use leptos::html;
use leptos::prelude::*;
use nearfar::picture::heatmap::paint;
use nearfar::picture::layout::{LayoutOptions, MatrixLayout};
use nearfar::picture::palette::{Palette, Theme};
use nearfar::picture::scale::Scale;
use web_sys::{KeyboardEvent, PointerEvent};

use super::desk::Cell;
use crate::canvas::{LABEL_SIZE, LINE_HEIGHT, Surface, box_size, measure};
use crate::panels::Legend;
use crate::reactive::{effect, memo};

/// What is drawn.
#[derive(Clone, Debug, PartialEq)]
pub struct Drawn {
    /// The names of the rows.
    pub rows: Arc<Vec<String>>,
    /// The names of the columns.
    pub columns: Arc<Vec<String>>,
    /// `[rows, columns]`.
    pub values: Arc<Vec<f32>>,
    /// What colours are measured against.
    pub scale: Scale,
    /// The colours.
    pub palette: Palette,
}

/// A labelled matrix with its legend. The pointer, a tap and the arrow keys move the cursor; a click and
/// Enter choose the cell.
#[component]
pub fn LabelledMatrix(
    /// What is drawn; `None` while there is nothing.
    #[prop(into)]
    drawn: Signal<Option<Drawn>>,
    /// Light or dark.
    #[prop(into)]
    theme: Signal<Theme>,
    /// In a sentence what is seen, for those who do not see it.
    #[prop(into)]
    label: Signal<String>,
    /// What its numbers count.
    #[prop(into)]
    unit: Signal<String>,
    /// The cell that is pointed at, row and column.
    #[prop(into)]
    cursor: Signal<Option<Cell>>,
    /// Called with another cell, or none.
    #[prop(into)]
    on_point: Callback<Option<Cell>>,
    /// Called with a cell that is chosen.
    #[prop(into)]
    on_choose: Callback<Cell>,
) -> impl IntoView {
    let frame = NodeRef::<html::Div>::new();
    let (cells, overlay) = (NodeRef::<html::Canvas>::new(), NodeRef::<html::Canvas>::new());
    let size = box_size(frame);
    let names = memo(move || {
        drawn.with(|drawn| drawn.as_ref().map(|drawn| (drawn.rows.clone(), drawn.columns.clone())))
    });
    let layout = memo(move || {
        let (width, height) = size.get();
        let (rows, columns) = names.get()?;
        let options = LayoutOptions {
            width,
            height,
            line_height: LINE_HEIGHT,
            max_label: 130.0,
            max_cell: 44.0,
            square: true,
        };
        let fits = width > 40.0 && !rows.is_empty() && !columns.is_empty();
        fits.then(|| {
            MatrixLayout::new(&rows, &columns, None, &options, |text| measure(text, LABEL_SIZE))
        })
    });
    effect(move || {
        let (Some(canvas), (width, height)) = (cells.get(), size.get()) else { return };
        let Some(surface) = Surface::new(&canvas, width, height) else { return };
        let theme = theme.get();
        layout.with(|layout| {
            drawn.with(|drawn| {
                let Some((layout, drawn)) = layout.as_ref().zip(drawn.as_ref()) else { return };
                if drawn.values.len() != layout.rows * layout.columns {
                    return;
                }
                let mut pixels = vec![0; 4 * drawn.values.len()];
                paint(&drawn.values, drawn.scale, &drawn.palette.table(theme), &mut pixels);
                surface.cells(&pixels, layout.columns, layout.viewport, layout.plot);
            });
        });
    });
    effect(move || {
        let (Some(canvas), (width, height)) = (overlay.get(), size.get()) else { return };
        let Some(surface) = Surface::new(&canvas, width, height) else { return };
        layout.with(|layout| {
            if let Some(layout) = layout {
                surface.matrix_labels(layout, cursor.get(), theme.get());
                surface.cross(layout, cursor.get(), theme.get());
            }
        });
    });
    let cell_at = move |event: &PointerEvent| {
        let (x, y) = (f64::from(event.offset_x()), f64::from(event.offset_y()));
        layout.with_untracked(|layout| layout.as_ref()?.cell_at(x, y))
    };
    let point = move |event: PointerEvent| on_point.run(cell_at(&event));
    let choose = move |event: PointerEvent| {
        if let Some(cell) = cell_at(&event) {
            on_choose.run(cell);
        }
    };
    let on_key = move |event: KeyboardEvent| {
        let shape = layout
            .with_untracked(|layout| layout.as_ref().map(|layout| (layout.rows, layout.columns)));
        let Some(shape) = shape else { return };
        match moved(cursor.get_untracked(), shape, &event.key()) {
            Moved::To(cell) => on_point.run(Some(cell)),
            Moved::Chosen(cell) => on_choose.run(cell),
            Moved::Left => on_point.run(None),
            Moved::No => return,
        }
        event.prevent_default();
        event.stop_propagation();
    };
    let part = move |part: fn(&Drawn) -> Scale| {
        memo(move || {
            drawn
                .with(|drawn| drawn.as_ref().map_or(Scale::Sequential { min: 0.0, max: 1.0 }, part))
        })
    };
    let scale = part(|drawn| drawn.scale);
    let palette = memo(move || {
        drawn.with(|drawn| drawn.as_ref().map_or(Palette::Cividis, |drawn| drawn.palette))
    });
    view! {
        <div
            node_ref=frame
            class="compare-matrix"
            role="application"
            aria-roledescription="matrix"
            tabindex="0"
            aria-label=label
            aria-keyshortcuts="ArrowUp ArrowDown ArrowLeft ArrowRight Home End Enter"
            on:keydown=on_key
            on:pointermove=point
            on:pointerdown=point
            on:pointerup=choose
            on:pointerleave=move |_| on_point.run(None)
        >
            <canvas node_ref=cells aria-hidden="true"></canvas>
            <canvas node_ref=overlay aria-hidden="true"></canvas>
        </div>
        <Legend palette=palette scale=scale theme=theme unit=unit />
    }
}

/// What a key does to the cursor of a matrix.
pub enum Moved {
    /// It goes to a cell.
    To(Cell),
    /// A cell is chosen.
    Chosen(Cell),
    /// It goes away.
    Left,
    /// Nothing.
    No,
}

/// What a key does to the cursor of a matrix of so many rows and columns.
pub fn moved(cursor: Option<Cell>, (rows, columns): Cell, key: &str) -> Moved {
    if rows == 0 || columns == 0 {
        return Moved::No;
    }
    let (row, column) = cursor.map_or((0, 0), |(i, j)| (i.min(rows - 1), j.min(columns - 1)));
    let to = match key {
        "Enter" | " " => return Moved::Chosen((row, column)),
        "Escape" if cursor.is_some() => return Moved::Left,
        "ArrowUp" | "ArrowDown" | "ArrowLeft" | "ArrowRight" if cursor.is_none() => (row, column),
        "ArrowUp" => (row.saturating_sub(1), column),
        "ArrowDown" => ((row + 1).min(rows - 1), column),
        "ArrowLeft" => (row, column.saturating_sub(1)),
        "ArrowRight" => (row, (column + 1).min(columns - 1)),
        "Home" => (row, 0),
        "End" => (row, columns - 1),
        _ => return Moved::No,
    };
    Moved::To(to)
}
