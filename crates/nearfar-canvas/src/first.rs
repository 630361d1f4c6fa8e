//! The first picture of a first visit, painted into the start section of index.html by a program of its
//! own, which is there long before the page's: panel A, the thumbnail of its head and the bars of its
//! tokens, as the Lab will draw them.

use nearfar::checkpoint::Excerpt;
use nearfar::metrics;
use nearfar::picture::heatmap;
use nearfar::picture::layout::Viewport;
use nearfar::picture::palette::{Palette, Theme};
use nearfar::picture::scale::Scale;
use wasm_bindgen::JsCast;
use web_sys::{Document, HtmlCanvasElement};

use crate::{Surface, bars, labelled, put_pixels, thousandths};

/// Paints the attention of an [excerpt](Excerpt). `None` where a part of it or of the page is missing.
pub fn paint(excerpt: &[u8]) -> Option<()> {
    let excerpt = Excerpt::read(excerpt)?;
    let trace = excerpt.trace().ok()?;
    let tokens: Vec<&str> = excerpt.tokens.iter().map(String::as_str).collect();
    let document = web_sys::window()?.document()?;
    let theme = match document.document_element()?.get_attribute("data-theme")?.as_str() {
        "dark" => Theme::Dark,
        _ => Theme::Light,
    };

    let every: Vec<usize> = (0..tokens.len()).collect();
    let weights: Vec<f32> = trace.weights_of(0).iter().map(|&weight| weight as f32).collect();
    let received = metrics::received(tokens.len(), &weights, &every)?;
    let largest = received.iter().copied().fold(f32::MIN_POSITIVE, f32::max);
    let chips = document.get_element_by_id("first-tokens")?.children();
    bars::show(&chips, &[received, Vec::new()], largest);
    let longest = document.get_element_by_id("first-longest")?;
    longest.set_text_content(Some(&thousandths(f64::from(largest))));
    longest.remove_attribute("class").ok()?;

    let table = Palette::Cividis.table(theme);
    let ramp: Vec<u8> = table.colours().flat_map(|[r, g, b]| [r, g, b, 255]).collect();
    put_pixels(&canvas(&document, "first-ramp")?, &ramp, 1, ramp.len() / 4)?;
    let mut pixels = vec![0; 4 * weights.len()];
    heatmap::paint(&weights, Scale::from_zero_of(&weights), &table, &mut pixels);
    put_pixels(&canvas(&document, "first-thumbnail")?, &pixels, tokens.len(), tokens.len())?;

    let cells = canvas(&document, "first-cells")?;
    let size = (f64::from(cells.client_width()), f64::from(cells.client_height()));
    let layout = labelled::lay_out_whole(&tokens, size)?;
    let surface = Surface::new(&cells, size.0, size.1)?;
    let whole = Viewport::whole(tokens.len(), tokens.len());
    surface.cells(&pixels, tokens.len(), whole, layout.plot);
    labelled::draw_labels(&surface, &layout, None, theme);
    Some(())
}

fn canvas(document: &Document, id: &str) -> Option<HtmlCanvasElement> {
    document.get_element_by_id(id)?.dyn_into().ok()
}
