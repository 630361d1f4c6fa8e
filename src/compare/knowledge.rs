//! What each method knows, costs and is defined by, as a table that can be sorted. Facts are the
//! methods' own.

use std::cmp::Ordering;
use std::sync::Arc;

use leptos::prelude::*;
use nearfar::picture::{format_exact, format_short};
use nearfar_compare::protocol::{FactsView, KnowsView, MethodView};

use super::words;
use crate::explain::Formula;
use crate::reactive::{memo, text};
use crate::rich::rich_with;

/// A column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Column {
    Method,
    Direction,
    Exact,
    Beyond,
    Syntax,
    Parameters,
    Time,
    Source,
    Formula,
}

impl Column {
    /// Every column, and what is written over it.
    fn all() -> [(Column, &'static str); 9] {
        [
            (Column::Method, texts::compare::knows_method()),
            (Column::Direction, texts::compare::knows_direction()),
            (Column::Exact, texts::compare::knows_exact()),
            (Column::Beyond, texts::compare::knows_beyond()),
            (Column::Syntax, texts::compare::knows_syntax()),
            (Column::Parameters, texts::compare::knows_parameters()),
            (Column::Time, texts::compare::knows_time()),
            (Column::Source, texts::compare::knows_source()),
            (Column::Formula, texts::compare::knows_formula()),
        ]
    }

    /// What it says of a method, where it says how far it knows something.
    fn knows(self, facts: &FactsView) -> Option<&KnowsView> {
        match self {
            Column::Direction => Some(&facts.direction),
            Column::Exact => Some(&facts.exact_distance),
            Column::Beyond => Some(&facts.beyond_k),
            Column::Syntax => Some(&facts.syntax),
            _ => None,
        }
    }

    fn compare(self, one: &MethodView, other: &MethodView) -> Ordering {
        let rank = |knows: Option<&KnowsView>| match knows {
            Some(KnowsView::Yes) => 0,
            Some(KnowsView::Partly(_)) => 1,
            Some(KnowsView::Unknown(_)) => 2,
            Some(KnowsView::No) => 3,
            None => 4,
        };
        let (a, b) = (&one.facts, &other.facts);
        match self {
            Column::Method => one.title.cmp(&other.title),
            Column::Parameters => a.added.cmp(&b.added),
            Column::Time => time(one).total_cmp(&time(other)),
            Column::Source => a.paper.cmp(&b.paper),
            Column::Formula => a.formula.cmp(&b.formula),
            _ => rank(self.knows(a)).cmp(&rank(self.knows(b))),
        }
    }
}

/// A method that did not run has no time, and stands behind those that did.
fn time(method: &MethodView) -> f64 {
    if method.problem.is_some() { f64::INFINITY } else { method.milliseconds }
}

/// Digits in groups of three.
fn grouped(number: i64) -> String {
    let digits = number.unsigned_abs().to_string();
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push('\u{202f}');
        }
        text.push(digit);
    }
    if number < 0 { format!("\u{2212}{text}") } else { text }
}

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
    // The column and whether it falls; `None`: the order of the grid.
    let order = RwSignal::new(None::<(Column, bool)>);
    let sorted = memo(move || {
        methods.with(|methods| {
            let mut methods: Vec<&MethodView> = methods.iter().collect();
            match order.get() {
                Some((column, falls)) => methods.sort_by(|one, other| {
                    let order = column.compare(one, other);
                    (if falls { order.reverse() } else { order }).then(one.place.cmp(&other.place))
                }),
                None => methods.sort_by_key(|method| method.place),
            }
            methods.into_iter().map(|method| method.place).collect::<Vec<_>>()
        })
    });
    let heads = Column::all()
        .into_iter()
        .map(|(column, label)| {
            let state = move || order.get().filter(|(sorted, _)| *sorted == column);
            let aria = move || match state() {
                Some((_, true)) => "descending",
                Some((_, false)) => "ascending",
                None => "none",
            };
            let mark = move || match state() {
                Some((_, true)) => " ▼",
                Some((_, false)) => " ▲",
                None => "",
            };
            // Up, down, and back to the order of the grid.
            let turn = move |_| {
                order.update(|order| {
                    *order = match *order {
                        Some((sorted, false)) if sorted == column => Some((column, true)),
                        Some((sorted, true)) if sorted == column => None,
                        _ => Some((column, false)),
                    };
                });
            };
            view! {
                <th scope="col" aria-sort=aria data-column=label>
                    <button type="button" on:click=turn>{label}<span aria-hidden="true">{mark}</span></button>
                </th>
            }
        })
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
        .map(|why| view! { <small class="knowledge-problem">"⚠ "{words::why(&why)}</small> });
    view! {
        <th scope="row">{title}{problem}</th>
        {known}
        <td class="number-column"><b>{grouped(facts.added)}</b><small>{in_pieces(&facts.added_formula)}</small></td>
        <td class="number-column" title=exact>{milliseconds}</td>
        <td>{facts.paper}<small>{facts.equation}</small></td>
        <td class="formula-column"><Formula line=facts.formula /></td>
    }
}

/// A formula with words behind it: a line may end before them, which no formula does within.
fn in_pieces(formula: &str) -> impl IntoView + use<> {
    let mut pieces = vec![];
    for part in formula.split_inclusive("; ") {
        match part.split_once(" (") {
            // A bracket behind a factor belongs to the words, one behind an operator to the formula.
            Some((before, after)) if before.ends_with(char::is_alphanumeric) => {
                pieces.extend([before.to_owned(), format!("({after}")]);
            }
            _ => pieces.push(part.to_owned()),
        }
    }
    pieces.into_iter().map(|piece| view! { <Formula line=piece />" " }).collect_view()
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
