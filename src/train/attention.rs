//! The attention of one head on a typed sentence while it learns, and what the model answers.

use leptos::html;
use leptos::prelude::*;
use nearfar::picture::heatmap::paint;
use nearfar::picture::layout::{LayoutOptions, MatrixLayout};
use nearfar::picture::palette::Palette;
use nearfar::picture::scale::Scale;

use super::bench::Bench;
use super::side::Side;
use super::use_bench;
use crate::canvas::{Surface, box_size, css, measure};
use crate::reactive::{effect, memo, text};

const FONT: f64 = 12.0;

/// The sentence, the picture and the answer.
#[component]
pub fn AttentionPanel() -> impl IntoView {
    let bench = use_bench();
    let two = memo(move || bench.a.overview.with(|o| o.as_ref().is_some_and(|o| o.texts == 2)));
    let field = move |index: usize, label: &'static str| {
        view! {
            <label class="field">
                <span class="field-label">{label}</span>
                <input
                    type="text"
                    class="wide"
                    maxlength="1000"
                    prop:value=move || bench.texts.with(|texts| texts[index].clone())
                    on:input=move |event| bench.type_text(index, event_target_value(&event))
                />
            </label>
        }
    };
    let which = move || {
        let choose = move |event| bench.text.set(usize::from(event_target_value(&event) == "1"));
        view! {
            <label class="field">
                <span class="field-label">"Attention of"</span>
                <select on:change=choose>
                    <option value="0">"the first text"</option>
                    <option value="1">"the second text"</option>
                </select>
            </label>
        }
    };
    view! {
        <section class="panel" aria-labelledby="train-look-title">
            <header class="panel-head">
                <h2 id="train-look-title">{text(move || format!("What head {} looks at", bench.head.get() + 1))}</h2>
                <p class="muted">"Each row is a token that looks, each column one that is looked at. Words that the training texts do not hold are in brackets."</p>
            </header>
            <div class="looked-texts">
                {move || field(0, if two.get() { "First text" } else { "Sentence" })}
                <Show when=move || two.get()>{field(1, "Second text")}{which()}</Show>
            </div>
            <div class="looked">
                <LookedAt side=bench.a />
                <Show when=move || bench.comparing.get()><LookedAt side=bench.b /></Show>
            </div>
        </section>
    }
}

#[component]
fn LookedAt(side: Side) -> impl IntoView {
    let bench = use_bench();
    let frame = NodeRef::<html::Div>::new();
    let canvas = NodeRef::<html::Canvas>::new();
    let size = box_size(frame);
    let table = memo(move || Palette::Cividis.table(bench.theme.get()));
    effect(move || {
        bench.frame.track();
        let Some(canvas) = canvas.get() else { return };
        let size = size.get();
        table.with(|table| draw(bench, side, &canvas, size, table));
    });
    let problem = move || side.report.with(|report| report.looked.as_ref()?.problem.clone());
    let largest = move || {
        let (tokens, n) = side.report.with(|report| {
            let tokens =
                report.looked.as_ref().map(|looked| looked.tokens.clone()).unwrap_or_default();
            let n = tokens.len();
            (tokens, n)
        });
        side.weights.with_value(|weights| {
            let cells =
                weights.iter().enumerate().filter(|(cell, _)| n > 0 && cell / n != cell % n);
            let best = cells.max_by(|a, b| a.1.total_cmp(b.1));
            best.map_or_else(String::new, |(cell, weight)| {
                let (i, j) = (tokens.get(cell / n), tokens.get(cell % n));
                let (i, j) = (i.cloned().unwrap_or_default(), j.cloned().unwrap_or_default());
                format!(
                    "Strongest between two words: “{i}” looks at “{j}” with {:.0} %.",
                    100.0 * weight
                )
            })
        })
    };
    let name = move || {
        bench.frame.track();
        format!(
            "Attention of head {} of run {}. {}",
            bench.head.get() + 1,
            side.letter.name(),
            largest()
        )
    };
    let title =
        move || bench.comparing.get().then(|| view! { <h3>"Run "{side.letter.name()}</h3> });
    view! {
        <figure class="looked-at">
            {title}
            <p class="muted">{text(move || problem().unwrap_or_default())}</p>
            <div node_ref=frame class="looked-frame" hidden=move || problem().is_some()>
                <canvas node_ref=canvas role="img" aria-label=text(name)></canvas>
            </div>
            <div class="looked-answer">
            <h3>"What the model answers"</h3>
            <Answer side=side />
            <p class="muted small-print">{text(move || { bench.frame.track(); largest() })}</p>
            </div>
        </figure>
    }
}

#[component]
fn Answer(side: Side) -> impl IntoView {
    let rows = move || {
        let classes =
            side.overview.with(|o| o.as_ref().map(|o| o.classes.clone()).unwrap_or_default());
        let probabilities = side.report.with(|report| {
            report.looked.as_ref().map(|looked| looked.probabilities.clone()).unwrap_or_default()
        });
        let rows = classes.into_iter().zip(probabilities).take(12).map(|(class, probability)| {
            let percent = format!("{:.0} %", 100.0 * probability);
            view! {
                <li>
                    <span class="answer-class">{class}</span>
                    <meter min="0" max="1" value=probability.to_string() aria-hidden="true"></meter>
                    <span class="answer-share">{percent}</span>
                </li>
            }
        });
        rows.collect_view()
    };
    view! { <ul class="train-answer" aria-label="Answer of the model">{rows}</ul> }
}

fn draw(
    bench: Bench,
    side: Side,
    canvas: &web_sys::HtmlCanvasElement,
    (width, height): (f64, f64),
    table: &nearfar::picture::palette::Table,
) {
    if width < 60.0 || height < 60.0 {
        return;
    }
    let labels: Vec<String> = side.report.with(|report| {
        report.looked.as_ref().map_or_else(Vec::new, |looked| {
            let pairs = looked.tokens.iter().zip(&looked.known);
            pairs
                .map(|(token, &known)| if known { token.clone() } else { format!("({token})") })
                .collect()
        })
    });
    let n = labels.len();
    let Some(surface) = Surface::new(canvas, width, height) else { return };
    side.weights.with_value(|weights| {
        if n == 0 || weights.len() != n * n {
            return;
        }
        let options = LayoutOptions {
            width,
            height,
            max_label: 90.0,
            max_cell: 40.0,
            ..LayoutOptions::default()
        };
        let layout =
            MatrixLayout::new(&labels, &labels, None, &options, |label| measure(label, FONT));
        let mut pixels = vec![0; 4 * n * n];
        paint(weights, Scale::from_zero_of(weights), table, &mut pixels);
        surface.cells(&pixels, n, layout.viewport, layout.plot);
        surface.set_font(FONT);
        let ink = css(bench.theme.get().foreground(), 1.0);
        for label in layout.row_labels.iter().chain(&layout.column_labels) {
            surface.label(label, &ink);
        }
    });
}
