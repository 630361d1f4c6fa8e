//! Intermediates made ready to be drawn.

use nearfar::picture::palette::{Palette, Theme};
use nearfar::picture::scale::Scale;
use nearfar::picture::{Drawn, Mark, Tint};
use nearfar_compare::protocol::{AxisView, MeasureView, TermView, TermsView};
use nearfar_compare::terms::{CellText, Lit, Pictured, TermsOf};

const PAIR: &[AxisView] = &[AxisView::Query, AxisView::Key];

fn term(name: &str, axes: &[AxisView], [rows, columns]: [usize; 2]) -> TermView {
    let (name, measure) = (name.to_owned(), MeasureView::Signed);
    TermView { name, role: None, measure, ..super::pointing::term(axes, rows, columns, &[]) }
}

/// The first of these terms as its picture has it.
fn pictured(terms: Vec<(TermView, Vec<f32>)>, head: usize) -> Pictured {
    let (terms, values): (Vec<_>, Vec<_>) = terms.into_iter().unzip();
    let view = TermsView { head, memory: 1, terms, ..TermsView::default() };
    let terms = TermsOf { view: &view, values: &values };
    Pictured::of(terms, terms.at(0).expect("a term"), "itself")
}

fn drawn(measure: MeasureView, values: &[f32]) -> Drawn {
    let term = TermView { measure, ..term("a", &[AxisView::Dimension], [1, values.len()]) };
    pictured(vec![(term, values.to_vec())], 0).drawn(Palette::Viridis, None)
}

#[test]
fn a_cell_is_found_by_row_and_column_and_nothing_beyond() {
    let values = vec![1.0, 2.0, 3.0, 4.0, 5.0, 6.0];
    let picture = pictured(vec![(term("a", PAIR, [2, 3]), values)], 0);
    assert_eq!((picture.at((0, 0)), picture.at((1, 2))), (Some(1.0), Some(6.0)));
    // What is beyond the columns is no cell of the next row.
    assert_eq!((picture.at((0, 3)), picture.at((2, 0))), (None, None));
    assert_eq!(picture.memory_share(), Some(1.0 / 3.0));
    let alone = term("a", &[AxisView::Dimension], [1, 1]);
    assert_eq!(pictured(vec![(alone, vec![1.0])], 0).memory_share(), None);
}

#[test]
fn what_is_lit_stands_in_for_the_cursors_row_or_column() {
    // Two queries over three keys, the first of an earlier segment.
    let picture = pictured(vec![(term("a", PAIR, [2, 3]), vec![0.0; 6])], 0);
    let of = |lit| picture.cell(Some((1, 2)), None, lit);
    assert_eq!([of(Lit::Nothing), of(Lit::Value(Some(7)))], [Some((1, 2)); 2]);
    assert_eq!([of(Lit::Row(Some(0))), of(Lit::Row(None))], [Some((0, 2)), None]);
    assert_eq!([of(Lit::Column(Some(0))), of(Lit::Column(None))], [Some((1, 0)), Some((1, 2))]);
    // Beyond the picture there is no cell.
    assert_eq!([of(Lit::Row(Some(2))), of(Lit::Column(Some(3)))], [None, None]);
    assert_eq!(picture.pair((0, 1), (1, 2)), Some((0, 1)));
    // By offset 1, the second query is at the first key, which stands behind the segment's.
    let by_offset = TermView {
        names: ["1", "0"].map(str::to_owned).to_vec(),
        ..term("a", &[AxisView::Query, AxisView::Offset], [2, 2])
    };
    let picture = pictured(vec![(by_offset, vec![0.0; 4])], 0);
    assert_eq!(picture.cell(Some((1, 1)), None, Lit::Nothing), Some((1, 0)));
    assert_eq!((picture.pair((1, 0), (0, 0)), picture.memory_share()), (Some((1, 1)), None));
}

#[test]
fn a_row_or_a_column_is_marked_as_a_whole_and_a_value_by_its_colour() {
    let mark = |row, column| Mark { row, column, is_cross: false };
    let marks = [Lit::Nothing, Lit::Row(None), Lit::Column(Some(1)), Lit::Column(None)];
    let expected = [(false, false), (true, false), (false, true), (false, false)];
    assert_eq!(marks.map(Lit::mark), expected.map(|(row, column)| mark(row, column)));
    assert_eq!([Lit::Value(Some(2)), Lit::Row(Some(2))].map(Lit::value), [Some(2), None]);
    let picture = pictured(vec![(term("a", PAIR, [1, 1]), vec![2.0])], 0);
    let tint = picture.drawn(Palette::Viridis, Some((2, [1, 2, 3]))).tint;
    assert_eq!(tint, Some(Tint::Value(2.0, [1, 2, 3])));
}

#[test]
fn what_measures_what_has_its_scale_and_colours() {
    let of = |measure| {
        let drawn = drawn(measure, &[0.5, 2.0]);
        (drawn.scale, drawn.palette)
    };
    let diverging = |centre, extent| Scale::Diverging { centre, extent };
    let sequential = |min, max| Scale::Sequential { min, max };
    assert_eq!(of(MeasureView::Signed), (diverging(0.0, 2.0), Palette::Signed));
    // Weights begin at 0, in the colours that the user chose.
    assert_eq!(of(MeasureView::Amount), (sequential(0.0, 2.0), Palette::Viridis));
    assert_eq!(of(MeasureView::Factor), (Scale::COEFFICIENTS, Palette::Signed));
    assert_eq!(of(MeasureView::SignedFactor), (diverging(1.0, 1.0), Palette::Signed));
    assert_eq!(of(MeasureView::Whole), (sequential(0.5, 2.0), Palette::Grey));
}

#[test]
fn what_may_not_be_looked_at_is_hatched_and_sets_no_scale() {
    let values = vec![1.0, 90.0, 2.0, 3.0];
    let mask = (term("allowed", PAIR, [2, 2]), vec![1.0, 0.0, 1.0, 1.0]);
    let picture = pictured(vec![(term("score", PAIR, [2, 2]), values), mask.clone()], 0);
    assert_eq!([(0, 0), (0, 1), (1, 0)].map(|at| picture.is_allowed(at)), [true, false, true]);
    let drawn = picture.drawn(Palette::Cividis, None);
    assert_eq!(drawn.scale, Scale::Diverging { centre: 0.0, extent: 3.0 });
    assert_eq!(drawn.mask.as_deref(), Some(&vec![true, false, true, true]));
    // The mask itself is seen whole, and so is what has no pairs.
    assert_eq!(pictured(vec![mask.clone()], 0).drawn(Palette::Cividis, None).mask, None);
    let by_feature = term("score", &[AxisView::Query, AxisView::Feature], [2, 2]);
    let picture = pictured(vec![(by_feature, vec![1.0; 4]), mask], 0);
    assert!(picture.is_allowed((0, 1)));
}

#[test]
fn each_direction_has_its_own_mask_whichever_is_shown() {
    let cell = |name: &str, value: f32| (term(name, PAIR, [1, 1]), vec![value]);
    let masks = || vec![cell("fw.P", 1.0), cell("fw.allowed", 1.0), cell("bw.allowed", 0.0)];
    let is_allowed = |name: &str, head| {
        let terms = [vec![cell(name, 1.0)], masks()].concat();
        pictured(terms, head).is_allowed((0, 0))
    };
    for head in [0, 1] {
        assert!(is_allowed("fw.logits", head));
        assert!(!is_allowed("bw.logits", head));
        // What belongs to neither has no mask.
        assert!(is_allowed("f", head));
    }
}

#[test]
fn cells_of_whole_numbers_say_their_name_or_the_number() {
    let named = |axes: &[AxisView], size: usize| {
        let names = ["", "left"].map(str::to_owned).to_vec();
        let term = TermView { whole: true, names, ..term("ids", axes, [size, size]) };
        let mut values = vec![0.0; size * size];
        values[1..4].copy_from_slice(&[1.0, 7.0, -1.0]);
        pictured(vec![(term, values)], 0)
    };
    let cells = |picture: Pictured, lit| picture.cell_texts(Palette::Viridis, Theme::Light, lit);
    let texts = |cells: &[CellText]| cells.iter().map(|cell| cell.text.clone()).collect::<Vec<_>>();
    // Of the way to oneself nothing is written.
    let four = cells(named(PAIR, 2), None);
    assert_eq!(texts(&four), ["", "left", "7", "−1"]);
    assert_eq!(
        four.iter().map(|text| text.cell).collect::<Vec<_>>(),
        [(0, 0), (0, 1), (1, 0), (1, 1)]
    );
    assert_eq!(cells(named(&[AxisView::Token, AxisView::Dimension], 2), None), []);
    // There is room for so many.
    assert_eq!(cells(named(PAIR, 16), None).len(), 256);
    assert_eq!(cells(named(PAIR, 17), None), []);
    // Behind those of the value that is lit is the colour of the method, behind the others their own.
    let accent = [1, 2, 3];
    let lit = cells(named(PAIR, 2), Some((7, accent)));
    assert_eq!(lit.iter().map(|text| text.is_lit).collect::<Vec<_>>(), [false, false, true, false]);
    let other = |at: usize| lit[at].behind == four[at].behind;
    assert_eq!((lit[2].behind, [0, 1, 2, 3].map(other)), (accent, [true, true, false, true]));
    // A text of four letters is set smaller, so that it fits.
    assert_eq!(lit.iter().map(CellText::class).collect::<Vec<_>>(), ["", "long", "lit", ""]);
    assert_eq!((named(PAIR, 2).size(), lit[1].middle()), ((40, 40), (30, 10)));
}

#[test]
fn rows_have_names_of_a_table_and_columns_of_a_single_row() {
    let of = |shape: [usize; 2], names: &[&str]| {
        let names = names.iter().map(|&name| name.to_owned()).collect();
        let term = TermView { names, ..term("b", &[AxisView::Label], shape) };
        let picture = pictured(vec![(term, vec![0.0; shape[0] * shape[1]])], 0);
        (picture.row_names, picture.column_names)
    };
    let names = || vec!["itself".to_owned(), "up".to_owned()];
    assert_eq!(of([2, 3], &["", "up"]), (names(), Vec::new()));
    assert_eq!(of([1, 2], &["", "up"]), (Vec::new(), names()));
    // There is room for so many beside the rows.
    let beside = |rows: usize| {
        let term = TermView { names: vec!["a".to_owned(); rows], ..term("b", PAIR, [rows, 1]) };
        pictured(vec![(term, vec![0.0; rows])], 0).names_beside().len()
    };
    assert_eq!([beside(40), beside(41)], [40, 0]);
    // Names of another number are of something else.
    assert_eq!(of([3, 3], &["", "up"]), (Vec::new(), Vec::new()));
}
