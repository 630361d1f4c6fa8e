//! The curve that is edited: its function, v, and the w that turns tokens into x, with what they do in
//! words; it is drawn while it moves, and kept by Add. The axis.

use leptos::prelude::*;
use nearfar::attention::Mapping;
use nearfar::curves::of_every_mapping;
use nearfar::settings::{CurveAxis, MAX_CURVES, MAX_PARAMETER, Settings};
use texts::words::curve::doing;

use super::use_room;
use crate::controls::{Menu, Slider, check};
use crate::explain::{Formula, Term};
use crate::focus::find;
use crate::lab::MappingControls;
use crate::reactive::{handler, mark, part, text};
use crate::rich::rich_with;

/// What a mapping is given.
const X: &str = "x = w·R";

/// The formula of the function, with its bound where it has one.
fn formula(mapping: Mapping) -> AnyView {
    let set = |line: String| view! { <Formula line=line /> }.into_any();
    let line = mapping.row().formula;
    match mapping.landmarks(0.0) {
        Some(_) => rich_with(texts::curves::edit_bounded(line), set),
        None => set(line.to_owned()),
    }
}

/// The curve that is edited, and which others stand beside it; what the axis counts, and whether slopes are drawn.
#[component]
pub fn EditCurve() -> impl IntoView {
    let room = use_room();
    let curve = room.select(Settings::own_curve);
    let mapping = room.select(|settings| settings.curve);
    let axis = room.select(|settings| settings.curve_axis);
    let w = room.select(Settings::head_w);
    let v = room.select(|settings| settings.own_curve().v);
    let head = room.select(|settings| settings.head);
    let is_full = room.select(|settings| settings.curves.len() >= MAX_CURVES);
    let change = move |mapping| room.edit(false, |settings| settings.curve = mapping);
    let has_v = move || mapping.get().has_v();
    // A number of the shown head, from `-most` to `most`; what is typed may be larger.
    let slider = move |label: &'static str,
                       hint: Signal<String>,
                       value: Memo<f64>,
                       most: f64,
                       set: fn(&mut Settings, usize, f64)| {
        view! {
            <Slider
                label=label
                hint=hint
                value=Signal::derive(move || (value.get(), false))
                ends=(-most, most)
                range=(-MAX_PARAMETER, MAX_PARAMETER)
                on_input=move |number| room.edit(true, |settings| set(settings, settings.head, number))
                on_settle=move |()| room.end_gesture()
            />
        }
    };
    let add = move |_| {
        if is_full.get_untracked() {
            return;
        }
        // A number that was refused is put right first.
        if let Some(field) = find(".curve-stage [aria-invalid]") {
            return drop(field.focus());
        }
        room.edit(false, |settings| settings.curves.push(settings.own_curve()));
    };
    let paper = move |_| room.edit(false, |settings| settings.curves = Settings::default().curves);
    let slopes = room.select(|settings| settings.slopes);
    let draw_slopes = move |slopes| room.edit(false, |settings| settings.slopes = slopes);
    let rivals = move |_| room.edit(false, |settings| settings.curves = of_every_mapping());
    view! {
        <div class="controls-group">
            <h2>{texts::curves::edit()}" "<span class="muted small-print whose">{text(move || texts::curves::edit_head(head.get() + 1))}</span></h2>
            <Show when=move || axis.get() == CurveAxis::Tokens>
                {slider("w", texts::common::ends_w().into(), w, 3.0, Settings::set_w)}
            </Show>
            <Show when=has_v>{slider("v", texts::common::ends_v().into(), v, 5.0, Settings::set_v)}</Show>
            <p class="slider-words" aria-live="polite">{text(move || doing(curve.get(), axis.get(), w.get()))}</p>
            <MappingControls mapping=mapping on_change=change />
            <p class="small-print">{part(move || formula(mapping.get()))}</p>
            <div class="presets">
                // It keeps the focus of who adds by the keyboard: the next button throws the curves away.
                <button type="button" class="small" aria-disabled=mark(move || is_full.get().then_some("true")) on:click=handler(add)>{texts::curves::edit_add()}</button>
                <button type="button" class="small" on:click=handler(paper)>{texts::curves::edit_paper()}</button>
                <button type="button" class="small" on:click=handler(rivals)>{texts::curves::edit_every_function()}</button>
            </div>
            <p class="muted small-print curve-limit">{text(move || if is_full.get() { texts::curves::edit_full(MAX_CURVES) } else { String::new() })}</p>
        </div>
        <div class="controls-group">
            <h2>{texts::curves::axis()}</h2>
            <Menu
                label=texts::curves::axis_menu()
                value=axis
                on_choose=move |axis: CurveAxis| room.edit(false, |settings| settings.curve_axis = axis)
            />
            {check(texts::curves::axis_draw_slopes().into_any(), slopes.into(), draw_slopes)}
            <p class="small-print muted" hidden=move || axis.get() == CurveAxis::Tokens>
                {rich_with(texts::curves::axis_x(X), |_| {
                    view! { <Term word=X means=texts::curves::axis_x_means() /> }.into_any()
                })}
            </p>
        </div>
    }
}
