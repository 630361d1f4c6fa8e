//! The Lab's knobs on top of a model: w and v that are laid over its heads.

use leptos::prelude::*;
use nearfar::picture::scale::format_number;
use nearfar::settings::MAX_PARAMETER;
use nearfar_inspect::room::grid::Reach;
use nearfar_inspect::room::run::Run;

use super::use_forward_pass;
use crate::controls::{Menu, Slider};
use crate::lab::DistanceControls;
use crate::reactive::{memo, text};

/// The line that says why v does nothing.
const V_OFF: &str = "run-knobs-v-off";

/// w and v, mapping and adjustment, restore.
#[component]
pub fn Knobs() -> impl IntoView {
    let pass = use_forward_pass();
    let reach = RwSignal::new(Reach::Head);
    let chosen = memo(move || reach.get());
    // A head without w and v of its own begins where every coefficient is 1.
    let now = memo(move || pass.parameters(pass.place.get()).unwrap_or((0.0, 1.0)));
    let set = move |w: Option<f64>, v: Option<f64>| {
        let shape = pass.run.with_untracked(Run::shape);
        let places = reach.get_untracked().places(&shape, pass.place.get_untracked());
        let (shown_w, shown_v) = now.get_untracked();
        let moved = (w.unwrap_or(shown_w), v.unwrap_or(shown_v));
        pass.laid.update(|laid| laid.extend(places.into_iter().map(|place| (place, moved))));
    };
    // Some mappings do not read v.
    let v_off = memo(move || (!pass.method.get().has_v()).then_some(V_OFF));
    let own = move || match pass.own(pass.place.get()) {
        Some((w, v)) => texts::inspect::knobs_own(format_number(w), format_number(v)),
        None => texts::inspect::knobs_none().to_owned(),
    };
    let any = move || pass.laid.with(|laid| !laid.is_empty());
    let here = move || pass.laid.with(|laid| laid.contains_key(&pass.place.get()));
    view! {
        <section class="panel run-knobs" data-panel="run-knobs" aria-labelledby="run-knobs-title">
            <h2 id="run-knobs-title">{texts::inspect::knobs()}</h2>
            <Menu label=texts::inspect::knobs_reach() value=chosen on_choose=move |next: Reach| reach.set(next) />
            <Slider
                label="w"
                hint=texts::inspect::knobs_w_hint()
                value=Signal::derive(move || (now.get().0, false))
                ends=(-4.0, 4.0)
                range=(-MAX_PARAMETER, MAX_PARAMETER)
                on_input=move |w| set(Some(w), None)
            />
            <Slider
                label="v"
                hint=texts::inspect::knobs_v_hint()
                value=Signal::derive(move || (now.get().1, false))
                off=v_off
                ends=(-4.0, 4.0)
                range=(-MAX_PARAMETER, MAX_PARAMETER)
                on_input=move |v| set(None, Some(v))
            />
            <p id=V_OFF class="muted small-print" hidden=move || v_off.get().is_none()>{texts::lab::v_none()}</p>
            <p class="muted small-print">{text(own)}</p>
            <DistanceControls method=pass.method on_change=move |method| pass.method.set(method) />
            <p class="knob-buttons">
                <button type="button" class="small" disabled=move || !here() on:click=move |_| pass.laid.update(|laid| { laid.remove(&pass.place.get_untracked()); })>{texts::inspect::knobs_restore()}</button>
                <button type="button" class="small" disabled=move || !any() on:click=move |_| pass.laid.update(std::collections::BTreeMap::clear)>{texts::inspect::knobs_restore_all()}</button>
            </p>
            <p class="muted small-print" role="status">{text(move || pass.run.with(Run::timing))}</p>
        </section>
    }
}
