//! The room's copy of the page's settings. What is chosen here is seen here at once, and handed to the
//! page, which keeps it for links and undo, and says when it is changed elsewhere.

use js_sys::Object;
use leptos::prelude::*;
use nearfar::picture::palette::Theme;
use nearfar::settings::{FIELDS, Field, Room, Settings};
use wasm_bindgen::JsValue;

use crate::kit::follow_settings;
use crate::page;
use crate::reactive::memo;
use crate::values::{set, settings_of, to_js};

/// The settings that the room shows, by their names in links.
const SHOWN: [&str; 8] = ["curves", "curve", "curve-axis", "slopes", "matrix", "head", "w", "v"];

/// Handles only, copied into every component.
#[derive(Clone, Copy)]
pub struct CurvesState {
    settings: RwSignal<Settings>,
    /// Light or dark, as the page has it.
    pub theme: RwSignal<Theme>,
}

impl CurvesState {
    /// With the page's settings, followed.
    pub fn new() -> CurvesState {
        let settings = RwSignal::new(read(&page::settings()));
        follow_settings(Room::Curves, move |page| {
            let now = read(page);
            if settings.try_with_untracked(|before| *before != now) == Some(true) {
                settings.set(now);
            }
        });
        CurvesState { settings, theme: page::follow_theme() }
    }

    /// A part of the settings, as a signal that changes only when the part does.
    pub fn select<T: PartialEq + Clone + Send + Sync + 'static>(
        self,
        part: impl Fn(&Settings) -> T + Send + Sync + 'static,
    ) -> Memo<T> {
        memo(move || self.settings.with(&part))
    }

    /// Changes settings. Changes that are `joined` are one step of undo, until the gesture ends.
    pub fn edit(self, joined: bool, change: impl FnOnce(&mut Settings)) {
        let before = self.settings.get_untracked();
        let mut after = before.clone();
        change(&mut after);
        let changes = Object::new();
        for field in FIELDS.iter().filter(|field| is_shown(field)) {
            let value = (field.get)(&after);
            if value != (field.get)(&before) {
                // Of w and v the shown head's: those of the others stay the model's own.
                let value = match field.name {
                    "w" => of_head(&after, after.head_w()),
                    "v" => of_head(&after, after.v[after.head]),
                    _ => to_js(&value),
                };
                set(&changes, field.name, &value);
            }
        }
        self.settings.set(after);
        page::change_settings(&changes, joined);
    }

    /// Ends a drag: the next change is a step of its own.
    pub fn end_gesture(self) {
        page::change_settings(&Object::new(), false);
    }
}

/// A number of the shown head, as a link has it.
fn of_head(settings: &Settings, number: f64) -> JsValue {
    format!("{}:{number}", settings.head + 1).into()
}

fn is_shown(field: &Field) -> bool {
    SHOWN.contains(&field.name)
}

/// What the page has now of what the room shows.
fn read(page: &JsValue) -> Settings {
    settings_of(page, is_shown)
}
