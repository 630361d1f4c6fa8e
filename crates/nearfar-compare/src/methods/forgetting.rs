//! The forgetting attention in its own terms: content, and what the gates between two tokens let through.

use crate::drawings::{Drawing, Entry};
use crate::equation::{Found, Line, Name, Pair, Sign, biased_lines, operand};
use crate::methods::OwnTerms;
use crate::terms::TermsOf;

/// What shows it.
pub const OWN: OwnTerms = OwnTerms { equation: forgotten, drawings: &DRAWINGS };

const DRAWINGS: [Entry; 1] =
    [Entry { needs: &["f", "content", "bias"], panel: "forget-sum", drawing: Drawing::BIASED }];

/// The gates between, multiplied.
const BIAS: &str = "ln f_(j+1) … f_i";

/// Lin et al. 2025, section 3. Tokens count from 0: the first one's gate is in no bias.
fn forgotten(terms: TermsOf, (i, j): Pair) -> Option<Found> {
    let mut before = Vec::new();
    let mut labels = Vec::new();
    if terms.is_allowed(i, j) {
        let log_gates = terms.get("log_f")?.row(0)?;
        let up_to = |token: usize| -> Option<f64> {
            Some(log_gates.get(1..=token)?.iter().map(|&x| f64::from(x)).sum())
        };
        let bias = terms.get("bias")?.at(i, j)?;
        let operands = vec![
            operand(Sign::Plus, "ln f_1 … f_i", up_to(i)?),
            operand(Sign::Minus, "ln f_1 … f_j", up_to(j)?),
        ];
        before.push(Line::new(BIAS, operands, bias));
        let through = nearfar::picture::scale::format_digits(bias.exp(), 5);
        labels.push((Name::Key("forget-through"), through));
    }
    labels.push(("i - j".into(), (i as i64 - j as i64).to_string()));
    Some((biased_lines(terms, (i, j), before, BIAS)?, labels))
}
