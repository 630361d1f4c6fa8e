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

/// Tells index.html that the program runs, so that its "could not start" message stays hidden.
pub fn started() {
    if let Some(root) = web_sys::window().and_then(|window| window.document()?.document_element()) {
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
