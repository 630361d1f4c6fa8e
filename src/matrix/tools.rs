//! The tools of a picture of a matrix: zoom, sound, table, files, a larger one; those that it has.

use leptos::html;
use leptos::prelude::*;
use nearfar::picture::pointing::Zoom;

use super::Zooms;
use super::cursor::Cursor;
use super::sound;
use crate::controls::{Drop, Icon, icon_button, icon_view};
use crate::labels::Label;
use crate::reactive::{effect, handler, text, when};
use crate::roving;
use nearfar::export::Exported;

/// What a picture can be saved as, and what is said of it.
const FILES: [(Exported, Label); 4] = [
    (Exported::Png, texts::common::matrix_save_png),
    (Exported::Svg, texts::common::matrix_save_svg),
    (Exported::Csv, texts::common::matrix_save_csv),
    (Exported::Json, texts::common::matrix_save_json),
];

fn tool(icon: Icon, name: &'static str, action: Callback<()>) -> AnyView {
    icon_button(icon, name.to_owned(), handler(move |_| action.run(())))
}

/// The buttons.
#[component]
pub fn MatrixTools(cursor: Cursor) -> impl IntoView {
    let Cursor { picture, sound, .. } = cursor;
    on_cleanup(sound::stop);
    let zooms = !matches!(picture.zoom, Zooms::No);
    let zoomed = when(move || picture.zoom.is_zoomed());
    let to = move |wanted: Zoom| Callback::new(move |()| cursor.zoom(wanted));
    let zoom_tools = zooms.then(|| {
        view! {
            <Show when=zoomed><span>{tool(Icon::Whole, texts::common::matrix_show_all(), to(Zoom::All))}</span></Show>
            {tool(Icon::ZoomOut, texts::common::matrix_zoom_out(), to(Zoom::Out))}
            {tool(Icon::ZoomIn, texts::common::matrix_zoom_in(), to(Zoom::In))}
        }
    });
    let table = picture.as_table.map(|open| {
        let open = Callback::new(move |()| open.set(true));
        tool(Icon::Table, texts::common::matrix_as_table(), open)
    });
    let group = NodeRef::<html::Span>::new();
    effect(move || {
        if let Some(group) = group.get() {
            roving::keep_one_stop(&group);
        }
    });
    view! {
        <span
            node_ref=group
            class="panel-tools"
            data-panel="picture-tools"
            role="toolbar"
            aria-label=texts::common::matrix_tools()
            on:keydown=handler(move |event: web_sys::KeyboardEvent| roving::on_key(&event))
        >
            {zoom_tools}
            <button
                type="button"
                class="quiet"
                aria-label=texts::common::matrix_listen()
                title=texts::common::matrix_listen()
                aria-pressed=text(move || sound.is_playing.get().to_string())
                on:click=handler(move |_| sound.toggle())
                on:keydown=handler(move |event| { sound.is_ended_by(&event); })
            >
                {icon_view(Icon::Listen)}
            </button>
            <span class="visually-hidden" role="status">{text(move || sound.says.get())}</span>
            {table}
            {picture.export.map(|export| view! { <SaveMenu export=export /> })}
            {picture.on_enlarge.map(|enlarge| tool(Icon::Enlarge, texts::common::matrix_show_large(), enlarge))}
        </span>
    }
}

/// What a picture can be saved as.
#[component]
pub fn SaveMenu(export: Callback<Exported>) -> impl IntoView {
    let drop = Drop {
        opener: icon_view(Icon::Save).into_any(),
        name: texts::common::matrix_save().to_owned(),
        class: "quiet",
        about: texts::common::matrix_save_as(),
        panel: None,
        id: None,
    };
    drop.view(Box::new(move |close| {
        let choice = |(what, label): (Exported, Label)| {
            view! {
                <button type="button" on:click=handler(move |_| { close.run(()); export.run(what); })>{label()}</button>
            }
        };
        FILES.map(choice).into_any()
    }))
}
