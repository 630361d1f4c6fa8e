//! DiSAN: one feature or their mean, both directions with their masks, the gate, the weights of every
//! token for the sentence, and the sentence's vector.

use leptos::prelude::*;
use nearfar::picture::{format_exact, format_short};
use nearfar_compare::curves;
use nearfar_compare::words::terms::weights_of;

use super::Own;
use super::picture::{Look, term};
use crate::compare::use_room;
use crate::controls::{NumberField, Toggle};
use crate::reactive::{flag, memo, part, text};
use crate::rich::rich;

/// All of it.
pub fn features(own: Own) -> AnyView {
    let features = memo(move || own.read_or_none(|terms| terms.view.features));
    // What the pictures show, which comes a moment after what is chosen.
    let shown = memo(move || own.read(|terms| terms.view.feature));
    let backward = Signal::derive(move || shown.get().map(|feature| feature + features.get()));
    // Without a feature no column is lit.
    let gate = |column| Look { column: Some(column), large: true, ..Look::default() };
    let by_keys = Look { by_keys: true, ..Look::default() };
    let pair = |direction: &'static str, names: [&'static str; 3], look: Look| {
        view! {
            <h4>{direction}</h4>
            <div class="own-row">
                {term(own, names[0], look)}
                {term(own, names[1], Look::default())}
                {term(own, names[2], gate(shown.into()))}
            </div>
        }
    };
    view! {
        <FeatureChoice features=features />
        {pair(texts::compare::disan_forward(), ["fw.P", "fw.logits", "fw.F"], by_keys)}
        {pair(texts::compare::disan_backward(), ["bw.P", "bw.logits", "bw.F"], Look::default())}
        <h4>{texts::compare::disan_to_sentence()}</h4>
        <div class="own-row">
            {source_weights(own, shown)}
            {term(own, "st.P", gate(backward))}
        </div>
        <div class="own-strip">{term(own, "sentence", by_keys)}</div>
    }
    .into_any()
}

/// The mean over features, or one.
#[component]
fn FeatureChoice(features: Memo<usize>) -> impl IntoView {
    let room = use_room();
    let feature = room.select(|choices| choices.feature);
    let most = move || features.get().max(1);
    let value = Signal::derive(move || feature.get().map(|feature| feature as f64 + 1.0));
    let is_mean = flag(move || feature.with(Option::is_none));
    let choose = move |number: f64| {
        let number = (number.max(1.0) as usize).min(features.get_untracked().max(1));
        room.choose(|choices| choices.feature = Some(number - 1));
    };
    let choose_mean = move |()| room.choose(|choices| choices.feature = None);
    view! {
        <div class="feature-choice" role="group" aria-label=texts::compare::disan_choose()>
            <Toggle label=texts::compare::disan_mean() class="small" pressed=is_mean on_press=choose_mean />
            <label class="field inline">
                <span class="field-label">{text(move || texts::compare::disan_or_one(features.get()))}</span>
                <input
                    type="range"
                    min="1"
                    max=most
                    step="1"
                    aria-label=texts::compare::disan_feature()
                    prop:value=move || feature.get().map_or(1, |feature| feature + 1).to_string()
                    on:input=move |event| {
                        if let Ok(number) = event_target_value(&event).parse::<f64>() {
                            choose(number);
                        }
                    }
                />
            </label>
            <span hidden=is_mean>
                <NumberField name=texts::compare::disan_feature_by_number() value=value range=(1.0, features.get_untracked().max(1) as f64) whole=true on_change=choose />
            </span>
        </div>
    }
}

/// How much each token counts in the sentence's vector, in both halves.
fn source_weights(own: Own, shown: Memo<Option<usize>>) -> impl IntoView {
    let bar = |(weight, share): (f64, f64), is_back: bool| {
        let width = format!("{}%", 100.0 * share);
        view! { <td><span class="bar" class:back=is_back style:width=width></span><small title=format_exact(weight)>{format_short(weight)}</small></td> }
    };
    let rows = move || {
        let rows = own.read(curves::source_weights)?.into_iter().enumerate();
        let rows = rows.map(|(token, [forward, backward])| {
            view! { <tr><th scope="row"><bdi>{own.token(token)}</bdi></th>{bar(forward, false)}{bar(backward, true)}</tr> }
        });
        Some(rows.collect_view())
    };
    let caption = move || rich(weights_of(shown.get()));
    view! {
        <table class="source-weights">
            <caption>{part(caption)}</caption>
            <thead><tr><td></td><th scope="col">{texts::compare::disan_forward_half()}</th><th scope="col">{texts::compare::disan_backward_half()}</th></tr></thead>
            <tbody>{rows}</tbody>
        </table>
    }
}
