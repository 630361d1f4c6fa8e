//! A matrix of the shown head as a large labelled picture, with its cursor, zoom, table and files, in the page or on the
//! whole screen.

use leptos::prelude::*;
use nearfar::lab::{Lab, Matrix};
use nearfar::picture::frame::Frame;
use nearfar::picture::palette::{Palette, Table};
use nearfar::picture::scale::Scale;
use nearfar::picture::section::Section;
use nearfar::settings::{ColourRange, Settings};
use nearfar::text::MAX_TOKENS;
use texts::aloud;
use texts::words::saved::{self, Take};
use wasm_bindgen::JsCast;

use crate::browser::files;
use crate::canvas::{labelled, pixel_ratio};
use crate::controls::Dialog;
use crate::explore;
use crate::matrix::{
    Form, Key, MatrixPicture, MatrixTable, Parts, Picture, Source, Zooms, pointing,
};
use crate::notices::Cause;
use crate::reactive::{memo, text};
use crate::state::{Store, use_store};
use nearfar::export::Exported;

/// A matrix of a head as it is drawn.
#[derive(Clone, Copy)]
pub struct Drawing {
    matrix: Signal<Matrix>,
    head: Memo<usize>,
    range: Memo<ColourRange>,
    table: Memo<Table>,
    /// What its colours are.
    pub palette: Memo<Palette>,
    /// What they are measured against.
    pub scale: RwSignal<Scale>,
    /// Reused from frame to frame.
    values: StoredValue<Vec<f32>, LocalStorage>,
}

impl Drawing {
    /// Of a head.
    pub fn new(store: Store, matrix: Signal<Matrix>, head: Memo<usize>) -> Drawing {
        let (colours, theme) = (store.colours(), store.theme());
        let palette = memo(move || matrix.get().palette(colours.get()));
        Drawing {
            matrix,
            head,
            range: store.select(|settings| settings.range),
            table: memo(move || palette.get().table(theme.get())),
            palette,
            scale: RwSignal::new(Scale::Sequential { min: 0.0, max: 0.0 }),
            values: StoredValue::new_local(Vec::new()),
        }
    }

    /// Follows what it looks like: which matrix and head, and its colours.
    pub fn track(self) {
        self.matrix.track();
        self.head.track();
        self.range.track();
        self.table.track();
    }

    /// Shows it by the numbers of now.
    pub fn draw(self, store: Store, lab: &Lab, show: &mut dyn FnMut(&Frame)) {
        // The picture may be gone, and all that belongs to it.
        self.values.try_update_value(|values| {
            let (matrix, head) = (self.matrix.get_untracked(), self.head.get_untracked());
            let look = (self.range.get_untracked(), store.settings_now(|settings| settings.causal));
            self.table.with_untracked(|table| {
                let frame =
                    store.shown(lab, |shown| shown.frame(matrix, head, look, table, values));
                if self.scale.get_untracked() != frame.scale {
                    self.scale.set(frame.scale);
                }
                show(&frame);
            });
        });
    }
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
    /// Whether it can be shown on the whole screen.
    #[prop(optional)]
    enlarges: bool,
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
    let drawing = Drawing::new(store, matrix, head);
    let Drawing { palette, scale, values, .. } = drawing;
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
            drawing.track();
            store.with_weights(|lab| {
                if let Some(layout) = layout.filter(|_| lab.is_long()) {
                    let ratio = pixel_ratio();
                    let pixels = [layout.plot.width, layout.plot.height].map(|l| l * ratio);
                    explore::see(store, Section::seen(layout.viewport, layout.rows, pixels));
                }
                drawing.draw(store, lab, show);
            });
        }),
    });
    let label = memo(move || {
        store.follow_settled();
        let (matrix, head) = (matrix.get(), head.get());
        let said = store.lab_now(|lab| {
            let mut values = Vec::new();
            let part = store.shown(lab, |shown| shown.matrix_into(matrix, head, &mut values));
            aloud::of_head(head, &lab.words(), part, &values)
        });
        texts::lab::picture_keys(said)
    });
    let on_point = pointing(store.hover);
    let as_table = RwSignal::new(false);
    let large = use_context::<ShowLarge>().filter(|_| enlarges);
    let figure = NodeRef::<leptos::html::Figure>::new();
    let export = Callback::new(move |what: Exported| {
        // Of a long sentence there are the pixels that are seen.
        if what == Exported::Png && store.lab_now(Lab::is_long) {
            let canvases = figure.get_untracked().map(|figure| canvases_of(&figure));
            let canvases = canvases.unwrap_or_default();
            return files::save_canvases("nearfar-long.png", &canvases, theme.get_untracked());
        }
        let (title, matrix, head) =
            (title.get_untracked(), matrix.get_untracked(), head.get_untracked());
        save(store, what, |lab, settings, take| {
            let (of, scale) = ((matrix, head), scale.get_untracked());
            unit.with_untracked(|unit| {
                values.with_value(|values| {
                    saved::matrix(lab, settings, of, [&title, unit], (values, scale), take);
                });
            });
        });
    });
    let (cursor, form) = (store.cursor().into(), Form::Labelled { axes: true });
    let picture = Picture {
        // From the cell whose numbers are shown, also where nobody has pointed yet.
        from: store.example().into(),
        held: store.select(|settings| settings.cursor).into(),
        on_choose: Some(Callback::new(move |cell| store.toggle_cursor(cell))),
        // The page's own Escape releases the cell, too.
        escapes: false,
        zoom: Zooms::View(store.viewport),
        as_table: Some(as_table),
        export: Some(export),
        on_enlarge: large.map(|large| {
            let show =
                move |()| large.show(LargePicture { matrix, title, unit, why: Signal::default() });
            Callback::new(show)
        }),
        key: Some(Key { palette: palette.into(), scale: scale.into(), unit }),
        ..Picture::new((source, form), theme.into(), label.into(), cursor, on_point)
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

/// What is shown on the whole screen.
#[derive(Clone)]
pub struct LargePicture {
    /// Which matrix.
    pub matrix: Signal<Matrix>,
    /// Its heading.
    pub title: Signal<String>,
    /// What its numbers count.
    pub unit: Signal<String>,
    /// What the step is for, if it is one.
    pub why: Signal<String>,
}

/// Shows a picture on the whole screen; provided by the Lab.
#[derive(Clone, Copy, Default)]
pub struct ShowLarge {
    picture: RwSignal<Option<LargePicture>>,
    is_open: RwSignal<bool>,
}

impl ShowLarge {
    /// Shows it until it is closed.
    pub fn show(self, picture: LargePicture) {
        self.picture.set(Some(picture));
        self.is_open.set(true);
    }
}

/// The dialog with the picture that is shown on the whole screen.
#[component]
pub fn LargeDialog() -> impl IntoView {
    let ShowLarge { picture, is_open } = use_context().unwrap_or_default();
    // What is no longer shown may be gone.
    let shown = move || picture.get().filter(|_| is_open.get());
    let title = text(move || shown().map_or_else(String::new, |large| large.title.get()));
    view! {
        <Dialog open=is_open large=true title=title>
            {move || shown().map(|LargePicture { matrix, title, unit, why }| view! {
                <p class="large-why">{why}</p>
                <MatrixSection matrix=matrix title=title unit=unit />
            })}
        </Dialog>
    }
}

/// Saves a picture of the Lab; says so where the sentence has more tokens than can be saved.
pub fn save(store: Store, what: Exported, picture: impl FnOnce(&Lab, &Settings, Take)) {
    store.lab_now(|lab| match lab.is_long() {
        true => {
            let too_large = texts::lab::picture_too_large_to_save(MAX_TOKENS);
            store.notify(Cause::Picture, too_large, false);
        }
        false => store.settings_now(|settings| {
            picture(lab, settings, &mut |file, picture| files::save(what, file, picture));
        }),
    });
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
