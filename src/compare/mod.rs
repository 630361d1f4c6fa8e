//! The Compare room: a program of its own that the page fetches when the room is opened.

mod tree;

use std::sync::Arc;

use leptos::prelude::*;
use ndarray::Array2;
use nearfar::text::dependency::DependencyTree;
use tree::{AttentionArcs, TreeEditor, TreeSource};

use crate::guest;

/// The element of the page that the room fills.
const ROOT: &str = "compare-room";

/// Mounts the room.
pub fn start() {
    guest::mount(ROOT, "Your sentence is kept; reload, and open it again.", Room);
}

#[component]
fn Room() -> impl IntoView {
    let forms = ["A", "tree", "starts", "as", "none", "."];
    let tree = RwSignal::new(Arc::new(DependencyTree::unparsed(&forms)));
    let cursor = RwSignal::new(None);
    // Attention that falls with the distance, so that there is something to draw.
    let arcs = Signal::derive(move || {
        let n = tree.with(|tree| tree.words().len());
        let mut weights =
            Array2::from_shape_fn((n, n), |(i, j)| 1.0 / (1.0 + i.abs_diff(j) as f32));
        for mut row in weights.rows_mut() {
            let sum = row.sum();
            row.mapv_inplace(|weight| weight / sum);
        }
        Some(Arc::new(AttentionArcs { title: "1 / (1 + distance)".to_owned(), weights }))
    });
    view! {
        <div class="compare" data-ready="yes">
            <TreeSource tree=tree give=move |given: DependencyTree| tree.set(Arc::new(given)) />
            <TreeEditor tree=tree change=move |change: tree::Change| {
                leptos::logging::log!("{}", change.gesture);
                tree.set(Arc::new(change.tree));
            } cursor=cursor arcs=arcs />
        </div>
    }
}
