//! The DA-Transformer as one method among others. The computation is
//! [`crate::attention::Trace`]'s, step by step.

use crate::Real;
use crate::attention::{Adjustment, HeadParameters, Line, Mapping, Projections, Step, Trace};
use crate::method::Method;
use crate::methods::loops::{each_head, queries_keys_values};
use crate::methods::trace::{HEAD_PAIRS, HEAD_TOKENS, HEAD_VECTORS};
use crate::methods::{
    AttentionMethod, Definition, Explained, Facts, Knows, Measure, MethodError, MethodTrace, Needs,
    Options, ParameterCount, Sentence, Term,
};

/// Any mapping and adjustment.
pub const DEFINITION: Definition =
    Definition { name: "da", short: "DA", needs: Needs::WORDS, causal: false, reference: None };

pub(crate) fn seeded<T: Real>(options: &Options) -> DistanceAware<T> {
    let own = || (DistanceAware::<T>::seeded_heads(options.heads), Method::DISTANCE_AWARE);
    let (heads, method) = options.distance_aware.clone().unwrap_or_else(own);
    DistanceAware { projections: options.projections(), heads, lines: Vec::new(), method }
}

/// softmax(ReLU(Q Kᵀ / √d) ∘ f(w R; v)) V, or one of its rivals (Wu et al. 2021, Eq. 1 to 6, sections
/// 4.3 and 4.4).
#[derive(Clone, Debug, PartialEq)]
pub struct DistanceAware<T> {
    /// W_Q, W_K, W_V, W_O.
    pub projections: Projections<T>,
    /// w and v of every head, `[h]`.
    pub heads: Vec<HeadParameters>,
    /// k and b of every head, `[h]`, where each has a line of its own; else empty.
    pub lines: Vec<Line>,
    /// Mapping and adjustment; a vanilla one has no coefficients.
    pub method: Method,
}

/// A sentence through [`DistanceAware`].
#[derive(Clone, Debug)]
pub struct DistanceAwareTrace<T> {
    /// What every method has.
    pub common: MethodTrace<T>,
    /// Every step of Eq. 1 to 6.
    pub attention: Trace<T>,
}

impl<T: Real> DistanceAware<T> {
    /// The paper's own mapping and adjustment.
    pub fn new(projections: Projections<T>, heads: Vec<HeadParameters>) -> Self {
        DistanceAware { projections, heads, lines: Vec::new(), method: Method::DISTANCE_AWARE }
    }

    /// w and v for display: heads that prefer near tokens alternate with heads that prefer far ones,
    /// at four strengths. A choice of ours, not learned.
    pub fn seeded_heads(heads: usize) -> Vec<HeadParameters> {
        const STRENGTHS: [f64; 4] = [1.0, 0.5, 0.25, 0.125];
        let of_head = |head: usize| {
            let strength = STRENGTHS[head / 2 % STRENGTHS.len()];
            HeadParameters { w: if head.is_multiple_of(2) { -strength } else { strength }, v: 0.0 }
        };
        (0..heads).map(of_head).collect()
    }

    /// One sentence, every intermediate typed.
    ///
    /// # Errors
    /// As [`AttentionMethod::run`].
    pub fn trace(&self, sentence: &Sentence<T>) -> Result<DistanceAwareTrace<T>, MethodError> {
        let (heads, mask) = (&self.heads, sentence.mask.clone());
        let mut attention = if sentence.projected.is_some() {
            let [query, key, value] = queries_keys_values(&self.projections, sentence)?;
            let nothing = sentence.embeddings.to_owned();
            Trace::from_projected(query, key, value, heads, self.method, mask, nothing)?
        } else {
            Trace::new(&self.projections, heads, self.method, mask, sentence.embeddings)?
        };
        if !self.lines.is_empty() {
            attention.set_lines(&self.lines)?;
        }
        let outputs = attention.outputs(self.projections.output.view())?;
        let common = MethodTrace {
            scores: step(&attention, Step::Logit),
            weights: attention.weights().clone(),
            heads: outputs.heads,
            concatenated: outputs.concatenated,
            output: outputs.projected,
        };
        Ok(DistanceAwareTrace { common, attention })
    }
}

/// The paper's own mapping.
const OWN: Mapping = Mapping::LearnableSigmoid;
const PAPER: &str = "Wu et al. 2021: DA-Transformer: Distance-aware Transformer";

/// Where in the paper a mapping and an adjustment are defined: "Eq. 5 and 6", "sections 4.3 and 4.4".
fn equation_of(mapping: Mapping, adjustment: Adjustment) -> String {
    let of_mapping = mapping.row().source;
    let Some(of_adjustment) = adjustment.row().source else {
        return format!("{of_mapping}, with a variant of section 4.4 that is not in the paper");
    };
    for (one, many) in [("Eq. ", "Eq. "), ("section ", "sections ")] {
        if let Some((a, b)) = of_mapping.strip_prefix(one).zip(of_adjustment.strip_prefix(one)) {
            return format!("{many}{a} and {b}");
        }
    }
    format!("{of_mapping}, {of_adjustment}")
}

/// How a weight comes about; where the coefficient meets the score before the softmax, the score.
fn formula_of(mapping: Mapping, adjustment: Adjustment) -> String {
    let scores = adjustment.of_scores("q_i · k_j / √d");
    let sign = if adjustment.multiplies() { "·" } else { "+" };
    format!("{scores} {sign} {}", mapping.row().of_distance)
}

fn step<T: Real>(attention: &Trace<T>, step: Step) -> ndarray::Array3<T> {
    let tokens = attention.tokens();
    each_head(attention.head_count(), (tokens, tokens), |head| attention.matrix(head, step))
}

impl<T: Real> AttentionMethod<T> for DistanceAware<T> {
    fn facts(&self) -> Facts {
        let Method::DistanceAware { mapping, adjustment } = self.method else {
            return Facts {
                title: "Attention without distance".into(),
                paper: PAPER,
                equation: "Eq. 2".into(),
                formula: "q_i · k_j / √d".into(),
                direction: Knows::No,
                exact_distance: Knows::No,
                beyond_k: Knows::No,
                syntax: Knows::No,
            };
        };
        let [exact_distance, beyond_k] = if self.heads.iter().all(|head| head.w == 0.0) {
            [Knows::No, Knows::No]
        } else {
            mapping.knows()
        };
        // With what another than the paper's own is chosen.
        let mut title = "DA-Transformer".to_owned();
        if mapping.row().name != OWN.row().name {
            title = format!("{title}, {}", mapping.row().label.to_lowercase());
        }
        if adjustment != Adjustment::EarlyMultiply {
            title = format!(
                "{title}, {}",
                adjustment.row().label.to_lowercase().replace("relu", "ReLU")
            );
        }
        Facts {
            title: title.into(),
            paper: PAPER,
            equation: equation_of(mapping, adjustment).into(),
            formula: formula_of(mapping, adjustment).into(),
            direction: Knows::No,
            exact_distance,
            beyond_k,
            syntax: Knows::No,
        }
    }

    fn parameter_count(&self) -> ParameterCount {
        let h = self.projections.heads();
        match self.method {
            Method::Vanilla { .. } => ParameterCount::own(0, "0"),
            method if method.has_v() => ParameterCount::own(2 * h, "2·h"),
            Method::DistanceAware { mapping, .. } => {
                match mapping.learned_parameters().as_slice() {
                    [] => ParameterCount::own(h, "h (no v)"),
                    [one] => ParameterCount::own(h, format!("h ({one} is set, not learned)")),
                    more => {
                        let names = more.join(" and ");
                        ParameterCount::own(h, format!("h ({names} are set, not learned)"))
                    }
                }
            }
        }
    }

    fn run(&self, sentence: &Sentence<T>) -> Result<Box<dyn Explained<T>>, MethodError> {
        Ok(Box::new(self.trace(sentence)?))
    }
}

impl<T: Real> Explained<T> for DistanceAwareTrace<T> {
    fn common(&self) -> &MethodTrace<T> {
        &self.common
    }

    fn adjustment(&self) -> Option<Adjustment> {
        match self.attention.method() {
            Method::DistanceAware { adjustment, .. } => Some(adjustment),
            Method::Vanilla { .. } => None,
        }
    }

    fn terms(&self) -> Vec<Term<'_, T>> {
        const EQUATION_1: &str = "Wu et al. 2021, Eq. 1";
        let attention = &self.attention;
        let of_heads = |value: fn(&HeadParameters) -> f64| {
            let values = attention.heads().iter().map(|head| T::from_f64(value(head)));
            ndarray::Array1::from_iter(values).insert_axis(ndarray::Axis(1))
        };
        let mut terms = vec![
            Term::owned(
                "w",
                "w: weighs the distance",
                "Wu et al. 2021, section 3.1",
                HEAD_VECTORS,
                of_heads(|head| head.w),
            ),
            Term::owned(
                "v",
                "v: shapes the sigmoid",
                "Wu et al. 2021, section 3.2",
                HEAD_VECTORS,
                of_heads(|head| head.v),
            ),
            Term::new("Q", "Queries H W_Q", EQUATION_1, HEAD_TOKENS, attention.query()),
            Term::new("K", "Keys H W_K", EQUATION_1, HEAD_TOKENS, attention.key()),
            Term::new("V", "Values H W_V", EQUATION_1, HEAD_TOKENS, attention.value()),
        ];
        let is_positive = match attention.method() {
            Method::DistanceAware { mapping, .. } => mapping.is_positive(),
            Method::Vanilla { .. } => true,
        };
        for &each in attention.method().steps() {
            let (name, title, source) = match each {
                Step::Distance => ("R", "Distance |i - j|", "Wu et al. 2021, section 3.1"),
                Step::WeightedDistance => {
                    ("Rw", "Weighted distance w R", "Wu et al. 2021, section 3.1")
                }
                Step::Coefficient => ("Rhat", "Coefficient f(w R; v)", "Wu et al. 2021, Eq. 5"),
                Step::Score => ("raw", "Raw scores Q Kᵀ / √d", "Wu et al. 2021, Eq. 2"),
                Step::Clipped => ("relu", "ReLU of the raw scores", "Wu et al. 2021, Eq. 6"),
                Step::Normalised => {
                    ("normalised", "softmax of the raw scores", "Wu et al. 2021, section 4.4")
                }
                // Among the terms that all methods have.
                Step::Logit | Step::Weight => continue,
                // Of models from files alone.
                Step::Term => continue,
            };
            let measure = match each {
                Step::Distance | Step::Normalised | Step::Weight => Measure::Amount,
                Step::Coefficient if is_positive => Measure::Factor,
                Step::Coefficient => Measure::SignedFactor,
                Step::WeightedDistance | Step::Term | Step::Score | Step::Clipped | Step::Logit => {
                    Measure::Signed
                }
            };
            let values = step(attention, each);
            let term = Term::owned(name, title, source, HEAD_PAIRS, values);
            terms.push(term.measuring(measure));
        }
        let names = ["scores", "attn", "O", "concat", "out"];
        terms.extend(self.common.terms(names, "Wu et al. 2021, Eq. 6"));
        terms
    }
}
