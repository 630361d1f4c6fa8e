//! A run: the examples in their order, one step after the other, the held-out accuracy after every
//! epoch, the best of them kept. A run can be stopped after any step, saved, and gone on with as if
//! nothing had been; the same seed gives the same bytes.

use ndarray::{Array2, ArrayView2};
use nearfar::ModelMethod;
use nearfar::attention::HeadParameters;
use nearfar::methods::Sentence;
use nearfar::model::{Answer, Architecture, Model, ModelError, Structure};
use nearfar::picture::count_of;
use nearfar::text::WordVectors;
use rand::rngs::ChaCha8Rng;
use rand::seq::SliceRandom;
use rand::{Rng, SeedableRng};

use crate::adam::Adam;
use crate::corpus::{Corpus, Example};
use crate::graph::{Batch, pass};
use crate::options::{OptionError, Options};
use crate::parallel;
use crate::parameters::{Moments, Parameters};

/// Batches that are sorted by length together: examples of like length share a batch, so that
/// little is padded, and the order stays mostly random.
const SORTED_TOGETHER: usize = 20;

/// Examples of a batch that go through the graph together. The shards of a batch are independent
/// until their gradients are summed, in order: that is what several cores share, and what makes a
/// run the same with any number of them. One batch of the graph is too small to split its products.
pub const SHARD: usize = 16;

/// Streams of the generator, apart from those of the parameters' starts.
const ORDER_STREAM: u64 = 1 << 32;
const DROPOUT_STREAM: u64 = 1 << 33;
/// Streams of dropout that a step has: one for each shard of the largest batch.
const SHARDS_OF_A_STEP: u64 = 4_096 / SHARD as u64;

/// Why a run cannot begin or go on.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum RunError {
    /// An option is out of range.
    #[error(transparent)]
    Option(#[from] OptionError),
    /// The model is impossible.
    #[error(transparent)]
    Model(#[from] ModelError),
    /// There is nothing to learn from.
    #[error("no training example holds a word")]
    NoExamples,
    /// An example has other texts than the model takes.
    #[error(
        "a training example has {} with words, but the model takes {expected}",
        count_of(*.found, "text", "texts")
    )]
    Texts {
        /// Texts found.
        found: usize,
        /// Texts expected.
        expected: usize,
    },
    /// A sentence has more or fewer classes than words.
    #[error("a training example has {found} classes for {expected} words")]
    Labels {
        /// Classes found.
        found: usize,
        /// Words.
        expected: usize,
    },
    /// A sentence lacks what a parser gives, and the method reads it.
    #[error(
        "{method} reads what a parser gives of every sentence, and one of the sentences to learn from or to choose \
         the epoch by has none over its words"
    )]
    NoSyntax {
        /// The method's name.
        method: &'static str,
    },
    /// The loss or a gradient is NaN or infinite; the step was not taken.
    #[error("step {step} gave a {what} that is not finite; a smaller learning rate may help")]
    NotFinite {
        /// The step, from 1.
        step: u64,
        /// Loss or gradient.
        what: &'static str,
    },
    /// A model from a checkpoint is not one of this task.
    #[error("the checkpoint does not fit this task: {why}")]
    Checkpoint {
        /// What differs.
        why: String,
    },
    /// A saved state does not belong to this run.
    #[error("the saved state does not fit: {why}")]
    State {
        /// What differs.
        why: String,
    },
}

/// What a step did.
#[derive(Clone, Debug, PartialEq)]
pub struct StepReport {
    /// The step, from 1.
    pub step: u64,
    /// The epoch that it belongs to, from 1.
    pub epoch: usize,
    /// Mean cross entropy of the batch before the step, in nats.
    pub loss: f32,
    /// Examples of the batch that were answered right before the step; words, where each has a class.
    pub correct: usize,
    /// Examples in the batch, or words.
    pub examples: usize,
    /// Tokens in the batch, without padding.
    pub tokens: usize,
    /// dL/dw of the words' heads, `[h]`; empty for a method without w and v.
    pub w_gradient: Vec<f32>,
    /// dL/dv of the words' heads, `[h]`; empty for a method without w and v.
    pub v_gradient: Vec<f32>,
    /// dL/d of every tensor of [`Run::learned_places`], in their order.
    pub learned_gradients: Vec<Vec<f32>>,
    /// Whether it was the last of its epoch.
    pub ends_epoch: bool,
}

/// The best epoch so far.
#[derive(Clone, Debug, PartialEq)]
pub struct Best {
    /// From 1.
    pub epoch: usize,
    /// Share of held-out examples (or of their words) answered right.
    pub accuracy: f64,
    /// The parameters then.
    pub parameters: Parameters,
    /// The embedding table then.
    pub table: Vec<f32>,
}

/// A run.
#[derive(Clone, Debug)]
pub struct Run {
    /// What the model is made of.
    pub architecture: Architecture,
    /// How it is trained.
    pub options: Options,
    /// What it is trained on.
    pub corpus: Corpus,
    /// Whether words start from the shared vectors.
    pub shared_vectors: bool,
    pub(crate) parameters: Parameters,
    pub(crate) table: Vec<f32>,
    pub(crate) table_moments: Moments,
    pub(crate) start: Parameters,
    /// The table that words without a row in a checkpoint have.
    pub(crate) table_start: Vec<f32>,
    pub(crate) step: u64,
    pub(crate) best: Option<Best>,
    /// The order of the epoch that the next step belongs to.
    order: Option<(usize, Vec<Vec<u32>>)>,
}

impl Run {
    /// At its start. `vectors` are the shared word vectors, or `None` where words start from
    /// vectors seeded by their spelling.
    ///
    /// # Errors
    /// Where an option or the architecture is impossible, or there is nothing to learn from.
    pub fn new(
        architecture: Architecture,
        options: Options,
        mut corpus: Corpus,
        vectors: Option<&WordVectors>,
    ) -> Result<Run, RunError> {
        options.check()?;
        architecture.check().map_err(ModelError::from)?;
        corpus.train.retain(|example| example.tokens() > 0);
        if corpus.train.is_empty() {
            return Err(RunError::NoExamples);
        }
        let expected = match architecture.structure {
            Structure::Single | Structure::Tokens => Some(1),
            Structure::Pair => Some(2),
            Structure::Hierarchical => None,
        };
        for example in &corpus.train {
            let found = example.sequences.iter().filter(|text| !text.is_empty()).count();
            if let Some(expected) = expected.filter(|&expected| expected != found) {
                return Err(RunError::Texts { found, expected });
            }
            let answers = match architecture.structure {
                Structure::Tokens => example.tokens(),
                _ => 1,
            };
            if example.labels.len() != answers {
                let (found, expected) = (example.labels.len(), answers);
                return Err(RunError::Labels { found, expected });
            }
        }
        if let ModelMethod::Own(method) = architecture.method
            && method.needs_syntax()
        {
            let has_syntax = |example: &Example| {
                let syntax = example.syntax.as_ref();
                syntax.is_some_and(|syntax| syntax.tree.tokens() == example.tokens())
            };
            if !corpus.train.iter().chain(&corpus.dev).all(has_syntax) {
                return Err(RunError::NoSyntax { method: method.kind().name() });
            }
        }
        let parameters = Parameters::start(&architecture, options.seed, options.head_start);
        let table = corpus.table(architecture.width, vectors);
        Ok(Run {
            start: parameters.clone(),
            table_start: table.clone(),
            table_moments: Moments::zero(table.len()),
            shared_vectors: vectors.is_some(),
            architecture,
            options,
            corpus,
            parameters,
            table,
            step: 0,
            best: None,
            order: None,
        })
    }

    /// Steps in an epoch.
    pub fn steps_per_epoch(&self) -> u64 {
        self.corpus.train.len().div_ceil(self.options.batch) as u64
    }

    /// Steps in all.
    pub fn steps(&self) -> u64 {
        self.steps_per_epoch() * self.options.epochs as u64
    }

    /// Steps taken.
    pub fn step_number(&self) -> u64 {
        self.step
    }

    /// Whether every epoch is over.
    pub fn is_done(&self) -> bool {
        self.step >= self.steps()
    }

    /// The best epoch so far.
    pub fn best(&self) -> Option<&Best> {
        self.best.as_ref()
    }

    /// w and v of the words' heads now, `[h]`; empty for a method without.
    pub fn heads(&self) -> Vec<HeadParameters> {
        heads_of(&self.parameters)
    }

    /// The values of a tensor as they are now, by its name in checkpoints.
    pub fn parameter(&self, name: &str) -> Option<&[f32]> {
        self.parameters.get(name)
    }

    /// w and v of the words' heads at the start, `[h]`.
    pub fn start_heads(&self) -> Vec<HeadParameters> {
        heads_of(&self.start)
    }

    /// Takes one step. After the last of an epoch the held-out examples are to be asked
    /// ([`Run::close_epoch`]).
    ///
    /// # Errors
    /// Where a loss or gradient is not finite. The parameters are then as they were.
    pub fn advance(&mut self) -> Result<StepReport, RunError> {
        let per_epoch = self.steps_per_epoch();
        let epoch = (self.step / per_epoch) as usize;
        let picked = self.next_examples().to_vec();
        let pass = self.pass(&picked);
        self.take(&pass)?;
        let head_gradient = |name: &str| {
            let name = format!("words.attention.{name}");
            let place = self.parameters.iter().position(|one| one.spec.name == name);
            place.map(|place| pass.gradients[place].clone()).unwrap_or_default()
        };
        Ok(StepReport {
            step: self.step,
            epoch: epoch + 1,
            loss: pass.loss,
            correct: pass.correct,
            examples: pass.answers,
            tokens: pass.tokens,
            w_gradient: head_gradient("w"),
            v_gradient: head_gradient("v"),
            learned_gradients: self
                .learned_places()
                .map(|place| pass.gradients[place].clone())
                .collect(),
            ends_epoch: self.step.is_multiple_of(per_epoch),
        })
    }

    /// Which of the parameters are what the words' attention learns about positions: its position tensors,
    /// without a w or v that does nothing; of DiSAN all that it has.
    pub fn learned_places(&self) -> impl Iterator<Item = usize> {
        let has_v = self.architecture.learns_v();
        // Vanilla attention has both, and they do nothing.
        let has_w = self.architecture.method.lab().is_none_or(|lab| lab.knows_distance());
        let is_learned = move |spec: &nearfar::model::TensorSpec| {
            let is_of_words = spec.name.starts_with("words.");
            let is_own = spec.role.is_position() || spec.name.starts_with("words.disan.");
            let does = match spec.name.as_str() {
                "words.attention.w" => has_w,
                "words.attention.v" => has_v,
                _ => true,
            };
            is_of_words && is_own && does
        };
        let all = self.parameters.iter().enumerate();
        all.filter(move |(_, one)| is_learned(&one.spec)).map(|(place, _)| place)
    }

    /// The examples that the next step takes, by their places in the corpus.
    fn next_examples(&mut self) -> &[u32] {
        let per_epoch = self.steps_per_epoch();
        let (epoch, place) = ((self.step / per_epoch) as usize, (self.step % per_epoch) as usize);
        if self.order.as_ref().is_none_or(|(known, _)| *known != epoch) {
            self.order = Some((epoch, self.epoch_order(epoch)));
        }
        let picked = self.order.as_ref().and_then(|(_, order)| order.get(place));
        picked.map(Vec::as_slice).unwrap_or_default()
    }

    /// The batches that the next step puts through the graph, one for each shard.
    pub fn next_batches(&mut self) -> Vec<Batch> {
        let picked = self.next_examples().to_vec();
        picked.chunks(SHARD).map(|shard| self.batch(shard)).collect()
    }

    fn batch(&self, picked: &[u32]) -> Batch {
        Batch::new(picked.iter().map(|&index| &self.corpus.train[index as usize]))
    }

    /// Every shard of a batch through the graph, and their gradients summed.
    fn pass(&self, picked: &[u32]) -> Summed {
        let width = self.architecture.width;
        let shards: Vec<(usize, &[u32])> = picked.chunks(SHARD).enumerate().collect();
        let passes = parallel::map_on_threads(&shards, |&(shard, picked)| {
            let batch = self.batch(picked);
            let row = |&row: &u32| &self.table[row as usize * width..(row as usize + 1) * width];
            let rows: Vec<f32> = batch.rows.iter().flat_map(row).copied().collect();
            let mut dropout = self.dropout(shard);
            let pass = pass(&self.architecture, &self.parameters, rows, &batch, &mut *dropout);
            drop(dropout);
            (batch, pass)
        });
        let mut rows: Vec<u32> =
            passes.iter().flat_map(|(batch, _)| &batch.rows).copied().collect();
        rows.sort_unstable();
        rows.dedup();
        let mut summed = Summed {
            row_gradients: vec![0.0; rows.len() * width],
            gradients: self.parameters.iter().map(|one| vec![0.0; one.values.len()]).collect(),
            rows,
            answers: passes.iter().map(|(batch, _)| batch.labels.len()).sum(),
            ..Summed::default()
        };
        for (batch, pass) in &passes {
            // Each shard's loss is the mean of its own answers.
            let share = batch.labels.len() as f32 / summed.answers as f32;
            summed.loss += share * pass.loss;
            summed.correct += correct(&pass.logits, &batch.labels);
            summed.tokens += batch.tokens();
            for (sums, gradients) in summed.gradients.iter_mut().zip(&pass.gradients) {
                add_scaled(sums, share, gradients);
            }
            for (row, gradients) in batch.rows.iter().zip(pass.row_gradients.chunks_exact(width)) {
                let place = summed.rows.partition_point(|known| known < row);
                let sums = &mut summed.row_gradients[place * width..(place + 1) * width];
                add_scaled(sums, share, gradients);
            }
        }
        summed
    }

    /// Applies the gradients of a pass.
    fn take(&mut self, pass: &Summed) -> Result<(), RunError> {
        let step = self.step + 1;
        if !pass.loss.is_finite() {
            return Err(RunError::NotFinite { step, what: "loss" });
        }
        let mut gradients = pass.gradients.iter().chain([&pass.row_gradients]).flatten();
        if gradients.any(|gradient| !gradient.is_finite()) {
            return Err(RunError::NotFinite { step, what: "gradient" });
        }
        let factor = self.options.rate_factor(self.step, self.steps());
        self.step = step;
        let adam = Adam::at(step);
        let rate = (self.options.learning_rate * factor) as f32;
        let head_rate = (self.options.head_learning_rate * factor) as f32;
        for (parameter, gradients) in self.parameters.iter_mut().zip(&pass.gradients) {
            let is_score = parameter.spec.role == nearfar::model::Role::PositionScore;
            let rate = if is_score { head_rate } else { rate };
            adam.update(rate, &mut parameter.values, gradients, &mut parameter.moments);
            if let Some([lowest, highest]) = parameter.spec.range {
                parameter.values.iter_mut().for_each(|value| *value = value.clamp(lowest, highest));
            }
        }
        if self.options.train_vectors {
            adam.update_rows(
                rate,
                self.architecture.width,
                &mut self.table,
                &pass.rows,
                &pass.row_gradients,
                &mut self.table_moments,
            );
        }
        Ok(())
    }

    /// Asks the held-out examples and keeps the parameters if they are the best so far; returns
    /// the share answered right, `None` where nothing is held out.
    ///
    /// # Errors
    /// Where the model cannot answer.
    pub fn close_epoch(&mut self) -> Result<Option<f64>, RunError> {
        let epoch = (self.step / self.steps_per_epoch()) as usize;
        let dev = std::mem::take(&mut self.corpus.dev);
        let answers = self.answers(&dev);
        let accuracy = answers.map(|answers| accuracy(&answers, &dev));
        self.corpus.dev = dev;
        let accuracy = accuracy?;
        // Without held-out examples the last epoch is kept.
        let better =
            self.best.as_ref().is_none_or(|best| accuracy.is_none_or(|now| now > best.accuracy));
        if better {
            self.best = Some(Best {
                epoch,
                accuracy: accuracy.unwrap_or(0.0),
                parameters: self.parameters.clone(),
                table: self.table.clone(),
            });
        }
        Ok(accuracy)
    }

    /// The model as it is now.
    ///
    /// # Errors
    /// Where its tensors do not make a model.
    pub fn model(&self) -> Result<Model<f32>, RunError> {
        model_of(&self.architecture, &self.parameters)
    }

    /// The model of the best epoch, or as it is now where no epoch is over.
    ///
    /// # Errors
    /// Where its tensors do not make a model.
    pub fn best_model(&self) -> Result<Model<f32>, RunError> {
        let parameters = self.best.as_ref().map_or(&self.parameters, |best| &best.parameters);
        model_of(&self.architecture, parameters)
    }

    /// The answers of the model as it is now to each example: one, or one for each word; none for an example
    /// that holds no word.
    ///
    /// # Errors
    /// Where the model cannot answer.
    pub fn answers(&self, examples: &[Example]) -> Result<Vec<Vec<Answer<f32>>>, RunError> {
        answer(&self.model()?, &self.table, examples)
    }

    /// The answers of the best epoch's model.
    ///
    /// # Errors
    /// Where the model cannot answer.
    pub fn best_answers(&self, examples: &[Example]) -> Result<Vec<Vec<Answer<f32>>>, RunError> {
        let table = self.best.as_ref().map_or(&self.table, |best| &best.table);
        answer(&self.best_model()?, table, examples)
    }

    /// The vector of a word as it is now, `[D]`.
    pub fn vector(&self, word: &str) -> Option<&[f32]> {
        let place = self.corpus.words.iter().position(|known| known == word)?;
        let width = self.architecture.width;
        self.table.get(place * width..(place + 1) * width)
    }

    /// The examples of every batch of an epoch.
    fn epoch_order(&self, epoch: usize) -> Vec<Vec<u32>> {
        let mut rng = self.generator(ORDER_STREAM + epoch as u64);
        let mut order: Vec<u32> = (0..self.corpus.train.len() as u32).collect();
        order.shuffle(&mut rng);
        let batch = self.options.batch;
        for together in order.chunks_mut(batch * SORTED_TOGETHER) {
            together.sort_by_key(|&index| self.corpus.train[index as usize].tokens());
        }
        let mut batches: Vec<Vec<u32>> = order.chunks(batch).map(<[u32]>::to_vec).collect();
        batches.shuffle(&mut rng);
        batches
    }

    fn generator(&self, stream: u64) -> ChaCha8Rng {
        let mut rng = ChaCha8Rng::seed_from_u64(self.options.seed);
        rng.set_stream(stream);
        rng
    }

    /// The factors of a shard's dropout: the same for the same seed, step and shard.
    fn dropout(&self, shard: usize) -> Box<dyn FnMut(usize) -> Option<Vec<f32>>> {
        let share = self.options.dropout;
        if share == 0.0 {
            return Box::new(|_| None);
        }
        let mut rng = self.generator(DROPOUT_STREAM + self.step * SHARDS_OF_A_STEP + shard as u64);
        let below = (share * f64::from(u32::MAX)) as u32;
        let kept = (1.0 / (1.0 - share)) as f32;
        Box::new(move |cells| {
            let factor = || if rng.next_u32() < below { 0.0 } else { kept };
            Some(std::iter::repeat_with(factor).take(cells).collect())
        })
    }
}

/// What a step's passes give together.
#[derive(Clone, Debug, Default)]
struct Summed {
    /// The mean cross entropy of the batch, in nats.
    loss: f32,
    /// What is answered: examples, or words.
    answers: usize,
    /// Of these, what is answered right.
    correct: usize,
    /// Tokens, without padding.
    tokens: usize,
    /// dL/dparameter, in the order of the parameters.
    gradients: Vec<Vec<f32>>,
    /// The rows of the embedding table that occur, each once.
    rows: Vec<u32>,
    /// dL/drow, `[rows, D]`.
    row_gradients: Vec<f32>,
}

fn add_scaled(sums: &mut [f32], factor: f32, values: &[f32]) {
    for (sum, value) in sums.iter_mut().zip(values) {
        *sum += factor * value;
    }
}

fn heads_of(parameters: &Parameters) -> Vec<HeadParameters> {
    let get = |name| parameters.get(name).unwrap_or_default();
    let pairs = get("words.attention.w").iter().zip(get("words.attention.v"));
    pairs.map(|(&w, &v)| HeadParameters { w: w.into(), v: v.into() }).collect()
}

fn model_of(architecture: &Architecture, parameters: &Parameters) -> Result<Model<f32>, RunError> {
    let find = |name: &str| parameters.get(name).map(<[f32]>::to_vec);
    Ok(Model::from_tensors(architecture.clone(), find)?)
}

/// The answers of a model with its own embedding table.
pub(crate) fn answer(
    model: &Model<f32>,
    table: &[f32],
    examples: &[Example],
) -> Result<Vec<Vec<Answer<f32>>>, RunError> {
    let width = model.architecture.width;
    let answer = |example: &Example| -> Result<Vec<Answer<f32>>, ModelError> {
        let embed = |sequence: &Vec<u32>| {
            let row = |&row: &u32| &table[row as usize * width..(row as usize + 1) * width];
            let rows: Vec<f32> = sequence.iter().flat_map(row).copied().collect();
            Array2::from_shape_vec((sequence.len(), width), rows).ok()
        };
        if !example.is_readable(model.architecture.structure) {
            return Ok(Vec::new());
        }
        let used = example.sequences.iter().filter(|sequence| !sequence.is_empty());
        let texts: Vec<Array2<f32>> = used.filter_map(embed).collect();
        let views: Vec<ArrayView2<f32>> = texts.iter().map(|text| text.view()).collect();
        match (model.architecture.structure, views.as_slice()) {
            (Structure::Tokens, [text]) => {
                model.tag(&Sentence::new(*text).with_syntax(example.syntax.as_ref()))
            }
            _ => model.classify(&views).map(|answer| vec![answer]),
        }
    };
    let answers = parallel::map(examples, answer);
    Ok(answers.into_iter().collect::<Result<_, _>>()?)
}

/// The share of examples answered right, or of their words; `None` where there are none. What a model
/// cannot read is answered wrong.
pub fn accuracy(answers: &[Vec<Answer<f32>>], examples: &[Example]) -> Option<f64> {
    let pairs = answers.iter().zip(examples);
    let pairs = pairs.flat_map(|(answers, example)| answers.iter().zip(&example.labels));
    let right = pairs.filter(|(answer, label)| answer.class() == **label).count();
    let all: usize = examples.iter().map(|example| example.labels.len()).sum();
    (all > 0).then(|| right as f64 / all as f64)
}

fn correct(logits: &[f32], labels: &[usize]) -> usize {
    let classes = logits.len() / labels.len().max(1);
    let rows = logits.chunks(classes.max(1)).zip(labels);
    rows.filter(|(row, label)| Answer::from_logits(row.to_vec()).class() == **label).count()
}
