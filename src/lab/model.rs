//! The models behind the panels: which they are, what they answer, and what they learned. What an
//! answer shows is written into its element by one effect: a view of its own for every row would be a
//! large part of the page's download.

use leptos::html;
use leptos::prelude::*;
use nearfar::lab::{Lab, Panel};
use nearfar::settings::{Choice, ModelChoice, Settings};
use texts::words::{self, ClassRow};

use super::beside::TextsBeside;
use crate::controls::chosen_files;
use crate::models;
use crate::opened;
use crate::reactive::{effect, flag, handler, memo, text};
use crate::state::{Store, use_store};

/// What made the picture of a panel.
pub fn about(store: Store, panel: Panel) -> Signal<String> {
    store.of_models(move |lab, settings| words::about(lab, settings, panel)).into()
}

/// Chooses the model of a panel, or opens one from a file.
#[component]
pub fn ModelMenu(
    panel: Panel,
    /// Called when a file was chosen.
    #[prop(into)]
    on_open: Callback<()>,
) -> impl IntoView {
    let store = use_store();
    let select = NodeRef::<html::Select>::new();
    let model = store.select(move |settings| panel.model(settings));
    let choose = move |event| {
        let name = event_target_value(&event);
        match ModelChoice::from_name(&name) {
            Ok(choice) => models::choose(store, panel, choice),
            Err(_) => models::choose_of_page(store, panel, &name),
        }
    };
    effect(move || {
        let Some(select) = select.get() else { return };
        store.follow_tokens();
        let model = model.get();
        // Every model that is open; those of files by the files' names.
        let offered = store.now(|lab, settings| words::opened::offered(lab, settings, model));
        let write = |option: &web_sys::Element, (name, label): (&str, String)| {
            option.set_text_content(Some(&label));
            let _ = option.set_attribute("value", name);
        };
        fill(&select, offered.into_iter(), write, "option");
        select.set_value(model.name());
    });
    let open = move |event: web_sys::Event| {
        opened::open_and_tell(store, chosen_files(&event));
        on_open.run(());
    };
    let file = (panel == Panel::A).then(|| {
        view! {
            <label class="open-file" title=texts::lab::model_open_title()>
                {texts::lab::model_open()}
                <input type="file" multiple aria-label=texts::common::open_checkpoint() on:change=handler(open) />
            </label>
        }
    });
    view! {
        <label class="field model">
            <span class="field-label">{texts::lab::model()}</span>
            <select on:change=handler(choose) node_ref=select></select>
        </label>
        {file}
    }
}

/// Fills an element with one `tag` for each item; those that are there are written again.
pub fn fill<T>(
    parent: &web_sys::Element,
    items: impl Iterator<Item = T>,
    write: impl Fn(&web_sys::Element, T),
    tag: &str,
) {
    if parent.child_element_count() == 0 {
        parent.set_text_content(None);
    }
    let mut next = parent.first_element_child();
    for item in items {
        if let Some(child) = &next {
            write(child, item);
            next = child.next_element_sibling();
        } else if let Ok(child) = document().create_element(tag) {
            write(&child, item);
            let _ = parent.append_child(&child);
        }
    }
    while let Some(child) = next {
        next = child.next_element_sibling();
        child.remove();
    }
}

/// What the models of both panels say of the sentence, as w and v move.
#[component]
pub fn AnswerStrip() -> impl IntoView {
    view! {
        <section class="panel answers" data-panel="answers" aria-labelledby="answers-title">
            <h2 id="answers-title">{texts::lab::answers_title()}</h2>
            <AnswerOf panel=Panel::A />
            <AnswerOf panel=Panel::B />
            <UnknownWords />
            <TextsBeside />
        </section>
    }
}

/// What an answer rests on, where words of the sentence are unknown to the models.
#[component]
fn UnknownWords() -> impl IntoView {
    let store = use_store();
    let says = memo(move || store.with_tokens(words::of_unknown));
    view! { <p class="unknown-words" role="status" hidden=flag(move || says.with(String::is_empty))>{text(move || says.get())}</p> }
}

#[component]
fn AnswerOf(panel: Panel) -> impl IntoView {
    let store = use_store();
    let list = NodeRef::<html::Div>::new();
    effect(move || {
        let Some(list) = list.get() else { return };
        store.follow_tokens();
        store.at_rest(move || {
            store.now(|lab, settings| write_answer(&list, lab, panel, settings));
        });
    });
    let method = store.select(move |settings| words::of_panel(settings, panel));
    view! {
        <div class=format!("answer {}", panel.name())>
            <h3>{texts::lab::answer_title(panel.letter())}<span class="muted">{text(move || texts::lab::answer_method(method.get()))}</span></h3>
            <div class="classes" node_ref=list></div>
        </div>
    }
}

/// One row per class: its name, a bar, a number, and the number by the learned w and v.
fn write_answer(list: &web_sys::Element, lab: &Lab, panel: Panel, settings: &Settings) {
    let rows = match words::of_answer(lab, settings, panel) {
        Ok(rows) => rows,
        Err(why) => return list.set_text_content(Some(why)),
    };
    let write = |row: &web_sys::Element, of: ClassRow| {
        // A meter is what a screen reader and a style sheet know already.
        if row.child_element_count() == 0 {
            row.set_inner_html(
                "<span></span><meter min=0 max=1></meter><span></span><small></small>",
            );
        }
        let parts = row.children();
        for (place, says) in [(0, &of.name), (2, &of.percent), (3, &of.as_trained)] {
            if let Some(part) = parts.item(place) {
                part.set_text_content(Some(says));
            }
        }
        if let Some(meter) = parts.item(1) {
            let _ = meter.set_attribute("value", &of.share.to_string());
            let _ = meter.set_attribute("aria-label", &of.name);
        }
    };
    fill(list, rows.into_iter(), write, "div");
}

/// Figs. 6 and 7 for the model of panel A, and its card.
#[component]
pub fn LearnedSection() -> impl IntoView {
    let store = use_store();
    let panel = NodeRef::<html::Div>::new();
    effect(move || {
        let Some(panel) = panel.get() else { return };
        store.follow_tokens();
        panel.set_inner_html(&store.now(words::learned));
    });
    view! {
        <section aria-labelledby="learned-title">
            <p class="muted">{texts::lab::learned_about()}</p>
            <div node_ref=panel></div>
        </section>
    }
}
