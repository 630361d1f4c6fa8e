//! What menus offer, in words: a row for each choice of the page; a room has rows of its own.

use nearfar::attention::Adjustment;
use nearfar::lab::Contribution;
use nearfar::settings::{
    Choice, ColourRange, Colours, CurveAxis, Language, MappingKind, ModelChoice, Room, ThemeChoice,
    View,
};
pub use texts::words::labels::{Label, of_preset};
use texts::words::{labels, of_model};

/// A choice that a menu offers.
pub trait Labelled: Choice {
    /// What the menu says.
    fn label(self) -> &'static str;
}

macro_rules! labelled {
    ($($choice:ty: $label:expr,)*) => {
        $(impl Labelled for $choice {
            fn label(self) -> &'static str {
                ($label)(self)
            }
        })*
    };
}

labelled! {
    Adjustment: |adjustment: Adjustment| adjustment.row().label,
    Colours: labels::of_colours,
    ColourRange: labels::of_range,
    Contribution: labels::of_contribution,
    CurveAxis: labels::of_axis,
    Language: labels::of_language,
    MappingKind: |kind: MappingKind| kind.row().label,
    ModelChoice: of_model,
    Room: labels::of_room,
    ThemeChoice: labels::of_theme,
    View: labels::of_view,
}
