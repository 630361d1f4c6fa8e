//! Head, relation and part of speech of the chosen word, with what they mean.

use leptos::prelude::*;
use nearfar::text::dependency::vocabulary::{LONGEST_SUBTYPE, RELATIONS};
use nearfar::text::dependency::{PartOfSpeech, Relation, Word};
use nearfar_compare::sentence::forms;
use nearfar_compare::tree_editor::{By, TreeEditor, head};
use wasm_bindgen::JsCast;

use super::use_board;
use crate::reactive::{memo, text};

/// The controls; a call to choose a word where none is chosen.
#[component]
pub fn WordSection() -> impl IntoView {
    let board = use_board();
    let is_chosen = memo(move || board.chosen.get().is_some());
    let call = || view! { <p class="muted">{texts::compare::word_choose()}</p> };
    view! {
        <div class="tree-panel">
            <Show when=move || is_chosen.get() fallback=call><Controls /></Show>
        </div>
    }
}

#[component]
fn Controls() -> impl IntoView {
    let board = use_board();
    // Both at once: a shorter sentence may not have the word any more.
    let chosen = memo(move || {
        let node = board.chosen.get()?;
        let word = board.tree.with(|tree| tree.words().get(node - 1).cloned())?;
        Some((node, word))
    });
    let of = move |read: fn(&Word) -> String| {
        chosen.with(|chosen| chosen.as_ref().map_or_else(String::new, |(_, word)| read(word)))
    };
    let node_now = move || chosen.with_untracked(|chosen| chosen.as_ref().map(|(node, _)| *node));
    let title = move || {
        chosen
            .with(|chosen| chosen.as_ref().map_or_else(String::new, |(node, _)| board.name(*node)))
    };
    let is_root =
        memo(move || chosen.with(|chosen| chosen.as_ref().is_some_and(|(_, word)| word.head == 0)));
    let meaning = move || {
        chosen.with(|chosen| {
            let Some((node, word)) = chosen else { return String::new() };
            let (_, _, part) = PartOfSpeech::ALL[word.part_of_speech.index()];
            let (relation, about) = RELATIONS[word.relation.index()];
            let name = board.name(*node);
            match word.head {
                0 => texts::compare::word_means_root(name, part),
                head => texts::compare::word_means(name, part, relation, about, board.name(head)),
            }
        })
    };
    let heads = move || {
        let forms = board.tree.with(|tree| forms(tree));
        forms.into_iter().zip(1_usize..).collect::<Vec<_>>()
    };
    let set_head = move |event: web_sys::Event| {
        let (Some(word), Ok(chosen)) = (node_now(), event_target_value(&event).parse()) else {
            return;
        };
        let done = board.act(&mut |editor, tree| editor.hang(tree, word, chosen));
        if done.change.is_none() {
            let head = board.tree.with_untracked(|tree| head(tree, word)).unwrap_or(0);
            reset(&event, &head.to_string());
        }
    };
    let set_relation = move |event: web_sys::Event| {
        let typed = event_target_value(&event);
        let (Some(word), Ok(relation)) = (node_now(), Relation::from_text(&typed)) else { return };
        board.act(&mut |editor, tree| editor.set_relation(tree, word, relation.clone()));
    };
    let set_subtype = move |event: web_sys::Event| {
        let Some((word, now)) = chosen.get_untracked() else { return };
        let typed = event_target_value(&event);
        let done = board.act(&mut |editor, tree| editor.set_subtype(tree, word, &typed));
        if done.change.is_none() {
            reset(&event, &subtype(&now));
        }
    };
    let set_part = move |event: web_sys::Event| {
        let part = PartOfSpeech::from_tag(&event_target_value(&event));
        if let (Some(word), Some(part)) = (node_now(), part) {
            board.act(&mut |editor, tree| editor.set_part(tree, word, part));
        }
    };
    let relations = RELATIONS
        .iter()
        .map(|&(name, about)| {
            // `root` belongs to the word on ROOT, and only to it.
            let is_of_root = name == Relation::ROOT.universal();
            view! {
                <option
                    value=name
                    disabled=move || is_root.get() != is_of_root
                    selected=move || of(|word| word.relation.universal().to_owned()) == name
                >
                    {format!("{name}: {about}")}
                </option>
            }
        })
        .collect_view();
    let parts = PartOfSpeech::ALL
        .iter()
        .map(|&(part, tag, about)| {
            let is_it = move || of(|word| word.part_of_speech.to_string()) == part.tag();
            view! { <option value=tag selected=is_it>{format!("{tag}: {about}")}</option> }
        })
        .collect_view();
    let is_carried = move || {
        let word = board.carried.get();
        word.is_some() && word == chosen.with(|chosen| chosen.as_ref().map(|(node, _)| *node))
    };
    let carry = move |_| {
        let word = node_now();
        board.act(&mut |editor, tree| match (editor.carry(), word) {
            (None, Some(word)) => editor.pick_up(tree, word, By::Tap, None),
            _ => TreeEditor::put_back(editor),
        });
    };
    let make_root = move |_| {
        if let Some(word) = node_now() {
            board.act(&mut |editor, tree| editor.make_root(tree, word));
        }
    };
    view! {
        <fieldset>
            <legend>{text(title)}</legend>
            <div class="tree-fields">
                <label class="field">
                    <span class="field-label">{texts::compare::word_head()}</span>
                    <select on:change=set_head prop:value=move || of(|word| word.head.to_string())>
                        <option value="0" selected=move || is_root.get()>"0 ROOT"</option>
                        <For each=heads key=|head| head.clone() let((form, node))>
                            <option
                                value=node
                                disabled=move || chosen.with(|chosen| chosen.as_ref().is_some_and(|(word, _)| *word == node))
                                selected=move || of(|word| word.head.to_string()) == node.to_string()
                            >
                                {format!("{node} {form}")}
                            </option>
                        </For>
                    </select>
                </label>
                <label class="field">
                    <span class="field-label">{texts::compare::word_relation()}</span>
                    <select on:change=set_relation prop:value=move || of(|word| word.relation.universal().to_owned())>
                        {relations}
                    </select>
                </label>
                <label class="field">
                    <span class="field-label">{texts::compare::word_subtype()}</span>
                    <input
                        type="text"
                        class="tree-subtype"
                        autocomplete="off"
                        autocapitalize="off"
                        spellcheck="false"
                        placeholder=texts::compare::word_subtype_none()
                        maxlength=LONGEST_SUBTYPE
                        prop:value=move || of(subtype)
                        on:change=set_subtype
                    />
                </label>
                <label class="field">
                    <span class="field-label">{texts::compare::word_part()}</span>
                    <select on:change=set_part prop:value=move || of(|word| word.part_of_speech.to_string())>
                        {parts}
                    </select>
                </label>
                <div class="tree-actions">
                    <button type="button" class="small" aria-pressed=move || if is_carried() { "true" } else { "false" } on:click=carry>{texts::compare::word_pick_up()}</button>
                    <button type="button" class="small" disabled=move || is_root.get() on:click=make_root>{texts::compare::word_make_root()}</button>
                </div>
            </div>
            <p class="muted small-print tree-meaning">{text(meaning)}</p>
        </fieldset>
    }
}

/// What follows the colon of a relation.
fn subtype(word: &Word) -> String {
    let relation = word.relation.to_string();
    relation.split_once(':').map_or_else(String::new, |(_, subtype)| subtype.to_owned())
}

/// Shows again what is, after what was typed or chosen was refused.
fn reset(event: &web_sys::Event, value: &str) {
    let Some(target) = event.target() else { return };
    if let Some(select) = target.dyn_ref::<web_sys::HtmlSelectElement>() {
        select.set_value(value);
    } else if let Some(input) = target.dyn_ref::<web_sys::HtmlInputElement>() {
        input.set_value(value);
    }
}
