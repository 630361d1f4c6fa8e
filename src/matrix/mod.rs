//! The one picture of a matrix, in every room: cells, labels, cursor and keys; legend, zoom, a table, sound and
//! files where they are asked for. It knows nothing of attention. What a key, a press or a zoom means is
//! the library's `picture::pointing`; what a cell means is told by whoever shows it.
//!
//! A `Picture` is a plain struct of signals and callbacks, so that `MatrixPicture` is compiled once. Its
//! numbers come from a `Source`: they are read in place (the Lab draws with every move of a slider and hands
//! over nothing) or handed over. It is drawn in device pixels with names, or as cells alone at a pixel each
//! with the cursor in front, which a page with thirty of them has room for. `small_picture` is only seen.

mod cursor;
mod legend;
mod sound;
mod source;
mod table;
mod tools;

use crate::browser::files;
use leptos::html;
use leptos::prelude::*;
use nearfar::export::{Exported, MatrixPicture, file_name};
use nearfar::picture::layout::{Rect, Viewport};
use nearfar::picture::palette::{Palette, Theme};
use nearfar::picture::pointing::{Cell, Keys, Mark, Zoom};
use nearfar::picture::scale::Scale;
use texts::words::of_unit;

use crate::canvas::matrix::{draw_bare, draw_cells, draw_over};
use crate::canvas::numbers::have_room_in;
use crate::canvas::{Surface, box_size};
use crate::reactive::{effect, handler, memo, text};
use crate::stages::{Later, is_due, place};
use cursor::Cursor;
pub use cursor::place_mark;
pub use legend::Legend;
pub use source::{Handed, Parts, Source, colours_of};
pub use table::MatrixTable;
use tools::MatrixTools;
pub use tools::SaveMenu;

/// What pointing does where it only moves a cursor.
pub fn pointing(cursor: RwSignal<Option<Cell>>) -> Callback<Option<Cell>> {
    Callback::new(move |cell| {
        if cursor.try_get_untracked().is_some_and(|known| known != cell) {
            cursor.set(cell);
        }
    })
}

/// How a picture is drawn.
#[derive(Clone, Copy)]
pub enum Form {
    /// In device pixels, with names at rows and columns; with `axes` the words for queries and keys.
    Labelled {
        /// Whether rows are queries and columns keys.
        axes: bool,
    },
    /// Cells alone, which fill their box.
    Bare {
        /// How the cursor shows.
        mark: Signal<Mark>,
        /// Width over height, where the style sheet does not say it.
        aspect: Option<Signal<String>>,
    },
}

/// What of a matrix is seen, and who decides it.
#[derive(Clone, Copy)]
pub enum Zooms {
    /// Always all of it.
    No,
    /// A part that the picture keeps here.
    View(RwSignal<Option<Viewport>>),
    /// Another matrix, which is asked for so.
    By {
        /// Asks for it.
        ask: Callback<Zoom>,
        /// Whether less than all is shown.
        zoomed: Signal<bool>,
    },
}

impl Zooms {
    /// The part that the picture keeps, where it keeps one.
    fn viewport(self) -> Option<RwSignal<Option<Viewport>>> {
        match self {
            Zooms::View(viewport) => Some(viewport),
            Zooms::No | Zooms::By { .. } => None,
        }
    }

    /// Whether less than all is seen. Followed.
    fn is_zoomed(self) -> bool {
        match self {
            Zooms::No => false,
            Zooms::View(viewport) => viewport.with(Option::is_some),
            Zooms::By { zoomed, .. } => zoomed.get(),
        }
    }
}

/// A legend under a picture.
#[derive(Clone, Copy)]
pub struct Key {
    /// The colours.
    pub palette: Signal<Palette>,
    /// What they are measured against.
    pub scale: Signal<Scale>,
    /// What the numbers count.
    pub unit: Signal<String>,
}

/// A picture: its matrix, what it looks like, what pointing at it does.
#[derive(Clone, Copy)]
pub struct Picture {
    /// The matrix.
    pub source: Source,
    /// How it is drawn.
    pub form: Form,
    /// More classes of its frame.
    pub class: Signal<String>,
    /// Light or dark.
    pub theme: Signal<Theme>,
    /// What is seen, in a sentence, for those who do not see it.
    pub label: Signal<String>,
    /// The cell that is marked.
    pub cursor: Signal<Option<Cell>>,
    /// The cell that keys start from.
    pub from: Signal<Option<Cell>>,
    /// The cell that is locked, which holds its number however small it is.
    pub held: Signal<Option<Cell>>,
    /// Columns at the left that no cursor enters: those of an earlier text.
    pub skipped: Signal<usize>,
    /// Called with the cell under the pointer or found by keys, or none, also where it is the same.
    pub on_point: Callback<Option<Cell>>,
    /// Called with a cell that is clicked, or chosen by Enter.
    pub on_choose: Option<Callback<Cell>>,
    /// Whether the cursor stays where the pointer left it.
    pub stays: bool,
    /// Whether Escape takes the cursor away here, and not in the page.
    pub escapes: bool,
    /// Whether the Tab key stops here.
    pub is_stop: Signal<bool>,
    /// What of it is seen.
    pub zoom: Zooms,
    /// Opens the table of its numbers.
    pub as_table: Option<RwSignal<bool>>,
    /// Saves it.
    pub export: Option<Callback<Exported>>,
    /// Shows it larger.
    pub on_enlarge: Option<Callback<()>>,
    /// Its legend.
    pub key: Option<Key>,
}

impl Picture {
    /// Without legend and tools, with keys from the cursor.
    pub fn new(
        (source, form): (Source, Form),
        theme: Signal<Theme>,
        label: Signal<String>,
        cursor: Signal<Option<Cell>>,
        on_point: Callback<Option<Cell>>,
    ) -> Picture {
        Picture {
            source,
            form,
            class: Signal::stored(String::new()),
            theme,
            label,
            cursor,
            from: cursor,
            held: Signal::stored(None),
            skipped: Signal::stored(0),
            on_point,
            on_choose: None,
            stays: false,
            escapes: true,
            is_stop: Signal::stored(true),
            zoom: Zooms::No,
            as_table: None,
            export: None,
            on_enlarge: None,
            key: None,
        }
    }

    /// With its legend, and the menu that saves it with its title and what it was made with.
    pub fn keyed(
        self,
        drawn: Handed,
        unit: Signal<String>,
        title: impl Fn() -> String + Send + Sync + 'static,
        about: impl Fn() -> String + Send + Sync + 'static,
    ) -> Picture {
        let (palette, scale) = colours_of(drawn);
        let key = Key { palette, scale, unit };
        Picture { export: Some(saving(self.source, key, title, about)), key: Some(key), ..self }
    }

    /// With one more class.
    pub fn class(self, class: &'static str) -> Picture {
        Picture { class: Signal::stored(class.to_owned()), ..self }
    }

    fn keys(self) -> Keys {
        Keys {
            chooses: self.on_choose.is_some(),
            leaves: self.escapes,
            zooms: !matches!(self.zoom, Zooms::No),
            has_table: self.as_table.is_some(),
            plays: self.has_tools(),
        }
    }

    fn has_tools(self) -> bool {
        let table = self.as_table.is_some() || self.export.is_some();
        table || !matches!(self.zoom, Zooms::No) || self.on_enlarge.is_some()
    }
}

/// A matrix with its cursor, and where they are asked for its legend and its tools.
#[component]
pub fn MatrixPicture(
    /// What is shown.
    picture: Picture,
    /// What lies on the cells.
    #[prop(optional)]
    above: Option<AnyView>,
) -> impl IntoView {
    let frame = NodeRef::<html::Div>::new();
    let cells = NodeRef::<html::Canvas>::new();
    let (cursor, canvases) = match picture.form {
        Form::Labelled { axes } => labelled(picture, frame, cells, axes),
        Form::Bare { mark, aspect } => bare(picture, frame, cells, mark, aspect),
    };
    let key = picture.key.map(|Key { palette, scale, unit }| {
        let unit = text(move || of_unit(unit.get(), cursor.cells(), scale.get()));
        view! { <Legend palette=palette scale=scale theme=picture.theme unit=unit /> }
    });
    let tools = picture.has_tools().then(|| {
        view! {
            <Later place=place::TOOLS><MatrixTools cursor=cursor /></Later>
        }
    });
    let class = text(move || {
        let bare = if matches!(picture.form, Form::Bare { .. }) { " bare" } else { "" };
        let (zooms, zoomed) = match picture.zoom.viewport() {
            Some(viewport) if viewport.with(Option::is_some) => (" zooms", " zoomed"),
            Some(_) => (" zooms", ""),
            None => ("", ""),
        };
        picture.class.with(|class| format!("matrix-frame {class}{bare}{zooms}{zoomed}"))
    });
    let stop = text(move || if picture.is_stop.get() { "0" } else { "-1" });
    view! {
        <div
            node_ref=frame
            class=class
            role="application"
            aria-roledescription=texts::common::matrix_role()
            tabindex=stop
            aria-label=picture.label
            aria-keyshortcuts=picture.keys().names()
            on:keydown=handler(move |event| cursor.key(&event))
            on:pointermove=handler(move |event| cursor.moved(&event))
            on:pointerdown=handler(move |event| cursor.down(&event))
            on:pointerup=handler(move |event| cursor.up(&event))
            on:pointerleave=handler(move |event| cursor.left(&event))
            on:pointercancel=handler(move |event| cursor.left(&event))
            on:wheel=handler(move |event| cursor.wheel(&event))
        >
            <canvas node_ref=cells aria-hidden="true"></canvas>
            {canvases}
            {above}
        </div>
        {key}
        {tools}
    }
}

/// Cells on one canvas, labels and cursor on another above it, so that other numbers redraw cells only
/// and the pointer redraws lines only.
fn labelled(
    picture: Picture,
    frame: NodeRef<html::Div>,
    cells: NodeRef<html::Canvas>,
    axes: bool,
) -> (Cursor, AnyView) {
    let overlay = NodeRef::<html::Canvas>::new();
    let size = box_size(frame);
    let Picture { source, cursor, theme, .. } = picture;
    let layout = memo(move || {
        let viewport = picture.zoom.viewport().and_then(|viewport| viewport.get());
        source.lay_out(size.get(), viewport)
    });
    // The locked cell holds its number, or else that whose numbers are shown where nobody points. While somebody does, it
    // stays that one: the pointer redraws no cells.
    let shown =
        Memo::new(move |before: Option<&Option<Cell>>| match (picture.held.get(), cursor.get()) {
            (Some(held), _) => Some(held),
            (None, Some(_)) => before.copied().flatten(),
            (None, None) => picture.from.get(),
        });
    effect(move || {
        // The numbers are asked for before the layout, which follows from them and mostly stays: were they brought up to date
        // by asking whether it changed, that they did would no longer be seen here.
        let _ = source.shape();
        let (Some(canvas), (width, height)) = (cells.get(), size.get()) else { return };
        let Some(surface) = Surface::new(&canvas, width, height) else { return };
        layout.with(|layout| {
            let shown =
                layout.as_ref().filter(|layout| have_room_in(layout)).and_then(|_| shown.get());
            source.draw(layout.as_ref(), &mut |frame| {
                if let Some(layout) = layout {
                    draw_cells(&surface, layout, frame, shown);
                }
            });
        });
    });
    let is_due = is_due(place::LABELS);
    effect(move || {
        if !is_due() {
            return;
        }
        let (Some(canvas), (width, height)) = (overlay.get(), size.get()) else { return };
        let Some(surface) = Surface::new(&canvas, width, height) else { return };
        layout.with(|layout| {
            if let Some(layout) = layout {
                draw_over(&surface, layout, cursor.get(), theme.get(), axes);
            }
        });
    });
    // The cell whose numbers are shown where nobody points. It is moved without layout: nothing shifts.
    let example = NodeRef::<html::I>::new();
    effect(move || {
        let Some(mark) = example.get() else { return };
        let cell = picture.from.get().filter(|_| cursor.get().is_none());
        let rect = layout.with(|layout| layout.as_ref()?.cell_rect(cell?.0, cell?.1));
        mark.set_hidden(rect.is_none());
        if let Some(Rect { x, y, width, height }) = rect {
            let style = web_sys::HtmlElement::style(&mark);
            let at = format!("translate({x}px,{y}px)");
            let [wide, high] = [width, height].map(|length| format!("{length}px"));
            for (name, value) in [("width", wide), ("height", high), ("transform", at)] {
                let _ = style.set_property(name, &value);
            }
        }
    });
    let view = view! {
        <canvas node_ref=overlay aria-hidden="true"></canvas>
        <i node_ref=example class="matrix-mark example" hidden></i>
    };
    let view = view.into_any();
    (Cursor::new(picture, frame, Some(layout)), view)
}

/// Cells at a pixel each, enlarged by the browser, and the cursor as two frames in front.
fn bare(
    picture: Picture,
    frame: NodeRef<html::Div>,
    cells: NodeRef<html::Canvas>,
    mark: Signal<Mark>,
    aspect: Option<Signal<String>>,
) -> (Cursor, AnyView) {
    let source = picture.source;
    effect(move || {
        let Some(canvas) = cells.get() else { return };
        source.draw(None, &mut |frame| draw_bare(&canvas, frame));
    });
    if let Some(aspect) = aspect {
        effect(move || {
            if let Some(frame) = frame.get() {
                let _ = (*frame).style().set_property("aspect-ratio", &aspect.get());
            }
        });
    }
    // There are many such pictures: one effect places both.
    let marks = [NodeRef::<html::I>::new(), NodeRef::<html::I>::new()];
    effect(move || {
        let frames = mark.get().frames(picture.cursor.get(), source.shape());
        for (mark, frame) in marks.into_iter().zip(frames) {
            if let Some(mark) = mark.get() {
                place_mark(&mark, frame);
            }
        }
    });
    let class = text(move || if mark.get().is_cross { "matrix-mark cross" } else { "matrix-mark" });
    let view = marks.map(|mark| view! { <i node_ref=mark class=class hidden></i> });
    (Cursor::new(picture, frame, None), view.into_iter().collect_view().into_any())
}

/// A small picture, to be seen and not pointed at, whose cells the style sheet enlarges: painted whenever the matrix or the
/// theme is another; `name` says it in words, where nothing beside it does.
pub fn small_picture(drawn: Handed, theme: Signal<Theme>, name: Option<Signal<String>>) -> AnyView {
    let canvas = NodeRef::<html::Canvas>::new();
    let (source, _) = Source::bare(drawn, theme);
    effect(move || {
        if let Some(canvas) = canvas.get() {
            source.draw(None, &mut |frame| draw_bare(&canvas, frame));
        }
    });
    let (role, hidden) = if name.is_some() { (Some("img"), None) } else { (None, Some("true")) };
    view! { <canvas node_ref=canvas role=role aria-label=name aria-hidden=hidden></canvas> }
        .into_any()
}

/// Saves what a picture shows, with its title and what it was made with. Light, whatever the page is: pictures
/// are for paper and slides.
fn saving(
    source: Source,
    key: Key,
    title: impl Fn() -> String + Send + Sync + 'static,
    about: impl Fn() -> String + Send + Sync + 'static,
) -> Callback<Exported> {
    Callback::new(move |what| {
        untrack(|| {
            let (title, about, unit) = (title(), about(), key.unit.get());
            let [rows, columns] = source.shape();
            let (queries, keys) = (source.names(0, 0, rows), source.names(1, 0, columns));
            source.draw(None, &mut |frame| {
                let picture = MatrixPicture {
                    title: &title,
                    about: &about,
                    queries: &queries.iter().map(String::as_str).collect::<Vec<_>>(),
                    keys: &keys.iter().map(String::as_str).collect::<Vec<_>>(),
                    values: frame.values,
                    scale: frame.scale,
                    table: &key.palette.get().table(Theme::Light),
                    unit: &unit,
                    theme: Theme::Light,
                };
                files::save(what, &file_name(&format!("{title} {about}")), &picture);
            });
        });
    })
}
