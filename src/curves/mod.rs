//! The Curves: Fig. 1 live, with the rivals of the learnable sigmoid, the five requirements, and
//! the coefficient matrices of Fig. 2. A program of its own that the page fetches when the room is
//! opened: it alone draws with plotters.

mod edit;
mod matrices;
mod plot;
mod requirements;

use js_sys::Object;
use leptos::prelude::*;
use nearfar::curves::{changes, is_shown};
use nearfar::picture::palette::Theme;
use nearfar::settings::{Room, Settings};
use texts::words::curve::lead;
use wasm_bindgen::JsValue;

use crate::browser::values::{object, settings_of, to_js};
use crate::kit::follow_settings;
use crate::page;
use crate::reactive::{memo, on_change, part};
use crate::rich::rich;
use crate::room;
use edit::EditCurve;
use matrices::Matrices;
use plot::{CurveList, Plot};
use requirements::Requirements;

/// Mounts the room.
pub fn start() {
    room::mount("curves-room", texts::curves::kept(), Curves);
}

/// The room's copy of the page's settings. What is chosen here is seen here at once, and handed to the page, which
/// keeps it for links and undo, and says when it is changed elsewhere. Handles only, copied into every component.
#[derive(Clone, Copy)]
struct CurvesState {
    settings: RwSignal<Settings>,
    /// Light or dark, as the page has it.
    theme: RwSignal<Theme>,
}

impl CurvesState {
    /// With the page's settings, followed.
    fn new() -> CurvesState {
        let read = |page: &JsValue| settings_of(page, is_shown);
        let settings = RwSignal::new(read(&page::settings()));
        follow_settings(Room::Curves, move |page| {
            let now = read(page);
            if settings.try_with_untracked(|before| *before != now) == Some(true) {
                settings.set(now);
            }
        });
        CurvesState { settings, theme: page::follow_theme() }
    }

    /// A part of the settings, as a signal that changes only when the part does.
    fn select<T: PartialEq + Clone + Send + Sync + 'static>(
        self,
        part: impl Fn(&Settings) -> T + Send + Sync + 'static,
    ) -> Memo<T> {
        memo(move || self.settings.with(&part))
    }

    /// Changes settings. Changes that are `joined` are one step of undo, until the gesture ends.
    fn edit(self, joined: bool, change: impl FnOnce(&mut Settings)) {
        let before = self.settings.get_untracked();
        let mut after = before.clone();
        change(&mut after);
        let changes = changes(&before, &after);
        self.settings.set(after);
        let changes = changes.iter().map(|(name, value)| (*name, to_js(value)));
        page::change_settings(&object(changes), joined);
    }

    /// Ends a drag: the next change is a step of its own.
    fn end_gesture(self) {
        page::change_settings(&Object::new(), false);
    }
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
    // A place of one axis is none of the other.
    on_change(use_room().select(|settings| settings.curve_axis), move |_| hovered.set(None));
    let has_v = use_room().select(|settings| settings.curve.has_v());
    let lead = part(move || rich(lead(has_v.get())));
    view! {
        <div class="curves">
            // It speaks of the sliders, and is hidden with them.
            <p class="lead" data-panel="edit-curve">{lead}</p>
            // The plot stays in sight while what moves it is scrolled.
            <div class="curve-stage">
            <section class="panel plot-panel" data-panel="plot" aria-labelledby="plot-title">
                <header class="panel-head">
                    <h2 id="plot-title">{texts::curves::plot()}</h2>
                    <p class="muted">{texts::curves::plot_about()}</p>
                </header>
                <Plot hovered=hovered />
            </section>
            <aside class="panel" data-panel="edit-curve" aria-label=texts::curves::aside()>
                <EditCurve />
            </aside>
            </div>
            <section class="panel curve-values" data-panel="values" aria-labelledby="values-title">
                <CurveList hovered=hovered />
            </section>
            <Matrices />
            <Requirements />
        </div>
    }
}
