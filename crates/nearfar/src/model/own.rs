//! The methods beside the Lab's two as a model learns them: what each has of its own, by the names that
//! checkpoints give it, and the method of [`crate::methods`] made from these numbers.

use ndarray::{Array1, Array2, Array3, ArrayD};

use super::architecture::{Role, Start, Structure, TensorSpec};
use crate::Real;
use crate::attention::parameters::shape;
use crate::attention::{AttentionError, Projections, TermRotation, TermRule};
use crate::methods::adapted::{Adapted, AdaptedForm, AdaptedKey};
use crate::methods::alibi::Alibi;
use crate::methods::disan::{DirectionalBlock, Disan, SourceToToken};
use crate::methods::kerple::{Form, Kerple};
use crate::methods::rope::Rope;
use crate::methods::rotation::Rotation;
use crate::methods::shaw::Shaw;
use crate::methods::specialised::{LABEL_WIDTH, Specialised};
use crate::methods::t5::{Buckets, T5};
use crate::methods::transformer_xl::TransformerXl;
use crate::methods::tree_bias::{BiasLabel, BiasTable, TreeBias};
use crate::methods::{AttentionMethod, Learns, MethodKind};
use crate::text::dependency::WordLabel;

/// A method beside the Lab's two, as a model learns it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum OwnMethod {
    /// Relative position representations with a^K and a^V (Shaw et al. 2018).
    Shaw {
        /// k, the largest offset with vectors of its own.
        clip: usize,
    },
    /// Transformer-XL in both directions (Dai et al. 2019).
    TransformerXl,
    /// The adapted Transformer, TENER (Yan et al. 2019).
    Adapted(AdaptedForm),
    /// T5's relative bias in both directions (Raffel et al. 2020).
    T5,
    /// ALiBi, symmetric (Press et al. 2022).
    Alibi,
    /// RoPE (Su et al. 2021).
    Rope,
    /// KERPLE, symmetric (Chi et al. 2022).
    Kerple(Form),
    /// DiSAN, an encoder of its own (Shen et al. 2018).
    Disan,
    /// A vector for each distance in the dependency tree (thesis on structured attentional bias).
    TreeDistance {
        /// m, the largest distance with a vector of its own.
        longest: usize,
    },
    /// A vector for each way through the dependency tree (thesis on structured attentional bias).
    TreeTraversal {
        /// m, the longest way with a vector of its own, in characters.
        longest: usize,
    },
    /// Head 1 asks by the labels of a treebank, not by words (thesis, section "Specialized Attention Heads").
    Specialised {
        /// Which ones.
        guide: WordLabel,
        /// l, the dimensions of a label's vector.
        width: usize,
    },
}

/// The number that a method's name carries in brackets: `rpr(16)`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OwnNumber {
    /// Its letter.
    pub letter: &'static str,
    /// What it is.
    pub value: usize,
    /// The most that it can be; the least is 1.
    pub most: usize,
}

/// m of [`OwnMethod::TreeDistance`] where nobody says another: a choice of ours, the paper names none.
pub const USUAL_DISTANCE: usize = 8;
/// m of [`OwnMethod::TreeTraversal`] where nobody says another: a choice of ours.
pub const USUAL_TRAVERSAL: usize = 6;
/// The largest m of tree distances that is accepted: no sentence is longer.
pub const MOST_DISTANCE: usize = crate::text::MAX_TOKENS;
/// The largest m of tree traversals that is accepted: their table grows with its square.
pub const MOST_TRAVERSAL: usize = 64;
/// The largest l of specialised heads that is accepted.
pub const MOST_LABEL_WIDTH: usize = 1_024;

/// k of [`OwnMethod::Shaw`] where nobody says another: that of Shaw et al. 2018, section 4.1.
pub const USUAL_CLIP: usize = 16;
/// The largest k that is accepted.
pub const MOST_CLIP: usize = 4_096;
/// The least strength or growth of KERPLE's penalty, as in the authors' program: both must stay above 0.
pub const LEAST_PENALTY: f32 = 0.01;

/// What [`OwnMethod::with_numbers`] makes. A program that only runs methods carries no backward pass.
pub trait Making<T: Real> {
    /// The method behind its trait.
    type Method: ?Sized;

    /// A method as that.
    fn boxed<M: Learns<T> + 'static>(method: M) -> Box<Self::Method>;
}

/// A method that runs.
pub struct ToRun;

impl<T: Real> Making<T> for ToRun {
    type Method = dyn AttentionMethod<T>;

    fn boxed<M: Learns<T> + 'static>(method: M) -> Box<Self::Method> {
        Box::new(method)
    }
}

/// A method that runs and has a backward pass.
pub struct ToLearn;

impl<T: Real> Making<T> for ToLearn {
    type Method = dyn Learns<T>;

    fn boxed<M: Learns<T> + 'static>(method: M) -> Box<Self::Method> {
        Box::new(method)
    }
}

/// The sizes that own numbers depend on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sizes {
    /// h.
    pub heads: usize,
    /// d.
    pub dimensions: usize,
    /// D.
    pub width: usize,
}

impl Sizes {
    /// h·d.
    pub fn all_heads(self) -> usize {
        self.heads * self.dimensions
    }
}

/// A tensor that one method alone has.
#[derive(Clone, Debug, PartialEq)]
pub struct OwnTensor {
    /// Its name, that of [`Learns::own`].
    pub name: &'static str,
    /// Its shape in a checkpoint.
    pub shape: Vec<usize>,
    /// How it starts.
    pub start: Start,
    /// What it does.
    pub role: Role,
    /// Whether heads are side by side in its columns, as in projections: `[D, h·d]` for `[h, D, d]`.
    pub is_in_columns: bool,
    /// Where its values must stay.
    pub range: Option<[f32; 2]>,
}

impl OwnTensor {
    fn new(name: &'static str, shape: &[usize], start: Start, role: Role) -> Self {
        let shape = shape.to_vec();
        OwnTensor { name, shape, start, role, is_in_columns: false, range: None }
    }

    /// Writes its gradient, as [`Learns::gradients`] has it, in the layout of checkpoints.
    pub fn write_gradient<T: Real>(&self, gradient: &ArrayD<T>, out: &mut [T]) {
        match (self.is_in_columns, gradient.shape()) {
            (true, &[_, _, d]) => {
                let all = self.shape.last().copied().unwrap_or(1);
                for (at, &value) in gradient.indexed_iter() {
                    if let Some(cell) = out.get_mut(at[1] * all + at[0] * d + at[2]) {
                        *cell = value;
                    }
                }
            }
            _ => out.iter_mut().zip(gradient).for_each(|(out, &value)| *out = value),
        }
    }

    /// As a tensor of an encoder, the `place`-th of the method's own.
    pub(super) fn spec(&self, encoder: &str, stream: u64) -> TensorSpec {
        let name = own_name(encoder, self);
        let (shape, start, role, range) = (self.shape.clone(), self.start, self.role, self.range);
        TensorSpec { name, shape, start, role, range, stream }
    }
}

/// The name of an own tensor in checkpoints: `words.attention.position.u`, `words.disan.fw_W_h`.
pub fn own_name(encoder: &str, own: &OwnTensor) -> String {
    let part = if own.role == Role::Weight { "disan" } else { "attention.position" };
    format!("{encoder}.{part}.{}", own.name)
}

impl OwnMethod {
    /// Every one, with its name and another that papers give it, if any. A name is that of
    /// [`MethodKind`]; one with a [number](OwnMethod::number) may carry it in brackets.
    pub const ALL: [(OwnMethod, &'static str, Option<&'static str>); 14] = [
        (OwnMethod::Shaw { clip: USUAL_CLIP }, "rpr", Some("shaw")),
        (OwnMethod::TransformerXl, "xl", None),
        (OwnMethod::Adapted(AdaptedForm::Paper), "tener", Some("adapted")),
        (OwnMethod::Adapted(AdaptedForm::Program), "tener-program", None),
        (OwnMethod::T5, "t5", None),
        (OwnMethod::Alibi, "alibi", None),
        (OwnMethod::Rope, "rope", None),
        (OwnMethod::Kerple(Form::Logarithmic), "kerple", None),
        (OwnMethod::Kerple(Form::Power), "kerple-power", None),
        (OwnMethod::Disan, "disan", None),
        (OwnMethod::TreeDistance { longest: USUAL_DISTANCE }, "tree-distance", None),
        (OwnMethod::TreeTraversal { longest: USUAL_TRAVERSAL }, "tree-traversal", None),
        (
            OwnMethod::Specialised { guide: WordLabel::PartOfSpeech, width: LABEL_WIDTH },
            "special-pos",
            None,
        ),
        (
            OwnMethod::Specialised { guide: WordLabel::Relation, width: LABEL_WIDTH },
            "special-relation",
            None,
        ),
    ];

    /// Its row among all methods.
    pub fn kind(self) -> MethodKind {
        match self {
            OwnMethod::Shaw { .. } => MethodKind::Shaw,
            OwnMethod::TransformerXl => MethodKind::TransformerXl,
            OwnMethod::Adapted(AdaptedForm::Paper) => MethodKind::Adapted,
            OwnMethod::Adapted(AdaptedForm::Program) => MethodKind::AdaptedProgram,
            OwnMethod::T5 => MethodKind::T5,
            OwnMethod::Alibi => MethodKind::Alibi,
            OwnMethod::Rope => MethodKind::Rope,
            OwnMethod::Kerple(Form::Logarithmic) => MethodKind::Kerple,
            OwnMethod::Kerple(Form::Power) => MethodKind::KerplePower,
            OwnMethod::Disan => MethodKind::Disan,
            OwnMethod::TreeDistance { .. } => MethodKind::TreeDistance,
            OwnMethod::TreeTraversal { .. } => MethodKind::TreeTraversal,
            OwnMethod::Specialised { guide: WordLabel::PartOfSpeech, .. } => {
                MethodKind::SpecialisedPartOfSpeech
            }
            OwnMethod::Specialised { guide: WordLabel::Relation, .. } => {
                MethodKind::SpecialisedRelation
            }
        }
    }

    /// The number that its name may carry, if any.
    pub fn number(self) -> Option<OwnNumber> {
        match self {
            OwnMethod::Shaw { clip } => {
                Some(OwnNumber { letter: "k", value: clip, most: MOST_CLIP })
            }
            OwnMethod::TreeDistance { longest } => {
                Some(OwnNumber { letter: "m", value: longest, most: MOST_DISTANCE })
            }
            OwnMethod::TreeTraversal { longest } => {
                Some(OwnNumber { letter: "m", value: longest, most: MOST_TRAVERSAL })
            }
            OwnMethod::Specialised { width, .. } => {
                Some(OwnNumber { letter: "l", value: width, most: MOST_LABEL_WIDTH })
            }
            _ => None,
        }
    }

    /// The same method with another number; without one, the method as it is.
    pub fn with_number(self, number: usize) -> OwnMethod {
        match self {
            OwnMethod::Shaw { .. } => OwnMethod::Shaw { clip: number },
            OwnMethod::TreeDistance { .. } => OwnMethod::TreeDistance { longest: number },
            OwnMethod::TreeTraversal { .. } => OwnMethod::TreeTraversal { longest: number },
            OwnMethod::Specialised { guide, .. } => OwnMethod::Specialised { guide, width: number },
            method => method,
        }
    }

    /// Whether it reads what a parser gives of a sentence: then it is for treebanks alone.
    pub fn needs_syntax(self) -> bool {
        self.kind().definition().needs.syntax()
    }

    /// Which label of every word it reads, if any.
    pub fn guide(self) -> Option<WordLabel> {
        match self {
            OwnMethod::Specialised { guide, .. } => Some(guide),
            _ => None,
        }
    }

    /// Whether it is an encoder of its own, from embeddings to the vector of the sentence, without
    /// projections, residuals, norms, feed-forward layer and pooling.
    pub fn is_encoder(self) -> bool {
        self == OwnMethod::Disan
    }

    /// Where what it adds to the products of queries and keys, of heads of `size` dimensions on `tokens` tokens, comes
    /// from; of one with u and v these say it.
    pub fn term_rule(self, size: usize, tokens: usize) -> TermRule {
        match self {
            OwnMethod::Shaw { .. } | OwnMethod::Alibi | OwnMethod::Kerple(_) => {
                TermRule::ByOffset { buckets: Vec::new() }
            }
            OwnMethod::T5 => TermRule::ByOffset { buckets: Buckets::ENCODER.by_offset(tokens) },
            OwnMethod::Rope => {
                let paper = Rotation::paper(size);
                TermRule::Rotation(TermRotation {
                    frequencies: paper.frequencies(0),
                    base: paper.base,
                    layout: paper.layout,
                    factor: paper.attention_factor(),
                })
            }
            // Of keys as well, or of a tree.
            OwnMethod::TransformerXl
            | OwnMethod::Adapted(_)
            | OwnMethod::Disan
            | OwnMethod::TreeDistance { .. }
            | OwnMethod::TreeTraversal { .. }
            | OwnMethod::Specialised { .. } => TermRule::Whole,
        }
    }

    /// Whether keys are slices of the input (Yan et al. 2019, Eq. 16), which then must be h·d wide: W_in
    /// makes it so where D is another, and there is no W_K.
    pub fn slices_keys(self) -> bool {
        matches!(self, OwnMethod::Adapted(_))
    }

    /// Whether scores are divided by √d, which T5 and TENER leave out.
    pub fn divides_scores(self) -> bool {
        !matches!(self, OwnMethod::Adapted(_) | OwnMethod::T5)
    }

    /// Which size the method is not defined for, if any: what it is, its value, and what it must be.
    pub(super) fn misfit(self, sizes: Sizes) -> Option<(&'static str, usize, &'static str)> {
        let Sizes { dimensions, width, .. } = sizes;
        let of_head = "the number of dimensions of a head";
        match self {
            OwnMethod::Rope if dimensions % 2 == 1 => {
                Some((of_head, dimensions, "RoPE turns pairs and needs an even number"))
            }
            OwnMethod::Adapted(AdaptedForm::Program) if dimensions < 4 || dimensions % 2 == 1 => {
                let rule = "the released code of TENER needs an even number of at least 4";
                Some((of_head, dimensions, rule))
            }
            OwnMethod::Disan if width % 2 == 1 || width < 2 => {
                let rule = "DiSAN has half of it for each direction and needs an even number";
                Some(("the width of the embeddings", width, rule))
            }
            OwnMethod::Shaw { clip } if clip == 0 || clip > MOST_CLIP => {
                Some(("k of relative positions", clip, "it must be from 1 to 4,096"))
            }
            OwnMethod::TreeDistance { longest } if longest == 0 || longest > MOST_DISTANCE => {
                Some(("m of tree distances", longest, "it must be from 1 to 512"))
            }
            OwnMethod::TreeTraversal { longest } if longest == 0 || longest > MOST_TRAVERSAL => {
                Some(("m of tree traversals", longest, "it must be from 1 to 64"))
            }
            OwnMethod::Specialised { width, .. } if width == 0 || width > MOST_LABEL_WIDTH => {
                Some(("l of a specialised head", width, "it must be from 1 to 1,024"))
            }
            _ => None,
        }
    }

    /// Why it does not go with such texts and classes, and what to do, as the end of a sentence; `None` where it does.
    pub(super) fn texts_misfit(
        self,
        structure: Structure,
        classes: &[String],
    ) -> Option<&'static str> {
        let is_answer =
            |label: WordLabel| classes.iter().any(|class| label.names().contains(class));
        match (self, structure) {
            (OwnMethod::Disan, Structure::Tokens) => Some(
                "gives a text one vector and its words none to classify: choose another method",
            ),
            (method, Structure::Single | Structure::Pair | Structure::Hierarchical)
                if method.needs_syntax() =>
            {
                Some(
                    "reads what a parser gives of every sentence, which these texts do not have: train it on a \
                     treebank (CoNLL-U), where every word has a class",
                )
            }
            (method, Structure::Tokens) if method.guide().is_some_and(is_answer) => Some(
                "reads the label of every word that the model is to answer, and would learn to copy it: let it learn \
                 the other label (special-pos relations, special-relation parts of speech)",
            ),
            _ => None,
        }
    }

    /// What W_Q's start is divided by, squared: d where scores are not divided by √d and the method's
    /// authors make up for it (Raffel et al. 2020, the released program).
    pub(super) fn query_divisor(self, sizes: Sizes) -> usize {
        if self == OwnMethod::T5 { sizes.dimensions } else { 1 }
    }

    /// What it has of its own beside projections, in the order of [`Learns::own`].
    pub fn own(self, sizes: Sizes) -> Vec<OwnTensor> {
        let Sizes { heads, dimensions, width } = sizes;
        let vector = |name, shape: &[usize]| {
            OwnTensor::new(name, shape, Start::Glorot, Role::PositionVector)
        };
        let score =
            |name, shape: &[usize], start| OwnTensor::new(name, shape, start, Role::PositionScore);
        let both_biases = || ["u", "v"].map(|name| vector(name, &[heads, dimensions])).into_iter();
        match self {
            OwnMethod::Shaw { clip } => {
                ["tab_K", "tab_V"].map(|name| vector(name, &[2 * clip + 1, dimensions])).into()
            }
            OwnMethod::TransformerXl => {
                let projection = vector("W_R", &[width, sizes.all_heads()]);
                let projection = OwnTensor { is_in_columns: true, ..projection };
                std::iter::once(projection).chain(both_biases()).collect()
            }
            OwnMethod::Adapted(_) => both_biases().collect(),
            OwnMethod::T5 => {
                vec![score("bias_table", &[Buckets::ENCODER.count, heads], Start::Glorot)]
            }
            OwnMethod::Alibi | OwnMethod::Rope => Vec::new(),
            OwnMethod::Kerple(form) => {
                let penalty = |name, most, highest| {
                    let start = Start::Uniform([LEAST_PENALTY, most]);
                    let range = Some([LEAST_PENALTY, highest]);
                    OwnTensor { range, ..score(name, &[heads], start) }
                };
                match form {
                    Form::Logarithmic => {
                        vec![penalty("r1", 2.0, f32::MAX), penalty("r2", 1.0, f32::MAX)]
                    }
                    Form::Power => vec![penalty("a", 1.0, f32::MAX), penalty("p", 2.0, 2.0)],
                }
            }
            OwnMethod::TreeDistance { longest } => {
                vec![vector("tree", &[BiasLabel::TreeDistance.rows(longest), dimensions])]
            }
            OwnMethod::TreeTraversal { longest } => {
                vec![vector("traversal", &[BiasLabel::TreeTraversal.rows(longest), dimensions])]
            }
            OwnMethod::Specialised { guide, width } => vec![
                vector("label_table", &[guide.names().len(), width]),
                vector("label_W_Q", &[width, dimensions]),
                vector("label_W_K", &[width, dimensions]),
            ],
            OwnMethod::Disan => own_of_disan(width),
        }
    }

    /// The method of its numbers: `projections` of an ordinary layer (none are read of an
    /// [encoder](OwnMethod::is_encoder)), W_in where there is one, and `find` for the values of each
    /// own tensor, in the shape that checkpoints have.
    ///
    /// # Errors
    /// Where a tensor has another length than its shape.
    pub fn with_numbers<T: Real, M: Making<T>>(
        self,
        sizes: Sizes,
        projections: Projections<T>,
        input: Option<Array2<T>>,
        find: &mut dyn FnMut(&OwnTensor) -> Vec<T>,
    ) -> Result<Box<M::Method>, AttentionError> {
        let mut own = self.own(sizes).into_iter();
        let mut next = || {
            let Some(own) = own.next() else { return Ok(Array2::zeros((0, 0))) };
            matrix_of(&own, find(&own))
        };
        Ok(match self {
            OwnMethod::Shaw { .. } => {
                M::boxed(Shaw { projections, key_table: next()?, value_table: next()? })
            }
            OwnMethod::TransformerXl => M::boxed(TransformerXl {
                projections,
                position_projection: heads_apart(&next()?, sizes.heads),
                content_bias: next()?,
                position_bias: next()?,
                causal: false,
            }),
            OwnMethod::Adapted(form) => M::boxed(Adapted {
                input,
                projections,
                content_bias: next()?,
                position_bias: next()?,
                form,
                key: AdaptedKey::Slice,
                scaled: self.divides_scores(),
            }),
            OwnMethod::T5 => M::boxed(T5 {
                projections,
                bias_table: next()?,
                buckets: Buckets::ENCODER,
                scaled: self.divides_scores(),
            }),
            OwnMethod::Alibi => M::boxed(Alibi::new(projections, false)),
            OwnMethod::Rope => M::boxed(Rope::new(projections)),
            OwnMethod::Kerple(form) => {
                let (strength, growth) = (vector_of(next()?), vector_of(next()?));
                M::boxed(Kerple { projections, form, strength, growth })
            }
            OwnMethod::TreeDistance { longest } => {
                M::boxed(biased_by(projections, BiasLabel::TreeDistance, longest, next()?))
            }
            OwnMethod::TreeTraversal { longest } => {
                M::boxed(biased_by(projections, BiasLabel::TreeTraversal, longest, next()?))
            }
            OwnMethod::Specialised { guide, .. } => M::boxed(Specialised {
                projections,
                head: 0,
                label: guide,
                label_table: next()?,
                label_query: next()?,
                label_key: next()?,
            }),
            OwnMethod::Disan => {
                let mut block = || -> Result<_, AttentionError> {
                    Ok(DirectionalBlock {
                        hidden: next()?,
                        hidden_bias: vector_of(next()?),
                        attended: next()?,
                        attending: next()?,
                        score_bias: vector_of(next()?),
                        gate_context: next()?,
                        gate_token: next()?,
                        gate_bias: vector_of(next()?),
                    })
                };
                let (forward, backward) = (block()?, block()?);
                let source = SourceToToken {
                    inner: next()?,
                    inner_bias: vector_of(next()?),
                    outer: next()?,
                    outer_bias: vector_of(next()?),
                };
                M::boxed(Disan { forward, backward, source })
            }
        })
    }
}

fn biased_by<T: Real>(
    projections: Projections<T>,
    label: BiasLabel,
    longest: usize,
    table: Array2<T>,
) -> TreeBias<T> {
    TreeBias { projections, biases: vec![BiasTable { label, longest, table }] }
}

/// F of a model's DiSAN: half the width, so that both directions side by side are as wide as a word.
pub fn features_of(width: usize) -> usize {
    width / 2
}

fn own_of_disan(width: usize) -> Vec<OwnTensor> {
    let features = features_of(width);
    let weight =
        |name, rows, columns| OwnTensor::new(name, &[rows, columns], Start::Glorot, Role::Weight);
    let bias = |name, size| OwnTensor::new(name, &[size], Start::Zero, Role::Weight);
    let block = |names: [&'static str; 8]| {
        let [hidden, hidden_bias, attended, attending, score, context, token, gate] = names;
        [
            weight(hidden, width, features),
            bias(hidden_bias, features),
            weight(attended, features, features),
            weight(attending, features, features),
            bias(score, features),
            weight(context, features, features),
            weight(token, features, features),
            bias(gate, features),
        ]
    };
    let both = 2 * features;
    let source = [
        weight("st_W_1", both, both),
        bias("st_b_1", both),
        weight("st_W", both, both),
        bias("st_b", both),
    ];
    let blocks = [crate::methods::disan::FORWARD, crate::methods::disan::BACKWARD].map(block);
    blocks.into_iter().flatten().chain(source).collect()
}

/// The values of an own tensor as a matrix; a vector is one row.
fn matrix_of<T>(own: &OwnTensor, values: Vec<T>) -> Result<Array2<T>, AttentionError> {
    let columns = own.shape.last().copied().unwrap_or(1);
    let rows = own.shape.iter().product::<usize>() / columns.max(1);
    let wrong = AttentionError::Shape {
        what: "a tensor of the method's own",
        found: vec![values.len()],
        expected: own.shape.clone(),
    };
    Array2::from_shape_vec((rows, columns), values).map_err(|_| wrong)
}

/// Of a matrix of one row.
fn vector_of<T: Real>(row: Array2<T>) -> Array1<T> {
    Array1::from(row.into_raw_vec_and_offset().0)
}

/// `[h, D, d]` of `[D, h·d]`.
fn heads_apart<T: Real>(columns: &Array2<T>, heads: usize) -> Array3<T> {
    let (width, all) = columns.dim();
    let d = all / heads.max(1);
    Array3::from_shape_fn((heads, width, d), |(head, row, column)| {
        columns[[row, head * d + column]]
    })
}

/// Projections of width 0, for a method that is used as [`crate::methods::AttentionCore`] alone.
pub fn without_projections<T: Real>(sizes: Sizes) -> Projections<T> {
    let none = || Array3::zeros((sizes.heads, 0, sizes.dimensions));
    let output = Array2::zeros((sizes.all_heads(), 0));
    Projections { query: none(), key: none(), value: none(), output }
}

/// The projections of a method from matrices with heads side by side; W_K is `None` where keys are slices.
pub(super) fn projections_of<T: Real>(
    heads: usize,
    [query, value, output]: [Array2<T>; 3],
    key: Option<Array2<T>>,
) -> Result<Projections<T>, AttentionError> {
    let key = key.unwrap_or_else(|| Array2::zeros(query.dim()));
    shape("W_K", key.shape(), query.shape())?;
    Projections::from_columns(heads, query.view(), key.view(), value.view(), output)
}
