//! The first picture of a first visit, painted into the start section of index.html by a program of its
//! own, which is there long before the page's: A, B, their difference, the curve of the coefficients and the
//! bars of the tokens, as the Lab will draw them.

use nearfar::Method;
use nearfar::attention::{HeadParameters, Mapping};
use nearfar::checkpoint::Excerpt;
use nearfar::metrics;
use nearfar::picture::heatmap;
use nearfar::picture::largest::strongest_pair;
use nearfar::picture::layout::Viewport;
use nearfar::picture::numbers::two_decimals;
use nearfar::picture::palette::{Palette, Theme};
use nearfar::picture::scale::Scale;
use wasm_bindgen::JsCast;
use web_sys::{Document, HtmlCanvasElement};

use super::{Surface, bars, curve, labelled, numbers, put_pixels, thousandths};

/// The matrices as the start section names their canvases, and their colours.
const NAMES: [(&str, Palette); 3] =
    [("a", Palette::Cividis), ("b", Palette::Cividis), ("difference", Palette::Difference)];

/// The numbers of the first picture.
#[derive(Debug)]
pub struct First {
    tokens: Vec<String>,
    head: HeadParameters,
    /// Weights of A and of B, and their difference, `[N·N]`.
    weights: [Vec<f32>; 3],
    /// What each token receives in A and in B, `[N]`.
    received: [Vec<f32>; 2],
    /// The cell that the Lab points at before anybody does: `Lab::example`.
    example: Option<(usize, usize)>,
}

impl First {
    /// How many parts are painted one by one: the ramps, A, B, their difference, the curve, the bars.
    pub const PARTS: usize = 6;

    /// Computes the attention of an [excerpt](Excerpt). `None` where a part of it is missing.
    pub fn read(excerpt: &[u8]) -> Option<Self> {
        let excerpt = Excerpt::read(excerpt)?;
        let mut trace = excerpt.trace().ok()?;
        let tokens = excerpt.tokens;
        let every: Vec<usize> = (0..tokens.len()).collect();
        let [a, b] = [trace.method(), Method::Vanilla { positions: false }].map(|method| {
            trace.set_method(method);
            trace.weights_of(0).iter().map(|&weight| weight as f32).collect::<Vec<f32>>()
        });
        let difference: Vec<f32> = a.iter().zip(&b).map(|(a, b)| a - b).collect();
        let apart: Vec<f32> = difference.iter().map(|difference| difference.abs()).collect();
        let received = |weights: &[f32]| metrics::received(tokens.len(), weights, &every);
        Some(First {
            head: *trace.heads().first()?,
            received: [received(&a)?, received(&b)?],
            example: strongest_pair(&apart, tokens.len()).map(|(cell, _)| cell),
            weights: [a, b, difference],
            tokens,
        })
    }

    /// Paints a part of it. `None` where the page lacks its place.
    pub fn paint(&self, part: usize) -> Option<()> {
        let document = web_sys::window()?.document()?;
        let theme = match document.document_element()?.get_attribute("data-theme")?.as_str() {
            "dark" => Theme::Dark,
            _ => Theme::Light,
        };
        match part {
            0 => NAMES.into_iter().try_for_each(|(name, palette)| {
                let table = palette.table(theme);
                let ramp: Vec<u8> = table.colours().flat_map(|[r, g, b]| [r, g, b, 255]).collect();
                let ramp_canvas = canvas(&document, &["first-ramp-", name].concat())?;
                put_pixels(&ramp_canvas, &ramp, 1, ramp.len() / 4)
            }),
            1..4 => self.paint_matrix(&document, theme, part - 1),
            4 => {
                let (surface, size) = surface_of(&canvas(&document, "first-curve")?)?;
                let head = (Mapping::LearnableSigmoid, self.head);
                curve::draw(&surface, size, theme, head, self.tokens.len(), None, None);
                Some(())
            }
            _ => self.show_bars(&document),
        }
    }

    fn paint_matrix(&self, document: &Document, theme: Theme, place: usize) -> Option<()> {
        let (&(name, palette), weights) = NAMES.get(place).zip(self.weights.get(place))?;
        // On a phone one of the three is seen.
        let (surface, size) = surface_of(&canvas(document, &["first-", name].concat())?)?;
        let [a, b, difference] = &self.weights;
        let scale = match palette {
            Palette::Difference => Scale::difference_of(difference),
            _ => Scale::weights_of(a).union(Scale::weights_of(b)),
        };
        let table = palette.table(theme);
        let tokens: Vec<&str> = self.tokens.iter().map(String::as_str).collect();
        let mut pixels = vec![0; 4 * weights.len()];
        heatmap::paint(weights, scale, &table, &mut pixels);
        let layout = labelled::lay_out_whole(&tokens, size)?;
        let whole = Viewport::whole(tokens.len(), tokens.len());
        surface.cells(&pixels, tokens.len(), whole, layout.plot);
        let value_at = |i: usize, j: usize| weights.get(i * tokens.len() + j).copied();
        numbers::write(&surface, &layout, value_at, scale, &table, self.example, two_decimals);
        labelled::draw_labels(&surface, &layout, None, theme);
        Some(())
    }

    fn show_bars(&self, document: &Document) -> Option<()> {
        let largest = self.received.iter().flatten().copied().fold(f32::MIN_POSITIVE, f32::max);
        let chips = document.get_element_by_id("first-tokens")?.children();
        bars::show(&chips, &self.received, largest);
        let longest = document.get_element_by_id("first-longest")?;
        longest.set_text_content(Some(&thousandths(f64::from(largest))));
        longest.remove_attribute("class").ok()
    }
}

/// A canvas in its place, and its size there; `None` where it is not seen.
fn surface_of(canvas: &HtmlCanvasElement) -> Option<(Surface, (f64, f64))> {
    let size = (f64::from(canvas.client_width()), f64::from(canvas.client_height()));
    let is_seen = size.0 > 0.0 && size.1 > 0.0;
    is_seen.then(|| Some((Surface::new(canvas, size.0, size.1)?, size)))?
}

fn canvas(document: &Document, id: &str) -> Option<HtmlCanvasElement> {
    document.get_element_by_id(id)?.dyn_into().ok()
}
