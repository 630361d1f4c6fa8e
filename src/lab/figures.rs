//! The figures of every head: how wide, how far and how different from B it looks. Computed once
//! the weights rest, row by row, so that no drag waits for a logarithm.

use leptos::prelude::*;
use nearfar::lab::{Lab, LabFigures, Panel};
use nearfar::picture::scale::format_number;
use texts::words;

use crate::reactive::{effect, handler, memo, text};
use crate::stages::{Later, place};
use crate::state::use_store;

/// One row per head, and the figures of the row under the cursor.
#[component]
pub fn FiguresSection() -> impl IntoView {
    let store = use_store();
    let heads = store.select(|settings| settings.heads);
    let other = store.select(|settings| words::of_panel(settings, Panel::B));
    view! {
        <section aria-labelledby="figures-title">
            <p class="muted">{text(move || texts::lab::figures_about(other.get()))}</p>
            <div class="scroll" tabindex="0" role="region" aria-label=texts::lab::figures_table()>
                <table class="figures">
                    <thead>
                        <tr>
                            <th scope="col">{texts::lab::column_head()}</th>
                            <th scope="col"><i>"w"</i></th>
                            <th scope="col"><i>"v"</i></th>
                            <th scope="col">{texts::lab::column_prefers()}</th>
                            {words::figure_columns().map(|[title, name, unit]| view! { <th scope="col" title=title>{name}<small>{unit}</small></th> })}
                        </tr>
                    </thead>
                    <tbody>
                        <For each=move || 0..heads.get() key=|head| *head let:head>
                            <Later place=place::FIGURES + 1 + head as u8 / 8>
                                <HeadRow head=head />
                            </Later>
                        </For>
                    </tbody>
                    <tfoot>
                        <EvenRow />
                    </tfoot>
                </table>
            </div>
            <RowReadout />
        </section>
    }
}

#[component]
fn HeadRow(head: usize) -> impl IntoView {
    let store = use_store();
    let parameters = store.select(move |settings| (settings.w[head], settings.v[head]));
    let shown = store.select(move |settings| settings.head == head);
    let figures = RwSignal::new(None::<LabFigures>);
    effect(move || {
        store.follow_settled();
        // Those of a long sentence grow row by row, of the head that is shown.
        if store.explored(|_| ()).is_some() {
            store.follow_weights();
            shown.track();
        }
        store.in_turn(move || {
            let now = store
                .now(|lab, settings| store.shown(lab, |numbers| numbers.figures(head, settings)));
            figures.try_set(now);
        });
    });
    let character = move || store.with_weights(|lab| lab.character(head)).map(words::of_character);
    view! {
        <tr class:shown=shown>
            <th scope="row">
                <button type="button" class="link" aria-label=texts::lab::figures_show(head + 1) on:click=handler(move |_| store.edit(None, |settings| settings.choose_head(head, false)))>
                    {head + 1}
                </button>
            </th>
            <td>{text(move || format_number(parameters.get().0))}</td>
            <td>{text(move || format_number(parameters.get().1))}</td>
            <td>{text(move || character().unwrap_or("–"))}</td>
            {cells(figures.into())}
        </tr>
    }
}

/// The cells of a row under the columns.
fn cells(figures: Signal<Option<LabFigures>>) -> impl IntoView {
    let cell = move |column: usize| text(move || words::cells_of(figures.get())[column].clone());
    (0..words::figure_columns().len())
        .map(|column| view! { <td>{cell(column)}</td> })
        .collect_view()
}

/// What attention to all alike would have, to compare with.
#[component]
fn EvenRow() -> impl IntoView {
    let store = use_store();
    let even = memo(move || {
        store.follow_settled();
        store.lab_now(Lab::even_figures)
    });
    view! {
        <tr class="even" title=texts::lab::even_title()>
            <th scope="row" colspan="4">{texts::lab::even()}</th>
            {cells(even.into())}
        </tr>
    }
}

/// The same figures for the one row under the cursor.
#[component]
fn RowReadout() -> impl IntoView {
    let store = use_store();
    let cursor = store.cursor();
    let head = store.head();
    let readout = move || {
        let cell = cursor.get()?;
        let head = head.get();
        store.with_weights(|lab| {
            let (figures, divergence) = store.shown(lab, |shown| shown.row_figures(head, cell))?;
            words::of_row(lab, head, cell.0, &figures?, divergence)
        })
    };
    view! { <p class="muted readout">{text(move || readout().unwrap_or_else(|| texts::lab::row_none().to_owned()))}</p> }
}
