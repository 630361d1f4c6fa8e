//! The card of a head: its numbers, and what they are worth.

use nearfar::ModelMethod;
use nearfar::attention::Mask;
use nearfar::metrics::{Character, HeadFigures};
use nearfar_texts::train as texts;
use nearfar_texts::words::train::{of_reach, of_worth};

use crate::protocol::{Report, finding};

/// What the card of a head shows.
#[derive(Clone, Debug, PartialEq)]
pub struct Card {
    /// w.
    pub w: f64,
    /// Where it leans, in one word: its class.
    pub character: &'static str,
    /// What its w favours, in words: how far it looks is another matter ([`Card::reach`]).
    pub favours: &'static str,
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
        let character = finding::character_of(method, w.into(), v.into());
        let favours = match (character, finding::sign_is_preference(method)) {
            (Character::Near, true) => texts::head_near(),
            (Character::Far, true) => texts::head_far(),
            (Character::Near, false) => texts::head_falls(),
            (Character::Far, false) => texts::head_grows(),
            (Character::Flat, _) => texts::head_flat(),
        };
        let worth = report.worth.get(head).copied().map(finding::worth_text);
        Card {
            w: w.into(),
            character: character.name(),
            favours,
            worth: of_worth(method.has_v().then(|| v.into()), worth),
            reach: reach.unwrap_or_default(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::protocol::Looked;

    #[test]
    fn what_w_favours_is_told_beside_how_far_the_head_looks() {
        let looked =
            Looked { tokens: vec![String::new(); 3], reach: vec![1.1; 3], ..Looked::default() };
        let report = Report {
            w: vec![-1.8, 0.9, 0.0],
            v: vec![0.0; 3],
            looked: Some(looked),
            ..Report::default()
        };
        let card = |method, head| Card::of(&report, method, head, false);
        let of_paper = nearfar::Method::DISTANCE_AWARE.into();
        let favours = [0, 1, 2].map(|head| card(of_paper, head).favours);
        assert_eq!(favours, ["favours near", "favours far", "flat"]);
        assert!(card(of_paper, 1).reach.starts_with("looks 1.1 tokens away (uniform:"));
        let clip = nearfar::settings::model_method_from_text("da:clip(5):late-multiply").unwrap();
        assert_eq!(card(clip, 0).favours, "coefficient falls");
    }
}
