//! Who notices that the sentence was changed: in which order methods stand, how many notice, and why weights that
//! were computed have no amount. What is measured is [`crate::probe`]'s.

use std::sync::Arc;

use nearfar::picture::Drawn;
use nearfar::picture::palette::Palette;
use nearfar::picture::scale::Scale;

use crate::grid::{own_columns, rows};
use crate::protocol::{Noticed, Probe};

/// Below this a method does not notice: what is left is the rounding of `f32`.
pub const NOTHING: f64 = 1e-6;

/// What one method made of the changed sentence, with its weights.
pub type Answered = (Noticed, Vec<f32>);

/// What is asked once a button is pressed: once more on the same one, nothing.
pub fn pressed(asked: Option<&Probe>, probe: Probe) -> Option<Probe> {
    (asked != Some(&probe)).then_some(probe)
}

/// Before which token of so many a word is inserted: as typed, else the one under the cursor, else the second.
pub fn insert_at(typed: Option<usize>, cursor: Option<usize>, tokens: usize) -> usize {
    typed.or(cursor).unwrap_or(1).min(tokens)
}

/// Which token of so many is repeated: the chosen one, else the one under the cursor, else the first.
pub fn repeated(chosen: Option<usize>, cursor: Option<usize>, tokens: usize) -> usize {
    chosen.or(cursor).unwrap_or(0).min(tokens.saturating_sub(1))
}

/// The places, the largest amount first; what could not be computed last.
pub fn order(answers: &[Answered]) -> Vec<usize> {
    let amount = |noticed: &Noticed| noticed.amount.unwrap_or(-1.0);
    let mut found: Vec<&Noticed> = answers.iter().map(|(noticed, _)| noticed).collect();
    found.sort_by(|one, other| {
        amount(other).total_cmp(&amount(one)).then(one.place.cmp(&other.place))
    });
    found.into_iter().map(|noticed| noticed.place).collect()
}

/// What the method of a place made of the change.
pub fn of_place(answers: &[Answered], place: usize) -> Option<&Answered> {
    answers.iter().find(|(noticed, _)| noticed.place == place)
}

/// How many notice, of how many for which that could be computed.
pub fn count(answers: &[Answered]) -> (usize, usize) {
    let amounts = || answers.iter().filter_map(|(noticed, _)| noticed.amount);
    (amounts().filter(|&amount| amount >= NOTHING).count(), amounts().count())
}

/// How wide the bar of an amount is; nothing where there is none. The largest is 1 for a word that is repeated, else
/// ln 2 nats.
pub fn width(amount: Option<f64>, is_repeat: bool) -> String {
    let most = if is_repeat { 1.0 } else { std::f64::consts::LN_2 };
    format!("{}%", 100.0 * amount.unwrap_or(0.0) / most)
}

/// Why weights that were computed have no amount.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoAmount {
    /// One is below 0: its row is no distribution.
    Negative,
    /// No row of one sentence can be laid beside one of the other.
    NoRow,
    /// The only row is all 0.
    RowEmpty,
    /// All rows are all 0.
    RowsEmpty,
}

impl NoAmount {
    /// Of weights for so many tokens; `None` where there are none.
    pub fn of(weights: &[f32], tokens: usize) -> Option<NoAmount> {
        if weights.is_empty() {
            None
        } else if weights.iter().any(|&weight| weight < 0.0) {
            Some(NoAmount::Negative)
        } else if weights.iter().any(|&weight| weight > 0.0) {
            Some(NoAmount::NoRow)
        } else if tokens == 1 {
            Some(NoAmount::RowEmpty)
        } else {
            Some(NoAmount::RowsEmpty)
        }
    }
}

/// The pictures before and after the change, on one range of colours; `before` has M keys of the earlier segment,
/// which are left out. `None` where there is no weight.
pub fn pictures(
    before: &[f32],
    memory: usize,
    (noticed, after): &Answered,
    palette: Palette,
) -> Option<[Arc<Drawn>; 2]> {
    if before.is_empty() || after.is_empty() {
        return None;
    }
    let tokens = rows(before.len(), memory);
    let before = own_columns(before, memory, tokens);
    let scale = Scale::from_zero_of(&before).union(Scale::from_zero_of(after));
    let sides = [(tokens, before), (noticed.tokens, after.clone())];
    Some(sides.map(|(rows, values)| {
        let shape = [rows.max(1), values.len() / rows.max(1)];
        Arc::new(Drawn::unnamed(shape, values, scale, palette))
    }))
}
