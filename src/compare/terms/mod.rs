//! A method in its own terms: the score of the pair under the cursor as an equation, the intermediates
//! that make it up, and a list of all of them. Which panels a method has is `nearfar_compare::drawings`'.

mod disan;
mod equation;
mod every;
mod labels;
mod lookup;
mod offsets;
mod picture;
mod rope;

use std::sync::Arc;

use leptos::prelude::*;
use nearfar::picture::palette::{Ink, Rgb, readable_on};
use nearfar_compare::drawings::{Drawing, drawings_of};
use nearfar_compare::pointing::{Pair, Remembered, cursor_at, shown_pair};
use nearfar_compare::protocol::Cell;
use nearfar_compare::scripts::{Level, scripts};
use nearfar_compare::terms::{Terms, TermsOf};
use nearfar_compare::words::terms::{Names, about, head, title};

use super::state::CompareState;
use super::use_room;
use crate::reactive::{effect, memo, text};
use disan::FeatureSection;
use equation::EquationSection;
use every::EveryTerm;
use labels::{LabelSection, TreeWaySection};
use lookup::{BucketSection, LookUpSection};
use offsets::{CoefficientSection, DirectionSection, SlopeSection};
use picture::{MatrixRow, ShiftSection};
use rope::AngleSection;

/// What all panels of a method share.
#[derive(Clone, Copy)]
struct Own {
    room: CompareState,
    /// Whether it is A (0) or B (1).
    side: usize,
    terms: Signal<Option<Arc<Terms>>>,
    /// A column of the memory, for as long as the room's cursor, which knows only the sentence, is where
    /// a picture of these put it.
    remembered: RwSignal<Remembered>,
    /// Query and column, the memory's first: the cursor's or an example.
    pair: Memo<Option<Pair>>,
}

impl Own {
    /// Something of the intermediates; `None` while there are none.
    fn read<R>(self, read: impl FnOnce(TermsOf) -> Option<R>) -> Option<R> {
        self.terms.with(|terms| read(terms.as_ref()?.of()))
    }

    /// M, without following it.
    fn memory_now(self) -> usize {
        self.terms.with_untracked(|terms| terms.as_ref().map_or(0, |terms| terms.view.memory))
    }

    /// Moves the cursor to a query and a column, the memory's first.
    fn point(self, pair: Pair) {
        let (at, remembered) = cursor_at(pair, self.memory_now());
        self.room.cursor.set(Some(at));
        self.remembered.set(remembered);
    }

    /// Points at nothing.
    fn leave(self) {
        self.room.cursor.set(None);
        self.remembered.set(None);
    }

    /// Locks the cursor to a query and a column, where that is of the sentence.
    fn choose(self, pair: Pair) {
        if let (cell, None) = cursor_at(pair, self.memory_now()) {
            self.room.toggle_cursor(cell);
        }
    }

    /// How far the pair is apart.
    fn distance(self) -> Signal<Option<f64>> {
        Signal::derive(move || {
            let (query, column) = self.pair.get()?;
            let memory = self.read(|terms| Some(terms.view.memory))?;
            Some((query + memory).abs_diff(column) as f64)
        })
    }

    /// `A` or `B`.
    fn letter(self) -> &'static str {
        ["A", "B"][self.side]
    }

    /// What rows and columns are called.
    fn names<R>(self, read: impl FnOnce(Names) -> R) -> R {
        let memory = self.read(|terms| Some(terms.view.memory)).unwrap_or(0);
        self.room.tokens.with(|tokens| read(Names { tokens, memory }))
    }

    /// A token's text and place, from 1.
    fn token(self, token: usize) -> String {
        self.names(|names| names.token(token))
    }
}

/// Black or white, whichever is read on a colour.
fn ink_on(behind: Rgb) -> &'static str {
    if readable_on(behind) == Ink::Black { "#000" } else { "#fff" }
}

/// The chosen method in its own terms.
#[component]
pub fn OwnTerms(
    /// Whether it is A (0) or B (1).
    side: usize,
    /// Its intermediates; `None` while they come.
    #[prop(into)]
    view: Signal<Option<Arc<Terms>>>,
    /// What is said while they are not there.
    missing: Signal<String>,
    /// Query and key that are shown where nobody points.
    example: Memo<Option<Cell>>,
) -> impl IntoView {
    let room = use_room();
    let (cursor, remembered) = (room.cursor, RwSignal::new(None));
    let pair = memo(move || {
        view.with(|terms| {
            let terms = terms.as_ref()?;
            shown_pair(terms.of(), cursor.get(), remembered.get(), example.get())
        })
    });
    // The cursor was set by another picture of the room, which knows nothing of the memory.
    effect(move || {
        let at = cursor.get();
        if remembered.with_untracked(|known| known.is_some_and(|(known, _)| Some(known) != at)) {
            remembered.set(None);
        }
    });
    let own = Own { room, side, terms: view, remembered, pair };
    // Panels stay as long as the method has the same ones: a slider in one of them is not taken away
    // while it moves.
    let drawings = memo(move || own.read(|terms| Some(drawings_of(terms))).unwrap_or_default());
    let is_there = memo(move || view.with(Option::is_some));
    let name = text(move || own.read(|terms| Some(head(terms))).unwrap_or_default());
    let method = text(move || own.read(|terms| Some(terms.view.name.clone())).unwrap_or_default());
    // What distance does comes before the sums.
    let shown = move |are_first: bool| {
        let entries = drawings.get().into_iter().enumerate();
        let entries = entries.filter(|(place, _)| (*place == 0) == are_first);
        entries
            .map(|(_, entry)| {
                view! {
                    <section class="own-panel" data-drawing=entry.panel>
                        <h3>{title(entry.panel)}</h3>
                        <p class="muted small-print">{about(entry.panel)}</p>
                        {drawing(own, entry.drawing)}
                    </section>
                }
            })
            .collect_view()
    };
    view! {
        <div class="own-terms" data-method=method>
            <p class="muted" hidden=move || is_there.get()>{missing}</p>
            <Show when=move || is_there.get()>
                {move || shown(true)}
                <EquationSection own=own name=name />
                {move || shown(false)}
                <EveryTerm own=own />
            </Show>
        </div>
    }
}

/// The title of a term, its subscripts and superscripts set.
fn set_title(title: &str) -> AnyView {
    let part = |(level, part): (Level, &str)| {
        let part = part.to_owned();
        match level {
            Level::Line => part.into_any(),
            Level::Sub => view! { <sub>{part}</sub> }.into_any(),
            Level::Super => view! { <sup>{part}</sup> }.into_any(),
        }
    };
    scripts(title).into_iter().map(part).collect_view().into_any()
}

fn drawing(own: Own, drawing: Drawing) -> AnyView {
    match drawing {
        Drawing::Matrices(matrices) => view! { <MatrixRow own=own matrices=matrices /> }.into_any(),
        Drawing::LookUp { ids, tables } => {
            view! { <LookUpSection own=own ids=ids tables=tables /> }.into_any()
        }
        Drawing::Shift => view! { <ShiftSection own=own /> }.into_any(),
        Drawing::Direction { of, alone, table } => {
            view! { <DirectionSection own=own of=of alone=alone table=table /> }.into_any()
        }
        Drawing::Coefficients => view! { <CoefficientSection own=own /> }.into_any(),
        Drawing::Slopes => view! { <SlopeSection own=own /> }.into_any(),
        Drawing::Buckets => view! { <BucketSection own=own /> }.into_any(),
        Drawing::TreeWay => view! { <TreeWaySection own=own /> }.into_any(),
        Drawing::Labels => view! { <LabelSection own=own /> }.into_any(),
        Drawing::Features => view! { <FeatureSection own=own /> }.into_any(),
        Drawing::Angles => view! { <AngleSection own=own /> }.into_any(),
    }
}
