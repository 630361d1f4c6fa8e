//! A picture of a slice: two axes of a tensor as rows and columns, the others at an index, with the
//! numbers under the cursor.

use std::sync::Arc;

use leptos::prelude::*;
use nearfar::picture::palette::Palette;
use nearfar::picture::scale::{Scale, format_digits, format_number};
use nearfar::picture::{Drawn, Mark, Tint, Zoom};
use nearfar_inspect::pixels::{INFINITE_COLOUR, NAN_COLOUR, narrowed, not_finite};
use nearfar_inspect::protocol::{Answer, Ask};
use nearfar_inspect::room::figures::{Asking, Question};
use nearfar_inspect::statistics::SliceOf;

use super::use_room;
use crate::canvas::css;
use crate::controls::NumberField;
use crate::kit::f64s;
use crate::matrix::{Form, Key, MatrixPicture, Picture, Source, Zooms, colours_of, pointing};
use crate::reactive::{effect, flag, memo, text};

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
    #[prop(default = texts::inspect::slice())]
    title: &'static str,
) -> impl IntoView {
    let room = use_room();
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
    let ask = move |of: SliceOf, question: StoredValue<Question>| {
        let number = last.get_value() + 1;
        last.set_value(number);
        room.ask(Ask::Slice { tensor: place, of }, &[], move |answer, bytes| {
            // An older answer that comes late is dropped.
            if last.try_get_value() != Some(number) {
                return true;
            }
            question.try_update_value(Question::answered);
            match answer {
                Answer::Slice { of, rows, columns, steps, .. } => {
                    error.set(String::new());
                    shown.set(Some(Shown {
                        of,
                        rows,
                        columns,
                        steps,
                        values: f64s(bytes.first()),
                    }));
                }
                Answer::Failed(failure) => error.set(failure.message),
                _ => {}
            }
            true
        });
    };
    effect(move || {
        let of = of.get();
        // Another slice is another question.
        let question = StoredValue::new(Question::default());
        effect(move || {
            let count = room.lives.get();
            match question.try_update_value(|question| question.worker(count)) {
                Some(Asking::Ask) if !is_empty => ask(of.clone(), question),
                Some(Asking::GiveUp) => error.set(room.why_ended()),
                _ => {}
            }
        });
    });
    let drawn = memo(move || {
        let weights = room.palette.get();
        shown.with(|shown| {
            let shown = shown.as_ref()?;
            let (values, shape) = (narrowed(&shown.values), [shown.rows, shown.columns]);
            let (scale, palette) = scale_of(&values, weights);
            let tint = Some(Tint::Infinite(INFINITE_COLOUR));
            Some(Arc::new(Drawn { tint, ..Drawn::unnamed(shape, values, scale, palette) }))
        })
    });
    let (palette, scale) = colours_of(drawn.into());
    let zoom = move |zoom: Zoom| {
        let factor = match zoom {
            Zoom::In => 0.5,
            Zoom::Out => 2.0,
            Zoom::All => {
                let home = home.get_value();
                return of.update(|of| *of = home.unwrap_or_else(|| of.widened()));
            }
        };
        let now = shown.with_untracked(|shown| {
            shown.as_ref().map(|shown| ([shown.rows, shown.columns], shown.steps))
        });
        let Some((cells, steps)) = now else { return };
        let at = cursor.get_untracked();
        of.update(|of| {
            *of = shape.with_value(|shape| of.zoomed(shape, cells, steps, at, factor));
        });
        cursor.set(None);
    };
    let under = move || {
        shown.with(|shown| {
            let shown = shown.as_ref()?;
            let (row, column) = cursor.get()?;
            let value = *shown.values.get(row * shown.columns + column)?;
            let index = shown.of.index_of((row, column), shown.steps);
            let index: Vec<String> = index.iter().map(u64::to_string).collect();
            Some(format!("[{}] = {}", index.join(", "), format_digits(value, 7)))
        })
    };
    let note = move || {
        shown.with(|shown| {
            let Some(shown) = shown else { return String::new() };
            let Shown { rows, columns, steps, .. } = shown;
            match steps {
                [1, 1] => texts::inspect::slice_shown(rows, columns),
                [row, column] => texts::inspect::slice_shown_steps(rows, columns, row, column),
            }
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
        let size = shown.with(|shown| shown.as_ref().map(|shown| (shown.rows, shown.columns)));
        let Some((rows, columns)) = size else { return title.to_owned() };
        let [from, to] = [0.0, 1.0].map(|end| format_number(scale.get().value_at(end)));
        let name = texts::inspect::slice_name(title, rows, columns, from, to);
        format!("{name} {}", under().unwrap_or_default())
    };
    let class = text(move || {
        let form = shown.with(|shown| {
            let Some(shown) = shown else { return "flat" };
            let ratio = shown.columns as f64 / shown.rows.max(1) as f64;
            match ratio {
                _ if shown.rows == 1 => "flat",
                _ if ratio > 2.5 => "wide",
                _ if ratio < 0.4 => "tall",
                _ => "square",
            }
        });
        format!("slice-frame {form}")
    });
    let zoomed = flag(move || {
        let home = home.get_value();
        of.with(|of| *of != home.unwrap_or_else(|| of.widened()))
    });
    let on_point = pointing(cursor);
    let theme = room.theme.into();
    let source = Source::bare(drawn.into(), theme);
    let form = Form::Bare { mark: Signal::stored(Mark::default()), aspect: None };
    let unit = Signal::stored(String::new());
    let picture = Picture {
        class,
        stays: true,
        zoom: Zooms::By { ask: Callback::new(zoom), zoomed },
        key: Some(Key { palette, scale, unit }),
        ..Picture::new(source, form, theme, text(name), cursor.into(), on_point)
    };
    view! {
        <figure class="slice" hidden=is_empty>
            <figcaption><h3>{title}</h3></figcaption>
            {(axes > 1 && !is_part).then(|| view! { <Axes of=of shape=shape /> })}
            <p class="notice error" hidden=move || error.with(String::is_empty)>{text(move || error.get())}</p>
            <p class="slice-tools muted small-print">{text(note)}</p>
            <p class="slice-value" aria-live="polite">{text(move || under().unwrap_or_else(|| texts::inspect::slice_how().to_owned()))}</p>
            <div class="matrix">
                <MatrixPicture picture=picture />
            </div>
            <p class="small-print" hidden=move || odd.get().is_none()>{odd_ones}</p>
        </figure>
    }
}

/// Signed numbers about 0, others from the least to the greatest, in the chosen colours.
fn scale_of(values: &[f32], chosen: Palette) -> (Scale, Palette) {
    let scale = Scale::sequential_of(values);
    match scale {
        Scale::Sequential { min, max } if min < 0.0 && max > 0.0 => {
            (Scale::diverging_of(values, 0.0), Palette::Signed)
        }
        _ => (scale, chosen),
    }
}

/// Which axes are rows and columns, and the index on the others.
#[component]
fn Axes(of: RwSignal<SliceOf>, shape: StoredValue<Vec<u64>>) -> impl IntoView {
    let axes = shape.with_value(Vec::len);
    let choose = move |is_row: bool, axis: usize| {
        of.update(|of| *of = of.along(is_row, axis));
    };
    let menu = move |label: &'static str, is_row: bool| {
        let chosen = move || of.with(|of| if is_row { of.row_axis } else { of.column_axis });
        let options = (0..axes)
            .map(|axis| {
                let n = shape.with_value(|shape| shape.get(axis).copied().unwrap_or(0));
                view! { <option value=axis.to_string() selected=move || chosen() == Some(axis)>{texts::inspect::slice_axis(axis, n)}</option> }
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
                        <span class="field-label">{texts::inspect::slice_axis_at(axis)}</span>
                        <NumberField name=texts::inspect::slice_axis_at_name(axis, most) value=value range=(0.0, most as f64) whole=true on_change=set />
                    </span>
                }
            })
            .collect_view()
    };
    // The indices of the other axes are written anew only where the two axes change.
    let key = memo(move || of.with(|of| (of.row_axis, of.column_axis)));
    view! {
        <div class="slice-axes">
            {menu(texts::inspect::slice_rows(), true)}{menu(texts::inspect::slice_columns(), false)}
            {move || { key.track(); untrack(others) }}
        </div>
    }
}
