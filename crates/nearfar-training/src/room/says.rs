//! What a run is, and how it stands, in words.

use nearfar::picture::scale::format_count;
use nearfar_texts::train as texts;
use nearfar_texts::words::train::of_counter;

use crate::protocol::{Choices, Field, HeldOut, Overview, Report, differences, finding};

/// The name of a choice over its control; `None` where a run with these choices has no use for it. The rate of w and v is
/// that of a method's own numbers where it has no w.
pub fn title_of(field: &Field, choices: &Choices) -> Option<String> {
    match field.name {
        "head-rate" if !choices.has_scores() => None,
        "head-rate" if !choices.method.knows_distance() => Some(texts::model_own_rate().to_owned()),
        _ => Some(field.title()),
    }
}

/// What differs between two runs.
pub fn of_difference(a: &Choices, b: &Choices) -> String {
    match differences(a, b) {
        none if none.is_empty() => texts::differs_not().to_owned(),
        differs => texts::differs(differs),
    }
}

/// What the data of a run are, in figures.
pub fn of_data(overview: &Overview) -> String {
    let Overview { train, held_out, words, classes, parameters, .. } = overview;
    let held_out = format_count(*held_out as u64);
    texts::facts(*train, held_out, *words, classes.len(), *parameters)
}

/// How far a run is, with what its held-out texts say last: whether it goes on for nothing new.
pub fn of_progress(report: &Report, held_out: Option<&HeldOut>) -> String {
    let has_learned = !report.playing && held_out.is_some_and(finding::is_learned);
    of_counter(report.step, report.epoch, report.step_ms, has_learned)
}
