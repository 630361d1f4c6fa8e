//! The tables of mappings and adjustments are whole, and what is written of them elsewhere (types for
//! scripts, documents) is what they say.

use std::collections::BTreeSet;
use std::path::Path;

use nearfar::attention::Step;
use nearfar::attention::{ADJUSTMENTS, Adjustment, MAPPINGS, MappingRow};
use nearfar::formula::mathml;
use nearfar::lab::{Contribution, Lab, Matrix, Panel};
use nearfar::model::OwnMethod;
use nearfar::picture::scale::Scale;
use nearfar::settings::{
    Choice, ColourRange, Colours, CurveAxis, FIELDS, Language, MAX_PARAMETER, MappingKind,
    ModelChoice, Room, Settings, ThemeChoice, View, mapping_forms, mapping_from_text, mapping_text,
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
        assert_eq!(MappingKind::ALL[place], (MappingKind::of(mapping), row.name));
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
        assert_eq!(<Adjustment as Choice>::ALL[place], (row.adjustment, row.name));
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

/// A part of a file is generated from the tables: what stands from `first` on up to the next `last`, both included,
/// must be `expected`. `NEARFAR_WRITE=1 cargo test -p nearfar --test all tables` writes it.
fn generated(path: &str, first: &str, last: &str, expected: &str) {
    let text = file(path);
    let start = text.find(first).unwrap_or_else(|| panic!("{path} has no “{first}”"));
    let end = text[start..].find(last).map(|end| start + end + last.len());
    let end = end.unwrap_or_else(|| panic!("{path}: no “{last}” ends “{first}”"));
    if text[start..end] == *expected {
        return;
    }
    let writes = std::env::var_os("NEARFAR_WRITE").is_some();
    assert!(
        writes,
        "{path} is not what the tables say; NEARFAR_WRITE=1 cargo test -p nearfar --test all tables writes:\n{expected}"
    );
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(path);
    std::fs::write(&path, [&text[..start], expected, &text[end..]].concat()).unwrap();
}

const TYPES: &str = "public/nearfar.d.ts";

/// A setting that is one of a few.
fn generated_choice<C: Choice>(setting: &str) {
    let names: Vec<_> = C::ALL.iter().map(|(_, name)| format!("\"{name}\"")).collect();
    let first = format!("    {setting}: ");
    generated(TYPES, &first, ";\n", &format!("{first}{};\n", names.join(" | ")));
}

/// One test for all of the file: two would write over each other.
#[test]
fn types_for_scripts_are_those_of_the_tables() {
    let mapping = |row: &MappingRow| {
        if row.numbers.is_empty() {
            return format!("\n    | \"{}\"", row.name);
        }
        let (_, is) = row.formula.split_once(" = ").unwrap();
        let numbers = vec!["${number}"; row.numbers.len()].join(",");
        format!("\n    /** {}: {is}. */\n    | `{}({numbers})`", form(row), row.name)
    };
    let mappings: String = MAPPINGS.iter().map(mapping).collect();
    generated(TYPES, "  type Mapping =", ";\n", &format!("  type Mapping ={mappings};\n"));
    let adjustments: String =
        ADJUSTMENTS.iter().map(|row| format!("\n    | \"{}\"", row.name)).collect();
    generated(TYPES, "  type Adjustment =", ";\n", &format!("  type Adjustment ={adjustments};\n"));

    let with_v = || MAPPINGS.iter().filter(|row| row.mapping().has_v());
    let numbers = |row: &MappingRow| vec!["${number}"; row.numbers.len() + 1].join(",");
    let own: Vec<_> = with_v().map(|row| format!("`{}({})`", row.name, numbers(row))).collect();
    let plain: Vec<_> = with_v().map(|row| format!("\"{}\"", row.name)).collect();
    let curve =
        format!("  type Curve = {} | Exclude<Mapping, {}>;\n", own.join(" | "), plain.join(" | "));
    generated(TYPES, "  type Curve =", ";\n", &curve);

    generated_choice::<Room>("room");
    generated_choice::<Contribution>("difference");
    generated_choice::<View>("view");
    generated_choice::<ColourRange>("range");
    generated_choice::<Colours>("colours");
    generated_choice::<ThemeChoice>("theme");
    generated_choice::<Language>("lang");
    generated_choice::<CurveAxis>("\"curve-axis\"");
    let models = |about: &str, is_of: fn(ModelChoice) -> bool| {
        let of = ModelChoice::ALL.iter().filter(|(choice, _)| is_of(*choice));
        about.to_owned() + &of.map(|(_, name)| format!("\n    | \"{name}\"")).collect::<String>()
    };
    let model = models("  type Model =", |choice| {
        !choice.is_file() && choice != ModelChoice::Opened
    }) + &models(
        "\n    /** The checkpoint of this project that was opened; a link cannot carry it. */",
        |choice| choice == ModelChoice::Opened,
    ) + &models(
        "\n    /** Models from anybody's files; a link carries only their names. */",
        |choice| choice.is_file(),
    );
    generated(TYPES, "  type Model =", ";\n", &format!("{model};\n"));
    // What has no row of its own type stands there by name.
    let types = file(TYPES);
    for field in FIELDS {
        let (plain, quoted) =
            (format!("    {}: ", field.name), format!("    \"{}\": ", field.name));
        assert!(types.contains(&plain) || types.contains(&quoted), "{TYPES} has no {}", field.name);
    }
}

#[test]
fn the_documents_list_every_mapping_and_adjustment() {
    let head = "| mapping | f(x), x = w·R | defined in |\n|---|---|---|\n";
    let mut table = head.to_owned();
    for row in &MAPPINGS {
        table += &format!(
            "| `{}` | {} | {} |\n",
            form(row),
            row.formula.replace('|', "\\|"),
            row.source
        );
    }
    generated("docs/checkpoints.md", head, "|\n\n", &(table + "\n"));
    let head =
        "| adjustment | weights from scores S and coefficients f | defined in |\n|---|---|---|\n";
    let mut table = head.to_owned();
    for row in &ADJUSTMENTS {
        let adjustment = row.adjustment;
        let sign = if adjustment.multiplies() { '∘' } else { '+' };
        let inner = format!("{} {sign} f", adjustment.of_scores("S"));
        let weights = if adjustment.is_early() { format!("softmax({inner})") } else { inner };
        let source = row.source.unwrap_or("not in the paper");
        table += &format!("| `{}` | {weights} | {source} |\n", row.name);
    }
    generated("docs/checkpoints.md", head, "|\n\n", &(table + "\n"));
}

#[test]
fn the_documents_list_every_method_that_a_model_learns() {
    let text = file("docs/checkpoints.md");
    let (_, section) = text.split_once("## Methods of their own").unwrap();
    let cells: Vec<&str> =
        section.lines().filter_map(|line| line.strip_prefix("| ")?.split(" | ").next()).collect();
    for name in OwnMethod::all().map(|method| method.kind().name()) {
        let names =
            |cell: &&str| ['`', '('].iter().any(|end| cell.contains(&format!("`{name}{end}")));
        assert!(
            cells.iter().any(names),
            "docs/checkpoints.md, Methods of their own: no row of {name}"
        );
    }
}

/// Every source of the page's views.
fn views() -> Vec<(String, String)> {
    fn walk(folder: &Path, found: &mut Vec<(String, String)>) {
        for entry in std::fs::read_dir(folder).unwrap().flatten() {
            let path = entry.path();
            if path.is_dir() {
                walk(&path, found);
            } else if path.extension().is_some_and(|kind| kind == "rs") {
                found.push((path.display().to_string(), std::fs::read_to_string(&path).unwrap()));
            }
        }
    }
    let mut found = Vec::new();
    walk(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../src"), &mut found);
    found.push(("index.html".to_owned(), file("index.html")));
    found
}

/// What stands between a mark and the next quotation mark, wherever the mark is.
fn quoted_after<'a>(text: &'a str, mark: &str) -> Vec<&'a str> {
    text.split(mark).skip(1).filter_map(|rest| rest.split('"').next()).collect()
}

/// A panel of the page without a name, or a name without a panel, names what is missing.
#[test]
fn every_panel_of_the_page_has_a_name_that_a_link_can_hide() {
    let names: BTreeSet<&str> = nearfar::panels::PANELS.iter().map(|row| row.name).collect();
    let views = views();
    let mut found = BTreeSet::new();
    for (path, text) in &views {
        // A fold has its id as its name.
        let of_folds = text.split("<Fold id=\"").skip(1).filter_map(|rest| rest.split('"').next());
        // A button with a panel under it is given its name.
        let of_drops = quoted_after(text, "panel: Some(\"");
        // What is made of several elements is given its name as `panel`.
        let of_elements = quoted_after(text, "panel=\"");
        for name in of_elements.into_iter().chain(of_folds).chain(of_drops) {
            assert!(names.contains(name), "{path}: add {name} to crates/nearfar/src/panels.rs");
            found.insert(name);
        }
        for line in text
            .lines()
            .filter(|line| line.contains("class=\"panel ") || line.contains("class=\"panel\""))
        {
            // What stands within a named panel, and is hidden with it.
            let is_within = ["run-assumed", "tree-source", "plot-figure", "panel intro"]
                .iter()
                .any(|class| line.contains(class));
            let is_named = is_within || line.contains("data-panel=");
            assert!(is_named, "{path}: a panel without data-panel: {}", line.trim());
        }
    }
    let lost: Vec<_> = names.difference(&found).collect();
    assert_eq!(lost, Vec::<&&str>::new(), "names that no element of the page has");
}

/// The Share dialog calls every panel by a text of the language that is shown.
#[test]
fn every_panel_has_a_name_in_words() {
    let names = file("crates/nearfar-texts/src/words/named.rs");
    for row in nearfar::panels::PANELS {
        let arm = format!("        \"{}\" => ", row.name);
        assert!(
            names.contains(&arm),
            "crates/nearfar-texts/src/words/named.rs: add an arm for {}",
            row.name
        );
    }
}
