//! Every way of telling an attention how far apart two tokens are, side by side: one file each, one
//! trait, all giving a [`MethodTrace`] and their own named intermediates ([`Explained::terms`]).
//!
//! The table of them is `methods!` below: name, module, and what makes a seeded one. What is to be known
//! of a method before it has numbers is its [`Definition`], what it knows of distance its [`Facts`].
//!
//! The way of the data: a [`Sentence`] goes through [`AttentionMethod::run`], which projects it
//! ([`crate::attention::Projections`]; the same seed gives every method the same ones), adds what the
//! method knows to the scores, and hands back a trace. The backward pass from the output to the parameters is
//! [`Learns::gradients`]. Vectors are rows; positions count from 0; heads are the leading
//! axis.

pub mod adapted;
pub mod alibi;
pub mod attention_core;
pub mod cope;
pub mod deberta;
pub mod disan;
pub mod distance_aware;
pub mod error;
pub mod facts;
pub mod fire;
pub mod forgetting;
pub mod gradient;
pub mod kerple;
mod kind;
pub mod log_cpb;
mod loops;
pub mod perceptron;
pub mod rope;
pub mod rotation;
pub mod sentence;
pub mod shaw;
pub mod specialised;
pub mod stick_breaking;
pub mod t5;
pub mod trace;
pub mod transformer_xl;
pub mod tree;
pub mod tree_bias;
pub mod vanilla;
pub mod window_sink;

pub use attention_core::{AttentionCore, Passed};
pub use error::MethodError;
pub use facts::{Facts, Knows, ParameterCount};
pub use gradient::Gradients;
pub use kind::{Definition, Needs, Options, Reference};
pub use sentence::{Labels, Projected, Sentence, Syntax};
pub use trace::{Axis, Explained, Measure, MethodTrace, Role, Term, Values};

use ndarray::ArrayView2;

use crate::Real;
use crate::attention::TermRule;
use crate::attention::{AttentionError, Projections};
use crate::model::Each;
use crate::model::own::{Learned, Making, Misfit, Numbers, Own, OwnRows, OwnTensor, Sizes};

kind::methods! {
    /// No positions at all.
    NoPositions = vanilla: NO_POSITIONS, no_positions, learns;
    /// The vanilla Transformer.
    Vanilla = vanilla: DEFINITION, with_positions, learns;
    /// The DA-Transformer; its backward pass is [`crate::attention::gradient`].
    DistanceAware = distance_aware: DEFINITION, seeded;
    /// Relative position representations.
    Shaw = shaw: DEFINITION, keys_and_values, learns KeysAndValues;
    /// Transformer-XL, both directions.
    TransformerXl = transformer_xl: DEFINITION, both_directions, learns BothDirections;
    /// Transformer-XL as published: causal, with a memory.
    TransformerXlCausal = transformer_xl: CAUSAL, causal, learns;
    /// TENER, the paper's form.
    Adapted = adapted: DEFINITION, paper, learns PaperForm;
    /// TENER, the released program's form.
    AdaptedProgram = adapted: PROGRAM, program, learns ProgramForm;
    /// Tree distance.
    TreeDistance = tree_bias: DISTANCE, distance, learns ByDistance;
    /// Tree traversal.
    TreeTraversal = tree_bias: TRAVERSAL, traversal, learns ByTraversal;
    /// Tree distance and relative position.
    TreeDistanceRelative = tree_bias: DISTANCE_RELATIVE, distance_relative, learns;
    /// Tree traversal and relative position.
    TreeTraversalRelative = tree_bias: TRAVERSAL_RELATIVE, traversal_relative, learns;
    /// A head guided by parts of speech.
    SpecialisedPartOfSpeech = specialised: PART_OF_SPEECH, part_of_speech, learns ByPartOfSpeech;
    /// A head guided by relations.
    SpecialisedRelation = specialised: RELATION, relation, learns ByRelation;
    /// DiSAN.
    Disan = disan: DEFINITION, both_blocks, learns BothBlocks;
    /// ALiBi, symmetric.
    Alibi = alibi: DEFINITION, symmetric, learns Symmetric;
    /// T5's relative bias, both directions.
    T5 = t5: DEFINITION, encoder, learns OfEncoder;
    /// RoPE.
    Rope = rope: DEFINITION, paper, learns Interleaved;
    /// KERPLE, the logarithmic form.
    Kerple = kerple: LOGARITHMIC, logarithmic, learns LogarithmicForm;
    /// KERPLE, the power form.
    KerplePower = kerple: POWER, power, learns PowerForm;
    /// Stick-breaking attention.
    StickBreaking = stick_breaking: DEFINITION, strict, learns;
    /// The forgetting attention.
    Forgetting = forgetting: DEFINITION, gated, learns;
    /// CoPE.
    Cope = cope: DEFINITION, counted, learns;
    /// FIRE.
    Fire = fire: DEFINITION, interpolated, learns;
    /// The log-spaced continuous bias.
    LogCpb = log_cpb: DEFINITION, released, learns;
    /// A window and a sink.
    WindowSink = window_sink: DEFINITION, both, learns;
    /// DeBERTa.
    Deberta = deberta: DEFINITION, disentangled, learns;
}

impl MethodKind {
    /// The name in a link.
    pub fn name(self) -> &'static str {
        self.definition().name
    }

    /// The method of a name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.iter().find(|(_, known)| *known == name).map(|(kind, _)| *kind)
    }
}

/// A method with its parameters: from a sentence to a trace.
pub trait AttentionMethod<T: Real> {
    /// What it knows and where it is defined.
    fn facts(&self) -> Facts;

    /// Its parameters beside those of an ordinary layer.
    fn parameter_count(&self) -> ParameterCount;

    /// One sentence through it.
    ///
    /// # Errors
    /// Where shapes do not belong together, a number is not finite, a score is beyond
    /// [`Real::SCORE_LIMIT`], or the sentence lacks what the method needs.
    fn run(&self, sentence: &Sentence<T>) -> Result<Box<dyn Explained<T>>, MethodError>;
}

/// A method whose parameters can be learned: each by its name, and the backward pass to them.
pub trait Learns<T: Real>: AttentionMethod<T> + Send + Sync {
    /// W_Q, W_K, W_V and W_O, named so among the gradients; `None` where there are none.
    fn projections(&mut self) -> Option<&mut Projections<T>>;

    /// Every other parameter that learns row by row, by its name among the gradients.
    fn own(&mut self) -> Vec<(&'static str, &mut [T])>;

    /// dL/dparameter by its name, and dL/dinput (`X`, or the paper's letter), from dL/dout in the shape of
    /// [`MethodTrace::output`].
    ///
    /// # Errors
    /// As [`AttentionMethod::run`], and where dL/dout has another shape or is not finite.
    fn gradients(
        &self,
        sentence: &Sentence<T>,
        d_output: ArrayView2<T>,
    ) -> Result<Gradients<T>, MethodError>;

    /// The method without its projections, where they are those of an ordinary layer.
    fn as_core(&self) -> Option<&dyn AttentionCore<T>> {
        None
    }
}

/// [`Learns::gradients`] of a method that has `trace` and `backward` of its own.
macro_rules! gradients_by_trace {
    () => {
        fn gradients(
            &self,
            sentence: &Sentence<T>,
            d_output: ArrayView2<T>,
        ) -> Result<Gradients<T>, MethodError> {
            crate::methods::loops::refuse_projected(sentence)?;
            let trace = self.trace(sentence)?;
            self.backward(sentence, &trace, d_output)
        }
    };
}
pub(crate) use gradients_by_trace;

/// The cells of a parameter; a method's own arrays are in standard layout.
pub(crate) fn cells_of<T, D: ndarray::Dimension>(array: &mut ndarray::Array<T, D>) -> &mut [T] {
    array.as_slice_mut().unwrap_or_default()
}
