//! What the panels of methods are called and say, and the numbers of equations.

use leptos::prelude::*;
use nearfar_compare::drawings::Step;
use nearfar_compare::equation::Name;
use nearfar_compare::scripts::{Level, scripts};

/// What is written over a panel.
pub fn title(panel: &str) -> &'static str {
    texts::compare::find(panel).unwrap_or_default()
}

/// What one sees in it, and why.
pub fn about(panel: &str) -> &'static str {
    texts::compare::find(&format!("{panel}-about")).unwrap_or_default()
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
        Step::Key(key) => texts::compare::find(key).unwrap_or_default(),
    }
}

/// A number of an equation.
pub fn name(name: &Name) -> String {
    let text: &str = match name {
        Name::Letters(letters) => letters,
        Name::Key(key) => texts::compare::find(key).unwrap_or_default(),
        Name::Score => texts::compare::equation_score(),
        Name::Weight => texts::compare::equation_share(),
        Name::Sum => texts::compare::equation_sum(),
        Name::Content => texts::compare::equation_content(),
        Name::TakenOff => texts::compare::equation_taken_off(),
        Name::LogSum => texts::compare::equation_log_sum(),
        Name::Row => texts::compare::equation_row(),
        Name::Offset => texts::compare::equation_offset(),
        Name::RawScore => texts::compare::da_raw_score(),
        Name::Coefficient => texts::compare::da_coefficient(),
    };
    text.to_owned()
}

/// What a row of a table stands for, by the name that an intermediate gives it.
pub fn row(name: &str) -> &str {
    if name.is_empty() { texts::compare::tree_itself() } else { name }
}

/// The title of a term, its subscripts and superscripts set.
pub fn set_title(title: &str) -> AnyView {
    let part = |(level, part): (Level, &str)| {
        let part = part.to_owned();
        match level {
            Level::Line => part.into_any(),
            Level::Sub => view! { <sub>{part}</sub> }.into_any(),
            Level::Super => view! { <sup>{part}</sup> }.into_any(),
        }
    };
    scripts(title).into_iter().map(part).collect_view().into_any()
}
