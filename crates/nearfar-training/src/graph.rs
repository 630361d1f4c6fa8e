//! One step as a graph of the autodiff library: a padded batch through the encoders to the loss,
//! and the gradients back. The formulas are those of [`nearfar::model`], for many sequences at
//! once; tests hold the two to each other.

use std::sync::Arc;

use burn::tensor::activation::{log_softmax, relu, softmax, tanh};
use burn::tensor::{Device, Int, Tensor, TensorData};
use ndarray::Array1;
use nearfar::ModelMethod;
use nearfar::attention::position::sinusoidal_positions;
use nearfar::methods::Syntax;
use nearfar::model::layers::NORM_EPSILON;
use nearfar::model::own::{OwnMethod, OwnTensor, own_name};
use nearfar::model::{Architecture, Pooling, Structure};

use crate::corpus::Example;
use crate::own::{Attend, attend, encode_sequences};
use crate::parameters::Parameters;
use crate::rescale::{Rescale, rescale};

/// Some examples, their words numbered by the rows that the batch uses.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Batch {
    /// Every sequence of every example, as rows of `rows`; none is empty.
    pub sequences: Vec<Vec<u32>>,
    /// How many sequences each example has, `[B]`.
    pub groups: Vec<usize>,
    /// What is to be answered: the class of each example, `[B]`, or of every word of every sequence in turn.
    pub labels: Vec<usize>,
    /// The rows of the embedding table that occur, each once.
    pub rows: Vec<u32>,
    /// What a parser gives of each sequence, where all have it; else none.
    pub syntax: Vec<Syntax>,
}

impl Batch {
    /// From examples whose words are numbered by the rows of the embedding table. Sequences that
    /// are empty are left out.
    pub fn new<'a>(examples: impl IntoIterator<Item = &'a Example>) -> Batch {
        let mut batch = Batch::default();
        for example in examples {
            let used = example.sequences.iter().filter(|sequence| !sequence.is_empty());
            let before = batch.sequences.len();
            batch.sequences.extend(used.cloned());
            batch.groups.push(batch.sequences.len() - before);
            batch.labels.extend(&example.labels);
            batch.syntax.extend(example.syntax.clone());
        }
        if batch.syntax.len() != batch.sequences.len() {
            batch.syntax.clear();
        }
        let mut rows: Vec<u32> = batch.sequences.iter().flatten().copied().collect();
        rows.sort_unstable();
        rows.dedup();
        for id in batch.sequences.iter_mut().flatten() {
            *id = rows.partition_point(|row| row < id) as u32;
        }
        batch.rows = rows;
        batch
    }

    /// The number of tokens.
    pub fn tokens(&self) -> usize {
        self.sequences.iter().map(Vec::len).sum()
    }
}

/// A factor for each cell of what is dropped out: 0, or 1 / (1 - p). Called with the number of
/// cells; `None` where nothing is dropped.
pub type Dropout<'a> = &'a mut dyn FnMut(usize) -> Option<Vec<f32>>;

/// What one pass gives back.
#[derive(Clone, Debug, PartialEq)]
pub struct Pass {
    /// The mean cross entropy of the batch's labels, in nats.
    pub loss: f32,
    /// One row for each label, `[B, C]`, row-major.
    pub logits: Vec<f32>,
    /// dL/dparameter, in the order of the parameters.
    pub gradients: Vec<Vec<f32>>,
    /// dL/drow, `[rows, D]`.
    pub row_gradients: Vec<f32>,
}

/// Runs a batch forwards and backwards. `rows` are the vectors of [`Batch::rows`], `[rows, D]`.
pub fn pass(
    architecture: &Architecture,
    parameters: &Parameters,
    rows: Vec<f32>,
    batch: &Batch,
    dropout: Dropout,
) -> Pass {
    let device = Device::flex().autodiff();
    let width = architecture.width;
    let leaves: Vec<Leaf> = parameters
        .iter()
        .map(|parameter| Leaf::new(&parameter.spec.shape, &parameter.values, &device))
        .collect();
    let row_leaf =
        Tensor::<2>::from_data(TensorData::new(rows, [batch.rows.len(), width]), &device)
            .require_grad();
    let syntax = batch.syntax.clone().into();
    let mut graph =
        Graph { architecture, parameters, leaves: &leaves, device: &device, dropout, syntax };
    let logits = graph.logits(row_leaf.clone(), batch);
    let classes = architecture.classes.len();
    let mut chosen = vec![0.0_f32; batch.labels.len() * classes];
    for (row, &label) in chosen.chunks_exact_mut(classes).zip(&batch.labels) {
        row[label] = -1.0 / batch.labels.len() as f32;
    }
    let chosen = graph.constant(chosen, [batch.labels.len(), classes]);
    let loss = (log_softmax(logits.clone(), 1) * chosen).sum();
    let mut gradients = loss.backward();
    let row_gradients = row_leaf.grad_remove(&mut gradients);
    Pass {
        loss: numbers(loss)[0],
        logits: numbers(logits),
        gradients: leaves.iter().map(|leaf| leaf.gradient(&mut gradients)).collect(),
        row_gradients: row_gradients.map_or_else(|| vec![0.0; batch.rows.len() * width], numbers),
    }
}

fn numbers<const D: usize>(tensor: Tensor<D>) -> Vec<f32> {
    let values = tensor.into_data().try_into_vec::<f32>();
    values.unwrap_or_else(|error| unreachable!("the graph is of f32: {error:?}"))
}

/// A parameter in the graph: a matrix, or a vector as a matrix of one row.
struct Leaf {
    tensor: Tensor<2>,
}

impl Leaf {
    fn new(shape: &[usize], values: &[f32], device: &Device) -> Leaf {
        let columns = shape.last().copied().unwrap_or(1);
        let data = TensorData::new(values.to_vec(), [values.len() / columns.max(1), columns]);
        Leaf { tensor: Tensor::from_data(data, device).require_grad() }
    }

    /// Zeros where the loss does not depend on the parameter.
    fn gradient(&self, gradients: &mut burn::tensor::Gradients) -> Vec<f32> {
        let [rows, columns] = self.tensor.dims();
        self.tensor.grad_remove(gradients).map_or_else(|| vec![0.0; rows * columns], numbers)
    }
}

struct Graph<'a> {
    architecture: &'a Architecture,
    parameters: &'a Parameters,
    leaves: &'a [Leaf],
    device: &'a Device,
    dropout: Dropout<'a>,
    /// Of the words' sequences; a method that reads it has no encoder of sentences.
    syntax: Arc<[Syntax]>,
}

impl Graph<'_> {
    fn leaf(&self, name: &str) -> Tensor<2> {
        self.leaves[self.parameters.place(name)].tensor.clone()
    }

    fn constant<const D: usize>(&self, values: Vec<f32>, shape: [usize; D]) -> Tensor<D> {
        Tensor::from_data(TensorData::new(values, shape), self.device)
    }

    fn indices(&self, values: Vec<i32>) -> Tensor<1, Int> {
        let count = values.len();
        Tensor::from_data(TensorData::new(values, [count]), self.device)
    }

    fn drop_out(&mut self, x: Tensor<2>) -> Tensor<2> {
        let [rows, columns] = x.dims();
        match (self.dropout)(rows * columns) {
            Some(factors) => x * self.constant(factors, [rows, columns]),
            None => x,
        }
    }

    fn logits(&mut self, rows: Tensor<2>, batch: &Batch) -> Tensor<2> {
        let width = self.architecture.width;
        let padded = batch.sequences.iter().map(Vec::len).max().unwrap_or(1);
        let mut ids = vec![0_i32; batch.sequences.len() * padded];
        for (slots, sequence) in ids.chunks_exact_mut(padded).zip(&batch.sequences) {
            slots.iter_mut().zip(sequence).for_each(|(slot, &id)| *slot = id as i32);
        }
        let lengths: Arc<[usize]> = batch.sequences.iter().map(Vec::len).collect();
        let embeddings = rows.select(0, self.indices(ids));
        let embeddings = self.drop_out(embeddings);
        let structure = self.architecture.structure;
        if structure == Structure::Tokens {
            let hidden = self.states("words", embeddings, lengths.clone());
            // Padding has no class, and so no part in the loss.
            let of_sequence = |(place, &length): (usize, &usize)| {
                (place * padded..place * padded + length).map(|row| row as i32)
            };
            let words = lengths.iter().enumerate().flat_map(of_sequence).collect();
            let words = self.drop_out(hidden.select(0, self.indices(words)));
            return self.linear(words, "classifier.weight", "classifier.bias");
        }
        let pooled = self.encode("words", embeddings, lengths);
        let features = match structure {
            Structure::Single | Structure::Tokens => pooled,
            Structure::Pair => {
                let examples = batch.labels.len();
                let pairs = pooled.reshape([examples, 2, width]);
                let side = |side: usize| {
                    pairs.clone().slice([0..examples, side..side + 1]).reshape([examples, width])
                };
                let (p, h) = (side(0), side(1));
                Tensor::cat(vec![p.clone(), h.clone(), (p.clone() - h.clone()).abs(), p * h], 1)
            }
            Structure::Hierarchical => {
                let lengths: Arc<[usize]> = batch.groups.clone().into();
                let padded = lengths.iter().copied().max().unwrap_or(1);
                let mut ids = vec![0_i32; lengths.len() * padded];
                let mut next = 0;
                for (slots, &count) in ids.chunks_exact_mut(padded).zip(lengths.iter()) {
                    for slot in slots.iter_mut().take(count) {
                        *slot = next;
                        next += 1;
                    }
                }
                let sentences = pooled.select(0, self.indices(ids));
                self.encode("sentences", sentences, lengths)
            }
        };
        self.linear(features, "classifier.weight", "classifier.bias")
    }

    fn linear(&self, x: Tensor<2>, weight: &str, bias: &str) -> Tensor<2> {
        x.matmul(self.leaf(weight)) + self.leaf(bias)
    }

    fn norm(&self, x: Tensor<2>, prefix: &str) -> Tensor<2> {
        let centred = x.clone() - x.mean_dim(1);
        let variance = (centred.clone() * centred.clone()).mean_dim(1);
        let scale = (variance + NORM_EPSILON as f32).sqrt().recip();
        centred * scale * self.leaf(&format!("{prefix}.gain"))
            + self.leaf(&format!("{prefix}.bias"))
    }

    /// `x` is `[S·N, D]`, the sequences padded to N; `[S, D]` comes back.
    fn encode(&mut self, encoder: &str, x: Tensor<2>, lengths: Arc<[usize]>) -> Tensor<2> {
        let [rows, width] = x.dims();
        let sequences = lengths.len();
        let tokens = rows / sequences;
        if let ModelMethod::Own(method) = self.architecture.method
            && method.definition().is_encoder
        {
            let how = Attend::new(method, self.architecture.sizes(), lengths);
            let embeddings = x.reshape([sequences, tokens, width]);
            let pooled = encode_sequences(embeddings, self.own(encoder, method), how);
            return self.drop_out(pooled);
        }
        let hidden = self.states(encoder, x, lengths.clone());
        let shares = self.shares(encoder, hidden.clone(), tokens, &lengths);
        let pooled = shares.matmul(hidden.reshape([sequences, tokens, width]));
        self.drop_out(pooled.reshape([sequences, width]))
    }

    /// The vector of every word behind an ordinary layer, `[S·N, D]`, of `x` alike.
    fn states(&mut self, encoder: &str, x: Tensor<2>, lengths: Arc<[usize]>) -> Tensor<2> {
        let (h, d) = (self.architecture.heads, self.architecture.dimensions);
        let [rows, _] = x.dims();
        let sequences = lengths.len();
        let tokens = rows / sequences;
        let name = |part: &str| format!("{encoder}.{part}");
        let x = if self.architecture.method.adds_positions() {
            x + self.positions(sequences, tokens)
        } else {
            x
        };
        let projected = self.projected(encoder, x.clone());
        let projected = projected.reshape([sequences, tokens, 3 * h, d]).swap_dims(1, 2);
        let attended = match self.architecture.method {
            method @ (ModelMethod::Lab(_) | ModelMethod::Lines(_)) => {
                let role =
                    |role: usize| projected.clone().slice([0..sequences, role * h..(role + 1) * h]);
                let scale = 1.0 / (d as f32).sqrt();
                let scores = (role(0) * scale).matmul(role(1).transpose());
                self.weights(encoder, method, scores, lengths.clone()).matmul(role(2))
            }
            ModelMethod::Own(method) => {
                let how = Attend::new(method, self.architecture.sizes(), lengths.clone());
                let how = how.with_syntax(self.syntax.clone());
                attend(projected, self.own(encoder, method), how)
            }
        };
        let attended = attended.swap_dims(1, 2).reshape([rows, h * d]);
        let attended = attended.matmul(self.leaf(&name("attention.output")));
        let attended = self.drop_out(attended);
        let after_attention = self.norm(x + attended, &name("attention_norm"));

        let hidden = self.linear(
            after_attention.clone(),
            &name("feed_forward.hidden.weight"),
            &name("feed_forward.hidden.bias"),
        );
        let fed_forward = self.linear(
            relu(hidden),
            &name("feed_forward.output.weight"),
            &name("feed_forward.output.bias"),
        );
        let fed_forward = self.drop_out(fed_forward);
        self.norm(after_attention + fed_forward, &name("feed_forward_norm"))
    }

    /// Q, K and V side by side, `[S·N, 3·h·d]`, of `x` `[S·N, D]`.
    fn projected(&self, encoder: &str, x: Tensor<2>) -> Tensor<2> {
        let leaf = |part: &str| self.leaf(&format!("{encoder}.attention.{part}"));
        let slices_keys = matches!(self.architecture.method, ModelMethod::Own(method) if method.definition().slices_keys);
        if !slices_keys {
            let projections = ["query", "key", "value"].map(leaf);
            return x.matmul(Tensor::cat(projections.to_vec(), 1));
        }
        let all_heads = self.architecture.sizes().all_heads();
        let hidden = if self.architecture.width == all_heads { x } else { x.matmul(leaf("input")) };
        let projections = Tensor::cat(vec![leaf("query"), leaf("value")], 1);
        let projected = hidden.clone().matmul(projections);
        let rows = projected.dims()[0];
        let of = |columns: std::ops::Range<usize>| projected.clone().slice([0..rows, columns]);
        // The key of a head is its slice of H.
        Tensor::cat(vec![of(0..all_heads), hidden, of(all_heads..2 * all_heads)], 1)
    }

    /// Every number that a method has of its own in an encoder, `[1, n]`; one that nobody reads where
    /// there is none.
    fn own(&self, encoder: &str, method: OwnMethod) -> Tensor<2> {
        let row = |own: &OwnTensor| {
            let leaf = self.leaf(&own_name(encoder, own));
            let [rows, columns] = leaf.dims();
            leaf.reshape([1, rows * columns])
        };
        let all: Vec<Tensor<2>> = method.own(self.architecture.sizes()).iter().map(row).collect();
        if all.is_empty() { self.constant(vec![0.0], [1, 1]) } else { Tensor::cat(all, 1) }
    }

    fn weights(
        &self,
        encoder: &str,
        method: ModelMethod,
        scores: Tensor<4>,
        lengths: Arc<[usize]>,
    ) -> Tensor<4> {
        let leaf = |part: &str| self.leaf(&format!("{encoder}.attention.{part}"));
        let heads = match method {
            // A line has no v.
            ModelMethod::Lines(_) => {
                let h = self.architecture.heads;
                vec![leaf("w"), self.constant(vec![0.0; h], [1, h]), leaf("k"), leaf("b")]
            }
            _ => vec![leaf("w"), leaf("v")],
        };
        let Some(method) = method.attention() else {
            unreachable!("a method with w");
        };
        rescale(scores, Tensor::cat(heads, 0), Rescale { method, lengths })
    }

    /// The share of each token in the pooled vector, `[S, 1, N]`; 0 beyond a sequence's length.
    fn shares(
        &self,
        encoder: &str,
        hidden: Tensor<2>,
        tokens: usize,
        lengths: &[usize],
    ) -> Tensor<3> {
        let sequences = lengths.len();
        let table = |inside: fn(usize) -> f32, outside: f32| {
            let mut values = vec![outside; sequences * tokens];
            for (row, &length) in values.chunks_exact_mut(tokens).zip(lengths) {
                row[..length].fill(inside(length));
            }
            values
        };
        match self.architecture.pooling {
            Pooling::Mean => {
                let shares = table(|length| 1.0 / length as f32, 0.0);
                self.constant(shares, [sequences, 1, tokens])
            }
            Pooling::Attention { size } => {
                let projected = tanh(self.linear(
                    hidden,
                    &format!("{encoder}.pooling.weight"),
                    &format!("{encoder}.pooling.bias"),
                ));
                let query = self.leaf(&format!("{encoder}.pooling.query")).reshape([size, 1]);
                let logits = projected.matmul(query).reshape([sequences, tokens]);
                // Far below every logit, so that e^x is 0 in f32, and finite.
                let mask = self.constant(table(|_| 0.0, -1e30), [sequences, tokens]);
                softmax(logits + mask, 1).reshape([sequences, 1, tokens])
            }
        }
    }

    fn positions(&self, sequences: usize, tokens: usize) -> Tensor<2> {
        let positions = Array1::from_iter((0..tokens).map(|position| position as f64));
        let width = self.architecture.width;
        let one = sinusoidal_positions::<f32>(positions.view(), width);
        let values: Vec<f32> = one.iter().copied().cycle().take(sequences * one.len()).collect();
        self.constant(values, [sequences * tokens, width])
    }
}
