//! Memos, effects and handlers with their closures boxed: each closure's own type would compile its own copy
//! of the reactive machinery, and the page is downloaded.

use leptos::prelude::*;

/// A value that is computed from signals, and changes only when it differs.
pub fn memo<T: PartialEq + Send + Sync + 'static>(
    compute: impl Fn() -> T + Send + Sync + 'static,
) -> Memo<T> {
    boxed_memo(Box::new(compute))
}

fn boxed_memo<T: PartialEq + Send + Sync + 'static>(
    compute: Box<dyn Fn() -> T + Send + Sync>,
) -> Memo<T> {
    Memo::new(move |_| compute())
}

/// Runs `run` now and whenever a signal that it read changes.
pub fn effect(run: impl FnMut() + 'static) {
    boxed_effect(Box::new(run));
}

fn boxed_effect(run: Box<dyn FnMut()>) {
    Effect::new(run);
}

/// A text in a view that follows signals.
pub fn text<T: Into<String>>(compute: impl Fn() -> T + Send + Sync + 'static) -> Signal<String> {
    Signal::derive(move || compute().into())
}

/// A handler of events in a view.
pub fn handler<E>(run: impl FnMut(E) + 'static) -> Box<dyn FnMut(E)> {
    Box::new(run)
}
