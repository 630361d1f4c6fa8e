//! The query and the key of a head as they are stored, for models that are not run.

use leptos::prelude::*;
use nearfar_inspect::recognise::{Projection, Report, Role, parts_heads, projection};

use super::forward_pass::Place;
use super::head_grid::HeadGrid;
use super::picture::SlicePicture;
use super::{use_forward_pass, use_room};

/// Cells of the grid at most: a file may announce any number of heads.
const CELLS: usize = 4_096;

/// Choose a layer and a head; its rows of W_Q and W_K. Nothing where the model is run, or heads cannot be parted.
#[component]
pub fn Projections() -> impl IntoView {
    let room = use_room();
    let content = move || {
        let report = room.report.get()?;
        report.cannot_run()?;
        let are_told = parts_heads(&report, |name| room.shape_of(name));
        are_told.then(|| view! { <Shown shape=heads_of(&report) /> })
    };
    view! { {content} }
}

/// Heads of each stored layer, as many as are shown.
fn heads_of(report: &Report) -> Vec<usize> {
    let mut left = CELLS;
    let take = |heads: usize| {
        let taken = heads.min(left);
        left -= taken;
        taken
    };
    report.layers.iter().map(|layer| layer.heads).map(take).take_while(|&heads| heads > 0).collect()
}

#[component]
fn Shown(shape: Vec<usize>) -> impl IntoView {
    let room = use_room();
    let pass = use_forward_pass();
    // The place of the tensor in the file, its shape, and which part of it.
    let part =
        move |(layer, head): Place, role: Role| -> Result<(usize, Vec<u64>, Projection), String> {
            let none = || texts::inspect::projections_nothing().to_owned();
            let report = room.report.get().ok_or_else(none)?;
            let opened = room.opened.get().ok_or_else(none)?;
            let find = |name: &str| opened.tensors.iter().position(|line| line.name == name);
            let found = projection(&report, layer, head, role, |name| room.shape_of(name))?;
            let place = find(&found.tensor).ok_or_else(none)?;
            let line = opened.tensors.get(place).ok_or_else(none)?;
            match &line.problem {
                Some(why) => Err(why.clone()),
                None => Ok((place, line.shape.clone(), found)),
            }
        };
    let cell = move |place: Place| {
        let key = part(place, Role::KeyWeight);
        let key =
            key.map_or_else(|_| "–".to_owned(), |(.., found)| format!("K {}", found.number + 1));
        view! { <span class="tint">{key}</span> }.into_any()
    };
    let picture = move |role: Role| {
        let title = match role {
            Role::KeyWeight => texts::inspect::projections_key(),
            _ => texts::inspect::projections_query(),
        };
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
            <HeadGrid name=texts::inspect::projections_grid() id="projection" shape=shape cell=cell />
            <div class="map-pair">{picture(Role::QueryWeight)}{picture(Role::KeyWeight)}</div>
        </section>
    }
}
