//! Pictures and numbers as files: PNG, SVG, CSV, JSON. Made in the page, handed to the browser.

use js_sys::{Array, Uint8Array};
use leptos::prelude::*;
use nearfar::picture::palette::{Table, Theme};
use nearfar::picture::scale::Scale;
use nearfar::text::Token;
use wasm_bindgen::prelude::*;
use web_sys::HtmlCanvasElement;

use crate::canvas::css;

/// What a matrix can be saved as.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Exported {
    Png,
    Svg,
    Csv,
    Json,
}

/// Saves a matrix with its tokens: the canvases on top of each other, or the numbers in full.
pub fn matrix(
    what: Exported,
    name: &str,
    tokens: &[Token],
    values: &[f32],
    canvases: &[HtmlCanvasElement],
    (scale, table, unit): (Scale, Table, String),
    theme: Theme,
) {
    let file = |extension: &str| format!("{}.{extension}", file_name(name));
    let words: Vec<&str> = tokens.iter().map(|token| token.text.as_str()).collect();
    match what {
        Exported::Csv => save_text(&file("csv"), "text/csv", &nearfar::export::csv(&words, values)),
        Exported::Json => save_text(
            &file("json"),
            "application/json",
            &nearfar::export::json(name, &words, values),
        ),
        Exported::Svg => {
            let picture = nearfar::export::MatrixPicture {
                title: name,
                tokens: &words,
                values,
                scale,
                table: &table,
                unit: &unit,
                theme,
            };
            save_text(&file("svg"), "image/svg+xml", &picture.svg());
        }
        Exported::Png => save_canvases(&file("png"), canvases, theme),
    }
}

/// Saves canvases of one size, drawn on top of each other on the theme's background, as a PNG.
pub fn save_canvases(file: &str, canvases: &[HtmlCanvasElement], theme: Theme) {
    let Some(together) = flatten(canvases, theme) else { return };
    let file = file.to_owned();
    let done = Closure::once_into_js(move |blob: Option<web_sys::Blob>| {
        if let Some(blob) = blob {
            save_blob(&file, &blob);
        }
    });
    let _ = together.to_blob(done.unchecked_ref());
}

fn flatten(canvases: &[HtmlCanvasElement], theme: Theme) -> Option<HtmlCanvasElement> {
    let first = canvases.first()?;
    let together: HtmlCanvasElement = document().create_element("canvas").ok()?.dyn_into().ok()?;
    together.set_width(first.width());
    together.set_height(first.height());
    let context =
        together.get_context("2d").ok()??.dyn_into::<web_sys::CanvasRenderingContext2d>().ok()?;
    context.set_fill_style_str(&css(theme.background(), 1.0));
    context.fill_rect(0.0, 0.0, f64::from(first.width()), f64::from(first.height()));
    for canvas in canvases {
        context.draw_image_with_html_canvas_element(canvas, 0.0, 0.0).ok()?;
    }
    Some(together)
}

/// Saves a text as a file.
pub fn save_text(file: &str, kind: &str, text: &str) {
    let parts = Array::of1(&Uint8Array::from(text.as_bytes()));
    let options = web_sys::BlobPropertyBag::new();
    options.set_type(kind);
    if let Ok(blob) = web_sys::Blob::new_with_u8_array_sequence_and_options(&parts, &options) {
        save_blob(file, &blob);
    }
}

fn save_blob(file: &str, blob: &web_sys::Blob) {
    let Ok(url) = web_sys::Url::create_object_url_with_blob(blob) else { return };
    let link = document()
        .create_element("a")
        .ok()
        .and_then(|link| link.dyn_into::<web_sys::HtmlAnchorElement>().ok());
    if let Some(link) = link {
        link.set_href(&url);
        link.set_download(file);
        link.click();
    }
    // The browser has taken its copy by then.
    set_timeout(
        move || {
            let _ = web_sys::Url::revoke_object_url(&url);
        },
        std::time::Duration::from_secs(10),
    );
}

/// Letters and digits of a title, joined by hyphens.
fn file_name(title: &str) -> String {
    let words: Vec<_> =
        title.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
    format!("nearfar-{}", words.join("-").to_lowercase())
}
