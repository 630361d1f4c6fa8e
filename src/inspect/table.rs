//! The table of tensors. Only the rows in sight exist, and only their figures are asked for.

use std::sync::Arc;

use leptos::html;
use leptos::prelude::*;
use nearfar::picture::scale::format_count;
use nearfar_inspect::protocol::listing::{Key, Order, Row, rows, shape_text};
use nearfar_inspect::room::figures::{Figures, is_said};
use nearfar_inspect::room::file::bytes_text;
use nearfar_inspect::room::table::{
    COLUMNS, Column, Pressed, ROW, count_text, empty_text, in_range, pressed, rows_that_exist,
    scrolled_to, toggle, wanted,
};

use super::state::InspectState;
use super::use_inspect;
use crate::canvas::box_size;
use crate::controls::Toggle;
use crate::reactive::{effect, flag, memo, text};

/// Search, order, and the table.
#[component]
pub fn Table() -> impl IntoView {
    let room = use_inspect().room;
    let order = memo(move || room.order.get());
    // Rows by a statistic move while it is found; the others stay.
    let listed = Memo::new(move |_| {
        let order = order.get();
        if order.is_by_statistic() {
            room.figures.track();
        }
        let Some(opened) = room.opened.get() else { return Arc::new(Vec::new()) };
        let figures = room.figures.read_untracked();
        room.closed.with(|closed| Arc::new(rows(&opened.tensors, figures.found(), &order, closed)))
    });
    let count = memo(move || listed.with(|rows| rows.len()));
    let tensors = memo(move || listed.with(|rows| rows.iter().filter_map(Row::tensor).count()));
    let frame = NodeRef::<html::Div>::new();
    let size = box_size(frame);
    let top = RwSignal::new(0.0_f64);
    let range = memo(move || rows_that_exist(top.get(), size.get().1, count.get()));
    effect(move || {
        let (range, by_statistic) = (range.get(), order.with(Order::is_by_statistic));
        let wanted = listed.with_untracked(|rows| wanted(rows, range, by_statistic));
        listed.track();
        untrack(|| room.find(|figures| figures.want(&wanted)));
    });
    let active = memo(move || {
        let shown = room.shown.get()?;
        listed.with(|rows| rows.iter().position(|row| row.tensor() == Some(shown)))
    });
    let at = RwSignal::new(None::<usize>);
    // The keyboard's place follows what is shown, and may also stand on a group.
    effect(move || at.set(active.get()));
    let go_to = move |index: usize| {
        at.set(Some(index));
        if let Some(place) = listed.with_untracked(|rows| rows.get(index)?.tensor()) {
            room.shown.set(Some(place));
        }
        let Some(frame) = frame.get_untracked() else { return };
        let (seen, height) = (f64::from(frame.scroll_top()), f64::from(frame.client_height()));
        if let Some(top) = scrolled_to(index, seen, height) {
            frame.set_scroll_top(top as i32);
        }
    };
    let on_key = move |event: web_sys::KeyboardEvent| {
        if event.ctrl_key() || event.meta_key() || event.alt_key() {
            return;
        }
        let now = at.get_untracked().unwrap_or(0);
        let height = size.get_untracked().1;
        match listed.with_untracked(|rows| pressed(&event.key(), now, height, rows)) {
            Some(Pressed::Go(index)) => go_to(index),
            Some(Pressed::Toggle(path)) => room.closed.update(|closed| toggle(closed, path)),
            None => return,
        }
        event.prevent_default();
    };
    let visible = move || listed.with(|rows| in_range(rows, range.get()));
    let rendered = move |(index, row): (usize, Row)| match row {
        Row::Tensor { place, depth, label } => {
            tensor_row(room, index, place, depth, label, at, go_to)
        }
        group => group_row(room, index, group, at),
    };
    let all = move || room.of_opened(|opened| opened.tensors.len()).unwrap_or(0);
    let status = text(move || count_text(tensors.get(), all()));
    view! {
        <section class="panel inspect-table" data-panel="tensors" aria-label=texts::inspect::table()>
            <Tools status=status />
            <div
                node_ref=frame
                class="table-frame"
                on:scroll=move |_| frame.get_untracked().into_iter().for_each(|frame| top.set(f64::from(frame.scroll_top())))
            >
                <div
                    class="table-sheet"
                    style:padding-top=move || format!("{}px", range.get().0 as f64 * ROW)
                    style:padding-bottom=move || format!("{}px", count.get().saturating_sub(range.get().1) as f64 * ROW)
                >
                    <table
                        role=move || if order.with(|order| order.tree) { "treegrid" } else { "grid" }
                        tabindex="0"
                        aria-label=texts::inspect::table_name()
                        aria-rowcount=move || count.get() + 1
                        aria-activedescendant=move || at.get().map(|index| format!("tensor-row-{index}"))
                        on:keydown=on_key
                    >
                        <Head />
                        <tbody><For each=visible key=|row| row.clone() children=rendered /></tbody>
                    </table>
                </div>
                <p class="muted empty" hidden=move || count.get() != 0>{text(move || empty_text(all()))}</p>
            </div>
        </section>
    }
}

/// Search, list or tree, and what is being found.
#[component]
fn Tools(status: Signal<String>) -> impl IntoView {
    let room = use_inspect().room;
    let button = move |says: &'static str, tree: bool| {
        let pressed = flag(move || room.order.with(|order| order.tree == tree));
        let press = move |()| room.order.update(|order| order.tree = tree);
        view! { <Toggle class="small" label=says pressed=pressed on_press=press /> }
    };
    let finding = move || {
        let (left, of) = room.figures.with(Figures::finding)?;
        is_said(of, room.order.with(Order::is_by_statistic)).then(|| {
            let stop = move |_| {
                room.order.update(|order| order.key = Key::File);
                room.find(Figures::want_nothing);
            };
            view! {
                <span class="finding-figures">
                    <progress aria-label=texts::inspect::finding_progress() max=of value=of - left></progress>
                    {texts::inspect::finding(format_count((of - left) as u64), format_count(of as u64))}
                    <button type="button" class="small" on:click=stop>{texts::inspect::busy_stop()}</button>
                </span>
            }
        })
    };
    view! {
        <div class="table-tools">
            <label class="field inline table-search">
                <span class="field-label">{texts::inspect::search()}</span>
                <input
                    type="text"
                    spellcheck="false"
                    autocomplete="off"
                    placeholder=texts::inspect::search_example()
                    prop:value=move || room.order.with(|order| order.search.clone())
                    on:input=move |event| room.order.update(|order| order.search = event_target_value(&event))
                />
            </label>
            <span class="segmented" role="group" aria-label=texts::inspect::order()>
                {button(texts::inspect::order_list(), false)}{button(texts::inspect::order_tree(), true)}
            </span>
            <span class="muted small-print" role="status">{status}</span>
            {finding}
        </div>
    }
}

#[component]
fn Head() -> impl IntoView {
    let room = use_inspect().room;
    let column = |(column, &(key, label, title)): (usize, &Column)| {
        let sorted = move || room.order.with(|order| order.sorted_by(key));
        let sort = move |_| room.order.update(|order| order.press(key));
        view! {
            <th scope="col" class:number-column={column > 2} aria-sort=move || sorted().0>
                <button type="button" title=title() on:click=sort>{label()}{move || sorted().1}</button>
            </th>
        }
    };
    let columns = COLUMNS.iter().enumerate().map(column).collect_view();
    view! { <thead><tr aria-rowindex="1">{columns}</tr></thead> }
}

/// A tensor with its figures, as far as they are known.
fn tensor_row(
    room: InspectState,
    index: usize,
    place: usize,
    depth: usize,
    label: String,
    at: RwSignal<Option<usize>>,
    go_to: impl Fn(usize) + Copy + Send + Sync + 'static,
) -> AnyView {
    let line = untrack(|| room.of_opened(|opened| opened.tensors.get(place).cloned()));
    let Some(line) = line.flatten() else { return ().into_any() };
    let figures = memo(move || room.figures.with(|figures| figures.cells(place)));
    let cell = move |column: usize| {
        let says = move || figures.with(|(cells, _)| cells.get(column).cloned());
        let alert = move || column == 5 && figures.with(|(_, is_odd)| *is_odd);
        view! { <td class="number-column" class:alert=alert>{text(move || says().unwrap_or_default())}</td> }
    };
    let cells = (0..6).map(cell).collect_view();
    let shared = line.shared.map(|_| view! { <span class="badge" title=texts::inspect::shared_title()>{texts::inspect::shared()}</span> });
    let unread = line
        .problem
        .map(|why| view! { <span class="badge" title=why>{texts::inspect::not_read()}</span> });
    view! {
        <tr
            id=format!("tensor-row-{index}")
            aria-rowindex=index + 2
            aria-selected=move || if room.shown.get() == Some(place) { "true" } else { "false" }
            class:at=move || at.get() == Some(index)
            on:click=move |_| go_to(index)
        >
            <th scope="row" title=line.name.clone()>
                <span class="tensor-name" style:padding-left=format!("{}rem", depth as f64 * 0.9)>{label}</span>{shared}{unread}
            </th>
            <td>{line.type_name}</td>
            <td>{shape_text(&line.shape)}</td>
            <td class="number-column">{bytes_text(line.bytes)}</td>
            {cells}
        </tr>
    }
    .into_any()
}

/// A group of tensors in the tree.
fn group_row(room: InspectState, index: usize, row: Row, at: RwSignal<Option<usize>>) -> AnyView {
    let Row::Group { path, label, depth, is_open, tensors, numbers, bytes } = row else {
        return ().into_any();
    };
    let open = path.clone();
    let toggle = move |_| {
        at.set(Some(index));
        room.closed.update(|closed| toggle(closed, open.clone()));
    };
    let mark = if is_open { "▾ " } else { "▸ " };
    view! {
        <tr
            id=format!("tensor-row-{index}")
            class="group"
            class:at=move || at.get() == Some(index)
            aria-rowindex=index + 2
            aria-expanded=if is_open { "true" } else { "false" }
            on:click=toggle
        >
            <th scope="row" title=path>
                <span class="tensor-name" style:padding-left=format!("{}rem", depth as f64 * 0.9)><span aria-hidden="true">{mark}</span>{label}</span>
            </th>
            <td colspan="2" class="muted">{texts::inspect::tensors(tensors)}</td>
            <td class="number-column">{bytes_text(bytes)}</td>
            <td colspan="6" class="muted">{texts::inspect::group_numbers(numbers.min(2) as usize, format_count(numbers))}</td>
        </tr>
    }
    .into_any()
}
