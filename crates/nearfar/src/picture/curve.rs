//! Functions of the distance as curves, with axes and legend, on any plotters backend. Labels
//! are placed here with generous room, because backends measure text differently.

use plotters::coord::Shift;
use plotters::prelude::{
    Circle, Color, DrawResult, DrawingArea, DrawingBackend, PathElement, RGBAColor, RGBColor,
    Rectangle, ShapeStyle,
};
use plotters::style::text_anchor::{HPos, Pos, VPos};
use plotters::style::{IntoFont, TextStyle};

use super::layout::{Rect, ellipsis};
use super::palette::{Rgb, Theme, with_contrast};
use super::scale::{format_number, nice_ticks};

/// How a curve is told from the others: by colour and, for eyes or prints without it, by dashes.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct CurveStyle {
    /// Line colour, at least 3:1 against the theme's background.
    pub colour: Rgb,
    /// Lengths of dash, gap, dash, … in CSS pixels; empty: a whole line.
    pub dash: &'static [f64],
}

/// Okabe and Ito 2008, "Color Universal Design"; `None` is its black, the theme's ink. The two that are near to
/// orange come last: orange is A, and what a user moves.
const OKABE_ITO: [Option<Rgb>; 8] = [
    Some([0, 114, 178]),
    Some([0, 158, 115]),
    Some([204, 121, 167]),
    None,
    Some([240, 228, 66]),
    Some([86, 180, 233]),
    Some([213, 94, 0]),
    Some([230, 159, 0]),
];

/// The page's typeface (`src/canvas` asks for the same).
const FONT: &str = "system-ui, -apple-system, 'Segoe UI', 'Noto Sans', sans-serif";

impl CurveStyle {
    /// The dashes as SVG has them.
    pub fn dash_text(&self) -> String {
        self.dash.iter().map(f64::to_string).collect::<Vec<_>>().join(" ")
    }
}

const DASHES: [&[f64]; 8] = [
    &[],
    &[8.0, 4.0],
    &[2.0, 3.0],
    &[10.0, 3.0, 2.0, 3.0],
    &[14.0, 5.0],
    &[5.0, 3.0],
    &[10.0, 3.0, 2.0, 3.0, 2.0, 3.0],
    &[4.0, 8.0],
];

/// The style of the `index`-th curve. Eight colours, each with its own dashes; the next eight
/// have the colours again with other dashes.
pub fn curve_style(index: usize, theme: Theme) -> CurveStyle {
    // A thin line looks fainter on black than on white.
    let contrast = match theme {
        Theme::Light => 3.2,
        Theme::Dark => 4.8,
    };
    let colour = match OKABE_ITO[index % OKABE_ITO.len()] {
        Some(colour) => with_contrast(colour, theme.background(), contrast),
        None => theme.foreground(),
    };
    let dash = DASHES[(index + index / DASHES.len()) % DASHES.len()];
    CurveStyle { colour, dash }
}

/// What a curve goes through.
#[derive(Clone, Copy)]
pub enum Shape<'a> {
    /// Points (x, y) with rising x, joined by straight lines; a non-finite y leaves a gap.
    Points(&'a [(f64, f64)]),
    /// y of x, sampled every two CSS pixels.
    Function(&'a dyn Fn(f64) -> f64),
}

/// One curve of a plot.
#[derive(Clone)]
pub struct Curve<'a> {
    /// Name in the legend.
    pub label: String,
    /// Colour and dashes.
    pub style: CurveStyle,
    /// What it goes through.
    pub shape: Shape<'a>,
}

impl Curve<'_> {
    /// y at x; between points on their straight line, `None` outside them or where y is not finite.
    pub fn at(&self, x: f64) -> Option<f64> {
        let y = match self.shape {
            Shape::Function(function) => function(x),
            Shape::Points(points) => {
                let after = points.partition_point(|point| point.0 < x);
                match (after.checked_sub(1).and_then(|i| points.get(i)), points.get(after)) {
                    (_, Some(&(x1, y1))) if x1 == x => y1,
                    (Some(&(x0, y0)), Some(&(x1, y1))) => y0 + (y1 - y0) * (x - x0) / (x1 - x0),
                    _ => return None,
                }
            }
        };
        y.is_finite().then_some(y)
    }

    /// The points with x in the range, `samples` of them for a function.
    fn points(&self, (low, high): (f64, f64), samples: usize) -> Vec<(f64, f64)> {
        match self.shape {
            Shape::Points(points) => points.to_vec(),
            Shape::Function(function) => (0..=samples)
                .map(|k| low + (high - low) * k as f64 / samples as f64)
                .map(|x| (x, function(x)))
                .collect(),
        }
    }
}

/// Colours around the curves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PlotColours {
    /// Behind everything; `None` leaves the canvas as it is.
    pub background: Option<Rgb>,
    /// Text, axes and marker.
    pub foreground: Rgb,
    /// Grid lines.
    pub grid: Rgb,
}

impl PlotColours {
    /// The colours of a theme.
    pub const fn of(theme: Theme) -> PlotColours {
        PlotColours {
            background: Some(theme.background()),
            foreground: theme.foreground(),
            grid: match theme {
                Theme::Light => [224, 226, 230],
                Theme::Dark => [52, 55, 62],
            },
        }
    }
}

/// A plot of curves over one x axis. Lengths are CSS pixels; the canvas has `pixel_ratio` times
/// as many. Backends take whole device pixels only: a ratio of 2 or more draws smoother curves.
#[derive(Clone)]
pub struct CurvePlot<'a> {
    /// The curves; later ones lie on top.
    pub curves: &'a [Curve<'a>],
    /// First and last x.
    pub x_range: (f64, f64),
    /// Lowest and highest y; `None` fits the curves and cuts off what would dwarf the others
    /// ([`PlotMapping::hidden`]).
    pub y_range: Option<(f64, f64)>,
    /// Name of the x axis, below its right end.
    pub x_label: &'a str,
    /// Name of the y axis, above its upper end.
    pub y_label: &'a str,
    /// Whether curves have dots at whole x: tokens lie at whole distances only.
    pub discrete: bool,
    /// Whether the names of the curves stand above the plot.
    pub legend: bool,
    /// x to point out on all curves: the cursor.
    pub marker: Option<f64>,
    /// The place of a curve that is drawn twice as thick and without dashes: the one that is edited.
    pub emphasised: Option<usize>,
    /// Device pixels per CSS pixel.
    pub pixel_ratio: f64,
    /// Size of the text.
    pub font_size: f64,
    /// Colours around the curves.
    pub colours: PlotColours,
}

impl Default for CurvePlot<'_> {
    fn default() -> Self {
        CurvePlot {
            curves: &[],
            x_range: (0.0, 1.0),
            y_range: None,
            x_label: "",
            y_label: "",
            discrete: false,
            legend: false,
            marker: None,
            emphasised: None,
            pixel_ratio: 1.0,
            font_size: 12.0,
            colours: PlotColours::of(Theme::Light),
        }
    }
}

/// Between x, y and the place on the canvas; pixels are CSS pixels from its upper left corner.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PlotMapping {
    /// The plot area.
    pub area: Rect,
    /// x at its left and right edge.
    pub x_range: (f64, f64),
    /// y at its bottom and top edge.
    pub y_range: (f64, f64),
    /// The finite y that lies farthest beyond the y axis, where some does.
    pub hidden: Option<f64>,
}

impl PlotMapping {
    /// Where (x, y) is drawn; outside the area where it lies beyond an axis.
    pub fn to_pixels(&self, x: f64, y: f64) -> (f64, f64) {
        let share = |value: f64, (low, high): (f64, f64)| (value - low) / (high - low);
        (
            self.area.x + share(x, self.x_range) * self.area.width,
            self.area.bottom() - share(y, self.y_range) * self.area.height,
        )
    }

    /// x and y under a pixel; `None` outside the area.
    pub fn from_pixels(&self, x: f64, y: f64) -> Option<(f64, f64)> {
        let between = |share: f64, (low, high): (f64, f64)| low + share * (high - low);
        self.area.contains(x, y).then(|| {
            (
                between((x - self.area.x) / self.area.width, self.x_range),
                between((self.area.bottom() - y) / self.area.height, self.y_range),
            )
        })
    }
}

/// A curve may rise to so many times the median of all curves' greatest values before it is cut
/// off, …
const DWARFING: f64 = 3.0;
/// … and no automatic axis reaches farther than this.
const CEILING: f64 = 1e4;

/// More ticks than this would be a ruler.
const MOST_X_TICKS: usize = 10;

/// Width of a curve.
const LINE: f64 = 1.75;
/// Length of a legend's sample line.
const SAMPLE: f64 = 26.0;

/// A text's width, rather too great than too small: ASCII is narrower than 0.62 of its size in
/// common fonts, everything else gets a full square.
fn generous_width(text: &str, font_size: f64) -> f64 {
    text.chars().map(|c| if c.is_ascii() { 0.62 } else { 1.05 }).sum::<f64>() * font_size
}

/// A plot with all positions decided.
struct Arrangement {
    mapping: PlotMapping,
    points: Vec<Vec<(f64, f64)>>,
    x_ticks: Vec<(f64, String)>,
    y_ticks: Vec<(f64, String)>,
    /// Left edge, middle of the line and text of each curve's name.
    legend: Vec<(f64, f64, String)>,
    /// Middle of the line of the y axis' name.
    y_label: f64,
}

impl CurvePlot<'_> {
    /// Draws on an area of `pixel_ratio` times its size in CSS pixels; the caller presents it.
    ///
    /// # Errors
    /// What the backend reports.
    pub fn draw<DB: DrawingBackend>(
        &self,
        area: &DrawingArea<DB, Shift>,
    ) -> DrawResult<PlotMapping, DB> {
        let ratio = self.ratio();
        let (width, height) = area.dim_in_pixel();
        let arranged = self.arrange(f64::from(width) / ratio, f64::from(height) / ratio);
        let pen = Pen { area, ratio, font_size: self.font_size };
        if let Some(background) = self.colours.background {
            area.fill(&rgb(background))?;
        }
        self.draw_axes(&pen, &arranged, f64::from(width) / ratio)?;
        for (place, (curve, points)) in self.curves.iter().zip(&arranged.points).enumerate() {
            let is_emphasised = self.emphasised == Some(place);
            self.draw_curve(&pen, &arranged.mapping, curve, points, is_emphasised)?;
        }
        self.draw_marker(&pen, &arranged.mapping)?;
        self.draw_legend(&pen, &arranged.legend)?;
        Ok(arranged.mapping)
    }

    /// The mapping that [`CurvePlot::draw`] uses on a canvas of this size, without drawing.
    pub fn mapping(&self, width: f64, height: f64) -> PlotMapping {
        self.arrange(width, height).mapping
    }

    fn ratio(&self) -> f64 {
        if self.pixel_ratio.is_finite() { self.pixel_ratio.max(0.1) } else { 1.0 }
    }

    fn arrange(&self, width: f64, height: f64) -> Arrangement {
        let font = self.font_size;
        let (line, gap) = (1.5 * font, 0.5 * font);
        let x_range = widened(self.x_range);
        let samples = (width / 2.0).clamp(16.0, 2000.0) as usize;
        let points: Vec<_> = self.curves.iter().map(|c| c.points(x_range, samples)).collect();
        let y_range = self.y_range.map_or_else(|| fitting_range(x_range, &points), widened);

        let legend = self.arrange_legend(width);
        let legend_height = legend.last().map_or(0.0, |&(_, y, _)| y + line / 2.0);
        let y_label = legend_height + line / 2.0;
        // A half line also holds the upper half of the topmost tick's label.
        let top = legend_height + if self.y_label.is_empty() { line / 2.0 } else { 1.5 * line };
        let below = line + if self.x_label.is_empty() { 0.0 } else { line } + gap;
        let plot_height = (height - top - below).max(1.0);
        let y_count = (plot_height / (2.5 * line)).clamp(2.0, 8.0) as usize;
        let y_ticks = nice_ticks(y_range.0, y_range.1, y_count);
        let widest = |ticks: &[(f64, String)]| {
            ticks.iter().map(|(_, label)| generous_width(label, font)).fold(0.0, f64::max)
        };
        // The closest ticks have the longest labels; the first and last stick out by half.
        let widest_x = widest(&nice_ticks(x_range.0, x_range.1, MOST_X_TICKS));
        // Three ems hold most labels, so that the plot does not jump with the values.
        let left = (widest(&y_ticks) + 2.0 * gap).max(widest_x / 2.0).max(3.0 * font);
        let right = widest_x / 2.0 + gap;
        let plot_width = (width - left - right).max(1.0);
        // Tick labels need their own width and as much again to stand apart.
        let x_count = (plot_width / (2.0 * widest_x).max(3.0 * font)) as usize;
        let x_count = x_count.clamp(2, MOST_X_TICKS);
        let mut x_ticks = nice_ticks(x_range.0, x_range.1, x_count);
        if self.discrete {
            x_ticks.retain(|(x, _)| (x - x.round()).abs() < 1e-9);
        }
        let hidden = points
            .iter()
            .flatten()
            .filter(|(x, y)| (x_range.0..=x_range.1).contains(x) && y.is_finite())
            .map(|&(_, y)| (y, (y - y_range.1).max(y_range.0 - y)))
            .filter(|&(_, beyond)| beyond > 1e-9 * (y_range.1 - y_range.0))
            .max_by(|one, other| one.1.total_cmp(&other.1))
            .map(|(y, _)| y);
        let area = Rect { x: left, y: top, width: plot_width, height: plot_height };
        let mapping = PlotMapping { area, x_range, y_range, hidden };
        Arrangement { mapping, points, x_ticks, y_ticks, legend, y_label }
    }

    /// The names in rows from the upper left corner.
    fn arrange_legend(&self, width: f64) -> Vec<(f64, f64, String)> {
        let font = self.font_size;
        let (line, gap) = (1.5 * font, 0.5 * font);
        let room = width - 2.0 * gap - SAMPLE - gap;
        let (mut x, mut y) = (gap, line / 2.0);
        let curves = if self.legend { self.curves } else { &[] };
        let place = |curve: &Curve| {
            let text = ellipsis(&curve.label, room, |text| generous_width(text, font));
            let needed = SAMPLE + gap + generous_width(&text, font);
            if x > gap && x + needed > width - gap {
                (x, y) = (gap, y + line);
            }
            let placed = (x, y, text);
            x += needed + 2.0 * gap;
            placed
        };
        curves.iter().map(place).collect()
    }

    fn draw_axes<DB: DrawingBackend>(
        &self,
        pen: &Pen<DB>,
        arranged: &Arrangement,
        width: f64,
    ) -> DrawResult<(), DB> {
        let Arrangement { mapping, x_ticks, y_ticks, y_label, .. } = arranged;
        let (area, ink, grid) =
            (mapping.area, rgb(self.colours.foreground), rgb(self.colours.grid));
        let gap = 0.5 * self.font_size;
        // Below the lower half of the lowest y label, which may reach under the first x label.
        let x_labels = area.bottom() + 1.4 * gap;
        // Zero and the axes stand out from the grid; zero less, for the curves often lie on it.
        let zero_line = ink.mix(0.45);
        for (x, label) in x_ticks {
            let at = mapping.to_pixels(*x, 0.0).0;
            pen.vertical(
                at,
                area.y,
                area.bottom(),
                if *x == 0.0 { zero_line } else { grid.mix(1.0) },
            )?;
            pen.text(label, (at, x_labels), HPos::Center, VPos::Top, ink)?;
        }
        for (y, label) in y_ticks {
            let at = mapping.to_pixels(0.0, *y).1;
            pen.horizontal(
                at,
                area.x,
                area.right(),
                if *y == 0.0 { zero_line } else { grid.mix(1.0) },
            )?;
            pen.text(label, (area.x - gap, at), HPos::Right, VPos::Center, ink)?;
        }
        pen.vertical(area.x, area.y, area.bottom(), ink.mix(1.0))?;
        pen.horizontal(area.bottom(), area.x, area.right(), ink.mix(1.0))?;

        let cut = |text: &str, room: f64| {
            ellipsis(text, room, |text| generous_width(text, self.font_size))
        };
        let y_name = cut(self.y_label, width - 2.0 * gap);
        pen.text(&y_name, (gap, *y_label), HPos::Left, VPos::Center, ink)?;
        let below = x_labels + 1.5 * self.font_size;
        let x_name = cut(self.x_label, area.right() - gap);
        pen.text(&x_name, (area.right(), below), HPos::Right, VPos::Top, ink)
    }

    fn draw_curve<DB: DrawingBackend>(
        &self,
        pen: &Pen<DB>,
        mapping: &PlotMapping,
        curve: &Curve,
        points: &[(f64, f64)],
        is_emphasised: bool,
    ) -> DrawResult<(), DB> {
        let colour = rgb(curve.style.colour);
        let (dash, width) = match is_emphasised {
            true => (&[][..], 2.0 * LINE),
            false => (curve.style.dash, LINE),
        };
        let pixels: Vec<_> = points.iter().map(|&(x, y)| mapping.to_pixels(x, y)).collect();
        let paths = clipped(&pixels, &mapping.area);
        for path in &paths {
            pen.dashed(path, dash, colour, width)?;
        }
        if let Some(hidden) = mapping.hidden.filter(|y| points.iter().any(|point| point.1 == *y)) {
            self.draw_hidden(pen, mapping, &paths, hidden)?;
        }
        if self.discrete {
            let (low, high) = (mapping.x_range.0.ceil(), mapping.x_range.1.floor());
            // Dots closer than their size would only thicken the line.
            let dots = (high - low).max(0.0);
            if dots > 0.0 && dots <= mapping.area.width / 5.0 {
                for k in 0..=dots as usize {
                    self.draw_dot(pen, mapping, curve, low + k as f64, 2.5)?;
                }
            }
        }
        Ok(())
    }

    /// Where a curve leaves the plot, how far it goes on, in no language.
    fn draw_hidden<DB: DrawingBackend>(
        &self,
        pen: &Pen<DB>,
        mapping: &PlotMapping,
        paths: &[Vec<Point>],
        hidden: f64,
    ) -> DrawResult<(), DB> {
        let (area, line) = (mapping.area, 0.8 * self.font_size);
        let (arrow, edge, y) = match hidden > mapping.y_range.1 {
            true => ("↑", area.y, area.y + line),
            false => ("↓", area.bottom(), area.bottom() - line),
        };
        let mut ends = paths.iter().flat_map(|path| path.first().into_iter().chain(path.last()));
        let Some(&(x, _)) = ends.find(|(_, y)| (y - edge).abs() < 1.0) else { return Ok(()) };
        let note = format!("{arrow} {}", format_number(hidden));
        let is_room = x + line + generous_width(&note, self.font_size) < area.right();
        let (x, side) = if is_room { (x + line, HPos::Left) } else { (x - line, HPos::Right) };
        pen.text(&note, (x, y), side, VPos::Center, rgb(self.colours.foreground))
    }

    fn draw_marker<DB: DrawingBackend>(
        &self,
        pen: &Pen<DB>,
        mapping: &PlotMapping,
    ) -> DrawResult<(), DB> {
        let (low, high) = mapping.x_range;
        let Some(x) = self.marker.filter(|x| (low..=high).contains(x)) else {
            return Ok(());
        };
        let at = mapping.to_pixels(x, 0.0).0;
        let ink = rgb(self.colours.foreground).mix(0.6);
        pen.vertical(at, mapping.area.y, mapping.area.bottom(), ink)?;
        for curve in self.curves {
            self.draw_dot(pen, mapping, curve, x, 4.0)?;
        }
        Ok(())
    }

    fn draw_dot<DB: DrawingBackend>(
        &self,
        pen: &Pen<DB>,
        mapping: &PlotMapping,
        curve: &Curve,
        x: f64,
        radius: f64,
    ) -> DrawResult<(), DB> {
        match curve.at(x) {
            Some(y) if (mapping.y_range.0..=mapping.y_range.1).contains(&y) => {
                pen.dot(mapping.to_pixels(x, y), radius, rgb(curve.style.colour))
            }
            _ => Ok(()),
        }
    }

    fn draw_legend<DB: DrawingBackend>(
        &self,
        pen: &Pen<DB>,
        legend: &[(f64, f64, String)],
    ) -> DrawResult<(), DB> {
        for (curve, (x, y, text)) in self.curves.iter().zip(legend) {
            let sample = [(*x, *y), (x + SAMPLE, *y)];
            pen.dashed(&sample, curve.style.dash, rgb(curve.style.colour), LINE)?;
            let start = (x + SAMPLE + 0.5 * self.font_size, *y);
            pen.text(text, start, HPos::Left, VPos::Center, rgb(self.colours.foreground))?;
        }
        Ok(())
    }
}

/// Draws in CSS pixels on a canvas of device pixels.
struct Pen<'a, DB: DrawingBackend> {
    area: &'a DrawingArea<DB, Shift>,
    ratio: f64,
    font_size: f64,
}

impl<DB: DrawingBackend> Pen<'_, DB> {
    fn device(&self, (x, y): (f64, f64)) -> (i32, i32) {
        ((x * self.ratio).round() as i32, (y * self.ratio).round() as i32)
    }

    fn thickness(&self, width: f64) -> i32 {
        (width * self.ratio).round().max(1.0) as i32
    }

    fn text(
        &self,
        text: &str,
        at: (f64, f64),
        horizontal: HPos,
        vertical: VPos,
        colour: RGBColor,
    ) -> DrawResult<(), DB> {
        if text.is_empty() {
            return Ok(());
        }
        let style = TextStyle::from((FONT, self.font_size * self.ratio).into_font())
            .color(&colour)
            .pos(Pos::new(horizontal, vertical));
        self.area.draw_text(text, &style, self.device(at))
    }

    // Axis-parallel lines are filled rectangles: a stroke on whole pixels would blur over two.
    fn vertical(&self, x: f64, from: f64, to: f64, colour: RGBAColor) -> DrawResult<(), DB> {
        let (x, top) = self.device((x, from));
        let (_, bottom) = self.device((0.0, to));
        let corners = [(x, top), (x + self.thickness(1.0), bottom)];
        self.area.draw(&Rectangle::new(corners, colour.filled()))
    }

    fn horizontal(&self, y: f64, from: f64, to: f64, colour: RGBAColor) -> DrawResult<(), DB> {
        let (left, y) = self.device((from, y));
        let (right, _) = self.device((to, 0.0));
        let corners = [(left, y), (right, y + self.thickness(1.0))];
        self.area.draw(&Rectangle::new(corners, colour.filled()))
    }

    fn dot(&self, at: (f64, f64), radius: f64, colour: RGBColor) -> DrawResult<(), DB> {
        self.area.draw(&Circle::new(self.device(at), self.thickness(radius), colour.filled()))
    }

    fn dashed(
        &self,
        path: &[(f64, f64)],
        dash: &[f64],
        colour: RGBColor,
        width: f64,
    ) -> DrawResult<(), DB> {
        let style = ShapeStyle {
            color: colour.to_rgba(),
            filled: false,
            stroke_width: self.thickness(width).unsigned_abs(),
        };
        for piece in dashes(path, dash) {
            let mut piece: Vec<_> = piece.into_iter().map(|point| self.device(point)).collect();
            piece.dedup();
            if piece.len() > 1 {
                self.area.draw(&PathElement::new(piece, style))?;
            }
        }
        Ok(())
    }
}

fn rgb([r, g, b]: Rgb) -> RGBColor {
    RGBColor(r, g, b)
}

/// A finite range with extent, in rising order; what is none becomes [0, 1].
fn widened((low, high): (f64, f64)) -> (f64, f64) {
    let (low, high) = (low.min(high), low.max(high));
    let extent = high - low;
    if !extent.is_finite() {
        (0.0, 1.0)
    } else if extent <= 1e-12 * low.abs().max(high.abs()).max(1e-12) {
        let half = (0.5 * low.abs()).max(0.5);
        (low - half, high + half)
    } else {
        (low, high)
    }
}

/// The y range of all points in the x range, with a twentieth of padding and with zero where it
/// is not far. Values that dwarf the others stay outside.
fn fitting_range((first, last): (f64, f64), curves: &[Vec<(f64, f64)>]) -> (f64, f64) {
    let visible = |points: &[(f64, f64)]| -> Vec<f64> {
        let seen = points.iter().filter(|(x, y)| (first..=last).contains(x) && y.is_finite());
        seen.map(|&(_, y)| y).collect()
    };
    let curves: Vec<Vec<f64>> = curves.iter().map(|points| visible(points)).collect();
    let greatest = |ys: &Vec<f64>| ys.iter().fold(0.0_f64, |most, y| most.max(y.abs()));
    let mut peaks: Vec<f64> = curves.iter().map(greatest).filter(|&peak| peak > 0.0).collect();
    peaks.sort_by(f64::total_cmp);
    let median = peaks.get(peaks.len().saturating_sub(1) / 2).copied().unwrap_or(1.0);
    let limit = (DWARFING * median).min(CEILING);
    let (low, high) = curves
        .iter()
        .flatten()
        .map(|y| y.clamp(-limit, limit))
        .fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), y| (low.min(y), high.max(y)));
    let (low, high) = widened((low, high));
    let extent = high - low;
    let low = if low > 0.0 && low <= extent { 0.0 } else { low };
    let high = if high < 0.0 && -high <= extent { 0.0 } else { high };
    let padding = 0.05 * (high - low);
    (if low == 0.0 { 0.0 } else { low - padding }, if high == 0.0 { 0.0 } else { high + padding })
}

type Point = (f64, f64);

/// The parts of a path inside an area; cut exactly at its edges, parted at non-finite points.
fn clipped(path: &[Point], area: &Rect) -> Vec<Vec<Point>> {
    let mut pieces: Vec<Vec<Point>> = Vec::new();
    for (&from, &to) in path.iter().zip(path.iter().skip(1)) {
        let Some((start, end)) = clip_segment(from, to, area) else {
            continue;
        };
        match pieces.last_mut() {
            // A piece goes on where the last one ended, unless that was at an edge.
            Some(piece) if start == from && piece.last() == Some(&from) => piece.push(end),
            _ => pieces.push(vec![start, end]),
        }
    }
    pieces
}

/// Liang and Barsky 1984: the part of a segment inside a rectangle.
fn clip_segment(from: Point, to: Point, area: &Rect) -> Option<(Point, Point)> {
    let (dx, dy) = (to.0 - from.0, to.1 - from.1);
    if !(dx.is_finite() && dy.is_finite()) {
        return None;
    }
    let (mut enter, mut leave) = (0.0_f64, 1.0_f64);
    let edges = [
        (-dx, from.0 - area.x),
        (dx, area.right() - from.0),
        (-dy, from.1 - area.y),
        (dy, area.bottom() - from.1),
    ];
    for (towards, distance) in edges {
        if towards == 0.0 {
            if distance < 0.0 {
                return None;
            }
        } else if towards < 0.0 {
            enter = enter.max(distance / towards);
        } else {
            leave = leave.min(distance / towards);
        }
    }
    let at = |t: f64| (from.0 + t * dx, from.1 + t * dy);
    let start = if enter > 0.0 { at(enter) } else { from };
    let end = if leave < 1.0 { at(leave) } else { to };
    (enter <= leave).then_some((start, end))
}

/// The dashes of a path: `pattern` holds lengths of dash, gap, dash, …; empty gives it whole.
fn dashes(path: &[Point], pattern: &[f64]) -> Vec<Vec<Point>> {
    // Without a least length a broken pattern would never end.
    let mut lengths = pattern.iter().map(|length| length.max(0.5)).cycle();
    let Some(mut left) = lengths.next() else {
        return vec![path.to_vec()];
    };
    let mut pieces = Vec::new();
    let mut drawing = true;
    let mut piece: Vec<Point> = path.first().copied().into_iter().collect();
    for (&from, &to) in path.iter().zip(path.iter().skip(1)) {
        let length = (to.0 - from.0).hypot(to.1 - from.1);
        let mut done = 0.0;
        while length - done > left {
            done += left;
            let t = done / length;
            let turn = (from.0 + t * (to.0 - from.0), from.1 + t * (to.1 - from.1));
            if drawing {
                piece.push(turn);
                pieces.push(std::mem::take(&mut piece));
            } else {
                piece = vec![turn];
            }
            drawing = !drawing;
            left = lengths.next().unwrap_or(f64::INFINITY);
        }
        left -= length - done;
        if drawing {
            piece.push(to);
        }
    }
    if drawing {
        pieces.push(piece);
    }
    pieces
}
