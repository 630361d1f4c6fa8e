//! Syntax in words: the way through the tree between two tokens, and the labels that guide a specialised
//! head with its weights by pairs of labels.

use leptos::prelude::*;
use nearfar::picture::curve::curve_style;
use nearfar::picture::{format_exact, format_short};
use nearfar_compare::curves::{by_label_pair, way};
use nearfar_compare::words::terms as say;

use super::{Own, ink_on};
use crate::canvas::css;
use crate::reactive::{memo, text};

/// From the query to the key, arc by arc.
pub fn tree_way(own: Own) -> AnyView {
    let words = memo(move || own.room.tree.with(|tree| tree.words().len()));
    let hops = memo(move || {
        let (from, to) = own.pair.get()?;
        let tokens = own.read(|terms| Some(terms.weights()?.term.rows))?;
        // Another tree than what was computed: a new one, or one that was left out.
        (words.get() == tokens).then(|| own.room.tree.with(|tree| way(tree, from, to)))
    });
    let word = move |word: Option<usize>| match word {
        Some(word) => own.token(word),
        None => "ROOT".to_owned(),
    };
    let shown = move || {
        let (from, _) = own.pair.get()?;
        let steps = hops.get()?.into_iter().map(|hop| {
            let (arrow, how) = say::hop(hop.up);
            view! {
                <li class="own-hop"><span aria-hidden="true">{arrow}</span>" "<code>{hop.relation}</code><small>{how}</small></li>
                <li class="own-word"><bdi>{word(hop.to)}</bdi></li>
            }
        });
        Some(
            view! { <ol class="own-way"><li class="own-word"><bdi>{word(Some(from))}</bdi></li>{steps.collect_view()}</ol> },
        )
    };
    let says = text(move || say::way_length(hops.get().map(|hops| hops.len()), words.get()));
    view! { {shown}<p class="small-print">{says}</p> }.into_any()
}

/// A label with its colour; the text is beside it.
fn chip(own: Own, at: usize, label: String) -> impl IntoView {
    view! { <span class="label-chip" style:border-color=move || css(curve_style(at, own.room.theme.get()).colour, 1.0)>{label}</span> }
}

/// Labels under the tokens, weights by pairs of labels, and which head is the specialised one.
pub fn labels(own: Own) -> AnyView {
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
            let is = move |query: bool| {
                own.pair.get().is_some_and(|pair| (if query { pair.0 } else { pair.1 }) == token)
            };
            let name = groups.labels.get(label).cloned().unwrap_or_default();
            view! {
                <li class:lit=move || is(true) || is(false)>
                    <bdi>{tokens.get(token).cloned().unwrap_or_default()}</bdi>
                    {chip(own, label, name)}
                    <small>{move || say::mark(is(true), is(false))}</small>
                </li>
            }
        });
        Some(view! { <ol class="label-tokens">{shown.collect_view()}</ol> })
    };
    let heads = move || {
        let heads = own.read(say::heads_by_kind)?.into_iter();
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
