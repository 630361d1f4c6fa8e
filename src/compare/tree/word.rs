//! Head, relation and part of speech of the chosen word, with what they mean.

use leptos::prelude::*;
use nearfar::text::dependency::vocabulary::{LONGEST_SUBTYPE, RELATIONS};
use nearfar::text::dependency::{DependencyTree, PartOfSpeech, Relation};
use nearfar_compare::sentence::forms;
use nearfar_compare::tree_editor::{By, Effects, Field, TreeEditor};
use nearfar_compare::words::tree::{meaning, name};

use super::use_board;
use crate::compare::fields::{field, text_of};
use crate::controls::Toggle;
use crate::reactive::{flag, handler, memo};
use crate::values::set;

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

/// What a menu of names of the treebanks offers.
fn option(
    name: &'static str,
    about: &str,
    chosen: Signal<String>,
    is_off: Signal<bool>,
) -> impl IntoView + use<> {
    let says = format!("{name}: {about}");
    view! { <option value=name disabled=is_off selected=move || chosen.get() == name>{says}</option> }
}

#[component]
fn Controls() -> impl IntoView {
    let board = use_board();
    // Both at once: a shorter sentence may not have the word any more.
    let chosen = memo(move || {
        let node = board.chosen.get()?;
        Some((node, board.room.tree.get().words().get(node - 1)?.clone()))
    });
    let node = memo(move || chosen.with(|chosen| chosen.as_ref().map(|(node, _)| *node)));
    let said = |say: fn(&DependencyTree, usize) -> String| {
        text_of(node, move |node| say(&board.room.tree.get(), *node))
    };
    let [head, relation, subtype, part] =
        [Field::Head, Field::Relation, Field::Subtype, Field::Part]
            .map(|field| text_of(chosen, move |(_, word)| field.of(word)));
    let is_root = memo(move || head.with(|head| head == "0"));
    let heads =
        move || forms(&board.room.tree.get()).into_iter().zip(1_usize..).collect::<Vec<_>>();
    let act = move |act: &mut dyn FnMut(&mut TreeEditor, &DependencyTree, usize) -> Effects| {
        let word = node.get_untracked();
        let done = word.map(|word| board.act(&mut |editor, tree| act(editor, tree, word)));
        done.unwrap_or_default()
    };
    let edit = move |field: Field, shown: Signal<String>| {
        handler(move |event: web_sys::Event| {
            let typed = event_target_value(&event);
            let done = act(&mut |editor, tree, word| editor.edit(tree, word, field, &typed));
            // What of the chosen word is shown again where the tree stays as it was.
            if done.change.is_none() {
                set(&event_target(&event), "value", &shown.get_untracked().into());
            }
        })
    };
    let menu = |field: Field, shown: Signal<String>, options: AnyView| {
        view! { <select on:change=edit(field, shown) prop:value=shown>{options}</select> }
            .into_any()
    };
    // `root` belongs to the word on ROOT, and only to it.
    let is_off = |name| flag(move || is_root.get() != (name == Relation::ROOT.universal()));
    let relations = RELATIONS.map(|(name, about)| option(name, about, relation, is_off(name)));
    let never = Signal::stored(false);
    let parts = PartOfSpeech::ALL.map(|(_, tag, about)| option(tag, about, part, never));
    let is_carried = flag(move || board.carried.get().is_some_and(|word| node.get() == Some(word)));
    let carry = move |()| {
        act(&mut |editor, tree, word| match editor.carry() {
            None => editor.pick_up(tree, word, By::Tap, None),
            Some(_) => editor.put_back(),
        });
    };
    let make_root = move |_| {
        act(&mut |editor, tree, word| editor.make_root(tree, word));
    };
    let heads = view! {
        <option value="0" selected=move || is_root.get()>"0 ROOT"</option>
        <For each=heads key=|head| head.clone() let((form, place))>
            <option
                value=place
                disabled=move || node.get() == Some(place)
                selected=move || head.get() == place.to_string()
            >
                {format!("{place} {form}")}
            </option>
        </For>
    };
    let subtype_field = view! {
        <input
            type="text"
            class="tree-subtype"
            autocomplete="off"
            autocapitalize="off"
            spellcheck="false"
            placeholder=texts::compare::word_subtype_none()
            maxlength=LONGEST_SUBTYPE
            prop:value=subtype
            on:change=edit(Field::Subtype, subtype)
        />
    };
    let head_menu = menu(Field::Head, head, heads.into_any());
    let relations = relations.into_iter().collect_view().into_any();
    let parts = parts.into_iter().collect_view().into_any();
    view! {
        <fieldset>
            <legend>{said(name)}</legend>
            <div class="tree-fields">
                {field(texts::compare::word_head(), head_menu)}
                {field(texts::compare::word_relation(), menu(Field::Relation, relation, relations))}
                {field(texts::compare::word_subtype(), subtype_field.into_any())}
                {field(texts::compare::word_part(), menu(Field::Part, part, parts))}
                <div class="tree-actions">
                    <Toggle label=texts::compare::word_pick_up() class="small" pressed=is_carried on_press=carry />
                    <button type="button" class="small" disabled=move || is_root.get() on:click=make_root>{texts::compare::word_make_root()}</button>
                </div>
            </div>
            <p class="muted small-print tree-meaning">{said(meaning)}</p>
        </fieldset>
    }
}
