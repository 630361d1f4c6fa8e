//! What menus and buttons offer, in words.

use nearfar::attention::Adjustment;
use nearfar::lab::{Contribution, Switch};
use nearfar::settings::{
    Choice, ColourRange, Colours, CurveAxis, Language, MappingKind, ModelChoice, Preset, Room,
    ThemeChoice, View,
};
use nearfar::text::dependency::WordLabel;

use super::opened::of_model;
use crate::{choices, lab, train};

/// What something is called, in the language that is shown.
pub type Label = fn() -> &'static str;

/// A choice that a menu offers.
pub trait Labelled: Choice {
    /// What the menu says.
    fn label(self) -> &'static str;
}

/// A row for each choice: what is said of each of its values.
#[macro_export]
macro_rules! labelled {
    ($($choice:ident { $($value:ident: $key:path,)* })*) => {
        // What the compiler does not see: a value that `Choice::ALL` lacks.
        $(const _: () = assert!(
            <$choice as nearfar::settings::Choice>::ALL.len() == [$(stringify!($value)),*].len(),
            concat!("crates/nearfar/src/settings/text_form.rs: a value is missing in ALL of ", stringify!($choice)),
        );
        impl $crate::words::labels::Labelled for $choice {
            fn label(self) -> &'static str {
                match self {
                    $($choice::$value => $key(),)*
                }
            }
        })*
    };
}

labelled! {
    Room {
        Lab: choices::room_lab,
        Curves: choices::room_curves,
        Compare: choices::room_compare,
        Train: choices::room_train,
        Inspect: choices::room_inspect,
        Learn: choices::room_learn,
    }
    ThemeChoice {
        System: choices::theme_system,
        Light: choices::theme_light,
        Dark: choices::theme_dark,
        Projector: choices::theme_projector,
    }
    Contribution {
        Both: choices::difference_both,
        Clipping: choices::difference_clipping,
        Distance: choices::difference_distance,
    }
    View {
        Heatmap: choices::view_heatmap,
        Lines: choices::view_lines,
        Heads: choices::view_heads,
    }
    ColourRange {
        Common: choices::range_common,
        Own: choices::range_own,
    }
    Colours {
        Cividis: choices::colours_cividis,
        Viridis: choices::colours_viridis,
    }
    CurveAxis {
        Tokens: choices::axis_tokens,
        Weighted: choices::axis_x,
    }
    WordLabel {
        PartOfSpeech: train::treebank_parts,
        Relation: train::treebank_relations,
    }
}

impl Labelled for Adjustment {
    fn label(self) -> &'static str {
        self.row().label
    }
}

impl Labelled for MappingKind {
    fn label(self) -> &'static str {
        self.row().label
    }
}

impl Labelled for ModelChoice {
    fn label(self) -> &'static str {
        of_model(self)
    }
}

/// A language is called by its own name.
impl Labelled for Language {
    fn label(self) -> &'static str {
        let own = crate::LANGUAGES.iter().find(|(code, _)| *code == self.name());
        own.map_or(choices::language_browser(), |(_, name)| name)
    }
}

/// What a switch that leaves a step out says, and what is so without the step.
pub fn of_switch(switch: Switch) -> (&'static str, &'static str) {
    match switch {
        Switch::Relu => (lab::switch_relu(), lab::switch_relu_title()),
        Switch::Distance => (lab::switch_distance(), lab::switch_distance_title()),
        Switch::Softmax => (lab::switch_softmax(), lab::switch_softmax_title()),
    }
}

/// What a button of a preset says, and what it does.
pub fn of_preset(preset: Preset) -> (&'static str, &'static str) {
    match preset {
        Preset::Fig2B => (choices::preset_near_mild(), choices::preset_near_mild_title()),
        Preset::Fig2D => (choices::preset_near_strong(), choices::preset_near_strong_title()),
        Preset::Fig2A => (choices::preset_far_mild(), choices::preset_far_mild_title()),
        Preset::Fig2C => (choices::preset_far_strong(), choices::preset_far_strong_title()),
        Preset::HalfNearHalfFar => (choices::preset_half_half(), choices::preset_half_half_title()),
        Preset::Flat => (choices::preset_flat(), choices::preset_flat_title()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two entries of one menu that read alike cannot be told apart.
    fn are_told_apart<C: Labelled>() {
        let mut labels: Vec<_> = C::ALL.iter().map(|(choice, _)| choice.label()).collect();
        labels.sort_unstable();
        labels.dedup();
        assert_eq!(labels.len(), C::ALL.len(), "{labels:?}");
    }

    #[test]
    fn no_two_entries_of_a_menu_read_alike() {
        are_told_apart::<Room>();
        are_told_apart::<ThemeChoice>();
        are_told_apart::<Contribution>();
        are_told_apart::<View>();
        are_told_apart::<ColourRange>();
        are_told_apart::<Colours>();
        are_told_apart::<CurveAxis>();
        are_told_apart::<Language>();
        are_told_apart::<Adjustment>();
        are_told_apart::<MappingKind>();
        are_told_apart::<ModelChoice>();
        are_told_apart::<WordLabel>();
        let mut presets: Vec<_> = Preset::ALL.into_iter().map(of_preset).collect();
        presets.sort_unstable();
        presets.dedup();
        assert_eq!(presets.len(), Preset::ALL.len());
        let mut switches = Switch::ALL.map(of_switch);
        switches.sort_unstable();
        assert!(switches.is_sorted_by(|a, b| a.0 < b.0 && a.1 != b.1));
    }

    #[test]
    fn a_language_is_called_by_its_own_name() {
        assert_eq!(Language::German.label(), "Deutsch");
        assert_eq!(Language::Browser.label(), choices::language_browser());
    }
}
