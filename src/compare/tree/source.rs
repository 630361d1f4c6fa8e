//! Where trees come from, and as what they leave: the examples of the site, pasted or dropped CoNLL-U, no
//! tree yet; copied or saved as CoNLL-U.

use leptos::html;
use leptos::prelude::*;
use nearfar::text::dependency::{DependencyTree, Origin, Parsed, parse, write};
use nearfar_compare::sentence::forms;
use nearfar_compare::tree_source::{
    Offer, Taken, Typed, line_in_utf16, read, shown, taken, too_large, typed_over,
};
use nearfar_inspect::kinds::is_model;
use wasm_bindgen_futures::spawn_local;

use super::choose::Choose;
use crate::compare::ROOT;
use crate::compare::state::CompareState;
use crate::controls::{Dialog, ask_for_files, chosen_files};
use crate::export::{file_name, save_text};
use crate::fetch::{bytes_in, fetch_bytes};
use crate::page;
use crate::reactive::{memo, text};
use crate::room;

/// The examples, a file of the site.
const EXAMPLES: &str = "compare/trees.conllu";

/// Makes the source of the room's trees, for its buttons wherever they stand.
pub fn provide_source(room: CompareState) {
    provide_context(Source::new(room));
}

/// The source that [`provide_source`] made.
fn use_source() -> Source {
    use_context::<Source>().unwrap_or_else(|| unreachable!("the room provides it"))
}

/// The examples, beside the sentence, and what was told. Dialogs and dropped files are its own: it is seen
/// in every part of the room.
#[component]
pub fn TreeSource() -> impl IntoView {
    let source = use_source();
    let room = source.room;
    room::follow_drops(ROOT, source.over, move |files| {
        match files.iter().any(|file| is_model(&file.name())) {
            true => room.open_files(files),
            false => source.read_first(files),
        }
    });
    let (tree, has_none) = (room.tree, source.has_none());
    // What is typed elsewhere may take the tree away.
    Effect::new(move |before: Option<Typed>| {
        let now = (has_none.get(), tree.with(|tree| forms(tree)));
        let over = texts::compare::source_typed_over();
        match before.and_then(|before| typed_over(&before, &now)) {
            Some(true) => source.tell((over, false)),
            Some(false) if source.told.with_untracked(|told| told.0 == over) => {
                source.tell(("", false));
            }
            _ => {}
        }
        now
    });
    view! {
        <button type="button" class="small" aria-haspopup="dialog" on:click=move |_| source.open_examples()>{texts::compare::source_examples()}</button>
        <p
            class="tree-told small-print"
            class:error=move || source.told.with(|told| told.1)
            role=move || if source.told.with(|told| told.1) { "alert" } else { "status" }
        >
            {text(move || source.told.with(|told| told.0.clone()))}
        </p>
        <Dialog open=source.pasting title=texts::compare::source_paste()><PasteForm source=source /></Dialog>
        <Choose open=source.choosing offer=source.offer choose=move |place| source.take_offered(place) retry=move |()| source.open_examples() />
    }
}

/// Where other trees come from, and as what this one leaves.
#[component]
pub fn TreeTools() -> impl IntoView {
    let source = use_source();
    let (tree, has_none) = (source.room.tree, source.has_none());
    let input = NodeRef::<html::Input>::new();
    let choose = move |_| ask_for_files(input);
    let written = move || tree.with_untracked(|tree| write(std::slice::from_ref(&**tree)));
    let copy = move |_| {
        let text = written();
        spawn_local(async move {
            source.tell(match page::copy(&text).await {
                true => (texts::compare::source_copied(), false),
                false => (texts::compare::source_not_copied(), true),
            });
        });
    };
    let save = move |_| {
        let name = tree.with_untracked(|tree| tree.comment("sent_id").unwrap_or("tree").to_owned());
        save_text(&format!("{}.conllu", file_name(&name)), "text/plain", &written());
    };
    let unparse = move |_| {
        let forms = tree.with_untracked(|tree| forms(tree));
        source.room.set_tree(DependencyTree::unparsed(&forms));
        source.tell((texts::compare::source_removed(), false));
    };
    let why_not = move || has_none.get().then(texts::compare::source_none_to_write);
    view! {
        <div class="panel tree-source" class:over=move || source.over.get() role="group" aria-label=texts::compare::source()>
            <button type="button" class="small" aria-haspopup="dialog" on:click=move |_| source.open_paste()>{texts::compare::source_paste()}</button>
            <button type="button" class="small" title=texts::compare::source_open_title() on:click=choose>{texts::compare::source_open()}</button>
            <button type="button" class="small" disabled=move || has_none.get() title=why_not on:click=copy>{texts::compare::source_copy()}</button>
            <button type="button" class="small" disabled=move || has_none.get() title=why_not on:click=save>{texts::compare::source_save()}</button>
            <button type="button" class="small" disabled=move || has_none.get() on:click=unparse>{texts::compare::source_remove()}</button>
            <input node_ref=input type="file" accept=".conllu,.conll,.txt,text/plain" hidden aria-label=texts::compare::source_open_field() on:change=move |event| source.read_first(chosen_files(&event)) />
        </div>
    }
}

/// Handles to what the buttons share.
#[derive(Clone, Copy)]
struct Source {
    /// It has the tree that would be copied or saved, and takes another.
    room: CompareState,
    /// Whether files are held over the page.
    over: RwSignal<bool>,
    /// What could not be read or written, or was done: a sentence, and whether it is an error.
    told: RwSignal<(String, bool)>,
    /// What is offered, and whether that is open.
    offer: RwSignal<Offer>,
    choosing: RwSignal<bool>,
    pasting: RwSignal<bool>,
    /// What stands in the field, kept when the dialog closes.
    pasted: RwSignal<String>,
    /// Why that could not be read.
    problem: RwSignal<Option<String>>,
}

impl Source {
    fn new(room: CompareState) -> Self {
        Source {
            room,
            over: RwSignal::new(false),
            told: RwSignal::default(),
            offer: RwSignal::default(),
            choosing: RwSignal::new(false),
            pasting: RwSignal::new(false),
            pasted: RwSignal::new(String::new()),
            problem: RwSignal::new(None),
        }
    }

    fn has_none(self) -> Memo<bool> {
        memo(move || self.room.tree.with(|tree| tree.origin() == Origin::NoTreeYet))
    }

    fn tell(self, (text, is_error): (impl Into<String>, bool)) {
        self.told.try_set((text.into(), is_error));
    }

    fn offer(self, offer: Offer) {
        self.offer.set(offer);
        self.choosing.set(true);
    }

    fn open_examples(self) {
        let coming =
            Offer { title: texts::compare::source_examples().to_owned(), ..Offer::default() };
        self.offer(coming.clone());
        spawn_local(async move {
            let bytes =
                fetch_bytes(EXAMPLES, |_| {}).await.map_err(texts::compare::source_not_come);
            // What is offered in the meantime stays.
            if self.offer.try_with_untracked(|offer| *offer == coming) == Some(true) {
                self.offer.set(coming.came(bytes.and_then(read)));
            }
        });
    }

    fn open_paste(self) {
        self.problem.set(None);
        self.pasting.set(true);
    }

    /// Reads what was pasted; the line, from 1, at which it is wrong.
    fn read_pasted(self) -> Option<usize> {
        match self.pasted.with_untracked(|text| parse(text)) {
            Ok(parsed) => {
                self.pasting.set(false);
                self.problem.set(None);
                self.pasted.set(String::new());
                self.take(texts::compare::source_pasted(), parsed);
                None
            }
            Err(error) => {
                let line = error.line;
                self.problem.set(Some(texts::compare::source_not_read_pasted(error)));
                Some(line)
            }
        }
    }

    /// One sentence is taken, several are offered.
    fn take(self, from: &str, parsed: Parsed) {
        match taken(from, parsed) {
            Some(Taken::One(tree, notes)) => self.take_tree(from, tree, &notes),
            Some(Taken::Several(offer)) => self.offer(offer),
            None => {}
        }
    }

    fn take_offered(self, place: usize) {
        self.choosing.set(false);
        let offer = self.offer.get_untracked();
        if let Some(tree) = offer.at(place) {
            self.take_tree(&offer.title, tree.clone(), &offer.notes);
        }
    }

    fn take_tree(self, from: &str, tree: DependencyTree, notes: &[String]) {
        let said = shown(from, &tree, notes);
        self.room.set_tree(tree);
        self.tell((said, false));
    }

    /// Reads the first of these files.
    fn read_first(self, files: Vec<web_sys::File>) {
        let count = files.len();
        let Some(file) = files.into_iter().next() else { return };
        let name = match count {
            1 => file.name(),
            _ => texts::compare::source_first_file(file.name(), count),
        };
        // A file's size comes before its bytes: one that is too large is never read.
        if let Some(problem) = too_large(&name, file.size()) {
            return self.tell((problem, true));
        }
        spawn_local(async move {
            match bytes_in(&file).await.and_then(|bytes| read(bytes.to_vec())) {
                Ok(parsed) => self.take(&name, parsed),
                Err(problem) => {
                    self.tell((texts::compare::source_not_read(name, problem), true));
                }
            }
        });
    }
}

/// The field for pasted text.
#[component]
fn PasteForm(source: Source) -> impl IntoView {
    let field = NodeRef::<html::Textarea>::new();
    let read = move |event: web_sys::SubmitEvent| {
        event.prevent_default();
        let Some(line) = source.read_pasted() else { return };
        if let Some(field) = field.get_untracked() {
            let (from, to) = source.pasted.with_untracked(|text| line_in_utf16(text, line));
            let _ = field.focus();
            let _ = field.set_selection_range(from, to);
        }
    };
    let is_wrong = move || source.problem.with(Option::is_some).then_some("true");
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
                prop:value=move || source.pasted.get()
                on:input=move |event| source.pasted.set(event_target_value(&event))
            ></textarea>
            <p class="tree-problem" id="tree-paste-problem" role="alert">{text(move || source.problem.get().unwrap_or_default())}</p>
            <p><button type="submit">{texts::compare::source_paste_read()}</button></p>
        </form>
    }
}
