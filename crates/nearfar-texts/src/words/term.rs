//! What sliders of w, v and of a model's own position term are called, and what each does.

use nearfar::lab::Knob;
use nearfar::picture::scale::format_number;
use nearfar::settings::Settings;

use crate::{common, lab};

/// The name of a knob for screen readers, and what is at the ends of its slider. v is one number that does two things, how
/// soon a near head lets words go and how far a far one lifts them: at either sign of w more of it is stronger.
pub fn texts_of(knob: &Knob) -> [&'static str; 2] {
    match knob {
        Knob::W => [lab::slider_w(), common::ends_w()],
        Knob::V => [lab::slider_v(), common::ends_v()],
        Knob::Beta => [lab::slider_beta(), lab::ends_beta()],
        Knob::Reach(_) => [lab::slider_reach(), lab::ends_reach()],
        Knob::Base(..) => [lab::slider_base(), lab::ends_base()],
        Knob::Content => [lab::slider_content(), lab::ends_bias()],
        Knob::Position => [lab::slider_position(), lab::ends_bias()],
        Knob::Bucket(_) => [lab::slider_bucket(), lab::ends_bucket()],
        Knob::Shift => [lab::slider_shift(), lab::ends_shift()],
    }
}

/// What a slider does in a sentence of `tokens` tokens, in words; `by_offset` is b of the shown head, as it is now.
pub fn says_of(knob: &Knob, settings: &Settings, tokens: usize, by_offset: &[[f64; 3]]) -> String {
    let (number, differs) = knob.shown(settings);
    match knob {
        Knob::W | Knob::V => of_parameter(knob, settings, tokens, differs),
        Knob::Beta => super::of_beta(number, by_offset),
        Knob::Reach(most) => super::of_reach_of_term(number, *most),
        Knob::Base(base, pairs) => super::of_base(number, *base, *pairs),
        Knob::Content => lab::content_says(format_number(number)),
        Knob::Position => lab::position_says(format_number(number)),
        Knob::Bucket(buckets) => super::of_bucket(number, buckets, by_offset),
        Knob::Shift => lab::shift_says(format_number(number)),
    }
}

/// What w or v of the shown head does; whose it is, where the heads that move differ.
fn of_parameter(knob: &Knob, settings: &Settings, tokens: usize, differs: bool) -> String {
    let [w, v] = [Knob::W, Knob::V].map(|knob| knob.of(settings, settings.head));
    let is_w = *knob == Knob::W;
    let says = match is_w {
        true => super::of_w(settings.a, w, v, tokens),
        false => super::of_v(settings.a, w, v, tokens),
    };
    match says {
        None if is_w => lab::w_of_vanilla().to_owned(),
        None => lab::v_of_vanilla().to_owned(),
        Some(_) if !settings.distance && is_w => lab::w_left_out().to_owned(),
        Some(_) if !settings.distance => lab::v_left_out().to_owned(),
        Some(says) if differs => lab::head_says(settings.head + 1, says),
        Some(says) => says,
    }
}

#[cfg(test)]
mod tests {
    use super::super::labels::of_preset;
    use super::*;
    use nearfar::settings::Preset;

    fn knobs() -> [Knob; 9] {
        let buckets = vec![1, 0, 2];
        [
            Knob::W,
            Knob::V,
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

    /// The scale of v has the same ends in the presets, whichever sign w has; the line under it says what it does there.
    #[test]
    fn v_is_how_soon_in_near_heads_and_how_high_in_far_ones() {
        let [_, ends] = texts_of(&Knob::V);
        for (w, role, presets) in [
            (-1.0, "v = 1, how soon: ", [Preset::Fig2B, Preset::Fig2D]),
            (1.0, "v = 1, how high: ", [Preset::Fig2A, Preset::Fig2C]),
        ] {
            let mut settings = Settings::default();
            settings.set_w(settings.head, w);
            settings.set_v(settings.head, 1.0);
            let says = says_of(&Knob::V, &settings, 3, &[]);
            assert!(says.starts_with(role), "{says}");
            for (preset, end) in presets.into_iter().zip(ends.split(' ')) {
                assert!(of_preset(preset).0.ends_with(end), "{:?}", of_preset(preset));
            }
        }
    }

    #[test]
    fn what_a_slider_does_is_said_of_its_own_knob() {
        let by_offset = [[0.5; 3], [0.0; 3], [-1.0; 3]];
        for (knob, begin) in knobs().into_iter().zip([
            "w = 1, far: scores grow with distance",
            "v = 1, how high: up to × 2.7 (limit",
            "β = 1: adds 0.5 to the score of a word 1 token before, −1 after",
            "A word more than 1 token away",
            "Base 10, trained with 10000",
            "u × 1: u draws",
            "v × 1: v draws",
            "j − i = 1 has a bucket of its own. Its bias is −1.",
            "Adds 1 to the learned bias",
        ]) {
            let mut settings = Settings { offset: 0, ..Settings::default() };
            (settings.w[settings.head], settings.v[settings.head]) = (1.0, 1.0);
            knob.set_all(&mut settings, 1.0);
            let says = says_of(&knob, &settings, 3, &by_offset);
            assert!(says.starts_with(begin), "{says}");
        }
    }

    #[test]
    fn w_and_v_say_where_they_do_nothing_and_whose_they_are() {
        let mut settings = Settings { chosen: vec![1], head: 0, ..Settings::default() };
        (settings.w[0], settings.w[1]) = (-1.0, -1.0);
        let says =
            |settings: &Settings| [Knob::W, Knob::V].map(|knob| says_of(&knob, settings, 3, &[]));
        assert!(says(&settings)[0].starts_with("w = −1"));
        settings.w[1] = 1.0;
        assert!(says(&settings)[0].starts_with("Head 1: w = −1"), "{:?}", says(&settings));
        settings.distance = false;
        assert_eq!(says(&settings), [lab::w_left_out(), lab::v_left_out()]);
        settings.a = nearfar::method::Method::VANILLA;
        assert_eq!(says(&settings), [lab::w_of_vanilla(), lab::v_of_vanilla()]);
    }
}
