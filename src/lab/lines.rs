//! Attention as lines from token to token: queries left, keys right. The pointer on a token shows
//! its lines alone; a click locks it.

use leptos::html;
use leptos::prelude::*;
use nearfar::lab::Panel;
use nearfar::picture::lines::{Side, links, query_by_key};
use nearfar::picture::palette::method_colours;
use texts::words::saved;
use web_sys::PointerEvent;

use super::matrix::save;
use super::method::PanelHead;
use crate::canvas::{Surface, box_size, lines, place_in};
use crate::matrix::SaveMenu;
use crate::reactive::{effect, handler, memo, text};
use crate::state::use_store;

/// The lines of the shown head in panel A or B.
#[component]
pub fn LinesSection(panel: Panel, #[prop(into)] title: Signal<String>) -> impl IntoView {
    let store = use_store();
    let frame = NodeRef::<html::Div>::new();
    let canvas = NodeRef::<html::Canvas>::new();
    let size = box_size(frame);
    let (theme, head, cursor) = (store.theme(), store.head(), store.cursor());
    let range = store.select(|settings| settings.range);
    let columns = memo(move || store.with_tokens(|lab| lines::lay_out(&lab.words(), size.get())));
    let chosen = memo(move || cursor.get().map(|(query, _)| query));

    effect(move || {
        let (Some(canvas), (width, height)) = (canvas.get(), size.get()) else { return };
        let Some(surface) = Surface::new(&canvas, width, height) else { return };
        let (head, theme, chosen, range) = (head.get(), theme.get(), chosen.get(), range.get());
        let accent = method_colours(theme)[panel as usize];
        let found = store.with_weights(|lab| {
            let (trace, of_panel) = lab.head_of(panel, head)?;
            let queries = chosen.map(|query| [query]);
            let queries = queries.as_ref().map(|queries| &queries[..]);
            let weights = trace.weights_of(of_panel);
            let options = lab.link_options(panel, head, weights, range);
            Some(links(weights, trace.tokens(), queries, &options))
        });
        columns.with(|columns| {
            if let Some(columns) = columns {
                let found = found.unwrap_or_default();
                lines::draw(&surface, columns, &found, accent, theme, chosen);
            }
        });
    });

    let export = Callback::new(move |what| {
        let (title, chosen) = (title.get_untracked(), chosen.get_untracked());
        save(store, what, |lab, settings, take| {
            saved::lines(lab, settings, panel, &title, chosen, take);
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
        let (key, now) = (event.key(), cursor.get_untracked());
        let count = store.lab_now(|lab| lab.tokens().len());
        match (query_by_key(&key, now.map(|(query, _)| query), count), now) {
            (Some(query), _) => store.hover.set(Some((query, query))),
            (None, Some(cell)) if matches!(key.as_str(), "Enter" | " ") => {
                store.toggle_cursor(cell)
            }
            _ => return,
        }
        event.prevent_default();
    };
    view! {
        <figure class=format!("matrix {}", panel.name())>
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
