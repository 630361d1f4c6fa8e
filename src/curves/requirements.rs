//! What the paper asks of f (section 3.2): five pictures of the edited curve, each of which can be broken and mended;
//! and the same of every curve that is drawn, as a table.

use leptos::prelude::*;
use nearfar::attention::Mapping;
use nearfar::attention::requirements::{Found, Requirement, requirements};
use nearfar::curves::breaking;
use nearfar::settings::{Curve, Settings};
use texts::words::{asked, of_requirement};

use super::{label_of, use_room};
use crate::reactive::{handler, text};

/// The pictures, in CSS pixels, and the ends of x.
const SIZE: (f64, f64) = (180.0, 96.0);
const MOST_X: f64 = 8.0;
/// What is higher leaves the picture.
const TOP: f64 = 4.0;
/// What is drawn beyond its edges is cut there.
const FAR_OUT: f64 = 1e3;
/// Other slopes of a line that show it to be tunable.
const SLOPES: [f64; 2] = [-0.3, 0.3];
/// Other values of v that show a shape to be tunable.
const BESIDE: [f64; 2] = [-2.0, 2.0];

/// The five pictures, and the table.
#[component]
pub fn Requirements() -> impl IntoView {
    let room = use_room();
    let curve = room.select(Settings::own_curve);
    let cards = (0..5).map(|place| view! { <Card place=place curve=curve /> });
    let curves = room.select(|settings| settings.curves.clone());
    let rows = move || {
        let curves = curves.get();
        curves
            .into_iter()
            .map(|curve| {
                let checks = requirements(curve.mapping, curve.v).map(|check| {
                    let (mark, word) = marked(check.met);
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
            <div class="asked">{cards.collect_view()}</div>
            <details aria-label=texts::curves::requirements_every()>
                <summary>{texts::curves::requirements_every()}</summary>
                <div class="scroll" tabindex="0" role="region" aria-label=texts::curves::requirements_table()>
                    <table class="requirements">
                        <thead><tr><th scope="col">{texts::curves::requirements_curve()}</th>{asks.into_iter().collect_view()}</tr></thead>
                        <tbody>{rows}</tbody>
                    </table>
                </div>
            </details>
        </section>
    }
}

fn marked(met: bool) -> (&'static str, &'static str) {
    match met {
        true => ("✓", texts::curves::requirements_met()),
        false => ("✗", texts::curves::requirements_not_met()),
    }
}

/// One requirement of the edited curve.
#[component]
fn Card(place: usize, curve: Memo<Curve>) -> impl IntoView {
    let room = use_room();
    let check = move || {
        let Curve { mapping, v } = curve.get();
        requirements(mapping, v).into_iter().nth(place)
    };
    let set = move |mapping: Mapping| {
        room.edit(false, |settings| settings.curve = mapping);
    };
    move || {
        let check = check()?;
        let curve = curve.get();
        let (mark, word) = marked(check.met);
        let change = match check.met {
            true => breaking(place, curve.v),
            false => Some(Mapping::LearnableSigmoid),
        };
        let button = change.map(|mapping| {
            let name = mapping.row().label.to_lowercase();
            let says = match check.met {
                true => texts::curves::requirements_break(name),
                false => texts::curves::requirements_mend(name),
            };
            view! { <button type="button" class="small" on:click=handler(move |_| set(mapping))>{says}</button> }
        });
        Some(view! {
            <figure class:unmet=!check.met>
                <figcaption>{asked(&check.found)}</figcaption>
                <div inner_html=picture(curve, &check)></div>
                <p class="small-print">
                    <span class="mark" aria-hidden="true">{mark}</span>
                    <span class="visually-hidden">{word}</span>
                    " "
                    {text(move || of_requirement(&check.found))}
                </p>
                {button}
            </figure>
        })
    }
}

/// The curve from -8 to 8, and on it what the requirement is of.
fn picture(curve: Curve, check: &Requirement) -> String {
    let Curve { mapping, v } = curve;
    let (width, height) = SIZE;
    let bottom = mapping.value(-MOST_X, v).clamp(-TOP, 0.0);
    let x_of = |x: f64| width * (x + MOST_X) / (2.0 * MOST_X);
    // A hair's breadth of room, so that lines at the ends are whole.
    let y_of = |y: f64| 2.0 + (height - 4.0) * (TOP - y.clamp(-FAR_OUT, FAR_OUT)) / (TOP - bottom);
    let path_of = |mapping: Mapping, class: &str, v: f64, [from, to]: [f64; 2]| {
        let steps = (4.0 * (to - from)) as usize;
        let points = (0..=steps).map(|step| {
            let x = from + (to - from) * step as f64 / steps as f64;
            format!("{:.1},{:.1}", x_of(x), y_of(mapping.value(x, v)))
        });
        let points: Vec<_> = points.collect();
        format!("<polyline class=\"{class}\" points=\"{}\"/>", points.join(" "))
    };
    let path = |class: &str, v: f64, from: f64, to: f64| path_of(mapping, class, v, [from, to]);
    let level = |y: f64| {
        let y = y_of(y);
        format!("<line class=\"level\" x1=\"0\" x2=\"{width}\" y1=\"{y:.1}\" y2=\"{y:.1}\"/>")
    };
    let whole = path("f", v, -MOST_X, MOST_X);
    let zero = x_of(0.0);
    let axis =
        format!("<line class=\"axis\" x1=\"{zero}\" x2=\"{zero}\" y1=\"0\" y2=\"{height}\"/>");
    let shown = match check.found {
        Found::AtZero(value) => {
            let y = y_of(value);
            level(1.0) + &whole + &format!("<circle cx=\"{zero}\" cy=\"{y:.1}\" r=\"5\"/>")
        }
        Found::FarBelow(_) => level(0.0) + &whole + &path("part", v, -MOST_X, -2.0),
        Found::FarAbove { value, grows } => {
            let bound = if grows { String::new() } else { level(value) };
            bound + &whole + &path("part", v, 2.0, MOST_X)
        }
        Found::Learned(ref letters) => {
            let ends = [-MOST_X, MOST_X];
            let beside = match mapping {
                _ if letters.is_empty() => Default::default(),
                Mapping::Linear { slope, intercept } => SLOPES.map(|by| {
                    path_of(Mapping::Linear { slope: slope + by, intercept }, "beside", v, ends)
                }),
                _ => BESIDE.map(|by| path_of(mapping, "beside", v + by, ends)),
            };
            beside.concat() + &whole
        }
        Found::Course { .. } => path("part", v, -MOST_X, MOST_X),
    };
    format!("<svg viewBox=\"0 0 {width} {height}\" aria-hidden=\"true\">{axis}{shown}</svg>")
}
