//! RoPE: the angle of every pair of dimensions between the two tokens, as hands of a clock, and what each
//! pair gives to the score.

use leptos::prelude::*;
use nearfar::picture::format_short;
use nearfar_compare::curves::turns;

use super::Own;
use crate::reactive::{memo, text};

/// The clocks.
#[component]
pub fn AngleSection(own: Own) -> impl IntoView {
    let turned = memo(move || {
        let pair = own.pair.get()?;
        own.read(|terms| turns(terms, pair))
    });
    let clocks = move || {
        let clocks = turned.get()?.into_iter().enumerate().map(|(pair, turn)| {
            let left = turn.left();
            let (x, y) = (20.0 * left.sin(), -20.0 * left.cos());
            let degrees = format_short(left.to_degrees());
            let shares = format!("{} → {}", format_short(turn.before), format_short(turn.after));
            let (one, other) = (2 * pair + 1, 2 * pair + 2);
            let name = texts::compare::rope_clock_name(one, other, &degrees);
            view! {
                <li data-pair=pair>
                    <svg viewBox="-24 -24 48 48" role="img" aria-label=name>
                        <circle r="22" /><line class="start" x1="0" y1="0" x2="0" y2="-20" /><line class="hand" x1="0" y1="0" x2=x y2=y />
                    </svg>
                    <b>{degrees}"°"</b>
                    <small>{texts::compare::rope_clock(one, other)}</small>
                    <small class="share">{shares}</small>
                </li>
            }
        });
        Some(view! { <ol class="clocks">{clocks.collect_view()}</ol> })
    };
    let says = text(move || {
        let Some(turns) = turned.get() else { return String::new() };
        let before: f64 = turns.iter().map(|turn| turn.before).sum();
        let after: f64 = turns.iter().map(|turn| turn.after).sum();
        let of_offset = own.pair.get().map(|(i, j)| j as i64 - i as i64).unwrap_or_default();
        texts::compare::rope_how(
            of_offset.to_string().replace('-', "\u{2212}"),
            format_short(before),
            format_short(after),
        )
    });
    view! { <p class="small-print">{says}</p>{clocks} }
}
