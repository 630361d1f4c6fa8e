//! What the page and the worker of the Compare room say to each other, as plain data: a message is a
//! text of JSON and, beside it, bytes. Numbers travel as little-endian `f32`.

use std::collections::BTreeMap;

use nearfar::methods::{Axis, Facts, Knows, Measure, ParameterCount, Role};
use serde::{Deserialize, Serialize};

/// The version of these messages; page and worker must have the same.
pub const PROTOCOL: &str = "nearfar-compare/5";

/// The most tokens that are compared: every method keeps N x N weights for every head.
pub const MOST_TOKENS: usize = 256;
/// The most tokens of an earlier segment.
pub const MOST_MEMORY: usize = 64;

/// Query and key of one weight, from 0. Keys are those of the sentence.
pub type Cell = (usize, usize);

/// What the page asks.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Ask {
    /// Parts of the word table, one each of the bytes. Answer: [`Answer::Idle`].
    Vectors,
    /// A trained model, whose file is the bytes. Answer: [`Answer::Idle`].
    Model {
        /// Its name among [`Numbers::models`].
        name: String,
    },
    /// What a layer of a model made of a sentence, in the place of the one before; bytes: Q, K and V, each
    /// `[h, N, d]`. Answer: [`Answer::Idle`].
    Layer(Box<Layer>),
    /// A sentence through all that the setup names; what was being computed before is dropped. Answers:
    /// [`Answer::Begun`], [`Answer::Method`] for each as it comes, [`Answer::Compared`].
    Compare(Box<Setup>),
    /// Other heads of what was computed. Answers: [`Answer::Weights`], [`Answer::Compared`].
    Show(Shown),
    /// Every intermediate of one method. Answer: [`Answer::Terms`]; bytes: the values of each.
    Terms {
        /// Its place in the grid.
        place: usize,
        /// The head, from 0.
        head: usize,
        /// One feature of DiSAN, from 0; `None` for the mean over features.
        feature: Option<usize>,
    },
    /// The sentence changed, through the same methods. Answers: [`Answer::Noticed`] for each, then
    /// [`Answer::Idle`].
    Probe(Probe),
}

/// Which heads are shown and compared.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Shown {
    /// All, averaged.
    #[default]
    Mean,
    /// One, from 0. What has fewer heads shows its last, and the page says so.
    Head(usize),
}

impl Shown {
    /// The head whose intermediates are shown: the first, where all are averaged.
    pub fn head(self) -> usize {
        match self {
            Shown::Mean => 0,
            Shown::Head(head) => head,
        }
    }
}

/// Which numbers go through the methods.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Numbers {
    /// Seeded projections of the page's word vectors.
    Seeded,
    /// Trained models by name, each with a place of its own and by its own method.
    Each(Vec<String>),
    /// Words and projections of one trained model, by name, through every method.
    Of(String),
    /// Queries, keys and values of the [`Layer`] of this key, through every method.
    Layer(String),
}

impl Numbers {
    /// The trained models that are needed.
    pub fn models(&self) -> &[String] {
        match self {
            Numbers::Seeded | Numbers::Layer(_) => &[],
            Numbers::Each(names) => names,
            Numbers::Of(name) => std::slice::from_ref(name),
        }
    }
}

/// One layer of a model on a sentence.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Layer {
    /// What it is asked for by: model, layer and sentence in one text.
    pub key: String,
    /// The model's own tokens, `[N]`.
    pub labels: Vec<String>,
    /// h.
    pub heads: usize,
    /// d.
    pub size: usize,
    /// What its scores are multiplied by.
    pub scale: f64,
    /// Whether a token of it sees only itself and the tokens before it.
    pub causal: bool,
    /// w and v that its heads were trained with, `[h]`; none where it has none.
    pub own: Vec<[f64; 2]>,
}

/// What stands in the grid, and what goes through it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Setup {
    /// The sentence with its tree and labels, in the form of
    /// [`nearfar::text::dependency::DependencyTree::to_compact`].
    pub tree: String,
    /// What goes through the methods.
    pub numbers: Numbers,
    /// The seed of all projections and tables.
    pub seed: u32,
    /// h of seeded projections, 1 to 16.
    pub heads: usize,
    /// k, beyond which relative positions are not told apart.
    pub clip: usize,
    /// Mapping and adjustment of the DA-Transformer, as in a link.
    pub method: String,
    /// w of its heads, from 0, that are not to have their own.
    pub w: BTreeMap<usize, f64>,
    /// v of its heads, as w.
    pub v: BTreeMap<usize, f64>,
    /// Whether a token sees only itself and the tokens before it.
    pub causal: bool,
    /// An earlier segment, which only Transformer-XL's causal form looks at.
    pub memory: String,
    /// Which heads are shown.
    pub shown: Shown,
}

/// A change of the sentence. Tokens count from 0.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Probe {
    /// Last word first; arcs go along.
    Reverse,
    /// A word more.
    Insert {
        /// The token before which it stands; N for the end.
        at: usize,
        /// The word.
        word: String,
    },
    /// A word once more, at the end of the sentence.
    Repeat {
        /// Which.
        token: usize,
    },
}

impl Probe {
    /// Its name in a link.
    pub fn name(&self) -> &'static str {
        match self {
            Probe::Reverse => "reverse",
            Probe::Insert { .. } => "insert",
            Probe::Repeat { .. } => "repeat",
        }
    }
}

/// What the worker answers.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Answer {
    /// Done; there is nothing to say.
    Idle,
    /// A comparison has begun.
    Begun(Begun),
    /// One method; bytes: the shown weights `[N, M + N]`.
    Method(Box<MethodView>),
    /// The shown weights of one that was computed before; bytes as of [`Answer::Method`].
    Weights {
        /// Its place in the grid.
        place: usize,
    },
    /// The comparison is whole; bytes: the divergence of any two, row by row, `[E, E, N]` for E places:
    /// Jensen-Shannon, in nats; NaN where a row is no distribution or a place has no weights.
    Compared,
    /// Every intermediate of one method.
    Terms(Box<TermsView>),
    /// What one method makes of the changed sentence; bytes: its shown weights, of
    /// [`Noticed::tokens`] by as many.
    Noticed(Noticed),
    /// Something could not be done.
    Failed(Why),
}

impl Answer {
    /// Whether no other answer to the same request comes behind it. Where something is missing for a comparison, all is
    /// asked anew once that is there.
    pub fn is_last(&self) -> bool {
        match self {
            Answer::Idle | Answer::Compared | Answer::Terms(_) | Answer::Failed(_) => true,
            Answer::Begun(begun) => !begun.is_whole(),
            Answer::Method(_) | Answer::Weights { .. } | Answer::Noticed(_) => false,
        }
    }
}

/// Why something could not be done. What is said of it is the page's.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Why {
    /// The sentence has no token.
    Empty,
    /// Nothing was compared that could be changed.
    NothingToChange,
    /// The sentence that is to be changed has no token.
    NothingTyped,
    /// A change is of a token that the sentence has not.
    NoToken {
        /// Which, from 0.
        token: usize,
        /// How many there are.
        tokens: usize,
    },
    /// With a word more there are more than [`MOST_TOKENS`].
    TooLong,
    /// The word that is to be inserted is empty.
    NoWord,
    /// A model from a file has read the sentence, and not the changed one.
    ReadOnce,
    /// Nothing was compared whose intermediates there are.
    NothingToExplain,
    /// The [`Layer`] that is asked for was not handed over.
    NoLayer,
    /// The numbers of a [`Layer`] do not fit together.
    LayerMisfit,
    /// h is 0 or too large.
    Heads {
        /// h.
        heads: usize,
    },
    /// k is 0 or too large.
    Clip {
        /// k.
        clip: usize,
    },
    /// w or v of a head is no number.
    NoNumber,
    /// A trained model was not handed over.
    NoModel {
        /// Its name.
        name: String,
    },
    /// The file of a trained model is on its way.
    Coming,
    /// A trained model has no numbers of the method that it was trained with.
    NoOwnNumbers,
    /// In the words of what refused it: a method, or a reader of files, texts or messages.
    Refused(String),
}

impl Why {
    pub(crate) fn refused(error: impl ToString) -> Why {
        Why::Refused(error.to_string())
    }
}

/// What a comparison begins with.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Begun {
    /// The tokens, `[N]`.
    pub tokens: Vec<String>,
    /// Which of them have a vector that is no word vector: seeded by the spelling.
    pub unknown: Vec<bool>,
    /// The tokens of the earlier segment, `[M]`.
    pub memory: Vec<String>,
    /// How many methods or models there will be.
    pub places: usize,
    /// Files of the word table that the words still need.
    pub parts: Vec<String>,
    /// Models that are not here, and without which there is nothing to compare.
    pub models: Vec<String>,
    /// Models of [`Numbers::Each`] that are not here: their places say so, and the others are compared.
    pub coming: Vec<String>,
    /// Whether the tokens are the words of the sentence, which its tree is over; else they are a model's own.
    pub words: bool,
    /// w and v that the DA-Transformer's heads have of themselves, `[h]`: as learned, else seeded.
    pub own: Vec<[f64; 2]>,
    /// Whether those were learned.
    pub learned: bool,
}

/// How far a method knows something.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum KnowsView {
    /// It does.
    Yes,
    /// It does not.
    #[default]
    No,
    /// In part: how.
    Partly(String),
    /// It depends on the model, of which the page does not know it: on what.
    Unknown(String),
}

impl From<Knows> for KnowsView {
    fn from(knows: Knows) -> Self {
        match knows {
            Knows::Yes => KnowsView::Yes,
            Knows::No => KnowsView::No,
            Knows::Partly(how) => KnowsView::Partly(how.to_owned()),
        }
    }
}

/// What a method knows and costs.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct FactsView {
    /// The method's name in full.
    pub title: String,
    /// Authors, year and title.
    pub paper: String,
    /// Where in it.
    pub equation: String,
    /// How a score comes about.
    pub formula: String,
    /// Left or right of the query.
    pub direction: KnowsView,
    /// How many tokens away.
    pub exact_distance: KnowsView,
    /// Distances beyond k.
    pub beyond_k: KnowsView,
    /// The dependency tree or its labels.
    pub syntax: KnowsView,
    /// Parameters more than an ordinary layer's; negative where there are fewer.
    pub added: i64,
    /// The same in letters.
    pub added_formula: String,
}

impl FactsView {
    /// From a method's own.
    pub fn new(facts: &Facts, count: &ParameterCount) -> FactsView {
        FactsView {
            title: facts.title.to_string(),
            paper: facts.paper.to_owned(),
            equation: facts.equation.to_string(),
            formula: facts.formula.to_string(),
            direction: facts.direction.into(),
            exact_distance: facts.exact_distance.into(),
            beyond_k: facts.beyond_k.into(),
            syntax: facts.syntax.into(),
            added: count.added(),
            added_formula: count.formula.to_string(),
        }
    }
}

/// One place of the grid.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct MethodView {
    /// Its place, from 0.
    pub place: usize,
    /// The method's name in a link, or the model's.
    pub name: String,
    /// The method's name over a small picture; of a model its name, for which the page has another.
    pub title: String,
    /// By which method it attends, as the library names it; empty where that is not known.
    pub kind: String,
    /// Whether its numbers were learned; else they are seeded.
    pub trained: bool,
    /// h; of DiSAN 2, forward and backward.
    pub heads: usize,
    /// M: how many of its keys are of the earlier segment and stand before the sentence's.
    pub memory: usize,
    /// How long it took for this sentence, in milliseconds.
    pub milliseconds: f64,
    /// What it knows and costs.
    pub facts: FactsView,
    /// What a trained model answers; `None` where nothing was learned, or its texts are not single ones.
    pub answer: Option<AnswerView>,
    /// Why there are no weights.
    pub problem: Option<Why>,
}

/// What a trained model answers.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct AnswerView {
    /// The classes that it was trained to tell apart.
    pub classes: Vec<String>,
    /// The probability of each.
    pub probabilities: Vec<f32>,
}

impl AnswerView {
    /// The most probable class, and its probability.
    pub fn best(&self) -> Option<(&str, f32)> {
        let both = self.classes.iter().zip(&self.probabilities);
        let best = both.max_by(|(_, a), (_, b)| a.total_cmp(b));
        best.map(|(class, probability)| (class.as_str(), *probability))
    }
}

/// What one method makes of a changed sentence.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Noticed {
    /// Its place in the grid.
    pub place: usize,
    /// How much: 0 for not at all. Of [`Probe::Reverse`] and [`Probe::Insert`] the mean Jensen-Shannon
    /// divergence of the rows from those of the sentence as it was, in nats, up to ln 2; of
    /// [`Probe::Repeat`] the mean of |a - b| / (a + b), for the weights a and b that a row gives to the
    /// two, up to 1. `None` where it could not be computed.
    pub amount: Option<f64>,
    /// How many rows and columns the picture has: those of the sentence as it was, in its order, but
    /// for [`Probe::Repeat`] with the copy at the end.
    pub tokens: usize,
}

/// Every intermediate of one method for one head.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct TermsView {
    /// The method's place in the grid.
    pub place: usize,
    /// The method's name in a link, or the model's.
    pub name: String,
    /// The name of the method in whose terms it is shown; of a model, that of its attention.
    pub method: String,
    /// The head, from 0: of DiSAN the direction.
    pub head: usize,
    /// The feature, from 0; `None` for the mean.
    pub feature: Option<usize>,
    /// How many features have weights of their own; 0 but for DiSAN.
    pub features: usize,
    /// How many keys are of the earlier segment.
    pub memory: usize,
    /// Whether a token sees only itself and the tokens before it.
    pub causal: bool,
    /// Whether distance coefficients multiply; else they are added. `None` where there are none.
    pub multiplies: Option<bool>,
    /// The intermediates, in the order in which they are computed.
    pub terms: Vec<TermView>,
}

/// One intermediate: a matrix, whose values are in the bytes beside.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TermView {
    /// Its letter or name in the paper, unique within the method.
    pub name: String,
    /// What it is.
    pub title: String,
    /// The paper and equation.
    pub source: String,
    /// What rows and columns count; of a vector, which is one row, the last alone.
    pub axes: Vec<AxisView>,
    /// How many rows.
    pub rows: usize,
    /// How many columns.
    pub columns: usize,
    /// Whether the values are whole numbers: indices, labels, positions, 0 and 1 of a mask.
    pub whole: bool,
    /// The names along offsets or labels; of indices, the names of the rows that they point at.
    pub names: Vec<String>,
    /// What it is to every method.
    pub role: Option<RoleView>,
    /// What its numbers measure, and so its colours.
    pub measure: MeasureView,
}

/// What an intermediate is to every method.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[expect(missing_docs, reason = "as of `Role`")]
pub enum RoleView {
    Scores,
    Weights,
    Heads,
    Concatenated,
    Output,
}

impl RoleView {
    /// As the method says it.
    pub fn new(role: Role) -> RoleView {
        match role {
            Role::Scores => RoleView::Scores,
            Role::Weights => RoleView::Weights,
            Role::Heads => RoleView::Heads,
            Role::Concatenated => RoleView::Concatenated,
            Role::Output => RoleView::Output,
        }
    }
}

/// What the numbers of an intermediate measure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[expect(missing_docs, reason = "as of `Measure`")]
pub enum MeasureView {
    Signed,
    Amount,
    Factor,
    SignedFactor,
    Whole,
}

impl MeasureView {
    /// As the method says it.
    pub fn new(measure: Measure) -> MeasureView {
        match measure {
            Measure::Signed => MeasureView::Signed,
            Measure::Amount => MeasureView::Amount,
            Measure::Factor => MeasureView::Factor,
            Measure::SignedFactor => MeasureView::SignedFactor,
            Measure::Whole => MeasureView::Whole,
        }
    }
}

/// What an axis of a [`TermView`] counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[expect(missing_docs, reason = "as of `Axis`")]
pub enum AxisView {
    Query,
    Key,
    Token,
    Dimension,
    Feature,
    Offset,
    Label,
}

impl AxisView {
    /// `None` for axes along which one is chosen.
    pub fn new(axis: Axis) -> Option<AxisView> {
        Some(match axis {
            Axis::Head | Axis::Direction => return None,
            Axis::Query => AxisView::Query,
            Axis::Key => AxisView::Key,
            Axis::Token => AxisView::Token,
            Axis::Dimension => AxisView::Dimension,
            Axis::Feature => AxisView::Feature,
            Axis::Offset => AxisView::Offset,
            Axis::Label => AxisView::Label,
        })
    }
}
