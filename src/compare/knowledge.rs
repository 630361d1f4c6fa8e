//! What each method knows, costs and is defined by, as a table that can be sorted. Facts are the
//! methods' own, and the order `nearfar_compare::knowledge`'s.

use leptos::prelude::*;
use nearfar_compare::knowledge::{Column, Order, grouped, in_pieces, shown, sorted, turn};
use nearfar_compare::protocol::{KnowsView, MethodView};
use nearfar_compare::room::Room as Has;
use nearfar_compare::words::{self, Known, why};

use super::state::CompareState;
use super::{text_of, use_room};
use crate::explain::Formula;
use crate::reactive::{memo, text};
use crate::rich::rich_with;

/// The table, and the sizes for which parameters are counted and times measured.
#[component]
pub fn Knowledge() -> impl IntoView {
    let room = use_room();
    let order = RwSignal::new(Order::None);
    let sorted = memo(move || room.found(|found| sorted(&found.methods, order.get())));
    let heads = Column::ALL
        .map(|column| {
            let label = words::column(column);
            let sign = move || shown(order.get(), column);
            let press = move |_| order.update(|order| *order = turn(*order, column));
            view! {
                <th scope="col" aria-sort=move || sign().0 data-column=label>
                    <button type="button" on:click=press>{label}<span aria-hidden="true">{move || sign().1}</span></button>
                </th>
            }
        })
        .into_iter()
        .collect_view();
    view! {
        <section class="panel" data-panel="knows" aria-labelledby="compare-facts-title">
            <h2 id="compare-facts-title">{texts::compare::knows()}</h2>
            <div class="knowledge">
                <p class="muted small-print">
                    {rich_with(texts::compare::knows_about(), |line| view! { <Formula line=line /> }.into_any())}
                    " "
                    {text(move || room.with(Has::sizes))}
                </p>
                <div class="scroll" tabindex="0" role="region" aria-label=texts::compare::knows_table()>
                    <table class="knowledge-table">
                        <thead><tr>{heads}</tr></thead>
                        <tbody>
                            // A row stays where another method comes, or the order changes.
                            <For each=move || sorted.get() key=|place| *place children=move |place| row(room, place) />
                        </tbody>
                    </table>
                </div>
            </div>
        </section>
    }
}

fn row(room: CompareState, place: usize) -> impl IntoView {
    let method = memo(move || room.found(|found| found.method(place).cloned()));
    let name = text_of(method, |method| method.name.clone());
    view! { <tr data-method=name>{move || method.get().map(cells)}</tr> }
}

fn cells(method: MethodView) -> impl IntoView {
    let (milliseconds, exact) = words::time(&method);
    let MethodView { title, facts, problem, .. } = method;
    let known = [&facts.direction, &facts.exact_distance, &facts.beyond_k, &facts.syntax];
    let known = known.map(knows_cell).collect_view();
    let problem = problem
        .map(|problem| view! { <small class="knowledge-problem">"⚠ "{why(&problem)}</small> });
    view! {
        <th scope="row">{title}{problem}</th>
        {known}
        <td class="number-column"><b>{grouped(facts.added)}</b><small>{pieces(&facts.added_formula)}</small></td>
        <td class="number-column" title=exact>{milliseconds}</td>
        <td>{facts.paper}<small>{facts.equation}</small></td>
        <td class="formula-column"><Formula line=facts.formula /></td>
    }
}

fn pieces(formula: &str) -> impl IntoView + use<> {
    in_pieces(formula).into_iter().map(|piece| view! { <Formula line=piece />" " }).collect_view()
}

fn knows_cell(knows: &KnowsView) -> impl IntoView + use<> {
    let Known { class, sign, word, how } = words::known(knows);
    view! {
        <td class=format!("knows {class}")><b><span aria-hidden="true">{sign}</span>" "{word}</b><small>{how.to_owned()}</small></td>
    }
}
