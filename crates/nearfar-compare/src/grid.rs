//! What is shown of one method beside others: which heads, whether it reads the tree, which of its weights are those
//! of the sentence.

use nearfar::methods::MethodKind;

use crate::choices::Source;
use crate::protocol::{Begun, KnowsView, MethodView, Shown};

/// Whether a method has fewer heads than the one that is shown of others: of it the last is.
pub fn has_fewer_heads(shown: Shown, method: &MethodView) -> bool {
    method.heads > 0 && matches!(shown, Shown::Head(head) if head >= method.heads)
}

/// Which heads are shown of a method: of one of fewer heads its last.
pub fn shown_of(shown: Shown, method: &MethodView) -> Shown {
    if has_fewer_heads(shown, method) { Shown::Head(method.heads - 1) } else { shown }
}

/// How many heads can be chosen: those of the method that has the most, and the one that is shown.
pub fn heads(shown: Shown, methods: &[MethodView]) -> usize {
    let most = methods.iter().map(|method| method.heads).max().unwrap_or(0);
    match shown {
        Shown::Head(head) => most.max(head + 1),
        Shown::Mean => most,
    }
}

/// The value of the shown heads in a menu of heads: the number of one, from 1; empty for their mean.
pub fn menu_value(shown: Shown) -> String {
    match shown {
        Shown::Mean => String::new(),
        Shown::Head(head) => (head + 1).to_string(),
    }
}

/// The heads of a [`menu_value`].
pub fn of_menu(value: &str) -> Shown {
    let head: Option<usize> = value.parse().ok();
    head.and_then(|head| head.checked_sub(1)).map_or(Shown::Mean, Shown::Head)
}

/// Whether a method reads the dependency tree or its labels.
pub fn reads_tree(method: &MethodView) -> bool {
    method.facts.syntax != KnowsView::No
}

/// Whether a method has w and v.
pub fn is_distance_aware(method: &MethodView) -> bool {
    MethodKind::from_name(&method.kind) == Some(MethodKind::DistanceAware)
}

/// Whether a method is the queries and keys of a model from a file, and nothing else.
pub fn is_over_file(method: &MethodView, source: &Source) -> bool {
    let is_plain = MethodKind::from_name(&method.kind) == Some(MethodKind::NoPositions);
    !method.trained && is_plain && matches!(source, Source::File(_))
}

/// Of weights `[N, M + N]` those of the sentence's own keys, `[N, N]`; none where there are not so many.
pub fn own_columns(weights: &[f32], memory: usize, tokens: usize) -> Vec<f32> {
    if weights.len() != tokens * (memory + tokens) {
        return Vec::new();
    }
    let rows = weights.chunks_exact((memory + tokens).max(1));
    rows.flat_map(|row| row.iter().skip(memory).copied()).collect()
}

/// How many rows weights `[N, M + N]` have: N is the root of x² + M x.
pub fn rows(weights: usize, memory: usize) -> usize {
    let half = memory as f64 / 2.0;
    ((weights as f64 + half * half).sqrt() - half).round() as usize
}

/// The words without a word vector, each once, in the order of the alphabet.
pub fn unknown_words(begun: &Begun) -> Vec<&str> {
    let words = begun.tokens.iter().zip(&begun.unknown).filter(|(_, unknown)| **unknown);
    let mut words: Vec<&str> = words.map(|(word, _)| word.as_str()).collect();
    words.sort_unstable();
    words.dedup();
    words
}
