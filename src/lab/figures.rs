//! The figures of every head: how wide, how far and how different from B it looks. Computed once
//! the weights rest, a few heads at a time, so that no drag waits for a logarithm.

use std::time::Duration;

use leptos::prelude::*;
use nearfar::lab::{Lab, LabFigures, Panel};
use nearfar::picture::scale::format_number;
use texts::words;

use crate::reactive::{effect, handler, memo, text};
use crate::stages::{Later, place};
use crate::state::{Store, use_store};

/// So many matrix cells are worked through before the browser gets its turn.
const CELLS_AT_ONCE: usize = 200_000;

/// One row per head, and the figures of the row under the cursor.
#[component]
pub fn FiguresSection() -> impl IntoView {
    let store = use_store();
    let heads = store.select(|settings| settings.heads);
    let other = store.select(|settings| words::of_panel(settings, Panel::B));
    let figures = RwSignal::new(Vec::<Option<LabFigures>>::new());
    let run = StoredValue::new(0_u32);
    effect(move || {
        store.follow_settled();
        let heads = heads.get();
        run.update_value(|run| *run += 1);
        figures.update(|figures| figures.resize(heads, None));
        compute(store, figures, run, run.get_value(), 0);
    });
    effect(move || {
        store.follow_weights();
        if store.explored(|_| ()).is_some() {
            let head = store.head().get();
            let found = explored(store, head);
            figures.update(|figures| {
                figures.iter_mut().enumerate().for_each(|(place, slot)| {
                    *slot = found.filter(|_| place == head);
                });
            });
        }
    });
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
                                <HeadRow head=head figures=figures />
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

fn compute(
    store: Store,
    figures: RwSignal<Vec<Option<LabFigures>>>,
    run: StoredValue<u32>,
    this_run: u32,
    from: usize,
) {
    if run.try_get_value() != Some(this_run) {
        return;
    }
    let heads = figures.with_untracked(Vec::len);
    let tokens = store.lab_now(|lab| lab.tokens().len()).max(1);
    let until = heads.min(from + (CELLS_AT_ONCE / (tokens * tokens)).max(1));
    let of = |lab: &Lab, head| lab.figures(head).or_else(|| explored(store, head));
    let computed: Vec<_> = store.lab_now(|lab| (from..until).map(|head| of(lab, head)).collect());
    figures.update(|figures| {
        for (slot, computed) in figures[from..until].iter_mut().zip(computed) {
            *slot = computed;
        }
    });
    if until < heads {
        set_timeout(move || compute(store, figures, run, this_run, until), Duration::ZERO);
    }
}

/// The figures of the shown head of a long sentence, once all of its rows are in them.
fn explored(store: Store, head: usize) -> Option<LabFigures> {
    let tokens = store.lab_now(|lab| lab.tokens().len());
    let is_shown = store.settings_now(|settings| settings.head == head);
    let (figures, rows) = store.explored(|explorer| explorer.figures()).flatten()?;
    (is_shown && rows == tokens).then_some(figures)
}

#[component]
fn HeadRow(head: usize, figures: RwSignal<Vec<Option<LabFigures>>>) -> impl IntoView {
    let store = use_store();
    let parameters = store.select(move |settings| (settings.w[head], settings.v[head]));
    let shown = store.select(move |settings| settings.head == head);
    let mine = memo(move || figures.with(|figures| figures.get(head).copied().flatten()));
    let character = move || store.with_weights(|lab| lab.character(head)).map(words::of_character);
    view! {
        <tr class:shown=shown>
            <th scope="row">
                <button type="button" class="link" aria-label=texts::lab::figures_show(head + 1) on:click=handler(move |_| store.edit(None, |settings| settings.head = head))>
                    {head + 1}
                </button>
            </th>
            <td>{text(move || format_number(parameters.get().0))}</td>
            <td>{text(move || format_number(parameters.get().1))}</td>
            <td>{text(move || character().unwrap_or("–"))}</td>
            {cells(mine)}
        </tr>
    }
}

/// The cells of a row under the columns.
fn cells(figures: Memo<Option<LabFigures>>) -> impl IntoView {
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
            {cells(even)}
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
        let (i, j) = cursor.get()?;
        let head = head.get();
        store.with_weights(|lab| {
            let explored = store
                .explored(|explorer| explorer.cell(i, j).map(|cell| (cell.row, cell.divergence)));
            let (figures, divergence) = match explored {
                Some(of_cell) => of_cell?,
                None => lab.row_figures(head, i),
            };
            words::of_row(lab, head, i, &figures?, divergence)
        })
    };
    view! { <p class="muted readout">{text(move || readout().unwrap_or_else(|| texts::lab::row_none().to_owned()))}</p> }
}
