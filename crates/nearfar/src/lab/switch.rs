//! What can be left out of A, to see what it is for.

use crate::settings::Settings;

/// A step of A that has a switch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Switch {
    /// Clipping: without it the scores below 0 are adjusted, too.
    Relu,
    /// Without it every w counts as 0.
    Distance,
    /// The keys compete; without it each has its weight on its own.
    Softmax,
}

impl Switch {
    /// In the order of the steps.
    pub const ALL: [Switch; 3] = [Switch::Relu, Switch::Distance, Switch::Softmax];

    /// Whether A has the step.
    pub fn is_on(self, settings: &Settings) -> bool {
        match self {
            Switch::Relu => settings.a.clips(),
            Switch::Distance => settings.distance,
            Switch::Softmax => settings.competition,
        }
    }

    /// Whether the method of A has no such step to leave out or put back.
    pub fn is_fixed(self, settings: &Settings) -> bool {
        match self {
            Switch::Relu => settings.a.other_clipping().is_none(),
            Switch::Distance => !settings.a.knows_distance(),
            Switch::Softmax => false,
        }
    }

    /// Leaves the step out, or puts it back.
    pub fn toggle(self, settings: &mut Settings) {
        match self {
            Switch::Relu => settings.a = settings.a.other_clipping().unwrap_or(settings.a),
            Switch::Distance => settings.distance = !settings.distance,
            Switch::Softmax => settings.competition = !settings.competition,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::method::Method;

    #[test]
    fn a_switch_leaves_its_own_step_out_and_puts_it_back() {
        for switch in Switch::ALL {
            let start = Settings { a: Method::DISTANCE_AWARE, ..Settings::default() };
            let mut now = start.clone();
            let on = |settings: &Settings| Switch::ALL.map(|each| each.is_on(settings));
            assert_eq!(on(&now), [true; 3]);
            switch.toggle(&mut now);
            assert_eq!(on(&now), Switch::ALL.map(|each| each != switch));
            switch.toggle(&mut now);
            assert_eq!(now, start);
        }
    }

    #[test]
    fn what_a_method_does_not_have_is_fixed() {
        let of = |a: Method| {
            let mut settings = Settings { a, ..Settings::default() };
            Switch::Relu.toggle(&mut settings);
            (Switch::ALL.map(|each| each.is_fixed(&settings)), settings.a)
        };
        assert_eq!(of(Method::DISTANCE_AWARE), ([false; 3], Method::WITHOUT_RELU));
        assert_eq!(of(Method::VANILLA), ([true, true, false], Method::VANILLA));
    }
}
