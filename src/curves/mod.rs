//! The Curves: Fig. 1 live, with the rivals of the learnable sigmoid, the five requirements, and
//! the coefficient matrices of Fig. 2. A program of its own that the page fetches when the room is
//! opened.

mod edit;
mod list;
mod matrices;
mod plot;
mod state;

use leptos::prelude::*;
use nearfar::attention::Mapping;
use nearfar::attention::requirements::requirements;
use nearfar::picture::format_short;
use nearfar::settings::{Curve, CurveAxis};
use texts::words::{asked, of_requirement};

use crate::room;
use edit::{AxisControls, EditCurve};
use list::CurveList;
use matrices::Matrices;
use plot::Plot;
use state::CurvesState;

/// Fig. 1's axis: the paper names none, this shows both plateaus.
const X_RANGE: (f64, f64) = (-8.0, 8.0);
/// As many tokens as the axis of distances shows.
const TOKENS: f64 = 20.0;

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
    view! {
        <div class="curves">
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

/// A curve's value, or its slope, at a place of the axis: f(x) and f′(x), or by tokens f(w·R) and
/// df/dR = w·f′(w·R).
fn value_of(curve: Curve, slopes: bool, axis: CurveAxis, w: f64, at: f64) -> f64 {
    let scale = if axis == CurveAxis::Tokens { w } else { 1.0 };
    if slopes {
        scale * curve.mapping.derivative_x(scale * at, curve.v)
    } else {
        curve.mapping.value(scale * at, curve.v)
    }
}

/// A curve by its mapping and numbers: "linear, k = 0.5, b = 1".
fn label_of(curve: Curve) -> String {
    let row = curve.mapping.row();
    let own = row.numbers.iter().map(|number| number.symbol).zip(curve.mapping.numbers());
    let v = curve.mapping.has_v().then_some(("v", curve.v));
    let numbers = own.chain(v).map(|(letter, x)| format!(", {letter} = {}", format_short(x)));
    row.label.to_lowercase() + &numbers.collect::<String>()
}

/// The five requirements of section 3.2, for every curve that is drawn.
#[component]
fn Requirements() -> impl IntoView {
    let room = use_room();
    let curves = room.select(|settings| settings.curves.clone());
    let rows = move || {
        let curves = curves.get();
        curves
            .into_iter()
            .map(|curve| {
                let checks = requirements(curve.mapping, curve.v).map(|check| {
                    let (mark, word) = match check.met {
                        true => ("✓", texts::curves::requirements_met()),
                        false => ("✗", texts::curves::requirements_not_met()),
                    };
                    view! {
                        <td class:met=check.met class:unmet=!check.met>
                            <span class="mark" aria-hidden="true">{mark}</span>
                            <span class="visually-hidden">{word}</span>
                            " "
                            <span class="reason">{of_requirement(&check.found)}</span>
                        </td>
                    }
                });
                view! { <tr><th scope="row">{label_of(curve)}</th>{checks.into_iter().collect_view()}</tr> }
            })
            .collect_view()
    };
    let asks = requirements(Mapping::Sigmoid, 0.0)
        .map(|check| view! { <th scope="col">{asked(&check.found)}</th> });
    view! {
        <section class="panel wide" data-panel="requirements" aria-labelledby="requirements-title">
            <header class="panel-head">
                <h2 id="requirements-title">{texts::curves::requirements()}</h2>
                <p class="muted">{texts::curves::requirements_about()}</p>
            </header>
            <div class="scroll" tabindex="0" role="region" aria-label=texts::curves::requirements_table()>
                <table class="requirements">
                    <thead><tr><th scope="col">{texts::curves::requirements_curve()}</th>{asks.into_iter().collect_view()}</tr></thead>
                    <tbody>{rows}</tbody>
                </table>
            </div>
        </section>
    }
}
