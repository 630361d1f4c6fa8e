//! A matrix of the shown head as a large labelled picture, with its cursor, zoom, table and files.

use leptos::prelude::*;
use nearfar::export::MatrixPicture as Saved;
use nearfar::lab::{Lab, Matrix, Panel};
use nearfar::picture::frame::{Frame, Shown};
use nearfar::picture::palette::Theme;
use nearfar::picture::scale::Scale;
use nearfar::picture::section::Section;
use nearfar::text::MAX_TOKENS;
use texts::aloud;
use texts::words::saved;
use wasm_bindgen::JsCast;

use crate::canvas::{labelled, pixel_ratio};
use crate::controls::Dialog;
use crate::explore;
use crate::export::{self, Exported};
use crate::matrix::{
    Form, Key, MatrixPicture, MatrixTable, Parts, Picture, Source, Zooms, pointing,
};
use crate::notices::Cause;
use crate::reactive::memo;
use crate::state::{Store, use_store};

/// What is reused from frame to frame.
#[derive(Default)]
struct Buffers {
    values: Vec<f32>,
    /// What of the matrix the values are.
    part: Section,
}

/// The large picture of a matrix of the shown head.
#[component]
pub fn MatrixSection(
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
    /// What stands over it in place of the heading alone.
    #[prop(optional, into)]
    head_line: Option<ViewFn>,
) -> impl IntoView {
    let store = use_store();
    let theme = store.theme();
    let head = of_head.map_or(store.head(), |head| memo(move || head));
    let colours = store.colours();
    let range = store.select(|settings| settings.range);
    let palette = memo(move || matrix.get().palette(colours.get()));
    let table = memo(move || palette.get().table(theme.get()));
    let scale = RwSignal::new(Scale::Sequential { min: 0.0, max: 1.0 });
    let buffers = StoredValue::new_local(Buffers::default());
    let source = Source::new(Parts {
        shape: Box::new(move || store.with_tokens(|lab| [lab.tokens().len(); 2])),
        names: Box::new(move |_, from, count| {
            store.with_tokens(|lab| {
                let tokens = lab.tokens().iter().skip(from).take(count);
                tokens.map(|token| token.text.clone()).collect()
            })
        }),
        lay_out: Box::new(move |size, viewport| {
            store.with_tokens(|lab| labelled::lay_out(&lab.words(), viewport, size))
        }),
        draw: Box::new(move |layout, show| {
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
                    if let Some(layout) = layout.filter(|_| lab.is_long()) {
                        let ratio = pixel_ratio();
                        let pixels = [layout.plot.width, layout.plot.height].map(|l| l * ratio);
                        explore::see(store, Section::seen(layout.viewport, layout.rows, pixels));
                    }
                    let causal = store.settings_now(|settings| settings.causal) || lab.is_causal();
                    let shown = match matrix {
                        // What comes before the mask is there of all pairs.
                        Matrix::Step(_, step) if !step.is_masked() => Shown::All,
                        _ if causal => Shown::Causal,
                        _ => Shown::All,
                    };
                    table.with(|table| {
                        let (values, part) = (&buffers.values[..], buffers.part);
                        show(&Frame { values, part, scale: drawn, table, shown, tint: None });
                    });
                });
            });
        }),
    });
    let label = memo(move || {
        store.follow_settled();
        let (matrix, head) = (matrix.get(), head.get());
        let said = store.lab_now(|lab| {
            let mut values = Vec::new();
            let part = store.matrix_into(lab, matrix, head, &mut values);
            aloud::of_head(head, &lab.words(), part, &values)
        });
        texts::lab::picture_keys(said)
    });
    let on_point = pointing(store.hover);
    let as_table = RwSignal::new(false);
    let figure = NodeRef::<leptos::html::Figure>::new();
    let export = Callback::new(move |what: Exported| {
        let title = title.get_untracked();
        if store.lab_now(Lab::is_long) {
            return match what {
                Exported::Png => {
                    let canvases = figure.get_untracked().map(|figure| canvases_of(&figure));
                    let canvases = canvases.unwrap_or_default();
                    export::save_canvases("nearfar-long.png", &canvases, theme.get_untracked());
                }
                _ => too_long(store),
            };
        }
        buffers.with_value(|buffers| {
            store.lab_now(|lab| {
                let words = lab.words();
                let (matrix, head) = (matrix.get_untracked(), head.get_untracked());
                let (about, file) = store.settings_now(|settings| {
                    let panel = match matrix {
                        Matrix::Weights(panel) | Matrix::Step(panel, _) => panel,
                        Matrix::Difference(_) => Panel::A,
                    };
                    let file = saved::file_of(lab, settings, panel, &title, Some(head));
                    (saved::about_matrix(lab, settings, matrix, head), file)
                });
                // On paper and on slides: light, whatever the page is.
                let picture = Saved {
                    title: &title,
                    about: &about,
                    queries: &words,
                    keys: &words,
                    values: &buffers.values,
                    scale: scale.get_untracked(),
                    table: &palette.get_untracked().table(Theme::Light),
                    unit: &unit.get_untracked(),
                    theme: Theme::Light,
                };
                export::save(what, &file, &picture);
            });
        });
    });
    let (cursor, form) = (store.cursor().into(), Form::Labelled { axes: true });
    let picture = Picture {
        // From the cell whose numbers are shown, also where nobody has pointed yet.
        from: store.example().into(),
        on_choose: Some(Callback::new(move |cell| store.toggle_cursor(cell))),
        // The page's own Escape releases the cell, too.
        escapes: false,
        zoom: Zooms::View(store.viewport),
        as_table: Some(as_table),
        export: Some(export),
        on_enlarge,
        key: Some(Key { palette: palette.into(), scale: scale.into(), unit }),
        ..Picture::new(source, form, theme.into(), label.into(), cursor, on_point)
    };
    view! {
        <figure class=format!("matrix {accent}") node_ref=figure>
            <figcaption class="matrix-head">
                {match head_line {
                    Some(head_line) => head_line.run(),
                    None => view! { <span class="matrix-title" title=title>{title}</span> }.into_any(),
                }}
            </figcaption>
            <MatrixPicture picture=picture />
        </figure>
        <Dialog open=as_table title=title large=true>
            <MatrixTable source=source />
        </Dialog>
    }
}

/// Says that a sentence has more tokens than can be saved.
pub fn too_long(store: Store) {
    store.notify(Cause::Picture, texts::lab::picture_too_large_to_save(MAX_TOKENS), false);
}

/// The canvases of the picture in a figure, not that of its legend.
fn canvases_of(figure: &web_sys::Element) -> Vec<web_sys::HtmlCanvasElement> {
    let Some(frame) = figure.get_elements_by_class_name("matrix-frame").item(0) else {
        return Vec::new();
    };
    let inside = frame.children();
    let canvases = (0..inside.length()).filter_map(|index| inside.item(index));
    canvases.filter_map(|canvas| canvas.dyn_into().ok()).collect()
}
