//! DeBERTa in its own terms: content to content, content to position, position to content.

use crate::drawings::{Drawing, Entry, Step};
use crate::equation::{Found, Line, Name, Pair, Sign, dimensions, dot, operand, sum_line};
use crate::methods::OwnTerms;
use crate::terms::TermsOf;

/// What shows it.
pub const OWN: OwnTerms = OwnTerms { equation: disentangled, drawings: &DRAWINGS };

const DRAWINGS: [Entry; 2] = [
    Entry {
        needs: &["content", "c2p", "p2c"],
        panel: "deberta-sum",
        drawing: Drawing::Matrices(&[
            (Step::First, "content"),
            (Step::Plus, "c2p"),
            (Step::Plus, "p2c"),
            (Step::Gives, "scores"),
            (Step::Softmax, "weights"),
        ]),
    },
    Entry {
        needs: &["index", "k_r", "q_r"],
        panel: "deberta-table",
        drawing: Drawing::LookUp { ids: "index", tables: &["k_r", "q_r"] },
    },
];

/// He et al. 2021, Eq. 4.
fn disentangled(terms: TermsOf, (i, j): Pair) -> Option<Found> {
    let at = |name: &str| terms.get(name)?.at(i, j);
    let (queries, keys) = (terms.get("q")?, terms.get("k")?);
    let (index, of_query) = (terms.get("index")?, terms.get("index_p2c")?);
    let row = index.index(i, j)?;
    let products = [
        ("q_i · k_j", dot(queries, keys, (i, j))?, Name::Content, at("content")?),
        ("q_i · k^r_ij", dot(queries, terms.get("k_r")?, (i, row))?, "c2p".into(), at("c2p")?),
        (
            "k_j · q^r_ij",
            dot(keys, terms.get("q_r")?, (j, of_query.index(i, j)?))?,
            "p2c".into(),
            at("p2c")?,
        ),
    ];
    let root = (3.0 * dimensions(terms)?).sqrt();
    let mut lines = Vec::new();
    let mut parts = Vec::new();
    for (product, value, name, scaled) in products {
        let operands =
            vec![operand(Sign::Plus, product, value), operand(Sign::Over, "√(3d)", root)];
        lines.push(Line::new(name.clone(), operands, scaled));
        parts.push((name, scaled));
    }
    let score = sum_line(Name::Score, parts);
    lines.push(Line { result: terms.scores()?.at(i, j)?, ..score });
    let offset = (i as i64 - j as i64).to_string();
    Some((lines, vec![("i - j".into(), offset), (Name::Row, row.to_string())]))
}
