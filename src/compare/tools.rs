//! What the grid is made from: heads, colours, k, the DA-Transformer's mapping and adjustment, the
//! causal mask, the earlier segment, trained models.

use leptos::prelude::*;
use nearfar::Method;
use nearfar::attention::{Adjustment, Mapping};
use nearfar::settings::{method_from_text, method_text};
use nearfar_compare::choices::Choices;
use nearfar_compare::entry::{MOST_CLIP, MOST_HEADS};
use nearfar_compare::protocol::Shown;

use super::use_desk;
use crate::controls::{Menu, NumberField};
use crate::reactive::{memo, text};

/// The DA-Transformer's mapping functions, as in a link.
const MAPPINGS: [(&str, &str); 5] = [
    ("learnable-sigmoid", "Learnable sigmoid"),
    ("sigmoid", "Sigmoid"),
    ("exponent", "Exponent"),
    ("clip(5)", "Clip, T = 5"),
    ("linear(1,1)", "Linear"),
];

/// The controls.
#[component]
pub fn Tools() -> impl IntoView {
    let desk = use_desk();
    let trained = memo(move || desk.choices.with(|choices| choices.trained));
    let heads = memo(move || {
        let most = desk.methods.with(|methods| methods.iter().map(|method| method.heads).max());
        most.unwrap_or(0).max(desk.choices.with(|choices| match choices.shown {
            Shown::Head(head) => head + 1,
            Shown::Mean => 0,
        }))
    });
    let shown = memo(move || match desk.choices.with(|choices| choices.shown) {
        Shown::Mean => String::new(),
        Shown::Head(head) => (head + 1).to_string(),
    });
    let head_options = move || {
        (1..=heads.get())
            .map(|head| {
                let name = head.to_string();
                let is_chosen = shown.with_untracked(|shown| *shown == name);
                view! { <option value=name selected=is_chosen>{format!("Head {head}")}</option> }
            })
            .collect_view()
    };
    let choose_head = move |event| {
        let head: Option<usize> = event_target_value(&event).parse().ok();
        desk.choose(|choices| {
            choices.shown = head.map_or(Shown::Mean, |head| Shown::Head(head.saturating_sub(1)));
        });
    };
    let set = move |is_trained: bool| {
        desk.choose(|choices| {
            choices.trained = is_trained;
            choices.pair = if is_trained { ["sst2-da", "sst2-vanilla"] } else { ["da", "vanilla"] }
                .map(str::to_owned);
        });
    };
    let own_range = memo(move || desk.choices.with(|choices| choices.own_range));
    let switch = |label: &'static str, is_on: Signal<bool>, choose: Callback<()>| {
        view! {
            <button type="button" aria-pressed=move || is_on.get().to_string() on:click=move |_| choose.run(())>
                {label}
            </button>
        }
    };
    let untrained_only = move || (!trained.get()).then(|| view! { <Seeded /> });
    view! {
        <div class="compare-tools">
            <div class="field">
                <span class="field-label" id="compare-set">"Numbers"</span>
                <span class="segmented" role="group" aria-labelledby="compare-set">
                    {switch("Seeded, every method", Signal::derive(move || !trained.get()), Callback::new(move |()| set(false)))}
                    {switch("Trained models", trained.into(), Callback::new(move |()| set(true)))}
                </span>
            </div>
            <label class="field">
                <span class="field-label">"Heads"</span>
                <select on:change=choose_head prop:value=move || shown.get()>
                    <option value="">"Averaged"</option>
                    {head_options}
                </select>
            </label>
            <div class="field">
                <span class="field-label" id="compare-range">"Colours"</span>
                <span class="segmented" role="group" aria-labelledby="compare-range">
                    {switch("Own range", own_range.into(), Callback::new(move |()| desk.choose(|choices| choices.own_range = true)))}
                    {switch("One for all", Signal::derive(move || !own_range.get()), Callback::new(move |()| desk.choose(|choices| choices.own_range = false)))}
                </span>
            </div>
            <label class="check">
                <input
                    type="checkbox"
                    prop:checked=move || desk.choices.with(|choices| choices.causal)
                    on:change=move |event| {
                        let causal = event_target_checked(&event);
                        desk.choose(|choices| choices.causal = causal);
                    }
                />
                "Causal: no token sees a later one"
            </label>
            {untrained_only}
        </div>
    }
}

/// What only seeded methods are made from.
#[component]
fn Seeded() -> impl IntoView {
    let desk = use_desk();
    let method = memo(move || desk.choices.with(|choices| choices.method));
    let parts = |method: Method| match method {
        Method::DistanceAware { mapping, adjustment } => (mapping, adjustment),
        Method::Vanilla { .. } => (Mapping::LearnableSigmoid, Adjustment::EarlyMultiply),
    };
    let adjustment = memo(move || parts(method.get()).1);
    let mapping = memo(move || {
        let text = method_text(method.get());
        text.split(':').nth(1).unwrap_or_default().to_owned()
    });
    let mapping_options = move || {
        let now = mapping.get();
        // A link may say other numbers than the usual ones.
        let other =
            (!MAPPINGS.iter().any(|(name, _)| *name == now)).then(|| (now.clone(), now.clone()));
        let usual = MAPPINGS.iter().map(|(name, label)| ((*name).to_owned(), (*label).to_owned()));
        usual
            .chain(other)
            .map(|(name, label)| {
                let is_chosen = name == now;
                view! { <option value=name selected=is_chosen>{label}</option> }
            })
            .collect_view()
    };
    let choose_mapping = move |event| {
        let adjustment = method_text(method.get_untracked());
        let adjustment = adjustment.rsplit(':').next().unwrap_or_default().to_owned();
        let chosen = format!("da:{}:{adjustment}", event_target_value(&event));
        if let Ok(method) = method_from_text(&chosen) {
            desk.choose(|choices| choices.method = method);
        }
    };
    let choose_adjustment = move |adjustment: Adjustment| {
        let mapping = parts(method.get_untracked()).0;
        desk.choose(|choices| {
            choices.method = Method::DistanceAware { mapping, adjustment };
        });
    };
    let number = |label: &'static str, most: usize, part: fn(&mut Choices) -> &mut usize| {
        let value = move || Some(desk.choices.with(|choices| *part(&mut choices.clone())) as f64);
        view! {
            <label class="field">
                <span class="field-label">{label}</span>
                <NumberField
                    name=label
                    value=Signal::derive(value)
                    range=(1.0, most as f64)
                    whole=true
                    on_change=move |number: f64| desk.choose(|choices| *part(choices) = number as usize)
                />
            </label>
        }
    };
    view! {
        <details class="compare-more">
            <summary>"Heads, k, mapping, memory"</summary>
            <div class="compare-tools">
                {number("h, heads of each method", MOST_HEADS, |choices| &mut choices.heads)}
                {number("k, the largest relative position", MOST_CLIP, |choices| &mut choices.clip)}
                <label class="field">
                    <span class="field-label">"DA-Transformer: mapping"</span>
                    <select on:change=choose_mapping prop:value=move || mapping.get()>{mapping_options}</select>
                </label>
                <Menu label="DA-Transformer: adjusting" value=adjustment on_choose=choose_adjustment />
                <label class="field compare-memory">
                    <span class="field-label">"Memory: the text before, which only Transformer-XL (causal) sees"</span>
                    <input
                        type="text"
                        prop:value=text(move || desk.choices.with(|choices| choices.memory.clone()))
                        on:input=move |event| {
                            let memory: String = event_target_value(&event).chars().take(250).collect();
                            desk.choose(|choices| choices.memory = memory);
                        }
                    />
                </label>
            </div>
        </details>
    }
}
