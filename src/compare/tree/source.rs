//! Where trees come from, and as what they leave: the examples of the site, pasted or dropped CoNLL-U, no
//! tree yet; copied or saved as CoNLL-U.

use leptos::html;
use leptos::prelude::*;
use nearfar::text::dependency::{Origin, write};
use nearfar_compare::sentence::forms;
use nearfar_compare::tree_source::{
    Desk, Done, FEW, Offer, about, count, found, line_in_utf16, read,
};
use nearfar_inspect::kinds::is_model;
use wasm_bindgen_futures::spawn_local;

use crate::browser::fetch::{bytes_in, fetch_bytes};
use crate::browser::files::save_text;
use crate::compare::state::CompareState;
use crate::compare::{ROOT, text_of};
use crate::controls::{Dialog, ask_for_files, chosen_files};
use crate::page;
use crate::reactive::{effect, memo, text};
use crate::room;
use nearfar::export::file_name;

/// The examples, a file of the site.
const EXAMPLES: &str = "compare/trees.conllu";

/// The examples, beside the sentence, and what was told. Dialogs and dropped files are its own: it is seen
/// in every part of the room.
#[component]
pub fn TreeSource(source: Source) -> impl IntoView {
    let room = source.room;
    room::follow_drops(ROOT, source.over, move |files| {
        match files.iter().any(|file| is_model(&file.name())) {
            true => room.open_files(files),
            false => source.read_first(files),
        }
    });
    let (tree, has_none) = (room.tree, source.has_none());
    // What is typed elsewhere may take the tree away.
    effect(move || {
        let now = (has_none.get(), tree.with(|tree| forms(tree)));
        source.desk.update(|desk| desk.typed(now));
    });
    let is_error = memo(move || source.desk.with(|desk| desk.is_error));
    view! {
        <button type="button" class="small" aria-haspopup="dialog" on:click=move |_| source.open_examples()>{texts::compare::source_examples()}</button>
        <p
            class="tree-told small-print"
            class:error=is_error
            role=move || if is_error.get() { "alert" } else { "status" }
        >
            {text(move || source.desk.with(|desk| desk.told.clone()))}
        </p>
        <Dialog open=source.pasting title=texts::compare::source_paste()><PasteForm source=source /></Dialog>
        <Dialog open=source.choosing title=text(move || source.desk.with(|desk| desk.offer.title.clone()))><OfferList source=source /></Dialog>
    }
}

/// Where other trees come from, and as what this one leaves.
#[component]
pub fn TreeTools(source: Source) -> impl IntoView {
    let (tree, has_none) = (source.room.tree, source.has_none());
    let input = NodeRef::<html::Input>::new();
    let open_paste = move |_| {
        source.desk.update(|desk| desk.problem = None);
        source.pasting.set(true);
    };
    let written = move || tree.with_untracked(|tree| write(std::slice::from_ref(&**tree)));
    let copy = move |_| {
        let text = written();
        spawn_local(async move {
            let is_copied = page::copy(&text).await;
            source.desk.try_update(|desk| desk.copied(is_copied));
        });
    };
    let save = move |_| {
        let name = tree.with_untracked(|tree| tree.comment("sent_id").unwrap_or("tree").to_owned());
        save_text(&format!("{}.conllu", file_name(&name)), "text/plain", &written());
    };
    let unparse = move |_| source.act(|desk| desk.remove(&tree.get_untracked()));
    let why_not = move || has_none.get().then(texts::compare::source_none_to_write);
    view! {
        <div class="panel tree-source" class:over=move || source.over.get() role="group" aria-label=texts::compare::source()>
            <button type="button" class="small" aria-haspopup="dialog" on:click=open_paste>{texts::compare::source_paste()}</button>
            <button type="button" class="small" title=texts::compare::source_open_title() on:click=move |_| ask_for_files(input)>{texts::compare::source_open()}</button>
            <button type="button" class="small" disabled=move || has_none.get() title=why_not on:click=copy>{texts::compare::source_copy()}</button>
            <button type="button" class="small" disabled=move || has_none.get() title=why_not on:click=save>{texts::compare::source_save()}</button>
            <button type="button" class="small" disabled=move || has_none.get() on:click=unparse>{texts::compare::source_remove()}</button>
            <input node_ref=input type="file" accept=".conllu,.conll,.txt,text/plain" hidden aria-label=texts::compare::source_open_field() on:change=move |event| source.read_first(chosen_files(&event)) />
        </div>
    }
}

/// Handles to what the buttons share.
#[derive(Clone, Copy)]
pub struct Source {
    /// It has the tree that would be copied or saved, and takes another.
    room: CompareState,
    /// Whether files are held over the page.
    over: RwSignal<bool>,
    /// What is offered, pasted and told.
    desk: RwSignal<Desk>,
    /// Which dialog is open: sentences to choose from, or the field to paste into.
    choosing: RwSignal<bool>,
    pasting: RwSignal<bool>,
}

impl Source {
    pub fn new(room: CompareState) -> Self {
        let [over, choosing, pasting] = [(); 3].map(|()| RwSignal::new(false));
        Source { room, over, desk: RwSignal::default(), choosing, pasting }
    }

    fn has_none(self) -> Memo<bool> {
        memo(move || self.room.tree.with(|tree| tree.origin() == Origin::NoTreeYet))
    }

    /// Does something, and carries out what comes of it.
    fn act(self, act: impl FnOnce(&mut Desk) -> Done) {
        match self.desk.try_update(act).unwrap_or_default() {
            Done::Nothing => {}
            Done::Tree(tree) => self.room.set_tree(tree),
            Done::Offer => self.choosing.set(true),
        }
    }

    fn open_examples(self) {
        self.act(Desk::await_examples);
        spawn_local(async move {
            let bytes =
                fetch_bytes(EXAMPLES, |_| {}).await.map_err(texts::compare::source_not_come);
            self.desk.try_update(|desk| desk.examples_came(bytes.and_then(read)));
        });
    }

    /// Reads the first of these files.
    fn read_first(self, files: Vec<web_sys::File>) {
        let count = files.len();
        let Some(file) = files.into_iter().next() else { return };
        // A file's size comes before its bytes: one that is too large is never read.
        let name = self.desk.try_update(|desk| desk.first_of(count, file.name(), file.size()));
        let Some(name) = name.flatten() else { return };
        spawn_local(async move {
            let bytes = bytes_in(&file).await.map(|bytes| bytes.to_vec());
            self.act(|desk| desk.came(&name, bytes));
        });
    }
}

/// The field for pasted text.
#[component]
fn PasteForm(source: Source) -> impl IntoView {
    let field = NodeRef::<html::Textarea>::new();
    let read = move |event: web_sys::SubmitEvent| {
        event.prevent_default();
        let line = match source.desk.try_update(Desk::read_pasted) {
            Some(Ok(done)) => {
                source.pasting.set(false);
                return source.act(|_| done);
            }
            Some(Err(line)) => line,
            None => return,
        };
        if let Some(field) = field.get_untracked() {
            let (from, to) = source.desk.with_untracked(|desk| line_in_utf16(&desk.pasted, line));
            let _ = field.focus();
            let _ = field.set_selection_range(from, to);
        }
    };
    let problem = memo(move || source.desk.with(|desk| desk.problem.clone()));
    let is_wrong = move || problem.with(Option::is_some).then_some("true");
    view! {
        <form class="tree-paste" on:submit=read>
            <p class="muted small-print" id="tree-paste-how">{texts::compare::source_paste_how()}</p>
            <textarea
                node_ref=field
                autofocus
                rows="10"
                spellcheck="false"
                autocomplete="off"
                aria-label=texts::compare::source_paste_field()
                aria-describedby="tree-paste-how tree-paste-problem"
                aria-invalid=is_wrong
                prop:value=memo(move || source.desk.with(|desk| desk.pasted.clone()))
                on:input=move |event| source.desk.update(|desk| desk.pasted = event_target_value(&event))
            ></textarea>
            <p class="tree-problem" id="tree-paste-problem" role="alert">{text_of(problem, String::clone)}</p>
            <p><button type="submit">{texts::compare::source_paste_read()}</button></p>
        </form>
    }
}

/// What is offered: the examples, or what a file holds.
#[component]
fn OfferList(source: Source) -> impl IntoView {
    let offer = memo(move || source.desk.with(|desk| desk.offer.clone()));
    let wanted = RwSignal::new(String::new());
    let texts = memo(move || offer.with(Offer::texts));
    let listed = memo(move || texts.with(|texts| found(texts, &wanted.get())));
    let many = move || texts.with(Vec::len) > FEW;
    let problem = move || {
        let problem = offer.with(|offer| offer.problem.clone())?;
        Some(view! {
            <div class="notice error" role="alert">
                <p>{texts::words::reason(problem)}</p>
                <button type="button" on:click=move |_| source.open_examples()>{texts::common::try_again()}</button>
            </div>
        })
    };
    let sentence = move |place: usize| {
        let text = texts.with_untracked(|texts| texts.get(place).cloned());
        let about = offer.with_untracked(|offer| offer.at(place).map(about));
        let take = move |_| {
            source.choosing.set(false);
            source.act(|desk| desk.take_offered(place));
        };
        view! {
            <li>
                <button type="button" on:click=take>
                    <span class="tree-sentence">{text}</span>
                    <span class="muted small-print">{about}</span>
                </button>
            </li>
        }
    };
    view! {
        <Show when=move || offer.with(Offer::is_coming)><p role="status">{texts::compare::offer_coming()}</p></Show>
        {problem}
        <Show when=many>
            <label class="field">
                <span class="field-label">{texts::compare::offer_search()}</span>
                <input type="text" prop:value=move || wanted.get() on:input=move |event| wanted.set(event_target_value(&event)) />
            </label>
            <p class="muted small-print" role="status">{text(move || count(listed.get().0))}</p>
        </Show>
        <ul class="tree-offer">
            <For each=move || listed.get().1 key=|place| *place let(place)>{sentence(place)}</For>
        </ul>
    }
}
