//! What sliders of a model's own position term are called, and what each does.

use nearfar::lab::Knob;
use nearfar::picture::scale::format_number;

use crate::lab;

/// The name of a knob for screen readers, and what is at the ends of its slider.
pub fn texts_of(knob: &Knob) -> [&'static str; 2] {
    match knob {
        Knob::Beta => [lab::slider_beta(), lab::ends_beta()],
        Knob::Reach(_) => [lab::slider_reach(), lab::ends_reach()],
        Knob::Base(..) => [lab::slider_base(), lab::ends_base()],
        Knob::Content => [lab::slider_content(), lab::ends_bias()],
        Knob::Position => [lab::slider_position(), lab::ends_bias()],
        Knob::Bucket(_) => [lab::slider_bucket(), lab::ends_bucket()],
        Knob::Shift => [lab::slider_shift(), lab::ends_shift()],
    }
}

/// What a knob does at a number, in words; `by_offset` is b of the shown head, as it is now.
pub fn says_of(knob: &Knob, number: f64, by_offset: &[[f64; 3]]) -> String {
    match knob {
        Knob::Beta => super::of_beta(number, by_offset),
        Knob::Reach(most) => super::of_reach_of_term(number, *most),
        Knob::Base(base, pairs) => super::of_base(number, *base, *pairs),
        Knob::Content => lab::content_says(format_number(number)),
        Knob::Position => lab::position_says(format_number(number)),
        Knob::Bucket(buckets) => super::of_bucket(number, buckets, by_offset),
        Knob::Shift => lab::shift_says(format_number(number)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn knobs() -> [Knob; 7] {
        let buckets = vec![1, 0, 2];
        [
            Knob::Beta,
            Knob::Reach(8),
            Knob::Base(1e4, 8),
            Knob::Content,
            Knob::Position,
            Knob::Bucket(buckets),
            Knob::Shift,
        ]
    }

    /// Its letter stands on the slider, and screen readers hear what it is.
    #[test]
    fn a_slider_is_named_by_its_letter_and_has_two_ends() {
        for knob in knobs() {
            let [name, ends] = texts_of(&knob);
            assert!(name.starts_with(&format!("{}, ", knob.label())), "{name}");
            assert_eq!(ends.split(' ').count(), 2, "{ends}");
        }
        let ends = |knob: &Knob| texts_of(knob)[1];
        assert_eq!([ends(&Knob::Beta), ends(&Knob::Reach(8))], ["reversed tripled", "nothing all"]);
        assert_eq!([ends(&Knob::Shift), ends(&Knob::Content)], ["less more", "nothing tripled"]);
    }

    #[test]
    fn what_a_slider_does_is_said_of_its_own_knob() {
        let by_offset = [[0.5; 3], [0.0; 3], [-1.0; 3]];
        for (knob, begin) in knobs().into_iter().zip([
            "β = 1: adds 0.5 to the score of a word 1 token before, −1 after",
            "A word more than 1 token away",
            "Base 10, trained with 10000",
            "u × 1: u draws",
            "v × 1: v draws",
            "j − i = 1 has a bucket of its own. Its bias is −1.",
            "Adds 1 to the learned bias",
        ]) {
            let says = says_of(&knob, 1.0, &by_offset);
            assert!(says.starts_with(begin), "{says}");
        }
    }
}
