//! A picture of a slice: two axes of a tensor as rows and columns, the others at an index, with the
//! numbers under the cursor.

use js_sys::Float64Array;
use leptos::html;
use leptos::prelude::*;
use nearfar::picture::heatmap::paint;
use nearfar::picture::palette::Palette;
use nearfar::picture::scale::{Scale, format_digits, format_number};
use nearfar_inspect::pixels::{INFINITE_COLOUR, NAN_COLOUR, mark_infinities, narrowed, not_finite};
use nearfar_inspect::protocol::{Answer, Ask};
use nearfar_inspect::statistics::SliceOf;

use super::use_desk;
use crate::canvas::{css, put_pixels};
use crate::controls::NumberField;
use crate::reactive::{effect, memo, text};

/// The most rows and columns of a picture.
const MOST: usize = 512;

/// What the worker sent.
#[derive(Clone, Debug, PartialEq)]
struct Shown {
    of: SliceOf,
    rows: usize,
    columns: usize,
    steps: [u64; 2],
    values: Vec<f64>,
}

/// The controls and the canvas.
#[component]
pub fn SlicePicture(
    place: usize,
    shape: Vec<u64>,
    /// What is shown first, and by “All”; without it the whole tensor, along axes that can be chosen.
    #[prop(optional)]
    home: Option<SliceOf>,
    /// The caption.
    #[prop(default = "Slice")]
    title: &'static str,
) -> impl IntoView {
    let desk = use_desk();
    let shape = StoredValue::new(shape);
    let axes = shape.with_value(Vec::len);
    let is_part = home.is_some();
    let home = home.unwrap_or_else(|| shape.with_value(|shape| SliceOf::whole(shape, MOST)));
    let of = RwSignal::new(home.clone());
    let home = StoredValue::new(is_part.then_some(home));
    let shown = RwSignal::new(None::<Shown>);
    let cursor = RwSignal::new(None::<(usize, usize)>);
    let error = RwSignal::new(String::new());
    let is_empty = shape.with_value(|shape| shape.contains(&0));
    let last = StoredValue::new(0_u32);
    effect(move || {
        desk.opened.track();
        let of = of.get();
        if is_empty {
            return;
        }
        let number = last.get_value() + 1;
        last.set_value(number);
        desk.ask(Ask::Slice { tensor: place, of }, &[], move |answer, bytes| {
            // An older answer that comes late is dropped.
            if last.try_get_value() != Some(number) {
                return true;
            }
            match answer {
                Answer::Slice { of, rows, columns, steps, .. } => {
                    let values =
                        bytes.first().map(|bytes| Float64Array::new(&bytes.buffer()).to_vec());
                    error.set(String::new());
                    shown.set(Some(Shown {
                        of,
                        rows,
                        columns,
                        steps,
                        values: values.unwrap_or_default(),
                    }));
                }
                Answer::Failed(failure) => error.set(failure.message),
                _ => {}
            }
            true
        });
    });
    let canvas = NodeRef::<html::Canvas>::new();
    let scale =
        memo(move || shown.with(|shown| Some(scale_of(&narrowed(&shown.as_ref()?.values)))));
    effect(move || {
        let theme = desk.theme.get();
        let Some(canvas) = canvas.get() else { return };
        shown.with(|shown| {
            let Some(shown) = shown else { return };
            let values = narrowed(&shown.values);
            let (scale, palette) = scale_of(&values);
            let mut pixels = vec![0; 4 * values.len()];
            paint(&values, scale, &palette.table(theme), &mut pixels);
            mark_infinities(&values, &mut pixels);
            let _ = put_pixels(&canvas, &pixels, shown.rows.max(1), shown.columns.max(1));
        });
    });
    let point = move |event: web_sys::PointerEvent| {
        let Some(canvas) = canvas.get_untracked() else { return };
        let rect = canvas.get_bounding_client_rect();
        let (x, y) =
            (f64::from(event.client_x()) - rect.x(), f64::from(event.client_y()) - rect.y());
        shown.with_untracked(|shown| {
            let Some(shown) = shown else { return };
            let at = |place: f64, size: f64, cells: usize| {
                ((place / size.max(1.0) * cells as f64) as usize).min(cells.saturating_sub(1))
            };
            cursor
                .set(Some((at(y, rect.height(), shown.rows), at(x, rect.width(), shown.columns))));
        });
    };
    let on_key = move |event: web_sys::KeyboardEvent| {
        let Some((rows, columns)) =
            shown.with_untracked(|shown| shown.as_ref().map(|shown| (shown.rows, shown.columns)))
        else {
            return;
        };
        let (row, column) = cursor.get_untracked().unwrap_or((0, 0));
        let step = if event.shift_key() { 10 } else { 1 };
        let moved = match event.key().as_str() {
            "ArrowUp" => (row.saturating_sub(step), column),
            "ArrowDown" => ((row + step).min(rows.saturating_sub(1)), column),
            "ArrowLeft" => (row, column.saturating_sub(step)),
            "ArrowRight" => (row, (column + step).min(columns.saturating_sub(1))),
            "Home" => (row, 0),
            "End" => (row, columns.saturating_sub(1)),
            "+" | "=" => {
                zoom(of, shape, shown, cursor, 0.5);
                event.prevent_default();
                return;
            }
            "-" | "−" => {
                zoom(of, shape, shown, cursor, 2.0);
                event.prevent_default();
                return;
            }
            "0" => {
                whole(of, home);
                event.prevent_default();
                return;
            }
            "Escape" => {
                cursor.set(None);
                return;
            }
            _ => return,
        };
        event.prevent_default();
        cursor.set(Some(moved));
    };
    let under = move || {
        shown.with(|shown| {
            let shown = shown.as_ref()?;
            let (row, column) = cursor.get()?;
            let value = *shown.values.get(row * shown.columns + column)?;
            let index = shape.with_value(|shape| {
                (0..shape.len())
                    .map(|axis| {
                        let start = shown.of.start.get(axis).copied().unwrap_or(0);
                        if shown.of.row_axis == Some(axis) {
                            start + row as u64 * shown.steps[0]
                        } else if shown.of.column_axis == Some(axis) {
                            start + column as u64 * shown.steps[1]
                        } else {
                            start
                        }
                        .to_string()
                    })
                    .collect::<Vec<_>>()
                    .join(", ")
            });
            Some(format!("[{index}] = {}", format_digits(value, 7)))
        })
    };
    let marker = move |of: fn((f64, f64)) -> f64, wide: bool| {
        move || {
            shown
                .with(|shown| {
                    let shown = shown.as_ref()?;
                    let (row, column) = cursor.get()?;
                    let (place, cells) =
                        if wide { (column, shown.columns) } else { (row, shown.rows) };
                    Some(format!("{}%", 100.0 * of((place as f64, cells.max(1) as f64))))
                })
                .unwrap_or_default()
        }
    };
    let note = move || {
        shown.with(|shown| {
            let Some(shown) = shown else { return String::new() };
            let mut text = format!("{} × {} shown", shown.rows, shown.columns);
            if shown.steps != [1, 1] {
                text.push_str(&format!(
                    ": every {} row and every {} column; zoom in for all",
                    ordinal(shown.steps[0]),
                    ordinal(shown.steps[1])
                ));
            }
            text
        })
    };
    // What no scale has a place for, with the colours that stand for it.
    let odd = memo(move || {
        let (nan, infinite) = shown.with(|shown| Some(not_finite(&shown.as_ref()?.values)))?;
        (nan + infinite > 0).then_some((nan, infinite))
    });
    let odd_ones = move || {
        let (nan, infinite) = odd.get()?;
        let one = |colour, word: &'static str, count: usize| {
            (count > 0).then(|| {
                let style = css(colour, 1.0);
                view! { <span style:background=style aria-hidden="true">"\u{2003}"</span>{format!(" {word}: {count} ")} }
            })
        };
        Some(view! { {one(NAN_COLOUR, "NaN", nan)}{one(INFINITE_COLOUR, "±∞", infinite)} })
    };
    let name = move || {
        let range = scale.get().map(|(scale, _)| {
            format!(
                "colours from {} to {}",
                format_number(scale.value_at(0.0)),
                format_number(scale.value_at(1.0))
            )
        });
        format!(
            "{title} of {}, {}; arrow keys move the cursor, + and − zoom, 0 shows all. {}",
            shown.with(|shown| shown
                .as_ref()
                .map(|s| format!("{} by {}", s.rows, s.columns))
                .unwrap_or_default()),
            range.unwrap_or_default(),
            under().unwrap_or_default()
        )
    };
    let frame_class = move || {
        shown.with(|shown| {
            shown.as_ref().map_or("flat", |shown| {
                let ratio = shown.columns as f64 / shown.rows.max(1) as f64;
                if shown.rows == 1 {
                    "flat"
                } else if ratio > 2.5 {
                    "wide"
                } else if ratio < 0.4 {
                    "tall"
                } else {
                    "square"
                }
            })
        })
    };
    view! {
        <figure class="slice" hidden=is_empty>
            <figcaption><h3>{title}</h3></figcaption>
            {(axes > 1 && !is_part).then(|| view! { <Axes of=of shape=shape /> })}
            <p class="notice error" hidden=move || error.with(String::is_empty)>{text(move || error.get())}</p>
            <div class="slice-tools">
                <button type="button" class="small" aria-label="Zoom in" on:click=move |_| zoom(of, shape, shown, cursor, 0.5)>"+"</button>
                <button type="button" class="small" aria-label="Zoom out" on:click=move |_| zoom(of, shape, shown, cursor, 2.0)>"−"</button>
                <button type="button" class="small" on:click=move |_| whole(of, home)>"All"</button>
                <span class="muted small-print">{text(note)}</span>
            </div>
            <div
                class="slice-frame"
                data-form=frame_class
                tabindex="0"
                role="application"
                aria-roledescription="matrix"
                aria-label=text(name)
                on:keydown=on_key
                on:pointermove=point
                on:pointerdown=point
            >
                <canvas node_ref=canvas></canvas>
                <span
                    class="slice-cursor"
                    hidden=move || cursor.get().is_none()
                    style:left=marker(|(at, of)| at / of, true)
                    style:top=marker(|(at, of)| at / of, false)
                    style:width=marker(|(_, of)| 1.0 / of, true)
                    style:height=marker(|(_, of)| 1.0 / of, false)
                ></span>
            </div>
            <p class="slice-value" aria-live="polite">{text(move || under().unwrap_or_else(|| "Point at a cell, or use the arrow keys.".to_owned()))}</p>
            <Legend scale=scale />
            <p class="small-print" hidden=move || odd.get().is_none()>{odd_ones}</p>
        </figure>
    }
}

/// Signed numbers about 0, others from the least to the greatest.
fn scale_of(values: &[f32]) -> (Scale, Palette) {
    let scale = Scale::sequential_of(values);
    match scale {
        Scale::Sequential { min, max } if min < 0.0 && max > 0.0 => {
            (Scale::diverging_of(values, 0.0), Palette::Signed)
        }
        _ => (scale, Palette::Cividis),
    }
}

fn ordinal(step: u64) -> String {
    let end = match (step % 10, step % 100) {
        (_, 11..=13) => "th",
        (1, _) => "st",
        (2, _) => "nd",
        (3, _) => "rd",
        _ => "th",
    };
    format!("{step}{end}")
}

/// Halves or doubles what is seen, about the cursor or the middle.
fn zoom(
    of: RwSignal<SliceOf>,
    shape: StoredValue<Vec<u64>>,
    shown: RwSignal<Option<Shown>>,
    cursor: RwSignal<Option<(usize, usize)>>,
    factor: f64,
) {
    let now = shown.with_untracked(|shown| {
        shown.as_ref().map(|shown| ([shown.rows, shown.columns], shown.steps))
    });
    let Some((cells, steps)) = now else { return };
    let at = cursor.get_untracked();
    of.update(|of| {
        let axes = [of.row_axis, of.column_axis];
        for (side, axis) in axes.into_iter().enumerate() {
            let Some(axis) = axis else { continue };
            let whole = shape.with_value(|shape| shape.get(axis).copied().unwrap_or(1));
            let (Some(start), Some(size)) = (of.start.get_mut(axis), of.size.get_mut(side)) else {
                continue;
            };
            let (cells, step) = if side == 0 { (cells[0], steps[0]) } else { (cells[1], steps[1]) };
            let extent = (*size).min(whole - (*start).min(whole));
            let next = ((extent as f64 * factor).round() as u64).clamp(8.min(whole), whole);
            let middle = match at {
                Some((row, column)) => {
                    *start + (if side == 0 { row } else { column }) as u64 * step
                }
                None => *start + cells as u64 * step / 2,
            };
            *start = middle.saturating_sub(next / 2).min(whole - next);
            *size = next;
        }
    });
    cursor.set(None);
}

/// Back to what is shown first.
fn whole(of: RwSignal<SliceOf>, home: StoredValue<Option<SliceOf>>) {
    if let Some(home) = home.get_value() {
        return of.set(home);
    }
    of.update(|of| {
        for axis in [of.row_axis, of.column_axis].into_iter().flatten() {
            if let Some(start) = of.start.get_mut(axis) {
                *start = 0;
            }
        }
        of.size = [u64::MAX; 2];
    });
}

/// Which axes are rows and columns, and the index on the others.
#[component]
fn Axes(of: RwSignal<SliceOf>, shape: StoredValue<Vec<u64>>) -> impl IntoView {
    let axes = shape.with_value(Vec::len);
    let choose = move |is_row: bool, axis: usize| {
        of.update(|of| {
            let (mine, other) =
                if is_row { (of.row_axis, of.column_axis) } else { (of.column_axis, of.row_axis) };
            // The other one's axis: the two change places.
            let other = if other == Some(axis) { mine } else { other };
            (of.row_axis, of.column_axis) =
                if is_row { (Some(axis), other) } else { (other, Some(axis)) };
            of.start.iter_mut().for_each(|start| *start = 0);
            of.size = [u64::MAX; 2];
        });
    };
    let menu = move |label: &'static str, is_row: bool| {
        let chosen = move || of.with(|of| if is_row { of.row_axis } else { of.column_axis });
        let options = (0..axes)
            .map(|axis| {
                let n = shape.with_value(|shape| shape.get(axis).copied().unwrap_or(0));
                view! { <option value=axis.to_string() selected=move || chosen() == Some(axis)>{format!("axis {axis} ({n})")}</option> }
            })
            .collect_view();
        view! {
            <label class="field inline">
                <span class="field-label">{label}</span>
                <select on:change=move |event| {
                    if let Ok(axis) = event_target_value(&event).parse() {
                        choose(is_row, axis);
                    }
                }>{options}</select>
            </label>
        }
    };
    let others = move || {
        let chosen = of.with(|of| [of.row_axis, of.column_axis]);
        (0..axes)
            .filter(|axis| !chosen.contains(&Some(*axis)))
            .map(|axis| {
                let most = shape.with_value(|shape| shape.get(axis).copied().unwrap_or(1)).saturating_sub(1);
                let value = Signal::derive(move || of.with(|of| of.start.get(axis).map(|&at| at as f64)));
                let set = move |index: f64| {
                    of.update(|of| {
                        if let Some(start) = of.start.get_mut(axis) {
                            *start = index as u64;
                        }
                    });
                };
                view! {
                    <span class="field inline">
                        <span class="field-label">{format!("axis {axis} at")}</span>
                        <NumberField name=format!("Index on axis {axis}, 0 to {most}") value=value range=(0.0, most as f64) whole=true on_change=set />
                    </span>
                }
            })
            .collect_view()
    };
    // The indices of the other axes are written anew only where the two axes change.
    let key = memo(move || of.with(|of| (of.row_axis, of.column_axis)));
    view! {
        <div class="slice-axes">
            {menu("Rows", true)}{menu("Columns", false)}
            {move || { key.track(); untrack(others) }}
        </div>
    }
}

/// The colours with their ends.
#[component]
fn Legend(scale: Memo<Option<(Scale, Palette)>>) -> impl IntoView {
    let desk = use_desk();
    let ramp = NodeRef::<html::Canvas>::new();
    effect(move || {
        let theme = desk.theme.get();
        let (Some(canvas), Some((_, palette))) = (ramp.get(), scale.get()) else { return };
        let pixels: Vec<u8> =
            palette.table(theme).colours().flat_map(|[r, g, b]| [r, g, b, 255]).collect();
        let _ = put_pixels(&canvas, &pixels, 1, pixels.len() / 4);
    });
    let end = move |at: f64| {
        text(move || {
            scale.get().map(|(scale, _)| format_number(scale.value_at(at))).unwrap_or_default()
        })
    };
    view! {
        <div class="legend" hidden=move || scale.get().is_none()>
            <canvas node_ref=ramp class="ramp" aria-hidden="true"></canvas>
            <span class="slice-ends"><span>{end(0.0)}</span><span>{end(0.5)}</span><span>{end(1.0)}</span></span>
        </div>
    }
}
