//! The names that the tensors of each family have. A `*` is the number of a layer; where there are
//! two, the first counts more. Nothing here looks at a file.

use super::draft::Fused as Join;
use super::sizes::Widths;
use crate::report::{Activation, Family, NormPlacement, Orientation, Role};
use Role::*;

/// Names of a family.
pub(super) enum Entry {
    /// `.weight` and `.bias` of a map or norm.
    Affine(&'static str, Role, Role),
    /// As `Affine`, where a file may do without.
    MayAffine(&'static str, Role, Role),
    /// Query, key and value in one, `.weight` and `.bias`, joined along their outputs.
    Fused(&'static str),
    /// Query, key and value in one, under two names of their own.
    FusedNames(&'static str, &'static str),
    /// Several maps in one, `.weight`, and `.bias` where a file has one.
    Joined(&'static str, Join),
    /// One tensor.
    One(&'static str, Role),
    /// One tensor that a file may do without.
    May(&'static str, Role),
}
use Entry::*;

/// A family: what its tensors are called, and what its files do not say.
pub(super) struct Table {
    pub family: Family,
    pub entries: &'static [Entry],
    pub orientation: Orientation,
    pub activation: Activation,
    pub norms: NormPlacement,
    pub epsilon: f64,
    pub causal: bool,
    /// Where the activation, norms and ε are from.
    pub source: &'static str,
    /// Segments of names that another family has beside these.
    pub unless: &'static [&'static str],
}

/// Names, wherever they stand in front of or beside a model, of what makes an answer of its states.
pub(super) const HEADS: &[&str] = &[
    "cls",
    "classifier",
    "pre_classifier",
    "sop_classifier",
    "multiple_choice_head",
    "qa_outputs",
    "predictions",
    "generator_predictions",
    "generator_lm_head",
    "discriminator_predictions",
    "lm_head",
    "score",
    "vocab_transform",
    "vocab_layer_norm",
    "vocab_projector",
    "pooler",
    "head",
    "heads",
    "pooling",
    "fc_norm",
    "linear",
    "decoder",
    "fc",
    "out",
    "output",
    "embed_out",
    "mask_predictions",
];

const BERT: &[Entry] = &[
    Affine("encoder.layer.*.attention.self.query", QueryWeight, QueryBias),
    Affine("encoder.layer.*.attention.self.key", KeyWeight, KeyBias),
    Affine("encoder.layer.*.attention.self.value", ValueWeight, ValueBias),
    Affine("encoder.layer.*.attention.output.dense", OutputWeight, OutputBias),
    Affine("encoder.layer.*.attention.output.LayerNorm", AttentionNormGain, AttentionNormBias),
    Affine("encoder.layer.*.intermediate.dense", HiddenWeight, HiddenBias),
    Affine("encoder.layer.*.output.dense", FeedForwardWeight, FeedForwardBias),
    Affine("encoder.layer.*.output.LayerNorm", FeedForwardNormGain, FeedForwardNormBias),
    One("embeddings.word_embeddings.weight", WordEmbedding),
    One("embeddings.position_embeddings.weight", PositionEmbedding),
    May("embeddings.token_type_embeddings.weight", TypeEmbedding),
    Affine("embeddings.LayerNorm", EmbeddingNormGain, EmbeddingNormBias),
    May("embeddings.position_ids", Buffer),
    May("embeddings.token_type_ids", Buffer),
    May("encoder.layer.*.attention.self.distance_embedding.weight", RelativeKey),
    // ELECTRA, where embeddings are narrower than layers.
    MayAffine("embeddings_project", EmbeddingProjectionWeight, EmbeddingProjectionBias),
    MayAffine("pooler.dense", Head, Head),
];

/// The same as GGUF's converters call it.
const BERT_GGUF: &[Entry] = &[
    Affine("blk.*.attn_q", QueryWeight, QueryBias),
    Affine("blk.*.attn_k", KeyWeight, KeyBias),
    Affine("blk.*.attn_v", ValueWeight, ValueBias),
    Affine("blk.*.attn_output", OutputWeight, OutputBias),
    Affine("blk.*.attn_output_norm", AttentionNormGain, AttentionNormBias),
    Affine("blk.*.ffn_up", HiddenWeight, HiddenBias),
    Affine("blk.*.ffn_down", FeedForwardWeight, FeedForwardBias),
    Affine("blk.*.layer_output_norm", FeedForwardNormGain, FeedForwardNormBias),
    One("token_embd.weight", WordEmbedding),
    One("position_embd.weight", PositionEmbedding),
    May("token_types.weight", TypeEmbedding),
    Affine("token_embd_norm", EmbeddingNormGain, EmbeddingNormBias),
];

const DISTILBERT: &[Entry] = &[
    Affine("transformer.layer.*.attention.q_lin", QueryWeight, QueryBias),
    Affine("transformer.layer.*.attention.k_lin", KeyWeight, KeyBias),
    Affine("transformer.layer.*.attention.v_lin", ValueWeight, ValueBias),
    Affine("transformer.layer.*.attention.out_lin", OutputWeight, OutputBias),
    Affine("transformer.layer.*.sa_layer_norm", AttentionNormGain, AttentionNormBias),
    Affine("transformer.layer.*.ffn.lin1", HiddenWeight, HiddenBias),
    Affine("transformer.layer.*.ffn.lin2", FeedForwardWeight, FeedForwardBias),
    Affine("transformer.layer.*.output_layer_norm", FeedForwardNormGain, FeedForwardNormBias),
    One("embeddings.word_embeddings.weight", WordEmbedding),
    One("embeddings.position_embeddings.weight", PositionEmbedding),
    Affine("embeddings.LayerNorm", EmbeddingNormGain, EmbeddingNormBias),
    May("embeddings.position_ids", Buffer),
];

macro_rules! albert {
    ($name:literal) => {
        concat!("encoder.albert_layer_groups.*.albert_layers.*.", $name)
    };
}
const ALBERT: &[Entry] = &[
    Affine(albert!("attention.query"), QueryWeight, QueryBias),
    Affine(albert!("attention.key"), KeyWeight, KeyBias),
    Affine(albert!("attention.value"), ValueWeight, ValueBias),
    Affine(albert!("attention.dense"), OutputWeight, OutputBias),
    Affine(albert!("attention.LayerNorm"), AttentionNormGain, AttentionNormBias),
    Affine(albert!("ffn"), HiddenWeight, HiddenBias),
    Affine(albert!("ffn_output"), FeedForwardWeight, FeedForwardBias),
    Affine(albert!("full_layer_layer_norm"), FeedForwardNormGain, FeedForwardNormBias),
    Affine(
        "encoder.embedding_hidden_mapping_in",
        EmbeddingProjectionWeight,
        EmbeddingProjectionBias,
    ),
    One("embeddings.word_embeddings.weight", WordEmbedding),
    One("embeddings.position_embeddings.weight", PositionEmbedding),
    May("embeddings.token_type_embeddings.weight", TypeEmbedding),
    Affine("embeddings.LayerNorm", EmbeddingNormGain, EmbeddingNormBias),
    May("embeddings.position_ids", Buffer),
    May("embeddings.token_type_ids", Buffer),
    MayAffine("pooler", Head, Head),
];

const GPT2: &[Entry] = &[
    Fused("h.*.attn.c_attn"),
    Affine("h.*.attn.c_proj", OutputWeight, OutputBias),
    Affine("h.*.ln_1", AttentionNormGain, AttentionNormBias),
    Affine("h.*.ln_2", FeedForwardNormGain, FeedForwardNormBias),
    Affine("h.*.mlp.c_fc", HiddenWeight, HiddenBias),
    Affine("h.*.mlp.c_proj", FeedForwardWeight, FeedForwardBias),
    May("h.*.attn.bias", Buffer),
    May("h.*.attn.masked_bias", Buffer),
    One("wte.weight", WordEmbedding),
    One("wpe.weight", PositionEmbedding),
    Affine("ln_f", FinalNormGain, FinalNormBias),
];

const GPT2_GGUF: &[Entry] = &[
    Fused("blk.*.attn_qkv"),
    Affine("blk.*.attn_output", OutputWeight, OutputBias),
    Affine("blk.*.attn_norm", AttentionNormGain, AttentionNormBias),
    Affine("blk.*.ffn_norm", FeedForwardNormGain, FeedForwardNormBias),
    Affine("blk.*.ffn_up", HiddenWeight, HiddenBias),
    Affine("blk.*.ffn_down", FeedForwardWeight, FeedForwardBias),
    One("token_embd.weight", WordEmbedding),
    One("position_embd.weight", PositionEmbedding),
    Affine("output_norm", FinalNormGain, FinalNormBias),
];

const VIT: &[Entry] = &[
    Affine("encoder.layer.*.attention.attention.query", QueryWeight, QueryBias),
    Affine("encoder.layer.*.attention.attention.key", KeyWeight, KeyBias),
    Affine("encoder.layer.*.attention.attention.value", ValueWeight, ValueBias),
    Affine("encoder.layer.*.attention.output.dense", OutputWeight, OutputBias),
    Affine("encoder.layer.*.layernorm_before", AttentionNormGain, AttentionNormBias),
    Affine("encoder.layer.*.layernorm_after", FeedForwardNormGain, FeedForwardNormBias),
    Affine("encoder.layer.*.intermediate.dense", HiddenWeight, HiddenBias),
    Affine("encoder.layer.*.output.dense", FeedForwardWeight, FeedForwardBias),
    One("embeddings.cls_token", ClassToken),
    One("embeddings.position_embeddings", PositionEmbedding),
    Affine("embeddings.patch_embeddings.projection", PatchEmbeddingWeight, PatchEmbeddingBias),
    Affine("layernorm", FinalNormGain, FinalNormBias),
    MayAffine("pooler.dense", Head, Head),
];

/// As the package timm calls it.
const VIT_TIMM: &[Entry] = &[
    Fused("blocks.*.attn.qkv"),
    Affine("blocks.*.attn.proj", OutputWeight, OutputBias),
    Affine("blocks.*.norm1", AttentionNormGain, AttentionNormBias),
    Affine("blocks.*.norm2", FeedForwardNormGain, FeedForwardNormBias),
    Affine("blocks.*.mlp.fc1", HiddenWeight, HiddenBias),
    Affine("blocks.*.mlp.fc2", FeedForwardWeight, FeedForwardBias),
    May("cls_token", ClassToken),
    May("pos_embed", PositionEmbedding),
    Affine("patch_embed.proj", PatchEmbeddingWeight, PatchEmbeddingBias),
    MayAffine("norm", FinalNormGain, FinalNormBias),
];

/// As torchvision calls it.
const VIT_TORCHVISION: &[Entry] = &[
    FusedNames(
        "encoder.layers.encoder_layer_*.self_attention.in_proj_weight",
        "encoder.layers.encoder_layer_*.self_attention.in_proj_bias",
    ),
    Affine("encoder.layers.encoder_layer_*.self_attention.out_proj", OutputWeight, OutputBias),
    Affine("encoder.layers.encoder_layer_*.ln_1", AttentionNormGain, AttentionNormBias),
    Affine("encoder.layers.encoder_layer_*.ln_2", FeedForwardNormGain, FeedForwardNormBias),
    Affine("encoder.layers.encoder_layer_*.mlp.0", HiddenWeight, HiddenBias),
    Affine("encoder.layers.encoder_layer_*.mlp.3", FeedForwardWeight, FeedForwardBias),
    One("class_token", ClassToken),
    One("encoder.pos_embedding", PositionEmbedding),
    Affine("conv_proj", PatchEmbeddingWeight, PatchEmbeddingBias),
    Affine("encoder.ln", FinalNormGain, FinalNormBias),
];

const TORCH: &[Entry] = &[
    FusedNames("layers.*.self_attn.in_proj_weight", "layers.*.self_attn.in_proj_bias"),
    Affine("layers.*.self_attn.out_proj", OutputWeight, OutputBias),
    Affine("layers.*.linear1", HiddenWeight, HiddenBias),
    Affine("layers.*.linear2", FeedForwardWeight, FeedForwardBias),
    Affine("layers.*.norm1", AttentionNormGain, AttentionNormBias),
    Affine("layers.*.norm2", FeedForwardNormGain, FeedForwardNormBias),
    MayAffine("norm", FinalNormGain, FinalNormBias),
];

/// `torch.nn.TransformerEncoderLayer` alone.
const TORCH_LAYER: &[Entry] = &[
    FusedNames("self_attn.in_proj_weight", "self_attn.in_proj_bias"),
    Affine("self_attn.out_proj", OutputWeight, OutputBias),
    Affine("linear1", HiddenWeight, HiddenBias),
    Affine("linear2", FeedForwardWeight, FeedForwardBias),
    Affine("norm1", AttentionNormGain, AttentionNormBias),
    Affine("norm2", FeedForwardNormGain, FeedForwardNormBias),
];

macro_rules! nearfar {
    ($prefix:literal) => {
        &[
            One(concat!($prefix, ".attention.query"), QueryWeight),
            One(concat!($prefix, ".attention.key"), KeyWeight),
            // Keys of TENER are slices of this.
            May(concat!($prefix, ".attention.input"), KeyWeight),
            One(concat!($prefix, ".attention.value"), ValueWeight),
            One(concat!($prefix, ".attention.output"), OutputWeight),
            One(concat!($prefix, ".attention.w"), DistanceW),
            One(concat!($prefix, ".attention.v"), DistanceV),
            Affine(concat!($prefix, ".attention_norm"), AttentionNormGain, AttentionNormBias),
            Affine(concat!($prefix, ".feed_forward.hidden"), HiddenWeight, HiddenBias),
            Affine(concat!($prefix, ".feed_forward.output"), FeedForwardWeight, FeedForwardBias),
            Affine(
                concat!($prefix, ".feed_forward_norm"),
                FeedForwardNormGain,
                FeedForwardNormBias,
            ),
            May(concat!("start.", $prefix, ".attention.w"), StartW),
            May(concat!("start.", $prefix, ".attention.v"), StartV),
            MayAffine(concat!($prefix, ".pooling"), Head, Head),
            May(concat!($prefix, ".pooling.query"), Head),
        ]
    };
}
const NEARFAR: &[Entry] = nearfar!("words");
/// The second encoder of hierarchical models.
pub(super) const NEARFAR_SENTENCES: &[Entry] = nearfar!("sentences");

/// Names of a decoder as Llama has them; the norms behind the first differ.
macro_rules! llama {
    ($($more:expr),* $(,)?) => {
        &[
            One("layers.*.self_attn.q_proj.weight", QueryWeight),
            May("layers.*.self_attn.q_proj.bias", QueryBias),
            One("layers.*.self_attn.k_proj.weight", KeyWeight),
            May("layers.*.self_attn.k_proj.bias", KeyBias),
            One("layers.*.self_attn.v_proj.weight", ValueWeight),
            May("layers.*.self_attn.v_proj.bias", ValueBias),
            One("layers.*.self_attn.o_proj.weight", OutputWeight),
            May("layers.*.self_attn.o_proj.bias", OutputBias),
            May("layers.*.self_attn.q_norm.weight", QueryNormGain),
            May("layers.*.self_attn.k_norm.weight", KeyNormGain),
            May("layers.*.self_attn.rotary_emb.inv_freq", Buffer),
            One("layers.*.mlp.gate_proj.weight", GateWeight),
            May("layers.*.mlp.gate_proj.bias", GateBias),
            One("layers.*.mlp.up_proj.weight", HiddenWeight),
            May("layers.*.mlp.up_proj.bias", HiddenBias),
            One("layers.*.mlp.down_proj.weight", FeedForwardWeight),
            May("layers.*.mlp.down_proj.bias", FeedForwardBias),
            One("embed_tokens.weight", WordEmbedding),
            One("norm.weight", FinalNormGain),
            May("rotary_emb.inv_freq", Buffer),
            $($more),*
        ]
    };
}
const LLAMA: &[Entry] = llama![
    One("layers.*.input_layernorm.weight", AttentionNormGain),
    One("layers.*.post_attention_layernorm.weight", FeedForwardNormGain),
];
const OLMO2: &[Entry] = llama![
    One("layers.*.post_attention_layernorm.weight", AttentionAfterGain),
    One("layers.*.post_feedforward_layernorm.weight", FeedForwardAfterGain),
];
const GEMMA2: &[Entry] = llama![
    One("layers.*.input_layernorm.weight", AttentionNormGain),
    One("layers.*.post_attention_layernorm.weight", AttentionAfterGain),
    One("layers.*.pre_feedforward_layernorm.weight", FeedForwardNormGain),
    One("layers.*.post_feedforward_layernorm.weight", FeedForwardAfterGain),
];

/// Llama's kin as GGUF's converters call it; norms behind the maps differ.
macro_rules! llama_gguf {
    ($($more:expr),* $(,)?) => {
        &[
    One("blk.*.attn_q.weight", QueryWeight),
    May("blk.*.attn_q.bias", QueryBias),
    One("blk.*.attn_k.weight", KeyWeight),
    May("blk.*.attn_k.bias", KeyBias),
    One("blk.*.attn_v.weight", ValueWeight),
    May("blk.*.attn_v.bias", ValueBias),
    One("blk.*.attn_output.weight", OutputWeight),
    May("blk.*.attn_output.bias", OutputBias),
    May("blk.*.attn_q_norm.weight", QueryNormGain),
    May("blk.*.attn_k_norm.weight", KeyNormGain),
    One("blk.*.attn_norm.weight", AttentionNormGain),
    One("blk.*.ffn_norm.weight", FeedForwardNormGain),
    One("blk.*.ffn_gate.weight", GateWeight),
    One("blk.*.ffn_up.weight", HiddenWeight),
    One("blk.*.ffn_down.weight", FeedForwardWeight),
    One("token_embd.weight", WordEmbedding),
    One("output_norm.weight", FinalNormGain),
    May("rope_freqs.weight", RotaryFactors),
            $($more),*
        ]
    };
}
const LLAMA_GGUF: &[Entry] = llama_gguf![];
const GEMMA_GGUF: &[Entry] = llama_gguf![
    One("blk.*.post_attention_norm.weight", AttentionAfterGain),
    One("blk.*.post_ffw_norm.weight", FeedForwardAfterGain),
];

const PHI3: &[Entry] = &[
    Joined("layers.*.self_attn.qkv_proj", Join::Grouped),
    One("layers.*.self_attn.o_proj.weight", OutputWeight),
    Joined("layers.*.mlp.gate_up_proj", Join::Gated),
    One("layers.*.mlp.down_proj.weight", FeedForwardWeight),
    One("layers.*.input_layernorm.weight", AttentionNormGain),
    One("layers.*.post_attention_layernorm.weight", FeedForwardNormGain),
    One("embed_tokens.weight", WordEmbedding),
    One("norm.weight", FinalNormGain),
    May("layers.*.self_attn.rotary_emb.inv_freq", Buffer),
];

const PHI: &[Entry] = &[
    Affine("layers.*.self_attn.q_proj", QueryWeight, QueryBias),
    Affine("layers.*.self_attn.k_proj", KeyWeight, KeyBias),
    Affine("layers.*.self_attn.v_proj", ValueWeight, ValueBias),
    Affine("layers.*.self_attn.dense", OutputWeight, OutputBias),
    Affine("layers.*.input_layernorm", AttentionNormGain, AttentionNormBias),
    Affine("layers.*.mlp.fc1", HiddenWeight, HiddenBias),
    Affine("layers.*.mlp.fc2", FeedForwardWeight, FeedForwardBias),
    One("embed_tokens.weight", WordEmbedding),
    Affine("final_layernorm", FinalNormGain, FinalNormBias),
    May("layers.*.self_attn.rotary_emb.inv_freq", Buffer),
];

const GPT_NEOX: &[Entry] = &[
    Joined("layers.*.attention.query_key_value", Join::ByKeys),
    One("layers.*.attention.dense.weight", OutputWeight),
    May("layers.*.attention.dense.bias", OutputBias),
    Affine("layers.*.input_layernorm", AttentionNormGain, AttentionNormBias),
    Affine("layers.*.post_attention_layernorm", FeedForwardNormGain, FeedForwardNormBias),
    Affine("layers.*.mlp.dense_h_to_4h", HiddenWeight, HiddenBias),
    Affine("layers.*.mlp.dense_4h_to_h", FeedForwardWeight, FeedForwardBias),
    One("embed_in.weight", WordEmbedding),
    Affine("final_layer_norm", FinalNormGain, FinalNormBias),
    May("layers.*.attention.bias", Buffer),
    May("layers.*.attention.masked_bias", Buffer),
    May("layers.*.attention.rotary_emb.inv_freq", Buffer),
];

const OPT: &[Entry] = &[
    One("decoder.layers.*.self_attn.q_proj.weight", QueryWeight),
    May("decoder.layers.*.self_attn.q_proj.bias", QueryBias),
    One("decoder.layers.*.self_attn.k_proj.weight", KeyWeight),
    May("decoder.layers.*.self_attn.k_proj.bias", KeyBias),
    One("decoder.layers.*.self_attn.v_proj.weight", ValueWeight),
    May("decoder.layers.*.self_attn.v_proj.bias", ValueBias),
    One("decoder.layers.*.self_attn.out_proj.weight", OutputWeight),
    May("decoder.layers.*.self_attn.out_proj.bias", OutputBias),
    Affine("decoder.layers.*.self_attn_layer_norm", AttentionNormGain, AttentionNormBias),
    One("decoder.layers.*.fc1.weight", HiddenWeight),
    May("decoder.layers.*.fc1.bias", HiddenBias),
    One("decoder.layers.*.fc2.weight", FeedForwardWeight),
    May("decoder.layers.*.fc2.bias", FeedForwardBias),
    Affine("decoder.layers.*.final_layer_norm", FeedForwardNormGain, FeedForwardNormBias),
    One("decoder.embed_tokens.weight", WordEmbedding),
    One("decoder.embed_positions.weight", PositionEmbedding),
    MayAffine("decoder.final_layer_norm", FinalNormGain, FinalNormBias),
    May("decoder.project_in.weight", EmbeddingProjectionWeight),
    May("decoder.project_out.weight", FinalProjectionWeight),
];

/// Falcon has these names, too, and no norm of the embeddings.
const BLOOM: &[Entry] = &[
    Joined("h.*.self_attention.query_key_value", Join::ByKeys),
    One("h.*.self_attention.dense.weight", OutputWeight),
    May("h.*.self_attention.dense.bias", OutputBias),
    MayAffine("h.*.input_layernorm", AttentionNormGain, AttentionNormBias),
    MayAffine("h.*.post_attention_layernorm", FeedForwardNormGain, FeedForwardNormBias),
    MayAffine("h.*.ln_attn", AttentionNormGain, AttentionNormBias),
    MayAffine("h.*.ln_mlp", FeedForwardNormGain, FeedForwardNormBias),
    One("h.*.mlp.dense_h_to_4h.weight", HiddenWeight),
    May("h.*.mlp.dense_h_to_4h.bias", HiddenBias),
    One("h.*.mlp.dense_4h_to_h.weight", FeedForwardWeight),
    May("h.*.mlp.dense_4h_to_h.bias", FeedForwardBias),
    One("word_embeddings.weight", WordEmbedding),
    MayAffine("word_embeddings_layernorm", EmbeddingNormGain, EmbeddingNormBias),
    Affine("ln_f", FinalNormGain, FinalNormBias),
    May("h.*.self_attention.rotary_emb.inv_freq", Buffer),
];

const GPTJ: &[Entry] = &[
    One("h.*.attn.q_proj.weight", QueryWeight),
    One("h.*.attn.k_proj.weight", KeyWeight),
    One("h.*.attn.v_proj.weight", ValueWeight),
    One("h.*.attn.out_proj.weight", OutputWeight),
    Affine("h.*.ln_1", AttentionNormGain, AttentionNormBias),
    Affine("h.*.mlp.fc_in", HiddenWeight, HiddenBias),
    Affine("h.*.mlp.fc_out", FeedForwardWeight, FeedForwardBias),
    One("wte.weight", WordEmbedding),
    Affine("ln_f", FinalNormGain, FinalNormBias),
    May("h.*.attn.bias", Buffer),
    May("h.*.attn.masked_bias", Buffer),
];

const MPT: &[Entry] = &[
    Joined("blocks.*.attn.Wqkv", Join::Thirds),
    One("blocks.*.attn.out_proj.weight", OutputWeight),
    One("blocks.*.norm_1.weight", AttentionNormGain),
    One("blocks.*.norm_2.weight", FeedForwardNormGain),
    One("blocks.*.ffn.up_proj.weight", HiddenWeight),
    One("blocks.*.ffn.down_proj.weight", FeedForwardWeight),
    One("wte.weight", WordEmbedding),
    One("norm_f.weight", FinalNormGain),
];

const MODERNBERT: &[Entry] = &[
    Joined("layers.*.attn.Wqkv", Join::Thirds),
    One("layers.*.attn.Wo.weight", OutputWeight),
    May("layers.*.attn.Wo.bias", OutputBias),
    // The first layer reads the embeddings’ norm.
    May("layers.*.attn_norm.weight", AttentionNormGain),
    May("layers.*.attn_norm.bias", AttentionNormBias),
    One("layers.*.mlp_norm.weight", FeedForwardNormGain),
    May("layers.*.mlp_norm.bias", FeedForwardNormBias),
    Joined("layers.*.mlp.Wi", Join::Gated),
    One("layers.*.mlp.Wo.weight", FeedForwardWeight),
    May("layers.*.mlp.Wo.bias", FeedForwardBias),
    One("embeddings.tok_embeddings.weight", WordEmbedding),
    One("embeddings.norm.weight", EmbeddingNormGain),
    May("embeddings.norm.bias", EmbeddingNormBias),
    One("final_norm.weight", FinalNormGain),
    May("final_norm.bias", FinalNormBias),
];

const MPNET: &[Entry] = &[
    Affine("encoder.layer.*.attention.attn.q", QueryWeight, QueryBias),
    Affine("encoder.layer.*.attention.attn.k", KeyWeight, KeyBias),
    Affine("encoder.layer.*.attention.attn.v", ValueWeight, ValueBias),
    Affine("encoder.layer.*.attention.attn.o", OutputWeight, OutputBias),
    Affine("encoder.layer.*.attention.LayerNorm", AttentionNormGain, AttentionNormBias),
    Affine("encoder.layer.*.intermediate.dense", HiddenWeight, HiddenBias),
    Affine("encoder.layer.*.output.dense", FeedForwardWeight, FeedForwardBias),
    Affine("encoder.layer.*.output.LayerNorm", FeedForwardNormGain, FeedForwardNormBias),
    One("encoder.relative_attention_bias.weight", RelativeBias),
    One("embeddings.word_embeddings.weight", WordEmbedding),
    One("embeddings.position_embeddings.weight", PositionEmbedding),
    Affine("embeddings.LayerNorm", EmbeddingNormGain, EmbeddingNormBias),
    May("embeddings.position_ids", Buffer),
    MayAffine("pooler.dense", Head, Head),
];

/// DeBERTa, versions 2 and 3.
const DEBERTA: &[Entry] = &[
    Affine("encoder.layer.*.attention.self.query_proj", QueryWeight, QueryBias),
    Affine("encoder.layer.*.attention.self.key_proj", KeyWeight, KeyBias),
    Affine("encoder.layer.*.attention.self.value_proj", ValueWeight, ValueBias),
    MayAffine("encoder.layer.*.attention.self.pos_key_proj", PositionKeyWeight, PositionKeyBias),
    MayAffine(
        "encoder.layer.*.attention.self.pos_query_proj",
        PositionQueryWeight,
        PositionQueryBias,
    ),
    Affine("encoder.layer.*.attention.output.dense", OutputWeight, OutputBias),
    Affine("encoder.layer.*.attention.output.LayerNorm", AttentionNormGain, AttentionNormBias),
    Affine("encoder.layer.*.intermediate.dense", HiddenWeight, HiddenBias),
    Affine("encoder.layer.*.output.dense", FeedForwardWeight, FeedForwardBias),
    Affine("encoder.layer.*.output.LayerNorm", FeedForwardNormGain, FeedForwardNormBias),
    May("encoder.rel_embeddings.weight", RelativeTable),
    MayAffine("encoder.LayerNorm", RelativeNormGain, RelativeNormBias),
    One("embeddings.word_embeddings.weight", WordEmbedding),
    May("embeddings.position_embeddings.weight", PositionEmbedding),
    May("embeddings.token_type_embeddings.weight", TypeEmbedding),
    Affine("embeddings.LayerNorm", EmbeddingNormGain, EmbeddingNormBias),
    May("embeddings.position_ids", Buffer),
    MayAffine("pooler.dense", Head, Head),
];

/// The encoder; its words are `shared` where a decoder has them, too.
const T5: &[Entry] = &[
    One("encoder.block.*.layer.0.SelfAttention.q.weight", QueryWeight),
    One("encoder.block.*.layer.0.SelfAttention.k.weight", KeyWeight),
    One("encoder.block.*.layer.0.SelfAttention.v.weight", ValueWeight),
    One("encoder.block.*.layer.0.SelfAttention.o.weight", OutputWeight),
    One("encoder.block.*.layer.0.layer_norm.weight", AttentionNormGain),
    May("encoder.block.*.layer.1.DenseReluDense.wi.weight", HiddenWeight),
    May("encoder.block.*.layer.1.DenseReluDense.wi_0.weight", GateWeight),
    May("encoder.block.*.layer.1.DenseReluDense.wi_1.weight", HiddenWeight),
    One("encoder.block.*.layer.1.DenseReluDense.wo.weight", FeedForwardWeight),
    One("encoder.block.*.layer.1.layer_norm.weight", FeedForwardNormGain),
    One("encoder.block.0.layer.0.SelfAttention.relative_attention_bias.weight", RelativeBias),
    One("shared.weight", WordEmbedding),
    May("encoder.embed_tokens.weight", Buffer),
    One("encoder.final_layer_norm.weight", FinalNormGain),
];

/// The encoder; its words are `shared` with the decoder's.
const BART: &[Entry] = &[
    Affine("encoder.layers.*.self_attn.q_proj", QueryWeight, QueryBias),
    Affine("encoder.layers.*.self_attn.k_proj", KeyWeight, KeyBias),
    Affine("encoder.layers.*.self_attn.v_proj", ValueWeight, ValueBias),
    Affine("encoder.layers.*.self_attn.out_proj", OutputWeight, OutputBias),
    Affine("encoder.layers.*.self_attn_layer_norm", AttentionNormGain, AttentionNormBias),
    Affine("encoder.layers.*.fc1", HiddenWeight, HiddenBias),
    Affine("encoder.layers.*.fc2", FeedForwardWeight, FeedForwardBias),
    Affine("encoder.layers.*.final_layer_norm", FeedForwardNormGain, FeedForwardNormBias),
    One("shared.weight", WordEmbedding),
    May("encoder.embed_tokens.weight", Buffer),
    One("encoder.embed_positions.weight", PositionEmbedding),
    Affine("encoder.layernorm_embedding", EmbeddingNormGain, EmbeddingNormBias),
];

const CLIP_TEXT: &[Entry] = &[
    Affine("encoder.layers.*.self_attn.q_proj", QueryWeight, QueryBias),
    Affine("encoder.layers.*.self_attn.k_proj", KeyWeight, KeyBias),
    Affine("encoder.layers.*.self_attn.v_proj", ValueWeight, ValueBias),
    Affine("encoder.layers.*.self_attn.out_proj", OutputWeight, OutputBias),
    Affine("encoder.layers.*.layer_norm1", AttentionNormGain, AttentionNormBias),
    Affine("encoder.layers.*.layer_norm2", FeedForwardNormGain, FeedForwardNormBias),
    Affine("encoder.layers.*.mlp.fc1", HiddenWeight, HiddenBias),
    Affine("encoder.layers.*.mlp.fc2", FeedForwardWeight, FeedForwardBias),
    One("embeddings.token_embedding.weight", WordEmbedding),
    One("embeddings.position_embedding.weight", PositionEmbedding),
    May("embeddings.position_ids", Buffer),
    Affine("final_layer_norm", FinalNormGain, FinalNormBias),
    May("text_projection.weight", Head),
];

const BERT_SOURCE: &str = "the defaults of BERT's published configurations";
const VIT_SOURCE: &str = "the defaults of ViT's published configurations";
const GPT2_SOURCE: &str = "the defaults of GPT-2's published configurations";
const TORCH_SOURCE: &str = "the defaults of torch.nn.TransformerEncoderLayer";

const fn bert(family: Family, entries: &'static [Entry]) -> Table {
    Table {
        family,
        entries,
        orientation: Orientation::OutIn,
        activation: Activation::Gelu,
        norms: NormPlacement::Post,
        epsilon: 1e-12,
        causal: false,
        source: BERT_SOURCE,
        unless: &[],
    }
}

const fn gpt2(entries: &'static [Entry], orientation: Orientation) -> Table {
    Table {
        orientation,
        activation: Activation::GeluTanh,
        norms: NormPlacement::Pre,
        epsilon: 1e-5,
        causal: true,
        source: GPT2_SOURCE,
        ..bert(Family::Gpt2, entries)
    }
}

/// Decoders and encoders whose configuration says what they do.
const fn configured(family: Family, entries: &'static [Entry]) -> Table {
    Table {
        activation: Activation::Swish,
        norms: NormPlacement::Pre,
        epsilon: 1e-6,
        causal: true,
        source: "nothing: its configuration decides",
        ..bert(family, entries)
    }
}

const fn vit(entries: &'static [Entry], epsilon: f64) -> Table {
    Table { norms: NormPlacement::Pre, epsilon, source: VIT_SOURCE, ..bert(Family::Vit, entries) }
}

const fn torch(entries: &'static [Entry]) -> Table {
    Table {
        activation: Activation::Relu,
        epsilon: 1e-5,
        source: TORCH_SOURCE,
        ..bert(Family::TorchEncoder, entries)
    }
}

/// Every family with names of its own. Where two fit equally, the first is taken.
pub(super) const TABLES: &[Table] = &[
    Table {
        orientation: Orientation::InOut,
        activation: Activation::Relu,
        epsilon: nearfar::model::layers::NORM_EPSILON,
        source: "this project's own definition",
        ..bert(Family::Nearfar, NEARFAR)
    },
    bert(Family::Bert, BERT),
    bert(Family::Bert, BERT_GGUF),
    bert(Family::DistilBert, DISTILBERT),
    Table {
        activation: Activation::GeluTanh,
        source: "the defaults of ALBERT's published configurations",
        ..bert(Family::Albert, ALBERT)
    },
    gpt2(GPT2, Orientation::InOut),
    gpt2(GPT2_GGUF, Orientation::OutIn),
    vit(VIT, 1e-12),
    vit(VIT_TIMM, 1e-6),
    vit(VIT_TORCHVISION, 1e-6),
    torch(TORCH),
    torch(TORCH_LAYER),
    // Before those whose names it has and more of its own.
    configured(Family::Llama, LLAMA),
    Table {
        unless: &["post_attention_norm", "post_ffw_norm"],
        ..configured(Family::Llama, LLAMA_GGUF)
    },
    Table { unless: &["input_layernorm"], ..configured(Family::Olmo2, OLMO2) },
    configured(Family::Gemma2, GEMMA2),
    configured(Family::Gemma2, GEMMA_GGUF),
    configured(Family::Phi, PHI),
    configured(Family::Phi3, PHI3),
    configured(Family::GptNeoX, GPT_NEOX),
    Table { unless: &["encoder_attn"], ..configured(Family::Opt, OPT) },
    configured(Family::Bloom, BLOOM),
    configured(Family::GptJ, GPTJ),
    configured(Family::Mpt, MPT),
    Table { causal: false, ..configured(Family::ModernBert, MODERNBERT) },
    Table { causal: false, norms: NormPlacement::Post, ..configured(Family::Mpnet, MPNET) },
    Table { causal: false, norms: NormPlacement::Post, ..configured(Family::Deberta, DEBERTA) },
    Table { causal: false, ..configured(Family::T5, T5) },
    Table {
        causal: false,
        norms: NormPlacement::Post,
        // Whisper reads sounds.
        unless: &["conv1"],
        ..configured(Family::Bart, BART)
    },
    Table {
        unless: &["self_attn_layer_norm", "patch_embedding"],
        ..configured(Family::ClipText, CLIP_TEXT)
    },
];

/// What is assumed of attentions that are found by their parts.
pub(super) const OTHER: Table = Table {
    source: "what most encoders do",
    epsilon: 1e-5,
    activation: Activation::Relu,
    ..bert(Family::Other, &[])
};

/// A pattern with its role.
pub(super) struct Rule {
    pub segments: Vec<&'static str>,
    pub role: Role,
    /// Several maps in one.
    pub fused: Option<Join>,
    pub required: bool,
}

/// The entries of a table, one rule to a name.
pub(super) fn rules(entries: &'static [Entry]) -> Vec<Rule> {
    let mut rules = Vec::new();
    let mut add = |name: &'static str, last: Option<&'static str>, role, fused, required| {
        let segments = name.split('.').chain(last).collect();
        rules.push(Rule { segments, role, fused, required });
    };
    for entry in entries {
        match *entry {
            Affine(name, weight, bias) | MayAffine(name, weight, bias) => {
                let required = matches!(entry, Affine(..));
                add(name, Some("weight"), weight, None, required);
                add(name, Some("bias"), bias, None, required);
            }
            Fused(name) => {
                add(name, Some("weight"), QueryWeight, Some(Join::Thirds), true);
                add(name, Some("bias"), QueryBias, Some(Join::Thirds), true);
            }
            FusedNames(weight, bias) => {
                add(weight, None, QueryWeight, Some(Join::Thirds), true);
                add(bias, None, QueryBias, Some(Join::Thirds), true);
            }
            Joined(name, join) => {
                let (weight, bias) = join.roles();
                add(name, Some("weight"), weight, Some(join), true);
                add(name, Some("bias"), bias, Some(join), false);
            }
            One(name, role) => add(name, None, role, None, true),
            May(name, role) => add(name, None, role, None, false),
        }
    }
    rules
}

/// How often ALBERT's published models of a width run their layers.
pub(super) fn published_runs(width: u64) -> usize {
    if matches!(width, 1024 | 2048) { 24 } else { 12 }
}

/// Words that a published vocabulary has at least.
const VOCABULARY: u64 = 20_000;

/// h of published models of a family with these sizes, and one of them: the widths of layers and
/// feed-forward layers, and a vocabulary as large as theirs.
pub(super) fn published(family: Family, widths: &Widths) -> Option<(usize, &'static str)> {
    let inner = match (family, widths.width) {
        (Family::Bert, 312) => 1200,
        (_, width) => width.saturating_mul(4),
    };
    let reads_words = !matches!(family, Family::Vit | Family::Keras);
    if widths.feed_forward != inner || reads_words && widths.words < VOCABULARY {
        return None;
    }
    Some(match (family, widths.width) {
        (Family::Bert, 384) => (12, "MiniLM"),
        (Family::Bert, 312) => (12, "TinyBERT"),
        (Family::Bert, 128) => (2, "BERT-tiny"),
        (Family::Bert, 256) => (4, "BERT-mini"),
        (Family::Bert, 512) => (8, "BERT-small"),
        (Family::Bert, 768) => (12, "BERT-base"),
        (Family::Bert, 1024) => (16, "BERT-large"),
        (Family::Roberta, 384) => (12, "MiniLM"),
        (Family::Roberta, 768) => (12, "RoBERTa-base"),
        (Family::Roberta, 1024) => (16, "RoBERTa-large"),
        (Family::DistilBert, 768) => (12, "DistilBERT"),
        (Family::Albert, 768) => (12, "ALBERT-base"),
        (Family::Albert, 1024) => (16, "ALBERT-large"),
        (Family::Albert, 2048) => (16, "ALBERT-xlarge"),
        (Family::Albert, 4096) => (64, "ALBERT-xxlarge"),
        (Family::Gpt2, 768) => (12, "GPT-2"),
        (Family::Gpt2, 1024) => (16, "GPT-2 medium"),
        (Family::Gpt2, 1280) => (20, "GPT-2 large"),
        (Family::Gpt2, 1600) => (25, "GPT-2 xl"),
        (Family::Vit, 192) => (3, "ViT-tiny"),
        (Family::Vit, 384) => (6, "ViT-small"),
        (Family::Vit, 768) => (12, "ViT-base"),
        (Family::Vit, 1024) => (16, "ViT-large"),
        (Family::Vit, 1280) => (16, "ViT-huge"),
        (Family::TorchEncoder, 512) => (8, "the first Transformer"),
        _ => return None,
    })
}
