//! The pictures: colours, scales, pixels, places and curves, by property and by hand.

use std::cell::RefCell;
use std::convert::Infallible;
use std::rc::Rc;

use nearfar::picture::chart::{BELOW, ChartLayout, HEIGHT, LEFT, RIGHT, Series, TOP, WIDTH};
use nearfar::picture::curve::{Curve, CurvePlot, PlotColours, Shape, curve_style};
use nearfar::picture::heatmap::{paint, paint_masked, reduce};
use nearfar::picture::layout::{Label, LayoutOptions, MatrixLayout, Rect, Viewport, ellipsis};
use nearfar::picture::lines::{LinkOptions, Side, TokenColumns, links};
use nearfar::picture::palette::{
    Ink, MISSING_COLOUR, Palette, Rgb, Table, Theme, contrast, luminance, method_colours, oklab,
    readable_on,
};
use nearfar::picture::scale::{
    Marks, Scale, finite_range, format_number, mark_ends, moved, nice_ticks,
};

const THEMES: [Theme; 2] = [Theme::Light, Theme::Dark];

// Palette

#[test]
fn sequential_palettes_rise_in_luminance() {
    for theme in THEMES {
        for palette in [Palette::Cividis, Palette::Viridis] {
            let colours: Vec<Rgb> = palette.table(theme).colours().collect();
            assert_eq!(colours.len(), 256);
            for pair in colours.windows(2) {
                // Eight bits a channel leave steps back of less than a thousandth.
                assert!(luminance(pair[1]) > luminance(pair[0]) - 1e-3, "{palette:?} {pair:?}");
            }
            let at = |k: usize| luminance(colours[k]);
            assert!((1..16).all(|k| at(16 * k) > at(16 * (k - 1))), "{palette:?}");
        }
    }
    let grey: Vec<f64> = Palette::Grey.table(Theme::Light).colours().map(luminance).collect();
    assert!(grey.windows(2).all(|pair| pair[1] <= pair[0]));
}

#[test]
fn diverging_palettes_are_neutral_in_the_middle_and_even_at_the_ends() {
    for theme in THEMES {
        for palette in [Palette::Signed, Palette::Difference] {
            let colours: Vec<Rgb> = palette.table(theme).colours().collect();
            let [lightness, a, b] = oklab(colours[127]);
            assert_eq!(colours[127], colours[128]);
            assert!(a.hypot(b) < 0.005, "{palette:?} {theme:?} has a coloured middle");
            match theme {
                Theme::Light => assert!(lightness > 0.95),
                Theme::Dark => assert!(lightness < 0.27),
            }
            for k in 0..128 {
                let [low, high] = [oklab(colours[k])[0], oklab(colours[255 - k])[0]];
                assert!((low - high).abs() < 0.02, "{palette:?} {theme:?} {k}: {low} {high}");
            }
        }
    }
}

#[test]
fn on_a_dark_page_what_is_near_the_middle_is_told_from_it() {
    for palette in [Palette::Signed, Palette::Difference] {
        let table = palette.table(Theme::Dark);
        let at = |position| oklab(table.colour(Some(position)));
        for side in [-1.0, 1.0] {
            // A tenth of the way to an end. A just noticeable difference in OKLab is about 0.02.
            let apart = distance(at(0.5), at(0.5 + 0.05 * side));
            assert!(apart > 0.04, "{palette:?} {side}: {apart}");
        }
    }
}

/// What a deuteranope sees: Machado, Oliveira and Fernandes 2009, severity 1, in linear light.
fn deuteranope(colour: Rgb) -> [f64; 3] {
    let linear = colour.map(|channel| {
        let c = f64::from(channel) / 255.0;
        if c <= 0.04045 { c / 12.92 } else { ((c + 0.055) / 1.055).powf(2.4) }
    });
    const SEEN: [[f64; 3]; 3] = [
        [0.367322, 0.860646, -0.227968],
        [0.280085, 0.672501, 0.047413],
        [-0.011820, 0.042940, 0.968881],
    ];
    let seen = SEEN.map(|row| row.iter().zip(linear).map(|(m, c)| m * c).sum::<f64>());
    oklab(seen.map(|c| {
        let c = c.clamp(0.0, 1.0);
        let c = if c <= 0.0031308 { 12.92 * c } else { 1.055 * c.powf(1.0 / 2.4) - 0.055 };
        (c * 255.0).round() as u8
    }))
}

fn distance(one: [f64; 3], other: [f64; 3]) -> f64 {
    one.iter().zip(other).map(|(a, b)| (a - b).powi(2)).sum::<f64>().sqrt()
}

#[test]
fn signs_are_told_apart_without_green_receptors() {
    for theme in THEMES {
        for palette in [Palette::Signed, Palette::Difference] {
            let table = palette.table(theme);
            let [low, high] = [0.0, 1.0].map(|end| deuteranope(table.colour(Some(end))));
            // A just noticeable difference in OKLab is about 0.02.
            assert!(distance(low, high) > 0.1, "{palette:?} {theme:?}: {}", distance(low, high));
            let middle = deuteranope(table.colour(Some(0.5)));
            assert!(distance(low, middle) > 0.2 && distance(high, middle) > 0.2);
        }
        for accent in method_colours(theme) {
            assert!(contrast(accent, theme.background()) >= 3.0, "{theme:?} {accent:?}");
        }
    }
}

/// The page is painted in them before any program is there.
#[test]
fn the_style_sheet_has_the_colours_of_the_methods() {
    let sheet = include_str!("../../../../style/tokens.css");
    let (light, dark) = sheet.split_once("data-theme=\"dark\"").unwrap();
    for (theme, rules) in [(Theme::Light, light), (Theme::Dark, dark)] {
        for (name, [r, g, b]) in ["a", "b"].into_iter().zip(method_colours(theme)) {
            let rule = format!("--{name}: #{r:02x}{g:02x}{b:02x};");
            assert!(rules.contains(&rule), "{theme:?}: {rule}");
        }
    }
}

#[test]
fn ink_is_readable_on_every_colour() {
    assert_eq!(readable_on([255, 255, 0]), Ink::Black);
    assert_eq!(readable_on([0, 0, 128]), Ink::White);
    for theme in THEMES {
        let palettes = [
            Palette::Cividis,
            Palette::Viridis,
            Palette::Signed,
            Palette::Difference,
            Palette::Grey,
        ];
        for palette in palettes {
            let table = palette.table(theme);
            // That of a value that is none, too.
            for colour in table.colours().chain([table.colour(None)]) {
                let ink = match readable_on(colour) {
                    Ink::Black => [0, 0, 0],
                    Ink::White => [255, 255, 255],
                };
                assert!(contrast(colour, ink) >= 4.5);
            }
        }
    }
}

// Scale

#[test]
fn positions_invert_and_clamp() {
    let scales = [
        Scale::Sequential { min: -2.0, max: 6.0 },
        Scale::Diverging { centre: 1.0, extent: 3.0 },
        Scale::LogDiverging { centre: 1.0, factor: 8.0 },
    ];
    for scale in scales {
        for k in 0..=20 {
            let position = f64::from(k) / 20.0;
            let back = scale.position(scale.value_at(position)).unwrap();
            assert!((back - position).abs() < 1e-12, "{scale:?}");
        }
        assert_eq!(scale.position(-1e30), Some(0.0));
        assert_eq!(scale.position(1e30), Some(1.0));
        assert_eq!(scale.position(f64::NAN), None);
        assert_eq!(scale.position(f64::INFINITY), None);
    }
}

#[test]
fn equal_factors_up_and_down_are_equally_far() {
    let scale = Scale::log_diverging_of(&[0.0, 0.25, 1.0, 2.0, f32::INFINITY]);
    assert_eq!(scale, Scale::LogDiverging { centre: 1.0, factor: 4.0 });
    assert_eq!(scale.position(1.0), Some(0.5));
    assert_eq!(scale.position(0.5), Some(0.25));
    assert_eq!(scale.position(2.0), Some(0.75));
    assert_eq!(scale.position(0.0), Some(0.0));
}

#[test]
fn scales_of_odd_data_are_sound() {
    let odd: [&[f32]; 8] = [
        &[],
        &[0.0; 9],
        &[1.0; 9],
        &[-3.0, -3.0],
        &[f32::NAN, f32::INFINITY, f32::NEG_INFINITY],
        &[f32::MAX, f32::MIN],
        &[1e-40, 2e-40],
        &[0.0, 1e-30, f32::NAN],
    ];
    let table = Palette::Cividis.table(Theme::Light);
    for values in odd {
        for scale in [
            Scale::sequential_of(values),
            Scale::from_zero_of(values),
            Scale::diverging_of(values, 0.0),
            Scale::diverging_of(values, 1.0),
            Scale::log_diverging_of(values),
            Scale::difference_of(values),
        ] {
            for &value in values {
                let position = scale.position(f64::from(value));
                assert_eq!(position.is_some(), value.is_finite());
                assert!(position.is_none_or(|p| (0.0..=1.0).contains(&p)), "{scale:?} {value}");
            }
            let ticks = scale.ticks(5);
            assert!(!ticks.is_empty() && ticks.iter().all(|tick| !tick.label.is_empty()));
            paint(values, scale, &table, &mut vec![0; 4 * values.len()]);
        }
    }
    assert_eq!(finite_range(&[f32::NAN, 2.0, -1.0, f32::INFINITY]), Some((-1.0, 2.0)));
    assert_eq!(finite_range(&[f32::NAN]), None);
    // Coefficients that are all 1 are neutral, also where rounding has touched them.
    let ones = Scale::log_diverging_of(&[1.0, 0.999_999_9, 1.0]);
    assert!((ones.position(0.999_999_9).unwrap() - 0.5).abs() < 0.01);
}

#[test]
fn the_range_of_differences_has_round_bounds_that_hold_them() {
    let bound = |values: &[f32]| match Scale::difference_of(values) {
        Scale::Diverging { centre: 0.0, extent } => extent,
        other => panic!("{other:?}"),
    };
    for (largest, expected) in [
        (0.9, 1.0),
        (0.51, 0.7),
        (0.49, 0.5),
        (0.3, 0.5),
        (0.25, 0.3),
        (0.19, 0.2),
        (0.11, 0.2),
        (0.06, 0.07),
        (0.09, 0.1),
        (0.004, 0.005),
        (1e-9, 1e-6),
        (3.5, 3.5),
        (0.0, 0.0),
    ] {
        let found = bound(&[0.0, -largest, largest / 2.0, f32::NAN]);
        assert!((found - expected).abs() <= 1e-6 * expected, "{largest}: {found}");
        assert!(found >= f64::from(largest));
        // Weights have the same bounds, from 0.
        let weights = Scale::weights_of(&[0.0, largest, largest / 2.0, f32::NAN]);
        assert_eq!(weights, Scale::Sequential { min: 0.0, max: found });
    }
    // A little more or less is drawn in the same colours.
    assert_eq!(bound(&[0.33]), bound(&[-0.41]));
    assert_eq!(labels(Scale::difference_of(&[0.035]), 3), ["−0.05", "0", "0.05"]);
}

#[test]
fn what_a_range_that_moved_calls_otherwise_is_known() {
    let ticks = |max: f64| Scale::Sequential { min: 0.0, max }.ticks(3);
    assert_eq!(moved(&ticks(0.5), &ticks(1.0)), [false, false, true], "0, 0.5 and a new 1");
    assert_eq!(moved(&ticks(0.2), &ticks(0.5)), [false, true, true]);
    assert_eq!(moved(&ticks(0.5), &ticks(0.5)), [false; 3]);
    // At first there is nothing that could move.
    assert_eq!(moved(&ticks(0.0), &ticks(0.5)), [false; 3]);
    assert_eq!(moved(&[], &ticks(0.5)), [false; 3]);
}

#[test]
fn a_legend_marks_the_labels_that_moved_by_another_name_each_time() {
    let mut marks = Marks::default();
    let mut classes = |max: f64| -> Vec<String> {
        let scale = Scale::Sequential { min: 0.0, max };
        marks.next(scale, 3, [false; 2]).into_iter().map(|mark| mark.class).collect()
    };
    let still = ["tick first ", "tick middle ", "tick last "];
    assert_eq!(classes(0.5), still, "nothing was shown yet");
    assert_eq!(classes(1.0), ["tick first ", "tick middle ", "tick last moved"]);
    assert_eq!(classes(0.7), ["tick first ", "tick middle again", "tick last again"]);
    assert_eq!(classes(0.7), still);
    let scale = Scale::Sequential { min: 0.0, max: 0.5 };
    let beyond = Marks::default().next(scale, 3, [false, true]);
    assert_eq!((beyond[2].left, beyond[2].label.as_str()), (100.0, "≥ 0.5"));
}

#[test]
fn the_ends_of_a_range_say_that_values_lie_beyond_them() {
    let tenth = Scale::LogDiverging { centre: 1.0, factor: 10.0 };
    for (values, beyond) in [
        (&[0.1, 1.0, 10.0, f32::NAN][..], [false, false]),
        (&[0.0, 1.0], [true, false]),
        (&[0.2, f32::INFINITY], [false, true]),
        (&[], [false, false]),
    ] {
        assert_eq!(tenth.beyond(values), beyond, "{values:?}");
    }
    let symmetric = Scale::Diverging { centre: 0.0, extent: 0.5 };
    assert_eq!(symmetric.beyond(&[-0.5, 0.5]), [false, false]);
    assert_eq!(symmetric.beyond(&[-0.6]), [true, false]);
    let marked = |scale: Scale, beyond| {
        let mut ticks = scale.ticks(3);
        mark_ends(&mut ticks, beyond);
        ticks.into_iter().map(|tick| tick.label).collect::<Vec<_>>()
    };
    assert_eq!(marked(tenth, [true, false]), ["≤.1", "1", "10"]);
    assert_eq!(marked(symmetric, [true; 2]), ["≤ −0.5", "0", "≥ 0.5"]);
    assert_eq!(marked(Scale::Sequential { min: 2.0, max: 2.0 }, [true; 2]), ["2"]);
}

#[test]
fn unions_cover_both() {
    let one = Scale::Sequential { min: 0.0, max: 1.0 };
    let other = Scale::Sequential { min: -1.0, max: 0.5 };
    assert_eq!(one.union(other), Scale::Sequential { min: -1.0, max: 1.0 });
    assert_eq!(one.union(Scale::Diverging { centre: 0.0, extent: 1.0 }), one);
}

#[test]
fn a_scale_of_coefficients_reaches_as_far_as_they_do_in_powers_of_two() {
    let of = |values: &[f32]| Scale::coefficients_of(values).most_of_coefficients();
    // By hand: 1 + e³ = 21.1.
    for (values, most) in [
        (&[][..], 8.0),
        (&[1.0, 1.0], 8.0),
        (&[1.0, 0.125, 8.0], 8.0),
        (&[1.0, 11.0], 16.0),
        (&[1.0, 16.0], 16.0),
        (&[1.0, 21.1], 32.0),
        (&[1.0, 0.05], 32.0),
        // Below 1/64 a coefficient is as good as 0.
        (&[1.0, 1e-9], 64.0),
        (&[1.0, 0.0], 64.0),
        (&[1.0, 5e5, f32::INFINITY], 1024.0),
    ] {
        assert_eq!(of(values), Some(most), "{values:?}");
    }
    // 11, 20 and 21 look apart, on 1/8 to 8 they did not.
    let scale = Scale::coefficients_of(&[11.0, 20.0, 21.0]);
    let [low, middle, high] =
        [11.0, 20.0, 21.0].map(|value| scale.position(value).expect("a position"));
    assert!(low + 0.05 < middle && middle < high && high < 1.0);
    assert_eq!(labels(scale, 3), ["≤ 1/32", "1", "≥ 32"]);
    assert_eq!(Scale::LogDiverging { centre: 1.0, factor: 10.0 }.most_of_coefficients(), None);
}

fn labels(scale: Scale, count: usize) -> Vec<String> {
    scale.ticks(count).into_iter().map(|tick| tick.label).collect()
}

#[test]
fn ticks_are_round_and_end_at_the_ends() {
    let labels_of = |scale| labels(scale, 5);
    // A range that stays goes beyond its ends.
    assert_eq!(labels(Scale::COEFFICIENTS, 3), ["≤ 1/8", "1", "≥ 8"]);
    // A bound of colours is marked at its half.
    for (max, half) in [(1.0, "0.5"), (0.5, "0.25"), (0.2, "0.1"), (0.1, "0.05")] {
        assert_eq!(labels(Scale::Sequential { min: 0.0, max }, 3)[1], half);
    }
    assert_eq!(
        labels_of(Scale::Sequential { min: 0.0, max: 1.0 }),
        ["0", "0.2", "0.4", "0.6", "0.8", "1"]
    );
    assert_eq!(
        labels_of(Scale::Sequential { min: 0.0, max: 0.837_12 }),
        ["0", "0.2", "0.4", "0.6", "0.837"]
    );
    assert_eq!(
        labels_of(Scale::Diverging { centre: 0.0, extent: 2.0 }),
        ["−2", "−1", "0", "1", "2"]
    );
    assert_eq!(
        labels_of(Scale::LogDiverging { centre: 1.0, factor: 8.0 }),
        ["≤ 1/8", "0.25", "1", "4", "≥ 8"]
    );
    assert_eq!(
        labels_of(Scale::LogDiverging { centre: 1.0, factor: 1000.0 }),
        ["0.001", "0.01", "1", "100", "1000"]
    );
    // Neighbours that differ late in their digits still read differently.
    let fine = labels_of(Scale::Sequential { min: 1000.1, max: 1000.5 });
    assert!(fine.windows(2).all(|pair| pair[0] != pair[1]), "{fine:?}");
    let scale = Scale::LogDiverging { centre: 1.0, factor: 1.3 };
    let ticks = scale.ticks(6);
    assert!(ticks.windows(2).all(|pair| pair[0].position < pair[1].position));
    assert!(ticks.iter().any(|tick| tick.value == 1.0), "{ticks:?}");
    assert_eq!(labels_of(Scale::Sequential { min: 3.0, max: 3.0 }), ["3"]);
    assert_eq!(nice_ticks(0.0, 0.3, 3).len(), 4);
    assert!(nice_ticks(f64::NAN, 1.0, 5).is_empty() && nice_ticks(1.0, 1.0, 5).len() <= 1);
}

#[test]
fn numbers_as_text() {
    for (value, text) in [
        (0.0, "0"),
        (-0.0, "0"),
        (1.0, "1"),
        (0.5, "0.5"),
        (-1.5, "−1.5"),
        (0.031_23, "0.0312"),
        (7.654_321, "7.65"),
        (999.96, "1000"),
        (12_345.0, "12345"),
        (2.4e-7, "2.4e−7"),
        (-6.02e23, "−6.02e23"),
        (f64::INFINITY, "∞"),
        (f64::NEG_INFINITY, "−∞"),
        (f64::NAN, "NaN"),
    ] {
        assert_eq!(format_number(value), text);
    }
}

// Heatmap

fn pixel(table: &Table, scale: Scale, value: f32) -> [u8; 4] {
    let [r, g, b] = table.colour(scale.position(f64::from(value)));
    [r, g, b, 255]
}

/// The pixel's table entry may differ by one from the exact one, where `f32` rounds a half.
fn is_near(table: &Table, scale: Scale, value: f32, found: &[u8]) -> bool {
    let position = scale.position(f64::from(value)).unwrap();
    [-0.5, 0.0, 0.5].iter().any(|step| table.colour(Some(position + step / 255.0)) == found[..3])
}

#[test]
fn painting_agrees_with_the_scale() {
    let values: Vec<f32> = (0..1000).map(|k| (k as f32 * 0.37).sin() * 3.0).collect();
    let factors: Vec<f32> = values.iter().map(|value| value.exp()).collect();
    let table = Palette::Difference.table(Theme::Dark);
    for (values, scale) in [
        (&values, Scale::sequential_of(&values)),
        (&values, Scale::Sequential { min: -1.0, max: 1.0 }),
        (&values, Scale::diverging_of(&values, 0.0)),
        (&factors, Scale::log_diverging_of(&factors)),
        (&factors, Scale::LogDiverging { centre: 2.0, factor: 1.01 }),
    ] {
        let mut out = vec![0; 4 * values.len()];
        paint(values, scale, &table, &mut out);
        for (value, found) in values.iter().zip(out.chunks(4)) {
            assert!(is_near(&table, scale, *value, found), "{scale:?} {value}");
            assert_eq!(found[3], 255);
        }
    }
}

#[test]
fn painting_by_hand() {
    let table = Palette::Viridis.table(Theme::Light);
    let scale = Scale::Sequential { min: 0.0, max: 1.0 };
    let values = [0.0, 1.0, -7.0, 7.0, f32::NAN, f32::NEG_INFINITY];
    let mut out = [9; 25];
    paint(&values, scale, &table, &mut out);
    let [low, high] = [0.0, 1.0].map(|value| pixel(&table, scale, value));
    let [r, g, b] = MISSING_COLOUR;
    let missing = [r, g, b, 255];
    assert_eq!(out[..24].as_chunks::<4>().0, [low, high, low, high, missing, missing]);
    assert_eq!(out[24], 9, "what is no whole pixel stays untouched");
    // Coefficients: zero is the low end, 1 is exactly neutral.
    let table = Palette::Signed.table(Theme::Light);
    let scale = Scale::LogDiverging { centre: 1.0, factor: 2.0 };
    paint(&[0.0, 1.0, 1e-42], scale, &table, &mut out);
    assert_eq!(out[..4], pixel(&table, scale, 0.0));
    assert_eq!(out[4..8], pixel(&table, scale, 1.0));
    assert_eq!(out[8..12], out[..4]);
}

#[test]
fn masked_cells_are_transparent() {
    let table = Palette::Cividis.table(Theme::Light);
    let mut out = [7; 36];
    let scale = Scale::Sequential { min: 0.0, max: 1.0 };
    paint_masked(&[0.5; 9], 3, scale, &table, |i, j| j <= i, &mut out);
    let alphas: Vec<u8> = out.chunks(4).map(|pixel| pixel[3]).collect();
    assert_eq!(alphas, [255, 0, 0, 255, 255, 0, 255, 255, 255]);
}

#[test]
fn thumbnails_are_the_means_of_what_they_cover() {
    let n = 512;
    let mut values = vec![0.25; n * n];
    values[300 * n + 77] = 0.25 + 64.0;
    let reduced = reduce(&values, n, 64);
    assert_eq!(reduced[64 * (300 / 8) + 77 / 8], 1.25);
    assert_eq!(reduced[0], 0.25);
    // Odd ratios: no cell is lost, and each counts once.
    for n in [3, 7, 65, 100] {
        for k in 0..n * n {
            let mut values = vec![0.0; n * n];
            values[k] = 1.0;
            assert_eq!(
                reduce(&values, n, 3).iter().filter(|&&mean| mean > 0.0).count(),
                1,
                "{n} {k}"
            );
        }
    }
    assert_eq!(reduce(&[1.0, 2.0, 3.0, 4.0], 2, 2), [1.0, 2.0, 3.0, 4.0]);
    assert_eq!(reduce(&[5.0], 1, 2), [5.0; 4]);
    assert_eq!(reduce(&[], 0, 2), [0.0; 4]);
}

// Layout

fn measure(text: &str) -> f64 {
    7.0 * text.chars().count() as f64
}

fn tokens(count: usize) -> Vec<String> {
    let words = ["the", "cat", "internationalisation", "sat", "on", "a", "注意力", "."];
    (0..count).map(|k| words[k % words.len()].to_owned()).collect()
}

const SIZES: [usize; 12] = [1, 2, 3, 5, 8, 13, 30, 64, 100, 200, 333, 512];
const WIDTHS: [f64; 6] = [200.0, 320.0, 480.0, 768.0, 1200.0, 1600.0];

fn assert_apart_and_inside(labels: &[Label], options: &LayoutOptions) {
    let line = options.line_height;
    let bounds: Vec<Rect> = labels.iter().map(|label| label.bounds(line)).collect();
    for pair in bounds.windows(2) {
        let overlap = pair[0].intersection(&pair[1]);
        assert!(overlap.is_none_or(|o| o.width.min(o.height) < 1e-6), "{pair:?}");
    }
    for rect in bounds {
        assert!(rect.x >= -1e-6 && rect.right() <= options.width + 1e-6, "{rect:?}");
        assert!(rect.y >= -1e-6 && rect.bottom() <= options.height + 1e-6, "{rect:?}");
    }
}

/// The words for the axes lie inside, on each other nowhere, and on no label.
fn assert_words_are_apart(layout: &MatrixLayout, options: &LayoutOptions) {
    let (widths, line) = ([28.0, 36.0], 11.0);
    let Some(places) = layout.axis_words(widths, options.line_height, line) else { return };
    let words: Vec<Rect> = places
        .iter()
        .zip(widths)
        .map(|(&(x, y), width)| Rect { x: x - width, y: y - line / 2.0, width, height: line })
        .collect();
    let labels = layout.row_labels.iter().chain(&layout.column_labels);
    let mut all: Vec<Rect> = labels.map(|label| label.bounds(options.line_height)).collect();
    for word in words {
        assert!(word.x >= -1e-6 && word.y >= -1e-6, "{word:?}");
        let touched = all.iter().filter_map(|rect| rect.intersection(&word));
        assert_eq!(touched.filter(|o| o.width.min(o.height) > 1e-6).count(), 0, "{word:?}");
        all.push(word);
    }
}

#[test]
fn the_words_for_the_axes_stand_where_there_is_room() {
    // As the Lab has it at 1440 px: rows closer than a line of a label, and columns.
    for count in [11, 27, 61] {
        let options = LayoutOptions { width: 340.0, height: 360.0, ..Default::default() };
        let layout = MatrixLayout::new(&tokens(count), &tokens(count), None, &options, measure);
        assert!(layout.axis_words([28.0, 36.0], options.line_height, 11.0).is_some(), "{count}");
    }
    let options = LayoutOptions { max_label: 0.0, ..Default::default() };
    let bare = MatrixLayout::new(&tokens(5), &tokens(5), None, &options, measure);
    assert_eq!(bare.axis_words([28.0, 36.0], options.line_height, 11.0), None);
}

#[test]
fn whatever_is_pointed_at_has_its_label_within_the_picture() {
    let (count, line) = (61, LayoutOptions::default().line_height);
    let options = LayoutOptions { width: 340.0, height: 360.0, ..Default::default() };
    let layout = MatrixLayout::new(&tokens(count), &tokens(count), None, &options, measure);
    let known = [&layout.row_labels, &layout.column_labels];
    for (of, known) in known.into_iter().enumerate() {
        assert!(known.len() < count, "some have no room");
        for index in 0..count {
            let label = layout.label_of(of, index).expect("seen");
            assert_eq!((label.index, label.text.is_empty()), (index, false));
            assert_apart_and_inside(std::slice::from_ref(&label), &options);
            let cell = layout.cell_rect(index, index).expect("seen");
            let (middle, at) = match of {
                0 => (cell.y + cell.height / 2.0, label.y),
                _ => (cell.x + cell.width / 2.0, label.x),
            };
            assert!((middle - at).abs() <= line / 2.0, "{index}: {middle} {at}");
            let same = known.iter().find(|other| other.index == index);
            assert!(same.is_none_or(|same| *same == label), "{index}");
        }
        assert_eq!(layout.label_of(of, count), None);
    }
    // Level names of columns that are half seen, too.
    let names = ["one", "two", "three", "four", "five", "six"];
    let options = LayoutOptions { width: 420.0, height: 420.0, ..Default::default() };
    let whole = MatrixLayout::new(&names, &names, None, &options, measure);
    let half = Viewport { first_column: 0.5, columns: 4.0, first_row: 0.0, rows: 4.0 };
    let half = MatrixLayout::new(&names, &names, Some(half), &options, measure);
    assert!(whole.column_labels.iter().all(|label| !label.upwards));
    for label in (0..names.len()).filter_map(|index| half.label_of(1, index)) {
        assert_apart_and_inside(std::slice::from_ref(&label), &options);
    }
    // What is not seen has none.
    let options = LayoutOptions { width: 340.0, height: 360.0, ..Default::default() };
    let zoomed = layout.zoomed(layout.plot.x, layout.plot.y, 4.0);
    let layout = MatrixLayout::new(&tokens(count), &tokens(count), Some(zoomed), &options, measure);
    assert_eq!([0, 1].map(|of| layout.label_of(of, count - 1)), [None, None]);
}

#[test]
fn labels_never_overlap_and_are_never_cut() {
    for count in SIZES {
        let texts = tokens(count);
        for width in WIDTHS {
            for height in [200.0, width] {
                for square in [true, false] {
                    let options = LayoutOptions { width, height, square, ..Default::default() };
                    let whole = MatrixLayout::new(&texts, &texts, None, &options, measure);
                    let zoomed = whole.zoomed(whole.plot.x + 20.3, whole.plot.y + 31.7, 2.7);
                    for view in [None, Some(zoomed)] {
                        let layout = MatrixLayout::new(&texts, &texts, view, &options, measure);
                        assert_eq!(layout.plot, whole.plot, "zooming does not move the plot");
                        let mut all = layout.row_labels.clone();
                        assert_apart_and_inside(&all, &options);
                        assert_apart_and_inside(&layout.column_labels, &options);
                        assert!(!all.is_empty() && !layout.column_labels.is_empty());
                        // Neither do the two kinds touch each other.
                        all.truncate(1);
                        all.extend(layout.column_labels.first().cloned());
                        assert_apart_and_inside(&all, &options);
                        assert_words_are_apart(&layout, &options);
                        assert!(layout.plot.right() <= width + 1e-6);
                        assert!(layout.plot.bottom() <= height + 1e-6);
                    }
                }
            }
        }
    }
}

#[test]
fn cells_are_found_where_they_are_drawn() {
    for count in SIZES {
        let texts = tokens(count);
        let options = LayoutOptions::default();
        let whole = MatrixLayout::new(&texts, &texts, None, &options, measure);
        let view = whole.zoomed(whole.plot.x + 100.0, whole.plot.y + 40.0, 3.0);
        for layout in
            [whole.clone(), MatrixLayout::new(&texts, &texts, Some(view), &options, measure)]
        {
            let mut seen = 0;
            for (i, j) in (0..count).flat_map(|i| [(i, 0), (i, count / 2), (i, i)]) {
                if let Some(cell) = layout.cell_rect(i, j) {
                    let middle = (cell.x + cell.width / 2.0, cell.y + cell.height / 2.0);
                    assert_eq!(layout.cell_at(middle.0, middle.1), Some((i, j)));
                    seen += 1;
                }
            }
            assert!(seen > 0);
            assert_eq!(layout.cell_rect(count, 0), None);
            assert_eq!(layout.cell_at(layout.plot.x - 1.0, layout.plot.y), None);
            assert_eq!(layout.cell_at(f64::NAN, 0.0), None);
        }
    }
}

#[test]
fn zooming_keeps_the_point_and_stays_inside() {
    let (rows, columns) = (tokens(60), tokens(40));
    let options = LayoutOptions::default();
    let lay = |view| MatrixLayout::new(&rows, &columns, view, &options, measure);
    let whole = lay(None);
    assert_eq!(whole.viewport, Viewport::whole(60, 40));
    let point = (whole.plot.x + 0.413 * whole.plot.width, whole.plot.y + 0.713 * whole.plot.height);
    let mut layout = whole.clone();
    for factor in [1.5, 1.3, 2.0, 0.8] {
        let before = layout.cell_at(point.0, point.1);
        layout = lay(Some(layout.zoomed(point.0, point.1, factor)));
        assert_eq!(layout.cell_at(point.0, point.1), before);
        assert!((layout.cell[0] - layout.cell[1]).abs() < 1e-9, "square cells stay square");
    }
    let out = layout.zoomed(point.0, point.1, 1e-9);
    assert!((out.rows - 60.0).abs() < 1e-9 && (out.columns - 40.0).abs() < 1e-9);
    assert!(out.first_row.abs() < 1e-9 && out.first_column.abs() < 1e-9);
    let closest = layout.zoomed(point.0, point.1, 1e9);
    assert!((closest.columns.min(closest.rows) - 4.0).abs() < 1e-9, "{closest:?}");
    let corner = layout.panned(-1e9, -1e9);
    assert!((corner.first_row + corner.rows - 60.0).abs() < 1e-9);
    let dragged = lay(Some(layout.panned(10.0, -5.0)));
    let [width, height] = layout.cell;
    assert!(
        (layout.viewport.first_column - 10.0 / width - dragged.viewport.first_column).abs() < 1e-9
    );
    assert!((layout.viewport.first_row + 5.0 / height - dragged.viewport.first_row).abs() < 1e-9);
    for factor in [f64::NAN, 0.0, -1.0, f64::INFINITY] {
        let view = layout.zoomed(point.0, point.1, factor);
        assert_eq!(view, view.clamped(60, 40));
    }
    let lost = Viewport { first_row: f64::NAN, first_column: 1e9, rows: -3.0, columns: f64::NAN };
    assert!(lost.clamped(60, 40).rows >= 4.0 && lost.clamped(60, 40).columns >= 4.0);
}

#[test]
fn layouts_of_nothing_do_not_panic() {
    let none: [&str; 0] = [];
    for size in [0.0, -5.0, f64::NAN, 30.0] {
        let options = LayoutOptions { width: size, height: size, ..Default::default() };
        let layout = MatrixLayout::new(&none, &none, None, &options, measure);
        let view = layout.zoomed(3.0, 3.0, 2.0);
        let again = MatrixLayout::new(&["a"], &none, Some(view), &options, measure);
        assert_eq!(again.cell_at(1.0, 1.0), None);
        TokenColumns::new(&none, &["a"], &options, measure);
    }
}

#[test]
fn texts_are_cut_between_characters() {
    assert_eq!(ellipsis("attention", 70.0, measure), "attention");
    assert_eq!(ellipsis("attention", 35.0, measure), "atte…");
    assert_eq!(ellipsis("the cat", 35.0, measure), "the…");
    assert_eq!(ellipsis("नमस्ते दुनिया", 20.0, measure), "न…");
    assert_eq!(ellipsis("attention", 3.0, measure), "");
}

// Lines

#[test]
fn the_strongest_lines_come_last() {
    let weights = [0.7, 0.2, 0.1, 0.0, 0.005, 0.995, 0.3, f32::NAN, 0.7];
    let options = LinkOptions::default();
    let all = links(&weights, 3, None, &options);
    let found: Vec<_> = all.iter().map(|link| (link.query, link.key)).collect();
    assert_eq!(found, [(0, 2), (0, 1), (2, 0), (0, 0), (2, 2), (1, 2)]);
    assert!(all.windows(2).all(|pair| pair[0].opacity <= pair[1].opacity));
    assert_eq!(all.last().map(|link| (link.opacity, link.width)), Some((1.0, 3.0)));
    let few = links(&weights, 3, None, &LinkOptions { most: 2, ..options });
    assert_eq!(few, all[4..]);
    let row = links(&weights, 3, Some(&[0]), &options);
    assert!(row.iter().all(|link| link.query == 0 && all.contains(link)));
    assert!(links(&[], 0, None, &options).is_empty());
    // Up and down from query to query, at first to the first.
    let by = |key: &str, now| nearfar::picture::lines::query_by_key(key, now, 3);
    assert_eq!([by("ArrowUp", None), by("ArrowDown", None)], [Some(0); 2]);
    assert_eq!([by("ArrowDown", Some(1)), by("ArrowDown", Some(2))], [Some(2); 2]);
    assert_eq!([by("ArrowUp", Some(1)), by("ArrowUp", Some(0))], [Some(0); 2]);
    assert_eq!(by("Enter", Some(1)), None);
}

#[test]
fn token_columns_follow_the_label_rules() {
    for count in SIZES {
        for width in WIDTHS {
            let options = LayoutOptions { width, max_cell: 28.0, ..Default::default() };
            let columns = TokenColumns::new(&tokens(count), &tokens(count), &options, measure);
            assert_apart_and_inside(&columns.query_labels, &options);
            assert_apart_and_inside(&columns.key_labels, &options);
            assert!(!columns.key_labels.is_empty());
            let link = links(&[1.0], 1, None, &LinkOptions::default())[0];
            let [from, to] = columns.ends(&link);
            assert_eq!(columns.token_at(from.0, from.1), Some((Side::Query, 0)));
            assert_eq!(columns.token_at(to.0, to.1), Some((Side::Key, 0)));
            assert_eq!(columns.token_at(0.0, -1.0), None);
        }
    }
}

// Curves

/// A canvas that only remembers what was drawn on it.
#[derive(Clone)]
struct Recorder {
    size: (u32, u32),
    drawn: Rc<RefCell<Drawn>>,
}

#[derive(Default)]
struct Drawn {
    paths: Vec<Vec<(i32, i32)>>,
    circles: Vec<(i32, i32)>,
    texts: Vec<(String, Rect)>,
}

mod backend {
    use super::{Infallible, Recorder, Rect};
    use plotters_backend::text_anchor::{HPos, VPos};
    use plotters_backend::{
        BackendColor, BackendCoord, BackendStyle, BackendTextStyle, DrawingBackend,
        DrawingErrorKind,
    };

    type Done = Result<(), DrawingErrorKind<Infallible>>;

    impl DrawingBackend for Recorder {
        type ErrorType = Infallible;

        fn get_size(&self) -> (u32, u32) {
            self.size
        }

        fn ensure_prepared(&mut self) -> Done {
            Ok(())
        }

        fn present(&mut self) -> Done {
            Ok(())
        }

        fn draw_pixel(&mut self, _: BackendCoord, _: BackendColor) -> Done {
            Ok(())
        }

        fn draw_path<S: BackendStyle, I: IntoIterator<Item = BackendCoord>>(
            &mut self,
            path: I,
            _: &S,
        ) -> Done {
            self.drawn.borrow_mut().paths.push(path.into_iter().collect());
            Ok(())
        }

        fn draw_circle<S: BackendStyle>(
            &mut self,
            centre: BackendCoord,
            _: u32,
            _: &S,
            _: bool,
        ) -> Done {
            self.drawn.borrow_mut().circles.push(centre);
            Ok(())
        }

        fn draw_text<S: BackendTextStyle>(
            &mut self,
            text: &str,
            style: &S,
            (x, y): BackendCoord,
        ) -> Done {
            // As wide as in a wide font: 0.6 em a character.
            let height = style.size();
            let width = 0.6 * height * text.chars().count() as f64;
            let left = match style.anchor().h_pos {
                HPos::Left => 0.0,
                HPos::Center => width / 2.0,
                HPos::Right => width,
            };
            let above = match style.anchor().v_pos {
                VPos::Top => 0.0,
                VPos::Center => height / 2.0,
                VPos::Bottom => height,
            };
            let (x, y) = (f64::from(x) - left, f64::from(y) - above);
            self.drawn.borrow_mut().texts.push((text.to_owned(), Rect { x, y, width, height }));
            Ok(())
        }
    }
}

fn record(
    plot: &CurvePlot,
    width: u32,
    height: u32,
) -> (nearfar::picture::PlotMapping, Rc<RefCell<Drawn>>) {
    use plotters::prelude::IntoDrawingArea;
    let drawn = Rc::new(RefCell::new(Drawn::default()));
    let ratio = plot.pixel_ratio;
    let size = ((f64::from(width) * ratio) as u32, (f64::from(height) * ratio) as u32);
    let area = Recorder { size, drawn: drawn.clone() }.into_drawing_area();
    (plot.draw(&area).unwrap(), drawn)
}

#[test]
fn curves_and_texts_stay_where_they_belong() {
    let sigmoid = |x: f64| (1.0 + 1f64.exp()) / (1.0 + (1.0 - 0.3 * x).exp());
    let exploding = |x: f64| (5.0 * x).exp();
    let broken = |x: f64| if x > 3.0 { f64::NAN } else { -x };
    let points = [(0.0, 1.0), (2.0, 0.5), (7.0, 3.0), (100.0, 2.0)];
    let shapes = [
        Shape::Function(&sigmoid),
        Shape::Function(&exploding),
        Shape::Function(&broken),
        Shape::Points(&points),
    ];
    let names =
        ["learnable sigmoid", "exponential", "一个很长的名字一个很长的名字一个很长的名字", "x"];
    for theme in THEMES {
        let curves: Vec<Curve> = shapes
            .iter()
            .zip(names)
            .enumerate()
            .map(|(k, (&shape, name))| Curve {
                label: name.to_owned(),
                style: curve_style(k, theme),
                shape,
            })
            .collect();
        for (width, height, pixel_ratio) in
            [(320, 240, 1.0), (360, 300, 3.0), (900, 500, 2.0), (333, 222, 1.25)]
        {
            for (x_range, y_range) in [
                ((0.0, 20.0), None),
                ((-9.5, 9.5), Some((-1.0, 4.0))),
                ((0.0, 1e-6), None),
                ((-2e6, 2e6), Some((-1e-7, 1e-7))),
                ((5.0, 5.0), Some((f64::NAN, 1.0))),
            ] {
                let plot = CurvePlot {
                    curves: &curves,
                    x_range,
                    y_range,
                    x_label: "distance |i − j| in tokens",
                    y_label: "coefficient f(wR), a rather long name for one axis",
                    discrete: true,
                    legend: true,
                    marker: Some(4.0),
                    pixel_ratio,
                    colours: PlotColours::of(theme),
                    ..CurvePlot::default()
                };
                let (mapping, drawn) = record(&plot, width, height);
                let canvas = (f64::from(width) * pixel_ratio, f64::from(height) * pixel_ratio);
                let drawn = drawn.borrow();
                for (text, rect) in &drawn.texts {
                    assert!(rect.x >= -1.0 && rect.right() <= canvas.0 + 1.0, "{text} {rect:?}");
                    assert!(rect.y >= -1.0 && rect.bottom() <= canvas.1 + 1.0, "{text} {rect:?}");
                }
                for (k, (one, a)) in drawn.texts.iter().enumerate() {
                    for (other, b) in &drawn.texts[k + 1..] {
                        assert!(a.intersection(b).is_none(), "{one} and {other} overlap");
                    }
                }
                // Without names above the plot all paths and dots are those of the curves.
                let (bare, drawn) =
                    record(&CurvePlot { legend: false, ..plot.clone() }, width, height);
                let (area, drawn) = (bare.area, drawn.borrow());
                for &(x, y) in drawn.paths.iter().flatten().chain(&drawn.circles) {
                    let (x, y) = (f64::from(x) / pixel_ratio, f64::from(y) / pixel_ratio);
                    assert!(x >= area.x - 1.0 && x <= area.right() + 1.0, "{x} {area:?}");
                    assert!(y >= area.y - 1.0 && y <= area.bottom() + 1.0, "{y} {area:?}");
                }
                assert!(!drawn.paths.is_empty());
                let area = mapping.area;
                let [width, height] =
                    [canvas.0, canvas.1].map(|extent| extent.floor() / pixel_ratio);
                assert_eq!(mapping, plot.mapping(width, height));
                for (x, y) in [(0.1, 0.9), (0.5, 0.5), (0.0, 0.2)] {
                    let pixel = (area.x + x * area.width, area.y + y * area.height);
                    let (x, y) = mapping.from_pixels(pixel.0, pixel.1).unwrap();
                    let back = mapping.to_pixels(x, y);
                    assert!((back.0 - pixel.0).abs() < 1e-6 && (back.1 - pixel.1).abs() < 1e-6);
                }
                assert_eq!(mapping.from_pixels(area.x - 1.0, area.y), None);
            }
        }
    }
}

fn plain(shape: Shape) -> Curve {
    Curve { label: String::new(), style: curve_style(0, Theme::Light), shape }
}

#[test]
fn what_dwarfs_the_others_is_cut_off_and_said() {
    let tame = |x: f64| 1.0 + x / 10.0;
    let exploding = |x: f64| (10.0 * x).exp();
    let curves = [plain(Shape::Function(&tame)), plain(Shape::Function(&exploding))];
    let plot = CurvePlot { curves: &curves, x_range: (0.0, 10.0), ..CurvePlot::default() };
    let (mapping, drawn) = record(&plot, 400, 300);
    assert!(mapping.y_range.1 <= 21.5 && mapping.y_range.0 == 0.0, "{mapping:?}");
    assert_eq!(mapping.hidden, Some(exploding(10.0)));
    // Where it leaves the plot: at 10 x = ln 21, near the left end.
    let note = drawn.borrow().texts.iter().find(|(text, _)| text == "↑ 2.69e43").map(|(_, at)| *at);
    let at = note.expect("it is said how far it goes on");
    assert!(
        at.x > mapping.area.x && at.right() < mapping.area.x + 0.5 * mapping.area.width,
        "{at:?}"
    );
    assert!(mapping.area.contains(at.x, at.y), "{at:?}");
    // Alone, the tame curve fits; a decay from 1 to nothing is shown whole.
    let decay = |x: f64| (-10.0 * x).exp();
    let curves = [plain(Shape::Function(&decay)), plain(Shape::Function(&tame))];
    let mapping = CurvePlot { curves: &curves, ..plot }.mapping(400.0, 300.0);
    assert_eq!(mapping.hidden, None);
    assert!(mapping.y_range.1 > 2.0 && mapping.y_range.1 < 2.2);
}

#[test]
fn dots_mark_whole_distances() {
    let line = |x: f64| x;
    let curves = [plain(Shape::Function(&line))];
    let plot =
        CurvePlot { curves: &curves, x_range: (-0.5, 9.5), discrete: true, ..CurvePlot::default() };
    let (mapping, drawn) = record(&plot, 400, 300);
    let expected: Vec<(i32, i32)> = (0..10)
        .map(|k| mapping.to_pixels(f64::from(k), f64::from(k)))
        .map(|(x, y)| (x.round() as i32, y.round() as i32))
        .collect();
    assert_eq!(drawn.borrow().circles, expected);
    let points = [(0.0, 1.0), (2.0, 5.0), (3.0, f64::NAN)];
    let curve = plain(Shape::Points(&points));
    let found = [-1.0, 0.0, 0.5, 2.0, 2.5, 4.0].map(|x| curve.at(x));
    assert_eq!(found, [None, Some(1.0), Some(2.0), Some(5.0), None, None]);
}

#[test]
fn curves_are_told_apart_by_colour_and_by_dashes() {
    for theme in THEMES {
        let styles: Vec<_> = (0..16).map(|index| curve_style(index, theme)).collect();
        for (k, one) in styles.iter().enumerate() {
            assert!(contrast(one.colour, theme.background()) >= 3.0, "{theme:?} {k}");
            for (j, other) in styles.iter().enumerate().skip(k + 1) {
                assert_ne!(one, other);
                if j < 8 {
                    assert_ne!(one.dash, other.dash);
                    let apart = distance(oklab(one.colour), oklab(other.colour));
                    assert!(apart > 0.06, "{theme:?} {k} {j}: {apart}");
                }
            }
        }
        // The first four also without green receptors.
        for (k, one) in styles[..4].iter().enumerate() {
            for other in &styles[k + 1..4] {
                assert!(distance(deuteranope(one.colour), deuteranope(other.colour)) > 0.04);
            }
        }
    }
}

#[test]
fn a_label_stands_in_the_centre_where_it_is_short_and_has_room() {
    use nearfar::picture::scale::sides;
    let of = |scale: Scale| sides(&scale.ticks(3));
    assert_eq!(of(Scale::Diverging { centre: 0.0, extent: 1.0 }), ["first", "centre", "last"]);
    // "0.5" is not short, and long labels at the ends leave no room.
    assert_eq!(of(Scale::Sequential { min: 0.0, max: 1.0 }), ["first", "middle", "last"]);
    let fine = Scale::Diverging { centre: 0.0, extent: 0.000_123 };
    assert_eq!(of(fine), ["first", "middle", "last"]);
    assert_eq!(of(Scale::Sequential { min: 1.0, max: 1.0 }), ["first"]);
}

// Charts

fn series(points: &[(f64, f64)], mark: &str) -> Series {
    Series { mark: mark.to_owned(), ..Series::new("", points.to_vec(), 0) }
}

#[test]
fn a_chart_holds_every_point_with_room_above_and_below() {
    let all = [series(&[(-2.0, 1.0), (0.0, 3.0)], ""), series(&[(4.0, f64::NAN), (1.0, 2.0)], "")];
    let layout = ChartLayout::of(&all).unwrap();
    // x goes from -2 to 1: the point that is no number has no place.
    assert_eq!([-2.0, 1.0].map(|x| layout.x_of(x)), [LEFT, WIDTH - RIGHT]);
    assert_eq!([-2.5, -2.0, 1.0, 4.0].map(|x| layout.has(x)), [false, true, true, false]);
    assert_eq!(layout.zero(), Some(LEFT + 2.0 / 3.0 * (WIDTH - LEFT - RIGHT)));
    // 6 % of 2 above 3 and below 1.
    let height = HEIGHT - TOP - BELOW;
    assert!((layout.y_of(3.12) - TOP).abs() < 1e-9);
    assert!((layout.y_of(0.88) - (TOP + height)).abs() < 1e-9);
    assert_eq!(layout.polyline(&[(-2.0, 3.12)]), format!("{LEFT:.2},{TOP:.2}"));
    let ticks = layout.across();
    assert!(ticks.iter().all(|&(value, _)| (0.88..=3.12).contains(&value)) && ticks.len() > 2);
    assert_eq!(layout.along().map(|(x, _)| x).collect::<Vec<_>>(), [-2.0, -1.0, 0.0, 1.0]);
}

#[test]
fn a_level_line_is_drawn_in_the_middle_and_nothing_in_no_chart() {
    let layout = ChartLayout::of(&[series(&[(1.0, 2.0), (3.0, 2.000_1)], "")]).unwrap();
    let middle = TOP + (HEIGHT - TOP - BELOW) / 2.0;
    assert!((layout.y_of(2.0) - middle).abs() < 2.0, "{}", layout.y_of(2.0));
    assert_eq!(layout.zero(), None);
    assert_eq!(ChartLayout::of(&[]), None);
    assert_eq!(ChartLayout::of(&[series(&[(1.0, f64::INFINITY)], "")]), None);
}

#[test]
fn of_marks_that_would_overlap_the_last_stays() {
    let line = |y: f64, mark: &str| series(&[(0.0, 0.0), (1.0, y)], mark);
    let all = [line(1.0, "a"), line(0.5, ""), line(0.99, "b"), line(0.0, "c")];
    let layout = ChartLayout::of(&all).unwrap();
    let marks = layout.marks(&all);
    assert_eq!(marks.iter().map(|(_, mark)| *mark).collect::<Vec<_>>(), ["c", "b"]);
    assert_eq!(marks[1].0, (layout.x_of(1.0), layout.y_of(0.99)));
}

#[test]
fn a_chart_draws_its_axes_lines_and_dots_and_names_them_without_markup() {
    let mut line = Series::new("a<b", vec![(-1.0, 0.0), (1.0, 2.0)], 1);
    line.mark = "end".to_owned();
    let crowd: Vec<_> = (0..71).map(|x| (f64::from(x) / 71.0, 1.0)).collect();
    let faint = Series { faint: true, ..Series::new("f", vec![(0.0, 1.0)], 0) };
    let all = [line, Series::new("crowd", crowd, 0), faint];
    let layout = ChartLayout::of(&all).unwrap();
    let svg = layout
        .svg(&all, "j − i & more", Theme::Light, &|line, (x, _)| format!("{} at {x}", line.name));
    // Dots: of two points one each; neither of many points nor of the background.
    assert_eq!((svg.matches("<circle").count(), svg.matches("<polyline").count()), (2, 3));
    let place = format!("cx=\"{:.2}\" cy=\"{:.2}\"", layout.x_of(-1.0), layout.y_of(0.0));
    for part in [
        place.as_str(),
        "<title>a&lt;b at -1</title>",
        "stroke-dasharray=\"8 4\"",
        "class=\"faint\"",
        ">end</text>",
        "j − i &amp; more</text>",
        "<line class=\"zero\"",
    ] {
        assert!(svg.contains(part), "{part} in {svg}");
    }
}

#[test]
fn dashes_are_lengths_with_blanks_between() {
    assert_eq!(curve_style(0, Theme::Light).dash_text(), "");
    assert_eq!(curve_style(1, Theme::Light).dash_text(), "8 4");
}
