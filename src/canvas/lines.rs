//! Attention as lines between two columns of tokens.

use nearfar::picture::layout::LayoutOptions;
use nearfar::picture::lines::{Link, TokenColumns};
use nearfar::picture::palette::{Rgb, Theme};

use super::{Surface, css, measure};

const LABEL_SIZE: f64 = 12.0;
const LINE_HEIGHT: f64 = 13.0;
/// What is narrower, in CSS pixels, has no room for two columns.
const NARROWEST: f64 = 40.0;

/// Where the tokens stand in a box of CSS pixels; `None` where there are none, or no room for them.
pub fn lay_out(tokens: &[&str], (width, height): (f64, f64)) -> Option<TokenColumns> {
    let options = LayoutOptions {
        width,
        height,
        line_height: LINE_HEIGHT,
        max_label: 110.0,
        max_cell: 26.0,
        square: false,
    };
    let fits = width > NARROWEST && !tokens.is_empty();
    fits.then(|| TokenColumns::new(tokens, tokens, &options, |text| measure(text, LABEL_SIZE)))
}

/// Draws the lines, and above them the tokens: where a query is `chosen`, the others are quiet.
pub fn draw(
    surface: &Surface,
    columns: &TokenColumns,
    links: &[Link],
    accent: Rgb,
    theme: Theme,
    chosen: Option<usize>,
) {
    for link in links {
        let [from, to] = columns.ends(link);
        surface.line(from, to, link.width, &css(accent, link.opacity));
    }
    surface.set_font(LABEL_SIZE);
    let (ink, quiet) = (css(theme.foreground(), 1.0), css(theme.foreground(), 0.7));
    for (labels, marked) in [(&columns.query_labels, chosen), (&columns.key_labels, None)] {
        for label in labels {
            let strong = marked.is_none() || marked == Some(label.index);
            surface.label(label, if strong { &ink } else { &quiet });
        }
    }
}
