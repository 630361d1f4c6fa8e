//! What menus and buttons offer, in words.

use nearfar::attention::Adjustment;
use nearfar::lab::Contribution;
use nearfar::settings::{
    Choice, ColourRange, Colours, CurveAxis, Language, MappingKind, ModelChoice, Preset, Room,
    ThemeChoice, View,
};

use crate::choices;

/// What something is called, in the language that is shown.
pub type Label = fn() -> &'static str;

/// A choice that a menu offers.
pub trait Labelled: Choice {
    /// What the menu says.
    fn label(self) -> &'static str;
}

impl Labelled for Room {
    fn label(self) -> &'static str {
        match self {
            Room::Lab => choices::room_lab(),
            Room::Curves => choices::room_curves(),
            Room::Compare => choices::room_compare(),
            Room::Train => choices::room_train(),
            Room::Inspect => choices::room_inspect(),
            Room::Learn => choices::room_learn(),
        }
    }
}

impl Labelled for ModelChoice {
    fn label(self) -> &'static str {
        super::of_model(self)
    }
}

impl Labelled for ThemeChoice {
    fn label(self) -> &'static str {
        match self {
            ThemeChoice::System => choices::theme_system(),
            ThemeChoice::Light => choices::theme_light(),
            ThemeChoice::Dark => choices::theme_dark(),
            ThemeChoice::Projector => choices::theme_projector(),
        }
    }
}

impl Labelled for Contribution {
    fn label(self) -> &'static str {
        match self {
            Contribution::Both => choices::difference_both(),
            Contribution::Clipping => choices::difference_clipping(),
            Contribution::Distance => choices::difference_distance(),
        }
    }
}

impl Labelled for View {
    fn label(self) -> &'static str {
        match self {
            View::Heatmap => choices::view_heatmap(),
            View::Lines => choices::view_lines(),
            View::Heads => choices::view_heads(),
        }
    }
}

impl Labelled for ColourRange {
    fn label(self) -> &'static str {
        match self {
            ColourRange::Common => choices::range_common(),
            ColourRange::Own => choices::range_own(),
        }
    }
}

impl Labelled for Colours {
    fn label(self) -> &'static str {
        match self {
            Colours::Cividis => choices::colours_cividis(),
            Colours::Viridis => choices::colours_viridis(),
        }
    }
}

impl Labelled for CurveAxis {
    fn label(self) -> &'static str {
        match self {
            CurveAxis::Tokens => choices::axis_tokens(),
            CurveAxis::Weighted => choices::axis_x(),
        }
    }
}

impl Labelled for Language {
    fn label(self) -> &'static str {
        let own = crate::LANGUAGES.iter().find(|(code, _)| *code == self.name());
        own.map_or(choices::language_browser(), |(_, name)| name)
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
        let mut presets: Vec<_> = Preset::ALL.into_iter().map(of_preset).collect();
        presets.sort_unstable();
        presets.dedup();
        assert_eq!(presets.len(), Preset::ALL.len());
    }

    #[test]
    fn a_language_is_called_by_its_own_name() {
        assert_eq!(Language::German.label(), "Deutsch");
        assert_eq!(Language::Browser.label(), choices::language_browser());
    }
}
