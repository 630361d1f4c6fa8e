//! Where each head looks on the sentence, for models without w and v.

use leptos::prelude::*;
use nearfar::picture::scale::{Scale, format_number};
use nearfar_inspect::room::heads::Measure;
use nearfar_inspect::room::run::Run;

use super::head_grid::tinted_grid;
use super::{use_forward_pass, use_room};
use crate::controls::Toggle;
use crate::reactive::{flag, text};

/// Where each head looks on the sentence, for models without w and v.
#[component]
pub fn MeasuredSection() -> impl IntoView {
    let pass = use_forward_pass();
    let room = use_room();
    let measure = RwSignal::new(Measure::Distance);
    let grid = move || {
        let now = measure.get();
        let by = pass.run.with(|run| run.is_there().then(|| run.measured(now)))?;
        let colours = room.palette.get().table(room.theme.get());
        let says = |_, x: f64| format_number((x * 100.0).round() / 100.0);
        let name = texts::inspect::measured_name();
        Some(tinted_grid(name, by, now.ends(), (colours, Scale::sequential_of), says))
    };
    let no_run = move || match room.cannot_run().or_else(|| pass.problem.get()) {
        Some(why) => texts::inspect::measured_cannot(why),
        None if pass.run.with(Run::is_there) => String::new(),
        None => texts::inspect::measured_running().to_owned(),
    };
    let of_head = move || {
        let place = pass.place.get();
        pass.run.with(|run| Some(run.line(place)?.says(place)))
    };
    let measured_on = move || {
        let (typed, tokens) = (pass.typed(), pass.tokens());
        pass.run.with(|run| typed.with(|typed| run.measured_on(typed, tokens)))
    };
    let button = move |which: Measure, label: &'static str| {
        let pressed = flag(move || measure.get() == which);
        view! { <Toggle class="small" label=label pressed=pressed on_press=move |()| measure.set(which) /> }
    };
    view! {
        <section class="panel" data-panel="measured" aria-labelledby="inspect-measured">
            <header class="panel-head">
                <h2 id="inspect-measured">{texts::inspect::measured()}</h2>
                <p class="muted">{texts::inspect::measured_about()}</p>
                <p class="muted measured-on">{text(move || measured_on().unwrap_or_default())}</p>
            </header>
            <p class="table-tools">
                <span class="segmented" role="group" aria-label=texts::inspect::measure()>
                    {button(Measure::Distance, texts::inspect::measure_distance())}
                    {button(Measure::Entropy, texts::inspect::measure_entropy())}
                </span>
            </p>
            <p class="muted" hidden=move || no_run().is_empty()>{text(no_run)}</p>
            {grid}
            <p class="muted small-print head-shown">{text(move || of_head().unwrap_or_default())}</p>
        </section>
    }
}
