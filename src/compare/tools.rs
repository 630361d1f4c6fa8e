//! What the grid is made from: whose numbers, heads, colours, k, the causal mask, the earlier segment.

use leptos::prelude::*;
use nearfar_compare::choices::{Choices, Source};
use nearfar_compare::entry::{MOST_CLIP, MOST_HEADS};
use nearfar_compare::grid::heads;
use nearfar_compare::protocol::Shown;

use super::distance::DistanceAware;
use super::fields::whole_number;
use super::model::Numbers;
use super::use_room;
use crate::controls::Toggle;
use crate::reactive::{flag, memo, text};

/// The controls.
#[component]
pub fn Tools() -> impl IntoView {
    view! {
        <div class="compare-tools" data-panel="grid-tools">
            <Numbers />
            <HeadsMenu />
            <More />
        </div>
    }
}

/// Which head is shown, or the mean of all.
#[component]
pub fn HeadsMenu() -> impl IntoView {
    let room = use_room();
    let heads = memo(move || room.methods.with(|methods| heads(room.shown.get(), methods)));
    let shown = memo(move || match room.shown.get() {
        Shown::Mean => String::new(),
        Shown::Head(head) => (head + 1).to_string(),
    });
    let head_options = move || {
        (1..=heads.get())
            .map(|head| {
                let name = head.to_string();
                let is_chosen = shown.with_untracked(|shown| *shown == name);
                view! { <option value=name selected=is_chosen>{texts::compare::head(head)}</option> }
            })
            .collect_view()
    };
    let choose_head = move |event| {
        let head: Option<usize> = event_target_value(&event).parse().ok();
        room.choose(|choices| {
            choices.shown = head.map_or(Shown::Mean, |head| Shown::Head(head.saturating_sub(1)));
        });
    };
    view! {
        <label class="field">
            <span class="field-label">{texts::compare::heads()}</span>
            <select on:change=choose_head prop:value=move || shown.get()>
                <option value="">{texts::compare::heads_averaged()}</option>
                {head_options}
            </select>
        </label>
    }
}

/// What is seldom changed.
#[component]
fn More() -> impl IntoView {
    let room = use_room();
    let own_range = memo(move || room.choices.with(|choices| choices.own_range));
    let source = memo(move || room.choices.with(|choices| choices.source.clone()));
    let own = move || {
        let source = source.get();
        (source != Source::Each).then(|| view! { <Own source=source /> })
    };
    view! {
        <details class="compare-more">
            <summary>{texts::compare::more()}</summary>
            <div class="compare-tools">
                <div class="field">
                    <span class="field-label" id="compare-range">{texts::compare::colours()}</span>
                    <span class="segmented" role="group" aria-labelledby="compare-range">
                        <Toggle label=texts::compare::colours_own() pressed=own_range on_press=move |()| room.choose(|choices| choices.own_range = true) />
                        <Toggle label=texts::compare::colours_common() pressed=flag(move || !own_range.get()) on_press=move |()| room.choose(|choices| choices.own_range = false) />
                    </span>
                </div>
                <label class="check">
                    <input
                        type="checkbox"
                        prop:checked=move || room.choices.with(|choices| choices.causal)
                        on:change=move |event| {
                            let causal = event_target_checked(&event);
                            room.choose(|choices| choices.causal = causal);
                        }
                    />
                    {texts::compare::causal()}
                </label>
                {own}
            </div>
        </details>
    }
}

/// What methods are made from that were not learned as they are.
#[component]
fn Own(source: Source) -> impl IntoView {
    let room = use_room();
    let number = |label: &'static str, most: usize, part: fn(&mut Choices) -> &mut usize| {
        let value = move || room.choices.with(|choices| *part(&mut choices.clone()));
        let choose = move |number| room.choose(|choices| *part(choices) = number);
        whole_number(label.to_owned(), label, Signal::derive(value), most, Callback::new(choose))
    };
    let memory = move || {
        view! {
                <label class="field compare-memory">
                    <span class="field-label">{texts::compare::memory()}</span>
                    <input
                        type="text"
                        prop:value=text(move || room.choices.with(|choices| choices.memory.clone()))
                        on:input=move |event| {
                            let memory: String = event_target_value(&event).chars().take(250).collect();
                            room.choose(|choices| choices.memory = memory);
                        }
                    />
                </label>
        }
    };
    let is_seeded = source == Source::Seeded;
    let is_file = matches!(source, Source::File(_));
    view! {
        {is_seeded.then(|| number(texts::compare::choose_heads(), MOST_HEADS, |choices| &mut choices.heads))}
        {number(texts::compare::choose_clip(), MOST_CLIP, |choices| &mut choices.clip)}
        <DistanceAware />
        {(!is_file).then(memory)}
    }
}
