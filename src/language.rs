//! The language of the page: chosen here, by a link or by the browser, and there once the page is loaded again,
//! since every sentence is made with it.

use leptos::prelude::*;

use crate::address;
use crate::controls::Menu;
use crate::reactive::on_change;
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
    on_change(language, move |_| {
        address::write(store);
        let _ = window().location().reload();
    });
}
