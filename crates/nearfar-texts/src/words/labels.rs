//! What menus and buttons offer, in words.

use nearfar::lab::Contribution;
use nearfar::settings::{
    Choice, ColourRange, Colours, CurveAxis, Language, Preset, Room, ThemeChoice, View,
};

use crate::choices;

/// What something is called, in the language that is shown.
pub type Label = fn() -> &'static str;

/// A room.
pub fn of_room(room: Room) -> &'static str {
    match room {
        Room::Lab => choices::room_lab(),
        Room::Curves => choices::room_curves(),
        Room::Compare => choices::room_compare(),
        Room::Train => choices::room_train(),
        Room::Inspect => choices::room_inspect(),
        Room::Learn => choices::room_learn(),
    }
}

/// A theme.
pub fn of_theme(theme: ThemeChoice) -> &'static str {
    match theme {
        ThemeChoice::System => choices::theme_system(),
        ThemeChoice::Light => choices::theme_light(),
        ThemeChoice::Dark => choices::theme_dark(),
        ThemeChoice::Projector => choices::theme_projector(),
    }
}

/// A part of A - B.
pub fn of_contribution(contribution: Contribution) -> &'static str {
    match contribution {
        Contribution::Both => choices::difference_both(),
        Contribution::Clipping => choices::difference_clipping(),
        Contribution::Distance => choices::difference_distance(),
    }
}

/// How panels are shown.
pub fn of_view(view: View) -> &'static str {
    match view {
        View::Heatmap => choices::view_heatmap(),
        View::Lines => choices::view_lines(),
        View::Heads => choices::view_heads(),
    }
}

/// What colours are measured against.
pub fn of_range(range: ColourRange) -> &'static str {
    match range {
        ColourRange::Common => choices::range_common(),
        ColourRange::Own => choices::range_own(),
    }
}

/// The colours of weights.
pub fn of_colours(colours: Colours) -> &'static str {
    match colours {
        Colours::Cividis => choices::colours_cividis(),
        Colours::Viridis => choices::colours_viridis(),
    }
}

/// What the axis of curves counts.
pub fn of_axis(axis: CurveAxis) -> &'static str {
    match axis {
        CurveAxis::Tokens => choices::axis_tokens(),
        CurveAxis::Weighted => choices::axis_x(),
    }
}

/// A language, by its own name.
pub fn of_language(language: Language) -> &'static str {
    let own = crate::LANGUAGES.iter().find(|(code, _)| *code == language.name());
    own.map_or(choices::language_browser(), |(_, name)| name)
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
    fn are_told_apart<C: Choice>(label: fn(C) -> &'static str) {
        let mut labels: Vec<_> = C::ALL.iter().map(|(choice, _)| label(*choice)).collect();
        labels.sort_unstable();
        labels.dedup();
        assert_eq!(labels.len(), C::ALL.len(), "{labels:?}");
    }

    #[test]
    fn no_two_entries_of_a_menu_read_alike() {
        are_told_apart(of_room);
        are_told_apart(of_theme);
        are_told_apart(of_contribution);
        are_told_apart(of_view);
        are_told_apart(of_range);
        are_told_apart(of_colours);
        are_told_apart(of_axis);
        are_told_apart(of_language);
        let mut presets: Vec<_> = Preset::ALL.into_iter().map(of_preset).collect();
        presets.sort_unstable();
        presets.dedup();
        assert_eq!(presets.len(), Preset::ALL.len());
    }

    #[test]
    fn a_language_is_called_by_its_own_name() {
        assert_eq!(of_language(Language::German), "Deutsch");
        assert_eq!(of_language(Language::Browser), choices::language_browser());
    }
}
