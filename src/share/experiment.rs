//! The experiment of the Lab as a figure: numbers of `window.nearfar.trace`, words of the page.

use js_sys::{Float32Array, Object, Reflect};
use nearfar::attention::HeadParameters;
use nearfar::lab::Panel;
use nearfar::method::Method;
use nearfar::picture::palette::Palette;
use nearfar::picture::scale::format_number;
use nearfar::settings::{Colours, Settings};
use nearfar_share::figure::{Experiment, Matrix};
use texts::words;
use wasm_bindgen::prelude::*;

use crate::labels::Labelled;
use crate::page;

/// What a figure needs of one head of a panel.
struct Head {
    tokens: Vec<String>,
    parameters: HeadParameters,
    weights: Vec<f32>,
    coefficients: Option<Vec<f32>>,
}

/// The figure of what the Lab shows, as an SVG document; or why there is none.
pub fn svg(settings: &Settings, link: &str) -> Result<String, String> {
    let a = head_of(Panel::A, settings.head)?;
    // B is left out where it has other tokens, as on the page.
    let b = head_of(Panel::B, settings.head_b.unwrap_or(settings.head)).ok();
    let b = b.filter(|b| b.tokens == a.tokens);
    let tokens: Vec<&str> = a.tokens.iter().map(String::as_str).collect();
    let method = Panel::A.method(settings);
    let head = match method {
        Method::DistanceAware { mapping, .. } => Some((a.parameters, mapping)),
        Method::Vanilla { .. } => None,
    };
    let model = settings.model.label();
    let about = match head {
        Some((HeadParameters { w, v }, _)) => {
            texts::share::figure_head(settings.head + 1, model, format_number(w), format_number(v))
        }
        None => texts::share::figure_head_plain(settings.head + 1, model),
    };
    let (title_a, title_b) =
        (words::title_of(settings, Panel::A), words::title_of(settings, Panel::B));
    let adds =
        matches!(method, Method::DistanceAware { adjustment, .. } if !adjustment.multiplies());
    let unit = texts::common::attention_weight();
    let sentence = settings.sentence.trim();
    let experiment = Experiment {
        title: sentence,
        about: &about,
        tokens: &tokens,
        head,
        coefficients: a.coefficients.as_deref().map(|values| Matrix {
            title: texts::lab::coefficient_title(),
            unit: if adds { texts::lab::counts_addend() } else { texts::share::figure_factor() },
            values,
        }),
        a: Matrix { title: &title_a, unit, values: &a.weights },
        b: b.as_ref().map(|b| Matrix { title: &title_b, unit, values: &b.weights }),
        curve: texts::lab::coefficient_title(),
        axis: texts::share::figure_axis(),
        palette: match settings.colours {
            Colours::Cividis => Palette::Cividis,
            Colours::Viridis => Palette::Viridis,
        },
        link,
    };
    Ok(experiment.svg())
}

/// A head of what the page computed, from 0.
fn head_of(panel: Panel, head: usize) -> Result<Head, String> {
    let options = Object::new();
    let name = if panel == Panel::A { "a" } else { "b" };
    let _ = Reflect::set(&options, &"panel".into(), &name.into());
    let (api, trace) =
        page::method("trace").ok_or_else(|| texts::page::page_missing().to_owned())?;
    let trace = trace.call1(&api, &options).map_err(|error| {
        error.dyn_ref::<js_sys::Error>().map_or_else(String::new, |error| error.message().into())
    })?;
    read(&trace, head).ok_or_else(|| texts::page::script_not_yet().to_owned())
}

fn read(trace: &JsValue, head: usize) -> Option<Head> {
    let get = |of: &JsValue, name: &str| Reflect::get(of, &name.into()).ok();
    let tokens: js_sys::Array = get(trace, "tokens")?.dyn_into().ok()?;
    let heads: js_sys::Array = get(trace, "heads")?.dyn_into().ok()?;
    let head = heads.get(u32::try_from(head).ok()?);
    let data = |name: &str| {
        let data: Float32Array = get(&get(&head, name)?, "data")?.dyn_into().ok()?;
        Some(data.to_vec())
    };
    let number = |name: &str| get(&head, name)?.as_f64();
    Some(Head {
        tokens: tokens.iter().filter_map(|token| token.as_string()).collect(),
        parameters: HeadParameters { w: number("w")?, v: number("v")? },
        weights: data("weight")?,
        coefficients: data("coefficient"),
    })
}
