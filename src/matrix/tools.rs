//! The tools of a picture of a matrix: zoom, sound, table, files, a larger one; those that it has.

use leptos::html;
use leptos::prelude::*;
use nearfar::picture::pointing::Zoom;
use wasm_bindgen::JsCast;
use web_sys::KeyboardEvent;

use super::sound::{self, Sound};
use super::{Picture, Zooms};
use crate::controls::Icon;
use crate::export::Exported;
use crate::reactive::{flag, handler, text, when};

fn tool(icon: Icon, name: &'static str, action: Callback<()>) -> impl IntoView {
    view! {
        <button type="button" class="quiet" aria-label=name title=name on:click=handler(move |_| action.run(()))>
            {icon.view()}
        </button>
    }
}

/// The buttons.
#[component]
pub fn MatrixTools(picture: Picture, zoom: Callback<Zoom>, sound: Sound) -> impl IntoView {
    on_cleanup(sound::stop);
    let zooms = !matches!(picture.zoom, Zooms::No);
    let zoomed = when(move || match picture.zoom {
        Zooms::No => false,
        Zooms::View(viewport) => viewport.with(Option::is_some),
        Zooms::By { zoomed, .. } => zoomed.get(),
    });
    let to = move |wanted: Zoom| Callback::new(move |()| zoom.run(wanted));
    let zoom_tools = zooms.then(|| {
        view! {
            <Show when=zoomed>{tool(Icon::Whole, texts::common::matrix_show_all(), to(Zoom::All))}</Show>
            {tool(Icon::ZoomOut, texts::common::matrix_zoom_out(), to(Zoom::Out))}
            {tool(Icon::ZoomIn, texts::common::matrix_zoom_in(), to(Zoom::In))}
        }
    });
    let table = picture.as_table.map(|open| {
        let open = Callback::new(move |()| open.set(true));
        tool(Icon::Table, texts::common::matrix_as_table(), open)
    });
    view! {
        <span class="panel-tools" data-panel="picture-tools">
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
                {Icon::Listen.view()}
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
    let is_open = RwSignal::new(false);
    let drop = NodeRef::<html::Span>::new();
    let opener = NodeRef::<html::Button>::new();
    let close = move || {
        is_open.set(false);
        if let Some(opener) = opener.get_untracked() {
            let _ = opener.focus();
        }
    };
    let on_key = move |event: KeyboardEvent| {
        if event.key() == "Escape" && is_open.get_untracked() {
            event.stop_propagation();
            close();
        }
    };
    // Whatever takes the focus elsewhere closes the menu.
    let on_focus_out = move |event: web_sys::FocusEvent| {
        // Leaving the page takes the focus too, when the signals are already gone.
        let inside = drop.try_get_untracked().flatten().is_some_and(|drop| {
            let target =
                event.related_target().and_then(|target| target.dyn_into::<web_sys::Node>().ok());
            drop.contains(target.as_ref())
        });
        if !inside {
            is_open.try_set(false);
        }
    };
    let choices = [
        (Exported::Png, texts::common::matrix_save_png()),
        (Exported::Svg, texts::common::matrix_save_svg()),
        (Exported::Csv, texts::common::matrix_save_csv()),
        (Exported::Json, texts::common::matrix_save_json()),
    ];
    let choices = choices.map(|(what, label)| {
        view! {
            <button type="button" on:click=handler(move |_| { close(); export.run(what); })>{label}</button>
        }
    });
    view! {
        <span class="drop" node_ref=drop on:keydown=handler(on_key) on:focusout=handler(on_focus_out)>
            <button
                node_ref=opener
                type="button"
                class="quiet"
                aria-label=texts::common::matrix_save()
                title=texts::common::matrix_save()
                aria-expanded=text(move || is_open.get().to_string())
                on:click=handler(move |_| is_open.update(|open| *open = !*open))
            >
                {Icon::Save.view()}
            </button>
            <div class="drop-menu" role="group" aria-label=texts::common::matrix_save_as() hidden=flag(move || !is_open.get())>
                {choices}
            </div>
        </span>
    }
}
