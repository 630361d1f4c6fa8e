//! Numbers of a tensor on their way into a picture: NaN and infinities have colours of their own, and
//! what no `f32` holds is not taken for an infinity.

use nearfar::picture::palette::{MISSING_COLOUR, Rgb};

/// The colour of an infinity, which no palette holds, either.
pub const INFINITE_COLOUR: Rgb = [255, 96, 0];
/// The colour of NaN.
pub const NAN_COLOUR: Rgb = MISSING_COLOUR;

/// Numbers as a picture takes them: NaN and infinities as they are, finite ones beyond `f32` at its end.
pub fn narrowed(values: &[f64]) -> Vec<f32> {
    let narrow = |&value: &f64| {
        let narrow = value as f32;
        match value.is_finite() {
            true => narrow.clamp(f32::MIN, f32::MAX),
            false => narrow,
        }
    };
    values.iter().map(narrow).collect()
}

/// How many are NaN, and how many infinite.
pub fn not_finite(values: &[f64]) -> (usize, usize) {
    let nan = values.iter().filter(|value| value.is_nan()).count();
    (nan, values.iter().filter(|value| value.is_infinite()).count())
}

#[cfg(test)]
mod tests {
    use nearfar::picture::palette::{Palette, Theme};
    use nearfar::picture::scale::{Scale, format_number};
    use nearfar::picture::{Drawn, Tint};

    use super::*;

    const VALUES: [f64; 6] = [0.0, f64::NAN, f64::INFINITY, f64::NEG_INFINITY, 1e300, -2.0];

    #[test]
    fn nan_and_infinities_are_neither_zero_nor_each_other() {
        let values = narrowed(&VALUES);
        assert_eq!((values[4], not_finite(&VALUES)), (f32::MAX, (1, 2)));
        let mut pixels = vec![0; 4 * values.len()];
        let scale = Scale::diverging_of(&values, 0.0);
        let drawn = Drawn::unnamed([1, values.len()], values, scale, Palette::Signed);
        let drawn = Drawn { tint: Some(Tint::Infinite(INFINITE_COLOUR)), ..drawn };
        drawn.frame(&Palette::Signed.table(Theme::Light)).paint(&mut pixels);
        let colour = |cell: usize| [pixels[4 * cell], pixels[4 * cell + 1], pixels[4 * cell + 2]];
        assert_eq!(
            [colour(1), colour(2), colour(3)],
            [NAN_COLOUR, INFINITE_COLOUR, INFINITE_COLOUR]
        );
        assert!(![colour(0), colour(4), colour(5)].contains(&INFINITE_COLOUR));
        assert!(![colour(0), colour(4), colour(5)].contains(&NAN_COLOUR));
        let words: Vec<String> = VALUES.iter().take(4).map(|&x| format_number(x)).collect();
        assert_eq!(words, ["0", "NaN", "∞", "−∞"]);
    }

    #[test]
    fn no_palette_holds_the_colours() {
        let apart =
            |a: Rgb, b: Rgb| a.iter().zip(b).map(|(&a, b)| u32::from(a.abs_diff(b))).sum::<u32>();
        assert!(apart(NAN_COLOUR, INFINITE_COLOUR) > 150);
        for palette in [Palette::Signed, Palette::Cividis] {
            for theme in [Theme::Light, Theme::Dark] {
                for colour in palette.table(theme).colours() {
                    assert!(apart(colour, INFINITE_COLOUR) > 60, "{palette:?} {colour:?}");
                    assert!(apart(colour, NAN_COLOUR) > 60, "{palette:?} {colour:?}");
                }
            }
        }
    }
}
