//! TENER in its own terms, of both forms: the terms that sum to the score, and direction.

use crate::drawings::{Drawing, Entry, Step};
use crate::equation::{Found, Line, Name, Pair, sum_line};
use crate::methods::OwnTerms;
use crate::terms::TermsOf;

/// What shows it.
pub const OWN: OwnTerms = OwnTerms { equation: adapted, drawings: &DRAWINGS };

const DRAWINGS: [Entry; 2] = [
    Entry {
        needs: &["term_qk", "term_qR", "term_uk", "term_vR"],
        panel: "tener-sum",
        drawing: Drawing::Matrices(&[
            (Step::First, "term_qk"),
            (Step::Plus, "term_qR"),
            (Step::Plus, "term_uk"),
            (Step::Plus, "term_vR"),
            (Step::Plus, "term_kR"),
            (Step::Gives, "scores"),
            (Step::Softmax, "attn"),
        ]),
    },
    Entry {
        needs: &["term_qR", "term_vR", "R_table"],
        panel: "tener-direction",
        drawing: Drawing::Direction {
            of: "term_qR",
            alone: Some("term_vR"),
            table: Some("R_table"),
        },
    },
];

/// Yan et al. 2019, Eq. 18.
fn adapted(terms: TermsOf, (i, j): Pair) -> Option<Found> {
    let names = ["term_qk", "term_qR", "term_uk", "term_vR", "term_kR"];
    let parts = names.iter().filter_map(|name| {
        let matrix = terms.get(name)?;
        Some((matrix.term.title.clone(), matrix.at(i, j)?))
    });
    let parts: Vec<_> = parts.collect();
    if parts.len() < 4 {
        return None;
    }
    let line = Line { result: terms.scores()?.at(i, j)?, ..sum_line(Name::Score, parts) };
    Some((vec![line], vec![("i - j".into(), (i as i64 - j as i64).to_string())]))
}
