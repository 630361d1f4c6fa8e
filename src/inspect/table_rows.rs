//! A row of the table: a tensor with its figures, or a group of tensors.

use leptos::prelude::*;
use nearfar::picture::scale::{format_count, format_number};
use nearfar_inspect::protocol::listing::{Row, shape_text};
use nearfar_inspect::room::table::toggle;
use nearfar_inspect::statistics::Statistics;

use super::state::InspectState;
use super::summary::bytes_text;
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
    let figures = memo(move || {
        room.news.track();
        room.figures.with_value(|figures| figures.get(place).cloned())
    });
    let unread = line.problem.clone();
    let is_unread = memo(move || {
        room.news.track();
        room.figures.with_value(|figures| figures.why_not(place).is_some())
    });
    let cell = move |of: fn(&Statistics) -> String| {
        text(move || match figures.get() {
            Some(figures) => of(&figures),
            None if is_unread.get() => "–".to_owned(),
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
    let shared = line.shared.map(|_| view! { <span class="badge" title=texts::inspect::shared_title()>{texts::inspect::shared()}</span> });
    let unread = unread
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
