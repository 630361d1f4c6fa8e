//! The vanilla Transformer: sinusoidal positions added to the embeddings, or none at all. The
//! computation is [`crate::attention::Trace`]'s.

use ndarray::{Array1, Array2, ArrayView2};

use crate::Real;
use crate::attention::position::sinusoidal_positions;
use crate::attention::{HeadParameters, Projections, Trace};
use crate::method::Method;
use crate::methods::gradient::{Layer, attention_backward, products_backward, scaled};
use crate::methods::loops::{inverse_root, queries_keys_values, refuse_projected, sum};
use crate::methods::trace::{HEAD_TOKENS, TOKENS};
use crate::methods::{
    AttentionMethod, Definition, Explained, Facts, Gradients, Knows, Learns, MethodError,
    MethodTrace, Needs, Options, ParameterCount, Sentence, Term,
};

pub(crate) const PAPER: &str = "Vaswani et al. 2017: Attention Is All You Need";
const SECTION_3_5: &str = "Vaswani et al. 2017, section 3.5";
const EQUATION_1: &str = "Vaswani et al. 2017, Eq. 1";
const SECTION_3_2_2: &str = "Vaswani et al. 2017, section 3.2.2";

/// No positions at all.
pub const NO_POSITIONS: Definition = Definition {
    name: "no-positions",
    short: "No positions",
    needs: Needs::WORDS,
    causal: false,
    reference: None,
};

const AS_IT_IS: Method = Method::Vanilla { positions: false };

/// With sinusoidal positions.
pub const DEFINITION: Definition = Definition {
    name: "vanilla",
    short: "Sinusoids",
    needs: Needs::WORDS,
    causal: false,
    reference: None,
};

pub(crate) fn no_positions<T: Real>(options: &Options) -> Vanilla<T> {
    Vanilla { positions: false, ..with_positions(options) }
}

pub(crate) fn with_positions<T: Real>(options: &Options) -> Vanilla<T> {
    Vanilla::new(options.projections())
}

/// softmax(Q Kᵀ / √d) V over X = E·scale + PE (Vaswani et al. 2017, Eq. 1, sections 3.4 and 3.5).
#[derive(Clone, Debug, PartialEq)]
pub struct Vanilla<T> {
    /// W_Q, W_K, W_V, W_O.
    pub projections: Projections<T>,
    /// Whether sinusoidal positions are added.
    pub positions: bool,
    /// What embeddings are multiplied by before positions are added: 1, or √D as in section 3.4.
    pub embedding_scale: f64,
}

/// A sentence through [`Vanilla`], every intermediate kept.
#[derive(Clone, Debug)]
pub struct VanillaTrace<T> {
    /// What every method has.
    pub common: MethodTrace<T>,
    /// E, the embeddings as given, `[N, D]`.
    pub embeddings: Array2<T>,
    /// PE(p, 2i) = sin(p / 10000^(2i/D)), PE(p, 2i+1) = cos(the same), `[N, D]`; 0 without positions.
    pub positions: Array2<T>,
    /// The attention itself; its input is X.
    pub attention: Trace<T>,
}

impl<T: Real> Vanilla<T> {
    /// With positions, and embeddings as they are.
    pub fn new(projections: Projections<T>) -> Self {
        Vanilla { projections, positions: true, embedding_scale: 1.0 }
    }

    /// One sentence, every intermediate typed.
    ///
    /// # Errors
    /// As [`AttentionMethod::run`].
    pub fn trace(&self, sentence: &Sentence<T>) -> Result<VanillaTrace<T>, MethodError> {
        if sentence.projected.is_some() {
            return self.trace_projected(sentence);
        }
        let embeddings = sentence.embeddings.to_owned();
        let (tokens, width) = embeddings.dim();
        let positions = if self.positions {
            let places = Array1::from_iter((0..tokens).map(|place| place as f64));
            sinusoidal_positions(places.view(), width)
        } else {
            Array2::zeros((tokens, width))
        };
        let scale = T::from_f64(self.embedding_scale);
        let input = sum(&embeddings.mapv(|x| x * scale), &positions);
        let (heads, mask) = (self.no_heads(), sentence.mask.clone());
        let attention = Trace::new(&self.projections, &heads, AS_IT_IS, mask, input.view())?;
        self.traced(embeddings, positions, attention)
    }

    /// Queries, keys and values as a model made them; sinusoids would have to be added before.
    fn trace_projected(&self, sentence: &Sentence<T>) -> Result<VanillaTrace<T>, MethodError> {
        if self.positions {
            let (method, what) = ("adding sinusoids", "the vectors of the words");
            return Err(MethodError::Projected { method, what });
        }
        let [query, key, value] = queries_keys_values(&self.projections, sentence)?;
        let (heads, mask) = (self.no_heads(), sentence.mask.clone());
        let nothing = sentence.embeddings.to_owned();
        let attention =
            Trace::from_projected(query, key, value, &heads, AS_IT_IS, mask, nothing.clone())?;
        self.traced(nothing.clone(), nothing, attention)
    }

    /// w and v have no effect without a mapping.
    fn no_heads(&self) -> Vec<HeadParameters> {
        vec![HeadParameters { w: 0.0, v: 0.0 }; self.projections.heads()]
    }

    fn traced(
        &self,
        embeddings: Array2<T>,
        positions: Array2<T>,
        attention: Trace<T>,
    ) -> Result<VanillaTrace<T>, MethodError> {
        let outputs = attention.outputs(self.projections.output.view())?;
        let common = MethodTrace {
            scores: attention.scores().clone(),
            weights: attention.weights().clone(),
            heads: outputs.heads,
            concatenated: outputs.concatenated,
            output: outputs.projected,
        };
        Ok(VanillaTrace { common, embeddings, positions, attention })
    }
}

impl<T: Real> AttentionMethod<T> for Vanilla<T> {
    fn facts(&self) -> Facts {
        let knows = |knows| if self.positions { knows } else { Knows::No };
        let through = "only through sums of sines that the projections must keep apart";
        Facts {
            title: if self.positions { "Sinusoidal positions" } else { "No positions" }.into(),
            paper: PAPER,
            equation: if self.positions { "Eq. 1, section 3.5" } else { "Eq. 1" }.into(),
            formula: if self.positions {
                "(x_i + p_i) W_Q · (x_j + p_j) W_K / √d"
            } else {
                "x_i W_Q · x_j W_K / √d"
            }
            .into(),
            direction: knows(Knows::Partly(through)),
            exact_distance: knows(Knows::Partly(through)),
            beyond_k: knows(Knows::Partly("there is no k; far positions look more and more alike")),
            syntax: Knows::No,
        }
    }

    fn parameter_count(&self) -> ParameterCount {
        ParameterCount::own(0, if self.positions { "0 (sinusoids are fixed)" } else { "0" })
    }

    fn run(&self, sentence: &Sentence<T>) -> Result<Box<dyn Explained<T>>, MethodError> {
        Ok(Box::new(self.trace(sentence)?))
    }
}

impl<T: Real> Vanilla<T> {
    /// dL/dE (`E`), dL/dW_Q, dL/dW_K, dL/dW_V and dL/dW_O from dL/dout `[N, m]`, given the trace.
    ///
    /// # Errors
    /// Where dL/dout has another shape than the output, or is not finite.
    pub fn backward(
        &self,
        trace: &VanillaTrace<T>,
        d_output: ArrayView2<T>,
    ) -> Result<Gradients<T>, MethodError> {
        let attention = &trace.attention;
        let layer = Layer {
            input: attention.input(),
            name: "E",
            projections: &self.projections,
            common: &trace.common,
        };
        let mut gradients = layer.backward(d_output, |d_heads, _| {
            let (d_scores, d_value) =
                attention_backward(attention.weights(), attention.value(), d_heads, None);
            let d_products = scaled(&d_scores, inverse_root(self.projections.dimensions()));
            let [d_query, d_key] =
                products_backward(attention.query(), attention.key(), &d_products);
            [d_query, d_key, d_value]
        })?;
        gradients.scale("E", T::from_f64(self.embedding_scale));
        Ok(gradients)
    }
}

impl<T: Real> Learns<T> for Vanilla<T> {
    fn projections(&mut self) -> Option<&mut Projections<T>> {
        Some(&mut self.projections)
    }

    fn own(&mut self) -> Vec<(&'static str, &mut [T])> {
        Vec::new()
    }

    fn gradients(
        &self,
        sentence: &Sentence<T>,
        d_output: ArrayView2<T>,
    ) -> Result<Gradients<T>, MethodError> {
        refuse_projected(sentence)?;
        self.backward(&self.trace(sentence)?, d_output)
    }
}

impl<T: Real> Explained<T> for VanillaTrace<T> {
    fn common(&self) -> &MethodTrace<T> {
        &self.common
    }

    fn terms(&self) -> Vec<Term<'_, T>> {
        let attention = &self.attention;
        let mut terms = vec![
            Term::new(
                "E",
                "Embeddings",
                "Vaswani et al. 2017, section 3.4",
                TOKENS,
                &self.embeddings,
            ),
            Term::new("PE", "Sinusoidal positions", SECTION_3_5, TOKENS, &self.positions),
            Term::of_view(
                "X",
                "Scaled embeddings + positions",
                SECTION_3_5,
                TOKENS,
                attention.input(),
            ),
            Term::new("Q", "Queries X W_Q", SECTION_3_2_2, HEAD_TOKENS, attention.query()),
            Term::new("K", "Keys X W_K", SECTION_3_2_2, HEAD_TOKENS, attention.key()),
            Term::new("V", "Values X W_V", SECTION_3_2_2, HEAD_TOKENS, attention.value()),
        ];
        terms.extend(self.common.terms(["raw", "attn", "O", "concat", "out"], EQUATION_1));
        terms
    }
}
