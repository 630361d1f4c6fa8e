//! The language that is shown. English is in the programs; another language is an array of patterns by the
//! messages' numbers, which the page fetched before its program (`public/start.js`): `nearfarTexts`.

/// The pattern of a message in the language that is shown, or in English where that has none.
#[cfg(target_arch = "wasm32")]
pub fn pattern(number: usize, english: &'static str) -> &'static str {
    use std::cell::RefCell;
    use std::collections::BTreeMap;

    use js_sys::{Array, Reflect, global};
    use wasm_bindgen::JsCast;

    thread_local! {
        static SHOWN: Option<Array> =
            Reflect::get(&global(), &"nearfarTexts".into()).ok().and_then(|texts| texts.dyn_into().ok());
        static READ: RefCell<BTreeMap<usize, &'static str>> = const { RefCell::new(BTreeMap::new()) };
    }
    SHOWN.with(|shown| {
        let Some(shown) = shown else { return english };
        READ.with_borrow_mut(|read| {
            // Each is kept for good: what is shown is read again and again.
            let found = || shown.get(number as u32).as_string();
            *read.entry(number).or_insert_with(|| found().map_or(english, |text| text.leak()))
        })
    })
}

/// Natively there is English alone.
#[cfg(not(target_arch = "wasm32"))]
pub fn pattern(_number: usize, english: &'static str) -> &'static str {
    english
}

/// The language that is shown, as BCP 47 names it: that of the document.
#[cfg(target_arch = "wasm32")]
pub fn shown() -> String {
    use js_sys::{Reflect, global};
    let of = |value: &wasm_bindgen::JsValue, key: &str| Reflect::get(value, &key.into()).ok();
    let document = of(&global(), "document");
    let root = document.and_then(|document| of(&document, "documentElement"));
    root.and_then(|root| of(&root, "lang")?.as_string()).unwrap_or_else(|| "en".to_owned())
}

/// Natively there is English alone.
#[cfg(not(target_arch = "wasm32"))]
pub fn shown() -> String {
    "en".to_owned()
}
