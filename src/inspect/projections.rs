//! The query and the key of a head as they are stored, for models that are not run.

use std::sync::Arc;

use leptos::prelude::*;
use nearfar_inspect::protocol::Opened;
use nearfar_inspect::recognise::{Report, Role, parts_heads};
use nearfar_inspect::room::grid::in_order;
use nearfar_inspect::room::report::NONE;

use super::forward_pass::Place;
use super::head_grid::HeadGrid;
use super::picture::SlicePicture;
use super::use_inspect;

/// Choose a layer and a head; its rows of W_Q and W_K. Nothing where the model is run, or heads cannot be parted.
#[component]
pub fn Projections() -> impl IntoView {
    let room = use_inspect().room;
    let content = move || {
        let (report, opened) = (room.report.get()?, room.opened.get()?);
        report.cannot_run()?;
        let are_told = parts_heads(&report, |name| opened.shape_of(name));
        are_told.then(|| view! { <Shown report=report opened=opened /> })
    };
    view! { {content} }
}

#[component]
fn Shown(report: Arc<Report>, opened: Arc<Opened>) -> impl IntoView {
    let pass = use_inspect().pass;
    let order = in_order(&report.heads_shown(), &[]);
    let parts = StoredValue::new((report, opened));
    let part = move |place: Place, role: Role| {
        parts.with_value(|(report, opened)| opened.projection(report, place, role))
    };
    let cell = move |place: Place| {
        let key = part(place, Role::KeyWeight);
        let key =
            key.map_or_else(|_| NONE.to_owned(), |(.., found)| format!("K {}", found.number + 1));
        view! { <span class="tint">{key}</span> }.into_any()
    };
    let picture = move |role: Role, title: &'static str| {
        move || match part(pass.place.get(), role) {
            Ok((place, shape, found)) => view! {
                <div class="head-projection">
                    <SlicePicture place=place shape=shape home=found.of title=title />
                    <p class="muted small-print">{found.says}"."</p>
                </div>
            }
            .into_any(),
            Err(why) => view! { <p class="notice">{title}": "{why}"."</p> }.into_any(),
        }
    };
    view! {
        <section class="panel inspect-projections" data-panel="projections" aria-labelledby="inspect-projections">
            <header class="panel-head">
                <h2 id="inspect-projections">{texts::inspect::projections()}</h2>
                <p class="muted">{texts::inspect::projections_about()}</p>
            </header>
            <HeadGrid name=texts::inspect::projections_grid() id="projection" order=order cell=Box::new(cell) />
            <div class="map-pair">{picture(Role::QueryWeight, texts::inspect::projections_query())}{picture(Role::KeyWeight, texts::inspect::projections_key())}</div>
        </section>
    }
}
