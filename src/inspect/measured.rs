//! Where each head looks on the sentence, for models without w and v.

use leptos::prelude::*;
use nearfar::picture::scale::{Scale, format_number};

use nearfar_inspect::room::pass::beginning;

use super::forward_pass::{Place, Tokens};
use super::head_grid::{HeadGrid, Sorted, tinted};
use super::table_rows::percent;
use super::{use_forward_pass, use_room};
use crate::reactive::text;

/// Which measure the grid shows.
#[derive(Clone, Copy, PartialEq)]
enum Measure {
    Distance,
    Entropy,
}

/// Where each head looks on the sentence, for models without w and v.
#[component]
pub fn MeasuredSection() -> impl IntoView {
    let pass = use_forward_pass();
    let room = use_room();
    let measure = RwSignal::new(Measure::Distance);
    let grid = move || {
        let ran = pass.ran.get()?;
        let theme = room.theme.get();
        let now = measure.get();
        let value = move |place: Place| {
            let line = pass.line(place)?;
            if now == Measure::Distance { line.distance } else { line.entropy }
        };
        let places = ran
            .heads
            .iter()
            .enumerate()
            .flat_map(|(layer, heads)| (0..heads.len()).map(move |head| (layer, head)));
        let all: Vec<f32> = places.filter_map(value).map(|x| x as f32).collect();
        let scale = Scale::sequential_of(&all);
        let table = StoredValue::new(room.palette.get().table(theme));
        let shape = ran.shape();
        let cell = move |place: Place| match value(place) {
            Some(x) => tinted(
                table.with_value(|table| table.colour(scale.position(x))),
                format_number((x * 100.0).round() / 100.0),
            ),
            None => view! { <span class="tint">"–"</span> }.into_any(),
        };
        let of_layer = |(layer, &heads): (usize, &usize)| {
            (0..heads).map(|head| value((layer, head))).collect()
        };
        let sorted = Sorted {
            by: shape.iter().enumerate().map(of_layer).collect(),
            ends: match now {
                Measure::Distance => [texts::inspect::map_near(), texts::inspect::map_far()],
                Measure::Entropy => [texts::inspect::map_narrow(), texts::inspect::map_wide()],
            },
        };
        Some(
            view! { <HeadGrid name=texts::inspect::measured_name() shape=shape sorted=sorted cell=cell /> },
        )
    };
    let press = move |which: Measure| move || if measure.get() == which { "true" } else { "false" };
    let no_run = move || {
        let why = room.report.with(|report| report.as_ref()?.cannot_run());
        let why = why.or_else(|| pass.problem.get());
        match why {
            Some(why) => texts::inspect::measured_cannot(why),
            None if pass.ran.with(Option::is_none) => texts::inspect::measured_running().to_owned(),
            None => String::new(),
        }
    };
    let of_head = move || {
        let (layer, head) = pass.place.get();
        let line = pass.line((layer, head))?;
        let number = |value: Option<f64>| value.map_or_else(|| "–".to_owned(), format_number);
        let (distance, entropy) = (number(line.distance), number(line.entropy));
        let share = line.near.map_or_else(|| "–".to_owned(), percent);
        Some(if line.is_even {
            texts::inspect::measured_head_even(layer + 1, head + 1, distance, entropy, share)
        } else {
            texts::inspect::measured_head(layer + 1, head + 1, distance, entropy, share)
        })
    };
    // The numbers are of one sentence, and mean little where the model knows none of its words.
    let measured_on = move || {
        let tokens = pass.ran.with(|ran| ran.as_ref().map(|ran| ran.count))?;
        let sentence = match pass.tokens() {
            Tokens::Ids => pass.ids.get(),
            Tokens::Words | Tokens::Tokenizer => pass.sentence.get(),
        };
        let sentence = beginning(sentence.trim());
        Some(match pass.unknown() {
            0 => texts::inspect::measured_on(sentence),
            unknown => texts::inspect::measured_on_unknown(sentence, unknown, tokens),
        })
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
                    <button type="button" class="small" aria-pressed=press(Measure::Distance) on:click=move |_| measure.set(Measure::Distance)>{texts::inspect::measure_distance()}</button>
                    <button type="button" class="small" aria-pressed=press(Measure::Entropy) on:click=move |_| measure.set(Measure::Entropy)>{texts::inspect::measure_entropy()}</button>
                </span>
            </p>
            <p class="muted" hidden=move || no_run().is_empty()>{text(no_run)}</p>
            {grid}
            <p class="muted small-print head-shown">{text(move || of_head().unwrap_or_default())}</p>
        </section>
    }
}
