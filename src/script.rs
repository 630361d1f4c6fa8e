//! `window.nearfar`: settings, traces and raw attention for teachers' pages and notebooks. Its types
//! are in `nearfar.d.ts`.

use js_sys::{Array, Float32Array, Object, Promise, Uint8Array};
use leptos::prelude::*;
use nearfar::script::{self, Answer, Named, ScriptError};
use nearfar::settings::{Choice, FIELDS, Settings};
use texts::words;
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::JsFuture;
use web_sys::File;

use crate::address;
use crate::browser::fetch::pause;
use crate::browser::values::{argument, object, set, to_js};
use crate::models;
use crate::opened::{self, rooms as lent};
use crate::state::Store;
use crate::word_vectors;

/// A function of `window.nearfar`. What is not handed over is `undefined`.
type Call = fn(Store, &JsValue, &JsValue) -> Result<JsValue, JsValue>;

/// All of them: one type of closure for all is one piece of code that JavaScript enters the program by.
const CALLS: [(&str, Call); 9] = [
    ("settings", |store, _, _| Ok(settings_object(store).into())),
    ("set", |store, changes, joined| Ok(promised(write_settings(store, changes, joined)))),
    ("trace", |store, options, _| trace(store, options).map(JsValue::from)),
    ("attend", |_, raw, _| attend(raw).map(JsValue::from)),
    ("link", |store, whole, _| {
        Ok(if whole.is_truthy() { address::whole_link(store) } else { address::link(store) }.into())
    }),
    ("open", |store, first, second| Ok(promised(open(store, first, second)))),
    ("models", |store, _, _| Ok(lent::models(store).into())),
    ("files", |store, _, _| Ok(lent::files(store).into())),
    ("layer", |store, wanted, _| Ok(lent::layer(store, wanted).into())),
];

/// Publishes `window.nearfar`.
pub fn publish(store: Store) {
    let api = CALLS.iter().map(|&(name, call)| {
        let call = Closure::<dyn Fn(JsValue, JsValue) -> Result<JsValue, JsValue>>::new(
            move |first, second| call(store, &first, &second),
        );
        (name, call.into_js_value())
    });
    set(&window(), "nearfar", &object(api));
}

/// What a function that promises refuses is a promise that is not kept, and no exception.
fn promised(promise: Result<Promise, JsValue>) -> JsValue {
    promise.unwrap_or_else(|reason| Promise::reject(&reason)).into()
}

fn open(store: Store, first: &JsValue, second: &JsValue) -> Result<Promise, JsValue> {
    let files = files(first);
    if !files.is_empty() {
        return Ok(open_files(store, files, second));
    }
    let (bytes, name) = script::opening(argument(first), argument(second)).map_err(refused)?;
    let parts = Array::of1(&Uint8Array::from(&bytes[..]));
    let file = File::new_with_u8_array_sequence(&parts, &name)?;
    Ok(open_files(store, vec![file], &JsValue::UNDEFINED))
}

/// A file, or the files of a list; none where it is neither.
fn files(value: &JsValue) -> Vec<File> {
    match value.dyn_ref::<File>() {
        Some(file) => vec![file.clone()],
        None if value.is_object() && !value.is_instance_of::<Uint8Array>() => {
            crate::room::listed_in(value)
        }
        None => Vec::new(),
    }
}

/// Opens files and shows the model; the promise is kept with its name among the settings, once it is drawn.
fn open_files(store: Store, files: Vec<File>, options: &JsValue) -> Promise {
    let showing = script::showing(&argument(options));
    wasm_bindgen_futures::future_to_promise(async move {
        let showing = showing.map_err(refused)?;
        let opened = opened::open(store, files, showing).await;
        let opened = opened.map_err(|why| error(why.says()))?;
        if !showing.elsewhere {
            JsFuture::from(drawn(store)).await?;
        }
        Ok(opened.name().into())
    })
}

fn refused(reason: ScriptError) -> JsValue {
    error(reason.to_string())
}

/// What a promise is rejected with.
pub fn error(message: impl AsRef<str>) -> JsValue {
    js_sys::Error::new(message.as_ref()).into()
}

fn settings_object(store: Store) -> Object {
    store.settings_now(|settings| {
        object(FIELDS.iter().map(|field| (field.name, to_js(&(field.get)(settings)))))
    })
}

/// All of `changes` or, where a part is wrong, nothing and an error that names it.
fn write_settings(store: Store, changes: &JsValue, joined: &JsValue) -> Result<Promise, JsValue> {
    // The arguments first: reading them may run the script's own code.
    let (changes, joined) = (argument(changes), script::joined(&argument(joined)));
    let before = store.settings_now(Settings::clone);
    let after = store.lab_now(|lab| script::changed(&before, &changes, lab)).map_err(refused)?;
    let joined = joined.map_err(refused)?;
    if !joined {
        store.end_gesture();
    }
    store.edit(joined.then_some("script"), |settings| *settings = after);
    store.bring_up_to_date();
    Ok(drawn(store))
}

/// Kept once all that the settings show is there and drawn, or is known not to come.
fn drawn(store: Store) -> Promise {
    wasm_bindgen_futures::future_to_promise(async move {
        // Asked for at once: nobody types here.
        while !(opened::ask_now(store) & word_vectors::ask_now(store) & models::are_there(store)) {
            next_frame().await;
        }
        store.bring_up_to_date();
        // The effects that draw run before the next frame.
        next_frame().await;
        next_frame().await;
        Ok(JsValue::UNDEFINED)
    })
}

async fn next_frame() {
    // A hidden page has no frames.
    pause(|go_on| match document().hidden() {
        true => set_timeout(go_on, std::time::Duration::ZERO),
        false => request_animation_frame(go_on),
    })
    .await;
}

fn trace(store: Store, options: &JsValue) -> Result<Object, JsValue> {
    let panel = script::panel(&argument(options)).map_err(refused)?;
    store.bring_up_to_date();
    store.catch_up();
    // The pictures keep the sentence before until a model from a file has answered; numbers do not.
    if !opened::is_there(store, panel) {
        let refused = store.said.with_untracked(|said| said.problem.clone());
        let reason = refused.unwrap_or_else(|| texts::page::script_awaited().to_owned());
        return Err(error(texts::page::script_no_trace(reason)));
    }
    store.lab_now(|lab| match script::traced(lab, panel) {
        Some(traced) => {
            let about = store.settings_now(|settings| {
                words::saved::about_panel(lab, settings, panel, Some(settings.head))
            });
            let traced = named(traced);
            set(&traced, "about", &about.into());
            Ok(traced)
        }
        None => {
            Err(error(store.settings_now(|settings| words::why_no_trace(lab, settings, panel))))
        }
    })
}

/// What a script gets, as an object.
fn named(parts: Named<'_>) -> Object {
    object(parts.into_iter().map(|(name, answer)| (name, value(answer))))
}

fn value(answer: Answer<'_>) -> JsValue {
    match answer {
        Answer::Number(number) => number.into(),
        Answer::Texts(texts) => texts.iter().map(JsValue::from).collect::<Array>().into(),
        Answer::Tensor(shape, data) => {
            let shape = shape.iter().map(|&size| JsValue::from(size as f64)).collect::<Array>();
            let data = Float32Array::from(&data[..]);
            object([("shape", shape.into()), ("data", data.into())]).into()
        }
        Answer::List(parts) => parts.map(named).collect::<Array>().into(),
    }
}

/// Raw attention: arrays in, `{A, O}` out, as documented in `nearfar.d.ts`.
fn attend(raw: &JsValue) -> Result<Object, JsValue> {
    let attended = script::attend(&argument(raw)).map_err(refused)?;
    let floats = |numbers: &[f32]| JsValue::from(Float32Array::from(numbers));
    Ok(object([("A", floats(&attended.weights)), ("O", floats(&attended.output))]))
}
