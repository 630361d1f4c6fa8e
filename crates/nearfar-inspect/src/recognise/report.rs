//! What a checkpoint was recognised as: the report that is shown, kept and loaded from. Types only.

use serde::{Deserialize, Serialize};

/// A kind of model, by the names that its tensors have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Family {
    /// This project's own files (`words.attention.query`; docs/checkpoints.md).
    Nearfar,
    /// Layers with w and v of one number per head beside an attention, under other names.
    DistanceAware,
    /// `torch.nn.TransformerEncoder` or one of its layers (`in_proj_weight`).
    TorchEncoder,
    /// BERT, and what is built as it is (MiniLM, sentence-transformers).
    Bert,
    /// RoBERTa: BERT's names, positions that begin at 2.
    Roberta,
    /// DistilBERT (`q_lin`).
    DistilBert,
    /// ALBERT: one group of layers that is run again and again.
    Albert,
    /// GPT-2: fused `c_attn`, matrices `[in, out]`, causal.
    Gpt2,
    /// Vision transformer; runs on images, which is not done here.
    Vit,
    /// Keras' `MultiHeadAttention`.
    Keras,
    /// Attentions found by the names of their projections, or assigned by hand.
    Other,
    /// No attention was found.
    Unknown,
}

/// What a tensor, or a part of one, is for. "Weight" is the matrix of an affine map.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Role {
    /// Word vectors, `[V, E]`.
    WordEmbedding,
    /// Learned positions, `[P, E]`.
    PositionEmbedding,
    /// Vectors of token types, `[T, E]`.
    TypeEmbedding,
    /// Gain of the norm over the embeddings, `[E]`.
    EmbeddingNormGain,
    /// Its bias, `[E]`.
    EmbeddingNormBias,
    /// From the embeddings' width to the layers' (ALBERT).
    EmbeddingProjectionWeight,
    /// Its bias, `[D]`.
    EmbeddingProjectionBias,
    /// Pieces of an image to vectors (ViT).
    PatchEmbeddingWeight,
    /// Its bias.
    PatchEmbeddingBias,
    /// The vector that stands for the whole image (ViT).
    ClassToken,
    /// W_Q.
    QueryWeight,
    /// Its bias.
    QueryBias,
    /// W_K.
    KeyWeight,
    /// Its bias.
    KeyBias,
    /// W_V.
    ValueWeight,
    /// Its bias.
    ValueBias,
    /// W_O.
    OutputWeight,
    /// Its bias.
    OutputBias,
    /// w of distance-aware attention, one number per head, `[h]`.
    DistanceW,
    /// v of distance-aware attention, one number per head, `[h]`.
    DistanceV,
    /// Where w started, `[h]`.
    StartW,
    /// Where v started, `[h]`.
    StartV,
    /// a^K of relative positions (Shaw et al. 2018), `[2k + 1, d]`.
    RelativeKey,
    /// a^V of relative positions, `[2k + 1, d]`.
    RelativeValue,
    /// Gain of the norm that belongs to the attention.
    AttentionNormGain,
    /// Its bias.
    AttentionNormBias,
    /// The first map of the feed-forward layer.
    HiddenWeight,
    /// Its bias.
    HiddenBias,
    /// The second map of the feed-forward layer.
    FeedForwardWeight,
    /// Its bias.
    FeedForwardBias,
    /// Gain of the norm that belongs to the feed-forward layer.
    FeedForwardNormGain,
    /// Its bias.
    FeedForwardNormBias,
    /// Gain of the norm after the last layer.
    FinalNormGain,
    /// Its bias.
    FinalNormBias,
    /// Part of what turns the final states into one vector or an answer; not run here.
    Head,
    /// Numbers that the model can do without (position ids, a causal mask kept as a tensor).
    Buffer,
}

/// How the numbers of a matrix lie.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Orientation {
    /// `[out, in]`, as `torch.nn.Linear` keeps it; vectors too.
    OutIn,
    /// `[in, out]`: rows are multiplied from the right.
    InOut,
    /// `[in, heads, size]` (Keras' query, key, value).
    InHeads,
    /// `[heads, size, out]` (Keras' attention_output).
    HeadsOut,
}

/// One of equal parts of a fused tensor, along its output axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Share {
    /// Which, from 0.
    pub index: usize,
    /// Of how many, at least 1.
    pub of: usize,
}

/// A tensor, or a share of one, in its role.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Part {
    /// What it is for.
    pub role: Role,
    /// The tensor's full name in the file.
    pub tensor: String,
    /// How its numbers lie.
    pub orientation: Orientation,
    /// Which share of a fused tensor; `None` for the whole.
    pub share: Option<Share>,
}

/// How something is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum How {
    /// The file says so in its metadata.
    Stored,
    /// A config.json that was given together with it says so.
    Config,
    /// The shapes of tensors leave no choice.
    Shape,
    /// By the family's habit; the user may choose otherwise.
    Assumed,
    /// The user chose it.
    Chosen,
}

/// A value, how it is known, and the reason in words.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Known<T> {
    /// The value.
    pub value: T,
    /// How it is known.
    pub how: How,
    /// The reason: "assumed: a hidden size of 384 as in MiniLM has 12 heads of 32".
    pub why: String,
}

/// The function between the two maps of a feed-forward layer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Activation {
    /// max(x, 0).
    Relu,
    /// x Φ(x), with the exact error function.
    Gelu,
    /// Its approximation by tanh (GPT-2's `gelu_new`).
    GeluTanh,
    /// x / (1 + e^-x), also called SiLU.
    Swish,
}

/// Where layer norms stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum NormPlacement {
    /// After the sum: LN(x + f(x)).
    Post,
    /// Before the map: x + f(LN(x)).
    Pre,
}

/// One layer of attention, with its feed-forward layer if it has one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Layer {
    /// What the names of its tensors begin with, in the file's spelling.
    pub name: String,
    /// h of this layer; 0 where it is not known.
    pub heads: usize,
    /// Its tensors.
    pub parts: Vec<Part>,
}

/// What became of a tensor, or of one that should be there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Status {
    /// It has a role.
    Recognised,
    /// The family has it, the file does not.
    Missing,
    /// The file has it, and no role fits.
    Extra,
    /// It has a role, and its shape is not what the others say.
    Reshaped,
}

/// A tensor with what became of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Finding {
    /// Its full name; for a missing one, the name that it would have.
    pub tensor: String,
    /// What became of it.
    pub status: Status,
    /// Its role, where it has one; the first where it has several (fused).
    pub role: Option<Role>,
    /// The reason in words, with shapes.
    pub why: String,
}

/// What a checkpoint was recognised as.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Report {
    /// Its kind.
    pub family: Family,
    /// Why this kind: the names that decided.
    pub why: String,
    /// What was taken off the front of the names ("bert.", "model_state_dict."); empty for nothing.
    pub prefix: String,
    /// [`super::fingerprint`] of the file.
    pub fingerprint: String,
    /// Tensors outside the layers: embeddings, last norm, heads, buffers.
    pub outside: Vec<Part>,
    /// The layers that are stored, in the order of their numbers.
    pub layers: Vec<Layer>,
    /// Which stored layer is run at each step: 0, 1, 2, ...; ALBERT's is 0, 0, 0, ....
    pub order: Known<Vec<usize>>,
    /// h of a layer; of the first where layers differ; 0 where it is not known.
    pub heads: Known<usize>,
    /// d, the dimensions of a head; 0 where it is not known.
    pub head_size: usize,
    /// D, the width of the residual stream; 0 where it is not known.
    pub width: usize,
    /// The width within the feed-forward layer; 0 where there is none.
    pub feed_forward: usize,
    /// V, the words; 0 where there is no table of words.
    pub words: usize,
    /// The most tokens that the table of positions allows; `None` where there is no table.
    pub positions: Option<usize>,
    /// The row of the position table that the first token has (RoBERTa: 2).
    pub first_position: usize,
    /// Between the maps of the feed-forward layer.
    pub activation: Known<Activation>,
    /// Where norms stand.
    pub norms: Known<NormPlacement>,
    /// ε of the norms, added to the variance.
    pub epsilon: Known<f64>,
    /// Whether a token sees only itself and those before it.
    pub causal: Known<bool>,
    /// The attention that the model was trained with, as this project's files spell it
    /// (`da`, `da:MAPPING:ADJUSTMENT`, `vanilla`).
    pub method: Known<String>,
    /// What became of every tensor, the file's order first, then what is missing.
    pub findings: Vec<Finding>,
    /// Remarks: what was decided otherwise than expected, what a config.json says against the file.
    pub notes: Vec<String>,
    /// Why no forward pass can be run; `None` where it can.
    pub cannot_run: Option<String>,
}

/// A role by hand, for all tensors whose names fit.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Assigned {
    /// A tensor's full name; one `*` stands for the number of a layer.
    pub pattern: String,
    /// What it is for; `None`: nothing, whatever was recognised.
    pub role: Option<Role>,
    /// How its numbers lie; `None`: as the shape or the family says.
    pub orientation: Option<Orientation>,
    /// Which share of a fused tensor; `None`: the whole.
    pub share: Option<Share>,
}

/// What a user chose for an architecture. Everything is optional and goes before what was found.
/// It is kept under [`super::fingerprint`], so that a file of the same shapes is read alike.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Assignment {
    /// Roles by hand.
    pub roles: Vec<Assigned>,
    /// h.
    pub heads: Option<usize>,
    /// How often the stored layers are run, all together (ALBERT).
    pub runs: Option<usize>,
    /// Between the maps of the feed-forward layer.
    pub activation: Option<Activation>,
    /// Where norms stand.
    pub norms: Option<NormPlacement>,
    /// ε of the norms.
    pub epsilon: Option<f64>,
    /// Whether a token sees only itself and those before it.
    pub causal: Option<bool>,
}

/// What a warning is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum WarningKind {
    /// Two names, one storage.
    SharedStorage,
    /// Two tensors with the same numbers in two places.
    SameNumbers,
    /// A head whose query, key, value or output is all 0.
    PrunedHead,
    /// NaN or an infinity.
    NotFinite,
    /// A tensor could not be read.
    Unreadable,
}

/// Something that a reader of the model should know.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Warning {
    /// What it is about.
    pub kind: WarningKind,
    /// The tensor, its full name.
    pub tensor: String,
    /// The layer, where it is about one.
    pub layer: Option<usize>,
    /// The head, where it is about one.
    pub head: Option<usize>,
    /// What was found, in words.
    pub text: String,
}

impl std::fmt::Display for Family {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Family::Nearfar => "Nearfar",
            Family::DistanceAware => "a distance-aware attention",
            Family::TorchEncoder => "torch.nn.TransformerEncoder",
            Family::Bert => "BERT",
            Family::Roberta => "RoBERTa",
            Family::DistilBert => "DistilBERT",
            Family::Albert => "ALBERT",
            Family::Gpt2 => "GPT-2",
            Family::Vit => "ViT",
            Family::Keras => "Keras' MultiHeadAttention",
            Family::Other => "an attention of no known family",
            Family::Unknown => "nothing known",
        })
    }
}

impl Role {
    /// Whether a layer has it, or the model as a whole.
    pub fn in_layer(self) -> bool {
        use Role::*;
        !matches!(
            self,
            WordEmbedding
                | PositionEmbedding
                | TypeEmbedding
                | EmbeddingNormGain
                | EmbeddingNormBias
                | EmbeddingProjectionWeight
                | EmbeddingProjectionBias
                | PatchEmbeddingWeight
                | PatchEmbeddingBias
                | ClassToken
                | FinalNormGain
                | FinalNormBias
                | Head
                | Buffer
        )
    }

    /// Whether it is a bias, without which a map is run as if it were 0.
    pub fn is_bias(self) -> bool {
        use Role::*;
        matches!(
            self,
            EmbeddingNormBias
                | EmbeddingProjectionBias
                | PatchEmbeddingBias
                | QueryBias
                | KeyBias
                | ValueBias
                | OutputBias
                | AttentionNormBias
                | HiddenBias
                | FeedForwardBias
                | FeedForwardNormBias
                | FinalNormBias
        )
    }
}

impl Layer {
    /// Its part of this role.
    pub fn part(&self, role: Role) -> Option<&Part> {
        self.parts.iter().find(|part| part.role == role)
    }
}

impl Report {
    /// The part outside the layers of this role.
    pub fn part(&self, role: Role) -> Option<&Part> {
        self.outside.iter().find(|part| part.role == role)
    }

    /// How many layers are run.
    pub fn depth(&self) -> usize {
        self.order.value.len()
    }

    /// Whether any layer has w and v of its own.
    pub fn distance_aware(&self) -> bool {
        self.layers.iter().any(|layer| layer.part(Role::DistanceW).is_some())
    }
}

impl<T> Known<T> {
    /// A value with how it is known and why.
    pub fn new(value: T, how: How, why: impl Into<String>) -> Self {
        Known { value, how, why: why.into() }
    }
}
