//! w and v of the DA-Transformer's heads in the room: what the sliders show and move.

use std::collections::BTreeMap;

use nearfar::settings::Settings;

use crate::choices::{Choices, Source};
use crate::protocol::{Begun, Shown};

/// Which of the two numbers of a head.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Number {
    /// w: near to far.
    W,
    /// v: how strongly.
    V,
}

impl Number {
    fn of(self, choices: &Choices) -> &BTreeMap<usize, f64> {
        match self {
            Number::W => &choices.w,
            Number::V => &choices.v,
        }
    }

    fn of_mut(self, choices: &mut Choices) -> &mut BTreeMap<usize, f64> {
        match self {
            Number::W => &mut choices.w,
            Number::V => &mut choices.v,
        }
    }

    /// Of a head's own two.
    fn own(self, begun: &Begun, head: usize) -> Option<f64> {
        begun.own.get(head).map(|own| own[usize::from(self == Number::V)])
    }

    /// Of a head as it is compared.
    fn at(self, choices: &Choices, begun: &Begun, head: usize) -> f64 {
        let moved = self.of(choices).get(&head).copied();
        moved.or_else(|| self.own(begun, head)).unwrap_or_default()
    }

    /// Of the first head that its slider moves, and whether others have another one.
    pub fn shown(self, choices: &Choices, begun: &Begun) -> (f64, bool) {
        let mut heads = moved_heads(choices, begun).into_iter();
        let first = heads.next().map(|head| self.at(choices, begun, head)).unwrap_or_default();
        (first, heads.any(|head| self.at(choices, begun, head) != first))
    }

    /// Gives the shown heads a number; one that is a head's own is no longer moved.
    pub fn set(self, choices: &mut Choices, begun: &Begun, number: f64) {
        for head in moved_heads(choices, begun) {
            if self.own(begun, head) == Some(number) {
                self.of_mut(choices).remove(&head);
            } else {
                self.of_mut(choices).insert(head, number);
            }
        }
    }
}

/// The heads that the sliders move, from 0: the shown one, or all where their mean is shown.
fn moved_heads(choices: &Choices, begun: &Begun) -> Vec<usize> {
    let heads = begun.own.len();
    match choices.shown {
        Shown::Head(head) => vec![head.min(heads.max(1) - 1)],
        Shown::Mean => (0..heads).collect(),
    }
}

/// w, and v where there is one, of the shown head; `None` where that is not one alone, or trained models stand side
/// by side, each with its own.
pub fn of_shown_head(choices: &Choices, begun: &Begun) -> Option<(f64, Option<f64>)> {
    let heads = moved_heads(choices, begun);
    let head = *heads.first().filter(|_| heads.len() == 1 && choices.source != Source::Each)?;
    let v = choices.method.has_v().then(|| Number::V.at(choices, begun, head));
    Some((Number::W.at(choices, begun, head), v))
}

/// Whether a head has another w or v than its own.
pub fn is_moved(choices: &Choices) -> bool {
    !choices.w.is_empty() || !choices.v.is_empty()
}

/// w and v of all heads are their own again.
pub fn restore(choices: &mut Choices) {
    choices.w.clear();
    choices.v.clear();
}

/// Layer and head of the Lab's panel A, with its w, v, mapping and adjustment; the model is the same already.
pub fn take_from_lab(choices: &mut Choices, lab: &Settings) {
    let Choices { layer, shown, method, w, v, heads, .. } = Choices::of_lab(lab);
    (choices.layer, choices.shown, choices.method) = (layer, shown, method);
    (choices.w, choices.v, choices.heads) = (w, v, heads);
}
