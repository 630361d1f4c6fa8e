//! The boxes that canvases fill.

use leptos::html;
use leptos::prelude::*;
use wasm_bindgen::prelude::*;

use super::Surface;
use crate::reactive::effect;

/// The size of an element's box in CSS pixels, followed as it changes.
pub fn box_size(node: NodeRef<html::Div>) -> ReadSignal<(f64, f64)> {
    let (size, set_size) = signal((0.0, 0.0));
    node.on_load(move |element| {
        let observed = element.clone();
        let measure = Closure::<dyn FnMut()>::new(move || {
            let now = (f64::from(observed.client_width()), f64::from(observed.client_height()));
            if size.try_get_untracked().is_some_and(|before| before != now) {
                set_size.try_set(now);
            }
        });
        let measure = measure.into_js_value();
        let Ok(observer) = web_sys::ResizeObserver::new(measure.unchecked_ref()) else { return };
        observer.observe(&element);
        let kept = StoredValue::new_local(observer);
        on_cleanup(move || _ = kept.try_with_value(web_sys::ResizeObserver::disconnect));
    });
    size
}

/// Draws a curve on a surface of this width and height, in CSS pixels.
type Draw = Box<dyn Fn(&Surface, (f64, f64))>;

/// A box with a curve that is drawn again as its size changes, and what `draw` reads; `label` says it in words.
pub fn curve_frame(label: Signal<String>, draw: Draw) -> AnyView {
    let (frame, canvas) = (NodeRef::<html::Div>::new(), NodeRef::<html::Canvas>::new());
    let size = box_size(frame);
    effect(move || {
        let (Some(canvas), (width, height)) = (canvas.get(), size.get()) else { return };
        if let Some(surface) = Surface::new(&canvas, width, height) {
            draw(&surface, (width, height));
        }
    });
    view! {
        <div class="curve-frame" node_ref=frame role="img" aria-label=label>
            <canvas width="1" height="1" node_ref=canvas aria-hidden="true"></canvas>
        </div>
    }
    .into_any()
}

/// The share of an element that has to be on the screen.
const HALF: f64 = 0.5;

/// Whether less than half of an element is on the screen.
pub fn is_out_of_view(node: NodeRef<html::Div>) -> ReadSignal<bool> {
    let (is_out, set_out) = signal(false);
    node.on_load(move |element| {
        let tell = Closure::<dyn FnMut(js_sys::Array)>::new(move |entries: js_sys::Array| {
            let last = entries.get(entries.length().saturating_sub(1));
            if let Ok(entry) = last.dyn_into::<web_sys::IntersectionObserverEntry>() {
                set_out.try_set(entry.intersection_ratio() < HALF);
            }
        });
        let options = web_sys::IntersectionObserverInit::new();
        options.set_threshold(&HALF.into());
        let tell = tell.into_js_value();
        let observer =
            web_sys::IntersectionObserver::new_with_options(tell.unchecked_ref(), &options);
        let Ok(observer) = observer else { return };
        observer.observe(&element);
        let kept = StoredValue::new_local(observer);
        on_cleanup(move || _ = kept.try_with_value(web_sys::IntersectionObserver::disconnect));
    });
    is_out
}
