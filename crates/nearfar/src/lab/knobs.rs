//! What sliders move: w and v of heads, and the numbers of a model's own position term by the term's rule; where their
//! sliders end, and what they are in the settings.

use crate::attention::TermRule;
use crate::attention::trace::TRAINED_SHAPE;
use crate::method::Method;
use crate::settings::{MAX_PARAMETER, Settings};

/// The largest base of a rotation, as its power of ten: what models of today have, and more.
const LARGEST_SHAPE: f64 = 7.0;
/// The smallest: at 1 all pairs turn alike.
const SMALLEST_BASE: f64 = 0.05;
/// The end of the slider of what is added to a bucket: trained numbers are smaller.
const MOST_SHIFT: f64 = 5.0;
/// The end of the sliders of u and v.
const MOST_FACTOR: f64 = 3.0;
/// The end of the sliders of w and v.
const MOST_PARAMETER: f64 = 3.0;
/// The smallest and the largest that the field of a factor or a sum takes.
const RANGE: (f64, f64) = (-10.0, 10.0);

/// A number of the heads that move: w, v, or one of their own position term.
#[derive(Clone, Debug, PartialEq)]
pub enum Knob {
    /// w.
    W,
    /// v.
    V,
    /// β, what the term is multiplied by.
    Beta,
    /// The reach, of at most so many places.
    Reach(usize),
    /// The base of a rotation: the one that it was trained with, and how many pairs of dimensions turn.
    Base(f64, usize),
    /// What u is multiplied by.
    Content,
    /// What v is multiplied by.
    Position,
    /// The j - i whose bucket moves, and the buckets by j - i, `[2N-1]`.
    Bucket(Vec<usize>),
    /// What is added to the number of that bucket.
    Shift,
}

impl Knob {
    /// Those of a rule of position terms between N tokens.
    pub fn all_of(rule: &TermRule, tokens: usize) -> Vec<Knob> {
        let reach = Knob::Reach(tokens.saturating_sub(1));
        let of_rule = match rule {
            TermRule::Whole => Vec::new(),
            TermRule::Biases(_) => vec![Knob::Content, Knob::Position],
            TermRule::ByOffset { buckets } if buckets.is_empty() => vec![reach],
            TermRule::ByOffset { buckets } => {
                vec![reach, Knob::Bucket(buckets.clone()), Knob::Shift]
            }
            // One pair alone turns by a radian a place, whatever the base.
            TermRule::Rotation(rotation) if rotation.frequencies.len() < 2 => Vec::new(),
            TermRule::Rotation(rotation) => {
                vec![Knob::Base(rotation.base, rotation.frequencies.len())]
            }
        };
        std::iter::once(Knob::Beta).chain(of_rule).collect()
    }

    /// Its letter.
    pub fn label(&self) -> &'static str {
        match self {
            Knob::W => "w",
            Knob::V => "v",
            Knob::Beta => "β",
            Knob::Reach(_) => "r",
            Knob::Base(..) => "lg b",
            Knob::Content => "u ×",
            Knob::Position => "v ×",
            Knob::Bucket(_) => "j − i",
            Knob::Shift => "b +",
        }
    }

    /// The ends of its slider.
    pub fn ends(&self) -> (f64, f64) {
        match self {
            Knob::W | Knob::V => (-MOST_PARAMETER, MOST_PARAMETER),
            // 1, as trained, is in the middle.
            Knob::Beta => (-1.0, MOST_FACTOR),
            Knob::Reach(most) => (0.0, *most as f64),
            Knob::Base(..) => (SMALLEST_BASE, LARGEST_SHAPE),
            Knob::Content | Knob::Position => (0.0, MOST_FACTOR),
            Knob::Bucket(buckets) => {
                let farthest = (buckets.len() / 2) as f64;
                (-farthest, farthest)
            }
            Knob::Shift => (-MOST_SHIFT, MOST_SHIFT),
        }
    }

    /// The least and the most that its field takes.
    pub fn range(&self) -> (f64, f64) {
        match self {
            Knob::W | Knob::V => (-MAX_PARAMETER, MAX_PARAMETER),
            Knob::Reach(_) | Knob::Base(..) => (0.0, LARGEST_SHAPE.max(self.ends().1)),
            Knob::Content => (0.0, RANGE.1),
            Knob::Beta | Knob::Position | Knob::Shift => RANGE,
            Knob::Bucket(_) => self.ends(),
        }
    }

    /// What it is in a head.
    pub fn of(&self, settings: &Settings, head: usize) -> f64 {
        let term = settings.term_of(head);
        let shape = |trained: f64| if term.shape < 0.0 { trained } else { term.shape };
        match self {
            Knob::W => settings.w.get(head).copied().unwrap_or_default(),
            Knob::V => settings.v.get(head).copied().unwrap_or_default(),
            Knob::Beta => term.beta,
            Knob::Reach(most) => shape(*most as f64).min(LARGEST_SHAPE.max(*most as f64)),
            Knob::Base(base, _) => shape(base.log10()).min(LARGEST_SHAPE.max(base.log10())),
            Knob::Content => shape(1.0),
            Knob::Position => 1.0 + term.shift,
            Knob::Bucket(_) => f64::from(settings.offset).clamp(self.ends().0, self.ends().1),
            Knob::Shift => term.shift,
        }
    }

    /// Sets it in a head.
    pub fn set(&self, settings: &mut Settings, head: usize, number: f64) {
        match self {
            Knob::W => settings.set_w(head, number),
            Knob::V => settings.set_v(head, number),
            Knob::Beta => settings.set_beta(head, decimals(number)),
            // Reaching all of the sentence is as trained, however long the next one is.
            Knob::Reach(most) => {
                let reach = number.round().max(0.0);
                let is_whole = reach >= *most as f64;
                settings.set_shape(head, if is_whole { TRAINED_SHAPE } else { reach });
            }
            Knob::Base(base, _) => {
                let is_trained = (number - base.log10()).abs() < 5e-4;
                let base = decimals(number.max(SMALLEST_BASE));
                settings.set_shape(head, if is_trained { TRAINED_SHAPE } else { base });
            }
            Knob::Content => {
                let factor = decimals(number);
                settings.set_shape(head, if factor == 1.0 { TRAINED_SHAPE } else { factor });
            }
            Knob::Position => settings.set_shift(head, decimals(number - 1.0)),
            Knob::Bucket(_) => settings.offset = number.round() as i32,
            Knob::Shift => settings.set_shift(head, decimals(number)),
        }
    }

    /// What it is in the shown head, and whether it is another in one of the heads that move.
    pub fn shown(&self, settings: &Settings) -> (f64, bool) {
        let shown = self.of(settings, settings.head);
        let differs = |head: usize| self.of(settings, head) != shown;
        (shown, settings.moved_heads().into_iter().any(differs))
    }

    /// Whether a number does anything: w and v are read by the method of A, or by that of B, which may be laid over the
    /// same heads.
    pub fn acts(&self, settings: &Settings) -> bool {
        let reads = |method: Method| match self {
            Knob::W => method.knows_distance(),
            Knob::V => method.has_v(),
            _ => true,
        };
        reads(settings.a) || settings.model_b == settings.model && reads(settings.b)
    }

    /// Sets it in all heads that move, as its field does.
    pub fn set_all(&self, settings: &mut Settings, number: f64) {
        for head in settings.moved_heads() {
            self.set(settings, head, number);
        }
    }

    /// Sets it in the shown head as its slider does: of w and v the heads that move keep their differences.
    pub fn slide(&self, settings: &mut Settings, number: f64) {
        if !matches!(self, Knob::W | Knob::V) {
            return self.set_all(settings, number);
        }
        let by = number - self.of(settings, settings.head);
        for head in settings.moved_heads() {
            let moved = self.of(settings, head) + by;
            // As many decimals as can be seen.
            self.set(settings, head, decimals(moved.clamp(-MAX_PARAMETER, MAX_PARAMETER)));
        }
    }
}

/// A number to three decimals, and no -0.
fn decimals(number: f64) -> f64 {
    (number * 1e3).round() / 1e3 + 0.0
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::attention::{Mapping, TermBiases, TermParameters, TermRotation};
    use crate::methods::rotation::PairLayout;

    /// Sets a knob in head 3 and says what it is then, and the shape and shift of the settings.
    fn set(knob: &Knob, number: f64) -> (f64, f64, f64) {
        let mut settings = Settings::default();
        knob.set(&mut settings, 3, number);
        (knob.of(&settings, 3), settings.shape[3], settings.shift[3])
    }

    #[test]
    fn what_a_rule_lets_move() {
        let all = |rule: &TermRule| {
            let all = Knob::all_of(rule, 5);
            assert_eq!(all[0], Knob::Beta);
            all[1..].to_vec()
        };
        assert_eq!(all(&TermRule::Whole), []);
        assert_eq!(all(&TermRule::ByOffset { buckets: Vec::new() }), [Knob::Reach(4)]);
        let buckets = vec![2, 2, 1, 1, 0, 3, 3, 4, 4];
        let of_buckets = [Knob::Reach(4), Knob::Bucket(buckets.clone()), Knob::Shift];
        assert_eq!(all(&TermRule::ByOffset { buckets }), of_buckets);
        let biases = TermBiases { content: vec![0.0; 5], position: vec![0.0; 9] };
        assert_eq!(all(&TermRule::Biases(biases)), [Knob::Content, Knob::Position]);
        let rotation = |frequencies: &[f64]| {
            let (layout, frequencies) = (PairLayout::Half, frequencies.to_vec());
            TermRule::Rotation(TermRotation { frequencies, base: 100.0, layout, factor: 1.0 })
        };
        assert_eq!(all(&rotation(&[1.0, 0.1])), [Knob::Base(100.0, 2)]);
        assert_eq!(all(&rotation(&[1.0])), []);
    }

    #[test]
    fn untouched_all_are_as_trained() {
        let settings = Settings::default();
        let of = |knob: Knob| knob.of(&settings, 0);
        assert_eq!((of(Knob::Beta), of(Knob::Reach(8))), (1.0, 8.0));
        assert_eq!(of(Knob::Base(1e4, 8)), 4.0);
        assert_eq!((of(Knob::Content), of(Knob::Position), of(Knob::Shift)), (1.0, 1.0, 0.0));
        assert_eq!(of(Knob::Bucket(vec![0; 9])), -1.0);
    }

    #[test]
    fn a_reach_of_all_is_as_trained() {
        let reach = Knob::Reach(8);
        assert_eq!(set(&reach, 2.4), (2.0, 2.0, 0.0));
        assert_eq!(set(&reach, -3.0), (0.0, 0.0, 0.0));
        for all in [7.6, 8.0, 500.0] {
            assert_eq!(set(&reach, all), (8.0, TRAINED_SHAPE, 0.0), "{all}");
        }
    }

    #[test]
    fn a_base_is_kept_to_three_decimals_and_found_again() {
        let base = Knob::Base(1e4, 8);
        assert_eq!(set(&base, 1.23456), (1.235, 1.235, 0.0));
        assert_eq!(set(&base, 0.0), (SMALLEST_BASE, SMALLEST_BASE, 0.0));
        assert_eq!(set(&base, 4.0004), (4.0, TRAINED_SHAPE, 0.0));
        // A link may say what no slider does.
        let mut settings = Settings::default();
        settings.set_shape(3, 50.0);
        assert_eq!(base.of(&settings, 3), LARGEST_SHAPE);
    }

    #[test]
    fn factors_of_u_and_v() {
        assert_eq!(set(&Knob::Content, 2.5), (2.5, 2.5, 0.0));
        assert_eq!(set(&Knob::Content, 1.0), (1.0, TRAINED_SHAPE, 0.0));
        assert_eq!(set(&Knob::Content, 0.0), (0.0, 0.0, 0.0));
        assert_eq!(set(&Knob::Position, 0.25), (0.25, TRAINED_SHAPE, -0.75));
        assert_eq!(set(&Knob::Position, 1.0), (1.0, TRAINED_SHAPE, 0.0));
    }

    #[test]
    fn a_bucket_is_of_all_heads_and_what_it_gets_of_one() {
        let (bucket, mut settings) = (Knob::Bucket(vec![0; 9]), Settings::default());
        bucket.set(&mut settings, 3, 2.0);
        assert_eq!(settings.term_of(3), TermParameters::TRAINED);
        Knob::Shift.set(&mut settings, 3, 1.50049);
        assert_eq!((bucket.of(&settings, 7), settings.offset), (2.0, 2));
        assert_eq!((settings.shift[3], settings.shift[7]), (1.5, 0.0));
        assert!(!settings.term_of(3).is_trained() && settings.term_of(7).is_trained());
        // In a shorter sentence it counts as the farthest there.
        assert_eq!(Knob::Bucket(vec![0; 3]).of(&settings, 3), 1.0);
    }

    #[test]
    fn sliders_end_within_what_fields_take() {
        for knob in [
            Knob::W,
            Knob::V,
            Knob::Beta,
            Knob::Reach(8),
            Knob::Base(1e4, 8),
            Knob::Content,
            Knob::Position,
            Knob::Bucket(vec![0; 9]),
            Knob::Shift,
        ] {
            let ((low, high), (least, most)) = (knob.ends(), knob.range());
            assert!(least <= low && high <= most && low < high, "{knob:?}");
            for number in [low, high] {
                let found = set(&knob, number).0;
                let is_offset = matches!(knob, Knob::Bucket(_));
                assert!((found - number).abs() < 1e-9 || is_offset, "{knob:?} {number}: {found}");
            }
        }
    }

    /// Heads 1 and 3, with w of -1 and 2; head 1 is shown.
    fn two_heads() -> Settings {
        let mut settings = Settings { heads: 4, chosen: vec![2], ..Settings::default() };
        settings.head = 0;
        settings.set_w(0, -1.0);
        settings.set_w(2, 2.0);
        settings
    }

    #[test]
    fn a_slider_keeps_the_differences_of_w_and_its_field_does_not() {
        let mut settings = two_heads();
        assert_eq!(Knob::W.shown(&settings), (-1.0, true));
        Knob::W.slide(&mut settings, 0.12345);
        assert_eq!([settings.w[0], settings.w[2]], [0.123, 3.123]);
        Knob::W.slide(&mut settings, 999.0);
        assert_eq!([settings.w[0], settings.w[2]], [999.0, MAX_PARAMETER]);
        Knob::W.set_all(&mut settings, 0.12345);
        assert_eq!([settings.w[0], settings.w[2]], [0.12345; 2]);
        assert_eq!(Knob::W.shown(&settings), (0.12345, false));
        // Of a term all heads that move get the same.
        settings.set_beta(0, 0.5);
        Knob::Beta.slide(&mut settings, 2.0);
        assert_eq!([settings.beta[0], settings.beta[2]], [2.0; 2]);
    }

    #[test]
    fn w_and_v_act_where_a_method_over_their_heads_reads_them() {
        let plain = Method::Vanilla { positions: false };
        let mut settings = Settings { a: plain, b: plain, ..Settings::default() };
        let acts = |settings: &Settings| [Knob::W, Knob::V].map(|knob| knob.acts(settings));
        settings.model_b = settings.model;
        assert_eq!(acts(&settings), [false; 2]);
        assert!(Knob::Beta.acts(&settings));
        settings.b = Method::DISTANCE_AWARE;
        assert_eq!(acts(&settings), [true; 2]);
        settings.model_b = crate::settings::ModelChoice::Untrained;
        assert_eq!(acts(&settings), [false; 2]);
        let clip = Mapping::Clip { threshold: 1.0 };
        let (_, adjustment) = Method::DISTANCE_AWARE.coefficients();
        settings.a = Method::DistanceAware { mapping: clip, adjustment };
        assert_eq!(acts(&settings), [true, false]);
    }
}
