//! A canvas in device pixels: sized to its box and the screen, sharp at any pixel ratio. Draws
//! matrices and labels that `nearfar::picture` has laid out.

pub mod bars;
pub mod curve;
mod frame;
pub mod labelled;
pub mod lines;
pub mod matrix;
pub mod numbers;
pub mod plot;
pub mod term;

pub use frame::*;

use std::cell::RefCell;

use nearfar::picture::layout::{Align, Label, MatrixLayout, Rect, Viewport};
use nearfar::picture::palette::{Rgb, Theme};
use nearfar::sorted::SortedMap;
use wasm_bindgen::JsCast;
use web_sys::{CanvasRenderingContext2d, HtmlCanvasElement, ImageData};

/// The size of a matrix' labels, in CSS pixels.
pub const LABEL_SIZE: f64 = 10.5;
/// The height of their lines; lines closer than this overlap.
pub const LINE_HEIGHT: f64 = 11.0;
/// What the dot of “Ġ” needs above a line at the canvas' upper edge; the gap below the line has room for it.
const ABOVE_CAPITALS: f64 = 2.0;

thread_local! {
    /// Font size (its bits) and text to width.
    static WIDTHS: RefCell<SortedMap<u64, SortedMap<String, f64>>> = const { RefCell::new(SortedMap::new()) };
    /// See [`with_pixels`].
    static PIXELS: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
    /// Holds a matrix at one pixel a cell before it is enlarged; one serves all pictures.
    static SCRATCH: Option<HtmlCanvasElement> = web_sys::window()?.document()?.create_element("canvas").ok()?.dyn_into().ok();
}

/// Device pixels per CSS pixel.
pub fn pixel_ratio() -> f64 {
    web_sys::window().map_or(1.0, |window| window.device_pixel_ratio()).clamp(0.5, 8.0)
}

/// A colour as CSS text.
pub fn css(colour: Rgb, opacity: f64) -> String {
    let [r, g, b] = colour;
    format!("rgba({r},{g},{b},{})", thousandths(opacity))
}

/// A number that is not negative, to three decimals. Written as whole numbers, which is faster.
fn thousandths(number: f64) -> String {
    let thousandths = (number * 1000.0).round() as u32;
    format!("{}.{:03}", thousandths / 1000, thousandths % 1000)
}

/// A canvas ready to be drawn on in CSS pixels, cleared.
pub struct Surface {
    context: CanvasRenderingContext2d,
    /// Whether it has another size than before, and so nothing that was set on it.
    is_sized_anew: bool,
}

impl Surface {
    /// Sizes the canvas to `width` x `height` CSS pixels. `None` where the browser gives no context.
    pub fn new(canvas: &HtmlCanvasElement, width: f64, height: f64) -> Option<Self> {
        let context =
            canvas.get_context("2d").ok()??.dyn_into::<CanvasRenderingContext2d>().ok()?;
        let ratio = pixel_ratio();
        let device = ((width * ratio).round() as u32, (height * ratio).round() as u32);
        let is_sized_anew = (canvas.width(), canvas.height()) != device;
        if is_sized_anew {
            canvas.set_width(device.0);
            canvas.set_height(device.1);
        }
        context.set_transform(ratio, 0.0, 0.0, ratio, 0.0, 0.0).ok()?;
        context.clear_rect(0.0, 0.0, width, height);
        context.set_text_baseline("middle");
        Some(Surface { context, is_sized_anew })
    }

    /// What draws on it.
    pub fn context(&self) -> &CanvasRenderingContext2d {
        &self.context
    }

    /// A straight line between two places, as wide as `width`, all in CSS pixels.
    pub fn line(&self, from: (f64, f64), to: (f64, f64), width: f64, colour: &str) {
        self.context.set_stroke_style_str(colour);
        self.context.set_line_width(width);
        self.context.begin_path();
        self.context.move_to(from.0, from.1);
        self.context.line_to(to.0, to.1);
        self.context.stroke();
    }

    /// The page's font at a size in CSS pixels.
    pub fn set_font(&self, size: f64) {
        self.context.set_font(&font(size));
    }

    /// The same, where all that is ever drawn on the canvas has this size: a browser that is given a font brings the page's
    /// styles up to date first, which takes longer than a picture that is drawn in every frame.
    pub fn keep_font(&self, size: f64) {
        if self.is_sized_anew {
            self.set_font(size);
        }
    }

    /// RGBA pixels `[rows, columns]`, enlarged so that the viewport fills `plot`.
    pub fn cells(&self, pixels: &[u8], columns: usize, viewport: Viewport, plot: Rect) {
        SCRATCH.with(|scratch| {
            let Some(scratch) = scratch else { return };
            let rows = pixels.len() / 4 / columns.max(1);
            if put_pixels(scratch, pixels, rows, columns).is_none() {
                return;
            }
            // Cells smaller than a device pixel are averaged; larger ones keep their edges.
            let shrinks = plot.width * pixel_ratio() < viewport.columns;
            self.context.set_image_smoothing_enabled(shrinks);
            let _ = self
                .context
                .draw_image_with_html_canvas_element_and_sw_and_sh_and_dx_and_dy_and_dw_and_dh(
                    scratch,
                    viewport.first_column,
                    viewport.first_row,
                    viewport.columns,
                    viewport.rows,
                    plot.x,
                    plot.y,
                    plot.width,
                    plot.height,
                );
        });
    }

    /// A label where the layout put it.
    pub fn label(&self, label: &Label, colour: &str) {
        self.label_lower(label, 0.0, colour);
    }

    /// A label so much lower than the layout put it, where it does not run upwards.
    fn label_lower(&self, label: &Label, down: f64, colour: &str) {
        let context = &self.context;
        context.set_fill_style_str(colour);
        context.set_text_align(match label.align {
            Align::Start => "start",
            Align::Middle => "center",
            Align::End => "end",
        });
        // The layout's start is the left, whatever direction the text has.
        let _ = js_sys::Reflect::set(context, &"direction".into(), &"ltr".into());
        if label.upwards {
            context.save();
            let _ = context.translate(label.x, label.y);
            let _ = context.rotate(-std::f64::consts::FRAC_PI_2);
            let _ = context.fill_text(&label.text, 0.0, 0.0);
            context.restore();
        } else {
            let _ = context.fill_text(&label.text, label.x, label.y + down);
        }
    }

    /// A text with its middle at a point.
    pub fn centred(&self, text: &str, x: f64, y: f64, colour: &str) {
        self.context.set_fill_style_str(colour);
        self.context.set_text_align("center");
        let _ = self.context.fill_text(text, x, y);
    }

    /// A text that ends at a point, level with it.
    pub fn right_aligned(&self, text: &str, x: f64, y: f64, colour: &str) {
        self.context.set_fill_style_str(colour);
        self.context.set_text_align("end");
        let _ = self.context.fill_text(text, x, y);
    }

    /// The labels of a matrix; those of the row and the column of the cursor are marked.
    pub fn matrix_labels(
        &self,
        layout: &MatrixLayout,
        cursor: Option<(usize, usize)>,
        theme: Theme,
    ) {
        let ink = css(theme.foreground(), 1.0);
        let quiet = css(theme.foreground(), 0.78);
        self.set_font(LABEL_SIZE);
        let labels = [
            (&layout.row_labels, cursor.map(|(i, _)| i), 0.0),
            (&layout.column_labels, cursor.map(|(_, j)| j), ABOVE_CAPITALS),
        ];
        for (of, (labels, marked, down)) in labels.into_iter().enumerate() {
            let marked = marked.and_then(|index| layout.label_of(of, index));
            let bounds = |label: &Label| label.bounds(LINE_HEIGHT);
            let down = |label: &Label| if label.upwards { 0.0 } else { down };
            // What is pointed at has its label, in the place of those beside it where there is no room for both. Lines
            // that touch do not overlap.
            let is_free = |label: &&Label| {
                let both = marked.as_ref().and_then(|at| bounds(at).intersection(&bounds(label)));
                both.is_none_or(|both| both.width.min(both.height) < 0.5)
            };
            for label in labels.iter().filter(is_free) {
                self.label_lower(label, down(label), &quiet);
            }
            if let Some(label) = marked {
                let mut plate = bounds(&label);
                plate.x -= 2.0;
                plate.y += down(&label);
                plate.width += 4.0;
                self.fill(plate, &css(theme.foreground(), 0.16));
                self.label_lower(&label, down(&label), &ink);
            }
        }
    }

    /// The cursor over a matrix: its row, its column, its cell.
    pub fn cross(&self, layout: &MatrixLayout, cursor: Option<(usize, usize)>, theme: Theme) {
        let Some(cell) = cursor.and_then(|(i, j)| layout.cell_rect(i, j)) else { return };
        let (ink, halo) = (css(theme.foreground(), 1.0), css(theme.background(), 0.9));
        let (mut row, mut column) = (cell, cell);
        (row.x, row.width) = (layout.plot.x, layout.plot.width);
        (column.y, column.height) = (layout.plot.y, layout.plot.height);
        for band in [row, column] {
            self.outline(band, &halo, 2.5);
            self.outline(band, &ink, 1.0);
        }
        self.outline(cell, &halo, 4.0);
        self.outline(cell, &ink, 2.0);
    }

    /// The edge of a rectangle.
    pub fn outline(&self, rect: Rect, colour: &str, width: f64) {
        self.context.set_stroke_style_str(colour);
        self.context.set_line_width(width);
        self.context.stroke_rect(rect.x, rect.y, rect.width, rect.height);
    }

    /// A filled rectangle.
    pub fn fill(&self, rect: Rect, colour: &str) {
        self.context.set_fill_style_str(colour);
        self.context.fill_rect(rect.x, rect.y, rect.width, rect.height);
    }
}

/// Lends room for the RGBA bytes of so many pixels, with whatever they held before. One room serves all
/// pictures, one after the other, and stays in the processor's cache.
///
/// # Panics
/// Where `draw` asks for pixels itself.
pub fn with_pixels<T>(count: usize, draw: impl FnOnce(&mut [u8]) -> T) -> T {
    PIXELS.with_borrow_mut(|pixels| {
        pixels.resize(pixels.len().max(4 * count), 0);
        draw(&mut pixels[..4 * count])
    })
}

/// Puts RGBA pixels `[rows, columns]` on a canvas of just that size; CSS may enlarge it.
pub fn put_pixels(
    canvas: &HtmlCanvasElement,
    pixels: &[u8],
    rows: usize,
    columns: usize,
) -> Option<()> {
    let (width, height) = (columns as u32, rows as u32);
    if (canvas.width(), canvas.height()) != (width, height) {
        canvas.set_width(width);
        canvas.set_height(height);
    }
    let context = canvas.get_context("2d").ok()??.dyn_into::<CanvasRenderingContext2d>().ok()?;
    let image =
        ImageData::new_with_u8_clamped_array_and_sh(wasm_bindgen::Clamped(pixels), width, height)
            .ok()?;
    context.put_image_data(&image, 0.0, 0.0).ok()
}

/// Widths that were measured are kept for so many texts.
const KEPT_WIDTHS: usize = 4_000;

/// Width of a text at a font size, in CSS pixels, for layouts that are made before there is a
/// canvas to draw on. Remembered: three pictures measure the same words at every keystroke.
pub fn measure(text: &str, size: f64) -> f64 {
    WIDTHS.with_borrow_mut(|widths| {
        let of_size = widths.get_or_insert_with(size.to_bits(), SortedMap::new);
        if of_size.len() > KEPT_WIDTHS {
            *of_size = SortedMap::new();
        }
        if let Some(width) = of_size.get(text) {
            return *width;
        }
        let width = measure_anew(text, size);
        of_size.insert(text.to_owned(), width);
        width
    })
}

fn measure_anew(text: &str, size: f64) -> f64 {
    SCRATCH.with(|scratch| {
        let context = scratch.as_ref().and_then(|canvas| canvas.get_context("2d").ok()?);
        let context =
            context.and_then(|context| context.dyn_into::<CanvasRenderingContext2d>().ok());
        let Some(context) = context else { return 0.0 };
        context.set_font(&font(size));
        context.measure_text(text).map_or(0.0, |metrics| metrics.width())
    })
}

fn font(size: f64) -> String {
    let size = thousandths(size);
    format!("{size}px system-ui, -apple-system, 'Segoe UI', 'Noto Sans', sans-serif")
}

/// Where the pointer is in what it points at, in that element's own CSS pixels: on a page that its style sheet
/// enlarges (`theme=projector`) the browser tells others.
pub fn place_in(event: &web_sys::MouseEvent) -> (f64, f64) {
    let target = event.target().and_then(|target| target.dyn_into::<web_sys::HtmlElement>().ok());
    let offset = (f64::from(event.offset_x()), f64::from(event.offset_y()));
    let Some(target) = target else { return offset };
    let (seen, own) = (target.get_bounding_client_rect(), f64::from(target.offset_width()));
    if own <= 0.0 || seen.width() <= 0.0 {
        return offset;
    }
    let enlarged = seen.width() / own;
    let along =
        |at: i32, from: f64, border: i32| (f64::from(at) - from) / enlarged - f64::from(border);
    (
        along(event.client_x(), seen.left(), target.client_left()),
        along(event.client_y(), seen.top(), target.client_top()),
    )
}
