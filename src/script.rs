//! `window.nearfar`: settings, traces and raw attention for teachers' pages and notebooks. Its types
//! are in `nearfar.d.ts`.

use js_sys::{Array, Float32Array, Function, Object, Promise, Reflect};
use leptos::prelude::*;
use ndarray::{Array2, ArrayView2};
use nearfar::Method;
use nearfar::attention::{HeadParameters, Mask, Projections, Step, Trace};
use nearfar::lab::{Lab, Panel};
use nearfar::settings::{FIELDS, Settings};
use nearfar::text::{MAX_TOKENS, Origin};
use wasm_bindgen::prelude::*;

use crate::address;
use crate::models;
use crate::state::Store;
use crate::values::{from_js, set, to_js};

/// Publishes `window.nearfar`.
pub fn publish(store: Store) {
    let api = Object::new();
    let function = |name: &str, function: JsValue| set(&api, name, &function);
    let settings = Closure::<dyn Fn() -> Object>::new(move || settings_object(store));
    let write =
        Closure::<dyn Fn(JsValue, JsValue) -> Promise>::new(move |partial, joined: JsValue| {
            write_settings(store, &partial, joined.is_truthy())
        });
    let trace = Closure::<dyn Fn(JsValue) -> Result<Object, JsValue>>::new(move |options| {
        trace(store, &options)
    });
    let attend = Closure::<dyn Fn(JsValue) -> Result<Object, JsValue>>::new(|raw| attend(&raw));
    let link = Closure::<dyn Fn() -> String>::new(move || address::link(store));
    function("settings", settings.into_js_value());
    function("set", write.into_js_value());
    function("trace", trace.into_js_value());
    function("attend", attend.into_js_value());
    function("link", link.into_js_value());
    let open = Closure::<dyn Fn(js_sys::Uint8Array, String) -> Promise>::new(
        move |bytes: js_sys::Uint8Array, name: String| match models::open(
            store,
            &name,
            &bytes.to_vec(),
        ) {
            Ok(()) => Promise::resolve(&JsValue::UNDEFINED),
            Err(reason) => Promise::reject(&error(reason)),
        },
    );
    function("open", open.into_js_value());
    set(&window(), "nearfar", &api);
}

fn error(message: impl AsRef<str>) -> JsValue {
    js_sys::Error::new(message.as_ref()).into()
}

fn settings_object(store: Store) -> Object {
    let object = Object::new();
    store.settings_now(|settings| {
        for field in FIELDS {
            set(&object, field.name, &to_js(&(field.get)(settings)));
        }
    });
    object
}

/// All of `partial` or, where a part is wrong, nothing and an error that names it.
fn changed(before: &Settings, partial: &JsValue) -> Result<Settings, String> {
    let object = partial
        .dyn_ref::<Object>()
        .ok_or("set() takes an object of settings, as settings() returns")?;
    let mut after = before.clone();
    for name in Object::keys(object).iter().filter_map(|name| name.as_string()) {
        let field = FIELDS.iter().find(|field| field.name == name);
        let field = field.ok_or_else(|| format!("there is no setting “{name}”"))?;
        let value = Reflect::get(object, &name.as_str().into()).ok().as_ref().and_then(from_js);
        let value =
            value.ok_or_else(|| format!("“{name}” is no text, number, flag or array of them"))?;
        (field.set)(&mut after, &value).map_err(|reason| format!("“{name}”: {reason}"))?;
    }
    after.settle();
    Ok(after)
}

fn write_settings(store: Store, partial: &JsValue, joined: bool) -> Promise {
    let before = store.settings_now(Settings::clone);
    let after = match changed(&before, partial) {
        Ok(after) => after,
        Err(reason) => return Promise::reject(&error(reason)),
    };
    if !joined {
        store.end_gesture();
    }
    store.edit(joined.then_some("script"), |settings| *settings = after);
    store.bring_up_to_date();
    Promise::new(&mut |resolve: Function, _| {
        // The effects that draw run before the next frame; a hidden page has no frames.
        let hidden = document().hidden();
        let resolve = move || {
            let _ = resolve.call0(&JsValue::NULL);
        };
        if hidden {
            set_timeout(resolve, std::time::Duration::ZERO);
        } else {
            request_animation_frame(move || request_animation_frame(resolve));
        }
    })
}

fn tensor(shape: &[usize], data: impl IntoIterator<Item = f32>) -> Object {
    let object = Object::new();
    let data: Vec<f32> = data.into_iter().collect();
    set(&object, "shape", &shape.iter().map(|&size| JsValue::from(size as f64)).collect::<Array>());
    set(&object, "data", &Float32Array::from(&data[..]));
    object
}

fn trace(store: Store, options: &JsValue) -> Result<Object, JsValue> {
    let panel = Reflect::get(options, &"panel".into()).unwrap_or(JsValue::UNDEFINED);
    let panel = if panel.is_undefined() {
        "a".to_owned()
    } else {
        panel.as_string().unwrap_or_else(|| format!("{panel:?}"))
    };
    let panel = match panel.as_str() {
        "a" => Panel::A,
        "b" => Panel::B,
        other => {
            return Err(error(format!("there is no panel “{other}”; panels are “a” and “b”")));
        }
    };
    store.bring_up_to_date();
    store.catch_up();
    store.lab_now(|lab| {
        let trace = lab.trace_of(panel).ok_or_else(|| {
            let reason = match lab.error() {
                _ if lab.is_long() => {
                    format!("{} tokens are more than {MAX_TOKENS}", lab.tokens().len())
                }
                Some(error) => error.to_string(),
                None => "nothing is computed yet".to_owned(),
            };
            error(format!("there is no trace: {reason}"))
        })?;
        Ok(trace_object(lab, trace, panel))
    })
}

fn trace_object(lab: &Lab, trace: &Trace<f32>, panel: Panel) -> Object {
    const STEPS: [(&str, Step); 8] = [
        ("distance", Step::Distance),
        ("weightedDistance", Step::WeightedDistance),
        ("coefficient", Step::Coefficient),
        ("score", Step::Score),
        ("clipped", Step::Clipped),
        ("logit", Step::Logit),
        ("normalised", Step::Normalised),
        ("weight", Step::Weight),
    ];
    let object = Object::new();
    let (n, d) = (trace.tokens(), trace.dimensions());
    set(
        &object,
        "tokens",
        &lab.tokens().iter().map(|token| JsValue::from(&token.text)).collect::<Array>(),
    );
    let origins = lab.origins().iter().map(|origin| match origin {
        Origin::Known => "known",
        Origin::Learned => "learned",
        Origin::Borrowed { .. } => "borrowed",
        Origin::Unknown => "unknown",
        Origin::NotLoaded => "waiting",
    });
    set(&object, "origins", &origins.map(JsValue::from).collect::<Array>());
    set(&object, "input", &tensor(trace.input().shape(), trace.input().iter().copied()));
    let projections = lab.projections(panel);
    let outputs = projections.and_then(|projections| trace.outputs(projections.output.view()).ok());
    if let Some(answer) = lab.answer(panel) {
        set(
            &object,
            "probabilities",
            &tensor(&[answer.probabilities.len()], answer.probabilities.iter().copied()),
        );
    }
    if let Some(projections) = projections {
        let side_by_side = |weights: &ndarray::Array3<f32>| {
            let (heads, width, d) = weights.dim();
            let cells = (0..width * heads * d).map(move |index| {
                let (row, column) = (index / (heads * d), index % (heads * d));
                weights[[column / d, row, column % d]]
            });
            tensor(&[width, heads * d], cells)
        };
        set(&object, "Wq", &side_by_side(&projections.query));
        set(&object, "Wk", &side_by_side(&projections.key));
        set(&object, "Wv", &side_by_side(&projections.value));
        set(&object, "Wo", &tensor(projections.output.shape(), projections.output.iter().copied()));
    }
    let heads = Array::new();
    for (index, parameters) in trace.heads().iter().enumerate() {
        let head = Object::new();
        set(&head, "w", &parameters.w.into());
        set(&head, "v", &parameters.v.into());
        for (name, array) in
            [("query", trace.query()), ("key", trace.key()), ("value", trace.value())]
        {
            set(
                &head,
                name,
                &tensor(&[n, d], array.index_axis(ndarray::Axis(0), index).iter().copied()),
            );
        }
        let taken = trace.method().steps();
        for (name, step) in STEPS.into_iter().filter(|(_, step)| taken.contains(step)) {
            set(&head, name, &tensor(&[n, n], trace.matrix(index, step)));
        }
        if let Some(outputs) = &outputs {
            set(
                &head,
                "output",
                &tensor(&[n, d], outputs.heads.index_axis(ndarray::Axis(0), index).iter().copied()),
            );
        }
        heads.push(&head);
    }
    set(&object, "heads", &heads);
    if let Some(outputs) = outputs {
        set(
            &object,
            "output",
            &tensor(outputs.projected.shape(), outputs.projected.iter().copied()),
        );
    }
    object
}

/// Raw attention: arrays in, `{A, O}` out, as documented in `nearfar.d.ts`.
fn attend(raw: &JsValue) -> Result<Object, JsValue> {
    let size = |name: &str| {
        let number = Reflect::get(raw, &name.into()).ok().and_then(|value| value.as_f64());
        let number = number.filter(|number| (1.0..=1e6).contains(number) && number.fract() == 0.0);
        number
            .map(|number| number as usize)
            .ok_or_else(|| error(format!("attend: {name} must be a whole number, 1 or more")))
    };
    let (n, width, h, d) = (size("N")?, size("D")?, size("h")?, size("d")?);
    // On a 32-bit machine two sizes can multiply to more than there are numbers.
    let joined = h.checked_mul(d).ok_or_else(|| error("attend: h·d is too large"))?;
    let array = |name: &str, shape: &[usize]| {
        let value = Reflect::get(raw, &name.into())
            .ok()
            .and_then(|value| value.dyn_into::<Float32Array>().ok());
        let value = value
            .ok_or_else(|| error(format!("attend: {name} must be a Float32Array {shape:?}")))?;
        let expected = shape.iter().try_fold(1_usize, |product, &size| product.checked_mul(size));
        if Some(value.length() as usize) != expected {
            return Err(error(format!(
                "attend: {name} has {} numbers, but its shape {shape:?} needs {expected:?}",
                value.length()
            )));
        }
        Ok(value.to_vec())
    };
    let hidden = array("H", &[n, width])?;
    let (query, key, value) = (
        array("Wq", &[width, joined])?,
        array("Wk", &[width, joined])?,
        array("Wv", &[width, joined])?,
    );
    let (w, v) = (array("w", &[h])?, array("v", &[h])?);
    let output = Reflect::get(raw, &"Wo".into())
        .ok()
        .and_then(|value| value.dyn_into::<Float32Array>().ok());
    let output =
        output.ok_or_else(|| error("attend: Wo must be a Float32Array [h·d, m]"))?.to_vec();
    if output.is_empty() || output.len() % (joined) != 0 {
        return Err(error(format!(
            "attend: Wo has {} numbers, which is no [h·d = {}, m]",
            output.len(),
            joined
        )));
    }
    let model = output.len() / (joined);

    let failed = |reason: &dyn std::fmt::Display| error(format!("attend: {reason}"));
    let matrix = |shape: (usize, usize), data: Vec<f32>| {
        Array2::from_shape_vec(shape, data).map_err(|reason| failed(&reason))
    };
    let (query, key, value) = (
        matrix((width, joined), query)?,
        matrix((width, joined), key)?,
        matrix((width, joined), value)?,
    );
    let output = matrix((joined, model), output)?;
    let projections = Projections::from_columns(h, query.view(), key.view(), value.view(), output)
        .map_err(|reason| failed(&reason))?;
    let heads: Vec<_> = w
        .iter()
        .zip(&v)
        .map(|(&w, &v)| HeadParameters { w: f64::from(w), v: f64::from(v) })
        .collect();
    let hidden = ArrayView2::from_shape((n, width), &hidden).map_err(|reason| failed(&reason))?;
    let trace = Trace::new(&projections, &heads, Method::DISTANCE_AWARE, Mask::none(), hidden)
        .map_err(|reason| failed(&reason))?;
    let outputs = trace.outputs(projections.output.view()).map_err(|reason| failed(&reason))?;
    let result = Object::new();
    let float32 =
        |values: &mut dyn Iterator<Item = f32>| Float32Array::from(&values.collect::<Vec<_>>()[..]);
    set(&result, "A", &float32(&mut trace.weights().iter().copied()));
    set(&result, "O", &float32(&mut outputs.projected.iter().copied()));
    Ok(result)
}
