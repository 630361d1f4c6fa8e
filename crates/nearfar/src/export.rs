//! Attention between tokens as a file: CSV, JSON, and SVG with real text.

use std::fmt::Write;

use crate::picture::heatmap::fit;
use crate::picture::layout::{Align, Label, LayoutOptions, MatrixLayout, Rect};
use crate::picture::lines::{LinkOptions, TokenColumns, links};
use crate::picture::numbers::{Digits, NUMBER_SIZE, in_a_cell, is_noise};
use crate::picture::palette::{Ink, Rgb, Table, Theme, readable_on};
use crate::picture::scale::{Scale, format_number};

/// A matrix `[N, M]` with its names as CSV (RFC 4180): the first row names the keys, the first column the
/// queries. Numbers are written so that reading them gives the same `f32`.
pub fn csv(queries: &[&str], keys: &[&str], values: &[f32]) -> String {
    let mut out = String::from("query\\key");
    for token in keys {
        out.push(',');
        out.push_str(&field(token));
    }
    out.push_str("\r\n");
    for (token, row) in queries.iter().zip(values.chunks(keys.len().max(1))) {
        out.push_str(&field(token));
        for value in row {
            let _ = write!(out, ",{value}");
        }
        out.push_str("\r\n");
    }
    out
}

fn field(text: &str) -> String {
    if text.contains([',', '"', '\n', '\r']) {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text.to_owned()
    }
}

/// A matrix `[N, M]` with its names as JSON: `{"name", "about", "tokens", "keys", "shape", "data"}`, row-major;
/// `keys` only where they are others than `tokens`, those of the queries. What JSON has no number for is `null`.
pub fn json(name: &str, about: &str, queries: &[&str], keys: &[&str], values: &[f32]) -> String {
    let names = |names: &[&str]| {
        let names: Vec<_> = names.iter().map(|name| json_text(name)).collect();
        names.join(",")
    };
    let numbers: Vec<_> = values
        .iter()
        .map(|value| if value.is_finite() { value.to_string() } else { "null".to_owned() })
        .collect();
    let others = match queries == keys {
        true => String::new(),
        false => format!("\"keys\":[{}],", names(keys)),
    };
    format!(
        "{{\"name\":{},\"about\":{},\"tokens\":[{}],{others}\"shape\":[{},{}],\"data\":[{}]}}\n",
        json_text(name),
        json_text(about),
        names(queries),
        queries.len(),
        keys.len(),
        numbers.join(",")
    )
}

fn json_text(text: &str) -> String {
    let mut out = String::from("\"");
    for character in text.chars() {
        match character {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            control if control < ' ' => {
                let _ = write!(out, "\\u{:04x}", u32::from(control));
            }
            other => out.push(other),
        }
    }
    out.push('"');
    out
}

/// What can be saved: as numbers and as a picture.
pub trait Export {
    /// The numbers as CSV; see [`csv`].
    fn csv(&self) -> String;
    /// The numbers as JSON; see [`json`].
    fn json(&self) -> String;
    /// The picture as an SVG document with real text.
    fn svg(&self) -> String;
}

/// What a picture can be saved as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exported {
    /// Pixels.
    Png,
    /// [`Export::svg`].
    Svg,
    /// [`Export::csv`].
    Csv,
    /// [`Export::json`].
    Json,
}

/// A matrix with all that a file says of it.
#[derive(Clone, Copy, Debug)]
pub struct MatrixPicture<'a> {
    /// Its heading.
    pub title: &'a str,
    /// What it was made with: head, parameters, projections.
    pub about: &'a str,
    /// The names of the rows, `[N]`.
    pub queries: &'a [&'a str],
    /// The names of the columns, `[M]`.
    pub keys: &'a [&'a str],
    /// Row-major, `[N·M]`.
    pub values: &'a [f32],
    /// What the colours are measured against.
    pub scale: Scale,
    /// The colours.
    pub table: &'a Table,
    /// What the numbers count.
    pub unit: &'a str,
    /// Ink and background.
    pub theme: Theme,
}

const FONT_SIZE: f64 = 11.0;
const LINE: f64 = 13.0;
const TITLE: f64 = 13.0;
const TITLE_LINE: f64 = 16.0;
const MARGIN: f64 = 12.0;
const HEAD: f64 = 40.0;
const LEGEND: f64 = 44.0;
/// The side of a cell that holds a number.
const NUMBERED: f64 = 30.0;

impl Export for MatrixPicture<'_> {
    fn csv(&self) -> String {
        csv(self.queries, self.keys, self.values)
    }

    fn json(&self) -> String {
        json(self.title, self.about, self.queries, self.keys, self.values)
    }

    fn svg(&self) -> String {
        let longest = self.queries.len().max(self.keys.len());
        // Cells that are few are large enough for their numbers.
        let cells = (self.queries.len() * self.keys.len()) as f64;
        let cell = if Digits::of(NUMBERED, cells, self.scale).is_some() { NUMBERED } else { 18.0 };
        let side = (longest as f64 * cell + 120.0).clamp(320.0, 1_000.0);
        let options = LayoutOptions {
            width: side,
            height: side,
            line_height: LINE,
            max_label: 110.0,
            max_cell: 48.0,
            square: true,
        };
        let layout = MatrixLayout::new(self.queries, self.keys, None, &options, measure);
        let mut body = String::new();
        write_cells(self.values, self.keys.len(), layout.plot, self.scale, self.table, &mut body);
        if let Some(digits) = Digits::of(layout.cell[0], cells, self.scale) {
            self.numbers(&layout, digits, &mut body);
        }
        for label in layout.row_labels.iter().chain(&layout.column_labels) {
            write_label(label, &mut body);
        }
        self.legend(layout.plot.x, side + MARGIN, layout.plot.width.max(160.0), &mut body);
        let about = with_axes(self.about);
        document(self.title, &about, self.theme, [side, side + LEGEND], &body)
    }
}

impl MatrixPicture<'_> {
    /// The numbers in the cells, as the page has them.
    fn numbers(&self, layout: &MatrixLayout, digits: Digits, out: &mut String) {
        let columns = self.keys.len().max(1);
        let _ = writeln!(out, "<g font-size=\"{NUMBER_SIZE}\" text-anchor=\"middle\">");
        for (index, &value) in self.values.iter().enumerate() {
            let Some(cell) = layout.cell_rect(index / columns, index % columns) else { continue };
            if is_noise(self.scale, f64::from(value)) {
                continue;
            }
            let position = self.scale.position(f64::from(value));
            let ink = match readable_on(self.table.colour(position)) {
                Ink::Black => "#000",
                Ink::White => "#fff",
            };
            let (x, y) = (cell.x + cell.width / 2.0, cell.y + cell.height / 2.0 + 3.5);
            let number = in_a_cell(value, digits);
            let _ = writeln!(out, "<text x=\"{x:.1}\" y=\"{y:.1}\" fill=\"{ink}\">{number}</text>");
        }
        out.push_str("</g>\n");
    }

    fn legend(&self, x: f64, y: f64, width: f64, out: &mut String) {
        const STOPS: usize = 17;
        out.push_str("<defs><linearGradient id=\"scale\">");
        for stop in 0..STOPS {
            let position = stop as f64 / (STOPS - 1) as f64;
            let _ = write!(
                out,
                "<stop offset=\"{position}\" stop-color=\"{}\"/>",
                hex(self.table.colour(Some(position)))
            );
        }
        let _ = writeln!(
            out,
            "</linearGradient></defs>\n<rect x=\"{x:.1}\" y=\"{y:.1}\" width=\"{width:.1}\" height=\"8\" fill=\"url(#scale)\"/>"
        );
        let ticks = self.scale.ticks(3);
        for (index, tick) in ticks.iter().enumerate() {
            let anchor = if index == 0 {
                "start"
            } else if index + 1 == ticks.len() {
                "end"
            } else {
                "middle"
            };
            let _ = writeln!(
                out,
                "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"{anchor}\">{}</text>",
                x + width * tick.position,
                y + 20.0,
                escape(&tick.label)
            );
        }
        let _ =
            writeln!(out, "<text x=\"{x:.1}\" y=\"{:.1}\">{}</text>", y + 34.0, escape(self.unit));
    }
}

/// A rectangle for each run of equal colour of a row; `columns` values a row, over an area.
fn write_cells(
    values: &[f32],
    columns: usize,
    area: Rect,
    scale: Scale,
    table: &Table,
    out: &mut String,
) {
    let columns = columns.max(1);
    let wide = area.width / columns as f64;
    let high = area.height / (values.len() / columns).max(1) as f64;
    out.push_str("<g shape-rendering=\"crispEdges\">\n");
    // Edges in hundredths, so that what ends where the next begins leaves no slit.
    let edge =
        |from: f64, step: f64, count: usize| ((from + count as f64 * step) * 100.0).round() / 100.0;
    for (i, row) in values.chunks(columns).enumerate() {
        let (top, bottom) = (edge(area.y, high, i), edge(area.y, high, i + 1));
        let colour = |value: f32| table.colour(scale.position(f64::from(value)));
        let mut j = 0;
        while j < row.len() {
            let run = row[j..].iter().take_while(|&&value| colour(value) == colour(row[j])).count();
            let (left, right) = (edge(area.x, wide, j), edge(area.x, wide, j + run));
            let _ = writeln!(
                out,
                "<rect x=\"{left:.2}\" y=\"{top:.2}\" width=\"{:.2}\" height=\"{:.2}\" fill=\"{}\"/>",
                right - left,
                bottom - top,
                hex(colour(row[j]))
            );
            j += run;
        }
    }
    out.push_str("</g>\n");
}

/// The width of a text. No font can be measured here; 0.62 em a character is wider than most, 1 em for
/// scripts with full-width characters.
fn measure(text: &str) -> f64 {
    text.chars().map(|c| if c < '\u{1100}' { 0.62 } else { 1.0 }).sum::<f64>() * FONT_SIZE
}

/// An SVG document: a title, what the picture was made with, and under both a body of so many pixels.
fn document(title: &str, about: &str, theme: Theme, [wide, high]: [f64; 2], body: &str) -> String {
    let ink = hex(theme.foreground());
    let about = wrapped(about, |line| measure(line) <= wide);
    let lines = wrapped(title, |line| measure(line) * TITLE / FONT_SIZE <= wide);
    // Everything under the title's first line stands as much lower as it has more lines.
    let lower = (lines.len() - 1) as f64 * TITLE_LINE;
    let head = HEAD + lower + (about.len() - 1) as f64 * LINE;
    let (width, height) = (wide + 2.0 * MARGIN, high + 2.0 * MARGIN + head);
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\" \
         font-family=\"system-ui, sans-serif\" font-size=\"{FONT_SIZE}\" fill=\"{ink}\">\n\
         <title>{}</title>\n<rect width=\"{width}\" height=\"{height}\" fill=\"{}\"/>\n",
        escape(title),
        hex(theme.background()),
    );
    for (place, line) in lines.iter().enumerate() {
        let y = MARGIN + 10.0 + place as f64 * TITLE_LINE;
        let _ = writeln!(
            out,
            "<text x=\"{MARGIN}\" y=\"{y}\" font-size=\"{TITLE}\" font-weight=\"600\">{}</text>",
            escape(line)
        );
    }
    for (place, line) in about.iter().enumerate() {
        let y = MARGIN + 26.0 + lower + place as f64 * LINE;
        let _ = writeln!(out, "<text x=\"{MARGIN}\" y=\"{y}\">{}</text>", escape(line));
    }
    let top = MARGIN + head;
    let _ = writeln!(out, "<g transform=\"translate({MARGIN} {top})\">\n{body}</g>\n</svg>");
    out
}

/// Attention as lines between two columns of tokens, with all that a file says of it.
#[derive(Clone, Copy, Debug)]
pub struct LinesPicture<'a> {
    /// Its heading.
    pub title: &'a str,
    /// What it was made with: head, parameters, projections.
    pub about: &'a str,
    /// The tokens, `[N]`.
    pub tokens: &'a [&'a str],
    /// The weights, row-major, `[N·N]`.
    pub values: &'a [f32],
    /// The one query whose lines are drawn; `None` for all.
    pub query: Option<usize>,
    /// Which weights are drawn, and how strongly.
    pub options: LinkOptions,
    /// The colour of a line.
    pub colour: Rgb,
    /// Ink and background.
    pub theme: Theme,
}

impl LinesPicture<'_> {
    const WIDTH: f64 = 420.0;
    const PITCH: f64 = 22.0;
}

impl Export for LinesPicture<'_> {
    fn csv(&self) -> String {
        csv(self.tokens, self.tokens, self.values)
    }

    fn json(&self) -> String {
        json(self.title, self.about, self.tokens, self.tokens, self.values)
    }

    fn svg(&self) -> String {
        let n = self.tokens.len();
        let (width, height) = (Self::WIDTH, n as f64 * Self::PITCH);
        let options = LayoutOptions {
            width,
            height,
            line_height: LINE,
            max_label: 140.0,
            max_cell: Self::PITCH,
            square: false,
        };
        let columns = TokenColumns::new(self.tokens, self.tokens, &options, measure);
        let query = self.query.map(|query| [query]);
        let mut body = format!("<g stroke=\"{}\">\n", hex(self.colour));
        for link in links(self.values, n, query.as_ref().map(|query| &query[..]), &self.options) {
            let [(from_x, from_y), (to_x, to_y)] = columns.ends(&link);
            let _ = writeln!(
                body,
                "<line x1=\"{from_x:.1}\" y1=\"{from_y:.1}\" x2=\"{to_x:.1}\" y2=\"{to_y:.1}\" stroke-width=\"{:.2}\" stroke-opacity=\"{:.3}\"/>",
                link.width, link.opacity
            );
        }
        body.push_str("</g>\n");
        for label in columns.query_labels.iter().chain(&columns.key_labels) {
            write_label(label, &mut body);
        }
        let about = format!("{}; queries left, keys right", self.about);
        document(self.title, &about, self.theme, [width, height], &body)
    }
}

/// One head of a [`HeadsPicture`].
#[derive(Clone, Debug)]
pub struct HeadPicture<'a> {
    /// Its name, with its numbers.
    pub name: String,
    /// Row-major, `[N·N]`.
    pub values: &'a [f32],
    /// What its colours are measured against.
    pub scale: Scale,
}

/// The matrices of all heads side by side, with all that a file says of them.
#[derive(Clone, Copy, Debug)]
pub struct HeadsPicture<'a> {
    /// Its heading.
    pub title: &'a str,
    /// What it was made with.
    pub about: &'a str,
    /// The tokens, `[N]`.
    pub tokens: &'a [&'a str],
    /// The heads, in order.
    pub heads: &'a [HeadPicture<'a>],
    /// The colours.
    pub table: &'a Table,
    /// Ink and background.
    pub theme: Theme,
}

impl HeadsPicture<'_> {
    const SIDE: f64 = 150.0;
    const GAP: f64 = 14.0;
    const ACROSS: usize = 4;
    /// A head has at most this many cells a side: more are smaller than two pixels.
    const CELLS: usize = 75;
}

impl Export for HeadsPicture<'_> {
    fn csv(&self) -> String {
        let mut out = String::new();
        for head in self.heads {
            let _ = write!(
                out,
                "{}\r\n{}",
                field(&head.name),
                csv(self.tokens, self.tokens, head.values)
            );
        }
        out
    }

    fn json(&self) -> String {
        let heads: Vec<_> = self
            .heads
            .iter()
            .map(|head| json(&head.name, self.about, self.tokens, self.tokens, head.values))
            .collect();
        format!("[{}]\n", heads.join(",").replace('\n', ""))
    }

    fn svg(&self) -> String {
        let across = self.heads.len().clamp(1, Self::ACROSS);
        let names: Vec<_> =
            self.heads.iter().map(|head| parts_in_lines(&head.name, Self::SIDE)).collect();
        let lines = 1 + names.iter().map(Vec::len).max().unwrap_or(1);
        let above = lines as f64 * LINE;
        let (wide, high) = (Self::SIDE + Self::GAP, Self::SIDE + above + Self::GAP);
        let mut body = String::new();
        for (place, (head, mut name)) in self.heads.iter().zip(names).enumerate() {
            let (x, y) = ((place % across) as f64 * wide, (place / across) as f64 * high);
            let [least, most] = [0.0, 1.0].map(|end| format_number(head.scale.value_at(end)));
            name.push(format!("{least} … {most}"));
            for (at, line) in name.iter().enumerate() {
                let y = y + 10.0 + at as f64 * LINE;
                let _ = writeln!(body, "<text x=\"{x}\" y=\"{y}\">{}</text>", escape(line));
            }
            let n = self.tokens.len();
            let cells = fit(head.values, n, Self::CELLS);
            let area = Rect { x, y: y + above + 2.0, width: Self::SIDE, height: Self::SIDE };
            write_cells(&cells, n.min(Self::CELLS), area, head.scale, self.table, &mut body);
        }
        let size =
            [across as f64 * wide - Self::GAP, self.heads.len().div_ceil(across) as f64 * high];
        let about = with_axes(self.about);
        document(self.title, &about, self.theme, size, &body)
    }
}

/// A name of parts behind commas in lines that are no wider, each part whole.
fn parts_in_lines(name: &str, wide: f64) -> Vec<String> {
    let mut lines = Vec::<String>::new();
    for part in name.split(", ") {
        match lines.last_mut() {
            Some(line) if measure(&format!("{line}, {part}")) <= wide => {
                line.push_str(", ");
                line.push_str(part);
            }
            _ => lines.push(part.to_owned()),
        }
    }
    lines
}

/// What a picture is about, and which way its rows and columns go.
fn with_axes(about: &str) -> String {
    let axes = "rows are queries, columns keys";
    if about.is_empty() { axes.to_owned() } else { format!("{about}; {axes}") }
}

fn write_label(label: &Label, out: &mut String) {
    let anchor = match label.align {
        Align::Start => "start",
        Align::Middle => "middle",
        Align::End => "end",
    };
    let (x, y) = (label.x, label.y);
    let turn = if label.upwards {
        format!(" transform=\"rotate(-90 {x:.2} {y:.2})\"")
    } else {
        String::new()
    };
    let _ = writeln!(
        out,
        "<text x=\"{x:.2}\" y=\"{y:.2}\" dominant-baseline=\"central\" text-anchor=\"{anchor}\"{turn}>{}</text>",
        escape(&label.text)
    );
}

/// A text in lines, cut at spaces where the next word does not fit; at least one.
pub fn wrapped(text: &str, fits: impl Fn(&str) -> bool) -> Vec<String> {
    let mut lines = Vec::new();
    let mut line = String::new();
    for word in text.split_whitespace() {
        let longer = if line.is_empty() { word.to_owned() } else { format!("{line} {word}") };
        if line.is_empty() || fits(&longer) {
            line = longer;
        } else {
            lines.push(std::mem::replace(&mut line, word.to_owned()));
        }
    }
    lines.push(line);
    lines
}

/// Text for XML: its special characters escaped, and characters that XML 1.0 forbids replaced.
pub fn escape(text: &str) -> String {
    let mut out = String::new();
    for character in text.chars() {
        match character {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\t' | '\n' | '\r' => out.push(' '),
            c if c < ' ' || matches!(c, '\u{fffe}' | '\u{ffff}') => out.push('\u{fffd}'),
            other => out.push(other),
        }
    }
    out
}

/// Letters and digits of a title, joined by hyphens; so many of its words as make a name of some length.
pub fn file_name(title: &str) -> String {
    const LONGEST: usize = 100;
    // A minus sign between two names is a word, before a number it is not.
    let title = title.replace(" − ", " minus ");
    let words = title.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    let mut name = "nearfar".to_owned();
    for word in words {
        if name.len() + word.len() >= LONGEST {
            break;
        }
        name.push('-');
        name.push_str(&word.to_lowercase());
    }
    name
}

/// A colour as XML has it.
pub(crate) fn hex([r, g, b]: Rgb) -> String {
    format!("#{r:02x}{g:02x}{b:02x}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::picture::palette::Palette;

    #[test]
    fn a_file_is_named_by_the_words_of_its_title() {
        let of_difference = file_name("A − B: w = −1.5, “Head” 3");
        assert_eq!(of_difference, "nearfar-a-minus-b-w-1-5-head-3");
        assert_eq!(file_name("距离 · É"), "nearfar-距离-é");
        assert_eq!(file_name(" – "), "nearfar");
        // Seven letters and 23 words of four are 99; a word is whole or not there.
        let long = file_name(&"one ".repeat(60));
        assert_eq!(long, format!("nearfar{}", "-one".repeat(23)));
    }

    #[test]
    fn csv_quotes_what_it_must() {
        assert_eq!(
            csv(&["a", "\","], &["a", "\","], &[1.0, 0.5, -0.25, 0.1]),
            "query\\key,a,\"\"\",\"\r\na,1,0.5\r\n\"\"\",\",-0.25,0.1\r\n"
        );
        assert_eq!(csv(&[], &[], &[]), "query\\key\r\n");
        assert_eq!(csv(&["q"], &["k", "l"], &[1.0, 2.0]), "query\\key,k,l\r\nq,1,2\r\n");
    }

    #[test]
    fn json_is_read_back_unchanged() {
        let text = {
            let tokens = &["\\", "\u{1}é"];
            json("A \"head\"\n", "head 1", tokens, tokens, &[0.1, f32::NAN, -1e-20, 3.0])
        };
        let value: serde_json::Value = serde_json::from_str(&text).expect("JSON");
        assert_eq!(value["name"], "A \"head\"\n");
        assert_eq!(value["about"], "head 1");
        assert_eq!(value["tokens"], serde_json::json!(["\\", "\u{1}é"]));
        assert_eq!(value["shape"], serde_json::json!([2, 2]));
        assert_eq!(value["data"][0].as_f64().map(|x| x as f32), Some(0.1));
        assert!(value["data"][1].is_null() && value["keys"].is_null());
        let text = json("", "", &["q"], &["k", "l"], &[1.0, 2.0]);
        let value: serde_json::Value = serde_json::from_str(&text).expect("JSON");
        assert_eq!(value["keys"], serde_json::json!(["k", "l"]));
        assert_eq!(value["shape"], serde_json::json!([1, 2]));
    }

    #[test]
    fn svg_holds_every_token_escaped_and_every_cell() {
        let table = Palette::Cividis.table(Theme::Light);
        let picture = MatrixPicture {
            title: "A < B",
            about: "head 1 & w",
            queries: &["<b>", "x"],
            keys: &["<b>", "x"],
            values: &[0.0, 1.0, 1.0, 0.0],
            scale: Scale::Sequential { min: 0.0, max: 1.0 },
            table: &table,
            unit: "weight",
            theme: Theme::Light,
        };
        let svg = picture.svg();
        assert_eq!(svg.matches("&lt;b&gt;").count(), 2);
        assert_eq!(svg.matches("shape-rendering").count(), 1);
        // Background, legend, and four cells of alternating colour.
        assert_eq!(svg.matches("<rect").count(), 6);
        assert!(!svg.contains("A < B") && svg.contains("head 1 &amp; w"));
        // The numbers that say something, in an ink that is read on their cells.
        assert_eq!(svg.matches(">1.00</text>").count(), 2);
        assert_eq!(svg.matches(">0.00</text>").count(), 0);
        assert_eq!(svg.matches("fill=\"#000\"").count(), 2);
        // Too many to be read: none.
        let names = vec!["x"; 40];
        let many =
            MatrixPicture { queries: &names, keys: &names, values: &[0.5; 1_600], ..picture };
        assert!(svg.contains("<g font-size") && !many.svg().contains("<g font-size"));
    }

    #[test]
    fn a_long_title_is_told_whole_above_everything_else() {
        let table = Palette::Cividis.table(Theme::Light);
        let picture = |title| {
            let about = "head 1";
            MatrixPicture {
                title,
                about,
                queries: &["a", "b"],
                keys: &["a", "b", "c"],
                values: &[0.0, 1.0, 0.5, 1.0, 0.0, 0.5],
                scale: Scale::Sequential { min: 0.0, max: 1.0 },
                table: &table,
                unit: "weight",
                theme: Theme::Light,
            }
            .svg()
        };
        let title = "A − B: distance-aware attention of all-MiniLM-L6-v2.safetensors, layer 3, head 7, minus the same";
        let (short, long) = (picture("A"), picture(title));
        let lines = |svg: &str| svg.matches("font-weight=\"600\"").count();
        assert!(lines(&short) == 1 && lines(&long) >= 2, "{long}");
        let told: Vec<&str> = long
            .split("font-weight=\"600\">")
            .skip(1)
            .filter_map(|rest| rest.split('<').next())
            .collect();
        assert_eq!(told.join(" "), title);
        let height = |svg: &str| {
            let height = svg.split("height=\"").nth(1).and_then(|rest| rest.split('"').next());
            height.and_then(|height| height.parse::<f64>().ok()).expect("a height")
        };
        assert_eq!(height(&long) - height(&short), (lines(&long) - 1) as f64 * TITLE_LINE);
        // Three columns of two rows.
        assert_eq!(long.matches(">c</text>").count(), 1);
    }

    #[test]
    fn lines_of_one_query_or_of_all_are_drawn_where_they_weigh_something() {
        let picture = LinesPicture {
            title: "A",
            about: "head 1",
            tokens: &["<a>", "b", "c"],
            values: &[0.5, 0.5, 0.0, 0.0, 1.0, 0.0, 0.2, 0.3, 0.5],
            query: None,
            options: LinkOptions::default(),
            colour: [1, 2, 3],
            theme: Theme::Light,
        };
        let lines = |picture: &LinesPicture| picture.svg().matches("<line").count();
        assert_eq!(lines(&picture), 6);
        for (query, expected) in [(0, 2), (1, 1), (2, 3)] {
            assert_eq!(lines(&LinesPicture { query: Some(query), ..picture }), expected);
        }
        // Each token stands on both sides, and the strongest line is full.
        let svg = picture.svg();
        assert_eq!(svg.matches("&lt;a&gt;</text>").count(), 2);
        assert_eq!(svg.matches("stroke-opacity=\"1.000\"").count(), 1);
        assert!(svg.contains("#010203") && svg.contains("queries left, keys right"));
    }

    #[test]
    fn every_head_is_in_the_picture_of_heads_and_in_its_numbers() {
        let scale = Scale::Sequential { min: 0.0, max: 1.0 };
        let matrices: Vec<[f32; 4]> =
            (0..6).map(|head| [0.0, 1.0, 1.0, head as f32 / 8.0]).collect();
        let heads: Vec<_> = matrices
            .iter()
            .enumerate()
            .map(|(head, values)| HeadPicture { name: format!("Head {}", head + 1), values, scale })
            .collect();
        let picture = HeadsPicture {
            title: "A",
            about: "all heads",
            tokens: &["a", "b"],
            heads: &heads,
            table: &Palette::Cividis.table(Theme::Light),
            theme: Theme::Light,
        };
        let (svg, csv) = (picture.svg(), picture.csv());
        for head in 1..=6 {
            assert_eq!(svg.matches(&format!(">Head {head}</text>")).count(), 1);
            assert_eq!(csv.matches(&format!("Head {head}\r\n")).count(), 1);
        }
        assert_eq!(svg.matches("crispEdges").count(), 6);
        // A name with its numbers has lines of its own head.
        let long = [HeadPicture {
            name: "Head 12, w = −1.234, v = −0.745".to_owned(),
            ..heads[0].clone()
        }];
        let named = HeadsPicture { heads: &long, ..picture }.svg();
        assert!(named.contains(">Head 12, w = −1.234</text>"), "{named}");
        assert!(named.contains(">v = −0.745</text>"), "{named}");
        // Of a long sentence there are as many cells as can be seen.
        let many = vec![""; 300];
        let values: Vec<f32> = (0..300 * 300).map(|cell| (cell % 2) as f32).collect();
        let heads = [HeadPicture { name: String::new(), values: &values, scale }];
        let long = HeadsPicture { tokens: &many, heads: &heads, ..picture };
        assert!(long.svg().matches("<rect").count() <= 75 * 75 + 1);
        assert!(csv.ends_with("Head 6\r\nquery\\key,a,b\r\na,0,1\r\nb,1,0.625\r\n"), "{csv}");
        let value: serde_json::Value = serde_json::from_str(&picture.json()).expect("JSON");
        assert_eq!(value.as_array().map(Vec::len), Some(6));
        assert_eq!(value[5]["name"], "Head 6");
        assert_eq!(value[5]["data"], serde_json::json!([0, 1, 1, 0.625]));
    }

    #[test]
    fn lines_are_cut_at_spaces_and_lose_no_word() {
        let text = "head 2, w = 1, A: a model of films";
        let lines = wrapped(text, |line| line.len() <= 12);
        assert_eq!(lines, ["head 2, w =", "1, A: a", "model of", "films"]);
        // What fits nowhere stands alone, and nothing is one empty line.
        assert_eq!(wrapped("unbreakable is", |line| line.len() <= 4), ["unbreakable", "is"]);
        assert_eq!(wrapped("", |_| true), [""]);
    }
}
