//! The curves as removable chips, with their values at the read-out.

use leptos::prelude::*;
use nearfar::curves::{resting_place, x_at};
use nearfar::picture::curve::curve_style;
use nearfar::picture::format_short;
use nearfar::picture::palette::method_colours;
use nearfar::settings::{Curve, CurveAxis, Settings};

use super::{label_of, use_room};
use crate::canvas::css;
use crate::chart::Swatch;
use crate::controls::Icon;
use crate::explain::Exact;
use crate::reactive::{handler, memo, text};

/// A place of the axis.
pub fn in_words(place: f64, axis: CurveAxis, w: f64) -> String {
    match axis {
        CurveAxis::Tokens => texts::curves::values_at_distance(
            format_short(place),
            format_short(x_at(place, axis, w)),
        ),
        CurveAxis::Weighted => texts::curves::values_at_x(format_short(place)),
    }
}

/// The list.
#[component]
pub fn CurveList(hovered: RwSignal<Option<f64>>) -> impl IntoView {
    let room = use_room();
    let edited = room.select(Settings::own_curve);
    let theme = room.theme;
    let curves = room.select(|settings| settings.curves.clone());
    let axis = room.select(|settings| (settings.curve_axis, settings.head_w()));
    let at = text(move || {
        let (axis, w) = axis.get();
        in_words(hovered.get().unwrap_or(resting_place(axis)), axis, w)
    });
    let x = memo(move || {
        let (axis, w) = axis.get();
        x_at(hovered.get().unwrap_or(resting_place(axis)), axis, w)
    });
    let chips = move || {
        curves
            .get()
            .into_iter()
            .enumerate()
            .map(|(index, curve)| {
                let remove = move |_| {
                    room.edit(false, |settings| {
                        if index < settings.curves.len() {
                            settings.curves.remove(index);
                        }
                    });
                };
                let style = move || curve_style(index, theme.get());
                view! {
                    <li class="chip">
                        <Swatch colour=text(move || css(style().colour, 1.0)) dash=text(move || style().dash_text()) />
                        <span class="chip-name">{label_of(curve)}</span>
                        <Values curve=Signal::derive(move || curve) x=x />
                        <button type="button" class="quiet" aria-label=texts::curves::values_remove(label_of(curve)) on:click=handler(remove)>
                            {Icon::Close.view()}
                        </button>
                    </li>
                }
            })
            .collect_view()
    };
    let own_colour = text(move || {
        let [colour, _] = method_colours(theme.get());
        css(colour, 1.0)
    });
    view! {
        <h2 id="values-title" class="chips-title">{texts::curves::values()}" "<span class="muted" title=text(move || format!("x = {}", x.get()))>{at}</span></h2>
        <ul class="chips">
            <li class="chip yours">
                <Swatch colour=own_colour dash="" width=5 />
                <span class="chip-name">{text(move || texts::curves::values_own(label_of(edited.get())))}</span>
                <Values curve=edited.into() x=x />
            </li>
            {chips}
        </ul>
        <Show when=move || curves.with(Vec::is_empty)>
            <p class="muted">{texts::curves::values_none()}</p>
        </Show>
    }
}

/// f and f′ of a curve.
#[component]
fn Values(curve: Signal<Curve>, x: Memo<f64>) -> impl IntoView {
    let value = Signal::derive(move || {
        let curve = curve.get();
        Some(curve.mapping.value(x.get(), curve.v))
    });
    let slope = Signal::derive(move || {
        let curve = curve.get();
        Some(curve.mapping.derivative_x(x.get(), curve.v))
    });
    // What is nearer to 0 than is written says so itself: "< 0.001".
    let equals = |number: Signal<Option<f64>>| {
        text(move || {
            let is_bound =
                number.get().is_some_and(|number| format_short(number).contains(['<', '>']));
            if is_bound { " " } else { " = " }.to_owned()
        })
    };
    view! {
        <span class="chip-values">
            <span><i>"f"</i>{equals(value)}<b><Exact value=value /></b></span>
            <span><i>"f′"</i>{equals(slope)}<b><Exact value=slope /></b></span>
        </span>
    }
}
