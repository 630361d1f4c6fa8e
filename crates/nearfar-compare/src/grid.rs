//! What of a comparison is shown: which place is A and which is B, which heads, on which range of colours, and
//! what of the pictures stays when another comparison begins.

use std::sync::Arc;

use nearfar::methods::MethodKind;

use crate::choices::{Choices, Source};
use crate::protocol::{Begun, KnowsView, MethodView, Shown, Why};

/// Beyond so many tokens, pictures are drawn as they come.
const LONG: usize = 64;

/// The place of A (0) or B (1) among the methods that are there: the one that was chosen, or where it is not in
/// this grid of `places` the first or second.
pub fn place(
    methods: &[MethodView],
    places: usize,
    choices: &Choices,
    which: usize,
) -> Option<usize> {
    let wanted = choices.pair.get(which)?;
    let found = methods.iter().position(|method| method.name == *wanted);
    // Before all are there, what is missing may still come.
    found.or((which < places && methods.len() == places).then_some(which))
}

/// Which heads are shown: as is chosen, but the last one where no method has the chosen one.
pub fn shown(chosen: Shown, methods: &[MethodView], places: usize) -> Shown {
    let most = methods.iter().map(|method| method.heads).max().unwrap_or(0);
    // What is still on its way may have it.
    let may_come =
        methods.len() != places || methods.iter().any(|method| method.problem == Some(Why::Coming));
    match chosen {
        Shown::Head(head) if most > 0 && !may_come => Shown::Head(head.min(most - 1)),
        _ => chosen,
    }
}

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

/// The places whose weights have one range of colours with those of `place`: it alone, A and B together if it is one
/// of them, or all.
pub fn same_range(
    place: usize,
    pair: [Option<usize>; 2],
    own_range: bool,
    places: usize,
) -> Vec<usize> {
    match own_range {
        true if pair.contains(&Some(place)) => pair.into_iter().flatten().collect(),
        true => vec![place],
        false => (0..places).collect(),
    }
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

/// What of the pictures stays when a comparison begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stays {
    /// Everything: the sentence is the same.
    All,
    /// The weights, until others come: those of a short sentence are soon redrawn.
    Weights,
    /// Nothing: pictures of another length would not fit.
    Nothing,
}

impl Stays {
    /// After `known`, where the other one is whole.
    pub fn after(known: &Begun, begun: &Begun) -> Stays {
        let tokens = begun.tokens.len();
        let is_other = known.tokens != begun.tokens || known.memory != begun.memory;
        let fits = known.places == begun.places && known.tokens.len() == tokens;
        match (is_other, fits) {
            (_, false) => Stays::Nothing,
            (true, true) if tokens > LONG => Stays::Nothing,
            (true, true) => Stays::Weights,
            (false, true) => Stays::All,
        }
    }
}

/// Puts a method in its place.
pub fn put(methods: &mut Vec<MethodView>, view: MethodView) {
    match methods.get_mut(view.place) {
        Some(known) => *known = view,
        None => methods.push(view),
    }
}

/// Puts the weights of a method in its place.
pub fn put_weights(all: &mut Vec<Arc<Vec<f32>>>, place: usize, weights: Vec<f32>) {
    if all.len() <= place {
        all.resize_with(place + 1, Arc::default);
    }
    all[place] = Arc::new(weights);
}

/// Whether pictures are drawn once the weights of a place are there: all at once where that is soon, else each as it
/// comes.
pub fn is_due(begun: &Begun, place: usize) -> bool {
    place + 1 == begun.places || begun.tokens.len() > LONG
}

/// The words without a word vector, each once, in the order of the alphabet.
pub fn unknown_words(begun: &Begun) -> Vec<&str> {
    let words = begun.tokens.iter().zip(&begun.unknown).filter(|(_, unknown)| **unknown);
    let mut words: Vec<&str> = words.map(|(word, _)| word.as_str()).collect();
    words.sort_unstable();
    words.dedup();
    words
}
