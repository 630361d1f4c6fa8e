//! The first picture of a first visit: panel A as the Lab will draw it, painted into the start section
//! of index.html by a program of its own, which is there long before the page's.

use nearfar::checkpoint::Excerpt;
use nearfar::picture::heatmap;
use nearfar::picture::layout::Viewport;
use nearfar::picture::palette::{Palette, Theme};
use nearfar::picture::scale::Scale;
use wasm_bindgen::JsCast;

use crate::{Surface, labelled, put_pixels};

/// Paints an excerpt's attention into `#first-cells`, and its colours into `#first-ramp`. `None` where
/// a part is missing.
pub fn paint(excerpt: &[u8]) -> Option<()> {
    let document = web_sys::window()?.document()?;
    let excerpt = Excerpt::read(excerpt)?;
    let trace = excerpt.trace().ok()?;
    let weights = trace.weights_of(0);
    let theme = match document.document_element()?.get_attribute("data-theme")?.as_str() {
        "dark" => Theme::Dark,
        _ => Theme::Light,
    };
    let table = Palette::Cividis.table(theme);
    let canvas = |id| -> Option<web_sys::HtmlCanvasElement> {
        document.get_element_by_id(id)?.dyn_into().ok()
    };

    let cells = canvas("first-cells")?;
    let size = (f64::from(cells.client_width()), f64::from(cells.client_height()));
    let tokens: Vec<&str> = excerpt.tokens.iter().map(String::as_str).collect();
    let layout = labelled::lay_out_whole(&tokens, size)?;
    let surface = Surface::new(&cells, size.0, size.1)?;
    let mut pixels = vec![0; 4 * weights.len()];
    heatmap::paint(weights, Scale::from_zero_of(weights), &table, &mut pixels);
    let whole = Viewport::whole(tokens.len(), tokens.len());
    surface.cells(&pixels, tokens.len(), whole, layout.plot);
    labelled::draw_labels(&surface, &layout, None, theme);

    let ramp: Vec<u8> = table.colours().flat_map(|[r, g, b]| [r, g, b, 255]).collect();
    put_pixels(&canvas("first-ramp")?, &ramp, 1, ramp.len() / 4)
}
