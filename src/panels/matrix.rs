//! A matrix between tokens as a large labelled picture: cells on one canvas, labels and cursor on
//! another above it, so that moving a slider redraws cells only and moving the pointer redraws
//! lines only.

use leptos::html;
use leptos::prelude::*;
use nearfar::export::MatrixPicture;
use nearfar::lab::{Lab, Matrix};
use nearfar::picture::Section;
use nearfar::picture::heatmap::{paint, paint_masked};
use nearfar::picture::layout::{MatrixLayout, Viewport};
use nearfar::picture::palette::{Table, Theme};
use nearfar::picture::scale::{Scale, format_number};
use nearfar::settings::{Choice, ModelChoice, Settings};
use wasm_bindgen::JsCast;
use web_sys::{KeyboardEvent, PointerEvent, WheelEvent};

use crate::canvas::{Surface, box_size, labelled, numbers, pixel_ratio, with_pixels};
use crate::controls::{Dialog, Icon};
use crate::explore;
use crate::export::{self, Exported};
use crate::panels::legend::Legend;
use crate::panels::table::MatrixTable;
use crate::reactive::{effect, flag, handler, memo, text, when};
use crate::state::{Cell, Store, use_store};

/// A press that moves farther than this, in CSS pixels, is a drag and not a click.
const CLICK: f64 = 4.0;

/// Why there is no file of numbers.
const TOO_MANY: &str = "A matrix of more than 512 tokens is never in memory as a whole, so it is not saved as numbers or as SVG. PNG saves the picture as it stands.";

/// What is reused from frame to frame.
#[derive(Default)]
struct Buffers {
    values: Vec<f32>,
    /// What of the matrix the values are.
    part: Section,
}

/// A press of the pointer on its way.
#[derive(Clone, Copy)]
struct Press {
    at: (f64, f64),
    last: (f64, f64),
    is_drag: bool,
}

/// The large picture of a matrix of the shown head.
#[component]
pub fn MatrixPanel(
    /// Which matrix.
    #[prop(into)]
    matrix: Signal<Matrix>,
    /// Its heading.
    #[prop(into)]
    title: Signal<String>,
    /// A class for its accent: `a`, `b` or `difference`.
    #[prop(optional)]
    accent: &'static str,
    /// What its numbers count.
    #[prop(into)]
    unit: Signal<String>,
    /// Called to show it larger, where that is possible.
    #[prop(optional, into)]
    on_enlarge: Option<Callback<()>>,
    /// Another head than the shown one.
    #[prop(optional)]
    of_head: Option<usize>,
) -> impl IntoView {
    let store = use_store();
    let frame = NodeRef::<html::Div>::new();
    let (cells, overlay) = (NodeRef::<html::Canvas>::new(), NodeRef::<html::Canvas>::new());
    let size = box_size(frame);
    let theme = store.theme();
    let head = of_head.map_or(store.head(), |head| memo(move || head));
    let colours = store.colours();
    let range = store.select(|settings| settings.range);
    let cursor = store.cursor();
    let palette = memo(move || matrix.get().palette(colours.get()));
    let table = memo(move || palette.get().table(theme.get()));
    let scale = RwSignal::new(Scale::Sequential { min: 0.0, max: 1.0 });
    let buffers = StoredValue::new_local(Buffers::default());
    let layout = memo(move || lay_out(store, size.get()));

    effect(move || {
        let (Some(canvas), (width, height)) = (cells.get(), size.get()) else { return };
        let Some(surface) = Surface::new(&canvas, width, height) else { return };
        let (matrix, head, range) = (matrix.get(), head.get(), range.get());
        store.with_weights(|lab| {
            buffers.update_value(|buffers| {
                buffers.part = store.matrix_into(lab, matrix, head, &mut buffers.values);
                let explored = store.explored(|explorer| explorer.scale(matrix, range));
                let drawn =
                    explored.unwrap_or_else(|| lab.scale(matrix, head, &buffers.values, range));
                if scale.get_untracked() != drawn {
                    scale.set(drawn);
                }
                layout.with(|layout| {
                    let Some(layout) = layout.as_ref() else { return };
                    if lab.is_long() {
                        let ratio = pixel_ratio();
                        let pixels = [layout.plot.width, layout.plot.height].map(|l| l * ratio);
                        explore::see(store, Section::seen(layout.viewport, layout.rows, pixels));
                    }
                    let seen = buffers.part.source(layout.viewport);
                    let causal = store.settings_now(|settings| settings.causal) || lab.is_causal();
                    with_pixels(buffers.values.len(), |pixels| {
                        table.with(|t| paint_matrix(matrix, causal, buffers, drawn, t, pixels));
                        surface.cells(pixels, buffers.part.raster[1], seen, layout.plot);
                    });
                    let value_at = |i, j| {
                        let index = buffers.part.index_of(i, j)?;
                        buffers.values.get(index).copied()
                    };
                    table.with(|table| {
                        numbers::write(&surface, layout, value_at, drawn, table, in_a_cell);
                    });
                });
            });
        });
    });
    effect(move || {
        let (Some(canvas), (width, height)) = (overlay.get(), size.get()) else { return };
        let Some(surface) = Surface::new(&canvas, width, height) else { return };
        layout.with(|layout| {
            if let Some(layout) = layout {
                draw_overlay(&surface, layout, cursor.get(), theme.get());
            }
        });
    });

    let summary = memo(move || {
        store.follow_settled();
        let (matrix, head) = (matrix.get(), head.get());
        store.lab_now(|lab| summarise(store, lab, matrix, head))
    });
    let press = StoredValue::new(None::<Press>);
    let cell_at = move |event: &PointerEvent| {
        let (x, y) = (f64::from(event.offset_x()), f64::from(event.offset_y()));
        layout.with_untracked(|layout| layout.as_ref()?.cell_at(x, y))
    };
    let on_move = move |event: PointerEvent| {
        let point = (f64::from(event.offset_x()), f64::from(event.offset_y()));
        if let Some(mut pressed) = press.get_value() {
            pressed.is_drag |= (point.0 - pressed.at.0).hypot(point.1 - pressed.at.1) > CLICK;
            if pressed.is_drag && store.viewport.with_untracked(Option::is_some) {
                pan(store, layout, point.0 - pressed.last.0, point.1 - pressed.last.1);
            }
            pressed.last = point;
            press.set_value(Some(pressed));
        }
        let cell = cell_at(&event);
        if store.hover.get_untracked() != cell {
            store.hover.set(cell);
        }
    };
    let on_down = move |event: PointerEvent| {
        let at = (f64::from(event.offset_x()), f64::from(event.offset_y()));
        press.set_value(Some(Press { at, last: at, is_drag: false }));
        store.hover.set(cell_at(&event));
    };
    let on_up = move |event: PointerEvent| {
        let pressed = press.get_value();
        press.set_value(None);
        if pressed.is_some_and(|pressed| !pressed.is_drag)
            && let Some(cell) = cell_at(&event)
        {
            store.toggle_cursor(cell);
        }
    };
    let on_leave = move |_| {
        press.try_set_value(None);
        store.hover.set(None);
    };
    let on_wheel = move |event: WheelEvent| {
        // A plain wheel scrolls the page; with Ctrl, and for a pinch, it zooms.
        if event.ctrl_key() {
            event.prevent_default();
            let factor = if event.delta_y() < 0.0 { 1.25 } else { 0.8 };
            zoom_at(
                store,
                layout,
                (f64::from(event.offset_x()), f64::from(event.offset_y())),
                factor,
            );
        }
    };
    let as_table = RwSignal::new(false);
    let on_key = move |event: KeyboardEvent| {
        if matrix_key(store, layout, &event, as_table) {
            event.prevent_default();
            event.stop_propagation();
        }
    };
    let export = Callback::new(move |what: Exported| {
        let title = title.get_untracked();
        if store.lab_now(Lab::is_long) {
            let canvases = [cells.get_untracked(), overlay.get_untracked()];
            return match what {
                Exported::Png => {
                    let canvases: Vec<_> = canvases.into_iter().flatten().collect();
                    export::save_canvases("nearfar-long.png", &canvases, theme.get_untracked());
                }
                _ => store.notify(TOO_MANY, false),
            };
        }
        buffers.with_value(|buffers| {
            store.lab_now(|lab| {
                let words: Vec<_> = lab.tokens().iter().map(|token| token.text.as_str()).collect();
                let about = store.settings_now(about_matrix);
                table.with_untracked(|table| {
                    let picture = MatrixPicture {
                        title: &title,
                        about: &about,
                        tokens: &words,
                        values: &buffers.values,
                        scale: scale.get_untracked(),
                        table,
                        unit: &unit.get_untracked(),
                        theme: theme.get_untracked(),
                    };
                    export::matrix(what, head.get_untracked() + 1, &picture);
                });
            });
        });
    });

    view! {
        <figure class=format!("matrix {accent}")>
            <figcaption class="matrix-head">
                <span class="matrix-title" title=title>{title}</span>
            </figcaption>
            <div
                node_ref=frame
                class="matrix-frame"
                class:zoomed=flag(move || store.viewport.with(Option::is_some))
                role="application"
                aria-roledescription="matrix"
                tabindex="0"
                aria-label=text(move || summary.get())
                aria-keyshortcuts="ArrowUp ArrowDown ArrowLeft ArrowRight Home End Enter + - 0 T"
                on:keydown=handler(on_key)
                on:pointermove=handler(on_move)
                on:pointerdown=handler(on_down)
                on:pointerup=handler(on_up)
                on:pointerleave=handler(on_leave)
                on:pointercancel=handler(on_leave)
                on:wheel=handler(on_wheel)
            >
                <canvas node_ref=cells aria-hidden="true"></canvas>
                <canvas node_ref=overlay aria-hidden="true"></canvas>
            </div>
            <Legend palette=palette scale=scale theme=theme unit=unit />
            <PanelTools export=export as_table=as_table layout=layout on_enlarge=on_enlarge />
        </figure>
        <Dialog open=as_table title=title large=true>
            <MatrixTable matrix=matrix />
        </Dialog>
    }
}

/// Zoom, table, export and enlarge.
#[component]
fn PanelTools(
    export: Callback<Exported>,
    as_table: RwSignal<bool>,
    layout: Memo<Option<MatrixLayout>>,
    on_enlarge: Option<Callback<()>>,
) -> impl IntoView {
    let store = use_store();
    let tool = |icon: Icon, name: &'static str, action: Callback<()>| {
        view! {
            <button type="button" class="quiet" aria-label=name title=name on:click=handler(move |_| action.run(()))>
                {icon.view()}
            </button>
        }
    };
    let zoomed = move || store.viewport.with(Option::is_some);
    let save = RwSignal::new(false);
    let drop = NodeRef::<html::Span>::new();
    let opener = NodeRef::<html::Button>::new();
    let close = move || {
        save.set(false);
        if let Some(opener) = opener.get_untracked() {
            let _ = opener.focus();
        }
    };
    let on_drop_key = move |event: KeyboardEvent| {
        if event.key() == "Escape" && save.get_untracked() {
            event.stop_propagation();
            close();
        }
    };
    // Whatever takes the focus elsewhere closes the menu.
    let on_focus_out = move |event: web_sys::FocusEvent| {
        // Leaving the page takes the focus too, when the signals are already gone.
        let inside = drop.try_get_untracked().flatten().is_some_and(|drop| {
            let target =
                event.related_target().and_then(|target| target.dyn_into::<web_sys::Node>().ok());
            drop.contains(target.as_ref())
        });
        if !inside {
            save.try_set(false);
        }
    };
    let choices = [
        (Exported::Png, "Picture (PNG)"),
        (Exported::Svg, "Picture (SVG)"),
        (Exported::Csv, "Numbers (CSV)"),
        (Exported::Json, "Numbers (JSON)"),
    ];
    let choices = choices.map(|(what, label)| {
        view! {
            <button type="button" on:click=handler(move |_| { close(); export.run(what); })>{label}</button>
        }
    });
    view! {
        <span class="panel-tools">
            <Show when=when(zoomed)>{tool(Icon::Whole, "Show all", Callback::new(move |()| store.viewport.set(None)))}</Show>
            {tool(Icon::ZoomOut, "Zoom out", Callback::new(move |()| zoom_at_cursor(store, layout, 0.8)))}
            {tool(Icon::ZoomIn, "Zoom in", Callback::new(move |()| zoom_at_cursor(store, layout, 1.25)))}
            {tool(Icon::Table, "As a table", Callback::new(move |()| as_table.set(true)))}
            <span class="drop" node_ref=drop on:keydown=handler(on_drop_key) on:focusout=handler(on_focus_out)>
                <button
                    node_ref=opener
                    type="button"
                    class="quiet"
                    aria-label="Save"
                    title="Save"
                    aria-expanded=text(move || save.get().to_string())
                    on:click=handler(move |_| save.update(|open| *open = !*open))
                >
                    {Icon::Save.view()}
                </button>
                <div
                    class="drop-menu"
                    role="group"
                    aria-label="Save as"
                    hidden=flag(move || !save.get())
                >
                    {choices}
                </div>
            </span>
            {on_enlarge.map(|enlarge| tool(Icon::Enlarge, "Show large", enlarge))}
        </span>
    }
}

/// What a saved file says of the head and the projections.
fn about_matrix(settings: &Settings) -> String {
    let (w, v) = (settings.w[settings.head], settings.v[settings.head]);
    let one = |model: ModelChoice| match model {
        ModelChoice::Untrained => format!("untrained projections (seed {})", settings.seed),
        file if file.is_file() => {
            format!("{}, layer {}", settings.file_of(file), settings.layer + 1)
        }
        trained => format!("model {}", trained.label()),
    };
    let projections = if settings.model == settings.model_b {
        one(settings.model)
    } else {
        format!("A: {}, B: {}", one(settings.model), one(settings.model_b))
    };
    format!(
        "head {}, w = {}, v = {}, {}, {}",
        settings.head + 1,
        format_number(w),
        format_number(v),
        projections,
        if settings.causal { "causal mask" } else { "no mask" },
    )
}

fn lay_out(store: Store, size: (f64, f64)) -> Option<MatrixLayout> {
    let viewport = store.viewport.get();
    store.with_tokens(|lab| {
        let labels: Vec<_> = lab.tokens().iter().map(|token| token.text.as_str()).collect();
        labelled::lay_out(&labels, viewport, size)
    })
}

fn paint_matrix(
    matrix: Matrix,
    causal: bool,
    buffers: &Buffers,
    scale: Scale,
    table: &Table,
    pixels: &mut [u8],
) {
    let Buffers { values, part } = buffers;
    if !causal || matches!(matrix, Matrix::Step(..)) {
        return paint(values, scale, table, pixels);
    }
    // What has a cell that the mask allows is shown.
    let shown = |row, column| part.columns_of(column).start < part.rows_of(row).end;
    paint_masked(values, part.raster[1], scale, table, shown, pixels);
}

/// Two decimals; whole numbers where those are too wide.
fn in_a_cell(value: f32, is_signed: bool) -> String {
    if value.abs() < 9.995 {
        numbers::two_decimals(value, is_signed)
    } else {
        format_number(f64::from(value.round())).replace('-', "\u{2212}")
    }
}

fn draw_overlay(surface: &Surface, layout: &MatrixLayout, cursor: Option<Cell>, theme: Theme) {
    labelled::draw_labels(surface, layout, cursor, theme);
    surface.cross(layout, cursor, theme);
}

/// A matrix in a sentence, for those who do not see it.
fn summarise(store: Store, lab: &Lab, matrix: Matrix, head: usize) -> String {
    let mut values = Vec::new();
    let part = store.matrix_into(lab, matrix, head, &mut values);
    let largest = values
        .iter()
        .enumerate()
        .filter(|(_, value)| value.is_finite())
        .max_by(|a, b| a.1.total_cmp(b.1));
    let Some((index, value)) = largest else { return "Empty matrix".to_owned() };
    let name = |tokens: std::ops::Range<usize>| {
        let text = lab.tokens().get(tokens.start).map_or("", |token| token.text.as_str());
        let more = if tokens.len() > 1 { " and those after it" } else { "" };
        format!("“{text}”{more}")
    };
    let tokens = lab.tokens().len();
    format!(
        "Head {}, {tokens} queries by {tokens} keys. Largest: {} from {} to {}. Arrow keys move the cursor, T shows a table.",
        head + 1,
        format_number(f64::from(*value)),
        name(part.rows_of(index / part.raster[1])),
        name(part.columns_of(index % part.raster[1])),
    )
}

fn pan(store: Store, layout: Memo<Option<MatrixLayout>>, dx: f64, dy: f64) {
    if let Some(viewport) = layout.with_untracked(|layout| Some(layout.as_ref()?.panned(dx, dy))) {
        store.viewport.set(Some(viewport));
    }
}

fn zoom_at(store: Store, layout: Memo<Option<MatrixLayout>>, (x, y): (f64, f64), factor: f64) {
    let zoomed = layout.with_untracked(|layout| {
        let layout = layout.as_ref()?;
        let viewport = layout.zoomed(x, y, factor);
        let whole = Viewport::whole(layout.rows, layout.columns);
        // In and out again is the whole but for rounding.
        let covered = (viewport.rows / whole.rows).min(viewport.columns / whole.columns);
        Some((viewport, covered > 1.0 - 1e-9))
    });
    if let Some((viewport, is_whole)) = zoomed {
        store.viewport.set((!is_whole).then_some(viewport));
    }
}

/// Zooms about the cursor, or about the middle.
fn zoom_at_cursor(store: Store, layout: Memo<Option<MatrixLayout>>, factor: f64) {
    let cursor = store.cursor().get_untracked();
    let point = layout.with_untracked(|layout| {
        let layout = layout.as_ref()?;
        let rect = cursor.and_then(|(i, j)| layout.cell_rect(i, j)).unwrap_or(layout.plot);
        Some((rect.x + rect.width / 2.0, rect.y + rect.height / 2.0))
    });
    if let Some(point) = point {
        zoom_at(store, layout, point, factor);
    }
}

/// Moves and locks the cursor, zooms, shows the table. Whether the key was for the matrix.
fn matrix_key(
    store: Store,
    layout: Memo<Option<MatrixLayout>>,
    event: &KeyboardEvent,
    as_table: RwSignal<bool>,
) -> bool {
    if event.ctrl_key() || event.meta_key() || event.alt_key() {
        return false;
    }
    let last = store.lab_now(|lab| lab.tokens().len()).saturating_sub(1);
    // From the cell whose numbers are shown, also where nobody has pointed yet.
    let (i, j) = store.example().get_untracked().unwrap_or((0, 0));
    let cell = match event.key().as_str() {
        "ArrowUp" => (i.saturating_sub(1), j),
        "ArrowDown" => ((i + 1).min(last), j),
        "ArrowLeft" => (i, j.saturating_sub(1)),
        "ArrowRight" => (i, (j + 1).min(last)),
        "Home" => (i, 0),
        "End" => (i, last),
        "Enter" | " " => {
            store.toggle_cursor((i, j));
            return true;
        }
        "+" | "=" => {
            zoom_at_cursor(store, layout, 1.25);
            return true;
        }
        "-" => {
            zoom_at_cursor(store, layout, 0.8);
            return true;
        }
        "0" => {
            store.viewport.set(None);
            return true;
        }
        "t" | "T" => {
            as_table.set(true);
            return true;
        }
        _ => return false,
    };
    store.hover.set(Some(cell));
    true
}
