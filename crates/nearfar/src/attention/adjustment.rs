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

/// All that is to be known of an adjustment but its mathematics.
#[derive(Clone, Copy, Debug)]
pub struct AdjustmentRow {
    /// Which.
    pub adjustment: Adjustment,
    /// Its name in links, messages, checkpoints and commands.
    pub name: &'static str,
    /// Its label on the page.
    pub label: &'static str,
    /// Where in Wu et al. 2021 it is defined; `None` where it is not in the paper.
    pub source: Option<&'static str>,
}

/// Every adjustment, in the order of menus.
pub static ADJUSTMENTS: [AdjustmentRow; 6] = [
    AdjustmentRow {
        adjustment: Adjustment::EarlyMultiply,
        name: "early-multiply",
        label: "Early multiply",
        source: Some("Eq. 6"),
    },
    AdjustmentRow {
        adjustment: Adjustment::EarlyAdd,
        name: "early-add",
        label: "Early add",
        source: Some("section 4.4"),
    },
    AdjustmentRow {
        adjustment: Adjustment::LateMultiply,
        name: "late-multiply",
        label: "Late multiply",
        source: Some("section 4.4"),
    },
    AdjustmentRow {
        adjustment: Adjustment::LateAdd,
        name: "late-add",
        label: "Late add",
        source: Some("section 4.4"),
    },
    AdjustmentRow {
        adjustment: Adjustment::EarlyMultiplyWithoutRelu,
        name: "early-multiply-without-relu",
        label: "Early multiply, no ReLU",
        source: None,
    },
    AdjustmentRow {
        adjustment: Adjustment::EarlyAddWithRelu,
        name: "early-add-with-relu",
        label: "Early add, with ReLU",
        source: None,
    },
];

/// What an adjustment does.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Acts {
    clips: bool,
    is_early: bool,
    multiplies: bool,
}

impl Adjustment {
    /// Every adjustment, the paper's four first.
    pub const ALL: [Adjustment; ADJUSTMENTS.len()] = {
        let mut all = [Adjustment::EarlyMultiply; ADJUSTMENTS.len()];
        let mut place = 0;
        while place < all.len() {
            all[place] = ADJUSTMENTS[place].adjustment;
            place += 1;
        }
        all
    };

    /// What is to be known of it.
    pub fn row(self) -> &'static AdjustmentRow {
        match self {
            Adjustment::EarlyMultiply => &ADJUSTMENTS[0],
            Adjustment::EarlyAdd => &ADJUSTMENTS[1],
            Adjustment::LateMultiply => &ADJUSTMENTS[2],
            Adjustment::LateAdd => &ADJUSTMENTS[3],
            Adjustment::EarlyMultiplyWithoutRelu => &ADJUSTMENTS[4],
            Adjustment::EarlyAddWithRelu => &ADJUSTMENTS[5],
        }
    }

    /// What it does, in three words.
    const fn acts(self) -> Acts {
        let (clips, is_early, multiplies) = match self {
            Adjustment::EarlyMultiply => (true, true, true),
            Adjustment::EarlyAdd => (false, true, false),
            Adjustment::LateMultiply => (false, false, true),
            Adjustment::LateAdd => (false, false, false),
            Adjustment::EarlyMultiplyWithoutRelu => (false, true, true),
            Adjustment::EarlyAddWithRelu => (true, true, false),
        };
        Acts { clips, is_early, multiplies }
    }

    /// Whether scores are clipped at 0 first.
    pub const fn clips(self) -> bool {
        self.acts().clips
    }

    /// The same with ReLU where this has none, or without where it has; `None` where there is no such
    /// other.
    pub fn other_clipping(self) -> Option<Adjustment> {
        let wanted = Acts { clips: !self.clips(), ..self.acts() };
        ADJUSTMENTS.iter().map(|row| row.adjustment).find(|other| other.acts() == wanted)
    }

    /// Whether the coefficients act before the softmax, so that rows sum to 1.
    pub const fn is_early(self) -> bool {
        self.acts().is_early
    }

    /// Whether the coefficients multiply (else they are added).
    pub const fn multiplies(self) -> bool {
        self.acts().multiplies
    }

    /// A formula of what meets the coefficient, from the scores: `ReLU(S)`, `softmax(S)` or `S`.
    pub fn of_scores(self, scores: &str) -> String {
        match (self.is_early(), self.clips()) {
            (false, _) => format!("softmax({scores})"),
            (true, true) => format!("ReLU({scores})"),
            // A quotient is one factor only in brackets.
            (true, false) if self.multiplies() && scores.contains(' ') => format!("({scores})"),
            (true, false) => scores.to_owned(),
        }
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
            Adjustment::EarlyMultiply
            | Adjustment::EarlyAdd
            | Adjustment::EarlyMultiplyWithoutRelu
            | Adjustment::EarlyAddWithRelu => {}
        }
    }

    /// One row of attention weights from one row of scores, all `[n]`, every key allowed.
    pub fn weights_into<T: Real>(self, scores: &[T], coefficients: &[T], out: &mut [T]) {
        self.logits_into(scores, coefficients, out);
        T::softmax(out);
        self.after_softmax(coefficients, out);
    }
}
