//! What a head's weights amount to in a few numbers, by row and by head. Entropies and divergences
//! are in nats.

use crate::Real;
use crate::attention::mask::Mask;
use crate::attention::trace::{Step, Trace};
use crate::attention::{HeadParameters, Mapping};
use crate::method::Method;

/// "Near" in the share of weight that stays near: at most this many tokens away.
pub const NEAR: usize = 2;

/// The figures of one row: where one query looks.
///
/// Rows that do not sum to 1 (late adjustments) are normalised first.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RowFigures {
    /// H = -Σ a ln a, in nats: 0 for one key, ln N for all alike.
    pub entropy: f64,
    /// Σ a |i - j|, in tokens.
    pub mean_distance: f64,
    /// Σ a over |i - j| <= 2, from 0 to 1.
    pub near_share: f64,
}

impl RowFigures {
    /// e^H: to how many tokens an even attention would spread.
    pub fn effective_tokens(&self) -> f64 {
        self.entropy.exp()
    }

    /// The figures of row `i` of a matrix of weights. `None` where a weight is negative or the row
    /// sums to 0: such a row is no distribution.
    pub fn of<T: Real>(i: usize, row: &[T]) -> Option<RowFigures> {
        let total = distribution_total(row)?;
        let mut figures = RowFigures { entropy: 0.0, mean_distance: 0.0, near_share: 0.0 };
        for (j, &weight) in row.iter().enumerate() {
            let share = weight.as_f64() / total;
            let distance = i.abs_diff(j);
            figures.entropy -= x_ln_x(share);
            figures.mean_distance += share * distance as f64;
            if distance <= NEAR {
                figures.near_share += share;
            }
        }
        figures.entropy = figures.entropy.max(0.0);
        Some(figures)
    }
}

/// The share of attention that goes to each distance |i - j|, on the mean of some rows `i` of weights, `[D]`: it sums to
/// 1, and Σ d · share is the mean attended distance. Rows that are no distribution are passed over, see
/// [`RowFigures::of`]; `None` where all are.
pub fn by_distance<'a, T: Real + 'a>(
    rows: impl Iterator<Item = (usize, &'a [T])>,
) -> Option<Vec<f64>> {
    let mut shares = Vec::new();
    let mut count = 0.0;
    for (i, row) in rows {
        let Some(total) = distribution_total(row) else { continue };
        count += 1.0;
        for (j, weight) in row.iter().enumerate() {
            let distance = i.abs_diff(j);
            if shares.len() <= distance {
                shares.resize(distance + 1, 0.0);
            }
            shares[distance] += weight.as_f64() / total;
        }
    }
    shares.iter_mut().for_each(|share| *share /= count);
    (count > 0.0).then_some(shares)
}

/// The mean attention that each of N tokens receives by `weights` `[N, N]` from some queries, `[N]`. `None`
/// where there is no query; queries beyond the sentence are passed over.
pub fn received(tokens: usize, weights: &[f32], queries: &[usize]) -> Option<Vec<f32>> {
    let mut received = vec![0.0; tokens];
    let mut count = 0.0;
    for row in queries.iter().filter_map(|&query| weights.chunks(tokens).nth(query)) {
        nearfar_kernel::add(&mut received, row);
        count += 1.0;
    }
    received.iter_mut().for_each(|sum| *sum /= count);
    (count > 0.0).then_some(received)
}

/// The figures of one head: the means of its rows.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HeadFigures {
    /// Mean of the rows' entropies, in nats.
    pub entropy: f64,
    /// Mean of the rows' effective numbers of tokens, e^H.
    pub effective_tokens: f64,
    /// Mean attended distance, in tokens.
    pub mean_distance: f64,
    /// Mean share of weight within [`NEAR`] tokens.
    pub near_share: f64,
}

impl HeadFigures {
    /// The means over the rows of a head. `None` where no row is a distribution.
    ///
    /// # Panics
    /// Where there is no such head.
    pub fn of<T: Real>(trace: &Trace<T>, head: usize) -> Option<HeadFigures> {
        Self::of_weights(trace.tokens(), trace.weights_of(head))
    }

    /// The means over the rows of a matrix of weights `[N, N]`. `None` where no row is a
    /// distribution.
    pub fn of_weights<T: Real>(tokens: usize, weights: &[T]) -> Option<HeadFigures> {
        let rows = weights.chunks_exact(tokens.max(1)).enumerate();
        Self::mean(rows.filter_map(|(i, row)| RowFigures::of(i, row)).collect())
    }

    /// The figures of an attention that gives every allowed key of `tokens` the same weight.
    pub fn even(tokens: usize, mask: &Mask) -> Option<HeadFigures> {
        let row = |i| -> Vec<f64> {
            (0..tokens).map(|j| f64::from(u8::from(mask.allows(i, j)))).collect()
        };
        Self::mean((0..tokens).filter_map(|i| RowFigures::of(i, &row(i))).collect())
    }

    fn mean(figures: Vec<RowFigures>) -> Option<HeadFigures> {
        let mean = |of: fn(&RowFigures) -> f64| {
            (!figures.is_empty())
                .then(|| figures.iter().map(of).sum::<f64>() / figures.len() as f64)
        };
        Some(HeadFigures {
            entropy: mean(|row| row.entropy)?,
            effective_tokens: mean(RowFigures::effective_tokens)?,
            mean_distance: mean(|row| row.mean_distance)?,
            near_share: mean(|row| row.near_share)?,
        })
    }
}

/// The share of a head's allowed raw scores that ReLU sets to 0, from 0 to 1.
///
/// # Panics
/// Where there is no such head.
pub fn zeroed_share<T: Real>(trace: &Trace<T>, head: usize) -> f64 {
    let [zeroed, allowed] = zeroed(trace, head);
    zeroed as f64 / allowed.max(1) as f64
}

/// How many of a head's raw scores ReLU sets to 0, of how many that the mask allows.
///
/// # Panics
/// Where there is no such head.
pub fn zeroed<T: Real>(trace: &Trace<T>, head: usize) -> [usize; 2] {
    let tokens = trace.tokens();
    let mut row = vec![T::zero(); tokens];
    let (mut zeroed, mut allowed) = (0_usize, 0_usize);
    for i in 0..tokens {
        trace.row_into(head, Step::Score, i, &mut row);
        for (j, score) in row.iter().enumerate() {
            if trace.mask().allows(i, j) {
                allowed += 1;
                zeroed += usize::from(*score <= T::zero());
            }
        }
    }
    [zeroed, allowed]
}

/// A cell of a head whose raw score is below 0, and seen to be so and another once it is multiplied, with the score and its
/// coefficient: the `watched` cell, where it is one, or else that whose score changes most. `None` where there is none.
///
/// # Panics
/// Where there is no such head.
pub fn below_zero<T: Real>(
    trace: &Trace<T>,
    head: usize,
    watched: Option<(usize, usize)>,
) -> Option<((usize, usize), [f64; 2])> {
    let coefficient = factor_of(trace, head)?;
    let mut row = vec![T::zero(); trace.tokens()];
    let mut found = None::<((usize, usize), [f64; 2])>;
    for query in 0..trace.tokens() {
        trace.row_into(head, Step::Score, query, &mut row);
        for (key, score) in row.iter().map(|score| score.as_f64()).enumerate() {
            let factor = coefficient(query.abs_diff(key));
            let change = |[score, factor]: [f64; 2]| (score * factor - score).abs();
            let is_seen = score * factor <= -TOLD_APART && change([score, factor]) >= TOLD_APART;
            if !trace.mask().allows(query, key) || score >= 0.0 || !is_seen {
                continue;
            }
            if watched == Some((query, key)) {
                return Some(((query, key), [score, factor]));
            }
            if found.is_none_or(|(_, other)| change([score, factor]) > change(other)) {
                found = Some(((query, key), [score, factor]));
            }
        }
    }
    found
}

/// Numbers that are closer are hardly told apart, and make no example.
const TOLD_APART: f64 = 0.05;

/// The coefficient of a head by the distance, where it multiplies raw scores and w does something.
pub fn factor_of<T: Real>(trace: &Trace<T>, head: usize) -> Option<impl Fn(usize) -> f64 + use<T>> {
    let HeadParameters { w, v } = *trace.heads().get(head).filter(|head| head.w != 0.0)?;
    let Method::DistanceAware { mapping, adjustment } = trace.method() else { return None };
    let multiplies = adjustment.is_early() && adjustment.multiplies();
    multiplies.then_some(move |distance| mapping.coefficient(w, v, distance))
}

/// What ReLU does to the scores of a head that are below 0.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Clipped {
    /// How much more of a row's attention they have with ReLU than without it: the mean of all rows, from -1 to 1.
    pub gained: f64,
    /// The query and the key of the one whose weight ReLU changes most.
    pub cell: (usize, usize),
    /// Its raw score, below 0.
    pub score: f64,
    /// Its weight: softmax(ReLU(S) ∘ f), …
    pub with: f64,
    /// … and softmax(S ∘ f).
    pub without: f64,
}

/// What ReLU does to a head whose raw scores are multiplied by `coefficient` of their distance. `None` where no score
/// is below 0.
///
/// # Panics
/// Where there is no such head.
pub fn clipped<T: Real>(
    trace: &Trace<T>,
    head: usize,
    coefficient: impl Fn(usize) -> f64,
) -> Option<Clipped> {
    let mut row = vec![T::zero(); trace.tokens()];
    let mut found = None::<Clipped>;
    let mut gained = 0.0;
    for query in 0..trace.tokens() {
        trace.row_into(head, Step::Score, query, &mut row);
        let scores = row.iter().map(|score| score.as_f64()).enumerate();
        let keys: Vec<(usize, f64)> =
            scores.filter(|&(key, _)| trace.mask().allows(query, key)).collect();
        let weights = |least: f64| -> Vec<f64> {
            let logit =
                |&(key, score): &(usize, f64)| score.max(least) * coefficient(query.abs_diff(key));
            let most = keys.iter().map(logit).fold(f64::NEG_INFINITY, f64::max);
            let shares: Vec<f64> = keys.iter().map(|key| (logit(key) - most).exp()).collect();
            let sum: f64 = shares.iter().sum();
            shares.into_iter().map(|share| share / sum).collect()
        };
        let both = weights(0.0).into_iter().zip(weights(f64::NEG_INFINITY));
        for (&(key, score), (with, without)) in keys.iter().zip(both) {
            if score >= 0.0 {
                continue;
            }
            gained += with - without;
            let apart = (with - without).abs();
            if found.is_none_or(|found| apart > (found.with - found.without).abs()) {
                found = Some(Clipped { gained, cell: (query, key), score, with, without });
            }
        }
    }
    found.map(|found| Clipped { gained: gained / trace.tokens() as f64, ..found })
}

/// The Jensen-Shannon divergence of two rows, in nats: 0 for the same row, ln 2 = 0.693 for rows
/// that share no key. Rows are normalised first; `None` where one is no distribution.
pub fn row_divergence<T: Real>(a: &[T], b: &[T]) -> Option<f64> {
    let (total_a, total_b) = (distribution_total(a)?, distribution_total(b)?);
    let sum: f64 = a
        .iter()
        .zip(b)
        .map(|(&a, &b)| {
            let (a, b) = (a.as_f64() / total_a, b.as_f64() / total_b);
            // H(m) - (H(a) + H(b)) / 2, term by term.
            (x_ln_x(a) + x_ln_x(b)) / 2.0 - x_ln_x((a + b) / 2.0)
        })
        .sum();
    Some(sum.clamp(0.0, std::f64::consts::LN_2))
}

/// The mean over rows of [`row_divergence`] between the weights of one head in two traces of the
/// same sentence. `None` where lengths differ or no pair of rows can be compared.
///
/// # Panics
/// Where there is no such head.
pub fn head_divergence<T: Real>(a: &Trace<T>, b: &Trace<T>, head: usize) -> Option<f64> {
    divergence_of_heads(a, head, b, head)
}

/// As [`head_divergence`], between a head of one trace and another head of the other.
///
/// # Panics
/// Where there is no such head.
pub fn divergence_of_heads<T: Real>(
    a: &Trace<T>,
    of_a: usize,
    b: &Trace<T>,
    of_b: usize,
) -> Option<f64> {
    if a.tokens() != b.tokens() {
        return None;
    }
    divergence_of_weights(a.tokens(), a.weights_of(of_a), b.weights_of(of_b))
}

/// As [`head_divergence`], between two matrices of weights, row-major, `[N·N]`.
pub fn divergence_of_weights<T: Real>(tokens: usize, a: &[T], b: &[T]) -> Option<f64> {
    let rows = a.chunks_exact(tokens.max(1)).zip(b.chunks_exact(tokens.max(1)));
    let divergences: Vec<f64> = rows.filter_map(|(a, b)| row_divergence(a, b)).collect();
    (!divergences.is_empty()).then(|| divergences.iter().sum::<f64>() / divergences.len() as f64)
}

/// Which distances the coefficients of a head favour; see [`Character::of_head`]. It is said of coefficients,
/// which multiply scores: a near head lowers the scores of far tokens, and its rows can be flatter for
/// it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Character {
    /// Coefficients fall with distance.
    Near,
    /// Coefficients rise with distance.
    Far,
    /// They hardly differ.
    Flat,
}

/// Where the character of a head is read: so many tokens away …
pub const CHARACTER_DISTANCE: usize = 10;
/// … and by so much its coefficient must differ there from that of the token itself.
pub const CHARACTER_SHARE: f64 = 0.1;

impl Character {
    /// The character of a head: near where its coefficient [`CHARACTER_DISTANCE`] tokens away is lower than
    /// that of the token itself, f(0), by more than [`CHARACTER_SHARE`] of the larger of both, far where
    /// it is higher by as much, else flat. A definition of ours (Wu et al. 2021, section 3.1 reads the sign
    /// of w alone): it asks for the coefficient and not for w, since v can make a large w flat (f is at
    /// most 1 + e^v), and it asks at one distance, so that a head has the same character in every
    /// sentence.
    pub fn of_head(mapping: Mapping, head: HeadParameters) -> Character {
        let at = |distance| mapping.coefficient::<f64>(head.w, head.v, distance);
        Self::of_ends(at(0), at(CHARACTER_DISTANCE))
    }

    /// As [`Character::of_head`], by a method; `None` for one without coefficients.
    pub fn of_method(method: Method, head: HeadParameters) -> Option<Character> {
        match method {
            Method::DistanceAware { mapping, .. } => Some(Self::of_head(mapping, head)),
            Method::Vanilla { .. } => None,
        }
    }

    /// The character of a head from its coefficients by distance, `[N]`: as [`Character::of_head`] where the
    /// sentence is long enough; of a shorter one the farthest distance counts.
    pub fn of<T: Real>(coefficients: &[T]) -> Character {
        let farthest = CHARACTER_DISTANCE.min(coefficients.len().saturating_sub(1));
        let (Some(first), Some(last)) = (coefficients.first(), coefficients.get(farthest)) else {
            return Character::Flat;
        };
        Self::of_ends(first.as_f64(), last.as_f64())
    }

    fn of_ends(first: f64, last: f64) -> Character {
        let threshold = CHARACTER_SHARE * first.abs().max(last.abs());
        if last - first > threshold {
            Character::Far
        } else if first - last > threshold {
            Character::Near
        } else {
            Character::Flat
        }
    }

    /// One word.
    pub fn name(self) -> &'static str {
        match self {
            Character::Near => "near",
            Character::Far => "far",
            Character::Flat => "flat",
        }
    }
}

/// The sum of a row of weights, `None` unless every weight is at least 0 and the sum positive.
fn distribution_total<T: Real>(row: &[T]) -> Option<f64> {
    let mut total = 0.0;
    for &weight in row {
        if weight < T::zero() {
            return None;
        }
        total += weight.as_f64();
    }
    (total > 0.0).then_some(total)
}

/// x ln x, and its limit 0 at 0.
fn x_ln_x(x: f64) -> f64 {
    if x > 0.0 { x * x.ln() } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(found: f64, expected: f64) {
        assert!((found - expected).abs() < 1e-12, "{found} is not {expected}");
    }

    #[test]
    fn a_row_by_hand() {
        // Query 0 gives 1/2, 1/4, 0, 1/4 to distances 0, 1, 2, 3.
        let figures = RowFigures::of(0, &[0.5, 0.25, 0.0, 0.25]).expect("a distribution");
        close(figures.entropy, 1.5 * std::f64::consts::LN_2);
        close(figures.effective_tokens(), 2.0_f64.powf(1.5));
        close(figures.mean_distance, 0.25 + 0.75);
        close(figures.near_share, 0.75);
    }

    #[test]
    fn shares_by_distance_are_means_of_rows() {
        // Distances 0, 1, 2 and 1, 0, 1; the row of zeros is passed over.
        let rows: [&[f32]; 3] = [&[0.5, 0.25, 0.25], &[0.25, 0.5, 0.25], &[0.0; 3]];
        let shares = by_distance(rows.into_iter().enumerate()).expect("two distributions");
        assert_eq!(shares, [0.5, 0.375, 0.125]);
        assert_eq!(by_distance([(0, [0.0_f32; 2].as_slice())].into_iter()), None);
        // A row that sums to 2 counts as much as the others.
        let [near, far] = [[2.0_f64, 0.0], [0.0, 1.0]];
        let shares = by_distance([(0, near.as_slice()), (0, far.as_slice())].into_iter());
        assert_eq!(shares, Some(vec![0.5, 0.5]));
    }

    #[test]
    fn an_even_attention_by_its_formulas() {
        let even = HeadFigures::even(23, &Mask::none()).expect("a distribution");
        close(even.entropy, 23.0_f64.ln());
        close(even.effective_tokens, 23.0);
        // The mean of |i - j| over all pairs is (N² - 1) / 3N.
        close(even.mean_distance, (23.0 * 23.0 - 1.0) / (3.0 * 23.0));
        // Causal rows of 1 and 2 tokens: distances 0, and 0 and 1.
        close(HeadFigures::even(2, &Mask::causal()).expect("a distribution").mean_distance, 0.25);
    }

    #[test]
    fn a_late_row_is_normalised() {
        assert_eq!(RowFigures::of(1, &[1.0, 2.0, 1.0]), RowFigures::of(1, &[0.25, 0.5, 0.25]));
        assert_eq!(RowFigures::of(0, &[0.5, -0.5]), None);
        assert_eq!(RowFigures::of(0, &[0.0, 0.0]), None);
    }

    #[test]
    fn divergence_of_equal_and_of_disjoint_rows() {
        close(row_divergence(&[0.25, 0.75], &[0.25, 0.75]).expect("distributions"), 0.0);
        close(
            row_divergence(&[1.0, 0.0], &[0.0, 1.0]).expect("distributions"),
            std::f64::consts::LN_2,
        );
        // m = (3/4, 1/4): (0 + ln 2)/2 - ... by hand: H(m) - (H(a) + H(b)) / 2.
        let mixture = -(0.75_f64 * 0.75_f64.ln() + 0.25 * 0.25_f64.ln());
        close(
            row_divergence(&[1.0, 0.0], &[0.5, 0.5]).expect("distributions"),
            mixture - 0.5 * std::f64::consts::LN_2,
        );
    }

    #[test]
    fn character_by_the_ends_of_the_coefficients() {
        assert_eq!(Character::of(&[1.0, 0.5, 0.2]), Character::Near);
        assert_eq!(Character::of(&[1.0, 1.2, 1.3]), Character::Far);
        assert_eq!(Character::of(&[1.0, 1.01]), Character::Flat);
        assert_eq!(Character::of::<f64>(&[]), Character::Flat);
    }

    #[test]
    fn character_is_of_the_head_and_of_no_sentence() {
        let of = |w, v| Character::of_head(Mapping::LearnableSigmoid, HeadParameters { w, v });
        assert_eq!(of(-0.5, 1.0), Character::Near);
        assert_eq!(of(0.5, 1.0), Character::Far);
        assert_eq!(of(0.0, 1.0), Character::Flat);
        // f(0.1; 1) = 1.074 and f(-0.1; 1) = 0.929, f(0.2; 1) = 1.154: not yet, not yet, far.
        assert_eq!(
            [0.01, -0.01, 0.02].map(|w| of(w, 1.0)),
            [Character::Flat, Character::Flat, Character::Far]
        );
        // At most 1 + e^-3 = 1.05: far tokens are hardly raised, whatever w is.
        assert_eq!(of(5.0, -3.0), Character::Flat);
        assert_eq!(of(-5.0, -3.0), Character::Near);
        // A sentence of 11 tokens or more says the same.
        for (w, v) in [(-0.3, 0.0), (0.02, 2.0), (0.004, 2.0), (4.0, -4.0)] {
            for tokens in [11, 12, 500] {
                let mut coefficients = vec![0.0_f64; tokens];
                Mapping::LearnableSigmoid.coefficients_into(w, v, &mut coefficients);
                assert_eq!(Character::of(&coefficients), of(w, v), "{w} {v} {tokens}");
            }
        }
        let vanilla = Character::of_method(Method::VANILLA, HeadParameters { w: -1.0, v: 0.0 });
        assert_eq!(vanilla, None);
        // Coefficients that start at 0, and that are negative.
        let linear = Mapping::Linear { slope: 1.0, intercept: 0.0 };
        let head = |w| HeadParameters { w, v: 0.0 };
        assert_eq!(Character::of_head(linear, head(-1.0)), Character::Near);
        assert_eq!(
            Character::of_head(Mapping::Clip { threshold: -5.0 }, head(1.0)),
            Character::Flat
        );
    }
}
