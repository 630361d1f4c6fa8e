//! A teacher's page: what learners handed in, side by side.

use leptos::prelude::*;
use nearfar_lessons::HandIn;
use nearfar_lessons::hand_in::{Beside, HandedStep, lay_beside};
use wasm_bindgen_futures::JsFuture;

use crate::controls::chosen_files;
use crate::reactive::{handler, part};

/// Takes texts and files, and lays them side by side.
#[component]
pub fn Teacher() -> impl IntoView {
    let hand_ins = RwSignal::new(Vec::<HandIn>::new());
    let damaged = RwSignal::new(0_usize);
    let typed = RwSignal::new(String::new());
    let take = move |(found, wrong): (Vec<HandIn>, usize)| {
        hand_ins.update(|all| all.extend(found));
        damaged.update(|count| *count += wrong);
    };
    let open = move |event: web_sys::Event| {
        damaged.set(0);
        for file in chosen_files(&event) {
            wasm_bindgen_futures::spawn_local(async move {
                let text = JsFuture::from(file.text()).await.ok().and_then(|text| text.as_string());
                take(HandIn::read_file(text.as_deref()));
            });
        }
    };
    let lay = move |_| {
        let read = typed.with_untracked(|text| HandIn::read(text));
        damaged.set(0);
        // What could not be read at all is still there.
        if !read.0.is_empty() {
            typed.set(String::new());
        }
        take(read);
    };
    let tables =
        move || lay_beside(hand_ins.get()).into_iter().map(table).collect_view().into_any();
    view! {
        <details class="learn-panel learn-teacher">
            <summary>{texts::learn::teacher()}</summary>
            <p>{texts::learn::teacher_about()}</p>
            <label class="field"><span>{texts::learn::teacher_texts()}</span>
                <textarea rows="3" prop:value=typed on:input=handler(move |event| typed.set(event_target_value(&event)))></textarea></label>
            <div class="learn-row">
                <button type="button" on:click=handler(lay)>{texts::learn::teacher_lay()}</button>
                <label class="field">{texts::learn::teacher_files()}<input type="file" multiple=true accept=".json,.txt" on:change=handler(open) /></label>
            </div>
            <p role="status">{part(move || match damaged.get() { 0 => ().into_any(), count => texts::learn::teacher_damaged(count).into_any() })}</p>
            {part(tables)}
        </details>
    }
}

fn table(beside: Beside) -> impl IntoView {
    let titles = beside.steps.iter().enumerate();
    let titles = titles
        .map(|(place, title)| view! { <th scope="col" title=title.clone()>{place + 1}</th> })
        .collect_view();
    let counts = beside.counts.iter().map(|counts| view! { <td>{counts.done}<br />{format!("✓{} ✗{}", counts.right, counts.wrong)}</td> }).collect_view();
    let steps = beside.steps.len();
    let rows = beside.hand_ins.iter().map(|one| {
        let cells = (0..steps).map(|place| {
            let step = one.steps.get(place);
            let given = step.into_iter().flat_map(HandedStep::given);
            let given = given.map(
                |given| view! { <span class="handed">{given.given.clone()}{given.mark()}</span> },
            );
            view! { <td>{step.map(HandedStep::mark)}{given.collect_view()}</td> }
        });
        view! { <tr><th scope="row">{one.name()}</th>{cells.collect_view()}</tr> }
    });
    let rows = rows.collect_view();
    let name = beside.title.clone();
    view! {
        <div class="scroll" tabindex="0" role="region" aria-label=name>
            <table class="hand-ins">
                <caption>{beside.title}</caption>
                <thead><tr><th scope="col">{texts::learn::who()}</th>{titles}</tr></thead>
                <tbody>{rows}</tbody>
                <tfoot><tr><th scope="row">{texts::learn::teacher_all()}</th>{counts}</tr></tfoot>
            </table>
        </div>
    }
}
