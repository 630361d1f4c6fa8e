//! Which attention a panel shows, and the steps that it takes.

use crate::attention::{Adjustment, Mapping, Step};
use crate::methods::MethodKind;
use crate::model::OwnMethod;

/// How a model attends.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ModelMethod {
    /// As the Lab's panels do, with w and v.
    Lab(Method),
    /// The DA-Transformer with a line f(x) = k·x + b that every head learns for itself (Wu et al. 2021,
    /// section 4.3). The Lab's lines have one k and b for all heads.
    Lines(Adjustment),
    /// By another of [`crate::methods`], with numbers of its own.
    Own(OwnMethod),
}

impl From<Method> for ModelMethod {
    fn from(method: Method) -> Self {
        ModelMethod::Lab(method)
    }
}

impl From<OwnMethod> for ModelMethod {
    fn from(method: OwnMethod) -> Self {
        ModelMethod::Own(method)
    }
}

impl ModelMethod {
    /// The Lab's method; `None` for another.
    pub fn lab(self) -> Option<Method> {
        match self {
            ModelMethod::Lab(method) => Some(method),
            ModelMethod::Lines(_) | ModelMethod::Own(_) => None,
        }
    }

    /// Which method of [`crate::methods`] it is, without its parameters.
    pub fn kind(self) -> MethodKind {
        match self {
            ModelMethod::Lab(Method::Vanilla { positions: true }) => MethodKind::Vanilla,
            ModelMethod::Lab(Method::Vanilla { positions: false }) => MethodKind::NoPositions,
            ModelMethod::Lab(Method::DistanceAware { .. }) | ModelMethod::Lines(_) => {
                MethodKind::DistanceAware
            }
            ModelMethod::Own(method) => method.kind(),
        }
    }

    /// Whether it reads what a parser gives of a sentence.
    pub fn needs_syntax(self) -> bool {
        matches!(self, ModelMethod::Own(method) if method.needs_syntax())
    }

    /// How w and v act, where the method has them; of lines that of f(x) = x + 1, from which every head
    /// starts.
    pub fn attention(self) -> Option<Method> {
        match self {
            ModelMethod::Lab(method) => Some(method),
            ModelMethod::Lines(adjustment) => {
                let mapping = Mapping::Linear { slope: 1.0, intercept: 1.0 };
                Some(Method::DistanceAware { mapping, adjustment })
            }
            ModelMethod::Own(_) => None,
        }
    }

    /// Whether the input carries sinusoidal positions.
    pub fn adds_positions(self) -> bool {
        self.lab().is_some_and(Method::adds_positions)
    }

    /// Whether w and v of the heads have any effect.
    pub fn knows_distance(self) -> bool {
        self.attention().is_some_and(Method::knows_distance)
    }

    /// Whether v of the heads has any effect.
    pub fn has_v(self) -> bool {
        self.lab().is_some_and(Method::has_v)
    }
}

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
    /// The same where scores below 0 meet their coefficient as they are: not in the paper.
    pub const WITHOUT_RELU: Method = Method::DistanceAware {
        mapping: Mapping::LearnableSigmoid,
        adjustment: Adjustment::EarlyMultiplyWithoutRelu,
    };
    /// The vanilla Transformer with sinusoidal positions.
    pub const VANILLA: Method = Method::Vanilla { positions: true };

    /// Its mapping and adjustment; where it has none, those that w and v are laid over it with at first, in every
    /// room: without ReLU, so that at w = 0 the weights stay as they are.
    pub fn coefficients(self) -> (Mapping, Adjustment) {
        match self {
            Method::DistanceAware { mapping, adjustment } => (mapping, adjustment),
            Method::Vanilla { .. } => {
                (Mapping::LearnableSigmoid, Adjustment::EarlyMultiplyWithoutRelu)
            }
        }
    }

    /// What w and v are laid with at first over heads that attend so: [`Method::coefficients`]; after the softmax
    /// where nothing but weights is known of them.
    pub fn laid_first(self, has_scores: bool) -> Method {
        let (mapping, adjustment) = match self {
            Method::Vanilla { .. } if !has_scores => {
                (Mapping::LearnableSigmoid, Adjustment::LateMultiply)
            }
            _ => self.coefficients(),
        };
        Method::DistanceAware { mapping, adjustment }
    }

    /// How coefficients meet scores; `None` for what has no coefficients.
    pub fn adjustment(self) -> Option<Adjustment> {
        match self {
            Method::DistanceAware { adjustment, .. } => Some(adjustment),
            Method::Vanilla { .. } => None,
        }
    }

    /// Whether its coefficients multiply scores, before the softmax.
    pub fn multiplies_scores(self) -> bool {
        self.adjustment().is_some_and(|how| how.is_early() && how.multiplies())
    }

    /// Whether ReLU is in it, as far as it has a place for it.
    pub fn clips(self) -> bool {
        self.adjustment().is_none_or(Adjustment::clips)
    }

    /// The same with ReLU, where it has none, or without; `None` where there is no other.
    pub fn other_clipping(self) -> Option<Method> {
        match self {
            Method::DistanceAware { mapping, adjustment } => {
                let adjustment = adjustment.other_clipping()?;
                Some(Method::DistanceAware { mapping, adjustment })
            }
            Method::Vanilla { .. } => None,
        }
    }

    /// Whether the input carries sinusoidal positions.
    pub fn adds_positions(self) -> bool {
        matches!(self, Method::Vanilla { positions: true })
    }

    /// Whether it is attention alone: neither distance nor positions.
    pub fn is_plain(self) -> bool {
        matches!(self, Method::Vanilla { positions: false })
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
