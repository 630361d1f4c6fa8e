//! What is edited: the tree with where it is drawn, the chosen word, an arc that is carried, and what is
//! said of it. No view.

use std::sync::Arc;

use leptos::html;
use leptos::prelude::*;
use ndarray::Array2;
use nearfar::methods::tree::Way;
use nearfar::picture::arcs::{ArcLayout, ArcOptions};
use nearfar::text::dependency::{DependencyTree, EditError, PartOfSpeech, Relation};

use crate::canvas::measure;
use crate::reactive::{effect, memo};

/// Sizes of text, in CSS pixels: words; relations, parts of speech and ways.
const WORD_SIZE: f64 = 15.0;
const SMALL_SIZE: f64 = 11.0;
/// Beside the text in a word's box, on both sides together.
const PADDING: f64 = 10.0;
/// Sentences with more words do not show the way to every word: there is no room for it.
pub const MOST_WAYS: usize = 128;
/// So many crossings are told and marked.
pub const MOST_CROSSINGS: usize = 60;

/// How an arc was picked up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum By {
    Keys,
    Tap,
    Drag,
}

/// An arc that is carried to another head.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Carry {
    /// Whose: a word, from 1.
    pub word: usize,
    /// The head over which it is held; 0 is ROOT.
    pub target: Option<usize>,
    pub by: By,
    /// The pointer, in the picture.
    pub at: Option<(f64, f64)>,
}

/// What was done or refused.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Said {
    pub text: String,
    pub refused: bool,
    /// The word that could be made the root instead.
    pub make_root: Option<usize>,
}

/// Handles to all of it; copied into every component.
#[derive(Clone, Copy)]
pub struct Board {
    pub tree: Signal<Arc<DependencyTree>>,
    change: Callback<DependencyTree>,
    /// Query and key, from 0.
    pub cursor: RwSignal<Option<(usize, usize)>>,
    /// The chosen word, from 1.
    chosen: RwSignal<Option<usize>>,
    pub carry: RwSignal<Option<Carry>>,
    pub said: RwSignal<Said>,
    /// Where everything stands.
    pub layout: Memo<Arc<ArcLayout>>,
    /// From every word to every word.
    pub ways: Memo<Arc<Array2<Way>>>,
    /// The words whose arcs are on the way that the cursor points at, from 1.
    pub lit: Memo<Vec<usize>>,
    /// The word whose arc is carried, and the node over which it is held: each changes less often than
    /// the pointer moves.
    pub carried: Memo<Option<usize>>,
    pub held: Memo<Option<usize>>,
    /// Why the carried arc cannot hang where it is held.
    pub refusal: Memo<Option<EditError>>,
    /// The box that scrolls, and the picture in it.
    pub frame: NodeRef<html::Div>,
    pub plane: NodeRef<html::Div>,
    /// The tree that was edited last, as in a link.
    edited: StoredValue<String>,
}

impl Board {
    pub fn new(
        tree: Signal<Arc<DependencyTree>>,
        change: Callback<DependencyTree>,
        cursor: RwSignal<Option<(usize, usize)>>,
    ) -> Self {
        let carry = RwSignal::new(None::<Carry>);
        let ways = memo(move || tree.with(|tree| Arc::new(tree.tree().token_ways())));
        let layout = memo(move || {
            tree.with(|tree| {
                let ways = (tree.words().len() <= MOST_WAYS).then(|| ways.get());
                Arc::new(lay_out(tree, ways.as_deref()))
            })
        });
        let lit = memo(move || {
            let Some((query, key)) = cursor.get() else { return Vec::new() };
            tree.with(|tree| {
                let path = tree.tree().path(query + 1, key + 1);
                let child = |pair: &[usize]| {
                    let is_up = tree.tree().parent(pair[0]) == Some(pair[1]);
                    if is_up { pair[0] } else { pair[1] }
                };
                path.windows(2).map(child).collect()
            })
        });
        let refusal = memo(move || {
            let Carry { word, target, .. } = carry.get()?;
            tree.with(|tree| tree.set_head(word, target?).err())
        });
        Board {
            tree,
            change,
            cursor,
            chosen: RwSignal::new(None),
            carry,
            said: RwSignal::new(Said::default()),
            layout,
            ways,
            lit,
            carried: memo(move || carry.get().map(|carry| carry.word)),
            held: memo(move || carry.get()?.target),
            refusal,
            frame: NodeRef::new(),
            plane: NodeRef::new(),
            edited: StoredValue::new(String::new()),
        }
    }

    /// How many words there are.
    pub fn count(self) -> usize {
        self.tree.with(|tree| tree.words().len())
    }

    /// The chosen word, from 1, if the sentence has it.
    pub fn chosen(self) -> Option<usize> {
        self.chosen.get().filter(|&word| word <= self.count())
    }

    pub fn choose(self, word: usize) {
        self.chosen.set(Some(word));
    }

    /// A word with its number, for a sentence about it.
    pub fn name(self, node: usize) -> String {
        self.tree.with(|tree| name(tree, node))
    }

    /// Follows the tree: what was said or carried is over once it changes from outside, what was chosen
    /// once the words are others.
    pub fn follow(self) {
        let known = StoredValue::new(None::<Vec<String>>);
        effect(move || {
            let (words, written) = self.tree.with(|tree| (forms(tree), tree.to_compact()));
            if self.edited.with_value(|edited| *edited != written) {
                self.carry.set(None);
                self.said.set(Said::default());
            }
            if known.with_value(|known| known.as_ref() != Some(&words)) {
                self.chosen.set(None);
                known.set_value(Some(words));
            }
        });
    }

    fn say(self, text: String) {
        self.said.set(Said { text, ..Said::default() });
    }

    /// Says why something is refused, and offers what can be done instead.
    fn refuse(self, text: String, reason: &EditError) {
        self.said.set(Said { text, refused: true, make_root: self.instead(reason) });
    }

    /// The word that could be made the root instead of what was refused.
    fn instead(self, reason: &EditError) -> Option<usize> {
        match *reason {
            EditError::SecondRoot { word, .. } => Some(word),
            // The root hangs on another word once that is the root.
            EditError::Cycle { word, head } => {
                let root = self.tree.with_untracked(|tree| tree.root());
                (root == Some(word)).then_some(head)
            }
            _ => None,
        }
    }

    /// Picks up the arc of a word.
    pub fn pick_up(self, word: usize, by: By, at: Option<(f64, f64)>) {
        self.choose(word);
        let target = match by {
            By::Keys => self.head(word),
            By::Tap | By::Drag => None,
        };
        self.carry.set(Some(Carry { word, target, by, at }));
        let name = untrack(|| self.name(word));
        self.say(match by {
            By::Keys => texts::compare::trees_picked_by_keys(name),
            By::Tap => texts::compare::trees_picked_by_tap(name),
            By::Drag => texts::compare::trees_picked_by_drag(name),
        });
    }

    /// Holds the carried arc over another head, or over none.
    pub fn hold(self, target: Option<usize>, at: Option<(f64, f64)>) {
        let Some(carry) = self.carry.get_untracked() else { return };
        self.carry.set(Some(Carry { target, at, ..carry }));
        if target == carry.target {
            return;
        }
        let Some(head) = target else {
            return self.say(texts::compare::trees_over_none().to_owned());
        };
        self.point(carry.word, head);
        let over = untrack(|| self.name(head));
        match self.refusal.get_untracked() {
            Some(reason) => {
                self.refuse(texts::compare::trees_over_refused(over, &reason), &reason);
            }
            None => self.say(texts::compare::trees_over(over)),
        }
    }

    /// Every picture points at a pair of nodes; ROOT is in none.
    pub fn point(self, query: usize, key: usize) {
        if let (Some(query), Some(key)) = (query.checked_sub(1), key.checked_sub(1)) {
            self.cursor.set(Some((query, key)));
        }
    }

    /// Puts the carried arc back.
    pub fn put_back(self) {
        if let Some(carry) = self.carry.get_untracked() {
            self.carry.set(None);
            self.say(texts::compare::trees_put_back(untrack(|| self.name(carry.word))));
        }
    }

    /// Puts back what keys carry once the focus is elsewhere. A reason stays, since what can be done
    /// instead stands beside it.
    pub fn leave(self) {
        if self.said.with_untracked(|said| said.refused) {
            self.carry.set(None);
        } else {
            self.put_back();
        }
    }

    /// Lets the carried arc go where it is held.
    pub fn drop_it(self) {
        let Some(Carry { word, target, .. }) = self.carry.get_untracked() else { return };
        self.carry.set(None);
        self.choose(word);
        match target {
            Some(head) => drop(self.hang(word, head)),
            None => self.say(texts::compare::trees_put_back(untrack(|| self.name(word)))),
        }
    }

    /// The head of a word, without following it.
    pub fn head(self, word: usize) -> Option<usize> {
        self.tree.with_untracked(|tree| Some(tree.words().get(word.checked_sub(1)?)?.head))
    }

    /// Hangs a word on another head; says what came of it, and whether the head is another now.
    pub fn hang(self, word: usize, head: usize) -> bool {
        let names = untrack(|| [self.name(word), self.name(head)]);
        if self.head(word) == Some(head) {
            let [word, head] = names;
            self.say(texts::compare::trees_hangs_already(word, head));
            return false;
        }
        let before = self.tree.get_untracked();
        self.take(before.set_head(word, head), |tree| {
            let crossings = tree.crossings(usize::MAX);
            let crossing =
                crossings.into_iter().find(|(one, other)| [*one, *other].contains(&word));
            let crosses = crossing.map(|(one, other)| {
                let other = name(tree, if one == word { other } else { one });
                format!(" {}", texts::compare::trees_crosses(other))
            });
            let [word, head] = names;
            texts::compare::trees_hangs_now(word, head) + &crosses.unwrap_or_default()
        })
    }

    /// Makes a word the root; the one before hangs on it.
    pub fn make_root(self, word: usize) {
        let before = self.tree.get_untracked();
        let old = before.root();
        self.take(before.make_root(word), |tree| {
            let root = name(tree, word);
            match old.filter(|&old| old != word) {
                Some(old) => texts::compare::trees_root_now_moved(root, name(tree, old)),
                None => texts::compare::trees_root_now(root),
            }
        });
        self.choose(word);
    }

    pub fn set_relation(self, word: usize, relation: Relation) {
        let before = self.tree.get_untracked();
        let text = texts::compare::trees_label_now(name(&before, word), &relation);
        self.take(before.set_relation(word, relation), |_| text);
    }

    pub fn set_part_of_speech(self, word: usize, part: PartOfSpeech) {
        let before = self.tree.get_untracked();
        let text = texts::compare::trees_label_now(name(&before, word), part);
        self.take(before.set_part_of_speech(word, part), |_| text);
    }

    /// Says that what was typed is none.
    pub fn refuse_text(self, text: String) {
        self.said.set(Said { text, refused: true, make_root: None });
    }

    /// Hands an edited tree over, or says why there is none; whether there is one.
    fn take(
        self,
        edited: Result<DependencyTree, EditError>,
        say: impl FnOnce(&DependencyTree) -> String,
    ) -> bool {
        match edited {
            Ok(tree) => {
                let text = say(&tree);
                self.edited.set_value(tree.to_compact());
                self.carry.set(None);
                self.change.run(tree);
                self.say(text);
                true
            }
            Err(reason) => {
                self.refuse(texts::compare::trees_refused(&reason), &reason);
                false
            }
        }
    }

    /// The way between the words at the cursor, in a line.
    pub fn pair(self) -> String {
        let Some((query, key)) = self.cursor.get() else {
            return texts::compare::trees_way_point().to_owned();
        };
        let way = self.ways.with(|ways| ways.get((query, key)).copied());
        let Some(way) = way else { return String::new() };
        let [one, other] = [query, key].map(|word| self.name(word + 1));
        match way.distance() {
            0 if self.count() > MOST_WAYS => texts::compare::trees_way_other(one),
            0 => texts::compare::trees_way_under(one),
            distance => texts::compare::trees_way(one, other, distance, way),
        }
    }

    /// Which arcs cross, in words.
    pub fn crossings(self) -> String {
        const TOLD: usize = 3;
        self.tree.with(|tree| {
            let crossings = tree.crossings(MOST_CROSSINGS);
            let told = crossings.iter().take(TOLD);
            let named = told.map(|&(one, other)| [name(tree, one), name(tree, other)]);
            let pairs = named.fold(None, |before: Option<String>, [one, other]| {
                Some(match before {
                    Some(before) => texts::compare::trees_crossing_next(before, one, other),
                    None => texts::compare::trees_crossing(one, other),
                })
            });
            let Some(pairs) = pairs else { return String::new() };
            match crossings.len() {
                MOST_CROSSINGS => texts::compare::trees_crossings_many(pairs),
                found if found > TOLD => texts::compare::trees_crossings_more(pairs, found - TOLD),
                _ => texts::compare::trees_crossings(pairs),
            }
        })
    }
}

/// A word with its number.
pub fn name(tree: &DependencyTree, node: usize) -> String {
    let word = node.checked_sub(1).and_then(|place| tree.words().get(place));
    word.map_or_else(|| "ROOT".to_owned(), |word| format!("“{}” ({node})", word.form))
}

/// The words as written.
pub fn forms(tree: &DependencyTree) -> Vec<String> {
    tree.words().iter().map(|word| word.form.clone()).collect()
}

/// What stands under a word when the cursor is on another: distance and traversal.
pub fn way_text(way: Way) -> String {
    match way.distance() {
        0 => "0".to_owned(),
        distance => format!("{distance} {}", way.in_runs()),
    }
}

/// The second line of a word's box.
pub fn tag_text(node: usize, part: PartOfSpeech) -> String {
    format!("{node} {part}")
}

fn lay_out(tree: &DependencyTree, ways: Option<&Array2<Way>>) -> ArcLayout {
    let wide = |text: &str, size: f64| measure(text, size) + PADDING;
    let of_word = |(place, word): (usize, &nearfar::text::dependency::Word)| {
        let form = wide(&word.form, WORD_SIZE);
        let tag = wide(&tag_text(place + 1, word.part_of_speech), SMALL_SIZE);
        // The way with the most letters is about the widest.
        let way = ways.and_then(|ways| {
            let texts = ways.column(place).into_iter().map(|way| way_text(*way));
            texts.max_by_key(String::len)
        });
        form.max(tag).max(way.map_or(0.0, |text| wide(&text, SMALL_SIZE)))
    };
    let mut widths = vec![wide("ROOT", SMALL_SIZE)];
    widths.extend(tree.words().iter().enumerate().map(of_word));
    let labels: Vec<f64> =
        tree.words().iter().map(|word| measure(&word.relation.to_string(), SMALL_SIZE)).collect();
    ArcLayout::new(tree.tree(), &widths, &labels, &ArcOptions::default())
}
