//! What each method knows, costs and is defined by, as a table that can be sorted. Facts are the
//! methods' own, and the order `nearfar_compare::knowledge`'s.

use std::sync::Arc;

use leptos::prelude::*;
use nearfar::picture::{format_exact, format_short};
use nearfar_compare::knowledge::{Column, Order, grouped, in_pieces, sorted, turn};
use nearfar_compare::protocol::{KnowsView, MethodView};
use nearfar_compare::words::{self, why};

use crate::explain::Formula;
use crate::reactive::{memo, text};
use crate::rich::rich_with;

/// The table.
#[component]
pub fn Knowledge(
    /// What was compared.
    #[prop(into)]
    methods: Signal<Arc<Vec<MethodView>>>,
    /// A sentence that says for which sizes parameters are counted and times measured.
    #[prop(into)]
    setup: Signal<String>,
) -> impl IntoView {
    let order = RwSignal::new(Order::None);
    let sorted = memo(move || methods.with(|methods| sorted(methods, order.get())));
    let heads = Column::ALL
        .map(|column| {
            let label = words::column(column);
            let falls = move || {
                let sorted = order.get().filter(|(sorted, _)| *sorted == column);
                sorted.map(|(_, falls)| falls)
            };
            let aria = move || match falls() {
                Some(true) => "descending",
                Some(false) => "ascending",
                None => "none",
            };
            let mark = move || falls().map_or("", |falls| if falls { " ▼" } else { " ▲" });
            let press = move |_| order.update(|order| *order = turn(*order, column));
            view! {
                <th scope="col" aria-sort=aria data-column=label>
                    <button type="button" on:click=press>{label}<span aria-hidden="true">{mark}</span></button>
                </th>
            }
        })
        .into_iter()
        .collect_view();
    view! {
        <div class="knowledge">
            <p class="muted small-print">
                {rich_with(texts::compare::knows_about(), |line| view! { <Formula line=line /> }.into_any())}
                " "
                {setup}
            </p>
            <div class="scroll" tabindex="0" role="region" aria-label=texts::compare::knows_table()>
                <table class="knowledge-table">
                    <thead><tr>{heads}</tr></thead>
                    <tbody>
                        // A row stays where another method comes, or the order changes.
                        <For each=move || sorted.get() key=|place| *place children=move |place| row(methods, place) />
                    </tbody>
                </table>
            </div>
        </div>
    }
}

fn row(methods: Signal<Arc<Vec<MethodView>>>, place: usize) -> impl IntoView {
    let method = memo(move || {
        methods.with(|methods| methods.iter().find(|method| method.place == place).cloned())
    });
    let name = text(move || {
        method.with(|method| method.as_ref().map(|method| method.name.clone()).unwrap_or_default())
    });
    view! { <tr data-method=name>{move || method.get().map(cells)}</tr> }
}

fn cells(method: MethodView) -> impl IntoView {
    let MethodView { title, facts, milliseconds, problem, .. } = method;
    let known = [&facts.direction, &facts.exact_distance, &facts.beyond_k, &facts.syntax];
    let known = known.map(knows_cell).collect_view();
    let (milliseconds, exact) = match problem {
        Some(_) => ("–".to_owned(), String::new()),
        None => (format_short(milliseconds), format_exact(milliseconds)),
    };
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

/// A sign and a word, so that neither colour nor sign is alone.
fn knows_cell(knows: &KnowsView) -> impl IntoView + use<> {
    let (class, sign, word, how) = match knows {
        KnowsView::Yes => ("yes", "●", texts::compare::knows_yes(), String::new()),
        KnowsView::Partly(how) => ("partly", "◐", texts::compare::knows_partly(), how.clone()),
        KnowsView::Unknown(how) => ("unknown", "?", texts::compare::knows_unknown(), how.clone()),
        KnowsView::No => ("no", "○", texts::compare::knows_no(), String::new()),
    };
    view! {
        <td class=format!("knows {class}")><b><span aria-hidden="true">{sign}</span>" "{word}</b><small>{how}</small></td>
    }
}
