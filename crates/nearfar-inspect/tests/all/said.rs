//! What the room says of a file, of its tensors and of its heads, in words, rows and places of pictures.

use nearfar::attention::Mapping;
use nearfar::model::Each;
use nearfar::picture::Zoom;
use nearfar::picture::palette::Palette;
use nearfar::picture::scale::Scale;
use nearfar::settings::Choice;
use nearfar_inspect::Format;
use nearfar_inspect::protocol::forward::{HeadLine, LayerHeads, OwnNumbers, Ran, Stored};
use nearfar_inspect::protocol::{Opened, TensorLine};
use nearfar_inspect::recognise::recognise;
use nearfar_inspect::report::{
    Assignment, Family, Finding, How, Obstacle, Question, Report, Role, Status,
};
use nearfar_inspect::room::View;
use nearfar_inspect::room::by_hand::{Control, lies_at, role_at, role_label, role_labels};
use nearfar_inspect::room::drawing::Shape;
use nearfar_inspect::room::figures::Figures;
use nearfar_inspect::room::file::{EXAMPLES, Ended, InLab, Recent, bytes_text, sentence};
use nearfar_inspect::room::heads::{
    Measure, coefficients_text, first_head, leans, learned_text, map_text, scatter, tile,
};
use nearfar_inspect::room::report::{Fact, Folds};
use nearfar_inspect::room::table::{count_text, empty_text};
use nearfar_inspect::room::tensor::{Bars, Shown, Slicing, percent};
use nearfar_inspect::statistics::{Histogram, SliceOf, Statistics};
use nearfar_texts::words::labels::Labelled;

use crate::files::model;
use crate::recognise::sample;

/// Two layers of two heads with w and v; nothing in the file says by which mapping.
fn report() -> Report {
    recognise(&sample("da_tiny.npz"))
}

fn line(name: &str, shared: Option<u64>) -> TensorLine {
    TensorLine {
        name: name.to_owned(),
        type_name: "F32".to_owned(),
        shape: vec![2, 3],
        bytes: 24,
        shared,
        problem: None,
    }
}

fn values(facts: &[Fact]) -> Vec<&str> {
    facts.iter().map(|fact| fact.value.as_str()).collect()
}

#[test]
fn details_stay_as_the_user_left_them() {
    let mut folds = Folds::default();
    folds.leave("about", true);
    folds.leave("by-hand", true);
    folds.leave("by-hand", false);
    let of = |name| [true, false].map(|first| folds.is_open(name, first));
    assert_eq!([of("about"), of("by-hand")], [[true; 2], [false; 2]]);
    assert_eq!(of("findings"), [true, false]);
}

#[test]
fn a_file_is_called_by_its_family_or_its_method() {
    let of = |family: Family, method: Option<&str>| {
        let mut report = report();
        report.family = family;
        report.method.value = method.map(str::to_owned);
        report.title()
    };
    assert_eq!(of(Family::Gpt2, None), "GPT-2");
    assert_eq!(of(Family::Vit, None), "Vision transformer");
    let own = of(Family::Nearfar, Some("da:learnable-sigmoid:early-multiply"));
    assert_eq!(own, "DA-Transformer, a file of this project");
    assert!(of(Family::Nearfar, Some("vanilla")).starts_with("Transformer, "));
    assert!(of(Family::Nearfar, None).starts_with("Nearfar, "));
    assert!(of(Family::Disan, None).starts_with("DiSAN, "));
}

#[test]
fn an_empty_table_says_whether_the_file_or_the_search_has_nothing() {
    assert_eq!(empty_text(0), "The file has no tensors.");
    assert!(empty_text(3).starts_with("No tensor has these words"));
}

#[test]
fn facts_say_how_they_are_known_where_that_is_not_plain() {
    let mut report = report();
    report.heads.how = How::Assumed;
    report.order.how = How::Stored;
    let facts = report.first_facts();
    assert_eq!((facts[0].how, facts[1].how), (None, Some("assumed")));
    assert!(!facts[1].is_chosen);
    report.heads.how = How::Chosen;
    assert!(report.first_facts()[1].is_chosen);
    report.heads.value = 0;
    assert_eq!(report.first_facts()[1].value, "–");
    // Without layers nothing is known of them.
    report.order.value.clear();
    assert_eq!((report.first_facts(), report.more_facts()), (Vec::new(), Vec::new()));
}

#[test]
fn a_mapping_is_a_fact_of_heads_with_w_and_v_alone() {
    let names = |report: &Report| -> Vec<&str> {
        report.more_facts().iter().map(|fact| fact.name).collect()
    };
    let mut report = report();
    assert_eq!(names(&report)[0], "Mapping and adjustment");
    // w and v of a vanilla file are read by nothing.
    report.method.value = Some("vanilla".to_owned());
    assert_eq!(names(&report)[0], "Width");
}

#[test]
fn what_is_wrong_with_tensors_stands_first_and_long_lists_are_cut() {
    let finding =
        |status: Status| Finding { tensor: "t".to_owned(), status, role: None, why: String::new() };
    let mut report = report();
    report.findings = vec![finding(Status::Recognised); 203];
    assert!(!report.findings_line().1);
    report.findings.push(finding(Status::Missing));
    let (says, is_wrong) = report.findings_line();
    assert_eq!(says, "203 recognised, 1 missing, 0 extra, 0 reshaped");
    assert!(is_wrong);
    let said = report.findings_said();
    assert_eq!([&said[0].title, &said[1].title], ["Missing: 1", "Recognised: 203"]);
    // What is missing cannot be looked at.
    assert_eq!([said[0].are_there, said[1].are_there], [false, true]);
    assert_eq!((said[0].more.as_deref(), said[1].more.as_deref()), (None, Some("and 3 more")));
    assert_eq!(said[1].listed.len(), 200);
}

#[test]
fn a_refusal_lists_reasons_and_says_what_would_mend_it() {
    let mut report = report();
    report.obstacles = Vec::new();
    assert_eq!(report.refusal(|_| None), None);
    let obstacle = |question| Obstacle { why: "why".to_owned(), question };
    report.obstacles = vec![obstacle(None); 14];
    let refusal = report.refusal(|_| None).expect("a refusal");
    assert_eq!(refusal.reasons.len(), 13);
    assert_eq!(refusal.reasons[12], "and 2 reasons more");
    assert!(!refusal.still_seen.contains("can be set"));
    report.obstacles.push(obstacle(Some(Question::Heads)));
    assert!(report.refusal(|_| None).expect("a refusal").still_seen.contains("can be set"));
}

#[test]
fn a_file_is_told_in_a_few_facts() {
    let tensors = vec![line("a", Some(1)), line("b", Some(1)), line("c", None)];
    let file = Opened { tensors, size: 3 << 20, format: Format::Npz, ..model("m.npz") };
    // Two of the three share six numbers.
    assert_eq!(values(&file.facts()), ["NumPy archive", "3.0 MB", "3", "12"]);
    assert_eq!(file.twins(0).as_deref(), Some("Shares its numbers with b."));
    assert_eq!((file.twins(2), file.twins(9)), (None, None));
    assert_eq!(file.shape_of("c"), Some(vec![2, 3]));
}

#[test]
fn the_tokenizer_that_is_used_is_named_beside_the_file() {
    let beside = ["config.json", "tokenizer.json"].map(str::to_owned).to_vec();
    let file = Opened { beside, ..model("m") };
    assert_eq!(file.with_it(None).as_deref(), Some("Opened with it: config.json."));
    let given = file.with_it(Some("vocab.txt".to_owned()));
    assert_eq!(given.as_deref(), Some("Opened with it: config.json, vocab.txt."));
    assert_eq!(model("m").with_it(None), None);
}

#[test]
fn long_metadata_is_cut() {
    let metadata = vec![("long".to_owned(), "é".repeat(2_001)); 201];
    let shown = Opened { metadata, ..model("m") }.metadata_shown();
    assert_eq!(shown.len(), 200);
    assert!(shown[0].1.ends_with("é … (4\u{202f}002 bytes)"), "{}", shown[0].1);
    let metadata = vec![("short".to_owned(), "é".repeat(2_000))];
    let shown = Opened { metadata, ..model("m") }.metadata_shown();
    assert_eq!(shown[0].1, "é".repeat(2_000));
}

#[test]
fn the_lab_shows_what_is_run_here_and_a_file_of_this_project_by_itself() {
    let mut report = report();
    report.obstacles = Vec::new();
    let file = model("m");
    assert_eq!(file.in_lab(&report), Some(InLab::Panel));
    report.family = Family::Nearfar;
    assert_eq!(file.in_lab(&report), Some(InLab::Itself));
    // A tagger of a treebank is a file of this project, and nobody runs it here or in the Lab.
    report.obstacles = vec![Obstacle { why: String::new(), question: None }];
    assert_eq!(file.in_lab(&report), None);
    report.family = Family::Other;
    assert_eq!(file.in_lab(&report), None);
}

#[test]
fn bytes_are_said_in_the_largest_unit_that_fits() {
    let said = [1_023, 1_024, 10 << 10, 5 << 20, 20 << 30].map(bytes_text);
    assert_eq!(said, ["1023 B", "1.0 KB", "10 KB", "5.0 MB", "20 GB"]);
}

#[test]
fn of_recent_names_those_with_a_path_are_opened() {
    let site = Recent::of("checkpoints/a.safetensors");
    assert_eq!(site.address.as_deref(), Some("checkpoints/a.safetensors"));
    assert_eq!(site.label, "a.safetensors");
    let own = Recent::of("b.npz");
    assert_eq!((own.address, own.label.as_str()), (None, "b.npz …"));
}

#[test]
fn an_error_becomes_a_sentence() {
    assert_eq!(sentence("it ends"), "It ends.");
    assert_eq!(sentence("Does it?"), "Does it?");
    // In another language it has ended, too.
    assert_eq!(sentence("文件是空的。"), "文件是空的。");
    assert_eq!(sentence(""), ".");
}

#[test]
fn figures_of_a_row_are_dots_until_they_are_known() {
    let mut figures = Figures::of(&[line("a", None), line("b", None)]);
    assert_eq!(figures.cells(0).0[0], "…");
    figures.keep(0, Err("no".to_owned()));
    assert_eq!(figures.cells(0).0[5], "–");
    let known = Statistics { count: 4, zeros: 1, nan: 2, mean: Some(0.5), ..Statistics::default() };
    figures.keep(1, Ok(known));
    let expected = ["–", "–", "0.5", "–", "25.0 %", "⚠ 2"].map(str::to_owned);
    assert_eq!(figures.cells(1), (expected, true));
}

#[test]
fn a_small_share_is_not_said_to_be_none() {
    assert_eq!([0.0, 0.0005, 0.001, 1.0].map(percent), ["0 %", "< 0.1 %", "0.1 %", "100.0 %"]);
}

#[test]
fn a_tensor_is_told_in_figures() {
    let known = Statistics {
        count: 10,
        zeros: 5,
        nan: 1,
        infinite: 2,
        min: Some(-1.0),
        ..Statistics::default()
    };
    let facts = known.facts();
    assert_eq!(values(&facts)[..3], ["10", "\u{2212}1", "–"]);
    assert_eq!(values(&facts)[5..], ["5 (50.0 %)", "⚠ 3 (1 NaN, 2 ∞)"]);
}

#[test]
fn bars_fill_their_box_and_the_fullest_is_named() {
    let histogram = Bars::of(&Histogram { from: -1.0, to: 3.0, counts: vec![1, 0, 200, 100] });
    let drawing = &histogram.drawing;
    let [_, _, width, height] = drawing.view;
    let bars: Vec<_> = drawing.bars().collect();
    let at = |bar: usize| bars[bar].1;
    assert_eq!(at(2)[0], width / 2.0);
    assert_eq!([at(2)[1], at(2)[3]], [0.0, height]);
    assert_eq!(at(3)[3], height / 2.0);
    // One of 200 would be less than a pixel high, and is seen; none is not.
    assert_eq!([at(0)[3], at(1)[3]], [1.0, 0.0]);
    let zero = Shape::Line("zero", [(width / 4.0, 0.0), (width / 4.0, height)]);
    assert_eq!(drawing.shapes.last(), Some(&zero));
    assert_eq!(bars[2].2, "1 to 2: 200");
    assert!(
        drawing.name.ends_with("4 bars; numbers in the fullest, at 1.5: 200"),
        "{}",
        drawing.name
    );
    // All of one number.
    let one = Bars::of(&Histogram { from: 2.0, to: 2.0, counts: vec![7] }).drawing;
    assert_eq!((one.shapes.len(), one.bars().count()), (1, 1));
    assert!(one.name.contains(" 1 bar;"), "{}", one.name);
}

fn shown() -> Shown {
    let of = SliceOf::whole(&[5, 4, 6], 512);
    let values = vec![-1.0, f64::NAN, 2.0, f64::INFINITY, f64::NEG_INFINITY, 4.0];
    Shown { of, rows: 2, columns: 3, steps: [2, 2], values }
}

#[test]
fn a_cell_of_a_slice_is_told_with_its_place_in_the_tensor() {
    assert_eq!(shown().under((0, 2)).as_deref(), Some("[0, 0, 4] = 2"));
    assert_eq!(shown().under((1, 0)).as_deref(), Some("[0, 2, 0] = ∞"));
    assert_eq!(shown().under((2, 0)), None);
    let name = shown().name("Slice", Scale::Sequential { min: 0.0, max: 1.0 }, Some((0, 0)));
    assert!(name.starts_with("Slice of 2 by 3, colours from 0 to 1"), "{name}");
    assert!(name.ends_with("[0, 0, 0] = \u{2212}1"), "{name}");
}

#[test]
fn numbers_without_a_colour_of_the_scale_are_counted() {
    let odd: Vec<(&str, usize)> =
        shown().off_scale().into_iter().map(|(_, word, count)| (word, count)).collect();
    assert_eq!(odd, [("NaN", 1), ("±∞", 2)]);
    let drawn = shown().drawn(Palette::Cividis);
    // They are signed.
    assert_eq!((drawn.palette, drawn.shape), (Palette::Signed, [2, 3]));
    let positive = Shown { values: vec![1.0; 6], ..shown() };
    assert_eq!(positive.drawn(Palette::Cividis).palette, Palette::Cividis);
}

#[test]
fn a_slice_says_how_much_of_it_is_shown_and_how_wide_it_is() {
    assert!(shown().size_text().contains("one row in 2"));
    assert_eq!(Shown { steps: [1, 1], ..shown() }.size_text(), "2 × 3 shown");
    // Thousands are apart, as everywhere.
    let wide = Shown { steps: [1, 1200], ..shown() };
    assert!(wide.size_text().contains("one column in 1\u{202f}200"), "{}", wide.size_text());
    let axes = Slicing::new(vec![30_522, 768], None).axis_names();
    assert_eq!(axes, ["axis 0 (30\u{202f}522)", "axis 1 (768)"]);
    let form = |rows, columns| Shown { rows, columns, ..shown() }.form();
    assert_eq!(
        [form(1, 9), form(2, 9), form(9, 2), form(3, 2)],
        ["flat", "wide", "tall", "square"]
    );
}

#[test]
fn a_slice_is_zoomed_into_and_shown_whole_again() {
    let mut slicing = Slicing::new(vec![2, 64, 32], None);
    let whole = slicing.of().clone();
    let (rows, columns, steps) = (64, 32, [1, 1]);
    let shown =
        || Shown { of: whole.clone(), rows, columns, steps, values: vec![0.5; rows * columns] };
    // Nothing is shown yet, or all of it: the same is not asked for again.
    assert!(!slicing.zoom(Zoom::In, None) && !slicing.is_zoomed());
    slicing.come(shown());
    assert!(!slicing.zoom(Zoom::All, None) && !slicing.is_zoomed());
    assert!(slicing.zoom(Zoom::In, Some((40, 8))) && slicing.is_zoomed());
    assert_eq!((slicing.of().start.as_slice(), slicing.of().size), (&[0, 24, 0][..], [32, 16]));
    // The cursor stays where all of it comes back.
    assert!(!slicing.zoom(Zoom::All, None) && !slicing.is_zoomed());
    assert_eq!(*slicing.of(), whole);
    // A part is all there is.
    let home = SliceOf { size: [16, 32], ..whole.clone() };
    let mut part = Slicing::new(vec![64, 32], Some(home.clone()));
    part.come(shown());
    assert!(part.zoom(Zoom::In, None) && part.is_zoomed() && !part.has_axes());
    part.zoom(Zoom::All, None);
    assert_eq!(*part.of(), home);
}

#[test]
fn before_a_slice_came_only_its_title_is_said() {
    let mut slicing = Slicing::new(vec![5, 4, 6], None);
    let scale = Scale::Sequential { min: 0.0, max: 1.0 };
    assert_eq!(
        (slicing.name("Slice", scale, None), slicing.size_text()),
        ("Slice".to_owned(), String::new())
    );
    assert_eq!((slicing.under(Some((0, 0))), slicing.form()), (None, "flat"));
    assert!(slicing.off_scale().is_empty() && slicing.drawn(Palette::Cividis).is_none());
    slicing.come(shown());
    assert_eq!(slicing.size_text(), shown().size_text());
    assert_eq!(slicing.under(Some((0, 2))).as_deref(), Some("[0, 0, 4] = 2"));
    assert_eq!((slicing.under(None), slicing.form()), (None, shown().form()));
    assert_eq!(slicing.off_scale(), shown().off_scale());
    assert_eq!(slicing.drawn(Palette::Cividis).map(|drawn| drawn.shape), Some([2, 3]));
}

#[test]
fn the_axes_of_a_slice_are_chosen_and_the_others_stand_at_an_index() {
    let mut slicing = Slicing::new(vec![5, 4, 6], None);
    assert!(slicing.has_axes() && !slicing.is_empty());
    assert_eq!((slicing.axes(), slicing.others()), ([Some(1), Some(2)], vec![0]));
    assert_eq!((slicing.last(0), slicing.index(0)), (4, Some(0)));
    slicing.set_index(0, 3);
    assert_eq!(slicing.index(0), Some(3));
    slicing.choose(true, 0);
    assert_eq!((slicing.axes(), slicing.others()), ([Some(0), Some(2)], vec![1]));
    let names = slicing.axis_names();
    assert!(names.len() == 3 && names[2].contains('6'), "{names:?}");
    assert!(Slicing::new(vec![3, 0], None).is_empty());
    assert!(!Slicing::new(vec![3], None).has_axes());
}

#[test]
fn a_reader_that_ended_says_whether_there_is_another() {
    let says = |by_time, is_final| Ended::new("stopped: a panic", by_time, is_final).why;
    assert!(says(false, true).contains("Reload the page"));
    assert_eq!(says(true, true), says(false, true));
    assert!(says(false, false).contains("memory"));
    assert!(!says(true, false).contains("memory"));
}

#[test]
fn every_example_is_a_file_of_the_site() {
    let public = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../public");
    assert!(EXAMPLES.iter().all(|(address, _)| public.join(address).is_file()));
    let labels: std::collections::BTreeSet<_> = EXAMPLES.iter().map(|(_, label)| label()).collect();
    assert_eq!(labels.len(), EXAMPLES.len());
}

#[test]
fn every_view_has_a_tab_of_its_own() {
    let labels: std::collections::BTreeSet<_> =
        View::ALL.iter().map(|(view, _)| view.label()).collect();
    assert_eq!(labels.len(), View::ALL.len());
}

#[test]
fn the_table_counts_what_it_lists() {
    assert_eq!([count_text(2, 25), count_text(1, 1)], ["2 of 25", "1 tensor"]);
}

fn layer(w: &[f64], v: &[f64]) -> LayerHeads {
    let stored = |values: &[f64]| values.iter().copied().map(Stored).collect();
    LayerHeads { w: stored(w), v: stored(v), ..LayerHeads::default() }
}

#[test]
fn the_plot_has_a_point_for_each_head_whose_w_and_v_are_numbers() {
    let mut layers = [layer(&[-2.0, f64::NAN], &[1.0, 1.0]), layer(&[2.0], &[-1.0])];
    layers[1].start_w = vec![Stored(0.0)];
    layers[1].start_v = vec![Stored(0.0)];
    assert_eq!(scatter(&layers, Some(Mapping::Sigmoid)), None);
    let plot = scatter(&layers, None).expect("a plot");
    let Shape::Frame([_, _, side, _]) = plot.shapes[0] else { panic!("a frame") };
    let middle = side / 2.0;
    let lines = |of: &str| {
        let ends = plot.shapes.iter().filter_map(|shape| match shape {
            Shape::Line(class, ends) if *class == of => Some(*ends),
            _ => None,
        });
        ends.collect::<Vec<_>>()
    };
    let [up, across] = lines("zero")[..] else { panic!("two lines") };
    assert_eq!((up[0].0, across[0].1), (middle, middle));
    // w across, v up; what started at 0 stands in the middle.
    let heads: Vec<_> = plot.heads().collect();
    let [first, second] = heads[..] else { panic!("two heads") };
    assert_eq!([first.0, second.0], [(0, 0), (1, 0)]);
    assert!(first.1.0 < middle && first.1.1 < middle);
    assert_eq!(lines("moved"), [[(middle, middle), second.1]]);
    assert!(second.3.ends_with("w 2, v \u{2212}1"), "{}", second.3);
    assert!(plot.name.ends_with("1 near, 1 far, 0 flat"), "{}", plot.name);
    assert_eq!((plot.texts("across").count(), plot.texts("axis").count()), (3, 2));
}

#[test]
fn a_tile_has_the_colour_of_what_its_sign_says() {
    let layers = [layer(&[-1.0, 4.0, f64::NAN], &[0.0; 3])];
    assert_eq!(tile(&layers, None, (0, 0)), "▸◂ \u{2212}1");
    assert_eq!(tile(&layers, None, (0, 1)), "◂▸ 4");
    assert_eq!(tile(&layers, None, (0, 2)), " NaN");
    assert_eq!(leans(&layers, None)[0][..2], [Some(-1.0), Some(2.0)]);
    // Where coefficients fall as w grows, a w above 0 is near: it stands first, in the colour of near heads.
    let falling = Some(Mapping::Linear { slope: -1.0, intercept: 1.0 });
    assert_eq!(tile(&layers, falling, (0, 1)), "▸◂ 4");
    assert_eq!(leans(&layers, falling)[0][..2], [Some(1.0), Some(-2.0)]);
    assert_eq!([first_head(&layers, None), first_head(&layers, falling)], [0, 1]);
    // v makes a large w flat (`metrics::Character`).
    assert_eq!(leans(&[layer(&[5.0], &[-3.0])], Some(Mapping::LearnableSigmoid)), [[Some(0.0)]]);
}

#[test]
fn tiles_are_told_by_what_they_are_near_or_far() {
    assert!(learned_text(Some(Mapping::Sigmoid)).contains("no v"));
    assert!(learned_text(None).contains("(b) v"));
    assert!(map_text(None).contains("by the sign of w alone"));
    let known = map_text(Some(Mapping::LearnableSigmoid));
    assert!(known.contains("by the coefficient"), "{known}");
}

#[test]
fn coefficients_are_told_at_four_distances() {
    // f(0; 0) is 1 at every distance (Wu et al. 2021, Eq. 5).
    let says = coefficients_text(Mapping::LearnableSigmoid, (0.0, 0.0));
    assert_eq!(says, "w = 0, v = 0: 1 at distance 0, 1 at 1, 1 at 5, 1 at 20");
    // A mapping without v: σ(−wR) of the same w is a half everywhere.
    let says = coefficients_text(Mapping::Sigmoid, (0.0, 3.0));
    assert_eq!(says, "w = 0: 0.5 at distance 0, 0.5 at 1, 0.5 at 5, 0.5 at 20");
}

#[test]
fn a_head_without_w_and_v_is_told_by_what_was_measured() {
    let line = HeadLine { distance: Some(2.0), entropy: None, near: Some(0.5), is_even: false };
    assert_eq!(Measure::Distance.of(&line), Some(2.0));
    assert_eq!(Measure::Entropy.of(&line), None);
    let says = line.says((0, 2));
    assert!(says.starts_with("Layer 1, head 3: mean distance 2 tokens, entropy – nats"), "{says}");
    assert!(says.contains("50.0 %"));
    assert!(HeadLine { is_even: true, ..line }.says((0, 2)).contains("almost uniformly"));
    assert_eq!([line.distance_text(), HeadLine::default().distance_text()], ["2", "–"]);
}

#[test]
fn even_heads_are_counted_and_named() {
    let line = |is_even| HeadLine { is_even, ..HeadLine::default() };
    let ran = |heads| Ran { heads, ..Ran::default() };
    let none = ran(vec![vec![line(false)]]);
    assert_eq!(none.even_text(), None);
    let some = ran(vec![vec![line(false)], vec![line(true), line(false), line(true)]]);
    assert!(some.even_text().expect("two").contains("2 heads spread"));
    assert!(some.even_text().expect("two").contains("layer 2: 1, 3"));
}

#[test]
fn a_head_has_its_own_numbers_or_those_of_all() {
    let own = OwnNumbers {
        name: "u".to_owned(),
        each: Each::Bucket,
        together: 1,
        learned: vec![vec![1.0], vec![2.0]],
        start: vec![vec![0.5]],
    };
    assert_eq!(own.of_head(1), [&[2.0_f32][..], &[0.5][..]]);
    // A head of offsets has a curve and no picture; what has no start has none in its rows.
    assert!(own.has_curve() && own.picture().is_none() && own.curve(1).starts_with("<svg"));
    assert_eq!(
        own.rows(1).into_iter().map(|row| row.1).collect::<Vec<_>>(),
        [[Some(2.0), Some(0.5)]]
    );
    let own = OwnNumbers { start: Vec::new(), each: Each::Head, ..own };
    assert_eq!(own.of_head(0)[1], &[] as &[f32]);
    assert_eq!(own.rows(0)[0].1, [Some(1.0), None]);
    assert!(!own.has_curve() && own.picture().is_some_and(|of| of.drawn.contains("<svg")));
}

#[test]
fn a_layer_is_drawn_with_what_it_has_and_its_caption_says_whether_the_start_is_known() {
    let mut layer = layer(&[-1.0, f64::NAN], &[]);
    let [w] = &layer.pictures(None)[..] else { panic!("w alone") };
    assert!(w.symbol == "w" && w.drawn.starts_with("<svg"));
    assert!(w.not_drawn.as_ref().is_some_and(|says| says.contains("head 2")));
    layer.start_w = vec![Stored(0.0); 2];
    layer.v = vec![Stored(1.0); 2];
    let [with_start, v] = &layer.pictures(None)[..] else { panic!("both") };
    assert_ne!(with_start.caption, w.caption);
    assert_eq!((v.symbol.as_str(), v.not_drawn.as_ref()), ("v", None));
    // The lowest stands first, as tiles do: the numbers of heads under the bars.
    layer.w = vec![Stored(2.0), Stored(-1.0)];
    assert!(layer.pictures(None)[0].drawn.ends_with(">1</text></svg>"));
    layer.w = vec![Stored(-1.0), Stored(f64::NAN)];
    // v that a file has is not what a head learned, where its mapping reads none.
    let of = |mapping| layer.pictures(Some(mapping)).len();
    assert_eq!([of(Mapping::LearnableSigmoid), of(Mapping::Exponent)], [2, 1]);
    assert_eq!(leans(&[layer], None)[0][0], Some(-1.0));
}

#[test]
fn tensors_that_are_told_by_their_size_are_rows_of_one_table() {
    let own = |name: &str, each| OwnNumbers {
        name: name.to_owned(),
        each,
        together: 1,
        learned: vec![vec![2.0]],
        start: Vec::new(),
    };
    let own = vec![own("a", Each::Whole), own("b", Each::Head), own("c", Each::Whole)];
    let (others, whole) = LayerHeads { own, ..LayerHeads::default() }.own_tables();
    assert_eq!(others.iter().map(|own| own.name.as_str()).collect::<Vec<_>>(), ["b"]);
    let row = |name: &str| (name.to_owned(), [Some(2.0), None]);
    assert_eq!(whole, [row("a"), row("c")]);
}

#[test]
fn a_grid_has_as_many_heads_as_it_has_room_for() {
    let mut report = report();
    report.layers.truncate(2);
    report.layers[0].heads = 4_000;
    report.layers[1].heads = 4_000;
    assert_eq!(report.heads_shown(), [4_000, 96]);
}

#[test]
fn a_projection_is_a_part_of_a_tensor_that_can_be_read() {
    let report = report();
    let checkpoint = sample("da_tiny.npz");
    let tensors = checkpoint
        .tensors
        .iter()
        .map(|tensor| TensorLine { shape: tensor.shape.clone(), ..line(&tensor.name, None) });
    let mut file = Opened { tensors: tensors.collect(), ..model("da_tiny.npz") };
    let (place, shape, part) =
        file.projection(&report, (0, 0), Role::QueryWeight).expect("a projection");
    assert_eq!(file.tensors[place].name, part.tensor);
    assert_eq!(file.tensors[place].shape, shape);
    file.tensors[place].problem = Some("torn".to_owned());
    assert_eq!(file.projection(&report, (0, 0), Role::QueryWeight), Err("torn".to_owned()));
    assert!(file.projection(&report, (9, 0), Role::QueryWeight).is_err());
}

#[test]
fn every_control_shows_what_it_was_set_to() {
    let report = report();
    let controls = || Assignment::default().controls(&report);
    for place in 0..controls().len() {
        let mut chosen = Assignment::default();
        let (name, control) = &controls()[place];
        match control {
            Control::Number { range, set, .. } => set(&mut chosen, range.1),
            Control::Choice { options, chosen: none, set, .. } => {
                assert_eq!(*none, None, "{name}");
                set(&mut chosen, Some(options.len() - 1));
            }
        }
        assert_ne!(chosen, Assignment::default(), "{name}");
        for (other, (_, after)) in chosen.controls(&report).iter().enumerate() {
            let is_shown = match after {
                Control::Number { value, range, .. } => *value == Some(range.1),
                Control::Choice { options, chosen, .. } => *chosen == Some(options.len() - 1),
            };
            assert_eq!(is_shown, other == place, "{name}: {other}");
        }
    }
}

#[test]
fn a_menu_says_what_was_found_and_whether_that_is_assumed() {
    let mut report = report();
    let found = |report: &Report| match &Assignment::default().controls(report)[3] {
        (_, Control::Choice { found, .. }) => found.clone(),
        other => panic!("{other:?}"),
    };
    report.causal.value = false;
    report.causal.how = How::Config;
    assert_eq!(found(&report), "as found: all tokens");
    report.causal.how = How::Assumed;
    assert_eq!(found(&report), "as found: all tokens, assumed");
    report.causal.how = How::Chosen;
    assert_eq!(found(&report), "as found");
}

#[test]
fn roles_of_the_menu_are_those_that_are_given() {
    let labels = role_labels();
    for (place, label) in labels.iter().enumerate() {
        assert_eq!(role_label(role_at(Some(place))), label);
    }
    assert_eq!(role_at(Some(labels.len() - 1)), None);
    assert_eq!(labels.last().map(String::as_str), Some("no role"));
    assert_eq!((lies_at(None), lies_at(Some(9))), (None, None));
}
