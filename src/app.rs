//! The shell: header, notices, the open room, help.

use leptos::prelude::*;
use nearfar::picture::palette::Theme;
use nearfar::settings::{Choice, Room, ThemeChoice};
use wasm_bindgen::JsCast;

use crate::address;
use crate::controls::{Dialog, Icon};
use crate::explore;
use crate::first_visit;
use crate::lab::step_layer;
use crate::models;
use crate::opened;
use crate::page;
use crate::reactive::{effect, flag, handler, mark, part, text, when};
use crate::rooms::Lab;
use crate::script;
use crate::stages::{Later, Stages, place};
use crate::state::{Store, use_store};
use crate::word_vectors;

/// The page.
#[component]
pub fn App() -> impl IntoView {
    let (settings, notices) = address::settings_at_start();
    let store = Store::new(settings, notices);
    provide_context(store);
    let stages = Stages::new();
    provide_context(stages);
    address::follow(store);
    first_visit::load(store);
    word_vectors::follow_sentence(store);
    models::follow_settings(store);
    opened::follow_settings(store);
    opened::rooms::publish(store);
    explore::follow_cursor(store);
    apply_theme(store);
    first_visit::show_page(store, stages);
    let help = RwSignal::new(false);
    listen_to_keys(store, help);
    let is_lab = store.select(|settings| settings.room == Room::Lab);
    // Who changes the room by key or by ear is taken there, and told.
    let room = store.select(|settings| settings.room);
    Effect::new(move |before: Option<Room>| {
        let room = room.get();
        if before.is_some_and(|before| before != room) {
            focus("main");
        }
        room
    });

    view! {
        <nav class="skips" aria-label="Skip to">
            {skip("main", "Skip to the room")}
            <Show when=when(move || is_lab.get())>
                {skip("sentence", "Skip to the sentence")}
                {skip_into("#sliders input", "Skip to w and v")}
                {skip_into("#pictures [tabindex='0']", "Skip to the picture")}
            </Show>
        </nav>
        <Later place=place::HEADER>
            <Header help=help />
            <Notices />
        </Later>
        // Seen by scripts and by rooms alone.
        <Later place=place::SCRIPT>{script::publish(store)}</Later>
        <main id="main" tabindex="-1" aria-label=text(move || room.get().label()) aria-busy=text(move || stages.is_busy().to_string())>
            <Later place=place::ROOM>
                {part(move || is_lab.get().then(|| view! { <Lab /> }).into_any())}
                {place_of(Room::Curves)}
                {place_of(Room::Compare)}
                {place_of(Room::Train)}
                {place_of(Room::Inspect)}
            </Later>
        </main>
        <Later place=place::END>
            <footer class="foot">
                <p>
                    "Nearfar computes everything in this page; nothing that you type leaves the browser. The method is that of "
                    "Wu, Wu and Huang, “DA-Transformer: Distance-aware Transformer”, NAACL 2021; the word vectors are GloVe (PDDL)."
                </p>
            </footer>
            <Help open=help />
        </Later>
    }
}

/// Focuses an element, without going to it by the fragment: that holds the settings.
fn focus_first(selector: &str) {
    let element = document().query_selector(selector).ok().flatten();
    if let Some(element) =
        element.and_then(|element| element.dyn_into::<web_sys::HtmlElement>().ok())
    {
        let _ = element.focus();
    }
}

fn focus(id: &str) {
    focus_first(&format!("#{id}"));
}

/// A link to a place of the page, seen when it has the focus.
fn skip(id: &'static str, label: &'static str) -> impl IntoView {
    let go = move |event: web_sys::MouseEvent| {
        event.prevent_default();
        focus(id);
    };
    view! { <a class="skip" href=format!("#{id}") on:click=handler(go)>{label}</a> }
}

/// The same to the first element that matches a selector.
fn skip_into(selector: &'static str, label: &'static str) -> impl IntoView {
    let go = move |event: web_sys::MouseEvent| {
        event.prevent_default();
        focus_first(selector);
    };
    view! { <a class="skip" href="#main" on:click=handler(go)>{label}</a> }
}

/// The place of a room that is a program of its own: it is fetched when it is opened for the first
/// time, and goes on with what it does while another room is shown.
fn place_of(room: Room) -> impl IntoView {
    let store = use_store();
    let is_open = store.select(move |settings| settings.room == room);
    effect(move || {
        if is_open.get() {
            let start = js_sys::Reflect::get(&window(), &"nearfarRoom".into());
            if let Some(start) =
                start.ok().and_then(|start| start.dyn_into::<js_sys::Function>().ok())
            {
                let _ = start.call1(&wasm_bindgen::JsValue::NULL, &room.name().into());
            }
        }
    });
    // A room that shows the page's settings hears of others.
    effect(move || {
        if is_open.get() {
            store.settings().track();
            if let Ok(changed) = web_sys::Event::new(page::CHANGED) {
                let _ = window().dispatch_event(&changed);
            }
        }
    });
    view! { <div id=format!("{}-room", room.name()) hidden=flag(move || !is_open.get())></div> }
}

#[component]
fn Header(help: RwSignal<bool>) -> impl IntoView {
    let store = use_store();
    let room = store.select(|settings| settings.room);
    let theme = store.theme();
    let rooms = Room::ALL
        .iter()
        .map(|&(each, name, label)| {
            let current = mark(move || (room.get() == each).then_some("page"));
            view! {
                <button
                    type="button"
                    class="tab"
                    data-room=name
                    aria-current=current
                    on:click=handler(move |_| store.edit(None, |settings| settings.room = each))
                >
                    {label}
                </button>
            }
        })
        .collect_view();
    let other_theme = move || match theme.get() {
        Theme::Dark => (ThemeChoice::Light, Icon::Sun, "Light colours"),
        Theme::Light => (ThemeChoice::Dark, Icon::Moon, "Dark colours"),
    };
    view! {
        <header class="head">
            <h1 class="brand">
                "near"<span class="brand-far">"far"</span>
                <span class="brand-line">"attention that knows distance"</span>
            </h1>
            <nav aria-label="Rooms" class="tabs">{rooms}</nav>
            <div class="tools">
                <button
                    type="button"
                    class="quiet"
                    aria-label="Undo"
                    title="Undo (Ctrl+Z)"
                    disabled=flag(move || !store.can_undo())
                    on:click=handler(move |_| store.undo())
                >
                    {Icon::Undo.view()}
                </button>
                <button
                    type="button"
                    class="quiet"
                    aria-label="Redo"
                    title="Redo (Ctrl+Shift+Z)"
                    disabled=flag(move || !store.can_redo())
                    on:click=handler(move |_| store.redo())
                >
                    {Icon::Redo.view()}
                </button>
                <button
                    type="button"
                    class="quiet wide"
                    title="Back to the plain start; undo brings this back"
                    on:click=handler(move |_| address::start_over(store))
                >
                    {Icon::Home.view()}
                    <span class="wide-label">"Start over"</span>
                </button>
                <CopyLink />
                <button
                    type="button"
                    class="quiet"
                    aria-label=text(move || other_theme().2)
                    title=text(move || other_theme().2)
                    on:click=handler(move |_| {
                        let choice = untrack(other_theme).0;
                        store.edit(None, |settings| settings.theme = choice);
                    })
                >
                    {part(move || other_theme().1.view().into_any())}
                </button>
                <button type="button" class="quiet" aria-label="Help and keys" title="Help and keys (?)" on:click=handler(move |_| help.set(true))>
                    {Icon::Help.view()}
                </button>
            </div>
        </header>
    }
}

/// Copies the link; says so, or shows it to be copied by hand where the browser forbids it.
#[component]
fn CopyLink() -> impl IntoView {
    let store = use_store();
    let copied = RwSignal::new(false);
    let copy = move |_| {
        let link = address::link(store);
        wasm_bindgen_futures::spawn_local(async move {
            let clipboard = window().navigator().clipboard();
            let outcome = wasm_bindgen_futures::JsFuture::from(clipboard.write_text(&link)).await;
            if outcome.is_err() {
                store.notify(
                    format!("The browser did not allow copying. The link is: {link}"),
                    false,
                );
                return;
            }
            copied.try_set(true);
            let about = match store.settings_now(|settings| settings.room) {
                Room::Train => {
                    "The link holds the settings of the run and its seed, not what was learned: whoever opens it presses Play and gets the same run."
                }
                Room::Inspect => {
                    "The link names the files and does not hold them: whoever opens it is asked for them."
                }
                Room::Lab | Room::Curves | Room::Compare => "",
            };
            if !about.is_empty() {
                store.notify(about, false);
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
        <button type="button" class="quiet wide" title="Copy a link to just this view" on:click=handler(copy)>
            {Icon::Link.view()}
            <span class="wide-label" aria-live="polite">{text(move || if copied.get() { "Copied" } else { "Share" })}</span>
        </button>
    }
}

#[component]
fn Notices() -> impl IntoView {
    let store = use_store();
    let notices = move || {
        let notices = store.notices.get().into_iter().enumerate();
        notices
            .map(|(index, notice)| {
                let role = if notice.is_error { "alert" } else { "status" };
                let dismiss = move |_| {
                    store.notices.update(|notices| {
                        if index < notices.len() {
                            notices.remove(index);
                        }
                    });
                };
                view! {
                    <div class="notice" class:error=notice.is_error role=role>
                        <p>{notice.text}</p>
                        <button type="button" class="quiet" aria-label="Dismiss" on:click=handler(dismiss)>
                            {Icon::Close.view()}
                        </button>
                    </div>
                }
            })
            .collect_view()
    };
    let failed = move || {
        let failed = store.loading.with(|loading| loading.failed.clone())?;
        Some(view! {
            <div class="notice error" role="alert">
                <p>{failed} " Words without a vector are shown with one made from their spelling, and marked so; a panel without its model stays empty."</p>
                <button type="button" on:click=handler(move |_| {
                    word_vectors::retry(store);
                    models::retry(store);
                })>"Try again"</button>
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
        let about = match last.room {
            Room::Lab => format!("the Lab, “{}”", cut(&last.sentence)),
            room => format!("{}, “{}”", room.label(), cut(&last.sentence)),
        };
        let go_on = move |_| {
            if let Some(settings) = offered.get_untracked() {
                store.edit(None, |now| *now = settings);
            }
            offered.set(None);
        };
        Some(view! {
            <div class="notice quiet-notice">
                <p>"Last time you were in "{about}"."</p>
                <button type="button" class="small" on:click=handler(go_on)>"Go on where you were"</button>
                <button type="button" class="quiet" aria-label="Dismiss" on:click=handler(move |_| offered.set(None))>{Icon::Close.view()}</button>
            </div>
        })
    };
    part(move || offer().into_any())
}

/// The beginning of a sentence.
fn cut(sentence: &str) -> String {
    let mut cut: String = sentence.chars().take(40).collect();
    if cut.len() < sentence.len() {
        cut.push('…');
    }
    cut
}

const KEYS: &[(&str, &str)] = &[
    ("?", "this list"),
    ("Ctrl+Z, Ctrl+Shift+Z", "undo, redo"),
    ("1, 2, 3, 4, 5", "Lab, Curves, Compare, Train, Inspect"),
    ("[ and ]", "previous and next head"),
    ("{ and }", "previous and next layer, of a model with several"),
    ("Arrow keys", "in a matrix: move the cursor; on a slider: move w or v"),
    ("Home, End", "in a matrix: first and last key of the row"),
    ("Enter or Space", "in a matrix: lock the cursor here, or release it"),
    ("+, −, 0", "in a matrix: zoom in, zoom out, show all"),
    ("T", "in a matrix: the numbers as a table"),
    ("Escape", "release the cursor; close what is open"),
    ("Space, ., R", "in Train: play or pause, one step, back to the start"),
];

#[component]
fn Help(open: RwSignal<bool>) -> impl IntoView {
    let keys = || {
        let rows = KEYS.iter().map(
            |(key, does)| view! { <tr><th scope="row"><kbd>{*key}</kbd></th><td>{*does}</td></tr> },
        );
        rows.collect_view()
    };
    view! {
        <Dialog open=open title="What this is, and the keys">
            <p>
                "The DA-Transformer multiplies each head’s attention scores, clipped at 0, by a coefficient "
                <i>"f(w·R; v)"</i>" that depends on how many tokens lie between two words. A head with "
                <b>"w < 0"</b>" prefers near words, with "<b>"w > 0"</b>" far ones; "<b>"v"</b>" bounds how strongly: the coefficient never exceeds "
                <i>"1 + e"<sup>"v"</sup></i>"."
            </p>
            <p>
                "Type a sentence, choose a head, and move its w and v. Panel A is the distance-aware method, panel B what it is compared with, and A − B their difference. "
                "Every number comes from the trace behind the pictures: point at a cell to see its arithmetic, click to lock it."
            </p>
            <p>
                "A near head lowers far scores towards 0, not far weights: e"<sup>"0"</sup>" = 1, so what is far keeps a small even share, and a row with no positive score is uniform. For w > 0 every coefficient is at least 1, so near words are suppressed only relative to far ones. With w = 0 every coefficient is 1: that is ReLU attention without positions, not the vanilla one; compare it with “Vanilla, no positions”."
            </p>
            <table class="keys">
                <caption>"Keys"</caption>
                <tbody>{keys}</tbody>
            </table>
        </Dialog>
    }
}

/// Writes the theme where the style sheets find it.
fn apply_theme(store: Store) {
    let theme = store.theme();
    effect(move || {
        let theme = theme.get();
        let Some(root) = document().document_element() else { return };
        let _ =
            root.set_attribute("data-theme", if theme == Theme::Dark { "dark" } else { "light" });
    });
}

fn listen_to_keys(store: Store, help: RwSignal<bool>) {
    let handle = window_event_listener(leptos::ev::keydown, move |event| {
        let control = event.ctrl_key() || event.meta_key();
        // A dialog has the keys to itself; the browser closes it by Escape.
        let in_dialog = matches!(document().query_selector("dialog[open]"), Ok(Some(_)));
        if in_dialog && event.key() != "?" {
            return;
        }
        let typing = event.target().is_some_and(|target| is_text_field(&target));
        match (event.key().as_str(), control, event.shift_key()) {
            // A text field undoes its own typing.
            (_, true, _) if typing => return,
            ("z" | "Z", true, false) => store.undo(),
            ("z" | "Z", true, true) | ("y", true, false) => store.redo(),
            (_, true, _) => return,
            _ if typing || event.alt_key() => return,
            ("?", ..) => help.update(|open| *open = !*open),
            (key @ ("1" | "2" | "3" | "4" | "5"), ..) => {
                let mut numbered = ["1", "2", "3", "4", "5"].iter().zip(Room::ALL);
                let Some((_, &(room, ..))) = numbered.find(|(number, _)| **number == key) else {
                    return;
                };
                store.edit(None, |settings| settings.room = room);
            }
            ("[", ..) => {
                store.edit(None, |settings| settings.head = settings.head.saturating_sub(1))
            }
            ("]", ..) => store.edit(None, |settings| settings.head += 1),
            ("{", ..) => step_layer(store, -1),
            ("}", ..) => step_layer(store, 1),
            ("Escape", ..) => {
                store.hover.set(None);
                store.edit(None, |settings| {
                    settings.cursor = None;
                    settings.selected.clear();
                });
                return;
            }
            _ => return,
        }
        event.prevent_default();
    });
    on_cleanup(move || handle.remove());
}

fn is_text_field(target: &web_sys::EventTarget) -> bool {
    if target.has_type::<web_sys::HtmlTextAreaElement>()
        || target.has_type::<web_sys::HtmlSelectElement>()
    {
        return true;
    }
    target.dyn_ref::<web_sys::HtmlInputElement>().is_some_and(|input| input.type_() == "text")
}
