//! A finger on a slider, which may be about to scroll instead: what it asks for waits until it has moved sideways or is
//! lifted. A mouse is not waited for.

/// How far a finger moves sideways before it slides rather than scrolls, in CSS pixels.
const SIDEWAYS: i32 = 4;

/// What is known of the finger. None touches at first.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Slide {
    /// Where it touched, until it is known to slide.
    touched: Option<i32>,
    /// The number that it asks for meanwhile.
    asked: Option<f64>,
}

impl Slide {
    /// Something presses the slider, at `x` CSS pixels.
    pub fn press(&mut self, is_finger: bool, x: i32) {
        *self = Slide { touched: is_finger.then_some(x), asked: None };
    }

    /// The slider stands at a number: the one to take now.
    pub fn stand_at(&mut self, number: f64) -> Option<f64> {
        if self.touched.is_none() {
            return Some(number);
        }
        self.asked = Some(number);
        None
    }

    /// It moved to `x`: the number to take now.
    pub fn move_to(&mut self, x: i32) -> Option<f64> {
        let slides = self.touched.is_some_and(|start| (x - start).abs() >= SIDEWAYS);
        if slides { self.lift() } else { None }
    }

    /// It is lifted: the number to take now.
    pub fn lift(&mut self) -> Option<f64> {
        std::mem::take(self).asked
    }

    /// The browser scrolls with it: whether the slider goes back to where it was.
    pub fn scroll(&mut self) -> bool {
        let waited = self.touched.is_some();
        if waited {
            *self = Slide::default();
        }
        waited
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mouse_is_followed_at_once() {
        let mut slide = Slide::default();
        assert_eq!(slide.stand_at(1.0), Some(1.0));
        slide.press(false, 10);
        assert_eq!(slide.stand_at(2.0), Some(2.0));
        assert_eq!((slide.move_to(40), slide.lift(), slide.scroll()), (None, None, false));
    }

    #[test]
    fn a_finger_is_followed_once_it_moved_sideways_or_is_lifted() {
        let mut slide = Slide::default();
        slide.press(true, 10);
        assert_eq!((slide.stand_at(1.0), slide.move_to(13), slide.move_to(7)), (None, None, None));
        assert_eq!(slide.move_to(14), Some(1.0));
        assert_eq!((slide.stand_at(2.0), slide.lift(), slide.scroll()), (Some(2.0), None, false));
        slide.press(true, 10);
        assert_eq!((slide.stand_at(3.0), slide.lift(), slide.lift()), (None, Some(3.0), None));
    }

    #[test]
    fn a_finger_that_scrolls_asked_for_nothing() {
        let mut slide = Slide::default();
        slide.press(true, 10);
        assert_eq!(slide.stand_at(1.0), None);
        assert!(slide.scroll());
        assert_eq!((slide.scroll(), slide.lift()), (false, None));
        // What was asked for before another press is forgotten.
        slide.press(true, 10);
        slide.stand_at(1.0);
        slide.press(true, 20);
        assert_eq!(slide.lift(), None);
    }
}
