//! What the keys of a config.json mean, family by family. A list of what is known: a key that is not
//! in it, or has another value than the one that is computed here, vetoes with its name and value.

use serde_json::Value;

use super::config::{Config, shortened, shown};
use super::draft::Draft;
use super::readings::{self, Keys as Untaken, Reading};
use super::sizes::Grouping;
use crate::limits;
use crate::report::mechanisms::Mechanisms;
use crate::report::{Activation, Family, NormPlacement, Role};

/// What a key says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Meaning {
    /// h.
    Heads,
    /// h of the decoder, where a model has two stacks.
    DecoderHeads,
    /// d.
    HeadSize,
    /// How many layers are run.
    Layers,
    /// D.
    Width,
    /// The width of the embeddings.
    Embedding,
    /// The width within the feed-forward layer.
    FeedForward,
    /// V.
    Words,
    /// Rows of the table of positions.
    Positions,
    /// Rows of the table of token types.
    Types,
    /// The token that fills short sentences, where it moves positions.
    Padding,
    /// Groups of layers that are run again and again (ALBERT).
    Groups,
    /// Layers within such a group.
    InnerGroups,
    /// Between the maps of the feed-forward layer.
    Activation,
    /// ε of the norms.
    Epsilon,
    /// Whether a token sees only itself and those before it.
    Causal,
    /// Whether norms stand before the maps.
    NormsFirst,
    /// Whether scores are divided by √d (GPT-2).
    ScaledByRoot,
    /// Whether scores are divided by the layer's number from 1 (GPT-2).
    ScaledByLayer,
    /// What scores are multiplied by.
    Scale,
    /// Mapping and adjustment, as links spell them.
    Method,
    /// The mapping alone.
    Mapping,
    /// The adjustment alone.
    Adjustment,
    /// It must be `false`, null or empty: nothing else is computed here.
    Absent,
    /// It must be the text `absolute`.
    Absolute,
    /// It does not shape attention.
    Irrelevant,
}
use Meaning::*;

type Keys = &'static [(&'static str, Meaning)];

/// Why settings of `generate` do not shape attention.
const WRITING: &str = "how a text is written word by word";

/// Keys that any config.json may have and that do not shape attention, each for its reason.
const COMMON: &[(&str, &[&str])] = &[
    (
        "who wrote the file, and for which class; `model_type` decides",
        &[
            "model_type",
            "architectures",
            "transformers_version",
            "_name_or_path",
            "name_or_path",
            "_commit_hash",
            "finetuning_task",
            "language",
            "license",
            "transformers.js_config",
            "unsloth_fixed",
            "unsloth_version",
            "output_past",
        ],
    ),
    (
        "how numbers are kept and by which program attention is computed, not what is computed",
        &[
            "dtype",
            "torch_dtype",
            "torchscript",
            "use_bfloat16",
            "gradient_checkpointing",
            "chunk_size_feed_forward",
            "use_cache",
            "_attn_implementation",
            "_attn_implementation_autoset",
            "attn_implementation",
            "_attn_implementation_internal",
            "reorder_and_upcast_attn",
            "tf_legacy_loss",
            "xla_device",
        ],
    ),
    (
        "tokens that a tokenizer adds; a sentence is run as its numbers are given",
        &[
            "pad_token_id",
            "bos_token_id",
            "eos_token_id",
            "eos_token_ids",
            "cls_token_id",
            "sep_token_id",
            "mask_token_id",
            "unk_token_id",
            "decoder_start_token_id",
            "tokenizer_class",
            "prefix",
        ],
    ),
    (
        "only of training: dropout and where weights start",
        &[
            "hidden_dropout_prob",
            "attention_probs_dropout_prob",
            "attention_dropout",
            "activation_dropout",
            "dropout",
            "classifier_dropout",
            "classifier_dropout_prob",
            "attn_pdrop",
            "resid_pdrop",
            "embd_pdrop",
            "qa_dropout",
            "seq_classif_dropout",
            "layerdrop",
            "summary_first_dropout",
            "summary_last_dropout",
            "initializer_range",
            "initializer_factor",
            "seed",
            "learning_rate",
            "batch_size",
            "epochs",
        ],
    ),
    (
        "what is given out, and what stands on top of the layers",
        &[
            "output_attentions",
            "output_hidden_states",
            "return_dict",
            "use_return_dict",
            "tie_word_embeddings",
            "tie_encoder_decoder",
            "tie_weights_",
            "problem_type",
            "id2label",
            "label2id",
            "num_labels",
            "_num_labels",
            "num_classes",
            "classes",
            "task_specific_params",
            "summary_type",
            "summary_use_proj",
            "summary_activation",
            "summary_proj_to_labels",
            "pooler_fc_size",
            "pooler_num_attention_heads",
            "pooler_num_fc_layers",
            "pooler_size_per_head",
            "pooler_type",
            "pooler_hidden_act",
            "directionality",
        ],
    ),
    (
        WRITING,
        &[
            "max_length",
            "min_length",
            "do_sample",
            "early_stopping",
            "num_beams",
            "num_beam_groups",
            "diversity_penalty",
            "temperature",
            "top_k",
            "top_p",
            "typical_p",
            "repetition_penalty",
            "length_penalty",
            "no_repeat_ngram_size",
            "encoder_no_repeat_ngram_size",
            "bad_words_ids",
            "num_return_sequences",
            "output_scores",
            "return_dict_in_generate",
            "forced_bos_token_id",
            "forced_eos_token_id",
            "remove_invalid_values",
            "exponential_decay_length_penalty",
            "suppress_tokens",
            "begin_suppress_tokens",
        ],
    ),
];

/// Keys that change what is computed, absent or false wherever this program is right.
const ABSENT: Keys = &[
    ("is_encoder_decoder", Absent),
    ("add_cross_attention", Absent),
    ("cross_attention_hidden_size", Absent),
    ("pruned_heads", Absent),
];

/// What is not there where these are false.
const SWITCHES: &[&str] = &[
    "alibi",
    "use_alibi",
    "use_sliding_window",
    "use_mrope",
    "qk_layernorm",
    "qk_norm",
    "use_qk_norm",
    "rope_interleaved",
    "relative_attention",
    "use_bidirectional_attention",
];
/// What is not there where these are 0: no window is so narrow, nothing is cut to 0.
const ZEROS: &[&str] =
    &["sliding_window", "attention.sliding_window", "attn_logit_softcapping", "clip_qkv"];

/// Whether a key says, whatever the family, that something is not there.
pub(super) fn is_off(key: &str, value: &Value) -> bool {
    match value {
        Value::Null => true,
        Value::Bool(is) => !is && SWITCHES.contains(&key),
        Value::Number(number) => number.as_f64() == Some(0.0) && ZEROS.contains(&key),
        Value::Array(kinds) => {
            key == "layer_types" && kinds.iter().all(|kind| kind == "full_attention")
        }
        _ => false,
    }
}

/// BERT's keys, which its kin have, too.
const BERT: Keys = &[
    ("hidden_size", Width),
    ("num_hidden_layers", Layers),
    ("num_attention_heads", Heads),
    ("head_dim", HeadSize),
    ("intermediate_size", FeedForward),
    ("hidden_act", Activation),
    ("vocab_size", Words),
    ("max_position_embeddings", Positions),
    ("type_vocab_size", Types),
    ("layer_norm_eps", Epsilon),
    ("is_decoder", Causal),
    ("position_embedding_type", Absolute),
    // Of TinyBERT's own training; no program of transformers reads them.
    ("cell", Irrelevant),
    ("emb_size", Irrelevant),
    ("pre_trained", Irrelevant),
    ("structure", Irrelevant),
    ("training", Irrelevant),
];
const ROBERTA: Keys = &[("pad_token_id", Padding)];
const ELECTRA: Keys = &[("embedding_size", Embedding)];
const DISTILBERT: Keys = &[
    ("dim", Width),
    ("n_layers", Layers),
    ("n_heads", Heads),
    ("hidden_dim", FeedForward),
    ("activation", Activation),
    ("vocab_size", Words),
    ("max_position_embeddings", Positions),
    // Computed positions are kept in the file's table as learned ones are.
    ("sinusoidal_pos_embds", Irrelevant),
    ("is_decoder", Absent),
];
const ALBERT: Keys = &[
    ("hidden_size", Width),
    ("embedding_size", Embedding),
    ("num_hidden_layers", Layers),
    ("num_hidden_groups", Groups),
    ("inner_group_num", InnerGroups),
    ("num_attention_heads", Heads),
    ("intermediate_size", FeedForward),
    ("hidden_act", Activation),
    ("vocab_size", Words),
    ("max_position_embeddings", Positions),
    ("type_vocab_size", Types),
    ("layer_norm_eps", Epsilon),
    ("position_embedding_type", Absolute),
    ("is_decoder", Absent),
    // In the first files of ALBERT; no program of transformers reads them.
    ("down_scale_factor", Irrelevant),
    ("gap_size", Irrelevant),
    ("net_structure_type", Irrelevant),
    ("num_memory_blocks", Irrelevant),
];
const GPT2: Keys = &[
    ("n_embd", Width),
    ("n_layer", Layers),
    ("n_head", Heads),
    ("n_inner", FeedForward),
    ("activation_function", Activation),
    ("vocab_size", Words),
    ("n_positions", Positions),
    // A size of the mask that old files keep; the table of positions decides.
    ("n_ctx", Irrelevant),
    // GPT-2 is causal whatever it says.
    ("is_decoder", Irrelevant),
    ("layer_norm_epsilon", Epsilon),
    ("scale_attn_weights", ScaledByRoot),
    ("scale_attn_by_inverse_layer_idx", ScaledByLayer),
];
/// What people write beside models of their own.
const OWN: Keys = &[
    ("nhead", Heads),
    ("num_heads", Heads),
    ("heads", Heads),
    ("n_heads", Heads),
    ("n_head", Heads),
    ("num_attention_heads", Heads),
    ("head_dim", HeadSize),
    ("head_size", HeadSize),
    ("d_head", HeadSize),
    ("dimensions", HeadSize),
    ("num_layers", Layers),
    ("num_encoder_layers", Layers),
    ("n_layers", Layers),
    ("n_layer", Layers),
    ("layers", Layers),
    ("num_hidden_layers", Layers),
    ("d_model", Width),
    ("embed_dim", Width),
    ("hidden_size", Width),
    ("n_embd", Width),
    ("dim", Width),
    ("width", Width),
    ("dim_feedforward", FeedForward),
    ("intermediate_size", FeedForward),
    ("feed_forward", FeedForward),
    ("d_ff", FeedForward),
    ("ffn_dim", FeedForward),
    ("hidden_dim", FeedForward),
    ("vocab_size", Words),
    ("max_position_embeddings", Positions),
    ("n_positions", Positions),
    ("type_vocab_size", Types),
    ("activation", Activation),
    ("hidden_act", Activation),
    ("activation_function", Activation),
    ("layer_norm_eps", Epsilon),
    ("layer_norm_epsilon", Epsilon),
    ("norm_eps", Epsilon),
    ("eps", Epsilon),
    ("norm_first", NormsFirst),
    ("pre_norm", NormsFirst),
    ("normalize_before", NormsFirst),
    ("causal", Causal),
    ("is_causal", Causal),
    ("is_decoder", Causal),
    ("scale", Scale),
    ("position_embedding_type", Absolute),
    ("batch_first", Irrelevant),
    // The tensors themselves say whether there are biases.
    ("bias", Irrelevant),
    ("format", Irrelevant),
    ("name", Irrelevant),
    ("task", Irrelevant),
    ("method", Method),
    ("mapping", Mapping),
    ("adjustment", Adjustment),
];

/// Sizes of models whose rules are not known here: their heads can still be told apart.
const FOREIGN_SIZES: Keys = &[
    ("encoder_attention_heads", Heads),
    ("decoder_attention_heads", DecoderHeads),
    ("attention_heads", Heads),
    ("d_kv", HeadSize),
];

/// A `model_type` whose rules are all known.
#[derive(Debug)]
pub(super) struct Kind {
    /// As config.json has it.
    pub model_type: &'static str,
    /// The family whose names its tensors have.
    pub family: Family,
    keys: &'static [Keys],
    /// What reads its configuration, in place of `keys`.
    reading: Option<Reading>,
    /// Where config.json is silent, as the class of transformers has it.
    pub activation: Activation,
    pub epsilon: f64,
    pub types: u64,
}

const fn bert(model_type: &'static str, family: Family, keys: &'static [Keys]) -> Kind {
    let (reading, activation) = (None, Activation::Gelu);
    Kind { model_type, family, keys, reading, activation, epsilon: 1e-12, types: 2 }
}

/// A kind with a reading of its own; what its class has where config.json is silent.
const fn read(
    model_type: &'static str,
    family: Family,
    reading: Reading,
    activation: Activation,
    epsilon: f64,
) -> Kind {
    let base = bert(model_type, family, &[]);
    Kind { reading: Some(reading), activation, epsilon, types: 0, ..base }
}

const OF_ROBERTA: &[Keys] = &[ROBERTA, BERT];
const KINDS: &[Kind] = &[
    bert("bert", Family::Bert, &[BERT]),
    bert("electra", Family::Bert, &[ELECTRA, BERT]),
    bert("roberta", Family::Roberta, OF_ROBERTA),
    bert("xlm-roberta", Family::Roberta, OF_ROBERTA),
    bert("camembert", Family::Roberta, OF_ROBERTA),
    bert("data2vec-text", Family::Roberta, OF_ROBERTA),
    Kind { types: 0, ..bert("distilbert", Family::DistilBert, &[DISTILBERT]) },
    Kind { activation: Activation::GeluTanh, ..bert("albert", Family::Albert, &[ALBERT]) },
    Kind {
        activation: Activation::GeluTanh,
        epsilon: 1e-5,
        types: 0,
        ..bert("gpt2", Family::Gpt2, &[GPT2])
    },
    read("llama", Family::Llama, readings::llama, Activation::Swish, 1e-6),
    read("llama in GGUF", Family::Llama, readings::llama_in_gguf, Activation::Swish, 1e-5),
    read("qwen2 in GGUF", Family::Llama, readings::qwen2_in_gguf, Activation::Swish, 1e-6),
    read("qwen3 in GGUF", Family::Llama, readings::qwen3_in_gguf, Activation::Swish, 1e-6),
    read("gemma2 in GGUF", Family::Gemma2, readings::gemma2_in_gguf, Activation::GeluTanh, 1e-6),
    read("gemma3 in GGUF", Family::Gemma2, readings::gemma3_in_gguf, Activation::GeluTanh, 1e-6),
    read("mistral", Family::Llama, readings::mistral, Activation::Swish, 1e-6),
    read("qwen2", Family::Llama, readings::qwen2, Activation::Swish, 1e-6),
    read("qwen3", Family::Llama, readings::qwen3, Activation::Swish, 1e-6),
    read("gemma", Family::Llama, readings::gemma, Activation::GeluTanh, 1e-6),
    read("gemma2", Family::Gemma2, readings::gemma2, Activation::GeluTanh, 1e-6),
    read("gemma3_text", Family::Gemma2, readings::gemma3, Activation::GeluTanh, 1e-6),
    read("smollm3", Family::Llama, readings::smollm3, Activation::Swish, 1e-6),
    read("granite", Family::Llama, readings::granite, Activation::Swish, 1e-6),
    read("olmo2", Family::Olmo2, readings::olmo2, Activation::Swish, 1e-5),
    read("phi", Family::Phi, readings::phi, Activation::GeluTanh, 1e-5),
    read("phi3", Family::Phi3, readings::phi3, Activation::Swish, 1e-5),
    read("gpt_neox", Family::GptNeoX, readings::gpt_neox, Activation::Gelu, 1e-5),
    read("opt", Family::Opt, readings::opt, Activation::Relu, 1e-5),
    read("bloom", Family::Bloom, readings::bloom, Activation::GeluTanh, 1e-5),
    read("falcon", Family::Bloom, readings::falcon, Activation::Gelu, 1e-5),
    read("gptj", Family::GptJ, readings::gptj, Activation::GeluTanh, 1e-5),
    read("mpt", Family::Mpt, readings::mpt, Activation::Gelu, 1e-5),
    read("modernbert", Family::ModernBert, readings::modernbert, Activation::Gelu, 1e-5),
    read("mpnet", Family::Mpnet, readings::mpnet, Activation::Gelu, 1e-12),
    read("deberta-v2", Family::Deberta, readings::deberta_v2, Activation::Gelu, 1e-7),
    read("t5", Family::T5, readings::t5, Activation::Relu, 1e-6),
    read("mt5", Family::T5, readings::t5, Activation::GeluTanh, 1e-6),
    read("bart", Family::Bart, readings::bart, Activation::Gelu, 1e-5),
    read("clip_text_model", Family::ClipText, readings::clip_text, Activation::GeluSigmoid, 1e-5),
];
/// `model_type` of distance-aware models of one's own.
const DISTANCE_AWARE: &[&str] = &["nearfar", "da-transformer", "distance-aware"];

/// Why kinds of models that many people have are not run, beyond their names being unknown.
const FOREIGN: &[(&[&str], &str)] = &[
    (
        &[
            "mixtral",
            "qwen2_moe",
            "qwen3_moe",
            "gpt_oss",
            "deepseek_v2",
            "deepseek_v3",
            "olmoe",
            "phimoe",
            "granitemoe",
            "jamba",
            "switch_transformers",
            "dbrx",
            "llama4",
            "glm4_moe",
        ],
        "a mixture of experts, of which a token goes through some",
    ),
    (
        &["gemma3", "qwen2_vl", "qwen2_5_vl", "llava", "mllama", "paligemma", "clip", "siglip"],
        "pictures beside words: two models in one",
    ),
    (&["olmo"], "rotary positions (RoPE) with layer norms without gain and bias"),
    (
        &["cohere"],
        "rotary positions (RoPE) with layer norms, attention and feed-forward side by side",
    ),
    (
        &["starcoder2"],
        "rotary positions (RoPE) with layer norms and feed-forward layers without a gate",
    ),
    (
        &["stablelm"],
        "rotary positions (RoPE) on a part of each head, with layer norms and gated feed-forward \
         layers",
    ),
    (
        &["eurobert", "gemma4_text"],
        "rotary positions (RoPE), root-mean-square norms and gated feed-forward layers",
    ),
    (
        &["gpt_neox_japanese", "codegen", "roformer", "esm", "nomic_bert", "nemotron", "persimmon"],
        "rotary positions (RoPE)",
    ),
    (&["gpt_neo"], "windows of attention in every other layer"),
    (&["gpt_bigcode"], "shared or interleaved keys and values"),
    (&["deberta"], "disentangled attention over relative positions"),
    (&["modernbert-decoder"], "rotary positions (RoPE) and windows of attention"),
    (&["longformer", "led", "big_bird", "bigbird_pegasus"], "windows of attention"),
    (&["umt5"], "learned numbers by distance, of each layer its own"),
    (&["longt5"], "windows of attention"),
    (&["whisper"], "it reads sound"),
    (
        &["mbart", "pegasus", "marian", "m2m_100", "blenderbot"],
        "norms or positions otherwise than BART’s",
    ),
    (
        &["megatron-bert", "roberta-prelayernorm", "xlm-roberta-xl"],
        "norms before each map, under names of its own",
    ),
    (&["xlnet"], "relative positions and two streams"),
];

/// What a config.json says of a model of a family; `None` where it is silent.
#[derive(Clone, Debug, Default)]
pub(super) struct Declared {
    pub heads: Option<usize>,
    pub decoder_heads: Option<usize>,
    pub head_size: Option<usize>,
    pub layers: Option<usize>,
    pub width: Option<u64>,
    pub embedding: Option<u64>,
    pub feed_forward: Option<u64>,
    pub words: Option<u64>,
    pub positions: Option<u64>,
    pub types: Option<u64>,
    pub groups: Option<usize>,
    pub inner_groups: Option<usize>,
    pub activation: Option<Activation>,
    pub epsilon: Option<f64>,
    pub causal: Option<bool>,
    pub norms: Option<NormPlacement>,
    pub scaled_by_root: Option<bool>,
    pub scaled_by_layer: Option<bool>,
    pub scale: Option<f64>,
    pub padding: Option<u64>,
    /// The row of the position table that the first token has.
    pub first_position: Option<u64>,
    /// Heads of keys and values.
    pub key_heads: Option<usize>,
    pub mechanisms: Mechanisms,
    /// Parts that the layers, or the model, must have or must not have.
    pub has: Vec<(Role, bool)>,
    pub method: Option<String>,
    pub mapping: Option<String>,
    pub adjustment: Option<String>,
    /// Its `model_type`, where all its rules are known.
    pub kind: Option<&'static Kind>,
    /// Whether its `model_type` is not known: only heads and their size are of use then.
    pub is_foreign: bool,
    /// What is not known here, or cannot be read.
    pub vetoes: Vec<String>,
}

/// The `model_type` of a config.json, if its rules are known.
pub(super) fn kind(config: Option<&Config>) -> Option<&'static Kind> {
    let said = config?.model_type()?;
    KINDS.iter().find(|kind| kind.model_type == said)
}

/// Whether a key of any model says nothing of attention.
pub(super) fn is_common(key: &str) -> bool {
    COMMON.iter().any(|(_, keys)| keys.contains(&key))
}

/// Whether a key says that something is not there.
pub(super) fn is_absent(key: &str, value: &Value) -> bool {
    let known = ABSENT.iter().any(|(known, _)| *known == key);
    known && Declared::default().take(Absent, value).is_ok()
}

/// How heads and keys are grouped by a configuration that its family reads.
pub(super) fn grouping(config: Option<&Config>, draft: &Draft) -> Option<Grouping> {
    let known = kind(config)?;
    if known.reading.is_none() || known.family != draft.family {
        return None;
    }
    let said = Declared::of(config?, draft.family);
    let heads = said.heads?;
    let key_heads = said.key_heads.unwrap_or(heads);
    let width = usize::try_from(said.width?).ok()?;
    let size = said.head_size.unwrap_or(width / heads.max(1));
    let fits = heads > 0 && key_heads > 0 && size > 0 && heads.is_multiple_of(key_heads);
    fits.then_some(Grouping { heads, key_heads, size })
}

impl Declared {
    /// What `config` says of a model whose tensors are those of `family`.
    pub fn of(config: &Config, family: Family) -> Declared {
        let mut said = Declared { kind: kind(Some(config)), ..Declared::default() };
        if let Some(why) = said.foreign(config, family) {
            said.is_foreign = said.kind.is_none();
            said.vetoes.push(why);
        }
        if let Some(kind) = said.kind
            && let Some(reading) = kind.reading
        {
            let mut untaken = Untaken::of(config);
            if kind.family == family {
                reading(&mut untaken, &mut said);
            }
            said.keep_left(untaken, kind);
            return said;
        }
        let keys: &[Keys] = match (said.kind, family) {
            (Some(kind), _) => kind.keys,
            (None, Family::Bert) => &[ELECTRA, BERT],
            (None, Family::Roberta) => OF_ROBERTA,
            (None, Family::DistilBert) => &[DISTILBERT],
            (None, Family::Albert) => &[ALBERT],
            (None, Family::Gpt2) => &[GPT2],
            (None, _) => &[OWN],
        };
        let has_own_keys = matches!(
            family,
            Family::Bert | Family::Roberta | Family::DistilBert | Family::Albert | Family::Gpt2
        );
        let is_own = said.kind.is_none() && !has_own_keys && !said.is_foreign;
        let keys = if said.is_foreign { &[OWN, FOREIGN_SIZES] } else { keys };
        // A distance-aware attention within a known family says so beside the family's own keys.
        let methods =
            OWN.iter().filter(|(_, meaning)| matches!(meaning, Method | Mapping | Adjustment));
        // Where the rules of a kind are named, its keys say nothing more.
        let is_named = config.model_type().is_some_and(|name| foreign_rules(&name).is_some());
        for (key, value) in config.entries() {
            let own = keys.iter().copied().flatten().chain(ABSENT).chain(methods.clone());
            let meaning = own.into_iter().find(|(known, _)| *known == key).map(|(_, m)| *m);
            let common = || {
                COMMON.iter().any(|(reason, keys)| {
                    // In a model of one's own a `temperature` or `top_k` may be the attention's.
                    keys.contains(&key) && !(is_own && *reason == WRITING)
                })
            };
            match meaning {
                // Decoders that are not known have it false, and are causal.
                Some(Causal) if said.is_foreign => {}
                Some(meaning) => {
                    if let Err(why) = said.take(meaning, value)
                        && !said.is_foreign
                    {
                        said.vetoes.push(format!("config.json: `{key}` = {}: {why}", shown(value)));
                    }
                }
                None if common()
                    || is_off(key, value)
                    || said.is_foreign && (is_named || !is_telling(key)) => {}
                None => said.vetoes.push(unknown(key, value)),
            }
        }
        said
    }

    /// Vetoes for what a reading left over and did not understand.
    fn keep_left(&mut self, untaken: Untaken, kind: &Kind) {
        let is_known =
            self.kind.is_some_and(|kind| kind.reading.is_some()) && self.vetoes.is_empty();
        self.vetoes.extend(untaken.vetoes.iter().cloned());
        for (key, value) in untaken.left().filter(|_| is_known) {
            let common = is_common(key);
            let absent = ABSENT.iter().any(|(known, _)| *known == key);
            let own = key == "auto_map" && readings::is_own_program(value, kind.model_type);
            if absent {
                if let Err(why) = self.take(Absent, value) {
                    self.vetoes.push(format!("config.json: `{key}` = {}: {why}", shown(value)));
                }
            } else if !common && !own && !is_off(key, value) {
                self.vetoes.push(unknown(key, value));
            }
        }
        for (is, what) in [
            (self.width.is_some(), "wide its layers are"),
            (self.heads.is_some(), "many heads they have"),
        ] {
            if is_known && !is && self.vetoes.is_empty() {
                self.vetoes.push(format!("config.json does not say how {what}"));
            }
        }
        if let (Some(heads), Some(keys)) = (self.heads, self.key_heads)
            && !heads.is_multiple_of(keys)
        {
            let why = format!("config.json: {heads} heads cannot share {keys} keys evenly");
            self.vetoes.push(why);
        }
    }

    /// Why a `model_type` is not run.
    fn foreign(&self, config: &Config, family: Family) -> Option<String> {
        let value = config.get("model_type")?;
        let Some(name) = config.model_type() else {
            return Some(format!("config.json: `model_type` = {} is no name", shown(value)));
        };
        match self.kind {
            Some(kind) if kind.family == family => None,
            Some(kind) => Some(format!(
                "config.json: `model_type` = \"{name}\", but the names of the tensors are not those of {}",
                kind.family
            )),
            None if DISTANCE_AWARE.contains(&name.as_str()) => None,
            None => {
                let what = foreign_rules(&name).unwrap_or("its rules");
                Some(format!("config.json: `model_type` = \"{name}\": not known here yet: {what}"))
            }
        }
    }

    /// Keeps a value; the reason where it cannot be used.
    fn take(&mut self, meaning: Meaning, value: &Value) -> Result<(), String> {
        let whole = |most: usize| {
            let number = value.as_u64().and_then(|n| usize::try_from(n).ok());
            let number = number.filter(|n| (1..=most).contains(n));
            number.ok_or_else(|| format!("a whole number from 1 to {most} is expected"))
        };
        let size = || value.as_u64().ok_or_else(|| "a whole number is expected".to_owned());
        let switch = || value.as_bool().ok_or_else(|| "true or false is expected".to_owned());
        let text = || {
            let text = value.as_str().map(shortened);
            text.ok_or_else(|| "a text is expected".to_owned())
        };
        let may_be_null = matches!(
            meaning,
            FeedForward
                | Padding
                | HeadSize
                | Embedding
                | Absolute
                | Causal
                | ScaledByLayer
                | Scale
        ) || matches!(meaning, Method | Mapping | Adjustment);
        if value.is_null() && may_be_null {
            return Ok(());
        }
        match meaning {
            Heads => once(&mut self.heads, whole(limits::HEADS)?),
            DecoderHeads => once(&mut self.decoder_heads, whole(limits::HEADS)?),
            HeadSize => once(&mut self.head_size, whole(1 << 20)?),
            Layers => once(&mut self.layers, whole(limits::LAYERS)?),
            Groups => once(&mut self.groups, whole(limits::LAYERS)?),
            InnerGroups => once(&mut self.inner_groups, whole(limits::LAYERS)?),
            Width => once(&mut self.width, size()?),
            Embedding => once(&mut self.embedding, size()?),
            FeedForward => once(&mut self.feed_forward, size()?),
            Words => once(&mut self.words, size()?),
            Positions => once(&mut self.positions, size()?),
            Types => once(&mut self.types, size()?),
            Padding => once(&mut self.padding, whole_or_zero(value)?),
            Activation => once(
                &mut self.activation,
                activation(&text()?).ok_or("this activation is not computed here")?,
            ),
            Epsilon => {
                let number = value.as_f64().filter(|epsilon| (0.0..1.0).contains(epsilon));
                once(&mut self.epsilon, number.ok_or("a number from 0 to 1 is expected")?)
            }
            Causal => once(&mut self.causal, switch()?),
            NormsFirst => {
                let first = switch()?;
                let placed = if first { NormPlacement::Pre } else { NormPlacement::Post };
                once(&mut self.norms, placed)
            }
            ScaledByRoot => once(&mut self.scaled_by_root, switch()?),
            ScaledByLayer => once(&mut self.scaled_by_layer, switch()?),
            Scale => {
                let number = value.as_f64().filter(|scale| scale.is_finite());
                once(&mut self.scale, number.ok_or("a number is expected")?)
            }
            Method => once(&mut self.method, text()?),
            Mapping => once(&mut self.mapping, text()?),
            Adjustment => once(&mut self.adjustment, text()?),
            Absolute => match value.as_str() {
                Some("absolute") => Ok(()),
                _ => Err("only absolute positions are known here yet".to_owned()),
            },
            Absent => {
                let empty = match value {
                    Value::Null | Value::Bool(false) => true,
                    Value::Object(entries) => entries.is_empty(),
                    Value::Array(entries) => entries.is_empty(),
                    _ => false,
                };
                empty.then_some(()).ok_or_else(|| "it is not known here yet".to_owned())
            }
            Irrelevant => Ok(()),
        }
    }
}

fn whole_or_zero(value: &Value) -> Result<u64, String> {
    let number = value.as_u64().filter(|&padding| padding < 1_000_000);
    number.ok_or_else(|| "a whole number is expected".to_owned())
}

/// Keeps the first value; two keys for one thing must agree.
fn once<T: PartialEq>(slot: &mut Option<T>, value: T) -> Result<(), String> {
    if slot.as_ref().is_some_and(|known| *known != value) {
        return Err("another key says otherwise".to_owned());
    }
    *slot = Some(value);
    Ok(())
}

/// What the rules of a kind are that is known by its name only.
fn foreign_rules(name: &str) -> Option<&'static str> {
    FOREIGN.iter().find(|(kinds, _)| kinds.contains(&name)).map(|(_, what)| *what)
}

/// Whether a key of a model that is not known names a rule that readers know.
fn is_telling(key: &str) -> bool {
    [
        "rope_theta",
        "rope_parameters",
        "rope_scaling",
        "rotary_dim",
        "rotary_pct",
        "alibi",
        "sliding_window",
    ]
    .contains(&key)
}

/// Why a key that is in no list vetoes.
fn unknown(key: &str, value: &Value) -> String {
    let known = |words: &[&str]| words.iter().any(|word| key.contains(word));
    let what = if known(&["rope", "rotary", "partial_rotary"]) {
        "rotary positions (RoPE) are not read in a model of this kind"
    } else if known(&["alibi"]) {
        "ALiBi is not read in a model of this kind"
    } else if known(&["window"]) {
        "windows of attention are not read in a model of this kind"
    } else if known(&["relative"]) {
        "relative positions of this kind are not known here yet"
    } else if known(&["num_key_value_heads", "num_kv_heads", "multi_query"]) {
        "shared keys and values are not read in a model of this kind"
    } else if known(&["quantization"]) {
        "quantised weights are not run"
    } else if key == "auto_map" {
        "the model is run by a program of its own, whose rules are not known"
    } else {
        "what it does to attention is not known here"
    };
    format!("config.json: `{}` = {}: {what}", shortened(key), shown(value))
}

/// The function of a name in a configuration.
pub(super) fn activation(name: &str) -> Option<Activation> {
    Some(match name {
        "relu" => Activation::Relu,
        "gelu" | "gelu_python" => Activation::Gelu,
        "gelu_new" | "gelu_fast" | "gelu_pytorch_tanh" | "gelu_python_tanh" => Activation::GeluTanh,
        "swish" | "silu" => Activation::Swish,
        "quick_gelu" => Activation::GeluSigmoid,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::mechanisms;

    fn said(text: &str, family: Family) -> Declared {
        Declared::of(&Config::read(text.as_bytes()).expect("a config"), family)
    }

    #[test]
    fn what_a_config_says() {
        let text = r#"{"model_type": "albert", "num_attention_heads": 8, "num_hidden_layers": 12,
            "hidden_act": "gelu_new", "layer_norm_eps": 1e-12, "hidden_size": 256, "top_k": 50}"#;
        let said = said(text, Family::Albert);
        assert_eq!((said.heads, said.layers, said.width), (Some(8), Some(12), Some(256)));
        assert_eq!((said.activation, said.epsilon), (Some(Activation::GeluTanh), Some(1e-12)));
        assert_eq!(said.vetoes, [""; 0]);
    }

    #[test]
    fn what_is_not_known_vetoes_with_its_name_and_value() {
        for (text, family, words) in [
            (
                r#"{"model_type": "bert", "rope_theta": 1e4}"#,
                Family::Bert,
                "`rope_theta` = 10000.0: rotary",
            ),
            (r#"{"model_type": "bert", "my_rule": [3]}"#, Family::Bert, "`my_rule` = [3]"),
            (
                r#"{"model_type": "bert", "hidden_act": "mish"}"#,
                Family::Bert,
                "`hidden_act` = \"mish\"",
            ),
            (r#"{"position_embedding_type": "relative_key"}"#, Family::Bert, "\"relative_key\""),
            (
                r#"{"model_type": "mixtral", "rope_theta": 1e6, "sliding_window": 4096, "num_local_experts": 8}"#,
                Family::Other,
                "mixture of experts",
            ),
            (r#"{"model_type": "whisper"}"#, Family::Other, "sound"),
            (r#"{"model_type": "bert"}"#, Family::Gpt2, "not those of BERT"),
            (r#"{"model_type": 3}"#, Family::Bert, "is no name"),
            (r#"{"model_type": "gpt2", "add_cross_attention": true}"#, Family::Gpt2, "add_cross"),
            (r#"{"model_type": "gpt2", "n_head": -4}"#, Family::Gpt2, "from 1 to 4096"),
            (r#"{"nhead": 2, "num_heads": 4}"#, Family::TorchEncoder, "otherwise"),
            (r#"{"nhead": 2, "temperature": 0.5}"#, Family::TorchEncoder, "`temperature` = 0.5"),
            (r#"{"nhead": 2, "top_k": 8}"#, Family::DistanceAware, "`top_k` = 8"),
            (r#"{"model_type": "bert", "pruned_heads": {"0": [1]}}"#, Family::Bert, "pruned_heads"),
        ] {
            let found = said(text, family).vetoes;
            assert_eq!(found.len(), 1, "{text}: {found:?}");
            assert!(found[0].contains(words), "{text}: {found:?}");
        }
    }

    #[test]
    fn hostile_numbers_veto() {
        let text = r#"{"num_attention_heads": 18446744073709551615, "num_hidden_layers": -3,
            "layer_norm_eps": 1e300, "hidden_act": 7, "is_decoder": "no"}"#;
        let said = said(text, Family::Bert);
        assert_eq!((said.heads, said.layers, said.epsilon, said.causal), (None, None, None, None));
        assert_eq!(said.vetoes.len(), 5, "{:?}", said.vetoes);
    }

    /// Configurations with the keys that models of these names come with, without what all of them say. They were
    /// written down for this test and are not the files themselves.
    const CONFIGURATIONS: &[(&str, Family, &str)] = &[
        (
            "Llama 3.2",
            Family::Llama,
            r#""model_type": "llama", "attention_bias": false, "head_dim": 64, "hidden_act": "silu",
            "hidden_size": 2048, "intermediate_size": 8192, "max_position_embeddings": 131072, "mlp_bias": false,
            "num_attention_heads": 32, "num_hidden_layers": 16, "num_key_value_heads": 8, "pretraining_tp": 1,
            "rms_norm_eps": 1e-05, "rope_theta": 500000.0, "rope_scaling": {"factor": 32.0, "high_freq_factor": 4.0,
            "low_freq_factor": 1.0, "original_max_position_embeddings": 8192, "rope_type": "llama3"}"#,
        ),
        (
            "SmolLM 2",
            Family::Llama,
            r#""model_type": "llama", "attention_bias": false, "hidden_act": "silu", "hidden_size": 576,
            "intermediate_size": 1536, "is_llama_config": true, "max_position_embeddings": 8192, "mlp_bias": false,
            "num_attention_heads": 9, "num_hidden_layers": 30, "num_key_value_heads": 3, "pretraining_tp": 1,
            "rms_norm_eps": 1e-05, "rope_interleaved": false, "rope_scaling": null, "rope_theta": 100000"#,
        ),
        (
            "Mistral 7B",
            Family::Llama,
            r#""model_type": "mistral", "hidden_act": "silu", "hidden_size": 4096, "intermediate_size": 14336,
            "max_position_embeddings": 32768, "num_attention_heads": 32, "num_hidden_layers": 32,
            "num_key_value_heads": 8, "rms_norm_eps": 1e-05, "rope_theta": 10000.0, "sliding_window": 4096"#,
        ),
        (
            "Qwen 2.5",
            Family::Llama,
            r#""model_type": "qwen2", "hidden_act": "silu", "hidden_size": 896, "intermediate_size": 4864,
            "max_position_embeddings": 32768, "max_window_layers": 24, "num_attention_heads": 14,
            "num_hidden_layers": 24, "num_key_value_heads": 2, "rms_norm_eps": 1e-06, "rope_theta": 1000000.0,
            "sliding_window": 32768, "use_mrope": false, "use_sliding_window": false"#,
        ),
        (
            "Qwen 3",
            Family::Llama,
            r#""model_type": "qwen3", "attention_bias": false, "head_dim": 128, "hidden_act": "silu",
            "hidden_size": 1024, "intermediate_size": 3072, "max_position_embeddings": 40960, "max_window_layers": 28,
            "num_attention_heads": 16, "num_hidden_layers": 28, "num_key_value_heads": 8, "rms_norm_eps": 1e-06,
            "rope_scaling": null, "rope_theta": 1000000, "sliding_window": null, "use_sliding_window": false"#,
        ),
        (
            "Gemma 2",
            Family::Gemma2,
            r#""model_type": "gemma2", "attention_bias": false, "attn_logit_softcapping": 50.0,
            "cache_implementation": "hybrid", "final_logit_softcapping": 30.0, "head_dim": 256,
            "hidden_act": "gelu_pytorch_tanh", "hidden_activation": "gelu_pytorch_tanh", "hidden_size": 2304,
            "intermediate_size": 9216, "max_position_embeddings": 8192, "num_attention_heads": 8,
            "num_hidden_layers": 26, "num_key_value_heads": 4, "query_pre_attn_scalar": 256, "rms_norm_eps": 1e-06,
            "rope_theta": 10000.0, "sliding_window": 4096"#,
        ),
        (
            "Gemma 3",
            Family::Gemma2,
            r#""model_type": "gemma3_text", "attention_bias": false, "attn_logit_softcapping": null,
            "cache_implementation": "hybrid", "final_logit_softcapping": null, "head_dim": 256,
            "hidden_activation": "gelu_pytorch_tanh", "hidden_size": 1152, "intermediate_size": 6912,
            "max_position_embeddings": 32768, "num_attention_heads": 4, "num_hidden_layers": 26,
            "num_key_value_heads": 1, "query_pre_attn_scalar": 256, "rms_norm_eps": 1e-06,
            "rope_local_base_freq": 10000, "rope_scaling": null, "rope_theta": 1000000, "sliding_window": 512,
            "sliding_window_pattern": 6"#,
        ),
        (
            "Phi-3-mini",
            Family::Phi3,
            r#""model_type": "phi3", "attention_bias": false, "auto_map": {"AutoConfig":
            "configuration_phi3.Phi3Config", "AutoModelForCausalLM": "modeling_phi3.Phi3ForCausalLM"},
            "embd_pdrop": 0.0, "hidden_act": "silu", "hidden_size": 3072, "intermediate_size": 8192,
            "max_position_embeddings": 4096, "num_attention_heads": 32, "num_hidden_layers": 32,
            "num_key_value_heads": 32, "original_max_position_embeddings": 4096, "resid_pdrop": 0.0,
            "rms_norm_eps": 1e-05, "rope_scaling": null, "rope_theta": 10000.0, "sliding_window": 2047"#,
        ),
        (
            "Phi-2",
            Family::Phi,
            r#""model_type": "phi", "embd_pdrop": 0.0, "hidden_act": "gelu_new", "hidden_size": 2560,
            "intermediate_size": 10240, "layer_norm_eps": 1e-05, "max_position_embeddings": 2048,
            "num_attention_heads": 32, "num_hidden_layers": 32, "num_key_value_heads": 32,
            "partial_rotary_factor": 0.4, "qk_layernorm": false, "resid_pdrop": 0.1, "rope_scaling": null,
            "rope_theta": 10000.0"#,
        ),
        (
            "Pythia",
            Family::GptNeoX,
            r#""model_type": "gpt_neox", "hidden_act": "gelu", "hidden_size": 512, "intermediate_size": 2048,
            "layer_norm_eps": 1e-05, "max_position_embeddings": 2048, "num_attention_heads": 8,
            "num_hidden_layers": 6, "rotary_emb_base": 10000, "rotary_pct": 0.25, "use_parallel_residual": true"#,
        ),
        (
            "OPT",
            Family::Opt,
            r#""model_type": "opt", "_remove_final_layer_norm": false, "activation_dropout": 0.0,
            "activation_function": "relu", "do_layer_norm_before": true, "dropout": 0.1, "ffn_dim": 3072,
            "hidden_size": 768, "init_std": 0.02, "layerdrop": 0.0, "max_position_embeddings": 2048,
            "num_attention_heads": 12, "num_hidden_layers": 12, "prefix": "</s>", "word_embed_proj_dim": 768"#,
        ),
        (
            "BLOOM",
            Family::Bloom,
            r#""model_type": "bloom", "apply_residual_connection_post_layernorm": false,
            "attention_softmax_in_fp32": true, "bias_dropout_fusion": true, "hidden_dropout": 0.0,
            "layer_norm_epsilon": 1e-05, "masked_softmax_fusion": true, "n_embed": 1024, "n_inner": null,
            "n_layer": 24, "num_attention_heads": 16, "offset_alibi": 100, "pretraining_tp": 1,
            "skip_bias_add": true, "skip_bias_add_qkv": false, "unk_token_id": 0"#,
        ),
        (
            "Falcon",
            Family::Bloom,
            r#""model_type": "falcon", "alibi": false, "apply_residual_connection_post_layernorm": false,
            "auto_map": {"AutoConfig": "configuration_falcon.FalconConfig", "AutoModel":
            "modeling_falcon.FalconModel"}, "bias": false, "hidden_dropout": 0.0, "hidden_size": 4544,
            "layer_norm_epsilon": 1e-05, "multi_query": true, "new_decoder_architecture": false,
            "num_attention_heads": 71, "num_hidden_layers": 32, "parallel_attn": true"#,
        ),
        (
            "GPT-J",
            Family::GptJ,
            r#""model_type": "gptj", "activation_function": "gelu_new", "gradient_checkpointing": false,
            "layer_norm_epsilon": 1e-05, "n_embd": 4096, "n_head": 16, "n_inner": null, "n_layer": 28,
            "n_positions": 2048, "resid_pdrop": 0.0, "rotary": true, "rotary_dim": 64, "scale_attn_weights": true,
            "summary_type": "cls_index""#,
        ),
        (
            "MPT",
            Family::Mpt,
            r#""model_type": "mpt", "attn_config": {"alibi": true, "alibi_bias_max": 8, "attn_impl": "torch",
            "attn_pdrop": 0, "attn_type": "multihead_attention", "attn_uses_sequence_id": false, "clip_qkv": null,
            "prefix_lm": false, "qk_ln": false, "softmax_scale": null}, "auto_map": {"AutoConfig":
            "configuration_mpt.MPTConfig"}, "d_model": 4096, "emb_pdrop": 0, "embedding_fraction": 1.0,
            "expansion_ratio": 4, "init_config": {"init_std": null}, "init_device": "cpu", "learned_pos_emb": true,
            "logit_scale": null, "max_seq_len": 2048, "n_heads": 32, "n_layers": 32, "no_bias": true,
            "norm_type": "low_precision_layernorm", "tokenizer_name": "EleutherAI/gpt-neox-20b", "verbose": 0"#,
        ),
        (
            "ModernBERT",
            Family::ModernBert,
            r#""model_type": "modernbert", "attention_bias": false, "classifier_activation": "gelu",
            "classifier_pooling": "mean", "cls_token_id": 50281, "decoder_bias": true,
            "deterministic_flash_attn": false, "embedding_dropout": 0.0, "global_attn_every_n_layers": 3,
            "global_rope_theta": 160000.0, "hidden_activation": "gelu", "hidden_size": 768,
            "initializer_cutoff_factor": 2.0, "intermediate_size": 1152, "layer_norm_eps": 1e-05,
            "local_attention": 128, "local_rope_theta": 10000.0, "max_position_embeddings": 8192, "mlp_bias": false,
            "mlp_dropout": 0.0, "norm_bias": false, "norm_eps": 1e-05, "num_attention_heads": 12,
            "num_hidden_layers": 22, "position_embedding_type": "absolute", "reference_compile": true,
            "sparse_pred_ignore_index": -100, "sparse_prediction": false"#,
        ),
        (
            "MPNet",
            Family::Mpnet,
            r#""model_type": "mpnet", "attention_probs_dropout_prob": 0.1, "hidden_act": "gelu",
            "hidden_size": 768, "intermediate_size": 3072, "layer_norm_eps": 1e-05, "max_position_embeddings": 514,
            "num_attention_heads": 12, "num_hidden_layers": 12, "relative_attention_num_buckets": 32"#,
        ),
        (
            "DeBERTa 3",
            Family::Deberta,
            r#""model_type": "deberta-v2", "hidden_act": "gelu", "hidden_size": 768, "intermediate_size": 3072,
            "max_position_embeddings": 512, "relative_attention": true, "position_buckets": 256,
            "norm_rel_ebd": "layer_norm", "share_att_key": true, "pos_att_type": "p2c|c2p", "layer_norm_eps": 1e-7,
            "max_relative_positions": -1, "position_biased_input": false, "num_attention_heads": 12,
            "num_hidden_layers": 12, "type_vocab_size": 0"#,
        ),
        (
            "T5",
            Family::T5,
            r#""model_type": "t5", "d_ff": 2048, "d_kv": 64, "d_model": 512, "decoder_start_token_id": 0,
            "dropout_rate": 0.1, "feed_forward_proj": "relu", "initializer_factor": 1.0, "is_encoder_decoder": true,
            "layer_norm_epsilon": 1e-06, "n_positions": 512, "num_decoder_layers": 6, "num_heads": 8,
            "num_layers": 6, "output_past": true, "relative_attention_num_buckets": 32,
            "task_specific_params": {"summarization": {"length_penalty": 2.0}}"#,
        ),
        (
            "BART",
            Family::Bart,
            r#""model_type": "bart", "activation_dropout": 0.1, "activation_function": "gelu",
            "add_bias_logits": false, "add_final_layer_norm": false, "classif_dropout": 0.1, "d_model": 768,
            "decoder_attention_heads": 12, "decoder_ffn_dim": 3072, "decoder_layerdrop": 0.0, "decoder_layers": 6,
            "encoder_attention_heads": 12, "encoder_ffn_dim": 3072, "encoder_layerdrop": 0.0, "encoder_layers": 6,
            "forced_eos_token_id": 2, "init_std": 0.02, "is_encoder_decoder": true, "max_position_embeddings": 1024,
            "normalize_before": false, "normalize_embedding": true, "num_beams": 4, "num_hidden_layers": 6,
            "scale_embedding": false"#,
        ),
        (
            "CLIP's text encoder",
            Family::ClipText,
            r#""model_type": "clip_text_model", "dropout": 0.0, "hidden_act": "quick_gelu", "hidden_size": 768,
            "initializer_factor": 1.0, "intermediate_size": 3072, "layer_norm_eps": 1e-05,
            "max_position_embeddings": 77, "num_attention_heads": 12, "num_hidden_layers": 12, "projection_dim": 768"#,
        ),
    ];

    #[test]
    fn configurations_of_known_models_are_understood() {
        let all = r#""_name_or_path": "a/b", "architectures": ["X"], "attention_dropout": 0.0, "bos_token_id": 1,
            "eos_token_id": [2, 3], "initializer_range": 0.02, "pad_token_id": 0, "tie_word_embeddings": true,
            "torch_dtype": "bfloat16", "transformers_version": "4.44.0", "use_cache": true, "vocab_size": 32000"#;
        for (name, family, own) in CONFIGURATIONS {
            let said = said(&format!("{{{all}, {own}}}"), *family);
            assert_eq!(said.vetoes, [""; 0], "{name}");
            assert!(
                said.heads.is_some() && said.width.is_some() && said.layers.is_some(),
                "{name}"
            );
            let turned = said.mechanisms.layers.iter().any(|rules| rules.rotary.is_some());
            let tells = said.mechanisms.alibi.is_some()
                || said.mechanisms.buckets.is_some()
                || said.mechanisms.disentangled.is_some()
                || said.positions.is_some();
            assert!(turned != tells, "{name}: {:?}", said.mechanisms);
        }
        let llama = said(&format!("{{{all}, {}}}", CONFIGURATIONS[0].2), Family::Llama);
        assert_eq!((llama.key_heads, llama.epsilon), (Some(8), Some(1e-5)));
        let mechanisms::Rotary { dimensions, base, .. } = llama.mechanisms.rotaries[0];
        assert_eq!((dimensions, base), (64, 500_000.0));
    }

    /// Words that keys of attention have.
    const OF_ATTENTION: &[&str] = &[
        "rope",
        "rot",
        "window",
        "alibi",
        "cap",
        "scal",
        "multipl",
        "factor",
        "norm",
        "clip",
        "qk",
        "kv",
        "bias",
        "heads",
        "causal",
        "decoder",
        "relative",
        "position",
        "attn",
        "attention",
    ];
    /// Keys with such words that do not touch attention, each for its reason.
    const UNTOUCHED: &[(&[&str], &str)] = &[
        (
            &[
                "_attn_implementation",
                "_attn_implementation_autoset",
                "attn_implementation",
                "_attn_implementation_internal",
                "attn_impl",
                "deterministic_flash_attn",
                "reorder_and_upcast_attn",
                "attention_softmax_in_fp32",
                "bias_dropout_fusion",
                "masked_softmax_fusion",
            ],
            "by which program it is computed, and in which precision",
        ),
        (
            &[
                "attention_dropout",
                "attention_probs_dropout_prob",
                "attn_pdrop",
                "initializer_factor",
                "initializer_cutoff_factor",
                "repad_logits_with_grad",
            ],
            "of training",
        ),
        (
            &[
                "output_attentions",
                "tie_encoder_decoder",
                "decoder_start_token_id",
                "add_bias_logits",
                "final_logit_softcapping",
                "logits_scaling",
                "logit_scale",
                "lm_head_bias",
                "decoder_bias",
                "classifier_bias",
                "scale_decoder_outputs",
                "pooler_num_attention_heads",
                "exponential_decay_length_penalty",
                "num_decoder_layers",
                "is_encoder_decoder",
                "decoder_layers",
                "decoder_attention_heads",
                "decoder_ffn_dim",
                "decoder_layerdrop",
            ],
            "of the answer, or of a decoder that is not run",
        ),
        (&["is_decoder"], "classes that are decoders, or run as an encoder, whatever it says"),
        (
            &[
                "max_window_layers",
                "offset_alibi",
                "n_positions",
                "sinusoidal_pos_embds",
                "down_scale_factor",
            ],
            "its class does not read it, or only to make the tables that are in the file",
        ),
        (&["bias", "skip_bias_add", "skip_bias_add_qkv"], "the tensors say which biases there are"),
        (&["layer_norm_eps"], "its class reads another key"),
        (
            &[
                "original_max_position_embeddings",
                "max_position_embeddings",
                "rope_theta",
                "rope_scaling",
                "rope_parameters",
            ],
            "left over where another kind of positions, or of scaling, is computed",
        ),
    ];

    #[test]
    fn what_is_passed_over_does_not_touch_attention() {
        let source = include_str!("readings.rs");
        let lists = source.split("pass_over(&[").skip(1).filter_map(|rest| rest.split_once("])"));
        let quoted = |(list, _): (&'static str, &'static str)| list.split('"').skip(1).step_by(2);
        let mut passed: Vec<&str> = lists.flat_map(quoted).collect();
        assert!(passed.len() >= 80, "{}", passed.len());
        passed.extend(COMMON.iter().flat_map(|(_, keys)| keys.iter().copied()));
        let tables = [BERT, ROBERTA, ELECTRA, DISTILBERT, ALBERT, GPT2, OWN].into_iter().flatten();
        passed.extend(tables.filter(|(_, meaning)| *meaning == Irrelevant).map(|(key, _)| *key));
        let told = |key: &&str| UNTOUCHED.iter().any(|(keys, _)| keys.contains(key));
        let suspect = |key: &&str| OF_ATTENTION.iter().any(|word| key.contains(word));
        let silent: Vec<&str> =
            passed.iter().copied().filter(|key| suspect(key) && !told(key)).collect();
        assert_eq!(silent, [""; 0], "say why it does not touch attention, or read it");
        let mut all = UNTOUCHED.iter().flat_map(|(keys, _)| keys.iter());
        assert_eq!(all.find(|key| !passed.contains(*key)), None, "it is not passed over any more");
    }

    #[test]
    fn no_key_is_listed_twice() {
        let common: Vec<&str> = COMMON.iter().flat_map(|(_, keys)| keys.iter().copied()).collect();
        for keys in [BERT, DISTILBERT, ALBERT, GPT2, OWN] {
            for (key, meaning) in keys.iter().chain(ABSENT) {
                assert!(!common.contains(key) || *meaning == Padding, "{key}");
            }
        }
    }
}
