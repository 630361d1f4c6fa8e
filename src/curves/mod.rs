//! The Curves: Fig. 1 live, with the rivals of the learnable sigmoid, the five requirements, and
//! the coefficient matrices of Fig. 2. A program of its own that the page fetches when the room is
//! opened: it alone draws with plotters.

mod edit;
mod list;
mod matrices;
mod plot;
mod requirements;
mod state;

use leptos::prelude::*;

use crate::reactive::part;
use crate::rich::rich;
use crate::room;
use edit::{AxisControls, EditCurve};
use list::CurveList;
use matrices::Matrices;
use plot::Plot;
use requirements::Requirements;
use state::CurvesState;

/// Mounts the room.
pub fn start() {
    room::mount("curves-room", texts::curves::kept(), Curves);
}

/// The page's settings that the room shows.
fn use_room() -> CurvesState {
    use_context::<CurvesState>().unwrap_or_else(|| unreachable!("Curves provides it"))
}

/// The room of the mapping functions.
#[component]
fn Curves() -> impl IntoView {
    provide_context(CurvesState::new());
    let hovered = RwSignal::new(None::<f64>);
    let has_v = use_room().select(|settings| settings.curve.has_v());
    let lead = part(move || match has_v.get() {
        true => rich(texts::curves::lead()),
        false => rich(texts::curves::lead_without_v()),
    });
    view! {
        <div class="curves">
            // It speaks of the sliders, and is hidden with them.
            <p class="lead" data-panel="edit-curve">{lead}</p>
            <section class="panel plot-panel" data-panel="plot" aria-labelledby="plot-title">
                <header class="panel-head">
                    <h2 id="plot-title">{texts::curves::plot()}</h2>
                    <p class="muted">{texts::curves::plot_about()}</p>
                </header>
                <Plot hovered=hovered />
            </section>
            <aside class="panel" data-panel="edit-curve" aria-label=texts::curves::aside()>
                <EditCurve />
                <AxisControls />
            </aside>
            <section class="panel curve-values" data-panel="values" aria-labelledby="values-title">
                <CurveList hovered=hovered />
            </section>
            <Matrices />
            <Requirements />
        </div>
    }
}
