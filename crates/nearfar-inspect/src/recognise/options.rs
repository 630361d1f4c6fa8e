//! What the keys of a config.json mean, family by family. A list of what is known: a key that is not
//! in it, or has another value than the one that is computed here, vetoes with its name and value.

use serde_json::Value;

use super::config::{Config, shortened, shown};
use super::report::{Activation, Family, NormPlacement};
use crate::limits;

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
        "of training alone: dropout and where weights start",
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
    /// Where config.json is silent, as the class of transformers has it.
    pub activation: Activation,
    pub epsilon: f64,
    pub types: u64,
}

const fn bert(model_type: &'static str, family: Family, keys: &'static [Keys]) -> Kind {
    Kind { model_type, family, keys, activation: Activation::Gelu, epsilon: 1e-12, types: 2 }
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
];
/// `model_type` of distance-aware models of one's own.
const DISTANCE_AWARE: &[&str] = &["nearfar", "da-transformer", "distance-aware"];

/// Why kinds of models that many people have are not run, beyond their names being unknown.
const FOREIGN: &[(&[&str], &str)] = &[
    (
        &[
            "llama",
            "mistral",
            "mixtral",
            "qwen2",
            "qwen3",
            "gemma",
            "gemma2",
            "gemma3",
            "gemma3_text",
            "phi3",
            "olmo",
            "olmo2",
            "cohere",
            "starcoder2",
            "stablelm",
            "smollm3",
            "eurobert",
            "granite",
            "deepseek_v2",
            "deepseek_v3",
            "qwen2_moe",
            "qwen3_moe",
            "gpt_oss",
        ],
        "rotary positions (RoPE), grouped queries, root-mean-square norms and gated \
         feed-forward layers",
    ),
    (
        &[
            "gpt_neox",
            "gpt_neox_japanese",
            "gptj",
            "phi",
            "codegen",
            "roformer",
            "esm",
            "nomic_bert",
            "nemotron",
            "persimmon",
        ],
        "rotary positions (RoPE)",
    ),
    (&["falcon"], "rotary positions or ALiBi and shared keys and values"),
    (&["mpt", "bloom"], "penalties of distance (ALiBi)"),
    (&["gpt_neo"], "windows of attention in every other layer"),
    (&["gpt_bigcode"], "shared or interleaved keys and values"),
    (&["deberta", "deberta-v2"], "disentangled attention over relative positions"),
    (&["modernbert", "modernbert-decoder"], "rotary positions (RoPE) and windows of attention"),
    (&["mpnet"], "relative position bias"),
    (&["longformer", "led", "big_bird", "bigbird_pegasus"], "windows of attention"),
    (
        &["t5", "mt5", "umt5", "longt5", "switch_transformers"],
        "relative position bias and two stacks, an encoder and a decoder",
    ),
    (
        &["bart", "mbart", "pegasus", "whisper", "marian", "m2m_100", "blenderbot"],
        "two stacks, an encoder and a decoder",
    ),
    (
        &["megatron-bert", "roberta-prelayernorm", "xlm-roberta-xl"],
        "norms before each map, under names of its own",
    ),
    (&["xlnet"], "relative positions and two streams"),
];

/// What a config.json says of a model of a family; `None` where it is silent.
#[derive(Clone, Debug, Default)]
pub(super) struct Said {
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

impl Said {
    /// What `config` says of a model whose tensors are those of `family`.
    pub fn of(config: &Config, family: Family) -> Said {
        let mut said = Said { kind: kind(Some(config)), ..Said::default() };
        if let Some(why) = said.foreign(config, family) {
            said.is_foreign = said.kind.is_none();
            said.vetoes.push(why);
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
                Some(meaning) => {
                    if let Err(why) = said.take(meaning, value)
                        && !said.is_foreign
                    {
                        said.vetoes.push(format!("config.json: `{key}` = {}: {why}", shown(value)));
                    }
                }
                None if common() || said.is_foreign && !is_telling(key) => {}
                None => said.vetoes.push(unknown(key, value)),
            }
        }
        said
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
                let known = FOREIGN.iter().find(|(kinds, _)| kinds.contains(&name.as_str()));
                let what = known.map_or("its rules", |(_, what)| what);
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
        if value.is_null()
            && matches!(meaning, FeedForward | Padding | HeadSize | Embedding | Absolute)
        {
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
        "rotary positions (RoPE) are not known here yet"
    } else if known(&["alibi"]) {
        "ALiBi is not known here yet"
    } else if known(&["window"]) {
        "windows of attention are not known here yet"
    } else if known(&["relative"]) {
        "relative positions of this kind are not known here yet"
    } else if known(&["num_key_value_heads", "num_kv_heads", "multi_query"]) {
        "shared keys and values are not known here yet"
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
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(text: &str, family: Family) -> Said {
        Said::of(&Config::read(text.as_bytes()).expect("a config"), family)
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
            (r#"{"model_type": "mpt"}"#, Family::Other, "ALiBi"),
            (r#"{"model_type": "t5"}"#, Family::Other, "decoder"),
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
