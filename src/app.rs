//! The shell: header, notices, the open room, help.

use js_sys::Function;
use leptos::prelude::*;
use nearfar::lab::first_steps::FirstSteps;
use nearfar::lab::{Front, Panel};
use nearfar::settings::{Choice, History, Language, Room, Settings, ThemeChoice};
use nearfar::shortcuts::{Pressed, Shortcut};
use texts::words;
use wasm_bindgen::JsValue;

use crate::address;
use crate::browser::values::get_as;
use crate::controls::{Dialog, Icon, Menu, dropped, icon_button, icon_view};
use crate::explore;
use crate::first_visit;
use crate::focus::{self, find, focus_first, focus_main, within};
use crate::lab::{Lab, files, introduction, show_claim, step_layer};
use crate::labels::Labelled;
use crate::models;
use crate::notices::Cause;
use crate::opened;
use crate::page;
use crate::reactive::{effect, flag, handler, mark, memo, on_change, on_typed, part, text, when};
use crate::rich::rich;
use crate::room::carries_files;
use crate::roving;
use crate::script;
use crate::stages::{Later, Stages, place};
use crate::state::{Store, use_store};
use crate::word_vectors;

/// The page, with the settings that it starts with and what of its link was not understood.
pub fn app(settings: Settings, ignored: Option<String>) -> impl IntoView {
    let store = Store::new(settings);
    ignored.into_iter().for_each(|text| store.notify(Cause::Link, text, true));
    provide_context(store);
    let stages = Stages::new();
    provide_context(stages);
    first_visit::load(store);
    view! {
        <Later place=place::SETTINGS>{follow_settings(store, stages)}</Later>
        <Later place=place::SHELL><Shell /></Later>
    }
}

/// What is fetched, and what the start script has done so far.
fn follow_settings(store: Store, stages: Stages) {
    word_vectors::follow_sentence(store);
    models::follow_settings(store);
    apply_theme(store);
    hide_panels(store);
    first_visit::show_page(store, stages);
}

/// What stands round every room, and the room.
#[component]
fn Shell() -> impl IntoView {
    let store = use_store();
    let stages = use_context::<Stages>();
    let help = RwSignal::new(false);
    let front = RwSignal::new(Front::A);
    // A step of a lesson is of A.
    let step = store.select(|settings| (settings.lesson.clone(), settings.step));
    on_change(step, move |_| front.set(Front::A));
    listen_to_keys(store, help);
    refuse_files(store);
    let is_lab = store.select(|settings| settings.room == Room::Lab);
    // Who changes the room by key or by ear is taken there, and told; where the page stands is the address's.
    let room = store.select(|settings| settings.room);
    on_change(room, |_| focus_main());

    view! {
        <nav class="skips" aria-label=texts::page::skips()>
            {skip("#main", "#main", texts::page::skip_room())}
            <Show when=when(move || is_lab.get())>
                {skip("#sentence", "#sentence", texts::page::skip_sentence())}
                {skip("#main", "#sliders input", texts::page::skip_sliders())}
                {skip("#main", "#pictures [tabindex='0']", texts::page::skip_picture())}
            </Show>
        </nav>
        <Later place=place::HEADER>
            <Header help=help />
            <Notices />
        </Later>
        // Seen by scripts and by rooms alone.
        <Later place=place::SCRIPT>{follow(store)}</Later>
        // Filled by the program of lessons, while one is taken.
        <div id="learn-strip"></div>
        <main id="main" tabindex="-1" aria-label=text(move || room.get().label()) aria-busy=text(move || stages.is_some_and(Stages::is_busy).to_string())>
            <Later place=place::ROOM>
                {part(move || is_lab.get().then(|| view! { <Lab front=front /> }).into_any())}
                {Room::ALL.iter().filter(|(room, _)| *room != Room::Lab).map(|&(room, _)| place_of(room)).collect_view()}
            </Later>
        </main>
        <div id="share-room"></div>
        <Later place=place::END>
            <HiddenLine />
            <footer class="foot" data-panel="foot">
                <p>{texts::page::foot()}</p>
                <div class="foot-menu" data-panel="theme">
                    <Menu
                        label=texts::page::theme()
                        value=store.select(|settings| settings.theme)
                        on_choose=move |theme: ThemeChoice| store.edit(None, |settings| settings.theme = theme)
                    />
                </div>
                <div class="language" data-panel="language">
                    <Menu
                        label=texts::page::language()
                        value=store.select(|settings| settings.language)
                        on_choose=move |language: Language| store.edit(None, |settings| settings.language = language)
                    />
                </div>
            </footer>
            <Help open=help />
        </Later>
    }
}

/// What nothing that is seen at first waits for.
fn follow(store: Store) {
    script::publish(store);
    address::follow(store);
    opened::follow_settings(store);
    explore::follow_cursor(store);
    // Every sentence is made with the language: another one is there once the page is loaded again, with all settings.
    on_change(store.select(|settings| settings.language), move |_| address::load_anew(store));
}

/// A link to a place of the page, seen when it has the focus, which goes to the first element that matches a selector.
fn skip(place: &'static str, selector: &'static str, label: &'static str) -> impl IntoView {
    let go = move |event: web_sys::MouseEvent| {
        event.prevent_default();
        focus_first(selector);
    };
    view! { <a class="skip" href=place on:click=handler(go)>{label}</a> }
}

/// The place of a room that is a program of its own: it is fetched when it is opened for the first
/// time, and goes on with what it does while another room is shown.
fn place_of(room: Room) -> impl IntoView {
    let store = use_store();
    let is_open = store.select(move |settings| settings.room == room);
    // A lesson is taken in other rooms.
    let is_used = store.select(move |settings| {
        settings.room == room || room == Room::Learn && !settings.lesson.is_empty()
    });
    effect(move || {
        if is_used.get() {
            start_room(room.name());
        }
    });
    // A room that shows the page's settings hears of others.
    effect(move || {
        if is_used.get() || room == Room::Learn {
            store.settings().track();
            page::tell(page::CHANGED);
        }
    });
    // Its w and v are those of A.
    let awaited = (room == Room::Curves).then(|| {
        let missing = files::missing(store, &[Panel::A]);
        part(move || is_open.get().then(|| files::asks(store, missing)).into_any())
    });
    view! { {awaited} <div id=format!("{}-room", room.name()) hidden=flag(move || !is_open.get())></div> }
}

/// Fetches a program of its own and starts it, if it was not before.
fn start_room(name: &str) {
    if let Some(start) = get_as::<Function>(&window(), "nearfarRoom") {
        let _ = start.call1(&JsValue::NULL, &name.into());
    }
}

#[component]
fn Header(help: RwSignal<bool>) -> impl IntoView {
    let store = use_store();
    let marked = store.select(Settings::marked_room);
    let stop = marked.get_untracked();
    let rooms = Room::ALL
        .iter()
        .map(|&(each, name)| {
            let current = mark(move || (marked.get() == each).then_some("page"));
            view! {
                <button
                    type="button"
                    class="tab"
                    data-room=name
                    aria-current=current
                    tabindex=(each != stop).then_some("-1")
                    on:click=handler(move |_| store.edit(None, |settings| settings.go_to(each, address::before_lesson)))
                >
                    {each.label()}
                    // Filled by the program of Train, while a run goes on.
                    {(each == Room::Train).then(|| view! { <span id="train-mark"></span> })}
                </button>
            }
        })
        .collect_view();
    let is_at_start = memo(move || address::is_at_start(store));
    // Then its link is the page's own address.
    let is_plain = memo(move || {
        let is_plain =
            |now: &Settings| now.room == Room::Lab && now.theme != ThemeChoice::Projector;
        is_at_start.get() && store.settings().with(is_plain)
    });
    view! {
        <header class="head">
            <h1 class="brand">
                "near"<span class="brand-far">"far"</span>
                <span class="brand-line">{texts::page::brand_line()}</span>
            </h1>
            <nav aria-label=texts::page::rooms() class="tabs" data-panel="rooms" on:keydown=handler(move |event: web_sys::KeyboardEvent| roving::on_key(&event))>{rooms}</nav>
            <div class="tools">
                <Tool panel="undo" icon=Icon::Undo name=texts::page::undo() title=texts::page::undo_title() disabled=flag(move || !store.history.with(History::can_undo)) on_press=move |()| store.undo() />
                <Tool panel="undo" icon=Icon::Redo name=texts::page::redo() title=texts::page::redo_title() disabled=flag(move || !store.history.with(History::can_redo)) on_press=move |()| store.redo() />
                // The button goes, and what has the focus does not go with it.
                <Tool
                    panel="start-over"
                    icon=Icon::Home
                    name=texts::page::start_over()
                    title=texts::page::start_over_title()
                    wide=true
                    disabled=is_at_start
                    on_press=move |()| {
                        address::start_over(store);
                        focus_main();
                    }
                />
                <CopyLink disabled=is_plain />
                <Tool panel="share" icon=Icon::Share name=texts::page::share_more() title=texts::page::share_more_title() wide=true on_press=|()| open_share() />
                <Tool panel="help" icon=Icon::Help name=texts::page::help() word=texts::page::help_word() title=texts::page::help_title() on_press=move |()| help.set(true) />
            </div>
        </header>
    }
}

/// A button of the header.
#[component]
fn Tool(
    /// The name of its panel in links.
    panel: &'static str,
    #[prop(into)] icon: Signal<Icon>,
    /// What it is called: beside the icon where it is wide, else for screen readers.
    #[prop(into)]
    name: Signal<String>,
    #[prop(into)] title: Signal<String>,
    /// The first word of its name, which is seen where there is room.
    #[prop(optional)]
    word: Option<&'static str>,
    #[prop(optional)] wide: bool,
    #[prop(optional, into)] disabled: Signal<bool>,
    #[prop(into)] on_press: Callback<()>,
) -> impl IntoView {
    view! {
        <button
            type="button"
            class="quiet"
            class:wide=wide
            data-panel=panel
            aria-label=(!wide).then_some(name)
            title=title
            disabled=disabled
            on:click=handler(move |_| on_press.run(()))
        >
            {part(move || icon_view(icon.get()).into_any())}
            {wide.then(|| view! { <span class="wide-label">{name}</span> })}
            {word.map(|word| view! { <span class="help-word">{word}</span> })}
        </button>
    }
}

/// Opens the Share dialog, a program of its own (`share`), which is fetched when it is opened for the first time
/// and hears the event from then on.
fn open_share() {
    page::tell(page::SHARE);
    start_room("share");
}

/// Copies the link; says so, or shows it to be copied by hand where the browser forbids it.
#[component]
fn CopyLink(#[prop(into)] disabled: Signal<bool>) -> impl IntoView {
    let store = use_store();
    let copied = RwSignal::new(false);
    let copy = move |_| {
        let link = address::link(store);
        wasm_bindgen_futures::spawn_local(async move {
            if !page::copy(&link).await {
                return store.notify(Cause::Share, texts::page::share_refused(link), false);
            }
            copied.try_set(true);
            if let Some(about) = words::of_copied_link(store.settings_now(|settings| settings.room))
            {
                store.notify(Cause::Share, about, false);
            }
            set_timeout(
                move || {
                    copied.try_set(false);
                },
                std::time::Duration::from_secs(2),
            );
        });
    };
    view! {
        <button type="button" class="quiet wide" data-panel="copy-link" title=texts::page::share_title() disabled=disabled on:click=handler(copy)>
            {move || icon_view(if copied.get() { Icon::Check } else { Icon::Link })}
            <span class="wide-label" aria-live="polite">{text(move || if copied.get() { texts::page::share_copied() } else { texts::page::share() })}</span>
        </button>
    }
}

#[component]
fn Notices() -> impl IntoView {
    let store = use_store();
    let notices = move || {
        let notices = store.notices.get();
        let notices = notices.all().iter();
        notices
            .map(|notice| {
                let role = if notice.is_error { "alert" } else { "status" };
                let cause = notice.cause;
                let dismiss = move |_| store.settle_notice(cause);
                view! {
                    <div class="notice" class:error=notice.is_error role=role>
                        <p>{notice.text.clone()}</p>
                        {icon_button(Icon::Close, texts::page::notice_dismiss().to_owned(), handler(dismiss))}
                    </div>
                }
            })
            .collect_view()
    };
    let failed = move || {
        let failed = store.loading.with(|loading| loading.failed.clone())?;
        Some(view! {
            <div class="notice error" role="alert">
                <p>{failed}" "{texts::page::failed_about()}</p>
                <button type="button" on:click=handler(move |_| {
                    word_vectors::retry(store);
                    models::retry(store);
                })>{texts::common::try_again()}</button>
            </div>
        })
    };
    view! { <div class="notices"><GoOn />{part(move || failed().into_any())}{part(move || notices().into_any())}</div> }
}

/// Offers the last visit, where this one began with the plain start.
#[component]
fn GoOn() -> impl IntoView {
    let store = use_store();
    let offered = RwSignal::new(address::last_visit());
    let offer = move || {
        let last = offered.get()?;
        let about = words::of_last_visit(&last);
        let go_on = move |_| {
            store.edit(None, |now| now.clone_from(&last));
            offered.set(None);
        };
        Some(view! {
            <div class="notice quiet-notice">
                <p>{about}</p>
                <button type="button" class="small" on:click=handler(go_on)>{texts::page::last_visit_go_on()}</button>
                {icon_button(Icon::Close, texts::page::notice_dismiss().to_owned(), handler(move |_| offered.set(None)))}
            </div>
        })
    };
    part(move || offer().into_any())
}

#[component]
fn Help(open: RwSignal<bool>) -> impl IntoView {
    let store = use_store();
    let show_steps = move |_| {
        open.set(false);
        show_claim(true);
        store.first_steps.update(FirstSteps::begin_again);
        store.edit(None, |settings| settings.room = Room::Lab);
        window().scroll_to_with_x_and_y(0.0, 0.0);
    };
    let row = |[key, does]: [&'static str; 2]| view! { <tr><th scope="row"><kbd>{key}</kbd></th><td>{does}</td></tr> };
    view! {
        <Dialog open=open title=texts::page::help_heading()>
            {introduction()}
            <p><button type="button" on:click=handler(show_steps)>{texts::page::help_steps()}</button></p>
            <details>
                <summary>{texts::page::help_formulas()}</summary>
                <p>{rich(texts::page::help_about())}</p>
                <p>{texts::page::help_use()}</p>
                <p>{rich(texts::page::help_near())}</p>
                <p>{texts::page::help_script()}" "<a href="nearfar.d.ts">"nearfar.d.ts"</a></p>
            </details>
            <table class="keys">
                <caption>{texts::page::keys()}</caption>
                <tbody>{words::of_keys().into_iter().map(row).collect_view()}</tbody>
            </table>
        </Dialog>
    }
}

/// Writes the theme where the style sheets find it.
fn apply_theme(store: Store) {
    let theme = store.theme();
    let choice = store.select(|settings| settings.theme);
    effect(move || {
        let Some(root) = document().document_element() else { return };
        let _ = root.set_attribute("data-theme", choice.get().name_of(theme.get()));
        page::tell(page::CHANGED);
    });
}

/// Hides what the link hides of the open room, as the start script did before (`public/start.js`).
fn hide_panels(store: Store) {
    let hidden = store.select(|settings| (settings.hidden(), settings.embed));
    effect(move || {
        let ([hide, only], embed) = hidden.get();
        if let Some(hide_panels) = get_as::<Function>(&window(), "nearfarHide") {
            let _ = hide_panels.call3(&JsValue::NULL, &hide.into(), &only.into(), &embed.into());
        }
    });
    // The page around this one is told of every change (`public/embed.js`).
    let embed = store.select(|settings| settings.embed);
    effect(move || {
        if embed.get() {
            store.settings().track();
            page::tell(page::STATE);
        }
    });
}

/// Says that the link hides some of the page, and shows all of it. Nothing else may hide this line.
#[component]
fn HiddenLine() -> impl IntoView {
    let store = use_store();
    let hides = store.select(Settings::hides_some);
    let embed = store.select(|settings| settings.embed);
    let show_all = move |_| {
        store.edit(None, Settings::show_all);
        focus_first("#main");
    };
    // The page as such: in a window of its own, with all of its panels.
    let whole = text(move || {
        store.settings().track();
        address::link_to(&store.settings_now(Settings::for_later))
    });
    let line = move || {
        match (embed.get(), hides.get()) {
            (true, _) => Some(view! { <aside class="hidden-line" aria-label=texts::page::embed_open()><a href=whole target="_blank" rel="noopener">{texts::page::embed_open()}</a></aside> }.into_any()),
            (false, true) => Some(view! { <aside class="hidden-line" aria-label=texts::page::hidden_some()>{texts::page::hidden_some()}" "<button type="button" class="small" on:click=handler(show_all)>{texts::page::hidden_show_all()}</button></aside> }.into_any()),
            (false, false) => None,
        }
    };
    part(move || line().into_any())
}

/// A file that is dropped where none is read would take the place of the page: it is refused, and the user told where it is
/// read.
fn refuse_files(store: Store) {
    let is_lost = move |event: &web_sys::DragEvent| {
        let room = store.settings_now(|settings| settings.room);
        carries_files(event)
            && within(event, ".drop-zone,input[type=file]").is_none()
            && matches!(room, Room::Curves | Room::Train | Room::Learn)
    };
    on_typed(leptos::ev::dragover, move |event| {
        if is_lost(&event) {
            event.prevent_default();
        }
    });
    on_typed(leptos::ev::drop, move |event| {
        if !is_lost(&event) {
            return;
        }
        event.prevent_default();
        let is_curves = store.settings_now(|settings| settings.room == Room::Curves);
        if is_curves && files::a_is_missing(store) {
            opened::open_and_tell(store, dropped(&event));
        } else {
            store.notify(Cause::File, texts::page::file_not_here(), true);
        }
    });
}

/// What takes what is typed.
const TEXT_FIELDS: &str = "textarea,select,input:not([type]),input[type=text]";

fn listen_to_keys(store: Store, help: RwSignal<bool>) {
    focus::keep();
    on_typed(leptos::ev::keydown, move |event| {
        let key = event.key();
        let shortcut = Shortcut::of(Pressed {
            key: &key,
            control: event.ctrl_key() || event.meta_key(),
            shift: event.shift_key(),
            alt: event.alt_key(),
            in_text: within(&event, TEXT_FIELDS).is_some(),
            in_dialog: find("dialog[open]").is_some(),
        });
        let Some(shortcut) = shortcut else { return };
        match shortcut {
            Shortcut::Undo => store.undo(),
            Shortcut::Redo => store.redo(),
            Shortcut::Help => help.update(|open| *open = !*open),
            Shortcut::Layer(by) => step_layer(store, by),
            Shortcut::Open(_) | Shortcut::Head(_) | Shortcut::Release => {
                store.edit(None, |settings| shortcut.change(settings));
            }
        }
        // The browser closes by it what is open.
        match shortcut {
            Shortcut::Release => store.hover.set(None),
            _ => event.prevent_default(),
        }
    });
}
