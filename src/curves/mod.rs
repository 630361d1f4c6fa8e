//! The Curves: Fig. 1 live, with the rivals of the learnable sigmoid, the five requirements, and
//! the coefficient matrices of Fig. 2. A program of its own that the page fetches when the room is
//! opened.

mod desk;

use leptos::html;
use leptos::prelude::*;
use nearfar::attention::distance::weighted_distance;
use nearfar::attention::requirements::requirements;
use nearfar::attention::{HeadParameters, Mapping};
use nearfar::picture::curve::{self, CurvePlot, PlotColours, PlotMapping, Shape, curve_style};
use nearfar::picture::heatmap::paint;
use nearfar::picture::palette::{Palette, Theme};
use nearfar::picture::scale::{Scale, format_number};
use nearfar::settings::{
    Curve, CurveAxis, MAX_CURVES, MAX_MATRIX_TOKENS, MAX_PARAMETER, MatrixChoice, Preset, Settings,
};
use plotters::drawing::IntoDrawingArea;
use plotters_canvas::CanvasBackend;
use wasm_bindgen::JsCast;
use web_sys::{KeyboardEvent, PointerEvent};

use crate::canvas::{box_size, css, pixel_ratio, put_pixels};
use crate::controls::{Icon, Menu, NumberField, Slider};
use crate::export;
use crate::guest;
use crate::panels::{Legend, MappingControls, MappingKind};
use crate::reactive::{effect, handler, memo, text};
use desk::Desk;

/// Fig. 1's axis: the paper names none, this shows both plateaus.
const X_RANGE: (f64, f64) = (-8.0, 8.0);
/// As many tokens as the axis of distances shows.
const TOKENS: f64 = 20.0;

/// Mounts the room.
pub fn start() {
    guest::mount("curves-room", "Your curves are kept; reload, and go on.", Curves);
}

/// The page's settings that the room shows.
fn use_desk() -> Desk {
    use_context::<Desk>().unwrap_or_else(|| unreachable!("Curves provides it"))
}

/// The room of the mapping functions.
#[component]
fn Curves() -> impl IntoView {
    provide_context(Desk::new());
    let hovered = RwSignal::new(None::<f64>);
    view! {
        <div class="curves">
            <section class="panel plot-panel" aria-labelledby="plot-title">
                <header class="panel-head">
                    <h2 id="plot-title">"How distance becomes a coefficient"</h2>
                    <p class="muted">"Fig. 1 of the paper, live. f multiplies the score: 1 leaves it, below 1 suppresses, above 1 promotes."</p>
                </header>
                <Plot hovered=hovered />
                <CurveList hovered=hovered />
            </section>
            <aside class="panel" aria-label="Curves and axis">
                <AxisControls />
                <AddCurve />
            </aside>
            <Requirements />
            <Matrices />
        </div>
    }
}

/// A curve's value, or its slope, at a place of the axis: f(x) and f′(x), or by tokens f(w·R) and
/// df/dR = w·f′(w·R).
fn value_of(curve: Curve, slopes: bool, axis: CurveAxis, w: f64, at: f64) -> f64 {
    let scale = if axis == CurveAxis::Tokens { w } else { 1.0 };
    if slopes {
        scale * curve.mapping.derivative_x(scale * at, curve.v)
    } else {
        curve.mapping.value(scale * at, curve.v)
    }
}

fn label_of(curve: Curve) -> String {
    match curve.mapping {
        Mapping::LearnableSigmoid => format!("learnable sigmoid, v = {}", format_number(curve.v)),
        Mapping::Sigmoid => "sigmoid".to_owned(),
        Mapping::Exponent => "exponent".to_owned(),
        Mapping::Clip { threshold } => format!("clip, T = {}", format_number(threshold)),
        Mapping::Linear { slope, intercept } => {
            format!("linear, k = {}, b = {}", format_number(slope), format_number(intercept))
        }
    }
}

/// Everything that the plot is drawn from.
#[derive(Clone, PartialEq)]
struct Drawing {
    curves: Vec<Curve>,
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
        let functions: Vec<_> = self
            .curves
            .iter()
            .map(|&curve| move |at: f64| value_of(curve, slopes, axis, w, at))
            .collect();
        let curves: Vec<_> = functions
            .iter()
            .zip(&self.curves)
            .enumerate()
            .map(|(index, (function, &curve))| curve::Curve {
                label: label_of(curve),
                style: curve_style(index, self.theme),
                shape: Shape::Function(function),
            })
            .collect();
        let w_text = format!("distance R in tokens, w = {}", format_number(w));
        let plot = CurvePlot {
            curves: &curves,
            x_range: if in_tokens { (0.0, TOKENS) } else { X_RANGE },
            x_label: if in_tokens { &w_text } else { "x = w·R, the weighted distance" },
            y_label: match (in_tokens, slopes) {
                (false, false) => "f(x)",
                (false, true) => "f′(x), the slope",
                (true, false) => "f(w·R)",
                (true, true) => "df/dR, the slope per token",
            },
            discrete: in_tokens,
            legend: false,
            marker: self.marker,
            pixel_ratio,
            colours: PlotColours::of(self.theme),
            ..CurvePlot::default()
        };
        use_plot(&plot)
    }

    fn mapping(&self) -> PlotMapping {
        self.with_plot(1.0, |plot| plot.mapping(self.size.0, self.size.1))
    }
}

#[component]
fn Plot(hovered: RwSignal<Option<f64>>) -> impl IntoView {
    let desk = use_desk();
    let frame = NodeRef::<html::Div>::new();
    let canvas = NodeRef::<html::Canvas>::new();
    let size = box_size(frame);
    let theme = desk.theme;
    let parts = desk.select(|settings| {
        (settings.curves.clone(), settings.curve_axis, settings.curve_w, settings.slopes)
    });
    let drawing = memo(move || {
        let (curves, axis, w, slopes) = parts.get();
        Drawing {
            curves,
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
        let point = mapping.from_pixels(f64::from(event.offset_x()), f64::from(event.offset_y()));
        hovered.set(point.map(|(x, _)| snap(x, drawing.with_untracked(|drawing| drawing.axis))));
    };
    let on_key = move |event: KeyboardEvent| {
        let axis = drawing.with_untracked(|drawing| drawing.axis);
        let (low, high, step) = match axis {
            CurveAxis::Tokens => (0.0, TOKENS, 1.0),
            CurveAxis::Weighted => (X_RANGE.0, X_RANGE.1, 0.25),
        };
        let now = hovered.get_untracked().unwrap_or(0.0);
        let x = match event.key().as_str() {
            "ArrowLeft" => now - step,
            "ArrowRight" => now + step,
            "Home" => low,
            "End" => high,
            _ => return,
        };
        event.prevent_default();
        hovered.set(Some(x.clamp(low, high)));
    };
    let name = move || {
        let (curves, ..) = parts.get();
        let names: Vec<_> = curves.iter().map(|&curve| label_of(curve)).collect();
        format!(
            "Plot of {} curves: {}. Left and right arrow keys move the read-out.",
            curves.len(),
            names.join("; ")
        )
    };
    let save = move |_| {
        if let Some(canvas) = canvas.get_untracked() {
            export::save_canvases("nearfar-curves.png", &[canvas], theme.get_untracked());
        }
    };
    view! {
        <div
            node_ref=frame
            class="plot"
            role="application"
            aria-roledescription="plot"
            tabindex="0"
            aria-label=name
            on:pointermove=handler(to_x)
            on:pointerdown=handler(to_x)
            on:pointerleave=handler(move |_| {
                hovered.try_set(None);
            })
            on:keydown=handler(on_key)
        >
            <canvas node_ref=canvas aria-hidden="true"></canvas>
        </div>
        <p class="muted small-print plot-note">
            <span>
                {move || hidden.get().map(|value| format!("The steepest curve is cut at the {}; it reaches {} in this range. ", if value < 0.0 { "bottom" } else { "top" }, format_number(value)))}
                "Move the pointer, or press ← and →, to read values below."
            </span>
            <button type="button" class="quiet" aria-label="Save the plot as PNG" title="Save as PNG" on:click=handler(save)>{Icon::Save.view()}</button>
        </p>
    }
}

/// Distances are whole tokens.
fn snap(x: f64, axis: CurveAxis) -> f64 {
    if axis == CurveAxis::Tokens { x.round().clamp(0.0, TOKENS) } else { x }
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

/// The curves as removable chips, with their values at the read-out.
#[component]
fn CurveList(hovered: RwSignal<Option<f64>>) -> impl IntoView {
    let desk = use_desk();
    let theme = desk.theme;
    let parts = desk.select(|settings| {
        (settings.curves.clone(), settings.curve_axis, settings.curve_w, settings.slopes)
    });
    let at = move || {
        let (_, axis, w, _) = parts.get();
        hovered.get().map_or_else(
            || {
                if axis == CurveAxis::Tokens {
                    "at R = 0, x = 0".to_owned()
                } else {
                    "at x = 0".to_owned()
                }
            },
            |x| match axis {
                CurveAxis::Tokens => {
                    format!("at R = {}, x = {}", format_number(x), format_number(w * x))
                }
                CurveAxis::Weighted => format!("at x = {}", format_number(x)),
            },
        )
    };
    let chips = move || {
        let (curves, axis, w, _) = parts.get();
        let x = hovered.get().unwrap_or(0.0);
        let x = if axis == CurveAxis::Tokens { w * x } else { x };
        curves
            .into_iter()
            .enumerate()
            .map(|(index, curve)| {
                let style = curve_style(index, theme.get());
                let dashes: Vec<_> = style.dash.iter().map(f64::to_string).collect();
                let remove = move |_| {
                    desk.edit(false, |settings| {
                        if index < settings.curves.len() {
                            settings.curves.remove(index);
                        }
                    });
                };
                view! {
                    <li class="chip">
                        <svg class="swatch" viewBox="0 0 34 8" aria-hidden="true">
                            <line x1="1" y1="4" x2="33" y2="4" stroke=css(style.colour, 1.0) stroke-width="3" stroke-dasharray=dashes.join(" ")></line>
                        </svg>
                        <span class="chip-name">{label_of(curve)}</span>
                        <span class="chip-values">
                            <span><i>"f"</i>" = "<b>{format_number(curve.mapping.value(x, curve.v))}</b></span>
                            <span><i>"f′"</i>" = "<b>{format_number(curve.mapping.derivative_x(x, curve.v))}</b></span>
                        </span>
                        <button type="button" class="quiet" aria-label=format!("Remove {}", label_of(curve)) on:click=handler(remove)>
                            {Icon::Close.view()}
                        </button>
                    </li>
                }
            })
            .collect_view()
    };
    view! {
        <h3 class="chips-title">"Values "<span class="muted">{at}</span></h3>
        <ul class="chips">{chips}</ul>
        <Show when=move || parts.with(|(curves, ..)| curves.is_empty())>
            <p class="muted">"No curve is left. Add one, or undo."</p>
        </Show>
    }
}

#[component]
fn AxisControls() -> impl IntoView {
    let desk = use_desk();
    let axis = desk.select(|settings| settings.curve_axis);
    let slopes = desk.select(|settings| settings.slopes);
    let w = desk.select(|settings| settings.curve_w);
    view! {
        <div class="controls-group">
            <h2>"Axis"</h2>
            <Menu
                label="Horizontal axis"
                value=axis
                on_choose=move |axis: CurveAxis| desk.edit(false, |settings| settings.curve_axis = axis)
            />
            <Show when=move || axis.get() == CurveAxis::Tokens>
                <Slider
                    label="w"
                    hint="turns tokens into x"
                    value=Signal::derive(move || (w.get(), false))
                    ends=(-3.0, 3.0)
                    range=(-MAX_PARAMETER, MAX_PARAMETER)
                    on_input=move |w| desk.edit(true, |settings| settings.curve_w = w)
                    on_settle=move |()| desk.end_gesture()
                />
            </Show>
            <label class="check">
                <input
                    type="checkbox"
                    prop:checked=slopes
                    on:change=handler(move |event| {
                        let slopes = event_target_checked(&event);
                        desk.edit(false, |settings| settings.slopes = slopes);
                    })
                />
                "Draw slopes f′ instead of values"
            </label>
        </div>
    }
}

#[component]
fn AddCurve() -> impl IntoView {
    let desk = use_desk();
    let mapping = RwSignal::new(Mapping::LearnableSigmoid);
    let v = RwSignal::new(0.5_f64);
    let is_full = desk.select(|settings| settings.curves.len() >= MAX_CURVES);
    let has_v = move || mapping.get() == Mapping::LearnableSigmoid;
    let group = NodeRef::<html::Div>::new();
    let add = move |_| {
        // A number that was refused is put right first.
        let wrong =
            group.get_untracked().and_then(|group| group.query_selector("[aria-invalid]").ok()?);
        if let Some(field) = wrong.and_then(|field| field.dyn_into::<web_sys::HtmlElement>().ok()) {
            let _ = field.focus();
            return;
        }
        let mapping = mapping.get_untracked();
        let v = if mapping == Mapping::LearnableSigmoid { v.get_untracked() } else { 0.0 };
        desk.edit(false, |settings| settings.curves.push(Curve { mapping, v }));
    };
    let paper = move |_| {
        desk.edit(false, |settings| settings.curves = Settings::default().curves);
    };
    let rivals = move |_| {
        desk.edit(false, |settings| {
            settings.curves = [
                MappingKind::LearnableSigmoid,
                MappingKind::Sigmoid,
                MappingKind::Exponent,
                MappingKind::Linear,
                MappingKind::Clip,
            ]
            .map(|kind| Curve {
                mapping: kind.mapping(),
                v: if kind == MappingKind::LearnableSigmoid { 1.0 } else { 0.0 },
            })
            .to_vec();
        });
    };
    view! {
        <div class="controls-group" node_ref=group>
            <h2>"Add a curve"</h2>
            <MappingControls mapping=mapping on_change=move |chosen| mapping.set(chosen) />
            <Show when=has_v>
                <Slider
                    label="v"
                    hint="bounds it at 1 + e^v"
                    value=Signal::derive(move || (v.get(), false))
                    ends=(-5.0, 5.0)
                    range=(-MAX_PARAMETER, MAX_PARAMETER)
                    on_input=move |number| v.set(number)
                    on_settle=|()| ()
                />
            </Show>
            <button type="button" disabled=is_full on:click=handler(add)>"Add"</button>
            <p class="muted small-print">{move || is_full.get().then(|| format!("{MAX_CURVES} curves are the most; remove one first."))}</p>
            <div class="presets">
                <button type="button" class="small" on:click=handler(paper)>"Fig. 1"</button>
                <button type="button" class="small" on:click=handler(rivals)>"All five functions"</button>
            </div>
        </div>
    }
}

/// The five requirements of section 3.2, for every curve that is drawn.
#[component]
fn Requirements() -> impl IntoView {
    let desk = use_desk();
    let curves = desk.select(|settings| settings.curves.clone());
    let rows = move || {
        let curves = curves.get();
        curves
            .into_iter()
            .map(|curve| {
                let checks = requirements(curve.mapping, curve.v).map(|check| {
                    let (mark, word) = if check.met { ("✓", "met") } else { ("✗", "not met") };
                    view! {
                        <td class:met=check.met class:unmet=!check.met>
                            <span class="mark" aria-hidden="true">{mark}</span>
                            <span class="visually-hidden">{word}</span>
                            " "
                            <span class="reason">{check.reason}</span>
                        </td>
                    }
                });
                view! { <tr><th scope="row">{label_of(curve)}</th>{checks.into_iter().collect_view()}</tr> }
            })
            .collect_view()
    };
    let asks = requirements(Mapping::Sigmoid, 0.0)
        .map(|check| view! { <th scope="col">{check.asks}</th> });
    view! {
        <section class="panel wide" aria-labelledby="requirements-title">
            <header class="panel-head">
                <h2 id="requirements-title">"What the paper asks of f"</h2>
                <p class="muted">
                    "Section 3.2, checked on numbers in this page. “Bounded” is read as bounded above, “tunable” as having a learned parameter, “monotone” weakly and in either direction."
                </p>
            </header>
            <div class="scroll" tabindex="0" role="region" aria-label="Requirements">
                <table class="requirements">
                    <thead><tr><th scope="col">"Curve"</th>{asks.into_iter().collect_view()}</tr></thead>
                    <tbody>{rows}</tbody>
                </table>
            </div>
        </section>
    }
}

/// Fig. 2: the coefficients between all pairs of tokens.
#[component]
fn Matrices() -> impl IntoView {
    let desk = use_desk();
    let own = desk.select(|settings| settings.matrix);
    let tokens = memo(move || own.get().tokens);
    let figures = Preset::ALL.iter().filter_map(|(preset, label, _)| {
        let head = preset.parameters()?;
        let choice = Signal::derive(move || MatrixChoice { head, tokens: tokens.get() });
        Some(view! { <CoefficientMatrix choice=choice title=format!("({})", label.trim_start_matches('2')) /> })
    });
    let set = move |change: fn(&mut MatrixChoice, f64)| {
        move |number: f64| desk.edit(true, |settings| change(&mut settings.matrix, number))
    };
    view! {
        <section class="panel wide" aria-labelledby="matrices-title">
            <header class="panel-head">
                <h2 id="matrices-title">"The coefficient matrices of Fig. 2"</h2>
                <p class="muted">"Every pair of N tokens: 1 on the diagonal, and the same along each of its parallels, since only |i − j| counts."</p>
            </header>
            <div class="matrices">
                {figures.collect_view()}
                <CoefficientMatrix choice=own title="yours".to_owned() />
                <div class="controls-group">
                    <Slider
                        label="w"
                        hint="of yours"
                        value=Signal::derive(move || (own.get().head.w, false))
                        ends=(-3.0, 3.0)
                        range=(-MAX_PARAMETER, MAX_PARAMETER)
                        on_input=set(|matrix, w| matrix.head.w = w)
                        on_settle=move |()| desk.end_gesture()
                    />
                    <Slider
                        label="v"
                        hint="of yours"
                        value=Signal::derive(move || (own.get().head.v, false))
                        ends=(-3.0, 3.0)
                        range=(-MAX_PARAMETER, MAX_PARAMETER)
                        on_input=set(|matrix, v| matrix.head.v = v)
                        on_settle=move |()| desk.end_gesture()
                    />
                    <label class="field inline">
                        <i>"N"</i>
                        <NumberField
                            name="N, the number of tokens".to_owned()
                            value=Signal::derive(move || Some(tokens.get() as f64))
                            range=(1.0, MAX_MATRIX_TOKENS as f64)
                            whole=true
                            on_change=set(|matrix, tokens| matrix.tokens = tokens as usize)
                        />
                        "tokens, for all five"
                    </label>
                </div>
            </div>
        </section>
    }
}

#[component]
fn CoefficientMatrix(#[prop(into)] choice: Signal<MatrixChoice>, title: String) -> impl IntoView {
    let desk = use_desk();
    let theme = desk.theme;
    let canvas = NodeRef::<html::Canvas>::new();
    let values = memo(move || {
        let MatrixChoice { head: HeadParameters { w, v }, tokens } = choice.get();
        let mut by_distance = vec![0.0_f32; tokens];
        Mapping::LearnableSigmoid.coefficients_into(w, v, &mut by_distance);
        by_distance
    });
    let scale = memo(move || values.with(|values| Scale::log_diverging_of(values)));
    let palette = Signal::derive(|| Palette::Signed);
    effect(move || {
        let Some(canvas) = canvas.get() else { return };
        let table = Palette::Signed.table(theme.get());
        values.with(|by_distance| {
            let n = by_distance.len();
            let matrix: Vec<f32> =
                (0..n * n).map(|cell| by_distance[(cell / n).abs_diff(cell % n)]).collect();
            let mut pixels = vec![0; 4 * n * n];
            paint(&matrix, scale.get(), &table, &mut pixels);
            put_pixels(&canvas, &pixels, n, n);
        });
    });
    // In f64, and from its logarithm where even that ends.
    let farthest = move || {
        let MatrixChoice { head: HeadParameters { w, v }, tokens } = choice.get();
        let x = weighted_distance(w, tokens.saturating_sub(1));
        let value = Mapping::LearnableSigmoid.value(x, v);
        if value > 0.0 { format_number(value) } else { "below 10⁻³⁰⁸".to_owned() }
    };
    let summary = move || {
        let MatrixChoice { head, tokens } = choice.get();
        format!(
            "Coefficients for w {}, v {}, {tokens} tokens: 1 on the diagonal, {} at the corners",
            format_number(head.w),
            format_number(head.v),
            farthest()
        )
    };
    view! {
        <figure class="coefficients">
            <figcaption>
                <b>{title}</b>
                " "
                <span class="muted">
                    {move || {
                        let HeadParameters { w, v } = choice.get().head;
                        format!("w = {}, v = {}", format_number(w), format_number(v))
                    }}
                </span>
            </figcaption>
            <canvas node_ref=canvas role="img" aria-label=summary></canvas>
            <Legend palette=palette scale=scale theme=theme unit="coefficient; 1 changes nothing".to_owned() />
            <p class="muted small-print">{text(move || format!("farthest pair: {}", farthest()))}</p>
        </figure>
    }
}
