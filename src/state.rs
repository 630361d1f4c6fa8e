//! The page's state: settings and their history, the Lab's numbers, and the cursor. Settings change
//! through `edit`; numbers are brought up to date once a frame, and pictures follow the numbers.

use crate::at_rest;
use crate::explore::{self, Exploration};
use crate::first_visit;
use crate::kit::Debounce;
use crate::opened::{self, Held, Status};
use crate::reactive::{effect, media, memo, on_window};
use std::sync::Arc;
use std::time::Duration;

use leptos::prelude::*;
use nearfar::explore::{Explorer, Shown};
use nearfar::lab::{Lab, Loading, Panel, first_steps::FirstSteps};
use nearfar::notices::{Cause, Notice, Notices};
use nearfar::picture::layout::Viewport;
use nearfar::picture::palette::Theme;
use nearfar::settings::{Colours, History, Settings};
use nearfar_kit::{HasChanged, Parts};

/// A cell of an attention matrix: query and key, from 0.
pub type Cell = (usize, usize);

/// Weights that have not changed for this long rest.
const REST: Duration = Duration::from_millis(120);
/// So many cells of matrices are computed in one go when the numbers rest.
const CELLS_AT_ONCE: usize = 1_000_000;

/// Handles to all of it; copied into every component.
#[derive(Clone, Copy)]
pub struct Store {
    settings: RwSignal<Settings>,
    parts: StoredValue<Parts<Settings, Trigger>, LocalStorage>,
    pub history: RwSignal<History>,
    pub lab: StoredValue<Lab, LocalStorage>,
    /// Counts up when tokens or their vectors change.
    tokens: RwSignal<u32>,
    /// Counts up when weights change.
    weights: RwSignal<u32>,
    /// Counts up when weights have changed and then rested.
    settled: RwSignal<u32>,
    rest: Debounce,
    frame_is_due: StoredValue<bool>,
    /// See [`Store::at_rest`].
    pub queue: StoredValue<at_rest::Queue, LocalStorage>,
    /// The cell under the pointer or found by arrow keys.
    pub hover: RwSignal<Option<Cell>>,
    /// The workers for a long sentence, while there is one.
    pub exploration: StoredValue<Option<Exploration>, LocalStorage>,
    /// What part of the matrices is seen; `None` for all.
    pub viewport: RwSignal<Option<Viewport>>,
    pub notices: RwSignal<Notices>,
    /// Whether a press on a head adds it to those that move.
    pub several: RwSignal<bool>,
    /// The first steps (w, v, ReLU): which are done, and what was pressed.
    pub first_steps: RwSignal<FirstSteps>,
    /// Models from files: what is open, what waits, what was asked for.
    pub opened: StoredValue<Held, LocalStorage>,
    /// What models from files are asked for once settings rest.
    pub resting_opened: Debounce,
    /// What is said of models from files.
    pub said: RwSignal<Status>,
    pub loading: RwSignal<Loading>,
    /// Whether what the first picture needs is on its way, and everything else waits for it.
    pub first_is_coming: RwSignal<bool>,
    system_is_dark: RwSignal<bool>,
    /// Whether the page is as narrow as a phone (`style/lab.css`).
    pub is_narrow: RwSignal<bool>,
    /// Whether the page is being printed: paper is white.
    prints: RwSignal<bool>,
    /// What many components read, computed once for all of them.
    shared: StoredValue<Option<Shared>>,
}

/// See [`Store::shared`].
#[derive(Clone, Copy)]
struct Shared {
    theme: Memo<Theme>,
    cursor: Memo<Option<Cell>>,
    /// The cursor, or where nobody points, [`Lab::example`] when the head was first shown.
    example: Memo<Option<Cell>>,
    head: Memo<usize>,
    colours: Memo<Colours>,
    term: Memo<ByOffset>,
}

/// What a model from a file adds to the scores of the shown head of A by itself, by signed distance, `[2N-1]`: mean,
/// least, most; `None` where it adds nothing. β does not move it.
pub type ByOffset = Option<Arc<Vec<[f64; 3]>>>;

impl Store {
    /// A store whose numbers follow its settings from now on.
    pub fn new(settings: Settings) -> Self {
        let store = Store {
            settings: RwSignal::new(settings),
            parts: StoredValue::new_local(Parts::default()),
            history: RwSignal::new(History::default()),
            lab: StoredValue::new_local(Lab::default()),
            tokens: RwSignal::new(0),
            weights: RwSignal::new(0),
            settled: RwSignal::new(0),
            rest: Debounce::new(REST),
            frame_is_due: StoredValue::new(false),
            queue: StoredValue::new_local(at_rest::Queue::default()),
            exploration: StoredValue::new_local(None),
            hover: RwSignal::new(None),
            viewport: RwSignal::new(None),
            notices: RwSignal::new(Notices::default()),
            several: RwSignal::new(false),
            first_steps: RwSignal::new(FirstSteps::default()),
            opened: StoredValue::new_local(Held::default()),
            resting_opened: Debounce::new(opened::REST),
            said: RwSignal::new(Status::default()),
            loading: RwSignal::new(Loading::default()),
            first_is_coming: RwSignal::new(false),
            system_is_dark: media("(prefers-color-scheme: dark)"),
            is_narrow: media("(max-width: 40rem)"),
            prints: RwSignal::new(false),
            shared: StoredValue::new(None),
        };
        let (cursor, head) = (store.make_cursor(), store.select(|settings| settings.head));
        let whose = store.select(|settings| {
            ([settings.model, settings.model_b], settings.seed, settings.causal, settings.b)
        });
        // With what it was looked for in. It stays while w and v move, so that its numbers can be followed, until they are
        // those of the model again.
        let found = Memo::new(move |before: Option<&(_, bool, Option<Cell>)>| {
            store.follow_settled();
            let has_b = store.lab_now(|lab| lab.trace_of(Panel::B).is_some());
            let of = (store.tokens.get(), head.get(), whose.get(), has_b);
            let is_own = store.lab_now(Lab::shows_own);
            match before {
                Some(&(known, was_own, cell))
                    if known == of && cell.is_some() && (was_own || !is_own) =>
                {
                    (known, is_own, cell)
                }
                _ => (of, is_own, store.lab_now(|lab| lab.example(of.1))),
            }
        });
        store.shared.set_value(Some(Shared {
            theme: store.make_theme(),
            cursor,
            example: memo(move || cursor.get().or(found.get().2)),
            head,
            colours: store.select(|settings| settings.colours),
            term: store.make_term(head),
        }));
        // What the tokens need room for is there from the start.
        store.lab.update_value(|lab| store.settings_now(|settings| lab.tokenize(settings)));
        effect(move || {
            store.settings.track();
            store.request_frame();
        });
        // Pictures are drawn anew for paper, before the browser takes the page.
        for (event, prints) in [("beforeprint", true), ("afterprint", false)] {
            on_window(event, move |_| _ = store.prints.try_set(prints));
        }
        store
    }

    /// A part of the settings, as a signal that changes only when the part does.
    pub fn select<T: PartialEq + Send + Sync + 'static>(
        self,
        part: impl Fn(&Settings) -> T + Send + Sync + 'static,
    ) -> Memo<T> {
        self.select_part(Arc::new(part))
    }

    /// Apart, so that it is compiled once for each type and not for each part.
    fn select_part<T: PartialEq + Send + Sync + 'static>(
        self,
        part: Arc<dyn Fn(&Settings) -> T + Send + Sync>,
    ) -> Memo<T> {
        let read = Arc::clone(&part);
        let changed = self.follow_part(Box::new(move |before, after| part(before) != part(after)));
        memo(move || read(&self.followed(changed)))
    }

    /// What is pulled when a part of the settings has changed, as long as whoever asked is there.
    #[inline(never)]
    fn follow_part(self, has_changed: HasChanged<Settings>) -> Trigger {
        let changed = Trigger::new();
        let id = self.parts.try_update_value(|parts| parts.add(changed, has_changed));
        on_cleanup(move || {
            self.parts.try_update_value(|parts| id.map(|id| parts.remove(id)));
        });
        changed
    }

    #[inline(never)]
    fn followed(self, changed: Trigger) -> impl std::ops::Deref<Target = Settings> {
        changed.track();
        self.settings.read_untracked()
    }

    /// Reads the settings without following them.
    pub fn settings_now<T>(self, read: impl FnOnce(&Settings) -> T) -> T {
        self.settings.with_untracked(read)
    }

    /// Follows all settings.
    pub fn settings(self) -> RwSignal<Settings> {
        self.settings
    }

    /// Changes settings as one step of undo; changes of one `gesture` in a row are one step.
    pub fn edit(self, gesture: Option<&'static str>, change: impl FnOnce(&mut Settings)) {
        let before = self.settings.get_untracked();
        let mut after = before.clone();
        change(&mut after);
        self.set(gesture, &before, after);
    }

    /// Apart from [`Store::edit`], so that it is compiled once and not for each change.
    fn set(self, gesture: Option<&'static str>, before: &Settings, mut after: Settings) {
        self.lab_now(|lab| lab.take_over(&mut after));
        if after == *before {
            return;
        }
        self.history.update(|history| history.record(before, &after, gesture));
        self.take(after);
    }

    /// Other settings, for whoever follows them.
    fn take(self, after: Settings) {
        let before = self.settings.try_update(|now| std::mem::replace(now, after));
        let Some(before) = before else { return };
        let moved =
            self.parts.with_value(|parts| self.settings_now(|after| parts.changed(&before, after)));
        moved.into_iter().for_each(|changed| changed.notify());
    }

    /// Takes over w and v of a model that has just come, which is no step of undo.
    pub fn adopt(self) {
        let mut settings = self.settings.get_untracked();
        self.lab_now(|lab| lab.take_over(&mut settings));
        if self.settings.with_untracked(|now| *now != settings) {
            self.take(settings);
        }
    }

    /// Ends a drag or a run of typing: the next edit is a step of its own.
    pub fn end_gesture(self) {
        self.history.update(History::end_gesture);
    }

    pub fn undo(self) {
        self.step_through(History::undo);
    }

    pub fn redo(self) {
        self.step_through(History::redo);
    }

    fn step_through(self, step: fn(&mut History, &Settings) -> Option<Settings>) {
        let now = self.settings.get_untracked();
        let stepped = self.history.try_update(|history| step(history, &now)).flatten();
        if let Some(mut settings) = stepped {
            self.lab_now(|lab| lab.take_over(&mut settings));
            self.take(settings);
        }
    }

    /// Asks for the numbers to be brought up to date before the next frame is drawn. Many changes
    /// within a frame are computed once.
    pub fn request_frame(self) {
        if self.frame_is_due.try_get_value() != Some(false) {
            return;
        }
        self.frame_is_due.set_value(true);
        request_animation_frame(move || {
            if self.frame_is_due.try_get_value().is_some() {
                self.bring_up_to_date();
            }
        });
    }

    /// Computes what the settings ask for, now. The effects that draw run right after, before the
    /// browser paints.
    pub fn bring_up_to_date(self) {
        self.frame_is_due.set_value(false);
        let updated = self
            .lab
            .try_update_value(|lab| self.settings.with_untracked(|settings| lab.update(settings)));
        let updated = updated.unwrap_or_default();
        let found = explore::bring_up_to_date(self);
        if updated.tokens {
            self.tokens.update(|count| *count += 1);
        }
        if updated.tokens || updated.weights {
            self.weights.update(|count| *count += 1);
            self.wait_for_rest();
        } else if found.is_news {
            self.weights.update(|count| *count += 1);
        }
        if found.is_whole {
            self.settled.update(|count| *count += 1);
        }
    }

    /// Computes what waits for rest, now.
    pub fn catch_up(self) {
        self.lab.try_update_value(|lab| lab.catch_up(usize::MAX));
    }

    /// Counts on once the numbers have not changed for a while.
    pub fn wait_for_rest(self) {
        self.rest.soon(move || self.settle());
    }

    /// Computes what waited for rest, a few heads at a time, and says that all is there.
    fn settle(self) {
        // What has changed since has its own rest.
        if self.rest.is_due() {
            return;
        }
        let waits = self.lab.try_update_value(|lab| lab.catch_up(CELLS_AT_ONCE));
        match waits {
            Some(true) => {
                set_timeout(move || self.settle(), Duration::ZERO);
            }
            Some(false) => {
                explore::rest(self);
                self.settled.try_update(|count| *count += 1);
            }
            None => {}
        }
    }

    /// Reads the Lab's numbers and follows its weights.
    pub fn with_weights<T>(self, read: impl FnOnce(&Lab) -> T) -> T {
        self.weights.track();
        self.lab.with_value(read)
    }

    /// Reads the Lab's numbers and follows its tokens only.
    pub fn with_tokens<T>(self, read: impl FnOnce(&Lab) -> T) -> T {
        self.tokens.track();
        self.lab.with_value(read)
    }

    /// What `of` says of the Lab and the settings of now.
    pub fn now<T>(self, of: impl FnOnce(&Lab, &Settings) -> T) -> T {
        self.settings_now(|settings| self.lab_now(|lab| of(lab, settings)))
    }

    /// What `of` says of the Lab and the settings, followed as settings, tokens and models change.
    pub fn of_models<T: PartialEq + Send + Sync + 'static>(
        self,
        of: impl Fn(&Lab, &Settings) -> T + Send + Sync + 'static,
    ) -> Memo<T> {
        memo(move || {
            self.follow_tokens();
            self.settings.track();
            self.now(&of)
        })
    }

    /// Follows tokens and their vectors, and models.
    pub fn follow_tokens(self) {
        self.tokens.track();
    }

    /// Counts on without new tokens: another model is there.
    pub fn tokens_changed(self) {
        self.tokens.update(|count| *count += 1);
    }

    /// Counts up when tokens or their vectors change, or models; not followed.
    pub fn tokens_version(self) -> u32 {
        self.tokens.get_untracked()
    }

    /// Follows the weights: runs again whenever they change.
    pub fn follow_weights(self) {
        self.weights.track();
    }

    /// Follows the weights once they rest: what is too slow for every frame of a drag.
    pub fn follow_settled(self) {
        self.settled.track();
    }

    /// Reads the Lab's numbers without following them.
    pub fn lab_now<T>(self, read: impl FnOnce(&Lab) -> T) -> T {
        self.lab.with_value(read)
    }

    /// Reads what the workers know of a long sentence; `None` where there is none.
    pub fn explored<T>(self, read: impl FnOnce(&Explorer) -> T) -> Option<T> {
        self.exploration.with_value(|exploration| {
            exploration.as_ref().map(|exploration| read(exploration.explorer()))
        })
    }

    /// Reads the numbers of shown heads, the Lab's or the workers'.
    pub fn shown<T>(self, lab: &Lab, read: impl FnOnce(Shown<'_>) -> T) -> T {
        self.exploration.with_value(|exploration| {
            read(Shown { lab, explorer: exploration.as_ref().map(Exploration::explorer) })
        })
    }

    /// Changes the Lab (more word vectors), and brings the numbers up to date: what `change` gives; `None` where the page is
    /// gone.
    pub fn change_lab<T>(self, change: impl FnOnce(&mut Lab) -> T) -> Option<T> {
        let changed = self.lab.try_update_value(change);
        self.request_frame();
        changed
    }

    /// Whether attention can be shown: see [`Loading::is_ready`].
    pub fn is_ready(self) -> bool {
        let is_first = || self.settings.with(first_visit::is_first);
        self.loading.with(|loading| loading.is_ready(is_first))
    }

    /// The cell that pictures point at: the one under the pointer, else the locked one, if the
    /// sentence has it.
    pub fn cursor(self) -> Memo<Option<Cell>> {
        self.shared().cursor
    }

    fn make_cursor(self) -> Memo<Option<Cell>> {
        let locked = self.select(|settings| settings.cursor);
        memo(move || {
            let tokens = self.with_tokens(|lab| lab.tokens().len());
            self.hover.get().or(locked.get()).filter(|&(i, j)| i < tokens && j < tokens)
        })
    }

    /// Locks the cursor to a cell; again on the same cell releases it.
    pub fn toggle_cursor(self, cell: Cell) {
        self.edit(None, |settings| settings.toggle_cursor(cell));
    }

    /// The cell whose numbers are shown: the cursor's, or where nobody points, [`Lab::example`].
    pub fn example(self) -> Memo<Option<Cell>> {
        self.shared().example
    }

    /// Whether the model of A adds something to its scores by itself.
    pub fn has_term(self) -> Memo<bool> {
        let term = self.term();
        memo(move || term.with(Option::is_some))
    }

    /// The own position term of the shown head of A.
    pub fn term(self) -> Memo<ByOffset> {
        self.shared().term
    }

    fn make_term(self, head: Memo<usize>) -> Memo<ByOffset> {
        // Weights move with β, which the term does not.
        let shape = memo(move || self.with_weights(|lab| lab.term_shape(head.get())));
        memo(move || {
            // A memo that is only tracked is not computed, and so hears of nothing.
            let (head, _) = (head.get(), shape.get());
            self.lab_now(|lab| lab.term_by_offset(head).map(Arc::new))
        })
    }

    /// Light or dark, as chosen or as the system has it.
    pub fn theme(self) -> Memo<Theme> {
        self.shared().theme
    }

    /// The head that the large pictures show, from 0.
    pub fn head(self) -> Memo<usize> {
        self.shared().head
    }

    /// The colour map of weights.
    pub fn colours(self) -> Memo<Colours> {
        self.shared().colours
    }

    fn shared(self) -> Shared {
        self.shared.get_value().unwrap_or_else(|| unreachable!("made with the store"))
    }

    fn make_theme(self) -> Memo<Theme> {
        let choice = self.select(|settings| settings.theme);
        memo(move || match self.prints.get() {
            true => Theme::Light,
            false => choice.get().theme(self.system_is_dark.get()),
        })
    }

    /// Tells the user something in a banner, which holds until something else is told of its cause.
    pub fn notify(self, cause: Cause, text: impl Into<String>, is_error: bool) {
        let text = text.into();
        self.notices.update(|notices| notices.tell(Notice { cause, text, is_error }));
    }

    /// What was told of a cause no longer holds.
    pub fn settle_notice(self, cause: Cause) {
        self.notices.maybe_update(|notices| notices.settle(cause));
    }
}

/// The store of the page.
///
/// # Panics
/// Outside [`crate::app::app`], which provides it.
pub fn use_store() -> Store {
    use_context::<Store>().unwrap_or_else(|| unreachable!("App provides the store"))
}
