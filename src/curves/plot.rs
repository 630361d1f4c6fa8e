//! The plot: the curves, the one that is edited on top, and the read-out's line.

use leptos::html;
use leptos::prelude::*;
use nearfar::curves::{place_after_key, range_of, resting_place, snap, value_at};
use nearfar::picture::curve::{self, CurvePlot, PlotColours, PlotMapping, Shape, curve_style};
use nearfar::picture::format_short;
use nearfar::picture::palette::{Theme, method_colours};
use nearfar::settings::{Curve, CurveAxis, Settings};
use plotters::drawing::IntoDrawingArea;
use plotters_canvas::CanvasBackend;
use web_sys::{KeyboardEvent, PointerEvent};

use super::list::in_words;
use super::{label_of, use_room};
use crate::canvas::{box_size, pixel_ratio, place_in};
use crate::controls::Icon;
use crate::export;
use crate::reactive::{effect, handler, memo, text};

/// As high as one's own curve draws the axis: 1 + e⁵, to which the slider of v goes. What is typed can be higher.
const HIGHEST: f64 = 150.0;

/// Everything that the plot is drawn from.
#[derive(Clone, PartialEq)]
struct Drawing {
    curves: Vec<Curve>,
    edited: Curve,
    axis: CurveAxis,
    w: f64,
    slopes: bool,
    theme: Theme,
    size: (f64, f64),
    marker: Option<f64>,
}

impl Drawing {
    /// Hands the plot to `use_plot`; a plot borrows its curves.
    fn with_plot<T>(&self, pixel_ratio: f64, use_plot: impl FnOnce(&CurvePlot) -> T) -> T {
        let (slopes, axis, w) = (self.slopes, self.axis, self.w);
        let in_tokens = axis == CurveAxis::Tokens;
        let all = self.curves.iter().chain([&self.edited]);
        let functions: Vec<_> =
            all.clone().map(|&curve| move |at: f64| value_at(at, curve, slopes, axis, w)).collect();
        // The edited one lies on top, in the colour of method A, which none of the others has.
        let [accent, _] = method_colours(self.theme);
        let curves: Vec<_> = functions
            .iter()
            .zip(all)
            .enumerate()
            .map(|(index, (function, &curve))| {
                let mut style = curve_style(index, self.theme);
                if index == self.curves.len() {
                    style.colour = accent;
                }
                curve::Curve { label: label_of(curve), style, shape: Shape::Function(function) }
            })
            .collect();
        let in_tokens_text = texts::curves::axis_distance(format_short(w));
        let x_range = range_of(axis);
        let mut plot = CurvePlot {
            curves: &curves,
            x_range,
            x_label: if in_tokens { &in_tokens_text } else { texts::curves::axis_weighted() },
            y_label: match (in_tokens, slopes) {
                (false, false) => "f(x)",
                (false, true) => texts::curves::axis_slope(),
                (true, false) => "f(w·R)",
                (true, true) => texts::curves::axis_slope_per_token(),
            },
            discrete: in_tokens,
            legend: false,
            marker: self.marker,
            emphasised: Some(self.curves.len()),
            pixel_ratio,
            colours: PlotColours::of(self.theme),
            ..CurvePlot::default()
        };
        // Where one's own curve levels off is seen, though it rises far above the others.
        let reached = value_at(x_range.1, self.edited, slopes, axis, w);
        let levels_off = self.edited.mapping.landmarks(self.edited.v).is_some();
        if levels_off && !slopes && reached <= HIGHEST {
            let (low, high) = plot.mapping(self.size.0, self.size.1).y_range;
            plot.y_range = Some((low, high.max(1.05 * reached)));
        }
        use_plot(&plot)
    }

    fn mapping(&self) -> PlotMapping {
        self.with_plot(1.0, |plot| plot.mapping(self.size.0, self.size.1))
    }
}

/// The plot, its read-out by pointer and keys, and the button that saves it.
#[component]
pub fn Plot(hovered: RwSignal<Option<f64>>) -> impl IntoView {
    let room = use_room();
    let edited = room.select(Settings::own_curve);
    let frame = NodeRef::<html::Div>::new();
    let canvas = NodeRef::<html::Canvas>::new();
    let size = box_size(frame);
    let theme = room.theme;
    let parts = room.select(|settings| {
        (settings.curves.clone(), settings.curve_axis, settings.head_w(), settings.slopes)
    });
    let drawing = memo(move || {
        let (curves, axis, w, slopes) = parts.get();
        Drawing {
            curves,
            edited: edited.get(),
            axis,
            w,
            slopes,
            theme: theme.get(),
            size: size.get(),
            marker: hovered.get(),
        }
    });
    let hidden = RwSignal::new(None::<f64>);
    effect(move || {
        let Some(canvas) = canvas.get() else { return };
        drawing.with(|drawing| hidden.set(draw(&canvas, drawing).flatten()));
    });
    let to_x = move |event: PointerEvent| {
        let mapping = drawing.with_untracked(Drawing::mapping);
        let (x, y) = place_in(&event);
        let point = mapping.from_pixels(x, y);
        hovered.set(point.map(|(x, _)| snap(x, drawing.with_untracked(|drawing| drawing.axis))));
    };
    let on_key = move |event: KeyboardEvent| {
        let axis = drawing.with_untracked(|drawing| drawing.axis);
        let now = hovered.get_untracked().unwrap_or(resting_place(axis));
        let Some(place) = place_after_key(now, axis, &event.key()) else { return };
        event.prevent_default();
        hovered.set(Some(place));
    };
    let name = move || {
        let (curves, ..) = parts.get();
        let names: Vec<_> = curves.iter().map(|&curve| label_of(curve)).collect();
        texts::curves::plot_name(curves.len(), names.join("; "), label_of(edited.get()))
    };
    let save = move |_| {
        if let Some(canvas) = canvas.get_untracked() {
            export::save_canvases("nearfar-curves.png", &[canvas], theme.get_untracked());
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
    let read = text(move || {
        drawing.with(|drawing| {
            let &Drawing { edited, axis, w, slopes, .. } = drawing;
            drawing.marker.map_or_else(
                || texts::curves::plot_how().to_owned(),
                |place| {
                    let value = value_at(place, edited, slopes, axis, w);
                    texts::curves::plot_read(in_words(place, axis, w), format_short(value))
                },
            )
        })
    });
    let cut = text(move || {
        hidden.get().map_or_else(String::new, |value| match value < 0.0 {
            true => texts::curves::plot_cut_at_bottom(format_short(value)),
            false => texts::curves::plot_cut_at_top(format_short(value)),
        })
    });
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
            >
                <canvas node_ref=canvas aria-hidden="true"></canvas>
            </div>
            {halves}
        </div>
        <p class="muted small-print plot-cut">{cut}</p>
        <p class="muted small-print plot-note">
            <span>{read}</span>
            <button type="button" class="quiet" aria-label=texts::curves::plot_save_name() title=texts::curves::plot_save() on:click=handler(save)>{Icon::Save.view()}</button>
        </p>
    }
}

/// Draws; returns the largest value that did not fit, if one did not.
fn draw(canvas: &web_sys::HtmlCanvasElement, drawing: &Drawing) -> Option<Option<f64>> {
    let (width, height) = drawing.size;
    if width < 40.0 || height < 40.0 {
        return None;
    }
    // plotters draws whole pixels: at least two a CSS pixel keep curves smooth.
    let ratio = pixel_ratio().max(2.0);
    canvas.set_width((width * ratio).round() as u32);
    canvas.set_height((height * ratio).round() as u32);
    let area = CanvasBackend::with_canvas_object(canvas.clone())?.into_drawing_area();
    let mapping = drawing.with_plot(ratio, |plot| plot.draw(&area)).ok()?;
    area.present().ok()?;
    Some(mapping.hidden)
}
