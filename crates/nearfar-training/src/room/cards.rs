//! The card of a head: its numbers, and what they are worth.

use nearfar::ModelMethod;
use nearfar::attention::Mask;
use nearfar::metrics::HeadFigures;
use nearfar_texts::words::train::{of_reach, of_worth};

use crate::protocol::{Report, finding};

/// What the card of a head shows.
#[derive(Clone, Debug, PartialEq)]
pub struct Card {
    /// w.
    pub w: f64,
    /// Where it leans, in one word.
    pub character: &'static str,
    /// Its v, and what it is worth, in words. A mapping without v has none to show, though checkpoints hold a number
    /// for it.
    pub worth: String,
    /// How far it looks in the sentence, and how far even attention would, in words; empty where there is none.
    pub reach: String,
}

impl Card {
    /// The card of a head, from 0, of a run by a method; `causal` is whether what is looked at has a causal mask.
    pub fn of(report: &Report, method: ModelMethod, head: usize, causal: bool) -> Card {
        let at = |values: &[f32]| values.get(head).copied().unwrap_or(0.0);
        let (w, v) = (at(&report.w), at(&report.v));
        let reach = report.looked.as_ref().and_then(|looked| {
            let even = HeadFigures::even(looked.tokens.len(), &Mask { causal, keys: None })?;
            let tenths = |tokens: f64| (tokens * 10.0).round() / 10.0;
            Some(of_reach([at(&looked.reach).into(), even.mean_distance].map(tenths)))
        });
        let worth = report.worth.get(head).copied().map(finding::worth_text);
        Card {
            w: w.into(),
            character: finding::character(method, w, v),
            worth: of_worth(method.has_v().then(|| v.into()), worth),
            reach: reach.unwrap_or_default(),
        }
    }
}
