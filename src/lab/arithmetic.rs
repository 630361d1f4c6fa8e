//! The arithmetic of the cell under the cursor, in real numbers, for A and for B.

use leptos::prelude::*;
use nearfar::Method;
use nearfar::attention::{Arithmetic, Normalisation, Step};
use nearfar::in_numbers::{of_coefficient, operand, signed};
use nearfar::lab::Panel;
use nearfar::picture::scale::format_digits;
use texts::Mark;

use crate::lab::panel_label;
use crate::lab::pipeline::{self, StepTexts, step_texts};
use crate::reactive::text;
use crate::state::use_store;

/// How one query came to give its weight to one key.
#[component]
pub fn ArithmeticSection() -> impl IntoView {
    let store = use_store();
    let pointed = store.cursor();
    let head = store.head();
    let cursor = store.example();
    let locked = store.select(|settings| settings.cursor);
    let words = move || {
        let (i, j) = cursor.get()?;
        store.with_tokens(|lab| {
            Some((lab.tokens().get(i)?.text.clone(), lab.tokens().get(j)?.text.clone()))
        })
    };
    let title = move || match (words(), cursor.get()) {
        (Some((query, key)), Some((i, j))) => title_of((query, i), (key, j)),
        _ => texts::lab::arithmetic_title_none().into_any(),
    };
    let state = move || {
        let number = head.get() + 1;
        match (pointed.get(), locked.get()) {
            (None, _) if cursor.get().is_none() => texts::lab::arithmetic_none().to_owned(),
            (None, _) => texts::lab::arithmetic_strongest(number),
            (Some(cell), Some(locked)) if locked == cell => texts::lab::arithmetic_locked(number),
            (_, None) => texts::lab::arithmetic_pointed(number),
            _ => texts::lab::arithmetic_elsewhere(number),
        }
    };
    let side = move |panel: Panel| {
        move || {
            let (i, j) = cursor.get()?;
            let head = head.get();
            store.with_weights(|lab| {
                let cell = store.arithmetic(lab, panel, head, (i, j))?;
                let method = store.settings_now(|settings| panel.method(settings));
                let label = store.settings_now(|settings| panel_label(settings, panel));
                let lines = lines(&cell, method);
                let rows = lines.into_iter().map(|(name, formula, value)| {
                    view! { <tr><th scope="row">{name}</th><td class="formula">{formula}</td><td class="result">{value}</td></tr> }
                });
                Some(view! {
                    <table class=format!("arithmetic {}", if panel == Panel::A { "a" } else { "b" })>
                        <caption>{format!("{} · {}", if panel == Panel::A { "A" } else { "B" }, label)}</caption>
                        <tbody>{rows.collect_view()}</tbody>
                    </table>
                })
            })
        }
    };
    view! {
        <section class="panel" data-panel="arithmetic" aria-labelledby="cell-title">
            <header class="panel-head">
                <h2 id="cell-title">{title}</h2>
                <p class="muted">{text(state)}</p>
            </header>
            <div class="arithmetic-pair">{side(Panel::A)}{side(Panel::B)}</div>
        </section>
    }
}

/// Which word looks at which, each with its place, from 0.
fn title_of((query, i): (String, usize), (key, j): (String, usize)) -> AnyView {
    let title = texts::lab::arithmetic_title(query, i + 1, key, j + 1);
    let part = |(marks, words): &(Vec<Mark>, String)| {
        let words = words.clone();
        match marks.last() {
            Some(Mark::Slot) => view! { <bdi class="word">{words}</bdi> }.into_any(),
            Some(Mark::Index) => view! { <span class="place">{words}</span> }.into_any(),
            _ => words.into_any(),
        }
    };
    title.parts().iter().map(part).collect_view().into_any()
}

/// Name, formula with numbers, and result of every step that the method takes.
fn lines(cell: &Arithmetic, method: Method) -> Vec<(&'static str, String, String)> {
    let line = |&step: &Step| {
        let StepTexts { formula, name, .. } = step_texts(step, method);
        let formula = match step {
            Step::Score => pipeline::score_formula(cell.scale.is_some(), cell.bias != 0.0),
            _ => formula,
        };
        let is_last = matches!(step, Step::Weight | Step::Normalised);
        let competes = cell.normalisation == Normalisation::Softmax;
        let formula = if is_last && !competes {
            formula.replace("softmax", "σ")
        } else {
            formula.to_owned()
        };
        let (with_numbers, result) = match step {
            Step::Distance => {
                (format!("|{} − {}|", cell.query + 1, cell.key + 1), cell.distance as f64)
            }
            Step::WeightedDistance => {
                (format!("{} · {}", operand(cell.w), cell.distance), cell.weighted_distance)
            }
            Step::Coefficient => (coefficient_formula(cell, method), cell.coefficient),
            Step::Term => (signed(cell.bias), cell.bias),
            Step::Score => (score_formula(cell), cell.score),
            Step::Clipped => (format!("max({}, 0)", operand(cell.score)), cell.clipped),
            Step::Logit => (logit_formula(cell, method), cell.logit),
            Step::Normalised => (softmax_formula(cell), cell.normalised),
            Step::Weight => (weight_formula(cell, method), cell.weight),
        };
        (name, format!("{formula} = {with_numbers}"), format_digits(result, 4))
    };
    method.steps().iter().map(line).collect()
}

fn score_formula(cell: &Arithmetic) -> String {
    let product = operand(cell.dot_product);
    let scaled = match cell.scale {
        None => format!("{product} / √{}", cell.dimensions),
        Some(scale) => format!("{product} · {}", signed(scale)),
    };
    if cell.bias == 0.0 { scaled } else { format!("{scaled} + {}", signed(cell.bias)) }
}

fn coefficient_formula(cell: &Arithmetic, method: Method) -> String {
    let Method::DistanceAware { mapping, .. } = method else { return String::new() };
    of_coefficient(mapping, cell.weighted_distance, cell.v)
}

/// `first · second` or `first + second`, as the adjustment has it.
fn combined(first: f64, second: f64, multiplies: bool) -> String {
    format!("{} {} {}", operand(first), if multiplies { "·" } else { "+" }, signed(second))
}

fn logit_formula(cell: &Arithmetic, method: Method) -> String {
    let Method::DistanceAware { adjustment, .. } = method else { return operand(cell.score) };
    let score = if adjustment.clips() { cell.clipped } else { cell.score };
    combined(score, cell.coefficient, adjustment.multiplies())
}

fn softmax_formula(cell: &Arithmetic) -> String {
    if !cell.allowed {
        return texts::lab::formula_masked().to_owned();
    }
    if cell.normalisation == Normalisation::Sigmoid {
        return format!("1 / (1 + {} · exp(−{}))", cell.keys, signed(cell.logit));
    }
    texts::lab::formula_softmax(operand(cell.logit), signed(cell.log_sum), operand(cell.log_sum))
}

fn weight_formula(cell: &Arithmetic, method: Method) -> String {
    match method {
        _ if !cell.allowed => texts::lab::formula_masked().to_owned(),
        Method::DistanceAware { adjustment, .. } if !adjustment.is_early() => {
            combined(cell.normalised, cell.coefficient, adjustment.multiplies())
        }
        _ => softmax_formula(cell),
    }
}
