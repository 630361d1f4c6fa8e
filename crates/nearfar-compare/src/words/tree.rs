//! What is said of the tree that is edited: what came of a gesture, the way between two words, arcs that cross.

use ndarray::Array2;
use nearfar::methods::tree::TreePath;
use nearfar::text::dependency::conllu::Problem;
use nearfar::text::dependency::vocabulary::RELATIONS;
use nearfar::text::dependency::{DependencyTree, PartOfSpeech, Word};
use nearfar_texts::compare as texts;

use crate::protocol::Cell;
use crate::tree_editor::{
    By, MOST_ARCS, MOST_WAYS, Others, Outcome, WayLine, named_crossings, way_line,
};

/// A word with its number.
pub fn name(tree: &DependencyTree, node: usize) -> String {
    word(tree, node).map_or_else(|| "ROOT".to_owned(), |word| format!("“{}” ({node})", word.form))
}

/// What stands under a word when the cursor is on another: distance and traversal.
pub fn way_text(way: TreePath) -> String {
    match way.distance() {
        0 => "0".to_owned(),
        distance => format!("{distance} {}", way.in_runs()),
    }
}

/// The same of the word at a node, while the cursor's query is another; empty where there is no room for ways.
pub fn way_under(cursor: Option<Cell>, ways: &Array2<TreePath>, node: usize) -> String {
    let Some((query, _)) = cursor.filter(|_| ways.nrows() <= MOST_WAYS) else {
        return String::new();
    };
    ways.get((query, node - 1)).map_or_else(String::new, |way| way_text(*way))
}

fn word(tree: &DependencyTree, node: usize) -> Option<&Word> {
    tree.words().get(node.checked_sub(1)?)
}

/// The second line of a word's box; empty where there is no such word.
pub fn tag(tree: &DependencyTree, node: usize) -> String {
    word(tree, node).map_or_else(String::new, |word| format!("{node} {}", word.part_of_speech))
}

/// A word with all that hangs it into the tree; empty where there is no such word.
pub fn label(tree: &DependencyTree, node: usize) -> String {
    let Some(Word { form, head, part_of_speech, relation, .. }) = word(tree, node) else {
        return String::new();
    };
    texts::trees_word(form, node, part_of_speech, relation, name(tree, *head))
}

/// What part of speech, relation and head of a word mean; empty where there is no such word.
pub fn meaning(tree: &DependencyTree, node: usize) -> String {
    let Some(word) = word(tree, node) else { return String::new() };
    let (_, _, part) = PartOfSpeech::ALL[word.part_of_speech.index()];
    let (relation, about) = RELATIONS[word.relation.index()];
    match word.head {
        0 => texts::word_means_root(name(tree, node), part),
        head => texts::word_means(name(tree, node), part, relation, about, name(tree, head)),
    }
}

/// How many attention weights are drawn, of those that are at least so large.
pub fn drawn(weights: &[f32], least: f32) -> String {
    let drawn = weights.iter().filter(|weight| **weight > 0.0 && **weight >= least).count();
    match drawn.min(MOST_ARCS) {
        shown if shown < drawn => texts::trees_drawn_strongest(shown, drawn),
        _ => texts::trees_drawn(drawn, weights.len()),
    }
}

/// What was done or refused, of the words of `tree`; empty where nothing was.
pub fn said(outcome: Option<&Outcome>, tree: &DependencyTree) -> String {
    let name = |node: &usize| name(tree, *node);
    match outcome {
        None => String::new(),
        Some(Outcome::PickedUp(word, by)) => match by {
            By::Keys => texts::trees_picked_by_keys(name(word)),
            By::Tap => texts::trees_picked_by_tap(name(word)),
            By::Drag => texts::trees_picked_by_drag(name(word)),
        },
        Some(Outcome::OverNone) => texts::trees_over_none().to_owned(),
        Some(Outcome::Over(head)) => texts::trees_over(name(head)),
        Some(Outcome::OverRefused(head, reason)) => texts::trees_over_refused(name(head), reason),
        Some(Outcome::PutBack(word)) => texts::trees_put_back(name(word)),
        Some(Outcome::HangsAlready(word, head)) => {
            texts::trees_hangs_already(name(word), name(head))
        }
        Some(Outcome::HangsNow { word, head, crosses }) => {
            let hangs = texts::trees_hangs_now(name(word), name(head));
            match crosses {
                Some(other) => format!("{hangs} {}", texts::trees_crosses(name(other))),
                None => hangs,
            }
        }
        Some(Outcome::RootNow(root, Some(old))) => {
            texts::trees_root_now_moved(name(root), name(old))
        }
        Some(Outcome::RootNow(root, None)) => texts::trees_root_now(name(root)),
        Some(Outcome::RelationNow(word, relation)) => texts::trees_label_now(name(word), relation),
        Some(Outcome::PartNow(word, part)) => texts::trees_label_now(name(word), part),
        Some(Outcome::Refused(reason)) => texts::trees_refused(reason),
        Some(Outcome::NoRelation(text)) => {
            texts::trees_refused(Problem::Subtype { found: texts::quoted(text) })
        }
    }
}

/// The way between the words at the cursor, in a line; `ways` are those from every word to every word.
pub fn pair(cursor: Option<Cell>, ways: &Array2<TreePath>, tree: &DependencyTree) -> String {
    let Some((query, key)) = cursor else { return texts::trees_way_point().to_owned() };
    let Some(&way) = ways.get((query, key)) else { return String::new() };
    let [one, other] = [query, key].map(|word| name(tree, word + 1));
    match way_line(way, tree.words().len()) {
        WayLine::Itself(true) => texts::trees_way_under(one),
        WayLine::Itself(false) => texts::trees_way_other(one),
        WayLine::Between(way) => texts::trees_way(one, other, way.distance(), way),
    }
}

/// Which arcs cross, in words; empty where none do.
pub fn crossings(tree: &DependencyTree) -> String {
    let (named, others) = named_crossings(tree);
    let named = named.into_iter().map(|(one, other)| [name(tree, one), name(tree, other)]);
    let pairs = named.fold(None, |before: Option<String>, [one, other]| {
        Some(match before {
            Some(before) => texts::trees_crossing_next(before, one, other),
            None => texts::trees_crossing(one, other),
        })
    });
    let Some(pairs) = pairs else { return String::new() };
    match others {
        Others::Many => texts::trees_crossings_many(pairs),
        Others::More(more) => texts::trees_crossings_more(pairs, more),
        Others::None => texts::trees_crossings(pairs),
    }
}
