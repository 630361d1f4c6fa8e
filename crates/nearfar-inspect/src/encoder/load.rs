//! From a checkpoint and its report to weights in memory. Tables of words and positions stay in the
//! file; a sentence reads the rows that it needs.

use super::error::EncoderError;
use super::layers::{Linear, Norm};
use super::table::Table;
use crate::checkpoint::Checkpoint;
use crate::recognise::is_widening;
use crate::report::mechanisms::{Mechanisms, NormKind};
use crate::report::{
    Activation, Family, Layer, NormPlacement, Orientation, Part, Report, Role, Runs, Scale,
};
use crate::tensor::Tensor;
use nearfar::Method;
use nearfar::attention::HeadParameters;
use nearfar::model::Encoder as Words;
use std::sync::Arc;

/// a^V of relative position representations, as this project's files call it.
const VALUE_TABLE: &str = "tab_V";

/// One stored layer.
#[derive(Clone, Debug)]
pub(super) struct Block {
    pub heads: usize,
    /// Heads of keys and values; they part `heads`.
    pub key_heads: usize,
    pub query: Linear,
    pub key: Linear,
    pub value: Linear,
    /// From vectors of distances; `None` where words' own maps serve, or there are none.
    pub position_key: Option<Linear>,
    pub position_query: Option<Linear>,
    /// `None` adds the joined heads as they are.
    pub output: Option<Linear>,
    /// Of queries and keys, over d numbers of each head or over all.
    pub query_norm: Option<Norm>,
    pub key_norm: Option<Norm>,
    pub attention_norm: Option<Norm>,
    /// Behind the attention, before its output is added.
    pub attention_after: Option<Norm>,
    pub feed_forward: Option<(Linear, Linear)>,
    /// Of a gated feed-forward layer.
    pub gate: Option<Linear>,
    pub feed_forward_norm: Option<Norm>,
    /// Behind the feed-forward layer, before its output is added.
    pub feed_forward_after: Option<Norm>,
    /// w and v that were trained, `[h]`; empty where the layer has none.
    pub own: Vec<HeadParameters>,
    /// a^K, `[2k + 1, d]`; empty for none.
    pub relative_key: Vec<f32>,
    /// a^V, `[2k + 1, d]`; empty for none.
    pub relative_value: Vec<f32>,
}

/// A model in memory, as far as it is run.
pub struct Encoder {
    pub(super) word: Option<Table>,
    pub(super) position: Option<Table>,
    pub(super) kind: Option<Table>,
    pub(super) embedding_norm: Option<Norm>,
    pub(super) projection: Option<Linear>,
    /// `None` for a layer that is stored, but not run.
    pub(super) blocks: Vec<Option<Block>>,
    pub(super) order: Vec<usize>,
    pub(super) last_norm: Option<Norm>,
    /// Behind the last norm (OPT).
    pub(super) last_projection: Option<Linear>,
    pub(super) mechanisms: Mechanisms,
    /// Learned numbers by distance, `[buckets, h]`; empty for none.
    pub(super) relative_bias: Vec<f32>,
    /// Vectors of distances, behind their norm, `[2 · span, D]`; empty for none.
    pub(super) relative_table: Vec<f32>,
    /// What frequencies are divided by, `[pairs]`; empty for nothing.
    pub(super) rotary_factors: Vec<f32>,
    pub(super) activation: Activation,
    pub(super) norms: NormPlacement,
    pub(super) causal: bool,
    /// Whether it is run with the causal mask, also where it is not causal.
    pub(super) is_masked: bool,
    pub(super) scale: Scale,
    /// The token that is not counted where positions are.
    pub(super) padding: Option<u32>,
    /// How heads with w and v of their own attend; the others attend as ever.
    pub(super) method: Method,
    pub(super) head_size: usize,
    pub(super) width: usize,
    pub(super) embedding: usize,
    pub(super) words: usize,
    pub(super) positions: Option<usize>,
    pub(super) first_position: usize,
    /// Whether it reads vectors of words (this project's files).
    pub(super) reads_vectors: bool,
    /// The attention of this project's files where it is neither distance-aware nor vanilla: it makes the scores.
    pub(super) beside: Option<Arc<Words<f32>>>,
    /// Whether there is such an attention, so that without [`Encoder::attend_as`] nothing is run.
    pub(super) is_beside: bool,
    bytes: u64,
}

/// Reads parts of a checkpoint.
struct Reader<'a> {
    checkpoint: &'a Checkpoint,
    places: std::collections::HashMap<&'a str, usize>,
    epsilon: f64,
    norm: NormKind,
}

impl Encoder {
    /// Reads the weights of a recognised model.
    ///
    /// # Errors
    /// Where the report says that it cannot be run, a tensor is not as the report says, a number is
    /// not finite, or the weights take more than `limit_bytes`.
    pub fn load(
        checkpoint: &Checkpoint,
        report: &Report,
        limit_bytes: u64,
    ) -> Result<Encoder, EncoderError> {
        if let Some(why) = report.cannot_run() {
            return Err(EncoderError::CannotRun { why });
        }
        let places = checkpoint.tensors.iter().enumerate();
        let places = places.map(|(place, tensor)| (tensor.name.as_str(), place)).collect();
        let mechanisms = report.mechanisms.clone();
        let (epsilon, norm) = (report.epsilon.value, mechanisms.norm);
        let reader = Reader { checkpoint, places, epsilon, norm };
        let bytes = reader.bytes(report)?;
        if bytes > limit_bytes {
            return Err(EncoderError::TooLarge { bytes, limit: limit_bytes });
        }
        let table = |role| report.part(role).map(|part| reader.tensor(part)).transpose();
        let word = table(Role::WordEmbedding)?;
        let columns = |tensor: &Tensor| tensor.shape.last().copied().unwrap_or(0);
        let embedding = word.map_or(report.width as u64, columns);
        let embedding = usize::try_from(embedding).unwrap_or(0);
        let width = report.width;
        let rows = |table: Option<&Tensor>, width: usize| {
            table.map(|table| Table::new(table, width)).transpose()
        };
        let projection = match report.part(Role::EmbeddingProjectionWeight) {
            None => None,
            Some(part) => {
                let bias = report.part(Role::EmbeddingProjectionBias);
                Some(reader.linear(part, bias, embedding, width)?)
            }
        };
        let last_projection = match report.part(Role::FinalProjectionWeight) {
            None => None,
            Some(part) => Some(reader.linear(part, None, width, embedding)?),
        };
        let norm = |gain, bias, width| reader.norm(report.part(gain), report.part(bias), width);
        let run = |place: usize| report.order.value.contains(&place);
        let block = |(place, layer)| match run(place) {
            true => reader.block(layer, report).map(Some),
            false => Ok(None),
        };
        let blocks = report.layers.iter().enumerate().map(block);
        let method = report.method.value.as_deref().map(|text| match report.method_beside() {
            Some(_) => "vanilla:no-positions",
            None => text,
        });
        let unknown = || "its mapping and adjustment are not known".to_owned();
        let method = method
            .ok_or_else(unknown)
            .and_then(|text| {
                nearfar::settings::method_from_text(text).map_err(|error| error.to_string())
            })
            .map_err(|why| EncoderError::CannotRun { why })?;
        if report.order.value.iter().any(|&place| place >= report.layers.len()) {
            let why = "the order names a layer that is not stored".to_owned();
            return Err(EncoderError::CannotRun { why });
        }
        Ok(Encoder {
            position: rows(
                table(Role::PositionEmbedding)?,
                if mechanisms.positions_last { width } else { embedding },
            )?,
            kind: rows(table(Role::TypeEmbedding)?, embedding)?,
            embedding_norm: norm(Role::EmbeddingNormGain, Role::EmbeddingNormBias, embedding)?,
            projection,
            blocks: blocks.collect::<Result<_, _>>()?,
            order: report.order.value.clone(),
            last_norm: norm(Role::FinalNormGain, Role::FinalNormBias, width)?,
            activation: report.activation.value,
            norms: report.norms.value,
            causal: report.causal.value,
            is_masked: false,
            scale: report.scale.value,
            padding: report.padding,
            method,
            head_size: report.head_size,
            width,
            embedding,
            words: report.words,
            positions: report.positions,
            first_position: report.first_position,
            reads_vectors: report.family == Family::Nearfar,
            beside: None,
            is_beside: report.method_beside().is_some(),
            word: rows(word, embedding)?,
            bytes,
            last_projection,
            relative_bias: reader.relative_bias(report)?,
            relative_table: reader.relative_table(report)?,
            rotary_factors: reader.rotary_factors(report)?,
            mechanisms,
        })
    }

    /// Takes what this project's file says of its words: where they attend by another method than w and v or
    /// plain attention, that makes the scores from now on. The Lab and Compare show such a model by this, so
    /// that the page's program holds none of the methods.
    pub fn attend_as(&mut self, words: &Words<f32>) {
        // By hand another method may have been chosen than the file says.
        let Some(own) = words.own.as_ref().filter(|_| self.is_beside) else { return };
        if let Some((_, table)) = own.values.iter().find(|(name, _)| *name == VALUE_TABLE) {
            self.blocks.iter_mut().flatten().for_each(|block| block.relative_value = table.clone());
        }
        self.beside = Some(Arc::new(words.clone()));
    }

    /// How many layers are run.
    pub fn depth(&self) -> usize {
        self.order.len()
    }

    /// h of the layer that is run at a step from 0; 0 where there is none.
    pub fn heads(&self, step: usize) -> usize {
        self.block(step).map_or(0, |block| block.heads)
    }

    /// w and v that the heads of a step were trained with, `[h]`; empty for none.
    pub fn own(&self, step: usize) -> &[HeadParameters] {
        self.block(step).map_or(&[], |block| &block.own)
    }

    /// How heads with w and v of their own attend.
    pub fn method(&self) -> Method {
        self.method
    }

    /// D.
    pub fn width(&self) -> usize {
        self.width
    }

    /// Whether it reads vectors of words, not numbers of tokens (this project's files).
    pub fn reads_vectors(&self) -> bool {
        self.reads_vectors
    }

    /// The most tokens that its positions allow; `None` for any number.
    pub fn positions(&self) -> Option<usize> {
        self.positions
    }

    /// Bytes of the weights in memory.
    pub fn bytes(&self) -> u64 {
        self.bytes
    }

    /// What the scores of a step are multiplied by.
    pub(super) fn scale_of(&self, step: usize) -> f32 {
        let factor = match self.scale.factor {
            Some(factor) => factor,
            None => 1.0 / (self.head_size as f64).sqrt(),
        };
        let by = if self.scale.by_layer { step as f64 + 1.0 } else { 1.0 };
        (factor / by) as f32
    }

    pub(super) fn block(&self, step: usize) -> Option<&Block> {
        self.order.get(step).and_then(|&place| self.blocks.get(place)?.as_ref())
    }
}

impl<'a> Reader<'a> {
    fn tensor(&self, part: &Part) -> Result<&'a Tensor, EncoderError> {
        let place = self.places.get(part.tensor.as_str());
        let tensor = place.and_then(|&place| self.checkpoint.tensors.get(place));
        tensor.ok_or_else(|| wrong(part, "is not in the file".to_owned()))
    }

    /// Bytes of everything that will be held.
    fn bytes(&self, report: &Report) -> Result<u64, EncoderError> {
        let mut sum = 0_u64;
        let outside = report.outside.iter().filter(|part| {
            matches!(
                part.role,
                Role::EmbeddingNormGain
                    | Role::EmbeddingNormBias
                    | Role::EmbeddingProjectionWeight
                    | Role::EmbeddingProjectionBias
                    | Role::FinalNormGain
                    | Role::FinalNormBias
                    | Role::FinalProjectionWeight
                    | Role::RelativeBias
                    | Role::RelativeTable
                    | Role::RotaryFactors
            )
        });
        let run = |(place, _): &(usize, &Layer)| report.order.value.contains(place);
        let layers = report.layers.iter().enumerate().filter(run);
        for part in outside.chain(layers.flat_map(|(_, layer)| &layer.parts)) {
            let of = part.share.map_or(1, |share| share.of.max(1) as u64);
            let all = self.tensor(part)?.len();
            let own = match part.runs {
                Some(runs) => all / (runs.of.max(1) as u64) * runs.count() as u64,
                None => all / of,
            };
            sum = sum.saturating_add(own.saturating_mul(4));
        }
        Ok(sum)
    }

    /// All numbers of a part, finite, where they are `expected`.
    fn numbers(&self, part: &Part, expected: u64) -> Result<Vec<f32>, EncoderError> {
        let tensor = self.tensor(part)?;
        if tensor.len() != expected {
            let why = format!("has the shape {:?}, expected {expected} numbers", tensor.shape);
            return Err(wrong(part, why));
        }
        let numbers = tensor.numbers(expected)?;
        match numbers.iter().position(|x| !x.is_finite()) {
            Some(index) => Err(EncoderError::NotFinite { tensor: part.tensor.clone(), index }),
            None => Ok(numbers),
        }
    }

    /// Where the `count` outputs of a part lie in its tensor.
    fn outputs(&self, part: &Part, count: usize) -> Result<Runs, EncoderError> {
        if let Some(runs) = part.runs {
            let last = count.checked_sub(1).map(|last| runs.place(last));
            if runs.count() != count || last.is_some_and(|last| last >= runs.of) {
                let why = format!("holds {} outputs of this map, expected {count}", runs.count());
                return Err(wrong(part, why));
            }
            return Ok(runs);
        }
        let shares = part.share.map_or(1, |share| share.of.max(1));
        let index = part.share.map_or(0, |share| share.index).min(shares - 1);
        let of = count.checked_mul(shares);
        let of =
            of.ok_or_else(|| wrong(part, "has more numbers than can be counted".to_owned()))?;
        Ok(Runs { first: index * count, length: count, step: count, times: 1, of })
    }

    /// A vector, or its share.
    fn vector(&self, part: &Part, length: usize) -> Result<Vec<f32>, EncoderError> {
        let runs = self.outputs(part, length)?;
        let all = self.numbers(part, runs.of as u64)?;
        let own: Option<Vec<f32>> =
            (0..length).map(|output| all.get(runs.place(output)).copied()).collect();
        own.ok_or_else(|| wrong(part, "has no such share".to_owned()))
    }

    fn norm(
        &self,
        gain: Option<&Part>,
        bias: Option<&Part>,
        width: usize,
    ) -> Result<Option<Norm>, EncoderError> {
        let Some(gain) = gain else { return Ok(None) };
        let gain = self.vector(gain, width)?;
        let bias = bias.map(|bias| self.vector(bias, width)).transpose()?.unwrap_or_default();
        Ok(Some(Norm { kind: self.norm, gain, bias, epsilon: self.epsilon }))
    }

    /// A map, its weight turned to `[inputs, outputs]`.
    fn linear(
        &self,
        weight: &Part,
        bias: Option<&Part>,
        inputs: usize,
        outputs: usize,
    ) -> Result<Linear, EncoderError> {
        let runs = self.outputs(weight, outputs)?;
        let count = runs.of.checked_mul(inputs);
        let count = count
            .ok_or_else(|| wrong(weight, "has more numbers than can be counted".to_owned()))?;
        let all = self.numbers(weight, count as u64)?;
        let mut turned = vec![0.0; inputs * outputs];
        let lacks = || wrong(weight, "has no such outputs".to_owned());
        match weight.orientation {
            Orientation::OutIn => {
                let rows = |run: usize| {
                    let first = runs.first + run * runs.step;
                    all.get(first * inputs..(first + runs.length) * inputs)
                };
                let own: Option<Vec<&[f32]>> = (0..runs.times).map(rows).collect();
                let own = own.ok_or_else(lacks)?;
                match own[..] {
                    [whole] => nearfar_kernel::transpose(outputs, inputs, whole, &mut turned),
                    _ => nearfar_kernel::transpose(outputs, inputs, &own.concat(), &mut turned),
                }
            }
            Orientation::InOut | Orientation::InHeads | Orientation::HeadsOut => {
                let rows = turned.chunks_exact_mut(outputs.max(1));
                for (out, row) in rows.zip(all.chunks_exact(runs.of.max(1))) {
                    for (run, out) in out.chunks_exact_mut(runs.length.max(1)).enumerate() {
                        let first = runs.first + run * runs.step;
                        let own = row.get(first..first + runs.length).ok_or_else(lacks)?;
                        out.copy_from_slice(own);
                    }
                }
            }
        }
        let bias = bias.map(|bias| self.vector(bias, outputs)).transpose()?.unwrap_or_default();
        Linear::new(inputs, outputs, turned, bias)
            .ok_or_else(|| wrong(weight, "does not fit its bias".to_owned()))
    }

    /// The table of learned numbers by distance, `[buckets, h]`; empty for none.
    fn relative_bias(&self, report: &Report) -> Result<Vec<f32>, EncoderError> {
        let buckets = report.mechanisms.buckets;
        let (Some(part), Some(buckets)) = (report.part(Role::RelativeBias), buckets) else {
            return Ok(Vec::new());
        };
        let shape = &self.tensor(part)?.shape;
        let run = report.layers.iter().enumerate();
        let run = run.filter(|(place, _)| report.order.value.contains(place));
        for (_, layer) in run {
            if shape[..] != [buckets.count as u64, layer.heads as u64] {
                let expected = [buckets.count, layer.heads];
                return Err(wrong(part, format!("has the shape {shape:?}, expected {expected:?}")));
            }
        }
        self.numbers(part, shape.iter().product())
    }

    /// Vectors of distances behind their norm, `[2 · span, D]`; empty for none.
    fn relative_table(&self, report: &Report) -> Result<Vec<f32>, EncoderError> {
        let part = report.part(Role::RelativeTable);
        let (Some(part), Some(positions)) = (part, report.mechanisms.disentangled) else {
            return Ok(Vec::new());
        };
        let shape = &self.tensor(part)?.shape;
        let expected = [positions.span as u64 * 2, report.width as u64];
        if shape[..] != expected {
            return Err(wrong(part, format!("has the shape {shape:?}, expected {expected:?}")));
        }
        let mut table = self.numbers(part, shape.iter().product())?;
        let (gain, bias) =
            (report.part(Role::RelativeNormGain), report.part(Role::RelativeNormBias));
        if let Some(norm) = self.norm(gain, bias, report.width)? {
            norm.apply(&mut table);
        }
        Ok(table)
    }

    /// What frequencies are divided by, `[pairs]`, each above 0; empty for nothing.
    fn rotary_factors(&self, report: &Report) -> Result<Vec<f32>, EncoderError> {
        let Some(part) = report.part(Role::RotaryFactors) else { return Ok(Vec::new()) };
        let pairs = report.mechanisms.rotaries.first().map_or(0, |rotary| rotary.dimensions / 2);
        let factors = self.vector(part, pairs)?;
        match factors.iter().all(|factor| *factor > 0.0) {
            true => Ok(factors),
            false => Err(wrong(part, "holds a factor that is not above 0".to_owned())),
        }
    }

    fn block(&self, layer: &Layer, report: &Report) -> Result<Block, EncoderError> {
        let (width, all) = (report.width, layer.heads.saturating_mul(report.head_size));
        let map = |weight, bias, inputs, outputs| match layer.part(weight) {
            None => Ok(None),
            Some(part) => self.linear(part, layer.part(bias), inputs, outputs).map(Some),
        };
        let key_heads = report.mechanisms.key_heads.unwrap_or(layer.heads);
        if key_heads == 0 || !layer.heads.is_multiple_of(key_heads) {
            let why = format!("{} heads cannot share {key_heads} keys evenly", layer.heads);
            return Err(EncoderError::CannotRun { why });
        }
        let keys = key_heads.saturating_mul(report.head_size);
        // TENER's queries and values are of what makes the words as wide as the heads: one map of both.
        let widening = layer.part(Role::KeyWeight).filter(|part| is_widening(&part.tensor));
        let widened = |weight| match (widening, layer.part(weight)) {
            (Some(widening), Some(part)) => {
                let inner = self.linear(part, None, all, all)?;
                // `[D, h·d]` by definition.
                let rows = self.numbers(widening, width.saturating_mul(all) as u64)?;
                Ok(Linear::new(width, all, inner.apply(&rows), Vec::new()))
            }
            _ => Ok::<_, EncoderError>(None),
        };
        let slices = report.method_beside().is_some_and(|own| own.definition().slices_keys);
        let key = match layer.part(Role::KeyWeight) {
            // Keys are slices of the words themselves.
            None if slices && keys == width => Some(Linear::identity(width)),
            _ => None,
        };
        let needed = |weight, bias, outputs: usize, what: &str| {
            map(weight, bias, width, outputs)?.ok_or_else(|| EncoderError::CannotRun {
                why: format!("the layer `{}` has no {what}", layer.name),
            })
        };
        let inner = match layer.part(Role::HiddenWeight) {
            None => 0,
            Some(part) => {
                let count = self.tensor(part)?.len() / (width.max(1) as u64);
                let of = part.share.map_or(1, |share| share.of.max(1) as u64);
                usize::try_from(count / of).unwrap_or(0)
            }
        };
        let hidden = map(Role::HiddenWeight, Role::HiddenBias, width, inner)?;
        let second = map(Role::FeedForwardWeight, Role::FeedForwardBias, inner, width)?;
        let gate = map(Role::GateWeight, Role::GateBias, width, inner)?;
        let norm = |gain, bias| self.norm(layer.part(gain), layer.part(bias), width);
        let after = |gain| self.norm(layer.part(gain), None, width);
        // Over the numbers of a head, or over all.
        let of_heads = |gain, all: usize| match layer.part(gain) {
            None => Ok(None),
            Some(part) => {
                let is_whole = self.tensor(part)?.len() == all as u64;
                self.norm(Some(part), None, if is_whole { all } else { report.head_size })
            }
        };
        let per_head =
            |role| layer.part(role).map(|part| self.vector(part, layer.heads)).transpose();
        let own = match (per_head(Role::DistanceW)?, per_head(Role::DistanceV)?) {
            (None, _) => Vec::new(),
            (Some(w), v) => {
                let v = v.unwrap_or_else(|| vec![0.0; w.len()]);
                let pair = |(&w, &v): (&f32, &f32)| HeadParameters { w: w.into(), v: v.into() };
                w.iter().zip(&v).map(pair).collect()
            }
        };
        let relative = |role| -> Result<Vec<f32>, EncoderError> {
            let Some(part) = layer.part(role) else { return Ok(Vec::new()) };
            let count = self.tensor(part)?.len();
            let size = report.head_size.max(1) as u64;
            if !count.is_multiple_of(size) || (count / size).is_multiple_of(2) {
                let why = format!("is no table of an odd number of rows of {size}");
                return Err(wrong(part, why));
            }
            self.numbers(part, count)
        };
        Ok(Block {
            heads: layer.heads,
            key_heads,
            query: match widened(Role::QueryWeight)? {
                Some(query) => query,
                None => needed(Role::QueryWeight, Role::QueryBias, all, "query")?,
            },
            key: match key {
                Some(key) => key,
                None => needed(Role::KeyWeight, Role::KeyBias, keys, "key")?,
            },
            value: match widened(Role::ValueWeight)? {
                Some(value) => value,
                None => needed(Role::ValueWeight, Role::ValueBias, keys, "value")?,
            },
            position_key: map(Role::PositionKeyWeight, Role::PositionKeyBias, width, all)?,
            position_query: map(Role::PositionQueryWeight, Role::PositionQueryBias, width, all)?,
            query_norm: of_heads(Role::QueryNormGain, all)?,
            key_norm: of_heads(Role::KeyNormGain, keys)?,
            attention_after: after(Role::AttentionAfterGain)?,
            feed_forward_after: after(Role::FeedForwardAfterGain)?,
            gate,
            output: map(Role::OutputWeight, Role::OutputBias, all, width)?,
            attention_norm: norm(Role::AttentionNormGain, Role::AttentionNormBias)?,
            feed_forward: hidden.zip(second),
            feed_forward_norm: norm(Role::FeedForwardNormGain, Role::FeedForwardNormBias)?,
            own,
            relative_key: relative(Role::RelativeKey)?,
            relative_value: relative(Role::RelativeValue)?,
        })
    }
}

fn wrong(part: &Part, why: String) -> EncoderError {
    EncoderError::Tensor { tensor: part.tensor.clone(), why }
}
