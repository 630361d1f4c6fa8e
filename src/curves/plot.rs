//! The plot: the curves, the one that is edited on top, and the read-out's line; and the curves as removable chips,
//! with their values at the read-out.

use leptos::html;
use leptos::prelude::*;
use nearfar::curves::{self, place_after_key, remove, resting_place, snap, x_at};
use nearfar::picture::curve::curve_style;
use nearfar::picture::palette::method_colours;
use nearfar::settings::{Curve, CurveAxis, Settings};
use plotters::drawing::IntoDrawingArea;
use plotters_canvas::CanvasBackend;
use texts::words::curve as words;
use web_sys::{KeyboardEvent, PointerEvent};

use super::use_room;
use crate::browser::files;
use crate::canvas::{box_size, css, pixel_ratio, place_in};
use crate::chart::{Swatch, swatch};
use crate::controls::{Icon, icon_button};
use crate::explain::Exact;
use crate::reactive::{effect, handler, memo, text};

/// The plot, its read-out by pointer and keys, and the button that saves it.
#[component]
pub fn Plot(hovered: RwSignal<Option<f64>>) -> impl IntoView {
    let room = use_room();
    let frame = NodeRef::<html::Div>::new();
    let canvas = NodeRef::<html::Canvas>::new();
    let size = box_size(frame);
    let theme = room.theme;
    let drawing = memo(move || {
        room.settings.with(|settings| curves::Plot {
            axes: words::axes(settings.curve_axis, settings.head_w(), settings.slopes),
            ..curves::Plot::of(settings, theme.get(), size.get(), hovered.get())
        })
    });
    let hidden = RwSignal::new(None::<f64>);
    effect(move || {
        let Some(canvas) = canvas.get() else { return };
        drawing.with(|drawing| hidden.set(draw(&canvas, drawing)));
    });
    // Where keys ask, a screen reader says it, until they are left; the pointer asks too often.
    let spoken = RwSignal::new(String::new());
    let to_x = move |event: PointerEvent| {
        spoken.set(String::new());
        let (x, y) = place_in(&event);
        hovered.set(drawing.with_untracked(|drawing| {
            let (x, _) = drawing.mapping().from_pixels(x, y)?;
            Some(snap(x, drawing.axis))
        }));
    };
    let on_key = move |event: KeyboardEvent| {
        let axis = drawing.with_untracked(|drawing| drawing.axis);
        let now = hovered.get_untracked().unwrap_or(resting_place(axis));
        let Some(place) = place_after_key(now, axis, &event.key()) else { return };
        event.prevent_default();
        hovered.set(Some(place));
        spoken.set(drawing.with_untracked(words::read_out));
    };
    let name = text(move || drawing.with(|drawing| words::plot(&drawing.curves, drawing.edited)));
    let save = move |_| {
        if let Some(canvas) = canvas.get_untracked() {
            files::save_canvases("nearfar-curves.png", &[canvas], theme.get_untracked());
        }
    };
    // What the two halves of the axis are, over the plot's own area.
    let halves = move || {
        let area = drawing.with(|drawing| {
            (drawing.axis == CurveAxis::Weighted).then(|| drawing.mapping().area)
        })?;
        Some(view! {
            <p class="plot-halves" style:left=format!("{}px", area.x) style:width=format!("{}px", area.width)>
                <span>{texts::curves::plot_near()}</span>
                <span>{texts::curves::plot_far()}</span>
            </p>
        })
    };
    // What one's own curve is worth where it is asked, under the plot: on a phone the others are a screen away.
    let read = text(move || drawing.with(words::read_out));
    let drawn = room.select(|settings| settings.curves.clone());
    let key = move || {
        let own = css(method_colours(theme.get())[0], 1.0);
        let each = drawn.get().into_iter().enumerate().map(|(index, curve)| {
            view! { <span>{swatch(&curve_style(index, theme.get()))}{curves::key(curve)}</span> }
        });
        let each = each.collect_view();
        view! { <span><Swatch colour=own dash="" width=5 />{texts::curves::key_own()}</span>{each} }
    };
    let cut = text(move || words::cut(hidden.get()));
    view! {
        <div class="plot-box">
            <div
                node_ref=frame
                class="plot"
                role="application"
                aria-roledescription=texts::curves::plot_role()
                tabindex="0"
                aria-label=name
                on:pointermove=handler(to_x)
                on:pointerdown=handler(to_x)
                on:pointerleave=handler(move |event: PointerEvent| {
                    // A finger that is lifted leaves what it asked for.
                    if event.pointer_type() == "mouse" {
                        hovered.try_set(None);
                    }
                })
                on:keydown=handler(on_key)
                on:blur=handler(move |_| _ = spoken.try_set(String::new()))
            >
                <canvas node_ref=canvas aria-hidden="true"></canvas>
            </div>
            {halves}
        </div>
        // The list of curves, with their values, is a screen away.
        <p class="plot-key" aria-hidden="true">{key}</p>
        <p class="visually-hidden" role="status">{text(move || spoken.get())}</p>
        <p class="muted small-print plot-cut">{cut}</p>
        <p class="muted small-print plot-note">
            <span>{read}</span>
            {icon_button(Icon::Save, texts::curves::plot_save().to_owned(), handler(save))}
        </p>
    }
}

/// Draws; returns the largest value that did not fit, if one did not.
fn draw(canvas: &web_sys::HtmlCanvasElement, drawing: &curves::Plot) -> Option<f64> {
    let (width, height) = drawing.size;
    if width < 40.0 || height < 40.0 {
        return None;
    }
    // plotters draws whole pixels: at least two a CSS pixel keep curves smooth.
    let ratio = pixel_ratio().max(2.0);
    canvas.set_width((width * ratio).round() as u32);
    canvas.set_height((height * ratio).round() as u32);
    let area = CanvasBackend::with_canvas_object(canvas.clone())?.into_drawing_area();
    let mapping = drawing.with(ratio, |plot| plot.draw(&area)).ok()?;
    area.present().ok()?;
    mapping.hidden
}

/// The curves as chips.
#[component]
pub fn CurveList(hovered: RwSignal<Option<f64>>) -> impl IntoView {
    let room = use_room();
    let edited = room.select(Settings::own_curve);
    let theme = room.theme;
    let curves = room.select(|settings| settings.curves.clone());
    let axis = room.select(|settings| (settings.curve_axis, settings.head_w()));
    let asked = move || hovered.get().unwrap_or(resting_place(axis.get().0));
    let at = text(move || words::place(asked(), axis.get().0, axis.get().1));
    let x = memo(move || x_at(asked(), axis.get().0, axis.get().1));
    let chip = move |(index, curve): (usize, Curve)| {
        let remove = move |_| room.edit(false, |settings| remove(&mut settings.curves, index));
        let swatch = move || swatch(&curve_style(index, theme.get()));
        view! {
            <li class="chip">
                {swatch}
                <span class="chip-name">{words::name(curve)}</span>
                <Values curve=Signal::derive(move || curve) x=x />
                {icon_button(Icon::Close, texts::curves::values_remove(words::name(curve)), handler(remove))}
            </li>
        }
    };
    let chips = move || curves.get().into_iter().enumerate().map(chip).collect_view();
    let own_colour = text(move || css(method_colours(theme.get())[0], 1.0));
    view! {
        <h2 id="values-title" class="chips-title">{texts::curves::values()}" "<span class="muted" title=text(move || format!("x = {}", x.get()))>{at}</span></h2>
        <ul class="chips">
            <li class="chip yours">
                <Swatch colour=own_colour dash="" width=5 />
                <span class="chip-name">{text(move || texts::curves::values_own(words::name(edited.get())))}</span>
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
    let between =
        |number: Signal<Option<f64>>| text(move || number.get().map_or("", words::equals));
    view! {
        <span class="chip-values">
            <span><i>"f"</i>{between(value)}<b><Exact value=value /></b></span>
            <span><i>"f′"</i>{between(slope)}<b><Exact value=slope /></b></span>
        </span>
    }
}
