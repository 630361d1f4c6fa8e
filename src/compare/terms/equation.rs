//! The equation of the pair under the cursor in numbers, line by line.

use leptos::prelude::*;
use nearfar::methods::disan::SOFT_LIMIT;
use nearfar::picture::{format_exact, format_short};
use nearfar_compare::equation::{Equation, Function, Line, Sign, equation};
use nearfar_compare::words::terms as words;

use super::Own;
use crate::explain::Formula;
use crate::reactive::{memo, text};
use crate::rich::rich_with;

/// An operand: three decimals, so that the numbers of a sum can be added up by eye.
fn number(value: f64) -> String {
    let text = format!("{:.3}", value.abs());
    // Without the sign that rounding would leave.
    let is_negative = value < 0.0 && text.bytes().any(|digit| (b'1'..=b'9').contains(&digit));
    if is_negative { format!("\u{2212}{text}") } else { text }
}

/// How the pair came to its score and its weight.
#[component]
pub fn EquationSection(
    own: Own,
    /// Of which head.
    name: Signal<String>,
) -> impl IntoView {
    let found = memo(move || {
        let pair = own.pair.get()?;
        own.read(|terms| equation(terms, pair))
    });
    let title = move || {
        let (query, column) = own.pair.get()?;
        let (query, key) = (own.token(query), own.column(column));
        let sentence = texts::compare::equation_pair(query, key);
        Some(rich_with(sentence, |word| view! { <bdi class="word">{word}</bdi> }.into_any()))
    };
    let state = text(move || match own.cursor.get() {
        Some(_) => texts::compare::equation_of_cursor(name.get()),
        None if own.side == 1 => texts::compare::equation_of_a(name.get()),
        None => texts::compare::equation_of_strongest(name.get()),
    });
    let lines = move || {
        let found = found.get()?;
        if found.lines.is_empty() {
            return Some(
                view! { <p class="eq-none">{texts::compare::disan_no_equation()}</p> }.into_any(),
            );
        }
        let shown = found.lines.iter().map(|line| line_view(line, found.masked));
        Some(view! { <div class="eq-lines">{shown.collect_view()}</div> }.into_any())
    };
    let labels = move || {
        let found = found.get()?;
        let shown = found.labels.iter().map(|(name, value)| {
            let value = words::row(value).replace('-', "\u{2212}");
            let name = words::name(name);
            view! { <div><dt>{named(&name)}</dt><dd data-label=name><bdi>{value}</bdi></dd></div> }
        });
        (!found.labels.is_empty())
            .then(|| view! { <dl class="eq-labels">{shown.collect_view()}</dl> })
    };
    let says = text(move || found.with(|found| found.as_ref().map(says_of).unwrap_or_default()));
    view! {
        <section class="own-panel own-equation" data-drawing="equation">
            <h3>{title}</h3>
            <p class="muted small-print">{state}</p>
            {labels}{lines}
            <p class="small-print">{says}</p>
        </section>
    }
}

/// The weight, how it is written, and where the score is defined.
fn says_of(found: &Equation) -> String {
    let weight = match (found.masked, found.weight) {
        (true, _) => texts::compare::equation_masked().to_owned(),
        (false, Some(weight)) => texts::compare::equation_weight(format_short(100.0 * weight)),
        (false, None) => String::new(),
    };
    let rounding = match found.lines.is_empty() {
        true => texts::compare::disan_is_mean(),
        false => texts::compare::equation_rounded(),
    };
    format!("{weight} {rounding} {}", texts::compare::equation_source(&found.source))
}

/// A name that is a formula is set as one.
fn named(name: &str) -> AnyView {
    let name = name.to_owned();
    if name.contains(['_', '^', '√', '|', '·']) {
        view! { <Formula line=name /> }.into_any()
    } else {
        name.into_any()
    }
}

fn line_view(line: &Line, masked: bool) -> impl IntoView + use<> {
    let brackets = line.brackets();
    let opening = "(".repeat(brackets.len());
    let operands = line.operands.iter().enumerate().map(|(at, operand)| {
        let closing = if brackets.contains(&at) { ")" } else { "" };
        let sign = match (operand.sign, at) {
            (Sign::Plus, 0) => "",
            (Sign::Plus, _) => "+",
            (Sign::Minus, _) => "−",
            (Sign::Times, _) => "×",
            (Sign::Over, _) => "÷",
        };
        // A negative number behind a sign stands in brackets.
        let (value, exact) = (number(operand.value), format_exact(operand.value));
        let bracketed = !sign.is_empty() && operand.value < 0.0;
        let (open, close) = if bracketed { ("(", ")") } else { ("", "") };
        let name = words::name(&operand.name);
        view! {
            <span class="eq-function">{closing}</span>
            <span class="eq-sign">{sign}</span>
            <span class="eq-operand" data-operand=name.clone()>
                <b>{open}<span class="eq-number" title=exact>{value}</span>{close}</b>
                <small>{named(&name)}</small>
            </span>
        }
    });
    let (before, after) = match line.function {
        Function::None => (String::new(), String::new()),
        Function::Relu => ("max(".to_owned(), ", 0)".to_owned()),
        Function::SoftLimit => (format!("{SOFT_LIMIT}·tanh(("), format!(") / {SOFT_LIMIT})")),
        Function::Exponential => ("exp(".to_owned(), ")".to_owned()),
        Function::Sigmoid => ("σ(".to_owned(), ")".to_owned()),
    };
    let (result, exact) = (number(line.result), format_exact(line.result));
    let name = words::name(&line.name);
    // A line that does not add up is told, not hidden.
    let equal = if line.adds_up() { "=" } else { "≠" };
    view! {
        <p class="eq-line" class:masked=masked data-line=name.clone()>
            <span class="eq-function">{before}{opening}</span>{operands.collect_view()}<span class="eq-function">{after}</span>
            <span class="eq-sign">{equal}</span>
            <span class="eq-operand eq-result"><b><span class="eq-number" title=exact>{result}</span></b><small>{named(&name)}</small></span>
        </p>
    }
}
