//! What happens when the program stops: a plain message in the page, with a reload button. The
//! sentence is kept, because settings are stored as they change.

use wasm_bindgen::prelude::*;

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(js_namespace = console, js_name = error)]
    fn console_error(message: &str);
}

/// Shows `#trouble` of index.html on a panic, with the panic's message for a report.
pub fn watch() {
    std::panic::set_hook(Box::new(|panic| {
        let message = panic.to_string();
        console_error(&message);
        show(&message);
    }));
}

/// Shows the page in place of index.html's start section, and keeps its "could not start" message
/// hidden from now on.
pub fn started() {
    let Some(document) = web_sys::window().and_then(|window| window.document()) else { return };
    if let Some(start) = document.get_element_by_id("starting") {
        start.remove();
    }
    if let Some(root) = document.document_element() {
        let _ = root.set_attribute("data-started", "");
    }
}

fn show(message: &str) {
    let Some(document) = web_sys::window().and_then(|window| window.document()) else { return };
    if let Some(root) = document.document_element() {
        let _ = root.set_attribute("data-trouble", "");
    }
    if let Some(detail) = document.get_element_by_id("trouble-detail") {
        detail.set_text_content(Some(message));
    }
}
