//! A row of the table: a tensor with its figures, or a group of tensors.

use leptos::prelude::*;
use nearfar::picture::scale::format_count;
use nearfar_inspect::protocol::listing::{Row, shape_text};
use nearfar_inspect::room::file::bytes_text;
use nearfar_inspect::room::table::toggle;

use super::state::InspectState;
use crate::reactive::{memo, text};

/// A tensor with its figures, as far as they are known.
pub fn tensor_row(
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
        .clone()
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
            <td>{line.type_name.clone()}</td>
            <td>{shape_text(&line.shape)}</td>
            <td class="number-column">{bytes_text(line.bytes)}</td>
            {cells}
        </tr>
    }
    .into_any()
}

/// A group of tensors in the tree.
pub fn group_row(
    room: InspectState,
    index: usize,
    row: Row,
    at: RwSignal<Option<usize>>,
) -> AnyView {
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
            <td colspan="6" class="muted">{texts::inspect::group_numbers(format_count(numbers))}</td>
        </tr>
    }
    .into_any()
}
