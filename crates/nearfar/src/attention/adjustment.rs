//! How the coefficients meet the scores: the paper's early multiply (Eq. 6) and its rivals
//! (section 4.4). One row at a time; what a slider drives.

use crate::Real;

/// How coefficients adjust attention weights (Wu et al. 2021, section 4.4).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Adjustment {
    /// softmax(ReLU(S) ∘ f): the paper's own, Eq. 6.
    EarlyMultiply,
    /// softmax(S + f): no ReLU.
    EarlyAdd,
    /// softmax(S) ∘ f: not normalised again.
    LateMultiply,
    /// softmax(S) + f: not normalised again.
    LateAdd,
    /// softmax(S ∘ f): not in the paper; shows what ReLU is for.
    EarlyMultiplyWithoutRelu,
    /// softmax(ReLU(S) + f): not in the paper.
    EarlyAddWithRelu,
}

impl Adjustment {
    /// Every adjustment, the paper's four first.
    pub const ALL: [Adjustment; 6] = [
        Adjustment::EarlyMultiply,
        Adjustment::EarlyAdd,
        Adjustment::LateMultiply,
        Adjustment::LateAdd,
        Adjustment::EarlyMultiplyWithoutRelu,
        Adjustment::EarlyAddWithRelu,
    ];

    /// Whether scores are clipped at 0 first.
    pub fn clips(self) -> bool {
        matches!(self, Adjustment::EarlyMultiply | Adjustment::EarlyAddWithRelu)
    }

    /// Whether the coefficients act before the softmax, so that rows sum to 1.
    pub fn is_early(self) -> bool {
        !matches!(self, Adjustment::LateMultiply | Adjustment::LateAdd)
    }

    /// Whether the coefficients multiply (else they are added).
    pub fn multiplies(self) -> bool {
        matches!(
            self,
            Adjustment::EarlyMultiply
                | Adjustment::LateMultiply
                | Adjustment::EarlyMultiplyWithoutRelu
        )
    }

    /// The row that the softmax sees: `scores`, `coefficients` and `out` are `[n]`, the coefficient
    /// of a cell at the cell's place. For the late methods these are the scores themselves.
    pub fn logits_into<T: Real>(self, scores: &[T], coefficients: &[T], out: &mut [T]) {
        match self {
            Adjustment::EarlyMultiply => T::relu_times(scores, coefficients, out),
            Adjustment::EarlyAdd => T::plus(scores, coefficients, out),
            Adjustment::EarlyMultiplyWithoutRelu => T::times(scores, coefficients, out),
            Adjustment::EarlyAddWithRelu => T::relu_plus(scores, coefficients, out),
            Adjustment::LateMultiply | Adjustment::LateAdd => out.copy_from_slice(scores),
        }
    }

    /// What happens after the softmax: nothing for the early methods; for the late ones the
    /// coefficients meet the normalised row `weights`, `[n]`.
    pub fn after_softmax<T: Real>(self, coefficients: &[T], weights: &mut [T]) {
        match self {
            Adjustment::LateMultiply => T::times_in_place(weights, coefficients),
            Adjustment::LateAdd => T::plus_in_place(weights, coefficients),
            _ => {}
        }
    }

    /// One row of attention weights from one row of scores, all `[n]`, every key allowed.
    pub fn weights_into<T: Real>(self, scores: &[T], coefficients: &[T], out: &mut [T]) {
        self.logits_into(scores, coefficients, out);
        T::softmax(out);
        self.after_softmax(coefficients, out);
    }
}
