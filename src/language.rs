//! The language of the page: chosen here, by a link or by the browser, and there once the page is loaded again,
//! since every sentence is made with it.

use leptos::prelude::*;

use crate::address;
use crate::controls::Menu;
use crate::state::{Store, use_store};

/// The menu of languages.
#[component]
pub fn LanguageMenu() -> impl IntoView {
    let store = use_store();
    let language = store.select(|settings| settings.language);
    let choose = move |chosen| store.edit(None, |settings| settings.language = chosen);
    view! {
        <div class="language" data-panel="language">
            <Menu label=texts::page::language() value=language on_choose=Callback::new(choose) />
        </div>
    }
}

/// Loads the page again, with all settings, where another language is wanted.
pub fn follow(store: Store) {
    let language = store.select(|settings| settings.language);
    Effect::new(move |before: Option<nearfar::settings::Language>| {
        let now = language.get();
        if before.is_some_and(|before| before != now) {
            address::write(store);
            let _ = window().location().reload();
        }
        now
    });
}
