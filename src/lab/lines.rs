//! Attention as lines from token to token: queries left, keys right. The pointer on a token shows
//! its lines alone; a click locks it.

use leptos::html;
use leptos::prelude::*;
use nearfar::export::LinesPicture;
use nearfar::lab::{Lab, Matrix, Panel};
use nearfar::picture::layout::LayoutOptions;
use nearfar::picture::lines::{LinkOptions, Side, TokenColumns, links};
use nearfar::picture::palette::{Theme, method_colours};
use nearfar::settings::ColourRange;
use texts::words::saved;
use web_sys::PointerEvent;

use super::PanelHead;
use super::matrix::too_long;
use crate::canvas::{Surface, box_size, css, measure, place_in};
use crate::export::{self, Exported};
use crate::matrix::SaveMenu;
use crate::reactive::{effect, handler, memo, text};
use crate::state::{Store, use_store};

const LABEL_SIZE: f64 = 12.0;
const LINE_HEIGHT: f64 = 13.0;

/// The lines of the shown head in panel A or B.
#[component]
pub fn LinesSection(panel: Panel, #[prop(into)] title: Signal<String>) -> impl IntoView {
    let store = use_store();
    let frame = NodeRef::<html::Div>::new();
    let canvas = NodeRef::<html::Canvas>::new();
    let size = box_size(frame);
    let theme = store.theme();
    let head = store.head();
    let cursor = store.cursor();
    let range = store.select(|settings| settings.range);
    let columns = memo(move || lay_out(store, size.get()));
    let chosen = memo(move || cursor.get().map(|(query, _)| query));

    effect(move || {
        let (Some(canvas), (width, height)) = (canvas.get(), size.get()) else { return };
        let Some(surface) = Surface::new(&canvas, width, height) else { return };
        let (head, theme, chosen) = (head.get(), theme.get(), chosen.get());
        let accent = method_colours(theme)[panel as usize];
        columns.with(|columns| {
            let Some(columns) = columns else { return };
            store.with_weights(|lab| {
                let Some((trace, of_panel)) = lab.head_of(panel, head) else { return };
                let queries = chosen.map(|query| [query]);
                let queries = queries.as_ref().map(|queries| &queries[..]);
                let weights = trace.weights_of(of_panel);
                let options = options_of(lab, panel, head, weights, range.get());
                for link in links(weights, trace.tokens(), queries, &options) {
                    let [from, to] = columns.ends(&link);
                    let context = surface.context();
                    context.set_stroke_style_str(&css(accent, link.opacity));
                    context.set_line_width(link.width);
                    context.begin_path();
                    context.move_to(from.0, from.1);
                    context.line_to(to.0, to.1);
                    context.stroke();
                }
            });
            surface.set_font(LABEL_SIZE);
            let (ink, quiet) = (css(theme.foreground(), 1.0), css(theme.foreground(), 0.7));
            for (labels, marked) in [(&columns.query_labels, chosen), (&columns.key_labels, None)] {
                for label in labels {
                    let strong = marked.is_none() || marked == Some(label.index);
                    surface.label(label, if strong { &ink } else { &quiet });
                }
            }
        });
    });

    let export = Callback::new(move |what: Exported| {
        if store.lab_now(Lab::is_long) {
            return too_long(store);
        }
        store.lab_now(|lab| {
            let (head, title) = (head.get_untracked(), title.get_untracked());
            let Some((trace, of_panel)) = lab.head_of(panel, head) else { return };
            let words = lab.words();
            let values = trace.weights_of(of_panel);
            let (about, file) = store.settings_now(|settings| {
                let file = saved::file_of(lab, settings, panel, &title, Some(head));
                (saved::about_panel(lab, settings, panel, Some(head)), file)
            });
            let picture = LinesPicture {
                title: &title,
                about: &about,
                tokens: &words,
                values,
                query: chosen.get_untracked(),
                options: options_of(lab, panel, head, values, range.get_untracked()),
                colour: method_colours(Theme::Light)[panel as usize],
                theme: Theme::Light,
            };
            export::save(what, &file, &picture);
        });
    });
    let query_at = move |event: &PointerEvent| {
        let (x, y) = place_in(event);
        let found = columns.with_untracked(|columns| columns.as_ref()?.token_at(x, y));
        found.map(|(side, token)| match side {
            Side::Query => (token, token),
            Side::Key => (store.cursor().get_untracked().map_or(token, |(query, _)| query), token),
        })
    };
    let on_key = move |event: web_sys::KeyboardEvent| {
        let last = store.lab_now(|lab| lab.tokens().len()).saturating_sub(1);
        let now = cursor.get_untracked();
        let query = match (event.key().as_str(), now) {
            ("ArrowDown" | "ArrowUp", None) => 0,
            ("ArrowDown", Some((query, _))) => (query + 1).min(last),
            ("ArrowUp", Some((query, _))) => query.saturating_sub(1),
            ("Enter" | " ", Some(cell)) => {
                event.prevent_default();
                return store.toggle_cursor(cell);
            }
            _ => return,
        };
        event.prevent_default();
        store.hover.set(Some((query, query)));
    };
    let accent = if panel == Panel::A { "matrix a" } else { "matrix b" };
    view! {
        <figure class=accent>
            <figcaption class="matrix-head">
                <PanelHead panel=panel title=title />
                <span class="panel-tools"><SaveMenu export=export /></span>
            </figcaption>
            <div
                node_ref=frame
                class="matrix-frame lines"
                role="application"
                aria-roledescription=texts::lab::lines_role()
                tabindex="0"
                aria-label=text(move || texts::lab::lines_name(title.get()))
                on:pointermove=handler(move |event| store.hover.set(query_at(&event)))
                on:pointerleave=handler(move |_| store.hover.set(None))
                on:click=handler(move |_| {
                    if let Some(cell) = store.hover.get_untracked() {
                        store.toggle_cursor(cell);
                    }
                })
                on:keydown=handler(on_key)
            >
                <canvas node_ref=canvas aria-hidden="true"></canvas>
            </div>
            <p class="muted small-print">{texts::lab::lines_about()}</p>
        </figure>
    }
}

/// A line is as strong as its weight is in the colours of the panel's matrix.
fn options_of(
    lab: &Lab,
    panel: Panel,
    head: usize,
    weights: &[f32],
    range: ColourRange,
) -> LinkOptions {
    let full = lab.scale(Matrix::Weights(panel), head, weights, range).value_at(1.0);
    LinkOptions { full: Some(full as f32), ..LinkOptions::default() }
}

fn lay_out(store: Store, (width, height): (f64, f64)) -> Option<TokenColumns> {
    store.with_tokens(|lab| {
        let labels = lab.words();
        let options = LayoutOptions {
            width,
            height,
            line_height: LINE_HEIGHT,
            max_label: 110.0,
            max_cell: 26.0,
            square: false,
        };
        let fits = width > 40.0 && !labels.is_empty();
        fits.then(|| {
            TokenColumns::new(&labels, &labels, &options, |text| measure(text, LABEL_SIZE))
        })
    })
}
