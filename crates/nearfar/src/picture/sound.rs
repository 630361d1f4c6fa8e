//! A row of a matrix as tones, for those who listen to it: what is played when, as data. Whoever plays it
//! brings the instrument.
//!
//! A tone is as high as its cell is far along the colours: what the eye sees at the legend's right end is
//! heard at the top. Positions are linear in the value, or logarithmic where the [`Scale`] is; pitch is
//! logarithmic in the frequency, as hearing is, so that equal steps of position are equal intervals.

use super::frame::Frame;
use super::largest::largest;
use super::scale::Scale;

/// The frequency of position 0, in Hz: the A below middle C. Loudspeakers of a telephone still play it.
pub const LOWEST: f64 = 220.0;

/// Octaves from position 0 to position 1: to 880 Hz, where hearing tells pitches apart best.
pub const OCTAVES: f64 = 2.0;

/// A longer row is heard in so many stretches, each by its largest value.
pub const MOST: usize = 64;

/// A short row takes its time, up to so many seconds a tone.
const LONGEST_TONE: f64 = 0.25;
/// A long one is over after so many seconds.
const LONGEST_ROW: f64 = 5.12;

/// A tone of a row.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Tone {
    /// The column that is heard, of the matrix: where a tone stands for several, that of the largest value.
    pub column: usize,
    /// What is heard, in Hz; `None` is silence: a cell that is masked, or has no position on the scale.
    pub hz: Option<f64>,
    /// When it begins, in seconds from the first one's beginning.
    pub start: f64,
    /// How long it is, in seconds.
    pub length: f64,
}

/// The frequency of a position of the scale, 0..=1, in Hz.
pub fn pitch(position: f64) -> f64 {
    // exp2 would bring a table of its own into the page.
    LOWEST * (OCTAVES * std::f64::consts::LN_2 * position).exp()
}

/// How high a value is, in Hz.
pub fn pitch_of(scale: Scale, value: f32) -> Option<f64> {
    scale.position(f64::from(value)).map(pitch)
}

/// The tones of row `row` of the matrix from column `from` on, in the order of its columns, as far as the
/// frame has them; none where it does not have the row. All are equally long, at least 0.08 s.
pub fn tones(frame: &Frame, row: usize, from: usize) -> Vec<Tone> {
    let part = frame.part;
    let [rows, columns] = part.raster;
    let Some(line) = (0..rows).find(|&line| part.rows_of(line).contains(&row)) else {
        return Vec::new();
    };
    // Columns of the raster; one stands for several of the matrix where that is large.
    let first = (0..columns).find(|&at| part.columns_of(at).end > from).unwrap_or(columns);
    let heard = (columns - first).min(MOST);
    if heard == 0 {
        return Vec::new();
    }
    let length = (LONGEST_ROW / heard as f64).min(LONGEST_TONE);
    let edge = |index: usize| first + index * (columns - first) / heard;
    let value = |at: usize| {
        let column = part.columns_of(at).start;
        // A raster that is not exact has no single cells that a mask could hide.
        let is_shown = !part.is_exact() || frame.is_shown(row, column);
        let value = frame.values.get(line * columns + at).copied();
        value.filter(|_| is_shown).unwrap_or(f32::NAN)
    };
    let tone = |index: usize| {
        let stretch: Vec<f32> = (edge(index)..edge(index + 1)).map(value).collect();
        let (at, loudest) = largest(&stretch).unwrap_or((0, f32::NAN));
        Tone {
            column: part.columns_of(edge(index) + at).start,
            hz: pitch_of(frame.scale, loudest),
            start: index as f64 * length,
            length,
        }
    };
    (0..heard).map(tone).collect()
}

/// The highest of the tones, the first of several.
pub fn highest(tones: &[Tone]) -> Option<Tone> {
    let heard = tones.iter().filter(|tone| tone.hz.is_some());
    heard.copied().reduce(|best, tone| if tone.hz > best.hz { tone } else { best })
}

/// The tone that is heard so many seconds after the first one began, and how long until it is over; `None` after the last.
pub fn heard_at(tones: &[Tone], seconds: f64) -> Option<(Tone, f64)> {
    let tone = tones.iter().find(|tone| seconds < tone.start + tone.length)?;
    Some((*tone, tone.start + tone.length - seconds))
}

#[cfg(test)]
mod tests {
    use super::super::frame::Shown;
    use super::super::palette::{Palette, Theme};
    use super::super::section::Section;
    use super::*;

    const SCALE: Scale = Scale::Sequential { min: 0.0, max: 1.0 };

    fn heard(values: &[f32], part: Section, scale: Scale, row: usize, from: usize) -> Vec<Tone> {
        let table = Palette::Grey.table(Theme::Light);
        let frame = Frame { values, part, scale, table: &table, shown: Shown::All, tint: None };
        tones(&frame, row, from)
    }

    fn hz(tones: &[Tone]) -> Vec<Option<f64>> {
        tones.iter().map(|tone| tone.hz.map(f64::round)).collect()
    }

    #[test]
    fn two_octaves_from_the_scale_s_low_end_to_its_high_end() {
        for (position, hz) in [(0.0, 220.0), (0.5, 440.0), (1.0, 880.0)] {
            assert!((pitch(position) - hz).abs() < 1e-9, "{position}");
        }
        // Equal steps are equal intervals: a quarter of the way is half an octave.
        assert!((pitch(0.25) / pitch(0.0) - 2f64.sqrt()).abs() < 1e-12);
        assert!((pitch(0.75) / pitch(0.5) - 2f64.sqrt()).abs() < 1e-12);
    }

    #[test]
    fn a_row_is_heard_from_left_to_right() {
        let values = [0.0, 0.0, 0.0, 0.0, 0.5, 1.0];
        let row = heard(&values, Section::all([2, 3]), SCALE, 1, 0);
        assert_eq!(hz(&row), [Some(220.0), Some(440.0), Some(880.0)]);
        assert_eq!(row.iter().map(|tone| tone.column).collect::<Vec<_>>(), [0, 1, 2]);
        assert_eq!(row.iter().map(|tone| tone.start).collect::<Vec<_>>(), [0.0, 0.25, 0.5]);
        assert!(row.iter().all(|tone| tone.length == 0.25));
        assert_eq!(highest(&row), row.last().copied());
        for (seconds, column, left) in [(0.0, 0, 0.25), (0.125, 0, 0.125), (0.5, 2, 0.25)] {
            let (tone, over) = heard_at(&row, seconds).unwrap();
            assert_eq!((tone.column, over), (column, left));
        }
        assert_eq!(heard_at(&row, 0.75), None);
        // From a column on; and a row that is not there.
        assert_eq!(hz(&heard(&values, Section::all([2, 3]), SCALE, 1, 2)), [Some(880.0)]);
        assert!(heard(&values, Section::all([2, 3]), SCALE, 2, 0).is_empty());
        assert!(heard(&values, Section::all([2, 3]), SCALE, 1, 3).is_empty());
        assert!(heard(&[], Section::default(), SCALE, 0, 0).is_empty());
    }

    #[test]
    fn what_has_no_colour_is_silent() {
        let values = [f32::NAN, f32::INFINITY, 0.5];
        let row = heard(&values, Section::all([1, 3]), SCALE, 0, 0);
        assert_eq!(hz(&row), [None, None, Some(440.0)]);
        assert_eq!(highest(&row[..2]), None);
        let table = Palette::Grey.table(Theme::Light);
        let (values, part) = (&[1.0; 9], Section::whole(3));
        let frame =
            Frame { values, part, scale: SCALE, table: &table, shown: Shown::Causal, tint: None };
        assert_eq!(hz(&tones(&frame, 1, 0)), [Some(880.0), Some(880.0), None]);
    }

    #[test]
    fn zero_is_the_middle_of_what_has_two_sides() {
        let scale = Scale::Diverging { centre: 0.0, extent: 0.2 };
        let row = heard(&[-0.2, 0.0, 0.2], Section::all([1, 3]), scale, 0, 0);
        assert_eq!(hz(&row), [Some(220.0), Some(440.0), Some(880.0)]);
        // Factors are as far apart as they are heard: half and double lie around 1.
        let row = heard(&[0.125, 1.0, 8.0], Section::all([1, 3]), Scale::COEFFICIENTS, 0, 0);
        assert_eq!(hz(&row), [Some(220.0), Some(440.0), Some(880.0)]);
    }

    #[test]
    fn a_long_row_is_over_in_time_and_keeps_its_peak() {
        for count in [65, 128, 512, 1000] {
            let mut values = vec![0.0; count];
            values[count - 30] = 1.0;
            let row = heard(&values, Section::all([1, count]), SCALE, 0, 0);
            assert_eq!(row.len(), MOST);
            assert_eq!(highest(&row).map(|tone| tone.column), Some(count - 30));
            let end = row.last().map_or(0.0, |tone| tone.start + tone.length);
            assert!((end - LONGEST_ROW).abs() < 1e-9 && row[0].length >= 0.08 - 1e-9);
            assert!(row.is_sorted_by(|a, b| a.column < b.column));
        }
    }

    #[test]
    fn a_row_of_what_is_zoomed_or_reduced_is_found() {
        // Cells (4..8, 2..6) of a larger matrix, in blocks of two by two.
        let part = Section { first: [4, 2], cells: [4, 4], raster: [2, 2] };
        let values = [0.0, 0.5, 1.0, 0.0];
        let row = heard(&values, part, SCALE, 7, 0);
        assert_eq!(hz(&row), [Some(880.0), Some(220.0)]);
        assert_eq!(row.iter().map(|tone| tone.column).collect::<Vec<_>>(), [2, 4]);
        assert!(heard(&values, part, SCALE, 3, 0).is_empty());
    }
}
