//! Every method on one sentence, in small pictures with one cursor. Which two are A and B is chosen
//! here.

use leptos::html;
use leptos::prelude::*;
use nearfar::picture::format_short;
use nearfar::picture::heatmap::paint;
use nearfar::picture::scale::Scale;
use nearfar_compare::protocol::MethodView;
use web_sys::{KeyboardEvent, PointerEvent};

use super::desk::{Cell, Desk};
use super::matrix::{Moved, moved};
use super::parts::{StandIn, reads_tree};
use super::use_desk;
use crate::canvas::put_pixels;
use crate::explain::Exact;
use crate::reactive::{effect, memo, text};

/// The cards.
#[component]
pub fn Grid() -> impl IntoView {
    let desk = use_desk();
    let common = memo(move || desk.common_scale());
    // Those that read the tree stand together, behind what the tree is.
    let names = |of_tree: bool| {
        memo(move || {
            desk.methods.with(|methods| {
                let methods = methods.iter().filter(|method| reads_tree(method) == of_tree);
                methods.map(|method| (method.place, method.name.clone())).collect::<Vec<_>>()
            })
        })
    };
    let (plain, of_tree) = (names(false), names(true));
    let cards = move |names: Memo<Vec<(usize, String)>>| {
        move || {
            let names = names.get().into_iter();
            names.map(|(place, _)| view! { <Card place=place common=common /> }).collect_view()
        }
    };
    let tree_count = Signal::derive(move || of_tree.with(Vec::len));
    let coming = move || {
        let (here, all) = desk.progress();
        (here < all).then(|| {
            view! {
                <p class="muted" role="status">
                    {format!("{here} of {all} computed ")}
                    <progress max=all.to_string() value=here.to_string()></progress>
                </p>
            }
        })
    };
    let at = desk.at();
    let pointed = text(move || match at.get() {
        Some(cell) => format!("{}: its weight stands under each picture.", desk.pair_of(cell)),
        None => {
            "Queries down, keys across, bright is much. Point at a cell; A and B choose the two."
                .to_owned()
        }
    });
    view! {
        {coming}
        <p class="compare-said compare-pointed">{pointed}</p>
        <div class="compare-grid">{cards(plain)}</div>
        <StandIn count=tree_count />
        <div class="compare-grid" hidden=move || tree_count.get() == 0>{cards(of_tree)}</div>
    }
}

#[component]
fn Card(place: usize, common: Memo<Scale>) -> impl IntoView {
    let desk = use_desk();
    let canvas = NodeRef::<html::Canvas>::new();
    let view = memo(move || desk.methods.with(|methods| methods.get(place).cloned()));
    let part = move |part: fn(&MethodView) -> String| {
        text(move || view.with(|view| view.as_ref().map(part).unwrap_or_default()))
    };
    let own = memo(move || desk.choices.with(|choices| choices.own_range));
    effect(move || {
        let Some(canvas) = canvas.get() else { return };
        let (weights, tokens) = (desk.weights(place), desk.tokens());
        if tokens == 0 || weights.is_empty() {
            return;
        }
        let scale = if own.get() { Scale::from_zero_of(&weights) } else { common.get() };
        let mut pixels = vec![0; 4 * weights.len()];
        paint(&weights, scale, &desk.palette.get().table(desk.theme.get()), &mut pixels);
        put_pixels(&canvas, &pixels, tokens, weights.len() / tokens);
    });
    let cursor = desk.at();
    let memory = memo(move || view.with(|view| view.as_ref().map_or(0, |view| view.memory)));
    let weight = memo(move || {
        let (i, j) = cursor.get()?;
        let (tokens, memory) = (desk.tokens(), memory.get());
        let weight = desk.weights(place).get(i * (memory + tokens) + memory + j).copied();
        weight.map(f64::from)
    });
    // The cross is four lengths of the picture's box, in per cent.
    let length = move |part: fn(Cell, usize, usize) -> (usize, usize)| {
        move || {
            let (tokens, memory) = (desk.tokens(), memory.get());
            let (part, all) = part(cursor.get().unwrap_or_default(), tokens, memory);
            format!("{:.3}%", 100.0 * part as f64 / all.max(1) as f64)
        }
    };
    let across = length(|(_, j), tokens, memory| (memory + j, memory + tokens));
    let down = length(|(i, _), tokens, _| (i, tokens));
    let wide = length(|_, tokens, memory| (1, memory + tokens));
    let high = length(|_, tokens, _| (1, tokens));
    let cell_at = move |event: &PointerEvent| -> Option<Cell> {
        let canvas = canvas.get_untracked()?;
        let (width, height) = (f64::from(canvas.client_width()), f64::from(canvas.client_height()));
        let (tokens, memory) = (desk.tokens_now(), memory.get_untracked());
        let along = |at: i32, length: f64, count: usize| {
            let cell = (f64::from(at) / length * count as f64).floor();
            (cell >= 0.0 && cell < count as f64).then_some(cell as usize)
        };
        let j = along(event.offset_x(), width, memory + tokens)?;
        Some((along(event.offset_y(), height, tokens)?, j.checked_sub(memory)?))
    };
    let point = move |event: PointerEvent| desk.point(cell_at(&event));
    let choose = move |event: PointerEvent| {
        if let Some(cell) = cell_at(&event) {
            desk.toggle_cursor(cell);
        }
    };
    let on_key = move |event: KeyboardEvent| {
        let tokens = desk.tokens_now();
        match moved(cursor.get_untracked(), (tokens, tokens), &event.key()) {
            Moved::To(cell) => desk.point(Some(cell)),
            Moved::Chosen(cell) => desk.toggle_cursor(cell),
            Moved::Left => desk.point(None),
            Moved::No => return,
        }
        event.prevent_default();
        event.stop_propagation();
    };
    let label = text(move || {
        let title =
            view.with(|view| view.as_ref().map(|view| view.title.clone()).unwrap_or_default());
        let at = cursor.get().zip(weight.get());
        match at {
            Some((cell, weight)) => {
                format!("{title}: {}: {}", desk.pair_of(cell), format_short(weight))
            }
            None => format!("{title}: attention weights, queries down, keys across"),
        }
    });
    let chosen = |which: usize| {
        let (name, letter) = (part(|view| view.name.clone()), ["A", "B"][which]);
        let is_chosen = desk.place(which);
        let pressed = move || is_chosen.get() == Some(place);
        view! {
            <button
                type="button"
                class=["pick a", "pick b"][which]
                aria-pressed=move || pressed().to_string()
                aria-label=text(move || format!("{} as {letter}", view.with(|view| view.as_ref().map(|view| view.title.clone()).unwrap_or_default())))
                title=format!("Compare as {letter}")
                on:click=move |_| {
                    let name = name.get_untracked();
                    desk.choose(|choices| choices.pair[which] = name);
                }
            >
                {letter}
            </button>
        }
    };
    let problem = move || {
        let problem = view.with(|view| view.as_ref().and_then(|view| view.problem.clone()));
        problem.map(|problem| view! { <p class="muted">{problem}</p> })
    };
    let is_pair = move |which: usize| desk.place(which);
    let (a, b) = (is_pair(0), is_pair(1));
    view! {
        <figure class="compare-card" class:a=move || a.get() == Some(place) class:b=move || b.get() == Some(place) data-method=part(|view| view.name.clone())>
            <figcaption>
                <span class="compare-card-title" title=part(|view| view.facts.title.clone())>{part(|view| view.title.clone())}</span>
            </figcaption>
            <div
                class="compare-cells"
                role="application"
                aria-roledescription="matrix"
                tabindex=move || if a.get() == Some(place) { "0" } else { "-1" }
                aria-label=label
                class:pointed=move || cursor.get().is_some()
                on:pointermove=point
                on:pointerdown=point
                on:pointerup=choose
                on:pointerleave=move |_| desk.point(None)
                on:keydown=on_key
            >
                <canvas node_ref=canvas aria-hidden="true"></canvas>
                <i class="cross row" style:top=down style:height=high></i>
                <i class="cross column" style:left=across style:width=wide></i>
            </div>
            <div class="compare-foot">
                <span class="compare-value"><Exact value=weight /></span>
                <span class="compare-picks">{chosen(0)}{chosen(1)}</span>
            </div>
            {problem}
        </figure>
    }
}

impl Desk {
    /// N.
    pub fn tokens(self) -> usize {
        self.begun.with(|begun| begun.tokens.len())
    }

    /// N, not followed.
    pub fn tokens_now(self) -> usize {
        self.begun.with_untracked(|begun| begun.tokens.len())
    }

    /// Points at a cell, or at none.
    pub fn point(self, cell: Option<Cell>) {
        if self.cursor.get_untracked() != cell {
            self.cursor.set(cell);
        }
    }

    /// A cell in words.
    pub fn pair_of(self, (i, j): Cell) -> String {
        self.begun.with(|begun| {
            let word = |at: usize| begun.tokens.get(at).cloned().unwrap_or_default();
            format!("“{}” ({}) → “{}” ({})", word(i), i + 1, word(j), j + 1)
        })
    }

    /// One range for all pictures: from 0 to the largest weight of any method.
    pub fn common_scale(self) -> Scale {
        let places = self.methods.with(|methods| methods.len());
        (0..places)
            .map(|place| Scale::from_zero_of(&self.weights(place)))
            .reduce(Scale::union)
            .unwrap_or(Scale::Sequential { min: 0.0, max: 1.0 })
    }
}
