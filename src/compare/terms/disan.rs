//! DiSAN: one feature or their mean, both directions with their masks, the gate, the weights of every
//! token for the sentence, and the sentence's vector.

use leptos::prelude::*;
use nearfar::picture::{format_exact, format_short};
use nearfar_compare::curves::column_mean;

use super::Own;
use super::picture::{Look, TermPicture, picture_of};
use crate::controls::NumberField;
use crate::reactive::{memo, text};

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
        <FeatureChoice own=own features=features />
        {pair("Forward: what stands before", ["fw.P", "fw.logits", "fw.F"], first, forward)}
        {pair("Backward: what stands after", ["bw.P", "bw.logits", "bw.F"], Look::default(), forward)}
        <h4>"From tokens to the sentence"</h4>
        <div class="own-row">
            <SourceWeights own=own features=features shown=shown />
            <TermPicture own=own picture=picture_of(own, "st.P") look=gate(backward) />
        </div>
        <div class="own-strip"><TermPicture own=own picture=picture_of(own, "sentence") look=Look { by_keys: true, ..Look::default() } /></div>
    }
}

/// The mean over features, or one.
#[component]
fn FeatureChoice(own: Own, features: Memo<usize>) -> impl IntoView {
    let is_mean = move || own.feature.get().is_none();
    let most = move || features.get().max(1);
    let value = Signal::derive(move || own.feature.get().map(|feature| feature as f64 + 1.0));
    let choose = move |number: f64| {
        let number = (number.max(1.0) as usize).min(features.get_untracked().max(1));
        own.feature.set(Some(number - 1));
    };
    let pressed = move || if is_mean() { "true" } else { "false" };
    view! {
        <div class="feature-choice" role="group" aria-label="Which feature is shown">
            <button type="button" class="small" aria-pressed=pressed on:click=move |_| own.feature.set(None)>"Mean of all features"</button>
            <label class="field inline">
                <span class="field-label">{text(move || format!("or one of {}", features.get()))}</span>
                <input
                    type="range"
                    min="1"
                    max=most
                    step="1"
                    aria-label="Feature"
                    prop:value=move || own.feature.get().map_or(1, |feature| feature + 1).to_string()
                    on:input=move |event| {
                        if let Ok(number) = event_target_value(&event).parse::<f64>() {
                            choose(number);
                        }
                    }
                />
            </label>
            <span hidden=move || own.feature.with(Option::is_none)>
                <NumberField name="Feature by number" value=value range=(1.0, features.get_untracked().max(1) as f64) whole=true on_change=choose />
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
            let bar = |share: f64, class: &'static str| {
                let width = format!("{}%", 100.0 * share / most);
                view! { <td><span class=class style:width=width></span><small title=format_exact(share)>{format_short(share)}</small></td> }
            };
            view! { <tr><th scope="row"><bdi>{own.token(token)}</bdi></th>{bar(f, "bar")}{bar(b, "bar back")}</tr> }
        });
        Some(rows.collect_view())
    };
    let what = text(move || match shown.get() {
        Some(feature) => format!("feature {}", feature + 1),
        None => "mean of all features".to_owned(),
    });
    view! {
        <table class="source-weights">
            <caption><b>"Weight of each token"</b>" in the sentence’s vector, "{what}</caption>
            <thead><tr><td></td><th scope="col">"forward half"</th><th scope="col">"backward half"</th></tr></thead>
            <tbody>{rows}</tbody>
        </table>
    }
}
