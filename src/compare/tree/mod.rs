//! The dependency tree of the sentence: drawn over its words, edited by pointer and keys, read and
//! written as CoNLL-U. The tree itself, what is no tree and why, is the library's (`text::dependency`).
//!
//! | file | what |
//! |---|---|
//! | `board` | what is edited and where it is drawn, pointers and keys on it; no view |
//! | `picture` | arcs and words |
//! | `source` | where trees come from, one of several sentences, and as what they leave |

mod board;
mod picture;
mod source;

use leptos::prelude::*;
use nearfar::text::dependency::DependencyTree;
use nearfar::text::dependency::vocabulary::LONGEST_SUBTYPE;
use nearfar_compare::room::Room as Has;
use nearfar_compare::tree_editor::{Effects, Field, MenuOption, Outcome, TreeEditor};
use nearfar_compare::words::tree as words;

use super::{text_of, use_room};
use crate::browser::values::set;
use crate::controls::{Panel, Slider, Toggle, check, field};
use crate::reactive::{flag, handler, memo, text};
use board::Board;
use picture::Picture;
use source::TreeTools;

pub use source::{Source, TreeSource};

/// Weights below it are not drawn, unless the user says otherwise.
const THRESHOLD: f64 = 0.1;

/// The tree over its words, to be edited; where it comes from, and as what it leaves.
#[component]
pub fn TreePart(source: Source) -> impl IntoView {
    let room = use_room();
    // The weights of A, drawn under the words.
    let arcs = memo(move || room.with(Has::drawn_under_tree));
    let board = Board::new(room);
    let threshold = RwSignal::new(THRESHOLD);
    let is_below = RwSignal::new(false);
    let drawn = Signal::derive(move || arcs.get().filter(|_| is_below.get()));
    let pair = move || words::pair(room.cursor.get(), &board.ways.get(), &room.tree.get());
    let origin = text(move || room.tree.get().origin().label());
    let origin = view! { <span class="badge tree-origin">{origin}</span> };
    let attention_of = text(move || {
        let title = room.with(|has| has.side(0).map(|method| method.facts.title.clone()));
        texts::compare::trees_attention(title.unwrap_or_default())
    });
    let count = text_of(arcs, move |arcs| words::drawn(arcs, threshold.get() as f32));
    let call = || view! { <p class="muted">{texts::compare::word_choose()}</p> };
    view! {
        <Panel class="tree" panel="tree" id="tree-title" title=texts::compare::trees() beside=origin.into_any()>
            <p class="muted small-print" id="tree-how">{texts::compare::trees_how()}</p>
            <Picture board=board arcs=drawn threshold=threshold />
            <p class="tree-pair" role="status">{text(pair)}</p>
            <SaidLine board=board />
            <p class="tree-crossings">{text(move || words::crossings(&room.tree.get()))}</p>
            <Show when=move || arcs.with(Option::is_some)>
                <div class="tree-threshold">
                    {check(view! { <span>{attention_of}</span> }.into_any(), is_below.into(), move |below| is_below.set(below))}
                    <Show when=move || is_below.get()>
                        <Slider
                            label=texts::compare::trees_threshold()
                            hint=texts::compare::trees_threshold_hint()
                            value=Signal::derive(move || (threshold.get(), false))
                            ends=(0.0, 1.0)
                            range=(0.0, 1.0)
                            on_input=move |least| threshold.set(least)
                        />
                        <p class="muted small-print" role="status">{count}</p>
                    </Show>
                </div>
            </Show>
            <div class="tree-panel">
                <Show when=move || board.chosen.get().is_some() fallback=call><WordControls board=board /></Show>
            </div>
        </Panel>
        <TreeTools source=source />
    }
}

/// What was done or refused, with what can be done instead.
#[component]
fn SaidLine(board: Board) -> impl IntoView {
    let said = memo(move || board.editor.with(|editor| editor.said().cloned()));
    // Words do not change with what is said of them.
    let line = move || words::said(said.get().as_ref(), &board.room.tree.get_untracked());
    let instead = move || {
        let tree = board.room.tree.get_untracked();
        let word = said.get()?.instead(&tree)?;
        let label = texts::compare::trees_make_root_instead(words::name(&tree, word));
        let make_root = move |_| drop(board.act(&mut |editor, tree| editor.make_root(tree, word)));
        Some(view! { <button type="button" class="small" on:click=make_root>{label}</button> })
    };
    view! {
        <div class="tree-said" class:refused=move || said.with(|said| said.as_ref().is_some_and(Outcome::is_refusal))>
            <p aria-live="polite">{text(line)}</p>
            {instead}
        </div>
    }
}

/// Head, relation and part of speech of the chosen word, with what they mean.
#[component]
fn WordControls(board: Board) -> impl IntoView {
    let (node, tree) = (board.chosen, board.room.tree);
    let said = |say: fn(&DependencyTree, usize) -> String| {
        text_of(node, move |node| say(&tree.get(), *node))
    };
    let word = memo(move || tree.get().words().get(node.get()? - 1).cloned());
    let shown = move |field: Field| text_of(word, move |word| field.of(word));
    let is_root = flag(move || word.with(|word| word.as_ref().is_some_and(|word| word.head == 0)));
    let act = move |act: &mut dyn FnMut(&mut TreeEditor, &DependencyTree, usize) -> Effects| {
        let word = node.get_untracked();
        let done = word.map(|word| board.act(&mut |editor, tree| act(editor, tree, word)));
        done.unwrap_or_default()
    };
    let edit = move |field: Field| {
        let shown = shown(field);
        handler(move |event: web_sys::Event| {
            let typed = event_target_value(&event);
            let done = act(&mut |editor, tree, word| editor.edit(tree, word, field, &typed));
            // What of the chosen word is shown again where the tree stays as it was.
            if done.change.is_none() {
                set(&event_target(&event), "value", &shown.get_untracked().into());
            }
        })
    };
    let menu = move |label: &'static str, of: Field| {
        let options = move || {
            let options = node.get().map_or_else(Vec::new, |word| of.options(&tree.get(), word));
            let option = |MenuOption { value, says, is_off, is_chosen }| {
                view! { <option value=value disabled=is_off selected=is_chosen>{says}</option> }
            };
            options.into_iter().map(option).collect_view()
        };
        let menu = view! { <select on:change=edit(of) prop:value=shown(of)>{options}</select> };
        field("", label.to_owned(), menu.into_any())
    };
    let is_carried = flag(move || board.carried.get().is_some_and(|word| node.get() == Some(word)));
    let carry = move |()| drop(act(&mut |editor, tree, word| editor.toggle(tree, word)));
    let make_root = move |_| drop(act(&mut |editor, tree, word| editor.make_root(tree, word)));
    let subtype_field = view! {
        <input
            type="text"
            class="tree-subtype"
            autocomplete="off"
            autocapitalize="off"
            spellcheck="false"
            placeholder=texts::compare::word_subtype_none()
            maxlength=LONGEST_SUBTYPE
            prop:value=shown(Field::Subtype)
            on:change=edit(Field::Subtype)
        />
    };
    view! {
        <fieldset>
            <legend>{said(words::name)}</legend>
            <div class="tree-fields">
                {menu(texts::compare::word_head(), Field::Head)}
                {menu(texts::compare::word_relation(), Field::Relation)}
                {field("", texts::compare::word_subtype().to_owned(), subtype_field.into_any())}
                {menu(texts::compare::word_part(), Field::Part)}
                <div class="tree-actions">
                    <Toggle label=texts::compare::word_pick_up() class="small" pressed=is_carried on_press=carry />
                    <button type="button" class="small" disabled=is_root on:click=make_root>{texts::compare::word_make_root()}</button>
                </div>
            </div>
            <p class="muted small-print tree-meaning">{said(words::meaning)}</p>
        </fieldset>
    }
}
