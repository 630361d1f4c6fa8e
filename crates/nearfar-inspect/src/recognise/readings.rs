//! What the configuration of each family means, as the class of transformers reads it: one function to a
//! `model_type`, which takes every key that it understands. What is left over vetoes with its name and
//! value (`options`), as does a value that is not understood. A key that is absent is as the class has it.

use serde_json::Value;

use super::config::{Config, shortened, shown};
use super::options::{self, Declared, activation};
use crate::limits;
use crate::report::mechanisms::{
    Alibi, Buckets, Disentangled, LayerRules, Mechanisms, NormKind, Residual, Rotary, RotaryLayout,
    RotaryScaling, Window,
};
use crate::report::{Activation, NormPlacement, Role};

/// A reading of a family's configuration.
pub(super) type Reading = fn(&mut Keys, &mut Declared);

/// Keys that were not taken yet.
pub(super) struct Keys<'a> {
    /// What stands before a key's name: `rope_parameters.`.
    path: String,
    left: Vec<(&'a str, &'a Value)>,
    /// What is not understood.
    pub vetoes: Vec<String>,
}

impl<'a> Keys<'a> {
    /// All keys of a configuration.
    pub fn of(config: &'a Config) -> Keys<'a> {
        Keys { path: String::new(), left: config.entries().collect(), vetoes: Vec::new() }
    }

    /// What no reading took.
    pub fn left(&self) -> impl Iterator<Item = (&'a str, &'a Value)> + '_ {
        self.left.iter().copied()
    }

    /// Why a value is not understood.
    fn refuse(&mut self, key: &str, value: &Value, why: &str) {
        let name = shortened(key);
        self.vetoes.push(format!("config.json: `{}{name}` = {}: {why}", self.path, shown(value)));
    }

    fn take(&mut self, key: &str) -> Option<&'a Value> {
        let place = self.left.iter().position(|(known, _)| *known == key)?;
        Some(self.left.swap_remove(place).1)
    }

    /// A value, where `read` understands it; `None` where it is absent, and where it is refused.
    fn read<T>(
        &mut self,
        key: &str,
        expected: &str,
        read: impl FnOnce(&'a Value) -> Option<T>,
    ) -> Option<T> {
        let value = self.take(key)?;
        let found = read(value);
        if found.is_none() {
            self.refuse(key, value, expected);
        }
        found
    }

    /// These keys are as if they were absent where they are null, or say otherwise that nothing is there.
    fn nullable(&mut self, keys: &[&str]) {
        self.left.retain(|(key, value)| !(keys.contains(key) && options::is_off(key, value)));
    }

    /// These keys say nothing that is computed here.
    fn pass_over(&mut self, keys: &[&str]) {
        self.left.retain(|(key, _)| !keys.contains(key));
    }

    fn whole(&mut self, key: &str, most: usize) -> Option<usize> {
        let expected = format!("a whole number from 1 to {most} is expected");
        self.read(key, &expected, |value| {
            let number = value.as_u64().and_then(|number| usize::try_from(number).ok());
            number.filter(|number| (1..=most).contains(number))
        })
    }

    fn size(&mut self, key: &str) -> Option<u64> {
        self.read(key, "a whole number is expected", Value::as_u64)
    }

    fn number(&mut self, key: &str) -> Option<f64> {
        self.read(key, "a number is expected", |value| value.as_f64().filter(|x| x.is_finite()))
    }

    fn positive(&mut self, key: &str) -> Option<f64> {
        let positive = |value: &Value| value.as_f64().filter(|x| *x > 0.0 && x.is_finite());
        self.read(key, "a number above 0 is expected", positive)
    }

    /// A number above 0 that the root may have, too; where both do, they must be the same.
    fn agreed(&mut self, key: &str, root: Option<f64>) -> Option<f64> {
        let own = self.positive(key);
        if let (Some(own), Some(root)) = (own, root)
            && own != root
        {
            let why = format!("another key has {root}");
            self.refuse(key, &Value::from(own), &why);
        }
        own.or(root)
    }

    fn switch(&mut self, key: &str) -> Option<bool> {
        self.read(key, "true or false is expected", Value::as_bool)
    }

    /// A switch that is off where it is absent or null.
    fn is_on(&mut self, key: &str) -> bool {
        self.nullable(&[key]);
        self.switch(key).unwrap_or(false)
    }

    fn text(&mut self, key: &str) -> Option<&'a str> {
        self.read(key, "a text is expected", Value::as_str)
    }

    /// A key that may be absent or have one of these values; nothing else is computed here.
    fn must(&mut self, key: &str, values: &[Value]) {
        self.read(key, "it is not known here yet", |value| values.contains(value).then_some(()));
    }

    /// A key that may be absent, null or false.
    fn must_not(&mut self, key: &str) {
        self.must(key, &[Value::Null, Value::Bool(false)]);
    }

    fn activation(&mut self, key: &str) -> Option<Activation> {
        self.read(key, "this activation is not computed here", |value| activation(value.as_str()?))
    }

    fn epsilon(&mut self, key: &str) -> Option<f64> {
        let within = |value: &Value| value.as_f64().filter(|epsilon| (0.0..1.0).contains(epsilon));
        self.read(key, "a number from 0 to 1 is expected", within)
    }

    /// The keys of an object; `None` where it is absent.
    fn object(&mut self, key: &str) -> Option<Keys<'a>> {
        let entries = self.read(key, "an object is expected", Value::as_object)?;
        Some(Keys {
            path: format!("{}{key}.", self.path),
            left: entries.iter().map(|(key, value)| (key.as_str(), value)).collect(),
            vetoes: Vec::new(),
        })
    }

    /// What an object did not say in a way that is understood.
    fn close(&mut self, mut inner: Keys) {
        for (key, value) in std::mem::take(&mut inner.left) {
            inner.refuse(key, value, "what it does to attention is not known here");
        }
        self.vetoes.append(&mut inner.vetoes);
    }

    /// A list of numbers above 0 of a length.
    fn numbers(&mut self, key: &str, length: usize) -> Option<Vec<f64>> {
        let positive = |value: &Value| value.as_f64().filter(|x| *x > 0.0 && x.is_finite());
        let expected = format!("{length} numbers above 0 are expected");
        self.read(key, &expected, |value| {
            let list = value.as_array().filter(|list| list.len() == length)?;
            list.iter().map(positive).collect()
        })
    }

    /// The kind of attention of each layer, where it is listed: whether it is one of a window.
    fn layer_types(&mut self, layers: usize) -> Option<Vec<bool>> {
        // A list without windows is one, too: some classes have windows where there is no list.
        self.left.retain(|(key, value)| !(*key == "layer_types" && value.is_null()));
        let expected =
            "a list of `full_attention` and `sliding_attention`, one for each layer, is expected";
        self.read("layer_types", expected, |value| {
            let list = value.as_array().filter(|list| list.len() == layers)?;
            let kind = |value: &Value| match value.as_str()? {
                "full_attention" => Some(false),
                "sliding_attention" => Some(true),
                _ => None,
            };
            list.iter().map(kind).collect()
        })
    }
}

/// How a family rotates where its configuration does not say otherwise.
struct Rotates {
    theta: f64,
    /// Which part of a head is turned.
    share: f64,
    /// Whether `partial_rotary_factor` is read.
    may_share: bool,
    layout: RotaryLayout,
    /// Whether the root's `original_max_position_embeddings` goes before that of the object.
    own_positions: Option<f64>,
    /// θ and the share under keys of the family's own.
    root: (Option<f64>, Option<f64>),
}

impl Default for Rotates {
    fn default() -> Self {
        Rotates {
            theta: 10_000.0,
            share: 1.0,
            may_share: false,
            layout: RotaryLayout::Halves,
            own_positions: None,
            root: (None, None),
        }
    }
}

/// The rotation of all layers: `rope_parameters`, or `rope_theta` and `rope_scaling` as older files have it.
fn rotary(
    keys: &mut Keys,
    said: &Declared,
    positions: Option<f64>,
    how: Rotates,
) -> Option<Rotary> {
    keys.nullable(&["rope_scaling", "rope_parameters"]);
    let (theta, share) = how.root;
    let root = (keys.agreed("rope_theta", theta), keys.agreed("partial_rotary_factor", share));
    let own = keys.positive("original_max_position_embeddings").or(how.own_positions);
    let both = ["rope_scaling", "rope_parameters"]
        .map(|key| keys.left().find(|(known, _)| *known == key).map(|(_, value)| value));
    if let [Some(scaling), Some(parameters)] = both
        && scaling != parameters
    {
        keys.refuse("rope_scaling", scaling, "`rope_parameters` says otherwise");
    }
    let older = keys.object("rope_scaling");
    let inner = keys.object("rope_parameters").or(older);
    let Some(mut inner) = inner else {
        let none = Value::Null;
        let mut nothing = Keys { path: String::new(), left: Vec::new(), vetoes: Vec::new() };
        let found = rotation(&mut nothing, said, root, positions, own, &how);
        if found.is_none() {
            keys.refuse("head_dim", &none, "rotary positions need an even number to turn");
        }
        return found;
    };
    let found = rotation(&mut inner, said, root, positions, own, &how);
    keys.close(inner);
    found
}

/// One rotation, from the object that describes it.
fn rotation(
    keys: &mut Keys,
    said: &Declared,
    (root_theta, root_share): (Option<f64>, Option<f64>),
    positions: Option<f64>,
    own_positions: Option<f64>,
    how: &Rotates,
) -> Option<Rotary> {
    keys.nullable(&["factor", "attention_factor", "mscale", "mscale_all_dim"]);
    keys.nullable(&["beta_fast", "beta_slow"]);
    let base = keys.agreed("rope_theta", root_theta).unwrap_or(how.theta);
    let share = keys.agreed("partial_rotary_factor", root_share);
    if let Some(share) = share.filter(|&share| share > 1.0 || share != 1.0 && !how.may_share) {
        keys.refuse("partial_rotary_factor", &Value::from(share), "it is not known here yet");
    }
    let share = share.unwrap_or(how.share);
    let size = said.head_size.or(said.size_by_width())?;
    let dimensions = (size as f64 * share) as usize;
    if dimensions < 2 || !dimensions.is_multiple_of(2) || dimensions > size {
        let found = Value::from(dimensions as u64);
        keys.refuse("dimensions", &found, "an even number within a head is expected");
        return None;
    }
    let older = keys.text("type");
    let kind = keys.text("rope_type").or(older).unwrap_or("default");
    if let Some(older) = older.filter(|older| *older != kind) {
        keys.refuse("type", &Value::from(older), "`rope_type` says otherwise");
    }
    let kind = match kind {
        // As Phi-3's class calls its own.
        "su" | "yarn" if how.own_positions.is_some() => "longrope",
        kind => kind,
    };
    let trained = |keys: &mut Keys| {
        let inner = keys.positive("original_max_position_embeddings");
        own_positions.or(inner).or(positions)
    };
    let scaling = match kind {
        "default" => RotaryScaling::None,
        "linear" => RotaryScaling::Linear { factor: keys.positive("factor")? },
        "dynamic" if dimensions > 2 => {
            RotaryScaling::Dynamic { factor: keys.positive("factor")?, positions: positions? }
        }
        "yarn" => {
            let positions = trained(keys)?;
            let factor = keys.positive("factor")?;
            let (scale, all) = (keys.number("mscale"), keys.number("mscale_all_dim"));
            let grown = |by: f64| if factor <= 1.0 { 1.0 } else { 0.1 * by * factor.ln() + 1.0 };
            let usual = match (scale, all) {
                (Some(scale), Some(all)) if scale != 0.0 && all != 0.0 => grown(scale) / grown(all),
                _ => grown(1.0),
            };
            RotaryScaling::Yarn {
                factor,
                positions,
                fast: keys.positive("beta_fast").unwrap_or(32.0),
                slow: keys.positive("beta_slow").unwrap_or(1.0),
                attention: keys.positive("attention_factor").unwrap_or(usual),
                truncate: keys.switch("truncate").unwrap_or(true),
            }
        }
        "llama3" => {
            let positions = trained(keys)?;
            RotaryScaling::Llama3 {
                factor: keys.positive("factor")?,
                low: keys.positive("low_freq_factor")?,
                high: keys.positive("high_freq_factor")?,
                positions,
            }
        }
        "longrope" => {
            let first = trained(keys)?;
            let factor = keys.positive("factor").or(positions.map(|most| most / first))?;
            let usual = match factor <= 1.0 {
                true => 1.0,
                false => (1.0 + factor.ln() / first.ln()).sqrt(),
            };
            RotaryScaling::LongFactors {
                short: keys.numbers("short_factor", dimensions / 2)?,
                long: keys.numbers("long_factor", dimensions / 2)?,
                positions: first,
                attention: keys.positive("attention_factor").unwrap_or(usual),
            }
        }
        _ => {
            keys.refuse("rope_type", &Value::from(kind), "this scaling is not known here yet");
            return None;
        }
    };
    // Left over from another kind.
    keys.pass_over(&["original_max_position_embeddings"]);
    let finite = match &scaling {
        RotaryScaling::LongFactors { attention, .. } | RotaryScaling::Yarn { attention, .. } => {
            attention.is_finite()
        }
        _ => true,
    };
    if !finite {
        keys.refuse("rope_type", &Value::from(kind), "its numbers leave what can be computed");
        return None;
    }
    Some(Rotary { dimensions, base, layout: how.layout, scaling })
}

/// The same rotation for all layers, or a veto where what describes it is incomplete.
fn rotates(keys: &mut Keys, said: &mut Declared, how: Rotates) {
    let before = keys.vetoes.len();
    let positions = keys.positive("max_position_embeddings");
    match rotary(keys, said, positions, how) {
        Some(rotary) => {
            said.mechanisms.rotaries = vec![rotary];
            each_layer(said, |_, rules| rules.rotary = Some(0));
        }
        None if keys.vetoes.len() == before => {
            let why = "config.json: how its rotary positions (RoPE) turn is not said in full: the width \
                       of its heads, or a key of `rope_parameters`, is missing";
            keys.vetoes.push(why.to_owned());
        }
        None => {}
    }
}

/// Rules of each layer. A configuration that does not say how many layers there are has them for all.
fn each_layer(said: &mut Declared, mut rule: impl FnMut(usize, &mut LayerRules)) {
    let count = said.layers.unwrap_or(limits::LAYERS).min(limits::LAYERS);
    let layers = &mut said.mechanisms.layers;
    layers.resize(count.max(layers.len()), LayerRules::default());
    layers.iter_mut().enumerate().for_each(|(layer, rules)| rule(layer, rules));
}

/// A causal window of `width` tokens, itself included, for the layers that have it.
fn windows(said: &mut Declared, width: usize, has: impl Fn(usize) -> bool) {
    let window = Window { before: width - 1, behind: 0 };
    each_layer(said, |layer, rules| rules.window = has(layer).then_some(window));
}

/// Sizes under BERT's keys, which most families have.
fn sizes(keys: &mut Keys, said: &mut Declared) {
    said.width = keys.size("hidden_size");
    said.layers = keys.whole("num_hidden_layers", limits::LAYERS);
    said.heads = keys.whole("num_attention_heads", limits::HEADS);
    said.feed_forward = keys.size("intermediate_size");
    said.words = keys.size("vocab_size");
}

/// Whether layers, or the model, have parts that names leave open.
fn has(said: &mut Declared, roles: &[Role], is: bool) {
    said.has.extend(roles.iter().map(|&role| (role, is)));
}

/// Of a decoder without tables of positions, token types or maps around its layers.
fn bare(said: &mut Declared) {
    said.causal = Some(true);
    has(said, &[Role::PositionEmbedding, Role::TypeEmbedding, Role::EmbeddingNormGain], false);
}

const QUERY_KEY_VALUE: [Role; 3] = [Role::QueryBias, Role::KeyBias, Role::ValueBias];
const FEED_FORWARD: [Role; 3] = [Role::GateBias, Role::HiddenBias, Role::FeedForwardBias];
const HEAD_NORMS: [Role; 2] = [Role::QueryNormGain, Role::KeyNormGain];

/// What Llama and its kin share.
fn llama_like(keys: &mut Keys, said: &mut Declared, key_heads: Option<usize>) {
    sizes(keys, said);
    keys.nullable(&["head_dim", "num_key_value_heads"]);
    said.head_size = keys.whole("head_dim", 1 << 20);
    said.key_heads = keys.whole("num_key_value_heads", limits::HEADS).or(key_heads);
    said.epsilon = keys.epsilon("rms_norm_eps");
    said.mechanisms.norm = NormKind::Rms;
    bare(said);
    has(said, &[Role::GateWeight], true);
}

/// Llama, versions 1 to 3.
pub(super) fn llama(keys: &mut Keys, said: &mut Declared) {
    llama_like(keys, said, None);
    said.activation = keys.activation("hidden_act");
    keys.pass_over(&["pretraining_tp", "is_llama_config", "max_sequence_length"]);
    keys.must_not("rope_interleaved");
    rotates(keys, said, Rotates::default());
    let (attention, mlp) = (keys.is_on("attention_bias"), keys.is_on("mlp_bias"));
    has(said, &QUERY_KEY_VALUE, attention);
    has(said, &[Role::OutputBias], attention);
    has(said, &FEED_FORWARD, mlp);
    has(said, &HEAD_NORMS, false);
}

/// Llama's kin under GGUF's keys.
fn in_gguf(keys: &mut Keys, said: &mut Declared, layout: RotaryLayout) {
    said.width = keys.size("embedding_length");
    said.layers = keys.whole("block_count", limits::LAYERS);
    said.heads = keys.whole("attention.head_count", limits::HEADS);
    said.key_heads = keys.whole("attention.head_count_kv", limits::HEADS);
    said.feed_forward = keys.size("feed_forward_length");
    said.words = keys.size("vocab_size");
    let sizes = ["attention.key_length", "attention.value_length"];
    let [key, value] = sizes.map(|name| keys.whole(name, 1 << 20));
    said.head_size = key.or(value);
    if let (Some(key), Some(value)) = (key, value)
        && key != value
    {
        keys.refuse("attention.value_length", &Value::from(value as u64), "keys are not as long");
    }
    match keys.epsilon("attention.layer_norm_rms_epsilon") {
        None => keys.refuse("attention.layer_norm_rms_epsilon", &Value::Null, "ε is not said"),
        epsilon => said.epsilon = epsilon,
    }
    said.mechanisms.norm = NormKind::Rms;
    bare(said);
    has(said, &[Role::GateWeight], true);
    keys.pass_over(&["context_length"]);
    for key in ["expert_count", "expert_used_count"] {
        let expected = "a mixture of experts is not run";
        keys.read(key, expected, |value| (value.as_u64() == Some(0)).then_some(()));
    }
    let base = keys.positive("rope.freq_base").unwrap_or(10_000.0);
    let scaling = match keys.text("rope.scaling.type").unwrap_or("none") {
        "none" => RotaryScaling::None,
        "linear" => {
            RotaryScaling::Linear { factor: keys.positive("rope.scaling.factor").unwrap_or(1.0) }
        }
        other => {
            keys.refuse("rope.scaling.type", &Value::from(other), "it is not known here yet");
            RotaryScaling::None
        }
    };
    let size = said.head_size.or(said.size_by_width());
    let dimensions = keys.whole("rope.dimension_count", 1 << 20).or(size).unwrap_or(0);
    if !dimensions.is_multiple_of(2) || Some(dimensions) > size {
        let found = Value::from(dimensions as u64);
        keys.refuse("rope.dimension_count", &found, "an even number within a head is expected");
    }
    said.mechanisms.rotaries = vec![Rotary { dimensions, base, layout, scaling }];
    each_layer(said, |_, rules| rules.rotary = Some(0));
    has(said, &FEED_FORWARD, false);
    has(said, &[Role::OutputBias], false);
}

/// Llama and Mistral in GGUF: rows of queries and keys lie so that neighbours turn together.
pub(super) fn llama_in_gguf(keys: &mut Keys, said: &mut Declared) {
    in_gguf(keys, said, RotaryLayout::Pairs);
    has(said, &QUERY_KEY_VALUE, false);
    has(said, &HEAD_NORMS, false);
}

/// Qwen 2 in GGUF.
pub(super) fn qwen2_in_gguf(keys: &mut Keys, said: &mut Declared) {
    in_gguf(keys, said, RotaryLayout::Halves);
    has(said, &QUERY_KEY_VALUE, true);
    has(said, &[Role::RotaryFactors], false);
    has(said, &HEAD_NORMS, false);
}

/// Qwen 3 in GGUF.
pub(super) fn qwen3_in_gguf(keys: &mut Keys, said: &mut Declared) {
    in_gguf(keys, said, RotaryLayout::Halves);
    has(said, &QUERY_KEY_VALUE, false);
    has(said, &[Role::RotaryFactors], false);
    has(said, &HEAD_NORMS, true);
}

/// Gemma 2 and 3 in GGUF. Scale, windows and the base of layers with a window stand in no key: they are those
/// of llama.cpp, which reads such files (`llama-model.cpp`, `load_hparams`). Gains of norms are kept whole.
fn gemma_in_gguf(
    keys: &mut Keys,
    said: &mut Declared,
    every: usize,
    large: usize,
    local: Option<f64>,
) {
    let window = keys.whole("attention.sliding_window", 1 << 30);
    let every = keys.whole("attention.sliding_window_pattern", 1 << 20).unwrap_or(every);
    let local = keys.positive("rope.freq_base_swa").or(local);
    keys.pass_over(&["final_logit_softcapping"]);
    in_gguf(keys, said, RotaryLayout::Halves);
    let Some(window) = window else {
        keys.refuse("attention.sliding_window", &Value::Null, "it is not said");
        return;
    };
    windows(said, window, |layer| !(layer + 1).is_multiple_of(every));
    if let (Some(base), Some(rotary)) = (local, said.mechanisms.rotaries.first().cloned()) {
        let scaling = RotaryScaling::None;
        said.mechanisms.rotaries.push(Rotary { base, scaling, ..rotary });
        each_layer(said, |_, rules| rules.rotary = Some(usize::from(rules.window.is_some())));
    }
    let size = match said.layers == Some(large) {
        true => said.size_by_width(),
        false => said.head_size.or(said.size_by_width()),
    };
    said.scale = size.map(|size| 1.0 / (size as f64).sqrt());
    if let Some(width) = said.width {
        said.mechanisms.embedding_factor = (width as f64).sqrt();
    }
    has(said, &QUERY_KEY_VALUE, false);
    has(said, &[Role::RotaryFactors], false);
}

/// Gemma 2 in GGUF; the model of 46 layers scales by its width.
pub(super) fn gemma2_in_gguf(keys: &mut Keys, said: &mut Declared) {
    let cap = keys.positive("attn_logit_softcapping").unwrap_or(50.0);
    gemma_in_gguf(keys, said, 2, 46, None);
    said.mechanisms.soft_cap = Some(cap);
    has(said, &HEAD_NORMS, false);
}

/// Gemma 3 in GGUF; the model of 62 layers scales by its width.
pub(super) fn gemma3_in_gguf(keys: &mut Keys, said: &mut Declared) {
    gemma_in_gguf(keys, said, 6, 62, Some(10_000.0));
    has(said, &HEAD_NORMS, true);
}

/// Mistral: Llama with a window in all layers.
pub(super) fn mistral(keys: &mut Keys, said: &mut Declared) {
    let window = window_of(keys, Some(4096));
    llama_like(keys, said, Some(8));
    said.activation = keys.activation("hidden_act");
    rotates(keys, said, Rotates::default());
    if let Some(window) = window {
        windows(said, window, |_| true);
    }
    has(said, &QUERY_KEY_VALUE, false);
    has(said, &[Role::OutputBias], false);
    has(said, &FEED_FORWARD, false);
    has(said, &HEAD_NORMS, false);
}

/// `sliding_window`: null or 0 is none; absent as the class has it.
fn window_of(keys: &mut Keys, usual: Option<usize>) -> Option<usize> {
    let most = 1 << 30;
    let expected = format!("null or a whole number from 1 to {most} is expected");
    let said = keys.read("sliding_window", &expected, |value| {
        if options::is_off("sliding_window", value) {
            return Some(None);
        }
        let number = value.as_u64().and_then(|number| usize::try_from(number).ok());
        number.filter(|number| (1..=most).contains(number)).map(Some)
    });
    said.unwrap_or(usual)
}

/// Qwen 2 and 3: windows only where they are switched on.
fn qwen(keys: &mut Keys, said: &mut Declared) {
    keys.must_not("use_mrope");
    llama_like(keys, said, Some(32));
    said.activation = keys.activation("hidden_act");
    rotates(keys, said, Rotates::default());
    let layers = said.layers.unwrap_or(0);
    let (is, window) = (keys.is_on("use_sliding_window"), window_of(keys, Some(4096)));
    let from = keys.size("max_window_layers").unwrap_or(28);
    let listed = keys.layer_types(layers);
    let window = window.filter(|_| is);
    match (window, listed) {
        (Some(window), Some(listed)) => {
            windows(said, window, |layer| listed.get(layer).copied().unwrap_or(false));
        }
        (Some(window), None) => windows(said, window, |layer| layer as u64 >= from),
        (None, Some(listed)) if listed.contains(&true) => {
            let why = "config.json: `layer_types` names layers with a window, but \
                       `use_sliding_window` and `sliding_window` give none";
            keys.vetoes.push(why.to_owned());
        }
        (None, _) => {}
    }
    has(said, &FEED_FORWARD, false);
}

/// Qwen 2: queries, keys and values have biases.
pub(super) fn qwen2(keys: &mut Keys, said: &mut Declared) {
    qwen(keys, said);
    has(said, &QUERY_KEY_VALUE, true);
    has(said, &[Role::OutputBias], false);
    has(said, &HEAD_NORMS, false);
}

/// Qwen 3: queries and keys have norms.
pub(super) fn qwen3(keys: &mut Keys, said: &mut Declared) {
    qwen(keys, said);
    said.head_size = said.head_size.or(Some(128));
    let biases = keys.is_on("attention_bias");
    has(said, &QUERY_KEY_VALUE, biases);
    has(said, &[Role::OutputBias], biases);
    has(said, &HEAD_NORMS, true);
}

/// SmolLM 3: every fourth layer is not turned.
pub(super) fn smollm3(keys: &mut Keys, said: &mut Declared) {
    llama_like(keys, said, Some(4));
    said.activation = keys.activation("hidden_act");
    keys.pass_over(&["pretraining_tp", "max_window_layers"]);
    rotates(keys, said, Rotates { theta: 2_000_000.0, ..Rotates::default() });
    keys.nullable(&["no_rope_layers"]);
    let layers = said.layers.unwrap_or(0);
    let every = keys.whole("no_rope_layer_interval", 1 << 20).unwrap_or(4);
    let expected = "a list of 0 and 1, one for each layer, is expected";
    let listed: Option<Vec<bool>> = keys.read("no_rope_layers", expected, |value| {
        let list = value.as_array().filter(|list| list.len() == layers)?;
        let turns = |value: &Value| match value.as_u64()? {
            0 => Some(false),
            1 => Some(true),
            _ => None,
        };
        list.iter().map(turns).collect()
    });
    let turns = |layer: usize| match &listed {
        Some(listed) => listed.get(layer).copied().unwrap_or(true),
        None => !(layer + 1).is_multiple_of(every),
    };
    if !said.mechanisms.rotaries.is_empty() {
        each_layer(said, |layer, rules| rules.rotary = turns(layer).then_some(0));
    }
    let is = keys.is_on("use_sliding_window");
    let window = window_of(keys, None).filter(|_| is);
    let types = keys.layer_types(layers);
    match window {
        Some(window) => windows(said, window, |layer| match &types {
            Some(types) => types.get(layer).copied().unwrap_or(false),
            None => !turns(layer),
        }),
        None if types.is_some_and(|types| types.contains(&true)) => {
            let why = "config.json: `layer_types` names layers with a window, but none is given";
            keys.vetoes.push(why.to_owned());
        }
        None => {}
    }
    let (attention, mlp) = (keys.is_on("attention_bias"), keys.is_on("mlp_bias"));
    has(said, &QUERY_KEY_VALUE, attention);
    has(said, &[Role::OutputBias], attention);
    has(said, &FEED_FORWARD, mlp);
    has(said, &HEAD_NORMS, false);
}

/// Granite: Llama with factors of its own.
pub(super) fn granite(keys: &mut Keys, said: &mut Declared) {
    llama(keys, said);
    let mut factor = |key: &str| keys.positive(key).unwrap_or(1.0);
    said.mechanisms.embedding_factor = factor("embedding_multiplier");
    said.mechanisms.residual_factor = factor("residual_multiplier");
    said.scale = Some(factor("attention_multiplier"));
    keys.pass_over(&["logits_scaling"]);
}

/// OLMo 2: norms behind each map, and of all queries and keys together.
pub(super) fn olmo2(keys: &mut Keys, said: &mut Declared) {
    llama_like(keys, said, None);
    said.activation = keys.activation("hidden_act");
    rotates(keys, said, Rotates::default());
    let biases = keys.is_on("attention_bias");
    has(said, &QUERY_KEY_VALUE, biases);
    has(said, &[Role::OutputBias], biases);
    has(said, &FEED_FORWARD, false);
    has(said, &HEAD_NORMS, true);
}

/// Phi 1 and 2.
pub(super) fn phi(keys: &mut Keys, said: &mut Declared) {
    sizes(keys, said);
    keys.nullable(&["num_key_value_heads", "head_dim"]);
    said.head_size = keys.whole("head_dim", 1 << 20);
    said.key_heads = keys.whole("num_key_value_heads", limits::HEADS);
    said.activation = keys.activation("hidden_act");
    said.epsilon = keys.epsilon("layer_norm_eps");
    bare(said);
    keys.must_not("qk_layernorm");
    rotates(keys, said, Rotates { share: 0.5, may_share: true, ..Rotates::default() });
    said.mechanisms.residual = Residual::Parallel;
}

/// What all versions of Gemma share.
fn gemma_like(keys: &mut Keys, said: &mut Declared, key_heads: usize) {
    llama_like(keys, said, Some(key_heads));
    said.head_size = said.head_size.or(Some(256));
    said.mechanisms.norm = NormKind::RmsFromOne;
    if let Some(width) = said.width {
        said.mechanisms.embedding_factor = (width as f64).sqrt();
    }
    keys.must_not("use_bidirectional_attention");
    keys.pass_over(&["cache_implementation", "final_logit_softcapping"]);
    let biases = keys.is_on("attention_bias");
    has(said, &QUERY_KEY_VALUE, biases);
    has(said, &[Role::OutputBias], biases);
    has(said, &FEED_FORWARD, false);
}

/// Gemma, the first.
pub(super) fn gemma(keys: &mut Keys, said: &mut Declared) {
    gemma_like(keys, said, 16);
    // "gelu" is an older spelling of the same (transformers, `GemmaConfig.__post_init__`).
    said.activation = match keys.activation("hidden_act") {
        Some(Activation::Gelu) => Some(Activation::GeluTanh),
        other => other,
    };
    keys.must("hidden_activation", &[Value::Null, Value::from("gelu_pytorch_tanh")]);
    rotates(keys, said, Rotates::default());
    has(said, &HEAD_NORMS, false);
}

/// Gemma 2 and 3: scale, cap and windows in some layers.
fn gemma_windows(
    keys: &mut Keys,
    said: &mut Declared,
    cap: Option<f64>,
    has_window: impl Fn(usize) -> bool,
) {
    gemma_like(keys, said, 4);
    // Its class reads `hidden_activation` alone.
    keys.pass_over(&["hidden_act"]);
    said.activation = keys.activation("hidden_activation");
    said.scale = Some(1.0 / keys.positive("query_pre_attn_scalar").unwrap_or(256.0).sqrt());
    let expected = "null or a number above 0 is expected";
    let read = keys.read("attn_logit_softcapping", expected, |value| {
        if options::is_off("attn_logit_softcapping", value) {
            return Some(None);
        }
        value.as_f64().filter(|x| *x > 0.0 && x.is_finite()).map(Some)
    });
    said.mechanisms.soft_cap = read.unwrap_or(cap);
    let layers = said.layers.unwrap_or(limits::LAYERS);
    let listed = keys.layer_types(layers);
    let is_sliding = |layer: usize| match &listed {
        Some(listed) => listed.get(layer).copied().unwrap_or(false),
        None => has_window(layer),
    };
    match window_of(keys, Some(4096)) {
        Some(window) => windows(said, window, is_sliding),
        None if (0..layers).any(is_sliding) => {
            let why = "config.json: `sliding_window` = null, but some layers have a window";
            keys.vetoes.push(why.to_owned());
        }
        None => {}
    }
}

/// Gemma 2.
pub(super) fn gemma2(keys: &mut Keys, said: &mut Declared) {
    gemma_windows(keys, said, Some(50.0), |layer| layer % 2 == 0);
    rotates(keys, said, Rotates::default());
    has(said, &HEAD_NORMS, false);
}

/// Gemma 3's text model: layers with a window turn by another base.
pub(super) fn gemma3(keys: &mut Keys, said: &mut Declared) {
    let every = [
        keys.whole("sliding_window_pattern", 1 << 20),
        keys.whole("_sliding_window_pattern", 1 << 20),
    ];
    let every = every[0].or(every[1]).unwrap_or(6);
    gemma_windows(keys, said, None, |layer| !(layer + 1).is_multiple_of(every));
    has(said, &HEAD_NORMS, true);
    local_and_global(keys, said, [1_000_000.0, 10_000.0], ["rope_theta", "rope_local_base_freq"]);
}

/// Two rotations, of layers that see all and of those with a window: `rope_parameters` by the kind of the
/// layer, or two bases under keys of their own.
fn local_and_global(keys: &mut Keys, said: &mut Declared, usual: [f64; 2], roots: [&str; 2]) {
    let before = keys.vetoes.len();
    keys.nullable(&["rope_scaling", "rope_parameters"]);
    let positions = keys.positive("max_position_embeddings");
    let bases = roots.map(|key| keys.positive(key));
    let scaling = keys.object("rope_scaling");
    let mut parameters = keys.object("rope_parameters");
    if let (Some(_), Some(scaling)) = (&parameters, &scaling) {
        let path = scaling.path.clone();
        keys.vetoes.push(format!("config.json: `{path}` stands beside `rope_parameters`"));
    }
    let mut scaling = scaling;
    let mut rotaries = Vec::new();
    for (place, kind) in ["full_attention", "sliding_attention"].into_iter().enumerate() {
        let inner = parameters.as_mut().and_then(|parameters| {
            parameters.nullable(&[kind]);
            parameters.object(kind)
        });
        // The older key scales what sees all.
        let inner = inner.or_else(|| scaling.take().filter(|_| place == 0));
        let mut inner =
            inner.unwrap_or(Keys { path: String::new(), left: Vec::new(), vetoes: Vec::new() });
        let theta = usual.get(place).copied().unwrap_or(10_000.0);
        let how = Rotates { theta, ..Rotates::default() };
        let root = (bases.get(place).copied().flatten(), None);
        rotaries.extend(rotation(&mut inner, said, root, positions, None, &how));
        keys.close(inner);
    }
    if let Some(parameters) = parameters {
        keys.close(parameters);
    }
    if rotaries.len() == 2 {
        said.mechanisms.rotaries = rotaries;
        each_layer(said, |_, rules| rules.rotary = Some(usize::from(rules.window.is_some())));
    } else if keys.vetoes.len() == before {
        let why = "config.json: how its rotary positions (RoPE) turn is not said in full";
        keys.vetoes.push(why.to_owned());
    }
}

/// Phi-3 and Phi-4-mini.
pub(super) fn phi3(keys: &mut Keys, said: &mut Declared) {
    let window = window_of(keys, None);
    llama_like(keys, said, None);
    said.activation = keys.activation("hidden_act");
    said.epsilon = said.epsilon.or(Some(1e-5));
    for key in ["attention_bias", "mlp_bias"] {
        keys.must_not(key);
    }
    keys.must("interpolate_factor", &[Value::from(1)]);
    keys.must("full_attn_mod", &[Value::from(1)]);
    keys.pass_over(&["lm_head_bias"]);
    let how = Rotates { may_share: true, own_positions: Some(4096.0), ..Rotates::default() };
    rotates(keys, said, how);
    if let Some(window) = window {
        windows(said, window, |_| true);
    }
    has(said, &QUERY_KEY_VALUE, false);
    has(said, &FEED_FORWARD, false);
}

/// GPT-NeoX and Pythia.
pub(super) fn gpt_neox(keys: &mut Keys, said: &mut Declared) {
    sizes(keys, said);
    said.activation = keys.activation("hidden_act");
    said.epsilon = keys.epsilon("layer_norm_eps");
    bare(said);
    keys.pass_over(&["is_decoder", "hidden_dropout"]);
    let root = (keys.positive("rotary_emb_base"), keys.positive("rotary_pct"));
    rotates(keys, said, Rotates { share: 0.25, may_share: true, root, ..Rotates::default() });
    if keys.switch("use_parallel_residual").unwrap_or(true) {
        said.mechanisms.residual = Residual::Parallel;
    }
    let biases = keys.switch("attention_bias").unwrap_or(true);
    has(said, &QUERY_KEY_VALUE, biases);
    has(said, &[Role::OutputBias], biases);
}

/// OPT.
pub(super) fn opt(keys: &mut Keys, said: &mut Declared) {
    said.width = keys.size("hidden_size");
    said.layers = keys.whole("num_hidden_layers", limits::LAYERS);
    said.heads = keys.whole("num_attention_heads", limits::HEADS);
    said.feed_forward = keys.size("ffn_dim");
    said.words = keys.size("vocab_size");
    keys.nullable(&["word_embed_proj_dim"]);
    said.embedding = keys.size("word_embed_proj_dim").or(said.width);
    // Two rows before the first are the padding's (OPTLearnedPositionalEmbedding).
    said.positions = keys.size("max_position_embeddings").map(|rows| rows.saturating_add(2));
    said.first_position = Some(2);
    said.activation = keys.activation("activation_function");
    said.causal = Some(true);
    let is_first = keys.switch("do_layer_norm_before").unwrap_or(true);
    said.norms = Some(if is_first { NormPlacement::Pre } else { NormPlacement::Post });
    keys.must_not("_remove_final_layer_norm");
    keys.must("layer_norm_elementwise_affine", &[Value::Bool(true)]);
    keys.pass_over(&["init_std"]);
    let biases = keys.switch("enable_bias").unwrap_or(true);
    has(said, &QUERY_KEY_VALUE, biases);
    has(said, &[Role::OutputBias, Role::HiddenBias, Role::FeedForwardBias], biases);
    has(said, &[Role::FinalNormGain, Role::FinalNormBias], is_first);
    let is_narrow = said.embedding != said.width;
    has(said, &[Role::EmbeddingProjectionWeight, Role::FinalProjectionWeight], is_narrow);
    said.mechanisms.positions_last = true;
}

/// BLOOM.
pub(super) fn bloom(keys: &mut Keys, said: &mut Declared) {
    let older = keys.size("n_embed");
    said.width = older.or(keys.size("hidden_size"));
    keys.pass_over(&["hidden_size"]);
    let layers = keys.whole("num_hidden_layers", limits::LAYERS);
    said.layers = keys.whole("n_layer", limits::LAYERS).or(layers);
    let heads = keys.whole("num_attention_heads", limits::HEADS);
    said.heads = keys.whole("n_head", limits::HEADS).or(heads);
    said.words = keys.size("vocab_size");
    said.epsilon = keys.epsilon("layer_norm_epsilon");
    keys.must_not("apply_residual_connection_post_layernorm");
    keys.must("n_inner", &[Value::Null]);
    keys.pass_over(&[
        "hidden_dropout",
        "pretraining_tp",
        "slow_but_exact",
        "attention_softmax_in_fp32",
        "bias_dropout_fusion",
        "masked_softmax_fusion",
        "offset_alibi",
        "seq_length",
        "skip_bias_add",
        "skip_bias_add_qkv",
    ]);
    said.causal = Some(true);
    said.mechanisms.alibi =
        Some(Alibi { exponent: 8.0, by_turns: false, rounded: false, scaled: false });
    has(said, &[Role::AttentionNormGain, Role::AttentionNormBias], true);
    has(said, &[Role::FeedForwardNormGain, Role::FeedForwardNormBias], true);
    has(said, &[Role::EmbeddingNormGain, Role::EmbeddingNormBias], true);
    has(said, &QUERY_KEY_VALUE, true);
    has(said, &[Role::OutputBias, Role::HiddenBias, Role::FeedForwardBias], true);
}

/// Falcon.
pub(super) fn falcon(keys: &mut Keys, said: &mut Declared) {
    sizes(keys, said);
    keys.nullable(&["num_kv_heads", "num_ln_in_parallel_attn", "ffn_hidden_size"]);
    let older = keys.size("n_embed");
    said.width = older.or(said.width);
    said.feed_forward =
        keys.size("ffn_hidden_size").or(said.width.and_then(|width| width.checked_mul(4)));
    said.activation = keys.activation("activation");
    said.epsilon = keys.epsilon("layer_norm_epsilon");
    keys.pass_over(&["hidden_dropout"]);
    keys.must_not("apply_residual_connection_post_layernorm");
    bare(said);
    let kv = keys.whole("num_kv_heads", limits::HEADS).or(said.heads);
    let is_new = keys.is_on("new_decoder_architecture");
    let is_shared = keys.switch("multi_query").unwrap_or(true);
    said.key_heads = if is_new || !is_shared { kv } else { Some(1) };
    if !is_new && !is_shared && kv != said.heads {
        keys.vetoes.push("config.json: `num_kv_heads` is not the number of heads".to_owned());
    }
    let is_parallel = keys.switch("parallel_attn").unwrap_or(true);
    let norms = keys.whole("num_ln_in_parallel_attn", 2);
    let norms = norms.unwrap_or(if is_new { 2 } else { 1 });
    if is_new && !is_parallel || norms == 2 && !is_new {
        let why = "config.json: `new_decoder_architecture`, `parallel_attn` and \
                   `num_ln_in_parallel_attn` say what no Falcon has";
        keys.vetoes.push(why.to_owned());
    }
    let own_norm = !is_parallel || norms == 2;
    if is_parallel || is_new {
        said.mechanisms.residual = Residual::Parallel;
    }
    match keys.is_on("alibi") {
        true => {
            keys.pass_over(&["rope_theta", "rope_scaling", "rope_parameters"]);
            keys.pass_over(&["max_position_embeddings"]);
            said.mechanisms.alibi =
                Some(Alibi { exponent: 8.0, by_turns: false, rounded: true, scaled: true });
        }
        false => rotates(keys, said, Rotates::default()),
    }
    let biases = keys.is_on("bias");
    has(said, &[Role::AttentionNormGain, Role::AttentionNormBias], true);
    has(said, &[Role::FeedForwardNormGain, Role::FeedForwardNormBias], own_norm);
    has(said, &QUERY_KEY_VALUE, biases);
    has(said, &[Role::OutputBias, Role::HiddenBias, Role::FeedForwardBias], biases);
}

/// GPT-J.
pub(super) fn gptj(keys: &mut Keys, said: &mut Declared) {
    said.width = keys.size("n_embd");
    said.layers = keys.whole("n_layer", limits::LAYERS);
    said.heads = keys.whole("n_head", limits::HEADS);
    keys.nullable(&["n_inner"]);
    said.feed_forward = keys.size("n_inner").or(said.width.and_then(|width| width.checked_mul(4)));
    said.words = keys.size("vocab_size");
    said.activation = keys.activation("activation_function");
    said.epsilon = keys.epsilon("layer_norm_epsilon");
    keys.must("rotary", &[Value::Bool(true)]);
    keys.must("scale_attn_weights", &[Value::Bool(true)]);
    keys.pass_over(&["n_positions", "n_ctx"]);
    bare(said);
    let dimensions = keys.whole("rotary_dim", 1 << 20).unwrap_or(64);
    if !dimensions.is_multiple_of(2) {
        keys.refuse("rotary_dim", &Value::from(dimensions as u64), "an even number is expected");
    }
    let layout = RotaryLayout::Pairs;
    let scaling = RotaryScaling::None;
    said.mechanisms.rotaries = vec![Rotary { dimensions, base: 10_000.0, layout, scaling }];
    each_layer(said, |_, rules| rules.rotary = Some(0));
    said.mechanisms.residual = Residual::Parallel;
}

/// MPT.
pub(super) fn mpt(keys: &mut Keys, said: &mut Declared) {
    said.width = keys.size("d_model");
    said.layers = keys.whole("n_layers", limits::LAYERS);
    said.heads = keys.whole("n_heads", limits::HEADS);
    said.words = keys.size("vocab_size");
    said.epsilon = keys.epsilon("layer_norm_epsilon");
    keys.must("no_bias", &[Value::Bool(true)]);
    keys.must("norm_type", &[Value::from("low_precision_layernorm")]);
    keys.pass_over(&[
        "expansion_ratio",
        "max_seq_len",
        "emb_pdrop",
        "learned_pos_emb",
        "init_device",
        "init_config",
        "logit_scale",
        "embedding_fraction",
        "tokenizer_name",
        "verbose",
    ]);
    bare(said);
    said.mechanisms.alibi =
        Some(Alibi { exponent: 8.0, by_turns: true, rounded: false, scaled: false });
    has(said, &QUERY_KEY_VALUE, false);
    keys.nullable(&["attn_config"]);
    let Some(mut inner) = keys.object("attn_config") else { return };
    inner.nullable(&["clip_qkv", "softmax_scale"]);
    inner.must("attn_type", &[Value::from("multihead_attention")]);
    inner.must("alibi", &[Value::Bool(true)]);
    inner.must("alibi_bias_max", &[Value::from(8)]);
    for key in ["prefix_lm", "qk_ln", "attn_uses_sequence_id"] {
        inner.must_not(key);
    }
    inner.pass_over(&["attn_pdrop", "attn_impl"]);
    inner.left.retain(|(key, value)| !options::is_common(key) && !options::is_absent(key, value));
    said.scale = inner.positive("softmax_scale");
    said.mechanisms.clip = inner.positive("clip_qkv");
    keys.close(inner);
}

/// ModernBERT: every third layer sees all tokens, the others a window; each kind turns by its own base.
pub(super) fn modernbert(keys: &mut Keys, said: &mut Declared) {
    sizes(keys, said);
    said.activation = keys.activation("hidden_activation");
    said.epsilon = keys.epsilon("norm_eps");
    said.causal = Some(false);
    has(said, &[Role::PositionEmbedding, Role::TypeEmbedding], false);
    has(said, &[Role::EmbeddingNormGain], true);
    let attention = keys.is_on("attention_bias");
    has(said, &QUERY_KEY_VALUE, attention);
    has(said, &[Role::OutputBias], attention);
    let norms = keys.is_on("norm_bias");
    has(said, &[Role::AttentionNormGain], true);
    has(said, &[Role::AttentionNormBias, Role::FeedForwardNormBias], norms);
    has(said, &[Role::EmbeddingNormBias, Role::FinalNormBias], norms);
    has(said, &FEED_FORWARD, keys.is_on("mlp_bias"));
    keys.pass_over(&[
        "initializer_cutoff_factor",
        "decoder_bias",
        "classifier_pooling",
        "classifier_bias",
        "classifier_activation",
        "classifier_dropout",
        "deterministic_flash_attn",
        "sparse_prediction",
        "sparse_pred_ignore_index",
        "reference_compile",
        "repad_logits_with_grad",
        "embedding_dropout",
        "mlp_dropout",
        // Its class reads `norm_eps` alone.
        "layer_norm_eps",
    ]);
    keys.must("position_embedding_type", &[Value::from("absolute"), Value::from("sans_pos")]);
    let listed = keys.layer_types(said.layers.unwrap_or(0));
    let every = keys.whole("global_attn_every_n_layers", 1 << 20).unwrap_or(3);
    let local = keys.whole("local_attention", 1 << 30).unwrap_or(128);
    let window = Window { before: local / 2, behind: local / 2 };
    let has_window = |layer: usize| match &listed {
        Some(listed) => listed.get(layer).copied().unwrap_or(false),
        None => !layer.is_multiple_of(every),
    };
    each_layer(said, |layer, rules| rules.window = has_window(layer).then_some(window));
    local_and_global(keys, said, [160_000.0, 10_000.0], ["global_rope_theta", "local_rope_theta"]);
}

/// MPNet.
pub(super) fn mpnet(keys: &mut Keys, said: &mut Declared) {
    sizes(keys, said);
    said.activation = keys.activation("hidden_act");
    said.epsilon = keys.epsilon("layer_norm_eps");
    said.positions = keys.size("max_position_embeddings");
    said.causal = Some(false);
    keys.must_not("is_decoder");
    // Its class counts positions behind the token 1, whatever `pad_token_id` is (MPNetEmbeddings).
    said.first_position = Some(2);
    said.padding = Some(1);
    // Its class counts 32 buckets up to 128 tokens, whatever the table has (MPNetEncoder.compute_position_bias).
    keys.must("relative_attention_num_buckets", &[Value::from(32)]);
    buckets(keys, said, Buckets { count: 32, furthest: 128, both_ways: true });
}

/// Learned numbers by distance, where the buckets can be told apart.
fn buckets(keys: &mut Keys, said: &mut Declared, buckets: Buckets) {
    let Buckets { count, furthest, both_ways } = buckets;
    let sided = if both_ways { count / 2 } else { count };
    if sided < 2 || furthest <= sided / 2 || both_ways && !count.is_multiple_of(2) {
        let found = Value::from(count as u64);
        let why = "no distances can be told apart by so many";
        keys.refuse("relative_attention_num_buckets", &found, why);
    }
    said.mechanisms.buckets = Some(buckets);
    has(said, &[Role::RelativeBias], true);
}

/// DeBERTa, versions 2 and 3.
pub(super) fn deberta_v2(keys: &mut Keys, said: &mut Declared) {
    sizes(keys, said);
    said.activation = keys.activation("hidden_act");
    said.epsilon = keys.epsilon("layer_norm_eps");
    said.causal = Some(false);
    said.head_size = keys.whole("attention_head_size", 1 << 20);
    keys.pass_over(&["legacy", "pooler_dropout", "pooler_hidden_size", "conv_act", "conv_dropout"]);
    keys.must("conv_kernel_size", &[Value::Null, Value::from(0)]);
    let most = keys.size("max_position_embeddings").unwrap_or(512);
    let adds = keys.switch("position_biased_input").unwrap_or(true);
    said.positions = adds.then_some(most);
    has(said, &[Role::PositionEmbedding], adds);
    let types = keys.size("type_vocab_size").unwrap_or(0);
    said.types = Some(types);
    has(said, &[Role::TypeEmbedding], types > 0);
    if let Some(embedding) = keys.size("embedding_size").filter(|size| Some(*size) != said.width) {
        keys.refuse("embedding_size", &Value::from(embedding), "it is not known here yet");
    }
    keys.nullable(&["pos_att_type"]);
    let expected = "of `c2p` and `p2c`, a list or a text with | between them is expected";
    let kinds = keys.read("pos_att_type", expected, |value| {
        let kinds: Vec<&str> = match value {
            Value::String(text) => text.split('|').map(str::trim).collect(),
            value => value.as_array()?.iter().map(Value::as_str).collect::<Option<_>>()?,
        };
        kinds.iter().all(|kind| ["c2p", "p2c"].contains(kind)).then_some(kinds)
    });
    let kinds = kinds.unwrap_or_default();
    let [to_position, to_content] = ["c2p", "p2c"].map(|kind| kinds.contains(&kind));
    if let Some(size) = said.head_size.or(said.size_by_width()) {
        let shares = 1 + usize::from(to_position) + usize::from(to_content);
        said.scale = Some(1.0 / (size as f64 * shares as f64).sqrt());
    }
    let whole = |value: &Value| value.as_i64().filter(|n| *n < 1 << 20);
    let expected = "a whole number is expected";
    let furthest = keys.read("max_relative_positions", expected, whole);
    let furthest = furthest.and_then(|n| usize::try_from(n).ok()).filter(|n| *n > 0);
    let furthest = furthest.or(usize::try_from(most).ok().filter(|n| *n < 1 << 20));
    let buckets = keys.read("position_buckets", expected, whole);
    let buckets = buckets.and_then(|n| usize::try_from(n).ok()).filter(|n| *n > 0);
    let norms = keys.text("norm_rel_ebd").unwrap_or("none");
    if !["none", "layer_norm"].contains(&norms) {
        keys.refuse("norm_rel_ebd", &Value::from(norms), "it is not known here yet");
    }
    let is_relative = keys.is_on("relative_attention");
    let shares_maps = keys.is_on("share_att_key");
    let own = is_relative && !shares_maps;
    has(said, &[Role::PositionKeyWeight, Role::PositionKeyBias], own && to_position);
    has(said, &[Role::PositionQueryWeight, Role::PositionQueryBias], own && to_content);
    has(said, &[Role::RelativeTable], is_relative);
    has(said, &[Role::RelativeNormGain, Role::RelativeNormBias], norms == "layer_norm");
    if !is_relative {
        return;
    }
    let Some(span) = buckets.or(furthest) else {
        keys.vetoes.push("config.json does not say how many distances there are".to_owned());
        return;
    };
    let furthest = furthest.filter(|_| buckets.is_some());
    if furthest.is_some_and(|furthest| furthest <= span / 2 + 1 || span < 4) {
        let why = "no distances can be told apart by so many";
        keys.refuse("position_buckets", &Value::from(span as u64), why);
    }
    said.mechanisms.disentangled = Some(Disentangled {
        span,
        furthest,
        content_to_position: to_position,
        position_to_content: to_content,
    });
}

/// T5's encoder.
pub(super) fn t5(keys: &mut Keys, said: &mut Declared) {
    said.width = keys.size("d_model");
    said.layers = keys.whole("num_layers", limits::LAYERS);
    said.heads = keys.whole("num_heads", limits::HEADS);
    said.head_size = keys.whole("d_kv", 1 << 20).or(Some(64));
    said.feed_forward = keys.size("d_ff");
    said.words = keys.size("vocab_size");
    said.epsilon = keys.epsilon("layer_norm_epsilon");
    said.mechanisms.norm = NormKind::Rms;
    said.scale = Some(1.0);
    said.causal = Some(false);
    // Of the decoder, which is not run.
    keys.pass_over(&["num_decoder_layers", "is_encoder_decoder", "n_positions", "dropout_rate"]);
    keys.pass_over(&["scale_decoder_outputs"]);
    keys.must_not("is_decoder");
    let kind = keys.text("feed_forward_proj").unwrap_or("relu");
    let (is_gated, name) = match kind.strip_prefix("gated-") {
        Some(name) => (true, name),
        None => (false, kind),
    };
    // "gated-gelu" is by tanh (transformers, `T5Config.__post_init__`).
    let name = if kind == "gated-gelu" { "gelu_new" } else { name };
    match activation(name) {
        Some(known) => said.activation = Some(known),
        None => keys.refuse(
            "feed_forward_proj",
            &Value::from(kind),
            "this activation is not computed here",
        ),
    }
    keys.must("is_gated_act", &[Value::Bool(is_gated)]);
    keys.must("dense_act_fn", &[Value::from(name)]);
    has(said, &[Role::GateWeight], is_gated);
    has(said, &[Role::HiddenWeight], true);
    let count = keys.whole("relative_attention_num_buckets", 1 << 12).unwrap_or(32);
    let furthest = keys.whole("relative_attention_max_distance", 1 << 30).unwrap_or(128);
    buckets(keys, said, Buckets { count, furthest, both_ways: true });
    has(said, &[Role::PositionEmbedding], false);
}

/// BART's encoder.
pub(super) fn bart(keys: &mut Keys, said: &mut Declared) {
    said.width = keys.size("d_model");
    said.layers = keys.whole("encoder_layers", limits::LAYERS);
    said.heads = keys.whole("encoder_attention_heads", limits::HEADS);
    said.feed_forward = keys.size("encoder_ffn_dim");
    said.words = keys.size("vocab_size");
    // Two rows before the first are the padding's (BartLearnedPositionalEmbedding).
    said.positions = keys.size("max_position_embeddings").map(|rows| rows.saturating_add(2));
    said.first_position = Some(2);
    said.activation = keys.activation("activation_function");
    said.causal = Some(false);
    if keys.is_on("scale_embedding")
        && let Some(width) = said.width
    {
        said.mechanisms.embedding_factor = (width as f64).sqrt();
    }
    // Of older files, whose other values are other models'.
    for key in ["normalize_before", "add_final_layer_norm", "static_position_embeddings"] {
        keys.must_not(key);
    }
    keys.must("normalize_embedding", &[Value::Bool(true)]);
    keys.must("extra_pos_embeddings", &[Value::from(2)]);
    keys.pass_over(&[
        "init_std",
        "classif_dropout",
        "encoder_layerdrop",
        // Of the decoder, which is not run.
        "is_encoder_decoder",
        "decoder_layers",
        "decoder_attention_heads",
        "decoder_ffn_dim",
        "decoder_layerdrop",
        "is_decoder",
        "add_bias_logits",
        "force_bos_token_to_be_generated",
        "num_hidden_layers",
    ]);
}

/// The text encoder of CLIP.
pub(super) fn clip_text(keys: &mut Keys, said: &mut Declared) {
    sizes(keys, said);
    said.activation = keys.activation("hidden_act");
    said.epsilon = keys.epsilon("layer_norm_eps");
    said.positions = keys.size("max_position_embeddings");
    said.causal = Some(true);
    keys.pass_over(&["projection_dim"]);
}

/// Whether a model's own program is that of transformers under its first name, which files of its time name
/// beside it: `{"AutoModel": "modeling_phi3.Phi3Model"}`.
pub(super) fn is_own_program(value: &Value, model_type: &str) -> bool {
    let Some(entries) = value.as_object() else { return false };
    let known = |value: &Value| {
        let Some((module, _)) = value.as_str().and_then(|text| text.rsplit_once('.')) else {
            return false;
        };
        let name = module.rsplit("--").next().unwrap_or(module);
        ["configuration_", "modeling_"]
            .iter()
            .any(|start| name.strip_prefix(start) == Some(model_type))
    };
    !entries.is_empty() && entries.values().all(known)
}

impl Declared {
    /// D / h, where both are said and part.
    fn size_by_width(&self) -> Option<usize> {
        let width = usize::try_from(self.width?).ok()?;
        width.checked_div(self.heads?)
    }

    /// The mechanisms, with what else is said of heads.
    pub(super) fn with_mechanisms(&self) -> Mechanisms {
        let key_heads = self.key_heads.filter(|heads| Some(*heads) != self.heads);
        Mechanisms { key_heads, ..self.mechanisms.clone() }
    }
}
