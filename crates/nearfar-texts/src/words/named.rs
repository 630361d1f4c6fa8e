//! What panels are called, in the language that is shown: mostly by their own headings.

use crate::{common, compare, curves, inspect, lab, page, share, train};

/// The name of a panel of [`nearfar::panels::PANELS`]; that of a link where a text is missing.
pub fn of_named_panel(name: &'static str) -> &'static str {
    match name {
        "rooms" => page::rooms(),
        "undo" => page::undo(),
        "start-over" => page::start_over(),
        "copy-link" => page::share(),
        "share" => share::title(),
        "theme" => share::panel_theme(),
        "help" => page::help(),
        "foot" => share::panel_foot(),
        "language" => page::language(),
        "picture-tools" => share::panel_picture_tools(),
        "claim" => lab::claim(),
        "sentence" => lab::sentence_title(),
        "examples" => lab::examples(),
        "experiment" => lab::experiment(),
        "controls" => share::panel_controls(),
        "head" => share::panel_head(),
        "sliders" => lab::sliders(),
        "curve" => lab::coefficient_title(),
        "presets" => lab::presets(),
        "stage" => share::panel_stage(),
        "pictures" => share::panel_pictures(),
        "picture-a" => share::panel_picture_a(),
        "picture-b" => share::panel_picture_b(),
        "picture-difference" => share::panel_picture_difference(),
        "difference" => lab::parts(),
        "steps" => lab::pipeline_title(),
        "heads" => lab::heads_title(),
        "methods" => lab::methods_title(),
        "look" => lab::look(),
        "answers" => lab::answers_title(),
        "arithmetic" => share::panel_arithmetic(),
        "figures" => lab::figures_title(),
        "learned" => lab::learned_title(),
        "onward" => lab::onward(),
        "plot" => curves::plot(),
        "edit-curve" => curves::aside(),
        "values" => curves::values(),
        "matrices" => curves::matrices(),
        "requirements" => curves::requirements(),
        "parts" => compare::parts(),
        "grid" => compare::grid(),
        "grid-tools" => share::panel_grid_tools(),
        "pair" => compare::pair(),
        "terms" => share::panel_terms(),
        "notices" => compare::notices(),
        "apart" => compare::apart(),
        "knows" => compare::knows(),
        "tree" => compare::trees(),
        "lead" => share::panel_lead(),
        "task" => train::task(),
        "transport" => train::transport(),
        "finding" => train::finding(),
        "plots" => share::panel_plots(),
        "train-heads" => train::heads(),
        "train-learned" => train::learned(),
        "train-attention" => share::panel_train_attention(),
        "train-model" => train::model(),
        "files" => common::open_checkpoint(),
        "summary" => share::panel_summary(),
        "report" => share::panel_report(),
        "views" => inspect::views(),
        "tensors" => inspect::table(),
        "tensor" => share::panel_tensor(),
        "head-learned" => inspect::learned(),
        "head-own" => inspect::own_panel(),
        "head-map" => inspect::map(),
        "measured" => inspect::measured(),
        "projections" => inspect::projections(),
        "warnings" => inspect::warnings(),
        "run-sentence" => inspect::sentence(),
        "run-knobs" => inspect::knobs(),
        "run-heads" => inspect::run_heads(),
        "run-matrix" => share::panel_run_matrix(),
        "run-cosines" => inspect::cosines(),
        "laws" => inspect::view_laws(),
        "laws-found" => inspect::laws_found(),
        "laws-heads" => inspect::laws_all_heads(),
        "laws-means" => inspect::laws_means(),
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use nearfar::panels::PANELS;

    #[test]
    fn every_panel_has_a_name_in_words() {
        for row in PANELS {
            assert_ne!(of_named_panel(row.name), row.name);
        }
        assert_eq!(of_named_panel("sliders"), "w and v");
        assert_eq!(of_named_panel("difference"), "What of A − B is shown");
        assert_eq!(of_named_panel("not-a-panel"), "not-a-panel");
    }

    /// Who ticks a name in the Share dialog must know which panel it is.
    #[test]
    fn no_two_panels_of_a_room_have_one_name() {
        for (place, row) in PANELS.iter().enumerate() {
            let shares_room = |other: &&nearfar::panels::PanelRow| {
                other.rooms.iter().any(|room| row.rooms.contains(room))
            };
            for other in PANELS[place + 1..].iter().filter(shares_room) {
                let names = [row.name, other.name];
                let [one, two] = names.map(of_named_panel);
                assert_ne!(one, two, "{names:?}");
            }
        }
    }
}
