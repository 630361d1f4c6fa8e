//! The sentence changed: reversed, with a word more, with a word twice. What a method makes of the
//! changed sentence is laid beside what it made of the sentence as it was, token by token.

use nearfar::text::dependency::{DependencyTree, Origin, PartOfSpeech, Relation, Word};

use crate::divergence::{Rows, mean};
use crate::protocol::{MOST_TOKENS, Probe, Why};

/// The changed sentence with its tree. A new word hangs on the one before which it stands (at the end:
/// on the last) with the relation `dep`; a repeated word hangs where the first one does, on the first
/// one if that is the root.
///
/// # Errors
/// Where there is no such token, the sentence is as long as can be, or the word is empty.
pub fn changed(tree: &DependencyTree, probe: &Probe) -> Result<DependencyTree, Why> {
    let tokens = tree.words().len();
    let no_such = |token: usize| Why::NoToken { token, tokens };
    if tokens == 0 {
        return Err(Why::NothingTyped);
    }
    if tokens >= MOST_TOKENS && *probe != Probe::Reverse {
        return Err(Why::TooLong);
    }
    let mut words: Vec<Word> = tree.words().to_vec();
    match probe {
        Probe::Reverse => {
            for word in &mut words {
                word.head = if word.head == 0 { 0 } else { tokens + 1 - word.head };
            }
            words.reverse();
        }
        Probe::Insert { at, word } => {
            if *at > tokens {
                return Err(no_such(*at));
            }
            if word.trim().is_empty() {
                return Err(Why::NoWord);
            }
            for word in &mut words {
                word.head += usize::from(word.head > *at);
            }
            // Its neighbour's number once it stands there itself.
            let neighbour = if *at == tokens { tokens } else { at + 2 };
            let new = Word::new(word.trim(), PartOfSpeech::X, neighbour, Relation::UNSPECIFIED);
            words.insert(*at, new);
        }
        Probe::Repeat { token } => {
            let mut copy = words.get(*token).ok_or_else(|| no_such(*token))?.clone();
            if copy.head == 0 {
                (copy.head, copy.relation) = (token + 1, Relation::UNSPECIFIED);
            }
            words.push(copy);
        }
    }
    DependencyTree::new(words, Origin::Edited).map_err(Why::refused)
}

/// What a method made of the changed sentence, beside what it made of the sentence as it was.
#[derive(Clone, Debug, PartialEq)]
pub struct Outcome {
    /// See [`crate::protocol::Noticed::amount`].
    pub amount: Option<f64>,
    /// Rows and columns of `weights`.
    pub tokens: usize,
    /// `[tokens, tokens]`: the weights of the changed sentence, in the order of the sentence as it was.
    /// Without the row and column of a new word, the rest of each row made to sum to what it was; with
    /// those of a copy, at the end.
    pub weights: Vec<f32>,
}

impl Outcome {
    /// The means over several heads.
    pub fn mean(heads: Vec<Outcome>) -> Outcome {
        let count = heads.len().max(1) as f64;
        let amounts: Vec<f64> = heads.iter().filter_map(|head| head.amount).collect();
        let tokens = heads.first().map_or(0, |head| head.tokens);
        let mut weights = vec![0.0_f32; tokens * tokens];
        for head in &heads {
            for (sum, weight) in weights.iter_mut().zip(&head.weights) {
                *sum += weight / count as f32;
            }
        }
        let amount =
            (!amounts.is_empty()).then(|| amounts.iter().sum::<f64>() / amounts.len() as f64);
        Outcome { amount, tokens, weights }
    }
}

/// Lays weights of one head of the changed sentence, `[M + N', M + N']` less the rows of memory, beside those of
/// the sentence as it was, `[N, M + N]`. `memory` is M.
pub fn outcome(
    probe: &Probe,
    tokens: usize,
    memory: usize,
    before: &[f32],
    after: &[f32],
) -> Outcome {
    let own = |weights: &[f32], tokens: usize| -> Vec<f32> {
        let rows = weights.chunks_exact(memory + tokens);
        rows.flat_map(|row| row.iter().skip(memory).copied()).collect()
    };
    let later = if *probe == Probe::Reverse { tokens } else { tokens + 1 };
    let after = own(after, later);
    let cell = |i: usize, j: usize| after.get(i * later + j).copied().unwrap_or(f32::NAN);
    let pairs = |tokens: usize| (0..tokens).flat_map(move |i| (0..tokens).map(move |j| (i, j)));
    let before = Rows::new(tokens, &own(before, tokens), 0);
    let compared = |weights: Vec<f32>| {
        let amount = mean(&before.divergences(&Rows::new(tokens, &weights, 0)));
        Outcome { amount, tokens, weights }
    };
    match probe {
        Probe::Reverse => {
            let mirrored = |(i, j): (usize, usize)| cell(tokens - 1 - i, tokens - 1 - j);
            compared(pairs(tokens).map(mirrored).collect())
        }
        Probe::Insert { at, .. } => {
            let place = |token: usize| token + usize::from(token >= *at);
            let mut weights: Vec<f32> =
                pairs(tokens).map(|(i, j)| cell(place(i), place(j))).collect();
            for (i, row) in weights.chunks_exact_mut(tokens).enumerate() {
                let all: f32 = (0..later).map(|j| cell(place(i), j)).sum();
                let rest: f32 = row.iter().sum();
                if rest > 0.0 {
                    row.iter_mut().for_each(|weight| *weight *= all / rest);
                }
            }
            compared(weights)
        }
        Probe::Repeat { token } => {
            let apart = (0..later).filter_map(|i| {
                let (a, b) = (f64::from(cell(i, *token)), f64::from(cell(i, tokens)));
                (a + b > 0.0).then(|| (a - b).abs() / (a + b))
            });
            let apart: Vec<f64> = apart.collect();
            let amount =
                (!apart.is_empty()).then(|| apart.iter().sum::<f64>() / apart.len() as f64);
            Outcome { amount, tokens: later, weights: after }
        }
    }
}
