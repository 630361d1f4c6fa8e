//! Which attention a panel shows, and the steps that it takes.

use crate::attention::{Adjustment, Mapping, Step};

/// A way of attending.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Method {
    /// softmax(Q Kᵀ / √d) (Vaswani et al. 2017).
    Vanilla {
        /// Whether sinusoidal positions are added to the embeddings.
        positions: bool,
    },
    /// The DA-Transformer (Wu et al. 2021): no positions, coefficients by real distance.
    DistanceAware {
        /// f, from weighted distance to coefficient.
        mapping: Mapping,
        /// How coefficients meet scores.
        adjustment: Adjustment,
    },
}

impl Method {
    /// The paper's own: learnable sigmoid, early multiply.
    pub const DISTANCE_AWARE: Method = Method::DistanceAware {
        mapping: Mapping::LearnableSigmoid,
        adjustment: Adjustment::EarlyMultiply,
    };
    /// The vanilla Transformer with sinusoidal positions.
    pub const VANILLA: Method = Method::Vanilla { positions: true };

    /// Whether the input carries sinusoidal positions.
    pub fn adds_positions(self) -> bool {
        matches!(self, Method::Vanilla { positions: true })
    }

    /// Whether w and v of the heads have any effect.
    pub fn knows_distance(self) -> bool {
        matches!(self, Method::DistanceAware { .. })
    }

    /// Whether v of the heads has any effect.
    pub fn has_v(self) -> bool {
        matches!(self, Method::DistanceAware { mapping, .. } if mapping.has_v())
    }

    /// The matrices between tokens that this method goes through, in order; the last is the weights.
    pub fn steps(self) -> &'static [Step] {
        use Step::*;
        match self {
            Method::Vanilla { .. } => &[Score, Weight],
            Method::DistanceAware { adjustment, .. } => {
                match (adjustment.is_early(), adjustment.clips()) {
                    (true, true) => {
                        &[Distance, WeightedDistance, Coefficient, Score, Clipped, Logit, Weight]
                    }
                    (true, false) => {
                        &[Distance, WeightedDistance, Coefficient, Score, Logit, Weight]
                    }
                    (false, _) => {
                        &[Distance, WeightedDistance, Coefficient, Score, Normalised, Weight]
                    }
                }
            }
        }
    }
}
