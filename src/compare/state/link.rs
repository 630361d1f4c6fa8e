//! The sentence, its tree and the choices handed to and fro between the room and the page. What is news and what
//! follows from it is `nearfar_compare::sentence`'s.

use std::time::Duration;

use leptos::prelude::*;
use nearfar::settings::Settings;
use nearfar::text::dependency::DependencyTree;
use nearfar_compare::choices::Choices;
use nearfar_compare::sentence::{Kept, News, PageMirror};
use nearfar_compare::words;
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::{JsFuture, spawn_local};

use super::CompareState;
use crate::fetch::describe;
use crate::page;
use crate::values::{get, settings_of};

/// The page's name for the choices.
const SETTING: &str = "compare";
/// What was typed is handed to the page once nothing was typed for so long.
pub(super) const PAUSE: Duration = Duration::from_millis(300);

impl CompareState {
    /// Takes over what the page has, where it has something else than was known.
    pub(super) fn look(self, settings: &JsValue) {
        let text = |name| page::text_of(settings, name);
        let lab = lab_of(settings);
        let now = Kept { sentence: text("sentence"), choices: text(SETTING), seed: lab.seed };
        let news = self.files.with_untracked(|files| {
            self.mirror.try_update_value(|mirror| mirror.learn(now, &lab, &files.own))
        });
        let Some(News { chosen, misread, no_tree }) = news.flatten() else { return };
        // What the page has now is newer than what waits to be handed over: an undo, or a link.
        self.writing.cancel();
        self.misread.set(words::misread_link(&misread, no_tree.as_ref()));
        self.cursor.set(chosen.choices.cursor);
        self.chosen.set(chosen);
    }

    /// Hands the page what is here, as one step of undo, once nothing changes.
    fn write_soon(self) {
        self.writing.soon(move || self.write());
    }

    fn write(self) {
        let before = self.mirror.with_value(PageMirror::known);
        let written = self.chosen.with_untracked(|chosen| {
            let choices = self.mirror.try_update_value(|mirror| mirror.hand(chosen)).flatten()?;
            Some((chosen.sentence.clone(), choices))
        });
        let Some((sentence, choices)) = written else { return };
        let kept = page::set_settings(&[("sentence", &sentence), (SETTING, &choices)]);
        let Some(kept) = kept else { return };
        // The room goes on with what the page does not keep, and says so.
        spawn_local(async move {
            if let Err(error) = JsFuture::from(kept).await {
                self.mirror.try_update_value(|mirror| mirror.lost(before));
                self.misread.try_set(Some(texts::compare::link_not_kept(describe(error))));
            }
        });
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

    /// Other choices.
    pub fn choose(self, change: impl FnOnce(&mut Choices)) {
        self.chosen.update(|chosen| change(&mut chosen.choices));
        self.misread.set(None);
        self.write_soon();
    }

    /// Another sentence, as typed: it has no tree yet, but where its words are those of the tree.
    pub fn type_sentence(self, sentence: String) {
        let gone = self.chosen.try_update(|chosen| chosen.type_sentence(sentence));
        if let Some(is_missed) = gone.flatten() {
            self.misread.set(is_missed.then(|| texts::compare::link_tree_gone().to_owned()));
        }
        self.write_soon();
    }

    /// Another tree: of this sentence, or one with a sentence of its own.
    pub fn set_tree(self, tree: DependencyTree) {
        self.chosen.update(|chosen| chosen.set_tree(tree));
        // One act, one step of undo, whatever is typed next.
        self.write_soon();
        self.writing.now();
    }
}

/// What the page has of the Lab that goes along: the seed, and of panel A the model, its layer, head, w and v.
pub fn lab_of(settings: &JsValue) -> Settings {
    let is_own = get(settings, "learned").as_bool().unwrap_or(true);
    settings_of(settings, |field| match field.name {
        "w" | "v" => !is_own,
        name => ["seed", "model", "files", "heads", "layer", "head", "a", "causal"].contains(&name),
    })
}
