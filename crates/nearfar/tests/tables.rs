//! The tables of mappings and adjustments are whole, and what is written of them elsewhere (types for
//! scripts, documents) is what they say.
#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::unwrap_used, clippy::expect_used)]

use std::collections::BTreeSet;
use std::path::Path;

use nearfar::attention::Step;
use nearfar::attention::{ADJUSTMENTS, Adjustment, MAPPINGS, MappingRow};
use nearfar::formula::mathml;
use nearfar::lab::{Lab, Matrix, Panel};
use nearfar::picture::scale::Scale;
use nearfar::settings::{
    Choice, ColourRange, MAX_PARAMETER, MappingKind, ModelChoice, Settings, mapping_forms,
    mapping_from_text, mapping_text,
};
use nearfar::{Method, settings::url};

fn file(path: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(path);
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// How a mapping is written with letters: `linear(k,b)`.
fn form(row: &MappingRow) -> String {
    let letters: Vec<_> = row.numbers.iter().map(|number| number.symbol).collect();
    if letters.is_empty() {
        row.name.to_owned()
    } else {
        format!("{}({})", row.name, letters.join(","))
    }
}

#[test]
fn every_row_is_that_of_its_mapping() {
    let mut names = BTreeSet::new();
    for (place, row) in MAPPINGS.iter().enumerate() {
        let mapping = row.mapping();
        assert!(names.insert(row.name), "{} stands twice", row.name);
        assert!(std::ptr::eq(mapping.row(), row), "Mapping::row of {} is another row", row.name);
        assert_eq!(MappingKind::ALL[place], (MappingKind::of(mapping), row.name, row.label));
        // Numbers go there and back, each in its place.
        let given: Vec<f64> = (0..row.numbers.len()).map(|place| 1.5 + place as f64).collect();
        let mapping = row.with_numbers(&given).unwrap();
        assert_eq!(mapping.numbers()[..given.len()], given);
        assert_eq!(mapping_from_text(&mapping_text(mapping)), Ok(mapping));
        assert!(mapping_forms().split(", ").any(|known| known == form(row)));
        for place in 0..given.len() {
            assert_eq!(mapping.with_number(place, -3.0).numbers()[place], -3.0);
        }
        for number in row.numbers {
            assert!(number.default.abs() <= MAX_PARAMETER && !number.name.is_empty());
            assert!(row.in_numbers.contains(&format!("{{{}}}", number.symbol)), "{}", row.name);
        }
        assert_eq!(row.in_numbers.contains("{v}"), mapping.has_v(), "{}", row.name);
        assert!(row.formula.starts_with(if mapping.has_v() { "f(x; v) = " } else { "f(x) = " }));
        for line in [row.formula, row.of_distance] {
            assert!(mathml(line).starts_with("<math"), "{line}");
        }
        for more in [row.numbers.len() + 1, 7] {
            assert_eq!(row.with_numbers(&vec![1.0; more]), None, "{}", row.name);
        }
    }
    for (place, row) in ADJUSTMENTS.iter().enumerate() {
        assert!(names.insert(row.name), "{} stands twice", row.name);
        assert!(std::ptr::eq(row.adjustment.row(), row), "Adjustment::row of {}", row.name);
        assert_eq!(<Adjustment as Choice>::ALL[place], (row.adjustment, row.name, row.label));
        let other = row.adjustment.other_clipping();
        assert!(other.is_none_or(|other| other.other_clipping() == Some(row.adjustment)));
        assert!(other.is_none_or(|other| other.clips() != row.adjustment.clips()));
    }
}

/// What v moves is what says that it has a v; what is said to be positive is.
#[test]
fn what_the_table_says_of_v_and_of_signs_is_so() {
    for row in &MAPPINGS {
        let mapping = row.mapping();
        let points = || (-40..=40).map(|step| f64::from(step) / 4.0);
        let moves = points().any(|x| mapping.value(x, 1.0) != mapping.value(x, -1.0));
        assert_eq!(moves, mapping.has_v(), "{}", row.name);
        let slope = points().any(|x| mapping.derivative_v(x, 1.0) != 0.0);
        assert_eq!(slope, mapping.has_v(), "{}", row.name);
        let positive = points().all(|x| mapping.value(x, 1.0) > 0.0);
        assert!(positive || !mapping.is_positive(), "{}", row.name);
        for x in points() {
            let step = 1e-6;
            let by_difference =
                (mapping.value(x + step, 0.5) - mapping.value(x - step, 0.5)) / (2.0 * step);
            let kink = mapping.numbers().iter().any(|number| (number - x).abs() < 1e-3);
            let error = (by_difference - mapping.derivative_x(x, 0.5)).abs();
            assert!(kink || error < 1e-6 * by_difference.abs().max(1.0), "{} at {x}", row.name);
        }
        if let Some(stands) = mapping.landmarks(0.5) {
            assert!(mapping.value(1e6, 0.5) <= stands.bound * (1.0 + 1e-12), "{}", row.name);
            let of_start = mapping.value(stands.half_lost, 0.5) / mapping.value(0.0, 0.5);
            assert!((of_start - 0.5).abs() < 1e-12, "{}", row.name);
        }
    }
}

/// Coefficients that can be negative are never shown on a scale of factors.
#[test]
fn colours_of_coefficients_follow_their_signs() {
    for row in &MAPPINGS {
        let mapping = row.mapping();
        let mut settings = Settings {
            sentence: "one two three four five six".to_owned(),
            model: ModelChoice::Untrained,
            model_b: ModelChoice::Untrained,
            a: Method::DistanceAware { mapping, adjustment: Adjustment::EarlyMultiply },
            ..Settings::default()
        };
        settings.set_w(0, -0.75);
        let mut lab = Lab::default();
        lab.update(&settings);
        let matrix = Matrix::Step(Panel::A, Step::Coefficient);
        let mut values = Vec::new();
        assert!(lab.matrix_into(matrix, 0, &mut values) > 0);
        let scale = lab.scale(matrix, 0, &values, ColourRange::Own);
        let is_log = matches!(scale, Scale::LogDiverging { .. });
        assert_eq!(is_log, mapping.is_positive(), "{}", row.name);
        let (link, _) = url::decode(&url::encode(&settings));
        assert_eq!(link.a, settings.a, "{}", row.name);
    }
}

/// A part of a file that is made from the tables; where it is not, the message holds what belongs there.
fn holds(path: &str, expected: &str) {
    assert!(file(path).contains(expected), "{path} must hold:\n{expected}");
}

#[test]
fn types_for_scripts_name_every_mapping_and_adjustment() {
    let mapping = |row: &MappingRow| {
        if row.numbers.is_empty() {
            return format!("\n    | \"{}\"", row.name);
        }
        let (_, is) = row.formula.split_once(" = ").unwrap();
        let numbers = vec!["${number}"; row.numbers.len()].join(",");
        format!("\n    /** {}: {is}. */\n    | `{}({numbers})`", form(row), row.name)
    };
    let mappings: String = MAPPINGS.iter().map(mapping).collect();
    holds("public/nearfar.d.ts", &format!("  type Mapping ={mappings};\n"));
    let adjustments: String =
        ADJUSTMENTS.iter().map(|row| format!("\n    | \"{}\"", row.name)).collect();
    holds("public/nearfar.d.ts", &format!("  type Adjustment ={adjustments};\n"));

    let with_v = || MAPPINGS.iter().filter(|row| row.mapping().has_v());
    let numbers = |row: &MappingRow| vec!["${number}"; row.numbers.len() + 1].join(",");
    let own: Vec<_> = with_v().map(|row| format!("`{}({})`", row.name, numbers(row))).collect();
    let plain: Vec<_> = with_v().map(|row| format!("\"{}\"", row.name)).collect();
    let curve =
        format!("type Curve = {} | Exclude<Mapping, {}>;", own.join(" | "), plain.join(" | "));
    holds("public/nearfar.d.ts", &curve);
}

#[test]
fn the_documents_list_every_mapping_and_adjustment() {
    let mut table = "| mapping | f(x), x = w·R | defined in |\n|---|---|---|\n".to_owned();
    for row in &MAPPINGS {
        table += &format!(
            "| `{}` | {} | {} |\n",
            form(row),
            row.formula.replace('|', "\\|"),
            row.source
        );
    }
    holds("docs/checkpoints.md", &table);
    let mut table =
        "| adjustment | weights from scores S and coefficients f | defined in |\n|---|---|---|\n"
            .to_owned();
    for row in &ADJUSTMENTS {
        let adjustment = row.adjustment;
        let sign = if adjustment.multiplies() { '∘' } else { '+' };
        let inner = format!("{} {sign} f", adjustment.of_scores("S"));
        let weights = if adjustment.is_early() { format!("softmax({inner})") } else { inner };
        let source = row.source.unwrap_or("not in the paper");
        table += &format!("| `{}` | {weights} | {source} |\n", row.name);
    }
    holds("docs/checkpoints.md", &table);
}
