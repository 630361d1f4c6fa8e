//! A and B large, and their signed difference.

use std::sync::Arc;

use leptos::prelude::*;
use nearfar::picture::palette::Palette;
use nearfar::picture::scale::{Scale, format_number};

use super::desk::{Cell, Desk};
use super::matrix::{Drawn, LabelledMatrix};
use super::use_desk;
use crate::reactive::{memo, text};

/// What one of the three shows.
#[derive(Clone, Copy, PartialEq)]
enum Which {
    One(usize),
    Difference,
}

/// The three.
#[component]
pub fn Pair() -> impl IntoView {
    view! {
        <div class="compare-pair">
            <Large which=Which::One(0) />
            <Large which=Which::One(1) />
            <Large which=Which::Difference />
        </div>
    }
}

#[component]
fn Large(which: Which) -> impl IntoView {
    let desk = use_desk();
    let places = [desk.place(0), desk.place(1)];
    let title = move |at: usize| {
        let place = places[at].get();
        desk.methods.with(|methods| {
            place
                .and_then(|place| methods.get(place))
                .map(|method| format!("{}: {}", ["A", "B"][at], method.facts.title))
        })
    };
    let title = text(move || match which {
        Which::One(at) => title(at).unwrap_or_default(),
        Which::Difference => "A − B".to_owned(),
    });
    let drawn = memo(move || {
        let tokens = desk.begun.with(|begun| Arc::new(begun.tokens.clone()));
        let of = |at: usize| {
            let place = places[at].get()?;
            let weights = desk.weights(place);
            let memory =
                desk.methods.with(|methods| methods.get(place).map(|method| method.memory))?;
            let is_whole = weights.len() == tokens.len() * (memory + tokens.len());
            (is_whole && !tokens.is_empty()).then_some((weights, memory))
        };
        let (values, columns, scale, palette) = match which {
            Which::One(at) => {
                let (weights, memory) = of(at)?;
                let remembered = desk.begun.with(|begun| begun.memory.clone());
                let remembered = remembered.into_iter().take(memory);
                let remembered = remembered.map(|word| format!("memory: {word}"));
                let columns: Vec<String> = remembered.chain(tokens.iter().cloned()).collect();
                let own = desk.choices.with(|choices| choices.own_range);
                let scale = if own { Scale::from_zero_of(&weights) } else { desk.common_scale() };
                (weights, Arc::new(columns), scale, desk.palette.get())
            }
            Which::Difference => {
                let ((a, of_a), (b, of_b)) = (of(0)?, of(1)?);
                let n = tokens.len();
                let own = |weights: &[f32], memory: usize| -> Vec<f32> {
                    let rows = weights.chunks_exact(memory + n);
                    rows.flat_map(|row| row[memory..].iter().copied()).collect()
                };
                let (a, b) = (own(&a, of_a), own(&b, of_b));
                let difference: Vec<f32> = a.iter().zip(&b).map(|(a, b)| a - b).collect();
                let scale = Scale::diverging_of(&difference, 0.0);
                (Arc::new(difference), tokens.clone(), scale, Palette::Difference)
            }
        };
        Some(Drawn { rows: tokens, columns, values, scale, palette })
    });
    // The columns of an earlier segment stand before the sentence's own.
    let shift = memo(move || {
        drawn.with(|drawn| drawn.as_ref().map_or(0, |drawn| drawn.columns.len() - drawn.rows.len()))
    });
    let cursor = desk.at();
    let value = memo(move || {
        let (i, j) = cursor.get()?;
        drawn.with(|drawn| {
            let drawn = drawn.as_ref()?;
            drawn.values.get(i * drawn.columns.len() + shift.get() + j).copied()
        })
    });
    let said = text(move || match cursor.get().zip(value.get()) {
        Some((cell, value)) => {
            format!("{}: {}", desk.pair_of(cell), format_number(f64::from(value)))
        }
        None => "Point at a cell".to_owned(),
    });
    let accent = match which {
        Which::One(0) => "a",
        Which::One(_) => "b",
        Which::Difference => "difference",
    };
    let point = move |cell: Option<Cell>| {
        let shift = shift.get_untracked();
        desk.point(cell.and_then(|(i, j)| Some((i, j.checked_sub(shift)?))));
    };
    let choose = move |(i, j): Cell| {
        if let Some(j) = j.checked_sub(shift.get_untracked()) {
            desk.toggle_cursor((i, j));
        }
    };
    view! {
        <figure class=format!("matrix {accent}")>
            <figcaption class="matrix-head"><span class="matrix-title">{title}</span></figcaption>
            <LabelledMatrix
                drawn=drawn
                theme=desk.theme
                label=text(move || format!("{}: {}", title.get(), said.get()))
                unit=if which == Which::Difference { "difference of weights" } else { "attention weight" }
                cursor=Signal::derive(move || cursor.get().map(|(i, j)| (i, j + shift.get())))
                on_point=point
                on_choose=choose
            />
            <p class="compare-said">{said}</p>
        </figure>
    }
}

impl Desk {
    /// The divergence of A and B in words: of the row under the cursor, or of all.
    pub fn apart(self) -> Signal<String> {
        let (a, b, cursor) = (self.place(0), self.place(1), self.at());
        text(move || {
            let Some((a, b)) = a.get().zip(b.get()) else { return String::new() };
            let row = cursor.get().map(|(i, _)| i);
            let of = |row| self.divergences.with(|found| found.between(a, b, row));
            let Some(mean) = of(None) else { return String::new() };
            let mean = format!("A and B are {} nats apart in the mean", format_number(mean));
            match row.and_then(|row| Some((row, of(Some(row))?))) {
                Some((row, found)) => {
                    let word = self.begun.with(|begun| begun.tokens.get(row).cloned());
                    let word = word.unwrap_or_default();
                    format!("{mean}, {} in the row of “{word}”.", format_number(found))
                }
                None => format!(
                    "{mean} (Jensen-Shannon divergence: 0 is the same, 0.693 shares no key)."
                ),
            }
        })
    }
}
