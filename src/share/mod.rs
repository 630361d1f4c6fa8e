//! The Share dialog: a link and what it shows, its QR code, code for another page, the experiment as one picture. A
//! program of its own that the page fetches when the dialog is opened for the first time.

mod experiment;

use leptos::prelude::*;
use nearfar::picture::scale::format_count;
use nearfar::settings::url::decode;
use nearfar::settings::{Room, Settings};
use nearfar::share::link::{self, Choices, Shown};
use nearfar::share::qr;
use texts::words;
use wasm_bindgen::JsCast;

use crate::browser::files;
use crate::browser::values::settings_of;
use crate::controls::{Dialog, check, select};
use crate::focus::find;
use crate::page;
use crate::reactive::{flag, memo, on_change, on_window, part, text};
use crate::room;

/// How high an embedded page is until it says so itself, in CSS pixels.
const HEIGHT: u32 = 640;
const NAME: &str = "nearfar-experiment";

/// Mounts the dialog, open.
pub fn start() {
    room::mount("share-room", texts::share::kept(), Share);
}

#[component]
fn Share() -> impl IntoView {
    let open = RwSignal::new(true);
    on_window(page::SHARE, move |_| open.set(true));
    view! { <Dialog open=open title=texts::share::title()><Sharing close=Callback::new(move |()| open.set(false)) /></Dialog> }
}

/// What the dialog shows; made anew each time that it opens.
#[component]
fn Sharing(
    /// Closes the dialog.
    close: Callback<()>,
) -> impl IntoView {
    // Those of the page's own link, which knows which w and v are the model's own.
    let (settings, _) = decode(&page::fragment(false));
    let room = settings.room;
    let choices = RwSignal::new(Choices::of(&settings, is_there));
    let settings = StoredValue::new(settings);
    let to = move |make: fn(&str, &Settings, &Choices) -> String| {
        memo(move || {
            settings.with_value(|now| choices.with(|choices| make(&page::address(), now, choices)))
        })
    };
    let shared = to(link::link);
    let embedded = to(link::embedded_link);
    let code = memo(move || link::embed_code(&embedded.get(), texts::share::embed_title(), HEIGHT));
    view! {
        <div class="sharing">
            <Copied id="share-link" label=texts::share::link() text=shared copy=texts::share::link_copy() />
            <Panels room=room choices=choices />
            <LinkLook choices=choices />
            <QrCode link=shared />
            <Copied id="share-embed" label=texts::share::embed() text=code copy=texts::share::embed_copy() />
            <p class="muted">{texts::share::embed_about()}</p>
            {(room == Room::Lab).then(|| view! { <FigureButtons link=shared /> })}
            {(room != Room::Learn).then(|| view! {
                <p><button type="button" on:click=move |_| {
                    close.run(());
                    page::make_lesson_of(room);
                }>{texts::share::lesson()}</button></p>
            })}
        </div>
    }
}

/// Whether the open room shows a panel now: of Compare one part is shown, of Inspect one view. What is round the room no
/// link shows alone.
fn is_there(panel: &str) -> bool {
    find(&format!("#main [data-panel={panel}]:not([hidden], [hidden] *)")).is_some()
}

/// A text that is copied: in a field, so that it can be copied by hand where the browser forbids it.
#[component]
fn Copied(
    id: &'static str,
    label: &'static str,
    text: Memo<String>,
    copy: &'static str,
) -> impl IntoView {
    let says = RwSignal::new("");
    // What was copied is no longer what stands there.
    on_change(text, move |_| says.set(""));
    let on_copy = move |_| {
        says.set("");
        let wanted = text.get_untracked();
        wasm_bindgen_futures::spawn_local(async move {
            let copied = page::copy(&wanted).await;
            if !copied
                && let Some(field) = document().get_element_by_id(id)
                && let Ok(field) = field.dyn_into::<web_sys::HtmlTextAreaElement>()
            {
                field.select();
            }
            says.try_set(match copied {
                true => texts::page::share_copied(),
                false => texts::share::copy_refused(),
            });
        });
    };
    view! {
        <div class="share-text">
            <label for=id>{label}</label>
            <textarea id=id rows="2" readonly spellcheck="false" prop:value=text></textarea>
            <div class="share-buttons"><button type="button" on:click=on_copy>{copy}</button><span role="status">{says}</span></div>
        </div>
    }
}

/// Which panels the link shows.
#[component]
fn Panels(room: Room, choices: RwSignal<Choices>) -> impl IntoView {
    let ways = [
        (Shown::All, texts::share::shows_all()),
        (Shown::Hidden, texts::share::shows_hidden()),
        (Shown::Only, texts::share::shows_only()),
    ];
    let ways = ways.map(|(way, label)| {
        let is_chosen = flag(move || choices.with(|choices| choices.shown == way));
        let choose = move |_| choices.update(|choices| choices.show(way, room));
        let is_off = way == Shown::Only
            && !choices.with_untracked(|choices| choices.can_show_alone(room));
        view! { <label class="check"><input type="radio" name="share-shows" disabled=is_off prop:checked=is_chosen on:change=choose />{label}</label> }
    });
    let row = move |name: &'static str| {
        let is_ticked = flag(move || choices.with(|choices| choices.ticked.contains(&name)));
        let tick = move |ticks| choices.update(|choices| choices.tick(name, ticks, room));
        check(words::of_named_panel(name).into_any(), is_ticked, tick)
    };
    let offered = memo(move || choices.with(|choices| choices.offered(room)));
    let rows = part(move || offered.get().into_iter().map(row).collect_view().into_any());
    let is_all = flag(move || choices.with(|choices| choices.shown == Shown::All));
    view! {
        <fieldset class="share-shows">
            <legend>{texts::share::shows()}</legend>
            <div class="share-ways">{ways.into_iter().collect_view()}</div>
            <div class="share-panels" role="group" aria-label=texts::share::parts() hidden=is_all>{rows}</div>
        </fieldset>
    }
}

/// How the page looks to whoever opens the link.
#[component]
fn LinkLook(choices: RwSignal<Choices>) -> impl IntoView {
    let is_projector = flag(move || choices.with(|choices| choices.projector));
    let project = move |projects| choices.update(|choices| choices.projector = projects);
    let own = [("", texts::share::language_own())];
    let languages = own.into_iter().chain(texts::LANGUAGES.iter().copied()).collect();
    let language = memo(move || choices.with(|choices| choices.language.unwrap_or_default()));
    let speak = move |code: String| {
        let known = texts::LANGUAGES.iter().find(|(known, _)| *known == code);
        choices.update(|choices| choices.language = known.map(|(code, _)| *code));
    };
    view! {
        <div class="share-look">
            {check(texts::share::projector().into_any(), is_projector, project)}
            <label class="field inline">{texts::page::language()}{select(languages, language, Box::new(speak))}</label>
        </div>
    }
}

/// The link as a QR code, or why there is none.
#[component]
fn QrCode(link: Memo<String>) -> impl IntoView {
    let code = move || {
        link.with(|link| match qr::code(link) {
            Some(code) => view! {
                <div class="share-code" role="img" aria-label=texts::share::qr() inner_html=code.svg()></div>
                <p class="muted">{texts::share::qr_about()}</p>
            }
            .into_any(),
            None => view! { <p class="notice" role="status">{texts::share::qr_too_long(format_count(link.len() as u64), format_count(qr::MOST_BYTES as u64))}</p> }.into_any(),
        })
    };
    view! { <div class="share-qr">{part(code)}</div> }
}

/// The experiment as one picture.
#[component]
fn FigureButtons(link: Memo<String>) -> impl IntoView {
    let says = RwSignal::new(String::new());
    let figure = move || {
        // Whether w and v are the model's own is known by now.
        let now = settings_of(&page::settings(), |field| field.name != "w" && field.name != "v");
        let made = experiment::svg(&now, &link.get_untracked());
        made.map_err(|why| says.set(texts::share::figure_none(why))).ok()
    };
    let copy = move |_| {
        says.set(String::new());
        let Some(svg) = figure() else { return };
        wasm_bindgen_futures::spawn_local(async move {
            let copied = files::copy_svg_as_png(NAME, &svg).await;
            let said = match copied {
                true => texts::page::share_copied(),
                false => texts::share::figure_saved(),
            };
            says.try_set(said.to_owned());
        });
    };
    let save = move |as_png: bool| {
        says.set(String::new());
        if let Some(svg) = figure() {
            files::save_svg(NAME, &svg, as_png);
        }
    };
    view! {
        <section class="share-figure" aria-labelledby="share-figure-title">
            <h3 id="share-figure-title">{texts::share::figure()}</h3>
            <p class="muted">{texts::share::figure_about()}</p>
            <div class="share-buttons">
                <button type="button" on:click=copy>{texts::share::figure_copy()}</button>
                <button type="button" on:click=move |_| save(true)>{texts::common::matrix_save_png()}</button>
                <button type="button" on:click=move |_| save(false)>{texts::common::matrix_save_svg()}</button>
                <span role="status">{text(move || says.get())}</span>
            </div>
        </section>
    }
}
