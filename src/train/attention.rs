//! The attention of one head on a typed sentence while it learns, and what the model answers.

use std::sync::Arc;

use leptos::prelude::*;
use nearfar::picture::Cell;
use nearfar::settings::model_method_text;
use nearfar_training::protocol::Report;
use nearfar_training::room::looked;
use texts::words::train::of_counter;

use super::trainer::Trainer;
use super::{of_runs, run_title, use_room};
use crate::canvas::labelled::Room;
use crate::controls::{Panel, field, named_menu};
use crate::labels::Labelled;
use crate::matrix::{Handed, MatrixPicture, Picture, Source, Zooms, pointing};
use crate::reactive::{memo, text};

/// The sentence, the picture and the answer.
#[component]
pub fn AttentionSection() -> impl IntoView {
    let room = use_room();
    let two = memo(move || room.a.made_of(|overview| overview.texts == 2));
    let text_field = move |index: usize, label: &'static str| {
        // A long sentence is seen whole; it is one line all the same.
        let typed = view! {
            <textarea
                class="wide"
                rows="1"
                maxlength="1000"
                prop:value=move || room.chosen.with(|chosen| chosen.texts[index].clone())
                on:input=move |event| room.choose(|chosen| chosen.type_text(index, event_target_value(&event).replace('\n', " ")))
            ></textarea>
        };
        field("", label.to_owned(), typed.into_any())
    };
    let which = move || {
        let options = [texts::train::attention_of_first(), texts::train::attention_of_second()];
        let options = ["0", "1"].into_iter().zip(options).collect();
        let chosen =
            memo(move || room.chosen.with(|chosen| if chosen.text == 1 { "1" } else { "0" }));
        let choose = move |name: String| {
            room.choose(|chosen| chosen.text = usize::from(name == "1"));
        };
        named_menu(texts::train::attention_of().to_owned(), options, chosen, Box::new(choose))
    };
    let title = text(move || texts::train::attention(room.shown_head() + 1));
    let is_untrained = |run: Trainer| run.reported(Report::is_untrained);
    let about = text(move || {
        looked::about(room.trainers().into_iter().all(is_untrained), room.causal.get())
    });
    view! {
        <Panel panel="train-attention" id="train-look-title" title=title about=about>
            <div class="looked-texts">
                {move || text_field(0, if two.get() { texts::train::attention_first() } else { texts::train::attention_sentence() })}
                <Show when=move || two.get()>{text_field(1, texts::train::attention_second())}{which()}</Show>
            </div>
            <div class="looked">
                {of_runs(looked_at)}
            </div>
        </Panel>
    }
}

/// The weights of a run's shown head, with the tokens that they are between; `None` while there are none.
fn drawn(trainer: Trainer) -> Handed {
    let room = trainer.room();
    let drawn = memo(move || {
        let (causal, palette) = (room.causal.get(), room.palette.get());
        trainer.shown.with(|shown| looked::drawn(shown, causal, palette)).map(Arc::new)
    });
    drawn.into()
}

fn looked_at(trainer: Trainer) -> AnyView {
    let room = use_room();
    let drawn = drawn(trainer);
    let pointed = RwSignal::new(None::<Cell>);
    // A cell that another sentence does not have is none.
    let cursor = memo(move || {
        let cell = pointed.get()?;
        drawn.with(|drawn| drawn.as_ref()?.value_at(cell).map(|_| cell))
    });
    let problem = move || trainer.reported(|report| report.looked.as_ref()?.problem.clone());
    let left_out = move || {
        let said = trainer.reported(|report| looked::left_out(report.looked.as_ref()?));
        said.unwrap_or_default()
    };
    let largest =
        move || drawn.with(|drawn| looked::strongest(drawn.as_deref()?)).unwrap_or_default();
    let under = text(move || {
        let cell = cursor.get();
        let said = drawn.with(|drawn| looked::weight_at(drawn.as_deref()?, cell?));
        said.unwrap_or_else(|| texts::train::point().to_owned())
    });
    let named =
        move || texts::train::attention_name(trainer.shown_head() + 1, trainer.panel.letter());
    let name = text(move || {
        let at = if cursor.get().is_some() { under.get() } else { String::new() };
        format!("{} {} {at}", named(), largest())
    });
    let theme = room.theme.into();
    let unit = Signal::from(texts::common::unit_weight());
    let about = move || {
        let counter = trainer.reported(|report| of_counter(report.step, report.epoch, 0.0, false));
        format!("{}, {}, {counter}", trainer.task().label(), model_method_text(trainer.method()))
    };
    let source = Source::labelled(drawn, theme, Room::TOKENS);
    let plain = Picture::new(source, theme, name, cursor.into(), pointing(pointed));
    let picture = Picture {
        zoom: Zooms::View(RwSignal::new(None)),
        ..plain.keyed(drawn, unit, named, about)
    };
    view! {
        <figure class="looked-at">
            {run_title(trainer)}
            <p class="muted">{text(move || problem().unwrap_or_default())}</p>
            <div class="looked-matrix matrix" hidden=move || problem().is_some()>
                <MatrixPicture picture=picture.class("looked-frame") />
            </div>
            <div class="looked-answer">
            <p class="muted">{text(left_out)}</p>
            <p class="looked-value">{under}</p>
            <h3>{texts::train::answers()}</h3>
            {answer(trainer)}
            <p class="muted small-print">{text(largest)}</p>
            </div>
        </figure>
    }
    .into_any()
}

fn answer(trainer: Trainer) -> impl IntoView {
    let rows = move || {
        let classes = trainer.made_of(|overview| overview.classes.clone());
        trainer.reported(|report| {
            let looked = report.looked.as_ref()?;
            // Of a treebank each word has its own.
            let words = looked::tags(looked, &classes).into_iter().map(|(word, tag)| {
                view! { <li><span class="answer-class">{word}</span><span class="answer-tag">{tag}</span></li> }
            });
            let (answers, left_out) = looked::answers(looked, &classes);
            let rows = answers.into_iter().map(|(class, share)| {
                view! {
                    <li>
                        <span class="answer-class">{class}</span>
                        <meter min="0" max="1" value=share.to_string() aria-hidden="true"></meter>
                        <span class="answer-share">{format!("{:.0} %", 100.0 * share)}</span>
                    </li>
                }
            });
            let left_out = (!left_out.is_empty()).then(|| view! { <li class="muted">{left_out}</li> });
            Some((rows.collect_view(), left_out, words.collect_view()))
        })
    };
    view! { <ul class="train-answer" aria-label=texts::train::answers_name()>{rows}</ul> }
}
