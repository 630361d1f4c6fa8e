//! What happens when the program stops: a plain message in the page, with a reload button. The
//! sentence is kept, because settings are stored as they change.

use leptos::prelude::document;

/// Shows `#trouble` of index.html on a panic, with the panic's message for a report.
pub fn watch() {
    std::panic::set_hook(Box::new(|panic| {
        let message = panic.to_string();
        web_sys::console::error_1(&message.as_str().into());
        mark("data-trouble");
        if let Some(detail) = document().get_element_by_id("trouble-detail") {
            detail.set_text_content(Some(&message));
        }
    }));
}

/// Shows the page in place of index.html's start section, and keeps its "could not start" message
/// hidden from now on.
pub fn started() {
    if let Some(start) = document().get_element_by_id("starting") {
        start.remove();
    }
    mark("data-started");
}

fn mark(name: &str) {
    if let Some(root) = document().document_element() {
        let _ = root.set_attribute(name, "");
    }
}
