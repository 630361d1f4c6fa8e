//! Parts that several views of the room are made of: small pictures, facts, menus; and a table of layers by heads,
//! in which one is chosen.

use leptos::prelude::*;
use nearfar::picture::palette::{Ink, Table, readable_on};
use nearfar::picture::scale::Scale;
use nearfar_inspect::room::drawing::{Drawing, Shape};
use nearfar_inspect::room::grid::{arrow, columns_of_one, in_order, step};
use nearfar_inspect::room::report::{Fact, Folds, NONE};
use wasm_bindgen::JsValue;

use super::forward_pass::Place;
use super::use_inspect;
use crate::canvas::css;
use crate::controls::{field, select_of};
use crate::focus::{find, focus_first};
use crate::reactive::text;
use crate::rich::of_names;

/// As wide as a narrow screen is, in CSS pixels: the style sheet's 40rem.
const NARROW: f64 = 640.0;

/// What each head of each layer has of something by which they stand, the least first; those without it stand last.
type Numbers = Vec<Vec<Option<f64>>>;

/// A small picture. Of its `heads`, where it has such, one is shown, and another can be chosen.
pub fn drawn(
    class: Option<&'static str>,
    drawing: Drawing,
    heads: Option<(Memo<Place>, Callback<Place>)>,
) -> AnyView {
    let shape = move |shape: Shape| {
        match shape {
        Shape::Line(class, [from, to]) => {
            view! { <line class=class x1=from.0 y1=from.1 x2=to.0 y2=to.1 /> }.into_any()
        }
        Shape::Text(class, (x, y), says) => {
            view! { <text class=class x=x y=y>{says}</text> }.into_any()
        }
        Shape::Frame([x, y, width, height]) => {
            view! { <rect class="frame" x=x y=y width=width height=height /> }.into_any()
        }
        Shape::Bar(class, [x, y, width, height], says) => {
            view! { <rect class=class x=x y=y width=width height=height><title>{says}</title></rect> }
                .into_any()
        }
        Shape::Head(place, (x, y), radius, says) => {
            let is_shown = move || heads.is_some_and(|(shown, _)| shown.get() == place);
            let choose = move |_| heads.into_iter().for_each(|(_, choose)| choose.run(place));
            view! { <circle class:chosen=is_shown cx=x cy=y r=radius on:click=choose><title>{says}</title></circle> }
                .into_any()
        }
    }
    };
    let [x, y, width, height] = drawing.view;
    let aspect = drawing.is_stretched.then_some("none");
    let shapes = drawing.shapes.into_iter().map(shape).collect_view();
    view! {
        <svg class=class viewBox=format!("{x} {y} {width} {height}") preserveAspectRatio=aspect role="img" aria-label=drawing.name>{shapes}</svg>
    }
    .into_any()
}

/// Facts as entries of a list, each with how it is known.
pub fn entries(facts: Vec<Fact>) -> AnyView {
    let entry = |Fact { name, value, how, is_chosen, why }: Fact| {
        let mark =
            how.map(|how| view! { " "<span class="badge" class:assumed={!is_chosen}>{how}</span> });
        view! { <div title=why><dt>{name}</dt><dd>{value}{mark}</dd></div> }
    };
    facts.into_iter().map(entry).collect_view().into_any()
}

/// Details that stay as the user left them, however often the file is recognised anew; at `first` they are open or folded.
pub fn folded(
    folds: StoredValue<Folds>,
    name: &'static str,
    first: bool,
    (is_wrong, summary): (bool, String),
    content: AnyView,
) -> AnyView {
    let is_open = folds.with_value(|folds| folds.is_open(name, first));
    let leave = move |event: web_sys::Event| {
        let is_open = event_target::<web_sys::Element>(&event).has_attribute("open");
        folds.try_update_value(|folds| folds.leave(name, is_open));
    };
    view! {
        <details class="inspect-more" class:wrong=is_wrong open=is_open on:toggle=leave>
            <summary>{is_wrong.then_some("⚠ ")}{summary}</summary>
            {content}
        </details>
    }
    .into_any()
}

/// A menu of texts by their places, of which one is `chosen`; `choose` gets another. `name` is what a screen reader calls
/// it, where that is more than its label, and `none` stands for no place, before the others.
pub fn select(
    (class, label, name): (&'static str, &'static str, Option<String>),
    none: Option<String>,
    options: Vec<String>,
    chosen: Signal<Option<usize>>,
    choose: impl Fn(Option<usize>) + 'static,
) -> AnyView {
    let none = none.map(|says| (String::new(), says));
    let options = options.into_iter().enumerate().map(|(place, says)| (place.to_string(), says));
    let options = Signal::stored(none.into_iter().chain(options).collect());
    let chosen = text(move || chosen.get().map_or_else(String::new, |place| place.to_string()));
    let choose = Box::new(move |place: String| choose(place.parse().ok()));
    field(class, label.to_owned(), select_of(name, options, chosen, choose))
}

/// What went wrong, while there is something.
pub fn trouble(why: impl Into<Signal<Option<String>>>) -> AnyView {
    let why = why.into();
    let says = move || why.with(|why| why.as_deref().map(of_names));
    view! { <p class="notice error" role="alert" hidden=move || why.with(Option::is_none)>{says}</p> }
        .into_any()
}

/// Heads in the order of a number, each with a text in the colour that its number has among all; `ends` is what the
/// first and the last of a layer are.
pub fn tinted_grid(
    name: &'static str,
    by: Numbers,
    ends: [&'static str; 2],
    (colours, scale_of): (Table, fn(&[f32]) -> Scale),
    says: impl Fn(Place, f64) -> String + 'static,
) -> AnyView {
    let shape: Vec<usize> = by.iter().map(Vec::len).collect();
    let order = in_order(&shape, &by);
    let all: Vec<f32> = by.iter().flatten().flatten().map(|number| *number as f32).collect();
    let scale = scale_of(&all);
    let cell = move |(layer, head): Place| {
        let number = by.get(layer).and_then(|row| row.get(head).copied().flatten());
        let Some(number) = number else {
            return view! { <span class="tint">{NONE}</span> }.into_any();
        };
        let (colour, text) = (colours.colour(scale.position(number)), says((layer, head), number));
        let ink = if readable_on(colour) == Ink::Black { "#000000" } else { "#ffffff" };
        view! { <span class="tint" style:background=css(colour, 1.0) style:color=ink>{text}</span> }
            .into_any()
    };
    view! { <HeadGrid name=name order=order ends=ends cell=Box::new(cell) /> }.into_any()
}

/// Layers by heads: cells that are chosen by a click or the arrow keys.
#[component]
pub fn HeadGrid(
    /// What the grid shows.
    name: &'static str,
    /// What the ids of its cells begin with.
    #[prop(default = "head")]
    id: &'static str,
    /// The heads of each layer as they stand.
    order: Vec<Vec<usize>>,
    /// What the first and the last of a layer are, where they do not stand by their numbers.
    #[prop(optional)]
    ends: Option<[&'static str; 2]>,
    /// What stands in a cell.
    cell: Box<dyn Fn(Place) -> AnyView>,
) -> impl IntoView {
    let pass = use_inspect().pass;
    let most = order.iter().map(Vec::len).max().unwrap_or(0);
    let columns_of_single = columns_of_one(most);
    let kept = StoredValue::new(order.clone());
    let on_key = move |event: web_sys::KeyboardEvent| {
        let Some((down, right)) = arrow(&event.key()) else { return };
        event.prevent_default();
        let now = pass.place.get_untracked();
        let next = kept.with_value(|order| step(order, now, down, right));
        pass.choose(next);
        focus_first(&format!("#{id}-{}-{} button", next.0, next.1));
    };
    let is_sorted = ends.is_some();
    // What the first and the last of the only layer are stands over and under it.
    let is_single = order.len() == 1;
    let end = move |which: usize| {
        ends.filter(|_| is_single).map(|ends| view! { <td class="end">{ends[which]}</td> })
    };
    let columns = match ends {
        Some([first, last]) => {
            view! { <td class="ends" colspan=most><span>{first}</span><span>{last}</span></td> }
                .into_any()
        }
        None => (0..most)
            .map(|head| view! { <th scope="col">{head + 1}</th> })
            .collect_view()
            .into_any(),
    };
    let cell = move |place: Place| {
        let (layer, head) = place;
        let is_shown = move || pass.place.get() == place;
        let choose = move |_| {
            pass.choose(place);
            show_chosen();
        };
        view! {
            <td id=format!("{id}-{layer}-{head}") data-head=head + 1>
                <button type="button" class="head-cell" tabindex=move || if is_shown() { "0" } else { "-1" } aria-pressed=text(move || is_shown().to_string()) on:click=choose>
                    <span class="visually-hidden">{texts::inspect::head_cell(layer + 1, head + 1)}" "</span>
                    {cell(place)}
                </button>
            </td>
        }
    };
    let row = |(layer, heads): (usize, Vec<usize>)| {
        let cells = heads.into_iter().map(|head| cell((layer, head))).collect_view();
        view! { <tr><th scope="row">{layer + 1}</th>{end(0)}{cells}{end(1)}</tr> }
    };
    let rows = order.into_iter().enumerate().map(row).collect_view();
    view! {
        <div class="scroll">
            <table class="head-grid" data-columns=columns_of_single class:single=is_single class:sorted=is_sorted class:many={most > 8} class:fits={most <= 16} aria-label=name on:keydown=on_key>
                <thead><tr><td class="corner">{texts::inspect::head_corner()}</td>{columns}</tr></thead>
                <tbody>{rows}</tbody>
            </table>
        </div>
    }
}

/// On a narrow screen what is shown of the chosen head may stand below the screen: it comes into it.
fn show_chosen() {
    let size = |side: Result<JsValue, JsValue>| side.ok().and_then(|side| side.as_f64());
    let (width, height) = (size(window().inner_width()), size(window().inner_height()));
    let Some(shown) = find(".head-shown") else { return };
    let is_below = height.is_some_and(|height| shown.get_bounding_client_rect().bottom() > height);
    if width.is_some_and(|width| width <= NARROW) && is_below {
        shown.scroll_into_view_with_bool(false);
    }
}
