//! Every method on one sentence, in small pictures with one cursor. Which two are A and B is chosen
//! here.

use std::sync::Arc;

use leptos::prelude::*;
use nearfar::picture::{Mark, format_exact};
use nearfar_compare::grid::reads_tree;
use nearfar_compare::pair::{self, skipped};
use nearfar_compare::protocol::{Cell, MethodView};
use nearfar_compare::words::{grid as words, knows_line, why};

use super::fields::text_of;
use super::parts::StandIn;
use super::state::CompareState;
use super::use_room;
use crate::explain::Exact;
use crate::matrix::{Form, Handed, MatrixPicture, Picture, Source};
use crate::reactive::{flag, memo, text};

/// The cards.
#[component]
pub fn Grid() -> impl IntoView {
    let room = use_room();
    // Those that read the tree stand together, behind what the tree is.
    let names = |of_tree: bool| {
        memo(move || {
            let methods = room.methods.get();
            let methods = methods.iter().filter(|method| reads_tree(method) == of_tree);
            methods.map(|method| (method.place, method.name.clone())).collect::<Vec<_>>()
        })
    };
    let (plain, of_tree) = (names(false), names(true));
    let cards = move |names: Memo<Vec<(usize, String)>>| {
        move || names.get().iter().map(|&(place, _)| view! { <Card place=place /> }).collect_view()
    };
    // Those that cannot be drawn say why, each itself.
    let is_drawn = |method: &&MethodView| reads_tree(method) && method.problem.is_none();
    let tree_count = memo(move || room.methods.get().iter().filter(is_drawn).count());
    let coming = move || {
        let (here, all) = (room.methods.get().len(), room.begun.get().places);
        (here < all).then(|| {
            view! {
                <p class="muted" role="status">
                    {texts::compare::grid_coming(here, all)}
                    " "
                    <progress max=all.to_string() value=here.to_string()></progress>
                </p>
            }
        })
    };
    let pointed = text(move || words::pointed_in_all(&room.tokens.get(), room.at.get()));
    view! {
        {coming}
        <p class="compare-said compare-pointed" title=pointed>{pointed}</p>
        <div class="compare-grid">{cards(plain)}</div>
        <StandIn count=tree_count />
        <div class="compare-grid" hidden=move || of_tree.with(Vec::is_empty)>{cards(of_tree)}</div>
    }
}

#[component]
fn Card(place: usize) -> impl IntoView {
    let room = use_room();
    let view = memo(move || room.method_at(Some(place)));
    let part = move |part: fn(&MethodView) -> String| text_of(view, part);
    let scale = memo(move || room.scale_of(place));
    let drawn = Handed::from(memo(move || {
        let drawn =
            pair::unnamed(room.weights(place), room.count(), scale.get(), room.palette.get());
        drawn.map(Arc::new)
    }));
    let over = Over::new(drawn);
    let label = text_of(view, move |view| {
        let under = room.at.get().zip(over.value.get());
        words::card(room.title_of(view, false), &room.tokens.get(), under)
    });
    let is_side = move |which: usize| room.places[which].get() == Some(place);
    let chosen = |which: usize| {
        let (name, letter) = (part(|view| view.name.clone()), ["A", "B"][which]);
        let title = part(|view| view.title.clone());
        view! {
            <button
                type="button"
                class=["pick a", "pick b"][which]
                aria-pressed=move || is_side(which).to_string()
                aria-label=text(move || texts::compare::grid_pick_name(title.get(), letter))
                title=texts::compare::grid_pick(letter)
                on:click=move |_| {
                    let name = name.get_untracked();
                    room.choose(|choices| choices.pair[which] = name);
                }
            >
                {letter}
            </button>
        }
    };
    let answer = memo(move || view.with(|view| words::answer(view.as_ref()?.answer.as_ref()?)));
    let answer = move || {
        answer.get().map(|(said, probability)| {
            view! { <p class="compare-answer" title=format_exact(probability)>{said}</p> }
        })
    };
    let problem = move || {
        let problem = view.with(|view| view.as_ref()?.problem.clone());
        problem.map(|problem| view! { <p class="muted">{why(&problem)}</p> })
    };
    let source = Source::bare(drawn, room.theme.into());
    let mark = Signal::stored(Mark { is_cross: true, ..Mark::default() });
    let picture = Picture {
        // All have one cursor: one stop is enough.
        is_stop: flag(move || is_side(0)),
        ..over.picture(source, Form::Bare { mark, aspect: None }, label)
    };
    let says = text_of(view, move |view| room.idea_of(view).to_owned());
    let instead = text_of(view, move |view| words::instead(view, room.shown.get()));
    // Seen in short; in full under the pointer and read aloud.
    let (knows, knows_how) =
        (part(|view| knows_line(view, false)), part(|view| knows_line(view, true)));
    view! {
        <figure class="compare-card" class:a=move || is_side(0) class:b=move || is_side(1) data-method=part(|view| view.name.clone())>
            <figcaption>
                <span class="compare-card-title" title=part(|view| view.facts.title.clone())>{part(|view| view.title.clone())}</span>
            </figcaption>
            <MatrixPicture picture=picture.class("compare-cells") />
            <div>
                <p class="compare-idea" title=says>{says}</p>
                <p class="compare-idea" title=knows_how><span aria-hidden="true">{knows}</span><span class="visually-hidden">{knows_how}</span></p>
                <p class="compare-idea" hidden=move || instead.with(String::is_empty)>{instead}</p>
            </div>
            <div class="compare-foot">
                <span class="compare-value"><Exact value=over.value /></span>
                <span class="compare-picks">{chosen(0)}{chosen(1)}</span>
            </div>
            {answer}
            {problem}
        </figure>
    }
}

/// The room's cursor, which is a pair of the sentence, in a picture whose first columns may be of an earlier segment.
#[derive(Clone, Copy)]
pub struct Over {
    room: CompareState,
    /// How many those are.
    skipped: Memo<usize>,
    /// The value under the cursor.
    pub value: Memo<Option<f64>>,
}

impl Over {
    /// In this picture.
    pub fn new(drawn: Handed) -> Over {
        let room = use_room();
        let skipped = memo(move || drawn.with(|drawn| drawn.as_ref().map_or(0, skipped)));
        let value = memo(move || {
            let cell = room.at.get()?;
            drawn.with(|drawn| pair::value_of(drawn.as_ref()?, cell))
        });
        Over { room, skipped, value }
    }

    /// The picture, with what pointing and choosing do.
    pub fn picture(self, source: Source, form: Form, label: Signal<String>) -> Picture {
        let Over { room, skipped, .. } = self;
        // What of the earlier segment is pointed at is no pair of the sentence.
        let inside = move |(i, j): Cell| Some((i, j.checked_sub(skipped.get_untracked())?));
        let choose = move |cell: Cell| {
            if let Some(cell) = inside(cell) {
                room.toggle_cursor(cell);
            }
        };
        let point = Callback::new(move |cell: Option<Cell>| room.point(cell.and_then(inside)));
        let at = Signal::derive(move || room.at.get().map(|(i, j)| (i, skipped.get() + j)));
        Picture {
            on_choose: Some(Callback::new(choose)),
            skipped: skipped.into(),
            ..Picture::new(source, form, room.theme.into(), label, at, point)
        }
    }
}
