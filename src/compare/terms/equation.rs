//! The equation of the pair under the cursor in numbers, line by line.

use leptos::prelude::*;
use nearfar_compare::equation::equation;
use nearfar_compare::words::terms::{self as words, WrittenLine};

use super::Own;
use crate::compare::fields::text_of;
use crate::explain::Formula;
use crate::reactive::{memo, text};
use crate::rich::rich_with;

/// How the pair came to its score and its weight.
#[component]
pub fn EquationSection(own: Own) -> impl IntoView {
    let found = memo(move || {
        let pair = own.pair.get()?;
        own.read(|terms| equation(terms, pair))
    });
    let title = move || {
        let (query, column) = own.pair.get()?;
        let sentence = own
            .names(|names| texts::compare::equation_pair(names.token(query), names.column(column)));
        Some(rich_with(sentence, |word| view! { <bdi class="word">{word}</bdi> }.into_any()))
    };
    let state = text(move || {
        let name = own.read_or_none(words::head);
        words::whose_pair(name, own.room.cursor.get().is_some(), own.side)
    });
    let lines = move || {
        let found = found.get()?;
        Some(match found.lines.as_slice() {
            [] => view! { <p class="eq-none">{texts::compare::disan_no_equation()}</p> }.into_any(),
            lines => {
                let lines = lines.iter().map(|line| line_view(words::line(line), found.masked));
                view! { <div class="eq-lines">{lines.collect_view()}</div> }.into_any()
            }
        })
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
    view! {
        <section class="own-panel own-equation" data-drawing="equation">
            <h3>{title}</h3>
            <p class="muted small-print">{state}</p>
            {labels}{lines}
            <p class="small-print">{text_of(found, words::weight)}</p>
        </section>
    }
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

fn line_view(line: WrittenLine, masked: bool) -> impl IntoView {
    let WrittenLine { before, operands, after, equals, result } = line;
    let operands = operands.into_iter().map(|operand| {
        let (open, close) = if operand.is_bracketed { ("(", ")") } else { ("", "") };
        view! {
            <span class="eq-function">{operand.closing}</span>
            <span class="eq-sign">{operand.sign}</span>
            <span class="eq-operand" data-operand=operand.name.clone()>
                <b>{open}<span class="eq-number" title=operand.exact>{operand.number}</span>{close}</b>
                <small>{named(&operand.name)}</small>
            </span>
        }
    });
    view! {
        <p class="eq-line" class:masked=masked data-line=result.name.clone()>
            <span class="eq-function">{before}</span>{operands.collect_view()}<span class="eq-function">{after}</span>
            <span class="eq-sign">{equals}</span>
            <span class="eq-operand eq-result"><b><span class="eq-number" title=result.exact>{result.number}</span></b><small>{named(&result.name)}</small></span>
        </p>
    }
}
