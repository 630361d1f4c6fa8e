//! What shows a method in its own terms: the equation of the pair under the cursor in numbers, and the drawings that
//! `nearfar_compare::drawings` names: matrices side by side, charts along the offset and the distance, tables that pairs
//! are looked up in, the way through the tree, labels, DiSAN's features, RoPE's angles. What is read of the intermediates
//! is `nearfar_compare`'s.

use leptos::prelude::*;
use nearfar::picture::curve::curve_style;
use nearfar::picture::{format_exact, format_short};
use nearfar_compare::charts::{self, Plotted};
use nearfar_compare::curves::{self, by_label_pair, row_of_pair, turns, way_of_pair};
use nearfar_compare::drawings::{Drawing, Step};
use nearfar_compare::equation::equation;
use nearfar_compare::terms::{Lit, TermsOf};
use nearfar_compare::words::terms::{self as words, Clock, WrittenLine};

use super::picture::{Look, term};
use super::{Own, ink_on, set_title};
use crate::canvas::css;
use crate::chart::Chart;
use crate::compare::{text_of, use_room};
use crate::controls::{NumberField, Toggle, check};
use crate::explain::Formula;
use crate::reactive::{flag, memo, part, text};
use crate::rich::{rich, rich_with};

/// Of several pictures with one cursor, the one whose cursor arrow keys move.
const BY_KEYS: Look = Look { lit: None, large: false, by_keys: true };

/// How the pair came to its score and its weight.
#[component]
pub fn EquationSection(own: Own) -> impl IntoView {
    let found = own.of_pair(equation);
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

/// A drawing of a method's intermediates.
pub fn drawing(own: Own, drawing: Drawing) -> AnyView {
    match drawing {
        Drawing::Matrices(matrices) => matrix_row(own, matrices, false),
        Drawing::LookUp { ids, tables } => look_up(own, ids, tables),
        Drawing::Shift => matrix_row(own, &SHIFT, true),
        Drawing::Direction { of, alone, table } => direction(own, of, alone, table),
        Drawing::Coefficients => plot(own, Plotted::Coefficients),
        Drawing::Slopes => plot(own, Plotted::Slopes),
        Drawing::Buckets => buckets(own),
        Drawing::TreeWay => tree_way(own),
        Drawing::Labels => labels(own),
        Drawing::Features => features(own),
        Drawing::Angles => angles(own),
    }
}

/// (b) + (d) by offset, as it is multiplied, and by key, as it is added.
const SHIFT: [(Step, &str); 2] = [(Step::First, "BD_raw"), (Step::Key("xl-shift-step"), "BD")];

/// Matrices side by side with what happens between them; those that the method has not are left out. Arrow keys move the
/// cursor of the first, or of `each` where their columns are not the same.
fn matrix_row(own: Own, matrices: &'static [(Step, &'static str)], each: bool) -> AnyView {
    let has = move |terms: TermsOf| {
        let found = matrices.iter().filter(|(_, name)| terms.get(name).is_some());
        found.copied().collect::<Vec<_>>()
    };
    let found = memo(move || own.read_or_none(has));
    let shown = move || {
        let shown = found.get().into_iter().enumerate().map(|(at, (step, name))| {
            let sign = words::step(step);
            view! {
                <div class="own-step">
                    <span class="own-sign" class:none=sign.is_empty()>{sign}</span>
                    {term(own, name, Look { by_keys: each || at == 0, ..Look::default() })}
                </div>
            }
        });
        shown.collect_view()
    };
    view! { <div class="own-row" class:wide=each>{shown}</div> }.into_any()
}

/// A chart over the distance, that of the pair lit, with what is said of it.
fn plot(own: Own, plotted: Plotted) -> AnyView {
    let plot = memo(move || {
        own.read(|terms| plotted.of(terms, own.pair.get(), own.room.tokens.get().len()))
    });
    let distance = own.of_pair(|terms, (query, column)| {
        Some((query + terms.view.memory).abs_diff(column) as f64)
    });
    let series = memo(move || plot.get().map_or_else(Vec::new, |plot| plot.series));
    let title = text_of(plot, |plot| plot.title.clone());
    let says = text_of(plot, |plot| plot.says.clone());
    view! {
        <div class="own-column own-sides">
            <p hidden=move || title.with(String::is_empty)><b>{move || set_title(&title.get())}</b><span class="own-source">{text_of(plot, |plot| plot.whose.to_owned())}</span></p>
            <Chart name=text_of(plot, |plot| plot.name.clone()) series=series x_name=texts::compare::distance_axis() lit=distance theme=own.room.theme />
            <p class="small-print" data-sides=title hidden=move || says.with(String::is_empty)>{says}</p>
        </div>
    }
    .into_any()
}

/// What a query gives by offset: its own values, those that depend on the offset alone, and what the
/// sinusoids say about each other.
fn direction(
    own: Own,
    of: &'static str,
    alone: Option<&'static str>,
    table: Option<&'static str>,
) -> AnyView {
    let second = alone.map(|name| plot(own, Plotted::OfEveryQuery(name)));
    let third = table.map(|name| {
        let row = own.of_pair(move |terms, pair| row_of_pair(terms.get(name)?, pair));
        let lit = Signal::derive(move || Lit::Row(row.get()));
        let look = Look { lit: Some(lit), large: true, by_keys: true };
        view! { {plot(own, Plotted::OfPositions(name))}{term(own, name, look)} }
    });
    view! { <div class="own-row wide">{plot(own, Plotted::OfQuery(of))}{second}{third}</div> }
        .into_any()
}

/// A table that pairs are looked up in: the row of the pair under the cursor in a line, the matrix of rows with every
/// pair of that row lit, and as what the row is lit in the table itself.
fn looked_up(
    own: Own,
    ids: &'static str,
    table: &'static str,
    as_what: fn(Option<usize>) -> Lit,
) -> (AnyView, AnyView, Signal<Lit>) {
    let found =
        own.of_pair(move |terms, pair| curves::look_up(terms.get(ids)?, terms.get(table)?, pair));
    let lit = move |as_what: fn(Option<usize>) -> Lit| {
        Signal::derive(move || as_what(found.with(|found| found.as_ref().map(|found| found.row))))
    };
    let line = view! {
        <p class="lit-line" data-row=text_of(found, |found| found.row.to_string())>
            <span class="lit-swatch" style:background=move || css(own.accent(), 1.0) aria-hidden="true"></span>
            {text_of(found, words::looked_up)}
        </p>
    };
    let pairs = Look { lit: Some(lit(Lit::Value)), large: true, by_keys: true };
    (line.into_any(), term(own, ids, pairs), lit(as_what))
}

/// Shaw's offsets, tree distances and traversals.
fn look_up(own: Own, ids: &'static str, tables: &'static [&'static str]) -> AnyView {
    let first = tables.first().copied().unwrap_or_default();
    let (line, pairs, row) = looked_up(own, ids, first, Lit::Row);
    let strip = Look { lit: Some(row), large: true, by_keys: false };
    view! {
        {line}
        <div class="own-row wide">
            {pairs}
            {tables.iter().map(|name| term(own, name, strip)).collect_view()}
        </div>
    }
    .into_any()
}

/// T5's buckets of pairs, the bias of each, and the bias by offset, also beyond the sentence.
fn buckets(own: Own) -> AnyView {
    let (line, pairs, column) = looked_up(own, "bucket", "bias_table", Lit::Column);
    let far = RwSignal::new(false);
    let series = memo(move || {
        let (tokens, far) = (own.room.tokens.get().len(), far.get());
        own.read_or_none(|terms| charts::buckets(terms, tokens, far))
    });
    let offset = Signal::derive(move || own.pair.get().map(|(i, j)| j as f64 - i as f64));
    let label = view! { " "{texts::compare::t5_chart_far()} };
    view! {
        {line}
        <div class="own-row wide">
            <div class="own-column">
                <Chart name=texts::compare::t5_chart() series=series x_name=texts::compare::t5_chart_axis() lit=offset theme=own.room.theme />
                {check(label.into_any(), far.into(), move |chosen| far.set(chosen))}
                {term(own, "bias_table", Look { lit: Some(column), ..Look::default() })}
            </div>
            {pairs}
        </div>
    }
    .into_any()
}

/// RoPE's angle of every pair of dimensions between the two tokens, as hands of a clock, and what each pair gives to
/// the score.
fn angles(own: Own) -> AnyView {
    let turned = own.of_pair(|terms, pair| Some((pair, turns(terms, pair)?)));
    let clock = |(place, turn)| {
        let Clock { hand: (x, y), degrees, title, name, shares } = Clock::of(place, turn);
        view! {
            <li data-pair=place>
                <svg viewBox="-24 -24 48 48" role="img" aria-label=name>
                    <circle r="22" /><line class="start" x1="0" y1="0" x2="0" y2="-20" /><line class="hand" x1="0" y1="0" x2=x y2=y />
                </svg>
                <b>{degrees}"°"</b>
                <small>{title}</small>
                <small class="share">{shares}</small>
            </li>
        }
    };
    let clocks = move || {
        let (_, turns) = turned.get()?;
        let clocks = turns.into_iter().enumerate().map(clock).collect_view();
        Some(view! { <ol class="clocks">{clocks}</ol> })
    };
    view! { <p class="small-print">{text_of(turned, |(pair, turns)| words::turned(turns, *pair))}</p>{clocks} }
        .into_any()
}

/// From the query to the key, arc by arc.
fn tree_way(own: Own) -> AnyView {
    let tree = own.room.tree;
    let hops = own.of_pair(move |terms, pair| way_of_pair(terms, &tree.get(), pair));
    let word =
        move |word: Option<usize>| word.map_or_else(|| "ROOT".to_owned(), |word| own.token(word));
    let shown = move || {
        let (from, _) = own.pair.get()?;
        let steps = hops.get()?.into_iter().map(|hop| {
            let (arrow, how) = words::hop(hop.up);
            view! {
                <li class="own-hop"><span aria-hidden="true">{arrow}</span>" "<code>{hop.relation}</code><small>{how}</small></li>
                <li class="own-word"><bdi>{word(hop.to)}</bdi></li>
            }
        });
        let steps = steps.collect_view();
        Some(
            view! { <ol class="own-way"><li class="own-word"><bdi>{word(Some(from))}</bdi></li>{steps}</ol> },
        )
    };
    let says = text(move || {
        words::way_length(hops.get().map(|hops| hops.len()), tree.with(|tree| tree.words().len()))
    });
    view! { {shown}<p class="small-print">{says}</p> }.into_any()
}

/// A label with its colour; the text is beside it.
fn chip(own: Own, at: usize, label: String) -> impl IntoView {
    view! { <span class="label-chip" style:border-color=move || css(curve_style(at, own.room.theme.get()).colour, 1.0)>{label}</span> }
}

/// Labels under the tokens, weights by pairs of labels, and which head is the specialised one.
fn labels(own: Own) -> AnyView {
    let groups =
        memo(move || own.read(|terms| by_label_pair(terms.get("attn")?, terms.get("label_ids")?)));
    // The labels of query and key.
    let lit = memo(move || {
        let pair = own.pair.get()?;
        groups.with(|groups| groups.as_ref()?.of_pair(pair))
    });
    let tokens = move || {
        let groups = groups.get()?;
        let tokens = own.room.tokens.get();
        let shown = groups.of_tokens.iter().enumerate().map(|(token, &label)| {
            let mark = move || {
                let pair = own.pair.get();
                pair.map_or("", |(query, key)| words::mark(query == token, key == token))
            };
            let name = groups.labels.get(label).cloned().unwrap_or_default();
            view! {
                <li class:lit=move || !mark().is_empty()>
                    <bdi>{tokens.get(token).cloned().unwrap_or_default()}</bdi>
                    {chip(own, label, name)}
                    <small>{mark}</small>
                </li>
            }
        });
        Some(view! { <ol class="label-tokens">{shown.collect_view()}</ol> })
    };
    let heads = move || {
        let heads = own.read(words::heads_by_kind)?.into_iter();
        let heads = heads.map(|(said, is_special)| view! { <li class:lit=is_special>{said}</li> });
        Some(view! { <ul class="head-list">{heads.collect_view()}</ul> })
    };
    let table = move || {
        let groups = groups.get()?;
        let means = groups.rows(own.room.palette.get(), own.room.theme.get());
        let heads = groups.labels.iter().enumerate().map(|(at, label)| {
            view! { <th scope="col">{chip(own, at, label.clone())}</th> }
        });
        let rows = groups.labels.iter().zip(means).enumerate().map(|(row, (label, means))| {
            let cells = means.into_iter().enumerate().map(|(column, (mean, behind))| {
                view! { <td class:lit=move || lit.get() == Some((row, column)) style:background=css(behind, 1.0) style:color=ink_on(behind) title=format_exact(mean)>{format_short(mean)}</td> }
            });
            view! { <tr><th scope="row">{chip(own, row, label.clone())}</th>{cells.collect_view()}</tr> }
        });
        let all_alike = (groups.labels.len() == 1).then(texts::compare::labels_all_alike);
        Some(view! {
            <p class="small-print">{texts::compare::labels_mean()}" "{all_alike}</p>
            <div class="scroll" tabindex="0" role="region" aria-label=texts::compare::labels_mean_table(own.letter())>
                <table class="label-table">
                    <thead><tr><td></td>{heads.collect_view()}</tr></thead>
                    <tbody>{rows.collect_view()}</tbody>
                </table>
            </div>
        })
    };
    view! { {heads}{tokens}{table} }.into_any()
}

/// DiSAN: one feature or their mean, both directions with their masks, the gate, the weights of every token for the
/// sentence, and the sentence's vector.
fn features(own: Own) -> AnyView {
    let features = memo(move || own.read_or_none(|terms| terms.view.features));
    // What the pictures show, which comes a moment after what is chosen.
    let shown = memo(move || own.read(|terms| terms.view.feature));
    // Without a feature no column is lit. Those of the gate from sentence to vector stand behind the forward ones.
    let gate = |is_behind: bool| {
        let from = move || if is_behind { features.get() } else { 0 };
        let lit = Signal::derive(move || Lit::Column(shown.get().map(|feature| feature + from())));
        Look { lit: Some(lit), large: true, by_keys: false }
    };
    let pair = |direction: &'static str, names: [&'static str; 3], look: Look| {
        view! {
            <h4>{direction}</h4>
            <div class="own-row">
                {term(own, names[0], look)}
                {term(own, names[1], Look::default())}
                {term(own, names[2], gate(false))}
            </div>
        }
    };
    view! {
        <FeatureChoice features=features />
        {pair(texts::compare::disan_forward(), ["fw.P", "fw.logits", "fw.F"], BY_KEYS)}
        {pair(texts::compare::disan_backward(), ["bw.P", "bw.logits", "bw.F"], Look::default())}
        <h4>{texts::compare::disan_to_sentence()}</h4>
        <div class="own-row">
            {source_weights(own, shown)}
            {term(own, "st.P", gate(true))}
        </div>
        <div class="own-strip">{term(own, "sentence", BY_KEYS)}</div>
    }
    .into_any()
}

/// The mean over features, or one.
#[component]
fn FeatureChoice(features: Memo<usize>) -> impl IntoView {
    let room = use_room();
    let value = Signal::derive(move || room.choices(|choices| Some(choices.feature? as f64 + 1.0)));
    let most = move || features.get().max(1);
    let is_mean = flag(move || value.with(Option::is_none));
    let choose = move |number: f64| {
        let number = (number.max(1.0) as usize).min(untrack(most));
        room.choose(|choices| choices.feature = Some(number - 1));
    };
    let slide = move |event| event_target_value(&event).parse::<f64>().into_iter().for_each(choose);
    let choose_mean = move |()| room.choose(|choices| choices.feature = None);
    view! {
        <div class="feature-choice" role="group" aria-label=texts::compare::disan_choose()>
            <Toggle label=texts::compare::disan_mean() class="small" pressed=is_mean on_press=choose_mean />
            <label class="field inline">
                <span class="field-label">{text(move || texts::compare::disan_or_one(features.get()))}</span>
                <input
                    type="range"
                    min="1"
                    max=most
                    step="1"
                    aria-label=texts::compare::disan_feature()
                    prop:value=move || value.get().unwrap_or(1.0).to_string()
                    on:input=slide
                />
            </label>
            <span hidden=is_mean>
                <NumberField name=texts::compare::disan_feature_by_number() value=value range=(1.0, untrack(most) as f64) whole=true on_change=choose />
            </span>
        </div>
    }
}

/// How much each token counts in the sentence's vector, in both halves.
fn source_weights(own: Own, shown: Memo<Option<usize>>) -> impl IntoView {
    let bar = |(weight, share): (f64, f64), is_back: bool| {
        let width = format!("{}%", 100.0 * share);
        view! { <td><span class="bar" class:back=is_back style:width=width></span><small title=format_exact(weight)>{format_short(weight)}</small></td> }
    };
    let rows = move || {
        let rows = own.read(curves::source_weights)?.into_iter().enumerate();
        let rows = rows.map(|(token, [forward, backward])| {
            view! { <tr><th scope="row"><bdi>{own.token(token)}</bdi></th>{bar(forward, false)}{bar(backward, true)}</tr> }
        });
        Some(rows.collect_view())
    };
    let caption = move || rich(words::weights_of(shown.get()));
    view! {
        <table class="source-weights">
            <caption>{part(caption)}</caption>
            <thead><tr><td></td><th scope="col">{texts::compare::disan_forward_half()}</th><th scope="col">{texts::compare::disan_backward_half()}</th></tr></thead>
            <tbody>{rows}</tbody>
        </table>
    }
}
