//! The first three steps on the page: drag w, drag v, see what ReLU is there for. Each is done by doing what it names.

use std::cmp::Ordering;

use super::{Lab, Panel};
use crate::attention::HeadParameters;
use crate::metrics;
use crate::settings::{MAX_HEADS, ModelChoice, Settings};

/// The head that is shown, and the cell that is locked.
pub type Place = (usize, Option<(usize, usize)>);

/// The step of ReLU; those before it are of w and of v.
pub const RELU: usize = 2;

/// A sentence of praise that the model of the opening takes for a complaint, as the first lesson explains.
pub const NEGATED: &str = "The film was not bad";

/// The class of praise, as the page's models of film reviews call it.
pub const PRAISE: &str = "positive";

/// The lesson with which a newcomer begins: no formulas.
pub const FIRST_LESSON: &str = "not";

/// The lesson that goes through the paper, with its formulas.
pub const PAPER_LESSON: &str = "walk";

/// What the steps move.
#[derive(Clone, Copy, Debug, PartialEq)]
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
        let Settings { model, w, v, .. } = *settings;
        let in_lesson = !settings.lesson.is_empty();
        Moved { model, w, v, clips: settings.a.clips(), is_own: settings.is_own(), in_lesson }
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

/// Whether ReLU was not left out, but is not there to begin with.
fn is_without_relu(settings: &Settings) -> bool {
    settings.model.is_file() && !settings.a.clips()
}

/// What is said beside the steps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Says {
    /// Drag w; whether that of the shown head is below, at or above 0 before it is dragged.
    W(Ordering),
    /// Drag v; whether w of the shown head is below, at or above 0.
    V(Ordering),
    /// What ReLU is there for.
    Relu,
    /// Leave ReLU out, and watch the locked cell.
    TryRelu,
    /// What leaving it out did.
    LeftOut,
    /// This model has no ReLU.
    NoRelu,
    /// All is done.
    Done,
}

/// What is seen of the steps.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ShownSteps {
    /// Which are done.
    pub done: [bool; 3],
    /// The one that is asked for: the one that was pressed, ReLU's while it is left out, or the first that is not done.
    pub next: Option<usize>,
    /// What is said.
    pub says: Says,
    /// Whether ReLU's switch stands beside the steps: its step shows it, or ReLU was left out and not put back.
    pub offers_relu: bool,
    /// The head, from 0, to which a way leads back from that of ReLU's step, where another one is shown.
    pub back_to: Option<usize>,
    /// What w and v of the shown head were before the last step, where that moved one of them.
    pub moved_from: Option<HeadParameters>,
}

/// Which steps are done, and which is asked for.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct FirstSteps {
    done: [bool; 3],
    /// The step that was pressed is asked for, whatever is done.
    pressed: Option<usize>,
    /// Whether the step of ReLU shows its head, with its switch: that stays when it was pressed, to be pressed back.
    tries_relu: bool,
    /// What was shown before that step showed its own.
    before: Option<Place>,
    last: Option<Moved>,
    /// The last step, where it is that of w or of v, and what there was before it: moved several times in a row, each
    /// is told from where the first began.
    from: Option<(usize, Moved)>,
}

impl FirstSteps {
    /// The settings are these now. While a slider is dragged (`is_in_gesture`) nothing is done yet: until it is let go the
    /// step's own words stand there. Says whether a step was done, or what was told of the last one has ended.
    pub fn follow(&mut self, settings: &Settings, is_in_gesture: bool) -> bool {
        let now = Moved::of(settings);
        if self.last.is_some() && is_in_gesture {
            return false;
        }
        let steps = self.last.map_or([false; 3], |before| now.since(&before));
        let before = self.last.replace(now);
        let step = steps[..RELU].iter().position(|&is_moved| is_moved);
        let told = self.from.is_some();
        self.from = match step.zip(before) {
            Some((step, _)) if self.from.is_some_and(|(last, _)| last == step) => self.from,
            None if before == self.last => self.from,
            begun => begun,
        };
        let is_any = steps.contains(&true);
        if is_any {
            self.done.iter_mut().zip(steps).for_each(|(done, now)| *done |= now);
            self.pressed = None;
        }
        is_any || told && self.from.is_none()
    }

    /// The Lab is there again after another room: what was pressed is forgotten, and what moved meanwhile did no step.
    pub fn enter(&mut self) {
        *self = FirstSteps { done: self.done, ..FirstSteps::default() };
    }

    /// A step is pressed in the Lab. That of ReLU shows the head in which ReLU does most to scores below 0, and locks the
    /// cell whose weight it changes most, see [`Lab::head_of_relu`]; says whether it is that one and there is such a head.
    pub fn go_to(&mut self, step: usize, lab: &Lab, settings: &mut Settings) -> bool {
        let found = if step == RELU { lab.head_of_relu() } else { None };
        self.press(step, settings, found.is_some());
        if let Some((head, cell)) = found {
            (settings.head, settings.cursor) = (head, Some(cell));
        }
        found.is_some()
    }

    /// A step is pressed. `settings`: before it shows anything. `shows_relu`: whether it is that of ReLU and there is a
    /// head that shows what ReLU does.
    fn press(&mut self, step: usize, settings: &Settings, shows_relu: bool) {
        self.pressed = Some(step);
        // Pressed again it does not forget the head that one comes from.
        let before = self.before.filter(|_| self.tries_relu);
        self.before = before.or(Some((settings.head, settings.cursor)));
        self.tries_relu = step == RELU && shows_relu;
    }

    /// What is seen of them.
    pub fn shown(&self, settings: &Settings) -> ShownSteps {
        ShownSteps {
            done: self.done,
            next: self.next(settings),
            says: self.says(settings),
            offers_relu: self.offers_relu(settings),
            back_to: self.back_to(settings).map(|(head, _)| head),
            moved_from: self.moved_from(settings),
        }
    }

    /// See [`ShownSteps::moved_from`].
    fn moved_from(&self, settings: &Settings) -> Option<HeadParameters> {
        let of = |w: &[f64], v: &[f64]| {
            Some(HeadParameters { w: *w.get(settings.head)?, v: *v.get(settings.head)? })
        };
        let (_, from) = self.from?;
        let before = of(&from.w, &from.v);
        before.filter(|_| before != of(&settings.w, &settings.v))
    }

    /// See [`ShownSteps::back_to`], with the cell that was locked.
    fn back_to(&self, settings: &Settings) -> Option<Place> {
        let before = self.before.filter(|_| self.tries_relu)?;
        (before.0 != settings.head).then_some(before)
    }

    /// Goes that way, with ReLU on.
    pub fn go_back(&mut self, settings: &mut Settings) {
        let Some((head, cursor)) = self.back_to(settings) else { return };
        (settings.head, settings.cursor) = (head, cursor);
        if !settings.a.clips() {
            settings.a = settings.a.other_clipping().unwrap_or(settings.a);
        }
        (self.tries_relu, self.pressed) = (false, None);
    }

    /// Whoever starts over begins with the first.
    pub fn begin_again(&mut self) {
        *self = FirstSteps { last: self.last, ..FirstSteps::default() };
    }

    /// Whether none is done.
    pub fn is_at_start(&self) -> bool {
        self.done == [false; 3]
    }

    fn offers_relu(&self, settings: &Settings) -> bool {
        let is_left_out = !settings.a.clips() && self.done[RELU] && !is_without_relu(settings);
        self.tries_relu || is_left_out
    }

    fn next(&self, settings: &Settings) -> Option<usize> {
        let tried = (self.offers_relu(settings) && !settings.a.clips()).then_some(RELU);
        self.pressed.or(tried).or_else(|| self.done.iter().position(|done| !done))
    }

    fn says(&self, settings: &Settings) -> Says {
        let (clips, offers) = (settings.a.clips(), self.offers_relu(settings));
        let sign = |w: f64| w.partial_cmp(&0.0).unwrap_or(Ordering::Equal);
        let before = || self.last.and_then(|last| last.w.get(settings.head).copied());
        match self.next(settings) {
            None => Says::Done,
            Some(0) => Says::W(sign(before().unwrap_or(settings.head_w()))),
            Some(1) => Says::V(sign(settings.head_w())),
            Some(_) if is_without_relu(settings) => Says::NoRelu,
            Some(_) if offers && !clips => Says::LeftOut,
            Some(_) if self.tries_relu => Says::TryRelu,
            Some(_) => Says::Relu,
        }
    }
}

impl Lab {
    /// The head of A in which ReLU does most to scores below 0, and its cell whose weight ReLU changes most. `None` where no
    /// score meets ReLU.
    pub fn head_of_relu(&self) -> Option<(usize, (usize, usize))> {
        let changes = |head: usize| {
            let (trace, of_trace) = self.head_of(Panel::A, head)?;
            let coefficient = metrics::factor_of(trace, of_trace)?;
            let clipped = metrics::clipped(trace, of_trace, coefficient)?;
            // Numbers of any size can be typed for w and v.
            let gained = Some(clipped.gained.abs()).filter(|gained| gained.is_finite())?;
            Some((gained, of_trace, clipped.cell))
        };
        let heads = self.trace_of(Panel::A)?.heads().len();
        let found = (0..heads).filter_map(changes).max_by(|a, b| a.0.total_cmp(&b.0));
        found.map(|(_, head, cell)| (head, cell))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::attention::{Adjustment, Mapping};
    use crate::method::Method;

    fn with_relu(is_on: bool) -> Method {
        let adjustment = match is_on {
            true => Adjustment::EarlyMultiply,
            false => Adjustment::EarlyMultiplyWithoutRelu,
        };
        Method::DistanceAware { mapping: Mapping::LearnableSigmoid, adjustment }
    }

    /// The start of the page, and steps that know it.
    fn start() -> (FirstSteps, Settings) {
        let settings = Settings::default();
        let mut steps = FirstSteps::default();
        assert!(!steps.follow(&settings, false));
        (steps, settings)
    }

    #[test]
    fn w_then_v_then_relu_are_asked_for_and_done_by_doing() {
        let (mut steps, mut settings) = (FirstSteps::default(), Settings::default());
        let head = settings.head;
        settings.set_w(head, 0.5);
        steps.follow(&settings, false);
        let w = Says::W(Ordering::Greater);
        assert_eq!((steps.next(&settings), steps.says(&settings)), (Some(0), w));
        settings.set_w(head, -1.5);
        assert!(!steps.follow(&settings, true), "not while it is dragged");
        assert_eq!((steps.next(&settings), steps.says(&settings)), (Some(0), w));
        settings.set_w(head, 1.5);
        assert!(steps.follow(&settings, false));
        assert_eq!(steps.says(&settings), Says::V(Ordering::Greater));
        settings.set_w(head, -1.5);
        steps.follow(&settings, false);
        assert_eq!(steps.says(&settings), Says::V(Ordering::Less));
        settings.set_v(head, 2.0);
        assert!(steps.follow(&settings, false));
        assert_eq!(steps.says(&settings), Says::Relu);
        settings.a = with_relu(false);
        assert!(steps.follow(&settings, false));
        // It stays with the switch until ReLU is on again.
        assert!(steps.offers_relu(&settings));
        assert_eq!((steps.next(&settings), steps.says(&settings)), (Some(RELU), Says::LeftOut));
        settings.a = with_relu(true);
        assert!(!steps.follow(&settings, false));
        assert!(!steps.offers_relu(&settings));
        assert_eq!((steps.next(&settings), steps.says(&settings)), (None, Says::Done));
    }

    #[test]
    fn a_move_is_told_from_where_it_began() {
        let (mut steps, mut settings) = start();
        let head = settings.head;
        let from =
            |settings: &Settings| HeadParameters { w: settings.w[head], v: settings.v[head] };
        let told = |steps: &FirstSteps, settings: &Settings| steps.shown(settings).moved_from;
        let begun = from(&settings);
        assert_eq!(told(&steps, &settings), None);
        // Several moves of w are one: each is told from before the first.
        for w in [-1.0, 1.0] {
            settings.set_w(head, w);
            steps.follow(&settings, true);
            steps.follow(&settings, false);
            assert_eq!(told(&steps, &settings), Some(begun));
        }
        // v begins where w ended.
        let moved = from(&settings);
        settings.set_v(head, 2.0);
        steps.follow(&settings, false);
        assert_eq!(told(&steps, &settings), Some(moved));
        // Another head was not moved, and the first still was.
        settings.head = head + 1;
        steps.follow(&settings, false);
        assert_eq!(told(&steps, &settings), None);
        settings.head = head;
        steps.follow(&settings, false);
        assert_eq!(told(&steps, &settings), Some(moved));
        // Back where it began nothing has moved.
        settings.set_v(head, moved.v);
        steps.follow(&settings, false);
        assert_eq!(told(&steps, &settings), None);
    }

    #[test]
    fn what_moves_otherwise_ends_what_is_told_of_a_move() {
        let moves: [fn(&mut Settings); 3] = [
            |settings| settings.a = with_relu(false),
            |settings| settings.model = ModelChoice::AgNewsDa,
            |settings| {
                settings.set_w(settings.head, 3.0);
                settings.set_v(settings.head, 3.0);
            },
        ];
        for change in moves {
            let (mut steps, mut settings) = start();
            settings.set_w(settings.head, 1.0);
            steps.follow(&settings, false);
            assert!(steps.shown(&settings).moved_from.is_some());
            change(&mut settings);
            assert!(steps.follow(&settings, false));
            assert_eq!(steps.shown(&settings).moved_from, None);
        }
    }

    #[test]
    fn what_is_not_a_drag_of_the_user_does_no_step() {
        let (mut steps, mut settings) = start();
        let head = settings.head;
        // A ready-made pair moves both.
        settings.set_w(head, 3.0);
        settings.set_v(head, 3.0);
        assert!(!steps.follow(&settings, false));
        // A lesson sets w.
        settings.lesson = "walk".to_owned();
        settings.set_w(head, 2.0);
        assert!(!steps.follow(&settings, false));
        settings.lesson.clear();
        settings.set_w(head, 3.0);
        assert!(!steps.follow(&settings, false), "nor does leaving it");
        // Another model has other w, and all moves are taken back.
        settings.model = ModelChoice::AgNewsDa;
        settings.set_w(head, 4.0);
        assert!(!steps.follow(&settings, false));
        settings.restore();
        settings.w[head] = 0.5;
        assert!(!steps.follow(&settings, false));
        assert!(steps.is_at_start());
    }

    #[test]
    fn relu_shows_its_head_and_leads_back_to_ones_own() {
        let (mut steps, mut settings) = start();
        settings.cursor = Some((1, 2));
        let own = (settings.head, settings.cursor);
        let press = |steps: &mut FirstSteps, settings: &mut Settings| {
            steps.press(RELU, settings, true);
            (settings.head, settings.cursor) = (own.0 + 1, Some((4, 0)));
        };
        press(&mut steps, &mut settings);
        assert_eq!(steps.says(&settings), Says::TryRelu);
        assert!(steps.offers_relu(&settings));
        let shown = steps.shown(&settings);
        assert_eq!((shown.back_to, shown.next), (Some(own.0), Some(RELU)));
        assert_eq!((shown.done, shown.says, shown.offers_relu), ([false; 3], Says::TryRelu, true));
        assert_eq!(steps.back_to(&settings), Some(own));
        // Pressed twice it still knows the way.
        press(&mut steps, &mut settings);
        assert_eq!(steps.back_to(&settings), Some(own));
        settings.a = with_relu(false);
        assert!(steps.follow(&settings, false));
        assert_eq!(steps.says(&settings), Says::LeftOut);
        steps.go_back(&mut settings);
        assert_eq!((settings.head, settings.cursor, settings.a), (own.0, own.1, with_relu(true)));
        steps.follow(&settings, false);
        assert_eq!((steps.back_to(&settings), steps.next(&settings)), (None, Some(0)));
        assert!(!steps.offers_relu(&settings));
    }

    #[test]
    fn another_step_is_pressed_and_keeps_the_place() {
        let (mut steps, mut settings) = start();
        steps.press(1, &settings, false);
        assert!(matches!(steps.says(&settings), Says::V(_)));
        assert_eq!(steps.back_to(&settings), None);
        // Where no score meets ReLU, its step says what it is there for.
        steps.press(RELU, &settings, false);
        assert_eq!((steps.says(&settings), steps.offers_relu(&settings)), (Says::Relu, false));
        // Begun again, the first is asked for; the next drag counts.
        steps.begin_again();
        assert_eq!(steps.next(&settings), Some(0));
        let head = settings.head;
        settings.set_w(head, 1.0);
        assert!(steps.follow(&settings, false) && steps.done[0]);
    }

    #[test]
    fn what_moved_in_another_room_does_no_step() {
        let (mut steps, mut settings) = start();
        let head = settings.head;
        settings.set_v(head, 2.0);
        steps.follow(&settings, false);
        steps.press(RELU, &settings, true);
        settings.head = head + 1;
        settings.set_w(head, 3.0);
        steps.enter();
        assert!(!steps.follow(&settings, false));
        assert_eq!(steps.done, [false, true, false]);
        assert!(!steps.offers_relu(&settings));
        assert_eq!((steps.back_to(&settings), steps.next(&settings)), (None, Some(0)));
        // What moves here counts again.
        settings.set_w(head, 1.0);
        assert!(steps.follow(&settings, false) && steps.done[0]);
        // ReLU that was left out stays with its switch.
        settings.a = with_relu(false);
        steps.follow(&settings, false);
        steps.enter();
        steps.follow(&settings, false);
        assert!(steps.offers_relu(&settings));
    }

    #[test]
    fn a_w_of_zero_has_no_side() {
        let (mut steps, mut settings) = start();
        for zero in [0.0, -0.0] {
            settings.w[settings.head] = zero;
            steps.press(1, &settings, false);
            assert_eq!(steps.says(&settings), Says::V(Ordering::Equal));
        }
    }

    #[test]
    fn a_model_from_a_file_without_relu_says_so() {
        let (mut steps, mut settings) = start();
        settings.show_model(Panel::A, ModelChoice::File1, with_relu(false));
        steps.follow(&settings, false);
        steps.press(RELU, &settings, false);
        assert_eq!((steps.says(&settings), steps.offers_relu(&settings)), (Says::NoRelu, false));
    }
}
