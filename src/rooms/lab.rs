//! The Lab: a sentence, its heads, and what two methods make of it.

use leptos::prelude::*;
use nearfar::lab::{Matrix, Panel};
use nearfar::picture::scale::format_number;
use nearfar::settings::{SIDE_BY_SIDE, Settings, View};

use crate::panels::{
    AnswerStrip, ArithmeticPanel, CursorLine, FiguresPanel, HeadSliders, HeadStrip, LearnedPanel,
    LinesPanel, LongLine, LookControls, MatrixPanel, MethodControls, ModelBadge, PipelinePanel,
    SentencePanel, method_label,
};
use crate::reactive::{flag, memo, part, text, when};
use crate::stages::{Later, Stages, place};
use crate::state::use_store;

/// Which of the three large pictures fills the row.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Large {
    A,
    B,
    Difference,
}

/// The room in which a sentence is attended to.
#[component]
pub fn Lab() -> impl IntoView {
    let store = use_store();
    if let Some(stages) = use_context::<Stages>() {
        stages.begin();
    }
    let is_empty = memo(move || store.with_tokens(|lab| lab.tokens().is_empty()));
    let is_long = memo(move || store.with_tokens(nearfar::lab::Lab::is_long));
    let several = RwSignal::new(false);
    let is_shown = memo(move || !is_empty.get() && store.is_ready());
    let is_shown = move || is_shown.get();
    view! {
        <div class="lab">
            <p class="lead">
                "Each head multiplies its attention scores by a coefficient of the real distance between two words: "
                <i>"w"</i>" < 0 prefers near words, "<i>"w"</i>" > 0 far ones, and "<i>"v"</i>" says how strongly. "
                "Type a sentence, move "<i>"w"</i>" and "<i>"v"</i>" of a head, and watch method A beside method B."
            </p>
            <Later place=place::SENTENCE>
                <SentencePanel />
            </Later>
            <Later place=place::SLIDERS><div class="bench">
                <aside class="rail panel" aria-label="Heads and methods">
                    <header class="rail-head">
                        <h2 class="rail-title">"Heads"</h2>
                        <ModelBadge />
                    </header>
                    <HeadSliders several=several />
                    <Later place=place::STRIP><HeadStrip several=several /></Later>
                </aside>
                <div class="stage">
                    <Show
                        when=when(is_shown)
                        fallback=move || view! {
                            <Later place=place::ANSWERS><Placeholder is_empty=is_empty /></Later>
                        }
                    >
                        <Later place=place::ANSWERS>
                            <Show when=when(move || !is_long.get()) fallback=LongLine><AnswerStrip /></Show>
                            <CursorLine />
                            <Pictures is_long=is_long />
                        </Later>
                    </Show>
                    // Nothing that stands there is moved by the first pictures.
                    <Show when=when(move || !store.first_is_coming.get())>
                        <Later place=place::LOOK>
                            <div class="look">
                                <ModelBadge />
                                <ModelBadge panel=Panel::B />
                                <LookControls />
                            </div>
                        </Later>
                        <Later place=place::METHODS>
                            <div class="methods panel">
                                <MethodControls panel=Panel::A />
                                <MethodControls panel=Panel::B />
                            </div>
                        </Later>
                    </Show>
                    <Show when=when(move || is_shown() && !is_long.get())>
                        <Later place=place::PIPELINE><PipelinePanel /></Later>
                    </Show>
                </div>
            </div></Later>
            <Show when=when(is_shown)>
                <div class="pair">
                    <Later place=place::ARITHMETIC><ArithmeticPanel /></Later>
                    <Later place=place::FIGURES><FiguresPanel /></Later>
                </div>
                <Later place=place::LEARNED><LearnedPanel /></Later>
            </Show>
        </div>
    }
}

/// Where the pictures will be.
#[component]
fn Placeholder(is_empty: Memo<bool>) -> impl IntoView {
    let store = use_store();
    let share = move || store.loading.with(|loading| loading.frequent);
    view! {
        <div class="placeholder" role="status">
            {part(move || {
                if is_empty.get() && store.is_ready() {
                    view! { <p>"Type a sentence above, or choose an example: its attention appears here."</p> }.into_any()
                } else {
                    view! {
                        <p>"Loading word vectors and models …"</p>
                        <progress max="1" value=text(move || share().to_string()) aria-label="Word vectors loaded"></progress>
                    }
                    .into_any()
                }
            })}
        </div>
    }
}

#[component]
fn Pictures(is_long: Memo<bool>) -> impl IntoView {
    let store = use_store();
    let chosen = store.select(|settings| settings.view);
    let view = memo(move || if is_long.get() { View::Heatmap } else { chosen.get() });
    let large = RwSignal::new(None::<Large>);
    let title = move |panel: Panel, letter: &'static str| {
        let method = store.select(move |settings| panel.method(settings));
        Signal::derive(move || format!("{letter} · {}", method_label(method.get())))
    };
    let (title_a, title_b) = (title(Panel::A, "A"), title(Panel::B, "B"));
    let weight_unit = move |panel: Panel| {
        let method = store.select(move |settings| panel.method(settings));
        Signal::derive(move || {
            let early = !matches!(method.get(), nearfar::Method::DistanceAware { adjustment, .. } if !adjustment.is_early());
            if early {
                "attention weight; a row sums to 1".to_owned()
            } else {
                "attention weight; rows do not sum to 1".to_owned()
            }
        })
    };
    let enlarge = move |which: Large| {
        Callback::new(move |()| {
            large.update(|large| *large = if *large == Some(which) { None } else { Some(which) })
        })
    };
    let hidden = move |which: Large| flag(move || large.get().is_some_and(|large| large != which));
    let weights = move |panel: Panel, which: Large, title: Signal<String>, accent: &'static str| {
        part(move || match view.get() {
            View::Lines => view! { <LinesPanel panel=panel title=title /> }.into_any(),
            View::Heatmap | View::Heads => view! {
                <MatrixPanel
                    matrix=Matrix::Weights(panel)
                    title=title
                    accent=accent
                    unit=weight_unit(panel)
                    on_enlarge=enlarge(which)
                />
            }
            .into_any(),
        })
    };
    let three = move || {
        view! {
            <div class="pictures" class:one=flag(move || large.get().is_some())>
                <div class="picture" hidden=hidden(Large::A)>
                    <Later place=place::PICTURES>{weights(Panel::A, Large::A, title_a, "a")}</Later>
                </div>
                <div class="picture" hidden=hidden(Large::B)>
                    <Later place=place::PICTURES + 1>{weights(Panel::B, Large::B, title_b, "b")}</Later>
                </div>
                <div class="picture" hidden=hidden(Large::Difference)>
                    <Later place=place::PICTURES + 2>
                        <MatrixPanel
                            matrix=Matrix::Difference
                            title="A − B".to_owned()
                            accent="difference"
                            unit="difference of weights; orange: more in A, blue: more in B".to_owned()
                            on_enlarge=enlarge(Large::Difference)
                        />
                    </Later>
                </div>
            </div>
        }
    };
    let several = memo(move || view.get() == View::Heads);
    part(move || if several.get() { view! { <HeadGrid /> }.into_any() } else { three().into_any() })
}

/// The heads that the sliders move, side by side: A in the first row, B in the second.
#[component]
fn HeadGrid() -> impl IntoView {
    let store = use_store();
    let heads = store.select(Settings::moved_heads);
    let picture = move |panel: Panel, head: usize| {
        let (letter, accent) = if panel == Panel::A { ("A", "a") } else { ("B", "b") };
        let title = Signal::derive(move || {
            let w = store.with_weights(|lab| {
                let trace = lab.trace_of(panel)?;
                let knows = trace.method().knows_distance();
                trace.heads().get(head).filter(|_| knows).map(|head| head.w)
            });
            let w = w.map_or_else(String::new, |w| format!(", w = {}", format_number(w)));
            format!("{letter} · head {}{w}", head + 1)
        });
        view! {
            <div class="picture">
                <Later place=place::PICTURES + panel as u8>
                    <MatrixPanel matrix=Matrix::Weights(panel) title=title accent=accent unit="attention weight".to_owned() of_head=head />
                </Later>
            </div>
        }
    };
    let row = move |panel: Panel| {
        heads.get().into_iter().take(SIDE_BY_SIDE).map(|head| picture(panel, head)).collect_view()
    };
    let left_out = move || match heads.with(Vec::len) {
        1 => "One head moves: Ctrl+click on other heads shows up to four side by side.".to_owned(),
        count if count > SIDE_BY_SIDE => {
            format!("The first {SIDE_BY_SIDE} of the {count} heads that move.")
        }
        _ => String::new(),
    };
    view! {
        <p class="muted">{text(left_out)}</p>
        <div class="pictures several">{part(move || row(Panel::A).into_any())} {part(move || row(Panel::B).into_any())}</div>
    }
}
