//! The arithmetic of the cell under the cursor, in real numbers, for A and for B.

use leptos::prelude::*;
use nearfar::Method;
use nearfar::attention::{Arithmetic, Mapping};
use nearfar::lab::Panel;
use nearfar::picture::scale::format_number as number;

use crate::panels::pipeline::step_texts;
use crate::panels::{UntrainedBadge, method_label};
use crate::reactive::memo;
use crate::state::use_store;

/// How one query came to give its weight to one key.
#[component]
pub fn ArithmeticPanel() -> impl IntoView {
    let store = use_store();
    let pointed = store.cursor();
    let head = store.head();
    // Where nobody points, the strongest cell is the example.
    let strongest = memo(move || {
        store.follow_settled();
        store.lab_now(|lab| lab.strongest(Panel::A, head.get()))
    });
    let cursor = memo(move || pointed.get().or(strongest.get()));
    let locked = store.select(|settings| settings.cursor);
    let words = move || {
        let (i, j) = cursor.get()?;
        store.with_tokens(|lab| {
            Some((lab.tokens().get(i)?.text.clone(), lab.tokens().get(j)?.text.clone()))
        })
    };
    let title = move || {
        match words() {
        None => view! { "One cell" }.into_any(),
        Some((query, key)) => {
            view! { "“"<bdi class="word">{query}</bdi>"” looks at “"<bdi class="word">{key}</bdi>"”" }
                .into_any()
        }
    }
    };
    let state = move || match (pointed.get(), locked.get()) {
        (None, _) => {
            format!("Head {}, its strongest cell.", head.get() + 1)
                + " Point at any cell, or move there with the arrow keys, to see its arithmetic; a click locks it."
        }
        (Some(cell), locked) if locked == Some(cell) => format!(
            "Head {}, locked; click the cell again or press Escape to release it.",
            head.get() + 1
        ),
        _ => format!("Head {}, under the pointer; a click locks it.", head.get() + 1),
    };
    let side = move |panel: Panel| {
        move || {
            let (i, j) = cursor.get()?;
            let head = head.get();
            store.with_weights(|lab| {
                let trace = lab.trace_of(panel)?;
                let cell = Arithmetic::of(trace, head, i, j)?;
                let lines = lines(&cell, trace.method());
                let rows = lines.into_iter().map(|(name, formula, value)| {
                    view! { <tr><th scope="row">{name}</th><td class="formula">{formula}</td><td class="result">{value}</td></tr> }
                });
                Some(view! {
                    <table class=format!("arithmetic {}", if panel == Panel::A { "a" } else { "b" })>
                        <caption>{format!("{} · {}", if panel == Panel::A { "A" } else { "B" }, method_label(trace.method()))}</caption>
                        <tbody>{rows.collect_view()}</tbody>
                    </table>
                })
            })
        }
    };
    view! {
        <section class="panel" aria-labelledby="cell-title">
            <header class="panel-head">
                <h2 id="cell-title">{title}</h2>
                <UntrainedBadge />
                <p class="muted">{state}</p>
            </header>
            <div class="arithmetic-pair">{side(Panel::A)}{side(Panel::B)}</div>
        </section>
    }
}

/// Name, formula with numbers, and result of every step that the method takes.
fn lines(cell: &Arithmetic, method: Method) -> Vec<(&'static str, String, String)> {
    use nearfar::attention::Step;
    let mut lines = Vec::new();
    for &step in method.steps() {
        let (formula, name, _) = step_texts(step, method);
        let (with_numbers, result) = match step {
            Step::Distance => {
                (format!("|{} − {}|", cell.query + 1, cell.key + 1), cell.distance.to_string())
            }
            Step::WeightedDistance => {
                (format!("{} · {}", number(cell.w), cell.distance), number(cell.weighted_distance))
            }
            Step::Coefficient => (coefficient_formula(cell, method), number(cell.coefficient)),
            Step::Score => {
                (format!("{} / √{}", number(cell.dot_product), cell.dimensions), number(cell.score))
            }
            Step::Clipped => (format!("max({}, 0)", number(cell.score)), number(cell.clipped)),
            Step::Logit => (logit_formula(cell, method), number(cell.logit)),
            Step::Normalised => (softmax_formula(cell), number(cell.normalised)),
            Step::Weight => (weight_formula(cell, method), number(cell.weight)),
        };
        lines.push((name, format!("{formula} = {with_numbers}"), result));
    }
    lines
}

fn coefficient_formula(cell: &Arithmetic, method: Method) -> String {
    let (x, v) = (number(cell.weighted_distance), number(cell.v));
    match method {
        Method::DistanceAware { mapping: Mapping::LearnableSigmoid, .. } => {
            format!("(1 + e^{v}) / (1 + e^({v} − {x}))")
        }
        Method::DistanceAware { mapping: Mapping::Sigmoid, .. } => format!("1 / (1 + e^−({x}))"),
        Method::DistanceAware { mapping: Mapping::Exponent, .. } => format!("e^({x})"),
        Method::DistanceAware { mapping: Mapping::Linear { slope, intercept }, .. } => {
            format!("{} · {x} + {}", number(slope), number(intercept))
        }
        Method::DistanceAware { mapping: Mapping::Clip { threshold }, .. } => {
            format!("min({x}, {})", number(threshold))
        }
        Method::Vanilla { .. } => String::new(),
    }
}

fn logit_formula(cell: &Arithmetic, method: Method) -> String {
    let Method::DistanceAware { adjustment, .. } = method else { return number(cell.score) };
    let score = if adjustment.clips() { cell.clipped } else { cell.score };
    let sign = if adjustment.multiplies() { "·" } else { "+" };
    format!("{} {sign} {}", number(score), number(cell.coefficient))
}

fn softmax_formula(cell: &Arithmetic) -> String {
    if !cell.allowed {
        return "masked".to_owned();
    }
    format!("e^{} / Σ = e^({} − {})", number(cell.logit), number(cell.logit), number(cell.log_sum))
}

fn weight_formula(cell: &Arithmetic, method: Method) -> String {
    match method {
        _ if !cell.allowed => "masked".to_owned(),
        Method::DistanceAware { adjustment, .. } if !adjustment.is_early() => {
            let sign = if adjustment.multiplies() { "·" } else { "+" };
            format!("{} {sign} {}", number(cell.normalised), number(cell.coefficient))
        }
        _ => softmax_formula(cell),
    }
}
