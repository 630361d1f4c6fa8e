//! Memos, effects and handlers with their closures boxed: each closure's own type would compile its own copy
//! of the reactive machinery, and the page is downloaded.

use leptos::ev::EventDescriptor;
use leptos::prelude::*;
use wasm_bindgen::JsCast;

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

/// Runs `run` with what `value` becomes, and not with what it is at first.
pub fn on_change<T: Clone + Send + Sync + 'static>(value: Memo<T>, run: impl Fn(T) + 'static) {
    let mut is_first = true;
    effect(move || {
        let now = value.get();
        if !std::mem::take(&mut is_first) {
            untrack(|| run(now));
        }
    });
}

/// As [`on_window`], of a key, a drag and whatever else the browser knows by a type of its own.
pub fn on_typed<E: EventDescriptor>(event: E, hear: impl Fn(E::EventType) + 'static)
where
    E::EventType: JsCast,
{
    on_window(&event.name(), move |event| hear(event.unchecked_into()));
}

/// Hears an event of the window for as long as its owner lives.
pub fn on_window(name: &str, hear: impl Fn(web_sys::Event) + 'static) {
    let listener = window_event_listener_untyped(name, hear);
    on_cleanup(move || listener.remove());
}

/// A text in a view that follows signals.
pub fn text<T: Into<String>>(compute: impl Fn() -> T + Send + Sync + 'static) -> Signal<String> {
    boxed_signal(Box::new(move || compute().into()))
}

/// A flag in a view that follows signals.
pub fn flag(compute: impl Fn() -> bool + Send + Sync + 'static) -> Signal<bool> {
    boxed_signal(Box::new(compute))
}

/// An attribute in a view that is there or not, as signals say.
pub fn mark(
    compute: impl Fn() -> Option<&'static str> + Send + Sync + 'static,
) -> Signal<Option<&'static str>> {
    boxed_signal(Box::new(compute))
}

fn boxed_signal<T: Send + Sync + 'static>(compute: Box<dyn Fn() -> T + Send + Sync>) -> Signal<T> {
    Signal::derive(compute)
}

/// When something is shown.
pub fn when(
    compute: impl Fn() -> bool + Send + Sync + 'static,
) -> Box<dyn Fn() -> bool + Send + Sync> {
    Box::new(compute)
}

/// A part of a view that is made anew as signals change.
pub fn part(compute: impl Fn() -> AnyView + Send + 'static) -> Box<dyn FnMut() -> AnyView + Send> {
    Box::new(compute)
}

/// A handler of events in a view.
pub fn handler<E>(run: impl FnMut(E) + 'static) -> Box<dyn FnMut(E)> {
    Box::new(run)
}

/// Whether a media query holds, followed for as long as the page lives.
pub fn media(query: &str) -> RwSignal<bool> {
    use wasm_bindgen::prelude::Closure;
    let holds = RwSignal::new(false);
    let Ok(Some(query)) = window().match_media(query) else { return holds };
    holds.set(query.matches());
    let asked = query.clone();
    let listener = Closure::<dyn Fn()>::new(move || _ = holds.try_set(asked.matches()));
    let _ = query.add_event_listener_with_callback("change", listener.as_ref().unchecked_ref());
    // It lives as long as the page does.
    listener.forget();
    holds
}
