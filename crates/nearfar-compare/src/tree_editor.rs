//! The tree of a sentence as it is edited: presses, drags and keys on words go in; the chosen word, an arc
//! that is carried, what is said, and an edited tree come out. Words count from 1, and 0 is ROOT. What stands
//! under the pointer is the page's to know.

use nearfar::methods::tree::TreePath;
use nearfar::shortcuts::place_after;
use nearfar::text::dependency::vocabulary::RELATIONS;
use nearfar::text::dependency::{DependencyTree, EditError, PartOfSpeech, Relation, Word};

use crate::protocol::Cell;
use crate::sentence::forms;

/// A press that moves farther is a drag, in CSS pixels.
const DRAG: f64 = 6.0;
/// So near the sides of its box a drag scrolls the picture, in CSS pixels.
const AT_SIDE: f64 = 40.0;
/// So far at each move.
const SCROLL: i32 = 14;
/// Sentences with more words do not show the way to every word: there is no room for it.
pub const MOST_WAYS: usize = 128;
/// The most arcs of attention that are drawn, the strongest.
pub const MOST_ARCS: usize = 400;
/// So many crossings are told and marked.
pub const MOST_CROSSINGS: usize = 60;
/// So many of them by name.
const MOST_NAMED: usize = 3;

/// How an arc was picked up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum By {
    /// Enter or Space on its word.
    Keys,
    /// A second press on its word.
    Tap,
    /// A press that moves.
    Drag,
}

/// An arc that is carried to another head.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Carry {
    /// Whose: a word, from 1.
    pub word: usize,
    /// The head over which it is held; 0 is ROOT.
    pub target: Option<usize>,
    /// How it was picked up.
    pub by: By,
    /// The pointer, in the picture, in CSS pixels.
    pub at: Option<(f64, f64)>,
}

/// What was done or refused.
#[derive(Clone, Debug, PartialEq)]
pub enum Outcome {
    /// The arc of a word is carried.
    PickedUp(usize, By),
    /// It is held over no word.
    OverNone,
    /// It is held over a head.
    Over(usize),
    /// It is held over a head on which it cannot hang.
    OverRefused(usize, EditError),
    /// The arc of a word is where it was.
    PutBack(usize),
    /// A word hangs already on the head that was chosen.
    HangsAlready(usize, usize),
    /// A word hangs on another head.
    HangsNow {
        /// The word.
        word: usize,
        /// Its head.
        head: usize,
        /// A word whose arc it crosses now.
        crosses: Option<usize>,
    },
    /// A word is the root; and the one that was it before and hangs on it now.
    RootNow(usize, Option<usize>),
    /// A word has another relation.
    RelationNow(usize, Relation),
    /// A word has another part of speech.
    PartNow(usize, PartOfSpeech),
    /// The tree would be none.
    Refused(EditError),
    /// A relation with what was typed behind its colon is none.
    NoRelation(String),
}

impl Outcome {
    /// Whether it says why something was not done.
    pub fn is_refusal(&self) -> bool {
        matches!(self, Outcome::OverRefused(..) | Outcome::Refused(_) | Outcome::NoRelation(_))
    }

    /// The word that could be made the root of `tree` instead of what was refused.
    pub fn instead(&self, tree: &DependencyTree) -> Option<usize> {
        match *self {
            Outcome::OverRefused(_, EditError::SecondRoot { word, .. })
            | Outcome::Refused(EditError::SecondRoot { word, .. }) => Some(word),
            // The root hangs on another word once that is the root.
            Outcome::OverRefused(_, EditError::Cycle { word, head })
            | Outcome::Refused(EditError::Cycle { word, head }) => {
                (tree.root() == Some(word)).then_some(head)
            }
            _ => None,
        }
    }
}

/// What of a word is chosen from a menu or typed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Field {
    /// The number of its head; 0 is ROOT.
    Head,
    /// Its relation to that, without what follows the colon.
    Relation,
    /// What follows the colon.
    Subtype,
    /// Its part of speech.
    Part,
}

impl Field {
    /// Its value of a word.
    pub fn of(self, word: &Word) -> String {
        match self {
            Field::Head => word.head.to_string(),
            Field::Relation => word.relation.universal().to_owned(),
            Field::Subtype => {
                let relation = word.relation.to_string();
                relation.split_once(':').map_or_else(String::new, |(_, subtype)| subtype.to_owned())
            }
            Field::Part => word.part_of_speech.to_string(),
        }
    }

    /// What its menu offers for a word of a tree, from 1; nothing for what is typed. No word hangs on itself, and `root`
    /// belongs to the word on ROOT, and only to it.
    pub fn options(self, tree: &DependencyTree, word: usize) -> Vec<MenuOption> {
        let Some(of) = word.checked_sub(1).and_then(|place| tree.words().get(place)) else {
            return Vec::new();
        };
        let chosen = self.of(of);
        let option = |value: &str, says: String, is_off: bool| {
            let value = value.to_owned();
            MenuOption { is_chosen: value == chosen, value, says, is_off }
        };
        let named = |name: &str, about: &str, is_off: bool| {
            option(name, format!("{name}: {about}"), is_off)
        };
        match self {
            Field::Head => {
                let words = forms(tree).into_iter().zip(1_usize..);
                let words = words.map(|(form, place)| {
                    option(&place.to_string(), format!("{place} {form}"), place == word)
                });
                [option("0", "0 ROOT".to_owned(), false)].into_iter().chain(words).collect()
            }
            Field::Relation => {
                let is_off = |name| (of.head == 0) != (name == Relation::ROOT.universal());
                RELATIONS.iter().map(|(name, about)| named(name, about, is_off(*name))).collect()
            }
            Field::Part => {
                PartOfSpeech::ALL.iter().map(|(_, tag, about)| named(tag, about, false)).collect()
            }
            Field::Subtype => Vec::new(),
        }
    }
}

/// What a menu of a word offers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MenuOption {
    /// Its value, as [`TreeEditor::edit`] takes it.
    pub value: String,
    /// What is read.
    pub says: String,
    /// Whether it cannot be chosen.
    pub is_off: bool,
    /// Whether the word has it.
    pub is_chosen: bool,
}

/// What is to be done beside showing the editor.
#[derive(Debug, Default, PartialEq)]
pub struct Effects {
    /// Every picture points at this pair.
    pub point: Option<Cell>,
    /// The tree is this one now.
    pub change: Option<DependencyTree>,
    /// The focus goes to a word.
    pub focus: Option<usize>,
    /// A node is scrolled into sight.
    pub show: Option<usize>,
    /// The picture scrolls where the pointer is near its sides.
    pub scrolls: bool,
    /// The key was the editor's.
    pub is_taken: bool,
}

impl Effects {
    /// ROOT is in no pair.
    fn pointing(query: usize, key: usize) -> Effects {
        let point = query.checked_sub(1).zip(key.checked_sub(1));
        Effects { point, ..Effects::default() }
    }
}

/// A press on a node that has not ended.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Press {
    node: usize,
    pointer: i32,
    from: (f64, f64),
    /// Whether the word was the chosen one before.
    again: bool,
}

/// What is edited, but for the tree, which the room has.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TreeEditor {
    chosen: Option<usize>,
    carry: Option<Carry>,
    refusal: Option<EditError>,
    said: Option<Outcome>,
    press: Option<Press>,
    /// The tree that was edited last, as in a link.
    edited: String,
    /// The words of the tree that was followed last.
    forms: Option<Vec<String>>,
}

impl TreeEditor {
    /// The chosen word of a sentence of so many.
    pub fn chosen(&self, words: usize) -> Option<usize> {
        self.chosen.filter(|&word| word <= words)
    }

    /// The arc that is carried.
    pub fn carry(&self) -> Option<Carry> {
        self.carry
    }

    /// The node over which the carried arc is held, and whether it cannot hang there.
    pub fn over(&self) -> Option<(usize, bool)> {
        Some((self.carry?.target?, self.refusal.is_some()))
    }

    /// What was done or refused last.
    pub fn said(&self) -> Option<&Outcome> {
        self.said.as_ref()
    }

    /// The tree is this one: what was said or carried is over where it changed from outside, what was chosen
    /// where the words are others.
    pub fn follow(&mut self, tree: &DependencyTree) {
        if self.edited != tree.to_compact() {
            (self.carry, self.said) = (None, None);
            self.refusal = None;
        }
        let forms = forms(tree);
        if self.forms.as_ref() != Some(&forms) {
            self.chosen = None;
            self.forms = Some(forms);
        }
    }

    /// Chooses a word.
    pub fn choose(&mut self, word: usize) -> Effects {
        self.chosen = Some(word);
        Effects::default()
    }

    // Pointers.

    /// A press begins on a node, at a point of the window.
    pub fn press(
        &mut self,
        tree: &DependencyTree,
        node: usize,
        pointer: i32,
        from: (f64, f64),
    ) -> Effects {
        let again = self.chosen(tree.words().len()) == Some(node);
        self.press = Some(Press { node, pointer, from, again });
        Effects::default()
    }

    /// Whether a pointer that moves may drag an arc. ROOT hangs on nothing: it is pressed, but not dragged.
    pub fn may_drag(&self, pointer: i32) -> bool {
        self.press.is_some_and(|press| press.node > 0 && press.pointer == pointer)
    }

    /// The pointer moves to a point of the window, over a node, at a point of the picture: beyond a few pixels
    /// it carries the arc.
    pub fn drag(
        &mut self,
        tree: &DependencyTree,
        to: (f64, f64),
        over: Option<usize>,
        at: Option<(f64, f64)>,
    ) -> Effects {
        let Some(press) = self.press else { return Effects::default() };
        let is_dragged = self.is_carried_by(By::Drag);
        if !is_dragged {
            if (to.0 - press.from.0).hypot(to.1 - press.from.1) <= DRAG {
                return Effects::default();
            }
            self.pick_up(tree, press.node, By::Drag, at);
        }
        let held = self.hold(tree, over.filter(|node| *node != press.node), at);
        Effects { scrolls: is_dragged, ..held }
    }

    /// The press of a pointer ends: what is dragged drops; a word chooses itself, picks its own arc up at the
    /// second press, puts it back at the third, and takes another one's.
    pub fn release(&mut self, tree: &DependencyTree, pointer: i32) -> Effects {
        let Some(press) = self.press.take_if(|press| press.pointer == pointer) else {
            return Effects::default();
        };
        match self.carry {
            Some(Carry { by: By::Drag, .. }) => self.drop_it(tree),
            Some(Carry { word, .. }) if word == press.node => self.put_back(),
            Some(_) => {
                let held = self.hold(tree, Some(press.node), None);
                Effects { point: held.point, ..self.drop_it(tree) }
            }
            None if press.node == 0 => Effects::default(),
            None if press.again => self.pick_up(tree, press.node, By::Tap, None),
            None => {
                self.choose(press.node);
                Effects::pointing(press.node, press.node)
            }
        }
    }

    /// The browser took the press over, to scroll or to zoom.
    pub fn cancel(&mut self) -> Effects {
        self.press = None;
        if self.is_carried_by(By::Drag) { self.put_back() } else { Effects::default() }
    }

    // Keys.

    /// A key on a word. Arrows move the cursor (with Shift its key alone) or the carried arc.
    pub fn key(
        &mut self,
        tree: &DependencyTree,
        cursor: Option<Cell>,
        node: usize,
        key: &str,
        extends: bool,
    ) -> Effects {
        let words = tree.words().len();
        let done = match self.carry {
            Some(carry) => self.carry_by_key(tree, carry, key),
            None => match key {
                "Enter" | " " => Some(self.pick_up(tree, node, By::Keys, None)),
                _ => moved_by_key(words, cursor, node, key, extends),
            },
        };
        match done {
            Some(effects) => Effects { is_taken: true, ..effects },
            None => Effects::default(),
        }
    }

    fn carry_by_key(&mut self, tree: &DependencyTree, carry: Carry, key: &str) -> Option<Effects> {
        let last = tree.words().len();
        let from = carry.target.unwrap_or(carry.word);
        // A word does not hang on itself: it is passed over.
        let step = |by: isize| {
            let next = from.saturating_add_signed(by).min(last);
            let beyond = next.saturating_add_signed(by).min(last);
            match (next == carry.word, beyond == carry.word) {
                (false, _) => next,
                (true, false) => beyond,
                (true, true) => from,
            }
        };
        let target = match key {
            "ArrowLeft" | "ArrowUp" => step(-1),
            "ArrowRight" | "ArrowDown" => step(1),
            "Home" => 0,
            "End" if last == carry.word => last.saturating_sub(1),
            "End" => last,
            "Enter" | " " => return Some(self.drop_it(tree)),
            "Escape" => return Some(self.put_back()),
            _ => return None,
        };
        Some(Effects { show: Some(target), ..self.hold(tree, Some(target), None) })
    }

    /// The focus comes to a word.
    pub fn focused(&mut self, node: usize) -> Effects {
        if self.carry.is_none() { self.choose(node) } else { Effects::default() }
    }

    /// The focus leaves the words: what keys carry is put back. A reason stays, since what can be done instead
    /// stands beside it.
    pub fn left(&mut self) -> Effects {
        if !self.is_carried_by(By::Keys) {
            return Effects::default();
        }
        if self.said.as_ref().is_some_and(Outcome::is_refusal) {
            self.let_go();
            return Effects::default();
        }
        self.put_back()
    }

    // What both do.

    fn is_carried_by(&self, by: By) -> bool {
        self.carry.is_some_and(|carry| carry.by == by)
    }

    fn let_go(&mut self) {
        (self.carry, self.refusal) = (None, None);
    }

    /// Picks up the arc of a word.
    pub fn pick_up(
        &mut self,
        tree: &DependencyTree,
        word: usize,
        by: By,
        at: Option<(f64, f64)>,
    ) -> Effects {
        self.choose(word);
        let target = head(tree, word).filter(|_| by == By::Keys);
        self.carry = Some(Carry { word, target, by, at });
        self.refusal = None;
        self.say(Outcome::PickedUp(word, by))
    }

    /// Holds the carried arc over another head, or over none.
    fn hold(
        &mut self,
        tree: &DependencyTree,
        target: Option<usize>,
        at: Option<(f64, f64)>,
    ) -> Effects {
        let Some(before) = self.carry else { return Effects::default() };
        self.carry = Some(Carry { target, at, ..before });
        if target == before.target {
            return Effects::default();
        }
        self.refusal = target.and_then(|head| tree.set_head(before.word, head).err());
        let Some(head) = target else { return self.say(Outcome::OverNone) };
        self.said = Some(match &self.refusal {
            Some(reason) => Outcome::OverRefused(head, reason.clone()),
            None => Outcome::Over(head),
        });
        Effects::pointing(before.word, head)
    }

    /// Puts the carried arc back.
    pub fn put_back(&mut self) -> Effects {
        let Some(Carry { word, .. }) = self.carry else { return Effects::default() };
        self.let_go();
        self.say(Outcome::PutBack(word))
    }

    /// Picks up the arc of a word, or puts back the one that is carried.
    pub fn toggle(&mut self, tree: &DependencyTree, word: usize) -> Effects {
        match self.carry {
            None => self.pick_up(tree, word, By::Tap, None),
            Some(_) => self.put_back(),
        }
    }

    /// Lets the carried arc go where it is held.
    fn drop_it(&mut self, tree: &DependencyTree) -> Effects {
        let Some(Carry { word, target, .. }) = self.carry else { return Effects::default() };
        self.let_go();
        self.choose(word);
        match target {
            Some(head) => self.hang(tree, word, head),
            None => self.say(Outcome::PutBack(word)),
        }
    }

    // Edits.

    /// Hangs a word on another head.
    pub fn hang(&mut self, tree: &DependencyTree, word: usize, head: usize) -> Effects {
        if self::head(tree, word) == Some(head) {
            return self.say(Outcome::HangsAlready(word, head));
        }
        self.take(tree.set_head(word, head), |tree| {
            let crossings = tree.crossings(usize::MAX);
            let found = crossings.into_iter().find(|(one, other)| [*one, *other].contains(&word));
            let crosses = found.map(|(one, other)| if one == word { other } else { one });
            Outcome::HangsNow { word, head, crosses }
        })
    }

    /// Makes a word the root; the one before hangs on it.
    pub fn make_root(&mut self, tree: &DependencyTree, word: usize) -> Effects {
        let moved = tree.root().filter(|&old| old != word);
        let done = self.take(tree.make_root(word), |_| Outcome::RootNow(word, moved));
        self.choose(word);
        done
    }

    /// Gives a word another relation to its head.
    fn set_relation(&mut self, tree: &DependencyTree, word: usize, relation: Relation) -> Effects {
        let edited = tree.set_relation(word, relation.clone());
        self.take(edited, |_| Outcome::RelationNow(word, relation))
    }

    /// Gives the relation of a word another subtype, as typed with or without its colon; none where nothing is.
    fn set_subtype(&mut self, tree: &DependencyTree, word: usize, typed: &str) -> Effects {
        let Some(now) = word.checked_sub(1).and_then(|place| tree.words().get(place)) else {
            return Effects::default();
        };
        let mut text = now.relation.universal().to_owned();
        let subtype = typed.trim().trim_start_matches(':');
        if !subtype.is_empty() {
            text.push(':');
            text.push_str(subtype);
        }
        match Relation::from_text(&text) {
            Ok(relation) => self.set_relation(tree, word, relation),
            Err(_) => self.say(Outcome::NoRelation(text)),
        }
    }

    /// Gives a word another value of a field, as it was chosen or typed; nothing is done where it is none.
    pub fn edit(
        &mut self,
        tree: &DependencyTree,
        word: usize,
        field: Field,
        typed: &str,
    ) -> Effects {
        let done = match field {
            Field::Head => typed.parse().ok().map(|head| self.hang(tree, word, head)),
            Field::Relation => {
                let relation = Relation::from_text(typed).ok();
                relation.map(|relation| self.set_relation(tree, word, relation))
            }
            Field::Subtype => Some(self.set_subtype(tree, word, typed)),
            Field::Part => {
                PartOfSpeech::from_tag(typed).map(|part| self.set_part(tree, word, part))
            }
        };
        done.unwrap_or_default()
    }

    /// Gives a word another part of speech.
    fn set_part(&mut self, tree: &DependencyTree, word: usize, part: PartOfSpeech) -> Effects {
        self.take(tree.set_part_of_speech(word, part), |_| Outcome::PartNow(word, part))
    }

    fn say(&mut self, said: Outcome) -> Effects {
        self.said = Some(said);
        Effects::default()
    }

    /// Hands an edited tree over, or says why there is none.
    fn take(
        &mut self,
        edited: Result<DependencyTree, EditError>,
        say: impl FnOnce(&DependencyTree) -> Outcome,
    ) -> Effects {
        match edited {
            Ok(tree) => {
                self.let_go();
                self.edited = tree.to_compact();
                self.said = Some(say(&tree));
                Effects { change: Some(tree), ..Effects::default() }
            }
            Err(reason) => self.say(Outcome::Refused(reason)),
        }
    }
}

/// What a key makes of the cursor where no arc is carried.
fn moved_by_key(
    last: usize,
    cursor: Option<Cell>,
    node: usize,
    key: &str,
    extends: bool,
) -> Option<Effects> {
    // With Shift the key of the cursor moves, and the word stays.
    let from = match cursor.filter(|_| extends) {
        Some((query, key)) if query + 1 == node => key + 1,
        _ => node,
    };
    let next = place_after(key, from, 1..last + 1)?;
    Some(match extends {
        true => Effects { show: Some(next), ..Effects::pointing(node, next) },
        false => Effects { focus: Some(next), ..Effects::pointing(next, next) },
    })
}

/// The head of a word; 0 is ROOT.
pub fn head(tree: &DependencyTree, word: usize) -> Option<usize> {
    Some(tree.words().get(word.checked_sub(1)?)?.head)
}

/// The words whose arcs are on the way between a pair.
pub fn arcs_between(tree: &DependencyTree, (query, key): Cell) -> Vec<usize> {
    let path = tree.tree().path(query + 1, key + 1);
    let child = |pair: &[usize]| {
        let is_up = tree.tree().parent(pair[0]) == Some(pair[1]);
        if is_up { pair[0] } else { pair[1] }
    };
    path.windows(2).map(child).collect()
}

/// What is said of the way between the words of a pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WayLine {
    /// It is one word; whether the way to every other one stands under it.
    Itself(bool),
    /// It is this way.
    Between(TreePath),
}

/// What is said of a way in a sentence of so many words.
pub fn way_line(way: TreePath, words: usize) -> WayLine {
    if way.distance() == 0 { WayLine::Itself(words <= MOST_WAYS) } else { WayLine::Between(way) }
}

/// How many arcs cross beyond those that are named.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Others {
    /// None.
    None,
    /// So many.
    More(usize),
    /// Too many to be counted: [`MOST_CROSSINGS`] or more in all.
    Many,
}

/// The crossings that are named, as pairs of words whose arcs cross, and how many others there are.
pub fn named_crossings(tree: &DependencyTree) -> (Vec<(usize, usize)>, Others) {
    let mut named = tree.crossings(MOST_CROSSINGS);
    let found = named.len();
    named.truncate(MOST_NAMED);
    let others = match found - named.len() {
        _ if found == MOST_CROSSINGS => Others::Many,
        0 => Others::None,
        more => Others::More(more),
    };
    (named, others)
}

/// How far a drag at `x` scrolls a box from `left` to `right`, in CSS pixels: to the right where above 0.
pub fn scroll_at(x: f64, left: f64, right: f64) -> i32 {
    if x < left + AT_SIDE {
        -SCROLL
    } else if x > right - AT_SIDE {
        SCROLL
    } else {
        0
    }
}

/// Where a box that is scrolled to `from` and shows `wide` is scrolled to, so that all of a column is seen;
/// `None` where it is. In CSS pixels.
pub fn scroll_to(left: f64, width: f64, from: f64, wide: f64) -> Option<i32> {
    let (left, right) = (left - AT_SIDE, left + width + AT_SIDE);
    if left < from {
        Some(left.max(0.0) as i32)
    } else if right > from + wide {
        Some((right - wide) as i32)
    } else {
        None
    }
}
