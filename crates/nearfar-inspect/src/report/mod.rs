//! What a checkpoint was recognised as: the report that is shown, kept and loaded from.

use nearfar::attention::Mapping;
use nearfar::methods::MethodKind;
use nearfar::model::OwnMethod;
use nearfar::settings::{TextError, method_from_text, model_method_from_text};
use nearfar::{Method, ModelMethod};
use serde::{Deserialize, Serialize};

use crate::limits;
pub use learned::{Learned, OwnNumbers, learned};
use mechanisms::Mechanisms;
pub use projections::{Projection, parts_heads, projection};

mod learned;
pub mod mechanisms;
pub(crate) mod pattern;
mod projections;

/// What the names of an encoder without heads begin with in this project's files.
pub(crate) const DISAN: &str = "words.disan.";

/// Reasons that are said in one line.
const SAID: usize = 4;

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
    /// Llama, and what is built as it is (Mistral, SmolLM, Qwen, Gemma 1): gated feed-forward layers,
    /// root-mean-square norms, rotary positions.
    Llama,
    /// Gemma 2 and 3: Llama's names with a norm behind each map, too.
    Gemma2,
    /// OLMo 2: Llama's maps with norms behind each alone.
    Olmo2,
    /// Phi 1 and 2: attention and feed-forward layer side by side.
    Phi,
    /// Phi-3: Llama's parts with query, key and value in one.
    Phi3,
    /// GPT-NeoX (Pythia): query, key and value in one, head by head.
    GptNeoX,
    /// OPT: a decoder with learned positions that begin at 2.
    Opt,
    /// BLOOM and Falcon: query, key and value in one, by heads of keys.
    Bloom,
    /// GPT-J: attention and feed-forward layer side by side.
    GptJ,
    /// MPT: fused `Wqkv`, penalties of distance, no biases.
    Mpt,
    /// ModernBERT: windows in most layers, rotary positions.
    ModernBert,
    /// MPNet: BERT with learned numbers by distance.
    Mpnet,
    /// The encoder of T5: learned numbers by distance, no scale.
    T5,
    /// The encoder of BART.
    Bart,
    /// The text encoder of CLIP: causal.
    ClipText,
    /// DeBERTa: a word and its position are looked at apart.
    Deberta,
    /// Vision transformer; runs on images, which is not done here.
    Vit,
    /// Keras' `MultiHeadAttention`.
    Keras,
    /// This project's files of DiSAN (`words.disan.fw_W_h`): an encoder without heads.
    Disan,
    /// Attentions found by the names of their projections, or assigned by hand.
    Other,
    /// No attention was found.
    Unknown,
}

impl Family {
    /// Its proper name, where it has one.
    pub fn name(self) -> Option<&'static str> {
        Some(match self {
            Family::Bert => "BERT",
            Family::Roberta => "RoBERTa",
            Family::DistilBert => "DistilBERT",
            Family::Albert => "ALBERT",
            Family::Gpt2 => "GPT-2",
            Family::Llama => "Llama",
            Family::Gemma2 => "Gemma",
            Family::Olmo2 => "OLMo 2",
            Family::Phi => "Phi",
            Family::Phi3 => "Phi-3",
            Family::GptNeoX => "GPT-NeoX",
            Family::Opt => "OPT",
            Family::GptJ => "GPT-J",
            Family::Mpt => "MPT",
            Family::ModernBert => "ModernBERT",
            Family::Mpnet => "MPNet",
            Family::Deberta => "DeBERTa",
            Family::Disan => "DiSAN",
            _ => return None,
        })
    }
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
    /// A number of another way of telling distance than w and v, in a file of this project.
    MethodNumber,
    /// a^K of relative positions (Shaw et al. 2018), `[2k + 1, d]`.
    RelativeKey,
    /// a^V of relative positions, `[2k + 1, d]`.
    RelativeValue,
    /// A number for each head and bucket of distances, one table for all layers, `[buckets, h]`.
    RelativeBias,
    /// Vectors of distances, one table for all layers, `[2 · span, D]` (DeBERTa).
    RelativeTable,
    /// Gain of the norm over them, `[D]`.
    RelativeNormGain,
    /// Its bias, `[D]`.
    RelativeNormBias,
    /// From vectors of distances to keys.
    PositionKeyWeight,
    /// Its bias.
    PositionKeyBias,
    /// From vectors of distances to queries.
    PositionQueryWeight,
    /// Its bias.
    PositionQueryBias,
    /// What the frequencies of a rotation are divided by, `[pairs]` (GGUF).
    RotaryFactors,
    /// Gain of the norm of queries, `[d]` for each head alike or `[h · d]`.
    QueryNormGain,
    /// Gain of the norm of keys, `[d]` for each head alike or `[h · d]`.
    KeyNormGain,
    /// Gain of the norm that belongs to the attention.
    AttentionNormGain,
    /// Its bias.
    AttentionNormBias,
    /// Gain of a norm behind the attention, before its output is added (Gemma 2).
    AttentionAfterGain,
    /// What the first map of a gated feed-forward layer is multiplied by, behind the activation (Shazeer
    /// 2020).
    GateWeight,
    /// Its bias.
    GateBias,
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
    /// Gain of a norm behind the feed-forward layer, before its output is added (Gemma 2).
    FeedForwardAfterGain,
    /// Gain of the norm after the last layer.
    FinalNormGain,
    /// Its bias.
    FinalNormBias,
    /// From the layers' width back to the embeddings' (OPT).
    FinalProjectionWeight,
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

/// Outputs of a tensor that holds several maps otherwise than in equal shares: `times` runs of `length`
/// outputs, the first at `first`, each `step` behind the one before.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Runs {
    /// From 0.
    pub first: usize,
    /// At least 1.
    pub length: usize,
    /// At least `length`.
    pub step: usize,
    /// At least 1.
    pub times: usize,
    /// Outputs of the whole tensor; all runs lie within.
    pub of: usize,
}

impl Runs {
    /// How many outputs these are.
    pub fn count(&self) -> usize {
        self.length.saturating_mul(self.times)
    }

    /// Where in the tensor an output lies; behind the end where there is no such.
    pub fn place(&self, output: usize) -> usize {
        let length = self.length.max(1);
        let run = self.step.saturating_mul(output / length);
        self.first.saturating_add(run).saturating_add(output % length)
    }
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
    /// Which outputs of one that has no equal shares; then there is no share.
    #[serde(default)]
    pub runs: Option<Runs>,
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
    /// Nothing says it, and nothing is assumed: the user is asked.
    Unknown,
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
    /// x / (1 + e^(-1.702 x)) (CLIP).
    GeluSigmoid,
}

/// Where layer norms stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum NormPlacement {
    /// After the sum: LN(x + f(x)).
    Post,
    /// Before the map: x + f(LN(x)).
    Pre,
}

/// What scores are multiplied by before softmax.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Scale {
    /// The factor; `None` is 1/√d.
    pub factor: Option<f64>,
    /// Whether it is divided by the step of the layer, from 1 (GPT-2's
    /// `scale_attn_by_inverse_layer_idx`).
    pub by_layer: bool,
}

/// What can be chosen by hand, and is asked for where nothing says it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Question {
    /// h.
    Heads,
    /// d.
    HeadSize,
    /// How many layers are run.
    Layers,
    /// Whether a token sees only itself and those before it.
    Causal,
    /// Where norms stand.
    Norms,
    /// Between the maps of the feed-forward layer.
    Activation,
    /// ε of the norms.
    Epsilon,
    /// What scores are multiplied by.
    Scale,
    /// Mapping and adjustment of heads with w and v.
    Method,
    /// The row of the position table that the first token has.
    FirstPosition,
    /// What a tensor is for, and which way it lies.
    Roles,
}

/// Something that no file says and that the answer rests on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Assumption {
    /// What is assumed, as people call it: "heads".
    pub what: String,
    /// The value: "12 of 64".
    pub value: String,
    /// Why this one.
    pub why: String,
    /// What to choose where it is another.
    pub question: Question,
}

/// Why no forward pass is run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Obstacle {
    /// What is missing, with names and values.
    pub why: String,
    /// The choice by hand that would mend it, if one would.
    pub question: Option<Question>,
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
    /// [`fingerprint`](crate::recognise::fingerprint) of the file.
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
    /// What scores are multiplied by.
    pub scale: Known<Scale>,
    /// What it does beyond the first Transformer, as config.json has it.
    #[serde(default)]
    pub mechanisms: Mechanisms,
    /// The token whose places are passed over when positions are counted (RoBERTa's padding).
    pub padding: Option<u32>,
    /// The attention that the model was trained with, as this project's files spell it
    /// (`da:MAPPING:ADJUSTMENT`, `vanilla`); `None` where heads have w and v and nothing says what
    /// is done with them.
    pub method: Known<Option<String>>,
    /// What became of every tensor, the file's order first, then what is missing.
    pub findings: Vec<Finding>,
    /// Remarks: what was decided otherwise than expected, what a config.json says against the file.
    pub notes: Vec<String>,
    /// What no file says and a forward pass rests on; what is shown of a run shows them, too.
    pub assumptions: Vec<Assumption>,
    /// Whether config.json names a model whose rules are not known here.
    pub is_foreign: bool,
    /// Why no forward pass is run, all reasons; empty where it can be run.
    pub obstacles: Vec<Obstacle>,
    /// Where the model is not as published ones of its sizes, a sentence each; what it says of itself is followed.
    #[serde(default)]
    pub departures: Vec<String>,
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
/// It is kept under [`fingerprint`](crate::recognise::fingerprint), so that a file of the same shapes is read alike.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Assignment {
    /// Roles by hand.
    pub roles: Vec<Assigned>,
    /// h.
    pub heads: Option<usize>,
    /// How often the stored layers are run, all together (ALBERT).
    pub runs: Option<usize>,
    /// d.
    pub head_size: Option<usize>,
    /// Between the maps of the feed-forward layer.
    pub activation: Option<Activation>,
    /// Where norms stand.
    pub norms: Option<NormPlacement>,
    /// ε of the norms.
    pub epsilon: Option<f64>,
    /// Whether a token sees only itself and those before it.
    pub causal: Option<bool>,
    /// What scores are multiplied by, in every layer.
    pub scale: Option<f64>,
    /// Mapping and adjustment of heads with w and v, as this project's files spell them.
    pub method: Option<String>,
    /// The row of the position table that the first token has.
    pub first_position: Option<usize>,
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
            Family::Llama => "Llama",
            Family::Gemma2 => "Gemma 2 and 3",
            Family::Olmo2 => "OLMo 2",
            Family::Phi => "Phi 1 and 2",
            Family::Phi3 => "Phi-3",
            Family::GptNeoX => "GPT-NeoX",
            Family::Opt => "OPT",
            Family::Bloom => "BLOOM and Falcon",
            Family::GptJ => "GPT-J",
            Family::Mpt => "MPT",
            Family::ModernBert => "ModernBERT",
            Family::Mpnet => "MPNet",
            Family::T5 => "T5",
            Family::Bart => "BART",
            Family::ClipText => "CLIP's text encoder",
            Family::Deberta => "DeBERTa",
            Family::Vit => "ViT",
            Family::Keras => "Keras' MultiHeadAttention",
            Family::Disan => "DiSAN",
            Family::Other => "an attention of no known family",
            Family::Unknown => "nothing known",
        })
    }
}

impl Role {
    /// Every role.
    pub const ALL: [Role; 53] = {
        use Role::*;
        [
            WordEmbedding,
            PositionEmbedding,
            TypeEmbedding,
            EmbeddingNormGain,
            EmbeddingNormBias,
            EmbeddingProjectionWeight,
            EmbeddingProjectionBias,
            PatchEmbeddingWeight,
            PatchEmbeddingBias,
            ClassToken,
            QueryWeight,
            QueryBias,
            KeyWeight,
            KeyBias,
            ValueWeight,
            ValueBias,
            OutputWeight,
            OutputBias,
            DistanceW,
            DistanceV,
            StartW,
            StartV,
            MethodNumber,
            RelativeKey,
            RelativeValue,
            RelativeBias,
            RelativeTable,
            RelativeNormGain,
            RelativeNormBias,
            PositionKeyWeight,
            PositionKeyBias,
            PositionQueryWeight,
            PositionQueryBias,
            RotaryFactors,
            QueryNormGain,
            KeyNormGain,
            AttentionNormGain,
            AttentionNormBias,
            AttentionAfterGain,
            GateWeight,
            GateBias,
            HiddenWeight,
            HiddenBias,
            FeedForwardWeight,
            FeedForwardBias,
            FeedForwardNormGain,
            FeedForwardNormBias,
            FeedForwardAfterGain,
            FinalNormGain,
            FinalNormBias,
            FinalProjectionWeight,
            Head,
            Buffer,
        ]
    };

    /// Its name on a command line: `query-weight`.
    pub fn name(self) -> String {
        let mut name = String::new();
        for character in format!("{self:?}").chars() {
            if character.is_ascii_uppercase() && !name.is_empty() {
                name.push('-');
            }
            name.push(character.to_ascii_lowercase());
        }
        name
    }

    /// Weights or gains with their biases.
    pub const PAIRS: [(Role, Role); 13] = [
        (Role::QueryWeight, Role::QueryBias),
        (Role::KeyWeight, Role::KeyBias),
        (Role::ValueWeight, Role::ValueBias),
        (Role::OutputWeight, Role::OutputBias),
        (Role::AttentionNormGain, Role::AttentionNormBias),
        (Role::PositionKeyWeight, Role::PositionKeyBias),
        (Role::PositionQueryWeight, Role::PositionQueryBias),
        (Role::GateWeight, Role::GateBias),
        (Role::HiddenWeight, Role::HiddenBias),
        (Role::FeedForwardWeight, Role::FeedForwardBias),
        (Role::FeedForwardNormGain, Role::FeedForwardNormBias),
        (Role::EmbeddingNormGain, Role::EmbeddingNormBias),
        (Role::FinalNormGain, Role::FinalNormBias),
    ];

    /// What it is for, in words.
    pub fn said(self) -> &'static str {
        use Role::*;
        match self {
            WordEmbedding => "word embeddings",
            PositionEmbedding => "position embeddings",
            TypeEmbedding => "token types",
            EmbeddingNormGain => "gain of the embeddings’ norm",
            EmbeddingNormBias => "bias of the embeddings’ norm",
            EmbeddingProjectionWeight => "embedding projection",
            EmbeddingProjectionBias => "bias of the embedding projection",
            PatchEmbeddingWeight => "map of patches",
            PatchEmbeddingBias => "bias of the map of patches",
            ClassToken => "class token",
            QueryWeight => "query",
            QueryBias => "bias of the query",
            KeyWeight => "key",
            KeyBias => "bias of the key",
            ValueWeight => "value",
            ValueBias => "bias of the value",
            OutputWeight => "output projection",
            OutputBias => "bias of the output projection",
            DistanceW => "w",
            DistanceV => "v",
            StartW => "start of w",
            StartV => "start of v",
            MethodNumber => "parameter of its method",
            RelativeKey => "relative positions of keys",
            RelativeValue => "relative positions of values",
            RelativeBias => "numbers by distance",
            RelativeTable => "vectors of distances",
            RelativeNormGain => "gain of the norm of distances",
            RelativeNormBias => "bias of the norm of distances",
            PositionKeyWeight => "key of distances",
            PositionKeyBias => "bias of the key of distances",
            PositionQueryWeight => "query of distances",
            PositionQueryBias => "bias of the query of distances",
            RotaryFactors => "factors of the rotation",
            QueryNormGain => "gain of the queries’ norm",
            KeyNormGain => "gain of the keys’ norm",
            AttentionNormGain => "gain of the attention’s norm",
            AttentionNormBias => "bias of the attention’s norm",
            AttentionAfterGain => "gain of the norm behind the attention",
            GateWeight => "gate of the feed-forward layer",
            GateBias => "bias of the gate of the feed-forward layer",
            HiddenWeight => "first map of the feed-forward layer",
            HiddenBias => "bias of the first map of the feed-forward layer",
            FeedForwardWeight => "second map of the feed-forward layer",
            FeedForwardBias => "bias of the second map of the feed-forward layer",
            FeedForwardNormGain => "gain of the feed-forward layer’s norm",
            FeedForwardNormBias => "bias of the feed-forward layer’s norm",
            FeedForwardAfterGain => "gain of the norm behind the feed-forward layer",
            FinalNormGain => "gain of the last norm",
            FinalNormBias => "bias of the last norm",
            FinalProjectionWeight => "map behind the last layer",
            Head => "part of the answer",
            Buffer => "buffer",
        }
    }

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
                | RelativeBias
                | RelativeTable
                | RelativeNormGain
                | RelativeNormBias
                | RotaryFactors
                | FinalNormGain
                | FinalNormBias
                | FinalProjectionWeight
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
                | RelativeNormBias
                | PositionKeyBias
                | PositionQueryBias
                | AttentionNormBias
                | GateBias
                | HiddenBias
                | FeedForwardBias
                | FeedForwardNormBias
                | FinalNormBias
        )
    }
}

impl std::fmt::Display for Activation {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Activation::Relu => "relu",
            Activation::Gelu => "gelu",
            Activation::GeluTanh => "gelu_new",
            Activation::Swish => "silu",
            Activation::GeluSigmoid => "quick_gelu",
        })
    }
}

impl std::fmt::Display for NormPlacement {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            NormPlacement::Post => "last, after the sum",
            NormPlacement::Pre => "first, before the map",
        })
    }
}

impl std::fmt::Display for Scale {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.factor {
            None => f.write_str("1/√d")?,
            Some(factor) => write!(f, "{factor}")?,
        }
        if self.by_layer { f.write_str(", divided by the layer’s number") } else { Ok(()) }
    }
}

impl Family {
    /// Whether names and shapes leave so much open (how many heads share keys, how positions turn) that
    /// nothing is run without a configuration.
    pub fn needs_config(self) -> bool {
        use Family::*;
        matches!(
            self,
            Llama
                | Gemma2
                | Olmo2
                | Phi
                | Phi3
                | GptNeoX
                | Opt
                | Bloom
                | GptJ
                | Mpt
                | ModernBert
                | Mpnet
                | T5
                | Bart
                | ClipText
                | Deberta
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

    /// Why no forward pass is run, in one line; `None` where it can be run.
    pub fn cannot_run(&self) -> Option<String> {
        let reasons: Vec<&str> = self.obstacles.iter().map(|o| o.why.as_str()).take(SAID).collect();
        let more = self.obstacles.len().saturating_sub(SAID);
        let more = if more > 0 { format!("; and {more} reasons more") } else { String::new() };
        (!reasons.is_empty()).then(|| format!("{}{more}", reasons.join("; ")))
    }

    /// The most tokens of a sentence that is run: what the positions allow, and the bytes of a run.
    pub fn most_tokens(&self) -> usize {
        let layers = self.order.value.len().max(1) as u64;
        let bytes = |tokens: usize| {
            limits::bytes_of_layer(self.heads.value, self.head_size, self.width, tokens)
                .saturating_mul(layers)
        };
        let most = self.positions.unwrap_or(limits::TOKENS).min(limits::TOKENS);
        let fits = (1..=most).rev().find(|&tokens| bytes(tokens) <= limits::RUN_BYTES);
        fits.unwrap_or(1)
    }

    /// What can be seen of a model that is not run, in words; `shape_of` gives a tensor's shape by its name.
    pub fn still_seen(&self, shape_of: impl Fn(&str) -> Option<Vec<u64>>) -> &'static str {
        let parts_heads = parts_heads(self, shape_of);
        match (self.distance_aware(), self.layers.is_empty(), parts_heads) {
            (true, _, false) => "its tensors with their statistics, and w and v of its heads",
            (true, _, true) => {
                "its tensors with their statistics, w and v of its heads, and query and key of each head"
            }
            (false, false, true) => {
                "its tensors with their statistics, and query and key of each head"
            }
            (false, false, false) => {
                "its tensors with their statistics, query, key, value and output among them"
            }
            (false, true, _) => "its tensors with their statistics",
        }
    }

    /// Layers that stand one on the other, by what their names begin with ("encoder.block."), and
    /// how many there are of each.
    pub fn stacks(&self) -> Vec<(&str, usize)> {
        let mut stacks: Vec<(&str, usize)> = Vec::new();
        for layer in &self.layers {
            let name = layer.name.as_str();
            let end = name.find(|c: char| c.is_ascii_digit()).unwrap_or(name.len());
            let start = name.get(..end).unwrap_or(name);
            match stacks.iter_mut().find(|(known, _)| *known == start) {
                Some((_, count)) => *count += 1,
                None => stacks.push((start, 1)),
            }
        }
        stacks
    }

    /// How many layers are run.
    pub fn depth(&self) -> usize {
        self.order.value.len()
    }

    /// The attention that the model was trained with; vanilla, on whatever positions it has, where heads have no w
    /// and v, or nothing says what is done with them.
    ///
    /// # Errors
    /// Where its text is none of a method.
    pub fn own_method(&self) -> Result<Method, TextError> {
        if self.method_beside().is_some() {
            return Ok(Method::Vanilla { positions: false });
        }
        match self.method.value.as_deref().map(method_from_text).transpose()? {
            Some(method @ Method::DistanceAware { .. }) => Ok(method),
            Some(Method::Vanilla { .. }) | None => Ok(Method::Vanilla { positions: false }),
        }
    }

    /// By which method beside distance-aware and vanilla attention a file of this project attends.
    pub fn method_beside(&self) -> Option<OwnMethod> {
        method_beside(self.method.value.as_deref()?)
    }

    /// The method beside distance-aware and vanilla attention that the file was trained with, be it one without heads.
    pub fn own_method_beside(&self) -> Option<OwnMethod> {
        let disan = OwnMethod::new(MethodKind::Disan).filter(|_| self.family == Family::Disan);
        self.method_beside().or(disan)
    }

    /// The mapping that the model was trained with, where it is known and the file has what it needs: the learnable
    /// sigmoid has v in every layer.
    pub fn trained_mapping(&self, has_v: bool) -> Option<Mapping> {
        let mapping = match method_from_text(self.method.value.as_deref()?).ok()? {
            Method::DistanceAware { mapping, .. } => mapping,
            Method::Vanilla { .. } => return None,
        };
        (has_v || mapping != Mapping::LearnableSigmoid).then_some(mapping)
    }

    /// Whether w and v act: a file of this project by a method without them may have them, too, and nothing uses them.
    pub fn uses_learned(&self) -> bool {
        let is_vanilla = self.method.value.as_deref().is_some_and(|m| m.starts_with("vanilla"));
        self.method_beside().is_none() && !is_vanilla
    }

    /// Whether any layer has w and v of its own.
    pub fn distance_aware(&self) -> bool {
        self.layers.iter().any(|layer| layer.part(Role::DistanceW).is_some())
    }
}

/// A method beside distance-aware and vanilla attention that gives every head weights `[N, N]`, from its text form.
pub(super) fn method_beside(text: &str) -> Option<OwnMethod> {
    match model_method_from_text(text) {
        Ok(ModelMethod::Own(method)) if !method.definition().is_encoder => Some(method),
        _ => None,
    }
}

impl<T> Known<T> {
    /// A value with how it is known and why.
    pub fn new(value: T, how: How, why: impl Into<String>) -> Self {
        Known { value, how, why: why.into() }
    }
}
