//! The sentence, its tree and the choices between the room and the page, which keeps them for links and
//! undo.

use std::fmt::Display;
use std::sync::Arc;
use std::time::Duration;

use leptos::prelude::*;
use nearfar::settings::{DEFAULT_SENTENCE, FIELDS, MAX_PARAMETER, Settings};
use nearfar::text::dependency::{DependencyTree, Origin};
use nearfar::text::token::tokenize;
use nearfar_compare::choices::{Choices, LONGEST_TEXT, Misread, OPENING, Problem};
use nearfar_compare::protocol::MOST_TOKENS;
use nearfar_kit::Mirror;
use wasm_bindgen::prelude::*;

use super::CompareState;
use crate::fetch::describe;
use crate::page;
use crate::values::from_js;

/// The page's name for the choices.
const SETTING: &str = "compare";
/// What was typed is handed to the page once nothing was typed for so long.
pub(super) const PAUSE: Duration = Duration::from_millis(300);

impl CompareState {
    /// Takes over what the page has, where it has something else than was known.
    pub(super) fn look(self, settings: &JsValue) {
        let text = |name| page::text_of(settings, name);
        let number = js_sys::Reflect::get(settings, &"seed".into()).ok();
        let seed = number.and_then(|seed| seed.as_f64()).map_or(0, |seed| seed as u32);
        let colours = page::palette_of(settings);
        if self.palette.get_untracked() != colours {
            self.palette.set(colours);
        }
        // What is in hand in the Lab, but for what was chosen here.
        let opening = Choices::opening(&lab_of(settings), &self.own.get_untracked());
        let written = text(SETTING);
        let (choices, problems) = Choices::from_text_of_lab(&written, &opening);
        self.opening_choices.set_value(opening);
        self.follows.set_value(Choices::follows_lab(&written));
        let written = match Choices::follows_lab(&written) {
            true => choices.to_text(),
            false => written,
        };
        let now = (text("sentence"), written, seed);
        if self.known.try_update_value(|known| known.learn(now.clone())) != Some(true) {
            return;
        }
        // What the page has now is newer than what waits to be handed over: an undo, or a link.
        self.writing.cancel();
        let (sentence, _, seed) = now;
        let (tree, wrong) = tree_of(&sentence, &choices.tree);
        let problems = problems.iter().map(misread);
        let problems: Vec<String> = problems.chain(wrong).collect();
        self.misread
            .set((!problems.is_empty()).then(|| texts::compare::link_misread(problems.join("; "))));
        self.seed.set(seed);
        self.cursor.set(choices.cursor);
        self.sentence.set(sentence);
        self.tree.set(Arc::new(tree));
        self.choices.set(choices);
    }

    /// Hands the page what is here, as one step of undo, once nothing changes.
    fn write_soon(self) {
        self.writing.soon(move || self.write());
    }

    fn write(self) {
        let sentence = self.sentence.get_untracked();
        let (whole, written) = self.choices.with_untracked(|choices| {
            // A link that says whose numbers it means goes on meaning them, also where the Lab has the same.
            let written = match self.follows.get_value() {
                true => self.opening_choices.with_value(|lab| choices.to_text_of_lab(lab)),
                false => choices.to_text(),
            };
            (choices.to_text(), written)
        });
        let seed = self.seed.get_untracked();
        let now = (sentence.clone(), whole, seed);
        let before = self.known.with_value(|known| known.known().clone());
        if self.known.try_update_value(|known| known.learn(now)) == Some(true) {
            let kept = page::set_settings(&[("sentence", &sentence), (SETTING, &written)]);
            self.told_if_lost(kept, before);
        }
    }

    /// What is pressed, or undone by key, finds the page with all that is here: undo takes back the last
    /// change, not the one before it.
    pub(super) fn write_before_presses(self) {
        let press = Closure::<dyn Fn(web_sys::Event)>::new(move |event: web_sys::Event| {
            let is_typed = event.dyn_ref::<web_sys::KeyboardEvent>().is_some_and(|key| {
                let undoes = matches!(key.key().as_str(), "z" | "Z" | "y" | "Y");
                !(undoes && (key.ctrl_key() || key.meta_key()))
            });
            if !is_typed {
                self.writing.now();
            }
        });
        let listener = press.as_ref().unchecked_ref();
        for name in ["pointerdown", "keydown"] {
            // Before the page's own listeners.
            let _ = window().add_event_listener_with_callback_and_bool(name, listener, true);
        }
        // The room lives as long as the page.
        press.forget();
    }

    /// Says so where the page does not keep what it was handed; the room goes on with it.
    fn told_if_lost(self, kept: Option<js_sys::Promise>, before: (String, String, u32)) {
        let Some(kept) = kept else { return };
        wasm_bindgen_futures::spawn_local(async move {
            if let Err(error) = wasm_bindgen_futures::JsFuture::from(kept).await {
                self.known.try_set_value(Mirror::new(before));
                let reason = describe(error);
                self.misread.try_set(Some(texts::compare::link_not_kept(reason)));
            }
        });
    }

    /// Other choices.
    pub fn choose(self, change: impl FnOnce(&mut Choices)) {
        self.choices.update(change);
        self.misread.set(None);
        self.write_soon();
    }

    /// Another sentence, as typed: it has no tree yet, but where its words are those of the tree.
    pub fn type_sentence(self, sentence: String) {
        if self.tree.with_untracked(|tree| !is_of(tree, &sentence)) {
            // One that the user chose or made; the opening sentence has its own without that.
            let had_tree = self.choices.with_untracked(|choices| !choices.tree.is_empty())
                && self.tree.with_untracked(|tree| tree.origin() != Origin::NoTreeYet);
            self.misread.set(had_tree.then(|| texts::compare::link_tree_gone().to_owned()));
            self.tree.set(Arc::new(DependencyTree::unparsed(&words(&sentence))));
            self.choices.update(|choices| {
                choices.tree = String::new();
                choices.cursor = None;
            });
        }
        self.sentence.set(sentence);
        self.write_soon();
    }

    /// Another tree: of this sentence, or one with a sentence of its own.
    pub fn set_tree(self, tree: DependencyTree) {
        let same = self.tree.with_untracked(|known| forms(known) == forms(&tree));
        if !same {
            // A link does not know which words are written as one.
            let joined = !tree.spans().is_empty();
            self.sentence.set(if joined { forms(&tree).join(" ") } else { tree.text() });
        }
        let is_none = tree.origin() == Origin::NoTreeYet;
        self.choices.update(|choices| {
            // The opening sentence has a tree, where nothing else is said.
            let is_usual = is_none && self.sentence.with_untracked(|text| text != DEFAULT_SENTENCE);
            choices.tree = if is_usual { String::new() } else { tree.to_compact() };
            if !same {
                choices.cursor = None;
            }
        });
        self.tree.set(Arc::new(tree));
        // One act, one step of undo, whatever is typed next.
        self.write_soon();
        self.writing.now();
    }
}

/// What the page has of the Lab that goes along: the model of panel A, its layer, head, w and v.
pub fn lab_of(settings: &JsValue) -> Settings {
    let item = |name: &str| js_sys::Reflect::get(settings, &name.into()).ok();
    let is_own = item("learned").and_then(|own| own.as_bool()).unwrap_or(true);
    let moved: &[&str] = if is_own { &[] } else { &["w", "v"] };
    let mut lab = Settings::default();
    for name in ["model", "files", "heads", "layer", "head", "a", "causal"].iter().chain(moved) {
        let field = FIELDS.iter().find(|field| field.name == *name);
        let value = item(name).and_then(|value| from_js(&value));
        if let (Some(field), Some(value)) = (field, value) {
            // What the page has is right; a field that is not taken stays as in the default.
            let _ = (field.set)(&mut lab, &value);
        }
    }
    lab
}

/// A longer word is cut, in characters: a link takes 256 bytes.
const LONGEST_WORD: usize = 64;

/// The tree of a link, where it is one of this sentence, else none; and why it is not used.
fn tree_of(sentence: &str, compact: &str) -> (DependencyTree, Option<String>) {
    let none = || DependencyTree::unparsed(&words(sentence));
    let compact = match compact {
        "" if sentence == DEFAULT_SENTENCE => OPENING,
        "" => return (none(), None),
        other => other,
    };
    match DependencyTree::from_compact(compact) {
        Ok(tree) if is_of(&tree, sentence) => (tree, None),
        Ok(_) => (none(), Some(misread_tree(texts::compare::link_other_tree()))),
        Err(error) => (none(), Some(misread_tree(error))),
    }
}

fn misread_tree(why: impl Display) -> String {
    texts::compare::link_part("tree", why)
}

/// A choice of a link that is not understood, and why.
fn misread(misread: &Misread) -> String {
    let why = match &misread.problem {
        Problem::NoChoice => texts::compare::link_no_choice().to_owned(),
        Problem::NoPart(found) => texts::compare::link_no_part(found),
        Problem::NoModel(found) => texts::compare::link_no_model(found),
        Problem::NoMethod(found) => texts::compare::link_no_method(found),
        Problem::NotDistanceAware(found) => texts::compare::link_not_distance_aware(found),
        Problem::TooLong(bytes) => texts::compare::link_too_long(bytes, LONGEST_TEXT),
        Problem::NotWhole { text, most } => texts::compare::link_not_whole(text, most),
        Problem::NotFlag(found) => texts::compare::link_not_flag(found),
        Problem::NotRange(found) => texts::compare::link_not_range(found),
        Problem::NotCell => texts::compare::link_not_cell().to_owned(),
        Problem::NotOfHead(found) => texts::compare::link_not_of_head(found),
        Problem::Beyond(number) => texts::compare::link_beyond(number, MAX_PARAMETER),
        Problem::NotProbe => texts::compare::link_not_probe().to_owned(),
        Problem::Refused(why) => why.clone(),
    };
    texts::compare::link_part(&misread.name, why)
}

/// Whether a tree is of this sentence, however its words stand apart. Where there is no tree yet, the
/// words are those that are typed.
fn is_of(tree: &DependencyTree, sentence: &str) -> bool {
    if tree.origin() == Origin::NoTreeYet {
        return forms(tree) == words(sentence);
    }
    let bare = |text: &str| text.split_whitespace().collect::<String>();
    bare(&forms(tree).concat()) == bare(sentence)
}

/// The words of a sentence as they are typed.
fn words(sentence: &str) -> Vec<String> {
    // One more is kept: that is how the worker knows that some are left out.
    let tokens = tokenize(sentence).into_iter().take(MOST_TOKENS + 1);
    tokens.map(|token| token.text.chars().take(LONGEST_WORD).collect()).collect()
}

fn forms(tree: &DependencyTree) -> Vec<String> {
    tree.words().iter().map(|word| word.form.clone()).collect()
}
