//! DiSAN: one feature or their mean, both directions with their masks, the gate, the weights of every
//! token for the sentence, and the sentence's vector.

use leptos::prelude::*;
use nearfar::picture::{format_exact, format_short};
use nearfar_compare::curves::column_mean;

use super::Own;
use super::picture::{Look, TermPicture, picture_of};
use crate::compare::use_room;
use crate::controls::NumberField;
use crate::reactive::{memo, part, text};
use crate::rich::rich;

/// All of it.
#[component]
pub fn FeatureSection(own: Own) -> impl IntoView {
    let features = memo(move || own.read(|terms| Some(terms.view.features)).unwrap_or(0));
    // What the pictures show, which comes a moment after what is chosen.
    let shown = memo(move || own.read(|terms| terms.view.feature));
    let forward = Signal::derive(move || shown.get());
    let backward = Signal::derive(move || shown.get().map(|feature| feature + features.get()));
    let gate = |column| Look { column: Some(column), large: true, ..Look::default() };
    // Without a feature no column is lit.
    let first = Look { by_keys: true, ..Look::default() };
    let pair = |direction: &'static str, names: [&'static str; 3], look: Look, column| {
        view! {
            <h4>{direction}</h4>
            <div class="own-row">
                <TermPicture own=own picture=picture_of(own, names[0]) look=look />
                <TermPicture own=own picture=picture_of(own, names[1]) />
                <TermPicture own=own picture=picture_of(own, names[2]) look=gate(column) />
            </div>
        }
    };
    view! {
        <FeatureChoice features=features />
        {pair(texts::compare::disan_forward(), ["fw.P", "fw.logits", "fw.F"], first, forward)}
        {pair(texts::compare::disan_backward(), ["bw.P", "bw.logits", "bw.F"], Look::default(), forward)}
        <h4>{texts::compare::disan_to_sentence()}</h4>
        <div class="own-row">
            <SourceWeights own=own features=features shown=shown />
            <TermPicture own=own picture=picture_of(own, "st.P") look=gate(backward) />
        </div>
        <div class="own-strip"><TermPicture own=own picture=picture_of(own, "sentence") look=Look { by_keys: true, ..Look::default() } /></div>
    }
}

/// The mean over features, or one.
#[component]
fn FeatureChoice(features: Memo<usize>) -> impl IntoView {
    let room = use_room();
    let most = move || features.get().max(1);
    let value = Signal::derive(move || room.feature.get().map(|feature| feature as f64 + 1.0));
    let choose = move |number: f64| {
        let number = (number.max(1.0) as usize).min(features.get_untracked().max(1));
        room.choose(|choices| choices.feature = Some(number - 1));
    };
    let choose_mean = move |_| room.choose(|choices| choices.feature = None);
    let pressed = move || room.feature.with(Option::is_none).to_string();
    view! {
        <div class="feature-choice" role="group" aria-label=texts::compare::disan_choose()>
            <button type="button" class="small" aria-pressed=pressed on:click=choose_mean>{texts::compare::disan_mean()}</button>
            <label class="field inline">
                <span class="field-label">{text(move || texts::compare::disan_or_one(features.get()))}</span>
                <input
                    type="range"
                    min="1"
                    max=most
                    step="1"
                    aria-label=texts::compare::disan_feature()
                    prop:value=move || room.feature.get().map_or(1, |feature| feature + 1).to_string()
                    on:input=move |event| {
                        if let Ok(number) = event_target_value(&event).parse::<f64>() {
                            choose(number);
                        }
                    }
                />
            </label>
            <span hidden=move || room.feature.with(Option::is_none)>
                <NumberField name=texts::compare::disan_feature_by_number() value=value range=(1.0, features.get_untracked().max(1) as f64) whole=true on_change=choose />
            </span>
        </div>
    }
}

/// How much each token counts in the sentence's vector, in both halves.
#[component]
fn SourceWeights(own: Own, features: Memo<usize>, shown: Memo<Option<usize>>) -> impl IntoView {
    let bars = memo(move || {
        let count = features.get();
        own.read(|terms| {
            let weights = terms.get("st.P")?;
            let half = |start: usize| match shown.get() {
                Some(feature) => column_mean(weights, start + feature..start + feature + 1),
                None => column_mean(weights, start..start + count),
            };
            Some([half(0), half(count)])
        })
    });
    let rows = move || {
        let [forward, backward] = bars.get()?;
        let most = forward.iter().chain(&backward).fold(f64::MIN_POSITIVE, |most, &x| most.max(x));
        let rows = forward.iter().zip(&backward).enumerate().map(|(token, (&f, &b))| {
            let bar = |share: f64, is_back: bool| {
                let width = format!("{}%", 100.0 * share / most);
                view! { <td><span class="bar" class:back=is_back style:width=width></span><small title=format_exact(share)>{format_short(share)}</small></td> }
            };
            view! { <tr><th scope="row"><bdi>{own.token(token)}</bdi></th>{bar(f, false)}{bar(b, true)}</tr> }
        });
        Some(rows.collect_view())
    };
    let caption = move || {
        rich(match shown.get() {
            Some(feature) => texts::compare::disan_weights_of_feature(feature + 1),
            None => texts::compare::disan_weights_of_mean(),
        })
    };
    view! {
        <table class="source-weights">
            <caption>{part(caption)}</caption>
            <thead><tr><td></td><th scope="col">{texts::compare::disan_forward_half()}</th><th scope="col">{texts::compare::disan_backward_half()}</th></tr></thead>
            <tbody>{rows}</tbody>
        </table>
    }
}
