//! Which attention a run learns with: every method that can be trained, and in a sentence what it can learn
//! about positions.

use leptos::prelude::*;
use nearfar::methods::MethodKind;
use nearfar::model::OwnMethod;
use nearfar::settings::model_method_text;
use nearfar::{Method, ModelMethod};
use texts::words::train::{learns, methods, named};

use super::use_room;
use crate::controls::{NumberField, named_menu};
use crate::lab::DistanceControls;
use crate::reactive::{memo, part, text};

/// The menu, what belongs to the method that is chosen, and what it can learn.
#[component]
pub fn MethodChoice() -> impl IntoView {
    let room = use_room();
    let method = memo(move || room.edited().method());
    let set = move |method: ModelMethod| room.change_edited(|choices| choices.method = method);
    let choose = move |name: String| {
        if let Some(method) = methods().find(|&method| named(method).0 == name) {
            set(method);
        }
    };
    // Rebuilt for another kind of method alone, so that a number that is typed keeps the focus.
    let kind = memo(move || named(method.get()).0);
    // A treebank alone has what a parser gives of its sentences.
    let has_syntax = memo(move || room.edited().reads_treebank() || method.get().needs_syntax());
    let details = move || {
        kind.track();
        match method.get_untracked() {
            ModelMethod::Lab(first @ Method::DistanceAware { .. }) => {
                let method = memo(move || method.get().lab().unwrap_or(first));
                Some(view! { <DistanceControls method=method on_change=move |method: Method| set(method.into()) /> }.into_any())
            }
            ModelMethod::Own(own) if own.kind() == MethodKind::Shaw => {
                Some(view! { <Clip method=method set=Callback::new(set) /> }.into_any())
            }
            _ => None,
        }
    };
    view! {
        {part(move || {
            let has_syntax = has_syntax.get();
            let shown = methods().filter(|method| has_syntax || !method.needs_syntax());
            let options = shown.map(named).collect();
            named_menu(texts::common::attention_label().to_owned(), options, kind, Box::new(choose))
        })}
        {details}
        <p class="muted small-print train-learns" data-method=text(move || model_method_text(method.get()))>
            {text(move || learns(method.get()))}
        </p>
    }
}

/// k of relative positions.
#[component]
fn Clip(method: Memo<ModelMethod>, set: Callback<ModelMethod>) -> impl IntoView {
    let own = move || match method.get() {
        ModelMethod::Own(method) => Some(method),
        _ => None,
    };
    let most = untrack(own).and_then(OwnMethod::number).map_or(0, |(number, _)| number.most);
    let clip = memo(move || Some(own()?.number()?.1 as f64));
    let change = move |clip: f64| {
        if let Some(method) = untrack(own) {
            set.run(method.with_number(clip as usize).into());
        }
    };
    view! {
        <label class="field choice">
            <span class="field-label">{texts::train::method_clip()}</span>
            <NumberField
                name=texts::train::method_clip()
                value=clip
                range=(1.0, most as f64)
                whole=true
                on_change=change
            />
        </label>
    }
}
