//! The steps of a lesson while a teacher makes it: one at a time is in the form, and comes back to its place.

use crate::Step;

/// The steps.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct StepList {
    /// Those that are not in the form.
    pub steps: Vec<Step>,
    /// The step that is changed in the form, as it was, and the place that it comes back to; `None` for a new one, which
    /// comes last.
    pub taken: Option<(usize, Step)>,
    /// The step that was removed last, and its place.
    pub removed: Option<(usize, Step)>,
}

impl StepList {
    /// The steps with that of the form.
    pub fn with(&self, step: Step) -> Vec<Step> {
        let mut steps = self.steps.clone();
        let end = steps.len();
        steps.insert(self.place().unwrap_or(end).min(end), step);
        steps
    }

    /// The steps as they were before one of them came into the form: nothing of a lesson is lost while it is changed.
    pub fn whole(&self) -> Vec<Step> {
        match &self.taken {
            Some((_, step)) => self.with(step.clone()),
            None => self.steps.clone(),
        }
    }

    /// The place that the step in the form comes back to; `None` for a new one.
    pub fn place(&self) -> Option<usize> {
        self.taken.as_ref().map(|(place, _)| *place)
    }

    /// The step in the form comes back as it was.
    pub fn put_back(&mut self) {
        self.steps = self.whole();
        self.taken = None;
    }

    /// Where a step stands once that of the form is back among them.
    pub fn place_after_adding(&self, place: usize) -> usize {
        place + usize::from(self.place().is_some_and(|at| at <= place))
    }

    /// Takes a step into the form.
    pub fn take(&mut self, place: usize) -> Option<Step> {
        if place >= self.steps.len() {
            return None;
        }
        let step = self.steps.remove(place);
        self.taken = Some((place, step.clone()));
        Some(step)
    }

    /// Takes the step into the form that was `taken` before the steps came anew, where it is still one of them.
    pub fn take_again(&mut self, taken: Option<(usize, Step)>) {
        let place = taken.and_then(|(_, taken)| self.steps.iter().position(|step| *step == taken));
        place.and_then(|place| self.take(place));
    }

    /// Removes a step, which can be brought back until another is removed.
    pub fn remove(&mut self, place: usize) {
        self.removed = (place < self.steps.len()).then(|| (place, self.steps.remove(place)));
    }

    /// Brings back the step that was removed.
    pub fn bring_back(&mut self) {
        if let Some((place, step)) = self.removed.take() {
            self.steps.insert(place.min(self.steps.len()), step);
        }
    }

    /// Moves a step before the one in front of it.
    pub fn move_up(&mut self, place: usize) {
        if (1..self.steps.len()).contains(&place) {
            self.steps.swap(place, place - 1);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::built_in;

    fn step(title: &str) -> Step {
        Step { title: title.into(), ..built_in::lesson("walk").unwrap().steps[0].clone() }
    }

    fn list(titles: &str) -> StepList {
        let steps = titles.chars().map(|title| step(&title.to_string())).collect();
        StepList { steps, ..StepList::default() }
    }

    fn titles(steps: &[Step]) -> String {
        steps.iter().map(|step| step.title.key_or_words()).collect()
    }

    #[test]
    fn a_new_step_comes_last_and_a_changed_one_to_its_place() {
        let mut list = list("abc");
        assert_eq!(titles(&list.with(step("x"))), "abcx");
        let taken = list.take(1).unwrap();
        assert_eq!((titles(&list.steps), list.place()), ("ac".to_owned(), Some(1)));
        assert_eq!(titles(&list.with(taken.clone())), "abc");
        // Others were removed meanwhile.
        list.remove(0);
        list.remove(0);
        assert_eq!(titles(&list.with(taken)), "b");
        assert_eq!(list.take(5), None);
        assert_eq!(list.place(), Some(1));
    }

    #[test]
    fn a_step_that_is_changed_is_part_of_the_lesson_and_can_be_put_back() {
        let mut list = list("abc");
        list.take(1).unwrap();
        assert_eq!(titles(&list.whole()), "abc");
        list.put_back();
        assert_eq!((titles(&list.steps), list.place()), ("abc".to_owned(), None));
        list.put_back();
        assert_eq!(titles(&list.whole()), "abc");
    }

    #[test]
    fn a_step_that_comes_back_moves_those_after_it() {
        let mut list = list("abc");
        assert_eq!(list.place_after_adding(1), 1);
        list.take(1).unwrap();
        // Of a and c, c stands at 1, and at 2 once b is back.
        assert_eq!((list.place_after_adding(0), list.place_after_adding(1)), (0, 2));
    }

    #[test]
    fn the_step_that_was_removed_last_comes_back_once() {
        let mut list = list("abc");
        list.remove(1);
        list.remove(1);
        assert_eq!(titles(&list.steps), "a");
        list.bring_back();
        assert_eq!((titles(&list.steps), list.removed.clone()), ("ac".to_owned(), None));
        list.bring_back();
        assert_eq!(titles(&list.steps), "ac");
        // At the end, where its place is no more.
        list.remove(1);
        list.steps.clear();
        list.bring_back();
        assert_eq!(titles(&list.steps), "c");
        list.remove(9);
        assert_eq!((titles(&list.steps), list.removed), ("c".to_owned(), None));
    }

    #[test]
    fn a_step_moves_before_the_one_in_front_of_it() {
        let mut list = list("abc");
        list.move_up(2);
        assert_eq!(titles(&list.steps), "acb");
        list.move_up(0);
        list.move_up(3);
        assert_eq!(titles(&list.steps), "acb");
    }
}
