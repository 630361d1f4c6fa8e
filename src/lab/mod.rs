//! The Lab: one experiment (a sentence, a head, its w and v, what they cause), and everything else below it
//! or folded. Each part shows one thing, and reads it from the store.

mod arithmetic;
mod beside;
mod cause;
mod claim;
mod difference;
mod figures;
pub mod files;
mod fold;
mod heads;
mod lines;
mod matrix;
mod method;
mod model;
mod onward;
mod pipeline;
mod said;
mod sentence;
mod sliders;
mod steppers;
mod tokens;

use leptos::prelude::*;
use nearfar::lab::{Front, Lab as Numbers, Matrix, Panel};
use nearfar::settings::{Settings, View};
use texts::words;

use self::arithmetic::ArithmeticSection;
use self::cause::{CauseSection, TermSection};
use self::claim::Claim;
use self::difference::{DifferenceHead, DifferenceSection};
use self::figures::FiguresSection;
use self::files::{FilesLine, LAB};
use self::fold::Fold;
use self::heads::{HeadPresets, HeadsSection};
use self::lines::LinesSection;
use self::matrix::{LargeDialog, MatrixSection, ShowLarge};
use self::method::PanelHead;
use self::model::{AnswerStrip, LearnedSection};
use self::onward::Onward;
use self::pipeline::{PipelineSection, StepsBeside};
use self::said::{Announcement, CursorLine, LongLine, ReachLine};
use self::sentence::SentenceSection;
use self::sliders::HeadSliders;
use self::steppers::{HeadStepper, LayerStepper};
use crate::controls::Toggle;
use crate::reactive::{flag, memo, on_change, part, text, when};
use crate::stages::{Later, Stages, place};
use crate::state::use_store;

pub use claim::{introduction, show_claim};
pub use method::{DistanceControls, MappingControls};
pub use steppers::step_layer;

/// The room in which a sentence is attended to.
#[component]
pub fn Lab(
    /// On a phone there is room for one picture: it stays while another sentence is typed, and another room is shown.
    front: RwSignal<Front>,
) -> impl IntoView {
    let store = use_store();
    provide_context(front);
    provide_context(ShowLarge::default());
    if let Some(stages) = use_context::<Stages>() {
        stages.begin();
    }
    let is_empty = memo(move || store.with_tokens(|lab| lab.tokens().is_empty()));
    let is_long = memo(move || store.with_tokens(Numbers::is_long));
    let is_absent = store.of_models(|lab, settings| lab.why_absent(Panel::A, settings).is_some());
    let is_shown = memo(move || !is_empty.get() && !is_absent.get() && store.is_ready());
    let is_shown = move || is_shown.get();
    // Another step of a lesson shows all of its picture.
    let step = store.select(|settings| (settings.lesson.clone(), settings.step));
    on_change(step, move |_| store.viewport.set(None));
    // What was there once stays, also while another model comes.
    let has_been_ready = Memo::new(move |before: Option<&bool>| {
        before == Some(&true) || store.is_ready() && !store.first_is_coming.get()
    });
    let has_term = store.has_term();
    let is_short = move || is_shown() && !is_long.get();
    let several = store.select(|settings| settings.view == View::Heads);
    view! {
        <div class="lab" id=LAB>
            <Later place=place::CLAIM><Claim /></Later>
            <Later place=place::SENTENCE>
                <SentenceSection />
                <FilesLine />
            </Later>
            <Later place=place::EXPERIMENT><section class="experiment panel" data-panel="experiment" aria-label=texts::lab::experiment()>
                <div class="controls" class:absent=is_absent data-panel="controls">
                    <header class="controls-head">
                        <LayerStepper />
                        <HeadStepper />
                    </header>
                    <div class="cause-place" data-panel="curve">
                        <Show when=when(is_shown)>
                            <Later place=place::CAUSE><Show when=when(move || has_term.get())><TermSection /></Show><CauseSection /></Later>
                        </Show>
                    </div>
                    <Later place=place::SLIDERS>
                        <HeadSliders />
                        <HeadPresets />
                    </Later>
                    <Show when=when(is_shown)>
                        <Later place=place::CAUSE><ReachLine /></Later>
                    </Show>
                </div>
                <div class="stage" data-panel="stage">
                    <Show
                        when=when(is_shown)
                        fallback=move || view! {
                            <Later place=place::ANSWERS><Placeholder is_empty=is_empty is_absent=is_absent /></Later>
                        }
                    >
                        <Later place=place::ANSWERS>
                            <Pictures is_long=is_long front=front />
                        </Later>
                    </Show>
                    <Show when=when(is_short)>
                        <Later place=place::PIPELINE>
                            <PipelineSection />
                            <Show when=when(move || !several.get())><DifferenceSection /></Show>
                        </Later>
                    </Show>
                </div>
            </section></Later>
            // Nothing that stands there is moved by the first pictures.
            <Show when=when(move || has_been_ready.get() && !is_absent.get())>
                <Later place=place::STRIP><HeadsSection /></Later>
            </Show>
            <Show when=when(is_shown)>
                <Show when=when(move || !is_long.get())><Later place=place::LOOK><AnswerStrip /></Later></Show>
                <Later place=place::ARITHMETIC><ArithmeticSection /></Later>
                <Later place=place::FIGURES>
                    <Fold id="figures" title=texts::lab::figures_title() hint=texts::lab::figures_hint()>
                        <FiguresSection />
                    </Fold>
                </Later>
                <Later place=place::LEARNED>
                    <Fold id="learned" title=texts::lab::learned_title() hint=texts::lab::learned_hint()>
                        <LearnedSection />
                    </Fold>
                    <Onward />
                </Later>
            </Show>
            <Announcement />
            // Outside of all panels: one that is hidden would hide it, and an open dialog has all clicks.
            <Later place=place::CAUSE><LargeDialog /></Later>
        </div>
    }
}

/// Where the pictures will be.
#[component]
fn Placeholder(is_empty: Memo<bool>, is_absent: Memo<bool>) -> impl IntoView {
    let store = use_store();
    let share = move || store.loading.with(|loading| loading.frequent);
    view! {
        <div class="placeholder" role="status">
            {part(move || {
                if is_empty.get() && store.is_ready() {
                    view! { <p>{texts::lab::pictures_no_sentence()}</p> }.into_any()
                } else if is_absent.get() && store.is_ready() {
                    view! { <p>{texts::lab::pictures_no_file()}</p> }.into_any()
                } else {
                    view! {
                        <p>{texts::lab::pictures_loading()}</p>
                        <progress max="1" value=text(move || share().to_string()) aria-label=texts::lab::pictures_loaded()></progress>
                    }
                    .into_any()
                }
            })}
        </div>
    }
}

/// A, B and their difference, side by side; on a phone the one in front, with buttons that show another.
#[component]
fn Pictures(is_long: Memo<bool>, front: RwSignal<Front>) -> impl IntoView {
    let store = use_store();
    let chosen = store.select(|settings| settings.view);
    let view = memo(move || if is_long.get() { View::Heatmap } else { chosen.get() });
    let picture = move |which: Front| {
        let title: Signal<String> =
            store.select(move |settings| words::title_of_picture(settings, which)).into();
        let matrix = store.select(move |settings| words::matrix_of(settings, which));
        let unit = store.select(move |settings| words::unit_of_picture(settings, which));
        let head_line = move || match which.panel() {
            Some(panel) => view! { <PanelHead panel=panel title=title /> }.into_any(),
            None => view! { <DifferenceHead title=title /> }.into_any(),
        };
        let drawn = move || match which.panel().filter(|_| view.get() == View::Lines) {
            Some(panel) => view! { <LinesSection panel=panel title=title /> }.into_any(),
            None => view! {
                <MatrixSection
                    matrix=matrix
                    title=title
                    head_line=head_line
                    accent=which.name()
                    unit=text(move || unit.get())
                    enlarges=true
                />
            }
            .into_any(),
        };
        view! {
            <div
                class="picture"
                data-panel=format!("picture-{}", which.name())
                class:front=flag(move || front.get() == which)
            >
                <Later place=place::PICTURES + which as u8>{part(drawn)}</Later>
            </div>
        }
    };
    let button = move |which: Front| {
        let label = store.select(move |settings| words::label_of_picture(settings, which));
        view! { <Toggle class="small" label=label pressed=flag(move || front.get() == which) on_press=move |()| front.set(which) /> }
    };
    let three = move || {
        view! {
            <div class="fronts presets" data-panel="pictures" role="group" aria-label=texts::lab::pictures_which()>{Front::ALL.map(button)}</div>
            <div class="pictures" id="pictures" data-panel="pictures">
                {Front::ALL.map(picture)}
                <Later place=place::BESIDE>
                    <Show when=when(move || store.is_narrow.get() && view.get() == View::Heatmap && !is_long.get())>
                        <StepsBeside />
                    </Show>
                </Later>
            </div>
            <CursorLine />
            <Show when=when(move || is_long.get())><LongLine /></Show>
        }
    };
    let several = memo(move || view.get() == View::Heads);
    part(move || if several.get() { view! { <HeadGrid /> }.into_any() } else { three().into_any() })
}

/// The heads that the sliders move, side by side: A in the first row, B in the second.
#[component]
fn HeadGrid() -> impl IntoView {
    let store = use_store();
    let heads = store.of_models(Numbers::side_by_side);
    let is_figure_8 = store.select(Settings::shows_figure_8);
    let picture = move |panel: Panel, head: usize| {
        let title = text(move || store.with_weights(|lab| words::title_of_head(lab, panel, head)));
        view! {
            <div class="picture front">
                <Later place=place::PICTURES + panel as u8>
                    <MatrixSection matrix=Matrix::Weights(panel) title=title accent=panel.name() unit=texts::common::unit_weight() of_head=head />
                </Later>
            </div>
        }
    };
    let row = move |panel: Panel| {
        part(move || {
            heads.get().into_iter().map(|head| picture(panel, head)).collect_view().into_any()
        })
    };
    let says = store.of_models(words::of_side_by_side);
    let head_line = |panel: Panel| {
        let title = store.select(move |settings| words::title_of(settings, panel));
        view! { <PanelHead panel=panel title=title /> }
    };
    view! {
        <div class="several-heads">{Panel::BOTH.map(head_line)}</div>
        <p class="muted" hidden=flag(move || !is_figure_8.get())>{texts::lab::figure_8_about()}</p>
        <p class="muted">{says}</p>
        <div class="pictures several" id="pictures" data-panel="pictures">{Panel::BOTH.map(row)}</div>
        <CursorLine />
    }
}
