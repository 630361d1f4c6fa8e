//! Every method on one sentence, in small pictures with one cursor. Which two are A and B is chosen
//! here.

use std::sync::Arc;

use leptos::prelude::*;
use nearfar::methods::MethodKind;
use nearfar::picture::scale::Scale;
use nearfar::picture::{Drawn, Mark, format_exact, format_short};
use nearfar_compare::grid::{is_over_file, reads_tree, same_range};
use nearfar_compare::protocol::{Cell, MethodView};
use nearfar_compare::words::{idea, knows_line, why};
use texts::aloud;

use super::parts::StandIn;
use super::state::CompareState;
use super::use_room;
use crate::explain::Exact;
use crate::matrix::{Form, MatrixPicture, Picture, Source};
use crate::reactive::{flag, memo, text};

/// The cards.
#[component]
pub fn Grid() -> impl IntoView {
    let room = use_room();
    // Those that read the tree stand together, behind what the tree is.
    let names = |of_tree: bool| {
        memo(move || {
            room.methods.with(|methods| {
                let methods = methods.iter().filter(|method| reads_tree(method) == of_tree);
                methods.map(|method| (method.place, method.name.clone())).collect::<Vec<_>>()
            })
        })
    };
    let (plain, of_tree) = (names(false), names(true));
    let cards = move |names: Memo<Vec<(usize, String)>>| {
        move || {
            let names = names.get().into_iter();
            names.map(|(place, _)| view! { <Card place=place /> }).collect_view()
        }
    };
    // Those that cannot be drawn say why, each itself.
    let tree_count = memo(move || {
        room.methods.with(|methods| {
            methods.iter().filter(|method| reads_tree(method) && method.problem.is_none()).count()
        })
    });
    let coming = move || {
        let (here, all) = room.progress();
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
    let at = room.at();
    let pointed = text(move || match at.get() {
        Some(cell) => texts::compare::grid_pointed(room.pair_of(cell)),
        None => texts::compare::grid_how().to_owned(),
    });
    view! {
        {coming}
        <p class="compare-said compare-pointed">{pointed}</p>
        <div class="compare-grid">{cards(plain)}</div>
        <StandIn count=tree_count />
        <div class="compare-grid" hidden=move || of_tree.with(Vec::is_empty)>{cards(of_tree)}</div>
    }
}

#[component]
fn Card(place: usize) -> impl IntoView {
    let room = use_room();
    let view = memo(move || room.methods.with(|methods| methods.get(place).cloned()));
    let part = move |part: fn(&MethodView) -> String| {
        text(move || view.with(|view| view.as_ref().map(part).unwrap_or_default()))
    };
    let scale = memo(move || room.scale_of(place));
    let drawn = memo(move || {
        let (weights, tokens) = (room.weights(place), room.tokens());
        if tokens == 0 || weights.is_empty() {
            return None;
        }
        let shape = [tokens, weights.len() / tokens];
        let none = Arc::new(Vec::new());
        let drawn = Drawn::new(none.clone(), none, weights, scale.get(), room.palette.get());
        Some(Arc::new(Drawn { shape, ..drawn }))
    });
    let cursor = room.at();
    let memory = memo(move || view.with(|view| view.as_ref().map_or(0, |view| view.memory)));
    let weight = memo(move || {
        let (i, j) = cursor.get()?;
        let (tokens, memory) = (room.tokens(), memory.get());
        let weight = room.weights(place).get(i * (memory + tokens) + memory + j).copied();
        weight.map(f64::from)
    });
    // What of the earlier segment is pointed at is no pair of the sentence.
    let inside = move |(i, j): Cell| Some((i, j.checked_sub(memory.get_untracked())?));
    let point = move |cell: Option<Cell>| room.point(cell.and_then(inside));
    let choose = move |cell: Cell| {
        if let Some(cell) = inside(cell) {
            room.toggle_cursor(cell);
        }
    };
    let label = text(move || {
        let title = view
            .with(|view| view.as_ref().map(|view| room.title_of(view, false)).unwrap_or_default());
        let at = cursor.get().zip(weight.get());
        match at {
            Some((cell, weight)) => {
                format!("{title}: {}: {}", room.pair_of(cell), format_short(weight))
            }
            None => texts::compare::grid_picture(title),
        }
    });
    let chosen = |which: usize| {
        let (name, letter) = (part(|view| view.name.clone()), ["A", "B"][which]);
        let title = part(|view| view.title.clone());
        let is_chosen = room.place(which);
        let pressed = move || is_chosen.get() == Some(place);
        view! {
            <button
                type="button"
                class=["pick a", "pick b"][which]
                aria-pressed=move || pressed().to_string()
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
    let answer = memo(move || {
        view.with(|view| {
            let (class, probability) = view.as_ref()?.answer.as_ref()?.best()?;
            Some((class.to_owned(), f64::from(probability)))
        })
    });
    let answer = move || {
        answer.get().map(|(class, probability)| {
            // Broken before the number, or nowhere.
            let share = format!("{:.1}\u{a0}%", 100.0 * probability);
            let said = texts::compare::grid_answer(class, share);
            view! { <p class="compare-answer" title=format_exact(probability)>{said}</p> }
        })
    };
    let problem = move || {
        let problem = view.with(|view| view.as_ref().and_then(|view| view.problem.clone()));
        problem.map(|problem| view! { <p class="muted">{why(&problem)}</p> })
    };
    let is_pair = move |which: usize| room.place(which);
    let (a, b) = (is_pair(0), is_pair(1));
    let theme = room.theme.into();
    let source = Source::bare(drawn.into(), theme);
    let mark = Signal::stored(Mark { is_cross: true, ..Mark::default() });
    let at = Signal::derive(move || cursor.get().map(|(i, j)| (i, memory.get() + j)));
    let picture = Picture {
        on_choose: Some(Callback::new(choose)),
        // All have one cursor: one stop is enough.
        skipped: memory.into(),
        is_stop: flag(move || a.get() == Some(place)),
        ..Picture::new(
            source,
            Form::Bare { mark, aspect: None },
            theme,
            label,
            at,
            Callback::new(point),
        )
    };
    let says = text(move || view.with(|view| room.idea_of(view.as_ref())));
    let instead = text(move || {
        view.with(|view| match view.as_ref().filter(|view| room.has_fewer_heads(view)) {
            None => String::new(),
            Some(view) => match MethodKind::from_name(&view.kind) {
                Some(MethodKind::Disan) => texts::compare::disan_backward_block().to_owned(),
                _ => texts::compare::head_last(view.heads),
            },
        })
    });
    // Seen in short; in full under the pointer and read aloud.
    let (knows, knows_how) =
        (part(|view| knows_line(view, false)), part(|view| knows_line(view, true)));
    view! {
        <figure class="compare-card" class:a=move || a.get() == Some(place) class:b=move || b.get() == Some(place) data-method=part(|view| view.name.clone())>
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
                <span class="compare-value"><Exact value=weight /></span>
                <span class="compare-picks">{chosen(0)}{chosen(1)}</span>
            </div>
            {answer}
            {problem}
        </figure>
    }
}

impl CompareState {
    /// N.
    pub fn tokens(self) -> usize {
        self.begun.with(|begun| begun.tokens.len())
    }

    /// What a method does with distance, in a line. Without positions of the method's own a model from a file has
    /// those that its queries and keys hold.
    pub fn idea_of(self, method: Option<&MethodView>) -> String {
        let Some(method) = method else { return String::new() };
        match (self.is_over_file(method), self.is_as_in_file(method)) {
            (true, true) => texts::compare::idea_in_file().to_owned(),
            (true, false) => texts::compare::idea_bare().to_owned(),
            (false, _) => idea(&method.kind).to_owned(),
        }
    }

    fn is_over_file(self, method: &MethodView) -> bool {
        self.choices.with(|choices| is_over_file(method, &choices.source))
    }

    /// Whether a method is the attention of a model from a file as it is.
    pub fn is_as_in_file(self, method: &MethodView) -> bool {
        let is_plain = || self.layer.with(|layer| layer.as_ref().is_some_and(|held| held.is_plain));
        self.is_over_file(method) && is_plain()
    }

    /// Points at a cell, or at none.
    pub fn point(self, cell: Option<Cell>) {
        if self.cursor.get_untracked() != cell {
            self.cursor.set(cell);
        }
    }

    /// A cell in words.
    pub fn pair_of(self, cell: Cell) -> String {
        self.begun.with(|begun| aloud::pair(&begun.tokens, cell))
    }

    /// The range of a method's pictures, from 0 to a bound of the largest weight, as in the Lab: of the method alone, of A and B
    /// together if it is one of them, or of all methods, as is chosen.
    pub fn scale_of(self, place: usize) -> Scale {
        let pair = [0, 1].map(|at| self.place_now(at));
        let own_range = self.choices.with(|choices| choices.own_range);
        let places = same_range(place, pair, own_range, self.methods.with(|methods| methods.len()));
        let scales = places.into_iter().map(|place| Scale::weights_of(&self.weights(place)));
        scales.reduce(Scale::union).unwrap_or(Scale::Sequential { min: 0.0, max: 1.0 })
    }
}
