//! How files come in: dropped, chosen, by a link of the same site, as an example; and what is being
//! done with them.

use leptos::html;
use leptos::prelude::*;
use nearfar_inspect::kinds::{self, is_companion};
use nearfar_inspect::protocol::Opened;
use nearfar_inspect::remote::{self, Answered, Remote, RemoteError};
use nearfar_inspect::room::asked::Asked;
use nearfar_inspect::room::desk::{Notice, Offer};
use nearfar_inspect::room::file::{EXAMPLES, Recent};
use nearfar_inspect::room::files::HasName;
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::JsFuture;
use web_sys::{File, Response};

use super::state::{Busy, InspectState};
use super::use_inspect;
use crate::browser::fetch::{as_file, describe, fetch_as_file};
use crate::browser::kept::Kept;
use crate::browser::values::object;
use crate::controls::{FilesMissing, Toggle, ask_for_files, chosen_files};
use crate::reactive::{flag, memo, text};
use crate::rich::{of_names, rich_with};
use crate::room;

/// The names of recent files. Nothing else of a file is kept.
const RECENT: Kept = Kept::of_visits("nearfar.inspect.recent");

/// The names of recent files, the last one first; files of the site by their path.
pub fn recent() -> Vec<String> {
    serde_json::from_str(&RECENT.get().unwrap_or_default()).unwrap_or_default()
}

impl InspectState {
    /// Changes the names of recent files.
    pub fn change_recent(self, change: impl FnOnce(&mut Vec<String>)) {
        let mut names = recent();
        change(&mut names);
        RECENT.put(&serde_json::to_string(&names).unwrap_or_default());
        self.recent.set(names);
    }
}

/// The drop zone, the link field, examples, recent names.
#[component]
pub fn Files() -> impl IntoView {
    let room = use_inspect().room;
    let input = NodeRef::<html::Input>::new();
    let over = RwSignal::new(false);
    let link = RwSignal::new(String::new());
    let choose = move || ask_for_files(input);
    room::follow_drops(super::ROOT, over, move |files| room.open(files));
    let open_link = move |event: web_sys::SubmitEvent| {
        event.prevent_default();
        let link = link.get_untracked();
        if !link.trim().is_empty() {
            open_address(room, link.trim().to_owned(), false);
        }
    };
    // On a phone, where buttons in a row would be cut, they are a menu while a file is open.
    let examples = EXAMPLES.map(|(address, label)| {
        let is_open =
            flag(move || room.is_open() && room.files(|files| files.address() == Some(address)));
        let open = move |()| open_address(room, address.to_owned(), false);
        (
            view! { <li><Toggle class="small" label=label() pressed=is_open on_press=open /></li> },
            view! { <option value=address prop:selected=is_open>{label()}</option> },
        )
    });
    let (examples, menu): (Vec<_>, Vec<_>) = examples.into_iter().unzip();
    let open_of_menu = move |event| {
        let address = event_target_value(&event);
        // What cannot be opened can be chosen again; what is opened is chosen then.
        event_target::<web_sys::HtmlSelectElement>(&event).set_selected_index(0);
        if !address.is_empty() {
            open_address(room, address, false);
        }
    };
    let choose_button = move |words: String| {
        // Where a model is open, its heads come first.
        view! { <button type="button" class:strong=move || !room.is_open() on:click=move |_| choose()>{words}</button> }
            .into_any()
    };
    let recent = move || {
        let names = room.recent.get();
        (!names.is_empty()).then(|| {
            let one = |name: &String| {
                let Recent { address, label, title } = Recent::of(name);
                let open = move |_| match address.clone() {
                    Some(address) => open_address(room, address, false),
                    None => choose(),
                };
                view! { <li><button type="button" class="small" title=title on:click=open>{label}</button></li> }
            };
            let each = names.iter().map(one).collect_view();
            view! {
                <div class="inspect-source">
                    <span class="source-name" id="inspect-recent">{texts::inspect::recent()}</span>
                    <ul aria-labelledby="inspect-recent">{each}</ul>
                    <button type="button" class="link small-print" title=texts::inspect::recent_forget_title() on:click=move |_| room.change_recent(Vec::clear)>{texts::inspect::recent_forget()}</button>
                </div>
            }
        })
    };
    view! {
        <section class="panel inspect-files" data-panel="files" class:over=move || over.get() aria-label=texts::common::open_checkpoint() data-open=move || room.is_open().then_some("yes")>
            <div class="inspect-drop">
                <p class="inspect-call">{rich_with(texts::inspect::open_call(), choose_button)}</p>
                <p class="muted small-print kinds">{texts::inspect::open_kinds(kinds::in_words())}</p>
                <input node_ref=input type="file" multiple hidden aria-label=texts::inspect::open_files() on:change=move |event| room.open(chosen_files(&event)) />
            </div>
            <div class="inspect-sources">
                <div class="inspect-source inspect-examples">
                    <span class="source-name" id="inspect-examples">{texts::inspect::examples()}</span>
                    <ul aria-labelledby="inspect-examples">{examples}</ul>
                    <select aria-labelledby="inspect-examples" on:change=open_of_menu>
                        <option hidden value="">{texts::inspect::examples()}</option>
                        {menu}
                    </select>
                </div>
                <details class="inspect-elsewhere" open=move || !room.is_open()>
                <summary class="small-print">{texts::inspect::elsewhere()}</summary>
                <form class="inspect-source" on:submit=open_link>
                    <label class="inspect-link">
                        <span>{texts::inspect::link()}</span>
                        <input
                            type="text"
                            inputmode="url"
                            spellcheck="false"
                            autocomplete="off"
                            placeholder="checkpoints/agnews-vanilla.safetensors"
                            prop:value=move || link.get()
                            on:input=move |event| link.set(event_target_value(&event))
                        />
                    </label>
                    <button type="submit" class="small">{texts::inspect::link_open()}</button>
                </form>
                {recent}
                </details>
            </div>
        </section>
    }
}

/// Sentences about the files, with a button for each thing that can be done about them. What went wrong is said at once.
fn notices(room: InspectState, is_wrong: bool) -> impl IntoView {
    let said = memo(move || room.desk.with(|desk| desk.notices(is_wrong)));
    let role = is_wrong.then_some("alert");
    let notice = move |Notice { file, says, progress, offers }: Notice| {
        let file = file.map(|file| view! { <b>{file}": "</b> });
        let progress = progress.map(|share| view! { <progress aria-label=texts::inspect::busy_progress() max="1" value=share></progress> });
        let button = |offer: Offer| {
            let accept = move |_| _ = room.happens(|desk| desk.accept(offer));
            view! { <button type="button" class="small" on:click=accept>{offer.says()}</button> }
        };
        let buttons = offers.into_iter().map(button).collect_view();
        view! { <div class="notice" class:error=is_wrong role=role><p>{file}{of_names(&says)}</p>{progress}{buttons}</div> }
    };
    move || said.get().into_iter().map(notice).collect_view()
}

/// What is being done, what was ended, what could not be done.
#[component]
pub fn State() -> impl IntoView {
    let room = use_inspect().room;
    let awaited = memo(move || room.asked.with(|asked| asked.awaited().map(str::to_owned)));
    let awaited = move || {
        let name = awaited.get()?;
        let go_on = move |()| {
            room.asked.set(Asked::default());
            room.happens(|desk| desk.accept(Offer::ForgetWaiting));
            open_example(room);
        };
        Some(view! {
            <FilesMissing
                says=texts::page::file_awaited(texts::page::file_awaited_named(name))
                on_open=move |files| room.open(files)
                go_on=texts::lab::files_go_on_without()
                on_go_on=go_on
            />
        })
    };
    let is_open = move || {
        let says = |opened: &Opened| texts::inspect::is_open(&opened.name, opened.tensors.len());
        room.of_opened(says).unwrap_or_default()
    };
    view! {
        <div class="inspect-state">
            <div aria-live="polite">{notices(room, false)}</div>
            {awaited}{notices(room, true)}
        </div>
        <p class="visually-hidden" role="status">{text(is_open)}</p>
    }
}

/// Opens a file of the site: in parts where its server hands them out, else fetched whole.
pub fn open_address(room: InspectState, address: String, is_example: bool) {
    let Some(number) = room.desk.try_update(|desk| desk.fetch(&address)) else { return };
    wasm_bindgen_futures::spawn_local(async move {
        let item = item_of(room, &address).await;
        room.happens(|desk| desk.fetched(number, address, is_example, item));
    });
}

/// Opens the first example, so that there is something to see.
pub fn open_example(room: InspectState) {
    let [(address, _), ..] = EXAMPLES;
    open_address(room, address.to_owned(), true);
}

/// A file of the site, as the reader takes it.
async fn item_of(room: InspectState, address: &str) -> Result<Item, String> {
    let (url, name) = begin(room, address)?;
    // A configuration or a tokenizer is read whole in any case, and by more than the reader.
    if is_companion(&name) {
        return fetch_as_file(&url, &name).await.map(Item::whole);
    }
    let asked = web_sys::RequestInit::new();
    asked.set_headers(&object([("range", remote::FIRST.into())]));
    let response = window().fetch_with_str_and_init(&url, &asked);
    let response: Response = JsFuture::from(response).await.map_err(describe)?.unchecked_into();
    let header = |name| response.headers().get(name).ok().flatten();
    let answered = Answered {
        status: response.status(),
        range: header("Content-Range"),
        encoding: header("Content-Encoding"),
        tag: header("ETag"),
        modified: header("Last-Modified"),
    };
    match answered.first(&url, &name) {
        Ok(file) => Item::linked(&file),
        // This answer is the file already.
        Err(RemoteError::Whole) => as_file(&response, &name).await.map(Item::whole),
        Err(RemoteError::Status { status }) if status != 416 => {
            Err(texts::inspect::server_refused(status))
        }
        // An empty file has no first bytes (416); parts of what is compressed are no parts of the file.
        Err(_) => fetch_as_file(&url, &name).await.map(Item::whole),
    }
}

/// Says in the room that a file of this site is fetched: its address and its name.
fn begin(room: InspectState, address: &str) -> Result<(String, String), String> {
    let base = document().base_uri().ok().flatten().unwrap_or_default();
    let url = web_sys::Url::new_with_base(address, &base)
        .map_err(|_| texts::inspect::no_link().to_owned())?;
    if url.origin() != window().location().origin().unwrap_or_default() {
        return Err(texts::inspect::another_site().to_owned());
    }
    let name = url.pathname().rsplit('/').next().unwrap_or_default().to_owned();
    room.set_busy(Some(Busy::with(texts::inspect::fetching(&name))));
    Ok((url.href(), name))
}

/// What the reader is handed, as a part of a message: a file, or one of the site that is read in parts where it lies.
#[derive(Clone)]
pub struct Item {
    name: String,
    part: JsValue,
    /// Where it is read in parts; empty where it is whole.
    address: String,
}

impl Item {
    /// A file of the user's, or one that was fetched whole.
    pub fn whole(file: File) -> Item {
        Item { name: file.name(), part: file.into(), address: String::new() }
    }

    /// A file of the site that hands out parts.
    pub fn linked(file: &Remote) -> Result<Item, String> {
        let text = serde_json::to_string(file).map_err(|error| error.to_string())?;
        Ok(Item { name: file.name.clone(), part: text.into(), address: file.address.clone() })
    }

    /// Where it is read in parts; empty where it is whole.
    pub fn address(&self) -> &str {
        &self.address
    }

    /// The file itself; `None` where it is read in parts.
    pub fn file(&self) -> Option<File> {
        self.part.dyn_ref().cloned()
    }
}

impl HasName for Item {
    fn name(&self) -> String {
        self.name.clone()
    }
}

impl AsRef<JsValue> for Item {
    fn as_ref(&self) -> &JsValue {
        &self.part
    }
}
