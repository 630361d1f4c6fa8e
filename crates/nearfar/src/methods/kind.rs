//! What is to be known of a method before it has numbers, and what seeded ones are made from: one seed, the
//! same projections for all of them, so that what differs between two pictures is the method.

use crate::Real;
use crate::attention::{HeadParameters, Projections};
use crate::method::Method;

/// A row of the table of methods.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Definition {
    /// Its name in a link.
    pub name: &'static str,
    /// What is written over a small picture.
    pub short: &'static str,
    /// What it reads of a sentence beside the words.
    pub needs: Needs,
    /// Whether a query sees only itself and what stands before it, whatever the sentence's mask.
    pub causal: bool,
    /// Where its reference values are, where they can be read by the names of its parameters.
    pub reference: Option<Reference>,
}

/// What a method reads of a sentence beside its words.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Needs {
    /// The dependency tree.
    pub tree: bool,
    /// The part of speech of every token.
    pub parts_of_speech: bool,
    /// The relation of every token to its head.
    pub relations: bool,
    /// It looks at an earlier segment, where there is one.
    pub memory: bool,
}

impl Needs {
    /// The words alone.
    pub const WORDS: Needs =
        Needs { tree: false, parts_of_speech: false, relations: false, memory: false };

    /// Whether it reads what a parser gives ([`crate::methods::Syntax`]), any of it.
    pub fn syntax(self) -> bool {
        self.tree || self.parts_of_speech || self.relations
    }
}

/// Reference values of a method: cases of a file under `golden/`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reference {
    /// The file, without its ending.
    pub file: &'static str,
    /// What a case must say to be of this method.
    pub with: &'static [(&'static str, &'static str)],
}

/// What seeded methods are made from.
#[derive(Clone, Debug, PartialEq)]
pub struct Options {
    /// The seed of every number.
    pub seed: u64,
    /// h.
    pub heads: usize,
    /// D, the width of the word vectors.
    pub width: usize,
    /// d; even, and at least 4 for the released program of TENER.
    pub dimensions: usize,
    /// k of relative positions.
    pub clip: usize,
    /// The longest tree distance with a row of its own.
    pub longest_distance: usize,
    /// The longest traversal with a row of its own, in characters.
    pub longest_traversal: usize,
    /// The size of the vocabulary of parts of speech.
    pub parts_of_speech: usize,
    /// The size of the vocabulary of relations.
    pub relations: usize,
    /// F, DiSAN's features of each direction.
    pub features: usize,
    /// w and v of every head, mapping and adjustment, for the DA-Transformer; `None`:
    /// [`DistanceAware::seeded_heads`] and the paper's own.
    ///
    /// [`DistanceAware::seeded_heads`]: crate::methods::distance_aware::DistanceAware::seeded_heads
    pub distance_aware: Option<(Vec<HeadParameters>, Method)>,
    /// W_Q, W_K, W_V and W_O of a model, of the sizes above, in place of seeded ones; for queries, keys and
    /// values that a model projected itself, [their sizes](Projections::sizes).
    pub projections: Option<Projections<f32>>,
}

impl Options {
    /// The projections that all methods share.
    pub(crate) fn projections<T: Real>(&self) -> Projections<T> {
        if let Some(projections) = &self.projections {
            return projections.cast();
        }
        Projections::untrained(self.seed, self.heads, self.width, self.dimensions)
    }
}

/// Makes the table of methods: a line is its kind, the module, its [`Definition`] there, the function that makes a
/// seeded one, `learns` where it has a backward pass, and what a model learns of it ([`Learned`]) where models are trained with
/// it. What is in no line is no method; what a line lacks does not compile.
macro_rules! methods {
    ($($(#[$doc:meta])* $kind:ident = $module:ident: $definition:ident, $seeded:ident $(, $learns:ident $($made:ident)?)?;)*) => {
        /// A method, without its parameters.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum MethodKind {
            $($(#[$doc])* $kind,)*
        }

        impl MethodKind {
            const COUNT: usize = [$(MethodKind::$kind),*].len();

            /// Every method, with its name in a link.
            pub const ALL: [(MethodKind, &'static str); Self::COUNT] =
                [$((MethodKind::$kind, $module::$definition.name)),*];

            /// What is to be known of it.
            pub fn definition(self) -> &'static Definition {
                match self {
                    $(MethodKind::$kind => &$module::$definition,)*
                }
            }

            /// The method with seeded parameters, to be labelled untrained wherever it is shown. The same
            /// seed gives all methods the same projections ([`Projections::untrained`]) and all relative
            /// positions the same vectors.
            ///
            /// [`Projections::untrained`]: crate::attention::Projections::untrained
            pub fn seeded<T: Real>(self, options: &Options) -> Box<dyn AttentionMethod<T>> {
                match self {
                    $(MethodKind::$kind => Box::new($module::$seeded::<T>(options)),)*
                }
            }

            /// What a model learns of it; `None` where no model here is trained with it.
            pub fn own(self) -> Option<&'static Own> {
                match self {
                    $(MethodKind::$kind => kind::methods!(@own $module $($($made)?)?),)*
                }
            }

            /// [`Learned::each`].
            pub(crate) fn each(self, name: &str) -> Each {
                match self {
                    $(MethodKind::$kind => kind::methods!(@call Each::Head; each(name); $module $($($made)?)?),)*
                }
            }

            /// [`Learned::rows`].
            pub(crate) fn rows(self, number: usize) -> Option<OwnRows> {
                match self {
                    $(MethodKind::$kind => kind::methods!(@call None; rows(number); $module $($($made)?)?),)*
                }
            }

            /// [`Learned::term_rule`].
            pub(crate) fn term_rule(self, size: usize, tokens: usize) -> TermRule {
                match self {
                    $(MethodKind::$kind => {
                        kind::methods!(@call TermRule::Whole; term_rule(size, tokens); $module $($($made)?)?)
                    })*
                }
            }

            /// [`Learned::misfit`].
            pub(crate) fn misfit(self, sizes: Sizes) -> Option<Misfit> {
                match self {
                    $(MethodKind::$kind => kind::methods!(@call None; misfit(sizes); $module $($($made)?)?),)*
                }
            }

            /// [`Learned::tensors`].
            pub(crate) fn tensors(self, sizes: Sizes, number: usize) -> Vec<OwnTensor> {
                match self {
                    $(MethodKind::$kind => {
                        kind::methods!(@call Vec::new(); tensors(sizes, number); $module $($($made)?)?)
                    })*
                }
            }

            /// [`Learned::of_numbers`]; an error for a method that no model learns.
            pub(crate) fn of_numbers<T: Real, M: Making<T>>(
                self,
                numbers: Numbers<T>,
            ) -> Result<Box<M::Method>, AttentionError> {
                match self {
                    $(MethodKind::$kind => kind::methods!(@made M, numbers; $module $($($made)?)?),)*
                }
            }

            /// The same with its backward pass; `None` where that is elsewhere. Apart from [`MethodKind::seeded`], so
            /// that no program of the page carries gradients that it does not compute.
            pub fn learner<T: Real>(self, options: &Options) -> Option<Box<dyn Learns<T>>> {
                match self {
                    $(MethodKind::$kind => kind::methods!(@ $module::$seeded::<T>(options) $(, $learns)?),)*
                }
            }
        }
    };
    (@own $module:ident $made:ident) => { Some(const { &<$module::$made as Learned>::OWN }) };
    (@own $module:ident) => { None };
    (@call $none:expr; $of:ident($($given:expr),*); $module:ident $made:ident) => {
        <$module::$made as Learned>::$of($($given),*)
    };
    (@call $none:expr; $of:ident($($given:expr),*); $module:ident) => { $none };
    (@made $making:ident, $numbers:expr; $module:ident $made:ident) => {
        Ok($making::boxed(<$module::$made as Learned>::of_numbers($numbers)?))
    };
    (@made $making:ident, $numbers:expr; $module:ident) => { Err($numbers.of_no_model()) };
    (@ $method:expr, learns) => { Some(Box::new($method)) };
    (@ $method:expr) => { None };
}
pub(crate) use methods;
