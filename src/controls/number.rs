//! Numbers: a field that takes any value typed, and a slider beside such a field.

use std::ops::RangeInclusive;

use super::field;
use crate::reactive::{effect, flag, handler, mark, text};
use leptos::prelude::*;
use nearfar::picture::figure::{format_exact, format_field};
use nearfar::picture::scale::format_number;
use nearfar::picture::slide::Slide;
use nearfar::settings::{Value, parse_number};
use texts::words;
use web_sys::PointerEvent;

/// A field for a number. What is no number in range is marked and explained, and changes nothing.
#[component]
pub fn NumberField(
    /// Its name for screen readers.
    #[prop(into)]
    name: Signal<String>,
    /// The number; `None` where several differ.
    #[prop(into)]
    value: Signal<Option<f64>>,
    /// The smallest and the largest that are taken.
    range: (f64, f64),
    /// Whether only whole numbers are taken.
    #[prop(optional)]
    whole: bool,
    /// Whether it takes nothing now, and the id of the line that says why.
    #[prop(optional, into)]
    off: Signal<Option<&'static str>>,
    /// Called with another number.
    #[prop(into)]
    on_change: Callback<f64>,
) -> impl IntoView {
    let error = RwSignal::new(None::<String>);
    let shown = text(move || value.get().map_or_else(String::new, format_field));
    let in_full = text(move || value.get().map_or_else(String::new, format_exact));
    let read = move |event: web_sys::Event| {
        let typed = Value::Text(event_target_value(&event));
        match typed.in_range(range, whole) {
            Ok(number) => {
                error.set(None);
                on_change.run(number);
                // What was typed may be taken as another number, and as the one that it is already.
                if let Some(now) = shown.try_get_untracked() {
                    event_target::<web_sys::HtmlInputElement>(&event).set_value(&now);
                }
            }
            Err(reason) => error.set(Some(reason.to_string())),
        }
    };
    // A value that comes from elsewhere replaces what was wrong.
    effect(move || {
        value.track();
        error.set(None);
    });
    view! {
        <span class="number">
            <input
                type="text"
                inputmode="decimal"
                autocomplete="off"
                aria-label=name
                aria-describedby=mark(move || off.get())
                disabled=flag(move || off.get().is_some())
                title=in_full
                aria-invalid=mark(move || error.with(Option::is_some).then_some("true"))
                placeholder=mark(move || value.get().is_none().then(texts::common::field_mixed))
                prop:value=shown
                on:change=handler(read)
            />
            <span class="number-error" role="alert">{text(move || error.get().unwrap_or_default())}</span>
        </span>
    }
}

/// A field for a whole number in a range, behind its label.
pub fn whole_number(
    class: &'static str,
    label: String,
    name: String,
    value: Signal<usize>,
    range: RangeInclusive<usize>,
    choose: Callback<usize>,
) -> AnyView {
    let number = view! {
        <NumberField
            name=name
            value=Signal::derive(move || Some(value.get() as f64))
            range=(*range.start() as f64, *range.end() as f64)
            whole=true
            on_change=move |number: f64| choose.run(number as usize)
        />
    };
    field(class, label, number.into_any())
}

/// A slider with a number field. The slider ends at its range; the field takes more.
#[component]
pub fn Slider(
    /// Its visible label.
    #[prop(into)]
    label: String,
    /// What its ends are, in a word each.
    #[prop(into)]
    hint: Signal<String>,
    /// Its name for screen readers, which begins with the label.
    #[prop(optional, into)]
    name: Option<Signal<String>>,
    /// What its number does, in words.
    #[prop(optional, into)]
    says: Option<Signal<String>>,
    /// The id of the line that says why its number does nothing now, where it does nothing; the line of what the
    /// number does takes it, where there is one.
    #[prop(optional, into)]
    off: Signal<Option<&'static str>>,
    /// The number, and whether the heads that it moves differ.
    #[prop(into)]
    value: Signal<(f64, bool)>,
    /// The ends of the slider.
    ends: (f64, f64),
    /// The smallest and the largest that the field takes.
    range: (f64, f64),
    /// Called with another number while it moves.
    #[prop(into)]
    on_input: Callback<f64>,
    /// Called with a number that was typed, where that is not the same.
    #[prop(optional, into)]
    on_type: Option<Callback<f64>>,
    /// Called when it is let go, or another number was typed.
    #[prop(optional, into)]
    on_settle: Option<Callback<()>>,
) -> impl IntoView {
    let symbol = label.clone();
    let name = name.unwrap_or_else(|| label.clone().into());
    let settle = move || on_settle.into_iter().for_each(|settle| settle.run(()));
    let slide = StoredValue::new(Slide::default());
    let take = move |change: &dyn Fn(&mut Slide) -> Option<f64>| {
        if let Some(number) = slide.try_update_value(change).flatten() {
            on_input.run(number);
        }
    };
    let stand = move |event| {
        if let Ok(number) = parse_number(&event_target_value(&event)) {
            take(&|slide| slide.stand_at(number));
        }
    };
    let press = move |event: PointerEvent| {
        slide.update_value(|slide| slide.press(event.pointer_type() == "touch", event.client_x()));
    };
    // It scrolls: the thumb goes back to where it was.
    let scrolls = move |event: PointerEvent| {
        if slide.try_update_value(Slide::scroll) == Some(true) {
            event_target::<web_sys::HtmlInputElement>(&event)
                .set_value(&value.get_untracked().0.to_string());
        }
    };
    let field = Signal::derive(move || {
        let (number, differs) = value.get();
        (!differs).then_some(number)
    });
    view! {
        <div class="slider">
            <span class="slider-label">
                <b>{label}</b>
                <span class="muted">{hint}</span>
            </span>
            <input
                type="range"
                min=ends.0
                max=ends.1
                step="0.05"
                aria-label=name
                aria-describedby=mark(move || off.get())
                disabled=flag(move || off.get().is_some())
                aria-valuetext=text(move || words::of_slider(value.get(), says.map(|says| says.get())))
                prop:value=text(move || value.get().0.to_string())
                on:pointerdown=handler(press)
                on:pointermove=handler(move |event: PointerEvent| take(&|slide| slide.move_to(event.client_x())))
                on:pointerup=handler(move |_: PointerEvent| take(&Slide::lift))
                on:pointercancel=handler(scrolls)
                on:input=handler(stand)
                on:change=handler(move |_| settle())
            />
            <NumberField
                name=texts::common::slider_field(symbol, format_number(range.0), format_number(range.1))
                value=field
                range=range
                off=off
                on_change=move |number| {
                    on_type.unwrap_or(on_input).run(number);
                    settle();
                }
            />
            {says.map(|says| view! { <p class="slider-says" id=mark(move || off.get())>{says}</p> })}
        </div>
    }
}
