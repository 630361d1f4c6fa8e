//! TENER in its own terms, of both forms: the terms that sum to the score, and direction.

use crate::drawings::{Drawing, Entry};
use crate::equation::{Found, Line, Pair, sum_line};
use crate::methods::OwnTerms;
use crate::terms::TermsOf;

/// What shows it.
pub const OWN: OwnTerms = OwnTerms { equation: adapted, drawings: &DRAWINGS };

const DRAWINGS: [Entry; 2] = [
    Entry {
        needs: &["term_qk", "term_qR", "term_uk", "term_vR"],
        title: "Terms that sum to the score",
        words: "Keys are slices of H (Eq. 16): there is no W_K, in the released program neither. H must be as wide as all heads, which word vectors are not: a layer makes it of them, as in the released program. Nothing is divided by √d: the paper argues that sharper weights suit labelling.",
        drawing: Drawing::Matrices(&[
            ("", "term_qk"),
            ("+", "term_qR"),
            ("+", "term_uk"),
            ("+", "term_vR"),
            ("+", "term_kR"),
            ("→", "scores"),
            ("→ softmax", "attn"),
        ]),
    },
    Entry {
        needs: &["term_qR", "term_vR", "R_table"],
        title: "Direction",
        words: "The sine of an offset changes its sign with the direction, the cosine does not: a query tells left from right. The product of two sinusoids has cosines alone, and is the same on both sides.",
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
        Some((matrix.term.title.as_str(), matrix.at(i, j)?))
    });
    let parts: Vec<_> = parts.collect();
    if parts.len() < 4 {
        return None;
    }
    let line = Line { result: terms.scores()?.at(i, j)?, ..sum_line("score", &parts) };
    Some((vec![line], vec![("i - j", (i as i64 - j as i64).to_string())]))
}
