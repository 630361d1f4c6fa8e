//! Syntax in words: the way through the tree between two tokens, and the labels that guide a specialised
//! head with its weights by pairs of labels.

use leptos::prelude::*;
use nearfar::picture::curve::curve_style;
use nearfar::picture::scale::Scale;
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
            let (arrow, how) = match hop.up {
                true => ("↑", texts::compare::tree_way_up()),
                false => ("↓", texts::compare::tree_way_down()),
            };
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
        let (query, key) = own.pair.get()?;
        groups.with(|groups| {
            let labels = &groups.as_ref()?.of_tokens;
            Some((*labels.get(query)?, *labels.get(key)?))
        })
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
        let count = groups.labels.len();
        let narrow: Vec<f32> = groups.means.iter().map(|&x| x as f32).collect();
        let scale = Scale::from_zero_of(&narrow);
        let colours = own.room.palette.get().table(own.room.theme.get());
        let heads = groups.labels.iter().enumerate().map(|(at, label)| {
            view! { <th scope="col">{chip(own, at, label.clone())}</th> }
        });
        let rows = groups.labels.iter().enumerate().map(|(row, label)| {
            let cells = groups.means.iter().skip(row * count).take(count).enumerate();
            let cells = cells.map(|(column, &mean)| {
                let behind = colours.colour(scale.position(mean));
                view! { <td class:lit=move || lit.get() == Some((row, column)) style:background=css(behind, 1.0) style:color=ink_on(behind) title=format_exact(mean)>{format_short(mean)}</td> }
            });
            view! { <tr><th scope="row">{chip(own, row, label.clone())}</th>{cells.collect_view()}</tr> }
        });
        let all_alike = (count == 1).then(texts::compare::labels_all_alike);
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
