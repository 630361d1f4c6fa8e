//! The numbers that stand in the cells of a matrix, on the page and in a saved picture: where all cells are wide
//! enough to be read, and of those that say something.

use super::scale::{Scale, format_number};

/// Their size, in CSS pixels.
pub const NUMBER_SIZE: f64 = 10.0;
/// More numbers would slow a slider down.
const MOST_NUMBERS: f64 = 400.0;

/// How numbers are written where cells have so much room.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Digits {
    /// `0.88`, `1.48`.
    Whole,
    /// Beside numbers with signs: `.88`, `−1.48`.
    Signed,
    /// In narrow cells: `.88`, `1.5`.
    Narrow,
}

impl Digits {
    /// How so many cells of this width, in CSS pixels, hold numbers; `None` where they have no room.
    pub fn of(width: f64, cells: f64, scale: Scale) -> Option<Digits> {
        let (usual, room) = match scale.is_diverging() {
            true => (Digits::Signed, [33.0, 27.0]),
            false => (Digits::Whole, [25.0, 19.0]),
        };
        match room {
            _ if cells > MOST_NUMBERS => None,
            [wide, _] if width >= wide => Some(usual),
            [_, narrow] if width >= narrow => Some(Digits::Narrow),
            _ => None,
        }
    }
}

/// Weights and differences of weights below this are noise, whatever the largest one is: where a slider moves the
/// scale, the numbers beside it stay.
const LEAST_WEIGHT: f64 = 0.045;
const LEAST_DIFFERENCE: f64 = 0.025;

/// What a number differs by from 0, or from the middle of a scale, at least, where it says something: among others those
/// that do are not found. `None` where every number does.
pub fn least(scale: Scale) -> Option<f64> {
    match scale {
        Scale::Sequential { min: 0.0, max } if max <= 1.0 => Some(LEAST_WEIGHT.min(max / 4.0)),
        Scale::Sequential { min: 0.0, max } => Some(0.05 * max),
        Scale::Diverging { extent, .. } if extent <= 1.0 => {
            Some(LEAST_DIFFERENCE.min(extent / 8.0))
        }
        Scale::Diverging { extent, .. } => Some(0.05 * extent),
        _ => None,
    }
}

/// Whether a cell is hardly told from one of 0.
pub fn is_noise(scale: Scale, value: f64) -> bool {
    let apart = match scale {
        Scale::Diverging { centre, .. } => (value - centre).abs(),
        _ => value,
    };
    least(scale).is_some_and(|least| apart < least)
}

/// A number below 10 with two decimals. Where signs take room, the 0 before the point goes; in narrow cells the
/// second decimal does, too, unless the number begins with the point. What is less than half a hundredth is 0.
pub fn two_decimals(value: f32, digits: Digits) -> String {
    let hundredths = (f64::from(value).abs() * 100.0).round() as u32;
    if hundredths == 0 {
        return if value == 0.0 { "0" } else { "≈0" }.to_owned();
    }
    let sign = if value < 0.0 { "\u{2212}" } else { "" };
    if digits == Digits::Narrow && hundredths >= 100 {
        let tenths = (f64::from(value).abs() * 10.0).round() as u32;
        return [sign, &(tenths / 10).to_string(), ".", &(tenths % 10).to_string()].concat();
    }
    let whole = match hundredths / 100 {
        0 if digits != Digits::Whole => String::new(),
        whole => whole.to_string(),
    };
    let [tens, ones] = [hundredths / 10 % 10, hundredths % 10].map(|digit| digit.to_string());
    [sign, &whole, ".", &tens, &ones].concat()
}

/// A number in a cell: decimals; whole where those are too wide.
pub fn in_a_cell(value: f32, digits: Digits) -> String {
    let most = if digits == Digits::Narrow { 9.95 } else { 9.995 };
    if value.abs() < most {
        two_decimals(value, digits)
    } else {
        format_number(f64::from(value.round())).replace('-', "\u{2212}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_hardly_more_than_nothing_is_noise() {
        let (weights, apart) = (
            Scale::Sequential { min: 0.0, max: 0.8 },
            Scale::Diverging { centre: 0.0, extent: 0.5 },
        );
        let says = |scale: Scale, value: f64| !is_noise(scale, value);
        assert!(!says(weights, 0.0) && !says(weights, 0.03) && says(weights, 0.05));
        assert!(!says(apart, 0.02) && !says(apart, -0.02) && says(apart, -0.03));
        // The same number beside another largest one.
        for max in [0.3, 0.6, 1.0] {
            let weights = Scale::Sequential { min: 0.0, max };
            assert!(says(weights, 0.046) && !says(weights, 0.044), "{max}");
        }
        assert!(says(Scale::Sequential { min: 0.0, max: 0.02 }, 0.01));
        assert!(!says(Scale::Sequential { min: 0.0, max: 8.0 }, 0.3));
        // Of coefficients 1 says something, and of a range without 0 every number.
        assert!(says(Scale::COEFFICIENTS, 1.0));
        assert!(says(Scale::Sequential { min: 0.1, max: 0.2 }, 0.1));
        assert!(says(weights, f64::NAN));
    }

    #[test]
    fn narrow_cells_have_shorter_numbers_and_narrower_ones_none() {
        let (weights, apart) = (
            Scale::Sequential { min: 0.0, max: 1.0 },
            Scale::Diverging { centre: 0.0, extent: 1.0 },
        );
        let of = |width: f64, scale: Scale| Digits::of(width, 100.0, scale);
        assert_eq!(
            [of(25.0, weights), of(24.0, weights)],
            [Some(Digits::Whole), Some(Digits::Narrow)]
        );
        assert_eq!([of(18.9, weights), of(26.9, apart)], [None, None]);
        assert_eq!(
            [of(33.0, apart), of(27.0, apart)],
            [Some(Digits::Signed), Some(Digits::Narrow)]
        );
        assert_eq!(Digits::of(50.0, 401.0, weights), None);
    }

    #[test]
    fn wide_numbers_are_whole() {
        assert_eq!(in_a_cell(9.99, Digits::Whole), "9.99");
        assert_eq!(in_a_cell(9.996, Digits::Whole), "10");
        assert_eq!(in_a_cell(-12.4, Digits::Signed), "−12");
        assert_eq!(in_a_cell(f32::NAN, Digits::Whole), "NaN");
        assert_eq!(in_a_cell(9.96, Digits::Narrow), "10");
    }

    #[test]
    fn two_decimals_by_hand() {
        assert_eq!(two_decimals(0.996, Digits::Whole), "1.00");
        assert_eq!(two_decimals(0.0449, Digits::Whole), "0.04");
        assert_eq!(two_decimals(-0.0049, Digits::Signed), "≈0");
        assert_eq!(two_decimals(-0.0, Digits::Signed), "0");
        // The f32 next to 0.055 is 0.0549999997.
        assert_eq!(two_decimals(-0.055, Digits::Signed), "−.05");
        assert_eq!(two_decimals(-0.0551, Digits::Signed), "−.06");
        assert_eq!(two_decimals(9.994, Digits::Signed), "9.99");
        assert_eq!(two_decimals(-1.5, Digits::Signed), "−1.50");
        assert_eq!(two_decimals(-1.46, Digits::Narrow), "−1.5");
        assert_eq!(two_decimals(0.996, Digits::Narrow), "1.0");
        assert_eq!(two_decimals(0.994, Digits::Narrow), ".99");
    }
}
