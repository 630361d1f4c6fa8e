//! Pictures and numbers as files: PNG, SVG, CSV, JSON. Made in the page, handed to the browser.

use std::time::Duration;

use js_sys::{Array, Function, Promise, Reflect, Uint8Array};
use nearfar::export::{Export, Exported};
use nearfar::picture::palette::Theme;
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::JsFuture;
use web_sys::{CanvasRenderingContext2d, HtmlCanvasElement};

use super::values::{get, object};
use super::{after, document, window};
use crate::canvas::css;

/// Saves a picture with its tokens, and what it was made with, under a name without an ending.
pub fn save(what: Exported, name: &str, picture: &dyn Export) {
    match what {
        Exported::Csv => save_text(&format!("{name}.csv"), "text/csv", &picture.csv()),
        Exported::Json => save_text(&format!("{name}.json"), "application/json", &picture.json()),
        Exported::Svg | Exported::Png => save_svg(name, &picture.svg(), what == Exported::Png),
    }
}

const SVG: &str = "image/svg+xml";
/// Pixels of a PNG per pixel of its SVG.
const PNG_SCALE: f64 = 2.0;

/// Saves an SVG as such or as a PNG.
pub fn save_svg(file: &str, svg: &str, as_png: bool) {
    let png = format!("{file}.png");
    match as_png {
        true => draw_svg(svg, move |canvas| save_canvas(png, &canvas)),
        false => save_text(&format!("{file}.svg"), SVG, svg),
    }
}

/// Puts an SVG into the clipboard as a PNG; where the browser does not allow that, the PNG is saved as a file,
/// and the answer is no.
pub async fn copy_svg_as_png(file: &str, svg: &str) -> bool {
    // The clipboard takes the promise: it must be asked while the click counts.
    let pixels = Promise::new(&mut |resolve, _| {
        draw_svg(svg, move |canvas| {
            let _ = canvas.to_blob(&resolve);
        });
    });
    let copied = match write_to_clipboard(&pixels) {
        Ok(copying) => JsFuture::from(copying).await.is_ok(),
        Err(_) => false,
    };
    if !copied
        && let Ok(png) = JsFuture::from(pixels).await
        && let Ok(png) = png.dyn_into::<web_sys::Blob>()
    {
        save_blob(&format!("{file}.png"), &png);
    }
    copied
}

fn write_to_clipboard(png: &Promise) -> Result<Promise, JsValue> {
    let item: Function = get(&window(), "ClipboardItem").dyn_into()?;
    let item = Reflect::construct(&item, &Array::of1(&object([("image/png", png.into())])))?;
    let clipboard = get(&window().navigator(), "clipboard");
    let write: Function = get(&clipboard, "write").dyn_into()?;
    write.call1(&clipboard, &Array::of1(&item))?.dyn_into()
}

/// Lets the browser draw an SVG, and hands over the canvas.
fn draw_svg(svg: &str, then: impl FnOnce(HtmlCanvasElement) + 'static) {
    let image = web_sys::HtmlImageElement::new().ok();
    let url = blob(svg, SVG).and_then(|blob| web_sys::Url::create_object_url_with_blob(&blob).ok());
    let (Some(image), Some(url)) = (image, url) else { return };
    let (drawn, source) = (image.clone(), url.clone());
    let on_load = Closure::once_into_js(move || {
        let _ = web_sys::Url::revoke_object_url(&url);
        let (width, height) =
            (f64::from(drawn.width()) * PNG_SCALE, f64::from(drawn.height()) * PNG_SCALE);
        if let Some((canvas, context)) = canvas(width as u32, height as u32) {
            let _ = context
                .draw_image_with_html_image_element_and_dw_and_dh(&drawn, 0.0, 0.0, width, height);
            then(canvas);
        }
    });
    image.set_onload(Some(on_load.unchecked_ref()));
    image.set_src(&source);
}

/// An empty canvas of so many pixels.
fn canvas(width: u32, height: u32) -> Option<(HtmlCanvasElement, CanvasRenderingContext2d)> {
    let canvas: HtmlCanvasElement = document().create_element("canvas").ok()?.dyn_into().ok()?;
    canvas.set_width(width);
    canvas.set_height(height);
    let context = canvas.get_context("2d").ok()??.dyn_into().ok()?;
    Some((canvas, context))
}

fn save_canvas(file: String, canvas: &HtmlCanvasElement) {
    let done = Closure::once_into_js(move |blob: Option<web_sys::Blob>| {
        if let Some(blob) = blob {
            save_blob(&file, &blob);
        }
    });
    let _ = canvas.to_blob(done.unchecked_ref());
}

/// Saves canvases of one size, drawn on top of each other on the theme's background, as a PNG.
pub fn save_canvases(file: &str, canvases: &[HtmlCanvasElement], theme: Theme) {
    let empty = canvases.first().and_then(|first| canvas(first.width(), first.height()));
    let Some((together, context)) = empty else { return };
    context.set_fill_style_str(&css(theme.background(), 1.0));
    context.fill_rect(0.0, 0.0, f64::from(together.width()), f64::from(together.height()));
    for canvas in canvases {
        let _ = context.draw_image_with_html_canvas_element(canvas, 0.0, 0.0);
    }
    save_canvas(file.to_owned(), &together);
}

/// Saves a text as a file.
pub fn save_text(file: &str, kind: &str, text: &str) {
    if let Some(blob) = blob(text, kind) {
        save_blob(file, &blob);
    }
}

fn blob(text: &str, kind: &str) -> Option<web_sys::Blob> {
    let parts = Array::of1(&Uint8Array::from(text.as_bytes()));
    let options = web_sys::BlobPropertyBag::new();
    options.set_type(kind);
    web_sys::Blob::new_with_u8_array_sequence_and_options(&parts, &options).ok()
}

/// Saves arrays of bytes, one behind the other, as a file.
pub fn save_parts(file: &str, parts: &Array) {
    if let Ok(blob) = web_sys::Blob::new_with_u8_array_sequence(parts) {
        save_blob(file, &blob);
    }
}

fn save_blob(file: &str, blob: &web_sys::Blob) {
    let Ok(url) = web_sys::Url::create_object_url_with_blob(blob) else { return };
    if let Ok(link) = document().create_element("a") {
        let link: web_sys::HtmlAnchorElement = link.unchecked_into();
        link.set_href(&url);
        link.set_download(file);
        link.click();
    }
    // The browser has taken its copy by then.
    after(Duration::from_secs(10), move || drop(web_sys::Url::revoke_object_url(&url)));
}
