//! A method in its own terms: the score of the pair under the cursor as an equation, the intermediates
//! that make it up, and a list of all of them; of A and of B, side by side. Which panels a method has is
//! `nearfar_compare::drawings`'.

mod drawings;
mod picture;

use leptos::prelude::*;
use nearfar::picture::palette::{Ink, Rgb, method_colours, readable_on};
use nearfar_compare::drawings::{Entry, drawings_of};
use nearfar_compare::pointing::{Pair, Remembered, cursor_at, shown_pair, strongest_pair};
use nearfar_compare::protocol::{Cell, MethodView};
use nearfar_compare::room::Room as Has;
use nearfar_compare::scripts::{Level, scripts};
use nearfar_compare::terms::{Shared, TermsOf};
use nearfar_compare::words::terms::{Names, about, title};

use super::methods::MethodOf;
use super::state::CompareState;
use super::tools::HeadsMenu;
use super::{StandIn, text_of, use_room};
use crate::explain::Formula;
use crate::reactive::{effect, memo, text};
use drawings::{EquationSection, drawing};
use picture::EveryTerm;

/// A and B, each in its own terms, side by side.
#[component]
pub fn OwnTerms() -> impl IntoView {
    let room = use_room();
    let of_tree = Signal::derive(move || room.with(Has::sides_of_tree));
    // Both show the same pair where nobody points: query and key of A's strongest weight.
    let example = memo(move || strongest_pair(room.terms[0].get()?.of()));
    view! {
        <section class="panel" data-panel="terms" aria-labelledby="compare-own-title">
            <header class="compare-bar">
                <h2 id="compare-own-title">{texts::compare::terms()}</h2>
                <div class="compare-tools"><HeadsMenu /></div>
            </header>
            <StandIn count=of_tree />
            <div class="own-pair">
                <Side side=0 example=example />
                <Side side=1 example=example />
            </div>
        </section>
    }
}

/// A (0) or B (1) in its own terms.
#[component]
fn Side(side: usize, example: Memo<Option<Cell>>) -> impl IntoView {
    let room = use_room();
    let method = memo(move || room.with(|has| has.side(side).cloned()));
    let of_method = |read: fn(&MethodView) -> String| text_of(method, read);
    let own = Own::new(room, side, example);
    let is_there = move || own.terms.with(Option::is_some);
    // Panels stay as long as the method has the same ones: a slider in one of them is not taken away
    // while it moves.
    let drawings = memo(move || own.read_or_none(drawings_of));
    let panel = move |entry: &Entry| {
        view! {
            <section class="own-panel" data-drawing=entry.panel>
                <h3>{title(entry.panel)}</h3>
                <p class="muted small-print">{about(entry.panel)}</p>
                {drawing(own, entry.drawing)}
            </section>
        }
    };
    let panels = move |from: usize, most: usize| {
        drawings.get().into_iter().skip(from).take(most).map(panel).collect_view()
    };
    view! {
        <div class=["own-side a", "own-side b"][side]>
            <h3><MethodOf at=side /></h3>
            <p class="compare-formula">
                <Formula line=of_method(|method| method.facts.formula.clone()) />
                " "
                <span class="muted">{of_method(|method| format!("{}, {}", method.facts.paper, method.facts.equation))}</span>
            </p>
            <div class="own-terms" data-method=text(move || own.read_or_none(|terms| terms.view.name.clone()))>
                <p class="muted" hidden=is_there>{text(move || room.with(|has| has.no_terms(side)))}</p>
                // What distance does comes before the sums.
                <Show when=is_there>
                    {move || panels(0, 1)}
                    <EquationSection own=own />
                    {move || panels(1, usize::MAX)}
                    <EveryTerm own=own />
                </Show>
            </div>
        </div>
    }
}

/// What all panels of a method share.
#[derive(Clone, Copy)]
struct Own {
    room: CompareState,
    /// Whether it is A (0) or B (1).
    side: usize,
    /// Its intermediates; `None` while they come.
    terms: Memo<Option<Shared>>,
    /// A column of the memory, for as long as the room's cursor, which knows only the sentence, is where
    /// a picture of these put it.
    remembered: RwSignal<Remembered>,
    /// Query and column, the memory's first: the cursor's or an example.
    pair: Memo<Option<Pair>>,
}

impl Own {
    /// `example` are query and key that are shown where nobody points.
    fn new(room: CompareState, side: usize, example: Memo<Option<Cell>>) -> Own {
        let terms = room.terms[side];
        let (cursor, remembered) = (room.cursor, RwSignal::new(Remembered::None));
        let pair = memo(move || {
            terms.with(|terms| {
                let terms = terms.as_ref()?;
                shown_pair(terms.of(), cursor.get(), remembered.get(), example.get())
            })
        });
        // The cursor was set by another picture of the room, which knows nothing of the memory.
        effect(move || {
            let (at, known) = (cursor.get(), remembered.get_untracked());
            if known.is_some_and(|(known, _)| Some(known) != at) {
                remembered.set(None);
            }
        });
        Own { room, side, terms, remembered, pair }
    }

    /// Something of the intermediates; `None` while there are none.
    fn read<R>(self, read: impl FnOnce(TermsOf) -> Option<R>) -> Option<R> {
        self.terms.with(|terms| read(terms.as_ref()?.of()))
    }

    /// The same of what is never missing.
    fn read_or_none<R: Default>(self, read: impl FnOnce(TermsOf) -> R) -> R {
        self.read(|terms| Some(read(terms))).unwrap_or_default()
    }

    /// What follows from the intermediates for the pair that is shown.
    fn of_pair<R: PartialEq + Send + Sync + 'static>(
        self,
        read: impl Fn(TermsOf, Pair) -> Option<R> + Send + Sync + 'static,
    ) -> Memo<Option<R>> {
        memo(move || {
            let pair = self.pair.get()?;
            self.read(|terms| read(terms, pair))
        })
    }

    /// M.
    fn memory(self) -> usize {
        self.read_or_none(|terms| terms.view.memory)
    }

    /// Moves the cursor to a query and a column, the memory's first, or points at nothing.
    fn point(self, pair: Option<Pair>) {
        let at = pair.map(|pair| cursor_at(pair, untrack(|| self.memory())));
        self.room.cursor.set(at.map(|(cell, _)| cell));
        self.remembered.set(at.and_then(|(_, remembered)| remembered));
    }

    /// Locks the cursor to a query and a column, where that is of the sentence.
    fn choose(self, pair: Pair) {
        if let (cell, None) = cursor_at(pair, untrack(|| self.memory())) {
            self.room.toggle_cursor(cell);
        }
    }

    /// `A` or `B`.
    fn letter(self) -> &'static str {
        ["A", "B"][self.side]
    }

    /// Its colour.
    fn accent(self) -> Rgb {
        method_colours(self.room.theme.get())[self.side]
    }

    /// What rows and columns are called.
    fn names<R>(self, read: impl FnOnce(Names) -> R) -> R {
        let memory = self.memory();
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
