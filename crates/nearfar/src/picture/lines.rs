//! Attention as lines between two columns of tokens, queries left and keys right: where the
//! tokens stand, which weights become lines, and how strong these are.

use super::layout::{Align, Axis, Label, LayoutOptions, Rect, cut_to, fit_texts, is_inside};

/// Which weights become lines.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct LinkOptions {
    /// Weights below it are not drawn.
    pub threshold: f32,
    /// At most so many lines, the strongest.
    pub most: usize,
    /// The weight that is drawn at full strength; `None`: the strongest of the matrix, so that
    /// choosing another row does not change how a line looks.
    pub full: Option<f32>,
}

impl Default for LinkOptions {
    fn default() -> Self {
        LinkOptions { threshold: 0.01, most: 2000, full: None }
    }
}

/// One line to draw.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Link {
    /// The token that attends.
    pub query: usize,
    /// The token that is attended to.
    pub key: usize,
    /// The weight.
    pub weight: f32,
    /// Opacity, 0..=1, proportional to the weight.
    pub opacity: f64,
    /// Line width in CSS pixels, 0.5..=3.
    pub width: f64,
}

/// The lines of row-major `[queries, keys]` weights with `keys` columns, weakest first, so that
/// the strongest is drawn last and lies on top. `queries` limits them to the chosen rows.
pub fn links(
    weights: &[f32],
    keys: usize,
    queries: Option<&[usize]>,
    options: &LinkOptions,
) -> Vec<Link> {
    let finite = |weight: &f32| weight.is_finite();
    let full =
        options.full.unwrap_or_else(|| weights.iter().copied().filter(finite).fold(0.0, f32::max));
    let chosen = |query: usize| queries.is_none_or(|queries| queries.contains(&query));
    let mut links: Vec<Link> = weights
        .chunks(keys.max(1))
        .enumerate()
        .filter(|&(query, _)| chosen(query))
        .flat_map(|(query, row)| row.iter().enumerate().map(move |(key, &w)| (query, key, w)))
        .filter(|&(.., weight)| finite(&weight) && weight > 0.0 && weight >= options.threshold)
        .map(|(query, key, weight)| {
            let strength = f64::from(weight / full.max(f32::MIN_POSITIVE)).min(1.0);
            Link { query, key, weight, opacity: strength, width: 0.5 + 2.5 * strength }
        })
        .collect();
    // Equal weights keep their order, so that the picture does not flicker.
    links.sort_by(|one, other| one.weight.total_cmp(&other.weight));
    links.split_off(links.len().saturating_sub(options.most))
}

/// The query that a key leads to from `now`, of so many: up, down, or where none is chosen to the first. `None` for
/// another key.
pub fn query_by_key(key: &str, now: Option<usize>, count: usize) -> Option<usize> {
    match (key, now) {
        ("ArrowDown" | "ArrowUp", None) => Some(0),
        ("ArrowDown", Some(query)) => Some((query + 1).min(count.saturating_sub(1))),
        ("ArrowUp", Some(query)) => Some(query.saturating_sub(1)),
        _ => None,
    }
}

/// The two columns.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Side {
    /// Left: tokens that attend.
    Query,
    /// Right: tokens that are attended to.
    Key,
}

/// Where the tokens of both columns stand.
#[derive(Debug, Clone, PartialEq)]
pub struct TokenColumns {
    /// Labels of the left column, right-aligned.
    pub query_labels: Vec<Label>,
    /// Labels of the right column, left-aligned.
    pub key_labels: Vec<Label>,
    /// Lines begin at the left edge of this area and end at its right edge.
    pub area: Rect,
    queries: usize,
    keys: usize,
    pitches: [f64; 2],
}

impl TokenColumns {
    /// Places both columns into `options.width` x `options.height`; `options.max_cell` is the
    /// greatest distance of two lines of text. Labels follow the rules of a matrix: never cut by
    /// the edge, never over each other.
    pub fn new(
        queries: &[impl AsRef<str>],
        keys: &[impl AsRef<str>],
        options: &LayoutOptions,
        measure: impl Fn(&str) -> f64,
    ) -> TokenColumns {
        let (width, height) = (options.width.max(0.0), options.height.max(0.0));
        let line = options.line_height.max(1.0);
        let gap = line / 2.0;
        let room = options.max_label.min(0.3 * width - gap);
        let cut = |text: &str, room: f64| cut_to(text, room, &measure);
        let (query_texts, left) = fit_texts(queries, room, line, &cut);
        let (key_texts, right) = fit_texts(keys, room, line, &cut);
        let margin = |widest: f64| if widest > 0.0 { widest + gap } else { 0.0 };
        let (left, right) = (margin(left), margin(right));
        let area = Rect { x: left, y: 0.0, width: (width - left - right).max(0.0), height };
        let pitch = |count: usize| (height / count.max(1) as f64).min(options.max_cell);
        let pitches = [pitch(queries.len()), pitch(keys.len())];

        let canvas = Rect { x: 0.0, y: 0.0, width, height };
        let labels = |texts: &[(String, f64)], pitch: f64, x: f64, align: Align| {
            let axis = Axis { start: 0.0, end: height, first: 0.0, pitch };
            let labels = axis.labels(texts, line, |index, text, width, y| Label {
                index,
                text,
                x,
                y,
                width,
                upwards: false,
                align,
            });
            labels.filter(|label| is_inside(&label.bounds(line), &canvas)).collect::<Vec<_>>()
        };
        TokenColumns {
            query_labels: labels(&query_texts, pitches[0], area.x - gap, Align::End),
            key_labels: labels(&key_texts, pitches[1], area.right() + gap, Align::Start),
            area,
            queries: queries.len(),
            keys: keys.len(),
            pitches,
        }
    }

    /// Both ends of a line, (x, y) each.
    pub fn ends(&self, link: &Link) -> [(f64, f64); 2] {
        let [query_pitch, key_pitch] = self.pitches;
        [
            (self.area.x, (link.query as f64 + 0.5) * query_pitch),
            (self.area.right(), (link.key as f64 + 0.5) * key_pitch),
        ]
    }

    /// The token at a point: of the left column in the left half, of the right in the right.
    pub fn token_at(&self, x: f64, y: f64) -> Option<(Side, usize)> {
        let [query_pitch, key_pitch] = self.pitches;
        let (side, pitch, count) = if x < self.area.x + self.area.width / 2.0 {
            (Side::Query, query_pitch, self.queries)
        } else {
            (Side::Key, key_pitch, self.keys)
        };
        let index = (y / pitch.max(f64::MIN_POSITIVE)).floor();
        (index >= 0.0 && index < count as f64).then_some((side, index as usize))
    }
}
