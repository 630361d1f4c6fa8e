//! What the panels of a method in its own terms are called and say, and the numbers of its equation.

use nearfar_texts::compare as texts;

use crate::drawings::Step;
use crate::equation::Name;
use crate::protocol::{AxisView, TermView};

/// What is written over a panel.
pub fn title(panel: &str) -> &'static str {
    texts::find(panel).unwrap_or_default()
}

/// What one sees in it, and why.
pub fn about(panel: &str) -> &'static str {
    texts::find(&format!("{panel}-about")).unwrap_or_default()
}

/// What stands before a matrix.
pub fn step(step: Step) -> &'static str {
    match step {
        Step::First => "",
        Step::Plus => "+",
        Step::Gives => "→",
        Step::OverRoot => "→ / √d",
        Step::Relu => "→ ReLU",
        Step::Sigmoid => "→ σ",
        Step::Times => "×",
        Step::Softmax => "→ softmax",
        Step::Key(key) => texts::find(key).unwrap_or_default(),
    }
}

/// A number of an equation.
pub fn name(name: &Name) -> String {
    let text: &str = match name {
        Name::Letters(letters) => letters,
        Name::Key(key) => texts::find(key).unwrap_or_default(),
        Name::Score => texts::equation_score(),
        Name::Weight => texts::equation_share(),
        Name::Sum => texts::equation_sum(),
        Name::Content => texts::equation_content(),
        Name::TakenOff => texts::equation_taken_off(),
        Name::LogSum => texts::equation_log_sum(),
        Name::Row => texts::equation_row(),
        Name::Offset => texts::equation_offset(),
        Name::RawScore => texts::da_raw_score(),
        Name::Coefficient => texts::da_coefficient(),
    };
    text.to_owned()
}

/// What a row of a table stands for, by the name that an intermediate gives it.
pub fn row(name: &str) -> &str {
    if name.is_empty() { texts::tree_itself() } else { name }
}

/// The rows and columns of an intermediate: `9 queries × 9 keys`.
pub fn shape(term: &TermView) -> String {
    let sizes =
        if term.axes.len() > 1 { vec![term.rows, term.columns] } else { vec![term.columns] };
    let axes = term.axes.iter().zip(sizes).map(|(axis, size)| match axis {
        AxisView::Query => texts::shape_queries(size),
        AxisView::Key => texts::shape_keys(size),
        AxisView::Token => texts::shape_tokens(size),
        AxisView::Dimension => texts::shape_dimensions(size),
        AxisView::Feature => texts::shape_features(size),
        AxisView::Offset => texts::shape_offsets(size),
        AxisView::Label => texts::shape_rows(size),
    });
    axes.collect::<Vec<_>>().join(" × ")
}
