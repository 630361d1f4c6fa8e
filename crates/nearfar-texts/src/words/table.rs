//! A matrix as a table of numbers, and what its picture's numbers are.

use nearfar::picture::Section;
use nearfar::picture::format_short;
use nearfar::picture::numbers::{Digits, is_noise, least};
use nearfar::picture::scale::Scale;

use super::counted;
use crate::common;

/// What a table of a matrix of `all` rows and columns leaves out: it has the `shown` first ones of a part.
pub fn of_table(part: Section, all: [usize; 2], shown: [usize; 2]) -> String {
    let [rows, columns] = shown;
    if part.cells != all {
        let [query, key] = part.first.map(|first| first + 1);
        common::table_part(rows, counted(query), columns, counted(key))
    } else if all[0] > rows {
        common::table_first(rows, counted(all[0]))
    } else {
        String::new()
    }
}

/// What the numbers of a picture are, and what its blank cells are; or where no cell holds a number, which one has the last
/// colour. `cells`: how wide they are, in CSS pixels, and how many.
pub fn of_unit(unit: String, cells: Option<(f64, f64)>, scale: Scale) -> String {
    let Some((width, count)) = cells else { return unit };
    match (Digits::of(width, count, scale), scale) {
        (Some(_), _) if is_noise(scale, 0.0) => {
            let least = least(scale).unwrap_or(0.0);
            let rounded = match (100.0 * least).round() {
                0.0 => format_short(least),
                hundredths => format!("{:.2}", hundredths / 100.0),
            };
            // Of differences there are some below 0.
            let sign = if matches!(scale, Scale::Diverging { .. }) { "±" } else { "" };
            common::matrix_unit_numbers(unit, format_args!("{sign}{rounded}"))
        }
        (None, Scale::Sequential { min: 0.0, max }) if max < 1.0 => {
            common::matrix_unit_largest(unit)
        }
        _ => unit,
    }
}

/// Four decimals, and no sign where they are all 0.
pub fn in_four_decimals(value: f32) -> String {
    let text = format!("{value:.4}");
    let text = if text == "-0.0000" { "0.0000".to_owned() } else { text };
    text.replace('-', "\u{2212}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_table_leaves_out_is_said() {
        let whole = Section::all([80, 80]);
        assert_eq!(of_table(Section::all([8, 8]), [8, 8], [8, 8]), "");
        assert_eq!(of_table(whole, [80, 80], [64, 64]), common::table_first(64, 80));
        let long = of_table(Section::all([4096, 4096]), [4096, 4096], [64, 64]);
        assert!(long.starts_with("The first 64 of 4\u{202f}096 tokens"), "{long}");
        let part = Section { first: [3, 5], cells: [8, 8], raster: [8, 8] };
        assert_eq!(of_table(part, [80, 80], [8, 8]), common::table_part(8, 4, 8, 6));
    }

    #[test]
    fn the_legend_says_what_blank_cells_are_and_where_the_colours_end() {
        let says = |cells, scale| of_unit("weight".to_owned(), cells, scale);
        let of = |max| Scale::Sequential { min: 0.0, max };
        let apart = Scale::Diverging { centre: 0.0, extent: 0.5 };
        let alike = Scale::Diverging { centre: 0.0, extent: 0.024 };
        // Thirty words leave no room for numbers.
        assert_eq!(says(Some((9.0, 900.0)), of(0.3)), "weight, up to the largest");
        // As the numbers in cells are rounded: 0.045 stands there as 0.05.
        for (scale, blank) in [
            (of(0.1), "0.03"),
            (of(1.0), "0.05"),
            (of(4.0), "0.20"),
            (apart, "±0.03"),
            (alike, "±0.003"),
        ] {
            let expected = format!("weight; blank: <\u{a0}{blank}");
            assert_eq!(says(Some((40.0, 81.0)), scale), expected);
        }
        for (cells, scale) in [
            (Some((9.0, 900.0)), of(1.0)),
            (Some((9.0, 900.0)), apart),
            (Some((40.0, 81.0)), Scale::COEFFICIENTS),
            (None, of(0.3)),
        ] {
            assert_eq!(says(cells, scale), "weight");
        }
    }

    #[test]
    fn a_number_of_four_zeros_has_no_sign() {
        let says = [-0.00004, 0.5, -1.25].map(in_four_decimals);
        assert_eq!(says, ["0.0000", "0.5000", "\u{2212}1.2500"]);
    }
}
