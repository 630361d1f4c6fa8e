//! The log-spaced continuous bias in its own terms: a cosine, and what a small network makes of the offset.

use crate::drawings::{Drawing, Entry};
use crate::equation::{
    Found, Function, Line, Name, Pair, Sign, dot, operand, piece_line, raw_line,
};
use crate::methods::OwnTerms;
use crate::terms::{TermMatrix, TermsOf};

/// What shows it.
pub const OWN: OwnTerms = OwnTerms { equation: continuous, drawings: &DRAWINGS };

const DRAWINGS: [Entry; 2] = [
    Entry { needs: &["coords", "content", "bias"], panel: "cpb-sum", drawing: Drawing::BIASED },
    Entry {
        needs: &["coords", "bias"],
        panel: "bias-offsets",
        drawing: Drawing::Direction { of: "bias", alone: None, table: None },
    },
];

/// Liu et al. 2022, Eq. 2 to 4, and the released program.
fn continuous(terms: TermsOf, pair: Pair) -> Option<Found> {
    let (i, j) = pair;
    let at = |name: &str| terms.get(name)?.at(i, j);
    let (content, bias) = (at("content")?, at("bias")?);
    let coordinates = terms.get("coords")?;
    let middle = coordinates.term.columns / 2;
    let row = (i + middle).checked_sub(j)?;
    let (x, made) = (coordinates.at(0, row)?, terms.get("mlp")?.at(0, row)?);
    let mut lines = match (terms.get("cosine"), terms.get("scale")) {
        (Some(cosine), Some(scale)) => {
            let (queries, keys) = (terms.get("q")?, terms.get("k")?);
            let length = |rows: TermMatrix, row| Some(dot(rows, rows, (row, row))?.sqrt());
            let operands = vec![
                operand(Sign::Plus, "q_i · k_j", dot(queries, keys, pair)?),
                operand(Sign::Over, "|q_i|", length(queries, i)?),
                operand(Sign::Over, "|k_j|", length(keys, j)?),
            ];
            let cosine = cosine.at(i, j)?;
            let scaled = vec![
                operand(Sign::Plus, "cos(q_i, k_j)", cosine),
                operand(Sign::Times, "τ", scale.at(0, 0)?),
            ];
            vec![
                Line::new("cos(q_i, k_j)", operands, cosine),
                Line::new(Name::Content, scaled, content),
            ]
        }
        _ => vec![raw_line(terms, pair, Name::Content, content)?],
    };
    lines.push(piece_line(terms, "Δ̂", x, "MLP(Δ̂)", made)?);
    let share = Line::new("σ", vec![operand(Sign::Plus, "MLP(Δ̂)", made)], bias / 16.0);
    lines.push(Line { function: Function::Sigmoid, ..share });
    let operands = vec![operand(Sign::Plus, "σ", bias / 16.0), operand(Sign::Times, "16", 16.0)];
    lines.push(Line::new(Name::Key("cpb-bias"), operands, bias));
    let operands = vec![
        operand(Sign::Plus, Name::Content, content),
        operand(Sign::Plus, Name::Key("cpb-bias"), bias),
    ];
    lines.push(Line::new(Name::Score, operands, terms.scores()?.at(i, j)?));
    Some((lines, vec![("i - j".into(), (i as i64 - j as i64).to_string())]))
}
