//! What the paper asks of f (section 3.2): five pictures of the edited curve, each of which can be broken and mended;
//! and the same of every curve that is drawn, as a table.

use leptos::prelude::*;
use nearfar::attention::Mapping;
use nearfar::attention::requirements::requirements;
use nearfar::curves::{change, picture_of};
use nearfar::settings::{Curve, Settings};
use texts::words::curve as words;
use texts::words::{asked, of_requirement};

use super::use_room;
use crate::reactive::handler;

/// The five pictures, and the table.
#[component]
pub fn Requirements() -> impl IntoView {
    let room = use_room();
    let curve = room.select(Settings::own_curve);
    let cards = (0..5).map(move |place| view! { <Card place=place curve=curve /> });
    let curves = room.select(|settings| settings.curves.clone());
    let row = |curve: Curve| {
        let checks = requirements(curve.mapping, curve.v).map(|check| {
            let reason = of_requirement(&check.found);
            view! { <td class:met=check.met class:unmet=!check.met>{verdict(check.met)}<span class="reason">{reason}</span></td> }
        });
        view! { <tr><th scope="row">{words::name(curve)}</th>{checks.into_iter().collect_view()}</tr> }
    };
    let rows = move || curves.get().into_iter().map(row).collect_view();
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

/// Whether it is met: a sign and words, so that neither colour nor sign is alone.
fn verdict(met: bool) -> impl IntoView {
    let (mark, word) = words::verdict(met);
    view! {
        <span class="mark" aria-hidden="true">{mark}</span>
        <span class="visually-hidden">{word}</span>
        " "
    }
}

/// One requirement of the edited curve.
#[component]
fn Card(place: usize, curve: Memo<Curve>) -> impl IntoView {
    let room = use_room();
    move || {
        let curve = curve.get();
        let check = requirements(curve.mapping, curve.v).into_iter().nth(place)?;
        let button = change(place, curve.v, check.met).map(|mapping| {
            let set = move |_| room.edit(false, |settings| settings.curve = mapping);
            view! { <button type="button" class="small" on:click=handler(set)>{words::change(check.met, mapping)}</button> }
        });
        Some(view! {
            <figure class:unmet=!check.met>
                <figcaption>{asked(&check.found)}</figcaption>
                <div inner_html=picture_of(curve, &check)></div>
                <p class="small-print">{verdict(check.met)}{of_requirement(&check.found)}</p>
                {button}
            </figure>
        })
    }
}
