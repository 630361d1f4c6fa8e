//! What the page claims, over the sentence, and its three first steps: each is done by moving what it names.

use leptos::prelude::*;
use nearfar::Method;
use nearfar::lab::{Lab, Panel};
use nearfar::metrics;
use nearfar::picture::format_short;
use nearfar::settings::{History, MAX_HEADS, ModelChoice, Settings};

use crate::address;
use crate::app::{focus_first, focus_main};
use crate::controls::Icon;
use crate::lab::pipeline::{ReluSwitch, coefficient_of};
use crate::reactive::{effect, flag, handler, mark, memo, text, when};
use crate::rooms::Front;
use crate::state::{Store, use_store};

/// Where the browser keeps that the first steps are not wanted (`public/start.js` reads it, too).
const HIDDEN: &str = "nearfar.claim";

/// Shows the first steps, or hides them in this visit and the next ones; style sheets read the attribute.
pub fn show_claim(shown: bool) {
    if let Some(root) = document().document_element() {
        let _ = root.toggle_attribute_with_force("data-told", !shown);
    }
    if let Some(storage) = address::storage() {
        let _ = match shown {
            true => storage.remove_item(HIDDEN),
            false => storage.set_item(HIDDEN, "off"),
        };
    }
}

/// What the steps move.
#[derive(Clone, Copy, PartialEq)]
struct Moved {
    model: ModelChoice,
    w: [f64; MAX_HEADS],
    v: [f64; MAX_HEADS],
    clips: bool,
    /// Whether w and v are those of the model.
    is_own: bool,
    /// Whether a lesson is taken: it sets them as well.
    in_lesson: bool,
}

impl Moved {
    fn of(settings: &Settings) -> Self {
        let clips = match settings.a {
            Method::DistanceAware { adjustment, .. } => adjustment.clips(),
            Method::Vanilla { .. } => true,
        };
        let Settings { model, w, v, .. } = *settings;
        let in_lesson = !settings.lesson.is_empty();
        Moved { model, w, v, clips, is_own: settings.is_own(), in_lesson }
    }

    /// Which of w, v and ReLU the user has moved since `before`.
    fn since(&self, before: &Moved) -> [bool; 3] {
        let is_free = self.model == before.model && !self.in_lesson && !before.in_lesson;
        let of_user = is_free && !self.is_own;
        let (w, v) = (self.w != before.w, self.v != before.v);
        // A ready-made pair moves both, and nobody dragged either.
        [of_user && w && !v, of_user && v && !w, is_free && !self.clips && before.clips]
    }
}

/// Shows the head in which ReLU does most to scores below 0, and locks the one whose weight it changes most. Says
/// whether there is such a head: not where no score meets ReLU.
fn point_at_relu(store: Store) -> bool {
    let found = store.lab_now(|lab| {
        let changes = |head: usize| {
            let (trace, head) = lab.head_of(Panel::A, head)?;
            let clipped = metrics::clipped(trace, head, coefficient_of(trace, head)?)?;
            // Numbers of any size can be typed for w and v.
            let gained = Some(clipped.gained.abs()).filter(|gained| gained.is_finite())?;
            Some((gained, head, clipped.cell))
        };
        let heads = lab.trace_of(Panel::A)?.heads().len();
        (0..heads).filter_map(changes).max_by(|a, b| a.0.total_cmp(&b.0))
    });
    let Some((_, head, cell)) = found else { return false };
    store.edit(None, |settings| {
        settings.head = head;
        settings.cursor = Some(cell);
    });
    true
}

/// How many scores of the shown head are not above 0, and which cell is to be watched, in words.
fn scores_below(store: Store) -> String {
    store.follow_settled();
    store.cursor().track();
    let head = store.head().get();
    let found = store.lab_now(|lab| {
        let (trace, of_trace) = lab.head_of(Panel::A, head)?;
        let [query, key] = words_of_cell(store, lab)?;
        let [below, cells] = metrics::zeroed(trace, of_trace);
        Some(texts::lab::claim_relu_try(head + 1, below, cells, query, key))
    });
    found.unwrap_or_else(|| texts::lab::claim_relu().to_owned())
}

/// Query and key of the locked cell.
fn words_of_cell(store: Store, lab: &Lab) -> Option<[String; 2]> {
    let (query, key) = store.settings_now(|settings| settings.cursor)?;
    let word = |at: usize| Some(lab.tokens().get(at)?.text.clone());
    Some([word(query)?, word(key)?])
}

/// What leaving ReLU out does to the locked cell, in numbers, where its coefficient is above 1; else in general.
fn without_relu(store: Store) -> String {
    store.follow_settled();
    store.cursor().track();
    let (head, locked) = (store.head().get(), store.settings_now(|settings| settings.cursor));
    let found = store.lab_now(|lab| {
        let (trace, of_trace) = lab.head_of(Panel::A, head)?;
        let coefficient = coefficient_of(trace, of_trace)?;
        let found = metrics::clipped(trace, of_trace, &coefficient)?;
        let (query, key) = found.cell;
        let falls = found.without < found.with && coefficient(query.abs_diff(key)) > 1.0;
        if locked != Some(found.cell) || !falls {
            return None;
        }
        let [_, key] = words_of_cell(store, lab)?;
        Some(texts::lab::claim_relu_falls(
            key,
            format_short(found.with),
            format_short(found.without),
        ))
    });
    found.unwrap_or_else(|| texts::lab::claim_relu_off().to_owned())
}

/// The claim, and the steps; what it says goes with the steps that are done.
#[component]
pub fn Claim() -> impl IntoView {
    let store = use_store();
    let moved = store.select(Moved::of);
    let done = store.first_steps;
    // The step that was pressed is asked for, whatever is done.
    let pressed = RwSignal::new(None::<usize>);
    // The switch stays when it was pressed, to be pressed back.
    let tries_relu = RwSignal::new(false);
    // The head that was shown before that step showed its own, and the cell that was locked there.
    let head_before = RwSignal::new(None::<(usize, Option<(usize, usize)>)>);
    Effect::new(move |before: Option<Moved>| {
        let now = moved.get();
        // A step is done once what it moved is let go: until then its own words stand there.
        if let Some(before) = before.filter(|_| store.history.with(History::is_in_gesture)) {
            return before;
        }
        let steps = before.map_or([false; 3], |before| now.since(&before));
        if steps.contains(&true) {
            done.update(|done| done.iter_mut().zip(steps).for_each(|(done, now)| *done |= now));
            pressed.set(None);
        }
        now
    });
    // Whoever starts over begins with the first.
    effect(move || {
        if done.get() == [false; 3] {
            pressed.set(None);
            tries_relu.set(false);
            head_before.set(None);
        }
    });
    let clips = memo(move || moved.get().clips);
    // Not left out: not there to begin with.
    let is_without_relu = memo(move || {
        let now = moved.get();
        now.model.is_file() && !now.clips
    });
    // It was switched off here, and has not been switched on again; another room may have been shown since.
    let is_left_off = memo(move || !clips.get() && done.get()[2] && !is_without_relu.get());
    let offers_relu = memo(move || tries_relu.get() || is_left_off.get());
    // Else what is tried, or the first that is not done.
    let next = memo(move || {
        let tried = (offers_relu.get() && !clips.get()).then_some(2);
        pressed.get().or(tried).or_else(|| done.get().iter().position(|done| !done))
    });
    let has_term = store.has_term();
    let w = store.select(Settings::head_w);
    let says = move || {
        let plain = match next.get() {
            Some(2) if is_without_relu.get() && offers_relu.get() => texts::lab::claim_relu_out(),
            Some(2) if offers_relu.get() && !clips.get() => return without_relu(store),
            Some(2) if tries_relu.get() => return scores_below(store),
            Some(0) if has_term.get() => texts::lab::claim_term(),
            Some(0) => texts::lab::claim_w(),
            Some(1) => match w.get() {
                w if w < 0.0 => texts::lab::claim_v_near(),
                w if w > 0.0 => texts::lab::claim_v_far(),
                _ => texts::lab::claim_v_flat(),
            },
            Some(_) if is_without_relu.get() => texts::lab::claim_relu_out(),
            Some(_) => texts::lab::claim_relu(),
            None => texts::lab::claim_done(),
        };
        plain.to_owned()
    };
    let use_front = use_context::<RwSignal<Front>>();
    let go_to = move |step: usize| {
        pressed.set(Some(step));
        // Pressed again it does not forget the head that one comes from.
        let before = head_before.get_untracked().filter(|_| tries_relu.get_untracked());
        let now = store.settings_now(|settings| (settings.head, settings.cursor));
        tries_relu.set(step == 2 && point_at_relu(store));
        // What is to be watched is watched in A.
        if let Some(front) = use_front.filter(|_| step == 2) {
            front.set(Front::A);
        }
        head_before.set(Some(before.unwrap_or(now)));
        match step {
            0 => focus_first("#sliders .slider input"),
            1 => focus_first("#sliders .slider + .slider input"),
            _ if tries_relu.get_untracked() => {
                request_animation_frame(|| focus_first(".claim .switch"));
            }
            _ => focus_first(".way .switch"),
        }
    };
    // The way back from the step's head to the one that was shown, with ReLU on.
    let head = store.head();
    let back_to = memo(move || {
        let before = head_before.get().filter(|_| tries_relu.get())?;
        (before.0 != head.get()).then_some(before)
    });
    let go_back = move |_| {
        let Some(before) = back_to.get_untracked() else { return };
        store.edit(None, |settings| {
            (settings.head, settings.cursor) = before;
            if let Method::DistanceAware { adjustment, .. } = &mut settings.a
                && !adjustment.clips()
            {
                *adjustment = adjustment.other_clipping().unwrap_or(*adjustment);
            }
        });
        tries_relu.set(false);
        pressed.set(None);
        focus_main();
    };
    let steps =
        [texts::lab::claim_step_w(), texts::lab::claim_step_v(), texts::lab::claim_step_relu()];
    let steps = steps.into_iter().enumerate().map(|(index, label)| {
        let is_done = move || done.with(|done| done[index]);
        let number = move || match is_done() {
            true => "✓ ".to_owned(),
            false => format!("{} ", index + 1),
        };
        // A phone, where both sliders are in sight, shows this one alone.
        let shows = index == 2;
        let current = mark(move || (next.get() == Some(index)).then_some("step"));
        view! {
            <button type="button" class="small" class:shows=shows aria-current=current on:click=handler(move |_| go_to(index))>
                {text(number)}{label}
            </button>
        }
    });
    let begin = move |event: web_sys::MouseEvent| {
        event.prevent_default();
        store.edit(None, |settings| {
            let Settings { theme, language, embed, .. } = *settings;
            let lesson = "walk".to_owned();
            *settings = Settings { theme, language, embed, lesson, ..Settings::default() };
        });
    };
    let in_lesson = store.select(|settings| !settings.lesson.is_empty());
    let hide = move |_| {
        show_claim(false);
        focus_main();
    };
    view! {
        <section class="claim" data-panel="claim" aria-label=texts::lab::claim() hidden=flag(move || in_lesson.get())>
            <p aria-live="polite">{text(says)}</p>
            <Show when=when(move || offers_relu.get())><ReluSwitch /></Show>
            <Show when=when(move || back_to.get().is_some())>
                <button type="button" class="small back" on:click=handler(go_back)>
                    {text(move || back_to.get().map(|(head, _)| texts::lab::claim_back(head + 1)).unwrap_or_default())}
                </button>
            </Show>
            {steps.collect_view()}
            // What comes next, once they are done.
            <Show when=when(move || next.get().is_none())>
                <a href="#lesson=walk&step=1" on:click=handler(begin)>{texts::lab::walk_line()}</a>
            </Show>
            <button type="button" class="quiet" aria-label=texts::lab::claim_dismiss() title=texts::lab::claim_dismiss() on:click=handler(hide)>
                {Icon::Close.view()}
            </button>
        </section>
    }
}
