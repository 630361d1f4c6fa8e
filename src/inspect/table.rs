//! The table of tensors. Only the rows in sight exist, and only their figures are asked for.

use std::collections::HashSet;
use std::sync::Arc;

use leptos::html;
use leptos::prelude::*;
use nearfar::picture::scale::{format_count, format_number};
use nearfar_inspect::protocol::listing::{Key, Order, Row, rows, shape_text};
use nearfar_inspect::statistics::Statistics;

use super::state::InspectState;
use super::summary::bytes_text;
use super::use_room;
use crate::canvas::box_size;
use crate::reactive::{effect, memo, text};

/// The height of a row in CSS pixels; the style sheet has the same.
const ROW: f64 = 28.0;
/// Rows that exist above and below those in sight.
const BEYOND: usize = 8;

/// Columns: what they sort by, their label, and what it means.
const COLUMNS: &[(Key, &str, &str)] = &[
    (Key::Name, "Name", "name"),
    (Key::Type, "Type", "type as stored"),
    (Key::Shape, "Shape", "shape, sorted by the number of numbers"),
    (Key::Bytes, "Size", "bytes in the file"),
    (Key::Min, "Min", "least finite number"),
    (Key::Max, "Max", "greatest finite number"),
    (Key::Mean, "Mean", "mean of the finite numbers"),
    (Key::Deviation, "Deviation", "standard deviation of the finite numbers"),
    (Key::Zeros, "Zeros", "share of numbers that are 0"),
    (Key::NonFinite, "NaN, ∞", "numbers that are not finite"),
];

/// Search, order, and the table.
#[component]
pub fn Table() -> impl IntoView {
    let room = use_room();
    let order = memo(move || room.order.get());
    // Rows by a statistic move while it is found; the others stay.
    let listed = Memo::new(move |_| {
        let order = order.get();
        if order.key.needs_statistics() && !order.tree {
            room.news.track();
        }
        let Some(opened) = room.opened.get() else { return Arc::new(Vec::new()) };
        let found = room.found.read_value();
        room.closed.with(|closed| Arc::new(rows(&opened.tensors, &found, &order, closed)))
    });
    let count = memo(move || listed.with(|rows| rows.len()));
    let tensors = memo(move || {
        listed.with(|rows| rows.iter().filter(|row| matches!(row, Row::Tensor { .. })).count())
    });
    let frame = NodeRef::<html::Div>::new();
    let size = box_size(frame);
    let top = RwSignal::new(0.0_f64);
    // In steps of several rows, so that not every pixel of scrolling makes rows anew.
    let range = memo(move || {
        let first = (top.get() / ROW) as usize;
        let visible = (size.get().1 / ROW) as usize + 2;
        let start = first.saturating_sub(BEYOND) / 4 * 4;
        let end = (first + visible + BEYOND).next_multiple_of(4).min(count.get());
        (start.min(end), end)
    });
    effect(move || {
        let (start, end) = range.get();
        let by_statistic = order.with(|order| order.key.needs_statistics() && !order.tree);
        let wanted: Vec<usize> = listed.with_untracked(|rows| {
            let seen = rows.get(start..end).unwrap_or_default();
            let rest: &[Row] = if by_statistic { rows } else { &[] };
            let mut known = HashSet::new();
            let places = seen.iter().chain(rest).filter_map(|row| match row {
                Row::Tensor { place, .. } => Some(*place),
                Row::Group { .. } => None,
            });
            places.filter(|place| known.insert(*place)).collect()
        });
        listed.track();
        untrack(|| room.want(&wanted));
    });
    let active = memo(move || {
        let shown = room.shown.get()?;
        listed.with(|rows| {
            rows.iter().position(|row| matches!(row, Row::Tensor { place, .. } if *place == shown))
        })
    });
    let at = RwSignal::new(None::<usize>);
    // The keyboard's place follows what is shown, and may also stand on a group.
    effect(move || at.set(active.get()));
    let go_to = move |index: usize| {
        let last = count.get_untracked().saturating_sub(1);
        let index = index.min(last);
        at.set(Some(index));
        if let Some(Row::Tensor { place, .. }) =
            listed.with_untracked(|rows| rows.get(index).cloned())
        {
            room.shown.set(Some(place));
        }
        let Some(frame) = frame.get_untracked() else { return };
        let (y, height) = (index as f64 * ROW, f64::from(frame.client_height()) - ROW - 4.0);
        let seen = f64::from(frame.scroll_top());
        if y < seen {
            frame.set_scroll_top(y as i32);
        } else if y + ROW > seen + height {
            frame.set_scroll_top((y + ROW - height) as i32);
        }
    };
    let on_key = move |event: web_sys::KeyboardEvent| {
        if event.ctrl_key() || event.meta_key() || event.alt_key() {
            return;
        }
        let now = at.get_untracked().unwrap_or(0);
        let page = ((size.get_untracked().1 / ROW) as usize).saturating_sub(2).max(1);
        let group = listed.with_untracked(|rows| match rows.get(now) {
            Some(Row::Group { path, is_open, .. }) => Some((path.clone(), *is_open)),
            _ => None,
        });
        match (event.key().as_str(), group) {
            ("ArrowDown", _) => go_to(now + 1),
            ("ArrowUp", _) => go_to(now.saturating_sub(1)),
            ("PageDown", _) => go_to(now + page),
            ("PageUp", _) => go_to(now.saturating_sub(page)),
            ("Home", _) => go_to(0),
            ("End", _) => go_to(usize::MAX),
            ("ArrowRight", Some((path, false)))
            | ("ArrowLeft", Some((path, true)))
            | ("Enter" | " ", Some((path, _))) => {
                toggle(room, path);
            }
            _ => return,
        }
        event.prevent_default();
    };
    let visible = move || {
        let (start, end) = range.get();
        listed.with(|rows| {
            let rows = rows.get(start..end).unwrap_or_default();
            rows.iter().cloned().enumerate().map(|(at, row)| (start + at, row)).collect::<Vec<_>>()
        })
    };
    let key = |(index, row): &(usize, Row)| match row {
        Row::Tensor { place, depth, .. } => (*index, Some(*place), *depth, String::new()),
        Row::Group { path, is_open, depth, .. } => {
            (*index, None, *depth, format!("{path}{is_open}"))
        }
    };
    let rendered = move |(index, row): (usize, Row)| match row {
        Row::Tensor { place, depth, label } => {
            tensor_row(room, index, place, depth, label, at, go_to)
        }
        group => group_row(room, index, group, at),
    };
    let status = move || {
        let all =
            room.opened.with(|opened| opened.as_ref().map_or(0, |opened| opened.tensors.len()));
        let shown = tensors.get();
        if shown == all {
            format!("{} tensors", format_count(all as u64))
        } else {
            format!("{} of {}", format_count(shown as u64), format_count(all as u64))
        }
    };
    view! {
        <section class="panel inspect-table" aria-label="Tensors">
            <Tools status=text(status) />
            <div
                node_ref=frame
                class="table-frame"
                on:scroll=move |_| {
                    if let Some(frame) = frame.get_untracked() {
                        top.set(f64::from(frame.scroll_top()));
                    }
                }
            >
                <div
                    class="table-sheet"
                    style:padding-top=move || format!("{}px", range.get().0 as f64 * ROW)
                    style:padding-bottom=move || format!("{}px", count.get().saturating_sub(range.get().1) as f64 * ROW)
                >
                    <table
                        role=move || if order.with(|order| order.tree) { "treegrid" } else { "grid" }
                        tabindex="0"
                        aria-label="Tensors; arrow keys choose one"
                        aria-rowcount=move || count.get() + 1
                        aria-activedescendant=move || at.get().map(|index| format!("tensor-row-{index}"))
                        on:keydown=on_key
                    >
                        <Head />
                        <tbody><For each=visible key=key children=rendered /></tbody>
                    </table>
                </div>
                <p class="muted empty" hidden=move || count.get() != 0>"No tensor has these words in its name, type or shape."</p>
            </div>
        </section>
    }
}

fn toggle(room: InspectState, path: String) {
    room.closed.update(|closed| {
        if !closed.remove(&path) {
            closed.insert(path);
        }
    });
}

/// Search, list or tree, and what is being found.
#[component]
fn Tools(status: Signal<String>) -> impl IntoView {
    let room = use_room();
    let tree = move || room.order.with(|order| order.tree);
    let finding = move || {
        let (left, of) = room.finding.get()?;
        let sorting = room.order.with(|order| order.key.needs_statistics() && !order.tree);
        (of > 60 || sorting).then(|| {
            let stop = move |_| {
                room.order.update(|order| order.key = Key::File);
                room.want_nothing();
            };
            view! {
                <span class="finding-figures">
                    <progress aria-label="Figures found" max=of value=of - left></progress>
                    {format!("figures: {} of {}", format_count((of - left) as u64), format_count(of as u64))}
                    <button type="button" class="small" on:click=stop>"Stop"</button>
                </span>
            }
        })
    };
    view! {
        <div class="table-tools">
            <label class="field inline table-search">
                <span class="field-label">"Search"</span>
                <input
                    type="text"
                    spellcheck="false"
                    autocomplete="off"
                    placeholder="weight 768"
                    prop:value=move || room.order.with(|order| order.search.clone())
                    on:input=move |event| room.order.update(|order| order.search = event_target_value(&event))
                />
            </label>
            <span class="segmented" role="group" aria-label="Order of the tensors">
                <button type="button" class="small" aria-pressed=move || if tree() { "false" } else { "true" } on:click=move |_| room.order.update(|order| order.tree = false)>"List"</button>
                <button type="button" class="small" aria-pressed=move || if tree() { "true" } else { "false" } on:click=move |_| room.order.update(|order| order.tree = true)>"Tree"</button>
            </span>
            <span class="muted small-print" role="status">{status}</span>
            {finding}
        </div>
    }
}

#[component]
fn Head() -> impl IntoView {
    let room = use_room();
    let columns = COLUMNS
        .iter()
        .enumerate()
        .map(|(column, &(key, label, means))| {
            let sorted = move || {
                let Order { key: now, falling, tree, .. } = room.order.get();
                match (now == key && !tree, falling) {
                    (true, true) => "descending",
                    (true, false) => "ascending",
                    (false, _) => "none",
                }
            };
            // Rising, falling, the file's order.
            let sort = move |_| {
                room.order.update(|order| {
                    let falls_first = !matches!(key, Key::Name | Key::Type);
                    let is_now = order.key == key && !order.tree;
                    (order.key, order.falling) = match (is_now, order.falling == falls_first) {
                        (false, _) => (key, falls_first),
                        (true, true) => (key, !falls_first),
                        (true, false) => (Key::File, false),
                    };
                    order.tree = false;
                });
            };
            let mark = move || match sorted() {
                "descending" => " ▾",
                "ascending" => " ▴",
                _ => "",
            };
            view! {
                <th scope="col" class:number-column={column > 2} aria-sort=sorted>
                    <button type="button" title=format!("Sort by {means}") on:click=sort>{label}{mark}</button>
                </th>
            }
        })
        .collect_view();
    view! { <thead><tr aria-rowindex="1">{columns}</tr></thead> }
}

fn tensor_row(
    room: InspectState,
    index: usize,
    place: usize,
    depth: usize,
    label: String,
    at: RwSignal<Option<usize>>,
    go_to: impl Fn(usize) + Copy + Send + Sync + 'static,
) -> AnyView {
    let line = room.opened.with_untracked(|opened| opened.as_ref()?.tensors.get(place).cloned());
    let Some(line) = line else { return ().into_any() };
    let figures = memo(move || {
        room.news.track();
        room.found.with_value(|found| found.get(place).cloned().flatten())
    });
    let unread = line.problem.clone();
    let why = memo(move || {
        room.news.track();
        room.unread.with_value(|unread| unread.get(&place).cloned())
    });
    let cell = move |of: fn(&Statistics) -> String| {
        text(move || match figures.get() {
            Some(figures) => of(&figures),
            None if why.with(Option::is_some) => "–".to_owned(),
            None => "…".to_owned(),
        })
    };
    let cells: [fn(&Statistics) -> String; 6] = [
        |figures| figures.min.map_or_else(|| "–".to_owned(), format_number),
        |figures| figures.max.map_or_else(|| "–".to_owned(), format_number),
        |figures| figures.mean.map_or_else(|| "–".to_owned(), format_number),
        |figures| figures.deviation.map_or_else(|| "–".to_owned(), format_number),
        |figures| figures.share_of_zeros().map_or_else(|| "–".to_owned(), percent),
        |figures| non_finite_text(figures),
    ];
    let bad = move || figures.with(|figures| figures.as_ref().is_some_and(|f| f.non_finite() > 0));
    let cells = cells
        .into_iter()
        .enumerate()
        .map(|(column, of)| {
            let alert = move || column == 5 && bad();
            view! { <td class="number-column" class:alert=alert>{cell(of)}</td> }
        })
        .collect_view();
    let shared = line.shared.map(|_| view! { <span class="badge" title="Shares its numbers with another tensor">"shared"</span> });
    let unread = unread.map(|why| view! { <span class="badge" title=why>"not read"</span> });
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
            <td>{line.type_name.clone()}</td>
            <td>{shape_text(&line.shape)}</td>
            <td class="number-column">{bytes_text(line.bytes)}</td>
            {cells}
        </tr>
    }
    .into_any()
}

/// A share as a percentage.
pub fn percent(share: f64) -> String {
    let percent = 100.0 * share;
    if percent == 0.0 {
        "0 %".to_owned()
    } else if percent < 0.1 {
        "< 0.1 %".to_owned()
    } else {
        format!("{percent:.1} %")
    }
}

/// How many numbers are not finite, marked where there are any.
pub fn non_finite_text(statistics: &Statistics) -> String {
    match statistics.non_finite() {
        0 => "0".to_owned(),
        count => format!("⚠ {}", format_count(count)),
    }
}

fn group_row(room: InspectState, index: usize, row: Row, at: RwSignal<Option<usize>>) -> AnyView {
    let Row::Group { path, label, depth, is_open, tensors, numbers, bytes } = row else {
        return ().into_any();
    };
    let open = path.clone();
    let toggle = move |_| {
        at.set(Some(index));
        toggle(room, open.clone());
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
            <td colspan="2" class="muted">{format!("{} tensors", format_count(tensors as u64))}</td>
            <td class="number-column">{bytes_text(bytes)}</td>
            <td colspan="6" class="muted">{format!("{} numbers", format_count(numbers))}</td>
        </tr>
    }
    .into_any()
}
