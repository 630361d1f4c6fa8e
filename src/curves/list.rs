//! The curves as removable chips, with their values at the read-out.

use leptos::prelude::*;
use nearfar::curves::{remove, resting_place, x_at};
use nearfar::picture::curve::curve_style;
use nearfar::picture::palette::method_colours;
use nearfar::settings::{Curve, Settings};
use texts::words::curve::{equals, name, place};

use super::use_room;
use crate::canvas::css;
use crate::chart::Swatch;
use crate::controls::Icon;
use crate::explain::Exact;
use crate::reactive::{handler, memo, text};

/// The list.
#[component]
pub fn CurveList(hovered: RwSignal<Option<f64>>) -> impl IntoView {
    let room = use_room();
    let edited = room.select(Settings::own_curve);
    let theme = room.theme;
    let curves = room.select(|settings| settings.curves.clone());
    let axis = room.select(|settings| (settings.curve_axis, settings.head_w()));
    let asked = move || {
        let (axis, w) = axis.get();
        (hovered.get().unwrap_or(resting_place(axis)), axis, w)
    };
    let at = text(move || {
        let (asked, axis, w) = asked();
        place(asked, axis, w)
    });
    let x = memo(move || {
        let (asked, axis, w) = asked();
        x_at(asked, axis, w)
    });
    let chips = move || {
        curves
            .get()
            .into_iter()
            .enumerate()
            .map(|(index, curve)| {
                let remove =
                    move |_| room.edit(false, |settings| remove(&mut settings.curves, index));
                let style = move || curve_style(index, theme.get());
                view! {
                    <li class="chip">
                        <Swatch colour=text(move || css(style().colour, 1.0)) dash=text(move || style().dash_text()) />
                        <span class="chip-name">{name(curve)}</span>
                        <Values curve=Signal::derive(move || curve) x=x />
                        <button type="button" class="quiet" aria-label=texts::curves::values_remove(name(curve)) on:click=handler(remove)>
                            {Icon::Close.view()}
                        </button>
                    </li>
                }
            })
            .collect_view()
    };
    let own_colour = text(move || css(method_colours(theme.get())[0], 1.0));
    view! {
        <h2 id="values-title" class="chips-title">{texts::curves::values()}" "<span class="muted" title=text(move || format!("x = {}", x.get()))>{at}</span></h2>
        <ul class="chips">
            <li class="chip yours">
                <Swatch colour=own_colour dash="" width=5 />
                <span class="chip-name">{text(move || texts::curves::values_own(name(edited.get())))}</span>
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
    let of = move |value: fn(Curve, f64) -> f64| {
        Signal::derive(move || Some(value(curve.get(), x.get())))
    };
    let value = of(|curve, x| curve.mapping.value(x, curve.v));
    let slope = of(|curve, x| curve.mapping.derivative_x(x, curve.v));
    let between = |number: Signal<Option<f64>>| text(move || number.get().map_or("", equals));
    view! {
        <span class="chip-values">
            <span><i>"f"</i>{between(value)}<b><Exact value=value /></b></span>
            <span><i>"f′"</i>{between(slope)}<b><Exact value=slope /></b></span>
        </span>
    }
}
