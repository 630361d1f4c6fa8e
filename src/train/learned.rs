//! What the method learns about positions, number by number: each with the gradient of the last step, as a
//! number and as a bar. A table for each tensor, which a screen reader reads as one.

use leptos::html;
use leptos::prelude::*;
use nearfar_training::protocol::{Each, Learned, Report};
use nearfar_training::room::plots::rows_of;
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlElement};

use super::trainer::Trainer;
use super::{of_runs, run_title};
use crate::cells;
use crate::controls::Panel;
use crate::reactive::{effect, memo, text};

/// The tables of both runs.
#[component]
pub fn LearnedSection() -> impl IntoView {
    view! {
        <Panel panel="train-learned" id="train-learned-title" title=texts::train::learned() about=texts::train::learned_about()>
            {of_runs(tables_of)}
        </Panel>
    }
}

/// What a table is made of, whose numbers change without it: the tensor's name, what a cell is of, how many numbers it
/// stands for, and how many cells there are.
type Shape = (String, Each, usize, usize);

fn tables_of(trainer: Trainer) -> AnyView {
    let letter = trainer.panel.letter();
    let shapes = memo(move || {
        trainer.reported(|report| {
            let shape = |one: &Learned| -> Shape {
                (one.name.clone(), one.each, one.together, one.values.len())
            };
            report.learned.iter().map(shape).collect::<Vec<_>>()
        })
    });
    let waits = memo(move || trainer.reported(Report::learns_from_zero));
    let tables = move || {
        let shapes = shapes.get();
        // Of a run that is not there yet nothing is known.
        if trainer.overview.with(Option::is_none) {
            return ().into_any();
        }
        if shapes.is_empty() {
            return view! { <p class="muted">{texts::train::learned_nothing()}</p> }.into_any();
        }
        // A table of zeros says nothing.
        if waits.get() {
            return view! { <p class="muted">{texts::train::learned_waits()}</p> }.into_any();
        }
        let tables = shapes.into_iter().enumerate();
        tables
            .map(|(place, shape)| view! { <Table trainer=trainer place=place shape=shape /> })
            .collect_view()
            .into_any()
    };
    view! { {run_title(trainer)}<div class="learned-tables" role="group" aria-label=texts::train::learned() tabindex="0" data-run=letter>{tables}</div> }
        .into_any()
}

#[component]
fn Table(trainer: Trainer, place: usize, shape: Shape) -> impl IntoView {
    let rows = NodeRef::<html::Tbody>::new();
    let (name, each, together, count) = shape;
    let caption = text(move || cells::caption(&name, each, together, trainer.shown_head()));
    let title = cells::column(each);
    effect(move || {
        let Some(rows) = rows.get() else { return };
        trainer.reported(|report| {
            if let Some(found) = report.learned.get(place) {
                write(&rows, found);
            }
        });
    });
    let row = |cell| {
        view! {
            <tr>
                <th scope="row">{cells::name(each, count, cell)}</th>
                <td></td>
                <td></td>
                <td aria-hidden="true"><span class="pull"><span></span></span></td>
            </tr>
        }
    };
    view! {
        <table class="learned-table">
            <caption>{caption}</caption>
            <thead>
                <tr>
                    <th scope="col">{title}</th>
                    <th scope="col">{texts::train::learned_value()}</th>
                    <th scope="col">{texts::train::learned_gradient()}</th>
                    <td aria-hidden="true"></td>
                </tr>
            </thead>
            <tbody node_ref=rows>{(0..count).map(row).collect_view()}</tbody>
        </table>
    }
}

/// Writes the numbers of a table into its rows: there may be hundreds, ten times a second.
fn write(rows: &Element, found: &Learned) {
    for (place, row) in rows_of(found).enumerate() {
        let Some(line) = rows.children().item(place as u32) else { return };
        for (column, [short, full]) in (1..).zip(&row.cells) {
            let Some(cell) = line.children().item(column) else { continue };
            // What stands there already is not written again.
            if cell.text_content().as_ref() != Some(short) {
                cell.set_text_content(Some(short));
            }
            let _ = cell.set_attribute("title", full);
        }
        let bar = line.query_selector(".pull > span").ok().flatten();
        if let Some(bar) = bar.and_then(|bar| bar.dyn_into::<HtmlElement>().ok()) {
            let _ = bar.style().set_property("transform", &format!("scaleX({:.3})", row.bar));
        }
    }
}
