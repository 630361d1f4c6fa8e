//! A and B large, and their signed difference, in a row; where there is no room for it, small ones at the foot of
//! the screen.

use std::sync::Arc;

use leptos::html;
use leptos::prelude::*;
use nearfar::picture::palette::Palette;
use nearfar::picture::scale::Scale;
use nearfar::picture::{Drawn, format_exact, format_short};
use nearfar_compare::choices;
use nearfar_compare::grid::{self, is_distance_aware, own_columns};
use nearfar_compare::protocol::{Cell, MethodView, Shown};
use nearfar_compare::words::around;
use texts::Rich;

use super::model::label_of;
use super::state::CompareState;
use super::use_room;
use super::words::Nats;
use crate::canvas::labelled::Room;
use crate::explain::Exact;
use crate::export::saving;
use crate::matrix::{
    Form, Handed, Key, MatrixPicture, Picture, Source, Zooms, colours_of, paint_small,
};
use crate::reactive::{memo, text};

/// What one of the three shows.
#[derive(Clone, Copy, PartialEq)]
enum Which {
    One(usize),
    Difference,
}

impl Which {
    const ALL: [Which; 3] = [Which::One(0), Which::One(1), Which::Difference];

    fn accent(self) -> &'static str {
        match self {
            Which::One(0) => "a",
            Which::One(_) => "b",
            Which::Difference => "difference",
        }
    }
}

/// One of the three: what is drawn, and what it is called.
#[derive(Clone, Copy)]
struct Drawing {
    which: Which,
    drawn: Handed,
    /// In full.
    title: Signal<String>,
    /// What the method does with distance, or what the difference can be laid to, in a line.
    idea: Signal<String>,
    /// In a word or two.
    short: Signal<String>,
}

/// The three.
#[derive(Clone, Copy)]
pub struct Drawings([Drawing; 3]);

impl Drawings {
    /// Of what is A and B.
    pub fn new(room: CompareState) -> Drawings {
        let places = [room.place(0), room.place(1)];
        Drawings(Which::ALL.map(|which| {
            let name = move |full: bool| {
                text(move || {
                    let Which::One(at) = which else { return "A − B".to_owned() };
                    let place = places[at].get();
                    let method = room.method_at(place);
                    let title = method.map(|method| room.title_of(&method, full));
                    title.map(|title| format!("{}: {title}", ["A", "B"][at])).unwrap_or_default()
                })
            };
            let idea = text(move || {
                let Which::One(at) = which else { return room.idea_of_difference().to_owned() };
                let place = places[at].get();
                room.methods
                    .with(|methods| room.idea_of(place.and_then(|place| methods.get(place))))
            });
            let (title, short) = (name(true), name(false));
            Drawing { which, drawn: drawn(room, which), title, idea, short }
        }))
    }
}

fn drawn(room: CompareState, which: Which) -> Handed {
    let places = [room.place(0), room.place(1)];
    let drawn = memo(move || {
        let tokens = room.begun.with(|begun| Arc::new(begun.tokens.clone()));
        let of = |at: usize| {
            let place = places[at].get()?;
            let weights = room.weights(place);
            let memory =
                room.methods.with(|methods| methods.get(place).map(|method| method.memory))?;
            let is_whole = weights.len() == tokens.len() * (memory + tokens.len());
            (is_whole && !tokens.is_empty()).then_some((weights, memory))
        };
        let (values, columns, scale, palette) = match which {
            Which::One(at) => {
                let (weights, memory) = of(at)?;
                let remembered = room.begun.with(|begun| begun.memory.clone());
                let remembered = remembered.into_iter().take(memory);
                let remembered = remembered.map(texts::compare::pair_memory);
                let columns: Vec<String> = remembered.chain(tokens.iter().cloned()).collect();
                let scale = room.scale_of(places[at].get()?);
                (weights, Arc::new(columns), scale, room.palette.get())
            }
            Which::Difference => {
                let ((a, of_a), (b, of_b)) = (of(0)?, of(1)?);
                let own = |weights: &[f32], memory| own_columns(weights, memory, tokens.len());
                let (a, b) = (own(&a, of_a), own(&b, of_b));
                let difference: Vec<f32> = a.iter().zip(&b).map(|(a, b)| a - b).collect();
                let scale = Scale::difference_of(&difference);
                (Arc::new(difference), tokens.clone(), scale, Palette::Difference)
            }
        };
        Some(Arc::new(Drawn::new(tokens, columns, values, scale, palette)))
    });
    drawn.into()
}

/// The three, large.
#[component]
pub fn Pair(drawings: Drawings, pictures: NodeRef<html::Div>) -> impl IntoView {
    view! {
        <section class="panel compare-against" data-panel="pair" aria-labelledby="compare-pair-title">
            <h2 id="compare-pair-title">{texts::compare::pair()}</h2>
            <ApartLine />
            <div class="compare-pair" node_ref=pictures>
                {drawings.0.map(|drawing| view! { <Large drawing=drawing /> }).into_iter().collect_view()}
            </div>
        </section>
    }
}

/// The three, small, in sight while methods are chosen: always where there is little room, else where the large ones
/// are out of sight.
#[component]
pub fn PairDock(drawings: Drawings, is_needed: ReadSignal<bool>) -> impl IntoView {
    let room = use_room();
    let small = |drawing: Drawing| {
        let Drawing { which, drawn, short, .. } = drawing;
        let canvas = NodeRef::<html::Canvas>::new();
        paint_small(canvas, drawn, room.theme.into());
        let caption = match which {
            Which::One(at) => view! { <MethodOf at=at title=short is_short=true /> }.into_any(),
            Which::Difference => short.into_any(),
        };
        view! {
            <figure class=which.accent()>
                <canvas node_ref=canvas role="img" aria-label=short></canvas>
                <figcaption>{caption}</figcaption>
            </figure>
        }
    };
    view! {
        <aside class="compare-dock" class:needed=is_needed data-panel="pair" aria-label=texts::compare::pair_dock()>
            {drawings.0.map(small).into_iter().collect_view()}
            <ApartLine />
        </aside>
    }
}

/// How far A and B are apart, in a line.
#[component]
fn ApartLine() -> impl IntoView {
    let room = use_room();
    let [line, exact] = [format_short, format_exact].map(|write| room.apart(write));
    let part = move |of: Memo<Rich>, at: usize| text(move || of.with(|of| around(of)[at].clone()));
    view! {
        <p class="muted compare-apart-line">
            <span aria-live="polite" title=part(exact, 0)>{part(line, 0)}</span>
            <Nats />
            {part(line, 1)}
        </p>
    }
}

#[component]
fn Large(drawing: Drawing) -> impl IntoView {
    let room = use_room();
    let Drawing { which, drawn, title, idea, .. } = drawing;
    // The columns of an earlier segment stand before the sentence's own.
    let shift = memo(move || {
        drawn.with(|drawn| drawn.as_ref().map_or(0, |drawn| drawn.shape[1] - drawn.shape[0]))
    });
    let cursor = room.at();
    let value = memo(move || {
        let (i, j) = cursor.get()?;
        drawn.with(|drawn| drawn.as_ref()?.value_at((i, shift.get() + j)).map(f64::from))
    });
    let of_what = text(move || match cursor.get().filter(|_| value.get().is_some()) {
        Some(cell) => format!("{}: ", room.pair_of(cell)),
        // Once is enough.
        None if which == Which::One(0) => texts::compare::pair_point().to_owned(),
        None => String::new(),
    });
    let said = text(move || {
        format!("{}{}", of_what.get(), value.get().map(format_short).unwrap_or_default())
    });
    let point = move |cell: Option<Cell>| {
        let shift = shift.get_untracked();
        room.point(cell.and_then(|(i, j)| Some((i, j.checked_sub(shift)?))));
    };
    let choose = move |(i, j): Cell| {
        if let Some(j) = j.checked_sub(shift.get_untracked()) {
            room.toggle_cursor((i, j));
        }
    };
    let label = text(move || format!("{}: {}", title.get(), said.get()));
    let at = Signal::derive(move || cursor.get().map(|(i, j)| (i, j + shift.get())));
    let unit = match which {
        Which::Difference => texts::compare::pair_difference(),
        Which::One(_) => texts::common::attention_weight(),
    };
    let (palette, scale) = colours_of(drawn);
    let theme = room.theme.into();
    let source = Source::labelled(drawn, theme, Room::TITLES);
    let form = Form::Labelled { axes: false };
    // A picture that is saved has no other two beside it.
    let saved_title = move || match which {
        Which::One(_) => title.get(),
        Which::Difference => {
            let [a, b] = [0, 1].map(|at| {
                let method = room.method_at(room.place_now(at));
                method.map(|method| room.title_of(&method, true)).unwrap_or_default()
            });
            texts::compare::pair_minus(a, b)
        }
    };
    let key = Key { palette, scale, unit: Signal::stored(unit.to_owned()) };
    let picture = Picture {
        on_choose: Some(Callback::new(choose)),
        skipped: shift.into(),
        zoom: Zooms::View(RwSignal::new(None)),
        export: Some(saving(source, key, saved_title, move || room.made_of(which))),
        key: Some(key),
        ..Picture::new(source, form, theme, label, at, Callback::new(point))
    };
    let head = match which {
        Which::One(at) => view! { <MethodOf at=at title=title /> }.into_any(),
        Which::Difference => {
            view! { <span class="matrix-title" title=title>{title}</span> }.into_any()
        }
    };
    view! {
        <figure class=format!("matrix {}", which.accent())>
            <figcaption class="matrix-head">{head}</figcaption>
            <p class="compare-idea">{idea}</p>
            <div class="matrix-place"><MatrixPicture picture=picture.class("compare-matrix") /></div>
            <p class="compare-said">{of_what}<Exact value=value /></p>
        </figure>
    }
}

/// The title of A (0) or B (1): which method it is, among all that there are.
#[component]
pub fn MethodOf(
    at: usize,
    title: Signal<String>,
    /// Whether there is room for a word or two.
    #[prop(default = false)]
    is_short: bool,
) -> impl IntoView {
    let room = use_room();
    let letter = ["A", "B"][at];
    let chosen = room.place(at);
    let names = memo(move || {
        room.methods.with(|methods| {
            let named =
                |method: &MethodView| (method.name.clone(), room.title_of(method, !is_short));
            methods.iter().map(named).collect::<Vec<_>>()
        })
    });
    let options = move || {
        let option = |(place, (name, title)): (usize, (String, String))| {
            view! { <option value=name prop:selected=move || chosen.get() == Some(place)>{title}</option> }
        };
        names.get().into_iter().enumerate().map(option).collect_view()
    };
    let choose = move |event| {
        let name = event_target_value(&event);
        room.choose(|choices| choices.pair[at] = name);
    };
    view! {
        <label class="matrix-title compare-title" title=title>
            {letter}
            <select class="quiet" aria-label=texts::compare::pair_method(letter) on:change=choose>{options}</select>
        </label>
    }
}

impl CompareState {
    /// What A − B can be laid to.
    fn idea_of_difference(self) -> &'static str {
        match self.choices.with(|chosen| chosen.source == choices::Source::Each) {
            true => texts::compare::pair_trained_apart(),
            false => texts::compare::pair_same_numbers(),
        }
    }

    /// Whose numbers are shown, of which layer and head: for what is saved.
    pub fn whose(self) -> String {
        self.whose_of(self.shown())
    }

    fn whose_of(self, shown: Shown) -> String {
        self.choices.with(|chosen| {
            let source = match &chosen.source {
                choices::Source::Seeded => texts::compare::numbers_seeded().to_owned(),
                choices::Source::Each => texts::compare::numbers_trained().to_owned(),
                choices::Source::Bundled(name) => label_of(name),
                choices::Source::File(name) => texts::lab::about_layer(name, chosen.layer + 1),
            };
            let head = match shown {
                Shown::Head(head) => texts::lab::title_head(head + 1),
                Shown::Mean => texts::compare::heads_averaged().to_owned(),
            };
            format!("{source}, {head}")
        })
    }

    /// The same of one of the three, with w and v where they are in it.
    fn made_of(self, which: Which) -> String {
        let methods = [0, 1].map(|at| self.method_at(self.place_now(at)));
        let (is_in_it, shown) = match which {
            Which::One(at) => {
                let method = methods.get(at).and_then(Option::as_ref);
                let shown = method.map(|method| grid::shown_of(self.shown(), method));
                (method.is_some_and(is_distance_aware), shown)
            }
            Which::Difference => (methods.iter().flatten().any(is_distance_aware), None),
        };
        let whose = self.whose_of(shown.unwrap_or_else(|| self.shown()));
        match self.distance_numbers().filter(|_| is_in_it) {
            Some(numbers) => texts::compare::pair_numbers(whose, numbers),
            None => whose,
        }
    }

    /// The method of a place.
    pub fn method_at(self, place: Option<usize>) -> Option<MethodView> {
        self.methods.with(|methods| methods.get(place?).cloned())
    }

    /// The divergence of A and B in words, in nats: of the mean, and of the row under the cursor, as `write`
    /// writes numbers. Empty before they are there.
    pub fn apart(self, write: fn(f64) -> String) -> Memo<Rich> {
        let (a, b, cursor) = (self.place(0), self.place(1), self.at());
        let found = memo(move || {
            let (a, b) = a.get().zip(b.get())?;
            let of = |row| self.divergences.with(|found| found.between(a, b, row));
            let row = cursor.get().map(|(i, _)| i);
            Some((of(None)?, row.and_then(|row| Some((row, of(Some(row))?)))))
        });
        memo(move || {
            let Some((mean, row)) = found.get() else { return Rich::default() };
            match row {
                Some((row, found)) => {
                    let word = self.begun.with(|begun| begun.tokens.get(row).cloned());
                    let word = word.unwrap_or_default();
                    texts::compare::pair_apart_row(write(mean), write(found), word)
                }
                None => texts::compare::pair_apart(write(mean)),
            }
        })
    }
}
