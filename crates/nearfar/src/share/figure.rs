//! An experiment as one picture, for a slide or a sheet: the sentence, w and v, the curve of the coefficients,
//! their matrix, the weights of A and B with their legends, and the link. Vectors and real text.

use std::fmt::Write;

use crate::attention::{HeadParameters, Mapping};
use crate::export::{Export, MatrixPicture, escape, wrapped};
use crate::picture::palette::{Palette, Theme, method_colours};
use crate::picture::scale::{Scale, format_number, nice_ticks};

use super::qr;

/// What a figure is made of. All matrices are `[N·N]`, row-major; rows are queries.
pub struct Experiment<'a> {
    /// Of the picture: the sentence.
    pub title: &'a str,
    /// The model, the head, and w and v in words.
    pub about: &'a str,
    /// The tokens, `[N]`.
    pub tokens: &'a [&'a str],
    /// w, v and f of the head of A; `None` where A knows no distance.
    pub head: Option<(HeadParameters, Mapping)>,
    /// f(w·R; v) for every pair, where A has it.
    pub coefficients: Option<Matrix<'a>>,
    /// The weights of A.
    pub a: Matrix<'a>,
    /// The weights of B, where it has the same tokens.
    pub b: Option<Matrix<'a>>,
    /// The heading of the curve.
    pub curve: &'a str,
    /// What its horizontal axis counts.
    pub axis: &'a str,
    /// The colours of weights.
    pub palette: Palette,
    /// Where the experiment can be moved.
    pub link: &'a str,
}

/// A matrix with its words.
#[derive(Clone, Copy)]
pub struct Matrix<'a> {
    /// Its heading.
    pub title: &'a str,
    /// What its numbers count.
    pub unit: &'a str,
    /// `[N·N]`.
    pub values: &'a [f32],
}

const MARGIN: f64 = 24.0;
const GAP: f64 = 24.0;
const TITLE: f64 = 20.0;
const TEXT: f64 = 13.0;
const LINE: f64 = 18.0;
/// The curve's picture.
const CURVE: (f64, f64) = (420.0, 300.0);
/// A point of the curve every so many of its steps' share of the axis.
const STEPS: usize = 160;
/// The largest coefficient that the curve's picture has room for.
const MOST: f64 = 1e12;
/// A side of the QR code.
const CODE: f64 = 132.0;

impl Experiment<'_> {
    /// The figure as an SVG document, on white.
    pub fn svg(&self) -> String {
        let pieces = self.pieces();
        let columns = if pieces.len() > 1 { 2 } else { 1 };
        let widths: Vec<f64> = (0..columns)
            .map(|column| widest(pieces.iter().skip(column).step_by(columns)))
            .collect();
        let inner = widths.iter().sum::<f64>() + GAP * (columns - 1) as f64;
        let width = inner.max(480.0) + 2.0 * MARGIN;
        let fits = |size: f64, room: f64| move |line: &str| measure(line, size) <= room;
        let room = width - 2.0 * MARGIN;
        let mut body = String::new();
        let mut y = MARGIN;
        for line in wrapped(self.title, fits(TITLE, room)) {
            y += TITLE * 1.25;
            text(&mut body, MARGIN, y, TITLE, " font-weight=\"650\"", &line);
        }
        y += 4.0;
        for line in wrapped(self.about, fits(TEXT, room)) {
            y += LINE;
            text(&mut body, MARGIN, y, TEXT, "", &line);
        }
        y += GAP;
        for row in pieces.chunks(columns) {
            let mut x = MARGIN;
            for (piece, width) in row.iter().zip(&widths) {
                let _ = writeln!(
                    body,
                    "<svg x=\"{x}\" y=\"{y}\" width=\"{}\" height=\"{}\">{}</svg>",
                    piece.width, piece.height, piece.body
                );
                x += width + GAP;
            }
            y += row.iter().map(|piece| piece.height).fold(0.0, f64::max) + GAP;
        }
        y = self.write_link(&mut body, y, room);
        let height = y + MARGIN;
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\" \
             font-family=\"system-ui, sans-serif\" fill=\"#1d2126\">\n<title>{}</title>\n\
             <rect width=\"{width}\" height=\"{height}\" fill=\"#ffffff\"/>\n{body}</svg>\n",
            escape(self.title)
        )
    }

    /// The link as text, and as a QR code where it is short enough; returns where it ends.
    fn write_link(&self, body: &mut String, y: f64, room: f64) -> f64 {
        let code = qr::code(self.link);
        let beside = if code.is_some() { CODE + GAP } else { 0.0 };
        let mut lines = vec![String::new()];
        let mut left = room - beside;
        for letter in self.link.chars() {
            let width = width_in_link(letter) * TEXT;
            if width > left {
                lines.push(String::new());
                left = room - beside;
            }
            left -= width;
            lines.last_mut().unwrap_or_else(|| unreachable!("there is one")).push(letter);
        }
        let mut line_y = y;
        for line in lines {
            line_y += LINE;
            text(body, MARGIN + beside, line_y, TEXT, "", &line);
        }
        let Some(code) = code else { return line_y };
        let scale = CODE / f64::from(code.side());
        let _ = writeln!(
            body,
            "<path transform=\"translate({MARGIN} {y}) scale({scale})\" fill=\"#000\" shape-rendering=\"crispEdges\" d=\"{}\"/>",
            code.path()
        );
        line_y.max(y + CODE)
    }

    fn pieces(&self) -> Vec<Piece> {
        let curve = self.head.map(|(head, mapping)| self.curve_piece(head, mapping));
        let coefficients = self.coefficients.map(|matrix| {
            let is_factor = self.head.is_some_and(|(_, mapping)| mapping.is_positive());
            let scale = match is_factor {
                true => Scale::log_diverging_of(matrix.values),
                false => Scale::diverging_of(matrix.values, 0.0),
            };
            self.matrix_piece(matrix, scale, Palette::Signed, "coefficients")
        });
        // One range, so that equal colours are equal weights.
        let of_b = self.b.map(|b| Scale::weights_of(b.values));
        let of_a = Scale::weights_of(self.a.values);
        let scale = of_b.map_or(of_a, |of_b| of_a.union(of_b));
        let a = self.matrix_piece(self.a, scale, self.palette, "a");
        let b = self.b.map(|b| self.matrix_piece(b, scale, self.palette, "b"));
        [curve, coefficients, Some(a), b].into_iter().flatten().collect()
    }

    fn matrix_piece(&self, matrix: Matrix, scale: Scale, palette: Palette, id: &str) -> Piece {
        let table = palette.table(Theme::Light);
        let picture = MatrixPicture {
            title: matrix.title,
            about: "",
            queries: self.tokens,
            keys: self.tokens,
            values: matrix.values,
            scale,
            table: &table,
            unit: matrix.unit,
            theme: Theme::Light,
        };
        let svg = picture.svg();
        // An id stands once in a document.
        let body = svg
            .replace("id=\"scale\"", &format!("id=\"scale-{id}\""))
            .replace("url(#scale)", &format!("url(#scale-{id})"));
        let number = |name: &str| {
            let value = svg.split(&format!(" {name}=\"")).nth(1)?.split('"').next()?;
            value.parse().ok()
        };
        let (width, height) = (number("width").unwrap_or(0.0), number("height").unwrap_or(0.0));
        Piece { width, height, body }
    }

    /// f(w·R; v) over the distances of the sentence, with a point for each.
    fn curve_piece(&self, head: HeadParameters, mapping: Mapping) -> Piece {
        let (width, height) = CURVE;
        let (left, top, right, bottom) = (56.0, 44.0, 12.0, 44.0);
        let plot = (width - left - right, height - top - bottom);
        let farthest = self.tokens.len().saturating_sub(1).max(1);
        let exact = |distance: f64| mapping.value(head.w * distance, head.v);
        // What is not finite is drawn where the plot ends.
        let value = |distance: f64| exact(distance).clamp(-MOST, MOST);
        let values: Vec<f64> = (0..=farthest).map(|distance| value(distance as f64)).collect();
        let low = values.iter().copied().fold(0.0, f64::min);
        let high = values.iter().copied().fold(1.0, f64::max);
        let x_of = |distance: f64| left + plot.0 * distance / farthest as f64;
        let y_of = |value: f64| top + plot.1 * (high - value) / (high - low);
        let accent = {
            let [[r, g, b], _] = method_colours(Theme::Light);
            format!("#{r:02x}{g:02x}{b:02x}")
        };
        let mut body = String::new();
        text(&mut body, 12.0, 22.0, TEXT, " font-weight=\"600\"", self.curve);
        for (tick, label) in nice_ticks(low, high, 5) {
            let y = y_of(tick);
            let _ = writeln!(body, "<path d=\"M{left} {y:.1}h{:.1}\" stroke=\"#d9dbdd\"/>", plot.0);
            text(&mut body, left - 6.0, y + 4.0, 11.0, " text-anchor=\"end\"", &label);
        }
        for (tick, label) in nice_ticks(0.0, farthest as f64, 6) {
            text(
                &mut body,
                x_of(tick),
                height - bottom + 16.0,
                11.0,
                " text-anchor=\"middle\"",
                &label,
            );
        }
        text(&mut body, width - right, height - 10.0, 11.0, " text-anchor=\"end\"", self.axis);
        let points: Vec<String> = (0..=STEPS)
            .map(|step| farthest as f64 * step as f64 / STEPS as f64)
            .map(|distance| format!("{:.2} {:.2}", x_of(distance), y_of(value(distance))))
            .collect();
        let _ = writeln!(
            body,
            "<path d=\"M{}\" fill=\"none\" stroke=\"{accent}\" stroke-width=\"2\"/>",
            points.join("L")
        );
        // Tokens lie at whole distances only; more than so many are a thick line.
        if farthest <= 64 {
            for (distance, &value) in values.iter().enumerate() {
                let _ = writeln!(
                    body,
                    "<circle cx=\"{:.2}\" cy=\"{:.2}\" r=\"3\" fill=\"{accent}\"/>",
                    x_of(distance as f64),
                    y_of(value)
                );
            }
        }
        let of =
            |distance: usize| format!("f({distance}) = {}", format_number(exact(distance as f64)));
        let ends =
            if self.tokens.len() > 1 { format!("{}, {}", of(0), of(farthest)) } else { of(0) };
        text(&mut body, 12.0, 38.0, 11.0, "", &ends);
        Piece { width, height, body }
    }
}

/// A part of the figure with its size.
struct Piece {
    width: f64,
    height: f64,
    body: String,
}

fn widest<'a>(pieces: impl Iterator<Item = &'a Piece>) -> f64 {
    pieces.map(|piece| piece.width).fold(0.0, f64::max)
}

/// How wide a letter of a link is at most, of the size of its type: a link has no spaces to be cut at.
fn width_in_link(letter: char) -> f64 {
    match letter {
        '%' | 'm' | 'w' | 'M' | 'W' | '@' => 1.0,
        '&' | '=' | '+' | '#' | '~' => 0.86,
        'A'..='Z' => 0.78,
        letter if letter.is_ascii() => 0.65,
        _ => 1.05,
    }
}

/// No font can be measured here: rather too wide than too narrow.
fn measure(text: &str, size: f64) -> f64 {
    text.chars().map(|c| if c < '\u{1100}' { 0.6 } else { 1.0 }).sum::<f64>() * size
}

fn text(out: &mut String, x: f64, y: f64, size: f64, more: &str, text: &str) {
    let _ = writeln!(
        out,
        "<text x=\"{x:.1}\" y=\"{y:.1}\" font-size=\"{size}\"{more}>{}</text>",
        escape(text)
    );
}

#[cfg(test)]
mod tests {
    use super::*;

    const TOKENS: [&str; 3] = ["near", "<far>", "&"];
    const LINK: &str = "https://example.org/nearfar/#w=3%3A-1.5";

    fn figure(link: &str, with: impl FnOnce(&mut Experiment)) -> String {
        let weights: Vec<f32> = (0..9).map(|cell| cell as f32 / 10.0).collect();
        let coefficients: Vec<f32> = [1.0, 0.5, 0.25, 0.5, 1.0, 0.5, 0.25, 0.5, 1.0].to_vec();
        let matrix = |title, values| Matrix { title, unit: "weight", values };
        let mut experiment = Experiment {
            title: "near <far> &",
            about: "head 3, w = -1.5, v = 0",
            tokens: &TOKENS,
            head: Some((HeadParameters { w: -1.5, v: 0.0 }, Mapping::LearnableSigmoid)),
            coefficients: Some(matrix("f(wR; v)", &coefficients)),
            a: matrix("A", &weights),
            b: Some(matrix("B", &weights)),
            curve: "Coefficient",
            axis: "distance",
            palette: Palette::Cividis,
            link,
        };
        with(&mut experiment);
        experiment.svg()
    }

    /// Every tag is closed, so that the document is one.
    fn is_balanced(svg: &str) -> bool {
        let opened = svg.matches('<').count() - 2 * svg.matches("</").count();
        opened == svg.matches("/>").count()
    }

    #[test]
    fn everything_of_the_experiment_is_in_it() {
        let svg = figure(LINK, |_| ());
        assert!(is_balanced(&svg), "{svg}");
        for part in [
            "near &lt;far&gt; &amp;",
            "head 3, w = -1.5, v = 0",
            "f(wR; v)",
            "Coefficient",
            "distance",
        ] {
            assert!(svg.contains(part), "{part}");
        }
        assert!(svg.contains(LINK) && !svg.contains("<far>"));
        // Three legends, each with an id of its own; a point for each distance; a QR code.
        for id in ["scale-coefficients", "scale-a", "scale-b"] {
            assert_eq!(svg.matches(&format!("id=\"{id}\"")).count(), 1, "{id}");
            assert_eq!(svg.matches(&format!("url(#{id})")).count(), 1, "{id}");
        }
        assert_eq!(svg.matches("<circle").count(), 3);
        // f(-1.5 · 2; 0) of the learnable sigmoid: 2 / (1 + e^3) = 0.09485.
        assert!(svg.contains("f(0) = 1, f(2) = 0.0949"), "{svg}");
    }

    #[test]
    fn the_ends_of_the_curve_are_those_of_the_function() {
        let ends = |w: f64, tokens: &'static [&'static str]| {
            figure(LINK, |experiment| {
                experiment.head = Some((HeadParameters { w, v: 0.0 }, Mapping::Exponent));
                experiment.tokens = tokens;
            })
        };
        // e^(30 · 2): more than the plot has room for.
        assert!(ends(30.0, &TOKENS).contains("f(0) = 1, f(2) = 1.14e26"));
        let one = ends(1.0, &TOKENS[..1]);
        assert!(one.contains("f(0) = 1<") && !one.contains("f(1)"), "{one}");
    }

    #[test]
    fn what_an_experiment_lacks_is_left_out() {
        let svg = figure(LINK, |experiment| {
            experiment.head = None;
            experiment.coefficients = None;
            experiment.b = None;
        });
        assert!(is_balanced(&svg) && !svg.contains("scale-b") && !svg.contains("<circle"));
        assert!(svg.contains("scale-a"));
    }

    #[test]
    fn a_long_link_is_wrapped_and_has_no_code() {
        let long = format!("{LINK}&sentence={}", "word+".repeat(400));
        let svg = figure(&long, |_| ());
        assert!(is_balanced(&svg));
        let short = figure(LINK, |_| ());
        assert!(short.contains("translate(24 ") && !svg.contains("scale(0."));
    }
}
