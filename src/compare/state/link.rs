//! The sentence, its tree and the choices handed to and fro between the room and the page. What is news and what
//! follows from it is `nearfar_compare::sentence`'s.

use std::fmt::Display;
use std::sync::Arc;
use std::time::Duration;

use leptos::prelude::*;
use nearfar::settings::{FIELDS, Settings};
use nearfar::text::dependency::DependencyTree;
use nearfar_compare::choices::Choices;
use nearfar_compare::sentence::{Kept, News, NoTree, PageMirror, is_missed, take_tree, typed};
use nearfar_compare::words;
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
        let now = Kept { sentence: text("sentence"), choices: text(SETTING), seed };
        let (lab, files) = (lab_of(settings), self.own.get_untracked());
        let news = self.mirror.try_update_value(|mirror| mirror.learn(now, &lab, &files));
        let Some(News { sentence, tree, choices, seed, misread, no_tree }) = news.flatten() else {
            return;
        };
        // What the page has now is newer than what waits to be handed over: an undo, or a link.
        self.writing.cancel();
        let no_tree = no_tree.map(|why| match why {
            NoTree::OfOther => misread_tree(texts::compare::link_other_tree()),
            NoTree::Refused(error) => misread_tree(error),
        });
        let problems: Vec<String> =
            misread.iter().map(words::misread_choice).chain(no_tree).collect();
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
        let (sentence, seed) = (self.sentence.get_untracked(), self.seed.get_untracked());
        let before = self.mirror.with_value(PageMirror::known);
        let written = self.choices.with_untracked(|choices| {
            self.mirror.try_update_value(|mirror| mirror.hand(&sentence, choices, seed))
        });
        if let Some(written) = written.flatten() {
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
    fn told_if_lost(self, kept: Option<js_sys::Promise>, before: Option<Kept>) {
        let Some(kept) = kept else { return };
        wasm_bindgen_futures::spawn_local(async move {
            if let Err(error) = wasm_bindgen_futures::JsFuture::from(kept).await {
                self.mirror.try_update_value(|mirror| mirror.lost(before));
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
        let (tree, is_missed) = self.tree.with_untracked(|known| {
            let is_missed = self.choices.with_untracked(|choices| is_missed(choices, known));
            (typed(known, &sentence), is_missed)
        });
        if let Some(tree) = tree {
            self.misread.set(is_missed.then(|| texts::compare::link_tree_gone().to_owned()));
            self.tree.set(Arc::new(tree));
            self.choices.update(Choices::drop_tree);
        }
        self.sentence.set(sentence);
        self.write_soon();
    }

    /// Another tree: of this sentence, or one with a sentence of its own.
    pub fn set_tree(self, tree: DependencyTree) {
        let (sentence, known) = (self.sentence.get_untracked(), self.tree.get_untracked());
        let other = self.choices.try_update(|choices| take_tree(choices, &sentence, &known, &tree));
        if let Some(other) = other.flatten() {
            self.sentence.set(other);
        }
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

fn misread_tree(why: impl Display) -> String {
    texts::compare::link_part("tree", why)
}
