//! Every method by name, made for display: one seed, the same projections for all of them, so that what
//! differs between two pictures is the method.

use crate::Real;
use crate::attention::{HeadParameters, Projections};
use crate::method::Method;
use crate::methods::AttentionMethod;
use crate::methods::adapted::{Adapted, AdaptedForm, AdaptedKey};
use crate::methods::alibi::Alibi;
use crate::methods::disan::Disan;
use crate::methods::distance_aware::DistanceAware;
use crate::methods::rope::Rope;
use crate::methods::shaw::Shaw;
use crate::methods::specialised::{GuidingLabel, Specialised};
use crate::methods::t5::{Buckets, T5};
use crate::methods::transformer_xl::TransformerXl;
use crate::methods::tree_bias::{BiasLabel, TreeBias};
use crate::methods::vanilla::Vanilla;

/// A method, without its parameters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MethodKind {
    /// No positions at all.
    NoPositions,
    /// The vanilla Transformer.
    Vanilla,
    /// The DA-Transformer.
    DistanceAware,
    /// Relative position representations.
    Shaw,
    /// Transformer-XL, both directions.
    TransformerXl,
    /// Transformer-XL as published: causal, with a memory.
    TransformerXlCausal,
    /// TENER, the paper's form.
    Adapted,
    /// TENER, the released program's form.
    AdaptedProgram,
    /// Tree distance.
    TreeDistance,
    /// Tree traversal.
    TreeTraversal,
    /// Tree distance and relative position.
    TreeDistanceRelative,
    /// Tree traversal and relative position.
    TreeTraversalRelative,
    /// A head guided by parts of speech.
    SpecialisedPartOfSpeech,
    /// A head guided by relations.
    SpecialisedRelation,
    /// DiSAN.
    Disan,
    /// ALiBi, symmetric.
    Alibi,
    /// T5's relative bias, both directions.
    T5,
    /// RoPE.
    Rope,
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
    pub distance_aware: Option<(Vec<HeadParameters>, Method)>,
}

/// The dimensions of label vectors of seeded specialised heads.
const LABEL_WIDTH: usize = 16;

impl MethodKind {
    /// Every method, with its name in a link.
    pub const ALL: [(MethodKind, &'static str); 18] = [
        (MethodKind::NoPositions, "no-positions"),
        (MethodKind::Vanilla, "vanilla"),
        (MethodKind::DistanceAware, "da"),
        (MethodKind::Shaw, "rpr"),
        (MethodKind::TransformerXl, "xl"),
        (MethodKind::TransformerXlCausal, "xl-causal"),
        (MethodKind::Adapted, "tener"),
        (MethodKind::AdaptedProgram, "tener-program"),
        (MethodKind::TreeDistance, "tree-distance"),
        (MethodKind::TreeTraversal, "tree-traversal"),
        (MethodKind::TreeDistanceRelative, "tree-distance-rpr"),
        (MethodKind::TreeTraversalRelative, "tree-traversal-rpr"),
        (MethodKind::SpecialisedPartOfSpeech, "special-pos"),
        (MethodKind::SpecialisedRelation, "special-relation"),
        (MethodKind::Disan, "disan"),
        (MethodKind::Alibi, "alibi"),
        (MethodKind::T5, "t5"),
        (MethodKind::Rope, "rope"),
    ];

    /// The name in a link.
    pub fn name(self) -> &'static str {
        Self::ALL.iter().find(|(kind, _)| *kind == self).map_or("", |(_, name)| name)
    }

    /// The method of a name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.iter().find(|(_, known)| *known == name).map(|(kind, _)| *kind)
    }

    /// Whether it needs a dependency tree or labels.
    pub fn needs_syntax(self) -> bool {
        matches!(
            self,
            MethodKind::TreeDistance
                | MethodKind::TreeTraversal
                | MethodKind::TreeDistanceRelative
                | MethodKind::TreeTraversalRelative
                | MethodKind::SpecialisedPartOfSpeech
                | MethodKind::SpecialisedRelation
        )
    }

    /// The method with seeded parameters, to be labelled untrained wherever it is shown. The same seed
    /// gives all methods the same projections ([`Projections::untrained`]) and all relative positions
    /// the same vectors.
    pub fn seeded<T: Real>(self, options: &Options) -> Box<dyn AttentionMethod<T>> {
        let &Options { seed, heads, width, dimensions, clip, .. } = options;
        let projections = || Projections::<T>::untrained(seed, heads, width, dimensions);
        let tree = |labels: &[(BiasLabel, usize)]| -> Box<dyn AttentionMethod<T>> {
            Box::new(TreeBias::seeded(projections(), labels, seed))
        };
        let relative = (BiasLabel::RelativePosition, clip);
        let distance = (BiasLabel::TreeDistance, options.longest_distance);
        let traversal = (BiasLabel::TreeTraversal, options.longest_traversal);
        match self {
            MethodKind::NoPositions => {
                Box::new(Vanilla { positions: false, ..Vanilla::new(projections()) })
            }
            MethodKind::Vanilla => Box::new(Vanilla::new(projections())),
            MethodKind::DistanceAware => {
                let own = || (DistanceAware::<T>::seeded_heads(heads), Method::DISTANCE_AWARE);
                let (heads, method) = options.distance_aware.clone().unwrap_or_else(own);
                Box::new(DistanceAware { projections: projections(), heads, method })
            }
            MethodKind::Shaw => Box::new(Shaw::seeded(projections(), clip, seed)),
            MethodKind::TransformerXl | MethodKind::TransformerXlCausal => {
                let causal = self == MethodKind::TransformerXlCausal;
                Box::new(TransformerXl::seeded(projections(), causal, seed))
            }
            MethodKind::Adapted => Box::new(Adapted::seeded(projections(), seed)),
            MethodKind::AdaptedProgram => Box::new(Adapted {
                form: AdaptedForm::Program,
                key: AdaptedKey::Projected,
                ..Adapted::seeded(projections(), seed)
            }),
            MethodKind::TreeDistance => tree(&[distance]),
            MethodKind::TreeTraversal => tree(&[traversal]),
            MethodKind::TreeDistanceRelative => tree(&[relative, distance]),
            MethodKind::TreeTraversalRelative => tree(&[relative, traversal]),
            MethodKind::SpecialisedPartOfSpeech | MethodKind::SpecialisedRelation => {
                let (label, labels) = if self == MethodKind::SpecialisedRelation {
                    (GuidingLabel::Relation, options.relations)
                } else {
                    (GuidingLabel::PartOfSpeech, options.parts_of_speech)
                };
                Box::new(Specialised::seeded(projections(), label, labels, LABEL_WIDTH, seed))
            }
            MethodKind::Disan => Box::new(Disan::seeded(width, options.features, seed)),
            MethodKind::Alibi => Box::new(Alibi::new(projections(), false)),
            MethodKind::T5 => Box::new(T5::seeded(projections(), Buckets::ENCODER, seed)),
            MethodKind::Rope => Box::new(Rope::new(projections())),
        }
    }
}
